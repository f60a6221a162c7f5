"""Exact chances of random play on the 4x4 board, where a captured disc vanishes with a chance and else flips.

The graph of this game has some 15 million positions and lets positions repeat: too much for objects, not for
arrays. The chance of every position is carried from turn to turn until what is left is too small to matter;
the rules are the kernels' own.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from variantlab.errors import RulesError, invalid
from variantlab.games.bits import U0, count
from variantlab.games.compile import compiled, inlined
from variantlab.games.othello.kernels import captured_discs, capturing_squares, end_reason, winner
from variantlab.games.othello.rules import Othello

N_SQUARES = 16
N_INDEXES = 3**N_SQUARES
_BOARD = np.uint64(0x0F0F0F0F)
_NIBBLE = np.uint64(0xF)
_NO_LIMIT = np.uint64(0xFFFF)
_TURNS_AT_MOST = 100_000


@inlined
def packed(board):
    """Return the 16 squares of a 4x4 board side by side."""
    word = U0
    for row in range(4):
        word |= (board >> np.uint64(8 * row) & _NIBBLE) << np.uint64(4 * row)
    return word


@inlined
def unpacked(word):
    """Return the 4x4 board of 16 squares side by side."""
    board = U0
    for row in range(4):
        board |= (word >> np.uint64(4 * row) & _NIBBLE) << np.uint64(8 * row)
    return board


@compiled
def _symmetric_words():
    """Return for each set of squares its images under the symmetries that keep the start: 4 columns.

    The identity, the half turn and the reflections in the two diagonals.
    """
    images = np.zeros((1 << N_SQUARES, 4), np.uint16)
    for word in range(1 << N_SQUARES):
        for square in range(N_SQUARES):
            if word >> square & 1:
                row, column = square // 4, square % 4
                images[word, 0] |= np.uint16(1 << square)
                images[word, 1] |= np.uint16(1 << (15 - square))
                images[word, 2] |= np.uint16(1 << (4 * column + row))
                images[word, 3] |= np.uint16(1 << (15 - 4 * column - row))
    return images


@compiled
def _ternary_words():
    """Return for each set of squares the number whose base 3 digits are its squares."""
    numbers = np.zeros(1 << N_SQUARES, np.int64)
    for word in range(1 << N_SQUARES):
        power = 1
        for square in range(N_SQUARES):
            numbers[word] += power * (word >> square & 1)
            power *= 3
    return numbers


@compiled
def _sweep(own, opp, chance, smallest, most_turns, images, ternary):
    """Return the sums of a game's record over random play, each times its chance, and the chance that is
    left.

    The sums are: black wins, white wins, draws; the four end reasons of a game that ended; placed discs;
    black's and white's passes; black's and white's discs at the end.
    """
    sums = np.zeros(12)
    here, after = np.zeros(N_INDEXES), np.zeros(N_INDEXES)
    boards, next_boards = np.zeros((1, 2), np.uint16), np.zeros((1 << 16, 2), np.uint16)
    boards[0, 0], boards[0, 1] = packed(own), packed(opp)
    here[ternary[boards[0, 0]] + 2 * ternary[boards[0, 1]]] = 1.0
    n_boards, left, turn = 1, 1.0, 0
    weights = np.zeros((N_SQUARES + 1, N_SQUARES + 1))
    for n_captured in range(N_SQUARES + 1):
        for n_vanished in range(n_captured + 1):
            weights[n_captured, n_vanished] = chance**n_vanished * (1 - chance) ** (n_captured - n_vanished)
    while n_boards and left > smallest and turn < most_turns:
        n_next, left = 0, 0.0
        black_moves = turn % 2 == 0
        for i in range(n_boards):
            number = ternary[boards[i, 0]] + 2 * ternary[boards[i, 1]]
            mass = here[number]
            here[number] = 0.0
            own, opp = unpacked(np.uint64(boards[i, 0])), unpacked(np.uint64(boards[i, 1]))
            squares = capturing_squares(own, opp, _BOARD)
            if squares == U0 and capturing_squares(opp, own, _BOARD) == U0:
                black, white = (own, opp) if black_moves else (opp, own)
                n_black, n_white = np.int64(count(black)), np.int64(count(white))
                sums[winner(n_black, n_white, 0)] += mass
                sums[3 + end_reason(black, white, _BOARD, _NO_LIMIT, _NO_LIMIT)] += mass
                sums[10] += mass * n_black
                sums[11] += mass * n_white
                continue
            left += mass
            share = mass
            if squares == U0:
                sums[8 if black_moves else 9] += mass
            else:
                sums[7] += mass
                share = mass / np.float64(count(squares))
            while True:
                move = squares & (U0 - squares)
                squares ^= move
                captured = captured_discs(own, opp, move)
                n_captured = count(captured)
                vanished = U0
                while True:
                    weight = share * weights[n_captured, count(vanished)]
                    if weight > 0.0:
                        # The next mover's side first: the other side now.
                        mover = packed(own | move | (captured ^ vanished))
                        other = packed(opp & ~captured)
                        best, image = np.int64(-1), 0
                        for s in range(4):
                            candidate = ternary[images[other, s]] + 2 * ternary[images[mover, s]]
                            if candidate > best:
                                best, image = candidate, s
                        if after[best] == 0.0:
                            if n_next == len(next_boards):
                                longer = np.zeros((2 * n_next, 2), np.uint16)
                                longer[:n_next] = next_boards
                                next_boards = longer
                            next_boards[n_next, 0] = images[other, image]
                            next_boards[n_next, 1] = images[mover, image]
                            n_next += 1
                        after[best] += weight
                    vanished = (vanished - captured) & captured
                    if vanished == U0:
                        break
                if squares == U0:
                    break
        here, after = after, here
        boards, next_boards = next_boards, boards
        n_boards = n_next
        turn += 1
    return sums, left, turn


@dataclass(frozen=True)
class Swept:
    """The exact chances of random play, to the precision of floating point.

    Attributes
    ----------
    winner, end_reason : dict of str to float
        The chance of each, among all games.
    mean : dict of str to float
        The means of plies, passes, passes_black, passes_white, black and white.
    left : float
        The chance that a game goes on beyond the last turn looked at: what the other figures may be wrong by.
    n_turns : int
        The turns looked at.
    """

    winner: dict[str, float]
    end_reason: dict[str, float]
    mean: dict[str, float]
    left: float
    n_turns: int


def swept_random_play(game: Othello, smallest: float = 1e-12) -> Swept:
    """Return the chances of random play from the standard start of a 4x4 board, by sweeping over all
    positions.

    Takes some 700 MB and, for a chance between 0 and 1, up to a few minutes.

    Parameters
    ----------
    game : Othello
        Size 4, capture flip, vanish or mixed, all else by default (the cap is not looked at).
    smallest : float
        The sweep ends when the chance that a game still goes on is no larger.

    Raises
    ------
    RulesError
        For other rules.

    Examples
    --------
    >>> round(swept_random_play(Othello(size=4, capture="vanish")).mean["plies"], 12)
    3.5
    """
    chances = {"flip": 0.0, "vanish": 1.0, "mixed": game.vanish_probability}
    plain = Othello(size=4, capture=game.capture, vanish_probability=game.vanish_probability)
    if game.capture not in chances or game.replace(max_plies=plain.max_plies) != plain:
        raise invalid(
            "game", str(game), "size 4 under flip, vanish or mixed, from the standard start", error=RulesError
        )
    start = game.start_position()
    boards = np.uint64(start.black), np.uint64(start.white)
    tables = _symmetric_words(), _ternary_words()
    sums, left, n_turns = _sweep(*boards, chances[game.capture], smallest, _TURNS_AT_MOST, *tables)
    figures = [float(value) for value in sums]
    counts = ("plies", "passes_black", "passes_white", "black", "white")
    mean = dict(zip(counts, figures[7:], strict=True))
    return Swept(
        dict(zip((*game.colours, "draw"), figures, strict=False)),
        dict(zip(game.end_reasons, figures[3:7], strict=False)),
        mean | {"passes": mean["passes_black"] + mean["passes_white"]},
        float(left),
        int(n_turns),
    )
