"""What the Negaeri Shogi notebooks show as tables and sentences, in the language of the charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.simulate import tally
from variantlab.stats.intervals import Estimate, rate
from variantlab.study.negaeri import OURS, PARTS, REPORTED, specifications
from variantlab.study.negaeri_balance import PawnScore, fair_table
from variantlab.study.negaeri_samples import needed_table, sample_table
from variantlab.view.labels import label, language
from variantlab.view.marks import interval_in_words
from variantlab.view.shogi import KANJI
from variantlab.view.shogi_words import player_words, study_word

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "fair_pawns_table",
    "games_needed_table",
    "lent_spreads_table",
    "pieces_table",
    "reported_claims",
    "reported_games",
    "samples_table",
    "say",
    "say_again",
    "say_pawns",
    "wins_again",
]

WORDS: dict[str, dict[str, str]] = {
    "piece": {"en": "piece", "ja": "駒"},
    "sign": {"en": "sign", "ja": "文字"},
    "letter": {"en": "letter", "ja": "記号"},
    "promoted": {"en": "promoted", "ja": "成ると"},
    "never": {"en": "never", "ja": "成らない"},
    "goes": {"en": "goes", "ja": "動き"},
    "name_K": {"en": "king", "ja": "玉将（ぎょくしょう）"},
    "name_P": {"en": "pawn", "ja": "歩兵（ふひょう）"},
    "name_R": {"en": "rook", "ja": "飛車（ひしゃ）"},
    "name_B": {"en": "bishop", "ja": "角行（かくぎょう）"},
    "name_+P": {"en": "tokin", "ja": "と金（ときん）"},
    "name_+R": {"en": "dragon", "ja": "竜王（りゅうおう）"},
    "name_+B": {"en": "horse", "ja": "竜馬（りゅうま）"},
    "goes_K": {"en": "one step in any direction", "ja": "まわり 8 マスに 1 マス"},
    "goes_P": {"en": "one step forward", "ja": "前に 1 マス"},
    "goes_R": {"en": "any distance along rows and columns", "ja": "縦横にどこまでも"},
    "goes_B": {"en": "any distance along diagonals", "ja": "斜めにどこまでも"},
    "goes_+P": {
        "en": "one step forward, diagonally forward, sideways or back",
        "ja": "前・斜め前・横・後ろの 6 方向に 1 マス",
    },
    "games": {"en": "games", "ja": "対局数"},
    "our_games": {"en": "our games", "ja": "この研究の対局数"},
    "capped": {"en": "capped", "ja": "打ち切り"},
    "margin": {"en": "interval at a half, give or take", "ja": "50% での区間の幅（±）"},
    "shown_from": {"en": "told from a half, 8 times in 10, from", "ja": "10 回に 8 回 50% と区別できる割合"},
    "power": {"en": "notices a true 59% with probability", "ja": "真の 59% に気づく確率"},
    "truth": {"en": "true share", "ja": "真の割合"},
    "needed": {"en": "games to notice it, 8 times in 10", "ja": "10 回に 8 回気づく対局数"},
    "player": {"en": "both look ahead", "ja": "両者の読み"},
    "nearest": {"en": "nearest to fair", "ja": "最も公平に近い枚数"},
    "score": {"en": "sente's score", "ja": "先手の得点率"},
    "may_be_fair": {"en": "may be fair", "ja": "公平でありうる枚数"},
    "lent": {"en": "the article's {value:g} would be", "ja": "記事の {value:g} の区間"},
    "between": {"en": "{low:.2f} to {high:.2f}", "ja": "{low:.2f}〜{high:.2f}"},
    "none_fair": {"en": "none", "ja": "なし"},
    "goes_+R": {"en": "and one step diagonally", "ja": "さらに斜めに 1 マス"},
    "goes_+B": {"en": "and one step along rows and columns", "ja": "さらに縦横に 1 マス"},
}


SENTENCES: dict[str, dict[str, str]] = {
    "pawn_effect": {
        "en": "The extra pawn, from the article's games: {difference} for sente's share of wins. Neither of "
        "the two figures is told from a half; their difference {shown} told from 0.",
        "ja": "記事の対局での歩 1 枚の効果：先手の勝率の差 {difference}。二つの数値はどちらも 50% と"
        "区別できない。差は 0 と区別{shown}。",
    },
    "is_shown": {"en": "is", "ja": "できる"},
    "is_not_shown": {"en": "is not", "ja": "できない"},
    "again": {
        "en": "{n_runs} times {n} games of the same players: from {low} to {high} wins of sente. {n_out} of "
        "the {n_runs} intervals leave out a half.",
        "ja": "同じ打ち手の {n} 局を {n_runs} 回：先手の勝ちは {low} から {high}。{n_runs} 個の区間のうち "
        "{n_out} 個が 50% を含まない。",
    },
    "draws_help": {
        "en": "To tell 53% from 50%: {plain:,} single games without draws, {draws:,} where 30 of 100 are "
        "drawn, {pairs:,} in pairs whose results balance each other out (correlation {correlation:g}).",
        "ja": "53% を 50% と区別するには：引き分けのない 1 局ずつなら {plain:,} 局、100 局中 30 局が"
        "引き分けなら {draws:,} 局、互いに打ち消し合う組（相関 {correlation:g}）なら {pairs:,} 局。",
    },
    "pawns_by_player": {
        "en": "With {n_fair} of {n} players some number of extra pawns may be fair. The nearest number is "
        "{numbers}, depending on who plays.",
        "ja": "{n} 組の打ち手のうち {n_fair} 組では、公平でありうる枚数がある。最も近い枚数は"
        "打ち手によって {numbers}。",
    },
    "no_games": {"en": "No such games are stored.", "ja": "保存された対局がありません。"},
    "stronger_check": {
        "en": "{value} pawns in sente's hand, {player} against itself: sente's score {score} in {n:,} "
        "finished games, seed {seed}; {capped:,} capped, in no score.",
        "ja": "先手の持ち歩 {value} 枚、{player} どうし：終局した {n:,} 局で先手の得点率 {score}、"
        "シード {seed}。打ち切り {capped:,} 局は得点率に含まない。",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return a sentence of the notebooks; intervals among the values are shown in percent.

    Examples
    --------
    >>> say("pawn_effect", "en", difference=rate(50, 100), shown="is").split(" for")[0]
    "The extra pawn, from the article's games: 50.0% [40.4, 59.6]"
    """
    lang = language(lang)
    shown = {
        name: interval_in_words(value, lang) if isinstance(value, Estimate) else value
        for name, value in values.items()
    }
    return SENTENCES[key][lang].format(**shown)


