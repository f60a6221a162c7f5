"""What the notebooks after a result show: counts beside intervals and exact values, and what they amount to.

Tables come in the language of the charts; `say` gives a conclusion, `sample` a caption.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from variantlab.exact import Graph, RandomPlay
from variantlab.games.othello.position import Move, OthelloPosition
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Health, Tally, tally
from variantlab.stats.comparisons import Difference, mean_difference_from_sums
from variantlab.stats.intervals import Estimate, Interval, mean_from_sums, rate
from variantlab.stats.sequential import false_alarm_rate
from variantlab.study.gate import Label
from variantlab.study.mistakes import MistakenPlay, play_with
from variantlab.study.vanish import PLAYERS, counted_as_the_article, different_moves, surplus_of_black
from variantlab.view.boards import board_svg, boards_row
from variantlab.view.charts import RateRow
from variantlab.view.figures import Chart, caption_of, colour_of, legend_mark
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "OUTCOMES",
    "capped_table",
    "caps_table",
    "chart_key",
    "counts_at",
    "discs_difference",
    "exact_figures",
    "figure_in_words",
    "figures",
    "figures_table",
    "game_name",
    "health_table",
    "histogram_chart",
    "looks_table",
    "mistake_boards",
    "mistakes_table",
    "mixed_points",
    "rules_table",
    "same_game_lines",
    "sample",
    "say",
    "series_table",
    "short",
    "sign_change",
    "surplus_points",
    "surplus_table",
    "undecided_rows",
    "word",
]

#: The curves of who wins, and the winner each counts.
OUTCOMES: Mapping[str, str] = {"black_wins": "black", "white_wins": "white", "draw": "draw"}

WORDS = {
    # tables
    "figure": {"en": "figure", "ja": "項目"},
    "observed": {"en": "observed [95% interval]", "ja": "観測値［95% 区間］"},
    "mean_of": {"en": "{count}, mean", "ja": "{count}（平均）"},
    "surplus": {"en": "black − white wins [95%]", "ja": "黒勝 − 白勝［95%］"},
    "leads": {"en": "ahead", "ja": "勝ち越し"},
    "neither": {"en": "neither", "ja": "なし"},
    "players": {"en": "black / white", "ja": "黒／白の打ち手"},
    "counting": {"en": "how it is counted", "ja": "数え方"},
    "apart": {"en": "capped games apart", "ja": "打ち切りを別に数える"},
    "as_article": {"en": "as the article's program does", "ja": "記事のコードのとおり"},
    "black_share": {"en": "black's share [95% interval]", "ja": "黒勝の割合［95% 区間］"},
    "cap": {"en": "capped at, plies", "ja": "打ち切る手数"},
    "capped_share": {"en": "still capped [95% interval]", "ja": "打ち切りの割合［95% 区間］"},
    "looks": {"en": "looks", "ja": "見るタイミング"},
    "every": {"en": "after every {step} games", "ja": "{step} 局ごと"},
    "at_the_end": {"en": "once, at the end", "ja": "最後に一度だけ"},
    "plain": {"en": "false alarms, plain interval", "ja": "誤報の確率（通常の区間）"},
    "anytime_alarms": {"en": "false alarms, anytime interval", "ja": "誤報の確率（何度見てもよい区間）"},
    "played": {"en": "how each turn is played", "ja": "処理のしかた"},
    "right": {"en": "right", "ja": "正しい処理"},
    "end_disc": {"en": "the end disc is taken too", "ja": "端の石まで取り除く"},
    "one_direction": {"en": "one direction only", "ja": "片方向しか処理しない"},
    "wrong": {"en": "WRONG: ", "ja": "誤り："},
    "range": {"en": "plies, from–to", "ja": "手数の範囲"},
    "branching": {"en": "moves a turn", "ja": "1手あたりの選択肢"},
    "passes_a_game": {"en": "passes a game", "ja": "パス（1局）"},
    "field": {"en": "field", "ja": "項目名"},
    "value": {"en": "value", "ja": "値"},
    "allowed": {"en": "allowed", "ja": "指定できる値"},
    "meaning": {"en": "what it says", "ja": "内容（英語）"},
    "origin": {"en": "where it comes from", "ja": "出どころ"},
    "article": {"en": "the article", "ja": "記事"},
    "decision": {"en": "our decision", "ja": "本研究の決め"},
    "ours": {"en": "our own", "ja": "独自"},
    "from_to": {"en": "{low:g} to {high:g}", "ja": "{low:g} から {high:g}"},
    "start_allowed": {
        "en": "standard, parallel, scattered, a diagram, a move list",
        "ja": "standard、parallel、scattered、盤の図、棋譜",
    },
    # rules
    "touching": {"en": "touching", "ja": "隣接"},
    "free": {"en": "anywhere", "ja": "自由配置"},
    "parallel": {"en": "parallel start", "ja": "平行配置"},
    "scattered": {"en": "{n} + {n} scattered", "ja": "ばらまき {n}+{n}"},
    "other_start": {"en": "other start", "ja": "別の初期配置"},
    "discs_each": {"en": "{n} discs each", "ja": "持ち石 {n}"},
    "sized": {"en": "{n} by {n}", "ja": "{n}×{n}"},
    # charts and captions
    "surplus_of_a_run": {"en": "black's wins less white's, in one run", "ja": "1 回ごとの「黒勝 − 白勝」"},
    "runs_axis": {"en": "runs", "ja": "回数"},
    "surplus_axis": {"en": "black's wins less white's, per game", "ja": "（黒勝 − 白勝）÷ 局数"},
    "surplus_line": {"en": "surplus of black", "ja": "黒の勝ち越し"},
    "white_ahead": {"en": "white ahead", "ja": "白が勝ち越し"},
    "black_ahead": {"en": "black ahead or level", "ja": "黒が勝ち越しか同数"},
    "many_runs": {"en": "{runs:,} runs of n = {n:,} games", "ja": "n = {n:,} 局を {runs:,} 回"},
    "n_runs": {"en": "n = {n:,} games a run", "ja": "1 回 n = {n:,} 局"},
    "in_article_order": {
        "en": "The columns are those of the article's result line",
        "ja": "列は記事の結果の行と同じ順",
    },
    "of_finished": {
        "en": "Wins and draws are shares of the finished games, all other shares of all games",
        "ja": "勝ちと引き分けは終局した対局に占める割合、ほかの割合は全対局に占めるもの",
    },
    "surplus_unit": {
        "en": "Wins of black less wins of white, per finished game; 95% Student t intervals",
        "ja": "黒勝から白勝を引き、終局した対局数で割ったもの。区間は 95%（スチューデントの t）",
    },
    "not_planned": {"en": "Not among the questions of the prediction", "ja": "予想の質問には含まれない"},
    "not_planned_surplus": {
        "en": "Not among the questions of the prediction. Wins are those of finished games; the last "
        "column is per finished game, 95% Student t",
        "ja": "予想の質問には含まれない。勝敗は終局した対局のもの。最後の列は終局した 1 局あたり、95%"
        "（スチューデントの t）",
    },
    "not_planned_wilson": {
        "en": "Not among the questions of the prediction. 95% Wilson intervals",
        "ja": "予想の質問には含まれない。区間は 95%（ウィルソン）",
    },
    "shares_of_all": {
        "en": "Not among the questions of the prediction. Both shares are of all games",
        "ja": "予想の質問には含まれない。どちらも全対局に占める割合",
    },
    "finished_shares": {
        "en": "Shares of the finished games. Not among the questions of the prediction",
        "ja": "終局した対局に占める割合。予想の質問には含まれない",
    },
    "fair_coin": {
        "en": "Exact. The true rate is one half, the level 95%, n = {n:,} games at most",
        "ja": "厳密値。真の割合は 1/2、水準 95%、最大 n = {n:,} 局",
    },
    "exact_play": {
        "en": "Exact: all games of random players, every turn played so",
        "ja": "厳密値：ランダムな打ち手が毎回そう処理した場合の全対局",
    },
    "health_note": {
        "en": "Random play. Moves a turn from the positions of {n_walks} games each; not known where "
        "each game draws its start",
        "ja": "ランダムな打ち手。選択肢の数は各 {n_walks} 局の局面から。初期配置を毎回引くルールでは不明",
    },
    "lines_join": {
        "en": "The lines only join the estimates. Shares of the finished games. Not among the "
        "questions of the prediction",
        "ja": "線は推定値をつないだだけのもの。終局した対局に占める割合。予想の質問には含まれない",
    },
    "lines_join_surplus": {
        "en": "The lines only join the estimates. Per finished game. Not among the questions of the "
        "prediction",
        "ja": "線は推定値をつないだだけのもの。終局した 1 局あたり。予想の質問には含まれない",
    },
    "mixed_title": {"en": "From flip to vanish, {size} by {size}", "ja": "標準から消滅へ（{size}×{size}）"},
    "mixed_small_title": {
        "en": "From flip to vanish, {size} by {size}, {n} discs each",
        "ja": "標準から消滅へ（{size}×{size}、持ち石 {n}）",
    },
    "rules_note": {
        "en": "The rules of Othello and their standard values",
        "ja": "オセロのルールと標準の値",
    },
    "fair_title": {"en": "Where is the game fair?", "ja": "どこで公平になるか"},
    # conclusions
    "check_passed": {
        "en": "The check is passed: the longest of {n:,} games of the standard rule has {longest} "
        "plies, and more than {most} cannot be (seed {seed}).",
        "ja": "検算に合格：標準ルール {n:,} 局の最長は {longest} 手で、上限の {most} 手を超えません（"
        "シード {seed}）。",
    },
    "no_verdict": {
        "en": "No verdict: this is an exploratory look, and nothing was locked that the results "
        "could be held against.",
        "ja": "判定なし：探索的な表示なので、結果と照らし合わせる固定済みの予想がありません。",
    },
    "discs_differ": {
        "en": "Discs on the board at the end, vanish less flip: {difference}.",
        "ja": "終局時の石の数、消滅ルール − 標準ルール：{difference}。",
    },
    "stuck_first": {
        "en": "Under vanish there are {passes} passes a game. The first without a move is black in "
        "{black} of the games and white in {white} (exact).",
        "ja": "消滅ルールのパスは 1 局あたり {passes} 回。先に置けなくなるのは、黒が {black}、白が "
        "{white}（厳密値）。",
    },
    "capped_games": {"en": "Capped, {rule}: {share}.", "ja": "打ち切り、{rule}：{share}。"},
    "more_for_black": {
        "en": "Black's surplus per finished game, vanish less flip. The three runs together: "
        "{difference}. Exact value less long run: {change}.",
        "ja": "終局した 1 局あたりの黒の勝ち越し、消滅 − 標準。3 回の合計：{difference}。厳密値 − 長"
        "い対局列：{change}。",
    },
    "wrong_side": {
        "en": "A single run of {n:,} games puts black ahead or level this often: {share}. The long "
        "run says for one game: {surplus}.",
        "ja": "{n:,} 局を 1 回だけ見ると、黒が勝ち越すか並ぶ割合：{share}。長い対局列での 1 局あたり"
        "の差：{surplus}。",
    },
    "same_sign": {
        "en": "Under flip the same side is ahead in all three of three runs this often: {share}. In "
        "a fair game with as good as no ties it would be 1 of 4, by luck alone.",
        "ja": "標準ルールで 3 回とも同じ色が勝ち越す割合：{share}。公平なゲームでも、偶然だけで約 4 "
        "回に 1 回はそうなります。",
    },
    "ten_by_hand": {
        "en": "If black wins 5 of 10 games by hand, black's share is {interval}.",
        "ja": "手作業の 10 局で黒が 5 勝なら、黒の割合は {interval}。",
    },
    "capped_moved": {
        "en": "Counted as the program does, {n_moved:,} games that nobody has won become wins or draws.",
        "ja": "記事のコードのとおりに数えると、勝敗のない {n_moved:,} 局が勝ちや引き分けになります。",
    },
    "one_disc": {
        "en": "Each of the {n} moves of the whole vanish game captures exactly {k} disc. So handling "
        "one direction only changes nothing here: from this start the mistake cannot be seen.",
        "ja": "消滅ルールの全 {n} 手は、どれもちょうど {k} 個を挟みます。片方向しか処理しない誤りは、"
        "この初期配置では何も変えず、見えません。",
    },
    "captures": {
        "en": "The {n} moves of the whole vanish game capture up to {k} discs.",
        "ja": "消滅ルールの全 {n} 手は、最大 {k} 個を挟みます。",
    },
    "same_game": {
        "en": "{rule}: {n} positions; moves that differ from vanish: {different}",
        "ja": "{rule}：局面 {n}、消滅ルールと違う手 {different}",
    },
    "fair_between": {
        "en": "The sign of black's surplus changes between p = {low:g} and p = {high:g}: {before}, "
        "then {after}.",
        "ja": "黒の勝ち越しの符号は p = {low:g} と p = {high:g} の間で変わります：{before} から {after}。",
    },
    "fair_unclear": {
        "en": "The sign of black's surplus changes {n} times among these p: the games do not say "
        "where the game is fair.",
        "ja": "黒の勝ち越しの符号は、これらの p の間で {n} 回変わります。どこで公平になるかは、この局"
        "数では分かりません。",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key of this module, else of the labels, else the key itself."""
    return WORDS[key][lang].format(**values) if key in WORDS else name(key, lang)


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return a conclusion in words.

    Parameters
    ----------
    key : str
        A key of this module's words.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    **values
        What fills its blanks.

    Examples
    --------
    >>> say("ten_by_hand", "en", interval=rate(5, 10))
    "If black wins 5 of 10 games by hand, black's share is 0.500 [0.237, 0.763] (95% Wilson, n = 10)."
    """
    return word(key, language(lang), **values)


def sample(
    n: int, seed: int | Sequence[int], note: str = "", lang: str | None = None, **values: object
) -> str:
    """Return a caption: the games, of a run where there are several seeds; the seeds; a note by its key.

    Examples
    --------
    >>> sample(1000, [1, 2, 3], "in_article_order", "en")
    "n = 1,000 games a run, seeds 1, 2, 3. The columns are those of the article's result line."
    """
    lang = language(lang)
    if isinstance(seed, int):
        size, seeds = label("n_games", lang, n=n), label("with_seed", lang, seed=seed)
    else:
        size = word("n_runs", lang, n=n)
        seeds = label("with_seeds", lang, seed=label("comma", lang).join(map(str, seed)))
    stop = label("stop", lang)
    parts = [f"{size}{label('comma', lang)}{seeds}", *([word(note, lang, **values)] if note else [])]
    return stop.join(parts) + stop.strip()


def short(estimate: Estimate, lang: str | None = None) -> str:
    """Return an estimate and its limits without level, method and n, which the caption states.

    Examples
    --------
    >>> short(rate(24, 60)), short(rate(0, 0), "en")
    ('0.400 [0.286, 0.526]', 'no data')
    """
    return str(estimate).split(" (")[0] if estimate.has_data else label("no_data", language(lang))


def game_name(game: Othello, lang: str | None = None) -> str:
    """Return the rules in a few words: the capture rule, and what else is not standard.

    Examples
    --------
    >>> game_name(Othello(capture="vanish", placement="touching", discs_each=30), "en")
    'vanish, touching, 30 discs each'
    """
    lang = language(lang)
    parts = [name(game.rule, lang)]
    if game.size != 8:
        parts.append(word("sized", lang, n=game.size))
    if game.start != "standard":
        key = game.start if game.start in ("parallel", "scattered") else "other_start"
        parts.append(word(key, lang, n=game.n_scattered))
    if game.placement != "capturing":
        parts.append(word(game.placement, lang))
    if game.discs_each is not None:
        parts.append(word("discs_each", lang, n=game.discs_each))
    return label("comma", lang).join(parts)


def chart_key(game: Othello, lang: str | None = None) -> str:
    """Return what charts call a game: its rule, which has a colour of its own, or the name of a variant.

    Examples
    --------
    >>> chart_key(Othello(capture="vanish"), "ja"), chart_key(Othello(placement="free"), "en")
    ('vanish', 'flip (standard), anywhere')
    """
    shown = game_name(game, lang)
    return game.rule if shown == name(game.rule, lang) else shown


# ------------------------------------------------------------------------------------------------- of series


def series_table(tallies: Iterable[Tally], lang: str | None = None, surplus: bool = False) -> pd.DataFrame:
    """Return the counts of series of games, one a row, in the order of the article's result line.

    Parameters
    ----------
    tallies : iterable of Tally
        The series; the players are named where not all are random. Without seed and number of games where
        these are the same for all.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    surplus : bool, optional
        Whether a last column gives black's wins less white's per finished game, with its interval.
    """
    import pandas as pd

    lang, tallies = language(lang), list(tallies)
    has_players = any(set(counts.players) != {"random"} for counts in tallies)
    rows = []
    for counts in tallies:
        row: dict[str, Any] = {"rule": game_name(counts.game, lang)}  # type: ignore[arg-type]
        if has_players:
            row[word("players", lang)] = " / ".join(name(player, lang) for player in counts.players)
        discs = _discs(counts).estimate
        row |= {
            "seed": str(counts.seed),
            "games": counts.n_games,
            "plies": _rounded(counts.mean("plies").estimate),
            "discs": _rounded(discs),
            "capped": counts.n_capped,
            "black_wins": counts.winner["black"],
            "white_wins": counts.winner["white"],
            "draw": counts.winner["draw"],
            "wipeout": counts.end_reason["wipeout"],
        }
        if surplus:
            row["surplus"] = short(surplus_of_black(counts), lang)
        rows.append(row)
    table = pd.DataFrame(rows).rename(columns={"surplus": word("surplus", lang)})
    # What is the same in every row stands in the caption.
    same = [key for key in ("seed", "games") if len(rows) > 1 and table[key].nunique() == 1]
    return table if len(same) < 2 else table.drop(columns=same)


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 1)


def _discs(counts: Tally) -> Interval:
    """Return the mean number of discs at the end."""
    return mean_from_sums(*_discs_sums(counts))


def _discs_sums(counts: Tally) -> tuple[int, int, int]:
    """Return the sum of the discs at the end, their sum of squares, and the number of games.

    The squares of black + white follow from those of black, of white, and of black - white.
    """
    total = counts.sums["black"] + counts.sums["white"]
    squares = 2 * (counts.squares["black"] + counts.squares["white"]) - counts.products["margin_squares"]
    return total, squares, counts.n_games


def discs_difference(one: Tally, other: Tally, level: float = 0.95) -> Difference:
    """Return by how many discs the mean board at the end of `one` is fuller than that of `other`.

    Examples
    --------
    >>> counts = tally(Othello(), n=50, seed=1)
    >>> discs_difference(counts, counts).estimate
    0.0
    """
    return mean_difference_from_sums(*_discs_sums(one), *_discs_sums(other), level)


def figures_table(
    tallies: Mapping[str, Tally], exact: Mapping[str, RandomPlay] | None = None, lang: str | None = None
) -> pd.DataFrame:
    """Return every figure of the article's result line with its interval, and beside it the exact value.

    Parameters
    ----------
    tallies : mapping of str to Tally
        One series by rule.
    exact : mapping of str to RandomPlay, optional
        The truth about some rules.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang, known = language(lang), exact or {}
    rows = []
    for rule, counts in tallies.items():
        truth = exact_figures(known[rule]) if rule in known else {}
        rows += [
            {
                "rule": name(rule, lang),
                word("figure", lang): figure_in_words(key, lang),
                word("observed", lang): short(estimate, lang),
                "exact": truth.get(key),
            }
            for key, estimate in figures(counts).items()
        ]
    return pd.DataFrame(rows)


