"""What happens in a game by hand, in words: passes, ends, clocks, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["EVENTS", "colour_word", "event", "event_words"]

COLOURS: dict[str, dict[str, str]] = {
    "black": {"en": "black", "ja": "黒"},
    "white": {"en": "white", "ja": "白"},
    "first": {"en": "the first player", "ja": "先攻"},
    "second": {"en": "the second player", "ja": "後攻"},
    "sente": {"en": "sente", "ja": "先手"},
    "gote": {"en": "gote", "ja": "後手"},
    "draw": {"en": "a draw", "ja": "引き分け"},
}

EVENTS: dict[str, dict[str, str]] = {
    "pass": {
        "en": "{colour} cannot move and passes.",
        "ja": "{colour}は打てる手がなく、パスです。",
    },
    "drawn": {"en": "Chance has decided: {text}.", "ja": "偶然で決まりました：{text}。"},
    "over": {"en": "The game is over.", "ja": "終局です。"},
    "capped": {
        "en": "The game is stopped at the limit agreed on: capped, which is no ending.",
        "ja": "決めた手数に達したので打ち切りです。終局ではありません。",
    },
    "resigned": {"en": "{colour} resigns.", "ja": "{colour}が投了しました。"},
    "time_over": {"en": "The time of {colour} is over.", "ja": "{colour}の時間切れです。"},
    "undone": {"en": "Taken back; the log keeps it.", "ja": "待ったをしました（記録には残ります）。"},
    "resumed": {
        "en": "Game {number} goes on after {turns} turns.",
        "ja": "第{number}局を {turns} 手目のあとから続けます。",
    },
    "torn_line": {
        "en": "Game {number}: the last line was not written to its end, so that turn did not happen. What "
        "there was of it is in {file}.",
        "ja": "第{number}局：最後の行が書き終わっていなかったので、その手はなかったことになります。途中まで"
        "の内容は {file} にあります。",
    },
    "sheet_changed": {
        "en": "{file} was changed by hand and is left as it is; the record sheet goes on in {other}.",
        "ja": "{file} は手で書き換えられているので、そのまま残します。記録用紙は {other} に続けます。",
    },
    "sheet_not_written": {
        "en": "{file} could not be written ({reason}). The games are safe in their logs; close the program "
        "that has the sheet open, and it is written next time.",
        "ja": "{file} に書き込めませんでした（{reason}）。対局は記録されています。表を開いているソフトを閉じ"
        "れば、次に書き込みます。",
    },
    "no_row": {
        "en": "Game {number} was stopped before its first move: it has no row in the record sheet.",
        "ja": "第{number}局は一手も打たずに終わったので、記録用紙には載りません。",
    },
}


def event(kind: str, **values: Any) -> dict[str, Any]:
    """Return something that happened in a game besides the move that was asked for, ready for JSON.

    Parameters
    ----------
    kind : str
        One of `EVENTS`, such as ``'pass'``.
    **values
        What its words need: a colour, a number, a file.

    Examples
    --------
    >>> event("pass", colour="white")
    {'kind': 'pass', 'colour': 'white'}
    """
    return {"kind": kind, **values}


def event_words(event: Mapping[str, Any], lang: str = "en") -> str:
    """Return an event in a sentence, in English or Japanese.

    Examples
    --------
    >>> event_words({"kind": "pass", "colour": "white"})
    'White cannot move and passes.'
    """
    values = {name: colour_word(value, lang) for name, value in event.items()}
    sentence = EVENTS[event["kind"]]["ja" if lang == "ja" else "en"].format_map(values)
    return sentence[:1].upper() + sentence[1:]


def colour_word(value: Any, lang: str) -> str:
    """Return the word for a colour; anything else as text.

    Examples
    --------
    >>> colour_word("sente", "ja"), colour_word(3, "en")
    ('先手', '3')
    """
    words = COLOURS.get(str(value))
    return words["ja" if lang == "ja" else "en"] if words else str(value)
