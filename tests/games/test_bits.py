"""Boards of 64 squares and the random streams do what plain Python integers do."""

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.games import bits
from variantlab.games.bits import (
    DRAW_STEP,
    count,
    draw_below,
    game_key,
    high_product,
    kth,
    mixed_word,
    rejected_below,
)
from variantlab.games.othello.rules import Othello

ROOT = Path(__file__).parents[2]
WORD = 2**64
EDGES = (0, 1, 2**63, WORD - 1, 0x8040201008040201, 0xFF, 0xFF << 56, 0x0101010101010101)
words = st.integers(0, WORD - 1) | st.sampled_from(EDGES)
boards = words | st.sets(st.integers(0, 63)).map(lambda squares: sum(1 << bit for bit in squares))
anything_below = st.integers(1, 64)


def u64(number):
    return np.uint64(number)


def draws(key, n_draws, below):
    numbers = []
    for _ in range(n_draws):
        number, key = draw_below(u64(key), u64(below))
        numbers.append(int(number))
    return numbers


@given(boards)
def test_count(board):
    assert count(u64(board)) == board.bit_count()


@given(boards.filter(bool))
def test_kth_goes_through_the_squares_in_order(board):
    squares = [1 << bit for bit in range(64) if board >> bit & 1]
    assert [int(kth(u64(board), u64(k))) for k in range(len(squares))] == squares


def test_kth_at_the_ends_of_the_board():
    for bit in range(64):
        assert kth(u64(1 << bit), u64(0)) == 1 << bit
        assert kth(u64(WORD - 1), u64(bit)) == 1 << bit


@given(words, st.integers(1, 2**32 - 1))
def test_high_product(word, n):
    assert high_product(u64(word), u64(n)) == word * n >> 64


@given(st.integers(1, 2**32 - 1))
def test_rejected_below(n):
    assert rejected_below(u64(n)) == WORD % n


def test_rejected_below_for_every_number_of_squares():
    assert [int(rejected_below(u64(n))) for n in range(1, 65)] == [WORD % n for n in range(1, 65)]


@given(words, st.integers(1, 2**32 - 1))
def test_draw_below_takes_the_first_word_that_is_not_rejected(key, n):
    at = key
    while True:
        word = int(mixed_word(u64(at)))
        at = (at + int(DRAW_STEP)) % WORD
        if word * n % WORD >= WORD % n:
            break
    assert tuple(map(int, draw_below(u64(key), u64(n)))) == (word * n >> 64, at)


