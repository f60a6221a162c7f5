"""Whole games of the kernels follow the plain statement of the rules, under every combination of rules."""

from functools import cache

import pytest

from tests.games.othello.replays import (
    CAPTURES,
    PAIRS,
    assert_games_follow_the_rules,
    assert_same_columns,
    doubtful_columns,
    games_of_rules,
    played_in_plain_python,
    series_with_turns,
)

#: The pairs of placement and capture that the quick form compiles; the long form compiles all.
COMPILED = [("capturing", capture) for capture in CAPTURES]
COMPILED += [("touching", "one at random"), ("free", "mixed")]
NOT_COMPILED = [pytest.param(*pair, marks=pytest.mark.long) for pair in PAIRS if pair not in COMPILED]

every_pair = pytest.mark.parametrize(("placement", "capture"), PAIRS)
compiled_pairs = pytest.mark.parametrize(("placement", "capture"), [*COMPILED, *NOT_COMPILED])
N_PLAIN, SEED = 4, 20_250_801


@cache
def plain_games():
    """Return {(placement, capture): [(game, lanes, singly), ...]} of games played in plain Python."""
    games = {pair: games_of_rules(*pair, n_games=22) for pair in PAIRS}
    played = iter(played_in_plain_python([game for pair in PAIRS for game in games[pair]], N_PLAIN, SEED))
    return {pair: [(game, *next(played)) for game in games[pair]] for pair in PAIRS}


@every_pair
def test_plain_games_follow_the_rules(placement, capture):
    for game, _, singly in plain_games()[placement, capture]:
        assert_games_follow_the_rules(game, singly)


@every_pair
def test_plain_lanes_play_the_games_played_one_at_a_time(placement, capture):
    for _, lanes, singly in plain_games()[placement, capture]:
        assert_same_columns(lanes, singly)


@compiled_pairs
def test_compiled_games_follow_the_rules(placement, capture):
    for game in games_of_rules(placement, capture, n_games=110, seed=1):
        assert_games_follow_the_rules(game, series_with_turns(game, 4, SEED))


@compiled_pairs
def test_compiled_lanes_play_the_games_played_one_at_a_time(placement, capture):
    for game in games_of_rules(placement, capture, n_games=60, seed=2):
        assert_same_columns(game.simulate(n=700, seed=SEED), series_with_turns(game, 700, SEED))


@compiled_pairs
def test_compiled_code_plays_the_games_of_plain_python(placement, capture):
    for game, lanes, singly in plain_games()[placement, capture]:
        compiled = series_with_turns(game, N_PLAIN, SEED)
        assert_same_columns(game.simulate(n=N_PLAIN, seed=SEED), lanes)
        n_turns = singly["moves"].shape[1]
        assert_same_columns(compiled, singly)
        assert (compiled["moves"][:, :n_turns] == singly["moves"]).all()
        assert (compiled["removed"][:, :n_turns] == singly["removed"]).all()


@pytest.mark.parametrize(
    ("placement", "capture"),
    [
        ("capturing", "flip"),
        ("touching", "one at random"),
        *(pytest.param(*pair, marks=pytest.mark.long) for pair in PAIRS),
    ],
)
def test_a_doubtful_draw_is_drawn_again_with_the_same_result(placement, capture):
    for game in games_of_rules(placement, capture, n_games=60, seed=3):
        assert_same_columns(doubtful_columns(game, 400, SEED), game.simulate(n=400, seed=SEED))


@pytest.mark.long
@every_pair
def test_many_compiled_games_follow_the_rules(placement, capture):
    for game in games_of_rules(placement, capture, n_games=400, seed=4):
        assert_games_follow_the_rules(game, series_with_turns(game, 6, SEED + 1))
