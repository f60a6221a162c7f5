"""The cells of a record sheet as a file holds them: CSV in the encodings of classrooms, and XLSX.

Sizes are limited before anything is unpacked or parsed. Nothing is interpreted here but what kind of cell it
is; the file is never written to.
"""

from __future__ import annotations

import csv
import io
import re
import stat
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from variantlab.errors import DataError, invalid
from variantlab.files import NOT_TEXT, decode_text
from variantlab.study.records_words import column_of_header

__all__ = ["Cell", "Table", "header_row", "read_file", "tables_of"]

LARGEST_FILE = 5_000_000  # bytes
LARGEST_UNPACKED = 40_000_000  # bytes of all parts of a workbook
MOST_PARTS = 500
MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_CELLS = 2_000_000
LONGEST_CELL = 32_767  # characters: Excel's own limit
LONGEST_ROW = 100_000  # characters
ROWS_ABOVE_HEADER = 30
LEAST_HEADERS = 2
DELIMITERS = (",", "\t", ";")


class Cell(NamedTuple):
    """A cell: its text, and whether it is a number, a date, a formula without result or an error."""

    text: str
    kind: str = "text"

    @property
    def is_empty(self) -> bool:
        """Whether nothing but blanks stands in it; only then is a value missing."""
        return not self.text.strip() and self.kind == "text"


@dataclass(frozen=True)
class Table:
    """The rows of one sheet: each with its number, as a spreadsheet counts from 1, and its cells.

    Parameters
    ----------
    name : str
        The sheet's name; empty for a file that is no workbook.
    rows : tuple of (int, tuple of Cell)
        Up to the last row that is not blank.
    """

    name: str
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]


def read_file(path: str | Path) -> bytes:
    """Return the bytes of a record file.

    Raises
    ------
    DataError
        Where there is no such file, it is not a plain file, or it is too large.
    """
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            raise invalid("record file", str(path), "a plain file", error=DataError)
        with Path(path).open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise invalid("record file", str(path), "a file that can be read", f"{reason}.", DataError) from None
    return content


def tables_of(content: bytes, source: str) -> tuple[str, list[Table]]:
    r"""Return in a word what the file is, and the tables in it.

    Parameters
    ----------
    content : bytes
        The whole file.
    source : str
        What to call it in an error.

    Raises
    ------
    DataError
        Where the file is too large, is no table, or holds what no record sheet does; the message says how to
        go on.

    Examples
    --------
    >>> form, (table,) = tables_of("手数;勝敗\n9;黒勝\n".encode("cp932"), "sheet.csv")
    >>> form, [cell.text for cell in table.rows[1][1]]
    ('CSV (cp932, semicolons)', ['9', '黒勝'])
    """
    if len(content) > LARGEST_FILE:
        hint = "Split it into smaller files."
        raise invalid("record file", source, f"at most {LARGEST_FILE:,} bytes", hint, DataError)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        hint = "Open it in Excel and save it as 'Excel Workbook (.xlsx)' or 'CSV UTF-8'."
        raise invalid("record file", source, "CSV or XLSX, not the old .xls", hint, DataError)
    if content.startswith(b"PK"):
        return "XLSX", _workbook_tables(content, source)
    return _text_table(content, source)


def header_row(rows: tuple[tuple[int, tuple[Cell, ...]], ...]) -> int | None:
    """Return the index of the first row with at least two headers of a record sheet, or None."""
    for index, (_, cells) in enumerate(rows[:ROWS_ABOVE_HEADER]):
        if _n_headers([cell.text for cell in cells]) >= LEAST_HEADERS:
            return index
    return None


def _n_headers(texts: list[str]) -> int:
    return len({column for text in texts if (column := column_of_header(text))})


# --- text


def _text_table(content: bytes, source: str) -> tuple[str, list[Table]]:
    encoding, text = _decoded(content, source)
    delimiter = max(DELIMITERS, key=lambda sign: _most_headers(text, sign))
    rows = _trimmed((number, tuple(map(Cell, texts))) for number, texts in _records(text, delimiter, source))
    name = {",": "commas", "\t": "tabs", ";": "semicolons"}[delimiter]
    return f"CSV ({encoding}, {name})", [Table("", rows)]


