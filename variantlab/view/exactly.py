"""What the notebook of exact values shows: fractions, best play, and games held against the truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.exact import Graph, Line, RandomPlay, Solution
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally
from variantlab.stats.comparisons import goodness_of_fit
from variantlab.stats.coverage import coverage
from variantlab.stats.intervals import Estimate, Interval, rate
from variantlab.study.vanish import PLAYERS
from variantlab.view.boards import board_svg, boards_row
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup
from variantlab.view.readings import exact_figures, figure_in_words, figures, short

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "again_table",
    "coverage_table",
    "covered_line",
    "decisions_table",
    "exact_table",
    "fit_lines",
    "line_boards",
    "note",
    "repeated_rates",
    "truth_table",
]

WORDS = {
    "figure": {"en": "figure", "ja": "項目"},
    "exact_all": {
        "en": "Exact: every game of random players, none sampled",
        "ja": "厳密値：ランダムな打ち手の全対局。標本ではない",
    },
    "exact_best": {"en": "Exact: all positions, none sampled", "ja": "厳密値：すべての局面。標本ではない"},
    "difference": {"en": "black discs less white, mean", "ja": "黒石 − 白石（平均）"},
    "stuck_of": {"en": "{colour} is stuck first", "ja": "先に置けなくなる：{colour}"},
    "variance_of": {"en": "{count}, variance", "ja": "{count}（分散）"},
    "turn_of": {"en": "turn", "ja": "何手目"},
    "positions": {"en": "positions, not final", "ja": "終局でない局面"},
    "moves": {"en": "moves", "ja": "手"},
    "keeping": {"en": "moves that keep the value", "ja": "勝敗の値を保つ手"},
    "observed": {"en": "observed [95% interval]", "ja": "観測値［95% 区間］"},
    "contains": {"en": "contains the truth", "ja": "真の値を含むか"},
    "yes": {"en": "yes", "ja": "含む"},
    "no": {"en": "NO", "ja": "含まない"},
    "black_share": {"en": "black wins [95% interval]", "ja": "黒勝［95% 区間］"},
    "mean_plies": {"en": "plies, mean [95% interval]", "ja": "手数（平均）［95% 区間］"},
    "n_games": {"en": "games", "ja": "対局数"},
    "wilson_covers": {"en": "Wilson covers", "ja": "ウィルソンの区間が含む確率"},
    "clopper_covers": {"en": "Clopper-Pearson covers", "ja": "クロッパー・ピアソンの区間が含む確率"},
    "exact_coverage": {
        "en": "Exact, by summation. Promised: 95%. The true rate is {p}",
        "ja": "総和による厳密値。目安は 95%、真の割合は {p}",
    },
    "covered": {
        "en": "Promised 95%, exact {share:.2%}; among {experiments:,} experiments {observed} (n = {n}"
        " games each, seed {seed}, true rate {p})",
        "ja": "目安 95%、厳密値 {share:.2%}、{experiments:,} 回の実験では {observed}（各 n = {n} 局、"
        "シード {seed}、真の割合 {p}）",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key of this module, else of the labels, else the key itself."""
    return WORDS[key][lang].format(**values) if key in WORDS else name(key, lang)


def note(key: str, lang: str | None = None, **values: object) -> str:
    """Return a caption by its key.

    Examples
    --------
    >>> note("exact_all", "en")
    'Exact: every game of random players, none sampled'
    """
    return word(key, language(lang), **values)


def line_boards(graph: Graph, line: Line, lang: str | None = None, size_px: int = 230) -> Markup:
    """Return a row of boards along a line of play: each with what the next move captures, then the last.

    Parameters
    ----------
    graph : Graph
        Of a game of Othello without chance.
    line : Line
        One of ``Solution.best_lines()``.
    lang, size_px : optional
        See `variantlab.view.boards`.
    """
    lang = language(lang)
    boards = []
    for number, move in zip(line.numbers, (*line.moves, None), strict=True):
        position: Any = graph.positions[number]
        caption = label("game_over", lang) if move is None else f"{word(position.to_move, lang)} {move}"
        drawn = board_svg(position, preview=move, show_legal=False, last_move="", lang=lang, size_px=size_px)
        boards.append((caption, drawn))
    return boards_row(boards, lang=lang, size_px=size_px)


def exact_table(play: RandomPlay, lang: str | None = None) -> pd.DataFrame:
    """Return every figure of random play, exactly: those of the article's result line, then the others."""
    import pandas as pd

    lang = language(lang)
    rows = {figure_in_words(key, lang): value for key, value in exact_figures(play).items()}
    rows |= {
        f"{name('end_reason', lang)}{label('colon', lang)}{name(reason, lang)}": chance
        for reason, chance in play.end_reason.items()
        if reason not in ("wipeout", "capped")
    }
    rows |= {
        word("stuck_of", lang, colour=name(colour, lang)): chance
        for colour, chance in play.first_stuck.items()
    }
    rows[word("difference", lang)] = play.mean["difference"]
    rows[word("variance_of", lang, count=name("plies", lang))] = play.variance["plies"]
    return pd.DataFrame({word("figure", lang): list(rows), "exact": list(rows.values())})


