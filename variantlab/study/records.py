"""Record sheets of games played by hand (記録の取り方): reading, checking, comparing with code's games.

The sheet has the article's columns, one row a game. Reading never guesses in silence and never drops a row:
what is wrong is named by row and column, what was skipped or read in a special way is noted.
"""

from __future__ import annotations

import hashlib
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from variantlab.errors import DataError, invalid, unknown_choice
from variantlab.games.othello.rules import Othello
from variantlab.stats.intervals import Interval, mean, rate
from variantlab.study.records_check import HandGame, RunMeans, row_of
from variantlab.study.records_read import Cell, Table, header_row, read_file, tables_of
from variantlab.study.records_words import (
    ARTICLE_COLUMNS,
    HEADERS,
    OPTIONAL_COLUMNS,
    VALUES,
    WARNING,
    Finding,
    checked_language,
    column_of_header,
    header,
    nearest_header,
    value_of_word,
    word,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Finding",
    "Group",
    "HandGame",
    "RecordSheet",
    "RunMeans",
    "Together",
    "games_table",
    "read_records",
    "records_of_bytes",
    "together",
]


@dataclass(frozen=True)
class RecordSheet:
    """A record sheet as it was read.

    Parameters
    ----------
    source : str
        The file's name.
    sha256 : str
        The hash of its bytes.
    form : str
        What kind of file it is, such as ``'CSV (cp932, commas)'``.
    games : tuple of HandGame
        The rows without fault, in order, each game once.
    means : tuple of RunMeans
        The rows that hold means of a run by code.
    faults : tuple of Finding
        What must be decided or corrected.
    duplicates : tuple of Finding
        Rows that say the same as an earlier one of the same id; skipped.
    notes : tuple of Finding
        What was read in a special way.
    blank_rows : tuple of (str, int)
        Sheet and number of the blank rows between others.
    n_rows : int
        All rows of the tables that are not blank: games, means, faulty ones and duplicates.
    """

    source: str
    sha256: str
    form: str
    games: tuple[HandGame, ...]
    means: tuple[RunMeans, ...]
    faults: tuple[Finding, ...]
    duplicates: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    blank_rows: tuple[tuple[str, int], ...]
    n_rows: int

    @property
    def is_good(self) -> bool:
        """Whether nothing needs a decision or a correction."""
        return not self.faults

    def to_frame(self) -> pd.DataFrame:
        """Return the games as a table with the columns of `variantlab.simulate`; see `games_table`."""
        return games_table(self.games)

    def text(self, lang: str = "en") -> str:
        """Return in words what was read, skipped, noted and found wrong."""
        return "\n".join(self._lines(checked_language(lang)))

    def _lines(self, lang: str) -> Iterator[str]:
        counts = {
            "rows": self.n_rows,
            "games": len(self.games),
            "means": len(self.means),
            "duplicates": len(self.duplicates),
            "blank": len(self.blank_rows),
            "faults": len(self.faults),
        }
        yield f"{self.source}: {self.form}" if lang == "en" else f"{self.source}：{self.form}"
        yield SUMMARY[lang].format_map(counts)
        for title, findings in (
            ("faults", self.faults),
            ("duplicates", self.duplicates),
            ("notes", self.notes),
        ):
            if findings:
                yield TITLES[lang][title]
                yield from (f"  {finding.text(lang)}" for finding in findings)

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as the commands print it in JSON."""
        return {
            "source": self.source,
            "sha256": self.sha256,
            "form": self.form,
            "is_good": self.is_good,
            "n_rows": self.n_rows,
            "n_games": len(self.games),
            "n_means": len(self.means),
            "n_blank_rows": len(self.blank_rows),
            **{
                name: [
                    {"kind": f.kind, "sheet": f.sheet, "row": f.row, "column": f.column, "text": f.text()}
                    for f in getattr(self, name)
                ]
                for name in ("faults", "duplicates", "notes")
            },
        }

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text())}</pre>"


SUMMARY = {
    "en": "{rows} rows: {games} games, {means} means of runs, {duplicates} duplicates skipped; {blank} blank "
    "rows passed over; {faults} faults",
    "ja": "{rows} 行：対局 {games}、平均値 {means}、飛ばした重複 {duplicates}。空行 {blank}。誤り {faults}",
}
TITLES = {
    "en": {"faults": "Faults:", "duplicates": "Skipped:", "notes": "Notes:"},
    "ja": {"faults": "誤り：", "duplicates": "飛ばした行：", "notes": "注："},
}


# --- reading


def read_records(path: str | Path, rule: str | None = None, method: str | None = None) -> RecordSheet:
    """Return what a record sheet holds, checked against the rules; the file is only read.

    Parameters
    ----------
    path : path-like
        CSV (UTF-8, UTF-16 with its mark, or cp932; commas, tabs or semicolons) or XLSX.
    rule, method : str, optional
        The rule and method of all rows, for a sheet without such a column.

    Raises
    ------
    DataError
        Where the file is no record sheet at all: unreadable, too large, without headers. Faults of single
        rows are in the result.

    Examples
    --------
    >>> from variantlab.files import project_path
    >>> sheet = read_records(project_path("data", "records", "sample-made-up.en.csv"))
    >>> sheet.is_good, len(sheet.games)
    (True, 12)
    """
    content = read_file(path)
    return records_of_bytes(content, Path(path).name, rule, method)


def records_of_bytes(
    content: bytes, source: str = "sheet", rule: str | None = None, method: str | None = None
) -> RecordSheet:
    r"""Return what a record sheet holds, given its bytes; see `read_records`.

    Examples
    --------
    >>> text = "ルール,方法,手数,パス回数,終局の理由,黒石・白石,勝敗\n標準,手,63,0,盤が埋まった,33-31,黒勝"
    >>> sheet = records_of_bytes(text.encode("cp932"))
    >>> sheet.form, [(fault.row, fault.column) for fault in sheet.faults]
    ('CSV (cp932, commas)', [(2, '手数')])
    """
    given = _given_values(rule, method)
    form, tables = tables_of(content, source)
    reading = _Reading(given)
    for table in tables:
        reading.read(table, only=len(tables) == 1)
    if not reading.n_tables:
        allowed = "a row of headers: " + ", ".join(header(column, "en") for column in ARTICLE_COLUMNS)
        hint = "In Japanese: " + "、".join(header(column, "ja") for column in ARTICLE_COLUMNS) + "."
        raise invalid("record file", source, allowed, hint, DataError)
    return reading.sheet(source, hashlib.sha256(content).hexdigest(), form)


def _given_values(rule: str | None, method: str | None) -> dict[str, str]:
    """Return the rule and method given for all rows."""
    given = {}
    for column, text in (("rule", rule), ("method", method)):
        if text is None:
            continue
        value = value_of_word(column, str(text))
        if value is None:
            raise unknown_choice(column, text, VALUES[column], DataError)
        given[column] = value
    return given


class _Reading:
    """What is known of a file while its tables are read."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self.given = given
        self.games: list[HandGame] = []
        self.means: list[RunMeans] = []
        self.faults: list[Finding] = []
        self.duplicates: list[Finding] = []
        self.notes: list[Finding] = []
        self.blank_rows: list[tuple[str, int]] = []
        self.n_rows = 0
        self.n_tables = 0
        self.by_id: dict[str, HandGame] = {}
        self.without_id: dict[tuple[Any, ...], HandGame] = {}

    def sheet(self, source: str, sha256: str, form: str) -> RecordSheet:
        return RecordSheet(
            source,
            sha256,
            form,
            tuple(self.games),
            tuple(self.means),
            tuple(self.faults),
            tuple(self.duplicates),
            tuple(self.notes),
            tuple(self.blank_rows),
            self.n_rows,
        )

    def read(self, table: Table, only: bool) -> None:
        top = header_row(table.rows)
        if top is None:
            if table.rows and not only:
                self.notes.append(Finding("sheet_not_read", sheet=table.name))
            return
        self.n_tables += 1
        for number, cells in table.rows[:top]:
            if title := " ".join(cell.text for cell in cells if not cell.is_empty):
                self.notes.append(Finding("title_row", number, given=title, sheet=table.name))
        layout = self._layout(table.name, *table.rows[top])
        first_texts = [cell.text for cell in table.rows[top][1]]
        for number, cells in table.rows[top + 1 :]:
            if all(cell.is_empty for cell in cells):
                self.blank_rows.append((table.name, number))
            elif [cell.text for cell in cells] == first_texts:
                self.notes.append(Finding("header_again", number, sheet=table.name))
            else:
                self.n_rows += 1
                self._read_row(layout, number, cells)

    def _layout(self, sheet: str, number: int, cells: Sequence[Cell]) -> _Layout:
        """Return which cell is which column, after saying what the headers leave open."""
        layout = _Layout(sheet, {}, {}, {})
        for index, cell in enumerate(cells):
            text = cell.text.strip()
            column = column_of_header(text)
            if not text:
                continue
            if column is None:
                layout.others[index] = text
            elif column in layout.columns:
                first = layout.headers[column]
                self.faults.append(Finding("column_twice", number, text, None, {"first": first}, sheet))
                layout.others[index] = text
            else:
                layout.columns[column], layout.headers[column] = index, text
        self._read_names_beside_a_score(layout, number)
        self._say_what_is_missing(layout, number)
        return layout

    def _read_names_beside_a_score(self, layout: _Layout, number: int) -> None:
        """Take columns 'black' and 'white' for names where the discs stand in a column of their own."""
        if "score" not in layout.columns:
            return
        for colour in ("black", "white"):
            if colour not in layout.columns:
                continue
            text, index = layout.headers.pop(colour), layout.columns.pop(colour)
            if f"name_{colour}" in layout.columns:
                layout.others[index] = text
                continue
            layout.columns[f"name_{colour}"], layout.headers[f"name_{colour}"] = index, text
            values = {"score": layout.headers["score"]}
            self.notes.append(Finding("names_in_black", number, text, None, values, layout.sheet))

    def _say_what_is_missing(self, layout: _Layout, number: int) -> None:
        others = list(layout.others.values())
        taken = set()
        for column in ARTICLE_COLUMNS:
            there = column in layout.columns or column == "remark"
            if there or (column in ("black", "white") and "score" in layout.columns):
                continue
            if column in self.given:
                values = {"given_value": self.given[column]}
                self.notes.append(
                    Finding("given_for_all", number, header(column, "en"), None, values, layout.sheet)
                )
                continue
            near = nearest_header(column, others)
            taken.add(near)
            words = {
                "nearest_en": f", or call {near!r} so, if that is meant" if near else "",
                "nearest_ja": f"（「{near}」がそれなら、見出しを直してください）" if near else "",
                "argument_en": f", or give it for all rows (--{column})"
                if column in ("rule", "method")
                else "",
                "argument_ja": f"。全行共通なら --{column} で指定できます"
                if column in ("rule", "method")
                else "",
            }
            name = f"{header(column, 'ja')} / {header(column, 'en')}"
            self.faults.append(Finding("missing_column", number, name, None, words, layout.sheet))
        for text in others:
            if text not in taken:
                near = _nearest_known(text)
                words = {
                    "nearest_en": f" Did you mean {near!r}?" if near else "",
                    "nearest_ja": f"「{near}」ではありませんか。" if near else "",
                }
                self.notes.append(Finding("other_column", number, text, None, words, layout.sheet))

    def _read_row(self, layout: _Layout, number: int, cells: Sequence[Cell]) -> None:
        empty = Cell("")
        by_column = {
            column: cells[index] if index < len(cells) else empty for column, index in layout.columns.items()
        }
        known = {*layout.columns.values(), *layout.others}
        stray = [cell for index, cell in enumerate(cells) if index not in known and not cell.is_empty]
        for cell in stray:
            self.faults.append(Finding("no_header", number, given=cell.text, sheet=layout.sheet))
        extra = tuple(
            (text, cells[index].text)
            for index, text in layout.others.items()
            if index < len(cells) and not cells[index].is_empty
        )
        given = {column: value for column, value in self.given.items() if column not in layout.columns}
        row, faults, notes = row_of(number, layout.sheet, layout.headers, by_column, extra, given)
        self.faults += faults
        self.notes += notes
        if stray:
            return
        if isinstance(row, RunMeans):
            self.means.append(row)
        elif row is not None:
            self._add(row, layout.headers.get("game_id", ""))

    def _add(self, game: HandGame, id_header: str) -> None:
        """Take the game in, unless its id was there already: the same is skipped, another is a fault."""
        if not game.id_key:
            self._note_alike(game)
            self.games.append(game)
            return
        first = self.by_id.setdefault(game.id_key, game)
        if first is game:
            self.games.append(game)
            return
        place = {"first": first.row if first.sheet == game.sheet else f"{first.row} ({first.sheet})"}
        if differs := first.differs_in(game):
            values = place | differing(differs)
            self.faults.append(
                Finding("conflicting_id", game.row, id_header, game.game_id, values, game.sheet)
            )
        else:
            self.duplicates.append(Finding("same_row", game.row, "", None, place, game.sheet))

    def _note_alike(self, game: HandGame) -> None:
        content = content_of(game)
        first = self.without_id.setdefault(content, game)
        if first is not game:
            self.notes.append(Finding("alike_rows", game.row, values={"first": first.row}, sheet=game.sheet))


