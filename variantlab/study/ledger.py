"""The ledger: an append-only list of locked predictions, each chained to the one before by its hash.

A ledger is a text file, ``ledger.jsonl``, with one entry a line in canonical JSON (see
`variantlab.study.canonical`). Every entry holds the prediction, its SHA-256, the hash of the entry before,
the time, and a short code to write on the board. `WHAT_A_LOCK_PROVES` says what that is worth.
"""

from __future__ import annotations

import os
import re
import sys
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import IO, Any

from variantlab.errors import PredictionError, invalid, shown, unknown_choice
from variantlab.study.canonical import canonical_json, normal_value, parse_json, sha256_of, utc_text
from variantlab.study.predictions import (
    Prediction,
    check_language,
    check_study_id,
    load,
    prediction_from_data,
)
from variantlab.version import __version__

__all__ = [
    "WHAT_A_LOCK_PROVES",
    "Change",
    "Entry",
    "Ledger",
    "Problem",
    "Receipt",
    "Verification",
    "changes",
    "lock",
    "normal_code",
    "read_ledger",
    "short_code",
    "verify",
]

DEFAULT_LEDGER = "ledger.jsonl"
NO_ENTRY_BEFORE = "0" * 64
CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no I, L, O, U
CODE_LENGTH = 8
HASH = re.compile("[0-9a-f]{64}")
UTC_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")
SECONDS_TO_WAIT = 10.0

WHAT_A_LOCK_PROVES = {
    "en": (
        "Hash recorded, time not proved. The code shows that nothing has changed since the code was "
        "published (on the board, in a message). It does not show when the prediction was written: a clock, "
        "a file date or a git date can be set. Whoever has only the file can write a new one; whoever has "
        "seen the code notices."
    ),
    "ja": (
        "ハッシュは記録されていますが、時刻は証明されていません。このコードが示すのは、コードが公開されてから"
        "（黒板に書く、送るなど）何も変わっていないことだけです。いつ書かれたかは示しません。時計もファイルの"
        "日付も git の日付も変えられるからです。ファイルは作り直せますが、コードを見た人は気づきます。"
    ),
}


def short_code(entry_sha256: str) -> str:
    """Return the code to write on the board: the first 40 bits of an entry's hash in Crockford's base 32.

    It has no I, L, O or U. It depends on the whole entry, and through the chain on every entry before. Two
    predictions with the same code turn up by chance once in 10^12 pairs; searching for one on purpose takes
    about 10^12 trials, so write down all 64 digits where much depends on it.

    Parameters
    ----------
    entry_sha256 : str
        64 hexadecimal digits.

    Returns
    -------
    str
        Eight characters in two groups.

    References
    ----------
    .. [1] D. Crockford, "Base 32", https://www.crockford.com/base32.html

    Examples
    --------
    >>> short_code("00443214c7" + "0" * 54)
    '0123-4567'
    """
    bits = int(entry_sha256[:10], 16)
    digits = [CODE_ALPHABET[bits >> shift & 31] for shift in range(5 * (CODE_LENGTH - 1), -1, -5)]
    return f"{''.join(digits[:4])}-{''.join(digits[4:])}"


def normal_code(code: str) -> str:
    """Return a code as `short_code` writes it: spaces, hyphens, small letters, O for 0 and I or L for 1 pass.

    Raises
    ------
    PredictionError
        When it is no such code.

    Examples
    --------
    >>> normal_code(" abcd efgo ")
    'ABCD-EFG0'
    """
    plain = unicodedata.normalize("NFKC", code).upper().translate(str.maketrans("OIL", "011", "- \t‐‑–−ー"))
    if len(plain) != CODE_LENGTH or any(character not in CODE_ALPHABET for character in plain):
        allowed = "eight characters such as ABCD-EFGH (digits and letters without I, L, O, U)"
        raise invalid("code", code, allowed, error=PredictionError)
    return f"{plain[:4]}-{plain[4:]}"


# -------------------------------------------------------------------------------------- entries and problems


