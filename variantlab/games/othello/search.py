"""Players of Othello inside the kernels: greedy, and alpha-beta to a fixed depth, for every capture rule.

The templates below are specialised for a rule by `variantlab.games.othello.kernels.turn_parts`, as the random
games are.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.games.bits import ALL, U0, U1, count, game_key
from variantlab.games.compile import specialise
from variantlab.games.othello import kernels
from variantlab.games.othello.kernels import (
    BLACK,
    CAPPED,
    CAPTURES,
    NOBODY,
    WHITE,
    captured_discs,
    end_reason,
    kernel_name,
    random_square,
    turn_parts,
    winner,
)

if TYPE_CHECKING:  # the names that `specialise` fills in the templates, which begin with an underscore
    placement: Any = None
    draw: Any = None
    n_choices: Any = None
    choice: Any = None
    likely: Any = None
    evaluation: Any = None
    final_score: Any = None
    negamax: Any = None
    best_moves: Any = None
    most_capturing: Any = None
    start_of_game: Any = None
    MOVER_CHOOSES: bool = False

RANDOM, GREEDY, ALPHA_BETA = 0, 1, 2
#: A finished game is worth more than any evaluation: this and its margin.
WON = 1_000_000
NO_SCORE = -(10**9)


@dataclass(frozen=True)
class Weights:
    """What alpha-beta counts in a position that is not finished, for the mover less for the other side.

    Parameters
    ----------
    disc : int
        A disc on the board.
    mobility : int
        A square where the side could place a disc.
    corner : int
        A disc in a corner: no rule can capture it, since no line runs over a corner.
    beside_corner : int
        A disc diagonally beside a corner that is empty.

    Notes
    -----
    The numbers are ours, chosen by hand in the tradition of simple Othello programs, and an assumption
    wherever results are shown: they were made for ``flip``, and no claim is made that they suit the other
    rules as well.
    """

    disc: int = 1
    mobility: int = 4
    corner: int = 30
    beside_corner: int = -10


def weight_array(weights: Weights = Weights()) -> np.ndarray:
    """Return the weights as the kernels take them: 4 whole numbers."""
    return np.array(astuple(weights), dtype=np.int64)


def _evaluation(own, opp, board, corners, weights):
    """Return the worth of an unfinished position for the mover, in the units of the weights."""
    own_n, opp_n = np.int64(count(own)), np.int64(count(opp))
    own_moves = np.int64(count(placement(own, opp, board)))
    opp_moves = np.int64(count(placement(opp, own, board)))
    worth = weights[0] * (own_n - opp_n) + weights[1] * (own_moves - opp_moves)
    taken = own | opp
    for i in range(4):
        corner, beside = corners[i, 0], corners[i, 1]
        if corner & own:
            worth += weights[2]
        elif corner & opp:
            worth -= weights[2]
        elif corner & taken == U0:
            if beside & own:
                worth += weights[3]
            elif beside & opp:
                worth -= weights[3]
    return worth


def _final_score(own, opp, komi):
    """Return the worth of a finished position for the mover; `komi` is twice the mover's own."""
    margin = 2 * np.int64(count(own)) - 2 * np.int64(count(opp)) + komi
    if margin > 0:
        return WON + margin
    if margin < 0:
        return margin - WON
    return np.int64(0)


