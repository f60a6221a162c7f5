"""Othello games in writing (棋譜): move lists, the Generic Game Format of servers, and the WTHOR archive.

A move list is replayed under any capture rule; forced passes may be left out of it. Where the rules do not
decide which captured discs leave the board, the list says so in parentheses: ``d3(d4)``. The two archives
hold games of standard Othello. Names and results in files are text that somebody wrote: escape them before
showing them as HTML.
"""

from __future__ import annotations

import os
import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from variantlab.errors import DataError, MoveError, RulesError, VariantlabError, invalid
from variantlab.games.game import PASS
from variantlab.games.othello.position import (
    COLUMNS,
    PASS_MOVE,
    PASS_WORDS,
    Move,
    OthelloPosition,
    is_pass,
    position_of_diagram,
)
from variantlab.games.othello.rules import Othello, checked_colour

__all__ = [
    "GameRecord",
    "moves_of",
    "played",
    "read_ggf",
    "read_wthor",
    "read_wthor_names",
    "replay",
    "write_moves",
]


# --- move lists

_COMMENTS_AND_HEADERS = re.compile(r'\{[^{}]*\}|\[\s*\w+\s+"[^"]*"\s*\]')
_RESULT = re.compile(r"(?:\b\d+(?:\.\d+)?\s*[-–:]\s*\d+(?:\.\d+)?|\b1/2\s*[-–]\s*1/2|\*)\s*$")
_WORD = re.compile(
    rf"(?P<apart>[\s,;]+|\d+\s*(?:\.+|[):])(?!\d))"
    rf"|(?P<passed>{'|'.join(sorted(map(re.escape, PASS_WORDS), key=len, reverse=True))})"
    rf"|(?P<square>[a-h][1-8])(?:\(\s*(?P<removed>(?:[a-h][1-8][\s,]*)*)\))?",
    re.IGNORECASE,
)


def moves_of(text: str) -> tuple[str, ...]:
    """Return the moves of a move list, each as `OthelloPosition.play` reads it: ``d3``, ``--``, ``d3(d4)``.

    Parameters
    ----------
    text : str
        Squares in small or capital letters, run together or parted by blanks, commas or line ends; passes
        written ``--``, ``pass``, ``pa``, ``ps`` or ``パス``, or left out. Move numbers such as ``1.``, a
        result such as ``62-1`` at the end, ``{comments}`` and headers such as ``[Date "2017.12.28"]`` are
        passed over.

    Raises
    ------
    MoveError
        At the first word that is none of these; the message names the ply, counted in placed discs.

    Examples
    --------
    >>> moves_of("F5d6 {a comment} C3")
    ('f5', 'd6', 'c3')
    >>> moves_of('[Result "2-2"] 1. d3 e3 2. f3 pa 2-2')
    ('d3', 'e3', 'f3', '--')
    >>> moves_of("d3(d4) c5()")
    ('d3(d4)', 'c5()')
    """
    bare = _COMMENTS_AND_HEADERS.sub(" ", unicodedata.normalize("NFKC", text))
    bare = _RESULT.sub(" ", bare)
    moves: list[str] = []
    at = 0
    while at < len(bare):
        word = _WORD.match(bare, at)
        if word is None:
            raise _unreadable(bare[at:], moves)
        if word["square"] or word["passed"]:
            moves.append(_move_text(word))
        at = word.end()
    return tuple(moves)


def _move_text(word: re.Match[str]) -> str:
    if word["passed"]:
        return PASS
    square = word["square"].lower()
    if word["removed"] is None:
        return square
    return f"{square}({''.join(re.findall('[a-h][1-8]', word['removed'].lower()))})"


def _unreadable(rest: str, moves: Sequence[str]) -> VariantlabError:
    word = rest.split(maxsplit=1)[0]
    where = f"move list, ply {1 + sum(not is_pass(move) for move in moves)}"
    allowed = "squares a1 to h8, -- for a pass, the discs that vanished in parentheses: d3(d4)"
    hint = "Move numbers end in a dot: 1. d3 c5. Comments stand in braces: {a comment}."
    return invalid(where, word, allowed, hint, MoveError)


