"""The landing law: exact chances that add up to 1, are symmetric, and agree with throws that are drawn."""

import math

import numpy as np
import pytest

from tests.oracles import throw_othello as oracle
from variantlab.games.throw_othello import landing, law
from variantlab.games.throw_othello.kernels import capture_planes, normal_quantile, number_at
from variantlab.games.throw_othello.physics import LINES, Physics
from variantlab.games.throw_othello.position import square_number
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.games.throw_othello.series import aim_worths, landing_tables

START = ThrowOthello().start_position().occupied
#: Chances of squares are right to this; see `law.landing_law`.
CLOSE = 2e-6
PHYSICS = {**LINES, "coarse ties": Physics(0.5, 0.2, tie_tolerance=0.1), "thin": Physics(0.0, 0.6)}


def mirrored(board, size=8):
    """The board with left and right exchanged."""
    return sum(1 << 8 * (i // 8) + size - 1 - i % 8 for i in range(64) if board >> i & 1)


@pytest.mark.parametrize("name", PHYSICS)
@pytest.mark.parametrize("aim", [(2.5, 2.5), (3.0, 3.5), (0.5, 7.5), (4.0, 4.0), (0.0, 0.0)])
def test_chances_add_up_to_one(name, aim):
    found = law.landing_law(*aim, PHYSICS[name], START)
    assert found.total == pytest.approx(1, abs=1e-12)
    assert all(chance > 0 for *_, chance in found.places)
    assert found.foul >= 0


@pytest.mark.parametrize("name", ["intermediate", "advanced"])
def test_symmetric_aims_have_symmetric_laws(name):
    lop_sided = START | 1 << square_number("b3") | 1 << square_number("h6")
    one = law.landing_law(2.5, 3.0, LINES[name], lop_sided).by_square()
    other = law.landing_law(5.5, 3.0, LINES[name], mirrored(lop_sided)).by_square()
    for square, chance in one.items():
        assert other[8 * (square // 8) + 7 - square % 8] == pytest.approx(chance, abs=CLOSE)
    assert len(one) == len(other)


def test_a_symmetric_aim_on_a_symmetric_board_is_symmetric_in_itself():
    found = law.landing_law(4.0, 4.0, LINES["advanced"], 0).by_square()
    for square, chance in found.items():
        row, column = divmod(square, 8)
        assert found[8 * (7 - row) + column] == pytest.approx(chance, abs=CLOSE)
        assert found[8 * row + 7 - column] == pytest.approx(chance, abs=CLOSE)


def test_without_spread_the_law_is_the_resting_place():
    found = law.landing_law(3.02, 3.5, Physics(), START)
    assert found.by_square() == {square_number("c4"): 1.0}
    assert found.foul == 0
    tie = law.landing_law(3.0, 2.5, Physics(), START)
    assert tie.by_square() == {square_number("c3"): 0.5, square_number("d3"): 0.5}


def test_on_an_empty_board_a_disc_rests_under_its_centre():
    physics = Physics(0.5, 0.8, tie_tolerance=0.0)
    found = law.landing_law(3.2, 4.1, physics, 0).by_square()
    closed_form = law.whole_square_law(3.2, 4.1, physics)
    for square, chance in found.items():
        if 0 < square // 8 < 7 and 0 < square % 8 < 7:
            assert chance == pytest.approx(closed_form[divmod(square, 8)], abs=1e-9)


def test_on_the_frame_the_share_over_the_board_is_safe():
    physics = Physics(0.0, 0.0)
    found = law.landing_law(-0.2, 2.5, physics, 0)
    share = oracle.share_on_board(oracle.Rules(), -0.2, 2.5)
    assert found.by_square()[square_number("a3")] == pytest.approx(share, abs=1e-4)
    assert found.foul == pytest.approx(1 - share, abs=1e-4)


def test_throws_that_are_drawn_follow_the_law():
    physics, aim, n = Physics(0.7, 0.9), (1.2, 6.1), 60_000
    rng = np.random.default_rng(4)
    occupied = START | sum(1 << int(i) for i in rng.integers(0, 64, 20))
    expected = law.landing_law(*aim, physics, occupied)
    drawn = dict.fromkeys([None, *((a, b) for a, b, *_ in expected.places)], 0)
    points = rng.normal(aim, (physics.sigma_across, physics.sigma_along), (n, 2))
    for (x, y), luck in zip(points, rng.random(n), strict=True):
        if luck >= landing.share_on_board(x, y, 8, 0.44):
            drawn[None] += 1
            continue
        squares, contacts = landing.resting_place(x, y, np.uint64(occupied), 8, 0.44, 0.44, 0.02)
        drawn[int(squares), int(contacts)] = drawn.get((int(squares), int(contacts)), 0) + 1
    chances = {None: expected.foul}
    for squares, contacts, _, chance in expected.places:
        chances[squares, contacts] = chances.get((squares, contacts), 0) + chance
    common = [key for key, chance in chances.items() if chance * n > 10]
    distance = sum((drawn[key] - n * chances[key]) ** 2 / (n * chances[key]) for key in common)
    assert len(common) > 30
    assert distance < len(common) + 4 * math.sqrt(2 * len(common))


@pytest.mark.parametrize("aim", [(0.2, 2.9), (-0.2, -0.1), (3.5, 4.1)])
def test_fouls_that_touch_discs_follow_the_law(aim):
    physics, size, n = Physics(0.3, 0.4), 4, 40_000
    occupied = START >> 18 | 0b1101 | 1 << 24 | 1 << 27
    found = law.landing_law(*aim, physics, occupied, size)
    expected = {(row, column, discs): chance for row, column, discs, chance in found.slips}
    assert sum(expected.values()) <= found.foul
    drawn = dict.fromkeys(expected, 0)
    rng = np.random.default_rng(6)
    points = rng.normal(aim, (physics.sigma_across, physics.sigma_along), (n, 2))
    for (x, y), luck in zip(points, rng.random(n), strict=True):
        share = landing.share_on_board(x, y, size, 0.44)
        if share == 0 or luck < share:
            continue
        discs = int(landing.touched_discs(x, y, np.uint64(occupied), size, 0.44))
        if discs:
            drawn[math.floor(y), math.floor(x), discs] += 1
    common = [key for key, chance in expected.items() if chance * n > 10]
    distance = sum((drawn[key] - n * expected[key]) ** 2 / (n * expected[key]) for key in common)
    assert common
    assert distance < len(common) + 4 * math.sqrt(2 * len(common))


def test_the_tabulated_law_is_near_the_exact_one():
    game = ThrowOthello(sigma_across=0.5, sigma_along=0.5, turnover=0.0)
    position = game.start_position()
    worths, _ = aim_worths(position, "expected")
    for aim in ((2, 4), (0, 0), (7, 7)):
        x, y = 0.5 + aim[1] / 2, 0.5 + aim[0] / 2
        found = law.landing_law(x, y, game.physics, position.occupied).by_square()
        planes = capture_planes(np.uint64(position.black), np.uint64(position.white))
        planes = tuple(np.uint64(plane) for plane in planes)
        expected = sum(chance * (1 + 2 * number_at(planes, square)) for square, chance in found.items())
        assert worths[aim] == pytest.approx(expected, abs=0.05)


def test_tabulated_chances_of_an_aim_add_up_to_at_most_one():
    game = ThrowOthello(line="advanced")
    _, shares, across, along, *_ = landing_tables(game, (game.physics, game.physics), True)
    assert shares.max() == 1
    for chances in (across, along):
        assert (chances.sum(axis=1) <= 1 + 1e-12).all()
    middle = across.shape[2] // 2
    assert across[0, :, middle] == pytest.approx(across[0, ::-1, middle])


@pytest.mark.parametrize("p", [1e-300, 1e-12, 0.001, 0.2, 0.5, 0.6, 0.999])
def test_normal_quantile_turns_the_distribution_function_round(p):
    assert 0.5 * math.erfc(-normal_quantile(p) / math.sqrt(2)) == pytest.approx(p, rel=1e-12)


def test_without_spread_the_reckoner_aims_at_squares_that_are_worth_most():
    """Points between squares are no better than they are: discs beside them draw a throw aside."""
    game = ThrowOthello(line="perfect")
    position = game.start_position()
    for throw in ("d3", "c3", "d2", "e3", "f4", "f3"):
        best = game.best_moves(position, "expected")
        gains = {str(move): position.play(move).margin(position.to_move) for move in position.legal_moves()}
        assert {gains[str(move)] for move in best} == {max(gains.values())}
        position = position.play(throw)
