"""The games behind the Negaeri Shogi study: which series, and their counts as they ship with the project.

Games between players that look four plies ahead take a second each, so their counts are kept in
``data/negaeri/``; ``python -m variantlab.study.negaeri_runs`` plays all of them anew and goes on where it was
interrupted. Of each series the first two games have a row of their own, so that a test can play them again.

How many games a series has follows from what a game costs, never from what came out; where a combination is
missing, it was left out because its games take longest.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from variantlab.errors import DataError, invalid
from variantlab.files import project_path, project_root, read_text, write_text_atomically
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.stats.elo import score_interval
from variantlab.stats.intervals import Interval
from variantlab.stats.ratios import ratio_from_sums, spread_of_ratio
from variantlab.study.balance import ScoreCounts
from variantlab.version import __version__

__all__ = [
    "CHAINS",
    "EARLY",
    "WEIGHTS",
    "Counts",
    "Series",
    "counts_of",
    "plan",
    "player_text",
    "stored",
    "stored_counts",
]

FOLDER, NAME, MANIFEST = ("data", "negaeri"), "counts.csv", "manifest.json"
COMMAND = "python -m variantlab.study.negaeri_runs"
#: Games of the first row of a series, which a test plays again; whole pairs.
FIRST_GAMES = 2

#: The sets of weights that conclusions are tested against.
WEIGHTS = ("material", "pieces", "shape")
#: Plies by which a king's capture counts as early, one after the other.
EARLY = (10, 20, 30, 40, 60, 100)
#: Longest chains that are counted apart; the last stands for itself and all longer ones.
CHAINS = tuple(range(13))

END_REASONS = NegaeriShogi.end_reasons
SUMS = ("plies", "drops", "moves", "passes", "flips", "captures", "flipping_drops", "chain_cut")
#: What is told of each game, yes or no.
KINDS = (
    "chain_of_2", "chain_of_3", "chain_of_4", "chain_of_6", "cut", "king", "capped",
    *(f"king_by_{plies}" for plies in EARLY),
)  # fmt: skip
#: Products summed over the units, games or pairs, from which the spread between units follows.
PRODUCTS = (
    ("flips", "flips"), ("flips", "plies"), ("flips", "drops"), ("flips", "flipping_drops"),
    ("chain_cut", "chain_cut"), ("chain_cut", "flipping_drops"), ("plies", "plies"), ("drops", "drops"),
    ("flipping_drops", "flipping_drops"), ("half_points", "half_points"), ("half_points", "finished"),
    ("sente", "sente"), ("sente", "finished"), ("finished", "finished"),
    *((kind, kind) for kind in KINDS),
)  # fmt: skip
COUNTS = (
    "games", "units", "finished", "sente", "gote", "draw", "half_points", "no_moves", "repetition",
    *SUMS, *KINDS, *(f"longest_{stages}" for stages in CHAINS), *(f"{a}*{b}" for a, b in PRODUCTS),
)  # fmt: skip


# --- series and their counts
# -------------------------------------------------------------------------------------


def player_text(depth: int, weights: str = WEIGHTS[0]) -> str:
    """Return the name of the player that looks `depth` plies ahead; depth 0 plays at random.

    Examples
    --------
    >>> player_text(3, "pieces"), player_text(0)
    ('alphabeta:3,weights=pieces', 'random')
    """
    return f"alphabeta:{depth},weights={weights}" if depth else "random"


@dataclass(frozen=True)
class Series:
    """Games between two players under one set of rules.

    Parameters
    ----------
    game : NegaeriShogi
        The rules.
    players : (str, str)
        Sente's and gote's player.
    n : int
        Number of games; even, so that games of one opening stay together.
    """

    game: NegaeriShogi
    players: tuple[str, str]
    n: int

    @cached_property
    def rules(self) -> str:
        """The rules that differ from the default, such as ``'sente_hand=RB3P opening_plies=8'``.

        Examples
        --------
        >>> Series(NegaeriShogi(sente_pawns=3, edge_captures=False), ("random", "random"), 2).rules
        'sente_hand=RB3P edge_captures=False'
        """
        changed = self.game.changed_settings()
        for hand, pawns in (("sente_hand", "sente_pawns"), ("gote_hand", "gote_pawns")):
            if hand in changed:
                changed.pop(pawns, None)
        return " ".join(f"{name}={value}" for name, value in changed.items())

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from all other series of the study."""
        return (self.rules, *self.players)

    @property
    def seed(self) -> int:
        """The seed of the series: it follows from rules and players, so that no two series share one."""
        return zlib.crc32("|".join(self.key).encode())

    @property
    def is_paired(self) -> bool:
        """Whether games come in pairs that share an opening."""
        return self.game.opening_plies > 0

    def blocks(self) -> list[tuple[int, int]]:
        """Return the number of the first game and how many there are, for each row of counts."""
        few = min(FIRST_GAMES, self.n)
        return [(0, few)] + ([(few, self.n - few)] if self.n > few else [])

    def played(self, first: int = 0, n: int | None = None) -> dict[str, int]:
        """Return the counts of some of its games, after playing them.

        Examples
        --------
        >>> Series(NegaeriShogi(), ("random", "random"), 4).played()["games"]
        4
        """
        n = self.n if n is None else n
        return counts_of(self.game.simulate(self.players, n, self.seed, first), self.is_paired)


