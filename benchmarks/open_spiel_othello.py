"""Random Othello games with OpenSpiel: the Python loop of its documentation, one game at a time.

    python open_spiel_othello.py N_GAMES [SEED]

The rules run in OpenSpiel's own C++; the loop over the plies and the choice of the move are Python's, as a
user of the library writes them. One line of JSON is printed.
"""

import json
import random
import sys
import time
from importlib.metadata import version

import pyspiel


def play(game, choose):
    """Return the returns (black, white) of one random game and its plies, forced passes included."""
    state = game.new_initial_state()
    turns = 0
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
        turns += 1
    return state.returns(), turns


def main(n, seed=1):
    game, choose = pyspiel.load_game("othello"), random.Random(seed).choice
    for _ in range(20):
        play(game, choose)
    counts = {"black_wins": 0, "white_wins": 0, "draws": 0, "turns": 0}
    start = time.perf_counter()
    for _ in range(n):
        (black, _white), turns = play(game, choose)
        counts["black_wins" if black > 0 else "white_wins" if black < 0 else "draws"] += 1
        counts["turns"] += turns
    seconds = time.perf_counter() - start
    print(
        json.dumps(
            {
                "rule": "flip",
                "n": n,
                "seed": seed,
                "seconds": seconds,
                "games_per_second": n / seconds,
                **counts,
                "versions": {"open_spiel": version("open_spiel")},
            }
        )
    )


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:3]))