def played(
    game: Othello, moves: str | Iterable[Move | str], start: OthelloPosition | None = None
) -> tuple[OthelloPosition, ...]:
    """Return every position of a game from its moves, the start in front; forced passes are put in.

    Parameters
    ----------
    game : Othello
        The rules; their start position is where the moves begin.
    moves : str or iterable
        A move list, see `moves_of`, or its moves one by one.
    start : OthelloPosition, optional
        Another position of the same rules to begin with.

    Raises
    ------
    MoveError
        For a move that cannot be played: not legal, after the end, a pass that is not forced, or a move that
        leaves open what vanished. The message names the ply, counted in placed discs, and what is legal.

    Examples
    --------
    >>> positions = played(Othello(), "f5f6d3g5h5h4f7h6c5")
    >>> [str(position.last_move) for position in positions[-3:]]
    ['h6', '--', 'c5']
    """
    if start is not None and start.game != game:
        raise invalid("start", str(start.game), f"a position of {game}", error=RulesError)
    positions = [game.start_position() if start is None else start]
    for move in moves_of(moves) if isinstance(moves, str) else moves:
        position = positions[-1]
        if not is_pass(move) and position.legal_moves() == (PASS_MOVE,):
            position = position.play(PASS)
            positions.append(position)
        positions.append(_after(position, move))
    return tuple(positions)


def _after(position: OthelloPosition, move: Move | str) -> OthelloPosition:
    try:
        return position.play(move)
    except MoveError as error:
        message = f"ply {position.plies + 1}, {position.to_move} to move: {error}"
        raise MoveError(message) from None


def replay(
    game: Othello, moves: str | Iterable[Move | str], start: OthelloPosition | None = None
) -> OthelloPosition:
    """Return the position after a move list; see `moves_of` for what it may hold and `played` for errors.

    Examples
    --------
    >>> replay(Othello(capture="vanish"), "d3 c5 e6 3-1").winner
    'black'
    >>> replay(Othello(), "d3 d3")
    Traceback (most recent call last):
    variantlab.errors.MoveError: ply 2, white to move: move: got 'd3'; allowed: c3, e3, c5. d3 is taken.
    """
    return played(game, moves, start)[-1]


def write_moves(moves: Iterable[OthelloPosition | Move | str], passes: bool = True) -> str:
    """Return a move list that `replay` reads back.

    Parameters
    ----------
    moves : iterable
        The moves, or the positions of a game in order, as `played` returns them.
    passes : bool
        Whether to write the passes.

    Examples
    --------
    >>> write_moves(played(Othello(), "f5f6d3g5h5h4f7h6c5")[5:])
    'h5 h4 f7 h6 -- c5'
    """
    made = (move.last_move if isinstance(move, OthelloPosition) else move for move in moves)
    texts = [str(move) for move in made if move is not None]
    return " ".join(text for text in texts if passes or not is_pass(text))


# --- games in files


@dataclass(frozen=True)
class GameRecord:
    """A game of standard Othello as a file gives it; nothing of it is trusted before `final` has replayed it.

    Parameters
    ----------
    start : OthelloPosition
        The position the moves begin with.
    moves : tuple of str
        Squares, and ``'--'`` where the file writes a pass.
    movers : tuple of str
        Who made each move, 'black' or 'white'; empty where the file does not say.
    players : (str, str)
        Black's and white's name as written, empty if unknown.
    date : str
        When it was played, as written, empty if unknown.
    result : str
        The result as written, empty if unknown. Its meaning is the file's: see `read_ggf` and `read_wthor`.
    kind : str
        The type of game as written, such as ``'8'`` or ``'s8r18'`` in GGF.
    index : int
        Which game of the file it is, from 0.
    """

    start: OthelloPosition
    moves: tuple[str, ...]
    movers: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")
    date: str = ""
    result: str = ""
    kind: str = ""
    index: int = 0

    def positions(self) -> tuple[OthelloPosition, ...]:
        """Return every position of the game, see `played`.

        Raises
        ------
        DataError
            Where a move cannot be played, or the other side is to make it; the message names game and ply.
        """
        try:
            positions = played(self.start.game, self.moves, self.start)
        except MoveError as error:
            raise DataError(f"game {self.index + 1}: {error}") from None
        self._check_movers(positions)
        return positions

    def _check_movers(self, positions: Sequence[OthelloPosition]) -> None:
        """Compare who placed the discs; a pass that the file leaves out is no move of the file."""
        placed = [before for before, after in pairwise(positions) if _is_placed(after)]
        written = [move for move in zip(self.moves, self.movers, strict=False) if move[0] != PASS]
        for before, (move, mover) in zip(placed, written, strict=False):
            if mover != before.to_move:
                where = f"game {self.index + 1}, ply {before.plies + 1}"
                raise invalid(where, f"{move} by {mover}", f"{before.to_move} to move", error=DataError)

    def final(self) -> OthelloPosition:
        """Return the last position of the game, every move played by the rules.

        Raises
        ------
        DataError
            See `positions`.
        """
        return self.positions()[-1]


