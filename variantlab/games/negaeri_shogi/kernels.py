"""Compiled rules of Negaeri Shogi on 36-square boards seen from the mover's side.

The 6x6 board stands in the middle of a 64-bit word of 8 rows of 8: the square of row r and column c, both
from 0, rows from gote's side, columns from the left as sente sees them, is bit ``8 * (r + 1) + c + 1``. The
ring around it stays empty, so that a step never leaves a row for the next one, and a run that ends at the
edge of the board ends in the ring: where the edge closes runs, the ring counts as the mover's own.

Words used here: ``own`` and ``opp`` are the squares of the mover and of the other side, ``side`` is 0 where
the mover is sente, who moves towards lower squares, and 1 for gote. A move is a whole number,
``to + 64 * origin``, where the origin of a drop is 64, 65 or 66 for pawn, rook and bishop; a pass is -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from variantlab.games.bits import U0, U1, U7, U8, U9, U32, count, draw_below, game_key, mixed_word
from variantlab.games.compile import compiled, inlined

if TYPE_CHECKING:  # the names that `specialise` fills in the templates, which begin with an underscore
    choose: Any = None

SIZE = 6
BOARD = np.uint64(sum(1 << 8 * (row + 1) + column + 1 for row in range(SIZE) for column in range(SIZE)))
RING = np.uint64(~int(BOARD) & (1 << 64) - 1)
#: The squares of each row and of each column, as boards.
ROWS = np.array([0x7E << 8 * (row + 1) for row in range(SIZE)], np.uint64)
COLUMNS = np.array([int(BOARD) & 0x0101010101010101 << column + 1 for column in range(SIZE)], np.uint64)

#: The step back from a target to where it was reached from, for NW, N, NE, W, E, SW, S, SE.
BACK = np.array([9, 8, 7, 1, -1, -7, -8, -9], np.int64)
N_DIRECTIONS = 8
PASS = -1
PAWN, ROOK, BISHOP = 0, 1, 2
#: For arguments: a plain number would be compiled in, and the function anew for each.
NO, YES = np.int64(0), np.int64(1)
FIRST_DROP = 64
#: No position has more moves: 8 directions to each square, and 3 drops on each of 36.
MOST_MOVES = 400
#: A stage turns one piece at least.
MOST_STAGES = 36
#: Moves are numbers below this.
N_MOVE_NUMBERS = 67 * 64
#: The pieces in hand of one kind stand in 8 bits of the word `hands`: pawns, rooks, bishops.
HAND_BITS = np.array([0, 8, 16], np.uint64)
ONE_IN_HAND = np.array([1, 1 << 8, 1 << 16], np.uint64)
LOW_8 = np.uint64(0xFF)
ANY_IN_HAND = np.uint64(0xFFFFFF)
_WORDS = np.array(
    [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F],
    np.uint64,
)
_SIDE_WORD = np.uint64(0xE7037ED1A0B428DB)
_OPENING_STREAM = np.uint64(0x8EBC6AF09C88C6E3)

BLOCKS, CLOSES, SHIELDS = 0, 1, 2
END_REASONS = ("king", "no_moves", "repetition", "capped")
KING, NO_MOVES, REPETITION, CAPPED = (np.int64(reason) for reason in range(4))
NOT_OVER = np.int64(-1)
SENTE, GOTE, DRAW = 0, 1, 2
NOBODY = -1


class State(NamedTuple):
    """A position seen from its mover, in six words.

    A rook stands in `straight`, a bishop in `diagonal`, a king in both, a pawn in neither. `promoted` are the
    promoted pieces. `hands` holds the mover's pieces in hand in its lower half, the other's in its upper.
    """

    own: Any
    opp: Any
    straight: Any
    diagonal: Any
    promoted: Any
    hands: Any


class RuleWords(NamedTuple):
    """The rules as whole numbers, as the compiled functions take them."""

    edge: Any  # the ring, where the edge closes runs; else no square
    loyalty: int
    loyal_run: int  # BLOCKS, CLOSES or SHIELDS
    max_chain: int
    zone: int  # the far ranks that promote
    two_pawns: int
    last_rank_pawn: int
    repetition: int  # 0: never
    twice_komi: int
    max_plies: int


# --- moves --------------------------------------------------------------------------------------------------


@inlined
def reached_up(sliders, steppers, empty, step):
    """Return the squares beside `steppers`, and along the open lines of `sliders`, towards higher squares."""
    pairs = empty & empty << step
    line = sliders | (empty & sliders << step)
    line |= pairs & line << (step + step)
    line |= pairs & line << (step + step)
    return (line | steppers) << step


@inlined
def reached_down(sliders, steppers, empty, step):
    """Return the squares beside `steppers`, and along the open lines of `sliders`, towards lower squares."""
    pairs = empty & empty >> step
    line = sliders | (empty & sliders >> step)
    line |= pairs & line >> (step + step)
    line |= pairs & line >> (step + step)
    return (line | steppers) >> step


@compiled
def targets(state, side):
    """Return the squares the mover's pieces may move to, for each of NW, N, NE, W, E, SW, S, SE.

    In one direction no square can be reached by two pieces, since the nearer one stands in the way: the
    number of moves is the number of squares.
    """
    own = state.own
    empty = BOARD & ~(own | state.opp)
    free = BOARD & ~own
    kings = own & state.straight & state.diagonal
    rooks = own & state.straight & ~state.diagonal
    bishops = own & state.diagonal & ~state.straight
    pawns = own & ~(state.straight | state.diagonal)
    golds = pawns & state.promoted
    pawns ^= golds
    across = kings | golds | (bishops & state.promoted)
    aslant = kings | (rooks & state.promoted)
    north, south = (across | pawns, across) if side == SENTE else (across, across | pawns)
    up, down = (aslant | golds, aslant) if side == SENTE else (aslant, aslant | golds)
    return (
        reached_down(bishops, up, empty, U9) & free,
        reached_down(rooks, north, empty, U8) & free,
        reached_down(bishops, up, empty, U7) & free,
        reached_down(rooks, across, empty, U1) & free,
        reached_up(rooks, across, empty, U1) & free,
        reached_up(bishops, down, empty, U7) & free,
        reached_up(rooks, south, empty, U8) & free,
        reached_up(bishops, down, empty, U9) & free,
    )


@inlined
def union(boards):
    """Return the squares of eight boards together."""
    return boards[0] | boards[1] | boards[2] | boards[3] | boards[4] | boards[5] | boards[6] | boards[7]


@inlined
def has_king(squares, state):
    """Return whether a king stands on one of some squares."""
    return squares & state.straight & state.diagonal != U0


@inlined
def in_hand(hands, kind):
    """Return how many pieces of a kind the mover has in hand."""
    return hands >> HAND_BITS[kind] & LOW_8


@compiled
def pawn_drops(state, side, rules):
    """Return the squares where the mover may drop a pawn."""
    squares = BOARD & ~(state.own | state.opp)
    if not rules.last_rank_pawn:
        squares &= ~(ROWS[0] if side == SENTE else ROWS[SIZE - 1])
    if not rules.two_pawns:
        pawns = state.own & ~(state.straight | state.diagonal | state.promoted)
        for column in range(SIZE):
            if pawns & COLUMNS[column] != U0:
                squares &= ~COLUMNS[column]
    return squares


@inlined
def drops(state, side, rules, kind):
    """Return the squares where the mover may drop a piece of a kind; none where there is none in hand."""
    if in_hand(state.hands, kind) == U0:
        return U0
    return pawn_drops(state, side, rules) if kind == PAWN else BOARD & ~(state.own | state.opp)


@inlined
def number_of(square):
    """Return the number of the one square of a board, as a signed whole number."""
    return np.int64(count(square - U1))


@inlined
def bit(number):
    """Return the board of one square, from its number."""
    return U1 << np.uint64(number)


@compiled
def n_moves(state, side, rules, reach):
    """Return how many drops and moves the mover has; `reach` are the `targets`."""
    n = U0
    for direction in range(N_DIRECTIONS):
        n += count(reach[direction])
    for kind in range(3):
        n += count(drops(state, side, rules, kind))
    return np.int64(n)


@compiled
def write_moves(state, side, rules, reach, on, moves, at):
    """Write the mover's drops and moves into `moves` from place `at` on, and return how many there are.

    `reach` are the `targets`, or some of them, and `on` the squares where drops count. Drops come first,
    pawns, rooks, bishops, then moves by direction; squares rise within each.
    """
    n = 0
    for kind in range(3):
        squares = drops(state, side, rules, kind) & on
        while squares != U0:
            square = squares & (U0 - squares)
            squares ^= square
            moves[at + n] = number_of(square) + 64 * (FIRST_DROP + kind)
            n += 1
    for direction in range(N_DIRECTIONS):
        squares = reach[direction]
        while squares != U0:
            square = squares & (U0 - squares)
            squares ^= square
            to = number_of(square)
            origin = to + BACK[direction]
            while state.own & bit(origin) == U0:
                origin += BACK[direction]
            moves[at + n] = to + 64 * origin
            n += 1
    return n


@compiled
def list_moves(state, side, rules, moves):
    """Write the mover's drops and moves into `moves`, and return how many there are."""
    return write_moves(state, side, rules, targets(state, side), BOARD, moves, NO)


