"""Positions of Othello for people and for exact work, by the same compiled rules as the fast kernels."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

import numpy as np

from variantlab.errors import MoveError, RulesError, VariantlabError, invalid, unknown_choice
from variantlab.games.game import PASS, Outcome, html_of
from variantlab.games.othello import kernels as k
from variantlab.games.othello.rules import MOST_PLIES, Othello, checked_colour, other_colour

COLUMNS = "abcdefgh"
MOVE_TEXT = re.compile(r"([a-h])([1-8])(?:\(((?:[a-h][1-8])*)\))?")
MOST_SHOWN = 8  # moves in an error message
PASS_WORDS = ("--", "pass", "pa", "ps", "パス")


def square_name(bit: int) -> str:
    """Return the name of a square from its number, 0 for a1 to 63 for h8.

    Examples
    --------
    >>> square_name(19)
    'd3'
    """
    return f"{COLUMNS[bit % 8]}{bit // 8 + 1}"


SQUARES = tuple(square_name(bit) for bit in range(64))


def square_bit(name: str) -> int:
    """Return the number of a square from its name.

    Examples
    --------
    >>> square_bit("d3")
    19
    """
    return COLUMNS.index(name[0]) + 8 * (int(name[1]) - 1)


def square_names(board: int) -> tuple[str, ...]:
    """Return the names of the squares of a bitboard, from a1 to h8.

    Examples
    --------
    >>> square_names(0b11)
    ('a1', 'b1')
    """
    board, names = int(board), []
    while board:
        lowest = board & -board
        names.append(SQUARES[lowest.bit_length() - 1])
        board ^= lowest
    return tuple(names)


def board_of(names: Any) -> int:
    """Return the bitboard of some named squares.

    Examples
    --------
    >>> board_of(["a1", "b1"])
    3
    """
    board = 0
    for name in names:
        board |= 1 << square_bit(name)
    return board


@cache
def board_mask(size: int) -> int:
    """Return the bitboard of all squares of a board of this size, in the upper left corner of the 64.

    Examples
    --------
    >>> board_mask(8) == 2**64 - 1
    True
    """
    return sum((1 << size) - 1 << 8 * row for row in range(size))


def vanish_threshold(game: Othello) -> int:
    """Return the chance that a captured disc vanishes under ``mixed``, in units of 2**-53."""
    return round(game.vanish_probability * 2**53)


def capture_name(game: Othello) -> str:
    """Return the name of the game's capture rule in the kernels' table."""
    return f"vanish_one {game.vanish_choice}" if game.capture == "vanish_one" else game.capture


@dataclass(frozen=True)
class Move:
    """A disc placed on a square, or a forced pass.

    Parameters
    ----------
    square : str
        Such as ``'d3'``; ``'--'`` for a pass.
    captures : tuple of str
        The squares of the discs it captures.
    removed : tuple of str or None
        The squares of the captured discs that leave the board; None while chance has not said which.
    shows_removed : bool
        Whether the notation names the removed discs: where neither the rules nor the square decide them.
    """

    square: str
    captures: tuple[str, ...] = ()
    removed: tuple[str, ...] | None = ()
    shows_removed: bool = field(default=False, compare=False)

    @property
    def is_pass(self) -> bool:
        """Whether the mover passes."""
        return self.square == PASS

    def __str__(self) -> str:
        if self.shows_removed and self.removed is not None:
            return f"{self.square}({''.join(self.removed)})"
        return self.square


PASS_MOVE = Move(PASS)


@dataclass(frozen=True, eq=False)
class OthelloPosition:
    """A position of Othello: who has discs where, who is to move, and the history a record needs.

    Positions are equal when their future is: the history (`plies`, `passes_black`, `passes_white`,
    `first_stuck`, `last_move`) does not count.

    Parameters
    ----------
    game : Othello
        The rules.
    black, white : int
        Bitboards: bit ``8 * row + column``, a1 is bit 0.
    to_move : {'black', 'white'}
        The side to move; it may have to pass.
    black_left, white_left : int
        The discs the sides may still place.

    Examples
    --------
    >>> position = Othello(capture="vanish").start_position()
    >>> [str(move) for move in position.legal_moves()]
    ['d3', 'c4', 'f5', 'e6']
    >>> position.play("d3").count("white")
    1
    """

    game: Othello
    black: int
    white: int
    to_move: str = "black"
    black_left: int = MOST_PLIES
    white_left: int = MOST_PLIES
    plies: int = 0
    passes_black: int = 0
    passes_white: int = 0
    first_stuck: str | None = None
    last_move: Move | None = None

    # --- what is on the board

    def _key(self) -> tuple[int, int, str, int, int]:
        return self.black, self.white, self.to_move, self.black_left, self.white_left

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, OthelloPosition):
            return NotImplemented
        return self._key() == other._key() and self.game == other.game

    def count(self, colour: str) -> int:
        """Return the number of discs of a colour on the board."""
        return int(getattr(self, checked_colour(colour))).bit_count()

    @property
    def passes(self) -> int:
        """Passes so far, of both sides; a pass counts when the other side then places a disc."""
        return self.passes_black + self.passes_white

    def squares(self, colour: str) -> tuple[str, ...]:
        """Return the squares with a disc of a colour, from a1 to h8."""
        return square_names(getattr(self, checked_colour(colour)))

    # --- moving

    def legal_squares(self, colour: str | None = None) -> tuple[str, ...]:
        """Return the squares where a colour may place a disc, the side to move if none is named."""
        return square_names(self._placements(colour or self.to_move))

    def _placements(self, colour: str) -> int:
        own, opp = self._sides(colour)
        if getattr(self, f"{colour}_left") == 0:
            return 0
        board = np.uint64(board_mask(self.game.size))
        return int(k.PLACEMENTS[self.game.placement](np.uint64(own), np.uint64(opp), board))

    def _sides(self, colour: str) -> tuple[int, int]:
        return (self.black, self.white) if colour == "black" else (self.white, self.black)

    @property
    def stuck(self) -> str | None:
        """The side to move, where it cannot place a disc; else None."""
        return None if self._placements(self.to_move) else self.to_move

    @property
    def _nobody_can_move(self) -> bool:
        return not self._placements(self.to_move) and not self._placements(other_colour(self.to_move))

    @property
    def is_over(self) -> bool:
        """Whether neither side can move, or the game is capped."""
        return self.plies >= self.game.max_plies or self._nobody_can_move

    @property
    def end_reason(self) -> str | None:
        """Why the game is over, one of ``game.end_reasons``; None while it goes on."""
        if not self.is_over:
            return None
        if not self._nobody_can_move:
            return "capped"
        words = (self.black, self.white, board_mask(self.game.size), self.black_left, self.white_left)
        return self.game.end_reasons[k.end_reason(*(np.uint64(word) for word in words))]

    @property
    def winner(self) -> str | None:
        """'black', 'white' or 'draw' with komi counted; None while the game goes on and when it is capped."""
        if self.end_reason in (None, "capped"):
            return None
        twice_komi = round(2 * self.game.komi)
        return ("black", "white", "draw")[k.winner(self.count("black"), self.count("white"), twice_komi)]

    @property
    def outcome(self) -> Outcome | None:
        """'first' if black won, 'second' if white did, or 'draw'; None while it goes on and when capped."""
        outcomes: dict[str | None, Outcome] = {"black": "first", "white": "second", "draw": "draw"}
        return outcomes.get(self.winner)

    @property
    def margin(self) -> float | None:
        """Black's discs less white's and the komi, of a finished game.

        With `empties_to_winner` the empty squares count for the winner. None while the game goes on and when
        it is capped.
        """
        if self.winner is None:
            return None
        margin = self.count("black") - self.count("white") - self.game.komi
        if self.game.empties_to_winner and self.winner != "draw":
            empties = self.game.size**2 - self.count("black") - self.count("white")
            margin += empties if self.winner == "black" else -empties
        return margin

    def captured(self, square: str) -> tuple[str, ...]:
        """Return the discs that the side to move would bracket from `square`; none where it is taken."""
        move = board_of([square])
        own, opp = self._sides(self.to_move)
        if move & (own | opp):
            return ()
        return square_names(k.captured_discs(np.uint64(own), np.uint64(opp), np.uint64(move)))

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves, from a1 to h8, with what they capture; the pass alone where it is forced.

        Under the mover's `choice` each square counts once for every disc that may be removed.
        """
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        if self.is_over:
            return ()
        moves = tuple(move for square in self.legal_squares() for move in self._moves_on(square))
        return moves or (PASS_MOVE,)

    def _moves_on(self, square: str) -> list[Move]:
        captures = self.captured(square)
        removals = [removed for _, removed in self._removals(square, captures)]
        shows_removed = self._leaves_a_choice or self._leaves_to_chance
        if self._leaves_to_chance and len(removals) > 1:
            return [Move(square, captures, None, shows_removed)]
        return [Move(square, captures, removed, shows_removed) for removed in removals]

    @property
    def _leaves_a_choice(self) -> bool:
        return self.game.capture == "vanish_one" and self.game.vanish_choice == "choice"

    @property
    def _leaves_to_chance(self) -> bool:
        return self.game.capture == "mixed" or (
            self.game.capture == "vanish_one" and self.game.vanish_choice == "random"
        )

    def _removals(self, square: str, captures: tuple[str, ...]) -> list[tuple[Fraction, tuple[str, ...]]]:
        """Return the sets of captured discs that may leave the board, each with its chance."""
        captured = np.uint64(board_of(captures))
        move = np.uint64(board_of([square]))
        threshold = np.uint64(vanish_threshold(self.game))
        parts = k.turn_parts(self.game.placement, capture_name(self.game))
        n = int(parts["n_outcomes"](captured, threshold))
        found = []
        for nth in range(n):
            _, vanished = parts["outcome"](move, captured, threshold, np.uint64(nth))
            removed = square_names(vanished)
            found.append((self._chance(n, len(captures), len(removed)), removed))
        return found

    def _chance(self, n_outcomes: int, n_captured: int, n_removed: int) -> Fraction:
        if self.game.capture != "mixed" or n_outcomes == 1:
            return Fraction(1, n_outcomes)
        p = Fraction(vanish_threshold(self.game), 2**53)
        return p**n_removed * (1 - p) ** (n_captured - n_removed)

    def random_weights(self) -> tuple[Fraction, ...] | None:
        """Return the chance of each legal move under random play; None where all are equally likely.

        Under the mover's `choice` random play draws the square first, then the disc to remove.
        """
        if not self._leaves_a_choice:
            return None
        squares = [move.square for move in self.legal_moves()]
        return tuple(Fraction(1, len(set(squares)) * squares.count(square)) for square in squares)

    def steps(self, move: Move | str) -> dict[str, int]:
        """Return what the turn adds to the counts of the record."""
        if is_pass(move):
            return {"passes": 1, f"passes_{self.to_move}": 1}
        return {"plies": 1}

    def outcomes(self, move: Move | str) -> tuple[tuple[Fraction, OthelloPosition], ...]:
        """Return what `move` may lead to, each position with its chance.

        Raises
        ------
        MoveError
            Where the move is not legal.
        """
        found = self.find_move(move)
        if found.removed is not None:
            return ((Fraction(1), self.play(found)),)
        return tuple(
            (chance, self._after(replace(found, removed=removed)))
            for chance, removed in self._removals(found.square, found.captures)
        )

    def play(self, move: Move | str) -> OthelloPosition:
        """Return the position after `move`.

        Parameters
        ----------
        move : Move or str
            A legal move, or its text: ``'d3'``, ``'--'`` for a pass, ``'d3(d4)'`` where chance or the mover
            decides which captured discs leave the board.

        Raises
        ------
        MoveError
            Where the move is not legal, or chance has not said what leaves the board.
        """
        found = self.find_move(move)
        if found.removed is None:
            hint = "Name the discs that left the board, or take one of outcomes(move)."
            raise invalid("move", str(move), self._removal_texts(found), hint, MoveError)
        return self._after(found)

    def _after(self, move: Move) -> OthelloPosition:
        colour, other = self.to_move, other_colour(self.to_move)
        passes = {f"passes_{colour}": getattr(self, f"passes_{colour}") + 1}
        if move.is_pass:
            return replace(
                self, to_move=other, last_move=move, first_stuck=self.first_stuck or colour, **passes
            )
        own, opp = self._sides(colour)
        removed = board_of(move.removed or ())
        flipped = board_of(move.captures) & ~removed if self.game.capture in ("flip", "mixed") else 0
        own, opp = own | board_of([move.square]) | flipped, opp & ~(removed | flipped)
        black, white = (own, opp) if colour == "black" else (opp, own)
        left = {f"{colour}_left": getattr(self, f"{colour}_left") - (self.game.discs_each is not None)}
        after = replace(
            self, black=black, white=white, to_move=other, plies=self.plies + 1, last_move=move, **left
        )
        if after.first_stuck is None and after._nobody_can_move:
            return replace(after, first_stuck=other)
        return after

    def find_move(self, move: Move | str) -> Move:
        """Return the legal move that `move` means; its `removed` is None where chance has not spoken yet.

        Raises
        ------
        MoveError
            Where there is none; the message says why and what is legal.
        """
        legal = self.legal_moves()
        if isinstance(move, Move) and move in legal:
            return legal[legal.index(move)]
        text = str(move).strip().casefold()
        if not legal:
            raise invalid(
                "move", str(move), "none, the game is over", f"It ended: {self.end_reason}.", MoveError
            )
        if is_pass(text):
            if legal != (PASS_MOVE,):
                raise invalid("move", str(move), self._legal_text(), "There is no voluntary pass.", MoveError)
            return PASS_MOVE
        match = MOVE_TEXT.fullmatch(text)
        if match is None:
            hint = "A move is a column and a row, such as d3; -- is a pass."
            raise invalid("move", str(move), self._legal_text(), hint, MoveError)
        square = match[1] + match[2]
        on_square = [candidate for candidate in legal if candidate.square == square]
        if not on_square:
            raise invalid("move", str(move), self._legal_text(), self.why_not(square), MoveError)
        return self._with_removed(on_square, match[3], move)

    def _with_removed(self, moves: list[Move], removed_text: str | None, given: Move | str) -> Move:
        if removed_text is None:
            if len(moves) > 1:
                hint = "The mover chooses the disc that leaves the board."
                raise invalid("move", str(given), ", ".join(map(str, moves)), hint, MoveError)
            return moves[0]
        removed = square_names(board_of(re.findall("[a-h][1-8]", removed_text)))
        captures = moves[0].captures
        possible = [names for _, names in self._removals(moves[0].square, captures)]
        if removed not in possible:
            raise invalid("move", str(given), self._removal_texts(moves[0]), error=MoveError)
        return replace(moves[0], removed=removed)

    def _removal_texts(self, move: Move) -> str:
        """Return the texts of a move with the discs that may leave the board, the first few."""
        possible = [removed for _, removed in self._removals(move.square, move.captures)]
        texts = [f"{move.square}({''.join(squares)})" for squares in possible[:MOST_SHOWN]]
        return ", ".join([*texts, "..."] if len(possible) > MOST_SHOWN else texts)

    def _legal_text(self) -> str:
        return ", ".join(str(move) for move in self.legal_moves())

    def why_not(self, square: str) -> str:
        """Return in a sentence why the side to move may not place a disc on a square; empty if it may."""
        bit = 1 << square_bit(square)
        if not bit & board_mask(self.game.size):
            last = square_name((self.game.size - 1) * 9)
            return f"{square} is off the board, which ends at {last}."
        if bit & (self.black | self.white):
            return f"{square} is taken."
        if self._placements(self.to_move) & bit:
            return ""
        if getattr(self, f"{self.to_move}_left") == 0:
            return f"{self.to_move} has no disc left to place."
        if self.game.placement == "touching":
            return f"No disc lies beside {square}."
        line = f"over {other_colour(self.to_move)} discs to a {self.to_move} one"
        return f"{square} brackets no disc: no line from it runs {line}."

    # --- whole games

    def uncapped(self) -> OthelloPosition:
        """Return the position in the same game without a limit on its plies, its history forgotten."""
        game = self.game if self.game.max_plies == MOST_PLIES else self.game.replace(max_plies=MOST_PLIES)
        return OthelloPosition(game, self.black, self.white, self.to_move, self.black_left, self.white_left)

    def record(self) -> dict[str, Any]:
        """Return the columns of the record that the position knows; also of a game that still goes on."""
        return {
            "rule": self.game.rule,
            "plies": self.plies,
            "passes": self.passes,
            "passes_black": self.passes_black,
            "passes_white": self.passes_white,
            "first_stuck": self.first_stuck,
            "end_reason": self.end_reason,
            "black": self.count("black"),
            "white": self.count("white"),
            "winner": self.winner,
        }

    # --- showing

    def diagram(self) -> str:
        """Return the position in one line, as `Othello.position` reads it: ``..../.XO./.OX./.... b``."""
        return f"{'/'.join(self._rows())} {self.to_move[0]}{self._left_text()}"

    def _left_text(self) -> str:
        if self.game.discs_each is None:
            return ""
        return f", discs left: black {self.black_left}, white {self.white_left}"

    def _rows(self) -> list[str]:
        size = self.game.size
        marks = {(True, False): "X", (False, True): "O", (False, False): "."}
        return [
            "".join(
                marks[bool(self.black >> 8 * row + column & 1), bool(self.white >> 8 * row + column & 1)]
                for column in range(size)
            )
            for row in range(size)
        ]

    def __str__(self) -> str:
        rows = [f"{number} {' '.join(row)}" for number, row in enumerate(self._rows(), start=1)]
        head = f"  {' '.join(COLUMNS[: self.game.size])}"
        return "\n".join([head, *rows, f"{self.to_move} to move{self._left_text()}"])

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.diagram()!r})"

    def _repr_html_(self) -> str:
        return html_of(self)


