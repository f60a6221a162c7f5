"""Players of Throw Othello, and whole games, inside the kernels.

How a player thinks and how it throws are apart: a thinker gives an aim, the throw misses it by the player's
own spread. ``expected`` and ``reply`` know the spreads, the others think as if throws were perfect.

The landing law in the kernels is tabulated: the board and the frame are cut into cells of a quarter square;
the chance of each cell from each aim is exact, as the product of two differences of the normal distribution
function, and the cell's resting place, which depends on the discs on the 3 x 3 squares around, is that of
its middle. Knocks, discs on edge and ties are left out of the thinking (not of the throwing).
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.games.bits import DRAW_STEP, U0, U1, game_key
from variantlab.games.compile import compiled, inlined, specialise
from variantlab.games.throw_othello.kernels import (
    ACROSS,
    ALONG,
    BLACK,
    COUNTS,
    DRAWS,
    EDGE,
    FACE,
    FACE_AGAIN,
    HIDDEN,
    KNOCK,
    NOBODY,
    SAFE,
    WHITE,
    better_square,
    capture_planes,
    chance,
    come_to_rest,
    count,
    drawn_aim,
    drawn_knocks,
    end_reason,
    foul,
    largest,
    most_capturing,
    n_discs,
    next_to_throw,
    nth_square,
    number_at,
    sandwiched,
    square_number,
    thrown_point,
    tipped_to,
    winner,
    with_knocked,
)
from variantlab.games.throw_othello.landing import (
    resting_place,
    share_on_board,
    square_under,
    touched_discs,
)

if TYPE_CHECKING:  # the names that `specialise` fills in the template
    aim_of_thinker: Any = None

RANDOM, GREEDY, EXPECTED, REPLY, ALPHA_BETA = range(5)
#: Cells of the tabulated landing law along a square's side, and along the frame beside the board.
CELLS, FRAME_CELLS = 4, 2
#: What winning and losing are worth beside the discs of the margin: a third foul costs as much as 64 discs.
RESULT = 64.0
#: Of two results a larger margin is better by so much a disc: it decides between equal chances.
MARGIN_IN_RESULT = 0.01
SAME = 1e-9
WON = 1_000_000
NO_SCORE = -(10**9)
FOUL = -1

# --- what the squares are worth -----------------------------------------------------------------------------


@inlined
def worth_of_result(margin):
    """Return what the end of the game is worth with this margin: won, drawn or lost, the margin besides."""
    result = RESULT if margin > 0 else -RESULT if margin < 0 else 0.0
    return result + MARGIN_IN_RESULT * margin


@inlined
def covering(own, opp, square, counts_hidden):
    """Return what a disc of ``own`` gains beyond itself by covering what lies on a square."""
    if counts_hidden:
        return 0
    bit = U1 << np.uint64(square)
    return 1 if opp & bit else -1 if own & bit else 0


@compiled
def square_values(own, opp, margin, turnover, is_last, counts_hidden, values):
    """Fill in what it is worth on average over the face to come to rest on each square, nothing knocked.

    In discs of the margin gained; where the throw is the last of the game, in results.
    """
    kept_planes, turned_planes = capture_planes(own, opp), capture_planes(opp, own)
    for square in range(64):
        kept = 1 + 2 * number_at(kept_planes, square) + covering(own, opp, square, counts_hidden)
        turned = 1 + 2 * number_at(turned_planes, square) + covering(opp, own, square, counts_hidden)
        if is_last:
            kept_worth, turned_worth = worth_of_result(margin + kept), worth_of_result(margin - turned)
        else:
            kept_worth, turned_worth = np.float64(kept), -np.float64(turned)
        values[square] = (1.0 - turnover) * kept_worth + turnover * turned_worth


@inlined
def foul_value(margin, fouls, fouls_to_lose, is_last):
    """Return what a foul is worth, in the units of `square_values`."""
    if fouls + 1 >= fouls_to_lose:
        return -RESULT - MARGIN_IN_RESULT * 64
    return worth_of_result(margin) if is_last else 0.0


@compiled
def best_reply(
    own,
    opp,
    margin,
    fouls,
    fouls_to_lose,
    is_last,
    turnover,
    counts_hidden,
    size,
    to_columns,
    to_rows,
    values,
):
    """Return the best expected value of one throw at the centres of the squares, by the law of whole squares.

    ``to_columns[c, a]`` is the chance that a disc aimed at column a comes to lie on column c.
    """
    square_values(own, opp, margin, turnover, is_last, counts_hidden, values)
    missed = foul_value(margin, fouls, fouls_to_lose, is_last)
    best = missed
    part = np.zeros((8, 8))
    for r in range(size):
        for c in range(size):
            value = values[8 * r + c] - missed
            for a in range(size):
                part[r, a] += value * to_columns[c, a]
    row = np.zeros(8)
    for b in range(size):
        row[:] = missed
        for r in range(size):
            for a in range(size):
                row[a] += to_rows[r, b] * part[r, a]
        for a in range(size):
            best = max(best, row[a])
    return best


@compiled
def values_after_reply(
    own, opp, margin, turnover, opp_turnover, left_after, opp_left, opp_fouls, fouls_to_lose, counts_hidden,
    size, to_columns, to_rows, values,
):  # fmt: skip
    """Fill in what it is worth to come to rest on each square, less the other side's best expected reply.

    Returns the worth of leaving the board as it is.
    """
    room = np.zeros(64)
    last_reply = left_after == 0 and opp_left == 1
    for row in range(size):
        for column in range(size):
            square = 8 * row + column
            bit = U1 << np.uint64(square)
            worth = 0.0
            for turned in range(2):
                weight = turnover if turned else 1.0 - turnover
                if weight == 0.0:
                    continue
                mine, theirs = (opp, own) if turned else (own, opp)
                captured = sandwiched(mine, theirs, square, BLACK)
                gained = 1 + 2 * np.int64(count(captured)) + covering(mine, theirs, square, counts_hidden)
                mine, theirs = mine | bit | captured, theirs & ~(bit | captured)
                if turned:
                    gained = -gained
                    mine, theirs = theirs, mine
                reply = best_reply(
                    theirs, mine, -(margin + gained), opp_fouls, fouls_to_lose, last_reply, opp_turnover,
                    counts_hidden, size, to_columns, to_rows, room,
                )  # fmt: skip
                worth += weight * (-reply if last_reply else gained - reply)
            values[square] = worth
    return -best_reply(
        opp, own, -margin, opp_fouls, fouls_to_lose, last_reply, opp_turnover, counts_hidden, size,
        to_columns, to_rows, room,
    )  # fmt: skip


# --- what the aims are worth --------------------------------------------------------------------------------


@inlined
def edge_class(number, size):
    """Return which of five kinds of rows (or columns) one is: beyond, first, inner, last, beyond."""
    if number <= 0:
        return number + 1
    if number >= size - 1:
        return number - size + 4
    return 2


@compiled
def fill_resting_table(radius, stack_within, tie_tolerance, table):
    """Fill in where a disc is set down, for each kind of square, the discs around, and each cell of it.

    ``table[5 * row kind + column kind, discs, cell]`` is 3 * (rows + 1) + columns + 1, the step from the
    square that holds the cell to that on which the disc is set down; bit 3 * row + column of ``discs`` is a
    disc on the 3 x 3 squares around, from the upper left one.
    """
    places = (-1, 0, 3, 7, 8)
    for kind in range(25):
        row, column = places[kind // 5], places[kind % 5]
        for discs in range(512):
            occupied = U0
            for i in range(9):
                r, c = row + i // 3 - 1, column + i % 3 - 1
                if discs >> i & 1 and 0 <= r < 8 and 0 <= c < 8:
                    occupied |= U1 << np.uint64(8 * r + c)
            for cell in range(CELLS * CELLS):
                x = column + (cell % CELLS + 0.5) / CELLS
                y = row + (cell // CELLS + 0.5) / CELLS
                squares, _ = resting_place(x, y, occupied, 8, radius, stack_within, tie_tolerance)
                square = square_number(squares & (U0 - squares)) if squares != U0 else np.int64(0)
                down, right = (square >> 3) - row, (square & 7) - column
                table[kind, discs, cell] = 3 * (min(max(down, -1), 1) + 1) + min(max(right, -1), 1) + 1


@compiled
def fill_aim_values(values, missed, occupied, size, table, shares, across, along, cells, part, aims):
    """Fill in the expected worth of each aim: the worth of the squares, weighted by the landing law.

    ``shares`` are the chances of the cells to be safe, ``across[cell, aim]`` and ``along[cell, aim]`` those
    of a disc to come to lie in the cell's column and row.
    """
    n_cells, n_aims = across.shape
    for row in range(-1, size + 1):
        rows_of_cells = range(FRAME_CELLS, CELLS) if row < 0 else range(FRAME_CELLS if row == size else CELLS)
        row_kind = 5 * edge_class(row, size)
        for column in range(-1, size + 1):
            kind = row_kind + edge_class(column, size)
            discs = np.int64(0)
            for i in range(3):
                r = row + i - 1
                if 0 <= r < size:
                    line = np.int64(occupied >> np.uint64(8 * r) & np.uint64(0xFF)) << 2
                    discs |= (line >> (column + 1) & 7) << 3 * i
            first = FRAME_CELLS if column < 0 else 0
            end = FRAME_CELLS if column == size else CELLS
            for cell_row in rows_of_cells:
                y = CELLS * row + cell_row + FRAME_CELLS
                for cell_column in range(first, end):
                    x = CELLS * column + cell_column + FRAME_CELLS
                    step = table[kind, discs, CELLS * cell_row + cell_column]
                    square = 8 * (row + step // 3 - 1) + column + step % 3 - 1
                    cells[y, x] = shares[y, x] * (values[square] - missed)
    for y in range(n_cells):
        part[y, :] = 0.0
        for x in range(n_cells):
            value = cells[y, x]
            for a in range(n_aims):
                part[y, a] += value * across[x, a]
    for b in range(n_aims):
        aims[b, :] = missed
        for y in range(n_cells):
            weight = along[y, b]
            for a in range(n_aims):
                aims[b, a] += weight * part[y, a]


@inlined
def drawn_best(aims, missed, key, n_aims):
    """Return one of the best aims (row times `n_aims` plus column), each as likely, or FOUL if better."""
    best = np.float64(NO_SCORE)
    for b in range(n_aims):
        for a in range(n_aims):
            best = max(best, aims[b, a])
    if missed > best + SAME:
        return np.int64(FOUL)
    n = 0
    for b in range(n_aims):
        for a in range(n_aims):
            n += aims[b, a] >= best - SAME
    chosen = drawn_aim(key, n)
    for b in range(n_aims):
        for a in range(n_aims):
            if aims[b, a] >= best - SAME:
                if chosen == 0:
                    return np.int64(n_aims * b + a)
                chosen -= 1
    return np.int64(FOUL)


# --- alpha-beta, as if throws were perfect ------------------------------------------------------------------


@inlined
def final_score(margin):
    """Return the worth of a finished game with this margin for the mover."""
    return margin + WON if margin > 0 else margin - WON if margin < 0 else margin


@inlined
def most_gained(own, opp, board, counts_hidden):
    """Return the most that one perfect throw adds to the margin."""
    planes = capture_planes(own, opp)
    if counts_hidden:
        return 1 + 2 * largest(planes, board)[1]
    most = 0
    for squares, covered in ((board & ~(own | opp), 0), (opp, 1), (own, -1)):
        if squares != U0:
            most = max(most, 1 + covered + 2 * largest(planes, squares)[1])
    return most


@compiled
def negamax(
    own, opp, margin, left_own, left_opp, fouls_own, fouls_opp, fouls_to_lose, board, counts_hidden, depth,
    alpha, beta,
):  # fmt: skip
    """Return the worth of a position for the thrower, `depth` throws ahead, exact inside alpha to beta."""
    if left_own == 0 and left_opp == 0:
        return final_score(margin)
    if depth == 0:
        return np.int64(margin)
    if left_own == 0:
        return -negamax(
            opp, own, -margin, left_opp, left_own, fouls_opp, fouls_own, fouls_to_lose, board, counts_hidden,
            depth, -beta, -alpha,
        )  # fmt: skip
    if (
        depth == 1 or left_own + left_opp == 1
    ):  # a throw gains nothing at worst, and so is no worse than a foul
        best = margin + most_gained(own, opp, board, counts_hidden)
        return final_score(best) if left_own + left_opp == 1 else np.int64(best)
    best = np.int64(NO_SCORE)
    planes = capture_planes(own, opp)
    rest = board
    while rest != U0:
        squares, n = largest(planes, rest)
        rest ^= squares
        while squares != U0:
            move = squares & (U0 - squares)
            squares ^= move
            square = square_number(move)
            captured = sandwiched(own, opp, square, BLACK)
            gained = 1 + 2 * n + covering(own, opp, square, counts_hidden)
            worth = -negamax(
                opp & ~(move | captured), own | move | captured, -(margin + gained), left_opp, left_own - 1,
                fouls_opp, fouls_own, fouls_to_lose, board, counts_hidden, depth - 1, -beta, -alpha,
            )  # fmt: skip
            best = max(best, worth)
            alpha = max(alpha, worth)
            if alpha >= beta:
                return best
    if fouls_own + 1 < fouls_to_lose:
        worth = -negamax(
            opp, own, -margin, left_opp, left_own - 1, fouls_opp, fouls_own + 1, fouls_to_lose, board,
            counts_hidden, depth - 1, -beta, -alpha,
        )  # fmt: skip
        best = max(best, worth)
    return best


@compiled
def best_squares(
    own, opp, margin, left_own, left_opp, fouls_own, fouls_opp, fouls_to_lose, board, counts_hidden, depth
):
    """Return the squares of the best perfect throws, and whether a foul is better than all of them."""
    planes = capture_planes(own, opp)
    best, found, rest = np.int64(NO_SCORE), U0, board
    while rest != U0:
        squares, n = largest(planes, rest)
        rest ^= squares
        while squares != U0:
            move = squares & (U0 - squares)
            squares ^= move
            square = square_number(move)
            captured = sandwiched(own, opp, square, BLACK)
            gained = 1 + 2 * n + covering(own, opp, square, counts_hidden)
            # The window opens one below the best so far: the equals of the best are found exactly, and kept.
            worth = -negamax(
                opp & ~(move | captured), own | move | captured, -(margin + gained), left_opp, left_own - 1,
                fouls_opp, fouls_own, fouls_to_lose, board, counts_hidden, depth - 1, np.int64(NO_SCORE),
                -(best - 1),
            )  # fmt: skip
            if worth > best:
                best, found = worth, U0
            if worth == best:
                found |= move
    missed = np.int64(NO_SCORE)
    if fouls_own + 1 < fouls_to_lose:
        missed = -negamax(
            opp, own, -margin, left_opp, left_own - 1, fouls_opp, fouls_own + 1, fouls_to_lose, board,
            counts_hidden, depth - 1, np.int64(NO_SCORE), -best,
        )  # fmt: skip
    return found, missed > best


# --- aims ---------------------------------------------------------------------------------------------------


@inlined
def aim_of_square(square, aims_per_square, n_aims):
    """Return the number of the aim at a square's centre."""
    row, column = square >> 3, square & 7
    return np.int64(n_aims * (aims_per_square * row) + aims_per_square * column)


