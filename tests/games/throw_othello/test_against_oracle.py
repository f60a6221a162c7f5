"""Games and throws agree with the plain statement of the rules."""

import json
import math
import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.oracles import throw_othello as oracle
from variantlab.games.throw_othello import kernels, landing, series
from variantlab.games.throw_othello.position import square_name, square_names
from variantlab.games.throw_othello.rules import ThrowOthello

ROOT = Path(__file__).parents[3]
GOLDEN = json.loads((ROOT / "data/golden/throw_othello.json").read_text(encoding="utf-8"))
COLOURS = {"B": "black", "W": "white"}
FACES = {colour: face for face, colour in COLOURS.items()}
ALL_THROWS = 64
#: Each rule at some other value, and games rough enough to meet fouls, stacks and knocks.
GAMES = (
    (ThrowOthello(line="perfect", aims_per_square=1), ("random", "greedy")),
    (ThrowOthello(line="perfect"), ("random", "alphabeta:1")),
    (ThrowOthello(line="advanced", knock=1.0, count="top"), ("random", "random")),
    (
        ThrowOthello(size=4, sigma_across=0.6, sigma_along=0.3, turnover=0.5, discs_each=9),
        ("greedy", "random"),
    ),
    (ThrowOthello(size=6, line="advanced", upright=0.4, fouls_to_lose=9), ("expected@0.4", "greedy@1x0.2")),
    (ThrowOthello(disc_radius=0.3, stack_within=0.1, tie_tolerance=0.2, discs_each=30), ("random", "reply")),
    (
        ThrowOthello(size=4, line="advanced", knock=0.8, knock_on_foul=True, fouls_to_lose=31),
        ("random", "random"),
    ),
)
ALL_GAMES = pytest.mark.parametrize(("game", "players"), GAMES, ids=lambda value: str(value))


def rules_of(game):
    physics = game.physics
    return oracle.Rules(
        game.size, game.discs_each, game.count, game.fouls_to_lose, physics.disc_radius, physics.stack_within,
        physics.tie_tolerance, physics.turnover,
    )  # fmt: skip


def stacks_of(position):
    return {square: "".join(FACES[c] for c in stack) for square, stack in position.stacks().items()}


@cache
def games_with_throws(game, players, n=12, seed=5):
    return series.simulate(game, players, n, seed, 0, keep_turns=ALL_THROWS)


def throws_of(columns, number):
    """The throws of a game of a series: aim, landing point, square or none, face, knocked squares."""
    for (aim, square, face), point, knocked in zip(
        columns["turns"][number], columns["points"][number], columns["knocks"][number], strict=True
    ):
        if aim == -2:
            return
        yield (
            int(aim),
            tuple(point),
            None if square < 0 else square_name(square),
            "BW"[face],
            square_names(int(knocked)),
        )


@ALL_GAMES
def test_whole_games_follow_the_plain_rules(game, players):
    columns = games_with_throws(game, players)
    for number in range(len(columns["plies"])):
        state, position = oracle.start(rules_of(game)), game.start_position()
        for (_, point, square, face, knocked), turn, word in zip(
            throws_of(columns, number), columns["turns"][number], columns["knocks"][number], strict=False
        ):
            assert oracle.end_reason(state) is None
            if square is None:
                state = oracle.foul(state, (math.floor(point[1]), math.floor(point[0])), knocked)
            else:
                state, _ = oracle.land(state, square, face, knocked)
            position = position.land(series.landing_kept(game, *turn[1:], word, point))
            assert stacks_of(position) == state.stacks
            assert game.position(str(position)) == position
        record = {
            name: game.categories[name][values[number]] if name in game.categories else values[number]
            for name, values in columns.items()
            if name not in ("turns", "points", "knocks")
        }
        plain = oracle.record(state)
        assert {name: record[name] for name in plain} == plain
        assert {name: value for name, value in position.record().items() if name in plain} == plain


