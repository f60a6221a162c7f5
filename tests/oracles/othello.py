"""The rules of Othello and of its capture variants, stated as plainly as possible.

This is the yardstick for the package's own Othello: slow loops over rows of characters, sharing no code
with it, short enough to be checked against the rules by eye. A board is a tuple of rows of ``.``, ``X``
(black) and ``O`` (white); a square is a string such as ``"d3"``, columns a to h from the left, rows 1 to 8
from the top.

A state says who is to move. If that side has no legal square and the game is not over, the one thing to do is
``apply(state, PASS)``.
"""

from collections import defaultdict
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import NamedTuple

PASS = "--"  # noqa: S105 (a move, no secret)
DISC = {"black": "X", "white": "O"}
OTHER = {"black": "white", "white": "black"}
# In the order that settles ties between directions: NW, N, NE, W, E, SW, S, SE.
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


@dataclass(frozen=True)
class Rules:
    size: int = 8
    capture: str = "flip"  # flip, vanish, vanish_one, mixed
    vanish_choice: str = "random"  # of vanish_one: random, choice, nearest, farthest
    vanish_probability: float | str = "1/2"  # of mixed; the rules name no default
    start: str = "standard"  # standard, parallel, a diagram with the side to move, a move list
    n_scattered: int = 0
    placement: str = "capturing"  # capturing, touching, free
    discs_each: int | None = None
    max_plies: float = 500
    komi: float = 0
    empties_to_winner: bool = False


@dataclass(frozen=True)
class State:
    rules: Rules = field(compare=False, repr=False)
    board: tuple  # rows of characters
    to_move: str  # "black" or "white"
    black_left: float = inf  # discs that each may still place
    white_left: float = inf
    plies: int = 0
    passes_black: int = 0
    passes_white: int = 0
    first_stuck: str = ""


class Record(NamedTuple):
    plies: int
    passes: int
    passes_black: int
    passes_white: int
    first_stuck: str
    end_reason: str
    black: int
    white: int
    winner: str


# Squares and diagrams


def place_of(square):
    """Row and column, from 0, of a square such as "d3"."""
    return int(square[1]) - 1, "abcdefgh".index(square[0])


def name_of(row, column):
    return "abcdefgh"[column] + str(row + 1)


def read_diagram(text):
    """The rows of a diagram, and the side to move that may stand after it (" b" or " w"; black if none)."""
    rows, *to_move = text.strip().split(" ")
    return tuple(rows.replace("/", "\n").split("\n")), "white" if to_move == ["w"] else "black"


def diagram(state):
    return "/".join(state.board)


# The start


def start_state(rules, start=None, to_move="black"):
    """The first state under a dict of rules; start, if given, is a diagram that replaces the rules' own."""
    rules = Rules(**rules)
    if start is not None:
        board = read_diagram(start)[0]
    elif rules.start in ("standard", "parallel"):
        board = four_discs(rules.size, *{"standard": ("OX", "XO"), "parallel": ("XX", "OO")}[rules.start])
    elif "." in rules.start or "/" in rules.start:
        board, to_move = read_diagram(rules.start)
    elif rules.start == "scattered":
        raise ValueError("a scattered start is drawn elsewhere: give the diagram that was drawn")
    else:
        board, to_move = played_out(rules)
    left = inf if rules.discs_each is None else rules.discs_each
    return State(rules, board, to_move, left, left)


def four_discs(size, upper, lower):
    board = [["."] * size for _ in range(size)]
    middle = size // 2
    board[middle - 1][middle - 1 : middle + 1] = upper
    board[middle][middle - 1 : middle + 1] = lower
    return tuple("".join(row) for row in board)


def played_out(rules):
    """Board and side to move after a move list: its discs are the start, not plies."""
    no_limits = {"start": "standard", "discs_each": None, "max_plies": inf}
    settings = {f.name: getattr(rules, f.name) for f in fields(rules)} | no_limits
    state = replay(start_state(settings), split_moves(rules.start))
    return state.board, state.to_move


def is_scattered_start(state):
    """Whether a scattered start may give this board: n discs of each colour, and a side that can move."""
    counts = count(state.board, "X"), count(state.board, "O")
    return counts == (state.rules.n_scattered,) * 2 and not nobody_can_move(state)


# A turn


def runs(board, row, column, colour):
    """The runs of opposing discs that a disc on an empty square would close, nearest disc first."""
    own, opposing = DISC[colour], DISC[OTHER[colour]]
    found = []
    for row_step, column_step in DIRECTIONS:
        run = []
        r, c = row + row_step, column + column_step
        while on_board(board, r, c) and board[r][c] == opposing:
            run.append(name_of(r, c))
            r, c = r + row_step, c + column_step
        if run and on_board(board, r, c) and board[r][c] == own:
            found.append(run)
    return found


