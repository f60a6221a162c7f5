"""What the Chopsticks notebooks show: options, turns, lines, claims, readings, chances, the atlas, in words.

Tables come in the language of the charts; `say` gives a conclusion.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from variantlab.games.chopsticks.chances import chances
from variantlab.games.chopsticks.position import ChopsticksPosition
from variantlab.games.chopsticks.retrograde import Solution, solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.simulate import tally
from variantlab.stats.intervals import rate
from variantlab.study.chopsticks import (
    PROCEDURE,
    Line,
    ProcedureCheck,
    Proof,
    Reply,
    place_text,
    replay,
    rule_text,
    turn_text,
    turns,
    value_text,
)
from variantlab.study.chopsticks import say as say_of_study
from variantlab.study.chopsticks_atlas import (
    AtlasRow,
    Liveliness,
    Reading,
    change_table,
    fragile_rule_sets,
    winners,
)
from variantlab.study.chopsticks_lessons import repeat_is_a_draw, rounds
from variantlab.study.chopsticks_results import ChopsticksResults
from variantlab.view.hands import hands_row
from variantlab.view.labels import label, language
from variantlab.view.markup import Markup

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "atlas_table",
    "chances_table",
    "choices_table",
    "claim_in_words",
    "claims_table",
    "conclusions",
    "fragile_table",
    "line_row",
    "options_table",
    "orders_table",
    "presets_table",
    "procedure_table",
    "readings_table",
    "replies_table",
    "rounds_table",
    "say",
    "short_list_table",
    "steps_table",
    "turns_table",
]

WORDS: dict[str, dict[str, str]] = {
    # headings
    "rules": {"en": "rules", "ja": "ルール"},
    "option": {"en": "option", "ja": "オプション"},
    "field": {"en": "in the program", "ja": "プログラムでの名前"},
    "meaning": {"en": "what it allows", "ja": "何ができるようになるか"},
    "turn": {"en": "turn", "ja": "手"},
    "kind": {"en": "kind", "ja": "種類"},
    "before": {"en": "before", "ja": "前"},
    "after": {"en": "after", "ja": "後"},
    "taps": {"en": "ways to do it", "ja": "やり方の数"},
    "attack": {"en": "attack", "ja": "攻撃"},
    "split_kind": {"en": "split", "ja": "分身"},
    "both": {"en": "split, then again", "ja": "分身と再行動"},
    "claim": {"en": "claim", "ja": "主張"},
    "claimed": {"en": "the article says", "ja": "記事の主張"},
    "best_play": {"en": "best play", "ja": "最善の手順"},
    "positions": {"en": "positions", "ja": "局面"},
    "verdict": {"en": "verdict", "ja": "判定"},
    "proof": {"en": "proof", "ja": "証明"},
    "line": {"en": "line", "ja": "変化"},
    "number": {"en": "turn no.", "ja": "手数"},
    "ends": {"en": "then, by best play", "ja": "そのあと最善なら"},
    "is_best": {"en": "best play?", "ja": "最善か"},
    "reply": {"en": "reply", "ja": "応手"},
    "answer": {"en": "answer", "ja": "答え"},
    "in_article": {"en": "in the article", "ja": "記事では"},
    "in_brackets": {"en": "in a bracket", "ja": "括弧書き"},
    "missing": {"en": "missing", "ja": "書かれていない"},
    "step": {"en": "step", "ja": "手順"},
    "says": {"en": "what it says", "ja": "内容"},
    "permits": {"en": "turns it permits", "ja": "許される手"},
    "safe": {"en": "keep to the procedure", "ja": "手順を続けられる手"},
    "unsafe": {"en": "lead out of it", "ja": "手順から外れる手"},
    "reading": {"en": "reading", "ja": "読み方"},
    "players": {"en": "players", "ja": "打ち手"},
    "first_exact": {"en": "first wins (exact)", "ja": "先攻の勝ち（厳密値）"},
    "first_seen": {"en": "first wins (played)", "ja": "先攻の勝ち（対局）"},
    "second_exact": {"en": "second wins (exact)", "ja": "後攻の勝ち（厳密値）"},
    "endless": {"en": "never ends", "ja": "終わらない"},
    "mean": {"en": "mean turns", "ja": "平均手数"},
    "retrograde": {"en": "retrograde analysis", "ja": "後退解析"},
    "one_order": {"en": "depth first, one order", "ja": "深さ優先、ある順序"},
    "other_order": {"en": "depth first, reverse order", "ja": "深さ優先、逆の順序"},
    "wrong_of": {"en": "{value} ({wrong} of {n} wrong)", "ja": "{value}（{n} 局面中 {wrong} が誤り）"},
    "round": {"en": "round", "ja": "回"},
    "won": {"en": "won", "ja": "勝ち"},
    "lost": {"en": "lost", "ja": "負け"},
    "open": {"en": "not decided", "ja": "未定"},
    "drawn": {"en": "drawn positions", "ja": "決着しない局面"},
    "strategy": {"en": "fewest to know", "ja": "覚える局面の最少数"},
    "place": {"en": "place", "ja": "順位"},
    "decided": {"en": "random games decided", "ja": "決着したランダム対局"},
    "first_random": {"en": "first wins, random", "ja": "先攻の勝ち（ランダム）"},
    "first_greedy": {"en": "first wins, greedy", "ja": "先攻の勝ち（欲張り）"},
    "hangs_on": {"en": "a reading that would change it", "ja": "勝敗が変わる読み方"},
    "nothing": {"en": "none", "ja": "なし"},
    "as_decided": {"en": "as decided", "ja": "この研究の読み方"},
    "otherwise": {"en": "read otherwise", "ja": "別の読み方"},
    # cells
    "yes": {"en": "yes", "ja": "あり"},
    "no": {"en": "no", "ja": "なし"},
    "is": {"en": "yes", "ja": "最善"},
    "not": {"en": "no: {best}", "ja": "いいえ：{best}"},
    "as_shown": {"en": "complete", "ja": "完全"},
    "with_gaps": {"en": "with gaps", "ja": "抜けがある"},
    "wrong": {"en": "fails", "ja": "成り立たない"},
    "C1_claimed": {"en": "the first player wins", "ja": "先攻が勝つ"},
    "C2_claimed": {"en": "the second player wins", "ja": "後攻が勝つ"},
    "C3_claimed": {"en": "the second player never loses", "ja": "後攻は負けない"},
    "random_player": {"en": "random: each result as likely", "ja": "ランダム：結果ごとに同じ確率"},
    "taps_player": {"en": "taps: each action as likely", "ja": "タップ：動作ごとに同じ確率"},
    "greedy_player": {"en": "greedy", "ja": "欲張り"},
    "perfect_player": {"en": "perfect", "ja": "最善"},
    # options
    "split_means": {
        "en": "fingers may be moved from one's own hand to the other, if a hand shows 2 or more",
        "ja": "片手が2以上なら、自分の指をもう片方の手に分けられる",
    },
    "revive_means": {
        "en": "a split may give fingers to a hand that is out",
        "ja": "戦闘不能の手に指を分けて、生き返らせられる",
    },
    "merge_means": {
        "en": "a split may empty the giving hand",
        "ja": "分ける側の手を0にして、もう片方にまとめられる",
    },
    "swap_means": {
        "en": "a split may leave the same two numbers, exchanged: a pass in effect",
        "ja": "左右の数を入れ替えるだけの分身もできる（実質パス）",
    },
    "extra_action_means": {
        "en": "after a split one may act once more in the same turn",
        "ja": "分身したあと、同じ番にもう一度行動できる",
    },
    "limit_means": {
        "en": "how many fingers put a hand out: 5, or 6",
        "ja": "何本で戦闘不能になるか：5または6",
    },
    "overflow_means": {
        "en": "out: a hand beyond the limit is out too; wrap: it keeps the excess",
        "ja": "out：超えても戦闘不能。wrap：ぴったりだけ戦闘不能で、超えたら余った数になる",
    },
    # conclusions
    "claim_right": {
        "en": "{claim}: the claim is right ({best}). {holes}",
        "ja": "{claim}：主張は正しい（{best}）。{holes}",
    },
    "claim_wrong": {
        "en": "{claim}: the claim is wrong ({best}).",
        "ja": "{claim}：主張は誤り（{best}）。",
    },
    "no_gap": {"en": "The proof is complete.", "ja": "証明は完全。"},
    "n_missing": {
        "en": "{n} replies are missing from the lines, none of which saves the loser.",
        "ja": "変化には {n} つの応手が抜けているが、どれも負ける側を救わない。",
    },
    "n_choices": {
        "en": "The procedure leaves {n} choices open that matter.",
        "ja": "手順には、結果を左右する選択が {n} か所残っている。",
    },
    "winners": {
        "en": "Of {n} rule sets the first player can force a win under {first}, the second under {second}, "
        "neither under {draw}.",
        "ja": "{n} 通りのルールのうち、先攻必勝 {first}、後攻必勝 {second}、"
        "どちらも勝ちを強制できないもの {draw}。",
    },
    "changing": {
        "en": "The option that alone changes the winner most often: {option} ({changed} of {n} pairs of "
        "neighbours). Splits alone change it in {splits} of {n_splits}.",
        "ja": "一つで勝者を変えることが最も多いオプション：{option}（隣どうし {n} 組中 {changed}）。"
        "分身だけで変わるのは {n_splits} 組中 {splits}。",
    },
    "listed": {
        "en": "The short list begins with: {rules}. Why: {reasons}.",
        "ja": "候補の筆頭：{rules}。理由：{reasons}。",
    },
    "reasons": {
        "en": "neither side can force a win; {decided:.1%} of random games are decided within {most} turns, "
        "after {mean:.1f} on average; the first player wins {first:.0%} of them, {greedy:.0%} between greedy "
        "players",
        "ja": "どちらも勝ちを強制できない。ランダム対局の {decided:.1%} が {most} 手以内に"
        "決着し、平均 {mean:.1f} 手。"
        "先攻が勝つ割合は {first:.0%}、欲張りどうしなら {greedy:.0%}",
    },
    "exploratory": {
        "en": "An exploratory look has no prediction to judge, so there is no table of verdicts.",
        "ja": "探索的な閲覧には判定する予想がないので、判定の表はありません。",
    },
}  # fmt: skip


#: The steps of the article's procedure in English, by their numbers.
STEPS_IN_ENGLISH = {
    "1, 2, 7": "split until the hands add up to 6",
    "4": "4 and 2: split into 3 and 3",
    "4'": "3 and 3: split into 4 and 2",
    "6": "4 and 3: exchange the hands",
    "8": "4 and 4: attack a 1, which puts it out",
    "9": "attack the 1 that is left with the other 4",
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def say(key: str, lang: str | None = None, **values: object) -> str:
    """Return a sentence of this module's words, in the default language where none is named.

    Examples
    --------
    >>> say("winners", "en", n=3, first=1, second=2, draw=0)
    'Of 3 rule sets the first player can force a win under 1, the second under 2, neither under 0.'
    """
    return word(key, language(lang), **values)


def _frame(rows: Iterable[Mapping[str, Any]], lang: str) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame([{word(key, lang): value for key, value in row.items()} for row in rows])


# --- the rules ----------------------------------------------------------------------------------------------

OPTIONS_SHOWN = ("split", "revive", "merge", "swap", "extra_action", "limit", "overflow")


def options_table(lang: str | None = None) -> pd.DataFrame:
    """Return the options of the house rules with what each allows.

    Examples
    --------
    >>> options_table("en")["in the program"].tolist()[:3]
    ['split', 'revive', 'merge']
    """
    lang = language(lang)
    rows = [
        {"option": say_of_study(name, lang), "field": name, "meaning": word(f"{name}_means", lang)}
        for name in OPTIONS_SHOWN
    ]
    return _frame(rows, lang)


def presets_table(games: Mapping[str, Chopsticks], lang: str | None = None) -> pd.DataFrame:
    """Return the options that each of some rule sets has, an option a row.

    Examples
    --------
    >>> presets_table({"plain": Chopsticks(split=False)}, "en")["plain"].tolist()[:2]
    ['no', 'no']
    """
    import pandas as pd

    lang = language(lang)
    yes_no = {True: word("yes", lang), False: word("no", lang)}

    def shown(value: Any) -> str:
        return (
            yes_no[value] if isinstance(value, bool) else word("no", lang) if value == "none" else str(value)
        )

    return pd.DataFrame(
        [
            {word("option", lang): say_of_study(name, lang)}
            | {title: shown(getattr(game, name)) for title, game in games.items()}
            for name in OPTIONS_SHOWN
        ]
    )


def turns_table(position: ChopsticksPosition, lang: str | None = None) -> pd.DataFrame:
    """Return the whole turns of the side to move, each with the hands after it and the ways to do it.

    Examples
    --------
    >>> turns_table(Chopsticks().position("31/11"), "en")["turn"].tolist()
    ['1>1', '3>1', '31->22']
    """
    lang = language(lang)
    rows = []
    for moves, after in turns(position):
        kind = "both" if len(moves) > 1 else {"attack": "attack"}.get(moves[0].kind, "split_kind")
        n_taps, here = 1, position
        for move in moves:
            n_taps *= here.find_move(move).n_taps
            here = here.play(move)
        rows.append(
            {
                "turn": turn_text(moves),
                "kind": word(kind, lang),
                "after": after.diagram().split()[0],
                "taps": n_taps,
            }
        )
    return _frame(rows, lang)


# --- solving ------------------------------------------------------------------------------------------------


def rounds_table(solution: Solution, lang: str | None = None) -> pd.DataFrame:
    """Return how many positions each round of retrograde analysis decides.

    Examples
    --------
    >>> rounds_table(solve(Chopsticks(limit=3, split=False)), "en").to_numpy().tolist()[:2]
    [[0, 0, 3, 13], [1, 4, 0, 9]]
    """
    lang = language(lang)
    rows = [
        {"round": one.number, "won": len(one.won), "lost": len(one.lost), "open": one.n_open}
        for one in rounds(solution)
    ]
    return _frame(rows, lang)


def orders_table(games: Iterable[Chopsticks], lang: str | None = None) -> pd.DataFrame:
    """Return what retrograde analysis finds, and what the search that calls a repeat a draw takes for it.

    Examples
    --------
    >>> orders_table([Chopsticks(limit=4, swap=True)], "en").to_numpy().tolist()[0][1:]
    ['second in 8', 'draw (6 of 70 wrong)', 'second (0 of 70 wrong)']
    """
    lang = language(lang)
    rows = []
    for game in games:
        solution = solve(game)
        naive = [repeat_is_a_draw(game, is_reversed) for is_reversed in (False, True)]
        one, other = (
            word("wrong_of", lang, value=value_text(s.value, lang), wrong=s.n_wrong, n=s.n_remembered)
            for s in naive
        )
        rows.append(
            {
                "rules": rule_text(game, lang),
                "retrograde": value_text(solution.value, lang, solution.distance),
                "one_order": one,
                "other_order": other,
            }
        )
    return _frame(rows, lang)


# --- the claims ---------------------------------------------------------------------------------------------


def claims_table(results: ChopsticksResults, lang: str | None = None) -> pd.DataFrame:
    """Return the article's claims about one rule set each, with best play, verdict and proof."""
    lang = language(lang)
    rows = []
    for claim, settled in results.settled.items():
        solution = settled.solution
        rows.append(
            {
                "claim": claim,
                "rules": rule_text(solution.game, lang),
                "claimed": word(f"{claim}_claimed", lang),
                "best_play": value_text(solution.value, lang, solution.distance),
                "positions": solution.n_positions,
                "verdict": say_of_study("right" if settled.is_right else "wrong", lang),
                "proof": word(settled.finding, lang),
            }
        )
    return _frame(rows, lang)


