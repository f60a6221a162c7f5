"""Charts of results: each with its intervals, its exact values, the number of games, the seed and the label
of the study.

Every function returns a `variantlab.view.figures.Chart`, a matplotlib figure with `caption` and `alt_text`;
`variantlab.view.figures.save` writes it. All take:

- ``seed``, the seed of the games, or several of them; "seed not given" is shown without it;
- ``label``, what `variantlab.study.gate.results_gate` returned: the caption then says which prediction was
  locked before, or that the results are exploratory;
- ``title`` and ``lang``, in place of the default ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.ticker import FuncFormatter, MaxNLocator, NullFormatter, PercentFormatter

from variantlab.errors import invalid, unknown_choice
from variantlab.stats.checks import probability
from variantlab.stats.intervals import Estimate, Interval, rate
from variantlab.stats.sequential import anytime_interval
from variantlab.study.gate import Label
from variantlab.study.verdicts import VERDICTS, Verdict, VerdictTable, cell_text
from variantlab.study.verdicts import word as word_of_verdict
from variantlab.view.figures import (
    EXACT_INK,
    INK,
    PALE,
    Chart,
    caption_of,
    colour_of,
    legend_mark,
    marker_of,
    percent,
    save,
    seed_in_words,
    sentences,
    shortened,
    wrapped,
)
from variantlab.view.graphs import graph_chart
from variantlab.view.labels import label as word
from variantlab.view.labels import language, name

if TYPE_CHECKING:
    from variantlab.simulate import Tally

__all__ = [
    "RateRow",
    "convergence_chart",
    "coverage_chart",
    "curve_chart",
    "graph_chart",
    "plies_chart",
    "prediction_chart",
    "rate_rows",
    "rates_chart",
    "runs_chart",
    "save",
]

Seeds = int | Sequence[int] | None
Exact = Fraction | float
OUTCOMES = ("black", "white", "draw")
MOST_BARS = 40
MOST_NAMED = 4
FULL_BOARD_PLIES = 60  # of the standard game on 8 by 8: 64 squares less 4 discs
METHOD_KEYS = {"exact": "exact_interval", "anytime": "anytime_interval"}


# ------------------------------------------------------------------------------------------------------ rates


@dataclass(frozen=True)
class RateRow:
    """One rate of `rates_chart`.

    Parameters
    ----------
    category : str
        What happened, such as ``"wipeout"``; a key of the labels, or any name.
    rule : str
        Under which rule.
    interval : Interval or None
        What was observed; None where only the exact value is known.
    exact : Fraction, float or None
        The true rate, where it is known.
    """

    category: str
    rule: str
    interval: Interval | None = None
    exact: Exact | None = None


def rate_rows(
    column: str,
    tallies: Mapping[str, Tally],
    exact: Mapping[str, Mapping[str, Exact]] | None = None,
) -> list[RateRow]:
    """Return the rates of a column's labels for `rates_chart`, those that never happened under any rule left
    out.

    Parameters
    ----------
    column : str
        ``"end_reason"``, a share of all games, or ``"winner"``, a share of the finished ones.
    tallies : mapping of str to Tally
        The counts of each rule.
    exact : mapping of str to a mapping of label to Fraction or float, optional
        The true rates of some rules.

    Raises
    ------
    VariantlabError
        For a column that the tallies do not have.
    """
    for tally in tallies.values():
        if column not in tally.labels:
            raise unknown_choice("column", column, tally.labels)
    known = exact or {}
    labels = dict.fromkeys(
        [key for tally in tallies.values() for key in tally.labels[column]]
        + [key for rates in known.values() for key in rates]
    )
    rows = [
        RateRow(
            _win_key(key),
            rule,
            _rate_of(tally, column, key),
            known.get(rule, {}).get(key, 0 if rule in known else None),
        )
        for key in labels
        for rule, tally in tallies.items()
    ]
    seen = {row.category for row in rows if row.exact or (row.interval is not None and row.interval.estimate)}
    return [row for row in rows if row.category in seen]


def _rate_of(tally: Tally, column: str, key: str) -> Interval:
    n = tally.n_finished if column == "winner" else tally.n_games
    return rate(int(tally.labels[column].get(key, 0)), n)


def rates_chart(
    rows: Iterable[RateRow],
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of rates: a point with its interval for each category and rule, exact values as
    diamonds.

    Parameters
    ----------
    rows : iterable of RateRow
        In the order to show them, see `rate_rows`.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> row = RateRow("wipeout", "vanish", rate(667, 1000), Fraction(2, 3))
    >>> rates_chart([row], seed=1, lang="en").caption
    'Vanish: n = 1,000 games, seed 1. Whiskers are 95% Wilson intervals. Diamonds are exact values.'
    """
    rows, lang = list(rows), language(lang)
    if not rows:
        raise invalid("rows", rows, "at least one RateRow")
    categories = list(dict.fromkeys(row.category for row in rows))
    rules = list(dict.fromkeys(row.rule for row in rows))
    step = 0.8 / max(len(rules), 2)
    chart = Chart(8, 1.6 + 0.4 * len(rows) + 0.2 * len(categories), lang)
    with chart.theme():
        axes = chart.subplots()
        for row in rows:
            number = rules.index(row.rule)
            y = categories.index(row.category) + (number - (len(rules) - 1) / 2) * step
            _draw_rate(axes, row, y, number, lang)
        axes.set_yticks(range(len(categories)), [wrapped(name(c, lang), 22) for c in categories])
        axes.set_ylim(len(categories) - 0.45, -0.55)
        axes.set_xlim(-0.02, 1.02)
        axes.grid(visible=False, axis="y")
        for line in range(1, len(categories)):
            axes.axhline(line - 0.5, color=PALE, linewidth=0.8)
        _shares(axes.xaxis)
        axes.set_xlabel(word("share_of_games", lang))
        _key_of_rules(chart, rules, lang, has_exact=any(row.exact is not None for row in rows))
    intervals = [row.interval for row in rows if row.interval is not None]
    caption = caption_of(
        lang,
        counts=_counts_by_name({row.rule: row.interval.n for row in rows if row.interval is not None}, lang),
        seed=seed,
        label_of_results=label,
        is_exact=not intervals,
        notes=_notes_on_marks(intervals, any(row.exact is not None for row in rows), lang),
    )
    words = "; ".join(
        f"{name(r.category, lang)}, {name(r.rule, lang)}: {_rate_in_words(r, lang)}" for r in rows
    )
    return chart.finish(title or word("rates_title", lang), caption, words)


