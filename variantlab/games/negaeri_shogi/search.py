"""Players of Negaeri Shogi inside the kernels: greedy, and alpha-beta that looks a number of plies ahead.

The search gives the value that plain minimax to the same depth gives, repetitions included. Its parts can be
switched off one by one (see `Search`), which is how that is tested and what its nodes are compared with.
"""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.bits import U0, U1, count, draw_below, mixed_word
from variantlab.games.compile import compiled, inlined, specialise
from variantlab.games.negaeri_shogi import kernels as k
from variantlab.games.negaeri_shogi.kernels import (
    BISHOP,
    BOARD,
    DRAW,
    FIRST_DROP,
    MOST_MOVES,
    N_MOVE_NUMBERS,
    NO,
    NO_MOVES,
    PASS,
    PAWN,
    REPETITION,
    ROOK,
    YES,
    after,
    has_king,
    in_hand,
    neighbours,
    passed_on,
    position_word,
    targets,
    union,
    winner,
    write_moves,
    write_turned,
)

DEEPEST_SEARCH = 20
#: A won game is worth more than any evaluation, with the plies left over added: the quicker the better.
WON = 1_000_000
NO_SCORE = -(10**9)

RANDOM, GREEDY, ALPHA_BETA = 0, 1, 2
#: The columns of a player's row.
KIND, DEPTH, NODES, NOISE, PARTS = range(5)

# --- what a position is worth -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weights:
    """What alpha-beta counts at its horizon, for the mover less for the other side, in hundredths of a pawn.

    Parameters
    ----------
    pawn, rook, bishop, tokin, dragon, horse : int
        A piece on the board.
    hand_pawn, hand_rook, hand_bishop : int
        A piece in hand.
    loyal : int
        A piece beside its own king.
    edge : int
        A piece on the edge of the board that is not beside its own king.

    Notes
    -----
    The article does not give its evaluation: all these numbers are ours, an assumption wherever results are
    shown.
    """

    pawn: int
    rook: int
    bishop: int
    tokin: int
    dragon: int
    horse: int
    hand_pawn: int
    hand_rook: int
    hand_bishop: int
    loyal: int = 0
    edge: int = 0


#: Named sets of weights. `material` has the usual values of shogi pieces, a piece in hand a little more, as
#: only drops turn pieces. `pieces` counts pieces, as the game does when it is counted out. `shape` adds to
#: `material` the article's advice: pieces beside their king are safe, pieces on the edge are not.
WEIGHTS = {
    "material": Weights(100, 500, 450, 300, 700, 650, 120, 550, 500),
    "pieces": Weights(100, 100, 100, 100, 100, 100, 50, 50, 50),
    "shape": Weights(100, 500, 450, 300, 700, 650, 120, 550, 500, loyal=40, edge=-40),
}
DEFAULT_WEIGHTS = "material"
_PAWN, _ROOK, _BISHOP, _TOKIN, _DRAGON, _HORSE, _HAND, _, _, _LOYAL, _EDGE = range(11)
_INNER = np.uint64(sum(0x3C << 8 * row for row in range(2, 6)))
EDGE = BOARD & ~_INNER


def weight_array(name: str) -> np.ndarray:
    """Return a named set of weights as the kernels take it.

    Raises
    ------
    RulesError
        Where there is no such set.
    """
    if name not in WEIGHTS:
        raise unknown_choice("weights", name, WEIGHTS, RulesError)
    return np.array(astuple(WEIGHTS[name]), dtype=np.int64)


@inlined
def signed(board):
    """Return the number of squares of a board as a signed whole number."""
    return np.int64(count(board))


@inlined
def worth_of_side(pieces, state, hands, weights):
    """Return what the pieces of one side on the board, and those in its hand, are worth."""
    pawns = pieces & ~(state.straight | state.diagonal)
    rooks = pieces & state.straight & ~state.diagonal
    bishops = pieces & state.diagonal & ~state.straight
    plain = ~state.promoted
    worth = weights[_PAWN] * signed(pawns & plain) + weights[_TOKIN] * signed(pawns & state.promoted)
    worth += weights[_ROOK] * signed(rooks & plain) + weights[_DRAGON] * signed(rooks & state.promoted)
    worth += weights[_BISHOP] * signed(bishops & plain) + weights[_HORSE] * signed(bishops & state.promoted)
    for kind in range(3):
        worth += weights[_HAND + kind] * np.int64(in_hand(hands, kind))
    if weights[_LOYAL] != 0 or weights[_EDGE] != 0:
        king = pieces & state.straight & state.diagonal
        beside = neighbours(king)
        worth += weights[_LOYAL] * signed(pieces & beside)
        worth += weights[_EDGE] * signed(pieces & EDGE & ~beside & ~king)
    return worth