@dataclass(frozen=True)
class Entry:
    """One locked prediction.

    Parameters
    ----------
    number : int
        1 for the first entry of the ledger.
    study, file : str
        The study; the bare name of the file that was locked.
    data : mapping
        The prediction, as plain values.
    prediction_sha256 : str
        The hash of its canonical JSON.
    revises : str or None
        The code of the author's earlier prediction for the same study.
    previous : str
        The hash of the entry before; zeros for the first.
    time : str
        UTC, from this computer's clock: not proved.
    version : str
        The version of the package.
    code : str
        The short code.
    entry_sha256 : str
        The hash of everything above but the code, which follows from it.
    """

    number: int
    study: str
    file: str
    data: Mapping[str, Any]
    prediction_sha256: str
    revises: str | None
    previous: str
    time: str
    version: str
    code: str
    entry_sha256: str

    @property
    def prediction(self) -> Prediction:
        """The locked prediction."""
        return prediction_from_data(self.data, f"entry {self.number} ({self.code})")

    @property
    def author(self) -> str:
        """Who predicted."""
        return str(self.data["author"])

    def fields(self) -> dict[str, Any]:
        """Return the entry as it stands in the ledger: field names and plain values."""
        return {
            "number": self.number,
            "study": self.study,
            "file": self.file,
            "prediction": self.data,
            "prediction_sha256": self.prediction_sha256,
            "revises": self.revises,
            "previous": self.previous,
            "time": self.time,
            "version": self.version,
            "code": self.code,
            "entry_sha256": self.entry_sha256,
        }

    def line(self) -> str:
        """Return the entry as a line of the ledger, without the line end."""
        return canonical_json(self.fields())


def hash_of_entry(fields: Mapping[str, Any]) -> str:
    """Return the hash of an entry: of all its fields but the hash itself and the code made from it."""
    return sha256_of({key: value for key, value in fields.items() if key not in ("entry_sha256", "code")})


def make_entry(
    prediction: Prediction, file: str, number: int, revises: str | None, previous: str, moment: datetime
) -> Entry:
    """Return the entry that locks a prediction."""
    data = parse_json(canonical_json(prediction.data))
    fields: dict[str, Any] = {
        "number": number,
        "study": prediction.study,
        "file": unicodedata.normalize("NFC", file),
        "prediction": data,
        "prediction_sha256": sha256_of(data),
        "revises": revises,
        "previous": previous,
        "time": utc_text(moment),
        "version": __version__,
    }
    entry_sha256 = hash_of_entry(fields)
    return entry_from_fields({**fields, "code": short_code(entry_sha256), "entry_sha256": entry_sha256})


def entry_from_fields(fields: Mapping[str, Any]) -> Entry:
    """Return the entry with these fields."""
    own = {key: value for key, value in fields.items() if key != "prediction"}
    return Entry(data=fields["prediction"], **own)


