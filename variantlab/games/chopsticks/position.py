"""Positions of Chopsticks for people and for exact work, by the same compiled rules as the fast kernels."""

from __future__ import annotations

import functools
import html
import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from variantlab.errors import MoveError, RulesError, invalid, unknown_choice
from variantlab.games.chopsticks import kernels as k
from variantlab.games.chopsticks.rules import MOST_PLIES, Chopsticks
from variantlab.games.game import Outcome, html_of

Hands = tuple[int, int]
Kind = Literal["attack", "split", "done"]
KINDS: tuple[Kind, ...] = ("attack", "split", "done")
DONE = "done"
ACTS_AGAIN = "acts again"
_ATTACK_TEXT = re.compile(r"(\d)\s*(?:>|→)\s*(\d)")
_SPLIT_TEXT = re.compile(r"(\d)\s*,?\s*(\d)\s*(?:->|→)\s*(\d)\s*,?\s*(\d)")


@functools.lru_cache(maxsize=4096)
def rule_words(game: Chopsticks) -> k.RuleWords:
    """Return the rules as whole numbers, as the compiled functions take them."""
    return k.RuleWords(
        limit=game.limit,
        wraps=int(game.overflow == "wrap"),
        split=int(game.split),
        revive=int(game.revive),
        merge=int(game.merge),
        merge_ones=int(game.merge_ones),
        swap=int(game.swap),
        swap_equal=int(game.swap_equal),
        lone_swap=("never", "swap", "all").index(game.lone_swap),
        split_out=int(game.split_out),
        extra_action=("none", "attack", "any").index(game.extra_action),
        extra_action_must=int(game.extra_action_must),
    )


