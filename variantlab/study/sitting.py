"""A sitting: a series of games played by hand on the screen, of which nothing is lost.

A series is a folder: ``series.json`` says what is played and by whom, ``game-01.jsonl`` and so on hold what
happened, event by event, and ``games.csv`` is the record sheet of the finished games, made from the logs.
Every move is on disk before it is on the board: whatever ends the process, `Sitting.open` goes on there.
"""

from __future__ import annotations

import json
import os
import re
import time
import unicodedata
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, Self

import numpy as np

from variantlab.errors import DataError, MoveError, RulesError, VariantlabError, invalid, unknown_choice
from variantlab.files import read_text, safe_file_name, safe_path, write_text_atomically
from variantlab.games.game import Game, game_named, whole_number
from variantlab.games.throw_othello.position import Aim, ThrowPosition
from variantlab.study.canonical import parse_json, utc_text
from variantlab.study.ledger import try_lock
from variantlab.study.sitting_game import (
    COMPUTER,
    PERSON,
    RULES,
    HandPlay,
    Turn,
    after_event,
    begun,
    played_text,
)
from variantlab.study.sitting_log import Log, damaged, open_log
from variantlab.study.sitting_players import Chooser, chooser
from variantlab.study.sitting_sheet import Sheet
from variantlab.study.sitting_throw import (
    NOT_KNOWN,
    Thrown,
    aim_of_text,
    drawn_throw,
    landed_throw,
    throw_of_text,
)
from variantlab.study.sitting_words import colour_word, event, with_japanese
from variantlab.version import __version__

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Clock", "Sitting"]

FORMAT = 1
SERIES, LOCK = "series.json", "lock"
MOST_GAMES = 99
LONGEST_TEXT, LONGEST_NAME = 2_000, 60
ORDERS = ("alternate", "halves")
#: What the series is: opened again, these must be the same.
DECISIVE = ("game", "rules", "players", "n_games", "order", "clock", "seed")
#: The sittings that are open in this process: a folder opened again is taken over from the one before.
_OPEN: weakref.WeakValueDictionary[Path, Sitting] = weakref.WeakValueDictionary()


@dataclass(frozen=True)
class Clock:
    """The time each person has for a game: three minutes and five seconds more with every move (持ち時間).

    Parameters
    ----------
    minutes : float
        At the start, up to 600.
    seconds_a_move : float
        Added after each of one's moves, up to 3600.

    Examples
    --------
    >>> Clock().seconds
    180.0
    """

    minutes: float = 3
    seconds_a_move: float = 5

    def __post_init__(self) -> None:
        """Check both numbers."""
        for name, most in (("minutes", 600), ("seconds_a_move", 3600)):
            given = getattr(self, name)
            is_number = isinstance(given, int | float) and not isinstance(given, bool)
            if not is_number or not 0 <= given <= most or (name == "minutes" and given == 0):
                raise invalid(name, given, f"a number from 0 to {most}, minutes above 0", error=RulesError)

    @property
    def seconds(self) -> float:
        """The time at the start, in seconds."""
        return 60.0 * self.minutes