@ALL_GAMES
def test_discs_come_to_rest_where_the_plain_rules_put_them(game, players):
    rules = rules_of(game)
    columns = games_with_throws(game, players)
    for number in range(2):
        state = oracle.start(rules)
        for aim, (x, y), square, face, knocked in throws_of(columns, number):
            if square is None:
                state = oracle.foul(state, (math.floor(y), math.floor(x)), knocked)
                assert aim < 0 or not (0 <= x <= game.size and 0 <= y <= game.size)
                assert not knocked or game.knock_on_foul
                continue
            place = oracle.place(rules, state.stacks, x, y)
            if game.physics.upright == 0:
                wanted = place.candidates
                if len(wanted) > 1:
                    wanted = (oracle.better_square(state, wanted, face),)
                assert (square,) == wanted
                assert set(knocked) <= set(place.contacts)
                if game.physics.knock == 1:
                    assert set(knocked) == set(place.contacts)
            else:
                under = landing.square_under(x, y, game.size)
                tipped = oracle.tipped_to(state, square_name(8 * under[0] + under[1]))
                assert square in (tipped, *place.candidates)
            state, _ = oracle.land(state, square, face, knocked)


def test_a_foul_knocks_the_discs_its_end_touches():
    """With a chance of 1 exactly those that the plain rules find."""
    game = ThrowOthello(size=4, line="advanced", knock=1.0, knock_on_foul=True, fouls_to_lose=31)
    columns = games_with_throws(game, ("random", "random"), 40)
    rules, n_knocks = rules_of(game), 0
    for number in range(40):
        state = oracle.start(rules)
        for _, (x, y), square, face, knocked in throws_of(columns, number):
            if square is None:
                share = oracle.share_on_board(rules, x, y)
                wanted = oracle.touched(rules, state.stacks, x, y)
                assert knocked == wanted
                assert share > 0 or not knocked
                n_knocks += len(knocked)
                state = oracle.foul(state, (math.floor(y), math.floor(x)), knocked)
            else:
                state, _ = oracle.land(state, square, face, knocked)
    assert n_knocks > 20


def test_the_games_meet_every_rule():
    columns = [games_with_throws(game, players) for game, players in GAMES]
    for name in ("fouls_black", "stacked", "turned_over", "knocked_off", "hidden_white"):
        assert any(column[name].any() for column in columns)
    assert any(column["knocks"].any() for column in columns)
    of_fouls = [column["knocks"][column["turns"][:, :, 1] == -1] for column in columns]
    assert [bool(knocks.any()) for knocks in of_fouls] == [game.knock_on_foul for game, _ in GAMES]
    assert {int(reason) for column in columns for reason in column["end_reason"]} == {0, 1}


@ALL_GAMES
def test_discs_are_those_thrown_less_fouls_and_those_knocked_off(game, players):
    columns = game.simulate(players, n=60, seed=9)
    hidden = 0 if game.count == "all" else columns["hidden_black"] + columns["hidden_white"]
    fouls = columns["fouls_black"] + columns["fouls_white"]
    discs = columns["black"] + columns["white"] + hidden
    assert (discs == 4 + columns["thrown"] - fouls - columns["knocked_off"]).all()
    assert (columns["plies"] == columns["thrown"] - fouls).all()


@pytest.mark.parametrize("aims_per_square", [1, 2])
def test_without_noise_a_disc_lies_where_it_was_aimed(aims_per_square):
    game = ThrowOthello(line="perfect", aims_per_square=aims_per_square)
    columns = games_with_throws(game, ("random", "random"))
    n = series.n_aims_a_side(game)
    for number in range(12):
        for aim, point, square, _, knocked in throws_of(columns, number):
            exact = series.aim_numbered(game, aim)
            assert point == (exact.x, exact.y)
            assert 0 <= aim < n * n
            assert not knocked
            if aims_per_square == 1:
                assert square == str(exact)
    assert not columns["turned_over"].any()
    assert not columns["fouls_black"].any()


