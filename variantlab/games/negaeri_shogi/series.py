"""Whole series of games of Negaeri Shogi, perft and searches: from rules and players to the kernels."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.bits import U0
from variantlab.games.game import whole_number
from variantlab.games.negaeri_shogi import kernels as k
from variantlab.games.negaeri_shogi import search as s
from variantlab.games.negaeri_shogi.position import (
    WORDS,
    Move,
    NegaeriPosition,
    rule_words,
    start_position,
    words_of_state,
)
from variantlab.games.negaeri_shogi.rules import MOST_GAMES_IN_MEMORY, NegaeriShogi

#: The names of the search's parts, for `search_position`.
PART_NAMES = {
    "prune": s.PRUNE,
    "order": s.ORDER,
    "table": s.TABLE,
    "deepen": s.DEEPEN,
    "quiet": s.QUIET,
    "futility": s.FUTILITY,
    "reverse": s.REVERSE,
}


def simulate(
    game: NegaeriShogi,
    players: tuple[str, str],
    n: int,
    seed: int,
    first: int,
    keep_turns: int = 0,
    start: NegaeriPosition | None = None,
) -> dict[str, np.ndarray]:
    """Return the record columns of a series of games, see `NegaeriShogi.simulate`.

    The games begin with `start`, a position that is not over, its history forgotten; or where the rules say.

    With `keep_turns`, also ``turns``, of shape (n, keep_turns): the first moves of each game as the kernels
    number them, -1 for a pass, -2 after the end.
    """
    n = whole_number("n", n, 0, MOST_GAMES_IN_MEMORY)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    first = whole_number("first", first, 0, 2**63)
    chosen = [s.player_of(player) for player in players]
    for name, player in zip(players, chosen, strict=True):
        if player.ms:
            hint = "Games of a series must not depend on the machine; nodes=N limits a search as well."
            raise invalid("player", name, "a player without ms=N", hint, RulesError)
    start = start_position(game) if start is None else start
    if start.is_over:
        raise invalid("start", start.sfen(), "a position that is not over", error=RulesError)
    counts = np.zeros((n, len(k.COUNTS)), np.int64)
    reason, win = np.zeros(n, np.int8), np.zeros(n, np.int8)
    turns = np.full((n, keep_turns), -2, np.int16)
    thinks = any(player.kind != "random" for player in chosen)
    s.played_games(thinks)(
        np.uint64(seed), np.uint64(first), start.state, start.side, game.opening_plies, rule_words(game),
        np.array([player.row() for player in chosen], np.int64),
        np.stack([s.weight_array(player.weights) for player in chosen]),
        s.new_memory(max(1, *(player.depth for player in chosen)), 2 * game.max_plies + 4 if thinks else 0),
        counts, reason, win, turns,
    )  # fmt: skip
    columns = finished_columns(game, counts, reason, win, first)
    return {**columns, "turns": turns} if keep_turns else columns


def finished_columns(
    game: NegaeriShogi, counts: np.ndarray, reason: np.ndarray, win: np.ndarray, first: int
) -> dict[str, np.ndarray]:
    """Return the record columns from what the kernel counted."""
    columns: dict[str, np.ndarray] = {name: counts[:, i].astype(np.int32) for i, name in enumerate(k.COUNTS)}
    for stages in (3, 4):
        columns[f"games_with_chain_of_{stages}"] = (columns["chain"] >= stages).astype(np.int8)
    numbers = np.uint64(first) + np.arange(len(win), dtype=np.uint64)
    paired = game.opening_plies > 0
    exchanged = (numbers & np.uint64(1)).astype(np.int8) if paired else np.zeros(len(win), np.int8)
    columns["end_reason"], columns["winner"] = reason, win
    # Draws and capped games know no player; else an exchange turns the winner's colour round.
    columns["winning_player"] = np.where((win == k.SENTE) | (win == k.GOTE), win ^ exchanged, win).astype(
        np.int8
    )
    columns["opening"] = (numbers >> np.uint64(1) if paired else np.zeros_like(numbers)).astype(np.int64)
    columns["exchanged"] = exchanged
    return columns


def opening_position(game: NegaeriShogi, seed: int, game_index: int) -> NegaeriPosition:
    """Return the position after the random turns of a game, see `NegaeriShogi.opening_position`."""
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    index = whole_number("game_index", game_index, 0, 2**63)
    start = start_position(game)
    state, side, has_passed, _ = k.opening(
        np.uint64(seed), np.uint64(index // 2), start.state, start.side, game.opening_plies, rule_words(game),
        np.zeros(k.MOST_MOVES, np.int64),
    )  # fmt: skip
    to_move = game.colours[side]
    return NegaeriPosition(
        game, **words_of_state(state, to_move), to_move=to_move, passes_in_a_row=int(has_passed)
    )


def perft(game: NegaeriShogi, depth: int, position: NegaeriPosition | None, convention: str) -> list[int]:
    """Return the number of lines of 1 to `depth` plies, see `NegaeriShogi.perft`."""
    depth = whole_number("depth", depth, 1, 60)
    conventions = {"leaves": 1, "full_depth": 0}
    if convention not in conventions:
        raise unknown_choice("convention", convention, conventions, RulesError)
    start = start_position(game) if position is None else position
    finished = conventions[convention]
    if start.uncapped().is_over:
        return [finished] * depth
    room = np.zeros((depth + 1) * k.MOST_MOVES, np.int64), np.zeros((depth + 1) * 64, np.uint64)
    words = rule_words(game)
    return [
        int(k.perft(start.state, start.side, start.passes_in_a_row, plies, finished, words, *room))
        for plies in range(1, depth + 1)
    ]


@dataclass(frozen=True)
class Found:
    """What a search found.

    Attributes
    ----------
    value : int
        The worth of the position for its mover, in hundredths of a pawn; `search.WON` and more is a win.
    best_moves : tuple of Move
        The moves of this value, all of them.
    depth : int
        The depth that was finished.
    nodes : int
        The positions looked at.
    """

    value: int
    best_moves: tuple[Move, ...]
    depth: int
    nodes: int


def search_position(
    position: NegaeriPosition,
    depth: int,
    weights: str = s.DEFAULT_WEIGHTS,
    nodes: int = 0,
    ms: int = 0,
    parts: tuple[str, ...] = ("prune", "order", "table", "deepen", "quiet", "futility"),
    all_best: bool = True,
) -> Found:
    """Return what alpha-beta finds in a position.

    Parameters
    ----------
    position : NegaeriPosition
        A position that is not over.
    depth : int
        Plies to look ahead, 1 to 20.
    weights : str
        A set of weights, one of `variantlab.games.negaeri_shogi.search.WEIGHTS`.
    nodes, ms : int
        A limit in nodes or in milliseconds; the last depth finished within it counts. 0: no limit.
    parts : tuple of str
        The parts of the search that are used: 'prune' (cut-offs; without it, minimax), 'order' (captures,
        killers, history, null windows), 'table', 'deepen', 'quiet' (at the horizon, a king that can be taken
        is as good as taken), 'futility' (at the last ply, moves that cannot gain enough are left out; works
        with 'order'), 'reverse' (moves from last to first, for tests).
    all_best : bool
        Whether all moves of the best value are found, or one of them, with fewer nodes.

    Examples
    --------
    >>> position = NegaeriShogi().position("k5/6/6/R5/6/5K b - 1")
    >>> found = search_position(position, depth=3)
    >>> [str(move) for move in found.best_moves], found.value > 900_000
    (['a4a1'], True)
    """
    depth = whole_number("depth", depth, 1, s.DEEPEST_SEARCH)
    nodes = whole_number("nodes", nodes, 0, 10**15)
    ms = whole_number("ms", ms, 0, 10**9)
    if position.is_over:
        hint = f"It ended: {position.end_reason}."
        raise invalid("position", position.sfen(), "a position that is not over", hint, RulesError)
    bits = 0
    for part in parts:
        if part not in PART_NAMES:
            raise unknown_choice("part of the search", part, PART_NAMES, RulesError)
        bits |= PART_NAMES[part]
    moves = position.legal_moves()
    if moves[0].is_pass:
        return Found(0, moves, 0, 0)
    seen = seen_words(position)
    memory = s.new_memory(depth, len(seen))
    with _alarm(memory.numbers, ms):
        n, value, done, _ = s.search(
            position.state, position.side, depth, nodes, 0, U0, np.int64(all_best),
            rule_words(position.game), s.weight_array(weights), bits, seen, len(seen), memory,
        )  # fmt: skip
    values = memory.numbers[s.ROOT_VALUES : s.ROOT_VALUES + n]
    numbers = memory.numbers[s.ROOT_MOVES : s.ROOT_MOVES + n]
    best = set(numbers[values == values.max()].tolist())
    found = tuple(move for move in moves if position.number_of(move) in best)
    return Found(int(value), found, int(done), int(memory.numbers[s.VISITED]))


def seen_words(position: NegaeriPosition) -> np.ndarray:
    """Return the words of the positions that were on the board in this game, the present one last."""
    earlier = [_word_of(position, key) for key in position.seen[:-1]]
    return np.array([*earlier, int(k.position_word(position.state, position.side))], np.uint64)


def _word_of(position: NegaeriPosition, key: tuple[Any, ...]) -> int:
    words: dict[str, Any] = dict(zip((*WORDS, "to_move"), key, strict=True))
    other = NegaeriPosition(position.game, **words)
    return int(k.position_word(other.state, other.side))


class _alarm:
    """Set a stop sign after some milliseconds, unless the work within is done before; 0: never."""

    def __init__(self, numbers: np.ndarray, ms: int):
        sign = (s.STOP_SIGN, 1)
        self.timer = threading.Timer(ms / 1000, numbers.__setitem__, sign) if ms else None

    def __enter__(self) -> None:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()

    def __exit__(self, *_: object) -> None:
        if self.timer is not None:
            self.timer.cancel()


def best_moves(position: NegaeriPosition, player: str) -> tuple[Move, ...]:
    """Return the moves of a position that a player holds for best, see `NegaeriShogi.best_moves`."""
    chosen = s.player_of(player)
    moves = position.legal_moves()
    if chosen.kind == "random" or len(moves) == 1:
        return moves
    if chosen.kind == "alphabeta":
        return search_position(position, chosen.depth, chosen.weights, chosen.nodes, chosen.ms).best_moves
    numbers = np.array([position.number_of(move) for move in moves], np.int64)
    marks = np.zeros(len(moves), np.int64)
    room = np.zeros(64, np.uint64)
    s.mark_greedy(position.state, len(moves), numbers, rule_words(position.game), room, marks, k.NO)
    return tuple(move for move, mark in zip(moves, marks, strict=True) if mark)
