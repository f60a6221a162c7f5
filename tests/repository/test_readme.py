"""The examples of the two READMEs run, and their links lead somewhere."""

import doctest
import re
import shlex

import pytest

from variantlab.cli import main
from variantlab.files import project_root

ROOT = project_root()
READMES = ["README.md", "README.ja.md"]
QUICK_COMMANDS = ("simulate", "exact", "perft", "rules")


@pytest.mark.parametrize("name", READMES)
def test_python_examples_print_what_is_shown(name):
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("name", READMES)
def test_links_and_pictures_lead_to_files(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", text)
    local = [one or other for one, other in targets if not (one or other).startswith("http")]
    assert local
    assert [target for target in local if not (ROOT / target).exists()] == []


def commands_of(name):
    """Return the commands that a README shows, without the path of the program."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(r"^\$ (?:\.venv/bin/)?variantlab (.+)$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("command", [c for c in commands_of("README.md") if c.startswith(QUICK_COMMANDS)])
def test_commands_that_print_do_so(command, capsys):
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", READMES)
def test_the_prediction_commands_work_in_their_order(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    new, lock = [c for c in commands_of(name) if c.startswith("predict")]
    assert main(shlex.split(new)) == 0
    assert (tmp_path / "predictions" / "vanish.toml").is_file()
    assert main(shlex.split(lock)) == 2  # an empty form is not locked: the message names the blanks
    assert "Q1" in capsys.readouterr().err


@pytest.mark.parametrize("name", READMES)
def test_make_targets_exist(name):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    shown = re.findall(r"(?<![\w-])make ([a-z][a-z-]*)", (ROOT / name).read_text(encoding="utf-8"))
    assert {"reproduce", "test"} <= set(shown)
    assert [target for target in shown if not re.search(rf"^{target}:", makefile, flags=re.MULTILINE)] == []
