"""Whole series of Othello games, and perft: from rules and players to the compiled kernels and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import whole_number
from variantlab.games.othello import kernels as k
from variantlab.games.othello import search
from variantlab.games.othello.position import (
    Move,
    OthelloPosition,
    board_mask,
    board_of,
    capture_name,
    square_bit,
    square_names,
    start_position,
    vanish_threshold,
)
from variantlab.games.othello.rules import MOST_GAMES_IN_MEMORY, Othello

DEEPEST_SEARCH = 20
KINDS = {"random": search.RANDOM, "greedy": search.GREEDY, "alphabeta": search.ALPHA_BETA}


def simulate(
    game: Othello, players: tuple[str, str], n: int, seed: int, first: int, keep_turns: int = 0
) -> dict[str, np.ndarray]:
    """Return the record columns of a series of games, see `Othello.simulate`.

    With `keep_turns`, also the first so many turns of each game: ``moves`` (a square, -1 for a pass, -2 after
    the end) and ``removed`` (a board of the discs that left it), both of shape (n, keep_turns).
    """
    n = whole_number("n", n, 0, MOST_GAMES_IN_MEMORY)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    first = whole_number("first", first, 0, 2**63)
    kinds = np.array([player_kind(player) for player in players], dtype=np.int64)
    columns = empty_columns(game, n)
    arguments = (np.uint64(seed), np.uint64(first), *rule_arguments(game), vanish_word(game))
    names = (game.placement, capture_name(game))
    if keep_turns == 0 and not kinds.any():
        k.random_games_kernel(*names, game.discs_each is not None)(*arguments, *columns.values())
        return finished_columns(game, columns)
    moves = np.full((n, keep_turns), -2, np.int8)
    removed = np.zeros((n, keep_turns), np.uint64)
    search.played_games(*names)(
        *arguments, kinds, search.corner_boards(game.size), search.weight_array(), *columns.values(), moves,
        removed,
    )  # fmt: skip
    finished = finished_columns(game, columns)
    return {**finished, "moves": moves, "removed": removed} if keep_turns else finished


def rule_arguments(game: Othello) -> tuple[Any, ...]:
    """Return what the kernels take of the rules: board, start, discs left, cap and komi."""
    if game.start == "scattered":
        black = white = 0
        white_starts, n_scattered = 0, game.n_scattered
    else:
        start = start_position(game)
        black, white = start.black, start.white
        white_starts, n_scattered = int(start.to_move == "white"), 0
    left = k.LOW_16 if game.discs_each is None else np.uint64(game.discs_each)
    return (
        np.uint64(board_mask(game.size)),
        np.uint64(black),
        np.uint64(white),
        white_starts,
        n_scattered,
        left,
        np.uint64(game.max_plies),
        round(2 * game.komi),
    )


def vanish_word(game: Othello) -> np.uint64:
    """Return the chance that a captured disc vanishes, in units of 2**-53, as the kernels take it."""
    return np.uint64(vanish_threshold(game))


def empty_columns(game: Othello, n: int) -> dict[str, np.ndarray]:
    """Return columns of `n` elements for a kernel to fill, in the order it takes them."""
    n_starts = n if game.start == "scattered" else 0
    kinds = {
        "plies": np.int32, "passes_black": np.int32, "passes_white": np.int32, "first_stuck": np.int8,
        "end_reason": np.int8, "black": np.int8, "white": np.int8, "winner": np.int8,
    }  # fmt: skip
    columns = {name: np.zeros(n, kind) for name, kind in kinds.items()}
    starts = {name: np.zeros(n_starts, np.uint64) for name in ("black_at_start", "white_at_start")}
    return columns | starts


def finished_columns(game: Othello, columns: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the columns with the sum of the passes, without start boards where all games start alike."""
    columns = dict(columns)
    columns["passes"] = columns["passes_black"] + columns["passes_white"]
    if game.start != "scattered":
        del columns["black_at_start"], columns["white_at_start"]
    return columns


