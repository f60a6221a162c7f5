"""The rules of Throw Othello, stated as plainly as possible.

This is the yardstick for the package's own game: slow loops over stacks of characters, sharing no code with
it, short enough to be checked against the rules by eye. A stack is a string from bottom to top, ``B`` a disc
that shows black and ``W`` one that shows white; a square is a string such as ``"d3"``, columns a to h from
the left, rows 1 to 8 from the top. A point is a pair (x, y) in squares: the centre of a1 is (0.5, 0.5), of b1
(1.5, 0.5).

Chance is left out: what a throw comes to is given.
"""

import math
from dataclasses import dataclass, field, replace
from typing import NamedTuple

OTHER = {"B": "W", "W": "B"}
NAMES = {"B": "black", "W": "white"}
# Discs that are knocked together are set down in this order: NW, N, NE, W, E, SW, S, SE, as (row, column).
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


@dataclass(frozen=True)
class Rules:
    size: int = 8
    discs_each: int = 16
    count: str = "all"  # all, top
    fouls_to_lose: int = 3
    disc_radius: float = 0.44
    stack_within: float = 0.44
    tie_tolerance: float = 0.02
    turnover: float = 0.0


@dataclass(frozen=True)
class State:
    rules: Rules
    stacks: dict = field(hash=False)
    turn: str = "B"
    thrown: dict = field(default_factory=lambda: {"B": 0, "W": 0}, hash=False)
    fouls: dict = field(default_factory=lambda: {"B": 0, "W": 0}, hash=False)
    rested: int = 0
    stacked: int = 0
    turned_over: int = 0
    knocked_off: int = 0


class Place(NamedTuple):
    """Where a thrown disc may be set down, and which discs its path ended in contact with."""

    candidates: tuple  # squares in order, several where it is too close to call; none off the board
    contacts: tuple = ()  # squares whose top disc may be knocked


def square_at(row, column):
    return "abcdefgh"[column] + str(row + 1)


def row_and_column(square):
    return int(square[1]) - 1, "abcdefgh".index(square[0])


def is_on_board(rules, row, column):
    return 0 <= row < rules.size and 0 <= column < rules.size


def all_squares(rules):
    return [square_at(row, column) for row in range(rules.size) for column in range(rules.size)]


def start(rules=Rules()):
    low = rules.size // 2 - 1
    stacks = {
        square_at(low, low): "W",
        square_at(low, low + 1): "B",
        square_at(low + 1, low): "B",
        square_at(low + 1, low + 1): "W",
    }
    return State(rules, stacks)


# One throw, by what it comes to


def captured(rules, stacks, square):
    """Return the squares whose top disc the disc on top of `square` sandwiches."""
    mine = stacks[square][-1]
    row, column = row_and_column(square)
    found = []
    for down, right in DIRECTIONS:
        run = []
        r, c = row + down, column + right
        while is_on_board(rules, r, c) and stacks.get(square_at(r, c), "-")[-1] == OTHER[mine]:
            run.append(square_at(r, c))
            r, c = r + down, c + right
        if is_on_board(rules, r, c) and stacks.get(square_at(r, c), "-")[-1] == mine:
            found += run
    return sorted(found, key=row_and_column)


def with_knocked(rules, stacks, origin, knocked):
    """Return the stacks after discs beside `origin` were knocked away, and how many left the board."""
    stacks = dict(stacks)
    lifted = []
    for down, right in DIRECTIONS:
        r, c = origin[0] + down, origin[1] + right
        if not is_on_board(rules, r, c) or square_at(r, c) not in knocked:
            continue
        square = square_at(r, c)
        lifted.append((r + down, c + right, stacks[square][-1]))
        stacks[square] = stacks[square][:-1]
        if stacks[square] == "":
            del stacks[square]
    gone = 0
    for r, c, disc in lifted:
        if is_on_board(rules, r, c):
            stacks[square_at(r, c)] = stacks.get(square_at(r, c), "") + disc
        else:
            gone += 1
    return stacks, gone


def land(state, square, face, knocked=()):
    """Return the state after a throw that came to rest on a square with a face up, and what it captured."""
    rules = state.rules
    was_taken = square in state.stacks
    stacks, gone = with_knocked(rules, state.stacks, row_and_column(square), knocked)
    stacks[square] = stacks.get(square, "") + face
    taken = captured(rules, stacks, square)
    for other in taken:
        stacks[other] = stacks[other][:-1] + face
    return after_throw(
        replace(
            state,
            stacks=stacks,
            rested=state.rested + 1,
            stacked=state.stacked + was_taken,
            turned_over=state.turned_over + (face != state.turn),
            knocked_off=state.knocked_off + gone,
        )
    ), taken


def foul(state, origin=None, knocked=()):
    """Return the state after a throw that did not come to rest on the board, by mishap or on purpose.

    By the rule that a disc may knock others as it slips off the board, `origin` is the square of the frame,
    as (row, column), that they are knocked away from.
    """
    fouls = dict(state.fouls)
    fouls[state.turn] += 1
    stacks, gone = with_knocked(state.rules, state.stacks, origin, knocked) if knocked else (state.stacks, 0)
    return after_throw(replace(state, stacks=stacks, fouls=fouls, knocked_off=state.knocked_off + gone))


def after_throw(state):
    thrown = dict(state.thrown)
    thrown[state.turn] += 1
    turn = OTHER[state.turn]
    if thrown[turn] >= state.rules.discs_each > thrown[state.turn]:
        turn = state.turn
    return replace(state, thrown=thrown, turn=turn)


# The end


def end_reason(state):
    if max(state.fouls.values()) >= state.rules.fouls_to_lose:
        return "fouled_out"
    if min(state.thrown.values()) >= state.rules.discs_each:
        return "all_thrown"
    return None


