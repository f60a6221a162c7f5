"""The arithmetic of the side-by-side run, and the programs that it can run without other libraries."""

import json
import math
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import compare

BENCHMARKS = Path(compare.__file__).parent
PAGE = """A page of our own, that counts instead of playing.
<script>
function run(mode, N) {
  let black = 0;
  for (let i = 0; i < N; i++) black += i % 4 === 0 ? 1 : 0;
  return mode + " 黒勝" + black + " 白勝" + (mode === "vanish" ? 0 : 2 * black);
}
const N=1000;
document.getElementById("o").textContent = "shown " + run("flip", N);
</script>
Text after the page.
"""


def runs_at(*speeds):
    return [{"games_per_second": speed} for speed in speeds]


def test_ratios_are_taken_within_each_round():
    # a slow second round slows both: the ratio does not notice
    ratio = compare.ratio_in_rounds(runs_at(400.0, 40.0, 500.0), runs_at(100.0, 10.0, 100.0))
    assert ratio == {"median": 4.0, "low": 4.0, "high": 5.0}


def test_ratios_need_the_same_rounds():
    with pytest.raises(ValueError, match="shorter"):
        compare.ratio_in_rounds(runs_at(1.0, 2.0), runs_at(1.0))


@pytest.mark.parametrize(
    ("black", "white", "drawn", "agrees"),
    [
        (45_410, 50_410, 4_180, True),
        (46_600, 49_220, 4_180, False),  # 7.6 standard errors too many black wins
        (45_410, 50_000, 4_590, False),
    ],
)
def test_shares_are_compared_with_the_known_ones(black, white, drawn, agrees):
    run = {"black_wins": black, "white_wins": white, "draws": drawn}
    assert (compare.largest_z(run, "flip") < compare.LARGEST_Z) is agrees


def test_one_impossible_outcome_is_enough():
    run = {"black_wins": 5000, "white_wins": 0, "draws": 5000}
    assert compare.largest_z(run, "vanish") == 0
    assert compare.largest_z({**run, "white_wins": 1}, "vanish") == math.inf


@pytest.mark.parametrize(
    ("value", "text"), [(2_345_678.4, "2,345,678"), (512.34, "512"), (4.516, "4.52"), (0.01567, "0.0157")]
)
def test_about_three_figures_are_shown(value, text):
    assert compare.shown({"median": value, "low": value, "high": value}) == f"{text} ({text} to {text})"


def test_a_target_without_its_measurement_is_not_known():
    runs = {
        "ours_1_flip": runs_at(900.0, 910.0),
        "c_flip": runs_at(200.0, 240.0),
        "ours_2_flip": runs_at(1700.0, 1800.0),
    }
    start_up = {"import_seconds": [0.1], "warm_table_seconds": [2.5], "cold_table_seconds": [7.0, 8.0]}
    met = {row["target"]: row["met"] for row in compare.target_rows(runs, start_up)}
    assert met["flip, 1 thread / C"] is True
    assert met["flip, 1 thread / the article's page"] is None
    assert [met[name] for name in met if "warm" in name] == [False]
    assert [met[name] for name in met if "cold" in name] == [True]


def test_the_report_names_what_is_left_out_and_why():
    results = {
        "machine": {"date": "2030-01-01", "gcc": None},
        "repetitions": 2,
        "rows": [],
        "targets": [{"target": "a / b", "wanted": "at least 4", "measured": None, "met": None}],
        "pgx_batches": {},
        "other_versions": {},
        "left_out": {"the page": "node not found"},
    }
    text = compare.report(results)
    assert "Left out: the page (node not found)." in text
    assert "| a / b | at least 4 | not measured | not known |" in text
    assert "gcc" not in text


@pytest.mark.parametrize(
    "arguments", [["--repetitions", "0"], ["--name", "../x"], ["--article", "no such file"]]
)
def test_wrong_options_stop_before_anything_runs(arguments, capsys):
    with pytest.raises(SystemExit):
        compare.options(arguments)
    assert arguments[0] in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("node") is None and "CI" not in os.environ, reason="node is not installed")
class TestPage:
    def run(self, tmp_path, text, rule="flip", n="5000"):
        article = tmp_path / "article.txt"
        article.write_text(text, encoding="utf-8")
        command = ["node", str(BENCHMARKS / "article_page.mjs"), str(article), rule, n]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)

    def test_the_pages_own_function_is_run_for_n_games(self, tmp_path):
        result = compare.last_json(self.run(tmp_path, PAGE).stdout)
        assert (result["black_wins"], result["white_wins"], result["draws"]) == (1250, 2500, 1250)
        assert result["games_per_second"] == pytest.approx(5000 / result["seconds"])

    def test_the_page_is_first_run_whole_with_more_games(self, tmp_path):
        result = compare.last_json(self.run(tmp_path, PAGE, rule="vanish").stdout)
        assert result["shown"] == "shown flip 黒勝500 白勝1000"
        assert result["white_wins"] == 0

    @pytest.mark.parametrize("text", ["no page here", PAGE.replace("const N=1000", "const M=1")])
    def test_a_text_without_the_page_is_refused(self, tmp_path, text):
        run = self.run(tmp_path, text)
        assert run.returncode != 0
        assert "Error: the" in run.stderr


@pytest.mark.skipif(shutil.which("gcc") is None and "CI" not in os.environ, reason="gcc is not installed")
@pytest.mark.parametrize("rule", ["flip", "vanish"])
def test_the_c_program_plays_the_known_game(rule, tmp_path):
    program = compare.built_c_program(tmp_path, "c")
    run = subprocess.run([program, rule, "200000", "3"], capture_output=True, text=True, check=True)
    sums = json.loads(run.stdout)
    n = sums["n"]
    assert compare.largest_z(sums, rule) < compare.LARGEST_Z
    assert sums["wipeout"] + sums["board_full"] + sums["no_moves"] + sums["capped"] == n
    if rule == "flip":  # each ply adds one disc to the four of the start
        assert sums["black"] + sums["white"] == 4 * n + sums["plies"]
        assert (sums["passes_black"] + sums["passes_white"]) / n == pytest.approx(0.446, abs=0.01)
    else:  # a game of three plies is black's, a game of four is drawn
        assert sums["plies"] == 3 * n + sums["draws"]
