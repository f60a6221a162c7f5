"""The words of the Negaeri Shogi study: claims, rules, decisions, players and ways of counting."""

from __future__ import annotations

from variantlab.errors import invalid
from variantlab.view.labels import label, language, name

__all__ = ["WORDS_OF_STUDY", "player_words", "rules_words", "study_word"]

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
    "part=no_limit": {"en": "no limit of stages", "ja": "段数の上限なし"},
    # other rules
    "rules=": {"en": "as it is", "ja": "そのまま"},
    "sente_pawns": {"en": "sente has {value} pawns", "ja": "先手の歩 {value} 枚"},
    "gote_pawns": {"en": "gote has {value} pawns", "ja": "後手の歩 {value} 枚"},
    "first": {"en": "{value} begins", "ja": "{value}から始める"},
    "komi": {"en": "komi {value}", "ja": "コミ {value}"},
    "start_columns": {"en": "offset {value}", "ja": "offset {value}"},
    # conclusions
    "conclusion=holds": {"en": "shows the article's conclusion", "ja": "記事の結論を示す"},
    "conclusion=fails": {"en": "shows the opposite", "ja": "その反対を示す"},
    "conclusion=open": {"en": "shows neither", "ja": "どちらも示さない"},
    "measure_N1": {
        "en": "pieces that change sides in one move: with edge captures, minus without",
        "ja": "1 手で寝返る枚数：端の挟みあり − なし",
    },
    "measure_N2": {
        "en": "share of games with a chain of 3 stages: with edge captures, minus without",
        "ja": "3 段以上の連鎖が起きた対局の割合：端の挟みあり − なし",
    },
    "measure_N3": {"en": "sente's share, equal hands", "ja": "先手の割合（持ち駒は同じ）"},
    "measure_N4": {"en": "sente's share, one pawn more", "ja": "先手の割合（歩が 1 枚多い）"},
    "measure_N5": {
        "en": "share of games ended early by the king's capture, no loyalty",
        "ja": "早く玉を取られて終わる対局の割合（忠誠なし）",
    },
    "measure_N6": {
        "en": "how often the limit cuts a chain short",
        "ja": "上限で連鎖が打ち切られる割合",
    },
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


def study_word(key: str, lang: str | None = None, **values: object) -> str:
    """Return the words of a key of `WORDS_OF_STUDY`.

    Parameters
    ----------
    key : str
        Of the table.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    **values
        What fills the words' blanks.

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
    return WORDS_OF_STUDY[key][language(lang)].format(**values)


def player_words(depth: int, weights: str, lang: str | None = None) -> str:
    """Return a player of the study in words.

    Examples
    --------
    >>> player_words(3, "pieces", "en"), player_words(0, "", "ja")
    ('3 plies, pieces', 'ランダム')
    """
    lang = language(lang)
    if not depth:
        return study_word("look=random", lang)
    comma = label("comma", lang)
    return f"{study_word(f'depth={depth}', lang)}{comma}{study_word(f'weights={weights}', lang)}"


def rules_words(rules: str, lang: str | None = None) -> str:
    """Return rules such as ``'offset=0 sente_pawns=3'`` in words.

    Examples
    --------
    >>> rules_words("first=gote sente_pawns=3", "en"), rules_words("", "ja")
    ('gote begins, sente has 3 pawns', 'そのまま')
    """
    lang = language(lang)
    if not rules:
        return study_word("rules=", lang)
    parts = []
    for rule in rules.split():
        field, _, value = rule.partition("=")
        key = "start_columns" if field == "offset" else field
        parts.append(study_word(key, lang, value=name(value, lang)))
    return label("comma", lang).join(parts)
