"""What is let through, and what the errors say."""

from fractions import Fraction

import numpy as np
import pytest

from variantlab.errors import VariantlabError
from variantlab.stats.checks import distribution, level_between_0_and_1, probability, whole_number


@pytest.mark.parametrize("given", [3, np.int64(3), np.uint8(3), 3.0, np.float64(3.0)])
def test_whole_numbers_of_any_type_become_int(given):
    number = whole_number("k", given)
    assert number == 3
    assert type(number) is int


@pytest.mark.parametrize(
    "given", [True, np.bool_(False), -1, 2.5, float("nan"), float("inf"), "3", None, [3], np.array([1, 2])]
)
def test_what_is_no_count_is_refused_and_shown(given):
    with pytest.raises(VariantlabError) as error:
        whole_number("k", given)
    assert str(error.value).startswith("k: got ")
    assert repr(given) in str(error.value)
    assert "allowed: a whole number from 0 up" in str(error.value)


def test_both_bounds_are_allowed_and_nothing_beyond():
    assert [whole_number("k", k, 2, 4) for k in (2, 3, 4)] == [2, 3, 4]
    for outside in (1, 5):
        with pytest.raises(VariantlabError, match="from 2 to 4"):
            whole_number("k", outside, 2, 4)


@pytest.mark.parametrize("given", [0, 1, 0.0, 1.0, -0.1, 1.5, float("nan"), True, "0.95", None])
def test_a_level_lies_strictly_between_0_and_1(given):
    with pytest.raises(VariantlabError, match=r"^level: got .*between 0 and 1"):
        level_between_0_and_1(given)


def test_a_percentage_is_answered_with_the_number_that_was_meant():
    with pytest.raises(VariantlabError, match=r"Write 99\.5% as 0\.995\."):
        level_between_0_and_1(99.5)
    with pytest.raises(VariantlabError, match=r"Write 40% as 0\.4\."):
        probability("p", 40)


def test_fractions_are_probabilities_and_the_ends_count():
    assert [probability("p", p) for p in (0, Fraction(1, 3), 1)] == [0.0, 1 / 3, 1.0]


@pytest.mark.parametrize("shares", [{}, {"a": 0.5}, {"a": 0.7, "b": 0.4}, {"a": 0.33, "b": 0.33, "c": 0.33}])
def test_a_distribution_adds_up_to_1(shares):
    with pytest.raises(VariantlabError, match="sum of chances"):
        distribution("chances", shares)


def test_a_distribution_names_the_entry_that_is_no_probability():
    with pytest.raises(VariantlabError, match=r"chances\['b'\]: got -0\.5"):
        distribution("chances", {"a": 1.5 - 0.5, "b": -0.5, "c": 0.5})


def test_thirds_and_tenths_add_up_in_spite_of_rounding():
    assert sum(distribution("chances", dict.fromkeys("abcdefghij", 0.1)).values()) == pytest.approx(1)
    assert distribution("chances", dict.fromkeys("abc", Fraction(1, 3)))["a"] == 1 / 3