def _decoded(content: bytes, source: str) -> tuple[str, str]:
    """Return the encoding and the text: UTF-8, cp932, or UTF-16 where its mark says so; line ends stay."""
    has_mark = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ["utf-16"] if has_mark else ["utf-8-sig", "cp932"]:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not NOT_TEXT.search(text):
            return encoding.removesuffix("-sig"), text
    if has_mark:
        hint = "Save it as 'CSV UTF-8' and read it again."
        raise invalid("record file", source, "text in UTF-16, as its mark says", hint, DataError)
    decode_text(content, source)
    raise AssertionError("decode_text reads no more than the encodings above")


def _most_headers(text: str, delimiter: str) -> int:
    """Return how many headers the best of the first rows shows, split at this delimiter."""
    counts = [0]
    try:
        for number, texts in _records(text, delimiter, ""):
            counts.append(_n_headers(texts))
            if number >= ROWS_ABOVE_HEADER:
                break
    except DataError:  # said when the file is read with the delimiter chosen
        pass
    return max(counts)


def _records(text: str, delimiter: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number and the cells of each row."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 0
    try:
        for number, texts in enumerate(reader, start=1):
            _check_size(number, texts, source)
            yield number, texts
    except csv.Error as error:
        if "field larger" in str(error):
            raise _too_long(number + 1, None, source) from None
        hint = 'A quotation mark opens or closes in the wrong place. Inside a quoted cell write it twice: "".'
        raise invalid(f"{source}, row {number + 1}", str(error), "a row of CSV", hint, DataError) from None


def _check_size(number: int, texts: list[str], source: str) -> None:
    if number > MOST_ROWS:
        raise invalid("record file", source, f"at most {MOST_ROWS:,} rows", "Split the file.", DataError)
    if len(texts) > MOST_COLUMNS and any(texts[MOST_COLUMNS:]):
        place = f"{source}, row {number}"
        raise invalid(place, f"{len(texts)} cells", f"at most {MOST_COLUMNS} cells in a row", error=DataError)
    for column, text in enumerate(texts, start=1):
        if len(text) > LONGEST_CELL:
            raise _too_long(number, column, source)
    if sum(map(len, texts)) > LONGEST_ROW:
        hint = "Shorten its cells. Nothing was imported."
        allowed = f"at most {LONGEST_ROW:,} characters in a row"
        raise invalid(f"{source}, row {number}", "a very long row", allowed, hint, DataError)


def _too_long(row: int, column: int | None, source: str) -> Exception:
    place = f"{source}, row {row}" + (f", cell {column}" if column else "")
    hint = "Shorten it, or look for a quotation mark that is not closed. Nothing was imported."
    return invalid(place, "a very long cell", f"at most {LONGEST_CELL:,} characters", hint, DataError)


def _trimmed(rows: Any) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """Return the rows up to the last that is not blank."""
    kept = list(rows)
    while kept and all(cell.is_empty for cell in kept[-1][1]):
        kept.pop()
    return tuple(kept)


# --- workbooks


def _workbook_tables(content: bytes, source: str) -> list[Table]:
    has_formulas = _check_archive(content, source)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about fonts, extensions and other things no record needs
            values = _cells_of_workbook(content, source, data_only=True)
            formulas = _cells_of_workbook(content, source, data_only=False) if has_formulas else values
    except DataError:
        raise
    except Exception as error:  # a damaged workbook fails in any part of the reader
        hint = "Open it in Excel or LibreOffice and save it again as XLSX or 'CSV UTF-8'."
        given = f"{source} ({type(error).__name__})"
        raise invalid("record file", given, "an XLSX workbook that is whole", hint, DataError) from None
    return [
        Table(name, _trimmed(_with_formulas(rows, formulas.get(name, rows)))) for name, rows in values.items()
    ]


def _check_archive(content: bytes, source: str) -> bool:
    """Return whether any cell holds a formula, after the archive's parts are found safe to unpack.

    Raises
    ------
    DataError
        For a part outside the archive's own folder, parts too large unpacked, an archive that is no workbook,
        or XML with declarations of its own, which may grow without bound.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            _check_parts(parts, source)
            texts = [
                _part(archive, part, source) for part in parts if part.filename.endswith((".xml", ".rels"))
            ]
    except DataError:
        raise
    except Exception as error:  # a damaged archive fails in many ways
        hint = "Save the sheet again as XLSX or 'CSV UTF-8'."
        given = f"{source} ({type(error).__name__})"
        raise invalid("record file", given, "an XLSX workbook that is whole", hint, DataError) from None
    declared = [b"<!D", b"<!E", *("<!D".encode(code) for code in ("utf-16-le", "utf-16-be"))]
    if any(sign in text for text in texts for sign in declared):
        allowed = "a workbook without declarations (DTD)"
        raise invalid("record file", source, allowed, "Nothing was read.", DataError)
    return any(re.search(rb"<(?:\w+:)?f[\s/>]", text) for text in texts)


def _check_parts(parts: list[zipfile.ZipInfo], source: str) -> None:
    for part in parts:
        name = part.filename.replace("\\", "/")
        if name.startswith("/") or ".." in name.split("/") or re.match(r"[A-Za-z]:", name):
            hint = "The whole archive is refused; nothing was read or unpacked."
            raise invalid(f"{source}, member", part.filename, "a path inside the archive", hint, DataError)
    if "[Content_Types].xml" not in {part.filename for part in parts}:
        hint = "Unpack the archive and read the sheets in it one by one."
        raise invalid("record file", source, "CSV or XLSX, not an archive", hint, DataError)
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        allowed = f"at most {MOST_PARTS} parts and {LARGEST_UNPACKED:,} bytes unpacked"
        raise invalid("record file", source, allowed, "Nothing was read.", DataError)


def _part(archive: zipfile.ZipFile, part: zipfile.ZipInfo, source: str) -> bytes:
    """Return a part unpacked; `zipfile` gives no more than its header says, which was counted."""
    with archive.open(part) as stream:
        text = stream.read(part.file_size + 1)
    if len(text) > part.file_size:
        raise invalid(f"{source}, member", part.filename, "a part as large as it says", error=DataError)
    return text


Rows = list[tuple[int, tuple[Cell, ...]]]


def _cells_of_workbook(content: bytes, source: str, data_only: bool) -> dict[str, Rows]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=data_only, keep_links=False)
    n_cells = 0
    tables = {}
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        rows: Rows = []
        for number, row in enumerate(sheet.iter_rows(), start=1):
            n_cells += len(row)
            if n_cells > MOST_CELLS:
                raise invalid("record file", source, f"at most {MOST_CELLS:,} cells", error=DataError)
            cells = [_cell(cell) for cell in row]
            while cells and cells[-1].is_empty:
                cells.pop()
            if cells or number <= MOST_ROWS:
                _check_size(number, [cell.text for cell in cells], f"{source}, sheet {sheet.title!r}")
            elif number > 60 * MOST_ROWS:  # more than any spreadsheet has
                raise invalid("record file", source, f"at most {MOST_ROWS:,} rows", error=DataError)
            else:
                continue
            rows.append((number, tuple(cells)))
        tables[sheet.title] = rows
    book.close()
    return tables


def _cell(cell: Any) -> Cell:
    """Return an XLSX cell as text; a number of zeros as its format keeps its leading zeros."""
    value = cell.value
    if value is None:
        return Cell("")
    if isinstance(value, bool):
        return Cell(str(value).upper())
    if cell.data_type == "f":
        return Cell(str(getattr(value, "text", value)), "formula")
    if cell.data_type == "e":
        return Cell(str(value), "error")
    if isinstance(value, int | float):
        return Cell(_number_text(value, str(cell.number_format or "")), "number")
    if isinstance(value, datetime) and (value.hour, value.minute, value.second) == (0, 0, 0):
        return Cell(value.date().isoformat(), "date")
    if isinstance(value, datetime | date | time | timedelta):
        return Cell(value.isoformat(" ") if isinstance(value, datetime) else str(value), "date")
    return Cell(str(value))


def _number_text(value: float, number_format: str) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        value = int(value)
    if isinstance(value, int) and re.fullmatch("0+", number_format):
        return str(value).zfill(len(number_format))
    return repr(value)


def _with_formulas(values: Rows, formulas: Rows) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    """Yield the rows of values, with the formulas in the cells where no result was saved."""
    by_number = dict(formulas)
    for number, cells in values:
        others = by_number.get(number, ())
        width = max(len(cells), len(others))
        padded = (*cells, *[Cell("")] * (width - len(cells)))
        others = (*others, *[Cell("")] * (width - len(others)))
        yield (
            number,
            tuple(
                other if cell.is_empty and other.kind == "formula" else cell
                for cell, other in zip(padded, others, strict=True)
            ),
        )
