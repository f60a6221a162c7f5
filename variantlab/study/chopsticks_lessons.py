"""Two ways to solve a game that can go round, side by side: retrograde analysis, round by round, and the
depth-first search that calls a repeated position a draw, which is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from variantlab.errors import RulesError, invalid
from variantlab.games.chopsticks import kernels as k
from variantlab.games.chopsticks.position import ChopsticksPosition, position_of_state
from variantlab.games.chopsticks.retrograde import Solution, Table, solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.game import Outcome

__all__ = ["NaiveSearch", "Round", "n_positions_at", "repeat_is_a_draw", "rounds", "turns_of"]


@dataclass(frozen=True)
class Round:
    """What one round of retrograde analysis decides.

    Parameters
    ----------
    number : int
        The round; round 0 decides the finished positions. It is the distance of what it decides.
    won, lost : tuple of ChopsticksPosition
        The positions that are now known to be won or lost for the side to move, the first player.
    n_open : int
        How many positions are not decided yet.
    """

    number: int
    won: tuple[ChopsticksPosition, ...]
    lost: tuple[ChopsticksPosition, ...]
    n_open: int


def rounds(solution: Solution) -> list[Round]:
    """Return the rounds of retrograde analysis over the positions at the start of a turn.

    A position is won as soon as one of its turns leads to one that is lost for the other side; it is lost
    once all of them lead to won ones. What no round decides is drawn.

    Examples
    --------
    >>> solution = solve(Chopsticks(limit=3, split=False))
    >>> [(one.number, len(one.won), len(one.lost), one.n_open) for one in rounds(solution)][:3]
    [(0, 0, 3, 13), (1, 4, 0, 9), (2, 0, 4, 5)]
    """
    table, states = solution.table, solution.states
    distances = table.distances[states]
    n_open = len(states)
    found = []
    for number in range(int(distances.max()) + 1):
        here = states[distances == number]
        decided = {
            value: tuple(position_of_state(solution.game, int(s)) for s in here if table.values[s] == value)
            for value in (k.WIN, k.LOSS)
        }
        n_open -= len(here)
        found.append(Round(number, decided[k.WIN], decided[k.LOSS], n_open))
    return found


def turns_of(solution: Solution, position: ChopsticksPosition) -> Iterator[ChopsticksPosition]:
    """Yield each position that a turn leads to, once, seen from its own side to move as the first player."""
    seen = dict.fromkeys(target for _, target in solution.table.turns(position.state))
    for target in seen:
        yield position_of_state(solution.game, target)


def n_positions_at(solution: Solution, distance: int | None) -> int:
    """Return how many positions have a distance; None counts those that are drawn.

    Examples
    --------
    >>> n_positions_at(solve(Chopsticks(limit=3, split=False)), 0)
    3
    """
    wanted = -1 if distance is None else distance
    return int((solution.table.distances[solution.states] == wanted).sum())


@dataclass(frozen=True)
class NaiveSearch:
    """What the wrong search says of a game's start.

    Parameters
    ----------
    value : {'first', 'second', 'draw'}
        Whom it takes for the winner.
    n_remembered, n_wrong : int
        The positions whose value it remembers, and how many of these values are wrong.
    """

    value: Outcome
    n_remembered: int
    n_wrong: int


def repeat_is_a_draw(game: Chopsticks, is_reversed: bool = False) -> NaiveSearch:
    """Return what a depth-first search finds that takes a position on the current line for a draw and
    remembers every value.

    It is wrong where positions repeat: whether a position lies on the current line depends on the way there,
    but the value that comes of it is remembered for all ways.

    Parameters
    ----------
    game : Chopsticks
        The rules, without an extra action.
    is_reversed : bool
        Try the moves in the reverse order.

    Examples
    --------
    >>> game = Chopsticks(limit=4, swap=True)
    >>> solve(game).value, repeat_is_a_draw(game).value, repeat_is_a_draw(game, is_reversed=True).value
    ('second', 'draw', 'second')
    """
    if game.extra_action != "none":
        raise invalid("extra_action", game.extra_action, "none, so that a move is a turn", error=RulesError)
    solution = solve(game)
    start = solution.start
    remembered = _depth_first(solution.table, start.state, is_reversed)
    value = remembered[start.state]
    n_wrong = sum(solution.table.values[state] != found for state, found in remembered.items())
    names: dict[int, Outcome] = {k.WIN: "first", k.LOSS: "second", k.DRAW: "draw"}
    return NaiveSearch(names[value], len(remembered), int(n_wrong))


def _depth_first(table: Table, start: int, is_reversed: bool) -> dict[int, int]:
    """Return the remembered values for the side to move; a stack of its own takes the place of recursion."""
    remembered: dict[int, int] = {}
    best: dict[int, int] = {}  # of the states on the current line
    waiting: dict[int, list[int]] = {}
    line = [start]
    while line:
        state = line[-1]
        if state not in best:
            moves = table.moves(state)
            waiting[state] = moves if is_reversed else moves[::-1]
            best[state] = _finished_value(table, state) if table.is_over(state) else k.LOSS
        if waiting[state]:
            target = waiting[state][-1]
            if target in remembered:
                best[state] = max(best[state], -remembered[target])
            elif target in best:
                best[state] = max(best[state], k.DRAW)
            else:
                line.append(target)
                continue
            waiting[state].pop()
        else:
            remembered[state] = best.pop(state)
            line.pop()
    return remembered


def _finished_value(table: Table, state: int) -> int:
    return k.LOSS if state // table.n_pairs == 0 else k.WIN
