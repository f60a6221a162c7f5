"""Each rule of the article, as a throw on a board; texts, chances and players."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from tests.games.othello.playing import random_game
from variantlab.errors import MoveError, RulesError
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.physics import LINES
from variantlab.games.throw_othello.position import Aim, Landing, square_name
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.players import player_named
from variantlab.simulate import tally

PERFECT = ThrowOthello(line="perfect", aims_per_square=1)
EMPTY_ROW = "." * 8


def board(*rows, to_move="b", game=PERFECT):
    """A position with the given rows at the top."""
    return game.position("/".join([*rows, *[EMPTY_ROW] * (8 - len(rows))]) + f" {to_move}")


def test_a_disc_on_top_sandwiches():
    """The article's picture: thrown onto a disc at one end, it turns the white one in the middle."""
    after = board("XO(OO).....").land("c1:B")
    assert after.stacks() == {"a1": ("black",), "b1": ("black",), "c1": ("white", "white", "black")}


def test_a_captured_stack_turns_its_top_only():
    after = board("X(OXO)......").land("c1:B")
    assert after.stack("b1") == ("white", "black", "black")


def test_a_knocked_disc_has_no_influence():
    """The article's picture: the disc that was knocked sandwiches a white one, which stays white."""
    after = board("........", "XO.X....", to_move="w").land("e2:W*d2")
    assert after.stacks() == {"a2": ("black",), "b2": ("white",), "c2": ("black",), "e2": ("white",)}


def test_knocked_discs_serve_as_ends_and_are_captured():
    """The sandwiching looks at the board after the knocks, from the disc thrown."""
    captured = board("........", ".(OO)OX....", to_move="b").land("a2:B*b2")
    assert captured.stacks() == {
        "a2": ("black",),
        "b2": ("black",),
        "c2": ("white", "black"),
        "d2": ("black",),
    }
    end = board("........", ".(OX)O.....", to_move="b").land("a2:B*b2")
    assert end.stacks() == {"a2": ("black",), "b2": ("black",), "c2": ("white", "black")}


def test_a_disc_knocked_off_the_board_is_removed():
    after = board("........", "X.......", to_move="w").land("b2:W*a2")
    assert after.stack("a2") == ()
    assert after.knocked_off == 1


def test_only_the_top_of_a_stack_is_knocked():
    after = board("........", ".(XO)......", to_move="b").land("a2:B*b2")
    assert (after.stack("b2"), after.stack("c2")) == (("black",), ("white",))


@pytest.mark.parametrize(
    ("landing", "allowed"),
    [
        ("d4:B*d5", "without knocks"),
        ("a1:B*b1", "knocked discs beside a1"),
        ("i9:B", "a landing"),
        ("", "foul"),
    ],
)
def test_what_no_throw_can_come_to_is_refused(landing, allowed):
    with pytest.raises(MoveError, match=allowed):
        PERFECT.start_position().land(landing)


def test_too_close_to_call_goes_to_the_better_square():
    position = board("........", "..OX....")
    assert position.better_square(("a2", "b2"), "black") == "b2"
    assert position.better_square(("a2", "b2"), "white") == "a2"
    assert position.better_square(("g8", "f8"), "black") == "f8"
    between = board("........", "..OX....", game=ThrowOthello(line="perfect"))
    assert {str(landing) for landing in between.landings("1,1.5")} == {"b2:B"}


def test_a_disc_on_edge_is_tipped_to_the_best_square_beside_it():
    game = ThrowOthello(line="perfect", upright=1.0, turnover=0.25, aims_per_square=1)
    position = board("........", "..OX....", game=game)
    assert position.landings("a1") == {
        Landing("b2", "black"): pytest.approx(0.75),
        Landing("b2", "white"): pytest.approx(0.25),
    }


@pytest.mark.parametrize(("turnover", "square"), [(0.25, "b2"), (0.75, "b1")])
def test_a_disc_on_edge_is_tipped_with_an_eye_to_its_other_face(turnover, square):
    """On b2 a black disc captures one, a white one two."""
    game = ThrowOthello(line="perfect", upright=1.0, turnover=turnover, aims_per_square=1)
    position = board("........", "..OX....", ".X......", ".X......", ".O......", game=game)
    assert {landing.square for landing in position.landings("a1")} == {square}


