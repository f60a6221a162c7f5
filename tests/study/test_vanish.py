"""The vanish study: nothing without a label, the check first, sums that add up, answers that are exact."""

import dataclasses
from fractions import Fraction

import pytest

from variantlab.errors import PredictionError, VariantlabError
from variantlab.exact import explore
from variantlab.games.othello.rules import Othello
from variantlab.simulate import simulate, tally
from variantlab.study import vanish
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock, read_ledger
from variantlab.study.vanish import (
    FAMILY,
    RULES,
    StudyStopped,
    captures_in,
    check_sixty_plies,
    counted_as_the_article,
    different_moves,
    exact_vanish,
    most_plies,
    n_same_sign,
    planned,
    run,
    series,
    surplus_difference,
    surplus_of_black,
    surpluses,
)

LOOK = Label("vanish")


@pytest.fixture(scope="module")
def results():
    """A small run of the whole study."""
    return run(LOOK, n_games=40, seed=3, n_long=300)


# ------------------------------------------------------------------------------------------ the check


def with_plies(counts, plies):
    """Return counts with other numbers of plies."""
    return dataclasses.replace(counts, plies=plies)


def test_a_game_of_61_plies_stops_the_study():
    counts = tally(Othello(), n=5, seed=1)
    with pytest.raises(StudyStopped) as stop:
        check_sixty_plies(with_plies(counts, {58: 1, 60: 2, 61: 2}))
    assert "2 of 5 games" in str(stop.value)
    assert "the longest 61" in str(stop.value)
    assert check_sixty_plies(with_plies(counts, {58: 1, 60: 4})) == 60


def test_the_check_is_made_for_the_size_and_the_start():
    assert [most_plies(Othello(size=size)) for size in (4, 6, 8)] == [12, 32, 60]
    assert most_plies(Othello(start="f5d6c3")) == 57
    small = tally(Othello(size=4), n=5, seed=1)
    with pytest.raises(StudyStopped, match="more than 12 plies"):
        check_sixty_plies(with_plies(small, {13: 5}))


def test_the_check_is_of_the_standard_rule_alone():
    with pytest.raises(VariantlabError, match="capture flip"):
        check_sixty_plies(tally(RULES["vanish"], n=5, seed=1))


def test_no_result_comes_out_when_the_standard_rule_fails(monkeypatch):
    played = []

    def broken(game, players, n, seed, progress=False):
        played.append(game.capture)
        return with_plies(tally(game, players, n, seed), {61: n})

    monkeypatch.setattr(vanish, "tally", broken)
    with pytest.raises(StudyStopped):
        run(LOOK, n_games=5, n_long=5)
    assert played == ["flip"]


# ------------------------------------------------------------------------------------------- the series


@pytest.mark.parametrize("label", [None, "exploratory", Label("chopsticks")])
def test_nothing_runs_without_a_label_of_the_study(label):
    with pytest.raises(VariantlabError, match="results_gate"):
        run(label, n_games=1, n_long=1)


def test_the_series_are_those_of_the_article_and_no_game_is_played_twice():
    planned_series = list(series(1000, 7, 10**6))
    assert [rule for rule, _, _ in planned_series] == ["flip"] * 4 + ["vanish"] * 4
    for rule in RULES:
        own = [(n, seed) for name, n, seed in planned_series if name == rule]
        assert own == [(1000, 7), (1000, 8), (1000, 9), (10**6, 10)]


def test_the_results_are_the_counts_of_the_series(results):
    for rule, game in RULES.items():
        assert [counts.seed for counts in results.runs[rule]] == [3, 4, 5]
        assert results.long_runs[rule] == tally(game, n=300, seed=6)
        for counts in results.runs[rule]:
            table = simulate(game, n=40, seed=counts.seed)
            assert dict(counts.winner) == {
                key: int((table["winner"] == key).sum()) for key in ("black", "white", "draw")
            }
            assert counts.sums["plies"] == table["plies"].sum()


def test_the_plan_of_the_locked_prediction_counts(mine, book):
    lock(mine, book)
    assert planned(results_gate("vanish", book), 5, 99) == (1000, 1)
    assert planned(LOOK, 5, 99) == (5, 99)


def test_different_plans_are_no_plan(tmp_path, prediction_text, book):
    for author, n in (("Aya", 1000), ("Ben", 500)):
        path = tmp_path / f"{author}.toml"
        text = prediction_text.replace('"Aya"', f'"{author}"').replace("n_games = 1000", f"n_games = {n}")
        path.write_text(text, encoding="utf-8")
        lock(path, book)
    both = results_gate("vanish", book, [entry.code for entry in read_ledger(book).entries])
    assert planned(both, 5, 99) == (5, 99)


# ------------------------------------------------------------------------------------------- the answers


