"""Random Othello games with Pgx: a vmapped batch stepped to its end inside one jitted loop, on the CPU.

    python pgx_othello.py BATCH_SIZE [SECONDS]

Pgx's own legal-move masks and steps are used as they come; the moves are drawn by `jax.random.categorical`
over the mask, as in Pgx's documentation. XLA may use all cores. Compilation and one warm-up batch are timed
apart and are not part of the games a second. Batches are played until SECONDS (default 5) are over, at
least one. One line of JSON is printed.
"""

import json
import os
import sys
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import pgx
from pgx.othello import Othello


def batch_player(batch_size):
    """Return the jitted function from a key to the counts (black wins, white wins, draws) of one batch."""
    env = Othello()
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def one_ply(carry):
        state, key = carry
        key, draw = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return step(state, jax.random.categorical(draw, logits, axis=-1)), key

    def still_playing(carry):
        return ~carry[0].terminated.all()

    # Stepping on a finished Pgx state keeps its board but not its rewards: outcomes are read from the board.
    def play(key):
        key, start = jax.random.split(key)
        state = init(jax.random.split(start, batch_size))
        state, _ = jax.lax.while_loop(still_playing, one_ply, (state, key))
        seen_by_black = jnp.where(state._x.turn == 0, 1, -1)
        margin = state._x.board.sum(axis=-1) * seen_by_black
        return jnp.stack([(margin > 0).sum(), (margin < 0).sum(), (margin == 0).sum()])

    return jax.jit(play)


def main(batch_size, budget=5.0):
    play = batch_player(batch_size)
    start = time.perf_counter()
    play(jax.random.key(0)).block_until_ready()
    compile_seconds = time.perf_counter() - start
    counts, batches = jnp.zeros(3, jnp.int32), 0
    start = time.perf_counter()
    while batches == 0 or time.perf_counter() - start < budget:
        batches += 1
        counts = (counts + play(jax.random.key(batches))).block_until_ready()
    seconds = time.perf_counter() - start
    n = batches * batch_size
    black, white, drawn = (int(count) for count in counts)
    print(
        json.dumps(
            {
                "rule": "flip",
                "batch_size": batch_size,
                "n": n,
                "seconds": seconds,
                "games_per_second": n / seconds,
                "compile_seconds": compile_seconds,
                "black_wins": black,
                "white_wins": white,
                "draws": drawn,
                "versions": {"pgx": pgx.__version__, "jax": jax.__version__},
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), *(float(seconds) for seconds in sys.argv[2:3]))
