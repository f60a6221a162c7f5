"""Charts of house rules: the atlas as a heat map, the graph of rule sets, what one option changes, balance,
and retrograde analysis round by round.

Every function returns a `variantlab.view.figures.Chart` and takes ``label``, ``title`` and ``lang`` as those
of `variantlab.view.charts` do. All figures are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.patches import FancyArrowPatch, Rectangle

from variantlab.errors import invalid
from variantlab.games.chopsticks.position import ChopsticksPosition
from variantlab.games.chopsticks.retrograde import Solution
from variantlab.study.chopsticks import rule_text, say
from variantlab.study.chopsticks_atlas import OPTIONS, AtlasRow, Change, Liveliness, changes, winners
from variantlab.study.chopsticks_lessons import rounds, turns_of
from variantlab.study.gate import Label
from variantlab.view.figures import (
    INK,
    PALE,
    Chart,
    caption_of,
    colour_of,
    legend_mark,
    marker_of,
    percent,
)
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language

__all__ = ["atlas_chart", "balance_chart", "changes_chart", "rounds_chart", "rule_graph_chart"]

VALUES = ("first", "second", "draw")
SPLIT_PLAIN = ("revive", "merge", "swap")
PALE_OF = {"first": "#f7c9a6", "second": "#a9dcc9", "draw": "#b5d3ea"}
MOST_POSITIONS_DRAWN = 30
MOST_LEFT_OVER_APART = 7
WON, LOST, DRAWN, OPEN = "#029e73", "#d55e00", "#0173b2", "#9a9a9a"

WORDS: dict[str, dict[str, str]] = {
    "first": {"en": "the first player can force a win", "ja": "先攻必勝"},
    "second": {"en": "the second player can force a win", "ja": "後攻必勝"},
    "draw": {"en": "neither can", "ja": "どちらも勝ちを強制できない"},
    "first_in": {"en": "1st {n}", "ja": "先攻 {n}"},
    "second_in": {"en": "2nd {n}", "ja": "後攻 {n}"},
    "draw_in": {"en": "draw", "ja": "∞"},
    "atlas_title": {"en": "Who wins under which house rules?", "ja": "どのルールなら、どちらが勝つか"},
    "atlas_note": {
        "en": "the number is how many turns best play lasts",
        "ja": "数は、最善の手順で決着するまでの手数",
    },
    "counts": {
        "en": "{n} rule sets: first {first}, second {second}, draw {draw}",
        "ja": "{n} 通りのルール：先攻必勝 {first}、後攻必勝 {second}、どちらでもない {draw}",
    },
    "no_split": {"en": "no\nsplit", "ja": "分身\nなし"},
    "split_only": {"en": "split", "ja": "分身"},
    "with": {"en": "+ {options}", "ja": "＋{options}"},
    "extra_none": {"en": "no extra action", "ja": "再行動なし"},
    "extra_attack": {"en": "extra: attack", "ja": "再行動：攻撃"},
    "extra_any": {"en": "extra: any", "ja": "再行動：何でも"},
    "extra_head_none": {"en": "no extra action", "ja": "再行動なし"},
    "extra_head_attack": {"en": "extra action: attack", "ja": "再行動：攻撃のみ"},
    "extra_head_any": {"en": "extra action: any", "ja": "再行動：何でも"},
    "graph_title": {"en": "Neighbours differ by one option", "ja": "オプションが一つだけ違うルール"},
    "graph_note": {
        "en": "R revive, M merge, S swap, • split only, – no split. A dark line joins two rule sets with "
        "different winners, a pale one two with the same",
        "ja": "復＝復活、融＝融合、交＝交換、•＝分身のみ、－＝分身なし。濃い線は勝者が変わる隣どうし、"
        "薄い線は変わらない隣どうし",
    },
    "panels_note": {
        "en": "Rule sets at the same place in two panels that differ by one word are neighbours too",
        "ja": "条件が一つだけ違う図の同じ位置にあるルールどうしも隣",
    },
    "letters": {"en": "RMS", "ja": "復融交"},
    "only": {"en": "•", "ja": "•"},
    "none": {"en": "–", "ja": "－"},
    "changes_title": {
        "en": "Which single option changes the winner?",
        "ja": "どのオプションが一つで勝者を変えるか",
    },
    "pairs": {"en": "pairs of neighbours", "ja": "隣どうしの組"},
    "same": {"en": "same winner", "ja": "勝者は同じ"},
    "becomes": {"en": "{before} → {after}", "ja": "{before} → {after}"},
    "changed_of": {"en": "{changed} of {n}", "ja": "{n} 組中 {changed}"},
    "changes_note": {
        "en": "each pair differs by this option alone; the arrow says what becomes of the winner where the "
        "option is added, or takes its later value",
        "ja": "どの組もこのオプションだけが違う。矢印は、オプションを加えたとき（または後の値にしたとき）の"
        "勝者の変化",
    },
    "balance_title": {"en": "Fair, and over in good time?", "ja": "公平で、長すぎないか"},
    "mean_turns": {"en": "mean turns of a random game", "ja": "ランダム対局の平均手数"},
    "first_share": {
        "en": "first player's share of decided games",
        "ja": "決着した対局のうち先攻が勝つ割合",
    },
    "random": {"en": "random players", "ja": "ランダムな打ち手"},
    "greedy": {"en": "greedy players", "ja": "欲張りな打ち手"},
    "balance_note": {
        "en": "the {n} rule sets in which neither side can force a win; a line joins the same rule set; "
        "numbers are places on the short list",
        "ja": "どちらも勝ちを強制できない {n} 通りのルール。線は同じルールを結ぶ。番号は候補の順位",
    },
    "rounds_title": {"en": "Backwards from the end", "ja": "終わりから逆にたどる"},
    "round": {"en": "round {number}", "ja": "{number} 回目"},
    "finished": {"en": "finished", "ja": "終局"},
    "undecided": {"en": "not decided", "ja": "未定"},
    "drawn": {"en": "drawn", "ja": "決着しない"},
    "won": {"en": "won for the side to move", "ja": "手番の側の勝ち"},
    "lost": {"en": "lost for the side to move", "ja": "手番の側の負け"},
    "neither": {"en": "drawn", "ja": "決着しない"},
    "open": {"en": "not decided yet", "ja": "まだ決まらない"},
    "rounds_note": {
        "en": "{n} positions at the start of a turn, the opponent above, the side to move below; an arrow is "
        "a turn, after which the other side moves; dark arrows decide the value, pale ones do not",
        "ja": "手番の初めの局面 {n} 個。上が相手、下が手番の側。矢印は一手で、そのあと相手の番になる。"
        "濃い矢印が勝敗を決め、薄い矢印は決めない",
    },
}  # fmt: skip


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def _values_key(rows: Sequence[AtlasRow], lang: str) -> list[Any]:
    present = {row.value for row in rows}
    return [legend_mark(word(v, lang), colour_of(v), marker_of(v)) for v in VALUES if v in present]


def _counts_in_words(rows: Sequence[AtlasRow], lang: str) -> str:
    return word("counts", lang, n=len(rows), **winners(rows))


def _checked_rows(rows: Sequence[AtlasRow]) -> list[AtlasRow]:
    if not rows:
        raise invalid("rows", rows, "at least one AtlasRow")
    return list(rows)


# --- the atlas --------------------------------------------------------------------------------------------


def atlas_chart(
    rows: Sequence[AtlasRow],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the atlas as a heat map: a cell for each rule set, coloured by who can force a win.

    Parameters
    ----------
    rows : sequence of AtlasRow
        What `variantlab.study.chopsticks_atlas.atlas` returned.
    label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.chopsticks_atlas import atlas, rule_sets
    >>> rows = atlas(rule_sets(limit=3, overflow="out"))
    >>> atlas_chart(rows, lang="en").caption.split(". ")[1]
    '25 rule sets: first 13, second 4, draw 8'
    """
    rows, lang = _checked_rows(rows), language(lang)
    columns = sorted({_column(row) for row in rows})
    lines = sorted({_line(row) for row in rows})
    chart = Chart(1.9 + 0.95 * len(columns), 2.3 + 0.42 * len(lines), lang)
    with chart.theme():
        axes = chart.subplots()
        for row in rows:
            _draw_cell(axes, row, columns.index(_column(row)), lines.index(_line(row)), lang)
        axes.set_xlim(-0.5, len(columns) - 0.5)
        axes.set_ylim(len(lines) - 0.5, -0.5)
        axes.set_xticks(range(len(columns)), [_column_in_words(column, lang) for column in columns])
        axes.set_yticks(range(len(lines)), [word(f"extra_{extras(line)}", lang) for line in lines])
        axes.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        _draw_groups(axes, lines, len(columns), lang)
        chart.key(_values_key(rows, lang))
    notes = [_counts_in_words(rows, lang), word("atlas_note", lang)]
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=notes)
    return chart.finish(title or word("atlas_title", lang), caption, _counts_in_words(rows, lang))


