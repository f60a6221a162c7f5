"""Mistakes at the board that the article warns of, and what they would do to the results.

At a board it is easy to take off the disc that closes a run as well (端の石まで取り除く), or to handle one
direction only where several are closed. Here a turn can be played with either mistake; nothing else in the
package does so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from variantlab.errors import invalid, unknown_choice
from variantlab.games.othello.position import (
    COLUMNS,
    Move,
    OthelloPosition,
    board_of,
    square_bit,
)
from variantlab.games.othello.rules import other_colour

__all__ = ["MISTAKES", "MistakenPlay", "captured_runs", "play_with", "random_play_with"]

MISTAKES = ("none", "end_disc", "one_direction")
DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # rows, columns; NW first
MOST_POSITIONS = 100_000


def captured_runs(position: OthelloPosition, move: Move | str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Return the runs that a legal move captures: the squares of each, and that of the disc that closes it.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> captured_runs(Othello().start_position(), "d3")
    ((('d4',), 'd5'),)
    """
    found = position.find_move(move)
    runs = []
    for row_step, column_step in DIRECTIONS:
        run: list[str] = []
        for square in _squares_from(found, row_step, column_step, position.game.size):
            if square in found.captures:
                run.append(square)
                continue
            if run:
                runs.append((tuple(run), square))
            break
    return tuple(runs)


def _squares_from(move: Move, row_step: int, column_step: int, size: int) -> Iterator[str]:
    """Yield the squares from a move's square on, in one direction, to the edge; none for a pass."""
    if move.is_pass:
        return
    row, column = divmod(square_bit(move.square), 8)
    row, column = row + row_step, column + column_step
    while 0 <= row < size and 0 <= column < size:
        yield f"{COLUMNS[column]}{row + 1}"
        row, column = row + row_step, column + column_step


def play_with(mistake: str, position: OthelloPosition, move: Move | str) -> OthelloPosition:
    """Return the position after a legal move that is played with a mistake.

    Parameters
    ----------
    mistake : {'none', 'end_disc', 'one_direction'}
        ``end_disc`` takes the discs that close the runs off the board too; ``one_direction`` handles the
        first run alone, in the order NW, N, NE, W, E, SW, S, SE.
    position : OthelloPosition
        Under ``flip`` or ``vanish``.
    move : Move or str
        A legal move, or a pass.

    Raises
    ------
    VariantlabError
        For another mistake or capture rule.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> after = play_with("end_disc", Othello(capture="vanish").start_position(), "d3")
    >>> after.squares("black"), after.squares("white")
    (('d3', 'e4'), ('e5',))
    """
    if mistake not in MISTAKES:
        raise unknown_choice("mistake", mistake, MISTAKES)
    game, mover = position.game, position.to_move
    if game.capture not in ("flip", "vanish"):
        raise invalid("capture", game.capture, "flip or vanish")
    found = position.find_move(move)
    if found.is_pass:
        return position.play(found)
    runs = captured_runs(position, found)
    handled = runs[:1] if mistake == "one_direction" else runs
    captured = board_of(square for run, _ in handled for square in run)
    boards = {"black": position.black, "white": position.white}
    boards[other_colour(mover)] &= ~captured
    boards[mover] |= board_of([found.square])
    if game.capture == "flip":
        boards[mover] |= captured
    if mistake == "end_disc":
        boards[mover] &= ~board_of({end for _, end in handled})
    return game.position_of(boards["black"], boards["white"], other_colour(mover))


@dataclass(frozen=True)
class MistakenPlay:
    """What becomes of a game between random players who always make one mistake, exactly.

    Attributes
    ----------
    mistake : str
        One of `MISTAKES`.
    ends : dict of (int, int, int) to Fraction
        The chance of each end: plies, black discs, white discs.
    """

    mistake: str
    ends: dict[tuple[int, int, int], Fraction]

    @property
    def winner(self) -> dict[str, Fraction]:
        """The chance that each colour has more discs at the end, and of a draw."""
        return {
            "black": self._chance(lambda black, white: black > white),
            "white": self._chance(lambda black, white: black < white),
            "draw": self._chance(lambda black, white: black == white),
        }

    @property
    def wipeout(self) -> Fraction:
        """The chance that one colour has no disc at the end."""
        return self._chance(lambda black, white: not (black and white))

    @property
    def plies(self) -> Fraction:
        """The mean number of plies."""
        return sum((plies * chance for (plies, _, _), chance in self.ends.items()), Fraction(0))

    @property
    def discs(self) -> Fraction:
        """The mean number of discs at the end."""
        return sum(((b + w) * chance for (_, b, w), chance in self.ends.items()), Fraction(0))

    def _chance(self, holds: Callable[[int, int], bool]) -> Fraction:
        return sum((chance for (_, b, w), chance in self.ends.items() if holds(b, w)), Fraction(0))


def random_play_with(mistake: str, start: OthelloPosition) -> MistakenPlay:
    """Return the exact chances of a small game in which both sides play at random, always with the mistake.

    Parameters
    ----------
    mistake : {'none', 'end_disc', 'one_direction'}
        See `play_with`.
    start : OthelloPosition
        Under ``vanish``, with few discs: the games must be short.

    Raises
    ------
    VariantlabError
        Where more than 100,000 positions come up.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> start = Othello(capture="vanish").start_position()
    >>> str(random_play_with("none", start).plies)
    '7/2'
    """
    waiting: dict[OthelloPosition, Fraction] = {start.uncapped(): Fraction(1)}
    ends: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    plies = n_met = 0
    while waiting:
        n_met += len(waiting)
        if n_met > MOST_POSITIONS:
            raise invalid("start", str(start), f"a game of at most {MOST_POSITIONS:,} positions")
        after: dict[OthelloPosition, Fraction] = defaultdict(Fraction)
        for position, chance in _without_passes(waiting).items():
            if position.is_over:
                ends[plies, position.count("black"), position.count("white")] += chance
                continue
            moves = position.legal_moves()
            for move in moves:
                after[play_with(mistake, position, move)] += chance / len(moves)
        waiting, plies = after, plies + 1
    return MistakenPlay(mistake, dict(ends))


def _without_passes(chances: dict[OthelloPosition, Fraction]) -> dict[OthelloPosition, Fraction]:
    """Return the chances with each position of a forced pass replaced by the one after it."""
    passed: dict[OthelloPosition, Fraction] = defaultdict(Fraction)
    for position, chance in chances.items():
        while not position.is_over and position.legal_moves()[0].is_pass:
            position = position.play(position.legal_moves()[0])
        passed[position] += chance
    return passed