def counts_of(columns: Mapping[str, np.ndarray], is_paired: bool) -> dict[str, int]:
    """Return the counts of the record columns of some games: whole numbers that can be added.

    Parameters
    ----------
    columns : mapping of str to ndarray
        As `NegaeriShogi.simulate` returns them.
    is_paired : bool
        Whether two games share an opening and are one unit.

    Examples
    --------
    >>> found = counts_of(NegaeriShogi().simulate(n=10, seed=1), is_paired=False)
    >>> found["games"], found["units"], found["sente"] + found["gote"] + found["draw"] + found["capped"]
    (10, 10, 10)
    """
    plies, reason, winner = columns["plies"], columns["end_reason"], columns["winner"]
    n = len(plies)
    units = np.unique(columns["opening"], return_inverse=True)[1] if is_paired else np.arange(n)
    ended = {name: reason == code for code, name in enumerate(END_REASONS)}
    of_games: dict[str, np.ndarray] = {name: columns[name].astype(np.int64) for name in SUMS}
    of_games |= {name: winner == code for code, name in enumerate(("sente", "gote", "draw"))}
    of_games |= {"finished": winner >= 0, "half_points": 2 * (winner == 0) + (winner == 2), **ended}
    of_games |= {f"chain_of_{stages}": columns["chain"] >= stages for stages in (2, 3, 4, 6)}
    of_games |= {"cut": columns["chain_cut"] > 0}
    of_games |= {f"king_by_{most}": ended["king"] & (plies <= most) for most in EARLY}
    longest = np.bincount(np.minimum(columns["chain"], CHAINS[-1]), minlength=len(CHAINS))
    of_games |= {"games": np.ones(n, np.int64)}
    of_units = {name: np.bincount(units, values).astype(np.int64) for name, values in of_games.items()}
    found = {name: int(values.sum()) for name, values in of_units.items()}
    found |= {"units": len(np.unique(units))}
    found |= {f"longest_{stages}": int(longest[stages]) for stages in CHAINS}
    found |= {f"{a}*{b}": int(of_units[a] @ of_units[b]) for a, b in PRODUCTS}
    return {name: found[name] for name in COUNTS}