Column = tuple[bool, int, tuple[bool, ...]]
Line = tuple[int, str, int]


def _column(row: AtlasRow) -> Column:
    chosen = tuple(bool(getattr(row.game, name)) for name in SPLIT_PLAIN)
    return row.game.split, sum(chosen), tuple(not one for one in chosen)


def _line(row: AtlasRow) -> Line:
    return row.game.limit, row.game.overflow, OPTIONS["extra_action"].index(row.game.extra_action)


def extras(line: Line) -> str:
    """Return the extra action of a line of the heat map."""
    return str(OPTIONS["extra_action"][line[2]])


def _column_in_words(column: Column, lang: str) -> str:
    if not column[0]:
        return word("no_split", lang)
    chosen = [say(name, lang) for name, is_off in zip(SPLIT_PLAIN, column[2], strict=True) if not is_off]
    return "\n".join(
        ["+ " + name if i else name for i, name in enumerate([word("split_only", lang), *chosen])]
    )


def _draw_cell(axes: Any, row: AtlasRow, x: int, y: int, lang: str) -> None:
    cell = Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, facecolor=PALE_OF[row.value], edgecolor="white")
    axes.add_patch(cell)
    axes.plot(x - 0.33, y, marker_of(row.value), color=colour_of(row.value), markersize=7)
    text = word(f"{row.value}_in", lang, n=row.distance)
    axes.text(x + 0.1, y, text, ha="center", va="center", fontsize=10.5, color=INK)


