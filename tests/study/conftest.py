"""A folder with a filled-in prediction and a ledger, for the tests of the study room."""

from pathlib import Path

import pytest

from variantlab.study.ledger import lock
from variantlab.study.predictions import new_form


@pytest.fixture
def prediction_text(tmp_path: Path) -> str:
    """The example in English, signed by Aya and no longer marked as the example."""
    text = new_form("vanish", "en", tmp_path / "example.toml", example=True).read_text(encoding="utf-8")
    return text.replace("example = true\n", "").replace('author = "Example"', 'author = "Aya"')


@pytest.fixture
def mine(tmp_path: Path, prediction_text: str) -> Path:
    """Aya's prediction."""
    path = tmp_path / "mine.toml"
    path.write_text(prediction_text, encoding="utf-8")
    return path


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A ledger that does not exist yet."""
    return tmp_path / "ledger.jsonl"


@pytest.fixture
def three(tmp_path, prediction_text, book):
    """A ledger of three entries: Aya, Ben, and Aya again with a revision."""
    for author, yes in [("Aya", "0.55"), ("Ben", "0.55"), ("Aya", "0.45")]:
        text = prediction_text.replace('"Aya"', f'"{author}"')
        text = text.replace("yes = 0.55\nno = 0.45", f"yes = {yes}\nno = {1 - float(yes):.2f}")
        path = tmp_path / f"{author.lower()}.toml"
        path.write_text(text, encoding="utf-8")
        lock(path, book)
    return book
