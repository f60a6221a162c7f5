"""Comparisons: the difference of two rates or two means, and counts against exact probabilities."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from variantlab.errors import invalid, unknown_choice
from variantlab.stats.checks import choice, distribution, level_between_0_and_1, whole_number
from variantlab.stats.intervals import (
    Estimate,
    Interval,
    finite_fields,
    mean,
    mean_from_sums,
    moments_from_sums,
    rate,
    two_sided_t,
    two_sided_z,
)

__all__ = [
    "Difference",
    "Fit",
    "difference_of",
    "goodness_of_fit",
    "mean_difference",
    "mean_difference_from_sums",
    "rate_difference",
]

DIFFERENCE_METHODS = ("newcombe", "score")
FIT_METHODS = ("exact", "chi-square")
LEAST_EXPECTED = 5


@dataclass(frozen=True)
class Difference(Estimate):
    """A difference, first minus second, with its interval and the two estimates it is made of.

    Parameters
    ----------
    estimate : float or None
        First minus second; None when either has no data.
    low, high : float or None
        The limits of the difference.
    level : float
        The confidence level.
    method : str
        How the limits were computed: newcombe, score or welch.
    first, second : Interval
        The two rates or means, each with its own interval.

    Examples
    --------
    >>> print(rate_difference(24, 60, 30, 60))
    -0.100 [-0.268, +0.076] (95% Newcombe, n = 60 and 60)
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    method: str
    first: Interval
    second: Interval
    _sign = "+"

    @property
    def n(self) -> tuple[int, int]:
        """The two sample sizes."""
        return self.first.n, self.second.n

    @property
    def _sample(self) -> str:
        return f"{self.first.n:,} and {self.second.n:,}"

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval says that the two differ; False when there is no data."""
        return self.has_data and not self.contains(0)

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as a dict that JSON can hold: an infinite limit is None.

        Returns
        -------
        dict
            The fields, `first` and `second` as dicts of their own.

        Examples
        --------
        >>> rate_difference(1, 2, 0, 0).as_dict()["second"]["n"]
        0
        """
        return finite_fields(asdict(self)) | {"first": self.first.as_dict(), "second": self.second.as_dict()}


def rate_difference(
    k1: int, n1: int, k2: int, n2: int, level: float = 0.95, method: str = "newcombe"
) -> Difference:
    """Return the difference of two independent rates, k1/n1 - k2/n2, with its confidence interval.

    Parameters
    ----------
    k1, n1 : int
        How often it happened in the first sample, and the size of that sample.
    k2, n2 : int
        The same for the second sample.
    level : float, optional
        The two-sided confidence level, between 0 and 1.
    method : {"newcombe", "score"}, optional
        "newcombe" combines the two Wilson intervals (method 10 of [1]_); "score" inverts the score test
        of Miettinen and Nurminen [2]_.

    Returns
    -------
    Difference
        From -1 to 1; "no data" when n1 or n2 is 0.

    Raises
    ------
    VariantlabError
        If a count is not a whole number, k > n, or the level or method is not allowed.

    References
    ----------
    .. [1] R. G. Newcombe, "Interval estimation for the difference between independent proportions:
       comparison of eleven methods", Statistics in Medicine 17 (1998), 873-890.
    .. [2] O. Miettinen and M. Nurminen, "Comparative analysis of two rates", Statistics in Medicine 4
       (1985), 213-226.

    Examples
    --------
    >>> print(rate_difference(56, 70, 48, 80))
    +0.200 [+0.052, +0.334] (95% Newcombe, n = 70 and 80)
    >>> print(rate_difference(0, 10, 0, 0))
    no data (n = 10 and 0)
    """
    level = level_between_0_and_1(level)
    method = choice("method", method, DIFFERENCE_METHODS)
    first = _named_rate("1", k1, n1, level)
    second = _named_rate("2", k2, n2, level)
    if first.estimate is None or second.estimate is None:
        return Difference(None, None, None, level, method, first, second)
    difference = float(Fraction(int(k1), int(n1)) - Fraction(int(k2), int(n2)))
    if method == "newcombe":
        low, high = _newcombe_limits(first, second, difference)
    else:
        low, high = _score_limits(int(k1), first.n, int(k2), second.n, difference, level)
    return Difference(difference, max(-1.0, low), min(1.0, high), level, method, first, second)