def _draw_groups(axes: Any, lines: Sequence[Line], n_columns: int, lang: str) -> None:
    """Write at the right which limit and overflow a group of lines has, and part the groups."""
    groups = list(dict.fromkeys(line[:2] for line in lines))
    for limit, overflow in groups:
        own = [i for i, line in enumerate(lines) if line[:2] == (limit, overflow)]
        if own[0]:
            axes.axhline(own[0] - 0.5, color="#777777", linewidth=1)
        text = say(f"limit_{overflow}", lang, limit=limit).replace("（", "\n（")
        axes.annotate(
            text.replace(" exactly", "\nexactly"),
            (n_columns - 0.42, (own[0] + own[-1]) / 2),
            va="center",
            fontsize=10.5,
            color=INK,
            annotation_clip=False,
        )


# --- the graph of rule sets -------------------------------------------------------------------------------

#: Where a rule set stands among those with the same extra action, by revive, merge and swap.
PLACES: Mapping[tuple[bool, ...], tuple[float, float]] = {
    (False, False, False): (0.0, 0.0),
    (True, False, False): (-1.0, 1.25),
    (False, True, False): (0.0, 1.0),
    (False, False, True): (1.0, 0.75),
    (True, True, False): (-1.0, 2.25),
    (True, False, True): (0.0, 2.0),
    (False, True, True): (1.0, 1.75),
    (True, True, True): (0.0, 3.0),
}
STEP_OF_EXTRAS = 3.3


