"""What the tests of Othello share: variants that cover every rule, and games of random moves."""

import json
import random
from pathlib import Path

from variantlab.games.othello.rules import Othello

ROOT = Path(__file__).parents[3]
GOLDEN = json.loads((ROOT / "data/golden/othello.json").read_text(encoding="utf-8"))

#: Every capture rule, placement and choice, on boards of every size.
VARIANTS = (
    Othello(),
    Othello(size=6, discs_each=7),
    Othello(size=4, capture="vanish", start="parallel", placement="touching", max_plies=40),
    Othello(capture="vanish"),
    Othello(size=6, capture="vanish_one"),
    Othello(size=6, capture="vanish_one", vanish_choice="choice"),
    Othello(size=4, capture="vanish_one", placement="free", start="parallel", max_plies=30),
    Othello(size=6, capture="vanish_one", vanish_choice="nearest", discs_each=9),
    Othello(capture="vanish_one", vanish_choice="farthest", start="f5d6"),
    Othello(size=6, capture="mixed", vanish_probability=0.3, komi=0.5),
    Othello(size=4, capture="mixed", placement="free", discs_each=4, start="..../.XO./.OX./.... w"),
)


def random_game(game, seed, most_turns=80):
    """Return the positions of a game of random moves, the start in front."""
    rng = random.Random(seed)
    positions = [game.start_position()]
    while not positions[-1].is_over and len(positions) <= most_turns:
        move = rng.choice(positions[-1].legal_moves())
        positions.append(rng.choice(positions[-1].outcomes(move))[1])
    return positions
