"""The exact curve of the 4x4 board: its ends are known, its middle is checked by playing games."""

from fractions import Fraction

import numpy as np
import pytest

from variantlab.errors import RulesError
from variantlab.games.othello.rules import Othello
from variantlab.games.othello.sweep import swept_random_play
from variantlab.simulate import tally
from variantlab.study.mixed import CHANCES, curve_of, stored_curve

# The standard 4x4 game under random play, from two independent programs.
BLACK_4X4 = Fraction(11826177601, 33592320000)
WHITE_4X4 = Fraction(3086673209, 5598720000)
DIFFERENCE_4X4 = Fraction(-711997793, 466560000)


def test_the_standard_end_is_the_known_fraction():
    found = swept_random_play(Othello(size=4))
    assert found.winner["black"] == pytest.approx(float(BLACK_4X4), abs=1e-13)
    assert found.winner["white"] == pytest.approx(float(WHITE_4X4), abs=1e-13)
    assert found.mean["black"] - found.mean["white"] == pytest.approx(float(DIFFERENCE_4X4), abs=1e-12)
    assert found.left == 0


def test_the_vanish_end_is_the_small_game():
    found = swept_random_play(Othello(size=4, capture="vanish"))
    assert found.winner == {"black": 0.5, "white": 0.0, "draw": 0.5}
    assert found.mean["plies"] == 3.5


def test_the_sweep_refuses_rules_that_it_does_not_know():
    for rules in ({"size": 6}, {"capture": "vanish_one"}, {"placement": "free"}, {"komi": 1.0}):
        with pytest.raises(RulesError, match="size 4 under flip, vanish or mixed"):
            swept_random_play(Othello(**{"size": 4, **rules}))


def test_the_stored_curve_is_complete_and_its_chances_add_up():
    table = stored_curve()
    assert tuple(table["vanish_probability"]) == CHANCES
    outcomes = table[["black", "white", "draw"]].sum(axis=1)
    np.testing.assert_allclose(outcomes + table["left"], 1, atol=1e-9)
    reasons = table[["wipeout", "board_full", "no_moves"]].sum(axis=1)
    np.testing.assert_allclose(reasons + table["left"], 1, atol=1e-9)
    assert table["left"].max() <= 1e-12
    assert table["black"].iloc[0] == pytest.approx(float(BLACK_4X4), abs=1e-12)


@pytest.mark.parametrize("chance", [0.125, 0.5, 0.8125])
def test_played_games_agree_with_the_stored_curve(chance):
    row = stored_curve().set_index("vanish_probability").loc[chance]
    n = 400_000
    counts = tally(Othello(size=4, capture="mixed", vanish_probability=chance), n=n, seed=8)
    for winner in ("black", "white", "draw"):
        p = row[winner]
        assert abs(counts.winner[winner] / n - p) < 4 * np.sqrt(p * (1 - p) / n)
    for reason in ("wipeout", "board_full", "no_moves"):
        p = row[reason]
        assert abs(counts.end_reason[reason] / n - p) < 4 * np.sqrt(p * (1 - p) / n)
    for count in ("plies", "passes", "black", "white"):
        variance = counts.squares[count] / n - (counts.sums[count] / n) ** 2
        assert abs(counts.sums[count] / n - row[f"mean_{count}"]) < 4 * np.sqrt(variance / n)


@pytest.mark.long
def test_a_row_between_the_ends_is_made_again():
    np.testing.assert_allclose(curve_of([0.25]).loc[0], stored_curve().iloc[4], rtol=1e-9, atol=1e-12)
