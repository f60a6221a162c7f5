"""What a report shows and saves, and a run of a study's notebooks from end to end."""

import csv
import io
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pandas as pd
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from variantlab.errors import DataError, PredictionError, VariantlabError
from variantlab.games.othello.rules import Othello
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock
from variantlab.study.predictions import new_form
from variantlab.view import reports
from variantlab.view.boards import board_svg
from variantlab.view.charts import plies_chart
from variantlab.view.reports import Report, prediction_beside, reproduce, table_html, terminal_text

EXPLORATORY = Label("vanish")


@pytest.fixture
def shown(monkeypatch):
    """What a notebook would show, by kind, in its order."""
    bundles: list[dict] = []
    monkeypatch.setattr(reports, "show_bundle", bundles.append)
    return bundles


def cells_of(content: bytes) -> list[list[str]]:
    """Return the cells of a CSV file as a spreadsheet reads them."""
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


# ---------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    "text",
    ["=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠a"],
)
def test_text_that_looks_like_a_formula_is_text_in_a_spreadsheet(tmp_path, text):
    table = pd.DataFrame({text: [1], "player": [text]})
    Report(tmp_path).table(table, "players")
    head, row = cells_of((tmp_path / "tables" / "players.csv").read_bytes())
    assert head[0] == f"'{text}"
    assert row == ["1", f"'{text}"]


def test_numbers_stay_numbers_in_full_and_text_stays_text(tmp_path):
    values = [-3, np.int64(-4), -0.1, 1 / 3, Fraction(-7, 2), Fraction(4), True, None, float("nan"), "先手"]
    Report(tmp_path).table(pd.DataFrame({"x": pd.Series(values, dtype=object)}), "x")
    cells = [row[0] if row else "" for row in cells_of((tmp_path / "tables" / "x.csv").read_bytes())[1:]]
    assert cells[:4] == ["-3", "-4", "-0.1", "0.3333333333333333"]
    assert cells[4].startswith("'-7/2")
    assert cells[5:] == ["4", "True", "", "", "先手"]


def test_an_index_that_says_something_becomes_columns(tmp_path):
    table = pd.DataFrame({"games": [510, 490]}, index=pd.Index(["black", "draw"], name="winner"))
    Report(tmp_path).table(table, "winners")
    assert cells_of((tmp_path / "tables" / "winners.csv").read_bytes()) == [
        ["winner", "games"],
        ["black", "510"],
        ["draw", "490"],
    ]


def test_names_are_shown_as_they_were_typed():
    table = pd.DataFrame({"<b>who</b>": ["<img src=x onerror=alert(1)>"]})
    html = table_html(table, '"><script>alert(1)</script>', "en")
    assert "<img" not in html
    assert "<script" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html


def test_headings_that_the_project_knows_are_in_the_language(shown):
    Report(None, lang="ja").table(pd.DataFrame({"plies": [3], "my column": [1]}), "plies")
    assert "手数" in shown[0]["text/html"]
    assert "my column" in shown[0]["text/html"]


