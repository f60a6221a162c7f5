"""Where a disc comes to rest, from the point where its centre came to lie: compiled geometry, without chance.

A point is (x, y) in squares, x to the right and y down from the upper left corner of the board: the centre of
a1 is (0.5, 0.5). A disc of radius up to one half touches four squares at most.
"""

from __future__ import annotations

import math

import numpy as np

from variantlab.games.bits import U0, U1
from variantlab.games.compile import compiled, inlined

#: Steps (rows, columns) in the order NW, N, NE, W, E, SW, S, SE.
ROW_STEPS = (-1, -1, -1, 0, 0, 1, 1, 1)
COLUMN_STEPS = (-1, 0, 1, -1, 1, -1, 0, 1)


@inlined
def segment_share(t):
    """Return the share of a unit disc beyond a line `t` from its centre; 1 less that for a negative `t`.

    Examples
    --------
    >>> float(segment_share(0.0)), float(segment_share(1.5))
    (0.5, 0.0)
    """
    if t >= 1.0:
        return 0.0
    if t <= -1.0:
        return 1.0
    return (math.acos(t) - t * math.sqrt(1.0 - t * t)) / math.pi


@compiled
def quadrant_share(u, v):
    """Return the share of a unit disc with its centre at (`u`, `v`) over the quadrant of positive x and y.

    Notes
    -----
    With the corner inside the disc, the integral of the chord's length ``v + sqrt(1 - t**2)`` over t up to u.

    Examples
    --------
    >>> float(quadrant_share(0.0, 0.0)), float(quadrant_share(2.0, 0.0)), float(quadrant_share(-1.0, 0.5))
    (0.25, 0.5, 0.0)
    """
    if u * u + v * v < 1.0:
        bent = u * math.sqrt(1.0 - u * u) + math.asin(u) + v * math.sqrt(1.0 - v * v) + math.asin(v)
        return 0.25 + (u * v + 0.5 * bent) / math.pi
    if u >= 0.0 and v >= 0.0:
        return 1.0 - segment_share(u) - segment_share(v)
    if u >= 0.0:
        return segment_share(-v)
    if v >= 0.0:
        return segment_share(-u)
    return 0.0


@inlined
def share_on_board(x, y, size, radius):
    """Return the share of a disc over the board; 1 where its centre is: the chance that it is safe.

    Examples
    --------
    >>> float(share_on_board(0.1, 3.0, 8, 0.44)), float(share_on_board(-0.44, 3.0, 8, 0.44))
    (1.0, 0.0)
    """
    u, v = min(x, size - x), min(y, size - y)
    if u >= 0.0 and v >= 0.0:
        return 1.0
    return quadrant_share(u / radius, v / radius)


@inlined
def square_under(x, y, size):
    """Return the row and column of the square under a point, of the nearest edge square for one beyond."""
    row = min(max(np.int64(math.floor(y)), 0), size - 1)
    column = min(max(np.int64(math.floor(x)), 0), size - 1)
    return row, column


@compiled
def resting_place(x, y, occupied, size, radius, stack_within, tie_tolerance):
    """Return where a disc is set down whose centre came to lie at a point, and the discs it touched.

    Parameters
    ----------
    x, y : float
        On the board or the frame; a disc on the frame is taken to be safe.
    occupied : uint64
        The squares with a disc.
    size : int
        Columns and rows of the board.
    radius, stack_within, tie_tolerance : float
        See `variantlab.games.throw_othello.physics.Physics`.

    Returns
    -------
    candidates : uint64
        The square it belongs to; several where it is too close to call.
    contacts : uint64
        The squares whose top disc may be knocked: none where the disc came to rest on top of another.

    Notes
    -----
    By the distance to the centre of the nearest lying disc, the first from a1 on of equals: up to
    `stack_within` it rests on top; up to twice the radius it leans, and is set down on the square under its
    far rim if that is free, else stays on the disc it leans on; otherwise it belongs to the square it covers
    most.

    Examples
    --------
    >>> d4 = np.uint64(1 << 27)
    >>> candidates, contacts = resting_place(3.02, 3.5, d4, 8, 0.44, 0.44, 0.02)
    >>> int(candidates).bit_length() - 1, int(contacts).bit_length() - 1  # on c4, and d4 was touched
    (26, 27)
    """
    row, column = square_under(x, y, size)
    nearest = -1
    near_x = near_y = 0.0
    least = np.inf
    contacts = U0
    reach = 4.0 * radius * radius
    for r in range(max(row - 1, 0), min(row + 2, size)):
        for c in range(max(column - 1, 0), min(column + 2, size)):
            square = 8 * r + c
            if occupied >> np.uint64(square) & U1:
                dx, dy = x - (c + 0.5), y - (r + 0.5)
                squared = dx * dx + dy * dy
                if squared <= reach:
                    contacts |= U1 << np.uint64(square)
                if squared < least:
                    least, nearest, near_x, near_y = squared, square, dx, dy
    if nearest >= 0:
        distance = math.sqrt(least)
        if distance <= stack_within:
            return U1 << np.uint64(nearest), U0
        if contacts != U0:
            further = radius / distance
            row, column = square_under(x + near_x * further, y + near_y * further, size)
            under_rim = U1 << np.uint64(8 * row + column)
            if under_rim & occupied:
                return U1 << np.uint64(nearest), U0
            return under_rim, contacts
    return most_covered(x, y, size, radius, tie_tolerance), U0


@compiled
def touched_discs(x, y, occupied, size, radius):
    """Return the squares whose top disc touches a disc with its centre at a point of the frame.

    Examples
    --------
    >>> a4_b4 = np.uint64(0b11 << 24)
    >>> int(touched_discs(-0.3, 3.5, a4_b4, 8, 0.44)).bit_length() - 1  # a4, whose centre is 0.8 away
    24
    """
    row, column = square_under(x, y, size)
    touched = U0
    for r in range(max(row - 1, 0), min(row + 2, size)):
        for c in range(max(column - 1, 0), min(column + 2, size)):
            bit = U1 << np.uint64(8 * r + c)
            dx, dy = x - (c + 0.5), y - (r + 0.5)
            if occupied & bit and dx * dx + dy * dy <= 4.0 * radius * radius:
                touched |= bit
    return touched


@compiled
def most_covered(x, y, size, radius, tie_tolerance):
    """Return the squares of the board a disc covers most: several where its shares of them are too close.

    The four squares around the nearest corner of squares are all that a disc can touch. Half the disc over
    the strip between the centre and its mirror point is the least difference of two shares, and is at least
    ``|u| / 2``.
    """
    row, column = square_under(x, y, size)
    corner_x, corner_y = np.int64(math.floor(x + 0.5)), np.int64(math.floor(y + 0.5))
    u, v = (x - corner_x) / radius, (y - corner_y) / radius
    inside = 0.0 <= x <= size and 0.0 <= y <= size
    if inside and min(abs(u), abs(v)) > 2.0 * tie_tolerance:
        return U1 << np.uint64(8 * row + column)
    most = 0.0
    for turn in range(2):
        candidates = U0
        for i in range(4):
            down, right = i >> 1, i & 1
            r, c = corner_y - 1 + down, corner_x - 1 + right
            if 0 <= r < size and 0 <= c < size:
                share = quadrant_share(u if right else -u, v if down else -v)
                if turn == 0:
                    most = max(most, share)
                elif share >= most - tie_tolerance and share > 0.0:
                    candidates |= U1 << np.uint64(8 * r + c)
        if turn == 1:
            return candidates
    return U0
