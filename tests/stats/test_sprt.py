"""Sequential tests, scores and Elo: published values, lopsided results, pairs, and how often a test errs."""

import math
import time

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize
from scipy.stats import binom

from variantlab.errors import DataError, VariantlabError
from variantlab.stats.elo import (
    PairCounts,
    elo,
    elo_of_score,
    likelihood_of_superiority,
    pair_counts,
    pair_elo,
    pair_score,
    score,
    score_of_elo,
)
from variantlab.stats.intervals import rate
from variantlab.stats.sample_size import power, score_games_needed, score_power
from variantlab.stats.sprt import GAME_SCORES, PAIR_SCORES, Sprt, run_sprt, simulate_sprt, sprt, sprt_pairs

#: Wins, draws and losses of a match whose figures several programs for engine tests agree on.
MATCH = (880, 1863, 759)
KINDS = [
    {"method": "exact"},
    {"method": "normal"},
    {"scale": "bayes"},
]


@pytest.mark.parametrize(("kind", "llr"), list(zip(KINDS, [2.9472, 2.9532, 2.2714], strict=True)))
def test_published_log_likelihood_ratios(kind, llr):
    result = sprt(*MATCH, elo0=0, elo1=5, **kind)
    assert result.llr == pytest.approx(llr, abs=5e-5)
    assert (result.lower, result.upper) == pytest.approx((-2.9444, 2.9444), abs=5e-5)
    assert result.verdict == ("H1" if llr > 2.9444 else "undecided")


