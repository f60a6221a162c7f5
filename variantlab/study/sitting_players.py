"""The computer's side of a game by hand: any player that the game knows, answering from a seeded stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from variantlab.errors import RulesError, VariantlabError, invalid
from variantlab.exact import explore
from variantlab.games.game import Game
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.players import player_named

__all__ = ["Chooser", "chooser"]

#: A player that is perfect has solved the game before its first move: in a few seconds, or not at all.
MOST_POSITIONS = 20_000

#: Returns the move in a position, drawn from the generator where several are as good.
Chooser = Callable[[Any, np.random.Generator], Any]


def chooser(name: str, game: Game) -> Chooser:
    """Return how a computer that plays like this chooses its moves.

    Parameters
    ----------
    name : str
        As `variantlab.players.player_named` takes it; for Negaeri Shogi also ``'weak'``, ``'medium'`` and
        ``'strong'``, with options such as ``'alphabeta:4,noise=20'``.
    game : Game
        The rules.

    Raises
    ------
    RulesError
        Where the game knows no such player, or is too large to be played perfectly.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> game = Othello(capture="vanish")
    >>> choose = chooser("greedy", game)
    >>> str(choose(game.start_position(), np.random.default_rng(1)))
    'c4'
    >>> chooser("perfect", Othello())
    Traceback (most recent call last):
    variantlab.errors.RulesError: player: got 'perfect'; allowed: a player that need not solve the whole \
game: these rules have more than 20,000 positions. Such as 'greedy' or 'alphabeta:3'.
    """
    kind = name.strip().casefold()
    if kind == "perfect":
        _check_solvable(game)
    if isinstance(game, NegaeriShogi) and kind != "perfect":
        return _negaeri_chooser(name)
    return player_named(name, game).choose


def _check_solvable(game: Game) -> None:
    try:
        if isinstance(game, ThrowOthello):
            raise RulesError("a throw may come to anything")
        explore(game.start_position(), limit=MOST_POSITIONS)
    except VariantlabError:
        allowed = (
            "a player that need not solve the whole game: these rules have more than "
            f"{MOST_POSITIONS:,} positions"
        )
        raise invalid(
            "player", "perfect", allowed, "Such as 'greedy' or 'alphabeta:3'.", RulesError
        ) from None


def _negaeri_chooser(name: str) -> Chooser:
    """Return a chooser for Negaeri Shogi, whose players may waver on purpose."""
    from variantlab.games.negaeri_shogi.search import player_of

    player = player_of(name)

    def choose(position: Any, rng: np.random.Generator) -> Any:
        if player.noise and not position.legal_moves()[0].is_pass:
            return _wavering_move(position, player, rng)
        moves = position.game.best_moves(position, name)
        return moves[int(rng.integers(len(moves)))]

    return choose


def _wavering_move(position: Any, player: Any, rng: np.random.Generator) -> Any:
    """Return the best move after the player's noise is added to the value of each."""
    from variantlab.games.negaeri_shogi import search as s
    from variantlab.games.negaeri_shogi.position import rule_words
    from variantlab.games.negaeri_shogi.series import seen_words

    seen = seen_words(position)
    memory = s.new_memory(player.depth, len(seen))
    key = np.uint64(rng.integers(2**63))
    n, *_ = s.search(
        position.state, position.side, player.depth, player.nodes, player.noise, key, np.int64(0),
        rule_words(position.game), s.weight_array(player.weights), s.ALL_PARTS, seen, len(seen), memory,
    )  # fmt: skip
    values = memory.numbers[s.ROOT_VALUES : s.ROOT_VALUES + n]
    best = int(memory.numbers[s.ROOT_MOVES + int(np.argmax(values))])
    return next(move for move in position.legal_moves() if position.number_of(move) == best)
