"""Mistakes that are easily made, each as a change of one text of the package."""

from typing import NamedTuple


class Fault(NamedTuple):
    name: str
    path: str  # below variantlab/
    right: str
    wrong: str


BITS = "games/bits.py"
LINES = "games/lines.py"
KERNELS = "games/othello/kernels.py"
SEARCH = "games/othello/search.py"
POSITION = "games/othello/position.py"
_WIPEOUT = "    if black == U0 or white == U0:\n        return WIPEOUT\n"
_FULL = "    if black | white == board:\n        return BOARD_FULL\n"
_LONGER_UP = "    run |= pairs & (run << (step + step))\n"
_NOBODY_MOVES = "if placement(black, white, board) | placement(white, black, board) != U0:"

FAULTS = [
    # lines on the board
    Fault("moves go round the edge", LINES, "inner = opp & INNER_COLUMNS\n    e, w", "inner = opp\n    e, w"),
    Fault(
        "captures go round the edge",
        LINES,
        "inner = opp & INNER_COLUMNS\n    down",
        "inner = opp\n    down",
    ),
    Fault("a direction without moves", LINES, " | sw << U7 | ne >> U7", " | sw << U7"),
    Fault(
        "a direction without captures",
        LINES,
        "    captured |= run_down(move, opp, down, U8) & run_up(own, opp, up, U8)\n",
        "",
    ),
    Fault("runs of 5 and 6 discs are missed", LINES, 2 * _LONGER_UP, _LONGER_UP),
    Fault("neighbours round the edge", LINES, "(board & NOT_COLUMN_H) << U1 |", "board << U1 |"),
    Fault("only own discs are touched", KERNELS, "neighbours(own | opp) & board", "neighbours(own) & board"),
    # what becomes of captured discs
    Fault(
        "vanished discs turn into own",
        KERNELS,
        'as vanished."""\n    return U0, captured\n',
        'as vanished."""\n    return captured, captured\n',
    ),
    Fault(
        "the placed disc is forgotten",
        KERNELS,
        "return own | move | flipped, opp & ~(flipped | vanished), captured",
        "return own | flipped, opp & ~(flipped | vanished), captured",
    ),
    Fault(
        "ties of the nearest go to the last",
        KERNELS,
        "return U0, beside & (U0 - beside)",
        "return U0, kth(beside, count(beside) - U1)",
    ),
    Fault("ties of the farthest go to the last", KERNELS, "if length > longest:", "if length >= longest:"),
    Fault("a step round the edge", LINES, "(square & NOT_COLUMN_A) << U7", "(square & NOT_COLUMN_H) << U7"),
    Fault("the chance to vanish is turned round", KERNELS, ">> _U11 < threshold:", ">> _U11 >= threshold:"),
    Fault("captured discs share one draw", KERNELS, "        stream += DRAW_STEP\n", ""),
    Fault("the first captured disc is the only choice", KERNELS, "kth(captured, nth))", "kth(captured, U0))"),
    # the end
    Fault("a full board comes before a wipeout", KERNELS, _WIPEOUT + _FULL, _FULL + _WIPEOUT),
    Fault(
        "one side without discs to place ends as both", KERNELS, "left_black == U0 and", "left_black == U0 or"
    ),
    Fault("komi for black", KERNELS, "2 * n_white - twice_komi", "2 * n_white + twice_komi"),
    Fault(
        "draws for white",
        KERNELS,
        "if margin < 0:\n        return WHITE",
        "if margin <= 0:\n        return WHITE",
    ),
    Fault(
        "the cap one later in lanes",
        KERNELS,
        "np.uint64(plies == max_plies))",
        "np.uint64(plies > max_plies))",
    ),
    Fault(
        "the cap one later one at a time",
        SEARCH,
        "capped = n_plies == max_plies",
        "capped = n_plies > max_plies",
    ),
    # passes
    Fault(
        "the other side is said to pass",
        KERNELS,
        "lane_passes[to_move, lane]",
        "lane_passes[1 - to_move, lane]",
    ),
    Fault("the other side is first stuck", SEARCH, "stuck = to_move\n", "stuck = 1 - to_move\n"),
    Fault(
        "a game ends at its first pass",
        SEARCH,
        "if capped or squares | others == U0:",
        "if capped or squares == U0:",
    ),
    Fault("discs to place never run out", SEARCH, "                left_own -= U1\n", ""),
    Fault("scattered starts may be over", KERNELS, _NOBODY_MOVES, "if black != U0:"),
    Fault(
        "discs to place never run out in lanes",
        KERNELS,
        "(mover_left - placed) << U32",
        "mover_left << U32",
    ),
    Fault("a diagonal with a gap", LINES, "np.uint64(0x8040201008040201)", "np.uint64(0x8040200008040201)"),
    # draws
    Fault("the square after the one drawn", BITS, "rank = k - (", "rank = k + U1 - ("),
    Fault("nothing is drawn again", BITS, "if word * n >= rejected_below(n):", "if word * n >= U0:"),
    Fault("draws by the remainder", BITS, "return high_product(word, n), key", "return word % n, key"),
    Fault(
        "seed and game are added",
        BITS,
        "return mixed_word(mixed_word(seed + DRAW_STEP) ^ mixed_word(game_index * _GAME_STEP + _MIX_1))",
        "return mixed_word(seed + game_index)",
    ),
    # counts of lines
    Fault("perft: a pass is always a ply", KERNELS, "depth - pass_is_a_ply", "depth - 1"),
    Fault(
        "perft: finished games always count",
        KERNELS,
        "            return finished_counts\n",
        "            return 1\n",
    ),
    # players
    Fault(
        "the komi stays with the mover after a pass",
        SEARCH,
        "threshold, -komi, corners, weights, depth,",
        "threshold, komi, corners, weights, depth,",
    ),
    Fault(
        "equals of the best move are missed",
        SEARCH,
        "np.int64(NO_SCORE), -(best - 1)",
        "np.int64(NO_SCORE), -best",
    ),
    Fault("equals of the greediest move are missed", SEARCH, "if n > most:", "if n >= most:"),
    Fault("mobility counts for the other side", SEARCH, "(own_moves - opp_moves)", "(opp_moves - own_moves)"),
    # positions
    Fault("nothing flips under mixed", POSITION, 'capture in ("flip", "mixed")', 'capture in ("flip",)'),
    Fault(
        "a pass is said to be the other's",
        POSITION,
        "self.first_stuck or colour",
        "self.first_stuck or other",
    ),
]
