"""The playing board: a series of games on the screen, in a notebook, with mouse, keyboard or screen reader.

`play` shows the board. The rules stay in Python: the page draws a scene of `variantlab.view.scenes` and sends
back what the person did, and `variantlab.study.sitting.Sitting` has every move on disk before it is drawn.
"""

from __future__ import annotations

import os
import re
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import anywidget
import traitlets

from variantlab.errors import DataError, MoveError, RulesError, VariantlabError, invalid
from variantlab.games.game import PASS, Game
from variantlab.study.sitting import Clock, Sitting
from variantlab.study.sitting_game import PERSON, RULES, HandPlay
from variantlab.study.sitting_throw import ARROW, NOT_KNOWN
from variantlab.study.sitting_words import event_words, with_japanese
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup, escaped
from variantlab.view.play_words import PAGE_WORDS, word
from variantlab.view.scenes import COMPARISONS, comparison, named, rule_words, scene, why_not
from variantlab.view.scenes import SCENES as PLAYABLE

__all__ = ["Clock", "PlayingBoard", "play"]

STATIC = Path(__file__).parent / "static"
USUAL_FOLDER = "played"
MOST_SERIES = 99
#: The article stops a game by hand at so many plies.
ARTICLE_CAP = 100
MOST_NAMED = 8  # legal moves in a message
#: The signs of the sides, and of how a game ended; words stand beside them.
SIGNS = {
    "black": "●",
    "white": "○",
    "sente": "▲",
    "gote": "△",
    "first": "1",
    "second": "2",
    "draw": "=",
    "capped": "…",
}
#: Events that the page tells in other ways.
SAID_ELSEWHERE = ("over", "resumed", "resigned", "time_over")
#: What is asked where a comparison shows something else than another rule.
WORDS_OF_COMPARISON = {"throw_othello": "other_throws"}
LONGEST_MOVE = 60
UNKNOWN_AIM = f"{NOT_KNOWN}{ARROW}"
MOST_KNOCKED = 8  # discs lie beside a square


def play(
    game: Game,
    *,
    against: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    names: Sequence[str] = (),
    n_games: int = 10,
    cap: int | None = None,
    clock: Clock | None = None,
    seed: int = 0,
    lang: str | None = None,
) -> PlayingBoard:
    """Return a board to play a series of games on; in a notebook it shows itself.

    Every move is on disk before it is drawn. A series that was begun goes on where it stopped, after whatever
    ended it: run the cell again.

    Parameters
    ----------
    game : Game
        The rules.
    against : str, optional
        How the computer plays, a name that `variantlab.players.player_named` knows: 'random', 'greedy',
        'alphabeta:1', 'alphabeta:3' and 'alphabeta:5' for three strengths, or 'perfect' where the game can be
        solved. Left out, two people play.
    folder : path-like, optional
        Where the series is kept; ``played/RULE-N`` beside the notebook if left out.
    names : (str, str), optional
        What the two players are called, A and B if left out; the first begins the first game, and they take
        turns in beginning.
    n_games : int, optional
        Games in the series. The article asks for ten, five with each colour.
    cap : int, optional
        A game is stopped at so many plies and recorded as capped. Left out, Othello stops at 100, as the
        article agrees on, and other games where their rules say.
    clock : Clock, optional
        The time each person has; without it there is no hurry.
    seed : int, optional
        From which the computer's choices and chance are drawn.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Raises
    ------
    DataError
        Where the folder holds another series, another notebook has it open, or it cannot be written.
    RulesError
        Where a number, a name or a player is not allowed.
    VariantlabError
        Where the game has no playing board yet.

    Examples
    --------
    >>> import tempfile
    >>> from variantlab.games.othello.rules import Othello
    >>> board = play(Othello(capture="vanish"), folder=tempfile.mkdtemp(), n_games=10)
    >>> board.do({"do": "play", "text": "d3"})
    >>> board.sitting.moves, board.state["panel"]["status"]
    (('d3',), 'Black played d3. White to move')
    >>> board.close()
    """
    lang = language(lang)
    if not isinstance(game, Game):
        raise invalid(
            "game", game, "the rules of a game, such as Othello(capture='vanish')", error=RulesError
        )
    named(PLAYABLE, game.name)
    place = Path(folder) if folder is not None else usual_folder(game, n_games, against)
    players = (PERSON, against or PERSON)

    def opened(where: Path) -> Sitting:
        return Sitting.open(
            game,
            where,
            players=players,
            n_games=n_games,
            cap=usual_cap(game) if cap is None else cap,
            clock=clock,
            names=tuple(names),
            seed=seed,
            lang="ja" if lang == "ja" else "en",
        )

    try:
        return PlayingBoard(opened(place), opened, lang)
    except VariantlabError as error:
        if lang == "ja" and error.japanese:
            raise type(error)(error.japanese) from None
        raise


