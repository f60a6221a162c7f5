"""The command that tunes a rule, and one message for wrong input."""

import json

import pytest

from variantlab.cli import main

OTHELLO = ["balance", "othello", "--set", "size=4", "--knob", "komi"]


@pytest.fixture
def printed(capsys):
    """A function that runs a command and returns what it printed."""

    def run(*words):
        assert main(list(words)) == 0
        return capsys.readouterr().out

    return run


def test_values_may_begin_with_a_minus(printed):
    words = ["--budget", "600", "--seed", "1", "--json"]
    listed = json.loads(printed(*OTHELLO, "--values", "-8,0,8", *words))
    parted = json.loads(printed(*OTHELLO, "--values", "-8", "0", "8", *words))
    tied = json.loads(printed(*OTHELLO, "--values=-8,0,8", *words))
    assert listed == parted == tied
    assert listed["values"] == [-8, 0, 8]
    assert listed["value"] == 0
    assert listed["n_games"] <= listed["budget"] == 600


def test_text_names_the_answer_and_the_confirmed_rate_first(printed):
    lines = printed(*OTHELLO, "--values", "-8,0,8", "--budget", "600", "--seed", "1").splitlines()
    assert lines[0] == "komi = 0.0 is nearest to a score of 0.5 for black"
    assert "from fresh games" in lines[1]
    assert "none of them is a rate to report" in lines[2]


def test_band_players_and_two_knobs(printed):
    found = json.loads(
        printed(
            *OTHELLO, "--values", "0,8", "--knob", "players", "--values", "random", "greedy/random",
            "--band", "0.3,0.7", "--budget", "400", "--level", "0.9", "--method", "flat", "--json",
        )
    )  # fmt: skip
    assert found["knob"] == ["komi", "players"]
    assert found["band"] == [0.3, 0.7]
    assert found["values"][1] == [0, ["greedy", "random"]]
    assert found["level"] == 0.9


def test_negaeri_shogi_by_pawns(printed):
    found = json.loads(
        printed(
            "balance", "negaeri", "--knob", "sente_pawns", "--values", "3,4,5", "--players", "random",
            "--budget", "300", "--json",
        )
    )  # fmt: skip
    assert found["values"] == [3, 4, 5]
    assert found["searched"][2]["rules"]["sente_hand"] == "RB5P"
    assert found["answer"] in ("value", "undecided")
    assert sum(row["n_games"] for row in found["searched"]) + found["confirmed"]["n_games"] <= 300


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--values", "0,1.3"], "komi: got"),
        (["--values", "0,2", "--budget", "5"], "budget: got 5"),
        (["--values", "0,2", "--budget", "many"], "--budget: got 'many'"),
        (["--values", "0,2", "--band", "0.5"], "--band: got '0.5'"),
        (["--values", "0,2", "--target", "half"], "--target: got 'half'"),
        (["--values", "0,2", "--level", "95"], "level: got 95"),
        (["--values", "0,2", "--players", "nobody"], "player"),
        (["--values", "0,2", "--players", "random", "random", "random"], "players: got"),
        (["--values", "0,2", "--values", "1"], "--values: got"),
        (["--values", "0,2", "--knob", "kmoi", "--values", "1"], "Did you mean 'komi'?"),
    ],
)
def test_wrong_input_gets_one_message(capsys, words, message):
    assert main([*OTHELLO, *words]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("variantlab: ")
    assert shown.err.count("\n") == 1
    assert message in shown.err
