"""How many games are enough, and what a number of games can show.

The test meant here is the one a reader makes by eye: does the Wilson interval of the observed rate leave out
p0? It is the two-sided score test, ``|k - n p0| > z sqrt(n p0 (1 - p0))``. Its power is summed exactly over
the binomial; it moves in small jumps with n, because counts are whole.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from variantlab.errors import VariantlabError, invalid
from variantlab.stats.checks import finite_number, level_between_0_and_1, probability, whole_number
from variantlab.stats.intervals import rate_limits, two_sided_z

__all__ = [
    "difference_power",
    "games_for_margin",
    "games_needed",
    "power",
    "score_games_needed",
    "score_power",
    "smallest_shown",
]

MOST_GAMES = 10_000_000


def power(n: int, p0: float, p1: float, level: float = 0.95) -> float:
    """Return the probability that n games show that the rate is not p0, when in truth it is p1.

    Parameters
    ----------
    n : int
        The number of games, at least 1.
    p0 : float
        The rate to be refuted, such as 0.5 for a fair game; strictly between 0 and 1.
    p1 : float
        The true rate, from 0 to 1. With p1 = p0 the result is the probability of a false alarm.
    level : float, optional
        The level of the Wilson interval that has to leave out p0.

    Returns
    -------
    float
        The power, from 0 to 1, exact.

    Raises
    ------
    VariantlabError
        If n < 1, or a probability or the level is not allowed.

    Examples
    --------
    >>> round(power(60, 0.5, 0.4), 3)
    0.349
    >>> round(power(1000, 0.5, 0.5), 6)
    0.053678
    """
    n = whole_number("n", n, at_least=1)
    p0 = _open_probability("p0", p0)
    p1 = probability("p1", p1)
    return float(_powers(np.array([n], dtype=np.float64), p0, p1, level_between_0_and_1(level))[0])


def _open_probability(field: str, given: object) -> float:
    """Return a probability strictly between 0 and 1."""
    number = probability(field, given)
    if not 0 < number < 1:
        raise invalid(field, given, "a probability strictly between 0 and 1")
    return number


def _powers(n: NDArray[np.float64], p0: float, p1: float, level: float) -> NDArray[np.float64]:
    """Return the power for each number of games: the two tails that refute p0, under p1."""
    from scipy.stats import binom

    reach = two_sided_z(level) * np.sqrt(n * p0 * (1 - p0))
    below, above = np.ceil(n * p0 - reach) - 1, np.floor(n * p0 + reach)
    result: NDArray[np.float64] = binom.cdf(below, n, p1) + binom.sf(above, n, p1)
    return result


def games_needed(p0: float, p1: float, power: float = 0.8, level: float = 0.95) -> int:
    """Return the smallest number of games from which on the power is reached and kept.

    Starts from the normal approximation and looks at every number of games around it with the exact
    binomial. Fewer games may reach the power by luck of the rounding; from the result on it never falls
    below it again.

    Parameters
    ----------
    p0 : float
        The rate to be refuted, such as 0.5 for a fair game; strictly between 0 and 1.
    p1 : float
        The true rate that is to be noticed, from 0 to 1 and different from p0.
    power : float, optional
        The probability with which it is to be noticed, between 0 and 1.
    level : float, optional
        The level of the Wilson interval that has to leave out p0.

    Returns
    -------
    int
        The number of games.

    Raises
    ------
    VariantlabError
        If p0 equals p1, if more than some 10,000,000 games are needed, or a value is not allowed.

    Examples
    --------
    >>> games_needed(0.5, 0.4)
    198
    >>> games_needed(0.5, 0.45)
    796
    """
    p0, p1 = _open_probability("p0", p0), probability("p1", p1)
    target = level_between_0_and_1(power, "power")
    level = level_between_0_and_1(level)
    if p0 == p1:
        raise invalid("p1", p1, f"a probability other than p0 = {p0}", "No number of games tells them apart.")
    guess = _normal_games(p0, p1, target, level)
    if guess > MOST_GAMES:
        raise VariantlabError(
            f"p1: {p1} is so near to p0 = {p0} that about {guess:,.0f} games are needed; "
            f"allowed: a difference that needs at most {MOST_GAMES:,}."
        )
    return _last_below(target, guess, p0, p1, level) + 1


def _normal_games(p0: float, p1: float, power: float, level: float) -> float:
    """Return the number of games that the normal approximation asks for."""
    from scipy.special import ndtri

    shown = two_sided_z(level) * math.sqrt(p0 * (1 - p0)) + float(ndtri(power)) * math.sqrt(p1 * (1 - p1))
    return max(1.0, (shown / (p1 - p0)) ** 2)


def _last_below(target: float, guess: float, p0: float, p1: float, level: float) -> int:
    """Return the last number of games whose power is below the target; 0 when there is none.

    Both the error of the guess and the reach of the jumps are of the order of sqrt(n). The window grows
    until it begins below the target and its last quarter keeps it.
    """
    half_width = 100 + int(20 * math.sqrt(guess))
    while True:
        first, last = max(1, int(guess) - half_width), int(guess) + half_width
        n = np.arange(first, last + 1, dtype=np.float64)
        below = np.flatnonzero(_powers(n, p0, p1, level) < target)
        if len(below) == 0 and first == 1:
            return 0
        if len(below) and below[-1] < 0.75 * len(n):
            return int(n[below[-1]])
        half_width *= 2


def smallest_shown(n: int, p0: float = 0.5, power: float = 0.8, level: float = 0.95) -> float | None:
    """Return the true rate nearest above p0 that n games tell from p0 with the given power.

    Parameters
    ----------
    n : int
        The number of games, at least 1.
    p0 : float, optional
        The rate to be refuted, strictly between 0 and 1.
    power : float, optional
        The probability with which the difference is to be noticed.
    level : float, optional
        The level of the Wilson interval that has to leave out p0.

    Returns
    -------
    float or None
        To 1/10000, rounded up; None when not even a rate of 1 would be noticed.

    Examples
    --------
    >>> smallest_shown(60), smallest_shown(100), smallest_shown(3)
    (0.6756, 0.6354, None)
    """
    n = whole_number("n", n, at_least=1)
    p0 = _open_probability("p0", p0)
    target, level = level_between_0_and_1(power, "power"), level_between_0_and_1(level)
    sizes = np.array([n], dtype=np.float64)
    low, high = math.ceil(p0 * 10_000), 10_000
    if _powers(sizes, p0, 1.0, level)[0] < target:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        enough = _powers(sizes, p0, middle / 10_000, level)[0] >= target
        low, high = (low, middle) if enough else (middle, high)
    return high / 10_000


def difference_power(n1: int, n2: int, p1: float, p2: float, level: float = 0.95) -> float:
    """Return the probability that two samples show that their rates differ: the interval leaves out 0.

    Newcombe's interval of the difference, summed exactly over both binomials.

    Parameters
    ----------
    n1, n2 : int
        Games of each sample, from 1 to 3000.
    p1, p2 : float
        The true rates. With p1 = p2 the result is the probability of a false alarm.
    level : float, optional
        The level of the interval.

    Returns
    -------
    float
        The power, from 0 to 1, exact.

    Examples
    --------
    >>> round(difference_power(40, 40, 0.15, 0.85), 3), round(difference_power(40, 40, 0.4, 0.6), 3)
    (1.0, 0.458)
    """
    from scipy.stats import binom

    level = level_between_0_and_1(level)
    sides = []
    for suffix, n, p in (("1", n1, p1), ("2", n2, p2)):
        size = whole_number(f"n{suffix}", n, at_least=1, at_most=3000)
        k = np.arange(size + 1, dtype=np.float64)
        low, high = rate_limits(k, size, level, "wilson")
        sides.append((k / size, low, high, binom.pmf(k, size, probability(f"p{suffix}", p))))
    (r1, low1, high1, chance1), (r2, low2, high2, chance2) = sides
    difference = r1[:, None] - r2[None, :]
    lower = difference - np.hypot((r1 - low1)[:, None], (high2 - r2)[None, :])
    upper = difference + np.hypot((high1 - r1)[:, None], (r2 - low2)[None, :])
    return float(chance1 @ ((lower > 0) | (upper < 0)) @ chance2)


def games_for_margin(margin: float, level: float = 0.95) -> int:
    """Return the number of games after which no Wilson interval is wider than plus or minus the margin.

    The interval is widest at a rate of one half, where its half width is z / (2 sqrt(n + z^2)).

    Parameters
    ----------
    margin : float
        The half width, strictly between 0 and 0.5; 0.02 is two percentage points.
    level : float, optional
        The level of the interval.

    Returns
    -------
    int
        The number of games, at least 1.

    Raises
    ------
    VariantlabError
        If the margin or the level is not allowed.

    Examples
    --------
    >>> games_for_margin(0.02)
    2398
    """
    margin = finite_number("margin", margin)
    if not 0 < margin < 0.5:
        raise invalid("margin", margin, "a half width between 0 and 0.5, such as 0.02")
    z = two_sided_z(level_between_0_and_1(level))
    return max(1, math.ceil((z / (2 * margin)) ** 2 - z * z))


def score_power(
    n: int,
    score0: float,
    score1: float,
    draw_rate: float = 0.0,
    pair_correlation: float = 0.0,
    level: float = 0.95,
) -> float:
    """Return the probability that n games show that the score is not score0, when it is score1.

    A draw counts half, and makes the score vary less: by s(1 - s) - d/4 a game. Two games of a pair vary
    together: the variance of a game is multiplied by 1 + the correlation of the two [1]_. By the normal
    approximation; `power` is exact for games without draws and pairs.

    Parameters
    ----------
    n : int
        The number of games, at least 1; in pairs, twice the number of pairs.
    score0, score1 : float
        The score to be refuted and the true one, strictly between 0 and 1.
    draw_rate : float, optional
        The share of draws, from 0 to 1.
    pair_correlation : float, optional
        From -1 to 1; 0 for single games. Games of one opening, counted for one colour, tend to go the same
        way; counted for one player, who has each colour once, they tend to cancel out.
    level : float, optional
        The level of the interval that has to leave out score0.

    Returns
    -------
    float
        The power, from 0 to 1.

    Raises
    ------
    VariantlabError
        If a score cannot go with the draw rate, or a value is not allowed.

    References
    ----------
    .. [1] L. Kish, "Survey sampling" (1965), section 5.4: the design effect of clusters.

    Examples
    --------
    >>> round(score_power(1000, 0.5, 0.53), 3), round(score_power(1000, 0.5, 0.53, draw_rate=0.5), 3)
    (0.475, 0.766)
    """
    from scipy.special import ndtr

    n = whole_number("n", n, at_least=1)
    sigma0, sigma1 = _score_sigmas(score0, score1, draw_rate, pair_correlation)
    reach = two_sided_z(level_between_0_and_1(level)) * sigma0
    shift = math.sqrt(n) * (score1 - score0)
    if sigma1 == 0:
        return float(abs(shift) > reach)
    return float(ndtr((shift - reach) / sigma1) + ndtr((-shift - reach) / sigma1))


def score_games_needed(
    score0: float,
    score1: float,
    draw_rate: float = 0.0,
    pair_correlation: float = 0.0,
    power: float = 0.8,
    level: float = 0.95,
) -> int:
    """Return the number of games that tell score1 from score0, with draws and pairs.

    Parameters are those of `score_power`; `power` is the probability with which it is to be noticed.

    Returns
    -------
    int
        The number of games; an even number where the games are correlated in pairs.

    Examples
    --------
    >>> score_games_needed(0.5, 0.53), score_games_needed(0.5, 0.53, draw_rate=0.5)
    (2178, 1088)
    >>> score_games_needed(0.5, 0.53, pair_correlation=-0.4)
    1308
    """
    from scipy.special import ndtri

    sigma0, sigma1 = _score_sigmas(score0, score1, draw_rate, pair_correlation)
    if score0 == score1:
        allowed = f"a score other than score0 = {score0}"
        raise invalid("score1", score1, allowed, "No number of games tells them apart.")
    target = float(ndtri(level_between_0_and_1(power, "power")))
    reach = two_sided_z(level_between_0_and_1(level)) * sigma0 + target * sigma1
    n = max(1, math.ceil((reach / (score1 - score0)) ** 2))
    return n + n % 2 if pair_correlation else n


def _score_sigmas(
    score0: float, score1: float, draw_rate: float, pair_correlation: float
) -> tuple[float, float]:
    """Return the standard deviation of a game's score under both scores."""
    draws = probability("draw_rate", draw_rate)
    correlation = finite_number("pair_correlation", pair_correlation)
    if not -1 <= correlation <= 1:
        raise invalid("pair_correlation", pair_correlation, "a correlation from -1 to 1")
    sigmas = []
    for field, given in (("score0", score0), ("score1", score1)):
        s = _open_probability(field, given)
        if draws > 2 * min(s, 1 - s):
            allowed = f"at most {2 * min(s, 1 - s):.12g}, as {field} is {s}"
            raise invalid("draw_rate", draw_rate, allowed, "A draw is half a point for each side.")
        sigmas.append(math.sqrt(max(0.0, s * (1 - s) - draws / 4) * (1 + correlation)))
    return sigmas[0], sigmas[1]
