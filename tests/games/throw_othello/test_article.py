"""Each rule of the article with a test of its own; its pictures rebuilt as diagrams."""

import numpy as np
import pytest

from tests.oracles import throw_othello as oracle
from variantlab.games.throw_othello import series
from variantlab.games.throw_othello.landing import share_on_board
from variantlab.games.throw_othello.position import square_name
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.simulate import simulate

PERFECT = ThrowOthello(line="perfect")
EMPTY_ROW = "." * 8
LINES = ("perfect", "beginner", "intermediate", "advanced")


def board(*rows, to_move="b", game=PERFECT):
    """A position with the given rows at the top."""
    return game.position("/".join([*rows, *[EMPTY_ROW] * (8 - len(rows))]) + f" {to_move}")


def rows_of(position, n):
    """The first rows of a position, as they stand in a diagram."""
    return position.diagram().split(" ")[0].split("/")[:n]


def landing_of(position, aim):
    """What comes of a throw whose disc comes to lie at a point, nothing left to chance."""
    (landing,) = position.landings(aim)
    return str(landing)


def test_the_start_is_that_of_othello():
    assert rows_of(PERFECT.start_position(), 8)[3:5] == ["...OX...", "...XO..."]
    assert PERFECT.start_position().to_move == "black"


def test_over_several_squares_the_one_covered_most_is_taken():
    """いくつかのマスにまたがるように乗ったとき: a little more over d1 than over c1."""
    empty = board(EMPTY_ROW)
    assert landing_of(empty, "3.2,0.5") == "d1:B"
    assert landing_of(empty, "2.8,0.5") == "c1:B"
    assert landing_of(empty, "3.2,1.3") == "d2:B"


def test_too_close_to_call_is_the_thrower_s_choice():
    """判断が出来ないほど中間: each takes the square on which it sandwiches the other's disc."""
    position = board("X.......", ".O......", EMPTY_ROW)
    assert landing_of(position, "3,2.5") == "c3:B"
    assert landing_of(board("O.......", ".X......", EMPTY_ROW, to_move="w"), "3,2.5") == "c3:W"


def test_a_disc_that_shows_its_other_face_has_that_colour():
    """投げた駒が裏になった場合: black throws a white disc, which sandwiches for white."""
    after = board("OX......").land("c1:W")
    assert rows_of(after, 1) == ["OOO....."]
    assert after.turned_over == 1


def test_on_another_disc_it_is_squared_up_and_sandwiches():
    """他の駒の上に乗ったとき, the picture: the white one in the middle is turned."""
    position = board("XOO.....")
    assert landing_of(position, "2.7,0.6") == "c1:B"
    assert rows_of(position.land("c1:B"), 1) == ["XX(OX)....."]


def test_a_leaning_disc_is_set_down_on_the_free_square_it_touches():
    """駒の1部が他の駒の上に乗ったとき: it leans on a1 and touches b1."""
    position = board("O.......")
    assert landing_of(position, "1.2,0.5") == "b1:B"
    assert landing_of(position, "0.9,0.5") == "a1:B"


def test_a_leaning_disc_stays_where_what_it_touches_is_taken():
    """触れているマスが空いていない場合: half on a1, and b1 is taken."""
    position = board("OX......")
    assert landing_of(position, "0.98,0.5") == "a1:B"


def test_of_a_stack_in_a_sandwich_the_top_disc_turns():
    """重なっているオセロ駒が挟まれたとき."""
    assert rows_of(board("X(XOO)......").land("c1:B"), 1) == ["X(XOX)X....."]


def test_a_disc_that_was_moved_has_no_influence():
    """ぶつかって別のオセロ駒が動いたとき, the picture: black is pushed beside white, which stays white."""
    after = board(EMPTY_ROW, "XO.X....", to_move="w").land("e2:W*d2")
    assert rows_of(after, 2) == [EMPTY_ROW, "XOX.O..."]


def test_a_moved_disc_may_come_to_lie_on_another():
    after = board(EMPTY_ROW, "XOX.....", to_move="w").land("d2:W*c2")
    assert rows_of(after, 2) == [EMPTY_ROW, "X(OX).O...."]


def test_a_disc_that_was_moved_off_the_board_is_removed():
    """枠外に出たなら、その駒は取り除きます."""
    after = board("X.......").land("b1:B*a1")
    assert rows_of(after, 1) == [".X......"]
    assert after.knocked_off == 1