@dataclass(frozen=True)
class Move:
    """One action: an attack, a split, or the end of a turn whose extra action is not wanted.

    Parameters
    ----------
    text : str
        ``'1>2'``, one's hand that shows 1 touches an opposing hand that shows 2; ``'21->30'``, one's hands
        before and after a split (``'21->12'`` exchanges them); ``'done'``.
    kind : {'attack', 'split', 'done'}
        What it is.
    n_taps : int
        How many physical actions of the mover lead to the same position.
    """

    text: str
    kind: Kind
    n_taps: int = field(default=1, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class ChopsticksPosition:
    """A position of Chopsticks: what both players raise, who is to move, and whether in the midst of a turn.

    Positions are equal when their future is: the history (`plies`, `splits`, `last_move`) does not count.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    first, second : (int, int)
        Raised fingers of the two players' hands, the larger number in front.
    to_move : {'first', 'second'}
        The side to move.
    acts_again : bool
        Whether the side to move has just split, and may (or must) act once more in the same turn.

    Examples
    --------
    >>> position = Chopsticks(swap=True).start_position().play("1>1").play("21->12")
    >>> position.second, position.to_move
    ((2, 1), 'first')
    >>> position.play("1>3")
    Traceback (most recent call last):
    variantlab.errors.MoveError: move: got '1>3'; allowed: 1>1, 1>2. No opposing hand shows 3.
    """

    game: Chopsticks
    first: Hands
    second: Hands
    to_move: str = "first"
    acts_again: bool = False
    plies: int = 0
    splits: int = 0
    last_move: Move | None = None

    def _key(self) -> tuple[Hands, Hands, str, bool]:
        return self.first, self.second, self.to_move, self.acts_again

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChopsticksPosition):
            return NotImplemented
        return self._key() == other._key() and self.game == other.game

    def hands(self, player: str) -> Hands:
        """Return a player's hands, the larger number in front."""
        return self.first if checked_player(player) == "first" else self.second

    @property
    def mine(self) -> Hands:
        """The hands of the side to move."""
        return self.hands(self.to_move)

    @property
    def theirs(self) -> Hands:
        """The hands of the side that is not to move."""
        return self.hands(other_player(self.to_move))

    # --- the end

    @property
    def _is_decided(self) -> bool:
        return self.first == (0, 0) or self.second == (0, 0)

    @property
    def is_over(self) -> bool:
        """Whether a player has both hands out, or the game is capped."""
        return self._is_decided or (self.plies >= self.game.max_plies and not self.acts_again)

    @property
    def end_reason(self) -> str | None:
        """'hands_out' or 'capped'; None while the game goes on."""
        if not self.is_over:
            return None
        return "hands_out" if self._is_decided else "capped"

    @property
    def outcome(self) -> Outcome | None:
        """'first' or 'second', who has won; None while the game goes on and when it is capped."""
        if not self._is_decided:
            return None
        return "second" if self.first == (0, 0) else "first"

    @property
    def winner(self) -> str | None:
        """'first' or 'second', as `outcome`: no finished game of Chopsticks is a draw."""
        return self.outcome

    # --- moving

    def _actions(self) -> list[tuple[Move, ChopsticksPosition]]:
        """Return every physical action with the position after it."""
        if self.is_over:
            return []
        found = np.zeros((k.MOST_ACTIONS, 8), np.int64)
        n = k.actions(
            *self.mine[::-1], *self.theirs[::-1], int(self.acts_again), rule_words(self.game), found
        )
        return [self._action(row) for row in found[:n].tolist()]

    def _action(self, row: list[int]) -> tuple[Move, ChopsticksPosition]:
        mine, theirs = (row[k.OWN_HIGH], row[k.OWN_LOW]), (row[k.OPP_HIGH], row[k.OPP_LOW])
        kind = KINDS[row[k.KIND]]
        text = {
            "attack": f"{row[k.ACTS]}>{row[k.ACTED_ON]}",
            "split": _split_text(self.mine, mine),
            "done": DONE,
        }[kind]
        first, second = (mine, theirs) if self.to_move == "first" else (theirs, mine)
        move = Move(text, kind)
        after = ChopsticksPosition(
            self.game,
            first,
            second,
            self.to_move if row[k.GOES_ON] else other_player(self.to_move),
            bool(row[k.GOES_ON]),
            self.plies + (not self.acts_again),
            self.splits + (kind == "split"),
            move,
        )
        return move, after

    def taps(self) -> tuple[tuple[Move, ChopsticksPosition], ...]:
        """Return every physical action of the side to move with the position after it, equal results
        included.

        Up to four attacks, one for each pair of live hands; a split for each giving hand and number of
        fingers.
        """
        return tuple(self._actions())

    def _by_result(self) -> dict[ChopsticksPosition, list[Move]]:
        by_result: dict[ChopsticksPosition, list[Move]] = {}
        for move, after in self._actions():
            by_result.setdefault(after, []).append(move)
        return by_result

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves: attacks, splits, then ``done``; of actions with the same result the first
        alone.

        Examples
        --------
        >>> position = Chopsticks(merge=True).position("33/43")
        >>> [(str(move), move.n_taps) for move in position.legal_moves()]
        [('3>3', 2), ('3>4', 2), ('33->42', 2)]
        """
        return tuple(replace(moves[0], n_taps=len(moves)) for moves in self._by_result().values())

    def steps(self, move: Move | str) -> dict[str, int]:
        """Return what the action adds to the counts of the record; an extra action belongs to its turn."""
        kind = self.find_move(move).kind
        return {"plies": int(not self.acts_again), "splits": int(kind == "split")}

    def find_move(self, move: Move | str) -> Move:
        """Return the legal action that `move` means, also one that does not differ in its result from
        another.

        Raises
        ------
        MoveError
            Where there is none; the message says why and what is legal.
        """
        return self._found(move)[0]

    def _found(self, move: Move | str) -> tuple[Move, ChopsticksPosition]:
        by_result = self._by_result()
        if not by_result:
            hint = f"It ended: {self.end_reason}."
            raise invalid("move", str(move), "none, the game is over", hint, MoveError)
        text = move_text(move)
        for after, moves in by_result.items():
            for found in moves:
                if found.text == text:
                    found = replace(found, n_taps=len(moves))
                    return found, replace(after, last_move=found)
        allowed = ", ".join(str(legal) for legal in self.legal_moves())
        raise invalid("move", str(move), allowed, self.why_not(text), MoveError)

    def why_not(self, text: str) -> str:
        """Return in a sentence why the side to move may not play a move; an empty text if it may."""
        if any(move.text == text for move, _ in self._actions()):
            return ""
        if attack := _ATTACK_TEXT.fullmatch(text):
            return self._why_no_attack(int(attack[1]), int(attack[2]))
        if split := _SPLIT_TEXT.fullmatch(text):
            digits = tuple(int(digit) for digit in split.groups())
            return self._why_no_split(digits[:2], digits[2:])
        if text == DONE:
            reason = "must act again" if self.acts_again else "has not acted yet"
            return f"The {self.to_move} player {reason}."
        return "A move is an attack such as 1>2, a split such as 31->22, or done."

    def _why_no_attack(self, acts: int, acted_on: int) -> str:
        if 0 in (acts, acted_on):
            return "A hand that is out neither attacks nor is attacked."
        if acts in self.mine:
            return f"No opposing hand shows {acted_on}."
        return f"No hand of the {self.to_move} player shows {acts}."

    def _why_no_split(self, before: tuple[int, ...], after: tuple[int, ...]) -> str:
        game, mine = self.game, self.mine
        if not game.split:
            return "These rules have no splits."
        if self.acts_again and game.extra_action != "any":
            return "The extra action is an attack."
        if tuple(sorted(before, reverse=True)) != mine:
            return f"The {self.to_move} player's hands show {mine[0]},{mine[1]}."
        if mine[0] < 2:
            return "No hand shows 2 or more."
        total = sum(mine)
        if sum(after) != total or max(after) >= game.limit:
            return (
                f"A split moves fingers and loses none, and leaves each hand below {game.limit}."
                if not game.split_out
                else "A split moves fingers from one hand to the other."
            )
        if sorted(after) == sorted(before):
            return self._why_no_exchange()
        if 0 in mine and not game.revive:
            return "It gives fingers to a hand that is out, which needs revive."
        return "It empties a hand, which needs merge."

    def _why_no_exchange(self) -> str:
        if 0 in self.mine and self.game.lone_swap == "all":
            return "A lone hand changes sides only with merge, revive and swap together."
        if 0 in self.mine and self.game.lone_swap == "never":
            return "A lone hand does not change sides."
        if self.game.swap:
            return "Equal hands are exchanged only with swap_equal."
        return "It exchanges the hands, which needs swap."

    def play(self, move: Move | str) -> ChopsticksPosition:
        """Return the position after `move`.

        Parameters
        ----------
        move : Move or str
            A legal action or its text, see `Move`.

        Raises
        ------
        MoveError
            Where the move is not legal.

        Examples
        --------
        >>> print(Chopsticks(merge=True, extra_action="any").position("2 1 / 2 1").play("21->30"))
        3 0
        2 1
        first to move, acts again
        """
        return self._found(move)[1]

    def outcomes(self, move: Move | str) -> tuple[tuple[Fraction, ChopsticksPosition], ...]:
        """Return the position after `move` with the chance 1: nothing is left to chance."""
        return ((Fraction(1), self.play(move)),)

    # --- whole games

    def uncapped(self) -> ChopsticksPosition:
        """Return the position in the same game without a limit on its turns, its history forgotten."""
        game = self.game if self.game.max_plies == MOST_PLIES else self.game.replace(max_plies=MOST_PLIES)
        return ChopsticksPosition(game, *self._key())

    def record(self) -> dict[str, Any]:
        """Return the columns of the game record that the position knows, also of a game that goes on."""
        return {
            "rule": self.game.rule,
            "plies": self.plies,
            "splits": self.splits,
            "end_reason": self.end_reason,
            "fingers_first": sum(self.first),
            "fingers_second": sum(self.second),
            "winner": self.winner,
        }

    # --- as it is counted

    @property
    def counted_as(self) -> tuple[Hands, Hands] | None:
        """What the position counts as among the positions of a game: the hands of the side to move, then the
        other side's; None in the midst of a turn.
        """
        return None if self.acts_again else (self.mine, self.theirs)

    @property
    def state(self) -> int:
        """The number of the position in the arrays of `kernels`, seen from the side to move."""
        n_pairs = self.game.limit * (self.game.limit + 1) // 2
        own, opp = (k.pair_number(low, high) for high, low in (self.mine, self.theirs))
        return (int(self.acts_again) * n_pairs + own) * n_pairs + opp

    # --- showing

    def diagram(self) -> str:
        """Return the position in one line, as `Chopsticks.position` reads it: ``11/21 second``."""
        return f"{_digits(self.first)}/{_digits(self.second)} {self.to_move}{self._again_text()}"

    def _again_text(self) -> str:
        return f", {ACTS_AGAIN}" if self.acts_again else ""

    def __str__(self) -> str:
        """Return the article's matrix, in which one is the second player: the first stands above."""
        rows = [f"{high} {low}" for high, low in (self.first, self.second)]
        return "\n".join([*rows, f"{self.to_move} to move{self._again_text()}"])

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.diagram()!r})"

    def matrix_html(self) -> str:
        """Return the article's 2x2 matrix as HTML, the first player above."""
        side = "border:solid;border-color:currentColor;border-radius:.6em"
        cell = "<td style='padding:.1em .6em;text-align:center'>{}</td>"
        rows = "".join(
            f"<tr>{''.join(cell.format(fingers) for fingers in hands)}</tr>"
            for hands in (self.first, self.second)
        )
        label = html.escape(str(self).replace("\n", ", "), quote=True)
        table = f"<table style='{side};border-width:0 2px;border-collapse:separate'>{rows}</table>"
        below = f"<small>{self.to_move} to move{self._again_text()}</small>"
        return f"<div role='img' aria-label='{label}'>{table}{below}</div>"

    def _repr_html_(self) -> str:
        return html_of(self) if self.game.drawing else self.matrix_html()


