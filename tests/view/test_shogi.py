"""Shogi boards: every piece, hand and mark is where the position has it, in words too; text is escaped."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.view.labels import use_language
from variantlab.view.shogi import KANJI, places, position_html, rules_row, shogi_svg, stages_row

START = NegaeriShogi().start_position()
#: Every kind of piece of both sides, and hands of more than nine.
ALL_KINDS = NegaeriShogi().position("+r+b3r/1k2+R1/b1pp+P1/P3+p1/1K2+BR/5B w R17P2b13p 9")
#: A pawn on e1 turns f2, which turns e2, and so on through five stages.
CHAIN = NegaeriShogi().position("2k3/Ppb+Prb/2p2p/1P2r1/2PPPp/1BRKB1 b 2Prp 23")
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<img src=x onerror=alert(1)>", "a\"b'c&d", "]]>", "\x00\x1b\ud800"]


def parsed(svg):
    """Return the root of a well-formed drawing of our own."""
    return ElementTree.fromstring(svg)  # noqa: S314


def groups(root, attribute):
    """Return the groups that carry an attribute, by its value."""
    return {g.get(attribute): g for g in root.iter(f"{SVG}g") if attribute in g.attrib}


def pieces_of(root):
    """Return the pieces that stand on the board, by square."""
    return {
        g.get("data-square"): g.get("data-piece") for g in root.iter(f"{SVG}g") if "data-piece" in g.attrib
    }


def marked(svg, mark):
    """Return the squares that carry a mark."""
    return {g.get("data-square") for g in parsed(svg).iter(f"{SVG}g") if g.get("data-mark") == mark}


def boards_of(row):
    """Return the boards of a row, with their captions."""
    return [(f.findtext("figcaption"), f.find(f"{SVG}svg")) for f in parsed(row).iter("figure")]


@pytest.mark.parametrize("position", [START, ALL_KINDS, CHAIN])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pieces_and_hands_are_those_of_the_position(position, lang):
    root = parsed(shogi_svg(position, lang=lang))
    assert pieces_of(root) == position.pieces
    hands = {name: int(g.get("data-count")) for name, g in groups(root, "data-hand").items()}
    assert hands == {
        f"{side}:{kind}": n for side in ("sente", "gote") for kind, n in position.hand_counts(side).items()
    }


def test_hands_of_more_than_nine_say_how_many():
    texts = [text.text for text in parsed(shogi_svg(ALL_KINDS)).iter(f"{SVG}text")]
    assert {"×17", "×13", "×2", "×0"} <= set(texts)


def test_gotes_pieces_are_turned_round_and_promoted_ones_differ_by_more_than_colour():
    by_square = groups(parsed(shogi_svg(ALL_KINDS, pieces="kanji")), "data-square")
    rims = {}
    for square, piece in ALL_KINDS.pieces.items():
        inner = by_square[square][0]
        assert ("rotate(180)" in inner.get("transform")) == piece[-1].islower()
        assert inner.findtext(f"{SVG}text") == KANJI[piece.upper()]
        rims.setdefault(piece[0] == "+", set()).add(len(inner.findall(f"{SVG}path")))
    assert rims == {False: {1}, True: {2}}


def test_letters_are_those_of_the_notation_and_stand_upright():
    by_square = groups(parsed(shogi_svg(ALL_KINDS, pieces="letters")), "data-square")
    for square, piece in ALL_KINDS.pieces.items():
        inner = by_square[square][0]
        text = inner.find(f"{SVG}text")
        assert text.text == piece.upper()
        assert ("rotate(180)" in inner.get("transform")) == (text.get("transform") == "rotate(180)")


def test_the_last_move_is_marked_with_where_it_came_from():
    moved = START.play("c5c4")
    assert marked(shogi_svg(moved), "last") == {"c4"}
    assert marked(shogi_svg(moved), "from") == {"c5"}
    dropped = START.play("P*a3")
    assert (marked(shogi_svg(dropped), "last"), marked(shogi_svg(dropped), "from")) == ({"a3"}, set())
    assert marked(shogi_svg(dropped, last_move=""), "last") == set()
    assert marked(shogi_svg(START, last_move="d2d3"), "last") == {"d3"}
    assert marked(shogi_svg(START), "last") == set()


def test_a_preview_numbers_what_a_drop_would_turn():
    svg = shogi_svg(CHAIN, preview="P*e1")
    stages = CHAIN.stages("P*e1")
    assert len(stages) == 5
    for number, stage in enumerate(stages, start=1):
        assert marked(svg, f"stage-{number}") == stage
    badges = {g.get("data-mark"): g.findtext(f"{SVG}text") for g in parsed(svg).iter(f"{SVG}g")}
    assert badges["stage-3"] == "3"
    assert marked(svg, "dropped") == {"e1"}
    assert pieces_of(parsed(svg)) == CHAIN.pieces


def test_a_preview_of_a_move_shows_what_it_takes():
    svg = shogi_svg(CHAIN, preview="d2c1")
    assert (marked(svg, "from"), marked(svg, "taken")) == ({"d2"}, {"c1"})
    assert marked(shogi_svg(START, preview="c5c4"), "moved") == {"c4"}


@pytest.mark.parametrize(
    ("place", "reached"),
    [
        ("c5", {"c4"}),
        ("d6", set()),
        ("c6", {"a6", "b6"}),
        ("sente:P", {f"{file}{rank}" for file in "abcdef" for rank in range(1, 7)} - set(START.pieces)),
        ("gote:P", set()),
        ("c2", set()),
    ],
)
def test_a_selected_piece_shows_where_it_may_go(place, reached):
    assert marked(shogi_svg(START, select=place), "reached") == reached


def test_a_row_of_stages_ends_with_the_position_after_the_drop():
    boards = boards_of(stages_row(CHAIN, "P*e1", lang="en"))
    assert len(boards) == 6
    assert pieces_of(boards[0][1]) == CHAIN.pieces
    assert pieces_of(boards[-1][1]) == CHAIN.play("P*e1").pieces
    for number, stage in enumerate(CHAIN.stages("P*e1"), start=1):
        caption, board = boards[number]
        before = {**CHAIN.pieces, "e1": "P"} if number == 1 else pieces_of(boards[number - 1][1])
        changed = {square for square, piece in pieces_of(board).items() if before.get(square) != piece}
        assert changed == stage
        assert caption == f"stage {number}: {', '.join(stage)}"


def test_a_row_of_a_drop_that_turns_nothing_says_so():
    captions = [caption for caption, _ in boards_of(stages_row(START, "P*a4", lang="en"))]
    assert captions == ["before: P*a4", "after: nothing changes sides"]
    assert boards_of(stages_row(START, "c5c4", lang="ja"))[1][0] == "打った後"


def test_places_cover_the_drawn_squares_and_hands():
    title = "a heading"
    root = parsed(shogi_svg(ALL_KINDS, title=title))
    moved_down = float(root.find(f"{SVG}g").get("transform").split()[1].rstrip(")"))
    found = {place.name: place for place in places(ALL_KINDS, title=title)}
    drawn = groups(root, "data-square") | groups(root, "data-hand")
    assert len(found) == 42
    for name in (*ALL_KINDS.pieces, *groups(root, "data-hand")):
        x, y = map(float, drawn[name][0].get("transform").split(")")[0].removeprefix("translate(").split())
        place = found[name]
        assert place.x < x < place.x + place.width
        assert place.y < y + moved_down < place.y + place.height
    assert len({(place.row, place.column) for place in found.values()}) == 42
    width, height = map(float, root.get("viewBox").split()[2:])
    assert all(p.x + p.width <= width and p.y + p.height <= height for p in found.values())


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            ["gote to move", "dragon e2", "sente's hand: rook 1, pawn 17", "gote's hand: bishop 2, pawn 13"],
        ),
        ("ja", ["後手の番", "竜e2", "先手の持ち駒：飛 1、歩 17", "後手の持ち駒：角 2、歩 13"]),
    ],
)
def test_the_board_says_in_words_what_it_shows(lang, words):
    root = parsed(shogi_svg(ALL_KINDS, lang=lang))
    description = root.find("{*}desc").text
    assert all(text in description for text in words)
    assert root.get("role") == "img"
    preview = parsed(shogi_svg(CHAIN, preview="P*e1", lang=lang)).find("{*}desc").text
    assert {"en": "changes sides at stage 2: e2", "ja": "2段目で寝返る駒：e2"}[lang] in preview


@pytest.mark.parametrize(
    ("text", "lang", "words"),
    [
        ("6/6/6/6/6/K5 w - 9", "en", "king captured, sente wins"),
        ("k5/6/6/6/6/5K b - 9 -- --", "ja", "両者パス、引き分け"),
        ("k5/6/6/6/6/4PK b - 9 repetition", "en", "repetition, sente wins"),
    ],
)
def test_a_finished_game_says_how_it_ended(text, lang, words):
    root = parsed(shogi_svg(NegaeriShogi().position(text), lang=lang))
    assert root.get("aria-label").endswith(words)


@pytest.mark.parametrize("typed", HOSTILE)
def test_typed_text_appears_only_escaped(typed):
    svg = shogi_svg(START, title=typed)
    tags = {element.tag.rpartition("}")[2] for element in parsed(svg).iter()}
    assert tags <= {"svg", "title", "desc", "rect", "text", "g", "path", "circle"}
    assert "<img" not in svg


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(MoveError, match="c2"):
        shogi_svg(START, preview="P*c2")
    with pytest.raises(VariantlabError, match="Did you mean 'letters'"):
        shogi_svg(START, pieces="leters")
    with pytest.raises(VariantlabError, match="such as sente:P"):
        shogi_svg(START, select="sente:K")
    with pytest.raises(VariantlabError, match="language"):
        shogi_svg(START, lang="fr")
    for size_px in (0, 39, 12.5, "300", True):
        with pytest.raises(VariantlabError, match="size_px"):
            shogi_svg(START, size_px=size_px)


def test_positions_draw_themselves_in_the_language_of_the_notebook():
    try:
        use_language("ja")
        assert START._repr_html_() == position_html(START)
        assert "先手の番" in START._repr_html_()
    finally:
        use_language(None)


def test_boards_need_no_plotting_library():
    code = "import sys, variantlab.view.shogi; print({'matplotlib', 'seaborn', 'pandas'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_row_of_rules_shows_the_same_drop_under_each():
    game = NegaeriShogi()
    names = {"<edge>": game, "no edge": game.replace(edge_captures=False)}
    boards = boards_of(rules_row(game.position("k5/6/6/pp4/6/5K b P 1"), "P*c4", names, lang="en"))
    assert [caption for caption, _ in boards] == [
        "<edge>: 2 would change sides",
        "no edge: nothing changes sides",
    ]
    shown = [
        {g.get("data-square") for g in board.iter(f"{SVG}g") if g.get("data-mark") == "stage-1"}
        for _, board in boards
    ]
    assert shown == [{"a4", "b4"}, set()]