@compiled
def evaluation(state, weights):
    """Return the worth of an unfinished position for the mover, in the units of the weights."""
    own = worth_of_side(state.own, state, state.hands, weights)
    return own - worth_of_side(state.opp, state, passed_on(state).hands, weights)


@inlined
def kind_of(square, state):
    """Return the kind of the piece on a square that is no king: PAWN, ROOK or BISHOP."""
    return ROOK if state.straight & square != U0 else BISHOP if state.diagonal & square != U0 else PAWN


@inlined
def worth_on_board(pieces, state, weights):
    """Return what pieces that change sides are worth: as they stand to the one, promoted to the other."""
    pawns = pieces & ~(state.straight | state.diagonal)
    rooks, bishops = pieces & state.straight, pieces & state.diagonal
    worth = weights[_TOKIN] * signed(pawns) + weights[_DRAGON] * signed(rooks)
    worth += weights[_HORSE] * signed(bishops)
    plain = ~state.promoted
    worth += weights[_PAWN] * signed(pawns & plain) + weights[_TOKIN] * signed(pawns & state.promoted)
    worth += weights[_ROOK] * signed(rooks & plain) + weights[_DRAGON] * signed(rooks & state.promoted)
    worth += weights[_BISHOP] * signed(bishops & plain) + weights[_HORSE] * signed(bishops & state.promoted)
    return worth


@compiled
def gain_of(state, side, move, turned, rules, weights):
    """Return by how much a move changes the worth of the mover's pieces less that of the other side's."""
    square, origin = k.bit(move & 63), move >> 6
    if origin >= FIRST_DROP:
        kind = origin - FIRST_DROP
        gain = weights[_PAWN + kind] - weights[_HAND + kind]
        return gain + worth_on_board(turned, state, weights) if turned != U0 else gain
    gain = np.int64(0)
    if state.opp & square != U0:
        if has_king(square, state):
            return np.int64(WON)
        kind = kind_of(square, state)
        on_board = weights[kind + (_TOKIN if state.promoted & square != U0 else _PAWN)]
        gain = on_board + weights[_HAND + kind]
    start = k.bit(origin)
    is_plain = not has_king(start, state) and start & state.promoted == U0
    if rules.zone > 0 and is_plain and k.promotes(start | square, side, rules):
        kind = kind_of(start, state)
        gain += weights[_TOKIN + kind] - weights[_PAWN + kind]
    return gain


# --- alpha-beta ---------------------------------------------------------------------------------------------

#: The order of moves: what a move gains stands above these bits, its success elsewhere within them.
GAIN_BITS = 22
MOST_SUCCESS = np.int64(1 << 20)
FIRST_OF_ALL = np.int64(1 << 60)
#: Parts of the search: cut-offs; the order of moves with null windows; the table; deepening step by step; the
#: look for a king that can be taken at the horizon; the leaving out of moves at the last ply that cannot gain
#: enough; the moves in reverse order (for tests).
PRUNE, ORDER, TABLE, DEEPEN, QUIET, FUTILITY, REVERSE = 1, 2, 4, 8, 16, 32, 64
ALL_PARTS = PRUNE | ORDER | TABLE | DEEPEN | QUIET | FUTILITY

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
_PASSED_WORD = np.uint64(0x589965CC75374CC3)
#: The searches that the entries of the table tell apart, by 12 bits.
N_GENERATIONS = 4096
LARGEST_TABLE = 18
N_PLIES = DEEPEST_SEARCH + 2