class Sitting:
    """A series of games by hand; see `Sitting.open`.

    Attributes
    ----------
    folder : pathlib.Path
        Where it lies.
    game : Game
        The rules, with the cap.
    players : tuple of str
        'person', or how a computer plays, of both players.
    names : tuple of str
        What the players are called.
    n_games : int
        The games of the series.
    seed : int
        From which computers' choices and chance are drawn.
    order : str
        'alternate' or 'halves'.
    clock : Clock or None
        The time for a game.
    lang : str
        The language of the record sheet.
    events : tuple of dict
        What the last call brought about besides what it was asked for, see
        `variantlab.study.sitting_words.event`.
    resumed : bool
        Whether the series had been begun before it was opened.
    """

    def __init__(
        self,
        folder: Path,
        series: Mapping[str, Any],
        lock: IO[bytes],
        timer: Callable[[], float],
        now: Callable[[], datetime],
    ) -> None:
        self.folder = folder
        self.game: Any = game_named(series["game"], series["rules"])
        self.players: tuple[str, str] = (series["players"][0], series["players"][1])
        self.names: tuple[str, str] = (series["names"][0], series["names"][1])
        self.n_games: int = series["n_games"]
        self.seed: int = series["seed"]
        self.order: str = series["order"]
        self.clock = None if series["clock"] is None else Clock(**series["clock"])
        self.lang: str = series["lang"]
        self.events: tuple[dict[str, Any], ...] = ()
        self.resumed = False
        self._lock: IO[bytes] | None = lock
        self._timer, self._now = timer, now
        self._choosers = {name: chooser(name, self.game) for name in set(self.players) - {PERSON}}
        self._sheet = Sheet(self.folder, self.game, self.lang, self._is_by_code)
        self._logs: list[Log] = []
        self._plays: list[HandPlay] = []
        self._since: float | None = None

    # --- opening ----------------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        game: Game,
        folder: str | os.PathLike[str],
        *,
        players: Sequence[str] = (PERSON, PERSON),
        n_games: int = 10,
        cap: int | None = 100,
        clock: Clock | None = None,
        names: Sequence[str] = (),
        seed: int = 0,
        order: Literal["alternate", "halves"] = "alternate",
        lang: Literal["en", "ja"] = "en",
        timer: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> Self:
        """Return the series in a folder, begun now or gone on with where it stopped.

        Parameters
        ----------
        game : Game
            The rules.
        folder : path-like
            Of this series alone; made when missing.
        players : (str, str)
            'person', or a name that `variantlab.players.player_named` knows.
        n_games : int
            How many games, 1 to 99; the article asks for ten.
        cap : int or None
            A game is stopped at so many plies, as the article agrees on; None leaves it to the rules.
        clock : Clock, optional
            The time each person has; without it there is no hurry.
        names : (str, str), optional
            What the players are called in the record sheet; any name will do. ``A`` and ``B`` if left out,
            and a computer by how it plays.
        seed : int
            From which computers' choices and chance are drawn: the same series answers the same.
        order : {'alternate', 'halves'}
            Who begins: the first player in games 1, 3, 5 and so on, or in the first half of the games. Both
            give each player every colour five times in ten games.
        lang : {'en', 'ja'}
            The language of the record sheet.
        timer : function
            Tells seconds, for the clock.
        now : function
            Tells the time of day, with its time zone.

        Raises
        ------
        DataError
            Where the folder holds something else or another series, another process has it open, or it
            cannot be written.
        RulesError
            Where a number, a name or a player is not allowed.

        Examples
        --------
        >>> import tempfile
        >>> from variantlab.games.othello.rules import Othello
        >>> folder = tempfile.mkdtemp()
        >>> sitting = Sitting.open(Othello(capture="vanish"), folder, names=("red", "blue"))
        >>> sitting.play("d3")
        >>> sitting.close()
        >>> again = Sitting.open(Othello(capture="vanish"), folder)
        >>> again.moves, again.whose_turn, again.names[again.seats["white"]]
        (('d3',), 'white', 'blue')
        """
        asked = _series_of(game, players, n_games, cap, clock, names, seed, order, lang)
        path = _checked_folder(folder)
        series = _series_there(path, asked, bool(names))  # before an older board is closed for it
        _take_over(path)
        lock = _locked(path)
        try:
            series = _series_there(path, asked, bool(names))
            if not (path / SERIES).exists():
                _begin_series(path, {**series, "started": utc_text(now()), "variantlab": __version__})
            return cls._opened(path, series, lock, timer, now)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def resume(
        cls,
        folder: str | os.PathLike[str],
        *,
        timer: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> Self:
        """Return the series that a folder holds, whatever is played there, gone on with where it stopped.

        Raises
        ------
        DataError
            As `open`; also where the folder holds no series.
        """
        path = _checked_folder(folder, make=False)
        _take_over(path)
        lock = _locked(path)
        try:
            return cls._opened(path, _read_series(path), lock, timer, now)
        except BaseException:
            lock.close()
            raise

    @classmethod
    def _opened(cls, path: Path, series: Mapping[str, Any], lock: IO[bytes], *clocks: Any) -> Self:
        sitting = cls(path, series, lock, *clocks)
        sitting._read_games()
        _OPEN[path] = sitting
        return sitting

    def close(self) -> None:
        """Give the folder back, so that it can be opened elsewhere; nothing is left to be written."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_games(self) -> None:
        """Read every game there is, or begin the first; put aside what a killed process left unfinished."""
        events: list[dict[str, Any]] = []
        for number in range(1, self.n_games + 1):
            path = self._path(number)
            if not path.exists():
                continue
            log, aside = open_log(path)
            if aside is not None:
                events.append(event("torn_line", number=number, file=aside.name))
            if log.events:
                self._logs.append(log)
                self._plays.append(self._replayed(log, number))
        if not self._plays:
            self._begin_game(1)
        elif any(len(play.turns) for play in self._plays):
            events.append(event("resumed", number=self.game_number, turns=len(self.moves)))
            self.resumed = True
        self._start_clock()
        self.events = tuple(events)
        self._write_sheet()

    def _replayed(self, log: Log, of_game: int) -> HandPlay:
        try:
            play = begun(log.events[0], self.game, (self._kind(0), self._kind(1)))
            if play.number != of_game:
                raise DataError(f"it is game {play.number}")
        except VariantlabError as error:
            raise damaged(log.path, 1, str(error)) from None
        for number, happened in enumerate(log.events[1:], start=2):
            try:
                play = after_event(play, happened)
            except VariantlabError as error:
                raise damaged(log.path, number, str(error)) from None
        return play

    def _path(self, number: int) -> Path:
        return self.folder / f"game-{number:02d}.jsonl"

    # --- what is on the board ---------------------------------------------------------------------------

    @property
    def play_state(self) -> HandPlay:
        """All that is known of the game on the board: its turns, notes, clocks, what was taken back."""
        return self._plays[-1]

    @property
    def plays(self) -> tuple[HandPlay, ...]:
        """The games begun so far, the one on the board last."""
        return tuple(self._plays)

    def play_numbered(self, number: int) -> HandPlay | None:
        """Return what is known of one game of the series; None where it has not begun, or its log is gone."""
        return next((play for play in self._plays if play.number == number), None)

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.play_state.position

    @property
    def moves(self) -> tuple[str, ...]:
        """The turns of this game as texts, forced passes among them."""
        return self.play_state.moves

    @property
    def positions(self) -> tuple[Any, ...]:
        """Every position of this game so far; the one with index i stood before the turn with index i."""
        return (self.play_state.start, *(turn.position for turn in self.play_state.turns))

    @property
    def game_number(self) -> int:
        """The number of this game in the series, from 1."""
        return self.play_state.number

    @property
    def n_done(self) -> int:
        """How many games of the series are over."""
        return sum(play.is_over for play in self._plays)

    @property
    def is_complete(self) -> bool:
        """Whether the last game of the series is over."""
        return self.is_over and self.game_number == self.n_games

    @property
    def seats(self) -> dict[str, int]:
        """Which player has which colour in this game: 0 for the first named, 1 for the other."""
        return dict(self.play_state.seats)

    @property
    def is_over(self) -> bool:
        """Whether this game is over."""
        return self.play_state.is_over

    @property
    def end_reason(self) -> str | None:
        """Why this game is over: of ``game.end_reasons``, or 'resigned', 'time_over'; None if it is not."""
        return self.play_state.end_reason

    @property
    def winner(self) -> str | None:
        """The colour that won this game, or 'draw'; None while it goes on, and where it was capped."""
        return self.play_state.winner

    @property
    def whose_turn(self) -> str | None:
        """The colour that is to move; None when this game is over."""
        return self.play_state.whose_turn

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move."""
        return self.whose_turn is not None and self.play_state.kinds[self.whose_turn] == PERSON

    @property
    def notes(self) -> tuple[tuple[int, str], ...]:
        """The notes of this game, each with the number of turns before it."""
        return self.play_state.notes

    @property
    def remark_text(self) -> str:
        """The remark about this game, as it was typed."""
        return self.play_state.remark

    @property
    def row_written(self) -> bool:
        """Whether this game has its row in the record sheet: it is over, and the sheet was written."""
        has_row = self.is_over and self.position.plies > 0
        return bool(has_row and not self._sheet.is_behind)

    @property
    def results(self) -> tuple[dict[str, Any], ...]:
        """The finished games in order: their number, seats, moves and remark, and the columns of the record.

        ``end_reason`` and ``winner`` tell of resignation and time too.
        """
        return tuple(
            {
                **play.position.record(),
                "number": play.number,
                "seats": dict(play.seats),
                "end_reason": play.end_reason,
                "winner": play.winner,
                "moves": " ".join(play.moves),
                "remark": play.remark,
            }
            for play in self._plays
            if play.is_over
        )

    @property
    def can_undo(self) -> bool:
        """Whether there is something that `undo` takes back."""
        stop = self.play_state.stop
        if stop is not None:
            return stop.kind != "time_over"
        return self.play_state.n_turns_before_undo is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something that `redo` plays again."""
        return not self.is_over and self.play_state.n_turns_after_redo is not None

    @property
    def last_throw(self) -> Thrown | None:
        """The last throw of Throw Othello, with the point where the disc came to lie where it is known."""
        turns = self.play_state.turns
        if not turns or not isinstance(self.position, ThrowPosition):
            return None
        thrown = throw_of_text(turns[-1].text)
        return Thrown(thrown.aim, thrown.landing, turns[-1].point)

    @property
    def real_throws(self) -> tuple[tuple[float, float, float, float], ...]:
        """The throws of real discs in all games whose aim was taken down: aim and landing point, x before y.

        In squares from the upper left corner of the board, as `variantlab.study.throw.fit_throws` fits them.
        """
        found = []
        for turn in (turn for play in self._plays for turn in play.turns if turn.is_real and turn.point):
            thrown = throw_of_text(turn.text)
            if thrown.aim != NOT_KNOWN and turn.point is not None:
                aim: Any = aim_of_text(thrown.aim)
                found.append((aim.x, aim.y, *turn.point))
        return tuple(found)

    def name(self, colour: str) -> str:
        """Return what the player of a colour is called in this game."""
        return self.names[self.play_state.seats[colour]]

    def standing(self) -> dict[str, int]:
        """Return the games of the series that each player has won, by the players' names; and how many were
        drawn, and how many capped. A game that was resigned or lost on time is won by the other side.
        """
        counts = {"first": 0, "second": 0, "draw": 0, "capped": 0}
        for play in self._plays:
            if not play.is_over:
                continue
            winner = play.winner
            key = "capped" if winner is None else "draw"
            if winner in play.seats:
                key = ("first", "second")[play.seats[str(winner)]]
            counts[key] += 1
        return counts

    # --- playing ----------------------------------------------------------------------------------------

    def play(self, text: object) -> None:
        """Play a person's move.

        Parameters
        ----------
        text : str or Move
            As the position reads it. Where chance decides what comes of it, it is drawn, unless the text says
            what came of it on a real board: ``'d3(d4)'``, ``'c4:B'``.

        Raises
        ------
        MoveError
            Where it is not a person's turn, the move is not legal, or the time is over.
        DataError
            Where it cannot be put on disk: then it is not played.
        """
        self._begin_call()
        self._check_turn_of(PERSON)
        self._move(str(text))

    def why_not(self, text: object) -> str:
        """Return in a sentence why a move cannot be played now; an empty text if it can."""
        if self.is_over:
            return "The game is over."
        try:
            self._text_of(str(text))
        except VariantlabError as error:
            return str(error)
        return ""

    def reply(self) -> str:
        """Return the move that the computer has just played; the same series replays the same.

        Raises
        ------
        MoveError
            Where it is not a computer's turn.
        DataError
            Where it cannot be put on disk: then it is not played.
        """
        self._begin_call()
        self._check_turn_of(COMPUTER)
        colour = str(self.whose_turn)
        rng = np.random.default_rng([self.seed, self.game_number, len(self.moves), 0])
        move = self._chooser(colour)(self.position, rng)
        self._move(str(move), self._physics_of(colour))
        return self._last_own_turn().text

    def throw(self, aim: Aim | str | tuple[float, float]) -> Thrown:
        """Return what came of a person's throw at a point, drawn from the model of the throw.

        Taken back and thrown again at the same point, the disc lands where it landed.

        Raises
        ------
        MoveError
            Where it is not a person's turn, the aim is off the board, or the game has no throws.
        """
        self._begin_call()
        self._check_throws()
        self._check_turn_of(PERSON)
        self._move(str(self.position.find_move(_aim_of(aim))))
        thrown = self.last_throw
        assert thrown is not None
        return thrown

    def landed(
        self,
        x: float | None,
        y: float | None,
        face: str = "",
        knocked: Sequence[str] = (),
        square: str | None = None,
        aim: Aim | str | tuple[float, float] | None = None,
    ) -> Thrown:
        """Return a person's throw of a real disc, taken down from where its centre came to lie.

        Parameters
        ----------
        x, y : float or None
            In squares from the upper left corner of the board; None for a foul.
        face : str
            The colour that shows, the thrower's if left out.
        knocked : sequence of str
            The squares whose top disc it knocked away.
        square : str, optional
            Which square the thrower chose where it is too close to call.
        aim : Aim or str, optional
            Where it was aimed.

        Raises
        ------
        MoveError
            As `throw`; also where no throw can come to this.
        """
        self._begin_call()
        self._check_throws()
        self._check_turn_of(PERSON)
        where = None if aim is None else _aim_of(aim)
        thrown = landed_throw(self.position, x, y, face, knocked, square, where)
        self._append_move(str(thrown), thrown.point, is_real=True)
        return thrown

    def undo(self) -> None:
        """Take back the last turn of a person and all that followed; the log keeps that it happened.

        A resignation is taken back first. Time is not given back, nor is time that has run out.

        Raises
        ------
        MoveError
            Where there is nothing to take back.
        """
        self._begin_call()
        play = self.play_state
        n = len(play.turns) if play.stop else play.n_turns_before_undo
        if n is None or (play.stop and play.stop.kind == "time_over"):
            hint = "Time that is over stays over." if play.stop else "No person has moved yet."
            key = "time_stays_over" if play.stop else "nothing_to_undo"
            raise with_japanese(MoveError(f"undo: there is nothing to take back. {hint}"), key)
        self._append({"do": "undo", "turns": n, "left": self._left_after_undo(n), "at": self._time()})
        self.events = (event("undone"),)
        self._write_sheet()

    def redo(self) -> None:
        """Play the last turn taken back again, and the answers to it.

        Raises
        ------
        MoveError
            Where nothing was taken back, or another move was played since.
        """
        self._begin_call()
        n = self.play_state.n_turns_after_redo
        if n is None or self.is_over:
            raise with_japanese(MoveError("redo: there is nothing to play again."), "nothing_to_redo")
        self._append({"do": "redo", "turns": n, "left": self.seconds_left, "at": self._time()})
        self._tell_of(len(self.moves) - 1)
        self._write_sheet()

    def resign(self, colour: str | None = None) -> None:
        """End this game: a person gives up.

        Parameters
        ----------
        colour : str, optional
            Who resigns; the person to move if left out, or the only person.

        Raises
        ------
        MoveError
            Where the game is over, or the colour is no person's.
        """
        self._begin_call()
        persons = [name for name, kind in self.play_state.kinds.items() if kind == PERSON]
        chosen = colour or (self.whose_turn if self.person_to_move else next(iter(persons), None))
        if self.is_over:
            raise with_japanese(MoveError("resign: the game is over."), "resign_over")
        if chosen not in persons:
            allowed = ", ".join(persons) or "nobody: no person plays"
            raise with_japanese(invalid("resign", chosen, allowed, error=MoveError), "resign_who")
        self._stop("resigned", str(chosen))

    def note(self, text: object) -> None:
        """Put down a note at this point of the game.

        Raises
        ------
        DataError
            Where it is longer than 2,000 characters, or cannot be put on disk.
        """
        self._begin_call()
        self._append({"do": "note", "text": _checked_text("note", text), "at": self._time()})

    def remark(self, text: object, number: int | None = None) -> None:
        """Put down the line about a whole game (自由記述), also after its end; the last one counts.

        Parameters
        ----------
        text : str
            Such as how many discs were left, and what the last moves were like.
        number : int, optional
            Which game of the series; this one if left out.

        Raises
        ------
        DataError
            Where it is longer than 2,000 characters, there is no such game, or it cannot be put on disk.
        """
        self._begin_call()
        numbers = [play.number for play in self._plays]
        if number is not None and number not in numbers:
            refusal = invalid("game", number, ", ".join(map(str, numbers)), error=DataError)
            raise with_japanese(refusal, "no_such_game", number=number)
        index = -1 if number is None else numbers.index(number)
        self._append({"do": "remark", "text": _checked_text("remark", text), "at": self._time()}, index)
        self._write_sheet()

    def next_game(self) -> None:
        """Begin the next game of the series, with the colours as the order says.

        Raises
        ------
        MoveError
            Where this game still goes on, or it was the last.
        """
        self._begin_call()
        if not self.is_over:
            refusal = MoveError("next_game: this game still goes on. Finish it, or resign.")
            raise with_japanese(refusal, "still_on")
        if self.game_number == self.n_games:
            message = f"next_game: all {self.n_games} games of the series are played."
            refusal = MoveError(f"{message} Open another folder for more.")
            raise with_japanese(refusal, "all_played", n=self.n_games)
        self._begin_game(self.game_number + 1)
        self._start_clock()

    # --- the clock --------------------------------------------------------------------------------------

    @property
    def seconds_left(self) -> dict[str, float] | None:
        """The seconds each side has left now, by colour, never below 0; None without a clock."""
        left = self.play_state.left
        if left is None:
            return None
        now = dict(left)
        if self._since is not None and self.person_to_move:
            colour = str(self.whose_turn)
            now[colour] = max(0.0, now[colour] - (self._timer() - self._since))
        return now

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running."""
        return self._since is not None and self.play_state.left is not None and self.person_to_move

    def check_time(self) -> bool:
        """Return whether the game is still on, after ending it where the time of the side to move is over."""
        left = self.seconds_left
        if left is not None and self.clock_runs and left[str(self.whose_turn)] <= 0:
            self._begin_call()
            self._stop("time_over", str(self.whose_turn))
        return not self.is_over

    def pause(self) -> None:
        """Stop the clock; a move or `go_on` starts it again."""
        self._begin_call()
        if self.clock_runs:
            self._append({"do": "pause", "left": self.seconds_left, "at": self._time()})
            self._since = None

    def go_on(self) -> None:
        """Let the clock run on."""
        if self._since is None:
            self._start_clock()

    def _start_clock(self) -> None:
        """Let the clock run; that of a new game waits for the first move."""
        self._since = self._timer() if self.moves else None

    def _left_after_move(self) -> dict[str, float] | None:
        left = self.seconds_left
        if left is None or self.clock is None:
            return None
        if self.person_to_move:
            left[str(self.whose_turn)] += self.clock.seconds_a_move
        return {colour: round(seconds, 3) for colour, seconds in left.items()}

    def _left_after_undo(self, n: int) -> dict[str, float] | None:
        """Return the clocks after an undo: as they stand now, and never more than after the turn before."""
        left = self.seconds_left
        if left is None:
            return None
        turns = self.play_state.turns
        before = turns[n - 1].left if n else self._logs[-1].events[0]["left"]
        return {colour: min(seconds, (before or left)[colour]) for colour, seconds in left.items()}

    # --- tables -----------------------------------------------------------------------------------------

    @property
    def sheet_path(self) -> Path:
        """The record sheet of the finished games: CSV, one row a game."""
        return self._sheet.path

    def table(self) -> pd.DataFrame:
        """Return the finished games, one row a game, with the columns of `variantlab.simulate.simulate`.

        A game that was resigned or lost on time did not end by the rules: it is 'capped' there, without a
        winner.
        """
        return self._sheet.table(self._plays, self.names, self.seed)

    # --- inside -----------------------------------------------------------------------------------------

    def _kind(self, player: int) -> str:
        return PERSON if self.players[player] == PERSON else COMPUTER

    @property
    def _is_by_code(self) -> bool:
        return PERSON not in self.players

    def _chooser(self, colour: str) -> Chooser:
        return self._choosers[self.players[self.play_state.seats[colour]]]

    def _physics_of(self, colour: str) -> Any:
        if not isinstance(self.position, ThrowPosition):
            return None
        from variantlab.games.throw_othello.series import player_of

        return player_of(self.players[self.play_state.seats[colour]], self.position.game).physics

    def _check_open(self) -> None:
        if self._lock is None:
            hint = "Go on where it was opened last, or open it again here."
            refusal = DataError(f"{self.folder.name}: this board was closed, nothing was written. {hint}")
            raise with_japanese(refusal, "closed", folder=self.folder.name)

    def _begin_call(self) -> None:
        self._check_open()
        self.events = ()

    def _check_turn_of(self, kind: str) -> None:
        if not self.check_time():
            refusal = MoveError("The game is over: begin the next one, or take back the last turn.")
            raise with_japanese(refusal, "over")
        if self.play_state.kinds[str(self.whose_turn)] != kind:
            who = f"{self.name(str(self.whose_turn))} ({self.whose_turn})"
            hint = "The computer moves: reply()." if kind == PERSON else "A person moves: play(...)."
            key = "turn_of_computer" if kind == PERSON else "turn_of_person"
            names = {"name": self.name(str(self.whose_turn)), "colour": colour_word(self.whose_turn, "ja")}
            raise with_japanese(MoveError(f"It is the turn of {who}. {hint}"), key, **names)

    def _check_throws(self) -> None:
        if not isinstance(self.position, ThrowPosition):
            raise MoveError(f"throw: there are no throws in {self.game.name}. Play a move: play(...).")

    def _move(self, text: str, physics: Any = None) -> None:
        full, point, chance = self._text_of(text, physics)
        self._append_move(full, point)
        if chance:
            self.events = (event("drawn", text=full), *self.events)

    def _text_of(self, text: str, physics: Any = None) -> tuple[str, tuple[float, float] | None, bool]:
        """Return a move's text with all that comes of it, the point of a throw, and whether it was drawn."""
        position = self.position
        if isinstance(position, ThrowPosition):
            if ":" in text or ">" in text:
                thrown = throw_of_text(text)
                played_text(position, str(thrown))
                return str(thrown), None, False
            index = self.game_number - 1
            thrown = drawn_throw(position, text, self.seed, index, len(self.moves), physics)
            return str(thrown), thrown.point, not thrown.on_purpose
        outcomes = position.outcomes(text)
        if len(outcomes) == 1:
            after = outcomes[0][1]
            return str(after.last_move), None, False
        rng = np.random.default_rng([self.seed, self.game_number, len(self.moves), 1])
        below = np.cumsum([float(chance) for chance, _ in outcomes])
        drawn = min(int(np.searchsorted(below, rng.random(), side="right")), len(outcomes) - 1)
        return str(outcomes[drawn][1].last_move), None, True

    def _append_move(
        self, text: str, point: tuple[float, float] | None = None, is_real: bool = False
    ) -> None:
        n = len(self.moves)
        move: dict[str, Any] = {"do": "move", "text": text, "left": self._left_after_move()}
        if point is not None:
            move |= {"point": list(point), "real": is_real}
        self._append({**move, "by": self.whose_turn, "at": self._time()})
        self._start_clock()
        self._tell_of(n)
        if self.is_over:
            self._write_sheet()

    def _tell_of(self, n_before: int) -> None:
        """Add to the events what followed from the turns after the first `n_before`."""
        found = [
            event("pass", colour=turn.colour) for turn in self.play_state.turns[n_before:] if turn.by == RULES
        ]
        if self.is_over:
            kind = "capped" if self.end_reason == "capped" else "over"
            found.append(event(kind, end_reason=self.end_reason, winner=self.winner))
        self.events = (*self.events, *found)

    def _last_own_turn(self) -> Turn:
        return next(turn for turn in reversed(self.play_state.turns) if turn.by != RULES)

    def _stop(self, kind: str, colour: str) -> None:
        left = self.seconds_left
        self._append({"do": "stop", "kind": kind, "by": colour, "left": left, "at": self._time()})
        self.events = (*self.events, event(kind, colour=colour, winner=self.winner))
        self._write_sheet()

    def _append(self, happened: Mapping[str, Any], index: int = -1) -> None:
        """Take in an event: first by the rules, in thought; then on disk; then on the board."""
        self._check_open()
        after = after_event(self._plays[index], happened)
        self._logs[index] = self._logs[index].with_event(happened)
        self._plays[index] = after

    def _begin_game(self, number: int) -> None:
        beginning = {
            "do": "begin",
            "number": number,
            "seats": self._seats_of(number),
            "start": self._start_of(number),
            "date": self._now().astimezone().date().isoformat(),
            "left": self._left_at_start(),
            "at": self._time(),
            "variantlab": __version__,
        }
        play = begun(beginning, self.game, (self._kind(0), self._kind(1)))
        self._logs.append(Log(self._path(number), ()).with_event(beginning))
        self._plays.append(play)
        self._tell_of(0)

    def _seats_of(self, number: int) -> dict[str, int]:
        """Return who has which colour in a game: who begins has the colour that moves first."""
        is_first_half = 2 * number <= self.n_games + 1
        begins = (number - 1) % 2 if self.order == "alternate" else int(not is_first_half)
        first = getattr(self.game, "first", self.game.colours[0])
        return {colour: begins if colour == first else 1 - begins for colour in self.game.colours}

    def _start_of(self, number: int) -> str | None:
        """Return the diagram of the start where each game has its own, as in the series of its seed."""
        if getattr(self.game, "opening_plies", 0):
            return str(self.game.opening_position(self.seed, number - 1).sfen())
        if getattr(self.game, "start", None) != "scattered":
            return None
        columns = self.game.simulate(("random", "random"), 1, self.seed, number - 1)
        boards = (int(columns[f"{colour}_at_start"][0]) for colour in self.game.colours)
        return str(self.game.position_of(*boards).diagram())

    def _left_at_start(self) -> dict[str, float] | None:
        return None if self.clock is None else dict.fromkeys(self.game.colours, self.clock.seconds)

    def _time(self) -> str:
        return utc_text(self._now())

    def _write_sheet(self) -> None:
        """Bring the record sheet up to date; what keeps it from being written is told, and stops no game."""
        problem = self._sheet.write(self._plays, self.names, self.seed)
        if problem is not None:
            self.events = (*self.events, problem)


# --- the series on disk -------------------------------------------------------------------------------------


def _series_of(
    game: Game,
    players: Sequence[str],
    n_games: int,
    cap: int | None,
    clock: Clock | None,
    names: Sequence[str],
    seed: int,
    order: str,
    lang: str,
) -> dict[str, Any]:
    """Return the description of a series, checked."""
    rule = game.rule_fields().get("max_plies")  # a throw game ends by its discs
    if cap is not None and rule is not None:
        game = game.replace(max_plies=whole_number("cap", cap, 1, rule.metadata["high"]))
    kinds = _pair("players", players)
    if "" in kinds:
        raise invalid("players", players, "'person', or how a computer plays", error=RulesError)
    if order not in ORDERS:
        raise unknown_choice("order", order, ORDERS, RulesError)
    if lang not in ("en", "ja"):
        raise unknown_choice("lang", lang, ("en", "ja"), RulesError)
    if clock is not None and not isinstance(clock, Clock):
        raise invalid("clock", clock, "Clock(minutes, seconds_a_move), or None", error=RulesError)
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.settings(),
        "players": list(kinds),
        "names": _checked_names(names, kinds),
        "n_games": whole_number("n_games", n_games, 1, MOST_GAMES),
        "order": order,
        "clock": None if clock is None else asdict(clock),
        "seed": whole_number("seed", seed, 0, 2**64 - 1),
        "lang": lang,
    }


