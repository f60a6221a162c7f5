"""Values, best moves, circles and strategies."""

from fractions import Fraction

import numpy as np
import pytest

from tests.games.chopsticks.rule_sets import option_games
from tests.oracles import chopsticks as oracle
from variantlab.errors import RulesError
from variantlab.exact import explore
from variantlab.exact import solve as solve_graph
from variantlab.games.chopsticks.retrograde import (
    best_of,
    positions_after_turn,
    smallest_winning_strategy,
    solve,
    table_of,
)
from variantlab.games.chopsticks.rules import Chopsticks

# Counts of an independent program.
REFERENCES = [
    ({"split": False}, "second", 8, 92, (57, 35, 0)),
    ({"revive": True, "merge": True, "merge_ones": True}, "second", 26, 191, (120, 61, 10)),
    ({"revive": True, "overflow": "wrap"}, "draw", None, 204, (25, 17, 162)),
]


@pytest.mark.parametrize(("rules", "value", "distance", "n_positions", "counts"), REFERENCES)
def test_counts_of_an_independent_program(rules, value, distance, n_positions, counts):
    solution = solve(Chopsticks(**rules))
    assert (solution.value, solution.distance, solution.n_positions) == (value, distance, n_positions)
    assert tuple(map(solution.count, ("win", "loss", "draw"))) == counts
    assert solution.share_drawn == Fraction(counts[2], n_positions)


def test_finished_positions_of_the_game_with_splits():
    solution = solve(Chopsticks(revive=True, merge=True, merge_ones=True))
    assert sum(map(solution.table.is_over, solution.states)) == 14


@pytest.mark.parametrize("limit", [5, 6])
def test_a_value_is_made_by_the_values_after_it(limit):
    for game in [*option_games(limit, "out"), *option_games(limit, "wrap")]:
        table = table_of(game)
        for state in range(table.n_starts):
            if table.is_over(state) or table.n_moves[state] == 0:
                continue
            after = {int(table.values[target]) for _, target in table.turns(state)}
            distances = [int(table.distances[target]) for _, target in table.turns(state)]
            value = table.values[state]
            if value == 1:
                assert -1 in after
                assert table.distances[state] % 2 == 1
            elif value == -1:
                assert after == {1}
                assert table.distances[state] == 1 + max(distances)
            else:
                assert 0 in after
                assert -1 not in after


def test_hand_order_does_not_matter():
    game = Chopsticks(swap=True)
    solution = solve(game)
    for text in ("12/34", "21/34", "12/43", "21/43"):
        assert solution.value_of(game.position(text)) == solution.value_of(game.position("21/43"))
        assert game.position(text) == game.position("21/43")


def test_roles_can_be_exchanged():
    game = Chopsticks(merge=True)
    solution = solve(game)
    other = {"first": "second", "second": "first", "draw": "draw"}
    for position in solution.positions():
        rows = "/".join("".join(map(str, hands)) for hands in (position.second, position.first))
        mirrored = game.position(f"{rows} second")
        assert solution.value_of(mirrored) == other[solution.value_of(position)]
        assert solution.distance_of(mirrored) == solution.distance_of(position)


@pytest.mark.parametrize(
    "game",
    [
        *map(Chopsticks.preset, ("クソルール", "分身なし", "終わらない")),
        Chopsticks(limit=6, overflow="wrap", revive=True, merge=True, extra_action="attack"),
    ],
    ids=str,
)
def test_the_general_solver_agrees(game):
    graph = explore(game.start_position())
    general, own = solve_graph(graph), solve(game)
    assert (general.value, general.distance) == (own.value, own.distance)
    starts = {frozenset([(p.mine, p.theirs)]) for p in graph.positions if not p.acts_again}
    assert len(starts) == own.n_positions
    for number, position in enumerate(graph.positions):
        assert general.value_of(number) == own.value_of(position)
        assert general.distance_of(number) == own.distance_of(position)
        if not position.is_over:
            assert set(general.best_moves(number)) == set(own.best_moves(position))


def test_best_play_lasts_as_long_as_the_distance():
    for game in option_games(5, "out"):
        solution = solve(game)
        position = game.start_position()
        for move in solution.best_line():
            assert solution.keeps_value(position, move)
            position = position.play(move)
        assert position.is_over == (solution.value != "draw")
        if solution.value != "draw":
            assert (position.outcome, position.plies) == (solution.value, solution.distance)


def test_best_moves_are_those_that_reach_the_distance():
    table = table_of(Chopsticks(revive=True, merge=True, extra_action="any"))
    for state in np.flatnonzero(table.n_moves):
        best = best_of(table, int(state))
        step = 0 if state >= table.n_starts else 1
        for is_best, target in zip(best, table.moves(int(state)), strict=True):
            value = table.values[target] if target >= table.n_starts else -table.values[target]
            reaches = value == table.values[state] and (
                value == 0 or table.distances[target] + step == table.distances[state]
            )
            assert is_best == reaches


def test_a_drawn_game_circles():
    game = Chopsticks.preset("終わらない")
    solution = solve(game)
    circle = solution.circle()
    assert circle
    for position, turns in circle.items():
        assert turns
        for moves, after in turns:
            here = position
            for move in moves:
                assert solution.value_of(here) == "draw"
                here = here.play(move)
            assert here == after
            assert after in circle


