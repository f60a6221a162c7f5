"""Runs on disk: a series of games that survives an interruption and is read back as a table or as counts.

A run is a folder: ``manifest.json`` says what was played, with which versions and beside which prediction;
``part-00000.parquet`` and so on hold the games, one row each; ``parts.jsonl`` has a line with the range and
the hash of each finished part. A part is written to a temporary file and renamed, then its line is added:
what has a line is whole. Nothing in a run is ever executed.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import reduce
from html import escape
from importlib.metadata import version
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from variantlab.errors import DataError, PredictionError, VariantlabError, invalid, unknown_choice
from variantlab.files import safe_file_name, safe_path, write_text_atomically, writing_atomically
from variantlab.games.game import Game, game_named, games, whole_number
from variantlab.simulate import (
    MOST_ROWS,
    Columns,
    Tally,
    checked_series,
    part_size,
    played_parts,
    rule_name,
    table_of,
)
from variantlab.study.canonical import canonical_json, parse_json, sha256_of, utc_text
from variantlab.study.gate import Label
from variantlab.version import __version__

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Part", "Run", "Verification", "list_runs", "open_run", "run"]

FORMAT = 1
MOST_GAMES_ON_DISK = 10**10
#: A part holds at least so many games, where the run has them: a file of a few rows is mostly frame.
SMALLEST_PART, SMALLEST_THINKING_PART = 10_000, 100
MANIFEST, PARTS, LOCK = "manifest.json", "parts.jsonl", "lock"
DESCRIPTION = ("game", "rules", "players", "seed")
#: What decides the games: a run is not continued with another of these.
DECISIVE = ("variantlab", "kernels")
WAY_TO_MEND = "Remove the file and call run(...) again: it plays these games again, the same ones."


# --------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class Part:
    """A finished part of a run, as ``parts.jsonl`` lists it.

    Parameters
    ----------
    part : int
        Its number, from 0.
    first, n : int
        The number of its first game, and how many there are.
    bytes : int
        The size of its file.
    sha256 : str
        The hash of its file.
    """

    part: int
    first: int
    n: int
    bytes: int
    sha256: str

    @property
    def file(self) -> str:
        """The name of its file in the run's folder."""
        return f"part-{self.part:05d}.parquet"


@dataclass(frozen=True)
class Verification:
    """What a look at every file of a run found; ``print`` it.

    Parameters
    ----------
    n_parts, n_games : int
        What was looked at.
    problems : tuple of str
        What is wrong, each naming its file; empty when the run is whole.
    """

    n_parts: int
    n_games: int
    problems: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def __str__(self) -> str:
        found = f"{self.n_games:,} games, parts: {self.n_parts}"
        return "\n".join([f"{found}; {'whole' if self.is_whole else 'damaged'}", *self.problems])