def test_published_score_elo_and_superiority():
    assert score(*MATCH).estimate == pytest.approx(0.517276, abs=5e-7)
    found = elo(*MATCH, method="normal")
    assert found.estimate == pytest.approx(12.009, abs=5e-4)
    assert (found.high - found.low) / 2 == pytest.approx(7.873, abs=5e-4)
    assert likelihood_of_superiority(880, 759) == pytest.approx(0.9986, abs=5e-5)
    assert rate(MATCH[1], sum(MATCH)).estimate == pytest.approx(0.531982, abs=5e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_lopsided_results_are_finite_quick_and_of_the_right_sign(kind):
    start = time.perf_counter()
    lost, drawn, won, crushed = (
        sprt(*results, elo0=-5, elo1=5, **kind).llr
        for results in ((0, 0, 20), (0, 20, 0), (20, 0, 0), (1, 1, 726))
    )
    assert time.perf_counter() - start < 1
    assert lost < 0
    assert drawn == 0
    assert won == pytest.approx(-lost)
    assert -math.inf < crushed < -10
    assert sprt(0, 0, 0, elo0=-5, elo1=5, **kind).llr == 0


def largest_log_likelihood(counts, scores, s):
    """The likelihood maximised by a general optimiser, over all chances with this expected score."""
    n = len(counts)
    bounds = [(1e-12, 1)] * n
    constraints = [
        {"type": "eq", "fun": lambda p: p.sum() - 1},
        {"type": "eq", "fun": lambda p: p @ scores - s},
    ]
    start = np.full(n, 1 / n)
    found = minimize(
        lambda p: -(counts * np.log(p)).sum(), start, bounds=bounds, constraints=constraints,
        options={"ftol": 1e-13, "maxiter": 500},
    )  # fmt: skip
    return -found.fun


@pytest.mark.parametrize(
    "counts", [(12, 30, 20), (0, 10, 10), (0, 0, 9), (3, 10, 24, 12, 5), (0, 0, 7, 4, 0)]
)
def test_exact_ratio_is_that_of_the_largest_likelihoods(counts):
    counts = np.array(counts, float)
    scores = GAME_SCORES if len(counts) == 3 else PAIR_SCORES
    test = Sprt(-20, 60)
    expected = largest_log_likelihood(counts, scores, score_of_elo(60)) - largest_log_likelihood(
        counts, scores, score_of_elo(-20)
    )
    assert test.llrs(counts[np.newaxis])[0] == pytest.approx(expected, abs=1e-4)


def test_a_second_game_that_repeats_the_first_adds_nothing():
    pairs = sprt_pairs((20, 0, 0, 0, 30), elo0=0, elo1=50)
    assert pairs.llr == pytest.approx(sprt(30, 0, 20, elo0=0, elo1=50).llr)
    assert pairs.unit == "pairs"
    assert pair_score((20, 0, 0, 0, 30)).low == pytest.approx(score(30, 0, 20).low, abs=1e-3)


def test_pairs_that_cancel_out_tell_more_than_their_games_apart():
    cancelling = (0, 5, 60, 15, 0)
    assert sprt_pairs(cancelling, elo0=0, elo1=30).llr > 2 * sprt(85, 0, 75, elo0=0, elo1=30).llr > 0
    assert pair_elo(cancelling).low > elo(85, 0, 75).low


@pytest.mark.parametrize(("true_elo", "wrong"), [(0, "H1"), (60, "H0")])
@pytest.mark.parametrize("draw_rate", [0.0, 0.5])
def test_error_rates_keep_their_promise(true_elo, wrong, draw_rate):
    s = score_of_elo(true_elo)
    chances = (1 - s - draw_rate / 2, draw_rate, s - draw_rate / 2)
    found = simulate_sprt(Sprt(0, 60), chances, runs=400, batch=10, seed=1)
    assert found.undecided == 0
    assert found.share(wrong).low <= 0.05


def test_error_rates_of_dependent_pairs():
    chances = (0.4, 0.05, 0.1, 0.05, 0.4)
    as_pairs = simulate_sprt(Sprt(0, 60), chances, runs=300, batch=10, seed=2)
    assert as_pairs.share("H1").low <= 0.05


def test_exact_error_rate_without_draws():
    """A walk over all numbers of wins, stopped at the bounds: the chances of both verdicts."""
    test, s, n_max = Sprt(0, 100), score_of_elo(0), 600
    going, h0, h1 = np.array([1.0]), 0.0, 0.0
    for n in range(1, n_max + 1):
        going = np.append(going * (1 - s), 0) + np.append(0, going * s)
        wins = np.flatnonzero(going)
        llrs = test.llrs(np.stack([n - wins, 0 * wins, wins], axis=1))
        h1 += going[wins[llrs >= test.upper]].sum()
        h0 += going[wins[llrs <= test.lower]].sum()
        going[wins[(llrs >= test.upper) | (llrs <= test.lower)]] = 0
    assert h0 + h1 > 0.999
    assert 0.03 < h1 <= 0.05
    simulated = simulate_sprt(test, (0.5, 0, 0.5), runs=300, max_units=n_max, seed=3)
    assert simulated.share("H1", level=0.9999).contains(h1)


def test_a_run_goes_on_until_a_bound_where_no_cap_is_given():
    rng = np.random.default_rng(4)
    played = []

    def play(n, first):
        played.append((n, first))
        wins = int(rng.binomial(n, 0.56))
        return wins, 0, n - wins

    result = run_sprt(Sprt(0, 20), play, batch=50)
    assert result.verdict == "H1"
    assert result.n == sum(n for n, _ in played) > 50
    assert [first for _, first in played] == list(range(0, result.n, 50))


def test_a_cap_leaves_it_undecided_and_is_kept():
    result = run_sprt(Sprt(-0.25, 0.25), lambda n, first: (n // 2, 0, n - n // 2), batch=100, max_games=250)
    assert (result.verdict, result.n) == ("undecided", 250)
    assert not result.is_decided


def test_a_run_of_pairs():
    result = run_sprt(Sprt(0, 100), lambda n, first: PairCounts((0, 0, 0, 0, n // 2)), batch=10)
    assert (result.verdict, result.unit) == ("H1", "pairs")
    assert result.as_dict()["n"] == result.n


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: Sprt(5, 5), "elo1"),
        (lambda: Sprt(0, 5, alpha=0.6), "alpha"),
        (lambda: Sprt(0, 5, scale="bayeselo"), "scale"),
        (lambda: Sprt(0, 5000), "elo1"),
        (lambda: sprt(-1, 0, 0, 0, 5), "wins"),
        (lambda: sprt_pairs((1, 2, 3), 0, 5), "pairs"),
        (lambda: sprt_pairs((1, 2, 3, 4, 5), 0, 5, scale="bayes"), "scale"),
        (lambda: run_sprt(Sprt(0, 5), lambda n, first: (1, 2)), "play"),
        (lambda: simulate_sprt(Sprt(0, 5), (0.5, 0.6, 0.1)), "chances"),
    ],
)
def test_wrong_input_is_named(make, field):
    with pytest.raises(VariantlabError, match=f"^{field}"):
        make()


# --- scores, pairs and power
# -----------------------------------------------------------------------------------


def test_score_without_draws_is_the_rate():
    assert score(24, 0, 36).high == pytest.approx(rate(24, 60).high)
    assert score(0, 0, 10).high == pytest.approx(rate(0, 10).high)
    assert not score(0, 0, 0).has_data


def test_draws_narrow_the_interval_but_never_to_nothing():
    with_draws, without = score(10, 80, 10), score(50, 0, 50)
    assert with_draws.high - with_draws.low < without.high - without.low
    assert score(0, 20, 0).low < 0.5 < score(0, 20, 0).high


@pytest.mark.parametrize(("s", "draw_rate"), [(0.5, 0.6), (0.7, 0.3)])
def test_score_intervals_cover_the_truth(s, draw_rate):
    rng = np.random.default_rng(5)
    chances = (s - draw_rate / 2, draw_rate, 1 - s - draw_rate / 2)
    covered = sum(score(*row).contains(s) for row in rng.multinomial(120, chances, size=1000).tolist())
    assert rate(covered, 1000, level=0.999).contains(0.95)


def test_elo_and_score_are_inverse():
    for points in (-400, -3.5, 0, 120):
        assert elo_of_score(score_of_elo(points)) == pytest.approx(points)
    assert score_of_elo(400) == pytest.approx(10 / 11)


def games_in_pairs():
    return pd.DataFrame(
        {
            "opening": [0, 0, 1, 1, 2, 2, 3, 3, 4],
            "winning_player": pd.Categorical(
                ["first", "first", "first", "second", "draw", "second", "draw", None, "first"],
                categories=["first", "second", "draw"],
                ordered=True,
            ),
        }
    )


def test_pair_counts_leave_out_pairs_with_a_capped_or_missing_game():
    pairs = pair_counts(games_in_pairs())
    assert pairs == PairCounts((0, 1, 1, 0, 1), n_left_out=3)
    assert pairs.points == 3.5


def test_pair_counts_keep_series_apart_and_name_what_is_missing():
    table = pd.concat([games_in_pairs().assign(seed=1), games_in_pairs().assign(seed=2)])
    assert pair_counts(table).counts == (0, 2, 2, 0, 2)
    with pytest.raises(DataError, match="opening"):
        pair_counts(table.drop(columns="opening"))
    with pytest.raises(DataError, match="two games"):
        pair_counts(table.drop(columns="seed"))


def test_score_power_is_near_the_exact_power_without_draws():
    assert score_power(1000, 0.5, 0.53) == pytest.approx(power(1000, 0.5, 0.53), abs=0.02)
    assert score_power(500, 0.5, 0.5) == pytest.approx(0.05, abs=1e-9)


def test_games_needed_reach_the_power_and_draws_and_pairs_count():
    plain = score_games_needed(0.5, 0.53)
    assert score_power(plain, 0.5, 0.53) == pytest.approx(0.8, abs=0.001)
    assert score_games_needed(0.5, 0.53, draw_rate=0.5) < 0.52 * plain
    assert score_games_needed(0.5, 0.53, pair_correlation=1) == pytest.approx(2 * plain, abs=2)
    with pytest.raises(VariantlabError, match=r"^draw_rate"):
        score_power(100, 0.5, 0.9, draw_rate=0.5)


def test_power_with_draws_by_simulation():
    rng = np.random.default_rng(6)
    rows = rng.multinomial(400, (0.31, 0.5, 0.19), size=1000)
    refuted = sum(not score(*row).contains(0.5) for row in rows.tolist())
    assert rate(refuted, 1000, level=0.999).contains(score_power(400, 0.5, 0.56, draw_rate=0.5))
    assert binom.sf(refuted, 1000, 0.05) < 1e-6