def count_discs(state, colour, count=None):
    """Return the discs of a colour: all on the board, or those that lie on top."""
    seen = (
        state.stacks.values()
        if (count or state.rules.count) == "all"
        else [s[-1] for s in state.stacks.values()]
    )
    return sum(stack.count(colour) for stack in seen)


def winner(state):
    if end_reason(state) is None:
        return None
    if end_reason(state) == "fouled_out":
        return "white" if state.fouls["B"] >= state.rules.fouls_to_lose else "black"
    margin = count_discs(state, "B") - count_discs(state, "W")
    return "draw" if margin == 0 else "black" if margin > 0 else "white"


def record(state):
    return {
        "plies": state.rested,
        "thrown": sum(state.thrown.values()),
        "fouls_black": state.fouls["B"],
        "fouls_white": state.fouls["W"],
        "stacked": state.stacked,
        "turned_over": state.turned_over,
        "knocked_off": state.knocked_off,
        "end_reason": end_reason(state),
        "black": count_discs(state, "B"),
        "white": count_discs(state, "W"),
        "hidden_black": count_discs(state, "B", "all") - count_discs(state, "B", "top"),
        "hidden_white": count_discs(state, "W", "all") - count_discs(state, "W", "top"),
        "winner": winner(state),
    }


# Where a disc rests, from where its centre came to lie


def share_over(x, y, radius, left, top, right, bottom, n_strips=2_000):
    """Return the share of a disc that lies over a rectangle: thin strips, each measured at its middle."""
    low, high = max(left, x - radius), min(right, x + radius)
    if low >= high:
        return 0.0
    width = (high - low) / n_strips
    area = 0.0
    for i in range(n_strips):
        middle = low + (i + 0.5) * width
        half = math.sqrt(max(0.0, radius**2 - (middle - x) ** 2))
        area += width * max(0.0, min(bottom, y + half) - max(top, y - half))
    return area / (math.pi * radius**2)


def shares(rules, x, y):
    """Return the share of the disc over each square of the board that it touches."""
    found = {}
    for square in all_squares(rules):
        row, column = row_and_column(square)
        if abs(column + 0.5 - x) < 1.5 and abs(row + 0.5 - y) < 1.5:
            share = share_over(x, y, rules.disc_radius, column, row, column + 1, row + 1)
            if share > 0:
                found[square] = share
    return found


def place(rules, stacks, x, y):
    """Return where a disc with its centre at (x, y) is set down; one on the frame is taken to be safe."""
    radius = rules.disc_radius
    on_squares = shares(rules, x, y)
    if not on_squares and not (0 <= x <= rules.size and 0 <= y <= rules.size):
        return Place(())
    distances = {}
    for square in sorted(stacks, key=row_and_column):
        row, column = row_and_column(square)
        distances[square] = math.hypot(column + 0.5 - x, row + 0.5 - y)
    near = min(distances, key=distances.get, default=None)
    if near is not None and distances[near] <= rules.stack_within:
        return Place((near,))
    if near is not None and distances[near] <= 2 * radius:
        row, column = row_and_column(near)
        away_x, away_y = x - (column + 0.5), y - (row + 0.5)
        rim_x = x + radius * away_x / distances[near]
        rim_y = y + radius * away_y / distances[near]
        # A rim beyond the edge counts for the nearest edge square.
        column = min(max(math.floor(rim_x), 0), rules.size - 1)
        row = min(max(math.floor(rim_y), 0), rules.size - 1)
        under_rim = square_at(row, column)
        if under_rim in stacks:
            return Place((near,))
        touched = tuple(s for s in distances if distances[s] <= 2 * radius)
        return Place((under_rim,), touched)
    most = max(on_squares.values())
    return Place(tuple(s for s in all_squares(rules) if on_squares.get(s, -1) >= most - rules.tie_tolerance))


def touched(rules, stacks, x, y):
    """Return the squares whose top disc touches a disc with its centre at (x, y)."""
    found = []
    for square in sorted(stacks, key=row_and_column):
        row, column = row_and_column(square)
        if math.hypot(column + 0.5 - x, row + 0.5 - y) <= 2 * rules.disc_radius:
            found.append(square)
    return tuple(found)


def share_on_board(rules, x, y):
    """Return the chance that a disc with its centre at (x, y) is safe."""
    if 0 <= x <= rules.size and 0 <= y <= rules.size:
        return 1.0
    return share_over(x, y, rules.disc_radius, 0, 0, rules.size, rules.size)


# What the thrower chooses


def margin(state, colour):
    return count_discs(state, colour) - count_discs(state, OTHER[colour])


def better_square(state, squares, face):
    """Return which of several squares the thrower takes: the largest margin, then the first from a1 on."""
    return max(squares, key=lambda s: (margin(land(state, s, face)[0], state.turn), -index(s)))


def tipping_squares(rules, square):
    """Return the squares beside `square`, onto one of which a disc on edge is tipped."""
    row, column = row_and_column(square)
    beside = [(row + down, column + right) for down, right in DIRECTIONS]
    return [square_at(r, c) for r, c in beside if is_on_board(rules, r, c)]


def tipped_to(state, square):
    """Return onto which square the thrower tips a disc on edge, before its face is known."""
    t = state.rules.turnover

    def worth(s):
        kept = margin(land(state, s, state.turn)[0], state.turn)
        turned = margin(land(state, s, OTHER[state.turn])[0], state.turn)
        return round((1 - t) * kept + t * turned, 9)

    return max(tipping_squares(state.rules, square), key=lambda s: (worth(s), -index(s)))


def index(square):
    row, column = row_and_column(square)
    return 8 * row + column