MESSAGES = {
    "missing_file": {
        "en": "{file}: there is no such file. If it was moved or renamed, give its new name.",
        "ja": "{file}：ファイルがありません。移動や改名をした場合は新しい名前を指定してください。",
    },
    "missing_ledger": {
        "en": "{file}: there is no such ledger. Nothing is locked there; lock(...) makes one.",
        "ja": "{file}：台帳がありません。まだ何も固定されていません。lock(...) で作られます。",
    },
    "unreadable": {"en": "{message}", "ja": "読めません：{message}"},
    "changed": {
        "en": "{file}: {place} has changed since it was locked as {code}: it was {before} and is now {now}.",
        "ja": "{file}：{place_ja} が {code} として固定されたあとに変わりました。"
        "固定時 {before}、現在 {now}。",
    },
    "not_locked": {
        "en": "{file}: not locked in this ledger. Lock it with lock(...); if it was locked before, entries "
        "are missing from the ledger.",
        "ja": "{file}：この台帳には固定されていません。lock(...) で固定してください。固定したはずなら、"
        "台帳から記録が失われています。",
    },
    "code_missing": {
        "en": "code {code}: not in the ledger. Either it was copied wrongly, or entries were changed or cut "
        "off after it was published.",
        "ja": "コード {code}：台帳にありません。写し間違いか、公開後に記録が"
        "書き換えられたか切り取られています。",
    },
    "cut_line": {
        "en": "ledger line {line}: cut off: the line does not end. Copy the ledger again from a whole copy.",
        "ja": "台帳の {line} 行目：途中で切れています。完全な写しから戻してください。",
    },
    "blank_line": {
        "en": "ledger line {line}: blank. Remove the blank line; nothing else.",
        "ja": "台帳の {line} 行目：空行です。この空行だけを消してください。",
    },
    "not_entry": {
        "en": "ledger line {line}: not an entry: {message}",
        "ja": "台帳の {line} 行目：記録として読めません：{message}",
    },
    "not_canonical": {
        "en": "ledger line {line}: written otherwise than the package writes it: the line was edited.",
        "ja": "台帳の {line} 行目：このパッケージの書き方と違います。行が編集されています。",
    },
    "wrong_field": {
        "en": "ledger line {line}: field {field} does not fit: it is {given}, by the rest of the ledger it "
        "would be {expected}.",
        "ja": "台帳の {line} 行目：項目 {field} が合いません。記録は {given}、"
        "他の内容からは {expected} のはずです。",
    },
    "broken_chain": {
        "en": "ledger line {line}: the chain is broken: it does not follow on line {before}, so a line was "
        "changed, removed, added or moved there.",
        "ja": "台帳の {line} 行目：鎖が切れています。{before} 行目につながらないので、"
        "そこで行が変更・削除・追加・移動されています。",
    },
}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with a file or a ledger.

    Parameters
    ----------
    kind : str
        A key of `MESSAGES`.
    values : mapping of str to object
        What the message names: file, place, line, field, before, now, ...
    """

    kind: str
    values: Mapping[str, object]

    def text(self, lang: str = "en") -> str:
        """Return the problem in words."""
        return MESSAGES[self.kind][check_language(lang)].format_map(self.values)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Ledger:
    """A ledger as it was read: the entries, and what is wrong with it.

    Parameters
    ----------
    path : Path
        The file.
    entries : tuple of Entry
        Those up to the first problem.
    problems : tuple of Problem
        Empty when the chain is whole. Entries that were cut off at the end leave no trace in the ledger
        itself: only a published code shows that they are missing.
    """

    path: Path
    entries: tuple[Entry, ...]
    problems: tuple[Problem, ...] = ()

    def of(self, study: str) -> tuple[Entry, ...]:
        """Return the entries of a study, revisions included, oldest first."""
        return tuple(entry for entry in self.entries if entry.study == study)

    def find(self, code: str) -> Entry:
        """Return the entry with this code, however it was typed.

        Raises
        ------
        PredictionError
            When there is none.
        """
        wanted = normal_code(code)
        for entry in self.entries:
            if entry.code == wanted:
                return entry
        message = Problem("code_missing", {"code": wanted}).text()
        raise PredictionError(f"{message} The ledger has: {self.codes() or 'no entry'}.")

    def codes(self) -> str:
        """Return the codes with their authors, in words."""
        return ", ".join(f"{entry.code} ({entry.prediction.signature()})" for entry in self.entries)

    def text(self, lang: str = "en") -> str:
        """Return the list of all entries and problems, one a line."""
        lines = [" | ".join(row) for row in ledger_rows(self, lang)]
        return "\n".join([*lines, *(problem.text(lang) for problem in self.problems)])

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        head, *rows = ledger_rows(self, "en")
        problems = "".join(f"<p>{escape(problem.text())}</p>" for problem in self.problems)
        return html_table(head, rows) + problems


def ledger_rows(ledger: Ledger, lang: str) -> list[list[str]]:
    """Return the ledger as rows of text, the head first."""
    heads = {
        "en": ["no.", "code", "study", "author", "time (UTC, not proved)", "revises", "file"],
        "ja": ["番号", "コード", "実験", "予想した人", "時刻（UTC、証明なし）", "改訂元", "ファイル"],
    }
    rows = [
        [
            str(entry.number),
            entry.code,
            entry.study,
            entry.prediction.signature(lang),
            entry.time,
            entry.revises or "",
            entry.file,
        ]
        for entry in ledger.entries
    ]
    return [heads[check_language(lang)], *rows]


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """Return an HTML table in which all text is escaped."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


# --------------------------------------------------------------------------------------------------- reading


def read_ledger(path: str | os.PathLike[str] = DEFAULT_LEDGER) -> Ledger:
    """Return a ledger with its entries and everything that is wrong with it.

    Parameters
    ----------
    path : path-like, optional
        The ledger. Line ends of Windows are taken too; anything else that differs from what the package
        writes is a problem.

    Returns
    -------
    Ledger
        Without problems when each line is the entry the package wrote and follows on the line before.

    Raises
    ------
    PredictionError
        When there is no such file or it cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> ledger = Path(tempfile.mkdtemp()) / "ledger.jsonl"
    >>> _ = ledger.write_text("", encoding="utf-8")
    >>> read_ledger(ledger).entries
    ()
    """
    ledger = Path(path)
    try:
        content = ledger.read_bytes()
    except FileNotFoundError:
        raise PredictionError(Problem("missing_ledger", {"file": str(path)}).text()) from None
    except OSError as error:
        raise PredictionError(f"{path}: {error.strerror or type(error).__name__}.") from None
    return ledger_from_bytes(content, ledger)


