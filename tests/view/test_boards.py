"""Boards: the right squares are marked, in well-formed SVG that says what it shows; typed text is escaped."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.games.othello.rules import Othello
from variantlab.view.boards import before_and_after, board_svg, boards_row, fates_of_captures, position_html
from variantlab.view.labels import use_language
from variantlab.view.markup import Markup, escaped

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "a\"b'c&d",
    "]]>",
    "\x00\x1b\ud800",
]
# A disc on d1 brackets c2 towards b3, and d2 towards d3.
TWO_LINES = "..../..OO/.X.X/.... b"


def parsed(svg):
    """Return the root of a well-formed drawing of our own."""
    return ElementTree.fromstring(svg)  # noqa: S314


def elements(svg):
    """Return the elements of an SVG that name a square."""
    root = parsed(svg)
    return [element for element in root.iter() if "data-square" in element.attrib]


def marked(svg, mark):
    """Return the squares that carry a mark."""
    return {e.attrib["data-square"] for e in elements(svg) if e.attrib.get("data-mark") == mark}


def discs(svg, colour):
    """Return the squares with a disc of a colour."""
    return {e.attrib["data-square"] for e in elements(svg) if e.attrib.get("data-disc") == colour}


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_discs_and_legal_squares_are_those_of_the_position(size, lang):
    position = Othello(size=size).start_position()
    svg = board_svg(position, lang=lang)
    assert discs(svg, "black") == set(position.squares("black"))
    assert discs(svg, "white") == set(position.squares("white"))
    assert marked(svg, "legal") == set(position.legal_squares())
    assert len(marked(svg, "legal")) == 4
    assert marked(svg, "last") == set()


def test_legal_squares_can_be_left_out():
    assert marked(board_svg(Othello().start_position(), show_legal=False), "legal") == set()


def test_the_last_move_is_marked_unless_told_otherwise():
    position = Othello().start_position().play("d3")
    assert marked(board_svg(position), "last") == {"d3"}
    assert marked(board_svg(position, last_move=""), "last") == set()
    assert marked(board_svg(position, last_move="E6"), "last") == {"e6"}
    passed = Othello(size=4).position("XO../..../..../.... w").play("--")
    assert marked(board_svg(passed), "last") == set()


@pytest.mark.parametrize(
    ("capture", "mark"),
    [("flip", "captured-flip"), ("vanish", "captured-vanish"), ("mixed", "captured-chance")],
)
def test_a_preview_marks_every_captured_disc_by_its_fate(capture, mark):
    svg = board_svg(Othello(size=4, capture=capture).position(TWO_LINES), preview="d1")
    assert marked(svg, mark) == {"c2", "d2"}
    other_marks = {"captured-flip", "captured-vanish", "captured-chance"} - {mark}
    assert all(marked(svg, other) == set() for other in other_marks)
    assert marked(svg, "preview") == {"d1"}
    assert "d1" not in marked(svg, "legal")


def test_flipping_and_vanishing_discs_look_different_and_not_by_colour_alone():
    flips, vanishes = (
        board_svg(Othello(size=4, capture=capture).position(TWO_LINES), preview="d1")
        for capture in ("flip", "vanish")
    )
    shapes = []
    for svg in (flips, vanishes):
        group = next(e for e in elements(svg) if e.attrib.get("data-mark", "").startswith("captured"))
        shapes.append([child.tag.rpartition("}")[2] for child in group])
    assert shapes[0] != shapes[1]


def test_black_and_white_discs_differ_in_shape():
    drawn = elements(board_svg(Othello().start_position()))
    parts = {e.attrib["data-disc"]: len(list(e)) for e in drawn if "data-disc" in e.attrib}
    assert parts["white"] > parts["black"]


def test_fates_follow_the_rule():
    fates = {
        "flip": {"c2": "flip", "d2": "flip"},
        "vanish": {"c2": "vanish", "d2": "vanish"},
        "mixed": {"c2": "chance", "d2": "chance"},
        "vanish_one": {"c2": "chance", "d2": "chance"},
    }
    found = {
        capture: fates_of_captures(Othello(size=4, capture=capture).position(TWO_LINES), "d1")
        for capture in fates
    }
    assert found == fates


@pytest.mark.parametrize(("probability", "fate"), [(0, "flip"), (1, "vanish"), (0.5, "chance")])
def test_mixed_is_certain_at_the_ends(probability, fate):
    position = Othello(size=4, capture="mixed", vanish_probability=probability).position(TWO_LINES)
    assert set(fates_of_captures(position, "d1").values()) == {fate}


def test_the_movers_choice_decides_which_disc_vanishes():
    position = Othello(size=4, capture="vanish_one", vanish_choice="choice").position(TWO_LINES)
    assert fates_of_captures(position, "d1(c2)") == {"c2": "vanish", "d2": "stay"}
    assert marked(board_svg(position, preview="d1(c2)"), "captured-vanish") == {"c2"}
    with pytest.raises(MoveError, match="chooses"):
        board_svg(position, preview="d1")


def test_a_preview_says_what_playing_the_move_does():
    for capture in ("flip", "vanish"):
        position = Othello(capture=capture).start_position()
        for move in position.legal_moves():
            after = position.play(move)
            for square, fate in fates_of_captures(position, move).items():
                holder = "black" if square in after.squares("black") else None
                assert {"flip": "black", "vanish": None}[fate] == holder


def test_moves_and_sizes_that_cannot_be_drawn_are_refused():
    position = Othello().start_position()
    with pytest.raises(MoveError, match="a1"):
        board_svg(position, preview="a1")
    with pytest.raises(VariantlabError, match="a square from a1 to d4"):
        board_svg(Othello(size=4).start_position(), last_move="e5")
    for size_px in (0, -5, 12.5, "300", True, 10**9):
        with pytest.raises(VariantlabError, match="size_px"):
            board_svg(position, size_px=size_px)
    with pytest.raises(VariantlabError, match="language"):
        board_svg(position, lang="fr")


@pytest.mark.parametrize("typed", HOSTILE)
def test_typed_text_appears_only_escaped(typed):
    position = Othello(size=4).start_position()
    svg = board_svg(position, title=typed)
    root = parsed(svg)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "text", "g", "path", "circle"}
    assert "<img" not in svg
    assert "<script" not in svg
    row = boards_row([(typed, position)])
    assert "<img" not in row
    assert "<script" not in row
    assert parsed(row).tag == "div"


def test_the_whole_title_is_there_for_those_who_listen_even_when_it_is_cut_for_the_eye():
    title = "長い題名" * 30
    root = parsed(board_svg(Othello(size=4).start_position(), title=title))
    assert root.find("{*}title").text == title
    assert root.attrib["aria-label"].startswith(title)
    assert root.attrib["role"] == "img"
    shown = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text") if "長" in (text.text or "")]
    assert len(shown[0]) < len(title)
    assert shown[0].endswith("…")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["white to move", "last move: d3", "legal moves: e3, c5"]),
        ("ja", ["白の番", "直前の手：d3", "置けるマス：e3、c5"]),
    ],
)
def test_the_board_says_in_words_what_it_shows(lang, words):
    position = Othello(capture="vanish").start_position().play("d3")
    root = parsed(board_svg(position, lang=lang))
    description = root.find("{*}desc").text
    assert all(text in description for text in words)


def test_a_finished_game_says_how_it_ended():
    position = Othello(size=4, capture="vanish").position("XX../..../..../.... w")
    assert "全滅" in board_svg(position, lang="ja")
    assert "黒勝" in board_svg(position, lang="ja")
    assert "black wins" in board_svg(position, lang="en")
    assert "white must pass" in board_svg(Othello(size=4).position("XO../..../..../.... w"), lang="en")


def test_the_same_board_gives_the_same_text():
    position = Othello().start_position()
    assert board_svg(position, preview="d3") == board_svg(position, preview="d3")
    assert board_svg(position, preview="d3") != board_svg(position, preview="c4")


def test_positions_draw_themselves_in_the_language_of_the_notebook():
    position = Othello(size=4).start_position()
    try:
        use_language("ja")
        assert "黒の番" in position._repr_html_()
        assert position._repr_html_() == position_html(position)
    finally:
        use_language(None)


def test_rows_refuse_text_that_is_no_board():
    with pytest.raises(VariantlabError, match="plain text"):
        boards_row(["<b>not a board</b>"])
    with pytest.raises(VariantlabError, match="plain text"):
        boards_row([("caption", "<svg onload='alert(1)'/>")])


def test_before_and_after_shows_each_board_that_may_follow():
    certain = before_and_after(Othello(size=4, capture="vanish").start_position(), "b1", lang="en")
    assert certain.count("<svg") == 3
    chance = before_and_after(Othello(size=4, capture="mixed").start_position(), "b1", lang="en")
    assert chance.count("<svg") == 4
    assert "(1/2)" in chance


def test_markup_is_escaped_like_all_else_and_shows_itself():
    assert escaped(Markup("<b>")) == "&lt;b&gt;"
    assert Markup("<b>x</b>")._repr_html_() == "<b>x</b>"


def test_boards_need_no_plotting_library():
    code = "import sys, variantlab.view.boards; print({'matplotlib', 'seaborn', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
