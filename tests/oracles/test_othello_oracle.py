"""The plain statement of the Othello rules gives the known counts, games and exact chances."""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.oracles import othello as oracle

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "data/golden/othello.json").read_text(encoding="utf-8"))
# The oracle is slow: it counts as deep as its time allows, the package's kernels go on to the end.
MOST_LINES = 20_000


def golden(section):
    return pytest.mark.parametrize("entry", GOLDEN[section], ids=lambda entry: entry["id"])


def start_of(entry):
    return oracle.start_state(entry["rules"], entry.get("start"), entry.get("to_move", "black"))


def with_forced_pass(state):
    must_pass = not oracle.is_over(state) and not oracle.legal_squares(state)
    return oracle.apply(state, oracle.PASS) if must_pass else state


# Counts


@golden("perft")
def test_perft(entry):
    expected = [count for count in entry["counts"] if count <= MOST_LINES]
    convention = entry["pass_is_a_ply"], entry["finished_game_counts"]
    counted = [oracle.perft(start_of(entry), depth, *convention) for depth in range(1, len(expected) + 1)]
    assert counted == expected


class Value(NamedTuple):
    """What the rest of the game may hold, seen from one position."""

    lines: int
    max_plies: int
    best_margin: int  # black's, both sides playing perfectly
    best_margin_with_empties: int  # ... where the winner has the empty squares too
    finished: bool


def positions_from(state):
    """The Value of every reachable (board, to_move); a position that repeats within a line is an error."""
    rules_with_empties = replace(state.rules, empties_to_winner=True)
    known, open_line = {}, set()

    def value_of(here):
        key = here.board, here.to_move
        if key not in known:
            assert key not in open_line, f"{key} repeats"
            open_line.add(key)
            known[key] = finished_value(here) if oracle.is_over(here) else value_of_moves(here)
            open_line.remove(key)
        return known[key]

    def finished_value(here):
        return Value(1, 0, oracle.margin(here), oracle.margin(replace(here, rules=rules_with_empties)), True)

    def value_of_moves(here):
        moves = oracle.moves(here)
        lines, plies, margins, with_empties, _ = zip(
            *(value_of(oracle.apply(here, *move)) for move in moves), strict=True
        )
        best = max if here.to_move == "black" else min
        is_ply = moves[0][0] != oracle.PASS
        return Value(sum(lines), max(plies) + is_ply, best(margins), best(with_empties), False)

    value_of(state)
    return known


@golden("exact")
def test_whole_game(entry):
    start, expect = start_of(entry), entry["expect"]
    known = positions_from(start)
    value = known[start.board, start.to_move]
    finished = [board for (board, _), reached in known.items() if reached.finished]
    counts = [f"{oracle.count(board, 'X')}-{oracle.count(board, 'O')}" for board in finished]
    found = {
        "n_positions": len(known),
        "n_boards": len({board for board, _ in known}),
        "n_finished": len(finished),
        "n_lines": value.lines,
        "acyclic": True,  # positions_from has found no repetition
        "max_plies": value.max_plies,
        "finished_counts": {pair: counts.count(pair) for pair in counts},
        "best_margin": value.best_margin,
        "best_margin_empties_to_winner": value.best_margin_with_empties,
    }
    stated = {name: value for name, value in expect.items() if name != "random_play"}
    assert {name: found[name] for name in stated} == stated


@golden("exact")
def test_random_play_exactly(entry):
    expect = entry["expect"]["random_play"]
    distribution = oracle.exact_random_play(start_of(entry))
    assert sum(distribution.values()) == 1
    for column in set(expect) - {"mean"}:
        stated = {value: Fraction(chance) for value, chance in expect[column].items()}
        chances = {str(value): chance for value, chance in oracle.chances(distribution, column).items()}
        assert chances == stated
    means = {name: oracle.mean(distribution, name) for name in ("plies", "black", "white")}
    means["margin"] = means["black"] - means["white"]
    stated = {name: Fraction(value) for name, value in expect["mean"].items()}
    assert {name: means[name] for name in stated} == stated


# Games


def facts_of(state, last_mover, last_captures):
    facts = {
        "over": oracle.is_over(state),
        "to_move": state.to_move,
        "last_mover": last_mover,
        "last_captures": sorted(last_captures),
        "legal_black": list(oracle.legal_squares(replace(state, to_move="black"))),
        "legal_white": list(oracle.legal_squares(replace(state, to_move="white"))),
        "board": oracle.diagram(state),
        "plies": state.plies,
        "passes": state.passes_black + state.passes_white,
        "passes_black": state.passes_black,
        "passes_white": state.passes_white,
        "first_stuck": state.first_stuck,
        "black": oracle.count(state.board, "X"),
        "white": oracle.count(state.board, "O"),
        "empty": oracle.count(state.board, "."),
    }
    if facts["over"]:
        facts |= oracle.record(state)._asdict() | {"margin": oracle.margin(state)}
    return facts


