"""The words of boards, charts and tables, in English and Japanese; the Japanese ones are the article's.

A function that shows words takes `lang`; left out, it is what `default_language` returns.
"""

from __future__ import annotations

import difflib
import os

from variantlab.errors import VariantlabError, invalid, unknown_choice
from variantlab.view.markup import printable

__all__ = ["LABELS", "LANGUAGES", "default_language", "label", "language", "name", "use_language"]

LANGUAGES = ("en", "ja")
LANGUAGE_VARIABLE = "VARIANTLAB_LANG"

#: Every word by its key: the names of the record's columns and categories, then those of boards and charts.
LABELS: dict[str, dict[str, str]] = {
    # rules
    "othello": {"en": "Othello", "ja": "オセロ"},
    "flip": {"en": "flip (standard)", "ja": "標準ルール（flip）"},
    "vanish": {"en": "vanish", "ja": "消滅ルール（vanish）"},
    "vanish_one": {"en": "vanish one", "ja": "一個消滅（vanish_one）"},
    "mixed": {"en": "mixed", "ja": "混合（mixed）"},
    # columns of a record
    "rule": {"en": "rule", "ja": "ルール"},
    "method": {"en": "method", "ja": "方法"},
    "plies": {"en": "plies", "ja": "手数"},
    "passes": {"en": "passes", "ja": "パス回数"},
    "passes_black": {"en": "black's passes", "ja": "黒のパス回数"},
    "passes_white": {"en": "white's passes", "ja": "白のパス回数"},
    "first_stuck": {"en": "stuck first", "ja": "先に置けなくなった側"},
    "end_reason": {"en": "end reason", "ja": "終局の理由"},
    "black_discs": {"en": "black discs", "ja": "黒石"},
    "white_discs": {"en": "white discs", "ja": "白石"},
    "discs": {"en": "discs", "ja": "石"},
    "winner": {"en": "winner", "ja": "勝敗"},
    "seed": {"en": "seed", "ja": "シード"},
    "game_index": {"en": "game", "ja": "対局番号"},
    "player_black": {"en": "black's player", "ja": "黒の打ち手"},
    "player_white": {"en": "white's player", "ja": "白の打ち手"},
    "random": {"en": "random", "ja": "ランダム"},
    # end reasons
    "wipeout": {"en": "wipeout", "ja": "全滅"},
    "board_full": {"en": "board full", "ja": "盤が埋まった"},
    "discs_spent": {"en": "discs spent", "ja": "石を使い切った"},
    "no_moves": {"en": "neither can move", "ja": "両者置けず"},
    "capped": {"en": "capped", "ja": "打ち切り（上限）"},
    # sides and winners
    "black": {"en": "black", "ja": "黒"},
    "white": {"en": "white", "ja": "白"},
    "black_wins": {"en": "black wins", "ja": "黒勝"},
    "white_wins": {"en": "white wins", "ja": "白勝"},
    "draw": {"en": "draw", "ja": "引き分け"},
    "first": {"en": "first player wins", "ja": "先手勝"},
    "second": {"en": "second player wins", "ja": "後手勝"},
    "no_winner": {"en": "no winner", "ja": "勝敗なし"},
    # boards
    "board": {"en": "{game} board, {size} by {size}, {rule}", "ja": "{game}の盤 {size}×{size}、{rule}"},
    "black_to_move": {"en": "black to move", "ja": "黒の番"},
    "white_to_move": {"en": "white to move", "ja": "白の番"},
    "black_passes": {"en": "black must pass", "ja": "黒はパス"},
    "white_passes": {"en": "white must pass", "ja": "白はパス"},
    "game_over": {"en": "game over", "ja": "終局"},
    "last_move": {"en": "last move", "ja": "直前の手"},
    "legal_moves": {"en": "legal moves", "ja": "置けるマス"},
    "none": {"en": "none", "ja": "なし"},
    "pass": {"en": "pass", "ja": "パス"},
    "preview": {"en": "preview", "ja": "プレビュー"},
    "captured-flip": {"en": "flips", "ja": "返る石"},
    "captured-vanish": {"en": "vanishes", "ja": "消える石"},
    "captured-chance": {"en": "may vanish", "ja": "消えうる石"},
    "before": {"en": "before", "ja": "打つ前"},
    "after": {"en": "after", "ja": "打った後"},
    "colon": {"en": ": ", "ja": "："},
    "comma": {"en": ", ", "ja": "、"},
    "stop": {"en": ". ", "ja": "。"},
    # hands
    "chopsticks": {"en": "Chopsticks", "ja": "割り箸（数字を増やす遊び）"},
    "hands": {"en": "hands", "ja": "手"},
    "out": {"en": "out", "ja": "戦闘不能"},
    "hands_out": {"en": "both hands out", "ja": "両手が戦闘不能"},
    "first_player": {"en": "first player", "ja": "先攻"},
    "second_player": {"en": "second player", "ja": "後攻"},
    "first_player_wins": {"en": "first player wins", "ja": "先攻の勝ち"},
    "second_player_wins": {"en": "second player wins", "ja": "後攻の勝ち"},
    "first_to_move": {"en": "first player to move", "ja": "先攻の番"},
    "second_to_move": {"en": "second player to move", "ja": "後攻の番"},
    "first_acts_again": {"en": "first player acts again", "ja": "先攻の再行動"},
    "second_acts_again": {"en": "second player acts again", "ja": "後攻の再行動"},
    # shogi boards
    "negaeri": {"en": "Negaeri Shogi", "ja": "寝返り将棋"},
    "shogi_board": {"en": "Negaeri Shogi board", "ja": "寝返り将棋の盤"},
    "sente": {"en": "sente", "ja": "先手"},
    "gote": {"en": "gote", "ja": "後手"},
    "sente_wins": {"en": "sente wins", "ja": "先手の勝ち"},
    "gote_wins": {"en": "gote wins", "ja": "後手の勝ち"},
    "sente_to_move": {"en": "sente to move", "ja": "先手の番"},
    "gote_to_move": {"en": "gote to move", "ja": "後手の番"},
    "sente_passes": {"en": "sente must pass", "ja": "先手はパス"},
    "gote_passes": {"en": "gote must pass", "ja": "後手はパス"},
    "sente_hand": {"en": "sente's hand", "ja": "先手の持ち駒"},
    "gote_hand": {"en": "gote's hand", "ja": "後手の持ち駒"},
    "king": {"en": "king captured", "ja": "玉を取った"},
    "repetition": {"en": "repetition", "ja": "同じ局面の繰り返し"},
    "both_passed": {"en": "both passed", "ja": "両者パス"},
    "piece_K": {"en": "king", "ja": "玉"},
    "piece_P": {"en": "pawn", "ja": "歩"},
    "piece_R": {"en": "rook", "ja": "飛"},
    "piece_B": {"en": "bishop", "ja": "角"},
    "piece_+P": {"en": "tokin", "ja": "と"},
    "piece_+R": {"en": "dragon", "ja": "竜"},
    "piece_+B": {"en": "horse", "ja": "馬"},
    "on_board": {
        "en": "on the board: sente {sente}, gote {gote}",
        "ja": "盤上：先手 {sente} 枚、後手 {gote} 枚",
    },
    "reached": {"en": "may go to", "ja": "行けるマス"},
    "dropped": {"en": "dropped piece", "ja": "打った駒"},
    "moved": {"en": "moved piece", "ja": "動かした駒"},
    "taken": {"en": "captured", "ja": "取られる駒"},
    "stage": {"en": "stage {number}", "ja": "{number}段目"},
    "turns_at_stage": {"en": "changes sides at stage {number}", "ja": "{number}段目で寝返る駒"},
    "numbers_are_stages": {"en": "number: the stage it changes sides at", "ja": "数字：何段目で寝返るか"},
    "n_turn": {"en": "{n} would change sides", "ja": "{n} 枚が寝返る"},
    "turns_nothing": {"en": "nothing changes sides", "ja": "寝返る駒なし"},
    # throw boards and the columns of their record
    "throw_othello": {"en": "Throw Othello", "ja": "投げオセロ"},
    "throw": {"en": "throw", "ja": "投げオセロ"},
    "all_thrown": {"en": "all discs thrown", "ja": "すべての駒を投げた"},
    "fouled_out": {"en": "fouled out", "ja": "ファールの数で負け"},
    "thrown": {"en": "throws", "ja": "投げた数"},
    "fouls_black": {"en": "black's fouls", "ja": "黒のファール"},
    "fouls_white": {"en": "white's fouls", "ja": "白のファール"},
    "deliberate_black": {"en": "black's fouls on purpose", "ja": "黒のわざとのファール"},
    "deliberate_white": {"en": "white's fouls on purpose", "ja": "白のわざとのファール"},
    "stacked": {"en": "came to rest on a disc", "ja": "駒の上に乗った数"},
    "turned_over": {"en": "other face up", "ja": "裏になった数"},
    "knocked_off": {"en": "knocked off the board", "ja": "枠外に出された駒"},
    "hidden_black": {"en": "black's hidden discs", "ja": "下に隠れた黒"},
    "hidden_white": {"en": "white's hidden discs", "ja": "下に隠れた白"},
    # charts: axes and marks
    "share_of_games": {"en": "share of games", "ja": "対局の割合"},
    "probability": {"en": "probability", "ja": "確率"},
    "games": {"en": "games", "ja": "対局数"},
    "n_games_axis": {"en": "number of games", "ja": "対局数"},
    "exact": {"en": "exact", "ja": "厳密値"},
    "observed": {"en": "observed", "ja": "観測値"},
    "simulated": {"en": "simulated", "ja": "シミュレーション"},
    "estimate": {"en": "estimate", "ja": "推定値"},
    "mean": {"en": "mean", "ja": "平均"},
    "true_rate": {"en": "true rate", "ja": "真の割合"},
    "yardstick": {"en": "{plies} plies", "ja": "{plies} 手"},
    "plies_on_one_scale": {"en": "plies, all on one scale", "ja": "手数（同じ目盛りで）"},
    "run": {"en": "run {number}", "ja": "{number}回目"},
    "all_runs": {"en": "all", "ja": "合計"},
    "fixed_n": {"en": "{level} interval for one look", "ja": "一度だけ見る {level} 区間"},
    "anytime": {"en": "{level} interval for any number of looks", "ja": "何度見てもよい {level} 区間"},
    "covers": {"en": "contains the true rate", "ja": "真の割合を含む"},
    "misses": {"en": "misses it", "ja": "外れ"},
    "experiment": {"en": "experiment", "ja": "実験の番号"},
    "vanish_probability": {"en": "chance that a captured disc vanishes", "ja": "挟まれた石が消える確率"},
    "turn": {"en": "turn {number}", "ja": "{number}手目"},
    "by_turn": {"en": "positions after 0, 1, 2, ... turns", "ja": "0、1、2、…手後の局面の数"},
    "plies_in_bins": {"en": "plies, {width} to a bar", "ja": "手数（{width} 手ごと）"},
    "start": {"en": "start", "ja": "初期配置"},
    "predicted": {"en": "predicted", "ja": "予想"},
    "predictions": {"en": "predictions", "ja": "予想"},
    "result": {"en": "result", "ja": "結果"},
    "happened": {"en": "what happened", "ja": "実際の結果"},
    "no_data": {"en": "no data", "ja": "データなし"},
    # charts: titles
    "rates_title": {"en": "How often?", "ja": "どのくらいの割合か"},
    "plies_title": {"en": "How long are the games?", "ja": "1局の手数"},
    "runs_title": {"en": "One run is not a trend", "ja": "1回の結果は傾向ではない"},
    "convergence_title": {"en": "More games, narrower intervals", "ja": "対局を増やすと区間は狭くなる"},
    "coverage_title": {"en": "How often do intervals miss?", "ja": "区間はどのくらい外れるか"},
    "graph_title": {"en": "The whole game", "ja": "ゲームのすべての局面"},
    "curve_title": {"en": "From rule to rule", "ja": "ルールからルールへ"},
    "prediction_title": {"en": "Prediction and result", "ja": "予想と結果"},
    # charts: captions
    "n_games": {"en": "n = {n:,} games", "ja": "n = {n:,} 局"},
    "n_games_between": {"en": "n = {low:,} to {high:,} games", "ja": "n = {low:,}〜{high:,} 局"},
    "n_games_of": {"en": "{name}: n = {n:,} games", "ja": "{name}：n = {n:,} 局"},
    "n_games_each": {"en": "n = {n:,} games of each rule", "ja": "各ルール n = {n:,} 局"},
    "n_of_runs": {"en": "{name}: n = {n} games", "ja": "{name}：n = {n} 局"},
    "n_experiments": {
        "en": "{experiments:,} experiments of n = {n} games",
        "ja": "n = {n} 局の実験を {experiments:,} 回",
    },
    "with_seed": {"en": "seed {seed}", "ja": "シード {seed}"},
    "with_seeds": {"en": "seeds {seed}", "ja": "シード {seed}"},
    "no_seed": {"en": "seed not given", "ja": "シードの記載なし"},
    "intervals_are": {"en": "whiskers are {level} {method} intervals", "ja": "線は {level} 区間（{method}）"},
    "diamonds_are": {"en": "diamonds are exact values", "ja": "ひし形は厳密値"},
    "is_exact": {"en": "exact: nothing is simulated", "ja": "厳密値：シミュレーションではない"},
    "n_capped": {
        "en": "{name}: {n:,} capped, counted apart",
        "ja": "{name}：打ち切り {n:,} 局は別に数える",
    },
    "covered_share": {
        "en": "{covered:,} of {all:,} intervals ({share}) contain the true rate {truth}; promised: {level}",
        "ja": "{all:,} 個の区間のうち {covered:,} 個（{share}）が真の割合 {truth} を含む。目安は {level}",
    },
    "graph_counts": {
        "en": "{positions:,} positions, {edges:,} moves, {terminal:,} finished",
        "ja": "局面 {positions:,}、手 {edges:,}、終局 {terminal:,}",
    },
    "graph_frames": {
        "en": "the frame and its mark say who wins with best play",
        "ja": "枠と印は最善の手順での勝敗",
    },
    "graph_too_large": {
        "en": "{positions:,} positions are too many to draw one by one",
        "ja": "局面が {positions:,} あり、一つずつは描けません",
    },
    "by_chance": {"en": "chance decides", "ja": "偶然による"},
    # methods of intervals
    "wilson": {"en": "Wilson", "ja": "ウィルソン"},
    "exact_interval": {"en": "Clopper-Pearson", "ja": "クロッパー・ピアソン"},
    "student": {"en": "Student t", "ja": "スチューデントの t"},
    "normal": {"en": "normal", "ja": "正規近似"},
    "bootstrap": {"en": "bootstrap", "ja": "ブートストラップ"},
    "anytime_interval": {"en": "anytime-valid", "ja": "常時有効"},
}

