"""The Chopsticks study (数字を増やす遊び): the article's claims C1 to C4, its lines of play and its
procedure, checked.

A claim is settled by its value under best play, and by its proof: every line that the article shows is
replayed action by action, every reply that it leaves out is named, and its procedure is followed against
every reply. Results come from functions alone; nothing here states one.

The article shows positions as a matrix with the opponent, who moves first, above and oneself below. Here the
two rows are written as in `Chopsticks.position`: ``11/21``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from variantlab.errors import VariantlabError, unknown_choice
from variantlab.games.chopsticks.position import ChopsticksPosition, Move
from variantlab.games.chopsticks.retrograde import Solution, solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.game import Outcome
from variantlab.study.chopsticks_atlas import (
    OPTIONS,
    READINGS,
    AtlasRow,
    Change,
    Reading,
    atlas,
    changes,
    deciding_readings,
    readings,
    winners,
    with_option,
)
from variantlab.study.predictions import check_language

STUDY = "chopsticks"
Turn = tuple[Move, ...]


# --- what the article says --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Remark:
    """A reply that the article answers in a bracket, beside its line.

    Parameters
    ----------
    before : str
        The matrix in which the reply is played.
    reply, answer : str
        The reply, and the article's answer to it.
    """

    before: str
    reply: str
    answer: str


@dataclass(frozen=True)
class Line:
    """One of the article's lines of play.

    Parameters
    ----------
    name : str
        As the article numbers it.
    moves : str
        The actions in our notation.
    matrices : str
        The matrices that the article shows, from the start on: one more than actions.
    remarks : tuple of Remark
        Its remarks in brackets.
    """

    name: str
    moves: str
    matrices: str
    remarks: tuple[Remark, ...] = ()


LINES: dict[str, tuple[Line, ...]] = {
    "C1": (
        Line("1", "1>1 1>1 21->30 3>2 1>3 4>1", "11/11 11/21 21/21 30/21 30/01 40/01 40/00"),
        Line(
            "2",
            "1>1 2>1 3>2 1>1 32->41 4>1",
            "11/11 11/21 31/21 31/01 32/01 41/01 41/00",
            (Remark("31/01", "1>3", "4>1"),),
        ),
    ),
    "C2": (
        Line(
            "1",
            "1>1 1>1 2>2 4>1 2>4 1>2 3>1 4>3",
            "11/11 11/21 21/21 21/41 20/41 20/01 30/01 30/04 00/04",
            (Remark("20/41", "2>1", "4>2"),),
        ),
        Line(
            "2",
            "1>1 1>1 2>1 3>2 1>2 3>1 4>3 3>4",
            "11/11 11/21 21/21 21/23 01/23 01/33 04/33 04/03 00/03",
            (Remark("01/23", "1>3", "4>1"),),
        ),
        Line(
            "3",
            "1>1 1>1 1>2 3>2 1>1 3>1 4>3 2>4",
            "11/11 11/21 21/21 21/31 01/31 01/32 04/32 04/02 00/02",
            (Remark("01/31", "1>3", "4>1"),),
        ),
        Line(
            "4-1",
            "1>1 1>1 1>1 2>1 2>2 4>2 3>4 2>3",
            "11/11 11/21 21/21 21/22 23/22 23/42 03/42 03/02 00/02",
        ),
        Line(
            "4-2",
            "1>1 1>1 1>1 2>1 3>2 2>3 2>2 4>2",
            "11/11 11/21 21/21 21/22 23/22 23/02 20/02 20/04 00/04",
        ),
    ),
}


@dataclass(frozen=True)
class Rule:
    """One step of the article's procedure for the second player.

    Parameters
    ----------
    step : str
        The article's number.
    text : str
        What it says, in short.
    opposing : str or None
        The first player's hands that it speaks of; None for two or fewer hands that all show 1.
    hands : str or None
        The second player's hands that it speaks of; None for any with fewer than six fingers.
    moves : tuple of str
        What it says to play; ``'split'`` for a split that it does not name further.
    """

    step: str
    text: str
    opposing: str | None
    hands: str | None
    moves: tuple[str, ...]


#: Steps 3, 5, 7 and 5' say where the opponent's replies lead, and to which step one goes back from there.
PROCEDURE: tuple[Rule, ...] = (
    Rule("4", "4と2: 3と3に分身する", "11", "42", ("42->33",)),
    Rule("4'", "3と3: 4と2に分身する", "11", "33", ("33->42",)),
    Rule("6", "4と3: 両手の数を交換する", "11", "43", ("43->34",)),
    Rule("8", "4と4: 1を攻撃し、戦闘不能にする", "11", "44", ("4>1",)),
    Rule("9", "もう片方の4で残った相手の1を攻撃する", "10", "40", ("4>1",)),
    Rule("1, 2, 7", "合計が6になるまで分身する", "11", None, ("split",)),
)
FEWER_THAN = 6


def game_of(claim: str) -> Chopsticks:
    """Return the rules of a claim about one rule set.

    Examples
    --------
    >>> game_of("C2")
    Chopsticks(split=False)
    """
    names = {"C1": "クソルール", "C2": "分身なし", "C3": "終わらない"}
    if claim not in names:
        raise unknown_choice("claim", claim, names)
    return Chopsticks.preset(names[claim])


# --- lines of play ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One turn of one of the article's lines, beside best play.

    Parameters
    ----------
    line : str
        The line's name.
    position : ChopsticksPosition
        Before the turn.
    moves : tuple of Move
        The turn's actions.
    after : ChopsticksPosition
        After the turn.
    value, value_after : {'first', 'second', 'draw'}
        Who wins by best play before and after it.
    distance, distance_after : int or None
        Turns to the end by best play.
    best : tuple of tuple of Move
        All best turns.
    """

    line: str
    position: ChopsticksPosition
    moves: Turn
    after: ChopsticksPosition
    value: Outcome
    value_after: Outcome
    distance: int | None
    distance_after: int | None
    best: tuple[Turn, ...]

    @property
    def keeps_value(self) -> bool:
        """Whether the turn gives nothing away."""
        return self.value == self.value_after

    @property
    def is_best(self) -> bool:
        """Whether the turn is best play: also the quickest win, or the longest resistance."""
        if not self.keeps_value:
            return False
        return self.distance is None or self.distance_after == self.distance - 1

    def __str__(self) -> str:
        return step_text(self)


