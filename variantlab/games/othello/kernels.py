"""Compiled rules of Othello and its capture rules, on 64-bit boards seen from the mover's side.

A turn is written once, for every capture rule and placement: `turn_parts` looks the parts up by name, and
`specialise` compiles a kernel for them. To add a capture rule, write one small function beside `flips_all`
and enter it in `CAPTURES`.

Words used here: ``own`` and ``opp`` are the boards of the mover and of the other side, ``move`` a board of
one square, ``captured`` the discs that the move brackets, ``flipped`` and ``vanished`` the parts of it that
change colour or leave the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.games.bits import (
    DRAW_STEP,
    U0,
    U1,
    U16,
    U32,
    count,
    draw_below,
    game_key,
    high_product,
    kth,
    mixed_word,
)
from variantlab.games.compile import inlined, specialise
from variantlab.games.lines import bracketing_squares, captured_discs, neighbours, stepped

if TYPE_CHECKING:  # the names that `specialise` fills in the templates, which begin with an underscore
    placement: Any = None
    draw: Any = None
    n_outcomes: Any = None
    outcome: Any = None
    nth_outcome: Any = None
    turn: Any = None
    random_step: Any = None
    advance: Any = None
    start_of_game: Any = None
    perft: Any = None
    LIMITED: bool = False

N_LANES = 256
ATTENTION = np.uint64(1 << 63)
LOW_16 = np.uint64(0xFFFF)
LEFT = np.uint64(0xFFFFFFFF0000)
MOVERS_LEFT = np.uint64(0xFFFF0000)
_U11, _U63 = np.uint64(11), np.uint64(63)
_VANISH_STREAM = np.uint64(0x2545F4914F6CDD1D)
#: A product's low word below this may be one that `draw_below` rejects, since n is at most 64.
DOUBTFUL = np.uint64(64)
#: The threshold of a captured disc that is certain to vanish: chances are counted in units of 2**-53.
CERTAIN = np.uint64(1 << 53)

# --- placement: where a disc may go -------------------------------------------------------------------------


@inlined
def capturing_squares(own, opp, board):
    """Return the empty squares from which a run is bracketed: the standard condition."""
    return bracketing_squares(own, opp) & board & ~(own | opp)


@inlined
def touching_squares(own, opp, board):
    """Return the empty squares with a disc of any colour on one of the 8 squares around."""
    return neighbours(own | opp) & board & ~(own | opp)


@inlined
def free_squares(own, opp, board):
    """Return the empty squares."""
    return board & ~(own | opp)


#: placement -> function(own, opp, board) -> squares
PLACEMENTS = {"capturing": capturing_squares, "touching": touching_squares, "free": free_squares}


@inlined
def random_square(key, squares):
    """Return one of `squares`, each as likely, with the keys at its draw and after it."""
    k, after = draw_below(key, count(squares))
    return kth(squares, k), after - DRAW_STEP, after


# --- capture: what becomes of the captured discs ------------------------------------------------------------


@inlined
def flips_all(move, captured, key, threshold):
    """Return all captured discs as flipped: the standard rule."""
    return captured, U0


@inlined
def vanishes_all(move, captured, key, threshold):
    """Return all captured discs as vanished."""
    return U0, captured


@inlined
def vanishes_random_one(move, captured, key, threshold):
    """Return one captured disc, each as likely, as vanished."""
    if captured == U0:
        return U0, U0
    vanished, _, _ = random_square(mixed_word(key ^ _VANISH_STREAM), captured)
    return U0, vanished


@inlined
def vanishes_nearest(move, captured, key, threshold):
    """Return the captured disc beside the move as vanished, the first of NW, N, NE, W, E, SW, S, SE."""
    beside = captured & neighbours(move)
    return U0, beside & (U0 - beside)


@inlined
def vanishes_farthest(move, captured, key, threshold):
    """Return the last disc of the longest captured run as vanished.

    Of equal runs it is that of the first direction of NW, N, NE, W, E, SW, S, SE.
    A captured square k steps away in one direction belongs to that direction's run.
    """
    if captured == U0:
        return U0, U0
    best = U0
    longest = U0
    for direction in range(8):
        at = move
        last = U0
        length = U0
        while True:
            at = stepped(at, direction)
            if at & captured == U0:
                break
            last = at
            length += U1
        if length > longest:
            longest = length
            best = last
    return U0, best


@inlined
def vanishes_some(move, captured, key, threshold):
    """Return each captured disc as vanished, on its own, with chance ``threshold / 2**53``, else as flipped.

    The draws come from a stream beside the game's own, so that with chance 0 or 1 the games are those of
    ``flip`` and of ``vanish``, square by square.
    """
    vanished = U0
    rest = captured
    stream = mixed_word(key ^ _VANISH_STREAM)
    while rest != U0:
        disc = rest & (U0 - rest)
        rest ^= disc
        if mixed_word(stream) >> _U11 < threshold:
            vanished |= disc
        stream += DRAW_STEP
    return captured ^ vanished, vanished


@inlined
def vanishes_likely(move, captured, key, threshold):
    """Return all captured discs as vanished where that is likelier than not, else as flipped."""
    return (U0, captured) if threshold > CERTAIN >> U1 else (captured, U0)


@inlined
def one_outcome(captured, threshold):
    """Return 1: nothing about the captured discs is open."""
    return U1


@inlined
def an_outcome_each_disc(captured, threshold):
    """Return how many discs the one that vanishes may be, 1 where there is none."""
    return count(captured) if captured != U0 else U1


@inlined
def an_outcome_each_subset(captured, threshold):
    """Return how many sets of captured discs may vanish: one where the chance is 0 or 1."""
    if threshold in (U0, CERTAIN):
        return U1
    return U1 << (count(captured) & _U63)


@inlined
def nth_disc(captured, threshold, nth):
    """Return the captured disc number `nth` as vanished, and nothing flipped."""
    return (U0, kth(captured, nth)) if captured != U0 else (U0, U0)


@inlined
def nth_subset(captured, threshold, nth):
    """Return the subset number `nth` of the captured discs as vanished, the others as flipped."""
    if threshold == U0:
        return captured, U0
    if threshold == CERTAIN:
        return U0, captured
    vanished = U0
    rest = captured
    while rest != U0:
        disc = rest & (U0 - rest)
        rest ^= disc
        if nth & U1:
            vanished |= disc
        nth >>= U1
    return captured ^ vanished, vanished


@dataclass(frozen=True)
class Capture:
    """One capture rule.

    Parameters
    ----------
    draw : function(move, captured, key, threshold) -> flipped, vanished
        What becomes of the captured discs; a rule of chance draws it from the stream `key`.
    n_outcomes : function(captured, threshold) -> number
        In how many ways the move can come out.
    nth_outcome : function(captured, threshold, nth) -> flipped, vanished, or None
        These ways one by one; None where there is only the one that `draw` gives.
    likely : function like `draw`, or None
        What a player who looks ahead takes a move of chance to do; None where that is what `draw` gives.
    """

    draw: Any
    n_outcomes: Any = one_outcome
    nth_outcome: Any = None
    likely: Any = None


#: capture (with the choice of the one disc) -> its functions
CAPTURES = {
    "flip": Capture(flips_all),
    "vanish": Capture(vanishes_all),
    "vanish_one random": Capture(vanishes_random_one, an_outcome_each_disc, nth_disc, vanishes_nearest),
    # Random play draws the square first, then the disc.
    "vanish_one choice": Capture(vanishes_random_one, an_outcome_each_disc, nth_disc),
    "vanish_one nearest": Capture(vanishes_nearest),
    "vanish_one farthest": Capture(vanishes_farthest),
    "mixed": Capture(vanishes_some, an_outcome_each_subset, nth_subset, vanishes_likely),
}

END_REASONS = ("wipeout", "board_full", "discs_spent", "no_moves", "capped")
WIPEOUT, BOARD_FULL, DISCS_SPENT, NO_MOVES, CAPPED = range(5)
BLACK, WHITE, DRAW = 0, 1, 2
NOBODY = -1


@inlined
def end_reason(black, white, board, left_black, left_white):
    """Return why a game is over in which neither side can move: the first reason that fits."""
    if black == U0 or white == U0:
        return WIPEOUT
    if black | white == board:
        return BOARD_FULL
    if left_black == U0 and left_white == U0:
        return DISCS_SPENT
    return NO_MOVES


@inlined
def winner(n_black, n_white, twice_komi):
    """Return who has more discs, white's counted with the komi (given twice, so that halves are whole)."""
    margin = 2 * n_black - 2 * n_white - twice_komi
    if margin > 0:
        return BLACK
    if margin < 0:
        return WHITE
    return DRAW


