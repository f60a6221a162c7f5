"""What the notebooks after a result show: counts, intervals, exact values, conclusions, in both languages."""

import re
from fractions import Fraction
from string import Formatter

import pytest

from variantlab.games.othello.rules import Othello
from variantlab.simulate import Health, simulate, tally
from variantlab.stats.intervals import mean, mean_from_sums, rate
from variantlab.study.gate import Label
from variantlab.study.mistakes import MISTAKES, random_play_with
from variantlab.study.vanish import counted_as_the_article, exact_vanish, surplus_of_black
from variantlab.view import exactly, readings
from variantlab.view.readings import (
    capped_table,
    caps_table,
    counts_at,
    discs_difference,
    figures_table,
    game_name,
    health_table,
    histogram_chart,
    looks_table,
    mistake_boards,
    mistakes_table,
    mixed_points,
    rules_table,
    same_game_lines,
    sample,
    series_table,
    short,
    sign_change,
    surplus_points,
    surplus_table,
    undecided_rows,
)

FLIP, VANISH = Othello(), Othello(capture="vanish")
TOUCHING = VANISH.replace(placement="touching", max_plies=300)


def blanks(text):
    """Return the names of the blanks of a text."""
    return {field for _, field, _, _ in Formatter().parse(text) if field}


@pytest.mark.parametrize("words", [readings.WORDS, exactly.WORDS])
def test_both_languages_have_the_same_blanks(words):
    for key, by_language in words.items():
        assert set(by_language) == {"en", "ja"}, key
        assert blanks(by_language["en"]) == blanks(by_language["ja"]), key


def test_a_caption_says_how_many_games_and_which_seed():
    assert sample(1000, 4, lang="en") == "n = 1,000 games, seed 4."
    assert sample(1000, [1, 2], lang="ja") == "1 回 n = 1,000 局、シード 1、2。"


def test_estimates_are_shortened_to_what_the_caption_leaves_open():
    assert short(rate(24, 60)) == "0.400 [0.286, 0.526]"
    assert short(rate(0, 0), "ja") == "データなし"


def test_rules_are_named_by_what_is_not_standard():
    assert game_name(FLIP, "en") == "flip (standard)"
    assert game_name(VANISH.replace(start="scattered", n_scattered=8, size=6), "en") == (
        "vanish, 6 by 6, 8 + 8 scattered"
    )
    assert game_name(VANISH.replace(start="d3"), "ja") == "消滅ルール（vanish）、別の初期配置"


# ------------------------------------------------------------------------------------------- of series


def test_the_series_are_counted_in_the_articles_order():
    runs = [tally(VANISH, n=50, seed=seed) for seed in (1, 2)]
    table = series_table(runs, "en")
    assert list(table) == [
        "rule", "seed", "games", "plies", "discs", "capped", "black_wins", "white_wins", "draw", "wipeout"
    ]  # fmt: skip
    assert table["seed"].tolist() == ["1", "2"]
    assert table["black_wins"].tolist() == [run.winner["black"] for run in runs]
    assert set(table["discs"]) == {4}


def test_what_all_series_share_is_left_to_the_caption():
    pairs = [("random", "random"), ("greedy", "random")]
    table = series_table([tally(VANISH, pair, 20, 1) for pair in pairs], "en", surplus=True)
    assert "seed" not in table
    assert table["black / white"].tolist() == ["random / random", "greedy / random"]
    assert re.fullmatch(r"-?0\.\d+ \[.+\]", table["black − white wins [95%]"][0])


def test_the_spread_of_the_discs_follows_from_the_sums():
    table = simulate(FLIP.replace(size=4), n=200, seed=1)
    counts = tally(FLIP.replace(size=4), n=200, seed=1)
    found = readings.figures(counts)["discs"]
    by_rows = mean((table["black"] + table["white"]).to_numpy())
    assert (found.estimate, found.low) == pytest.approx((by_rows.estimate, by_rows.low))
    assert discs_difference(counts, tally(VANISH, n=200, seed=1)).estimate == pytest.approx(
        by_rows.estimate - 4
    )


def test_every_figure_has_its_exact_value_beside_it():
    exact = {"vanish": exact_vanish().random_play}
    counts = {"flip": tally(FLIP, n=50, seed=1), "vanish": tally(VANISH, n=50, seed=1)}
    table = figures_table(counts, exact, "en")
    assert table[table["rule"] == "flip (standard)"]["exact"].isna().all()
    of_vanish = table[table["rule"] == "vanish"]["exact"].tolist()
    assert of_vanish == [Fraction(7, 2), 4, 0, Fraction(1, 2), 0, Fraction(1, 2), 0, 0]


def test_who_is_ahead_in_each_run():
    table = surplus_table({"vanish": [tally(VANISH, n=50, seed=1)]}, "en")
    assert table["ahead"].tolist() == ["black"]
    assert table["seed"].tolist() == ["1"]


# ----------------------------------------------------------------------------------------- of capped games


