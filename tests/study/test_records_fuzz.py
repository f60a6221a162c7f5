"""The reader on damaged input: right rows or a clear error, never another exception, in bounded time."""

import io
import time
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import VariantlabError
from variantlab.files import project_path
from variantlab.study.records import HandGame, RecordSheet, records_of_bytes
from variantlab.study.records_check import game_findings
from variantlab.study.records_words import HEADERS, VALUES
from variantlab.study.records_write import write_sheet

SECONDS = 20.0
SAMPLE = project_path("data", "records", "sample-made-up.ja.csv").read_bytes()
GAMES = records_of_bytes(SAMPLE).games


def as_workbook(games: tuple[HandGame, ...]) -> bytes:
    with TemporaryDirectory() as folder:
        return write_sheet(games, Path(folder) / "games.xlsx", "ja").read_bytes()


WORKBOOK = as_workbook(GAMES)
TEXT = SAMPLE.decode("utf-8-sig")
GOOD = [SAMPLE, TEXT.encode("cp932"), TEXT.encode("utf-16"), TEXT.replace(",", "\t").encode()]


def check(content: bytes) -> RecordSheet | None:
    """Read the bytes; whatever comes out is possible by the rules, and every other row is accounted for."""
    start = time.monotonic()
    try:
        sheet = records_of_bytes(content, "fuzz")
    except VariantlabError:
        return None
    finally:
        assert time.monotonic() - start < SECONDS
    for game in sheet.games:
        assert game_findings(game) == []
    faulty = {(fault.sheet, fault.row) for fault in sheet.faults}
    accounted = len(sheet.games) + len(sheet.means) + len(sheet.duplicates) + len(faulty)
    assert accounted >= sheet.n_rows
    for lang in ("en", "ja"):
        assert sheet.text(lang)
    sheet.to_frame()
    return sheet


mutations = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 40), st.binary(max_size=12)), min_size=1, max_size=6
)


def mutated(content: bytes, changes) -> bytes:
    for place, n_removed, inserted in changes:
        at = int(place * len(content))
        content = content[:at] + inserted + content[at + n_removed :]
    return content


@given(st.binary(max_size=3000))
def test_random_bytes(content):
    check(content)


@given(
    st.sampled_from([b"PK\x03\x04", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\xd0\xcf\x11\xe0"]),
    st.binary(),
)
def test_random_bytes_behind_a_known_beginning(beginning, content):
    check(beginning + content)


@given(st.sampled_from(GOOD), mutations)
def test_damaged_text(content, changes):
    check(mutated(content, changes))


@given(mutations)
def test_a_damaged_workbook(changes):
    check(mutated(WORKBOOK, changes))


@given(
    st.sampled_from(["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml"]),
    mutations,
)
def test_a_workbook_with_a_damaged_part(part, changes):
    """The archive is whole and its checksums are right: the damage reaches the reader of workbooks."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            new.writestr(name, mutated(text, changes) if name == part else text)
    check(stream.getvalue())


WORDS = [text for values in VALUES.values() for texts in values.values() for text in texts]
ODD = [
    "33-31",
    "2-2",
    "3-Apr",
    "mixed 0.5",
    "mixed 1e9",
    "mixed .",
    "f5d6c3",
    "--",
    "=1+1",
    "#REF!",
    "NA",
    "1e308",
]
ODD += ["٣", "²", "3.5", "60.0", "60", "4", "0", ""]
numbers = st.integers(-5, 10**7).map(str)
words = st.one_of(st.text(max_size=12), numbers, st.sampled_from(WORDS), st.sampled_from(ODD))
headers = st.sampled_from([text for texts in HEADERS.values() for text in texts] + ["", "天気"])


@given(st.lists(headers, min_size=2, max_size=12), st.lists(st.lists(words, max_size=13), max_size=5))
def test_tables_of_any_words(header, rows):
    def line(cells):
        return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells)

    check("\n".join(map(line, [header, *rows])).encode("utf-8", errors="replace"))


def test_the_good_files_hold_the_same_games():
    for content in [*GOOD, WORKBOOK]:
        sheet = check(content)
        assert sheet is not None
        assert len(sheet.games) == len(GAMES) > 0
        assert [game.moves for game in sheet.games] == [game.moves for game in GAMES]
