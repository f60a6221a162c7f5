"""Games by hand: whatever ends the process, the series goes on exactly where it stopped."""

import json
import random
import shutil
import subprocess
import sys
import textwrap
from datetime import UTC, datetime

import pytest

from variantlab.errors import DataError, MoveError, RulesError, VariantlabError
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.position import Aim
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.games.throw_othello.series import aim_numbered, simulate
from variantlab.study import sitting as room
from variantlab.study.sitting import Clock, Sitting
from variantlab.study.sitting_words import EVENTS, event_words

VANISH = Othello(capture="vanish")
GAMES = [
    Othello(),
    VANISH,
    Othello(capture="vanish_one"),
    Othello(capture="vanish_one", vanish_choice="choice"),
    Othello(capture="mixed", size=6),
    Othello(size=6, start="scattered"),
    Othello(size=4, placement="free", discs_each=5),
    Chopsticks(),
    Chopsticks.preset("クソルール"),
    NegaeriShogi(),
    NegaeriShogi(opening_plies=4),
    ThrowOthello(discs_each=6),
    ThrowOthello(discs_each=6, line="advanced", upright=0.2, knock_on_foul=True),
]


class Seconds:
    """A clock that goes when it is told to."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now

    def passes(self, seconds):
        self.now += seconds


@pytest.fixture
def seconds():
    return Seconds()


@pytest.fixture
def begin(tmp_path):
    """Opens a series in a folder of its own, again and again, as often as it is called."""

    def begin(game=VANISH, **options):
        return Sitting.open(game, tmp_path / "series", **options)

    return begin


def a_move(sitting, rng):
    """Some legal move; an aim of Throw Othello at any point of the board."""
    position = sitting.position
    if isinstance(position.game, ThrowOthello) and rng.random() < 0.9:
        size = position.game.size
        return Aim(rng.randrange(4 * size) / 4, rng.randrange(4 * size) / 4)
    move = rng.choice(position.legal_moves())
    return move.square if getattr(move, "removed", ()) is None else move


def told(sitting):
    """All that a person can see of a series."""
    return (
        sitting.game_number, sitting.positions, sitting.moves, sitting.seats, sitting.whose_turn,
        sitting.is_over, sitting.end_reason, sitting.winner, sitting.notes, sitting.remark_text,
        sitting.results, sitting.standing(), sitting.can_undo, sitting.can_redo, sitting.last_throw,
        sitting.sheet_path.read_bytes() if sitting.sheet_path.exists() else b"",
    )  # fmt: skip


# --- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_after_every_turn_the_disk_tells_the_same(game, begin, tmp_path):
    rng = random.Random(7)
    with begin(game, n_games=2, cap=14, seed=3) as sitting:
        while not sitting.is_complete:
            if sitting.is_over:
                sitting.next_game()
            chance = rng.random()
            if chance < 0.08 and sitting.can_undo:
                sitting.undo()
            elif chance < 0.11 and sitting.can_redo:
                sitting.redo()
            elif chance < 0.15:
                sitting.note(f"turn {len(sitting.moves)}")
            else:
                sitting.play(a_move(sitting, rng))
            copy = tmp_path / "copy"
            shutil.copytree(sitting.folder, copy)
            with Sitting.resume(copy) as again:
                assert told(again)[:-1] == told(sitting)[:-1]
                assert [p.record() for p in again.positions] == [p.record() for p in sitting.positions]
            shutil.rmtree(copy)
        assert [result["number"] for result in sitting.results] == [1, 2]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (Othello(), ("person", "greedy")),
        (Othello(capture="vanish_one"), ("alphabeta:2", "person")),
        (VANISH, ("person", "perfect")),
        (Chopsticks(), ("perfect", "person")),
        (NegaeriShogi(), ("person", "weak")),
        (NegaeriShogi(), ("alphabeta:1,noise=5", "greedy")),
        (ThrowOthello(), ("expected", "person")),
        (ThrowOthello(), ("greedy@0.2", "random")),
    ],
    ids=str,
)
def test_the_same_series_answers_the_same(game, players, tmp_path):
    played = []
    for folder in ("one", "other"):
        rng = random.Random(1)
        with Sitting.open(game, tmp_path / folder, players=players, n_games=2, cap=24, seed=9) as sitting:
            while not sitting.is_complete:
                if sitting.is_over:
                    sitting.next_game()
                elif sitting.person_to_move:
                    sitting.play(a_move(sitting, rng))
                else:
                    assert sitting.reply() in sitting.moves
                if rng.random() < 0.1 and sitting.can_undo:
                    sitting.undo()
            played.append([result["moves"] for result in sitting.results])
    assert played[0] == played[1]


def test_another_seed_is_answered_otherwise(tmp_path):
    answers = set()
    for seed in range(8):
        with Sitting.open(
            Othello(), tmp_path / f"s{seed}", players=("random", "person"), seed=seed
        ) as sitting:
            answers.add(sitting.reply())
    assert len(answers) > 1


def test_weak_wavers_and_the_plain_search_of_its_depth_does_not(tmp_path):
    answers = {"weak": set(), "alphabeta:2,noise=0": set()}
    for name, found in answers.items():
        for seed in range(12):
            folder = tmp_path / f"{name[:4]}{seed}"
            start = NegaeriShogi()
            with Sitting.open(start, folder, players=(name, "person"), seed=seed) as sitting:
                found.add(sitting.reply())
    best = {str(move) for move in start.best_moves(start.start_position(), "alphabeta:2")}
    assert answers["alphabeta:2,noise=0"] <= best
    assert not answers["weak"] <= best


def test_ten_games_give_each_player_each_colour_five_times(tmp_path):
    for order, begins in (("alternate", [0, 1] * 5), ("halves", [0] * 5 + [1] * 5)):
        with Sitting.open(VANISH, tmp_path / order, n_games=10, order=order) as sitting:
            seats = []
            rng = random.Random(2)
            while True:
                seats.append(sitting.seats["black"])
                while not sitting.is_over:
                    sitting.play(a_move(sitting, rng))
                if sitting.is_complete:
                    break
                sitting.next_game()
            assert seats == begins
            with pytest.raises(MoveError, match="all 10 games"):
                sitting.next_game()


def test_who_begins_has_the_side_that_moves_first(begin):
    sitting = begin(NegaeriShogi(first="gote"), names=("Aki", "Ben"))
    assert sitting.whose_turn == "gote"
    assert sitting.name("gote") == "Aki"


# --- turns -------------------------------------------------------------------------------------------------


def test_a_forced_pass_is_made_by_itself_and_told(begin):
    start = ".XO...../......../......../......../......../......../XO....../........ b"
    sitting = begin(Othello(start=start))
    sitting.play("d1")  # white has nothing to bracket then, black goes on
    assert sitting.moves == ("d1", "--")
    assert sitting.events == ({"kind": "pass", "colour": "white"},)
    assert sitting.whose_turn == "black"
    sitting.undo()
    assert sitting.moves == ()


def test_undo_takes_back_a_person_s_turn_with_the_answers(begin):
    sitting = begin(Othello(), players=("person", "greedy"))
    sitting.play("d3")
    first = sitting.reply()
    sitting.play(str(sitting.position.legal_moves()[0]))
    sitting.undo()
    assert sitting.moves == ("d3", first)
    sitting.undo()
    assert sitting.moves == ()
    with pytest.raises(MoveError, match="nothing to take back"):
        sitting.undo()
    sitting.redo()
    assert sitting.moves == ("d3", first)
    sitting.redo()
    assert len(sitting.moves) == 3
    with pytest.raises(MoveError, match="nothing to play again"):
        sitting.redo()
    log = (sitting.folder / "game-01.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line)["do"] for line in log.splitlines()] == [
        "begin", "move", "move", "move", "undo", "undo", "redo", "redo",
    ]  # fmt: skip


def test_another_move_ends_what_could_be_played_again(begin):
    sitting = begin(Othello())
    sitting.play("d3")
    sitting.undo()
    assert sitting.can_redo
    sitting.play("c4")
    assert not sitting.can_redo


def test_a_capped_game_has_no_winner(begin):
    sitting = begin(Othello(), cap=3)
    for _ in range(3):
        sitting.play(sitting.position.legal_moves()[0])
    assert (sitting.end_reason, sitting.winner) == ("capped", None)
    assert [found["kind"] for found in sitting.events] == ["capped"]
    assert sitting.standing()["capped"] == 1


def test_resigning_is_the_other_side_s_win_and_can_be_taken_back(begin):
    sitting = begin(VANISH)
    sitting.play("d3")
    sitting.resign()
    assert (sitting.end_reason, sitting.winner, sitting.is_over) == ("resigned", "black", True)
    with pytest.raises(MoveError, match="over"):
        sitting.play("c5")
    sitting.undo()
    assert sitting.moves == ("d3",)
    assert sitting.whose_turn == "white"
    sitting.play("c5")


def test_nobody_resigns_for_the_computer(begin):
    sitting = begin(VANISH, players=("person", "random"))
    with pytest.raises(MoveError, match="allowed: black"):
        sitting.resign("white")
    sitting.play("d3")
    sitting.resign()  # the person may, on the computer's turn too
    assert sitting.winner == "white"


@pytest.mark.parametrize(
    ("game", "text", "because"),
    [
        (VANISH, "d4", "d4 is taken"),
        (VANISH, "z9", "A move is a column and a row"),
        (VANISH, "--", "no voluntary pass"),
        (Chopsticks(), "2>1", "No hand of the first player shows 2"),
        (NegaeriShogi(), "c6c1", "does not reach"),
        (ThrowOthello(), "z9", "a square from a1 to h8"),
        (ThrowOthello(), "d3>z9:B", "landing"),
    ],
)
def test_what_is_not_legal_changes_nothing_and_says_why(game, text, because, begin):
    sitting = begin(game)
    before = (sitting.folder / "game-01.jsonl").read_bytes()
    assert because in sitting.why_not(text)
    with pytest.raises(VariantlabError, match=because.split(",")[0]):
        sitting.play(text)
    assert (sitting.folder / "game-01.jsonl").read_bytes() == before
    assert sitting.why_not(sitting.position.legal_moves()[0]) == ""


def test_each_moves_in_turn(begin):
    sitting = begin(VANISH, players=("person", "random"))
    with pytest.raises(MoveError, match="A person moves"):
        sitting.reply()
    sitting.play("d3")
    with pytest.raises(MoveError, match="The computer moves"):
        sitting.play("c5")
    with pytest.raises(MoveError, match="still goes on"):
        sitting.next_game()


# --- chance ------------------------------------------------------------------------------------------------


def test_chance_is_drawn_once_for_a_move_and_a_person_may_say_what_came(begin):
    start = "......../......../......../XOO...../......../......../......../........ b"
    sitting = begin(Othello(capture="vanish_one", start=start), seed=4)
    sitting.play("d4")
    drawn = sitting.moves[0]
    assert sitting.events[0] == {"kind": "drawn", "text": drawn}
    sitting.undo()
    sitting.play("d4")
    assert sitting.moves[0] == drawn
    sitting.undo()
    other = ({"d4(b4)", "d4(c4)"} - {drawn}).pop()
    sitting.play(other)
    assert sitting.moves[0] == other
    assert all(found["kind"] != "drawn" for found in sitting.events)


def test_chances_are_those_of_the_rules(tmp_path):
    game = Othello(capture="mixed", vanish_probability=0.25)
    drawn = []
    for seed in range(60):
        with Sitting.open(game, tmp_path / f"s{seed}", seed=seed) as sitting:
            sitting.play("d3")
            drawn.append(sitting.moves[0])
    assert set(drawn) == {"d3(d4)", "d3()"}
    assert 5 <= drawn.count("d3(d4)") <= 26  # 15 expected; drawing fairly leaves this range once in 500 times


def test_the_same_aim_lands_where_it_landed(begin):
    sitting = begin(ThrowOthello(line="advanced"), seed=2)
    thrown = sitting.throw((3.5, 2.5))
    sitting.undo()
    assert sitting.throw("d3") == thrown
    assert sitting.last_throw == thrown
    sitting.undo()
    assert sitting.throw("e6") != thrown


def test_throws_are_those_of_the_series_that_the_computer_plays(tmp_path):
    game = ThrowOthello(line="intermediate", size=6, discs_each=8)
    columns = game.simulate(("random", "random"), 3, 11)
    kept = simulate(game, ("random", "random"), 3, 11, 0, keep_turns=16)
    with Sitting.open(game, tmp_path / "s", n_games=3, seed=11) as sitting:
        for i in range(3):
            for aim, *_ in kept["turns"][i].tolist():
                if aim == -2 or sitting.is_over:
                    break
                sitting.throw(aim_numbered(game, aim))
            record = sitting.position.record()
            assert record["black"] == columns["black"][i]
            assert record["fouls_white"] == columns["fouls_white"][i]
            assert record["plies"] == columns["plies"][i]
            if i < 2:
                sitting.next_game()


def test_a_real_disc_lies_where_it_was_taken_down(begin):
    sitting = begin(ThrowOthello())
    thrown = sitting.landed(3.4, 2.6, aim=(3.5, 2.5))
    assert str(thrown) == "d3>d3:B"
    assert sitting.position.stack("d4") == ("black",)
    assert str(sitting.landed(None, None)) == "?>foul"
    assert str(sitting.landed(2.5, 4.5, "white", ["d4"])) == "?>c5:W*d4"
    assert str(sitting.landed(-0.3, 2.5)) == "?>a3:W"  # a part of it touches the board
    assert str(sitting.landed(-2.0, 2.5)) == "?>foul"
    assert sitting.real_throws == ((3.5, 2.5, 3.4, 2.6),)
    with pytest.raises(MoveError, match="two numbers"):
        sitting.landed("here", 1)
    with pytest.raises(MoveError, match="allowed: a1"):
        sitting.landed(0.5, 0.5, square="h8")
    sitting.play("foul")
    assert sitting.position.deliberate == (0, 1)


def test_only_throw_othello_has_throws(begin):
    sitting = begin(VANISH)
    with pytest.raises(MoveError, match="no throws"):
        sitting.throw("d3")
    assert sitting.last_throw is None


# --- the clock ---------------------------------------------------------------------------------------------


def test_the_clock_counts_thinking_and_adds_for_moves(begin, seconds):
    sitting = begin(Othello(), clock=Clock(minutes=1, seconds_a_move=5), timer=seconds)
    seconds.passes(500)  # a new game's clock waits for the first move
    assert sitting.seconds_left == {"black": 60, "white": 60}
    sitting.play("d3")
    seconds.passes(12)
    assert sitting.seconds_left == {"black": 65, "white": 48}
    sitting.play("c3")
    assert sitting.seconds_left == {"black": 65, "white": 53}
    seconds.passes(64.5)
    assert sitting.check_time()
    seconds.passes(0.5)
    assert not sitting.check_time()
    assert (sitting.end_reason, sitting.winner) == ("time_over", "white")
    assert sitting.seconds_left == {"black": 0, "white": 53}
    with pytest.raises(MoveError, match="Time that is over"):
        sitting.undo()


def test_a_move_too_late_is_not_played(begin, seconds):
    sitting = begin(Othello(), clock=Clock(1, 0), timer=seconds)
    sitting.play("d3")
    seconds.passes(61)
    with pytest.raises(MoveError, match="over"):
        sitting.play("c3")
    assert sitting.moves == ("d3",)
    assert sitting.winner == "black"
    again = begin(Othello(), clock=Clock(1, 0), timer=seconds)
    assert (again.end_reason, again.winner) == ("time_over", "black")


def test_the_clock_stands_still_while_the_series_is_closed(begin, seconds):
    sitting = begin(Othello(), clock=Clock(1, 5), timer=seconds)
    sitting.play("d3")
    seconds.passes(10)
    sitting.play("c3")
    seconds.passes(7)  # lost with the process: what counts is the last move
    again = begin(Othello(), clock=Clock(1, 5), timer=seconds)
    assert again.seconds_left == {"black": 65, "white": 55}
    seconds.passes(3)
    assert again.seconds_left == {"black": 62, "white": 55}


def test_a_pause_stops_the_clock(begin, seconds):
    sitting = begin(Othello(), clock=Clock(1, 0), timer=seconds)
    sitting.play("d3")
    seconds.passes(10)
    sitting.pause()
    seconds.passes(1000)
    assert sitting.seconds_left["white"] == 50
    sitting.go_on()
    seconds.passes(5)
    assert sitting.seconds_left["white"] == 45


def test_taking_back_gives_no_time(begin, seconds):
    sitting = begin(Othello(), clock=Clock(1, 5), timer=seconds)
    sitting.play("d3")
    for _ in range(4):
        seconds.passes(2)
        sitting.play("c3")
        sitting.undo()
    assert sitting.seconds_left == {"black": 65, "white": 60}  # gained nothing by the fives
    seconds.passes(20)
    sitting.play("c3")
    sitting.undo()
    assert sitting.seconds_left == {"black": 65, "white": 45}


def test_without_a_clock_there_is_no_hurry(begin, seconds):
    sitting = begin(Othello(), timer=seconds)
    sitting.play("d3")
    seconds.passes(10**6)
    assert sitting.seconds_left is None
    assert sitting.check_time()


@pytest.mark.parametrize("given", [(0, 5), (-1, 5), (3, -1), (float("nan"), 5), (True, 1), ("3", 5)])
def test_a_clock_has_time(given):
    with pytest.raises(RulesError, match="allowed: a number"):
        Clock(*given)


# --- the folder --------------------------------------------------------------------------------------------


def test_opened_again_in_one_process_the_older_board_is_closed(begin):
    older = begin()
    newer = begin()
    with pytest.raises(DataError, match="was closed"):
        older.play("d3")
    newer.play("d3")


def test_another_process_waits_its_turn(begin):
    sitting = begin()
    program = f"""
        from variantlab.games.othello.rules import Othello
        from variantlab.study.sitting import Sitting
        try:
            Sitting.open(Othello(capture="vanish"), {str(sitting.folder)!r})
        except ValueError as error:
            print(error)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    refused = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "another notebook or program" in refused.stdout
    sitting.close()
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""