# --- sandwiches ---------------------------------------------------------------------------------------------


@inlined
def run_up(source, through, pairs, step):
    """Return the unbroken runs of `through` that start beside `source`, towards higher squares."""
    run = through & source << step
    run |= through & run << step
    run |= pairs & run << (step + step)
    return run | (through & run << step)


@inlined
def run_down(source, through, pairs, step):
    """Return the unbroken runs of `through` that start beside `source`, towards lower squares."""
    run = through & source >> step
    run |= through & run >> step
    run |= pairs & run >> (step + step)
    return run | (through & run >> step)


@inlined
def neighbours(board):
    """Return the squares beside `board` in the 8 directions, its own where they touch each other."""
    wide = board | board << U1 | board >> U1
    return (wide ^ board) | wide << U8 | wide >> U8


@compiled
def sandwiched(source, changing, through, closers):
    """Return the pieces that the pieces of `source` turn, looking in all directions together.

    Parameters
    ----------
    source : uint64
        Where is looked from.
    changing : uint64
        The opposing pieces that can change sides; a run is turned as far as it begins with them.
    through : uint64
        The pieces a run may consist of from there to its end.
    closers : uint64
        What closes a run: own pieces, and what the rules add to them.

    Notes
    -----
    A square belongs to a closed run if an unbroken way leads back to the source and another on to a closer.
    """
    found = U0
    for i in range(4):
        step = U1 if i == 0 else U7 if i == 1 else U8 if i == 2 else U9
        up, back_up = changing & changing << step, through & through << step
        down, back_down = changing & changing >> step, through & through >> step
        found |= run_up(source, changing, up, step) & run_down(closers, through, back_down, step)
        found |= run_down(source, changing, down, step) & run_up(closers, through, back_up, step)
    return found