def test_a_foul_changes_nothing_but_the_turn():
    start = PERFECT.start_position()
    after = start.play("foul")
    assert after.stacks() == start.stacks()
    assert (after.to_move, after.fouls, after.thrown, after.deliberate) == ("white", (1, 0), (1, 0), (1, 0))
    assert start.land("foul").deliberate == (0, 0)


SLIPPERY = ThrowOthello(
    size=4, line="perfect", sigma_across=0.3, sigma_along=0.3, knock=0.5, knock_on_foul=True
)


def test_a_disc_that_slips_off_may_knock_and_captures_nothing():
    position = SLIPPERY.position("(XO)O../X.../..../.... b")
    after = position.land("foul:@1*a1")
    assert after.stacks() == {"a1": ("black",), "b1": ("white", "white"), "a2": ("black",)}
    assert (after.fouls, after.knocked_off, after.to_move) == ((1, 0), 0, "white")
    corner = position.land("foul:@2*a1a2")
    assert corner.stacks() == {"a1": ("black",), "b1": ("white",), "b2": ("black",)}
    assert corner.knocked_off == 1


@pytest.mark.parametrize(
    ("game", "landing", "allowed"),
    [
        (SLIPPERY.replace(knock_on_foul=False), "foul:@1*a1", "foul knocks nothing"),
        (SLIPPERY, "foul:@1*b1", "knocked discs beside @1: a1, a2"),
        (SLIPPERY, "foul:b2*a1", "a square of the frame, from @0 to e5"),
        (SLIPPERY, "foul:f1*a1", "a square of the frame"),
    ],
)
def test_what_no_foul_can_knock_is_refused(game, landing, allowed):
    with pytest.raises(MoveError, match=allowed):
        game.position("X.../X.../..../.... b").land(landing)


def test_chances_of_a_foul_are_the_same_whether_it_knocks_or_not():
    board = "XO../O.../..../.... b"
    knocking = SLIPPERY.position(board).landings("0,0.5")
    others = SLIPPERY.replace(knock_on_foul=False).position(board).landings("0,0.5")
    fouls = [sum(c for at, c in found.items() if at.square is None) for found in (knocking, others)]
    assert fouls[0] == pytest.approx(fouls[1])
    knocked = {str(at) for at in knocking if at.square is None}
    assert {"foul", "foul:@1*a1", "foul:@1*a1a2", "foul:a0*a1b1"} <= knocked
    assert {at for at in others if at.square} == {at for at in knocking if at.square}
    assert SLIPPERY.position(board).landings("foul") == {Landing(None): 1.0}


def test_the_third_foul_loses_whatever_lies_on_the_board():
    position = PERFECT.start_position()
    for move in ("foul", "d3", "foul", "a1", "foul"):
        position = position.play(move)
    assert (position.end_reason, position.winner) == ("fouled_out", "white")
    assert position.legal_moves() == ()
    with pytest.raises(MoveError, match="game is over"):
        position.play("d3")


def test_hidden_discs_count_or_not():
    rows = ("(XXXO)O......",)
    assert board(*rows).count("black") == 3
    tops = board(*rows, game=PERFECT.replace(count="top"))
    assert (tops.count("black"), tops.count("white"), tops.hidden("black")) == (0, 2, 3)


def test_each_thrower_has_sixteen_discs():
    position = PERFECT.start_position()
    for number in range(32):
        assert position.to_move == ("black", "white")[number % 2]
        position = position.play("a1")
    assert (position.end_reason, len(position.stack("a1"))) == ("all_thrown", 32)


@pytest.mark.parametrize("seed", range(5))
def test_perfect_throws_where_othello_allows_them_give_its_boards(seed):
    game = PERFECT.replace(discs_each=30)
    for before, after in zip(positions := random_game(Othello(), seed), positions[1:], strict=False):
        if after.last_move.is_pass:
            continue
        thrown = game.position(before.diagram()).play(after.last_move.square)
        assert (thrown.black, thrown.white) == (after.black, after.white)


def test_perfect_throws_where_othello_allows_them_have_its_tree():
    """The known numbers of lines of Othello: 4, 12, 56, 244."""
    level, counts = [PERFECT.start_position()], []
    for _ in range(4):
        level = [
            position.play(move)
            for position in level
            for move in position.legal_moves()[:-1]
            if position.stack(str(move)) == () and position.captured(str(move))
        ]
        counts.append(len(level))
    assert counts == [4, 12, 56, 244]