def test_every_figure_of_the_result_line_is_exact():
    # By hand: after any first move white has two moves; one leads to 3-1 in three plies, the other to 2-2.
    exact = exact_vanish()
    line = "plies 7/2  discs 4  capped 0  black wins 1/2  white wins 0  draws 1/2  wipeouts 0"
    assert exact.result_line == f"vanish  {line}  (exact, of one game)"
    assert exact.n_full_boards == 0
    assert exact.black_less_white == Fraction(1, 2)
    assert captures_in(exact.graph) == {1: 32}


def test_the_answers_are_exact_or_carry_an_interval(results):
    answers = results.answers
    assert answers["Q1"] == 0
    assert answers["Q2"] == {"wipeout": 0, "no_moves": 1, "endless": 0}
    assert answers["Q4"] == answers["Q4-plies"] == Fraction(7, 2)
    assert answers["Q3"] == results.change_for_black()


def test_the_change_for_black_is_the_exact_value_less_the_long_run(results):
    flip = surplus_of_black(results.long_runs["flip"])
    change = results.change_for_black()
    assert change.estimate == pytest.approx(0.5 - flip.estimate)
    assert (change.low, change.high) == pytest.approx((0.5 - flip.high, 0.5 - flip.low))
    assert change.n == 300


def test_no_games_are_no_data():
    empty = run(LOOK, n_games=0, n_long=0)
    assert not empty.change_for_black().has_data


def test_an_exploratory_look_has_no_verdict(results):
    with pytest.raises(PredictionError, match="no prediction to judge"):
        results.verdicts()


def test_the_example_is_judged(mine, book, results):
    lock(mine, book)
    table = dataclasses.replace(results, label=results_gate("vanish", book)).verdicts()
    verdicts = {row.question.id: row.verdict for row in table.rows}
    assert verdicts["Q1"] == verdicts["Q2"] == verdicts["Q4"] == verdicts["Q4-plies"] == "refuted"
    assert {row.outcome for row in table.rows} >= {"no", "no_moves", "shorter"}


# -------------------------------------------------------------------------------------- surpluses of black


def test_the_surplus_leaves_draws_in_and_capped_games_out():
    counts = tally(RULES["vanish"].replace(placement="touching", max_plies=300), n=200, seed=1)
    assert counts.n_capped
    surplus = surplus_of_black(counts)
    assert surplus.n == counts.n_games - counts.n_capped
    assert surplus.estimate == pytest.approx((counts.winner["black"] - counts.winner["white"]) / surplus.n)


def test_the_difference_of_two_surpluses_is_wider_than_either(results):
    one, other = results.long_runs["vanish"], results.long_runs["flip"]
    difference = surplus_difference(one, other)
    parts = surplus_of_black(one), surplus_of_black(other)
    assert difference.estimate == pytest.approx(parts[0].estimate - parts[1].estimate)
    assert difference.high - difference.low > max(part.high - part.low for part in parts)


def test_many_runs_are_one_series_in_pieces():
    found = surpluses(Othello(), 50, 4, seed=2)
    for i, surplus in enumerate(found):
        piece = tally(Othello(), n=50, seed=2, first=50 * i)
        assert surplus == piece.winner["black"] - piece.winner["white"]


@pytest.mark.parametrize(
    ("found", "n"), [([1, 2, 3], 1), ([1, -2, 3], 0), ([0, 2, 3], 0), ([-1, -1, -1, 5, 5, 5, -9], 2), ([], 0)]
)
def test_three_runs_agree_when_the_same_side_is_ahead_in_all(found, n):
    assert n_same_sign(found) == n


def test_the_articles_program_gives_capped_games_to_the_fuller_side():
    table = simulate(RULES["vanish"].replace(placement="touching", max_plies=100), n=60, seed=1)
    capped = table[table["end_reason"] == "capped"]
    assert len(capped)
    assert capped["winner"].isna().all()
    as_article = counted_as_the_article(table)
    assert sum(as_article.values()) == len(table)
    assert as_article["black"] == int((table["black"] > table["white"]).sum())


# -------------------------------------------------------------------------------------- the next experiment


@pytest.mark.parametrize("choice", ["random", "choice", "nearest", "farthest"])
def test_one_vanishing_disc_is_the_same_game_from_the_standard_start(choice):
    other = explore(Othello(capture="vanish_one", vanish_choice=choice).start_position())
    known = exact_vanish().graph
    assert different_moves(known, other) == different_moves(other, known) == []


def test_it_is_another_game_where_a_move_captures_two():
    row = "..../OXX./..../.... w"
    vanish_graph = explore(Othello(size=4, capture="vanish").position(row))
    one_graph = explore(Othello(size=4, capture="vanish_one", vanish_choice="nearest").position(row))
    assert different_moves(vanish_graph, one_graph) == ["d2 captures b2 c2: other boards follow"]


def test_moves_of_one_game_alone_are_found():
    one = explore(Othello(size=4, discs_each=1).start_position())
    other = explore(Othello(size=4, discs_each=1, placement="free").start_position())
    assert "a1 is a move of one alone" in different_moves(one, other)


def test_the_family_is_eight_different_games():
    assert len(set(FAMILY)) == 8
    assert all(tally(game, n=20, seed=1).n_games == 20 for game in FAMILY)
