"""Where on a drawing a person points: the named places of a board, in the drawing's own units."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Place"]


@dataclass(frozen=True)
class Place:
    """A rectangle of a drawing that has a name in the game's notation.

    Attributes
    ----------
    name : str
        As in move texts: a square ``"d3"``, a piece in hand ``"sente:P"``, a hand of a player ``"first:L"``.
    x, y : float
        The upper left corner, in units of the drawing's ``viewBox``.
    width, height : float
        In the same units.
    row, column : int
        Where arrow keys find it: the row from the top and the column from the left, from 0.

    Examples
    --------
    >>> Place("a1", x=20, y=20, width=40, height=40, row=0, column=0).name
    'a1'
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    row: int
    column: int
