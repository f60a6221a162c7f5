"""Errors name the field, what was given, what is allowed and how to go on."""

import pytest

from variantlab.errors import (
    DataError,
    MoveError,
    PredictionError,
    RulesError,
    VariantlabError,
    invalid,
    unknown_choice,
)


@pytest.mark.parametrize("error", [RulesError, MoveError, PredictionError, DataError])
def test_each_kind_is_caught_as_a_value_error(error):
    with pytest.raises(ValueError, match="size: got 5; allowed: 4, 6, 8") as caught:
        raise unknown_choice("size", 5, (4, 6, 8), error)
    assert isinstance(caught.value, error)
    assert isinstance(caught.value, VariantlabError)


@pytest.mark.parametrize(
    ("given", "meant"),
    [("vanihs", "vanish"), ("Vanish", "vanish"), (" vanish ", "vanish"), ("flips", "flip")],
)
def test_the_nearest_choice_is_offered(given, meant):
    assert str(unknown_choice("capture", given, ["flip", "vanish"])).endswith(f"Did you mean '{meant}'?")


@pytest.mark.parametrize("given", ["zzz", "", None, 7])
def test_nothing_is_offered_when_nothing_is_near(given):
    message = str(unknown_choice("capture", given, ["flip", "vanish"]))
    assert message == f"capture: got {given!r}; allowed: flip, vanish."


def test_a_hint_follows_the_facts():
    message = str(invalid("n", -5, "0 or more", "Give --n 100."))
    assert message == "n: got -5; allowed: 0 or more. Give --n 100."


def test_a_long_value_is_cut():
    message = str(invalid("diagram", "X" * 5000, "rows of '.', 'X' and 'O'"))
    assert len(message) < 150
    assert "XXX...XXX" in message


def test_a_long_path_keeps_the_name_of_its_file():
    path = "/".join(["a-long-folder-name"] * 10) + "/games.csv"
    assert "/games.csv'" in str(invalid("file", path, "a file that can be read"))
