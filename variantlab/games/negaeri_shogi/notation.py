"""Positions and moves of Negaeri Shogi as text: SFEN as shogi programs write it, diagrams, move lists.

An SFEN has four parts: the rows from gote's side, parted by ``/``, capitals for sente, ``+`` before a
promoted piece, numbers for empty squares; the side to move, ``b`` for sente and ``w`` for gote; the pieces in
hand, sente's first, rooks, bishops, pawns, each with its count where it is more than one; the number of the
next ply. Words may follow: ``--``, once or twice, where the turn before, or the two before, were passes;
``repetition`` where the position has come so often that it ends the game.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from variantlab.errors import MoveError, RulesError, invalid, unknown_choice
from variantlab.games.game import PASS
from variantlab.games.negaeri_shogi.rules import MOST_PLIES, NegaeriShogi, hand_text

if TYPE_CHECKING:
    from variantlab.games.negaeri_shogi.position import Move, NegaeriPosition

FILES = "abcdef"
MOVE_TEXT = re.compile(r"(?:([PRB])\*([a-f][1-6])|([a-f][1-6])([a-f][1-6]))", re.IGNORECASE)
PASS_WORDS = ("--", "pass", "パス")
SIDES = {
    "b": "sente", "sente": "sente", "先手": "sente", "black": "sente",
    "w": "gote", "gote": "gote", "後手": "gote", "white": "gote",
}  # fmt: skip
PIECE_NAMES = {"P": "pawn", "R": "rook", "B": "bishop"}
#: The word for a position that has come too often.
REPEATED = "repetition"
_HAND_PART = re.compile(r"(\d*)([RBPrbp])")


def square_name(number: int) -> str:
    """Return the name of a square from its bit's number.

    Examples
    --------
    >>> square_name(9), square_name(54)
    ('a1', 'f6')
    """
    return f"{FILES[number % 8 - 1]}{number // 8}"


def square_number(name: str) -> int:
    """Return the bit's number of a square from its name.

    Examples
    --------
    >>> square_number("a1"), square_number("f6")
    (9, 54)
    """
    return 8 * int(name[1]) + FILES.index(name[0]) + 1


SQUARES = tuple(f"{file}{rank}" for rank in range(1, 7) for file in FILES)


def square_names(board: int) -> tuple[str, ...]:
    """Return the names of the squares of a board, from a1 to f6.

    Examples
    --------
    >>> square_names(1 << 9 | 1 << 54)
    ('a1', 'f6')
    """
    board, names = int(board), []
    while board:
        lowest = board & -board
        names.append(square_name(lowest.bit_length() - 1))
        board ^= lowest
    return tuple(names)


def board_of(names: Any) -> int:
    """Return the board of some named squares.

    Examples
    --------
    >>> board_of(["a1", "b1"]) == 1 << 9 | 1 << 10
    True
    """
    board = 0
    for name in names:
        board |= 1 << square_number(name)
    return board


# --- positions


def sfen(position: NegaeriPosition) -> str:
    """Return a position as SFEN.

    Examples
    --------
    >>> sfen(NegaeriShogi(offset=0).start_position())
    'bkr3/ppp3/6/6/3PPP/3RKB b RB4Prb3p 1'
    """
    pieces = position.pieces
    rows = []
    for rank in range(1, 7):
        signs = "".join(pieces.get(f"{file}{rank}", ".") for file in FILES)
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), signs))
    held = position.hand("sente") + position.hand("gote").lower()
    side = "b" if position.to_move == "sente" else "w"
    parts = ["/".join(rows), side, held.replace("-", "") or "-", str(position.plies + 1)]
    return " ".join([*parts, *_ends(position)])


def _ends(position: NegaeriPosition) -> list[str]:
    """Return the words for what may have ended the game, besides the board."""
    return [PASS] * position.passes_in_a_row + [REPEATED] * position.has_repeated


def diagram(position: NegaeriPosition) -> str:
    """Return a position as a text diagram, which `position_of` reads back.

    Examples
    --------
    >>> print(diagram(NegaeriShogi().start_position()))
       a  b  c  d  e  f
    1  .  b  k  r  .  .
    2  .  p  p  p  .  .
    3  .  .  .  .  .  .
    4  .  .  .  .  .  .
    5  .  .  P  P  P  .
    6  .  .  R  K  B  .
    sente to move, in hand: sente RB4P, gote RB3P
    """
    pieces = position.pieces
    lines = ["  " + " ".join(f"{file:>2}" for file in FILES)]
    for rank in range(1, 7):
        signs = [pieces.get(f"{file}{rank}", ".") for file in FILES]
        lines.append(f"{rank} " + " ".join(f"{sign:>2}" for sign in signs))
    hands = f"in hand: sente {position.hand('sente')}, gote {position.hand('gote')}"
    return "\n".join([*lines, " ".join([f"{position.to_move} to move, {hands}", *_ends(position)])])


_FILES_LINE = re.compile(r"\s*a\s+b\s+c\s+d\s+e\s+f\s*")
_LAST_LINE = re.compile(
    r"^\s*(?P<side>\S+) to move(?:, in hand: sente (?P<sente>\S+?), gote (?P<gote>[^\s,]+))?"
    r"(?P<ends>(?: --){0,2}(?: repetition)?)\s*$"
)


def position_of(game: NegaeriShogi, text: str) -> NegaeriPosition:
    """Return the position of an SFEN or of a text diagram.

    Parameters
    ----------
    game : NegaeriShogi
        The rules.
    text : str
        SFEN, the hands and the number of the ply may be left out; or the diagram that ``print(position)``
        shows.

    Raises
    ------
    RulesError
        Where the text has not 6 rows of 6 squares, or holds something else that is no position.

    Examples
    --------
    >>> position = position_of(NegaeriShogi(), "1k4/6/6/6/6/4K1 w R17P2b 9")
    >>> position.hand("sente"), position.hand("gote"), position.plies
    ('R17P', '2B', 8)
    """
    from variantlab.games.negaeri_shogi.position import position_of_pieces

    normal = unicodedata.normalize("NFKC", str(text)).strip()
    lines = [line for line in normal.splitlines() if line.strip()]
    if len(lines) > 1:
        rows, side, hands, ply, ends = _parts_of_diagram(lines)
    else:
        rows, side, hands, ply, ends = _parts_of_sfen(normal)
    pieces = {}
    if len(rows) != 6:
        raise invalid("position", text, "6 rows of 6 squares", f"Rows found: {len(rows)}.", RulesError)
    for rank, row in enumerate(rows, start=1):
        signs = list(_signs(row))
        if len(signs) != 6:
            hint = f"Row {rank} has {len(signs)}: {row.strip()!r}."
            raise invalid("position", text, "6 rows of 6 squares", hint, RulesError)
        pieces.update({f"{file}{rank}": sign for file, sign in zip(FILES, signs, strict=True) if sign})
    if side.casefold() not in SIDES:
        raise unknown_choice("side to move", side, ("b", "w", "sente", "gote"), RulesError)
    return position_of_pieces(
        game, pieces, hands, SIDES[side.casefold()], _plies(ply), ends.count(PASS), REPEATED in ends
    )


def _plies(ply: str) -> int:
    if not (ply.isascii() and ply.isdigit() and 1 <= int(ply) <= MOST_PLIES):
        allowed = f"the number of the next ply, 1 to {MOST_PLIES}"
        raise invalid("ply in the position", ply, allowed, error=RulesError)
    return int(ply) - 1


def _signs(row: str) -> Iterator[str]:
    """Yield the pieces of a row, an empty text for an empty square."""
    for part in re.findall(r"\+?\s*[A-Za-z]|\d|\S", row):
        sign = part.replace(" ", "")
        if sign.isdigit():
            yield from [""] * int(sign)
        elif sign in ".-_・":
            yield ""
        elif sign[-1] in "PRBKprbk" and sign.casefold() != "+k":
            yield sign
        else:
            allowed = ("P", "R", "B", "K", "p", "r", "b", "k", "+P", "+R", "+B", "+p", "+r", "+b")
            raise unknown_choice("piece in the position", sign, allowed, RulesError)


_Parts = tuple[list[str], str, dict[str, dict[str, int]], str, list[str]]


def _parts_of_sfen(text: str) -> _Parts:
    """Return rows, side to move, hands, ply and ends of an SFEN."""
    parts = text.removeprefix("sfen ").split()
    ends: list[str] = []
    while parts and parts[-1] in (PASS, REPEATED):
        ends.append(parts.pop())
    if not 1 <= len(parts) <= 4 or ends.count(PASS) > 2 or ends.count(REPEATED) > 1:
        hint = "Such as 1bkr2/1ppp2/6/6/2PPP1/2RKB1 b RB4Prb3p 1."
        raise invalid("position", text, "board, side to move, hands, ply", hint, RulesError)
    board, side, held, ply = [*parts, *("b", "-", "1")[len(parts) - 1 :]]
    return board.split("/"), side, _hands_of(held), ply, ends


def _hands_of(held: str) -> dict[str, dict[str, int]]:
    """Return both hands of an SFEN's third part, such as ``RB4Prb3p``."""
    hands: dict[str, dict[str, int]] = {"sente": {}, "gote": {}}
    if held != "-" and not re.fullmatch(rf"(?:{_HAND_PART.pattern})+", held):
        allowed = "pieces R, B, P of sente and r, b, p of gote with their counts, or -"
        raise invalid("hands in the position", held, allowed, error=RulesError)
    for number, letter in _HAND_PART.findall(held):
        hand = hands["sente" if letter.isupper() else "gote"]
        hand[letter.upper()] = hand.get(letter.upper(), 0) + int(number or 1)
    return hands


