"""The sequential probability ratio test: stop as soon as the games decide between two strengths.

Wald's test [1]_ adds up the log-likelihood ratio (LLR) of two hypotheses, here two differences in Elo, and
stops at a bound. Draws, and the dependence of the two games of a pair, make the likelihood composite; it is
maximised under each expected score, a generalised test that keeps the bounds [2]_ [3]_.

References
----------
.. [1] A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945),
   117-186.
.. [2] M. Van den Bergh, "A practical introduction to the GSPRT" and "The pentanomial model", notes for the
   testing framework of Stockfish (2019).
.. [3] X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test for separate families of
   hypotheses", Sequential Analysis 33 (2014), 539-563.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from variantlab.errors import invalid
from variantlab.stats.checks import choice, finite_number, level_between_0_and_1, probability, whole_number
from variantlab.stats.elo import PairCounts, check_order, five_counts, score_of_elo
from variantlab.stats.intervals import Interval, rate

__all__ = ["Sprt", "SprtResult", "SprtSimulation", "run_sprt", "simulate_sprt", "sprt", "sprt_pairs"]

Numbers = NDArray[np.float64]

#: Scores of the results of a game and of a pair, worst first.
GAME_SCORES = np.array([0.0, 0.5, 1.0])
PAIR_SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
SCALES = ("logistic", "bayes")
METHODS = ("exact", "normal")
#: In place of a count of zero, where a formula divides by what was never seen.
HALF_A_GAME = 0.5
HALVINGS = 64
MOST_ELO = 2000


# --- the test
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sprt:
    """A sequential test of one difference in Elo against another.

    Parameters
    ----------
    elo0, elo1 : float
        The difference under H0, and the larger one under H1.
    alpha, beta : float, optional
        The probabilities of deciding for H1 when H0 is true, and for H0 when H1 is; both below one half.
    scale : {"logistic", "bayes"}, optional
        The Elo scale of elo0 and elo1. "logistic": the expected score is 1/(1 + 10^(-elo/400)), whatever the
        draws. "bayes": BayesElo, in which the rate of draws, read from the games, enters: the same number
        means another strength. BayesElo is for single games.
    method : {"exact", "normal"}, optional
        On the logistic scale: the likelihood maximised exactly, or its normal approximation.

    Examples
    --------
    >>> test = Sprt(elo0=0, elo1=5)
    >>> round(test.upper, 4), round(test.llr(880, 1863, 759), 4)
    (2.9444, 2.9472)
    >>> round(Sprt(0, 5, method="normal").llr(880, 1863, 759), 4)
    2.9532
    >>> round(Sprt(0, 5, scale="bayes").llr(880, 1863, 759), 4)
    2.2714
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    scale: str = "logistic"
    method: str = "exact"

    def __post_init__(self) -> None:
        for field in ("elo0", "elo1"):
            object.__setattr__(self, field, _checked_elo(field, getattr(self, field)))
        check_order("elo0", self.elo0, "elo1", self.elo1)
        for field in ("alpha", "beta"):
            if level_between_0_and_1(getattr(self, field), field) >= 0.5:
                raise invalid(field, getattr(self, field), "a probability of error below 0.5, such as 0.05")
        choice("scale", self.scale, SCALES)
        choice("method", self.method, METHODS)

    @property
    def lower(self) -> float:
        """The bound at which H0 is accepted: log(beta/(1 - alpha))."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which H1 is accepted: log((1 - beta)/alpha)."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, wins: int, draws: int, losses: int) -> float:
        """Return the log-likelihood ratio of H1 to H0: finite, and 0 without a game."""
        return float(self.llrs(np.array([_worst_first(wins, draws, losses)]))[0])

    def llr_of_pairs(self, pairs: PairCounts | Sequence[int]) -> float:
        """Return the log-likelihood ratio of H1 to H0 of pairs of games: finite, and 0 without a pair."""
        return float(self.llrs(np.array([five_counts(pairs)], np.float64))[0])

    def llrs(self, counts: Numbers) -> Numbers:
        """Return the log-likelihood ratio of each row of counts.

        Parameters
        ----------
        counts : ndarray, shape (n, 3) or (n, 5)
            Losses, draws and wins; or pairs with 0, 1/2, 1, 3/2 and 2 points.

        Returns
        -------
        ndarray of float, shape (n,)
        """
        counts = np.asarray(counts, np.float64)
        if self.scale == "bayes":
            if counts.shape[1] != 3:
                hint = "Use scale='logistic'."
                raise invalid("scale", self.scale, "logistic, for pairs of games", hint)
            return _bayes_llrs(counts, self.elo0, self.elo1)
        scores = GAME_SCORES if counts.shape[1] == 3 else PAIR_SCORES
        llrs = _exact_llrs if self.method == "exact" else _normal_llrs
        return llrs(counts, scores, score_of_elo(self.elo0), score_of_elo(self.elo1))

    def result(self, llr: float, n: int, unit: str = "games") -> SprtResult:
        """Return what the test says at this LLR."""
        verdict = "H1" if llr >= self.upper else "H0" if llr <= self.lower else "undecided"
        return SprtResult(verdict, llr, self.lower, self.upper, n, unit, self)


@dataclass(frozen=True)
class SprtResult:
    """What a sequential test says after some games.

    Parameters
    ----------
    verdict : str
        'H0', 'H1' or 'undecided'.
    llr : float
        The log-likelihood ratio.
    lower, upper : float
        The bounds.
    n : int
        Games, or pairs of games.
    unit : str
        'games' or 'pairs'.
    test : Sprt
        The test.
    """

    verdict: str
    llr: float
    lower: float
    upper: float
    n: int
    unit: str
    test: Sprt

    @property
    def is_decided(self) -> bool:
        """Whether a bound was reached."""
        return self.verdict != "undecided"

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON."""
        test = self.test
        return {
            "verdict": self.verdict, "llr": self.llr, "lower": self.lower, "upper": self.upper, "n": self.n,
            "unit": self.unit, "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta,
            "scale": test.scale, "method": test.method,
        }  # fmt: skip

    def __str__(self) -> str:
        test = self.test
        scale = "BayesElo" if test.scale == "bayes" else f"Elo, logistic, {test.method}"
        return (
            f"{self.verdict}: LLR {self.llr:.4f} in [{self.lower:.4f}, {self.upper:.4f}] after {self.n:,} "
            f"{self.unit} (H0 {test.elo0:g}, H1 {test.elo1:g}; {scale})"
        )

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