#: Where `Memory.numbers` keeps what: counters, the root's moves with their values and a mark for the best,
#: two killer moves a ply, the success of each side's moves, and each ply's moves and their scores.
VISITED, LIMIT, STOPPED, STOP_SIGN, N_WATCHED, WATCHES_ALL, SEARCHES, HITS, TABLE_AT, TABLE_MASK = range(10)
ROOT_MOVES = 16
ROOT_VALUES = ROOT_MOVES + MOST_MOVES
ROOT_ADDED = ROOT_VALUES + MOST_MOVES
MARKS = ROOT_ADDED + MOST_MOVES
KILLERS = MARKS + MOST_MOVES
HISTORY = KILLERS + 2 * N_PLIES
MOVES = HISTORY + 2 * N_MOVE_NUMBERS
SCORES = MOVES + N_PLIES * MOST_MOVES
N_NUMBERS = SCORES + N_PLIES * MOST_MOVES
#: Where `Memory.words` keeps what: what drops turn at each ply, 64 squares a ply; then the watched positions;
#: then, from the place TABLE_AT on, the table: a position's word; its value, move, depth, bound and search.
TURNED = 0
WATCHED = TURNED + 64 * N_PLIES


class Memory(NamedTuple):
    """What a search remembers; made by `new_memory`, used for one search after another.

    Two arrays, since each one more would be passed down the tree in seven words.
    """

    numbers: Any  # int64
    words: Any  # uint64


def new_memory(depth: int, n_positions: int) -> Memory:
    """Return room for searches of up to `depth` plies in games of up to `n_positions`.

    The table grows with the depth, up to 2**18 entries of 16 bytes.
    """
    table_at = WATCHED + n_positions + N_PLIES
    n_entries = 1 << min(LARGEST_TABLE, 10 + 2 * depth)
    memory = Memory(np.zeros(N_NUMBERS, np.int64), np.zeros(table_at + 2 * n_entries, np.uint64))
    memory.numbers[TABLE_AT], memory.numbers[TABLE_MASK] = table_at, n_entries - 2
    return memory


@inlined
def packed(value, move, depth, bound, generation):
    """Return an entry of the table in one word."""
    high = np.uint64(value + (1 << 31)) << np.uint64(32)
    low = np.uint64(move + 1) << np.uint64(19) | np.uint64(depth) << np.uint64(14)
    return high | low | np.uint64(bound) << np.uint64(12) | np.uint64(generation)


@inlined
def value_in(entry):
    """Return the value of an entry."""
    return np.int64(entry >> np.uint64(32)) - (1 << 31)


@inlined
def field_in(entry, place, mask):
    """Return a small field of an entry."""
    return np.int64(entry >> np.uint64(place) & np.uint64(mask))


@inlined
def move_in(entry):
    """Return the move of an entry."""
    return field_in(entry, 19, 0x1FFF) - 1


@inlined
def depth_in(entry):
    """Return the depth of an entry."""
    return field_in(entry, 14, 0x1F)


@inlined
def bound_in(entry):
    """Return what the value of an entry is: EXACT, AT_LEAST or AT_MOST."""
    return field_in(entry, 12, 3)


@inlined
def generation_in(entry):
    """Return the number of the search that an entry belongs to."""
    return field_in(entry, 0, 0xFFF)


@inlined
def value_of_end(state, side, reason, depth, rules):
    """Return the worth, for its mover, of a game that is over with `depth` plies left to look ahead."""
    won = winner(state, side, reason, rules)
    if won == DRAW:
        return np.int64(0)
    return np.int64(WON + depth) if won == side else np.int64(-WON - depth)


@inlined
def times_watched(word, memory):
    """Return how often a watched position has stood on the board so far, on the way from the root too."""
    n = 0
    for i in range(memory.numbers[N_WATCHED]):
        n += 1 if memory.words[WATCHED + i] == word else 0
    return n


