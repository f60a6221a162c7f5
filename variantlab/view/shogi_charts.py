"""Charts of the Negaeri Shogi study: claims under every reading, pawns, other rules, handicaps, chains, ends.

They take ``label``, ``title`` and ``lang`` as those of `variantlab.view.charts` do. Figures come from the
stored games of the study.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from variantlab.errors import invalid
from variantlab.stats.intervals import Estimate, Interval
from variantlab.study.gate import Label
from variantlab.study.negaeri import COUNTINGS, OURS, Settled, Specification, specification_table
from variantlab.study.negaeri_balance import Handicap, PawnScore
from variantlab.study.negaeri_runs import LOYAL_RUNS, WEIGHTS
from variantlab.view.figures import INK, PALE, Chart, legend_mark, sentences, wrapped
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language
from variantlab.view.marks import draw_interval, interval_in_words, percent_axis
from variantlab.view.shogi_words import WORDS_OF_STUDY, player_words, rules_words, study_word
from variantlab.view.specifications import specification_chart

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "chains_chart",
    "claim_curve",
    "endings_chart",
    "handicaps_chart",
    "knobs_chart",
    "pawns_chart",
    "settled_chart",
]

#: Colour and marker by the number of plies that players look ahead.
STYLES = {
    0: ("#6b6b6b", "s"), 1: ("#d55e00", "^"), 2: ("#0173b2", "o"), 3: ("#b0578d", "v"), 4: ("#029e73", "D"),
    5: ("#7a5230", "P"), 6: ("#4aa3c9", "X"),
}  # fmt: skip
COLOURS_OF_SIDES = {"sente": ("#0173b2", "o"), "gote": ("#d55e00", "s")}
CONCLUSIONS = {"holds": ("#029e73", "o"), "fails": ("#d55e00", "X"), "open": ("#8c8c8c", "D")}
HAND_NAMES = {"R": "飛", "B": "角", "P": "歩"}
WITHIN, BEYOND, BAND = "#a6cde4", "#d55e00", "#f3c04b"

WORDS: dict[str, dict[str, str]] = {
    "pawns_title": {"en": "What is a pawn worth?", "ja": "歩 1 枚の重み"},
    "extra_pawns": {"en": "pawns that sente has more in hand", "ja": "先手の持ち歩が多い枚数"},
    "sente_score": {"en": "sente's score", "ja": "先手の得点率"},
    "each_n": {
        "en": "each of n = {low:,} to {high:,} finished games",
        "ja": "それぞれ n = {low:,}〜{high:,} 局",
    },
    "each_of_all": {
        "en": "each of n = {low:,} to {high:,} games",
        "ja": "それぞれ n = {low:,}〜{high:,} 局",
    },
    "stored": {
        "en": "stored games, their seeds in data/negaeri",
        "ja": "保存された対局（シードは data/negaeri）",
    },
    "intervals": {"en": "whiskers are {level} intervals", "ja": "線は {level} 区間"},
    "draws_half": {"en": "draws count half", "ja": "引き分けは半分"},
    "n_capped": {"en": "{n:,} capped games are in no score", "ja": "打ち切り {n:,} 局は得点率に含まない"},
    "knobs_title": {"en": "Would another rule do it?", "ja": "ほかのルールではどうか"},
    "handicaps_title": {"en": "Help for the weaker player", "ja": "弱い側へのハンデ"},
    "weaker_score": {"en": "weaker player's score", "ja": "弱い側の得点率"},
    "hands": {
        "en": "in hand at the start (R rook, B bishop, P pawn): the weaker player's above, the stronger "
        "one's below",
        "ja": "始めの持ち駒：上が弱い側、下が強い側",
    },
    "against": {"en": "{weaker} against {stronger} plies", "ja": "{weaker} 手読み 対 {stronger} 手読み"},
    "weaker_is": {"en": "the weaker player is {side}", "ja": "弱い側が{side}"},
    "chains_title": {"en": "How long would chains get?", "ja": "連鎖はどこまで続くか"},
    "stages": {"en": "stages of the longest chain of a game", "ja": "1 局でいちばん長い連鎖の段数"},
    "share_of_games": {"en": "share of games", "ja": "対局の割合"},
    "or_more": {"en": "{stages}+", "ja": "{stages} 以上"},
    "within": {"en": "up to five stages", "ja": "5 段まで"},
    "beyond": {"en": "beyond the article's limit", "ja": "記事の上限を超える"},
    "beyond_share": {"en": "beyond five stages {share}", "ja": "5 段を超える {share}"},
    "endings_title": {"en": "How soon is a king captured?", "ja": "玉はいつ取られるか"},
    "plies": {"en": "plies", "ja": "手数"},
    "by_plies": {"en": "share of games ended by then", "ja": "それまでに玉を取られた割合"},
    "at_all": {"en": "ever", "ja": "最後まで"},
    "reported": {"en": "the article's, with its own interval", "ja": "記事の値とその区間"},
    "border": {"en": "the conclusion's border", "ja": "結論の境目"},
    "no_stored": {"en": "no stored games", "ja": "保存された対局なし"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


DECISIONS = ("depth", "weights", "counting", "loyal_run", "offset", "opening_plies")


def claim_curve(
    rows: Sequence[Specification],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the specification curve of a claim: every figure of it, and which decisions each belongs to.

    Parameters
    ----------
    rows : sequence of Specification
        What `variantlab.study.negaeri.specifications` returned, of one claim and one part of it.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import specifications
    >>> chart = claim_curve(specifications("N3", "equal_hands", "wins"), lang="en")
    >>> chart.title
    'N3: sente wins, equal hands'
    """
    if not rows or len({(row.claim, row.part) for row in rows}) > 1:
        raise invalid("rows", rows, "specifications of one claim and one part", "Such as N1, as_it_is.")
    lang, claim, part = language(lang), rows[0].claim, rows[0].part
    table = specification_table(rows)
    looks = ["random" if not depth else "odd" if depth % 2 else "even" for depth in table["depth"]]
    countings = [way for way in COUNTINGS[claim] if way in set(table["counting"])]
    table = table.assign(
        look=_in_order(looks, ("random", "odd", "even")),
        weights=_in_order(table["weights"].replace("", "no_weights"), ("no_weights", *WEIGHTS)),
        counting=_in_order(table["counting"], countings),
        loyal_run=_in_order(table["loyal_run"], LOYAL_RUNS),
    )
    words = {key: by_lang[lang] for key, by_lang in WORDS_OF_STUDY.items()}
    return specification_chart(
        table,
        DECISIONS,
        groups="look",
        ours={**vars(OURS), "counting": countings[0]},
        words=words,
        y_label=study_word(f"unit_{claim}", lang),
        is_share=claim != "N1" and "turning_drops" not in countings,
        label=label,
        title=title or f"{claim}: {study_word(f'{claim}.{part}', lang)}",
        lang=lang,
    )


