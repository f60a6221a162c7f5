"""What the notebooks on Negaeri Shogi show as tables and sentences: claims, figures, readings, combinations.

In the language of the charts; figures come from the stored games of the study.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.games.game import whole_number
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.stats.comparisons import Difference, difference_of
from variantlab.stats.intervals import Interval, rate
from variantlab.study.negaeri import (
    COUNTINGS,
    OURS,
    PARTS,
    READINGS,
    REPORTED,
    VERDICTS,
    Combination,
    Reading,
    Settled,
    Specification,
    chain_lengths,
    specifications,
)
from variantlab.study.negaeri_readings import (
    CONCLUSIONS,
    DECISIONS,
    conclusion_pairs,
    conclusion_table,
    pairs_by,
    pawn_effects,
    sways,
)
from variantlab.study.negaeri_results import NegaeriResults
from variantlab.study.negaeri_runs import LOYAL_RUNS, WEIGHTS, Counts, Series, counts_of, player_text
from variantlab.view.labels import label, language
from variantlab.view.marks import interval_in_words
from variantlab.view.shogi_words import player_words, study_word

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "chain_lengths_table",
    "changes_table",
    "claim_in_words",
    "claims_table",
    "combinations_in_words",
    "combinations_table",
    "conclusions_table",
    "figures_table",
    "fresh_table",
    "lengths_table",
    "pawn_effects_table",
    "reading_in_words",
    "reported_table",
    "say",
    "settled_in_words",
    "sways_table",
]

MISSING, NO_BREAK = "–", "\u00a0"
WHO_WINS = ("N3", "N4")  # claims about a score, in which capped games are not
SLASH = "/"

WORDS: dict[str, dict[str, str]] = {
    # headings
    "claim": {"en": "claim", "ja": "主張"},
    "reported": {"en": "the article reports", "ja": "記事の報告"},
    "value": {"en": "its figure", "ja": "記事の値"},
    "n_reported": {"en": "its games", "ja": "記事の局数"},
    "own_interval": {"en": "interval of so many games", "ja": "その局数による区間"},
    "player": {"en": "both players", "ja": "両者の打ち手"},
    "n": {"en": "games", "ja": "対局数"},
    "capped": {"en": "capped", "ja": "打ち切り"},
    "ours": {"en": "ours", "ja": "この研究"},
    "article": {"en": "the article", "ja": "記事"},
    "article_n": {"en": "the article, n\u00a0=\u00a0{n}", "ja": "記事、n\u00a0=\u00a0{n}"},
    "figures": {"en": "figures compatible", "ja": "矛盾しないか"},
    "conclusion": {"en": "our games show", "ja": "対局が示すこと"},
    "verdict": {"en": "verdict", "ja": "判定"},
    "begins": {"en": "games begin", "ja": "対局の始まり"},
    "shortest": {"en": "shortest", "ja": "最短"},
    "middle": {"en": "median", "ja": "中央値"},
    "longest": {"en": "longest", "ja": "最長"},
    "n_lengths": {"en": "different lengths", "ja": "手数の種類"},
    "sente_wins": {"en": "sente wins", "ja": "先手の勝ち"},
    "stages": {"en": "longest chain", "ja": "最長の連鎖"},
    "n_stages": {"en": "{n} stages", "ja": "{n} 段"},
    "n_or_more": {"en": "{n} or more", "ja": "{n} 段以上"},
    "decision": {"en": "decision", "ja": "決めごと"},
    "in_groups": {"en": "{typical} ({told}/{groups})", "ja": "{typical} ({told}/{groups})"},
    "all": {"en": "all combinations", "ja": "すべての組み合わせ"},
    "pairs": {"en": "pairs", "ja": "組の数"},
    "change": {"en": "median change", "ja": "変化の中央値"},
    "largest": {"en": "largest", "ja": "最大"},
    "told": {"en": "told apart", "ja": "区別できる"},
    "turned": {"en": "another conclusion", "ja": "結論が変わる"},
    "opposite": {"en": "the opposite one", "ja": "結論が逆になる"},
    "k_of_n": {"en": "{k}\u00a0of\u00a0{n}", "ja": "{n}\u00a0中\u00a0{k}"},
    "gain": {"en": "what the pawn adds, median", "ja": "歩 1 枚の効果（中央値）"},
    "reach": {"en": "from – to", "ja": "最小〜最大"},
    "raises": {"en": "more for sente", "ja": "先手に有利"},
    "lowers": {"en": "less for sente", "ja": "先手に不利"},
    "compatible": {"en": "compatible", "ja": "矛盾しない値"},
    "fewest": {"en": "least n", "ja": "最少の n"},
    "distance": {"en": "farthest", "ja": "最も遠い値"},
    "combination": {"en": "combination", "ja": "組み合わせ"},
    "concluded": {"en": "what it says", "ja": "内容"},
    "shows_it": {"en": "shown by the article's games", "ja": "記事の局数で示されるか"},
    "n_players": {"en": "players", "ja": "打ち手"},
    "figure": {"en": "figure", "ja": "値"},
    "stored": {"en": "stored games", "ja": "保存された対局"},
    "fresh": {"en": "fresh games", "ja": "新しい対局"},
    # cells
    "both": {"en": "both", "ja": "どちらも"},
    "only": {"en": "only: {part}", "ja": "{part}だけ"},
    "none": {"en": "none", "ja": "なし"},
    "yes": {"en": "yes", "ja": "はい"},
    "no": {"en": "no", "ja": "いいえ"},
    "not_given": {"en": "not given", "ja": "記載なし"},
    "no_spread": {"en": "spread not given", "ja": "ばらつきの記載なし"},
    "reproduced": {"en": "reproduced", "ja": "再現した"},
    "not_reproduced": {"en": "not reproduced", "ja": "再現しない"},
    "undecidable": {"en": "undecidable", "ja": "決められない"},
    "holds": {"en": "it holds", "ja": "成り立つ"},
    "fails": {"en": "the opposite", "ja": "逆"},
    "open": {"en": "neither", "ja": "どちらとも言えない"},
    # what the article says
    "says_N1.as_it_is": {
        "en": "pieces changing sides in one move, on average, with edge captures",
        "ja": "端の挟みがあるとき、1 手で寝返る駒の平均",
    },
    "says_N1.no_edge": {"en": "the same without edge captures", "ja": "同じく、端の挟みがないとき"},
    "says_N2.as_it_is": {
        "en": "games with a chain of three or more stages, with edge captures",
        "ja": "端の挟みがあるとき、3 段以上の連鎖が起きた対局",
    },
    "says_N2.no_edge": {"en": "the same without edge captures", "ja": "同じく、端の挟みがないとき"},
    "says_N3.equal_hands": {"en": "sente's wins, equal hands", "ja": "持ち駒が同じときの先手の勝ち"},
    "says_N4.as_it_is": {
        "en": "sente's wins with one pawn more in hand",
        "ja": "先手の持ち駒が歩 1 枚多いときの先手の勝ち",
    },
    "says_N5.no_loyalty": {
        "en": "without loyalty most games end early by the king's capture",
        "ja": "忠誠がないと、序盤で玉を取られる対局ばかりになる",
    },
    "says_N6.as_it_is": {
        "en": "a chain goes on for five stages at most (a rule: how often does it stop one?)",
        "ja": "連鎖は 1 手で最大 5 段（ルールによる。実際に何度止めるか）",
    },
    # conclusions, as the head of a sentence
    "concludes_N1": {
        "en": "Edge captures raise the number of pieces that change sides",
        "ja": "端の挟みがあると、寝返る駒は増える",
    },
    "concludes_N2": {
        "en": "Edge captures raise the share of games with a chain of three stages",
        "ja": "端の挟みがあると、3 段以上の連鎖が起きる対局は増える",
    },
    "concludes_N3": {"en": "With equal hands gote is better off", "ja": "持ち駒が同じなら後手が有利"},
    "concludes_N4": {
        "en": "With one more pawn sente is better off",
        "ja": "先手の歩が 1 枚多ければ先手が有利",
    },
    "concludes_N5": {
        "en": "Without loyalty most games end early by the king's capture",
        "ja": "忠誠がないと、早く玉を取られる対局が過半数になる",
    },
    "concludes_N6": {
        "en": "The limit of five stages hardly ever stops a chain",
        "ja": "5 段の上限が連鎖を止めることはほとんどない",
    },
    "sentence": {
        "en": "**{claim}.** {concludes} ({counting}): shown by {holds} of our {n} players, the opposite by "
        "{fails}, neither by {open}.",
        "ja": "**{claim}** {concludes}（{counting}）：{n} 通りの打ち手のうち、示すもの {holds}、"
        "逆を示すもの {fails}、どちらとも言えないもの {open}。",
    },
    "sentence_figures": {
        "en": " The article's figure{s} {are} compatible with those of {k}. Verdicts: {verdicts}.",
        "ja": "記事の値と矛盾しないもの {k}。判定：{verdicts}。",
    },
    "verdict_count": {"en": "{word} {n}", "ja": "{word} {n}"},
    # captions of the notebooks' tables
    "t_reported": {
        "en": "What the article reports on edges, chains and loyalty.",
        "ja": "端・連鎖・忠誠についての記事の報告。",
    },
    "t_N1": {"en": "N1, pieces that change sides, 95% intervals.", "ja": "N1、寝返る駒の数。95% 区間。"},
    "t_N2": {
        "en": "N2, share of games with a chain of three stages, 95% intervals.",
        "ja": "N2、3 段以上の連鎖が起きた対局の割合。95% 区間。",
    },
    "t_N5": {
        "en": "N5, games ended by a king's capture, 95% intervals.",
        "ja": "N5、玉を取られて終わる対局。95% 区間。",
    },
    "t_N6": {
        "en": "N6, chains stopped by the limit, 95% intervals.",
        "ja": "N6、上限で打ち切られた連鎖。95% 区間。",
    },
    "t_settled_N1": {
        "en": "N1, per move: with edge captures less without, 95% intervals.",
        "ja": "N1（1 手あたり）：端の挟みあり − なし。95% 区間。",
    },
    "t_settled_N2": {
        "en": "N2, the drop's own captures are stage 1: with edge captures less without, 95% intervals.",
        "ja": "N2（打った駒の挟みが 1 段目）：端の挟みあり − なし。95% 区間。",
    },
    "t_settled": {
        "en": "{claim}: sente's score, 95% intervals; the article's share of wins beside it.",
        "ja": "{claim}：先手の得点率。95% 区間。記事の値は勝率。",
    },
    "t_lengths": {
        "en": "Without loyalty, played now: n = {n}, seed {seed}, 95% intervals.",
        "ja": "忠誠なし、ここで対局：n = {n}、シード {seed}、95% 区間。",
    },
    "t_conclusions": {
        "en": "Number of combinations: it holds / neither / the opposite.",
        "ja": "組み合わせの数：成り立つ / どちらとも言えない / 逆。",
    },
    "t_chains": {
        "en": "Longest chain of a game without a limit, 95% intervals.",
        "ja": "上限がないときの 1 局で最長の連鎖。95% 区間。",
    },
    "t_sways": {
        "en": "How far a figure moves when one decision is taken otherwise: the median over all combinations "
        "of the others. In brackets: in how many of them the smallest and the largest are told apart.",
        "ja": "決めごとを一つだけ変えたときに値が動く幅：ほかの決めごとのすべての組み合わせの中央値。"
        "括弧は、最小と最大を区別できる組の数。",
    },
    "t_changes": {
        "en": "{decision}: {one} changed to {other}, all else equal.",
        "ja": "{decision}：{one} を {other} に変える。ほかは同じ。",
    },
    "t_pawns": {
        "en": "Sente's score with the extra pawn less that with equal hands, over all readings and weights.",
        "ja": "先手の得点率：歩 1 枚多い場合 − 持ち駒が同じ場合。すべての読み方と重み。",
    },
    "t_combinations": {
        "en": "The nearest combinations. In brackets: not compatible with the article's figure. Farthest: "
        "how far off the farthest of the six is, in margins of the article's interval.",
        "ja": "最も近い組み合わせ。括弧は記事の値と矛盾するもの。「最も遠い値」は、六つのうち最も外れた値が"
        "記事の区間の幅の何倍離れているか。",
    },
    "t_fresh": {
        "en": "{player}, {reading}, played now: n = {n}, seed {seed}, 95% intervals.",
        "ja": "{player}、{reading}、ここで対局：n = {n}、シード {seed}、95% 区間。",
    },
    "t_claims": {
        "en": "The article's claims: players that look ahead, by verdict, under our reading.",
        "ja": "記事の主張：先を読む打ち手の数を判定ごとに（この研究の読み方）。",
    },
    # sentences of the notebooks
    "exploratory": {
        "en": "An exploratory look has no prediction to judge, so there is no table of verdicts.",
        "ja": "予想なしで結果を見る「探索」では、判定の表は作りません。",
    },
    "drop_turns": {
        "en": "{move} at ply {ply}: {n} pieces change sides in {stages} stages.",
        "ja": "{ply} 手目 {move}：{stages} 段で {n} 枚が寝返る。",
    },
    "n_combinations": {
        "en": "Combinations of reading, player and way of counting that have games for all six figures: "
        "{n:,}. Compatible with all six: {all_six}. With five: {five}.",
        "ja": "六つの値すべてに対局がある組み合わせ（読み方・打ち手・数え方）は {n:,} 通り。"
        "六つとも矛盾しない：{all_six}。五つ：{five}。",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return the words of a key in the language.

    Examples
    --------
    >>> say("verdict", "ja")
    '判定'
    """
    return word(key, language(lang), **values)


