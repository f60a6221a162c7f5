"""Canonical JSON: one text, and so one hash, for equal values; and times in UTC."""

from __future__ import annotations

import hashlib
import json
import math
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from variantlab.errors import PredictionError, invalid

__all__ = ["canonical_json", "normal_value", "parse_json", "sha256_of", "utc_text"]


def canonical_json(value: object) -> str:
    """Return the one JSON text of a value: equal values have equal texts, whatever they were written like.

    The rules: keys sorted by Unicode code point; no spaces; no ASCII escapes but those JSON demands; strings
    and keys in Unicode form NFC; keys that are equal in that form are refused; numbers are finite. Equal
    numbers are written alike: ``1.0`` is ``1``, ``-0.0`` is ``0``, ``1e3`` is ``1000``; other floats in the
    shortest form that reads back as the same float, as Python writes it. ``true`` is not ``1``.

    Parameters
    ----------
    value : dict, list, tuple, str, int, float, bool or None
        Nested as you like; keys are strings.

    Returns
    -------
    str
        JSON on one line. `sha256_of` hashes it in UTF-8.

    Raises
    ------
    PredictionError
        When a number is not finite, a key is not a string or stands twice, a string is no Unicode text, or
        the value has another type.

    Examples
    --------
    >>> canonical_json({"n": 2000.0, "id": "PR-001", "p": 0.550})
    '{"id":"PR-001","n":2000,"p":0.55}'
    """
    try:
        text = json.dumps(normal_value(value), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise invalid("canonical JSON", value, "Unicode text", error=PredictionError) from None
    except RecursionError:
        raise PredictionError("canonical JSON: the value is nested too deeply.") from None
    except ValueError as error:
        raise PredictionError(f"canonical JSON: {error}") from None
    return text


def normal_value(value: object) -> object:
    """Return the value with strings in NFC and whole floats as integers."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise invalid("canonical JSON, number", value, "a finite number", error=PredictionError)
        return int(value) if value.is_integer() else value
    if isinstance(value, list | tuple):
        return [normal_value(part) for part in value]
    if isinstance(value, Mapping):
        return normal_table(list(value.items()))
    allowed = "text, numbers, true, false, null, lists and tables"
    raise invalid("canonical JSON, value", value, allowed, error=PredictionError)


def normal_table(pairs: Sequence[tuple[object, object]]) -> dict[str, object]:
    """Return the pairs as a dict with keys in NFC, each of which must be a string and stand once."""
    table: dict[str, object] = {}
    for key, value in pairs:
        if not isinstance(key, str):
            raise invalid("canonical JSON, key", key, "text", error=PredictionError)
        normal = unicodedata.normalize("NFC", key)
        if normal in table:
            raise invalid("canonical JSON, key", key, "a key that stands once", error=PredictionError)
        table[normal] = normal_value(value)
    return table


def parse_json(text: str) -> Any:
    """Return the value of JSON text; a key that stands twice, NaN and infinity are refused.

    Raises
    ------
    PredictionError
        When the text is not such JSON.

    Examples
    --------
    >>> parse_json('{"n": 1, "n": 2}')
    Traceback (most recent call last):
    variantlab.errors.PredictionError: canonical JSON, key: got 'n'; allowed: a key that stands once.
    """
    try:
        return json.loads(
            text, object_pairs_hook=normal_table, parse_float=finite_float, parse_constant=finite_float
        )
    except RecursionError:
        raise PredictionError("JSON: nested too deeply.") from None
    except json.JSONDecodeError as error:
        raise PredictionError(f"JSON: {error.msg} at column {error.colno}.") from None
    except PredictionError:
        raise
    except ValueError as error:
        raise PredictionError(f"JSON: {error}.") from None


def finite_float(text: str) -> float:
    """Return the number that the text of a JSON number stands for, when it is finite."""
    number = float(text)
    if not math.isfinite(number):
        raise invalid("JSON, number", text, "a finite number", error=PredictionError)
    return number


def sha256_of(value: object) -> str:
    """Return the SHA-256 of the value's canonical JSON in UTF-8, as 64 hexadecimal digits.

    Examples
    --------
    >>> sha256_of({"b": 1, "a": [True]}) == sha256_of({"a": [True], "b": 1.0})
    True
    """
    return hashlib.sha256(canonical_json(value).encode("utf-8")).hexdigest()


def utc_text(moment: datetime) -> str:
    """Return the moment in UTC, to the second, in ISO format with its offset.

    Parameters
    ----------
    moment : datetime
        With a time zone: a time without one may be any of 24 hours.

    Raises
    ------
    PredictionError
        When it has no time zone.

    Examples
    --------
    >>> from datetime import timedelta, timezone
    >>> utc_text(datetime(2024, 4, 1, 8, 30, tzinfo=timezone(timedelta(hours=9))))
    '2024-03-31T23:30:00+00:00'
    """
    if moment.utcoffset() is None:
        allowed = "a time with its time zone, such as datetime.now(UTC)"
        raise invalid("time", moment.isoformat(), allowed, error=PredictionError)
    return moment.astimezone(UTC).replace(microsecond=0).isoformat()