def _negamax(own, opp, board, left_own, left_opp, threshold, komi, corners, weights, depth, alpha, beta):
    """Return the worth of a position for the mover, `depth` plies ahead, exact inside ``alpha`` to ``beta``.

    A pass is no ply. Where chance decides what vanishes, the search takes what `likely` says.
    """
    squares = placement(own, opp, board) if left_own != U0 else U0
    if squares == U0:
        if left_opp == U0 or placement(opp, own, board) == U0:
            return final_score(own, opp, komi)
        return -negamax(
            opp, own, board, left_opp, left_own, threshold, -komi, corners, weights, depth, -beta, -alpha
        )
    if depth == 0:
        return evaluation(own, opp, board, corners, weights)
    best = np.int64(NO_SCORE)
    while squares != U0:
        move = squares & (U0 - squares)
        squares ^= move
        captured = captured_discs(own, opp, move)
        for nth in range(n_choices(captured, threshold)):
            flipped, vanished = choice(move, captured, threshold, np.uint64(nth))
            worth = -negamax(
                opp & ~(flipped | vanished), own | move | flipped, board, left_opp, left_own - U1, threshold,
                -komi, corners, weights, depth - 1, -beta, -alpha,
            )  # fmt: skip
            best = max(best, worth)
            alpha = max(alpha, worth)
            if alpha >= beta:
                return best
    return best


def _best_moves(
    own, opp, board, left_own, left_opp, squares, threshold, komi, corners, weights, depth, choices
):
    """Return the squares of the moves that search to `depth` plies finds best, all of them.

    Where the mover chooses the disc that vanishes, ``choices[square]`` is set to the best discs of that
    square.
    """
    best = np.int64(NO_SCORE)
    best_squares = U0
    while squares != U0:
        move = squares & (U0 - squares)
        squares ^= move
        captured = captured_discs(own, opp, move)
        for nth in range(n_choices(captured, threshold)):
            flipped, vanished = choice(move, captured, threshold, np.uint64(nth))
            # One below the best so far: the equals of the best are found exactly, and kept.
            worth = -negamax(
                opp & ~(flipped | vanished), own | move | flipped, board, left_opp, left_own - U1, threshold,
                -komi, corners, weights, depth - 1, np.int64(NO_SCORE), -(best - 1),
            )  # fmt: skip
            if worth > best:
                best = worth
                best_squares = U0
            if worth == best:
                bit = np.int64(count(move - U1))
                choices[bit] = vanished if best_squares & move == U0 else choices[bit] | vanished
                best_squares |= move
    return best_squares


def _most_capturing(own, opp, squares):
    """Return the squares of the moves that capture most, all of them."""
    most = U0
    best_squares = U0
    while squares != U0:
        move = squares & (U0 - squares)
        squares ^= move
        n = count(captured_discs(own, opp, move))
        if n > most:
            most = n
            best_squares = U0
        if n == most:
            best_squares |= move
    return best_squares