@dataclass(frozen=True)
class _Layout:
    """Which cell of a row is which column, with the headers as written; other headers by index."""

    sheet: str
    columns: dict[str, int]
    headers: dict[str, str]
    others: dict[int, str]


def _nearest_known(text: str) -> str:
    """Return the optional column's header that an unknown header is near to, or nothing."""
    for column in OPTIONAL_COLUMNS:
        if nearest_header(column, [text]):
            return HEADERS[column][0]
    return ""


def differing(columns: Iterable[str]) -> dict[str, str]:
    """Return the columns in which two games differ, in words of both languages, for a finding."""
    names = [column if column in HEADERS else "" for column in columns]
    return {
        "differs": ", ".join(header(name, "en") if name else "other columns" for name in names),
        "differs_ja": "、".join(header(name, "ja") if name else "その他の列" for name in names),
    }


def content_of(game: HandGame) -> tuple[Any, ...]:
    """Return what a game says, without where it stands."""
    return tuple(getattr(game, name) for name in CONTENT)


CONTENT = (
    "rule", "method", "plies", "passes", "end_reason", "black", "white", "winner", "remark", "moves", "date",
    "name_black", "name_white", "passes_black", "passes_white", "first_stuck", "extra",
)  # fmt: skip


# --- tables


def games_table(games: Iterable[HandGame]) -> pd.DataFrame:
    """Return games of record sheets as a table with the columns of `variantlab.simulate.simulate`.

    Parameters
    ----------
    games : iterable of HandGame
        Such as ``RecordSheet.games``.

    Returns
    -------
    pandas.DataFrame
        One row a game: counts as integers (missing where the sheet does not say), ``player_black`` and
        ``player_white`` the names as typed, ``seed`` missing, ``game_index`` counted from 0.

    Examples
    --------
    >>> table = games_table([HandGame(2, rule="vanish", method="hand", plies=4, black=2, white=2)])
    >>> table[["rule", "method", "plies"]].to_dict("records")
    [{'rule': 'vanish', 'method': 'hand', 'plies': 4}]
    """
    import pandas as pd

    rows = list(games)
    columns: dict[str, Any] = {}
    for name in Othello.columns:
        source = {"player_black": "name_black", "player_white": "name_white"}.get(name, name)
        if name == "seed":
            columns[name] = pd.array([None] * len(rows), dtype="UInt64")
        elif name == "game_index":
            columns[name] = pd.array(range(len(rows)), dtype="int64")
        elif name in Othello.counts:
            columns[name] = _counts([getattr(row, source) for row in rows])
        else:
            columns[name] = _labels(name, [getattr(row, source) for row in rows])
    return pd.DataFrame(columns)


