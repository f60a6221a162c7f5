"""Chopsticks (数字を増やす遊び): the house rules as data, and whole series of games.

Two players raise fingers on two hands each. An attack (攻撃) adds the fingers of one's own hand to an
opposing one, a split (分身) moves fingers between one's own hands. What else is allowed differs from
playground to playground: each house rule, and each decision that the article leaves open, is a field of
`Chopsticks`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import Game, rule

if TYPE_CHECKING:
    import numpy as np

    from variantlab.games.chopsticks.position import ChopsticksPosition, Move

MOST_PLIES = 60_000
MOST_GAMES_IN_MEMORY = 200_000_000
#: The rule sets that the article names, as it names them: C1, C2 and C3 of its claims.
PRESETS: dict[str, dict[str, Any]] = {
    "クソルール": {"merge": True, "extra_action": "any"},
    "分身なし": {"split": False},
    "終わらない": {"revive": True, "swap": True},
}
#: The options of a split: without `split` none of them has an effect.
SPLIT_OPTIONS = (
    "revive", "merge", "merge_ones", "swap", "swap_equal", "lone_swap", "split_out", "extra_action",
    "extra_action_must",
)  # fmt: skip

_START = re.compile(r"\s*(\d)\s*[,、]?\s*(\d)\s*[-/]\s*(\d)\s*[,、]?\s*(\d)\s*")


def _start_text(given: Any) -> str:
    match = _START.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        allowed = "the first player's two hands, a hyphen, the second player's, such as 11-11"
        raise invalid("start", given, allowed, error=RulesError)
    digits = [match[number] for number in (1, 2, 3, 4)]
    return "".join(sorted(digits[:2], reverse=True)) + "-" + "".join(sorted(digits[2:], reverse=True))


@dataclass(frozen=True, repr=False)
class Chopsticks(Game):
    """Chopsticks under one set of house rules: the rules, the start position and series of games.

    A turn is an attack, by a live hand on a live opposing hand, or a split. A split moves at least one finger
    from one of the mover's hands to the other, where one of them shows 2 or more.

    Parameters
    ----------
    split : bool
        Splits (分身) are allowed. Without them the other options of splits have no effect.
    revive : bool
        A split may give fingers to a hand that is out (復活).
    merge : bool
        A split may empty the giving hand (融合).
    merge_ones : bool
        From 1,1, where no hand shows 2, `merge` reaches 2,0.
    swap : bool
        A split may leave the same two numbers, left and right exchanged (交換): a pass in effect.
    swap_equal : bool
        With `swap`, two equal hands of 2 or more may be exchanged too, though no finger moves.
    lone_swap : {'all', 'swap', 'never'}
        What lets 3,0 become 0,3: `merge`, `revive` and `swap` together, as it does what each of them permits;
        `swap` alone; or nothing.
    split_out : bool
        A split may take a hand to `limit` or beyond, and then counts as an attack does.
    extra_action : {'none', 'attack', 'any'}
        What the mover may do after a split, before the turn passes (再行動): nothing, an attack, or an attack
        or a second split.
    extra_action_must : bool
        The extra action is owed.
    limit : int
        A hand that reaches so many fingers is out and shows 0: 3 to 7 (5; 6で戦闘不能).
    overflow : {'out', 'wrap'}
        What becomes of a hand that passes `limit`: it is out too, or it keeps the excess over `limit` (余り).
    max_plies : int
        A game is capped at this number of turns: 1 to 60000.
    start : str
        The fingers at the start, the first player's hands in front: ``'11-11'``. Each side has a live hand.

    Raises
    ------
    RulesError
        Where a value is not allowed; the message names the field.

    Examples
    --------
    >>> game = Chopsticks(split=False)
    >>> print(game.start_position().play("1>1"))
    1 1
    2 1
    second to move
    >>> Chopsticks.preset("分身なし") == game
    True
    """

    split: bool = rule(True, note="splits are allowed (分身)")
    revive: bool = rule(False, note="a split may give fingers to a hand that is out (復活)")
    merge: bool = rule(False, note="a split may empty the giving hand (融合)")
    merge_ones: bool = rule(False, note="with merge, 1,1 may become 2,0", source="decision")
    swap: bool = rule(False, note="a split may leave the same two numbers, exchanged (交換)")
    swap_equal: bool = rule(
        False, note="with swap, two equal hands may be exchanged, a pass", source="decision"
    )
    lone_swap: str = rule(
        "all",
        allowed=("all", "swap", "never"),
        note="3,0 may become 0,3 by merge, revive and swap together, by swap alone, or never",
        source="decision",
    )
    split_out: bool = rule(False, note="a split may take a hand to the limit or beyond", source="decision")
    extra_action: str = rule(
        "none",
        allowed=("none", "attack", "any"),
        note="what the mover may do after a split, before the turn passes (再行動)",
    )
    extra_action_must: bool = rule(False, note="the extra action is owed", source="decision")
    limit: int = rule(5, low=3, high=7, note="a hand with so many fingers is out (6で戦闘不能)")
    overflow: str = rule(
        "out", allowed=("out", "wrap"), note="a hand beyond the limit is out too, or keeps the excess (余り)"
    )
    max_plies: int = rule(
        1000, low=1, high=MOST_PLIES, note="a game is capped at so many turns", source="ours"
    )
    start: str = rule("11-11", read=_start_text, note="the fingers at the start", source="ours")

    name: ClassVar[str] = "chopsticks"
    drawing: ClassVar[str] = "variantlab.view.hands:position_html"
    colours: ClassVar[tuple[str, str]] = ("first", "second")
    end_reasons: ClassVar[tuple[str, ...]] = ("hands_out", "capped")
    counts: ClassVar[tuple[str, ...]] = ("plies", "splits", "fingers_first", "fingers_second")
    columns: ClassVar[tuple[str, ...]] = (
        "rule", "method", "plies", "splits", "end_reason", "fingers_first", "fingers_second", "winner",
        "seed", "game_index", "player_first", "player_second",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Check the rules one by one, then the start by the limit."""
        super().__post_init__()
        for player, hands in zip(self.colours, self.start_hands, strict=True):
            if max(hands) >= self.limit or max(hands) == 0:
                allowed = f"hands of 0 to {self.limit - 1}, one of them live, for the {player} player"
                raise invalid("start", self.start, allowed, error=RulesError)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """Return the rules under a name that the article gives them, with some rules changed.

        Parameters
        ----------
        name : {'クソルール', '分身なし', '終わらない'}
            The rules of the article's three proofs. It says of 再行動 that one may act again after a split;
            read as any action, it is ``extra_action="any"``.
        **changes
            Rules that differ.

        Raises
        ------
        RulesError
            For another name or rule.

        Examples
        --------
        >>> Chopsticks.preset("終わらない", limit=6)
        Chopsticks(revive=True, swap=True, limit=6)
        """
        if name not in PRESETS:
            raise unknown_choice("preset", name, PRESETS, RulesError)
        return cls.from_settings({**PRESETS[name], **changes})

    @property
    def start_hands(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first and the second player's hands at the start, the larger in front."""
        first, second = self.start.split("-")
        return (int(first[0]), int(first[1])), (int(second[0]), int(second[1]))

    @property
    def rule(self) -> str:
        """The house rules in a few words, as the record's column ``rule`` shows them.

        Examples
        --------
        >>> Chopsticks(revive=True, extra_action="attack", limit=6).rule
        'limit 6 out, split, revive, extra_action attack'
        """
        words = [f"limit {self.limit} {self.overflow}"]
        if not self.split:
            return f"{words[0]}, no split"
        for name, value in self.settings().items():
            if name == "split" or (name in SPLIT_OPTIONS and value != self.rule_fields()[name].default):
                words.append(name if value is True else f"{name} {value}")
        return ", ".join(words)

    @property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The record's columns of few labels, with their labels in order."""
        return {"end_reason": self.end_reasons, "winner": (*self.colours, "draw")}

    def start_position(self) -> ChopsticksPosition:
        """Return the position every game begins with."""
        from variantlab.games.chopsticks.position import ChopsticksPosition

        return ChopsticksPosition(self, *self.start_hands)

    def position(self, diagram: str) -> ChopsticksPosition:
        """Return the position of a text diagram.

        Parameters
        ----------
        diagram : str
            The article's matrix: the first player's two hands, then the second player's on a line of their
            own or after ``/`` or ``-``; then the side to move, ``first`` if left out, and ``acts again``
            where it has just split and may act once more.

        Raises
        ------
        RulesError
            Where the text is no such diagram.

        Examples
        --------
        >>> Chopsticks().position("2 3 / 1 2 second to move").to_move
        'second'
        """
        from variantlab.games.chopsticks.position import position_of_diagram

        return position_of_diagram(self, diagram)

    def replay(self, moves: str, start: ChopsticksPosition | None = None) -> ChopsticksPosition:
        """Return the position after moves such as ``1>1 21->30 done``, parted by spaces or commas.

        Parameters
        ----------
        moves : str
            Actions as `variantlab.games.chopsticks.position.Move` writes them, the extra actions among them.
        start : ChopsticksPosition, optional
            Where they begin; the start position if left out.

        Raises
        ------
        MoveError
            Where a move is not legal; the message names its number.

        Examples
        --------
        >>> Chopsticks().replay("1>1 2>1").diagram()
        '31/21 first'
        """
        from variantlab.games.chopsticks.position import replay

        return replay(self, moves, start)

    def simulate(
        self, players: tuple[str, str] = ("random", "random"), n: int = 1, seed: int = 0, first: int = 0
    ) -> dict[str, np.ndarray]:
        """Return the record columns of `n` games between two players, one array a column.

        Parameters
        ----------
        players : (str, str)
            The first and the second player: 'random' (each position a move leads to is as likely), 'taps'
            (each physical action is), 'greedy' (most opposing hands out after the move, ties at random) or
            'perfect' (wins soonest, keeps a draw, loses latest, ties at random).
        n : int
            Number of games.
        seed : int
            The series of games, 0 to 2**64 - 1.
        first : int
            The number of the first game in its series: ``simulate(n=10, first=10)`` goes on where
            ``simulate(n=10)`` ended. The same seed and number give the same game, whatever the other numbers
            are.

        Returns
        -------
        dict of str to numpy.ndarray
            Columns of length `n`: whole numbers; a column of `categories` holds the index of its label, -1
            for none.

        Examples
        --------
        >>> columns = Chopsticks(split=False).simulate(n=1000, seed=1)
        >>> int(columns["plies"].min())
        5
        """
        from variantlab.games.chopsticks.series import simulate

        return simulate(self, players, n, seed, first)

    def best_moves(self, position: ChopsticksPosition, player: str) -> tuple[Move, ...]:
        """Return the moves between which a player of `simulate` chooses in a position.

        Examples
        --------
        >>> game = Chopsticks()
        >>> [str(move) for move in game.best_moves(game.position("41/32"), "greedy")]
        ['4>2', '4>3']
        """
        from variantlab.games.chopsticks.series import weights

        moves = position.legal_moves()
        return tuple(m for m, w in zip(moves, weights(self, player)[position.state], strict=False) if w)

    def perft(
        self,
        depth: int,
        position: ChopsticksPosition | None = None,
        convention: str = "leaves",
        action_is_a_ply: bool = True,
    ) -> list[int]:
        """Return the number of lines of 1 to `depth` plies.

        Moves that lead to the same position are one move.

        Parameters
        ----------
        depth : int
            1 to 1000.
        position : ChopsticksPosition, optional
            Where the lines begin; the start position if left out.
        convention : {'leaves', 'full_depth'}
            'leaves' counts a finished game as one line at every depth, as engine authors do; 'full_depth'
            counts only the lines that reach the depth.
        action_is_a_ply : bool
            Whether an extra action (and ``done``) takes one of the plies; else it belongs to its turn, which
            counts once for each way to play it.

        Notes
        -----
        The cap is ignored.

        Examples
        --------
        >>> Chopsticks(split=False).perft(4)
        [1, 2, 8, 25]
        """
        from variantlab.games.chopsticks.series import perft

        return perft(self, depth, position, convention, action_is_a_ply)


__all__ = ["MOST_GAMES_IN_MEMORY", "MOST_PLIES", "PRESETS", "SPLIT_OPTIONS", "Chopsticks"]
