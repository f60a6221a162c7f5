"""The search of Negaeri Shogi beside plain alpha-beta, its rules' speed, and the time of a game.

    python benchmarks/negaeri_search.py [--positions 8] [--depth 6] [--games 12] [--repetitions 5]
        [--name NAME]

Both searches are ours and see the same rules and weights: plain alpha-beta goes through the moves in the
order in which they are generated, to the full depth at once, with no table, no look at a king that can be
taken at the horizon, and no leaving out of moves. Positions are taken from real games. Seconds are processor
time of the one thread that works. Results go to benchmarks/results/NAME.json and NAME.md.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

if __package__:
    from benchmarks.compare import machine_facts, markdown_table, shown, spread
else:
    from compare import machine_facts, markdown_table, shown, spread

from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.negaeri_shogi.series import search_position

HERE = Path(__file__).resolve().parent
PLAIN = ("prune",)
PLAYER = "alphabeta:2"
OPENING_PLIES = 4
PERFT_DEPTH = 4
#: What is to be reached: nodes of the plain search over ours, leaves a second, seconds of a game.
FEWEST_TIMES, FEWEST_LEAVES, MOST_GAME_SECONDS = 10, 15e6, 1.0


def positions_of_games(n, seed=1):
    """Return `n` positions out of as many games, each after a random number of plies, 2 to 39."""
    game = NegaeriShogi(opening_plies=OPENING_PLIES)
    rng = np.random.default_rng(seed)
    found = []
    number = 0
    while len(found) < n:
        position = game.opening_position(seed, 2 * number)
        number += 1
        last = int(rng.integers(2, 40))
        while not position.is_over and position.plies < last:
            moves = game.best_moves(position, PLAYER)
            position = position.play(moves[int(rng.integers(len(moves)))])
        if not position.is_over:
            found.append(position)
    return found


def searched(position, depth):
    """Return what both searches take in a position."""
    row = {"position": position.sfen(), "moves": len(position.legal_moves()), "depth": depth}
    for name, options in (("ours", {}), ("plain", {"parts": PLAIN})):
        start = time.process_time()
        found = search_position(position, depth, all_best=False, **options)
        row[f"{name}_nodes"], row[f"{name}_seconds"] = found.nodes, time.process_time() - start
    row["nodes_ratio"] = row["plain_nodes"] / row["ours_nodes"]
    return row


def perft_speeds(repetitions):
    """Return the leaves of four plies from the start, and how many a second each time."""
    game = NegaeriShogi()
    game.perft(2)
    speeds, leaves = [], 0
    for _ in range(repetitions):
        start = time.process_time()
        counts = game.perft(PERFT_DEPTH)
        leaves = sum(counts)  # each of the depths is counted on its own
        speeds.append(leaves / (time.process_time() - start))
    return leaves, speeds


def game_seconds(depth, n, repetitions):
    """Return the seconds of a game between two players of one depth, the mean of `n` games each time."""
    game, player = NegaeriShogi(), f"alphabeta:{depth}"
    game.simulate((player, player), 1, 0)
    seconds = []
    for number in range(repetitions):
        start = time.process_time()
        game.simulate((player, player), n, 1, first=number * n)
        seconds.append((time.process_time() - start) / n)
    return seconds


def measured(n_positions, depth, n_games, repetitions):
    """Return all measurements with the targets."""
    machine = machine_facts()
    search_position(NegaeriShogi().start_position(), 2)
    rows = []
    for position in positions_of_games(n_positions):
        rows.append(searched(position, depth))
        print(f"position {len(rows)} of {n_positions} done", file=sys.stderr)
    leaves, speeds = perft_speeds(repetitions)
    seconds = {d: game_seconds(d, n_games, repetitions) for d in (2, 3, 4)}
    return {
        "machine": machine, "depth": depth, "positions": rows, "perft_leaves": leaves,
        "perft_leaves_per_second": speeds, "games": n_games,
        "game_seconds": {str(d): times for d, times in seconds.items()},
        "targets": targets(rows, speeds, seconds[4], depth),
    }  # fmt: skip


def targets(rows, leaves_per_second, game_seconds, depth):
    """Return one row a target: what was measured, and whether the median reaches it."""
    ratios = spread([row["nodes_ratio"] for row in rows])
    wanted = f"at least {FEWEST_TIMES}"
    leaves, seconds = spread(leaves_per_second), spread(game_seconds)
    return [
        {
            "target": f"nodes of plain alpha-beta / ours, depth {depth}", "wanted": wanted,
            "measured": ratios, "met": ratios["median"] >= FEWEST_TIMES,
        },
        {
            "target": "perft, leaves a second", "wanted": f"at least {FEWEST_LEAVES:,.0f}",
            "measured": leaves, "met": leaves["median"] >= FEWEST_LEAVES,
        },
        {
            "target": "a game between players of 4 plies, seconds", "wanted": f"under {MOST_GAME_SECONDS:g}",
            "measured": seconds, "met": seconds["median"] < MOST_GAME_SECONDS,
        },
    ]  # fmt: skip


def report(results):
    """Return the results as Markdown."""
    facts = ", ".join(f"{name} {value}" for name, value in results["machine"].items() if value is not None)
    rows = [
        [
            f"`{row['position']}`", str(row["moves"]), f"{row['ours_nodes']:,}", f"{row['plain_nodes']:,}",
            f"{row['nodes_ratio']:.1f}", f"{row['ours_seconds']:.2f}", f"{row['plain_seconds']:.2f}",
        ]
        for row in results["positions"]
    ]  # fmt: skip
    head = ["position", "moves", "nodes, ours", "nodes, plain", "ratio", "seconds, ours", "seconds, plain"]
    met = [
        [row["target"], row["wanted"], shown(row["measured"]), "yes" if row["met"] else "NO"]
        for row in results["targets"]
    ]
    games = [[f"{depth} plies", shown(spread(times))] for depth, times in results["game_seconds"].items()]
    ratio = median(row["nodes_ratio"] for row in results["positions"])
    return "\n\n".join(
        [
            "# The search of Negaeri Shogi, side by side",
            f"{facts}.",
            f"To {results['depth']} plies, in positions out of games between players of 2 plies. Plain "
            f"alpha-beta needs {ratio:.0f} times as many nodes (median).",
            markdown_table(head, rows),
            "## Games",
            markdown_table(["players look ahead", "seconds a game"], games),
            f"From the start, weights material, one thread; means of {results['games']} games: median, "
            "lowest and highest.",
            "## Targets",
            markdown_table(["target", "wanted", "measured", "met"], met),
            f"Perft counts {results['perft_leaves']:,} leaves, of depths 1 to {PERFT_DEPTH} from the start; "
            "the last ply is counted, not played. Medians with the lowest and highest. "
            "Seconds are processor time of one thread.",
        ]
    ) + "\n"  # fmt: skip


def save(results, name):
    """Write the results as JSON and as Markdown."""
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    (folder / f"{name}.md").write_text(report(results), encoding="utf-8")


def main(arguments=None):
    """Measure, save, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--depth", type=int, default=6)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--name", default="negaeri-search")
    chosen = parser.parse_args(arguments)
    results = measured(chosen.positions, chosen.depth, chosen.games, chosen.repetitions)
    save(results, chosen.name)
    print(report(results))


if __name__ == "__main__":
    main()
