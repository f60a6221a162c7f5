"""Intervals for rates and means: every estimate with its limits, its level, its method and its n.

Rates use the Wilson or the exact (Clopper-Pearson) interval, never the Wald interval, which is empty for
0 of n and covers far less than it says for rates near 0 or 1 [1]_. Nothing observed is "no data", not NaN.

References
----------
.. [1] L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion",
   Statistical Science 16 (2001), 101-133.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from variantlab.errors import VariantlabError, invalid
from variantlab.stats.checks import choice, finite_number, level_between_0_and_1, whole_number

__all__ = ["Estimate", "Interval", "mean", "mean_from_sums", "rate", "rate_limits", "two_sided_z"]

Numbers = NDArray[np.float64]

METHOD_NAMES = {
    "wilson": "Wilson",
    "exact": "Clopper-Pearson",
    "student": "Student t",
    "normal": "normal",
    "bootstrap": "bootstrap",
    "anytime": "anytime-valid",
    "newcombe": "Newcombe",
    "score": "score",
    "welch": "Welch",
}
N_RESAMPLES = 9999
RESAMPLED_COUNTS_AT_ONCE = 2_000_000


class Estimate(ABC):
    """What an `Interval` and a `Difference` have in common: asking and printing."""

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    method: str
    _sign = ""

    @property
    def has_data(self) -> bool:
        """Whether anything was observed."""
        return self.estimate is not None

    @property
    @abstractmethod
    def _sample(self) -> str:
        """The sample size, as it is printed."""

    def contains(self, x: float) -> bool:
        """Return whether `x` lies between the limits, both included.

        Parameters
        ----------
        x : float
            The value to look for, a finite number.

        Returns
        -------
        bool
            Whether low <= x <= high.

        Raises
        ------
        VariantlabError
            If there is no data: nothing is excluded then, and nothing is shown either.

        Examples
        --------
        >>> rate(24, 60).contains(0.5)
        True
        >>> rate(0, 0).contains(0.5)
        Traceback (most recent call last):
        variantlab.errors.VariantlabError: contains: there is no data (n = 0). Ask `has_data` first.
        """
        if self.low is None or self.high is None:
            raise VariantlabError(f"contains: there is no data (n = {self._sample}). Ask `has_data` first.")
        return self.low <= finite_number("x", x) <= self.high

    def __str__(self) -> str:
        if self.estimate is None or self.low is None or self.high is None:
            return f"no data (n = {self._sample})"
        places = _decimal_places(self.high - self.low)
        estimate, low, high = (
            f"{value:{self._sign}.{places}f}" for value in (self.estimate, self.low, self.high)
        )
        method = METHOD_NAMES.get(self.method, self.method)
        return f"{estimate} [{low}, {high}] ({100 * self.level:.10g}% {method}, n = {self._sample})"

    def _repr_html_(self) -> str:
        return f'<span class="variantlab-interval">{escape(str(self))}</span>'


def _decimal_places(width: float) -> int:
    """Return three decimal places, or as many as show the width with two figures."""
    if not 0 < width < math.inf:
        return 3
    return min(12, max(3, 1 - math.floor(math.log10(width))))


@dataclass(frozen=True)
class Interval(Estimate):
    """An estimate with the interval around it, its confidence level, its method and its sample size.

    Parameters
    ----------
    estimate : float or None
        The rate or mean that was observed; None when nothing was (n = 0).
    low, high : float or None
        The limits; None when n = 0. A side on which nothing can be said is infinite; None is read so too
        when there is an estimate, as JSON knows no infinity.
    level : float
        The confidence level, between 0 and 1.
    method : str
        How the limits were computed: wilson, exact, student, normal, bootstrap or anytime.
    n : int
        The number of observations.

    Examples
    --------
    >>> print(Interval(0.4, 0.286, 0.526, 0.95, "wilson", 60))
    0.400 [0.286, 0.526] (95% Wilson, n = 60)
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    method: str
    n: int

    def __post_init__(self) -> None:
        if self.estimate is not None:
            object.__setattr__(self, "low", -math.inf if self.low is None else self.low)
            object.__setattr__(self, "high", math.inf if self.high is None else self.high)

    @property
    def _sample(self) -> str:
        return f"{self.n:,}"

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as a dict that JSON can hold: an infinite limit is None.

        Returns
        -------
        dict
            `Interval(**interval.as_dict())` is the same interval again.

        Examples
        --------
        >>> rate(0, 0).as_dict()
        {'estimate': None, 'low': None, 'high': None, 'level': 0.95, 'method': 'wilson', 'n': 0}
        """
        return finite_fields(asdict(self))


def finite_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with None in the place of infinite numbers, which JSON cannot hold."""
    return {
        name: None if isinstance(value, float) and math.isinf(value) else value
        for name, value in fields.items()
    }