# --- one turn -----------------------------------------------------------------------------------------------


def _random_step(own, opp, key, status, board, threshold, max_plies):
    """Return a lane's next state after one disc placed at random, without a branch.

    `status` holds the plies in bits 0 to 15, the discs left to the mover in 16 to 31 and to the other side in
    32 to 47, counted only where they are limited. Bit 63 asks for attention. Either the last ply allowed was
    placed, or the lane has not changed: its mover is stuck, or its draw is doubtful, a low word so small that
    `draw_below` might reject it.
    """
    squares = placement(own, opp, board)
    if LIMITED:
        squares &= U0 - np.uint64(status & MOVERS_LEFT != U0)
    n = count(squares)
    word = mixed_word(key)
    sure = U0 - np.uint64(word * n >= DOUBTFUL)  # not so where n is 0
    move = kth(squares, high_product(word, n)) & sure
    captured = captured_discs(own, opp, move)
    flipped, vanished = draw(move, captured, key, threshold)
    mover, other = own | move | flipped, opp & ~(flipped | vanished)
    placed = sure & U1
    plies = (status & LOW_16) + placed
    left = status & LEFT
    if LIMITED:
        mover_left = status >> U16 & LOW_16
        turned = (status >> U16 & MOVERS_LEFT) | (mover_left - placed) << U32
        left = (turned & sure) | (left & ~sure)
    attention = (~sure | (U0 - np.uint64(plies == max_plies))) & ATTENTION
    return (
        (other & sure) | (own & ~sure),
        (mover & sure) | (opp & ~sure),
        key + (DRAW_STEP & sure),
        plies | left | attention,
    )