@compiled
def order_moves(state, side, n, ply, first_move, by_gain_alone, rules, weights, memory):
    """Give each move its place: the table's move, what it gains, the killers, then by success elsewhere."""
    numbers, words = memory.numbers, memory.words
    moves, scores, killers = MOVES + ply * MOST_MOVES, SCORES + ply * MOST_MOVES, KILLERS + 2 * ply
    for i in range(n):
        move = numbers[moves + i]
        gain = gain_of(state, side, move, words[TURNED + 64 * ply + (move & 63)], rules, weights)
        score = gain << GAIN_BITS
        if not by_gain_alone:
            score = max(score, np.int64(0)) + min(
                numbers[HISTORY + side * N_MOVE_NUMBERS + move], MOST_SUCCESS
            )
            if gain <= 0 and move == numbers[killers]:
                score += 2 * MOST_SUCCESS
            elif gain <= 0 and move == numbers[killers + 1]:
                score += MOST_SUCCESS
        numbers[scores + i] = score if move != first_move else FIRST_OF_ALL


@inlined
def bring_best_forward(i, n, ply, numbers):
    """Swap the move with the highest score among those of a ply from place `i` on to place `i`."""
    moves, scores = MOVES + ply * MOST_MOVES, SCORES + ply * MOST_MOVES
    best = i
    for j in range(i + 1, n):
        if numbers[scores + j] > numbers[scores + best]:
            best = j
    swap(moves + i, moves + best, numbers)
    swap(scores + i, scores + best, numbers)


@inlined
def swap(i, j, numbers):
    """Swap two numbers."""
    number = numbers[i]
    numbers[i] = numbers[j]
    numbers[j] = number


