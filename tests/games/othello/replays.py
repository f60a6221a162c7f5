"""Games of the kernels, replayed move by move in the plain statement of the rules; and the rules to try."""

import json
import os
import random
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from tests.oracles import othello as oracle
from variantlab.games.othello import kernels as k
from variantlab.games.othello import series
from variantlab.games.othello.position import capture_name
from variantlab.games.othello.rules import Othello

ROOT = Path(__file__).parents[3]
CAPTURES = {
    "flip": {"capture": "flip"},
    "vanish": {"capture": "vanish"},
    "one at random": {"capture": "vanish_one", "vanish_choice": "random"},
    "one by choice": {"capture": "vanish_one", "vanish_choice": "choice"},
    "the nearest": {"capture": "vanish_one", "vanish_choice": "nearest"},
    "the farthest": {"capture": "vanish_one", "vanish_choice": "farthest"},
    "mixed": {"capture": "mixed"},
}
PLACEMENTS = ("capturing", "touching", "free")
PAIRS = tuple(product(PLACEMENTS, CAPTURES))
#: A square says here what becomes of the captured discs, so that a start may be a move list.
_NOTHING_OPEN = ("flip", "vanish", "the nearest", "the farthest")
#: More turns than any game of `games_of_rules` has, so that all of them are kept.
ALL_TURNS = 400
_MIDDLE_GAMES = {
    4: "X.../.XO./.OXO/.... w",
    6: "....../.XO.../.XXOO./..XXO./...O../...... b",
    8: "......../.XO...XO/.XXOOOO./..XXOOX./...XOOO./..XXX.../....O.../....XXX. w",
}
_OPENINGS = {4: "b1", 6: "c2", 8: "f5"}  # legal under every placement


def games_of_rules(placement, capture, n_games, seed=0):
    """Return `n_games` games of one placement and capture that differ in every other rule.

    Sizes, starts, discs each, caps and komis go round at lengths without a common factor where that can be,
    so that a few dozen games meet most pairs of them.
    """
    rng = random.Random(f"{placement} {capture} {seed}")
    sizes = rng.sample([8, 6, 4, 8, 4], 5)
    starts = rng.sample(["standard", "parallel", "scattered", "a position", "standard", "an opening"], 6)
    discs = [None, None, 10, None, 3, None, 1]
    caps = [60, 7, 60, 1, 60, 31, 60, 20, 90, 60, 14]
    komis = [0, 0.5, -3, 2]
    chances = [0.5, 0.25, 0.3, 0.5, 1, 0.75, 0, 0.9, 0.05]
    made = []
    for i in range(n_games):
        size = sizes[i % 5]
        start = starts[i % 6]
        if start == "a position":
            start = _MIDDLE_GAMES[size]
        elif start == "an opening":
            start = _OPENINGS[size] if capture in _NOTHING_OPEN else "parallel"
        made.append(
            Othello(
                size=size, start=start, placement=placement, discs_each=discs[i % 7], max_plies=caps[i % 11],
                komi=komis[i % 4], vanish_probability=chances[i % 9], n_scattered=1 + i % 7,
                **CAPTURES[capture],
            )
        )  # fmt: skip
    return made


def series_with_turns(game, n, seed, players=("random", "random"), first=0):
    """Return the record columns of a series, and all its turns."""
    return series.simulate(game, players, n, seed, first, keep_turns=ALL_TURNS)


@cache
def doubtful_random_games(placement, capture_name, limited):
    """Return `random_games` for lanes that take half of their draws for doubtful."""
    parts = k.turn_parts(placement, capture_name) | {"LIMITED": limited, "DOUBTFUL": np.uint64(2**63)}

    def kernel(template, inlined=False, **more):
        name = f"doubtful_{k.kernel_name(template, placement, capture_name)}_{limited}"
        return k.specialise(template, name, inlined, **parts, **more)

    advance = kernel(k._advance, random_step=kernel(k._random_step, inlined=True))
    start_of_game = k.start_of_game_kernel(placement, capture_name)
    return kernel(k._random_games, advance=advance, start_of_game=start_of_game)


