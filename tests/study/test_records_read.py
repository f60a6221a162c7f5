"""Reading record sheets: encodings, separators, headers, words, blank rows, what Excel spoils, archives."""

import datetime
import io
import zipfile

import openpyxl
import pytest

from variantlab.errors import DataError
from variantlab.study.records import records_of_bytes
from variantlab.study.records_read import LARGEST_FILE, LARGEST_UNPACKED, LONGEST_CELL

HEADER = "ルール,方法,手数,パス回数,終局の理由,黒石・白石,勝敗,自由記述"
FULL = "標準,手作業,60,0,盤が埋まった,33-31,黒勝,最後は角"
SHORT = "消滅,手作業,4,0,両者置けず,2-2,引き分け,"


def read(*lines: str, encoding: str = "utf-8", separator: str = ",", **given):
    text = "\r\n".join(lines).replace(",", separator) + "\r\n"
    return records_of_bytes(text.encode(encoding), "sheet.csv", **given)


def kinds(sheet) -> list[tuple[int, str, str]]:
    return [(fault.row, fault.column, fault.kind) for fault in sheet.faults]


def workbook(*rows, **formats) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, number_format in formats.items():
        book.active[place].number_format = number_format
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_a_sheet_reads_the_same_in_every_encoding_and_with_every_separator(encoding, separator):
    sheet = read(HEADER, FULL, SHORT, encoding=encoding, separator=separator)
    assert sheet.faults == ()
    assert sheet.games == read(HEADER, FULL, SHORT).games
    first = sheet.games[0]
    assert (first.row, first.rule, first.method, first.plies, first.black) == (2, "flip", "hand", 60, 33)
    assert (first.end_reason, first.winner, first.remark) == ("board_full", "black", "最後は角")
    assert sheet.games[1].winner == "draw"


def test_english_words_and_other_spellings_mean_the_same():
    english = read(
        "Rule,METHOD,plies,Passes,end_reason,Black discs,white_discs,Result,Notes",
        "Standard,by hand,60,0,board full,33,31,Black wins,最後は角",
    )
    full_width = read(
        HEADER, "標準ルール（flip）,手作業,６０手,０回,盤が埋まった,３３－３１,黒の勝ち,最後は角"
    )
    assert english.faults == full_width.faults == ()
    for game in (*english.games, *full_width.games):
        assert game.differs_in(read(HEADER, FULL).games[0]) == ()


def test_utf16_without_its_mark_and_binary_files_are_refused_with_a_way_on():
    for content in (
        HEADER.encode("utf-16-le"),
        b"\x00\x01\x02\xff",
        b"\xff\xfe\x00",
        b"\xff\xfe\x00\x00a\x00\x00\x00",
    ):
        with pytest.raises(DataError, match="UTF-8"):
            records_of_bytes(content, "sheet.csv")


def test_short_cp932_headers_are_not_taken_for_another_encoding():
    """Two headers that detectors take for Windows-1252; they are Japanese and no record sheet."""
    for hex_text in ("8F88979D8BE695AA2C8C8F90940D0A312C320D0A", "935F8C9F984194D42C8C5E8EAE0D0A312C320D0A"):
        with pytest.raises(DataError, match="a row of headers"):
            records_of_bytes(bytes.fromhex(hex_text), "sheet.csv")


def test_the_byte_order_mark_is_no_part_of_the_first_header():
    sheet = read("game_id,black,white,result,score", "001,NA,None,引分,32-32", encoding="utf-8-sig")
    (game,) = sheet.games
    assert (game.game_id, game.name_black, game.name_white, game.winner) == ("001", "NA", "None", "draw")
    assert (game.black, game.white) == (32, 32)
    assert {note.kind for note in sheet.notes} == {"names_in_black"}


@pytest.mark.parametrize("name", ["NA", "nan", "null", "None", "N/A", "#N/A"])
def test_names_that_look_like_missing_values_are_names(name):
    sheet = read(HEADER + ",黒の打ち手", FULL + "," + name)
    assert sheet.games[0].name_black == name
    assert sheet.to_frame()["player_black"].tolist() == [name]