def _is_placed(after: OthelloPosition) -> bool:
    return after.last_move is not None and not after.last_move.is_pass


# --- the Generic Game Format

_GGF_PROPERTY = re.compile(r"[\s\d.)]*(?P<name>[A-Za-z]{1,2})\d*\s*\[(?P<value>[^\]]*)\]")
_GGF_START = re.compile(r"\(\s*;")
_GGF_END = re.compile(r"\s*;\s*\)")


def read_ggf(text: str) -> list[GameRecord]:
    """Return the games of a text in the Generic Game Format (GGF) of the Generic Game Server.

    Parameters
    ----------
    text : str
        Any number of games ``(;GM[Othello] ... BO[8 ...] B[F5//1.2] W[D6/0.5/3] ... ;)``; read a file with
        `variantlab.files.read_text`. What stands between games is passed over.

    Returns
    -------
    list of GameRecord
        The result is RE as written: black's discs less white's, the empty squares given to the winner by many
        servers; ``:r`` for a game resigned, ``:t`` lost on time. Times and evaluations of moves are left out,
        and so is a komi: `GameRecord.final` counts discs.

    Raises
    ------
    DataError
        For a game that is cut off, of another kind, or whose board or moves cannot be read.

    References
    ----------
    M. Buro, "Generic Game Format (GGF)", the documentation of the Generic Game Server.

    Examples
    --------
    >>> board = "-------- " * 3 + "---O*--- ---*O--- " + "-------- " * 3
    >>> record = read_ggf(f"(;GM[Othello]PB[A]PW[B]RE[+3]BO[8 {board}*]B[f5//1.2]W[D6/0.1];)")[0]
    >>> record.players, record.moves, record.final().count("black")
    (('A', 'B'), ('f5', 'd6'), 3)
    """
    games: list[GameRecord] = []
    at = 0
    while found := _GGF_START.search(text, at):
        properties, at = _ggf_properties(text, found.end(), len(games))
        games.append(_ggf_game(properties, len(games)))
    if not games and text.strip():
        raise invalid("GGF text", text.strip(), "games such as (;GM[Othello] ... ;)", error=DataError)
    return games


def _ggf_properties(text: str, at: int, index: int) -> tuple[list[tuple[str, str]], int]:
    """Return the name and value of each property of the game from a place of the text, and where it ends."""
    properties = []
    while not (end := _GGF_END.match(text, at)):
        found = _GGF_PROPERTY.match(text, at)
        if found is None:
            given = text[at:].strip() or "the end of the text"
            allowed = "properties such as B[F5//1.2], then ;)"
            raise invalid(f"game {index + 1}", given, allowed, error=DataError)
        properties.append((found["name"].upper(), found["value"].strip()))
        at = found.end()
    return properties, end.end()


