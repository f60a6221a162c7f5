"""How often the intervals cover: the exact one never too seldom, Wilson's about right on average."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from variantlab.errors import VariantlabError
from variantlab.stats.coverage import coverage
from variantlab.stats.intervals import rate

GRID = np.linspace(0, 1, 201)


@pytest.mark.parametrize("n", [1, 2, 5, 10, 30, 60, 137])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_the_exact_interval_never_covers_less_than_its_level(n, level):
    assert coverage(GRID, n, level, "exact").min() >= level


def test_the_exact_interval_is_two_sided_and_not_wider_than_it_need_be():
    # Each tail holds at most 2.5%: for many games and a middling rate little more than that is lost.
    assert coverage(GRID[60:141], 1000, 0.95, "exact").mean() == pytest.approx(0.955, abs=0.005)


@pytest.mark.parametrize("n", [10, 30, 100])
@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
def test_wilson_covers_its_level_on_average(n, level):
    covered = coverage(GRID, n, level)
    assert covered.mean() == pytest.approx(level, abs=0.012)
    assert covered.min() < level


def test_wilson_near_the_ends_is_known_to_dip():
    # Brown, Cai and DasGupta (2001): the coverage falls to about 0.84 just below p = 0.18/n.
    assert coverage(0.1765 / 50, 50) == pytest.approx(0.838, abs=0.005)


@pytest.mark.parametrize("method", ["wilson", "exact"])
def test_coverage_is_the_sum_over_the_counts_whose_interval_contains_p(method):
    p, n = Fraction(3, 10), 12
    covering = [k for k in range(n + 1) if rate(k, n, 0.9, method).contains(p)]
    exact = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in covering)
    assert 0 < len(covering) <= n
    assert coverage(0.3, n, 0.9, method) == pytest.approx(float(exact), abs=1e-12)


def test_coverage_of_certain_rates_is_certain():
    assert coverage(0.0, 20) == 1
    assert coverage(1.0, 20) == 1


def test_a_number_gives_a_number_and_an_array_an_array(monkeypatch):
    from variantlab.stats import coverage as room

    together = coverage(GRID, 25)
    monkeypatch.setattr(room, "CELLS_AT_ONCE", 100)
    assert isinstance(coverage(0.25, 25), float)
    assert np.array_equal(coverage(GRID, 25), together)
    assert together[50] == coverage(0.25, 25)
    assert coverage(np.array([]), 25).shape == (0,)


@pytest.mark.parametrize(
    ("p", "n", "field"), [(1.2, 10, "p"), (np.array([0.1, np.nan]), 10, "p"), (0.5, 0, "n")]
)
def test_what_has_no_coverage_is_refused(p, n, field):
    with pytest.raises(VariantlabError, match=f"^{field}: got"):
        coverage(p, n)