def on_board(board, row, column):
    return 0 <= row < len(board) and 0 <= column < len(board)


def has_neighbour(board, row, column):
    for row_step, column_step in DIRECTIONS:
        r, c = row + row_step, column + column_step
        if on_board(board, r, c) and board[r][c] != ".":
            return True
    return False


@lru_cache(maxsize=200_000)
def squares_for(board, colour, placement):
    """The squares, a1 b1 ... h8, on which the placement rule lets this colour put a disc."""
    squares = []
    for row in range(len(board)):
        for column in range(len(board)):
            if board[row][column] != ".":
                continue
            if (
                placement == "free"
                or (placement == "touching" and has_neighbour(board, row, column))
                or (placement == "capturing" and runs(board, row, column, colour))
            ):
                squares.append(name_of(row, column))
    return tuple(squares)


def discs_left(state, colour):
    return state.black_left if colour == "black" else state.white_left


def squares_of(state, colour):
    if discs_left(state, colour) == 0:
        return ()
    return squares_for(state.board, colour, state.rules.placement)


def legal_squares(state):
    """The squares the side to move may play on: none if it must pass or if the game is over."""
    return () if is_over(state) else squares_of(state, state.to_move)


def captures(state, square):
    """The set of squares whose discs the side to move captures by playing on this square."""
    return set().union(*runs(state.board, *place_of(square), state.to_move))


def removal_options(state, square):
    """Every set of captured discs that may leave the board, with its chance when play is random."""
    closed = runs(state.board, *place_of(square), state.to_move)
    captured = sorted(captures(state, square))
    rule, choice = state.rules.capture, state.rules.vanish_choice
    if rule == "flip" or not captured:
        return {frozenset(): Fraction(1)}
    if rule == "vanish":
        return {frozenset(captured): Fraction(1)}
    if rule == "mixed":
        return mixed_options(captured, Fraction(str(state.rules.vanish_probability)))
    if choice == "nearest":
        return {frozenset([closed[0][0]]): Fraction(1)}  # the first direction has the tie
    if choice == "farthest":
        longest = max(closed, key=len)  # the first of the longest
        return {frozenset([longest[-1]]): Fraction(1)}
    return {frozenset([disc]): Fraction(1, len(captured)) for disc in captured}  # random and choice


def mixed_options(captured, probability):
    options = {}
    for n_removed in range(len(captured) + 1):
        chance = probability**n_removed * (1 - probability) ** (len(captured) - n_removed)
        if chance:
            options |= {frozenset(removed): chance for removed in combinations(captured, n_removed)}
    return options


def apply(state, square, removed=None):
    """The state after a disc on this square, or PASS; removed may be left out if only one set can go."""
    if square == PASS:
        return after_pass(state)
    if square not in legal_squares(state):
        raise ValueError(f"{square} is not legal for {state.to_move} on {diagram(state)}")
    options = removal_options(state, square)
    if removed is None and len(options) == 1:
        (removed,) = options
    if removed is None or frozenset(removed) not in options:
        raise ValueError(f"{square} cannot remove {removed}: it may remove {[sorted(o) for o in options]}")

    own = DISC[state.to_move]
    board = [list(row) for row in state.board]
    row, column = place_of(square)
    board[row][column] = own
    for captured in captures(state, square):
        row, column = place_of(captured)
        if captured in removed:
            board[row][column] = "."
        elif state.rules.capture != "vanish_one":  # there the others stay as they were
            board[row][column] = own
    mover = state.to_move
    return replace(
        state,
        board=tuple("".join(row) for row in board),
        to_move=OTHER[mover],
        black_left=state.black_left - (mover == "black"),
        white_left=state.white_left - (mover == "white"),
        plies=state.plies + 1,
    )


def after_pass(state):
    """The state after a pass: the game goes on, so the other side places a disc next and the pass counts."""
    if is_over(state) or legal_squares(state):
        raise ValueError(f"{state.to_move} may not pass on {diagram(state)}")
    mover = state.to_move
    return replace(
        state,
        to_move=OTHER[mover],
        passes_black=state.passes_black + (mover == "black"),
        passes_white=state.passes_white + (mover == "white"),
        first_stuck=state.first_stuck or mover,
    )


# The end


def nobody_can_move(state):
    return not squares_of(state, "black") and not squares_of(state, "white")


def is_over(state):
    return state.plies >= state.rules.max_plies or nobody_can_move(state)


def count(board, disc):
    return sum(row.count(disc) for row in board)