def estimate_in_words(estimate: Interval | Difference | None, lang: str, *, is_share: bool = True) -> str:
    """Return an estimate with its limits, which no line break parts; a dash for none.

    Examples
    --------
    >>> from variantlab.stats.comparisons import rate_difference
    >>> print(estimate_in_words(rate_difference(34, 40, 6, 40), "en").replace(NO_BREAK, " "))
    +70.0% [+50.1, +81.2]
    """
    if estimate is None:
        return MISSING
    return interval_in_words(estimate, lang, is_share=is_share).replace(", ", f",{NO_BREAK}")


def _is_share(claim: str, counting: str) -> bool:
    return claim != "N1" and counting != "turning_drops"


def _parts_in_words(claim: str, part: str, lang: str) -> str:
    """Return the rules of a claim's part, where it has several."""
    return study_word(f"part={part}", lang) if len(PARTS[claim]) > 1 else ""


# --- what the article reports
# -------------------------------------------------------------------------------------


def reported_table(claims: Iterable[str], lang: str | None = None) -> pd.DataFrame:
    """Return what the article reports of some claims, with the interval that its number of games allows.

    Examples
    --------
    >>> reported_table(["N2"], "en")["its games"].tolist()
    ['40', '40']
    """
    import pandas as pd

    lang, rows = language(lang), []
    for claim in claims:
        for part in PARTS[claim]:
            if f"says_{claim}.{part}" not in WORDS:
                continue
            one = REPORTED.get((claim, part))
            interval = one.interval() if one else None
            value = MISSING if one is None else f"{one.value:g}" if interval is None else f"{one.value:.0%}"
            no_interval = MISSING if one is None else word("no_spread", lang)
            rows.append(
                {
                    word("claim", lang): claim,
                    word("reported", lang): word(f"says_{claim}.{part}", lang),
                    word("value", lang): value,
                    word("n_reported", lang): str(one.n) if one else word("not_given", lang),
                    word("own_interval", lang): estimate_in_words(interval, lang)
                    if interval
                    else no_interval,
                }
            )
    return pd.DataFrame(rows)