def sprt(wins: int, draws: int, losses: int, elo0: float, elo1: float, **options: Any) -> SprtResult:
    """Return what the sequential test says about some games.

    Parameters
    ----------
    wins, draws, losses : int
        The first player's; capped games are in none of them.
    elo0, elo1 : float
        The differences in Elo under H0 and H1.
    **options
        `alpha`, `beta`, `scale` and `method` of `Sprt`.

    Returns
    -------
    SprtResult
        With verdict H0, H1 or undecided.

    Examples
    --------
    >>> print(sprt(880, 1863, 759, elo0=0, elo1=5))
    H1: LLR 2.9472 in [-2.9444, 2.9444] after 3,502 games (H0 0, H1 5; Elo, logistic, exact)
    >>> print(sprt(0, 0, 20, elo0=-5, elo1=5))
    undecided: LLR -0.5756 in [-2.9444, 2.9444] after 20 games (H0 -5, H1 5; Elo, logistic, exact)
    """
    test = Sprt(elo0, elo1, **options)
    return test.result(test.llr(wins, draws, losses), wins + draws + losses)


def sprt_pairs(pairs: PairCounts | Sequence[int], elo0: float, elo1: float, **options: Any) -> SprtResult:
    """Return what the sequential test says about pairs of games, the pair being the unit.

    Parameters
    ----------
    pairs : PairCounts or five int
        Pairs with 0, 1/2, 1, 3/2 and 2 points.
    elo0, elo1, **options
        As in `sprt`; on the logistic scale.

    Examples
    --------
    >>> print(sprt_pairs((3, 10, 24, 12, 5), elo0=0, elo1=50))
    undecided: LLR -0.4895 in [-2.9444, 2.9444] after 54 pairs (H0 0, H1 50; Elo, logistic, exact)
    """
    test = Sprt(elo0, elo1, **options)
    counts = five_counts(pairs)
    return test.result(test.llr_of_pairs(counts), sum(counts), "pairs")