def rule_graph_chart(
    rows: Sequence[AtlasRow],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the graph of rule sets: neighbours differ by one option; dark lines where the winner changes.

    Parameters
    ----------
    rows : sequence of AtlasRow
        The atlas; a panel for each limit and overflow.
    label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.chopsticks_atlas import atlas, rule_sets
    >>> chart = rule_graph_chart(atlas(rule_sets(limit=3, overflow="out")), lang="en")
    >>> len(chart.axes)
    1
    """
    rows, lang = _checked_rows(rows), language(lang)
    panels = list(dict.fromkeys((row.game.limit, row.game.overflow) for row in rows))
    n_columns = min(2, len(panels))
    n_rows = -(-len(panels) // n_columns)
    chart = Chart(max(6.6, 4.9 * n_columns), 2.1 + 3.6 * n_rows, lang)
    with chart.theme():
        grid = chart.subplots(n_rows, n_columns, squeeze=False).ravel()
        for axes in grid[len(panels) :]:
            axes.remove()
        for axes, (limit, overflow) in zip(grid, panels, strict=False):
            own = [row for row in rows if (row.game.limit, row.game.overflow) == (limit, overflow)]
            _draw_rule_graph(axes, own, lang)
            axes.set_title(say(f"limit_{overflow}", lang, limit=limit))
        chart.key(_values_key(rows, lang))
    notes = [_counts_in_words(rows, lang), word("graph_note", lang)]
    notes += [word("panels_note", lang)] if len(panels) > 1 else []
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=notes)
    return chart.finish(title or word("graph_title", lang), caption, _changes_in_words(changes(rows), lang))


def _place(row: AtlasRow) -> tuple[float, float]:
    if not row.game.split:
        return 0.0, -1.0
    x, y = PLACES[tuple(bool(getattr(row.game, name)) for name in SPLIT_PLAIN)]
    return x + STEP_OF_EXTRAS * OPTIONS["extra_action"].index(row.game.extra_action), y


def _draw_rule_graph(axes: Any, rows: Sequence[AtlasRow], lang: str) -> None:
    for change in sorted(changes(rows), key=lambda change: change.changes_winner):
        _draw_change(axes, change)
    for row in rows:
        x, y = _place(row)
        size, low = (27, 0.1) if row.value == "draw" else (21, 0.02)
        axes.plot(
            x, y, marker_of(row.value), color=colour_of(row.value), markersize=size,
            markeredgecolor="white", markeredgewidth=1.2, zorder=4,
        )  # fmt: skip
        letters = _letters(row, lang)
        axes.text(
            x, y - low, letters, ha="center", va="center", color="white", zorder=5,
            fontsize=8 if len(letters) < 3 else 6,
        )  # fmt: skip
    for i, extra in enumerate(OPTIONS["extra_action"]):
        if any(row.game.extra_action == extra for row in rows):
            head = word(f"extra_head_{extra}", lang)
            axes.text(i * STEP_OF_EXTRAS, 3.5, head, ha="center", fontsize=10.5, color=INK)
    axes.set_xlim(-1.5, 2 * STEP_OF_EXTRAS + 1.5)
    axes.set_ylim(-1.4, 3.85)
    axes.set_axis_off()


def _draw_change(axes: Any, change: Change) -> None:
    """Draw a line between two neighbours; past a third, in a bow."""
    start, end = _place(change.before), _place(change.after)
    is_far = change.option == "extra_action" and abs(end[0] - start[0]) > 1.5 * STEP_OF_EXTRAS
    line = FancyArrowPatch(
        start, end, arrowstyle="-", connectionstyle=f"arc3,rad={-0.12 if is_far else 0}",
        color=INK if change.changes_winner else PALE,
        linewidth=1.5 if change.changes_winner else 1.0,
        alpha=0.75 if change.changes_winner else 1.0,
        zorder=3 if change.changes_winner else 1,
    )  # fmt: skip
    axes.add_patch(line)


def _letters(row: AtlasRow, lang: str) -> str:
    if not row.game.split:
        return word("none", lang)
    chosen = zip(SPLIT_PLAIN, word("letters", lang), strict=True)
    return "".join(letter for name, letter in chosen if getattr(row.game, name)) or word("only", lang)


# --- what one option changes ------------------------------------------------------------------------------


def changes_chart(
    rows: Sequence[AtlasRow],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how often each option alone changes who can force a win.

    Parameters
    ----------
    rows : sequence of AtlasRow
        The atlas.
    label, title, lang : optional
        See the module.

    Examples
    --------
    >>> from variantlab.study.chopsticks_atlas import atlas, rule_sets
    >>> chart = changes_chart(atlas(rule_sets(limit=3, overflow="out")), lang="en")
    >>> chart.alt_text.split("? ")[1].split(". ")[0]
    'Split: 0 of 1; revive: 12 of 12; merge: 0 of 12; swap: 4 of 12; extra action: 4 of 24'
    """
    rows, lang = _checked_rows(rows), language(lang)
    found = changes(rows)
    options = [name for name in OPTIONS if any(change.option == name for change in found)]
    kinds = [
        (before, after)
        for after in VALUES
        for before in VALUES
        if any(c.changes_winner and (c.before.value, c.after.value) == (before, after) for c in found)
    ]
    chart = Chart(8.6, 2.2 + 0.5 * max(1, len(options)), lang)
    with chart.theme():
        axes = chart.subplots()
        for y, option in enumerate(options):
            own = [change for change in found if change.option == option]
            _draw_changes(axes, y, own, kinds, lang)
        axes.set_yticks(range(len(options)), [say(option, lang) for option in options])
        axes.set_ylim(len(options) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.margins(x=0.12)
        axes.set_xlabel(word("pairs", lang))
        handles = [Rectangle((0, 0), 1, 1, **_style_of_kind(kind), label=_kind(kind, lang)) for kind in kinds]
        same = Rectangle((0, 0), 1, 1, facecolor="#ececec", edgecolor="white", label=word("same", lang))
        chart.key([*handles, same])
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=[word("changes_note", lang)])
    return chart.finish(title or word("changes_title", lang), caption, _changes_in_words(found, lang))


HATCHES = {"first": "", "second": "///", "draw": "..."}


def _style_of_kind(kind: tuple[str, str]) -> dict[str, Any]:
    """Return the colour of the later winner, hatched by the earlier one."""
    before, after = kind
    return {
        "facecolor": PALE_OF[after],
        "edgecolor": colour_of(after),
        "hatch": HATCHES[before],
        "linewidth": 1,
    }


def _kind(kind: tuple[str, str], lang: str) -> str:
    return word("becomes", lang, before=say(kind[0], lang), after=say(kind[1], lang))


def _draw_changes(
    axes: Any, y: int, own: Sequence[Change], kinds: Sequence[tuple[str, str]], lang: str
) -> None:
    left = 0
    for kind in kinds:
        n = sum(c.changes_winner and (c.before.value, c.after.value) == kind for c in own)
        if n:
            axes.barh(y, n, left=left, height=0.62, **_style_of_kind(kind))
            axes.text(
                left + n / 2, y, str(n), ha="center", va="center", fontsize=10, color=INK,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.85},
            )  # fmt: skip
            left += n
    axes.barh(y, len(own) - left, left=left, height=0.62, facecolor="#ececec", edgecolor="white")
    text = word("changed_of", lang, changed=left, n=len(own))
    axes.annotate(
        text, (len(own), y), xytext=(5, 0), textcoords="offset points", va="center", fontsize=10, color=INK
    )


