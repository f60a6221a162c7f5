"""Charts of the throw study: thinking against throwing, the map of two skills, where one aim comes to rest,
throws of one's own, stacks, discs each, fouls.

Every function returns a `variantlab.view.figures.Chart` and takes ``seed``, ``label``, ``title`` and ``lang``
as those of `variantlab.view.charts` do; a range of seeds is named by its ends. Each chart says that the
constants of the throw are an assumption.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Circle, Ellipse, Rectangle
from matplotlib.ticker import PercentFormatter

from variantlab.errors import invalid
from variantlab.games.throw_othello.law import landing_law
from variantlab.games.throw_othello.physics import LINES, Physics
from variantlab.games.throw_othello.position import COLUMNS, Aim, ThrowPosition, square_name
from variantlab.stats.comparisons import Difference
from variantlab.stats.intervals import Interval
from variantlab.study.gate import Label
from variantlab.study.throw import HiddenDiscs, LevelField
from variantlab.study.throw_curves import LINES as LINE_NAMES
from variantlab.study.throw_curves import Curve
from variantlab.study.throw_fit import FittedThrows
from variantlab.view.figures import (
    GREY,
    INK,
    PALE,
    Chart,
    caption_of,
    legend_mark,
    percent,
    sentences,
    wrapped,
)
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language
from variantlab.view.throw_words import WORDS, assumption, thinker, word

__all__ = [
    "assumption",
    "curves_chart",
    "discs_chart",
    "fit_chart",
    "hidden_chart",
    "law_chart",
    "level_field_chart",
    "lines_chart",
    "skill_map_chart",
    "thinker",
    "thinkers_chart",
]

Seeds = int | Sequence[int] | None
STRONG, WEAK, LEVEL = "#0173b2", "#d55e00", "#6b6b6b"
#: Colours and markers of curves, one after the other.
CURVES = (
    ("#0173b2", "o"), ("#d55e00", "s"), ("#029e73", "^"), ("#9b59a8", "v"), ("#b58900", "P"),
    ("#b0578d", "X"), ("#1f1f1f", "h"),
)  # fmt: skip


def _against(players: tuple[str, str], lang: str) -> str:
    return word("against", lang, one=thinker(players[0], lang), other=thinker(players[1], lang))


def _model(lang: str, is_measured: bool = False) -> str:
    if is_measured:
        return word("measured_spread", lang)
    return word("model", lang, assumption=assumption(lang))


def _n(intervals: Sequence[Interval]) -> str:
    """Return the sample sizes of some intervals in words."""
    sizes = sorted({interval.n for interval in intervals})
    return "–".join(f"{size:,}" for size in dict.fromkeys((sizes[0], sizes[-1])))


def _whiskers(intervals: Sequence[Interval], lang: str) -> str:
    """Return what the whiskers are."""
    first = intervals[0]
    known = {"wilson": "wilson", "student": "student", "chi-square": "chi-square"}
    method = (
        word_of_label(known[first.method], lang) if first.method in ("wilson", "student") else first.method
    )
    return word_of_label("intervals_are", lang, level=percent(first.level), method=method)


def _draw_points(
    axes: Any, xs: Sequence[float], points: Sequence[Interval], colour: str, marker: str
) -> None:
    """Draw measured points with their intervals, joined by a thin line; those without data left out."""
    shown = [(x, p) for x, p in zip(xs, points, strict=True) if p.estimate is not None]
    places = [x for x, _ in shown]
    heights = [float(p.estimate or 0) for _, p in shown]
    reach = [
        [max(0.0, h - float(p.low or 0)) for h, (_, p) in zip(heights, shown, strict=True)],
        [max(0.0, float(p.high or 0) - h) for h, (_, p) in zip(heights, shown, strict=True)],
    ]
    axes.plot(places, heights, color=colour, linewidth=1.4, alpha=0.6)
    axes.errorbar(
        places, heights, yerr=reach, fmt=marker, color=colour, markersize=6.5, elinewidth=1.8, capsize=3
    )


def _draw_lines_of_the_article(axes: Any, lang: str, right: float) -> None:
    """Draw the spreads of the article's lines as bars along the axis, each from across to along."""
    low, high = axes.get_ylim()
    step = 0.052 * (high - low)
    for number, line in enumerate(LINE_NAMES):
        physics, y = LINES[line], low + step * (number + 0.9)
        axes.plot(
            [physics.sigma_across, min(physics.sigma_along, right)], [y, y], color=GREY, linewidth=5,
            alpha=0.45, solid_capstyle="butt",
        )  # fmt: skip
        axes.annotate(
            word(line, lang), (min(physics.sigma_along, right), y), xytext=(5, 0), va="center",
            textcoords="offset points", fontsize=9.5, color=GREY, zorder=6,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.9},
        )  # fmt: skip