def ledger_from_bytes(content: bytes, path: Path) -> Ledger:
    """Return the ledger whose file holds these bytes."""
    *lines, rest = content.split(b"\n")
    entries: list[Entry] = []
    for number, line in enumerate(lines, 1):
        problems = problems_of_line(line.removesuffix(b"\r"), number, entries[-1] if entries else None)
        if problems:
            return Ledger(path, tuple(entries), tuple(problems))
        entries.append(entry_from_fields(parse_json(line.decode("utf-8"))))
    cut = (Problem("cut_line", {"line": len(lines) + 1}),) if rest else ()
    return Ledger(path, tuple(entries), cut)


def problems_of_line(line: bytes, number: int, before: Entry | None) -> list[Problem]:
    """Return what is wrong with one line of a ledger, given the entry on the line before."""
    if not line.strip():
        return [Problem("blank_line", {"line": number})]
    try:
        text = line.decode("utf-8")
        fields = parse_json(text)
        check_field_types(fields)
        prediction_from_data(fields["prediction"], "prediction")
        is_canonical = canonical_json(fields) == text
    except (UnicodeDecodeError, PredictionError) as error:
        return [Problem("not_entry", {"line": number, "message": str(error)})]
    if not is_canonical:
        return [Problem("not_canonical", {"line": number})]
    wrong = wrong_fields(fields, number)
    previous = before.entry_sha256 if before else NO_ENTRY_BEFORE
    if fields["previous"] != previous:
        wrong.append(Problem("broken_chain", {"line": number, "before": number - 1}))
    return wrong


def check_field_types(fields: object) -> None:
    """Raise an error unless the fields are those of an entry, each of its kind."""
    if not isinstance(fields, dict):
        raise invalid("entry", fields, "a table", error=PredictionError)
    kinds: dict[str, type | tuple[type, ...]] = {
        "number": int,
        "study": str,
        "file": str,
        "prediction": dict,
        "prediction_sha256": str,
        "revises": (str, type(None)),
        "previous": str,
        "time": str,
        "version": str,
        "code": str,
        "entry_sha256": str,
    }
    for key in fields:
        if key not in kinds:
            raise unknown_choice("field", key, kinds, PredictionError)
    for key, kind in kinds.items():
        if key not in fields:
            raise PredictionError(f"field {key} is missing.")
        if not isinstance(fields[key], kind) or isinstance(fields[key], bool):
            raise invalid(
                f"field {key}", fields[key], "the kind of value that belongs there", "", PredictionError
            )
    for key in ("prediction_sha256", "previous", "entry_sha256"):
        if not HASH.fullmatch(fields[key]):
            raise invalid(f"field {key}", fields[key], "64 hexadecimal digits", error=PredictionError)
    if not UTC_TIME.fullmatch(fields["time"]):
        allowed = "a UTC time such as 2024-03-31T23:30:00+00:00"
        raise invalid("field time", fields["time"], allowed, error=PredictionError)
    check_study_id(fields["study"], "field study")


def wrong_fields(fields: Mapping[str, Any], number: int) -> list[Problem]:
    """Return the fields of an entry that contradict its other fields or its place."""
    expected = {
        "number": number,
        "study": fields["prediction"]["study"],
        "prediction_sha256": sha256_of(fields["prediction"]),
        "entry_sha256": hash_of_entry(fields),
        "code": short_code(fields["entry_sha256"]),
    }
    return [
        Problem("wrong_field", {"line": number, "field": key, "given": fields[key], "expected": value})
        for key, value in expected.items()
        if fields[key] != value
    ]


# --------------------------------------------------------------------------------------------------- locking