def _changes_in_words(found: Sequence[Change], lang: str) -> str:
    colon = word_of_label("colon", lang)
    parts = []
    for option in OPTIONS:
        own = [change for change in found if change.option == option]
        if own:
            n_changed = sum(change.changes_winner for change in own)
            parts.append(
                f"{say(option, lang)}{colon}{word('changed_of', lang, changed=n_changed, n=len(own))}"
            )
    return "; ".join(parts)


# --- balance ----------------------------------------------------------------------------------------------


def balance_chart(
    lives: Sequence[Liveliness],
    listed: Sequence[Liveliness] = (),
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of the first player's share of decided games over the length of a random game.

    Parameters
    ----------
    lives : sequence of Liveliness
        What `variantlab.study.chopsticks_atlas.undecided_rule_sets` returned.
    listed : sequence of Liveliness, optional
        The short list, whose places are written beside the points.
    label, title, lang : optional
        See the module.
    """
    lang = language(lang)
    if not lives:
        raise invalid("lives", lives, "at least one rule set in which neither side can force a win")
    styles = {"random": ("#0173b2", "o"), "greedy": ("#d55e00", "s")}
    chart = Chart(8, 5.2, lang)
    with chart.theme():
        axes = chart.subplots()
        axes.axhline(0.5, color=INK, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
        for live in lives:
            x = live.mean_plies
            axes.plot([x, x], [live.first, live.greedy_first], color=PALE, linewidth=1.2, zorder=1)
            for player, share in (("random", live.first), ("greedy", live.greedy_first)):
                colour, marker = styles[player]
                axes.plot(x, share, marker, color=colour, markersize=7, alpha=0.85, zorder=3)
        for place, live in enumerate(listed, start=1):
            low = min(live.first, live.greedy_first)
            axes.annotate(
                str(place), (live.mean_plies, low), xytext=(0, -9), textcoords="offset points", ha="center",
                va="top", fontsize=11, color=INK, zorder=5,
            )  # fmt: skip
        axes.margins(0.09)
        axes.yaxis.set_major_formatter(lambda share, _: percent(share, 0))
        axes.set_xlabel(word("mean_turns", lang))
        axes.set_ylabel(word("first_share", lang))
        chart.key([legend_mark(word(player, lang), *style) for player, style in styles.items()])
    notes = [word("balance_note", lang, n=len(lives))]
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=notes)
    words = "; ".join(f"{i}: {rule_text(live.row.game, lang)}" for i, live in enumerate(listed, start=1))
    return chart.finish(title or word("balance_title", lang), caption, words)


# --- retrograde analysis, round by round ------------------------------------------------------------------


def rounds_chart(
    solution: Solution,
    n_rounds: int | None = None,
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the positions of a small game in columns, by the round of retrograde analysis that decides them.

    Parameters
    ----------
    solution : Solution
        Of at most 30 positions.
    n_rounds : int, optional
        Show what is known after so many rounds, the round of the finished positions not counted; all if left
        out.
    label, title, lang : optional
        See the module.

    Raises
    ------
    VariantlabError
        Where the game has more than 30 positions.

    Examples
    --------
    >>> from variantlab.games.chopsticks.retrograde import solve
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> chart = rounds_chart(solve(Chopsticks(limit=3, split=False)), 1, lang="en")
    >>> chart.alt_text.split(". ")[1]
    'Finished: 3; round 1: 4; not decided: 9'
    """
    lang = language(lang)
    if solution.n_positions > MOST_POSITIONS_DRAWN:
        raise invalid("solution", solution, f"a game of at most {MOST_POSITIONS_DRAWN} positions")
    every = rounds(solution)
    shown = every if n_rounds is None else every[: n_rounds + 1]
    columns = _columns_of_rounds(solution, shown, is_whole=len(shown) == len(every), lang=lang)
    height = max(_n_rows(positions, colour) for _, positions, colour in columns)
    chart = Chart(1.2 + 1.35 * (len(columns) + (columns[-1][2] in (DRAWN, OPEN))), 2.5 + 0.78 * height, lang)
    with chart.theme():
        axes = chart.subplots()
        places = _places_of_rounds(columns, height)
        cards = {}
        for x, (head, positions, colour) in enumerate(columns):
            axes.text(x, -1.0, head, ha="center", fontsize=11, color=INK)
            for position in positions:
                cards[position] = _drawn_card(axes, position, places[position], colour)
        _draw_turns(axes, solution, cards, known={p for _, known, c in columns if c != OPEN for p in known})
        axes.set_xlim(-0.5, len(columns) - 0.5 + 0.55 * (columns[-1][2] in (DRAWN, OPEN)))
        axes.set_ylim(height - 0.1, -1.2)
        axes.set_axis_off()
        chart.key(_key_of_rounds(columns, lang))
    colon = word_of_label("colon", lang)
    words = "; ".join(f"{head}{colon}{len(positions)}" for head, positions, _ in columns)
    notes = [rule_text(solution.game, lang), word("rounds_note", lang, n=solution.n_positions)]
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=notes)
    return chart.finish(title or word("rounds_title", lang), caption, words)


