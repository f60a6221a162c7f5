"""The Negaeri Shogi study read otherwise: what each decision changes, and single games replayed.

`variantlab.study.negaeri` measures every claim under every reading; here those figures are compared with
each other. How far does a figure move when one decision is taken otherwise, all others being equal? Does the
conclusion of a claim survive it? And single games of the series, replayed move by move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import invalid, unknown_choice
from variantlab.games.game import whole_number
from variantlab.games.negaeri_shogi.position import Move, NegaeriPosition
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.negaeri_shogi.series import simulate
from variantlab.stats.comparisons import Difference, difference_of
from variantlab.stats.intervals import Interval
from variantlab.study.negaeri import (
    CLAIMS,
    COUNTINGS,
    READINGS,
    Reading,
    Settled,
    Specification,
    figure,
    settle,
    specifications,
)
from variantlab.study.negaeri_runs import Series

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "DECISIONS",
    "PawnEffect",
    "PlayedGame",
    "Sway",
    "conclusion_pairs",
    "conclusion_table",
    "game_with_the_longest_chain",
    "pairs_by",
    "pawn_effects",
    "played_game",
    "settled_everywhere",
    "sways",
]

#: What could have been decided otherwise: players and ways of counting, then how the article is read.
DECISIONS = ("depth", "weights", "counting", "offset", "loyal_run", "opening_plies")


# --- what a decision changes
# --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sway:
    """How far a figure moves when one decision is taken otherwise and all the others stay as they are.

    Attributes
    ----------
    decision : str
        One of `DECISIONS`.
    n_groups : int
        Groups of figures that differ in this decision alone.
    typical, largest : float
        The median and the largest distance, over the groups, between the smallest and the largest figure.
    n_told : int
        Groups in which these two are told apart, at a level that allows for as many comparisons as the group
        has pairs (Bonferroni). The distance between two figures of few games is mostly luck; this is not.
    """

    decision: str
    n_groups: int
    typical: float
    largest: float
    n_told: int

    def as_row(self) -> dict[str, Any]:
        """Return the fields as a row of a table."""
        return dict(vars(self))


def _decisions_of(row: Specification) -> dict[str, Any]:
    return {**vars(row.reading), "weights": row.weights, "depth": row.depth, "counting": row.counting}


def _groups(rows: Sequence[Specification], decision: str) -> list[list[Specification]]:
    """Return the rows in groups that differ in one decision alone, groups of one left out."""
    found: dict[tuple[Any, ...], list[Specification]] = {}
    for row in rows:
        if row.ours.estimate is not None:
            same = {name: value for name, value in _decisions_of(row).items() if name != decision}
            found.setdefault((row.claim, row.part, *same.items()), []).append(row)
    return [group for group in found.values() if len(group) > 1]


def _extremes(group: Sequence[Specification]) -> tuple[Specification, Specification]:
    ordered = sorted(group, key=lambda row: row.ours.estimate or 0.0)
    return ordered[0], ordered[-1]


def sways(
    rows: Sequence[Specification], decisions: Sequence[str] = DECISIONS, level: float = 0.95
) -> tuple[Sway, ...]:
    """Return for each decision how far it moves the figures, the one that moves them most first.

    Parameters
    ----------
    rows : sequence of Specification
        From `variantlab.study.negaeri.specifications`, of one claim and part.
    decisions : sequence of str, optional
        Those to be looked at; one that no two rows differ in alone is left out.
    level : float, optional
        Of the intervals that `rows` were made with; the comparisons of a group share its error.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> found = sways(specifications("N1", "as_it_is", readings=(OURS,)))
    >>> sorted(one.decision for one in found)
    ['counting', 'depth', 'weights']
    """
    for decision in decisions:
        if decision not in DECISIONS:
            raise unknown_choice("decision", decision, DECISIONS)
    found = []
    for decision in decisions:
        groups = _groups(rows, decision)
        if groups:
            ends = [_extremes(group) for group in groups]
            ranges = [(high.ours.estimate or 0.0) - (low.ours.estimate or 0.0) for low, high in ends]
            told = [
                _is_told(low, high, len(group), level)
                for (low, high), group in zip(ends, groups, strict=True)
            ]
            found.append(Sway(decision, len(groups), median(ranges), max(ranges), sum(told)))
    return tuple(sorted(found, key=lambda one: -one.typical))


def _is_told(low: Specification, high: Specification, n_values: int, level: float) -> bool:
    """Return whether the largest of some figures is told from the smallest."""
    error = (1 - level) / (n_values * (n_values - 1) / 2)
    return _at_level(high, low, 1 - error).excludes_zero


def _at_level(first: Specification, second: Specification, level: float) -> Difference:
    """Return the difference of two figures, with intervals of another level."""
    return difference_of(_again(first, level), _again(second, level))


def _again(row: Specification, level: float) -> Interval:
    """Return a figure with its interval of another level, from the games behind it."""
    return row.ours if row.counts is None else figure(row.claim, row.counting, row.counts, level)


def pairs_by(
    rows: Sequence[Specification], decision: str, one: object, other: object
) -> tuple[tuple[Specification, Specification], ...]:
    """Return the pairs of figures that differ in one decision alone: with the value `one`, and with `other`.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> pairs = pairs_by(specifications("N2", "as_it_is", readings=(OURS,)), "depth", 1, 2)
    >>> {(a.depth, b.depth) for a, b in pairs}
    {(1, 2)}
    """
    if decision not in DECISIONS:
        raise unknown_choice("decision", decision, DECISIONS)
    found = []
    for group in _groups(rows, decision):
        by_value = {_decisions_of(row)[decision]: row for row in group}
        if one in by_value and other in by_value:
            found.append((by_value[one], by_value[other]))
    return tuple(found)


# --- what would change a conclusion
# --------------------------------------------------------------------------------------------


def settled_everywhere(
    claim: str, readings: Sequence[Reading] = READINGS, level: float = 0.95
) -> tuple[tuple[Reading, Settled], ...]:
    """Return what becomes of a claim under every reading, with every player and way of counting.

    Random players are left out: the article's games were played by players that look ahead.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> found = settled_everywhere("N3", readings=(OURS,))
    >>> {settled.counting for _, settled in found} == set(COUNTINGS["N3"])
    True
    """
    if claim not in CLAIMS:
        raise unknown_choice("claim", claim, CLAIMS)
    return tuple(
        (reading, settled)
        for reading, counting in product(readings, COUNTINGS[claim])
        for settled in settle(claim, reading, counting, level)
        if settled.depth
    )


CONCLUSIONS = ("holds", "open", "fails")


def conclusion_table(claim: str, readings: Sequence[Reading] = READINGS) -> pd.DataFrame:
    """Return how often a claim's conclusion holds, fails or stays open, by the value of each decision.

    Parameters
    ----------
    claim : str
        One of `variantlab.study.negaeri.CLAIMS`.
    readings : sequence of Reading, optional
        Only these readings.

    Returns
    -------
    pandas.DataFrame
        ``decision``, ``value``; how many combinations have that value and a conclusion that ``holds``, is
        ``open`` or ``fails``. The first row, without a decision, counts all of them.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> table = conclusion_table("N2", readings=(OURS,))
    >>> table[table["decision"] == "counting"]["value"].tolist()
    ['from_the_drop', 'after_the_drop']
    """
    import pandas as pd

    found = settled_everywhere(claim, readings)
    rows = [{"decision": "", "value": "", **_conclusions([settled for _, settled in found])}]
    for decision in DECISIONS:
        by_value: dict[Any, list[Settled]] = {}
        for reading, settled in found:
            value = {**vars(reading), **vars(settled)}[decision]
            by_value.setdefault(value, []).append(settled)
        if len(by_value) > 1:
            ordered = by_value if decision in ("counting", "weights") else sorted(by_value)
            rows += [
                {"decision": decision, "value": value, **_conclusions(by_value[value])} for value in ordered
            ]
    return pd.DataFrame(rows)


def conclusion_pairs(
    claim: str, decision: str, one: object, other: object, readings: Sequence[Reading] = READINGS
) -> tuple[tuple[Settled, Settled], ...]:
    """Return what becomes of a claim with one value of a decision and with another, all else being equal.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> pairs = conclusion_pairs("N2", "depth", 1, 2, readings=(OURS,))
    >>> {(a.depth, b.depth) for a, b in pairs}
    {(1, 2)}
    """
    if decision not in DECISIONS:
        raise unknown_choice("decision", decision, DECISIONS)
    found: dict[tuple[Any, ...], dict[Any, Settled]] = {}
    for reading, settled in settled_everywhere(claim, readings):
        decided = {name: {**vars(reading), **vars(settled)}[name] for name in DECISIONS}
        value = decided.pop(decision)
        found.setdefault(tuple(decided.values()), {})[value] = settled
    return tuple((by[one], by[other]) for by in found.values() if one in by and other in by)


@dataclass(frozen=True)
class PawnEffect:
    """What one more pawn does to sente's score, under one reading and between players of one kind.

    Attributes
    ----------
    reading : Reading
        The open decisions of the rules.
    weights, depth
        The players, as in `variantlab.study.negaeri.Specification`.
    gain : Difference
        Sente's score over the finished games with the extra pawn, less that with equal hands.
    """

    reading: Reading
    weights: str
    depth: int
    gain: Difference


def pawn_effects(readings: Sequence[Reading] = READINGS, level: float = 0.95) -> tuple[PawnEffect, ...]:
    """Return what one more pawn does under every reading and with every player that looks ahead.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS
    >>> {effect.depth for effect in pawn_effects((OURS,))} >= {1, 2, 3}
    True
    """
    found = []
    for reading in readings:
        equal, extra = (
            {
                (row.depth, row.weights): row.ours
                for row in specifications(claim, counting="score", readings=(reading,), level=level)
            }
            for claim in ("N3", "N4")
        )
        found += [
            PawnEffect(reading, weights, depth, difference_of(extra[depth, weights], equal[depth, weights]))
            for depth, weights in sorted(set(equal) & set(extra))
            if depth
        ]
    return tuple(found)


def _conclusions(found: Sequence[Settled]) -> dict[str, int]:
    counts = Counter(settled.conclusion for settled in found)
    return {name: counts[name] for name in CONCLUSIONS}


# --- single games
# --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayedGame:
    """A game of a series, move by move.

    Attributes
    ----------
    start : NegaeriPosition
        Where it begins.
    moves : tuple of Move
        Its moves, passes too.
    seed, number : int
        The series, and the game's number in it.
    """

    start: NegaeriPosition
    moves: tuple[Move, ...]
    seed: int
    number: int

    def positions(self) -> Iterator[NegaeriPosition]:
        """Yield the start and the position after each move."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    @property
    def end(self) -> NegaeriPosition:
        """The position it ends in."""
        return list(self.positions())[-1]

    @property
    def longest(self) -> int:
        """The number of the move with the longest chain, from 0 on; of several, the one that turns most."""
        return max(
            range(len(self.moves)), key=lambda i: (len(self.moves[i].stages), len(self.moves[i].turned))
        )

    def before(self, number: int) -> NegaeriPosition:
        """Return the position before a move."""
        if not 0 <= number < len(self.moves):
            raise invalid("number", number, f"a move of the game, 0 to {len(self.moves) - 1}")
        return list(self.positions())[number]