@dataclass(frozen=True, repr=False)
class Run:
    """A run on disk; see `run` and `open_run`.

    Attributes
    ----------
    folder : pathlib.Path
        Where it lies.
    game : Game
        The rules.
    manifest : mapping
        What ``manifest.json`` says.
    parts : tuple of Part
        The finished parts, in order.
    n : int
        The games asked for. A run may hold more: `table` and `tally` take the first `n`.
    """

    folder: Path
    game: Game
    manifest: Mapping[str, Any]
    parts: tuple[Part, ...]
    n: int

    @property
    def id(self) -> str:
        """The name that follows from what is played: game, rule and 8 digits of the description's hash."""
        return str(self.manifest["id"])

    @property
    def players(self) -> tuple[str, str]:
        """The first and the second colour's player."""
        first, second = self.manifest["players"]
        return first, second

    @property
    def seed(self) -> int:
        """The series."""
        return int(self.manifest["seed"])

    @property
    def n_played(self) -> int:
        """How many of the `n` games are there."""
        return min(self.n, sum(part.n for part in self.parts))

    @property
    def is_complete(self) -> bool:
        """Whether all `n` games are there."""
        return self.n_played == self.n

    def table(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the games as `variantlab.simulate.simulate` would, one row a game.

        Parameters
        ----------
        columns : sequence of str, optional
            The columns wanted, all if left out.

        Raises
        ------
        DataError
            When there are more games than go into one table, no such column, or a part is damaged.
        """
        if self.n_played > MOST_ROWS:
            hint = (
                "Take tally(), which counts them part by part, or read single parts with pandas.read_parquet."
            )
            raise invalid(
                "table", self.n_played, f"at most {MOST_ROWS:,} games in one table", hint, DataError
            )
        known = list(self.manifest["columns"])
        wanted = known if columns is None else [columns] if isinstance(columns, str) else list(columns)
        for name in wanted:
            if name not in known:
                raise unknown_choice("column", name, known, DataError)
        pieces = list(self._columns([*wanted, "plies", "exchanged"]))  # players may change colours
        whole = {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
        for name in set(self.game.categories) - set(whole):
            whole[name] = np.full(len(whole["plies"]), -1, np.int8)
        return table_of(self.game, self.players, whole, self.seed, 0)[wanted]

    def tally(self) -> Tally:
        """Return the counts of the games, part by part: memory stays flat.

        Raises
        ------
        DataError
            When a part is damaged.
        """
        names = ["plies", *self.game.counts, *self.game.categories]
        return reduce(add, self._tallies(names))

    def _tallies(self, names: Sequence[str]) -> Iterator[Tally]:
        first = 0
        for piece in self._columns(names):
            yield Tally.of_columns(self.game, self.players, self.seed, first, piece)
            first += len(piece["plies"])

    def _columns(self, names: Sequence[str]) -> Iterator[Columns]:
        """Yield the record columns of the first `n` games, part by part; the first piece has no game."""
        empty = {
            name: column
            for name, column in self.game.simulate(self.players, 0, self.seed).items()
            if name in names
        }
        yield empty
        left = self.n
        for part in self.parts:
            if left <= 0:
                return
            yield {name: column[:left] for name, column in self._columns_of(part, empty).items()}
            left -= part.n

    def _columns_of(self, part: Part, empty: Columns) -> Columns:
        """Return some record columns of a part, in the types of the `empty` ones."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        content = _content_of(self.folder, part)
        try:
            table = pq.read_table(pa.BufferReader(content), columns=list(empty)).unify_dictionaries()
            columns = {}
            for name, column in empty.items():
                values = table[name].combine_chunks()
                if name in self.game.categories:
                    values = _codes(values, self.game.categories[name])
                columns[name] = np.asarray(values).astype(column.dtype)
        except (pa.ArrowException, KeyError) as error:
            raise DataError(f"{self.folder / part.file}: {error}. {WAY_TO_MEND}") from None
        if any(len(column) != part.n for column in columns.values()):
            raise DataError(f"{self.folder / part.file}: not {part.n} rows. {WAY_TO_MEND}")
        return columns

    def verify(self) -> Verification:
        """Return what is wrong with the run's files: hashes, row counts, ranges, columns, the description.

        Examples
        --------
        >>> import tempfile
        >>> from variantlab.games.othello.rules import Othello
        >>> found = run(Othello(capture="vanish"), n=100, folder=tempfile.mkdtemp(), progress=False)
        >>> print(found.verify())
        100 games, parts: 1; whole
        """
        problems = []
        if self.id != run_id(self.game, {name: self.manifest[name] for name in DESCRIPTION}):
            problems.append(f"{MANIFEST}: the description was changed: it has another id than {self.id}")
        listed = _listed_parts(self.folder)
        if len(listed) != len(self.parts):
            problems.append(f"{PARTS}: part {len(self.parts)} is not listed, or its range is wrong")
        problems += [problem for part in self.parts if (problem := self._problem_of(part))]
        if self.manifest["state"] == "complete" and sum(part.n for part in self.parts) < self.manifest["n"]:
            problems.append(f"{MANIFEST}: complete, but games are missing")
        return Verification(len(self.parts), sum(part.n for part in self.parts), tuple(problems))

    def _problem_of(self, part: Part) -> str:
        """Return what is wrong with a part's file, or nothing."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            content = _content_of(self.folder, part)
            table = pq.ParquetFile(pa.BufferReader(content))
            if table.schema_arrow.names != list(self.manifest["columns"]):
                return f"{part.file}: other columns than the manifest names"
            numbers = table.read(["game_index"])["game_index"].to_numpy()
        except DataError as error:
            return str(error)
        except (pa.ArrowException, KeyError) as error:
            return f"{part.file}: {error}"
        if not np.array_equal(numbers, np.arange(part.first, part.first + part.n)):
            return f"{part.file}: not the games {part.first} to {part.first + part.n - 1}"
        return ""

    def __str__(self) -> str:
        state = "complete" if self.is_complete else f"{self.n_played:,} played so far"
        label = self.manifest["label"] or {"status": "without a prediction", "codes": []}
        prediction = " ".join([label["status"], *label["codes"]])
        return (
            f"{rule_name(self.game)}, {' against '.join(self.players)}, seed {self.seed}: {self.n:,} games, "
            f"{state}; {prediction}; {self.folder.as_posix()}"
        )

    def __repr__(self) -> str:
        return f"<Run {self}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(str(self))}</p>"


def _content_of(folder: Path, part: Part) -> bytes:
    """Return the bytes of a part's file, which must be those its line in the list has the hash of."""
    try:
        content = (folder / part.file).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DataError(f"{folder / part.file}: {reason}. Call run(...) again to play its games.") from None
    if hashlib.sha256(content).hexdigest() != part.sha256:
        raise DataError(f"{folder / part.file}: damaged or changed since it was written. {WAY_TO_MEND}")
    return content


def _codes(column: Any, labels: Sequence[str]) -> np.ndarray:
    """Return a dictionary column as the places of its values among the labels, -1 for none."""
    numbers = {label: i for i, label in enumerate(labels)}
    of_dictionary = np.array([*(numbers[label] for label in column.dictionary.to_pylist()), -1], np.int8)
    return of_dictionary[column.indices.fill_null(-1).to_numpy(zero_copy_only=False)]


def open_run(path: str | os.PathLike[str], game: Game | None = None) -> Run:
    """Return the run in a folder, finished or not.

    Parameters
    ----------
    path : path-like
        The run's folder.
    game : Game, optional
        Its rules, for a game that the package does not know by name.

    Raises
    ------
    DataError
        When there is no run, or its manifest or list of parts cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from variantlab.games.othello.rules import Othello
    >>> folder = run(Othello(capture="vanish"), n=100, folder=tempfile.mkdtemp(), progress=False).folder
    >>> open_run(folder).table(["plies"])["plies"].between(3, 4).all()
    np.True_
    """
    folder = Path(path)
    manifest = _read_manifest(folder)
    if game is None:
        game = game_named(manifest["game"], manifest["rules"])
    elif (game.name, game.settings()) != (manifest["game"], manifest["rules"]):
        raise invalid("game", game, f"the run's {manifest['game']} {manifest['rules']}", error=DataError)
    return Run(folder, game, manifest, _leading_parts(_listed_parts(folder)), manifest["n"])


def list_runs(folder: str | os.PathLike[str] = "runs") -> tuple[Run, ...]:
    """Return the runs in a folder, by name; one that cannot be read is named in a warning.

    Examples
    --------
    >>> list_runs("no-such-folder")
    ()
    """
    runs = []
    for manifest in sorted(Path(folder).glob(f"*/{MANIFEST}")):
        try:
            runs.append(open_run(manifest.parent))
        except VariantlabError as error:
            warnings.warn(f"{manifest.parent} is not listed: {error}", stacklevel=2)
    return tuple(runs)


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        hint = "list_runs() shows what there is."
        raise invalid("run", str(folder), f"a folder with a {MANIFEST}", hint, DataError)
    try:
        manifest = parse_json(_text_of(path))
    except PredictionError as error:
        raise DataError(f"{path}: {error}") from None
    kinds: dict[str, Any] = {
        "format": int, "id": str, "game": str, "rules": dict, "players": list, "seed": int, "n": int,
        "part_size": int, "columns": list, "made_with": dict, "label": dict | None, "state": str,
        "started": str, "ended": str | None,
    }  # fmt: skip
    given = manifest if isinstance(manifest, dict) else {}
    wrong = [name for name, kind in kinds.items() if name not in given or not isinstance(given[name], kind)]
    if wrong or given["format"] != FORMAT or len(given["players"]) != 2:
        raise DataError(f"{path}: no manifest of format {FORMAT}: {', '.join(wrong) or 'format, players'}.")
    return given


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise DataError(f"{path}: cannot be read: {error}.") from None


def _listed_parts(folder: Path) -> dict[int, Part]:
    """Return the listed parts by number; of a part the last line counts, and a torn last line does not."""
    path = folder / PARTS
    lines = _text_of(path).split("\n")[:-1] if path.exists() else []
    parts = {}
    for number, line in enumerate(lines, 1):
        try:
            part = Part(**parse_json(line))
            valid = all(type(n) is int and n >= 0 for n in (part.part, part.first, part.n, part.bytes))
        except (TypeError, PredictionError):
            valid = False
        if not valid:
            raise DataError(f"{path}, line {number}: no part of a run.")
        parts[part.part] = part
    return parts


def _leading_parts(listed: Mapping[int, Part]) -> tuple[Part, ...]:
    """Return the parts from the first game on, up to the first gap."""
    parts: list[Part] = []
    first = 0
    while (part := listed.get(len(parts))) is not None and part.first == first:
        parts.append(part)
        first += part.n
    return tuple(parts)


# --------------------------------------------------------------------------------------------------- playing


def run(
    game: Game,
    players: tuple[str, str] = ("random", "random"),
    n: int = 1000,
    seed: int = 0,
    folder: str | os.PathLike[str] = "runs",
    label: Label | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> Run:
    """Return a run of `n` games on disk: played now, continued after an interruption, or found complete.

    What is played (game, rules, players, seed) names the run's folder. Called again, it plays only what is
    missing; with a larger `n` it continues the series; a damaged last part is played again.

    Parameters
    ----------
    game : Game
        The rules.
    players : (str, str)
        The first and the second colour's player: 'random', 'greedy', 'alphabeta:DEPTH'.
    n : int
        Number of games, up to 10**10; `variantlab.simulate.tally` counts more without keeping them.
    seed : int
        The series, 0 to 2**64 - 1.
    folder : path-like
        The folder of all runs.
    label : Label, optional
        What `variantlab.study.gate.results_gate` returned, for the manifest. A prediction counts for a run
        only when it was locked before the run began.
    threads : int, optional
        Threads to use, all cores if left out. Never changes a result.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    Run
        With the first `n` games.

    Raises
    ------
    DataError
        When the folder holds something else, another process is at it, its parts were made by another
        version, or the disk is full.
    PredictionError
        When a prediction of the label was locked after the run began.
    RulesError
        Where a number or a player is not allowed.
    KeyboardInterrupt
        When interrupted; finished parts are kept, and the message says how to go on.

    Examples
    --------
    >>> import tempfile
    >>> from variantlab.games.othello.rules import Othello
    >>> folder = tempfile.mkdtemp()
    >>> short = run(Othello(capture="vanish"), n=100, seed=1, folder=folder, progress=False)
    >>> longer = run(Othello(capture="vanish"), n=250, seed=1, folder=folder, progress=False)
    >>> longer.folder == short.folder, longer.is_complete, longer.tally().n_games
    (True, True, 250)
    """
    n = whole_number("n", n, 0, MOST_GAMES_ON_DISK, "Use tally, which counts games without keeping them.")
    players, seed, _, threads = checked_series(players, seed, 0, threads)
    if not (label is None or isinstance(label, Label)):
        raise invalid("label", label, "what results_gate(...) returned, or None", error=DataError)
    columns = table_of(
        game, players, game.simulate(players, 0, seed), seed, 0
    ).columns  # checks the players too
    description = {"game": game.name, "rules": game.settings(), "players": list(players), "seed": seed}
    name = run_id(game, description)
    safe_path(folder, name)
    path = Path(folder) / name
    path.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        if not (path / MANIFEST).exists():
            _begin(path, name, description, n, list(columns), label)
        manifest = _checked_manifest(path, description)
        _keep_label(manifest, label, path)
        parts = _mended(path, game, manifest)
        if sum(part.n for part in parts) < n:
            manifest |= {"n": n, "state": "running", "ended": None, "part_size": _part_size(n, players)}
        _write_manifest(path, manifest)
        found = Run(path, game, manifest, parts, n)
        if not found.is_complete:
            parts = _continued(found, threads, progress)
        if manifest["state"] == "running" and sum(part.n for part in parts) >= manifest["n"]:
            manifest |= {"state": "complete", "ended": utc_text(datetime.now(UTC))}
            _write_manifest(path, manifest)
    return Run(path, game, manifest, parts, n)


def run_id(game: Game, description: Mapping[str, Any]) -> str:
    """Return the name of a run: game, rule and the first 8 digits of the description's hash.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> game = Othello(capture="mixed")
    >>> run_id(game, {"game": "othello", "rules": game.settings(), "players": ["random"] * 2, "seed": 1})[:18]
    'othello-mixed-0.5-'
    """
    words = [game.name] if rule_name(game) == game.name else [game.name, rule_name(game)]
    text = re.sub(r"[^\w.]+", "-", "-".join(words)).strip("-._")
    return safe_file_name(f"{text}-{sha256_of(description)[:8]}")


def _part_size(n: int, players: tuple[str, str]) -> int:
    smallest = SMALLEST_PART if set(players) == {"random"} else SMALLEST_THINKING_PART
    return max(smallest, part_size(n, players))


def _versions(game: str) -> dict[str, str]:
    """Return what the games are made with; ``kernels`` is the hash of the sources of this game's kernels."""
    from variantlab.games.compile import room_of, sources_hash

    packages = {name: version(name) for name in ("numpy", "numba", "pyarrow")}
    known = games().get(game)  # a game from elsewhere may stand on any room
    return {
        "variantlab": __version__,
        "kernels": sources_hash(room_of(known.__module__) if known else None),
        "python": platform.python_version(),
        **packages,
    }


def _begin(
    path: Path, name: str, description: Mapping[str, Any], n: int, columns: list[str], label: Label | None
) -> None:
    """Write the manifest of a run that has no game yet, into a folder with nothing in it."""
    ours = (LOCK, ".writing-")  # also what a process left that ended while it wrote
    others = sorted(file.name for file in path.iterdir() if not file.name.startswith(ours))
    if others:
        hint = "Move the folder away, or choose another with folder=. Nothing was overwritten."
        raise invalid(
            "run folder", path.as_posix(), f"an empty folder, not one with {others[0]}", hint, DataError
        )
    players = description["players"]
    manifest = {
        "format": FORMAT,
        "id": name,
        **description,
        "n": n,
        "part_size": _part_size(n, (players[0], players[1])),
        "columns": columns,
        "made_with": _versions(description["game"]),
        "label": None if label is None else label.record(),
        "state": "running",
        "started": utc_text(datetime.now(UTC)),
        "ended": None,
    }
    _write_manifest(path, manifest)


def _write_manifest(path: Path, manifest: Mapping[str, Any]) -> None:
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    target = path / MANIFEST
    if not target.exists() or target.read_bytes() != text.encode():
        write_text_atomically(target, text)


def _checked_manifest(path: Path, description: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest of a run that may be continued: of this description, by this version."""
    manifest = _read_manifest(path)
    if sha256_of({name: manifest[name] for name in DESCRIPTION}) != sha256_of(description):
        hint = "Choose another folder with folder=. Nothing was overwritten."
        raise DataError(f"{path.as_posix()}: holds a run of another description. {hint}")
    made_with, now = manifest["made_with"], _versions(description["game"])
    for name in DECISIVE:
        if made_with.get(name) != now[name]:
            raise DataError(
                f"{path.as_posix()}: its games were made with {name} {made_with.get(name)}; this is "
                f"{now[name]}, and one run is never of two makes. "
                f"Read it with open_run({path.as_posix()!r}), or play it anew in another folder with folder=."
            )
    return manifest


def _keep_label(manifest: dict[str, Any], label: Label | None, path: Path) -> None:
    """Put a label into the manifest; a locked prediction only when it was locked before the run began."""
    if label is None:
        return
    started = datetime.fromisoformat(manifest["started"])
    late = [entry.code for entry in label.entries if datetime.fromisoformat(entry.time) > started]
    if late:
        raise PredictionError(
            f"{path.as_posix()}: the prediction {', '.join(late)} was locked after this run began, at "
            f"{manifest['started']}, so it does not count for it. Play new games: choose another seed."
        )
    known = manifest["label"]
    if known is None or known["status"] == "exploratory" or not label.is_exploratory:
        manifest["label"] = label.record()


# --------------------------------------------------------------------------------------------------- writing


def _continued(found: Run, threads: int | None, progress: bool) -> tuple[Part, ...]:
    """Return the parts of a run after its missing games were played."""
    parts = list(found.parts)
    first, size = found.n_played, found.manifest["part_size"]
    try:
        for columns in played_parts(
            found.game, found.players, found.n - first, found.seed, first, threads, progress, size
        ):
            if len(columns["plies"]):
                parts.append(_write_part(found, len(parts), first, columns))
                first += parts[-1].n
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{_kept(found, first)} Call run(...) again as before to go on.") from None
    except OSError as error:
        reason = error.strerror or type(error).__name__
        hint = "Make room, then call run(...) again as before to go on."
        raise DataError(f"{found.folder.as_posix()}: {reason}. {_kept(found, first)} {hint}") from None
    return tuple(parts)


def _kept(found: Run, n_kept: int) -> str:
    return f"{n_kept:,} of {found.n:,} games are kept in {found.folder.as_posix()}."


def _mended(path: Path, game: Game, manifest: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the finished parts, after those whose file is missing or cut were played again, and a damaged
    last one; what an interruption left behind is removed.
    """
    for leftover in path.glob(".writing-*"):
        leftover.unlink(missing_ok=True)
    listed = _listed_parts(path)
    parts = _leading_parts(listed)
    if (path / PARTS).exists():
        write_text_atomically(path / PARTS, "".join(map(_line, parts)))
    found = Run(path, game, manifest, parts, sum(part.n for part in parts))
    mended = []
    for part in parts:
        if _is_whole(path, part, with_hash=part is parts[-1]):
            mended.append(part)
            continue
        warnings.warn(f"{part.file} is missing or damaged: its games are played again.", stacklevel=3)
        columns = game.simulate(found.players, part.n, found.seed, part.first)
        mended.append(_write_part(found, part.part, part.first, columns))
    return tuple(mended)


def _is_whole(path: Path, part: Part, with_hash: bool) -> bool:
    file = path / part.file
    if not file.is_file() or file.stat().st_size != part.bytes:
        return False
    return not with_hash or hashlib.sha256(file.read_bytes()).hexdigest() == part.sha256


def _write_part(found: Run, number: int, first: int, columns: Columns) -> Part:
    """Return a part after its file is in place and its line in the list."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = table_of(found.game, found.players, columns, found.seed, first)
    part = Part(number, first, len(table), 0, "")
    with writing_atomically(found.folder / part.file) as temporary:
        pq.write_table(
            pa.Table.from_pandas(table, preserve_index=False),
            temporary,
            compression="zstd",
            use_dictionary=[name for name in table if name != "game_index"],
            column_encoding={"game_index": "DELTA_BINARY_PACKED"},
        )
        content = temporary.read_bytes()
    part = replace(part, bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
    with (found.folder / PARTS).open("ab", buffering=0) as lines:
        lines.write(_line(part).encode())
        os.fsync(lines.fileno())
    return part


def _line(part: Part) -> str:
    return canonical_json(asdict(part)) + "\n"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold the run's folder for this process alone; the lock ends with the process, whatever ends it."""
    with (path / LOCK).open("ab") as file:
        try:
            _lock(file)
        except OSError:
            raise DataError(
                f"{path.as_posix()}: another process is playing this run, or the disk knows no locks. "
                "Wait until it has ended, or choose another folder with folder=."
            ) from None
        try:
            yield
        finally:
            _unlock(file)


def _lock(file: BinaryIO) -> None:
    """Lock a file without waiting.

    Raises
    ------
    OSError
        Where it is locked already.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_UN)
