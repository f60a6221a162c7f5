"""What the throw study concludes, claim by claim: sentences, and the table of the article's claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from variantlab.games.throw_othello.position import ThrowPosition
from variantlab.stats.comparisons import Difference
from variantlab.stats.intervals import Interval
from variantlab.study.throw import HiddenDiscs, LevelField, OwnThrows
from variantlab.study.throw_curves import ASSUMPTION, LINES, Curve
from variantlab.study.throw_fit import FittedThrows
from variantlab.study.throw_fouls import best_aim, scores_of_best_aims
from variantlab.study.throw_results import ThrowResults
from variantlab.view.labels import label, language
from variantlab.view.throw_words import assumption, thinker, word

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "claims_table",
    "conclusion",
    "exact_fouls_table",
    "in_lines",
    "note_of",
    "own_throws_table",
    "say",
]

#: A share of decided games between these counts as level, as in the form.
LEVEL = (0.4, 0.6)

WORDS: dict[str, dict[str, str]] = {
    "claim": {"en": "claim", "ja": "主張"},
    "says": {"en": "the article says", "ja": "記事の主張"},
    "finding": {"en": "what came out", "ja": "結果"},
    "T1_says": {
        "en": "throwing levels the field: without a handicap one can play even with a strong player",
        "ja": "オセロの強い人が相手でも、ハンデなしで互角に戦えるかもしれない",
    },
    "T2_says": {"en": "a foul on purpose can be right", "ja": "あえてファールするのも戦略になり得る"},
    "T3_says": {
        "en": "counting hidden discs gives stacking on one's own discs a purpose",
        "ja": "下に隠れている駒も数えると、自分の駒の上に乗せる意味が出来る",
    },
    "T4_says": {"en": "sixteen discs each are enough", "ja": "それぞれ 16 個ずつで足りる"},
    "T5_says": {
        "en": "the third foul loses: how often does it?",
        "ja": "3回ファールで負け。どのくらい起こるか",
    },
    "T1": {
        "en": "At Othello the thinker that looks three throws ahead wins {othello} of the decided games "
        "against the greedy one. Thrown without spread it still wins {zero}; from the beginner's line "
        "{beginner}, from the intermediate line {intermediate}, from the advanced line {advanced}. "
        "{crossing} {level}",
        "ja": "三手先まで読む打ち手は、欲張りな相手に、オセロでは勝敗がついた対局の {othello} に勝つ。"
        "ばらつきなしで投げても {zero}、初級では {beginner}、中級では {intermediate}、上級では {advanced}。"
        "{crossing}{level}",
    },
    "crossing": {
        "en": "It falls to 60% at a spread of {spread} squares.",
        "ja": "60% に下がるばらつきは {spread} マス。",
    },
    "no_crossing": {
        "en": "It does not fall to 60% in the range.",
        "ja": "測った範囲では 60% まで下がらない。",
    },
    "level_from": {
        "en": "Level terms (40% to 60%), by these games: {lines}.",
        "ja": "互角（40% から 60%）といえるライン：{lines}。",
    },
    "level_nowhere": {
        "en": "These games show level terms (40% to 60%) from none of the lines.",
        "ja": "どのラインでも、互角（40% から 60%）とはいえない。",
    },
    "T2_yes": {
        "en": "It can. In a last throw that was met in play a foul scores {foul} exactly, the best aim "
        "({aim}) {score}. It is rare: {often} fouls on purpose a game between thinkers that reckon with "
        "them, from the beginner's line.",
        "ja": "なり得る。実戦に現れた最後の一投で、ファールの得点は {foul}（厳密値）、"
        "最善のねらい（{aim}）は {score}。"
        "ただしまれで、計算に入れる者どうしでも初級で 1 局に {often} 回。",
    },
    "T2_no": {
        "en": "Not in the position looked at: a foul scores {foul} exactly, the best aim ({aim}) {score}.",
        "ja": "調べた局面ではならない。ファールの得点は {foul}（厳密値）、最善のねらい（{aim}）は {score}。",
    },
    "T3": {
        "en": "Thinkers that know it throw {all} discs a game onto their own colour where all discs count, "
        "{top} where only the tops do (difference {more}). Counting the tops instead would change the "
        "result of {changed} of the games.",
        "ja": "数え方を知っている者が自分の色の駒の上に乗せる数は、すべて数えるとき 1 局に {all}、"
        "上だけ数えるとき {top}"
        "（差 {more}）。上だけ数えると、対局の {changed} で結果が変わる。",
    },
    "T4": {
        "en": "With 16 discs each the thinker that looks ahead wins {short} of the decided games, with 30 "
        "each {long}: a difference of {difference}. {judged}",
        "ja": "三手先まで読む打ち手の勝率は、16 個ずつで {short}、30 個ずつで {long}、"
        "差は {difference}。{judged}",
    },
    "T4_less": {
        "en": "The long game tells the two apart better, though both lengths tell.",
        "ja": "長いほうが実力差は出るが、短くても差は見える。",
    },
    "T4_same": {
        "en": "The games do not show that the length matters.",
        "ja": "長さによる違いは、この対局数では見えない。",
    },
    "T4_more": {"en": "The short game tells the two apart better.", "ja": "短いほうが実力差が出る。"},
    "T5": {
        "en": "Of games between greedy players a third foul ends {beginner} from the beginner's line, "
        "{intermediate} from the intermediate line, {advanced} from the advanced line.",
        "ja": "欲張りどうしの対局のうち、3回目のファールで終わるのは、初級で {beginner}、"
        "中級で {intermediate}、上級で {advanced}。",
    },
    "assumed": {"en": "({assumption})", "ja": "（{assumption}）"},
    "exploratory": {
        "en": "An exploratory look has no prediction to judge, so there is no table of verdicts.",
        "ja": "探索的な閲覧には判定する予想がないので、判定の表はありません。",
    },
    # lines of numbers
    "measured": {"en": "{players}: {measure} ({note})", "ja": "{players}：{measure}（{note}）"},
    "measure_share_won": {"en": "share of decided games won", "ja": "勝敗がついた対局での勝率"},
    "measure_draws": {"en": "share of draws", "ja": "引き分けの割合"},
    "measure_fouls": {"en": "fouls on purpose a game", "ja": "わざとのファール（1局あたり）"},
    "measure_fouled_out": {
        "en": "share of games fouled out",
        "ja": "3回目のファールで終わった対局の割合",
    },
    "at_spread": {"en": "spread {value}", "ja": "ばらつき {value}"},
    "at_line": {"en": "line {value}", "ja": "{value}"},
    "at_discs_each": {"en": "{value} discs each", "ja": "{value} 個ずつ"},
    "beginner": {"en": "beginner", "ja": "初級"},
    "intermediate": {"en": "intermediate", "ja": "中級"},
    "advanced": {"en": "advanced", "ja": "上級"},
    "falls": {
        "en": "falls to {target:.0%} at a spread of {spread}",
        "ja": "{target:.0%} に下がるばらつき：{spread}",
    },
    "stays_above": {
        "en": "does not fall to {target:.0%} from {first} to {last}",
        "ja": "{first} から {last} の範囲では {target:.0%} まで下がらない",
    },
    "never_above": {
        "en": "not above {target:.0%} even at {first}",
        "ja": "ばらつき {first} でも {target:.0%} を超えない",
    },
    "hidden_changed": {
        "en": "another result where only the tops count: {changed} ({note})",
        "ja": "上の駒だけを数えると結果が変わる割合：{changed}（{note}）",
    },
    "hidden_own": {
        "en": "{count}: on one's own discs {number} a game",
        "ja": "{count}：自分の駒の上 1局に {number}",
    },
    "hidden_other": {
        "en": "{count}: on the other's discs {number} a game",
        "ja": "{count}：相手の駒の上 1局に {number}",
    },
    "hidden_more": {
        "en": "on one's own discs, all less tops: {number}",
        "ja": "自分の駒の上、すべて − 上だけ：{number}",
    },
    "count_all": {"en": "all discs count", "ja": "すべて数える"},
    "count_top": {"en": "only the tops count", "ja": "上だけ数える"},
    "fit_head": {"en": "{n} {kind}, {bad} rows left out", "ja": "{kind} {n}、除いた行 {bad}"},
    "fit_throws": {"en": "throws", "ja": "投げの記録"},
    "fit_synthetic": {"en": "synthetic throws, made by a computer", "ja": "コンピュータで作った投げ"},
    "fit_sigma_across": {"en": "spread across {number}", "ja": "横のばらつき {number}"},
    "fit_sigma_along": {"en": "spread along {number}", "ja": "縦のばらつき {number}"},
    "fit_offset_across": {"en": "mean error across {number}", "ja": "横のずれの平均 {number}"},
    "fit_offset_along": {"en": "mean error along {number}", "ja": "縦のずれの平均 {number}"},
    "fit_left_out": {"en": "left out: {row}", "ja": "除いた行：{row}"},
    "measured_note": {
        "en": "the spread is measured, the other constants are not",
        "ja": "ばらつきは測定値、ほかの定数は仮定",
    },
    # fouls on purpose, exactly
    "position": {"en": "position", "ja": "局面"},
    "foul_scores": {"en": "a foul scores", "ja": "ファールの得点"},
    "aim_scores": {"en": "the best aim scores", "ja": "最善のねらいの得点"},
    "aim": {"en": "best aim", "ja": "最善のねらい"},
    "is_right": {"en": "is the foul right?", "ja": "ファールが正しいか"},
    "yes": {"en": "yes", "ja": "正しい"},
    "no": {"en": "no", "ja": "正しくない"},
    # one's own throws
    "spread": {"en": "spread", "ja": "ばらつき"},
    "low": {"en": "low end of the intervals", "ja": "区間の下限"},
    "fitted": {"en": "fitted", "ja": "推定値"},
    "high": {"en": "high end of the intervals", "ja": "区間の上限"},
    "won": {"en": "three throws ahead against greedy wins", "ja": "三手先まで読む打ち手が欲張りに勝つ割合"},
    "fouled_out": {"en": "greedy games fouled out", "ja": "欲張りどうしで3回目のファールで終わる割合"},
}


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return a sentence of this module's words, in the default language where none is named.

    Examples
    --------
    >>> say("crossing", "en", spread=0.5)
    'It falls to 60% at a spread of 0.5 squares.'
    """
    return WORDS[key][language(lang)].format(**values)