def claim_in_words(results: ChopsticksResults, claim: str, lang: str | None = None) -> str:
    """Return how a claim came out, in a sentence or two."""
    lang, settled = language(lang), results.settled[claim]
    best = value_text(settled.solution.value, lang, settled.solution.distance)
    if not settled.is_right:
        return word("claim_wrong", lang, claim=claim, best=best)
    holes = word("no_gap", lang)
    if settled.proof is not None and settled.proof.missing:
        holes = word("n_missing", lang, n=len(settled.proof.missing))
    if settled.procedure is not None:
        n = sum(choice.matters for choice in settled.procedure.choices)
        holes = word("n_choices", lang, n=n) if n else holes
    return word("claim_right", lang, claim=claim, best=best, holes=holes)


def line_row(game: Chopsticks, line: Line, *, lang: str | None = None, size_px: int = 84) -> Markup:
    """Return one of the article's lines as its matrices, each with the turn that led to it.

    Examples
    --------
    >>> from variantlab.study.chopsticks import LINES, game_of
    >>> line_row(game_of("C2"), LINES["C2"][0]).count("<svg")
    9
    """
    shown: list[ChopsticksPosition | tuple[str, ChopsticksPosition]] = []
    for before, moves, after in replay(game, line):
        if not shown:
            shown.append((label("start", lang), before))
        shown.append((turn_text(moves), after))
    return hands_row(shown, as_matrix=True, lang=lang, size_px=size_px)


