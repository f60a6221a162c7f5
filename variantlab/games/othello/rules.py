"""Othello with capture rules (オセロ, 消滅ルール): the rules as data, and whole series of games.

The standard game, the article's rule that captured discs vanish (消滅), and the family around them. Each
decision that the article leaves open is a field of `Othello`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import Game, rule

if TYPE_CHECKING:
    import numpy as np

    from variantlab.games.othello.position import Move, OthelloPosition

START_NAMES = ("standard", "parallel", "scattered")
MOST_PLIES = 60_000
MOST_GAMES_IN_MEMORY = 200_000_000


def _start_text(given: Any) -> str:
    text = given.strip() if isinstance(given, str) else ""
    if text.casefold() in START_NAMES:
        return text.casefold()
    if not text or text.isalpha():
        allowed = (*START_NAMES, "a text diagram with the side to move", "or a move list such as f5d6c3")
        raise unknown_choice("start", given, allowed, RulesError)
    return text


@dataclass(frozen=True, repr=False)
class Othello(Game):
    """Othello under one set of rules: the rules, the start position and series of games.

    Parameters
    ----------
    size : {8, 6, 4}
        Columns and rows of the board.
    capture : {'flip', 'vanish', 'vanish_one', 'mixed'}
        What becomes of captured discs: they take the mover's colour; leave the board; one of them leaves
        the board and the others stay as they were; or each leaves the board with the chance
        `vanish_probability`, else it flips.
    vanish_choice : {'random', 'choice', 'nearest', 'farthest'}
        Which one disc ``vanish_one`` removes: a captured disc at random, the mover's choice, the one beside
        the move, or the last of the longest run. Ties of the latter two go to the first of NW, N, NE, W, E,
        SW, S, SE, which breaks the board's symmetries.
    vanish_probability : float
        The chance of ``mixed``, 0 to 1: 0 is ``flip`` and 1 is ``vanish``, game by game for the same seed.
    start : str
        'standard', 'parallel' (same colours side by side, black on the two upper centre squares), 'scattered'
        (`n_scattered` discs of each colour on squares drawn from the game's own stream; drawn again where
        neither side can move), a text diagram with the side to move, or a move list played under the rules'
        own capture.
    n_scattered : int
        Discs of each colour in a scattered start.
    placement : {'capturing', 'touching', 'free'}
        Where a disc may go: where it captures; on any empty square with a disc on one of its 8 neighbours;
        anywhere.
    discs_each : int or None
        The discs each player may still place; a player without discs is passed over.
    max_plies : int
        A game is capped at this number of placed discs, if a side could still move: 1 to 60000.
    komi : float
        Added to white's discs before they are compared; may be a half.
    empties_to_winner : bool
        Whether empty squares count for the winner's margin; never changes the winner.

    Raises
    ------
    RulesError
        Where a value is not allowed; the message names the field.

    Examples
    --------
    >>> game = Othello(capture="vanish")
    >>> game.perft(4)
    [4, 8, 12, 12]
    >>> Othello(capture="vanihs")
    Traceback (most recent call last):
    variantlab.errors.RulesError: capture: got 'vanihs'; allowed: flip, vanish, vanish_one, mixed. Did you \