def _ggf_game(properties: list[tuple[str, str]], index: int) -> GameRecord:
    moves = [(name, value) for name, value in properties if name in ("B", "W")]
    facts = {name: value for name, value in properties if name not in ("B", "W")}
    if facts.get("GM", "").casefold() not in ("othello", "reversi"):
        raise invalid(f"game {index + 1}, GM", facts.get("GM", ""), "Othello", error=DataError)
    return GameRecord(
        start=_ggf_board(facts.get("BO", ""), index),
        moves=tuple(_ggf_move(value, index) for _, value in moves),
        movers=tuple(checked_colour(name) for name, _ in moves),
        players=(facts.get("PB", ""), facts.get("PW", "")),
        date=facts.get("DT", ""),
        result=facts.get("RE", ""),
        kind=facts.get("TY", ""),
        index=index,
    )


def _ggf_board(value: str, index: int) -> OthelloPosition:
    """Return the position of a BO property: the size, the squares from a1 on, the side to move."""
    where = f"game {index + 1}, BO"
    size_text, _, squares = value.partition(" ")
    squares = re.sub(r"\s", "", squares)
    if size_text not in ("4", "6", "8") or len(squares) != int(size_text) ** 2 + 1:
        allowed = "the size (4, 6 or 8), that many rows of * O -, and the side to move"
        raise invalid(where, value, allowed, error=DataError)
    size, board, to_move = int(size_text), squares[:-1], squares[-1]
    rows = "/".join(board[row * size :][:size] for row in range(size))
    try:
        colour = checked_colour("X" if to_move == "*" else to_move)
        return position_of_diagram(Othello(size=size), f"{rows} {colour[0]}")
    except VariantlabError as error:
        raise DataError(f"{where}: {error}") from None


def _ggf_move(value: str, index: int) -> str:
    """Return the move of a property such as ``E6//4.09``: the move, then evaluation and time."""
    move = value.partition("/")[0]
    try:
        (found,) = moves_of(move)
    except ValueError:
        allowed = "a square such as F5, or PA for a pass"
        raise invalid(f"game {index + 1}, move", value, allowed, error=DataError) from None
    return found


# --- WTHOR

# Century, year, month and day of the file; N1 games; N2 names; year of the games; P1 size of the board;
# P2 kind of game; P3 depth of the theoretical score; one byte without meaning. Little end first.
_WTHOR_HEADER = struct.Struct("<4BIHH4B")
_WTHOR_GAME = struct.Struct("<3HBB60s")  # tournament, black, white, score, theoretical score, moves
_WTHOR_NAME_BYTES = 20
_WTHOR_LARGEST_FILE = 100_000_000


@dataclass(frozen=True)
class _WthorHeader:
    n_games: int
    n_names: int
    year: int
    size: int
    kind: int


def read_wthor(source: str | os.PathLike[str] | bytes, names: Sequence[str] = ()) -> list[GameRecord]:
    """Return the games of a file of the WTHOR archive (``.wtb``).

    Parameters
    ----------
    source : path or bytes
        The file, or what is in it.
    names : sequence of str, optional
        The players' names by number, from `read_wthor_names`; without them a player is called by number.

    Returns
    -------
    list of GameRecord
        Passes are not written in this format. The result is ``"40-24"``: black's discs with the empty squares
        given to the winner, and 64 less these; the date is the year.

    Raises
    ------
    DataError
        For a file of the wrong length, another board than 8x8, a puzzle, or a byte that is no square.

    References
    ----------
    Fédération Française d'Othello, "La base WTHOR": the description of its format.

    Examples
    --------
    >>> year = (2024).to_bytes(2, "little")
    >>> header = bytes([20, 25, 1, 31, 1, 0, 0, 0, 0, 0]) + year + bytes([8, 0, 22, 0])
    >>> game = bytes(6) + bytes([40, 40]) + bytes([56, 64, 33]) + bytes(57)
    >>> record = read_wthor(header + game)[0]
    >>> record.moves, record.result, record.date
    (('f5', 'd6', 'c3'), '40-24', '2024')
    """
    header, body = _wthor_parts(source)
    if header.size not in (0, 8):
        raise invalid(
            "WTHOR file, size of the board", header.size, "8 (or 0, which means 8)", error=DataError
        )
    if header.kind != 0:
        raise invalid(
            "WTHOR file, kind of game", header.kind, "0, whole games (1 is puzzles)", error=DataError
        )
    _check_length(body, header.n_games, _WTHOR_GAME.size, "games")
    start = Othello().start_position()
    return [
        _wthor_game(fields, start, header.year, names, index)
        for index, fields in enumerate(_WTHOR_GAME.iter_unpack(body))
    ]