@inlined
def steadfast(state, rules):
    """Return the opposing pieces that never change sides: the king, and the loyal ones beside it."""
    king = state.opp & state.straight & state.diagonal
    return king | (neighbours(king) & state.opp) if rules.loyalty else king


@inlined
def sandwich_boards(state, rules):
    """Return the boards `changing`, `through` and `closers` of `sandwiched` before a drop."""
    fast = steadfast(state, rules)
    changing = state.opp & ~fast
    through = state.opp if rules.loyal_run == SHIELDS else changing
    closers = state.own | rules.edge
    return changing, through, (closers | fast if rules.loyal_run == CLOSES else closers)


@compiled
def chain(drop, changing, through, closers, max_chain):
    """Return the pieces that a drop turns, the number of stages, and whether `max_chain` cut the chain short.

    Parameters
    ----------
    drop : uint64
        The square of the dropped piece.
    changing, through, closers : uint64
        Of `sandwich_boards`.
    max_chain : int
        At most so many stages.
    """
    turned, n_stages, source = U0, 0, drop
    closers |= drop
    while neighbours(source) & changing != U0:
        stage = sandwiched(source, changing, through, closers)
        if stage == U0:
            break
        if n_stages == max_chain:
            return turned, n_stages, 1
        n_stages += 1
        turned |= stage
        changing &= ~stage
        through &= ~stage
        closers |= stage
        source = stage
    return turned, n_stages, 0


@compiled
def turned_by(state, square, rules):
    """Return the pieces that a drop on a square turns, the number of stages, and whether more was cut off."""
    changing, through, closers = sandwich_boards(state, rules)
    return chain(square, changing, through, closers, rules.max_chain)


