"""Charts of the Negaeri Shogi study by the players' depth, and of single games turn by turn.

They take ``label``, ``title`` and ``lang`` as those of `variantlab.view.charts` do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Patch

from variantlab.errors import invalid
from variantlab.stats.intervals import Interval
from variantlab.study.gate import Label
from variantlab.study.negaeri import PARTS, Specification
from variantlab.study.negaeri_readings import PlayedGame
from variantlab.study.negaeri_runs import WEIGHTS
from variantlab.view.figures import INK, Chart, legend_mark, percent, sentences
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language
from variantlab.view.marks import draw_interval, interval_in_words, percent_axis
from variantlab.view.shogi_words import player_words, study_word

__all__ = ["depths_chart", "turns_chart"]

PART_COLOURS = ("#0173b2", "#d55e00")
WEIGHT_MARKERS = {"": "D", "material": "o", "pieces": "s", "shape": "^"}
ODD, SENTE, GOTE = "#efefef", "#0173b2", "#d55e00"

WORDS: dict[str, dict[str, str]] = {
    "depth": {"en": "plies that both players look ahead", "ja": "両者が読む手数"},
    "random": {"en": "random", "ja": "ランダム"},
    "odd": {"en": "odd number of plies", "ja": "奇数手先まで読む"},
    "weights": {"en": "weights: {name}", "ja": "重み：{name}"},
    "article": {"en": "the article: {value}", "ja": "記事：{value}"},
    "stored": {
        "en": "stored games (seeds in data/negaeri), n = {low:,} to {high:,} a point",
        "ja": "保存された対局（シードは data/negaeri）、1 点につき n = {low:,}〜{high:,}",
    },
    "bands": {"en": "bands are the article's own intervals", "ja": "帯は記事の局数による区間"},
    "intervals": {"en": "whiskers are {level} intervals", "ja": "線は {level} 区間"},
    "turns_title": {"en": "A game, turn by turn", "ja": "1 局を 1 手ずつ"},
    "ply": {"en": "ply", "ja": "手数"},
    "changing": {"en": "pieces that\nchange sides", "ja": "寝返る駒"},
    "by_sente": {"en": "by sente's drop", "ja": "先手が打って寝返る"},
    "by_gote": {"en": "by gote's drop", "ja": "後手が打って寝返る"},
    "captured": {"en": "the king is captured", "ja": "玉を取った"},
    "game_of": {
        "en": "{name}: game {number}, seed {seed}, {plies} plies",
        "ja": "{name}：シード {seed} の {number} 番、{plies} 手",
    },
    "examples": {"en": "examples, not samples", "ja": "例であって標本ではない"},
    "most": {"en": "at most {n} at once, at ply {ply}", "ja": "最多は {ply} 手目の {n} 枚"},
}  # fmt: skip


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


# --- a figure by depth
# -------------------------------------------------------------------------------------------


def depths_chart(
    rows: Sequence[Specification],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of a claim's figures by the players' depth: a mark for each set of weights and rules.

    Odd depths stand on grey; the article's figures are dashed lines, with bands where it gives a number of
    games for a share.

    Parameters
    ----------
    rows : sequence of Specification
        Of one claim, under one reading, counted in one way.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS, specifications
    >>> rows = specifications("N1", counting="per_move", readings=(OURS,))
    >>> depths_chart(rows, lang="en").title
    'N1: pieces that change sides, per move'
    """
    rows = [row for row in rows if row.ours.estimate is not None]
    if not rows or len({(row.claim, row.reading, row.counting) for row in rows}) > 1:
        raise invalid("rows", rows, "specifications of one claim, one reading and one way of counting")
    lang, claim, counting = language(lang), rows[0].claim, rows[0].counting
    parts = [part for part in PARTS[claim] if part in {row.part for row in rows}]
    is_share = claim != "N1" and counting != "turning_drops"
    depths = sorted({row.depth for row in rows})
    chart = Chart(8.8, 5.2, lang)
    with chart.theme():
        axes = chart.subplots()
        _shade_odd(axes, depths)
        for part, colour in zip(parts, PART_COLOURS, strict=False):
            of_part = [row for row in rows if row.part == part]
            _draw_source(axes, of_part[0].source, colour, is_share, lang)
            _draw_depths(axes, of_part, depths, colour)
        ticks = [word("random", lang) if not depth else str(depth) for depth in depths]
        axes.set_xticks(range(len(depths)), ticks)
        axes.set_xlim(-0.5, len(depths) - 0.5)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(word("depth", lang))
        axes.set_ylabel(study_word(f"unit_{claim}", lang))
        _from_zero(axes, is_share)
        chart.key(_depths_key(rows, parts, lang))
    has_band = any(row.source is not None and row.source.method == "wilson" for row in rows)
    notes = [
        word("stored", lang, low=min(row.ours.n for row in rows), high=max(row.ours.n for row in rows)),
        word("intervals", lang, level=percent(rows[0].ours.level)),
        word("bands", lang) if has_band else "",
        label.text(lang) if label is not None else "",
    ]
    comma = word_of_label("comma", lang)
    what = study_word(f"{claim}.{PARTS[claim][0]}", lang)
    how = study_word(f"counting={counting}", lang)
    heading = f"{claim}{word_of_label('colon', lang)}{what}{comma}{how}"
    words = "; ".join(
        f"{study_word(f'part={row.part}', lang)}{comma}{player_words(row.depth, row.weights, lang)}: "
        f"{interval_in_words(row.ours, lang, is_share=is_share)}"
        for row in sorted(rows, key=lambda row: (parts.index(row.part), row.depth, row.weights))
    )
    return chart.finish(title or heading, sentences(notes, lang), words)