def doubtful_columns(game, n, seed):
    """Return the record columns of a series in such lanes."""
    columns = series.empty_columns(game, n)
    words = np.uint64(seed), np.uint64(0), *series.rule_arguments(game), series.vanish_word(game)
    kernel = doubtful_random_games(game.placement, capture_name(game), game.discs_each is not None)
    kernel(*words, *columns.values())
    return series.finished_columns(game, columns)


def assert_same_columns(found, expected, without=("moves", "removed")):
    assert set(found) - set(without) == set(expected) - set(without)
    for name in set(expected) - set(without):
        np.testing.assert_array_equal(found[name], expected[name], err_msg=name)


# --- the plain statement of the rules beside the kernels


def oracle_start(game, columns=None, number=None):
    """Return the plain state a game starts from; a scattered start is read from the record."""
    diagram = None
    if game.start == "scattered":
        boards = int(columns["black_at_start"][number]), int(columns["white_at_start"][number])
        diagram = "/".join(board_rows(*boards, game.size))
    return oracle.start_state(game.settings(), diagram)


def board_rows(black, white, size):
    """Return the rows of two bitboards as the plain rules write them."""
    signs = {(0, 0): ".", (1, 0): "X", (0, 1): "O"}
    bits = [[8 * row + column for column in range(size)] for row in range(size)]
    return tuple("".join(signs[black >> bit & 1, white >> bit & 1] for bit in row) for row in bits)


def squares_of_board(board):
    """Return the names of a bitboard's squares."""
    return frozenset(oracle.name_of(bit // 8, bit % 8) for bit in range(64) if int(board) >> bit & 1)


def replayed(state, moves, removed):
    """Return the state after the turns of a game, each of them checked against the rules on the way."""
    for move, board in zip(moves, removed, strict=True):
        if move == -2:
            break
        if move == -1:
            state = oracle.apply(state, oracle.PASS)
        else:
            state = oracle.apply(state, oracle.name_of(move // 8, move % 8), squares_of_board(board))
    return state


def record_of(game, columns, number):
    """Return one row of the record columns in the words of the plain rules."""
    row = {name: int(columns[name][number]) for name in oracle.Record._fields}
    labels = {name: (*labels, "") for name, labels in game.categories.items()}  # -1 is the last: none
    return oracle.Record(**{name: labels[name][row[name]] if name in labels else row[name] for name in row})


def assert_games_follow_the_rules(game, columns):
    """Check every game of a series with turns: moves, discs removed, passes, the end, the record."""
    for number in range(len(columns["plies"])):
        start = oracle_start(game, columns, number)
        if game.start == "scattered":
            assert oracle.is_scattered_start(start), (game, number)
        end = replayed(start, columns["moves"][number].tolist(), columns["removed"][number].tolist())
        assert oracle.is_over(end), (game, number)
        assert record_of(game, columns, number) == oracle.record(end), (game, number)


# --- the kernels as plain Python


def played_in_plain_python(games, n, seed):
    """Return for each game the columns of the lanes and of the one-at-a-time kernel, both uncompiled."""
    asked = json.dumps({"games": [game.settings() for game in games], "n": n, "seed": seed})
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:overflow:RuntimeWarning", "-m", __spec__.name],
        input=asked, capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    kinds = {"moves": np.int8, "removed": np.uint64}
    return [
        [{name: np.array(column, kinds.get(name)) for name, column in columns.items()} for columns in pair]
        for pair in json.loads(done.stdout)
    ]


def _main():
    asked = json.load(sys.stdin)
    k.N_LANES = 3  # fewer lanes than games: lanes are filled again
    k.DOUBTFUL = np.uint64(2**62)  # a quarter of the draws are taken for doubtful
    played = []
    for settings in asked["games"]:
        game = Othello(**settings)
        lanes = game.simulate(n=asked["n"], seed=asked["seed"])
        singly = series_with_turns(game, asked["n"], asked["seed"])
        used = max(1, int((singly["moves"] != -2).sum(axis=1).max()))
        singly["moves"], singly["removed"] = singly["moves"][:, :used], singly["removed"][:, :used]
        played.append([{name: c.tolist() for name, c in columns.items()} for columns in (lanes, singly)])
    json.dump(played, sys.stdout)


if __name__ == "__main__":
    _main()