def usual_cap(game: Game) -> int | None:
    """Return at how many plies a game is stopped if nobody says otherwise; None leaves it to the rules.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> usual_cap(Othello(capture="vanish")), usual_cap(Othello(capture="vanish", max_plies=60))
    (100, None)
    """
    is_of_the_article = game.name == "othello" and "max_plies" not in game.changed_settings()
    return ARTICLE_CAP if is_of_the_article else None


def usual_folder(game: Game, n_games: int, against: str | None) -> Path:
    """Return where a series is kept if nobody says otherwise.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> usual_folder(Othello(capture="vanish"), 10, None).as_posix()
    'played/vanish-10'
    """
    rule = str(getattr(game, "rule", game.name))
    opponent = f"-against-{against}" if against else ""
    return Path(USUAL_FOLDER) / re.sub(r"[^\w.-]+", "-", f"{rule}-{n_games}{opponent}")


def next_folder(folder: Path) -> Path:
    """Return the first folder beside this one in which nothing was begun: the same name with a number.

    Raises
    ------
    DataError
        Where there are 99 already.
    """
    stem = re.sub(r"-series-\d+$", "", folder.name)
    for number in range(2, MOST_SERIES + 1):
        candidate = folder.with_name(f"{stem}-series-{number}")
        if not candidate.exists():
            return candidate
    refusal = DataError(f"{folder.as_posix()}: {MOST_SERIES} series lie beside it. Name another folder.")
    raise with_japanese(refusal, "too_many", path=folder.as_posix(), n=MOST_SERIES)