def test_ids_keep_their_zeros():
    text = read(HEADER + ",対局番号", FULL + ",001", SHORT + ",0020")
    assert [game.game_id for game in text.games] == ["001", "0020"]
    row = ["標準", "手作業", 60, 0, "盤が埋まった", "33-31", "黒勝", None]
    cells = workbook([*HEADER.split(","), "対局番号"], [*row, 7], [*row, "007b"], I2="000")
    assert [game.game_id for game in records_of_bytes(cells).games] == ["007", "007b"]


@pytest.mark.parametrize(
    "score", ["3-Apr", "Apr-03", "4月3日", "2024/4/3", "2024-04-03", "3-Apr-24", "45385", "1904年4月3日"]
)
def test_a_score_that_became_a_date_names_excel(score):
    sheet = read(HEADER, FULL, FULL.replace("33-31", score))
    ((row, column, kind),) = kinds(sheet)
    assert (row, column) == (3, "黒石・白石")
    assert kind in ("excel_date", "excel_serial")
    assert "Excel" in sheet.faults[0].text("en")
    assert "Excel" in sheet.faults[0].text("ja")
    assert len(sheet.games) == 1


def test_dates_numbers_and_formulas_of_a_workbook():
    head = [*HEADER.split(","), "日付"]
    good = ["標準", "手作業", 60.0, 0, "盤が埋まった", "33-31", "黒勝", "角", datetime.date(2026, 4, 3)]
    spoilt = [*good[:5], datetime.datetime(2026, 4, 3), *good[6:]]
    formula = [*good[:2], "=59+1", *good[3:]]
    sheet = records_of_bytes(workbook(head, good, spoilt, formula), "sheet.xlsx")
    assert [game.date for game in sheet.games] == ["2026-04-03"]
    assert kinds(sheet) == [(3, "黒石・白石", "excel_date"), (4, "手数", "formula")]
    assert "Excel" in sheet.faults[0].text()


@pytest.mark.parametrize("cell", ["#REF!", "#VALUE!", "#####", "#NAME?"])
def test_excels_error_signs_are_faults_where_a_value_is_needed(cell):
    assert kinds(read(HEADER, FULL.replace("60", cell))) == [(2, "手数", "excel_error")]


def test_separators_between_the_two_counts():
    for score in ("33 - 31", "33–31", "33−31", "33ー31", "３３：３１", "33対31", "黒33-白31", "33・31"):
        assert (read(HEADER, FULL.replace("33-31", score)).games[0].black) == 33, score
    for score in ("33~31", "33", "33-31-2", "三十三-三十一", "-", "33/31"):
        assert read(HEADER, FULL.replace("33-31", score)).faults, score


def test_every_fault_of_a_row_is_named_and_other_rows_are_read():
    sheet = read(HEADER, "標準?,手作業,many,,盤が埋まった,33-31,クロ,x", FULL)
    assert kinds(sheet) == [
        (2, "ルール", "unknown_value"),
        (2, "勝敗", "unknown_value"),
        (2, "手数", "not_whole"),
        (2, "パス回数", "empty"),
    ]
    assert [game.row for game in sheet.games] == [3]


def test_a_word_that_is_nearly_right_is_pointed_out_not_taken():
    sheet = read(HEADER.replace("ルール", "rule"), FULL.replace("標準", "vanihs"))
    assert sheet.games == ()
    assert "Did you mean 'vanish'?" in sheet.faults[0].text()
    assert "標準、消滅" in sheet.faults[0].text("ja")


def test_what_is_said_of_a_sheet_holds_no_control_characters():
    sheet = read(HEADER + ",\x1b[31m天気\u202e", "\x1b[2J," + FULL.partition(",")[2] + ",\x07")
    assert sheet.faults
    for lang in ("en", "ja"):
        assert all(part.isprintable() for part in sheet.text(lang).splitlines())


