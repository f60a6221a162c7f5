"""Move lists, GGF and WTHOR are read as they were meant, and refused with a reason where they cannot be."""

import re
import struct
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games.othello.playing import GOLDEN, ROOT, VARIANTS, random_game
from variantlab.errors import DataError, MoveError, RulesError, VariantlabError
from variantlab.games.othello.notation import (
    moves_of,
    played,
    read_ggf,
    read_wthor,
    read_wthor_names,
    replay,
    write_moves,
)
from variantlab.games.othello.rules import Othello

STANDARD = Othello()
# Black is wiped out at 0-59 though white never passes: an independent program's game, capitals for black.
RECORD_OF_23_PASSES = (
    "F5d6C4g5D7c7H5d8B8b7B6a7b5A6a5b4B3c6E8f8C8a8e7a4b2A2c2D2d1e2"
    "F2c5c3a1a3e6d3f6F7f1g2H2e3F4b1g1c1e1g8g7f3h1h3h4h6"
)


def read_or_refused(read, given):
    """What a reader returns and None, or None and its refusal; any other error goes through."""
    try:
        return read(given), None
    except VariantlabError as error:
        return None, str(error)


def sample(name):
    return (ROOT / "tests/data" / name).read_text(encoding="utf-8")


def facts(position):
    """What a golden transcript may state of a finished game."""
    record = position.record()
    empty = position.game.size**2 - record["black"] - record["white"]
    return record | {"empty": empty, "margin": position.margin}


# Move lists


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "f5 d6\nc3\td3\r\nc4",
        "f5, d6, c3, d3, c4",
        "f5;d6;c3;d3;c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1) f5 d6 2) c3 d3 3) c4",
        "1: f5 d6 2: c3 d3 3: c4",
        "1. f5 1... d6 2. c3 2... d3 3. c4",
        "f5 d6 c3 d3 c4 40-24",
        "f5 d6 c3 d3 c4 1-0",
        "f5 d6 c3 d3 c4 1/2-1/2",
        "f5 d6 c3 d3 c4 *",
        "f5 {the tiger: d6 e3} d6 {}c3 d3 c4",
        '[Event "a [b] c3"]\n[Black "P1"]\n\n1. f5 d6 2. c3 d3 3. c4 6-3',
        "ｆ５ｄ６ｃ３ｄ３ｃ４",
    ],
)
def test_moves_of_reads_the_ways_of_writing(text):
    assert moves_of(text) == ("f5", "d6", "c3", "d3", "c4")


@pytest.mark.parametrize("word", ["--", "pass", "PASS", "pa", "Ps", "パス", "ﾊﾟｽ"])
@pytest.mark.parametrize("layout", ["h6{}c5", "h6 {} c5", "4. h6 {} 5. c5"])
def test_moves_of_reads_every_word_for_a_pass(word, layout):
    assert moves_of(layout.replace("{}", word)) == ("h6", "--", "c5")


def test_moves_of_keeps_what_vanished():
    assert moves_of("D3(D4) c5() e6( d5, e5 )f4") == ("d3(d4)", "c5()", "e6(d5e5)", "f4")


def test_no_moves():
    assert moves_of(" \n {nothing yet} ") == ()
    assert replay(STANDARD, "") == STANDARD.start_position()


@pytest.mark.parametrize(
    ("text", "ply", "word"),
    [
        ("f5 x9 d6", 2, "x9"),
        ("f5 d9", 2, "d9"),
        ("f5 d 6", 2, "d"),
        ("f5 -- d6 12 c3", 3, "12"),
        ("f5 40-24 d6", 2, "40-24"),
        ("f5 {never closed", 2, "{never"),
        ("f5 d3(d4", 3, "(d4"),
        ("f5 d3(z9)", 3, "(z9)"),
        ("<script>", 1, "<script>"),
    ],
)
def test_a_word_that_cannot_be_read_is_named_with_its_ply(text, ply, word):
    with pytest.raises(MoveError, match=rf"^move list, ply {ply}: got '{re.escape(word)}'; allowed: squares"):
        moves_of(text)


@given(st.text(alphabet="abdhx12589()-,.:;*{}[]\"' \n\u30d1\u30b9pPsS", max_size=60))
@example("d3(" + "d4  " * 40)
@example('[a "' * 40)
@example("{" * 60 + "1" * 60)
def test_any_text_is_read_or_refused(text):
    moves, refusal = read_or_refused(moves_of, text)
    if refusal is None:
        assert moves_of(" ".join(moves)) == moves
    else:
        assert refusal.startswith("move list, ply ")


