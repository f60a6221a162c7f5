"""The quick tests notice mistakes: each is planted in a copy of the package, and they must fail there.

All of them: ``pytest -m long tests/faults``.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.faults import FAULTS

ROOT = Path(__file__).parents[2]
COPIED = ("variantlab", "tests/games", "tests/oracles", "data/golden")
COPIED_FILES = ("pyproject.toml", "conftest.py", "tests/__init__.py")
_OTHELLO = "tests/games/othello"
#: Tests that take seconds as plain Python, which needs no compilation, the quickest first.
QUICK_TESTS = [
    f"{_OTHELLO}/test_kernels.py::test_end_reasons_in_order",
    f"{_OTHELLO}/test_kernels.py::test_winner_counts_the_komi_for_white",
    f"{_OTHELLO}/test_kernels.py::test_no_line_goes_round_the_edge",
    f"{_OTHELLO}/test_kernels.py::test_squares_for_every_placement",
    f"{_OTHELLO}/test_kernels.py::test_captured_discs_of_every_empty_square",
    f"{_OTHELLO}/test_kernels.py::test_what_may_vanish",
    f"{_OTHELLO}/test_against_oracle.py::test_plain_games_follow_the_rules",
    f"{_OTHELLO}/test_against_oracle.py::test_plain_lanes_play_the_games_played_one_at_a_time",
    "tests/games/test_bits.py",
    f"{_OTHELLO}/test_search.py::test_greedy_captures_most",
    f"{_OTHELLO}/test_search.py::test_alpha_beta_knows_that_discs_run_out",
    f"{_OTHELLO}/test_search.py::test_alpha_beta_plays_the_best_moves_of_plain_minimax",
    f"{_OTHELLO}/test_search.py::test_alpha_beta_looks_through_passes_to_the_end",
    f"{_OTHELLO}/test_kernels.py::test_positions_walk_beside_the_plain_rules",
    f"{_OTHELLO}/test_kernels.py::test_perft_of_middle_games_is_that_of_positions_and_of_the_plain_rules",
]
#: Those that the normal suite plants; the long form plants all.
PLANTED_ALWAYS = ("moves go round the edge", "komi for black", "the other side is first stuck")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of what the quick tests need."""
    folder = tmp_path_factory.mktemp("copy")
    without = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=without)
    for name in COPIED_FILES:
        shutil.copy(ROOT / name, folder / name)
    return folder


def run_quick_tests(folder):
    """Return the exit code of the quick tests in a folder, and what they print."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-W", "ignore", "-p", "no:cacheprovider", *QUICK_TESTS],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False,
        timeout=900,
        env={
            **os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_ADDOPTS": "",
        },
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
def test_without_a_fault_the_quick_tests_pass(copy):
    code, printed = run_quick_tests(copy)
    assert code == 0, printed


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, id=fault.name, marks=() if fault.name in PLANTED_ALWAYS else pytest.mark.long)
        for fault in FAULTS
    ],
)
def test_a_planted_fault_is_noticed(copy, fault):
    path = copy / "variantlab" / fault.path
    text = path.read_text(encoding="utf-8")
    assert text.count(fault.right) == 1, "The source has changed: state the fault anew."
    path.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
    try:
        code, printed = run_quick_tests(copy)
    finally:
        path.write_text(text, encoding="utf-8")
    assert code == 1, printed
    assert "AssertionError" in printed or "ValueError" in printed or "assert " in printed, printed


def test_every_fault_has_a_name_of_its_own_and_a_source():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
    assert set(PLANTED_ALWAYS) <= set(names)
    for fault in FAULTS:
        assert fault.right in (ROOT / "variantlab" / fault.path).read_text(encoding="utf-8"), fault.name
