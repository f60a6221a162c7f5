"""The commands on Chopsticks: exact values, the atlas, counts and games, and one message for wrong input."""

import json

import pytest

from tests.oracles import chopsticks as oracle
from variantlab.cli import main
from variantlab.games.chopsticks.retrograde import solve
from variantlab.games.chopsticks.rules import PRESETS, Chopsticks
from variantlab.study.chopsticks_atlas import OPTIONS, rule_sets

ENDLESS = ["--set", "split=true", "--set", "revive=true", "--set", "swap=true"]


@pytest.fixture
def printed(capsys):
    """A function that runs a command and returns what it printed."""

    def run(*words):
        assert main(list(words)) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def refused(capsys):
    """A function that runs a command with wrong input and returns its one message."""

    def run(*words):
        assert main(list(words)) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("variantlab: ")
        assert shown.err.count("\n") == 1
        return shown.err

    return run


def words_of(game):
    return [word for name, value in game.changed_settings().items() for word in ("--set", f"{name}={value}")]


def test_exact_has_the_same_form_as_for_othello(printed):
    ours = json.loads(printed("exact", "chopsticks", *ENDLESS, "--json"))
    theirs = json.loads(printed("exact", "othello", "--set", "capture=vanish", "--json"))
    assert list(ours) == list(theirs)
    assert list(ours["random_play"])[: len(theirs["random_play"])] == list(theirs["random_play"])
    assert list(ours["random_play"]["winner"]) == ["first", "second", "draw"]
    assert ours["rules"] == Chopsticks(revive=True, swap=True).settings()


def test_exact_counts_positions_at_the_start_of_a_turn_with_the_mover_implied(printed):
    # 92 is the count of an independent program for the article's game without splits.
    found = json.loads(printed("exact", "chopsticks", "--set", "split=false", "--json"))
    assert (found["n_positions"], found["acyclic"], found["value"], found["distance"]) == (
        92,
        True,
        "second",
        8,
    )
    assert found["random_play"]["winner"] == {"first": "785/1536", "second": "751/1536", "draw": "0"}


@pytest.mark.parametrize("name", [*PRESETS, "acting again, and reviving"])
def test_exact_agrees_with_the_plain_oracle(name, printed):
    game = Chopsticks.from_settings(PRESETS.get(name, {"revive": True, "extra_action": "attack"}))
    found = json.loads(printed("exact", "chopsticks", *words_of(game), "--json"))
    rules = {rule: value for rule, value in game.settings().items() if rule in oracle.RULES}
    starts = [position for position in oracle.reachable(rules) if not position[2]]
    assert (found["value"], found["distance"]) == oracle.winner(rules)
    assert found["n_positions"] == len(starts)


def test_exact_from_another_position_and_after_moves(printed):
    game = Chopsticks(split=False)
    later = game.replay("1>1 1>1 2>2")
    shown = [
        json.loads(printed("exact", "chopsticks", "--set", "split=false", *words, "--json"))
        for words in (["--moves", "1>1 1>1 2>2"], ["--position", later.diagram()])
    ]
    solution = solve(game, later)
    assert shown[0] == shown[1]
    assert (shown[0]["value"], shown[0]["distance"]) == (solution.value, solution.distance)
    assert shown[0]["n_positions"] == solution.n_positions


def test_exact_for_people(printed):
    text = printed("exact", "chopsticks", "--set", "split=false")
    assert "92 positions; no position can repeat" in text
    assert "best play: second wins in 8 plies" in text


def test_the_atlas_has_a_row_for_each_rule_set(printed):
    rows = json.loads(printed("atlas", "chopsticks", "--json"))
    assert [row["rules"] for row in rows] == [game.settings() for game in rule_sets()]
    assert {row["game"] for row in rows} == {"chopsticks"}
    for row in rows:
        assert (row["value"] == "draw") == (row["distance"] is None) == (row["strategy_size"] is None)


def test_the_atlas_and_exact_agree(printed):
    for row in json.loads(printed("atlas", "chopsticks", "--set", "limit=5", "--set", "revive=on", "--json"))[
        ::5
    ]:
        game = Chopsticks.from_settings(row["rules"])
        found = json.loads(printed("exact", "chopsticks", *words_of(game), "--json"))
        for key in ("game", "rules", "n_positions", "acyclic", "value", "distance"):
            assert row[key] == found[key]


def test_the_atlas_keeps_the_rules_that_are_set(printed):
    words = ["--set", "limit=4", "--set", "swap_equal=true", "--set", "split=true", "--json"]
    rows = json.loads(printed("atlas", "chopsticks", *words))
    assert len(rows) == 2 * 2**3 * 3
    assert all(row["rules"]["limit"] == 4 and row["rules"]["swap_equal"] for row in rows)


def test_the_atlas_for_people_is_a_table(printed):
    head, *lines, total = printed("atlas", "chopsticks", "--set", "overflow=out").splitlines()
    assert head.split(" | ")[0].split() == list(OPTIONS)
    assert len(lines) == 50
    assert {len(line) for line in lines} == {len(head)}
    values = [line.split(" | ")[1].split()[0] for line in lines]
    assert (
        total == f"50 rule sets: {', '.join(f'{v} {values.count(v)}' for v in ('first', 'second', 'draw'))}"
    )


def test_perft_and_games_by_command(printed):
    counts = json.loads(printed("perft", "chopsticks", "--set", "split=false", "--depth", "4", "--json"))[
        "counts"
    ]
    assert counts == Chopsticks(split=False).perft(4)
    words = [
        "simulate",
        "chopsticks",
        "--players",
        "taps",
        "greedy",
        "--games",
        "50",
        "--seed",
        "3",
        "--json",
    ]
    found = json.loads(printed(*words))
    assert sum(found["winner"].values()) == found["n_games"] == 50
    assert found["players"] == ["taps", "greedy"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["exact", "chopsticks", "--set", "revve=true"], "Did you mean 'revive'"),
        (["exact", "chopsticks", "--set", "split=maybe"], "split: got 'maybe'"),
        (["exact", "chopsticks", "--position", "11/5"], "diagram: got '11/5'"),
        (["exact", "chopsticks", "--moves", "1>1 3>1"], "move 2: move: got '3>1'"),
        (["simulate", "chopsticks", "--players", "tap", "random"], "Did you mean 'taps'"),
        (["perft", "chopsticks", "--depth", "0"], "--depth: got"),
        (["atlas", "othello"], "allowed: chopsticks"),
        (["atlas", "chopsticks", "--set", "limit=9"], "limit: got"),
        (["atlas", "chopstiks"], "Did you mean 'chopsticks'"),
    ],
)
def test_wrong_input_gets_one_message(words, message, refused):
    assert message in refused(*words)
