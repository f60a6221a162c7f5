"""Greedy and alpha-beta players choose what a plain search over the plain rules chooses."""

import random
from collections import Counter
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from tests.games.othello.replays import (
    CAPTURES,
    PLACEMENTS,
    assert_games_follow_the_rules,
    assert_same_columns,
    games_of_rules,
    series_with_turns,
)
from tests.oracles import othello as oracle
from variantlab.games.othello import series
from variantlab.games.othello.position import board_of, square_bit
from variantlab.games.othello.rules import Othello
from variantlab.games.othello.search import WON, Weights, corner_boards, weight_array

SEED = 31


# --- a plain search


def value(state, depth):
    """The worth of a state for the side to move: plain minimax, no pruning; a pass is no ply."""
    if oracle.nobody_can_move(state):
        return finished_value(state)
    if not oracle.legal_squares(state):
        return -value(oracle.apply(state, oracle.PASS), depth)
    if depth == 0:
        return worth(state)
    return max(-value(after, depth - 1) for _, _, after in imagined_moves(state))


def finished_value(state):
    margin = 2 * oracle.margin(state) * (1 if state.to_move == "black" else -1)
    return 0 if margin == 0 else margin + (WON if margin > 0 else -WON)


def worth(state):
    weights, last = Weights(), len(state.board) - 1
    own, opposing = oracle.DISC[state.to_move], oracle.DISC[oracle.OTHER[state.to_move]]
    sign = {own: 1, opposing: -1, ".": 0}
    total = weights.disc * sum(sign[disc] for row in state.board for disc in row)
    for colour, disc in oracle.DISC.items():
        n_squares = len(oracle.squares_for(state.board, colour, state.rules.placement))
        total += weights.mobility * sign[disc] * n_squares
    for row, beside_row in ((0, 1), (last, last - 1)):
        for column, beside_column in ((0, 1), (last, last - 1)):
            corner = state.board[row][column]
            total += weights.corner * sign[corner]
            if corner == ".":
                total += weights.beside_corner * sign[state.board[beside_row][beside_column]]
    return total


def imagined_moves(state):
    """The moves as a player who looks ahead takes them: of what chance does, the likely alone."""
    for square in oracle.legal_squares(state):
        for removed in imagined_removals(state, square):
            yield square, removed, oracle.apply(state, square, removed)


def imagined_removals(state, square):
    rules = state.rules
    if rules.capture == "mixed":
        likely = float(rules.vanish_probability) > 0.5
        return [frozenset(oracle.captures(state, square)) if likely else frozenset()]
    if rules.capture == "vanish_one" and rules.vanish_choice == "random":
        return list(oracle.removal_options(
            replace(state, rules=replace(rules, vanish_choice="nearest")), square
        ))  # fmt: skip
    return list(oracle.removal_options(state, square))


def best_moves(state, depth):
    """The best (square, removed) of a state, all of them."""
    worths = [(-value(after, depth - 1), square, removed) for square, removed, after in imagined_moves(state)]
    best = max(found for found, _, _ in worths)
    return {(square, removed) for found, square, removed in worths if found == best}


def most_capturing(state):
    n_captured = {square: len(oracle.captures(state, square)) for square in oracle.legal_squares(state)}
    return {square for square, n in n_captured.items() if n == max(n_captured.values())}


# --- positions to search


def middle_games(game, n, seed, n_turns):
    """Return positions after random turns, not finished: the game that starts there, and the plain state."""
    rng, found = random.Random(seed), []
    while len(found) < n:
        state = oracle.start_state(game.settings())
        for _ in range(rng.randint(*n_turns)):
            if moves := oracle.moves(state):
                state = oracle.apply(state, *rng.choice(moves))
        if oracle.legal_squares(state):
            there = game.replace(start=f"{oracle.diagram(state)} {state.to_move[0]}", max_plies=1)
            found.append((there, plain_start(there)))
    return found


def plain_start(game):
    """Return the plain state a game starts from, without the cap that cuts the player's game short."""
    return oracle.start_state(game.settings() | {"max_plies": 500})


def first_turns(game, player, n):
    """Return the first turns of a player, as often as they come: {(square number, removed board): number}."""
    columns = series.simulate(game, (player, player), n, SEED, 0, keep_turns=1)
    return Counter(zip(columns["moves"][:, 0].tolist(), columns["removed"][:, 0].tolist(), strict=True))


def as_numbers(moves):
    return {(square_bit(square), board_of(removed)) for square, removed in moves}


SETTINGS = {
    "flip": {"capture": "flip"},
    "flip with komi": {"capture": "flip", "komi": 2.5},
    "vanish": {"capture": "vanish", "start": "X.../.XOO/.OXO/..X. w"},
    "by choice": CAPTURES["one by choice"],
    "by choice with komi": CAPTURES["one by choice"] | {"komi": -1},
    "at random": CAPTURES["one at random"],
    "the farthest": CAPTURES["the farthest"],
    "mixed, mostly flips": {"capture": "mixed", "vanish_probability": 0.25},
    "mixed, mostly vanishes": {"capture": "mixed", "vanish_probability": 0.75},
    "mixed, as likely": {"capture": "mixed", "vanish_probability": 0.5},
}


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("settings", SETTINGS)
def test_alpha_beta_plays_the_best_moves_of_plain_minimax(settings, depth):
    game = Othello(**{"size": 4, **SETTINGS[settings]})
    for there, state in middle_games(game, 8, seed=f"{settings} {depth}", n_turns=(0, 10)):
        best = best_moves(state, depth)
        seen = first_turns(there, f"alphabeta:{depth}", 60)
        if there.capture in ("flip", "vanish") or there.vanish_choice in ("choice", "farthest"):
            assert set(seen) == as_numbers(best), (there.start, depth)
        else:  # the square is the player's, what vanishes is not
            assert {square for square, _ in seen} == {square for square, _ in as_numbers(best)}


