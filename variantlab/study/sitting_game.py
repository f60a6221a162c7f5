"""One game by hand as its events tell it: turns, what was taken back, notes, clocks. Pure, without a disk.

Whatever happens in a game is an event, a small mapping; `after_event` is the only way from one state of the
game to the next, both while it is played and when it is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from variantlab.errors import DataError, VariantlabError
from variantlab.games.game import PASS
from variantlab.games.throw_othello.position import ThrowPosition
from variantlab.study.sitting_throw import after_throw, throw_of_text

__all__ = ["HandPlay", "Stop", "Turn", "after_event", "begun", "is_forced_pass", "played_text"]

PERSON, COMPUTER, RULES = "person", "computer", "rules"
STOPS = ("resigned", "time_over")


@dataclass(frozen=True)
class Turn:
    """A turn that was taken.

    Parameters
    ----------
    text : str
        The move, with what came of it where chance had a say: ``'d3'``, ``'d3(d4)'``, ``'d3>c4:B'``.
    colour : str
        Whose turn it was.
    by : {'person', 'computer', 'rules'}
        Who took it; a forced pass is the rules'.
    position : Position
        The position after it.
    left : mapping of str to float, or None
        The seconds on both clocks after it.
    point : (float, float) or None
        Where a thrown disc's centre came to lie.
    is_real : bool
        Whether that is where a real disc lay, not one of the model.
    """

    text: str
    colour: str
    by: str
    position: Any
    left: Mapping[str, float] | None = None
    point: tuple[float, float] | None = None
    is_real: bool = False


@dataclass(frozen=True)
class Stop:
    """An end that the rules of the board do not know.

    Parameters
    ----------
    kind : {'resigned', 'time_over'}
        What ended the game.
    colour : str
        Who resigned, or whose time was over: who lost.
    """

    kind: str
    colour: str


@dataclass(frozen=True)
class HandPlay:
    """The state of one game by hand.

    Parameters
    ----------
    number : int
        Its number in the series, from 1.
    seats : mapping of str to int
        Which player has which colour: the player's index, 0 or 1.
    kinds : mapping of str to str
        'person' or 'computer', by colour.
    start : Position
        The position it began with.
    date : str
        The day it began on.
    turns : tuple of Turn
        The turns that count.
    undone : tuple of Turn
        The turns taken back, the next one to be played again in front.
    notes : tuple of (int, str)
        Notes, each with the number of turns before it.
    remark : str
        The line about the whole game.
    stop : Stop or None
        What ended it other than the rules.
    left : mapping of str to float, or None
        The seconds on both clocks after the last event that told them.
    """

    number: int
    seats: Mapping[str, int]
    kinds: Mapping[str, str]
    start: Any
    date: str
    turns: tuple[Turn, ...] = ()
    undone: tuple[Turn, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    remark: str = ""
    stop: Stop | None = None
    left: Mapping[str, float] | None = None

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.turns[-1].position if self.turns else self.start

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the turns, forced passes among them."""
        return tuple(turn.text for turn in self.turns)

    @property
    def is_over(self) -> bool:
        """Whether nobody is to move any more."""
        return self.stop is not None or self.position.is_over

    @property
    def whose_turn(self) -> str | None:
        """The colour that is to move; None when the game is over."""
        return None if self.is_over else str(self.position.to_move)

    @property
    def end_reason(self) -> str | None:
        """Why the game is over: one of ``game.end_reasons``, 'resigned' or 'time_over'; None if it is not."""
        return self.stop.kind if self.stop else self.position.end_reason

    @property
    def winner(self) -> str | None:
        """The colour that won, or 'draw'; None while it goes on, and for a capped game."""
        if self.stop is not None:
            return next(colour for colour in self.seats if colour != self.stop.colour)
        winner: str | None = self.position.winner
        return winner

    @property
    def n_turns_before_undo(self) -> int | None:
        """How many turns an undo leaves: those before the last turn of a person; None without such a turn."""
        of_persons = [number for number, turn in enumerate(self.turns) if turn.by == PERSON]
        return of_persons[-1] if of_persons else None

    @property
    def n_turns_after_redo(self) -> int | None:
        """How many turns there are after a redo: up to a person's next turn; None with nothing to redo."""
        if not self.undone:
            return None
        n = 1
        while n < len(self.undone) and self.undone[n].by != PERSON:
            n += 1
        return len(self.turns) + n


