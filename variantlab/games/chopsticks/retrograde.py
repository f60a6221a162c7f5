"""Chopsticks solved: values, distances, best moves, the circle of a drawn game, the smallest winning
strategy.

Best play may go round for ever, so a search that calls a repeated position a draw can be wrong, and its
answer depends on the order of the moves. Retrograde analysis goes from the finished positions backwards and
has no such order.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from variantlab.errors import RulesError, VariantlabError, invalid
from variantlab.games.chopsticks import kernels as k
from variantlab.games.chopsticks.position import (
    ChopsticksPosition,
    Move,
    other_player,
    position_of_state,
    rule_words,
)
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.game import Outcome

#: Nodes of the search for the smallest winning strategy, before it gives up proving that it has found it.
MOST_NODES = 200_000


class Table(NamedTuple):
    """Every state's moves and value, see `variantlab.games.chopsticks.kernels`.

    Attributes
    ----------
    n_pairs : int
        Pairs of hands; states below its square are positions at the start of a turn.
    targets, ways, kinds : arrays of shape (n_states, MOST_ACTIONS)
        The state after each move, the number of physical actions, and the kind.
    n_moves : array of length n_states
        How many moves a state has.
    values, distances : arrays of length n_states
        1, -1 or 0 for the side to move; turns to the end, -1 for a draw.
    """

    n_pairs: int
    targets: np.ndarray
    ways: np.ndarray
    kinds: np.ndarray
    n_moves: np.ndarray
    values: np.ndarray
    distances: np.ndarray

    @property
    def n_starts(self) -> int:
        """Numbers below it are positions at the start of a turn."""
        return self.n_pairs**2

    def moves(self, state: int) -> list[int]:
        """Return the states that a state's moves lead to."""
        return [int(target) for target in self.targets[state, : self.n_moves[state]]]

    def turns(self, state: int) -> list[tuple[tuple[int, ...], int]]:
        """Return the whole turns from a state: the numbers of the moves, and the position the other side then
        has.
        """
        found: list[tuple[tuple[int, ...], int]] = []
        for nth, target in enumerate(self.moves(state)):
            if target < self.n_starts:
                found.append(((nth,), target))
            else:
                found += [((nth, again), after) for again, after in enumerate(self.moves(target))]
        return found

    def is_over(self, state: int) -> bool:
        """Return whether a player has both hands out."""
        return state // self.n_pairs % self.n_pairs == 0 or state % self.n_pairs == 0


@functools.lru_cache(maxsize=1024)
def _table_of(rules: k.RuleWords) -> Table:
    n_pairs = rules.limit * (rules.limit + 1) // 2
    targets, ways, kinds, n_moves = k.action_table(rules)
    values, distances = k.retrograde(n_pairs, targets, n_moves)
    arrays = (targets, ways, kinds, n_moves, values, distances)
    for array in arrays:
        array.flags.writeable = False
    return Table(n_pairs, *arrays)


def table_of(game: Chopsticks) -> Table:
    """Return the moves and values of all states under the game's rules, whether play reaches them or not.

    Examples
    --------
    >>> table_of(Chopsticks()).n_pairs
    15
    """
    return _table_of(rule_words(game))


