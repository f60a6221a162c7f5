"""Long series of throw games that are stored: many thinkers against each other, and the map of two skills.

Playing them takes some minutes, so their counts are kept in ``data/throw/``, one row a series: who threw with
which spread, games, seed, and how they ended. Each row is made again, alone, by `counted`; all of them by
``python -m variantlab.study.throw_series``.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from variantlab.files import project_path, project_root, read_text, write_text_atomically
from variantlab.simulate import tally
from variantlab.stats.intervals import Interval, rate
from variantlab.study.throw import LevelField
from variantlab.study.throw_curves import ASSUMPTION, GAME, SPREADS, STRONGER, WEAKER, Curve
from variantlab.version import __version__

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "PAIRS",
    "counted",
    "rate_of",
    "store_series",
    "stored_field",
    "stored_map",
    "stored_seeds",
    "stored_series",
]

FOLDER, NAME = ("data", "throw"), "series"
#: Thinkers that are measured against each other, the one that looks further first.
PAIRS = (
    (STRONGER, WEAKER),
    ("alphabeta:2", "greedy"),
    ("alphabeta:4", "greedy"),
    ("reply", "greedy"),
    ("expected", "greedy"),
    ("reply", "alphabeta:3"),
    ("greedy", "random"),
)
N_GAMES = 2000
COUNTS = ("black", "white", "draw", "fouled_out")


def player_at(thinker: str, spread: float) -> str:
    """Return a player's name: how it thinks, and its spread both ways.

    Examples
    --------
    >>> player_at("greedy", 0.5)
    'greedy@0.5'
    """
    return f"{thinker}@{spread:g}"


def planned() -> Iterator[tuple[str, str, int]]:
    """Yield the players and the seed of every series: each pair of spreads once, with either colour.

    Examples
    --------
    >>> next(planned())
    ('alphabeta:3@0', 'greedy@0', 1)
    """
    matches = [(pair, one, other) for pair in PAIRS[:1] for one in SPREADS for other in SPREADS]
    matches += [(pair, spread, spread) for pair in PAIRS[1:] for spread in SPREADS]
    for seed, (pair, one, other) in enumerate(matches, start=1):
        players = player_at(pair[0], one), player_at(pair[1], other)
        yield *players, seed
        yield *players[::-1], seed


def stored_seeds() -> range:
    """Return the seeds of the stored series.

    Examples
    --------
    >>> stored_seeds()
    range(1, 161)
    """
    seeds = [seed for *_, seed in planned()]
    return range(min(seeds), max(seeds) + 1)


def counted(black: str, white: str, n: int, seed: int, threads: int | None = None) -> dict[str, Any]:
    """Return one row of the stored table: a series of games of the article's rules, played now.

    Examples
    --------
    >>> row = counted("greedy@0.5", "random@0.5", 20, seed=1)
    >>> row["black"] + row["white"] + row["draw"]
    20
    """
    counts = tally(GAME, (black, white), n, seed, threads=threads)
    ends = {**counts.winner, "fouled_out": counts.end_reason["fouled_out"]}
    return {
        "player_black": black, "player_white": white, "n": n, "seed": seed,
        **{name: int(ends[name]) for name in COUNTS},
    }  # fmt: skip


def stored_series() -> pd.DataFrame:
    """Return the series that ship with the project, one a row.

    Examples
    --------
    >>> table = stored_series()
    >>> bool((table[["black", "white", "draw"]].sum(axis=1) == table["n"]).all())
    True
    """
    import pandas as pd

    return pd.read_csv(io.StringIO(read_text(project_path(*FOLDER, f"{NAME}.csv"))))


def rate_of(table: pd.DataFrame, one: str, other: str) -> Interval:
    """Return the share of decided games that a player won against another in a table, colours exchanged.

    Examples
    --------
    >>> rate_of(stored_series(), "greedy@0", "random@0").estimate > 0.99
    True
    """
    as_black = table[(table["player_black"] == one) & (table["player_white"] == other)]
    as_white = table[(table["player_black"] == other) & (table["player_white"] == one)]
    won = int(as_black["black"].sum() + as_white["white"].sum())
    lost = int(as_black["white"].sum() + as_white["black"].sum())
    return rate(won, won + lost)


def _draws_of(table: pd.DataFrame, one: str, other: str) -> Interval:
    rows = table[table["player_black"].isin((one, other)) & table["player_white"].isin((one, other))]
    return rate(int(rows["draw"].sum()), int(rows["n"].sum()))


def stored_field(players: tuple[str, str] = PAIRS[0], target: float = 0.6) -> LevelField:
    """Return T1 for two thinkers from the stored series: the win rate by the spread of both.

    Examples
    --------
    >>> stored_field().curve.at(0.0).estimate > stored_field().curve.at(1.0).estimate
    True
    """
    table = stored_series()
    pairs = [(player_at(players[0], s), player_at(players[1], s)) for s in SPREADS]
    rates = tuple(rate_of(table, *pair) for pair in pairs)
    draws = tuple(_draws_of(table, *pair) for pair in pairs)
    return LevelField(
        Curve("spread", SPREADS, rates, players=players),
        Curve("spread", SPREADS, draws, "draws", players),
        target,
        players,
    )


def stored_map(spreads: Sequence[float] = SPREADS) -> dict[tuple[float, float], Interval]:
    """Return how much throwing makes up for how much thinking, from the stored series.

    Returns
    -------
    dict of (float, float) to Interval
        As `variantlab.study.throw.skill_map` returns them: for the spread of the better thinker and that of
        the other, the share of the decided games that the better thinker won.
    """
    table = stored_series()
    return {
        (one, other): rate_of(table, player_at(PAIRS[0][0], one), player_at(PAIRS[0][1], other))
        for one in spreads
        for other in spreads
    }


def store_series(n: int = N_GAMES, progress: bool = True) -> None:
    """Play all series anew and put them in place of the stored ones, with what they were made with."""
    import pandas as pd

    from variantlab.games.compile import sources_hash

    series: Any = list(planned())
    if progress:
        from tqdm.auto import tqdm

        series = tqdm(series, unit=" series")
    table = pd.DataFrame([counted(black, white, n, seed) for black, white, seed in series])
    folder = project_root().joinpath(*FOLDER)
    write_text_atomically(folder / f"{NAME}.csv", table.to_csv(index=False, lineterminator="\n"))
    manifest = {
        "what": "counts of series of games: who won, draws, and games that a third foul ended",
        "note": ASSUMPTION,
        "game": GAME.name,
        "rules": GAME.settings(),
        "players": "thinker@spread, the spread in squares, both ways; see ThrowOthello.simulate",
        "n": n,
        "version": __version__,
        "kernels": sources_hash(),
        "command": "python -m variantlab.study.throw_series",
    }
    write_text_atomically(folder / f"{NAME}.json", json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    store_series()
