"""The compiled rules on any position: moves, captures, removals, symmetries, counts of lines."""

import json
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.othello.replays import (
    CAPTURES,
    PLACEMENTS,
    ROOT,
    assert_same_columns,
    board_rows,
    series_with_turns,
    squares_of_board,
)
from tests.oracles import othello as oracle
from variantlab.games.othello import kernels as k
from variantlab.games.othello.position import board_mask, board_of, capture_name
from variantlab.games.othello.rules import Othello

GOLDEN = json.loads((ROOT / "data/golden/othello.json").read_text(encoding="utf-8"))
ALL = 2**64 - 1
every_capture = pytest.mark.parametrize("capture", CAPTURES)
every_placement = pytest.mark.parametrize("placement", PLACEMENTS)


@st.composite
def positions(draw, sizes=(4, 6, 8)):
    """Any position: the size, the discs of the mover and of the other side."""
    size = draw(st.sampled_from(sizes))
    signs = draw(st.sampled_from([".XO", "..XO", ".XOOO", "XO", ".XXXXOOOO"]))
    text = draw(st.lists(st.sampled_from(signs), min_size=size * size, max_size=size * size))
    own, opp = (sum(1 << 8 * (i // size) + i % size for i, s in enumerate(text) if s == x) for x in "XO")
    return size, own, opp


def u64(*boards):
    return [np.uint64(board) for board in boards]


def squares(size, own, opp, placement="capturing"):
    return int(k.PLACEMENTS[placement](*u64(own, opp, board_mask(size))))


def captured(own, opp, move):
    return int(k.captured_discs(*u64(own, opp, move)))


def single_squares(board):
    return [1 << bit for bit in range(64) if board >> bit & 1]


def plain_state(size, own, opp, **rules):
    return oracle.start_state({"size": size, **rules}, "/".join(board_rows(own, opp, size)))


# --- against the plain rules


@given(positions())
def test_squares_for_every_placement(position):
    size, own, opp = position
    rows = board_rows(own, opp, size)
    for placement in PLACEMENTS:
        found = squares_of_board(squares(size, own, opp, placement))
        assert found == set(oracle.squares_for(rows, "black", placement))


@given(positions())
def test_captured_discs_of_every_empty_square(position):
    size, own, opp = position
    state = plain_state(size, own, opp)
    for move in single_squares(board_mask(size) & ~(own | opp)):
        (square,) = squares_of_board(move)
        assert squares_of_board(captured(own, opp, move)) == oracle.captures(state, square)


@every_capture
@given(position=positions())
def test_what_may_vanish(capture, position):
    size, own, opp = position
    rules = CAPTURES[capture] | ({"vanish_probability": "1/4"} if capture == "mixed" else {})
    state = plain_state(size, own, opp, **rules)
    rule, threshold = k.CAPTURES[capture_name(Othello(**CAPTURES[capture]))], np.uint64(2**51)
    for move in single_squares(squares(size, own, opp, "touching"))[:12]:
        (square,) = squares_of_board(move)
        discs = captured(own, opp, move)
        allowed = oracle.removal_options(state, square)
        n = int(rule.n_outcomes(np.uint64(discs), threshold))
        assert n == len(allowed)
        for key in range(0, 2**64, 2**61 - 1):
            flipped, vanished = map(int, rule.draw(*u64(move, discs, key), threshold))
            assert squares_of_board(vanished) in allowed
            assert flipped == (discs & ~vanished if capture in ("flip", "mixed") else 0)
        if rule.nth_outcome is not None and n <= 64:
            ways = [rule.nth_outcome(np.uint64(discs), threshold, np.uint64(nth)) for nth in range(n)]
            assert {squares_of_board(vanished) for _, vanished in ways} == set(allowed)
            assert all(int(flipped) & int(vanished) == 0 for flipped, vanished in ways)


@pytest.mark.parametrize(
    ("black", "white", "tried"),
    [
        ("a5", "h4", "g4"), ("h3", "a4", "b4"), ("a6", "h4", "g3"), ("h4", "a4", "b3"), ("a4", "h4", "g5"),
        ("h2", "a4", "b5"), ("d8", "d1", "d2"),
    ],
)  # fmt: skip
def test_no_line_goes_round_the_edge(black, white, tried):
    """Cases of an independent program: a shift without an edge mask sees a neighbour on the other side."""
    own, opp, move = (board_of([name]) for name in (black, white, tried))
    assert captured(own, opp, move) == 0
    assert squares(8, own, opp) == squares(8, opp, own) == 0


# --- symmetries


def moved(board, size, place):
    """Return the bitboard with every square (row, column) moved to place(row, column)."""
    result = 0
    for row in range(size):
        for column in range(size):
            if board >> 8 * row + column & 1:
                to_row, to_column = place(row, column)
                result |= 1 << 8 * to_row + to_column
    return result


SYMMETRIES = {
    "transposed": lambda last: lambda row, column: (column, row),
    "rotated by 180": lambda last: lambda row, column: (last - row, last - column),
    "left and right swapped": lambda last: lambda row, column: (row, last - column),
    "rotated by 90": lambda last: lambda row, column: (column, last - row),
}


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@given(position=positions())
def test_symmetries_of_the_board_map_moves_and_captures(symmetry, position):
    size, own, opp = position
    place = SYMMETRIES[symmetry](size - 1)
    own_moved, opp_moved = moved(own, size, place), moved(opp, size, place)
    for placement in PLACEMENTS:
        here, there = squares(size, own, opp, placement), squares(size, own_moved, opp_moved, placement)
        assert moved(here, size, place) == there
    for move in single_squares(squares(size, own, opp)):
        discs = captured(own_moved, opp_moved, moved(move, size, place))
        assert discs == moved(captured(own, opp, move), size, place)


@every_capture
@given(position=positions(), to_move=st.sampled_from(["black", "white"]))
def test_colours_may_be_swapped(capture, position, to_move):
    size, own, opp = position
    game = Othello(size=size, **CAPTURES[capture])
    here = game.position_of(own, opp, to_move)
    there = game.position_of(opp, own, {"black": "white", "white": "black"}[to_move])
    assert here.legal_moves() == there.legal_moves()
    assert (here.is_over, here.end_reason) == (there.is_over, there.end_reason)
    swapped = {"black": "white", "white": "black", "draw": "draw", None: None}
    assert here.winner == swapped[there.winner]


# --- laws of counting


def disc_counts(columns, number, at_start):
    """Return the discs on the board after each ply of one game."""
    totals = [at_start]
    moves, boards = columns["moves"][number].tolist(), columns["removed"][number].tolist()
    for move, removed in zip(moves, boards, strict=True):
        if move >= 0:
            totals.append(totals[-1] + 1 - removed.bit_count())
    return totals


@every_capture
def test_discs_grow_by_one_less_those_that_vanish(capture):
    game = Othello(**CAPTURES[capture])
    columns = series_with_turns(game, 300, seed=11)
    for number in range(300):
        totals = disc_counts(columns, number, at_start=4)
        assert totals[-1] == columns["black"][number] + columns["white"][number]
        assert len(totals) - 1 == columns["plies"][number]
        steps = set(np.diff(totals).tolist())
        if capture == "flip":
            assert steps <= {1}
            assert columns["plies"][number] <= 60
        elif capture == "vanish":
            assert max(steps) <= 0
        elif capture != "mixed":
            assert steps <= {0}


@pytest.mark.parametrize("size", [4, 6, 8])
def test_no_game_of_flip_is_longer_than_the_empty_squares(size):
    columns = Othello(size=size).simulate(n=5000, seed=3)
    assert columns["plies"].max() == size**2 - 4
    full = columns["black"] + columns["white"] == size**2
    np.testing.assert_array_equal(columns["plies"] == size**2 - 4, full)
    assert set(columns["end_reason"][full].tolist()) <= {k.WIPEOUT, k.BOARD_FULL}


@pytest.mark.parametrize(("chance", "capture"), [(0, "flip"), (1, "vanish")])
@pytest.mark.parametrize(
    "placement", ["capturing", *(pytest.param(p, marks=pytest.mark.long) for p in PLACEMENTS[1:])]
)
def test_mixed_of_chance_0_is_flip_and_of_chance_1_is_vanish(chance, capture, placement):
    rules = {"start": "scattered", "n_scattered": 10, "placement": placement, "max_plies": 70}
    mixed = Othello(capture="mixed", vanish_probability=chance, **rules)
    pure = Othello(capture=capture, **rules)
    assert_same_columns(mixed.simulate(n=2000, seed=8), pure.simulate(n=2000, seed=8))
    found, expected = series_with_turns(mixed, 300, seed=8), series_with_turns(pure, 300, seed=8)
    assert_same_columns(found, expected, without=())


# --- ends


def test_end_reasons_in_order():
    """The first that fits: a side without discs, then a full board, then nothing left to place."""
    reason = k.end_reason
    full = 0xF
    assert reason(*u64(0, full, full, 0, 0)) == k.WIPEOUT
    assert reason(*u64(full, 0, full, 5, 5)) == k.WIPEOUT
    assert reason(*u64(0x3, 0xC, full, 0, 0)) == k.BOARD_FULL
    assert reason(*u64(0x1, 0xC, full, 0, 0)) == k.DISCS_SPENT
    assert reason(*u64(0x1, 0xC, full, 0, 1)) == k.NO_MOVES
    assert reason(*u64(0x1, 0xC, full, 1, 0)) == k.NO_MOVES
    assert Othello.end_reasons == k.END_REASONS


@given(st.integers(0, 64), st.integers(0, 64), st.integers(-128, 128))
def test_winner_counts_the_komi_for_white(black, white, twice_komi):
    margin = Fraction(black) - white - Fraction(twice_komi, 2)
    expected = k.BLACK if margin > 0 else k.WHITE if margin < 0 else k.DRAW
    assert k.winner(np.int64(black), np.int64(white), twice_komi) == expected


# --- numbers of lines

MOST_LINES = 4_000_000


def counted(entry, n_depths):
    game = Othello(**entry["rules"])
    start = entry["start"] and game.position(f"{entry['start']} {entry['to_move'][0]}")
    convention = "leaves" if entry["finished_game_counts"] else "full_depth"
    return game.perft(n_depths, start, convention, entry["pass_is_a_ply"])


@pytest.mark.parametrize("entry", GOLDEN["perft"], ids=lambda entry: entry["id"])
def test_perft_of_an_independent_program(entry):
    known = [count for count in entry["counts"] if count <= MOST_LINES]
    assert counted(entry, len(known)) == known


@pytest.mark.long
@pytest.mark.parametrize(
    "entry", [e for e in GOLDEN["perft"] if e["counts"][-1] > MOST_LINES], ids=lambda entry: entry["id"]
)
def test_perft_of_an_independent_program_to_the_end(entry):
    assert counted(entry, len(entry["counts"])) == entry["counts"]


def middle_games(game, n, seed, n_plies):
    """Return plain states after some random turns, none of them finished."""
    rng, found = random.Random(seed), []
    while len(found) < n:
        state = oracle.start_state(game.settings())
        for _ in range(rng.randint(*n_plies)):
            moves = oracle.moves(state)
            if moves:
                state = oracle.apply(state, *rng.choice(moves))
        if not oracle.is_over(state):
            found.append(state)
    return found


def lines_from(position, depth):
    """Return the number of lines of the depth as positions play them, a finished game counting as one."""
    if depth == 0 or position.is_over:
        return 1
    after = [then for move in position.legal_moves() for _, then in position.outcomes(move)]
    return sum(lines_from(then, depth - 1) for then in after)


@every_capture
@pytest.mark.parametrize("size", [4, 6])
def test_perft_of_middle_games_is_that_of_positions_and_of_the_plain_rules(capture, size):
    game = Othello(size=size, start="parallel" if size == 6 else "standard", **CAPTURES[capture])
    for state in middle_games(game, 6, seed=size, n_plies=(0, 9)):
        position = game.position(f"{oracle.diagram(state)} {state.to_move[0]}")
        assert game.perft(3, position) == [lines_from(position, depth) for depth in (1, 2, 3)]
        for convention, counts in (("leaves", 1), ("full_depth", 0)):
            for pass_is_a_ply in (True, False):
                expected = [oracle.perft(state, depth, pass_is_a_ply, counts) for depth in (1, 2, 3)]
                assert game.perft(3, position, convention, pass_is_a_ply) == expected


# --- positions beside the plain rules


@every_placement
@every_capture
def test_positions_walk_beside_the_plain_rules(placement, capture):
    rng = random.Random(f"{placement} {capture}")
    for number in range(4):
        game = Othello(
            size=(4, 6, 8, 4)[number], placement=placement, start=("standard", "parallel")[number % 2],
            discs_each=(None, 6, None, 3)[number], max_plies=(500, 60, 24, 500)[number],
            komi=(0, 0.5, -2, 1)[number], vanish_probability=(0.5, 0.25, 1, 0.75)[number],
            **CAPTURES[capture],
        )  # fmt: skip
        walk(game, rng)


def walk(game, rng):
    """Play one random game twice, side by side, for at most 60 turns."""
    position, state = game.start_position(), oracle.start_state(game.settings())
    for _ in range(60):
        assert board_rows(position.black, position.white, game.size) == state.board
        assert position.is_over == oracle.is_over(state)
        for colour in ("black", "white"):
            assert position.legal_squares(colour) == oracle.squares_of(state, colour)
        if position.is_over:
            assert_same_end(position, state)
            return
        if not oracle.legal_squares(state):
            assert [str(move) for move in position.legal_moves()] == [oracle.PASS]
            position, state = position.play(oracle.PASS), oracle.apply(state, oracle.PASS)
            continue
        assert {move.square for move in position.legal_moves()} == set(oracle.legal_squares(state))
        square = rng.choice(oracle.legal_squares(state))
        options = oracle.removal_options(state, square)
        assert position.captured(square) == tuple(sorted(oracle.captures(state, square), key=oracle.place_of))
        after = {}
        for move in (move for move in position.legal_moves() if move.square == square):
            for chance, then in position.outcomes(move):
                after[frozenset(then.last_move.removed)] = chance, then
        assert set(after) == set(options)
        if game.vanish_choice != "choice" or game.capture != "vanish_one":
            assert {removed: chance for removed, (chance, _) in after.items()} == options
        removed = rng.choice(sorted(options, key=sorted))
        position, state = after[removed][1], oracle.apply(state, square, removed)


def assert_same_end(position, state):
    record, expected = position.record(), oracle.record(state)
    assert {name: record[name] or "" for name in ("first_stuck", "end_reason", "winner")} == {
        name: getattr(expected, name) for name in ("first_stuck", "end_reason", "winner")
    }
    counts = ("plies", "passes", "passes_black", "passes_white", "black", "white")
    assert [record[name] for name in counts] == [getattr(expected, name) for name in counts]
    if record["winner"]:
        assert position.margin == oracle.margin(state)


# --- copies


def test_every_rule_has_kernels_of_its_own_name():
    names = {
        k.kernel_name(k._perft, placement, capture) for placement in k.PLACEMENTS for capture in k.CAPTURES
    }
    assert len(names) == len(k.PLACEMENTS) * len(k.CAPTURES)
    assert all(name.isidentifier() for name in names)
    assert {capture_name(Othello(**rules)) for rules in CAPTURES.values()} == set(k.CAPTURES)
    assert set(PLACEMENTS) == set(k.PLACEMENTS)
