"""Turns played with the mistakes that people make at a board."""

from fractions import Fraction

import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.games.othello.rules import Othello
from variantlab.study import mistakes
from variantlab.study.mistakes import captured_runs, play_with, random_play_with

OPENING = "d3e3f5e6f4c3e7g5c4"


def discs(position):
    """Return the squares of both colours."""
    return set(position.squares("black")), set(position.squares("white"))


@pytest.mark.parametrize("capture", ["flip", "vanish"])
def test_without_a_mistake_a_turn_is_that_of_the_rules(capture):
    position = Othello().replay(OPENING)
    position = Othello(capture=capture).position(position.diagram())
    for move in position.legal_moves():
        right = position.play(move)
        assert discs(play_with("none", position, move)) == discs(right)
        runs = captured_runs(position, move)
        assert sorted(square for run, _ in runs for square in run) == sorted(move.captures)
        assert all(end in position.squares("white") for _, end in runs)


def test_the_end_discs_go_too():
    position = Othello(capture="vanish").position(Othello().replay(OPENING).diagram())
    assert captured_runs(position, "c5") == (
        (("c4",), "c3"),
        (("d4",), "e3"),
        (("d5", "e5", "f5"), "g5"),
    )
    wrong = discs(play_with("end_disc", position, "c5"))
    right = discs(position.play("c5"))
    assert wrong == (right[0], right[1] - {"c3", "e3", "g5"})


def test_one_direction_alone():
    for capture in ("flip", "vanish"):
        position = Othello(capture=capture).position(Othello().replay(OPENING).diagram())
        black, white = discs(play_with("one_direction", position, "c5"))
        assert {"d4", "d5", "e5", "f5"} <= black
        assert ("c4" in white) == (capture == "flip")
        assert "c4" not in black


def test_a_disc_placed_without_a_capture_and_a_pass_are_played_as_ever():
    free = Othello(capture="vanish", placement="free").start_position()
    assert captured_runs(free, "a1") == ()
    assert discs(play_with("end_disc", free, "a1")) == discs(free.play("a1"))
    stuck = Othello(size=4).position("XXO./XXO./XXO./XXO. w")
    assert stuck.legal_moves()[0].is_pass
    assert play_with("end_disc", stuck, "--") == stuck.play("--")


def test_random_play_with_a_mistake_is_worked_out_exactly():
    # By hand: d3 takes d4 and d5, e3 takes e4 and e5, f3 takes e3 and d3: one black disc, in every game.
    start = Othello(capture="vanish").start_position()
    wrong = random_play_with("end_disc", start)
    assert wrong.ends == {(3, 1, 0): 1}
    assert (wrong.plies, wrong.discs, wrong.wipeout, wrong.winner["black"]) == (3, 1, 1, 1)
    right, one = (random_play_with(how, start) for how in ("none", "one_direction"))
    assert right.ends == one.ends == {(3, 3, 1): Fraction(1, 2), (4, 2, 2): Fraction(1, 2)}


def test_unknown_mistakes_rules_and_moves_are_refused():
    start = Othello(capture="vanish").start_position()
    with pytest.raises(VariantlabError, match="Did you mean 'end_disc'"):
        play_with("end_disk", start, "d3")
    with pytest.raises(VariantlabError, match="flip or vanish"):
        play_with("none", Othello(capture="mixed").start_position(), "d3")
    with pytest.raises(MoveError):
        play_with("none", start, "a1")


def test_a_game_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(mistakes, "MOST_POSITIONS", 50)
    with pytest.raises(VariantlabError, match="at most 50 positions"):
        random_play_with("none", Othello(size=4).start_position())
