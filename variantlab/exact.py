"""The whole graph of a small game: values under best play, best lines, exact figures under random play.

Works on every position that follows the protocol `variantlab.games.game.Position`. Three steps, each a
function: `explore` reaches every position, `solve` finds the values under best play, `random_play` the
chances under random play. `analysis` does all three.

Examples
--------
>>> from variantlab.games.othello.rules import Othello
>>> graph = explore(Othello(capture="vanish").start_position())
>>> print(graph)
33 positions, 12 of them final; none repeats; at most 4 plies
>>> print(solve(graph))
draw under best play
>>> print(random_play(graph).mean["plies"])
7/2
"""

from __future__ import annotations

import dataclasses
import math
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import VariantlabError, invalid
from variantlab.games.game import Game, Position

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Graph",
    "Line",
    "RandomPlay",
    "Solution",
    "analysis",
    "best_margin",
    "curve",
    "explore",
    "random_play",
    "reweighted",
    "solve",
]

MOST_POSITIONS = 2_000_000
MOST_BYTES = 4 * 2**30
#: Memory is estimated anew whenever so many more positions are known, from so many of the last ones.
CHECK_EVERY, N_SAMPLED = 1000, 20
#: What the index of positions and their numbers take, beside the positions themselves.
BYTES_OF_AN_ENTRY = 200
#: Random play that goes on with less than this chance is taken to have ended.
NEGLIGIBLE = 1e-18
#: Systems of up to so many equations are solved by sparse factors, larger ones by a series of so many terms.
MOST_FACTORED, MOST_TERMS = 5_000, 20_000
FIRST, SECOND, DRAW = 1, -1, 0
VALUES = {FIRST: "first", SECOND: "second", DRAW: "draw"}
ONE, HALF = Fraction(1), Fraction(1, 2)

# --- the graph --------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Graph:
    """All positions that can be reached from one, and the moves between them.

    Positions have numbers, in the order of their discovery; the start is 0. Position ``i`` has the moves
    ``first_move[i]`` to ``first_move[i + 1]`` (not included), in the order of its ``legal_moves()``; move
    ``m`` has the edges ``first_edge[m]`` to ``first_edge[m + 1]``: one, or one for each position that
    chance may lead to.

    Attributes
    ----------
    game : Game
        The rules, with their limit on plies, which the graph itself does not have.
    positions : tuple of Position
        Every position, without its history.
    first_move, first_edge, targets : numpy.ndarray
        The moves of each position, the edges of each move, the position each edge leads to.
    chance_of, chances : numpy.ndarray, tuple of Fraction
        The chance of edge ``e``, once its move is chosen, is ``chances[chance_of[e]]``.
    weight_of, weights : numpy.ndarray, tuple of Fraction
        The chance of move ``m`` under random play is ``weights[weight_of[m]]``.
    step_of, steps : numpy.ndarray, tuple of dict
        Move ``m`` adds ``steps[step_of[m]]`` to the counts of the record.
    levels : numpy.ndarray
        The fewest turns that lead from the start to each position.
    index : dict
        The number of each position.
    """

    game: Game
    positions: tuple[Position, ...]
    first_move: np.ndarray
    first_edge: np.ndarray
    targets: np.ndarray
    chance_of: np.ndarray
    chances: tuple[Fraction, ...]
    weight_of: np.ndarray
    weights: tuple[Fraction, ...]
    step_of: np.ndarray
    steps: tuple[dict[str, int], ...]
    levels: np.ndarray
    index: Mapping[Position, int]

    #: The number of the position it begins with.
    start = 0

    @property
    def n_positions(self) -> int:
        """The number of positions, with the side to move."""
        return len(self.positions)

    @property
    def n_moves(self) -> int:
        """The number of moves of all positions together."""
        return len(self.step_of)

    @property
    def n_by_level(self) -> tuple[int, ...]:
        """How many positions lie 0, 1, 2, ... turns from the start at the least."""
        return tuple(np.bincount(self.levels).tolist())

    @cached_property
    def is_final(self) -> np.ndarray:
        """Whether the game is over, for each position."""
        return np.diff(self.first_move) == 0

    @property
    def n_final(self) -> int:
        """The number of positions in which the game is over."""
        return int(self.is_final.sum())

    @property
    def has_chance(self) -> bool:
        """Whether some move may lead to several positions."""
        return len(self.targets) > self.n_moves

    @property
    def acyclic(self) -> bool:
        """Whether no position can come up twice in a game."""
        return len(self._order_and_longest[0]) == self.n_positions

    @property
    def longest(self) -> int | None:
        """The most plies a game can last; None where positions can repeat."""
        return self._order_and_longest[1] if self.acyclic else None

    @property
    def order(self) -> np.ndarray:
        """The positions, each after all that lead to it; without those that a repetition leads to."""
        return self._order_and_longest[0]

    @cached_property
    def _order_and_longest(self) -> tuple[np.ndarray, int]:
        return _topological_order(self._edges_from, self.targets, self.step_plies[self.move_of_edge])

    @cached_property
    def _edges_from(self) -> np.ndarray:
        """The first edge of each position, and the number of all edges."""
        return self.first_edge[self.first_move]

    @cached_property
    def move_of_edge(self) -> np.ndarray:
        """The number of the move each edge belongs to."""
        return np.repeat(np.arange(self.n_moves), np.diff(self.first_edge))

    @cached_property
    def sources(self) -> np.ndarray:
        """The number of the position each edge comes from."""
        return np.repeat(np.arange(self.n_positions), np.diff(self._edges_from))

    @cached_property
    def step_plies(self) -> np.ndarray:
        """The plies each move takes: 0 for a pass, or for a part of a turn."""
        plies = np.array([step.get("plies", 0) for step in self.steps], dtype=np.int64)
        return plies[self.step_of]

    @cached_property
    def movers(self) -> np.ndarray:
        """The side to move in each position: 1 for the one that moves first in the game, -1 for the other."""
        first = self.game.colours[0]
        return np.array([FIRST if p.to_move == first else SECOND for p in self.positions], dtype=np.int8)

    @cached_property
    def outcomes(self) -> np.ndarray:
        """How each final position came out: 1 first, -1 second, 0 draw; 0 for the others."""
        codes = np.zeros(self.n_positions, np.int8)
        numbers = {name: code for code, name in VALUES.items()}
        for i in np.flatnonzero(self.is_final).tolist():
            outcome = self.positions[i].outcome
            if outcome not in numbers:
                raise VariantlabError(f"A finished position has no outcome:\n{self.positions[i]}")
            codes[i] = numbers[outcome]
        return codes

    def number_of(self, position: Position | int) -> int:
        """Return the number of a position, which may have a history; a number is returned as it is.

        Raises
        ------
        VariantlabError
            Where the position is not reached from the start.
        """
        if isinstance(position, (int, np.integer)):
            if not 0 <= position < self.n_positions:
                raise invalid("position", position, f"a number from 0 to {self.n_positions - 1}")
            return int(position)
        number = self.index.get(position.uncapped())
        if number is None:
            raise invalid("position", position, "one that the start leads to", "Explore from it.")
        return number

    def moves(self, position: Position | int = 0) -> tuple[tuple[Any, tuple[tuple[Fraction, int], ...]], ...]:
        """Return the moves of a position, each with the chances and the numbers of what it leads to."""
        i = self.number_of(position)
        numbers = range(self.first_move[i], self.first_move[i + 1])
        legal = self.positions[i].uncapped().legal_moves()
        return tuple((move, self._edges_of(m)) for move, m in zip(legal, numbers, strict=True))

    def _edges_of(self, move: int) -> tuple[tuple[Fraction, int], ...]:
        edges = range(self.first_edge[move], self.first_edge[move + 1])
        return tuple((self.chances[self.chance_of[e]], int(self.targets[e])) for e in edges)

    def __str__(self) -> str:
        repeats = f"none repeats; at most {self.longest} plies" if self.acyclic else "positions can repeat"
        return f"{self.n_positions:,} positions, {self.n_final:,} of them final; {repeats}"

    def __repr__(self) -> str:
        return f"<Graph of {self.game!r}: {self}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the rules and the size of the graph, ready for JSON."""
        return {
            "game": self.game.name,
            "rules": self.game.settings(),
            "n_positions": self.n_positions,
            "n_final": self.n_final,
            "acyclic": self.acyclic,
            "longest": self.longest,
        }