def difference_of(first: Interval, second: Interval) -> Difference:
    """Return the difference of two independent estimates of one level, from their intervals alone.

    The squared distances to the limits add up, as in Newcombe's method for two rates, whatever the
    intervals were made with [1]_: so estimates whose units are pairs, or of which only the interval is known,
    can be compared.

    Parameters
    ----------
    first, second : Interval
        The two estimates.

    Returns
    -------
    Difference
        First minus second; "no data" when either has none.

    Raises
    ------
    VariantlabError
        If the levels differ.

    References
    ----------
    .. [1] G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures", Statistics in
       Medicine 27 (2008), 1693-1702.

    Examples
    --------
    >>> print(difference_of(rate(56, 70), rate(48, 80)))
    +0.200 [+0.052, +0.334] (95% Newcombe, n = 70 and 80)
    """
    if first.level != second.level:
        raise invalid("level", second.level, f"the level of the first, {first.level}")
    if first.estimate is None or second.estimate is None:
        return Difference(None, None, None, first.level, "newcombe", first, second)
    difference = first.estimate - second.estimate
    low, high = _newcombe_limits(first, second, difference)
    return Difference(difference, low, high, first.level, "newcombe", first, second)


def _named_rate(suffix: str, k: int, n: int, level: float) -> Interval:
    """Return the Wilson rate; an error names k1 or k2, n1 or n2."""
    n = whole_number(f"n{suffix}", n)
    k = whole_number(f"k{suffix}", k, at_most=n, hint=f"k{suffix} counts some of the n{suffix}.")
    return rate(k, n, level)


def _newcombe_limits(first: Interval, second: Interval, difference: float) -> tuple[float, float]:
    """Return Newcombe's limits: the squared distances to the two Wilson limits add up."""
    p1, low1, high1 = _numbers(first)
    p2, low2, high2 = _numbers(second)
    return difference - math.hypot(p1 - low1, high2 - p2), difference + math.hypot(high1 - p1, p2 - low2)


def _numbers(interval: Interval) -> tuple[float, float, float]:
    """Return estimate and limits of an interval that has data."""
    assert interval.estimate is not None
    assert interval.low is not None
    assert interval.high is not None
    return interval.estimate, interval.low, interval.high


def _score_limits(k1: int, n1: int, k2: int, n2: int, difference: float, level: float) -> tuple[float, float]:
    """Return the differences at which the score statistic reaches z, on either side of the estimate."""
    z = two_sided_z(level)

    def excess(value: float) -> float:
        return (difference - value) ** 2 - z * z * _score_variance(k1, n1, k2, n2, value)

    return _limit_towards(-1.0, difference, excess), _limit_towards(1.0, difference, excess)


def _limit_towards(end: float, difference: float, excess: Callable[[float], float]) -> float:
    """Return where `excess` turns positive between the estimate and the end.

    The search starts a hair's breadth off the estimate, where excess may be 0 because the variance is 0.
    """
    from scipy.optimize import brentq

    start = difference + 1e-12 * math.copysign(1.0, end)
    if abs(difference - end) <= 1e-12 or excess(start) >= 0:
        return difference
    return float(brentq(excess, start, end, xtol=1e-14)) if excess(end) > 0 else end


def _score_variance(k1: int, n1: int, k2: int, n2: int, value: float) -> float:
    """Return the variance of the difference under the most likely rates that differ by `value`.

    With Miettinen and Nurminen's factor N/(N - 1); their appendix gives the cubic's root in closed form.
    """
    n = n1 + n2
    p2 = _constrained_rate(k1, n1, k2, n2, value)
    p1 = min(1.0, max(0.0, p2 + value))
    return (p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2) * n / (n - 1)


def _constrained_rate(k1: int, n1: int, k2: int, n2: int, value: float) -> float:
    """Return the most likely second rate when the first is larger by `value`."""
    n = n1 + n2
    square = ((n1 + 2 * n2) * value - n - k1 - k2) / (3 * n)
    linear = ((n2 * value - n - 2 * k2) * value + k1 + k2) / n
    constant = k2 * value * (1 - value) / n
    q = square**3 - square * linear / 2 + constant / 2
    size = math.copysign(math.sqrt(max(0.0, square**2 - linear / 3)), q)
    if size == 0:
        root = -square
    else:
        angle = (math.pi + math.acos(min(1.0, max(-1.0, q / size**3)))) / 3
        root = 2 * size * math.cos(angle) - square
    return min(1.0, 1.0 - value, max(0.0, -value, root))


