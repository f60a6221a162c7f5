"""Verdicts: what the results say about locked predictions, and the claims of the sources.

The rules, for the option or the interval that a prediction names:

- A choice or a direction whose options have criteria is ``supported`` when the exact result, or the whole
  interval around a measured one, lies in the criterion of the answer; ``refuted`` when no part of it does;
  otherwise ``undecided``.
- A choice without criteria asks for the largest share. It is ``supported`` when the answer's share (its whole
  interval) is above all others, ``refuted`` when another share is above it, otherwise ``undecided``.
- A number is ``supported`` when the result (its whole interval) lies in the predicted interval, both ends
  included, ``refuted`` when no part of it does, otherwise ``undecided``.
- Without data, without a result, or without one most probable answer, the verdict is ``undecided``.

A choice is scored by its Brier score once the result names one option, a number by its interval score, for
which a measured result counts as its estimate. A smaller score is better.
"""

from __future__ import annotations

import math
import os
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from variantlab.errors import DataError, PredictionError, invalid
from variantlab.files import project_path, read_text
from variantlab.stats.intervals import Estimate
from variantlab.stats.scores import brier_score, interval_score
from variantlab.study.canonical import sha256_of
from variantlab.study.gate import Label
from variantlab.study.ledger import html_table
from variantlab.study.predictions import Prediction, Question, check_language

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "VERDICTS",
    "Claim",
    "Measured",
    "Result",
    "Standing",
    "Standings",
    "Verdict",
    "VerdictTable",
    "compare",
    "judge",
    "load_claims",
    "verdict",
]

Measured: TypeAlias = Fraction | int | Estimate
Result: TypeAlias = Measured | Mapping[str, Measured]

VERDICTS = ("supported", "refuted", "undecided")
LONGEST_FRACTION = 24  # characters; longer ones are shown as decimals

WORDS = {
    "supported": {"en": "supported", "ja": "支持"},
    "refuted": {"en": "refuted", "ja": "反証"},
    "undecided": {"en": "undecided", "ja": "保留"},
    "author": {"en": "author", "ja": "予想した人"},
    "code": {"en": "code", "ja": "コード"},
    "question": {"en": "question", "ja": "質問"},
    "prediction": {"en": "prediction", "ja": "予想"},
    "result": {"en": "result", "ja": "結果"},
    "verdict": {"en": "verdict", "ja": "判定"},
    "score": {"en": "score", "ja": "得点"},
    "place": {"en": "place", "ja": "順位"},
    "brier": {"en": "mean Brier score", "ja": "平均ブライアスコア"},
    "interval": {"en": "mean interval score", "ja": "平均区間スコア"},
    "n_questions": {"en": "questions compared", "ja": "比べた質問数"},
    "not_measured": {"en": "not measured", "ja": "未測定"},
    "no_data": {"en": "no data", "ja": "データなし"},
    "exact": {"en": "exact", "ja": "厳密値"},
    "no_answer": {"en": "no single answer", "ja": "一つに決まらない"},
    "smaller": {
        "en": "a smaller score is better; 0 is perfect",
        "ja": "得点は小さいほどよい（0 が最良）",
    },
}


def word(key: str, lang: str) -> str:
    """Return a word of the tables in the language."""
    return WORDS[key][check_language(lang)]


# ------------------------------------------------------------------------------------------------ one verdict


