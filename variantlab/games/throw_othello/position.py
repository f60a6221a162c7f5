"""Positions of Throw Othello for people and for exact work, by the same compiled rules as the fast kernels.

A throw is two things: an `Aim`, which is the move, and a `Landing`, which is what came of it. `land` is a
pure function of the latter; `outcomes` joins the two by the exact landing law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from variantlab.errors import MoveError, RulesError, invalid, unknown_choice
from variantlab.games.game import Outcome, html_of
from variantlab.games.throw_othello import kernels as k
from variantlab.games.throw_othello.law import landing_law
from variantlab.games.throw_othello.rules import ThrowOthello, checked_colour, other_colour

COLUMNS = "abcdefgh"
FOUL = "foul"
#: Nodes of the integration for `ThrowPosition.outcomes`, which takes in more than squares.
OUTCOME_NODES = 6
#: Chances are multiples of this, so that they are exact fractions that add up to 1.
UNIT = 2**60


def square_name(number: int) -> str:
    """Return the name of a square from its number, 0 for a1 to 63 for h8.

    Examples
    --------
    >>> square_name(19)
    'd3'
    """
    return f"{COLUMNS[number % 8]}{number // 8 + 1}"


def square_number(name: str) -> int:
    """Return the number of a square from its name.

    Examples
    --------
    >>> square_number("d3")
    19
    """
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)


def frame_name(row: int, column: int) -> str:
    """Return the name of a square of the frame, whose row or column is -1 or the size of the board.

    Examples
    --------
    >>> frame_name(2, -1), frame_name(8, 8)
    ('@3', 'i9')
    """
    return f"{chr(ord(COLUMNS[0]) + column) if column >= 0 else '@'}{row + 1}"


def frame_place(name: str) -> tuple[int, int]:
    """Return the row and column of a square of the frame from its name.

    Examples
    --------
    >>> frame_place("@3"), frame_place("i9")
    ((2, -1), (8, 8))
    """
    return int(name[1]) - 1, -1 if name[0] == "@" else ord(name[0]) - ord(COLUMNS[0])


def square_names(board: int) -> tuple[str, ...]:
    """Return the names of the squares of a bitboard, from a1 to h8.

    Examples
    --------
    >>> square_names(0b11)
    ('a1', 'b1')
    """
    return tuple(square_name(i) for i in range(64) if board >> i & 1)


@cache
def board_mask(size: int) -> int:
    """Return the bitboard of all squares of a board of this size, in the upper left corner of the 64.

    Examples
    --------
    >>> board_mask(8) == 2**64 - 1
    True
    """
    return sum((1 << size) - 1 << 8 * row for row in range(size))


@dataclass(frozen=True)
class Aim:
    """A move: the point a disc is thrown at, or a foul on purpose.

    Parameters
    ----------
    x, y : float or None
        In squares from the upper left corner of the board: the centre of a1 is (0.5, 0.5). None for a foul.

    Examples
    --------
    >>> str(Aim(3.5, 2.5)), str(Aim(3, 2.25)), str(FOUL_MOVE)
    ('d3', '3,2.25', 'foul')
    """

    x: float | None
    y: float | None

    @classmethod
    def at(cls, square: str) -> Aim:
        """Return the aim at the centre of a square."""
        number = square_number(square)
        return cls(number % 8 + 0.5, number // 8 + 0.5)

    def __str__(self) -> str:
        if self.x is None or self.y is None:
            return FOUL
        if self.x % 1 == self.y % 1 == 0.5:
            return square_name(8 * int(self.y) + int(self.x))
        return f"{self.x:g},{self.y:g}"


FOUL_MOVE = Aim(None, None)


@dataclass(frozen=True)
class Landing:
    """What came of a throw: nothing else about it matters to the rules.

    Parameters
    ----------
    square : str or None
        Where the disc is set down, on top of whatever lies there; None for a foul.
    face : str
        The colour that shows, which is the disc's from now on: 'black' or 'white'.
    knocked : tuple of str
        The squares beside it whose top disc it knocked away.
    frame : str
        Of a foul that knocked discs, the square of the frame beside them: column ``@`` is left of a, row 0
        above row 1, and after the last column and row the alphabet and the numbers go on.

    Examples
    --------
    >>> str(Landing("c4", "black", ("d4",))), Landing.read("c4:B*d4").face
    ('c4:B*d4', 'black')
    >>> str(Landing(None, knocked=("a3", "a4"), frame="@3"))
    'foul:@3*a3a4'
    """

    square: str | None
    face: str = ""
    knocked: tuple[str, ...] = ()
    frame: str = ""

    def __str__(self) -> str:
        knocked = f"*{''.join(self.knocked)}" if self.knocked else ""
        if self.square is None:
            return f"{FOUL}:{self.frame}{knocked}" if knocked else FOUL
        return f"{self.square}:{self.face[0].upper()}{knocked}"

    @classmethod
    def read(cls, text: str) -> Landing:
        """Return the landing that a text such as ``c4:B``, ``c4:W*d4e5``, ``foul`` or ``foul:@3*a3`` means.

        Raises
        ------
        MoveError
            For any other text.
        """
        if text.strip().casefold() == FOUL:
            return cls(None)
        if match := _SLIP.fullmatch(text.strip().casefold()):
            return cls(None, "", tuple(re.findall("[a-h][1-8]", match[2])), match[1])
        match = _LANDING.fullmatch(text.strip().casefold())
        if match is None:
            hint = "The square, the face that shows, and the discs it knocked: c4:B, c4:W*d4e5."
            raise invalid("landing", text, "a landing or foul", hint, MoveError)
        return cls(match[1], checked_colour(match[2]), tuple(re.findall("[a-h][1-8]", match[3] or "")))


_SLIP = re.compile(r"foul:([@a-i][0-9])\*((?:[a-h][1-8])+)")
_LANDING = re.compile(r"([a-h][1-8]):(b|w|black|white)(?:\*((?:[a-h][1-8])+))?")
_POINT = re.compile(r"(\d+(?:\.\d*)?),\s*(\d+(?:\.\d*)?)")


@dataclass(frozen=True, eq=False)
class ThrowPosition:
    """A position of Throw Othello: the stacks, who throws, and what was thrown and fouled.

    Positions are equal when their future is: of the history only the discs thrown and the fouls count.

    Parameters
    ----------
    game : ThrowOthello
        The rules.
    black, white : int
        Bitboards of the squares whose top disc shows the colour: bit ``8 * row + column``.
    below : tuple of int
        For each of the 64 squares the discs hidden there: 1 for none; else the highest bit that is set marks
        the bottom, and each bit after it a disc from the bottom up, 1 where it shows white.
    to_move : {'black', 'white'}
        Who throws.
    thrown, fouls : (int, int)
        Discs thrown and fouls made by black and white.

    Examples
    --------
    >>> position = ThrowOthello(line="perfect").start_position().play("d3").play("d3")
    >>> position.stack("d3"), position.count("white"), position.stacked
    (('black', 'white'), 2, 1)
    """

    game: ThrowOthello
    black: int
    white: int
    below: tuple[int, ...] = (1,) * 64
    to_move: str = "black"
    thrown: tuple[int, int] = (0, 0)
    fouls: tuple[int, int] = (0, 0)
    plies: int = 0
    stacked: int = 0
    turned_over: int = 0
    knocked_off: int = 0
    deliberate: tuple[int, int] = (0, 0)
    last_landing: Landing | None = None

    # --- what is on the board

    def _key(self) -> tuple[Any, ...]:
        return self.black, self.white, self.below, self.to_move, self.thrown, self.fouls

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ThrowPosition):
            return NotImplemented
        return self._key() == other._key() and self.game == other.game

    @property
    def passes(self) -> int:
        """0: a turn is never passed over, other than by a foul."""
        return 0

    @property
    def occupied(self) -> int:
        """The bitboard of the squares with a disc."""
        return self.black | self.white

    def stack(self, square: str) -> tuple[str, ...]:
        """Return the colours of the discs on a square, from bottom to top."""
        number = square_number(square)
        if not self.occupied >> number & 1:
            return ()
        hidden = f"{self.below[number]:b}"[1:]
        top = "white" if self.white >> number & 1 else "black"
        return (*(self.game.colours[bit == "1"] for bit in hidden), top)

    def stacks(self) -> dict[str, tuple[str, ...]]:
        """Return the stacks by square, from a1 to h8, each from bottom to top."""
        return {square: self.stack(square) for square in square_names(self.occupied)}

    def hidden(self, colour: str) -> int:
        """Return the number of a colour's discs that lie under others."""
        bit = str(self.game.colours.index(checked_colour(colour)))
        return sum(f"{word:b}"[1:].count(bit) for word in self.below)

    def tops(self, colour: str) -> int:
        """Return the number of a colour's discs that are seen from above."""
        return int(getattr(self, checked_colour(colour))).bit_count()

    def count(self, colour: str) -> int:
        """Return the number of a colour's discs as the rules count them: all of them, or those on top."""
        return self.tops(colour) + (self.hidden(colour) if self.game.count == "all" else 0)

    def margin(self, colour: str) -> int:
        """Return the discs of a colour less those of the other side, as the rules count them."""
        return self.count(colour) - self.count(other_colour(checked_colour(colour)))

    def left(self, colour: str) -> int:
        """Return the discs that a colour may still throw."""
        return self.game.discs_each - self.thrown[self.game.colours.index(colour)]

    def counts_array(self) -> np.ndarray:
        """Return the counts of the game as the kernels take them."""
        counts = np.zeros(len(k.COUNTS), np.int64)
        counts[: k.RESTED] = (*self.thrown, *self.fouls, self.hidden("black"), self.hidden("white"))
        counts[k.RESTED : k.DELIBERATE] = self.plies, self.stacked, self.turned_over, self.knocked_off
        counts[k.DELIBERATE :] = self.deliberate
        return counts

    # --- the end

    @property
    def is_over(self) -> bool:
        """Whether all discs are thrown, or a side has made the foul that loses."""
        return self.end_reason is not None

    @property
    def end_reason(self) -> str | None:
        """Why the game is over, one of ``game.end_reasons``; None while it goes on."""
        reason = k.end_reason(self.counts_array(), self.game.discs_each, self.game.fouls_to_lose)
        return None if reason == k.NOBODY else self.game.end_reasons[reason]

    @property
    def winner(self) -> str | None:
        """'black', 'white' or 'draw'; None while the game goes on."""
        if not self.is_over:
            return None
        words = np.uint64(self.black), np.uint64(self.white)
        won = k.winner(*words, self.counts_array(), self.game.fouls_to_lose, self.game.count == "all")
        return (*self.game.colours, "draw")[won]

    @property
    def outcome(self) -> Outcome | None:
        """'first' if black won, 'second' if white did, or 'draw'; None while the game goes on."""
        outcomes: dict[str | None, Outcome] = {"black": "first", "white": "second", "draw": "draw"}
        return outcomes.get(self.winner)

    # --- what a throw came to

    def captured(self, square: str, face: str | None = None) -> tuple[str, ...]:
        """Return the top discs that a disc sandwiches that comes to rest on a square, the thrower's if no
        face is named.
        """
        colour = self.game.colours.index(checked_colour(face or self.to_move))
        words = np.uint64(self.black), np.uint64(self.white)
        return square_names(int(k.sandwiched(*words, square_number(square), colour)))

    def land(self, landing: Landing | str) -> ThrowPosition:
        """Return the position after a throw that came to this: a pure function of the landing.

        Parameters
        ----------
        landing : Landing or str
            Such as ``'c4:B*d4'`` (on c4, black side up, the top disc of d4 knocked away) or ``'foul'``.

        Raises
        ------
        MoveError
            Where the game is over, or no throw can come to this.

        Examples
        --------
        >>> after = ThrowOthello().start_position().land("c4:B*d4")
        >>> after.stack("e4"), after.stack("d4")
        (('black', 'white'), ())
        """
        found = Landing.read(landing) if isinstance(landing, str) else landing
        if self.is_over:
            hint = f"It ended: {self.end_reason}."
            raise invalid("landing", str(found), "none, the game is over", hint, MoveError)
        self._check_landing(found)
        return self._landed(found)

    def _check_landing(self, landing: Landing) -> None:
        if landing.square is None:
            self._check_slip(landing)
            return
        squares = square_names(board_mask(self.game.size))
        for square in (landing.square, *landing.knocked):
            if square not in squares:
                allowed = f"squares of the board, which ends at {squares[-1]}"
                raise invalid("landing", str(landing), allowed, error=MoveError)
        number = square_number(landing.square)
        beside = square_names(int(k.neighbours(np.uint64(1 << number))) & self.occupied)
        if landing.knocked and self.occupied >> number & 1:
            hint = "A disc that comes to rest on top of another knocks nobody."
            raise invalid("landing", str(landing), f"{landing.square} without knocks", hint, MoveError)
        for square in landing.knocked:
            if square not in beside:
                allowed = f"knocked discs beside {landing.square}: {', '.join(beside) or 'none'}"
                raise invalid("landing", str(landing), allowed, error=MoveError)

    def _check_slip(self, landing: Landing) -> None:
        """Raise where a foul cannot have knocked what it is said to have knocked."""
        if not landing.knocked:
            return
        if not self.game.knock_on_foul:
            hint = "By these rules a foul knocks nothing (knock_on_foul)."
            raise invalid("landing", str(landing), "foul", hint, MoveError)
        size = self.game.size
        row, column = frame_place(landing.frame)
        if not (-1 <= row <= size and -1 <= column <= size) or {row, column}.isdisjoint((-1, size)):
            allowed = f"a square of the frame, from @0 to {frame_name(size, size)}"
            raise invalid("landing", str(landing), allowed, error=MoveError)
        steps = zip(k.ROW_STEPS, k.COLUMN_STEPS, strict=True)
        around = [(row + down, column + right) for down, right in steps]
        beside = [square_name(8 * r + c) for r, c in around if 0 <= r < size and 0 <= c < size]
        beside = [square for square in beside if self.stack(square)]
        for square in landing.knocked:
            if square not in beside:
                allowed = f"knocked discs beside {landing.frame}: {', '.join(beside) or 'none'}"
                raise invalid("landing", str(landing), allowed, error=MoveError)

    def _landed(self, landing: Landing, on_purpose: bool = False) -> ThrowPosition:
        colour = self.game.colours.index(self.to_move)
        counts, below = self.counts_array(), np.array(self.below, np.uint64)
        black, white = np.uint64(self.black), np.uint64(self.white)
        knocked = np.uint64(sum(1 << square_number(square) for square in landing.knocked))
        if landing.square is None:
            k.foul(counts, colour, on_purpose)
            if landing.knocked:
                place = frame_place(landing.frame)
                black, white = k.with_knocked(black, white, below, counts, *place, knocked, self.game.size)
        else:
            face = self.game.colours.index(landing.face)
            square = square_number(landing.square)
            black, white, _ = k.come_to_rest(
                black, white, below, counts, square, face, knocked, self.game.size, colour
            )
        thrower = k.next_to_throw(counts, colour, self.game.discs_each)
        n = counts.tolist()
        return replace(
            self, black=int(black), white=int(white), below=tuple(below.tolist()),
            to_move=self.game.colours[thrower], thrown=tuple(n[0:2]), fouls=tuple(n[2:4]),
            plies=n[k.RESTED], stacked=n[k.STACKED], turned_over=n[k.TURNED_OVER],
            knocked_off=n[k.KNOCKED_OFF], deliberate=tuple(n[k.DELIBERATE :]), last_landing=landing,
        )  # fmt: skip

    # --- aiming

    def legal_moves(self) -> tuple[Aim, ...]:
        """Return the aims of the rules' grid, rows from the top, and the foul on purpose.

        Every other point of the board may be aimed at too: `play` and `outcomes` take its text.
        """
        return () if self.is_over else _aims(self.game.size, self.game.aims_per_square)

    def random_weights(self) -> tuple[Fraction, ...]:
        """Return the chance of each legal move under random play: aims are equally likely, no foul."""
        n = len(self.legal_moves()) - 1
        return (*(Fraction(1, n) for _ in range(n)), Fraction(0)) if n > 0 else ()

    def steps(self, move: Aim | str) -> dict[str, int]:
        """Return what the throw is certain to add to the counts of the record.

        Whether it comes to rest, and so is a ply, chance decides where the spread is not 0.
        """
        if not self.game.physics.is_perfect:
            return {"thrown": 1}
        return {"thrown": 1, "plies": int(self.find_move(move) != FOUL_MOVE)}

    def landings(self, move: Aim | str) -> dict[Landing, float]:
        """Return what may come of a move, each landing with its chance, by the exact landing law.

        Examples
        --------
        >>> position = ThrowOthello(line="perfect", turnover=0.25).start_position()
        >>> {str(landing): chance for landing, chance in position.landings("d3").items()}
        {'d3:B': 0.75, 'd3:W': 0.25}
        """
        aim = self.find_move(move)
        if aim == FOUL_MOVE:
            return {Landing(None): 1.0}
        found: dict[Landing, float] = {}
        for landing, chance in self._landings(aim):
            found[landing] = found.get(landing, 0.0) + chance
        return {landing: chance for landing, chance in found.items() if chance > 0}

    def _landings(self, aim: Aim) -> Iterator[tuple[Landing, float]]:
        physics, colours = self.game.physics, (self.to_move, other_colour(self.to_move))
        law = landing_law(aim.x, aim.y, physics, self.occupied, self.game.size, OUTCOME_NODES)
        faces = tuple(zip(colours, (1 - physics.turnover, physics.turnover), strict=True))
        slips = law.slips if self.game.knock_on_foul else ()
        yield Landing(None), law.foul - sum(chance for *_, chance in slips)
        for row, column, contacts, chance in slips:
            for knocked, of_knock in _subsets(square_names(contacts), physics.knock):
                frame = frame_name(row, column) if knocked else ""
                yield Landing(None, "", knocked, frame), chance * of_knock
        for candidates, contacts, under, chance in law.places:
            for face, of_face in faces:
                flat = chance * of_face * (1 - physics.upright)
                square = square_name(self._chosen(candidates, face))
                for knocked, of_knock in _subsets(square_names(contacts), physics.knock):
                    yield Landing(square, face, knocked), flat * of_knock
                if physics.upright:
                    yield (
                        Landing(square_name(self.tipped_to(under)), face),
                        chance * of_face * physics.upright,
                    )

    def _chosen(self, candidates: int, face: str) -> int:
        words = np.uint64(self.black), np.uint64(self.white), np.uint64(candidates)
        colours = self.game.colours.index(face), self.game.colours.index(self.to_move)
        return int(k.better_square(*words, *colours, self.game.count == "all"))

    def tipped_to(self, number: int) -> int:
        """Return onto which square the thrower tips a disc that stands on edge, both by their numbers."""
        board = np.uint64(board_mask(self.game.size))
        return int(
            k.tipped_to(
                np.uint64(self.black), np.uint64(self.white), number, self.game.physics.turnover,
                self.game.colours.index(self.to_move), board, self.game.count == "all",
            )
        )  # fmt: skip

    def better_square(self, squares: tuple[str, ...], face: str) -> str:
        """Return the square the thrower takes where it is too close to call which one the disc covers most.

        The larger gain for the thrower with the face that shows, the first from a1 on of equals.
        """
        return square_name(self._chosen(sum(1 << square_number(square) for square in squares), face))

    def outcomes(self, move: Aim | str) -> tuple[tuple[Fraction, ThrowPosition], ...]:
        """Return what `move` may lead to, each position with its chance.

        The chances come from the exact landing law and are multiples of 2**-60 that add up to 1; what is
        less likely than that is left out.

        Raises
        ------
        MoveError
            Where the move cannot be read, or the game is over.
        """
        aim = self.find_move(move)
        chances: dict[ThrowPosition, float] = {}
        for landing, chance in self.landings(aim).items():
            after = self._landed(landing, on_purpose=aim == FOUL_MOVE)
            chances[after] = chances.get(after, 0.0) + chance
        units = {after: round(chance * UNIT) for after, chance in chances.items()}
        likeliest = max(units, key=units.__getitem__)
        units[likeliest] += UNIT - sum(units.values())
        return tuple((Fraction(n, UNIT), after) for after, n in units.items() if n)

    def play(self, move: Aim | str) -> ThrowPosition:
        """Return the position after a move whose result is certain, or after the landing that a text names.

        Parameters
        ----------
        move : Aim or str
            ``'d3'``, ``'3,2.5'`` or ``'foul'``; or what came of a throw, such as ``'d3:B'``.

        Raises
        ------
        MoveError
            Where the move cannot be read, the game is over, or chance decides what comes of it.
        """
        if isinstance(move, str) and ":" in move:
            return self.land(move)
        outcomes = self.outcomes(move)
        if len(outcomes) > 1:
            hint = "Name the landing, such as d3:B, or take one of outcomes(move)."
            raise invalid("move", str(move), "a move whose result is certain", hint, MoveError)
        return outcomes[0][1]

    def find_move(self, move: Aim | str) -> Aim:
        """Return the aim that `move` means: any point of the board, or a foul.

        Raises
        ------
        MoveError
            Where it cannot be read or lies off the board, or the game is over.
        """
        if self.is_over:
            hint = f"It ended: {self.end_reason}."
            raise invalid("move", str(move), "none, the game is over", hint, MoveError)
        size = self.game.size
        aim = move if isinstance(move, Aim) else _aim_of_text(str(move))
        if aim is not None:
            if aim == FOUL_MOVE:
                return FOUL_MOVE
            if 0 <= aim.x <= size and 0 <= aim.y <= size:  # type: ignore[operator]
                return aim
        last = square_name(9 * (size - 1))
        allowed = f"a square from a1 to {last}, a point x,y from 0,0 to {size},{size}, or foul"
        raise invalid("move", str(move), allowed, error=MoveError)

    # --- whole games

    def uncapped(self) -> ThrowPosition:
        """Return the position itself: no game is capped."""
        return self

    def record(self) -> dict[str, Any]:
        """Return the columns of the record that the position knows; also of a game that still goes on."""
        return {
            "rule": self.game.rule,
            "plies": self.plies,
            "thrown": sum(self.thrown),
            "fouls_black": self.fouls[0],
            "fouls_white": self.fouls[1],
            "deliberate_black": self.deliberate[0],
            "deliberate_white": self.deliberate[1],
            "stacked": self.stacked,
            "turned_over": self.turned_over,
            "knocked_off": self.knocked_off,
            "end_reason": self.end_reason,
            "black": self.count("black"),
            "white": self.count("white"),
            "hidden_black": self.hidden("black"),
            "hidden_white": self.hidden("white"),
            "winner": self.winner,
        }

    # --- showing

    def diagram(self) -> str:
        """Return the position in one line, as `ThrowOthello.position` reads it."""
        return f"{'/'.join(''.join(row) for row in self._rows())} {self._status()}"

    def _rows(self) -> list[list[str]]:
        size = self.game.size
        return [[self._sign(8 * row + column) for column in range(size)] for row in range(size)]

    def _sign(self, number: int) -> str:
        stack = self.stack(square_name(number))
        signs = "".join("X" if colour == "black" else "O" for colour in stack)
        return f"({signs})" if len(signs) > 1 else signs or "."

    def _status(self) -> str:
        pairs = (
            f"{word}: black {pair[0]}, white {pair[1]}"
            for word, pair in (("thrown", self.thrown), ("fouls", self.fouls))
        )
        return f"{self.to_move} to move; {'; '.join(pairs)}"

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(len(row[column]) for row in rows) for column in range(self.game.size)]
        lines = [COLUMNS[: self.game.size], *rows]
        numbers = [" ", *map(str, range(1, self.game.size + 1))]
        text = [
            " ".join(
                [number, *(f"{sign:<{width}}" for sign, width in zip(line, widths, strict=True))]
            ).rstrip()
            for number, line in zip(numbers, lines, strict=True)
        ]
        return "\n".join([*text, self._status()])

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.diagram()!r})"

    def _repr_html_(self) -> str:
        return html_of(self)


