"""What the tests of Negaeri Shogi share: rules of every kind, games of random moves, positions from them."""

import json
import random
from functools import cache
from pathlib import Path

from tests.oracles import negaeri_shogi as oracle
from variantlab.games.negaeri_shogi.rules import NegaeriShogi

ROOT = Path(__file__).parents[3]
GOLDEN = json.loads((ROOT / "data/golden/negaeri_shogi.json").read_text(encoding="utf-8"))

#: Every rule away from its default, and every way in which loyal runs, edges and chains meet.
VARIANTS = (
    NegaeriShogi(),
    NegaeriShogi(edge_captures=False, offset=0),
    NegaeriShogi(loyalty=False, max_chain=None),
    NegaeriShogi(loyal_run="closes", max_chain=2),
    NegaeriShogi(loyal_run="shields", sente_hand="2R2B9P", gote_hand="2R2B12P"),
    NegaeriShogi(loyalty=False, loyal_run="closes", zone_promotion=2),
    NegaeriShogi(loyalty=False, loyal_run="shields", first="gote", edge_captures=False),
    NegaeriShogi(two_pawns=False, last_rank_pawn=False, sente_pawns=9, komi=1.5),
    NegaeriShogi(edge_captures=False, loyal_run="closes", offset=3, repetition=2),
    NegaeriShogi(loyal_run="shields", max_chain=1, offset=2, max_plies=40),
    NegaeriShogi(sente_hand="-", gote_hand="-", repetition=3, komi=-1, zone_promotion=1),
)


def oracle_rules(game):
    """The rules for the oracle: its fields have the same names."""
    return {name: value for name, value in game.settings().items() if name in oracle.Rules.__annotations__}


def random_game(game, seed, start=None):
    """Return the positions of a game of random moves, the start in front."""
    rng = random.Random(seed)
    positions = [start or game.start_position()]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves())))
    return positions


@cache
def middle_positions(game, n, seed=0):
    """Return positions that are not over, from random games: one from each, at some turn."""
    rng = random.Random(seed)
    found = []
    while len(found) < n:
        position = game.start_position()
        for _ in range(rng.randrange(70)):
            after = position.play(rng.choice(position.legal_moves()))
            if after.is_over:
                break
            position = after
        found.append(position)
    return found


@cache
def thinking_positions(n):
    """Return positions of games between players that look 3 plies ahead, three from each game."""
    from variantlab.games.negaeri_shogi.series import simulate

    game = NegaeriShogi(opening_plies=4)
    n_games = -(-n // 3)
    turns = simulate(game, ("alphabeta:3", "alphabeta:3"), n_games, 5, 0, keep_turns=60)["turns"]
    found = []
    for index in range(n_games):
        positions = [game.opening_position(5, index)]
        for number in turns[index]:
            after = positions[-1].play(positions[-1].move_of(int(number)))
            if after.is_over:
                break
            positions.append(after)
        found += [positions[len(positions) * part // 4] for part in (1, 2, 3)]
    return found[:n]
