"""What every game has in common: rules as data, positions that are played, columns of a game record.

A variant is a frozen dataclass derived from `Game`, whose fields are its rules; each field says what is
allowed and where the rule comes from. Its positions follow the protocol `Position`, which is all that exact
analysis and the board drawings know of a game.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self, SupportsIndex, runtime_checkable

from variantlab.errors import RulesError, invalid, unknown_choice

if TYPE_CHECKING:
    import numpy as np

#: How a finished game came out, for the player who moved first.
Outcome = Literal["first", "second", "draw"]
#: The text of a turn in which the mover has no move.
PASS = "--"  # noqa: S105 (a move, no secret)


class Move(Protocol):
    """One legal move; ``str(move)`` is its notation, which `Position.play` reads."""

    def __str__(self) -> str: ...


@runtime_checkable
class Position(Protocol):
    """A position of a game: immutable, hashable; two positions are equal when their future is the same."""

    @property
    def game(self) -> Game:
        """The rules the position is played by."""

    @property
    def to_move(self) -> str:
        """The colour that is to move, one of the game's `colours`."""

    @property
    def is_over(self) -> bool:
        """Whether no further turn can be played."""

    @property
    def outcome(self) -> Outcome | None:
        """How the finished game came out; None while it goes on, and for a game that was capped."""

    @property
    def end_reason(self) -> str | None:
        """Why the game is over, one of the game's `end_reasons`."""

    def legal_moves(self) -> tuple[Any, ...]:
        """Return the legal moves, in a fixed order; a forced pass is a move too. Empty when it is over."""

    def play(self, move: Any) -> Position:
        """Return the position after `move`, given as a move or as its text."""

    def outcomes(self, move: Any) -> tuple[tuple[Fraction, Position], ...]:
        """Return what `move` may lead to, each with its chance; one pair where nothing is left to chance."""

    def steps(self, move: Any) -> dict[str, int]:
        """Return what the turn adds to the counts of the game record, such as ``{"plies": 1}``."""

    def uncapped(self) -> Position:
        """Return the position in the same game without a limit on its plies."""

    def record(self) -> dict[str, Any]:
        """Return the columns of a finished game's record that the position alone decides."""

    def __hash__(self) -> int: ...


