"""Drawings of hands: what they show, in words too; well-formed; nothing typed gets through."""

from xml.etree import ElementTree

import pytest

from variantlab.errors import VariantlabError
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.view.hands import (
    hands_row,
    hands_svg,
    matrix_svg,
    position_html,
    position_in_words,
    state_in_words,
)
from variantlab.view.labels import use_language

WIDE = Chopsticks(limit=7)
AGAIN = Chopsticks(merge=True, extra_action="any").replay("1>1 1>1 21->30")


def parsed(svg):
    """Return the root of a well-formed drawing of our own."""
    return ElementTree.fromstring(svg)  # noqa: S314


def hands_of(svg):
    """Return the fingers of each drawn hand by its name, and how many fingers stand out."""
    found = {}
    for group in parsed(svg).iter("{http://www.w3.org/2000/svg}g"):
        if "data-hand" in group.attrib:
            long = [rect for rect in group if "rect" in rect.tag and float(rect.get("height")) > 30]
            found[group.get("data-hand")] = (int(group.get("data-fingers")), len(long))
    return found


@pytest.mark.parametrize("diagram", ["11/21", "32/41 second", "60/54 first", "00/21", "30/00"])
def test_every_hand_raises_its_fingers(diagram):
    position = WIDE.position(diagram)
    found = hands_of(hands_svg(position))
    for player in ("first", "second"):
        for side, fingers in zip(("left", "right"), position.hands(player), strict=True):
            assert found[f"{player} {side}"] == (fingers, fingers)


def test_words_say_what_the_picture_shows():
    position = WIDE.position("30/21 second")
    assert (
        position_in_words(position, "en") == "first player: 3, 0. second player: 2, 1. second player to move"
    )
    assert position_in_words(position, "ja") == "先攻：3、0。後攻：2、1。後攻の番"
    assert parsed(hands_svg(position, lang="en")).get("aria-label") == position_in_words(position, "en")
    assert parsed(matrix_svg(position, lang="ja")).get("aria-label") == position_in_words(position, "ja")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (AGAIN, "first player acts again"),
        (WIDE.position("00/21"), "second player wins"),
        (WIDE.position("21/00"), "first player wins"),
        (Chopsticks(max_plies=1).replay("1>1"), "capped (stopped)"),
    ],
)
def test_the_state_in_words(position, words):
    assert state_in_words(position, "en").split(" (")[0] == words.split(" (")[0]


def test_the_side_to_move_has_an_arrow():
    texts = [
        text.text for text in parsed(hands_svg(AGAIN, lang="en")).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "↻ first player" in texts
    assert "second player" in texts


def test_a_matrix_has_the_first_player_above():
    texts = parsed(matrix_svg(WIDE.position("32/41"))).iter("{http://www.w3.org/2000/svg}text")
    assert [text.text for text in texts] == ["3", "2", "4", "1"]


def test_titles_and_captions_are_escaped():
    typed = "<img src=x onerror=alert(1)>"
    for page in (hands_svg(AGAIN, title=typed), hands_row([(typed, AGAIN)], as_matrix=True)):
        assert "<img" not in page
        assert "&lt;img" in page


@pytest.mark.parametrize("size", [39, 4001, 100.0, True])
def test_a_wrong_size_is_refused(size):
    with pytest.raises(VariantlabError, match="size_px"):
        hands_svg(AGAIN, size_px=size)


def test_a_notebook_shows_the_hands_in_its_language():
    use_language("ja")
    try:
        assert AGAIN._repr_html_() == position_html(AGAIN)
        assert "先攻の再行動" in position_html(AGAIN)
    finally:
        use_language(None)
