"""Predictions: TOML files that say what will happen, how it will be measured, and how sure the author is."""

from __future__ import annotations

import math
import os
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, PredictionError, invalid, unknown_choice
from variantlab.files import project_path, read_text

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Criterion",
    "Option",
    "Plan",
    "Prediction",
    "Question",
    "check_language",
    "check_study_id",
    "load",
    "new_form",
    "parse_prediction",
    "prediction_from_data",
    "studies",
]

KINDS = ("choice", "number", "direction")
LANGUAGES = ("en", "ja")
DIRECTIONS = ("up", "down", "same")

TOP_KEYS = ("study", "title", "author", "language", "example", "plan", "question")
PLAN_KEYS = ("game", "rules", "players", "n_games", "seed", "analysis")
QUESTION_KEYS = ("id", "kind", "text", "measure", "reason")
KEYS_OF_KIND = {
    "choice": ("options", "criteria", "labels"),
    "number": ("estimate", "low", "high", "level"),
    "direction": ("options", "same_within", "labels"),
}
OPTIONAL_KEYS = frozenset({"example", "criteria", "labels"})

SUM_TOLERANCE = 1e-9
LARGEST_FILE = 1_000_000  # characters
LONGEST_TEXT = 4000
LONGEST_NAME = 200
LARGEST_SEED = 2**63 - 1  # the largest integer of TOML
LARGEST_N_GAMES = 10**12

STUDY_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
QUESTION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
NUMBER = r"[+-]?[0-9]+(?:\.[0-9]+)?"
ONE_SIDED = re.compile(rf"(<=|>=|<|>|=)\s*({NUMBER})")
TWO_SIDED = re.compile(rf"({NUMBER})\s*\.\.\s*({NUMBER})")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
CURLY_QUOTES = "“”‘’"


# ------------------------------------------------------------------------------------------------- the parts


@dataclass(frozen=True)
class Criterion:
    """A range of the measure, in which an option counts as what happened.

    Parameters
    ----------
    text : str
        As written: ``> 0.05``, ``>= 1``, ``< 60``, ``<= 60``, ``= 0`` or ``-0.05..0.05`` (ends included).
    low, high : Fraction or None
        The ends of the range, exactly as written; None where it has no end.
    has_low, has_high : bool
        Whether the end itself belongs to the range.

    Examples
    --------
    >>> criterion = Criterion.parse("-0.05..0.05")
    >>> criterion.contains(Fraction(1, 20)), criterion.meets(0.04, 0.2), criterion.covers(0.04, 0.2)
    (True, True, False)
    """

    text: str
    low: Fraction | None
    high: Fraction | None
    has_low: bool
    has_high: bool

    @classmethod
    def parse(cls, text: str, field: str = "criterion") -> Criterion:
        """Return the criterion that the text describes.

        Parameters
        ----------
        text : str
            A comparison with one number, or two numbers with ``..`` between them.
        field : str, optional
            What to call it in an error.

        Raises
        ------
        PredictionError
            When the text is no such comparison, or its range is empty.

        Examples
        --------
        >>> Criterion.parse("> 60").contains(60)
        False
        """
        plain = text.strip()
        if match := ONE_SIDED.fullmatch(plain):
            sign, number = match[1], Fraction(match[2])
            low = number if sign in (">", ">=", "=") else None
            high = number if sign in ("<", "<=", "=") else None
            return cls(plain, low, high, "=" in sign, "=" in sign)
        if match := TWO_SIDED.fullmatch(plain):
            low, high = Fraction(match[1]), Fraction(match[2])
            if low <= high:
                return cls(plain, low, high, True, True)
        allowed = "'> 1', '>= 1', '< 1', '<= 1', '= 1' or '1..2' (from 1 to 2, both included)"
        raise invalid(field, text, allowed, error=PredictionError)

    def contains(self, value: Fraction | float) -> bool:
        """Return whether the value lies in the range."""
        return self.meets(value, value)

    def meets(self, low: Fraction | float, high: Fraction | float) -> bool:
        """Return whether any value from low to high (both included) lies in the range."""
        above = self.low is None or high > self.low or (self.has_low and high == self.low)
        below = self.high is None or low < self.high or (self.has_high and low == self.high)
        return above and below

    def covers(self, low: Fraction | float, high: Fraction | float) -> bool:
        """Return whether every value from low to high (both included) lies in the range."""
        return self.contains(low) and self.contains(high)