def conclusion(results: ThrowResults, claim: str, lang: str | None = None) -> str:
    """Return what came out about a claim, with the numbers and the word assumption.

    Parameters
    ----------
    results : ThrowResults
        What `variantlab.study.throw_results.run` returned; the parts that the claim needs are played.
    claim : {'T1', 'T2', 'T3', 'T4', 'T5'}
        The claim.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> from variantlab.study.gate import results_gate
    >>> from variantlab.study.throw_results import run
    >>> found = run(results_gate("throw", "no-ledger.jsonl", exploratory=True), n_games=200)
    >>> conclusion(found, "T5", "en")[:44]
    'Of games between greedy players a third foul'
    """
    lang = language(lang)
    note = say("assumed", lang, assumption=assumption(lang))
    space = " " if lang == "en" else ""
    return f"{CONCLUSIONS[claim](results, lang)}{space}{note}"


def _share(interval: Interval) -> str:
    """Return a share in per cent with its interval."""
    if interval.estimate is None or interval.low is None or interval.high is None:
        return "–"
    return f"{100 * interval.estimate:.1f}% [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _value(interval: Interval | Difference, places: int = 2, sign: str = "") -> str:
    """Return an estimate with its interval."""
    if interval.estimate is None or interval.low is None or interval.high is None:
        return "–"
    ends = f"[{interval.low:{sign}.{places}f}, {interval.high:{sign}.{places}f}]"
    return f"{interval.estimate:{sign}.{places}f} {ends}"