@pytest.mark.parametrize("n_bits", [6, 8, 11])
def test_the_way_of_drawing_gives_each_number_as_often(n_bits):
    """The rule of the test above, with words so short that all of them can be tried."""
    n_words = 2**n_bits
    for n in range(1, min(65, n_words)):
        kept = [word for word in range(n_words) if word * n % n_words >= n_words % n]
        assert set(Counter(word * n >> n_bits for word in kept).values()) == {n_words // n}


def test_a_word_that_would_favour_a_number_is_drawn_again():
    """The key of a word is known, since the mixing can be undone; 0 times anything has the low word 0."""
    undone = unmixed(0)
    assert mixed_word(u64(undone)) == 0
    number, key = draw_below(u64(undone), u64(3))  # 2**64 = 3 * ... + 1: low words below 1 are rejected
    following = (undone + int(DRAW_STEP)) % WORD
    assert key == (following + int(DRAW_STEP)) % WORD
    assert number == int(mixed_word(u64(following))) * 3 >> 64
    number, key = draw_below(u64(undone), u64(4))  # 4 divides 2**64: nothing is rejected
    assert (number, key) == (0, following)


def unmixed(word):
    """Return the word that `mixed_word` mixes into `word`."""
    for shift, factor in ((31, bits._MIX_2), (27, bits._MIX_1), (30, u64(1))):
        shifted = word
        for _ in range(64 // shift):
            shifted = word ^ shifted >> shift
        word = shifted * pow(int(factor), -1, WORD) % WORD
    return word


@given(words)
def test_mixing_loses_nothing(word):
    assert unmixed(int(mixed_word(u64(word)))) == word


# --- streams


def test_neighbouring_games_have_streams_of_their_own():
    seeds, indices = (0, 1, 2, 100, 101, 2**32, WORD - 1), range(3000)
    keys = {int(game_key(u64(seed), u64(game))) for seed, game in product(seeds, indices)}
    assert len(keys) == len(seeds) * len(indices)


def test_a_seed_and_the_next_share_no_draw():
    """Seeds that are added to the game's number would give seed 101 the games of seed 100, moved by one."""
    n_games = 20_000
    words = {int(mixed_word(u64(game_key(u64(s), u64(g))))) for s in (100, 101) for g in range(n_games)}
    assert len(words) == 2 * n_games


def test_streams_do_not_run_into_each_other():
    """A key is a place on one long line of words: the games' places lie further apart than a game is long."""
    inverse = pow(int(DRAW_STEP), -1, WORD)
    places = sorted(int(game_key(u64(1), u64(game))) * inverse % WORD for game in range(50_000))
    gaps = np.diff(np.array(places, dtype=np.uint64))
    assert gaps.min() > 100_000


def test_the_draws_of_one_game_do_not_depend_on_each_other():
    """Pairs of a draw and the next are as frequent as their numbers say: chi-squared with 35 degrees."""
    numbers = draws(game_key(u64(7), u64(7)), 36_000, below=6)
    pairs = Counter(zip(numbers[::2], numbers[1::2], strict=True))
    chi_squared = sum((pairs[pair] - 500) ** 2 / 500 for pair in product(range(6), repeat=2))
    assert 10 < chi_squared < 75


@pytest.mark.parametrize("below", [2, 3, 7, 20, 64])
def test_first_draws_of_many_games_are_even(below):
    n = 20_000
    counts = Counter(draws(game_key(u64(5), u64(game)), 1, below)[0] for game in range(n))
    spread = (n / below * (1 - 1 / below)) ** 0.5
    assert set(counts) == set(range(below))
    assert max(abs(found - n / below) for found in counts.values()) < 4.5 * spread


KEYS = {
    (0, 0): 7450421197402424322,
    (0, 1): 16706588688877164194,
    (1, 0): 11350741184417520741,
    (WORD - 1, 2**63): 4271484901654530255,
}
DRAWS_OF_SEED_1 = {
    64: [46, 35, 49, 34, 45, 27, 55, 60, 57, 22, 44, 10],
    7: [5, 3, 5, 3, 5, 3, 6, 6, 6, 2, 4, 1],
}
# Black's and white's discs and the plies of the first 8 games of seed 1.
GAMES_OF_SEED_1 = {
    "flip": (
        [31, 29, 36, 33, 19, 29, 35, 38], [33, 35, 28, 31, 45, 35, 29, 26], [60, 60, 60, 60, 60, 60, 60, 60],
    ),
    "vanish_one": ([3, 3, 3, 2, 3, 2, 2, 2], [1, 1, 1, 2, 1, 2, 2, 2], [3, 3, 3, 4, 3, 4, 4, 4]),
    "mixed": ([4, 22, 5, 3, 6, 5, 3, 3], [1, 8, 1, 2, 3, 1, 3, 3], [3, 55, 5, 4, 11, 7, 4, 4]),
}  # fmt: skip
SCATTERED_GAMES_OF_SEED_1 = ([6, 4, 3, 3, 6, 5, 5, 4], [2, 4, 4, 5, 2, 3, 3, 4], [6, 2, 2, 1, 6, 3, 3, 2])


def test_changing_the_stream_changes_everyones_results_and_needs_an_entry_in_the_changelog():
    keys = {place: int(game_key(*map(u64, place))) for place in KEYS}
    assert keys == KEYS
    key = game_key(u64(1), u64(0))
    assert {below: draws(key, 12, below) for below in DRAWS_OF_SEED_1} == DRAWS_OF_SEED_1


@pytest.mark.parametrize("capture", GAMES_OF_SEED_1)
def test_changing_these_games_changes_everyones_results_and_needs_an_entry_in_the_changelog(capture):
    columns = Othello(capture=capture).simulate(n=8, seed=1)
    assert tuple(columns[name].tolist() for name in ("black", "white", "plies")) == GAMES_OF_SEED_1[capture]


def test_changing_scattered_starts_changes_everyones_results_and_needs_an_entry_in_the_changelog():
    columns = Othello(capture="vanish", start="scattered").simulate(n=8, seed=1)
    found = tuple(columns[name].tolist() for name in ("black", "white", "plies"))
    assert found == SCATTERED_GAMES_OF_SEED_1


# --- words stay words


IN_PLAIN_PYTHON = """
import json
from numpy import uint64
from variantlab.games import bits
w = uint64(2**64 - 1)
results = [bits.count(w), bits.kth(w, uint64(63)), bits.mixed_word(w), bits.game_key(w, w),
           bits.rejected_below(uint64(3)), bits.high_product(w, uint64(64)), *bits.draw_below(w, uint64(64))]
print(json.dumps([(result.dtype.name, int(result)) for result in results]))
"""


def test_words_stay_unsigned_and_64_bits_wide():
    """Mixed with a signed number, an unsigned word becomes a float in NumPy and loses its lowest bits."""
    most = u64(WORD - 1)
    compiled = [
        count(most), kth(most, u64(63)), mixed_word(most), game_key(most, most), rejected_below(u64(3)),
        high_product(most, u64(64)), *draw_below(most, u64(64)),
    ]  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:overflow:RuntimeWarning", "-c", IN_PLAIN_PYTHON],
        capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert json.loads(done.stdout) == [["uint64", int(result)] for result in compiled]


def test_constants_are_unsigned_words():
    constants = [value for value in vars(bits).values() if isinstance(value, (int, np.generic))]
    assert len(constants) > 20
    assert {type(value) for value in constants} == {np.uint64}