@dataclass(frozen=True)
class Option:
    """One possible answer to a question, and how likely the author thinks it is.

    Parameters
    ----------
    name : str
        The same in every language, so that forecasts can be compared.
    label : str
        The name as people read it.
    probability : float or None
        From 0 to 1; None while the form is blank there.
    criterion : Criterion or None
        When this option counts as what happened; None when the option with the largest share does.
    """

    name: str
    label: str
    probability: float | None
    criterion: Criterion | None = None


@dataclass(frozen=True)
class Question:
    """One question of a prediction with its answer.

    Parameters
    ----------
    id : str
        Unique in its file.
    kind : {"choice", "number", "direction"}
        A choice or a direction has `options`; a number has `estimate`, `low`, `high` and `level`.
    text, measure, reason : str
        The question, the quantity that decides it, and why the author answers so.
    options : tuple of Option
        Empty for a number.
    estimate, low, high : float or None
        The expected number and the interval it is expected in; None while blank, and for a choice.
    level : float or None
        How sure the author is of the interval, between 0 and 1.
    same_within : float or None
        For a direction: a change of at most this much, up or down, counts as "same".
    blanks : tuple of str
        The fields that are still to be filled in.
    """

    id: str
    kind: str
    text: str
    measure: str
    reason: str
    options: tuple[Option, ...] = ()
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    level: float | None = None
    same_within: float | None = None
    blanks: tuple[str, ...] = ()

    @property
    def answer(self) -> str | None:
        """The option given the highest probability; None for a number, a blank, or two equal highest."""
        given = [option for option in self.options if option.probability is not None]
        if not given or len(given) < len(self.options):
            return None
        ranked = sorted(given, key=lambda option: option.probability or 0.0, reverse=True)
        is_tied = len(ranked) > 1 and ranked[0].probability == ranked[1].probability
        return None if is_tied else ranked[0].name

    @property
    def probabilities(self) -> dict[str, float]:
        """The probability of each option by name; empty for a number or while any is blank."""
        found = {o.name: o.probability for o in self.options if o.probability is not None}
        return found if len(found) == len(self.options) else {}

    def label(self, name: str) -> str:
        """Return an option's name as people read it; the name itself when there is no such option."""
        return next((option.label for option in self.options if option.name == name), name)