@golden("scripted")
def test_scripted_game(entry):
    state, movers, captures = start_of(entry), [], ()
    squares = oracle.split_moves(entry["moves"])
    for square, removed in zip(squares, entry.get("removed", [None] * len(squares)), strict=True):
        state = with_forced_pass(state)
        movers.append(state.to_move)
        captures = oracle.captures(state, square)
        state = oracle.apply(state, square, removed)
    expect = dict(entry["expect"])
    for square in expect.pop("illegal", []):
        with pytest.raises(ValueError, match="not legal"):
            oracle.apply(state, square)
    facts = facts_of(state, movers[-1] if movers else None, captures)
    assert {name: facts[name] for name in expect} == expect
    assert movers == entry.get("movers", movers)


def games_in(text):
    """(start, to_move, [(mover or None, square or PASS)]) of each game of a sample transcript."""
    if "GM[Othello]" not in text:
        tokens = re.sub(r"\[.*\]|\d+\.|\d+-\d+", " ", text).split()
        return [(None, "black", [(None, token) for token in tokens])]
    games = []
    for game in re.findall(r"\(;.*?;\)", text, re.DOTALL):
        *rows, side = re.search(r"BO\[8 ([^\]]+)\]", game)[1].split()
        start = "/".join(rows).replace("-", ".").replace("*", "X")
        played = re.findall(r"\]([BW])\[(\w+)", game)
        names = {"B": "black", "W": "white", "*": "black", "O": "white"}
        moves = [(names[c], oracle.PASS if m.lower().startswith("pa") else m.lower()) for c, m in played]
        games.append((start, names[side], moves))
    return games


@pytest.mark.parametrize("entry", GOLDEN["transcripts"], ids=lambda entry: Path(entry["file"]).name)
def test_transcript(entry):
    games = games_in((ROOT / entry["file"]).read_text(encoding="utf-8"))
    assert len(games) == len(entry["games"])
    for (start, to_move, moves), expect in zip(games, entry["games"], strict=True):
        state = oracle.start_state({}, start, to_move)
        for mover, square in moves:
            assert mover in (None, state.to_move)
            state = oracle.apply(state, square)
        facts = facts_of(state, None, ())
        assert {name: facts[name] for name in expect} == expect


# Symmetry

SYMMETRIES = {
    "identity": lambda r, c, last: (r, c),
    "rotate_90": lambda r, c, last: (c, last - r),
    "rotate_180": lambda r, c, last: (last - r, last - c),
    "rotate_270": lambda r, c, last: (last - c, r),
    "flip_vertical": lambda r, c, last: (last - r, c),
    "flip_horizontal": lambda r, c, last: (r, last - c),
    "transpose": lambda r, c, last: (c, r),
    "antitranspose": lambda r, c, last: (last - c, last - r),
}


def image(board, symmetry):
    last = len(board) - 1
    cells = {SYMMETRIES[symmetry](r, c, last): board[r][c] for r in range(last + 1) for c in range(last + 1)}
    return tuple("".join(cells[r, c] for c in range(last + 1)) for r in range(last + 1))


def image_of_square(square, symmetry, size):
    return oracle.name_of(*SYMMETRIES[symmetry](*oracle.place_of(square), size - 1))


def test_symmetries_of_the_start():
    stated, start = GOLDEN["symmetries"], oracle.start_state({})
    swapped = tuple(row.translate(str.maketrans("XO", "OX")) for row in start.board)
    for group, board in (("of_the_start", start.board), ("of_the_start_with_colours_swapped", swapped)):
        for symmetry, square in stated[group].items():
            assert image_of_square(stated["square"], symmetry, 8) == square
            assert image(start.board, symmetry) == board
    assert set(oracle.legal_squares(start)) == set(stated["of_the_start"].values())
    by_white = replace(start, to_move="white")
    assert set(oracle.legal_squares(by_white)) == set(stated["of_the_start_with_colours_swapped"].values())


# What holds in every game

