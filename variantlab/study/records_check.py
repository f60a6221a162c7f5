"""One row of a record sheet: read cell by cell, held against the rules, replayed where moves were noted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from variantlab.errors import VariantlabError
from variantlab.games.othello.rules import MOST_PLIES, Othello, other_colour
from variantlab.study.records_read import Cell
from variantlab.study.records_words import (
    CLOSING,
    VALUES,
    Finding,
    nearest_value,
    plain,
    value_of_word,
    word,
)

__all__ = ["HandGame", "RunMeans", "game_findings", "game_of_rule", "possible_records", "replayed", "row_of"]

COUNTS = ("plies", "passes", "black", "white", "passes_black", "passes_white")
LABELS = ("rule", "method", "end_reason", "winner", "first_stuck")
TEXTS = ("remark", "game_id", "moves", "date", "name_black", "name_white")
MAY_BE_EMPTY = (*TEXTS, "passes_black", "passes_white", "first_stuck")
MOST_POSITIONS = 2_000  # a game with more is not played out to its last line

MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
EXCEL_DATE = re.compile(
    rf"\d{{1,2}}[-/ ]{MONTH}(?:[-/ ]\d{{2,4}})?|{MONTH}[-/ ]\d{{1,4}}|(?:\d{{4}}年)?\d{{1,2}}月\d{{1,2}}日"
    r"|\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?:[ t]\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}/\d{1,2}/\d{2,4}"
    r"|(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])"
)
EXCEL_ERROR = re.compile(r"#(?:ref!|value!|name\?|n/a|num!|null!|div/0!|spill!|calc!)|#+")
UNITS = {"plies": "手|plies|ply", "passes": "回|passes|pass"}
DISC_UNITS = "石|個|枚|discs|disc"
SCORE = re.compile(
    rf"(?:黒|black)?\s*(\d{{1,4}})(?:{DISC_UNITS})?\s*[-‐‑‒–—―−ー:対・]\s*(?:白|white)?\s*(\d{{1,4}})(?:{DISC_UNITS})?"
)
SERIAL_OF_A_DAY = 20_000  # Excel's number of a day in 1954; discs are never so many


@dataclass(frozen=True)
class HandGame:
    """One game as a record sheet gives it; what the sheet has no column for is None.

    Parameters
    ----------
    row : int
        The row in its file, as a spreadsheet counts.
    rule, method : str or None
        As in the record's columns: ``'vanish'``, ``'hand'``.
    plies, passes : int or None
        Discs placed, and passes, the two that close a game not counted.
    end_reason : str or None
        One of ``Othello.end_reasons``.
    black, white : int or None
        Discs at the end.
    winner : str or None
        'black', 'white' or 'draw'; None for a capped game.
    remark, game_id, moves, date, name_black, name_white : str
        As typed; empty if nothing was.
    passes_black, passes_white, first_stuck
        As in the record's columns, where the sheet or the moves say so.
    extra : tuple of (str, str)
        Header and text of the cells of other columns.
    sheet : str
        The sheet of a workbook.
    """

    row: int
    rule: str | None = None
    method: str | None = None
    plies: int | None = None
    passes: int | None = None
    end_reason: str | None = None
    black: int | None = None
    white: int | None = None
    winner: str | None = None
    remark: str = ""
    game_id: str = ""
    moves: str = ""
    date: str = ""
    name_black: str = ""
    name_white: str = ""
    passes_black: int | None = None
    passes_white: int | None = None
    first_stuck: str | None = None
    extra: tuple[tuple[str, str], ...] = ()
    sheet: str = ""

    @property
    def id_key(self) -> str:
        """The game id as ids are compared: in one width; empty without id."""
        return unicodedata.normalize("NFKC", self.game_id).strip()

    def differs_in(self, other: HandGame) -> tuple[str, ...]:
        """Return the fields in which another game says otherwise; where it stands does not count.

        Examples
        --------
        >>> HandGame(2, black=33).differs_in(HandGame(7, black=20))
        ('black',)
        """
        names = [f.name for f in fields(self) if f.name not in ("row", "sheet", "game_id")]
        found = [name for name in names if getattr(self, name) != getattr(other, name)]
        return (*found, "game_id") if self.id_key != other.id_key else tuple(found)


@dataclass(frozen=True)
class RunMeans:
    """One run by code as the article's sheet takes it down: means, not a game.

    Parameters
    ----------
    row : int
        The row in its file.
    rule : str
        As in the record's column ``rule``.
    cells : tuple of (str, str)
        Header and text of each cell, as written.
    sheet : str
        The sheet of a workbook.
    """

    row: int
    rule: str
    cells: tuple[tuple[str, str], ...]
    sheet: str = ""


@dataclass
class _Row:
    """A row while it is read: its cells by column, what was found so far, and the values."""

    number: int
    sheet: str
    headers: Mapping[str, str]
    cells: Mapping[str, Cell]
    values: dict[str, Any] = field(default_factory=dict)
    faults: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)

    def finding(self, kind: str, column: str, given: str | None = None, **values: object) -> Finding:
        header = self.headers.get(column, column)
        return Finding(kind, self.number, header, given, values, self.sheet)

    def fault(self, kind: str, column: str, given: str | None = None, **values: object) -> None:
        self.faults.append(self.finding(kind, column, given, **values))


# --- from cells to values


def row_of(
    number: int,
    sheet: str,
    headers: Mapping[str, str],
    cells: Mapping[str, Cell],
    extra: tuple[tuple[str, str], ...] = (),
    given: Mapping[str, str] | None = None,
) -> tuple[HandGame | RunMeans | None, list[Finding], list[Finding]]:
    """Return the game or run of one row, None where it has faults; then the faults and the notes.

    Parameters
    ----------
    number : int
        The row, as a spreadsheet counts.
    sheet : str
        The sheet of a workbook, else empty.
    headers, cells : mapping
        By column: the header as written, and the cell.
    extra : tuple of (str, str)
        Header and text of the cells of other columns.
    given : mapping of str to str, optional
        The rule or method of all rows, where the sheet has no such column.

    Examples
    --------
    >>> headers = {"plies": "手数", "rule": "ルール"}
    >>> game, faults, notes = row_of(2, "", headers, {"plies": Cell("６３"), "rule": Cell("標準")})
    >>> print(faults[0].text("en")[:50])
    row 2, column '手数': got '６３'; a flip game has at m
    """
    row = _Row(number, sheet, headers, cells, dict(given or {}))
    for column in LABELS:
        if column in cells:
            _read_label(row, column)
    if row.values.get("method") == "code" and _is_of_means(row):
        return _run_means(row, extra)
    for column in COUNTS:
        if column in cells:
            _read_count(row, column)
    if "score" in cells:
        _read_score(row)
    for column in TEXTS:
        if column in cells:
            _read_text(row, column)
    if row.faults:
        return None, row.faults, row.notes
    game = HandGame(number, sheet=sheet, extra=extra, **row.values)
    faults = game_findings(game, headers, {column: cell.text for column, cell in cells.items()})
    if faults:
        return None, faults, row.notes
    return _with_moves(_without_capped_winner(game, row)), [], row.notes


def _read_label(row: _Row, column: str) -> None:
    cell = row.cells[column]
    if cell.is_empty:
        if column != "winner" and column not in MAY_BE_EMPTY:
            row.fault("empty", column)
        row.values[column] = None
        return
    if kind := _damage(cell):
        row.fault(kind, column, cell.text)
        return
    value = value_of_word(column, cell.text)
    if value is None:
        row.fault("unknown_value", column, cell.text, **_allowed(column, cell.text))
    row.values[column] = None if value == "none" else value


def _allowed(column: str, text: str) -> dict[str, str]:
    """Return the words of a column and the nearest, for the message about another word."""
    words = {}
    for lang, mark in (("en", ""), ("ja", "_ja")):
        shown = [word(column, value, lang) for value in VALUES[column]]
        shown += ["mixed 0.5"] if column == "rule" else []
        words[f"allowed{mark}"] = {"en": ", ", "ja": "、"}[lang].join(shown)
    near = {lang: nearest_value(column, text, lang) for lang in ("en", "ja")}
    words["nearest_en"] = f" Did you mean {near['en']!r}?" if near["en"] else ""
    words["nearest_ja"] = f"「{near['ja']}」ではありませんか。" if near["ja"] else ""
    return words


def _damage(cell: Cell) -> str | None:
    """Return the kind of damage that Excel did to a cell that is no free text, or None."""
    if cell.kind == "formula":
        return "formula"
    if cell.kind == "error" or EXCEL_ERROR.fullmatch(plain(cell.text)):
        return "excel_error"
    if cell.kind == "date" or EXCEL_DATE.fullmatch(plain(cell.text)):
        return "excel_date"
    return None


def _read_count(row: _Row, column: str) -> None:
    cell = row.cells[column]
    if cell.is_empty:
        if column not in MAY_BE_EMPTY:
            row.fault("empty", column)
    elif kind := _damage(cell):
        row.fault(kind, column, cell.text)
    elif match := re.fullmatch(
        rf"(\d{{1,5}})(?:\.0+)?\s*(?:{UNITS.get(column, DISC_UNITS)})?", plain(cell.text)
    ):
        row.values[column] = int(match[1])
    else:
        row.fault("not_whole", column, cell.text)


def _read_score(row: _Row) -> None:
    cell = row.cells["score"]
    text = plain(cell.text)
    if cell.is_empty:
        row.fault("empty", "score")
    elif kind := _damage(cell):
        row.fault(kind, "score", cell.text)
    elif match := SCORE.fullmatch(text):
        row.values["black"], row.values["white"] = int(match[1]), int(match[2])
    elif text.isdecimal() and len(text) < 9 and int(text) >= SERIAL_OF_A_DAY:
        row.fault("excel_serial", "score", cell.text)
    else:
        row.fault("not_score", "score", cell.text)


def _read_text(row: _Row, column: str) -> None:
    cell = row.cells[column]
    if cell.kind == "formula":
        row.fault("formula", column, cell.text)
    elif cell.kind == "date" and column == "game_id":
        row.fault("excel_date", column, cell.text)
    elif cell.kind == "date" and column != "date":
        row.notes.append(row.finding("date_in_text", column, None, text=cell.text))
    if column == "game_id" and re.search("[\u301c\uff5e]", cell.text):
        row.fault("wave_dash", column, cell.text)
    row.values[column] = typed_text(cell.text) if cell.text.strip() else ""


def typed_text(text: str) -> str:
    """Return the text without the apostrophe that keeps a spreadsheet from taking it for a formula.

    The inverse of `variantlab.study.records_write.spreadsheet_text`.

    Examples
    --------
    >>> typed_text("'=1+1"), typed_text("'tis over"), typed_text("''=x")
    ('=1+1', "'tis over", "'=x")
    """
    return text[1:] if re.match("'+[=+\\-@\t\r\n＝＋－＠]", text) else text


def _is_of_means(row: _Row) -> bool:
    """Whether a row by code holds means: a count with decimals, or counts that a game would have left out."""
    columns = [column for column in ("plies", "passes", "black", "white", "score") if column in row.cells]
    texts = [plain(row.cells[column].text) for column in columns]
    return any(not text or re.fullmatch(r"\d+\.\d+", text) for text in texts)


def _run_means(row: _Row, extra: Any) -> tuple[RunMeans | None, list[Finding], list[Finding]]:
    """Return a run by code; its end reason and winner may be free text, such as counts of several."""
    faults = [
        found for found in row.faults if found.column in (row.headers.get("rule"), row.headers.get("method"))
    ]
    written = [(row.headers[column], cell.text) for column, cell in row.cells.items() if not cell.is_empty]
    cell = row.cells.get("plies", Cell(""))
    number = re.fullmatch(r"\d+(?:\.\d+)?", plain(cell.text))
    most = _n_squares() - _n_start()
    if number and row.values.get("rule") == "flip" and float(number[0]) > most:
        faults.append(row.finding("flip_too_long", "plies", cell.text, most=most))
    if faults or row.values.get("rule") is None:
        return None, faults, row.notes
    note = Finding("run_means", row.number, sheet=row.sheet)
    means = RunMeans(row.number, row.values["rule"], (*written, *extra), row.sheet)
    return means, [], [*row.notes, note]


def _without_capped_winner(game: HandGame, row: _Row) -> HandGame:
    if game.end_reason != "capped" or game.winner is None:
        return game
    row.notes.append(row.finding("capped_winner", "winner", row.cells["winner"].text))
    return replace(game, winner=None)


def _with_moves(game: HandGame) -> HandGame:
    """Return the game with what the moves tell beyond the sheet: whose passes, and who was stuck first."""
    if not game.moves or game.rule is None:
        return game
    position = replayed(game.rule, game.moves)
    return replace(
        game,
        passes_black=position.passes_black,
        passes_white=position.passes_white,
        first_stuck=position.first_stuck,
    )


# --- against the rules


@lru_cache(maxsize=64)
def game_of_rule(rule: str) -> Othello:
    """Return the game of a rule as the record's column ``rule`` names it, without a cap.

    Examples
    --------
    >>> game_of_rule("vanish_one nearest").vanish_choice, game_of_rule("mixed 0.5").vanish_probability
    ('nearest', 0.5)
    """
    capture, _, parameter = rule.partition(" ")
    settings: dict[str, Any] = {"capture": capture, "max_plies": MOST_PLIES}
    if capture == "vanish_one":
        settings["vanish_choice"] = parameter
    elif capture == "mixed":
        settings["vanish_probability"] = float(parameter)
    return Othello(**settings)


def _n_squares() -> int:
    return Othello().size ** 2


@lru_cache(maxsize=1)
def _n_start() -> int:
    start = Othello().start_position()
    return start.count("black") + start.count("white")


def game_findings(
    game: HandGame, headers: Mapping[str, str] | None = None, written: Mapping[str, str] | None = None
) -> list[Finding]:
    """Return what cannot be under the rules: empty for a game that can have been played.

    Parameters
    ----------
    game : HandGame
        What is None is not checked.
    headers, written : mapping, optional
        By column, the header and the text of the cell, for the findings.

    Examples
    --------
    >>> game = HandGame(5, rule="flip", plies=60, black=33, white=31, winner="white", end_reason="board_full")
    >>> [finding.kind for finding in game_findings(game)]
    ['wrong_winner']
    """
    headers = dict(headers or {})
    if "score" in headers:
        headers |= {"black": headers["score"], "white": headers["score"]}
        written = {**(written or {}), "black": (written or {}).get("score", ""), "white": ""}
    at = _Row(game.row, game.sheet, headers, {column: Cell(text) for column, text in (written or {}).items()})
    found = [finding for check in CHECKS for finding in check(game, at)]
    if not found:
        found = list(_replay_findings(game, at)) if game.moves else list(_record_findings(game, at))
    return found


def _at(at: _Row, column: str, kind: str, **values: object) -> Finding:
    cell = at.cells.get(column)
    return at.finding(kind, column, cell.text if cell and cell.text else None, **values)


def _ply_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    most = _n_squares() - _n_start()
    if game.plies == 0:
        yield _at(at, "plies", "no_plies")
    if game.plies is not None and game.rule == "flip" and game.plies > most:
        yield _at(at, "plies", "flip_too_long", most=most)
    if game.plies and game.passes is not None and game.passes >= game.plies:
        yield _at(at, "passes", "too_many_passes", plies=game.plies, **_closing(game, game.passes - 2))
    parts = (game.passes_black, game.passes_white)
    if game.passes is not None and None not in parts and sum(p or 0 for p in parts) != game.passes:
        yield _at(at, "passes", "passes_do_not_add", black=parts[0], white=parts[1], passes=game.passes)


def _disc_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    if game.black is None or game.white is None:
        return
    total, start, most = game.black + game.white, _n_start(), _n_squares()
    values = {"total": total, "start": start, "most": most, "plies": game.plies}
    kind = str(game.rule).partition(" ")[0]
    if total > most:
        yield _at(at, "black", "too_many_discs", **values)
    elif kind == "vanish" and total > start:
        yield _at(at, "black", "discs_vanish", **values)
    elif kind == "vanish_one" and total != start:
        yield _at(at, "black", "discs_vanish_one", **values)
    elif total < 2:
        yield _at(at, "black", "too_few_discs")
    elif game.plies and kind == "flip" and game.plies <= most - start and total != start + game.plies:
        yield _at(at, "black", "discs_flip", expected=start + game.plies, **values)
    elif game.plies and kind == "mixed" and total > start + game.plies:
        yield _at(at, "black", "discs_mixed", **values)


def _end_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    if game.end_reason is None or game.black is None or game.white is None:
        return
    values: dict[str, object] = {"black": game.black, "white": game.white, "total": game.black + game.white}
    values["most"] = _n_squares()
    for reason in ("wipeout", "no_moves", "board_full"):
        values |= {f"{reason}_{lang}": word("end_reason", reason, lang) for lang in ("en", "ja")}
    is_wipeout, is_full = 0 in (game.black, game.white), values["total"] == _n_squares()
    if game.end_reason == "discs_spent":
        yield _at(at, "end_reason", "no_disc_limit", **values)
    elif game.end_reason == "wipeout" and not is_wipeout:
        yield _at(at, "end_reason", "wipeout_of_both", **values)
    elif game.end_reason != "wipeout" and is_wipeout and game.end_reason != "capped":
        yield _at(at, "end_reason", "is_wipeout", **values)
    elif game.end_reason == "board_full" and not is_full:
        yield _at(at, "end_reason", "not_full", **values)
    elif game.end_reason in ("no_moves", "capped") and is_full:
        yield _at(at, "end_reason", "is_full", **values)


def _winner_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    if game.black is None or game.white is None or not ("winner" in at.cells or game.winner):
        return
    more = (game.black > game.white) - (game.black < game.white)
    expected = {1: "black", -1: "white", 0: "draw"}[more]
    values = {"black": game.black, "white": game.white}
    words = {f"expected_{lang}": word("winner", expected, lang) for lang in ("en", "ja")}
    if game.winner is None and game.end_reason not in (None, "capped"):
        yield _at(at, "winner", "no_winner", **values, **words)
    elif game.winner not in (None, expected):
        yield _at(at, "winner", "wrong_winner", **values, **words)


CHECKS = (_ply_findings, _disc_findings, _end_findings, _winner_findings)


def _closing(game: HandGame, passes: int, likely: bool = True) -> dict[str, str]:
    """Return the hint about the two closing passes, in both languages; empty where it does not apply."""
    applies = likely and passes >= 0 and game.end_reason != "capped"
    return {
        f"closing_{lang}": CLOSING[lang].format(passes=passes) if applies else "" for lang in ("en", "ja")
    }


# --- against all games, where they are few

RECORDED = ("plies", "passes", "end_reason", "black", "white")


@lru_cache(maxsize=16)
def possible_records(rule: str) -> frozenset[tuple[int, int, str, int, int]] | None:
    """Return every (plies, passes, end reason, black, white) that a game of the rule can end with.

    Games that are stopped after any ply stand in it as capped. None where the games are too many to play out.

    Examples
    --------
    >>> sorted({record[0] for record in possible_records("vanish") if record[2] != "capped"})
    [3, 4]
    >>> possible_records("flip") is None
    True
    """
    game = game_of_rule(rule)
    if game.capture != "vanish":
        return None
    records: set[Any] = set()
    stack: list[Any] = [game.start_position()]
    for _ in range(MOST_POSITIONS):
        if not stack:
            return frozenset(records)
        position = stack.pop()
        record = {**position.record(), "end_reason": position.end_reason or "capped"}
        records.add(tuple(record[name] for name in RECORDED))
        stack += [after for move in position.legal_moves() for _, after in position.outcomes(move)]
    return None


def _record_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    records = possible_records(game.rule) if game.rule else None
    if records is None or _is_among(game, records):
        return
    passes = None if game.passes is None else game.passes - 2
    likely = passes is not None and passes >= 0 and _is_among(replace(game, passes=passes), records)
    column = "passes" if likely else "plies"
    yield _at(at, column, "impossible_record", rule=game.rule, **_closing(game, passes or 0, likely))


def _is_among(game: HandGame, records: frozenset[tuple[int, int, str, int, int]]) -> bool:
    known = [(i, getattr(game, name)) for i, name in enumerate(RECORDED) if getattr(game, name) is not None]
    return any(all(record[i] == value for i, value in known) for record in records)


# --- against the moves


@lru_cache(maxsize=4096)
def replayed(rule: str, moves: str) -> Any:
    """Return the position after the moves of a sheet; passes at the end, which close a game, are left out.

    Raises
    ------
    MoveError
        Where a move cannot be played.

    Examples
    --------
    >>> replayed("vanish", "d3 c5 e6 -- --").end_reason
    'no_moves'
    """
    from variantlab.games.othello.notation import moves_of, replay
    from variantlab.games.othello.position import is_pass

    made = list(moves_of(moves))
    while made and is_pass(made[-1]):
        made.pop()
    return replay(game_of_rule(rule), made)


def _replay_findings(game: HandGame, at: _Row) -> Iterator[Finding]:
    if game.rule is None:
        return
    try:
        position = replayed(game.rule, game.moves)
    except VariantlabError as error:
        yield _at(at, "moves", "unreadable_moves", message=str(error), **_other_rule(game))
        return
    if not position.is_over and game.end_reason not in (None, "capped"):
        yield _at(at, "moves", "moves_stop", plies=position.plies, **_who_can_move(position))
        return
    record = {**position.record(), "end_reason": position.end_reason or "capped"}
    columns = [
        "plies",
        "passes",
        "end_reason",
        "black",
        "white",
        "passes_black",
        "passes_white",
        "first_stuck",
    ]
    for column in columns:
        if getattr(game, column) not in (None, record[column]):
            yield _moves_differ(game, at, column, record[column])


def _moves_differ(game: HandGame, at: _Row, column: str, expected: Any) -> Finding:
    texts = {f"expected_{lang}": word(column, str(expected), lang) for lang in ("en", "ja")}
    off_by_two = column == "passes" and game.passes == expected + 2
    return _at(
        at, column, "moves_differ", **texts, **_closing(game, expected if off_by_two else 0, off_by_two)
    )


def _who_can_move(position: Any) -> dict[str, str]:
    colour = position.to_move if position.stuck is None else other_colour(position.to_move)
    words = {f"colour_{lang}": word("first_stuck", colour, lang) for lang in ("en", "ja")}
    return words | {f"capped_{lang}": word("end_reason", "capped", lang) for lang in ("en", "ja")}


def _other_rule(game: HandGame) -> dict[str, str]:
    """Return the hint that the moves can be played under the other of the article's two rules."""
    other = {"flip": "vanish", "vanish": "flip"}.get(str(game.rule))
    try:
        playable = other is not None and replayed(other, game.moves) is not None
    except VariantlabError:
        playable = False
    if not playable or other is None:
        return {"other_en": "", "other_ja": ""}
    en, ja = word("rule", other, "en"), word("rule", other, "ja")
    return {
        "other_en": f" Under {en} they can: was that the rule?",
        "other_ja": f" {ja}ルールなら再現できます。",
    }
