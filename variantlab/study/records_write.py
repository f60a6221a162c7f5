"""Record sheets to fill in, to print and to hand on: CSV and XLSX for people, and one table for programs.

What a person typed never becomes a formula in a spreadsheet: for people such a text gets an apostrophe in
front, which reading takes off again. The table for programs holds everything as it was typed.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, unknown_choice
from variantlab.files import write_bytes_atomically, writing_atomically
from variantlab.games.othello.rules import Othello
from variantlab.study.records_check import HandGame
from variantlab.study.records_words import (
    ARTICLE_COLUMNS,
    OPTIONAL_COLUMNS,
    VALUES,
    checked_language,
    header,
    word,
)

__all__ = [
    "empty_csv",
    "machine_csv",
    "machine_rows",
    "printable_page",
    "sheet_csv",
    "spreadsheet_text",
    "write_empty_sheets",
    "write_sheet",
]

SHEET_COLUMNS = (*ARTICLE_COLUMNS, *OPTIONAL_COLUMNS)
COUNT_COLUMNS = ("plies", "passes", "black", "white")
CHOICES = {
    "rule": ("flip", "vanish"),
    "method": ("hand", "code"),
    "end_reason": ("wipeout", "no_moves", "board_full", "capped"),
    "winner": ("black", "white", "draw"),
}
ROWS_TO_FILL_IN = 10  # the article's ten games
ROWS_OF_LISTS = 400  # rows of the workbook that offer the words to choose from
WIDTHS = {"remark": 44, "moves": 30, "name_black": 14, "name_white": 14, "end_reason": 16, "date": 12}
FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"

#: What each column takes down: the article's words, and ours for the columns that it has not.
HELP = {
    "rule": {"en": "standard (flip) or vanish", "ja": "標準か消滅か"},
    "method": {"en": "by code or by hand", "ja": "コードか手作業か"},
    "plies": {
        "en": "how many discs were placed; passes are not counted",
        "ja": "パスを除く、石を置いた回数",
    },
    "passes": {
        "en": "how many passes in the whole game; the two that close it are not counted",
        "ja": "局全体で何回パスがあったか（終局の二回は数えない）",
    },
    "end_reason": {
        "en": "wipeout / neither can move / board full / capped",
        "ja": "全滅／両者置けず／盤が埋まった／打ち切り",
    },
    "black": {"en": "black discs at the end", "ja": "終局時の黒石の数"},
    "white": {"en": "white discs at the end", "ja": "終局時の白石の数"},
    "winner": {
        "en": "black wins, white wins or draw; empty if capped",
        "ja": "黒勝・白勝・引き分け（打ち切りは空欄）",
    },
    "remark": {
        "en": "in a line: how many discs were left, what the last moves were like",
        "ja": "石が最後にいくつ残ったか、最後の数手はどんな動きだったかを一行で",
    },
    "game_id": {
        "en": "if you like: a number of its own for each game, such as 001",
        "ja": "任意：対局ごとの番号（001 など）",
    },
    "name_black": {
        "en": "if you like: who played black; any name will do",
        "ja": "任意：黒を打った人（呼び名でよい）",
    },
    "name_white": {
        "en": "if you like: who played white; any name will do",
        "ja": "任意：白を打った人（呼び名でよい）",
    },
    "date": {"en": "if you like: the day, such as 2026-04-03", "ja": "任意：2026-04-03 のような日付"},
    "moves": {
        "en": "if you like: the moves in order, such as f5 d6 c3; they are replayed",
        "ja": "任意：f5 d6 c3 のような着手の順（再現して確かめます）",
    },
}
PAGE = {
    "en": {
        "title": "Record sheet: Othello, one row a game",
        "rules": [
            "Ten games by two people; take turns at black, five games each.",
            "Captured discs go off the board into a dish (vanish rule). The disc that closes a line stays.",
            "Agree on a limit, such as 100 plies of both sides: a game stopped there is 'capped'.",
            "Write down what you predict before you play.",
        ],
        "columns": "Columns",
    },
    "ja": {
        "title": "オセロの記録用紙（1局につき1行）",
        "rules": [
            "二人で10局。先手と後手は5局ずつ入れ替えます。",
            "消滅ルールでは、挟んだ石を盤から出して小皿に置きます。挟む側の端の石は残します。",
            "両者合わせて100手などの上限を決め、達した局は「打ち切り」と記録します。",
            "打つ前に、予想を書き留めてください。",
        ],
        "columns": "記録する内容",
    },
}
STYLE = """\
@page { size: A4 landscape; margin: 10mm; }
body { font-family: sans-serif; font-size: 10pt; margin: 0; }
h1 { font-size: 14pt; margin: 0 0 2mm; }
ul { margin: 0 0 3mm; padding-left: 5mm; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { border: 0.3mm solid #000; padding: 1mm; overflow-wrap: anywhere; }
th { font-size: 9pt; }
tbody td { height: 9mm; }
.number { width: 7mm; text-align: center; }
.remark { width: 26%; }
dl { columns: 2; margin: 2mm 0 0; font-size: 8pt; }
dt { font-weight: bold; display: inline; }
dd { display: inline; margin: 0; }
"""


# --- for people


def spreadsheet_text(text: str) -> str:
    """Return the text as a spreadsheet may open it: with an apostrophe where it would be taken for a formula.

    A text that has such apostrophes of its own gets one more, so that reading takes off just the one put on.

    Examples
    --------
    >>> spreadsheet_text("=1+1"), spreadsheet_text("a draw"), spreadsheet_text("'=x")
    ("'=1+1", 'a draw', "''=x")
    """
    return f"'{text}" if re.match(f"'*[{re.escape(FORMULA_SIGNS)}]", text) else text


def write_sheet(games: Iterable[HandGame], path: str | os.PathLike[str], lang: str = "en") -> Path:
    """Return the path after it holds the games as a record sheet for people, CSV or XLSX by its suffix.

    Parameters
    ----------
    games : iterable of HandGame
        Such as ``RecordSheet.games``; no game makes an empty sheet.
    path : path-like
        Ends in ``.csv`` (UTF-8 with a byte order mark, so that Excel knows it) or ``.xlsx``. An existing file
        is not overwritten.
    lang : {'en', 'ja'}
        The language of headers and values.

    Raises
    ------
    DataError
        For another suffix, or where the file exists.

    Examples
    --------
    >>> import tempfile
    >>> path = write_sheet([HandGame(2, plies=9, remark="=1+1")], Path(tempfile.mkdtemp()) / "games.csv")
    >>> "'=1+1" in path.read_text(encoding="utf-8-sig")
    True
    """
    target, rows, lang = Path(path), list(games), checked_language(lang)
    if target.suffix.lower() not in (".csv", ".xlsx"):
        raise unknown_choice("suffix", target.suffix, (".csv", ".xlsx"), DataError)
    if target.exists():
        raise DataError(f"{target.name}: the file exists and is not overwritten. Give another name.")
    if target.suffix.lower() == ".csv":
        return write_bytes_atomically(target, sheet_csv(rows, lang))
    with writing_atomically(target) as temporary:
        _workbook(rows, lang).save(temporary)
    return target


def empty_csv(lang: str) -> bytes:
    """Return an empty record sheet as CSV: UTF-8 with a byte order mark, so that Excel opens it.

    Examples
    --------
    >>> empty_csv("ja").decode("utf-8-sig").split(",")[:4]
    ['ルール', '方法', '手数', 'パス回数']
    """
    return sheet_csv([], checked_language(lang))


def sheet_csv(games: Sequence[HandGame], lang: str) -> bytes:
    """Return games as a record sheet for people, as CSV: UTF-8 with a byte order mark, no text a formula.

    Examples
    --------
    >>> sheet_csv([HandGame(2, rule="vanish", remark="=1+1")], "ja").decode("utf-8-sig").splitlines()[1][:3]
    '消滅,'
    """
    others = _other_headers(games)
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([*(header(column, lang) for column in SHEET_COLUMNS), *map(spreadsheet_text, others)])
    for game in games:
        writer.writerow(
            [
                value if isinstance(value, int) else spreadsheet_text(value)
                for value in _people_row(game, others, lang)
            ]
        )
    return stream.getvalue().encode("utf-8-sig")


def _other_headers(games: Iterable[HandGame]) -> list[str]:
    return list(dict.fromkeys(text for game in games for text, _ in game.extra))


def _people_row(game: HandGame, others: Sequence[str], lang: str) -> list[int | str]:
    """Return the cells of a game: counts as numbers, all else as text."""
    cells: list[int | str] = []
    for column in SHEET_COLUMNS:
        value = getattr(game, column)
        if isinstance(value, int):
            cells.append(value)
        else:
            cells.append(word(column, value, lang) if column in CHOICES else value or "")
    extra = dict(game.extra)
    return [*cells, *(extra.get(text, "") for text in others)]


def _workbook(games: Sequence[HandGame], lang: str) -> Any:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    sheet.title = {"en": "record sheet", "ja": "記録用紙"}[lang]
    others = _other_headers(games)
    _write_headers(sheet, others, lang)
    for number, game in enumerate(games, start=2):
        for column, value in enumerate(_people_row(game, others, lang), start=1):
            _write_cell(sheet.cell(number, column), value)
    _format_columns(sheet, max(len(games) + 1, ROWS_TO_FILL_IN + 1))
    _offer_words(sheet, lang)
    sheet.freeze_panes = "A2"
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = "1:1"
    return book


def _write_headers(sheet: Any, others: Sequence[str], lang: str) -> None:
    from openpyxl.comments import Comment
    from openpyxl.styles import Alignment, Font, PatternFill

    for number, column in enumerate(SHEET_COLUMNS, start=1):
        cell = sheet.cell(1, number, header(column, lang))
        cell.comment = Comment(HELP[column][lang], "variantlab", width=260, height=70)
    for number, text in enumerate(others, start=len(SHEET_COLUMNS) + 1):
        _write_cell(sheet.cell(1, number), text)
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="FFE8EEF4")
        cell.alignment = Alignment(wrap_text=True, vertical="top")


def _write_cell(cell: Any, value: int | str) -> None:
    """Write a number as a number and a text as nothing but text, safe also when saved as CSV later."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    if isinstance(value, int):
        cell.value = value
    elif value:
        cell.value = ILLEGAL_CHARACTERS_RE.sub("\ufffd", spreadsheet_text(value))
        cell.data_type = "s"


def _format_columns(sheet: Any, last_row: int) -> None:
    """Set widths, and text as the format of all but counts, so that no id or score becomes a date."""
    from openpyxl.styles import Border, Side
    from openpyxl.utils import get_column_letter

    thin = Side(style="thin", color="FF888888")
    for number, column in enumerate(SHEET_COLUMNS, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = WIDTHS.get(column, 11)
        for row in range(1, last_row + 1):
            cell = sheet.cell(row, number)
            cell.border = Border(thin, thin, thin, thin)
            if row > 1 and column not in COUNT_COLUMNS:
                cell.number_format = "@"


def _offer_words(sheet: Any, lang: str) -> None:
    """Let the workbook offer the words of each column, and whole numbers for counts."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    most = Othello().size ** 2
    for number, column in enumerate(SHEET_COLUMNS, start=1):
        if column in CHOICES:
            words = ",".join(word(column, value, lang) for value in CHOICES[column])
            rule = DataValidation(type="list", formula1=f'"{words}"', allow_blank=True)
            rule.errorStyle = "warning"  # other rules have other words
        elif column in COUNT_COLUMNS:
            top = most if column in ("black", "white") else 500
            rule = DataValidation(type="whole", operator="between", formula1="0", formula2=str(top))
        else:
            continue
        rule.error = HELP[column][lang]
        rule.showErrorMessage = True
        letter = get_column_letter(number)
        rule.add(f"{letter}2:{letter}{ROWS_OF_LISTS}")
        sheet.add_data_validation(rule)


def printable_page(lang: str, n_rows: int = ROWS_TO_FILL_IN) -> str:
    """Return an empty record sheet as an HTML page for A4 paper; it runs nothing and loads nothing.

    Parameters
    ----------
    lang : {'en', 'ja'}
        The language.
    n_rows : int
        Rows to fill in.

    Examples
    --------
    >>> printable_page("ja").count("<tr>")
    11
    """
    words = PAGE[checked_language(lang)]
    heads = "".join(
        f'<th class="{column}">{html.escape(header(column, lang))}</th>' for column in ARTICLE_COLUMNS
    )
    blanks = "<td></td>" * len(ARTICLE_COLUMNS)
    rows = "\n".join(f'<tr><td class="number">{number}</td>{blanks}</tr>' for number in range(1, n_rows + 1))
    rules = "".join(f"<li>{html.escape(rule)}</li>" for rule in words["rules"])
    separator = {"en": ": ", "ja": "："}[lang]
    helps = "\n".join(
        f"<div><dt>{html.escape(header(column, lang))}{separator}</dt>"
        f"<dd>{html.escape(HELP[column][lang])}</dd></div>"
        for column in ARTICLE_COLUMNS
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{html.escape(str(words['title']))}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{html.escape(str(words['title']))}</h1>\n<ul>{rules}</ul>\n"
        f'<table>\n<thead><tr><th class="number"></th>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n'
        f"</table>\n<dl>\n{helps}\n</dl>\n</body>\n</html>\n"
    )


def write_empty_sheets(folder: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Return the paths of the empty sheets written to a folder: CSV, XLSX and page, in both languages.

    Files of these names are replaced.

    Examples
    --------
    >>> import tempfile
    >>> sorted(path.name for path in write_empty_sheets(tempfile.mkdtemp()))[:3]
    ['record-sheet.en.csv', 'record-sheet.en.html', 'record-sheet.en.xlsx']
    """
    paths = []
    for lang in ("en", "ja"):
        stem = Path(folder) / f"record-sheet.{lang}"
        paths.append(write_bytes_atomically(f"{stem}.csv", empty_csv(lang)))
        paths.append(write_bytes_atomically(f"{stem}.html", printable_page(lang).encode("utf-8")))
        with writing_atomically(f"{stem}.xlsx") as temporary:
            _workbook([], lang).save(temporary)
        paths.append(Path(f"{stem}.xlsx"))
    return tuple(paths)


# --- for programs

GAME_FIELDS = (
    "rule", "method", "plies", "passes", "passes_black", "passes_white", "first_stuck", "end_reason", "black",
    "white", "winner", "name_black", "name_white", "game_id", "date", "moves", "remark",
)  # fmt: skip
MACHINE_NAMES = {"name_black": "player_black", "name_white": "player_white"}
WHOLE = ("plies", "passes", "passes_black", "passes_white", "black", "white")
OPEN_LABELS = ("rule", "method", "end_reason", "winner", "first_stuck")
SOURCE_FIELDS = ("source_file", "source_sha256", "source_sheet", "source_row", "imported_at")
MACHINE_COLUMNS = (*(MACHINE_NAMES.get(name, name) for name in GAME_FIELDS), "extra", *SOURCE_FIELDS)


def machine_csv(rows: Iterable[tuple[HandGame, Sequence[str]]]) -> bytes:
    """Return games and their origin as CSV for programs: texts as typed, what is not known empty.

    Parameters
    ----------
    rows : iterable of (HandGame, sequence of str)
        Each game with file, hash and time of import; sheet and row are the game's own.

    Examples
    --------
    >>> game = HandGame(7, plies=9, remark="=1+1")
    >>> content = machine_csv([(game, ("a.csv", "00", "2026-01-01T00:00:00Z"))])
    >>> machine_rows(content, "games.csv")[0][0] == game
    True
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(MACHINE_COLUMNS)
    for game, (file, sha256, time) in rows:
        cells = ["" if (value := getattr(game, name)) is None else str(value) for name in GAME_FIELDS]
        extra = json.dumps(game.extra, ensure_ascii=False) if game.extra else ""
        writer.writerow([*cells, extra, file, sha256, game.sheet, str(game.row), time])
    return stream.getvalue().encode("utf-8")


def machine_rows(content: bytes, source: str) -> list[tuple[HandGame, tuple[str, str, str]]]:
    """Return the games of a table for programs, each with file, hash and time; the inverse of `machine_csv`.

    Raises
    ------
    DataError
        Where the table is not as `machine_csv` writes it.
    """
    try:
        text = content.decode("utf-8")
        records = list(csv.reader(io.StringIO(text, newline=""), strict=True))
        if tuple(records[0]) != MACHINE_COLUMNS:
            raise ValueError("other columns")
        return [_machine_row(dict(zip(MACHINE_COLUMNS, cells, strict=True))) for cells in records[1:]]
    except (ValueError, KeyError, IndexError, TypeError, csv.Error) as error:
        hint = "It was edited or damaged. Restore it from a copy, or import the originals into a new folder."
        raise DataError(f"{source}: not the table that an import writes ({error}). {hint}") from None


def _machine_row(cells: dict[str, str]) -> tuple[HandGame, tuple[str, str, str]]:
    values: dict[str, Any] = {}
    for name in GAME_FIELDS:
        text = cells[MACHINE_NAMES.get(name, name)]
        if name in WHOLE:
            values[name] = int(text) if text else None
        else:
            values[name] = None if name in OPEN_LABELS and not text else text
    for name in OPEN_LABELS:
        known = VALUES[name]
        if values[name] not in (None, *known) and not str(values[name]).startswith("mixed "):
            raise ValueError(f"{name} {values[name]!r}")
    extra = tuple((str(key), str(value)) for key, value in json.loads(cells["extra"] or "[]"))
    game = HandGame(int(cells["source_row"]), sheet=cells["source_sheet"], extra=extra, **values)
    return game, (cells["source_file"], cells["source_sha256"], cells["imported_at"])