def _from_zero(axes: Any, is_share: bool) -> None:
    """Let the axis of the figures begin just below 0, and end just above 1 at most where they are shares."""
    top = axes.get_ylim()[1]
    if is_share:
        percent_axis(axes.yaxis)
        top = min(1.03, top)
    axes.set_ylim(-0.03 * top, top)


def _shade_odd(axes: Any, depths: Sequence[int]) -> None:
    for place, depth in enumerate(depths):
        if depth % 2:
            axes.axvspan(place - 0.5, place + 0.5, color=ODD, linewidth=0, zorder=0)


def _draw_source(axes: Any, source: Interval | None, colour: str, is_share: bool, lang: str) -> None:
    """Draw the article's figure, and its interval where it follows from the article alone."""
    if source is None or source.estimate is None or source.low is None or source.high is None:
        return
    if source.method == "wilson":
        axes.axhspan(source.low, source.high, color=colour, alpha=0.13, linewidth=0, zorder=0.5)
    axes.axhline(source.estimate, color=colour, linewidth=1.5, linestyle=(0, (5, 3)), zorder=1)
    value = percent(source.estimate) if is_share else f"{source.estimate:g}"
    axes.annotate(
        word("article", lang, value=value), (1.01, source.estimate), xycoords=("axes fraction", "data"),
        va="center", fontsize=10, color=colour, annotation_clip=False,
    )  # fmt: skip


def _draw_depths(axes: Any, rows: Sequence[Specification], depths: Sequence[int], colour: str) -> None:
    """Draw the figures of one of the rules, those of one set of weights joined from depth to depth."""
    for weights in ("", *WEIGHTS):
        shift = 0.0 if not weights else 0.2 * (WEIGHTS.index(weights) - 1)
        chosen = sorted((row for row in rows if row.weights == weights), key=lambda row: row.depth)
        places = [depths.index(row.depth) + shift for row in chosen]
        estimates = [row.ours.estimate for row in chosen]
        axes.plot(places, estimates, color=colour, linewidth=1, alpha=0.35, zorder=2)
        for place, row in zip(places, chosen, strict=True):
            draw_interval(axes, row.ours, place, colour, WEIGHT_MARKERS[weights], size=6.5)