@pytest.mark.parametrize("entry", GOLDEN["transcripts"][:2], ids=lambda entry: entry["file"])
def test_transcripts_with_marks_numbers_and_headers(entry):
    final = replay(STANDARD, (ROOT / entry["file"]).read_text(encoding="utf-8"))
    (expected,) = entry["games"]
    assert final.is_over
    assert {name: facts(final)[name] for name in expected} == expected


def test_a_transcript_reads_the_same_without_its_pass_marks():
    text = sample("othello_playok.txt")
    assert text.count("--") == 4
    with_marks, without = (replay(STANDARD, each) for each in (text, text.replace("--", "")))
    assert with_marks.record() == without.record()


def test_capitals_name_the_colours_of_a_record_but_are_not_needed():
    positions = played(STANDARD, RECORD_OF_23_PASSES)
    squares = re.findall("[A-Za-z][1-8]", RECORD_OF_23_PASSES)
    movers = [before.to_move for before, after in pairwise(positions) if not after.last_move.is_pass]
    assert movers == ["black" if square[0].isupper() else "white" for square in squares]
    record = positions[-1].record()
    assert (record["plies"], record["passes_black"], record["passes_white"]) == (55, 23, 0)
    assert (record["black"], record["white"], record["end_reason"]) == (0, 59, "wipeout")
    assert replay(STANDARD.replace(empties_to_winner=True), RECORD_OF_23_PASSES).margin == -64


def test_a_forced_pass_may_be_written_or_left_out():
    opening = "f5f6d3g5h5h4f7h6"
    assert [str(move) for move in replay(STANDARD, opening).legal_moves()] == ["--"]
    written, left_out = played(STANDARD, opening + "--c5"), played(STANDARD, opening + "c5")
    assert written == left_out
    assert written[-1].passes_black == left_out[-1].passes_black == 1


def test_a_pass_that_is_not_forced_says_the_ply_and_what_is_legal():
    with pytest.raises(MoveError) as caught:
        replay(STANDARD, "f5 pass d6")
    assert str(caught.value) == (
        "ply 2, white to move: move: got '--'; allowed: f4, d6, f6. There is no voluntary pass."
    )


def test_a_second_pass_in_a_row_is_refused():
    with pytest.raises(MoveError, match=r"^ply 9, white to move: .*allowed: c5, e7\."):
        replay(STANDARD, "f5f6d3g5h5h4f7h6 -- --")


def test_an_illegal_move_says_the_ply_the_reason_and_what_is_legal():
    with pytest.raises(MoveError) as caught:
        replay(STANDARD, "f5 d6 d6")
    assert str(caught.value) == (
        "ply 3, black to move: move: got 'd6'; allowed: c3, c4, c5, c6, c7. d6 is taken."
    )


@pytest.mark.parametrize("extra", ["d3", "h8", "--"])
def test_a_move_after_the_end_is_refused(extra):
    with pytest.raises(MoveError, match=r"^ply 4, white to move: .*the game is over\. It ended: no_moves\."):
        replay(Othello(capture="vanish"), f"d3 c5 e6 {extra}")


def test_a_list_that_does_not_say_what_vanished_cannot_be_replayed():
    mixed = Othello(capture="mixed")
    with pytest.raises(MoveError, match=r"^ply 1, .*allowed: d3\(\), d3\(d4\)\. Name the discs that left"):
        replay(mixed, "d3 c3")
    final = replay(mixed, "d3() c3(d4)")
    assert final.diagram() == "......../......../..OX..../....X.../...XO.../......../......../........ b"


def test_the_mover_s_choice_is_part_of_the_move():
    game = Othello(capture="vanish_one", vanish_choice="choice", size=4, start=".OOX/O.../O.../X... b")
    position = replay(game, "a1(c1)")
    assert position.squares("white") == ("b1", "a2", "a3")
    with pytest.raises(
        MoveError, match=r"allowed: a1\(b1\), a1\(c1\), a1\(a2\), a1\(a3\)\. The mover chooses"
    ):
        replay(game, "a1")
    with pytest.raises(MoveError, match=r"got 'a1\(d1\)'; allowed: a1\(b1\), a1\(c1\)"):
        replay(game, "a1(d1)")


def test_a_move_that_leaves_nothing_to_chance_needs_no_parentheses():
    free = Othello(capture="mixed", placement="free", size=4)
    assert replay(free, "a1").last_move == replay(free, "a1()").last_move
    one = Othello(capture="vanish_one")
    assert replay(one, "d3") == replay(one, "d3(d4)")


