"""Ratios of two counts over games, such as pieces turned per move: games, or pairs of them, are the units.

A game with many moves weighs more than one with few, and what happens in a game is not independent; so the
spread is taken between games, never between moves.
"""

from __future__ import annotations

import math

from variantlab.errors import invalid
from variantlab.stats.checks import level_between_0_and_1, whole_number
from variantlab.stats.intervals import Interval, no_data, two_sided_t

__all__ = ["ratio_from_sums", "spread_of_ratio"]


def spread_of_ratio(
    total: int, of: int, squares: int, products: int, squares_of: int, n_units: int
) -> float | None:
    """Return by how much the ratio of one unit varies: the standard deviation behind the ratio's error.

    The standard error of the ratio over m units is this divided by the root of m [1]_.

    Parameters
    ----------
    total, of : int
        The sums over all units of the count y and of what it is counted per, x.
    squares, products, squares_of : int
        The sums of y*y, of x*y and of x*x.
    n_units : int
        Games, or pairs of games where two share an opening.

    Returns
    -------
    float or None
        None for less than two units, or when x is 0 throughout.

    References
    ----------
    .. [1] W. G. Cochran, "Sampling techniques" (1977), section 6.4: the ratio estimate.

    Examples
    --------
    >>> round(spread_of_ratio(3, 10, 5, 16, 52, 2), 6)  # 1 of 4 and 2 of 6
    0.056569
    """
    n_units = whole_number("n_units", n_units)
    if n_units < 2 or of == 0:
        return None
    # In whole numbers as long as it goes: sum of (y - R x)^2, times x's sum squared.
    residual = of * of * squares - 2 * total * of * products + total * total * squares_of
    if residual < 0:
        raise invalid("squares", squares, "sums of the same units as the totals")
    return math.sqrt(residual / (n_units - 1)) * n_units / (of * of)


def ratio_from_sums(
    total: int,
    of: int,
    squares: int,
    products: int,
    squares_of: int,
    n_units: int,
    n_games: int | None = None,
    level: float = 0.95,
) -> Interval:
    """Return the ratio of two counts, total over total, with an interval from the spread between units.

    Parameters
    ----------
    total, of, squares, products, squares_of, n_units : int
        As in `spread_of_ratio`.
    n_games : int, optional
        The number shown as n, where a unit has several games.
    level : float, optional
        The two-sided confidence level, between 0 and 1.

    Returns
    -------
    Interval
        Student's, with ``n_units - 1`` degrees of freedom; "no data" where there is nothing to count per.

    Examples
    --------
    >>> print(ratio_from_sums(55, 220, 385, 1512, 5972, 10))
    0.250 [0.234, 0.266] (95% Student t, n = 10)
    """
    level = level_between_0_and_1(level)
    n = n_units if n_games is None else whole_number("n_games", n_games)
    if n_units == 0 or of == 0:
        return no_data(level, "student")
    estimate = total / of
    spread = spread_of_ratio(total, of, squares, products, squares_of, n_units)
    if spread is None:
        return Interval(estimate, -math.inf, math.inf, level, "student", n)
    margin = two_sided_t(level, n_units - 1) * spread / math.sqrt(n_units)
    return Interval(estimate, estimate - margin, estimate + margin, level, "student", n)
