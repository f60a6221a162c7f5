"""What happens in a game by hand, in words: passes, ends, clocks, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from variantlab.errors import VariantlabError

__all__ = ["EVENTS", "colour_word", "event", "event_words", "with_japanese"]

Refusal = TypeVar("Refusal", bound=VariantlabError)

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

#: What keeps a game by hand from going on, in Japanese; the English stands where it is raised.
JAPANESE: dict[str, str] = {
    "closed": "{folder}：この盤は閉じられているので、何も記録していません。最後に開いたところで続けるか、"
    "ここでもう一度開いてください。",
    "over": "この対局は終わっています。次の対局を始めるか、最後の手を戻してください。",
    "turn_of_person": "{name}（{colour}）の番です。人が打つ番です。",
    "turn_of_computer": "{name}（{colour}）の番です。コンピューターが打つまで待ってください。",
    "time_stays_over": "時間切れは取り消せません。",
    "nothing_to_undo": "戻せる手がありません。まだ人が一手も打っていません。",
    "nothing_to_redo": "やり直せる手がありません。",
    "resign_over": "この対局は終わっているので、投了できません。",
    "resign_who": "投了できるのは人だけです。",
    "still_on": "この対局はまだ続いています。最後まで打つか、投了してください。",
    "all_played": "このシリーズの {n} 局はすべて終わりました。続けるには別のフォルダーを開いてください。",
    "too_long": "文が長すぎます：{n:,} 文字あります。{longest:,} 文字までにしてください。",
    "no_such_game": "第{number}局は、このシリーズにまだありません。",
    "not_written": "{path}：書き込めなかったので、その手はなかったことになります（{reason}）。空き容量を"
    "作るか、別のフォルダーを選んで、もう一度操作してください。それより前の記録は無事です。",
    "cannot_write": "{path}：フォルダーに書き込めません（{reason}）。別のフォルダーを選んでください。",
    "locked": "{path}：別のノートブックかプログラムがこのシリーズを開いているか、ファイルのロックを使えない"
    "ディスクです。先に開いたほうを終了する（JupyterLab なら「カーネル」→「シャットダウン」）か、"
    "別のフォルダーを選んでください。",
    "not_a_series": "{path}：シリーズのフォルダーではありません。空のフォルダーか、シリーズのあるフォルダーを"
    "選んでください。何も上書きしていません。",
    "bad_name": "フォルダー名 {name!r} は使えません。文字、数字、「_」、「-」、「.」だけを使い、文字か数字で"
    "始まる名前（例：vanish-10）にしてください。",
    "not_made": "{path}：フォルダーを作れません（{reason}）。別の場所を選んでください。",
    "another_series": "{path}：ここにあるシリーズは {field} が {there} で、{here} ではありません。"
    "別のフォルダーを選ぶか、ここにあるシリーズと同じ設定で開いてください。そのまま続けるには "
    "Sitting.resume({name!r}) を使います。",
    "too_many": "{path}：となりにもう {n} 個のシリーズがあります。別のフォルダーを指定してください。",
    "not_read": "{path}：対局の記録を読めません（{reason}）。",
    "damaged": "{path} の {number} 行目：壊れているか、書き換えられています（{why}）。ファイルはそのまま"
    "残してあります。控えから戻すか、名前を変えて（例：{stem}-damaged.txt）もう一度開いてください。"
    "その対局なしで続きます。",
}


def with_japanese(error: Refusal, key: str, **values: Any) -> Refusal:
    """Return the error, which says the same in Japanese too.

    Examples
    --------
    >>> from variantlab.errors import MoveError
    >>> with_japanese(MoveError("redo: there is nothing to play again."), "nothing_to_redo").japanese
    'やり直せる手がありません。'
    """
    error.japanese = JAPANESE[key].format(**values)
    return error


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