def figures(counts: Tally) -> dict[str, Estimate]:
    """Return the figures of the article's result line, in its order, with their intervals."""
    return {
        "plies": counts.mean("plies"),
        "discs": _discs(counts),
        "capped": counts.end_rate("capped"),
        "black_wins": counts.win_rate("black"),
        "white_wins": counts.win_rate("white"),
        "draw": counts.win_rate("draw"),
        "wipeout": counts.end_rate("wipeout"),
        "passes": counts.mean("passes"),
    }


def exact_figures(play: RandomPlay) -> dict[str, Any]:
    """Return the same figures exactly."""
    black, white = play.mean["black"], play.mean["white"]
    return {
        "plies": play.mean["plies"],
        "discs": None if black is None or white is None else black + white,
        "capped": play.capped,
        "black_wins": play.win_rates["black"],
        "white_wins": play.win_rates["white"],
        "draw": play.win_rates["draw"],
        "wipeout": play.end_reason["wipeout"],
        "passes": play.mean["passes"],
    }


def figure_in_words(key: str, lang: str) -> str:
    """Return the name of a figure; a mean says that it is one."""
    is_mean = key in ("plies", "discs", "passes")
    return word("mean_of", lang, count=name(key, lang)) if is_mean else name(key, lang)


def surplus_table(runs: Mapping[str, Sequence[Tally]], lang: str | None = None) -> pd.DataFrame:
    """Return black's wins less white's per finished game in each run, and who is ahead.

    Examples
    --------
    >>> from variantlab.simulate import tally
    >>> surplus_table({"flip": [tally(Othello(), n=0, seed=1)]}, "en").to_numpy().tolist()
    [['flip (standard)', '1', 'no data', 'neither']]
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                "rule": name(rule, lang),
                "seed": str(counts.seed),
                word("surplus", lang): short(surplus_of_black(counts), lang),
                word("leads", lang): word(_leader(counts), lang),
            }
            for rule, of_rule in runs.items()
            for counts in of_rule
        ]
    )


def _leader(counts: Tally) -> str:
    black, white = counts.winner["black"], counts.winner["white"]
    return "neither" if black == white else "black" if black > white else "white"


# ----------------------------------------------------------------------------------------- of capped games


def capped_table(games: pd.DataFrame, lang: str | None = None) -> pd.DataFrame:
    """Return the winners of a table of Othello games, counted in two ways: capped games apart, and as wins.

    Parameters
    ----------
    games : pandas.DataFrame
        What `variantlab.simulate.simulate` returned.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    n_capped = int((games["end_reason"] == "capped").sum())
    apart = {key: int((games["winner"] == key).sum()) for key in ("black", "white", "draw")}
    rows = []
    for key, counts, capped in (
        ("apart", apart, n_capped),
        ("as_article", counted_as_the_article(games), None),
    ):
        share = rate(counts["black"], sum(counts.values()))
        rows.append(
            {
                word("counting", lang): word(key, lang),
                "black_wins": counts["black"],
                "white_wins": counts["white"],
                "draw": counts["draw"],
                "capped": capped,
                word("black_share", lang): short(share, lang),
            }
        )
    return pd.DataFrame(rows)


