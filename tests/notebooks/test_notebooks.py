"""The shipped notebooks keep their conventions and run from top to bottom, small, in a fresh kernel."""

import re
from pathlib import Path

import pytest

from variantlab.files import project_path
from variantlab.study.gate import results_gate
from variantlab.study.ledger import lock
from variantlab.study.predictions import studies
from variantlab.view.notebooks import execute, is_reproduced, notebook_faults, read_notebook
from variantlab.view.pages import notebook_page
from variantlab.view.reports import notebooks_of

NOTEBOOKS = sorted(project_path("notebooks").glob("*.ipynb"))
of_each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def study_of(path) -> str:
    """Return the study that a notebook belongs to; the first notebook asks the gate of the first study."""
    named = {path.stem[0]: path.stem.split("-")[1] for path in reversed(NOTEBOOKS)}  # tens are studies
    study = named[path.stem[0]]
    return study if study in studies() else "vanish"


@pytest.fixture
def example(tmp_path, path) -> tuple[Path, str]:
    """A ledger in which the example of the notebook's study is locked, and its code."""
    ledger = tmp_path / "ledger.jsonl"
    form = project_path("data", "predictions", f"{study_of(path)}-example.en.toml")
    return ledger, lock(form, ledger).code


def test_the_vanish_study_has_its_steps_in_their_order():
    steps = [path.stem for path in notebooks_of("vanish", project_path("notebooks"))]
    wanted = ["rule", "predict", "check-the-machine", "run", "read", "exactly", "next"]
    numbered = [f"{10 + i}-vanish-{step}" for i, step in enumerate(wanted)]
    assert steps == [*numbered, "18-hand-against-code"]  # 17 is played by hand, no report runs it
    by_hand = project_path("notebooks", "17-vanish-by-hand.ipynb")
    assert not is_reproduced(read_notebook(by_hand))


def test_the_chopsticks_study_has_its_steps_in_their_order():
    steps = [path.stem for path in notebooks_of("chopsticks", project_path("notebooks"))]
    wanted = ["rules", "predict", "solve", "claims", "atlas"]
    assert steps == [f"{20 + i}-chopsticks-{step}" for i, step in enumerate(wanted)]


def test_the_throw_study_has_its_steps_in_their_order():
    steps = [path.stem for path in notebooks_of("throw", project_path("notebooks"))]
    wanted = ["rules", "predict", "levels-the-field", "fouls-and-stacks", "your-own"]
    assert steps == [f"{30 + i}-throw-{step}" for i, step in enumerate(wanted)]


@pytest.mark.parametrize("study", studies())
def test_no_two_notebooks_of_a_study_make_a_file_of_one_name(study):
    made = []
    for path in notebooks_of(study, project_path("notebooks")):
        code = "\n".join(cell.source for cell in read_notebook(path).cells if cell.cell_type == "code")
        calls = re.findall(r"report\.(table|figure)\((.*)\)$", code, re.MULTILINE)
        for kind, arguments in calls:
            made += [(kind, name) for name in re.findall(r', f?"([\w{}.-]+)"(?:,|$)', arguments)[-1:]]
    assert len(made) > 5
    assert sorted(made) == sorted(set(made))


@of_each_notebook
def test_a_notebook_keeps_the_conventions(path):
    assert notebook_faults(path) == []


@of_each_notebook
def test_links_of_a_notebook_lead_to_files_that_are_there(path):
    texts = "\n".join(cell.source for cell in read_notebook(path).cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", texts)
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert missing == []


def warnings_of(notebook) -> list[str]:
    """Return the lines of the error stream that warn of something; progress bars warn of nothing."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    lines = (
        line for output in outputs if output.get("name") == "stderr" for line in output.text.splitlines()
    )
    return [line for line in lines if "Warning" in line]


@of_each_notebook
def test_a_notebook_runs_in_quick_form_beside_the_example(path, example, tmp_path):
    ledger, code = example
    before, source = ledger.read_bytes(), path.read_bytes()
    out = tmp_path / "out"
    own = {"QUICK": True, "OUT": str(out), "LEDGER": str(ledger), "CODE": code}
    notebook = execute(path, own, timeout=120)
    assert warnings_of(notebook) == []
    assert ledger.read_bytes() == before
    assert path.read_bytes() == source
    page = notebook_page(notebook, path.stem, "en")
    assert re.findall(r"""(?:src|srcset)=["']?(?:https?:)?//[^"' ]*""", page) == []
    if "label=label" in source.decode("utf-8"):
        label = results_gate(study_of(path), ledger).text("en")
        assert label.casefold() in page.replace("&#x27;", "'").casefold()


@pytest.mark.long
@of_each_notebook
def test_a_notebook_runs_in_japanese_as_an_exploratory_look(path, tmp_path):
    ledger = tmp_path / "none.jsonl"
    own = {"LANG": "ja", "QUICK": True, "OUT": str(tmp_path), "LEDGER": str(ledger), "EXPLORATORY": True}
    notebook = execute(path, own, timeout=120)
    assert warnings_of(notebook) == []
    assert not ledger.exists()
