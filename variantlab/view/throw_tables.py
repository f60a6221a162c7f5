"""Tables of the notebooks on Throw Othello: throwing lines, shares, landings, counts, last throws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from variantlab.games.throw_othello.physics import LINES
from variantlab.games.throw_othello.position import Aim, ThrowPosition
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.throw_lessons import covered_shares, law_of_squares
from variantlab.study.throw_results import LastThrow
from variantlab.view.labels import label, language

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "counts_table",
    "foul_positions_table",
    "law_table",
    "lines_table",
    "say",
    "score_line",
    "scores_table",
    "shares_table",
]

LINE_NAMES = ("beginner", "intermediate", "advanced")

WORDS: dict[str, dict[str, str]] = {
    "line": {"en": "throwing line", "ja": "スローイングライン"},
    "beginner": {"en": "beginner", "ja": "初級"},
    "intermediate": {"en": "intermediate", "ja": "中級"},
    "advanced": {"en": "advanced", "ja": "上級"},
    "sigma_across": {"en": "spread across, squares", "ja": "横のばらつき（マス）"},
    "sigma_along": {"en": "spread along, squares", "ja": "縦のばらつき（マス）"},
    "turnover": {"en": "other face up", "ja": "裏になる確率"},
    "knock": {"en": "touched disc knocked", "ja": "触れた駒が動く確率"},
    "upright": {"en": "stands on edge", "ja": "立つ確率"},
    "square": {"en": "square", "ja": "マス"},
    "share": {"en": "share of the disc", "ja": "掛かった割合"},
    "aim": {"en": "aim", "ja": "ねらい"},
    "on_target": {"en": "on the square aimed at", "ja": "ねらったマス"},
    "foul": {"en": "foul", "ja": "ファール"},
    "stacked": {"en": "on top of a disc", "ja": "駒の上"},
    "knocks": {"en": "knocks a disc away", "ja": "駒を動かす"},
    "count": {"en": "what counts", "ja": "数える駒"},
    "all": {"en": "all discs", "ja": "すべての駒"},
    "top": {"en": "only what is seen from above", "ja": "上から見える駒だけ"},
    "result": {"en": "result", "ja": "結果"},
    "move": {"en": "move", "ja": "投げ方"},
    "score": {"en": "score on average", "ja": "平均の得点"},
    "foul_on_purpose": {"en": "foul on purpose", "ja": "わざとファール"},
    "aim_at": {"en": "aim at {square}", "ja": "{square} をねらう"},
    "best": {
        "en": "foul on purpose {foul:.4f}, best aim {aim} {score:.4f} (exact, {line})",
        "ja": "わざとファール {foul:.4f}、最善のねらい {aim} {score:.4f}（厳密値、{line}）",
    },
    "perfect": {"en": "perfect throws", "ja": "完璧な投げ"},
    "number": {"en": "position", "ja": "局面"},
    "thrower": {"en": "thrower", "ja": "投げる側"},
    "left": {"en": "discs left, thrower and other", "ja": "残りの駒（自分・相手）"},
    "lead": {"en": "lead of the thrower", "ja": "投げる側のリード"},
    "worth_foul": {"en": "worth of the foul", "ja": "ファールの価値"},
    "worth_aim": {"en": "worth of the best aim", "ja": "最善のねらいの価値"},
    "exploratory": {
        "en": "An exploratory look has no prediction to judge, so there is no table of verdicts.",
        "ja": "予想なしで結果を見る「探索」では、判定の表は作りません。",
    },
}


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return the words of a key in the language.

    Examples
    --------
    >>> say("foul", "ja")
    'ファール'
    """
    return WORDS[key][language(lang)].format(**values)


def lines_table(lang: str | None = None) -> pd.DataFrame:
    """Return the constants of the article's three throwing lines: an assumption, not a measurement.

    Examples
    --------
    >>> lines_table("en")["throwing line"].tolist()
    ['beginner', 'intermediate', 'advanced']
    """
    import pandas as pd

    constants = ("sigma_across", "sigma_along", "turnover", "knock", "upright")
    return pd.DataFrame(
        [
            {say("line", lang): say(line, lang)}
            | {say(constant, lang): getattr(LINES[line], constant) for constant in constants}
            for line in LINE_NAMES
        ]
    )


def shares_table(
    points: Iterable[tuple[float, float]], game: ThrowOthello | None = None, lang: str | None = None
) -> pd.DataFrame:
    """Return how a disc at each point lies over the squares: one row a point and square.

    Examples
    --------
    >>> shares_table([(3.0, 2.5)], lang="en")["share of the disc"].tolist()
    ['50.0%', '50.0%']
    """
    import pandas as pd

    game = game or ThrowOthello()
    return pd.DataFrame(
        [
            {"x": x, "y": y, say("square", lang): square, say("share", lang): f"{share:.1%}"}
            for x, y in points
            for square, share in covered_shares(game, x, y).items()
        ]
    )


