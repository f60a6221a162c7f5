"""The specification curve: a figure under every combination of the decisions that could be otherwise.

Above, the estimates in order with their intervals, and the source's figure as a band; below, which decision
each of them has [1]_.

References
----------
.. [1] U. Simonsohn, J. P. Simmons and L. D. Nelson, "Specification curve analysis", Nature Human Behaviour 4
   (2020), 1208-1214.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.patches import Patch

from variantlab.errors import invalid, unknown_choice
from variantlab.study.gate import Label
from variantlab.view.figures import INK, PALE, Chart, legend_mark, percent, sentences
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language, name
from variantlab.view.marks import percent_axis

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["specification_chart"]

SOURCE, DOT = "#f3c04b", "#444444"
GROUP_COLOURS = ("#6b6b6b", "#d55e00", "#0173b2", "#029e73", "#9b59a8", "#7a5230", "#4aa3c9", "#b0578d")
GROUP_MARKERS = ("s", "^", "o", "D", "P", "X", "v", "h")
LINE_HEIGHT = 0.205  # inches, of a row of dots

WORDS: dict[str, dict[str, str]] = {
    "title": {"en": "Every decision taken otherwise", "ja": "決めごとをすべて変えてみる"},
    "estimate": {"en": "estimate", "ja": "推定値"},
    "median": {"en": "median", "ja": "中央値"},
    "combinations": {"en": "{n:,} combinations, sorted", "ja": "{n:,} 通りの組み合わせ（小さい順）"},
    "counts": {"en": "{n:,} combinations of decisions", "ja": "決めごとの組み合わせ {n:,} 通り"},
    "each_n": {"en": "each of n = {low:,} to {high:,}", "ja": "それぞれ n = {low:,}〜{high:,}"},
    "source": {"en": "the source: {value}, its interval the band", "ja": "出典：{value}、帯はその区間"},
    "agree": {
        "en": "{k:,} of {n:,} are compatible with the source",
        "ja": "{n:,} 通りのうち {k:,} 通りが出典と矛盾しない",
    },
    "is_ours": {"en": "our reading", "ja": "この研究の読み方"},
    "reach": {
        "en": "from {low} to {high}, median {median}",
        "ja": "{low} から {high}、中央値 {median}",
    },
    "medians": {
        "en": "at the right, the median of the combinations with that value",
        "ja": "右の数は、その値をもつ組み合わせの中央値",
    },
    "intervals": {"en": "thin lines are 95% intervals", "ja": "細線は 95% 区間"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def specification_chart(
    table: pd.DataFrame,
    decisions: Sequence[str],
    *,
    groups: str | None = None,
    ours: Mapping[str, object] | None = None,
    words: Mapping[str, str] | None = None,
    y_label: str | None = None,
    is_share: bool = True,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a specification curve.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a combination: ``estimate``, ``low``, ``high``, ``n``, a column for each decision; and where
        there is a source ``source``, ``source_low``, ``source_high`` and ``agrees``. Rows without an estimate
        are left out and counted.
    decisions : sequence of str
        The columns of the decisions, in the order of their rows; those with one value only are left out.
        Values are sorted; those of a categorical column keep the order of its categories.
    groups : str, optional
        A column whose values have colours and markers of their own.
    ours : mapping of str to object, optional
        The values of our own reading; combinations that have all of them are marked.
    words : mapping of str to str, optional
        Words for columns, and for values as ``"column=value"``; by default their names.
    y_label : str, optional
        What is estimated.
    is_share : bool, optional
        Whether estimates are shares.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Raises
    ------
    VariantlabError
        When a column is missing, or no row has an estimate.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"rule": ["a", "a", "b"], "depth": [1, 2, 1], "estimate": [0.5, 0.4, 0.6]})
    >>> table = table.assign(low=table["estimate"] - 0.1, high=table["estimate"] + 0.1, n=90)
    >>> chart = specification_chart(table, ["rule", "depth"], lang="en")
    >>> chart.alt_text.split(". ")[1].split("; ")[:2]
    ['From 40% to 60%, median 50%', 'rule a: median 45%']
    """
    lang, said = language(lang), dict(words or {})
    rows = _sorted_rows(table, decisions, groups)
    shown = [one for one in decisions if rows[one].nunique() > 1]
    lines = [(decision, value) for decision in shown for value in _values(rows[decision])]
    curve, gap = 3.3, 0.16
    dots = LINE_HEIGHT * len(lines) + gap * len(shown)
    chart = Chart(9.6, 2.1 + curve + dots, lang)
    with chart.theme():
        upper, lower = chart.subplots(2, 1, height_ratios=(curve, max(dots, 0.3)), sharex=True)
        chart.set_gaps(hspace=0.01, w_pad=0.08)
        mine = _is_ours(rows, ours)
        _draw_curve(upper, rows, groups, mine)
        upper.set_ylabel(y_label or word("estimate", lang))
        upper.tick_params(bottom=False, labelbottom=False)
        upper.margins(x=0.01)
        upper.grid(visible=False, axis="x")
        if is_share:
            percent_axis(upper.yaxis)
        _draw_dots(lower, rows, lines, shown, said, lang, is_share)
        lower.set_xlabel(word("combinations", lang, n=len(rows)))
        chart.key(_key(rows, groups, mine, said, lang, is_share))
    notes = [word("counts", lang, n=len(rows)), *_notes(rows, len(table) - len(rows), lang)]
    caption = sentences([*notes, label.text(lang) if label is not None else ""], lang)
    text = "; ".join([_reach(rows, lang, is_share), *_medians(rows, lines, said, lang, is_share)])
    return chart.finish(title or word("title", lang), caption, text)