@dataclass(frozen=True, eq=False)
class Solution:
    """A start position of Chopsticks solved, with every position that play can reach from it.

    Parameters
    ----------
    start : ChopsticksPosition
        Where play begins.
    table : Table
        The moves and values of all states.
    reached : array of bool
        Which states play can reach.

    Examples
    --------
    >>> solution = solve(Chopsticks(limit=3, split=False))
    >>> solution.value, solution.distance, solution.n_positions
    ('first', 5, 16)
    """

    start: ChopsticksPosition
    table: Table
    reached: np.ndarray

    @property
    def game(self) -> Chopsticks:
        """The rules."""
        return self.start.game

    @property
    def value(self) -> Outcome:
        """'first' or 'second', who wins from the start by best play, or 'draw' where it does not end."""
        return self.value_of(self.start)

    @property
    def distance(self) -> int | None:
        """The turns that best play lasts: the winner hurries, the loser delays. None for a draw."""
        return self.distance_of(self.start)

    @property
    def states(self) -> np.ndarray:
        """The numbers of the positions reached at the start of a turn, the side to move implied; finished
        ones too.
        """
        return np.flatnonzero(self.reached[: self.table.n_starts])

    @property
    def n_positions(self) -> int:
        """How many positions play can reach at the start of a turn, finished ones included.

        Hands are sorted, and a position counts once whoever is to move.
        """
        return len(self.states)

    @property
    def acyclic(self) -> bool:
        """Whether no position can come up twice in a game."""
        import networkx as nx

        graph = nx.DiGraph()
        for state in np.flatnonzero(self.reached).tolist():
            graph.add_edges_from((state, target) for target in self.table.moves(state))
        return bool(nx.is_directed_acyclic_graph(graph))

    def count(self, value: str) -> int:
        """Return how many of these positions are a 'win', a 'loss' or a 'draw' for the side to move."""
        number = {"win": k.WIN, "loss": k.LOSS, "draw": k.DRAW}[value]
        return int((self.table.values[self.states] == number).sum())

    @property
    def share_drawn(self) -> Fraction:
        """The share of drawn positions among `n_positions`."""
        return Fraction(self.count("draw"), self.n_positions)

    def __contains__(self, position: ChopsticksPosition) -> bool:
        return self._rules_match(position) and bool(self.reached[position.state])

    def _rules_match(self, position: ChopsticksPosition) -> bool:
        return rule_words(position.game) == rule_words(self.game)

    def _state(self, position: ChopsticksPosition) -> int:
        if not self._rules_match(position):
            raise invalid("position", position, f"a position of {self.game}", error=RulesError)
        return position.state

    def value_of(self, position: ChopsticksPosition) -> Outcome:
        """Return who wins from a position by best play, 'first' or 'second', or 'draw'; reached or not."""
        value = self.table.values[self._state(position)]
        if value == k.DRAW:
            return "draw"
        winner = position.to_move if value == k.WIN else other_player(position.to_move)
        return "first" if winner == "first" else "second"

    def distance_of(self, position: ChopsticksPosition) -> int | None:
        """Return the turns that best play lasts from a position, a turn already begun not counted; None for a
        draw.
        """
        distance = int(self.table.distances[self._state(position)])
        return None if distance < 0 else distance

    def best_moves(self, position: ChopsticksPosition) -> tuple[Move, ...]:
        """Return all best moves: those that win soonest, keep the draw, or lose latest."""
        best = best_of(self.table, self._state(position))
        return tuple(move for move, is_best in zip(position.legal_moves(), best, strict=True) if is_best)

    def keeps_value(self, position: ChopsticksPosition, move: Move | str) -> bool:
        """Return whether a move, the quickest or not, gives away nothing of the position's value."""
        return self.value_of(position.play(move)) == self.value_of(position)

    def best_line(self, position: ChopsticksPosition | None = None) -> tuple[Move, ...]:
        """Return one line of best play, the first best move each time, up to the end or a position met
        before.
        """
        here = (self.start if position is None else position).uncapped()
        line: list[Move] = []
        met = set()
        while not here.is_over and here not in met:
            met.add(here)
            move = self.best_moves(here)[0]
            line.append(move)
            here = here.play(move)
        return tuple(line)

    def positions(self) -> Iterator[ChopsticksPosition]:
        """Yield the positions of `states`, each as if the first player were to move."""
        for state in self.states:
            yield position_of_state(self.game, int(state))

    def circle(self) -> dict[ChopsticksPosition, tuple[tuple[tuple[Move, ...], ChopsticksPosition], ...]]:
        """Return the part of the game in which a drawn game circles.

        Returns
        -------
        dict of ChopsticksPosition to tuple of (moves, ChopsticksPosition)
            Each position, at the start of a turn, that play can come back to while both sides keep the draw;
            with the turns that keep it there, each with the position after it. Empty where the start is no
            draw.
        """
        import networkx as nx

        turns = self._drawing_turns()
        graph = nx.DiGraph()
        for node, after in turns.items():
            graph.add_edges_from((node, target) for _, target in after)
        found = {}
        for part in nx.strongly_connected_components(graph):
            for node in part:
                inside = [(moves, target) for moves, target in turns[node] if target in part]
                if inside:
                    found[node] = inside
        return {
            self._position(node): tuple(
                (self._moves(node, moves), self._position(target)) for moves, target in found[node]
            )
            for node in sorted(found)
        }

    def _drawing_turns(self) -> dict[tuple[int, str], list[tuple[tuple[int, ...], tuple[int, str]]]]:
        """Return the turns that keep the draw, of each position that such turns lead to, by state and side to
        move.
        """
        if self.value != "draw" or self.start.acts_again:
            return {}
        turns: dict[tuple[int, str], list[tuple[tuple[int, ...], tuple[int, str]]]] = {}
        waiting = [(self.start.state, self.start.to_move)]
        while waiting:
            state, player = waiting.pop()
            if (state, player) in turns:
                continue
            after = [
                (moves, (target, other_player(player)))
                for moves, target in self.table.turns(state)
                if self.table.values[target] == k.DRAW
            ]
            turns[state, player] = after
            waiting.extend(target for _, target in after)
        return turns

    def _position(self, node: tuple[int, str]) -> ChopsticksPosition:
        return position_of_state(self.game, *node)

    def _moves(self, node: tuple[int, str], numbers: tuple[int, ...]) -> tuple[Move, ...]:
        return moves_of_turn(self._position(node), numbers)

    def __str__(self) -> str:
        if self.value == "draw":
            verdict = "draw: neither side can force a win"
        else:
            verdict = f"the {self.value} player wins in {self.distance} turns"
        return f"{self.game.rule}: {verdict} ({self.n_positions} positions)"


