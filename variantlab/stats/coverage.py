"""How often an interval really contains the true rate: exact, by summing over the binomial."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import NDArray

from variantlab.stats.checks import choice, level_between_0_and_1, probability, whole_number
from variantlab.stats.intervals import RATE_LIMITS, rate_limits

__all__ = ["coverage"]

CELLS_AT_ONCE = 2_000_000


@overload
def coverage(p: float, n: int, level: float = ..., method: str = ...) -> float: ...
@overload
def coverage(
    p: NDArray[np.float64], n: int, level: float = ..., method: str = ...
) -> NDArray[np.float64]: ...
def coverage(
    p: float | NDArray[np.float64], n: int, level: float = 0.95, method: str = "wilson"
) -> float | NDArray[np.float64]:
    """Return the probability that the interval from n trials contains the true rate p.

    Sums the binomial probabilities of those counts whose interval contains p: exact, nothing is simulated.

    Parameters
    ----------
    p : float or ndarray of float, one dimension
        The true rate, from 0 to 1, or many of them.
    n : int
        The number of trials, at least 1.
    level : float, optional
        The confidence level the interval promises.
    method : {"wilson", "exact"}, optional
        The method of `rate`.

    Returns
    -------
    float or ndarray of float
        The coverage for each p, from 0 to 1.

    Raises
    ------
    VariantlabError
        If p is not a probability, n < 1, or the level or method is not allowed.

    Examples
    --------
    >>> round(coverage(0.5, 10, method="exact"), 6)
    0.978516
    >>> coverage(np.array([0.1, 0.5]), 60).round(3).tolist()
    [0.952, 0.948]
    """
    n = whole_number("n", n, at_least=1)
    level = level_between_0_and_1(level)
    method = choice("method", method, RATE_LIMITS)
    rates = np.array([probability("p", one) for one in np.atleast_1d(p)], dtype=np.float64)
    rows = max(1, CELLS_AT_ONCE // (n + 1))
    parts = [_coverage(rates[i : i + rows], n, level, method) for i in range(0, len(rates), rows)]
    result = np.concatenate(parts) if parts else rates
    return float(result[0]) if np.ndim(p) == 0 else result


def _coverage(rates: NDArray[np.float64], n: int, level: float, method: str) -> NDArray[np.float64]:
    """Return the coverage at each rate, from a table of rates by counts."""
    from scipy.stats import binom

    k = np.arange(n + 1, dtype=np.float64)
    low, high = rate_limits(k, n, level, method)
    column = rates[:, np.newaxis]
    covered = (low <= column) & (column <= high)
    return np.minimum(1.0, (binom.pmf(k, n, column) * covered).sum(axis=1))
