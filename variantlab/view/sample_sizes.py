"""Charts of what a number of games can show: games needed, power, and what chance alone does.

Every function returns a `variantlab.view.figures.Chart` and takes ``title`` and ``lang`` as those of
`variantlab.view.charts` do. Nothing is simulated: all figures are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import LogLocator, NullFormatter

from variantlab.errors import invalid
from variantlab.stats.checks import probability, whole_number
from variantlab.stats.intervals import rate
from variantlab.stats.sample_size import games_needed, power
from variantlab.view.figures import (
    INK,
    PALE,
    Chart,
    caption_of,
    legend_mark,
    percent,
    seed_in_words,
    sentences,
)
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language
from variantlab.view.marks import draw_interval, interval_in_words, percent_axis

__all__ = ["chance_chart", "claims_chart", "games_needed_chart", "power_chart"]

CURVES = ("#0173b2", "#d55e00", "#029e73", "#9b59a8", "#7a5230")
STYLES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.", (0, (8, 2, 2, 2)))
MOST_TALL = 6  #: lines that have room for two lines of words
FAR, NEAR, SEEN = "#d55e00", "#a6cde4", "#111111"

WORDS: dict[str, dict[str, str]] = {
    "needed_title": {"en": "How many games does it take?", "ja": "何局あれば分かるか"},
    "true_rate": {"en": "true rate", "ja": "真の割合"},
    "n_games": {"en": "games needed", "ja": "必要な対局数"},
    "noticed_with": {"en": "noticed with probability {power}", "ja": "確率 {power} で気づく"},
    "needed_note": {
        "en": "from so many games on, a {level} interval leaves out {p0} with the given probability",
        "ja": "この対局数から、{level} 区間が {p0} を含まなくなる確率が示した値に達する",
    },
    "played": {"en": "{name}: {n:,} games", "ja": "{name}：{n:,} 局"},
    "power_title": {"en": "What can so many games notice?", "ja": "その対局数で何に気づけるか"},
    "power": {"en": "probability of noticing it", "ja": "気づく確率"},
    "n_of_curve": {"en": "{n:,} games", "ja": "{n:,} 局"},
    "power_note": {
        "en": "noticed: the {level} interval leaves out {p0}. At {p0} itself the curve is the false alarms",
        "ja": "気づく＝{level} 区間が {p0} を含まない。{p0} での値は誤警報の割合",
    },
    "chance_title": {"en": "What chance alone does", "ja": "偶然だけで何が起きるか"},
    "chance_of": {"en": "{n:,} games, true rate {p}", "ja": "{n:,} 局、真の割合 {p}"},
    "count": {"en": "games won of {n:,}", "ja": "{n:,} 局のうちの勝ち数"},
    "chance": {"en": "probability", "ja": "確率"},
    "seen": {"en": "reported: {k} of {n:,}", "ja": "報告：{n:,} 局中 {k}"},
    "far": {"en": "as far from {p} as that, or farther: {share}", "ja": "{p} からそれ以上離れる：{share}"},
    "claims_title": {"en": "What was reported, with its interval", "ja": "報告された値とその区間"},
    "share": {"en": "share of games", "ja": "対局の割合"},
    "claims_note": {"en": "lines are {level} Wilson intervals", "ja": "線は {level} ウィルソン区間"},
    "n_in_one_line": {"en": "{name} ({count})", "ja": "{name}（{count}）"},
    "k_of_n": {"en": "{k} of {n:,}", "ja": "{n:,} 局中 {k}"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def games_needed_chart(
    rates: Sequence[float] = (0.53, 0.55, 0.6, 0.7),
    *,
    p0: float = 0.5,
    powers: Sequence[float] = (0.5, 0.8, 0.95),
    played: Mapping[str, int] | None = None,
    level: float = 0.95,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how many games it takes to tell a true rate from `p0`.

    Parameters
    ----------
    rates : sequence of float
        The true rates that are marked with their number of games, on one side of `p0`; the curves run
        through all rates between the first and the last.
    p0 : float, optional
        The rate to be refuted.
    powers : sequence of float, optional
        The probabilities of noticing it, a curve each; the second one's numbers are written, or the only
        one's.
    played : mapping of str to int, optional
        Numbers of games that somebody played, drawn as lines.
    level : float, optional
        Of the interval that has to leave out `p0`.
    title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> chart = games_needed_chart((0.55, 0.6), powers=(0.8,), lang="en")
    >>> chart.alt_text.split("? ")[1].split(". ")[0]
    '80%: 55% 796, 60% 198'
    """
    lang, rates = language(lang), sorted(probability("rates", p) for p in rates)
    if not rates or not (p0 < rates[0] or rates[-1] < p0):
        raise invalid("rates", rates, f"true rates on one side of p0 = {p0:g}")
    curve = sorted({*np.round(np.linspace(rates[0], rates[-1], 25), 4).tolist(), *rates})
    found = {p: [games_needed(p0, rate_, p, level) for rate_ in curve] for p in powers}
    marked = powers[min(1, len(powers) - 1)]
    chart = Chart(8.4, 5.2, lang)
    with chart.theme():
        axes = chart.subplots()
        for number, needed in enumerate(found.values()):
            axes.plot(curve, needed, color=CURVES[number % 5], linestyle=STYLES[number % 5], linewidth=2.2)
        for rate_ in rates:
            _mark_number(axes, rate_, found[marked][curve.index(rate_)], CURVES[powers.index(marked) % 5])
        _draw_played(axes, played or {}, curve, p0, lang)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(lambda n, _: f"{n:,.0f}")
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel(word("true_rate", lang))
        axes.set_ylabel(word("n_games", lang))
        axes.margins(x=0.06, y=0.1)
        percent_axis(axes.xaxis)
        chart.key(
            [
                legend_mark(word("noticed_with", lang, power=percent(p)), CURVES[i % 5], "", STYLES[i % 5])
                for i, p in enumerate(powers)
            ]
        )
    note = word("needed_note", lang, level=percent(level), p0=percent(p0))
    text = "; ".join(
        f"{percent(p)}: {', '.join(f'{percent(r)} {needed[curve.index(r)]:,}' for r in rates)}"
        for p, needed in found.items()
    )
    caption = caption_of(lang, is_exact=True, notes=[note])
    return chart.finish(title or word("needed_title", lang), caption, text)


