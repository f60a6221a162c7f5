"""Notebooks run with their parameters in a fresh kernel, and a failure names its cell."""

import sys
import time

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from variantlab.errors import DataError, VariantlabError
from variantlab.view.notebooks import (
    default_parameters,
    execute,
    is_reproduced,
    notebook_faults,
    read_notebook,
    with_parameters,
)

STANDARD = 'LANG = "en"\nQUICK = False\nOUT = None\nLEDGER = "l"\nCODE = None\nEXPLORATORY = False'
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}


def tagged(source: str):
    """Return a parameters cell."""
    return new_code_cell(source, metadata={"tags": ["parameters"]})


def printed(notebook) -> str:
    """Return what the cells of a notebook printed."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return "".join(output.text for output in outputs if output.get("name") == "stdout")


@pytest.fixture
def written(tmp_path):
    """Return a function that writes cells to a notebook and returns its path."""

    def write(*cells, name="10-test-cells", metadata=KERNEL):
        path = tmp_path / f"{name}.ipynb"
        cells = [new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
        nbformat.write(new_notebook(cells=cells, metadata=metadata), path)
        return path

    return write


# ---------------------------------------------------------------------- parameters


def test_parameters_reach_the_notebook_that_runs_here_and_the_file_stays_as_it_is(written):
    show = "import os, sys; print(N, LANG, sys.executable, os.getcwd(), sep='|')"
    path = written(tagged("N = 100\nLANG = 'en'"), show)
    before = path.read_bytes()
    assert printed(execute(path, {"N": 5})) == f"5|en|{sys.executable}|{path.parent.resolve()}\n"
    assert path.read_bytes() == before


def test_a_run_before_is_replaced_not_added_to():
    notebook = new_notebook(cells=[tagged("N = 100"), new_code_cell("N")])
    twice = with_parameters(with_parameters(notebook, {"N": 5}), {"N": 6})
    assert [cell.source for cell in twice.cells] == ["N = 100", "N = 6", "N"]
    assert len(notebook.cells) == 2


def test_without_the_tag_nothing_runs(written):
    path = written("N = 100", "print(N)")
    with pytest.raises(DataError, match="10-test-cells: no code cell is tagged 'parameters'"):
        execute(path, {"N": 5})


def test_an_unknown_parameter_is_named_with_the_nearest_known_one(written):
    path = written(tagged("N_GAMES = 100"), "print(N_GAMES)")
    with pytest.raises(VariantlabError, match=r"'N_GAME'; allowed: N_GAMES. Did you mean 'N_GAMES'\?"):
        execute(path, {"N_GAME": 5})


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([tagged("N = 1"), tagged("M = 2")], "2 code cells are tagged"),
        ([tagged("N = 1\nM = N + 1")], r"line 2: N \+ 1 is no literal"),
        ([tagged("N = open('x')")], r"line 1: open\('x'\) is no literal"),
        ([tagged("import os")], "line 1: only NAME = literal"),
        ([tagged("N = (")], "parameters cell, line 1"),
        ([new_markdown_cell("N = 1", metadata={"tags": ["parameters"]})], "no code cell is tagged"),
    ],
)
def test_a_parameters_cell_holds_literals_alone(cells, message):
    with pytest.raises(DataError, match=message):
        default_parameters(new_notebook(cells=cells))


@pytest.mark.parametrize("value", [object(), float("nan"), {1, 2} | {print}])
def test_a_value_that_no_literal_can_state_is_refused(value):
    notebook = new_notebook(cells=[tagged("N = 1")])
    with pytest.raises(VariantlabError, match="N: got"):
        with_parameters(notebook, {"N": value})


def test_a_text_value_never_becomes_code():
    hostile = '"\nimport os; os._exit(1) #'
    (_, cell) = with_parameters(new_notebook(cells=[tagged("N = 1")]), {"N": hostile}).cells
    assert default_parameters(new_notebook(cells=[tagged(cell.source)])) == {"N": hostile}


def test_a_notebook_played_by_hand_is_no_part_of_a_run():
    assert is_reproduced(new_notebook())
    assert not is_reproduced(new_notebook(metadata={"variantlab": {"reproduce": False}}))


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"nbformat": 4}', "not JSON"])
def test_a_file_that_is_no_notebook_is_refused(tmp_path, content):
    path = tmp_path / "broken.ipynb"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=r"broken\.ipynb"):
        read_notebook(path)


# ---------------------------------------------------------------------- failures


def test_a_failing_cell_is_named_as_the_reader_counts_it(written):
    path = written(
        tagged("N = 1"), new_markdown_cell("Words."), "x = 1", "\nrate = N / 0\nprint('never')", "y = 1"
    )
    seen = []
    with pytest.raises(VariantlabError) as caught:
        execute(path, {"N": 5}, on_cell=lambda *cell: seen.append(cell))
    message = str(caught.value)
    assert "10-test-cells, code cell 3 of 4 (rate = N / 0) failed" in message
    assert "ZeroDivisionError: division by zero" in message
    assert "\x1b" not in message
    assert seen == [(1, 4, "N = 1"), (2, 4, "x = 1"), (3, 4, "rate = N / 0")]


def test_a_dead_kernel_is_named_within_seconds(written):
    path = written(tagged("N = 1"), "import os; os._exit(1)")
    start = time.monotonic()
    with pytest.raises(VariantlabError, match=r"code cell 2 of 2 \(import os; os._exit\(1\)\).* died"):
        execute(path, timeout=300)
    assert time.monotonic() - start < 60


def test_a_cell_that_takes_too_long_is_named(written):
    path = written(tagged("N = 1"), "import time; time.sleep(300)")
    start = time.monotonic()
    with pytest.raises(VariantlabError, match=r"code cell 2 of 2 .* took longer than 1 seconds"):
        execute(path, timeout=1)
    assert time.monotonic() - start < 60


# ---------------------------------------------------------------------- what a shipped one must be


GOOD = [new_markdown_cell("# Title"), tagged(STANDARD), new_code_cell("import math")]
TEXT = new_markdown_cell("Some words.")


def test_a_notebook_that_keeps_the_conventions_has_no_fault(written):
    assert notebook_faults(written(*GOOD, TEXT, "math.pi")) == []


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        ([*GOOD, new_code_cell("math.pi")], "no text stands before it"),
        ([*GOOD, TEXT, new_code_cell("\n".join("x = 1" for _ in range(9)))], "it has 9 lines"),
        ([*GOOD, TEXT, new_code_cell("")], "it has 0 lines"),
        ([*GOOD, TEXT, new_code_cell("def f(): pass")], "defines a function"),
        ([*GOOD, TEXT, new_code_cell("f = lambda: 1")], "defines a function"),
        ([*GOOD, TEXT, new_code_cell("%matplotlib inline")], "no plain Python"),
        ([*GOOD, TEXT, new_code_cell("x = 1", execution_count=3)], "outputs or an execution count"),
        ([*GOOD, new_markdown_cell(r"Then $1 - \frac{1}{2}$.")], "TeX"),
        ([*GOOD, new_markdown_cell("![board](https://example.org/a.png)")], "network"),
        ([*GOOD, new_markdown_cell("It lies in /" + "home/mia/games.")], "path of one computer"),
        (GOOD[1:], "begin with its title"),
        ([GOOD[0], tagged(STANDARD.replace("QUICK", "QUICKLY"))], "lacks QUICK"),
        ([GOOD[0], tagged(f"{STANDARD}\nn_games = 5")], "n_games must be in capitals"),
        ([GOOD[0], new_code_cell("x = 1")], "no code cell is tagged"),
    ],
)
def test_a_fault_of_a_notebook_is_found(written, cells, fault):
    (found,) = [sentence for sentence in notebook_faults(written(*cells)) if fault in sentence]
    assert found.endswith((".", ")."))


@pytest.mark.parametrize(
    ("metadata", "fault"),
    [
        ({"kernelspec": {"name": "my-env", "display_name": "mine"}}, "must be python3"),
        ({**KERNEL, "widgets": {}}, "must not ship: widgets"),
    ],
)
def test_a_fault_of_the_metadata_is_found(written, metadata, fault):
    (found,) = notebook_faults(written(*GOOD, metadata=metadata))
    assert fault in found
