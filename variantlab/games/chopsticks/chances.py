"""Chopsticks between players that choose by chance, exactly: who wins how often, and after how many turns.

What "uniform" play is depends on what is counted: ``random`` takes each position that a move leads to as
equally likely, ``taps`` each physical action, so that a hand that shows the same as its neighbour counts
twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from variantlab.games.chopsticks.retrograde import Table, table_of
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.chopsticks.series import weights

#: A state and the side to move, 0 for the first player.
_Node = tuple[int, int]
#: The chances of the next node, by node; the start stands first.
_Chain = dict[_Node, dict[_Node, Fraction]]


@dataclass(frozen=True)
class Chances:
    """How games between two players come out, the cap on their turns left aside.

    Parameters
    ----------
    first, second : Fraction or float
        The chances that the first and the second player win. Fractions where no game can go on for ever; else
        solved in floating point, to about 12 digits.
    endless : Fraction or float
        The chance that a game never ends.
    mean_plies : Fraction, float or None
        The mean number of turns; None where a game may never end.
    """

    first: Fraction | float
    second: Fraction | float
    endless: Fraction | float
    mean_plies: Fraction | float | None

    @property
    def is_exact(self) -> bool:
        """Whether the numbers are fractions without any rounding."""
        return isinstance(self.first, Fraction)


def chances(game: Chopsticks, players: tuple[str, str] = ("random", "random")) -> Chances:
    """Return how games between two players come out, from the game's start.

    Parameters
    ----------
    game : Chopsticks
        The rules; `max_plies` has no effect.
    players : (str, str)
        The first and the second player, see `Chopsticks.simulate`.

    Returns
    -------
    Chances
        By the absorbing Markov chain of the positions that come up.

    Examples
    --------
    >>> chances(Chopsticks(limit=3, split=False)).first
    Fraction(1, 2)
    """
    chain = _chain(game, players)
    order = _order(chain)
    table = table_of(game)
    if order is None:
        return _by_linear_equations(table, chain)
    return _by_fractions(table, chain, order)


def turn_chances(
    game: Chopsticks, players: tuple[str, str] = ("random", "random"), most_plies: int | None = None
) -> tuple[np.ndarray, float]:
    """Return how likely a game ends after each number of turns by each player's win, and is capped.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    players : (str, str)
        The first and the second player.
    most_plies : int, optional
        The cap; the game's `max_plies` if left out.

    Returns
    -------
    ended : float array of shape (most_plies + 1, 2)
        Row by turns, column by winner.
    capped : float
        The chance that the game goes on beyond the cap.

    Examples
    --------
    >>> ended, capped = turn_chances(Chopsticks(limit=3, split=False))
    >>> round(float(ended.sum() + capped), 12)
    1.0
    """
    most_plies = game.max_plies if most_plies is None else most_plies
    table = table_of(game)
    steps = [_step_matrix(table, weights(game, player)) for player in players]
    numbers = np.arange(table.n_starts)
    lost, won = numbers // table.n_pairs == 0, numbers % table.n_pairs == 0
    ended = np.zeros((most_plies + 1, 2))
    alive = np.zeros(table.n_starts)
    alive[game.start_position().state] = 1.0
    for plies in range(most_plies + 1):
        side = plies % 2
        ended[plies, 1 - side], ended[plies, side] = alive[lost].sum(), alive[won & ~lost].sum()
        alive[lost | won] = 0.0
        if plies < most_plies:
            after = steps[side][:, : table.n_starts] @ alive
            again = steps[side][:, table.n_starts :] @ after[table.n_starts :]
            alive = (after + again)[: table.n_starts]
    return ended, float(alive.sum())


def _step_matrix(table: Table, by_weight: np.ndarray) -> Any:
    """Return the chance of each state (row) after one action from each state (column), sparse."""
    from scipy.sparse import csr_matrix

    states, moves = np.nonzero(by_weight)
    shares = by_weight[states, moves] / by_weight.sum(axis=1)[states]
    n_states = len(by_weight)
    return csr_matrix((shares, (table.targets[states, moves], states)), shape=(n_states, n_states))


def _chain(game: Chopsticks, players: tuple[str, str]) -> _Chain:
    """Return the chances of the next node, of every node that play between the players can come to."""
    table = table_of(game)
    by_player = [weights(game, player) for player in players]
    chain: _Chain = {}
    waiting = [(game.start_position().state, 0)]
    while waiting:
        state, side = waiting.pop()
        if (state, side) in chain:
            continue
        row = by_player[side][state]
        total = int(row.sum())
        after = {
            (target, 1 - side if target < table.n_starts else side): Fraction(int(weight), total)
            for target, weight in zip(table.moves(state), row, strict=False)
            if weight
        }
        chain[state, side] = after
        waiting.extend(after)
    return chain


def _winner(table: Table, node: _Node) -> int:
    """Return who has won in a finished position, 0 or 1 for the first or the second player; else -1."""
    state, side = node
    if not table.is_over(state):
        return -1
    return 1 - side if state // table.n_pairs == 0 else side


def _order(chain: _Chain) -> list[_Node] | None:
    """Return the nodes so that each stands before those it leads to; None where play can come back."""
    n_before = dict.fromkeys(chain, 0)
    for after in chain.values():
        for target in after:
            n_before[target] += 1
    ready = [node for node, n in n_before.items() if n == 0]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for target in chain[node]:
            n_before[target] -= 1
            if n_before[target] == 0:
                ready.append(target)
    return order if len(order) == len(chain) else None


def _by_fractions(table: Table, chain: _Chain, order: list[_Node]) -> Chances:
    """Return the chances by passing them on from the start, each node after all that lead to it."""
    visits = dict.fromkeys(order, Fraction(0))
    visits[next(iter(chain))] = Fraction(1)
    won = [Fraction(0), Fraction(0)]
    mean = Fraction(0)
    for node in order:
        winner = _winner(table, node)
        if winner >= 0:
            won[winner] += visits[node]
        elif node[0] < table.n_starts:
            mean += visits[node]
        for target, chance in chain[node].items():
            visits[target] += visits[node] * chance
    return Chances(won[0], won[1], Fraction(0), mean)


def _by_linear_equations(table: Table, chain: _Chain) -> Chances:
    """Return the chances by the linear equations of the chain, of the nodes from which a game can end."""
    from scipy.sparse import csc_matrix, identity
    from scipy.sparse.linalg import spsolve

    start = next(iter(chain))
    can_end = _can_end(table, chain)
    if start not in can_end:
        return Chances(0.0, 0.0, 1.0, None)
    going_on = [node for node in chain if node in can_end and _winner(table, node) < 0]
    numbers = {node: number for number, node in enumerate(going_on)}
    steps = [
        (numbers[node], numbers[target], float(chance))
        for node in going_on
        for target, chance in chain[node].items()
        if target in numbers
    ]
    rows, columns, values = zip(*steps, strict=True)
    n = len(going_on)
    visits = spsolve((identity(n) - csc_matrix((values, (columns, rows)), shape=(n, n))).tocsc(), _unit(n))
    won = [0.0, 0.0]
    for node, n_visits in zip(going_on, visits, strict=True):
        for target, chance in chain[node].items():
            if (winner := _winner(table, target)) >= 0:
                won[winner] += float(n_visits * float(chance))
    never_lost = all(target in can_end for node in going_on for target in chain[node])
    endless = 0.0 if never_lost else 1.0 - sum(won)
    is_start = np.array([node[0] < table.n_starts for node in going_on])
    return Chances(won[0], won[1], endless, float(visits[is_start].sum()) if never_lost else None)


def _unit(n: int) -> np.ndarray:
    """Return one visit to the first node, none to the others."""
    unit = np.zeros(n)
    unit[0] = 1.0
    return unit


def _can_end(table: Table, chain: _Chain) -> set[_Node]:
    """Return the nodes from which play can come to an end."""
    before: dict[_Node, list[_Node]] = {node: [] for node in chain}
    for node, after in chain.items():
        for target in after:
            before[target].append(node)
    waiting = [node for node in chain if _winner(table, node) >= 0]
    found = set(waiting)
    while waiting:
        for node in before[waiting.pop()]:
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found