def rule(
    default: Any,
    allowed: tuple[Any, ...] | None = None,
    low: float | None = None,
    high: float | None = None,
    step: float | None = None,
    note: str = "",
    source: Literal["article", "decision", "ours"] = "article",
    read: Callable[[Any], Any] | None = None,
) -> Any:
    """Return a dataclass field that holds one rule of a game.

    Parameters
    ----------
    default : bool, int, float, str or None
        The rule's value where nobody says otherwise; its type is the type of the rule.
    allowed : tuple, optional
        The values allowed, where there are few.
    low, high, step : float, optional
        The range of a number, both ends allowed, and the unit it is a multiple of.
    note : str
        What the rule says, in a sentence.
    source : {'article', 'decision', 'ours'}
        Whether the source article states the rule, leaves it open (the default is then a decision), or does
        not know it.
    read : function, optional
        Turns what was given into the rule's value, in place of the checks above.
    """
    metadata = {
        "allowed": allowed, "low": low, "high": high, "step": step,
        "note": note, "source": source, "read": read,
    }  # fmt: skip
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True)
class Game(ABC):
    """A game with its rules: the base of every variant.

    Derived classes are frozen dataclasses whose fields are made with `rule`.

    Attributes
    ----------
    name : str
        The game's name in commands and tables.
    colours : tuple of str
        The two sides, the one that moves first in front.
    end_reasons : tuple of str
        Why a game may end, in order, ``"capped"`` last.
    counts : tuple of str
        The columns of the record that are counts, and can be added up over games.
    drawing : str
        ``module:function`` that draws a position as HTML; looked up when a notebook asks for it, so that
        games know nothing of drawing.
    """

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]] = ("black", "white")
    end_reasons: ClassVar[tuple[str, ...]]
    counts: ClassVar[tuple[str, ...]] = ("plies",)
    drawing: ClassVar[str] = ""

    def __post_init__(self) -> None:
        """Check every rule, and bring numbers into the type of their field."""
        for field in dataclasses.fields(self):
            value = checked_rule(field, getattr(self, field.name))
            object.__setattr__(self, field.name, value)

    @classmethod
    def rule_fields(cls) -> dict[str, dataclasses.Field[Any]]:
        """Return the rules' fields by name; ``metadata`` says what is allowed, what it means, its source."""
        return {field.name: field for field in dataclasses.fields(cls)}

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """Return the game with the rules of `settings`; values may be text, as a command line gives them.

        Raises
        ------
        RulesError
            Where a name is no rule of the game, or a value is not allowed.
        """
        fields = cls.rule_fields()
        values = {}
        for name, given in settings.items():
            if name not in fields:
                raise unknown_choice(f"rule of {cls.name}", name, fields, RulesError)
            values[name] = _read_rule(fields[name], given)
        return cls(**values)

    def settings(self) -> dict[str, Any]:
        """Return every rule by name, ready for JSON."""
        return {name: getattr(self, name) for name in self.rule_fields()}

    def changed_settings(self) -> dict[str, Any]:
        """Return the rules that differ from the default."""
        return {n: getattr(self, n) for n, f in self.rule_fields().items() if getattr(self, n) != f.default}

    def replace(self, **rules: Any) -> Self:
        """Return the game with some rules changed."""
        return type(self).from_settings({**self.settings(), **rules})

    def __str__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self.changed_settings().items())
        return f"{type(self).__name__}({changed})"

    __repr__ = __str__

    @abstractmethod
    def start_position(self) -> Position:
        """Return the position a game begins with."""

    @abstractmethod
    def simulate(self, players: tuple[str, str], n: int, seed: int, first: int = 0) -> dict[str, np.ndarray]:
        """Return the record columns of `n` games, numbers `first` to ``first + n - 1`` of the series `seed`.

        Each column is an array of `n`; one named in `categories` holds the index of its label, -1 for none.
        """

    @abstractmethod
    def perft(self, depth: int, position: Any = None, convention: str = "leaves") -> list[int]:
        """Return the number of lines of 1, 2, ..., `depth` plies from the position."""

    @property
    @abstractmethod
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The columns of the record whose values are a few labels, each with its labels in order."""


def html_of(position: Position) -> str:
    """Return the position as HTML: drawn by the function its game names, else its text diagram."""
    import html
    import importlib

    module, _, function = position.game.drawing.partition(":")
    if not function:
        return f"<pre>{html.escape(str(position))}</pre>"
    return str(getattr(importlib.import_module(module), function)(position))


def whole_number(field: str, given: Any, low: int, high: int, hint: str = "") -> int:
    """Return a whole number between `low` and `high`; a float that is whole will do, a bool will not.

    Raises
    ------
    RulesError
        For anything else; the message names the field.

    Examples
    --------
    >>> whole_number("n", 1e6, 0, 10**9)
    1000000
    """
    number = None
    if not isinstance(given, bool) and isinstance(given, SupportsIndex):
        number = operator.index(given)
    elif isinstance(given, float) and given.is_integer():
        number = int(given)
    if number is None or not low <= number <= high:
        raise invalid(field, given, f"a whole number from {low} to {high}", hint, RulesError)
    return number


def checked_rule(field: dataclasses.Field[Any], given: Any) -> Any:
    """Return the value of a rule, in the type of its field.

    Raises
    ------
    RulesError
        Where the value is not allowed; the message names the rule, the value and what is allowed.
    """
    how = field.metadata
    if how["read"] is not None:
        return how["read"](given)
    if given is None and field.default is None:
        return None
    if how["allowed"] is not None:
        for value in how["allowed"]:
            if value == given and isinstance(value, bool) == isinstance(given, bool):
                return value
        raise unknown_choice(field.name, given, how["allowed"], RulesError)
    if isinstance(field.default, bool):
        if isinstance(given, bool):
            return given
        raise invalid(field.name, given, "True or False", error=RulesError)
    return _checked_number(field, given)


def _checked_number(field: dataclasses.Field[Any], given: Any) -> Any:
    how = field.metadata
    whole = not isinstance(field.default, float)
    try:
        number = None if isinstance(given, (bool, str)) else float(given)
    except (TypeError, ValueError, OverflowError):
        number = None
    in_range = (
        number is not None
        and (how["low"] is None or number >= how["low"])
        and (how["high"] is None or number <= how["high"])
    )
    if (
        number is None
        or not in_range
        or (whole and number != int(number))
        or not _is_multiple(number, how["step"])
    ):
        raise invalid(field.name, given, _range_in_words(field, whole), error=RulesError)
    return int(number) if whole else number


def _is_multiple(number: float, step: float | None) -> bool:
    return step is None or (number / step).is_integer()


def _range_in_words(field: dataclasses.Field[Any], whole: bool) -> str:
    how = field.metadata
    kind = "a whole number" if whole else "a number"
    if how["step"] is not None:
        kind = f"a multiple of {how['step']}"
    words = f"{kind} from {how['low']} to {how['high']}"
    return f"{words}, or none" if field.default is None else words


def _read_rule(field: dataclasses.Field[Any], given: Any) -> Any:
    """Return a rule's value read from text; what is not text is returned as it is."""
    if not isinstance(given, str) or field.metadata["read"] is not None:
        return given
    text = given.strip()
    allowed = field.metadata["allowed"]
    if allowed is not None:
        by_text = {_as_text(value): value for value in allowed}
        if _as_text(text) not in by_text:
            raise unknown_choice(field.name, given, [_as_text(value) for value in allowed], RulesError)
        return by_text[_as_text(text)]
    if field.default is None and text.casefold() in ("none", ""):
        return None
    if isinstance(field.default, bool):
        words = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        if text.casefold() not in words:
            raise unknown_choice(field.name, given, ("true", "false"), RulesError)
        return words[text.casefold()]
    try:
        return float(text) if isinstance(field.default, float) else int(text)
    except ValueError:
        whole = not isinstance(field.default, float)
        raise invalid(field.name, given, _range_in_words(field, whole), error=RulesError) from None


