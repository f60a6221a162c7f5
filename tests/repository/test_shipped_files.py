"""No file names a package host or a place on somebody's machine, or opens a notebook server to others."""

import re

import pytest

from tests.repository.shipped import ROOT, shipped_files

FORBIDDEN = {
    "package host": rb"(?i)\b(?:pypi|pythonhosted|npmjs|(?:conda\.)?anaconda|deb\.debian)\.(?:org|com|io)\b",
    "path of a machine": rb"(?<![\w.:/~-])/(?:home|Users|root|work|tmp|mnt)/\w|(?i:\b[a-z]:\\+Users\\)",
    "server open to others": rb"(?<![\d.])0\.0\.0\.0(?![\d.])|allow_origin(?:_pat)?\s*=\s*['\"]?[*.]",
    "server without a token": (
        rb"(?:App|Provider)\.(?:token|password)\s*=\s*(?:''|\"\"|\s|$)|disable_check_xsrf\s*=\s*True"
    ),
}


def forbidden_words(content: bytes) -> list[str]:
    """Return the kinds of forbidden text that the bytes contain."""
    return [kind for kind, pattern in FORBIDDEN.items() if re.search(pattern, content)]


def test_no_shipped_file_says_what_it_must_not():
    files = shipped_files()
    assert ROOT / "Makefile" in files
    found = {
        str(path.relative_to(ROOT)): kinds for path in files if (kinds := forbidden_words(path.read_bytes()))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["--index-url https://", "pypi", ".org/simple"], "package host"),
        (["https://registry.", "npmjs", ".org/x"], "package host"),
        (["see ", "/", "home/ann/games.csv"], "path of a machine"),
        (["'", "/", "tmp/games.csv'"], "path of a machine"),
        (["C:", "\\Users\\ann"], "path of a machine"),
        (["--ip=0.0.", "0.0"], "server open to others"),
        (["--ServerApp.allow_origin", "='*'"], "server open to others"),
        (["--IdentityProvider.token", "=''"], "server without a token"),
        (["--ServerApp.token", "= "], "server without a token"),
    ],
)
def test_forbidden_words_are_found(words, kind):
    assert forbidden_words("".join(words).encode()) == [kind]


@pytest.mark.parametrize(
    "text", ["../data/x.csv", "https://example.com/home/page", "1.0.0.0.1", "token=secret"]
)
def test_other_words_are_let_through(text):
    assert forbidden_words(text.encode()) == []
