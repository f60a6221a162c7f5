"""The players, position by position: what they hold for best, and that they choose among it evenly."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from variantlab.errors import MoveError, RulesError, VariantlabError
from variantlab.exact import explore, solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.othello.rules import Othello
from variantlab.players import perfect_moves, player_named

OTHELLO = Othello()
# Black's moves here capture different numbers of discs.
UNEVEN = "......../......../..OOO.../..XOXX../...XOO../....X.../......../........ b"
SMALL = Othello(size=4)
# In all but the last, where white is lost, some moves throw the value away.
NEARLY_FULL = [
    "XX../OXO./OOXX/.OX. b",
    "X.../.XOO/.OXO/O.XO b",
    "..../.OOO/OOOX/XXX. b",
    "..../.OOO/.XOO/XXXO b",
    "OX../XXX./OOOO/..X. w",
]


def value_and_plies(position):
    """Return who wins under best play (1 black, 0 none, -1 white) and after how many plies: by trying all."""
    if position.is_over:
        return {"first": 1, "draw": 0, "second": -1}[position.outcome], 0
    sign = 1 if position.to_move == "black" else -1
    found = []
    for move in position.legal_moves():
        value, plies = value_and_plies(position.play(move))
        found.append((sign * value, -sign * value * (plies + (str(move) != "--"))))
    value, hurry = max(found)
    return sign * value, abs(hurry)


def played_out(game, players, seed):
    """Return the positions of a game between two players, given as one for each colour."""
    rng = np.random.default_rng(seed)
    position, positions = game.start_position(), []
    while not position.is_over:
        positions.append(position)
        player = players[game.colours.index(position.to_move)]
        position = position.play(player.choose(position, rng))
    return [*positions, position]


def test_a_random_player_takes_every_move_as_often():
    position = OTHELLO.position(UNEVEN)
    moves = position.legal_moves()
    assert len(moves) > 4
    player, rng = player_named("random", OTHELLO), np.random.default_rng(20240)
    assert player.best_moves(position) == moves
    chosen = Counter(str(player.choose(position, rng)) for _ in range(4000))
    assert set(chosen) == {str(move) for move in moves}
    assert chisquare(list(chosen.values())).pvalue > 0.001


def test_the_same_random_stream_makes_the_same_game():
    player = player_named("random", OTHELLO)
    one, again, other = (played_out(OTHELLO, (player, player), seed)[-1] for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize("capture", ["flip", "vanish"])
def test_a_greedy_player_takes_the_most_discs(capture):
    game = Othello(capture=capture)
    position = game.position(UNEVEN)
    moves = position.legal_moves()
    most = max(len(move.captures) for move in moves)
    assert len({len(move.captures) for move in moves}) > 1
    best = player_named("greedy", game).best_moves(position)
    assert set(best) == {move for move in moves if len(move.captures) == most}
    rng = np.random.default_rng(3)
    chosen = {player_named("Greedy", game).choose(position, rng) for _ in range(200)}
    assert chosen == set(best)


@pytest.mark.parametrize("game", [Othello(size=6), Othello(size=6, capture="vanish")], ids=str)
@pytest.mark.parametrize("name", ["greedy", "alphabeta:1", "alphabeta:2"])
def test_the_same_moves_as_in_series_of_games(game, name):
    from variantlab.games.othello.series import simulate

    player = player_named(name, game)
    turns = simulate(game, (name, name), n=5, seed=8, first=0, keep_turns=60)["moves"]
    n_looked_at = 0
    for squares in turns.tolist():
        position = game.start_position()
        for square in squares:
            if position.is_over:
                break
            played = "--" if square == -1 else "abcdefgh"[square % 8] + str(square // 8 + 1)
            assert played in {str(move) for move in player.best_moves(position)}
            position = position.play(played)
            n_looked_at += 1
        assert position.is_over
    assert n_looked_at > 15


@pytest.mark.parametrize("diagram", NEARLY_FULL)
def test_a_search_to_the_end_throws_no_value_away(diagram):
    position = SMALL.position(diagram)
    value = value_and_plies(position)[0]
    values = {value_and_plies(position.play(move))[0] for move in position.legal_moves()}
    assert len(values) > 1 or (value == 1 and position.to_move == "white")
    best = player_named("alphabeta:16", SMALL).best_moves(position)
    assert best
    assert {value_and_plies(position.play(move))[0] for move in best} == {value}


@pytest.mark.parametrize("diagram", NEARLY_FULL)
def test_a_perfect_player_wins_soon_and_loses_late(diagram):
    position = SMALL.position(diagram)
    value, plies = value_and_plies(position)
    expected = set()
    for move in position.legal_moves():
        value_after, plies_after = value_and_plies(position.play(move))
        if value_after == value and (value == 0 or plies_after + (str(move) != "--") == plies):
            expected.add(move)
    assert set(perfect_moves(position)) == expected
    assert perfect_moves(position) == tuple(solve(explore(position)).best_moves())


def test_perfect_play_ends_as_solved():
    game = Othello(capture="vanish", size=4)
    solution = solve(explore(game.start_position()))
    assert solution.value == "draw"
    perfect = player_named("perfect", game)
    for seed in range(5):
        assert played_out(game, (perfect, perfect), seed)[-1].outcome == "draw"


def test_a_perfect_player_solves_a_game_once(monkeypatch):
    import variantlab.exact

    explored = []

    def counted(position):
        explored.append(position)
        return explore(position)

    monkeypatch.setattr(variantlab.exact, "explore", counted)
    game = Othello(capture="vanish")
    player = player_named("perfect", game)
    positions = played_out(game, (player, player), 1)
    assert len(positions) > 3
    assert len(explored) == 1
    # Another game's positions look alike; they are solved anew.
    player.best_moves(Othello(capture="vanish", komi=1).start_position())
    assert len(explored) == 2


def test_a_game_too_large_is_not_solved_for_ever(monkeypatch):
    import variantlab.exact

    monkeypatch.setattr(variantlab.exact, "explore", lambda position: explore(position, limit=1000))
    with pytest.raises(VariantlabError, match="too large"):
        perfect_moves(OTHELLO.start_position())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("greedi", "player: got 'greedi'; allowed: .* Did you mean 'greedy'"),
        ("random:3", "player: got 'random:3'; allowed: random, which takes no depth"),
        ("perfect:2", "which takes no depth"),
        ("greedy:2", "which takes no depth"),
        ("alphabeta", "alphabeta:3"),
        ("alphabeta:0", "a depth of 1 to"),
        ("alphabeta:-1", "a depth of 1 to"),
        ("alphabeta:1e1", "a depth of 1 to"),
        ("", "player: got ''"),
        (None, "player: got None"),
    ],
)
def test_a_player_that_is_not_known_is_named(name, message):
    with pytest.raises(RulesError, match=message):
        player_named(name, OTHELLO)


def test_nobody_moves_after_the_end():
    position = Othello(size=4).position("XXXX/XXXX/XXXX/XXXX b")
    assert position.is_over
    with pytest.raises(MoveError, match="over"):
        player_named("random", SMALL).choose(position, np.random.default_rng(0))


def test_taps_takes_each_physical_action_as_often():
    position = Chopsticks().position("33/43")
    taps = player_named("taps", Chopsticks()).best_moves(position)
    assert Counter(map(str, taps)) == {str(move): move.n_taps for move in position.legal_moves()}
    assert len(taps) > len(set(taps))


def test_taps_are_unknown_where_a_move_is_one_action():
    with pytest.raises(RulesError, match="taps"):
        player_named("taps", OTHELLO)