@inlined
def coordinate(number, aims_per_square):
    """Return where the aims of a row or column stand: 0.5, 1.5, ... or 0.5, 1, 1.5, ..."""
    return 0.5 + number / aims_per_square


@inlined
def aim_of_simple(
    black, white, counts, colour, kinds, key, board, size, aims_per_square, n_aims, discs_each, fouls_to_lose,
    counts_hidden, throws, tables, room,
):  # fmt: skip
    """Return the aim of a player at random, or of one that goes for the most captures."""
    if kinds[colour, 0] == RANDOM:
        return drawn_aim(key, n_aims * n_aims)
    own, opp = (white, black) if colour == WHITE else (black, white)
    squares = most_capturing(own, opp, board)
    chosen = nth_square(squares, drawn_aim(key, count(squares)))
    return aim_of_square(chosen, aims_per_square, n_aims)


@compiled
def aim_worths(
    black, white, counts, colour, kind, size, discs_each, fouls_to_lose, counts_hidden, throws, tables, room
):
    """Fill in the expected worth of every aim (``room[3]``), and return that of a foul."""
    own, opp = (white, black) if colour == WHITE else (black, white)
    other = 1 - colour
    margin = n_discs(own, counts, colour, counts_hidden) - n_discs(opp, counts, other, counts_hidden)
    left_after = discs_each - counts[colour] - 1
    opp_left = discs_each - counts[other]
    fouls, opp_fouls = counts[2 + colour], counts[2 + other]
    table, shares, across, along, to_columns, to_rows = tables
    values, cells, part, aims = room
    is_last = left_after == 0 and opp_left == 0
    missed = foul_value(margin, fouls, fouls_to_lose, is_last)
    turnover = throws[colour, 2]
    if kind == REPLY and opp_left > 0:
        unchanged = values_after_reply(
            own, opp, margin, turnover, throws[other, 2], left_after, opp_left, opp_fouls, fouls_to_lose,
            counts_hidden, size, to_columns[other], to_rows[other], values,
        )  # fmt: skip
        if fouls + 1 < fouls_to_lose:
            missed = unchanged
    else:
        square_values(own, opp, margin, turnover, is_last, counts_hidden, values)
    fill_aim_values(
        values, missed, black | white, size, table, shares, across[colour], along[colour], cells, part, aims
    )
    return missed


