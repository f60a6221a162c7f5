"""What the notebooks before a result show: a move under two rules, a form's questions, scores, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from variantlab.games.othello.position import Move, OthelloPosition
from variantlab.simulate import Tally
from variantlab.stats.intervals import Interval
from variantlab.stats.scores import brier_score, interval_score
from variantlab.study.machine import ARTICLE_FIGURES, Check, article_figures
from variantlab.study.predictions import Prediction, Question
from variantlab.view.boards import board_svg, boards_row
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup

if TYPE_CHECKING:
    import pandas as pd

    from variantlab.view.figures import Chart

__all__ = [
    "article_table",
    "captures_table",
    "checks_table",
    "expected_scores",
    "games_table",
    "honesty_chart",
    "interval_scores_table",
    "measures_table",
    "questions_table",
    "scores_table",
    "under_each_rule",
]

WORDS = {
    "move": {"en": "move", "ja": "手"},
    "captured": {"en": "captured, k", "ja": "挟んだ石 k"},
    "discs_before": {"en": "discs before", "ja": "打つ前の石"},
    "discs_after": {"en": "discs after, {rule}", "ja": "打った後の石、{rule}"},
    "question": {"en": "question", "ja": "質問"},
    "text": {"en": "what it asks", "ja": "内容"},
    "measure": {"en": "what is measured", "ja": "測るもの"},
    "border": {"en": "which answer holds", "ja": "答えの決め方"},
    "largest": {"en": "the largest share", "ja": "最も大きい割合"},
    "nearness": {"en": "the interval and its distance", "ja": "区間と、結果との差"},
    "answers": {"en": "answers", "ja": "答え"},
    "number": {"en": "a number, and an interval", "ja": "数と、その範囲"},
    "surely": {"en": "{level:.0%} sure", "ja": "自信 {level:.0%}"},
    "forecaster": {"en": "forecaster", "ja": "予報する人"},
    "if": {"en": "score if {outcome}", "ja": "{outcome}だったときの点"},
    "figure": {"en": "figure", "ja": "項目"},
    "depth": {"en": "depth in plies", "ja": "深さ（手）"},
    "known": {"en": "known", "ja": "既知の値"},
    "positions": {"en": "positions", "ja": "局面で"},
    "compiled": {"en": "compiled", "ja": "高速版"},
    "found": {"en": "found", "ja": "今回の値"},
    "distance": {"en": "standard errors apart", "ja": "差（標準誤差の何倍か）"},
    "agrees": {"en": "agrees?", "ja": "一致するか"},
    "yes": {"en": "yes", "ja": "一致"},
    "no": {"en": "NO", "ja": "不一致"},
    "article_page": {"en": "the article's page", "ja": "記事のページ"},
    "here": {"en": "here", "ja": "こちら"},
    "honesty": {"en": "Honest is best", "ja": "正直がいちばん"},
    "belief": {"en": "belief {belief:.0%}", "ja": "本心 {belief:.0%}"},
    "written": {"en": "probability that is written down", "ja": "紙に書いた確率"},
    "expected": {"en": "score to expect (small is good)", "ja": "見込まれる得点（小さいほどよい）"},
    "low": {"en": "from", "ja": "下限"},
    "high": {"en": "to", "ja": "上限"},
    "margin": {"en": "black less white, discs", "ja": "黒石 − 白石"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key of this module, else of the labels, else the key itself."""
    return WORDS[key][lang].format(**values) if key in WORDS else name(key, lang)


def under_each_rule(
    position: OthelloPosition,
    move: Move | str,
    captures: Sequence[str] = ("flip", "vanish"),
    *,
    lang: str | None = None,
    size_px: int = 235,
) -> Markup:
    """Return a row of boards: before a move, with what it captures, and after it under each capture rule.

    Parameters
    ----------
    position : OthelloPosition
        Where the move is legal; its own capture rule does not matter.
    move : Move or str
        The move.
    captures : sequence of str, optional
        Capture rules that leave nothing to chance.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board.

    Raises
    ------
    MoveError
        When the move is not legal, or chance decides what leaves the board.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> under_each_rule(Othello(size=4).start_position(), "b1").count("<svg")
    3
    """
    lang = language(lang)
    square = position.find_move(move).square
    shown = board_svg(position, preview=square, show_legal=False, last_move="", lang=lang, size_px=size_px)
    boards: list[tuple[str, OthelloPosition | Markup]] = [
        (f"{label('before', lang)}{label('colon', lang)}{square}", shown)
    ]
    for capture in captures:
        game = position.game.replace(capture=capture)
        before = game.position_of(position.black, position.white, position.to_move)
        after = board_svg(before.play(square), show_legal=False, lang=lang, size_px=size_px)
        boards.append((f"{label('after', lang)}{label('colon', lang)}{name(game.rule, lang)}", after))
    return boards_row(boards, lang=lang, size_px=size_px)


