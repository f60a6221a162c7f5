"""Charts of balance tuning: what a search found over the values of a rule, and how methods compare.

Both functions return a `variantlab.view.figures.Chart` and take ``label``, ``title`` and ``lang`` as those of
`variantlab.view.charts` do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from matplotlib.patches import Patch

from variantlab.errors import invalid
from variantlab.study.balance import PLAYERS_KNOB, Balance, Comparison, ValueResult
from variantlab.study.gate import Label
from variantlab.view.figures import INK, PALE, Chart, caption_of, legend_mark, percent, wrapped
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language, name
from variantlab.view.marks import draw_interval, interval_in_words, percent_axis

__all__ = ["answer_in_words", "balance_chart", "methods_chart", "search_in_lines"]

SEARCHED, RULED_OUT, CONFIRMED, FAIR = "#0173b2", "#8c8c8c", "#d55e00", "#bfe3c9"
MOST_COLUMNS, WIDEST_LABEL, MOST_LISTED = 16, 9, 8

WORDS: dict[str, dict[str, str]] = {
    "title": {"en": "Which value makes it fair?", "ja": "どの値なら公平か"},
    "score_axis": {"en": "{side}'s score", "ja": "{side}の得点率"},
    "draws_half": {"en": "in the score, a draw counts half", "ja": "得点率では引き分けを半分と数える"},
    "searched": {"en": "searched, still possible", "ja": "探索：まだ残る値"},
    "ruled_out": {"en": "searched, ruled out", "ja": "探索：除かれた値"},
    "confirmed": {"en": "fresh games at the value found", "ja": "見つけた値での新しい対局"},
    "confirmed_near": {"en": "fresh games at the nearest value", "ja": "最も近い値での新しい対局"},
    "band": {"en": "counts as fair", "ja": "公平とみなす範囲"},
    "target": {"en": "target {target}", "ja": "目標 {target}"},
    "n_played": {
        "en": "{searched:,} games searched, {fresh:,} fresh ones",
        "ja": "探索 {searched:,} 局、新しい対局 {fresh:,} 局",
    },
    "n_capped": {"en": "{n:,} capped, in no score", "ja": "打ち切り {n:,} 局は得点率に含まない"},
    "capped": {"en": "{n:,} capped", "ja": "打ち切り {n:,}"},
    "with_seed": {"en": "seed {seed}", "ja": "シード {seed}"},
    "not_a_rate": {
        "en": "scores that were searched for are flattered by the search: the fresh games give the rate",
        "ja": "探索中の得点率は選ばれた分だけ偏る。率は新しい対局のもの",
    },
    "intervals": {"en": "whiskers are {level} intervals", "ja": "線は {level} 区間"},
    "under_values": {"en": "below each value: games played", "ja": "値の下は対局数"},
    "players": {"en": "players", "ja": "打ち手"},
    "value_is_in": {
        "en": "in the band {band} is {knob} = {value}",
        "ja": "{knob} = {value} が範囲 {band} に入る",
    },
    "value_is_nearest": {
        "en": "nearest to {target} is {knob} = {value}",
        "ja": "{knob} = {value} が目標 {target} に最も近い",
    },
    "none_in": {
        "en": "no {knob} of those tried is in the band {band}",
        "ja": "試した {knob} はどれも範囲 {band} に入らない",
    },
    "undecided_in": {
        "en": "not settled: {knob} = {values} may be in the band {band}",
        "ja": "決まらない：{knob} = {values} が範囲 {band} に入るかもしれない",
    },
    "undecided_nearest": {
        "en": "cannot be told apart: {knob} = {values} may be nearest to {target}",
        "ja": "区別できない：{knob} = {values} のどれが目標 {target} に最も近いか",
    },
    "so_many": {"en": "one of {n}, {first} to {last},", "ja": "{first} から {last} までの {n} 個"},
    "n": {"en": "{value} (n = {n:,})", "ja": "{value}（n = {n:,}）"},
    "nearest": {"en": "the right value", "ja": "正しい値"},
    "methods_title": {
        "en": "Which way of searching is right more often?",
        "ja": "どの探し方が当たりやすいか",
    },
    "right": {"en": "names the right value", "ja": "正しい値を挙げた割合"},
    "settled_right": {"en": "settles on the right value", "ja": "正しい値に確定した割合"},
    "settled_wrong": {"en": "settles on a wrong one", "ja": "誤った値に確定した割合"},
    "share_of_runs": {"en": "share of simulated searches", "ja": "模擬探索の割合"},
    "top_two": {"en": "top-two sampling", "ja": "トップツー"},
    "flat": {"en": "all values alike", "ja": "均等に配分"},
    "bisection": {"en": "bisection", "ja": "二分探索"},
    "in_budget": {"en": "{method}\n{budget:,} games", "ja": "{method}\n{budget:,} 局"},
    "true_scores": {"en": "the true scores", "ja": "真の得点率"},
    "value_number": {"en": "value no.", "ja": "値の番号"},
    "n_runs": {
        "en": "{runs:,} simulated searches a method; no game is played, results are drawn by the true scores",
        "ja": "方法ごとに模擬探索 {runs:,} 回。対局はせず、真の得点率から結果を引く",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


# --- what a search found


def balance_chart(
    found: Balance,
    *,
    x_label: str | None = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of a search: the first colour's score at each value, the target, and the fresh games.

    Parameters
    ----------
    found : Balance
        What `variantlab.study.balance.balance` returned, of any game and any knob.
    x_label : str, optional
        The knob in words; by default its name in the program.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> from variantlab.study.balance import balance
    >>> found = balance(Othello(size=4), "komi", [-2, 0, 2], budget=200, seed=1)
    >>> balance_chart(found, lang="en").caption.split(". ")[0].split(", seed")[0]
    '160 games searched, 40 fresh ones'
    """
    if not isinstance(found, Balance):
        raise invalid("found", found, "what variantlab.study.balance.balance returned")
    lang, rows = language(lang), found.searched
    names = [value_in_words(row.value, found.knobs) for row in rows]
    is_wide = len(rows) <= MOST_COLUMNS and max(map(len, names)) <= WIDEST_LABEL
    chart = Chart(8.4, 5.2, lang) if is_wide else Chart(8.4, 2.6 + 0.34 * len(rows), lang)
    knob = x_label or name(", ".join(found.knobs), lang)
    with chart.theme():
        axes = chart.subplots()
        _draw_goal(axes, found, is_wide)
        for place, row in enumerate(rows):
            _draw_value(axes, row, place, row.value in found.candidates, not is_wide)
        beside = [row.value for row in rows].index(found.confirmed.value) + 0.22
        draw_interval(axes, found.rate, beside, CONFIRMED, "D", is_horizontal=not is_wide, size=8, width=3)
        sizes = [row.counts.n_games for row in rows]
        if is_wide:
            ticks = [f"{text}\n{n:,}" for text, n in zip(names, sizes, strict=True)]
            _label_axes(axes, ticks, f"{knob} ({word('under_values', lang)})", found, lang)
        else:
            ticks = [word("n", lang, value=text, n=n) for text, n in zip(names, sizes, strict=True)]
            _label_axes(axes, ticks, knob, found, lang)
        chart.key(_key(found, lang))
    played = word(
        "n_played", lang, searched=found.n_games - found.confirmed.counts.n_games,
        fresh=found.confirmed.counts.n_games,
    )  # fmt: skip
    notes = [
        answer_in_words(found, knob, lang),
        word("intervals", lang, level=percent(found.level)),
        word("draws_half", lang) if any(row.counts.draws for row in (*rows, found.confirmed)) else "",
        word("n_capped", lang, n=found.n_capped) if found.n_capped else "",
        word("not_a_rate", lang),
    ]
    caption = caption_of(lang, counts=[played], seed=found.seed, label_of_results=label, notes=notes)
    return chart.finish(title or word("title", lang), caption, _scores_in_words(found, names, lang))