@dataclass(frozen=True)
class Reply:
    """A turn that the loser may try and that the article's lines do not show.

    Parameters
    ----------
    position : ChopsticksPosition
        Before it.
    moves : tuple of Move
        The turn.
    value : {'first', 'second', 'draw'}
        Who wins after it by best play.
    distance : int or None
        Turns to the end, this one not counted.
    answer : tuple of Move or None
        A best answer; None where the game is over.
    remark : Remark or None
        The article's remark, where it answers the reply in a bracket.
    remark_is_right : bool or None
        Whether the article's answer is legal and wins at once.
    """

    position: ChopsticksPosition
    moves: Turn
    value: Outcome
    distance: int | None
    answer: Turn | None
    remark: Remark | None = None
    remark_is_right: bool | None = None

    def __str__(self) -> str:
        return reply_text(self)


@dataclass(frozen=True)
class Proof:
    """The article's lines for a claim, replayed: a proof where every reply of the loser is shown.

    Parameters
    ----------
    winner : {'first', 'second'}
        Who wins in the lines.
    steps : tuple of Step
        Every turn of every line.
    remarked : tuple of Reply
        Replies that the article answers in a bracket.
    missing : tuple of Reply
        Replies that it neither shows nor answers.
    """

    winner: Outcome
    steps: tuple[Step, ...]
    remarked: tuple[Reply, ...]
    missing: tuple[Reply, ...]

    @property
    def mistakes(self) -> tuple[Step, ...]:
        """Turns that give away the value of their position."""
        return tuple(step for step in self.steps if not step.keeps_value)

    @property
    def not_best(self) -> tuple[Step, ...]:
        """Turns, each once, that keep the value but win more slowly or resist less long than best play."""
        found = {
            (step.position, step.after): step for step in self.steps if step.keeps_value and not step.is_best
        }
        return tuple(found.values())

    @property
    def holes(self) -> tuple[Reply, ...]:
        """Missing replies against which the winner does not win."""
        return tuple(reply for reply in self.missing if reply.value != self.winner)

    @property
    def is_right(self) -> bool:
        """Whether the winner's turns and brackets all win, and no missing reply saves the loser."""
        remarks_hold = all(reply.remark_is_right for reply in self.remarked)
        winning = all(step.value_after == self.winner for step in self.steps)
        return winning and remarks_hold and not self.holes

    @property
    def is_complete(self) -> bool:
        """Whether no reply is missing."""
        return not self.missing

    def lines_not_best(self) -> tuple[str, ...]:
        """Return the names of the lines in which a turn of either side is not best play."""
        names = dict.fromkeys(step.line for step in self.steps if not step.is_best)
        return tuple(names)


def turn_text(moves: Turn) -> str:
    """Return the actions of a turn in one text.

    Examples
    --------
    >>> position = Chopsticks(merge=True, extra_action="any").position("21/21")
    >>> [turn_text(moves) for moves, _ in turns(position)][-3:]
    ['21->30, 3>1', '21->30, 3>2', '21->30, done']
    """
    return ", ".join(map(str, moves))


def turns(position: ChopsticksPosition) -> Iterator[tuple[Turn, ChopsticksPosition]]:
    """Yield the whole turns of the side to move with the position after each, every position once."""
    seen = set()
    for moves, after in _all_turns(position):
        if after not in seen:
            seen.add(after)
            yield moves, after