def _parts_of_diagram(lines: list[str]) -> _Parts:
    """Return rows, side to move, hands, ply and ends of a text diagram."""
    side, ends = "sente", list[str]()
    hands: dict[str, dict[str, int]] = {"sente": {}, "gote": {}}
    if match := _LAST_LINE.match(lines[-1]):
        side, ends = match["side"], match["ends"].split()
        held = (match["sente"] or "").upper() + (match["gote"] or "").lower()
        hands = _hands_of(held.replace("-", "") or "-")
        lines = lines[:-1]
    rows = [re.sub(r"^\s*[1-6]\s+", "", line) for line in lines]
    return [row for row in rows if not _FILES_LINE.fullmatch(row)], side, hands, "1", ends


# --- moves


def is_pass(move: Move | str) -> bool:
    """Return whether a move or its text is a pass.

    Examples
    --------
    >>> is_pass("PASS")
    True
    """
    return str(move).strip().casefold() in PASS_WORDS


def move_text(move: Move | str) -> str:
    """Return a move's text as positions write it.

    Raises
    ------
    MoveError
        Where it is no move at all.

    Examples
    --------
    >>> move_text("p*C3"), move_text("C4-C3"), move_text("pass")
    ('P*c3', 'c4c3', '--')
    """
    text = unicodedata.normalize("NFKC", str(move)).strip()
    if is_pass(text):
        return PASS
    match = MOVE_TEXT.fullmatch(text.replace("-", ""))
    if match is None:
        hint = "Files are a to f from the left as sente sees them, ranks 1 to 6 from gote's side."
        raise invalid("move", str(move), "a drop such as P*c3, a move such as c4c3, or --", hint, MoveError)
    if match[1]:
        return f"{match[1].upper()}*{match[2].lower()}"
    return f"{match[3]}{match[4]}".lower()