def is_forced_pass(position: Any) -> bool:
    """Return whether the side to move can do nothing but pass.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> is_forced_pass(Othello(size=4).position("XXXO/..../..../.... b"))
    False
    """
    if position.is_over or isinstance(position, ThrowPosition):
        return False
    moves = position.legal_moves()
    return len(moves) == 1 and str(moves[0]) == PASS


def played_text(position: Any, text: str) -> Any:
    """Return the position after a turn that says all that came of it, see `Turn`.

    Raises
    ------
    MoveError
        Where the turn is not legal, or leaves something to chance.
    """
    if isinstance(position, ThrowPosition):
        return after_throw(position, throw_of_text(text))
    return position.play(text)


def begun(event: Mapping[str, Any], game: Any, kinds: tuple[str, str]) -> HandPlay:
    """Return the game that an event of the kind ``begin`` begins.

    Raises
    ------
    DataError
        Where it is no such event.
    """
    try:
        if event["do"] != "begin":
            raise ValueError(f"{event['do']} stands where a game begins")
        start = game.start_position() if event["start"] is None else game.position(event["start"])
        seats = {str(colour): int(player) for colour, player in event["seats"].items()}
        if sorted(seats) != sorted(game.colours) or sorted(seats.values()) != [0, 1]:
            raise ValueError("the seats are none of this game")
        by_colour = {colour: kinds[player] for colour, player in seats.items()}
        play = HandPlay(int(event["number"]), seats, by_colour, start, str(event["date"]), left=event["left"])
        return _with_passes(play)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(str(error)) from None


def after_event(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    """Return the game after an event.

    Raises
    ------
    VariantlabError
        Where the event cannot happen in this game.
    """
    try:
        return _EVENTS[event["do"]](play, event)
    except VariantlabError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise DataError(f"{type(error).__name__}: {error}") from None


def _moved(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    if play.is_over:
        raise DataError("a move after the end")
    colour = play.position.to_move
    point = event.get("point")
    turn = Turn(
        str(event["text"]),
        colour,
        play.kinds[colour],
        played_text(play.position, str(event["text"])),
        event["left"],
        None if point is None else (float(point[0]), float(point[1])),
        event.get("real") is True,
    )
    return _with_passes(replace(play, turns=(*play.turns, turn), undone=(), left=event["left"]))


def _with_passes(play: HandPlay) -> HandPlay:
    """Return the game after the passes that the rules force."""
    turns = list(play.turns)
    position = play.position
    while play.stop is None and is_forced_pass(position):
        colour, position = position.to_move, position.play(PASS)
        turns.append(Turn(PASS, colour, RULES, position, play.left))
    return replace(play, turns=tuple(turns))


def _undone(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    n = int(event["turns"])
    if not 0 <= n <= len(play.turns):
        raise DataError(f"{n} turns are to be left of {len(play.turns)}")
    taken_back = (*play.turns[n:], *play.undone)
    return replace(play, turns=play.turns[:n], undone=taken_back, stop=None, left=event["left"])


def _redone(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    n = int(event["turns"]) - len(play.turns)
    if not 0 < n <= len(play.undone):
        raise DataError(f"{n} turns are to be played again of {len(play.undone)}")
    turns = (*play.turns, *play.undone[:n])
    return replace(play, turns=turns, undone=play.undone[n:], left=event["left"])


def _stopped(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    stop = Stop(str(event["kind"]), str(event["by"]))
    if play.is_over or stop.kind not in STOPS or stop.colour not in play.seats:
        raise DataError(f"the game cannot end so: {stop.kind} by {stop.colour}")
    return replace(play, stop=stop, left=event["left"])


def _noted(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    return replace(play, notes=(*play.notes, (len(play.turns), str(event["text"]))))


def _remarked(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    return replace(play, remark=str(event["text"]))


def _told_time(play: HandPlay, event: Mapping[str, Any]) -> HandPlay:
    return replace(play, left=event["left"])


def _same(play: HandPlay, _: Mapping[str, Any]) -> HandPlay:
    return play


_EVENTS = {
    "move": _moved,
    "undo": _undone,
    "redo": _redone,
    "stop": _stopped,
    "note": _noted,
    "remark": _remarked,
    "pause": _told_time,
    "sheet": _same,
}