GAME_COLUMNS = ("plies", "passes", "end_reason", "black", "white", "winner")


def games_table(games: pd.DataFrame, lang: str | None = None) -> pd.DataFrame:
    """Return the first things one asks of a table of games, in words: one row a game.

    Examples
    --------
    >>> import pandas as pd
    >>> games_table(pd.DataFrame({"plies": [60], "winner": ["black"]}), "en").to_dict("records")
    [{'plies': 60, 'winner': 'black'}]
    """
    lang = language(lang)
    shown = games[[column for column in ("game_index", *GAME_COLUMNS) if column in games]].copy()
    for column in {"end_reason", "winner"}.intersection(shown):
        shown[column] = [
            name(value, lang) if isinstance(value, str) and value else None for value in shown[column]
        ]
    discs = {"black": "black_discs", "white": "white_discs"}
    return shown.rename(columns={column: name(discs.get(str(column), str(column)), lang) for column in shown})


def captures_table(position: OthelloPosition, lang: str | None = None) -> pd.DataFrame:
    """Return a table of moves that capture 1, 2, 3, ... discs: the discs before, after a flip, and a gap.

    One move for each number of captured discs, the first on the board. What the vanish rule leaves is for the
    reader to work out: that column holds a question mark.
    """
    import pandas as pd

    lang = language(lang)
    discs = position.count("black") + position.count("white")
    first_with: dict[int, Move] = {}
    for move in position.legal_moves():
        first_with.setdefault(len(move.captures), move)
    flip, vanish = (word("discs_after", lang, rule=name(rule, lang)) for rule in ("flip", "vanish"))
    return pd.DataFrame(
        [
            {
                word("move", lang): move.square,
                word("captured", lang): k,
                word("discs_before", lang): discs,
                flip: discs + 1,
                vanish: "?",
            }
            for k, move in sorted(first_with.items())
        ]
    )


# --------------------------------------------------------------------------------------- questions and scores