def _aim_of(given: Aim | str | Sequence[float]) -> Aim | str:
    """Return an aim; a pair of numbers is a point of the board."""
    return given if isinstance(given, Aim | str) else Aim(float(given[0]), float(given[1]))


def _check_players(series: Mapping[str, Any]) -> None:
    """Check that computers can play these rules before anything is written."""
    for name in set(series["players"]) - {PERSON}:
        try:
            chooser(name, game_named(series["game"], series["rules"]))
        except RulesError as error:
            raise RulesError(f"players: {error} A person is 'person'.") from None


def _pair(field: str, given: Sequence[str]) -> tuple[str, str]:
    if isinstance(given, str) or len(given) != 2 or not all(isinstance(text, str) for text in given):
        raise invalid(field, given, "two texts, one for each player", error=RulesError)
    return given[0].strip(), given[1].strip()


def _checked_names(names: Sequence[str], kinds: tuple[str, str]) -> list[str]:
    usual = [letter if kind == PERSON else kind for letter, kind in zip("AB", kinds, strict=True)]
    if not names:
        return usual
    given = [_checked_text("name", name, LONGEST_NAME).strip() for name in _pair("names", names)]
    found = [name or other for name, other in zip(given, usual, strict=True)]
    return [f"{found[0]} 1", f"{found[1]} 2"] if found[0] == found[1] else found