def _counts(values: list[int | None]) -> Any:
    import pandas as pd

    return pd.array(values, dtype="Int64" if None in values else "int64")


def _labels(name: str, values: list[str | None]) -> Any:
    """Return a column of labels as `simulate` has it; players' names are plain text."""
    import pandas as pd

    if name.startswith("player_"):
        return pd.array(values, dtype="str")
    fixed = {"method": ["code", "hand"], **{key: list(words) for key, words in Othello().categories.items()}}
    labels = fixed.get(name, sorted({value for value in values if value is not None}))
    return pd.Categorical(values, categories=labels, ordered=name in Othello().categories)


# --- hand games and code's games together


@dataclass(frozen=True)
class Group:
    """The counts of the games of one rule and one method.

    Parameters
    ----------
    rule, method : str
        As in the record; empty where the sheet does not say.
    n_games : int
        All games, capped ones included.
    winner, end_reason : dict of str to int
        The games of each label; capped games have no winner.
    values : dict of str to tuple of int
        The known values of ``plies``, ``passes`` and ``discs``.
    """

    rule: str
    method: str
    n_games: int
    winner: Mapping[str, int]
    end_reason: Mapping[str, int]
    values: Mapping[str, tuple[int, ...]]

    @property
    def n_decided(self) -> int:
        """The games with a winner or a draw: what shares of wins are shares of."""
        return sum(self.winner.values())

    @property
    def n_capped(self) -> int:
        """The games that were stopped."""
        return self.end_reason["capped"]

    def win_rate(self, winner: str, level: float = 0.95, method: str = "wilson") -> Interval:
        """Return the share of decided games that a colour won, or that were drawn, with its interval."""
        return rate(self.winner[winner], self.n_decided, level, method)

    def end_rate(self, reason: str, level: float = 0.95, method: str = "wilson") -> Interval:
        """Return the share of the games that ended for a reason, or were capped, with its interval."""
        return rate(self.end_reason[reason], sum(self.end_reason.values()), level, method)

    def mean(self, count: str, level: float = 0.95) -> Interval | None:
        """Return the mean of 'plies', 'passes' or 'discs' with its interval (Student's t).

        None where all values are equal, as so few equal values say nothing about their spread.
        """
        values = self.values[count]
        return mean(values, level) if len(set(values)) != 1 else None


