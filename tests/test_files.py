"""Files: names that stay in their folder, writes that are whole or not there, text that is never guessed."""

import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import DataError
from variantlab.files import (
    decode_text,
    project_path,
    project_root,
    read_text,
    safe_file_name,
    safe_path,
    write_bytes_atomically,
    write_text_atomically,
    writing_atomically,
)

HOSTILE_NAMES = [
    "../../x.csv",
    "..",
    ".",
    "",
    "/etc/passwd",
    "..\\..\\x.csv",
    "C:\\x.csv",
    "C:x.csv",
    "CON.csv",
    "con",
    "Lpt1.txt",
    "COM\N{SUPERSCRIPT ONE}.csv",
    "a\0b.csv",
    "a\nb.csv",
    "a.csv\n",
    "~/x",
    "~x",
    "x" * 300,
    "盤" * 80,
    ".hidden",
    "-rf",
    "x.csv.",
    "x ",
    "a*b",
    "a:stream",
    "$HOME",
    "<b>x</b>",
    "a\N{RIGHT-TO-LEFT OVERRIDE}vsc.exe",
    "a\N{FULLWIDTH SOLIDUS}b",
    "\ud800",
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_is_refused(name, tmp_path):
    with pytest.raises(DataError, match="file name"):
        safe_path(tmp_path, name)


@pytest.mark.parametrize(
    "name", ["x.csv", "class-2b.csv", "りんご組.csv", "3年_A.csv", "a", "contest.csv", "x" * 200]
)
def test_a_plain_name_stays_in_its_folder(name, tmp_path):
    assert safe_path(tmp_path, name) == tmp_path.resolve() / name


def test_one_name_in_two_spellings_is_one_file():
    composed, decomposed = "が.csv", "か\N{COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK}.csv"
    assert composed != decomposed
    assert safe_file_name(decomposed) == safe_file_name(composed) == composed


@given(st.text(max_size=40))
def test_a_name_is_refused_or_names_a_file_right_in_its_folder(tmp_path_factory, name):
    folder = tmp_path_factory.getbasetemp()
    try:
        path = safe_path(folder, name)
    except DataError:
        return
    assert path.parent == folder.resolve()
    path.write_bytes(b"")
    path.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_a_link_that_leads_out_is_refused(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "games.csv").symlink_to(tmp_path / "elsewhere.csv")
    with pytest.raises(DataError, match="link"):
        safe_path(inside, "games.csv")


def test_a_write_makes_its_folder_and_leaves_nothing_else(tmp_path):
    path = write_text_atomically(tmp_path / "runs" / "one" / "note.txt", "手数\r\n")
    assert path.read_bytes() == "手数\r\n".encode()
    assert os.listdir(path.parent) == ["note.txt"]


def test_an_interrupted_write_leaves_the_old_file(tmp_path):
    path = write_text_atomically(tmp_path / "table.csv", "old")

    def write_half():
        with writing_atomically(path) as temporary:
            temporary.write_text("ne", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["table.csv"]


def test_a_failed_rename_leaves_the_old_file(tmp_path, monkeypatch):
    path = write_text_atomically(tmp_path / "table.csv", "old")

    def refuse(*_):
        raise PermissionError("in use")

    with monkeypatch.context() as patched:
        patched.setattr(type(path), "replace", refuse)
        with pytest.raises(PermissionError):
            write_text_atomically(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["table.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are other there")
def test_a_written_file_is_as_readable_as_any_other(tmp_path):
    (tmp_path / "plain").write_bytes(b"")
    write_bytes_atomically(tmp_path / "ours", b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "ours").chmod(0o640)
    write_bytes_atomically(tmp_path / "ours", b"new")
    assert (tmp_path / "ours").stat().st_mode & 0o777 == 0o640


# The cp932 bytes were written by another program.
@pytest.mark.parametrize(
    ("content", "text"),
    [
        (bytes.fromhex("8F88979D8BE695AA2C8C8F90940D0A312C320D0A"), "処理区分,件数\n1,2\n"),
        (bytes.fromhex("935F8C9F984194D42C8C5E8EAE0D0A312C320D0A"), "点検連番,型式\n1,2\n"),
        ("処理区分,件数\n".encode(), "処理区分,件数\n"),
        (b"\xef\xbb\xbf" + "処理区分,件数\n".encode(), "処理区分,件数\n"),
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
        (b"winner\rblack\r", "winner\nblack\n"),
    ],
)
def test_text_is_read_in_the_encodings_of_classrooms(content, text, tmp_path):
    (tmp_path / "sheet.csv").write_bytes(content)
    assert read_text(tmp_path / "sheet.csv") == text


@pytest.mark.parametrize(
    "content",
    [
        "café,naïve\n".encode("latin-1"),
        "手数,勝者\n".encode("utf-16"),
        "winner\n".encode("utf-16-le"),
        b"\x80\x81\xff",
        b"\xa0price",
        "手数".encode()[:-1] + b"\n",
        b"PK\x03\x04\x00\x00",
    ],
)
def test_other_bytes_are_refused_with_a_way_on(content):
    with pytest.raises(DataError, match=r"sheet\.csv.*UTF-8"):
        decode_text(content, "sheet.csv")


def test_a_named_encoding_is_the_only_one_tried():
    assert decode_text("café".encode("latin-1"), encoding="latin-1") == "café"
    with pytest.raises(DataError, match="allowed: text in ascii"):
        decode_text("手数".encode(), encoding="ascii")
    with pytest.raises(DataError, match="encoding: got 'utf-ate'"):
        decode_text(b"winner", encoding="utf-ate")


@given(st.text(st.characters(exclude_characters="\r\0\x80", exclude_categories=["Cs", "Co"])))
def test_what_is_written_is_read_again(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "again.txt"
    assert read_text(write_text_atomically(path, text)) == text.removeprefix("\ufeff")


@pytest.mark.parametrize("name", ["missing.csv", "."])
def test_a_file_that_cannot_be_read_is_named(name, tmp_path):
    with pytest.raises(DataError, match="file: got"):
        read_text(tmp_path / name)


def test_the_project_is_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert project_path("variantlab", "files.py").samefile(project_root() / "variantlab" / "files.py")
    with pytest.raises(DataError, match=r"data/clams\.toml"):
        project_path("data", "clams.toml")


def test_without_a_checkout_the_error_says_how_to_go_on(tmp_path, monkeypatch):
    installed = tmp_path / "site-packages" / "variantlab" / "files.py"
    monkeypatch.setattr("variantlab.files.__file__", str(installed))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match="pip install -e"):
        project_root()


def test_a_notebook_finds_the_checkout_above_it(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "variantlab.files.__file__", str(tmp_path / "site-packages" / "variantlab" / "files.py")
    )
    for path in [tmp_path / "pyproject.toml", tmp_path / "variantlab" / "__init__.py"]:
        write_text_atomically(path, "")
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    assert project_root() == tmp_path.resolve()
