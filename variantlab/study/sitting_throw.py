"""Throws of a game by hand: drawn from the model of the throw, or taken down from where a real disc lay."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from variantlab.errors import MoveError, invalid
from variantlab.games.bits import DRAW_STEP, game_key
from variantlab.games.throw_othello import kernels as k
from variantlab.games.throw_othello import search as s
from variantlab.games.throw_othello.landing import resting_place, share_on_board
from variantlab.games.throw_othello.physics import Physics
from variantlab.games.throw_othello.position import (
    FOUL,
    FOUL_MOVE,
    Aim,
    Landing,
    ThrowPosition,
    board_mask,
    frame_name,
    square_names,
)
from variantlab.games.throw_othello.rules import checked_colour
from variantlab.games.throw_othello.series import landing_kept

__all__ = ["Thrown", "after_throw", "aim_of_text", "drawn_throw", "landed_throw", "throw_of_text"]

NOT_KNOWN = "?"
ARROW = ">"
_WORD = 1 << 64


@dataclass(frozen=True)
class Thrown:
    """A throw and what came of it.

    Parameters
    ----------
    aim : str
        Where it was aimed: ``'d3'``, ``'3,2.25'``, ``'foul'`` for a foul on purpose, ``'?'`` where nobody
        took it down.
    landing : Landing
        What came of it.
    point : (float, float) or None
        Where the disc's centre came to lie, in squares from the upper left corner, where that is known.

    Examples
    --------
    >>> str(Thrown("d3", Landing("c4", "black", ("d4",)))), str(Thrown("foul", Landing(None)))
    ('d3>c4:B*d4', 'foul')
    """

    aim: str
    landing: Landing
    point: tuple[float, float] | None = None

    @property
    def on_purpose(self) -> bool:
        """Whether it was a foul on purpose."""
        return self.aim == FOUL

    def __str__(self) -> str:
        return FOUL if self.on_purpose else f"{self.aim}{ARROW}{self.landing}"


def throw_of_text(text: str) -> Thrown:
    """Return the throw of a text: ``'d3>c4:B*d4'``, ``'c4:B'`` where the aim is not known, ``'foul'``.

    Raises
    ------
    MoveError
        For any other text.

    Examples
    --------
    >>> throw_of_text("c4:b").aim, str(throw_of_text("3,2.5>foul"))
    ('?', '3,2.5>foul')
    """
    aim, arrow, landing = str(text).strip().rpartition(ARROW)
    if not arrow and landing.casefold() == FOUL:
        return Thrown(FOUL, Landing(None))
    return Thrown(aim.strip() or NOT_KNOWN, Landing.read(landing))


def aim_of_text(text: str) -> Aim:
    """Return the aim of a text such as ``'d3'`` or ``'3,2.25'``.

    Examples
    --------
    >>> aim_of_text("d3"), aim_of_text("3,2.25").x
    (Aim(x=3.5, y=2.5), 3.0)
    """
    if "," in text:
        x, y = text.split(",")
        return Aim(float(x), float(y))
    return Aim.at(text)


def after_throw(position: ThrowPosition, thrown: Thrown) -> ThrowPosition:
    """Return the position after a throw.

    Raises
    ------
    MoveError
        Where the game is over, or no throw can come to this.
    """
    if thrown.on_purpose:
        return position.play(FOUL_MOVE)
    if thrown.aim != NOT_KNOWN:
        position.find_move(thrown.aim)
    return position.land(thrown.landing)


def drawn_throw(
    position: ThrowPosition,
    aim: Aim | str,
    seed: int,
    game_index: int,
    turn: int,
    physics: Physics | None = None,
) -> Thrown:
    """Return what comes of an aim, drawn from the model of the throw.

    Parameters
    ----------
    position : ThrowPosition
        A position that is not over.
    aim : Aim or str
        Where the disc is thrown.
    seed, game_index, turn : int
        The series, the game's number in it from 0, and the throws before this one: with the same three the
        same aim comes to the same, as in the series that `ThrowOthello.simulate` plays.
    physics : Physics, optional
        How it is thrown; as the rules say if left out.

    Examples
    --------
    >>> from variantlab.games.throw_othello.rules import ThrowOthello
    >>> start = ThrowOthello().start_position()
    >>> drawn_throw(start, "d3", 1, 0, 0) == drawn_throw(start, "d3", 1, 0, 0)
    True
    >>> str(drawn_throw(ThrowOthello(line="perfect").start_position(), "d3", 1, 0, 0))
    'd3>d3:B'
    """
    found = position.find_move(aim)
    if found == FOUL_MOVE or found.x is None or found.y is None:
        return Thrown(FOUL, Landing(None))
    game, colour = position.game, position.game.colours.index(position.to_move)
    how = physics or game.physics
    start = int(game_key(np.uint64(seed), np.uint64(game_index)))
    key = np.uint64((start + turn * int(k.DRAWS) * int(DRAW_STEP)) % _WORD)
    x = float(k.thrown_point(key, found.x, how.sigma_across, k.ACROSS))
    y = float(k.thrown_point(key, found.y, how.sigma_along, k.ALONG))
    square, face, knocked = s.landed(
        np.uint64(position.black), np.uint64(position.white), np.uint64(position.occupied), x, y, key, colour,
        np.uint64(board_mask(game.size)), game.size, how.turnover, how.knock, how.upright, how.disc_radius,
        how.stack_within, how.tie_tolerance, game.count == "all", game.knock_on_foul,
    )  # fmt: skip
    landing = landing_kept(game, int(square), int(face), int(knocked), (x, y))
    return Thrown(str(found), landing, (x, y))


def landed_throw(
    position: ThrowPosition,
    x: float | None,
    y: float | None,
    face: str = "",
    knocked: Sequence[str] = (),
    square: str | None = None,
    aim: Aim | str | None = None,
) -> Thrown:
    """Return the throw of a real disc, from where its centre came to lie.

    Parameters
    ----------
    position : ThrowPosition
        The position before it.
    x, y : float or None
        In squares from the upper left corner of the board. None for a disc that did not come to rest on the
        board; so is one of which no part lies over the board.
    face : str
        The colour that shows, the thrower's if left out.
    knocked : sequence of str
        The squares whose top disc it knocked away.
    square : str, optional
        Which square the thrower chose, where it is too close to call; the better one if left out.
    aim : Aim or str, optional
        Where it was aimed, where somebody took it down.

    Raises
    ------
    MoveError
        Where a number is no point, or the square is none of those it may belong to.

    Examples
    --------
    >>> from variantlab.games.throw_othello.rules import ThrowOthello
    >>> str(landed_throw(ThrowOthello().start_position(), 3.4, 2.6))
    '?>d3:B'
    """
    where = NOT_KNOWN if aim is None else str(position.find_move(aim))
    if x is None or y is None:
        return Thrown(where, Landing(None))
    point = _point(x, y)
    game = position.game
    physics: Any = game.physics
    if float(share_on_board(*point, game.size, physics.disc_radius)) == 0:
        frame = frame_name(math.floor(point[1]), math.floor(point[0])) if knocked else ""
        return Thrown(where, Landing(None, "", tuple(knocked), frame), point)
    colour = checked_colour(face or position.to_move)
    candidates, _ = resting_place(
        *point, np.uint64(position.occupied), game.size, physics.disc_radius, physics.stack_within,
        physics.tie_tolerance,
    )  # fmt: skip
    possible = square_names(int(candidates))
    chosen = square or position.better_square(possible, colour)
    if chosen not in possible:
        raise invalid("square", chosen, ", ".join(possible), "The disc lies there.", MoveError)
    return Thrown(where, Landing(chosen, colour, tuple(knocked)), point)


def _point(x: Any, y: Any) -> tuple[float, float]:
    try:
        point = float(x), float(y)
    except (TypeError, ValueError):
        point = (np.nan, np.nan)
    if not np.isfinite(point).all():
        allowed = "two numbers, in squares from the upper left corner of the board"
        raise invalid("landing point", (x, y), allowed, error=MoveError)
    return point
