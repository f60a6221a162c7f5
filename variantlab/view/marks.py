"""Marks that charts of intervals share: a point with its whiskers, axes in percent, limits in words."""

from __future__ import annotations

from typing import Any

from matplotlib.ticker import PercentFormatter

from variantlab.stats.comparisons import Difference
from variantlab.stats.intervals import Estimate
from variantlab.view.labels import label

__all__ = ["draw_interval", "interval_in_words", "percent_axis"]


def draw_interval(
    axes: Any,
    interval: Estimate,
    place: float,
    colour: str,
    marker: str,
    *,
    is_horizontal: bool = False,
    is_hollow: bool = False,
    size: float = 7,
    width: float = 2,
) -> None:
    """Draw an estimate with its interval; nothing where there is no data."""
    if interval.estimate is None or interval.low is None or interval.high is None:
        return
    limits = [interval.low, interval.high], [place, place]
    centre = (interval.estimate, place) if is_horizontal else (place, interval.estimate)
    axes.plot(
        *(limits if is_horizontal else limits[::-1]),
        color=colour, linewidth=width, marker="|" if is_horizontal else "_", markersize=size, zorder=3,
    )  # fmt: skip
    axes.plot(
        *centre,
        marker,
        color=colour,
        markersize=size,
        markerfacecolor="white" if is_hollow else colour,
        markeredgewidth=1.6,
        zorder=4,
    )


def percent_axis(axis: Any) -> None:
    """Let an axis show shares as percentages."""
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=None))


def interval_in_words(interval: Estimate, lang: str, *, is_share: bool = True) -> str:
    """Return an estimate with its limits, in percent where it is a share; a difference with its sign.

    Examples
    --------
    >>> from variantlab.stats.intervals import rate
    >>> interval_in_words(rate(24, 60), "en")
    '40.0% [28.6, 52.6]'
    """
    if interval.estimate is None or interval.low is None or interval.high is None:
        return label("no_data", lang)
    sign = "+" if isinstance(interval, Difference) else ""
    numbers = (interval.estimate, interval.low, interval.high)
    if not is_share:
        estimate, low, high = (f"{number:{sign}.3g}" for number in numbers)
        return f"{estimate} [{low}, {high}]"
    estimate, low, high = (f"{100 * number:{sign}.1f}" for number in numbers)
    return f"{estimate}% [{low}, {high}]"
