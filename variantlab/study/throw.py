"""The throw study (投げオセロ): thinking against throwing, deliberate fouls, stacks, discs each, fouls.

The physics of the throw is a model: every result below carries `ASSUMPTION`, unless the spread is that of
throws of your own, which `variantlab.study.throw_fit.fit_throws` reads from a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.simulate import Tally, tally
from variantlab.stats.comparisons import Difference, mean_difference, rate_difference
from variantlab.stats.intervals import Interval, mean, rate
from variantlab.study.throw_curves import (
    ASSUMPTION,
    GAME,
    LINES,
    SPREADS,
    STRONGER,
    STUDY,
    WEAKER,
    Curve,
    at_line,
    at_spread,
    both_colours,
    record_columns,
    score_rate,
    thrown_games,
    win_rate,
)
from variantlab.study.throw_fit import (
    FittedThrows,
    Throw,
    fit_throws,
    made_throws,
    read_throws,
    throws_csv,
    throws_of_text,
)
from variantlab.study.throw_fouls import (
    LAST_THROW,
    best_aim,
    exact_scores,
    foul_on_purpose,
    foul_positions,
    fouled_out,
    scores_of_best_aims,
)

__all__ = [
    "ASSUMPTION",
    "GAME",
    "LAST_THROW",
    "LINES",
    "SPREADS",
    "STRONGER",
    "STUDY",
    "WEAKER",
    "Curve",
    "FittedThrows",
    "HiddenDiscs",
    "LevelField",
    "OwnThrows",
    "Throw",
    "all_against_top",
    "at_line",
    "at_othello",
    "at_spread",
    "best_aim",
    "both_colours",
    "by_line",
    "discs_each",
    "exact_scores",
    "fit_throws",
    "foul_on_purpose",
    "foul_positions",
    "fouled_out",
    "level_field",
    "made_throws",
    "read_throws",
    "score_rate",
    "scores_of_best_aims",
    "skill_map",
    "thrown_games",
    "throws_csv",
    "throws_of_text",
    "win_rate",
    "with_own_throws",
]

# --- T1: thinking against throwing


@dataclass(frozen=True)
class LevelField:
    """T1: the stronger thinker's win rate against the spread, and where it falls to a target.

    Attributes
    ----------
    curve : Curve
        Its share of the decided games at each spread, colours exchanged.
    draws : Curve
        The share of draws at each spread.
    target : float
        The rate asked for.
    players : (str, str)
        The stronger and the weaker thinker.
    """

    curve: Curve
    draws: Curve
    target: float = 0.6
    players: tuple[str, str] = (STRONGER, WEAKER)

    @cached_property
    def spread_at_target(self) -> Interval:
        """The spread at which the win rate falls to the target, with its interval.

        The rates are first made to fall by pooling neighbours that rise (isotonic regression, weighted by
        games), then joined by straight lines. The limits come from the same for 2000 curves redrawn around
        the measured rates. A limit is infinite where a redrawn curve does not reach the target in the range.
        There is no such spread ("no data") where the rate is not above the target at first, or stays above.
        """
        n = np.array([interval.n for interval in self.curve.measured])
        rates = np.array([interval.estimate or 0.0 for interval in self.curve.measured])
        if not n.all() or rates[0] <= self.target:
            return Interval(None, None, None, 0.95, "bootstrap", 0)
        spreads = np.array(self.curve.values, float)
        rng = np.random.default_rng(0)
        redrawn = rng.binomial(n, rates, size=(2000, len(n))) / n
        found = np.array([crossing(spreads, falling(row, n), self.target) for row in redrawn])
        low, high = np.quantile(found, [0.025, 0.975], method="nearest")
        estimate = crossing(spreads, falling(rates, n), self.target)
        if math.isinf(estimate):
            return Interval(None, None, None, 0.95, "bootstrap", 0)
        return Interval(float(estimate), float(low), float(high), 0.95, "bootstrap", int(n.sum()))

    def __str__(self) -> str:
        found, first = self.spread_at_target, self.curve.measured[0]
        where = f"falls to {self.target:g} at a spread of {found}"
        if not found.has_data:
            where = f"{self.target:g} not reached from {self.curve.values[0]} to {self.curve.values[-1]}"
            if first.estimate is not None and first.estimate <= self.target:
                where = f"not above {self.target:g} even at {self.curve.values[0]}"
        return f"{self.curve}\n  {where}"


def falling(rates: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the rates that never rise and are nearest to those given (pool adjacent violators).

    Examples
    --------
    >>> falling(np.array([0.9, 0.6, 0.8]), np.array([1, 1, 1])).tolist()
    [0.9, 0.7, 0.7]
    """
    pools: list[list[float]] = []
    for value, weight in zip(rates, weights, strict=True):
        pools.append([float(value), float(weight), 1])
        while len(pools) > 1 and pools[-2][0] < pools[-1][0]:
            (a, wa, na), (b, wb, nb) = pools[-2:]
            pools[-2:] = [[(a * wa + b * wb) / (wa + wb), wa + wb, na + nb]]
    return np.concatenate([np.full(int(n), value) for value, _, n in pools])


