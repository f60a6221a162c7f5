"""Looking while it runs: an interval that stays valid at every look, and what looking costs the others."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from variantlab.stats.checks import choice, level_between_0_and_1, whole_number
from variantlab.stats.intervals import Interval, no_data, two_sided_z

__all__ = ["anytime_interval", "false_alarm_rate"]

MOST_GAMES = 100_000


def anytime_interval(k: int, n: int, level: float = 0.95) -> Interval:
    """Return the rate k/n with an interval that may be looked at after every game.

    With probability `level` or more, all the intervals of a run together contain the true rate, however
    often one looks and whenever one stops; a plain interval promises that for one look only. It holds the
    rates p with B(k + 1, n - k + 1) / (p^k (1 - p)^(n - k)) < 1 / (1 - level): the likelihood of the games
    averaged over all rates, divided by their likelihood at p, is a martingale when p is true [1]_ [2]_.

    Parameters
    ----------
    k : int
        How often it happened, from 0 to n.
    n : int
        How often it could have happened.
    level : float, optional
        The level for all looks together, between 0 and 1.

    Returns
    -------
    Interval
        In rates from 0 to 1; without estimate and limits ("no data") when n is 0. Wider than `rate`.

    Raises
    ------
    VariantlabError
        If k or n is not a whole number, k > n, or the level is not allowed.

    References
    ----------
    .. [1] H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
       Mathematical Statistics 41 (1970), 1397-1409.
    .. [2] J. Ville, "Etude critique de la notion de collectif" (1939): the bound for all times at once.

    Examples
    --------
    >>> print(anytime_interval(24, 60))
    0.400 [0.221, 0.600] (95% anytime-valid, n = 60)
    >>> print(anytime_interval(0, 0))
    no data (n = 0)
    """
    n = whole_number("n", n)
    k = whole_number("k", k, at_most=n, hint="k counts some of the n.")
    level = level_between_0_and_1(level)
    if n == 0:
        return no_data(level, "anytime")
    low, high = _lower_limit(k, n, level), 1 - _lower_limit(n - k, n, level)
    return Interval(k / n, low, high, level, "anytime", n)


def _lower_limit(k: int, n: int, level: float) -> float:
    """Return the rate below k/n at which the mixture reaches 1/(1 - level) times the likelihood.

    Below exp((log B + log(1 - level)) / k) it has certainly done so, as (1 - p)^(n - k) is at most 1.
    """
    from scipy.optimize import brentq
    from scipy.special import betaln, xlog1py

    if k == 0:
        return 0.0
    log_bound = float(betaln(k + 1, n - k + 1)) + math.log1p(-level)

    def excess(p: float) -> float:
        return log_bound - k * math.log(p) - float(xlog1py(n - k, -p))

    certain = math.exp(log_bound / k)
    if excess(certain) <= 0:
        return certain
    return float(brentq(excess, certain, k / n, xtol=1e-300))


def false_alarm_rate(
    n_max: int, looks: int | Iterable[int], level: float = 0.95, method: str = "wilson"
) -> float:
    """Return how often a fair game is called unfair at one of the looks: optional stopping, exactly.

    Follows the probabilities of all counts of a fair coin from game to game and takes out, at each look,
    those whose interval leaves out one half.

    Parameters
    ----------
    n_max : int
        The number of games after which one stops at the latest, at most 100,000.
    looks : int or iterable of int
        When one looks: after every so many games, or after the listed numbers of games.
    level : float, optional
        The level of the interval looked at.
    method : {"wilson", "anytime"}, optional
        The Wilson interval of `rate`, which leaves out one half when ``|k - n/2| > z sqrt(n/4)``, or
        `anytime_interval`.

    Returns
    -------
    float
        The probability of at least one false alarm, from 0 to 1.

    Raises
    ------
    VariantlabError
        If n_max or a look is not allowed, or the level or method is unknown.

    References
    ----------
    .. [1] P. Armitage, C. K. McPherson and B. C. Rowe, "Repeated significance tests on accumulating data",
       Journal of the Royal Statistical Society A 132 (1969), 235-244.

    Examples
    --------
    >>> round(false_alarm_rate(1000, looks=1000), 6)
    0.053678
    >>> round(false_alarm_rate(1000, looks=10), 6)
    0.356528
    >>> round(false_alarm_rate(1000, looks=10, method="anytime"), 4)
    0.0175
    """
    n_max = whole_number("n_max", n_max, at_least=1, at_most=MOST_GAMES)
    level = level_between_0_and_1(level)
    method = choice("method", method, ("wilson", "anytime"))
    at = _looks(looks, n_max)
    still_fair, alarms = np.array([1.0]), 0.0
    for n in range(1, n_max + 1):
        still_fair = (np.append(still_fair, 0.0) + np.append(0.0, still_fair)) / 2
        if n in at:
            alarmed = _leaves_out_half(n, level, method)
            alarms += float(still_fair[alarmed].sum())
            still_fair[alarmed] = 0.0
    return alarms


def _looks(looks: int | Iterable[int], n_max: int) -> frozenset[int]:
    """Return the numbers of games after which one looks."""
    if isinstance(looks, Iterable):
        return frozenset(whole_number("looks", look, at_least=1, at_most=n_max) for look in looks)
    step = whole_number("looks", looks, at_least=1, at_most=n_max)
    return frozenset(range(step, n_max + 1, step))


def _leaves_out_half(n: int, level: float, method: str) -> NDArray[np.bool_]:
    """Return for each count k from 0 to n whether its interval leaves out one half."""
    from scipy.special import betaln

    k = np.arange(n + 1, dtype=np.float64)
    result: NDArray[np.bool_]
    if method == "wilson":
        result = np.abs(2 * k - n) > two_sided_z(level) * math.sqrt(n)
    else:
        result = betaln(k + 1, n - k + 1) + n * math.log(2) >= -math.log1p(-level)
    return result