@dataclass(frozen=True)
class Counts:
    """The counts of a series of games; rates and means follow from them, each with its interval.

    Parameters
    ----------
    series : Series
        What was played.
    numbers : mapping of str to int
        As `counts_of` returns them.
    """

    series: Series
    numbers: Mapping[str, int]

    def __getitem__(self, name: str) -> int:
        """Return one of the counts."""
        return self.numbers[name]

    @property
    def n_games(self) -> int:
        """All games, capped ones included."""
        return self["games"]

    def share(self, kind: str, level: float = 0.95) -> Interval:
        """Return the share of all games in which something happened, one of `KINDS`, with its interval.

        Pairs that share an opening are the units: Wilson's interval with as many games as they are worth.
        """
        size = self["games"] // self["units"] if self["units"] else 1
        k = self[kind]
        sums = (self[f"{kind}*{kind}"], size * k, size * self["games"])
        return score_interval(self["games"], k, sums, level)

    def score(self, level: float = 0.95) -> Interval:
        """Return sente's score over the finished games, a draw half a point, with its interval."""
        return self.results.score(level)

    def win_rate(self, level: float = 0.95) -> Interval:
        """Return the share of the finished games that sente won, with its interval."""
        sums = (self["sente*sente"], self["sente*finished"], self["finished*finished"])
        return score_interval(self["finished"], self["sente"], sums, level)

    def wins_of_all(self, level: float = 0.95) -> Interval:
        """Return the share of all games, capped ones included, that sente won, with its interval."""
        size = self["games"] // self["units"] if self["units"] else 1
        sums = (self["sente*sente"], size * self["sente"], size * self["games"])
        return score_interval(self["games"], self["sente"], sums, level)

    def score_with_capped(self, lost: bool, level: float = 0.95) -> Interval:
        """Return sente's score over all games, each capped one counted as lost, or as won.

        The two are the least and the most that the score can be, however capped games would have ended.
        """
        size = self["games"] // self["units"] if self["units"] else 1
        points, squares = self["half_points"], self["half_points*half_points"]
        if not lost:  # what gote has, the capped games lost for gote, is left for sente
            points = 2 * self["finished"] - points
            squares += 4 * self["finished*finished"] - 4 * self["half_points*finished"]
        sums = (squares / 4, size * points / 2, float(size * self["games"]))
        found = score_interval(self["games"], points / 2, sums, level)
        if lost or found.estimate is None or found.low is None or found.high is None:
            return found
        return Interval(1 - found.estimate, 1 - found.high, 1 - found.low, found.level, found.method, found.n)

    @property
    def results(self) -> ScoreCounts:
        """Wins, draws, losses and capped games for sente."""
        return ScoreCounts(
            self["sente"], self["draw"], self["gote"], self["capped"],
            self["half_points*half_points"] / 4, self["half_points*finished"] / 2, self["finished*finished"],
        )  # fmt: skip

    def cut_share(self, level: float = 0.95) -> Interval:
        """Return the share of the turning drops whose chain the limit cut short, with its interval.

        Games or pairs are the units. That none was cut in so many drops does not make it certain. The number
        shown is that of the games.
        """
        cut, drops = "chain_cut", "flipping_drops"
        sums = (self[f"{cut}*{cut}"], self[f"{cut}*{drops}"], self[f"{drops}*{drops}"])
        return replace(score_interval(self[drops], self[cut], sums, level), n=self["games"])

    def _ratio_sums(self, count: str, per: str) -> tuple[int, int, int, int, int, int]:
        names = (count, per, f"{count}*{count}", f"{count}*{per}", f"{per}*{per}", "units")
        sums = tuple(self[name] for name in names)
        return sums  # type: ignore[return-value]

    def ratio(self, count: str, per: str, level: float = 0.95) -> Interval:
        """Return a count per another, such as pieces turned per move, with its interval."""
        found = ratio_from_sums(*self._ratio_sums(count, per), n_games=self["games"], level=level)
        return found if found.low is None else replace(found, low=max(0.0, found.low))  # counts

    def spread_of_ratio(self, count: str, per: str) -> float | None:
        """Return by how much the ratio of one unit varies, see `variantlab.stats.ratios`."""
        return spread_of_ratio(*self._ratio_sums(count, per))


# --- the plan
# ----------------------------------------------------------------------------------------------

