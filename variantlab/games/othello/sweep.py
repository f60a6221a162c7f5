"""Exact chances of random play on the 4x4 board, where a captured disc vanishes with a chance and else flips.

The graph of this game has some 15 million positions and lets positions repeat: too much for objects, not for
arrays. The chance of every position is carried from turn to turn until what is left is too small to matter;
the rules are the kernels' own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
#: A position less likely than this is not followed; its chance counts as left.
NEGLIGIBLE = 1e-24


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


@inlined
def _representative(mover, other, images, ternary):
    """Return the number that a position shares with its mirror images, and the image that has it."""
    best, image = np.int64(-1), 0
    for s in range(4):
        number = ternary[images[mover, s]] + 2 * ternary[images[other, s]]
        if number > best:
            best, image = number, s
    return best, image


@compiled
def _longer(array):
    """Return a copy of an array with as much room again."""
    more = np.zeros(2 * array.size, array.dtype)
    more[: array.size] = array
    return more


@compiled
def _graph(own, opp, images, ternary):
    """Return every position that can be reached, mirror images as one, seen from the mover's side.

    Returns
    -------
    movers, others : arrays of uint16
        The discs of the side to move and of the other side, the start first.
    n_moves : array of int8
        The moves of each position: 0 for a pass, -1 where neither side can move.
    first : array of int64
        Where the edges of each position begin, and their number at the end.
    targets, n_captured, n_vanished : arrays
        For each edge the position it leads to, the discs captured and how many of them vanish.
    """
    found = np.full(N_INDEXES, -1, np.int32)
    movers, others = np.zeros(1 << 20, np.uint16), np.zeros(1 << 20, np.uint16)
    n_moves, first = np.zeros(1 << 20, np.int8), np.zeros((1 << 20) + 1, np.int64)
    targets = np.zeros(1 << 22, np.int32)
    captures, vanishing = np.zeros(1 << 22, np.int8), np.zeros(1 << 22, np.int8)
    movers[0], others[0] = packed(own), packed(opp)
    number, _ = _representative(movers[0], others[0], images, ternary)
    found[number] = 0
    n_positions, n_edges, i = 1, 0, 0
    while i < n_positions:
        own, opp = unpacked(np.uint64(movers[i])), unpacked(np.uint64(others[i]))
        squares = capturing_squares(own, opp, _BOARD)
        n_moves[i] = count(squares)
        if squares == U0 and capturing_squares(opp, own, _BOARD) == U0:
            n_moves[i] = -1
        while n_moves[i] >= 0:
            move = squares & (U0 - squares)
            squares ^= move
            captured = captured_discs(own, opp, move)
            vanished = U0
            while True:
                other = packed(own | move | (captured ^ vanished))
                mover = packed(opp & ~captured)
                number, image = _representative(mover, other, images, ternary)
                if found[number] < 0:
                    found[number] = n_positions
                    if n_positions == movers.size:
                        movers, others, n_moves = _longer(movers), _longer(others), _longer(n_moves)
                        first = _longer(first)
                    movers[n_positions] = images[mover, image]
                    others[n_positions] = images[other, image]
                    n_positions += 1
                if n_edges == targets.size:
                    targets, captures, vanishing = _longer(targets), _longer(captures), _longer(vanishing)
                targets[n_edges] = found[number]
                captures[n_edges], vanishing[n_edges] = count(captured), count(vanished)
                n_edges += 1
                vanished = (vanished - captured) & captured
                if vanished == U0:
                    break
            if squares == U0:
                break
        i += 1
        first[i] = n_edges
    return (
        movers[:n_positions],
        others[:n_positions],
        n_moves[:n_positions],
        first[: n_positions + 1],
        targets[:n_edges],
        captures[:n_edges],
        vanishing[:n_edges],
    )


@compiled
def _sweep(movers, others, n_moves, first, targets, captures, vanishing, chance, smallest, most_turns):
    """Return the sums of a game's record over random play, what chance is left, and the turns.

    Each game counts with its chance. The sums are: black wins, white wins, draws; the four end reasons of a
    game that ended; placed discs; black's and white's passes; black's and white's discs at the end.
    """
    sums = np.zeros(12)
    weights = np.zeros((N_SQUARES + 1, N_SQUARES + 1))
    for n_captured in range(N_SQUARES + 1):
        for n_vanished in range(n_captured + 1):
            weights[n_captured, n_vanished] = chance**n_vanished * (1 - chance) ** (n_captured - n_vanished)
    here, after = np.zeros(movers.size), np.zeros(movers.size)
    here[0] = 1.0
    left, dropped, turn = 1.0, 0.0, 0
    while left > smallest and turn < most_turns:
        left = 0.0
        black_moves = turn % 2 == 0
        for i in range(movers.size):
            mass = here[i]
            if mass == 0.0:
                continue
            here[i] = 0.0
            if mass < NEGLIGIBLE:
                dropped += mass
                continue
            if n_moves[i] < 0:
                own, opp = unpacked(np.uint64(movers[i])), unpacked(np.uint64(others[i]))
                black, white = (own, opp) if black_moves else (opp, own)
                n_black, n_white = np.int64(count(black)), np.int64(count(white))
                sums[winner(n_black, n_white, 0)] += mass
                sums[3 + end_reason(black, white, _BOARD, _NO_LIMIT, _NO_LIMIT)] += mass
                sums[10] += mass * n_black
                sums[11] += mass * n_white
                continue
            left += mass
            share = mass
            if n_moves[i] == 0:
                sums[8 if black_moves else 9] += mass
            else:
                sums[7] += mass
                share = mass / n_moves[i]
            for edge in range(first[i], first[i + 1]):
                after[targets[edge]] += share * weights[captures[edge], vanishing[edge]]
        here, after = after, here
        turn += 1
    return sums, left + dropped, turn


@cache
def _whole_graph():
    """Return the graph of the 4x4 game, made once: some 200 MB."""
    start = Othello(size=4).start_position()
    return _graph(np.uint64(start.black), np.uint64(start.white), _symmetric_words(), _ternary_words())


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

    The positions are found once, with some 500 MB; a chance between 0 and 1 then takes up to a minute.

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
    sums, left, n_turns = _sweep(*_whole_graph(), chances[game.capture], smallest, _TURNS_AT_MOST)
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
