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
from variantlab.games.bits import U0, count, draw_below, mixed_word
from variantlab.games.compile import compiled, inlined, specialise
from variantlab.games.negaeri_shogi import kernels as k
from variantlab.games.negaeri_shogi.kernels import (
    BISHOP,
    BOARD,
    DRAW,
    FIRST_DROP,
    MOST_MOVES,
    N_MOVE_NUMBERS,
    NO_MOVES,
    PASS,
    PAWN,
    REPETITION,
    ROOK,
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
#: A won game is worth more than any evaluation; the plies not needed are added, so that quicker wins count more.
WON = 1_000_000
NO_SCORE = -(10**9)

RANDOM, GREEDY, ALPHA_BETA = 0, 1, 2
#: The columns of a player's row.
KIND, DEPTH, NODES, NOISE, PARTS = range(5)

# --- what a position is worth ---------------------------------------------------------------------------------


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


#: Named sets of weights. `material` has the usual values of shogi pieces, a piece in hand a little more, since only
#: drops turn pieces. `pieces` counts pieces, as the game does when it is counted out. `shape` adds to the material the
#: article's advice: pieces beside their king are safe, pieces on the edge are not.
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


@compiled
def worth_of_piece(square, state, weights):
    """Return what the taking of the piece on a square gains: it leaves the board, and comes into one's hand."""
    straight, diagonal = state.straight & square != U0, state.diagonal & square != U0
    if straight and diagonal:
        return np.int64(WON)
    kind = ROOK if straight else BISHOP if diagonal else PAWN
    on_board = weights[kind + (_TOKIN if state.promoted & square != U0 else _PAWN)]
    return on_board + weights[_HAND + kind]


# --- alpha-beta -----------------------------------------------------------------------------------------------

#: Parts of the search: cut-offs; the order of moves with null windows; the table; deepening step by step; the look
#: for a king that can be taken at the horizon; the moves in reverse order (for tests).
PRUNE, ORDER, TABLE, DEEPEN, QUIET, REVERSE = 1, 2, 4, 8, 16, 32
ALL_PARTS = PRUNE | ORDER | TABLE | DEEPEN | QUIET

#: What `Memory.counters` holds.
VISITED, LIMIT, STOPPED, N_WATCHED, WATCHES_ALL, SEARCHES, HITS = range(7)
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
_PASSED_WORD = np.uint64(0x589965CC75374CC3)
#: The generations of table entries that 12 bits tell apart.
N_GENERATIONS = 4096


class Memory(NamedTuple):
    """What a search remembers; made by `new_memory`, used for one search after another."""

    table: Any  # uint64 (entries, 2): a position's word, and its packed value, move, depth, bound, generation
    moves: Any  # int64 (plies, MOST_MOVES)
    scores: Any  # int64 (plies, MOST_MOVES)
    turned: Any  # uint64 (plies, 64)
    killers: Any  # int64 (plies, 2)
    history: Any  # int64 (2, N_MOVE_NUMBERS)
    watched: Any  # uint64: words of positions whose repetition can matter
    counters: Any  # int64
    root: Any  # int64 (3, MOST_MOVES): moves, values, order
    stop: Any  # int8 (1,): set from outside to end a search


def new_memory(depth: int, max_plies: int) -> Memory:
    """Return room for searches of up to `depth` plies in games of up to `max_plies`.

    The table grows with the depth, from 2**10 to 2**18 entries of 16 bytes.
    """
    plies = depth + 2
    return Memory(
        table=np.zeros((1 << min(18, 10 + 2 * depth), 2), np.uint64),
        moves=np.zeros((plies, MOST_MOVES), np.int64),
        scores=np.zeros((plies, MOST_MOVES), np.int64),
        turned=np.zeros((plies, 64), np.uint64),
        killers=np.full((plies, 2), PASS, np.int64),
        history=np.zeros((2, N_MOVE_NUMBERS), np.int64),
        watched=np.zeros(2 * max_plies + 4 + plies, np.uint64),
        counters=np.zeros(7, np.int64),
        root=np.zeros((3, MOST_MOVES), np.int64),
        stop=np.zeros(1, np.int8),
    )


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


@compiled
def times_watched(word, memory):
    """Return how often a watched position has stood on the board, in the game and on the way from the root."""
    n = 0
    for i in range(memory.counters[N_WATCHED]):
        n += 1 if memory.watched[i] == word else 0
    return n


@compiled
def order_moves(state, side, n, ply, first_move, weights, memory):
    """Give each move its place: the table's move, what it gains, the killers, then by success elsewhere."""
    moves, scores, turned = memory.moves[ply], memory.scores[ply], memory.turned[ply]
    for i in range(n):
        move = moves[i]
        square = k.bit(move & 63)
        score = min(memory.history[side, move], np.int64(1 << 20))
        gain = np.int64(0)
        if move >> 6 >= FIRST_DROP:
            discs = turned[move & 63]
            if discs != U0:
                gain = 300 * signed(discs)
        elif state.opp & square != U0:
            gain = worth_of_piece(square, state, weights)
        if gain > 0:
            score += (gain << 24) + (1 << 23)
        elif move == memory.killers[ply, 0]:
            score += 1 << 22
        elif move == memory.killers[ply, 1]:
            score += 1 << 21
        scores[i] = score if move != first_move else np.int64(1) << 60


@inlined
def bring_best_forward(i, n, moves, scores):
    """Swap the move with the highest score among those from place `i` on to place `i`."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    scores[i], scores[best] = scores[best], scores[i]


@compiled
def reverse(n, moves):
    """Turn the order of the first `n` moves round."""
    for i in range(n // 2):
        moves[i], moves[n - 1 - i] = moves[n - 1 - i], moves[i]


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
    counters = memory.counters
    counters[VISITED] += 1
    if counters[VISITED] > counters[LIMIT] or memory.stop[0] != 0:
        counters[STOPPED] = 1
    if counters[STOPPED] != 0:
        return np.int64(0)
    if not has_king(state.own, state):
        return np.int64(-WON - depth)
    word = U0
    is_watched = False
    if counters[N_WATCHED] > 0 or counters[WATCHES_ALL] != 0:
        word = position_word(state, side)
        n_times = times_watched(word, memory)
        if n_times + 1 >= rules.repetition:
            return value_of_end(state, side, REPETITION, depth, rules)
        is_watched = n_times > 0 or counters[WATCHES_ALL] != 0
    if depth == 0:
        if parts & QUIET and has_king(state.opp & union(targets(state, side)), state):
            return np.int64(WON - 1)
        return evaluation(state, weights)
    reach = targets(state, side)
    if parts & ORDER:
        if has_king(state.opp & union(reach), state):
            return np.int64(WON + depth - 1)
        # Nothing is better than to take the king on the next turn but one, or worse than to lose it on the next.
        if alpha >= WON + depth - 3:
            return np.int64(WON + depth - 3)
        if beta <= -(WON + depth - 2):
            return np.int64(-(WON + depth - 2))
    entry_word = U0
    place = 0
    table_move = PASS
    if parts & TABLE:
        entry_word = (position_word(state, side) if word == U0 else word) + way
        if has_passed:
            entry_word ^= _PASSED_WORD
        generation = counters[SEARCHES] & (N_GENERATIONS - 1)
        place = np.int64(entry_word & np.uint64(len(memory.table) - 2))
        for i in range(2):
            entry = memory.table[place + i, 1]
            if memory.table[place + i, 0] == entry_word and generation_in(entry) == generation:
                table_move = move_in(entry)
                if depth_in(entry) == depth:
                    value, bound = value_in(entry), bound_in(entry)
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and value >= beta)
                        or (bound == AT_MOST and value <= alpha)
                    ):
                        counters[HITS] += 1
                        return value
    moves = memory.moves[ply]
    n = write_moves(state, side, rules, reach, moves)
    if n == 0 and has_passed:
        return value_of_end(passed_on(state), 1 - side, NO_MOVES, depth - 1, rules) * -1
    if is_watched:
        memory.watched[counters[N_WATCHED]] = word
        counters[N_WATCHED] += 1
        way += mixed_word(word)
    best = np.int64(NO_SCORE)
    best_move = np.int64(PASS)
    low = alpha
    if n == 0:
        best = -negamax(
            passed_on(state),
            1 - side,
            1,
            depth - 1,
            -beta,
            -alpha,
            ply + 1,
            way,
            rules,
            weights,
            parts,
            memory,
        )
    else:
        write_turned(state, rules, memory.turned[ply])
        if parts & ORDER:
            order_moves(state, side, n, ply, table_move, weights, memory)
        elif parts & REVERSE:
            reverse(n, moves)
    for i in range(n):
        if parts & ORDER:
            bring_best_forward(i, n, moves, memory.scores[ply])
        move = moves[i]
        following = after(state, side, move, memory.turned[ply, move & 63], rules)
        if parts & PRUNE == 0:
            low, beta = np.int64(NO_SCORE), np.int64(-NO_SCORE)
        top = low + 1 if i > 0 and parts & ORDER else beta
        worth = -negamax(
            following, 1 - side, 0, depth - 1, -top, -low, ply + 1, way, rules, weights, parts, memory
        )
        if top < beta and low < worth < beta:
            worth = -negamax(
                following, 1 - side, 0, depth - 1, -beta, -low, ply + 1, way, rules, weights, parts, memory
            )
        if worth > best:
            best, best_move = worth, move
        low = max(low, best)
        if parts & PRUNE and best >= beta:
            if parts & ORDER and (move >> 6 >= FIRST_DROP or state.opp & k.bit(move & 63) == U0):
                memory.history[side, move] += depth * depth
                if memory.killers[ply, 0] != move:
                    memory.killers[ply, 1] = memory.killers[ply, 0]
                    memory.killers[ply, 0] = move
            break
    if is_watched:
        counters[N_WATCHED] -= 1
    if parts & TABLE and counters[STOPPED] == 0:
        bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
        generation = counters[SEARCHES] & (N_GENERATIONS - 1)
        old = memory.table[place, 1]
        if generation_in(old) == generation and depth_in(old) > depth:
            place += 1
        memory.table[place, 0] = entry_word
        memory.table[place, 1] = packed(best, best_move, depth, bound, generation)
    return best


@compiled
def watch(word, depth, seen, n_seen, rules, memory):
    """Write down the positions of the game so far whose repetition can end it within `depth` plies.

    A position comes back after four plies at the earliest. So one that stood c times can stand for the last
    time within the search only if ``c + 1 + (depth - 1) // 4`` is enough.
    """
    counters = memory.counters
    counters[N_WATCHED] = 0
    counters[WATCHES_ALL] = 0
    if rules.repetition == 0:
        return
    reach = 1 + (depth - 1) // 4
    if reach >= rules.repetition:
        counters[WATCHES_ALL] = 1
    for i in range(n_seen):
        n_times = 0
        for j in range(n_seen):
            n_times += 1 if seen[j] == seen[i] else 0
        if n_times + reach >= rules.repetition:
            memory.watched[counters[N_WATCHED]] = seen[i]
            counters[N_WATCHED] += 1


@compiled
def search(
    state, side, has_passed, depth, node_limit, noise, key, all_best, rules, weights, parts, seen, n_seen, memory
):  # fmt: skip
    """Search a position that is not over; write its moves and their values into `memory.root`.

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
        The moves in ``memory.root[0]``, and in ``memory.root[1]`` their values, the noise counted in. The best
        value is exact; a lower one is an upper bound.
    value : int
        The best value without its noise, for the mover.
    depth : int
        The depth that was finished.
    key : uint64
        The stream's next key.
    """
    counters, root = memory.counters, memory.root
    counters[VISITED], counters[LIMIT], counters[STOPPED], counters[HITS] = 0, np.int64(1) << 60, 0, 0
    counters[SEARCHES] += 1
    if counters[SEARCHES] & (N_GENERATIONS - 1) == 0:
        memory.table[:] = U0
        counters[SEARCHES] += 1
    memory.history[:] = 0
    memory.killers[:] = PASS
    watch(seen[n_seen - 1], depth, seen, n_seen, rules, memory)
    reach = targets(state, side)
    n = write_moves(state, side, rules, reach, root[0])
    write_turned(state, rules, memory.turned[0])
    if n == 0:
        return 0, np.int64(0), 0, key
    if parts & REVERSE:
        reverse(n, root[0])
    values, added = memory.scores[0], np.zeros(n, np.int64)
    moves = memory.moves[0]
    for i in range(n):
        moves[i] = root[0, i]
        if noise > 0:
            drawn, key = draw_below(key, np.uint64(2 * noise + 1))
            added[i] = np.int64(drawn) - noise
    done, value = 0, np.int64(0)
    for i in range(n):
        root[1, i] = added[i]
    for d in range(1 if parts & DEEPEN else depth, depth + 1):
        if d > 1 and node_limit > 0 and done > 0:
            counters[LIMIT] = node_limit
        best, best_value = np.int64(NO_SCORE), np.int64(NO_SCORE)
        for i in range(n):
            move = moves[i]
            following = after(state, side, move, memory.turned[0, move & 63], rules)
            low = best - added[i]
            if all_best:
                low -= 1
            if i == 0 or parts & PRUNE == 0:
                low = np.int64(NO_SCORE)
            high = np.int64(-NO_SCORE)
            top = low + 1 if i > 0 and parts & ORDER else high
            worth = -negamax(following, 1 - side, 0, d - 1, -top, -low, 1, U0, rules, weights, parts, memory)
            if top < high and worth > low:
                worth = -negamax(
                    following, 1 - side, 0, d - 1, -high, -low, 1, U0, rules, weights, parts, memory
                )
            if counters[STOPPED] != 0:
                break
            values[i] = worth + added[i]
            if values[i] > best:
                best, best_value = values[i], worth
        if counters[STOPPED] != 0:
            break
        done, value = d, best_value
        sort_moves(n, moves, values, added)
        for i in range(n):
            root[0, i], root[1, i] = moves[i], values[i]
        if noise == 0 and parts & DEEPEN and abs(best) >= WON - 1:
            # The game is decided; with more plies left over, by the same moves.
            sign = 1 if best > 0 else -1
            for i in range(n):
                if root[1, i] == best:
                    root[1, i] += sign * (depth - d)
            value += sign * (depth - d)
            done = depth
            break
    return n, value, done, key


@compiled
def sort_moves(n, moves, values, added):
    """Sort moves by falling values; equal ones keep their order."""
    for i in range(1, n):
        move, value, extra = moves[i], values[i], added[i]
        j = i - 1
        while j >= 0 and values[j] < value:
            moves[j + 1], values[j + 1], added[j + 1] = moves[j], values[j], added[j]
            j -= 1
        moves[j + 1], values[j + 1], added[j + 1] = move, value, extra


# --- choosing ---------------------------------------------------------------------------------------------------


@compiled
def mark_greedy(state, side, n, moves, rules, turned, marks):
    """Mark the moves that win the most pieces at once: that take the king, or else turn or take most."""
    write_turned(state, rules, turned)
    most = np.int64(-1)
    for i in range(n):
        square = k.bit(moves[i] & 63)
        if moves[i] >> 6 >= FIRST_DROP:
            gain = signed(turned[moves[i] & 63])
        elif has_king(state.opp & square, state):
            gain = np.int64(WON)
        else:
            gain = np.int64(1) if state.opp & square != U0 else np.int64(0)
        marks[i] = gain
        most = max(most, gain)
    for i in range(n):
        marks[i] = 1 if marks[i] == most else 0


@compiled
def mark_best(state, side, has_passed, n, moves, key, player, weights, rules, seen, n_seen, memory, marks):
    """Mark the moves that a player holds for best, and return the stream's next key."""
    if player[KIND] == RANDOM:
        marks[:n] = 1
    elif player[KIND] == GREEDY:
        mark_greedy(state, side, n, moves, rules, memory.turned[0], marks)
    else:
        n_found, _, _, key = search(
            state, side, has_passed, player[DEPTH], player[NODES], player[NOISE], key, 1, rules, weights,
            player[PARTS], seen, n_seen, memory,
        )  # fmt: skip
        best = memory.root[1, 0]
        for i in range(n_found):
            best = max(best, memory.root[1, i])
        for i in range(n):
            marks[i] = 0
            for j in range(n_found):
                if memory.root[0, j] == moves[i] and memory.root[1, j] == best:
                    marks[i] = 1
    return key


@compiled
def thinking_choice(state, side, has_passed, n, moves, key, player, weights, rules, seen, n_seen, memory):
    """Return the place in `moves` of one of the player's best, each as likely, and the stream's next key."""
    marks = memory.root[2]
    key = mark_best(
        state, side, has_passed, n, moves, key, player, weights, rules, seen, n_seen, memory, marks
    )
    n_best = 0
    for i in range(n):
        n_best += marks[i]
    nth, key = draw_below(key, np.uint64(n_best))
    left = np.int64(nth)
    for i in range(n):
        if marks[i]:
            if left == 0:
                return np.int64(i), key
            left -= 1
    return np.int64(0), key


@cache
def played_games(thinks: bool) -> Any:
    """Return the kernel that plays games, for players that think or for random ones alone."""
    if thinks:
        return specialise(k._played_games, "thinking_games", choose=thinking_choice)
    return specialise(k._played_games, "random_games", choose=k.random_choice)


# --- players by name ------------------------------------------------------------------------------------------


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


#: The article's three strengths: 2 plies "that waver a little on purpose", 4 plies, 6 plies. How much they waver is ours.
STRENGTHS = {
    "weak": Player("alphabeta", 2, noise=50),
    "medium": Player("alphabeta", 4),
    "strong": Player("alphabeta", 6),
}
PLAYERS = ("random", "greedy", *STRENGTHS, "alphabeta:DEPTH")
_OPTION = re.compile(r"([a-z]+)=([a-z0-9_]+)")
_OPTION_RANGES = {"noise": 100_000, "nodes": 10**12, "ms": 10**7}


def player_of(text: str) -> Player:
    """Return a player from its text.

    Parameters
    ----------
    text : str
        'random'; 'greedy' (takes the king, or else turns or takes most); 'weak', 'medium', 'strong' (the
        article's: 2 plies with a little noise, 4 and 6 plies); 'alphabeta:DEPTH'. To the last four, options may be
        added after commas: ``weights=NAME``, ``noise=N``, ``nodes=N``, ``ms=N``, see `Player`.

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