@dataclass(frozen=True)
class Receipt:
    """What locking did.

    Parameters
    ----------
    entry : Entry
        The entry that holds the prediction.
    is_new : bool
        False when the same content was locked before: nothing was added then.
    """

    entry: Entry
    is_new: bool

    @property
    def code(self) -> str:
        """The short code to write on the board."""
        return self.entry.code

    def text(self, lang: str = "en") -> str:
        """Return what was done, the code and what it proves, in words."""
        entry, lang = self.entry, check_language(lang)
        who = entry.prediction.signature(lang)
        if lang == "ja":
            done = (
                "固定しました" if self.is_new else "同じ内容がすでに固定されています（何も追加していません）"
            )
            revision = f"{entry.revises} の改訂です。前の予想も残っています。" if entry.revises else ""
            board = "黒板に書くコード"
        else:
            done = "Locked" if self.is_new else "The same content is locked already, nothing was added"
            revision = f"It revises {entry.revises}, which stays in the ledger." if entry.revises else ""
            board = "Write this code on the board"
        lines = [
            f"{done}: {who}, {entry.study}, {entry.time}",
            f"{board}: {entry.code}",
            f"SHA-256: {entry.entry_sha256}",
            revision,
            WHAT_A_LOCK_PROVES[lang],
        ]
        return "\n".join(line for line in lines if line)

    def __str__(self) -> str:
        return self.text()


def lock(
    path: str | os.PathLike[str],
    ledger: str | os.PathLike[str] = DEFAULT_LEDGER,
    *,
    now: datetime | None = None,
) -> Receipt:
    """Return the receipt of a prediction that is locked in the ledger from now on.

    Nothing in the ledger is ever rewritten. The same content locked twice stays one entry. A changed file is
    a new entry that names the author's earlier one for the study. Programs that lock at the same time wait
    for each other, up to ten seconds.

    Parameters
    ----------
    path : path-like
        The prediction, a TOML file without blanks.
    ledger : path-like, optional
        The ledger, made when it does not exist.
    now : datetime, optional
        The time to record, with its time zone; by default this computer's clock.

    Returns
    -------
    Receipt
        The entry, and whether it is new.

    Raises
    ------
    PredictionError
        When the prediction has blanks (each is named) or cannot be read, or the ledger is not whole or
        cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from variantlab.study.predictions import new_form
    >>> folder = Path(tempfile.mkdtemp())
    >>> example = new_form("vanish", "en", folder, example=True)
    >>> receipt = lock(example, folder / "ledger.jsonl")
    >>> receipt.is_new, lock(example, folder / "ledger.jsonl").is_new
    (True, False)
    >>> verify(example, folder / "ledger.jsonl").is_intact
    True
    """
    prediction = load(path)
    if prediction.blanks:
        message = (
            f"{path}: not locked yet, {len(prediction.blanks)} still to be filled in: "
            f"{prediction.blanks_in_words}."
        )
        raise PredictionError(
            f"{message} Fill them in and lock again; a guess is welcome, a reason is one line."
        )
    with ledger_open(Path(ledger)) as stream:
        stream.seek(0)
        before = ledger_from_bytes(stream.read(), Path(ledger))
        if before.problems:
            raise PredictionError(ledger_refusal(before))
        known = next((e for e in before.entries if e.prediction_sha256 == sha256_of(prediction.data)), None)
        if known is not None:
            return Receipt(known, is_new=False)
        entry = next_entry(before, prediction, Path(path).name, now or datetime.now(UTC))
        append_line(stream, entry.line())
    return Receipt(entry, is_new=True)


def next_entry(ledger: Ledger, prediction: Prediction, file: str, moment: datetime) -> Entry:
    """Return the entry that follows on the ledger's last one."""
    earlier = [e for e in ledger.of(prediction.study) if same_person(e.author, prediction.author)]
    revises = earlier[-1].code if earlier else None
    previous = ledger.entries[-1].entry_sha256 if ledger.entries else NO_ENTRY_BEFORE
    return make_entry(prediction, file, len(ledger.entries) + 1, revises, previous, moment)


def same_person(name: str, other: str) -> bool:
    """Return whether two names differ at most in spaces, width and case."""

    def plain(text: str) -> str:
        return "".join(unicodedata.normalize("NFKC", text).casefold().split())

    return plain(name) == plain(other)


def append_line(stream: IO[bytes], line: str) -> None:
    """Return after the line stands at the end of the file on disk."""
    stream.seek(0, os.SEEK_END)
    stream.write(line.encode("utf-8") + b"\n")
    stream.flush()
    os.fsync(stream.fileno())


