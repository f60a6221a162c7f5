"""Random Othello games a second: variantlab beside a C program, the article's page, Pgx and OpenSpiel.

    python benchmarks/compare.py [--article PATH] [--python-with-others PATH] [--repetitions 5] [--name NAME]

Every measurement is a fresh process that prints one line of JSON. The programs take turns (A B C A B C
...), so that a busy minute of the machine meets all of them; a ratio is taken within each round, and its
median is reported with the lowest and highest. What cannot run is left out, with the reason. Results go to
benchmarks/results/NAME.json and NAME.md.
"""

import argparse
import json
import math
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent

#: The C program is built with each of these; both builds are measured and shown.
C_BUILDS = {"c": "-O3 -march=native", "c_generic": "-O3 -march=native -mtune=generic"}
PGX_BATCH_SIZES = (64, 256, 1024, 4096)
PGX_SECONDS = 2

#: Games in one measurement, chosen for about a second each on a laptop.
N_GAMES = {
    "ours": {"flip": 2_000_000, "vanish": 10_000_000},
    "table": {"flip": 1_000_000, "vanish": 2_000_000},
    "c": {"flip": 500_000, "vanish": 5_000_000},
    "page": {"flip": 4_000, "vanish": 30_000},
    "open_spiel": {"flip": 3_000},
}

#: Shares of black wins, white wins and draws under random play. flip: 20 million games of an independent
#: program; vanish: exact, from the whole graph of its 33 positions.
EXPECTED_SHARES = {"flip": (0.4541, 0.5041, 0.0418), "vanish": (0.5, 0.0, 0.5)}
LARGEST_Z = 4.5


@dataclass(frozen=True)
class Contestant:
    """A program that plays random games: its name, and the command of one measurement (None: not here)."""

    key: str
    label: str
    rule: str
    command: tuple[str, ...] | None
    reason: str = ""


@dataclass(frozen=True)
class Target:
    """A ratio of games a second that is to be reached."""

    label: str
    ours: str
    other: str
    at_least: float


TARGETS = (
    Target("flip, 1 thread / C", "ours_1_flip", "c_flip", 4),
    Target("flip, 1 thread / C with -mtune=generic", "ours_1_flip", "c_generic_flip", 4),
    Target("flip, 1 thread / the article's page", "ours_1_flip", "page_flip", 300),
    Target("vanish, 1 thread / the article's page", "ours_1_vanish", "page_vanish", 300),
    Target("flip, 1 thread / Pgx", "ours_1_flip", "pgx_flip", 200),
    Target("flip, 1 thread / OpenSpiel", "ours_1_flip", "open_spiel_flip", 500),
    Target("flip, 2 threads / 1 thread", "ours_2_flip", "ours_1_flip", 1.8),
)

#: Largest seconds, of the medians.
START_UP_TARGETS = {
    "import_seconds": ("import variantlab", 0.3),
    "warm_table_seconds": ("fresh process to its first table, warm cache", 2.0),
    "cold_table_seconds": ("fresh process to its first table, cold cache", 10.0),
}


# --- running the programs -----------------------------------------------------------------------------------


def printed_json(command):
    """Return the JSON object on the last line that `command` prints."""
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise SystemExit(f"{Path(command[1]).name} stopped: {(run.stderr or run.stdout).strip()[-2000:]}")
    return last_json(run.stdout)


def last_json(text):
    """Return the JSON object on the last line of `text`."""
    return json.loads(text.strip().splitlines()[-1])