def run_sprt(
    test: Sprt, play: Callable[[int, int], Any], batch: int = 100, max_games: int | None = None
) -> SprtResult:
    """Return what the test says at the end of a run, which ends at a bound or at an explicit cap.

    Parameters
    ----------
    test : Sprt
        The test.
    play : function(n, first) -> counts
        Plays `n` games, numbers `first` to ``first + n - 1``, and returns (wins, draws, losses), or the five
        counts of the pairs among them.
    batch : int, optional
        Games between two looks; even, for pairs.
    max_games : int, optional
        The cap: no more games than this are played. None, the default, is no cap.

    Returns
    -------
    SprtResult
        'undecided' only where the cap was reached.

    Examples
    --------
    >>> run_sprt(Sprt(0, 100), lambda n, first: (n, 0, 0), batch=5).verdict
    'H1'
    >>> run_sprt(Sprt(-0.25, 0.25), lambda n, first: (0, n, 0), max_games=1000).verdict
    'undecided'
    """
    batch = whole_number("batch", batch, at_least=1)
    most = math.inf if max_games is None else whole_number("max_games", max_games)
    counts, played = np.zeros(0, np.int64), 0
    result = test.result(0.0, 0)
    while played < most and not result.is_decided:
        n = int(min(batch, most - played))
        found = play(n, played)
        played += n
        counts = _added(counts, found)
        unit = "games" if len(counts) == 3 else "pairs"
        llr = float(test.llrs(counts[np.newaxis].astype(np.float64))[0])
        result = test.result(llr, int(counts.sum()), unit)
    return result


def _added(counts: NDArray[np.int64], found: Any) -> NDArray[np.int64]:
    """Return the counts so far and those of a batch together, worst result first."""
    if isinstance(found, PairCounts) or len(found) == 5:
        more = np.array(five_counts(found))
    elif len(found) == 3:
        wins, draws, losses = found
        more = np.array(_worst_first(wins, draws, losses))
    else:
        raise invalid("play", found, "wins, draws and losses, or five counts of pairs")
    return more if len(counts) == 0 else counts + more


def _checked_elo(field: str, given: object) -> float:
    allowed = f"a difference in Elo from -{MOST_ELO} to {MOST_ELO}"
    number = finite_number(field, given, allowed)
    if abs(number) > MOST_ELO:
        raise invalid(field, given, allowed)
    return number


def _worst_first(wins: int, draws: int, losses: int) -> tuple[int, int, int]:
    return whole_number("losses", losses), whole_number("draws", draws), whole_number("wins", wins)


# --- log-likelihood ratios, a row each
# ----------------------------------------------------------------------------------------------------


def _exact_llrs(counts: Numbers, scores: Numbers, s0: float, s1: float) -> Numbers:
    """Return the log of the ratio of the largest likelihoods with expected scores s1 and s0."""
    return _log_likelihoods(counts, scores, s1) - _log_likelihoods(counts, scores, s0)


def _log_likelihoods(counts: Numbers, scores: Numbers, s: float) -> Numbers:
    """Return the largest log-likelihood with expected score s, less that of the observed frequencies.

    It is reached at p_i = f_i/(1 + t (a_i - s)), where t solves sum of f_i (a_i - s)/(1 + t (a_i - s)) = 0.
    The sum falls with t. Where it does not reach 0 while all 1 + t (a_i - s) are positive, t ends where the
    worst or the best result, which was never seen, takes the probability that is left; so the likelihood is
    finite whatever was seen.
    """
    away = scores - s
    low = np.full(len(counts), -1 / away[-1])
    high = np.full(len(counts), -1 / away[0])
    seen = counts > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        tilted = np.where(seen, 1 + middle[:, np.newaxis] * away, 1.0)
        falls = (counts * away / tilted).sum(axis=1)
        low, high = np.where(falls > 0, middle, low), np.where(falls > 0, high, middle)
    tilted = np.where(seen, 1 + ((low + high) / 2)[:, np.newaxis] * away, 1.0)
    result: Numbers = -(counts * np.log(tilted)).sum(axis=1)
    return result


def _normal_llrs(counts: Numbers, scores: Numbers, s0: float, s1: float) -> Numbers:
    """Return n (s1 - s0)(2 s - s0 - s1)/(2 v), with the score s and the variance v of a unit.

    Where nothing varies, half a game stands in for each result that was never seen.
    """
    n = counts.sum(axis=1)
    varies = (counts > 0).sum(axis=1) > 1
    shown = np.where(varies[:, np.newaxis] | (counts > 0), counts, HALF_A_GAME)
    total = shown.sum(axis=1)
    s = shown @ scores / total
    variance = shown @ scores**2 / total - s * s
    return n * (s1 - s0) * (2 * s - s0 - s1) / (2 * variance)