# --- our figures
# ------------------------------------------------------------------------------------------


def figures_table(
    claim: str,
    countings: Sequence[str] | None = None,
    reading: Reading = OURS,
    lang: str | None = None,
) -> pd.DataFrame:
    """Return a claim's figures with each of our players, for each of its rules and ways of counting.

    Parameters
    ----------
    claim : str
        One of `variantlab.study.negaeri.CLAIMS`.
    countings : sequence of str, optional
        All of the claim's `COUNTINGS` if left out.
    reading : Reading, optional
        The open decisions of the rules, ours if left out.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> table = figures_table("N2", lang="en")
    >>> table.columns[-1], len(table.columns)
    ('no edge captures, stage 1 comes after it', 5)
    """
    import pandas as pd

    lang, comma = language(lang), label("comma", language(lang))
    ways = COUNTINGS[claim] if countings is None else tuple(countings)
    found: dict[tuple[int, str], dict[tuple[str, str], Specification]] = {}
    for way in ways:
        for row in specifications(claim, counting=way, readings=(reading,)):
            found.setdefault((row.depth, row.weights), {})[row.part, way] = row
    columns = {
        (part, way): comma.join(
            filter(None, (_parts_in_words(claim, part, lang), study_word(f"counting={way}", lang)))
        )
        for part in PARTS[claim]
        for way in ways
    }
    rows = [_article_row(claim, columns, ways, lang)] if (claim, PARTS[claim][0]) in REPORTED else []
    for depth, weights in sorted(found):
        of_player = found[depth, weights]
        sizes = sorted({row.ours.n for row in of_player.values()})
        cells = {
            heading: _figure_in_words(of_player[key].ours, claim, key[1], lang)
            if key in of_player
            else MISSING
            for key, heading in columns.items()
        }
        n = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,}–{sizes[-1]:,}"
        player = f"{player_words(depth, weights, lang)}{comma}n{NO_BREAK}={NO_BREAK}{n}"
        rows.append({word("player", lang): player, **cells})
    return pd.DataFrame(rows)


