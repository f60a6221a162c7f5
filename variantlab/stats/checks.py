"""What the functions of this room accept: each check returns the value it lets through."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from fractions import Fraction
from numbers import Real
from typing import Any, SupportsIndex, TypeGuard

import numpy as np

from variantlab.errors import invalid, unknown_choice

__all__ = ["choice", "distribution", "finite_number", "level_between_0_and_1", "probability", "whole_number"]

SUM_TOLERANCE = 1e-9


def whole_number(
    field: str, given: object, at_least: int | None = 0, at_most: int | None = None, hint: str = ""
) -> int:
    """Return the given whole number as an `int`, or say why it is not one within the bounds.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : object
        An integer, a NumPy integer, or a float that is a whole number; never a truth value.
    at_least, at_most : int or None
        The bounds, both included; None for no bound.
    hint : str, optional
        How to go on, added to the message.

    Returns
    -------
    int
        The number.

    Raises
    ------
    VariantlabError
        If the number is not whole or lies outside the bounds.

    Examples
    --------
    >>> whole_number("n", 60.0)
    60
    >>> whole_number("k", 61, at_most=60)
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: k: got 61; allowed: a whole number from 0 to 60.
    """
    number = _integer_or_none(given)
    too_small = number is not None and at_least is not None and number < at_least
    too_large = number is not None and at_most is not None and number > at_most
    if number is None or too_small or too_large:
        raise invalid(field, given, _allowed_whole_numbers(at_least, at_most), hint)
    return number


def _allowed_whole_numbers(at_least: int | None, at_most: int | None) -> str:
    """Return the allowed whole numbers in words."""
    start = "" if at_least is None else f" from {at_least}" + (" up" if at_most is None else "")
    return f"a whole number{start}" + ("" if at_most is None else f" to {at_most}")


def _integer_or_none(given: object) -> int | None:
    """Return the integer a value stands for; None for truth values, fractions, NaN and text."""
    if isinstance(given, (bool, np.bool_)):
        return None
    if isinstance(given, SupportsIndex):
        try:
            return operator.index(given)
        except TypeError:
            return None
    if isinstance(given, (float, np.floating)) and math.isfinite(given) and float(given).is_integer():
        return int(given)
    return None


def finite_number(field: str, given: object, allowed: str = "a finite number") -> float:
    """Return the given real number as a `float`, or say that it is not a finite number.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : object
        An integer, float, fraction or NumPy number; never a truth value.
    allowed : str, optional
        What is allowed, in words.

    Returns
    -------
    float
        The number.

    Raises
    ------
    VariantlabError
        If it is not a number, or is NaN or infinite.

    Examples
    --------
    >>> finite_number("outcome", float("nan"))
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: outcome: got nan; allowed: a finite number.
    """
    if not _is_real(given) or not math.isfinite(given):
        raise invalid(field, given, allowed)
    return float(given)


def _is_real(given: object) -> TypeGuard[Real]:
    return isinstance(given, (Real, np.floating, np.integer)) and not isinstance(given, (bool, np.bool_))


def probability(field: str, given: object) -> float:
    """Return the given probability as a `float`, or say that it does not lie from 0 to 1.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : object
        A number from 0 to 1, both included; fractions are welcome.

    Returns
    -------
    float
        The probability.

    Raises
    ------
    VariantlabError
        If it is not a number from 0 to 1.

    Examples
    --------
    >>> probability("p", 40)
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: p: got 40; allowed: a probability from 0 to 1. Write 40% as 0.4.
    """
    allowed = "a probability from 0 to 1"
    number = finite_number(field, given, allowed)
    if not 0 <= number <= 1:
        hint = f"Write {number:.12g}% as {number / 100:.12g}." if 1 < number <= 100 else ""
        raise invalid(field, given, allowed, hint)
    return number


def distribution(field: str, given: Mapping[Any, float | Fraction]) -> dict[Any, float]:
    """Return the given probabilities as a dict of `float`, or say that they do not add up to 1.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : mapping of category to float or Fraction
        The probability of each category.

    Returns
    -------
    dict of category to float
        In the order given.

    Raises
    ------
    VariantlabError
        If one is not a probability, or their sum is off 1 by more than 1e-9.

    Examples
    --------
    >>> distribution("probabilities", {"black": Fraction(1, 4), "white": Fraction(3, 4)})
    {'black': 0.25, 'white': 0.75}
    >>> distribution("probabilities", {"black": 0.5, "white": 0.4})
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: sum of probabilities: got 0.9; allowed: 1.
    """
    shares = {category: probability(f"{field}[{category!r}]", value) for category, value in given.items()}
    total = math.fsum(shares.values())
    if abs(total - 1) > SUM_TOLERANCE:
        raise invalid(f"sum of {field}", float(f"{total:.12g}"), "1")
    return shares


def level_between_0_and_1(given: object, field: str = "level") -> float:
    """Return the given confidence level as a `float`, or say that it does not lie between 0 and 1.

    Parameters
    ----------
    given : object
        A number strictly between 0 and 1.
    field : str, optional
        The name the reader knows.

    Returns
    -------
    float
        The level.

    Raises
    ------
    VariantlabError
        If it is not a number strictly between 0 and 1.

    Examples
    --------
    >>> level_between_0_and_1(95)
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: level: got 95; allowed: a number between 0 and 1, such as 0.95. \
Write 95% as 0.95.
    """
    allowed = "a number between 0 and 1, such as 0.95"
    number = finite_number(field, given, allowed)
    if not 0 < number < 1:
        hint = f"Write {number:.12g}% as {number / 100:.12g}." if 1 < number < 100 else ""
        raise invalid(field, given, allowed, hint)
    return number


def choice(field: str, given: object, allowed: Iterable[str]) -> str:
    """Return the given choice, or say what the choices are and which was probably meant.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : object
        What was given.
    allowed : iterable of str
        The choices.

    Returns
    -------
    str
        The choice.

    Raises
    ------
    VariantlabError
        If it is none of the choices.

    Examples
    --------
    >>> choice("method", "wislon", ["wilson", "exact"])
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: method: got 'wislon'; allowed: wilson, exact. Did you mean 'wilson'?
    """
    choices = tuple(allowed)
    if not isinstance(given, str) or given not in choices:
        raise unknown_choice(field, given, choices)
    return given
