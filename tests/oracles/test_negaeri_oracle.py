"""The plain statement of the rules of Negaeri Shogi gives the known counts, chains and ends."""

import json
from pathlib import Path

import pytest

from tests.oracles import negaeri_shogi as oracle

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "data/golden/negaeri_shogi.json").read_text(encoding="utf-8"))
# The oracle is slow: it counts as deep as its time allows, the package's kernels go on to the end.
MOST_LINES = 20_000


def golden(section):
    return pytest.mark.parametrize("entry", GOLDEN[section], ids=lambda entry: entry["id"])


def start_of(entry):
    if entry["start"] is None:
        return oracle.start_state(entry["rules"])
    return oracle.read_sfen(entry["start"], entry["rules"])


@golden("perft")
@pytest.mark.parametrize(("counts", "finished_counts"), [("counts", 1), ("full_depth_counts", 0)])
def test_perft(entry, counts, finished_counts):
    expected = [number for number in entry[counts] or [] if number <= MOST_LINES]
    start = start_of(entry)
    assert [oracle.perft(start, i + 1, finished_counts) for i in range(len(expected))] == expected


@golden("drops")
def test_stages_of_a_drop(entry):
    start = start_of(entry)
    found, _ = oracle.stages(start, oracle.square_of(entry["move"][2:]))
    assert [[oracle.name_of(square) for square in stage] for stage in found] == entry["stages"]
    after = oracle.apply(start, entry["move"])
    assert oracle.sfen(after).split()[:3] == entry["after"].split()[:3]


@golden("ends")
def test_end_of_a_game(entry):
    state = start_of(entry)
    for move in entry["moves"]:
        assert oracle.end_reason(state) is None
        assert move in oracle.legal_moves(state)
        state = oracle.apply(state, move)
    found = oracle.record(state)
    assert {name: found[name] for name in ("end_reason", "winner", "pieces_sente", "pieces_gote")} == {
        name: entry[name] for name in ("end_reason", "winner", "pieces_sente", "pieces_gote")
    }


def test_the_start_is_written_as_in_shogi():
    assert oracle.sfen(oracle.start_state()) == "1bkr2/1ppp2/6/6/2PPP1/2RKB1 b RB4Prb3p 1"


def test_random_games_keep_every_piece():
    for seed in range(5):
        _, end = oracle.random_game({}, seed)
        kinds = [piece[-1].upper() for piece in end.board.values()]
        held = {kind: sum(end.hands[side][kind] for side in oracle.OTHER) for kind in oracle.KINDS}
        assert {kind: kinds.count(kind) + held[kind] for kind in "PRB"} == {"P": 13, "R": 4, "B": 4}