@pytest.mark.parametrize("name", ["../x", "/etc/x", "a/b", "CON", "x.csv", "", "x" * 300])
def test_unsafe_names_of_files_are_refused(tmp_path, name):
    with pytest.raises(DataError, match="name"):
        Report(tmp_path / "out").table(pd.DataFrame({"x": [1]}), name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("table", [[1, 2], "text", None, pd.Series([1])])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(VariantlabError, match="table: got"):
        Report(None).table(table, "x")


def test_the_verdict_table_keeps_its_own_caption(tmp_path, shown, verdicts):
    Report(tmp_path, lang="en").table(verdicts("en"), "verdicts", in_summary=True)
    assert "a smaller score is better" in shown[0]["text/html"]
    head, *rows = cells_of((tmp_path / "tables" / "verdicts.csv").read_bytes())
    assert "verdict" in head
    assert len(rows) == 5
    assert "| Q1" in (tmp_path / "summary.md").read_text(encoding="utf-8").replace("| Example", "")


# ---------------------------------------------------------------------- pictures


def test_a_chart_is_shown_with_its_words_and_saved_twice(tmp_path, shown, tallies):
    chart = plies_chart({"vanish": tallies["vanish"][0]}, seed=1, label=EXPLORATORY, lang="en")
    Report(tmp_path, label=EXPLORATORY, lang="en").figure(chart, "plies")
    assert (tmp_path / "figures" / "plies.png").read_bytes() == chart.png()
    ElementTree.fromstring((tmp_path / "figures" / "plies.svg").read_bytes())  # noqa: S314
    html = shown[0]["text/html"]
    assert 'alt="' in html
    assert "max-width: 100%" in html
    assert "exploratory" not in html.split("figcaption")[-1]  # the chart says so itself


def test_a_figure_of_ones_own_needs_words_and_gives_the_same_bytes_each_time(tmp_path):
    def draw(folder):
        figure, axes = plt.subplots()
        axes.plot([3, 4], [1, 2])
        Report(folder).figure(figure, "line", "Plies, n = 2.")
        return [path.read_bytes() for path in sorted((folder / "figures").iterdir())]

    assert draw(tmp_path / "a") == draw(tmp_path / "b")
    assert plt.get_fignums() == []
    figure = plt.figure()
    with pytest.raises(VariantlabError, match="caption"):
        Report(None).figure(figure, "line")
    plt.close(figure)


def test_a_board_is_shown_and_saved_as_svg(tmp_path, shown):
    board = board_svg(Othello(size=4).start_position())
    Report(tmp_path).figure(board, "start", "The start <now>.")
    assert (tmp_path / "figures" / "start.svg").read_text(encoding="utf-8") == board
    assert board in shown[0]["text/html"]
    assert "The start &lt;now&gt;." in shown[0]["text/html"]


def test_what_is_no_picture_is_refused():
    with pytest.raises(VariantlabError, match="picture: got"):
        Report(None).figure("<p>text</p>", "x", "Words.")


def test_without_a_folder_nothing_is_written(tmp_path, monkeypatch, shown):
    monkeypatch.chdir(tmp_path)
    report = Report(None)
    report.table(pd.DataFrame({"x": [1]}), "x", in_summary=True)
    report.lines("plies 3.5")
    report.figure(board_svg(Othello(size=4).start_position()), "start", "The start.")
    assert list(tmp_path.iterdir()) == []
    assert len(shown) == 3


# ---------------------------------------------------------------------- captions and the summary


def test_every_caption_says_the_label_and_the_quick_form_once(tmp_path, shown):
    report = Report(tmp_path, label=EXPLORATORY, quick=True, lang="en")
    report.table(pd.DataFrame({"x": [1]}), "x", "One game.")
    report.figure(board_svg(Othello(size=4).start_position()), "start", "The start.")
    report.lines("plies 3.5")
    report.table(pd.DataFrame({"x": [1]}), "y", f"{EXPLORATORY.text('en')}.")
    assert [bundle["text/html"].lower().count("exploratory: no prediction") for bundle in shown] == [
        2,  # seen and spoken
        1,
        1,
        2,
    ]
    assert all("quick form" in bundle["text/html"].lower() for bundle in shown)


def test_the_summary_holds_lines_texts_and_chosen_tables_in_their_order(tmp_path):
    report = Report(tmp_path, lang="en")
    report.lines("vanish  plies 3.5", "flip  plies 60.3")
    report.table(pd.DataFrame({"x": ["a|b <i>"]}), "x", "Not chosen.")
    report.table(pd.DataFrame({"who": ["a|b <i>"], "n": [1000]}), "y", "Chosen.", in_summary=True)
    report.text("**So** it is.")
    report.text("**So** it is.")
    expected = (
        "```text\nvanish  plies 3.5\nflip  plies 60.3\n```\n\n"
        "Chosen.\n\n| who | n |\n| --- | ---: |\n| a\\|b \\<i> | 1,000 |\n\n**So** it is.\n"
    )
    assert (tmp_path / "summary.md").read_text(encoding="utf-8") == expected


def test_lines_cannot_leave_their_frame(tmp_path):
    Report(tmp_path).lines("```\n# not a heading")
    text = (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("````text\n")
    assert text.endswith("\n````\n")


def test_a_terminal_shows_narrow_tables_in_columns_and_wide_ones_row_by_row():
    narrow = "| 勝敗 | n |\n| --- | ---: |\n| 黒 | 5 |\n| a\\|b | 6 |"
    assert terminal_text(narrow).splitlines() == ["勝敗  n", "黒    5", "a|b   6"]
    wide = f"| question | verdict |\n| --- | --- |\n| {'long ' * 30}| refuted |\n| Q2 | supported |"
    lines = terminal_text(wide).splitlines()
    assert lines[0].startswith("  question  long long")
    assert lines[1:3] == ["  verdict   refuted", ""]
    assert terminal_text("### Title\n\n```text\nplies 3.5\n```") == "Title\n\nplies 3.5"


# ---------------------------------------------------------------------- the prediction beside it


@pytest.fixture
def own_root(monkeypatch, tmp_path):
    """An own checkout without predictions."""
    monkeypatch.setattr(reports, "project_root", lambda: tmp_path)
    return tmp_path


def own_ledger(folder, lang="en", author="Mia"):
    """Return the code under which a prediction is locked that no example is."""
    form = new_form("vanish", lang, folder / f"{author}.toml", example=True)
    text = form.read_text(encoding="utf-8").replace("example = true", "").replace('"Example"', f'"{author}"')
    form.write_text(text, encoding="utf-8")
    return lock(form, folder / "predictions" / "ledger.jsonl").code


def test_the_example_stands_in_and_says_so_when_nothing_is_locked(own_root):
    beside = prediction_beside("vanish", "en", own_root, None, None, False)
    assert beside.is_stand_in
    assert beside.label.is_example
    assert "nobody's forecast" in beside.notice("en")
    assert "variantlab predict new vanish" in beside.notice("en")
    again = prediction_beside("vanish", "en", own_root, None, None, False)
    assert again.code == beside.code
    assert prediction_beside("vanish", "ja", own_root, None, None, False).code != beside.code
    assert not (own_root / "predictions").exists()


def test_the_readers_own_prediction_counts(own_root):
    (own_root / "predictions").mkdir()
    code = own_ledger(own_root)
    beside = prediction_beside("vanish", "en", own_root, None, None, False)
    assert beside.label.codes == (code,)
    assert not beside.is_stand_in
    assert "predict new" not in beside.notice("en")


def test_a_class_stands_beside_the_results_by_all_its_codes(own_root):
    (own_root / "predictions").mkdir()
    codes = [own_ledger(own_root, author=author) for author in ("Mia", "Max", "Kei")]
    with pytest.raises(PredictionError, match="Name the one that counts"):
        prediction_beside("vanish", "en", own_root, None, None, False)
    beside = prediction_beside("vanish", "en", own_root, None, codes[::2], False)
    assert [prediction.author for prediction in beside.label.predictions] == ["Mia", "Kei"]


def test_a_changed_ledger_is_not_passed_over(own_root):
    (own_root / "predictions").mkdir()
    own_ledger(own_root)
    ledger = own_root / "predictions" / "ledger.jsonl"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("Mia", "Max"), encoding="utf-8")
    with pytest.raises(PredictionError):
        prediction_beside("vanish", "en", own_root, None, None, False)


def test_a_ledger_or_code_that_was_asked_for_must_be_there(own_root):
    with pytest.raises(PredictionError, match="no prediction is locked yet"):
        prediction_beside("vanish", "en", own_root, own_root / "none.jsonl", None, False)
    with pytest.raises(PredictionError):
        prediction_beside("vanish", "en", own_root, None, "ABCD-EFGH", False)


def test_an_exploratory_look_needs_nothing(own_root):
    beside = prediction_beside("vanish", "en", own_root, None, None, True)
    assert beside.label.is_exploratory
    assert list(own_root.iterdir()) == []


# ---------------------------------------------------------------------- a whole run


PARAMETERS = """LANG = "en"
QUICK = False
OUT = None
LEDGER = "no-ledger.jsonl"
CODE = None
EXPLORATORY = False
N_GAMES = 7"""
SET_UP = """from variantlab.study.gate import results_gate
from variantlab.view.reports import Report

label = results_gate("vanish", LEDGER, CODE, exploratory=EXPLORATORY)
report = Report(OUT, label=label, quick=QUICK, lang=LANG)"""
BOARD = """from variantlab.games.othello.rules import Othello
from variantlab.view.boards import board_svg
report.figure(board_svg(Othello(size=4).start_position()), "start", "The start.")
report.lines(f"N_GAMES is {N_GAMES}, QUICK is {QUICK}")
board_svg(Othello(size=4).start_position())"""
TABLE = """import pandas as pd
report.table(pd.DataFrame({"winner": ["black"], "games": [5]}), "winners", "n = 5.", in_summary=True)"""


def write_notebook(path, title, *cells, metadata=None):
    """Write a notebook with the conventions' first cells."""
    first = [
        new_markdown_cell(f"# {title}\n\n[the other](11-tiny-second.ipynb)"),
        new_code_cell(PARAMETERS, metadata={"tags": ["parameters"]}),
        new_code_cell(SET_UP),
    ]
    cells = [*first, *(new_code_cell(cell) for cell in cells)]
    nbformat.write(new_notebook(cells=cells, metadata=metadata or {}), path)


@pytest.fixture
def tiny_study(tmp_path, monkeypatch):
    """A folder of notebooks: a study of two, one to be played by hand, and one of another study."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / "10-tiny-first.ipynb", "First <b>step</b>", BOARD)
    write_notebook(folder / "11-tiny-second.ipynb", "Second", TABLE)
    write_notebook(
        folder / "12-tiny-by-hand.ipynb", "Play", "1 / 0", metadata={"variantlab": {"reproduce": False}}
    )
    write_notebook(folder / "20-other-study.ipynb", "Other", "1 / 0")
    monkeypatch.setattr(
        reports,
        "prediction_beside",
        lambda study, lang, folder, *rest: prediction_beside("vanish", lang, folder, *rest),
    )
    return folder


def test_a_whole_run_makes_pages_figures_tables_and_a_summary(tiny_study, tmp_path, capfd):
    out = tmp_path / "report"
    (out / "figures").mkdir(parents=True)
    (out / "figures" / "mine.txt").write_text("stays", encoding="utf-8")
    made = reproduce("tiny", quick=True, folder=out, exploratory=True, notebooks=tiny_study)
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert files == [
        "10-tiny-first.html",
        "11-tiny-second.html",
        "figures/mine.txt",
        "figures/start.svg",
        "index.html",
        "summary.md",
        "tables/winners.csv",
    ]
    first = (out / "10-tiny-first.html").read_text(encoding="utf-8")
    assert 'data-square="b2"' in first  # the board is visible
    assert "exploratory: no prediction was locked" in first
    assert "quick form" in first
    assert str(out / ".running") not in first  # it names the folder where the files are now
    index = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="10-tiny-first.html"' in index
    assert "First &lt;b&gt;step&lt;/b&gt;" in index
    assert "N_GAMES is 7, QUICK is True" in index
    assert "<script" not in first + index
    summary = (out / "summary.md").read_text(encoding="utf-8")
    assert "| black | 5 |" in summary
    assert "exploratory: no prediction was locked" in summary
    assert r"N\_GAMES = 7" in summary
    assert "variantlab reproduce tiny --lang en --quick --exploratory" in summary
    assert made.is_complete
    said = str(made)
    assert said.startswith("exploratory: no prediction was locked before this result")
    assert said.index("N_GAMES is 7") < said.index("winner  games\nblack   5") < said.index("index.html")
    errors = capfd.readouterr().err
    assert "10-tiny-first ..." in errors
    assert "WARNING" not in errors


def test_a_run_that_fails_keeps_what_was_done_and_says_where_it_stopped(tiny_study, tmp_path):
    write_notebook(tiny_study / "11-tiny-second.ipynb", "Second", "rate = 1 / 0")
    out = tmp_path / "report"
    with pytest.raises(VariantlabError) as caught:
        reproduce("tiny", folder=out, exploratory=True, notebooks=tiny_study, progress=False)
    assert "11-tiny-second, code cell 3 of 3 (rate = 1 / 0) failed" in str(caught.value)
    assert (out / "10-tiny-first.html").exists()
    assert (out / "figures" / "start.svg").exists()
    assert not (out / "11-tiny-second.html").exists()
    assert "Not complete" in (out / "index.html").read_text(encoding="utf-8")
    assert "Not complete" in (out / "summary.md").read_text(encoding="utf-8")
    assert [path for path in out.iterdir() if path.name.startswith(".running")] == []


def test_an_unknown_study_is_named_before_anything_runs(tiny_study, tmp_path):
    with pytest.raises(
        VariantlabError, match=r"study: got 'tinny'; allowed: other, tiny\. Did you mean 'tiny'"
    ):
        reproduce("tinny", folder=tmp_path / "report", notebooks=tiny_study)
    assert not (tmp_path / "report").exists()


def test_a_notebook_without_a_standard_parameter_is_named_before_anything_runs(tiny_study, tmp_path):
    path = tiny_study / "11-tiny-second.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("QUICK = False", "Q = False"), encoding="utf-8")
    with pytest.raises(DataError, match="11-tiny-second: its parameters cell lacks QUICK"):
        reproduce("tiny", folder=tmp_path / "report", notebooks=tiny_study)
    assert not (tmp_path / "report").exists()


def test_two_notebooks_may_not_make_the_same_file(tmp_path):
    done = reports.RunNotebook("10-a", "A", {}, "", (reports.Path("figures/runs.png"),), 1.0)
    reports.check_names("11-b", [reports.Path("figures/other.png")], [done])
    with pytest.raises(DataError, match=r"figures/runs\.png.*10-a makes this file too"):
        reports.check_names("11-b", [reports.Path("figures/runs.png")], [done])


def test_results_beside_the_example_carry_its_label(tiny_study, tmp_path, own_root):
    made = reproduce("tiny", lang="ja", folder=tmp_path / "r", notebooks=tiny_study, progress=False)
    assert made.label.is_example
    code = results_gate("vanish", tmp_path / "r" / "example-ledger.jsonl").codes[0]
    for name in ("10-tiny-first.html", "11-tiny-second.html", "index.html", "summary.md"):
        text = (tmp_path / "r" / name).read_text(encoding="utf-8")
        assert f"{code}（例、だれの予想でもありません）" in text
    assert '<html lang="ja">' in (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