def pieces_table(lang: str | None = None) -> pd.DataFrame:
    """Return a table of the pieces: sign, name, letter and how they go, plain and promoted.

    Examples
    --------
    >>> pieces_table("en").iloc[1].tolist()[:3]
    ['歩', 'pawn', 'P']
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for kind, sign in KANJI.items():
        named = word(f"name_{kind}", lang)
        rows.append(
            {
                word("sign", lang): sign,
                word("piece", lang): named,
                word("letter", lang): kind,
                word("goes", lang): word(f"goes_{kind}", lang),
                word("promoted", lang): _promoted(kind, lang),
            }
        )
    return pd.DataFrame(rows)


def _promoted(kind: str, lang: str) -> str:
    """Return what a piece becomes."""
    if kind[0] == "+":
        return ""
    if kind == "K":
        return word("never", lang)
    sign = KANJI[f"+{kind}"]
    return sign if lang == "ja" else f"{sign} {word(f'name_+{kind}', lang)}"


# --- how many games


def reported_claims(lang: str | None = None) -> dict[str, tuple[int, int]]:
    """Return the article's shares of games, as counts and numbers of games, by the words of the claim.

    Examples
    --------
    >>> reported_claims("en")["N3: sente wins, equal hands"]
    (24, 60)
    """
    lang = language(lang)
    return {
        f"{one.claim}: {study_word(f'{one.claim}.{one.part}', lang)}": (one.k, one.n)
        for one in REPORTED.values()
        if one.k is not None
    }


def reported_games() -> dict[str, int]:
    """Return how many games the article played, by the claims they stand for.

    Examples
    --------
    >>> reported_games()
    {'N1, N2': 40, 'N3': 60, 'N4': 100}
    """
    claims: dict[int, list[str]] = {}
    for one in REPORTED.values():
        if one.claim not in claims.setdefault(one.n, []):
            claims[one.n].append(one.claim)
    return {", ".join(names): n for n, names in claims.items()}


def samples_table(lang: str | None = None) -> pd.DataFrame:
    """Return what the article's numbers of games can tell, in words.

    Examples
    --------
    >>> len(samples_table("en"))
    3
    """
    import pandas as pd

    lang = language(lang)
    found = sample_table()
    return pd.DataFrame(
        {
            word("games", lang): found["n"],
            word("margin", lang): [f"{x:.1%}" for x in found["margin"]],
            word("shown_from", lang): [f"{x:.1%}" for x in found["shown_from"]],
            word("power", lang): [f"{x:.0%}" for x in found["power_at_0.59"]],
        }
    )


def games_needed_table(lang: str | None = None) -> pd.DataFrame:
    """Return how many games tell a true share from a half, in words.

    Examples
    --------
    >>> games_needed_table("en").iloc[0].tolist()
    ['40%', '198']
    """
    import pandas as pd

    lang = language(lang)
    found = needed_table()
    return pd.DataFrame(
        {
            word("truth", lang): [f"{x:.0%}" for x in found["truth"]],
            word("needed", lang): [f"{int(n):,}" for n in found["n_games"]],
        }
    )


def lent_spreads_table(lang: str | None = None) -> pd.DataFrame:
    """Return the intervals that the article's means would have if its games varied as ours, a line a player.

    Examples
    --------
    >>> lent_spreads_table("en").columns.tolist()
    ['both look ahead', 'our games', "the article's 2.51 would be", "the article's 0.76 would be"]
    """
    import pandas as pd

    lang = language(lang)
    rows: dict[tuple[int, str], dict[str, str]] = {}
    for part in PARTS["N1"]:
        heading = word("lent", lang, value=REPORTED["N1", part].value)
        for row in specifications("N1", part, "per_move", readings=(OURS,)):
            if row.source is not None and row.source.has_data:
                between = word("between", lang, low=row.source.low, high=row.source.high)
                cells = rows.setdefault(
                    (row.depth, row.weights), {word("our_games", lang): f"{row.ours.n:,}"}
                )
                cells[heading] = between
    named = [
        {word("player", lang): player_words(*player, lang), **cells} for player, cells in sorted(rows.items())
    ]
    return pd.DataFrame(named).fillna("")


def wins_again(
    game: NegaeriShogi,
    player: str,
    n: int,
    n_runs: int,
    seed: int,
    lang: str | None = None,
) -> dict[str, tuple[int, int]]:
    """Return sente's wins in several runs of `n` games between equal players, by the words of the run.

    Parameters
    ----------
    game : NegaeriShogi
        The rules.
    player : str
        Plays both sides.
    n, n_runs : int
        Games a run, and runs.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    seed : int
        Of the first run; the others have the next ones.

    Returns
    -------
    dict of str to (int, int)
        Wins and finished games of each run.

    Examples
    --------
    >>> runs = wins_again(NegaeriShogi(), "random", n=60, n_runs=2, seed=1, lang="en")
    >>> list(runs), [n <= 60 for _, n in runs.values()]
    (['run 1', 'run 2'], [True, True])
    """
    found = {}
    for number in range(n_runs):
        counts = tally(game, (player, player), n, seed + number)
        name_of_run = label("run", lang, number=number + 1)
        found[name_of_run] = (int(counts.labels["winner"]["sente"]), counts.n_finished)
    return found


def say_again(runs: Mapping[str, tuple[int, int]], lang: str | None = None) -> str:
    """Return how far the runs of `wins_again` lie apart, and how many look unfair by themselves."""
    wins = [k for k, _ in runs.values()]
    n_out = sum(not rate(k, n).contains(0.5) for k, n in runs.values())
    n = max(n for _, n in runs.values())
    return say("again", lang, n_runs=len(runs), n=n, low=min(wins), high=max(wins), n_out=n_out)


# --- the extra pawn


def fair_pawns_table(rows: Sequence[PawnScore], lang: str | None = None) -> pd.DataFrame:
    """Return for each player which number of extra pawns is nearest to fair, and which may be fair.

    Examples
    --------
    >>> from variantlab.study.negaeri_balance import pawn_curve
    >>> fair_pawns_table(pawn_curve(), "en").columns.tolist()
    ['both look ahead', 'nearest to fair', "sente's score", 'games', 'capped', 'may be fair']
    """
    import pandas as pd

    lang = language(lang)
    found = fair_table(rows).to_dict("records")
    shown = []
    for row in found:
        limits = ", ".join(f"{100 * row[end]:.1f}" for end in ("low", "high"))
        shown.append(
            {
                word("player", lang): player_words(row["depth"], row["weights"], lang),
                word("nearest", lang): row["nearest"],
                word("score", lang): f"{row['score']:.1%} [{limits}]",
                word("games", lang): row["n"],
                word("capped", lang): row["capped"],
                word("may_be_fair", lang): row["may_be_fair"] or word("none_fair", lang),
            }
        )
    return pd.DataFrame(shown)


def say_pawns(rows: Sequence[PawnScore], lang: str | None = None) -> str:
    """Return how far the players agree on the number of pawns that makes the game fair."""
    found = fair_table(rows)
    numbers = ", ".join(str(n) for n in np.unique(found["nearest"]))
    n_fair = int((found["may_be_fair"] != "").sum())
    return say("pawns_by_player", lang, n=len(found), n_fair=n_fair, numbers=numbers)
