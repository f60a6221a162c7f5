"""The log of one game by hand: a text file of events, one a line, each on disk before anything else happens.

A log only grows. What a killed process left of a last line is put aside, never guessed at: either the event
is there or it is not.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, PredictionError
from variantlab.study.canonical import canonical_json, parse_json
from variantlab.study.sitting_words import with_japanese

__all__ = ["Log", "open_log", "read_log"]

LONGEST_LOG = 50_000_000  # bytes


@dataclass(frozen=True)
class Log:
    """The events of one game, and the file they stand in.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    events : tuple of mapping
        What it holds, in order.
    torn : bytes
        What followed the last whole line: the beginning of an event that never came to be.
    """

    path: Path
    events: tuple[Mapping[str, Any], ...]
    torn: bytes = b""

    def with_event(self, event: Mapping[str, Any]) -> Log:
        """Return the log with one more event, after that event has reached the disk.

        Raises
        ------
        DataError
            Where it cannot be written; the file is then as it was.
        """
        append_line(self.path, canonical_json(event))
        return Log(self.path, (*self.events, event))


def read_log(path: Path) -> Log:
    r"""Return the log that a file holds; the file is only read.

    Raises
    ------
    DataError
        Where a whole line is no event: the file was damaged or edited.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "game-01.jsonl"
    >>> _ = path.write_bytes(b'{"do":"move","text":"d3"}\n{"do":"mo')
    >>> log = read_log(path)
    >>> [event["text"] for event in log.events], log.torn
    (['d3'], b'{"do":"mo')
    """
    content = _content_of(path)
    *lines, rest = content.split(b"\n")
    events = [_event_of(line, path, number) for number, line in enumerate(lines, start=1)]
    if rest and (last := _event_or_none(rest)) is not None:
        return Log(path, (*events, last), b"\n")
    return Log(path, tuple(events), rest)


def open_log(path: Path) -> tuple[Log, Path | None]:
    """Return the log of a file that is written on, and where the torn end of it was put, if there was one.

    Raises
    ------
    DataError
        As `read_log`; also where the file cannot be written.
    """
    log = read_log(path)
    if not log.torn:
        return log, None
    if log.torn == b"\n":  # the last event is whole, only the end of its line is missing
        _write_at_end(path, b"\n")
        return Log(path, log.events), None
    aside = path.with_suffix(".torn.txt")
    _write_at_end(aside, log.torn + b"\n")
    _cut(path, path.stat().st_size - len(log.torn))
    return Log(path, log.events), aside


def append_line(path: Path, line: str) -> None:
    """Return after the line stands at the end of the file on disk, whole.

    Raises
    ------
    DataError
        Where it cannot be written; the file is then as it was.
    """
    _write_at_end(path, line.encode("utf-8") + b"\n")


def _write_at_end(path: Path, content: bytes) -> None:
    is_new = not path.exists()
    before = 0 if is_new else path.stat().st_size
    try:
        with path.open("ab", buffering=0) as stream:
            written = stream.write(content)
            if written != len(content):
                raise OSError("the disk took only a part of it")
            os.fsync(stream.fileno())
        if is_new:
            _flush_folder(path.parent)
    except OSError as error:
        _cut(path, before)
        reason = error.strerror or str(error)
        hint = "Make room or choose another folder, then do it again; everything before it is safe."
        refusal = DataError(f"{path.as_posix()}: not written, and so not done: {reason}. {hint}")
        raise with_japanese(refusal, "not_written", path=path.as_posix(), reason=reason) from None


def _cut(path: Path, size: int) -> None:
    """Take off what stands beyond a size, if the disk lets us; else it is a torn line for the next reader."""
    try:
        if path.exists() and path.stat().st_size > size:
            os.truncate(path, size)
    except OSError:
        return


def _flush_folder(folder: Path) -> None:
    """Return after the folder knows its new file, on systems where folders can be flushed."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _content_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > LONGEST_LOG:
            raise DataError(f"{path.as_posix()}: larger than any game, {LONGEST_LOG:,} bytes. Move it away.")
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        refusal = DataError(f"{path.as_posix()}: the game cannot be read: {reason}.")
        raise with_japanese(refusal, "not_read", path=path.as_posix(), reason=reason) from None


def _event_of(line: bytes, path: Path, number: int) -> Mapping[str, Any]:
    event = _event_or_none(line)
    if event is None:
        raise damaged(path, number, "it is no event")
    return event


def damaged(path: Path, number: int, why: str) -> DataError:
    """Return the error about a log with a line that cannot have been written so."""
    hint = (
        f"The file was damaged or edited and is left as it is. Restore it from a copy, or rename it (such as "
        f"{path.stem}-damaged.txt) and open the series again: it goes on without this game."
    )
    refusal = DataError(f"{path.as_posix()}, line {number}: {why}. {hint}")
    place = {"path": path.as_posix(), "number": number, "stem": path.stem}
    return with_japanese(refusal, "damaged", **place, why=why)


def _event_or_none(line: bytes) -> Mapping[str, Any] | None:
    try:
        event = parse_json(line.decode("utf-8"))
    except (UnicodeDecodeError, PredictionError):
        return None
    return event if isinstance(event, dict) and isinstance(event.get("do"), str) else None
