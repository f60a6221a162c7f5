"""Collecting record sheets in a folder: each game once, all or nothing, originals kept, names replaced."""

import hashlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from variantlab.cli import main
from variantlab.errors import DataError
from variantlab.study import records_import
from variantlab.study.records_import import import_records, imported_games

HEADER = "対局番号,ルール,方法,手数,パス回数,終局の理由,黒石・白石,勝敗,自由記述,黒の打ち手,白の打ち手"
ONE = "001,標準,手作業,60,0,盤が埋まった,33-31,黒勝,,青木,NA"
TWO = "002,消滅,手作業,4,0,両者置けず,2-2,引き分け,=1+1,NA,青木"
NAMES = ["a b;rm -rf.csv", "~x.csv", "CON.csv", "..csv", "波〜.csv", "\\..\\x.csv", "-x.c v"]
NOON = datetime(2026, 4, 3, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "class"


@pytest.fixture
def sheet(tmp_path):
    def write(*lines: str, name: str = "day1.csv", header: str = HEADER):
        path = tmp_path / name
        path.write_bytes("\r\n".join([header, *lines, ""]).encode("cp932"))
        return path

    return write


def files_in(folder) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def test_an_import_keeps_the_games_where_they_came_from_and_the_original(sheet, folder):
    path = sheet(ONE, TWO)
    content = path.read_bytes()
    report = import_records(path, folder, now=NOON)
    assert (len(report.added), report.n_games) == (2, 2)
    files = files_in(folder)
    (original,) = [text for name, text in files.items() if name.startswith("originals")]
    assert original == path.read_bytes() == content
    table = files["games.csv"].decode("utf-8")
    assert hashlib.sha256(content).hexdigest() in table
    assert '"day1.csv"' in table
    assert "2026-04-03T12:00:00+00:00" in table
    assert '"=1+1"' in table
    games = imported_games(folder)
    assert [(game.row, game.game_id, game.name_black, game.remark) for game in games] == [
        (2, "001", "青木", ""),
        (3, "002", "NA", "=1+1"),
    ]


def test_the_same_file_again_adds_nothing_under_any_name(sheet, folder):
    import_records(sheet(ONE, TWO), folder)
    before = files_in(folder)
    for name in ("day1.csv", "copy.csv"):
        report = import_records(sheet(ONE, TWO, name=name), folder)
        assert report.added == ()
        assert [found.kind for found in report.skipped] == ["stored_already"] * 2
    assert files_in(folder) == before


def test_a_longer_version_of_a_sheet_adds_only_what_is_new(sheet, folder):
    import_records(sheet(ONE), folder)
    report = import_records(sheet(ONE, TWO, name="day2.csv"), folder)
    assert [game.game_id for game in report.added] == ["002"]
    assert [(found.row, found.values["first"]) for found in report.skipped] == [(2, 2)]


def test_another_result_of_a_known_id_needs_a_decision_and_nothing_is_imported(sheet, folder):
    import_records(sheet(ONE), folder)
    before = files_in(folder)
    other = sheet(ONE.replace("33-31", "20-44").replace("黒勝", "白勝"), TWO, name="day2.csv")
    with pytest.raises(
        DataError, match=r"nothing was imported(.|\n)*row 2.*black discs, white discs, winner"
    ):
        import_records(other, folder)
    assert files_in(folder) == before
    report = import_records(other, folder, faulty="leave")
    assert [game.game_id for game in report.added] == ["002"]
    assert [fault.kind for fault in report.faults] == ["conflicting_stored"]


def test_a_sheet_with_faults_is_imported_whole_or_as_told(sheet, folder):
    path = sheet(ONE, TWO.replace("2-2", "3-Apr"))
    with pytest.raises(DataError, match="Excel"):
        import_records(path, folder)
    assert not folder.exists()
    assert [game.game_id for game in import_records(path, folder, faulty="leave").added] == ["001"]


def test_a_club_list_with_a_conflict_ends_with_two_games_after_two_imports(tmp_path, folder):
    """Four rows, two of them blank lines apart: one stands twice, one contradicts it."""
    path = tmp_path / "club.csv"
    lines = ["game_id,black,white,score", "001,P1,P2,33-31", "", ",,,", "002,P1,P2,30-34", "001,P1,P2,33-31"]
    path.write_text("\r\n".join([*lines, "001,P1,P2,20-44"]), encoding="utf-8")
    for _ in range(2):
        report = import_records(path, folder, rule="flip", method="hand", faulty="leave")
        assert report.n_games == 2
        assert "conflicting_id" in [fault.kind for fault in report.faults]


def test_games_alike_without_ids_are_asked_about(sheet, folder):
    no_id = TWO.replace("002", "")
    import_records(sheet(no_id, no_id), folder)
    again = sheet(no_id, ONE, name="day2.csv")
    with pytest.raises(DataError, match="alike"):
        import_records(again, folder)
    assert len(import_records(again, folder, alike="skip").added) == 1
    third = sheet(no_id, name="day3.csv", header=HEADER + " ")
    assert len(import_records(third, folder, alike="add").added) == 1
    assert len(imported_games(folder)) == 4
    with pytest.raises(DataError, match="alike: got 'maybe'"):
        import_records(again, folder, alike="maybe")


def test_a_kill_between_the_steps_leaves_the_games_as_they_were(sheet, folder, monkeypatch):
    import_records(sheet(ONE), folder)
    before = files_in(folder)
    write = records_import.write_bytes_atomically

    def killed_at_the_table(path, content):
        if path.name == "games.csv":
            raise KeyboardInterrupt
        return write(path, content)

    monkeypatch.setattr(records_import, "write_bytes_atomically", killed_at_the_table)
    with pytest.raises(KeyboardInterrupt):
        import_records(sheet(TWO, name="day2.csv"), folder)
    assert files_in(folder)["games.csv"] == before["games.csv"]
    monkeypatch.undo()
    assert import_records(sheet(TWO, name="day2.csv"), folder).n_games == 2


def test_imports_at_the_same_time_lose_no_game(sheet, folder):
    paths = [sheet(TWO.replace("002", f"{i:03d}"), name=f"day{i}.csv") for i in range(2)]
    code = "import sys, variantlab.study.records_import as room; room.import_records(*sys.argv[1:])"
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(folder)]) for path in paths]
    assert [process.wait() for process in running] == [0, 0]
    assert sorted(game.game_id for game in imported_games(folder)) == ["000", "001"]


