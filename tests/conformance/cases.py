"""The games that the conformance tests run on: add a line for a new game or variant.

A case is a game and more of its positions, for what random play seldom meets. A game whose start is drawn
anew each time needs positions to begin with.
"""

import random
from functools import cache
from typing import NamedTuple

from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.game import Game
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.rules import ThrowOthello


class Case(NamedTuple):
    """A game under some rules, and text diagrams of positions to begin with besides its start."""

    game: Game
    diagrams: tuple[str, ...] = ()
    has_start: bool = True


KINGS = "k5/6/6/6/6/5K b - 1"

CASES = (
    Case(Othello(), ("X" * 8 + "/" + "O" * 8 + "/" + "/".join(["X" * 8] * 6) + " w",)),
    Case(
        Othello(size=4, komi=0.5, empties_to_winner=True), ("OOO./OXX./OOO./.... b", "XXX./..../..../.... w")
    ),
    Case(Othello(size=6, discs_each=4)),
    Case(Othello(capture="vanish")),
    Case(Othello(capture="vanish", max_plies=2)),
    Case(Othello(size=4, capture="vanish", start="parallel", placement="touching", max_plies=30)),
    Case(Othello(size=6, capture="vanish_one", start="c2(c3)")),
    Case(Othello(size=4, capture="vanish_one", placement="free", start="parallel", max_plies=25)),
    Case(Othello(size=6, capture="vanish_one", vanish_choice="choice")),
    Case(Othello(size=6, capture="vanish_one", vanish_choice="nearest", start="parallel")),
    Case(Othello(size=4, capture="vanish_one", vanish_choice="farthest", discs_each=5)),
    Case(Othello(size=6, capture="mixed", vanish_probability=0.3)),
    Case(
        Othello(size=4, capture="mixed", start="scattered", n_scattered=3),
        ("XO../.OX./..XO/.... w", "X..O/.O.X/X.../...O b"),
        has_start=False,
    ),
    Case(Chopsticks(), ("43/44", "40/10 second")),
    Case(Chopsticks(split=False, limit=7)),
    Case(Chopsticks(revive=True, swap=True, start="42-31", max_plies=12)),
    Case(Chopsticks(overflow="wrap", merge=True, merge_ones=True, extra_action="any"), ("21/21 acts again",)),
    Case(
        Chopsticks(limit=6, revive=True, merge=True, swap=True, swap_equal=True, extra_action="attack"),
        ("30/33 second", "50/11"),
    ),
    Case(
        Chopsticks(limit=4, merge=True, split_out=True, extra_action="any", extra_action_must=True),
        ("31/33",),
    ),
    Case(NegaeriShogi(), ("PP2pk/PP2pp/PP2pp/PP2pp/PP2pp/KP2pp b - 1", "k5/6/1+p4/6/3P2/5K w R12Pb 1")),
    Case(NegaeriShogi(edge_captures=False, loyalty=False, max_chain=None, komi=0.5, repetition=2), (KINGS,)),
    Case(NegaeriShogi(loyal_run="shields", zone_promotion=2, first="gote", opening_plies=3, max_plies=50)),
    Case(NegaeriShogi(loyal_run="closes", two_pawns=False, last_rank_pawn=False, sente_pawns=9, offset=0)),
    Case(
        ThrowOthello(line="perfect", aims_per_square=1, size=4, discs_each=3),
        ("..(OX)./.(XOO)X./.XO./.... w; thrown: black 2, white 1; fouls: black 1, white 0",),
    ),
    Case(
        ThrowOthello(line="perfect", turnover=0.25, upright=0.5, aims_per_square=1, size=4, discs_each=2),
        (".X../.(OX)X./.XO./.... w; thrown: black 2, white 1; fouls: black 0, white 1",),
    ),
    Case(
        ThrowOthello(sigma_across=0.04, sigma_along=0.02, knock=0.5, fouls_to_lose=1, size=4, discs_each=1),
        (
            "X.../.OX./.XO./..(XX). w; thrown: black 1, white 0",
            "..../.OX./.XO./.... w; thrown: black 1, white 0; fouls: black 1, white 0",
        ),
    ),
)

GAMES_OF_A_CASE = 3
MOST_TURNS = 70


def begins(case):
    """Return the positions that the games of a case begin with."""
    diagrams = [case.game.position(diagram) for diagram in case.diagrams]
    return [case.game.start_position(), *diagrams] if case.has_start else diagrams


@cache
def games_of(case):
    """Return some games of random moves, each as its positions and the moves between them."""
    return [
        random_game(begin, random.Random(number))
        for begin in begins(case)
        for number in range(GAMES_OF_A_CASE)
    ]


def random_game(position, rng):
    """Return the positions of a game of random moves, and the moves between them."""
    positions, moves = [position], []
    while not position.is_over and len(moves) < MOST_TURNS:
        move = rng.choice(position.legal_moves())
        outcomes = position.outcomes(move)
        position = rng.choices([after for _, after in outcomes], [float(chance) for chance, _ in outcomes])[0]
        positions.append(position)
        moves.append(move)
    return positions, moves


@cache
def positions_of(case):
    """Return the positions of the games of a case, without repeats."""
    return list(dict.fromkeys(position for positions, _ in games_of(case) for position in positions))