def _all_turns(position: ChopsticksPosition) -> Iterator[tuple[Turn, ChopsticksPosition]]:
    for move in position.legal_moves():
        after = position.play(move)
        if after.acts_again:
            yield from (((move, *moves), end) for moves, end in _all_turns(after))
        else:
            yield (move,), after


def replay(game: Chopsticks, line: Line) -> list[tuple[ChopsticksPosition, Turn, ChopsticksPosition]]:
    """Return the turns of a line: the position before each, its actions, the position after.

    Raises
    ------
    VariantlabError
        Where an action does not lead to the matrix that the article shows.

    Examples
    --------
    >>> len(replay(game_of("C2"), LINES["C2"][0]))
    8
    """
    before = position = game.start_position()
    actions: list[Move] = []
    found = []
    for text, matrix in zip(line.moves.split(), line.matrices.split()[1:], strict=True):
        actions.append(position.find_move(text))
        position = position.play(text)
        if _hands(game.position(matrix)) != _hands(position):
            raise VariantlabError(f"line {line.name}: {text} does not lead to {matrix}:\n{position}")
        if not position.acts_again:
            found.append((before, tuple(actions), position))
            before, actions = position, []
    return found


def proof(game: Chopsticks, lines: Sequence[Line]) -> Proof:
    """Return the lines replayed under a game's rules, each turn beside best play, with the replies that are
    missing.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    lines : sequence of Line
        Lines that all end in a win of the same player.

    Raises
    ------
    VariantlabError
        Where a line is not finished, or does not lead to its matrices.
    """
    solution = solve(game)
    replayed = {line.name: replay(game, line) for line in lines}
    ends = {turns_of_line[-1][2].outcome for turns_of_line in replayed.values()}
    winner = next(iter(ends))
    if len(ends) != 1 or winner is None:
        raise VariantlabError(f"the lines end differently: {sorted(map(str, ends))}.")
    steps = tuple(
        _step(solution, name, *turn) for name, turns_of_line in replayed.items() for turn in turns_of_line
    )
    shown: dict[ChopsticksPosition, set[ChopsticksPosition]] = {}
    for step in steps:
        if step.position.to_move != winner:
            shown.setdefault(step.position, set()).add(step.after)
    remarks = {_hands(game.position(r.before)): r for line in lines for r in line.remarks}
    remarked: list[Reply] = []
    missing: list[Reply] = []
    for position, afters in shown.items():
        remark = remarks.get(_hands(position))
        for moves, after in turns(position):
            if after in afters:
                continue
            reply = _reply(solution, position, moves, after, remark)
            (missing if reply.remark is None else remarked).append(reply)
    return Proof(winner, steps, tuple(remarked), tuple(missing))


def _hands(position: ChopsticksPosition) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what a matrix of the article shows, which leaves out who is to move."""
    return position.first, position.second


def _step(
    solution: Solution, line: str, position: ChopsticksPosition, moves: Turn, after: ChopsticksPosition
) -> Step:
    distance = solution.distance_of(position)
    value = solution.value_of(position)
    best = tuple(
        turn
        for turn, end in turns(position)
        if solution.value_of(end) == value and (distance is None or solution.distance_of(end) == distance - 1)
    )
    value_after, distance_after = solution.value_of(after), solution.distance_of(after)
    return Step(line, position, moves, after, value, value_after, distance, distance_after, best)


def _reply(
    solution: Solution,
    position: ChopsticksPosition,
    moves: Turn,
    after: ChopsticksPosition,
    remark: Remark | None,
) -> Reply:
    value, distance = solution.value_of(after), solution.distance_of(after)
    answer = None if after.is_over else _best_turn(solution, after)
    if remark is None or turn_text(moves) != remark.reply:
        return Reply(position, moves, value, distance, answer)
    legal = {str(move) for move, _ in after.taps()}
    wins = remark.answer in legal and after.play(remark.answer).outcome == after.to_move
    return Reply(position, moves, value, distance, answer, remark, wins)


def _best_turn(solution: Solution, position: ChopsticksPosition) -> Turn:
    """Return the first best turn of a position."""
    moves: list[Move] = []
    here = position
    while here == position or here.acts_again:
        moves.append(solution.best_moves(here)[0])
        here = here.play(moves[-1])
    return tuple(moves)


# --- the procedure ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A position in which the procedure leaves the second player more than one turn.

    Parameters
    ----------
    position : ChopsticksPosition
        The position.
    step : str
        The procedure's step.
    safe, unsafe : tuple of tuple of Move
        Turns after which whoever follows the procedure can keep to it for ever, or until the win, against
        every reply; and turns after which the opponent can bring about a position for which the procedure has
        no turn.
    values : dict of str to {'first', 'second', 'draw'}
        Who wins by best play after each turn.
    """

    position: ChopsticksPosition
    step: str
    safe: tuple[Turn, ...]
    unsafe: tuple[Turn, ...]
    values: dict[str, Outcome]

    @property
    def matters(self) -> bool:
        """Whether a wrong choice leads out of the procedure, or gives something away."""
        return bool(self.unsafe) or len(set(self.values.values())) > 1

    def __str__(self) -> str:
        return choice_text(self)


