"""Games by hand beside the computer's: what to take down, one table, charts, intervals that fit ten games.

Ten games are few. Everything here carries its interval, says which games it is of, and says so where the
games are made up.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from variantlab.errors import invalid
from variantlab.files import project_path
from variantlab.stats.comparisons import Difference, rate_difference
from variantlab.stats.intervals import Interval
from variantlab.stats.sample_size import games_needed
from variantlab.study.records import Group, HandGame, RecordSheet, Together, read_records
from variantlab.study.records_words import ARTICLE_COLUMNS, header
from variantlab.study.records_words import word as record_word
from variantlab.study.records_write import HELP
from variantlab.study.sitting_game import STOPS
from variantlab.view.charts import RateRow, plies_chart, rates_chart
from variantlab.view.labels import label as word_of_label
from variantlab.view.labels import language, name
from variantlab.view.readings import short

if TYPE_CHECKING:
    import pandas as pd

    from variantlab.study.gate import Label
    from variantlab.study.sitting import Sitting
    from variantlab.view.figures import Chart

__all__ = [
    "HandGames",
    "beside_each_other",
    "columns_table",
    "differences_table",
    "games_so_far",
    "hand_games",
    "needed_in_words",
    "no_games_yet",
    "players_table",
    "plies_by_method",
    "rates_by_method",
    "remarks_table",
]

#: Where notebook 17 keeps its games, beside the notebooks.
PLAYED = Path("played") / "vanish-by-hand"
#: By how much a share is taken to differ, for the question how many games it takes to notice.
SHIFT = 0.2

WORDS: dict[str, dict[str, str]] = {
    "own": {"en": "{n} games from the record sheet {source}.", "ja": "記録用紙 {source} の {n} 局。"},
    "played": {
        "en": "{n} games played on the board of notebook 17, from {source}.",
        "ja": "ノート17の盤で打った {n} 局（{source}）。",
    },
    "sample": {
        "en": "MADE UP: {n} games of a sample ({source}), played by nobody. They only show what your own "
        "would look like; nothing can be concluded from them.",
        "ja": "見本（作り物）：だれも打っていない {n} 局（{source}）です。自分の対局がどう表示されるかを"
        "示すだけで、ここからは何も結論できません。",
    },
    "made_up": {"en": "Made-up sample.", "ja": "見本（作り物）。"},
    "column": {"en": "column", "ja": "項目"},
    "taken_down": {"en": "what is taken down", "ja": "記録する内容"},
    "hand": {"en": "by hand", "ja": "手作業"},
    "hand_made_up": {"en": "by hand (made up)", "ja": "手作業（作り物）"},
    "column_made_up": {"en": "{name} (made up)", "ja": "{name}（作り物）"},
    "code": {"en": "by code, at random", "ja": "コード（ランダム）"},
    "counted": {"en": "what is counted", "ja": "数えたもの"},
    "measure": {"en": "share", "ja": "割合"},
    "difference": {"en": "difference, hand less code", "ja": "差（手作業 − コード）"},
    "tells": {"en": "what the games tell", "ja": "分かること"},
    "apart": {"en": "they differ", "ja": "違いがある"},
    "not_apart": {"en": "not told apart", "ja": "区別できない"},
    "k_of_n": {"en": "{k} of {n}", "ja": "{n}局中 {k}"},
    "resigned": {"en": "resigned", "ja": "投了"},
    "time_over": {"en": "out of time", "ja": "時間切れ"},
    "player": {"en": "player", "ja": "打ち手"},
    "as_black": {"en": "games as black", "ja": "黒番の局数"},
    "as_white": {"en": "games as white", "ja": "白番の局数"},
    "won_as_black": {"en": "won as black", "ja": "黒番の勝ち"},
    "won_as_white": {"en": "won as white", "ja": "白番の勝ち"},
    "no_name": {"en": "(no name)", "ja": "（名前なし）"},
    "game": {"en": "game", "ja": "対局"},
    "moves": {"en": "moves", "ja": "棋譜"},
    "no_games": {
        "en": "No game is finished yet. Play one above, then run this cell again.",
        "ja": "まだ終わった対局がありません。上の盤で打ってから、このセルをもう一度実行してください。",
    },
    "needed": {
        "en": "How many games by hand would it take? Suppose the true share of {measure} by hand is {other} "
        "and by code {share}. {power} of the time a 95% interval would show it from {n} games on. You have "
        "{n_hand}.",
        "ja": "手作業で何局あれば足りるでしょうか。「{measure}」の真の割合が、コードでは {share}、"
        "手作業では {other} だとします。95% 区間が確率 {power} でそれを示すには {n} 局が必要です。"
        "いまは {n_hand} 局です。",
    },
    "title": {"en": "{rule}: by hand and by code", "ja": "{rule}：手作業とコード"},
    "length_title": {"en": "{rule}: plies by hand and by code", "ja": "{rule}の手数：手作業とコード"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


# --- which games


@dataclass(frozen=True)
class HandGames:
    """Games by hand, and where they are from.

    Parameters
    ----------
    sheet : RecordSheet
        The games.
    origin : {'own', 'played', 'sample'}
        A record sheet that was named; the games of notebook 17; or the made-up sample.
    """

    sheet: RecordSheet
    origin: str

    @property
    def is_made_up(self) -> bool:
        """Whether nobody has played them."""
        return self.origin == "sample"

    def text(self, lang: str | None = None) -> str:
        """Return where the games are from, in a sentence."""
        return word(self.origin, language(lang), n=len(self.sheet.games), source=self.sheet.source)

    def caption(self, lang: str | None = None) -> str:
        """Return what a table of these games must say: that they are made up, where they are."""
        return word("made_up", language(lang)) if self.is_made_up else self.text(lang)


def hand_games(
    sheet: str | os.PathLike[str] | None = None,
    played: str | os.PathLike[str] = PLAYED,
    lang: str | None = None,
) -> HandGames:
    """Return the games by hand there are: of a sheet, else those of notebook 17, else the made-up sample.

    Parameters
    ----------
    sheet : path-like, optional
        A record sheet that was filled in.
    played : path-like, optional
        The folder of a series of games on the board.
    lang : {'en', 'ja'}, optional
        The language of the sample.

    Raises
    ------
    DataError
        Where the sheet cannot be read.
    VariantlabError
        Where it has faults: nothing is left out in silence.

    Examples
    --------
    >>> hand_games(played="no-such-folder").origin
    'sample'
    """
    if sheet is not None:
        return HandGames(_without_faults(read_records(Path(sheet))), "own")
    own = sorted(Path(played).glob("games*.csv"), key=lambda path: (len(path.name), path.name))
    if own and read_records(own[-1]).games:
        return HandGames(_without_faults(read_records(own[-1])), "played")
    sample = project_path("data", "records", f"sample-made-up.{language(lang)}.csv")
    return HandGames(read_records(sample), "sample")


def _without_faults(sheet: RecordSheet) -> RecordSheet:
    if not sheet.is_good:
        first = sheet.faults[0].text()
        hint = (
            f"It has {len(sheet.faults)} faults; the first: {first} Correct them, or look with read_records."
        )
        raise invalid("record sheet", sheet.source, "a sheet without faults", hint)
    return sheet


# --- before and while playing


def columns_table(lang: str | None = None) -> pd.DataFrame:
    """Return the columns of the record sheet and what each takes down, in the article's words.

    Examples
    --------
    >>> columns_table("ja").iloc[0].tolist()
    ['ルール', '標準か消滅か']
    """
    import pandas as pd

    lang = language(lang)
    rows = [(header(column, lang), HELP[column][lang]) for column in ARTICLE_COLUMNS]
    return pd.DataFrame(rows, columns=[word("column", lang), word("taken_down", lang)])


def games_so_far(sitting: Sitting, lang: str | None = None) -> pd.DataFrame:
    """Return the finished games of a series as the record sheet has them.

    Parameters
    ----------
    sitting : Sitting
        The series, such as ``board.sitting``.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    columns = ("plies", "passes", "end_reason", "black", "white", "winner", "remark", "moves")
    rows = []
    for result in sitting.results:
        cells = {header(column, lang): _cell(column, result.get(column), lang) for column in columns}
        rows.append({word("game", lang): result["number"], **cells})
    return pd.DataFrame(rows)