def steps_table(proof: Proof, lang: str | None = None) -> pd.DataFrame:
    """Return every turn of the article's lines, beside best play; a turn that two lines share stands once."""
    lang = language(lang)
    rows, seen = [], set()
    for step in proof.steps:
        if (step.position, step.after) in seen:
            continue
        seen.add((step.position, step.after))
        best = say_of_study("or", lang).join(turn_text(turn) for turn in step.best)
        rows.append(
            {
                "line": step.line,
                "number": step.after.plies,
                "before": place_text(step.position, lang),
                "turn": turn_text(step.moves),
                "after": step.after.diagram().split()[0],
                "ends": value_text(step.value_after, lang, step.distance_after),
                "is_best": word("is", lang) if step.is_best else word("not", lang, best=best),
            }
        )
    return _frame(rows, lang)


def replies_table(proof: Proof, lang: str | None = None) -> pd.DataFrame:
    """Return the loser's replies that the lines do not show: those answered in brackets, then those
    missing.
    """
    lang = language(lang)

    def row(reply: Reply, key: str) -> dict[str, Any]:
        answer = turn_text(reply.answer or ()) if reply.remark is None else reply.remark.answer
        return {
            "before": place_text(reply.position, lang),
            "reply": turn_text(reply.moves),
            "in_article": word(key, lang),
            "answer": answer,
            "ends": value_text(reply.value, lang, reply.distance),
        }

    replies = [row(reply, "in_brackets") for reply in proof.remarked]
    return _frame(replies + [row(reply, "missing") for reply in proof.missing], lang)