def split_moves(text: str) -> list[str]:
    """Return the moves of a list, parted by spaces, commas or line ends.

    Examples
    --------
    >>> split_moves("P*c3, b2b3 --")
    ['P*c3', 'b2b3', '--']
    """
    return [move_text(word) for word in re.split(r"[\s,]+", str(text).strip()) if word]


def replay(game: NegaeriShogi, moves: str, start: NegaeriPosition | None = None) -> NegaeriPosition:
    """Return the position after a list of moves.

    Raises
    ------
    MoveError
        Where a move is not legal; the message names its number.

    Examples
    --------
    >>> replay(NegaeriShogi(), "P*c3 b2b3").sfen()
    '1bkr2/2pp2/1pP3/6/2PPP1/2RKB1 b RB3Prb3p 3'
    """
    position = game.start_position() if start is None else start
    for number, move in enumerate(split_moves(moves), start=1):
        try:
            position = position.play(move)
        except MoveError as error:
            raise MoveError(f"move {number}: {error}") from None
    return position


def why_not(position: NegaeriPosition, text: str) -> str:
    """Return in a sentence why a move that can be read is not legal in a position."""
    if text == PASS:
        return "There is no voluntary pass."
    if str(position.legal_moves()[0]) == PASS:
        return f"{position.to_move} can neither drop nor move: the turn is a pass."
    if "*" in text:
        return _why_no_drop(position, text[0], text[2:])
    origin, to = text[:2], text[2:]
    piece = position.piece(origin)
    if not piece:
        return f"No piece stands on {origin}."
    if piece[-1].isupper() != (position.to_move == "sente"):
        return f"The piece on {origin} is not {position.to_move}'s."
    other = position.piece(to)
    if other and other[-1].isupper() == piece[-1].isupper():
        return f"{position.to_move}'s own piece stands on {to}."
    reached = [str(move)[2:] for move in position.legal_moves() if str(move).startswith(origin)]
    where = f"it reaches {', '.join(reached)}" if reached else "it has no move"
    return f"The {piece} on {origin} does not reach {to}; {where}."


def _why_no_drop(position: NegaeriPosition, kind: str, to: str) -> str:
    hand = position.hand_counts(position.to_move)
    if hand[kind] == 0:
        return f"{position.to_move} has no {PIECE_NAMES[kind]} in hand, but {hand_text(hand)}."
    if position.piece(to):
        return f"A piece stands on {to}: a drop needs an empty square."
    if to[1] == ("1" if position.to_move == "sente" else "6") and not position.game.last_rank_pawn:
        return "A pawn may not be dropped on the last rank (last_rank_pawn)."
    return f"An unpromoted pawn of {position.to_move} stands on file {to[0]} already (two_pawns)."


__all__ = [
    "SQUARES", "board_of", "diagram", "is_pass", "move_text", "position_of", "replay", "sfen",
    "split_moves", "square_name", "square_names", "square_number", "why_not",
]  # fmt: skip