RoundColumn = tuple[str, list[ChopsticksPosition], str]


def _columns_of_rounds(
    solution: Solution, shown: Sequence[Any], is_whole: bool, lang: str
) -> list[RoundColumn]:
    """Return a head, positions and a colour for each round, then what is left."""
    columns: list[RoundColumn] = []
    for one in shown:
        head = word("round", lang, number=one.number) if one.number else word("finished", lang)
        columns.append((head, [*one.won, *one.lost], WON if one.won else LOST))
    decided = {position for _, positions, _ in columns for position in positions}
    left = [position for position in solution.positions() if position not in decided]
    if left:
        key, colour = ("drawn", DRAWN) if is_whole else ("undecided", OPEN)
        columns.append((word(key, lang), left, colour))
    return columns


def _places_of_rounds(
    columns: Sequence[RoundColumn], height: float
) -> dict[ChopsticksPosition, tuple[float, float]]:
    """Return where each position stands; columns are shifted against each other, and what is left over stands
    in two, so that turns do not run along behind other positions.
    """
    places = {}
    for x, (_, positions, colour) in enumerate(columns):
        is_left_over = colour in (DRAWN, OPEN)
        top = (height - _n_rows(positions, colour)) / 2 + (0.0 if is_left_over else (0.0, 0.3, -0.3)[x % 3])
        for i, position in enumerate(positions):
            shift = 0.5 * (i % 2) if is_left_over else 0.0
            places[position] = (x + shift, top + i * _step(positions, colour))
    return places


