"""The words of the record sheet: its columns and values in English and Japanese, and what findings say.

The columns and their Japanese words are the article's (記録の取り方).
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from variantlab.errors import DataError, shown, unknown_choice

__all__ = [
    "ARTICLE_COLUMNS",
    "HEADERS",
    "LANGUAGES",
    "MESSAGES",
    "OPTIONAL_COLUMNS",
    "VALUES",
    "WARNING",
    "Finding",
    "checked_language",
    "column_of_header",
    "header",
    "nearest_value",
    "plain",
    "value_of_word",
    "word",
]

LANGUAGES = ("en", "ja")

#: The article's columns, in its order; the two counts may stand in one cell such as 33-31 (`score`).
ARTICLE_COLUMNS = (
    "rule", "method", "plies", "passes", "end_reason", "black", "white", "winner", "remark",
)  # fmt: skip
OPTIONAL_COLUMNS = ("game_id", "name_black", "name_white", "date", "moves")

#: The headers of each column: the one that is written in English and in Japanese, then others that are read.
HEADERS: dict[str, tuple[str, ...]] = {
    "rule": ("rule", "ルール", "rules", "規則"),
    "method": ("method", "方法"),
    "plies": ("plies", "手数", "ply", "手の数", "石を置いた回数"),
    "passes": ("passes", "パス回数", "パス", "パス数", "パスの回数"),
    "end_reason": ("end reason", "終局の理由", "終局理由", "理由", "reason", "終局"),
    "black": ("black discs", "黒石", "black", "黒", "黒石数", "黒石の数", "blacks discs"),
    "white": ("white discs", "白石", "white", "白", "白石数", "白石の数", "whites discs"),
    "score": (
        "black discs - white discs",
        "黒石・白石",
        "score",
        "スコア",
        "石数",
        "石の数",
        "black-white",
        "黒-白",
        "black and white discs",
    ),
    "winner": ("winner", "勝敗", "result", "結果", "勝者"),
    "remark": (
        "remark",
        "自由記述",
        "remarks",
        "free remark",
        "note",
        "notes",
        "comment",
        "備考",
        "コメント",
    ),
    "game_id": ("game id", "対局番号", "id", "game", "game no", "game number", "no", "番号", "対局"),
    "name_black": (
        "black player",
        "黒の打ち手",
        "player black",
        "blacks player",
        "黒の名前",
        "黒番",
        "name black",
    ),
    "name_white": (
        "white player",
        "白の打ち手",
        "player white",
        "whites player",
        "白の名前",
        "白番",
        "name white",
    ),
    "date": ("date", "日付", "対局日", "年月日"),
    "moves": ("moves", "棋譜", "move list", "手順"),
    "passes_black": ("black's passes", "黒のパス回数", "passes black"),
    "passes_white": ("white's passes", "白のパス回数", "passes white"),
    "first_stuck": ("stuck first", "先に置けなくなった側", "first stuck"),
}

#: The words of each value: the one that is written in English and in Japanese, then others that are read.
VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "rule": {
        "flip": (
            "flip",
            "標準",
            "standard",
            "標準ルール",
            "標準ルール（flip）",
            "flip (standard)",
            "標準（flip）",
        ),
        "vanish": ("vanish", "消滅", "消滅ルール", "消滅ルール（vanish）", "消滅（vanish）", "vanish rule"),
        "vanish_one random": ("vanish_one random", "一個消滅 ランダム"),
        "vanish_one choice": ("vanish_one choice", "一個消滅 選択"),
        "vanish_one nearest": ("vanish_one nearest", "一個消滅 最も近い石"),
        "vanish_one farthest": ("vanish_one farthest", "一個消滅 最も遠い石"),
    },
    "method": {
        "hand": ("hand", "手作業", "by hand", "手", "実物", "実物の盤", "board"),
        "code": ("code", "コード", "by code", "computer", "プログラム"),
    },
    "end_reason": {
        "wipeout": ("wipeout", "全滅", "wiped out", "wipe out", "片方が全滅"),
        "no_moves": (
            "neither can move",
            "両者置けず",
            "no_moves",
            "no moves",
            "両者とも置けず",
            "両者とも置けない",
            "両者とも置けなくなる",
            "両者置けない",
        ),
        "board_full": (
            "board full",
            "盤が埋まった",
            "board_full",
            "full board",
            "full",
            "盤が埋まる",
            "満局",
        ),
        "capped": ("capped", "打ち切り", "打切り", "打切", "打ち切り（上限）", "上限", "cap"),
        "discs_spent": ("discs spent", "石切れ", "discs_spent", "石を使い切った"),
    },
    "winner": {
        "black": ("black wins", "黒勝", "black", "黒勝ち", "黒の勝ち", "黒", "black won", "b"),
        "white": ("white wins", "白勝", "white", "白勝ち", "白の勝ち", "白", "white won", "w"),
        "draw": ("draw", "引き分け", "drawn", "tie", "引分", "引分け", "引き分"),
        "none": ("no winner", "勝敗なし", "none", "なし", "-", "ー", "—"),
    },
    "first_stuck": {"black": ("black", "黒", "b"), "white": ("white", "白", "w")},
}

LONGEST_NAME = 40
# What would move the cursor or turn the writing direction where a message is shown.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
MIXED = re.compile(r"(?:mixed|混合)(?:\(mixed\))?\s*([01]?\.\d{1,15}|[01])")

#: The article's warning for whoever lays hand games beside the computer's.
WARNING = {
    "en": "Random play has no strategy, and ten games are few. If the games by hand and by code disagree, "
    "neither need be wrong: they may answer different questions. Capped games are no endings: they "
    "are in no win rate.",
    "ja": "ランダムな打ち手は戦略を持たず、10局は少数です。手作業とコードが食い違ったら、どちらかが間違い"
    "なのではなく、別の問いに答えているのだと読みます。打ち切りは終局ではないので、勝率には入れませ"
    "ん。",
}

MESSAGES: dict[str, dict[str, str]] = {
    # cells
    "empty": {
        "en": "the cell is empty. Fill it in; where it is not known, leave the row out and say so.",
        "ja": "セルが空です。記入してください。分からない場合は、その行を除いて、除いたことを書いてくださ"
        "い。",
    },
    "excel_date": {
        "en": "Excel has taken it for a date. Format the column as Text, type it again, and save.",
        "ja": "Excel が日付に変えてしまった値です。列の表示形式を「文字列」にして、入力し直してください。",
    },
    "excel_serial": {
        "en": "one number where two are needed, such as 33-31. If 3-4 was typed, Excel has made the "
        "number of a day of it: format the column as Text and type it again.",
        "ja": "33-31 のように二つの数が必要です。3-4 と入力したのなら、Excel が日付の通し番号に変えていま"
        "す。列の表示形式を「文字列」にして、入力し直してください。",
    },
    "excel_error": {
        "en": "this is an error message of Excel. Type the value itself.",
        "ja": "Excel のエラー表示です。値そのものを入力してください。",
    },
    "formula": {
        "en": "the cell holds a formula without a saved result. Replace it by its value.",
        "ja": "結果の保存されていない数式です。値に置き換えてください。",
    },
    "not_whole": {
        "en": "a whole number is needed, such as 23, in figures.",
        "ja": "23 のような整数を、数字で記入してください。",
    },
    "not_score": {
        "en": "two numbers are needed, black's discs first, such as 33-31.",
        "ja": "33-31 のように、黒石・白石の順で二つの数を記入してください。",
    },
    "unknown_value": {
        "en": "allowed: {allowed}.{nearest_en}",
        "ja": "使える値：{allowed_ja}。{nearest_ja}",
    },
    "wave_dash": {
        "en": "a wave dash is two different signs in different programs, so such ids do not stay equal. "
        "Use - or _.",
        "ja": "波ダッシュはソフトによって別の文字になり、同じ番号と見なせなくなります。- か _ を使ってくだ"
        "さい。",
    },
    "no_header": {
        "en": "no header stands above this cell. If a remark holds a comma, put the remark in quotation "
        "marks; otherwise give the column a header.",
        "ja": "このセルの上に見出しがありません。自由記述にカンマがあるなら引用符で囲み、そうでなければ列"
        "に見出しを付けてください。",
    },
    # columns and rows
    "missing_column": {
        "en": "the sheet has no such column. Add it{nearest_en}{argument_en}.",
        "ja": "この列がありません。追加してください{nearest_ja}{argument_ja}。",
    },
    "column_twice": {
        "en": "the column stands twice: {first!r} is read already. Remove one or rename it.",
        "ja": "同じ列が二つあります（{first} は読みました）。片方を除くか、見出しを変えてください。",
    },
    "conflicting_id": {
        "en": "row {first} has the same game id and says otherwise ({differs}). Decide which is right and "
        "remove the other, or give the other game an id of its own.",
        "ja": "{first} 行目と同じ対局番号で、内容が違います（{differs_ja}）。どちらが正しいかを決めて他方"
        "を除くか、別の対局なら別の番号を付けてください。",
    },
    "conflicting_stored": {
        "en": "the folder has a game of this id that says otherwise ({differs}; it came from {file}, row "
        "{first}). Decide which is right; other games need other ids or another folder.",
        "ja": "取り込み先に同じ番号で内容の違う対局があります（{differs_ja}。{file} の {first} 行目）。ど"
        "ちらが正しいかを決めてください。別の対局なら、別の番号か別のフォルダにしてください。",
    },
    "alike_stored": {
        "en": "the folder has a game just like it, from {file}, row {first}, and neither has an id that "
        "would tell them apart. Say alike='skip' if it is the same game, alike='add' if it is "
        "another (--alike on the command line).",
        "ja": "取り込み先に同じ内容の対局があり（{file} の {first} 行目）、区別する番号がありません。同じ"
        "対局なら alike='skip'、別の対局なら alike='add' を指定してください（コマンドでは --alike）"
        "。",
    },
    # rules
    "no_plies": {
        "en": "the first player can always place a disc, so a game has at least 1 ply.",
        "ja": "先手は必ず置けるので、手数は 1 以上です。",
    },
    "flip_too_long": {
        "en": "a flip game has at most {most} plies, as each disc placed fills one of {most} empty "
        "squares. Count the discs placed, without passes; or was it the vanish rule?",
        "ja": "標準ルールの手数は最大 {most} です（置くたびに {most} の空きマスが一つ減ります）。パスを除"
        "いて数え直すか、消滅ルールでなかったかを確かめてください。",
    },
    "too_many_discs": {
        "en": "the board has {most} squares, and black and white together are {total}. Count again.",
        "ja": "盤は {most} マスですが、黒石と白石を合わせると {total} です。数え直してください。",
    },
    "discs_flip": {
        "en": "under flip the discs are {start} and one more each ply: {start} + {plies} = {expected}, "
        "but black and white together are {total}. Count the discs and the plies again.",
        "ja": "標準ルールでは石の合計は {start} に手数を足した数（{start} + {plies} = {expected}）ですが、"
        "記録は {total} です。石と手数を数え直してください。",
    },
    "discs_vanish": {
        "en": "under vanish the discs are never more than the {start} of the start, as each ply adds one "
        "and takes off one or more; black and white together are {total}. Was a captured disc left "
        "on the board?",
        "ja": "消滅ルールでは、一手ごとに一つ置いて一つ以上取り除くので、石は初めの {start} より増えません"
        "（記録は合計 {total}）。取り除き忘れた石がないか確かめてください。",
    },
    "discs_vanish_one": {
        "en": "under vanish one each ply adds one disc and takes off one, so there are always {start}; "
        "black and white together are {total}. Count again.",
        "ja": "一個消滅では、一手ごとに一つ置いて一つ取り除くので、石は常に {start} です（記録は合計"
        " {total}）。数え直してください。",
    },
    "discs_mixed": {
        "en": "{plies} plies add at most {plies} discs to the {start} of the start, but black and white "
        "together are {total}. Count the discs and the plies again.",
        "ja": "{plies} 手では初めの {start} に最大 {plies} しか増えませんが、記録は合計 {total} です。石と"
        "手数を数え直してください。",
    },
    "too_few_discs": {
        "en": "whoever placed the last disc has it and the disc that closed the line: 2 at least. Was the "
        "disc at the end of the line taken off too? It stays.",
        "ja": "最後に置いた側には、置いた石と端の石の二つ以上が残ります。端の石まで取り除いていないか確か"
        "めてください。端の石は残ります。",
    },
    "too_many_passes": {
        "en": "each pass is followed by a disc of the other side, so there are fewer passes than the "
        "{plies} plies. {closing_en}",
        "ja": "パスのあとには相手が石を置くので、パス回数は手数（{plies}）より少なくなります。{closing_ja}",
    },
    "passes_do_not_add": {
        "en": "black's passes {black} and white's {white} do not make {passes}.",
        "ja": "黒のパス {black} 回と白のパス {white} 回の合計が {passes} になりません。",
    },
    "wrong_winner": {
        "en": "{black} black and {white} white discs make it '{expected_en}'. Correct the winner or the "
        "counts.",
        "ja": "黒 {black}、白 {white} なら「{expected_ja}」です。勝敗か石の数を直してください。",
    },
    "no_winner": {
        "en": "only a capped game has no winner; {black} black and {white} white discs make it "
        "'{expected_en}'.",
        "ja": "勝敗がないのは打ち切りの局だけです。黒 {black}、白 {white} なら「{expected_ja}」です。",
    },
    "wipeout_of_both": {
        "en": "a wipeout leaves one colour without a disc, but there are {black} black and {white} white. "
        "If neither side could move, write '{no_moves_en}'.",
        "ja": "全滅なら片方の石は 0 ですが、黒 {black}、白 {white} です。両者とも置けなくなったのなら「"
        "{no_moves_ja}」と書いてください。",
    },
    "is_wipeout": {
        "en": "one colour has no disc left, which is a '{wipeout_en}', whatever else holds.",
        "ja": "片方の石が 0 なので、終局の理由は「{wipeout_ja}」です。",
    },
    "not_full": {
        "en": "a full board has {most} discs, but black and white together are {total}.",
        "ja": "盤が埋まったなら石は {most} ですが、記録は合計 {total} です。",
    },
    "is_full": {
        "en": "{most} discs fill the board: the end reason is '{board_full_en}'.",
        "ja": "石が {most} あれば盤は埋まっています。終局の理由は「{board_full_ja}」です。",
    },
    "no_disc_limit": {
        "en": "under this rule nobody runs out of discs. If neither side could move, write '{no_moves_en}'.",
        "ja": "このルールで石切れは起こりません。両者とも置けなくなったのなら「{no_moves_ja}」と書いてくだ"
        "さい。",
    },
    "impossible_record": {
        "en": "no {rule} game from the standard start has this row: of all its games, that holds for "
        "plies, passes, end reason and discs together. {closing_en}Likely slips: a disc at the end "
        "of a line was taken off, or only one of several directions.",
        "ja": "標準の初期配置から始まる {rule} の対局で、手数・パス回数・終局の理由・石の数がこの組になる"
        "ものはありません。{closing_ja}端の石まで取り除いた、複数方向の一つしか取り除かなかった、な"
        "どの誤りを確かめてください。",
    },
    # moves
    "unreadable_moves": {
        "en": "the moves cannot be played under this rule: {message}{other_en}",
        "ja": "棋譜をこのルールで再現できません：{message}{other_ja}",
    },
    "moves_stop": {
        "en": "the moves stop after ply {plies}, where {colour_en} can still move. Complete them, or "
        "write '{capped_en}' if the game was stopped.",
        "ja": "棋譜は {plies} 手で終わっていますが、{colour_ja}がまだ置けます。続きを書くか、止めた対局な"
        "ら「{capped_ja}」と書いてください。",
    },
    "moves_differ": {
        "en": "the moves noted give {expected_en}. {closing_en}Correct the cell or the moves.",
        "ja": "棋譜どおりなら {expected_ja} です。{closing_ja}このセルか棋譜を直してください。",
    },
    # notes
    "title_row": {
        "en": "read as a title above the table.",
        "ja": "表の上の題として読みました。",
    },
    "header_again": {
        "en": "the header stands here again; it is no game.",
        "ja": "見出しがもう一度あります。対局ではありません。",
    },
    "names_in_black": {
        "en": "read as the names of the players, as the discs stand in {score!r}.",
        "ja": "石の数は {score} にあるので、この列は打ち手の名前として読みました。",
    },
    "other_column": {
        "en": "not a column of the record sheet; kept as it is.{nearest_en}",
        "ja": "記録用紙にない列です。そのまま残します。{nearest_ja}",
    },
    "given_for_all": {
        "en": "the sheet has no such column: {given_value!r} was given for all rows.",
        "ja": "この列がないので、すべての行を指定どおり {given_value} としました。",
    },
    "capped_winner": {
        "en": "a capped game is no ending: its winner is not counted.",
        "ja": "打ち切りは終局ではないので、この勝敗は数えません。",
    },
    "run_means": {
        "en": "read as the means of a run by code, not as a game.",
        "ja": "対局ではなく、コードによる実行の平均値として読みました。",
    },
    "date_in_text": {
        "en": "the cell holds a date; it is kept as {text}.",
        "ja": "日付のセルです。{text} として残します。",
    },
    "alike_rows": {
        "en": "like row {first}, and neither has a game id: they count as two games.",
        "ja": "{first} 行目と同じ内容で、どちらにも対局番号がありません。別々の対局として数えます。",
    },
    "same_row": {
        "en": "the same game as row {first}; skipped.",
        "ja": "{first} 行目と同じ対局なので、飛ばしました。",
    },
    "stored_already": {
        "en": "imported already (from {file}, row {first}); skipped.",
        "ja": "取り込み済みなので（{file} の {first} 行目）、飛ばしました。",
    },
    "sheet_not_read": {
        "en": "this sheet of the workbook has no header of a record sheet and was not read.",
        "ja": "記録用紙の見出しがないので、このシートは読んでいません。",
    },
    "name_in_remark": {
        "en": "the remark holds a name that was replaced elsewhere; remarks are not changed.",
        "ja": "置き換えた名前が自由記述に残っています。自由記述は変えません。",
    },
}
CLOSING = {
    "en": "Were the two passes that close a game counted? They are the ending, not passes: write {passes}. ",
    "ja": "終局の二回のパスを数えていませんか。それは終局であり、パスには数えません（{passes} と書きます）。",
}
PLACES = {
    "en": {
        "sheet": "sheet {!r}",
        "row": "row {}",
        "column": "column {!r}",
        "comma": ", ",
        "colon": ": ",
        "got": ": got {}; ",
    },
    "ja": {
        "sheet": "シート「{}」",
        "row": "{} 行目",
        "column": "「{}」の列",
        "comma": "、",
        "colon": "：",
        "got": "：{}。",
    },
}


@dataclass(frozen=True)
class Finding:
    """What there is to say about a place in a record sheet: a fault, a duplicate or a note.

    Parameters
    ----------
    kind : str
        A key of `MESSAGES`.
    row : int or None
        The row as a spreadsheet numbers it, from 1.
    column : str
        The header as the sheet writes it; empty for a whole row.
    given : str or None
        What the cell holds; None where that is not the point.
    values : mapping of str to object
        What else the message names.
    sheet : str
        The sheet of a workbook; empty for other files.

    Examples
    --------
    >>> print(Finding("not_whole", 3, "plies", "many"))
    row 3, column 'plies': got 'many'; a whole number is needed, such as 23, in figures.
    """

    kind: str
    row: int | None = None
    column: str = ""
    given: str | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    sheet: str = ""

    def text(self, lang: str = "en") -> str:
        """Return the finding in words: where, what was given, what to do."""
        words = PLACES[checked_language(lang)]
        parts = (("sheet", self.sheet), ("row", self.row), ("column", self.column))
        place = words["comma"].join(words[part].format(_cut(value)) for part, value in parts if value)
        got = words["colon"] if self.given is None else words["got"].format(shown(self.given))
        return CONTROL.sub("\ufffd", place + got + MESSAGES[self.kind][lang].format_map(self.values))

    def __str__(self) -> str:
        return self.text()


def _cut(value: object) -> object:
    """Return a header or a sheet's name as messages show it, cut when long; a row's number as it is."""
    return value if not isinstance(value, str) or len(value) <= LONGEST_NAME else f"{value[:LONGEST_NAME]}..."


def checked_language(lang: object) -> str:
    """Return the language, 'en' or 'ja'.

    Raises
    ------
    DataError
        For another language.
    """
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise unknown_choice("language", lang, LANGUAGES, DataError)


def plain(text: str) -> str:
    """Return the text in one width and case, without blanks around it, as words are compared.

    Examples
    --------
    >>> plain(" ＦＬＩＰ　")
    'flip'
    """
    return unicodedata.normalize("NFKC", text).strip().casefold()


def _letters(text: str) -> str:
    """Return the letters and digits alone, as headers are compared."""
    return re.sub(r"[\W_]", "", plain(text))


def _closed_up(text: str) -> str:
    """Return the text without blanks, as values are compared: a question mark is not read over."""
    return re.sub(r"[\s_]", "", plain(text))


COLUMN_OF_HEADER = {_letters(text): column for column, texts in HEADERS.items() for text in texts}
VALUE_OF_WORD = {
    column: {_closed_up(text): value for value, texts in words.items() for text in texts}
    for column, words in VALUES.items()
}


def column_of_header(text: str) -> str | None:
    """Return the column that a header means, a key of `HEADERS`, or None.

    Examples
    --------
    >>> column_of_header("終局の理由 "), column_of_header("Black_Discs"), column_of_header("weather")
    ('end_reason', 'black', None)
    """
    return COLUMN_OF_HEADER.get(_letters(text))


def value_of_word(column: str, text: str) -> str | None:
    """Return the value that a word in a column means, a key of ``VALUES[column]``, or None.

    Rules with a parameter are read too, such as ``mixed 0.5``.

    Examples
    --------
    >>> value_of_word("winner", "黒勝ち"), value_of_word("rule", "混合 0.50"), value_of_word("rule", "go")
    ('black', 'mixed 0.5', None)
    """
    if column == "rule" and (match := MIXED.fullmatch(plain(text))):
        probability = float(match[1])
        return f"mixed {probability:g}" if probability <= 1 else None
    return VALUE_OF_WORD[column].get(_closed_up(text))


def nearest_value(column: str, text: str, lang: str) -> str:
    """Return the written word nearest to a text in a column, empty when none is near."""
    near = difflib.get_close_matches(_closed_up(text), VALUE_OF_WORD[column], n=1)
    return word(column, VALUE_OF_WORD[column][near[0]], lang) if near else ""


def nearest_header(text: str, headers: Iterable[str]) -> str:
    """Return the one of some headers that is nearest to any header of a column; empty when none is near."""
    known = [_letters(known) for known in HEADERS[text]]
    for candidate in headers:
        if difflib.get_close_matches(_letters(candidate), known, n=1, cutoff=0.7):
            return candidate
    return ""


def header(column: str, lang: str) -> str:
    """Return the header of a column as the empty sheets write it.

    Examples
    --------
    >>> header("passes", "ja"), header("score", "ja")
    ('パス回数', '黒石・白石')
    """
    return HEADERS[column][LANGUAGES.index(checked_language(lang))]


def word(column: str, value: str | None, lang: str) -> str:
    """Return the word of a value as the sheets write it; the value itself where it has none.

    Examples
    --------
    >>> word("end_reason", "no_moves", "ja"), word("rule", "mixed 0.5", "ja"), word("winner", None, "ja")
    ('両者置けず', 'mixed 0.5', '')
    """
    if value is None:
        return ""
    words = VALUES.get(column, {}).get(value)
    return words[LANGUAGES.index(checked_language(lang))] if words else value