class PlayingBoard(anywidget.AnyWidget):
    """A series of games as a widget of a notebook; made by `play`.

    Attributes
    ----------
    sitting : Sitting
        The series.
    state : dict
        What the page is told: ``scene``, what is drawn, and ``panel``, what is written beside it.
    """

    _esm = (STATIC / "play.js").read_text(encoding="utf-8")
    _css = (STATIC / "play.css").read_text(encoding="utf-8")
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, sitting: Sitting, opened: Callable[[Path], Sitting], lang: str) -> None:
        self.sitting = sitting
        self._opened = opened
        self._lang = lang
        self._still = uuid4().hex
        self._shows_other = False
        self._message = ""
        self._n_answers = 0
        self._asks = sitting.resumed
        self._is_shown = False
        self._ends: dict[tuple[int, int], str] = {}
        self._say("")
        super().__init__(state=self._state())
        self.on_msg(self._heard)

    # --- what the page sends

    def _heard(self, _: Any, content: Any, __: Any) -> None:
        """Take in a message of the page."""
        if isinstance(content, dict):
            self.do(content)

    def do(self, message: Mapping[str, Any]) -> None:
        """Do what the page asks, and show what came of it; what cannot be done is said on the page.

        Parameters
        ----------
        message : mapping
            ``do``, one of `DEEDS`, and what it needs; ``game`` and ``n_moves`` as the page last saw them: a
            move that was meant for an earlier position is not played.
        """
        self._message = ""
        try:
            deed = DEEDS.get(str(message.get("do")))
            if deed is None:
                raise invalid("do", message.get("do"), ", ".join(DEEDS))
            deed(self, message)
        except VariantlabError as error:
            self._message = error.in_language(self._lang)
        self.show()

    def show(self) -> None:
        """Bring the still picture up to date, and tell the page how things stand.

        The picture comes first: whoever sees a move and saves the notebook saves it with that move. The page
        hears of it even where nothing changed: it waits for an answer.
        """
        self._n_answers += 1
        state = self._state()
        self._show_still(state)
        self.state = state

    def close(self) -> None:
        """Give the series back, so that it can go on elsewhere, and take the board off the page."""
        self.sitting.close()
        super().close()

    def _check_fresh(self, message: Mapping[str, Any]) -> None:
        """Check that the page saw the position in which the move is to be played."""
        if not self._is_fresh(message):
            raise MoveError(word("stale", self._lang))

    def _is_fresh(self, message: Mapping[str, Any]) -> bool:
        now = {"game": self.sitting.game_number, "n_moves": len(self.sitting.moves)}
        return all(message.get(key, value) == value for key, value in now.items())

    def _play(self, message: Mapping[str, Any]) -> None:
        self._check_fresh(message)
        self._asks = False
        text = normal_move(str(message.get("text", ""))[:LONGEST_MOVE])
        try:
            self.sitting.play(text)
        except MoveError as error:
            self._message = self._reason(text, error)
            return
        self._say_turns()

    def _reason(self, text: str, error: MoveError) -> str:
        """Return why a move was not played, in the page's language where the game has words for it."""
        if error.japanese or self.sitting.is_over or not self.sitting.person_to_move:
            return error.in_language(self._lang)
        places = {place["name"] for place in self.state["scene"]["places"]}
        if text in places:
            return why_not(self.sitting.position, [text], self._lang)
        if self._lang == "en":
            return str(error)
        if self.state["scene"]["aim"]:
            return word("no_throw", self._lang, text=text)
        legal = list(dict.fromkeys(move["text"] for move in self.state["scene"]["moves"]))
        return word(
            "no_move", self._lang, text=text, moves=label("comma", self._lang).join(legal[:MOST_NAMED])
        )

    def _reply(self, message: Mapping[str, Any]) -> None:
        if not self._is_fresh(message):
            return  # another view of this board has asked already
        self.sitting.reply()
        self._say_turns()

    def _undo(self, _: Mapping[str, Any]) -> None:
        self.sitting.undo()
        self._say("")

    def _redo(self, _: Mapping[str, Any]) -> None:
        self.sitting.redo()
        self._say(word("redone", self._lang))

    def _resign(self, message: Mapping[str, Any]) -> None:
        self._check_fresh(message)
        self.sitting.resign()
        self._say("")

    def _note(self, message: Mapping[str, Any]) -> None:
        self.sitting.note(message.get("text", ""))
        self._said = word("kept", self._lang)

    def _remark(self, message: Mapping[str, Any]) -> None:
        self.sitting.remark(message.get("text", ""), number=message.get("game"))
        self._said = word("kept", self._lang)

    def _next(self, _: Mapping[str, Any]) -> None:
        self.sitting.next_game()
        self._asks = False
        self._say("")

    def _why(self, message: Mapping[str, Any]) -> None:
        places = [str(place) for place in message.get("places", [])][:9]
        self._message = why_not(self.sitting.position, places, self._lang)

    def _other(self, message: Mapping[str, Any]) -> None:
        self._shows_other = bool(message.get("on"))

    def _throw(self, message: Mapping[str, Any]) -> None:
        self._check_fresh(message)
        x, y = point_of(message)
        self.sitting.throw((x, y))
        self._say_turns()

    def _landed(self, message: Mapping[str, Any]) -> None:
        self._check_fresh(message)
        if message.get("x") is None:
            self.sitting.landed(None, None)
        else:
            knocked = [str(square) for square in message.get("knocked", [])][:MOST_KNOCKED]
            try:
                self.sitting.landed(*point_of(message), str(message.get("face", "")), knocked)
            except MoveError as error:
                if error.japanese or self._lang == "en" or not self.sitting.person_to_move:
                    raise
                self._message = word("no_landing", self._lang)
                return
        self._say_turns()

    def _time(self, _: Mapping[str, Any]) -> None:
        self.sitting.check_time()
        self._say("")

    def _go_on(self, _: Mapping[str, Any]) -> None:
        self._asks = False

    def _new_series(self, _: Mapping[str, Any]) -> None:
        sitting = self._opened(next_folder(self.sitting.folder))
        self.sitting.close()
        self.sitting, self._ends = sitting, {}
        self._asks = False
        self._say("")

    # --- what is said

    def _say_turns(self) -> None:
        """Say the move just played, and what followed from it by itself."""
        turn = next((turn for turn in reversed(self.sitting.play_state.turns) if turn.by != RULES), None)
        played = ""
        if turn is not None:
            colour = sentence(colour_words(turn.colour, self._lang))
            played = word("played", self._lang, colour=colour, move=shown_move(turn.text))
        was_drawn = any(event["kind"] == "drawn" for event in self.sitting.events)
        self._say("" if was_drawn else played)

    def _say(self, first: str) -> None:
        told = [
            event_words(event, self._lang)
            for event in self.sitting.events
            if event["kind"] not in SAID_ELSEWHERE
        ]
        self._said = self._joined([first, *told])

    def _joined(self, sentences: Sequence[str]) -> str:
        return ("" if self._lang == "ja" else " ").join(part for part in sentences if part)

    # --- how things stand

    def _state(self) -> dict[str, Any]:
        shown = scene(self.sitting.position, self._lang)
        return {"scene": shown, "panel": self._panel(shown)}

    def _panel(self, shown: Mapping[str, Any]) -> dict[str, Any]:
        sitting, lang = self.sitting, self._lang
        return {
            "lang": lang,
            "still": self._still,
            "answer": self._n_answers,
            "words": self._page_words(shown),
            "title": self._title(),
            "game": sitting.game_number,
            "signs": {colour: SIGNS[colour] for colour in sitting.game.colours},
            "progress": [self._progress(number) for number in range(1, sitting.n_games + 1)],
            "notice": self._notice(),
            "seats": [self._seat(colour, shown) for colour in sitting.game.colours],
            "status": self._joined([self._said, self._turn_words(sitting.play_state)]),
            "message": self._message,
            "hint": word("hint_aim" if shown["aim"] else "hint", lang),
            "moves": [self._move(turn) for turn in sitting.play_state.turns],
            "notes": [text for _, text in sitting.notes],
            "clock": self._clock(),
            "can": {
                "play": sitting.person_to_move,
                "reply": not sitting.is_over and not sitting.person_to_move,
                "undo": sitting.can_undo,
                "redo": sitting.can_redo,
                "resign": not sitting.is_over,
                "next": sitting.is_over and not sitting.is_complete,
                "compare": self._last_own_turn is not None and sitting.game.name in COMPARISONS,
            },
            "finished": self._finished(),
            "other_on": self._shows_other,
            "other": self._compared() if self._shows_other else None,
            "where": word("kept_in", lang, path=f"{shown_path(sitting.folder)}/"),
        }

    def _page_words(self, shown: Mapping[str, Any]) -> dict[str, str]:
        words = {key: texts[self._lang] for key, texts in PAGE_WORDS.items()}
        places = shown["places"]
        is_listed = shown["moves"] and not shown["aim"]
        example = shown["moves"][0]["text"] if is_listed else places[len(places) * 3 // 10]["name"]
        other = words[WORDS_OF_COMPARISON.get(self.sitting.game.name, "other_rule")]
        return {
            **words,
            "other_rule": other,
            "move_example": words["move_example"].format(example=example),
        }

    def _title(self) -> str:
        sitting, lang = self.sitting, self._lang
        game = name(sitting.game.name, lang)
        if rule := rule_words(sitting.game, lang):
            game = word("game_and_rule", lang, game=game, rule=rule)
        values = {"game": game}
        if sitting.n_games == 1:
            return word("title_of_one", lang, **values)
        return word("title", lang, **values, number=sitting.game_number, n=sitting.n_games)

    def _progress(self, number: int) -> dict[str, str]:
        """Return one game of the series for the progress line: a sign, and words."""
        played = self.sitting.play_numbered(number)
        if played is None:
            words = word("game_to_come", self._lang, number=number)
            return {"state": "to_come", "sign": str(number), "words": words}
        if not played.is_over:
            words = word("game_now", self._lang, number=number)
            return {"state": "now", "sign": str(number), "words": words}
        whole = self._turn_words(played)
        result = whole.partition(label("colon", self._lang))[2] or whole
        words = word("game_done", self._lang, number=number, result=result)
        return {"state": "done", "sign": sign_of(played), "words": words}

    def _notice(self) -> dict[str, Any] | None:
        """Return the offer to go on with a series that was begun before, or to begin another one."""
        sitting, lang = self.sitting, self._lang
        begin = {"do": "new_series", "text": word("new_series", lang)}
        if sitting.is_complete:
            return {"words": self._standing(), "buttons": [begin]}
        if not self._asks:
            return None
        words = word("goes_on", lang, number=sitting.game_number, move=len(sitting.moves) + 1)
        return {"words": words, "buttons": [{"do": "go_on", "text": word("go_on", lang)}, begin]}

    def _standing(self) -> str:
        """Return how the series ended, by player."""
        won = self.sitting.standing()
        return word(
            "all_done",
            self._lang,
            n=self.sitting.n_games,
            first=self.sitting.names[0],
            second=self.sitting.names[1],
            first_won=won["first"],
            second_won=won["second"],
            draw=won["draw"],
            capped=won["capped"],
        )

    def _seat(self, colour: str, shown: Mapping[str, Any]) -> dict[str, Any]:
        counts = {found["colour"]: found["words"] for found in shown["counts"]}
        return {
            "colour": colour,
            "colour_words": sentence(colour_words(colour, self._lang)),
            "name": self.sitting.name(colour),
            "to_move": self.sitting.whose_turn == colour,
            "count": counts.get(colour, ""),
        }

    def _move(self, turn: Any) -> dict[str, str]:
        text = label("pass", self._lang) if turn.text == PASS else shown_move(turn.text)
        words = word("ply", self._lang, colour=colour_words(turn.colour, self._lang), move=text)
        return {"colour": turn.colour, "text": text, "words": words}

    def _clock(self) -> dict[str, Any] | None:
        seconds = self.sitting.seconds_left
        if seconds is None:
            return None
        return {"seconds": seconds, "running": self.sitting.whose_turn if self.sitting.clock_runs else None}

    def _turn_words(self, played: HandPlay) -> str:
        """Return whose turn it is, or how the game ended."""
        lang = self._lang
        if played.stop is not None:
            stop = {"kind": played.stop.kind, "colour": played.stop.colour}
            reason = event_words(stop, lang).rstrip(".。")
            return word("over", lang, reason=reason, winner=winner_words(str(played.winner), lang))
        key = (played.number, len(played.turns))
        if key not in self._ends or not played.is_over:
            self._ends[key] = sentence(scene(played.position, lang)["status"])
        return self._ends[key]

    def _finished(self) -> dict[str, Any] | None:
        """Return the end of the game on the board: what it says, its remark, and where its row is."""
        sitting, lang = self.sitting, self._lang
        played = sitting.play_state
        if not played.is_over:
            return None
        counts = [
            word("counted", lang, colour=sentence(colour_words(count["colour"], lang)), words=count["words"])
            for count in scene(sitting.position, lang)["counts"]
        ]
        stop = label("stop", lang)
        words = [stop.join([self._turn_words(played), *counts]).strip()]
        if played.end_reason == "capped":
            words.append(word("capped_note", lang))
        row = sum(play.is_over and play.position.plies > 0 for play in sitting.plays)
        return {
            "game": f"{sitting.folder} {sitting.game_number}",
            "words": self._joined(words),
            "remark": played.remark,
            "where": self._where_row(row),
        }

    def _where_row(self, row: int) -> str:
        """Return where the row of the finished game is; empty where it has none."""
        if not self.sitting.row_written:
            return ""
        return word("in_sheet", self._lang, row=row, path=shown_path(self.sitting.sheet_path))

    @property
    def _last_own_turn(self) -> int | None:
        """The number of the last turn that a player took, not the rules; None before the first."""
        turns = self.sitting.play_state.turns
        return next((i for i in reversed(range(len(turns))) if turns[i].by != RULES), None)

    def _compared(self) -> dict[str, Any]:
        """Return the last move beside what another rule would have made of it."""
        number = self._last_own_turn
        nothing = {"title": word("nothing_to_compare", self._lang), "boards": []}
        if number is None:
            return nothing
        before, text = self.sitting.positions[number], self.sitting.moves[number]
        return comparison(before, text, self._lang) or nothing

    # --- showing

    def _ipython_display_(self, **_: Any) -> None:
        """Show the board and, for pages that cannot run it, a still picture that the page hides."""
        from IPython.display import display

        bundle = super()._repr_mimebundle_() or ({}, {})
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        display({**data, "text/plain": self._title()}, raw=True)
        display(self._still_bundle(self.state), raw=True, display_id=self._still)
        self._is_shown = True

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the board with its still picture beside it."""
        bundle = super()._repr_mimebundle_() or ({}, {})
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**data, **self._still_bundle(self.state)}, {}

    def _show_still(self, state: Mapping[str, Any]) -> None:
        if self._is_shown:
            from IPython.display import display

            display(self._still_bundle(state), raw=True, display_id=self._still, update=True)

    def _still_bundle(self, state: Mapping[str, Any]) -> dict[str, str]:
        return {"text/html": self._still_of(state), "text/plain": f"{self._title()}\n{self.sitting.position}"}

    def still_html(self) -> Markup:
        """Return the board as it stands, as HTML without a program: for saved and exported notebooks."""
        return self._still_of(self.state)

    def _still_of(self, state: Mapping[str, Any]) -> Markup:
        panel, shown = state["panel"], state["scene"]
        lines = [panel["title"], self._turn_words(self.sitting.play_state)]
        seats = label("comma", self._lang).join(
            f"{seat['colour_words']}{label('colon', self._lang)}{seat['name']}" for seat in panel["seats"]
        )
        moves = " ".join(move["text"] for move in panel["moves"])
        done = [game["words"] for game in panel["progress"] if game["state"] == "done"]
        results = "".join(f"<li>{escaped(words)}</li>" for words in done)
        return Markup(
            f'<figure data-variantlab-still="{self._still}" lang="{self._lang}" style="margin: 0">'
            f"<style>{hidden_error(self._still)}</style>{picture(shown['svg'])}<figcaption>"
            + "<br>".join(escaped(line) for line in [*lines, seats, moves] if line)
            + f'</figcaption><ul style="list-style: none; padding: 0">{results}</ul>'
            + f"<small>{escaped(word('still', self._lang))}</small></figure>"
        )


#: What the page may ask for.
DEEDS: dict[str, Callable[[PlayingBoard, Mapping[str, Any]], None]] = {
    "play": PlayingBoard._play,
    "reply": PlayingBoard._reply,
    "undo": PlayingBoard._undo,
    "redo": PlayingBoard._redo,
    "resign": PlayingBoard._resign,
    "note": PlayingBoard._note,
    "remark": PlayingBoard._remark,
    "next": PlayingBoard._next,
    "why": PlayingBoard._why,
    "other": PlayingBoard._other,
    "throw": PlayingBoard._throw,
    "landed": PlayingBoard._landed,
    "time": PlayingBoard._time,
    "go_on": PlayingBoard._go_on,
    "new_series": PlayingBoard._new_series,
}


def picture(svg: str) -> str:
    """Return a drawing as an image that JupyterLab also shows in a notebook from elsewhere, not yet trusted.

    Examples
    --------
    >>> picture('<svg aria-label="a board">')
    '<img src="data:image/svg+xml;base64,PHN2ZyBhcmlhLWxhYmVsPSJhIGJvYXJkIj4=" alt="a board">'
    """
    alt = re.search('aria-label="([^"]*)"', svg)
    data = b64encode(svg.encode("utf-8")).decode("ascii")
    return f'<img src="data:image/svg+xml;base64,{data}" alt="{alt[1] if alt else ""}">'


def hidden_error(still: str) -> str:
    """Return the style that hides JupyterLab's 'model not found' above the still picture of a board."""
    before_still = f'.jp-OutputArea-child:has(+ .jp-OutputArea-child [data-variantlab-still="{still}"])'
    return f"{before_still} > .jupyter-widgets:not(:has(*)) {{ display: none }}"


def normal_move(text: str) -> str:
    """Return a move as a person typed it, without full-width letters and spaces around.

    Examples
    --------
    >>> normal_move(" ｄ３ ")
    'd3'
    """
    return unicodedata.normalize("NFKC", text).strip()


def point_of(message: Mapping[str, Any]) -> tuple[float, float]:
    """Return the point of a throw that the page sends.

    Raises
    ------
    MoveError
        Where it is no pair of numbers.
    """
    x, y = message.get("x"), message.get("y")
    if not all(isinstance(part, int | float) and not isinstance(part, bool) for part in (x, y)):
        raise invalid("point", (x, y), "two numbers, in squares from the upper left corner", error=MoveError)
    return float(x), float(y)  # type: ignore[arg-type]


def shown_move(text: str) -> str:
    """Return a move as it is listed: a throw whose aim nobody took down is what came of it.

    Examples
    --------
    >>> shown_move("?>c4:B"), shown_move("d3>c4:B"), shown_move("d3")
    ('c4:B', 'd3>c4:B', 'd3')
    """
    return text.removeprefix(UNKNOWN_AIM)


def sign_of(played: HandPlay) -> str:
    """Return the sign of a finished game in the progress line; words stand beside it."""
    return SIGNS[played.winner or "capped"]


def colour_words(colour: str, lang: str) -> str:
    """Return what a side is called.

    Examples
    --------
    >>> colour_words("black", "ja"), colour_words("first", "en")
    ('黒', 'first player')
    """
    return label({"first": "first_player", "second": "second_player"}.get(colour, colour), lang)


def winner_words(winner: str, lang: str) -> str:
    """Return who won, in words.

    Examples
    --------
    >>> winner_words("white", "en"), winner_words("first", "en")
    ('white wins', 'first player wins')
    """
    return label(
        {"first": "first_player_wins", "second": "second_player_wins"}.get(winner, f"{winner}_wins"), lang
    )


def sentence(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def shown_path(path: Path) -> str:
    """Return a path as the reader knows it: from the current folder, if it lies there."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
