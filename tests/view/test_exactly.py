"""Exact figures as tables, and games held against them."""

from fractions import Fraction

import pytest

from variantlab.games.othello.rules import Othello
from variantlab.simulate import tally
from variantlab.stats.coverage import coverage
from variantlab.stats.intervals import rate
from variantlab.study.vanish import exact_vanish
from variantlab.view.exactly import (
    again_table,
    coverage_table,
    covered_line,
    decisions_table,
    exact_table,
    fit_lines,
    line_boards,
    note,
    repeated_rates,
    truth_table,
)

VANISH = Othello(capture="vanish")


@pytest.fixture(scope="module")
def exact():
    """The exact analysis of the vanish rule."""
    return exact_vanish()


def test_every_figure_is_a_fraction(exact):
    table = exact_table(exact.random_play, "en").set_index("figure")["exact"]
    assert all(isinstance(value, Fraction | int) for value in table)
    assert table["plies, mean"] == Fraction(7, 2)
    assert table["end reason: neither can move"] == 1
    assert table["black is stuck first"] == table["white is stuck first"] == Fraction(1, 2)
    assert table["black discs less white, mean"] == 1
    assert table["plies, variance"] == Fraction(1, 4)


def test_white_alone_has_something_to_decide(exact):
    table = decisions_table(exact.solution, "en")
    assert table["moves"].tolist() == [4, 8, 12, 8]
    assert table["moves that keep the value"].tolist() == [4, 4, 12, 8]


def test_the_boards_of_a_line_show_each_capture(exact):
    line = exact.solution.best_lines(1)[0]
    boards = str(line_boards(exact.graph, line, "en")).split("<svg")[1:]
    assert len(boards) == len(line.moves) + 1
    assert all('data-mark="captured-vanish"' in board for board in boards[:-1])
    assert "captured-" not in boards[-1]


def test_the_truth_is_in_the_interval_or_not(exact):
    counts = tally(VANISH, n=400, seed=1)
    table = truth_table(counts, exact.random_play, "en").set_index("figure")["contains the truth"]
    assert table["white wins"] == "yes"
    assert (table["black wins"] == "yes") == counts.win_rate("black").contains(0.5)
    off = truth_table(tally(Othello(), n=400, seed=1), exact.random_play, "en")
    assert off["contains the truth"].tolist()[:2] == ["NO", "NO"]


def test_wrong_games_do_not_fit(exact):
    plies, winner, reason = fit_lines(tally(VANISH, n=400, seed=1), exact.random_play, "en")
    assert plies.startswith("plies: p = ")
    assert winner.startswith("winner: p = ")
    assert "p = 1 " in reason
    wrong = tally(VANISH.replace(start="parallel"), n=400, seed=1)
    with pytest.raises(ValueError, match="category"):
        fit_lines(wrong, exact.random_play, "en")  # games of 5 plies, which the exact chances do not know


def test_each_series_is_held_against_the_truth(exact):
    more = [tally(VANISH, n=100, seed=seed) for seed in (1, 2)]
    table = again_table(more, exact.random_play, "ja")
    assert table["seed"].tolist() == ["1", "2"]
    assert set(table["真の値を含むか"]) <= {"含む", "含まない"}


def test_repeated_experiments_are_one_series_in_pieces():
    found = repeated_rates(VANISH, "black", 30, 3, seed=5)
    pieces = [tally(VANISH, n=30, seed=5, first=30 * i) for i in range(3)]
    assert found == [piece.win_rate("black") for piece in pieces]


def test_capped_games_are_in_no_repeated_rate():
    touching = VANISH.replace(placement="touching", max_plies=300)
    piece = tally(touching, n=40, seed=1)
    assert repeated_rates(touching, "black", 40, 1, seed=1)[0].n == piece.n_finished < 40


def test_coverage_is_exact_beside_what_was_seen():
    intervals = [rate(k, 10) for k in (1, 5, 5, 6)]
    line = covered_line(intervals, Fraction(1, 2), 10, 7, "en")
    assert f"exact {coverage(0.5, 10):.2%}" in line
    assert "0.750" in line
    assert "seed 7" in line
    assert coverage_table(0.5, [10, 60], "en").iloc[1].tolist() == [60, "94.8%", "97.3%"]


def test_captions_are_in_both_languages():
    assert note("exact_coverage", "ja", p=Fraction(1, 2)).endswith("1/2")
    assert note("exact_best", "en").startswith("Exact")
