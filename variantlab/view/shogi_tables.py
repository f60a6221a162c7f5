"""What the Negaeri Shogi notebooks show as tables, in words, in the language of the charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from variantlab.view.labels import language
from variantlab.view.shogi import KANJI

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["pieces_table"]

WORDS: dict[str, dict[str, str]] = {
    "piece": {"en": "piece", "ja": "駒"},
    "sign": {"en": "sign", "ja": "文字"},
    "letter": {"en": "letter", "ja": "記号"},
    "promoted": {"en": "promoted", "ja": "成ると"},
    "never": {"en": "never", "ja": "成らない"},
    "goes": {"en": "goes", "ja": "動き"},
    "name_K": {"en": "king", "ja": "玉将（ぎょくしょう）"},
    "name_P": {"en": "pawn", "ja": "歩兵（ふひょう）"},
    "name_R": {"en": "rook", "ja": "飛車（ひしゃ）"},
    "name_B": {"en": "bishop", "ja": "角行（かくぎょう）"},
    "name_+P": {"en": "tokin", "ja": "と金（ときん）"},
    "name_+R": {"en": "dragon", "ja": "竜王（りゅうおう）"},
    "name_+B": {"en": "horse", "ja": "竜馬（りゅうま）"},
    "goes_K": {"en": "one step in any direction", "ja": "まわり 8 マスに 1 マス"},
    "goes_P": {"en": "one step forward", "ja": "前に 1 マス"},
    "goes_R": {"en": "any distance along rows and columns", "ja": "縦横にどこまでも"},
    "goes_B": {"en": "any distance along diagonals", "ja": "斜めにどこまでも"},
    "goes_+P": {
        "en": "one step forward, diagonally forward, sideways or back",
        "ja": "前・斜め前・横・後ろの 6 方向に 1 マス",
    },
    "goes_+R": {"en": "and one step diagonally", "ja": "さらに斜めに 1 マス"},
    "goes_+B": {"en": "and one step along rows and columns", "ja": "さらに縦横に 1 マス"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def pieces_table(lang: str | None = None) -> pd.DataFrame:
    """Return a table of the pieces: sign, name, letter and how they go, plain and promoted.

    Examples
    --------
    >>> pieces_table("en").iloc[1].tolist()[:3]
    ['歩', 'pawn', 'P']
    """
    import pandas as pd

    lang = language(lang)
    rows = []
    for kind, sign in KANJI.items():
        named = word(f"name_{kind}", lang)
        rows.append(
            {
                word("sign", lang): sign,
                word("piece", lang): named,
                word("letter", lang): kind,
                word("goes", lang): word(f"goes_{kind}", lang),
                word("promoted", lang): _promoted(kind, lang),
            }
        )
    return pd.DataFrame(rows)


def _promoted(kind: str, lang: str) -> str:
    """Return what a piece becomes."""
    if kind[0] == "+":
        return ""
    if kind == "K":
        return word("never", lang)
    sign = KANJI[f"+{kind}"]
    return sign if lang == "ja" else f"{sign} {word(f'name_+{kind}', lang)}"