def read_wthor_names(source: str | os.PathLike[str] | bytes) -> list[str]:
    """Return the players' names of the WTHOR archive (``.jou``) by number.

    Parameters
    ----------
    source : path or bytes
        The file, or what is in it.

    Raises
    ------
    DataError
        For a file of the wrong length.

    Examples
    --------
    >>> header = bytes([20, 25, 1, 31, 0, 0, 0, 0, 2, 0]) + bytes(6)
    >>> read_wthor_names(header + b"Ann".ljust(20, bytes(1)) + "Zoé".encode("cp1252").ljust(20, bytes(1)))
    ['Ann', 'Zoé']
    """
    header, body = _wthor_parts(source)
    _check_length(body, header.n_names, _WTHOR_NAME_BYTES, "names")
    names = (body[at : at + _WTHOR_NAME_BYTES] for at in range(0, len(body), _WTHOR_NAME_BYTES))
    return [name.partition(b"\0")[0].decode("cp1252", errors="replace").strip() for name in names]


def _wthor_parts(source: str | os.PathLike[str] | bytes) -> tuple[_WthorHeader, bytes]:
    content = source if isinstance(source, bytes) else _bytes_of_file(Path(source))
    if len(content) < _WTHOR_HEADER.size:
        allowed = f"a header of {_WTHOR_HEADER.size} bytes, then the records"
        raise invalid("WTHOR file", f"{len(content)} bytes", allowed, _CUT_OFF, DataError)
    _, _, _, _, n_games, n_names, year, size, kind, _, _ = _WTHOR_HEADER.unpack_from(content)
    return _WthorHeader(n_games, n_names, year, size, kind), content[_WTHOR_HEADER.size :]


_CUT_OFF = "It may be cut off or another kind of file: copy it again."


def _bytes_of_file(path: Path) -> bytes:
    try:
        n_bytes = path.stat().st_size
        if n_bytes > _WTHOR_LARGEST_FILE:
            allowed = f"at most {_WTHOR_LARGEST_FILE} bytes"
            raise invalid("WTHOR file", f"{n_bytes} bytes", allowed, error=DataError)
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise invalid("WTHOR file", str(path), "a file that can be read", f"{reason}.", DataError) from None


def _check_length(body: bytes, n_records: int, n_bytes_each: int, what: str) -> None:
    if len(body) != n_records * n_bytes_each:
        allowed = f"{n_records * n_bytes_each}, for the {n_records} {what} that its header promises"
        raise invalid("WTHOR file, bytes after the header", len(body), allowed, _CUT_OFF, DataError)


def _wthor_game(
    fields: tuple[int, int, int, int, int, bytes],
    start: OthelloPosition,
    year: int,
    names: Sequence[str],
    index: int,
) -> GameRecord:
    _, black, white, score, _, moves = fields
    if score > 64:
        raise invalid(f"WTHOR file, game {index + 1}, black's score", score, "0 to 64", error=DataError)
    return GameRecord(
        start=start,
        moves=tuple(_wthor_squares(moves, index)),
        players=(_wthor_name(black, names), _wthor_name(white, names)),
        date=str(year),
        result=f"{score}-{64 - score}",
        kind="8",
        index=index,
    )


def _wthor_squares(moves: bytes, index: int) -> Iterator[str]:
    """Yield the squares of a game, each written 10 * row + column, both from 1; zeros follow the last."""
    for ply, byte in enumerate(moves.rstrip(b"\0"), start=1):
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            where = f"WTHOR file, game {index + 1}, ply {ply}"
            raise invalid(where, byte, "10 * row + column, 11 to 88", error=DataError)
        yield f"{COLUMNS[column - 1]}{row}"


def _wthor_name(number: int, names: Sequence[str]) -> str:
    return names[number] if number < len(names) else f"player {number}"