def _turn(own, opp, move, key, threshold):
    """Return the boards of mover and other side after `move`, what it captured, and what of that vanished.

    `key` is the stream's key at the draw of the move: chance about the captured discs comes from beside it.
    """
    captured = captured_discs(own, opp, move)
    flipped, vanished = draw(move, captured, key, threshold)
    return own | move | flipped, opp & ~(flipped | vanished), captured, vanished


def _start_of_game(key, board, black, white, n_scattered):
    """Return the boards a game starts from, and its stream's next key.

    A scattered start where neither side can move is drawn again.
    """
    if n_scattered == 0:
        return black, white, key
    while True:
        black = white = U0
        for i in range(2 * n_scattered):
            square, _, key = random_square(key, board & ~(black | white))
            if i < n_scattered:
                black |= square
            else:
                white |= square
        if placement(black, white, board) | placement(white, black, board) != U0:
            return black, white, key


# --- random games in lockstep lanes -------------------------------------------------------------------------


def _advance(own, opp, key, status, board, threshold, max_plies):
    """Play one turn in every lane: a bare loop, so that the compiler makes vector code of it."""
    for lane in range(N_LANES):
        own[lane], opp[lane], key[lane], status[lane] = random_step(
            own[lane], opp[lane], key[lane], status[lane], board, threshold, max_plies
        )


