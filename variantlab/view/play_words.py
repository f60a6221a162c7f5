"""The words of the playing page, in English and Japanese."""

from __future__ import annotations

__all__ = ["PAGE_WORDS", "WORDS", "word"]

#: What the page itself shows, by key: sent to it as they are.
PAGE_WORDS: dict[str, dict[str, str]] = {
    "progress": {"en": "Games of the series", "ja": "対局の進み具合"},
    "players": {"en": "Players", "ja": "対局者"},
    "choose": {"en": "Choose the move", "ja": "手を選んでください"},
    "moves": {"en": "Moves", "ja": "棋譜"},
    "note": {"en": "Notes", "ja": "メモ"},
    "add_note": {"en": "Keep this note", "ja": "メモを残す"},
    "remark": {
        "en": "Remark, one line: what was left, how the last moves went",
        "ja": "自由記述（一行）：石がいくつ残ったか、最後の数手の動き",
    },
    "move_field": {"en": "Move", "ja": "手の入力"},
    "move_example": {"en": "such as {example}", "ja": "例：{example}"},
    "play": {"en": "Play", "ja": "打つ"},
    "undo": {"en": "Undo", "ja": "一手戻す"},
    "redo": {"en": "Redo", "ja": "やり直す"},
    "resign": {"en": "Resign", "ja": "投了"},
    "really_resign": {"en": "Really resign?", "ja": "本当に投了しますか？"},
    "next": {"en": "Next game", "ja": "次の対局へ"},
    "other_rule": {"en": "What would the other rule have done?", "ja": "別のルールならどうなった？"},
    "other_throws": {
        "en": "What could such a throw have come to?",
        "ja": "この狙いなら、ほかに何が起こりえた？",
    },
    "landed": {"en": "enter where a real disc landed", "ja": "実物の駒が落ちた場所を入力する"},
    "knocked": {
        "en": "Point at each disc that it knocked away, if any, then say which side shows. "
        "Escape starts over.",
        "ja": "はじかれた駒があれば一つずつ選び、そのあと上になった面を選んでください。"
        "Escape でやり直せます。",
    },
    "knocked_are": {"en": "Knocked away: {squares}.", "ja": "はじかれた駒：{squares}。"},
    "aim": {"en": "aim", "ja": "狙い"},
    "half_made": {
        "en": "{path}: go on with the next place, or leave it with Escape.",
        "ja": "{path}：続きの場所を選んでください。Escape で取り消せます。",
    },
    "not_your_turn": {"en": "It is the other player's turn.", "ja": "相手の番です。"},
    "no_answer": {
        "en": "Python has not answered yet; a move counts once it is drawn. If the kernel died or was "
        "restarted, run the cell again: the game goes on after the last move that is drawn.",
        "ja": "Python からまだ返事がありません。手は、盤に表示されたときに記録されています。"
        "カーネルが止まったか再起動した場合は、セルをもう一度実行してください。表示されている最後の手から続きます。",
    },
}

