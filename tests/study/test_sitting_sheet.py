"""The record sheet of games by hand: right by the rules, safe in a spreadsheet, never written over."""

import csv
import io
import random

import pytest

from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.simulate import simulate
from variantlab.study.records import read_records, together
from variantlab.study.records_words import ARTICLE_COLUMNS, OPTIONAL_COLUMNS, header
from variantlab.study.sitting import Sitting
from variantlab.study.sitting_sheet import fits_the_article, plain_text

VANISH = Othello(capture="vanish")


def play_out(sitting, rng, games=None):
    """Play the games of a series at random."""
    for number in range(1, (games or sitting.n_games) + 1):
        while not sitting.is_over:
            if not sitting.person_to_move:
                sitting.reply()
                continue
            move = rng.choice(sitting.position.legal_moves())
            sitting.play(move.square if getattr(move, "removed", ()) is None else move)
        if number < (games or sitting.n_games):
            sitting.next_game()


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "game",
    [
        Othello(),
        VANISH,
        Othello(capture="vanish_one"),
        Othello(capture="vanish_one", vanish_choice="choice"),
        Othello(capture="vanish_one", vanish_choice="farthest"),
        Othello(capture="mixed"),
        Othello(capture="mixed", vanish_probability=0.125),
    ],
    ids=str,
)
def test_the_article_s_sheet_is_read_back_without_a_fault_and_replayed(game, lang, tmp_path):
    with Sitting.open(
        game, tmp_path / "s", n_games=3, cap=30, seed=1, lang=lang, names=("綾", "=x")
    ) as sitting:
        play_out(sitting, random.Random(5))
        found = read_records(sitting.sheet_path)
        assert found.is_good, found.text()
        assert len(found.games) == 3
        top = sitting.sheet_path.read_text(encoding="utf-8-sig").splitlines()[0]
        assert top.split(",") == [header(name, lang) for name in (*ARTICLE_COLUMNS, *OPTIONAL_COLUMNS)]
        for game_read, play in zip(found.games, sitting.plays, strict=True):
            record = play.position.record()
            for name in ("plies", "passes", "end_reason", "black", "white", "winner", "first_stuck"):
                assert getattr(game_read, name) == record[name], name
            assert game_read.rule == game.rule
            assert game_read.method == "hand"
            assert game_read.name_black == sitting.names[play.seats["black"]]
            assert tuple(game_read.moves.split()) == play.moves


def test_games_of_a_series_have_ids_of_their_own_that_are_no_dates(tmp_path):
    ids = set()
    for folder in ("2026-04", "2026-05"):
        with Sitting.open(VANISH, tmp_path / folder, n_games=2) as sitting:
            play_out(sitting, random.Random(1))
            ids |= {game.game_id for game in read_records(sitting.sheet_path).games}
    assert ids == {"2026-04-g01", "2026-04-g02", "2026-05-g01", "2026-05-g02"}


@pytest.mark.parametrize(
    "remark",
    ["=1+1", "+81", "-", "@SUM(A1)", "'=x", "\t=x", "＝１", "two\nlines", 'a "quoted", word', "NA", "  ",
     "石\x00は\x80二つ", "<script>alert(1)</script>", "\u202eabc"],
)  # fmt: skip
def test_a_remark_is_no_formula_and_is_read_back_as_typed(remark, tmp_path):
    with Sitting.open(VANISH, tmp_path / "s", n_games=1, names=(remark, "Ben")) as sitting:
        play_out(sitting, random.Random(1))
        sitting.remark(remark)
        cells = next(csv.reader(io.StringIO(sitting.sheet_path.read_text("utf-8-sig").splitlines()[-1])))
        assert not any(cell.startswith(tuple("=+-@\t\r＝＋－＠")) for cell in cells)
        found = read_records(sitting.sheet_path)
        assert found.is_good, found.text()
        assert found.games[0].remark == plain_text(remark)
        assert sitting.remark_text == remark


def test_a_remark_may_come_later_and_be_changed(tmp_path):
    with Sitting.open(VANISH, tmp_path / "s", n_games=2) as sitting:
        play_out(sitting, random.Random(1))
        assert sitting.row_written
        sitting.remark("first", number=1)
        sitting.remark("second")
        sitting.remark("the first, seen again", number=1)
        assert [row["remark"] for row in rows(sitting.sheet_path)] == ["the first, seen again", "second"]


def test_what_was_stopped_is_capped_without_a_winner_and_says_why(tmp_path):
    with Sitting.open(Othello(), tmp_path / "s", n_games=3, lang="ja") as sitting:
        sitting.play("d3")
        sitting.resign()
        sitting.remark("疲れた")
        sitting.next_game()
        sitting.resign()  # before any move: no game at all
        assert sitting.events[-1] == {"kind": "no_row", "number": 2}
        found = read_records(sitting.sheet_path)
        assert found.is_good
        assert [(game.end_reason, game.winner, game.remark) for game in found.games] == [
            ("capped", None, "白が投了しました。 疲れた")
        ]
        assert sitting.results[0]["winner"] == "black"


def test_the_end_taken_back_takes_its_row_back(tmp_path):
    with Sitting.open(VANISH, tmp_path / "s", n_games=1) as sitting:
        play_out(sitting, random.Random(1))
        assert len(rows(sitting.sheet_path)) == 1
        sitting.undo()
        assert rows(sitting.sheet_path) == []
        assert not sitting.row_written
        sitting.redo()
        assert len(rows(sitting.sheet_path)) == 1