def _as_text(value: Any) -> str:
    return str(value).casefold() if isinstance(value, (bool, str)) else str(value)


@functools.cache
def games() -> dict[str, type[Game]]:
    """Return the games by name."""
    import importlib

    found = {}
    for name, (module, class_name) in _GAMES.items():
        found[name] = getattr(importlib.import_module(module), class_name)
    return found


_GAMES = {
    "othello": ("variantlab.games.othello.rules", "Othello"),
    "chopsticks": ("variantlab.games.chopsticks.rules", "Chopsticks"),
    "negaeri": ("variantlab.games.negaeri_shogi.rules", "NegaeriShogi"),
    "throw_othello": ("variantlab.games.throw_othello.rules", "ThrowOthello"),
}


def game_named(name: str, settings: Mapping[str, Any] | None = None) -> Game:
    """Return a game by its name, with some of its rules changed.

    Raises
    ------
    RulesError
        Where there is no such game, rule or value.

    Examples
    --------
    >>> game_named("othello", {"capture": "vanish", "size": "4"})
    Othello(size=4, capture='vanish')
    >>> game_named("otello")
    Traceback (most recent call last):
    variantlab.errors.RulesError: game: got 'otello'; allowed: othello, chopsticks, negaeri, throw_othello. \
Did you mean 'othello'?
    """
    if name not in games():
        raise unknown_choice("game", name, games(), RulesError)
    return games()[name].from_settings(settings or {})


__all__ = [
    "PASS",
    "Game",
    "Hashable",
    "Move",
    "Outcome",
    "Position",
    "checked_rule",
    "game_named",
    "games",
    "html_of",
    "rule",
]