def test_capped_games_are_counted_apart_and_as_the_article_does():
    games = simulate(TOUCHING, n=60, seed=1)
    n_capped = int((games["end_reason"] == "capped").sum())
    apart, as_article = capped_table(games, "en").to_dict("records")
    assert n_capped > 0
    assert apart["capped"] == n_capped
    assert apart["black_wins"] + apart["white_wins"] + apart["draw"] == 60 - n_capped
    assert as_article["black_wins"] == counted_as_the_article(games)["black"]
    assert as_article["black_wins"] + as_article["white_wins"] + as_article["draw"] == 60


def test_a_later_cap_leaves_fewer_games_capped():
    table = caps_table(TOUCHING, (100, 400, 800), 60, 1, "en")
    assert table["capped"].is_monotonic_decreasing
    assert (table["capped"] + table["black_wins"] + table["white_wins"] + table["draw"]).tolist() == [60] * 3


def test_undecided_games_are_shares_of_all_games():
    counts = tally(TOUCHING, n=60, seed=1)
    capped, drawn = undecided_rows([counts], "en")
    assert (capped.rule, drawn.rule) == ("capped", "draw")
    assert capped.interval.estimate == counts.n_capped / 60
    assert drawn.interval.n == 60


# ----------------------------------------------------------------------------------------- of many looks


def test_looking_often_raises_false_alarms_of_the_plain_interval_alone():
    table = looks_table(200, [200, 20], "en")
    plain, anytime = ([float(cell.rstrip("%")) for cell in table[column]] for column in list(table)[1:])
    assert plain[1] > 2 * plain[0]
    assert max(anytime) <= 5


def test_counts_at_looks_are_those_of_the_growing_series():
    looks = [10, 30]
    assert counts_at(VANISH, "black", looks, 3) == [tally(VANISH, n=n, seed=3).winner["black"] for n in looks]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_chart_of_many_runs_counts_every_run(lang):
    found = [-3, -1, 0, 0, 2, 7, -12]
    chart = histogram_chart(found, 20, 5, Label("vanish"), lang)
    bars = [bar.get_height() for bar in chart.axes[0].patches]
    assert sum(bars) == len(found)
    ahead = [bar.get_height() for bar in chart.axes[0].patches if bar.get_x() + bar.get_width() / 2 > 0]
    assert sum(ahead) == 4
    assert "20" in chart.caption
    assert "5" in chart.caption


# ----------------------------------------------------------------------------------------- of mistakes


def test_the_wrong_board_says_that_it_is_wrong():
    boards = str(mistake_boards(VANISH.start_position(), "d3", "end_disc", "en"))
    before, right, wrong = boards.split("<svg")[1:]
    assert 'data-square="d5" data-disc="black"' in right
    assert 'data-square="d5" data-disc' not in wrong
    assert "WRONG" in wrong
    assert "captured-vanish" in before


def test_mistakes_change_the_figures():
    plays = [random_play_with(mistake, VANISH.start_position()) for mistake in MISTAKES]
    table = mistakes_table(plays, "en")
    assert table["wipeout"].tolist() == [0, 1, 0]
    assert table["plies"].tolist() == [Fraction(7, 2), 3, Fraction(7, 2)]


# ----------------------------------------------------------------------------------------- of many rules


def test_health_names_no_winner_and_says_what_is_not_known():
    counts = tally(VANISH, n=40, seed=1)
    table = health_table([Health(counts, 12, True, mean_from_sums(0, 0, 0))], "en")
    assert "black_wins" not in table
    assert table["moves a turn"].isna().all()
    assert table["draw"][0] == f"{counts.winner['draw'] / 40:.1%}"
    assert table["plies, from–to"][0] == "3–4"


def test_the_ends_of_the_road_are_flip_and_vanish():
    small = Othello(size=4, capture="mixed")
    points = mixed_points(small, [0, 1], 50, 2)
    for i, capture in enumerate(("flip", "vanish")):
        counts = tally(small.replace(capture=capture), n=50, seed=2)
        assert points["black_wins"][i] == (i, counts.win_rate("black"))
        assert surplus_points(small, [i], 50, 2) == [(i, surplus_of_black(counts))]


def test_a_sign_changes_once_or_nothing_is_said():
    below, above = mean_from_sums(-3, 9, 10), mean_from_sums(3, 9, 10)
    assert "between p = 0.1 and p = 0.2" in sign_change([(0, below), (0.1, below), (0.2, above)], "en")
    assert "changes 0 times" in sign_change([(0, below), (0.1, below)], "en")
    assert "2 回" in sign_change([(0, below), (0.1, above), (0.2, below)], "ja")


def test_all_rules_are_listed_with_what_is_allowed():
    table = rules_table(Othello(), "en")
    assert table["field"].tolist() == list(Othello().settings())
    allowed = dict(zip(table["field"], table["allowed"], strict=True))
    assert allowed["capture"] == "flip, vanish, vanish_one, mixed"
    assert allowed["vanish_probability"] == "0 to 1"
    assert allowed["empties_to_winner"] == "True, False"


def test_the_same_game_has_no_move_that_differs():
    graph = exact_vanish().graph
    assert same_game_lines(graph, [graph], "en") == ["vanish: 33 positions; moves that differ from vanish: 0"]
