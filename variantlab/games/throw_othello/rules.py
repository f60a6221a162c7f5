"""Throw Othello (投げオセロ): the rules as data, and whole series of games.

The rules are the article's. How a disc flies is a model, see `variantlab.games.throw_othello.physics`: an
assumption, not a measurement.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import Game, rule
from variantlab.games.throw_othello.physics import LINES, Physics

if TYPE_CHECKING:
    import numpy as np

    from variantlab.games.throw_othello.position import Aim, ThrowPosition

#: Discs hidden on one square fit one word of 64 bits.
MOST_DISCS_EACH = 30
MOST_GAMES_IN_MEMORY = 50_000_000
LARGEST_SIGMA = 8.0


def _of_the_line(name: str, high: float) -> Callable[[Any], float | None]:
    """Return how a constant is read that is the line's where it is None."""

    def read(given: Any) -> float | None:
        if given is None or (isinstance(given, str) and given.strip().casefold() in ("none", "")):
            return None
        try:
            number = None if isinstance(given, bool) else float(given)
        except (TypeError, ValueError, OverflowError):
            number = None
        if number is None or not 0 <= number <= high:
            raise invalid(name, given, f"a number from 0 to {high:g}, or none", error=RulesError)
        return number

    return read


def _line_rule(name: str, high: float, note: str) -> Any:
    return rule(None, low=0, high=high, note=note, source="decision", read=_of_the_line(name, high))