@compiled
def aim_of_any(
    black, white, counts, colour, kinds, key, board, size, aims_per_square, n_aims, discs_each, fouls_to_lose,
    counts_hidden, throws, tables, room,
):  # fmt: skip
    """Return the aim of any player, FOUL for a foul on purpose."""
    kind = kinds[colour, 0]
    if kind <= GREEDY:
        return aim_of_simple(
            black, white, counts, colour, kinds, key, board, size, aims_per_square, n_aims, discs_each,
            fouls_to_lose, counts_hidden, throws, tables, room,
        )  # fmt: skip
    if kind == ALPHA_BETA:
        own, opp = (white, black) if colour == WHITE else (black, white)
        other = 1 - colour
        margin = n_discs(own, counts, colour, counts_hidden) - n_discs(opp, counts, other, counts_hidden)
        squares, misses = best_squares(
            own, opp, margin, discs_each - counts[colour], discs_each - counts[other], counts[2 + colour],
            counts[2 + other], fouls_to_lose, board, counts_hidden, kinds[colour, 1],
        )  # fmt: skip
        if misses:
            return np.int64(FOUL)
        chosen = nth_square(squares, drawn_aim(key, count(squares)))
        return aim_of_square(chosen, aims_per_square, n_aims)
    missed = aim_worths(
        black, white, counts, colour, kind, size, discs_each, fouls_to_lose, counts_hidden, throws, tables,
        room,
    )  # fmt: skip
    return drawn_best(room[3], missed, key, n_aims)