def no_games_yet(lang: str | None = None) -> str:
    """Return the sentence that stands in place of `games_so_far` while no game is finished."""
    return word("no_games", language(lang))


def _cell(column: str, value: Any, lang: str) -> Any:
    if value is None:
        return ""
    if column == "end_reason" and value in STOPS:
        return word(value, lang)
    return record_word(column, value, lang) if column in ("end_reason", "winner") else value


# --- side by side


def beside_each_other(both: Together, made_up: bool = False, lang: str | None = None) -> pd.DataFrame:
    """Return hand games and code's games in one table: a row for each count and share, a column for each
    rule and method.

    Parameters
    ----------
    both : Together
        The games.
    made_up : bool
        Whether the games by hand are made up: their columns say so.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> from variantlab.study.records import together
    >>> both = together([HandGame(2, rule="vanish", method="hand", plies=4, black=2, white=2, winner="draw",
    ...                           end_reason="no_moves", passes=0)])
    >>> beside_each_other(both, lang="en").iloc[0].tolist()
    ['games', '1']
    """
    lang = language(lang)
    rules = list(dict.fromkeys(group.rule for group in both.groups))
    groups = sorted(both.groups, key=lambda group: (rules.index(group.rule), group.method == "code"))
    frame = replace(both, groups=tuple(groups)).to_frame(lang).astype(object)
    rule, method = frame.columns[:2]
    comma = word_of_label("comma", lang)
    names = [f"{of_rule}{comma}{how}" for of_rule, how in zip(frame[rule], frame[method], strict=True)]
    if made_up:
        names = [
            word("column_made_up", lang, name=shown) if group.method == "hand" else shown
            for group, shown in zip(groups, names, strict=True)
        ]
    turned = frame.drop(columns=[rule, method]).T.map(_without_method)
    turned.columns = names
    happened = turned[(turned != "0").any(axis=1)]
    return happened.reset_index(names=word("counted", lang))