def no_data(level: float, method: str) -> Interval:
    """Return the interval of zero observations."""
    return Interval(None, None, None, level, method, 0)


def rate(k: int, n: int, level: float = 0.95, method: str = "wilson") -> Interval:
    """Return the rate k/n with its confidence interval.

    Parameters
    ----------
    k : int
        How often it happened, from 0 to n.
    n : int
        How often it could have happened.
    level : float, optional
        The two-sided confidence level, between 0 and 1.
    method : {"wilson", "exact"}, optional
        "wilson" [1]_ covers the true rate about as often as its level says; "exact" (Clopper-Pearson
        [2]_) never less often than that, and is wider for it. `coverage` shows both.

    Returns
    -------
    Interval
        In rates from 0 to 1; without estimate and limits ("no data") when n is 0.

    Raises
    ------
    VariantlabError
        If k or n is not a whole number, k > n, or the level or method is unknown.

    References
    ----------
    .. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference",
       Journal of the American Statistical Association 22 (1927), 209-212.
    .. [2] C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits illustrated in the
       case of the binomial", Biometrika 26 (1934), 404-413.

    Examples
    --------
    >>> print(rate(24, 60))
    0.400 [0.286, 0.526] (95% Wilson, n = 60)
    >>> print(rate(0, 10, method="exact"))
    0.000 [0.000, 0.308] (95% Clopper-Pearson, n = 10)
    >>> print(rate(0, 0))
    no data (n = 0)
    """
    n = whole_number("n", n)
    k = whole_number("k", k, at_most=n, hint="k counts some of the n.")
    level = level_between_0_and_1(level)
    method = choice("method", method, RATE_LIMITS)
    if n == 0:
        return no_data(level, method)
    low, high = rate_limits(np.array(float(k)), n, level, method)
    return Interval(k / n, float(low), float(high), level, method, n)


def rate_limits(k: Numbers, n: int, level: float, method: str) -> tuple[Numbers, Numbers]:
    """Return the lower and the upper limits of the rates k/n, for an array of counts k.

    Parameters
    ----------
    k : ndarray of float
        Whole numbers from 0 to n, any shape.
    n : int
        At least 1.
    level : float
        The two-sided confidence level.
    method : {"wilson", "exact"}
        As in `rate`.

    Returns
    -------
    tuple of ndarray
        low and high, each of the shape of k.

    Examples
    --------
    >>> low, high = rate_limits(np.array([0.0, 10.0]), 10, 0.95, "exact")
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.692], [0.308, 1.0])
    """
    return RATE_LIMITS[method](k, n, level)


def two_sided_z(level: float) -> float:
    """Return the z that a standard normal variable exceeds in size with probability 1 - level.

    Parameters
    ----------
    level : float
        Between 0 and 1.

    Returns
    -------
    float
        The quantile of (1 + level)/2.

    Examples
    --------
    >>> round(two_sided_z(0.95), 6)
    1.959964
    """
    from scipy.special import ndtri

    return -float(ndtri((1 - level) / 2))


def _wilson_limits(k: Numbers, n: int, level: float) -> tuple[Numbers, Numbers]:
    """Return Wilson's limits, the roots of (k/n - p)^2 = z^2 p(1 - p)/n.

    The lower root is taken from the product of the roots, so that no digits cancel when k is small.
    """
    z = two_sided_z(level)
    upper = k + z * z / 2 + z * np.sqrt(k * (n - k) / n + z * z / 4)
    return k * (k / n) / upper, np.where(k == n, 1.0, upper / (n + z * z))