def caps_table(
    game: Othello, caps: Sequence[int], n: int, seed: int, lang: str | None = None
) -> pd.DataFrame:
    """Return how many random games are capped, and the winners of the others, at one cap after another.

    Parameters
    ----------
    game : Othello
        The rules; their own cap does not matter.
    caps : sequence of int
        The numbers of plies at which games are stopped.
    n, seed : int
        The games of each row, the same ones up to the lower cap.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for cap in caps:
        counts = tally(game.replace(max_plies=cap), PLAYERS, n, seed)
        rows.append(
            {
                word("cap", lang): cap,
                word("capped_share", lang): short(counts.end_rate("capped"), lang),
                "capped": counts.n_capped,
                "black_wins": counts.winner["black"],
                "white_wins": counts.winner["white"],
                "draw": counts.winner["draw"],
            }
        )
    return pd.DataFrame(rows)


# --------------------------------------------------------------------------- of looking again and again


def looks_table(n_max: int, steps: Sequence[int], lang: str | None = None) -> pd.DataFrame:
    """Return how often a fair game is called unfair, by how often one looks, exactly.

    Parameters
    ----------
    n_max : int
        The games after which one stops at the latest.
    steps : sequence of int
        One looks after every so many games.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> looks_table(100, [100, 10], "en")["false alarms, plain interval"].tolist()
    ['5.7%', '17.3%']
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("looks", lang): word("at_the_end" if step == n_max else "every", lang, step=f"{step:,}"),
                word("plain", lang): f"{false_alarm_rate(n_max, step):.1%}",
                word("anytime_alarms", lang): f"{false_alarm_rate(n_max, step, method='anytime'):.2%}",
            }
            for step in steps
        ]
    )