# --- throws and games ---------------------------------------------------------------------------------------


@inlined
def whole_below(coordinate):
    """Return the row or column that holds a coordinate, -1 or the size of the board on the frame."""
    return np.int64(math.floor(coordinate))


@compiled
def landed(
    black, white, occupied, x, y, key, colour, board, size, turnover, knock, upright, radius, stack_within,
    tie_tolerance, counts_hidden, knock_on_foul,
):  # fmt: skip
    """Return what becomes of a disc at a point: the square (FOUL for none), the face, the knocked discs."""
    share = share_on_board(x, y, size, radius)
    if share < 1.0 and chance(key, SAFE) >= share:
        knocked = U0
        if knock_on_foul and share > 0.0:
            touched = touched_discs(x, y, occupied, size, radius)
            knocked = drawn_knocks(key, whole_below(y), whole_below(x), touched, knock, size)
        return np.int64(FOUL), colour, knocked
    if upright > 0.0 and chance(key, EDGE) < upright:
        row, column = square_under(x, y, size)
        square = tipped_to(black, white, 8 * row + column, turnover, colour, board, counts_hidden)
        face = 1 - colour if chance(key, FACE_AGAIN) < turnover else colour
        return np.int64(square), face, U0
    face = 1 - colour if chance(key, FACE) < turnover else colour
    squares, contacts = resting_place(x, y, occupied, size, radius, stack_within, tie_tolerance)
    if squares & (squares - U1):
        square = np.int64(better_square(black, white, squares, face, colour, counts_hidden))
    else:
        square = square_number(squares)
    return square, face, drawn_knocks(key, square >> 3, square & 7, contacts, knock, size)


