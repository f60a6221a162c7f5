"""Throw Othello games a second of one CPU, by player, and what the landing law costs.

    python benchmarks/throw_othello.py [--repetitions 5] [--name throw-othello]

The players take turns (A B C A B C ...), so that a busy minute of the machine meets all of them. Compiling
and the tables of a first call are timed apart. Seconds are those of the CPU on one thread, so that other
programs count little. Results go to benchmarks/results/NAME.json and NAME.md.
"""

import argparse
import json
import os
import platform
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

from variantlab import tally
from variantlab.games.throw_othello import series
from variantlab.games.throw_othello.law import landing_law
from variantlab.games.throw_othello.physics import LINES, Physics
from variantlab.games.throw_othello.rules import ThrowOthello

HERE = Path(__file__).resolve().parent
GAME = ThrowOthello()
#: Games in one measurement, about a second each on a laptop, and the games a second that are to be reached.
PLAYERS = {
    "random": (150_000, None),
    "greedy": (150_000, 100_000),
    "expected": (2_500, 2_000),
    "reply": (400, None),
    "alphabeta:2": (8_000, None),
    "alphabeta:3": (2_000, None),
}
SPREADS = {
    "0": Physics(),
    "0.1": Physics(0.1, 0.1),
    "beginner": LINES["beginner"],
    "0.5": Physics(0.5, 0.5),
    "advanced": LINES["advanced"],
}
SEED = 1


def games_per_second(player, n, seed):
    start = time.process_time()
    tally(GAME, (player, player), n, seed, threads=1)
    return n / (time.process_time() - start)


def first_call_seconds(player):
    start = time.process_time()
    tally(GAME, (player, player), 1, SEED, threads=1)
    return time.process_time() - start


def seconds_of(call, n=1):
    start = time.process_time()
    for i in range(n):
        call(i)
    return (time.process_time() - start) / n


def law_milliseconds(physics):
    """Return the milliseconds of one exact landing law, aimed near the middle of the start board."""
    occupied = GAME.start_position().occupied
    landing_law(2.0, 2.0, physics, occupied)
    return 1000 * seconds_of(lambda i: landing_law(3.5 + i / 1000, 2.5, physics, occupied), 10)


def table_milliseconds():
    """Return the milliseconds of the two tables: resting places of a disc, and the chances of a spread."""
    physics = GAME.physics
    series.landing_tables(GAME, (physics, physics), True)
    series.resting_table.cache_clear()
    disc = physics.disc_radius, physics.stack_within, physics.tie_tolerance
    resting = 1000 * seconds_of(lambda _: series.resting_table(*disc))
    series.landing_tables.cache_clear()
    chances = 1000 * seconds_of(lambda _: series.landing_tables(GAME, (physics, physics), True))
    tables = series.landing_tables(GAME, (physics, physics), True)
    sizes = {"resting": tables[0].nbytes, "chances": sum(table.nbytes for table in tables[1:])}
    return {"resting": resting, "chances": chances}, sizes


def measured(repetitions):
    first = {player: first_call_seconds(player) for player in PLAYERS}
    found = {player: [] for player in PLAYERS}
    for number in range(repetitions):
        for player, (n, _) in PLAYERS.items():
            found[player].append(games_per_second(player, n, SEED + number))
    milliseconds, sizes = table_milliseconds()
    return {
        "game": GAME.settings(),
        "versions": {name: version(name) for name in ("variantlab", "numba", "numpy")},
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} CPUs",
        "load_before": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "first_call_seconds": first,
        "games_per_second": found,
        "law_milliseconds": {name: law_milliseconds(physics) for name, physics in SPREADS.items()},
        "table_milliseconds": milliseconds,
        "table_bytes": sizes,
    }


def report(result):
    """Return the results as Markdown."""
    lines = [
        "# Throw Othello: games a second on one thread",
        "",
        f"Both sides are the same player, from the beginner's line, 16 discs each, seed {SEED} on. Seconds "
        f"of one CPU. Load before: {result['load_before']:.2f}. {result['machine']}, "
        f"Python {result['python']}.",
        "",
        "| player | games a second, median (lowest to highest) | to be reached |",
        "|---|---|---|",
    ]
    for player, (_, target) in PLAYERS.items():
        found = result["games_per_second"][player]
        reached = "" if target is None else f"{target:,}: {'yes' if median(found) >= target else 'NO'}"
        lines.append(
            f"| {player} | {median(found):,.0f} ({min(found):,.0f} to {max(found):,.0f}) | {reached} |"
        )
    lines += ["", "## The landing law", "", "| spread | exact law of one aim, ms |", "|---|---|"]
    lines += [f"| {name} | {value:.1f} |" for name, value in result["law_milliseconds"].items()]
    tables, sizes = result["table_milliseconds"], result["table_bytes"]
    resting, chances = (f"{sizes[kind] / 1000:,.0f} kB, {tables[kind]:.1f} ms" for kind in tables)
    lines += [
        "",
        "Players do not integrate. The board and its frame are cut into cells of a quarter square. One table "
        "holds where a disc whose centre comes to lie in a cell is set down, for each kind of square and the "
        f"discs on the 3 x 3 squares around it ({resting}, once for a disc). Others hold, for each spread, "
        f"the exact chance of each row and column of cells from each aim ({chances}, once for two players). "
        "The worth of all 225 aims is then two small matrix products.",
        "",
    ]
    return "\n".join(lines)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--name", default="throw-othello")
    chosen = options.parse_args()
    result = measured(chosen.repetitions)
    folder = HERE / "results"
    (folder / f"{chosen.name}.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    (folder / f"{chosen.name}.md").write_text(report(result), encoding="utf-8")
    print(report(result))


if __name__ == "__main__":
    main()