def test_rules_that_decide_take_the_discs_that_vanished_too_and_check_them():
    vanish = Othello(capture="vanish")
    assert replay(vanish, "d3(d4) e3(e4)") == replay(vanish, "d3e3")
    with pytest.raises(MoveError, match=r"got 'd3\(\)'; allowed: d3\(d4\)\."):
        replay(vanish, "d3()")


def test_a_square_off_a_small_board():
    with pytest.raises(MoveError, match=r"e5 is off the board, which ends at d4\.$"):
        replay(Othello(size=4), "e5")


def test_a_list_may_begin_at_another_position():
    start = STANDARD.position("......../......../......../...XO.../...OX.../......../......../........ b")
    assert replay(STANDARD, "e3", start).squares("black") == ("e3", "d4", "e4", "e5")
    with pytest.raises(RulesError, match=r"^start: got .*allowed: a position of Othello\(size=4\)"):
        replay(Othello(size=4), "d3", start)


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_is_written_reads_back(game, seed, passes, upper):
    positions = random_game(game, seed)
    text = write_moves(positions, passes=passes)
    again = played(game, text.upper() if upper else text)
    forgotten_pass = not passes and positions[-1].last_move.is_pass
    expected = positions[:-1] if forgotten_pass else positions
    assert [position.diagram() for position in again] == [position.diagram() for position in expected]
    assert again[-1].record() == expected[-1].record()
    assert write_moves(again, passes=passes) == text


def test_write_moves_takes_moves_and_texts():
    positions = played(STANDARD, "f5f6d3g5h5h4f7h6c5")
    moves = [position.last_move for position in positions[1:]]
    texts = [str(move) for move in moves]
    assert write_moves(moves) == write_moves(texts) == write_moves(positions) == " ".join(texts)
    assert write_moves(moves, passes=False) == "f5 f6 d3 g5 h5 h4 f7 h6 c5"


def test_a_start_given_as_a_move_list_has_no_plies():
    game = Othello(start="1. F5 d6 2. c5 {an opening}")
    assert (game.start_position().plies, game.start_position().to_move) == (0, "white")
    assert game.start_position().diagram() == replay(STANDARD, "f5d6c5").diagram()


def test_a_start_is_played_under_the_rules_own_capture():
    assert Othello(capture="vanish", start="d3c5").start_position().count("black") == 2
    assert Othello(capture="mixed", start="d3(d4)").start_position().count("white") == 1
    with pytest.raises(RulesError, match=r"^start: ply 1, .*Name the discs that left the board"):
        Othello(capture="mixed", start="d3")
    with pytest.raises(RulesError, match=r"^start: ply 2, .*f5 is taken"):
        Othello(start="f5f5")


# GGF


def ggf(moves="B[F5//1]W[D6/0.5/2]", board="-" * 27 + "O*------*O" + "-" * 27, extra="", game="Othello"):
    rows = " ".join(board[at : at + 8] for at in range(0, 64, 8))
    return f"(;GM[{game}]PB[Ann]PW[<b>Bob</b>]DT[2000-4-16]TY[8]RE[+3.00:r]{extra}BO[8 {rows} *]{moves};)"


def test_ggf_games_of_one_text():
    entry = GOLDEN["transcripts"][2]
    records = read_ggf((ROOT / entry["file"]).read_text(encoding="utf-8"))
    assert [record.index for record in records] == [0, 1, 2]
    for record, expected in zip(records, entry["games"], strict=True):
        final = record.final()
        assert final.is_over
        assert {name: facts(final)[name] for name in expected} == expected
        assert float(record.result) == final.margin


def test_ggf_game_of_random_discs_keeps_its_start():
    record = read_ggf(sample("othello_three_games.ggf"))[2]
    assert (record.kind, record.start.count("black") + record.start.count("white")) == ("s8r18", 18)
    assert record.start.to_move == "black"
    assert record.start.squares("black")[:4] == ("c1", "d1", "c2", "d2")


def test_ggf_facts_stay_as_written():
    (record,) = read_ggf(ggf())
    assert record.players == ("Ann", "<b>Bob</b>")
    assert (record.date, record.result, record.kind) == ("2000-4-16", "+3.00:r", "8")
    assert (record.moves, record.movers) == (("f5", "d6"), ("black", "white"))
    assert record.start == STANDARD.start_position()
    assert record.final() == replay(STANDARD, "f5d6")


