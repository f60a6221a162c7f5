"""The log of a game by hand: cut anywhere, the last event is there or it is not, and the game goes on."""

import json
import shutil

import pytest

from variantlab.errors import DataError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.study.sitting import Clock, Sitting
from variantlab.study.sitting_log import Log, open_log, read_log

VANISH = Othello(capture="vanish")


def test_a_log_cut_at_every_byte_of_its_last_line_has_the_move_or_not(tmp_path):
    game = VANISH
    with Sitting.open(game, tmp_path / "whole", names=("綾", "Ben")) as sitting:
        sitting.play("d3")
        sitting.note("一手目")
        sitting.play("c5")
        log = sitting.folder / "game-01.jsonl"
        content = log.read_bytes()
    whole, last = content[: content[:-1].rindex(b"\n") + 1], content[content[:-1].rindex(b"\n") + 1 :]
    cut = tmp_path / "game-01.jsonl"
    for length in range(len(last) + 1):
        is_there = length >= len(last) - 1  # all but the end of the line is a whole event
        cut.write_bytes(whole + last[:length])
        found = read_log(cut)
        assert [event["text"] for event in found.events[1:]] == [
            "d3",
            "一手目",
            *(["c5"] if is_there else []),
        ]
        assert found.torn == (b"" if length == len(last) else b"\n" if is_there else last[:length])
    for length in (0, 1, len(last) // 2, len(last) - 2, len(last) - 1, len(last)):
        is_there = length >= len(last) - 1
        folder = tmp_path / f"cut-{length}"
        shutil.copytree(tmp_path / "whole", folder)
        (folder / "game-01.jsonl").write_bytes(whole + last[:length])
        with Sitting.open(game, folder) as sitting:
            assert sitting.moves == (("d3", "c5") if is_there else ("d3",))
            assert sitting.notes == ((1, "一手目"),)
            aside = folder / "game-01.torn.txt"
            kinds = [told["kind"] for told in sitting.events]
            assert aside.exists() == ("torn_line" in kinds) == (0 < length < len(last) - 1)
            if aside.exists():
                assert aside.read_bytes() == last[:length] + b"\n"
            if not is_there:
                sitting.play("c5")
            sitting.play("e6")
        with Sitting.open(game, folder) as again:
            assert again.moves == ("d3", "c5", "e6")
            assert [told["kind"] for told in again.events] == ["resumed"]


def test_a_first_line_cut_anywhere_begins_the_game_anew(tmp_path):
    with Sitting.open(VANISH, tmp_path / "whole", clock=Clock()) as sitting:
        content = (sitting.folder / "game-01.jsonl").read_bytes()
    for length in (*range(0, len(content), 10), len(content) - 1):
        folder = tmp_path / f"cut-{length}"
        shutil.copytree(tmp_path / "whole", folder)
        (folder / "game-01.jsonl").write_bytes(content[:length])
        with Sitting.open(VANISH, folder, clock=Clock()) as sitting:
            sitting.play("d3")
            assert (sitting.game_number, sitting.moves) == (1, ("d3",))
        with Sitting.open(VANISH, folder, clock=Clock()) as again:
            assert again.moves == ("d3",)


def test_torn_ends_are_kept_one_below_the_other(tmp_path):
    path = tmp_path / "game-01.jsonl"
    for torn in (b'{"do":"mo', b"\xff\x00\x00"):
        with path.open("ab") as stream:
            stream.write(torn)
        log, aside = open_log(path)
        assert not log.events
        assert path.read_bytes() == b""
    assert aside.read_bytes() == b'{"do":"mo\n\xff\x00\x00\n'


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("{", "it is no event"),
        ("7", "it is no event"),
        ('{"text":"d3"}', "it is no event"),
        ('{"do":"dance"}', "dance"),
        ('{"do":"move"}', "text"),
        ('{"do":"move","text":"a1","left":null}', "brackets no disc"),
        ('{"do":"undo","turns":9,"left":null}', "9 turns"),
        ('{"do":"undo","turns":-1,"left":null}', "-1 turns"),
        ('{"do":"redo","turns":1,"left":null}', "1 turns"),
        ('{"do":"stop","kind":"bored","by":"black","left":null}', "bored"),
        ('{"do":"stop","kind":"resigned","by":"green","left":null}', "green"),
    ],
)
def test_a_line_that_was_never_written_so_is_named_with_the_way_on(line, because, tmp_path):
    folder = tmp_path / "series"
    with Sitting.open(VANISH, folder) as sitting:
        sitting.play("d3")
    log = folder / "game-01.jsonl"
    first, second = log.read_text("utf-8").splitlines()
    damaged = f"{first}\n{line}\n{second}\n"
    log.write_text(damaged, encoding="utf-8")
    with pytest.raises(DataError) as refused:
        Sitting.open(VANISH, folder)
    assert because in str(refused.value)
    assert "line 2" in str(refused.value)
    assert "rename it" in str(refused.value)
    assert log.read_text("utf-8") == damaged
    log.rename(folder / "game-01-damaged.txt")
    with Sitting.open(VANISH, folder) as sitting:
        assert sitting.moves == ()
        sitting.play("c4")


