"""Differences of rates and of means, and counts against exact probabilities."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from variantlab.errors import VariantlabError
from variantlab.stats.comparisons import (
    difference_of,
    goodness_of_fit,
    mean_difference,
    mean_difference_from_sums,
    rate_difference,
)
from variantlab.stats.intervals import rate

METHODS = ("newcombe", "score")


@st.composite
def two_counts(draw, most=200):
    n1, n2 = draw(st.integers(1, most)), draw(st.integers(1, most))
    return draw(st.integers(0, n1)), n1, draw(st.integers(0, n2)), n2


# Newcombe (1998), table II: his eight contrasts, methods 10 (Newcombe) and 6 (Miettinen and Nurminen).
@pytest.mark.parametrize(
    ("counts", "newcombe", "score"),
    [
        ((56, 70, 48, 80), (0.0524, 0.3339), (0.0528, 0.3382)),
        ((9, 10, 3, 10), (0.1705, 0.8090), (0.1700, 0.8406)),
        ((6, 7, 2, 7), (0.0582, 0.8062), (0.0342, 0.8534)),
        ((5, 56, 0, 29), (-0.0381, 0.1926), (-0.0326, 0.1933)),
        ((0, 10, 0, 20), (-0.1611, 0.2775), (-0.1658, 0.2844)),
        ((0, 10, 0, 10), (-0.2775, 0.2775), (-0.2879, 0.2879)),
        ((10, 10, 0, 20), (0.6791, 1.0), (0.7156, 1.0)),
        ((10, 10, 0, 10), (0.6075, 1.0), (0.6636, 1.0)),
    ],
)
def test_the_published_contrasts(counts, newcombe, score):
    for method, published in (("newcombe", newcombe), ("score", score)):
        ours = rate_difference(*counts, method=method)
        assert (ours.low, ours.high) == pytest.approx(published, abs=6e-5)


# The score interval of statsmodels is no reference: version 0.15 has a wrong coefficient in its cubic.
@pytest.mark.parametrize("counts", [(56, 70, 48, 80), (24, 60, 30, 60), (0, 9, 1, 7), (300, 1000, 350, 1100)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_newcombe_agrees_with_statsmodels(counts, level):
    from statsmodels.stats.proportion import confint_proportions_2indep

    reference = confint_proportions_2indep(*counts, method="newcomb", alpha=1 - level)
    difference = rate_difference(*counts, level)
    assert (difference.low, difference.high) == pytest.approx(reference, abs=1e-9)


@pytest.mark.parametrize("counts", [(56, 70, 48, 80), (3, 10, 7, 12), (0, 9, 1, 7)])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_score_limits_are_z_standard_errors_off(counts, level):
    from scipy.optimize import minimize_scalar
    from scipy.stats import norm

    k1, n1, k2, n2 = counts
    difference = rate_difference(*counts, level, "score")
    for value, side in ((difference.low, 1), (difference.high, -1)):
        ends = max(0, -value), min(1, 1 - value)
        p2 = minimize_scalar(
            lambda p2, value=value: -log_likelihood(counts, p2 + value, p2),
            bounds=ends,
            method="bounded",
            options={"xatol": 1e-10},
        ).x
        p1 = p2 + value
        error = math.sqrt((p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2) * (n1 + n2) / (n1 + n2 - 1))
        assert side * (k1 / n1 - k2 / n2 - value) / error == pytest.approx(
            norm.ppf((1 + level) / 2), rel=1e-4
        )


def log_likelihood(counts, p1, p2):
    """Return the logarithm of the likelihood of two counts."""
    k1, n1, k2, n2 = counts
    terms = [(k1, p1), (n1 - k1, 1 - p1), (k2, p2), (n2 - k2, 1 - p2)]
    return sum(k * math.log(max(p, 1e-300)) for k, p in terms if k)


@given(two_counts(), st.sampled_from(METHODS))
def test_a_rate_difference_holds_its_estimate_and_turns_round(counts, method):
    k1, n1, k2, n2 = counts
    difference = rate_difference(k1, n1, k2, n2, method=method)
    exchanged = rate_difference(k2, n2, k1, n1, method=method)
    losses = rate_difference(n1 - k1, n1, n2 - k2, n2, method=method)
    assert -1 <= difference.low <= difference.estimate <= difference.high <= 1
    assert difference.estimate == pytest.approx(k1 / n1 - k2 / n2, abs=1e-15)
    for turned in (exchanged, losses):
        assert (difference.low, difference.high) == pytest.approx((-turned.high, -turned.low), abs=1e-9)


@given(two_counts(most=60), st.sampled_from(METHODS))
def test_a_higher_level_widens_a_difference(counts, method):
    narrow, wide = (rate_difference(*counts, level, method) for level in (0.9, 0.99))
    assert wide.high - wide.low > narrow.high - narrow.low


@settings(max_examples=50)
@given(two_counts(most=40), st.floats(-0.95, 0.95))
def test_the_constrained_rate_is_the_most_likely_one(counts, value):
    from variantlab.stats.comparisons import _constrained_rate

    best = _constrained_rate(*counts, value)
    grid = np.linspace(max(0, -value), min(1, 1 - value), 501)
    most = max(log_likelihood(counts, p2 + value, p2) for p2 in grid)
    assert log_likelihood(counts, best + value, best) >= most - 1e-6


def exact_coverage(p1, n1, p2, n2, method):
    """Sum the probabilities of all pairs of counts whose interval contains p1 - p2."""
    from scipy.stats import binom

    weight1, weight2 = binom.pmf(np.arange(n1 + 1), n1, p1), binom.pmf(np.arange(n2 + 1), n2, p2)
    return sum(
        weight1[k1] * weight2[k2]
        for k1 in range(n1 + 1)
        for k2 in range(n2 + 1)
        if rate_difference(k1, n1, k2, n2, method=method).contains(p1 - p2)
    )


@pytest.mark.parametrize("method", METHODS)
def test_differences_cover_about_their_level(method):
    rates = [(0.5, 0.5), (0.4, 0.6), (0.25, 0.35), (0.15, 0.5)]
    covered = [exact_coverage(p1, 12, p2, 15, method) for p1, p2 in rates]
    assert np.mean(covered) == pytest.approx(0.955, abs=0.015)
    assert min(covered) > 0.93


@pytest.mark.parametrize("method", METHODS)
def test_all_or_nothing_has_no_nan(method):
    for counts in [(0, 1, 0, 1), (1, 1, 0, 1), (0, 30, 30, 30), (5, 5, 5, 5), (0, 10**7, 0, 10**7)]:
        difference = rate_difference(*counts, method=method)
        assert -1 <= difference.low <= difference.estimate <= difference.high <= 1
        assert difference.low < difference.high


def test_a_difference_prints_its_sign_and_both_sizes():
    assert str(rate_difference(56, 70, 48, 80)) == "+0.200 [+0.052, +0.334] (95% Newcombe, n = 70 and 80)"
    assert rate_difference(56, 70, 48, 80).excludes_zero
    assert not rate_difference(24, 60, 30, 60).excludes_zero


@pytest.mark.parametrize("counts", [(0, 0, 3, 10), (3, 10, 0, 0), (0, 0, 0, 0)])
def test_a_difference_to_nothing_is_no_data(counts):
    difference = rate_difference(*counts)
    assert not difference.has_data
    assert not difference.excludes_zero
    assert str(difference).startswith("no data (n = ")
    assert json.loads(json.dumps(difference.as_dict(), allow_nan=False))["estimate"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((11, 10, 3, 10), "k1: got 11"),
        ((1, 10, 3, 2), "k2: got 3"),
        ((1, -1, 3, 10), "n1: got -1"),
        ((1, 10, 3, 10, 0.95, "wald"), "method: got 'wald'; allowed: newcombe, score"),
        ((1, 10, 3, 10, 1.0), "level: got 1"),
    ],
)
def test_a_difference_names_what_it_does_not_take(arguments, message):
    with pytest.raises(VariantlabError, match=message):
        rate_difference(*arguments)


# --- means


def test_welch_agrees_with_scipy():
    from scipy.stats import ttest_ind

    first, second = [58, 60, 60, 59, 60], [12, 30, 22, 15]
    for level in (0.8, 0.95):
        reference = ttest_ind(first, second, equal_var=False).confidence_interval(level)
        ours = mean_difference(first, second, level)
        assert (ours.low, ours.high) == pytest.approx((reference.low, reference.high), rel=1e-9)


values = st.lists(st.integers(-1000, 1000), max_size=20)


@given(values, values)
def test_sums_give_the_same_difference_as_the_values(first, second):
    sums = [part for one in (first, second) for part in (sum(one), sum(v * v for v in one), len(one))]
    of_values, of_sums = mean_difference(first, second), mean_difference_from_sums(*sums)
    assert of_sums.has_data == of_values.has_data == bool(first and second)
    if of_sums.has_data:
        numbers = [(one.estimate, one.low, one.high) for one in (of_values, of_sums)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-8, abs=1e-6)


def test_a_single_value_leaves_the_difference_unbounded():
    difference = mean_difference([3], [1, 2, 3])
    assert (difference.low, difference.estimate, difference.high) == (-math.inf, 1, math.inf)
    assert difference.as_dict()["low"] is None


def test_constant_samples_differ_for_certain():
    difference = mean_difference([3, 3], [1, 1])
    assert (difference.low, difference.high) == (2, 2)
    assert difference.excludes_zero


# --- counts against exact probabilities


@pytest.mark.parametrize("method", ["exact", "chi-square"])
def test_one_observation_of_the_impossible_refutes(method):
    fit = goodness_of_fit(
        {"black": 500_000, "white": 499_999, "draw": 1},
        {"black": Fraction(1, 2), "white": Fraction(1, 2), "draw": 0},
        method,
    )
    assert fit.p_value == 0
    assert fit.impossible == ("draw",)
    assert str(fit) == "refuted: draw has probability 0 and was observed 1 time (n = 1,000,000)"


def test_two_categories_give_the_exact_binomial_p_value():
    # 8 of 10 or more extreme of a fair coin: 2 (45 + 10 + 1) / 1024.
    fit = goodness_of_fit({"heads": 8, "tails": 2}, {"heads": 0.5, "tails": 0.5})
    assert fit.p_value == pytest.approx(112 / 1024, rel=1e-9)


def test_chi_square_agrees_with_scipy():
    from scipy.stats import chisquare

    counts, shares = {"a": 30, "b": 50, "c": 20}, {"a": 0.25, "b": 0.5, "c": 0.25}
    fit = goodness_of_fit(counts, shares, "chi-square")
    assert fit.p_value == pytest.approx(chisquare([30, 50, 20], [25, 50, 25]).pvalue, rel=1e-9)


def test_rare_categories_are_pooled_for_chi_square():
    from scipy.stats import chisquare

    counts = {"a": 60, "b": 33, "c": 4, "d": 3}
    shares = {"a": 0.6, "b": 0.34, "c": 0.04, "d": 0.02}
    fit = goodness_of_fit(counts, shares, "chi-square")
    assert fit.p_value == pytest.approx(chisquare([60, 33, 7], [60, 34, 6]).pvalue, rel=1e-9)
    assert goodness_of_fit({"a": 1}, shares, "chi-square").p_value == 1


def test_the_exact_test_names_the_category_that_is_off():
    fit = goodness_of_fit({"a": 400, "b": 350, "c": 250}, {"a": 0.4, "b": 0.4, "c": 0.2})
    assert fit.p_value < 0.01
    assert (fit.furthest, fit.observed, fit.expected) == ("c", 250, 200)


def test_the_exact_test_seldom_refutes_what_is_true():
    # All counts of 12 games over three outcomes, by their multinomial probabilities.
    shares, n = {"a": 0.5, "b": 0.45, "c": 0.05}, 12
    refuted = 0.0
    for a in range(n + 1):
        for b in range(n + 1 - a):
            c = n - a - b
            ways = math.factorial(n) // (math.factorial(a) * math.factorial(b) * math.factorial(c))
            if goodness_of_fit({"a": a, "b": b, "c": c}, shares).p_value <= 0.05:
                refuted += ways * 0.5**a * 0.45**b * 0.05**c
    assert 0 < refuted <= 0.05


def test_counts_left_out_are_0_and_nothing_at_all_is_no_data():
    shares = {"a": 0.5, "b": 0.5}
    assert goodness_of_fit({"a": 10}, shares) == goodness_of_fit({"a": 10, "b": 0}, shares)
    nothing = goodness_of_fit({}, shares)
    assert not nothing.has_data
    assert str(nothing) == "no data (n = 0)"


@pytest.mark.parametrize(
    ("counts", "shares", "message"),
    [
        ({"blakc": 1}, {"black": 1.0}, "got 'blakc'.*Did you mean 'black'"),
        ({"a": -1}, {"a": 1.0}, r"counts\['a'\]: got -1"),
        ({"a": 1}, {"a": 0.5, "b": 0.4}, r"sum of probabilities: got 0\.9"),
    ],
)
def test_a_fit_names_what_it_does_not_take(counts, shares, message):
    with pytest.raises(VariantlabError, match=message):
        goodness_of_fit(counts, shares)


def test_a_fit_is_escaped_in_html():
    html = goodness_of_fit({"<b>": 3}, {"<b>": 0.1, "x": 0.45, "y": 0.45})._repr_html_()
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


# --- from intervals alone ----------------------------------------------------------------------------------


def test_the_difference_of_two_wilson_intervals_is_newcombe_s():
    for counts in ((24, 60, 59, 100), (6, 40, 34, 40), (0, 10, 10, 10)):
        known = rate_difference(*counts)
        found = difference_of(rate(*counts[:2]), rate(*counts[2:]))
        assert found.estimate == pytest.approx(known.estimate)
        assert max(-1, found.low) == pytest.approx(known.low)
        assert min(1, found.high) == pytest.approx(known.high)


def test_no_data_has_no_difference_and_levels_must_agree():
    assert not difference_of(rate(0, 0), rate(1, 2)).has_data
    with pytest.raises(VariantlabError, match="level"):
        difference_of(rate(1, 2, level=0.9), rate(1, 2))
