"""64-bit boards, and the private random stream of each game.

A board is a set of squares in an unsigned 64-bit word: bit ``8 * row + column``, rows from the top, columns
from the left, so that a1 is bit 0 and h8 is bit 63. Smaller boards use the upper left corner.

Every constant is an ``np.uint64``: an unsigned word mixed with a signed one becomes a float in NumPy. No
shift is by a value outside 0 to 63. All functions are free of state and run as plain Python under
``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

import numpy as np

from variantlab.games.compile import inlined

U0, U1, U2, U4, U7, U8, U9, U16, U32 = (np.uint64(n) for n in (0, 1, 2, 4, 7, 8, 9, 16, 32))
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)

#: Inner columns b to g: a run of captured discs that goes sideways can only lie there.
INNER_COLUMNS = np.uint64(0x7E7E7E7E7E7E7E7E)
NOT_COLUMN_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_COLUMN_H = np.uint64(0x7F7F7F7F7F7F7F7F)

_PAIRS = np.uint64(0x5555555555555555)
_NIBBLES = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_EACH_BYTE = np.uint64(0x0101010101010101)
_TOP_OF_EACH_BYTE = np.uint64(0x8080808080808080)
_DIAGONAL = np.uint64(0x8040201008040201)
_LOW_BYTE = np.uint64(0xFF)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_U3, _U56, _U30, _U27, _U31 = (np.uint64(n) for n in (3, 56, 30, 27, 31))

#: The step of the counter inside a game's stream (the odd fraction of the golden ratio, as in SplitMix64).
DRAW_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_GAME_STEP = np.uint64(0xD1342543DE82EF95)


@inlined
def count(board):
    """Return the number of squares in `board`, 0 to 64, as an unsigned word.

    Examples
    --------
    >>> int(count(np.uint64(0b1011)))
    3
    """
    x = board - ((board >> U1) & _PAIRS)
    x = (x & _NIBBLES) + ((x >> U2) & _NIBBLES)
    x = (x + (x >> U4)) & _BYTES
    return (x * _EACH_BYTE) >> _U56


@inlined
def kth(board, k):
    """Return the square of `board` that has exactly `k` squares before it, as a board of one square.

    Parameters
    ----------
    board : uint64
        A board of more than `k` squares.
    k : uint64
        0 for the first square in the order a1, b1, ..., h8.

    Notes
    -----
    Broadword selection: S. Vigna, *Broadword implementation of rank/select queries* (2008), section 4. No
    branch, so that a loop over many games becomes vector code.

    Examples
    --------
    >>> int(kth(np.uint64(0b10110), np.uint64(1)))
    4
    """
    x = board - ((board >> U1) & _PAIRS)
    x = (x & _NIBBLES) + ((x >> U2) & _NIBBLES)
    sums = ((x + (x >> U4)) & _BYTES) * _EACH_BYTE
    full = ((k * _EACH_BYTE | _TOP_OF_EACH_BYTE) - sums) & _TOP_OF_EACH_BYTE
    place = (count(full) << _U3) & np.uint64(56)
    rank = k - ((sums << U8) >> place & _LOW_BYTE)
    spread = ((board >> place & _LOW_BYTE) * _EACH_BYTE) & _DIAGONAL
    bits = (((spread | ((spread | _TOP_OF_EACH_BYTE) - _EACH_BYTE)) & _TOP_OF_EACH_BYTE) >> U7) * _EACH_BYTE
    before = ((rank * _EACH_BYTE | _TOP_OF_EACH_BYTE) - bits) & _TOP_OF_EACH_BYTE
    return U1 << ((place + count(before)) & np.uint64(63))


@inlined
def mixed_word(x):
    """Return `x` with its bits mixed: the finaliser of SplitMix64, one to one on 64-bit words.

    Notes
    -----
    G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators* (2014); constants by
    D. Stafford.
    """
    x = (x ^ (x >> _U30)) * _MIX_1
    x = (x ^ (x >> _U27)) * _MIX_2
    return x ^ (x >> _U31)


@inlined
def game_key(seed, game_index):
    """Return the start of the private random stream of one game.

    Seed and index are mixed apart: the streams of seed 100 and of seed 101 share no game.

    Parameters
    ----------
    seed, game_index : uint64
        Any words.
    """
    return mixed_word(mixed_word(seed + DRAW_STEP) ^ mixed_word(game_index * _GAME_STEP + _MIX_1))


@inlined
def rejected_below(n):
    """Return 2**64 mod `n`: a product whose low word is smaller would favour some of the numbers below `n`.

    Notes
    -----
    D. Lemire, *Fast random integer generation in an interval* (2019).
    """
    return (U0 - n) % n


@inlined
def high_product(word, n):
    """Return the upper 64 bits of `word` times `n`, for `n` below 2**32."""
    low = (word & _LOW_HALF) * n >> U32
    return ((word >> U32) * n + low) >> U32


@inlined
def draw_below(key, n):
    """Return a number from 0 to `n` - 1, each exactly as likely, and the stream's next key.

    Parameters
    ----------
    key : uint64
        The stream's present key.
    n : uint64
        1 to 2**32 - 1.

    Returns
    -------
    number, key : uint64, uint64

    Examples
    --------
    >>> key = game_key(np.uint64(1), np.uint64(0))
    >>> number, key = draw_below(key, np.uint64(6))
    >>> 0 <= int(number) < 6
    True
    """
    while True:
        word = mixed_word(key)
        key = key + DRAW_STEP
        if word * n >= rejected_below(n):
            return high_product(word, n), key