@dataclass(frozen=True)
class ProcedureCheck:
    """The article's procedure, followed by the second player against every reply of the first.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    steps : dict of ChopsticksPosition to (step, turns)
        Every position that comes up on the second player's turn while any permitted turn is played, with the
        step that speaks of it and the turns it permits.
    silent : dict of ChopsticksPosition to {'first', 'second', 'draw'}
        Positions among those that come up for which the procedure has no turn, with who wins by best play.
    choices : tuple of Choice
        Where the procedure leaves a choice open.
    holds : bool
        Whether the second player can follow it from the start for ever, or until a win, against every reply.
    loses : bool
        Whether somebody who follows it, and plays best where it is silent, can lose.
    can_be_endless : bool
        Whether the first player can go on for ever against the safe turns.
    can_win : bool
        Whether some replies of the first player let it win.
    gives_away : tuple of (ChopsticksPosition, tuple of Move)
        Permitted turns after which the value by best play is worse for the second player than before.
    """

    game: Chopsticks
    steps: dict[ChopsticksPosition, tuple[str, tuple[Turn, ...]]]
    silent: dict[ChopsticksPosition, Outcome]
    choices: tuple[Choice, ...]
    holds: bool
    loses: bool
    can_be_endless: bool
    can_win: bool
    gives_away: tuple[tuple[ChopsticksPosition, Turn], ...]


def permitted(position: ChopsticksPosition) -> tuple[str, tuple[tuple[Turn, ChopsticksPosition], ...]]:
    """Return the step of the procedure that speaks of a position, and the turns that it permits, perhaps
    none.

    Examples
    --------
    >>> step, options = permitted(game_of("C3").position("11/42 second"))
    >>> step, [turn_text(moves) for moves, _ in options]
    ('4', ['42->33'])
    """
    hands = "".join(map(str, position.second))
    opposing = "".join(map(str, position.first))
    for rule in PROCEDURE:
        if rule.opposing != opposing:
            continue
        if rule.hands == hands or (rule.hands is None and sum(position.second) < FEWER_THAN):
            return rule.step, tuple(_permitted_by(rule, position))
    return "none", ()


def _permitted_by(rule: Rule, position: ChopsticksPosition) -> Iterator[tuple[Turn, ChopsticksPosition]]:
    for moves, after in turns(position):
        wanted = str(moves[0]) in rule.moves or ("split" in rule.moves and moves[0].kind == "split")
        if len(moves) == 1 and wanted:
            yield moves, after


def check_procedure(game: Chopsticks) -> ProcedureCheck:
    """Return how the article's procedure fares under a game's rules, which know no extra action."""
    solution = solve(game)
    steps: dict[ChopsticksPosition, tuple[str, tuple[tuple[Turn, ChopsticksPosition], ...]]] = {}
    waiting = [after for _, after in turns(game.start_position())]
    while waiting:
        position = waiting.pop()
        if position not in steps and not position.is_over:
            steps[position] = permitted(position)
            for _, after in steps[position][1]:
                waiting += [reply for _, reply in turns(after)]
    safe = _safe_positions(steps)
    silent = {
        position: solution.value_of(position) for position, (_, options) in steps.items() if not options
    }
    found = []
    for position, (step, options) in steps.items():
        if len(options) > 1:
            is_safe = {moves: _is_safe(after, safe) for moves, after in options}
            found.append(
                Choice(
                    position,
                    step,
                    tuple(moves for moves, good in is_safe.items() if good),
                    tuple(moves for moves, good in is_safe.items() if not good),
                    {turn_text(moves): solution.value_of(after) for moves, after in options},
                )
            )
    starts = [after for _, after in turns(game.start_position())]
    kept = _kept(starts, steps, safe)
    return ProcedureCheck(
        game,
        {
            position: (step, tuple(moves for moves, _ in options))
            for position, (step, options) in steps.items()
        },
        silent,
        tuple(sorted(found, key=lambda choice: choice.position.second)),
        holds=all(start in safe for start in starts),
        loses="first" in silent.values(),
        can_be_endless=_goes_round(kept),
        can_win=any(after.outcome == "second" for options in kept.values() for after in options),
        gives_away=tuple(
            (position, moves)
            for position, (_, options) in steps.items()
            for moves, after in options
            if solution.value_of(after) != solution.value_of(position)
        ),
    )


_Steps = dict[ChopsticksPosition, tuple[str, tuple[tuple[Turn, ChopsticksPosition], ...]]]