@dataclass(frozen=True)
class Plan:
    """How the results will be made: fixed in the prediction, so that it cannot be chosen afterwards.

    Parameters
    ----------
    game : str
        The name of the game.
    rules : mapping of str to mapping
        The settings of each set of rules that is played, by a name of its own.
    players : tuple of str
        Who plays first and second.
    n_games, seed : int or None
        How many games, and the seed of the first; None while blank.
    analysis : str
        How the numbers will be read.
    """

    game: str
    rules: Mapping[str, Mapping[str, str | int | float | bool]]
    players: tuple[str, str]
    n_games: int | None
    seed: int | None
    analysis: str
    blanks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Prediction:
    """A prediction: who says what about which study, and the plan that will decide it.

    Parameters
    ----------
    study, title, author, language : str
        The study it belongs to; its title; who predicts, in any words; ``en`` or ``ja``.
    is_example : bool
        Whether it is an example, and nobody's forecast.
    questions : tuple of Question
        In the order of the file.
    plan : Plan
        How the results will be made.
    source : str
        Where it was read from.
    data : mapping
        What the file said, as plain values: this is what is locked.
    """

    study: str
    title: str
    author: str
    language: str
    is_example: bool
    questions: tuple[Question, ...]
    plan: Plan
    source: str
    data: Mapping[str, Any]

    @property
    def blanks(self) -> tuple[str, ...]:
        """The fields that are still to be filled in, by name."""
        own = [key for key in ("title", "author") if not self.data[key].strip()]
        of_plan = [f"plan.{field}" for field in self.plan.blanks]
        of_questions = [f"{q.id}: {field}" for q in self.questions for field in q.blanks]
        return (*own, *of_plan, *of_questions)

    @property
    def blanks_in_words(self) -> str:
        """The fields that are still to be filled in, those of one question together."""
        own = [blank for blank in self.blanks if ": " not in blank]
        of_questions = [f"{one.id}: {', '.join(one.blanks)}" for one in self.questions if one.blanks]
        return "; ".join([*own, *of_questions])

    @property
    def is_complete(self) -> bool:
        """Whether nothing is blank, so that it can be locked."""
        return not self.blanks

    def question(self, name: str) -> Question:
        """Return the question with this id."""
        for question in self.questions:
            if question.id == name:
                return question
        raise unknown_choice("question", name, [q.id for q in self.questions], PredictionError)

    def signature(self, lang: str = "en") -> str:
        """Return the author's name as it must be shown: an example says that it is one."""
        mark = {"en": "EXAMPLE, nobody's forecast", "ja": "例（だれの予想でもありません）"}
        return f"{self.author} [{mark[check_language(lang)]}]" if self.is_example else self.author


# ---------------------------------------------------------------------------------------------------- files


def load(path: str | os.PathLike[str]) -> Prediction:
    """Return the prediction in a TOML file; a form with blanks can be loaded too (see `Prediction.blanks`).

    Parameters
    ----------
    path : path-like
        A file in UTF-8 (with or without a byte order mark) or cp932.

    Returns
    -------
    Prediction
        The prediction, checked.

    Raises
    ------
    PredictionError
        When the file is missing, is not TOML (line and column are named), has an unknown or missing key, or a
        value that is not allowed: the error names the file, the question, the field, what was given and what
        is allowed.

    Examples
    --------
    >>> prediction = load(project_path("data", "predictions", "vanish-form.en.toml"))
    >>> prediction.study, prediction.is_complete
    ('vanish', False)
    """
    try:
        text = read_text(path)
    except DataError as error:
        hint = "Make a form with new_form(...), or check the name of the file."
        raise PredictionError(f"{error} {hint}") from None
    return parse_prediction(text, str(path))


def new_form(
    study: str, lang: str = "en", path: str | os.PathLike[str] | None = None, *, example: bool = False
) -> Path:
    """Return the path of a new form to fill in; a file that exists is never overwritten.

    Parameters
    ----------
    study : str
        The study, see `studies`.
    lang : {"en", "ja"}, optional
        The language of the form.
    path : path-like, optional
        The file to make; by default ``<study>-prediction.toml`` in the current folder. When it is a folder,
        the file is made in it.
    example : bool, optional
        Write the filled-in example instead; it says of itself that it is one.

    Returns
    -------
    pathlib.Path
        The new file.

    Raises
    ------
    PredictionError
        When there is no such study or language, or the file exists already or cannot be made.

    Examples
    --------
    >>> import tempfile
    >>> form = new_form("vanish", "ja", Path(tempfile.mkdtemp()) / "mine.toml")
    >>> load(form).blanks[:2]
    ('author', 'Q1: reason')
    >>> new_form("vanish", "ja", form)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    variantlab.errors.PredictionError: form: ...mine.toml exists already and is left as it is. ...
    """
    if study not in studies():
        raise unknown_choice("study", study, studies(), PredictionError)
    kind = "example" if example else "form"
    source = project_path("data", "predictions", f"{study}-{kind}.{check_language(lang)}.toml")
    default_name = f"{study}-{'example' if example else 'prediction'}.toml"
    target = Path(default_name if path is None else path)
    target = target / default_name if target.is_dir() else target
    try:
        with target.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(read_text(source))
    except FileExistsError:
        message = f"form: {target} exists already and is left as it is. Choose another name, or fill it in."
        raise PredictionError(message) from None
    except OSError as error:
        hint = "Make the folder first, or choose another place."
        reason = error.strerror or type(error).__name__
        raise PredictionError(f"form: {target} cannot be made: {reason}. {hint}") from None
    return target


