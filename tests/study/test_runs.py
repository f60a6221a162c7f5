"""Runs on disk: what is finished stays, what is missing is played, and nothing is overwritten or mixed."""

import hashlib
import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import datetime

import pandas as pd
import pytest

from variantlab.errors import DataError, PredictionError, RulesError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally, simulate, tally
from variantlab.study import runs
from variantlab.study.gate import results_gate
from variantlab.study.ledger import lock
from variantlab.study.runs import list_runs, open_run, run

VANISH = Othello(capture="vanish")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(runs, "_part_size", lambda n, players: 100)


@pytest.fixture
def play(tmp_path):
    """Plays into one folder, without a progress bar."""

    def play(game=VANISH, n=450, **options):
        options = {"seed": 5, "folder": tmp_path / "runs", "progress": False} | options
        return run(game, n=n, **options)

    return play


class Interrupted(Othello):
    """Othello that is interrupted where a part would begin at game `at`."""

    at, error = 200, KeyboardInterrupt

    def simulate(self, players=("random", "random"), n=1, seed=0, first=0):
        if n and first == self.at:
            raise self.error
        return Othello.simulate(self, players, n, seed, first)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


# --- what a run is -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        VANISH,
        Othello(max_plies=59),
        Othello(capture="mixed", size=6),
        Othello(start="scattered", n_scattered=9),
    ],
    ids=str,
)
def test_a_run_is_the_series_as_a_table_and_as_counts(game, play):
    found = play(game)
    assert found.is_complete
    pd.testing.assert_frame_equal(found.table(), simulate(game, n=450, seed=5))
    assert found.tally() == tally(game, n=450, seed=5)
    assert open_run(found.folder).tally() == found.tally()
    assert [part.n for part in found.parts] == [100, 100, 100, 100, 50]


def test_other_players_too(play):
    players = ("greedy", "alphabeta:1")
    found = play(Othello(size=6), 120, players=players)
    pd.testing.assert_frame_equal(found.table(), simulate(Othello(size=6), players, n=120, seed=5))


def test_parts_are_read_by_any_reader_of_parquet(play):
    found = play()
    alone = pd.concat([pd.read_parquet(found.folder / part.file) for part in found.parts], ignore_index=True)
    assert alone["game_index"].tolist() == list(range(450))
    assert alone["winner"].dtype.categories.tolist() == ["black", "white", "draw"]
    assert alone["winner"].dtype.ordered
    assert Tally.of_table(VANISH, alone) == found.tally()