@dataclass(frozen=True, repr=False)
class ThrowOthello(Game):
    """Throw Othello under one set of rules and one model of throwing.

    Parameters
    ----------
    discs_each : int
        Discs each player throws, 1 to 30. Black throws first, strictly in turn.
    count : {'all', 'top'}
        Whether hidden discs count at the end, or only what is seen from above.
    fouls_to_lose : int
        The foul that loses the game at once.
    line : {'beginner', 'intermediate', 'advanced', 'perfect'}
        The throwing line: the constants of the throw that are not given here. An assumption, not a
        measurement.
    sigma_across, sigma_along, turnover, knock, upright : float or None
        Constants of the throw, see `variantlab.games.throw_othello.physics.Physics`; None is the line's.
    disc_radius, tie_tolerance : float
        Constants of the disc.
    stack_within : float or None
        A disc rests on top of one whose centre is so near; None is the disc's radius.
    knock_on_foul : bool
        Whether a disc that slips off the board knocks the discs that it touches at the end of its path. A
        foul on purpose knocks nothing.
    aims_per_square : {1, 2}
        The aims that are listed as moves: the centres of the squares, or also the points between them. Any
        other point of the board may be given in text.
    size : {8, 6, 4}
        Columns and rows of the board.

    Raises
    ------
    RulesError
        Where a value is not allowed; the message names the field.

    Examples
    --------
    >>> game = ThrowOthello(line="perfect")
    >>> print(game.start_position().play("d3"))
      a b c d e f g h
    1 . . . . . . . .
    2 . . . . . . . .
    3 . . . X . . . .
    4 . . . X X . . .
    5 . . . X O . . .
    6 . . . . . . . .
    7 . . . . . . . .
    8 . . . . . . . .
    white to move; thrown: black 1, white 0; fouls: black 0, white 0
    >>> ThrowOthello(count="tops")
    Traceback (most recent call last):
    variantlab.errors.RulesError: count: got 'tops'; allowed: all, top. Did you mean 'top'?
    """

    discs_each: int = rule(16, low=1, high=MOST_DISCS_EACH, note="discs each player throws")
    count: str = rule("all", allowed=("all", "top"), note="whether hidden discs count")
    fouls_to_lose: int = rule(3, low=1, high=31, note="the foul that loses the game")
    line: str = rule(
        "beginner",
        allowed=("beginner", "intermediate", "advanced", "perfect"),
        note="the throwing line, as a preset of the model",
    )
    sigma_across: float | None = _line_rule(
        "sigma_across", LARGEST_SIGMA, "spread of the landing point across the throw, in squares"
    )
    sigma_along: float | None = _line_rule(
        "sigma_along", LARGEST_SIGMA, "spread of the landing point along the throw, in squares"
    )
    turnover: float | None = _line_rule("turnover", 1, "the chance that the other face shows")
    knock: float | None = _line_rule("knock", 1, "the chance that a disc in contact is knocked")
    upright: float | None = _line_rule("upright", 1, "the chance that a disc stands on edge")
    disc_radius: float = rule(0.44, low=0.05, high=0.5, note="half the width of a disc", source="decision")
    stack_within: float | None = _line_rule(
        "stack_within", 1, "how near to a disc's centre another rests on top of it"
    )
    tie_tolerance: float = rule(
        0.02, low=0, high=0.5, note="shares of the disc so near are too close to call", source="decision"
    )
    knock_on_foul: bool = rule(
        False, note="whether a disc that slips off the board knocks the discs it touches", source="decision"
    )
    aims_per_square: int = rule(2, allowed=(1, 2), note="aims listed as moves", source="ours")
    size: int = rule(8, allowed=(4, 6, 8), note="columns and rows of the board", source="ours")

    name: ClassVar[str] = "throw_othello"
    rule: ClassVar[str] = "throw"
    drawing: ClassVar[str] = "variantlab.view.throw_boards:position_html"
    colours: ClassVar[tuple[str, str]] = ("black", "white")
    end_reasons: ClassVar[tuple[str, ...]] = ("all_thrown", "fouled_out", "capped")
    #: Players that think, besides those of `variantlab.players`.
    player_kinds: ClassVar[tuple[str, ...]] = ("expected", "reply")
    counts: ClassVar[tuple[str, ...]] = (
        "plies", "thrown", "fouls_black", "fouls_white", "deliberate_black", "deliberate_white", "stacked",
        "turned_over", "knocked_off", "black", "white", "hidden_black", "hidden_white",
    )  # fmt: skip
    columns: ClassVar[tuple[str, ...]] = (
        "rule", "method", "plies", "thrown", "fouls_black", "fouls_white", "deliberate_black",
        "deliberate_white", "stacked", "turned_over", "knocked_off", "end_reason", "black", "white",
        "hidden_black", "hidden_white", "winner", "seed", "game_index", "player_black", "player_white",
    )  # fmt: skip

    @property
    def physics(self) -> Physics:
        """The constants of the throw: those given, else the line's. An assumption, not a measurement."""
        given = {field.name: getattr(self, field.name) for field in fields(Physics)}
        if given["stack_within"] is None:
            given["stack_within"] = self.disc_radius
        return replace(LINES[self.line], **{n: value for n, value in given.items() if value is not None})

    @property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The record's columns of few labels, with their labels in order."""
        return {"end_reason": self.end_reasons, "winner": (*self.colours, "draw")}

    def start_position(self) -> ThrowPosition:
        """Return the position every game begins with: that of Othello."""
        from variantlab.games.throw_othello.position import start_position

        return start_position(self)

    def position(self, diagram: str) -> ThrowPosition:
        """Return the position of a text diagram.

        Parameters
        ----------
        diagram : str
            Rows from the top, parted by line ends or ``/``: ``.``, ``X`` (black), ``O`` (white), and a stack
            in parentheses from bottom to top, such as ``(XOO)``; then ``b`` or ``w`` (or ``black to move``),
            and, where discs were thrown, ``; thrown: black 3, white 2; fouls: black 0, white 1``.

        Examples
        --------
        >>> position = ThrowOthello(size=4).position("..../.(OX)X./.XO./.... w; thrown: black 1, white 0")
        >>> position.stack("b2"), position.count("black"), position.count("white")
        (('white', 'black'), 3, 2)
        """
        from variantlab.games.throw_othello.position import position_of_diagram

        return position_of_diagram(self, diagram)

    def simulate(
        self, players: tuple[str, str] = ("random", "random"), n: int = 1, seed: int = 0, first: int = 0
    ) -> dict[str, np.ndarray]:
        """Return the record columns of `n` games between two players, one array a column.

        Parameters
        ----------
        players : (str, str)
            Black's and white's player: how it thinks, and after ``@`` how it throws, where that differs from
            the rules: ``expected``, ``greedy@0.3`` (the spread both ways), ``reply@0.3x0.6`` (across, along),
            ``random@advanced`` (a line's spread). Thinkers: 'random' (a random aim), 'greedy' (the most
            captures, as if throws were perfect), 'expected' (the best expected result), 'reply' (that, one
            reply ahead), 'alphabeta:DEPTH' (so many throws ahead, as if throws were perfect).
        n : int
            Number of games.
        seed : int
            The series of games, 0 to 2**64 - 1.
        first : int
            The number of the first game in its series.

        Returns
        -------
        dict of str to numpy.ndarray
            Columns of length `n`; a column of `categories` holds the index of its label.

        Examples
        --------
        >>> columns = ThrowOthello(line="perfect").simulate(n=100, seed=1)
        >>> set((columns["black"] + columns["white"]).tolist())
        {36}
        """
        from variantlab.games.throw_othello.series import simulate

        return simulate(self, players, n, seed, first)

    def best_moves(self, position: ThrowPosition, player: str) -> tuple[Aim, ...]:
        """Return the moves of a position that a player holds for best, all of them.

        Examples
        --------
        >>> game = ThrowOthello(line="perfect", aims_per_square=1)
        >>> [str(move) for move in game.best_moves(game.start_position(), "greedy")]
        ['d3', 'c4', 'f5', 'e6']
        """
        from variantlab.games.throw_othello.series import best_moves

        return best_moves(position, player)

    def perft(
        self, depth: int, position: ThrowPosition | None = None, convention: str = "leaves"
    ) -> list[int]:
        """Return the number of lines of 1 to `depth` throws, each thing that may come of an aim one line.

        Examples
        --------
        >>> ThrowOthello(line="perfect", aims_per_square=1, size=4).perft(2)
        [17, 289]
        """
        from variantlab.games.throw_othello.series import perft

        return perft(self, depth, position, convention)


def other_colour(colour: str) -> str:
    """Return the side that is not `colour`.

    Examples
    --------
    >>> other_colour("black")
    'white'
    """
    return ThrowOthello.colours[colour == "black"]


def checked_colour(given: Any) -> str:
    """Return 'black' or 'white', also for ``b``, ``w``, ``X``, ``O``.

    Raises
    ------
    RulesError
        For anything else.
    """
    colours = {"b": "black", "x": "black", "black": "black", "w": "white", "o": "white", "white": "white"}
    text = str(given).strip().casefold()
    if text not in colours:
        raise unknown_choice("colour", given, ("black", "white"), RulesError)
    return colours[text]