def studies() -> list[str]:
    """Return the ids of the studies that have a form.

    Examples
    --------
    >>> "vanish" in studies()
    True
    """
    folder = project_path("data", "predictions")
    return sorted({path.name.split("-form.")[0] for path in folder.glob("*-form.*.toml")})


def check_study_id(study: object, field: str = "study") -> str:
    """Return the study's id when it is one: it may become part of a file name, so no path passes.

    Examples
    --------
    >>> check_study_id("vanish")
    'vanish'
    >>> check_study_id("../vanish")
    Traceback (most recent call last):
    variantlab.errors.PredictionError: study: got '../vanish'; allowed: small letters a to z, digits, '-' \
and '_', at most 64, such as 'vanish'.
    """
    if isinstance(study, str) and STUDY_ID.fullmatch(study):
        return study
    allowed = "small letters a to z, digits, '-' and '_', at most 64, such as 'vanish'"
    raise invalid(field, study, allowed, error=PredictionError)


def check_language(lang: object) -> str:
    """Return the language when it is ``en`` or ``ja``."""
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise unknown_choice("language", lang, LANGUAGES, PredictionError)


# --------------------------------------------------------------------------------------------------- reading


def parse_prediction(text: str, source: str = "prediction") -> Prediction:
    """Return the prediction that TOML text holds.

    Parameters
    ----------
    text : str
        The text of a prediction file.
    source : str, optional
        What to call it in an error.

    Returns
    -------
    Prediction
        The prediction, checked.

    Raises
    ------
    PredictionError
        As `load`.

    Examples
    --------
    >>> parse_prediction("study = vanish", "mine.toml")
    Traceback (most recent call last):
    variantlab.errors.PredictionError: mine.toml, line 1, column 9: this is not TOML (Invalid value). The \
line reads: study = vanish. Text stands in "double quotes", numbers and true/false do not.
    """
    if len(text) > LARGEST_FILE:
        allowed = f"at most {LARGEST_FILE} characters"
        raise invalid(f"{source}, size", len(text), allowed, error=PredictionError)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PredictionError(toml_message(error, text, source)) from None
    except (RecursionError, ValueError) as error:
        reason = "lists or tables nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise PredictionError(f"{source}: this is not a prediction ({reason}).") from None
    return prediction_from_data(data, source)