@dataclass(frozen=True)
class Verdict:
    """One question of one prediction beside its result.

    Parameters
    ----------
    question : Question
        The question with the predicted answer.
    prediction : Prediction
        The prediction it belongs to.
    code : str or None
        The code it was locked with; None when it was not locked.
    result : Fraction, int, Interval, Difference, mapping of option to these, or None
        What came out; None when it was not measured.
    verdict : {"supported", "refuted", "undecided"}
        By the rules of this module.
    outcome : str or None
        The option that happened, when the result names one.
    score : float or None
        The Brier score (from 0 to 2) or the interval score (in the unit of the number); smaller is better.
    """

    question: Question
    prediction: Prediction
    code: str | None
    result: Result | None
    verdict: str
    outcome: str | None
    score: float | None

    def prediction_text(self, lang: str = "en") -> str:
        """Return the predicted answer in words."""
        question = self.question
        if question.kind == "number":
            interval = f"[{question.low:g}, {question.high:g}]"
            return f"{question.estimate:g} {interval} ({100 * (question.level or 0):g}%)"
        if question.answer is None:
            shares = ", ".join(f"{o.label} {100 * (o.probability or 0):g}%" for o in question.options)
            return f"{word('no_answer', lang)}: {shares}"
        return f"{question.label(question.answer)} ({100 * question.probabilities[question.answer]:g}%)"

    def result_text(self, lang: str = "en") -> str:
        """Return the result in words."""
        if self.result is None:
            return word("not_measured", lang)
        if isinstance(self.result, Mapping):
            label = self.question.label
            if (certain := certain_option(self.result)) is not None:
                return f"{label(certain)} ({word('exact', lang)})"
            return "; ".join(f"{label(o)} {measured_text(v, lang)}" for o, v in self.result.items())
        text = measured_text(self.result, lang)
        return f"{self.question.label(self.outcome)}: {text}" if self.outcome else text

    def cells(self, lang: str = "en") -> dict[str, str | float | None]:
        """Return the row by column: author, code, question, prediction, result, verdict, score."""
        return {
            "author": self.prediction.signature(lang),
            "code": self.code or "",
            "question": f"{self.question.id}: {self.question.text.strip()}",
            "prediction": self.prediction_text(lang),
            "result": self.result_text(lang),
            "verdict": word(self.verdict, lang),
            "score": self.score,
        }


def verdict(question: Question, result: Result | None) -> str:
    """Return ``supported``, ``refuted`` or ``undecided`` for a predicted answer, by the rules of this module.

    Parameters
    ----------
    question : Question
        The question with its answer.
    result : Fraction, int, Interval, Difference, mapping of option to these, or None
        An exact value, or a measured one with its interval. Shares of the options when the question has no
        criteria; shares of other outcomes may be among them.

    Returns
    -------
    str
        One of `VERDICTS`.

    Raises
    ------
    PredictionError
        When the result is of the wrong kind for the question. A float is refused: it is neither exact nor
        does it carry its uncertainty.

    Examples
    --------
    >>> from variantlab.stats.intervals import rate
    >>> from variantlab.study.predictions import Criterion, Option
    >>> options = (
    ...     Option("more", "more than half", 0.8, Criterion.parse("> 0.5")),
    ...     Option("not_more", "half or fewer", 0.2, Criterion.parse("<= 0.5")),
    ... )
    >>> question = Question("Q1", "choice", "Do most games end so?", "share of games", "a guess", options)
    >>> verdict(question, Fraction(2, 3)), verdict(question, rate(24, 60)), verdict(question, rate(240, 600))
    ('supported', 'undecided', 'refuted')
    """
    check_result(question, result)
    if question.kind == "number":
        return verdict_of_number(question, result)
    if question.answer is None or result is None:
        return "undecided"
    if isinstance(result, Mapping):
        return verdict_of_largest(question.answer, result)
    limits = limits_of(result)
    criterion = next(option.criterion for option in question.options if option.name == question.answer)
    if limits is None or criterion is None:
        return "undecided"
    if criterion.covers(*limits):
        return "supported"
    return "undecided" if criterion.meets(*limits) else "refuted"


def verdict_of_number(question: Question, result: Result | None) -> str:
    """Return the verdict on a predicted interval."""
    limits = None if result is None or isinstance(result, Mapping) else limits_of(result)
    if limits is None or question.low is None or question.high is None:
        return "undecided"
    low, high = limits
    if question.low <= low and high <= question.high:
        return "supported"
    return "refuted" if high < question.low or question.high < low else "undecided"