def _of_lines(curve: Curve) -> dict[str, str]:
    return {line: _share(curve.at(line)) for line in LINES}


def _level(results: ThrowResults, lang: str) -> str:
    found = results.by_line
    within = [
        line
        for line in LINES
        if (found.at(line).low or 0) >= LEVEL[0] and (found.at(line).high or 1) <= LEVEL[1]
    ]
    shown = [say(line, lang) for line in within]
    return (
        say("level_from", lang, lines=label("comma", lang).join(shown))
        if within
        else say("level_nowhere", lang)
    )


def _t1(results: ThrowResults, lang: str) -> str:
    found = results.level_field.spread_at_target
    crossing = say("crossing", lang, spread=_value(found)) if found.has_data else say("no_crossing", lang)
    return say(
        "T1",
        lang,
        othello=_share(results.at_othello),
        zero=_share(results.level_field.curve.measured[0]),
        crossing=crossing,
        level=_level(results, lang),
        **_of_lines(results.by_line),
    )


def _t2(results: ThrowResults, lang: str) -> str:
    last = results.last_throw
    key = "T2_yes" if last.foul_is_right else "T2_no"
    often = _value(results.fouls_on_purpose[0].at("beginner"), 3) if last.foul_is_right else ""
    score = f"{float(last.score):.3f}"
    return say(key, lang, foul=last.foul, aim=last.aim, score=score, often=often)