@compiled
def write_stages(state, square, rules, stages):
    """Write what a drop on a square turns, stage by stage, into `stages`, and return the number of stages.

    `stages` is an array of MOST_STAGES boards; what follows the last stage stays as it is.
    """
    changing, through, closers = sandwich_boards(state, rules)
    turned, n_stages = U0, 0
    # Chains of 1, 2, ... stages at most: what each adds to the one before is a stage.
    while n_stages < rules.max_chain:
        longer, n, _ = chain(square, changing, through, closers, n_stages + 1)
        if n == n_stages:
            break
        stages[n_stages] = longer & ~turned
        turned = longer
        n_stages = n
    return n_stages


@compiled
def sandwiching_squares(changing, through, closers):
    """Return the squares, empty or not, that begin a closed run in at least one direction."""
    found = U0
    for i in range(4):
        step = U1 if i == 0 else U7 if i == 1 else U8 if i == 2 else U9
        found |= (run_up(closers, through, through & through << step, step) & changing) << step
        found |= (run_down(closers, through, through & through >> step, step) & changing) >> step
    return found


@compiled
def write_turned(state, rules, turned, at):
    """Write what a drop on each empty square turns into ``turned[at + square]``, 64 places.

    Return the empty squares where a drop turns something.
    """
    changing, through, closers = sandwich_boards(state, rules)
    squares = BOARD & ~(state.own | state.opp)
    turning = squares & sandwiching_squares(changing, through, closers)
    while squares != U0:
        square = squares & (U0 - squares)
        squares ^= square
        found = U0
        if square & turning != U0:
            found, _, _ = chain(square, changing, through, closers, rules.max_chain)
        turned[at + number_of(square)] = found
    return turning


# --- one turn -----------------------------------------------------------------------------------------------


@inlined
def passed_on(state):
    """Return the state with the other side to move."""
    hands = state.hands >> U32 | state.hands << U32
    return State(state.opp, state.own, state.straight, state.diagonal, state.promoted, hands)


@compiled
def after_drop(state, kind, to, turned):
    """Return the state after a drop that turns some pieces, seen from the other side."""
    square = bit(to)
    return passed_on(
        State(
            state.own | square | turned,
            state.opp & ~turned,
            state.straight | (square if kind == ROOK else U0),
            state.diagonal | (square if kind == BISHOP else U0),
            state.promoted | turned,
            state.hands - ONE_IN_HAND[kind],
        )
    )


@inlined
def promotes(squares, side, rules):
    """Return whether one of the squares a move begins or ends on lies in the far ranks that promote."""
    found = False
    for i in range(rules.zone):
        found = found or squares & ROWS[i if side == SENTE else SIZE - 1 - i] != U0
    return found


@compiled
def after_move(state, side, origin, to, rules):
    """Return the state after a move on the board, seen from the other side; a king taken is in no hand."""
    start, square = bit(origin), bit(to)
    is_straight, is_diagonal = state.straight & start != U0, state.diagonal & start != U0
    is_promoted = state.promoted & start != U0
    if rules.zone > 0 and not (is_straight and is_diagonal):
        is_promoted = is_promoted or promotes(start | square, side, rules)
    hands = state.hands
    if state.opp & square != U0:
        straight, diagonal = state.straight & square != U0, state.diagonal & square != U0
        if not (straight and diagonal):
            hands += ONE_IN_HAND[ROOK if straight else BISHOP if diagonal else PAWN]
    others = ~(start | square)
    return passed_on(
        State(
            (state.own & others) | square,
            state.opp & others,
            (state.straight & others) | (square if is_straight else U0),
            (state.diagonal & others) | (square if is_diagonal else U0),
            (state.promoted & others) | (square if is_promoted else U0),
            hands,
        )
    )


@inlined
def after(state, side, move, turned, rules):
    """Return the state after a move, seen from the other side; `turned` is what a drop there turns."""
    origin = move >> 6
    if origin >= FIRST_DROP:
        return after_drop(state, origin - FIRST_DROP, move & 63, turned)
    return after_move(state, side, origin, move & 63, rules)