def verdict_of_largest(answer: str, shares: Mapping[str, Measured]) -> str:
    """Return the verdict on the option that was predicted to have the largest share."""
    own = limits_of(shares[answer])
    others = [limits_of(share) for option, share in shares.items() if option != answer]
    known = [limits for limits in others if limits is not None]
    if own is None or len(known) < len(others):
        return "undecided"
    if all(own[0] > high for _, high in known):
        return "supported"
    return "refuted" if any(low > own[1] for low, _ in known) else "undecided"


def outcome_of(question: Question, result: Result | None) -> str | None:
    """Return the option that the result names as what happened, or None when it names none."""
    if result is None or question.kind == "number":
        return None
    if isinstance(result, Mapping):
        names = [option.name for option in question.options]
        return next((name for name in names if verdict_of_largest(name, result) == "supported"), None)
    limits = limits_of(result)
    for option in question.options:
        if limits is not None and option.criterion is not None and option.criterion.covers(*limits):
            return option.name
    return None


def score_of(question: Question, result: Result | None, outcome: str | None) -> float | None:
    """Return the Brier score of a choice or the interval score of a number; None without an outcome."""
    if question.kind != "number":
        return None if outcome is None else brier_score(question.probabilities, outcome).value
    if result is None or isinstance(result, Mapping):
        return None
    value = result.estimate if isinstance(result, Estimate) else result
    if value is None or question.low is None or question.high is None or question.level is None:
        return None
    return interval_score(question.low, question.high, question.level, float(value)).value


def limits_of(measured: Measured) -> tuple[Fraction | float, Fraction | float] | None:
    """Return the ends of a measured interval, an exact value twice, or None without data."""
    if not isinstance(measured, Estimate):
        return Fraction(measured), Fraction(measured)
    if measured.low is None or measured.high is None:
        return None
    return measured.low, measured.high


def measured_text(measured: Measured, lang: str) -> str:
    """Return a value in words: exact ones say so, measured ones show their interval."""
    if isinstance(measured, Estimate):
        return str(measured) if measured.has_data else word("no_data", lang)
    fraction = str(Fraction(measured))
    if Fraction(measured).denominator == 1:
        return f"{fraction} ({word('exact', lang)})"
    decimal = f"{float(measured):.6g}"
    text = f"{fraction} = {decimal}" if len(fraction) <= LONGEST_FRACTION else decimal
    return f"{text} ({word('exact', lang)})"


def certain_option(shares: Mapping[str, Measured]) -> str | None:
    """Return the option that happened for certain: its share is exactly 1, that of all others exactly 0."""
    if not all(isinstance(share, Fraction | int) for share in shares.values()):
        return None
    happened = [option for option, share in shares.items() if share != 0]
    return happened[0] if len(happened) == 1 and shares[happened[0]] == 1 else None


def check_result(question: Question, result: object) -> None:
    """Raise an error unless the result is of the kind that the question can be judged by."""
    if result is None:
        return
    field = f"result of {question.id}"
    asks_for_largest = question.kind == "choice" and all(o.criterion is None for o in question.options)
    if not asks_for_largest:
        check_measured(field, result)
        return
    if not isinstance(result, Mapping):
        allowed = "a share for every option, as the question has no criteria"
        raise invalid(field, result, allowed, error=PredictionError)
    missing = [option.name for option in question.options if option.name not in result]
    if missing:
        allowed = f"a share for every option (none for {', '.join(missing)})"
        raise invalid(field, sorted(result), allowed, error=PredictionError)
    for name, share in result.items():
        check_measured(f"{field}, {name}", share)


def check_measured(field: str, value: object) -> None:
    """Raise an error unless the value is exact or carries its interval."""
    if isinstance(value, bool) or not isinstance(value, Fraction | int | Estimate):
        allowed = "an exact value (Fraction or int) or a measured one with its interval"
        raise invalid(field, value, allowed, error=PredictionError)


# ------------------------------------------------------------------------------------------------ the tables