def test_blank_rows_titles_and_repeated_headers_are_no_games():
    sheet = read("二年B組の記録,,", "", HEADER, FULL, "", ",,,,,,,", "　,,,,,,, ", HEADER, SHORT, "", "")
    assert [game.row for game in sheet.games] == [4, 9]
    assert [row for _, row in sheet.blank_rows] == [5, 6, 7]
    assert {(note.row, note.kind) for note in sheet.notes} == {(1, "title_row"), (8, "header_again")}


def test_identical_and_conflicting_rows_of_one_id():
    """A club's list with blank rows: one row stands twice, and one id has two results."""
    lines = ["game_id,black,white,score", "001,P1,P2,33-31", "", ",,,", "002,P1,P2,30-34", "001,P1,P2,33-31"]
    sheet = read(*lines, "001,P1,P2,20-44")
    assert (sheet.n_rows, len(sheet.blank_rows), len(sheet.games)) == (4, 2, 2)
    assert [(found.row, found.values["first"]) for found in sheet.duplicates] == [(6, 2)]
    conflict = sheet.faults[-1]
    assert (conflict.row, conflict.kind, conflict.given) == (7, "conflicting_id", "001")
    assert "black discs, white discs" in conflict.text()
    assert {fault.kind for fault in sheet.faults[:-1]} == {"missing_column"}


def test_rows_alike_without_ids_are_two_games_and_said_so():
    sheet = read(HEADER, SHORT, SHORT)
    assert len(sheet.games) == 2
    assert [(note.row, note.kind) for note in sheet.notes] == [(3, "alike_rows")]


def test_ids_in_full_width_are_the_same_ids():
    sheet = read(HEADER + ",対局番号", SHORT + ",001", SHORT + ",００１")
    assert len(sheet.games) == len(sheet.duplicates) == 1


@pytest.mark.parametrize("dash", ["\u301c", "\uff5e"])
def test_a_wave_dash_in_an_id_is_refused(dash):
    assert kinds(read(HEADER + ",対局番号", f"{SHORT},1{dash}2")) == [(2, "対局番号", "wave_dash")]


def test_missing_columns_are_named_once_with_the_nearest_header():
    sheet = read("rule,method,plys,passes,end reason,score,winner", "flip,hand,60,0,board full,33-31,black")
    ((row, _, kind),) = kinds(sheet)
    assert (row, kind) == (1, "missing_column")
    assert "call 'plys' so" in sheet.faults[0].text()
    assert sheet.games[0].extra == (("plys", "60"),)


def test_a_rule_given_for_all_rows_is_noted_and_must_be_known():
    sheet = read(
        "手数,パス回数,終局の理由,黒石・白石,勝敗", "4,0,両者置けず,2-2,引き分け", rule="消滅", method="hand"
    )
    assert sheet.faults == ()
    assert sheet.games[0].rule == "vanish"
    assert [note.kind for note in sheet.notes] == ["given_for_all", "given_for_all"]
    with pytest.raises(DataError, match="rule: got 'vanihs'"):
        read(HEADER, rule="vanihs")


def test_other_columns_are_kept_and_columns_twice_are_a_fault():
    sheet = read(HEADER + ",天気,天気", FULL + ",晴れ,雨")
    assert sheet.games[0].extra == (("天気", "晴れ"), ("天気", "雨"))
    twice = read(HEADER + ",手数", FULL + ",59")
    assert [fault.kind for fault in twice.faults] == ["column_twice"]


def test_a_cell_without_header_is_a_fault_so_that_a_comma_in_a_remark_loses_nothing():
    sheet = read(HEADER, FULL + ",続き")
    assert kinds(sheet) == [(2, "", "no_header")]
    assert sheet.games == ()
    quoted = read(HEADER, FULL.replace("最後は角", '"最後は角、""白""は 1, 2 手\nパス"'))
    assert quoted.games[0].remark == '最後は角、"白"は 1, 2 手\nパス'


def test_quotation_marks_that_do_not_close_are_named_by_row():
    with pytest.raises(DataError, match=r"row 3.*quotation mark"):
        read(HEADER, FULL, '標準,手作業,60,0,盤が埋まった,33-31,黒勝,"end')