def moves_of_turn(position: ChopsticksPosition, numbers: tuple[int, ...]) -> tuple[Move, ...]:
    """Return the moves of a turn from their numbers among the legal moves."""
    moves = []
    for number in numbers:
        move = position.legal_moves()[number]
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def best_of(table: Table, state: int) -> list[bool]:
    """Return for each move of a state whether it is a best one: wins soonest, keeps the draw, or loses
    latest.
    """
    targets = table.moves(state)
    values = [int(table.values[t]) if t >= table.n_starts else -int(table.values[t]) for t in targets]
    best = max(values, default=0)
    distances = [int(table.distances[target]) for target in targets]
    among = [distance for distance, value in zip(distances, values, strict=True) if value == best]
    wanted = min(among, default=0) if best == k.WIN else max(among, default=0)
    return [value == best and d == wanted for value, d in zip(values, distances, strict=True)]


def solve(game: Chopsticks, start: ChopsticksPosition | None = None) -> Solution:
    """Return the solution of a start position by retrograde analysis.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    start : ChopsticksPosition, optional
        Any position of these rules; the game's own start if left out.

    Returns
    -------
    Solution
        Values, distances and best moves, of the start and of every other position.

    Raises
    ------
    RulesError
        Where the start belongs to other rules.
    """
    start = game.start_position() if start is None else start
    if rule_words(start.game) != rule_words(game):
        raise invalid("start", start, f"a position of {game}", error=RulesError)
    table = table_of(game)
    return Solution(start, table, k.reached(start.state, table.targets, table.n_moves))


# --- the smallest winning strategy --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class WinningStrategy:
    """One turn for each position that the winner can meet while playing by it: to know them is to win.

    Parameters
    ----------
    winner : {'first', 'second'}
        Who wins by it.
    turns : dict of ChopsticksPosition to tuple of Move
        The turn to play in each position at the start of the winner's turns, the opponent playing anything.
    is_smallest : bool
        Whether no winning strategy has fewer positions. False where the search was given up: the size is then
        an upper bound.
    """

    winner: str
    turns: dict[ChopsticksPosition, tuple[Move, ...]]
    is_smallest: bool

    @property
    def size(self) -> int:
        """How many positions the winner must know."""
        return len(self.turns)

    def longest(self) -> int:
        """Return the turns that a game lasts at most under the strategy, from the winner's first turn on.

        The smallest strategy need not be the quickest one.
        """
        lengths: dict[ChopsticksPosition, int] = {}

        def length(position: ChopsticksPosition) -> int:
            if position not in lengths:
                after = position
                for move in self.turns[position]:
                    after = after.play(move)
                replies = [] if after.is_over else list(positions_after_turn(after))
                lengths[position] = max(
                    (2 + length(reply) if not reply.is_over else 2 for reply in replies), default=1
                )
            return lengths[position]

        return max(map(length, self.turns))


def positions_after_turn(position: ChopsticksPosition) -> Iterator[ChopsticksPosition]:
    """Yield the positions after each whole turn of the side to move."""
    for move in position.legal_moves():
        after = position.play(move)
        if after.acts_again:
            yield from positions_after_turn(after)
        else:
            yield after