@inlined
def reverse(at, n, numbers):
    """Turn the order of `n` numbers from place `at` on round."""
    for i in range(n // 2):
        swap(at + i, at + n - 1 - i, numbers)


@inlined
def praise(state, side, move, depth, ply, memory):
    """Remember a quiet move that cut the search off."""
    numbers = memory.numbers
    if move >> 6 >= FIRST_DROP or state.opp & k.bit(move & 63) == U0:
        numbers[HISTORY + side * N_MOVE_NUMBERS + move] += depth * depth
        killers = KILLERS + 2 * ply
        if numbers[killers] != move:
            numbers[killers + 1] = numbers[killers]
            numbers[killers] = move


@inlined
def gains_are_all(weights):
    """Return whether the evaluation changes by the gain of a move alone."""
    return weights[_LOYAL] == 0 and weights[_EDGE] == 0


@inlined
def most_quiet_gain(weights):
    """Return the most that a move can gain which takes, turns and promotes nothing."""
    gain = np.int64(0)
    for kind in range(3):
        gain = max(gain, weights[_PAWN + kind] - weights[_HAND + kind])
    return gain


@inlined
def on_squares(reach, squares):
    """Return the `targets` on some squares."""
    return (
        reach[0] & squares, reach[1] & squares, reach[2] & squares, reach[3] & squares, reach[4] & squares,
        reach[5] & squares, reach[6] & squares, reach[7] & squares,
    )  # fmt: skip


@compiled
def negamax(state, side, has_passed, depth, alpha, beta, ply, way, rules, weights, parts, memory):
    """Return the worth of a position for its mover, `depth` plies ahead.

    The value is exact inside ``alpha`` to ``beta``; at or below `alpha` it is an upper bound, at or above
    `beta` a lower one. A forced pass is a ply.

    Parameters
    ----------
    way : uint64
        Stands for the watched positions on the way from the root. The value depends on them through the rule
        of repetition, so they are a part of the position's entry in the table.
    parts : int
        The parts of the search that are used.

    Notes
    -----
    An entry of the table cuts the search only at its own depth: a deeper one would be a better value, but not
    that of minimax to this depth.
    """
    numbers, words = memory.numbers, memory.words
    if numbers[VISITED] >= numbers[LIMIT] or numbers[STOP_SIGN] != 0:
        numbers[STOPPED] = 1
        return np.int64(0)
    numbers[VISITED] += 1
    if not has_king(state.own, state):
        return np.int64(-WON - depth)
    word = U0
    is_watched = False
    if numbers[N_WATCHED] > 0 or numbers[WATCHES_ALL] != 0:
        word = position_word(state, side)
        n_times = times_watched(word, memory)
        if n_times + 1 >= rules.repetition:
            return value_of_end(state, side, REPETITION, depth, rules)
        is_watched = n_times > 0 or numbers[WATCHES_ALL] != 0
    if depth == 0:
        if parts & QUIET and has_king(state.opp & union(targets(state, side)), state):
            return np.int64(WON - 1)
        return evaluation(state, weights)
    reach = targets(state, side)
    if parts & ORDER:
        if has_king(state.opp & union(reach), state):
            return np.int64(WON + depth - 1)
        # No better than to take the king with the next turn but one, no worse than to lose it at once.
        if alpha >= WON + depth - 3:
            return np.int64(WON + depth - 3)
        if beta <= -(WON + depth - 2):
            return np.int64(-(WON + depth - 2))
    entry_word = U0
    place = 0
    table_move = np.int64(PASS)
    generation = numbers[SEARCHES] & (N_GENERATIONS - 1)
    if parts & TABLE and depth > 1:
        entry_word = (position_word(state, side) if word == U0 else word) + way
        if has_passed:
            entry_word ^= _PASSED_WORD
        place = numbers[TABLE_AT] + 2 * (np.int64(entry_word >> U1) & numbers[TABLE_MASK])
        for i in range(0, 4, 2):
            entry = words[place + i + 1]
            if words[place + i] == entry_word and generation_in(entry) == generation:
                table_move = move_in(entry)
                if depth_in(entry) == depth:
                    value, bound = value_in(entry), bound_in(entry)
                    above = bound == AT_LEAST and value >= beta
                    if bound == EXACT or above or (bound == AT_MOST and value <= alpha):
                        numbers[HITS] += 1
                        return value
    moves = MOVES + ply * MOST_MOVES
    best, best_move, low = np.int64(NO_SCORE), np.int64(PASS), alpha
    turning = U0
    if state.hands & k.ANY_IN_HAND != U0:
        turning = write_turned(state, rules, words, TURNED + 64 * ply)
    drops_on = BOARD
    # At the last ply a move is worth what it gains, or less, if it leaves the king to be taken.
    by_gain = depth == 1 and parts & ORDER and parts & FUTILITY and gains_are_all(weights)
    by_gain = by_gain and numbers[N_WATCHED] == 0 and numbers[WATCHES_ALL] == 0
    standing = np.int64(0)
    if by_gain:
        standing = evaluation(state, weights)
        quiet = standing + most_quiet_gain(weights)
        if quiet <= low and rules.zone == 0 and union(reach) != U0:
            best, drops_on, reach = quiet, turning, on_squares(reach, state.opp)
    n = write_moves(state, side, rules, reach, drops_on, numbers, moves)
    must_pass = n == 0 and best == NO_SCORE
    if must_pass and has_passed:
        return value_of_end(state, side, NO_MOVES, depth - 1, rules)
    if is_watched:
        words[WATCHED + numbers[N_WATCHED]] = word
        numbers[N_WATCHED] += 1
        way += mixed_word(word)
    if must_pass:
        best = -negamax(
            passed_on(state), 1 - side, YES, depth - 1, -beta, -alpha, ply + 1, way, rules, weights, parts,
            memory,
        )  # fmt: skip
    if parts & ORDER:
        order_moves(state, side, n, ply, table_move, by_gain, rules, weights, memory)
    elif parts & REVERSE:
        reverse(moves, n, numbers)
    for i in range(n):
        if parts & ORDER:
            bring_best_forward(i, n, ply, numbers)
        move = numbers[moves + i]
        if by_gain and move != table_move:
            most = standing + (numbers[SCORES + ply * MOST_MOVES + i] >> GAIN_BITS)
            if most <= low:
                best = max(best, most)
                break
        following = after(state, side, move, words[TURNED + 64 * ply + (move & 63)], rules)
        if parts & PRUNE == 0:
            low, beta = np.int64(NO_SCORE), np.int64(-NO_SCORE)
        # After the first move, a null window asks only whether a move is better; if so, it is searched again.
        top = low + 1 if i > 0 and parts & ORDER else beta
        worth = best
        while True:
            worth = -negamax(
                following, 1 - side, NO, depth - 1, -top, -low, ply + 1, way, rules, weights, parts, memory
            )
            if top == beta or worth <= low or worth >= beta:
                break
            top = beta
        if numbers[STOPPED] != 0:
            break
        if worth > best:
            best, best_move = worth, move
        low = max(low, best)
        if parts & PRUNE and best >= beta:
            if parts & ORDER:
                praise(state, side, move, depth, ply, memory)
            break
    if is_watched:
        numbers[N_WATCHED] -= 1
    if parts & TABLE and depth > 1 and numbers[STOPPED] == 0:
        bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        old = words[place + 1]
        if generation_in(old) == generation and depth_in(old) > depth:
            place += 2
        words[place] = entry_word
        words[place + 1] = packed(best, best_move, depth, bound, generation)
    return best


@compiled
def watch(depth, seen, n_seen, rules, memory):
    """Write down the positions of the game so far whose repetition can end it within `depth` plies.

    A position comes back after four plies at the earliest. So one that stood c times can stand for the last
    time within the search only if ``c + 1 + (depth - 1) // 4`` is enough.
    """
    numbers = memory.numbers
    numbers[N_WATCHED] = 0
    numbers[WATCHES_ALL] = 0
    if rules.repetition == 0:
        return
    reach = 1 + (depth - 1) // 4
    if reach >= rules.repetition:
        numbers[WATCHES_ALL] = 1
    for i in range(n_seen):
        n_times = 0
        for j in range(n_seen):
            n_times += 1 if seen[j] == seen[i] else 0
        if n_times + reach >= rules.repetition:
            memory.words[WATCHED + numbers[N_WATCHED]] = seen[i]
            numbers[N_WATCHED] += 1


@compiled
def search(
    state, side, depth, node_limit, noise, key, all_best, rules, weights, parts, seen, n_seen, memory
):  # fmt: skip
    """Search a position that has a legal move; write its moves and their values into the memory.

    Parameters
    ----------
    depth : int
        Plies to look ahead.
    node_limit : int
        The search ends with the last depth that it finished within so many nodes; 0: no limit. Depth 1 is
        always finished.
    noise : int
        A number from ``-noise`` to ``noise``, drawn from the stream `key`, is added to each move's value.
    all_best : int
        Whether each move as good as the best gets its exact value; else only the first of them is sure to.
    parts : int
        The parts of the search that are used.
    seen, n_seen
        The words of the game's positions, the present one last.

    Returns
    -------
    n_moves : int
        The moves from ROOT_MOVES on, and from ROOT_VALUES on their values, the noise counted in. The best
        value is exact; a lower one is an upper bound.
    value : int
        The best value without its noise, for the mover.
    depth : int
        The depth that was finished.
    key : uint64
        The stream's next key.
    """
    numbers, words = memory.numbers, memory.words
    numbers[VISITED], numbers[LIMIT], numbers[STOPPED], numbers[HITS] = 0, 1 << 60, 0, 0
    numbers[SEARCHES] += 1
    if numbers[SEARCHES] & (N_GENERATIONS - 1) == 0:
        words[numbers[TABLE_AT] :] = U0
        numbers[SEARCHES] += 1
    numbers[HISTORY:MOVES] = 0
    numbers[KILLERS:HISTORY] = PASS
    watch(depth, seen, n_seen, rules, memory)
    n = write_moves(state, side, rules, targets(state, side), BOARD, numbers, np.int64(MOVES))
    write_turned(state, rules, words, np.int64(TURNED))
    if parts & REVERSE:
        reverse(np.int64(MOVES), n, numbers)
    for i in range(n):
        numbers[ROOT_ADDED + i] = 0
        if noise > 0:
            drawn, key = draw_below(key, np.uint64(2 * noise + 1))
            numbers[ROOT_ADDED + i] = np.int64(drawn) - noise
    done, value = np.int64(0), np.int64(0)
    for d in range(1 if parts & DEEPEN else depth, depth + 1):
        if node_limit > 0 and done > 0:
            numbers[LIMIT] = node_limit
        best, best_value = np.int64(NO_SCORE), np.int64(NO_SCORE)
        for i in range(n):
            move, added = numbers[MOVES + i], numbers[ROOT_ADDED + i]
            following = after(state, side, move, words[TURNED + (move & 63)], rules)
            low = best - added - (1 if all_best else 0)
            if i == 0 or parts & PRUNE == 0:
                low = np.int64(NO_SCORE)
            top = low + 1 if i > 0 and parts & ORDER else -NO_SCORE
            worth = best
            while True:
                worth = -negamax(
                    following, 1 - side, NO, d - 1, -top, -low, YES, U0, rules, weights, parts, memory
                )
                if top == -NO_SCORE or worth <= low:
                    break
                top = -NO_SCORE
            if numbers[STOPPED] != 0:
                break
            numbers[SCORES + i] = worth + added
            if worth + added > best:
                best, best_value = worth + added, worth
        if numbers[STOPPED] != 0 and done > 0:
            break
        done, value = np.int64(d), best_value
        sort_root(n, numbers)
        for i in range(n):
            numbers[ROOT_MOVES + i], numbers[ROOT_VALUES + i] = numbers[MOVES + i], numbers[SCORES + i]
        if noise == 0 and parts & DEEPEN and abs(best) >= WON - 1:
            # The game is decided; a deeper search would find the same moves, with more plies left over.
            left = depth - d if best > 0 else d - depth
            for i in range(n):
                if numbers[ROOT_VALUES + i] == best:
                    numbers[ROOT_VALUES + i] += left
                else:
                    numbers[ROOT_VALUES + i] = NO_SCORE
            value += left
            done = depth
            break
    return n, value, done, key


@compiled
def sort_root(n, numbers):
    """Sort the root's moves by falling values; equal ones keep their order."""
    for i in range(1, n):
        j = i
        while j > 0 and numbers[SCORES + j - 1] < numbers[SCORES + j]:
            swap(MOVES + j - 1, MOVES + j, numbers)
            swap(SCORES + j - 1, SCORES + j, numbers)
            swap(ROOT_ADDED + j - 1, ROOT_ADDED + j, numbers)
            j -= 1


# --- choosing -----------------------------------------------------------------------------------------------


@compiled
def mark_greedy(state, n, moves, rules, turned, marks, at):
    """Mark the moves that win the most pieces at once: that take the king, or else turn or take most.

    The marks, 1 or 0, stand in `marks` from place `at` on, in the order of the moves.
    """
    write_turned(state, rules, turned, NO)
    most = np.int64(-1)
    for i in range(n):
        square = k.bit(moves[i] & 63)
        gain = np.int64(1 if state.opp & square != U0 else 0)
        if moves[i] >> 6 >= FIRST_DROP:
            gain = signed(turned[moves[i] & 63])
        elif has_king(state.opp & square, state):
            gain = np.int64(WON)
        marks[at + i] = gain
        most = max(most, gain)
    for i in range(n):
        marks[at + i] = 1 if marks[at + i] == most else 0


@compiled
def mark_best(n, moves, n_found, numbers):
    """Mark the moves whose values, as `search` left them, are the best."""
    best = np.int64(NO_SCORE)
    for i in range(n_found):
        best = max(best, numbers[ROOT_VALUES + i])
    for i in range(n):
        numbers[MARKS + i] = 0
        for j in range(n_found):
            if numbers[ROOT_MOVES + j] == moves[i] and numbers[ROOT_VALUES + j] == best:
                numbers[MARKS + i] = 1


@compiled
def thinking_choice(state, side, n, moves, key, player, weights, rules, seen, n_seen, memory):
    """Return the place in `moves` of one of the player's best, each as likely, and the stream's next key."""
    numbers = memory.numbers
    if player[KIND] == RANDOM:
        nth, key = draw_below(key, np.uint64(n))
        return np.int64(nth), key
    if player[KIND] == GREEDY:
        mark_greedy(state, n, moves, rules, memory.words, numbers, np.int64(MARKS))
    else:
        n_found, _, _, key = search(
            state, side, player[DEPTH], player[NODES], player[NOISE], key, YES, rules, weights, player[PARTS],
            seen, n_seen, memory,
        )  # fmt: skip
        mark_best(n, moves, n_found, numbers)
    n_best = 0
    for i in range(n):
        n_best += numbers[MARKS + i]
    nth, key = draw_below(key, np.uint64(n_best))
    left = np.int64(nth)
    place = 0
    while numbers[MARKS + place] == 0 or left > 0:
        left -= numbers[MARKS + place]
        place += 1
    return np.int64(place), key


@cache
def played_games(thinks: bool) -> Any:
    """Return the kernel that plays games, for players that think or for random ones alone."""
    if thinks:
        return specialise(k._played_games, "thinking_games", choose=thinking_choice)
    return specialise(k._played_games, "random_games", choose=k.random_choice)


# --- players by name ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """A player of the kernels.

    Parameters
    ----------
    kind : {'random', 'greedy', 'alphabeta'}
        How it chooses.
    depth : int
        Plies that alpha-beta looks ahead.
    weights : str
        Its set of weights, one of `WEIGHTS`.
    noise : int
        A number from ``-noise`` to ``noise`` is added to the value of each move.
    nodes : int
        At most so many nodes a move; 0: no limit.
    ms : int
        At most so many milliseconds a move; 0: no limit. Not for series, whose games must not depend on the
        machine.
    """

    kind: str
    depth: int = 0
    weights: str = DEFAULT_WEIGHTS
    noise: int = 0
    nodes: int = 0
    ms: int = 0

    def row(self) -> list[int]:
        """Return the player as the kernels take it."""
        kinds = {"random": RANDOM, "greedy": GREEDY, "alphabeta": ALPHA_BETA}
        return [kinds[self.kind], self.depth, self.nodes, self.noise, ALL_PARTS]


#: The article's three strengths: 2 plies that waver a little on purpose, 4 plies, 6 plies. How much the first
#: wavers is ours.
STRENGTHS = {
    "weak": Player("alphabeta", 2, noise=50),
    "medium": Player("alphabeta", 4),
    "strong": Player("alphabeta", 6),
}
PLAYERS = ("random", "greedy", *STRENGTHS, "alphabeta:DEPTH")
_OPTION = re.compile(r"([a-z]+)=([a-z0-9_]*)")
_OPTION_RANGES = {"noise": 100_000, "nodes": 10**12, "ms": 10**7}


def player_of(text: str) -> Player:
    """Return a player from its text.

    Parameters
    ----------
    text : str
        'random'; 'greedy' (takes the king, or else turns or takes most); 'weak', 'medium', 'strong' (the
        article's: 2 plies with a little noise, 4 and 6 plies); 'alphabeta:DEPTH'. To the last four, options
        may be added after commas: ``weights=NAME``, ``noise=N``, ``nodes=N``, ``ms=N``, see `Player`.

    Raises
    ------
    RulesError
        Where there is no such player or option.

    Examples
    --------
    >>> player_of("alphabeta:4,weights=pieces")
    Player(kind='alphabeta', depth=4, weights='pieces', noise=0, nodes=0, ms=0)
    >>> player_of("weak").noise
    50
    """
    name, *options = str(text).strip().casefold().split(",")
    kind, colon, depth_text = name.partition(":")
    if kind == "alphabeta":
        whole = depth_text.isascii() and depth_text.isdigit() and 1 <= int(depth_text) <= DEEPEST_SEARCH
        if not whole:
            allowed = f"alphabeta:DEPTH with a depth of 1 to {DEEPEST_SEARCH} plies"
            raise invalid("player", text, allowed, "Such as alphabeta:4.", RulesError)
        player = Player(kind, int(depth_text))
    elif kind in ("random", "greedy", *STRENGTHS) and not colon:
        player = STRENGTHS.get(kind) or Player(kind)
    elif kind in PLAYERS:
        raise invalid("player", text, f"{kind}, which takes no depth", error=RulesError)
    else:
        raise unknown_choice("player", text, PLAYERS, RulesError)
    if options and player.kind != "alphabeta":
        raise invalid("player", text, f"{kind}, which takes no options", error=RulesError)
    return Player(**{**vars(player), **_options(text, options)})


def _options(text: str, options: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in options:
        match = _OPTION.fullmatch(option.strip())
        name, value = (match[1], match[2]) if match else (option.strip(), "")
        if name == "weights":
            weight_array(value)
            found[name] = value
        elif name not in _OPTION_RANGES:
            raise unknown_choice("option of the player", name, ("weights", *_OPTION_RANGES), RulesError)
        elif not value.isdigit() or int(value) > _OPTION_RANGES[name]:
            allowed = f"{name}=N with a whole number up to {_OPTION_RANGES[name]}"
            raise invalid("player", text, allowed, error=RulesError)
        else:
            found[name] = int(value)
    return found
