"""Retrograde analysis round by round, and the search that calls a repeat a draw, beside the plain oracle."""

import pytest

from tests.oracles import chopsticks as oracle
from variantlab.errors import RulesError
from variantlab.games.chopsticks import kernels as k
from variantlab.games.chopsticks.retrograde import solve, table_of
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.study.chopsticks_lessons import n_positions_at, repeat_is_a_draw, rounds, turns_of

GAMES = [Chopsticks(limit=3, split=False), Chopsticks(limit=3, revive=True), Chopsticks(limit=4, revive=True)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_round_follows_from_those_before(game):
    solution = solve(game)
    decided = {}
    n_open = solution.n_positions
    for one in rounds(solution):
        for position in (*one.won, *one.lost):
            after = list(turns_of(solution, position))
            before = [decided.get(target) for target in after]
            if position in one.won:
                assert "lost" in before
            else:
                assert all(value == "won" for value in before)
            assert position not in decided
        decided |= dict.fromkeys(one.won, "won") | dict.fromkeys(one.lost, "lost")
        n_open -= len(one.won) + len(one.lost)
        assert one.n_open == n_open == solution.n_positions - len(decided)
        assert n_positions_at(solution, one.number) == len(one.won) + len(one.lost)
    assert n_open == n_positions_at(solution, None) == solution.count("draw")


def plain_search(game, is_reversed):
    """Return the values that the same wrong search remembers, as a recursion."""
    table, remembered, line = table_of(game), {}, []

    def value(state):
        if state in line:
            return k.DRAW
        if state not in remembered:
            line.append(state)
            moves = table.moves(state)
            values = [-value(target) for target in (moves[::-1] if is_reversed else moves)]
            remembered[line.pop()] = (
                max(values) if values else k.LOSS if state // table.n_pairs == 0 else k.WIN
            )
        return remembered[state]

    value(game.start_position().state)
    return remembered, table


WRONG = [
    Chopsticks(limit=4, swap=True),
    Chopsticks(limit=4, revive=True),
    Chopsticks(revive=True, merge=True),
]


@pytest.mark.parametrize("is_reversed", [False, True])
@pytest.mark.parametrize("game", WRONG, ids=str)
def test_the_wrong_search_remembers_what_a_recursion_does(game, is_reversed):
    remembered, table = plain_search(game, is_reversed)
    found = repeat_is_a_draw(game, is_reversed)
    names = {k.WIN: "first", k.LOSS: "second", k.DRAW: "draw"}
    assert found.value == names[remembered[game.start_position().state]]
    assert found.n_remembered == len(remembered)
    assert found.n_wrong == sum(table.values[state] != value for state, value in remembered.items())


def test_the_wrong_search_is_wrong_and_turns_on_the_order():
    one, other = (repeat_is_a_draw(WRONG[0], is_reversed) for is_reversed in (False, True))
    assert (one.value, other.value) == ("draw", "second")
    for game in WRONG[1:]:
        rules = {name: value for name, value in game.settings().items() if name in oracle.RULES}
        assert repeat_is_a_draw(game).value == "draw" != oracle.winner(rules)[0]


def test_where_nothing_repeats_the_wrong_search_is_right():
    game = Chopsticks(split=False)
    assert repeat_is_a_draw(game).n_wrong == repeat_is_a_draw(game, is_reversed=True).n_wrong == 0


def test_an_extra_action_is_refused():
    with pytest.raises(RulesError, match="extra_action: got 'any'"):
        repeat_is_a_draw(Chopsticks(extra_action="any"))