def test_the_manifest_says_what_was_played_and_with_what(play):
    found = play(players=(" Random", "greedy"), seed=2**64 - 1)
    manifest = json.loads((found.folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest == found.manifest
    assert manifest["game"] == "othello"
    assert Othello.from_settings(manifest["rules"]) == VANISH
    assert (manifest["players"], manifest["seed"], manifest["n"]) == (["random", "greedy"], 2**64 - 1, 450)
    assert (manifest["state"], manifest["part_size"], manifest["label"]) == ("complete", 100, None)
    assert manifest["columns"] == list(Othello.columns)
    assert {"variantlab", "kernels", "python", "numpy", "numba"} <= set(manifest["made_with"])
    started, ended = (datetime.fromisoformat(manifest[name]) for name in ("started", "ended"))
    assert started.utcoffset().total_seconds() == 0
    assert started <= ended


def test_the_name_follows_from_what_is_played(play, tmp_path):
    found = play(n=10)
    assert found.folder == tmp_path / "runs" / found.id
    assert found.id.startswith("othello-vanish-")
    others = [play(n=10, seed=6), play(Othello(), 10), play(n=10, players=("random", "greedy"))]
    assert len({found.id, *(other.id for other in others)}) == 4
    assert {other.id for other in list_runs(tmp_path / "runs")} == {found.id, *(o.id for o in others)}


def test_a_rule_cannot_lead_out_of_the_folder(play, tmp_path):
    class Odd(Othello):
        rule = "../../x:y\\CON z"

    found = play(Odd(), 10)
    assert found.folder.parent.resolve() == (tmp_path / "runs").resolve()
    assert [path.name for path in tmp_path.iterdir()] == ["runs"]


def test_some_columns(play):
    found = play()
    whole = found.table()
    for columns in (["winner"], ["seed", "rule"], ["game_index", "plies", "player_white"], []):
        pd.testing.assert_frame_equal(found.table(columns), whole[columns])
    with pytest.raises(DataError, match="Did you mean 'winner'"):
        found.table(["winer"])


def test_exchanged_players_are_told_without_the_column_that_says_so(play):
    found = play(NegaeriShogi(opening_plies=4), players=("greedy", "random"), n=4, seed=1)
    assert found.table(["player_sente"])["player_sente"].tolist() == ["greedy", "random"] * 2


def test_a_table_has_its_limit_and_counts_have_none(play, monkeypatch):
    found = play()
    monkeypatch.setattr(runs, "MOST_ROWS", 449)
    with pytest.raises(DataError, match=r"got 450; allowed: at most 449 games in one table. Take tally\(\)"):
        found.table()
    assert found.tally().n_games == 450


def test_no_game_is_no_data(play):
    found = play(n=0)
    assert found.is_complete
    assert found.table().dtypes.equals(simulate(VANISH, n=1).dtypes)
    assert found.tally() == tally(VANISH, n=0, seed=5)
    assert found.verify().is_whole


@pytest.mark.parametrize("n", [-1, float("inf"), float("nan"), True, "1e6", 1.5, 10**12])
def test_what_is_no_number_of_games_leaves_nothing_behind(n, play, tmp_path):
    with pytest.raises(RulesError, match=r"^n: got"):
        play(n=n)
    with pytest.raises(RulesError, match=r"^player: got"):
        play(players=("random", "nobody"))
    assert list(tmp_path.iterdir()) == []


def test_a_run_shows_itself_and_escapes_what_was_typed(play, tmp_path):
    found = play(folder=tmp_path / "<b>")
    assert "450 games, complete; without a prediction" in str(found)
    assert "<b>" in str(found)
    assert "<b>" not in found._repr_html_()


# --- going on ----------------------------------------------------------------------------------------


def test_a_complete_run_is_found_and_left_as_it_is(play, monkeypatch):
    first = play()
    before = contents(first.folder)
    monkeypatch.setattr(runs, "played_parts", lambda *arguments: pytest.fail("played again"))
    assert play().table().equals(first.table())
    assert contents(first.folder) == before


def test_an_interruption_keeps_finished_parts_and_says_how_to_go_on(play, tmp_path):
    with pytest.raises(KeyboardInterrupt, match=r"200 of 450 games are kept in .*Call run\(\.\.\.\) again"):
        play(Interrupted(capture="vanish"), threads=1)
    (stopped,) = list_runs(tmp_path / "runs")
    assert (stopped.n, stopped.n_played, stopped.is_complete) == (450, 200, False)
    assert stopped.manifest["state"] == "running"
    assert stopped.tally() == tally(VANISH, n=200, seed=5)
    assert "200 played so far" in str(stopped)
    kept = {part.file: (stopped.folder / part.file).stat().st_mtime_ns for part in stopped.parts}
    whole = play()
    assert {name: (whole.folder / name).stat().st_mtime_ns for name in kept} == kept
    assert whole.manifest["state"] == "complete"
    pd.testing.assert_frame_equal(whole.table(), simulate(VANISH, n=450, seed=5))
    assert whole.verify().is_whole


def test_a_full_disk_keeps_finished_parts_too(play, monkeypatch):
    class Full(Interrupted):
        error = OSError(28, "No space left on device")

    with pytest.raises(DataError, match=r"No space left on device. 200 of 450 games are kept"):
        play(Full(capture="vanish"), threads=1)
    assert play().tally() == tally(VANISH, n=450, seed=5)


def test_a_longer_run_continues_the_series(play):
    short = play(n=130)
    longer = play(n=300)
    assert longer.folder == short.folder
    assert [(part.first, part.n) for part in longer.parts] == [(0, 100), (100, 30), (130, 100), (230, 70)]
    assert longer.manifest["started"] == short.manifest["started"]
    pd.testing.assert_frame_equal(longer.table(), simulate(VANISH, n=300, seed=5))


def test_a_shorter_run_is_the_beginning_of_the_longer_one(play):
    play(n=300)
    short = play(n=130)
    assert (short.n, short.n_played, short.is_complete) == (130, 130, True)
    pd.testing.assert_frame_equal(short.table(), simulate(VANISH, n=130, seed=5))
    assert short.tally() == tally(VANISH, n=130, seed=5)
    assert open_run(short.folder).n == 300


KILLED = """
import json, os, sys
from variantlab.games.othello.rules import Othello
from variantlab.study import runs

class Killed(Othello):
    def simulate(self, players=("random", "random"), n=1, seed=0, first=0):
        if first == 200:
            os._exit(9)
        return Othello.simulate(self, players, n, seed, first)

versions = json.loads(sys.argv[2])
runs._versions = lambda game: versions
runs._part_size = lambda n, players: 100
runs.run(Killed(capture="vanish"), n=450, seed=5, folder=sys.argv[1], threads=1, progress=False)
"""


def test_a_killed_process_leaves_its_finished_parts_and_no_lock(play, tmp_path):
    folder = tmp_path / "runs"
    # The same versions in both processes, even where somebody edits a rule at this moment.
    versions = json.dumps(runs._versions("othello"))
    ended = subprocess.run([sys.executable, "-c", KILLED, str(folder), versions], check=False)
    assert ended.returncode == 9
    (stopped,) = list_runs(folder)
    assert stopped.n_played == 200
    (stopped.folder / ".writing-left.parquet").write_bytes(b"half a part")
    with (stopped.folder / "parts.jsonl").open("ab") as lines:
        lines.write(b'{"bytes":11,"first":200,"n"')
    whole = play()
    assert whole.tally() == tally(VANISH, n=450, seed=5)
    assert whole.verify().is_whole
    assert not list(whole.folder.glob(".writing-*"))


# --- damage ------------------------------------------------------------------------------------------


def flip_a_byte(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


def test_damage_is_named_and_not_read(play):
    found = play()
    flip_a_byte(found.folder / "part-00001.parquet")
    (found.folder / "part-00003.parquet").unlink()
    check = found.verify()
    assert not check.is_whole
    assert len(check.problems) == 2
    assert "part-00001.parquet: damaged or changed" in check.problems[0]
    assert "part-00003.parquet: No such file" in check.problems[1]
    assert "450 games, parts: 5; damaged" in str(check)
    for read in (found.table, found.tally):
        with pytest.raises(DataError, match=r"part-00001.parquet: damaged or changed .*Remove the file and"):
            read()


@pytest.mark.parametrize("harm", [flip_a_byte, os.unlink, lambda path: path.write_bytes(b"PAR1")])
def test_a_damaged_last_part_is_played_again(harm, play):
    found = play()
    before = contents(found.folder)
    harm(found.folder / "part-00004.parquet")
    with pytest.warns(UserWarning, match=r"part-00004.parquet is missing or damaged: .* played again"):
        again = play()
    assert again.verify().is_whole
    assert contents(found.folder)["part-00004.parquet"] == before["part-00004.parquet"]


def test_a_missing_part_is_played_again_as_the_message_says(play):
    found = play()
    flip_a_byte(found.folder / "part-00001.parquet")
    with pytest.raises(DataError, match="Remove the file and call run"):
        play().tally()
    (found.folder / "part-00001.parquet").unlink()
    with pytest.warns(UserWarning, match=r"part-00001.parquet"):
        assert play().tally() == tally(VANISH, n=450, seed=5)
    assert play().verify().is_whole


def test_parts_of_another_run_are_noticed(play):
    one, other = play(n=200), play(n=200, seed=6)
    part = other.parts[1]
    content = (other.folder / part.file).read_bytes()
    # Put in with the right hash, but with games 100 to 199 in the place of 0 to 99.
    (one.folder / "part-00000.parquet").write_bytes(content)
    lines = (one.folder / "parts.jsonl").read_text(encoding="utf-8").splitlines()
    forged = json.loads(lines[0]) | {
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    (one.folder / "parts.jsonl").write_text("\n".join([json.dumps(forged), *lines[1:], ""]), encoding="utf-8")
    assert open_run(one.folder).verify().problems == ("part-00000.parquet: not the games 0 to 99",)


def test_a_gap_in_the_list_is_named_and_played(play):
    found = play()
    lines = (found.folder / "parts.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (found.folder / "parts.jsonl").write_text("".join(lines[:1] + lines[2:]), encoding="utf-8")
    gap = open_run(found.folder)
    assert (gap.n_played, gap.is_complete) == (100, False)
    problems = "\n".join(gap.verify().problems)
    assert "parts.jsonl: part 1 is not listed" in problems
    assert "manifest.json: complete, but games are missing" in problems
    assert play().verify().is_whole


@pytest.mark.parametrize(
    "line", ["{}", "nonsense", '{"bytes":1,"first":0,"n":-1,"part":0,"sha256":""}', "[1]"]
)
def test_a_list_that_cannot_be_read_is_named(line, play):
    found = play()
    (found.folder / "parts.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"parts.jsonl, line 1"):
        open_run(found.folder)


def test_a_changed_description_is_noticed(play):
    found = play()
    text = (found.folder / "manifest.json").read_text(encoding="utf-8")
    (found.folder / "manifest.json").write_text(text.replace('"seed": 5', '"seed": 6'), encoding="utf-8")
    assert any(
        "the description was changed" in problem for problem in open_run(found.folder).verify().problems
    )
    with pytest.raises(DataError, match=r"holds a run of another description.*Nothing was overwritten"):
        play()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": 2}', "\ud83d\ude00"])
def test_a_manifest_that_cannot_be_read_is_named(text, play, tmp_path):
    good, bad = play(n=10), play(n=10, seed=6)
    (bad.folder / "manifest.json").write_text(text, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(DataError, match=r"manifest\.json"):
        open_run(bad.folder)
    with pytest.warns(UserWarning, match="is not listed"):
        assert [found.id for found in list_runs(tmp_path / "runs")] == [good.id]


def test_nothing_of_a_run_is_executed(play, tmp_path):
    import pickle

    class Payload:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "executed"),))

    found = play()
    content = pickle.dumps(Payload())
    (found.folder / "part-00000.parquet").write_bytes(content)
    lines = (found.folder / "parts.jsonl").read_text(encoding="utf-8").splitlines()
    forged = json.loads(lines[0]) | {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (found.folder / "parts.jsonl").write_text(
        "\n".join([json.dumps(forged), *lines[1:], ""]), encoding="utf-8"
    )
    forged_run = open_run(found.folder)
    assert "part-00000.parquet" in forged_run.verify().problems[0]
    with pytest.raises(DataError, match=r"part-00000.parquet"):
        forged_run.table()
    assert not (tmp_path / "executed").exists()


# --- what is not touched -----------------------------------------------------------------------------


def test_a_folder_with_something_else_is_left_alone(play):
    found = play(n=10)
    (found.folder / "manifest.json").unlink()
    before = contents(found.folder)
    with pytest.raises(
        DataError, match=r"an empty folder, not one with part-00000.parquet.*Nothing was over"
    ):
        play(n=10)
    assert contents(found.folder) == before


@pytest.mark.parametrize("name", ["variantlab", "kernels"])
def test_one_run_is_never_of_two_makes(name, play, monkeypatch):
    found = play()
    before = contents(found.folder)
    other = runs._versions("othello") | {name: "another"}
    monkeypatch.setattr(runs, "_versions", lambda game: other)
    for n in (450, 500):
        with pytest.raises(DataError, match=rf"made with {name} .*; this is another.*open_run\("):
            play(n=n)
    assert contents(found.folder) == before
    assert open_run(found.folder).tally().n_games == 450


def test_other_tools_may_differ(play, monkeypatch):
    play()
    other = runs._versions("othello") | {"pyarrow": "another"}
    monkeypatch.setattr(runs, "_versions", lambda game: other)
    assert play(n=500).is_complete


def test_only_one_process_plays_a_run(play):
    found = play()
    held, release = threading.Event(), threading.Event()

    def hold():
        with runs._locked(found.folder):
            held.set()
            release.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    try:
        with pytest.raises(DataError, match="another process is playing this run"):
            play(n=500)
        assert open_run(found.folder).tally().n_games == 450
    finally:
        release.set()
        holder.join()
    assert play(n=500).n_played == 500


def play_in_a_process(folder, versions):
    """Return how many games are there at the end, and every refusal met on the way."""
    runs._part_size = lambda n, players: 100
    runs._versions = lambda game: versions
    refusals = []
    while len(refusals) < 500:
        try:
            return run(VANISH, n=3000, seed=5, folder=folder, progress=False).n_played, refusals
        except DataError as error:
            refusals.append(str(error))
            time.sleep(0.05)
    return None, refusals


def test_two_processes_do_no_harm(tmp_path):
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        ends = pool.starmap(play_in_a_process, [(tmp_path, runs._versions("othello"))] * 2, chunksize=1)
    assert [n_played for n_played, _ in ends] == [3000, 3000]
    assert all("another process is playing" in refusal for _, refusals in ends for refusal in refusals)
    (found,) = list_runs(tmp_path)
    assert found.verify().is_whole
    assert found.tally() == tally(VANISH, n=3000, seed=5)


def test_there_is_no_run(tmp_path):
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(DataError, match=r"a folder with a manifest.json"):
            open_run(path)
    assert list_runs(tmp_path) == ()


def test_a_game_the_package_does_not_know_is_given(play):
    class Mine(Othello):
        name = "mine"

    found = play(Mine(capture="vanish"))
    assert found.id.startswith("mine-vanish-")
    with pytest.raises(RulesError, match=r"^game: got 'mine'"):
        open_run(found.folder)
    assert open_run(found.folder, Mine(capture="vanish")).tally().n_games == 450
    with pytest.raises(DataError, match=r"^game: got"):
        open_run(found.folder, VANISH)


# --- predictions -------------------------------------------------------------------------------------


def test_a_run_says_beside_which_prediction_it_was_played(play, mine, book):
    receipt = lock(mine, book)
    label = results_gate("vanish", book)
    found = play(label=label)
    assert found.manifest["label"] == label.record()
    assert receipt.code in str(found)
    assert open_run(found.folder).manifest["label"]["prediction_sha256"] == [receipt.entry.prediction_sha256]
    # A later look that names no prediction does not take the label away.
    play(n=500, label=results_gate("vanish", book, exploratory=True))
    assert play().manifest["label"] == label.record()


def test_a_prediction_locked_after_the_games_does_not_count(play, mine, book):
    exploratory = results_gate("vanish", book, exploratory=True)
    found = play(label=exploratory)
    assert found.manifest["label"]["status"] == "exploratory"
    lock(mine, book)
    label = results_gate("vanish", book)
    late = replace(label, entries=(replace(label.entries[0], time="2999-01-01T00:00:00+00:00"),))
    before = contents(found.folder)
    with pytest.raises(PredictionError, match=r"locked after this run began.*choose another seed"):
        play(n=500, label=late)
    assert contents(found.folder) == before


def test_a_prediction_locked_before_the_games_may_be_named_later(play, mine, book):
    lock(mine, book)
    label = results_gate("vanish", book)
    play()
    assert play(label=label).manifest["label"] == label.record()


def test_a_label_is_a_label(play, tmp_path):
    with pytest.raises(DataError, match=r"^label: got 'locked'"):
        play(label="locked")
    assert list(tmp_path.iterdir()) == []