# --- words, move lists and diagrams -------------------------------------------------------------------------


def other_player(player: str) -> str:
    """Return the player that is not `player`.

    Examples
    --------
    >>> other_player("first")
    'second'
    """
    return Chopsticks.colours[player == "first"]


def replay(game: Chopsticks, moves: str, start: ChopsticksPosition | None = None) -> ChopsticksPosition:
    """Return the position after a list of moves, see `Chopsticks.replay`."""
    position = game.start_position() if start is None else start
    joined = re.sub(r"\s*(->|>|→)\s*", r"\1", moves)
    for number, text in enumerate(re.findall(r"[^\s,;]+", joined), start=1):
        try:
            position = position.play(text)
        except MoveError as error:
            raise MoveError(f"move {number}: {error}") from None
    return position


def checked_player(given: Any) -> str:
    """Return 'first' or 'second', also for ``先攻`` and ``後攻``.

    Raises
    ------
    RulesError
        For anything else.
    """
    text = str(given).strip().casefold()
    players = {"first": "first", "second": "second", "先攻": "first", "後攻": "second"}
    if text not in players:
        raise unknown_choice("player", given, Chopsticks.colours, RulesError)
    return players[text]


def move_text(move: Move | str) -> str:
    """Return a move's text in its one spelling: hands of a split with the larger number in front, unless
    exchanged.

    Examples
    --------
    >>> move_text("12 -> 03"), move_text("1 2 -> 2 1"), move_text(" 1 > 2 "), move_text("Done")
    ('21->30', '21->12', '1>2', 'done')
    """
    text = str(move).strip().casefold()
    if attack := _ATTACK_TEXT.fullmatch(text):
        return f"{attack[1]}>{attack[2]}"
    if split := _SPLIT_TEXT.fullmatch(text):
        before, after = (
            tuple(sorted(map(int, pair), reverse=True)) for pair in (split.group(1, 2), split.group(3, 4))
        )
        return _split_text((before[0], before[1]), (after[0], after[1]))
    return text