def counts_at(game: Othello, winner: str, looks: Sequence[int], seed: int) -> list[int]:
    """Return how many of the first games of a series a side has won, at each look.

    Examples
    --------
    >>> counts_at(Othello(capture="vanish"), "white", [10, 100], seed=1)
    [0, 0]
    """
    code = game.categories["winner"].index(winner)
    winners = game.simulate(PLAYERS, max(looks), seed)["winner"]
    return [int((winners[:n] == code).sum()) for n in looks]


def histogram_chart(
    found: Sequence[int], n_games: int, seed: int, label: Label | None = None, lang: str | None = None
) -> Chart:
    """Return a chart of black's wins less white's in many runs: how many runs came out so.

    Parameters
    ----------
    found : sequence of int
        What `variantlab.study.vanish.surpluses` returned.
    n_games, seed : int
        The games of a run, and the seed of all.
    label, lang : optional
        See `variantlab.view.charts`.
    """
    import numpy as np

    lang = language(lang)
    reach = max(map(abs, found))
    width = max(1, round(reach / 12))
    edges = np.arange(-(reach // width + 1) * width, (reach // width + 2) * width, width)
    heights, _ = np.histogram(found, edges)
    sides = {"white": "white_ahead", "black": "black_ahead"}
    chart = Chart(8, 4.4, lang)
    with chart.theme():
        axes = chart.subplots()
        for side, is_shown in (("white", edges[:-1] < 0), ("black", edges[:-1] >= 0)):
            middles = edges[:-1][is_shown] + width / 2
            axes.bar(middles, heights[is_shown], width=0.9 * width, color=colour_of(side), alpha=0.75)
        axes.axvline(0, color="black", linewidth=1.4)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(word("surplus_of_a_run", lang))
        axes.set_ylabel(word("runs_axis", lang))
        chart.key([legend_mark(word(key, lang), colour_of(side), "s") for side, key in sides.items()])
    sizes = word("many_runs", lang, runs=len(found), n=n_games)
    caption = caption_of(lang, counts=[sizes], seed=seed, label_of_results=label)
    words = f"{min(found)} – {max(found)}"
    return chart.finish(name("runs_title", lang), caption, words)


# ---------------------------------------------------------------------------- of mistakes at the board


def mistake_boards(
    position: OthelloPosition, move: Move | str, mistake: str, lang: str | None = None, size_px: int = 270
) -> Markup:
    """Return a row of boards: a move with what it captures, the right board after it, and the wrong one.

    Examples
    --------
    >>> mistake_boards(Othello(capture="vanish").start_position(), "d3", "end_disc", "en").count("<svg")
    3
    """
    lang = language(lang)
    square = position.find_move(move).square
    before = board_svg(position, preview=square, show_legal=False, last_move="", lang=lang, size_px=size_px)
    right, wrong = (
        board_svg(
            play_with(how, position, square), last_move=square, show_legal=False, lang=lang, size_px=size_px
        )
        for how in ("none", mistake)
    )
    captions = (
        f"{label('before', lang)}{label('colon', lang)}{square}",
        word("right", lang),
        word("wrong", lang) + word(mistake, lang),
    )
    return boards_row(zip(captions, (before, right, wrong), strict=True), lang=lang, size_px=size_px)


def mistakes_table(plays: Iterable[MistakenPlay], lang: str | None = None) -> pd.DataFrame:
    """Return what random play comes to with each mistake, exactly, in the article's order."""
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("played", lang): word("right" if play.mistake == "none" else play.mistake, lang),
                "plies": play.plies,
                "discs": play.discs,
                "black_wins": play.winner["black"],
                "white_wins": play.winner["white"],
                "draw": play.winner["draw"],
                "wipeout": play.wipeout,
            }
            for play in plays
        ]
    )


