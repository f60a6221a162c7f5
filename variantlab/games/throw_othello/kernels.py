"""Compiled rules of Throw Othello: what a throw's outcome does to the board, and the draws of one throw.

A board is two words, the squares whose top disc shows black and white, and ``below``, one word a square for
the discs hidden there: 1 where there is none; else, from the highest bit that is set, one bit a disc from the
bottom up, set where it shows white. ``counts`` holds the counts of the game, in the order of `COUNTS`.

Chance enters a throw only through `thrown_point`, `chance` and `drawn_aim`; all other functions are rules.
"""

from __future__ import annotations

import math

import numpy as np

from variantlab.games.bits import ALL, DRAW_STEP, U0, U1, U2, count, draw_below, kth, mixed_word
from variantlab.games.compile import compiled, inlined
from variantlab.games.lines import captured_discs, neighbours
from variantlab.games.throw_othello.landing import COLUMN_STEPS, ROW_STEPS

BLACK, WHITE, DRAW, NOBODY = 0, 1, 2, -1
ALL_THROWN, FOULED_OUT = 0, 1

#: The counts of a game. Those that end in black and white stand together, black's first.
COUNTS = (
    "thrown_black", "thrown_white", "fouls_black", "fouls_white", "hidden_black", "hidden_white",
    "plies", "stacked", "turned_over", "knocked_off", "deliberate_black", "deliberate_white",
)  # fmt: skip
THROWN, FOULS, HIDDEN, RESTED, STACKED, TURNED_OVER, KNOCKED_OFF, DELIBERATE = 0, 2, 4, 6, 7, 8, 9, 10

# --- stacks -------------------------------------------------------------------------------------------------


@compiled
def put_on(black, white, below, counts, square, face):
    """Return the tops after a disc was squared up on a square, on top of whatever lies there."""
    bit = U1 << np.uint64(square)
    if (black | white) & bit:
        top = WHITE if white & bit else BLACK
        below[square] = below[square] << U1 | np.uint64(top)
        counts[HIDDEN + top] += 1
    if face == WHITE:
        return black & ~bit, white | bit
    return black | bit, white & ~bit


@compiled
def lifted(black, white, below, counts, square):
    """Return the tops after the top disc of a square was lifted, and the face it shows."""
    bit = U1 << np.uint64(square)
    face = WHITE if white & bit else BLACK
    black, white = black & ~bit, white & ~bit
    if below[square] > U1:
        under = np.int64(below[square] & U1)
        below[square] >>= U1
        counts[HIDDEN + under] -= 1
        if under == WHITE:
            white |= bit
        else:
            black |= bit
    return black, white, face


# --- what a throw comes to ----------------------------------------------------------------------------------


@compiled
def with_knocked(black, white, below, counts, row, column, knocked, size):
    """Return the tops after the top discs `knocked` beside a square moved one square directly away from it.

    All are lifted from the board as it was, then set down in the order NW, N, NE, W, E, SW, S, SE, each on
    top of whatever is there. A disc that leaves the board is removed. The square may be one of the frame:
    row or column -1, or the size of the board.
    """
    faces = np.full(8, NOBODY, np.int64)
    for i in range(8):
        r, c = row + ROW_STEPS[i], column + COLUMN_STEPS[i]
        if 0 <= r < size and 0 <= c < size and knocked >> np.uint64(8 * r + c) & U1:
            black, white, faces[i] = lifted(black, white, below, counts, 8 * r + c)
    for i in range(8):
        if faces[i] != NOBODY:
            r, c = row + 2 * ROW_STEPS[i], column + 2 * COLUMN_STEPS[i]
            if 0 <= r < size and 0 <= c < size:
                black, white = put_on(black, white, below, counts, 8 * r + c, faces[i])
            else:
                counts[KNOCKED_OFF] += 1
    return black, white


@inlined
def sandwiched(black, white, square, face):
    """Return the top discs that the disc on top of a square, which shows `face`, sandwiches."""
    move = U1 << np.uint64(square)
    own, opp = (white, black) if face == WHITE else (black, white)
    return captured_discs(own & ~move, opp & ~move, move)