def is_pass(move: Move | str) -> bool:
    """Return whether a move or its text is a pass.

    Examples
    --------
    >>> is_pass("PA")
    True
    """
    return str(move).strip().casefold() in PASS_WORDS


# --- start positions and diagrams


def position_of_boards(
    game: Othello, black: int, white: int, to_move: str = "black", left: tuple[int, int] | None = None
) -> OthelloPosition:
    """Return the position of two bitboards, with the discs `left` to black and white (all, where not given).

    Raises
    ------
    RulesError
        Where a square holds two discs or lies off the board, or more discs are left than the rules give.
    """
    black, white = (_checked_board(game, *board) for board in (("black", black), ("white", white)))
    if black & white:
        both = ", ".join(square_names(black & white))
        raise invalid("black and white", both, "one disc a square", error=RulesError)
    most = MOST_PLIES if game.discs_each is None else game.discs_each
    black_left, white_left = (most, most) if left is None else left
    if left is not None and (game.discs_each is None or max(left) > most):
        allowed = "none without discs_each" if game.discs_each is None else f"at most {most} each"
        raise invalid("discs left", left, allowed, error=RulesError)
    position = OthelloPosition(game, black, white, checked_colour(to_move), black_left, white_left)
    if position._nobody_can_move:
        return replace(position, first_stuck=position.to_move)
    return position