def _t3(results: ThrowResults, lang: str) -> str:
    hidden = results.hidden
    return say(
        "T3",
        lang,
        all=_value(hidden.on_own["all"]),
        top=_value(hidden.on_own["top"]),
        more=_value(hidden.more_on_own, sign="+"),
        changed=_share(hidden.changed),
    )


def _t4(results: ThrowResults, lang: str) -> str:
    curve, difference = results.discs_each
    judged = "T4_same"
    if difference.low is not None and difference.high is not None:
        judged = "T4_less" if difference.high < 0 else "T4_more" if difference.low > 0 else judged
    return say(
        "T4",
        lang,
        short=_share(curve.measured[0]),
        long=_share(curve.measured[-1]),
        difference=_value(difference, 3, "+"),
        judged=say(judged, lang),
    )


def _t5(results: ThrowResults, lang: str) -> str:
    return say("T5", lang, **_of_lines(results.fouled_out[0]))


CONCLUSIONS: dict[str, Callable[[ThrowResults, str], str]] = {
    "T1": _t1, "T2": _t2, "T3": _t3, "T4": _t4, "T5": _t5,
}  # fmt: skip


def in_lines(
    found: Curve | LevelField | HiddenDiscs | FittedThrows, lang: str | None = None, *, about: str = ""
) -> str:
    """Return numbers of the study as lines of text in the language, each with its interval.

    Parameters
    ----------
    found : Curve, LevelField, HiddenDiscs or FittedThrows
        What was measured.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    about : str, optional
        What else the first line says, such as how these games differ from others.

    Examples
    --------
    >>> from variantlab.study.throw_series import stored_field
    >>> print(in_lines(stored_field(("reply", "greedy")), "en").splitlines()[-1])
      does not fall to 60% from 0.0 to 2.0
    """
    lang = language(lang)
    if isinstance(found, LevelField):
        lines = [*_lines_of_curve(found.curve, lang), _where_it_falls(found, lang)]
    elif isinstance(found, Curve):
        lines = _lines_of_curve(found, lang)
    elif isinstance(found, HiddenDiscs):
        lines = _lines_of_hidden(found, lang)
    else:
        lines = _lines_of_fit(found, lang)
    head = f"{lines[0]}{label('colon', lang)}{about}" if about else lines[0]
    return "\n".join([head, *(f"  {line}" for line in lines[1:])])


def note_of(curve: Curve, lang: str | None = None) -> str:
    """Return what must be shown beside a curve: that it is an assumption, or what of it is measured.

    Examples
    --------
    >>> note_of(Curve("spread", (), ()), "en")
    'assumption, not measurement'
    """
    lang = language(lang)
    return assumption(lang) if curve.note == ASSUMPTION else say("measured_note", lang)


def _lines_of_curve(curve: Curve, lang: str) -> list[str]:
    players = word(
        "against", lang, one=thinker(curve.players[0], lang), other=thinker(curve.players[1], lang)
    )
    measure, note = say(f"measure_{curve.measure}", lang), note_of(curve, lang)
    head = say("measured", lang, players=players, measure=measure, note=note)
    lines = [head]
    for value, interval in zip(curve.values, curve.measured, strict=True):
        shown = say(value, lang) if value in WORDS else value
        at = say(f"at_{curve.setting}", lang, value=shown)
        lines.append(f"{at}{label('colon', lang)}{interval}")
    return lines


