"""Collecting record sheets in a folder: each game once, with its origin, each original unchanged beside.

The folder holds ``games.csv``, one row a game for programs, and ``originals/`` with a copy of every file.
With pseudonyms the originals and the table of names lie in ``private/`` instead, and the names of files and
of sheets are replaced too, as they are often names of people. Without ``private/`` nobody can tell who a
pseudonym is, so leave it out of whatever you hand on.
"""

from __future__ import annotations

import csv
import io
import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, VariantlabError, invalid, unknown_choice
from variantlab.files import safe_path, write_bytes_atomically
from variantlab.study.canonical import utc_text
from variantlab.study.ledger import try_lock
from variantlab.study.records import RecordSheet, content_of, differing, records_of_bytes
from variantlab.study.records_check import HandGame
from variantlab.study.records_read import read_file
from variantlab.study.records_words import Finding, checked_language
from variantlab.study.records_write import machine_csv, machine_rows

__all__ = ["ImportReport", "import_records", "imported_games"]

GAMES_FILE = "games.csv"
LOCK_FILE = ".lock"
NAMES_FILE = "names.csv"
SECONDS_TO_WAIT = 10.0
FAULTY = ("refuse", "leave")
ALIKE = ("ask", "skip", "add")
PSEUDONYM = "player-{:02d}"
PRIVATE_NOTE = "*\n"  # for git: nothing of this folder is kept or handed on

Stored = tuple[HandGame, tuple[str, str, str]]