def toml_message(error: tomllib.TOMLDecodeError, text: str, source: str) -> str:
    """Return what is wrong with the TOML text, with line, column and a way on."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    lines = text.split("\n")
    reason = found[1] if found else str(error)
    line = int(found[2]) if found and found[2] else len(lines)
    column = int(found[3]) if found and found[3] else len(lines[-1]) + 1
    content = lines[line - 1].strip() if line <= len(lines) else ""
    shown = content if len(content) <= 80 else content[:77] + "..."
    position = f"{source}, line {line}, column {column}"
    return f"{position}: this is not TOML ({reason}). The line reads: {shown}. {toml_hint(reason, content)}"


def toml_hint(reason: str, line: str) -> str:
    """Return the likeliest way to repair the line."""
    if "overwrite" in reason or "twice" in reason:
        return "The same key stands in the file twice: remove one of the two."
    wide = sorted({c for c in line.split("#")[0] if is_full_width(c)})
    if wide:
        return f"Outside of text, write these characters half-width: {' '.join(wide)}"
    return 'Text stands in "double quotes", numbers and true/false do not.'


def is_full_width(character: str) -> bool:
    """Return whether a keyboard set to Japanese made this of a plain character."""
    plain = unicodedata.normalize("NFKC", character)
    return character in CURLY_QUOTES or (not character.isascii() and plain.isascii())


def prediction_from_data(data: Mapping[str, Any], source: str = "prediction") -> Prediction:
    """Return the prediction that plain values describe: what TOML text or a ledger entry holds.

    Parameters
    ----------
    data : mapping
        The keys of a prediction file.
    source : str, optional
        What to call it in an error.

    Returns
    -------
    Prediction
        The prediction, checked.

    Raises
    ------
    PredictionError
        When a key is unknown or missing, or a value is not allowed.

    Examples
    --------
    >>> prediction_from_data({"studdy": "vanish"}, "mine.toml")
    Traceback (most recent call last):
    variantlab.errors.PredictionError: mine.toml, key: got 'studdy'; allowed: study, title, author, \