#: What Python says on the page.
WORDS: dict[str, dict[str, str]] = {
    "game_and_rule": {"en": "{game}, {rule}", "ja": "{game}・{rule}"},
    "title": {"en": "{game}: game {number} of {n}", "ja": "{game}：{n} 局中 {number} 局目"},
    "title_of_one": {"en": "{game}", "ja": "{game}"},
    "game_to_come": {"en": "game {number}: to come", "ja": "第{number}局：これから"},
    "game_now": {"en": "game {number}: being played", "ja": "第{number}局：対局中"},
    "game_done": {"en": "game {number}: {result}", "ja": "第{number}局：{result}"},
    "ply": {"en": "{colour} {move}", "ja": "{colour} {move}"},
    "played": {"en": "{colour} played {move}.", "ja": "{colour}：{move}。"},
    "hint": {
        "en": "Point at a place to see what the move would do; one that is not legal says why. Keys: arrows, "
        "Enter plays, n goes to the next legal place, ? asks why not, Escape takes a half-made move back.",
        "ja": "マスを指すと、その手で何が起きるかを示します。打てないマスを選ぶと理由を示します。"
        "キー操作：矢印で移動、Enter で打つ、n で次の打てるマスへ、? で打てない理由、Escape で取り消し。",
    },
    "hint_aim": {
        "en": "Click where you aim, or move the aim with the arrow keys and throw with Enter. Shift and an "
        "arrow move it by a little. A landing can be typed too: c4:B for a disc on c4 that shows black, "
        "c4:B*d4e5 where it knocked away the discs of d4 and e5, foul for a foul. How discs fly is a "
        "model: an assumption, not a measurement.",
        "ja": "狙う点をクリックするか、矢印キーで狙いを動かして Enter で投げます。"
        "Shift と矢印で少しずつ動きます。落ちた場所を入力することもできます：c4 に黒が上なら c4:B、"
        "d4 と e5 の駒をはじいたなら c4:B*d4e5、ファールなら foul。"
        "駒の飛び方はモデルです（仮定であり、測定値ではありません）。",
    },
    "counted": {"en": "{colour}: {words}", "ja": "{colour}：{words}"},
    "redone": {"en": "Played again.", "ja": "やり直しました。"},
    "to_move": {"en": "{colour} to move", "ja": "{colour}の番"},
    "over": {"en": "Game over: {reason}, {winner}", "ja": "終局：{reason}、{winner}"},
    "capped_note": {
        "en": "A capped game is no ending: it has no winner and is counted apart.",
        "ja": "打ち切りは終局ではありません。勝敗はつけず、別に数えます。",
    },
    "in_sheet": {
        "en": "Row {row} of the record sheet {path}",
        "ja": "記録は {path} の {row} 行目にあります",
    },
    "no_move": {
        "en": "{text} is no legal move. Legal are: {moves}",
        "ja": "「{text}」という手は打てません。打てる手：{moves}",
    },
    "no_throw": {
        "en": "{text} is no throw of this position.",
        "ja": "「{text}」という投げ方はできません。狙いは d3 や 3,2.5、落ちた場所は c4:B（c4 に黒が上）、"
        "c4:B*d4（となりの d4 の駒をはじいた）、ファールは foul のように入力してください。",
    },
    "no_landing": {
        "en": "No disc can land so.",
        "ja": "そのような落ち方はできません。はじけるのは落ちたマスのとなりの駒だけで、"
        "駒の上に止まった駒は何もはじきません。",
    },
    "still": {
        "en": "A picture of the board as it stood. To play on, run the cell again: nothing is lost.",
        "ja": "最後の盤面の画像です。続きを打つには、セルをもう一度実行してください。記録は残っています。",
    },
    "nothing_to_compare": {
        "en": "For this move there is nothing to compare.",
        "ja": "この手には比べるものがありません。",
    },
    "kept": {"en": "Kept.", "ja": "残しました。"},
    "kept_in": {
        "en": "Every move is kept in {path} before it is shown.",
        "ja": "どの手も、表示の前に {path} へ記録されます。",
    },
    "goes_on": {
        "en": "This series was begun before: it goes on with game {number} at move {move}.",
        "ja": "このシリーズは以前に始まっています。第{number}局の {move} 手目から続きます。",
    },
    "all_done": {
        "en": "All {n} games of this series are played. Won: {first} {first_won}, {second} {second_won}; "
        "drawn {draw}, capped {capped}.",
        "ja": "このシリーズの {n} 局はすべて終わりました。{first} {first_won} 勝、{second} {second_won} 勝、"
        "引き分け {draw}、打ち切り {capped}。",
    },
    "go_on": {"en": "Go on with it", "ja": "続ける"},
    "new_series": {"en": "Begin a new series", "ja": "新しいシリーズを始める"},
    "stale": {
        "en": "The board had moved on: nothing was played.",
        "ja": "盤面が先に進んでいたため、何も打っていません。",
    },
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)