@dataclass(frozen=True)
class Together:
    """Games by hand and games by code, side by side by rule and method.

    Parameters
    ----------
    table : pandas.DataFrame
        All games, one row a game, the hand games in front.
    groups : tuple of Group
        The counts by rule and method.
    level : float
        The level of the intervals.
    interval : str
        'wilson' or 'exact'.
    """

    table: pd.DataFrame
    groups: tuple[Group, ...]
    level: float
    interval: str

    def warning(self, lang: str = "en") -> str:
        """Return the article's warning: different answers may be to different questions."""
        return WARNING[checked_language(lang)]

    def to_frame(self, lang: str = "en") -> pd.DataFrame:
        """Return the counts, shares with intervals and means, one row for each rule and method."""
        import pandas as pd

        return pd.DataFrame([self._shown(group, checked_language(lang)) for group in self.groups])

    def _shown(self, group: Group, lang: str) -> dict[str, Any]:
        words = TOGETHER[lang]
        row: dict[str, Any] = {
            header("rule", lang): word("rule", group.rule, lang),
            header("method", lang): word("method", group.method, lang),
            words["games"]: group.n_games,
        }
        for winner in group.winner:
            share = group.win_rate(winner, self.level, self.interval)
            row[word("winner", winner, lang)] = f"{group.winner[winner]}: {share}"
        for reason, n in group.end_reason.items():
            row[word("end_reason", reason, lang)] = n
        for count, values in group.values.items():
            name = header(count, lang) if count in HEADERS else words["discs"]
            shown = group.mean(count, self.level)
            row[words["mean"].format(name)] = words["all"].format(values[0]) if shown is None else str(shown)
        return row

    def text(self, lang: str = "en") -> str:
        """Return the warning and the table as text."""
        return f"{self.warning(lang)}\n{self.to_frame(lang).T.to_string(header=False)}"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.warning())}</p>{self.to_frame().T.to_html(header=False, escape=True)}"