def questions_table(prediction: Prediction, lang: str | None = None) -> pd.DataFrame:
    """Return the questions of a form, one a row, each answer with its probability where one was given.

    Examples
    --------
    >>> from variantlab.files import project_path
    >>> from variantlab.study.predictions import load
    >>> form = load(project_path("data", "predictions", "vanish-form.en.toml"))
    >>> questions_table(form, "en")["question"].tolist()
    ['Q1', 'Q2', 'Q3', 'Q4', 'Q4-plies']
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                word("question", lang): question.id,
                word("text", lang): question.text,
                word("answers", lang): _answers(question, lang),
            }
            for question in prediction.questions
        ]
    )


def measures_table(prediction: Prediction, lang: str | None = None) -> pd.DataFrame:
    """Return what is measured for each question of a form, and when each answer holds.

    Examples
    --------
    >>> from variantlab.files import project_path
    >>> from variantlab.study.predictions import load
    >>> form = load(project_path("data", "predictions", "vanish-form.en.toml"))
    >>> measures_table(form, "en")["which answer holds"].tolist()[0]
    'yes, it occurs: > 0 / no, it never occurs: = 0'
    """
    import pandas as pd

    lang = language(lang)
    gap = "" if lang == "ja" else " "
    return pd.DataFrame(
        [
            {
                word("question", lang): question.id,
                word("measure", lang): gap.join(question.measure.split("\n")).strip(),
                word("border", lang): _borders(question, lang),
            }
            for question in prediction.questions
        ]
    )


def _borders(question: Question, lang: str) -> str:
    """Return in words when each answer of a question holds."""
    if question.kind == "number":
        return word("nearness", lang)
    borders = [(option.label, option.criterion) for option in question.options if option.criterion]
    colon = label("colon", lang)
    return " / ".join(f"{text}{colon}{border.text}" for text, border in borders) or word("largest", lang)


def _answers(question: Question, lang: str) -> str:
    """Return the answers of a question in words."""
    if question.kind != "number":
        given = question.probabilities
        return " / ".join(
            f"{option.label}{label('colon', lang)}{given[option.name]:.0%}" if given else option.label
            for option in question.options
        )
    if question.estimate is None or question.low is None or question.high is None or question.level is None:
        return word("number", lang)
    sure = word("surely", lang, level=question.level)
    return f"{question.estimate:g} ({question.low:g}–{question.high:g}, {sure})"


def scores_table(forecasts: Mapping[str, Mapping[str, float]], lang: str | None = None) -> pd.DataFrame:
    """Return the Brier score of each forecaster for each outcome that may happen.

    Parameters
    ----------
    forecasts : mapping of str to a mapping of outcome to probability
        By the forecaster's name, all over the same outcomes.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Raises
    ------
    VariantlabError
        When probabilities do not add up to 1.

    Examples
    --------
    >>> scores_table({"certain": {"rain": 1.0, "dry": 0.0}}, "en").to_numpy().tolist()
    [['certain', 0.0, 2.0]]
    """
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {word("forecaster", lang): who}
            | {
                word("if", lang, outcome=outcome): round(brier_score(given, outcome).value, 3)
                for outcome in given
            }
            for who, given in forecasts.items()
        ]
    )


def interval_scores_table(
    intervals: Iterable[tuple[float, float]], level: float, outcomes: Iterable[float], lang: str | None = None
) -> pd.DataFrame:
    """Return the interval score of each interval, given for one level, for each number that may come out.

    Examples
    --------
    >>> interval_scores_table([(16, 18)], 0.8, [17, 20], "en").to_numpy().tolist()
    [[16.0, 18.0, 2.0, 22.0]]
    """
    import pandas as pd

    lang, outcomes = language(lang), list(outcomes)
    return pd.DataFrame(
        [
            {word("low", lang): low, word("high", lang): high}
            | {
                word("if", lang, outcome=f"{x:g}"): round(interval_score(low, high, level, x).value, 3)
                for x in outcomes
            }
            for low, high in intervals
        ]
    )


def expected_scores(belief: float, written: Sequence[float] | np.ndarray) -> list[float]:
    """Return the score to be expected for each probability one may write, when one believes another.

    Parameters
    ----------
    belief : float
        How likely one really thinks a yes is, 0 to 1.
    written : sequence of float
        The probabilities of a yes that one may write, 0 to 1.

    Returns
    -------
    list of float
        The mean Brier score over yes and no, by one's own belief; the smallest where both are equal.

    Examples
    --------
    >>> lowest = min(zip(expected_scores(0.7, [0.5, 0.7, 1]), [0.5, 0.7, 1]))
    >>> lowest[1]
    0.7
    """
    scores = []
    for p in map(float, written):
        forecast = {"yes": p, "no": 1 - p}
        yes, no = brier_score(forecast, "yes").value, brier_score(forecast, "no").value
        scores.append(belief * yes + (1 - belief) * no)
    return scores


def honesty_chart(beliefs: Sequence[float], lang: str | None = None) -> Chart:
    """Return a chart of the score to be expected over the probability one writes, for some true beliefs.

    Parameters
    ----------
    beliefs : sequence of float
        How likely one really thinks a yes is, 0 to 1.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    from variantlab.view.charts import curve_chart

    lang, written = language(lang), np.linspace(0, 1, 101)
    curves = {word("belief", lang, belief=belief): expected_scores(belief, written) for belief in beliefs}
    return curve_chart(
        written.tolist(),
        curves,
        x_label=word("written", lang),
        y_label=word("expected", lang),
        as_percent=False,
        title=word("honesty", lang),
        lang=lang,
    )


# ----------------------------------------------------------------------------------------------------- checks


def article_table(counts: Tally, lang: str | None = None) -> pd.DataFrame:
    """Return the figures that the article's page shows for the standard rule, and ours beside them."""
    import pandas as pd

    lang, ours = language(lang), article_figures(counts)
    return pd.DataFrame(
        [
            {
                word("figure", lang): word(key, lang),
                word("article_page", lang): shown,
                word("here", lang): ours[key],
            }
            for key, shown in ARTICLE_FIGURES.items()
        ]
    )


def checks_table(
    checks: Iterable[Check],
    what: str = "figure",
    *,
    known: str = "known",
    found: str = "found",
    lang: str | None = None,
) -> pd.DataFrame:
    """Return the checks of the machine as a table, one a row, with whether they agree.

    Parameters
    ----------
    checks : iterable of Check
        From `variantlab.study.machine`.
    what, known, found : str, optional
        The headings, keys of this module's words or any words.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> checks_table([Check("3", 56, 56)], "depth", lang="en").to_numpy().tolist()
    [['3', 56, 56, 'yes']]
    """
    import pandas as pd

    lang, checks = language(lang), list(checks)
    is_distant = any(check.distance is not None for check in checks)
    rows = []
    for check in checks:
        row = {
            word(what, lang): word(check.name, lang),
            word(known, lang): check.known,
            word(found, lang): _shown(check.found),
        }
        if is_distant:
            row[word("distance", lang)] = None if check.distance is None else round(check.distance, 2)
        rows.append(row | {word("agrees", lang): word("yes" if check.agrees else "no", lang)})
    return pd.DataFrame(rows)


def _shown(value: object) -> object:
    """Return an interval as its estimate and limits, and any other value as it is."""
    return str(value).split(" (")[0] if isinstance(value, Interval) else value