def _checked_board(game: Othello, name: str, given: Any) -> int:
    whole = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if not whole or int(given) & ~board_mask(game.size):
        allowed = f"a bitboard of squares a1 to {square_name((game.size - 1) * 9)}"
        raise invalid(name, given, allowed, error=RulesError)
    return int(given)


def position_of_diagram(game: Othello, diagram: str) -> OthelloPosition:
    """Return the position of a text diagram, see `Othello.position`.

    Raises
    ------
    RulesError
        Where the diagram has not `size` rows of `size` squares, or holds another sign.
    """
    board_text, to_move, left = _parts_of_diagram(diagram)
    rows = [row for row in (_squares_of_row(line) for line in re.split(r"[/\n]", board_text)) if row]
    size = game.size
    if len(rows) != size or any(len(row) != size for row in rows):
        shape = " ".join(str(len(row)) for row in rows) or "none"
        hint = f"Squares a row: {shape}. Signs: . X O."
        raise invalid("diagram", diagram, f"{size} rows of {size} squares", hint, RulesError)
    signs = "".join(rows)
    for sign in signs:
        if sign not in ".XO":
            raise unknown_choice("sign in the diagram", sign, (".", "X", "O"), RulesError)
    boards = {
        sign: sum(1 << 8 * (i // size) + i % size for i, found in enumerate(signs) if found == sign)
        for sign in "XO"
    }
    return position_of_boards(game, boards["X"], boards["O"], to_move, left)


_TO_MOVE = re.compile(r"(?:^|\s)(black|white|b|w)(?:\s+to\s+move)?\s*$", re.IGNORECASE)
_LEFT = re.compile(r",?\s*discs left: black (\d+), white (\d+)\s*$")


def _parts_of_diagram(diagram: str) -> tuple[str, str, tuple[int, int] | None]:
    """Return the rows, the side to move and the discs left, as a diagram gives them."""
    text = str(diagram).strip()
    left = None
    if match := _LEFT.search(text):
        left = (int(match[1]), int(match[2]))
        text = text[: match.start()]
    to_move = "black"
    if match := _TO_MOVE.search(text):
        to_move = checked_colour(match[1])
        text = text[: match.start()]
    return text, to_move, left


def _squares_of_row(line: str) -> str:
    """Return the signs of a row's squares; an empty text for a line of column letters."""
    text = re.sub(r"^\s*[1-8]\s+|\s+[1-8]\s*$", "", line)
    text = re.sub(r"\s", "", text)
    if text and text == COLUMNS[: len(text)]:
        return ""
    return re.sub("[-_・]", ".", text.upper().replace("*", "X").replace("●", "X").replace("○", "O"))


def start_position(game: Othello) -> OthelloPosition:
    """Return the position every game of these rules begins with, see `Othello.start_position`."""
    if game.start == "scattered":
        hint = "Each game draws its own: simulate shows the starts drawn, or give a diagram as start."
        raise invalid("start", game.start, "a start that is the same for every game", hint, RulesError)
    if game.start in ("standard", "parallel"):
        low = game.size // 2 - 1
        nw, ne, sw, se = (1 << 8 * row + column for row in (low, low + 1) for column in (low, low + 1))
        if game.start == "standard":
            return position_of_boards(game, ne | sw, nw | se)
        return position_of_boards(game, nw | ne, sw | se)
    try:
        if _is_move_list(game.start):
            return _position_after_moves(game)
        return position_of_diagram(game, game.start)
    except VariantlabError as error:
        raise RulesError(f"start: {error}") from None


def _is_move_list(start: str) -> bool:
    """Whether a start is a move list: a diagram has no column's letter right before a row's number."""
    return re.search("[a-h][1-8]", unicodedata.normalize("NFKC", start), re.IGNORECASE) is not None


def _position_after_moves(game: Othello) -> OthelloPosition:
    """Return the position after the move list of the rules: its discs are the start, not plies."""
    from variantlab.games.othello.notation import replay

    played = replay(game.replace(start="standard", max_plies=MOST_PLIES, discs_each=None), game.start)
    return position_of_boards(game, played.black, played.white, played.to_move)