def test_a_series_goes_on_without_a_game_whose_log_was_set_aside(tmp_path):
    folder = tmp_path / "series"
    with Sitting.open(VANISH, folder, n_games=3) as sitting:
        for _ in range(2):
            sitting.play("d3")
            sitting.resign()
            sitting.next_game()
        sitting.play("c4")
    (folder / "game-02.jsonl").rename(folder / "game-02-damaged.txt")
    with Sitting.resume(folder) as again:
        assert (again.game_number, again.moves, again.n_done) == (3, ("c4",), 1)
        assert [play and play.number for play in map(again.play_numbered, (1, 2, 3))] == [1, None, 3]
        again.remark("the first", number=1)
        with pytest.raises(DataError, match="allowed: 1, 3"):
            again.remark("the second", number=2)
        again.resign()
        assert again.is_complete
        assert [result["number"] for result in again.results] == [1, 3]
    (folder / "game-03.jsonl").rename(folder / "game-02.jsonl")
    with pytest.raises(DataError, match="it is game 3"):
        Sitting.resume(folder)


def test_the_first_line_must_begin_the_game(tmp_path):
    folder = tmp_path / "series"
    Sitting.open(VANISH, folder).close()
    log = folder / "game-01.jsonl"
    begins = json.loads(log.read_text("utf-8"))
    for changed in (
        {"do": "move"},
        {"seats": {"black": 0}},
        {"seats": {"black": 1, "white": 1}},
        {"start": "x"},
    ):
        log.write_text(json.dumps(begins | changed) + "\n", encoding="utf-8")
        with pytest.raises(DataError, match="line 1"):
            Sitting.open(VANISH, folder)


def test_a_key_that_stands_twice_is_no_event(tmp_path):
    path = tmp_path / "game-01.jsonl"
    path.write_bytes(b'{"do":"move","do":"undo"}\n')
    with pytest.raises(DataError, match="line 1"):
        read_log(path)


def test_what_cannot_be_written_whole_is_taken_off_again(tmp_path, monkeypatch):
    path = tmp_path / "game-01.jsonl"
    log = Log(path, ()).with_event({"do": "begin"})
    before = path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("variantlab.study.sitting_log.os.fsync", full)
    with pytest.raises(DataError, match="not written, and so not done"):
        log.with_event({"do": "note", "text": "x" * 100})
    assert path.read_bytes() == before


def test_the_log_of_a_finished_game_only_grows(tmp_path):
    with Sitting.open(
        NegaeriShogi(), tmp_path / "series", cap=6, seed=1, players=("person", "random")
    ) as sitting:
        log = sitting.folder / "game-01.jsonl"
        before = b""
        while not sitting.is_over:
            if sitting.person_to_move:
                sitting.play(sitting.position.legal_moves()[0])
            else:
                sitting.reply()
            now = log.read_bytes()
            assert now.startswith(before)
            assert len(now) > len(before)
            before = now
        sitting.undo()
        sitting.resign()
        sitting.remark("over")
        assert log.read_bytes().startswith(before)