def test_a_sheet_changed_by_hand_is_left_alone_and_goes_on_beside(tmp_path):
    with Sitting.open(VANISH, tmp_path / "s", n_games=3) as sitting:
        play_out(sitting, random.Random(1), games=1)
        first = sitting.sheet_path
        mine = first.read_bytes() + "私のメモ,,,,,,,,,,,,,\r\n".encode()
        first.write_bytes(mine)
        sitting.next_game()
        play_out(sitting, random.Random(2), games=1)
        assert sitting.events[-1] == {"kind": "sheet_changed", "file": "games.csv", "other": "games-2.csv"}
        assert sitting.sheet_path.name == "games-2.csv"
        assert len(rows(sitting.sheet_path)) == 2
        sitting.remark("more")
        assert "sheet_changed" not in [told["kind"] for told in sitting.events]
    with Sitting.resume(tmp_path / "s") as again:
        again.next_game()
        play_out(again, random.Random(3), games=1)
        assert len(rows(again.sheet_path)) == 3
        assert again.sheet_path.name == "games-2.csv"
    assert first.read_bytes() == mine


def test_a_sheet_that_cannot_be_written_stops_no_game(tmp_path, monkeypatch):
    def is_open_elsewhere(path, content):
        raise PermissionError(13, "Permission denied")

    with Sitting.open(VANISH, tmp_path / "s", n_games=2) as sitting:
        with monkeypatch.context() as patched:
            patched.setattr("variantlab.study.sitting_sheet.write_bytes_atomically", is_open_elsewhere)
            play_out(sitting, random.Random(1), games=1)
            assert sitting.events[-1]["kind"] == "sheet_not_written"
            assert not sitting.row_written
        sitting.next_game()
        play_out(sitting, random.Random(1), games=1)
        assert len(rows(sitting.sheet_path)) == 2


def test_a_sheet_lost_is_written_again(tmp_path):
    with Sitting.open(VANISH, tmp_path / "s", n_games=1) as sitting:
        play_out(sitting, random.Random(1))
        content = sitting.sheet_path.read_bytes()
        sitting.sheet_path.unlink()
    with Sitting.resume(tmp_path / "s") as again:
        assert again.sheet_path.read_bytes() == content


@pytest.mark.parametrize(
    ("game", "players"),
    [
        (Othello(size=6), ("person", "person")),
        (Othello(start="parallel"), ("person", "greedy")),
        (Othello(size=6, start="scattered"), ("random", "random")),
        (Chopsticks(), ("person", "perfect")),
        (NegaeriShogi(), ("person", "greedy")),
        (ThrowOthello(discs_each=4), ("person", "person")),
    ],
    ids=str,
)
def test_other_games_keep_the_columns_of_their_own_record(game, players, tmp_path):
    with Sitting.open(
        game, tmp_path / "s", n_games=2, seed=4, players=players, names=("=Aki", "Ben")
    ) as sitting:
        play_out(sitting, random.Random(3))
        written, table = rows(sitting.sheet_path), sitting.table()
    played = simulate(game, n=3, seed=1, progress=False)
    assert set(game.columns) <= set(written[0])
    assert list(table.columns) == list(game.columns)
    for name in game.columns:
        if name not in ("rule", "method", "seed") and not name.startswith("player_"):
            assert table[name].dtype.kind == played[name].dtype.kind, name
    for row, play in zip(written, sitting.plays, strict=True):
        for name, value in play.position.record().items():
            if name != "winning_player":
                assert row[name] == ("" if value is None else str(value)), name
        assert row["move_list"].removeprefix("'").split() == list(play.moves)
        first, second = game.colours
        assert {row[f"player_{first}"], row[f"player_{second}"]} == {"'=Aki", "Ben"}
    assert list(table["method"].unique()) == ["code" if players == ("random", "random") else "hand"]


def test_a_stopped_game_of_another_kind_says_so_in_columns(tmp_path):
    with Sitting.open(Chopsticks(), tmp_path / "s", n_games=1) as sitting:
        sitting.play("1>1")
        sitting.resign()
        row = rows(sitting.sheet_path)[0]
        assert (row["end_reason"], row["winner"]) == ("capped", "")
        assert (row["stopped"], row["stopped_by"]) == ("resigned", "second")


@pytest.mark.parametrize(
    "changes",
    [{"size": 6}, {"start": "parallel"}, {"start": "f5d6"}, {"placement": "free"}, {"discs_each": 9},
     {"komi": 0.5}, {"empties_to_winner": True}, {"capture": "mixed", "vanish_probability": 1 / 3}],
    ids=str,
)  # fmt: skip
def test_rules_that_the_article_s_sheet_cannot_tell(changes):
    assert not fits_the_article(Othello(**changes))


def test_ten_games_beside_the_computer_s(tmp_path):
    with Sitting.open(VANISH, tmp_path / "s") as sitting:
        play_out(sitting, random.Random(8))
        both = together(read_records(sitting.sheet_path), simulate(VANISH, n=100, seed=1, progress=False))
    by_hand, by_code = both.groups
    assert (by_hand.method, by_hand.n_games, by_code.method) == ("hand", 10, "code")
    assert set(by_hand.values["plies"]) == set(by_code.values["plies"]) == {3, 4}
