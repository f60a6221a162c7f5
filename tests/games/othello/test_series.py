"""Whole series: the same games in any pieces, on any number of threads; random play as exact figures say."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from tests.games.othello.replays import CAPTURES, ROOT, assert_same_columns, games_of_rules
from tests.oracles import othello as oracle
from variantlab.errors import RulesError
from variantlab.games.othello import series
from variantlab.games.othello.position import board_mask, board_of, square_bit
from variantlab.games.othello.rules import Othello

GOLDEN = json.loads((ROOT / "data/golden/othello.json").read_text(encoding="utf-8"))
every_capture = pytest.mark.parametrize("capture", CAPTURES)


def joined(pieces):
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}


# --- the same games however they are asked for


@every_capture
def test_a_series_in_pieces_is_the_same_series(capture):
    for game in games_of_rules("capturing", capture, n_games=12, seed=5):
        whole = game.simulate(n=1500, seed=6)
        cuts = [0, 1, 2, 257, 258, 900, 1500]
        pieces = [game.simulate(n=b - a, seed=6, first=a) for a, b in pairwise(cuts)]
        assert_same_columns(joined(pieces), whole)


@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "alphabeta:1")])
def test_any_number_of_threads_gives_the_same_series(players):
    game = Othello(start="scattered", n_scattered=6)
    whole = game.simulate(players, n=600, seed=4)
    for n_threads, size in ((1, 100), (2, 150), (4, 60)):
        with ThreadPoolExecutor(n_threads) as pool:
            jobs = [pool.submit(game.simulate, players, size, 4, at) for at in range(0, 600, size)]
            assert_same_columns(joined([job.result() for job in jobs]), whole)


def test_games_far_into_a_series():
    game = Othello()
    together = game.simulate(n=4, seed=2**64 - 1, first=2**63 - 2)
    alone = [game.simulate(n=1, seed=2**64 - 1, first=2**63 - 2 + i) for i in range(3)]
    assert joined(alone)["black"].tolist() == together["black"][:3].tolist()


def test_another_seed_plays_other_games():
    game = Othello()
    games = {tuple(series.simulate(game, ("random",) * 2, 1, seed, 0, 60)["moves"][0]) for seed in range(200)}
    assert len(games) == 200


def test_no_game_is_played_twice_in_a_series():
    moves = series.simulate(Othello(), ("random", "random"), 20_000, 1, 0, 60)["moves"]
    assert len({row.tobytes() for row in moves}) == 20_000


def test_turns_are_kept_as_far_as_asked():
    game = Othello(capture="vanish_one")
    long = series.simulate(game, ("random", "random"), 50, 3, 0, 30)
    short = series.simulate(game, ("random", "random"), 50, 3, 0, 2)
    assert short["moves"].shape == short["removed"].shape == (50, 2)
    np.testing.assert_array_equal(short["moves"], long["moves"][:, :2])
    np.testing.assert_array_equal(short["removed"], long["removed"][:, :2])
    assert_same_columns(short, long)


# --- columns


def test_columns_are_whole_numbers_of_fixed_width():
    columns = Othello(start="scattered").simulate(n=3, seed=0)
    assert {name: column.dtype.kind for name, column in columns.items() if column.dtype.kind != "i"} == {
        "black_at_start": "u", "white_at_start": "u",
    }  # fmt: skip
    assert {len(column) for column in columns.values()} == {3}
    assert columns["black_at_start"].dtype == np.uint64


def test_the_longest_cap_fits_into_the_columns():
    game = Othello(capture="vanish_one", start="scattered", n_scattered=20, max_plies=60_000)
    columns = game.simulate(n=3, seed=0)
    assert columns["plies"].tolist() == [60_000] * 3
    assert_same_columns(columns, series.simulate(game, ("random", "random"), 3, 0, 0, keep_turns=1))


def test_no_games_make_empty_columns():
    for start in ("standard", "scattered"):
        columns = Othello(start=start).simulate(n=0, seed=0)
        assert {len(column) for column in columns.values()} == {0}


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("n", {"n": -1}), ("n", {"n": 2.5}), ("n", {"n": True}), ("n", {"n": "10"}), ("n", {"n": 10**400}),
        ("seed", {"seed": -1}), ("seed", {"seed": 2**64}), ("seed", {"seed": float("nan")}),
        ("first", {"first": -1}), ("first", {"first": None}),
        ("player", {"players": ("random", "rnadom")}), ("player", {"players": ("greedy:2", "random")}),
        ("player", {"players": ("alphabeta", "random")}), ("player", {"players": ("alphabeta:0", "random")}),
        ("player", {"players": ("alphabeta:²", "random")}),
        ("player", {"players": ("alphabeta:21", "random")}),
    ],
)  # fmt: skip
def test_errors_name_the_field(field, arguments):
    with pytest.raises(RulesError, match=f"^{field}"):
        Othello().simulate(**{"n": 1, **arguments})


@pytest.mark.parametrize("arguments", [{"depth": 0}, {"depth": 1.5}, {"depth": 2, "convention": "leafs"}])
def test_errors_of_perft(arguments):
    with pytest.raises(RulesError, match=r"^(depth|convention)"):
        Othello().perft(**arguments)


def test_whole_floats_and_numpy_numbers_will_do():
    expected = Othello().simulate(n=3, seed=2)
    assert_same_columns(Othello().simulate(n=np.int32(3), seed=2.0, first=np.float64(0)), expected)


# --- scattered starts


@pytest.mark.parametrize(("size", "n_scattered"), [(4, 1), (4, 7), (6, 5), (8, 31)])
def test_scattered_starts_are_what_the_rules_allow(size, n_scattered):
    game = Othello(size=size, start="scattered", n_scattered=n_scattered, max_plies=1)
    columns = game.simulate(n=400, seed=1)
    starts = [columns[f"{colour}_at_start"].tolist() for colour in game.colours]
    for black, white in zip(*starts, strict=True):
        assert black & white == 0
        assert (black | white) & ~board_mask(size) == 0
        assert black.bit_count() == white.bit_count() == n_scattered
        game_there = game.position_of(black, white)
        assert game_there.legal_squares("black") or game_there.legal_squares("white")


def test_scattered_discs_fall_everywhere_as_often():
    """With free placement no start is drawn again, so that every square is as likely."""
    n = 20_000
    columns = Othello(size=4, start="scattered", n_scattered=3, placement="free", max_plies=1).simulate(n=n)
    spread = sqrt(n * 3 / 16 * 13 / 16)
    for name in ("black_at_start", "white_at_start"):
        bits = [8 * row + column for row in range(4) for column in range(4)]
        found = np.array([((columns[name] >> np.uint64(bit)) & np.uint64(1)).sum() for bit in bits])
        assert abs(found - n * 3 / 16).max() < 4.5 * spread


# --- random play


def assert_rate(n_seen, n, chance, reference_error=0.0):
    error = sqrt(chance * (1 - chance) / n + reference_error**2)
    assert abs(n_seen / n - chance) <= 4 * error


@pytest.mark.parametrize("n", [1_000_000, pytest.param(20_000_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("entry", GOLDEN["sampled"], ids=lambda entry: entry["id"])
def test_random_play_as_an_independent_program_samples_it(entry, n):
    game = Othello(**entry["rules"])
    columns = game.simulate(n=n, seed=2025)
    margin = columns["black"].astype(np.int64) - columns["white"]
    seen = {
        "black": columns["winner"] == 0, "white": columns["winner"] == 1, "draw": columns["winner"] == 2,
        "wipeout": columns["end_reason"] == game.end_reasons.index("wipeout"),
        "not_full": columns["black"] + columns["white"] < 64,
    }  # fmt: skip
    for name, rate in entry["rates"].items():
        assert_rate(seen[name].sum(), n, rate, sqrt(rate * (1 - rate) / entry["n_games"]))
    both = sqrt(1 / n + 1 / entry["n_games"])
    spread = entry["standard_deviations"]["margin"]
    assert abs(margin.mean() - entry["means"]["margin"]) < 4 * spread * both
    assert abs(margin.std() - spread) < 4 * spread * both  # a normal margin's would be smaller by a root of 2
    passes = columns["passes"]
    assert abs(passes.mean() - entry["means"]["passes"]) < 4 * passes.std() * both
    assert columns["plies"].min() >= entry["shortest_game_seen"]


@pytest.mark.parametrize("entry", GOLDEN["exact"], ids=lambda entry: entry["id"])
def test_random_play_as_an_exact_analysis_gives_it(entry):
    n = 300_000
    game = Othello(**entry["rules"])
    columns, expect = game.simulate(n=n, seed=7), entry["expect"]["random_play"]
    for column, chances in expect.items():
        labels = game.categories.get(column)
        for value, chance in chances.items() if column != "mean" else ():
            sought = labels.index(value) if labels else int(value)
            assert_rate((columns[column] == sought).sum(), n, float(Fraction(chance)))
    values = columns | {"margin": columns["black"].astype(int) - columns["white"]}
    for column, mean in expect["mean"].items():
        found = values[column]
        assert abs(found.mean() - float(Fraction(mean))) <= 4 * found.std() / sqrt(n)


@every_capture
def test_which_discs_vanish_is_as_likely_as_the_rules_say(capture):
    """Each square is as likely, and on it each set of removed discs as the plain rules state."""
    n = 150_000
    start = "....../.XO.../.XXOO./..XXO./...O../...... b"
    game = Othello(size=6, start=start, max_plies=1, vanish_probability=0.25, **CAPTURES[capture])
    state = oracle.start_state(game.settings())
    first_turns = series.simulate(game, ("random", "random"), n, 12, 0, keep_turns=1)
    moves, removed = first_turns["moves"][:, 0].tolist(), first_turns["removed"][:, 0].tolist()
    seen = Counter(zip(moves, removed, strict=True))
    squares, n_expected = oracle.legal_squares(state), 0
    for square in squares:
        for discs, chance in oracle.removal_options(state, square).items():
            n_seen = seen[square_bit(square), board_of(discs)]
            assert_rate(n_seen, n, float(chance) / len(squares))
            n_expected += n_seen
    assert n_expected == n