class Table(ABC):
    """What the tables of this module share: text, HTML and a data frame from the same rows.

    A subclass has `label`, and gives its columns and rows.
    """

    label: Label

    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """Return the columns, keys of `WORDS`."""

    @abstractmethod
    def rows_of_cells(self, lang: str) -> list[dict[str, Any]]:
        """Return each row by column."""

    def caption(self, lang: str = "en") -> str:
        """Return the label of the results and how to read the scores."""
        separator = "。" if check_language(lang) == "ja" else "; "
        return f"{self.label.text(lang)}{separator}{word('smaller', lang)}"

    def to_frame(self, lang: str = "en") -> pd.DataFrame:
        """Return the table as a data frame; its caption is in ``attrs["caption"]``.

        Parameters
        ----------
        lang : {"en", "ja"}, optional
            The language of headings and words; questions stay as they were locked.

        Returns
        -------
        pandas.DataFrame
            One row as in the table.
        """
        import pandas as pd

        names = {column: word(column, lang) for column in self.columns()}
        frame = pd.DataFrame(self.rows_of_cells(lang), columns=list(names)).rename(columns=names)
        frame.attrs["caption"] = self.caption(lang)
        return frame

    def rows_of_text(self, lang: str) -> list[list[str]]:
        """Return the table as rows of text, the head first."""
        head = [word(column, lang) for column in self.columns()]
        cells = self.rows_of_cells(lang)
        return [head, *([cell_text(row[column]) for column in self.columns()] for row in cells)]

    def text(self, lang: str = "en") -> str:
        """Return the caption and the table, one row a line."""
        lines = [" | ".join(" ".join(cell.split()) for cell in row) for row in self.rows_of_text(lang)]
        return "\n".join([self.caption(lang), *lines])

    def to_html(self, lang: str = "en") -> str:
        """Return the table in HTML; everything that a person typed is escaped."""
        head, *rows = self.rows_of_text(lang)
        return html_table(head, rows, self.caption(lang))

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return self.to_html()


def cell_text(value: object) -> str:
    """Return a cell as text: numbers with three decimals, nothing as an empty cell."""
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class VerdictTable(Table):
    """The verdicts, one row a question and prediction, beside the label that the results carry.

    Parameters
    ----------
    rows : tuple of Verdict
        By question; for each question the better score first.
    label : Label
        The predictions that were locked before, or that the results are exploratory.
    """

    rows: tuple[Verdict, ...]
    label: Label

    def columns(self) -> tuple[str, ...]:
        """Return question, prediction, result, verdict, score; with several predictions the author too."""
        own = ("question", "prediction", "result", "verdict", "score")
        is_shared = len({id(row.prediction) for row in self.rows}) > 1
        needs_author = is_shared or any(row.prediction.is_example for row in self.rows)
        return ("author", "code", *own) if needs_author else own

    def rows_of_cells(self, lang: str) -> list[dict[str, Any]]:
        """Return each row by column."""
        return [row.cells(lang) for row in self.rows]


def judge(
    label: Label, results: Mapping[str, Result], predictions: Sequence[Prediction] | None = None
) -> VerdictTable:
    """Return a verdict on every question of the predictions.

    Parameters
    ----------
    label : Label
        What `variantlab.study.gate.results_gate` returned for the study.
    results : mapping of str to Fraction, int, Interval, Difference, or a mapping of option to these
        What came out, by question id. A question without a result stays undecided.
    predictions : sequence of Prediction, optional
        By default those the label names. For an exploratory look, predictions that were not locked; the
        caption says that the look is exploratory.

    Returns
    -------
    VerdictTable
        By question; for each question the better score first.

    Raises
    ------
    PredictionError
        When there is nothing to judge, a prediction is blank or not the one that was locked, or a result is
        of the wrong kind for its question.
    """
    codes = {entry.prediction_sha256: entry.code for entry in label.entries}
    chosen = list(label.predictions if predictions is None else predictions)
    if not chosen:
        hint = "Lock one and name it at the gate, or give the predictions to compare with."
        raise PredictionError(f"{label.study}: no prediction to judge. {hint}")
    for prediction in chosen:
        check_can_be_judged(prediction, label, codes)
    rows = [
        judged(question, prediction, codes.get(sha256_of(prediction.data)), results.get(question.id))
        for prediction in chosen
        for question in prediction.questions
    ]
    order = list(dict.fromkeys(row.question.id for row in rows))
    rows.sort(key=lambda row: (order.index(row.question.id), math.inf if row.score is None else row.score))
    return VerdictTable(tuple(rows), label)