def _is_safe(after: ChopsticksPosition, safe: set[ChopsticksPosition]) -> bool:
    """Return whether a turn wins, or every reply to it leads to a safe position."""
    if after.is_over:
        return after.outcome == "second"
    return all(reply in safe for _, reply in turns(after))


def _safe_positions(steps: _Steps) -> set[ChopsticksPosition]:
    """Return the largest set of positions in which a permitted turn wins, or keeps the game in the set."""
    safe = set(steps)
    while True:
        kept = {p for p in safe if any(_is_safe(after, safe) for _, after in steps[p][1])}
        if kept == safe:
            return safe
        safe = kept


def _kept(
    starts: Sequence[ChopsticksPosition], steps: _Steps, safe: set[ChopsticksPosition]
) -> dict[ChopsticksPosition, list[ChopsticksPosition]]:
    """Return the positions after the safe turns, of every position that comes up while they are played."""
    kept: dict[ChopsticksPosition, list[ChopsticksPosition]] = {}
    waiting = [start for start in starts if start in safe]
    while waiting:
        position = waiting.pop()
        if position not in kept:
            kept[position] = [after for _, after in steps[position][1] if _is_safe(after, safe)]
            for after in kept[position]:
                waiting += [reply for _, reply in turns(after)]
    return kept


def _goes_round(kept: dict[ChopsticksPosition, list[ChopsticksPosition]]) -> bool:
    """Return whether play within these positions can go on for ever."""
    left = set(kept)
    while True:
        going_on = {
            position
            for position in left
            if any(reply in left for after in kept[position] for _, reply in turns(after))
        }
        if going_on == left:
            return bool(left)
        left = going_on


# --- the claims -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settled:
    """One of the article's claims about one rule set, settled.

    Parameters
    ----------
    claim : str
        'C1', 'C2' or 'C3'.
    solution : Solution
        The game solved.
    is_right : bool
        Whether the claimed side wins, or for C3 does not lose.
    proof : Proof or None
        The lines of C1 and C2.
    procedure : ProcedureCheck or None
        The procedure of C3.
    readings : tuple of Reading
        What other readings of the article's words lead to, the game's own in front.
    turns_on : tuple of Reading
        Those that change the verdict, as few decisions changed as will do; empty where none does.
    """

    claim: str
    solution: Solution
    is_right: bool
    proof: Proof | None
    procedure: ProcedureCheck | None
    readings: tuple[Reading, ...]
    turns_on: tuple[Reading, ...]

    @property
    def value_turns_on(self) -> tuple[Reading, ...]:
        """The readings that change who wins by best play but not the verdict, as few decisions changed as
        will do.
        """
        return tuple(r for r in deciding_readings(self.solution.game) if r not in self.turns_on)

    @property
    def finding(self) -> str:
        """How the claim and its proof came out.

        ``'wrong'``; ``'as_shown'`` where the lines answer every reply, or every choice of the procedure will
        do; else ``'with_gaps'``.
        """
        if not self.is_right:
            return "wrong"
        proved = self.proof is None or (self.proof.is_right and self.proof.is_complete)
        procedure = self.procedure
        kept = procedure is None or (procedure.holds and not any(c.matters for c in procedure.choices))
        return "as_shown" if proved and kept else "with_gaps"

    def findings(self, lang: str = "en") -> list[str]:
        """Return what was found, a sentence each, in English or Japanese."""
        lang = check_language(lang)
        right = say("right" if self.is_right else "wrong", lang)
        head = say("claim", lang, claim=self.claim, solution=solution_text(self.solution, lang), right=right)
        found = [head, *_findings_of_proof(self.proof, lang), *_findings_of_procedure(self.procedure, lang)]
        turning = [say("turns", lang, reading=reading_text(reading, lang)) for reading in self.turns_on]
        turning = turning or [say("turns_not", lang, n=len(self.readings))]
        others = [say("value_turns", lang, reading=reading_text(r, lang)) for r in self.value_turns_on]
        return found + turning + others


CLAIMED: dict[str, tuple[Outcome, ...]] = {"C1": ("first",), "C2": ("second",), "C3": ("second", "draw")}


def settle(claim: str, **changed: Any) -> Settled:
    """Return one of the claims C1 to C3 settled.

    Parameters
    ----------
    claim : {'C1', 'C2', 'C3'}
        The claim.
    **changed
        Rules to read otherwise than decided.
    """
    game = game_of(claim).replace(**changed)
    solution = solve(game)
    return Settled(
        claim,
        solution,
        solution.value in CLAIMED[claim],
        proof(game, LINES[claim]) if claim in LINES else None,
        check_procedure(game) if claim == "C3" else None,
        tuple(readings(game)),
        tuple(deciding_readings(game, CLAIMED[claim])),
    )


