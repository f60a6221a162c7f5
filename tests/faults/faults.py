"""Mistakes that are easily made, each as a change of one text of the package."""

from typing import NamedTuple


class Fault(NamedTuple):
    name: str
    path: str  # below variantlab/
    right: str
    wrong: str

    @property
    def game(self) -> str:
        """The game whose quick tests are to notice it; Othello's for what games share."""
        folders = self.path.split("/")
        return folders[1] if len(folders) == 3 else "othello"


BITS = "games/bits.py"
LINES = "games/lines.py"
KERNELS = "games/othello/kernels.py"
SEARCH = "games/othello/search.py"
POSITION = "games/othello/position.py"
THROW, LANDING = "games/throw_othello/kernels.py", "games/throw_othello/landing.py"
THROW_POSITION, THROW_SEARCH = "games/throw_othello/position.py", "games/throw_othello/search.py"
NEGAERI, NEGAERI_POSITION = "games/negaeri_shogi/kernels.py", "games/negaeri_shogi/position.py"
_KNOCKS = (
    "    if knocked != U0:\n"
    "        black, white = with_knocked("
    "black, white, below, counts, square >> 3, square & 7, knocked, size)\n"
)
_SET_DOWN = (
    "    if (black | white) >> np.uint64(square) & U1:\n"
    "        counts[STACKED] += 1\n"
    "    black, white = put_on(black, white, below, counts, square, face)\n"
    "    captured = sandwiched(black, white, square, face)\n"
)
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
    # Throw Othello: stacks
    Fault("a covered disc changes its colour", THROW, "U1 | np.uint64(top)", "U1 | np.uint64(face)"),
    Fault(
        "a covered disc is lost", THROW, "        below[square] = below[square] << U1 | np.uint64(top)\n", ""
    ),
    Fault(
        "a covered disc counts for the other side",
        THROW,
        "counts[HIDDEN + top] += 1",
        "counts[HIDDEN + 1 - top] += 1",
    ),
    Fault("what comes up again changes its colour", THROW, "if under == WHITE:", "if under == BLACK:"),
    Fault("what comes up again still counts as hidden", THROW, "        counts[HIDDEN + under] -= 1\n", ""),
    Fault("a stack is read from the top down", THROW_POSITION, 'if discs[-1] == "X":', 'if discs[0] == "X":'),
    Fault(
        "the top disc of a stack is named first",
        THROW_POSITION,
        "for bit in hidden), top)",
        "for bit in hidden[::-1]), top)",
    ),
    # Throw Othello: what a throw comes to
    Fault("the sandwich comes before the knocks", THROW, _KNOCKS + _SET_DOWN, _SET_DOWN + _KNOCKS),
    Fault(
        "a knocked disc goes two squares",
        THROW,
        "row + 2 * ROW_STEPS[i], column + 2 *",
        "row + 3 * ROW_STEPS[i], column + 3 *",
    ),
    Fault(
        "a disc knocked off the board is not counted",
        THROW,
        "                counts[KNOCKED_OFF] += 1\n",
        "                pass\n",
    ),
    Fault(
        "the thrower's colour sandwiches",
        THROW,
        "captured = sandwiched(black, white, square, face)",
        "captured = sandwiched(black, white, square, colour)",
    ),
    Fault(
        "the other face up is not noticed",
        THROW,
        "    if face != colour:\n        counts",
        "    if face == colour:\n        counts",
    ),
    Fault(
        "a foul costs no disc",
        THROW,
        "    counts[THROWN + colour] += 1\n    counts[FOULS",
        "    counts[FOULS",
    ),
    Fault(
        "a foul is the other side's", THROW, "counts[FOULS + colour] += 1", "counts[FOULS + 1 - colour] += 1"
    ),
    Fault("every foul is on purpose", THROW, "    if on_purpose:\n", "    if True:\n"),
    Fault("a throw on top of a disc is not counted", THROW, "counts[STACKED] += 1", "counts[STACKED] += 0"),
    Fault("a foul always knocks", THROW_SEARCH, "if knock_on_foul and share > 0.0:", "if share > 0.0:"),
    # Throw Othello: the end
    Fault(
        "one foul more is allowed",
        THROW,
        ">= fouls_to_lose:\n        return FOULED_OUT",
        "> fouls_to_lose:\n        return FOULED_OUT",
    ),
    Fault("the last disc of one side ends the game", THROW, "min(counts[THROWN]", "max(counts[THROWN]"),
    Fault(
        "the third foul wins",
        THROW,
        "if counts[FOULS] >= fouls_to_lose:\n        return WHITE",
        "if counts[FOULS] >= fouls_to_lose:\n        return BLACK",
    ),
    Fault(
        "hidden discs count where the tops do",
        THROW,
        "if counts_hidden else 0)",
        "if not counts_hidden else 0)",
    ),
    # Throw Othello: where a disc rests
    Fault(
        "the near rim decides",
        LANDING,
        "x + near_x * further, y + near_y",
        "x - near_x * further, y - near_y",
    ),
    Fault(
        "a leaning disc is set down on a taken square",
        LANDING,
        "if under_rim & occupied:",
        "if U0 & occupied:",
    ),
    Fault(
        "a disc that stays on another knocks",
        LANDING,
        "return U1 << np.uint64(nearest), U0\n            return under_rim",
        "return U1 << np.uint64(nearest), contacts\n            return under_rim",
    ),
    Fault(
        "only discs that lie under it are touched",
        LANDING,
        "reach = 4.0 * radius * radius",
        "reach = radius * radius",
    ),
    Fault(
        "a disc on top is one that covers another's centre",
        LANDING,
        "if distance <= stack_within:",
        "if distance <= radius:",
    ),
    Fault(
        "only equal shares are too close to call", LANDING, "share >= most - tie_tolerance", "share >= most"
    ),
    Fault(
        "a disc on the frame is safe", LANDING, "return quadrant_share(u / radius, v / radius)", "return 1.0"
    ),
    Fault(
        "fouls touch what lies under them alone",
        LANDING,
        "dx * dx + dy * dy <= 4.0 * radius * radius",
        "dx * dx + dy * dy <= radius * radius",
    ),
    # Throw Othello: the thrower's choices and the draws
    Fault(
        "the thrower takes the last of equal squares",
        THROW,
        "            if worth > most:\n",
        "            if worth >= most:\n",
    ),
    Fault(
        "a disc on edge is tipped as if it were turned",
        THROW,
        "(1.0 - turnover) * kept + turnover * turned",
        "(1.0 - turnover) * turned + turnover * kept",
    ),
    Fault(
        "a turned disc gains for the thrower",
        THROW,
        "return worth if face == colour else -worth",
        "return worth",
    ),
    Fault("small chances are large", THROW, "return -top / low if q < 0.0", "return top / low if q < 0.0"),
    Fault(
        "a direction without gains", THROW, "    planes = with_runs(*planes, own, inner, _S7, False)\n", ""
    ),
    # Negaeri Shogi: moves
    Fault("a tokin moves as a pawn", NEGAERI, "golds = pawns & state.promoted", "golds = pawns & U0"),
    Fault("a dragon moves as a rook", NEGAERI, "aslant = kings | (rooks & state.promoted)", "aslant = kings"),
    Fault(
        "gote's pawns go up the board",
        NEGAERI,
        "if side == SENTE else (across, across | pawns)",
        "if side == SENTE else (across | pawns, across)",
    ),
    Fault(
        "bishops miss a direction",
        NEGAERI,
        "reached_up(bishops, down, empty, U7) & free",
        "reached_up(U0, down, empty, U7) & free",
    ),
    Fault("pieces jump onto their own", NEGAERI, "free = BOARD & ~own", "free = BOARD"),
    Fault(
        "promoted pawns count for two pawns",
        NEGAERI,
        "state.own & ~(state.straight | state.diagonal | state.promoted)",
        "state.own & ~(state.straight | state.diagonal)",
    ),
    Fault(
        "the last rank is the first",
        NEGAERI,
        "(ROWS[0] if side == SENTE else ROWS[SIZE - 1])",
        "(ROWS[0] if side != SENTE else ROWS[SIZE - 1])",
    ),
    # Negaeri Shogi: what a drop turns
    Fault(
        "a direction without sandwiches",
        NEGAERI,
        "U7 if i == 1 else U8 if i == 2 else U9\n        up, back_up",
        "U8 if i == 1 else U8 if i == 2 else U9\n        up, back_up",
    ),
    Fault("only the king is loyal", NEGAERI, "if rules.loyalty else king", "if False else king"),
    Fault(
        "loyal pieces are those beside one's own king",
        NEGAERI,
        "(neighbours(king) & state.opp) if",
        "(neighbours(state.own & state.straight & state.diagonal) & state.opp) if",
    ),
    Fault(
        "loyal pieces stop a run that they shield",
        NEGAERI,
        "state.opp if rules.loyal_run == SHIELDS",
        "state.opp if rules.loyal_run == CLOSES",
    ),
    Fault("the edge closes no run", NEGAERI, "closers = state.own | rules.edge", "closers = state.own"),
    Fault("turned pieces close no run", NEGAERI, "        closers |= stage\n", ""),
    Fault("a stage looks from the drop alone", NEGAERI, "        source = stage\n", ""),
    Fault("one stage more", NEGAERI, "if n_stages == max_chain:", "if n_stages > max_chain:"),
    Fault(
        "what is cut off is not said",
        NEGAERI,
        "            return turned, n_stages, 1\n",
        "            return turned, n_stages, 0\n",
    ),
    Fault(
        "turned pieces are not promoted",
        NEGAERI,
        "            state.promoted | turned,\n",
        "            state.promoted,\n",
    ),
    Fault("a dropped piece stays in hand", NEGAERI, "state.hands - ONE_IN_HAND[kind]", "state.hands"),
    # Negaeri Shogi: moves on the board
    Fault(
        "a taken piece stays promoted",
        NEGAERI,
        "(state.promoted & others) | (square",
        "(state.promoted & ~start) | (square",
    ),
    Fault("a taken piece is a pawn", NEGAERI, "ROOK if straight else BISHOP if diagonal else PAWN", "PAWN"),
    Fault(
        "kings are promoted",
        NEGAERI,
        "if rules.zone > 0 and not (is_straight and is_diagonal):",
        "if rules.zone > 0:",
    ),
    Fault(
        "only where a move ends may promote",
        NEGAERI,
        "promotes(start | square, side, rules)",
        "promotes(square, side, rules)",
    ),
    # Negaeri Shogi: the end
    Fault(
        "one repetition more", NEGAERI, "if n_times >= rules.repetition:", "if n_times > rules.repetition:"
    ),
    Fault("hands do not tell positions apart", NEGAERI, "+ mixed_word(state.hands))", "+ mixed_word(U0))"),
    Fault(
        "a game ends at its first pass, in kernels",
        NEGAERI,
        "                if has_passed:\n                    over",
        "                if True:\n                    over",
    ),
    Fault(
        "the komi is sente's",
        NEGAERI,
        "komi = rules.twice_komi if side == GOTE else -rules.twice_komi",
        "komi = -rules.twice_komi if side == GOTE else rules.twice_komi",
    ),
    Fault(
        "who takes the king loses",
        NEGAERI,
        "return side if has_king(state.own, state) else 1 - side",
        "return 1 - side if has_king(state.own, state) else side",
    ),
    Fault(
        "a move takes nothing in the counts",
        NEGAERI,
        "found[N_CAPTURES] += 1 if",
        "found[N_CAPTURES] += 0 if",
    ),
]