def built_c_program(folder, key):
    """Return the path of the C program built with one set of options, or None where that cannot be done."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = Path(folder) / f"othello_random_{key}"
    source = HERE / "othello_random.c"
    command = [compiler, *C_BUILDS[key].split(), "-o", str(program), str(source)]
    build = subprocess.run(command, capture_output=True, check=False)
    return str(program) if build.returncode == 0 else None


def ours(rule, threads, form="tally"):
    n = N_GAMES["ours" if form == "tally" else "table"][rule] * threads
    words = "sums" if form == "tally" else "table, one row a game"
    return Contestant(
        f"{'ours' if form == 'tally' else 'table'}_{threads}_{rule}",
        f"variantlab, {words}, {threads} thread{'s' if threads > 1 else ''}",
        rule,
        (sys.executable, str(HERE / "ours_othello.py"), form, rule, str(n), str(threads)),
    )


def c_program(rule, key, folder):
    program = built_c_program(folder, key)
    command = program and (program, rule, str(N_GAMES["c"][rule]), "1")
    return Contestant(
        f"{key}_{rule}", f"C, {C_BUILDS[key]}", rule, command, "no C compiler that takes these options"
    )


def page(rule, article):
    node = shutil.which("node")
    reason = "node not found" if article else "no --article given"
    here = article and node
    command = here and (node, str(HERE / "article_page.mjs"), article, rule, str(N_GAMES["page"][rule]))
    return Contestant(f"page_{rule}", "the article's page under node", rule, command or None, reason)


def open_spiel(python):
    command = python and (python, str(HERE / "open_spiel_othello.py"), str(N_GAMES["open_spiel"]["flip"]))
    return Contestant(
        "open_spiel_flip", "OpenSpiel, Python loop", "flip", command or None, "no --python-with-others given"
    )


def pgx_command(python, batch_size):
    return (python, str(HERE / "pgx_othello.py"), str(batch_size), str(PGX_SECONDS))


def pgx_survey(python):
    """Return games a second of each batch size, one measurement each (empty where Pgx is not at hand)."""
    if not python:
        return {}
    return {size: printed_json(pgx_command(python, size))["games_per_second"] for size in PGX_BATCH_SIZES}


def pgx(python, survey):
    best = max(survey, key=survey.get) if survey else None
    return Contestant(
        "pgx_flip",
        f"Pgx, batch of {best}" if best else "Pgx",
        "flip",
        pgx_command(python, best) if best else None,
        "no --python-with-others given",
    )


def measured_in_turn(contestants, repetitions):
    """Return, for each contestant's key, its measurements in the order of the rounds."""
    runs = {contestant.key: [] for contestant in contestants}
    for round_number in range(1, repetitions + 1):
        for contestant in contestants:
            runs[contestant.key].append(printed_json(contestant.command))
        print(f"round {round_number} of {repetitions} done", file=sys.stderr)
    return runs


# --- numbers ------------------------------------------------------------------------------------------------


def spread(values):
    """Return the median of `values` with the lowest and highest."""
    return {"median": median(values), "low": min(values), "high": max(values)}


def speeds(runs):
    return [run["games_per_second"] for run in runs]


def ratio_in_rounds(runs, others):
    """Return the spread of the ratios of games a second, each taken within one round."""
    return spread([ours / other for ours, other in zip(speeds(runs), speeds(others), strict=True)])


def largest_z(run, rule):
    """Return how far a run's shares of wins and draws lie from the expected ones, in standard errors.

    An outcome that never happens (no white wins under vanish) is infinitely far once it has happened.
    """
    counts = [run[outcome] for outcome in ("black_wins", "white_wins", "draws")]
    n = sum(counts)
    distances = []
    for count, share in zip(counts, EXPECTED_SHARES[rule], strict=True):
        error = math.sqrt(n * share * (1 - share))
        distance = abs(count - n * share)
        distances.append(distance / error if error else math.inf if distance else 0.0)
    return max(distances)


def row(contestant, runs, reference):
    """Return the row of one contestant; `reference` are the measurements that its ratio is taken against."""
    z = largest_z(runs[0], contestant.rule)
    return {
        "key": contestant.key,
        "program": contestant.label,
        "rule": contestant.rule,
        "games_per_second": spread(speeds(runs)),
        "ratio_to_c": ratio_in_rounds(runs, reference) if reference else None,
        "largest_z": z,
        "agrees": z < LARGEST_Z,
        "n_games": runs[0]["n"],
        "rounds": speeds(runs),
    }


def target_rows(runs, start_up):
    """Return one row a target: what was measured, and whether the median reaches it (None: not measured)."""
    rows = []
    for target in TARGETS:
        both = runs.get(target.ours) and runs.get(target.other)
        ratio = ratio_in_rounds(runs[target.ours], runs[target.other]) if both else None
        rows.append(
            {
                "target": target.label,
                "wanted": f"at least {target.at_least:g}",
                "measured": ratio,
                "met": ratio and ratio["median"] >= target.at_least,
            }
        )
    for key, (label, seconds) in START_UP_TARGETS.items():
        times = spread(start_up[key])
        rows.append(
            {
                "target": f"{label}, seconds",
                "wanted": f"under {seconds:g}",
                "measured": times,
                "met": times["median"] < seconds,
            }
        )
    return rows


# --- the machine --------------------------------------------------------------------------------------------


def cpu_model():
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.machine()


def version_printed_by(*command):
    """Return the version number that a program prints, or None where there is no such program."""
    if shutil.which(command[0]) is None:
        return None
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+\.\d+(\.\d+)?", re.sub(r"\([^)]*\)", "", printed))
    return found[0] if found else None


def machine_facts():
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
        **{package: version(package) for package in ("variantlab", "numba", "llvmlite", "numpy")},
        "gcc": version_printed_by("gcc", "--version"),
        "node": version_printed_by("node", "--version"),
    }


# --- the report ---------------------------------------------------------------------------------------------