def ledger_refusal(ledger: Ledger) -> str:
    """Return why a ledger with problems is not used."""
    problems = " ".join(problem.text() for problem in ledger.problems)
    way_on = "Go back to a whole copy, or begin a new ledger under another name and keep this one as it is."
    return f"{ledger.path}: the ledger is not whole. {problems} {way_on}"


@contextmanager
def ledger_open(path: Path) -> Iterator[IO[bytes]]:
    """Yield the ledger open for reading and appending, locked against other writers until the block ends."""
    try:
        stream = path.open("a+b")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        hint = "Make its folder first, or name another ledger."
        raise PredictionError(f"{path}: the ledger cannot be written: {reason}. {hint}") from None
    with stream:
        wait_for_lock(stream, path)
        yield stream


def wait_for_lock(stream: IO[bytes], path: Path) -> None:
    """Return when this program alone may write; the system gives the lock back when the file is closed."""
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while not try_lock(stream):
        if time.monotonic() > deadline:
            hint = "Close the other program, or try again; nothing was written."
            message = f"{path}: another program has held the ledger for {SECONDS_TO_WAIT:g} seconds."
            raise PredictionError(f"{message} {hint}")
        time.sleep(0.02)


if sys.platform == "win32":
    import msvcrt

    BEYOND_THE_END = (
        2**62
    )  # Windows keeps others from reading what is locked, so the locked byte holds no text

    def try_lock(stream: IO[bytes]) -> bool:
        """Return whether the lock was free and is ours now."""
        stream.seek(BEYOND_THE_END)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(stream: IO[bytes]) -> bool:
        """Return whether the lock was free and is ours now."""
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


# ------------------------------------------------------------------------------------------------- verifying


@dataclass(frozen=True)
class Change:
    """One field that differs between two predictions; a field that is missing on one side is None there."""

    question: str | None
    field: str
    before: object
    now: object

    def place(self, lang: str = "en") -> str:
        """Return the question and the field, in words."""
        if not self.question:
            return self.field
        words = {"en": "question {}, {}", "ja": "質問 {} の {}"}
        return words[check_language(lang)].format(self.question, self.field)


@dataclass(frozen=True)
class Verification:
    """What comparing a file with the ledger showed.

    Parameters
    ----------
    file : str
        The file.
    entry : Entry or None
        The entry it was compared with.
    problems : tuple of Problem
        Empty when nothing has changed.
    """

    file: str
    entry: Entry | None
    problems: tuple[Problem, ...]

    @property
    def is_intact(self) -> bool:
        """Whether the file says what was locked and the chain is whole."""
        return not self.problems

    def text(self, lang: str = "en") -> str:
        """Return the finding, and what it proves, in words."""
        lang = check_language(lang)
        if self.problems or self.entry is None:
            return "\n".join(problem.text(lang) for problem in self.problems)
        code, when, who = self.entry.code, self.entry.time, self.entry.prediction.signature(lang)
        same = {
            "en": f"{self.file}: unchanged since it was locked as {code} ({who}, {when}).",
            "ja": f"{self.file}：{code} として固定されたときから変わっていません（{who}、{when}）。",
        }
        return f"{same[lang]}\n{WHAT_A_LOCK_PROVES[lang]}"

    def __str__(self) -> str:
        return self.text()


def verify(
    path: str | os.PathLike[str],
    ledger: str | os.PathLike[str] = DEFAULT_LEDGER,
    code: str | None = None,
) -> Verification:
    """Return whether a file still says what was locked, and what has changed if not.

    Parameters
    ----------
    path : path-like
        The prediction.
    ledger : path-like, optional
        The ledger.
    code : str, optional
        The published code. With it entries that were cut off the end of the ledger, or rewritten together
        with every hash, are found too; without it they cannot be.

    Returns
    -------
    Verification
        With a problem for each changed field, each broken line, and each missing file.

    Raises
    ------
    PredictionError
        When the code is not one.

    Examples
    --------
    >>> print(verify("no-such-file.toml", "no-such-ledger.jsonl"))
    no-such-ledger.jsonl: there is no such ledger. Nothing is locked there; lock(...) makes one.
    no-such-file.toml: there is no such file. If it was moved or renamed, give its new name.
    """
    file = str(path)
    wanted = normal_code(code) if code is not None else None
    problems: list[Problem] = []
    book = readable_ledger(ledger, problems)
    prediction = readable_prediction(path, problems)
    if book is not None and wanted and all(entry.code != wanted for entry in book.entries):
        problems.append(Problem("code_missing", {"code": wanted}))
    if book is None or prediction is None:
        return Verification(file, None, tuple(problems))
    entry = matching_entry(book, prediction, Path(path).name, wanted)
    if entry is None:
        # In a ledger that is not whole, or without the named code, the entry may stand where nothing is read.
        found = problems or [Problem("not_locked", {"file": file})]
        return Verification(file, None, tuple(found))
    problems += [changed_problem(file, entry, change) for change in changes(entry.data, prediction.data)]
    return Verification(file, entry, tuple(problems))