def explore(
    position: Position, limit: int = MOST_POSITIONS, max_bytes: int = MOST_BYTES, progress: bool = False
) -> Graph:
    """Return the graph of all positions that can be reached from `position`, breadth first.

    The history of the position is forgotten, and the limit on plies is left to `random_play`.

    Parameters
    ----------
    position : Position
        Where it begins.
    limit : int
        The most positions to reach.
    max_bytes : int
        The most memory to take, estimated from the positions met so far.
    progress : bool
        Whether to show a bar.

    Raises
    ------
    VariantlabError
        Where the graph is larger than `limit` or `max_bytes`; the message says how far it came.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> graph = explore(Othello(capture="vanish", size=4).start_position())
    >>> graph.n_positions, graph.n_final, graph.acyclic, graph.longest
    (33, 12, True, 4)
    >>> graph.n_by_level
    (1, 4, 8, 12, 8)
    >>> explore(Othello().start_position(), limit=1000)
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: The graph is too large to explore: more than 1,000 positions (limit) \
were reached, in turn 5. Take a smaller board or a later position, raise the limit, or simulate.
    """
    for name, given in (("limit", limit), ("max_bytes", max_bytes)):
        if isinstance(given, bool) or not isinstance(given, (int, float)) or given < 1:
            raise invalid(name, given, "a number from 1")
    growing = _GrowingGraph(position.uncapped(), limit, max_bytes)
    bar = _progress_bar(progress)
    while growing.n_expanded < len(growing.positions):
        growing.expand()
        if bar is not None:
            bar.update(len(growing.positions) - bar.n)
    if bar is not None:
        bar.close()
    return growing.graph(position.game)


def _progress_bar(wanted: bool) -> Any:
    if not wanted:
        return None
    from tqdm.auto import tqdm

    return tqdm(unit=" positions", desc="explore")


class _Pool:
    """Values numbered in the order they come up."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any, key: Any = None) -> int:
        """Return the number of a value; `key` stands for a value that cannot be hashed."""
        key = value if key is None else key
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


class _GrowingGraph:
    """The part of a graph that is known so far: the first `n_expanded` positions have their moves."""

    def __init__(self, start: Position, limit: float, max_bytes: float) -> None:
        self.limit, self.max_bytes = limit, max_bytes
        self.index = {start: 0}
        self.positions = [start]
        self.levels = array("i", [0])
        self.first_move, self.first_edge, self.targets = array("q", [0]), array("q", [0]), array("i")
        self.chance_of, self.weight_of, self.step_of = array("i"), array("i"), array("i")
        self.chances, self.weights, self.steps = _Pool(), _Pool(), _Pool()
        self.n_expanded = 0
        self._next_check = CHECK_EVERY

    def expand(self) -> None:
        """Find the moves of the next position, and the positions they lead to."""
        # A copy, so that nothing a position remembers of its moves stays in memory.
        position = self.positions[self.n_expanded].uncapped()
        moves = position.legal_moves()
        if not moves and not position.is_over:
            raise VariantlabError(f"A position is not over, but has no legal move:\n{position}")
        for move, weight in zip(moves, _random_weights(position, len(moves)), strict=True):
            for target, chance in _distinct_outcomes(position, move):
                self.targets.append(self._number_of(target))
                self.chance_of.append(self.chances.number(chance))
            self.first_edge.append(len(self.targets))
            self.weight_of.append(self.weights.number(weight))
            step = position.steps(move)
            self.step_of.append(self.steps.number(step, tuple(sorted(step.items()))))
        self.n_expanded += 1
        self.first_move.append(len(self.step_of))

    def _number_of(self, position: Position) -> int:
        number = self.index.get(position)
        if number is None:
            number = len(self.positions)
            if number >= self.limit:
                raise self._too_large(f"more than {self.limit:,} positions (limit)")
            if number >= self._next_check:
                self._check_memory()
            position = position.uncapped()
            self.index[position] = number
            self.positions.append(position)
            self.levels.append(self.levels[self.n_expanded] + 1)
        return number

    def _check_memory(self) -> None:
        self._next_check += CHECK_EVERY
        needed = self.n_bytes()
        if needed > self.max_bytes:
            most = f"{self.max_bytes / 2**20:,.0f} MiB (max_bytes)"
            raise self._too_large(f"{len(self.positions):,} positions, more than {most},")

    def n_bytes(self) -> float:
        """Return an estimate of the memory the positions and their moves take."""
        sample = self.positions[-N_SAMPLED:]
        a_position = sum(_bytes_of(position) for position in sample) / len(sample)
        edges = self.targets.itemsize * (len(self.targets) * 2 + len(self.step_of) * 4)
        return len(self.positions) * (a_position + BYTES_OF_AN_ENTRY) + edges

    def _too_large(self, reached: str) -> VariantlabError:
        turn = self.levels[self.n_expanded] + 1
        advice = "Take a smaller board or a later position, raise the limit, or simulate."
        return VariantlabError(
            f"The graph is too large to explore: {reached} were reached, in turn {turn}. {advice}"
        )

    def graph(self, game: Game) -> Graph:
        return Graph(
            game=game,
            positions=tuple(self.positions),
            first_move=np.array(self.first_move, np.int64),
            first_edge=np.array(self.first_edge, np.int64),
            targets=np.array(self.targets, np.int64),
            chance_of=np.array(self.chance_of, np.int64),
            chances=tuple(self.chances.values),
            weight_of=np.array(self.weight_of, np.int64),
            weights=tuple(self.weights.values),
            step_of=np.array(self.step_of, np.int64),
            steps=tuple(self.steps.values),
            levels=np.array(self.levels, np.int64),
            index=self.index,
        )


def _random_weights(position: Position, n: int) -> Iterable[Fraction]:
    """Return the chance of each of `n` legal moves under random play: equal, unless it says otherwise."""
    own = getattr(position, "random_weights", None)
    weights = None if own is None else own()
    return [Fraction(1, max(n, 1))] * n if weights is None else weights


def _distinct_outcomes(position: Position, move: Any) -> Iterable[tuple[Position, Fraction]]:
    """Return what a move leads to, each position once, with its chance."""
    outcomes = position.outcomes(move)
    if len(outcomes) == 1:
        return [(outcomes[0][1], outcomes[0][0])]
    chances: dict[Position, Fraction] = {}
    for chance, target in outcomes:
        chances[target] = chances.get(target, Fraction(0)) + chance
    return chances.items()


def _bytes_of(position: Position) -> int:
    """Return the bytes that a position takes, with what only it holds."""
    total, held = sys.getsizeof(position), list(getattr(position, "__dict__", {}).values())
    if held:
        total += sys.getsizeof(position.__dict__)
    held += [getattr(position, slot, None) for slot in getattr(type(position), "__slots__", ())]
    while held:
        value = held.pop()
        if isinstance(value, tuple):
            held.extend(value)
        if isinstance(value, (int, float, tuple, Fraction)):
            total += sys.getsizeof(value)
    return total


def _edges_at(first: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return the numbers of all edges that the rows `numbers` of a table of first edges hold."""
    lengths = first[numbers + 1] - first[numbers]
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if ends.size else 0) + np.repeat(first[numbers] - ends + lengths, lengths)