TOGETHER = {
    "en": {"games": "games", "discs": "discs", "mean": "mean {}", "all": "all {}"},
    "ja": {"games": "対局数", "discs": "石", "mean": "{}の平均", "all": "すべて {}"},
}


def together(
    hand: RecordSheet | pd.DataFrame | Sequence[HandGame],
    code: pd.DataFrame | Sequence[pd.DataFrame] = (),
    level: float = 0.95,
    interval: str = "wilson",
) -> Together:
    """Return hand games and code's games in one table, with counts and intervals by rule and method.

    Parameters
    ----------
    hand : RecordSheet, sequence of HandGame, or table
        The games by hand.
    code : table or sequence of tables
        What `variantlab.simulate.simulate` returns, one table a rule.
    level : float
        The level of the intervals.
    interval : {'wilson', 'exact'}
        The intervals of shares; both hold for ten games.

    Raises
    ------
    DataError
        Where a table lacks a column of the record.

    Examples
    --------
    >>> from variantlab.simulate import simulate
    >>> hand = [HandGame(2, rule="vanish", method="hand", plies=3, passes=0, end_reason="no_moves",
    ...                  black=3, white=1, winner="black")]
    >>> both = together(hand, simulate(Othello(capture="vanish"), n=1000, seed=1))
    >>> for group in both.groups:
    ...     print(group.rule, group.method, group.win_rate("white"))
    vanish hand 0.000 [0.000, 0.793] (95% Wilson, n = 1)
    vanish code 0.0000 [0.0000, 0.0038] (95% Wilson, n = 1,000)
    """
    import pandas as pd

    if isinstance(hand, RecordSheet):
        hand = hand.games
    first = hand if isinstance(hand, pd.DataFrame) else games_table(hand)
    tables = [first, *([code] if isinstance(code, pd.DataFrame) else code)]
    for table in tables:
        missing = [name for name in Othello.columns if name not in table]
        if missing:
            allowed = f"a table with {', '.join(missing)}"
            raise invalid("columns", list(table.columns), allowed, "See simulate.", DataError)
    table = _stacked([table[list(Othello.columns)] for table in tables])
    groups = tuple(
        _group(_known(rule), _known(method), part)
        for (rule, method), part in table.groupby(["rule", "method"], sort=False, observed=True, dropna=False)
    )
    return Together(table, groups, level, interval)


