"""Lines on the board, for every game that sandwiches: runs of discs, captured discs, squares beside others.

Words used here: ``own`` and ``opp`` are the boards of the mover and of the other side, ``move`` a board of
one square. No function branches, so that a loop over many games becomes vector code; `stepped` is for
single steps.
"""

from __future__ import annotations

import numpy as np

from variantlab.games.bits import INNER_COLUMNS, NOT_COLUMN_A, NOT_COLUMN_H, U1, U7, U8, U9
from variantlab.games.compile import inlined

#: Every 8th, 9th and 7th square from a1 on: times a square, the line from it towards higher squares.
COLUMN = np.uint64(0x0101010101010101)
DIAGONAL, ANTIDIAGONAL = np.uint64(0x8040201008040201), np.uint64(0x8102040810204081)


@inlined
def run_up(source, through, pairs, step):
    """Return the unbroken runs of `through` that start beside `source`, towards higher squares."""
    run = through & (source << step)
    run |= through & (run << step)
    run |= pairs & (run << (step + step))
    run |= pairs & (run << (step + step))
    return run


@inlined
def run_down(source, through, pairs, step):
    """Return the unbroken runs of `through` that start beside `source`, towards lower squares."""
    run = through & (source >> step)
    run |= through & (run >> step)
    run |= pairs & (run >> (step + step))
    run |= pairs & (run >> (step + step))
    return run


@inlined
def run_east(source, inner):
    """Return the unbroken runs of `inner` that start beside `source`, towards the east.

    A carry runs along a row: added at the start of a run, it clears the run.
    """
    return inner & ~(inner + (inner & source << U1))


@inlined
def run_up_from(move, runs, line):
    """Return the run in `runs` that starts beside the one square `move`, towards higher squares of a line.

    The squares between those of the line are filled, so that a carry passes over them and clears the run.
    `runs` is empty on the squares where the line would leave the board at its side.
    """
    line = line * move
    return runs & line & ~((runs | ~line) + (move << U1))


@inlined
def bracketing_squares(own, opp):
    """Return the squares, empty or not, that close a run of `opp` against `own` in at least one direction."""
    inner = opp & INNER_COLUMNS
    e, w = run_east(own, inner), run_down(own, inner, inner & inner >> U1, U1)
    s, n = run_up(own, opp, opp & opp << U8, U8), run_down(own, opp, opp & opp >> U8, U8)
    se, nw = run_up(own, inner, inner & inner << U9, U9), run_down(own, inner, inner & inner >> U9, U9)
    sw, ne = run_up(own, inner, inner & inner << U7, U7), run_down(own, inner, inner & inner >> U7, U7)
    return e << U1 | w >> U1 | s << U8 | n >> U8 | se << U9 | nw >> U9 | sw << U7 | ne >> U7


@inlined
def captured_discs(own, opp, move):
    """Return the discs of `opp` that `move` brackets, in all directions together.

    A run that starts beside the move and is also a run that starts beside an own disc, looked at from the far
    end, is closed on both sides.
    """
    inner = opp & INNER_COLUMNS
    down = inner & inner >> U1
    captured = run_east(move, run_down(own, inner, down, U1))
    captured |= run_down(move, inner, down, U1) & run_east(own, inner)
    up, down = opp & opp << U8, opp & opp >> U8
    captured |= run_up_from(move, run_down(own, opp, down, U8), COLUMN)
    captured |= run_down(move, opp, down, U8) & run_up(own, opp, up, U8)
    up, down = inner & inner << U9, inner & inner >> U9
    captured |= run_up_from(move, run_down(own, inner, down, U9), DIAGONAL)
    captured |= run_down(move, inner, down, U9) & run_up(own, inner, up, U9)
    up, down = inner & inner << U7, inner & inner >> U7
    captured |= run_up_from(move, run_down(own, inner, down, U7), ANTIDIAGONAL)
    captured |= run_down(move, inner, down, U7) & run_up(own, inner, up, U7)
    return captured


@inlined
def neighbours(board):
    """Return the squares beside `board` in the 8 directions, its own where they touch each other."""
    wide = board | (board & NOT_COLUMN_H) << U1 | (board & NOT_COLUMN_A) >> U1
    return (wide ^ board) | wide << U8 | wide >> U8


@inlined
def stepped(square, direction):
    """Return `square` one step on, in direction 0 to 7 of NW, N, NE, W, E, SW, S, SE; empty off the board."""
    if direction == 0:
        return (square & NOT_COLUMN_A) >> U9
    if direction == 1:
        return square >> U8
    if direction == 2:
        return (square & NOT_COLUMN_H) >> U7
    if direction == 3:
        return (square & NOT_COLUMN_A) >> U1
    if direction == 4:
        return (square & NOT_COLUMN_H) << U1
    if direction == 5:
        return (square & NOT_COLUMN_A) << U7
    if direction == 6:
        return square << U8
    return (square & NOT_COLUMN_H) << U9