def _checked_text(field: str, given: object, longest: int = LONGEST_TEXT) -> str:
    """Return a text that somebody typed, in form NFC; what is no Unicode character becomes U+FFFD."""
    text = str(given).encode("utf-8", errors="replace").decode("utf-8")
    text = unicodedata.normalize("NFC", text)
    if len(text) > longest:
        refusal = invalid(field, text, f"at most {longest:,} characters", f"It has {len(text):,}.", DataError)
        raise with_japanese(refusal, "too_long", n=len(text), longest=longest)
    return text


def _checked_folder(folder: str | os.PathLike[str], make: bool = True) -> Path:
    """Return the folder of a series, which has a safe name and holds a series or nothing."""
    path = Path(folder).resolve()
    try:
        safe_file_name(path.name)
    except DataError as error:
        raise with_japanese(error, "bad_name", name=path.name) from None
    if not path.is_dir():
        if not make or path.exists():
            refusal = invalid("folder", str(folder), "the folder of a series", error=DataError)
            raise with_japanese(refusal, "not_a_series", path=path.as_posix())
        try:
            path.mkdir(parents=True)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            allowed = "a folder that can be made"
            refusal = invalid("folder", str(folder), allowed, f"{reason}.", DataError)
            raise with_japanese(refusal, "not_made", path=path.as_posix(), reason=reason) from None
    if not (path / SERIES).exists():
        others = sorted(file.name for file in path.iterdir() if not re.match(rf"\.|{LOCK}$", file.name))
        if others or not make:
            hint = "Choose another folder. Nothing was overwritten."
            allowed = f"an empty folder, not one with {others[0]}" if others else "the folder of a series"
            refusal = invalid("folder", str(folder), allowed, hint, DataError)
            raise with_japanese(refusal, "not_a_series", path=path.as_posix())
    return path


