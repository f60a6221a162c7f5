"""The gate: no result without a locked prediction, unless the look says that it is exploratory."""

import pytest

from variantlab.errors import PredictionError
from variantlab.study.gate import results_gate
from variantlab.study.ledger import lock, read_ledger


def test_no_result_without_a_locked_prediction(book):
    with pytest.raises(PredictionError, match="exploratory=True"):
        results_gate("vanish", book)
    label = results_gate("vanish", book, exploratory=True)
    assert label.is_exploratory
    assert label.text("en") == "exploratory: no prediction was locked before this result"
    assert "探索的" in label.text("ja")
    assert label.record() == {
        "status": "exploratory",
        "codes": [],
        "prediction_sha256": [],
        "is_example": False,
    }


def test_a_locked_prediction_opens_the_gate_of_its_study_alone(mine, book):
    receipt = lock(mine, book)
    label = results_gate("vanish", book)
    assert not label.is_exploratory
    assert label.text("en") == f"locked, code {receipt.code}"
    assert receipt.code in label.text("ja")
    assert label.record()["prediction_sha256"] == [receipt.entry.prediction_sha256]
    assert label.predictions[0].author == "Aya"
    with pytest.raises(PredictionError, match="no prediction is locked yet"):
        results_gate("chopsticks", book)
    with pytest.raises(PredictionError, match="a prediction for chopsticks, not for vanish"):
        results_gate("chopsticks", book, receipt.code)


def test_the_reader_names_which_prediction_counts(three):
    entries = read_ledger(three).entries
    with pytest.raises(PredictionError) as error:
        results_gate("vanish", three)
    assert all(f"{entry.code} ({entry.author})" in str(error.value) for entry in entries)
    assert results_gate("vanish", three, entries[2].code.lower()).entries == (entries[2],)
    both = results_gate("vanish", three, [entries[0].code, entries[1].code])
    assert both.text() == f"locked, codes {entries[0].code}, {entries[1].code}"
    with pytest.raises(PredictionError, match="not in the ledger"):
        results_gate("vanish", three, "0000-0000")


def test_an_exploratory_look_says_so_even_when_something_is_locked(three):
    label = results_gate("vanish", three, exploratory=True)
    assert label.is_exploratory
    assert label.text("en").startswith("exploratory")
    assert "no prediction was locked" not in label.text("en")


def test_a_broken_ledger_opens_no_gate(three):
    code = read_ledger(three).entries[0].code
    three.write_bytes(three.read_bytes().replace(b'"number":3', b'"number":4'))
    with pytest.raises(PredictionError, match="not whole"):
        results_gate("vanish", three, code)


@pytest.mark.parametrize("study", ["../vanish", "vanish/..", "", "a" * 65])
def test_no_path_passes_the_gate(study, book):
    with pytest.raises(PredictionError, match="study"):
        results_gate(study, book, exploratory=True)