OFFSETS, LOYAL_RUNS, OPENINGS = (1, 0), ("blocks", "closes", "shields"), (0, 8)
#: The rules that the claims compare, by name.
VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "as_it_is": {},
    "no_edge": {"edge_captures": False},
    "equal_hands": {"sente_pawns": 3},
    "no_loyalty": {"loyalty": False},
    "no_limit": {"max_chain": None},
}
#: Those that are played under every reading.
COMPARED = ("as_it_is", "no_edge", "equal_hands", "no_loyalty")
SENTE_PAWNS = (3, 4, 5, 6)
#: Games of a series by depth, fewer where a game takes long: with our reading of the start and of the loyal
#: run, and with the other readings; from the start itself, and in pairs after a random opening.
N_MAIN = {0: 4000, 1: 1000, 2: 1000, 3: 300}
N_MAIN_DEEP, N_MAIN_DEEP_SHAPE, N_FIVE = {4: 60}, {4: 16}, {5: 12}
N_MAIN_PAIRED, N_MAIN_PAIRED_DEEP = {0: 4000, 1: 1000, 2: 300, 3: 100}, {4: 20}
N_OTHER, N_OTHER_DEEP = {0: 1000, 1: 400, 2: 100, 3: 40}, {4: 20}
N_OTHER_PAIRED = {0: 1000, 1: 200, 2: 100, 3: 60}
N_SIX = {6: 4}
N_EXTRA_PAWNS, N_EXTRA_PAWNS_DEEP = {0: 4000, 1: 1000, 2: 600, 3: 300}, {4: 20}
N_KNOBS = {2: 400, 3: 100}
#: Other rules that might even out the sides.
KNOBS: tuple[Mapping[str, Any], ...] = (
    *({"offset": 0, "sente_pawns": pawns} for pawns in SENTE_PAWNS),
    *({"first": "gote", "sente_pawns": pawns} for pawns in SENTE_PAWNS),
    *({"gote_pawns": pawns} for pawns in (2, 4)),
    *({"komi": komi} for komi in (-1.0, 1.0, 2.0)),
)
#: What the weaker player has in hand against what the stronger has, from little help to much.
HANDICAPS = (
    ("RB3P", "RB3P"), ("RB4P", "RB3P"), ("RB8P", "RB3P"), ("2R2B4P", "RB3P"), ("RB4P", "3P"), ("RB4P", "-"),
    ("2R2B8P", "-"),
)  # fmt: skip
#: Depths of a weaker and a stronger player, and games of each handicap and colour.
UNEQUAL = {(1, 2): 100, (2, 3): 60, (3, 4): 30, (2, 4): 10}
#: Players beside those of whole depths: the article's weak one, which wavers a little, and one that takes
#: what it can.
OTHER_PLAYERS = {"weak": 1000, "greedy": 1000}


def _players(depth: int, weights: Sequence[str] = WEIGHTS) -> list[str]:
    return [player_text(depth, name) for name in (weights if depth else weights[:1])]


def _both(player: str) -> tuple[str, str]:
    return player, player


def _series(
    sizes: Mapping[int, int], rules: Iterable[Mapping[str, Any]], weights: Sequence[str] = WEIGHTS
) -> Iterator[Series]:
    """Yield a series for each depth and each of the rules, between equal players."""
    games = [NegaeriShogi().replace(**changed) for changed in rules]
    for depth, n in sizes.items():
        for game, player in product(games, _players(depth, weights)):
            yield Series(game, _both(player), n)


def _readings(opening_plies: int) -> list[dict[str, Any]]:
    """Return our reading of the start and of the loyal run, then all others."""
    return [
        {"offset": offset, "loyal_run": loyal_run, "opening_plies": opening_plies}
        for offset, loyal_run in product(OFFSETS, LOYAL_RUNS)
    ]


def _unequal() -> Iterator[Series]:
    """Yield the games in which the weaker player gets more in hand, as sente and as gote."""
    for (weak, strong), n in UNEQUAL.items():
        players = player_text(weak), player_text(strong)
        for more, less in HANDICAPS:
            yield Series(NegaeriShogi(sente_hand=more, gote_hand=less), players, n)
            yield Series(NegaeriShogi(sente_hand=less, gote_hand=more), players[::-1], n)


def _planned() -> Iterator[Series]:
    """Yield the series in the order in which they are played: the deepest searches last."""
    ours, *others = _readings(0)
    ours_paired, *others_paired = _readings(8)
    compared = [VARIANTS[name] for name in COMPARED]
    with_pawns = [{"sente_pawns": pawns} for pawns in SENTE_PAWNS]
    for player, n in OTHER_PLAYERS.items():
        games = (NegaeriShogi().replace(**changed) for changed in VARIANTS.values())
        yield from (Series(game, _both(player), n) for game in games)
    yield from _series(N_MAIN, [{**ours, **variant} for variant in VARIANTS.values()])
    yield from _series(N_OTHER_PAIRED, [{**r, **v} for r, v in product(others_paired, compared)])
    yield from _series(N_OTHER, [{**r, **v} for r, v in product(others, compared)])
    yield from _series(N_EXTRA_PAWNS, with_pawns)
    yield from _series(N_MAIN_PAIRED, [{**ours_paired, **variant} for variant in compared])
    yield from _series(N_KNOBS, KNOBS, WEIGHTS[:1])
    yield from _series(N_MAIN_DEEP, [{**ours, **variant} for variant in compared], WEIGHTS[:2])
    yield from _unequal()
    yield from _series(N_FIVE, [{**ours, **variant} for variant in compared[:3]])
    yield from _series(N_MAIN_DEEP_SHAPE, [{**ours, **variant} for variant in compared[:3]], WEIGHTS[2:])
    yield from _series(N_EXTRA_PAWNS_DEEP, with_pawns, WEIGHTS[:2])
    yield from _series(N_MAIN_PAIRED_DEEP, [{**ours_paired, **v} for v in compared[:3]], WEIGHTS[1:2])
    yield from _series(N_OTHER_DEEP, [{**r, **v} for r, v in product(others, compared[:3])], WEIGHTS[1:2])
    yield from _series(N_SIX, [{**ours, **variant} for variant in compared[:2]], WEIGHTS[1:2])


