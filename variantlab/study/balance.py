"""Balance tuning: which value of a rule makes a game fair, and how sure that is.

A search plays where games help, stops when one value is settled, and says so when none is, or when values
cannot be told apart. The score of a value that a search picked is flattered by the picking; what is reported
as the rate comes from fresh games of another seed, a part of the budget kept for it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from variantlab.errors import RulesError, invalid, shown, unknown_choice
from variantlab.games.game import Game, whole_number
from variantlab.simulate import checked_series, played_parts
from variantlab.stats.allocation import (
    ALLOCATIONS,
    Seen,
    evidence_for_nearer,
    log_evidence,
    nearest,
)
from variantlab.stats.checks import choice, finite_number, level_between_0_and_1, probability
from variantlab.stats.elo import score_interval
from variantlab.stats.intervals import Interval, rate

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Balance",
    "Comparison",
    "MethodShares",
    "ScoreCounts",
    "ValueResult",
    "balance",
    "bisection",
    "compare_methods",
    "flat_grid",
]

PLAYERS_KNOB = "players"
CONFIRM_SHARE = 0.2
#: The first round looks at all values alike; the later ones go where they help.
FIRST_ROUND_SHARE = 0.1
LATER_ROUNDS = 40
FEWEST_GAMES_A_VALUE = 10
MOST_VALUES = 200
MOST_GAMES = 10**9
LARGEST_PART = 2_000


# --- counts
# -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScoreCounts:
    """The results of some games for the first colour, games or pairs of games being the units.

    Parameters
    ----------
    wins, draws, losses : int
        Finished games.
    n_capped : int
        Games that were capped: they enter no rate.
    squares, products, sizes : float
        Sums over the units, see `variantlab.stats.elo.effective_games`.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    n_capped: int = 0
    squares: float = 0.0
    products: float = 0.0
    sizes: float = 0.0

    @classmethod
    def of_games(cls, winner: NDArray[np.integer[Any]], unit: NDArray[np.integer[Any]]) -> ScoreCounts:
        """Return the counts of games.

        Parameters
        ----------
        winner : ndarray of int
            0 first colour, 1 second colour, 2 draw, -1 capped.
        unit : ndarray of int
            The same number for games that belong together.

        Examples
        --------
        >>> counts = ScoreCounts.of_games(np.array([0, 0, 2, -1]), np.array([7, 7, 8, 8]))
        >>> counts.wins, counts.draws, counts.n_capped, counts.score().estimate
        (2, 1, 1, 0.8333333333333334)
        """
        _, unit = np.unique(unit, return_inverse=True)
        points = np.bincount(unit, np.choose(winner + 1, [0.0, 1.0, 0.0, 0.5]))
        finished = np.bincount(unit, winner >= 0)
        wins, losses, draws = (int((winner == code).sum()) for code in (0, 1, 2))
        sums = (float((a * b).sum()) for a, b in ((points, points), (points, finished), (finished, finished)))
        return cls(wins, draws, losses, int((winner < 0).sum()), *sums)

    @property
    def n_finished(self) -> int:
        """The games that ended by the rules."""
        return self.wins + self.draws + self.losses

    @property
    def n_games(self) -> int:
        """All games, capped ones included."""
        return self.n_finished + self.n_capped

    @property
    def points(self) -> float:
        """The first colour's points, a draw half a point."""
        return self.wins + self.draws / 2

    def score(self, level: float = 0.95) -> Interval:
        """Return the first colour's score in the finished games, with its interval."""
        return score_interval(self.n_finished, self.points, (self.squares, self.products, self.sizes), level)

    def __add__(self, other: ScoreCounts) -> ScoreCounts:
        """Return the counts of both together; no unit may be split between them."""
        if not isinstance(other, ScoreCounts):
            return NotImplemented
        return ScoreCounts(*(a + b for a, b in zip(_fields(self), _fields(other), strict=True)))


def _fields(counts: ScoreCounts) -> tuple[Any, ...]:
    return tuple(vars(counts).values())