def procedure_table(check: ProcedureCheck, lang: str | None = None) -> pd.DataFrame:
    """Return every position in which the procedure speaks, by its steps, with the turns it permits."""
    lang = language(lang)
    rows = []
    comma = label("comma", lang)
    for rule in (PROCEDURE[-1], *PROCEDURE[:-1]):
        for position, (step, permitted) in sorted(check.steps.items(), key=lambda item: item[0].second):
            if step == rule.step:
                rows.append(
                    {
                        "step": step,
                        "says": rule.text if lang == "ja" else STEPS_IN_ENGLISH[rule.step],
                        "before": place_text(position, lang),
                        "permits": comma.join(map(turn_text, permitted)),
                    }
                )
    return _frame(rows, lang)


def choices_table(check: ProcedureCheck, lang: str | None = None) -> pd.DataFrame:
    """Return where the procedure leaves a choice open, and which turns lead out of it."""
    lang = language(lang)
    comma = label("comma", lang)
    rows = [
        {
            "step": choice.step,
            "before": place_text(choice.position, lang),
            "safe": comma.join(map(turn_text, choice.safe)),
            "unsafe": comma.join(map(turn_text, choice.unsafe)),
        }
        for choice in check.choices
    ]
    return _frame(rows, lang)


def readings_table(games: Mapping[str, Sequence[Reading]], lang: str | None = None) -> pd.DataFrame:
    """Return what best play leads to under each reading of the article's words, a claim after the other."""
    lang = language(lang)
    rows = []
    for claim, readings in games.items():
        for reading in readings:
            changed = ", ".join(f"{name}={value}" for name, value in reading.changed.items())
            rows.append(
                {
                    "claim": claim,
                    "reading": changed or word("as_decided", lang),
                    "best_play": value_text(reading.value, lang, reading.distance),
                }
            )
    return _frame(rows, lang)