def best_moves(position: OthelloPosition, player: str) -> tuple[Move, ...]:
    """Return the moves of a position that a player holds for best, see `Othello.best_moves`."""
    game = position.game
    kind, depth = player_kind(player)
    moves = position.legal_moves()
    if kind == search.RANDOM or len(moves) == 1:
        return moves
    black_moves = position.to_move == "black"
    boards = (np.uint64(position.black), np.uint64(position.white))
    own, opp = boards if black_moves else boards[::-1]
    squares = np.uint64(board_of(move.square for move in moves))
    parts = search.played_parts(game.placement, capture_name(game))
    if kind == search.GREEDY:
        best = square_names(parts["most_capturing"](own, opp, squares))
        return tuple(move for move in moves if move.square in best)
    twice_komi = round(2 * game.komi)
    left = (position.black_left, position.white_left)
    own_left, opp_left = left if black_moves else left[::-1]
    choices = np.zeros(64, np.uint64)
    best = square_names(
        parts["best_moves"](
            own, opp, np.uint64(board_mask(game.size)), np.uint64(own_left), np.uint64(opp_left), squares,
            vanish_word(game), -twice_komi if black_moves else twice_komi,
            search.corner_boards(game.size), search.weight_array(), depth, choices,
        )
    )  # fmt: skip
    chooses = game.capture == "vanish_one" and game.vanish_choice == "choice"
    return tuple(
        move
        for move in moves
        if move.square in best and (not chooses or _is_choice(move, choices[square_bit(move.square)]))
    )


def _is_choice(move: Move, best_discs: np.uint64) -> bool:
    """Return whether the disc that the move removes is one of the best; without a capture it always is."""
    return not move.removed or move.removed[0] in square_names(int(best_discs))


def player_kind(player: str) -> tuple[int, int]:
    """Return the kernels' number of a player, and its depth.

    Examples
    --------
    >>> player_kind("alphabeta:3")
    (2, 3)
    """
    name, _, depth_text = str(player).strip().casefold().partition(":")
    if name not in KINDS:
        raise unknown_choice("player", player, ("random", "greedy", "alphabeta:DEPTH"), RulesError)
    if name != "alphabeta":
        if depth_text:
            raise invalid("player", player, f"{name}, which takes no depth", error=RulesError)
        return KINDS[name], 0
    if not (depth_text.isascii() and depth_text.isdigit() and 1 <= int(depth_text) <= DEEPEST_SEARCH):
        allowed = f"alphabeta:DEPTH with a depth of 1 to {DEEPEST_SEARCH} plies"
        raise invalid("player", player, allowed, "Such as alphabeta:3.", RulesError)
    return KINDS[name], int(depth_text)


def perft(
    game: Othello, depth: int, position: OthelloPosition | None, convention: str, pass_is_a_ply: bool
) -> list[int]:
    """Return the number of lines of 1 to `depth` plies, see `Othello.perft`."""
    depth = whole_number("depth", depth, 1, 60)
    conventions = {"leaves": 1, "full_depth": 0}
    if convention not in conventions:
        raise unknown_choice("convention", convention, conventions, RulesError)
    start = start_position(game) if position is None else position
    boards = (start.black, start.white) if start.to_move == "black" else (start.white, start.black)
    left = (start.black_left, start.white_left)
    own_left, opp_left = left if start.to_move == "black" else left[::-1]
    count_lines = k.perft_kernel(game.placement, capture_name(game))
    return [
        int(
            count_lines(
                *(np.uint64(board) for board in boards),
                np.uint64(board_mask(game.size)),
                np.uint64(own_left),
                np.uint64(opp_left),
                vanish_word(game),
                plies,
                conventions[convention],
                int(pass_is_a_ply),
            )
        )
        for plies in range(1, depth + 1)
    ]