def _figure_in_words(figure: Interval, claim: str, counting: str, lang: str) -> str:
    """Return a figure with its limits; a share of drops is too small for per cent and has five decimals."""
    if counting != "turning_drops" or figure.estimate is None:
        return estimate_in_words(figure, lang, is_share=_is_share(claim, counting))
    return f"{figure.estimate:.5f} [{figure.low:.5f},{NO_BREAK}{figure.high:.5f}]"


def _article_row(
    claim: str, columns: Mapping[tuple[str, str], str], ways: Sequence[str], lang: str
) -> dict[str, str]:
    """Return the article's figures as the first row; its way of counting is not known."""
    cells = {}
    for (part, _), heading in columns.items():
        reported = REPORTED.get((claim, part))
        interval = reported.interval() if reported else None
        text = f"{reported.value:g}" if reported else MISSING
        cells[heading] = text if interval is None else estimate_in_words(interval, lang)
    n = REPORTED[claim, PARTS[claim][0]].n
    return {word("player", lang): word("article_n", lang, n=n), **cells}


def settled_in_words(rows: Sequence[Settled], lang: str | None = None) -> pd.DataFrame:
    """Return what becomes of a claim with each player: our measure, the article's, conclusion and verdict.

    Examples
    --------
    >>> from variantlab.study.negaeri import settle
    >>> settled_in_words(settle("N2")[:1], "en")["our games show"].item()
    'it holds'
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("player", lang): player_words(row.depth, row.weights, lang),
                word("n", lang): row.figures[0].ours.n,
                **({word("capped", lang): _n_capped(row)} if row.claim in WHO_WINS else {}),
                word("ours", lang): estimate_in_words(
                    row.measure, lang, is_share=_is_share(row.claim, row.counting)
                ),
                word("article", lang): estimate_in_words(
                    row.reported_measure, lang, is_share=_is_share(row.claim, row.counting)
                ),
                word("figures", lang): _compatible(row, lang),
                word("conclusion", lang): word(row.conclusion, lang),
                word("verdict", lang): word(row.verdict, lang),
            }
            for row in rows
        ]
    )


def _n_capped(row: Settled) -> int:
    """Return the games behind a score that were capped, and are not in it."""
    counts = row.figures[0].counts
    return 0 if counts is None else counts["capped"]


def _compatible(row: Settled, lang: str) -> str:
    """Return whether each of the article's figures is compatible with ours."""
    known = [one for one in row.figures if one.agrees is not None]
    if not known:
        return MISSING
    if len(known) == 1:
        return word("yes" if known[0].agrees else "no", lang)
    agreeing = [study_word(f"part={one.part}", lang) for one in known if one.agrees]
    if len(agreeing) == len(known):
        return word("both", lang)
    return word("only", lang, part=agreeing[0]) if agreeing else word("none", lang)


