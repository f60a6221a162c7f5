"""One throw looked at closely: why a disc rests where it does, and what it does to the board."""

import pytest

from tests.oracles import throw_othello as oracle
from variantlab.errors import MoveError
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.throw_lessons import covered_shares, effects, law_of_squares, rest_at

GAME = ThrowOthello()
START = GAME.start_position()


@pytest.mark.parametrize(
    ("point", "way", "squares"),
    [
        ((2.3, 2.4), "covers", ("c3",)),
        ((3.0, 2.5), "too_close", ("c3", "d3")),
        ((4.6, 4.3), "on_top", ("e5",)),
        ((2.78, 3.6), "leans", ("c4",)),
        ((4.05, 3.5), "stays", ("e4",)),
        ((-0.2, 6.4), "covers", ("a7",)),
        ((8.5, 3.0), "off", ()),
    ],
)
def test_why_a_disc_rests_where_it_does(point, way, squares):
    rest = rest_at(START, *point)
    assert (rest.way, rest.squares) == (way, squares)
    assert (rest.rim is not None) == (way in ("leans", "stays"))
    assert (rest.safe < 1) == (point[0] < 0 or point[0] > 8)


@pytest.mark.parametrize("point", [(2.7, 2.2), (3.0, 3.0), (0.1, 0.1), (-0.2, 4.4), (8.1, 8.2)])
def test_shares_of_a_disc_are_those_of_thin_strips(point):
    found = covered_shares(GAME, *point)
    assert found == pytest.approx(oracle.shares(oracle.Rules(), *point), abs=2e-3)


def test_effects_are_what_becomes_of_the_board():
    position = GAME.position("......../....O.../....X.../......../......../......../......../........ b")
    found = effects(position, "f2:B*e2e3")
    after = position.land("f2:B*e2e3")
    assert found.knocked == {"e2": "d2", "e3": "d4"}
    assert all(
        after.stack(target)[-1] == position.stack(square)[-1] for square, target in found.knocked.items()
    )
    assert effects(START, "c4:B").captured == ("d4",)
    assert effects(START, "foul").captured == ()


def test_what_no_throw_can_come_to_has_no_effects():
    with pytest.raises(MoveError, match="knocked discs beside"):
        effects(START, "a1:B*b1")


@pytest.mark.parametrize("aim", ["c4", "a1", "4,0.5", "foul"])
def test_chances_of_an_aim_add_up_to_one(aim):
    law = law_of_squares(ThrowOthello(line="advanced").start_position(), aim)
    assert sum(law.squares.values()) + law.foul == pytest.approx(1, abs=1e-9)
    assert law.stacked == pytest.approx(
        sum(law.squares.get(square, 0) for square in ("d4", "e4", "d5", "e5"))
    )
    if aim == "foul":
        assert (law.squares, law.other_face, law.knocks) == ({}, 0, 0)
    else:
        assert law.other_face == pytest.approx(0.15 * (1 - law.foul))