def _known(label: object) -> str:
    """Return a label of a table; empty where it is missing, which is a float there."""
    return label if isinstance(label, str) else ""


def _stacked(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the tables as one, with the labels of all as categories."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in Othello.columns:
        parts = [table[name] for table in tables]
        if name in (*Othello.counts, "seed", "game_index"):
            is_whole = not any(part.isna().any() for part in parts)
            whole = "UInt64" if name == "seed" else "int64" if is_whole else "Int64"
            columns[name] = pd.concat([part.astype(whole) for part in parts], ignore_index=True)  # type: ignore[call-overload]
        else:
            joined = pd.concat([part.astype(object) for part in parts], ignore_index=True)
            columns[name] = _labels(name, [None if pd.isna(value) else str(value) for value in joined])
    return pd.DataFrame(columns)


def _group(rule: str, method: str, part: pd.DataFrame) -> Group:
    counted = {
        name: {label: int((part[name] == label).sum()) for label in Othello().categories[name]}
        for name in ("winner", "end_reason")
    }
    values = {name: part[name].dropna() for name in ("plies", "passes")}
    values["discs"] = (part["black"] + part["white"]).dropna()
    known = {name: tuple(map(int, column)) for name, column in values.items()}
    return Group(rule, method, len(part), counted["winner"], counted["end_reason"], known)
