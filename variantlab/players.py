"""Who chooses the moves, position by position: random, greedy, alpha-beta, perfect.

The same players as the compiled kernels play in series, for boards in a notebook and for any `Position`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from variantlab.errors import MoveError, RulesError, invalid, unknown_choice
from variantlab.games.game import Game, Position

PLAYERS = ("random", "taps", "greedy", "alphabeta:DEPTH", "perfect")


@dataclass(frozen=True)
class Player:
    """A player: among the moves it holds for best, each is as likely.

    Attributes
    ----------
    name : str
        As it was asked for, such as ``'alphabeta:3'``.
    best_moves : function(position) -> tuple of moves
        The moves between which the player does not mind; one that stands there twice is twice as likely.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> game = Othello()
    >>> str(player_named("greedy", game).choose(game.start_position(), np.random.default_rng(1)))
    'c4'
    """

    name: str
    best_moves: Callable[[Any], tuple[Any, ...]]

    def choose(self, position: Position, rng: np.random.Generator) -> Any:
        """Return one of the best moves, drawn from `rng`.

        Raises
        ------
        MoveError
            Where the game is over.
        """
        if position.is_over:
            raise MoveError("The game is over: there is no move to choose.")
        moves = self.best_moves(position)
        return moves[int(rng.integers(len(moves)))]


def player_named(name: str, game: Game) -> Player:
    """Return a player by its name: 'random', 'taps', 'greedy', 'alphabeta:DEPTH' or 'perfect'.

    'random' takes each legal move as likely; 'taps' each physical action, in games where several of them are
    one move. 'perfect' solves the game from each position it meets, and so plays only small games.

    Raises
    ------
    RulesError
        Where there is no such player, or the game does not know it.
    """
    kind, _, depth = str(name).strip().casefold().partition(":")
    thinking = getattr(game, "best_moves", None)
    if kind in ("random", "taps", "perfect") and depth:
        raise invalid("player", name, f"{kind}, which takes no depth", error=RulesError)
    if kind == "random":
        return Player(name, lambda position: position.legal_moves())
    if kind == "perfect":
        return Player(name, _Solver().best_moves)
    if kind.partition("@")[0] not in ("taps", "greedy", "alphabeta", *getattr(game, "player_kinds", ())):
        raise unknown_choice("player", name, (*PLAYERS, *getattr(game, "player_kinds", ())), RulesError)
    if thinking is None:
        raise unknown_choice("player", name, ("random", "perfect"), RulesError)
    game.simulate((name, name), 0, 0)  # checks that the game knows the name, and its depth
    if kind == "taps":
        return Player(name, lambda position: tuple(move for move, _ in position.taps()))
    return Player(name, lambda position: thinking(position, name))


def perfect_moves(position: Position) -> tuple[Any, ...]:
    """Return the moves that keep the position's exact value, the quickest win or the slowest loss.

    The limit on plies is left out of account.

    Raises
    ------
    VariantlabError
        Where the game from here is too large to be solved.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> position = Othello(size=4).position("XXO./XXO./XXO./XXO. b")
    >>> [str(move) for move in perfect_moves(position)]
    ['d1', 'd4']
    """
    return _Solver().best_moves(position)


class _Solver:
    """Best moves from a solved graph, which is kept for as long as the positions asked for are in it."""

    def __init__(self) -> None:
        self._solution: Any = None

    def best_moves(self, position: Any) -> tuple[Any, ...]:
        """Return the moves that keep the exact value of a position."""
        from variantlab.exact import explore, solve

        if self._solution is None or not self._knows(position):
            self._solution = solve(explore(position))
        return tuple(self._solution.best_moves(position))

    def _knows(self, position: Any) -> bool:
        graph = self._solution.graph
        return bool(graph.game == position.game and position.uncapped() in graph.index)