def _shares(axis: Any) -> None:
    axis.set_major_formatter(PercentFormatter(xmax=1, decimals=None))


def _finish(
    chart: Chart,
    lang: str,
    title: str,
    words: str,
    *,
    counts: Sequence[str],
    seed: Seeds,
    label: Label | None,
    notes: Sequence[str],
    is_measured: bool = False,
) -> Chart:
    """Return the chart with its caption: n, seed, what the marks are, the assumption, the label."""
    notes = [*notes, _model(lang, is_measured)]
    if isinstance(seed, range) and len(seed) == 1:
        seed = seed[0]
    if isinstance(seed, range):
        seeds = word("seeds", lang, first=seed[0], last=seed[-1])
        parts = [word_of_label("comma", lang).join([*counts, seeds]), *notes]
        caption = sentences([*parts, *([] if label is None else [label.text(lang)])], lang)
    else:
        caption = caption_of(lang, counts=counts, seed=seed, label_of_results=label, notes=notes)
    return chart.finish(title, caption, words)


def _curve_in_words(curve: Curve, lang: str, as_percent: bool = True) -> str:
    comma = word_of_label("comma", lang)
    return comma.join(
        f"{WORDS[v][lang] if v in WORDS else v}: {_number(p.estimate, as_percent, lang)}"
        for v, p in zip(curve.values, curve.measured, strict=True)
    )


def _number(value: float | None, as_percent: bool, lang: str) -> str:
    if value is None:
        return word_of_label("no_data", lang)
    return percent(value, 1) if as_percent else f"{value:.3g}"


# --- T1 -----------------------------------------------------------------------------------------------------