def test_a_killed_process_leaves_its_last_move(begin, tmp_path):
    program = f"""
        import os
        from variantlab.games.othello.rules import Othello
        from variantlab.study.sitting import Sitting
        sitting = Sitting.open(Othello(capture="vanish"), {str(tmp_path / "series")!r})
        sitting.note("before")
        sitting.play("d3")
        os._exit(1)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=False)
    sitting = begin()
    assert sitting.moves == ("d3",)
    assert sitting.notes == ((0, "before"),)
    assert sitting.resumed


def test_a_folder_keeps_its_series(begin, tmp_path):
    begin(VANISH, n_games=3).close()
    for options, field in [
        ({"game": Othello()}, "rules capture='vanish'"),
        ({"cap": 60}, "rules max_plies=100"),
        ({"n_games": 4}, "n_games 3"),
        ({"players": ("person", "random")}, "players"),
        ({"seed": 1}, "seed 0"),
        ({"clock": Clock()}, "clock None"),
        ({"order": "halves"}, "order"),
        ({"names": ("Aki", "Ben")}, "names"),
    ]:
        with pytest.raises(DataError, match="holds a series with") as refused:
            begin(**({"game": VANISH, "n_games": 3} | options))
        assert field in str(refused.value)
    assert Sitting.resume(tmp_path / "series").n_games == 3


def test_a_board_is_not_closed_for_a_series_that_cannot_be_opened(begin):
    older = begin(VANISH)
    with pytest.raises(DataError, match="holds a series"):
        begin(Othello())
    older.play("d3")


def test_what_lies_in_a_folder_is_left_alone(tmp_path):
    other = tmp_path / "holiday"
    other.mkdir()
    (other / "photo.png").write_bytes(b"x")
    with pytest.raises(DataError, match=r"empty folder, not one with photo\.png"):
        Sitting.open(VANISH, other)
    with pytest.raises(DataError, match="the folder of a series"):
        Sitting.resume(tmp_path / "nowhere")
    assert [path.name for path in other.iterdir()] == ["photo.png"]


@pytest.mark.parametrize("name", ["CON", "a b", "x" * 300, "nul.txt", "a:b", "*", "end."])
def test_a_folder_has_a_safe_name(name, tmp_path):
    with pytest.raises(DataError, match="file name"):
        Sitting.open(VANISH, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "because"),
    [
        ({"players": ("person", "greddy")}, "Did you mean 'greedy'"),
        ({"players": ("person", "perfect"), "game": Othello()}, "more than 20,000 positions"),
        ({"players": ("perfect", "person"), "game": ThrowOthello()}, "perfect"),
        ({"players": "person"}, "two texts"),
        ({"players": ("person", "")}, "how a computer plays"),
        ({"n_games": 0}, "1 to 99"),
        ({"n_games": True}, "1 to 99"),
        ({"cap": 0}, "^cap: got 0"),
        ({"clock": 3}, "Clock"),
        ({"order": "half"}, "Did you mean 'halves'"),
        ({"seed": -1}, "seed"),
        ({"lang": "fr"}, "en, ja"),
        ({"names": ("Aki",)}, "two texts"),
        ({"names": ("x" * 61, "y")}, "at most 60"),
    ],
)
def test_wrong_arguments_leave_no_series(options, because, begin, tmp_path):
    with pytest.raises(VariantlabError, match=because):
        begin(**({"game": VANISH} | options))
    assert not (tmp_path / "series" / "series.json").exists()
    begin()  # and the folder is free


def test_equal_names_are_told_apart(begin):
    assert begin(names=("Aki", "Aki")).names == ("Aki 1", "Aki 2")


def test_a_computer_is_called_by_how_it_plays(begin):
    assert begin(players=("person", "greedy")).names == ("A", "greedy")


@pytest.mark.parametrize("text", ['<img src=x onerror=alert(1)>"', "=1+1", "ж\u202eж", "\x00", "\ud800", "ﾊﾟ"])
def test_hostile_text_is_kept_as_text(text, begin):
    sitting = begin(names=(text, "Ben"))
    sitting.note(text)
    sitting.remark(text)
    again = begin()
    assert again.notes == sitting.notes
    assert again.names == sitting.names
    assert again.remark_text.encode("utf-8")


def test_a_text_has_a_length(begin):
    with pytest.raises(DataError, match="at most 2,000"):
        begin().note("x" * 2001)


def test_a_damaged_description_names_the_file_and_the_way_on(begin, tmp_path):
    begin().close()
    file = tmp_path / "series" / "series.json"
    for text in ("{", "[]", '{"format": 9}', file.read_text("utf-8").replace('"vanish"', '"vanihs"', 1)):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match="Restore it from a copy"):
            begin()


def test_every_event_has_its_words_in_both_languages():
    values = {
        "colour": "sente",
        "number": 3,
        "turns": 2,
        "file": "a",
        "other": "b",
        "reason": "r",
        "text": "t",
    }
    for kind in EVENTS:
        en, ja = (event_words({"kind": kind, **values}, lang) for lang in ("en", "ja"))
        assert en.isascii()
        assert not ja.isascii()
        assert "{" not in en + ja


def test_times_are_utc_and_the_day_is_the_reader_s(begin):
    moment = datetime(2026, 4, 1, 12, 0, tzinfo=UTC)
    sitting = begin(now=lambda: moment)
    event = json.loads((sitting.folder / "game-01.jsonl").read_text("utf-8").splitlines()[0])
    assert event["at"] == "2026-04-01T12:00:00+00:00"
    assert event["date"] == moment.astimezone().date().isoformat()


def test_a_full_disk_stops_the_move_and_nothing_else(begin, monkeypatch):
    sitting = begin()
    monkeypatch.setattr(room.os, "fsync", lambda handle: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(DataError, match="No space left"):
        sitting.play("d3")
    assert sitting.moves == ()
    monkeypatch.undo()
    sitting.play("c4")
    assert begin().moves == ("c4",)
