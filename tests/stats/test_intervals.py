"""Rates and means with their intervals: published values, properties, and what is refused."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import VariantlabError
from variantlab.stats.intervals import Interval, mean, mean_from_sums, rate, two_sided_z

METHODS = ("wilson", "exact")
LEVELS = st.floats(0.5, 0.9999)


@st.composite
def counts(draw, most=2000):
    n = draw(st.integers(1, most))
    return draw(st.integers(0, n)), n


# Clopper-Pearson limits at the ends are closed forms, 1 - (tail)^(1/n); the digits are from an independent
# program.
@pytest.mark.parametrize(
    ("k", "n", "level", "low", "high"),
    [
        (0, 10, 0.95, 0, 0.3084971078),
        (5, 5, 0.95, 0.4781762499, 1),
        (0, 18, 0.99, 0, 0.2549850285),
        (18, 18, 0.99, 0.7450149715, 1),
        (0, 30, 0.95, 0, 0.1157033082),
        (30, 30, 0.95, 0.8842966918, 1),
        (0, 1, 0.95, 0, 0.975),
        (1, 1, 0.95, 0.025, 1),
    ],
)
def test_exact_limits_at_the_ends(k, n, level, low, high):
    interval = rate(k, n, level, method="exact")
    assert interval.low == pytest.approx(low, abs=1e-9)
    assert interval.high == pytest.approx(high, abs=1e-9)


def test_wilson_limits_that_are_known():
    none_of_30 = rate(0, 30)
    assert none_of_30.low == 0
    assert none_of_30.high == pytest.approx(0.1135133932, abs=1e-9)
    article = rate(24, 60)
    assert (article.low, article.high) == pytest.approx((0.2857, 0.5263), abs=1e-4)


@pytest.mark.parametrize(("method", "theirs"), [("wilson", "wilson"), ("exact", "exact")])
@pytest.mark.parametrize(
    ("k", "n"), [(0, 7), (1, 7), (3, 7), (7, 7), (24, 60), (2, 100_000), (99_999, 100_000)]
)
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_rates_agree_with_scipy(k, n, level, method, theirs):
    from scipy.stats import binomtest

    reference = binomtest(k, n).proportion_ci(level, theirs)
    ours = rate(k, n, level, method)
    assert (ours.low, ours.high) == pytest.approx((reference.low, reference.high), abs=1e-9)


@pytest.mark.parametrize(("method", "theirs"), [("wilson", "wilson"), ("exact", "beta")])
def test_rates_agree_with_statsmodels(method, theirs):
    from statsmodels.stats.proportion import proportion_confint

    for k in range(21):
        reference = proportion_confint(k, 20, alpha=0.1, method=theirs)
        ours = rate(k, 20, 0.9, method)
        assert (ours.low, ours.high) == pytest.approx(reference, abs=1e-9)


@given(counts(), LEVELS, st.sampled_from(METHODS))
def test_the_interval_holds_the_estimate_and_stays_from_0_to_1(count, level, method):
    k, n = count
    interval = rate(k, n, level, method)
    assert 0 <= interval.low <= k / n <= interval.high <= 1
    assert interval.contains(interval.estimate)
    assert (interval.low == 0) == (k == 0)
    assert (interval.high == 1) == (k == n)


@given(counts(), LEVELS, st.sampled_from(METHODS))
def test_counting_the_other_side_mirrors_the_interval(count, level, method):
    k, n = count
    interval, mirrored = rate(k, n, level, method), rate(n - k, n, level, method)
    assert (interval.low, interval.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-12)


@given(counts(), LEVELS, st.sampled_from(METHODS))
def test_more_counts_move_both_limits_up(count, level, method):
    k, n = count
    if k < n:
        fewer, more = rate(k, n, level, method), rate(k + 1, n, level, method)
        assert fewer.low < more.low
        assert fewer.high < more.high


@given(counts(), st.sampled_from(METHODS))
def test_a_higher_level_is_wider(count, method):
    k, n = count
    narrow, wide = rate(k, n, 0.9, method), rate(k, n, 0.99, method)
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high
    assert wide.high - wide.low > narrow.high - narrow.low


@given(counts(most=300), LEVELS)
def test_wilson_limits_solve_their_equation(count, level):
    k, n = count
    interval, z = rate(k, n, level), two_sided_z(level)
    for p in (interval.low, interval.high):
        assert (k / n - p) ** 2 == pytest.approx(z * z * p * (1 - p) / n, abs=1e-12)


@given(counts(most=300), LEVELS)
def test_exact_limits_leave_half_of_the_rest_in_each_tail(count, level):
    from scipy.stats import binom

    k, n = count
    interval = rate(k, n, level, "exact")
    if k > 0:
        assert binom.sf(k - 1, n, interval.low) == pytest.approx((1 - level) / 2, rel=1e-7)
    if k < n:
        assert binom.cdf(k, n, interval.high) == pytest.approx((1 - level) / 2, rel=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_rare_events_among_very_many_keep_their_digits(method):
    few, none = rate(1, 10**13, method=method), rate(0, 10**13, method=method)
    assert 0 < few.low < 1e-13 < few.high < 1e-12
    assert (none.low, none.estimate) == (0, 0)
    assert 1e-13 < none.high < 1e-12


def test_two_sided_quantile_has_two_tails():
    assert two_sided_z(0.95) == pytest.approx(1.959963984540054, abs=1e-12)


@pytest.mark.parametrize("method", METHODS)
def test_nothing_observed_is_no_data(method):
    interval = rate(0, 0, method=method)
    assert (interval.estimate, interval.low, interval.high, interval.n) == (None, None, None, 0)
    assert not interval.has_data
    assert str(interval) == "no data (n = 0)"
    assert "no data" in interval._repr_html_()
    with pytest.raises(VariantlabError, match="no data"):
        interval.contains(0.5)


def test_an_interval_prints_what_it_is():
    assert str(rate(24, 60)) == "0.400 [0.286, 0.526] (95% Wilson, n = 60)"
    assert str(rate(24, 60, 0.999, "exact")).endswith("(99.9% Clopper-Pearson, n = 60)")
    assert str(rate(500_000, 1_000_000)) == "0.5000 [0.4990, 0.5010] (95% Wilson, n = 1,000,000)"


def test_an_interval_is_frozen():
    with pytest.raises(AttributeError):
        rate(24, 60).low = 0.3


def test_html_is_escaped():
    html = Interval(0.5, 0.4, 0.6, 0.95, "<img onerror=x>", 10)._repr_html_()
    assert "<img" not in html
    assert "&lt;img" in html


@pytest.mark.parametrize(
    "interval", [rate(24, 60), rate(0, 0), mean([60]), mean([]), mean([1, 2, 4], method="bootstrap")]
)
def test_an_interval_goes_through_json_and_back(interval):
    text = json.dumps(interval.as_dict(), allow_nan=False)
    assert Interval(**json.loads(text)) == interval


def test_contains_takes_both_ends_and_refuses_nan():
    interval = rate(24, 60)
    assert interval.contains(interval.low)
    assert interval.contains(interval.high)
    assert not interval.contains(math.nextafter(interval.high, 1))
    with pytest.raises(VariantlabError, match="x: got nan"):
        interval.contains(math.nan)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((True, 10), "k: got True"),
        ((-1, 10), "k: got -1"),
        ((11, 10), "k: got 11; allowed: a whole number from 0 to 10"),
        ((2.5, 10), r"k: got 2\.5"),
        ((math.nan, 10), "k: got nan"),
        ((1, 0), "k: got 1; allowed: a whole number from 0 to 0"),
        ((1, -10), "n: got -10"),
        ((1, True), "n: got True"),
        ((1, 10, 95), "level: got 95"),
        ((1, 10, 0.95, "wald"), "method: got 'wald'; allowed: wilson, exact"),
        ((1, 10, 0.95, None), "method: got None"),
    ],
)
def test_a_rate_says_what_it_does_not_take(arguments, message):
    with pytest.raises(VariantlabError, match=message):
        rate(*arguments)


def test_numpy_counts_are_taken_and_given_back_as_plain_numbers():
    interval = rate(np.int64(24), np.int32(60))
    assert interval == rate(24, 60)
    assert type(interval.n) is int
    assert type(interval.low) is float


# --- means


def test_the_mean_agrees_with_scipy():
    from scipy.stats import ttest_1samp

    values = [58, 60, 60, 59, 60, 31, 44]
    for level in (0.8, 0.95, 0.99):
        reference = ttest_1samp(values, 0).confidence_interval(level)
        ours = mean(values, level)
        assert (ours.low, ours.high) == pytest.approx((reference.low, reference.high), rel=1e-9)


def test_student_limits_of_a_worked_example():
    # 1, 2, 3, 4, 5: mean 3, variance 10/4 = 2.5 (divisor n - 1), t(0.975, 4) = 2.776445 from the tables.
    interval = mean([1, 2, 3, 4, 5])
    assert interval.high - 3 == pytest.approx(2.776445 * math.sqrt(2.5 / 5), rel=1e-6)
    normal = mean([1, 2, 3, 4, 5], method="normal")
    assert 3 - normal.low == pytest.approx(1.959964 * math.sqrt(2.5 / 5), rel=1e-6)


@given(
    st.lists(st.integers(-10_000, 10_000), min_size=0, max_size=50),
    LEVELS,
    st.sampled_from(["student", "normal"]),
)
def test_sums_give_the_same_mean_as_the_values(values, level, method):
    of_values = mean(values, level, method)
    of_sums = mean_from_sums(sum(values), sum(v * v for v in values), len(values), level, method)
    assert of_sums.has_data == of_values.has_data == bool(values)
    if values:
        numbers = [(one.estimate, one.low, one.high) for one in (of_values, of_sums)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-9, abs=1e-6)


def test_large_sums_lose_nothing():
    # A billion games of 10^9 or 10^9 + 1 plies, half each: the variance is 1/4, far below the rounding of
    # the squares in floating point.
    half, base = 5 * 10**8, 10**9
    n = 2 * half
    interval = mean_from_sums(half * (2 * base + 1), half * (base**2 + (base + 1) ** 2), n)
    assert interval.estimate == base + 0.5
    assert interval.high - interval.low == pytest.approx(2 * 1.959964 * 0.5 / math.sqrt(n), rel=1e-2)


@pytest.mark.parametrize("method", ["student", "normal", "bootstrap"])
def test_one_value_says_nothing_about_the_spread(method):
    interval = mean([60], method=method)
    assert (interval.low, interval.estimate, interval.high) == (-math.inf, 60, math.inf)
    assert interval.contains(10**9)


@pytest.mark.parametrize("method", ["student", "normal", "bootstrap"])
def test_no_value_is_no_data_and_equal_values_have_no_width(method):
    assert str(mean([], method=method)) == "no data (n = 0)"
    equal = mean([7, 7, 7], method=method)
    assert (equal.low, equal.high) == (7, 7)


def test_the_bootstrap_agrees_with_scipy():
    from scipy.stats import bootstrap

    values = np.random.default_rng(4).exponential(10, 40).round(1)
    reference = bootstrap((values,), np.mean, rng=np.random.default_rng(5)).confidence_interval
    ours = mean(values, method="bootstrap", seed=6)
    width = reference.high - reference.low
    assert (ours.low, ours.high) == pytest.approx((reference.low, reference.high), abs=0.05 * width)


def test_the_bootstrap_follows_the_skewness_and_the_seed():
    values = [0] * 15 + [1] * 4 + [20]
    interval = mean(values, method="bootstrap", seed=1)
    assert interval.high - interval.estimate > interval.estimate - interval.low
    assert interval == mean(values, method="bootstrap", seed=1)
    assert interval != mean(values, method="bootstrap", seed=2)


def test_a_bootstrap_in_many_parts_draws_every_resample(monkeypatch):
    from variantlab.stats import intervals

    values = np.array([1.0, 2.0, 5.0])
    whole = intervals._resampled_means(values, 3)
    monkeypatch.setattr(intervals, "RESAMPLED_COUNTS_AT_ONCE", 1000)
    parts = intervals._resampled_means(values, 3)
    assert len(whole) == intervals.N_RESAMPLES
    assert np.array_equal(whole, parts)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, math.nan, 3], r"values\[1\]: got nan.*Leave out what is missing"),
        ([1, math.inf], r"values\[1\]: got inf"),
        ([True, False], "truth values.*`rate`"),
        (["a", "b"], "values: got"),
        ([[1, 2], [3, 4]], "values: got"),
        (3, "values: got 3"),
    ],
)
def test_a_mean_says_what_it_does_not_take(values, message):
    with pytest.raises(VariantlabError, match=message):
        mean(values)


@pytest.mark.parametrize(
    ("sums", "message"),
    [
        ((10, 49, 2), "total_of_squares: got 49; allowed: at least 50"),
        ((10, 101, 1), "total_of_squares: got 101; allowed: 100"),
        ((10, 100, 0), "n: got 0"),
        ((10.5, 100, 2), r"total: got 10\.5; allowed: a whole number\."),
        ((10, 100, -2), "n: got -2"),
    ],
)
def test_impossible_sums_are_refused(sums, message):
    with pytest.raises(VariantlabError, match=message):
        mean_from_sums(*sums)