mean 'vanish'?
    """

    size: int = rule(8, allowed=(4, 6, 8), note="columns and rows of the board", source="decision")
    capture: str = rule(
        "flip",
        allowed=("flip", "vanish", "vanish_one", "mixed"),
        note="what becomes of captured discs",
    )
    vanish_choice: str = rule(
        "random",
        allowed=("random", "choice", "nearest", "farthest"),
        note="which disc vanish_one removes",
        source="decision",
    )
    vanish_probability: float = rule(
        0.5, low=0, high=1, note="the chance that a captured disc vanishes under mixed", source="ours"
    )
    start: str = rule("standard", read=_start_text, note="the start position", source="ours")
    n_scattered: int = rule(
        4, low=1, high=31, note="discs of each colour in a scattered start", source="ours"
    )
    placement: str = rule(
        "capturing", allowed=("capturing", "touching", "free"), note="where a disc may go", source="ours"
    )
    discs_each: int | None = rule(
        None, low=1, high=MOST_PLIES, note="discs each player may place", source="ours"
    )
    max_plies: int = rule(500, low=1, high=MOST_PLIES, note="a game is capped at so many placed discs")
    komi: float = rule(0.0, low=-64, high=64, step=0.5, note="added to white's discs", source="decision")
    empties_to_winner: bool = rule(
        False, note="empty squares count in the winner's margin", source="decision"
    )

    name: ClassVar[str] = "othello"
    drawing: ClassVar[str] = "variantlab.view.boards:position_html"
    colours: ClassVar[tuple[str, str]] = ("black", "white")
    end_reasons: ClassVar[tuple[str, ...]] = ("wipeout", "board_full", "discs_spent", "no_moves", "capped")
    counts: ClassVar[tuple[str, ...]] = ("plies", "passes", "passes_black", "passes_white", "black", "white")
    columns: ClassVar[tuple[str, ...]] = (
        "rule", "method", "plies", "passes", "passes_black", "passes_white", "first_stuck", "end_reason",
        "black", "white", "winner", "seed", "game_index", "player_black", "player_white",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Check the rules one by one, then together."""
        super().__post_init__()
        if self.start == "scattered" and 2 * self.n_scattered >= self.size**2:
            most = (self.size**2 - 1) // 2
            hint = f"The board has {self.size**2} squares, and one at least must stay empty."
            raise invalid(
                "n_scattered", self.n_scattered, f"1 to {most} on size {self.size}", hint, RulesError
            )
        if self.start not in START_NAMES:
            self.start_position()

    @property
    def rule(self) -> str:
        """The capture rule in a word or two, as the record's column ``rule`` shows it."""
        if self.capture == "vanish_one":
            return f"vanish_one {self.vanish_choice}"
        return f"mixed {self.vanish_probability:g}" if self.capture == "mixed" else self.capture

    @property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The record's columns of few labels, with their labels in order."""
        return {
            "first_stuck": self.colours,
            "end_reason": self.end_reasons,
            "winner": (*self.colours, "draw"),
        }

    def start_position(self) -> OthelloPosition:
        """Return the position every game begins with.

        Raises
        ------
        RulesError
            For a scattered start, which each game draws for itself: see `scattered_start`.
        """
        from variantlab.games.othello.position import start_position

        return start_position(self)

    def position(self, diagram: str) -> OthelloPosition:
        """Return the position of a text diagram: rows of ``.``, ``X`` (black), ``O`` (white); side to move.

        Parameters
        ----------
        diagram : str
            Rows from the top, parted by line ends or ``/``; then ``b`` or ``w`` (or ``black to move``), black
            if left out. Letters and numbers of the columns and rows may stand around the board.

        Examples
        --------
        >>> print(Othello(size=4).position("..../.XO./.OX./.... w"))
          a b c d
        1 . . . .
        2 . X O .
        3 . O X .
        4 . . . .
        white to move
        """
        from variantlab.games.othello.position import position_of_diagram

        return position_of_diagram(self, diagram)

    def position_of(self, black: int, white: int, to_move: str = "black") -> OthelloPosition:
        """Return the position of two bitboards (bit 8 * row + column, a1 is bit 0) and the side to move."""
        from variantlab.games.othello.position import position_of_boards

        return position_of_boards(self, black, white, to_move)

    def replay(self, moves: str, start: OthelloPosition | None = None) -> OthelloPosition:
        """Return the position after a move list such as ``f5d6c3``, see
        `variantlab.games.othello.notation.replay`.

        Examples
        --------
        >>> Othello().replay("f5d6c3").plies
        3
        """
        from variantlab.games.othello.notation import replay

        return replay(self, moves, start)

    def simulate(
        self, players: tuple[str, str] = ("random", "random"), n: int = 1, seed: int = 0, first: int = 0
    ) -> dict[str, np.ndarray]:
        """Return the record columns of `n` games between two players, one array a column.

        Parameters
        ----------
        players : (str, str)
            Black's and white's player: 'random', 'greedy' or 'alphabeta:DEPTH'.
        n : int
            Number of games.
        seed : int
            The series of games, 0 to 2**64 - 1.
        first : int
            The number of the first game in its series: ``simulate(n=10, first=10)`` goes on where
            ``simulate(n=10)`` ended. The same seed and number give the same game, whatever the other numbers
            are.

        Returns
        -------
        dict of str to numpy.ndarray
            Columns of length `n`: whole numbers; a column of `categories` holds the index of its label, -1
            for none. A scattered start adds ``black_at_start`` and ``white_at_start``, 64-bit boards.

        Examples
        --------
        >>> columns = Othello(capture="vanish").simulate(n=1000, seed=1)
        >>> sorted(set(columns["plies"].tolist()))
        [3, 4]
        """
        from variantlab.games.othello.series import simulate

        return simulate(self, players, n, seed, first)

    def best_moves(self, position: OthelloPosition, player: str) -> tuple[Move, ...]:
        """Return the moves of a position that a player holds for best, all of them.

        Parameters
        ----------
        position : OthelloPosition
            A position that is not over.
        player : str
            'random', 'greedy' or 'alphabeta:DEPTH'.

        Examples
        --------
        >>> game = Othello()
        >>> [str(move) for move in game.best_moves(game.start_position(), "greedy")]
        ['d3', 'c4', 'f5', 'e6']
        """
        from variantlab.games.othello.series import best_moves

        return best_moves(position, player)

    def perft(
        self,
        depth: int,
        position: OthelloPosition | None = None,
        convention: str = "leaves",
        pass_is_a_ply: bool = True,
    ) -> list[int]:
        """Return the number of lines of 1 to `depth` plies.

        Parameters
        ----------
        depth : int
            1 or more.
        position : OthelloPosition, optional
            Where the lines begin; the start position if left out.
        convention : {'leaves', 'full_depth'}
            'leaves' counts a finished game as one line at every depth, as engine authors do; 'full_depth'
            counts only the lines that reach the depth.
        pass_is_a_ply : bool
            Whether a forced pass takes one of the plies, as engine authors count.

        Notes
        -----
        What chance or the mover may do with captured discs counts as so many moves. The cap is ignored.

        Examples
        --------
        >>> Othello().perft(6)
        [4, 12, 56, 244, 1396, 8200]
        >>> Othello(capture="vanish").perft(6, convention="full_depth")
        [4, 8, 12, 8, 0, 0]
        """
        from variantlab.games.othello.series import perft

        return perft(self, depth, position, convention, pass_is_a_ply)


def other_colour(colour: str) -> str:
    """Return the side that is not `colour`.

    Examples
    --------
    >>> other_colour("black")
    'white'
    """
    return Othello.colours[colour == "black"]


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
        raise unknown_choice("side to move", given, ("black", "white"), RulesError)
    return colours[text]