# --- results
# -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ValueResult:
    """What was played at one value of the knob.

    Parameters
    ----------
    value : object
        The value; a tuple for two knobs.
    game : Game
        The rules with that value.
    players : (str, str)
        The players of the first and the second colour.
    seed : int
        The series: `variantlab.simulate.tally` with it plays the same games.
    counts : ScoreCounts
        The results.
    level : float
        The level of the interval.
    """

    value: Any
    game: Game
    players: tuple[str, str]
    seed: int
    counts: ScoreCounts
    level: float

    @property
    def score(self) -> Interval:
        """The first colour's score with its interval."""
        return self.counts.score(self.level)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values, for JSON."""
        counts = self.counts
        return {
            "value": self.value, "rules": self.game.settings(), "players": list(self.players),
            "seed": self.seed, "n_games": counts.n_games, "wins": counts.wins, "draws": counts.draws,
            "losses": counts.losses, "capped": counts.n_capped, "score": self.score.as_dict(),
        }  # fmt: skip


@dataclass(frozen=True)
class Balance:
    """The answer of a search for the value that makes a game fair; ``print`` it.

    Parameters
    ----------
    game : Game
        The rules, before the knob was turned.
    knobs : tuple of str
        The rules that were varied.
    searched : tuple of ValueResult
        What the search played at each value. Its scores have been searched through: none of them is the rate
        to report.
    confirmed : ValueResult
        Fresh games at the value that was found, or at the nearest one where none was.
    target : float
        The score looked for.
    band : (float, float) or None
        The scores that count as fair, where a band was given.
    budget : int
        Games allowed.
    level : float
        The probability of a right answer, and the level of the intervals.
    seed : int
        Names the whole search.
    method : str
        How games were allocated.
    kind : {'value', 'none', 'undecided'}
        One value is settled; none is in the band; or the budget ended before either.
    candidates : tuple
        The values that may still be the right one.
    """

    game: Game
    knobs: tuple[str, ...]
    searched: tuple[ValueResult, ...]
    confirmed: ValueResult
    target: float
    band: tuple[float, float] | None
    budget: int
    level: float
    seed: int
    method: str
    kind: str
    candidates: tuple[Any, ...]

    @property
    def value(self) -> Any:
        """The value that was settled; None where none was."""
        return self.confirmed.value if self.kind == "value" else None

    @property
    def rate(self) -> Interval:
        """The first colour's score in the fresh games, the one to report, with its interval."""
        return self.confirmed.score

    @property
    def n_games(self) -> int:
        """All games played, of the search and of the confirmation."""
        return sum(row.counts.n_games for row in (*self.searched, self.confirmed))

    @property
    def n_capped(self) -> int:
        """The games that were capped: they enter no rate."""
        return sum(row.counts.n_capped for row in (*self.searched, self.confirmed))

    @property
    def _knob(self) -> str:
        return self.knobs[0] if len(self.knobs) == 1 else f"({', '.join(self.knobs)})"

    @property
    def answer(self) -> str:
        """The answer in a sentence."""
        side = self.game.colours[0]
        knob = self._knob
        fair = f"a score of {self.target:g} for {side}"
        if self.band is not None:
            fair = f"the band {self.band[0]:g} to {self.band[1]:g} of scores for {side}"
        listed = ", ".join(_in_words(value, self.knobs) for value in self.candidates)
        if self.kind == "value":
            where = "in" if self.band is not None else "nearest to"
            return f"{knob} = {_in_words(self.value, self.knobs)} is {where} {fair}"
        if self.kind == "none":
            return f"none is in the band: no {knob} of those tried is in {fair}"
        if len(self.candidates) == 1:
            return f"not settled: {knob} = {listed} may be in {fair}"
        which = "may each be in" if self.band is not None else "may each be nearest to"
        return f"cannot be told apart: {knob} = {listed} {which} {fair}"

    @property
    def confirmation(self) -> str:
        """What the fresh games say by themselves."""
        if not self.rate.has_data:
            return "no finished game to confirm it by"
        low, high = float(self.rate.low or 0.0), float(1.0 if self.rate.high is None else self.rate.high)
        if self.band is None:
            inside = low <= self.target <= high
            return f"its interval {'contains' if inside else 'leaves out'} the target"
        if self.band[0] <= low and high <= self.band[1]:
            return "its interval lies inside the band"
        if high < self.band[0] or low > self.band[1]:
            return "its interval lies outside the band"
        return "its interval lies partly outside the band"

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain values, for JSON.

        ``rate`` is the one to report; the scores under ``searched`` have been searched through.
        """
        return {
            "game": self.game.name,
            "rules": self.game.settings(),
            "knob": self.knobs[0] if len(self.knobs) == 1 else list(self.knobs),
            "values": [row.value for row in self.searched],
            "target": self.target,
            "band": None if self.band is None else list(self.band),
            "players": [list(row.players) for row in self.searched],
            "budget": self.budget,
            "level": self.level,
            "seed": self.seed,
            "method": self.method,
            "answer": self.kind,
            "value": self.value,
            "candidates": list(self.candidates),
            "text": self.answer,
            "rate": {
                "label": "confirmed on fresh games", "side": self.game.colours[0],
                "value": self.confirmed.value, "says": self.confirmation, **self.rate.as_dict(),
            },
            "confirmed": self.confirmed.as_dict(),
            "searched": [
                {"label": "searched, not a rate to report", **row.as_dict()} for row in self.searched
            ],
            "n_games": self.n_games,
            "n_capped": self.n_capped,
        }  # fmt: skip

    def to_frame(self) -> pd.DataFrame:
        """Return a table with a row for each value searched, and one for the confirmation, labelled so."""
        import pandas as pd

        rows = [("searched", row) for row in self.searched] + [("confirmed", self.confirmed)]
        return pd.DataFrame([self._table_row(stage, row) for stage, row in rows])

    def _table_row(self, stage: str, row: ValueResult) -> dict[str, Any]:
        values = (row.value,) if len(self.knobs) == 1 else row.value
        by_knob = zip(self.knobs, values, strict=True)
        counts, score = row.counts, row.score
        return {
            **{k: _in_words(v, (k,)) if k == PLAYERS_KNOB else v for k, v in by_knob},
            "stage": stage, "n_games": counts.n_games, "wins": counts.wins, "draws": counts.draws,
            "losses": counts.losses, "capped": counts.n_capped,
            "score": score.estimate, "low": score.low, "high": score.high, "seed": row.seed,
        }  # fmt: skip

    def __str__(self) -> str:
        knob = self._knob
        found = _in_words(self.confirmed.value, self.knobs)
        lines = [
            self.answer,
            f"  rate at {knob} = {found}, from fresh games: {self.rate}; {self.confirmation}",
            "  searched (chosen by these scores, so none of them is a rate to report):",
        ]
        for row in self.searched:
            capped = f", {row.counts.n_capped:,} capped" if row.counts.n_capped else ""
            lines.append(f"    {knob} = {_in_words(row.value, self.knobs)}: {row.score}{capped}")
        capped = f"{self.n_capped:,} capped, in no rate" if self.n_capped else "none capped"
        lines.append(
            f"  {self.n_games:,} games of {self.budget:,}, {capped}; {_players_in_words(self.searched)}; "
            f"{self.method}, level {self.level:g}, seed {self.seed}"
        )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def _in_words(value: Any, knobs: Sequence[str]) -> str:
    """Return a value as text: two players with a stroke between them, the values of two knobs in brackets."""
    parts = (value,) if len(knobs) == 1 else value
    words = ["/".join(part) if isinstance(part, tuple) else str(part) for part in parts]
    return words[0] if len(words) == 1 else f"({', '.join(words)})"


def _players_in_words(rows: Sequence[ValueResult]) -> str:
    pairs = {row.players for row in rows}
    return " against ".join(next(iter(pairs))) if len(pairs) == 1 else "players as listed"


# --- the search
# --------------------------------------------------------------------------------------------


def balance(
    game: Game,
    knob: str | Sequence[str],
    values: Sequence[Any],
    target: float | None = None,
    band: tuple[float, float] | None = None,
    players: str | Sequence[str] = "random",
    budget: int = 5000,
    level: float = 0.95,
    method: str = "top_two",
    confirm_share: float = CONFIRM_SHARE,
    threads: int | None = None,
    progress: bool = False,
    seed: int = 0,
) -> Balance:
    """Return which value of a rule brings the first colour's score nearest to a target, or into a band.

    Games go where they help, by top-two posterior sampling [1]_; the search stops when one value is settled,
    or none can be right, and at the end of its part of the budget in any case. Then the value is played anew
    with another seed, and only those games give the rate.

    Parameters
    ----------
    game : Game
        The rules; those of the knob are replaced.
    knob : str or sequence of str
        A rule of the game, such as 'komi', or 'players'; or two of them, tried in all combinations.
    values : sequence
        The values to try, in order; for two knobs a sequence of values for each. A value of 'players' is a
        player for both sides or a pair of players.
    target : float, optional
        The score looked for, 0.5 if left out; with a band, its middle.
    band : (float, float), optional
        Scores that count as fair, both ends included. The answer is then a value that lies in it.
    players : str or two str, optional
        Who plays, for both colours or for each.
    budget : int, optional
        Games to play at most, those of the confirmation included.
    level : float, optional
        A settled answer is right with at least this probability, whatever the scores; see the notes.
    method : {'top_two', 'flat', 'bisection'}, optional
        How games are allocated: see `variantlab.stats.allocation`. Bisection believes that the score rises or
        falls along the values.
    confirm_share : float, optional
        The part of the budget kept for the confirmation, between 0 and 1.
    threads : int, optional
        Threads to use, all cores if left out. Never changes a result.
    progress : bool, optional
        Whether to show a progress bar.
    seed : int, optional
        Names the search; each value's series, and the confirmation's, have seeds derived from it.

    Returns
    -------
    Balance
        With one of three answers: a value; none is in the band; or values that cannot be told apart.

    Raises
    ------
    RulesError
        If a knob, a value or a player is not allowed.
    VariantlabError
        If the target, band, budget, level, method or share is not allowed.

    Notes
    -----
    Draws are half a point; capped games are counted and enter no rate. With random openings
    (``opening_plies``), the two games of an opening are the unit. Players of different strength keep their
    colours, so that a handicap stays with one of them: of each opening one game is played.

    A value is ruled out when the evidence that another one is nearer to the target, or that it lies outside
    the band, exceeds values/(1 - level), see `variantlab.stats.allocation.log_evidence`: this holds at every
    look, so that stopping early costs nothing. The search ends when one value is left; in a band, when a
    value lies inside with that evidence. Two values at one distance from the target are not told apart.

    References
    ----------
    .. [1] D. Russo, "Simple Bayesian algorithms for best-arm identification", Operations Research 68 (2020),
       1625-1647.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> found = balance(Othello(size=4), "komi", (-8, 0, 8), budget=600, seed=1)
    >>> found.value, found.rate.n < found.n_games <= 600
    (0.0, True)
    """
    plan = _plan(game, knob, values, players, seed, method)
    target, band = _goal(target, band)
    level = level_between_0_and_1(level)
    search, confirmation = _parts_of_budget(budget, len(plan.arms), plan.unit, confirm_share)
    rng = np.random.default_rng([plan.seed, 2])
    with _bar(search + confirmation, plan, progress) as bar:
        counts = [ScoreCounts() for _ in plan.arms]
        found = _Findings("undecided", 0, np.ones(len(plan.arms), bool))
        for n in _rounds(search // plan.unit, len(plan.arms)):
            shares = _shares(plan, counts, found, target, n, search // plan.unit, rng)
            for i in np.flatnonzero(shares):
                more = int(shares[i]) * plan.unit
                arm = plan.arms[i]
                counts[i] += _played(arm, arm.search_seed, counts[i].n_games, more, threads)
                bar.update(more)
            found = _findings(_seen(plan, counts), target, band, level)
            if found.kind != "undecided":
                break
        arm = plan.arms[found.best]
        fresh = _played(arm, arm.fresh_seed, 0, confirmation, threads)
        bar.update(confirmation)
    searched = tuple(
        ValueResult(arm.value, arm.game, arm.players, arm.search_seed, seen, level)
        for arm, seen in zip(plan.arms, counts, strict=True)
    )
    return Balance(
        game=game, knobs=plan.knobs, searched=searched,
        confirmed=ValueResult(arm.value, arm.game, arm.players, arm.fresh_seed, fresh, level),
        target=target, band=band, budget=int(budget), level=level, seed=plan.seed, method=plan.method,
        kind=found.kind,
        candidates=tuple(plan.arms[i].value for i in np.flatnonzero(found.candidates)),
    )  # fmt: skip


def flat_grid(game: Game, knob: str | Sequence[str], values: Sequence[Any], **options: Any) -> Balance:
    """Return what `balance` returns when every value gets the same number of games."""
    return balance(game, knob, values, **{**options, "method": "flat"})


def bisection(game: Game, knob: str | Sequence[str], values: Sequence[Any], **options: Any) -> Balance:
    """Return what `balance` returns when the row of values is halved, believing that scores rise or fall."""
    return balance(game, knob, values, **{**options, "method": "bisection"})


# --- the plan
# ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Arm:
    """One value of the knob: the games that are played at it."""

    value: Any
    game: Game
    players: tuple[str, str]
    search_seed: int
    fresh_seed: int
    in_pairs: bool
    one_of_each_pair: bool


@dataclass(frozen=True)
class _Plan:
    """What is searched, and how."""

    knobs: tuple[str, ...]
    arms: tuple[_Arm, ...]
    method: str
    seed: int

    @property
    def unit(self) -> int:
        """Games that are allocated together."""
        return 2 if any(arm.in_pairs for arm in self.arms) else 1


def _plan(game: Game, knob: Any, values: Any, players: Any, seed: int, method: str) -> _Plan:
    """Return the values to try with their games and seeds, everything checked before a game is played."""
    method = choice("method", method, ALLOCATIONS)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    knobs = _checked_knobs(game, knob)
    rows = (values,) if len(knobs) == 1 else values
    if isinstance(rows, str) or len(rows) != len(knobs) or any(isinstance(row, str) for row in rows):
        raise invalid("values", values, f"a list of values for each of {', '.join(knobs)}", error=RulesError)
    if method == "bisection" and len(knobs) > 1:
        raise invalid("method", method, "top_two or flat with two knobs", "Two knobs have no order.")
    grid = list(itertools.product(*rows))
    if not 1 <= len(grid) <= MOST_VALUES:
        raise invalid("values", values, f"1 to {MOST_VALUES} values to try", error=RulesError)
    settled = _pair_of_players(players)
    arms: list[_Arm] = []
    for i, combination in enumerate(grid):
        arm = _arm(game, knobs, combination, settled, (seed, i))
        if any(arm.value == other.value for other in arms):
            raise invalid("values", arm.value, "each value once", error=RulesError)
        arms.append(arm)
    return _Plan(knobs, tuple(arms), method, seed)


def _checked_knobs(game: Game, knob: Any) -> tuple[str, ...]:
    """Return the names of the rules to vary."""
    knobs = (knob,) if isinstance(knob, str) else tuple(knob)
    allowed = (*game.rule_fields(), PLAYERS_KNOB)
    for name in knobs:
        if name not in allowed:
            raise unknown_choice("knob", name, allowed, RulesError)
    if len(knobs) not in (1, 2) or len(set(knobs)) < len(knobs):
        raise invalid("knob", knob, "one rule of the game, or two different ones", error=RulesError)
    return knobs


def _arm(
    game: Game,
    knobs: tuple[str, ...],
    combination: tuple[Any, ...],
    players: tuple[str, str],
    number: tuple[int, int],
) -> _Arm:
    """Return the games of one combination of values."""
    rules = {name: value for name, value in zip(knobs, combination, strict=True) if name != PLAYERS_KNOB}
    turned = game.replace(**rules) if rules else game
    for name, value in zip(knobs, combination, strict=True):
        if name == PLAYERS_KNOB:
            players = _pair_of_players(value)
    names, *_ = checked_series(players, 0, 0, None)
    columns = turned.simulate(names, 0, 0)  # checks that the game knows the players
    in_pairs = "exchanged" in columns and getattr(turned, "opening_plies", 0) > 0
    found = tuple(names if name == PLAYERS_KNOB else getattr(turned, name) for name in knobs)
    search_seed, fresh_seed = (
        int(np.random.SeedSequence([number[0], stage, number[1]]).generate_state(1)[0]) for stage in (0, 1)
    )
    return _Arm(
        found[0] if len(knobs) == 1 else found, turned, names, search_seed, fresh_seed,
        in_pairs=in_pairs and names[0] == names[1], one_of_each_pair=in_pairs and names[0] != names[1],
    )  # fmt: skip


def _pair_of_players(players: Any) -> tuple[str, str]:
    """Return the two players, from one for both sides or from two."""
    pair = (players,) if isinstance(players, str) else tuple(players)
    if len(pair) not in (1, 2) or not all(isinstance(name, str) for name in pair):
        raise invalid("players", players, "one player for both sides, or two", error=RulesError)
    return pair[0], pair[-1]


def _goal(target: Any, band: Any) -> tuple[float, tuple[float, float] | None]:
    """Return the target and the band, checked."""
    if band is not None:
        ends = tuple(band) if isinstance(band, (Sequence, np.ndarray)) and not isinstance(band, str) else ()
        if len(ends) != 2:
            raise invalid("band", band, "two scores, such as (0.45, 0.55)")
        low, high = (probability("band", end) for end in ends)
        if not low < high:
            raise invalid("band", band, "two scores, the smaller one first, such as (0.45, 0.55)")
        band = (low, high)
        target = (low + high) / 2 if target is None else target
    target = finite_number("target", 0.5 if target is None else target)
    low, high = band or (0.0, 1.0)
    if not (0 < target < 1 and low <= target <= high):
        raise invalid("target", target, f"a score between {low:g} and {high:g}, such as {(low + high) / 2:g}")
    return target, band


def _parts_of_budget(budget: Any, n_values: int, unit: int, confirm_share: float) -> tuple[int, int]:
    """Return the games of the search and of the confirmation: whole units."""
    share = finite_number("confirm_share", confirm_share)
    if not 0 < share < 1:
        raise invalid("confirm_share", confirm_share, "a share between 0 and 1, such as 0.2")
    least = math.ceil(FEWEST_GAMES_A_VALUE * n_values / (1 - share))
    if isinstance(budget, float) and not budget.is_integer():
        raise invalid("budget", budget, f"a whole number of games from {least:,}")
    budget = whole_number("budget", budget, least, MOST_GAMES, f"There are {n_values} values to try.")
    confirmation = max(unit, math.floor(share * budget / unit) * unit)
    return (budget - confirmation) // unit * unit, confirmation


def _rounds(n: int, n_values: int) -> Iterator[int]:
    """Yield how many units each round plays, n in all."""
    first = min(n, max(n_values, math.ceil(FIRST_ROUND_SHARE * n)))
    yield first
    size = max(2, math.ceil((n - first) / LATER_ROUNDS))
    for played in range(first, n, size):
        yield min(size, n - played)


# --- playing
# -----------------------------------------------------------------------------------------------


def _played(arm: _Arm, seed: int, first: int, n: int, threads: int | None) -> ScoreCounts:
    """Return the results of the next `n` games of a value's series."""
    if arm.one_of_each_pair:
        parts = _even_games(arm, seed, first, n, threads)
    else:
        size = min(LARGEST_PART, math.ceil(n / 8))
        parts = list(played_parts(arm.game, arm.players, n, seed, first, threads, size=size))
    winner = np.concatenate([part["winner"] for part in parts]).astype(np.int64)
    if arm.in_pairs:
        return ScoreCounts.of_games(winner, np.concatenate([part["opening"] for part in parts]))
    return ScoreCounts.of_games(winner, np.arange(len(winner)))