# ----------------------------------------------------------------------------------------- of many rules


def health_table(healths: Iterable[Health], lang: str | None = None) -> pd.DataFrame:
    """Return what kind of game each rule makes, one a row; no win rate.

    Parameters
    ----------
    healths : iterable of Health
        What `variantlab.simulate.health` returned for rules of Othello.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for found in healths:
        counts, branching = found.tally, found.branching.estimate
        passes = counts.mean("passes").estimate
        rows.append(
            {
                "rule": game_name(counts.game, lang),  # type: ignore[arg-type]
                word("mean_of", lang, count=name("plies", lang)): _rounded(counts.mean("plies").estimate),
                word("range", lang): f"{min(counts.plies)}–{max(counts.plies)}" if counts.plies else None,
                word("branching", lang): _rounded(branching),
                word("passes_a_game", lang): None if passes is None else round(passes, 2),
                "discs": _rounded(_discs(counts).estimate),
                "draw": _percent(counts.winner["draw"], counts.n_games),
                "wipeout": _percent(counts.end_reason["wipeout"], counts.n_games),
                "capped": _percent(counts.n_capped, counts.n_games),
            }
        )
    return pd.DataFrame(rows)


def _percent(k: int, n: int) -> str | None:
    return f"{k / n:.1%}" if n else None


def undecided_rows(tallies: Iterable[Tally], lang: str | None = None) -> list[RateRow]:
    """Return for `variantlab.view.charts.rates_chart` the games nobody won, by rule: capped ones, and draws.

    Both are shares of all games.
    """
    lang = language(lang)
    return [
        RateRow(chart_key(counts.game, lang), key, rate(k, counts.n_games))  # type: ignore[arg-type]
        for counts in tallies
        for key, k in (("capped", counts.n_capped), ("draw", counts.winner["draw"]))
    ]


def same_game_lines(known: Graph, others: Iterable[Graph], lang: str | None = None) -> list[str]:
    """Return the size of each of several graphs, and how many of its moves differ from a known one's."""
    lang = language(lang)
    return [
        word(
            "same_game", lang, rule=game_name(other.game, lang),  # type: ignore[arg-type]
            n=other.n_positions, different=len(different_moves(known, other)),
        )
        for other in others
    ]  # fmt: skip