def _sorted_rows(table: pd.DataFrame, decisions: Sequence[str], groups: str | None) -> pd.DataFrame:
    """Return the rows that have an estimate, in its order."""
    for column in ("estimate", "low", "high", "n", *decisions, *([groups] if groups else [])):
        if column not in table:
            raise unknown_choice("column", column, [str(one) for one in table.columns])
    rows = table.dropna(subset=["estimate"]).sort_values("estimate", kind="stable", ignore_index=True)
    if rows.empty:
        raise invalid("table", f"{len(table)} rows without an estimate", "at least one with an estimate")
    return rows


def _values(column: pd.Series) -> list[Any]:
    """Return the values of a decision in their order: that of its categories, where it has them."""
    if hasattr(column, "cat"):
        present = set(column.unique())
        return [one for one in column.cat.categories if one in present]
    return sorted(column.unique().tolist(), key=lambda one: (isinstance(one, str), one))


def _is_ours(rows: pd.DataFrame, ours: Mapping[str, object] | None) -> Any:
    """Return which rows have all values of our own reading; none where it is not given."""
    chosen = np.full(len(rows), bool(ours))
    for column, value in (ours or {}).items():
        chosen &= (rows[column] == value).to_numpy()
    return chosen


def _groups(rows: pd.DataFrame, groups: str | None) -> list[tuple[Any, Any]]:
    """Return each group with the places of its rows."""
    if groups is None:
        return [(None, np.arange(len(rows)))]
    return [(one, np.flatnonzero(rows[groups] == one)) for one in _values(rows[groups])]


def _draw_curve(axes: Any, rows: pd.DataFrame, groups: str | None, mine: Any) -> None:
    """Draw the estimates with their intervals over the source's band."""
    if "source" in rows and rows["source"].notna().any():
        places = np.arange(-0.5, len(rows) + 0.5)
        low, high, middle = (_steps(rows[column]) for column in ("source_low", "source_high", "source"))
        axes.fill_between(places, low, high, step="post", color=SOURCE, alpha=0.35, linewidth=0, zorder=0)
        axes.step(places, middle, where="post", color="#b07f00", linewidth=1.6, zorder=1)
    size = float(np.clip(260 / len(rows), 2.2, 7))
    for number, (_, places) in enumerate(_groups(rows, groups)):
        colour, marker = GROUP_COLOURS[number % 8], GROUP_MARKERS[number % 8]
        chosen = rows.iloc[places]
        axes.vlines(places, chosen["low"], chosen["high"], color=colour, alpha=0.45, linewidth=size / 3)
        axes.plot(places, chosen["estimate"], marker, color=colour, markersize=size, linestyle="")
    places = np.flatnonzero(mine)
    axes.plot(
        places, rows["estimate"].to_numpy()[places], "o", markersize=size + 4.5, markerfacecolor="none",
        markeredgecolor=INK, markeredgewidth=1.1, linestyle="", zorder=5,
    )  # fmt: skip