def _random_games(
    seed, first, board, start_black, start_white, white_starts, n_scattered, left, max_plies, twice_komi,
    threshold, plies, passes_black, passes_white, first_stuck, reason, black, white, win, black_at_start,
    white_at_start,
):  # fmt: skip
    """Play a random game for every element of the record columns, in lockstep lanes, and fill the columns in.

    Lanes advance together; a second loop attends to the few that passed, ended or met a doubtful draw, and
    puts the next game into a lane that is free.
    """
    n_games = plies.size
    lane_own, lane_opp = np.zeros(N_LANES, np.uint64), np.zeros(N_LANES, np.uint64)
    lane_key, lane_status = np.zeros(N_LANES, np.uint64), np.full(N_LANES, ATTENTION, np.uint64)
    lane_game, lane_passes = np.full(N_LANES, -1, np.int64), np.zeros((2, N_LANES), np.int64)
    lane_stuck = np.full(N_LANES, NOBODY, np.int64)
    n_started, n_finished = 0, 0
    while n_finished < n_games:
        for lane in range(N_LANES):
            while lane_status[lane] & ATTENTION != U0:  # twice where a doubtful draw was the last allowed
                status = lane_status[lane]
                game = lane_game[lane]
                if game >= 0:
                    own, opp = lane_own[lane], lane_opp[lane]
                    left_own, left_opp = status >> U16 & LOW_16, status >> U32 & LOW_16
                    n_plies = status & LOW_16
                    n_passes = lane_passes[BLACK, lane] + lane_passes[WHITE, lane]
                    to_move = (np.int64(n_plies) + n_passes + white_starts) & 1
                    squares = others = U0
                    if own | opp != board:
                        squares = placement(own, opp, board) if left_own != U0 else U0
                        others = placement(opp, own, board) if left_opp != U0 else U0
                    if squares == U0 and lane_stuck[lane] == NOBODY and (others == U0 or n_plies < max_plies):
                        lane_stuck[lane] = to_move
                    if n_plies < max_plies and squares != U0:  # a doubtful draw
                        move, key, lane_key[lane] = random_square(lane_key[lane], squares)
                        lane_opp[lane], lane_own[lane], _, _ = turn(own, opp, move, key, threshold)
                        n_plies += U1
                        flag = ATTENTION if n_plies == max_plies else U0
                        lane_status[lane] = n_plies | left_opp << U16 | (left_own - U1) << U32 | flag
                        continue
                    if n_plies < max_plies and others != U0:  # a pass
                        lane_passes[to_move, lane] += 1
                        lane_own[lane], lane_opp[lane] = opp, own
                        lane_status[lane] = n_plies | left_opp << U16 | left_own << U32
                        continue
                    b, w = (opp, own) if to_move == WHITE else (own, opp)
                    left_b, left_w = (left_opp, left_own) if to_move == WHITE else (left_own, left_opp)
                    plies[game] = n_plies
                    passes_black[game] = lane_passes[BLACK, lane]
                    passes_white[game] = lane_passes[WHITE, lane]
                    first_stuck[game] = lane_stuck[lane]
                    black[game], white[game] = count(b), count(w)
                    if squares | others != U0:
                        reason[game], win[game] = CAPPED, NOBODY
                    else:
                        reason[game] = end_reason(b, w, board, left_b, left_w)
                        win[game] = winner(np.int64(count(b)), np.int64(count(w)), twice_komi)
                    lane_game[lane] = -1
                    n_finished += 1
                if n_started == n_games:
                    break
                key = game_key(seed, first + np.uint64(n_started))
                b, w, key = start_of_game(key, board, start_black, start_white, n_scattered)
                lane_own[lane], lane_opp[lane] = (w, b) if white_starts else (b, w)
                lane_key[lane], lane_status[lane] = key, left << U16 | left << U32
                lane_game[lane], lane_stuck[lane] = n_started, NOBODY
                lane_passes[BLACK, lane] = lane_passes[WHITE, lane] = 0
                if black_at_start.size:
                    black_at_start[n_started], white_at_start[n_started] = b, w
                n_started += 1
        advance(lane_own, lane_opp, lane_key, lane_status, board, threshold, max_plies)


