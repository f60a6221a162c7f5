"""How many games are needed, against plain sums over the binomial."""

import math

import numpy as np
import pytest

from variantlab.errors import VariantlabError
from variantlab.stats.comparisons import rate_difference
from variantlab.stats.intervals import rate
from variantlab.stats.sample_size import (
    difference_power,
    games_for_margin,
    games_needed,
    power,
    smallest_shown,
)


def summed_power(n, p0, p1, level):
    """Add up the probabilities of the counts whose interval leaves out p0."""
    return math.fsum(
        math.comb(n, k) * p1**k * (1 - p1) ** (n - k)
        for k in range(n + 1)
        if not rate(k, n, level).contains(p0)
    )


@pytest.mark.parametrize("n", [1, 4, 17, 60, 200])
@pytest.mark.parametrize(("p0", "p1"), [(0.5, 0.4), (0.5, 0.5), (0.1, 0.3), (0.9, 1.0), (0.3, 0.0)])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_power_is_the_probability_that_the_interval_leaves_out_p0(n, p0, p1, level):
    assert power(n, p0, p1, level) == pytest.approx(summed_power(n, p0, p1, level), abs=1e-9)


def test_a_false_alarm_of_1000_games():
    # The same exact figure as one look at 1,000 games of a fair coin.
    assert power(1000, 0.5, 0.5) == pytest.approx(0.053678, abs=5e-7)


@pytest.mark.parametrize(
    ("p0", "p1", "target", "level"),
    [
        (0.5, 0.4, 0.8, 0.95),
        (0.5, 0.42, 0.9, 0.95),
        (0.1, 0.2, 0.8, 0.99),
        (0.5, 1.0, 0.8, 0.95),
        (0.9, 0.6, 0.5, 0.9),
    ],
)
def test_the_power_is_reached_and_kept(p0, p1, target, level):
    n = games_needed(p0, p1, target, level)
    assert n == 1 or power(n - 1, p0, p1, level) < target
    assert min(power(m, p0, p1, level) for m in range(n, 2 * n + 50)) >= target


def test_the_sides_are_alike_and_small_effects_take_more_games():
    assert games_needed(0.5, 0.4) == games_needed(0.5, 0.6)
    needed = [games_needed(0.5, p1) for p1 in (0.3, 0.4, 0.45, 0.48)]
    assert needed == sorted(needed)
    assert games_needed(0.5, 0.4, power=0.9) > games_needed(0.5, 0.4) > games_needed(0.5, 0.4, level=0.9)


def test_many_games_are_near_the_textbook_formula():
    # (z + z_power)^2 / (2 h)^2 for a small departure h from one half.
    n = games_needed(0.5, 0.505)
    assert n == pytest.approx((1.959964 + 0.841621) ** 2 / 0.01**2, rel=0.005)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: games_needed(0.5, 0.5), "p1: got 0.5.*No number of games"),
        (lambda: games_needed(0.5, 0.50001), "p1: 0.50001 is so near to p0 = 0.5"),
        (lambda: games_needed(0, 0.5), "p0: got 0; allowed: a probability strictly"),
        (lambda: games_needed(0.5, 0.4, power=80), r"power: got 80.*Write 80% as 0\.8"),
        (lambda: power(0, 0.5, 0.4), "n: got 0"),
        (lambda: power(10, 0.5, 1.4), r"p1: got 1\.4"),
        (lambda: games_for_margin(2), "margin: got 2"),
        (lambda: games_for_margin(0.5), r"margin: got 0\.5"),
    ],
)
def test_what_no_number_of_games_answers(call, message):
    with pytest.raises(VariantlabError, match=message):
        call()


@pytest.mark.parametrize("margin", [0.01, 0.02, 0.05, 0.1])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_no_interval_is_wider_than_the_margin(margin, level):
    n = games_for_margin(margin, level)
    half_widths = [
        (interval.high - interval.low) / 2
        for interval in (rate(int(k), n, level) for k in np.linspace(0, n, 101))
    ]
    fewer = n - 2 + n % 2
    even_game = rate(fewer // 2, fewer, level)
    assert max(half_widths) <= margin < (even_game.high - even_game.low) / 2


# --- what so many games show ------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [40, 60, 100, 1000])
def test_the_smallest_share_that_is_shown_is_where_the_power_is_reached(n):
    found = smallest_shown(n)
    assert power(n, 0.5, found) >= 0.8 > power(n, 0.5, found - 1e-4)


def test_too_few_games_show_nothing():
    assert smallest_shown(3) is None
    assert smallest_shown(20, power=0.99) > smallest_shown(20, power=0.5)


@pytest.mark.parametrize(("n1", "n2"), [(7, 9), (12, 5)])
def test_the_power_of_a_comparison_by_listing_every_pair_of_counts(n1, n2):
    p1, p2 = 0.2, 0.75
    listed = 0.0
    for k1 in range(n1 + 1):
        for k2 in range(n2 + 1):
            chance = math.comb(n1, k1) * p1**k1 * (1 - p1) ** (n1 - k1)
            chance *= math.comb(n2, k2) * p2**k2 * (1 - p2) ** (n2 - k2)
            listed += chance * rate_difference(k1, n1, k2, n2).excludes_zero
    assert difference_power(n1, n2, p1, p2) == pytest.approx(listed, abs=1e-12)


def test_a_comparison_of_equal_rates_is_a_false_alarm_about_as_often_as_the_level_says():
    assert 0.02 < difference_power(40, 40, 0.5, 0.5) < 0.07


def test_a_comparison_names_what_is_not_allowed():
    with pytest.raises(VariantlabError, match="n2"):
        difference_power(40, 0, 0.5, 0.5)
    with pytest.raises(VariantlabError, match="p1"):
        difference_power(40, 40, 1.5, 0.5)