@pytest.mark.parametrize(
    "moves",
    [
        "B[f5]W[d6]",
        "B[F5/-48.50/0.93] W[D6//1]\n",
        "1. B[F5] 2. W[D6]",
        "B1[F5]W2[D6]",
        "B[ f5 // 1.2 ]W[d6/]",
    ],
)
def test_ggf_moves_with_times_values_and_numbers(moves):
    assert read_ggf(ggf(moves))[0].moves == ("f5", "d6")


@pytest.mark.parametrize("word", ["PA", "pass", "PASS//1.67"])
def test_ggf_passes(word):
    moves = "".join(
        f"{'BW'[i % 2]}[{square}]"
        for i, square in enumerate(["f5", "f6", "d3", "g5", "h5", "h4", "f7", "h6"])
    )
    written = read_ggf(ggf(f"{moves}B[{word}]W[c5]"))[0]
    left_out = read_ggf(ggf(f"{moves}W[c5]"))[0]
    assert written.moves[8:] == ("--", "c5")
    assert written.final().record() == left_out.final().record()
    assert written.final().passes_black == 1


def test_ggf_text_around_games_and_marks_inside_names():
    text = f"2 games\n{ggf()}\n\n{ggf().replace('Ann', '(;x')} the end"
    assert [record.players[0] for record in read_ggf(text)] == ["Ann", "(;x"]
    assert read_ggf("  \n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6c3", r"^GGF text: got 'f5d6c3'; allowed: games such as"),
        (ggf()[:-2], r"^game 1: got 'the end of the text'; allowed: properties"),
        (ggf()[:-8], r"^game 1: got 'W\[D6/'; allowed: properties"),
        (ggf(game="Amazons"), r"^game 1, GM: got 'Amazons'; allowed: Othello\."),
        (ggf() + ggf("B[Z9]"), r"^game 2, move: got 'Z9'; allowed: a square such as F5"),
        (ggf("B[f5d6]"), r"^game 1, move: got 'f5d6'"),
        (ggf("B[]"), r"^game 1, move: got ''"),
        (
            ggf(board="-" * 64).replace("BO[8", "BO[10"),
            r"^game 1, BO: got '10 .*allowed: the size \(4, 6 or 8\)",
        ),
        (ggf().replace("BO", "XX"), r"^game 1, BO: got ''"),
        (ggf(board="?" + "-" * 63), r"^game 1, BO: sign in the diagram: got '\?'"),
        (ggf().replace(" *]", " ?]"), r"^game 1, BO: side to move: got '\?'; allowed: black, white"),
    ],
)
def test_ggf_that_cannot_be_read(text, message):
    with pytest.raises(DataError, match=message):
        read_ggf(text)


def test_ggf_moves_are_checked_by_the_rules_when_replayed():
    with pytest.raises(
        DataError, match=r"^game 1: ply 2, white to move: .*allowed: f4, d6, f6\. a1 brackets"
    ):
        read_ggf(ggf("B[f5]W[a1]"))[0].final()
    with pytest.raises(DataError, match=r"^game 1, ply 2: got 'd6 by black'; allowed: white to move\."):
        read_ggf(ggf("B[f5]B[d6]"))[0].final()


@given(st.text(alphabet="(;)GM[Othello]BO8*- W.F5/\n", max_size=80))
def test_any_ggf_text_is_read_or_refused(text):
    records, refusal = read_or_refused(read_ggf, text)
    assert records == ([] if not text.strip() else None)
    assert (refusal is None) == (records == [])


# WTHOR


def wthor(*games, n_games=None, size=8, kind=0, year=1998):
    """A WTHOR file; a game is (black, white, score, squares)."""
    header = struct.pack(
        "<4BIHH4B", 20, 1, 12, 31, len(games) if n_games is None else n_games, 0, year, size, kind, 22, 0
    )
    return header + b"".join(
        struct.pack("<3HBB", 7, black, white, score, score) + bytes(moves).ljust(60, b"\0")
        for black, white, score, moves in games
    )


def wthor_bytes(squares):
    return [10 * int(square[1]) + "abcdefgh".index(square[0]) + 1 for square in squares]


def names_file(*names):
    header = struct.pack("<4BIHH4B", 20, 1, 12, 31, 0, len(names), 0, 0, 0, 0, 0)
    return header + b"".join(name.encode("cp1252").ljust(20, b"\0") for name in names)


WIPEOUT = moves_of("f5d6c5f4e7f6g5e6e3")


