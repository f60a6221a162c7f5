"""The ledger: what is locked stays as it was, and every change to it or to a file is named."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone

import pytest

from variantlab.errors import PredictionError
from variantlab.study import ledger as ledger_room
from variantlab.study.canonical import canonical_json, sha256_of
from variantlab.study.gate import results_gate
from variantlab.study.ledger import (
    CODE_ALPHABET,
    Entry,
    changes,
    hash_of_entry,
    lock,
    normal_code,
    read_ledger,
    short_code,
    verify,
)
from variantlab.study.predictions import load, new_form

TOKYO = timezone(timedelta(hours=9))
NAUGHTY = "<img src=x onerror=alert(1)>"


def rewrite(book, line, **fields):
    """Change fields of one line of a ledger, written canonically, without repairing any hash."""
    lines = book.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = canonical_json({**json.loads(lines[line - 1]), **fields})
    book.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def repair(fields):
    """Return the fields of an entry with its own hashes and code made to fit again."""
    fields = {**fields, "prediction_sha256": sha256_of(fields["prediction"])}
    fields["entry_sha256"] = hash_of_entry(fields)
    return {**fields, "code": short_code(fields["entry_sha256"])}


# --------------------------------------------------------------------------------------------------- locking


def test_locking_writes_one_canonical_line(mine, book):
    receipt = lock(mine, book, now=datetime(2024, 4, 1, 8, 30, tzinfo=TOKYO))
    content = book.read_bytes()
    assert content.endswith(b"\n")
    assert content.count(b"\n") == 1
    fields = json.loads(content)
    assert fields["time"] == "2024-03-31T23:30:00+00:00"
    assert fields["file"] == "mine.toml"
    assert fields["revises"] is None
    assert fields["previous"] == "0" * 64
    assert fields["prediction"]["question"][0]["options"] == {"yes": 0.55, "no": 0.45}
    assert fields["code"] == receipt.code == short_code(fields["entry_sha256"])
    assert read_ledger(book).entries == (receipt.entry,)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_receipt_shows_the_code_and_does_not_claim_a_time(mine, book, lang):
    receipt = lock(mine, book)
    assert receipt.code in receipt.text(lang)
    assert {"en": "time not proved", "ja": "時刻は証明されていません"}[lang] in receipt.text(lang)
    assert "EXAMPLE" not in receipt.text(lang)


def test_a_blank_form_is_refused_and_each_blank_named(tmp_path, book):
    form = new_form("vanish", "ja", tmp_path / "form.toml")
    prediction = load(form)
    with pytest.raises(PredictionError) as error:
        lock(form, book)
    said = str(error.value)
    assert f"{len(prediction.blanks)} still to be filled in: author; " in said
    for question in prediction.questions:
        assert said.count(f"{question.id}: {', '.join(question.blanks)}") == 1
    assert "Fill them in" in str(error.value)
    assert not book.exists()


def test_an_empty_reason_is_a_blank(mine, book, prediction_text):
    old = "Somewhat more than the 60 plies of the standard game, but I am not sure at all."
    assert old in prediction_text
    mine.write_text(prediction_text.replace(old, " "), encoding="utf-8")
    with pytest.raises(PredictionError, match="1 still to be filled in: Q4-plies: reason"):
        lock(mine, book)


def test_the_same_content_is_locked_once(mine, book, prediction_text):
    first = lock(mine, book)
    content = book.read_bytes()
    mine.write_text("# a note\n" + prediction_text.replace("= 0.55", "= 5.5e-1"), encoding="utf-8-sig")
    again = lock(mine, book)
    assert (first.is_new, again.is_new) == (True, False)
    assert again.entry == first.entry
    assert "nothing was added" in again.text("en")
    assert "何も追加していません" in again.text("ja")
    assert book.read_bytes() == content


def test_a_changed_file_is_a_revision_that_names_the_earlier_one(mine, book, prediction_text):
    first = lock(mine, book)
    line = book.read_bytes()
    mine.write_text(prediction_text.replace("estimate = 75", "estimate = 80"), encoding="utf-8")
    second = lock(mine, book)
    assert second.entry.revises == first.code
    assert first.code in second.text("en")
    assert first.code in second.text("ja")
    assert book.read_bytes().startswith(line)
    assert [entry.code for entry in read_ledger(book).of("vanish")] == [first.code, second.code]


def test_another_author_does_not_revise(three):
    assert [bool(entry.revises) for entry in read_ledger(three).entries] == [False, False, True]
    aya, _, revision = read_ledger(three).entries
    assert revision.revises == aya.code


def test_an_example_is_locked_and_marked_wherever_it_is_shown(tmp_path, book):
    receipt = lock(new_form("vanish", "en", tmp_path, example=True), book)
    label = results_gate("vanish", book)
    assert label.is_example
    for shown in (
        receipt.text(),
        str(read_ledger(book)),
        label.text(),
        verify(tmp_path / "vanish-example.toml", book),
    ):
        assert "EXAMPLE" in str(shown)
    for shown in (receipt.text("ja"), read_ledger(book).text("ja"), label.text("ja")):
        assert "例" in shown


def test_locking_at_the_same_time_keeps_the_chain(tmp_path, prediction_text, book):
    paths = []
    for number in range(12):
        path = tmp_path / f"{number}.toml"
        path.write_text(prediction_text.replace('"Aya"', f'"生徒 {number}"'), encoding="utf-8")
        paths.append(path)
    with ThreadPoolExecutor(6) as pool:
        receipts = list(pool.map(lambda path: lock(path, book), paths))
    ledger = read_ledger(book)
    assert ledger.problems == ()
    assert {entry.code for entry in ledger.entries} == {receipt.code for receipt in receipts}
    assert [entry.number for entry in ledger.entries] == list(range(1, 13))


def test_a_ledger_held_by_another_program_is_named(mine, book, monkeypatch):
    monkeypatch.setattr(ledger_room, "SECONDS_TO_WAIT", 0.05)
    with ledger_room.ledger_open(book), pytest.raises(PredictionError, match="another program has held"):
        lock(mine, book)
    assert lock(mine, book).is_new


def test_nothing_is_added_to_a_ledger_that_is_not_whole(mine, three):
    content = three.read_bytes()[:-20]
    three.write_bytes(content)
    with pytest.raises(PredictionError, match=r"not whole.*line 3: cut off"):
        lock(mine, three)
    assert three.read_bytes() == content


def test_a_ledger_that_cannot_be_made_says_how_to_go_on(mine, tmp_path):
    with pytest.raises(PredictionError, match="Make its folder first"):
        lock(mine, tmp_path / "none" / "ledger.jsonl")
    with pytest.raises(PredictionError, match="cannot be written"):
        lock(mine, tmp_path)


# ----------------------------------------------------------------------------------------------------- codes


def test_a_code_has_no_ambiguous_characters_and_reads_back_as_people_write_it(three):
    assert len(set(CODE_ALPHABET)) == 32
    assert not set("ILOU") & set(CODE_ALPHABET)
    for entry in read_ledger(three).entries:
        assert set(entry.code) <= {*CODE_ALPHABET, "-"}
        written = entry.code.lower().replace("-", "　").replace("0", "o").replace("1", "l")
        assert normal_code(written) == entry.code
        assert read_ledger(three).find(written) == entry


@pytest.mark.parametrize("code", ["", "ABCD", "ABCD-EFGHJ", "ABCD-EFGU", "../../etc"])
def test_what_is_no_code_is_refused(code, three):
    with pytest.raises(PredictionError, match="code"):
        verify("mine.toml", three, code=code)


# ------------------------------------------------------------------------------------------- changes to files


@pytest.mark.parametrize(
    ("old", "new", "place", "before", "now"),
    [
        ("yes = 0.55\nno = 0.45", "yes = 0.9\nno = 0.1", "question Q1, options.yes", "0.55", "0.9"),
        ("estimate = 75", "estimate = 76", "question Q4-plies, estimate", "75", "76"),
        ('author = "Aya"', 'author = "Ben"', "author", "'Aya'", "'Ben'"),
        ("seed = 1", "seed = 2", "plan.seed", "1", "2"),
        ('capture = "vanish"', 'capture = "flip"', "plan.rules.vanish.capture", "'vanish'", "'flip'"),
        ('equal = "= 60"', 'equal = "= 60.0"', "question Q4, criteria.equal", "'= 60'", "'= 60.0'"),
        ('id = "Q1"', 'id = "Q0"', "question Q1, reason", "'A disc", "None"),
    ],
)
def test_a_changed_field_is_named(mine, book, prediction_text, old, new, place, before, now):
    receipt = lock(mine, book)
    assert old in prediction_text
    mine.write_text(prediction_text.replace(old, new), encoding="utf-8")
    found = verify(mine, book)
    assert not found.is_intact
    assert found.entry == receipt.entry
    line = next(text for text in found.text("en").splitlines() if f" {place} has changed" in text)
    assert receipt.code in line
    assert "mine.toml" in line
    assert f"it was {before}" in line
    assert f"is now {now}" in line
    question, _, field = place.removeprefix("question ").rpartition(", ")
    place_ja = f"質問 {question} の {field}" if question else field
    assert f"：{place_ja} が {receipt.code}" in found.text("ja")


def test_only_what_changed_is_named(mine, book, prediction_text):
    lock(mine, book)
    mine.write_text(prediction_text.replace("estimate = 75", "estimate = 76"), encoding="utf-8")
    assert len(verify(mine, book).problems) == 1


def test_a_moved_question_is_a_change(prediction_text, mine):
    data = load(mine).data
    moved = {**data, "question": data["question"][::-1]}
    assert [change.field for change in changes(data, moved)] == ["order of the questions"]


def test_notes_spaces_and_encodings_are_no_change(mine, book, prediction_text):
    lock(mine, book)
    mine.write_text(
        prediction_text.replace(" = ", "   =   ") + "# later\n", encoding="utf-8-sig", newline="\r\n"
    )
    assert verify(mine, book).is_intact


def test_what_is_missing_or_unreadable_is_named(mine, book, tmp_path, prediction_text):
    assert [p.kind for p in verify(mine, book).problems] == ["missing_ledger"]
    lock(mine, book)
    assert [p.kind for p in verify(tmp_path / "none.toml", book).problems] == ["missing_file"]
    mine.write_text("study = vanish", encoding="utf-8")
    found = verify(mine, book)
    assert [p.kind for p in found.problems] == ["unreadable"]
    assert "line 1, column 9" in found.text()
    other = tmp_path / "other.toml"
    other.write_text(prediction_text.replace('"Aya"', '"Ben"'), encoding="utf-8")
    assert [p.kind for p in verify(other, book).problems] == ["not_locked"]


def test_the_named_code_decides_what_a_file_is_compared_with(three, tmp_path):
    first, _, revision = read_ledger(three).entries
    assert verify(tmp_path / "aya.toml", three).entry == revision
    against_first = verify(tmp_path / "aya.toml", three, code=first.code)
    assert [p.values["place"] for p in against_first.problems] == [
        "question Q1, options.no",
        "question Q1, options.yes",
    ]


# ------------------------------------------------------------------------------------------ a changed ledger


OTHER = {
    "number": 7,
    "study": "other",
    "file": "other.toml",
    "prediction_sha256": "ab" * 32,
    "revises": "ABCD-EFGH",
    "previous": "ab" * 32,
    "time": "2020-01-01T00:00:00+00:00",
    "version": "9.9.9",
    "code": "ABCD-EFGH",
    "entry_sha256": "ab" * 32,
}


def test_every_field_of_an_entry_is_tried():
    assert {*OTHER, "data"} == set(Entry.__dataclass_fields__)


@pytest.mark.parametrize("line", [1, 2, 3])
@pytest.mark.parametrize("field", OTHER)
def test_a_changed_field_of_the_ledger_is_found(three, field, line):
    rewrite(three, line, **{field: OTHER[field]})
    ledger = read_ledger(three)
    assert len(ledger.entries) == line - 1
    assert all(f"line {line}" in problem.text() for problem in ledger.problems)
    wrong = {problem.values.get("field") for problem in ledger.problems}
    assert wrong & {field, "entry_sha256"}


@pytest.mark.parametrize("line", [1, 2, 3])
def test_a_changed_prediction_in_the_ledger_is_found(three, line):
    data = json.loads(three.read_text(encoding="utf-8").splitlines()[line - 1])["prediction"]
    data["question"][0]["options"] = {"yes": 0, "no": 1}
    rewrite(three, line, prediction=data)
    wrong = [problem.values["field"] for problem in read_ledger(three).problems]
    assert wrong == ["prediction_sha256", "entry_sha256"]


def test_an_entry_with_repaired_hashes_breaks_the_chain_behind_it(three):
    fields = json.loads(three.read_text(encoding="utf-8").splitlines()[1])
    rewrite(three, 2, **repair({**fields, "time": OTHER["time"]}))
    problems = read_ledger(three).problems
    assert [(problem.kind, problem.values["line"]) for problem in problems] == [("broken_chain", 3)]
    assert "does not follow on line 2" in problems[0].text()


def test_a_last_entry_with_repaired_hashes_is_found_by_the_published_code(three, tmp_path):
    published = read_ledger(three).entries[-1].code
    fields = json.loads(three.read_text(encoding="utf-8").splitlines()[2])
    rewrite(three, 3, **repair({**fields, "time": OTHER["time"]}))
    assert verify(tmp_path / "aya.toml", three).is_intact
    found = verify(tmp_path / "aya.toml", three, code=published)
    assert [problem.kind for problem in found.problems] == ["code_missing"]
    assert published in found.text()


def test_entries_cut_off_at_the_end_are_found_by_the_published_code(three, tmp_path):
    published = read_ledger(three).entries[-1].code
    lines = three.read_bytes().splitlines(keepends=True)
    three.write_bytes(b"".join(lines[:2]))
    assert read_ledger(three).problems == ()
    assert [p.kind for p in verify(tmp_path / "aya.toml", three, code=published).problems] == ["code_missing"]


@pytest.mark.parametrize(
    ("edit", "kind", "line"),
    [
        (lambda lines: [lines[0], lines[2]], "wrong_field", 2),
        (lambda lines: [lines[1], lines[0], lines[2]], "wrong_field", 1),
        (lambda lines: [lines[0], lines[0], lines[1], lines[2]], "wrong_field", 2),
        (lambda lines: [lines[0], b"\n", lines[1], lines[2]], "blank_line", 2),
        (lambda lines: [lines[0], lines[1], lines[2][:-1]], "cut_line", 3),
        (lambda lines: [lines[0], lines[1][:-40] + b"\n", lines[2]], "not_entry", 2),
        (lambda lines: [lines[0], lines[1].replace(b":", b": ", 1), lines[2]], "not_canonical", 2),
        (
            lambda lines: [lines[0], lines[1].replace(b'{"code"', b'{"code":1,"code"'), lines[2]],
            "not_entry",
            2,
        ),
        (lambda lines: [lines[0], lines[1].replace(b'"file"', b'"fiel"'), lines[2]], "not_entry", 2),
        (
            lambda lines: [lines[0], lines[1].replace(b'"number":2', b'"number":true'), lines[2]],
            "not_entry",
            2,
        ),
        (
            lambda lines: [lines[0], lines[1].replace(b'"number":2', b'"number":NaN'), lines[2]],
            "not_entry",
            2,
        ),
        (lambda lines: [lines[0], lines[1].replace(b"+00:00", b"+09:00"), lines[2]], "not_entry", 2),
        (lambda lines: [lines[0], b"\xff\xfe\n", lines[2]], "not_entry", 2),
        (lambda lines: [b"\xef\xbb\xbf" + lines[0]], "not_entry", 1),
    ],
)
def test_an_edited_ledger_names_the_line(three, edit, kind, line):
    three.write_bytes(b"".join(edit(three.read_bytes().splitlines(keepends=True))))
    problem = read_ledger(three).problems[0]
    assert (problem.kind, problem.values["line"]) == (kind, line)
    assert str(line) in problem.text("ja")


def test_line_ends_of_windows_are_no_change(three, tmp_path):
    three.write_bytes(three.read_bytes().replace(b"\n", b"\r\n"))
    assert read_ledger(three).problems == ()
    assert verify(tmp_path / "ben.toml", three).is_intact


def test_verify_tells_what_is_wrong_with_the_ledger(three, tmp_path):
    rewrite(three, 1, version="9.9.9")
    found = verify(tmp_path / "ben.toml", three)
    assert not found.is_intact
    assert "line 1: field entry_sha256 does not fit" in found.text()


# ------------------------------------------------------------------------------------------------------ shown


def test_what_people_typed_is_escaped_in_html(tmp_path, prediction_text, book):
    path = tmp_path / "naughty.toml"
    path.write_text(prediction_text.replace('"Aya"', f"'{NAUGHTY}'"), encoding="utf-8")
    lock(path, book)
    page = read_ledger(book)._repr_html_()
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img" not in page


def test_the_ledger_shows_all_revisions(three):
    entries = read_ledger(three).entries
    for lang in ("en", "ja"):
        rows = read_ledger(three).text(lang).splitlines()[1:]
        assert [row.split(" | ")[1] for row in rows] == [entry.code for entry in entries]
        assert entries[0].code in rows[2].split(" | ")[5]


def test_the_recorded_time_is_now_by_default(mine, book):
    before = datetime.now(UTC).replace(microsecond=0)
    recorded = datetime.fromisoformat(lock(mine, book).entry.time)
    assert before <= recorded <= datetime.now(UTC)
