"""Sheets to fill in, to print and to hand on; no remark becomes a formula, and nothing typed is lost."""

import csv
import io
import re

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import DataError
from variantlab.files import project_path
from variantlab.study.records import HandGame, read_records
from variantlab.study.records_check import typed_text
from variantlab.study.records_write import (
    empty_csv,
    machine_csv,
    machine_rows,
    printable_page,
    spreadsheet_text,
    write_empty_sheets,
    write_sheet,
)

DANGEROUS = [
    "=1+1",
    '=HYPERLINK("http://x","y")',
    "+1+1",
    "-3 discs",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "＝1+1",
    "'=1",
]
GAME = HandGame(
    2, rule="flip", method="hand", plies=60, passes=0, end_reason="board_full", black=33, white=31,
    winner="black",
)  # fmt: skip
ARTICLE = ["ルール", "方法", "手数", "パス回数", "終局の理由", "黒石", "白石", "勝敗", "自由記述"]


def game_with(**texts) -> HandGame:
    return HandGame(**{**vars(GAME), **texts})


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("suffix", [".csv", ".xlsx"])
def test_what_is_written_for_people_reads_back_as_it_was_typed(tmp_path, lang, suffix):
    games = [
        game_with(
            row=row, remark=text if suffix == ".csv" else text.replace("\r", "_"), name_black=text.strip(),
            game_id=f"0{row}", extra=(("天気", text.strip()),),
        )
        for row, text in enumerate(DANGEROUS, start=2)
    ]  # fmt: skip
    sheet = read_records(write_sheet(games, tmp_path / f"games{suffix}", lang))
    assert sheet.faults == ()
    assert [game.remark for game in sheet.games] == [game.remark for game in games]
    assert [game.name_black for game in sheet.games] == [game.name_black for game in games]
    assert [game.game_id for game in sheet.games] == [game.game_id for game in games]


def test_no_cell_of_a_csv_for_people_starts_a_formula_and_numbers_stay_numbers(tmp_path):
    games = [game_with(row=row, remark=text) for row, text in enumerate(DANGEROUS, start=2)]
    text = write_sheet(games, tmp_path / "games.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    for row in rows[1:]:
        assert row[2] == "60"
        assert row[8].startswith("'")
        assert not any(cell[:1] in tuple("=+-@\t\r") and cell for cell in row)
    assert spreadsheet_text("a - b") == "a - b"


def test_no_cell_of_a_workbook_is_a_formula(tmp_path):
    games = [
        game_with(row=row, remark=text, extra=((text, text),)) for row, text in enumerate(DANGEROUS, start=2)
    ]
    sheet = openpyxl.load_workbook(write_sheet(games, tmp_path / "games.xlsx")).active
    types = {cell.data_type for row in sheet.iter_rows() for cell in row}
    assert "f" not in types
    assert sheet["C2"].data_type == "n"
    assert [sheet.cell(row, 9).value[0] for row in range(2, 2 + len(games))] == ["'"] * len(games)


@given(st.text())
def test_the_apostrophe_is_taken_off_again(text):
    assert typed_text(spreadsheet_text(text)) == text
    assert spreadsheet_text(text)[:1] not in tuple("=+-@\t\r")


texts = st.text(st.characters(codec="utf-8"), max_size=30)


@given(remark=texts, moves=texts, name=texts, extra=st.lists(st.tuples(texts, texts), max_size=2))
def test_the_table_for_programs_holds_everything_as_typed(remark, moves, name, extra):
    game = game_with(
        remark=remark, moves=moves, name_white=name, extra=tuple(extra), passes=None, winner=None
    )
    origin = ("a.csv", "00", "2026-01-01T00:00:00+00:00")
    assert machine_rows(machine_csv([(game, origin), (GAME, origin)]), "games.csv") == [
        (game, origin),
        (GAME, origin),
    ]


def test_a_table_for_programs_that_was_edited_is_refused():
    content = machine_csv([(GAME, ("a.csv", "00", "2026"))])
    for broken in (
        content[:-9],
        content.replace(b'"60"', b'"sixty"'),
        content.replace(b"flip", b"flap"),
        b"",
    ):
        with pytest.raises(DataError, match="not the table that an import writes"):
            machine_rows(broken, "games.csv")


def test_an_existing_file_is_not_overwritten_and_other_suffixes_are_refused(tmp_path):
    (tmp_path / "games.csv").write_text("mine", encoding="utf-8")
    with pytest.raises(DataError, match="not overwritten"):
        write_sheet([GAME], tmp_path / "games.csv")
    with pytest.raises(DataError, match="suffix"):
        write_sheet([GAME], tmp_path / "games.ods")
    assert (tmp_path / "games.csv").read_text(encoding="utf-8") == "mine"


def test_the_empty_sheets_have_the_articles_columns_in_its_order():
    content = empty_csv("ja")
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.decode("utf-8-sig").rstrip().split(",")[:9] == ARTICLE
    workbook = openpyxl.load_workbook(project_path("data", "records", "record-sheet.ja.xlsx")).active
    assert [cell.value for cell in workbook[1]][:9] == ARTICLE
    assert all(cell.comment.text for cell in workbook[1])
    lists = {
        str(v.sqref)[0]: v.formula1 for v in workbook.data_validations.dataValidation if v.type == "list"
    }
    assert lists["A"] == '"標準,消滅"'
    assert lists["E"] == '"全滅,両者置けず,盤が埋まった,打ち切り"'
    assert lists["H"] == '"黒勝,白勝,引き分け"'
    assert workbook["J2"].number_format == "@"


def cells_of(path) -> list:
    return [[cell.value for cell in row] for row in openpyxl.load_workbook(path).active.iter_rows()]


def test_the_sheets_that_ship_are_those_the_package_writes(tmp_path):
    for made in write_empty_sheets(tmp_path):
        shipped = project_path("data", "records", made.name)
        if made.suffix == ".xlsx":
            assert cells_of(shipped) == cells_of(made)
        else:
            assert shipped.read_bytes() == made.read_bytes()
        if made.suffix != ".html":
            sheet = read_records(shipped)
            assert (sheet.n_rows, sheet.faults, sheet.notes) == (0, (), ())


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_to_print_holds_ten_rows_and_runs_and_loads_nothing(lang):
    page = printable_page(lang)
    assert page.count('<td class="number">') == 10
    assert not re.search(r"<script|<link|<img|<iframe|\son\w+=|https?:|url\(|@import|javascript:", page)
    assert "A4" in page
    if lang == "ja":
        assert [re.search(rf">{name}</th>", page) is not None for name in ARTICLE] == [True] * 9


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sample_is_marked_as_made_up_and_right(lang):
    path = project_path("data", "records", f"sample-made-up.{lang}.csv")
    mark = {"en": "made up", "ja": "作り物"}[lang]
    assert mark in path.read_text(encoding="utf-8-sig").splitlines()[0].lower()
    sheet = read_records(path)
    assert sheet.faults == ()
    assert all(mark in game.remark for game in sheet.games)
    vanish = [game for game in sheet.games if game.rule == "vanish"]
    assert len(vanish) == 10
    assert len({game.name_black for game in vanish}) == 2
    assert [game.moves != "" for game in sheet.games] == [True] * len(sheet.games)