def law_table(
    position: ThrowPosition,
    aims: Iterable[Aim | str],
    lines: Iterable[str] = LINE_NAMES,
    lang: str | None = None,
) -> pd.DataFrame:
    """Return what may come of aims, from throwing lines: chances by the landing law, an assumption.

    Parameters
    ----------
    position : ThrowPosition
        The board; its own line does not matter.
    aims : iterable of Aim or str
        Squares, for the chance to come to rest on the square aimed at.
    lines : iterable of str, optional
        The throwing lines.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> law_table(ThrowOthello().start_position(), ["c4"], ["beginner"], "en")["foul"].tolist()
    ['0.0%']
    """
    import pandas as pd

    rows = []
    for line in lines:
        rules = position.game.replace(line=line)
        board = rules.position(position.diagram())
        for aim in aims:
            law = law_of_squares(board, aim)
            chances = {
                "on_target": law.squares.get(str(aim), 0.0), "foul": law.foul, "turnover": law.other_face,
                "stacked": law.stacked, "knocks": law.knocks,
            }  # fmt: skip
            rows.append(
                {say("line", lang): say(line, lang), say("aim", lang): str(aim)}
                | {say(key, lang): f"{chance:.1%}" for key, chance in chances.items()}
            )
    return pd.DataFrame(rows)


def counts_table(position: ThrowPosition, lang: str | None = None) -> pd.DataFrame:
    """Return the discs of a position by both ways to count them, and who wins by each, were it the end.

    Examples
    --------
    >>> game = ThrowOthello(size=4)
    >>> counts_table(game.position("(XXO).../..../..../X..."), "en")["result"].tolist()
    ['black wins', 'draw']
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for count in ("all", "top"):
        board = position.game.replace(count=count).position(position.diagram())
        margin = board.margin("black")
        winner = "draw" if margin == 0 else "black_wins" if margin > 0 else "white_wins"
        rows.append(
            {say("count", lang): say(count, lang)}
            | {label(f"{colour}_discs", lang): board.count(colour) for colour in ("black", "white")}
            | {say("result", lang): label(winner, lang)}
        )
    return pd.DataFrame(rows)


def scores_table(scores: Mapping[str, Fraction], most: int = 5, lang: str | None = None) -> pd.DataFrame:
    """Return the best moves of a last throw with their exact scores, a foul on purpose wherever it stands.

    Parameters
    ----------
    scores : mapping of str to Fraction
        From `variantlab.study.throw.exact_scores`: 1 for a win, 1/2 for a draw, on average.
    most : int, optional
        The best moves that are listed.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> scores_table({"a1": Fraction(1, 2), "foul": Fraction(1)}, lang="en")["move"].tolist()
    ['foul on purpose', 'aim at a1']
    """
    import pandas as pd

    ordered = sorted(scores, key=lambda move: (-scores[move], move))
    listed = [move for number, move in enumerate(ordered) if number < most or move == "foul"]
    return pd.DataFrame(
        [
            {
                say("move", lang): say("foul_on_purpose", lang)
                if move == "foul"
                else say("aim_at", lang, square=move),
                say("score", lang): f"{float(scores[move]):.4f}",
            }
            for move in listed
        ]
    )


def score_line(last: LastThrow, lang: str | None = None) -> str:
    """Return what the foul and the best aim of a last throw score, in one line.

    Examples
    --------
    >>> from variantlab.study.throw_results import last_throw
    >>> score_line(last_throw("perfect"), "en")
    'foul on purpose 1.0000, best aim a1 1.0000 (exact, perfect throws)'
    """
    line = say(last.position.game.line, lang)
    return say("best", lang, foul=float(last.foul), aim=last.aim, score=float(last.score), line=line)


def foul_positions_table(
    found: Iterable[tuple[ThrowPosition, float, float]], lang: str | None = None
) -> pd.DataFrame:
    """Return positions in which a foul on purpose is worth more than every aim, one a row.

    Parameters
    ----------
    found : iterable of (ThrowPosition, float, float)
        From `variantlab.study.throw.foul_positions`: the position, what the foul is worth to the thrower, and
        what the best aim is.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> foul_positions_table([(ThrowOthello().start_position(), 0.0, -1.0)], "en")["thrower"].tolist()
    ['black']
    """
    import pandas as pd

    lang = language(lang)
    rows: list[dict[str, Any]] = []
    for number, (position, foul, aim) in enumerate(found, start=1):
        mover = position.to_move
        other = next(colour for colour in position.game.colours if colour != mover)
        rows.append(
            {
                say("number", lang): number,
                say("thrower", lang): label(mover, lang),
                say("left", lang): f"{position.left(mover)}, {position.left(other)}",
                say("lead", lang): position.margin(mover),
                say("worth_foul", lang): round(foul, 2),
                say("worth_aim", lang): round(aim, 2),
            }
        )
    columns = ("number", "thrower", "left", "lead", "worth_foul", "worth_aim")
    return pd.DataFrame(rows, columns=[say(column, lang) for column in columns])