def _n_rows(positions: Sequence[ChopsticksPosition], colour: str) -> float:
    """Return how many cards high a column is."""
    return (len(positions) - 1) * _step(positions, colour) + 1


def _step(positions: Sequence[ChopsticksPosition], colour: str) -> float:
    """Return how far apart the cards of a column are; many that are left over stand in two, closer
    together.
    """
    return 0.5 if colour in (DRAWN, OPEN) and len(positions) > MOST_LEFT_OVER_APART else 1.0


def _draw_turns(
    axes: Any,
    solution: Solution,
    cards: Mapping[ChopsticksPosition, Rectangle],
    known: set[ChopsticksPosition],
) -> None:
    """Draw every turn as an arrow from card to card; those that decide a known value are dark."""
    for position, card in cards.items():
        for after in turns_of(solution, position):
            decides = position in known and _decides(solution, position, after)
            start, end = _middle(card), _middle(cards[after])
            bend = 0.0 if abs(end[0] - start[0]) > 0.6 else 0.25
            arrow = FancyArrowPatch(
                start, end, arrowstyle="-|>", connectionstyle=f"arc3,rad={bend}", mutation_scale=10,
                color="#555555" if decides else "#dedede", linewidth=1.2 if decides else 0.9,
                patchA=card, patchB=cards[after], shrinkA=1, shrinkB=2, zorder=2 if decides else 1,
            )  # fmt: skip
            axes.add_patch(arrow)


def _decides(solution: Solution, position: ChopsticksPosition, after: ChopsticksPosition) -> bool:
    """Return whether a turn is the quickest win, one of those that all lose, or keeps a draw."""
    value, distance = solution.value_of(position), solution.distance_of(position)
    if distance is None:
        return solution.distance_of(after) is None
    return value != position.to_move or solution.distance_of(after) == distance - 1


def _middle(card: Rectangle) -> tuple[float, float]:
    return card.get_x() + card.get_width() / 2, card.get_y() + card.get_height() / 2


def _drawn_card(
    axes: Any, position: ChopsticksPosition, place: tuple[float, float], colour: str
) -> Rectangle:
    """Return the card of a position: its matrix, the side to move below, in a frame of its value's colour."""
    x, y = place
    card = Rectangle((x - 0.2, y - 0.36), 0.4, 0.72, zorder=3, **_style_of_card(colour))
    axes.add_patch(card)
    for row, hands in ((-0.17, position.theirs), (0.19, position.mine)):
        axes.text(x, y + row, f"{hands[0]}  {hands[1]}", ha="center", va="center", fontsize=11, zorder=4)
    return card


def _style_of_card(colour: str) -> dict[str, Any]:
    """Return a frame: thick where the position is lost, dashed where it is drawn or not decided."""
    return {
        "facecolor": "white",
        "edgecolor": colour,
        "linewidth": 3.2 if colour == LOST else 2.0,
        "linestyle": (0, (4, 2)) if colour in (DRAWN, OPEN) else "-",
    }


def _key_of_rounds(columns: Sequence[RoundColumn], lang: str) -> list[Any]:
    words = {LOST: "lost", WON: "won", DRAWN: "neither", OPEN: "open"}
    present = {colour for _, _, colour in columns}
    return [
        Rectangle((0, 0), 1, 1, label=word(key, lang), **_style_of_card(colour))
        for colour, key in words.items()
        if colour in present
    ]