@pytest.mark.parametrize("length", [LONGEST_CELL + 1, 200_000])
def test_a_very_long_cell_has_a_clear_message(length):
    with pytest.raises(DataError, match=r"row 2.*at most 32,767 characters"):
        read(HEADER, FULL + "x" * length)
    assert read(HEADER, FULL + "x" * 30_000).faults == ()


def test_sizes_are_limited_before_anything_is_parsed():
    with pytest.raises(DataError, match="at most"):
        records_of_bytes(b"," * (LARGEST_FILE + 1))
    with pytest.raises(DataError, match="20,000 rows"):
        records_of_bytes(HEADER.encode() + b"\r\n" * 30_000)
    with pytest.raises(DataError, match="100 cells"):
        records_of_bytes(HEADER.encode() + b"\r\n" + b"," * 200 + b"x")


def zip_with(*members: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "name", ["../evil.csv", "/abs.csv", "..\\evil.csv", "C:\\evil.csv", "a/../../evil.csv"]
)
def test_an_archive_with_a_member_outside_is_refused_whole(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match="whole archive is refused"):
        records_of_bytes(zip_with((name, b"x"), ("ok.csv", (HEADER + "\n" + FULL).encode())), "slip.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_plain_archive_and_an_old_workbook_are_refused_with_a_way_on():
    with pytest.raises(DataError, match="Unpack the archive"):
        records_of_bytes(zip_with(("ok.csv", HEADER.encode())), "sheets.zip")
    with pytest.raises(DataError, match="save it as"):
        records_of_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old.xls")


def changed_workbook(name: str, change) -> bytes:
    """Return a small workbook with one of its parts changed."""
    content = workbook(HEADER.split(","), FULL.split(","))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = [(part, archive.read(part)) for part in archive.namelist()]
    assert name in dict(parts)
    return zip_with(*((part, change(text) if part == name else text) for part, text in parts))


SHEET_PART = "xl/worksheets/sheet1.xml"


def test_a_workbook_that_unpacks_to_too_much_is_refused():
    bomb = changed_workbook(SHEET_PART, lambda text: text + b" " * LARGEST_UNPACKED)
    assert len(bomb) < LARGEST_UNPACKED / 100
    with pytest.raises(DataError, match="unpacked"):
        records_of_bytes(bomb, "bomb.xlsx")


def test_a_workbook_with_entities_is_refused():
    declaration = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
    with pytest.raises(DataError, match="DTD"):
        records_of_bytes(changed_workbook(SHEET_PART, lambda text: declaration + text), "sheet.xlsx")


@pytest.mark.parametrize("row", ["900", "1048576", "999999999999"])
def test_a_row_far_below_costs_little(row):
    content = changed_workbook(
        SHEET_PART, lambda text: text.replace(b'<row r="2"', f'<row r="{row}"'.encode())
    )
    if row == "900":
        assert [game.row for game in records_of_bytes(content, "sheet.xlsx").games] == [900]
    else:
        with pytest.raises(DataError, match="rows"):
            records_of_bytes(content, "sheet.xlsx")


def test_several_sheets_of_a_workbook_are_read_or_named():
    book = openpyxl.Workbook()
    book.active.title = "一組"
    book.active.append(HEADER.split(","))
    book.active.append(FULL.split(","))
    second = book.create_sheet("二組")
    second.append(HEADER.split(","))
    second.append(SHORT.replace("2-2", "3-Apr").split(","))
    book.create_sheet("予定").append(["月曜", "算数"])
    stream = io.BytesIO()
    book.save(stream)
    sheet = records_of_bytes(stream.getvalue(), "class.xlsx")
    assert [(game.sheet, game.row) for game in sheet.games] == [("一組", 2)]
    assert [(fault.sheet, fault.row) for fault in sheet.faults] == [("二組", 2)]
    assert sheet.faults[0].text("ja").startswith("シート「二組」、2 行目")
    assert [(note.sheet, note.kind) for note in sheet.notes] == [("予定", "sheet_not_read")]