def _findings_of_proof(checked: Proof | None, lang: str) -> list[str]:
    if checked is None:
        return []
    n_lines = len({step.line for step in checked.steps})
    found = [say("lines", lang, n_lines=n_lines, n_turns=len(checked.steps))]
    found += [say("mistake", lang, step=step_text(step, lang)) for step in checked.mistakes]
    found += [say("not_best", lang, step=step_text(step, lang)) for step in checked.not_best]
    for reply in checked.remarked:
        right = say("right" if reply.remark_is_right else "wrong", lang)
        found.append(say("bracket", lang, reply=reply_text(reply, lang), right=right))
    return found + [say("missing", lang, reply=reply_text(reply, lang)) for reply in checked.missing]


def _findings_of_procedure(checked: ProcedureCheck | None, lang: str) -> list[str]:
    if checked is None:
        return []
    can = {True: say("can", lang), False: say("cannot", lang)}
    found = [
        say("kept_to", lang, can=can[checked.holds]),
        say("endless", lang, can=can[checked.can_be_endless], wins=can[checked.can_win]),
    ]
    for choice in checked.choices:
        matters = say("matters" if choice.matters else "matters_not", lang)
        found.append(say("choice", lang, choice=choice_text(choice, lang), matters=matters))
    for position, value in checked.silent.items():
        found.append(say("silent", lang, position=place_text(position, lang), value=value_text(value, lang)))
    for position, moves in checked.gives_away:
        found.append(say("given_away", lang, position=place_text(position, lang), moves=turn_text(moves)))
    return found


# --- in words ---------------------------------------------------------------------------------------------

WORDS: dict[str, dict[str, str]] = {
    "first": {"en": "first", "ja": "先攻"},
    "second": {"en": "second", "ja": "後攻"},
    "draw": {"en": "draw", "ja": "決着しない"},
    "limit": {"en": "limit", "ja": "戦闘不能の本数"},
    "overflow": {"en": "overflow", "ja": "余り"},
    "split": {"en": "split", "ja": "分身"},
    "revive": {"en": "revive", "ja": "復活"},
    "merge": {"en": "merge", "ja": "融合"},
    "swap": {"en": "swap", "ja": "交換"},
    "extra_action": {"en": "extra action", "ja": "再行動"},
    "limit_out": {"en": "out at {limit}", "ja": "{limit}以上で戦闘不能"},
    "limit_wrap": {"en": "out at {limit} exactly", "ja": "ちょうど{limit}で戦闘不能（余りは残る）"},
    "no_split": {"en": "no split", "ja": "分身なし"},
    "extra_attack": {"en": "extra action (attack)", "ja": "再行動（攻撃のみ）"},
    "extra_any": {"en": "extra action (any)", "ja": "再行動（何でも）"},
    "right": {"en": "right", "ja": "正しい"},
    "wrong": {"en": "wrong", "ja": "誤り"},
    "can": {"en": "can", "ja": "できる"},
    "cannot": {"en": "cannot", "ja": "できない"},
    "in": {"en": "{value} in {n}", "ja": "{n}手で{value}"},
    "solved_win": {
        "en": "{rule}: the {value} player wins in {n} turns ({positions} positions)",
        "ja": "{rule}：最善の手順で{value}が{n}手で勝つ（局面 {positions}）",
    },
    "solved_draw": {
        "en": "{rule}: draw: neither side can force a win ({positions} positions)",
        "ja": "{rule}：どちらも勝ちを強制できない（局面 {positions}）",
    },
    "claim": {
        "en": "{claim}: {solution}. The claim is {right}.",
        "ja": "{claim}：{solution}。主張は{right}。",
    },
    "turns": {
        "en": "With {reading} the verdict is another.",
        "ja": "読み方を {reading} に変えると、判定が変わる。",
    },
    "value_turns": {
        "en": "With {reading}: another value, the same verdict.",
        "ja": "読み方を {reading} に変えると、勝敗は変わるが判定は同じ。",
    },
    "turns_not": {
        "en": "No other reading changes the verdict ({n} in all).",
        "ja": "ほかの読み方にしても判定は変わらない（全部で {n} 通り）。",
    },
    "lines": {
        "en": "{n_lines} lines with {n_turns} turns lead to the matrices shown.",
        "ja": "{n_lines} 本の変化（計 {n_turns} 手）は、記事の行列のとおりに進む。",
    },
    "mistake": {"en": "A mistake: {step}.", "ja": "悪手：{step}。"},
    "not_best": {"en": "Not best play: {step}.", "ja": "最善でない：{step}。"},
    "bracket": {"en": "The bracket is {right}: {reply}.", "ja": "括弧書きは{right}：{reply}。"},
    "missing": {"en": "A reply is missing: {reply}.", "ja": "抜けている応手：{reply}。"},
    "kept_to": {
        "en": "The procedure {can} be kept to against every reply.",
        "ja": "この手順は、どの応手に対しても続けることが{can}。",
    },
    "endless": {
        "en": "The first player {can} make it endless; whoever follows the procedure {wins} win.",
        "ja": "先攻がゲームを終わらなくすることは{can}。手順どおりに指して後攻が勝つことは{wins}。",
    },
    "choice": {"en": "A choice that {matters}: {choice}.", "ja": "{matters}選択：{choice}。"},
    "matters": {"en": "matters", "ja": "結果を左右する"},
    "matters_not": {"en": "does not matter", "ja": "どちらでもよい"},
    "silent": {
        "en": "No step for {position}: {value}.",
        "ja": "手順に書かれていない局面 {position}：{value}。",
    },
    "given_away": {"en": "Given away: {position}: {moves}.", "ja": "損になる手：{position}：{moves}。"},
    "step": {
        "en": "line {line}, {place}: {moves} ({ends}; {verdict})",
        "ja": "変化 {line}、{place}：{moves}（{ends}、{verdict}）",
    },
    "best": {"en": "best", "ja": "最善"},
    "best_would_be": {"en": "best would be {moves}", "ja": "最善は {moves}"},
    "or": {"en": " or ", "ja": " か "},
    "reply": {"en": "{place}: {moves}, then {ends}", "ja": "{place}：{moves} なら、そのあと{ends}"},
    "by": {"en": " by {moves}", "ja": "（{moves}）"},
    "choice_at": {"en": "step {step}, {place}: {options}", "ja": "手順 {step}、{place}：{options}"},
    "leaves": {"en": "; leaves the procedure: {moves}", "ja": "。手順から外れる：{moves}"},
    "as_decided": {"en": "as decided", "ja": "この研究の読み方"},
    "without_splits": {"en": "Without splits: {counts}.", "ja": "分身なし：{counts}。"},
    "with_splits": {
        "en": "With splits and no extra action: {counts}.",
        "ja": "分身あり・再行動なし：{counts}。",
    },
    "with_extra": {"en": "With an extra action: {counts}.", "ja": "再行動あり：{counts}。"},
    "splits_change": {
        "en": "Splits alone change the winner in {n} places.",
        "ja": "分身を加えるだけで勝者が変わるところ：{n} か所。",
    },
    "gives_second": {
        "en": "An option alone gives the second player the win: {counts}.",
        "ja": "そのオプションだけで後攻必勝になる回数：{counts}。",
    },
    "gives_first": {
        "en": "An option alone gives the first player the win: {counts}.",
        "ja": "そのオプションだけで先攻必勝になる回数：{counts}。",
    },
}  # fmt: skip