@cache
def _aims(size: int, aims_per_square: int) -> tuple[Aim, ...]:
    points = [0.5 + i / aims_per_square for i in range(aims_per_square * (size - 1) + 1)]
    return (*(Aim(x, y) for y in points for x in points), FOUL_MOVE)


def _aim_of_text(text: str) -> Aim | None:
    text = text.strip().casefold()
    if text == FOUL:
        return FOUL_MOVE
    if re.fullmatch("[a-h][1-8]", text):
        return Aim.at(text)
    match = _POINT.fullmatch(text)
    return Aim(float(match[1]), float(match[2])) if match else None


def _subsets(squares: tuple[str, ...], chance: float) -> list[tuple[tuple[str, ...], float]]:
    """Return the sets of discs that may be knocked, each with its chance; those of chance 0 left out."""
    found = [
        (chosen, chance**n * (1 - chance) ** (len(squares) - n))
        for n in range(len(squares) + 1)
        for chosen in combinations(squares, n)
    ]
    return [(chosen, of_set) for chosen, of_set in found if of_set > 0]


# --- start position and diagrams


def start_position(game: ThrowOthello) -> ThrowPosition:
    """Return the position every game of these rules begins with, see `ThrowOthello.start_position`."""
    low = game.size // 2 - 1
    nw, ne, sw, se = (1 << 8 * row + column for row in (low, low + 1) for column in (low, low + 1))
    return ThrowPosition(game, ne | sw, nw | se)