_chosen_language: str | None = None


def use_language(lang: str | None) -> str:
    """Return the language that words are in from now on, where a function is given none.

    Meant for the parameter cell of a notebook.

    Parameters
    ----------
    lang : {'en', 'ja'} or None
        None goes back to the environment variable ``VARIANTLAB_LANG``, or English where it is not set.

    Raises
    ------
    VariantlabError
        For another language.

    Examples
    --------
    >>> use_language("ja"), label("plies")
    ('ja', '手数')
    >>> use_language("en"), label("plies")
    ('en', 'plies')
    >>> _ = use_language(None)
    """
    global _chosen_language
    _chosen_language = None if lang is None else _checked(lang, "language")
    return default_language()


def default_language() -> str:
    """Return the language of `use_language`, else that of ``VARIANTLAB_LANG``, else ``'en'``.

    Raises
    ------
    VariantlabError
        When the environment variable names another language.
    """
    if _chosen_language is not None:
        return _chosen_language
    given = os.environ.get(LANGUAGE_VARIABLE, "").strip()
    return _checked(given, LANGUAGE_VARIABLE) if given else "en"


def language(lang: str | None = None) -> str:
    """Return `lang` when it is one of `LANGUAGES`, and the default language for None.

    Raises
    ------
    VariantlabError
        For another language.

    Examples
    --------
    >>> language("jp")
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: language: got 'jp'; allowed: en, ja.
    """
    return default_language() if lang is None else _checked(lang, "language")


