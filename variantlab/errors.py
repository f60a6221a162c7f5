"""The errors a reader may meet: each names the field, what was given, what is allowed and how to go on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = [
    "DataError",
    "MoveError",
    "PredictionError",
    "RulesError",
    "VariantlabError",
    "invalid",
    "shown",
    "unknown_choice",
]

LONGEST_SHOWN = 80
HEAD_SHOWN = 30  # of a longer text; the rest is its end, where a path has the file's name


class VariantlabError(ValueError):
    """An error that says what was wrong and how to go on; the commands print it as one message.

    Attributes
    ----------
    japanese : str
        The same in Japanese, for pages in that language; empty where nobody has put it so.
    """

    japanese: str = ""

    def in_language(self, lang: str) -> str:
        """Return what the error says: in Japanese where it is asked for and known, else in English.

        Examples
        --------
        >>> error = MoveError("The game is over.")
        >>> error.japanese = "この対局は終わっています。"
        >>> error.in_language("ja"), error.in_language("en")
        ('この対局は終わっています。', 'The game is over.')
        """
        return self.japanese if lang == "ja" and self.japanese else str(self)


class RulesError(VariantlabError):
    """A rule, a board size or another setting of a game that cannot be played."""


class MoveError(VariantlabError):
    """A move that is not legal in its position, or cannot be read."""


class PredictionError(VariantlabError):
    """A prediction or a ledger entry that is incomplete, contradicts itself, or was changed."""


class DataError(VariantlabError):
    """A file, a file name or a table that cannot be read or may not be written."""


def invalid(
    field: str,
    given: object,
    allowed: str,
    hint: str = "",
    error: type[VariantlabError] = VariantlabError,
) -> VariantlabError:
    """Return an error that says which field is wrong, what was given and what is allowed.

    Parameters
    ----------
    field : str
        The name the reader knows: a parameter, a column, a setting.
    given : object
        What was given; shown as Python writes it, shortened in the middle when long.
    allowed : str
        What is allowed, in words.
    hint : str, optional
        How to go on; a sentence of its own.
    error : type, optional
        The kind of error, a `VariantlabError`.

    Returns
    -------
    VariantlabError
        The error, for the caller to raise.

    Examples
    --------
    >>> raise invalid("n", -5, "a whole number from 0 up")
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: n: got -5; allowed: a whole number from 0 up.
    """
    message = f"{field}: got {shown(given)}; allowed: {allowed}."
    return error(f"{message} {hint}" if hint else message)


def unknown_choice(
    field: str,
    given: object,
    allowed: Iterable[object],
    error: type[VariantlabError] = VariantlabError,
) -> VariantlabError:
    """Return an error that lists the allowed choices and the one that was probably meant.

    Parameters
    ----------
    field : str
        The name the reader knows.
    given : object
        What was given.
    allowed : iterable
        The choices, in the order to show them.
    error : type, optional
        The kind of error, a `VariantlabError`.

    Returns
    -------
    VariantlabError
        The error, for the caller to raise.

    Examples
    --------
    >>> raise unknown_choice("capture", "vanihs", ["flip", "vanish"])
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: capture: got 'vanihs'; allowed: flip, vanish. Did you mean 'vanish'?
    """
    choices = [str(choice) for choice in allowed]
    nearest = _nearest_choice(str(given), choices)
    hint = f"Did you mean {nearest!r}?" if nearest is not None else ""
    return invalid(field, given, ", ".join(choices) or "nothing", hint, error)


def _nearest_choice(given: str, choices: list[str]) -> str | None:
    """Return the choice whose spelling is nearest to the given text, or None when none is near."""
    by_folded = {choice.casefold(): choice for choice in choices}
    near = difflib.get_close_matches(given.strip().casefold(), by_folded, n=1)
    return by_folded[near[0]] if near else None


def shown(value: object) -> str:
    """Return the value as Python writes it, cut to 80 characters for a message.

    Parameters
    ----------
    value : object
        What was given.

    Returns
    -------
    str
        Its `repr`, with ``...`` in place of its middle when cut: the end of a path is the file's name.

    Examples
    --------
    >>> shown("vanihs")
    "'vanihs'"
    >>> len(shown("X" * 5000))
    80
    """
    text = repr(value)
    if len(text) <= LONGEST_SHOWN:
        return text
    return f"{text[:HEAD_SHOWN]}...{text[HEAD_SHOWN + 3 - LONGEST_SHOWN :]}"