def crossing(spreads: np.ndarray, rates: np.ndarray, target: float) -> float:
    """Return where falling rates joined by straight lines reach a target; infinite where they do not.

    Examples
    --------
    >>> crossing(np.array([0.0, 1.0]), np.array([0.8, 0.5]), 0.65)
    0.5
    """
    if rates[0] <= target:
        return float(spreads[0])
    for i in range(1, len(rates)):
        if rates[i] <= target:
            share = (rates[i - 1] - target) / (rates[i - 1] - rates[i])
            return float(spreads[i - 1] + share * (spreads[i] - spreads[i - 1]))
    return math.inf


def level_field(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    spreads: Sequence[float] = SPREADS,
    n: int = 2000,
    target: float = 0.6,
    seed: int = 0,
    threads: int | None = None,
) -> LevelField:
    """Return T1: how the stronger thinker's win rate falls as both throw less well.

    Parameters
    ----------
    game : ThrowOthello
        The rules; both players have each of the spreads in turn, the same across and along.
    players : (str, str)
        The stronger and the weaker thinker.
    spreads : sequence of float
        From 0 up, in squares.
    n : int
        Games at each spread with each colour.
    target : float
        The win rate whose spread is asked for.
    seed : int
        The first series; each spread has the next.

    Examples
    --------
    >>> field = level_field(players=("greedy", "random"), spreads=(0, 2), n=200)
    >>> [point.estimate > 0.9 for point in field.curve.measured]
    [True, False]
    """
    pairs = [
        both_colours(at_spread(game, spread), players, n, seed + i, threads)
        for i, spread in enumerate(spreads)
    ]
    return field_of_pairs(players, spreads, pairs, target)


def field_of_pairs(
    players: tuple[str, str],
    spreads: Sequence[float],
    pairs: Sequence[tuple[Tally, Tally]],
    target: float = 0.6,
) -> LevelField:
    """Return T1 from the counts at each spread, see `both_colours`."""
    draws = [rate(a.winner["draw"] + b.winner["draw"], a.n_finished + b.n_finished) for a, b in pairs]
    return LevelField(
        Curve("spread", tuple(spreads), tuple(score_rate(*pair) for pair in pairs), players=players),
        Curve("spread", tuple(spreads), tuple(draws), "draws", players),
        target,
        players,
    )


def by_line(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    n: int = 2000,
    seed: int = 0,
    threads: int | None = None,
) -> Curve:
    """Return the stronger thinker's share of the decided games from each throwing line.

    Examples
    --------
    >>> by_line(players=("greedy", "random"), n=100).values
    ('beginner', 'intermediate', 'advanced')
    """
    found = [win_rate(at_line(game, line), players, n, seed + i, threads) for i, line in enumerate(LINES)]
    return Curve("line", LINES, tuple(found), players=players)