@compiled
def come_to_rest(black, white, below, counts, square, face, knocked, size, colour):
    """Return the tops after a throw of `colour` came to rest on a square, and what it captured.

    Knocks come first, then the disc is set down, then it sandwiches on the resulting board. A captured top
    disc turns; what is hidden stays as it is.
    """
    if knocked != U0:
        black, white = with_knocked(black, white, below, counts, square >> 3, square & 7, knocked, size)
    if (black | white) >> np.uint64(square) & U1:
        counts[STACKED] += 1
    black, white = put_on(black, white, below, counts, square, face)
    captured = sandwiched(black, white, square, face)
    if face == WHITE:
        black, white = black & ~captured, white | captured
    else:
        black, white = black | captured, white & ~captured
    counts[RESTED] += 1
    counts[THROWN + colour] += 1
    if face != colour:
        counts[TURNED_OVER] += 1
    return black, white, captured


@inlined
def foul(counts, colour, on_purpose):
    """Count a throw of `colour` that did not come to rest on the board; nothing else changes."""
    counts[THROWN + colour] += 1
    counts[FOULS + colour] += 1
    if on_purpose:
        counts[DELIBERATE + colour] += 1


@inlined
def next_to_throw(counts, colour, discs_each):
    """Return who throws after `colour`: the other side, while it has a disc."""
    other = 1 - colour
    return other if counts[THROWN + other] < discs_each else colour


# --- the end ------------------------------------------------------------------------------------------------


@inlined
def end_reason(counts, discs_each, fouls_to_lose):
    """Return why the game is over, -1 while it goes on."""
    if max(counts[FOULS], counts[FOULS + 1]) >= fouls_to_lose:
        return FOULED_OUT
    if min(counts[THROWN], counts[THROWN + 1]) >= discs_each:
        return ALL_THROWN
    return NOBODY


@inlined
def n_discs(tops, counts, colour, counts_hidden):
    """Return the discs that count for a colour, whose top discs are given."""
    return np.int64(count(tops)) + (counts[HIDDEN + colour] if counts_hidden else 0)


@inlined
def winner(black, white, counts, fouls_to_lose, counts_hidden):
    """Return who has won a finished game: the other side of a third foul, else who has more discs."""
    if counts[FOULS] >= fouls_to_lose:
        return WHITE
    if counts[FOULS + 1] >= fouls_to_lose:
        return BLACK
    margin = n_discs(black, counts, BLACK, counts_hidden) - n_discs(white, counts, WHITE, counts_hidden)
    return BLACK if margin > 0 else WHITE if margin < 0 else DRAW


# --- what a disc is worth to the thrower --------------------------------------------------------------------


@inlined
def gain(black, white, square, face, colour, counts_hidden):
    """Return by how much the margin of `colour` grows where a disc comes to rest and knocks nothing.

    A captured disc is one more and one fewer. Where hidden discs do not count, the disc that is covered is
    one fewer for its side.
    """
    worth = 1 + 2 * np.int64(count(sandwiched(black, white, square, face)))
    if not counts_hidden:
        own, opp = (white, black) if face == WHITE else (black, white)
        bit = U1 << np.uint64(square)
        worth += 1 if opp & bit else -1 if own & bit else 0
    return worth if face == colour else -worth


@compiled
def better_square(black, white, squares, face, colour, counts_hidden):
    """Return the square that the thrower takes: the largest gain, the first from a1 on of equals."""
    best, most = -1, -1000
    for square in range(64):
        if squares >> np.uint64(square) & U1:
            worth = gain(black, white, square, face, colour, counts_hidden)
            if worth > most:
                best, most = square, worth
    return best


@compiled
def tipped_to(black, white, square, turnover, colour, board, counts_hidden):
    """Return onto which square the thrower tips a disc that stands on edge on a square.

    One of the squares beside it, with the largest gain on average over the face, which is drawn again; the
    first from a1 on of equals.
    """
    squares = neighbours(U1 << np.uint64(square)) & board
    best, most = -1, -1000.0
    for beside in range(64):
        if squares >> np.uint64(beside) & U1:
            kept = gain(black, white, beside, colour, colour, counts_hidden)
            turned = gain(black, white, beside, 1 - colour, colour, counts_hidden)
            worth = (1.0 - turnover) * kept + turnover * turned
            if worth > most + 1e-9:
                best, most = beside, worth
    return best