_STATUS = re.compile(
    r"(?:^|\s)(black|white|b|w)(?:\s+to\s+move)?\s*"
    r"(?:;\s*thrown:\s*black\s+(\d+),\s*white\s+(\d+))?\s*(?:;\s*fouls:\s*black\s+(\d+),\s*white\s+(\d+))?\s*$",
    re.IGNORECASE,
)


def position_of_diagram(game: ThrowOthello, diagram: str) -> ThrowPosition:
    """Return the position of a text diagram, see `ThrowOthello.position`.

    Raises
    ------
    RulesError
        Where the diagram has not `size` rows of `size` squares, holds another sign, or more was thrown than
        there are discs.
    """
    text, to_move, thrown, fouls = str(diagram).strip(), "black", (0, 0), (0, 0)
    if match := _STATUS.search(text):
        to_move = checked_colour(match[1])
        thrown = int(match[2] or 0), int(match[3] or 0)
        fouls = int(match[4] or 0), int(match[5] or 0)
        text = text[: match.start()]
    rows = [row for row in (_squares_of_row(line) for line in re.split(r"[/\n]", text)) if row]
    size = game.size
    if len(rows) != size or any(len(row) != size for row in rows):
        shape = " ".join(str(len(row)) for row in rows) or "none"
        hint = f"Squares a row: {shape}. Signs: . X O, and stacks such as (XO)."
        raise invalid("diagram", diagram, f"{size} rows of {size} squares", hint, RulesError)
    for name, pair, most in (("thrown", thrown, game.discs_each), ("fouls", fouls, game.fouls_to_lose)):
        if max(pair) > most:
            raise invalid(name, pair, f"at most {most} each", error=RulesError)
    if any(foul > n for foul, n in zip(fouls, thrown, strict=True)):
        raise invalid("fouls", fouls, f"no more than were thrown, {thrown}", error=RulesError)
    position = ThrowPosition(game, *_boards(rows), to_move, thrown, fouls)
    return (
        position
        if position.left(to_move) or position.is_over
        else replace(position, to_move=other_colour(to_move))
    )


