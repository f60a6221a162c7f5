"""Whole series of Chopsticks games, and perft: from rules and players to the compiled kernels and back."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.chopsticks import kernels as k
from variantlab.games.chopsticks.position import ChopsticksPosition
from variantlab.games.chopsticks.retrograde import Table, best_of, table_of
from variantlab.games.chopsticks.rules import MOST_GAMES_IN_MEMORY, Chopsticks

PLAYERS = ("random", "taps", "greedy", "perfect")
MOST_DEPTH = 1000


def simulate(
    game: Chopsticks, players: tuple[str, str], n: int, seed: int, first: int
) -> dict[str, np.ndarray]:
    """Return the record columns of a series of games, see `Chopsticks.simulate`."""
    n = checked_count("n", n, 0, MOST_GAMES_IN_MEMORY)
    seed = checked_count("seed", seed, 0, 2**64 - 1)
    first = checked_count("first", first, 0, 2**63)
    table = table_of(game)
    bounds = np.array([np.cumsum(weights(game, player), axis=1) for player in players], np.int64)
    kinds = {"plies": np.int32, "splits": np.int32, "end_reason": np.int8}
    columns = {name: np.zeros(n, kind) for name, kind in kinds.items()}
    own, opp, side = (np.zeros(n, np.int8) for _ in range(3))
    k.play_games(
        np.uint64(seed), np.uint64(first), game.start_position().state, game.max_plies, table.n_pairs,
        table.targets, table.kinds, bounds, *columns.values(), own, opp, side,
    )  # fmt: skip
    fingers = np.array([high + low for high in range(game.limit) for low in range(high + 1)], np.int8)
    columns["fingers_first"] = fingers[np.where(side == 0, own, opp)]
    columns["fingers_second"] = fingers[np.where(side == 0, opp, own)]
    winner = np.where(columns["fingers_first"] == 0, 1, 0)
    columns["winner"] = np.where(columns["end_reason"] == k.CAPPED, -1, winner).astype(np.int8)
    return columns


def player_name(player: Any) -> str:
    """Return a player's name in its one spelling.

    Raises
    ------
    RulesError
        Where Chopsticks has no such player.

    Examples
    --------
    >>> player_name("Greedy")
    'greedy'
    """
    name = str(player).strip().casefold()
    if name not in PLAYERS:
        raise unknown_choice("player", player, PLAYERS, RulesError)
    return name


def weights(game: Chopsticks, player: str) -> np.ndarray:
    """Return how often a player plays each move of each state, in whole numbers.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    player : {'random', 'taps', 'greedy', 'perfect'}
        See `Chopsticks.simulate`.

    Returns
    -------
    int64 array of shape (n_states, MOST_ACTIONS)
        The chance of a move is its weight over the sum of its row; 0 beyond the state's last move.
    """
    table = table_of(game)
    return _weights(_Same(table), player_name(player))


class _Same:
    """A table as a key: the same object is the same key."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __hash__(self) -> int:
        return id(self.table.targets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.table.targets is self.table.targets


@functools.lru_cache(maxsize=64)
def _weights(key: _Same, player: str) -> np.ndarray:
    table = key.table
    is_move = np.arange(k.MOST_ACTIONS) < table.n_moves[:, None]
    if player == "taps":
        chosen = table.ways.astype(np.int64)
    elif player == "greedy":
        out = np.where(is_move, opposing_hands_out(table), -1)
        chosen = (is_move & (out == out.max(axis=1, keepdims=True))).astype(np.int64)
    elif player == "perfect":
        chosen = np.zeros(table.targets.shape, np.int64)
        for state in np.flatnonzero(table.n_moves):
            chosen[state, : table.n_moves[state]] = best_of(table, int(state))
    else:
        chosen = is_move.astype(np.int64)
    chosen.flags.writeable = False
    return chosen


def opposing_hands_out(table: Table) -> np.ndarray:
    """Return how many of the opponent's hands are out after each move of each state, 0 to 2."""
    passes = table.targets < table.n_starts
    own, opp = np.divmod(table.targets.astype(np.int64) % table.n_starts, table.n_pairs)
    opposing = np.where(passes, own, opp)
    lows = np.array([low for high in range(table.n_pairs) for low in range(high + 1)][: table.n_pairs])
    out = (lows == 0).astype(np.int64)
    out[0] = 2
    return out[opposing]


def checked_count(field: str, given: Any, low: int, high: int) -> int:
    """Return a whole number between `low` and `high`; a float that is whole will do, a bool will not.

    Raises
    ------
    RulesError
        For anything else.
    """
    number = None
    is_whole = isinstance(given, (int, np.integer)) and not isinstance(given, (bool, np.bool_))
    if is_whole or (isinstance(given, (float, np.floating)) and float(given).is_integer()):
        number = int(given)
    if number is None or not low <= number <= high:
        raise invalid(field, given, f"a whole number from {low} to {high}", error=RulesError)
    return number


def perft(
    game: Chopsticks,
    depth: int,
    position: ChopsticksPosition | None,
    convention: str,
    action_is_a_ply: bool,
) -> list[int]:
    """Return the number of lines of 1 to `depth` plies, see `Chopsticks.perft`."""
    depth = checked_count("depth", depth, 1, MOST_DEPTH)
    finished = {"leaves": 1, "full_depth": 0}
    if convention not in finished:
        raise unknown_choice("convention", convention, finished, RulesError)
    start = game.start_position() if position is None else position
    table = table_of(start.game)
    reached = np.flatnonzero(k.reached(start.state, table.targets, table.n_moves)).tolist()
    within_turn = [state for state in reached if state >= table.n_starts]
    lines = dict.fromkeys(reached, 1)
    counts = []
    for _ in range(depth):
        before = lines
        if not action_is_a_ply:
            before = lines | {state: sum(lines[t] for t in table.moves(state)) for state in within_turn}
        lines = {
            state: finished[convention]
            if table.is_over(state)
            else sum(before[t] for t in table.moves(state))
            for state in reached
        }
        counts.append(lines[start.state])
    return counts


__all__ = ["PLAYERS", "checked_count", "opposing_hands_out", "perft", "player_name", "simulate", "weights"]