def _checked(lang: object, field: str) -> str:
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise unknown_choice(field, lang, LANGUAGES)


def label(key: str, lang: str | None = None, **values: object) -> str:
    """Return the words of a key in the language.

    Parameters
    ----------
    key : str
        A key of `LABELS`.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    **values
        What fills the words' blanks.

    Raises
    ------
    VariantlabError
        For an unknown key or language, or a blank without value.

    Examples
    --------
    >>> label("no_moves", "ja"), label("n_games", "en", n=1000)
    ('両者置けず', 'n = 1,000 games')
    >>> label("wipe_out", "en")
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: label: got 'wipe_out'; allowed: a key of \
variantlab.view.labels.LABELS. Did you mean 'wipeout'?
    """
    lang = language(lang)
    if key not in LABELS:
        raise _unknown_key(key)
    try:
        return LABELS[key][lang].format(**values)
    except KeyError as missing:
        raise VariantlabError(f"label {key!r}: no value for {missing}.") from None


def _unknown_key(key: object) -> VariantlabError:
    """Return the error for a key that has no words, with the nearest key but not the list of all."""
    near = difflib.get_close_matches(str(key), LABELS, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else ""
    return invalid("label", key, "a key of variantlab.view.labels.LABELS", hint)


def name(key: str, lang: str | None = None) -> str:
    """Return the words of a key, or the key itself where it is no key: a name that somebody chose.

    Rules with a parameter, such as ``mixed 0.5``, keep it.

    Examples
    --------
    >>> name("wipeout", "ja"), name("my rule", "ja"), name("mixed 0.5", "en")
    ('全滅', 'my rule', 'mixed 0.5')
    """
    lang, typed = language(lang), printable(key)
    if key in LABELS:
        return label(key, lang) if "{" not in LABELS[key][lang] else typed
    rule, _, parameter = typed.partition(" ")
    return f"{label(rule, lang)} {parameter}" if rule in ("mixed", "vanish_one") else typed