VARIANTS = [
    {"capture": "flip"},
    {"capture": "vanish", "start": "parallel", "placement": "touching", "max_plies": 60},
    {"capture": "vanish_one", "vanish_choice": "random", "size": 6, "placement": "touching", "max_plies": 60},
    {"capture": "vanish_one", "vanish_choice": "choice", "size": 6, "placement": "free", "max_plies": 60},
    {
        "capture": "vanish_one",
        "vanish_choice": "farthest",
        "size": 4,
        "discs_each": 5,
        "placement": "touching",
    },
    {"capture": "mixed", "vanish_probability": 0.3, "size": 6, "max_plies": 40, "komi": 0.5},
    {"capture": "mixed", "vanish_probability": 0.3, "size": 4, "discs_each": 3, "placement": "free"},
]


@pytest.mark.parametrize("rules", VARIANTS, ids=lambda rules: "-".join(map(str, rules.values())))
def test_random_games_keep_the_books(rules):
    rng = random.Random(2)
    for _ in range(5):
        record, played = oracle.random_game(rules, rng)
        state = oracle.start_state(rules)
        for square, removed in played:
            state = with_forced_pass(state)
            n_discs = oracle.count(state.board, "X") + oracle.count(state.board, "O")
            assert removed <= oracle.captures(state, square)
            state = oracle.apply(state, square, removed)
            assert oracle.count(state.board, "X") + oracle.count(state.board, "O") == n_discs + 1 - len(
                removed
            )
        assert oracle.record(state) == record
        assert record.plies == len(played) <= state.rules.max_plies
        assert (record.end_reason == "capped") == (record.winner == "")
        assert record.winner != "draw" or record.black == record.white + state.rules.komi


@pytest.mark.parametrize(("probability", "same_as"), [(0, "flip"), (1, "vanish")])
def test_mixed_meets_its_neighbours(probability, same_as):
    rng = random.Random(5)
    for _ in range(20):
        record, played = oracle.random_game({"capture": same_as, "size": 6}, rng)
        mixed = oracle.start_state({"capture": "mixed", "vanish_probability": probability, "size": 6})
        mixed = oracle.replay(mixed, [square for square, _ in played])
        assert oracle.record(mixed) == record


def test_chances_of_what_vanishes():
    start = ".OX.../O...../O...../X...../....../......"
    one = oracle.start_state({"capture": "vanish_one", "size": 6}, start)
    third = Fraction(1, 3)
    assert oracle.removal_options(one, "a1") == {frozenset([disc]): third for disc in ("b1", "a2", "a3")}
    mixed = oracle.start_state({"capture": "mixed", "vanish_probability": "1/4", "size": 6}, start)
    options = oracle.removal_options(mixed, "a1")
    assert len(options) == 8
    assert options[frozenset()] == Fraction(27, 64)
    assert options[frozenset(["b1", "a3"])] == Fraction(3, 64)


def test_scattered_starts_need_their_discs_and_a_move():
    rules = {"start": "scattered", "n_scattered": 2, "size": 4}
    drawn = {
        "XO../..../..../..OX": True,
        "XO../..../..../...X": False,  # one white disc
        "X..X/..../..../O..O": False,  # neither side can move
        "OXX./..../..../O...": True,  # white alone can move
    }
    assert {start: oracle.is_scattered_start(oracle.start_state(rules, start)) for start in drawn} == drawn


def test_margin_counts_komi_and_gives_the_empty_squares_to_its_winner():
    squares = oracle.split_moves("f5d6c5f4e7f6g5e6e3")  # 13 black discs, none white, 51 empty squares
    margins = {}
    for komi in (12.5, 13, 13.5):
        rules = {"komi": komi, "empties_to_winner": True}
        margins[komi] = oracle.margin(oracle.replay(oracle.start_state(rules), squares))
    assert margins == {12.5: 0.5 + 51, 13: 0, 13.5: -0.5 - 51}


def test_a_game_that_could_go_on_for_ever_stops_at_the_cap():
    rules = {"capture": "vanish", "size": 4, "placement": "free", "max_plies": 30}
    records = [oracle.random_game(rules, random.Random(seed))[0] for seed in range(30)]
    capped = [record for record in records if record.end_reason == "capped"]
    assert capped
    assert {record.plies for record in capped} == {30}
    assert {record.end_reason for record in records} <= {"capped", "board_full", "wipeout"}


def test_passes_are_forced_and_never_chosen():
    start = oracle.start_state({})
    with pytest.raises(ValueError, match="may not pass"):
        oracle.apply(start, oracle.PASS)
    over = oracle.start_state({"size": 4}, "XXXX/XXXX/XXXX/XXXX")
    with pytest.raises(ValueError, match="may not pass"):
        oracle.apply(over, oracle.PASS)