# --- the draws of one throw ---------------------------------------------------------------------------------

#: Each throw has this many draws of the game's stream, one for each thing that chance may decide, whether it
#: is asked or not: the same game number throws with the same luck whoever plays and however well.
DRAWS = np.uint64(16)
ACROSS, ALONG, SAFE, EDGE, FACE, FACE_AGAIN, KNOCK = (np.uint64(n) for n in (0, 1, 2, 3, 4, 5, 8))
_AIM_STREAM = np.uint64(0x9FB21C651E98DF25)
_U11, _U3 = np.uint64(11), np.uint64(3)


@inlined
def chance(key, number):
    """Return draw `number` of a throw, strictly between 0 and 1."""
    word = mixed_word(key + number * DRAW_STEP)
    return (np.float64(word >> _U11) + 0.5) * 2.0**-53


@inlined
def drawn_aim(key, n):
    """Return a number below `n`, each as likely, from a stream beside the throw's own."""
    number, _ = draw_below(mixed_word(key ^ _AIM_STREAM), np.uint64(n))
    return np.int64(number)


@compiled
def normal_quantile(p):
    """Return the value that a standard normal variable falls below with chance `p`, 0 < p < 1.

    Notes
    -----
    Algorithm AS 241, function PPND16, of M. J. Wichura, *The percentage points of the normal distribution*,
    Applied Statistics 37 (1988), 477-484: right to about 16 figures.

    Examples
    --------
    >>> round(float(normal_quantile(0.975)), 9)
    1.959963985
    """
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        top = 2509.0809287301226727 * r + 33430.575583588128105
        top = (top * r + 67265.770927008700853) * r + 45921.953931549871457
        top = (top * r + 13731.693765509461125) * r + 1971.5909503065514427
        top = (top * r + 133.14166789178437745) * r + 3.387132872796366608
        low = 5226.495278852545925 * r + 28729.085735721942674
        low = (low * r + 39307.89580009271061) * r + 21213.794301586595867
        low = (low * r + 5394.1960214247511077) * r + 687.1870074920579083
        low = (low * r + 42.313330701600911252) * r + 1.0
        return q * top / low
    r = math.sqrt(-math.log(p if q < 0.0 else 1.0 - p))
    if r <= 5.0:
        r -= 1.6
        top = 7.7454501427834140764e-4 * r + 0.0227238449892691845833
        top = (top * r + 0.24178072517745061177) * r + 1.27045825245236838258
        top = (top * r + 3.64784832476320460504) * r + 5.7694972214606914055
        top = (top * r + 4.6303378461565452959) * r + 1.42343711074968357734
        low = 1.05075007164441684324e-9 * r + 5.475938084995344946e-4
        low = (low * r + 0.0151986665636164571966) * r + 0.14810397642748007459
        low = (low * r + 0.68976733498510000455) * r + 1.6763848301838038494
        low = (low * r + 2.05319162663775882187) * r + 1.0
    else:
        r -= 5.0
        top = 2.01033439929228813265e-7 * r + 2.71155556874348757815e-5
        top = (top * r + 0.0012426609473880784386) * r + 0.026532189526576123093
        top = (top * r + 0.29656057182850489123) * r + 1.7848265399172913358
        top = (top * r + 5.4637849111641143699) * r + 6.6579046435011037772
        low = 2.04426310338993978564e-15 * r + 1.4215117583164458887e-7
        low = (low * r + 1.8463183175100546818e-5) * r + 7.868691311456132591e-4
        low = (low * r + 0.0148753612908506148525) * r + 0.13692988092273580531
        low = (low * r + 0.59983220655588793769) * r + 1.0
    return -top / low if q < 0.0 else top / low


@inlined
def thrown_point(key, aim, sigma, number):
    """Return one coordinate of the landing point of a throw: its aim and a normal error."""
    return aim + sigma * normal_quantile(chance(key, number)) if sigma > 0.0 else aim


