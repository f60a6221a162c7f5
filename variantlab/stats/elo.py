"""Scores and Elo: what wins, draws and losses, of single games or of pairs of games, say about strength.

A draw counts half a win. Where two games are played from one opening with colours exchanged, they are not
independent, and the pair is the unit: its five results (0, 1/2, 1, 3/2, 2 points) make the pentanomial [1]_.

References
----------
.. [1] M. Van den Bergh, "The pentanomial model", notes for the testing framework of Stockfish (2019).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from variantlab.errors import DataError, VariantlabError, invalid
from variantlab.stats.checks import choice, finite_number, level_between_0_and_1, probability, whole_number
from variantlab.stats.intervals import Interval, no_data, rate_limits, two_sided_z

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "PairCounts", "effective_games", "elo", "elo_of_score", "likelihood_of_superiority", "pair_counts",
    "pair_elo", "pair_score", "score", "score_of_elo",
]  # fmt: skip

Numbers = NDArray[np.float64]
#: Points of a pair of games, for the five results.
PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
METHODS = ("wilson", "normal")


# --- the scale
# ----------------------------------------------------------------------------------------------


def score_of_elo(elo: float) -> float:
    """Return the expected score of a player so many Elo points stronger, on the logistic scale.

    Parameters
    ----------
    elo : float
        The difference in strength, 400 points to a factor of ten in the odds.

    Returns
    -------
    float
        1/(1 + 10^(-elo/400)), between 0 and 1.

    References
    ----------
    .. [1] A. E. Elo, "The rating of chessplayers, past and present" (1978).

    Examples
    --------
    >>> round(score_of_elo(100), 4)
    0.6401
    """
    elo = finite_number("elo", elo)
    return 1 / (1 + 10 ** min(300.0, -elo / 400))


def elo_of_score(score: float) -> float:
    """Return the Elo difference that gives this expected score, on the logistic scale.

    Parameters
    ----------
    score : float
        From 0 to 1.

    Returns
    -------
    float
        -400 log10(1/score - 1); infinite for 0 and 1.

    Examples
    --------
    >>> round(elo_of_score(0.59), 1)
    63.2
    >>> elo_of_score(1)
    inf
    """
    score = probability("score", score)
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


# --- counts
# -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairCounts:
    """How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.

    Parameters
    ----------
    counts : tuple of int
        The five counts, in that order.
    n_left_out : int, optional
        Games in no pair, because their partner or they themselves were capped or are missing.

    Examples
    --------
    >>> pairs = PairCounts((3, 10, 24, 12, 5))
    >>> pairs.n_pairs, pairs.points
    (54, 57.0)
    """

    counts: tuple[int, int, int, int, int]
    n_left_out: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", five_counts(self.counts))

    @property
    def n_pairs(self) -> int:
        """The complete pairs."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """The points of all pairs, a draw half a point."""
        return float(np.dot(self.counts, PAIR_POINTS))

    def __add__(self, other: PairCounts) -> PairCounts:
        """Return the counts of both together."""
        if not isinstance(other, PairCounts):
            return NotImplemented
        zero, half, one, three_halves, two = (a + b for a, b in zip(self.counts, other.counts, strict=True))
        return PairCounts((zero, half, one, three_halves, two), self.n_left_out + other.n_left_out)

    def __str__(self) -> str:
        listed = "  ".join(f"{points:g}: {n:,}" for points, n in zip(PAIR_POINTS, self.counts, strict=True))
        return f"{self.n_pairs:,} pairs by points: {listed}; {self.n_left_out:,} games left out"


def pair_counts(table: pd.DataFrame, winner: str = "winning_player") -> PairCounts:
    """Return the pentanomial counts of a table of games played in pairs.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a game, with ``opening`` (games of one opening are a pair) and the column `winner`; ``seed``
        too where several series are in it.
    winner : str, optional
        ``winning_player`` counts the points of the first of the players, ``winner`` those of the first
        colour, which both of them play in turn. Its first label wins, its second loses, ``draw`` is half a
        point; a missing value is a game that was capped.

    Returns
    -------
    PairCounts
        Pairs of which a game is missing or capped are left out whole, and their games counted.

    Raises
    ------
    DataError
        If a column is missing, or an opening has more than two games.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> from variantlab.simulate import simulate
    >>> pairs = pair_counts(simulate(NegaeriShogi(opening_plies=4), n=40, seed=1))
    >>> pairs.n_pairs + pairs.n_left_out // 2
    20
    """
    missing = [name for name in ("opening", winner) if name not in table]
    if missing:
        hint = "Play the games in pairs: opening_plies=8, say, for Negaeri Shogi."
        raise invalid("columns", list(table.columns), f"a table with {', '.join(missing)}", hint, DataError)
    labels = table[winner].astype("category").cat
    first, second = [label for label in labels.categories if label != "draw"][:2]
    halves = table[winner].astype(object).map({first: 2, "draw": 1, second: 0})
    by = [table[name] for name in ("seed", "opening") if name in table]
    pairs = halves.groupby(by, observed=True).agg(["size", "count", "sum"])
    if (pairs["size"] > 2).any():
        raise invalid("opening", pairs["size"].max(), "at most two games of each opening", error=DataError)
    whole = pairs["count"] == 2
    zero, half, one, three_halves, two = np.bincount(pairs["sum"][whole].astype(int), minlength=5).tolist()
    n_left_out = int(pairs["size"][~whole].sum())
    return PairCounts((zero, half, one, three_halves, two), n_left_out)


def five_counts(given: Any) -> tuple[int, int, int, int, int]:
    """Return the five counts of pairs, checked."""
    if isinstance(given, PairCounts):
        return given.counts
    if not isinstance(given, (Sequence, np.ndarray)) or len(given) != 5:
        allowed = "five counts: pairs with 0, 1/2, 1, 3/2 and 2 points"
        raise invalid("pairs", given, allowed, "See pair_counts(table).")
    zero, half, one, three_halves, two = (whole_number(f"pairs[{i}]", n) for i, n in enumerate(given))
    return zero, half, one, three_halves, two


# --- estimates
# ----------------------------------------------------------------------------------------------


def effective_games(
    n: ArrayLike, points: ArrayLike, squares: ArrayLike, products: ArrayLike, sizes: ArrayLike
) -> Numbers:
    """Return how many games without draws, each by itself, would tell as much about the score.

    Draws vary less than wins and losses, so that games with draws tell more; the two games of a pair may go
    the same way, so that they tell less. The variance of the score is that of a sum over units, games or
    pairs: the sum of (p_i - s n_i)^2, where p_i are the points of a unit, n_i its games and s the score [1]_.
    To the sums, half a win and half a loss are added, so that nothing observed without spread looks certain.

    Parameters
    ----------
    n, points : array_like
        Games and points in all.
    squares, products, sizes : array_like
        The sums over the units of p_i^2, of p_i n_i and of n_i^2.

    Returns
    -------
    ndarray of float
        Equal to n for single games without draws.

    References
    ----------
    .. [1] W. G. Cochran, "Sampling techniques" (1977), section 11.5: design effect, ratio to size.

    Examples
    --------
    >>> round(float(effective_games(60, 24, 24, 24, 60)), 6)
    60.0
    >>> round(float(effective_games(60, 30, 15, 30, 60)), 6)  # nothing but draws
    3660.0
    """
    n, points = np.asarray(n, np.float64), np.asarray(points, np.float64)
    s = (points + 0.5) / (n + 1)
    squares = np.asarray(squares, np.float64) + 0.5
    products = np.asarray(products, np.float64) + 0.5
    sizes = np.asarray(sizes, np.float64) + 1
    spread = squares - 2 * s * products + s * s * sizes
    result: Numbers = n * (n + 1) * s * (1 - s) / spread
    return result


def score_interval(
    n: int,
    points: float,
    unit_sums: tuple[float, float, float],
    level: float = 0.95,
    method: str = "wilson",
) -> Interval:
    """Return the score points/n with its interval; `unit_sums` are squares, products and sizes, as in
    `effective_games`.
    """
    level = level_between_0_and_1(level)
    method = choice("method", method, METHODS)
    if n == 0:
        return no_data(level, method)
    s = points / n
    if method == "normal":
        squares, products, sizes = unit_sums
        margin = two_sided_z(level) * math.sqrt(max(0.0, squares - 2 * s * products + s * s * sizes)) / n
        return Interval(s, max(0.0, s - margin), min(1.0, s + margin), level, method, n)
    as_many = float(effective_games(n, points, *unit_sums))
    low, high = rate_limits(np.array(s * as_many), as_many, level, "wilson")  # type: ignore[arg-type]
    return Interval(s, min(s, float(low)), max(s, float(high)), level, method, n)


def score(wins: int, draws: int, losses: int, level: float = 0.95, method: str = "wilson") -> Interval:
    """Return the score, wins and half the draws over all games, with its interval.

    Parameters
    ----------
    wins, draws, losses : int
        The counts; capped games are in none of them.
    level : float, optional
        The two-sided confidence level, between 0 and 1.
    method : {"wilson", "normal"}, optional
        "wilson": Wilson's interval with the number of games that `effective_games` gives; without draws it is
        `rate`. "normal": score plus and minus z standard deviations, as engine tests print it; empty when
        all games ended alike.

    Returns
    -------
    Interval
        From 0 to 1; "no data" for no game.

    Examples
    --------
    >>> print(score(59, 0, 41))
    0.590 [0.492, 0.681] (95% Wilson, n = 100)
    >>> print(score(880, 1863, 759))
    0.517 [0.506, 0.529] (95% Wilson, n = 3,502)
    """
    w, d, n = _three_counts(wins, draws, losses)
    points = w + d / 2
    return score_interval(n, points, (w + d / 4, points, n), level, method)


def pair_score(pairs: PairCounts | Sequence[int], level: float = 0.95, method: str = "wilson") -> Interval:
    """Return the score a game of games played in pairs, with an interval in which the pair is the unit.

    Parameters
    ----------
    pairs : PairCounts or five int
        Pairs with 0, 1/2, 1, 3/2 and 2 points.
    level, method : optional
        As in `score`.

    Returns
    -------
    Interval
        From 0 to 1; n counts games.

    Examples
    --------
    >>> print(pair_score((20, 0, 0, 0, 30)))  # the second game repeats the first
    0.600 [0.462, 0.724] (95% Wilson, n = 100)
    >>> print(score(60, 0, 40))
    0.600 [0.502, 0.691] (95% Wilson, n = 100)
    """
    counts = five_counts(pairs)
    m, points = sum(counts), float(np.dot(counts, PAIR_POINTS))
    squares = float(np.dot(counts, np.square(PAIR_POINTS)))
    return score_interval(2 * m, points, (squares, 2 * points, 4 * m), level, method)


def _three_counts(wins: int, draws: int, losses: int) -> tuple[int, int, int]:
    """Return wins, draws and all games."""
    w, d = whole_number("wins", wins), whole_number("draws", draws)
    return w, d, w + d + whole_number("losses", losses)


def elo(wins: int, draws: int, losses: int, level: float = 0.95, method: str = "wilson") -> Interval:
    """Return the Elo difference of two players with its interval, on the logistic scale.

    Parameters
    ----------
    wins, draws, losses : int
        The first player's.
    level, method : optional
        As in `score`, whose limits are put on the scale.

    Returns
    -------
    Interval
        In Elo points; infinite where a score is 0 or 1.

    Examples
    --------
    >>> print(elo(880, 1863, 759, method="normal"))
    12.009 [4.143, 19.888] (95% normal, n = 3,502)
    >>> print(elo(20, 0, 0))
    inf [286.614, inf] (95% Wilson, n = 20)
    """
    return _on_elo_scale(score(wins, draws, losses, level, method))


def pair_elo(pairs: PairCounts | Sequence[int], level: float = 0.95, method: str = "wilson") -> Interval:
    """Return the Elo difference of two players from pairs of games, with its interval.

    Parameters are those of `pair_score`.

    Examples
    --------
    >>> print(pair_elo((3, 10, 24, 12, 5)))
    19.322 [-26.947, 65.591] (95% Wilson, n = 108)
    """
    return _on_elo_scale(pair_score(pairs, level, method))


def _on_elo_scale(score: Interval) -> Interval:
    if score.estimate is None or score.low is None or score.high is None:
        return score
    estimate, low, high = (elo_of_score(value) for value in (score.estimate, score.low, score.high))
    return Interval(estimate, low, high, score.level, score.method, score.n)


def likelihood_of_superiority(wins: int, losses: int) -> float:
    """Return the probability that the first player is the stronger, draws left out: Phi((W - L)/sqrt(W + L)).

    The normal approximation to the posterior of a flat prior, as engine tests print it ("LOS").

    Parameters
    ----------
    wins, losses : int
        The first player's.

    Returns
    -------
    float
        From 0 to 1; one half without a decided game.

    Examples
    --------
    >>> round(likelihood_of_superiority(880, 759), 4)
    0.9986
    """
    w, losses = whole_number("wins", wins), whole_number("losses", losses)
    if w + losses == 0:
        return 0.5
    return 0.5 * math.erfc((losses - w) / math.sqrt(2 * (w + losses)))


def check_order(low_field: str, low: float, high_field: str, high: float) -> None:
    """Raise unless the one is below the other."""
    if not low < high:
        raise VariantlabError(f"{high_field}: got {high}; allowed: a number above {low_field} = {low}.")