def _played_games(
    seed, first, start_black, start_white, board, size, aims_per_square, n_aims, discs_each, fouls_to_lose,
    counts_hidden, knock_on_foul, kinds, throws, disc, tables, room, counts_of_games, reason, black_tops,
    white_tops, win, turns, points, knocks,
):  # fmt: skip
    """Play a game for every element of the record columns, one at a time, and fill the columns in.

    ``kinds[colour]`` is how a player thinks and its depth, ``throws[colour]`` its spread across and along
    and its chances of the other face, of a knock and of a disc on edge. The throws are kept in
    ``turns[game]`` (the aim, the square and the face; the aim is FOUL for a foul on purpose, the square
    for every foul; -2 after the end), ``points`` (the landing points) and ``knocks``, as far as these are
    long.
    """
    radius, stack_within, tie_tolerance = disc[0], disc[1], disc[2]
    below = np.ones(64, np.uint64)
    for game in range(reason.size):
        counts = counts_of_games[game]
        key = game_key(seed, first + np.uint64(game))
        black, white = start_black, start_white
        below[:] = U1
        colour, n_turns, ended = BLACK, 0, NOBODY
        while ended == NOBODY:
            aim = aim_of_thinker(
                black, white, counts, colour, kinds, key, board, size, aims_per_square, n_aims, discs_each,
                fouls_to_lose, counts_hidden, throws, tables, room,
            )  # fmt: skip
            square, face, knocked = np.int64(FOUL), colour, U0
            x = y = 0.0
            if aim != FOUL:
                x = thrown_point(key, coordinate(aim % n_aims, aims_per_square), throws[colour, 0], ACROSS)
                y = thrown_point(key, coordinate(aim // n_aims, aims_per_square), throws[colour, 1], ALONG)
                square, face, knocked = landed(
                    black, white, black | white, x, y, key, colour, board, size, throws[colour, 2],
                    throws[colour, 3], throws[colour, 4], radius, stack_within, tie_tolerance, counts_hidden,
                    knock_on_foul,
                )  # fmt: skip
            if n_turns < turns.shape[1]:
                turns[game, n_turns, 0], turns[game, n_turns, 1], turns[game, n_turns, 2] = aim, square, face
                points[game, n_turns, 0], points[game, n_turns, 1] = x, y
                knocks[game, n_turns] = knocked
            if square == FOUL:
                foul(counts, colour, aim == FOUL)
                if knocked != U0:
                    row, column = whole_below(y), whole_below(x)
                    black, white = with_knocked(black, white, below, counts, row, column, knocked, size)
            else:
                black, white, _ = come_to_rest(
                    black, white, below, counts, square, face, knocked, size, colour
                )
            key += DRAWS * DRAW_STEP
            n_turns += 1
            ended = end_reason(counts, discs_each, fouls_to_lose)
            colour = next_to_throw(counts, colour, discs_each)
        reason[game] = ended
        black_tops[game], white_tops[game] = count(black), count(white)
        win[game] = winner(black, white, counts, fouls_to_lose, counts_hidden)


@cache
def played_games(thinks: bool) -> Any:
    """Return the kernel of games, for players that think or for simple ones, which compiles sooner."""
    if thinks:
        return specialise(_played_games, "played_games_of_any", aim_of_thinker=aim_of_any)
    return specialise(_played_games, "played_games_of_simple", aim_of_thinker=aim_of_simple)


__all__ = ["COUNTS", "HIDDEN", "KNOCK", "played_games"]
