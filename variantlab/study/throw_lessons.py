"""One throw of Throw Othello looked at closely: where a disc rests and why, and what it does to the board."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from variantlab.games.throw_othello import kernels as k
from variantlab.games.throw_othello.landing import quadrant_share, resting_place, share_on_board
from variantlab.games.throw_othello.position import (
    FOUL_MOVE,
    Aim,
    Landing,
    ThrowPosition,
    frame_place,
    square_name,
    square_names,
    square_number,
)
from variantlab.games.throw_othello.rules import ThrowOthello

__all__ = [
    "Effects",
    "LawOfSquares",
    "Rest",
    "covered_shares",
    "effects",
    "law_of_squares",
    "origin_of",
    "rest_at",
]

#: Why a disc rests where it does.
WAYS = ("covers", "too_close", "on_top", "leans", "stays", "off")


@dataclass(frozen=True)
class Rest:
    """Where a disc rests whose centre came to lie at a point, and why.

    Attributes
    ----------
    point : (float, float)
        The centre, in squares from the upper left corner of the board.
    way : {'covers', 'too_close', 'on_top', 'leans', 'stays', 'off'}
        It belongs to the square that it covers most; several are too close to call; it lies on top of a
        disc; it leans on one and is set down on the free square under its far rim; that is not free, and it
        stays on the disc that it leans on; no part of it lies over the board.
    squares : tuple of str
        The square it is set down on; all that are too close to call; none for 'off'.
    touched : tuple of str
        The discs that it may knock away.
    nearest : str or None
        The disc that it leans or lies on.
    rim : (float, float) or None
        Of a disc that leans, its rim on the far side.
    safe : float
        The chance that it is no foul: the share of the disc over the board, 1 where its centre is.
    """

    point: tuple[float, float]
    way: str
    squares: tuple[str, ...]
    touched: tuple[str, ...] = ()
    nearest: str | None = None
    rim: tuple[float, float] | None = None
    safe: float = 1.0


def centre_of(square: str) -> tuple[float, float]:
    """Return the centre of a square, in squares from the upper left corner of the board.

    Examples
    --------
    >>> centre_of("d3")
    (3.5, 2.5)
    """
    number = square_number(square)
    return number % 8 + 0.5, number // 8 + 0.5


def rest_at(position: ThrowPosition, x: float, y: float) -> Rest:
    """Return where a disc rests whose centre came to lie at a point, before it is known whether it is a foul.

    Parameters
    ----------
    position : ThrowPosition
        The board it is thrown onto.
    x, y : float
        In squares from the upper left corner of the board.

    Examples
    --------
    >>> start = ThrowOthello().start_position()
    >>> [(rest.way, rest.squares) for rest in (rest_at(start, 2.3, 2.4), rest_at(start, 2.8, 3.5))]
    [('covers', ('c3',)), ('leans', ('c4',))]
    """
    physics, size = position.game.physics, position.game.size
    radius = physics.disc_radius
    safe = float(share_on_board(x, y, size, radius))
    if safe == 0:
        return Rest((x, y), "off", (), safe=0.0)
    candidates, contacts = resting_place(
        x, y, np.uint64(position.occupied), size, radius, physics.stack_within, physics.tie_tolerance
    )
    squares, touched = square_names(int(candidates)), square_names(int(contacts))
    distances = {square: math.dist((x, y), centre_of(square)) for square in position.stacks()}
    nearest = min(distances, key=distances.__getitem__, default=None)
    if nearest is None or distances[nearest] > 2 * radius:
        return Rest((x, y), "covers" if len(squares) == 1 else "too_close", squares, safe=safe)
    if distances[nearest] <= physics.stack_within:
        return Rest((x, y), "on_top", squares, nearest=nearest, safe=safe)
    away = ((x, y)[i] - centre_of(nearest)[i] for i in range(2))
    rim_x, rim_y = (at + radius * d / distances[nearest] for at, d in zip((x, y), away, strict=True))
    way = "leans" if squares != (nearest,) else "stays"
    return Rest((x, y), way, squares, touched, nearest, (rim_x, rim_y), safe)


def covered_shares(game: ThrowOthello, x: float, y: float) -> dict[str, float]:
    """Return the share of a disc over each square of the board, those it does not touch left out.

    Parameters
    ----------
    game : ThrowOthello
        The board and the width of the disc.
    x, y : float
        The disc's centre, in squares from the upper left corner of the board.

    Examples
    --------
    >>> {square: round(share, 3) for square, share in covered_shares(ThrowOthello(), 3.0, 2.5).items()}
    {'c3': 0.5, 'd3': 0.5}
    """
    radius, size = game.physics.disc_radius, game.size
    right, below = math.floor(x + 0.5), math.floor(y + 0.5)
    u, v = (x - right) / radius, (y - below) / radius
    shares = {}
    for row, column in ((below - 1, right - 1), (below - 1, right), (below, right - 1), (below, right)):
        share = float(quadrant_share(u if column == right else -u, v if row == below else -v))
        if 0 <= row < size and 0 <= column < size and share > 1e-12:
            shares[square_name(8 * row + column)] = share
    return shares


@dataclass(frozen=True)
class Effects:
    """What a throw did to the board.

    Attributes
    ----------
    captured : tuple of str
        The squares whose top disc it turned.
    knocked : dict of str to (str or None)
        For each disc that it knocked away, from where to where; None: off the board.
    """

    captured: tuple[str, ...]
    knocked: dict[str, str | None]


def effects(position: ThrowPosition, landing: Landing | str) -> Effects:
    """Return what a throw that comes to this does to the board.

    Raises
    ------
    MoveError
        Where no throw can come to this.

    Examples
    --------
    >>> effects(ThrowOthello().start_position(), "c4:B*d4")
    Effects(captured=(), knocked={'d4': 'e4'})
    """
    found = Landing.read(landing) if isinstance(landing, str) else landing
    position.land(found)
    game = position.game
    captured: tuple[str, ...] = ()
    if found.square is not None:
        knocked = np.uint64(sum(1 << square_number(square) for square in found.knocked))
        black, white = np.uint64(position.black), np.uint64(position.white)
        *_, turned = k.come_to_rest(
            black, white, np.array(position.below, np.uint64), position.counts_array(),
            square_number(found.square), game.colours.index(found.face), knocked, game.size,
            game.colours.index(position.to_move),
        )  # fmt: skip
        captured = square_names(int(turned))
    return Effects(captured, {square: _pushed(game, found, square) for square in found.knocked})


def origin_of(landing: Landing) -> tuple[float, float]:
    """Return the centre of the square, or of the square of the frame, that knocked discs move away from.

    Examples
    --------
    >>> origin_of(Landing.read("c4:B*d4")), origin_of(Landing.read("foul:@3*a3"))
    ((2.5, 3.5), (-0.5, 2.5))
    """
    if landing.square is not None:
        return centre_of(landing.square)
    row, column = frame_place(landing.frame)
    return column + 0.5, row + 0.5


def _pushed(game: ThrowOthello, landing: Landing, square: str) -> str | None:
    """Return where a knocked disc stops: one square directly away from the disc that knocked it."""
    x, y = (
        math.floor(2 * at - from_) for at, from_ in zip(centre_of(square), origin_of(landing), strict=True)
    )
    return square_name(8 * y + x) if 0 <= x < game.size and 0 <= y < game.size else None


@dataclass(frozen=True)
class LawOfSquares:
    """Where an aimed disc comes to rest, by the exact landing law.

    Attributes
    ----------
    squares : dict of str to float
        The chance of each square, ties decided and discs on edge tipped as the thrower likes best.
    foul : float
        The chance of a foul.
    other_face : float
        The chance that it rests on the board with its other face up.
    stacked : float
        The chance that it comes to rest on top of a disc.
    knocks : float
        The chance that it knocks a disc away.
    """

    squares: dict[str, float]
    foul: float
    other_face: float
    stacked: float
    knocks: float


def law_of_squares(position: ThrowPosition, aim: Aim | str) -> LawOfSquares:
    """Return the chances of where a disc comes to rest that is thrown at an aim, by the model of the throw.

    Raises
    ------
    MoveError
        Where the aim cannot be read, or the game is over.

    Examples
    --------
    >>> law = law_of_squares(ThrowOthello().start_position(), "c4")
    >>> round(law.squares["c4"], 2), round(law.foul, 2)
    (0.7, 0.0)
    """
    found = position.find_move(aim)
    squares: dict[str, float] = {}
    foul = other_face = stacked = knocks = 0.0
    for landing, chance in position.landings(found).items():
        knocks += chance * bool(landing.knocked)
        if landing.square is None:
            foul += chance
            continue
        squares[landing.square] = squares.get(landing.square, 0.0) + chance
        other_face += chance * (landing.face != position.to_move)
        stacked += chance * bool(position.stack(landing.square))
    ordered = dict(sorted(squares.items(), key=lambda pair: square_number(pair[0])))
    return LawOfSquares(ordered, 1.0 if found == FOUL_MOVE else foul, other_face, stacked, knocks)
