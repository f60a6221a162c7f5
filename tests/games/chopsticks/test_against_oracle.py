"""Every position of every rule set: the package's moves and values against plain dictionaries."""

from collections import Counter
from fractions import Fraction

import pytest

from tests.games.chopsticks.rule_sets import (
    DECISIONS,
    OPTIONS,
    combinations,
    game_position,
    option_games,
    oracle_position,
    oracle_rules,
)
from tests.oracles import chopsticks as oracle
from variantlab.games.chopsticks.chances import chances
from variantlab.games.chopsticks.retrograde import solve, table_of
from variantlab.games.chopsticks.rules import Chopsticks

VALUES = {"win": 1, "loss": -1, "draw": 0}


def oracle_graph(game):
    """Return the oracle's successors of every position there is, reached from the start or not."""
    rules = oracle_rules(game)
    graph = {}
    for position in oracle.all_positions(rules):
        if position not in graph:
            graph.update(oracle.reachable(rules, position))
    return graph


def faults(game):
    """Return what the package says of a rule set's positions and the oracle does not."""
    graph = oracle_graph(game)
    table = table_of(game)
    found = []
    for position, (value, turns) in oracle.solved(graph).items():
        state = game_position(game, position).state
        given = int(table.values[state]), int(table.distances[state])
        if given != (VALUES[value], -1 if turns is None else turns):
            found.append((position, value, turns, given))
    rules = oracle_rules(game)
    solution = solve(game)
    reached = oracle.reachable(rules)
    if solution.n_positions != sum(not acts_again for _, _, acts_again in reached):
        found.append(("positions", solution.n_positions))
    if (solution.value, solution.distance) != oracle.winner(rules):
        found.append(("start", solution.value, solution.distance))
    return found


@pytest.mark.parametrize("overflow", ["out", "wrap"])
@pytest.mark.parametrize("limit", [5, 6])
def test_values_of_all_option_combinations(limit, overflow):
    wrong = {game.rule: faults(game) for game in option_games(limit, overflow)}
    assert {rule: found for rule, found in wrong.items() if found} == {}


@pytest.mark.parametrize("limit", [3, 4, 7])
def test_values_with_fewer_and_more_fingers(limit):
    games = [
        Chopsticks(limit=limit, split=False),
        Chopsticks(limit=limit, revive=True, swap=True, overflow="wrap"),
        Chopsticks(limit=limit, revive=True, merge=True, extra_action="any"),
    ]
    assert {game.rule: found for game in games if (found := faults(game))} == {}


def test_values_of_single_decisions():
    all_on = {"revive": True, "merge": True, "swap": True, "extra_action": "any"}
    decided = [{name: value} for name, values in DECISIONS.items() for value in values[1:]]
    games = [
        Chopsticks(**options, **choice)
        for choice in decided
        for options in ({"merge": True, "swap": True}, all_on)
    ]
    assert {game.rule: found for game in games if (found := faults(game))} == {}


@pytest.mark.long
@pytest.mark.parametrize("overflow", ["out", "wrap"])
def test_values_of_all_decisions(overflow):
    for game in combinations(OPTIONS | DECISIONS, overflow=overflow):
        assert faults(game) == [], game.rule


@pytest.mark.parametrize(
    "game",
    [
        Chopsticks(split=False),
        Chopsticks(limit=4, overflow="wrap", revive=True),
        Chopsticks(limit=4, merge=True, merge_ones=True, swap=True, swap_equal=True, extra_action="any"),
        Chopsticks(
            limit=4, revive=True, swap=True, lone_swap="swap", extra_action="any", extra_action_must=True
        ),
        Chopsticks(limit=4, merge=True, split_out=True, overflow="wrap", extra_action="attack"),
    ],
    ids=str,
)
def test_moves_of_every_position(game):
    rules = oracle_rules(game)
    for position in oracle_graph(game):
        for to_move in game.colours:
            here = game_position(game, position, to_move)
            assert oracle_position(here) == position
            assert here.is_over == oracle.is_over(position)
            expected = Counter(oracle.taps(position, rules))
            assert Counter(oracle_position(after) for _, after in here.taps()) == expected
            given = {oracle_position(here.play(move)): move.n_taps for move in here.legal_moves()}
            assert given == dict(expected)
            for move, after in here.taps():
                assert here.play(str(move)) == after
                assert (after.to_move == to_move) == after.acts_again


def test_whoever_is_not_out_can_always_act():
    for game in combinations(OPTIONS | DECISIONS, limit=4):
        table = table_of(game)
        for state in solve(game).states:
            assert table.is_over(int(state)) == (table.n_moves[state] == 0)
        again = [s for s in range(table.n_starts, len(table.n_moves)) if solve(game).reached[s]]
        assert all(table.n_moves[state] > 0 for state in again)


@pytest.mark.parametrize("physical", [False, True])
@pytest.mark.parametrize("game", [Chopsticks(split=False), Chopsticks(split=False, limit=6)], ids=str)
def test_random_play(game, physical):
    first, mean = oracle.random_play(oracle_rules(game), physical)
    player = "taps" if physical else "random"
    found = chances(game, (player, player))
    assert found.is_exact
    assert (found.first, found.second, found.mean_plies) == (first, 1 - first, mean)
    assert found.endless == Fraction(0)
