"""Notebooks as files: their parameters, a run from top to bottom in a fresh kernel, and what a shipped one
must be.

The conventions that the shipped notebooks follow:

- Exactly one code cell is tagged ``parameters``. It holds nothing but ``NAME = literal``, among them
  `STANDARD_PARAMETERS`, which `variantlab.view.reports.reproduce` sets in every notebook. ``LANG`` is the
  language of charts and tables; ``QUICK`` makes everything small; ``OUT`` is the folder for figures and
  tables, or None to show them only; ``LEDGER`` is where predictions are locked; ``CODE`` says which of them
  counts; ``EXPLORATORY`` shows results without a locked prediction. A run with other values gets one more
  cell after it, tagged ``injected-parameters``. A notebook without the tagged cell, and a parameter that
  the cell does not have, are errors.
- Every code cell follows upon prose, but for the one after the parameters, which imports. It has one to
  eight lines and defines no function: what a notebook uses twice belongs into the package.
- It ships without outputs, with ids that stay, and runs in the folder it lies in.
- Its metadata may say ``{"variantlab": {"reproduce": false}}``: `reproduce` leaves it out, as one that is
  played by hand.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import nbformat
import zmq
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from variantlab.errors import DataError, VariantlabError, invalid, unknown_choice
from variantlab.files import read_text

__all__ = [
    "INJECTED",
    "PARAMETERS",
    "STANDARD_PARAMETERS",
    "default_parameters",
    "execute",
    "is_reproduced",
    "notebook_faults",
    "read_notebook",
    "with_parameters",
]

PARAMETERS = "parameters"
INJECTED = "injected-parameters"
STANDARD_PARAMETERS = ("LANG", "QUICK", "OUT", "LEDGER", "CODE", "EXPLORATORY")
SECONDS_A_CELL = 900.0
SECONDS_TO_START = 180
MOST_LINES_OF_A_CELL = 8
MOST_LINES_OF_AN_ERROR = 8
ANSI_COLOUR = re.compile(r"\x1b\[[0-9;]*m")

#: Called before a cell runs, with its number among the notebook's code cells, how many there are, and its
#: first line.
OnCell = Callable[[int, int, str], None]


# ------------------------------------------------------------------------------ reading, parameters


def read_notebook(path: str | os.PathLike[str]) -> NotebookNode:
    """Return the notebook in a file, checked against its format.

    Raises
    ------
    DataError
        When the file cannot be read or is no notebook of format 4.
    """
    text = read_text(path, encoding="utf-8-sig")
    try:
        notebook = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
        nbformat.validate(notebook)
    except (ValueError, AttributeError, nbformat.ValidationError) as error:
        reason = str(error).splitlines()[0]
        hint = f"It says: {reason}."
        raise invalid("notebook", str(path), "a notebook of format 4", hint, DataError) from None
    return notebook


def default_parameters(notebook: NotebookNode, name: str = "notebook") -> dict[str, Any]:
    """Return the parameters of a notebook by name, with the values that stand in its parameters cell.

    The cell is read, not run.

    Parameters
    ----------
    notebook : NotebookNode
        From `read_notebook`.
    name : str, optional
        What to call it in an error.

    Raises
    ------
    DataError
        When there is no code cell tagged ``parameters`` or more than one, or it holds anything but ``NAME =
        literal``.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> cell = new_code_cell("N_GAMES = 1000  # games a run", metadata={"tags": ["parameters"]})
    >>> default_parameters(new_notebook(cells=[cell]))
    {'N_GAMES': 1000}
    >>> default_parameters(new_notebook(cells=[new_code_cell("N_GAMES = 1000")]))
    Traceback (most recent call last):
    variantlab.errors.DataError: notebook: no code cell is tagged 'parameters', so no parameter \