def _boards(rows: list[list[str]]) -> tuple[int, int, tuple[int, ...]]:
    black = white = 0
    below = [1] * 64
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            number, discs = 8 * row + column, sign.strip("().")
            if not discs:
                continue
            if len(discs) > 63:
                raise invalid("stack", sign, "at most 63 discs", error=RulesError)
            if discs[-1] == "X":
                black |= 1 << number
            else:
                white |= 1 << number
            for disc in discs[:-1]:
                below[number] = below[number] << 1 | (disc == "O")
    return black, white, tuple(below)


def _squares_of_row(line: str) -> list[str]:
    """Return the signs of a row's squares; nothing for a line of column letters."""
    text = re.sub(r"^\s*[1-8]\s+|\s+[1-8]\s*$", "", line)
    text = re.sub(r"\s", "", text)
    if text and text == COLUMNS[: len(text)]:
        return []
    text = re.sub("[-_・]", ".", text.upper().replace("*", "X").replace("●", "X").replace("○", "O"))
    signs = re.findall(r"\([XO]+\)|.", text)
    for sign in signs:
        if sign not in (".", "X", "O") and not re.fullmatch(r"\([XO]+\)", sign):
            raise unknown_choice("sign in the diagram", sign, (".", "X", "O", "(XO)"), RulesError)
    return signs