def _split_text(before: Hands, after: Hands) -> str:
    return f"{_digits(before)}->{_digits(after[::-1] if after == before else after)}"


def _digits(hands: tuple[int, ...]) -> str:
    return "".join(str(fingers) for fingers in hands)


_TO_MOVE = re.compile(r"[\s,]*(first|second|先攻|後攻)(?:\s+to\s+move)?\s*$", re.IGNORECASE)
_AGAIN = re.compile(rf"[\s,]*{ACTS_AGAIN}\s*$", re.IGNORECASE)


def position_of_diagram(game: Chopsticks, diagram: str) -> ChopsticksPosition:
    """Return the position of a text diagram, see `Chopsticks.position`.

    Raises
    ------
    RulesError
        Where it does not show two hands for each of two players, a hand has reached the limit, both players
        have lost, or the rules know no extra action.
    """
    text = str(diagram).strip()
    acts_again = _AGAIN.search(text) is not None
    text = _AGAIN.sub("", text)
    match = _TO_MOVE.search(text)
    to_move = checked_player(match[1]) if match else "first"
    rows = [re.sub(r"[\s,]", "", row) for row in re.split(r"[/\n-]", _TO_MOVE.sub("", text))]
    if len(rows) != 2 or not all(re.fullmatch("[0-9]{2}", row) for row in rows):
        allowed = "the first player's hands above the second's, such as '1 1 / 2 1 second to move'"
        raise invalid("diagram", diagram, allowed, error=RulesError)
    first, second = (tuple(sorted(map(int, row), reverse=True)) for row in rows)
    highest = max(first[0], second[0])
    if highest >= game.limit:
        raise invalid("diagram", diagram, f"hands of 0 to {game.limit - 1} fingers", error=RulesError)
    if first == second == (0, 0):
        raise invalid("diagram", diagram, "a live hand for one player at least", error=RulesError)
    if acts_again and (not game.split or game.extra_action == "none" or 0 in (first[0], second[0])):
        hint = "Only after a split, and with the rule extra_action, a player acts again."
        raise invalid("diagram", diagram, f"no '{ACTS_AGAIN}' here", hint, RulesError)
    return ChopsticksPosition(game, (first[0], first[1]), (second[0], second[1]), to_move, acts_again)


def position_of_state(game: Chopsticks, state: int, to_move: str = "first") -> ChopsticksPosition:
    """Return the position that the kernels give a number, with a side to move.

    Examples
    --------
    >>> position = Chopsticks().start_position()
    >>> position_of_state(Chopsticks(), position.state) == position
    True
    """
    n_pairs = game.limit * (game.limit + 1) // 2
    within_turn, opp = divmod(state, n_pairs)
    acts_again, own = divmod(within_turn, n_pairs)
    mine, theirs = pair_of_number(own), pair_of_number(opp)
    first, second = (mine, theirs) if to_move == "first" else (theirs, mine)
    return ChopsticksPosition(game, first, second, to_move, bool(acts_again))


def pair_of_number(number: int) -> Hands:
    """Return the hands of a pair's number, the larger in front.

    Examples
    --------
    >>> [pair_of_number(number) for number in range(5)]
    [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]
    """
    high = 0
    while (high + 1) * (high + 2) // 2 <= number:
        high += 1
    return high, number - high * (high + 1) // 2