@dataclass(frozen=True)
class ImportReport:
    """What an import did.

    Parameters
    ----------
    folder : Path
        Where the games are collected.
    sheet : RecordSheet
        The sheet as it was read.
    added : tuple of HandGame
        The games that are new in the folder.
    skipped : tuple of Finding
        Rows whose game was there already, in the sheet or in the folder.
    faults : tuple of Finding
        Rows that were left out.
    notes : tuple of Finding
        What was read in a special way.
    n_games : int
        The games in the folder now.
    """

    folder: Path
    sheet: RecordSheet
    added: tuple[HandGame, ...]
    skipped: tuple[Finding, ...]
    faults: tuple[Finding, ...]
    notes: tuple[Finding, ...]
    n_games: int

    def text(self, lang: str = "en") -> str:
        """Return in words what was added, skipped and left out."""
        words = WORDS[checked_language(lang)]
        counts = {"file": self.sheet.source, "folder": self.folder.name, "added": len(self.added)}
        lines = [words["added"].format(**counts, n=self.n_games)]
        for title in ("skipped", "faults", "notes"):
            if findings := getattr(self, title):
                lines += [words[title], *(f"  {finding.text(lang)}" for finding in findings)]
        if self.sheet.means:
            lines.append(words["means"].format(len(self.sheet.means)))
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the outcome as the commands print it in JSON."""
        found = {
            name: [{"kind": f.kind, "sheet": f.sheet, "row": f.row, "text": f.text()} for f in findings]
            for name, findings in (("skipped", self.skipped), ("faults", self.faults), ("notes", self.notes))
        }
        return {
            "source": self.sheet.source,
            "sha256": self.sheet.sha256,
            "n_added": len(self.added),
            "n_games": self.n_games,
            "n_means": len(self.sheet.means),
            **found,
        }

    def __str__(self) -> str:
        return self.text()


WORDS = {
    "en": {
        "added": "{file}: {added} games added to {folder}, which now holds {n}.",
        "skipped": "Skipped:",
        "faults": "Left out:",
        "notes": "Notes:",
        "means": "{} rows hold means of runs by code: they are no games and stay in the original.",
    },
    "ja": {
        "added": "{file}：{folder} に {added} 局を加えました（合計 {n} 局）。",
        "skipped": "飛ばした行：",
        "faults": "除いた行：",
        "notes": "注：",
        "means": "{} 行はコードによる実行の平均値です。対局ではないので、原本にだけ残ります。",
    },
}


def import_records(
    path: str | os.PathLike[str],
    into: str | os.PathLike[str],
    rule: str | None = None,
    method: str | None = None,
    faulty: str = "refuse",
    alike: str = "ask",
    pseudonyms: bool = False,
    now: datetime | None = None,
) -> ImportReport:
    """Return what was added after the games of a record sheet stand in a folder; all of them or none.

    Parameters
    ----------
    path : path-like
        The record sheet, see `variantlab.study.records.read_records`; it is only read.
    into : path-like
        The folder, made when missing.
    rule, method : str, optional
        The rule and method of all rows, for a sheet without such a column.
    faulty : {'refuse', 'leave'}
        What to do where the sheet has faults: import nothing, or leave those rows out and say so.
    alike : {'ask', 'skip', 'add'}
        What to do with a game without id that is just like one from another file: raise, or take it for the
        same game, or for another.
    pseudonyms : bool
        Whether names, also of sheets, are replaced by ``player-01``, ``player-02``, ..., the same in all
        imports into the folder. Remarks, ids and other columns stay; names in them are pointed out.
    now : datetime, optional
        The time to record, with its time zone; by default this computer's clock.

    Raises
    ------
    DataError
        Where the sheet cannot be read, has faults, or contradicts the folder. Nothing was imported then.

    Examples
    --------
    >>> import tempfile
    >>> from variantlab.files import project_path
    >>> folder = Path(tempfile.mkdtemp()) / "class-2b"
    >>> sample = project_path("data", "records", "sample-made-up.en.csv")
    >>> len(import_records(sample, folder).added), len(import_records(sample, folder).added)
    (12, 0)
    """
    _check_choice("faulty", faulty, FAULTY)
    _check_choice("alike", alike, ALIKE)
    content = read_file(Path(path))
    sheet = records_of_bytes(content, Path(path).name, rule, method)
    if sheet.faults and faulty == "refuse":
        raise _refusal(
            sheet.source, sheet.faults, "--faulty leave, or faulty='leave', leaves those rows out."
        )
    time_text = utc_text(now or datetime.now(UTC))
    with _alone_in(Path(into)) as folder:
        before = _stored_games(folder)
        games, notes = sheet.games, sheet.notes
        names: dict[str, str] = {}
        if pseudonyms:
            names = _pseudonyms(folder, games, before)
            notes = (*notes, *_names_in_remarks(games, names))
            games = tuple(_renamed(game, names) for game in games)
        added, skipped, faults = _sorted_out(games, sheet, before, alike)
        if faults and faulty == "refuse":
            raise _refusal(sheet.source, faults, "")
        file = f"{sheet.sha256[:16]}{_safe_ending(sheet.source)}" if pseudonyms else sheet.source
        rows = [*before, *((game, (file, sheet.sha256, time_text)) for game in added)]
        table = machine_csv(rows)
        machine_rows(table, GAMES_FILE)  # what is written can be read back, or nothing is written
        if added:
            _keep_original(folder / ("private" if pseudonyms else "originals"), sheet, content)
            if pseudonyms:
                _keep_names(folder / "private", names)
            write_bytes_atomically(folder / GAMES_FILE, table)
    return ImportReport(
        folder,
        sheet,
        tuple(added),
        (*sheet.duplicates, *skipped),
        (*sheet.faults, *faults),
        notes,
        len(rows),
    )


def imported_games(folder: str | os.PathLike[str]) -> tuple[HandGame, ...]:
    """Return the games that were imported into a folder, oldest first.

    Raises
    ------
    DataError
        Where there is no folder, or its table was edited or damaged.

    Examples
    --------
    >>> import tempfile
    >>> imported_games(tempfile.mkdtemp())
    ()
    """
    if not Path(folder).is_dir():
        raise invalid("folder", str(folder), "a folder that records were imported into", error=DataError)
    return tuple(game for game, _ in _stored_games(Path(folder)))


def _check_choice(field: str, given: str, allowed: Sequence[str]) -> None:
    if given not in allowed:
        raise unknown_choice(field, given, allowed, DataError)


def _refusal(source: str, faults: Iterable[Finding], hint: str) -> VariantlabError:
    """Return the error that names every fault."""
    listed = "\n".join(f"  {fault.text()}" for fault in faults)
    return DataError(
        f"{source}: nothing was imported; to be decided or corrected first:\n{listed}\n{hint}".rstrip()
    )


# --- the folder


@contextmanager
def _alone_in(into: Path) -> Iterator[Path]:
    """Yield the folder, with other imports into it waiting until the block ends.

    Raises
    ------
    DataError
        Where it cannot be written, or another import holds it for ten seconds.
    """
    folder = into.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / LOCK_FILE).open("a+b")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise invalid("folder", str(into), "a folder that can be written", f"{reason}.", DataError) from None
    with stream:
        deadline = time.monotonic() + SECONDS_TO_WAIT
        while not try_lock(stream):
            if time.monotonic() > deadline:
                message = (
                    f"{folder.name}: another import has held the folder for {SECONDS_TO_WAIT:g} seconds."
                )
                raise DataError(f"{message} Try again; nothing was imported.")
            time.sleep(0.02)
        yield folder


def _stored_games(folder: Path) -> list[Stored]:
    path = folder / GAMES_FILE
    return machine_rows(path.read_bytes(), GAMES_FILE) if path.exists() else []


def _sorted_out(
    games: Sequence[HandGame], sheet: RecordSheet, before: Sequence[Stored], alike: str
) -> tuple[list[HandGame], list[Finding], list[Finding]]:
    """Return the games that are new, what to say of those that are not, and what needs a decision."""
    by_place = {(origin[1], game.sheet, game.row): (game, origin) for game, origin in before}
    by_id = {game.id_key: (game, origin) for game, origin in before if game.id_key}
    by_content: dict[tuple[Any, ...], Stored] = {}
    for game, origin in before:
        by_content.setdefault(content_of(game), (game, origin))
    added: list[HandGame] = []
    skipped: list[Finding] = []
    faults: list[Finding] = []
    for game in games:
        if stored := by_place.get((sheet.sha256, game.sheet, game.row)):
            skipped.append(_about(game, "stored_already", stored))
        elif game.id_key and (stored := by_id.get(game.id_key)):
            if differs := stored[0].differs_in(game):
                faults.append(_about(game, "conflicting_stored", stored, differing(differs)))
            else:
                skipped.append(_about(game, "stored_already", stored))
        elif (stored := by_content.get(content_of(game))) and not game.id_key and alike != "add":
            if alike == "ask":
                faults.append(_about(game, "alike_stored", stored))
            else:
                skipped.append(_about(game, "stored_already", stored))
        else:
            added.append(game)
    return added, skipped, faults


def _about(game: HandGame, kind: str, stored: Stored, values: Mapping[str, object] | None = None) -> Finding:
    """Return a finding about a game and the stored one that it meets."""
    other, (file, _, _) = stored
    place = {"file": file, "first": other.row}
    return Finding(kind, game.row, values={**place, **(values or {})}, sheet=game.sheet)


def _keep_original(folder: Path, sheet: RecordSheet, content: bytes) -> None:
    """Copy the file, unchanged, under its hash and as much of its name as is safe in any system."""
    folder.mkdir(parents=True, exist_ok=True)
    safe = re.sub(r"[^\w-]+", "_", Path(sheet.source).stem).strip("_-")[:40]
    name = f"{sheet.sha256[:16]}-{safe}" if safe else sheet.sha256[:16]
    write_bytes_atomically(safe_path(folder, name + _safe_ending(sheet.source)), content)


def _safe_ending(source: str) -> str:
    """Return the ending of a file's name as far as it is plain letters, such as ``.csv``."""
    ending = Path(source).suffix.lower()
    return ending if re.fullmatch(r"\.[a-z0-9]{1,8}", ending) else ""


