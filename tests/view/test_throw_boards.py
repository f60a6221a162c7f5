"""Throw boards: stacks, aims, landings and what they do are drawn and said in words; pointing finds aims."""

import json
from xml.etree import ElementTree

import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.games.throw_othello.position import Landing
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.throw_lessons import law_of_squares
from variantlab.view.markup import Markup
from variantlab.view.throw_boards import (
    aim_grid,
    before_and_after,
    law_svg,
    places,
    position_html,
    throw_svg,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    "a\"b'c&d",
    "]]>",
    "\x00\ud800",
]
GAME = ThrowOthello()
START = GAME.start_position()
STACKS = GAME.position(
    "......../.(XO)....../......../..(OXO)OX.../...XO.../......../......../.......X b; "
    "thrown: black 5, white 4; fouls: black 2, white 1"
)


def parsed(svg):
    """Return the root of a well-formed drawing of our own."""
    return ElementTree.fromstring(svg)  # noqa: S314


def marks(svg):
    """Return the squares of each mark of a drawing, '' for a mark that belongs to no square."""
    found = {}
    for element in parsed(svg).iter():
        if "data-mark" in element.attrib:
            found.setdefault(element.attrib["data-mark"], []).append(element.attrib.get("data-square", ""))
    return found


def discs(svg):
    """Return the top colour and the height on each square of a drawing."""
    return {
        e.attrib["data-square"]: (e.attrib["data-disc"], int(e.attrib["data-height"]))
        for e in parsed(svg).iter()
        if "data-height" in e.attrib
    }


def stack_element(svg, square):
    """Return the element of the stack on a square."""
    return next(
        e for e in parsed(svg).iter() if e.attrib.get("data-square") == square and "data-height" in e.attrib
    )


def words(svg):
    """Return the description of a drawing."""
    return parsed(svg).find(f"{SVG}desc").text


def visible(element):
    """Return all texts inside an element."""
    return [text.text for text in element.iter(f"{SVG}text")]


# --- what lies on the board


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("position", [START, STACKS, ThrowOthello(size=4).start_position()], ids=str)
def test_tops_and_heights_are_those_of_the_position(position, lang):
    svg = throw_svg(position, lang=lang)
    assert discs(svg) == {square: (stack[-1], len(stack)) for square, stack in position.stacks().items()}


def test_a_stack_shows_its_height_and_its_discs_from_the_top_down():
    element = stack_element(throw_svg(STACKS, lang="en"), "c4")
    assert visible(element) == ["3"]
    slices = [
        (e.attrib["data-slice"], float(e.attrib["y"])) for e in element.iter() if "data-slice" in e.attrib
    ]
    assert [colour for colour, _ in slices] == ["white", "black", "white"]
    assert [y for _, y in slices] == sorted(y for _, y in slices)
    single = stack_element(throw_svg(STACKS), "h8")
    assert not visible(single)
    assert not [e for e in single.iter() if "data-slice" in e.attrib]


@pytest.mark.parametrize(
    ("lang", "stack"), [("en", "c4 from the top down white, black, white"), ("ja", "c4 は上から白、黒、白")]
)
def test_a_stack_is_said_in_words(lang, stack):
    svg = throw_svg(STACKS, lang=lang)
    assert stack in words(svg)
    assert stack_element(svg, "c4").find(f"{SVG}title").text == stack
    assert "h8 from" not in words(svg)


def test_a_tall_stack_says_all_its_discs_and_draws_as_many_as_fit():
    position = START
    for number in range(14):
        position = position.land(f"a1:{'BW'[number % 2]}")
    svg = throw_svg(position, lang="en")
    element = stack_element(svg, "a1")
    assert visible(element)[0] == "14"
    assert "…" in visible(element)
    assert f"a1 from the top down {', '.join(['white', 'black'] * 7)}" in words(svg)
    place = next(place for place in places(position) if place.name == "a1")
    lowest = max(float(e.attrib["y"]) + float(e.attrib["height"]) for e in element.iter(f"{SVG}rect"))
    assert lowest <= place.y + place.height


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (
            "en",
            ["black: 5 (2 hidden), 11 left, fouls: 2 of 3", "white: 5 (1 hidden), 12 left, fouls: 1 of 3"],
        ),
        (
            "ja",
            [
                "黒：5個（うち下に2個）、残り11個、ファール 2/3",
                "白：5個（うち下に1個）、残り12個、ファール 1/3",
            ],
        ),
    ],
)
def test_counts_fouls_and_discs_left_are_said_and_written(lang, said):
    svg = throw_svg(STACKS, lang=lang)
    footer = [text.text for text in parsed(svg).findall(f"{SVG}text")]
    for sentence in said:
        assert sentence in words(svg)
        counts = sentence[len("black: ") :] if lang == "en" else sentence[len("黒：") :]
        assert set(counts.split(", " if lang == "en" else "、")) <= set(footer)


def test_hidden_discs_that_do_not_count_are_told_apart():
    tops = GAME.replace(count="top").position(STACKS.diagram())
    assert f"black: {tops.tops('black')} (and {tops.hidden('black')} hidden)" in words(
        throw_svg(tops, lang="en")
    )