def answer_in_words(found: Balance, knob: str | None = None, lang: str | None = None) -> str:
    """Return the answer of a search in a sentence, with the rate of the fresh games.

    Parameters
    ----------
    found : Balance
        The search.
    knob : str, optional
        The knob in words; by default its name in the program.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    lang = language(lang)
    knob = knob or name(", ".join(found.knobs), lang)
    comma, colon = word_of_label("comma", lang), word_of_label("colon", lang)
    listed = [value_in_words(value, found.knobs) for value in found.candidates]
    values = comma.join(listed)
    if len(listed) > MOST_LISTED:
        values = word("so_many", lang, n=len(listed), first=listed[0], last=listed[-1])
    band = "" if found.band is None else " – ".join(percent(end) for end in found.band)
    said = {"knob": knob, "values": values, "band": band, "target": percent(found.target)}
    said["value"] = value_in_words(found.confirmed.value, found.knobs)
    goal = "nearest" if found.band is None else "in"
    key = {"value": f"value_is_{goal}", "none": "none_in", "undecided": f"undecided_{goal}"}[found.kind]
    fresh = word("confirmed" if found.kind == "value" else "confirmed_near", lang)
    rate = interval_in_words(found.rate, lang)
    return f"{word(key, lang, **said)}; {fresh}{comma}{said['value']}{colon}{rate}"


def search_in_lines(found: Balance, knob: str | None = None, lang: str | None = None) -> str:
    """Return a search as lines of text: the answer, the score at each value, games, players and seed.

    Parameters
    ----------
    found : Balance
        The search.
    knob : str, optional
        The knob in words; by default its name in the program.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> from variantlab.study.balance import balance
    >>> found = balance(Othello(size=4), "komi", [-2, 0, 2], budget=200, seed=1)
    >>> print(search_in_lines(found, lang="en").splitlines()[-1].strip().split(";")[0])
    160 games searched, 40 fresh ones
    """
    lang = language(lang)
    knob = knob or name(", ".join(found.knobs), lang)
    colon, comma = word_of_label("colon", lang), word_of_label("comma", lang)
    lines = [answer_in_words(found, knob, lang), f"  {word('not_a_rate', lang)}{colon}".rstrip()]
    for row in found.searched:
        value = word("n", lang, value=interval_in_words(row.score, lang), n=row.score.n)
        capped = f"{comma}{word('capped', lang, n=row.counts.n_capped)}" if row.counts.n_capped else ""
        lines.append(f"    {knob} = {value_in_words(row.value, found.knobs)}{colon}{value}{capped}")
    fresh = found.confirmed.counts.n_games
    said = [
        word("n_played", lang, searched=found.n_games - fresh, fresh=fresh),
        word("n_capped", lang, n=found.n_capped) if found.n_capped else "",
        " – ".join(found.confirmed.players),
        word("with_seed", lang, seed=found.seed),
    ]
    return "\n".join([*lines, "  " + "; ".join(filter(None, said))])


def value_in_words(value: Any, knobs: Sequence[str]) -> str:
    """Return a value of one knob or of two as text.

    Examples
    --------
    >>> value_in_words(("weak", "strong"), ("players",)), value_in_words((4, 0.5), ("sente_pawns", "komi"))
    ('weak / strong', '(4, 0.5)')
    """
    parts = [value] if len(knobs) == 1 else list(value)
    texts = []
    for knob, part in zip(knobs, parts, strict=True):
        is_pair = knob == PLAYERS_KNOB and isinstance(part, tuple)
        texts.append(" / ".join(part) if is_pair else _number_in_words(part))
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _number_in_words(part: Any) -> str:
    return f"{part:g}" if isinstance(part, float) else str(part)


def _draw_goal(axes: Any, found: Balance, is_wide: bool) -> None:
    """Draw the target, and the band where there is one."""
    span, line = (axes.axhspan, axes.axhline) if is_wide else (axes.axvspan, axes.axvline)
    if found.band is not None:
        span(*found.band, color=FAIR, linewidth=0, zorder=0)
    line(found.target, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)


def _draw_value(axes: Any, row: ValueResult, place: int, is_possible: bool, is_horizontal: bool) -> None:
    colour, marker = (SEARCHED, "o") if is_possible else (RULED_OUT, "X")
    draw_interval(axes, row.score, place, colour, marker, is_horizontal=is_horizontal, is_hollow=is_possible)


def _label_axes(axes: Any, ticks: Sequence[str], knob: str, found: Balance, lang: str) -> None:
    side = word_of_label(found.game.colours[0], lang)
    score = word("score_axis", lang, side=side)
    if "\n" in ticks[0]:
        axes.set_xticks(range(len(ticks)), ticks)
        axes.set_xlim(-0.5, len(ticks) - 0.4)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(knob)
        axes.set_ylabel(score)
        percent_axis(axes.yaxis)
    else:
        axes.set_yticks(range(len(ticks)), ticks)
        axes.set_ylim(len(ticks) - 0.4, -0.6)
        axes.grid(visible=False, axis="y")
        axes.set_ylabel(knob)
        axes.set_xlabel(score)
        percent_axis(axes.xaxis)


def _key(found: Balance, lang: str) -> list[Any]:
    """Return what each mark on the chart means; only of marks that are there."""
    handles: list[Any] = []
    if found.candidates:
        possible = legend_mark(word("searched", lang), SEARCHED, "o", "-")
        possible.set(markerfacecolor="white", markeredgewidth=1.6)
        handles.append(possible)
    if len(found.candidates) < len(found.searched):
        handles.append(legend_mark(word("ruled_out", lang), RULED_OUT, "X", "-"))
    fresh = "confirmed" if found.kind == "value" else "confirmed_near"
    handles.append(legend_mark(word(fresh, lang), CONFIRMED, "D", "-"))
    handles.append(legend_mark(word("target", lang, target=percent(found.target)), INK, "", (0, (4, 3))))
    if found.band is not None:
        handles.append(Patch(color=FAIR, label=word("band", lang)))
    return handles


def _scores_in_words(found: Balance, names: Sequence[str], lang: str) -> str:
    colon = word_of_label("colon", lang)
    scores = [
        f"{text}{colon}{interval_in_words(row.score, lang)}"
        for text, row in zip(names, found.searched, strict=True)
    ]
    return "; ".join(scores)


# --- how methods compare


def methods_chart(
    comparisons: Comparison | Iterable[Comparison],
    *,
    values: Sequence[object] | None = None,
    seed: int | Sequence[int] | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how often each method finds the right value, beside the true scores it looks for.

    Parameters
    ----------
    comparisons : Comparison or iterable of Comparison
        What `variantlab.study.balance.compare_methods` returned; several with the same true scores and
        different budgets.
    values : sequence, optional
        The values the scores belong to; by default they are numbered.
    seed : int or sequence of int, optional
        Of the comparisons.
    title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.balance import compare_methods
    >>> found = compare_methods((0.4, 0.5, 0.6), budget=300, runs=20, seed=1)
    >>> chart = methods_chart(found, seed=1, lang="en")
    >>> len(chart.axes), chart.title
    (2, 'Which way of searching is right more often?')
    """
    comparisons = [comparisons] if isinstance(comparisons, Comparison) else list(comparisons)
    if not comparisons or len({(one.scores, one.target) for one in comparisons}) > 1:
        raise invalid("comparisons", comparisons, "at least one, all of the same true scores and target")
    lang, first = language(lang), comparisons[0]
    rows = [(one, shares) for shares in first.methods for one in comparisons]
    chart = Chart(9.6, 2.2 + 0.62 * len(rows), lang)
    with chart.theme():
        left, right = chart.subplots(1, 2, width_ratios=(2, 3))
        _draw_true_scores(left, first, values, lang)
        _draw_methods(right, [(one, one[shares.method]) for one, shares in rows], lang)
        star = legend_mark(word("nearest", lang), CONFIRMED, "*")
        chart.key([star, *(legend_mark(word(key, lang), colour, marker) for key, colour, marker in SHARES)])
    runs = first.methods[0].right.n
    notes = [
        word("n_runs", lang, runs=runs),
        word("intervals", lang, level=percent(first.methods[0].right.level)),
    ]
    caption = caption_of(lang, counts=[notes[0]], seed=seed, notes=notes[1:])
    words = "; ".join(
        f"{_method_in_words(one, shares.method, lang)}: {word('right', lang)} "
        f"{interval_in_words(one[shares.method].right, lang)}"
        for one, shares in rows
    )
    return chart.finish(title or word("methods_title", lang), caption, words)