def check_can_be_judged(prediction: Prediction, label: Label, codes: Mapping[str, str]) -> None:
    """Raise an error unless the prediction is complete, of the study, and locked when the label says so."""
    if prediction.study != label.study:
        raise invalid("study", prediction.study, f"a prediction for {label.study}", error=PredictionError)
    if prediction.blanks:
        raise PredictionError(f"{prediction.source}: still to be filled in: {prediction.blanks_in_words}.")
    if not label.is_exploratory and sha256_of(prediction.data) not in codes:
        hint = "Name its code at the gate; verify(...) shows what has changed."
        raise PredictionError(f"{prediction.source}: not what was locked as {', '.join(label.codes)}. {hint}")


def judged(question: Question, prediction: Prediction, code: str | None, result: Result | None) -> Verdict:
    """Return the row of one question."""
    decision = verdict(question, result)
    outcome = outcome_of(question, result)
    score = score_of(question, result, outcome)
    return Verdict(question, prediction, code, result, decision, outcome, score)


@dataclass(frozen=True)
class Standing:
    """How one prediction did over the questions that all predictions can be compared on.

    Parameters
    ----------
    place : int
        1 for the best; equal scores share a place.
    prediction : Prediction
        Whose.
    code : str or None
        The code it was locked with.
    brier, interval : float or None
        The mean Brier score of the choices and the mean interval score of the numbers.
    n_questions : int
        How many questions were compared.
    verdicts : mapping of str to int
        How many of its questions, compared or not, are supported, refuted and undecided.
    """

    place: int
    prediction: Prediction
    code: str | None
    brier: float | None
    interval: float | None
    n_questions: int
    verdicts: Mapping[str, int]


@dataclass(frozen=True)
class Standings(Table):
    """Predictions in the order of their scores.

    Parameters
    ----------
    rows : tuple of Standing
        The best first.
    label : Label
        The label of the results.
    """

    rows: tuple[Standing, ...]
    label: Label

    def columns(self) -> tuple[str, ...]:
        """Return the columns, keys of `WORDS`."""
        return ("place", "author", "code", "brier", "interval", "n_questions", *VERDICTS)

    def rows_of_cells(self, lang: str) -> list[dict[str, Any]]:
        """Return each row by column."""
        return [
            {
                "place": row.place,
                "author": row.prediction.signature(lang),
                "code": row.code or "",
                "brier": row.brier,
                "interval": row.interval,
                "n_questions": row.n_questions,
                **row.verdicts,
            }
            for row in self.rows
        ]


def compare(table: VerdictTable) -> Standings:
    """Return the predictions of a table in the order of their scores, for a class.

    The order is by the mean Brier score over the choices; the mean interval score over the numbers breaks
    ties. Only questions are compared that every prediction has with the same options and criteria, and that
    are scored.

    Parameters
    ----------
    table : VerdictTable
        What `judge` returned.

    Returns
    -------
    Standings
        The best first; predictions without any score last.
    """
    by_prediction: dict[str, list[Verdict]] = {}
    for row in table.rows:
        by_prediction.setdefault(sha256_of(row.prediction.data), []).append(row)
    common = comparable_questions(list(by_prediction.values()))
    unordered = [standing(rows, common) for rows in by_prediction.values()]
    ordered = sorted(unordered, key=standing_key)
    keys = [standing_key(row) for row in ordered]
    placed = [
        Standing(keys.index(key) + 1, r.prediction, r.code, r.brier, r.interval, r.n_questions, r.verdicts)
        for key, r in zip(keys, ordered, strict=True)
    ]
    return Standings(tuple(placed), table.label)


def standing_key(row: Standing) -> tuple[float, float]:
    """Return what standings are ordered by: smaller is better, no score comes last."""
    scores = (row.brier, row.interval)
    brier, interval = (math.inf if score is None else round(score, 12) for score in scores)
    return brier, interval