def _bayes_llrs(counts: Numbers, elo0: float, elo1: float) -> Numbers:
    """Return the log-likelihood ratios under BayesElo, its draw parameter read from the frequencies.

    R. Coulom, "Bayesian Elo rating" (2005). Where a result was never seen, half a game stands in for it.
    """
    shown = np.where(counts > 0, counts, HALF_A_GAME)
    losses, _, wins = (shown / shown.sum(axis=1, keepdims=True)).T
    draw_elo = 200 * np.log10((1 - losses) / losses * (1 - wins) / wins)
    result: Numbers = (counts * (_bayes_logs(draw_elo, elo1) - _bayes_logs(draw_elo, elo0))).sum(axis=1)
    return result


def _bayes_logs(draw_elo: Numbers, elo: float) -> Numbers:
    """Return the logs of the probabilities of loss, draw and win."""
    win = 1 / (1 + 10 ** ((draw_elo - elo) / 400))
    loss = 1 / (1 + 10 ** ((draw_elo + elo) / 400))
    draw = win * loss * (10 ** (draw_elo / 200) - 1)  # 1 - win - loss, without a difference of small numbers
    result: Numbers = np.log(np.stack([loss, draw, win], axis=1))
    return result


# --- how often the test errs
# ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SprtSimulation:
    """How many simulated runs of a test ended in each verdict.

    Parameters
    ----------
    h0, h1, undecided : int
        The runs of each verdict.
    mean_games : float
        Games, or pairs, of a run on average.
    """

    h0: int
    h1: int
    undecided: int
    mean_games: float

    def share(self, verdict: str, level: float = 0.95) -> Interval:
        """Return the share of the runs with a verdict, 'H0', 'H1' or 'undecided', with its interval."""
        counts = {"H0": self.h0, "H1": self.h1, "undecided": self.undecided}
        return rate(counts[choice("verdict", verdict, counts)], sum(counts.values()), level)

    def __str__(self) -> str:
        return (
            f"H0 {self.share('H0')}; H1 {self.share('H1')}; undecided {self.undecided:,}; "
            f"{self.mean_games:,.1f} units a run on average"
        )


def simulate_sprt(
    test: Sprt,
    chances: Sequence[float],
    runs: int = 1000,
    max_units: int = 100_000,
    batch: int = 1,
    seed: int = 0,
) -> SprtSimulation:
    """Return how a test ends when the true chances of each result are known: its error rates.

    Parameters
    ----------
    test : Sprt
        The test.
    chances : sequence of 3 or 5 float
        The chances of loss, draw and win; or of pairs with 0, 1/2, 1, 3/2 and 2 points.
    runs : int, optional
        Simulated runs.
    max_units : int, optional
        The cap of a run, in games or pairs.
    batch : int, optional
        Games or pairs between two looks. Rarer looks overshoot the bounds, and err less often.
    seed : int, optional
        Of the random numbers.

    Returns
    -------
    SprtSimulation

    Examples
    --------
    >>> found = simulate_sprt(Sprt(0, 100), (0.3, 0.4, 0.3), runs=200, batch=10, seed=1)
    >>> found.h1 / 200 < 0.1
    True
    """
    shares = np.array([probability(f"chances[{i}]", p) for i, p in enumerate(chances)])
    if len(shares) not in (3, 5) or abs(shares.sum() - 1) > 1e-9:
        raise invalid("chances", list(chances), "3 or 5 probabilities that add up to 1")
    runs, batch = whole_number("runs", runs, at_least=1), whole_number("batch", batch, at_least=1)
    max_units = whole_number("max_units", max_units, at_least=1)
    rng = np.random.default_rng(whole_number("seed", seed))
    counts = np.zeros((runs, len(shares)))
    llrs, going = np.zeros(runs), np.arange(runs)
    for played in range(0, max_units, batch):
        counts[going] += rng.multinomial(min(batch, max_units - played), shares, size=len(going))
        llrs[going] = test.llrs(counts[going])
        going = going[(test.lower < llrs[going]) & (llrs[going] < test.upper)]
        if len(going) == 0:
            break
    h0, h1 = int((llrs <= test.lower).sum()), int((llrs >= test.upper).sum())
    return SprtSimulation(h0, h1, runs - h0 - h1, float(counts.sum() / runs))