def _depths_key(rows: Sequence[Specification], parts: Sequence[str], lang: str) -> list[Any]:
    handles: list[Any] = [
        Patch(color=colour, label=study_word(f"part={part}", lang))
        for part, colour in zip(parts, PART_COLOURS, strict=False)
    ]
    for weights in WEIGHTS:
        if any(row.weights == weights for row in rows):
            text = word("weights", lang, name=study_word(f"weights={weights}", lang))
            handles.append(legend_mark(text, INK, WEIGHT_MARKERS[weights]))
    return [*handles, Patch(facecolor=ODD, edgecolor="#bbbbbb", label=word("odd", lang))]


# --- a game, turn by turn
# ----------------------------------------------------------------------------------------


def turns_chart(
    games: Mapping[str, PlayedGame],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how many pieces change sides at each turn: upwards by sente, downwards by gote.

    Parameters
    ----------
    games : mapping of str to PlayedGame
        Games by their names, one below the other.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> from variantlab.study.negaeri_readings import played_game
    >>> chart = turns_chart({"random": played_game(NegaeriShogi(), "random")}, lang="en")
    >>> len(chart.axes)
    1
    """
    if not games:
        raise invalid("games", games, "at least one game")
    lang = language(lang)
    chart = Chart(9.4, 1.5 + 1.75 * len(games), lang)
    signed = {name: _signed_turns(game) for name, game in games.items()}
    highest = max(1, *(int(np.abs(turned).max()) for turned in signed.values()))
    with chart.theme():
        all_axes = chart.subplots(len(games), 1, sharex=True, squeeze=False)[:, 0]
        for axes, (name, turned) in zip(all_axes, signed.items(), strict=True):
            plies = np.arange(1, len(turned) + 1)
            for side, colour in ((1, SENTE), (-1, GOTE)):
                chosen = np.sign(turned) == side
                axes.bar(plies[chosen], turned[chosen], color=colour, width=0.85)
            axes.axhline(0, color=INK, linewidth=0.8)
            if games[name].end.end_reason == "king":
                axes.plot(len(turned), 0, "*", color=INK, markersize=13, zorder=4)
            axes.set_ylim(-1.15 * highest, 1.15 * highest)
            axes.yaxis.set_major_formatter(lambda n, _: f"{abs(n):g}")
            axes.set_title(name)
            axes.set_ylabel(word("changing", lang))
            axes.grid(visible=False, axis="x")
        all_axes[-1].set_xlabel(word("ply", lang))
        all_axes[-1].set_xlim(0.3, max(len(turned) for turned in signed.values()) + 0.9)
        handles: list[Any] = [
            Patch(color=SENTE, label=word("by_sente", lang)),
            Patch(color=GOTE, label=word("by_gote", lang)),
        ]
        if any(game.end.end_reason == "king" for game in games.values()):
            handles.append(legend_mark(word("captured", lang), INK, "*"))
        chart.key(handles)
    told = [
        word("game_of", lang, name=name, number=game.number, seed=game.seed, plies=game.end.plies)
        for name, game in games.items()
    ]
    notes = [*told, word("examples", lang), label.text(lang) if label is not None else ""]
    words = "; ".join(
        f"{name}{word_of_label('colon', lang)}"
        f"{word('most', lang, n=int(np.abs(turned).max()), ply=int(np.abs(turned).argmax()) + 1)}"
        for name, turned in signed.items()
    )
    return chart.finish(title or word("turns_title", lang), sentences(notes, lang), words)


def _signed_turns(game: PlayedGame) -> Any:
    """Return the pieces that each drop or move turns, gote's negative; passes are no plies."""
    positions = list(game.positions())[:-1]
    return np.array(
        [
            len(move.turned) * (1 if position.to_move == "sente" else -1)
            for position, move in zip(positions, game.moves, strict=True)
            if not move.is_pass
        ]
    )
