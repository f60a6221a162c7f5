"""The record sheet of a series of games by hand: a row for each finished game, made from the logs.

Othello under the rules that the article's sheet knows has exactly its columns; every other game has the
columns of its own record. The sheet is written anew from the logs when a game ends; a sheet that somebody
has changed is never written over: it goes on beside it.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from variantlab.errors import DataError, VariantlabError
from variantlab.files import NOT_TEXT, safe_path, write_bytes_atomically
from variantlab.games.game import Game
from variantlab.games.othello.rules import MOST_PLIES, Othello
from variantlab.study.canonical import canonical_json
from variantlab.study.records_check import HandGame, game_of_rule
from variantlab.study.records_words import CONTROL, VALUES
from variantlab.study.records_write import sheet_csv, spreadsheet_text
from variantlab.study.sitting_game import HandPlay
from variantlab.study.sitting_log import append_line, open_log
from variantlab.study.sitting_words import event, event_words

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Sheet", "fits_the_article", "hand_game", "own_row"]

SHEET, WRITTEN = "games", "sheets.jsonl"
MOST_SHEETS = 99
#: What a row of a game other than the article's says beside the columns of its record.
MORE_COLUMNS = ("stopped", "stopped_by", "remark", "game_id", "date", "move_list")


def fits_the_article(game: Game) -> bool:
    """Return whether the article's record sheet can tell the rules: Othello from the standard start on 8x8.

    Examples
    --------
    >>> fits_the_article(Othello(capture="vanish", max_plies=100)), fits_the_article(Othello(size=6))
    (True, False)
    """
    if not isinstance(game, Othello):
        return False
    try:
        known = game_of_rule(game.rule)
    except VariantlabError:
        return False
    is_named = game.rule in VALUES["rule"] or game.capture == "mixed"
    return is_named and game.replace(max_plies=MOST_PLIES) == known


def hand_game(play: HandPlay, names: Sequence[str], lang: str, prefix: str, method: str) -> HandGame:
    """Return a finished game as a row of the article's sheet.

    A game that was resigned or lost on time did not end by the rules: it is capped, and the remark says so.

    Parameters
    ----------
    play : HandPlay
        The game.
    names : (str, str)
        What the two players are called.
    lang : {'en', 'ja'}
        The language of the words about a game that was stopped.
    prefix : str
        The series, as the ids of its games begin.
    method : {'hand', 'code'}
        Whether a person played.
    """
    record = play.position.record()
    is_capped = play.stop is not None
    return HandGame(
        play.number + 1,
        rule=record["rule"],
        method=method,
        plies=record["plies"],
        passes=record["passes"],
        end_reason="capped" if is_capped else record["end_reason"],
        black=record["black"],
        white=record["white"],
        winner=None if is_capped else record["winner"],
        remark=remark_of(play, lang),
        game_id=game_id(prefix, play.number),
        moves=" ".join(play.moves),
        date=play.date,
        name_black=plain_text(names[play.seats["black"]]),
        name_white=plain_text(names[play.seats["white"]]),
    )


def own_row(play: HandPlay, names: Sequence[str], lang: str, prefix: str, method: str) -> dict[str, Any]:
    """Return a finished game as a row with the columns of its own record, and a few more.

    Parameters
    ----------
    play, names, lang, prefix, method
        As `hand_game`.
    """
    game = play.position.game
    row: dict[str, Any] = dict.fromkeys((*game.columns, *MORE_COLUMNS))
    record = play.position.record()
    row |= {name: value for name, value in record.items() if name in row}
    row |= {f"player_{colour}": plain_text(names[play.seats[colour]]) for colour in game.colours}
    row |= {"method": method, "game_index": play.number - 1, "remark": remark_of(play, lang)}
    row |= {"game_id": game_id(prefix, play.number), "date": play.date, "move_list": " ".join(play.moves)}
    if "winning_player" in row and record["winner"] in play.seats:
        row["winning_player"] = ("first", "second")[play.seats[record["winner"]]]
    if play.stop is not None:
        row |= {"end_reason": "capped", "stopped": play.stop.kind, "stopped_by": play.stop.colour}
    return row


def game_id(prefix: str, number: int) -> str:
    """Return the id of a game in its series.

    Examples
    --------
    >>> game_id("vanish-10", 3)
    'vanish-10-g03'
    """
    return f"{prefix}-g{number:02d}"


def remark_of(play: HandPlay, lang: str) -> str:
    """Return the remark as the sheet shows it, after what stopped the game if the rules did not."""
    if play.stop is None:
        return plain_text(play.remark)
    stopped = event_words(event(play.stop.kind, colour=play.stop.colour), lang)
    return " ".join(filter(None, (stopped, plain_text(play.remark))))


def plain_text(text: str) -> str:
    r"""Return a typed text on one line, without characters that no sheet can hold.

    Examples
    --------
    >>> plain_text("two\nlines"), plain_text("a\x00b")
    ('two lines', 'a\ufffdb')
    """
    return NOT_TEXT.sub("\ufffd", CONTROL.sub("\ufffd", re.sub(r"\s+", " ", text))).strip()


class Sheet:
    """The record sheet of a series: ``games.csv``, or ``games-2.csv`` where that was changed by hand.

    Parameters
    ----------
    folder : pathlib.Path
        The series' folder.
    game : Game
        The rules.
    lang : {'en', 'ja'}
        The language of the sheet.
    is_by_code : bool
        Whether no person plays.

    Attributes
    ----------
    is_behind : bool
        Whether the sheet could not be written the last time.
    """

    def __init__(self, folder: Path, game: Game, lang: str, is_by_code: bool) -> None:
        self.folder, self.game, self.lang = folder, game, lang
        self.method = "code" if is_by_code else "hand"
        self.is_behind = False

    @property
    def path(self) -> Path:
        """The sheet that is written on: the last there is."""
        last = [path for path in self._paths() if path.exists()]
        return last[-1] if last else self._paths()[0]

    def _paths(self) -> list[Path]:
        names = [SHEET, *(f"{SHEET}-{number}" for number in range(2, MOST_SHEETS + 1))]
        return [safe_path(self.folder, f"{name}.csv") for name in names]

    def write(self, plays: Iterable[HandPlay], names: Sequence[str], seed: int) -> dict[str, Any] | None:
        """Return what is to be told, after the sheet holds the finished games."""
        finished = self.finished(plays)
        unplayed = [play for play in plays if play.is_over and not play.position.plies]
        try:
            told = self._written(self._content(finished, names, seed), bool(finished))
            self.is_behind = False
        except (OSError, DataError) as error:
            self.is_behind = True
            reason = getattr(error, "strerror", None) or str(error)
            return event("sheet_not_written", file=self.path.name, reason=reason)
        if told is None and unplayed and unplayed[-1] is list(plays)[-1]:
            return event("no_row", number=unplayed[-1].number)
        return told

    def finished(self, plays: Iterable[HandPlay]) -> list[HandPlay]:
        """Return the games that have a row: those that are over and had a first move."""
        return [play for play in plays if play.is_over and play.position.plies]

    def _written(self, content: bytes, has_rows: bool) -> dict[str, Any] | None:
        known = self._known()
        changed: Path | None = None
        for path in self._paths():
            if not path.exists():
                if has_rows:
                    self._replace(path, content)
                break
            found = path.read_bytes()
            if found == content:
                return None
            if (path.name, hashlib.sha256(found).hexdigest()) in known:
                self._replace(path, content)
                return None
            changed = path
        if changed is None or not has_rows:
            return None
        return event("sheet_changed", file=changed.name, other=path.name)

    def _replace(self, path: Path, content: bytes) -> None:
        """Write a sheet after its hash is on disk, so that it is known as ours whatever happens then."""
        entry = {"do": "sheet", "file": path.name, "sha256": hashlib.sha256(content).hexdigest()}
        append_line(safe_path(self.folder, WRITTEN), canonical_json(entry))
        write_bytes_atomically(path, content)

    def _known(self) -> set[tuple[str, str]]:
        """Return file and hash of the sheets that were written here."""
        path = safe_path(self.folder, WRITTEN)
        if not path.exists():
            return set()
        log, _ = open_log(path)
        return {(str(entry.get("file")), str(entry.get("sha256"))) for entry in log.events}

    @cached_property
    def _is_the_article_s(self) -> bool:
        return fits_the_article(self.game)

    def hand_games(self, plays: Iterable[HandPlay], names: Sequence[str]) -> list[HandGame]:
        """Return the finished games as rows of the article's sheet."""
        return [
            hand_game(play, names, self.lang, self.folder.name, self.method) for play in self.finished(plays)
        ]

    def own_rows(self, plays: Iterable[HandPlay], names: Sequence[str], seed: int) -> list[dict[str, Any]]:
        """Return the finished games as rows with the columns of the game's own record."""
        return [
            own_row(play, names, self.lang, self.folder.name, self.method) | {"seed": seed}
            for play in self.finished(plays)
        ]

    def _content(self, finished: Sequence[HandPlay], names: Sequence[str], seed: int) -> bytes:
        if self._is_the_article_s:
            return sheet_csv(self.hand_games(finished, names), self.lang)
        return own_csv(self.own_rows(finished, names, seed), (*self.game.columns, *MORE_COLUMNS))  # type: ignore[attr-defined]

    def table(self, plays: Iterable[HandPlay], names: Sequence[str], seed: int) -> pd.DataFrame:
        """Return the finished games with the columns of `variantlab.simulate.simulate`."""
        if self._is_the_article_s:
            from variantlab.study.records import games_table

            return games_table(self.hand_games(plays, names))
        return own_table(self.game, self.own_rows(plays, names, seed))


def own_csv(rows: Iterable[dict[str, Any]], columns: Sequence[str]) -> bytes:
    """Return rows as CSV for spreadsheets: UTF-8 with a byte order mark, no text that would be a formula."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(columns)
    for row in rows:
        cells = [row[name] for name in columns]
        writer.writerow(
            [
                "" if cell is None else cell if isinstance(cell, int) else spreadsheet_text(str(cell))
                for cell in cells
            ]
        )
    return stream.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> int | str:
    if isinstance(value, int):
        return value
    return "" if value is None else spreadsheet_text(str(value))


def own_table(game: Any, rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Return rows as a table with the types that `variantlab.simulate.simulate` gives its columns."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in game.columns:
        values = [row[name] for row in rows]
        if name in game.categories:
            columns[name] = pd.Categorical(values, categories=list(game.categories[name]), ordered=True)
        elif name in game.counts or name == "game_index":
            columns[name] = pd.array(values, dtype="int64")
        elif name == "seed":
            columns[name] = pd.array(values, dtype="uint64")
        else:
            columns[name] = pd.array(values, dtype="str")
    return pd.DataFrame(columns)
