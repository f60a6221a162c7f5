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
_OTHELLO, _THROW = "tests/games/othello", "tests/games/throw_othello"
_NEGAERI = "tests/games/negaeri_shogi"
#: Tests of a game that take seconds as plain Python, which needs no compilation, the quickest first.
QUICK_TESTS = {
    "othello": [
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
    ],
    "throw_othello": [
        f"{_THROW}/test_against_oracle.py::test_known_throws",
        f"{_THROW}/test_against_oracle.py::test_known_resting_places",
        f"{_THROW}/test_against_oracle.py::test_captures_from_every_square_at_once_are_those_of_the_plain_rules",
        f"{_THROW}/test_law.py::test_normal_quantile_turns_the_distribution_function_round",
        f"{_THROW}/test_position.py",
        f"{_THROW}/test_against_oracle.py::test_resting_places_of_any_disc_on_any_board",
        f"{_THROW}/test_against_oracle.py::test_whole_games_follow_the_plain_rules",
        f"{_THROW}/test_against_oracle.py::test_discs_come_to_rest_where_the_plain_rules_put_them",
        f"{_THROW}/test_against_oracle.py::test_a_foul_knocks_the_discs_its_end_touches",
        "-k", "not alphabeta and not reply and not players_choose and not thinking_and and not chances_of",
    ],
    "negaeri_shogi": [
        f"{_NEGAERI}/test_games.py::test_stages_of_a_drop",
        f"{_NEGAERI}/test_games.py::test_end_of_a_game",
        f"{_NEGAERI}/test_position.py",
        f"{_NEGAERI}/test_games.py::test_games_end_in_every_way_as_the_oracle_says",
        f"{_NEGAERI}/test_games.py::test_positions_agree_with_the_oracle_turn_by_turn",
        f"{_NEGAERI}/test_games.py::test_games_of_the_kernels_agree_with_the_oracle",
        "-k", "not alphabeta",
    ],
}  # fmt: skip
#: What a test prints that has noticed a fault; a copy that cannot be read prints other errors.
SIGNS_OF_A_FAILURE = ("AssertionError", "ValueError", "MoveError", "assert ")
#: Those that the normal suite plants; the long form plants all.
PLANTED_ALWAYS = (
    "moves go round the edge",
    "komi for black",
    "the other side is first stuck",
    "a covered disc changes its colour",
    "turned pieces are not promoted",
)


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


def run_quick_tests(folder, game):
    """Return the exit code of a game's quick tests in a folder, and what they print."""
    options = ["-x", "-q", "-W", "ignore", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *QUICK_TESTS[game]],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False,
        timeout=900,
        env={
            **os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_ADDOPTS": "",
        },
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("game", QUICK_TESTS)
def test_without_a_fault_the_quick_tests_pass(copy, game):
    code, printed = run_quick_tests(copy, game)
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
        code, printed = run_quick_tests(copy, fault.game)
    finally:
        path.write_text(text, encoding="utf-8")
    assert code == 1, printed
    assert any(sign in printed for sign in SIGNS_OF_A_FAILURE), printed


def test_every_fault_has_a_name_of_its_own_and_a_source():
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names)
    assert set(PLANTED_ALWAYS) <= set(names)
    for fault in FAULTS:
        assert fault.right in (ROOT / "variantlab" / fault.path).read_text(encoding="utf-8"), fault.name