def _topological_order(first: np.ndarray, targets: np.ndarray, plies: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the positions that no repetition leads to, each after those before it, and the most plies.

    Kahn's algorithm, a whole layer at a time.
    """
    n = len(first) - 1
    n_waiting = np.bincount(targets, minlength=n)
    longest = np.zeros(n, np.int64)
    layer = np.flatnonzero(n_waiting == 0)
    layers = [layer]
    while layer.size:
        edges = _edges_at(first, layer)
        sources = np.repeat(layer, first[layer + 1] - first[layer])
        reached = targets[edges]
        np.maximum.at(longest, reached, longest[sources] + plies[edges])
        np.subtract.at(n_waiting, reached, 1)
        reached = np.unique(reached)
        layer = reached[n_waiting[reached] == 0]
        layers.append(layer)
    return np.concatenate(layers), int(longest.max(initial=0))


def reweighted(graph: Graph, **rules: Any) -> Graph:
    """Return the graph for other rules that change chances alone, such as a ``vanish_probability``.

    Moves that lead to several positions with the same chances, in the same order, are taken to be alike
    under the other rules too: one of each kind is looked at. Rules that change only how a final position is
    judged, such as the ``komi``, or the limit on plies, may be given as well.

    Parameters
    ----------
    graph : Graph
        The graph of the rules explored.
    **rules
        The rules to change, by name.

    Raises
    ------
    VariantlabError
        Where the other rules lead to a position that the graph does not have, or end the game elsewhere.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> game = Othello(size=4, capture="mixed", discs_each=1)
    >>> graph = explore(game.start_position())
    >>> for p in (0, 0.25, 1):
    ...     print(random_play(reweighted(graph, vanish_probability=p)).winner["draw"])
    1
    5/8
    1
    """
    game = graph.game.replace(**rules)
    bare = dataclasses.replace(graph.positions[0], game=game).uncapped().game  # type: ignore[type-var]
    positions = tuple(dataclasses.replace(p, game=bare) for p in graph.positions)  # type: ignore[type-var]
    over = np.array([position.is_over for position in positions])
    if not np.array_equal(over, graph.is_final):
        raise _not_the_same_graph(rules)
    chances, chance_of = _Pool(), np.empty_like(graph.chance_of)
    alike: dict[tuple[int, ...], list[int]] = {}
    sources = np.repeat(np.arange(graph.n_positions), np.diff(graph.first_move))
    for move, source in enumerate(sources.tolist()):
        edges = slice(graph.first_edge[move], graph.first_edge[move + 1])
        kind = tuple(graph.chance_of[edges].tolist())
        if kind not in alike:
            new = _chances_of_targets(graph, positions, source, move, rules)
            alike[kind] = [chances.number(chance) for chance in new]
        chance_of[edges] = alike[kind]
    index = {position: i for i, position in enumerate(positions)}
    return dataclasses.replace(
        graph, game=game, positions=positions, chance_of=chance_of, chances=tuple(chances.values), index=index
    )


def _chances_of_targets(
    graph: Graph, positions: tuple[Position, ...], source: int, move: int, rules: Mapping[str, Any]
) -> list[Fraction]:
    """Return the chances that a move has, in another game, of leading to each of its targets."""
    nth = move - graph.first_move[source]
    legal = positions[source].legal_moves()
    if len(legal) != graph.first_move[source + 1] - graph.first_move[source]:
        raise _not_the_same_graph(rules)
    chances = dict(_distinct_outcomes(positions[source], legal[nth]))
    targets = graph.targets[graph.first_edge[move] : graph.first_edge[move + 1]].tolist()
    found = [chances.get(positions[target], Fraction(0)) for target in targets]
    if sum(found) != 1:
        raise _not_the_same_graph(rules)
    return found


def _not_the_same_graph(rules: Mapping[str, Any]) -> VariantlabError:
    changed = ", ".join(f"{name}={value!r}" for name, value in rules.items())
    return VariantlabError(f"{changed} changes more of the graph than its chances: explore that game anew.")


# --- best play --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of play.

    Attributes
    ----------
    moves : tuple of str
        The moves as text.
    numbers : tuple of int
        The numbers of the positions it passes, the first and the last included.
    ends : {'over', 'repeats', 'chance'}
        Why the line stops: the game is over, a position has come up before in the line, or chance moves next.
    """

    moves: tuple[str, ...]
    numbers: tuple[int, ...]
    ends: str

    def __str__(self) -> str:
        return " ".join(self.moves) + ("" if self.ends == "over" else " ...")


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """The values of all positions of a graph when both sides play their best.

    Attributes
    ----------
    graph : Graph
        The graph solved.
    scores : sequence of int or Fraction
        What each position is worth to the side that moves first in the game: 1 a win, 1/2 a draw, 0 a loss;
        with moves of chance, the expected score.
    distances : numpy.ndarray
        The plies to the end of each position that is won, -1 for the others: the winner hurries, the loser
        delays. A pass takes none, and neither does a part of a turn.
    """

    graph: Graph
    scores: list[Fraction]
    distances: np.ndarray

    @property
    def score(self) -> Fraction:
        """The score of the start for the side that moves first."""
        return self.scores[0]

    @property
    def value(self) -> str | None:
        """Who wins from the start: 'first', 'second' or 'draw'; None where chance decides."""
        return self.value_of(0)

    @property
    def distance(self) -> int | None:
        """The plies to the end from the start; None for a draw and with moves of chance."""
        return self.distance_of(0)

    @property
    def draw_by(self) -> str | None:
        """How the start is drawn, see `draw_by_of`; None where it is not."""
        return self.draw_by_of(0)

    def value_of(self, position: Position | int) -> str | None:
        """Return who wins from a position: 'first', 'second' or 'draw'; None where chance decides."""
        score = self.scores[self.graph.number_of(position)]
        if score == HALF and self.graph.has_chance:
            return None
        return {ONE: "first", Fraction(0): "second", HALF: "draw"}.get(score)

    def distance_of(self, position: Position | int) -> int | None:
        """Return the plies to the end under best play; None for a draw and with moves of chance."""
        distance = int(self.distances[self.graph.number_of(position)])
        return None if distance < 0 else distance

    def draw_by_of(self, position: Position | int) -> str | None:
        """Return how a drawn position is drawn while neither side gives the draw away.

        Returns
        -------
        {'end', 'repetition', 'either'} or None
            The game ends in a draw however they play; it never ends; or both are possible. None for a
            position that is no draw, and with moves of chance.
        """
        number = self.graph.number_of(position)
        if self.value_of(number) != "draw":
            return None
        can_end, can_repeat = self._draws
        if can_end[number] and can_repeat[number]:
            return "either"
        return "end" if can_end[number] else "repetition"

    @cached_property
    def _draws(self) -> tuple[np.ndarray, np.ndarray]:
        """Whether each position may come to a drawn end, and whether it may go on for ever, in drawn play."""
        graph = self.graph
        drawn = np.array([score == HALF for score in self.scores])
        edges = np.flatnonzero(drawn[graph.sources] & drawn[graph.targets])
        sources, targets = graph.sources[edges], graph.targets[edges]
        into = _Incoming(targets, graph.n_positions)
        can_end = _reached_backwards(into, sources, np.flatnonzero(drawn & graph.is_final))
        n_left = np.bincount(sources, minlength=graph.n_positions)
        can_repeat = drawn.copy()
        layer = np.flatnonzero(drawn & graph.is_final)
        while layer.size:
            can_repeat[layer] = False
            before = sources[into.edges(layer)]
            np.subtract.at(n_left, before, 1)
            before = np.unique(before)
            layer = before[(n_left[before] == 0) & can_repeat[before]]
        return can_end, can_repeat

    @property
    def n_by_value(self) -> dict[str, int]:
        """How many positions are won for each side, and drawn; without those where chance decides."""
        values = [self.value_of(i) for i in range(self.graph.n_positions)]
        return {value: values.count(value) for value in VALUES.values()}

    def best_moves(self, position: Position | int = 0) -> tuple[Any, ...]:
        """Return the moves of a position that keep its value, and the winner's hurry or the loser's delay."""
        number = self.graph.number_of(position)
        moves = self.graph.moves(number)
        return tuple(move for move, edges in moves if self._is_best(number, edges, move))

    def _is_best(self, number: int, edges: tuple[tuple[Fraction, int], ...], move: Any) -> bool:
        if sum(chance * self.scores[target] for chance, target in edges) != self.scores[number]:
            return False
        if self.distances[number] < 0:
            return True
        plies = self.graph.positions[number].steps(move).get("plies", 0)
        return bool(self.distances[edges[0][1]] + plies == self.distances[number])

    def best_lines(self, n: int = 5, position: Position | int = 0) -> list[Line]:
        """Return up to `n` lines of best play from a position, in the order of the legal moves.

        A line stops where the game is over, where a position comes up again, and after a move of chance.
        """
        import itertools

        return list(itertools.islice(self._lines(self.graph.number_of(position)), n))

    def principal_line(self, position: Position | int = 0) -> Line:
        """Return the first line of best play from a position."""
        return self.best_lines(1, position)[0]

    def _lines(self, start: int) -> Iterator[Line]:
        branches = [self._best_steps(start)]
        moves: list[str] = []
        numbers = [start]
        if self.graph.is_final[start]:
            yield Line((), (start,), "over")
        while branches:
            step = next(branches[-1], None)
            if step is None:
                branches.pop()
                del moves[-1:], numbers[-1:]
                continue
            move, target = step
            if target is None:
                yield Line((*moves, move), tuple(numbers), "chance")
            elif target in numbers or self.graph.is_final[target]:
                ends = "over" if self.graph.is_final[target] else "repeats"
                yield Line((*moves, move), (*numbers, target), ends)
            else:
                moves.append(move)
                numbers.append(target)
                branches.append(self._best_steps(target))

    def _best_steps(self, number: int) -> Iterator[tuple[str, int | None]]:
        """Yield the best moves of a position as text, each with the position it leads to, None by chance."""
        for move, edges in self.graph.moves(number):
            if self._is_best(number, edges, move):
                yield str(move), edges[0][1] if len(edges) == 1 else None

    def __str__(self) -> str:
        if self.value is None:
            return f"expected score {self.score} for {self.graph.game.colours[0]} under best play"
        if self.value == "draw":
            how = {"repetition": " by repetition", "either": " by repetition or at the end"}
            return f"draw{how.get(str(self.draw_by), '')} under best play"
        winner = self.graph.game.colours[self.value == "second"]
        in_plies = "" if self.distance is None else f" in {self.distance} plies"
        return f"{winner} wins under best play{in_plies}"

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the value of the start and the principal line, ready for JSON."""
        return {
            "value": self.value,
            "score": str(self.score),
            "distance": self.distance,
            "draw_by": self.draw_by,
            "best_line": str(self.principal_line()),
        }


def solve(graph: Graph) -> Solution:
    """Return the value of every position when both sides play their best.

    Without moves of chance, by retrograde analysis: from the ends backwards, so that positions which
    neither side can force to an end are draws, whatever the order of the moves. With moves of chance, by
    backward induction on the expected score (a win 1, a draw 1/2), in exact fractions.

    Raises
    ------
    VariantlabError
        Where positions repeat and there are moves of chance.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> game = Othello(size=4, start="XXO./XXO./XXO./XXO. b")
    >>> solution = solve(explore(game.start_position()))
    >>> solution.value, solution.distance, str(solution.principal_line())
    ('first', 2, 'd1 -- d4')
    """
    if not graph.has_chance:
        values, distances = _retrograde(graph)
        scores = {FIRST: ONE, SECOND: Fraction(0), DRAW: HALF}
        return Solution(graph, [scores[value] for value in values.tolist()], distances)
    if not graph.acyclic:
        raise VariantlabError(
            "Best play is not solved where positions can repeat and moves are left to chance; random play "
            "is. Limit the game, so that no position repeats (discs_each), or leave chance out of it."
        )
    finals = {FIRST: ONE, SECOND: Fraction(0), DRAW: HALF}
    ends = {i: finals[int(graph.outcomes[i])] for i in np.flatnonzero(graph.is_final).tolist()}
    return Solution(graph, _induced(graph, ends), np.full(graph.n_positions, -1))


def best_margin(graph: Graph) -> Fraction:
    """Return the margin at the end, for the side that moves first, when both play for the margin.

    Raises
    ------
    VariantlabError
        Where positions can repeat, or have no ``margin``.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> print(best_margin(explore(Othello(size=4, start="XXO./XXO./XXO./XXO. b").start_position())))
    15
    """
    if not graph.acyclic:
        raise VariantlabError("The best margin is found where no position repeats; here some do.")
    ends = {}
    for i in np.flatnonzero(graph.is_final).tolist():
        margin = getattr(graph.positions[i], "margin", None)
        if margin is None:
            raise VariantlabError(f"{graph.game.name} has no margin to play for; solve(graph) has its value.")
        ends[i] = Fraction(margin)
    return _induced(graph, ends)[0]


def _induced(graph: Graph, ends: Mapping[int, Fraction]) -> list[Fraction]:
    """Return the value of every position of an acyclic graph, by backward induction from those of its ends.

    The side that moves first in the game takes the largest expected value, the other the smallest.
    """
    values = [Fraction(0)] * graph.n_positions
    first_move, first_edge = graph.first_move.tolist(), graph.first_edge.tolist()
    targets, chance_of, movers = graph.targets.tolist(), graph.chance_of.tolist(), graph.movers.tolist()
    for i in reversed(graph.order.tolist()):
        if i in ends:
            values[i] = ends[i]
            continue
        worth = []
        for move in range(first_move[i], first_move[i + 1]):
            edges = range(first_edge[move], first_edge[move + 1])
            if len(edges) == 1:
                worth.append(values[targets[edges[0]]])
            else:
                parts = (graph.chances[chance_of[e]] * values[targets[e]] for e in edges)
                worth.append(sum(parts, Fraction(0)))
        values[i] = max(worth) if movers[i] == FIRST else min(worth)
    return values


class _Incoming:
    """The edges that lead to each position."""

    def __init__(self, targets: np.ndarray, n: int) -> None:
        self._sorted = np.argsort(targets, kind="stable")
        self._first = np.concatenate([[0], np.cumsum(np.bincount(targets, minlength=n))])

    def edges(self, positions: np.ndarray) -> np.ndarray:
        return self._sorted[_edges_at(self._first, positions)]


def _retrograde(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """Return who wins each position of a graph without chance, and in how many plies (-1 for draws).

    An edge into a position that is won in d plies counts at d plus its own plies. The mover wins at the
    first that leads to an own win, and has lost when the last one to a loss has been counted.
    """
    n = graph.n_positions
    values, distances = np.zeros(n, np.int8), np.full(n, -1)
    n_left = np.diff(graph.first_move)
    into = _Incoming(graph.targets, n)
    plies = graph.step_plies[graph.move_of_edge]
    waiting: dict[int, list[np.ndarray]] = defaultdict(list)

    def settle(numbers: np.ndarray, at: int) -> None:
        distances[numbers] = at
        incoming = into.edges(numbers)
        for step in np.unique(plies[incoming]).tolist():
            waiting[at + step].append(incoming[plies[incoming] == step])

    values[graph.is_final] = graph.outcomes[graph.is_final]
    settle(np.flatnonzero(values != DRAW), 0)
    while waiting:
        at = min(waiting)
        edges = np.concatenate(waiting.pop(at))
        sources, winners = graph.sources[edges], values[graph.targets[edges]]
        is_open = values[sources] == DRAW
        wins = is_open & (winners == graph.movers[sources])
        won = np.unique(sources[wins])
        values[won] = graph.movers[won]
        losses = sources[is_open & ~wins]
        np.subtract.at(n_left, losses, 1)
        losses = np.unique(losses)
        lost = losses[(n_left[losses] == 0) & (values[losses] == DRAW)]
        values[lost] = -graph.movers[lost]
        settle(np.concatenate([won, lost]), at)
    return values, distances


def _reached_backwards(into: _Incoming, sources: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return whether some of the positions `ends` can be reached, for each position."""
    reached = np.zeros(len(into._first) - 1, bool)
    layer = ends
    while layer.size:
        reached[layer] = True
        before = np.unique(sources[into.edges(layer)])
        layer = before[~reached[before]]
    return reached


# --- random play ------------------------------------------------------------------------------------------

Chance = Fraction | float


@dataclass(frozen=True, eq=False, repr=False)
class RandomPlay:
    """What becomes of a game in which both sides move at random, as exact chances and means.

    Numbers are fractions where no position can repeat, and floating-point numbers elsewhere. A capped game
    has its own count and no winner: ``winner``, ``capped`` and ``never_ends`` add up to 1; see `win_rates`
    for the games that ended.

    Attributes
    ----------
    exact : bool
        Whether the numbers are exact fractions.
    max_plies : int or None
        The limit on plies; None where there is none.
    winner : dict
        The chance that each colour wins, and of a draw, among all games.
    end_reason : dict
        The chance of each reason, ``capped`` included.
    first_stuck : dict
        The chance that each colour is the first without a move, and of ``none``; empty for games without
        passes.
    mean : dict
        The mean of each count of the record over all games, capped ones included, and of ``difference``:
        the count of the colour that moves first less the other's. None for a mean that is not known, as
        where games may never end.
    variance : dict
        The variance of ``plies`` and ``difference``.
    plies : dict of int
        The chance of each number of plies; empty for a game without a limit in which positions repeat.
    differences : dict of int
        The chance of each difference.
    capped : Fraction or float
        The share of games that reach `max_plies` while they could go on.
    never_ends : Fraction or float
        Without a limit, the chance of reaching positions from which no end can be reached.
    residual : float or None
        The largest error left in the linear equations solved; None where none were.
    uncapped : RandomPlay or None
        The same without a limit on plies, where positions repeat.
    """

    game: Game
    exact: bool
    max_plies: int | None
    winner: dict[str, Chance]
    end_reason: dict[str, Chance]
    first_stuck: dict[str, Chance]
    mean: dict[str, Chance | None]
    variance: dict[str, Chance | None]
    plies: dict[int, Chance]
    differences: dict[int, Chance]
    capped: Chance
    never_ends: Chance
    residual: float | None = None
    uncapped: RandomPlay | None = None

    _FIGURES = (
        "winner", "end_reason", "first_stuck", "mean", "variance", "plies", "differences", "capped",
        "never_ends",
    )  # fmt: skip

    @property
    def sd(self) -> dict[str, float | None]:
        """The standard deviation of ``plies`` and ``difference``."""
        return {name: None if v is None else math.sqrt(v) for name, v in self.variance.items()}

    @property
    def win_rates(self) -> dict[str, Chance | None]:
        """The chances of `winner` among the games that ended: capped ones enter no rate. None if 0."""
        ended = sum(self.winner.values())
        return {name: chance / ended if ended else None for name, chance in self.winner.items()}

    def __str__(self) -> str:
        parts = [f"{name} {_shown(chance)}" for name, chance in self.winner.items()]
        parts += [f"capped {_shown(self.capped)}"] if self.capped else []
        parts += [f"never ends {_shown(self.never_ends)}"] if self.never_ends else []
        if (plies := self.mean["plies"]) is not None:
            parts.append(f"{_shown(plies)} plies on average")
        return ", ".join(parts)

    def __repr__(self) -> str:
        return f"<RandomPlay of {self.game!r}: {self}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the figures ready for JSON: fractions as text such as "7/2" or "4", others as numbers.

        Examples
        --------
        >>> from variantlab.games.othello.rules import Othello
        >>> figures = random_play(explore(Othello(capture="vanish").start_position())).as_dict()
        >>> figures["winner"]
        {'black': '1/2', 'white': '0', 'draw': '1/2'}
        >>> figures["plies"]
        {'3': '1/2', '4': '1/2'}
        """
        found: dict[str, Any] = {"exact": self.exact, "max_plies": self.max_plies}
        found |= {name: _for_json(getattr(self, name)) for name in self._FIGURES}
        found["residual"] = self.residual
        if self.uncapped is not None:
            found["uncapped"] = self.uncapped.as_dict()
        return found


def _shown(number: Chance) -> str:
    text = str(number)
    return text if isinstance(number, Fraction) and len(text) <= 12 else f"{float(number):.6g}"


def _for_json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _for_json(held) for key, held in value.items()}
    return str(value) if isinstance(value, (Fraction, int)) else value


@dataclass
class _Flow:
    """Where random play goes: chances of positions, and how often each kind of step is taken on average."""

    ended: dict[int, Chance]
    capped: dict[int, Chance]
    plies: dict[int, Chance]
    n_steps: list[Chance]
    never: Chance = 0
    residual: float | None = None
    mean_square_plies: float | None = None


def random_play(graph: Graph, capped: bool = True) -> RandomPlay:
    """Return the exact chances of a game in which both sides move uniformly at random.

    Every legal move is equally likely, except where a position gives ``random_weights()``: under the
    mover's choice Othello draws the square first, then the disc to remove. The counts begin at the start of
    the graph.

    Parameters
    ----------
    graph : Graph
        The graph explored.
    capped : bool
        Whether games stop at the ``max_plies`` of the rules, if these have one.

    Returns
    -------
    RandomPlay
        Fractions where no position can repeat: chances are passed on from each position to the next.
        Elsewhere floating-point numbers: with a limit, chances are passed on ply by ply; without, by the
        linear equations of an absorbing Markov chain.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> play = random_play(explore(Othello(capture="vanish").start_position()))
    >>> print(play)
    black 1/2, white 0, draw 1/2, 7/2 plies on average
    >>> {plies: str(chance) for plies, chance in play.plies.items()}
    {3: '1/2', 4: '1/2'}
    """
    cap = getattr(graph.game, "max_plies", None) if capped else None
    stuck = _stuck_labels(graph)
    stops = graph.is_final | np.array([label is not None for label in stuck], bool)
    if graph.acyclic:
        flow, until_stuck = _exact_flow(graph, graph.is_final, cap), _exact_flow(graph, stops, cap)
        return _random_play(graph, cap, stuck, flow, until_stuck)
    chain = _Chain(graph)
    uncapped = _random_play(graph, None, stuck, chain.solved(graph.is_final), chain.solved(stops))
    if cap is None:
        return uncapped
    play = _random_play(graph, cap, stuck, chain.passed_on(graph.is_final, cap), chain.passed_on(stops, cap))
    return dataclasses.replace(play, uncapped=uncapped)


def _stuck_labels(graph: Graph) -> list[str | None]:
    """Return the side without a move in each position, None where there is none."""
    return [getattr(position, "stuck", None) for position in graph.positions]


def _exact_flow(graph: Graph, stops: np.ndarray, cap: int | None) -> _Flow:
    """Return where random play goes in an acyclic graph, in fractions, when it stops at `stops`.

    Chances are held by position and plies, and passed on in an order in which every position comes after
    all that lead to it.
    """
    probabilities, probability_of = _edge_probabilities(graph)
    edges_from, targets = graph._edges_from.tolist(), graph.targets.tolist()
    step_of_edge = graph.step_of[graph.move_of_edge].tolist()
    step_plies = [step.get("plies", 0) for step in graph.steps]
    is_final, is_stop = graph.is_final.tolist(), stops.tolist()
    zero = Fraction(0)
    ended: dict[int, Chance] = {}
    over: dict[int, Fraction] = defaultdict(Fraction)
    plies: dict[int, Fraction] = defaultdict(Fraction)
    n_steps = [zero] * len(graph.steps)
    waiting: list[dict[int, Fraction]] = [{} for _ in range(graph.n_positions)]
    waiting[0][0] = ONE
    for i in graph.order.tolist():
        here, waiting[i] = waiting[i], {}
        if is_stop[i]:
            if here:
                ended[i] = sum(here.values(), zero)
            for n_plies, chance in here.items():
                plies[n_plies] += chance
            continue
        edges = range(edges_from[i], edges_from[i + 1])
        for n_plies, chance in here.items():
            shares: dict[int, Fraction] = {}
            for edge in edges:
                number = probability_of[edge]
                share = shares.get(number)
                if share is None:
                    share = shares[number] = chance * probabilities[number]
                if not share:
                    continue
                target, step = targets[edge], step_of_edge[edge]
                after = n_plies + step_plies[step]
                if cap is not None and after >= cap and not is_final[target]:
                    over[target] += share
                    plies[after] += share
                else:
                    there = waiting[target]
                    there[after] = there[after] + share if after in there else share
        total = sum(here.values(), zero)
        if edges and total:
            _add_steps(n_steps, total, edges, step_of_edge, probabilities, probability_of)
    return _Flow(ended, dict(over), dict(sorted(plies.items())), list(n_steps))


def _add_steps(
    n_steps: list[Fraction],
    total: Fraction,
    edges: range,
    step_of_edge: list[int],
    probabilities: list[Fraction],
    probability_of: list[int],
) -> None:
    """Add to `n_steps` the steps that a position takes which is met with the chance `total`."""
    step = step_of_edge[edges[0]]
    if all(step_of_edge[edge] == step for edge in edges):
        n_steps[step] += total
    else:
        for edge in edges:
            n_steps[step_of_edge[edge]] += total * probabilities[probability_of[edge]]


def _edge_probabilities(graph: Graph) -> tuple[list[Fraction], list[int]]:
    """Return the different probabilities that edges have under random play, and which one each edge has."""
    pairs = graph.weight_of[graph.move_of_edge] * len(graph.chances) + graph.chance_of
    different, number_of = np.unique(pairs, return_inverse=True)
    split = [divmod(pair, len(graph.chances)) for pair in different.tolist()]
    return [graph.weights[weight] * graph.chances[chance] for weight, chance in split], number_of.tolist()


class _Chain:
    """Random play as a Markov chain in floating-point numbers, for graphs in which positions repeat."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        probabilities, number_of = _edge_probabilities(graph)
        self.edge_chance = np.array([float(p) for p in probabilities])[number_of]
        self.edge_plies = graph.step_plies[graph.move_of_edge]
        self.edge_step = graph.step_of[graph.move_of_edge]
        if self.edge_plies.min() < 0 or self.edge_plies.max() > 1:
            raise VariantlabError("A turn takes 0 or 1 plies where positions can repeat; here it takes more.")

    def _matrix(self, used: np.ndarray) -> Any:
        """Return the chances of going from a position (column) to another (row) along the edges `used`."""
        from scipy.sparse import csr_array

        n = self.graph.n_positions
        at = (self.graph.targets[used], self.graph.sources[used])
        return csr_array((self.edge_chance[used], at), shape=(n, n))

    def _steps_of(self, visits: np.ndarray) -> list[Chance]:
        """Return how often each kind of step is taken, from how often each position is left."""
        along = visits[self.graph.sources] * self.edge_chance
        return np.bincount(self.edge_step, along, minlength=len(self.graph.steps)).tolist()

    def passed_on(self, stops: np.ndarray, cap: int) -> _Flow:
        """Return where random play goes within `cap` plies, when it stops at the positions `stops`."""
        leaves = ~stops[self.graph.sources]
        at_once = self._matrix(leaves & (self.edge_plies == 0))
        in_a_ply = self._matrix(leaves & (self.edge_plies == 1))
        here = np.zeros(self.graph.n_positions)
        here[0] = 1.0
        ended, visits = np.zeros_like(here), np.zeros_like(here)
        plies: dict[int, Chance] = {}
        for n_plies in range(cap):
            here = self._within_a_ply(here, at_once)
            stopped = np.where(stops, here, 0)
            ended += stopped
            here = here - stopped
            visits += here
            if stopped.any():
                plies[n_plies] = float(stopped.sum())
            if here.sum() < NEGLIGIBLE:
                return _Flow(_as_chances(ended), {}, plies, self._steps_of(visits))
            here = in_a_ply @ here
        stopped = np.where(stops & self.graph.is_final, here, 0)
        ended += stopped
        plies[cap] = float(here.sum())
        return _Flow(_as_chances(ended), _as_chances(here - stopped), plies, self._steps_of(visits))

    def _within_a_ply(self, here: np.ndarray, at_once: Any) -> np.ndarray:
        """Return the chances of being met at this ply, after turns of 0 plies as well."""
        met, moved, n_turns = here, here, 0
        while at_once.nnz and (moved := at_once @ moved).any():
            met = met + moved
            n_turns += 1
            if n_turns > self.graph.n_positions:
                raise VariantlabError(
                    "Turns of 0 plies can go on for ever, so that no limit on plies ends a game."
                )
        return met

    def solved(self, stops: np.ndarray) -> _Flow:
        """Return where random play without a limit goes, when it stops at the positions `stops`.

        With Q the chances between the positions that can come to a stop, the expected visits x solve
        (I - Q') x = e, where e is the start (Kemeny and Snell, Finite Markov Chains, chapter 3).
        """
        graph, possible = self.graph, self.edge_chance > 0
        sources, targets = graph.sources[possible], graph.targets[possible]
        can_stop = _reached_backwards(_Incoming(targets, graph.n_positions), sources, np.flatnonzero(stops))
        passing = np.flatnonzero(can_stop & ~stops)
        if not can_stop[0] or stops[0]:
            start: dict[int, Chance] = {0: 1.0} if stops[0] else {}
            no_steps: list[Chance] = [0.0] * len(graph.steps)
            return _Flow(start, {}, {}, no_steps, 1.0 - len(start), 0.0, 0.0)
        matrix = self._matrix(~stops[graph.sources] & possible)
        among_passing = matrix[passing][:, passing]
        start_vector = (passing == 0).astype(float)
        visits = np.zeros(graph.n_positions)
        visits[passing] = _fixed_point(among_passing, start_vector)
        arrived = matrix @ visits
        never = float(arrived[~can_stop].sum())
        left_over = start_vector + among_passing @ visits[passing] - visits[passing]
        residual = float(np.abs(left_over).max())
        # The mean plies still to come, h, solve (I - Q) h = w, the mean plies of the next turn. The plies N
        # of a game are those of the next turn and those to come, which gives the mean of N squared.
        to_come = np.zeros(graph.n_positions)
        next_plies = self._mean_from(self.edge_plies)
        to_come[passing] = _fixed_point(among_passing.T.tocsr(), next_plies[passing])
        squares = self._mean_from(self.edge_plies * (self.edge_plies + 2 * to_come[graph.targets]))
        return _Flow(
            _as_chances(np.where(stops, arrived, 0)), {}, {}, self._steps_of(visits), never, residual,
            float(visits @ squares),
        )  # fmt: skip

    def _mean_from(self, of_edges: np.ndarray) -> np.ndarray:
        """Return the mean over the next turn of a number that each edge has, for every position."""
        weighted = self.edge_chance * of_edges
        return np.bincount(self.graph.sources, weighted, minlength=self.graph.n_positions)


def _fixed_point(matrix: Any, constant: np.ndarray) -> np.ndarray:
    """Return the x that solves x = constant + matrix x, for a chain that leaves the positions of the matrix.

    Large systems by adding up the terms of the Neumann series, since sparse factors of them would fill the
    memory; small ones, and those whose series is too long, by sparse factors.
    """
    from scipy.sparse import csc_array, eye_array
    from scipy.sparse.linalg import splu

    if len(constant) > MOST_FACTORED:
        term, total = constant, constant
        for _ in range(MOST_TERMS):
            term = matrix @ term
            total = total + term
            if term.max() <= NEGLIGIBLE * total.max():
                return total
    return splu(csc_array(eye_array(len(constant)) - matrix)).solve(constant)


def _as_chances(chances: np.ndarray) -> dict[int, Chance]:
    return {int(i): float(chances[i]) for i in np.flatnonzero(chances)}


def _random_play(
    graph: Graph, cap: int | None, stuck: list[str | None], flow: _Flow, until_stuck: _Flow
) -> RandomPlay:
    """Return the figures of random play from where it goes, and where it goes until a side is stuck."""
    game = graph.game
    zero: Chance = Fraction(0) if graph.acyclic else 0.0
    winner: dict[str, Chance] = dict.fromkeys((*game.colours, "draw"), zero)
    end_reason: dict[str, Chance] = dict.fromkeys(game.end_reasons, zero)
    names = {"first": game.colours[0], "second": game.colours[1], "draw": "draw"}
    for i, chance in flow.ended.items():
        winner[names[VALUES[int(graph.outcomes[i])]]] += chance
        reason = graph.positions[i].end_reason
        if reason is not None:
            end_reason[reason] += chance
    capped = sum(flow.capped.values(), zero)
    end_reason["capped"] = capped
    records = [
        (graph.positions[i].record(), chance) for i, chance in [*flow.ended.items(), *flow.capped.items()]
    ]
    known = not flow.never
    differences = _difference_distribution(records, game.colours) if known else {}
    mean = _means(graph, flow, records, zero) if known else dict.fromkeys((*game.counts, "difference"))
    variance: dict[str, Chance | None] = {"plies": None, "difference": None}
    if known and flow.mean_square_plies is not None:
        variance["plies"] = flow.mean_square_plies - mean["plies"] ** 2  # type: ignore[operator]
    elif known:
        variance["plies"] = _variance(flow.plies)
    if differences:
        mean["difference"] = sum((d * chance for d, chance in differences.items()), zero)
        variance["difference"] = _variance(differences)
    return RandomPlay(
        game=game,
        exact=graph.acyclic,
        max_plies=cap,
        winner=winner,
        end_reason=end_reason,
        first_stuck=_first_stuck(game, stuck, until_stuck, zero),
        mean=mean,
        variance=variance,
        plies=flow.plies,
        differences=differences,
        capped=capped,
        never_ends=flow.never if flow.never else zero,
        residual=flow.residual,
    )


def _means(
    graph: Graph, flow: _Flow, records: list[tuple[dict[str, Any], Chance]], zero: Chance
) -> dict[str, Chance | None]:
    """Return the mean of each count: of what the turns add, or of the last position's where they do not."""
    added = {name for step in graph.steps for name in step}
    means: dict[str, Chance | None] = {}
    for name in graph.game.counts:
        if name in added:
            steps = zip(graph.steps, flow.n_steps, strict=True)
            means[name] = sum((step.get(name, 0) * n for step, n in steps), zero)
        elif all(name in record for record, _ in records):
            means[name] = sum((record[name] * chance for record, chance in records), zero)
        else:
            means[name] = None
    return means


def _difference_distribution(
    records: list[tuple[dict[str, Any], Chance]], colours: tuple[str, str]
) -> dict[int, Chance]:
    """Return the chance of each difference of the two colours' counts; empty where records have none."""
    chances: dict[int, Chance] = {}
    for record, chance in records:
        if not set(colours) <= set(record):
            return {}
        difference = record[colours[0]] - record[colours[1]]
        chances[difference] = chances.get(difference, 0) + chance
    return dict(sorted(chances.items()))


def _variance(distribution: Mapping[int, Chance]) -> Chance:
    mean = sum(value * chance for value, chance in distribution.items())
    return sum((value - mean) ** 2 * chance for value, chance in distribution.items())


def _first_stuck(game: Game, stuck: list[str | None], until_stuck: _Flow, zero: Chance) -> dict[str, Chance]:
    """Return the chance that each colour is the first without a move, and that none is."""
    if not any(stuck):
        return {}
    chances: dict[str, Chance] = dict.fromkeys((*game.colours, "none"), zero)
    for i, chance in until_stuck.ended.items():
        chances[stuck[i] or "none"] += chance
    chances["none"] += sum(until_stuck.capped.values(), zero) + until_stuck.never
    return chances


# --- all together -----------------------------------------------------------------------------------------


def analysis(position: Position, limit: int = MOST_POSITIONS, progress: bool = False) -> dict[str, Any]:
    """Return everything exact about a position, ready for JSON: exact numbers are text such as "7/2" or "4".

    Positions count as their property ``counted_as`` says, where they have one: equal ones once, None not at
    all.

    Raises
    ------
    VariantlabError
        Where the graph is too large.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> found = analysis(Othello(capture="vanish").start_position())
    >>> found["n_positions"], found["value"], found["random_play"]["mean"]["plies"]
    (33, 'draw', '7/2')
    """
    graph = explore(position, limit, progress=progress)
    found = graph.as_dict() | _counted(graph)
    if graph.has_chance and not graph.acyclic:
        found |= dict.fromkeys(("value", "score", "distance", "draw_by", "best_line"))
    else:
        found |= solve(graph).as_dict()
    return found | {"random_play": random_play(graph).as_dict()}


def _counted(graph: Graph) -> dict[str, int]:
    """Return how many positions a graph has, and how many of them are final, as their game counts them."""
    counted = [getattr(position, "counted_as", position) for position in graph.positions]
    final = {key for key, is_final in zip(counted, graph.is_final, strict=True) if is_final}
    return {"n_positions": len({*counted} - {None}), "n_final": len(final - {None})}


def curve(
    position: Position,
    rule: str,
    values: Iterable[Any],
    same_graph: bool = False,
    limit: int = MOST_POSITIONS,
    floats: bool = True,
) -> pd.DataFrame:
    """Return exact figures as one rule runs through values, a row for each.

    Parameters
    ----------
    position : Position
        Where games begin; the rest of its rules stays.
    rule : str
        The name of the rule.
    values : iterable
        Its values.
    same_graph : bool
        Whether the rule changes only chances or how ends are judged, so that the graph of `position` serves
        all values (see `reweighted`): for the ``vanish_probability`` of ``mixed``, explored somewhere
        between 0 and 1.
    limit : int
        The most positions of a graph.
    floats : bool
        Whether the exact numbers are rounded to floating-point ones, as charts need them.

    Returns
    -------
    pandas.DataFrame
        Columns: the rule; ``n_positions``; ``score`` of the side that moves first under best play (none
        where it is not solved); under random play the chances ``random_NAME`` of the winners and
        ``random_capped``, and the means ``mean_NAME``.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> start = Othello(size=4, capture="mixed", discs_each=1).start_position()
    >>> table = curve(start, "vanish_probability", [0, 0.5, 1], same_graph=True, floats=False)
    >>> [str(chance) for chance in table["random_draw"]]
    ['1', '1/2', '1']
    """
    import pandas as pd

    base = explore(position, limit) if same_graph else None
    rows = []
    for value in values:
        if base is not None:
            graph = reweighted(base, **{rule: value})
        else:
            game = position.game.replace(**{rule: value})
            graph = explore(dataclasses.replace(position, game=game), limit)  # type: ignore[type-var]
        rows.append({rule: value} | _figures(graph, floats))
    return pd.DataFrame(rows)


def _figures(graph: Graph, floats: bool) -> dict[str, Any]:
    """Return a row of the table of a curve."""
    solvable = graph.acyclic or not graph.has_chance
    play = random_play(graph)
    numbers: dict[str, Any] = {"score": solve(graph).score if solvable else None}
    numbers |= {f"random_{name}": chance for name, chance in play.winner.items()}
    numbers["random_capped"] = play.capped
    numbers |= {f"mean_{name}": mean for name, mean in play.mean.items()}
    if floats:
        numbers = {name: None if number is None else float(number) for name, number in numbers.items()}
    return {"n_positions": graph.n_positions} | numbers