# --- the atlas ----------------------------------------------------------------------------------------------


def atlas_table(rows: Iterable[AtlasRow], lang: str | None = None) -> pd.DataFrame:
    """Return the atlas in words, a rule set a row.

    Examples
    --------
    >>> from variantlab.study.chopsticks_atlas import atlas, rule_sets
    >>> atlas_table(atlas(rule_sets(limit=3, overflow="out", split=False)), "en").to_numpy().tolist()
    [['out at 3, no split', 'first in 5', 16, '0.0%', 6]]
    """
    lang = language(lang)
    table = _frame(
        [
            {
                "rules": rule_text(row.game, lang),
                "best_play": value_text(row.value, lang, row.distance),
                "positions": row.n_positions,
                "drawn": f"{float(row.share_drawn):.1%}",
                "strategy": row.strategy_size,
            }
            for row in rows
        ],
        lang,
    )
    return table.astype({word("strategy", lang): "Int64"})


def fragile_table(rows: Iterable[AtlasRow], lang: str | None = None) -> pd.DataFrame:
    """Return the rule sets whose winner one open decision alone changes."""
    lang = language(lang)
    found = [
        {
            "rules": rule_text(row.game, lang),
            "as_decided": value_text(row.value, lang, row.distance),
            "reading": ", ".join(f"{name}={value}" for name, value in reading.changed.items()),
            "otherwise": value_text(reading.value, lang, reading.distance),
        }
        for row, reading in fragile_rule_sets(rows)
    ]
    return _frame(found, lang)


