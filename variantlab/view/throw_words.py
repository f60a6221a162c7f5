"""The words of the throw study's charts and conclusions, in English and Japanese."""

from __future__ import annotations

from variantlab.study.throw_curves import ASSUMPTION
from variantlab.view.labels import language

__all__ = ["WORDS", "assumption", "thinker", "word"]

THINKERS = ("random", "greedy", "expected", "reply", "alphabeta")

WORDS: dict[str, dict[str, str]] = {
    "assumption": {"en": ASSUMPTION, "ja": "仮定であり、測定値ではない"},
    "model": {
        "en": "how discs fly is a model: {assumption}",
        "ja": "駒の飛び方はモデルによる（{assumption}）",
    },
    "measured_spread": {
        "en": "the spread is measured, the other constants of the throw are not",
        "ja": "ばらつきは測定値、ほかの定数は仮定",
    },
    # players
    "random": {"en": "random aims", "ja": "でたらめにねらう"},
    "greedy": {"en": "greedy", "ja": "欲張り"},
    "expected": {"en": "reckons with its throw", "ja": "ばらつきを計算に入れる"},
    "reply": {"en": "reckons one reply ahead", "ja": "計算に入れて次の一投まで読む"},
    "alphabeta": {"en": "looks {depth} throws ahead", "ja": "{depth}手先まで読む"},
    "against": {"en": "{one} against {other}", "ja": "{one} 対 {other}"},
    # axes and marks
    "spread": {"en": "spread of the throws, in squares", "ja": "投げのばらつき（マスの幅を 1 として）"},
    "share_won": {"en": "share of decided games won", "ja": "勝敗がついた対局での勝率"},
    "stronger": {"en": "stronger: {player}", "ja": "強いほう：{player}"},
    "level": {"en": "level", "ja": "互角"},
    "target": {"en": "{target}", "ja": "{target}"},
    "falls_at": {
        "en": "falls to {target} at {estimate:.2f} squares\n[{low:.2f}, {high}]",
        "ja": "{target} に下がるばらつき {estimate:.2f}\n[{low:.2f}、{high}]",
    },
    "at_othello": {"en": "at Othello", "ja": "オセロでは"},
    "beginner": {"en": "beginner", "ja": "初級"},
    "intermediate": {"en": "intermediate", "ja": "中級"},
    "advanced": {"en": "advanced", "ja": "上級"},
    "perfect": {"en": "perfect", "ja": "正確"},
    "fouls": {"en": "fouls on purpose a game", "ja": "わざとのファール（1局あたり）"},
    "fouled_out": {"en": "share of games that a third foul ends", "ja": "3回目のファールで終わる対局の割合"},
    "discs_each": {"en": "discs that each player throws", "ja": "それぞれが投げる駒の数"},
    "throws_a_game": {"en": "throws a game", "ja": "投げの数（1局あたり）"},
    "on_own": {"en": "on a disc of one's own colour", "ja": "自分の色の駒の上"},
    "on_other": {"en": "on a disc of the other colour", "ja": "相手の色の駒の上"},
    "count_all": {"en": "all discs count", "ja": "すべての駒を数える"},
    "count_top": {"en": "only the tops count", "ja": "上の駒だけを数える"},
    "their_spread": {
        "en": "spread of the stronger thinker ({player})",
        "ja": "強いほう（{player}）のばらつき",
    },
    "other_spread": {
        "en": "spread of the weaker thinker ({player})",
        "ja": "弱いほう（{player}）のばらつき",
    },
    "off_board": {"en": "off the board: {share}", "ja": "盤の外：{share}"},
    "aim": {"en": "aim", "ja": "ねらい"},
    "ellipses": {"en": "1 and 2 standard deviations", "ja": "標準偏差の 1 倍と 2 倍"},
    "square_aimed_at": {"en": "the square aimed at", "ja": "ねらったマス"},
    "throw": {"en": "throw", "ja": "投げた結果"},
    "mean_error": {"en": "mean", "ja": "平均"},
    "across": {"en": "error across, in squares", "ja": "横のずれ（マスの幅を 1 として）"},
    "along": {"en": "error along, in squares (towards the far side upwards)", "ja": "縦のずれ（上が奥）"},
    "spread_across": {"en": "spread across", "ja": "横のばらつき"},
    "spread_along": {"en": "spread along", "ja": "縦のばらつき"},
    # titles
    "level_field_title": {"en": "Does throwing level the field?", "ja": "投げれば互角になるか"},
    "thinkers_title": {"en": "It depends on who thinks how", "ja": "考え方しだい"},
    "map_title": {"en": "How much throwing makes up for thinking?", "ja": "投げのうまさは読みを補えるか"},
    "law_title": {
        "en": "Where a disc aimed at {aim} comes to rest",
        "ja": "{aim} をねらった駒はどこに止まるか",
    },
    "fit_title": {"en": "Throws and their spread", "ja": "投げた結果とばらつき"},
    "hidden_title": {"en": "On whose discs?", "ja": "だれの駒の上に乗るか"},
    "discs_title": {"en": "Are sixteen discs each enough?", "ja": "16 個ずつで足りるか"},
    "lines_title": {"en": "By throwing line", "ja": "スローイングラインごとに"},
    "curves_title": {"en": "By spread", "ja": "ばらつきごとに"},
    # captions
    "n_decided": {"en": "n = {n} decided games a point", "ja": "1点につき勝敗がついた対局 n = {n} 局"},
    "n_games": {"en": "n = {n} games a point", "ja": "1点につき n = {n} 局"},
    "n_cells": {"en": "n = {n} decided games a cell", "ja": "1マスにつき勝敗がついた対局 n = {n} 局"},
    "seeds": {"en": "seeds {first} to {last}", "ja": "シード {first}〜{last}"},
    "n_throws": {"en": "n = {n} throws", "ja": "n = {n} 投"},
    "n_synthetic": {
        "en": "n = {n} synthetic throws, made by a computer",
        "ja": "n = {n} 投（コンピュータで作ったもの）",
    },
    "left_out": {"en": "{n} rows left out", "ja": "除いた行 {n}"},
    "bootstrap_note": {
        "en": "the range of the spread is a 95% bootstrap interval",
        "ja": "ばらつきの範囲は 95% 区間（ブートストラップ）",
    },
    "spread_note": {
        "en": "the spreads have {level} chi-square intervals",
        "ja": "ばらつきの区間は {level}（カイ二乗）",
    },
    "lines_at": {
        "en": "bars below: the article's lines, from the spread across to that along",
        "ja": "下の帯は記事の各ライン（横のばらつきから縦のばらつきまで）",
    },
    "map_note": {
        "en": "on the dark line the two are level",
        "ja": "濃い線の上で互角",
    },
    "map_margin": {
        "en": "no 95% interval reaches further than {margin} points from the number in its cell",
        "ja": "どのマスも 95% 区間は ±{margin} ポイント以内",
    },
    "law_note": {
        "en": "chances in per cent, by numerical integration; squares of less than 0.5 are left blank",
        "ja": "確率は％で、数値積分による。0.5％未満のマスには数を書かない",
    },
    "law_physics": {
        "en": "spread {across:.3g} across, {along:.3g} along",
        "ja": "ばらつき 横 {across:.3g}、縦 {along:.3g}",
    },
    "changed": {
        "en": "another result in {share} of the games played by the rule",
        "ja": "ルールどおりの対局のうち {share} で結果が変わる",
    },
    "difference": {
        "en": "{first} discs less {last}: {difference}",
        "ja": "{first} 個と {last} 個の差：{difference}",
    },
    "more_on_own": {
        "en": "on one's own, all less top: {difference}",
        "ja": "自分の駒の上、すべて − 上だけ：{difference}",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key of this module in the language."""
    return WORDS[key][lang].format(**values)


def assumption(lang: str | None = None) -> str:
    """Return what must stand beside every result that depends on the constants of the throw.

    Examples
    --------
    >>> assumption("en"), assumption("ja")
    ('assumption, not measurement', '仮定であり、測定値ではない')
    """
    return word("assumption", language(lang))


def thinker(player: str, lang: str | None = None) -> str:
    """Return in words how a player thinks; what follows an ``@`` is left out.

    Examples
    --------
    >>> thinker("alphabeta:3@0.5", "en"), thinker("greedy", "ja")
    ('looks 3 throws ahead', '欲張り')
    """
    kind, _, depth = player.partition("@")[0].partition(":")
    lang = language(lang)
    return word(kind, lang, depth=depth) if kind in THINKERS else player
