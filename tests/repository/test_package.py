"""The package runs no data as code."""

import ast

import pytest

from tests.repository.shipped import module_sources

MODULES_THAT_RUN_DATA = {
    "pickle",
    "cPickle",
    "_pickle",
    "dill",
    "cloudpickle",
    "marshal",
    "shelve",
    "code",
    "jsonpickle",
}
CALLS_THAT_RUN_DATA = {"eval", "exec", "compile", "__import__"}
METHODS_THAT_RUN_DATA = {"eval", "read_pickle", "to_pickle", "unsafe_load", "full_load"}


def is_false(node: ast.expr) -> bool:
    """Return whether an expression is the word ``False``."""
    return isinstance(node, ast.Constant) and node.value is False


def code_from_data(source: str) -> list[str]:
    """Return the places of a source that could run data as code, as ``line: name``."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            roots = {alias.name.split(".")[0] for alias in node.names}
            found += [f"{node.lineno}: {name}" for name in sorted(roots & MODULES_THAT_RUN_DATA)]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES_THAT_RUN_DATA:
            found.append(f"{node.lineno}: {node.module}")
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name) and node.func.id in CALLS_THAT_RUN_DATA:
                found.append(f"{node.lineno}: {node.func.id}")
            if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS_THAT_RUN_DATA:
                found.append(f"{node.lineno}: {node.func.attr}")
        elif isinstance(node, ast.keyword) and node.arg == "allow_pickle" and not is_false(node.value):
            found.append(f"{node.value.lineno}: allow_pickle")
    return found


def test_data_never_runs_code():
    found = {name: places for name, source in module_sources().items() if (places := code_from_data(source))}
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "def f():\n    from cloudpickle import loads",
        "eval('1 + 1')",
        "frame.eval('black - white')",
        "pd.read_pickle('games')",
        "np.load('games.npy', allow_pickle=True)",
    ],
)
def test_code_that_would_run_data_is_found(source):
    assert len(code_from_data(source)) == 1


def test_a_regular_expression_is_let_through():
    assert code_from_data("re.compile('a'); np.load(path, allow_pickle=False)") == []