def short_list_table(listed: Sequence[Liveliness], lang: str | None = None) -> pd.DataFrame:
    """Return the short list of balanced rule sets with the figures that speak for them."""
    lang = language(lang)
    rows = [
        {
            "place": place,
            "rules": rule_text(live.row.game, lang),
            "decided": f"{live.decided:.1%}",
            "mean": round(live.mean_plies, 1),
            "first_random": f"{live.first:.0%}",
            "first_greedy": f"{live.greedy_first:.0%}",
            "drawn": f"{float(live.row.share_drawn):.0%}",
            "hangs_on": _hangs_on(live.row, lang),
        }
        for place, live in enumerate(listed, start=1)
    ]
    return _frame(rows, lang)


def _hangs_on(row: AtlasRow, lang: str) -> str:
    """Return the readings each of which alone would change the winner."""
    readings = [
        ", ".join(f"{n}={v}" for n, v in reading.changed.items()) for _, reading in fragile_rule_sets([row])
    ]
    return label("comma", lang).join(readings) or word("nothing", lang)


def conclusions(rows: Sequence[AtlasRow], listed: Sequence[Liveliness], lang: str | None = None) -> list[str]:
    """Return what the atlas and the short list amount to, a sentence each."""
    lang = language(lang)
    found = [word("winners", lang, n=len(rows), **winners(rows))]
    table = change_table(rows)
    if "split" in table.index:
        by_option: dict[Any, Any] = table.to_dict("index")
        option = max(by_option, key=lambda name: by_option[name]["changed"])
        most, splits = by_option[option], by_option["split"]
        found.append(
            word(
                "changing",
                lang,
                option=say_of_study(str(option), lang),
                changed=most["changed"],
                n=most["n"],
                splits=splits["changed"],
                n_splits=splits["n"],
            )
        )
    if listed:
        best = listed[0]
        reasons = word(
            "reasons",
            lang,
            decided=best.decided,
            most=best.most_plies,
            mean=best.mean_plies,
            first=best.first,
            greedy=best.greedy_first,
        )
        found.append(word("listed", lang, rules=rule_text(best.row.game, lang), reasons=reasons))
    return found


def chances_table(
    games: Mapping[str, Chopsticks],
    players: Sequence[str],
    n_games: int,
    seed: int,
    lang: str | None = None,
) -> pd.DataFrame:
    """Return who wins how often between two players of the same kind: exactly, and in games played.

    Parameters
    ----------
    games : mapping of str to Chopsticks
        Rule sets by a name.
    players : sequence of str
        See `Chopsticks.simulate`.
    n_games, seed : int
        Of the games played.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    lang = language(lang)
    rows = []
    for name, game in games.items():
        for player in players:
            exact = chances(game, (player, player))
            counts = tally(game, (player, player), n_games, seed)
            seen = str(rate(counts.winner["first"], counts.n_finished)).split(" (")[0]
            rows.append(
                {
                    "rules": name,
                    "players": word(f"{player}_player", lang),
                    "first_exact": _rounded(exact.first),
                    "first_seen": seen,
                    "second_exact": _rounded(exact.second),
                    "endless": _rounded(exact.endless),
                    "mean": None if exact.mean_plies is None else round(float(exact.mean_plies), 2),
                }
            )
    return _frame(rows, lang)


def _rounded(chance: Any) -> Any:
    """Return a fraction as it is, and a chance solved in floating point to six digits."""
    return round(chance, 6) + 0.0 if isinstance(chance, float) else chance
