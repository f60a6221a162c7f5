"""The rooms of the package import each other in one direction only, by full path."""

import ast
import subprocess
import sys

import pytest

from tests.repository.shipped import module_sources

BOTTOM = {"errors", "files", "version"}
MIDDLE = {"exact", "players", "simulate"}
ROOMS_BELOW = {
    "": BOTTOM,
    "errors": set(),
    "version": set(),
    "files": BOTTOM,
    "stats": BOTTOM,
    "games": BOTTOM,
    **dict.fromkeys(MIDDLE, BOTTOM | {"stats", "games"} | MIDDLE),
    "study": BOTTOM | {"stats", "games"} | MIDDLE,
    "view": BOTTOM | {"stats", "games", "study"} | MIDDLE,
    "cli": BOTTOM | {"stats", "games", "study", "view"} | MIDDLE,
}
SHARED_BY_GAMES = {"bits", "compile", "game", "lines"}
ONLY_IN = {
    "matplotlib": "view",
    "matplotlib_fontja": "view",
    "seaborn": "view",
    "anywidget": "view",
    "numba": "games",
}
HEAVY = ["dask", "matplotlib", "numba", "pandas", "pyarrow", "scipy", "seaborn", "statsmodels"]


def imported_names(tree: ast.AST) -> list[str]:
    """Return the full dotted names that a module imports anywhere, a relative import as it is written."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            names += [module if module == "variantlab" else f"{module}.{alias.name}" for alias in node.names]
    return names


def fault_of_import(importer: str, imported: str) -> str | None:
    """Return what is wrong with one import of one module, or None."""
    room = importer.split(".")[1] if "." in importer else ""
    parts = imported.split(".")
    if parts[0] == "":
        return "is relative"
    if parts[0] != "variantlab":
        only_room = ONLY_IN.get(parts[0], room)
        return None if room == only_room else f"belongs to {only_room} alone"
    if len(parts) == 1 or parts[1] not in ROOMS_BELOW:
        return "comes from the package root"
    if parts[1] not in ROOMS_BELOW[room] | {room}:
        return "points upwards"
    if room == parts[1] == "games":
        return fault_between_games(importer.split(".")[2:], parts[2:])
    return None


def fault_between_games(importer: list[str], imported: list[str]) -> str | None:
    """Return what is wrong with an import inside the room of games, both given from below that room."""
    own = importer[0] if importer else None
    target = imported[0] if imported else None
    if target in SHARED_BY_GAMES or target == own:
        return None
    return (
        "reaches into a game from what the games share"
        if own in SHARED_BY_GAMES
        else "reaches into another game"
    )


def import_faults(sources: dict[str, str]) -> list[str]:
    """Return every import that breaks the order of rooms, in words."""
    return [
        f"{importer}: {imported} {fault}"
        for importer, source in sources.items()
        for imported in imported_names(ast.parse(source))
        if (fault := fault_of_import(importer, imported))
    ]


def test_imports_point_downwards():
    sources = module_sources()
    assert "variantlab.errors" in sources
    assert import_faults(sources) == []


@pytest.mark.parametrize(
    ("importer", "source", "fault"),
    [
        ("variantlab.games.bits", "from . import game", "is relative"),
        ("variantlab.study.runs", "from variantlab import simulate", "comes from the package root"),
        ("variantlab.study.runs", "import variantlab", "comes from the package root"),
        ("variantlab.study.runs", "from variantlab.view.charts import bars", "points upwards"),
        ("variantlab.stats.scores", "def f():\n    from variantlab.games.game import Game", "points upwards"),
        ("variantlab.errors", "from variantlab.files import read_text", "points upwards"),
        (
            "variantlab.games.othello.rules",
            "import variantlab.games.chopsticks.rules",
            "reaches into another",
        ),
        (
            "variantlab.games.game",
            "from variantlab.games.othello.rules import Othello",
            "reaches into a game",
        ),
        ("variantlab.exact", "import matplotlib.pyplot as plt", "belongs to view"),
        ("variantlab.exact", "from numba import njit", "belongs to games"),
    ],
)
def test_a_wrong_import_is_found(importer, source, fault):
    (found,) = import_faults({importer: source})
    assert fault in found


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("variantlab.games.othello.rules", "from variantlab.games.othello.kernels import step"),
        ("variantlab.games.othello.rules", "from variantlab.games import bits"),
        ("variantlab.cli", "from variantlab.view import charts"),
        ("variantlab.view.charts", "import seaborn as sns"),
        ("variantlab.simulate", "from variantlab.players import Player"),
    ],
)
def test_a_right_import_is_let_through(importer, source):
    assert import_faults({importer: source}) == []


def in_a_fresh_process(code: str) -> str:
    """Return what the code prints in a new Python process."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, check=True, text=True, encoding="utf-8").stdout


@pytest.mark.parametrize("module", ["variantlab", "variantlab.cli"])
def test_importing_loads_nothing_heavy(module):
    code = f"import sys, {module}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    loaded = set(in_a_fresh_process(code).split())
    assert "variantlab" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_importing_takes_less_than_300_milliseconds():
    code = "import time; start = time.perf_counter(); import variantlab; print(time.perf_counter() - start)"
    assert min(float(in_a_fresh_process(code)) for _ in range(5)) < 0.3
