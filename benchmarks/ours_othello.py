"""Random Othello games with variantlab: integer sums (as the C program keeps), or a table, one row a game.

    python ours_othello.py tally|table flip|vanish N_GAMES N_THREADS [SEED]

A first call of a few games loads the compiled code (or compiles it, if the cache is cold): it is timed
apart and is not part of the games a second. One line of JSON is printed.
"""

import json
import sys
import time

from variantlab import Othello, simulate, tally

WARM_UP_GAMES = 2000
RANDOM = ("random", "random")


def counts_of_tally(result):
    return {
        "black_wins": int(result.winner["black"]),
        "white_wins": int(result.winner["white"]),
        "draws": int(result.winner["draw"]),
        "plies": int(result.sums["plies"]),
        "passes": int(result.sums["passes"]),
    }


def counts_of_table(table):
    winners = table["winner"].value_counts()
    return {
        "black_wins": int(winners["black"]),
        "white_wins": int(winners["white"]),
        "draws": int(winners["draw"]),
        "plies": int(table["plies"].sum()),
        "passes": int(table["passes"].sum()),
    }


FORMS = {"tally": (tally, counts_of_tally), "table": (simulate, counts_of_table)}


def main(form, rule, n, threads, seed=1):
    play, counts = FORMS[form]
    game = Othello(capture=rule)
    start = time.perf_counter()
    play(game, RANDOM, WARM_UP_GAMES, seed=seed, threads=threads)
    first_call_seconds = time.perf_counter() - start
    start = time.perf_counter()
    result = play(game, RANDOM, n, seed=seed, threads=threads)
    seconds = time.perf_counter() - start
    print(
        json.dumps(
            {
                "rule": rule,
                "form": form,
                "threads": threads,
                "n": n,
                "seed": seed,
                "seconds": seconds,
                "games_per_second": n / seconds,
                "first_call_seconds": first_call_seconds,
                **counts(result),
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:3], *(int(number) for number in sys.argv[3:6]))