def end_reason(state):
    """The first line of the table of endings that fits."""
    if not nobody_can_move(state):
        return "capped"
    if count(state.board, "X") == 0 or count(state.board, "O") == 0:
        return "wipeout"
    if count(state.board, ".") == 0:
        return "board_full"
    if state.black_left == 0 and state.white_left == 0:
        return "discs_spent"
    return "no_moves"


def winner(state):
    """black, white or draw by discs and komi; empty if the game was capped."""
    if end_reason(state) == "capped":
        return ""
    black, white = count(state.board, "X"), count(state.board, "O") + state.rules.komi
    return "black" if black > white else "white" if white > black else "draw"


def margin(state):
    """Black's discs less white's and komi; the winner has the empty squares too where the rules say so."""
    lead = count(state.board, "X") - count(state.board, "O") - state.rules.komi
    empties = count(state.board, ".") if state.rules.empties_to_winner else 0
    return lead + {"black": empties, "white": -empties}.get(winner(state), 0)


def record(state):
    """The row of a game that is over. Where nobody can move, the side to move is stuck as well."""
    if not is_over(state):
        raise ValueError(f"the game goes on: {state.to_move} to move on {diagram(state)}")
    capped = end_reason(state) == "capped"
    return Record(
        plies=state.plies,
        passes=state.passes_black + state.passes_white,
        passes_black=state.passes_black,
        passes_white=state.passes_white,
        first_stuck=state.first_stuck or ("" if capped else state.to_move),
        end_reason=end_reason(state),
        black=count(state.board, "X"),
        white=count(state.board, "O"),
        winner=winner(state),
    )


# Whole games


def moves(state):
    """Every (square, removed) that the side to move has, PASS among them; none when the game is over."""
    if is_over(state):
        return []
    squares = legal_squares(state)
    placed = [(square, removed) for square in squares for removed in removal_options(state, square)]
    return placed or [(PASS, frozenset())]


def split_moves(text):
    """The squares of a move list such as "f5d6c3", in small letters."""
    return [text[i : i + 2].lower() for i in range(0, len(text), 2)]


def replay(state, played):
    """The state after a list of squares, or of (square, removed); passes it leaves out are put in."""
    for move in played:
        square, removed = (move, None) if isinstance(move, str) else move
        if square != PASS and not is_over(state) and not legal_squares(state):
            state = apply(state, PASS)
        state = apply(state, square, removed)
    return state


def random_game(rules, rng, start=None, to_move="black"):
    """The record of one game of uniformly random moves, and its (square, removed) pairs without passes."""
    state = start_state(rules, start, to_move)
    played = []
    while not is_over(state):
        if not legal_squares(state):
            state = apply(state, PASS)
            continue
        square = rng.choice(legal_squares(state))
        options = removal_options(state, square)
        (removed,) = rng.choices(list(options), [float(chance) for chance in options.values()])
        played.append((square, removed))
        state = apply(state, square, removed)
    return record(state), played


def perft(state, depth, pass_is_a_ply=True, finished_game_counts=1):
    """The number of lines of play of this depth, a finished shorter one counting 0 or 1.

    Moves that differ only in what is removed are different lines.
    """
    if depth == 0:
        return 1
    if is_over(state):
        return finished_game_counts
    if not legal_squares(state):
        state, depth = apply(state, PASS), depth - pass_is_a_ply
        return perft(state, depth, pass_is_a_ply, finished_game_counts)
    if depth == 1:
        return len(moves(state))
    return sum(
        perft(apply(state, square, removed), depth - 1, pass_is_a_ply, finished_game_counts)
        for square, removed in moves(state)
    )


def exact_random_play(state):
    """The exact chance of every record, as {Record: Fraction}, when both sides move uniformly at random.

    A square is drawn first, then what is removed. The chances are pushed forward one turn at a time.
    """
    finished, current = defaultdict(Fraction), {state: Fraction(1)}
    while current:
        following = defaultdict(Fraction)
        for here, chance in current.items():
            if is_over(here):
                finished[record(here)] += chance
            elif not legal_squares(here):
                following[apply(here, PASS)] += chance
            else:
                squares = legal_squares(here)
                for square in squares:
                    for removed, share in removal_options(here, square).items():
                        following[apply(here, square, removed)] += chance * share / len(squares)
        current = following
    return dict(finished)


def chances(distribution, column):
    """The chance of each value of one column of exact_random_play."""
    result = defaultdict(Fraction)
    for row, chance in distribution.items():
        result[getattr(row, column)] += chance
    return dict(result)


def mean(distribution, column):
    return sum(value * chance for value, chance in chances(distribution, column).items())