def comparable_questions(groups: Sequence[Sequence[Verdict]]) -> set[str]:
    """Return the ids of the questions that are scored in each group and ask the same in all."""
    asked = [{row.question.id: asked_by(row.question) for row in group} for group in groups]
    scored = [{row.question.id for row in group if row.score is not None} for group in groups]
    return {name for name in set.intersection(*scored) if all(a[name] == asked[0][name] for a in asked)}


def asked_by(question: Question) -> tuple[object, ...]:
    """Return what a question asks, apart from its words and its answer."""
    options = sorted((o.name, o.criterion.text if o.criterion else "") for o in question.options)
    return question.kind, tuple(options), question.same_within


def standing(rows: Sequence[Verdict], common: set[str]) -> Standing:
    """Return the standing of one prediction, its place still open."""
    compared = [row for row in rows if row.question.id in common]
    choices = [row.score for row in compared if row.question.kind != "number" and row.score is not None]
    numbers = [row.score for row in compared if row.question.kind == "number" and row.score is not None]
    counts = {name: sum(row.verdict == name for row in rows) for name in VERDICTS}
    return Standing(
        place=0,
        prediction=rows[0].prediction,
        code=rows[0].code,
        brier=mean_or_none(choices),
        interval=mean_or_none(numbers),
        n_questions=len(compared),
        verdicts=counts,
    )


def mean_or_none(scores: Sequence[float]) -> float | None:
    """Return the mean, or None of nothing."""
    return math.fsum(scores) / len(scores) if scores else None


# ------------------------------------------------------------------------------------- the sources' claims


@dataclass(frozen=True)
class Claim:
    """A figure, statement or question of a source that a study settles.

    Parameters
    ----------
    id, study : str
        Its id, and the study that settles it.
    statement : str
        In short, in English.
    source : str
        The title of the article, as it stands there.
    sample : str
        What the source bases it on; empty when it gives none.
    status : str
        ``unknown`` in the file: a study settles it, not the list.
    is_later : bool
        Whether the study comes later.
    """

    id: str
    study: str
    statement: str
    source: str
    sample: str
    status: str
    is_later: bool

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.id)}: {escape(self.statement)} ({escape(self.source)})</p>"


CLAIM_KEYS = {"id", "study", "statement", "source", "sample", "status", "later"}


def load_claims(study: str | None = None, path: str | os.PathLike[str] | None = None) -> tuple[Claim, ...]:
    """Return the claims of the sources, all or those of one study, in the order of the file.

    Parameters
    ----------
    study : str, optional
        Only the claims of this study.
    path : path-like, optional
        Another file of claims.

    Returns
    -------
    tuple of Claim
        Without any result.

    Raises
    ------
    DataError
        When the file cannot be read, or a claim has missing or unknown keys.

    Examples
    --------
    >>> [claim.id for claim in load_claims("chopsticks")]
    ['C1', 'C2', 'C3', 'C4']
    """
    source = project_path("data", "claims.toml") if path is None else path
    try:
        tables = tomllib.loads(read_text(source)).get("claim", [])
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{source}: this is not TOML: {error}.") from None
    claims = tuple(read_claim(table, str(source)) for table in tables)
    return tuple(claim for claim in claims if study is None or claim.study == study)


def read_claim(table: Mapping[str, Any], source: str) -> Claim:
    """Return the claim that a table describes."""
    values = {"sample": "", "later": False, **table}
    name = table.get("id", "without id")
    if set(values) != CLAIM_KEYS:
        wrong = ", ".join(sorted(set(values) ^ CLAIM_KEYS))
        raise DataError(f"{source}, claim {name}: missing or unknown: {wrong}.")
    texts = {key: value for key, value in values.items() if key != "later"}
    if not all(isinstance(value, str) for value in texts.values()) or not isinstance(values["later"], bool):
        raise DataError(f"{source}, claim {name}: later is true or false, every other value is text.")
    return Claim(is_later=values["later"], **texts)