def claim_in_words(rows: Sequence[Settled], lang: str | None = None) -> str:
    """Return what becomes of a claim as a sentence, over all players that look ahead.

    Examples
    --------
    >>> from variantlab.study.negaeri import settle
    >>> claim_in_words(settle("N2"), "en").split(":")[0]
    "**N2.** Edge captures raise the share of games with a chain of three stages (stage 1 is the drop's own)"
    """
    lang = language(lang)
    thinking = [row for row in rows if row.depth]
    first, shown = thinking[0], Counter(row.conclusion for row in thinking)
    text = word(
        "sentence", lang, claim=first.claim, concludes=word(f"concludes_{first.claim}", lang),
        counting=study_word(f"counting={first.counting}", lang), n=len(thinking),
        **{name: shown[name] for name in CONCLUSIONS},
    )  # fmt: skip
    known = [[one.agrees for one in row.figures if one.agrees is not None] for row in thinking]
    if not known[0]:
        return text
    verdicts = Counter(row.verdict for row in thinking)
    listed = label("comma", lang).join(
        word("verdict_count", lang, word=word(name, lang), n=n) for name, n in verdicts.most_common()
    )
    several = len(known[0]) > 1
    return text + word(
        "sentence_figures", lang, s="s" if several else "", are="are" if several else "is",
        k=sum(all(one) for one in known), verdicts=listed,
    )  # fmt: skip


def claims_table(results: NegaeriResults, lang: str | None = None) -> pd.DataFrame:
    """Return with how many of our players each claim is reproduced, is not, or cannot be decided.

    Examples
    --------
    >>> from variantlab.study.gate import Label
    >>> from variantlab.study.negaeri_results import run
    >>> claims_table(run(Label("negaeri")), "en")["claim"].tolist()
    ['N1', 'N2', 'N3', 'N4', 'N5', 'N6']
    """
    import pandas as pd

    lang, rows = language(lang), []
    for row in results.claims_table().to_dict("records"):
        shown = row["article_shows_it"]
        rows.append(
            {
                word("claim", lang): row["claim"],
                word("concluded", lang): word(f"concludes_{row['claim']}", lang),
                **{word(verdict, lang): row[verdict] for verdict in VERDICTS},
                word("n_players", lang): row["players"],
                word("shows_it", lang): word("not_given", lang)
                if shown is None
                else word("yes" if shown else "no", lang),
            }
        )
    return pd.DataFrame(rows)