can be set. Tag the one that holds them (in JupyterLab: the gears at the upper right, Cell Tags).
    """
    return literals_of(notebook.cells[position_of_parameters(notebook, name)].source, name)


def tags_of(cell: NotebookNode) -> Sequence[str]:
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def position_of_parameters(notebook: NotebookNode, name: str) -> int:
    """Return the position of the one parameters cell."""
    found = [
        i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and PARAMETERS in tags_of(cell)
    ]
    if not found:
        way_on = "Tag the one that holds them (in JupyterLab: the gears at the upper right, Cell Tags)."
        raise DataError(
            f"{name}: no code cell is tagged {PARAMETERS!r}, so no parameter can be set. {way_on}"
        )
    if len(found) > 1:
        raise DataError(
            f"{name}: {len(found)} code cells are tagged {PARAMETERS!r}; one holds all parameters."
        )
    return found[0]


def literals_of(source: str, name: str) -> dict[str, Any]:
    """Return what a cell of ``NAME = literal`` lines assigns, without running it."""
    values: dict[str, Any] = {}
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        raise DataError(f"{name}, parameters cell, line {error.lineno}: {error.msg}.") from None
    for statement in statements:
        where = f"{name}, parameters cell, line {statement.lineno}"
        match statement:
            case ast.Assign(targets=[ast.Name(id=key)], value=value):
                values[key] = literal_value(value, where)
            case _:
                raise DataError(f"{where}: only NAME = literal may stand here, one a line.")
    return values


def literal_value(node: ast.expr, where: str) -> Any:
    """Return the value of a literal."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        raise DataError(f"{where}: {ast.unparse(node)} is no literal; compute it in a later cell.") from None


def with_parameters(
    notebook: NotebookNode, parameters: Mapping[str, Any], name: str = "notebook"
) -> NotebookNode:
    """Return a copy of the notebook with one more cell, right after its parameters, that sets them anew.

    Parameters
    ----------
    notebook : NotebookNode
        From `read_notebook`.
    parameters : mapping
        Values by name; numbers, texts, booleans, None, and lists or tables of these.
    name : str, optional
        What to call the notebook in an error.

    Raises
    ------
    DataError
        When the notebook has no parameters cell.
    VariantlabError
        When the cell does not have the parameter, or the value is no literal.

    Examples
    --------
    >>> from nbformat.v4 import new_code_cell, new_notebook
    >>> cell = new_code_cell("N_GAMES = 1000", metadata={"tags": ["parameters"]})
    >>> with_parameters(new_notebook(cells=[cell]), {"N_GAMES": 50}).cells[1].source
    'N_GAMES = 50'
    >>> with_parameters(new_notebook(cells=[cell]), {"N_GAME": 50})
    Traceback (most recent call last):
    variantlab.errors.VariantlabError: parameter of notebook: got 'N_GAME'; allowed: N_GAMES. Did you mean \
'N_GAMES'?
    """
    position = position_of_parameters(notebook, name)
    known = default_parameters(notebook, name)
    for key in parameters:
        if key not in known:
            raise unknown_choice(f"parameter of {name}", key, known)
    copy = nbformat.from_dict(notebook)
    cells = [cell for cell in copy.cells if INJECTED not in tags_of(cell)]
    cell = nbformat.v4.new_code_cell(
        source_of(parameters), id="injected-parameters", metadata={"tags": [INJECTED]}
    )
    copy.cells = [*cells[: position + 1], cell, *cells[position + 1 :]] if parameters else cells
    return copy


def show_parameter(notebook: NotebookNode, parameters: Mapping[str, Any]) -> None:
    """Write other values into the injected cell of a notebook that was run: where its files are by now."""
    for cell in notebook.cells:
        if INJECTED in tags_of(cell):
            cell.source = source_of(parameters)


def source_of(parameters: Mapping[str, Any]) -> str:
    """Return the code that sets the parameters."""
    for key, value in parameters.items():
        try:
            is_literal = ast.literal_eval(repr(value)) == value
        except (ValueError, SyntaxError):
            is_literal = False
        if not is_literal:
            raise invalid(key, value, "a number, a text, True, False, None, or a list or table of these")
    return "\n".join(f"{key} = {value!r}" for key, value in parameters.items())


def is_reproduced(notebook: NotebookNode) -> bool:
    """Return whether a run of its study includes the notebook: not one that is played by hand."""
    return notebook.metadata.get("variantlab", {}).get("reproduce", True) is not False


# ------------------------------------------------------------------------------ running


class ThisPython(AsyncKernelManager):
    """A kernel of the very Python that runs this code, whatever kernels the computer has under the name
    python3; what it is told and tells is encrypted where the libraries can.
    """

    transport_encryption = "auto" if zmq.has("curve") else "disabled"

    @property
    def kernel_spec(self) -> KernelSpec:
        """How to start it."""
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        encryption = {"supported_encryption": ["curve"]}
        return KernelSpec(argv=argv, name="python3", language="python", metadata=encryption)