def _without_method(cell: object) -> str:
    """Return a cell without the level and kind of its interval, which the caption says."""
    return str(cell).split(" (")[0]


def pairs(both: Together) -> list[tuple[Group, Group]]:
    """Return the groups of hand games, each with the code's games under the same rule."""
    by_code = {group.rule: group for group in both.groups if group.method == "code"}
    return [
        (group, by_code[group.rule])
        for group in both.groups
        if group.method == "hand" and group.rule in by_code
    ]


def shares(group: Group, level: float, method: str) -> dict[str, Interval]:
    """Return the shares of a group's games by what happened: wins of the decided games, ends of all."""
    wins = {_win(key): group.win_rate(key, level, method) for key in group.winner}
    return wins | {key: group.end_rate(key, level, method) for key in group.end_reason}


def _win(winner: str) -> str:
    return winner if winner == "draw" else f"{winner}_wins"


def method_words(method: str, made_up: bool, lang: str) -> str:
    """Return the words for a method; games by hand that are made up say so wherever they appear."""
    return word("hand_made_up" if made_up and method == "hand" else method, lang)


def rates_by_method(
    both: Together,
    rule: str,
    *,
    made_up: bool = False,
    seed: int | None = None,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how the games by hand and by code ended and who won, each share with its interval.

    Parameters
    ----------
    both : Together
        The games.
    rule : str
        The rule, as the record has it.
    made_up : bool
        Whether the games by hand are made up.
    seed, label, title, lang : optional
        As for `variantlab.view.charts.rates_chart`.
    """
    lang = language(lang)
    rows = []
    for group in of_rule(both, rule):
        for key, share in shares(group, both.level, both.interval).items():
            rows.append(RateRow(key, method_words(group.method, made_up, lang), share))
    happened = {row.category for row in rows if row.interval is not None and row.interval.estimate}
    kept = [row for key in happened_in_order(rows, happened) for row in rows if row.category == key]
    heading = title or word("title", lang, rule=name(rule, lang))
    return rates_chart(kept, seed=seed, label=label, title=heading, lang=lang)


def happened_in_order(rows: Sequence[RateRow], happened: set[str]) -> list[str]:
    """Return the categories that happened at all, in the order of the rows."""
    return [key for key in dict.fromkeys(row.category for row in rows) if key in happened]


def of_rule(both: Together, rule: str) -> tuple[Group, Group]:
    """Return the games of a rule by hand and by code.

    Raises
    ------
    VariantlabError
        Where one of the two is missing.
    """
    for pair in pairs(both):
        if pair[0].rule == rule:
            return pair
    there = ", ".join(f"{group.rule} by {group.method}" for group in both.groups)
    raise invalid("rule", rule, f"a rule with games by hand and by code; there are: {there}")


def plies_by_method(
    both: Together,
    rule: str,
    *,
    made_up: bool = False,
    seed: int | None = None,
    label: Label | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of how long the games by hand and by code lasted.

    Parameters
    ----------
    both : Together
        The games.
    rule : str
        The rule, as the record has it.
    made_up : bool
        Whether the games by hand are made up.
    seed, label, lang : optional
        As for `variantlab.view.charts.plies_chart`.
    """
    lang = language(lang)
    counts = {
        method_words(g.method, made_up, lang): dict(sorted(Counter(g.values["plies"]).items()))
        for g in of_rule(both, rule)
    }
    heading = word("length_title", lang, rule=name(rule, lang))
    return plies_chart(counts, yardstick=None, seed=seed, label=label, title=heading, lang=lang)


def differences_table(
    both: Together, rule: str, made_up: bool = False, lang: str | None = None
) -> pd.DataFrame:
    """Return each share by hand and by code with the difference and its interval (Newcombe).

    Where the interval of the difference holds 0, the games do not tell the two apart; that is not the same
    as being equal.

    Parameters
    ----------
    both : Together
        The games.
    rule : str
        The rule, as the record has it.
    made_up : bool
        Whether the games by hand are made up.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    hand, code = of_rule(both, rule)
    by_hand, by_code = (shares(group, both.level, both.interval) for group in (hand, code))
    rows = []
    for key, share in by_hand.items():
        other = by_code[key]
        if not share.estimate and not other.estimate:
            continue
        difference = difference_of(share, other, both.level)
        rows.append(
            {
                word("measure", lang): name(key, lang),
                method_words("hand", made_up, lang): _k_of_n(share, lang),
                word("code", lang): _k_of_n(other, lang),
                word("difference", lang): short(difference, lang),
                word("tells", lang): word("apart" if is_apart(difference) else "not_apart", lang),
            }
        )
    return pd.DataFrame(rows)


def _k_of_n(share: Interval, lang: str) -> str:
    return word("k_of_n", lang, k=f"{successes(share):,}", n=f"{share.n:,}")


def successes(share: Interval) -> int:
    """Return how often it happened."""
    return round((share.estimate or 0) * share.n)


def difference_of(share: Interval, other: Interval, level: float) -> Difference:
    """Return the difference of two shares with its interval."""
    return rate_difference(successes(share), share.n, successes(other), other.n, level)


def is_apart(difference: Difference) -> bool:
    """Return whether the interval of a difference leaves out 0."""
    if difference.low is None or difference.high is None:
        return False
    return difference.low > 0 or difference.high < 0


def needed_in_words(
    both: Together, rule: str, measure: str = "black_wins", power: float = 0.8, lang: str | None = None
) -> str:
    """Return in a sentence how many games by hand it takes to notice that a share differs by a fifth.

    Parameters
    ----------
    both : Together
        The games.
    rule : str
        The rule, as the record has it.
    measure : str
        One of the shares, such as ``'black_wins'`` or ``'no_moves'``.
    power : float
        How often it is to be noticed.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    lang = language(lang)
    hand, code = of_rule(both, rule)
    share = shares(code, both.level, both.interval)[measure].estimate or 0.0
    known = min(max(round(share, 2), 0.01), 0.99)
    other = known + SHIFT if known <= 0.5 else known - SHIFT
    return word(
        "needed",
        lang,
        measure=name(measure, lang),
        share=f"{known:.2f}",
        other=f"{other:.2f}",
        power=f"{power:.0%}",
        n=games_needed(known, other, power),
        n_hand=hand.n_games,
    )


# --- who played, what was said


def players_table(games: Iterable[HandGame], lang: str | None = None) -> pd.DataFrame:
    """Return for each player how often they had which colour, and won with it.

    Examples
    --------
    >>> game = HandGame(2, winner="black", name_black="red", name_white="blue")
    >>> players_table([game], "en").values.tolist()
    [['red', 1, 1, 0, 0], ['blue', 0, 0, 1, 0]]
    """
    import pandas as pd

    lang = language(lang)
    counts: dict[str, Counter[str]] = {}
    for game in games:
        for colour, player in (("black", game.name_black), ("white", game.name_white)):
            of_player = counts.setdefault(player or word("no_name", lang), Counter())
            of_player[f"as_{colour}"] += 1
            of_player[f"won_as_{colour}"] += game.winner == colour
    columns = ("as_black", "won_as_black", "as_white", "won_as_white")
    rows = [
        {word("player", lang): player, **{word(column, lang): found[column] for column in columns}}
        for player, found in counts.items()
    ]
    return pd.DataFrame(rows)


def remarks_table(games: Iterable[HandGame], lang: str | None = None) -> pd.DataFrame:
    """Return the remarks of the games, beside the moves, where somebody wrote any.

    Examples
    --------
    >>> game = HandGame(2, remark="two discs left", moves="d3 c5")
    >>> remarks_table([game], "en").values.tolist()
    [[1, 'two discs left', 'd3 c5']]
    """
    import pandas as pd

    lang = language(lang)
    columns = [word("game", lang), header("remark", lang), word("moves", lang)]
    rows = [
        (number, game.remark, game.moves) for number, game in enumerate(games, start=1) if game.remark.strip()
    ]
    return pd.DataFrame(rows, columns=columns)