language, example, plan, question. Did you mean 'study'?
    """
    fields = Fields(data, source, "", TOP_KEYS)
    questions = fields.tables("question")
    prediction = Prediction(
        study=check_study_id(data["study"], fields.name("study")),
        title=fields.text("title", LONGEST_NAME, lines=False),
        author=fields.text("author", LONGEST_NAME, lines=False),
        language=fields.choice("language", LANGUAGES),
        is_example=fields.flag("example"),
        questions=tuple(read_question(table, source, number) for number, table in enumerate(questions, 1)),
        plan=read_plan(fields.table("plan"), source),
        source=source,
        data=data,
    )
    ids = [question.id for question in prediction.questions]
    for name in ids:
        if ids.count(name) > 1:
            raise invalid(
                f"{source}, question id", name, "an id that no other question has", "", PredictionError
            )
    return prediction


def read_plan(data: Mapping[str, Any], source: str) -> Plan:
    """Return the plan that a table describes."""
    fields = Fields(data, source, "plan", PLAN_KEYS)
    players = data["players"]
    if not (isinstance(players, list) and len(players) == 2 and all(is_filled_text(p) for p in players)):
        allowed = 'two names, such as ["random", "random"]'
        raise invalid(fields.name("players"), players, allowed, error=PredictionError)
    rules = fields.table("rules")
    if not rules:
        raise invalid(fields.name("rules"), {}, "at least one set of rules", error=PredictionError)
    for name, settings in rules.items():
        if not isinstance(settings, dict):
            raise invalid(fields.name(f"rules.{name}"), settings, "a table of settings", "", PredictionError)
        for key, value in settings.items():
            check_setting(value, fields.name(f"rules.{name}.{key}"))
    return Plan(
        game=fields.text("game", LONGEST_NAME, lines=False),
        rules=rules,
        players=(players[0], players[1]),
        n_games=fields.whole_number("n_games", 1, LARGEST_N_GAMES),
        seed=fields.whole_number("seed", 0, LARGEST_SEED),
        analysis=fields.text("analysis"),
        blanks=tuple(fields.blanks),
    )


def check_setting(value: object, field: str) -> None:
    """Raise an error unless the value of a rule is text, a finite number, or true or false."""
    is_plain = isinstance(value, str | bool | int) or (isinstance(value, float) and math.isfinite(value))
    if not is_plain:
        raise invalid(field, value, "text, a finite number, true or false", error=PredictionError)


def read_question(data: Mapping[str, Any], source: str, number: int) -> Question:
    """Return the question that a table describes; `number` names it while its id is not known."""
    name = data.get("id")
    where = (
        f"question {name}" if isinstance(name, str) and QUESTION_ID.fullmatch(name) else f"question {number}"
    )
    kind = data.get("kind")
    if "kind" in data and kind not in KINDS:
        raise unknown_choice(f"{source}, {where}, kind", kind, KINDS, PredictionError)
    fields = Fields(data, source, where, (*QUESTION_KEYS, *KEYS_OF_KIND.get(str(kind), ())))
    if not (isinstance(name, str) and QUESTION_ID.fullmatch(name)):
        allowed = "letters a to z, digits, '-' and '_', at most 32, such as 'Q1'"
        raise invalid(fields.name("id"), name, allowed, error=PredictionError)
    text, measure, reason = (fields.text(key) for key in ("text", "measure", "reason"))
    if kind == "number":
        return read_number(fields, Question(name, kind, text, measure, reason))
    same_within = fields.number("same_within", low=0.0) if kind == "direction" else None
    options = read_options(fields, str(kind), same_within)
    blanks = tuple(fields.blanks)
    return Question(name, str(kind), text, measure, reason, options, same_within=same_within, blanks=blanks)


def read_number(fields: Fields, question: Question) -> Question:
    """Return the question with the number, the interval and the level that its fields hold."""
    estimate, low, high = (fields.number(key) for key in ("estimate", "low", "high"))
    level = fields.number("level", low=0.0, high=1.0, open_ends=True)
    if low is not None and high is not None and low > high:
        raise invalid(fields.name("low"), low, f"at most high, which is {high:g}", "", PredictionError)
    if estimate is not None and low is not None and estimate < low:
        raise invalid(
            fields.name("estimate"), estimate, f"at least low, which is {low:g}", "", PredictionError
        )
    if estimate is not None and high is not None and estimate > high:
        raise invalid(
            fields.name("estimate"), estimate, f"at most high, which is {high:g}", "", PredictionError
        )
    return Question(
        question.id,
        question.kind,
        question.text,
        question.measure,
        question.reason,
        (),
        estimate,
        low,
        high,
        level,
        blanks=tuple(fields.blanks),
    )


def read_options(fields: Fields, kind: str, same_within: float | None) -> tuple[Option, ...]:
    """Return the options with their probabilities, labels and criteria."""
    table = fields.table("options")
    names = list(table)
    check_option_names(fields, kind, names)
    probabilities = {name: fields.number(f"options.{name}", low=0.0, high=1.0) for name in names}
    check_sum(fields, probabilities)
    labels = fields.texts_by_option("labels", names)
    criteria = direction_criteria(same_within) if kind == "direction" else read_criteria(fields, names)
    return tuple(Option(n, labels.get(n, n), probabilities[n], criteria.get(n)) for n in names)


def check_option_names(fields: Fields, kind: str, names: Sequence[str]) -> None:
    """Raise an error unless the options are at least two, named, and those of a direction where it is one."""
    if kind == "direction" and sorted(names) != sorted(DIRECTIONS):
        allowed = f"exactly {', '.join(DIRECTIONS)}"
        raise invalid(fields.name("options"), ", ".join(names), allowed, error=PredictionError)
    if len(names) < 2:
        allowed = "at least two options, each with a probability"
        raise invalid(fields.name("options"), ", ".join(names), allowed, error=PredictionError)
    normal = [unicodedata.normalize("NFC", name).strip() for name in names]
    for name in normal:
        if not name or CONTROL.search(name) or "\n" in name or normal.count(name) > 1:
            allowed = "a name on one line that no other option has"
            raise invalid(fields.name("options"), name, allowed, error=PredictionError)


def check_sum(fields: Fields, probabilities: Mapping[str, float | None]) -> None:
    """Raise an error that says the sum, unless the probabilities sum to 1 or one is blank."""
    given = [p for p in probabilities.values() if p is not None]
    total = math.fsum(given)
    if len(given) < len(probabilities) or abs(total - 1.0) <= SUM_TOLERANCE:
        return
    terms = " + ".join(f"{p:.12g}" for p in given)
    missing = 1.0 - total
    way_on = f"add {missing:.6g} to one of them" if missing > 0 else f"take {-missing:.6g} from one of them"
    message = f"{fields.name('options')}: the probabilities sum to {total:.12g} ({terms}); they must sum to 1"
    raise PredictionError(f"{message}: {way_on}.")


def direction_criteria(same_within: float | None) -> dict[str, Criterion]:
    """Return what counts as up, down and same; nothing while `same_within` is blank."""
    if same_within is None:
        return {}
    edge = Fraction(repr(same_within))
    return {
        "up": Criterion(f"> {same_within!r}", edge, None, False, False),
        "down": Criterion(f"< {-same_within!r}", None, -edge, False, False),
        "same": Criterion(f"{-same_within!r}..{same_within!r}", -edge, edge, True, True),
    }


def read_criteria(fields: Fields, names: Sequence[str]) -> dict[str, Criterion]:
    """Return the criterion of each option, by name; nothing when the question has none."""
    texts = fields.texts_by_option("criteria", names)
    if not texts:
        return {}
    criteria = {name: Criterion.parse(text, fields.name(f"criteria.{name}")) for name, text in texts.items()}
    missing = [name for name in names if name not in criteria]
    if missing:
        allowed = f"a criterion for every option (none for {', '.join(missing)})"
        raise invalid(fields.name("criteria"), ", ".join(texts), allowed, error=PredictionError)
    check_no_gap_or_overlap(fields, criteria)
    return criteria


def check_no_gap_or_overlap(fields: Fields, criteria: Mapping[str, Criterion]) -> None:
    """Raise an error unless the ranges, from the lowest up, each begin where the last one ended."""

    def start(item: tuple[str, Criterion]) -> tuple[bool, Fraction, bool]:
        criterion = item[1]
        return (criterion.low is not None, criterion.low or Fraction(0), not criterion.has_low)

    ordered = sorted(criteria.items(), key=start)
    for (name, lower), (next_name, upper) in pairwise(ordered):
        meet = lower.high is not None and lower.high == upper.low and lower.has_high != upper.has_low
        if not meet:
            given = f"{name} {lower.text}, {next_name} {upper.text}"
            allowed = "ranges without a gap or an overlap, such as '< 60', '= 60', '> 60'"
            raise invalid(fields.name("criteria"), given, allowed, error=PredictionError)


def is_filled_text(value: object) -> bool:
    """Return whether the value is text on one line that is not blank."""
    return isinstance(value, str) and bool(value.strip()) and not CONTROL.search(value) and "\n" not in value


class Fields:
    """The keys of one table of a prediction: read by kind, named in errors, the blank ones collected.

    A blank is text that is empty or only spaces, where text or a number belongs.
    """

    def __init__(self, data: Mapping[str, Any], source: str, where: str, allowed: Iterable[str]) -> None:
        self.data = data
        self.place = f"{source}, {where}" if where else source
        self.blanks: list[str] = []
        keys = list(allowed)
        for key in data:
            if key not in keys:
                raise unknown_choice(f"{self.place}, key", key, keys, PredictionError)
        missing = [key for key in keys if key not in data and key not in OPTIONAL_KEYS]
        if missing:
            message = f"{self.place}: missing: {', '.join(missing)}."
            raise PredictionError(f"{message} Add what is missing; a new form has every key.")

    def name(self, key: str) -> str:
        """Return the full name of a field for an error."""
        return f"{self.place}, {key}"

    def value(self, key: str) -> Any:
        """Return the value of a key; of ``options.yes`` the value of ``yes`` in the table ``options``."""
        table, _, entry = key.partition(".")
        return self.data[table][entry] if entry else self.data[table]

    def text(self, key: str, longest: int = LONGEST_TEXT, *, lines: bool = True) -> str:
        """Return text; blank text is noted."""
        value = self.value(key)
        if not isinstance(value, str) or len(value) > longest:
            allowed = f'text in "double quotes", at most {longest} characters'
            raise invalid(self.name(key), value, allowed, error=PredictionError)
        if CONTROL.search(value) or (not lines and "\n" in value):
            allowed = "text without control characters" + ("" if lines else ", on one line")
            raise invalid(self.name(key), value, allowed, error=PredictionError)
        if not value.strip():
            self.blanks.append(key)
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        """Return one of the allowed words."""
        value = self.value(key)
        if value not in allowed:
            raise unknown_choice(self.name(key), value, allowed, PredictionError)
        return str(value)

    def flag(self, key: str) -> bool:
        """Return true or false; false when the key is missing."""
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise invalid(self.name(key), value, "true or false", error=PredictionError)
        return value

    def number(
        self, key: str, low: float = -math.inf, high: float = math.inf, *, open_ends: bool = False
    ) -> float | None:
        """Return a finite number from low to high, or None (and note it) where the form is blank."""
        value = self.value(key)
        if isinstance(value, str) and not value.strip():
            self.blanks.append(key)
            return None
        allowed = range_in_words(low, high, open_ends)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not is_within(value, low, high, open_ends):
            raise invalid(self.name(key), value, allowed, number_hint(value, high), PredictionError)
        return float(value)

    def whole_number(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number from low to high, or None (and note it) where the form is blank."""
        value = self.value(key)
        if isinstance(value, str) and not value.strip():
            self.blanks.append(key)
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            allowed = f"a whole number from {low} to {high}"
            raise invalid(self.name(key), value, allowed, error=PredictionError)
        return value

    def table(self, key: str) -> dict[str, Any]:
        """Return a table."""
        value = self.value(key)
        if not isinstance(value, dict):
            raise invalid(self.name(key), value, f"a table, such as [{key}]", error=PredictionError)
        return value

    def tables(self, key: str) -> list[dict[str, Any]]:
        """Return a list of at least one table."""
        value = self.value(key)
        if not (isinstance(value, list) and value and all(isinstance(table, dict) for table in value)):
            raise invalid(self.name(key), value, f"at least one [[{key}]]", error=PredictionError)
        return value

    def texts_by_option(self, key: str, names: Sequence[str]) -> dict[str, str]:
        """Return a table with a text for each option, or nothing when the key is missing."""
        if key not in self.data:
            return {}
        table = self.table(key)
        for name, value in table.items():
            if name not in names:
                raise unknown_choice(self.name(f"{key}, option"), name, names, PredictionError)
            if not is_filled_text(value):
                raise invalid(self.name(f"{key}.{name}"), value, "text on one line", error=PredictionError)
        return table