def execute(
    path: str | os.PathLike[str],
    parameters: Mapping[str, Any] | None = None,
    *,
    timeout: float = SECONDS_A_CELL,
    on_cell: OnCell | None = None,
) -> NotebookNode:
    """Return the notebook with its outputs, after a run from top to bottom in a fresh kernel; the file stays
    as it is.

    The kernel runs in the notebook's folder, without the reader's own settings of IPython.

    Parameters
    ----------
    path : path-like
        The notebook.
    parameters : mapping, optional
        Values by name, set right after the parameters cell, see `with_parameters`.
    timeout : float, optional
        The most seconds that one cell may take.
    on_cell : callable, optional
        Called before each cell with its number among the code cells, how many there are, and its first line.

    Raises
    ------
    DataError
        When the notebook cannot be read or has no parameters cell.
    VariantlabError
        When it has no such parameter; or when a cell fails, takes too long, or its kernel dies: the message
        names the cell.
    """
    source = Path(path)
    notebook = with_parameters(read_notebook(source), parameters or {}, source.stem)
    place = Place(source.stem, notebook, on_cell)
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_manager_class=ThisPython,
        startup_timeout=SECONDS_TO_START,
        shutdown_kernel="immediate",
        resources={"metadata": {"path": str(source.resolve().parent)}},
        on_cell_start=place.enter,
    )
    with tempfile.TemporaryDirectory(prefix="variantlab-") as settings:
        try:
            client.execute(env=kernel_environment(settings))
        except CellExecutionError as error:
            raise VariantlabError(f"{place} failed:\n{last_lines(error)}") from None
        except CellTimeoutError:
            way_on = "Nothing of this notebook was kept. Give it more time (timeout=...), or fewer games."
            raise VariantlabError(f"{place} took longer than {timeout:g} seconds. {way_on}") from None
        except DeadKernelError:
            way_on = "Most often the memory was full: try fewer games, and close other programs."
            raise VariantlabError(f"{place}: the Python that ran it died. {way_on}") from None
        except RuntimeError as error:
            raise VariantlabError(f"{source.stem}: no kernel could be started: {error}") from None
    return notebook


class Place:
    """Where a run is: the notebook, and the code cell that runs or ran last.

    Cells are counted as the reader counts them who runs the notebook by hand: without the injected one.
    """

    def __init__(self, name: str, notebook: NotebookNode, on_cell: OnCell | None) -> None:
        self.name = name
        self.on_cell = on_cell
        self.first_line = ""
        own = [
            i for i, c in enumerate(notebook.cells) if c.cell_type == "code" and INJECTED not in tags_of(c)
        ]
        self.n_cells = len(own)
        self.numbers = {position: number for number, position in enumerate(own, start=1)}
        self.number = 0

    def enter(self, cell: NotebookNode, cell_index: int) -> None:
        """Take note of a cell that is about to run."""
        if cell_index in self.numbers:
            self.number = self.numbers[cell_index]
            self.first_line = first_line(cell.source)
            if self.on_cell is not None:
                self.on_cell(self.number, self.n_cells, self.first_line)

    def __str__(self) -> str:
        return f"{self.name}, code cell {self.number} of {self.n_cells} ({self.first_line})"


def first_line(source: str) -> str:
    """Return the first line of a cell that holds something."""
    return next((line.strip() for line in source.splitlines() if line.strip()), "")


def last_lines(error: CellExecutionError) -> str:
    """Return the end of a traceback, without its colours; the error's own message is whole."""
    message = f"{error.ename}: {error.evalue}"
    lines = [line for line in ANSI_COLOUR.sub("", error.traceback).splitlines() if line.strip()]
    pointers = [line for line in lines if line.lstrip().startswith("-->") or re.match(r"-+>", line)]
    pointed = pointers[-2:] if len(pointers) > 1 else pointers
    shown = [*pointed, *message.splitlines()[:MOST_LINES_OF_AN_ERROR]]
    return "\n".join(f"  {line}" for line in shown)


def kernel_environment(settings: str) -> dict[str, str]:
    """Return the environment of a kernel: this one, without what would make two computers' pages differ."""
    own = {key: value for key, value in os.environ.items() if key != "MPLBACKEND"}
    return {**own, "IPYTHONDIR": settings, "PYDEVD_DISABLE_FILE_VALIDATION": "1"}


