"""The commands: their JSON forms for other programs, and one clear message for whatever is wrong."""

import json
import subprocess
import sys

import pytest

from variantlab.cli import main
from variantlab.games.othello.rules import Othello

GAME_KEYS = {"game", "rules"}


def printed(capsys, *words):
    """Return the JSON document that a command prints."""
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def complaint(capsys, *words):
    """Return the one message of a command that is given something wrong."""
    assert main(list(words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("variantlab: ")
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err


# --- perft


def test_perft_prints_game_rules_counts_and_convention(capsys):
    found = printed(capsys, "perft", "othello", "--depth", "6", "--set", "capture=vanish")
    assert found.keys() == GAME_KEYS | {"counts", "convention"}
    assert found["game"] == "othello"
    assert found["rules"] == Othello(capture="vanish").settings()
    assert found["counts"] == [4, 8, 12, 12, 12, 12]
    assert found["convention"] == "leaves"


def test_perft_counts_only_full_lines_where_asked(capsys):
    words = ("perft", "othello", "--depth", "6", "--set", "capture=vanish", "--convention", "full_depth")
    assert printed(capsys, *words)["counts"] == [4, 8, 12, 8, 0, 0]


def test_perft_from_a_diagram_in_a_file_and_as_text_and_after_moves(capsys, tmp_path):
    diagram = Othello().replay("f5d6c3").diagram()
    file = tmp_path / "position.txt"
    file.write_text(diagram.replace("/", "\n"), encoding="utf-8-sig")
    from_text = printed(capsys, "perft", "othello", "--depth", "3", "--position", diagram)["counts"]
    from_file = printed(capsys, "perft", "othello", "--depth", "3", "--position", str(file))["counts"]
    from_moves = printed(capsys, "perft", "othello", "--depth", "3", "--moves", "f5d6c3")["counts"]
    assert from_text == from_file == from_moves
    after_start = printed(capsys, "perft", "othello", "--depth", "3")["counts"]
    assert from_text != after_start


# --- exact


def test_exact_prints_every_figure_of_the_vanish_game(capsys):
    found = printed(capsys, "exact", "othello", "--set", "capture=vanish")
    assert GAME_KEYS | {"n_positions", "acyclic", "value", "distance", "random_play"} <= found.keys()
    assert (found["n_positions"], found["acyclic"], found["value"]) == (33, True, "draw")
    assert found["distance"] is None
    play = found["random_play"]
    assert play["winner"] == {"black": "1/2", "white": "0", "draw": "1/2"}
    assert play["plies"] == {"3": "1/2", "4": "1/2"}
    assert {name: play["mean"][name] for name in ("plies", "passes", "black", "white")} == {
        "plies": "7/2",
        "passes": "0",
        "black": "5/2",
        "white": "3/2",
    }
    assert play["end_reason"]["no_moves"] == "1"


def test_exact_names_the_winner_and_the_plies_of_a_won_position(capsys):
    nearly_over = "XOO./XXXX/XXXX/XXXX b"
    found = printed(capsys, "exact", "othello", "--set", "size=4", "--position", nearly_over)
    assert (found["value"], found["distance"]) == ("first", 1)


def test_exact_says_when_a_game_is_too_large(capsys):
    message = complaint(capsys, "exact", "othello", "--limit", "1000")
    assert "1,000" in message or "1000" in message


# --- simulate


def test_simulate_prints_integer_counts(capsys):
    words = ("simulate", "othello", "--set", "capture=flip", "--players", "random", "random")
    found = printed(capsys, *words, "--games", "2000", "--seed", "1")
    assert GAME_KEYS | {"players", "n_games", "seed", "winner", "end_reason", "sums"} <= found.keys()
    assert found["n_games"] == 2000
    assert found["players"] == ["random", "random"]
    assert sum(found["winner"].values()) + found["end_reason"]["capped"] == 2000
    assert sum(found["end_reason"].values()) == 2000
    counts = [*found["winner"].values(), *found["end_reason"].values(), *found["sums"].values()]
    assert all(type(count) is int for count in counts)
    assert {"plies", "passes", "black", "white"} <= found["sums"].keys()
    assert found["sums"]["plies"] + 4 * 2000 == found["sums"]["black"] + found["sums"]["white"]


def test_threads_never_change_a_result(capsys):
    words = ("simulate", "othello", "--set", "capture=mixed", "--games", "5000", "--seed", "3")
    one, two = (printed(capsys, *words, "--threads", threads) for threads in ("1", "3"))
    assert one == two


def test_a_series_goes_on_where_it_ended(capsys):
    words = ("simulate", "othello", "--seed", "3")
    whole = printed(capsys, *words, "--games", "500")
    head = printed(capsys, *words, "--games", "200")
    tail = printed(capsys, *words, "--games", "300", "--first", "200")
    assert head["sums"]["black"] + tail["sums"]["black"] == whole["sums"]["black"]


def test_simulate_writes_the_games_but_never_over_a_file(capsys, tmp_path):
    file = tmp_path / "games.csv"
    assert main(["simulate", "othello", "--games", "20", "--csv", str(file)]) == 0
    capsys.readouterr()
    rows = file.read_text(encoding="utf-8").splitlines()
    assert len(rows) == 21
    assert rows[0].startswith("rule,method,plies,passes")
    assert "does not exist yet" in complaint(capsys, "simulate", "othello", "--csv", str(file))
    assert file.read_text(encoding="utf-8").splitlines() == rows


def test_a_number_of_games_may_be_written_with_an_exponent(capsys):
    assert printed(capsys, "simulate", "othello", "--games", "1e3")["n_games"] == 1000


# --- what is wrong is named


def test_a_class_gives_its_codes_one_by_one(monkeypatch, capsys):
    asked = {}
    monkeypatch.setattr("variantlab.view.reports.reproduce", lambda study, **options: asked.update(options))
    main(["reproduce", "vanish", "--code", "a1b2", "--code", "c3d4"])
    assert asked["code"] == ["a1b2", "c3d4"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["simulate", "otello"], "Did you mean 'othello'?"),
        (["simulate", "othello", "--set", "captur=flip"], "Did you mean 'capture'?"),
        (["simulate", "othello", "--set", "capture=vanihs"], "Did you mean 'vanish'?"),
        (["simulate", "othello", "--set", "capture"], "RULE=VALUE"),
        (["simulate", "othello", "--set", "size=4", "--set", "size=6"], "twice"),
        (["simulate", "othello", "--set", "size=5"], "allowed: 4, 6, 8"),
        (["simulate", "othello", "--set", "komi=0.3"], "a multiple of 0.5"),
        (["simulate", "othello", "--games", "-1"], "--games"),
        (["simulate", "othello", "--games", "inf"], "--games"),
        (["simulate", "othello", "--games", "1.5"], "--games"),
        (["simulate", "othello", "--games", "many"], "--games"),
        (["simulate", "othello", "--seed", "-1"], "--seed"),
        (["simulate", "othello", "--threads", "0"], "--threads"),
        (["simulate", "othello", "--players", "random", "gredy"], "player"),
        (["simulate", "othello", "--players", "random", "alphabeta:0"], "depth"),
        (["perft", "othello", "--depth", "0"], "--depth"),
        (["perft", "othello", "--depth", "3", "--convention", "leafs"], "Did you mean 'leaves'?"),
        (["perft", "othello", "--depth", "3", "--moves", "f5d7"], "d7"),
        (["perft", "othello", "--depth", "3", "--moves", "hello"], "hello"),
        (["perft", "othello", "--depth", "3", "--position", "XO/OX b"], "8 rows of 8 squares"),
        (["perft", "othello", "--depth", "3", "--position", "no-such-file.txt"], "no-such-file.txt"),
        (["exact", "othello", "--set", "start=scattered"], "start"),
        (["rules", "chess"], "othello"),
        (["predict", "new", "vanihs"], "vanish"),
        (["predict", "lock", "no-such-form.toml"], "no-such-form.toml"),
        (["reproduce", "vanihs"], "vanish"),
    ],
)
def test_wrong_input_gets_one_message_and_exit_code_2(words, named, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert named in complaint(capsys, *words)


def test_the_program_itself_ends_with_the_code_and_without_a_traceback():
    words = [sys.executable, "-m", "variantlab.cli", "simulate", "othello", "--set", "captur=flip"]
    ended = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr


def test_no_command_at_all_shows_how_to_call_it(capsys):
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "usage: variantlab" in capsys.readouterr().err


# --- rules and predictions


def test_rules_names_each_field_with_its_source(capsys):
    found = printed(capsys, "rules", "othello")
    assert [row["rule"] for row in found] == list(Othello().settings())
    assert all(row["meaning"] and row["source"] in ("article", "decision", "ours") for row in found)


def test_a_prediction_is_made_locked_verified_and_a_change_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["predict", "new", "vanish"]) == 0
    form = tmp_path / "predictions" / "vanish.toml"
    text = form.read_text(encoding="utf-8")
    assert "left as it is" in complaint_of_existing_form(capsys)
    assert form.read_text(encoding="utf-8") == text
    form.write_text(filled(text), encoding="utf-8")
    locked = printed(capsys, "predict", "lock", "predictions/vanish.toml")
    assert locked["is_new"]
    assert not printed(capsys, "predict", "lock", "predictions/vanish.toml")["is_new"]
    assert printed(capsys, "predict", "verify", "predictions/vanish.toml", "--code", locked["code"])[
        "is_intact"
    ]
    form.write_text(filled(text).replace("yes = 0.5", "yes = 0.25").replace("no = 0.5", "no = 0.75"), "utf-8")
    with pytest.raises(SystemExit) as stopped:
        main(["predict", "verify", "predictions/vanish.toml"])
    assert stopped.value.code == 2
    assert "Q1" in capsys.readouterr().out


def complaint_of_existing_form(capsys):
    """Return the message for a form that exists already."""
    capsys.readouterr()
    return complaint(capsys, "predict", "new", "vanish")


def filled(text):
    """Return the empty form with every blank filled in, each choice shared evenly."""
    import re

    shares = {2: ["0.5"] * 2, 3: ["0.25", "0.25", "0.5"]}

    def even(match):
        names = re.findall(r'^(\w+) = ""', match[0], flags=re.MULTILINE)
        lines = [f"{name} = {share}" for name, share in zip(names, shares[len(names)], strict=True)]
        return "[question.options]\n" + "\n".join(lines) + "\n"

    text = re.sub(r'\[question\.options\]\n(?:\w+ = ""[^\n]*\n)+', even, text)
    text = text.replace('author = ""', 'author = "A class"').replace('reason = ""', 'reason = "a guess"')
    numbers = {"estimate": "10", "low": "5", "high": "20", "level": "0.8"}
    for name, number in numbers.items():
        text = text.replace(f'{name} = ""', f"{name} = {number}")
    return text