def test_a_disc_on_edge_is_pushed_onto_a_square_beside_it():
    """駒が立ったとき: it stands on b2; of the squares beside it the thrower takes the one that gains most."""
    game = ThrowOthello(line="perfect", upright=1.0)
    position = board("........", "........", "..OX....", game=game)
    (landing,) = position.landings("b2")
    beside = {"a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"}
    assert landing.square == "b3"
    assert landing.square in beside
    assert len(position.captured("b3", "black")) == 1


def test_a_disc_that_misses_the_board_is_a_foul_and_the_turn_passes():
    """駒が盤に乗らなかったとき: out of the game, no second throw, and the other side throws."""
    start = PERFECT.start_position()
    after = start.land("foul")
    assert rows_of(after, 8) == rows_of(start, 8)
    assert (after.to_move, after.left("black"), after.fouls) == ("white", 15, (1, 0))


def test_the_third_foul_loses_at_once():
    position = PERFECT.start_position()
    for landing in ("foul", "h8:W", "foul", "h7:W", "foul"):
        assert not position.is_over
        position = position.land(landing)
    assert (position.end_reason, position.winner) == ("fouled_out", "white")
    assert position.count("black") < position.count("white")


@pytest.mark.parametrize(("x", "safe"), [(-0.1, True), (-0.43, True), (-0.45, False)])
def test_on_the_frame_a_disc_is_safe_where_a_part_of_it_touches_the_board(x, safe):
    """枠に掛かった場合: with a chance, of the share of it that lies over the board."""
    assert (share_on_board(x, 2.5, 8, 0.44) > 0) == safe


def test_a_foul_may_be_made_on_purpose():
    """あえてファールする: it always succeeds, uses a disc and counts to the three."""
    game = ThrowOthello(line="advanced")
    ((chance, after),) = game.start_position().outcomes("foul")
    assert chance == 1
    assert (after.fouls, after.thrown, after.deliberate) == ((1, 0), (1, 0), (1, 0))


def test_the_game_ends_when_each_has_thrown_sixteen_and_all_discs_count():
    """それぞれが16個の駒を投げたらゲーム終了, 下に隠れている駒も数える."""
    position = PERFECT.start_position()
    for _ in range(16):
        position = position.play("a1").play("a2")
    assert position.end_reason == "all_thrown"
    assert (len(position.stack("a1")), len(position.stack("a2"))) == (16, 16)
    assert position.count("black") + position.count("white") == 36
    tops = ThrowOthello(line="perfect", count="top").position(str(position))
    assert tops.count("black") + tops.count("white") == 6


# The invariants


@pytest.mark.parametrize("players", [("random", "greedy"), ("alphabeta:1", "expected")])
def test_with_no_noise_every_disc_lands_where_it_was_aimed(players):
    """Whole games beside the plain statement of the rules, which is told the aims alone."""
    game = ThrowOthello(line="perfect", aims_per_square=1)
    columns = series.simulate(game, players, 8, 4, 0, keep_turns=32)
    for number in range(8):
        state = oracle.start(oracle.Rules())
        for aim in columns["turns"][number, :, 0].tolist():
            if aim == -2:
                break
            if aim == -1:
                state = oracle.foul(state)
                continue
            state, _ = oracle.land(state, square_name(8 * (aim // 8) + aim % 8), state.turn)
        plain = oracle.record(state)
        for name in ("black", "white", "stacked", "hidden_black", "hidden_white", "fouls_black"):
            assert columns[name][number] == plain[name], name


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "greedy"), ("expected", "random")])
@pytest.mark.parametrize("rules", [{}, {"upright": 0.3, "size": 6}, {"discs_each": 30, "count": "top"}])
def test_discs_on_the_board_are_four_and_those_thrown_less_fouls_and_those_knocked_off(line, players, rules):
    table = simulate(ThrowOthello(line=line, **rules), players, n=40, seed=7)
    hidden = table["hidden_black"] + table["hidden_white"] if rules.get("count") == "top" else 0
    on_board = table["black"] + table["white"] + hidden
    fouls = table["fouls_black"] + table["fouls_white"]
    assert (on_board == 4 + table["thrown"] - fouls - table["knocked_off"]).all()
    if line == "perfect" and players[0] != "expected":
        assert not np.any(fouls)