def say(key: str, lang: str, **values: object) -> str:
    """Return the words of a key of `WORDS` in the language.

    Examples
    --------
    >>> say("turns_not", "en", n=12)
    'No other reading changes the verdict (12 in all).'
    """
    return WORDS[key][lang].format(**values)


def value_text(value: str, lang: str, distance: int | None = None) -> str:
    """Return who wins by best play, and in how many turns where that is known.

    Examples
    --------
    >>> value_text("second", "en", 8), value_text("draw", "ja")
    ('second in 8', '決着しない')
    """
    shown = say(value, lang)
    if distance is None:
        return shown
    return say("in", lang, value=shown + ("の勝ち" if lang == "ja" else ""), n=distance)


def place_text(position: ChopsticksPosition, lang: str) -> str:
    """Return a position in one line.

    Examples
    --------
    >>> place_text(Chopsticks().position("11/21 second"), "ja")
    '11/21 後攻'
    """
    if lang == "en":
        return position.diagram()
    return f"{position.diagram().split()[0]} {say(position.to_move, lang)}"


def rule_text(game: Chopsticks, lang: str) -> str:
    """Return the house rules in a few words; decisions that differ from the default by their names.

    Examples
    --------
    >>> rule_text(game_of("C3"), "en")
    'out at 5, split, revive, swap'
    >>> rule_text(Chopsticks(limit=6, overflow="wrap", extra_action="any"), "ja")
    'ちょうど6で戦闘不能（余りは残る）、分身、再行動（何でも）'
    """
    words = [say(f"limit_{game.overflow}", lang, limit=game.limit)]
    if not game.split:
        words.append(say("no_split", lang))
    else:
        words += [say(name, lang) for name in ("split", "revive", "merge", "swap") if getattr(game, name)]
        if game.extra_action != "none":
            words.append(say(f"extra_{game.extra_action}", lang))
        changed = {n: v for n, v in game.changed_settings().items() if n in READINGS and n not in OPTIONS}
        words += [f"{name}={value!r}" for name, value in changed.items()]
    return ("、" if lang == "ja" else ", ").join(words)