# --- perft --------------------------------------------------------------------------------------------------


def _perft(own, opp, board, left_own, left_opp, threshold, depth, finished_counts, pass_is_a_ply):
    """Return the number of lines of `depth` plies; a game that ends sooner counts `finished_counts`.

    What chance or the mover may do with the captured discs counts as so many moves.
    """
    if depth == 0:
        return 1
    squares = placement(own, opp, board) if left_own != U0 else U0
    if squares == U0:
        if left_opp == U0 or placement(opp, own, board) == U0:
            return finished_counts
        return perft(
            opp,
            own,
            board,
            left_opp,
            left_own,
            threshold,
            depth - pass_is_a_ply,
            finished_counts,
            pass_is_a_ply,
        )
    total = 0
    while squares != U0:
        move = squares & (U0 - squares)
        squares ^= move
        captured = captured_discs(own, opp, move)
        for nth in range(n_outcomes(captured, threshold)):
            flipped, vanished = outcome(move, captured, threshold, np.uint64(nth))
            if depth == 1:
                total += 1
            else:
                total += perft(
                    opp & ~(flipped | vanished), own | move | flipped, board, left_opp, left_own - U1,
                    threshold, depth - 1, finished_counts, pass_is_a_ply,
                )  # fmt: skip
    return total


def _outcome_of_draw(move, captured, threshold, nth):
    return draw(move, captured, U0, threshold)


def _outcome_of_number(move, captured, threshold, nth):
    return nth_outcome(captured, threshold, nth)


# --- kernels for a rule -------------------------------------------------------------------------------------


def kernel_name(template: Any, placement: str, capture: str) -> str:
    """Return the name of a template's copy for one placement and one capture rule."""
    return f"{template.__name__.lstrip('_')}_{placement}_{capture.replace(' ', '_')}"


@cache
def turn_parts(placement: str, capture: str) -> dict[str, Any]:
    """Return the functions that the templates of this room name, for one placement and one capture rule."""
    rule = CAPTURES[capture]
    parts = {"placement": PLACEMENTS[placement], "draw": rule.draw, "n_outcomes": rule.n_outcomes}
    outcome = _outcome_of_draw
    if rule.nth_outcome is not None:
        parts["nth_outcome"], outcome = rule.nth_outcome, _outcome_of_number
    parts["outcome"] = specialise(outcome, kernel_name(outcome, placement, capture), inlined=True, **parts)
    parts["turn"] = specialise(_turn, kernel_name(_turn, placement, capture), **parts)
    return parts


@cache
def random_games_kernel(placement: str, capture: str, limited: bool = False) -> Any:
    """Return the kernel that plays random games in lanes; `limited` where the players' discs are."""
    parts = turn_parts(placement, capture) | {"LIMITED": limited}

    def kernel(template, inlined=False, **more):
        name = kernel_name(template, placement, capture) + ("_limited" if limited else "")
        return specialise(template, name, inlined, **parts, **more)

    advance = kernel(_advance, random_step=kernel(_random_step, inlined=True))
    return kernel(_random_games, start_of_game=start_of_game_kernel(placement, capture), advance=advance)


@cache
def start_of_game_kernel(placement: str, capture: str) -> Any:
    """Return the function that makes a game's start, for one placement and one capture rule."""
    parts = turn_parts(placement, capture)
    return specialise(_start_of_game, kernel_name(_start_of_game, placement, capture), **parts)


@cache
def perft_kernel(placement: str, capture: str) -> Any:
    """Return the kernel that counts lines, for one placement and one capture rule."""
    return specialise(_perft, kernel_name(_perft, placement, capture), **turn_parts(placement, capture))