def test_a_won_game_does_not_circle():
    assert solve(Chopsticks(split=False)).circle() == {}


def losing_replies(position):
    """Return the unfinished positions after the loser's turn."""
    return [reply for reply in positions_after_turn(position) if not reply.is_over]


def wins_against_everything(game, strategy):
    """Return the positions that the winner meets, having checked that the winner wins every game."""
    met = set()

    def follow(position, path):
        assert position not in path, "the strategy goes round"
        met.add(position)
        after = position
        for move in strategy.turns[position]:
            after = after.play(move)
        if after.is_over:
            assert after.outcome == strategy.winner
            return
        for reply in positions_after_turn(after):
            assert not (reply.is_over and reply.outcome != strategy.winner)
            if not reply.is_over:
                follow(reply, path | {position})

    start = game.start_position()
    for position in [start] if strategy.winner == "first" else losing_replies(start):
        follow(position, frozenset())
    return met


STRATEGY_GAMES = [
    Chopsticks(split=False),
    Chopsticks(),
    Chopsticks(merge=True, extra_action="any"),
    Chopsticks(revive=True, merge=True),
    Chopsticks(limit=6, merge=True),
    Chopsticks(limit=6, overflow="wrap", swap=True, extra_action="attack"),
]


@pytest.mark.parametrize("game", STRATEGY_GAMES, ids=str)
def test_a_strategy_wins_against_every_reply(game):
    strategy = smallest_winning_strategy(solve(game))
    assert wins_against_everything(game, strategy) == set(strategy.turns)


def fewest_positions(game):
    """Return the fewest positions of a winning strategy, by an integer programme.

    Each position has a switch (is it known?) and a number that grows from turn to turn, so that no game goes
    round; each turn has a switch (is it played?).
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    solution = solve(game)
    start = game.start_position()
    roots = [start] if solution.value == "first" else losing_replies(start)
    turns, waiting = {}, list(roots)
    while waiting:
        position = waiting.pop()
        if position not in turns:
            winning = [p for p in positions_after_turn(position) if solution.value_of(p) == solution.value]
            turns[position] = [set() if p.is_over else set(losing_replies(p)) for p in winning]
            waiting += [reply for replies in turns[position] for reply in replies]
    known = {position: number for number, position in enumerate(turns)}
    choices = [(position, replies) for position, options in turns.items() for replies in options]
    n, m = len(known), len(choices)
    rows, low = [], []

    def at_least(bound, entries):
        row = np.zeros(2 * n + m)
        for place, value in entries:
            row[place] += value
        rows.append(row)
        low.append(bound)

    for position, number in known.items():
        played = [(2 * n + nth, 1) for nth, (chooser, _) in enumerate(choices) if chooser == position]
        at_least(0, [(number, -1), *played])
    for nth, (chooser, replies) in enumerate(choices):
        for reply in replies:
            at_least(0, [(known[reply], 1), (2 * n + nth, -1)])
            at_least(1 - 2 * n, [(n + known[reply], 1), (n + known[chooser], -1), (2 * n + nth, -2 * n)])
    lower, upper = np.zeros(2 * n + m), np.ones(2 * n + m)
    upper[n : 2 * n] = n
    lower[[known[position] for position in roots]] = 1
    whole = np.r_[np.ones(n), np.zeros(n), np.ones(m)]
    found = milp(
        np.r_[np.ones(n), np.zeros(n + m)],
        constraints=LinearConstraint(np.array(rows), np.array(low), np.inf),
        integrality=whole,
        bounds=Bounds(lower, upper),
    )
    return round(found.fun)


@pytest.mark.parametrize("game", STRATEGY_GAMES, ids=str)
def test_no_strategy_is_smaller(game):
    strategy = smallest_winning_strategy(solve(game))
    assert strategy.is_smallest
    assert strategy.size == fewest_positions(game)


def test_a_strategy_that_is_given_up_says_so():
    solution = solve(Chopsticks(limit=6, revive=True, swap=True))
    hasty = smallest_winning_strategy(solution, most_nodes=1)
    assert not hasty.is_smallest
    assert hasty.size >= smallest_winning_strategy(solution).size


def test_a_strategy_lasts_at_least_as_long_as_the_quickest():
    solution = solve(Chopsticks())
    assert smallest_winning_strategy(solution).longest() >= solution.distance - 1


def test_a_drawn_game_has_no_winning_strategy():
    assert smallest_winning_strategy(solve(Chopsticks.preset("終わらない"))) is None


def test_any_position_can_be_the_start():
    game = Chopsticks(split=False)
    solution = solve(game, game.position("40/11 second"))
    assert solution.n_positions == len(
        oracle.reachable(oracle.rules_with(split=False), ((1, 1), (0, 4), False))
    )
    assert solve(game, game.position("40/10")).distance == 1
    assert solve(game, game.position("00/10")).value == "second"


def test_a_position_of_other_rules_is_refused():
    other = Chopsticks(limit=6).start_position()
    with pytest.raises(RulesError, match="position"):
        solve(Chopsticks()).value_of(other)
    with pytest.raises(RulesError, match="start"):
        solve(Chopsticks(), other)