def decisions_table(solution: Solution, lang: str | None = None) -> pd.DataFrame:
    """Return how many moves of each turn keep the value of their position under best play."""
    import pandas as pd

    lang, graph = language(lang), solution.graph
    rows = []
    for level in range(int(graph.levels.max())):
        numbers = [int(i) for i in np.flatnonzero((graph.levels == level) & ~graph.is_final)]
        rows.append(
            {
                word("turn_of", lang): level + 1,
                word("positions", lang): len(numbers),
                word("moves", lang): sum(len(graph.moves(i)) for i in numbers),
                word("keeping", lang): sum(len(solution.best_moves(i)) for i in numbers),
            }
        )
    return pd.DataFrame(rows)


# ----------------------------------------------------------------------------- games against the truth


def truth_table(counts: Tally, play: RandomPlay, lang: str | None = None) -> pd.DataFrame:
    """Return each figure of a series with its interval, and whether it contains the exact value."""
    import pandas as pd

    lang = language(lang)
    truths = exact_figures(play)
    return pd.DataFrame(
        [
            {
                word("figure", lang): figure_in_words(key, lang),
                word("observed", lang): short(estimate, lang),
                "exact": truths[key],
                word("contains", lang): _contains(estimate, truths[key], lang),
            }
            for key, estimate in figures(counts).items()
        ]
    )


def _contains(estimate: Estimate, truth: Fraction | float, lang: str) -> str:
    return word("yes" if estimate.contains(float(truth)) else "no", lang)


def fit_lines(counts: Tally, play: RandomPlay, lang: str | None = None) -> list[str]:
    """Return how well the counts of a series agree with the exact chances, a line for each distribution."""
    lang = language(lang)
    pairs = {
        "plies": (counts.plies, play.plies),
        "winner": (counts.winner, play.winner),
        "end_reason": (counts.end_reason, play.end_reason),
    }
    return [
        f"{name(key, lang)}{label('colon', lang)}{goodness_of_fit(observed, chances)}"  # type: ignore[arg-type]
        for key, (observed, chances) in pairs.items()
    ]


def again_table(tallies: Iterable[Tally], play: RandomPlay, lang: str | None = None) -> pd.DataFrame:
    """Return black's share of each of several series, and whether its interval contains the truth."""
    import pandas as pd

    lang = language(lang)
    truth = play.win_rates["black"]
    assert truth is not None
    return pd.DataFrame(
        [
            {
                "seed": str(counts.seed),
                word("black_share", lang): short(counts.win_rate("black"), lang),
                word("contains", lang): _contains(counts.win_rate("black"), truth, lang),
            }
            for counts in tallies
        ]
    )


def repeated_rates(game: Othello, winner: str, n: int, n_experiments: int, seed: int) -> list[Interval]:
    """Return the share of wins of many experiments of `n` random games each: one series, cut into pieces.

    Examples
    --------
    >>> rates = repeated_rates(Othello(capture="vanish"), "white", 10, 3, seed=1)
    >>> [interval.estimate for interval in rates]
    [0.0, 0.0, 0.0]
    """
    code = game.categories["winner"].index(winner)
    winners = game.simulate(PLAYERS, n * n_experiments, seed)["winner"].reshape(n_experiments, n)
    finished, won = (winners >= 0).sum(axis=1), (winners == code).sum(axis=1)
    of_counts = cache(rate)
    return [of_counts(int(k), int(size)) for k, size in zip(won, finished, strict=True)]


def covered_line(
    intervals: Sequence[Interval], truth: Fraction, n: int, seed: int, lang: str | None = None
) -> str:
    """Return how often Wilson intervals contain the truth: promised, exactly, and among these experiments."""
    found = rate(sum(interval.contains(float(truth)) for interval in intervals), len(intervals))
    return word(
        "covered", language(lang), share=coverage(float(truth), n), experiments=len(intervals),
        observed=found, n=n, seed=seed, p=truth,
    )  # fmt: skip


def coverage_table(p: Fraction | float, sizes: Sequence[int], lang: str | None = None) -> pd.DataFrame:
    """Return how often 95% intervals contain the true rate, for numbers of games, exactly.

    Examples
    --------
    >>> coverage_table(0.5, [10], "en").to_numpy().tolist()
    [[10, '97.9%', '97.9%']]
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("n_games", lang): n,
                word("wilson_covers", lang): f"{coverage(float(p), n):.1%}",
                word("clopper_covers", lang): f"{coverage(float(p), n, method='exact'):.1%}",
            }
            for n in sizes
        ]
    )