def smallest_winning_strategy(solution: Solution, most_nodes: int = MOST_NODES) -> WinningStrategy | None:
    """Return a winning strategy with the fewest positions to know, or None where neither side can force a
    win.

    A strategy says what to play in each position that can come up at the start of the winner's turns when the
    winner plays by it and the opponent plays anything; every game by it ends. Equal positions count once.

    Parameters
    ----------
    solution : Solution
        Of a start at which a turn begins.
    most_nodes : int
        Nodes of the search after which it stops with the best strategy so far.

    Returns
    -------
    WinningStrategy or None
        Its `is_smallest` says whether the search was finished.

    Notes
    -----
    Branch and bound. Of two turns in a position, one whose replies are among the other's replies is enough.
    """
    if solution.value == "draw" or solution.start.is_over:
        return None
    if solution.start.acts_again:
        raise invalid("start", solution.start, "a position at the start of a turn", error=RulesError)
    table, start = solution.table, solution.start.state
    wins_to_move = solution.value == solution.start.to_move
    roots = {start} if wins_to_move else _open_replies(table, start)
    chosen, is_smallest = _fewest(_choices(table, roots), roots, most_nodes)
    winner = solution.value
    turns = {}
    for state, after in sorted(chosen.items()):
        numbers = next(numbers for numbers, target in table.turns(state) if target == after)
        position = position_of_state(solution.game, state, winner)
        turns[position] = moves_of_turn(position, numbers)
    return WinningStrategy(winner, turns, is_smallest)


def _open_replies(table: Table, state: int) -> set[int]:
    """Return the unfinished positions that a position's turns lead to."""
    return {target for _, target in table.turns(state) if not table.is_over(target)}


#: For each position of the winner the turns worth a thought: the position after it, and those that replies
#: lead to.
_Choices = dict[int, list[tuple[int, frozenset[int]]]]


def _choices(table: Table, roots: set[int]) -> _Choices:
    """Return what the winner may choose from, in every position that winning turns lead to."""
    choices: _Choices = {}
    waiting = list(roots)
    while waiting:
        state = waiting.pop()
        if state in choices:
            continue
        by_replies = {
            frozenset(_open_replies(table, target)): target
            for _, target in reversed(table.turns(state))
            if table.values[target] == k.LOSS
        }
        minimal = [r for r in by_replies if not any(other < r for other in by_replies)]
        choices[state] = [(by_replies[replies], replies) for replies in sorted(minimal, key=_by_size)]
        for replies in minimal:
            waiting.extend(replies)
    return choices


def _by_size(replies: frozenset[int]) -> tuple[int, list[int]]:
    return len(replies), sorted(replies)


def _fewest(choices: _Choices, roots: set[int], most_nodes: int) -> tuple[dict[int, int], bool]:
    """Return the position after each position's turn in the smallest strategy, and whether the search was
    finished.
    """
    best: dict[int, int] = {}
    n_nodes = 0
    Node = tuple[frozenset[int], frozenset[int], dict[int, tuple[int, frozenset[int]]]]
    waiting: list[Node] = [(frozenset(roots), frozenset(roots), {})]
    while waiting:
        included, open_, chosen = waiting.pop()
        n_nodes += 1
        if best and (len(included) >= len(best) or n_nodes > most_nodes):
            if n_nodes > most_nodes:
                return best, False
            continue
        if not open_:
            best = {state: after for state, (after, _) in chosen.items()}
            continue
        state = max(open_, key=lambda s: _urgency(choices[s], included, s))
        options = sorted(choices[state], key=lambda option: len(option[1] - included), reverse=True)
        for after, replies in options:
            larger = included | replies
            if best and len(larger) >= len(best):
                continue
            if not _comes_back(state, replies, chosen):
                still_open = (open_ - {state}) | (replies - included)
                waiting.append((larger, still_open, {**chosen, state: (after, replies)}))
    if not best:
        raise VariantlabError("no winning strategy from a won position: its values do not fit its moves.")
    return best, True


def _urgency(
    options: list[tuple[int, frozenset[int]]], included: frozenset[int], state: int
) -> tuple[bool, int, int, int]:
    """Return what makes a position the next to decide: no choice, then much to add, then few choices."""
    fewest_new = min(len(replies - included) for _, replies in options)
    return len(options) == 1, fewest_new, -len(options), -state


def _comes_back(state: int, replies: frozenset[int], chosen: dict[int, tuple[int, frozenset[int]]]) -> bool:
    """Return whether play by the turns chosen so far can come back from the replies to the position."""
    waiting, seen = list(replies), set()
    while waiting:
        here = waiting.pop()
        if here == state:
            return True
        if here not in seen:
            seen.add(here)
            if here in chosen:
                waiting.extend(chosen[here][1])
    return False