def _even_games(arm: _Arm, seed: int, first: int, n: int, threads: int | None) -> list[Any]:
    """Return the columns of games of even numbers, in which the players have their own colours."""
    from joblib import Parallel, delayed

    numbers = range(2 * first, 2 * (first + n), 2)
    one = delayed(arm.game.simulate)
    found = Parallel(n_jobs=threads or -1, prefer="threads")(
        one(arm.players, 1, seed, number) for number in numbers
    )
    return list(found)


def _shares(
    plan: _Plan,
    counts: list[ScoreCounts],
    found: _Findings,
    target: float,
    n: int,
    budget: int,
    rng: np.random.Generator,
) -> NDArray[np.int64]:
    """Return how many units of the next round each value gets; values ruled out get none by top-two."""
    allocate = ALLOCATIONS[plan.method]
    open_values = found.candidates if plan.method == "top_two" else np.ones(len(plan.arms), bool)
    shares = np.zeros(len(plan.arms), np.int64)
    shares[open_values] = allocate(_seen(plan, counts, open_values), target, n, budget, rng)[0]
    return shares


def _seen(plan: _Plan, counts: list[ScoreCounts], which: NDArray[np.bool_] | None = None) -> Seen:
    """Return the counts as the allocations take them: one run."""
    rows = [row for i, row in enumerate(counts) if which is None or which[i]]

    def of(name: str) -> NDArray[np.float64]:
        return np.array([[getattr(row, name) for row in rows]], np.float64)

    return Seen(
        played=(of("n_games") // plan.unit).astype(np.int64), n=of("n_finished"), points=of("points"),
        squares=of("squares"), products=of("products"), sizes=of("sizes"), weight=1 / plan.unit,
    )  # fmt: skip


@dataclass(frozen=True)
class _Findings:
    """What the games so far say: the kind of answer, its value, and the values not ruled out."""

    kind: str
    best: int
    candidates: NDArray[np.bool_]


def _findings(seen: Seen, target: float, band: tuple[float, float] | None, level: float) -> _Findings:
    """Return what the games so far say."""
    bound = math.log(seen.n.shape[1] / (1 - level))
    best = int(nearest(seen, target)[0])
    if band is None:
        beaten = (evidence_for_nearer(seen, target)[0] >= bound).any(axis=0)
        settled = beaten.sum() == len(beaten) - 1 and bool((seen.n > 0).all())
        return _Findings("value" if settled else "undecided", best, ~beaten)
    inside, outside = _where(seen, target, band, bound)
    if inside.any():
        scores = np.where(inside, np.abs(seen.scores[0] - target), math.inf)
        best = int(scores.argmin())
        return _Findings("value", best, np.arange(len(inside)) == best)
    return _Findings("none" if outside.all() else "undecided", best, ~outside)


def _where(
    seen: Seen, target: float, band: tuple[float, float], bound: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which scores are shown to lie inside the band, and which outside."""
    low, high = band
    scores = seen.scores[0]
    against_low, against_high = (log_evidence(np.array(end), seen, target)[0] >= bound for end in band)
    above_low = (low == 0) | ((scores > low) & against_low)
    below_high = (high == 1) | ((scores < high) & against_high)
    outside = ((scores < low) & against_low) | ((scores > high) & against_high)
    return above_low & below_high & (seen.n[0] > 0), outside


class _bar:
    """A progress bar of games, or nothing."""

    def __init__(self, total: int, plan: _Plan, progress: bool):
        self.bar: Any = None
        if progress:
            from tqdm.auto import tqdm

            self.bar = tqdm(total=total, unit=" games", desc=f"balance {', '.join(plan.knobs)}")

    def update(self, n: int) -> None:
        """Add games."""
        if self.bar is not None:
            self.bar.update(n)

    def __enter__(self) -> _bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()


# --- the methods compared on known scores
# --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MethodShares:
    """How often a method found the value nearest to the target.

    Parameters
    ----------
    method : str
        The method.
    right : Interval
        The share of the runs whose nearest observed value is the right one.
    settled_right, settled_wrong : Interval
        The shares of the runs that settled on the right value, and on another.
    """

    method: str
    right: Interval
    settled_right: Interval
    settled_wrong: Interval


@dataclass(frozen=True)
class Comparison:
    """Methods of allocating games compared on known scores; ``print`` it.

    Parameters
    ----------
    scores : tuple of float
        The true scores of the values.
    target : float
        The target.
    budget : int
        Games of each search.
    draw_rate : float
        The share of draws.
    methods : tuple of MethodShares
        The shares of right answers.
    """

    scores: tuple[float, ...]
    target: float
    budget: int
    draw_rate: float
    methods: tuple[MethodShares, ...]

    def __getitem__(self, method: str) -> MethodShares:
        """Return the shares of a method."""
        by_name = {shares.method: shares for shares in self.methods}
        return by_name[choice("method", method, by_name)]

    def to_frame(self) -> pd.DataFrame:
        """Return a table, one row a method."""
        import pandas as pd

        rows = []
        for shares in self.methods:
            row: dict[str, Any] = {"method": shares.method, "budget": self.budget, "runs": shares.right.n}
            for name in ("right", "settled_right", "settled_wrong"):
                interval = getattr(shares, name)
                row |= {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
            rows.append(row)
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        listed = ", ".join(f"{score:g}" for score in self.scores)
        lines = [f"scores {listed}; nearest to {self.target:g}; {self.budget:,} games a search"]
        for shares in self.methods:
            lines.append(
                f"  {shares.method:<9} right {shares.right}; settled right "
                f"{shares.settled_right.estimate:.3f}, wrong {shares.settled_wrong.estimate:.3f}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def compare_methods(
    scores: Sequence[float],
    target: float = 0.5,
    budget: int = 2000,
    runs: int = 200,
    draw_rate: float = 0.0,
    level: float = 0.95,
    methods: Sequence[str] = tuple(ALLOCATIONS),
    seed: int = 0,
) -> Comparison:
    """Return how often each method finds the right value when the true scores are known.

    No game is played: results are drawn by the scores. Each method spends the whole budget, without a
    confirmation, and names the value whose observed score is nearest to the target.

    Parameters
    ----------
    scores : sequence of float
        The true score of each value, in the order of the values; strictly between 0 and 1.
    target : float, optional
        The target.
    budget : int, optional
        Games of each search.
    runs : int, optional
        Simulated searches of each method.
    draw_rate : float, optional
        The share of draws, the same for each value.
    level : float, optional
        The level at which a search counts as settled.
    methods : sequence of str, optional
        Some of 'top_two', 'flat', 'bisection'.
    seed : int, optional
        Of the random numbers.

    Returns
    -------
    Comparison
        A run is right when the value it names is as near to the target as any.

    Examples
    --------
    >>> found = compare_methods((0.3, 0.38, 0.46, 0.54, 0.6), target=0.54, budget=500, runs=50, seed=1)
    >>> found["top_two"].right.n
    50
    """
    curve = np.array([probability(f"scores[{i}]", s) for i, s in enumerate(scores)])
    target, _ = _goal(target, None)
    draws = probability("draw_rate", draw_rate)
    if len(curve) == 0 or draws > 2 * np.minimum(curve, 1 - curve).min():
        allowed = "at most twice the distance of each score from 0 and from 1"
        raise invalid("draw_rate", draw_rate, allowed, f"The scores are {shown(list(scores))}.")
    level = level_between_0_and_1(level)
    budget = whole_number("budget", budget, len(curve), MOST_GAMES)
    runs = whole_number("runs", runs, 1, 10**6)
    distances = np.abs(curve - target)
    right = distances <= distances.min() + 1e-12
    found = []
    for name in methods:
        number = list(ALLOCATIONS).index(choice("methods", name, ALLOCATIONS))
        rng = np.random.default_rng([whole_number("seed", seed, 0, 2**64 - 1), number])
        seen = _simulated(name, curve, draws, target, budget, runs, rng)
        is_right = right[nearest(seen, target)]
        bound = math.log(len(curve) / (1 - level))
        beaten = (evidence_for_nearer(seen, target) >= bound).any(axis=1)
        is_settled = beaten.sum(axis=1) == len(curve) - 1
        shares = (
            rate(int(cases.sum()), runs, level)
            for cases in (is_right, is_settled & is_right, is_settled & ~is_right)
        )
        found.append(MethodShares(name, *shares))
    return Comparison(tuple(curve.tolist()), target, budget, draws, tuple(found))


def _simulated(
    method: str,
    curve: NDArray[np.float64],
    draw_rate: float,
    target: float,
    budget: int,
    runs: int,
    rng: np.random.Generator,
) -> Seen:
    """Return what many searches side by side have seen at the end of the budget."""
    wins, draws, played = (np.zeros((runs, len(curve)), np.int64) for _ in range(3))
    win_share = (curve - draw_rate / 2) / (1 - draw_rate) if draw_rate < 1 else np.zeros(len(curve))
    for n in _rounds(budget, len(curve)):
        more = ALLOCATIONS[method](_seen_of(played, wins, draws), target, n, budget, rng)
        drawn = rng.binomial(more, draw_rate)
        wins += rng.binomial(more - drawn, np.clip(win_share, 0, 1))
        draws, played = draws + drawn, played + more
    return _seen_of(played, wins, draws)


def _seen_of(played: NDArray[np.int64], wins: NDArray[np.int64], draws: NDArray[np.int64]) -> Seen:
    n, points = played.astype(np.float64), wins + draws / 2
    return Seen(played, n, points, wins + draws / 4, points, n)