def readable_ledger(path: str | os.PathLike[str], problems: list[Problem]) -> Ledger | None:
    """Return the ledger, or None; what is wrong with it is added to the problems."""
    if not Path(path).exists():
        problems.append(Problem("missing_ledger", {"file": str(path)}))
        return None
    try:
        ledger = read_ledger(path)
    except PredictionError as error:
        problems.append(Problem("unreadable", {"message": str(error)}))
        return None
    problems += ledger.problems
    return ledger


def readable_prediction(path: str | os.PathLike[str], problems: list[Problem]) -> Prediction | None:
    """Return the prediction, or None; what is wrong with the file is added to the problems."""
    if not Path(path).exists():
        problems.append(Problem("missing_file", {"file": str(path)}))
        return None
    try:
        return load(path)
    except PredictionError as error:
        problems.append(Problem("unreadable", {"message": str(error)}))
        return None


def matching_entry(ledger: Ledger, prediction: Prediction, file: str, code: str | None) -> Entry | None:
    """Return the entry to compare with: the named one; else of the same content; else of the same file and
    author, the same author, or the same file, the latest of them.
    """
    if code is not None:
        return next((entry for entry in ledger.entries if entry.code == code), None)
    file = unicodedata.normalize("NFC", file)
    own_hash = sha256_of(prediction.data)

    def nearness(entry: Entry) -> tuple[bool, int, int]:
        of_author = entry.study == prediction.study and same_person(entry.author, prediction.author)
        nearness = 2 * of_author + (entry.file == file)
        return entry.prediction_sha256 == own_hash, nearness, entry.number

    near = [entry for entry in ledger.entries if any(nearness(entry)[:2])]
    return max(near, key=nearness) if near else None


def changed_problem(file: str, entry: Entry, change: Change) -> Problem:
    """Return the problem that names a changed field."""
    before, now = shown(change.before), shown(change.now)
    places = {"place": change.place("en"), "place_ja": change.place("ja")}
    return Problem("changed", {"file": file, "code": entry.code, "before": before, "now": now, **places})


def changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return the fields in which two predictions differ; questions are matched by their ids.

    Parameters
    ----------
    before, now : mapping
        The plain values of two predictions.

    Returns
    -------
    tuple of Change
        Empty when their canonical JSON is the same. The order of the questions counts as a field.

    Examples
    --------
    >>> old = {"author": "me", "question": [{"id": "Q1", "options": {"yes": 0.5, "no": 0.5}}]}
    >>> new = {"author": "me", "question": [{"id": "Q1", "options": {"yes": 1, "no": 0}}]}
    >>> [change.place() for change in changes(old, new)]
    ['question Q1, options.no', 'question Q1, options.yes']
    """
    old_fields, new_fields = flat_fields(before), flat_fields(now)
    places = sorted(old_fields.keys() | new_fields.keys())
    found = [
        Change(question or None, field, old_fields.get((question, field)), new_fields.get((question, field)))
        for question, field in places
    ]
    return tuple(change for change in found if canonical_json(change.before) != canonical_json(change.now))


def flat_fields(data: Mapping[str, Any]) -> dict[tuple[str, str], object]:
    """Return the fields of a prediction by (question id, path); the id is empty outside of questions."""
    normal: Any = normal_value(data)
    questions = normal.get("question", [])
    fields = dict(flat_table("", "", {key: value for key, value in normal.items() if key != "question"}))
    fields["", "order of the questions"] = [question["id"] for question in questions]
    for question in questions:
        fields.update(flat_table(question["id"], "", question))
    return fields


def flat_table(
    question: str, path: str, table: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, str], object]]:
    """Yield ((question id, path), value) for each value in a table and the tables in it."""
    for key, value in table.items():
        place = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from flat_table(question, place, value)
        else:
            yield (question, place), value