@pytest.mark.parametrize("size", [6, 8])
def test_alpha_beta_on_larger_boards(size):
    game = Othello(size=size)
    for there, state in middle_games(game, 5, seed=size, n_turns=(10, 30)):
        assert set(first_turns(there, "alphabeta:2", 60)) == as_numbers(best_moves(state, 2))


@pytest.mark.parametrize("komi", [0, 1.5, -3])
def test_alpha_beta_looks_through_passes_to_the_end(komi):
    """Ends of games of 4x4: deep enough, the search is exact, whoever has to pass on the way."""
    n_with_passes = 0
    for there, state in middle_games(Othello(size=4, komi=komi), 25, seed=5, n_turns=(8, 11)):
        assert set(first_turns(there, "alphabeta:5", 60)) == as_numbers(best_moves(state, 5))
        n_with_passes += must_pass_somewhere(state)
    assert n_with_passes > 5


def must_pass_somewhere(state):
    if oracle.is_over(state):
        return False
    if not oracle.legal_squares(state):
        return True
    return any(must_pass_somewhere(oracle.apply(state, *move)) for move in oracle.moves(state))


def test_alpha_beta_knows_that_discs_run_out():
    game = Othello(size=4, discs_each=2, komi=0.5)
    for there, state in middle_games(game, 6, seed=2, n_turns=(0, 4)):
        assert set(first_turns(there, "alphabeta:4", 60)) == as_numbers(best_moves(state, 4))


@pytest.mark.parametrize("placement", ["capturing", pytest.param("touching", marks=pytest.mark.long)])
def test_greedy_captures_most(placement):
    game = Othello(size=6, placement=placement)
    for there, state in middle_games(game, 12, seed=9, n_turns=(3, 25)):
        assert {square for square, _ in first_turns(there, "greedy", 80)} == {
            square_bit(square) for square in most_capturing(state)
        }


def test_equal_moves_are_as_likely():
    """All 4 first moves are equal by symmetry, for every player."""
    n = 4000
    for player in ("greedy", "alphabeta:1", "alphabeta:2"):
        seen = first_turns(Othello(max_plies=1), player, n)
        assert len(seen) == 4
        assert max(abs(count - n / 4) for count in seen.values()) < 4 * sqrt(n * 3 / 16)


def test_equal_discs_of_the_best_square_are_as_likely():
    start = "....../....../.XOO../....../....../...... b"
    game = Othello(size=6, max_plies=1, start=start, **CAPTURES["one by choice"])
    best = best_moves(plain_start(game), 1)
    seen = first_turns(game, "alphabeta:1", 4000)
    assert set(seen) == as_numbers(best)
    assert max(abs(count - 4000 / len(best)) for count in seen.values()) < 4 * sqrt(1000)


# --- whole games


def test_the_same_seed_gives_the_same_games():
    game = Othello(**CAPTURES["one by choice"])
    players = ("alphabeta:2", "greedy")
    first, again = (series_with_turns(game, 60, SEED, players) for _ in range(2))
    assert_same_columns(first, again, without=())
    other = series_with_turns(game, 60, SEED + 1, players)
    assert (other["moves"] != first["moves"]).any()


@pytest.mark.parametrize("capture", CAPTURES)
@pytest.mark.parametrize(
    "placement", ["capturing", *(pytest.param(p, marks=pytest.mark.long) for p in PLACEMENTS[1:])]
)
def test_games_of_thinking_players_follow_the_rules(placement, capture):
    for number, game in enumerate(games_of_rules(placement, capture, n_games=16, seed=6)):
        players = ("alphabeta:1", "greedy", "alphabeta:2", "random")
        pair = players[number % 4], players[(number // 4 + 1) % 4]
        assert_games_follow_the_rules(game, series_with_turns(game, 3, SEED, pair))


def score(columns, of):
    """Return how much of the points one colour took, a draw being half."""
    winner = columns["winner"]
    return (np.sum(winner == of) + np.sum(winner == 2) / 2) / len(winner)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("greedy", "random"),
        ("alphabeta:1", "random"),
        ("alphabeta:3", "alphabeta:1"),
        ("alphabeta:3", "greedy"),
    ],
)
def test_who_looks_further_wins_more(stronger, weaker):
    game, n = Othello(), 400
    as_black = score(game.simulate((stronger, weaker), n=n // 2, seed=SEED), of=0)
    as_white = score(game.simulate((weaker, stronger), n=n // 2, seed=SEED), of=1)
    assert (as_black + as_white) / 2 > 0.5 + 4 * 0.5 / sqrt(n)


# --- parts


@pytest.mark.parametrize("size", [4, 6, 8])
def test_corners_and_the_squares_beside_them(size):
    last = size
    corners = {
        "a1": "b2", f"{'abcdefgh'[last - 1]}1": f"{'abcdefgh'[last - 2]}2", f"a{last}": f"b{last - 1}",
        f"{'abcdefgh'[last - 1]}{last}": f"{'abcdefgh'[last - 2]}{last - 1}",
    }  # fmt: skip
    expected = {(board_of([corner]), board_of([beside])) for corner, beside in corners.items()}
    assert {tuple(map(int, pair)) for pair in corner_boards(size)} == expected
    assert corner_boards(size).dtype == np.uint64


def test_weights_are_handed_over_in_order():
    assert weight_array(Weights(1, 2, 3, 4)).tolist() == [1, 2, 3, 4]
    assert weight_array().dtype == np.int64