@pytest.mark.parametrize("entry", GOLDEN["scripted"], ids=lambda entry: entry["id"])
def test_known_throws(entry):
    position = ThrowOthello(**entry["rules"]).start_position()
    for text, expected in zip(entry["throws"], entry["captured"], strict=True):
        before = position
        shown, _, knocked = text.partition(" knocks ")
        position = position.land(f"{shown}*{''.join(knocked.split())}" if knocked else shown)
        if shown != "foul" and not knocked:
            square, face = shown.split(":")
            assert list(before.captured(square, face)) == expected
    assert stacks_of(position) == entry["stacks"]
    assert (list(position.thrown), list(position.fouls)) == (entry["thrown"], entry["fouls"])
    assert (position.knocked_off, position.stacked, position.turned_over) == (
        entry["knocked_off"], entry["stacked"], entry["turned_over"],
    )  # fmt: skip
    assert (position.end_reason, position.winner) == (entry["end_reason"], entry["winner"])
    for count in ("all", "top"):
        counted = ThrowOthello(**entry["rules"], count=count).position(str(position))
        assert [counted.count(colour) for colour in ("black", "white")] == entry[count]


@pytest.mark.parametrize("entry", GOLDEN["landing"], ids=lambda entry: f"{entry['x']} {entry['y']}")
def test_known_resting_places(entry):
    occupied = np.uint64(ThrowOthello().start_position().occupied)
    x, y = entry["x"], entry["y"]
    if landing.share_on_board(x, y, 8, 0.44) > 0:
        squares, _ = landing.resting_place(x, y, occupied, 8, 0.44, 0.44, 0.02)
        assert list(square_names(int(squares))) == entry["candidates"]
    else:
        assert entry["candidates"] == []


def test_captures_from_every_square_at_once_are_those_of_the_plain_rules():
    rng, rules = random.Random(8), oracle.Rules()
    for crowd in (0.3, 0.6, 0.95, 0.95):
        stacks = {square: rng.choice("BW") for square in oracle.all_squares(rules) if rng.random() < crowd}
        tops = [
            np.uint64(sum(1 << oracle.index(square) for square, disc in stacks.items() if disc == colour))
            for colour in "BW"
        ]
        planes = tuple(np.uint64(plane) for plane in kernels.capture_planes(*tops))
        for square in oracle.all_squares(rules):
            captured = oracle.captured(rules, {**stacks, square: "B"}, square)
            assert kernels.number_at(planes, oracle.index(square)) == len(captured)


def test_resting_places_of_any_disc_on_any_board():
    rng = random.Random(3)
    for _ in range(150):
        rules = oracle.Rules(
            size=rng.choice([4, 8]), disc_radius=rng.choice([0.44, 0.3, 0.5]),
            stack_within=rng.choice([0.44, 0.1]), tie_tolerance=rng.choice([0.02, 0.1]),
        )  # fmt: skip
        crowd = rng.choice([0.1, 0.5, 0.9])
        stacks = {square: "B" for square in oracle.all_squares(rules) if rng.random() < crowd}
        x, y = (
            rng.choice(
                [rng.uniform(-0.4, rules.size + 0.4), rng.randrange(1, rules.size) + rng.gauss(0, 0.02)]
            )
            for _ in range(2)
        )
        if landing.share_on_board(x, y, rules.size, rules.disc_radius) < 1e-3:
            continue
        occupied = np.uint64(sum(1 << oracle.index(square) for square in stacks))
        squares, contacts = landing.resting_place(
            x, y, occupied, rules.size, rules.disc_radius, rules.stack_within, rules.tie_tolerance
        )
        place = oracle.place(rules, stacks, x, y)
        assert square_names(int(squares)) == place.candidates
        assert square_names(int(contacts)) == place.contacts
