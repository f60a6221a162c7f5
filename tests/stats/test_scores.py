"""Forecast scores: known values, and that honesty pays."""

import json
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import VariantlabError
from variantlab.stats.scores import brier_score, interval_score, log_score

SCORES = (brier_score, log_score)
forecasts = st.lists(st.integers(1, 20), min_size=2, max_size=5).map(
    lambda weights: {i: w / sum(weights) for i, w in enumerate(weights)}
)


def test_brier_by_hand():
    score = brier_score({"more": Fraction(7, 10), "same": Fraction(2, 10), "fewer": Fraction(1, 10)}, "same")
    assert score.value == pytest.approx(0.49 + 0.64 + 0.01)
    assert score.even == pytest.approx(2 / 3)
    assert score.given == pytest.approx(0.2)


def test_logarithms_are_natural():
    score = log_score({"yes": math.exp(-2), "no": 1 - math.exp(-2)}, "yes")
    assert score.value == pytest.approx(2)
    assert score.even == pytest.approx(math.log(2))


@pytest.mark.parametrize("score_of", SCORES)
def test_certain_and_right_scores_0_and_equal_probabilities_score_even(score_of):
    assert score_of({"yes": 1, "no": 0}, "yes").value == 0
    assert math.copysign(1, score_of({"yes": 1, "no": 0}, "yes").value) == 1
    even = score_of({"a": 0.25, "b": 0.25, "c": 0.25, "d": 0.25}, "c")
    assert even.value == pytest.approx(even.even)


def test_calling_impossible_what_happened():
    assert brier_score({"yes": 0, "no": 1}, "yes").value == 2
    score = log_score({"yes": 0, "no": 1}, "yes")
    assert score.value == math.inf
    assert "called impossible" in score.sentence
    assert json.loads(json.dumps(score.as_dict(), allow_nan=False))["value"] is None


@pytest.mark.parametrize("score_of", SCORES)
@given(truth=forecasts, weights=st.lists(st.integers(1, 20), min_size=5, max_size=5))
def test_saying_what_one_believes_scores_best_on_average(score_of, truth, weights):
    total = sum(weights[: len(truth)])
    said = {choice: weights[choice] / total for choice in truth}

    def average(forecast):
        return sum(p * score_of(forecast, choice).value for choice, p in truth.items())

    assert average(truth) <= average(said) + 1e-12


def test_the_sentence_says_which_way_is_better():
    assert "smaller is better" in str(brier_score({"yes": 0.7, "no": 0.3}, "yes"))
    assert "smaller is better" in str(interval_score(0, 1, 0.9, 0.5))


@pytest.mark.parametrize(
    ("probabilities", "outcome", "message"),
    [
        ({"black": 0.6, "white": 0.5}, "black", r"sum of probabilities: got 1\.1"),
        ({"black": 0.6, "white": 0.4}, "withe", "outcome: got 'withe'.*Did you mean 'white'"),
        ({"black": 60, "white": 40}, "black", r"probabilities\['black'\]: got 60.*Write 60% as 0\.6"),
    ],
)
def test_a_forecast_that_cannot_be_scored(probabilities, outcome, message):
    for score_of in SCORES:
        with pytest.raises(VariantlabError, match=message):
            score_of(probabilities, outcome)


@pytest.mark.parametrize(
    ("outcome", "value", "covers"),
    [(50, 10, True), (55, 10, True), (60, 10, True), (62, 10 + 40, False), (49, 10 + 20, False)],
)
def test_interval_score_by_hand(outcome, value, covers):
    # Level 0.9: each unit by which it missed costs 2 / 0.1 = 20.
    score = interval_score(50, 60, 0.9, outcome)
    assert score.value == pytest.approx(value)
    assert score.covers is covers
    assert score.width == 10


def test_the_central_interval_scores_best_for_a_uniform_number():
    # Of 1, 2, ..., 100 with equal chances, the central 90% is about 5 to 95.
    def average(low, high):
        return sum(interval_score(low, high, 0.9, x + 0.5).value for x in range(100)) / 100

    best = min(
        ((low, high) for low in range(0, 50, 5) for high in range(50, 101, 5)),
        key=lambda ends: average(*ends),
    )
    assert best == (5, 95)


def test_an_interval_has_its_ends_in_order():
    with pytest.raises(VariantlabError, match=r"low: got 60.*Exchange the two ends"):
        interval_score(60, 50, 0.9, 55)
    with pytest.raises(VariantlabError, match="high: got inf"):
        interval_score(60, math.inf, 0.9, 55)
    with pytest.raises(VariantlabError, match="level: got 90"):
        interval_score(50, 60, 90, 55)