def mean_difference(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> Difference:
    """Return the difference of two independent means, first minus second, with Welch's interval.

    Parameters
    ----------
    first, second : array_like of numbers, one dimension
        The observations of either sample; their variances need not agree.
    level : float, optional
        The two-sided confidence level, between 0 and 1.

    Returns
    -------
    Difference
        In the unit of the values; "no data" when a sample is empty, unbounded when a sample is a single
        value.

    Raises
    ------
    VariantlabError
        If a value is missing or not a number, or the level is not allowed.

    References
    ----------
    .. [1] B. L. Welch, "The generalization of 'Student's' problem when several different population
       variances are involved", Biometrika 34 (1947), 28-35.

    Examples
    --------
    >>> print(mean_difference([58, 60, 60, 59, 60], [12, 30, 22, 15]))
    +39.650 [+26.973, +52.327] (95% Welch, n = 5 and 4)
    """
    intervals = mean(first, level), mean(second, level)
    variances = [
        float(np.var(np.asarray(values, dtype=np.float64), ddof=1)) if one.n > 1 else math.inf
        for values, one in zip((first, second), intervals, strict=True)
    ]
    return _welch(*intervals, *variances)


def mean_difference_from_sums(
    total1: int,
    total_of_squares1: int,
    n1: int,
    total2: int,
    total_of_squares2: int,
    n2: int,
    level: float = 0.95,
) -> Difference:
    """Return the difference of two independent means of whole numbers, from their sums.

    Parameters
    ----------
    total1, total_of_squares1, n1 : int
        The sum, the sum of squares and the number of observations of the first sample.
    total2, total_of_squares2, n2 : int
        The same for the second sample.
    level : float, optional
        The two-sided confidence level, between 0 and 1.

    Returns
    -------
    Difference
        The same as `mean_difference` of the numbers themselves.

    Raises
    ------
    VariantlabError
        If no numbers can have these sums, or the level is not allowed.

    Examples
    --------
    >>> print(mean_difference_from_sums(297, 17645, 5, 79, 1753, 4))
    +39.650 [+26.973, +52.327] (95% Welch, n = 5 and 4)
    """
    sums1, sums2 = (total1, total_of_squares1, n1), (total2, total_of_squares2, n2)
    variances = [moments_from_sums(*sums)[1] for sums in (sums1, sums2)]
    return _welch(mean_from_sums(*sums1, level), mean_from_sums(*sums2, level), *variances)


def _welch(first: Interval, second: Interval, variance1: float, variance2: float) -> Difference:
    """Return the difference with the degrees of freedom of Welch and Satterthwaite."""
    level = first.level
    if first.estimate is None or second.estimate is None:
        return Difference(None, None, None, level, "welch", first, second)
    difference = first.estimate - second.estimate
    margin = _welch_margin(variance1 / first.n, first.n, variance2 / second.n, second.n, level)
    return Difference(difference, difference - margin, difference + margin, level, "welch", first, second)


def _welch_margin(squared_error1: float, n1: int, squared_error2: float, n2: int, level: float) -> float:
    """Return t times the standard error; infinite when one variance is unknown, 0 when both are 0."""
    total = squared_error1 + squared_error2
    if total == 0 or math.isinf(total):
        return total
    # Shares of the total, so that tiny variances do not underflow when they are squared.
    share1, share2 = squared_error1 / total, squared_error2 / total
    degrees_of_freedom = 1 / (share1**2 / (n1 - 1) + share2**2 / (n2 - 1))
    return two_sided_t(level, degrees_of_freedom) * math.sqrt(total)


@dataclass(frozen=True)
class Fit:
    """How well counts agree with exact probabilities.

    Parameters
    ----------
    p_value : float or None
        The probability of counts at least as far off if the probabilities are right; None when n = 0.
    method : str
        "exact" or "chi-square".
    n : int
        The number of observations.
    furthest : str or None
        The category that is furthest from what was expected.
    observed : int
        Its count.
    expected : float
        Its expected count.
    impossible : tuple of str
        The categories of probability 0 that were observed: each refutes the probabilities at once.

    Examples
    --------
    >>> print(goodness_of_fit({"heads": 5, "edge": 1}, {"heads": 1, "edge": 0}))
    refuted: edge has probability 0 and was observed 1 time (n = 6)
    """

    p_value: float | None
    method: str
    n: int
    furthest: str | None
    observed: int
    expected: float
    impossible: tuple[str, ...] = ()

    @property
    def has_data(self) -> bool:
        """Whether anything was observed."""
        return self.p_value is not None

    def __str__(self) -> str:
        if self.p_value is None:
            return "no data (n = 0)"
        if self.impossible:
            times = "1 time" if self.observed == 1 else f"{self.observed:,} times"
            return f"refuted: {self.furthest} has probability 0 and was observed {times} (n = {self.n:,})"
        return (
            f"p = {self.p_value:.3g} ({self.method}, n = {self.n:,}); furthest off: {self.furthest}, "
            f"observed {self.observed:,}, expected {self.expected:,.1f}"
        )

    def _repr_html_(self) -> str:
        return f'<span class="variantlab-fit">{escape(str(self))}</span>'


def goodness_of_fit(
    counts: Mapping[Any, int], probabilities: Mapping[Any, float | Fraction], method: str = "exact"
) -> Fit:
    """Return how well integer counts agree with exact probabilities.

    Parameters
    ----------
    counts : mapping of category to int
        How often each category was observed; a category left out was observed 0 times.
    probabilities : mapping of category to float or Fraction
        The probability of each category; they add up to 1.
    method : {"exact", "chi-square"}, optional
        "exact" tests each category with the exact binomial test and multiplies the smallest p-value by
        the number of categories (Bonferroni): right for any n and any probability, and it names the
        category that is off. "chi-square" (Pearson) notices many small deviations better; the categories
        that expect fewer than 5 are counted together as one.

    Returns
    -------
    Fit
        With the p-value, and the category furthest off. A category of probability 0 that was observed
        gives p = 0, whatever the rest.

    Raises
    ------
    VariantlabError
        If a count is not a whole number, a category has no probability, or they do not add up to 1.

    Examples
    --------
    >>> print(goodness_of_fit({"first": 480, "second": 520}, {"first": 0.5, "second": 0.5}))
    p = 0.217 (exact, n = 1,000); furthest off: first, observed 480, expected 500.0
    >>> print(goodness_of_fit({}, {"first": 0.5, "second": 0.5}))
    no data (n = 0)
    """
    method = choice("method", method, FIT_METHODS)
    shares = distribution("probabilities", probabilities)
    observed = _observed(counts, shares)
    n = sum(observed.values())
    if n == 0:
        return Fit(None, method, 0, None, 0, 0.0)
    impossible = tuple(category for category, share in shares.items() if share == 0 and observed[category])
    if impossible:
        return Fit(
            0.0, method, n, str(impossible[0]), observed[impossible[0]], 0.0, tuple(map(str, impossible))
        )
    possible = {category: share for category, share in shares.items() if share > 0}
    p_values = {
        category: _binomial_p_value(observed[category], n, share) for category, share in possible.items()
    }
    furthest = min(p_values, key=lambda category: p_values[category])
    if method == "exact":
        # With two categories both tests are the same one.
        p_value = min(1.0, p_values[furthest] * (1 if len(possible) == 2 else len(possible)))
    else:
        p_value = _chi_square_p_value(observed, possible, n)
    return Fit(p_value, method, n, str(furthest), observed[furthest], n * possible[furthest])


def _observed(counts: Mapping[Any, int], shares: Mapping[Any, float]) -> dict[Any, int]:
    """Return the count of every category that has a probability."""
    for category in counts:
        if category not in shares:
            raise unknown_choice("counts: category", category, shares)
    return {category: whole_number(f"counts[{category!r}]", counts.get(category, 0)) for category in shares}


def _binomial_p_value(k: int, n: int, share: float) -> float:
    """Return the two-sided p-value of the exact binomial test."""
    from scipy.stats import binomtest

    return float(binomtest(k, n, share).pvalue)


def _chi_square_p_value(observed: Mapping[Any, int], shares: Mapping[Any, float], n: int) -> float:
    """Return Pearson's p-value; 1 when pooling leaves a single class, which always fits."""
    from scipy.special import chdtrc

    classes = _pooled_classes(observed, shares, n)
    if len(classes) == 1:
        return 1.0
    statistic = math.fsum((count - expected) ** 2 / expected for count, expected in classes)
    return float(chdtrc(len(classes) - 1, statistic))


def _pooled_classes(
    observed: Mapping[Any, int], shares: Mapping[Any, float], n: int
) -> list[tuple[int, float]]:
    """Return (count, expected) of each class, the smallest put together until each expects 5 or more."""
    classes = sorted(((observed[c], n * share) for c, share in shares.items()), key=lambda pair: pair[1])
    while len(classes) > 1 and classes[0][1] < LEAST_EXPECTED:
        (count1, expected1), (count2, expected2), *rest = classes
        classes = sorted([(count1 + count2, expected1 + expected2), *rest], key=lambda pair: pair[1])
    return classes
