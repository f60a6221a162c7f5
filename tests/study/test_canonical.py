"""Canonical JSON: one text for equal values, nothing that has no one text."""

import hashlib
import json
import math
import unicodedata
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import PredictionError
from variantlab.study.canonical import canonical_json, parse_json, sha256_of, utc_text

# Surrogates are no Unicode text; they have a test of their own.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def in_form(value: object, form: str) -> object:
    """Return the value with all strings in a Unicode form."""
    if isinstance(value, str):
        return unicodedata.normalize(form, value)
    if isinstance(value, list):
        return [in_form(part, form) for part in value]
    if isinstance(value, dict):
        return {unicodedata.normalize(form, key): in_form(part, form) for key, part in value.items()}
    return value


def has_equal_keys(value: object) -> bool:
    """Return whether keys of a table fall together in form NFC."""
    if isinstance(value, list):
        return any(map(has_equal_keys, value))
    if isinstance(value, dict):
        keys = {unicodedata.normalize("NFC", key) for key in value}
        return len(keys) < len(value) or any(map(has_equal_keys, value.values()))
    return False


def test_the_hash_agrees_with_another_program():
    # The hash was computed by an independent program.
    registered = {
        "id": "PR-001",
        "question": "先手勝率は50%を超えるか",
        "prediction": 0.55,
        "n": 2000,
        "seed": 20240101,
    }
    expected = "4e10567405b3b8dd3a71cd6a73eb742f18c086495663d057cb7cf2c4a6414f22"
    assert sha256_of(registered) == expected
    assert sha256_of(dict(reversed(registered.items()))) == expected
    assert sha256_of({**registered, "n": 2000.0, "prediction": 5.5e-1}) == expected


@given(values.filter(lambda value: not has_equal_keys(value)))
def test_reading_the_text_back_gives_an_equal_value_and_the_same_text(value):
    text = canonical_json(value)
    assert parse_json(text) == in_form(value, "NFC")
    assert canonical_json(parse_json(text)) == text
    assert "\n" not in text


@given(
    st.dictionaries(texts, values, max_size=6).filter(lambda value: not has_equal_keys(value)), st.randoms()
)
def test_the_order_of_keys_does_not_matter(table, random):
    pairs = list(table.items())
    random.shuffle(pairs)
    assert canonical_json(dict(pairs)) == canonical_json(table)


@given(values.filter(lambda value: not has_equal_keys(value)))
def test_the_unicode_form_does_not_matter(value):
    assert canonical_json(in_form(value, "NFD")) == canonical_json(value)


@given(numbers)
def test_equal_numbers_have_equal_texts(number):
    assert json.loads(canonical_json(number)) == number
    if float(number) == number:
        assert canonical_json(float(number)) == canonical_json(number)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (1.0, "1"),
        (True, "true"),
        (0.1, "0.1"),
        (1e-7, "1e-07"),
        (1e21, "1" + "0" * 21),
        ("か\u3099<&\u2028", '"が<&\u2028"'),
        ({"b": [], "a": None}, '{"a":null,"b":[]}'),
        # Sorted by code point, where UTF-16 would put the emoji first.
        ({"\uff5e": 1, "🎲": 2}, '{"\uff5e":1,"🎲":2}'),
    ],
)
def test_documented_rules(value, text):
    assert canonical_json(value) == text
    assert sha256_of(value) == hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, {1: 2}, {"が": 1, "か\u3099": 2}, {1, 2}, b"x", "\ud800"],
)
def test_what_has_no_one_text_is_refused(value):
    with pytest.raises(PredictionError, match="canonical JSON"):
        canonical_json([value])


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '[{"が":1,"か\u3099":2}]',
        "NaN",
        "[Infinity]",
        "[1e999]",
        "{",
        "[" * 100_000,
        "9" * 5000,
    ],
)
def test_json_that_is_not_canonical_is_not_read(text):
    with pytest.raises(PredictionError, match="JSON"):
        parse_json(text)


def test_a_time_is_stored_in_utc_and_needs_a_zone():
    tokyo = datetime(2024, 4, 1, 8, 30, tzinfo=ZoneInfo("Asia/Tokyo"))
    assert utc_text(tokyo) == "2024-03-31T23:30:00+00:00"
    with pytest.raises(PredictionError, match="time zone"):
        utc_text(datetime(2024, 4, 1, 8, 30))


def test_a_number_too_long_to_write_is_refused():
    with pytest.raises(PredictionError, match="canonical JSON"):
        canonical_json({"n": 10**5000})