def _played_games(
    seed, first, board, start_black, start_white, white_starts, n_scattered, left, max_plies, twice_komi,
    threshold, players, corners, weights,
    plies, passes_black, passes_white, first_stuck, reason, black, white, win, black_at_start, white_at_start,
    moves, removed,
):  # fmt: skip
    """Play a game for every element of the record columns, one at a time, and fill the columns in.

    ``players[colour]`` is a kind of player and its depth. Of equal moves each is as likely. Random players
    draw as the lanes of `random_games` do: the same games come out. The turns are kept in ``moves[game]`` (a
    square, -1 for a pass, -2 after the end) and ``removed[game]`` (a board), as far as these are long.
    """
    choices = np.zeros(64, np.uint64)
    for game in range(plies.size):
        b, w, key = start_of_game(
            game_key(seed, first + np.uint64(game)), board, start_black, start_white, n_scattered
        )
        if black_at_start.size:
            black_at_start[game], white_at_start[game] = b, w
        own, opp = (w, b) if white_starts else (b, w)
        left_own, left_opp = left, left
        to_move = np.int64(white_starts)
        n_plies, n_turns, stuck = np.uint64(0), 0, np.int64(NOBODY)
        n_passes = np.zeros(2, np.int64)
        while True:
            squares = placement(own, opp, board) if left_own != U0 else U0
            others = placement(opp, own, board) if left_opp != U0 else U0
            capped = n_plies == max_plies
            if squares == U0 and stuck == NOBODY and (others == U0 or not capped):
                stuck = to_move
            if capped or squares | others == U0:
                break
            if squares == U0:
                n_passes[to_move] += 1
                if n_turns < moves.shape[1]:
                    moves[game, n_turns] = -1
                own, opp = opp, own
            else:
                kind, depth = players[to_move, 0], players[to_move, 1]
                if kind == GREEDY:
                    squares = most_capturing(own, opp, squares)
                elif kind == ALPHA_BETA:
                    komi = twice_komi if to_move == WHITE else -twice_komi
                    squares = best_moves(
                        own, opp, board, left_own, left_opp, squares, threshold, komi, corners, weights,
                        depth, choices,
                    )  # fmt: skip
                move, drawn_at, key = random_square(key, squares)
                square = np.int64(count(move - U1))
                discs = choices[square] if MOVER_CHOOSES and kind == ALPHA_BETA else ALL
                captured = captured_discs(own, opp, move)
                flipped, vanished = draw(move, captured & discs, drawn_at, threshold)
                if n_turns < moves.shape[1]:
                    moves[game, n_turns], removed[game, n_turns] = square, vanished
                own, opp = opp & ~(flipped | vanished), own | move | flipped
                left_own -= U1
                n_plies += U1
            left_own, left_opp = left_opp, left_own
            to_move = 1 - to_move
            n_turns += 1
        if to_move == WHITE:
            own, opp, left_own, left_opp = opp, own, left_opp, left_own
        plies[game], first_stuck[game] = n_plies, stuck
        passes_black[game], passes_white[game] = n_passes[BLACK], n_passes[WHITE]
        black[game], white[game] = count(own), count(opp)
        if squares | others != U0:
            reason[game], win[game] = CAPPED, NOBODY
        else:
            reason[game] = end_reason(own, opp, board, left_own, left_opp)
            win[game] = winner(np.int64(count(own)), np.int64(count(opp)), twice_komi)


def _choice_of_likely(move, captured, threshold, nth):
    return likely(move, captured, U0, threshold)


def _one_choice(captured, threshold):
    return U1


@cache
def played_games(placement: str, capture: str) -> Any:
    """Return the kernel that plays games between any players, for one placement and one capture rule."""
    return specialised(_played_games, placement, capture, played_parts(placement, capture))


@cache
def played_parts(placement: str, capture: str) -> dict[str, Any]:
    """Return the parts of the kernels that think: what `turn_parts` gives, with search and choice."""
    parts = dict(turn_parts(placement, capture))
    rule = CAPTURES[capture]
    if rule.likely is None:
        parts.update(n_choices=parts["n_outcomes"], choice=parts["outcome"])
    else:
        parts["likely"] = rule.likely
        parts["n_choices"] = specialised(_one_choice, placement, capture, parts, inlined=True)
        parts["choice"] = specialised(_choice_of_likely, placement, capture, parts, inlined=True)
    parts["MOVER_CHOOSES"] = capture == "vanish_one choice"
    parts["start_of_game"] = kernels.start_of_game_kernel(placement, capture)
    for template in (_evaluation, _final_score, _negamax, _best_moves, _most_capturing):
        parts[template.__name__.lstrip("_")] = specialised(template, placement, capture, parts)
    return parts


def specialised(template, placement: str, capture: str, parts: dict[str, Any], inlined: bool = False) -> Any:
    """Return a template of this room for one rule."""
    return specialise(template, kernel_name(template, placement, capture), inlined, **parts)


def corner_boards(size: int) -> np.ndarray:
    """Return each corner and its diagonal neighbour as boards, for a board of this size: 4 rows of 2."""
    last = size - 1
    corners = [(0, 0, 1, 1), (0, last, 1, last - 1), (last, 0, last - 1, 1), (last, last, last - 1, last - 1)]
    return np.array([[1 << 8 * r + c, 1 << 8 * y + x] for r, c, y, x in corners], dtype=np.uint64)