def _exact_limits(k: Numbers, n: int, level: float) -> tuple[Numbers, Numbers]:
    """Return the Clopper-Pearson limits: each tail of the binomial holds (1 - level)/2."""
    from scipy.special import betainccinv, betaincinv

    tail = (1 - level) / 2
    low = np.where(k == 0, 0.0, betaincinv(np.maximum(k, 1), n - k + 1, tail))
    high = np.where(k == n, 1.0, betainccinv(k + 1, np.maximum(n - k, 1), tail))
    return low, high


RATE_LIMITS: dict[str, Callable[[Numbers, int, float], tuple[Numbers, Numbers]]] = {
    "wilson": _wilson_limits,
    "exact": _exact_limits,
}
MEAN_METHODS = ("student", "normal", "bootstrap")
MEAN_FROM_SUMS_METHODS = ("student", "normal")


def mean(values: ArrayLike, level: float = 0.95, method: str = "student", seed: int = 0) -> Interval:
    """Return the mean of the values with its confidence interval.

    Parameters
    ----------
    values : array_like of numbers, one dimension
        The observations, all finite.
    level : float, optional
        The two-sided confidence level, between 0 and 1.
    method : {"student", "normal", "bootstrap"}, optional
        "student" uses Student's t with n - 1 degrees of freedom, "normal" its limit for many values; both
        rest on the mean being nearly normal. "bootstrap" draws the values anew 9,999 times and corrects for
        bias and skewness (BCa [1]_); quick for counts, slow for many thousand different values.
    seed : int, optional
        The seed of the bootstrap.

    Returns
    -------
    Interval
        In the unit of the values. "no data" for no value; unbounded for a single one, which says nothing
        about the spread.

    Raises
    ------
    VariantlabError
        If a value is missing or not a number, or the level, method or seed is not allowed.

    References
    ----------
    .. [1] B. Efron, "Better bootstrap confidence intervals", Journal of the American Statistical
       Association 82 (1987), 171-185.

    Examples
    --------
    >>> print(mean([58, 60, 60, 59, 60]))
    59.400 [58.289, 60.511] (95% Student t, n = 5)
    >>> print(mean([]))
    no data (n = 0)
    >>> print(mean([60]))
    60.000 [-inf, inf] (95% Student t, n = 1)
    """
    numbers = finite_values("values", values)
    level = level_between_0_and_1(level)
    method = choice("method", method, MEAN_METHODS)
    seed = whole_number("seed", seed)
    n = len(numbers)
    if n == 0:
        return no_data(level, method)
    estimate = float(numbers.mean())
    if method == "bootstrap" and n > 1:
        low, high = _bootstrap_limits(numbers, level, seed)
        return Interval(estimate, low, high, level, method, n)
    variance = float(numbers.var(ddof=1)) if n > 1 else math.inf
    return _mean_interval(estimate, variance, n, level, method)


def finite_values(field: str, values: ArrayLike) -> Numbers:
    """Return the values as an array of floats, or say which of them is not a finite number."""
    allowed = "a list of finite numbers"
    array = np.asarray(values)
    if array.dtype.kind == "b":
        raise invalid(field, values, "numbers, not truth values", "Count them and ask for the `rate`.")
    try:
        numbers = array.astype(np.float64)
    except (TypeError, ValueError):
        raise invalid(field, values, allowed) from None
    if array.dtype.kind not in "iufO" or numbers.ndim != 1:
        raise invalid(field, values, allowed)
    if not np.isfinite(numbers).all():
        place = int(np.argmin(np.isfinite(numbers)))
        raise invalid(
            f"{field}[{place}]", float(numbers[place]), "a finite number", "Leave out what is missing."
        )
    return numbers