def _where_it_falls(field: LevelField, lang: str) -> str:
    found, first = field.spread_at_target, field.curve.measured[0].estimate
    ends = {"first": field.curve.values[0], "last": field.curve.values[-1]}
    if found.has_data:
        return say("falls", lang, target=field.target, spread=found)
    is_below = first is not None and first <= field.target
    return say("never_above" if is_below else "stays_above", lang, target=field.target, **ends)


def _lines_of_hidden(hidden: HiddenDiscs, lang: str) -> list[str]:
    lines = [say("hidden_changed", lang, changed=hidden.changed, note=assumption(lang))]
    for count, own in hidden.on_own.items():
        counted = say(f"count_{count}", lang)
        lines.append(say("hidden_own", lang, count=counted, number=own))
        lines.append(say("hidden_other", lang, count=counted, number=hidden.on_other[count]))
    return [*lines, say("hidden_more", lang, number=hidden.more_on_own)]


def _lines_of_fit(fitted: FittedThrows, lang: str) -> list[str]:
    kind = say("fit_synthetic" if fitted.synthetic else "fit_throws", lang)
    names = ("sigma_across", "sigma_along", "offset_across", "offset_along")
    return [
        say("fit_head", lang, n=len(fitted.throws), kind=kind, bad=len(fitted.bad_rows)),
        *(say(f"fit_{name}", lang, number=getattr(fitted, name)) for name in names),
        *(say("fit_left_out", lang, row=row) for row in fitted.bad_rows),
    ]


def claims_table(results: ThrowResults, lang: str | None = None) -> pd.DataFrame:
    """Return the article's claims, each with what came out."""
    import pandas as pd

    lang = language(lang)
    return pd.DataFrame(
        [
            {
                say("claim", lang): claim,
                say("says", lang): say(f"{claim}_says", lang),
                say("finding", lang): conclusion(results, claim, lang),
            }
            for claim in CONCLUSIONS
        ]
    )


def exact_fouls_table(
    positions: Iterable[ThrowPosition], player: str = "expected", lang: str | None = None
) -> pd.DataFrame:
    """Return the exact scores of last throws: of the foul, and of the best of the aims a player reckons best.

    Parameters
    ----------
    positions : iterable of ThrowPosition
        Numbered from 1; those with more than one disc left are passed over.
    player : str
        Whose reckoning picks the aims.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for number, position in enumerate(positions, start=1):
        if sum(position.left(colour) for colour in position.game.colours) != 1:
            continue
        scores = scores_of_best_aims(position, player)
        aim, score = best_aim(scores)
        row = {
            "position": number,
            "foul_scores": f"{float(scores['foul']):.4f}",
            "aim": aim,
            "aim_scores": f"{float(score):.4f}",
            "is_right": say("yes" if scores["foul"] > score else "no", lang),
        }
        rows.append({say(key, lang): value for key, value in row.items()})
    return pd.DataFrame(rows)


def own_throws_table(found: OwnThrows, lang: str | None = None) -> pd.DataFrame:
    """Return the study's figures at the fitted spread and at the ends of its interval, one a row.

    Examples
    --------
    >>> from variantlab.study.throw import fit_throws, made_throws, with_own_throws
    >>> found = with_own_throws(fit_throws(made_throws(50, 0.5, 0.9, seed=3)), n=20)
    >>> own_throws_table(found, "en")["spread"].tolist()
    ['low end of the intervals', 'fitted', 'high end of the intervals']
    """
    import pandas as pd

    lang = language(lang)
    rows = zip(found.won.values, found.won.measured, found.fouled_out.measured, strict=True)
    return pd.DataFrame(
        [
            {
                say("spread", lang): say(value, lang),
                say("won", lang): _share(won),
                say("fouled_out", lang): _share(out),
            }
            for value, won, out in rows
        ]
    )