# ------------------------------------------------------------------------------- of a chance in the rules


def mixed_points(
    game: Othello, chances: Sequence[float], n: int, seed: int
) -> dict[str, list[tuple[float, Interval]]]:
    """Return the shares of the finished games by winner, at each chance that a captured disc vanishes.

    Returns
    -------
    dict of str to list of (float, Interval)
        For `variantlab.view.charts.curve_chart`, by its names of the curves.
    """
    points: dict[str, list[tuple[float, Interval]]] = {key: [] for key in OUTCOMES}
    for chance in chances:
        counts = tally(game.replace(vanish_probability=chance), PLAYERS, n, seed)
        for key, winner in OUTCOMES.items():
            points[key].append((chance, counts.win_rate(winner)))
    return points


def surplus_points(
    game: Othello, chances: Sequence[float], n: int, seed: int
) -> list[tuple[float, Interval]]:
    """Return black's surplus of wins per finished game, at each chance that a captured disc vanishes."""
    return [
        (chance, surplus_of_black(tally(game.replace(vanish_probability=chance), PLAYERS, n, seed)))
        for chance in chances
    ]


def sign_change(points: Sequence[tuple[float, Interval]], lang: str | None = None) -> str:
    """Return in words between which values of a parameter the estimates change their sign.

    Examples
    --------
    >>> low, high = (mean_from_sums(total, 9, 10) for total in (-3, 3))
    >>> sign_change([(0, low), (0.1, high)], "en")[:72]
    "The sign of black's surplus changes between p = 0 and p = 0.1: -0.300 [-"
    """
    lang = language(lang)
    pairs = [
        (before, after)
        for before, after in pairwise(points)
        if ((before[1].estimate or 0) < 0) != ((after[1].estimate or 0) < 0)
    ]
    if len(pairs) != 1:
        return word("fair_unclear", lang, n=len(pairs))
    (low, before), (high, after) = pairs[0]
    return word(
        "fair_between", lang, low=low, high=high, before=short(before, lang), after=short(after, lang)
    )


def rules_table(game: Othello, lang: str | None = None) -> pd.DataFrame:
    """Return the rules of a game, one a row: the value, what is allowed, what it says, its origin."""
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("field", lang): key,
                word("value", lang): str(getattr(game, key)),
                word("allowed", lang): _allowed(key, field.metadata, lang),
                word("meaning", lang): field.metadata["note"],
                word("origin", lang): word(field.metadata["source"], lang),
            }
            for key, field in game.rule_fields().items()
        ]
    )


def _allowed(key: str, rule: Mapping[str, Any], lang: str) -> str:
    """Return what a rule may be, in words."""
    if rule["allowed"]:
        return label("comma", lang).join(map(str, rule["allowed"]))
    if rule["low"] is not None:
        return word("from_to", lang, low=rule["low"], high=rule["high"])
    return word("start_allowed", lang) if key == "start" else "True, False"
