"""The gate for results: shown beside a prediction that was locked before, or labelled exploratory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from variantlab.errors import PredictionError, invalid
from variantlab.study.ledger import DEFAULT_LEDGER, Entry, Ledger, ledger_refusal, read_ledger
from variantlab.study.predictions import Prediction, check_language, check_study_id

__all__ = ["Label", "results_gate"]


@dataclass(frozen=True)
class Label:
    """What every table and chart of results must say: which prediction was locked before, or that none was.

    Parameters
    ----------
    study : str
        The study.
    entries : tuple of Entry
        The locked predictions the results are shown beside; empty when they are exploratory.
    has_other_entries : bool
        For exploratory results: whether the ledger holds predictions for the study that were not named.
    """

    study: str
    entries: tuple[Entry, ...] = ()
    has_other_entries: bool = False

    @property
    def is_exploratory(self) -> bool:
        """Whether the results are shown without a locked prediction."""
        return not self.entries

    @property
    def is_example(self) -> bool:
        """Whether all that was locked is an example, and nobody's forecast."""
        return bool(self.entries) and all(entry.prediction.is_example for entry in self.entries)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the locked predictions."""
        return tuple(entry.code for entry in self.entries)

    @property
    def predictions(self) -> tuple[Prediction, ...]:
        """The locked predictions."""
        return tuple(entry.prediction for entry in self.entries)

    def text(self, lang: str = "en") -> str:
        """Return the label in words, for a caption."""
        lang = check_language(lang)
        if self.is_exploratory and self.has_other_entries:
            return {
                "en": "exploratory: shown without naming a locked prediction",
                "ja": "探索的：固定された予想を指定せずに表示しています",
            }[lang]
        if self.is_exploratory:
            return {
                "en": "exploratory: no prediction was locked before this result",
                "ja": "探索的：この結果より前に固定された予想はありません",
            }[lang]
        codes = ("、" if lang == "ja" else ", ").join(label_code(entry, lang) for entry in self.entries)
        plural = "s" if len(self.entries) > 1 else ""
        return f"予想を固定済み、コード {codes}" if lang == "ja" else f"locked, code{plural} {codes}"

    def record(self) -> dict[str, Any]:
        """Return the label as plain values, for the manifest of a run."""
        return {
            "status": "exploratory" if self.is_exploratory else "locked",
            "codes": list(self.codes),
            "prediction_sha256": [entry.prediction_sha256 for entry in self.entries],
            "is_example": self.is_example,
        }

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.text())}</p>"


def label_code(entry: Entry, lang: str) -> str:
    """Return an entry's code, with a mark when it is an example."""
    mark = {"en": " (EXAMPLE, nobody's forecast)", "ja": "（例、だれの予想でもありません）"}
    return entry.code + (mark[lang] if entry.prediction.is_example else "")


def results_gate(
    study: str,
    ledger: str | os.PathLike[str] = DEFAULT_LEDGER,
    code: str | Sequence[str] | None = None,
    *,
    exploratory: bool = False,
) -> Label:
    """Return the label that results of a study must carry, or raise when none may be shown yet.

    Results are shown beside predictions that were locked before, or after the reader says that the look is
    exploratory. Which of several predictions counts is the reader's to say, by its code.

    Parameters
    ----------
    study : str
        The study whose results are to be shown.
    ledger : path-like, optional
        The ledger.
    code : str or sequence of str, optional
        The prediction that counts, or several, for a class. Not needed when the study has only one.
    exploratory : bool, optional
        Show the results without a locked prediction, and say so wherever they appear.

    Returns
    -------
    Label
        For the caption of every table and chart.

    Raises
    ------
    PredictionError
        When nothing is locked for the study, several predictions are and none is named, the code belongs to
        another study, or the ledger is not whole.

    Examples
    --------
    >>> print(results_gate("vanish", "no-such-ledger.jsonl", exploratory=True))
    exploratory: no prediction was locked before this result
    >>> results_gate("vanish", "no-such-ledger.jsonl")
    Traceback (most recent call last):
    variantlab.errors.PredictionError: vanish: no prediction is locked yet, so no result is shown. Make a \
form with new_form('vanish', ...), fill it in and lock(...) it; or say exploratory=True, and every table and \
chart will say so too.
    """
    check_study_id(study)
    book = read_ledger(ledger) if Path(ledger).exists() else Ledger(Path(ledger), ())
    of_study = book.of(study)
    if exploratory:
        return Label(study, has_other_entries=bool(of_study))
    if book.problems:
        raise PredictionError(ledger_refusal(book))
    if code is not None:
        codes = [code] if isinstance(code, str) else list(code)
        return Label(study, tuple(entry_of_study(book, study, name) for name in codes))
    if not of_study:
        way_on = (
            f"Make a form with new_form({study!r}, ...), fill it in and lock(...) it; "
            "or say exploratory=True, and every table and chart will say so too."
        )
        raise PredictionError(f"{study}: no prediction is locked yet, so no result is shown. {way_on}")
    if len(of_study) > 1:
        listed = Ledger(book.path, of_study).codes()
        raise PredictionError(f"{study}: several predictions are locked: {listed}. Name the one that counts.")
    return Label(study, of_study)


def entry_of_study(ledger: Ledger, study: str, code: str) -> Entry:
    """Return the entry with this code, which must belong to the study."""
    entry = ledger.find(code)
    if entry.study != study:
        raise invalid(
            "code", entry.code, f"a prediction for {study}, not for {entry.study}", "", PredictionError
        )
    return entry