def _take_over(path: Path) -> None:
    """Close the sitting that this process has open in a folder, so that the cell can be run again."""
    earlier = _OPEN.pop(path, None)
    if earlier is not None:
        earlier.close()


def _locked(path: Path) -> IO[bytes]:
    """Return the open lock file of a folder, which no other process holds; the system frees it in the end."""
    try:
        lock = safe_path(path, LOCK).open("a+b")
    except OSError as error:
        raise _cannot_write(path, error) from None
    try:
        is_ours = try_lock(lock)
    except OSError:
        is_ours = False
    if not is_ours:
        lock.close()
        refusal = DataError(
            f"{path.as_posix()}: another notebook or program has this series open, or the disk knows no "
            "locks. Shut the other one down (in JupyterLab: Kernel, Shut Down), or choose another folder."
        )
        raise with_japanese(refusal, "locked", path=path.as_posix())
    return lock


def _begin_series(path: Path, series: Mapping[str, Any]) -> None:
    try:
        write_text_atomically(path / SERIES, json.dumps(series, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        raise _cannot_write(path, error) from None


def _cannot_write(path: Path, error: OSError) -> DataError:
    reason = error.strerror or type(error).__name__
    refusal = DataError(f"{path.as_posix()}: the folder cannot be written: {reason}.")
    return with_japanese(refusal, "cannot_write", path=path.as_posix(), reason=reason)


def _read_series(path: Path) -> dict[str, Any]:
    """Return what ``series.json`` says, when it is a series this version can play."""
    file = path / SERIES
    hint = "Restore it from a copy, or choose another folder; the games stay where they are."
    try:
        series = parse_json(read_text(file, "utf-8"))
        if not isinstance(series, dict):
            raise DataError("it is no table")
        if series.get("format") != FORMAT:
            raise DataError(f"it is of format {series.get('format')!r}, and this version knows {FORMAT}")
        game = game_named(series["game"], series["rules"])
        clock = None if series["clock"] is None else Clock(**series["clock"])
        names, kinds = series["names"], series["players"]
        found = _series_of(
            game,
            kinds,
            series["n_games"],
            None,
            clock,
            names,
            series["seed"],
            series["order"],
            series["lang"],
        )
    except (VariantlabError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(f"{file.as_posix()}: not the description of a series ({error}). {hint}") from None
    return found


def _series_there(path: Path, asked: dict[str, Any], with_names: bool) -> dict[str, Any]:
    """Return the series of a folder: the one that is there, if it is the one asked for, else that one."""
    if not (path / SERIES).exists():
        _check_players(asked)
        return asked
    found = _read_series(path)
    _check_same(path, found, asked, with_names)
    return found


def _check_same(path: Path, found: Mapping[str, Any], asked: Mapping[str, Any], with_names: bool) -> None:
    """Check that a folder holds the series that is asked for."""
    for field in (*DECISIVE, *(["names"] if with_names else [])):
        if found[field] == asked[field]:
            continue
        there, here = _difference(field, found[field], asked[field])
        hint = (
            "Choose another folder, ask for the series that is there, or go on with it as it is: "
            f"Sitting.resume({path.name!r})."
        )
        refusal = DataError(f"{path.as_posix()}: holds a series with {field} {there}, not {here}. {hint}")
        shown = {"path": path.as_posix(), "name": path.name, "field": field, "there": there, "here": here}
        raise with_japanese(refusal, "another_series", **shown)


def _difference(field: str, found: Any, asked: Any) -> tuple[str, str]:
    if field != "rules":
        return repr(found), repr(asked)
    names = [name for name in asked if found.get(name) != asked[name]]
    return tuple(", ".join(f"{name}={rules.get(name)!r}" for name in names) for rules in (found, asked))  # type: ignore[return-value]