@compiled
def position_word(state, side):
    """Return a word that stands for board, hands and side to move.

    Two different positions share a word with a chance of about 2**-64.
    """
    word = mixed_word(state.own ^ _WORDS[0]) + mixed_word(state.opp ^ _WORDS[1])
    word += mixed_word(state.straight ^ _WORDS[2]) + mixed_word(state.diagonal ^ _WORDS[3])
    word += mixed_word((state.promoted ^ _WORDS[4]) + mixed_word(state.hands))
    return word + _SIDE_WORD if side == GOTE else word


@inlined
def piece_margin(state, side, rules):
    """Return twice the mover's pieces on the board less the other side's, the komi for gote included."""
    komi = rules.twice_komi if side == GOTE else -rules.twice_komi
    return 2 * (np.int64(count(state.own)) - np.int64(count(state.opp))) + komi


@compiled
def winner(state, side, reason, rules):
    """Return who has won a finished game, seen from the side that would be to move; NOBODY when capped."""
    if reason == CAPPED:
        return NOBODY
    if reason == KING:
        return side if has_king(state.own, state) else 1 - side
    margin = piece_margin(state, side, rules)
    if margin == 0:
        return DRAW
    return side if margin > 0 else 1 - side


# --- counting lines -----------------------------------------------------------------------------------------


@compiled
def perft(state, side, has_passed, depth, finished_counts, rules, moves, turned):
    """Return the number of lines of `depth` plies, at least 1, from a position that is not over.

    Parameters
    ----------
    state, side
        The position.
    has_passed : int
        Whether the turn before was a pass, so that another pass ends the game.
    depth : int
        Plies; a forced pass is one.
    finished_counts : int
        What a game that is over counts before the full depth.
    rules : RuleWords
        The rules; cap and repetition are ignored.
    moves : int64 array of length (depth + 1) * MOST_MOVES
    turned : uint64 array of length (depth + 1) * 64
        Room to work in.
    """
    reach = targets(state, side)
    n = n_moves(state, side, rules, reach)
    if depth == 1:
        return max(n, 1)
    if n == 0:
        if has_passed:
            return finished_counts
        return perft(passed_on(state), 1 - side, YES, depth - 1, finished_counts, rules, moves, turned)
    write_moves(state, side, rules, reach, BOARD, moves, depth * MOST_MOVES)
    if state.hands & ANY_IN_HAND != U0:
        write_turned(state, rules, turned, depth * 64)
    n_lines = 0
    for i in range(n):
        move = moves[depth * MOST_MOVES + i]
        following = after(state, side, move, turned[depth * 64 + (move & 63)], rules)
        if has_king(following.own, following):
            n_lines += perft(following, 1 - side, NO, depth - 1, finished_counts, rules, moves, turned)
        else:
            n_lines += finished_counts
    return n_lines


# --- whole games --------------------------------------------------------------------------------------------

#: The counts that the kernels keep of a game, in the order of their columns.
COUNTS = (
    "plies", "passes", "passes_sente", "passes_gote", "drops", "moves", "flips", "captures", "flipping_drops",
    "chain", "chain_cut", "pieces_sente", "pieces_gote",
)  # fmt: skip
(
    N_PLIES, N_PASSES, N_PASSES_SENTE, _, N_DROPS, N_BOARD_MOVES, N_FLIPS, N_CAPTURES, N_FLIPPING, CHAIN,
    N_CHAIN_CUT, N_PIECES_SENTE, _,
) = range(len(COUNTS))  # fmt: skip


@compiled
def opening(seed, index, start, side, n_turns, rules, moves):
    """Return a position after `n_turns` random turns, its side to move, whether the last turn was a pass, and
    the turns.

    An opening that ends the game, or leaves the king where it can be taken at once, is drawn again.
    """
    key = game_key(mixed_word(seed ^ _OPENING_STREAM), index)
    played = np.full(n_turns, PASS, np.int64)
    while True:
        state, mover, has_passed, is_over = start, side, 0, False
        for turn in range(n_turns):
            n = list_moves(state, mover, rules, moves)
            if n == 0:
                is_over = is_over or has_passed == 1
                has_passed = 1
                played[turn] = PASS
                state = passed_on(state)
            else:
                nth, key = draw_below(key, np.uint64(n))
                move = moves[np.int64(nth)]
                played[turn] = move
                turned, _, _ = turned_by(state, bit(move & 63), rules)
                state = after(state, mover, move, turned, rules)
                has_passed = 0
                is_over = is_over or not has_king(state.own, state)
            mover = 1 - mover
            if is_over:
                break
        if n_turns == 0 or not (is_over or has_king(state.opp & union(targets(state, mover)), state)):
            return state, mover, has_passed, played