def level_field_chart(
    field: LevelField,
    *,
    at_othello: Interval | None = None,
    marks: Mapping[str, float] | None = None,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the picture of the study: the stronger thinker's win rate by the spread of both, from 0 on.

    Parameters
    ----------
    field : LevelField
        What was measured.
    at_othello : Interval, optional
        The same thinkers at Othello, drawn left of spread 0.
    marks : mapping of str to float, optional
        Spreads to mark with a name, such as one of your own.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw import level_field
    >>> field = level_field(players=("greedy", "random"), spreads=(0, 2), n=100, seed=1)
    >>> level_field_chart(field, seed=1, lang="en").caption.split(". ")[-1]
    'How discs fly is a model: assumption, not measurement.'
    """
    lang = language(lang)
    spreads, points = [float(s) for s in field.curve.values], field.curve.measured
    right = max(spreads)
    chart = Chart(8.6, 5.2, lang)
    with chart.theme():
        axes = chart.subplots()
        low = min([0.4, *(p.low for p in points if p.low is not None)])
        axes.set_ylim(max(-0.02, math.floor(10 * low - 1.6) / 10), 1.02)
        axes.set_xlim(-0.36 * (right / 2) if at_othello is not None else -0.03 * right, right * 1.03)
        axes.axhline(0.5, color=LEVEL, linewidth=1, linestyle=(0, (1, 2)))
        axes.axhline(field.target, color=INK, linewidth=1.2, linestyle=(0, (5, 3)))
        _write_at_right(axes, field.target, percent(field.target), INK)
        _write_at_right(axes, 0.5, word("level", lang), LEVEL)
        _draw_crossing(axes, field, lang)
        _draw_points(axes, spreads, points, STRONG, "o")
        if at_othello is not None and at_othello.estimate is not None:
            place = -0.2 * (right / 2)
            _draw_points(axes, [place], [at_othello], INK, "D")
            axes.axvline(-0.09 * (right / 2), color=PALE, linewidth=1)
            axes.annotate(
                f"{word('at_othello', lang)}\n{percent(at_othello.estimate, 1)}",
                (place, at_othello.estimate),
                xytext=(0, -14), textcoords="offset points", ha="center", va="top", fontsize=10.5,
            )  # fmt: skip
        _draw_lines_of_the_article(axes, lang, right)
        for text, spread in (marks or {}).items():
            axes.axvline(spread, color="#029e73", linewidth=2)
            axes.annotate(
                wrapped(text, 18), (spread, 0.99), xycoords=("data", "axes fraction"), xytext=(5, 0),
                textcoords="offset points", va="top", fontsize=10.5, color="#027a57",
            )  # fmt: skip
        axes.set_xticks([s for s in spreads if s in (0.0, 0.5) or s >= 1 or right < 1] or spreads)
        axes.grid(visible=False, axis="x")
        _shares(axes.yaxis)
        axes.set_xlabel(word("spread", lang))
        axes.set_ylabel(word("share_won", lang))
        chart.key([legend_mark(_against(field.players, lang), STRONG, "o", "-")])
    found = field.spread_at_target
    notes = [_whiskers(points, lang), word("lines_at", lang)]
    if found.estimate is not None:
        notes.insert(1, word("bootstrap_note", lang))
    words = f"{_against(field.players, lang)}; {_curve_in_words(field.curve, lang)}"
    if found.estimate is not None:
        words += f"; {_crossing_in_words(field, lang)}"
    return _finish(
        chart, lang, title or word("level_field_title", lang), words.replace("\n", " "),
        counts=[word("n_decided", lang, n=_n(points))], seed=seed, label=label, notes=notes,
    )  # fmt: skip


def _write_at_right(axes: Any, y: float, text: str, colour: str) -> None:
    axes.annotate(
        text, (1, y), xycoords=("axes fraction", "data"), xytext=(5, 0), textcoords="offset points",
        va="center", fontsize=10.5, color=colour, annotation_clip=False,
    )  # fmt: skip


def _crossing_in_words(field: LevelField, lang: str) -> str:
    found = field.spread_at_target
    high = "∞" if found.high is None or math.isinf(found.high) else f"{found.high:.2f}"
    return word(
        "falls_at", lang, target=percent(field.target), estimate=found.estimate, low=found.low, high=high
    )


def _draw_crossing(axes: Any, field: LevelField, lang: str) -> None:
    """Mark the spread at which the curve falls to the target, with its interval as a band."""
    found = field.spread_at_target
    if found.estimate is None or found.low is None or found.high is None:
        return
    right = axes.get_xlim()[1]
    axes.axvspan(found.low, min(found.high, right), color=WEAK, alpha=0.16, linewidth=0)
    axes.axvline(found.estimate, color=WEAK, linewidth=1.6)
    axes.plot(found.estimate, field.target, "D", color=WEAK, markersize=9, markeredgecolor="white", zorder=6)
    axes.annotate(
        _crossing_in_words(field, lang), (min(found.high, right), field.target), xytext=(12, 46),
        textcoords="offset points", fontsize=11.5, color=WEAK, va="center",
    )  # fmt: skip


def thinkers_chart(
    fields: Sequence[LevelField],
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return T1 for several pairs of thinkers: the win rate of the first of each by the spread of both.

    Examples
    --------
    >>> from variantlab.study.throw_series import stored_field
    >>> chart = thinkers_chart([stored_field(("reply", "greedy")), stored_field()], lang="en")
    >>> chart.title
    'It depends on who thinks how'
    """
    lang = language(lang)
    if not fields:
        raise invalid("fields", fields, "at least one pair of thinkers")
    chart = Chart(8.6, 5.4, lang)
    with chart.theme():
        axes = chart.subplots()
        handles = []
        axes.axhline(0.5, color=LEVEL, linewidth=1, linestyle=(0, (1, 2)))
        for field, (colour, marker) in zip(fields, CURVES, strict=False):
            _draw_points(axes, [float(s) for s in field.curve.values], field.curve.measured, colour, marker)
            handles.append(legend_mark(_against(field.players, lang), colour, marker, "-"))
        axes.set_ylim(-0.02, 1.02)
        _write_at_right(axes, 0.5, word("level", lang), LEVEL)
        axes.grid(visible=False, axis="x")
        _shares(axes.yaxis)
        axes.set_xlabel(word("spread", lang))
        axes.set_ylabel(word("share_won", lang))
        chart.key(handles)
    points = [point for field in fields for point in field.curve.measured]
    words = "; ".join(
        f"{_against(field.players, lang)}: {_number(field.curve.measured[0].estimate, True, lang)} → "
        f"{_number(field.curve.measured[-1].estimate, True, lang)}"
        for field in fields
    )
    return _finish(
        chart, lang, title or word("thinkers_title", lang), words,
        counts=[word("n_decided", lang, n=_n(points))], seed=seed, label=label,
        notes=[_whiskers(points, lang)],
    )  # fmt: skip


# --- the map of two skills ----------------------------------------------------------------------------------

#: From the weaker thinker's colour over white to the stronger one's.
SKILL_COLOURS = LinearSegmentedColormap.from_list(
    "skill", ["#b34700", "#f2b98c", "#ffffff", "#8fc1e3", "#01507f"]
)


def skill_map_chart(
    cells: Mapping[tuple[float, float], Interval],
    players: tuple[str, str] = ("alphabeta:3", "greedy"),
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return how much throwing makes up for how much thinking: win rates by the spreads of both players.

    Parameters
    ----------
    cells : mapping of (float, float) to Interval
        By the spread of the stronger thinker and that of the other, see `variantlab.study.throw.skill_map`.
    players : (str, str)
        The two thinkers.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw_series import stored_map
    >>> skill_map_chart(stored_map((0.0, 0.5, 1.0)), lang="en").title
    'How much throwing makes up for thinking?'
    """
    lang = language(lang)
    ones, others = (sorted({pair[i] for pair in cells}) for i in (0, 1))
    if len(cells) < 2 or set(cells) != {(one, other) for one in ones for other in others}:
        raise invalid("cells", sorted(cells), "every pair of some spreads")
    rates = np.array([[cells[one, other].estimate or 0.0 for one in ones] for other in others])
    side = 0.62
    chart = Chart(2.6 + side * len(ones) * 1.06, 2.5 + side * len(others) * 0.72, lang)
    with chart.theme():
        axes = chart.subplots()
        picture = axes.pcolormesh(rates, cmap=SKILL_COLOURS, vmin=0, vmax=1, edgecolors="white", linewidth=1)
        for row, of_row in enumerate(rates):
            for column, value in enumerate(of_row):
                axes.text(
                    column + 0.5, row + 0.5, f"{100 * value:.0f}", ha="center", va="center", fontsize=10,
                    color="white" if abs(value - 0.5) > 0.33 else INK,
                )  # fmt: skip
        _draw_border_of_level(axes, rates)
        axes.set_xticks(np.arange(len(ones)) + 0.5, [f"{one:g}" for one in ones])
        axes.set_yticks(np.arange(len(others)) + 0.5, [f"{other:g}" for other in others])
        axes.grid(visible=False)
        axes.tick_params(length=0)
        axes.set_xlabel(word("their_spread", lang, player=thinker(players[0], lang)))
        axes.set_ylabel(word("other_spread", lang, player=thinker(players[1], lang)))
        bar = chart.colorbar(picture, ax=axes, shrink=0.8, aspect=18, pad=0.02)
        bar.ax.yaxis.set_major_formatter(PercentFormatter(xmax=1, decimals=0))
        bar.set_label(word("stronger", lang, player=word("share_won", lang)), fontsize=10)
        bar.outline.set_visible(False)
    corners = [(one, other) for one in (ones[0], ones[-1]) for other in (others[0], others[-1])]
    words = "; ".join(
        f"{one:g}, {other:g}: {percent(cells[one, other].estimate or 0, 1)}" for one, other in corners
    )
    points = list(cells.values())
    margin = max(abs((end or 0.0) - (one.estimate or 0.0)) for one in points for end in (one.low, one.high))
    notes = [word("map_note", lang), word("map_margin", lang, margin=f"{100 * margin:.1f}")]
    return _finish(
        chart, lang, title or word("map_title", lang), words,
        counts=[word("n_cells", lang, n=_n(points))], seed=seed, label=label, notes=notes,
    )  # fmt: skip


def _draw_border_of_level(axes: Any, rates: np.ndarray) -> None:
    """Draw the sides between cells above and below one half: along them the two are level."""
    above = rates > 0.5
    n_rows, n_columns = rates.shape
    for row in range(n_rows):
        for column in range(n_columns):
            if column + 1 < n_columns and above[row, column] != above[row, column + 1]:
                axes.plot([column + 1] * 2, [row, row + 1], color=INK, linewidth=2.6, solid_capstyle="round")
            if row + 1 < n_rows and above[row, column] != above[row + 1, column]:
                axes.plot(
                    [column, column + 1], [row + 1] * 2, color=INK, linewidth=2.6, solid_capstyle="round"
                )


# --- the landing law ----------------------------------------------------------------------------------------

LAW_COLOURS = LinearSegmentedColormap.from_list("law", ["#ffffff", "#bfe0c9", "#3d9b6a", "#0c4a30"])


def law_chart(
    position: ThrowPosition,
    aims: Sequence[Aim | str],
    physics: Mapping[str, Physics] | Physics | None = None,
    *,
    title: str | None = None,
    label: Label | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the landing law of one or several aims as heat maps over the board, misses beside it.

    Parameters
    ----------
    position : ThrowPosition
        Whose discs lie there.
    aims : sequence of Aim or str
        Squares such as 'd3' or points such as '3,2.5'; each has its own board.
    physics : mapping of str to Physics, or Physics, optional
        The throw of each aim by a name, one for each aim; by default the rules' own throw.
    title, label, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw_curves import GAME
    >>> law_chart(GAME.start_position(), ["d3"], lang="en").title
    'Where a disc aimed at d3 comes to rest'
    """
    lang = language(lang)
    points = [position.find_move(aim) for aim in aims]
    throws: list[tuple[str, Physics]]
    if isinstance(physics, Mapping):
        throws = list(physics.items())
    else:
        throws = [("", physics or position.game.physics)] * len(points)
    if len(throws) != len(points) or not points or any(point.x is None for point in points):
        raise invalid("aims", [str(p) for p in points], "points of the board, each with its throw")
    chart = Chart(max(0.9 + 3.55 * len(points), 5.6), 5.1, lang)
    said = []
    with chart.theme():
        for axes, aim, (name, throw) in zip(
            np.atleast_1d(chart.subplots(1, len(points))), points, throws, strict=True
        ):
            law = landing_law(
                float(aim.x or 0), float(aim.y or 0), throw, position.occupied, position.game.size
            )
            _draw_law(axes, position, aim, throw, law.by_square(), law.foul, lang)
            shown = WORDS[name][lang] if name in WORDS else name
            spread = word("law_physics", lang, across=throw.sigma_across, along=throw.sigma_along)
            axes.set_title("\n".join(part for part in (shown, spread) if part), fontsize=11)
            likeliest = sorted(law.by_square().items(), key=lambda pair: -pair[1])[:3]
            said.append(
                word_of_label("comma", lang).join(
                    [
                        shown or spread,
                        *(f"{square_name(s)} {percent(c, 1)}" for s, c in likeliest),
                        word("off_board", lang, share=percent(law.foul, 1)),
                    ]
                )
            )
    heading = title or word(
        "law_title", lang, aim=word_of_label("comma", lang).join(dict.fromkeys(map(str, points)))
    )
    notes = [word("law_note", lang), _model(lang)]
    caption = caption_of(lang, label_of_results=label, is_exact=True, notes=notes)
    return chart.finish(heading, caption, "; ".join(said))


def _draw_law(
    axes: Any,
    position: ThrowPosition,
    aim: Aim,
    throw: Physics,
    chances: Mapping[int, float],
    foul: float,
    lang: str,
) -> None:
    """Draw a board whose squares have the colour of their chance, with its discs, the aim and the spread."""
    size = position.game.size
    most = max([*chances.values(), 0.01])
    frame = LAW_COLOURS(math.sqrt(min(1.0, foul / most)))
    axes.add_patch(Rectangle((-0.55, -0.55), size + 1.1, size + 1.1, facecolor=frame, linewidth=0))
    axes.add_patch(Rectangle((0, 0), size, size, facecolor="white", linewidth=0))
    for number, chance in chances.items():
        row, column = divmod(number, 8)
        axes.add_patch(
            Rectangle((column, row), 1, 1, facecolor=LAW_COLOURS(math.sqrt(chance / most)), linewidth=0)
        )
        if chance >= 0.005:
            axes.text(
                column + 0.95, row + 0.97, f"{100 * chance:.0f}", ha="right", va="bottom", fontsize=8,
                zorder=4,
                color="white" if chance > 0.35 * most else INK,
            )  # fmt: skip
    for line in range(size + 1):
        axes.plot([0, size], [line, line], color=GREY, linewidth=0.8)
        axes.plot([line, line], [0, size], color=GREY, linewidth=0.8)
    for number in range(64):
        if position.occupied >> number & 1:
            face = INK if position.black >> number & 1 else "white"
            centre = (number % 8 + 0.5, number // 8 + 0.5)
            radius = position.game.physics.disc_radius
            axes.add_patch(Circle(centre, radius, facecolor=face, edgecolor=INK, linewidth=1, alpha=0.4))
    middle = float(aim.x or 0), float(aim.y or 0)
    _draw_ellipses(axes, middle, (throw.sigma_across, throw.sigma_along))
    axes.plot(*middle, "+", color=WEAK, markersize=11, markeredgewidth=2.2)
    axes.add_patch(Rectangle((0, 0), size, size, fill=False, edgecolor=INK, linewidth=2))
    axes.set_xlim(-1.1, size + 0.7)
    axes.set_ylim(size + 1.6, -1.2)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
    for i in range(size):
        axes.text(i + 0.5, -0.65, COLUMNS[i], ha="center", va="bottom", fontsize=9, color=GREY)
        axes.text(-0.7, i + 0.5, str(i + 1), ha="right", va="center", fontsize=9, color=GREY)
    axes.text(
        size / 2,
        size + 0.75,
        word("off_board", lang, share=percent(foul, 1)),
        ha="center",
        va="top",
        fontsize=10.5,
    )


def _draw_ellipses(axes: Any, centre: tuple[float, float], sigmas: tuple[float, float]) -> None:
    """Draw one and two standard deviations about a point."""
    _draw_ellipse(axes, centre, sigmas, WEAK, "-")
    _draw_ellipse(axes, centre, (2 * sigmas[0], 2 * sigmas[1]), WEAK, (0, (5, 3)))


def _draw_ellipse(
    axes: Any, centre: tuple[float, float], sigmas: tuple[float, float], colour: str, style: Any
) -> None:
    width, height = 2 * sigmas[0], 2 * sigmas[1]
    axes.add_patch(
        Ellipse(centre, width, height, fill=False, edgecolor=colour, linewidth=1.5, linestyle=style)
    )


# --- throws of one's own ------------------------------------------------------------------------------------


def fit_chart(
    fitted: FittedThrows,
    *,
    compared_with: Sequence[str] = ("beginner", "advanced"),
    title: str | None = None,
    label: Label | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the throws of a table about their aim, with the fitted spread and its interval.

    Parameters
    ----------
    fitted : FittedThrows
        What `variantlab.study.throw_fit.fit_throws` returned.
    compared_with : sequence of str, optional
        Throwing lines whose assumed spread is drawn too.
    title, label, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw_fit import fit_throws, made_throws
    >>> fit_chart(fit_throws(made_throws(50, 0.5, 0.9, seed=3)), lang="en").caption.split(". ")[0]
    'n = 50 throws'
    """
    lang = language(lang)
    across = [throw.x - throw.aim_x for throw in fitted.throws]
    along = [throw.aim_y - throw.y for throw in fitted.throws]
    sigma = float(fitted.sigma_across.estimate or 0), float(fitted.sigma_along.estimate or 0)
    centre = float(fitted.offset_across.estimate or 0), -float(fitted.offset_along.estimate or 0)
    chart = Chart(8.2, 6.4, lang)
    with chart.theme():
        axes = chart.subplots()
        axes.add_patch(Rectangle((-0.5, -0.5), 1, 1, facecolor="#e4f1e8", edgecolor=GREY, linewidth=1))
        axes.axhline(0, color=PALE, linewidth=1)
        axes.axvline(0, color=PALE, linewidth=1)
        axes.plot(across, along, "o", color=STRONG, markersize=5.5, alpha=0.75)
        _draw_ellipses(axes, centre, sigma)
        axes.plot(*centre, "D", color=WEAK, markersize=8, markeredgecolor="white")
        reach = 1.1 * max([*map(abs, across), *map(abs, along), 2 * max(sigma), 1.0])
        for line in compared_with:
            throw = LINES[line]
            _draw_ellipse(axes, (0, 0), (throw.sigma_across, throw.sigma_along), GREY, (0, (1, 2)))
            axes.annotate(
                word(line, lang), (0.71 * throw.sigma_across, -0.71 * throw.sigma_along), xytext=(6, -3),
                textcoords="offset points", fontsize=9.5, color=GREY, va="top",
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.7},
            )  # fmt: skip
        axes.set_xlim(-reach, reach)
        axes.set_ylim(-reach, reach)
        axes.set_aspect("equal")
        axes.set_xlabel(word("across", lang))
        axes.set_ylabel(word("along", lang))
        text = "\n".join(
            f"{word(key, lang)}\n  {_spread(interval)}"
            for key, interval in (
                ("spread_across", fitted.sigma_across),
                ("spread_along", fitted.sigma_along),
            )
        )
        axes.text(
            1.03, 0.98, text, transform=axes.transAxes, va="top", fontsize=11, color=WEAK, linespacing=1.5
        )
        square = legend_mark(word("square_aimed_at", lang), "#bcdcc6", "s")
        chart.key(
            [
                legend_mark(word("throw", lang), STRONG, "o"),
                legend_mark(word("mean_error", lang), WEAK, "D"),
                legend_mark(word("ellipses", lang), WEAK, "", "-"),
                square,
            ]
        )
    key = "n_synthetic" if fitted.synthetic else "n_throws"
    parts = [word(key, lang, n=len(fitted.throws))]
    if fitted.bad_rows:
        parts.append(word("left_out", lang, n=len(fitted.bad_rows)))
    parts.append(word("spread_note", lang, level=percent(fitted.sigma_across.level)))
    if compared_with:
        parts.append(f"{word('lines_title', lang)}{word_of_label('colon', lang)}{assumption(lang)}")
    if label is not None:
        parts.append(label.text(lang))
    words = (
        f"{word('spread_across', lang)} {_spread(fitted.sigma_across)}; "
        f"{word('spread_along', lang)} {_spread(fitted.sigma_along)}"
    )
    return chart.finish(title or word("fit_title", lang), sentences(parts, lang), words)


def _spread(interval: Interval) -> str:
    if interval.estimate is None or interval.low is None or interval.high is None:
        return "–"
    return f"{interval.estimate:.2f} [{interval.low:.2f}, {interval.high:.2f}]"


# --- T2 to T5 -----------------------------------------------------------------------------------------------


def curves_chart(
    curves: Mapping[str, Curve],
    *,
    y_label: str = "share_won",
    as_percent: bool = True,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return measured curves by the spread of the throws, each point with its interval.

    Parameters
    ----------
    curves : mapping of str to Curve
        By a name of each: a player, or any words.
    y_label : str, optional
        What is measured: ``'share_won'``, ``'fouled_out'``, ``'fouls'``, or any words.
    as_percent : bool, optional
        Whether the values are shares.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw_fouls import fouled_out
    >>> _, by_spread = fouled_out(spreads=(0.0, 2.0), n=100)
    >>> curves_chart({"greedy": by_spread}, y_label="fouled_out", seed=0, lang="en").title
    'By spread'
    """
    lang = language(lang)
    if not curves or any(not curve.measured for curve in curves.values()):
        raise invalid("curves", curves, "at least one curve with a point")
    chart = Chart(8.2, 4.6, lang)
    with chart.theme():
        axes = chart.subplots()
        handles = []
        right = max(float(value) for curve in curves.values() for value in curve.values)
        for (name, curve), (colour, marker) in zip(curves.items(), CURVES, strict=False):
            _draw_points(axes, [float(v) for v in curve.values], curve.measured, colour, marker)
            handles.append(legend_mark(thinker(name, lang), colour, marker, "-"))
        top = max(float(p.high or 0) for curve in curves.values() for p in curve.measured)
        axes.set_ylim(-0.24 * top, 1.05 * top)
        axes.set_yticks([tick for tick in axes.get_yticks() if 0 <= tick <= 1.05 * top])
        _draw_lines_of_the_article(axes, lang, right)
        axes.axhline(0, color=GREY, linewidth=0.8)
        axes.grid(visible=False, axis="x")
        if as_percent:
            _shares(axes.yaxis)
        axes.set_xlabel(word("spread", lang))
        axes.set_ylabel(word(y_label, lang) if y_label in WORDS else y_label)
        chart.key(handles)
    points = [point for curve in curves.values() for point in curve.measured]
    words = "; ".join(
        f"{thinker(name, lang)}: {_curve_in_words(curve, lang, as_percent)}" for name, curve in curves.items()
    )
    return _finish(
        chart, lang, title or word("curves_title", lang), words,
        counts=[word("n_decided" if y_label == "share_won" else "n_games", lang, n=_n(points))], seed=seed,
        label=label, notes=[_whiskers(points, lang), word("lines_at", lang)],
    )  # fmt: skip


def lines_chart(
    curves: Mapping[str, Curve],
    *,
    x_label: str = "share_won",
    as_percent: bool = True,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return what was measured from each throwing line, with intervals; several players side by side.

    Parameters
    ----------
    curves : mapping of str to Curve
        Over throwing lines, by a name of each: a player, or any words.
    x_label : str, optional
        What is measured: ``'share_won'``, ``'fouled_out'``, ``'fouls'``, or any words.
    as_percent : bool, optional
        Whether the values are shares.
    seed, label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.throw import by_line
    >>> chart = lines_chart({"greedy": by_line(players=("greedy", "random"), n=50)}, seed=0, lang="en")
    >>> chart.title
    'By throwing line'
    """
    lang = language(lang)
    if not curves or any(curve.setting != "line" for curve in curves.values()):
        raise invalid("curves", curves, "curves over throwing lines")
    values = next(iter(curves.values())).values
    step = 0.8 / max(len(curves), 2)
    chart = Chart(8.2, 2.0 + 0.42 * len(values) * max(len(curves), 2), lang)
    with chart.theme():
        axes = chart.subplots()
        handles = []
        for number, ((name, curve), (colour, marker)) in enumerate(zip(curves.items(), CURVES, strict=False)):
            shift = (number - (len(curves) - 1) / 2) * step
            for place, point in enumerate(curve.measured):
                _draw_across(axes, point, place + shift, colour, marker, as_percent, lang)
            handles.append(legend_mark(thinker(name, lang), colour, marker))
        axes.set_yticks(range(len(values)), [WORDS[v][lang] if v in WORDS else str(v) for v in values])
        axes.set_ylim(len(values) - 0.45, -0.55)
        axes.set_xlim(left=min(0, axes.get_xlim()[0]))
        if x_label == "share_won":
            axes.set_xlim(0, 1)
            axes.axvline(0.5, color=LEVEL, linewidth=1, linestyle=(0, (1, 2)))
        axes.grid(visible=False, axis="y")
        if as_percent:
            _shares(axes.xaxis)
        axes.set_xlabel(word(x_label, lang) if x_label in WORDS else x_label)
        chart.key(handles)
    points = [point for curve in curves.values() for point in curve.measured]
    words = "; ".join(
        f"{thinker(name, lang)}: {_curve_in_words(curve, lang, as_percent)}" for name, curve in curves.items()
    )
    return _finish(
        chart, lang, title or word("lines_title", lang), words,
        counts=[word("n_decided" if x_label == "share_won" else "n_games", lang, n=_n(points))], seed=seed,
        label=label, notes=[_whiskers(points, lang)],
    )  # fmt: skip


def _draw_across(
    axes: Any, point: Interval, y: float, colour: str, marker: str, as_percent: bool, lang: str
) -> None:
    """Draw an estimate with its interval in a row, its numbers at the right."""
    if point.estimate is None or point.low is None or point.high is None:
        text = word_of_label("no_data", lang)
    else:
        reach = [[max(0.0, point.estimate - point.low)], [max(0.0, point.high - point.estimate)]]
        axes.errorbar(
            point.estimate, y, xerr=reach, fmt=marker, color=colour, markersize=7, elinewidth=2, capsize=3.5
        )
        scale, places = (100, 1) if as_percent else (1, 2 if point.high > 1 else 3)
        low, high = (f"{scale * end:.{places}f}" for end in (point.low, point.high))
        text = f"{scale * point.estimate:.{places}f}{'%' if as_percent else ''} [{low}, {high}]"
    axes.annotate(
        text, (1.02, y), xycoords=("axes fraction", "data"), va="center", fontsize=10, color=colour,
        annotation_clip=False,
    )  # fmt: skip


def hidden_chart(
    hidden: HiddenDiscs,
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return T3: on whose discs throws come to rest, where all discs count and where only the tops do.

    Parameters
    ----------
    hidden : HiddenDiscs
        What `variantlab.study.throw.all_against_top` returned.
    seed, label, title, lang : optional
        See the module.
    """
    lang = language(lang)
    kinds = {"on_own": hidden.on_own, "on_other": hidden.on_other}
    chart = Chart(8.2, 3.8, lang)
    with chart.theme():
        axes = chart.subplots()
        for place, of_kind in enumerate(kinds.values()):
            for number, (count, (colour, marker)) in enumerate(zip(of_kind, CURVES, strict=False)):
                _draw_across(axes, of_kind[count], place + (number - 0.5) * 0.4, colour, marker, False, lang)
        axes.set_yticks(range(2), [wrapped(word(kind, lang), 22) for kind in kinds])
        axes.set_ylim(1.55, -0.55)
        axes.set_xlim(left=0)
        axes.axhline(0.5, color=PALE, linewidth=0.8)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(word("throws_a_game", lang))
        chart.key(
            [
                legend_mark(word(f"count_{count}", lang), colour, marker)
                for count, (colour, marker) in zip(hidden.on_own, CURVES, strict=False)
            ]
        )
    points = [point for kind in kinds.values() for point in kind.values()]
    notes = [_whiskers(points, lang)]
    if (
        hidden.changed.estimate is not None
        and hidden.changed.low is not None
        and hidden.changed.high is not None
    ):
        ends = f"[{100 * hidden.changed.low:.1f}, {100 * hidden.changed.high:.1f}]"
        share = f"{percent(hidden.changed.estimate, 1)} {ends}"
        notes.append(word("changed", lang, share=f"{share} (n = {hidden.changed.n:,})"))
    words = "; ".join(
        f"{word(kind, lang)}, {word(f'count_{count}', lang)}: {_number(point.estimate, False, lang)}"
        for kind, of_kind in kinds.items()
        for count, point in of_kind.items()
    )
    return _finish(
        chart, lang, title or word("hidden_title", lang), words,
        counts=[word("n_games", lang, n=_n(points))], seed=seed, label=label, notes=notes,
    )  # fmt: skip


def discs_chart(
    curve: Curve,
    difference: Difference | None = None,
    *,
    seed: Seeds = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return T4: the stronger thinker's win rate by the discs that each player throws.

    Parameters
    ----------
    curve : Curve
        What `variantlab.study.throw.discs_each` returned.
    difference : Difference, optional
        First less last.
    seed, label, title, lang : optional
        See the module.
    """
    lang = language(lang)
    chart = Chart(8.2, 4.3, lang)
    with chart.theme():
        axes = chart.subplots()
        axes.axhline(0.5, color=LEVEL, linewidth=1, linestyle=(0, (1, 2)))
        _draw_points(axes, [float(v) for v in curve.values], curve.measured, STRONG, "o")
        axes.set_ylim(0.45, 1.01)
        axes.set_xlim(min(curve.values) - 1.5, max(curve.values) + 1.5)
        axes.set_xticks(curve.values)
        _write_at_right(axes, 0.5, word("level", lang), LEVEL)
        axes.grid(visible=False, axis="x")
        _shares(axes.yaxis)
        axes.set_xlabel(word("discs_each", lang))
        axes.set_ylabel(word("share_won", lang))
    notes = [_whiskers(curve.measured, lang)]
    if difference is not None:
        found = str(difference).split(" (")[0]
        first, last = curve.values[0], curve.values[-1]
        notes.append(word("difference", lang, first=first, last=last, difference=found))
    return _finish(
        chart, lang, title or word("discs_title", lang), _curve_in_words(curve, lang),
        counts=[word("n_decided", lang, n=_n(curve.measured))], seed=seed, label=label, notes=notes,
    )  # fmt: skip