def at_othello(
    players: tuple[str, str] = (STRONGER, WEAKER), n: int = 1000, seed: int = 0, threads: int | None = None
) -> Interval:
    """Return the share of decided games that the stronger thinker wins when nothing is thrown: at Othello.

    Examples
    --------
    >>> at_othello(n=20, seed=1).estimate > 0.8
    True
    """
    return win_rate(Othello(), players, n, seed, threads)


def skill_map(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    spreads: Sequence[float] = SPREADS,
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> dict[tuple[float, float], Interval]:
    """Return how much throwing makes up for how much thinking: win rates by both players' spreads.

    Returns
    -------
    dict of (float, float) to Interval
        For the spread of the better thinker and that of the other, the share of the decided games that the
        better thinker won, colours exchanged. Each pair of spreads has a series of its own, from `seed` on.

    Examples
    --------
    >>> found = skill_map(players=("greedy", "random"), spreads=(0.0, 2.0), n=100)
    >>> found[0.0, 2.0].estimate > found[2.0, 0.0].estimate
    True
    """
    cells = [(one, other) for one in spreads for other in spreads]
    return {
        (one, other): win_rate(
            game, (f"{players[0]}@{one:g}", f"{players[1]}@{other:g}"), n, seed + i, threads
        )
        for i, (one, other) in enumerate(cells)
    }


# --- T3, T4, T5


@dataclass(frozen=True)
class HiddenDiscs:
    """T3: what counting hidden discs changes.

    Attributes
    ----------
    changed : Interval
        The share of games played by the rule ``all`` whose result is another where only the tops count.
    stacked : dict of str to Interval
        For each way to count, the throws a game that come to rest on a disc, of players that know it.
    on_own, on_other : dict of str to Interval
        Of these, on a disc that shows the thrower's colour, and on one that shows the other's.
    more_on_own : Difference
        Throws a game on one's own discs under ``all`` less those under ``top``.
    note : str
        What is to be shown beside it.
    """

    changed: Interval
    stacked: Mapping[str, Interval]
    on_own: Mapping[str, Interval]
    on_other: Mapping[str, Interval]
    more_on_own: Difference
    note: str = field(default=ASSUMPTION)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row a way to count, ready for a table."""
        for count in self.stacked:
            kinds = {"stacked": self.stacked, "on_own": self.on_own, "on_other": self.on_other}
            yield {"count": count, **{name: kind[count] for name, kind in kinds.items()}, "note": self.note}

    def __str__(self) -> str:
        lines = [f"result changed by counting the tops only: {self.changed} ({self.note})"]
        for count in self.stacked:
            lines.append(f"  count {count}: throws a game on one's own discs {self.on_own[count]}")
            lines.append(f"  count {count}: throws a game on the other's discs {self.on_other[count]}")
        return "\n".join([*lines, f"  on one's own, all less top: {self.more_on_own}"])


def all_against_top(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("expected", "expected"),
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    n_replayed: int = 300,
) -> HiddenDiscs:
    """Return T3: what counting hidden discs changes.

    Parameters
    ----------
    game : ThrowOthello
        The rules; both ways to count are played.
    players : (str, str)
        Players that know the way to count: 'expected', 'reply' or 'alphabeta:DEPTH'.
    n : int
        Games for the changed results and the stacks, with each way to count.
    seed : int
        The series.
    n_replayed : int
        Of these, how many are replayed throw by throw for whose discs were stacked on.

    Examples
    --------
    >>> found = all_against_top(n=50, n_replayed=20)
    >>> found.on_own["all"].n, 0 <= found.changed.estimate <= 1
    (20, True)
    """
    stacked, on_own, on_other = {}, {}, {}
    for count in ("all", "top"):
        counted = game.replace(count=count)
        columns = record_columns(counted, players, n, seed, threads)
        stacked[count] = mean(columns["stacked"])
        if count == "all":
            margin = columns["black"].astype(np.int64) - columns["white"]
            tops = margin - columns["hidden_black"] + columns["hidden_white"]
            thrown = columns["end_reason"] == game.end_reasons.index("all_thrown")
            changed = rate(int((thrown & (np.sign(margin) != np.sign(tops))).sum()), n)
        own, other = _stacks(counted, players, min(n, n_replayed), seed)
        on_own[count], on_other[count] = own, other
    return HiddenDiscs(
        changed,
        stacked,
        {count: mean(values) for count, values in on_own.items()},
        {count: mean(values) for count, values in on_other.items()},
        mean_difference(on_own["all"], on_own["top"]),
    )


def _stacks(game: ThrowOthello, players: tuple[str, str], n: int, seed: int) -> tuple[list[int], list[int]]:
    """Return for each game the throws that came to rest on the thrower's colour, and on the other's."""
    own, other = [], []
    for throws in thrown_games(game, players, n, seed):
        tops = [
            position.stack(landing.square)[-1] == position.to_move
            for position, landing, _ in throws
            if landing.square is not None and position.stack(landing.square)
        ]
        own.append(sum(tops))
        other.append(len(tops) - sum(tops))
    return own, other


def discs_each(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    numbers: Sequence[int] = (16, 30),
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Curve, Difference]:
    """Return T4: the stronger thinker's win rate by the discs each player throws, and first less last.

    With 16 discs each enough, the longer game would not tell the players apart much better.
    """
    pairs = [both_colours(game.replace(discs_each=d), players, n, seed, threads) for d in numbers]
    found = tuple(score_rate(*pair) for pair in pairs)
    first, last = ((pairs[i][0].winner["black"] + pairs[i][1].winner["white"], found[i].n) for i in (0, -1))
    return Curve("discs_each", tuple(numbers), found, players=players), rate_difference(*first, *last)


# --- with the spread of one's own throws


@dataclass(frozen=True)
class OwnThrows:
    """The study with the spread of one's own throws: at the fitted one, and at the ends of its interval.

    Attributes
    ----------
    won : Curve
        The stronger thinker's share of the decided games.
    fouled_out : Curve
        The share of games that a third foul ends, of players that do not reckon with the frame.
    spread : float
        The geometric mean of the two fitted spreads: their place on a curve of equal spreads.
    """

    won: Curve
    fouled_out: Curve
    spread: float


def with_own_throws(
    fitted: FittedThrows,
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> OwnThrows:
    """Return the study's main figures with the spread of your own throws, and how far it is known.

    Parameters
    ----------
    fitted : FittedThrows
        What `variantlab.study.throw_fit.fit_throws` returned.
    game : ThrowOthello
        The rules; all constants of the throw but the spread are its own.
    players : (str, str)
        The stronger and the weaker thinker; both throw as you do.
    n : int
        Games with each colour, and games for the fouls.
    seed : int
        The series.

    Examples
    --------
    >>> found = with_own_throws(fit_throws(made_throws(50, 0.5, 0.9, seed=3)), n=50)
    >>> found.won.values
    ('low', 'fitted', 'high')
    """
    across, along = fitted.sigma_across, fitted.sigma_along
    ends = {"low": (across.low, along.low), "fitted": (across.estimate, along.estimate)}
    ends["high"] = (across.high, along.high)
    games = [game.replace(sigma_across=a, sigma_along=b) for a, b in ends.values()]
    won = tuple(win_rate(one, players, n, seed, threads) for one in games)
    out = tuple(
        tally(one, (WEAKER, WEAKER), n, seed + 1, threads=threads).end_rate("fouled_out") for one in games
    )
    note = ASSUMPTION if fitted.synthetic else "the spread is measured, the other constants are not"
    return OwnThrows(
        Curve("spread", tuple(ends), won, "share_won", players, note),
        Curve("spread", tuple(ends), out, "fouled_out", (WEAKER, WEAKER), note),
        math.sqrt(float(across.estimate or 0) * float(along.estimate or 0)),
    )


#: The questions of the study, by claim.
QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "T1": level_field, "T2": foul_on_purpose, "T3": all_against_top, "T4": discs_each, "T5": fouled_out,
}  # fmt: skip
