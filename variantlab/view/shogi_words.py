"""The words of the Negaeri Shogi study: claims, rules, decisions, players and ways of counting."""

from __future__ import annotations

from variantlab.errors import invalid
from variantlab.view.labels import language

__all__ = ["WORDS_OF_STUDY", "study_word"]

#: Words for columns and, as ``column=value``, for values; for claims with their parts, ``N1.no_edge``.
WORDS_OF_STUDY: dict[str, dict[str, str]] = {
    # claims and their parts
    "N1.as_it_is": {"en": "pieces that change sides", "ja": "寝返る駒の数"},
    "N1.no_edge": {"en": "pieces that change sides, no edge captures", "ja": "寝返る駒の数（端の挟みなし）"},
    "N2.as_it_is": {"en": "games with a chain of 3 stages", "ja": "3 段以上の連鎖が起きた対局"},
    "N2.no_edge": {
        "en": "games with a chain of 3 stages, no edge captures",
        "ja": "3 段以上の連鎖が起きた対局（端の挟みなし）",
    },
    "N3.equal_hands": {"en": "sente wins, equal hands", "ja": "先手の勝ち（持ち駒は同じ）"},
    "N4.as_it_is": {"en": "sente wins, one pawn more", "ja": "先手の勝ち（歩が 1 枚多い）"},
    "N5.no_loyalty": {
        "en": "games ended early by the king's capture, no loyalty",
        "ja": "早く玉を取られて終わる対局（忠誠なし）",
    },
    "N5.as_it_is": {
        "en": "games ended early by the king's capture",
        "ja": "早く玉を取られて終わる対局",
    },
    "N6.as_it_is": {"en": "chains cut short after five stages", "ja": "5 段で打ち切られた連鎖"},
    "unit_N1": {"en": "pieces", "ja": "枚数"},
    "unit_N2": {"en": "share of games", "ja": "対局の割合"},
    "unit_N3": {"en": "sente's share", "ja": "先手の割合"},
    "unit_N4": {"en": "sente's share", "ja": "先手の割合"},
    "unit_N5": {"en": "share of games", "ja": "対局の割合"},
    "unit_N6": {"en": "how often", "ja": "頻度"},
    # rules
    "part": {"en": "rules", "ja": "ルール"},
    "part=as_it_is": {"en": "as it is", "ja": "そのまま"},
    "part=no_edge": {"en": "no edge captures", "ja": "端の挟みなし"},
    "part=equal_hands": {"en": "equal hands", "ja": "持ち駒は同じ"},
    "part=no_loyalty": {"en": "no loyalty", "ja": "忠誠なし"},
    # decisions
    "depth": {"en": "looks ahead", "ja": "読みの深さ"},
    "depth=0": {"en": "not at all: random", "ja": "なし（ランダム）"},
    **{f"depth={n}": {"en": f"{n} plies", "ja": f"{n} 手"} for n in range(2, 9)},
    "depth=1": {"en": "1 ply", "ja": "1 手"},
    "weights": {"en": "weights", "ja": "評価の重み"},
    "weights=no_weights": {"en": "none: random", "ja": "なし（ランダム）"},
    "weights=material": {"en": "material", "ja": "駒の価値（material）"},
    "weights=pieces": {"en": "pieces", "ja": "駒の数（pieces）"},
    "weights=shape": {"en": "shape", "ja": "形（shape）"},
    "counting": {"en": "counted", "ja": "数え方"},
    "counting=per_move": {"en": "per move", "ja": "1 手あたり"},
    "counting=per_drop": {"en": "per drop", "ja": "打つ手あたり"},
    "counting=per_turning_drop": {"en": "per drop that turns", "ja": "寝返らせた手あたり"},
    "counting=from_the_drop": {"en": "stage 1 is the drop's own", "ja": "打った駒の挟みを 1 段目とする"},
    "counting=after_the_drop": {"en": "stage 1 comes after it", "ja": "その次を 1 段目とする"},
    "counting=wins": {"en": "wins of finished games", "ja": "終局した対局の勝ち"},
    "counting=score": {"en": "a draw half", "ja": "引き分けは半分"},
    "counting=wins_of_all": {"en": "wins of all games", "ja": "全対局の勝ち"},
    **{
        f"counting=by_{n}": {"en": f"within {n} plies", "ja": f"{n} 手以内"}
        for n in (10, 20, 30, 40, 60, 100)
    },
    "counting=at_all": {"en": "at any time", "ja": "いつでも"},
    "counting=games": {"en": "share of games", "ja": "対局の割合"},
    "counting=turning_drops": {"en": "per drop that turns", "ja": "寝返らせた手あたり"},
    "loyal_run": {"en": "loyal piece", "ja": "忠誠な駒"},
    "loyal_run=blocks": {"en": "blocks", "ja": "止める（blocks）"},
    "loyal_run=closes": {"en": "closes", "ja": "閉じる（closes）"},
    "loyal_run=shields": {"en": "shields", "ja": "かばう（shields）"},
    "offset": {"en": "start columns", "ja": "初期配置の列"},
    "offset=0": {"en": "offset 0", "ja": "offset 0"},
    "offset=1": {"en": "offset 1", "ja": "offset 1"},
    "opening_plies": {"en": "games begin", "ja": "対局の始まり"},
    "opening_plies=0": {"en": "at the start", "ja": "初期配置"},
    "opening_plies=8": {"en": "after 8 random plies", "ja": "ランダムな 8 手の後"},
    "look": {"en": "players", "ja": "打ち手"},
    "look=random": {"en": "random", "ja": "ランダム"},
    "look=odd": {"en": "look an odd number of plies ahead", "ja": "奇数手先まで読む"},
    "look=even": {"en": "look an even number of plies ahead", "ja": "偶数手先まで読む"},
}


def study_word(key: str, lang: str | None = None) -> str:
    """Return the words of a key of `WORDS_OF_STUDY`.

    Raises
    ------
    VariantlabError
        For an unknown key.

    Examples
    --------
    >>> study_word("counting=per_drop", "en"), study_word("counting=per_drop", "ja")
    ('per drop', '打つ手あたり')
    """
    if key not in WORDS_OF_STUDY:
        raise invalid("key", key, "a key of variantlab.view.shogi_words.WORDS_OF_STUDY")
    return WORDS_OF_STUDY[key][language(lang)]