@inlined
def drawn_knocks(key, row, column, contacts, knock, size):
    """Return which of the discs in contact are knocked, each on its own; each direction has its own draw."""
    if contacts == U0 or knock <= 0.0:
        return U0
    knocked = U0
    for i in range(8):
        r, c = row + ROW_STEPS[i], column + COLUMN_STEPS[i]
        if 0 <= r < size and 0 <= c < size:
            bit = U1 << np.uint64(8 * r + c)
            if contacts & bit and chance(key, KNOCK + np.uint64(i)) < knock:
                knocked |= bit
    return knocked


# --- captures from every square at once ---------------------------------------------------------------------


@inlined
def with_runs(p0, p1, p2, p3, p4, source, through, step, up):
    """Return the planes with the run of each square in one direction added.

    A run of k discs of `through` from `source` on ends beside a square that would capture k discs there. Each
    plane is one binary digit of the number of captured discs, for all squares.
    """
    run1 = through & (source << step if up else source >> step)
    run2 = through & (run1 << step if up else run1 >> step)
    run3 = through & (run2 << step if up else run2 >> step)
    run4 = through & (run3 << step if up else run3 >> step)
    run5 = through & (run4 << step if up else run4 >> step)
    run6 = through & (run5 << step if up else run5 >> step)
    n0, n1, n2 = run1 | run3 | run5, run2 | run3 | run6, run4 | run5 | run6
    n0 = n0 << step if up else n0 >> step
    n1 = n1 << step if up else n1 >> step
    n2 = n2 << step if up else n2 >> step
    carry = p0 & n0
    p0 ^= n0
    half = p1 ^ n1
    carry, p1 = (p1 & n1) | (half & carry), half ^ carry
    half = p2 ^ n2
    carry, p2 = (p2 & n2) | (half & carry), half ^ carry
    carry, p3 = p3 & carry, p3 ^ carry
    return p0, p1, p2, p3, p4 ^ carry


_INNER = np.uint64(0x7E7E7E7E7E7E7E7E)
_S1, _S7, _S8, _S9 = (np.uint64(n) for n in (1, 7, 8, 9))


@compiled
def capture_planes(own, opp):
    """Return how many discs of `opp` a disc of `own` captures from each square, as five binary digits.

    Plane i holds the squares whose number has the digit 2**i. Squares with a disc count too: there the disc
    comes to rest on top.
    """
    inner = opp & _INNER
    planes = U0, U0, U0, U0, U0
    planes = with_runs(*planes, own, inner, _S1, True)
    planes = with_runs(*planes, own, inner, _S1, False)
    planes = with_runs(*planes, own, opp, _S8, True)
    planes = with_runs(*planes, own, opp, _S8, False)
    planes = with_runs(*planes, own, inner, _S9, True)
    planes = with_runs(*planes, own, inner, _S9, False)
    planes = with_runs(*planes, own, inner, _S7, True)
    planes = with_runs(*planes, own, inner, _S7, False)
    return planes


@inlined
def number_at(planes, square):
    """Return the number that the planes hold for a square."""
    p0, p1, p2, p3, p4 = planes
    s = np.uint64(square)
    low = (p0 >> s & U1) | (p1 >> s & U1) << U1 | (p2 >> s & U1) << U2
    return np.int64(low | (p3 >> s & U1) << _U3 | (p4 >> s & U1) << np.uint64(4))


@inlined
def largest(planes, squares):
    """Return those of `squares` with the largest number, and that number."""
    p0, p1, p2, p3, p4 = planes
    most = 0
    if squares & p4:
        squares, most = squares & p4, most + 16
    if squares & p3:
        squares, most = squares & p3, most + 8
    if squares & p2:
        squares, most = squares & p2, most + 4
    if squares & p1:
        squares, most = squares & p1, most + 2
    if squares & p0:
        squares, most = squares & p0, most + 1
    return squares, most


@compiled
def most_capturing(own, opp, board):
    """Return the squares of the board from which a disc captures most, all of them."""
    squares, _ = largest(capture_planes(own, opp), board)
    return squares


@inlined
def square_number(bit):
    """Return the number of the one square of a board."""
    return np.int64(count(bit - U1))


@inlined
def nth_square(squares, n):
    """Return the number of the square of a board that has `n` squares before it."""
    return square_number(kth(squares, np.uint64(n)))


__all__ = ["ALL", "COUNTS", "capture_planes", "come_to_rest", "foul", "normal_quantile"]