@inlined
def random_choice(state, side, n, moves, key, player, weights, rules, seen, n_seen, memory):
    """Return the place in `moves` of a move drawn at random, and the stream's next key."""
    nth, key = draw_below(key, np.uint64(n))
    return np.int64(nth), key


def _played_games(
    seed, first, start, side, n_opening, rules, players, weights, memory, counts, reason, win, turns
):  # fmt: skip
    """Play a game for each row of `counts`, of the numbers `first`, `first` + 1, ..., and fill it in.

    Parameters
    ----------
    seed, first : uint64
        The series and the number of its first game.
    start, side
        The position every game begins with, and who is to move.
    n_opening : int
        Random turns before a game begins; game 2i and game 2i + 1 have the same, and their players exchanged.
    rules : RuleWords
        The rules.
    players, weights, memory
        What `choose` needs: a row a player, sente's first.
    counts : int64 array of shape (n, len(COUNTS)) to fill
    reason, win : int8 arrays of length n to fill
    turns : int16 array of shape (n, k) to fill
        The first k turns of each game, PASS for a pass; what follows the end stays as it is.
    """
    moves = np.zeros(MOST_MOVES, np.int64)
    seen = np.zeros(2 * rules.max_plies + 4, np.uint64)
    for game in range(len(win)):
        number = first + np.uint64(game)
        key = game_key(seed, number)
        state, mover, has_passed = start, side, NO
        exchanged = NO
        if n_opening > 0:
            exchanged = np.int64(number & U1)
            state, mover, has_passed, _ = opening(seed, number >> U1, start, side, n_opening, rules, moves)
        found = counts[game]
        seen[0] = position_word(state, mover)
        n_seen, n_turns, over = YES, 0, NOT_OVER
        while over == NOT_OVER:
            n = list_moves(state, mover, rules, moves)
            move = PASS
            if n == 0:
                found[N_PASSES] += 1
                found[N_PASSES_SENTE + mover] += 1
                if has_passed:
                    over = NO_MOVES
                has_passed = YES
                state = passed_on(state)
            else:
                player = mover ^ exchanged
                place, key = choose(
                    state, mover, n, moves, key, players[player], weights[player], rules, seen,
                    n_seen, memory,
                )  # fmt: skip
                move = moves[place]
                has_passed = NO
                turned = U0
                found[N_PLIES] += 1
                if move >> 6 >= FIRST_DROP:
                    turned, n_stages, is_cut = turned_by(state, bit(move & 63), rules)
                    found[N_DROPS] += 1
                    found[N_FLIPS] += np.int64(count(turned))
                    found[N_FLIPPING] += 1 if n_stages > 0 else 0
                    found[CHAIN] = max(found[CHAIN], n_stages)
                    found[N_CHAIN_CUT] += is_cut
                else:
                    found[N_BOARD_MOVES] += 1
                    found[N_CAPTURES] += 1 if state.opp & bit(move & 63) != U0 else 0
                state = after(state, mover, move, turned, rules)
                if not has_king(state.own, state):
                    over = KING
            if n_turns < turns.shape[1]:
                turns[game, n_turns] = move
            n_turns += 1
            mover = 1 - mover
            word = position_word(state, mover)
            seen[n_seen] = word
            n_seen += 1
            if over == NOT_OVER and rules.repetition > 0:
                n_times = 0
                for i in range(n_seen):
                    n_times += 1 if seen[i] == word else 0
                if n_times >= rules.repetition:
                    over = REPETITION
            if over == NOT_OVER and found[N_PLIES] >= rules.max_plies:
                over = CAPPED
        found[N_PIECES_SENTE + mover] = np.int64(count(state.own))
        found[N_PIECES_SENTE + 1 - mover] = np.int64(count(state.opp))
        reason[game] = over
        win[game] = winner(state, mover, over, rules)