def mean_from_sums(
    total: int, total_of_squares: int, n: int, level: float = 0.95, method: str = "student"
) -> Interval:
    """Return the mean of n whole numbers with its confidence interval, from their sum and sum of squares.

    The variance is computed in exact integers, so that nothing is lost however many the numbers are.

    Parameters
    ----------
    total : int
        The sum of the numbers.
    total_of_squares : int
        The sum of their squares.
    n : int
        How many they are.
    level : float, optional
        The two-sided confidence level, between 0 and 1.
    method : {"student", "normal"}, optional
        As in `mean`.

    Returns
    -------
    Interval
        The same as `mean` of the numbers themselves.

    Raises
    ------
    VariantlabError
        If no n numbers can have these sums, or the level or method is not allowed.

    Examples
    --------
    >>> print(mean_from_sums(58 + 60 + 60 + 59 + 60, 58**2 + 60**2 + 60**2 + 59**2 + 60**2, 5))
    59.400 [58.289, 60.511] (95% Student t, n = 5)
    """
    level = level_between_0_and_1(level)
    method = choice("method", method, MEAN_FROM_SUMS_METHODS)
    estimate, variance, n = moments_from_sums(total, total_of_squares, n)
    if n == 0:
        return no_data(level, method)
    return _mean_interval(estimate, variance, n, level, method)


def moments_from_sums(total: int, total_of_squares: int, n: int) -> tuple[float, float, int]:
    """Return the mean, the variance (divisor n - 1; infinite for n = 1) and n; zeros for n = 0."""
    n = whole_number("n", n)
    total = whole_number("total", total, at_least=None)
    squares = whole_number("total_of_squares", total_of_squares)
    if n == 0:
        if total or squares:
            raise invalid("n", 0, "at least 1 when the sums are not 0")
        return 0.0, 0.0, 0
    if n * squares < total * total:
        least = -(-total * total // n)
        raise invalid(
            "total_of_squares", squares, f"at least {least}, as {n} numbers with sum {total} have no less"
        )
    spread = n * squares - total * total
    if n == 1 and spread:
        raise invalid("total_of_squares", squares, f"{total * total}, the square of the one number")
    variance = float(Fraction(spread, n * (n - 1))) if n > 1 else math.inf
    return float(Fraction(total, n)), variance, n


def _mean_interval(estimate: float, variance: float, n: int, level: float, method: str) -> Interval:
    """Return estimate +- quantile * standard error; n = 1 has an infinite variance and is unbounded."""
    quantile = two_sided_z(level) if method == "normal" or n == 1 else two_sided_t(level, n - 1)
    margin = quantile * math.sqrt(variance / n)
    return Interval(estimate, estimate - margin, estimate + margin, level, method, n)


def two_sided_t(level: float, degrees_of_freedom: float) -> float:
    """Return the t that Student's variable exceeds in size with probability 1 - level."""
    from scipy.special import stdtrit

    return -float(stdtrit(degrees_of_freedom, (1 - level) / 2))


def _bootstrap_limits(values: Numbers, level: float, seed: int) -> tuple[float, float]:
    """Return the BCa limits of the mean; for a mean the acceleration has a closed form."""
    from scipy.special import ndtr, ndtri

    deviations = values - values.mean()
    if not deviations.any():
        return float(values[0]), float(values[0])
    means = _resampled_means(values, seed)
    below = ((means < values.mean()).mean() + (means <= values.mean()).mean()) / 2
    bias = ndtri(np.clip(below, 1 / N_RESAMPLES, 1 - 1 / N_RESAMPLES))
    acceleration = (deviations**3).sum() / (6 * (deviations**2).sum() ** 1.5)
    shifted = bias + two_sided_z(level) * np.array([-1.0, 1.0])
    low, high = np.quantile(means, ndtr(bias + shifted / (1 - acceleration * shifted)))
    return float(low), float(high)


def _resampled_means(values: Numbers, seed: int) -> Numbers:
    """Return the means of resamples, drawn as counts of the different values to keep memory flat."""
    rng = np.random.default_rng(seed)
    different, counts = np.unique(values, return_counts=True)
    n = len(values)
    rows = max(1, RESAMPLED_COUNTS_AT_ONCE // len(different))
    parts = [
        rng.multinomial(n, counts / n, size=min(rows, N_RESAMPLES - start)) @ different / n
        for start in range(0, N_RESAMPLES, rows)
    ]
    return np.concatenate(parts)