# ------------------------------------------------------------------------------ a shipped notebook


MACHINE_PATH = re.compile(r"(?:/(?:home|Users|root|tmp)/|\b[A-Za-z]:\\)")
FETCHED = re.compile(r"!\[[^\]]*\]\(\s*https?:|<(?:img|script|iframe|link)\b", re.IGNORECASE)
TEX = re.compile(r"\$\$|\\[(\[]|\\(?:frac|sum|times|le|ge|cdot|sqrt)\b")


def notebook_faults(path: str | os.PathLike[str]) -> list[str]:
    """Return what a notebook must not ship with, or lacks: one sentence each, none for a notebook that keeps
    the conventions.

    Parameters
    ----------
    path : path-like
        The notebook.

    Raises
    ------
    DataError
        When it cannot be read.
    """
    notebook = read_notebook(path)
    faults = [*faults_of_file(notebook), *faults_of_parameters(notebook, Path(path).stem)]
    code_number = 0
    for position, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            code_number += 1
            before = notebook.cells[position - 1] if position else None
            where = f"code cell {code_number} ({first_line(cell.source)})"
            faults += [f"{where}: {fault}." for fault in faults_of_code_cell(cell, before)]
        else:
            where = f"text at position {position + 1} ({first_line(cell.source)})"
            faults += [f"{where}: {fault}." for fault in faults_of_text(cell.source)]
    return faults


def faults_of_file(notebook: NotebookNode) -> list[str]:
    """Return the faults of a notebook as a whole."""
    faults = []
    ids = Counter(cell.get("id") for cell in notebook.cells)
    if None in ids or max(ids.values(), default=1) > 1:
        faults.append("Cell ids are missing or used twice.")
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        faults.append("The kernel must be python3.")
    unknown = set(notebook.metadata) - {"kernelspec", "language_info", "variantlab"}
    if unknown:
        faults.append(f"Metadata that must not ship: {', '.join(sorted(unknown))}.")
    if MACHINE_PATH.search(nbformat.writes(notebook)):
        faults.append("It names a path of one computer.")
    if not notebook.cells or not notebook.cells[0].source.startswith("# "):
        faults.append("It must begin with its title, a text cell '# ...'.")
    return faults


def faults_of_parameters(notebook: NotebookNode, name: str) -> list[str]:
    """Return the faults of the parameters cell."""
    try:
        found = default_parameters(notebook, name)
    except DataError as error:
        return [str(error)]
    missing = [key for key in STANDARD_PARAMETERS if key not in found]
    lower = [key for key in found if key != key.upper()]
    faults = [f"The parameters cell lacks {', '.join(missing)}."] if missing else []
    return [*faults, *(f"Parameter {key} must be in capitals." for key in lower)]


def faults_of_code_cell(cell: NotebookNode, before: NotebookNode | None) -> list[str]:
    """Return the faults of a code cell, given the cell before it."""
    faults = []
    if cell.get("outputs") or cell.get("execution_count") is not None:
        faults.append("it ships with outputs or an execution count")
    is_parameters = PARAMETERS in tags_of(cell)
    n_lines = len(cell.source.strip().splitlines())
    if n_lines == 0 or (n_lines > MOST_LINES_OF_A_CELL and not is_parameters):
        faults.append(f"it has {n_lines} lines; 1 to {MOST_LINES_OF_A_CELL} are allowed")
    follows_text = before is not None and before.cell_type == "markdown" and before.source.strip()
    follows_parameters = before is not None and PARAMETERS in tags_of(before)
    if not follows_text and not follows_parameters:
        faults.append("no text stands before it")
    return [*faults, *faults_of_code(cell.source)]


def faults_of_code(source: str) -> list[str]:
    """Return the faults of the code itself."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ["it is no plain Python (lines with % or ! do not belong here)"]
    defines = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    if any(isinstance(node, defines) for node in ast.walk(tree)):
        return ["it defines a function or a class, which belongs into the package"]
    return []


def faults_of_text(source: str) -> list[str]:
    """Return the faults of a text: what a page without a network would not show."""
    faults = ["it has TeX, which pages do not show; write it in Unicode"] if TEX.search(source) else []
    return [*faults, *(["it fetches something from the network"] if FETCHED.search(source) else [])]