def is_within(value: float, low: float, high: float, open_ends: bool) -> bool:
    """Return whether the number is finite and in the range."""
    try:
        number = float(value)
    except OverflowError:
        return False
    inside = low < number < high if open_ends else low <= number <= high
    return math.isfinite(number) and inside


def range_in_words(low: float, high: float, open_ends: bool) -> str:
    """Return the range of a number in words."""
    if math.isinf(low) and math.isinf(high):
        return "a finite number"
    if math.isinf(high):
        return f"a finite number from {low:g} up"
    return f"a number between {low:g} and {high:g}" if open_ends else f"a number from {low:g} to {high:g}"


def number_hint(value: object, high: float) -> str:
    """Return how to write a number that was given as text, in full width or as a percentage."""
    text = unicodedata.normalize("NFKC", str(value)).strip()
    match = re.fullmatch(rf"({NUMBER})\s*(%?)", text)
    if isinstance(value, bool) or match is None:
        return "Write a number without quotes, such as 0.6."
    number = Fraction(match[1])
    is_percentage = bool(match[2]) or (high == 1.0 and 1 < number <= 100)
    meant = number / 100 if is_percentage else number
    if is_percentage or isinstance(value, str):
        return f"Did you mean {float(meant):g} (without quotes)?"
    return ""