def shown(spread):
    """Return a spread as text: the median, and the lowest and highest in brackets."""
    digits = digits_after_the_point(spread["median"])
    middle, low, high = (f"{spread[part]:,.{digits}f}" for part in ("median", "low", "high"))
    return f"{middle} ({low} to {high})"


def digits_after_the_point(value):
    """Return how many digits show a value to about three figures."""
    return max(0, 2 - math.floor(math.log10(value)))


def markdown_table(header, rows):
    lines = ["| " + " | ".join(cells) + " |" for cells in [header, ["---"] * len(header), *rows]]
    return "\n".join(lines)


def report(results):
    """Return the results as Markdown."""
    speed_table = markdown_table(
        ["rule", "program", "games a second", "ratio to C", "agrees with what is known"],
        [
            [
                row["rule"],
                row["program"],
                shown(row["games_per_second"]),
                shown(row["ratio_to_c"]) if row["ratio_to_c"] else "",
                f"{'yes' if row['agrees'] else 'NO'} (z {row['largest_z']:.1f})",
            ]
            for row in results["rows"]
        ],
    )
    targets = markdown_table(
        ["target", "wanted", "measured", "met"],
        [
            [
                row["target"],
                row["wanted"],
                shown(row["measured"]) if row["measured"] else "not measured",
                {True: "yes", False: "NO", None: "not known"}[row["met"]],
            ]
            for row in results["targets"]
        ],
    )
    facts = ", ".join(f"{name} {value}" for name, value in results["machine"].items() if value is not None)
    parts = ["# Random Othello games, side by side", facts + ".", speed_table, "## Targets", targets]
    if results["pgx_batches"]:
        sizes = ", ".join(f"{size}: {speed:,.0f}" for size, speed in results["pgx_batches"].items())
        others = ", ".join(f"{name} {number}" for name, number in results["other_versions"].items())
        parts.append(f"Pgx games a second by batch size, one measurement each: {sizes}. Versions: {others}.")
    parts += [f"Left out: {label} ({reason})." for label, reason in results["left_out"].items()]
    parts.append(
        f"Medians over {results['repetitions']} round(s) in which the programs took turns, with the lowest "
        "and highest. Ratios are taken within each round. benchmarks/README.md says what each number means."
    )
    return "\n\n".join(parts) + "\n"


def save(results, name):
    folder = HERE / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(
        json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    (folder / f"{name}.md").write_text(report(results), encoding="utf-8")


# --- one run ------------------------------------------------------------------------------------------------


def all_contestants(article, python, survey, folder):
    contestants = []
    for rule in ("flip", "vanish"):
        contestants += [ours(rule, 1), ours(rule, 2), ours(rule, 1, "table")]
        contestants += [c_program(rule, key, folder) for key in C_BUILDS]
        contestants.append(page(rule, article))
        contestants += [pgx(python, survey), open_spiel(python)] if rule == "flip" else []
    return contestants


def compare(article, python, repetitions):
    """Return the results of one side-by-side run."""
    machine = machine_facts()
    survey = pgx_survey(python)
    with tempfile.TemporaryDirectory() as folder:
        contestants = all_contestants(article, python, survey, folder)
        present = [contestant for contestant in contestants if contestant.command]
        runs = measured_in_turn(present, repetitions)
    start_up = printed_json((sys.executable, str(HERE / "startup.py")))
    versions = {}
    for measurements in runs.values():
        versions |= measurements[0].get("versions", {})
    return {
        "machine": machine,
        "repetitions": repetitions,
        "rows": [row(each, runs[each.key], runs.get(f"c_{each.rule}")) for each in present],
        "targets": target_rows(runs, start_up),
        "start_up": start_up,
        "pgx_batches": survey,
        "other_versions": versions,
        "left_out": {f"{each.label} ({each.rule})": each.reason for each in contestants if not each.command},
    }


def options(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--article", help="the text file of the article whose page is measured (left out otherwise)"
    )
    parser.add_argument(
        "--python-with-others",
        help="a Python that has requirements-others.txt installed (left out otherwise)",
    )
    parser.add_argument("--repetitions", type=int, default=5, help="rounds (default: 5)")
    parser.add_argument("--name", default="latest", help="name of the result files (default: latest)")
    chosen = parser.parse_args(arguments)
    if chosen.repetitions < 1:
        parser.error("--repetitions must be at least 1")
    if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*", chosen.name):
        parser.error("--name may hold letters, digits, '.', '_' and '-' only")
    for flag, path in (("--article", chosen.article), ("--python-with-others", chosen.python_with_others)):
        if path and not Path(path).is_file():
            parser.error(f"{flag}: there is no file {path}")
    return chosen


def main():
    chosen = options()
    results = compare(chosen.article, chosen.python_with_others, chosen.repetitions)
    save(results, chosen.name)
    print(report(results))


if __name__ == "__main__":
    main()
