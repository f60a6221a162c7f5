"""The plain statement of Throw Othello gives the known throws and resting places."""

import json
from pathlib import Path

import pytest

from tests.oracles import throw_othello as oracle

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "data/golden/throw_othello.json").read_text(encoding="utf-8"))


def golden(section):
    return pytest.mark.parametrize(
        "entry", GOLDEN[section], ids=lambda entry: entry.get("id", f"{entry.get('x')} {entry.get('y')}")
    )


def played(state, text):
    """Return the state after a scripted throw such as ``c4:B knocks d4``, and what it captured."""
    if text == "foul":
        return oracle.foul(state), []
    landing, _, knocked = text.partition(" knocks ")
    square, face = landing.split(":")
    return oracle.land(state, square, face, knocked.split())


@golden("scripted")
def test_scripted_throws(entry):
    state = oracle.start(oracle.Rules(**entry["rules"]))
    for text, expected in zip(entry["throws"], entry["captured"], strict=True):
        state, taken = played(state, text)
        assert taken == expected
    assert state.stacks == entry["stacks"]
    assert list(state.thrown.values()) == entry["thrown"]
    assert list(state.fouls.values()) == entry["fouls"]
    assert (state.knocked_off, state.stacked, state.turned_over) == (
        entry["knocked_off"], entry["stacked"], entry["turned_over"],
    )  # fmt: skip
    assert (oracle.end_reason(state), oracle.winner(state)) == (entry["end_reason"], entry["winner"])
    for count in ("all", "top"):
        assert [oracle.count_discs(state, colour, count) for colour in "BW"] == entry[count]
    if entry["end_reason"] != "fouled_out":
        assert oracle.NAMES[state.turn] == entry["to_move"]


@golden("landing")
def test_resting_places(entry):
    state = oracle.start()
    found = oracle.place(state.rules, state.stacks, entry["x"], entry["y"])
    assert list(found.candidates) == entry["candidates"]
    shares = oracle.shares(state.rules, entry["x"], entry["y"])
    assert shares == pytest.approx(entry["shares"], abs=0.003)