def played_game(game: NegaeriShogi, player: str, number: int = 0, seed: int | None = None) -> PlayedGame:
    """Return one game of a series between equal players, move by move.

    Parameters
    ----------
    game : NegaeriShogi
        The rules, which begin every game at the same start.
    player : str
        As in `NegaeriShogi.simulate`.
    number : int, optional
        The game's number in its series.
    seed : int, optional
        The series; by default the study's own, so that the game is one of those behind the stored counts.

    Examples
    --------
    >>> found = played_game(NegaeriShogi(), "random")
    >>> found.end.is_over, found.end.plies == len([move for move in found.moves if not move.is_pass])
    (True, True)
    """
    if game.opening_plies:
        raise invalid("opening_plies", game.opening_plies, "0: a game from the start itself")
    seed = Series(game, (player, player), 0).seed if seed is None else seed
    most = 2 * game.max_plies + 2  # no two passes stand side by side but at the end
    turns = simulate(game, (player, player), 1, seed, number, keep_turns=most)["turns"][0]
    start: NegaeriPosition = game.start_position()
    position, moves = start, []
    for turn in turns[turns > -2].tolist():
        moves.append(position.move_of(turn))
        position = position.play(moves[-1])
    return PlayedGame(start, tuple(moves), seed, number)


def game_with_the_longest_chain(
    game: NegaeriShogi, player: str, n: int = 40, seed: int | None = None
) -> PlayedGame:
    """Return the game with the longest chain among the first `n` of a series: an example, not a sample.

    Examples
    --------
    >>> found = game_with_the_longest_chain(NegaeriShogi(), "random", n=20)
    >>> len(found.moves[found.longest].stages) >= 2
    True
    """
    seed = Series(game, (player, player), 0).seed if seed is None else seed
    chains = game.simulate((player, player), whole_number("n", n, 1, 10**6), seed)["chain"]
    return played_game(game, player, int(np.argmax(chains)), seed)