def test_wthor_game():
    (record,) = read_wthor(wthor((1, 0, 64, wthor_bytes(WIPEOUT))))
    assert record.moves == WIPEOUT
    assert (record.result, record.date, record.players) == ("64-0", "1998", ("player 1", "player 0"))
    final = record.final()
    assert (final.count("black"), final.count("white"), final.end_reason) == (13, 0, "wipeout")
    assert replay(STANDARD.replace(empties_to_winner=True), record.moves).margin == 64


def test_wthor_rows_are_tens_and_columns_units():
    assert read_wthor(wthor((0, 0, 32, [56, 18, 81])))[0].moves == ("f5", "h1", "a8")


def test_wthor_writes_no_passes():
    squares = moves_of(RECORD_OF_23_PASSES)
    record = read_wthor(wthor((0, 1, 0, wthor_bytes(squares))))[0]
    assert record.final().passes_black == 23
    assert record.result == "0-64"


def test_wthor_games_keep_their_order_and_numbers():
    records = read_wthor(wthor(*[(number, 9, 32, [56]) for number in range(5)], size=0))
    assert [(record.index, record.players[0]) for record in records] == [(n, f"player {n}") for n in range(5)]


def test_wthor_names():
    names = read_wthor_names(names_file("Zoé", "a" * 20, "", "<i>"))
    assert names == ["Zoé", "a" * 20, "", "<i>"]
    (record,) = read_wthor(wthor((3, 4, 32, [])), names)
    assert record.players == ("<i>", "player 4")


def test_wthor_from_a_file(tmp_path):
    path = tmp_path / "WTH_1998.wtb"
    path.write_bytes(wthor((0, 1, 33, [56, 64])))
    assert read_wthor(path) == read_wthor(str(path)) == read_wthor(path.read_bytes())
    with pytest.raises(DataError, match=r"no\.wtb'; allowed: a file that can be read"):
        read_wthor(tmp_path / "no.wtb")


def test_wthor_file_that_is_far_too_large_is_not_read(tmp_path):
    path = tmp_path / "large.wtb"
    with path.open("wb") as stream:
        stream.truncate(3 * 10**9)
    with pytest.raises(DataError, match=r"got '3000000000 bytes'; allowed: at most"):
        read_wthor(path)


GOOD = wthor((0, 1, 33, [56, 64]))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", r"got '0 bytes'; allowed: a header of 16 bytes, then the records\. It may be cut off"),
        (GOOD[:15], r"got '15 bytes'"),
        (GOOD[:-1], r"bytes after the header: got 67; allowed: 68, for the 1 games that its header promises"),
        (GOOD + b"\0", r"got 69; allowed: 68"),
        (wthor(n_games=2**32 - 1), r"got 0; allowed: 292057776060, for the 4294967295 games"),
        (wthor(size=10), r"size of the board: got 10; allowed: 8"),
        (wthor(kind=1), r"kind of game: got 1; allowed: 0, whole games \(1 is puzzles\)"),
        (wthor((0, 0, 65, [56])), r"game 1, black's score: got 65; allowed: 0 to 64"),
        (
            wthor((0, 0, 1, [56]), (0, 0, 1, [56, 19])),
            r"game 2, ply 2: got 19; allowed: 10 \* row \+ column, 11 to 88",
        ),
        (wthor((0, 0, 1, [56, 0, 64])), r"game 1, ply 2: got 0"),
        (wthor((0, 0, 1, [56, 98])), r"got 98"),
        (wthor((0, 0, 1, [255])), r"got 255"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_wthor_that_cannot_be_read(content, message):
    with pytest.raises(DataError, match=message):
        read_wthor(content)


def test_wthor_names_cut_off():
    with pytest.raises(DataError, match=r"got 39; allowed: 40, for the 2 names"):
        read_wthor_names(names_file("Ann", "Bob")[:-1])


def test_wthor_illegal_move_is_found_when_replayed():
    record = read_wthor(wthor((0, 1, 33, [56]), (0, 1, 33, [56, 11])))[1]
    with pytest.raises(DataError, match=r"^game 2: ply 2, white to move: move: got 'a1'"):
        record.final()


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content):
    n_games, n_names = (int.from_bytes(content[a:b], "little") for a, b in ((4, 8), (8, 10)))
    for read, n_records in ((read_wthor, n_games), (read_wthor_names, n_names)):
        records, refusal = read_or_refused(read, content)
        assert refusal.startswith("WTHOR file") if records is None else len(records) == n_records