def test_chances_of_a_throw_are_those_of_its_landings():
    game = ThrowOthello(sigma_across=0.2, sigma_along=0.1, turnover=0.25, knock=0.5)
    outcomes = game.start_position().outcomes("3,3.5")
    assert sum(chance for chance, _ in outcomes) == 1
    turned = sum(chance for chance, after in outcomes if after.turned_over)
    assert float(turned) == pytest.approx(0.25)
    assert any(after.stack("d4") == () for _, after in outcomes)


def test_texts_of_aims_and_landings():
    position = PERFECT.start_position()
    assert position.find_move(" D3 ") == Aim(3.5, 2.5)
    assert str(position.find_move("3.25, 2")) == "3.25,2"
    assert str(Landing.read("C4:w*d4e5")) == "c4:W*d4e5"
    for text in ("9,1", "i1", "", "pass"):
        with pytest.raises(MoveError, match="allowed: a square"):
            position.play(text)


def test_lines_grow_from_beginner_to_advanced():
    lines = [LINES[name] for name in ("beginner", "intermediate", "advanced")]
    for one, other in pairwise(lines):
        assert one.sigma_across < other.sigma_across
        assert one.sigma_along < other.sigma_along
    assert max(lines, key=lambda line: line.stretch) == LINES["advanced"]


def test_constants_are_the_line_s_where_none_is_given():
    assert ThrowOthello(line="advanced").physics == LINES["advanced"]
    game = ThrowOthello.from_settings({"line": "advanced", "sigma_across": "0.1", "knock": "none"})
    assert game.physics.sigma_across == 0.1
    assert game.physics.knock == LINES["advanced"].knock
    with pytest.raises(RulesError, match="sigma_across: got '-1'; allowed: a number from 0 to 8"):
        ThrowOthello.from_settings({"sigma_across": "-1"})


@pytest.mark.parametrize("player", ["random", "greedy", "expected", "reply", "alphabeta:2", "expected@0.3"])
def test_players_choose_aims_by_position(player):
    game = ThrowOthello(size=4)
    chosen = player_named(player, game).choose(game.start_position(), np.random.default_rng(1))
    assert game.start_position().find_move(chosen) == chosen


@pytest.mark.parametrize("player", ["expectd", "alphabeta:0", "greedy:2", "random@", "expected@1x2x3"])
def test_unknown_players_are_refused(player):
    with pytest.raises(RulesError, match="player: got"):
        ThrowOthello().simulate((player, "random"), 1)


def test_thinking_and_throwing_vary_apart():
    game = ThrowOthello(turnover=0.0, knock=0.0)
    better = tally(game, ("greedy@0", "greedy@2"), 300, seed=1)
    assert better.winner["black"] > 250
    thinker = tally(game, ("greedy@0.2", "random@0.2"), 300, seed=1)
    assert thinker.winner["black"] > 250


def test_a_leader_s_last_throw_is_a_foul_on_purpose():
    game = ThrowOthello(size=4, discs_each=1, line="perfect", turnover=0.4, aims_per_square=1)
    position = game.position("O.../.OX./.XO./.... w; thrown: black 1, white 0")
    assert [str(move) for move in game.best_moves(position, "expected")] == ["foul"]
    behind = game.position("X.../.OX./.XO./.... w; thrown: black 1, white 0")
    assert "foul" not in map(str, game.best_moves(behind, "expected"))


@pytest.mark.parametrize("depth", [1, 2])
def test_alpha_beta_plays_the_best_throws_of_plain_minimax(depth):
    game = ThrowOthello(size=4, line="perfect", aims_per_square=1, discs_each=3)
    position = game.position("(OX).../.OX./.XOX/.... w; thrown: black 1, white 0")

    def worth(at, left):
        if at.is_over:
            margin = at.margin(at.to_move)
            return margin + 1000 * int(np.sign(margin))
        if left == 0:
            return at.margin(at.to_move)
        return max(-worth(at.play(move), left - 1) for move in at.legal_moves())

    worths = {str(move): -worth(position.play(move), depth - 1) for move in position.legal_moves()}
    best = {move for move, value in worths.items() if value == max(worths.values())}
    assert {str(move) for move in game.best_moves(position, f"alphabeta:{depth}")} == best - {"foul"}


def test_half_points_are_aims_and_chances_are_fractions():
    game = ThrowOthello(size=4)
    assert len(game.start_position().legal_moves()) == 7 * 7 + 1
    weights = game.start_position().random_weights()
    assert sum(weights) == Fraction(1)
    assert square_name(63) == "h8"
