"""Where the next games help: which of several scores is nearest to a target, or lies in a band.

Arrays of shape (runs, values) throughout: many simulated searches go side by side, a real one is a single
row. Games go where they help by top-two sampling [1]_. The evidence is valid at every look and for any way of
allocating games, so that a search may stop as soon as it suffices [2]_.

References
----------
.. [1] D. Russo, "Simple Bayesian algorithms for best-arm identification", Operations Research 68 (2020),
   1625-1647 (first at the Conference on Learning Theory, 2016): top-two sampling.
.. [2] E. Kaufmann and W. M. Koolen, "Mixture martingales revisited with applications to sequential tests and
   confidence intervals", Journal of Machine Learning Research 22 (2021): stopping when the evidence of two
   samples together suffices.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from variantlab.stats.elo import effective_games

__all__ = [
    "ALLOCATIONS",
    "Seen",
    "bisection",
    "evidence_for_nearer",
    "flat",
    "log_evidence",
    "nearest",
    "top_two",
]

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

#: The prior of the evidence is half a wide one and half a narrow one, which weigh as many games at the target
#: as this: the one rules out far values after few games, the other near ones after fewer than the wide one
#: would. They change how soon a search may stop, never how often it errs.
GAMES_AT_TARGET = (2, 100)
FEWEST_PLAYED_SHARE = 8
DRAWS_OF_THE_POSTERIOR = 64
SHORTENINGS = 60


@dataclass(frozen=True)
class Seen:
    """What was seen of each value so far: sums over its games, each of shape (runs, values).

    Parameters
    ----------
    played : ndarray of int
        All games, capped ones included.
    n, points : ndarray of float
        Finished games and the first side's points, a draw half a point.
    squares, products, sizes : ndarray of float
        Sums over the units, see `variantlab.stats.elo.effective_games`.
    weight : float
        1 for single games; 1/2 for pairs, whose two games may be one and the same.
    """

    played: Counts
    n: Numbers
    points: Numbers
    squares: Numbers
    products: Numbers
    sizes: Numbers
    weight: float = 1.0

    @property
    def scores(self) -> Numbers:
        """The observed scores; NaN where nothing was."""
        with np.errstate(invalid="ignore"):
            return self.points / self.n

    def posterior(self) -> tuple[Numbers, Numbers]:
        """Return the parameters of the Beta posteriors of the scores.

        From Jeffreys' prior, Beta(1/2, 1/2), and as many wins and losses as `effective_games` says.
        """
        as_many = effective_games(self.n, self.points, self.squares, self.products, self.sizes) + 1
        mean = (self.points + 0.5) / (self.n + 1)
        return mean * as_many, (1 - mean) * as_many


# --- evidence
# ----------------------------------------------------------------------------------------------


def log_evidence(p: Numbers, seen: Seen, target: float) -> Numbers:
    """Return the log of the evidence of the games against the score p, for each value.

    The likelihood of the games averaged over a prior, divided by their likelihood at p. While p is the
    true score its expectation never exceeds 1, whatever the number of games looked at and whatever decides
    about it, so it exceeds 1/delta, ever, with probability at most delta (Ville 1939). A draw enters as half
    a win and half a loss, a game of a pair with half its weight: by convexity, and by the inequality of
    Cauchy and Schwarz, the expectation is only smaller then.

    Parameters
    ----------
    p : ndarray
        Scores, of a shape that goes with (runs, values).
    seen : Seen
        The games.
    target : float
        Where the prior has its mean.
    """
    from scipy.special import xlogy

    points, missed = seen.points * seen.weight, (seen.n - seen.points) * seen.weight
    result: Numbers = _log_average(points, missed, target) - xlogy(points, p) - xlogy(missed, 1 - p)
    return result


def _log_average(points: Numbers, missed: Numbers, target: float) -> Numbers:
    """Return the log of the likelihood averaged over the prior."""
    from scipy.special import betaln

    wide, narrow = (
        betaln(games * target + points, games * (1 - target) + missed)
        - betaln(games * target, games * (1 - target))
        for games in GAMES_AT_TARGET
    )
    result: Numbers = np.logaddexp(wide, narrow) - math.log(2)
    return result


def evidence_for_nearer(seen: Seen, target: float) -> Numbers:
    """Return the log of the evidence that value i is nearer to the target than value j.

    The least evidence, taken together, against two scores of which that of i is not the nearer one. It is
    least where both are at one distance, as evidence is a convex function of the two scores.

    Parameters
    ----------
    seen : Seen
        The games.
    target : float
        Strictly between 0 and 1.

    Returns
    -------
    ndarray, shape (runs, values, values)
        Never above 0 where i is not the nearer by the observed scores.

    Examples
    --------
    >>> n, points = np.array([[900.0, 900.0]]), np.array([[450.0, 360.0]])
    >>> seen = Seen(n.astype(int), n, points, points, points, n)
    >>> evidence_for_nearer(seen, 0.5).round(1)[0].tolist()
    [[0.0, 4.3], [0.0, 0.0]]
    """
    from scipy.special import xlogy

    points, missed = seen.points * seen.weight, (seen.n - seen.points) * seen.weight
    averages = _log_average(points, missed, target)
    # Axes: runs, i, j, the side of the target on which i lies, and j.
    side_of_i, side_of_j = np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, 1.0, -1.0, 1.0])
    won = points[:, :, None, None], points[:, None, :, None]
    lost = missed[:, :, None, None], missed[:, None, :, None]
    reach = np.where((side_of_i > 0) | (side_of_j > 0), 1 - target, 1.0)
    reach = np.where((side_of_i < 0) | (side_of_j < 0), np.minimum(reach, target), reach)

    def less_at(r: Numbers) -> Numbers:
        p, q = target + side_of_i * r, target + side_of_j * r
        return -(xlogy(won[0], p) + xlogy(lost[0], 1 - p) + xlogy(won[1], q) + xlogy(lost[1], 1 - q))

    shape = (*np.broadcast_shapes(won[0].shape, won[1].shape)[:3], 4)
    low, high = np.zeros(shape), np.broadcast_to(reach, shape)
    for _ in range(SHORTENINGS):  # each leaves two thirds of where a convex function has its least value
        third = (high - low) / 3
        rises = less_at(low + third) < less_at(high - third)
        low, high = np.where(rises, low, low + third), np.where(rises, high - third, high)
    least = less_at((low + high) / 2).min(axis=-1) + averages[:, :, None] + averages[:, None, :]
    distances = np.abs(np.nan_to_num(seen.scores, nan=math.inf) - target)
    nearer = distances[:, :, None] < distances[:, None, :]
    unseen = (seen.n == 0)[:, :, None] | (seen.n == 0)[:, None, :]
    return np.where(nearer & ~unseen, least, 0.0)


def nearest(seen: Seen, target: float) -> Counts:
    """Return for each run the value whose observed score is nearest to the target.

    Of several, the one with the most games; values without a finished game are last.

    Examples
    --------
    >>> n, points = np.array([[10.0, 40.0, 0.0]]), np.array([[4.0, 16.0, 0.0]])
    >>> nearest(Seen(n.astype(int), n, points, points, points, n), 0.5).tolist()
    [1]
    """
    distances = np.abs(np.nan_to_num(seen.scores, nan=math.inf) - target)
    order = np.lexsort((-seen.n, distances), axis=-1)
    result: Counts = order[:, 0]
    return result


# --- where the next games go
# ----------------------------------------------------------------------------------------------


def top_two(seen: Seen, target: float, n: int, budget: int, rng: np.random.Generator) -> Counts:
    """Return the next `n` games of each run by top-two posterior sampling.

    Scores are drawn from the posteriors; the value nearest to the target is the leader. They are drawn again
    until another value is nearest, the challenger. Both get half the games, but for an eighth, which goes to
    the value with the fewest, so that none stays open for want of a few games. The first games go to all
    values alike.

    Parameters
    ----------
    seen : Seen
        What was seen so far.
    target : float
        The target.
    n : int
        Games to allocate in each run.
    budget : int
        Games of the whole search.
    rng : numpy.random.Generator
        For the draws.

    Returns
    -------
    ndarray of int, shape (runs, values)
        Each row adds up to n.
    """
    runs, n_values = seen.n.shape
    if n_values == 1 or (seen.played == 0).any():
        return flat(seen, target, n, budget, rng)
    a, b = seen.posterior()
    draws = rng.beta(a[:, None, :], b[:, None, :], size=(runs, DRAWS_OF_THE_POSTERIOR, n_values))
    distances = np.abs(draws - target)
    best = distances.argmin(axis=2)
    leader = best[:, 0]
    others = best != leader[:, None]
    at = np.where(others.any(axis=1), others.argmax(axis=1), DRAWS_OF_THE_POSTERIOR - 1)
    rows = np.arange(runs)
    # Where no draw had another value in front, its runner-up challenges.
    of_others = distances[rows, at]
    of_others[rows, leader] = math.inf
    challenger = of_others.argmin(axis=1)
    result = np.zeros((runs, n_values), np.int64)
    result[rows, seen.played.argmin(axis=1)] = n // FEWEST_PLAYED_SHARE
    n -= n // FEWEST_PLAYED_SHARE
    odd = rng.integers(0, 2, size=runs) if n % 2 else np.zeros(runs, np.int64)
    result[rows, leader] += n // 2 + odd
    result[rows, challenger] += n - n // 2 - odd
    return result


def flat(seen: Seen, target: float, n: int, budget: int, rng: np.random.Generator) -> Counts:
    """Return the next `n` games of each run, spread alike over all values: a grid search.

    Parameters and result are those of `top_two`.
    """
    runs, n_values = seen.n.shape
    result = np.full((runs, n_values), n // n_values, np.int64)
    fewest_first = np.argsort(seen.played, axis=1, kind="stable")
    np.put_along_axis(result, fewest_first[:, : n % n_values], n // n_values + 1, axis=1)
    return result


def bisection(seen: Seen, target: float, n: int, budget: int, rng: np.random.Generator) -> Counts:
    """Return the next `n` games of each run, for a search that halves the row of values.

    Believes that the score rises or falls along the values. Plays both ends, then the value in the middle,
    and goes on in the half whose ends lie on both sides of the target; each step gets an equal part of the
    budget.

    Parameters and result are those of `top_two`.
    """
    runs, n_values = seen.n.shape
    steps = 2 + max(0, math.ceil(math.log2(max(1, n_values - 1))))
    of_a_step = max(1, budget // steps)
    scores = np.nan_to_num(seen.scores, nan=0.5)
    result = np.zeros((runs, n_values), np.int64)
    for run in range(runs):
        result[run, _value_of_step(seen.played[run], scores[run], target, of_a_step)] = n
    return result


def _value_of_step(played: Counts, scores: Numbers, target: float, of_a_step: int) -> int:
    """Return the value whose step is not finished; at the end, that of the last two with fewer games."""
    low, high = 0, len(played) - 1
    for end in (low, high):
        if played[end] < of_a_step:
            return end
    rises = scores[high] >= scores[low]
    while high - low > 1:
        middle = (low + high) // 2
        if played[middle] < of_a_step:
            return middle
        low, high = (low, middle) if (scores[middle] >= target) == rises else (middle, high)
    return low if played[low] <= played[high] else high


Allocation = Callable[[Seen, float, int, int, np.random.Generator], Counts]
ALLOCATIONS: dict[str, Allocation] = {"top_two": top_two, "flat": flat, "bisection": bisection}
