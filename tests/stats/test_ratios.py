"""Ratios of two counts over games: against plain arithmetic, and by how often the interval is right."""

import math

import numpy as np
import pytest

from variantlab.errors import VariantlabError
from variantlab.stats.ratios import ratio_from_sums, spread_of_ratio


def sums(y, x):
    """The sums of whole numbers, as the functions take them."""
    return *(int(total) for total in (y.sum(), x.sum(), y @ y, x @ y, x @ x)), len(y)


def test_the_ratio_is_total_over_total_and_its_spread_that_of_the_residuals():
    rng = np.random.default_rng(1)
    x = rng.integers(5, 300, 50)
    y = rng.binomial(x, 0.3)
    found = ratio_from_sums(*sums(y, x))
    ratio = y.sum() / x.sum()
    error = np.std(y - ratio * x, ddof=1) / x.mean() / math.sqrt(50)
    assert found.estimate == pytest.approx(ratio)
    assert spread_of_ratio(*sums(y, x)) == pytest.approx(error * math.sqrt(50))
    assert (found.high - found.estimate) / error == pytest.approx(2.0096, abs=1e-3)  # t with 49 degrees
    assert found.n == 50


def test_with_one_move_a_game_it_is_the_mean():
    y = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    found = ratio_from_sums(*sums(y, np.ones(8, np.int64)))
    margin = 2.3646 * np.std(y, ddof=1) / math.sqrt(8)
    assert found.estimate == y.mean()
    assert found.high - found.estimate == pytest.approx(margin, rel=1e-4)


def test_games_of_a_pair_that_go_the_same_way_tell_less():
    rng = np.random.default_rng(2)
    x = rng.integers(20, 60, 40)
    y = rng.binomial(x, 0.4)
    single = ratio_from_sums(*sums(y, x), n_games=40)
    as_pairs_alike = ratio_from_sums(*sums(2 * y, 2 * x), n_games=80)
    doubled = ratio_from_sums(*sums(np.repeat(y, 2), np.repeat(x, 2)))
    assert as_pairs_alike.low == pytest.approx(single.low)
    assert as_pairs_alike.high - as_pairs_alike.low > 1.3 * (doubled.high - doubled.low)
    assert as_pairs_alike.n == doubled.n == 80


def test_the_interval_is_right_about_as_often_as_it_says():
    rng = np.random.default_rng(3)
    hits, runs = 0, 2000
    for _ in range(runs):
        length = rng.integers(10, 200, 40)
        rate = np.clip(rng.normal(0.5, 0.2, 40), 0, 1)  # games differ in kind, not only by chance
        found = ratio_from_sums(*sums(rng.binomial(length, rate), length))
        hits += found.contains(0.5)
    assert 0.925 < hits / runs < 0.965


def test_nothing_to_count_per_is_no_data():
    assert not ratio_from_sums(0, 0, 0, 0, 0, 5).has_data
    assert not ratio_from_sums(0, 0, 0, 0, 0, 0).has_data
    assert spread_of_ratio(0, 0, 0, 0, 0, 5) is None


def test_one_game_has_no_spread_to_go_by():
    found = ratio_from_sums(3, 12, 9, 36, 144, 1)
    assert (found.estimate, found.low, found.high) == (0.25, -math.inf, math.inf)


def test_sums_that_cannot_be_are_refused():
    with pytest.raises(VariantlabError, match="squares"):
        ratio_from_sums(30, 40, 1, 500, 600, 3)
    with pytest.raises(VariantlabError, match="n_units"):
        ratio_from_sums(1, 1, 1, 1, 1, -1)