def _in_order(values: Iterable[str], order: Sequence[str]) -> Any:
    """Return values as categories in an order of their own."""
    import pandas as pd

    return pd.Categorical(list(values), categories=list(order))


# --- pawns, other rules, handicaps -------------------------------------------------------------------------


def pawns_chart(
    rows: Sequence[PawnScore],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of sente's score by extra pawns, a panel for each set of weights, a curve a depth.

    Parameters
    ----------
    rows : sequence of PawnScore
        What `variantlab.study.negaeri_balance.pawn_curve` returned.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri_balance import pawn_curve
    >>> pawns_chart(pawn_curve(), lang="en").title
    'What is a pawn worth?'
    """
    lang, found = language(lang), [row for row in _some(rows) if row.score.has_data]
    weights = list(dict.fromkeys(row.weights for row in found if row.weights)) or [""]
    depths = sorted({row.depth for row in found})
    chart = Chart(1.6 + 3 * len(weights), 5, lang)
    with chart.theme():
        panels = chart.subplots(1, len(weights), sharey=True, squeeze=False).ravel()
        for axes, one in zip(panels, weights, strict=True):
            for number, depth in enumerate(depths):
                own = [row for row in found if row.depth == depth and row.weights in (one, "")]
                points = {row.extra_pawns + 0.07 * (number - len(depths) / 2): row.score for row in own}
                _draw_curve(axes, points, *STYLES[depth])
            axes.set_title(study_word(f"weights={one}", lang) if one else "")
            axes.set_xticks(sorted({row.extra_pawns for row in found}))
            axes.grid(visible=False, axis="x")
            axes.axhline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
            percent_axis(axes.yaxis)
        panels[0].set_ylabel(word("sente_score", lang))
        panels[len(panels) // 2].set_xlabel(word("extra_pawns", lang))
        chart.key([_key_of_depth(depth, lang) for depth in depths])
    words = [
        f"{player_words(row.depth, row.weights, lang)}, +{row.extra_pawns}: "
        f"{interval_in_words(row.score, lang)}"
        for row in found
    ]
    capped = sum(row.counts["capped"] for row in found)
    caption = _caption([row.score for row in found], capped, label, lang)
    return chart.finish(title or word("pawns_title", lang), caption, "; ".join(words))


def _some(rows: Any) -> Any:
    """Return the rows, of which there must be some."""
    if not len(rows):
        raise invalid("rows", rows, "at least one", "The stored games of the study have none of these.")
    return rows


def _draw_curve(axes: Any, points: Mapping[float, Estimate], colour: str, marker: str) -> None:
    """Draw estimates with their intervals, joined by a thin line."""
    places = sorted(place for place, interval in points.items() if interval.has_data)
    middles = [float(points[place].estimate or 0.0) for place in places]
    axes.plot(places, middles, color=colour, linewidth=1.1, alpha=0.7, zorder=2)
    for place in places:
        draw_interval(axes, points[place], place, colour, marker, size=6, width=1.6)


def _key_of_depth(depth: int, lang: str) -> Any:
    colour, marker = STYLES[depth]
    key = f"depth={depth}" if depth else "look=random"
    return legend_mark(study_word(key, lang), colour, marker, "-")


def _caption(
    intervals: Sequence[Estimate],
    capped: int,
    label: Label | None,
    lang: str,
    first: Sequence[str] = (),
) -> str:
    """Return how many games each score comes from, and what is in it; `first` stands before."""
    sizes = [one.n for one in intervals if isinstance(one, Interval)]
    notes = [
        *first,
        word("each_n", lang, low=min(sizes), high=max(sizes)),
        word("stored", lang),
        word("intervals", lang, level=f"{100 * intervals[0].level:g}%"),
        word("draws_half", lang),
        word("n_capped", lang, n=capped) if capped else "",
        label.text(lang) if label is not None else "",
    ]
    return sentences(notes, lang)


def knobs_chart(
    table: pd.DataFrame,
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of sente's score under other rules, a line for each, the depths beside each other.

    Parameters
    ----------
    table : pandas.DataFrame
        What `variantlab.study.negaeri_balance.knob_table` returned.
    label, title, lang : optional
        See `variantlab.view.charts`.
    """
    lang, found = language(lang), _some(table.to_dict("records"))
    rules, depths = (
        list(dict.fromkeys(row["rules"] for row in found)),
        sorted({row["depth"] for row in found}),
    )
    scores = [Interval(row["score"], row["low"], row["high"], 0.95, "wilson", row["n"]) for row in found]
    chart = Chart(8.4, 2 + 0.5 * len(rules), lang)
    with chart.theme():
        axes = chart.subplots()
        for row, score in zip(found, scores, strict=True):
            shift = 0.24 * (depths.index(row["depth"]) - (len(depths) - 1) / 2)
            place = rules.index(row["rules"]) + shift
            draw_interval(axes, score, place, *STYLES[row["depth"]], is_horizontal=True)
        _lines(axes, [rules_words(one, lang) for one in rules])
        axes.axvline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        axes.set_xlabel(word("sente_score", lang))
        percent_axis(axes.xaxis)
        chart.key([_key_of_depth(depth, lang) for depth in depths])
    words = [
        f"{rules_words(row['rules'], lang)}, {study_word('depth=' + str(row['depth']), lang)}: "
        f"{interval_in_words(score, lang)}"
        for row, score in zip(found, scores, strict=True)
    ]
    caption = _caption(scores, sum(row["capped"] for row in found), label, lang, [_first_weights(lang)])
    return chart.finish(title or word("knobs_title", lang), caption, "; ".join(words))


def _lines(axes: Any, names: Sequence[str]) -> None:
    """Name the lines of a chart, from above, and part them."""
    axes.set_yticks(range(len(names)), [wrapped(text, 34) for text in names])
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.grid(visible=False, axis="y")
    for line in range(1, len(names)):
        axes.axhline(line - 0.5, color=PALE, linewidth=0.8)


def handicaps_chart(
    rows: Sequence[Handicap],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of the weaker player's score by the help it gets, a panel for each pair of players.

    Parameters
    ----------
    rows : sequence of Handicap
        What `variantlab.study.negaeri_balance.handicaps` returned.
    label, title, lang : optional
        See `variantlab.view.charts`.
    """
    lang, found = language(lang), [row for row in _some(rows) if row.score.has_data]
    pairs = list(dict.fromkeys((row.weaker, row.stronger) for row in found))
    helps = list(dict.fromkeys((row.weaker_hand, row.stronger_hand) for row in found))
    n_columns = min(2, len(pairs))
    n_rows = -(-len(pairs) // n_columns)
    chart = Chart(max(6.5, 5.1 * n_columns), 1.9 + 2.9 * n_rows, lang)
    with chart.theme():
        panels = chart.subplots(n_rows, n_columns, sharey=True, squeeze=False).ravel()
        for axes in panels[len(pairs) :]:
            axes.remove()
        for axes, pair in zip(panels, pairs, strict=False):
            for number, side in enumerate(COLOURS_OF_SIDES):
                own = [row for row in found if (row.weaker, row.stronger, row.colour) == (*pair, side)]
                points = {
                    helps.index((row.weaker_hand, row.stronger_hand)) + 0.16 * (number - 0.5): row.score
                    for row in own
                }
                _draw_curve(axes, points, *COLOURS_OF_SIDES[side])
            axes.set_title(word("against", lang, weaker=pair[0], stronger=pair[1]))
            ticks = ["\n".join(hand_in_words(hand, lang) for hand in hands) for hands in helps]
            axes.set_xticks(range(len(helps)), ticks, fontsize=8.5)
            axes.set_xlim(-0.5, len(helps) - 0.5)
            axes.set_ylim(-0.03, 1.03)
            axes.grid(visible=False, axis="x")
            axes.axhline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
            percent_axis(axes.yaxis)
        for axes in panels[: len(pairs) : n_columns]:
            axes.set_ylabel(word("weaker_score", lang))
        chart.key(
            [
                legend_mark(word("weaker_is", lang, side=word_of_label(side, lang)), *style, "-")
                for side, style in COLOURS_OF_SIDES.items()
            ]
        )
    words = [
        f"{word('against', lang, weaker=row.weaker, stronger=row.stronger)}, "
        f"{word_of_label(row.colour, lang)}, {hand_in_words(row.weaker_hand, lang)}/"
        f"{hand_in_words(row.stronger_hand, lang)}: "
        f"{interval_in_words(row.score, lang)}"
        for row in found
    ]
    capped = sum(row.counts["capped"] for row in found)
    caption = _caption(
        [row.score for row in found], capped, label, lang, [word("hands", lang), _first_weights(lang)]
    )
    return chart.finish(title or word("handicaps_title", lang), caption, "; ".join(words))


def _first_weights(lang: str) -> str:
    """Return which weights players have whose name says only how far they look."""
    colon = word_of_label("colon", lang)
    return f"{study_word('weights', lang)}{colon}{study_word('weights=' + WEIGHTS[0], lang)}"


def hand_in_words(hand: str, lang: str) -> str:
    """Return a hand as players write it: in Japanese by the names of the pieces, the number behind.

    Examples
    --------
    >>> hand_in_words("2R2B8P", "ja"), hand_in_words("RB3P", "en")
    ('飛2角2歩8', 'RB3P')
    """
    if lang != "ja":
        return hand
    pieces = re.findall(r"(\d*)([RBP])", hand)
    return "".join(f"{HAND_NAMES[piece]}{number}" for number, piece in pieces) or "なし"


# --- claims, chains, ends ----------------------------------------------------------------------------------


def settled_chart(
    rows: Sequence[Settled],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of what a claim's conclusion is about, a line a player, over the article's figure.

    Parameters
    ----------
    rows : sequence of Settled
        What `variantlab.study.negaeri.settle` returned, of one claim.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import settle
    >>> settled_chart(settle("N3"), lang="en").title
    "N3: sente's share, equal hands"
    """
    lang, found = language(lang), [row for row in _some(rows) if row.measure.has_data]
    claim, is_share = found[0].claim, found[0].claim != "N1"
    reported = found[0].reported_measure
    border = {"N1": 0.0, "N2": 0.0, "N6": None}.get(claim, 0.5)
    chart = Chart(8.4, 2.2 + 0.36 * len(found), lang)
    chart.set_gaps(w_pad=0.12)
    with chart.theme():
        axes = chart.subplots()
        if reported is not None and reported.low is not None and reported.high is not None:
            axes.axvspan(reported.low, reported.high, color=BAND, alpha=0.35, linewidth=0, zorder=0)
            axes.axvline(float(reported.estimate or 0.0), color="#b07f00", linewidth=1.6, zorder=1)
        if border is not None:
            axes.axvline(border, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        for place, row in enumerate(found):
            draw_interval(axes, row.measure, place, *CONCLUSIONS[row.conclusion], is_horizontal=True)
            axes.annotate(
                interval_in_words(row.measure, lang, is_share=is_share), (1, place), xytext=(7, 0),
                textcoords="offset points", xycoords=("axes fraction", "data"), va="center", fontsize=9.5,
                annotation_clip=False,
            )  # fmt: skip
        _lines(axes, [player_words(row.depth, row.weights, lang) for row in found])
        axes.set_xlabel(wrapped(study_word(f"measure_{claim}", lang), 70), fontsize=10.5)
        if is_share:
            percent_axis(axes.xaxis)
        chart.key(_key_of_conclusions(found, reported is not None, border is not None, lang))
    sizes = sorted(one.ours.n for row in found for one in row.figures)
    notes = [
        f"n = {sizes[0]:,} – {sizes[-1]:,}",
        word("intervals", lang, level=f"{100 * found[0].level:g}%"),
        label.text(lang) if label is not None else "",
    ]
    words = [
        f"{player_words(row.depth, row.weights, lang)}: "
        f"{interval_in_words(row.measure, lang, is_share=is_share)}"
        for row in found
    ]
    name_of_claim = f"{claim}: {study_word(f'measure_{claim}', lang)}"
    return chart.finish(title or name_of_claim, sentences(notes, lang), "; ".join(words))


def _key_of_conclusions(rows: Sequence[Settled], is_reported: bool, has_border: bool, lang: str) -> list[Any]:
    from matplotlib.patches import Patch

    present = {row.conclusion for row in rows}
    handles: list[Any] = [
        legend_mark(study_word(f"conclusion={one}", lang), *style, "-")
        for one, style in CONCLUSIONS.items()
        if one in present
    ]
    if is_reported:
        handles.append(Patch(facecolor=BAND, alpha=0.5, label=word("reported", lang)))
    if has_border:
        handles.append(legend_mark(word("border", lang), INK, "", (0, (4, 3))))
    return handles


def chains_chart(
    lengths: Mapping[str, pd.DataFrame],
    *,
    limit: int = 5,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how long the longest chain of a game is, a panel for each of several players.

    Parameters
    ----------
    lengths : mapping of str to pandas.DataFrame
        What `variantlab.study.negaeri.chain_lengths` returned, by the words of the players.
    limit : int, optional
        The stages beyond which bars are marked.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import chain_lengths
    >>> len(chains_chart({"random": chain_lengths(0)}, lang="en").axes)
    1
    """
    lang = language(lang)
    tables = list(_some(list(lengths.items())))
    chart = Chart(8.4, 1.7 + 2.1 * len(tables), lang)
    words = []
    with chart.theme():
        panels = chart.subplots(len(tables), sharex=True, sharey=True, squeeze=False).ravel()
        for axes, (name_of_players, table) in zip(panels, tables, strict=True):
            stages = table["stages"].tolist()
            for is_beyond, colour, hatch in ((False, WITHIN, ""), (True, BEYOND, "////")):
                own = table[(table["stages"] > limit) == is_beyond]
                reach = [own["share"] - own["low"], own["high"] - own["share"]]
                axes.bar(
                    own["stages"], own["share"], yerr=reach, color=colour, hatch=hatch, edgecolor="white",
                    ecolor=INK, capsize=2.5,
                )  # fmt: skip
            n, beyond = int(table["n"].iloc[0]), float(table.loc[table["stages"] > limit, "share"].sum())
            said = word("beyond_share", lang, share=f"{100 * beyond:.1f}%")
            axes.set_title(f"{name_of_players} (n = {n:,}): {said}")
            axes.set_xticks(stages, [*map(str, stages[:-1]), word("or_more", lang, stages=stages[-1])])
            axes.grid(visible=False, axis="x")
            percent_axis(axes.yaxis)
            words.append(f"{name_of_players}: {said}")
        panels[-1].set_xlabel(word("stages", lang))
        panels[len(panels) // 2].set_ylabel(word("share_of_games", lang))
        chart.key(
            [legend_mark(word("within", lang), WITHIN, "s"), legend_mark(word("beyond", lang), BEYOND, "s")]
        )
    notes = [
        word("stored", lang),
        word("intervals", lang, level="95%"),
        label.text(lang) if label is not None else "",
    ]
    return chart.finish(title or word("chains_title", lang), sentences(notes, lang), "; ".join(words))


def endings_chart(
    rows: Sequence[Specification],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how many games the king's capture has ended by 10, 20, ... plies.

    Parameters
    ----------
    rows : sequence of Specification
        What ``specifications("N5", readings=(reading,))`` of `variantlab.study.negaeri` returned, of one
        reading; a panel for each part, a curve for each player.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import OURS, specifications
    >>> len(endings_chart(specifications("N5", readings=(OURS,)), lang="en").axes)
    2
    """
    lang = language(lang)
    if not rows or {row.claim for row in rows} != {"N5"} or len({row.reading for row in rows}) > 1:
        raise invalid("rows", rows, "specifications of N5 under one reading")
    parts = [part for part in ("as_it_is", "no_loyalty") if part in {row.part for row in rows}]
    plies = sorted({_plies_of(row.counting) for row in rows} - {0})
    depths = sorted({row.depth for row in rows})
    chart = Chart(1.4 + 4.4 * len(parts), 5, lang)
    words = []
    with chart.theme():
        panels = chart.subplots(1, len(parts), sharey=True, squeeze=False).ravel()
        for axes, part in zip(panels, parts, strict=True):
            own = [row for row in rows if row.part == part]
            for depth, weights in sorted({(row.depth, row.weights) for row in own}):
                points = {
                    float(plies.index(at) if (at := _plies_of(row.counting)) else len(plies)): row.ours
                    for row in own
                    if (row.depth, row.weights) == (depth, weights)
                }
                _draw_curve(axes, points, *STYLES[depth])
                shares = ", ".join(f"{100 * float(points[x].estimate or 0):.0f}%" for x in sorted(points))
                words.append(
                    f"{study_word(f'part={part}', lang)}, {player_words(depth, weights, lang)}: {shares}"
                )
            axes.set_title(study_word(f"part={part}", lang))
            axes.set_xticks(range(len(plies) + 1), [*map(str, plies), word("at_all", lang)])
            axes.set_ylim(-0.03, 1.03)
            axes.axhline(0.5, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
            axes.grid(visible=False, axis="x")
            percent_axis(axes.yaxis)
        panels[0].set_ylabel(word("by_plies", lang))
        for axes in panels:
            axes.set_xlabel(word("plies", lang))
        chart.key([_key_of_depth(depth, lang) for depth in depths])
    sizes = sorted(row.ours.n for row in rows)
    notes = [
        word("each_of_all", lang, low=sizes[0], high=sizes[-1]),
        word("stored", lang),
        word("intervals", lang, level=f"{100 * rows[0].ours.level:g}%"),
        label.text(lang) if label is not None else "",
    ]
    return chart.finish(title or word("endings_title", lang), sentences(notes, lang), "; ".join(words))


def _plies_of(counting: str) -> int:
    """Return the plies of a way of counting such as ``'by_30'``; 0 for ``'at_all'``."""
    return int(counting.removeprefix("by_")) if counting.startswith("by_") else 0
