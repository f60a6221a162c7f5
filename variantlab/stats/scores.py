"""Scores of forecasts: a smaller score is always the better one.

All three are proper: on average nobody scores better than by saying what they believe [1]_.

References
----------
.. [1] T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction, and estimation",
   Journal of the American Statistical Association 102 (2007), 359-378.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from variantlab.errors import invalid, unknown_choice
from variantlab.stats.checks import distribution, finite_number, level_between_0_and_1

__all__ = ["ChoiceScore", "IntervalScore", "brier_score", "interval_score", "log_score"]


@dataclass(frozen=True)
class ChoiceScore:
    """The score of a forecast that gave each choice a probability.

    Parameters
    ----------
    name : str
        "Brier" or "logarithmic".
    value : float
        The score, 0 or more; smaller is better. Infinite when what happened had been given probability 0
        and the score is logarithmic.
    even : float
        What a forecaster scores who gives every choice the same probability.
    given : float
        The probability that was given to what happened.

    Examples
    --------
    >>> print(brier_score({"more": 0.7, "same": 0.2, "fewer": 0.1}, "more"))
    Brier score 0.140 (smaller is better; 0 is perfect, equal probabilities score 0.667)
    """

    name: str
    value: float
    even: float
    given: float

    @property
    def sentence(self) -> str:
        """What the score says, in words."""
        if math.isinf(self.value):
            return (
                f"{self.name} score infinite: what happened had been given probability 0, "
                "that is, called impossible; no later forecast can make up for that"
            )
        return (
            f"{self.name} score {self.value:.3f} "
            f"(smaller is better; 0 is perfect, equal probabilities score {self.even:.3f})"
        )

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return f'<span class="variantlab-score">{escape(self.sentence)}</span>'

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as a dict that JSON can hold: an infinite score is None.

        Returns
        -------
        dict
            name, value, even, given and the sentence.

        Examples
        --------
        >>> log_score({"yes": 0, "no": 1}, "yes").as_dict()["value"] is None
        True
        """
        value = self.value if math.isfinite(self.value) else None
        fields = {"name": self.name, "value": value, "even": self.even, "given": self.given}
        return fields | {"sentence": self.sentence}


def brier_score(probabilities: Mapping[Any, float | Fraction], outcome: Any) -> ChoiceScore:
    """Return the Brier score: the squared errors of all the probabilities, added up.

    Parameters
    ----------
    probabilities : mapping of choice to float or Fraction
        The forecast; the probabilities add up to 1.
    outcome : hashable
        The choice that happened.

    Returns
    -------
    ChoiceScore
        From 0 (certain and right) to 2 (certain and wrong). In its original form, over all the choices;
        for two choices some authors give half of it.

    Raises
    ------
    VariantlabError
        If the probabilities do not add up to 1, or the outcome is none of the choices.

    References
    ----------
    .. [1] G. W. Brier, "Verification of forecasts expressed in terms of probability", Monthly Weather
       Review 78 (1950), 1-3.

    Examples
    --------
    >>> brier_score({"black": 0.5, "white": 0.5}, "black").value
    0.5
    >>> brier_score({"black": 0, "white": 1}, "black").value
    2.0
    """
    shares = _forecast(probabilities, outcome)
    value = math.fsum((share - (choice == outcome)) ** 2 for choice, share in shares.items())
    return ChoiceScore("Brier", value, 1 - 1 / len(shares), shares[outcome])