def test_a_finished_game_says_why_and_who_won():
    position = START
    for landing in ("foul", "d3:B", "foul", "c4:W", "foul"):
        position = position.land(landing)
    assert words(throw_svg(position, lang="en")).startswith("game over: fouled out, white wins")
    assert words(throw_svg(position, lang="ja")).startswith("終局：ファールの数で負け、白勝")


def test_the_last_throw_is_marked_unless_told_otherwise():
    after = START.land("c4:B")
    assert marks(throw_svg(after)) == {"last": ["c4"]}
    assert marks(throw_svg(after, last_throw="")) == {}
    assert marks(throw_svg(START.land("foul"))) == {}
    assert "last throw: c4" in words(throw_svg(after, lang="en"))


# --- a throw


def test_an_aim_has_a_cross_and_ellipses_along_the_line_of_the_throw():
    svg = throw_svg(GAME.replace(line="advanced").start_position(), aim="d3")
    assert set(marks(svg)) == {"aim", "spread"}
    ellipses = [e.attrib for e in parsed(svg).iter(f"{SVG}ellipse")]
    centres = {(e["cx"], e["cy"]) for e in ellipses if e["cx"] != "20"}
    grid = aim_grid(START)
    x, y = grid.drawn("d3")
    assert (f"{x:g}", f"{y:g}") in centres
    widths = {(float(e["rx"]), float(e["ry"])) for e in ellipses if e["cx"] == f"{x:g}"}
    assert widths == {(24.0, 48.0), (48.0, 96.0)}  # 0.6 and 1.2 squares of 40, once and twice


def test_a_perfect_throw_has_no_ellipse_and_a_foul_no_aim():
    perfect = ThrowOthello(line="perfect").start_position()
    svg = throw_svg(perfect, aim="3,2.5")
    assert "<ellipse" not in svg
    assert "aim: 3,2.5" in words(svg)
    assert "aim" not in marks(throw_svg(perfect, aim="foul"))


def test_a_landing_marks_the_square_the_captures_and_the_knocked_discs():
    position = GAME.position("......../......../......../..(OX)O..../......../......../......../........ b")
    svg = throw_svg(position, point=(1.7, 3.5), landing="b4:B*c4", lang="en")
    found = marks(svg)
    assert found["rests"] == ["b4"]
    assert found["knocked"] == ["c4"]
    assert found["captured"] == ["c4"]
    assert "rim" in found
    for text in ("where it is set down: b4, black", "knocked away: c4 → d4", "turned: c4", "1.70, 3.50"):
        assert text in words(svg)
    assert discs(svg)["c4"] == ("black", 2), "the board stays as it was"


def test_a_disc_that_is_knocked_off_the_board_is_said_to_be():
    position = GAME.position("X......./......../......../......../......../......../......../........ b")
    assert "a1 → off the board" in words(throw_svg(position, landing="b1:B*a1", lang="en"))
    assert "a1 → 盤の外" in words(throw_svg(position, landing="b1:B*a1", lang="ja"))


def test_a_foul_that_knocks_is_drawn_on_the_frame():
    game = GAME.replace(knock_on_foul=True)
    position = game.position("X......./......../......../......../......../......../......../........ b")
    svg = throw_svg(position, landing="foul:@1*a1", lang="en")
    assert marks(svg)["knocked"] == ["a1"]
    assert "a1 → b1" in words(svg)
    assert "rests" not in marks(svg)


def test_a_tie_shows_the_squares_that_are_too_close_to_call():
    svg = throw_svg(START, point=(3.0, 2.5), landing="d3:B", lang="en")
    assert marks(svg)["candidates"] == ["c3", "d3"]
    assert "too close to call: c3, d3" in words(svg)
    assert "candidates" not in marks(throw_svg(START, point=(2.7, 2.4), landing="c3:B"))


def test_a_disc_on_edge_is_shown_where_it_stands():
    svg = throw_svg(START, on_edge="c2", landing="d3:B", lang="en")
    assert marks(svg)["edge"] == ["c2"]
    assert "stands on edge: c2" in words(svg)


@pytest.mark.parametrize("point", [(40.0, -20.0), (8.3, 4.0), (-0.3, -0.3)])
def test_a_landing_point_beyond_the_board_stays_on_the_picture(point):
    svg = throw_svg(START, point=point, landing="foul")
    _, _, width, _ = map(float, parsed(svg).attrib["viewBox"].split())
    circles = next(e for e in parsed(svg).iter() if e.attrib.get("data-mark") == "point").iter(f"{SVG}circle")
    assert all(0 <= float(c.attrib[axis]) <= width for c in circles for axis in ("cx", "cy"))


@pytest.mark.parametrize("given", [{"aim": "j3"}, {"landing": "a1:B*b1"}, {"landing": "z"}])
def test_what_cannot_be_is_refused(given):
    with pytest.raises(MoveError):
        throw_svg(START, **given)