def _steps(column: pd.Series) -> Any:
    values = column.astype(float).to_numpy()
    return np.append(values, values[-1])


def _draw_dots(
    axes: Any,
    rows: pd.DataFrame,
    lines: Sequence[tuple[str, Any]],
    shown: Sequence[str],
    said: Mapping[str, str],
    lang: str,
    is_share: bool,
) -> None:
    """Draw a line for each value of each decision, with a mark where a combination has it."""
    heights, names = [], []
    for place, (decision, value) in enumerate(lines):
        height = place + 0.8 * shown.index(decision)
        found = rows[decision] == value
        axes.plot(np.flatnonzero(found), [height] * int(found.sum()), "|", color=DOT, markersize=7)
        median = _in_words(float(rows.loc[found, "estimate"].median()), is_share)
        axes.annotate(
            median, (1.01, height), xycoords=("axes fraction", "data"), va="center", fontsize=9,
            annotation_clip=False,
        )  # fmt: skip
        if place and lines[place - 1][0] != decision:
            axes.axhline(height - 0.9, color=PALE, linewidth=1)
        heights.append(height)
        value_name = _value(decision, value, said, lang)
        names.append(f"{_name(decision, said, lang)}{word_of_label('colon', lang)}{value_name}")
    axes.annotate(
        word("median", lang), (1.01, -1.1), xycoords=("axes fraction", "data"), fontsize=9, color="#666666",
        annotation_clip=False,
    )  # fmt: skip
    axes.set_yticks(heights, names, fontsize=9)
    axes.set_ylim((heights[-1] if heights else 0) + 0.8, -0.8)
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.set_xticks([])


def _name(column: str, said: Mapping[str, str], lang: str) -> str:
    return said.get(column, name(column, lang))


def _value(column: str, value: object, said: Mapping[str, str], lang: str) -> str:
    return said.get(f"{column}={value}", name(str(value), lang))


def _in_words(number: float, is_share: bool) -> str:
    return percent(number) if is_share else f"{number:.3g}"


def _key(
    rows: pd.DataFrame, groups: str | None, mine: Any, said: Mapping[str, str], lang: str, is_share: bool
) -> list[Any]:
    """Return what each mark of the upper part means."""
    handles: list[Any] = []
    if groups is not None:
        for number, (value, _) in enumerate(_groups(rows, groups)):
            text = _value(groups, value, said, lang)
            handles.append(legend_mark(text, GROUP_COLOURS[number % 8], GROUP_MARKERS[number % 8]))
    if mine.any():
        ring = legend_mark(word("is_ours", lang), INK, "o")
        ring.set(markerfacecolor="none", markersize=10)
        handles.append(ring)
    if "source" in rows and rows["source"].notna().any():
        text = word("source", lang, value=_in_words(float(rows["source"].dropna().iloc[0]), is_share))
        handles.append(Patch(facecolor=SOURCE, alpha=0.5, label=text))
    return handles


def _notes(rows: pd.DataFrame, n_without: int, lang: str) -> list[str]:
    low, high = int(rows["n"].min()), int(rows["n"].max())
    notes = [word("intervals", lang), word("each_n", lang, low=low, high=high)]
    if "agrees" in rows and rows["agrees"].notna().any():
        known = rows["agrees"].dropna()
        notes.append(word("agree", lang, k=int(known.astype(bool).sum()), n=len(known)))
    notes.append(word("medians", lang))
    if n_without:
        notes.append(f"{word_of_label('no_data', lang)}{word_of_label('colon', lang)}{n_without}")
    return notes


def _reach(rows: pd.DataFrame, lang: str, is_share: bool) -> str:
    found = rows["estimate"]
    low, high, median = (_in_words(float(x), is_share) for x in (found.min(), found.max(), found.median()))
    return word("reach", lang, low=low, high=high, median=median)


def _medians(
    rows: pd.DataFrame, lines: Sequence[tuple[str, Any]], said: Mapping[str, str], lang: str, is_share: bool
) -> list[str]:
    """Return the median of the combinations with each value of each decision, in words."""
    colon = word_of_label("colon", lang)
    return [
        f"{_name(decision, said, lang)} {_value(decision, value, said, lang)}{colon}"
        f"{word('median', lang)} "
        f"{_in_words(float(rows.loc[rows[decision] == value, 'estimate'].median()), is_share)}"
        for decision, value in lines
    ]