def _draw_rate(axes: Any, row: RateRow, y: float, number: int, lang: str) -> None:
    colour = colour_of(row.rule, number)
    if row.interval is not None and row.interval.estimate is not None:
        _draw_interval(axes, row.interval, y, colour, marker_of(row.rule, number), is_horizontal=True)
    if row.exact is not None:
        axes.plot(float(row.exact), y, **_diamond())
    axes.annotate(
        _rate_in_words(row, lang),
        (1.02, y),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=10,
        color=colour,
        annotation_clip=False,
    )


def _rate_in_words(row: RateRow, lang: str) -> str:
    interval = row.interval
    if interval is None:
        return _exact_in_words(row.exact, lang)
    if interval.estimate is None or interval.low is None or interval.high is None:
        return word("no_data", lang)
    places = 1 if interval.high - interval.low > 0.002 else 2
    limits = ", ".join(f"{100 * end:.{places}f}" for end in (interval.low, interval.high))
    return f"{percent(interval.estimate, places)} [{limits}]"


def _exact_in_words(exact: Exact | None, lang: str) -> str:
    return "" if exact is None else f"{percent(float(exact))} ({word('exact', lang)})"


# ------------------------------------------------------------------------------------------------------ plies


def plies_chart(
    counts_by_rule: Mapping[str, Tally | Mapping[int, int]],
    exact: Mapping[str, Mapping[int, Exact]] | None = None,
    *,
    yardstick: int | None = FULL_BOARD_PLIES,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how many plies the games have: all rules on one scale, then each on its own.

    Parameters
    ----------
    counts_by_rule : mapping of str to Tally, or to a mapping of plies to the number of games
        The games of each rule.
    exact : mapping of str to a mapping of plies to Fraction or float, optional
        The true distribution of some rules, drawn as diamonds.
    yardstick : int or None, optional
        A number of plies to mark with a line: the 60 of a full board of 8 by 8.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> plies_chart({"vanish": {3: 510, 4: 490}}, seed=1, lang="en").caption
    'Vanish: n = 1,000 games, seed 1. Whiskers are 95% Wilson intervals.'
    """
    lang, known = language(lang), exact or {}
    counts = {rule: _counts_of_plies(given) for rule, given in counts_by_rule.items()}
    if not counts or not all(counts.values()):
        raise invalid("counts_by_rule", counts_by_rule, "the games of at least one rule, none without games")
    n_columns = min(3, len(counts))
    n_rows = math.ceil(len(counts) / n_columns)
    chart = Chart(8.6, 1.9 + 0.48 * len(counts) + 2.6 * n_rows, lang)
    with chart.theme():
        heights = [0.35 + 0.42 * len(counts), *[2.7] * n_rows]
        grid = chart.add_gridspec(n_rows + 1, n_columns, height_ratios=heights)
        _draw_plies_on_one_scale(chart.add_subplot(grid[0, :]), counts, yardstick, lang)
        panels: list[Any] = []
        for number, (rule, of_rule) in enumerate(counts.items()):
            row, column = divmod(number, n_columns)
            panels.append(chart.add_subplot(grid[row + 1, column], sharey=panels[0] if panels else None))
            _draw_plies_of_rule(panels[-1], rule, number, of_rule, known.get(rule), yardstick, lang)
            shown = wrapped(name(rule, lang), 24 if n_columns < 3 else 17)
            panels[-1].set_title(f"{shown}\nn = {sum(of_rule.values()):,}", fontsize=12)
            panels[-1].tick_params(labelleft=column == 0)
            if column == 0:
                panels[-1].set_ylabel(word("share_of_games", lang))
        panels[0].set_ylim(bottom=0)
        chart.set_gaps(hspace=0.08)
    totals = {rule: sum(of_rule.values()) for rule, of_rule in counts.items()}
    intervals = [rate(0, total) for total in totals.values()]
    caption = caption_of(
        lang,
        counts=_counts_by_name(totals, lang),
        seed=seed,
        label_of_results=label,
        notes=_notes_on_marks(intervals, bool(known), lang),
    )
    words = "; ".join(_plies_in_words(rule, of_rule, lang) for rule, of_rule in counts.items())
    return chart.finish(title or word("plies_title", lang), caption, words)


def _counts_of_plies(given: Tally | Mapping[int, int]) -> dict[int, int]:
    counts = given if isinstance(given, Mapping) else given.plies
    return {int(plies): int(n) for plies, n in sorted(counts.items()) if n}


def _plies_in_words(rule: str, counts: Mapping[int, int], lang: str) -> str:
    mean = sum(plies * n for plies, n in counts.items()) / sum(counts.values())
    return f"{name(rule, lang)}: {min(counts)}-{max(counts)}, {word('mean', lang)} {mean:.4g}"


def _draw_plies_on_one_scale(
    axes: Any, counts: Mapping[str, Mapping[int, int]], yardstick: int | None, lang: str
) -> None:
    """Draw the range of each rule as a line with its mean, on a scale that begins at 0."""
    longest = 1.05 * max(yardstick or 0, *(max(of_rule) for of_rule in counts.values()))
    for number, (rule, of_rule) in enumerate(counts.items()):
        colour, low, high = colour_of(rule, number), min(of_rule), max(of_rule)
        mean = sum(plies * n for plies, n in of_rule.items()) / sum(of_rule.values())
        axes.plot([low, high], [number, number], color=colour, linewidth=7, alpha=0.35, solid_capstyle="butt")
        axes.plot(mean, number, marker_of(rule, number), color=colour, markersize=8)
        text = f"{low}–{high}, {word('mean', lang)} {mean:.1f}" if low < high else str(low)
        _write_beside(axes, text, low, high, number, longest)
    axes.set_yticks(range(len(counts)), [name(rule, lang) for rule in counts])
    axes.set_ylim(len(counts) - 0.4, -0.6)
    axes.set_xlim(0, longest)
    axes.grid(visible=False, axis="y")
    axes.set_xlabel(word("plies_on_one_scale", lang))
    _draw_yardstick(axes, yardstick)
    if yardstick is not None:
        text = word("yardstick", lang, plies=yardstick)
        axes.annotate(
            text, (yardstick, 1), xycoords=("data", "axes fraction"), xytext=(0, 3),
            textcoords="offset points", ha="center", fontsize=10, color=INK,
        )  # fmt: skip


def _draw_yardstick(axes: Any, yardstick: int | None) -> None:
    if yardstick is not None:
        axes.axvline(yardstick, color=INK, linestyle=(0, (4, 3)), linewidth=1.3, zorder=1)


def _write_beside(axes: Any, text: str, low: float, high: float, row: float, longest: float) -> None:
    """Write a text right of a range, left of it, or above it, where there is room."""
    if high < 0.6 * longest:
        x, shift, align = high, (10, 0), "left"
    elif low > 0.4 * longest:
        x, shift, align = low, (-10, 0), "right"
    else:
        x, shift, align = (low + high) / 2, (0, 11), "center"
    axes.annotate(
        text, (x, row), xytext=shift, textcoords="offset points", ha=align, va="center", fontsize=10,
        color=INK, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
    )  # fmt: skip


def _draw_plies_of_rule(
    axes: Any,
    rule: str,
    number: int,
    counts: Mapping[int, int],
    exact: Mapping[int, Exact] | None,
    yardstick: int | None,
    lang: str,
) -> None:
    """Draw the share of games of each number of plies, with intervals, around where the games are."""
    n = sum(counts.values())
    colour = colour_of(rule, number)
    low, high = min([*counts, *(exact or ())]), max([*counts, *(exact or ())])
    width = math.ceil((high - low + 1) / MOST_BARS)
    bins = range(low, high + 1, width)
    bars = [rate(sum(counts.get(p, 0) for p in range(start, start + width)), n) for start in bins]
    middles = [start + (width - 1) / 2 for start in bins]
    heights = [interval.estimate or 0 for interval in bars]
    axes.bar(middles, heights, width=(0.72 if len(bars) < 12 else 0.9) * width, color=colour, alpha=0.55)
    # Among many bars, the whiskers of the empty ones would hide the others.
    is_few = len(bars) < 12
    shown = [i for i, height in enumerate(heights) if height or is_few]
    axes.errorbar(
        [middles[i] for i in shown],
        [heights[i] for i in shown],
        yerr=np.array([_reach(bars[i]) for i in shown]).T,
        fmt="none",
        ecolor=INK,
        elinewidth=1.2 if is_few else 0.8,
        capsize=3 if is_few else 0,
    )
    if exact:
        sums = [sum(float(exact.get(p, 0)) for p in range(start, start + width)) for start in bins]
        axes.plot(
            middles, sums, linestyle="", **(_diamond() | ({} if len(bars) < 20 else {"markersize": 3.5}))
        )
    if yardstick is not None and low - 2 <= yardstick <= high + 2:
        _draw_yardstick(axes, yardstick)
    margin = 0.5 + 0.15 * max(1, 6 - len(bars))
    axes.set_xlim(low - margin, high + margin)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5, min_n_ticks=1))
    axes.grid(visible=False, axis="x")
    _shares(axes.yaxis)
    axes.set_xlabel(word("plies", lang) if width == 1 else word("plies_in_bins", lang, width=width))


# ------------------------------------------------------------------------------------------------------- runs


def runs_chart(
    runs_by_rule: Mapping[str, Sequence[Tally | Mapping[str, int]]],
    exact: Mapping[str, Mapping[str, Exact]] | None = None,
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of runs side by side, and of all their games together: black wins, white wins, draws.

    Capped games have no winner: they are counted in the caption, and the shares are those of the finished
    games.

    Parameters
    ----------
    runs_by_rule : mapping of str to a sequence of Tally, or of mappings of black, white, draw and capped to
    games
        The runs of each rule, in order.
    exact : mapping of str to a mapping of black, white and draw to Fraction or float, optional
        The true shares of some rules, drawn as lines.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> run = {"black": 480, "white": 475, "draw": 45}
    >>> runs_chart({"flip": [run, run, run]}, seed=[1, 2, 3], lang="en").caption
    'Flip (standard): n = 1,000 + 1,000 + 1,000 games, seeds 1, 2, 3. Whiskers are 95% Wilson intervals.'
    """
    lang, known = language(lang), exact or {}
    runs = {rule: [_outcomes_of(run) for run in given] for rule, given in runs_by_rule.items()}
    if not runs or not all(runs.values()):
        raise invalid("runs_by_rule", runs_by_rule, "at least one run of each rule")
    chart = Chart(8.6 if len(runs) > 1 else 6.5, 4.6, lang)
    with chart.theme():
        panels = chart.subplots(1, len(runs), sharey=True, squeeze=False)[0]
        for axes, (rule, of_rule) in zip(panels, runs.items(), strict=True):
            _draw_runs(axes, of_rule, known.get(rule, {}), lang)
            axes.set_title(name(rule, lang))
        panels[0].set_ylabel(word("share_of_games", lang))
        panels[0].set_ylim(bottom=-0.02)
        _shares(panels[0].yaxis)
        handles = [legend_mark(word(_win_key(o), lang), colour_of(o), marker_of(o)) for o in OUTCOMES]
        if known:
            handles.append(legend_mark(word("exact", lang), EXACT_INK, "", "-"))
        chart.key(handles)
    named = [
        word(
            "n_of_runs",
            lang,
            name=name(rule, lang),
            n=" + ".join(f"{sum(run.values()):,}" for run in of_rule),
        )
        for rule, of_rule in runs.items()
    ]
    capped = {rule: sum(run["capped"] for run in of_rule) for rule, of_rule in runs.items()}
    notes = [word("n_capped", lang, name=name(rule, lang), n=n) for rule, n in capped.items() if n]
    caption = caption_of(
        lang,
        counts=named,
        seed=seed,
        label_of_results=label,
        notes=[*_notes_on_marks([rate(0, 1)], False, lang), *notes],
    )
    words = "; ".join(_runs_in_words(rule, of_rule, lang) for rule, of_rule in runs.items())
    return chart.finish(title or word("runs_title", lang), caption, words)


def _outcomes_of(run: Tally | Mapping[str, int]) -> dict[str, int]:
    counts = run if isinstance(run, Mapping) else {**run.winner, "capped": run.n_capped}
    for key in counts:
        if key not in (*OUTCOMES, "capped"):
            raise unknown_choice("outcome of a run", key, (*OUTCOMES, "capped"))
    return {key: int(counts.get(key, 0)) for key in (*OUTCOMES, "capped")}


def _win_key(outcome: str) -> str:
    """Return the key of the words for an outcome; other keys stay as they are."""
    return f"{outcome}_wins" if outcome in ("black", "white") else outcome


def _draw_runs(axes: Any, runs: Sequence[Mapping[str, int]], exact: Mapping[str, Exact], lang: str) -> None:
    together = {key: sum(run[key] for run in runs) for key in runs[0]}
    shown = [*runs, together] if len(runs) > 1 else list(runs)
    for place, run in enumerate(shown):
        finished = sum(run[outcome] for outcome in OUTCOMES)
        for shift, outcome in zip((-0.2, 0, 0.2), OUTCOMES, strict=True):
            interval = rate(run[outcome], finished)
            _draw_interval(
                axes, interval, place + shift, colour_of(outcome), marker_of(outcome), is_horizontal=False
            )
    for outcome, value in exact.items():
        axes.axhline(float(value), color=colour_of(outcome), linewidth=1.2, zorder=1)
    if len(runs) > 1:
        axes.axvspan(len(runs) - 0.5, len(runs) + 0.5, color=PALE, alpha=0.45, linewidth=0)
    names = [word("run", lang, number=number + 1) for number in range(len(runs))]
    axes.set_xticks(range(len(shown)), [*names, word("all_runs", lang)][: len(shown)])
    axes.set_xlim(-0.5, len(shown) - 0.5)
    axes.grid(visible=False, axis="x")


def _runs_in_words(rule: str, runs: Sequence[Mapping[str, int]], lang: str) -> str:
    parts = [
        f"{word('run', lang, number=number)}{word('colon', lang)}"
        + ", ".join(f"{word(_win_key(outcome), lang)} {run[outcome]:,}" for outcome in OUTCOMES)
        for number, run in enumerate(runs, start=1)
    ]
    return f"{name(rule, lang)}: " + "; ".join(parts)


# ------------------------------------------------------------------------------------------------ convergence


def convergence_chart(
    n_games: Sequence[int],
    counts: Sequence[int],
    exact: Exact | None = None,
    *,
    what: str = "black_wins",
    level: float = 0.95,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of a rate against the number of games, with the interval for one look and the one for
    many.

    Parameters
    ----------
    n_games : sequence of int
        The numbers of games at which one looks, increasing, at least 1.
    counts : sequence of int
        How often it had happened by then.
    exact : Fraction or float, optional
        The true rate.
    what : str, optional
        What is counted, a key of the labels or any name.
    level : float, optional
        The confidence level of both intervals.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> convergence_chart([10, 100], [6, 48], 0.5, seed=3, lang="en").caption
    'n = 100 games, seed 3.'
    """
    lang = language(lang)
    pairs = list(zip(n_games, counts, strict=True))
    if not pairs or any(later <= earlier for earlier, later in zip([0, *n_games], n_games, strict=False)):
        raise invalid("n_games", list(n_games), "increasing whole numbers from 1 up")
    fixed = [rate(k, n, level) for n, k in pairs]
    anytime = [anytime_interval(k, n, level) for n, k in pairs]
    chart = Chart(8, 4.8, lang)
    with chart.theme():
        axes: Any = chart.subplots()
        bands = [("anytime", anytime, "#9ecae1", 0.55), ("fixed_n", fixed, "#3182bd", 0.55)]
        for key, intervals, colour, alpha in bands:
            low, high = [i.low for i in intervals], [i.high for i in intervals]
            text = word(key, lang, level=percent(level))
            axes.fill_between(n_games, low, high, color=colour, alpha=alpha, linewidth=0, label=text)
        estimates = [interval.estimate for interval in fixed]
        few = "o" if len(pairs) <= 40 else ""
        axes.plot(n_games, estimates, few + "-", color="#08306b", markersize=4, label=word("estimate", lang))
        if exact is not None:
            text = f"{word('exact', lang)} {percent(float(exact))}"
            axes.axhline(float(exact), color="#d55e00", linestyle=(0, (5, 2)), linewidth=2, label=text)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:,.0f}"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlim(n_games[0], max(n_games[-1], n_games[0] + 1))
        axes.set_ylim(*_room(anytime, exact))
        _shares(axes.yaxis)
        axes.set_xlabel(word("n_games_axis", lang))
        axes.set_ylabel(f"{name(what, lang)}{word('colon', lang)}{word('share_of_games', lang)}")
        handles, _ = axes.get_legend_handles_labels()
        chart.key([handles[i] for i in (2, 1, 0, 3) if i < len(handles)])
    last = fixed[-1]
    caption = caption_of(lang, counts=[word("n_games", lang, n=last.n)], seed=seed, label_of_results=label)
    words = f"{name(what, lang)}: {last}; {anytime[-1]}"
    words += "" if exact is None else f"; {_exact_in_words(exact, lang)}"
    return chart.finish(title or word("convergence_title", lang), caption, words)


def _room(intervals: Sequence[Interval], exact: Exact | None) -> tuple[float, float]:
    """Return the limits of the axis: what the intervals reach once there are some games, and the exact
    value.
    """
    settled = intervals[len(intervals) // 6 :]
    ends = [float(end) for i in settled for end in (i.low, i.high) if end is not None]
    if exact is not None:
        ends.append(float(exact))
    margin = 0.06 * (max(ends) - min(ends)) or 0.05
    return max(-0.01, min(ends) - margin), min(1.01, max(ends) + margin)


def coverage_chart(
    intervals: Sequence[Interval],
    truth: Exact,
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of the intervals of many repeated experiments against the true rate; those that miss
    are marked.

    Parameters
    ----------
    intervals : sequence of Interval
        One an experiment, each with data, all of the same level.
    truth : Fraction or float
        The true rate.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> chart = coverage_chart([rate(k, 60) for k in (28, 30, 45)], 0.5, seed=4, lang="en")
    >>> chart.caption.split(". ")[1]
    '2 of 3 intervals (66.7%) contain the true rate 50%; promised: 95%.'
    """
    lang, intervals, true_rate = language(lang), list(intervals), probability("truth", truth)
    if not intervals or not all(interval.has_data for interval in intervals):
        raise invalid("intervals", intervals, "at least one, all with data")
    hits = [interval.contains(true_rate) for interval in intervals]
    chart = Chart(8.6, 4.4, lang)
    with chart.theme():
        axes = chart.subplots()
        thin = max(0.8, min(2.4, 240 / len(intervals)))
        for hit, colour in ((True, "#5b9bd0"), (False, "#d55e00")):
            chosen = [number for number, found in enumerate(hits, start=1) if found == hit]
            low, high, middle = (
                [getattr(intervals[i - 1], end) for i in chosen] for end in ("low", "high", "estimate")
            )
            axes.vlines(chosen, low, high, color=colour, linewidth=thin if hit else thin * 1.5)
            axes.plot(
                chosen,
                middle,
                "o" if hit else "X",
                color=colour,
                markersize=2.5 if hit else 8,
                markeredgecolor=colour if hit else "white",
            )
        axes.axhline(true_rate, color=INK, linewidth=1.6)
        axes.set_xlim(0, len(intervals) + 1)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=False, axis="x")
        _shares(axes.yaxis)
        axes.set_xlabel(word("experiment", lang))
        axes.set_ylabel(word("share_of_games", lang))
        handles = [
            legend_mark(word("covers", lang), "#5b9bd0", "o", "-"),
            legend_mark(word("misses", lang), "#d55e00", "X", "-"),
            legend_mark(f"{word('true_rate', lang)} {percent(true_rate)}", INK, "", "-"),
        ]
        chart.key(handles)
    covered = word(
        "covered_share", lang, covered=sum(hits), all=len(hits), share=percent(sum(hits) / len(hits)),
        truth=percent(true_rate), level=percent(intervals[0].level),
    )  # fmt: skip
    sizes = sorted({interval.n for interval in intervals})
    range_of_sizes = "–".join(f"{size:,}" for size in dict.fromkeys((sizes[0], sizes[-1])))
    count = word("n_experiments", lang, experiments=len(intervals), n=range_of_sizes)
    caption = caption_of(lang, counts=[count], seed=seed, label_of_results=label, notes=[covered])
    return chart.finish(title or word("coverage_title", lang), caption, "")


# ----------------------------------------------------------------------------------------------------- curves


def curve_chart(
    x: Sequence[Exact],
    columns: Mapping[str, Sequence[Exact]],
    simulated: Mapping[str, Sequence[tuple[float, Interval]]] | None = None,
    *,
    x_label: str = "vanish_probability",
    y_label: str = "share_of_games",
    as_percent: bool = True,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of exact values over a parameter of the rules, with simulated points where there are
    some.

    Parameters
    ----------
    x : sequence of Fraction or float
        The values of the parameter, in order.
    columns : mapping of str to a sequence of Fraction or float
        The exact values of each curve, one for each x.
    simulated : mapping of str to a sequence of (x, Interval), optional
        Points with intervals, by the name of their curve.
    x_label, y_label : str, optional
        Keys of the labels, or any words.
    as_percent : bool, optional
        Whether the values are shares.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> curve_chart([0, 0.5, 1], {"black_wins": [0.4, 0.45, 0.5]}, lang="en").caption
    'Exact: nothing is simulated.'
    """
    lang, points = language(lang), simulated or {}
    for key, values in columns.items():
        if len(values) != len(x):
            raise invalid(f"columns[{key!r}]", f"{len(values)} values", f"{len(x)}, one for each x")
    for key in points:
        if key not in columns:
            raise unknown_choice("simulated", key, columns)
    chart = Chart(8, 4.8, lang)
    with chart.theme():
        axes = chart.subplots()
        for number, (key, values) in enumerate(columns.items()):
            colour = colour_of(key, number)
            style = ("-", (0, (6, 2)), (0, (2, 1.5)), "-.")[number % 4]
            axes.plot(
                [float(v) for v in x],
                [float(v) for v in values],
                color=colour,
                linestyle=style,
                linewidth=2.4,
            )
            for place, interval in points.get(key, ()):
                _draw_interval(axes, interval, place, colour, marker_of(key, number), is_horizontal=False)
        if as_percent:
            _shares(axes.yaxis)
        axes.set_xlabel(name(x_label, lang))
        axes.set_ylabel(name(y_label, lang))
        axes.margins(x=0.02)
        _name_the_curves(axes, x, columns, lang)
    intervals = [interval for series in points.values() for _, interval in series]
    sizes = sorted({interval.n for interval in intervals})
    counts = [word("n_games", lang, n=sizes[0])] if len(sizes) == 1 else []
    if len(sizes) > 1:
        counts = [word("n_games_between", lang, low=sizes[0], high=sizes[-1])]
    caption = caption_of(
        lang,
        counts=counts,
        seed=seed,
        label_of_results=label,
        is_exact=not intervals,
        notes=_notes_on_marks(intervals, False, lang),
    )
    ends = "; ".join(
        f"{name(key, lang)}: {float(values[0]):.4g} → {float(values[-1]):.4g}"
        for key, values in columns.items()
    )
    return chart.finish(title or word("curve_title", lang), caption, ends)


def _name_the_curves(
    axes: Any, x: Sequence[Exact], columns: Mapping[str, Sequence[Exact]], lang: str
) -> None:
    """Write each curve's name at its right end, moved apart where ends are close."""
    low, high = axes.get_ylim()
    gap = 0.065 * (high - low)
    order = sorted(columns, key=lambda key: float(columns[key][-1]))
    places: list[float] = []
    for key in order:
        end = float(columns[key][-1])
        places.append(end if not places else max(end, places[-1] + gap))
    too_high = max(0.0, places[-1] - high)
    for key, place in zip(order, places, strict=True):
        number = list(columns).index(key)
        axes.annotate(
            wrapped(name(key, lang), 18),
            (float(x[-1]), place - too_high),
            xytext=(12, 0),
            textcoords="offset points",
            va="center",
            fontsize=11,
            color=colour_of(key, number),
            annotation_clip=False,
        )


# ------------------------------------------------------------------------------------------------ predictions


def prediction_chart(
    table: VerdictTable,
    question: str,
    *,
    seed: Seeds = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of the predictions for one question beside its result.

    A choice shows the probability given to each option, and which option happened; a number shows the
    predicted intervals, and the result as a line or a band. With several predictions each is a point or a
    line of its own.

    Parameters
    ----------
    table : VerdictTable
        What `variantlab.study.verdicts.judge` returned; its label stands in the caption.
    question : str
        The id of the question.
    seed : int or sequence of int, optional
        The seed of the games that a measured result comes from.
    title : str, optional
        By default the question's text.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Raises
    ------
    VariantlabError
        When the table has no such question.
    """
    lang = language(lang)
    verdicts = [row for row in table.rows if row.question.id == question]
    if not verdicts:
        raise unknown_choice("question", question, dict.fromkeys(row.question.id for row in table.rows))
    is_number = verdicts[0].question.kind == "number"
    rows = len(verdicts) if is_number else len(verdicts[0].question.options)
    chart = Chart(8, 2.5 + 0.55 * min(rows, 30), lang)
    with chart.theme():
        axes = chart.subplots()
        handles = (_draw_number if is_number else _draw_choice)(axes, verdicts, lang)
        chart.key(handles)
    result = f"{word('result', lang)}{word('colon', lang)}{verdicts[0].result_text(lang)}"
    is_measured = seed is not None and _is_measured(verdicts[0].result)
    seeds = [seed_in_words(seed, lang)] if is_measured else []
    caption = sentences([result, *seeds, _decisions_in_words(verdicts, lang), table.label.text(lang)], lang)
    predicted = "; ".join(row.prediction_text(lang) for row in verdicts[:MOST_NAMED])
    text = f"{word('predicted', lang)}{word('colon', lang)}{predicted}"
    return chart.finish(title or shortened(verdicts[0].question.text, 160), caption, text)


def _is_measured(result: Any) -> bool:
    """Return whether a result, or a part of it, comes from games and so has a seed."""
    parts = result.values() if isinstance(result, Mapping) else [result]
    return any(isinstance(part, Estimate) for part in parts)


def _decisions_in_words(verdicts: Sequence[Verdict], lang: str) -> str:
    """Return the verdict with its score; of a few predictions each with its author, of many how often each
    came.
    """
    comma = word("comma", lang)
    if len(verdicts) > MOST_NAMED:
        counts = Counter(row.verdict for row in verdicts)
        return comma.join(f"{word_of_verdict(key, lang)} {counts[key]}" for key in VERDICTS if counts[key])
    words = []
    for row in verdicts:
        author = "" if len(verdicts) == 1 else f"{shortened(row.prediction.signature(lang), 40)} "
        score = "" if row.score is None else f" ({word_of_verdict('score', lang)} {cell_text(row.score)})"
        words.append(f"{author}{word_of_verdict(row.verdict, lang)}{score}")
    return comma.join(words)


def _draw_choice(axes: Any, verdicts: Sequence[Verdict], lang: str) -> list[Any]:
    """Draw the probabilities of the options, the shares that came out, and mark what happened."""
    first, colour = verdicts[0], "#0173b2"
    options = [option.name for option in first.question.options]
    given = {
        o: [row.question.probabilities[o] for row in verdicts if row.question.probabilities] for o in options
    }
    means = [float(np.mean(given[option])) if given[option] else 0.0 for option in options]
    places = np.arange(len(options))
    axes.barh(places, means, height=0.55, color="#a6cde4")
    for place, option in enumerate(options):
        shifts = np.linspace(-0.18, 0.18, len(given[option])) if len(given[option]) > 1 else [0.0]
        axes.plot(given[option], place + np.array(shifts), "o", color=colour, markersize=6)
    handles = [legend_mark(word("predicted" if len(verdicts) == 1 else "predictions", lang), colour, "o")]
    if first.outcome is not None:
        place = options.index(first.outcome)
        axes.axhspan(place - 0.42, place + 0.42, color="#ffe9a8", zorder=0, linewidth=0)
        axes.annotate(
            f"◀ {word('happened', lang)}",
            (1.03, place),
            va="center",
            fontsize=10.5,
            color=INK,
            annotation_clip=False,
        )
    if isinstance(first.result, Mapping):
        for place, option in enumerate(options):
            _draw_measured(axes, first.result.get(option), place)
        handles.append(legend_mark(word("result", lang), "#d55e00", "D"))
    labels = [wrapped(shortened(first.question.label(option), 60), 26) for option in options]
    axes.set_yticks(places, labels)
    axes.set_ylim(len(options) - 0.4, -0.6)
    axes.set_xlim(-0.01, 1.02)
    axes.grid(visible=False, axis="y")
    _shares(axes.xaxis)
    axes.set_xlabel(word("probability", lang))
    return handles


def _draw_number(axes: Any, verdicts: Sequence[Verdict], lang: str) -> list[Any]:
    """Draw the predicted intervals, one a line, and the result through all of them."""
    colour = "#0173b2"
    for place, row in enumerate(verdicts):
        question = row.question
        if question.low is not None and question.high is not None:
            axes.plot(
                [question.low, question.high],
                [place] * 2,
                color=colour,
                linewidth=9,
                alpha=0.35,
                solid_capstyle="butt",
            )
            axes.plot(question.estimate, place, "o", color=colour, markersize=8)
    result = verdicts[0].result
    if result is not None and not isinstance(result, Mapping):
        _draw_measured_line(axes, result)
    names = [shortened(row.prediction.signature(lang), 26) for row in verdicts]
    axes.set_yticks(range(len(verdicts)), names if len(names) > 1 else [word("predicted", lang)])
    axes.set_ylim(len(verdicts) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.margins(x=0.08)
    axes.set_xlabel(wrapped(shortened(verdicts[0].question.measure, 150), 76), fontsize=10)
    level = percent(verdicts[0].question.level or 0)
    predicted = f"{word('predicted', lang)} ({level})" if len(verdicts) == 1 else word("predictions", lang)
    return [legend_mark(predicted, colour, "o", "-"), legend_mark(word("result", lang), "#d55e00", "D", "-")]


def _draw_measured(axes: Any, measured: Any, place: float) -> None:
    """Draw one result beside its option: a diamond, with its interval where it was measured."""
    if measured is None:
        return
    if isinstance(measured, Interval):
        _draw_interval(axes, measured, place + 0.32, "#d55e00", "D", is_horizontal=True)
    elif isinstance(measured, int | Fraction):
        axes.plot(float(measured), place + 0.32, "D", color="#d55e00", markersize=7)


def _draw_measured_line(axes: Any, measured: Any) -> None:
    if isinstance(measured, int | Fraction):
        axes.axvline(float(measured), color="#d55e00", linewidth=2.2)
        axes.plot(float(measured), -0.5, "D", color="#d55e00", markersize=8, clip_on=False)
    elif measured.has_data:
        axes.axvline(measured.estimate, color="#d55e00", linewidth=2.2)
        if math.isfinite(measured.low) and math.isfinite(measured.high):
            axes.axvspan(measured.low, measured.high, color="#d55e00", alpha=0.2, linewidth=0)
        axes.plot(measured.estimate, -0.5, "D", color="#d55e00", markersize=8, clip_on=False)


# ----------------------------------------------------------------------------------------------- common marks


def _draw_interval(
    axes: Any, interval: Interval, place: float, colour: str, marker: str, *, is_horizontal: bool
) -> None:
    """Draw an estimate with its interval; nothing where there is no data."""
    if interval.estimate is None:
        return
    reach = [[side] for side in _reach(interval)]
    centre = (interval.estimate, place) if is_horizontal else (place, interval.estimate)
    axes.errorbar(
        *centre,
        xerr=reach if is_horizontal else None,
        yerr=None if is_horizontal else reach,
        fmt=marker,
        color=colour,
        markersize=7,
        elinewidth=2,
        capsize=3.5,
    )


def _reach(interval: Interval) -> tuple[float, float]:
    """Return how far the limits lie below and above the estimate."""
    if interval.estimate is None or interval.low is None or interval.high is None:
        return 0.0, 0.0
    return max(0.0, interval.estimate - interval.low), max(0.0, interval.high - interval.estimate)


def _diamond() -> dict[str, Any]:
    return {
        "marker": "D", "color": EXACT_INK, "markersize": 6.5, "markerfacecolor": "#ffffff",
        "markeredgewidth": 1.6, "zorder": 5,
    }  # fmt: skip


def _shares(axis: Any) -> None:
    """Let an axis show shares as percentages."""
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=None))


def _key_of_rules(chart: Chart, rules: Sequence[str], lang: str, has_exact: bool) -> None:
    handles = [
        legend_mark(name(rule, lang), colour_of(rule, number), marker_of(rule, number))
        for number, rule in enumerate(rules)
    ]
    if has_exact:
        exact = legend_mark(word("exact", lang), EXACT_INK, "D")
        exact.set(markerfacecolor="white", markeredgewidth=1.6, markersize=6.5)
        handles.append(exact)
    chart.key(handles)


def _counts_by_name(totals: Mapping[str, int], lang: str) -> list[str]:
    """Return the numbers of games in words; those of several rules in one where they are the same."""
    sizes = set(totals.values())
    if len(totals) > 1 and len(sizes) == 1:
        return [word("n_games_each", lang, n=sizes.pop())]
    return [word("n_games_of", lang, name=name(key, lang), n=n) for key, n in totals.items()]


def _notes_on_marks(intervals: Sequence[Interval], has_exact: bool, lang: str) -> list[str]:
    """Return what the bars and the diamonds are."""
    kinds = dict.fromkeys((interval.level, interval.method) for interval in intervals)
    notes = [
        word("intervals_are", lang, level=percent(level), method=name(METHOD_KEYS.get(method, method), lang))
        for level, method in kinds
    ]
    return [*notes, word("diamonds_are", lang)] if has_exact else notes
