"""Allocation of games: evidence that keeps its promise, and where the next games go."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import comb

from variantlab.stats.allocation import (
    ALLOCATIONS,
    Seen,
    evidence_for_nearer,
    flat,
    log_evidence,
    nearest,
    top_two,
)


def seen(n, points, weight=1.0):
    n, points = np.array([n], float), np.array([points], float)
    return Seen(n.astype(int), n, points, points, points, n, weight)


@pytest.mark.parametrize("p", [0.2, 0.5, 0.83])
def test_evidence_against_the_truth_is_one_on_average(p):
    n = 12
    wins = np.arange(n + 1.0)
    chances = comb(n, wins) * p**wins * (1 - p) ** (n - wins)
    found = np.exp(log_evidence(np.array(p), seen([n] * (n + 1), wins), 0.6)[0])
    assert chances @ found == pytest.approx(1)


def test_evidence_against_the_truth_is_at_most_one_with_draws_and_with_pairs():
    win, draw = 0.3, 0.45
    p = win + draw / 2
    drawn = sum(
        math.prod((win, draw, 1 - win - draw)[i] for i in games)
        * math.exp(log_evidence(np.array(p), seen([5], [sum((1, 0.5, 0)[i] for i in games)]), 0.5)[0, 0])
        for games in itertools.product(range(3), repeat=5)
    )
    assert 0.5 < drawn <= 1
    # Pairs whose second game repeats the first: each counts once, so the average is one as for single games.
    repeated = sum(
        comb(6, k) * p**k * (1 - p) ** (6 - k)
        * math.exp(log_evidence(np.array(p), seen([12], [2 * k], 0.5), 0.5)[0, 0])
        for k in range(7)
    )  # fmt: skip
    assert repeated == pytest.approx(1)


@pytest.mark.parametrize("target", [0.5, 0.35])
def test_evidence_for_the_nearer_is_the_least_over_all_scores_that_deny_it(target):
    games = seen([300, 250], [120, 160])
    found = evidence_for_nearer(games, target)[0]
    grid = np.linspace(0.001, 0.999, 999)
    one, other = (np.array([log_evidence(np.array(p), games, target)[0, i] for p in grid]) for i in (0, 1))
    total = one[:, None] + other[None, :]
    denied = np.abs(grid - target)[:, None] >= np.abs(grid - target)[None, :] - 1e-12
    least = total[denied].min(), total[~denied].min()
    nearer = int(nearest(games, target)[0])
    assert found[nearer, 1 - nearer] == pytest.approx(least[nearer], abs=0.02)
    assert found[1 - nearer, nearer] <= 0


def test_scores_at_one_distance_are_not_told_apart():
    assert evidence_for_nearer(seen([5000, 5000], [2000, 3000]), 0.5).max() <= 0


def test_nearest_needs_a_finished_game():
    assert nearest(seen([0, 20], [0, 2]), 0.5).tolist() == [1]


@pytest.mark.parametrize("name", ALLOCATIONS)
@pytest.mark.parametrize("n", [1, 2, 7, 40])
def test_every_game_is_allocated(name, n):
    rng = np.random.default_rng(1)
    for games in (seen([0, 0, 0, 0], [0, 0, 0, 0]), seen([9, 50, 50, 20], [1, 24, 26, 19])):
        shares = ALLOCATIONS[name](games, 0.5, n, 400, rng)
        assert shares.sum() == n
        assert (shares >= 0).all()


def test_top_two_looks_where_it_is_close():
    rng = np.random.default_rng(2)
    games = seen([100, 100, 100, 100], [10, 47, 54, 90])
    shares = sum(top_two(games, 0.5, 80, 4000, rng) for _ in range(20))[0]
    assert shares[1] + shares[2] > 0.85 * shares.sum()


def test_flat_evens_out():
    shares = flat(seen([5, 0, 5], [2, 0, 2]), 0.5, 4, 100, np.random.default_rng(3))
    assert shares.tolist() == [[1, 2, 1]]


def test_bisection_goes_to_the_half_that_holds_the_target():
    rng = np.random.default_rng(4)
    budget, n = 500, [100, 0, 0, 0, 100, 0, 0, 0, 100]
    points = [20, 0, 0, 0, 40, 0, 0, 0, 80]
    rising = ALLOCATIONS["bisection"](seen(n, points), 0.5, 10, budget, rng)[0]
    falling = ALLOCATIONS["bisection"](seen(n, points[::-1]), 0.5, 10, budget, rng)[0]
    assert rising.argmax() == 6
    assert falling.argmax() == 2
