"""Looking while it runs: what it costs a plain interval, and that the anytime-valid one bears it."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import VariantlabError
from variantlab.stats.intervals import rate
from variantlab.stats.sequential import anytime_interval, false_alarm_rate


@st.composite
def counts(draw, most=5000):
    n = draw(st.integers(1, most))
    return draw(st.integers(0, n)), n


# Exact figures of an independent program: a fair coin, the two-sided z test at 5%, at most 1,000 throws.
@pytest.mark.parametrize(
    ("looks", "expected"),
    [(1000, 0.053678), (100, 0.205515), (10, 0.356528), (range(10, 1001), 0.465504)],
)
def test_optional_stopping_of_a_fair_coin(looks, expected):
    assert false_alarm_rate(1000, looks) == pytest.approx(expected, abs=5e-7)


def followed_alarm_rate(n_max, looks, interval_of):
    """Follow every count in exact fractions, asking for the interval at each look."""
    fair, alarms = {0: Fraction(1)}, Fraction(0)
    for n in range(1, n_max + 1):
        after = dict.fromkeys(range(n + 1), Fraction(0))
        for k, p in fair.items():
            after[k] += p / 2
            after[k + 1] += p / 2
        alarmed = {k for k in after if n in looks and not interval_of(k, n).contains(0.5)}
        alarms += sum(after[k] for k in alarmed)
        fair = {k: p for k, p in after.items() if k not in alarmed}
    return float(alarms)


@pytest.mark.parametrize(("method", "interval_of"), [("wilson", rate), ("anytime", anytime_interval)])
@pytest.mark.parametrize("looks", [range(1, 61), range(20, 61, 20)])
def test_alarms_are_those_of_the_intervals_themselves(method, interval_of, looks):
    expected = followed_alarm_rate(60, looks, interval_of)
    assert expected > 0
    assert false_alarm_rate(60, looks, method=method) == pytest.approx(expected, abs=1e-12)


def test_the_anytime_interval_of_a_fair_game_seldom_alarms():
    plain = false_alarm_rate(10_000, 100)
    anytime = false_alarm_rate(10_000, 100, method="anytime")
    assert plain > 0.38
    # A simulation of 200,000 runs, in another way, gave 0.0070.
    assert anytime == pytest.approx(0.0069, abs=0.0002)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_looking_after_every_game_stays_within_the_level(level):
    assert 0 < false_alarm_rate(2000, 1, level, "anytime") < 1 - level < false_alarm_rate(2000, 1, level)


def test_more_looks_alarm_more_often():
    rates = [false_alarm_rate(600, looks) for looks in (600, 200, 100, 10, 1)]
    assert rates == sorted(rates)
    assert false_alarm_rate(600, [200, 400, 600]) == false_alarm_rate(600, 200)
    assert false_alarm_rate(600, []) == 0


@given(counts(), st.floats(0.5, 0.999))
def test_the_limits_are_where_the_mixture_has_won(count, level):
    from scipy.special import betaln

    k, n = count
    interval = anytime_interval(k, n, level)
    log_mixture = betaln(k + 1, n - k + 1)
    for limit, informative in ((interval.low, k > 0), (interval.high, k < n)):
        if informative:
            log_likelihood = k * math.log(limit) + (n - k) * math.log1p(-limit)
            assert log_mixture - log_likelihood == pytest.approx(-math.log(1 - level), abs=1e-4)


@given(counts())
def test_the_anytime_interval_is_wider_than_the_plain_one_and_mirrors(count):
    k, n = count
    interval, plain, mirrored = anytime_interval(k, n), rate(k, n), anytime_interval(n - k, n)
    assert 0 <= interval.low <= k / n <= interval.high <= 1
    assert interval.high - interval.low > plain.high - plain.low
    assert (interval.low, interval.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low), abs=1e-12)


def test_the_first_game_by_hand():
    # After one win the mixture is 1/2, so the lower limit p solves (1/2)/p = 1/0.05.
    interval = anytime_interval(1, 1)
    assert (interval.low, interval.high) == pytest.approx((0.025, 1), abs=1e-12)


def test_it_covers_a_lopsided_rate_at_all_times_too():
    rng = np.random.default_rng(7)
    n_runs, n_max, p = 200, 300, 0.2
    wins = (rng.random((n_runs, n_max)) < p).cumsum(axis=1)
    limits = {}
    missed = 0
    for run in wins:
        for n in range(5, n_max + 1, 5):
            count = (int(run[n - 1]), n)
            limits.setdefault(count, anytime_interval(*count))
            if not limits[count].contains(p):
                missed += 1
                break
    assert missed <= 0.05 * n_runs


def test_nothing_observed_is_no_data_and_a_million_games_are_no_problem():
    assert str(anytime_interval(0, 0)) == "no data (n = 0)"
    million = anytime_interval(500_000, 1_000_000)
    assert 0.497 < million.low < 0.499 < 0.501 < million.high < 0.503
    rare = anytime_interval(1, 10**9)
    assert 0 < rare.low < 1e-9 < rare.high < 1e-7


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: anytime_interval(11, 10), "k: got 11"),
        (lambda: anytime_interval(True, 10), "k: got True"),
        (lambda: anytime_interval(1, 10, 95), "level: got 95"),
        (lambda: false_alarm_rate(0, 1), "n_max: got 0"),
        (lambda: false_alarm_rate(10**6, 1000), "n_max: got 1000000"),
        (lambda: false_alarm_rate(100, 101), "looks: got 101; allowed: a whole number from 1 to 100"),
        (lambda: false_alarm_rate(100, [50, 0]), "looks: got 0"),
        (lambda: false_alarm_rate(100, "10"), "looks: got '1'"),
        (lambda: false_alarm_rate(100, 10, method="exact"), "method: got 'exact'; allowed: wilson, anytime"),
    ],
)
def test_what_cannot_be_looked_at(call, message):
    with pytest.raises(VariantlabError, match=message):
        call()