def plan() -> tuple[Series, ...]:
    """Return the series of the study, each once.

    Examples
    --------
    >>> len({series.key for series in plan()}) == len({series.seed for series in plan()}) == len(plan())
    True
    """
    found: dict[tuple[str, str, str], Series] = {}
    for series in _planned():
        known = found.setdefault(series.key, series)
        if known.n < series.n:
            found[series.key] = series
    return tuple(found.values())


# --- the stored counts
# -----------------------------------------------------------------------------------------


Row = dict[str, Any]
HEAD = ("rules", "sente_player", "gote_player", "seed", "first", *COUNTS)


def _row(series: Series, first: int, counts: Mapping[str, int]) -> Row:
    return dict(zip(HEAD, (*series.key, series.seed, first, *counts.values()), strict=True))


def _csv(rows: Sequence[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, HEAD, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _rows_of(text: str, source: str) -> list[Row]:
    reader = csv.DictReader(io.StringIO(text))
    if tuple(reader.fieldnames or ()) != HEAD:
        raise DataError(f"{source}: other columns than the study's. Make it anew: {COMMAND}")
    texts = HEAD[:3]
    try:
        return [{n: v if n in texts else int(v) for n, v in row.items()} for row in reader]
    except (TypeError, ValueError):
        raise DataError(f"{source}: a count is no whole number. Make it anew: {COMMAND}") from None


def _series_of(rules: str, players: tuple[str, str], n: int) -> Series:
    settings = dict(word.split("=", 1) for word in rules.split())
    return Series(NegaeriShogi.from_settings(settings), players, n)


def rows_in(path: Path | None = None) -> list[Row]:
    """Return the rows of the stored counts, one a block of games."""
    path = project_path(*FOLDER, NAME) if path is None else path
    return _rows_of(read_text(path), str(path))


@cache
def stored() -> Mapping[tuple[str, str, str], Counts]:
    """Return the counts that ship with the project, by rules and players.

    Examples
    --------
    >>> all(counts["games"] == counts.series.n for counts in stored().values())
    True
    """
    return counts_by_key(rows_in())


def counts_by_key(rows: Iterable[Row]) -> dict[tuple[str, str, str], Counts]:
    """Return the counts of rows, the blocks of a series added up."""
    numbers: dict[tuple[str, str, str], dict[str, int]] = {}
    for row in rows:
        key = (row["rules"], row["sente_player"], row["gote_player"])
        known = numbers.setdefault(key, dict.fromkeys(COUNTS, 0))
        for name in COUNTS:
            known[name] += row[name]
    return {key: Counts(_series_of(key[0], key[1:], found["games"]), found) for key, found in numbers.items()}


def stored_counts(game: NegaeriShogi, players: tuple[str, str] | str) -> Counts:
    """Return the stored counts of the games between two players under some rules.

    Raises
    ------
    DataError
        Where the study has no such series.

    Examples
    --------
    >>> stored_counts(NegaeriShogi(), "random").n_games >= 1000
    True
    """
    series = Series(game, _both(players) if isinstance(players, str) else players, 0)
    found = stored().get(series.key)
    if found is None:
        hint = f"Play it with Series(...).played(), or add it to the plan and run: {COMMAND}"
        allowed = "a series of the study's plan, see plan()"
        raise invalid("series", " ".join(series.key), allowed, hint, DataError)
    return found


# --- playing all of it
# -----------------------------------------------------------------------------------------


def _made_with() -> dict[str, Any]:
    """Return what the games are made with, as the manifest says it and an interrupted run is continued."""
    from variantlab.games.compile import room_of, sources_hash

    return {"version": __version__, "kernels": sources_hash(room_of(NegaeriShogi.__module__))}


def play_plan(
    folder: Path | None = None,
    unfinished: Path | None = None,
    series: Sequence[Series] | None = None,
    progress: bool = True,
) -> Path:
    """Return the file of counts, after all series were played; an interrupted call is continued.

    Parameters
    ----------
    folder : Path, optional
        Where the counts and the manifest go, ``data/negaeri`` if left out.
    unfinished : Path, optional
        Where finished rows wait until all are there, ``runs/negaeri-study`` if left out. They are used only
        if they were made with the same kernels and version.
    series : sequence of Series, optional
        What is played, the study's `plan` if left out.
    progress : bool
        Whether to show a progress bar.
    """
    folder = project_root().joinpath(*FOLDER) if folder is None else folder
    unfinished = project_root() / "runs" / "negaeri-study" if unfinished is None else unfinished
    chosen = plan() if series is None else tuple(series)
    made_with = _made_with()
    rows = _kept_rows(unfinished, made_with)
    unfinished.mkdir(parents=True, exist_ok=True)
    write_text_atomically(unfinished / MANIFEST, json.dumps(made_with) + "\n")
    blocks = [(one, first, n) for one in chosen for first, n in one.blocks()]
    for one, first, n in _watched(blocks, progress):
        place = (*one.key, first)
        if place not in rows or rows[place]["games"] != n:
            rows[place] = _row(one, first, one.played(first, n))
            write_text_atomically(unfinished / NAME, _csv(list(rows.values())))
    folder.mkdir(parents=True, exist_ok=True)
    ordered = [rows[(*one.key, first)] for one, first, _ in blocks]
    write_text_atomically(folder / NAME, _csv(ordered))
    manifest = _manifest(chosen, made_with)
    write_text_atomically(folder / MANIFEST, json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    for name in (NAME, MANIFEST):
        (unfinished / name).unlink(missing_ok=True)
    return folder / NAME


def _kept_rows(unfinished: Path, made_with: Mapping[str, Any]) -> dict[tuple[str, str, str, int], Row]:
    """Return what an interrupted call left, if it was made with the same kernels and version."""
    path = unfinished / NAME
    if not path.exists() or not (unfinished / MANIFEST).exists():
        return {}
    if json.loads(read_text(unfinished / MANIFEST)) != made_with:
        return {}
    rows = rows_in(path)
    return {(row["rules"], row["sente_player"], row["gote_player"], row["first"]): row for row in rows}


def _watched(blocks: Sequence[Any], progress: bool) -> Iterable[Any]:
    if not progress:
        return blocks
    from tqdm.auto import tqdm

    return tqdm(blocks, unit=" blocks", desc="negaeri")


def _manifest(series: Sequence[Series], made_with: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "what": "whole-number counts of games, two rows a series: its first games, and the others",
        "game": NegaeriShogi.name,
        "rules": NegaeriShogi().settings(),
        "changed_rules": "the column rules of counts.csv",
        "seeds": "the column seed: crc32 of rules|sente_player|gote_player",
        "sizes": "by what a game costs; combinations that are missing have the longest games",
        "n_series": len(series),
        "n_games": sum(one.n for one in series),
        "first_games": FIRST_GAMES,
        **made_with,
        "command": COMMAND,
    }


def differences(rows: Iterable[Row]) -> list[str]:
    """Return where rows differ from the same games played again now; nothing where all are the same.

    Examples
    --------
    >>> differences(row for row in rows_in() if row["sente_player"] == "random" and row["games"] == 2)
    []
    """
    found = []
    for row in rows:
        key = (row["rules"], row["sente_player"], row["gote_player"])
        series = _series_of(key[0], key[1:], row["games"])
        again = _row(series, row["first"], series.played(row["first"], row["games"]))
        wrong = [name for name in HEAD if row[name] != again[name]]
        if wrong:
            listed = ", ".join(f"{name} {row[name]}, now {again[name]}" for name in wrong[:5])
            found.append(f"{' '.join(key)}: {listed}")
    return found


if __name__ == "__main__":
    print(play_plan())