def test_the_law_writes_the_chance_of_each_square():
    law = law_of_squares(START, "c4")
    svg = law_svg(START, "c4", lang="en")
    plates = next(e for e in parsed(svg).iter() if e.attrib.get("data-mark") == "chances")
    shown = {
        e.attrib["data-square"]: float(next(e.iter(f"{SVG}text")).text)
        for e in plates.iter()
        if "data-square" in e.attrib
    }
    assert set(shown) == {square for square, chance in law.squares.items() if chance >= 0.0005}
    assert all(abs(shown[square] - 100 * law.squares[square]) <= 0.5 for square in shown)
    assert "assumption" in "".join(filter(None, parsed(svg).itertext()))


# --- rows, sizes, escaping


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_before_and_after_shows_the_throw_and_its_result(lang):
    row = before_and_after(START, "c4:B", aim="d3", lang=lang)
    assert isinstance(row, Markup)
    assert row.count("<figure") == 3
    assert 'data-square="d4" data-disc="black"' in row.rpartition("<figure")[2]
    assert before_and_after(START, Landing("c4", "black"), lang=lang).count("<figure") == 2


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_typed_title_is_harmless(title, lang):
    svg = throw_svg(START, title=title, lang=lang)
    root = parsed(svg)
    assert not list(root.iter(f"{SVG}script"))
    assert not list(root.iter(f"{SVG}img"))
    assert root.find(f"{SVG}title").text.startswith(title[0] if title[0] > "\x1f" else "\ufffd")


@pytest.mark.parametrize("size_px", [39, 4001, True, 100.0, "100"])
def test_sizes_that_are_none_are_refused(size_px):
    with pytest.raises(VariantlabError, match="size_px"):
        throw_svg(START, size_px=size_px)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"on_edge": "z9"}, "on_edge: got 'z9'; allowed: a square from a1 to h8"),
        ({"last_throw": "<b>"}, "last_throw"),
        ({"point": (float("nan"), 1.0)}, "point"),
        ({"point": (1.0,)}, "two numbers"),
    ],
)
def test_what_lies_nowhere_is_refused(given, message):
    with pytest.raises(VariantlabError, match=message):
        throw_svg(START, **given)


def test_the_footer_can_be_left_out():
    with_footer, without = throw_svg(START), throw_svg(START, footer=False)
    height = [float(parsed(svg).attrib["viewBox"].split()[3]) for svg in (with_footer, without)]
    assert height[1] == 36 + 8 * 40 + 36 < height[0]
    assert not parsed(without).findall(f"{SVG}text")


def test_a_position_draws_itself():
    assert START._repr_html_() == position_html(START)
    assert discs(START._repr_html_()) == discs(throw_svg(START))


# --- pointing


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("title", [None, "A title"])
def test_places_agree_with_the_drawing(size, title):
    position = ThrowOthello(size=size).start_position()
    drawn = parsed(throw_svg(position, title=title))
    inner = drawn.find(f"{SVG}svg")
    found = {place.name: place for place in places(position, title=title)}
    assert len(found) == size * size
    for element in inner.iter():
        if "data-height" in element.attrib:
            place, circle = found[element.attrib["data-square"]], next(element.iter(f"{SVG}circle"))
            x, y = float(circle.attrib["cx"]), float(circle.attrib["cy"]) + float(inner.attrib["y"])
            assert (place.x + place.width / 2, place.y + place.height / 2) == (x, y)
    assert [(p.row, p.column) for p in places(position)] == [(r, c) for r in range(size) for c in range(size)]


@pytest.mark.parametrize("aims_per_square", [1, 2])
@pytest.mark.parametrize("title", [None, "A title"])
def test_every_aim_is_found_where_it_is_drawn(aims_per_square, title):
    position = ThrowOthello(size=6, aims_per_square=aims_per_square).start_position()
    grid = aim_grid(position, title=title)
    for aim in position.legal_moves()[:-1]:
        x, y = grid.drawn(aim)
        near = 0.2 * grid.unit * grid.step
        assert grid.aim_at(x + near, y - near) == aim
        assert grid.in_squares(x, y) == pytest.approx((aim.x, aim.y))
    squares = {place.name: place for place in places(position, title=title)}
    assert grid.drawn("c2") == (squares["c2"].x + 20, squares["c2"].y + 20)


def test_pointing_beside_the_board_aims_at_its_edge_squares():
    grid = aim_grid(START)
    assert str(grid.aim_at(0, 0)) == "a1"
    assert str(grid.aim_at(10_000, grid.y + 2.5 * grid.unit)) == "h3"
    with pytest.raises(VariantlabError, match="aimed nowhere"):
        grid.drawn("foul")


def test_the_scene_of_an_aim_is_plain_data():
    scene = json.loads(json.dumps(aim_grid(GAME.replace(line="advanced").start_position()).scene()))
    assert (scene["columns"], scene["rows"], scene["grid"]) == (8, 8, 0.5)
    assert (scene["x"], scene["width"]) == (36, 320)
    assert scene["spread"] == {"rx": 0.6, "ry": 1.2, "turn": 0}
    assert scene["faces"] == ["black", "white"]