def test_a_table_that_was_edited_is_not_added_to(sheet, folder):
    import_records(sheet(ONE), folder)
    (folder / "games.csv").write_text("rule\nflip\n", encoding="utf-8")
    with pytest.raises(DataError, match="not the table"):
        import_records(sheet(TWO, name="day2.csv"), folder)
    assert (folder / "games.csv").read_text(encoding="utf-8") == "rule\nflip\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows refuses such names itself")
@pytest.mark.parametrize("name", NAMES)
def test_the_copy_of_an_original_has_a_safe_name(sheet, folder, name):
    import_records(sheet(ONE, name=name), folder)
    (copy,) = (folder / "originals").iterdir()
    assert copy.name.isprintable()
    assert not set(copy.name) & set(" ;~\\/:")
    assert copy.name[:16] == hashlib.sha256(copy.read_bytes()).hexdigest()[:16]


# --- pseudonyms


def everything_outside_private(folder) -> str:
    return "".join(
        name + text.decode("utf-8", errors="replace") + text.decode("cp932", errors="replace")
        for name, text in files_in(folder).items()
        if not name.startswith("private")
    )


def test_pseudonyms_are_stable_in_the_folder_and_names_stay_in_private(sheet, folder):
    import_records(sheet(ONE, name="青木.csv"), folder, pseudonyms=True)
    import_records(sheet(TWO, name="day2.csv"), folder, pseudonyms=True)
    one, two = imported_games(folder)
    assert (one.name_black, one.name_white) == (two.name_white, two.name_black) == ("player-01", "player-02")
    assert "青木" not in everything_outside_private(folder)
    assert "青木" in (folder / "private" / "names.csv").read_text(encoding="utf-8")
    assert not (folder / "originals").exists()
    assert import_records(sheet(TWO, name="day2.csv"), folder, pseudonyms=True).added == ()


def test_without_private_no_pseudonym_is_given_to_another_person(sheet, folder):
    import_records(sheet(ONE), folder, pseudonyms=True)
    for path in (folder / "private").iterdir():
        path.unlink()
    import_records(sheet(TWO.replace("青木", "伊藤"), name="day2.csv"), folder, pseudonyms=True)
    one, two = imported_games(folder)
    assert {one.name_black, one.name_white} & {two.name_black, two.name_white} == set()


@pytest.mark.skipif(os.name == "nt", reason="owners are a matter of other systems")
def test_the_table_of_names_is_for_its_owner_alone(sheet, folder):
    import_records(sheet(ONE), folder, pseudonyms=True)
    assert (folder / "private" / "names.csv").stat().st_mode & 0o077 == 0
    assert (folder / "private").stat().st_mode & 0o077 == 0


def test_names_left_in_remarks_are_pointed_out(sheet, folder):
    report = import_records(sheet(ONE.replace("黒勝,,", "黒勝,青木が角を取った,")), folder, pseudonyms=True)
    assert [(note.row, note.kind) for note in report.notes] == [(2, "name_in_remark")]


# --- the commands


def test_check_prints_every_fault_and_says_so_in_its_exit_code(sheet, capsys):
    assert main(["records", "check", str(sheet(ONE))]) == 0
    assert "1 games" in capsys.readouterr().out
    path = sheet(ONE.replace("60", "63"), TWO.replace("引き分け", "黒勝"))
    with pytest.raises(SystemExit) as stopped:
        main(["records", "check", str(path), "--lang", "ja"])
    assert stopped.value.code == 2
    printed = capsys.readouterr().out
    assert "2 行目、「手数」の列" in printed
    assert "3 行目、「勝敗」の列" in printed


def test_commands_print_one_document_for_programs(sheet, folder, capsys):
    assert main(["records", "check", str(sheet(ONE)), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n_games"] == 1
    arguments = ["records", "import", str(sheet(ONE, TWO)), "--into", str(folder), "--json"]
    for n_added in (2, 0):
        assert main(arguments) == 0
        report = json.loads(capsys.readouterr().out)
        assert (report["n_added"], report["n_games"]) == (n_added, 2)


def test_import_on_the_command_line_refuses_with_one_message(sheet, folder, capsys):
    assert main(["records", "import", str(sheet(ONE.replace("60", "63"))), "--into", str(folder)]) == 2
    assert "nothing was imported" in capsys.readouterr().err
    assert main(["records", "check", str(folder / "missing.csv")]) == 2
    assert "a file that can be read" in capsys.readouterr().err
    assert main(["records", "check", str(folder.parent)]) == 2
    assert "a plain file" in capsys.readouterr().err
    assert main(["records", "import", str(sheet(ONE)), "--into", str(folder), "--lang", "jp"]) == 2
    assert "language: got 'jp'" in capsys.readouterr().err
    assert not folder.exists()