def log_score(probabilities: Mapping[Any, float | Fraction], outcome: Any) -> ChoiceScore:
    """Return the logarithmic score: minus the natural logarithm of the probability of what happened.

    Parameters
    ----------
    probabilities : mapping of choice to float or Fraction
        The forecast; the probabilities add up to 1.
    outcome : hashable
        The choice that happened.

    Returns
    -------
    ChoiceScore
        From 0 (certain and right) to infinity (called impossible what happened).

    Raises
    ------
    VariantlabError
        If the probabilities do not add up to 1, or the outcome is none of the choices.

    References
    ----------
    .. [1] I. J. Good, "Rational decisions", Journal of the Royal Statistical Society B 14 (1952), 107-114.

    Examples
    --------
    >>> print(log_score({"black": 0.8, "white": 0.2}, "black"))
    logarithmic score 0.223 (smaller is better; 0 is perfect, equal probabilities score 0.693)
    """
    shares = _forecast(probabilities, outcome)
    given = shares[outcome]
    value = -math.log(given) if given > 0 else math.inf
    return ChoiceScore("logarithmic", value + 0.0, math.log(len(shares)), given)


def _forecast(probabilities: Mapping[Any, float | Fraction], outcome: Any) -> dict[Any, float]:
    """Return the probabilities as floats, once they add up to 1 and know the outcome."""
    shares = distribution("probabilities", probabilities)
    if outcome not in shares:
        raise unknown_choice("outcome", outcome, shares)
    return shares


@dataclass(frozen=True)
class IntervalScore:
    """The score of a forecast that gave an interval for a number.

    Parameters
    ----------
    value : float
        The score in the unit of the number, 0 or more; smaller is better.
    covers : bool
        Whether the number lies in the interval.
    width : float
        The width of the interval, the part of the score that is paid even when it covers.
    level : float
        The level the interval was given for.

    Examples
    --------
    >>> print(interval_score(0.35, 0.55, 0.9, 0.40))
    interval score 0.2 (smaller is better; the width is 0.2, and the interval covers what happened)
    """

    value: float
    covers: bool
    width: float
    level: float

    @property
    def sentence(self) -> str:
        """What the score says, in words."""
        covers = "covers" if self.covers else "misses"
        return (
            f"interval score {self.value:.4g} "
            f"(smaller is better; the width is {self.width:.4g}, and the interval {covers} what happened)"
        )

    def __str__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return f'<span class="variantlab-score">{escape(self.sentence)}</span>'

    def as_dict(self) -> dict[str, Any]:
        """Return the fields and the sentence as a dict that JSON can hold.

        Returns
        -------
        dict
            value, covers, width, level and the sentence.

        Examples
        --------
        >>> interval_score(50, 60, 0.9, 55).as_dict()["covers"]
        True
        """
        fields = {"value": self.value, "covers": self.covers, "width": self.width, "level": self.level}
        return fields | {"sentence": self.sentence}


def interval_score(low: float, high: float, level: float, outcome: float) -> IntervalScore:
    """Return the interval score: the width, and 2/(1 - level) times the distance by which it missed.

    Parameters
    ----------
    low, high : float
        The interval that was forecast, low <= high.
    level : float
        The probability with which it was meant to cover, between 0 and 1; the tails are meant equal.
    outcome : float
        The number that happened.

    Returns
    -------
    IntervalScore
        In the unit of the number. A narrow interval scores well if it covers; a miss costs the more, the
        surer the forecast had been.

    Raises
    ------
    VariantlabError
        If a number is not finite, low > high, or the level is not between 0 and 1.

    References
    ----------
    .. [1] R. L. Winkler, "A decision-theoretic approach to interval estimation", Journal of the American
       Statistical Association 67 (1972), 187-191.
    .. [2] T. Gneiting and A. E. Raftery (2007), section 6.2.

    Examples
    --------
    >>> interval_score(50, 60, 0.9, 55).value
    10.0
    >>> print(interval_score(50, 60, 0.9, 62))
    interval score 50 (smaller is better; the width is 10, and the interval misses what happened)
    """
    low, high = finite_number("low", low), finite_number("high", high)
    outcome = finite_number("outcome", outcome)
    level = level_between_0_and_1(level)
    if low > high:
        raise invalid("low", low, f"a number up to {high:.12g}, the upper end", "Exchange the two ends.")
    missed_by = max(low - outcome, outcome - high, 0.0)
    width = high - low
    return IntervalScore(width + 2 / (1 - level) * missed_by, missed_by == 0, width, level)