# --- games and chains
# ----------------------------------------------------------------------------------------


def lengths_table(
    games: Mapping[str, NegaeriShogi],
    depths: Sequence[int] = (1, 2, 3),
    n: int = 60,
    seed: int = 1,
    lang: str | None = None,
) -> pd.DataFrame:
    """Return how long games are and how much they differ, played now: between equal players under some rules.

    Parameters
    ----------
    games : mapping of str to NegaeriShogi
        The rules, by the words that name them.
    depths : sequence of int, optional
        The players' depths, with the weights that the study takes first.
    n : int, optional
        Games of each.
    seed : int, optional
        The series.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> lengths_table({"as it is": NegaeriShogi()}, (0,), n=20, lang="en")["games"].tolist()
    [20]
    """
    import pandas as pd

    lang, n = language(lang), whole_number("n", n, 2, 10**6)
    rows = []
    for depth in depths:
        player = player_text(depth)
        for name, game in games.items():
            series = Series(game, (player, player), n)
            columns = game.simulate(series.players, n, seed)
            plies, counts = columns["plies"], Counts(series, counts_of(columns, series.is_paired))
            rows.append(
                {
                    word("player", lang): player_words(depth, "material", lang) if depth else MISSING,
                    word("begins", lang): name, word("n", lang): n,
                    word("shortest", lang): int(plies.min()), word("middle", lang): float(np.median(plies)),
                    word("longest", lang): int(plies.max()), word("n_lengths", lang): len(np.unique(plies)),
                    word("sente_wins", lang): estimate_in_words(counts.win_rate(), lang),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def chain_lengths_table(
    players: Sequence[tuple[int, str]], least: int = 3, lang: str | None = None
) -> pd.DataFrame:
    """Return the share of games whose longest chain has at least so many stages, where nothing limits it.

    Parameters
    ----------
    players : sequence of (int, str)
        Depths and weights; depth 0 plays at random.
    least : int, optional
        The first number of stages.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> chain_lengths_table([(0, "")], lang="en").columns.tolist()[:3]
    ['both players', 'games', '3 or more']
    """
    import pandas as pd

    lang = language(lang)
    rows, reached = [], least
    for depth, weights in players:
        table = chain_lengths(depth, weights or "material")
        at_least = dict(zip(table["stages"], table["games"].to_numpy()[::-1].cumsum()[::-1], strict=True))
        n = int(table["n"].iloc[0])
        reached = max(reached, *(stages for stages, k in at_least.items() if k))
        cells = {stages: estimate_in_words(rate(int(k), n), lang) for stages, k in at_least.items()}
        rows.append((player_words(depth, weights, lang), n, cells))
    return pd.DataFrame(
        [
            {word("player", lang): player, word("n", lang): n}
            | {word("n_or_more", lang, n=stages): cells[stages] for stages in range(least, reached + 1)}
            for player, n, cells in rows
        ]
    )


# --- readings
# ------------------------------------------------------------------------------------------------


def sways_table(parts: Sequence[tuple[str, str]], lang: str | None = None) -> pd.DataFrame:
    """Return how far each decision moves each figure, all else being equal: a row a decision.

    Parameters
    ----------
    parts : sequence of (str, str)
        Claims with one of their `PARTS` each.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> table = sways_table([("N2", "as_it_is")], "en")
    >>> table.columns.tolist()
    ['decision', 'N2, as it is']
    """
    import pandas as pd

    lang = language(lang)
    cells: dict[str, dict[str, str]] = {}
    for claim, part in parts:
        heading = label("comma", lang).join(filter(None, (claim, _parts_in_words(claim, part, lang))))
        for sway in sways(specifications(claim, part)):
            typical = f"{100 * sway.typical:.1f}%" if claim != "N1" else f"{sway.typical:.3g}"
            text = word("in_groups", lang, typical=typical, told=sway.n_told, groups=sway.n_groups)
            cells.setdefault(sway.decision, {})[heading] = text
    return pd.DataFrame(
        [{word("decision", lang): study_word(decision, lang), **row} for decision, row in cells.items()]
    )


def conclusions_table(
    claims: Sequence[str], readings: Sequence[Reading] = READINGS, lang: str | None = None
) -> pd.DataFrame:
    """Return how often a claim's conclusion holds, neither does, the opposite does, by each decision's value.

    Examples
    --------
    >>> table = conclusions_table(["N2"], (OURS,), "en")
    >>> table.iloc[0, 0], len(table.iloc[0, 1].split("/"))
    ('all combinations', 3)
    """
    import pandas as pd

    lang, colon = language(lang), label("colon", language(lang))
    cells: dict[tuple[int, int], dict[str, str]] = {}
    for claim in claims:
        for row in conclusion_table(claim, readings).to_dict("records"):
            decision, value = row["decision"], row["value"]
            if decision == "counting" and len(claims) > 1:
                continue
            name = word("all", lang)
            if decision:
                name = f"{study_word(decision, lang)}{colon}{study_word(f'{decision}={value}', lang)}"
            of_name = cells.setdefault(_place(claim, decision, value), {word("decision", lang): name})
            of_name[claim] = SLASH.join(str(row[one]) for one in CONCLUSIONS)
    return pd.DataFrame([cells[place] for place in sorted(cells)])


def _place(claim: str, decision: str, value: Any) -> tuple[int, int]:
    """Return where a decision's value stands in a table."""
    if not decision:
        return -1, 0
    if claim == "N5" and decision == "counting":
        return DECISIONS.index(decision), int(value.removeprefix("by_")) if value != "at_all" else 10**6
    named = {"weights": WEIGHTS, "loyal_run": LOYAL_RUNS, "counting": COUNTINGS[claim]}
    return DECISIONS.index(decision), named[decision].index(value) if decision in named else int(value)


def changes_table(
    decision: str,
    one: object,
    other: object,
    claims: Sequence[str] = ("N1", "N2", "N3", "N4", "N5", "N6"),
    readings: Sequence[Reading] = READINGS,
    lang: str | None = None,
) -> pd.DataFrame:
    """Return what one decision changes in each claim, all else being equal: figures and conclusions.

    Parameters
    ----------
    decision : str
        One of `variantlab.study.negaeri_readings.DECISIONS`.
    one, other : object
        The two values to be compared; changes are the other's figures less the one's.
    claims : sequence of str, optional
        The claims.
    readings : sequence of Reading, optional
        Only these readings.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> table = changes_table("depth", 1, 2, ["N2"], (OURS,), "en")
    >>> table["claim"].tolist(), table["pairs"].tolist()
    (['N2, as it is', 'N2, no edge captures'], [6, 6])
    """
    import pandas as pd

    lang, rows = language(lang), []
    for claim in claims:
        settled = conclusion_pairs(claim, decision, one, other, readings)
        n_turned = sum(a.conclusion != b.conclusion for a, b in settled)
        n_opposite = sum({a.conclusion, b.conclusion} == {"holds", "fails"} for a, b in settled)
        for part in PARTS[claim]:
            pairs = pairs_by(specifications(claim, part, readings=readings), decision, one, other)
            if not pairs or not settled:
                continue
            changes = [float(b.ours.estimate or 0.0) - float(a.ours.estimate or 0.0) for a, b in pairs]
            farthest = max(changes, key=abs)
            told = sum(_differ(a, b) for a, b in pairs)
            rows.append(
                {
                    word("claim", lang): label("comma", lang).join(
                        filter(None, (claim, _parts_in_words(claim, part, lang)))
                    ),
                    word("pairs", lang): len(pairs),
                    word("change", lang): _change(median(changes), claim),
                    word("largest", lang): _change(farthest, claim),
                    word("told", lang): word("k_of_n", lang, k=told, n=len(pairs)),
                    word("turned", lang): word("k_of_n", lang, k=n_turned, n=len(settled)),
                    word("opposite", lang): word("k_of_n", lang, k=n_opposite, n=len(settled)),
                }
            )
    return pd.DataFrame(rows)


def _differ(one: Specification, other: Specification) -> bool:
    return difference_of(other.ours, one.ours).excludes_zero


def _change(change: float, claim: str) -> str:
    return f"{change:+.3g}" if claim == "N1" else f"{100 * change:+.1f}%"


def pawn_effects_table(readings: Sequence[Reading] = READINGS, lang: str | None = None) -> pd.DataFrame:
    """Return what one more pawn adds to sente's score, by the players' depth, over the readings.

    Examples
    --------
    >>> pawn_effects_table((OURS,), "en").columns.tolist()[:2]
    ['looks ahead', 'all combinations']
    """
    import pandas as pd

    lang = language(lang)
    by_depth: dict[int, list[Difference]] = {}
    for effect in pawn_effects(readings):
        if effect.gain.estimate is not None:
            by_depth.setdefault(effect.depth, []).append(effect.gain)
    rows = []
    for depth, gains in sorted(by_depth.items()):
        sizes = sorted(float(gain.estimate or 0.0) for gain in gains)
        n = len(gains)
        rows.append(
            {
                study_word("depth", lang): study_word(f"depth={depth}", lang),
                word("all", lang): n,
                word("gain", lang): f"{100 * median(sizes):+.1f}%",
                word("reach", lang): f"{100 * sizes[0]:+.1f}% – {100 * sizes[-1]:+.1f}%",
                word("raises", lang): word("k_of_n", lang, k=sum((g.low or 0) > 0 for g in gains), n=n),
                word("lowers", lang): word("k_of_n", lang, k=sum((g.high or 0) < 0 for g in gains), n=n),
            }
        )
    return pd.DataFrame(rows)


# --- combinations
# -------------------------------------------------------------------------------------------


def _figure_name(claim: str, part: str, lang: str) -> str:
    return label("comma", lang).join(filter(None, (claim, _parts_in_words(claim, part, lang))))


def combinations_table(rows: Sequence[Combination], lang: str | None = None) -> pd.DataFrame:
    """Return combinations beside the article's figures, which stand in the first row.

    Figures that are not compatible with the article's stand in brackets.

    Examples
    --------
    >>> from variantlab.study.negaeri import combinations
    >>> combinations_table(combinations()[:1], "en")["N3"].iloc[0]
    '40%'
    """
    import pandas as pd

    lang, comma = language(lang), label("comma", language(lang))
    article = {
        _figure_name(claim, part, lang): f"{one.value:g}" if one.k is None else f"{one.value:.0%}"
        for (claim, part), one in REPORTED.items()
    }
    head, pause = word("combination", lang), "；" if lang == "ja" else "; "
    found: list[dict[str, Any]] = [{head: word("article", lang)} | article]
    for row in rows:
        ways = [study_word(f"counting={row.countings[claim]}", lang) for claim in ("N1", "N2")]
        cells = {_figure_name(one.claim, one.part, lang): _bracketed(one) for one in row.figures}
        player, reading = player_words(row.depth, row.weights, lang), reading_in_words(row.reading, lang)
        found.append(
            {head: pause.join((player, reading, comma.join(ways)))}
            | cells
            | {
                word("distance", lang): f"{row.distance:.2f}",
                word("fewest", lang): row.n_least,
            }
        )
    return pd.DataFrame(found).astype({word("fewest", lang): "Int64"}) if rows else pd.DataFrame(found)


def combinations_in_words(rows: Sequence[Combination], lang: str | None = None) -> str:
    """Return how many combinations there are, and with how many of the article's figures they agree.

    Examples
    --------
    >>> from variantlab.study.negaeri import combinations
    >>> combinations_in_words(combinations()[:7], "en").split(": ")[1].split(".")[0]
    '7'
    """
    agreeing = Counter(row.n_agreeing for row in rows)
    return say("n_combinations", lang, n=len(rows), all_six=agreeing[6], five=agreeing[5])


def reading_in_words(reading: Reading, lang: str | None = None) -> str:
    """Return the decisions of a reading in words.

    Examples
    --------
    >>> reading_in_words(OURS, "en")
    'offset 1, blocks, at the start'
    """
    lang = language(lang)
    return label("comma", lang).join(
        study_word(f"{name}={value}", lang) for name, value in vars(reading).items()
    )


def _bracketed(one: Specification) -> str:
    estimate = one.ours.estimate
    if estimate is None:
        return MISSING
    text = f"{estimate:.3g}" if one.claim == "N1" else f"{estimate:.0%}"
    return text if one.agrees else f"({text})"


def fresh_table(stored: Combination, fresh: Combination, lang: str | None = None) -> pd.DataFrame:
    """Return a combination's figures from the games that it was chosen by, and from games played since.

    Examples
    --------
    >>> from variantlab.study.negaeri import combinations
    >>> one = combinations()[0]
    >>> len(fresh_table(one, one, "en"))
    6
    """
    import pandas as pd

    lang, rows = language(lang), []
    for before, after in zip(stored.figures, fresh.figures, strict=True):
        is_share = _is_share(before.claim, before.counting)
        rows.append(
            {
                word("figure", lang): _figure_name(before.claim, before.part, lang),
                word("article", lang): f"{REPORTED[before.claim, before.part].value:g}"
                if not is_share
                else estimate_in_words(before.source, lang),
                word("stored", lang): estimate_in_words(before.ours, lang, is_share=is_share),
                word("fresh", lang): estimate_in_words(after.ours, lang, is_share=is_share),
                word("compatible", lang): word("yes" if after.agrees else "no", lang),
            }
        )
    return pd.DataFrame(rows)
