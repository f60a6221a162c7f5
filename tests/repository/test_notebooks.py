"""Notebooks ship without results: whoever opens one has not seen the outcome."""

import json
from pathlib import Path

import nbformat
import pytest

from tests.repository.shipped import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def notebook_faults(text: str) -> list[str]:
    """Return what a notebook carries that it must not ship with, or lacks."""
    notebook = json.loads(text)
    cells = notebook["cells"]
    faults = []
    if any(cell.get("outputs") for cell in cells):
        faults.append("outputs")
    if any(cell.get("execution_count") is not None for cell in cells):
        faults.append("execution counts")
    if "widgets" in notebook["metadata"]:
        faults.append("widget state")
    ids = [cell.get("id") for cell in cells]
    if None in ids or len(set(ids)) < len(ids):
        faults.append("cell ids")
    return faults


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_ships_without_results(path: Path):
    text = path.read_text(encoding="utf-8")
    assert notebook_faults(text) == []
    nbformat.validate(nbformat.reads(text, as_version=nbformat.NO_CONVERT))


def notebook_with(metadata: dict | None = None, **fields) -> str:
    """Return a notebook of two code cells, the second with other fields than a fresh one has."""
    cells = [
        {
            "id": name,
            "cell_type": "code",
            "metadata": {},
            "source": "",
            "outputs": [],
            "execution_count": None,
        }
        for name in "ab"
    ]
    cells[1] |= fields
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata or {}, "cells": cells})


def test_a_fresh_notebook_has_no_fault():
    assert notebook_faults(notebook_with()) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            notebook_with(outputs=[{"output_type": "stream", "name": "stdout", "text": "black won"}]),
            "outputs",
        ),
        (notebook_with(execution_count=3), "execution counts"),
        (notebook_with(id="a"), "cell ids"),
        (notebook_with(metadata={"widgets": {}}), "widget state"),
    ],
)
def test_a_result_left_in_a_notebook_is_found(text, fault):
    assert notebook_faults(text) == [fault]