def _mark_number(axes: Any, x: float, n: int, colour: str) -> None:
    axes.plot(x, n, "o", color=colour, markersize=7, zorder=4)
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 1}
    axes.annotate(
        f"{n:,}", (x, n), xytext=(0, -18), textcoords="offset points", ha="center", fontsize=11,
        color=colour, bbox=box,
    )  # fmt: skip


def _draw_played(axes: Any, played: Mapping[str, int], curve: Sequence[float], p0: float, lang: str) -> None:
    """Draw the numbers of games that were played, named where the curves are highest."""
    is_left = curve[0] > p0
    for name, n in played.items():
        axes.axhline(n, color="#555555", linewidth=1, linestyle=(0, (1, 1.5)))
        axes.annotate(
            word("played", lang, name=name, n=n), (curve[0 if is_left else -1], n), xytext=(0, 3),
            textcoords="offset points", ha="left" if is_left else "right", fontsize=10, color="#444444",
        )  # fmt: skip


def power_chart(
    n_games: Sequence[int] = (40, 60, 100, 1000),
    *,
    p0: float = 0.5,
    level: float = 0.95,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of what numbers of games can notice: the power over the true rate, a curve each.

    Parameters
    ----------
    n_games : sequence of int
        The numbers of games, at most five.
    p0 : float, optional
        The rate to be refuted.
    level : float, optional
        Of the interval that has to leave out `p0`.
    title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> chart = power_chart((60,), lang="en")
    >>> chart.alt_text.split("? ")[1].split(". ")[0]
    '60 games: 40% 0.349, 45% 0.124, 50% 0.052, 55% 0.124, 60% 0.349'
    """
    lang = language(lang)
    sizes = [whole_number("n_games", n, at_least=1) for n in n_games]
    if not 1 <= len(sizes) <= len(CURVES):
        raise invalid("n_games", list(n_games), f"one to {len(CURVES)} numbers of games")
    reach = min(0.25, p0, 1 - p0)
    rates = np.linspace(p0 - reach, p0 + reach, 101)
    chart = Chart(8.4, 4.9, lang)
    with chart.theme():
        axes = chart.subplots()
        for number, n in enumerate(sizes):
            powers = [power(n, p0, float(p), level) for p in rates]
            axes.plot(rates, powers, color=CURVES[number], linestyle=STYLES[number], linewidth=2.2)
        axes.axvline(p0, color=INK, linewidth=1)
        axes.axhline(0.8, color="#777777", linewidth=1, linestyle=(0, (1, 1.5)))
        axes.set_ylim(-0.02, 1.02)
        axes.set_xlabel(word("true_rate", lang))
        axes.set_ylabel(word("power", lang))
        percent_axis(axes.xaxis)
        percent_axis(axes.yaxis)
        chart.key(
            [
                legend_mark(word("n_of_curve", lang, n=n), CURVES[i], "", STYLES[i])
                for i, n in enumerate(sizes)
            ]
        )
    note = word("power_note", lang, level=percent(level), p0=percent(p0))
    shown = [p0 + step * reach / 5 for step in (-2, -1, 0, 1, 2)]
    text = "; ".join(
        f"{word('n_of_curve', lang, n=n)}: "
        + ", ".join(f"{percent(p)} {power(n, p0, p, level):.3f}" for p in shown)
        for n in sizes
    )
    caption = caption_of(lang, is_exact=True, notes=[note])
    return chart.finish(title or word("power_title", lang), caption, text)


def chance_chart(
    reported: Iterable[tuple[int, int]],
    p: float = 0.5,
    *,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of what a true rate of `p` gives in so many games, and where the reported count lies.

    Parameters
    ----------
    reported : iterable of (int, int)
        Pairs of a count and its number of games, such as ``(24, 60)``; a panel each.
    p : float, optional
        The true rate that is supposed.
    title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> chance_chart([(24, 60)], lang="en").alt_text.split(". ")[1]
    '60 games, true rate 50%: reported: 24 of 60; as far from 50% as that, or farther: 15.5%'
    """
    from scipy.stats import binom

    lang, p = language(lang), probability("p", p)
    counts = [(whole_number("count", k), whole_number("n_games", n, at_least=1)) for k, n in reported]
    if not counts or any(k > n for k, n in counts):
        raise invalid("reported", counts, "pairs of a count and its number of games, such as (24, 60)")
    chart = Chart(8.4, 1.5 + 2.5 * len(counts), lang)
    words = []
    with chart.theme():
        for axes, (k, n) in zip(chart.subplots(len(counts), squeeze=False).ravel(), counts, strict=True):
            all_counts = np.arange(n + 1)
            chances = binom.pmf(all_counts, n, p)
            is_far = np.abs(all_counts - n * p) >= abs(k - n * p) - 1e-9
            share = percent(float(chances[is_far].sum()), 1)
            _draw_chances(axes, all_counts, chances, is_far, k)
            axes.set_title(word("chance_of", lang, n=n, p=percent(p)))
            axes.set_xlabel(word("count", lang, n=n))
            axes.set_ylabel(word("chance", lang))
            texts = [word("seen", lang, k=k, n=n), word("far", lang, p=percent(p), share=share)]
            axes.annotate(
                "\n".join(texts), (0.99, 0.95), xycoords="axes fraction", ha="right", va="top", fontsize=10.5
            )
            words.append(f"{word('chance_of', lang, n=n, p=percent(p))}: {'; '.join(texts)}")
    caption = caption_of(lang, is_exact=True)
    return chart.finish(title or word("chance_title", lang), caption, "; ".join(words))


def _draw_chances(axes: Any, counts: Any, chances: Any, is_far: Any, k: int) -> None:
    """Draw the bars of a binomial, those as far from its middle as the count `k` in another hatch."""
    for chosen, colour, hatch in ((~is_far, NEAR, ""), (is_far, FAR, "////")):
        axes.bar(counts[chosen], chances[chosen], width=0.9, color=colour, hatch=hatch, edgecolor="white")
    axes.plot(k, chances[k] + 0.04 * chances.max(), "v", color=SEEN, markersize=10, zorder=4)
    shown = counts[(chances > 2e-5 * chances.max()) | (counts == k)]
    axes.set_xlim(shown.min() - 1, shown.max() + 1 + 0.35 * (shown.max() - shown.min()))
    axes.grid(visible=False, axis="x")
    percent_axis(axes.yaxis)


def claims_chart(
    claims: Mapping[str, tuple[int, int]],
    *,
    p0: float | None = 0.5,
    level: float = 0.95,
    seed: int | Sequence[int] | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of shares, reported or played, each with the interval that its number of games allows.

    Parameters
    ----------
    claims : mapping of str to (int, int)
        Counts and numbers of games by the words of the claim.
    p0 : float or None, optional
        A rate to draw a line at.
    level : float, optional
        Of the intervals.
    seed : int or sequence of int, optional
        Where the games were played, of the games.
    title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> chart = claims_chart({"sente wins": (24, 60)}, lang="en")
    >>> chart.alt_text.split(". ")[1]
    'Sente wins, 24 of 60: 40.0% [28.6, 52.6]'
    """
    if not claims:
        raise invalid("claims", claims, "at least one")
    lang = language(lang)
    is_tall = len(claims) <= MOST_TALL
    rows = [
        (_claim_in_words(name, k, n, is_tall, lang), rate(k, n, level)) for name, (k, n) in claims.items()
    ]
    chart = Chart(8, 1.9 + (0.62 if is_tall else 0.36) * len(rows), lang)
    chart.set_gaps(w_pad=0.12)
    with chart.theme():
        axes = chart.subplots()
        for place, (_, interval) in enumerate(rows):
            draw_interval(axes, interval, place, CURVES[0], "o", is_horizontal=True, width=2.6)
            axes.annotate(
                interval_in_words(interval, lang), (1.02, place), xycoords=("axes fraction", "data"),
                va="center", fontsize=10, annotation_clip=False,
            )  # fmt: skip
        if p0 is not None:
            axes.axvline(p0, color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.set_yticks(range(len(rows)), [text for text, _ in rows])
        axes.set_ylim(len(rows) - 0.45, -0.55)
        axes.set_xlim(-0.02, 1.02)
        axes.grid(visible=False, axis="y")
        for line in range(1, len(rows)):
            axes.axhline(line - 0.5, color=PALE, linewidth=0.8)
        axes.set_xlabel(word("share", lang))
        percent_axis(axes.xaxis)
    comma = word_of_label("comma", lang)
    text = "; ".join(f"{name.replace(chr(10), comma)}: {interval_in_words(i, lang)}" for name, i in rows)
    seeds = "" if seed is None else seed_in_words(seed, lang)
    caption = sentences([word("claims_note", lang, level=percent(level)), seeds], lang)
    return chart.finish(title or word("claims_title", lang), caption, text)


def _claim_in_words(name: str, k: int, n: int, is_tall: bool, lang: str) -> str:
    """Return a claim with its counts, in two lines or in one."""
    count = word("k_of_n", lang, k=k, n=n)
    return f"{name}\n{count}" if is_tall else word("n_in_one_line", lang, name=name, count=count)