SHARES = (
    ("right", SEARCHED, "o"),
    ("settled_right", "#029e73", "s"),
    ("settled_wrong", "#d55e00", "X"),
)


def _draw_true_scores(axes: Any, found: Comparison, values: Sequence[object] | None, lang: str) -> None:
    places = range(1, len(found.scores) + 1)
    if values is not None and len(values) != len(found.scores):
        raise invalid("values", values, f"{len(found.scores)} values, one for each score")
    distances = [abs(score - found.target) for score in found.scores]
    axes.axhline(found.target, color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.plot(places, found.scores, "o-", color=RULED_OUT, linewidth=1.2, markersize=6)
    for place, score, distance in zip(places, found.scores, distances, strict=True):
        if distance <= min(distances) + 1e-12:
            axes.plot(place, score, "*", color=CONFIRMED, markersize=15, zorder=4)
    axes.set_xticks(places, [str(one) for one in (places if values is None else values)])
    axes.set_xlabel(word("value_number", lang) if values is None else "")
    axes.set_title(word("true_scores", lang))
    percent_axis(axes.yaxis)


def _draw_methods(axes: Any, rows: Sequence[tuple[Comparison, Any]], lang: str) -> None:
    for place, (_, shares) in enumerate(rows):
        for shift, (key, colour, marker) in zip((-0.2, 0.0, 0.2), SHARES, strict=True):
            draw_interval(axes, getattr(shares, key), place + shift, colour, marker, is_horizontal=True)
    names = [_method_in_words(one, shares.method, lang) for one, shares in rows]
    axes.set_yticks(range(len(rows)), [wrapped(text, 24) for text in names])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.grid(visible=False, axis="y")
    for line in range(1, len(rows)):
        axes.axhline(line - 0.5, color=PALE, linewidth=0.8)
    axes.set_title(word("share_of_runs", lang))
    percent_axis(axes.xaxis)


def _method_in_words(found: Comparison, method: str, lang: str) -> str:
    return word("in_budget", lang, method=word(method, lang), budget=found.budget)