# --- pseudonyms


def _pseudonyms(folder: Path, games: Sequence[HandGame], before: Sequence[Stored]) -> dict[str, str]:
    """Return the pseudonym of each name: those in use, and new ones in the order the names come."""
    names = _kept_names(folder / "private")
    used = [*names.values(), *(name for game, _ in before for name in (game.name_black, game.name_white))]
    numbers = [int(match[1]) for name in used if (match := re.fullmatch(r"player-(\d{1,9})", name))]
    number = max(numbers, default=0)
    for game in games:
        for name in (game.name_black.strip(), game.name_white.strip(), game.sheet.strip()):
            if name and name not in names:
                number += 1
                names[name] = PSEUDONYM.format(number)
    return names


def _renamed(game: HandGame, names: Mapping[str, str]) -> HandGame:
    black, white = game.name_black.strip(), game.name_white.strip()
    sheet = names.get(game.sheet.strip(), "")
    return replace(game, name_black=names.get(black, ""), name_white=names.get(white, ""), sheet=sheet)


def _names_in_remarks(games: Iterable[HandGame], names: Iterable[str]) -> list[Finding]:
    known = list(names)
    return [
        Finding("name_in_remark", game.row, sheet=game.sheet)
        for game in games
        if any(name in text for name in known for text in (game.remark, game.game_id, *_texts(game)))
    ]


def _texts(game: HandGame) -> Iterator[str]:
    return (text for pair in game.extra for text in pair)


def _kept_names(folder: Path) -> dict[str, str]:
    path = folder / NAMES_FILE
    if not path.exists():
        return {}
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline=""), strict=True))
        return dict(rows[1:])
    except (ValueError, csv.Error):
        hint = "Restore it from a copy, or remove it: names then get new pseudonyms."
        raise DataError(
            f"private/{NAMES_FILE}: not the table of names that an import writes. {hint}"
        ) from None


def _keep_names(folder: Path, names: Mapping[str, str]) -> None:
    """Write the table of names, which only its owner may read where the system knows owners."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    stream = io.StringIO(newline="")
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(
        [("name", "pseudonym"), *names.items()]
    )
    path = write_bytes_atomically(folder / NAMES_FILE, stream.getvalue().encode("utf-8"))
    path.chmod(0o600)
    write_bytes_atomically(folder / ".gitignore", PRIVATE_NOTE.encode())