def solution_text(solution: Solution, lang: str) -> str:
    """Return a solved start in words."""
    key = "solved_draw" if solution.value == "draw" else "solved_win"
    return say(
        key,
        lang,
        rule=rule_text(solution.game, lang),
        value=say(solution.value, lang),
        n=solution.distance,
        positions=solution.n_positions,
    )


def reading_text(reading: Reading, lang: str) -> str:
    """Return a reading with what best play then leads to."""
    changed = ", ".join(f"{name}={value!r}" for name, value in reading.changed.items())
    colon = "：" if lang == "ja" else ": "
    value = value_text(reading.value, lang, reading.distance)
    return f"{changed or say('as_decided', lang)}{colon}{value}"


def step_text(step: Step, lang: str = "en") -> str:
    """Return a turn of a line with how it ends by best play, and what would have been better."""
    best = say("or", lang).join(turn_text(turn) for turn in step.best)
    return say(
        "step",
        lang,
        line=step.line,
        place=place_text(step.position, lang),
        moves=turn_text(step.moves),
        ends=value_text(step.value_after, lang, step.distance_after),
        verdict=say("best", lang) if step.is_best else say("best_would_be", lang, moves=best),
    )


def reply_text(reply: Reply, lang: str = "en") -> str:
    """Return a reply with who then wins, and the answer to it."""
    text = say(
        "reply",
        lang,
        place=place_text(reply.position, lang),
        moves=turn_text(reply.moves),
        ends=value_text(reply.value, lang, reply.distance),
    )
    answer = turn_text(reply.answer or ()) if reply.remark is None else reply.remark.answer
    return text + (say("by", lang, moves=answer) if answer else "")


def choice_text(choice: Choice, lang: str = "en") -> str:
    """Return a choice of the procedure with who wins after each turn, and which turns lead out of it."""
    comma = "、" if lang == "ja" else ", "
    options = comma.join(f"{text} ({value_text(value, lang)})" for text, value in choice.values.items())
    text = say("choice_at", lang, step=choice.step, place=place_text(choice.position, lang), options=options)
    unsafe = comma.join(map(turn_text, choice.unsafe))
    return text + (say("leaves", lang, moves=unsafe) if unsafe else "")


@dataclass(frozen=True)
class Advice:
    """The article's advice at its end (C4), beside the atlas.

    Parameters
    ----------
    rows : tuple of AtlasRow
        The atlas.
    """

    rows: tuple[AtlasRow, ...]

    @property
    def without_splits(self) -> dict[str, int]:
        """Winners of the rule sets without splits."""
        return winners(with_option(self.rows, split=False))

    @property
    def with_splits(self) -> dict[str, int]:
        """Winners of the rule sets with splits and without an extra action."""
        return winners(with_option(self.rows, split=True, extra_action="none"))

    @property
    def with_extra_action(self) -> dict[str, int]:
        """Winners of the rule sets with an extra action."""
        return winners(row for row in self.rows if row.game.extra_action != "none")

    @property
    def favours_second(self) -> dict[str, int]:
        """By option, how often it alone gives the second player a win that was not there before."""
        return self._gains("second")

    @property
    def favours_first(self) -> dict[str, int]:
        """By option, how often it alone gives the first player a win that was not there before."""
        return self._gains("first")

    def _gains(self, player: str) -> dict[str, int]:
        counts: dict[str, int] = {}
        for change in changes(self.rows):
            if change.after.value == player != change.before.value:
                counts[change.option] = counts.get(change.option, 0) + 1
        return counts

    @property
    def splits_change_the_winner(self) -> list[Change]:
        """Where splits alone change the winner."""
        return [c for c in changes(self.rows) if c.option == "split" and c.changes_winner]

    @property
    def second_is_favoured(self) -> bool:
        """Whether with splits the second player can force a win under more rule sets than the first."""
        counts = winners(with_option(self.rows, split=True))
        return counts["second"] > counts["first"]

    def findings(self, lang: str = "en") -> list[str]:
        """Return what was found, a sentence each, in English or Japanese."""
        lang = check_language(lang)
        comma = "、" if lang == "ja" else ", "

        def shown(counts: dict[str, int]) -> str:
            words = {name: WORDS[name][lang] if name in WORDS else name for name in counts}
            return comma.join(f"{words[name]} {n}" for name, n in counts.items())

        return [
            say("without_splits", lang, counts=shown(self.without_splits)),
            say("with_splits", lang, counts=shown(self.with_splits)),
            say("with_extra", lang, counts=shown(self.with_extra_action)),
            say("splits_change", lang, n=len(self.splits_change_the_winner)),
            say("gives_second", lang, counts=shown(self.favours_second)),
            say("gives_first", lang, counts=shown(self.favours_first)),
        ]


def advice(rows: Sequence[AtlasRow] | None = None) -> Advice:
    """Return the article's advice (C4) beside the atlas."""
    return Advice(tuple(atlas() if rows is None else rows))
