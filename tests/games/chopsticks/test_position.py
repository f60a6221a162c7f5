"""Positions as people meet them: rules, moves, diagrams, errors."""

import pytest

from variantlab.errors import MoveError, RulesError
from variantlab.games.chopsticks.rules import PRESETS, Chopsticks
from variantlab.games.game import game_named


def moves(game, diagram):
    return [str(move) for move in game.position(diagram).legal_moves()]


@pytest.mark.parametrize(
    ("rules", "diagram", "splits"),
    [
        ({}, "21/11", []),
        ({}, "22/11", ["22->31"]),
        ({}, "31/11", ["31->22"]),
        ({}, "30/11", []),
        ({"split": False, "merge": True}, "31/11", []),
        ({"revive": True}, "40/11", ["40->31", "40->22"]),
        ({"revive": True}, "10/11", []),
        ({"merge": True}, "21/11", ["21->30"]),
        ({"merge": True}, "11/11", []),
        ({"merge": True, "merge_ones": True}, "11/11", ["11->20"]),
        ({"merge": True}, "32/11", ["32->41"]),  # 5,0 would be out
        ({"merge": True, "limit": 6}, "32/11", ["32->41", "32->50"]),
        ({"swap": True}, "21/11", ["21->12"]),
        ({"swap": True}, "22/11", ["22->31"]),
        ({"swap": True, "swap_equal": True}, "22/11", ["22->31", "22->22"]),
        ({"swap": True, "revive": True}, "30/11", ["30->21"]),
        ({"swap": True, "revive": True, "merge": True}, "30/11", ["30->21", "30->03"]),
        ({"swap": True, "revive": True, "merge": True, "lone_swap": "never"}, "30/11", ["30->21"]),
        ({"swap": True, "lone_swap": "swap"}, "30/11", ["30->03"]),
        ({"split_out": True}, "43/11", ["43->20", "43->10"]),
        ({"split_out": True, "overflow": "wrap"}, "44/11", ["44->30", "44->21"]),
    ],
)
def test_splits(rules, diagram, splits):
    game = Chopsticks(**rules)
    found = [str(m) for m in game.position(diagram).legal_moves() if m.kind == "split"]
    assert sorted(found) == sorted(splits)


@pytest.mark.parametrize(
    ("overflow", "limit", "expected"),
    [("out", 5, "00/44"), ("wrap", 5, "30/44"), ("out", 7, "00/44"), ("wrap", 7, "10/44")],
)
def test_a_hand_that_passes_the_limit(overflow, limit, expected):
    game = Chopsticks(overflow=overflow, limit=limit)
    assert game.position("40/44 second").play("4>4").diagram().split()[0] == expected


def test_the_exact_limit_is_out_in_both():
    for overflow in ("out", "wrap"):
        after = Chopsticks(overflow=overflow).position("41/11").play("4>1")
        assert after.second == (1, 0)


@pytest.mark.parametrize(
    ("extra", "must", "expected"),
    [
        ("attack", False, ["3>1", "done"]),
        ("attack", True, ["3>1"]),
        ("any", False, ["3>1", "done"]),
        ("any", True, ["3>1"]),
    ],
)
def test_the_extra_action(extra, must, expected):
    game = Chopsticks(merge=True, extra_action=extra, extra_action_must=must)
    again = game.position("21/11").play("21->30")
    assert (again.to_move, again.acts_again, again.plies) == ("first", True, 1)
    assert [str(move) for move in again.legal_moves()] == expected
    after = again.play("3>1")
    assert (after.to_move, after.acts_again, after.plies, after.splits) == ("second", False, 1, 1)
    assert again != game.position("30/11")


def test_a_second_split_ends_the_turn():
    game = Chopsticks(extra_action="any")
    after = game.position("31/11").play("31->22").play("22->31")
    assert (after.to_move, after.acts_again, after.plies, after.splits) == ("second", False, 1, 2)
    with pytest.raises(MoveError, match="The extra action is an attack"):
        game.replace(extra_action="attack").position("31/11").play("31->22").play("22->31")


def test_both_hands_out_is_the_end():
    position = Chopsticks().position("40/10").play("4>1")
    assert (position.is_over, position.outcome, position.end_reason) == (True, "first", "hands_out")
    assert position.legal_moves() == ()
    assert position.record() == {
        "rule": "limit 5 out, split", "plies": 1, "splits": 0, "end_reason": "hands_out",
        "fingers_first": 4, "fingers_second": 0, "winner": "first",
    }  # fmt: skip
    with pytest.raises(MoveError, match="the game is over"):
        position.play("4>1")


def test_a_split_may_lose_the_game():
    game = Chopsticks(merge=True, split_out=True, extra_action="any")
    position = game.position("41/11").play("41->00")
    assert (position.is_over, position.outcome) == (True, "second")


def test_a_cap_waits_for_the_end_of_the_turn():
    game = Chopsticks(extra_action="attack", max_plies=1)
    again = game.position("31/11").play("31->22")
    assert not again.is_over
    ended = again.play("done")
    assert (ended.is_over, ended.outcome, ended.winner, ended.end_reason) == (True, None, None, "capped")
    assert not ended.uncapped().is_over


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1>1", "No hand of the first player shows 1"),
        ("3>4", "No opposing hand shows 4"),
        ("0>1", "A hand that is out"),
        ("32->23", "needs swap"),
        ("32->50", "leaves each hand below 5"),
        ("32->31", "loses none"),
        ("41->32", "hands show 3,2"),
        ("done", "has not acted yet"),
        ("jump", "A move is an attack such as"),
    ],
)
def test_an_illegal_move_says_why(text, reason):
    with pytest.raises(MoveError, match=reason) as error:
        Chopsticks().position("32/21").play(text)
    assert "allowed: 2>1, 2>2, 3>1, 3>2, 32->41" in str(error.value)


@pytest.mark.parametrize(
    ("rules", "diagram", "text", "reason"),
    [
        ({"split": False}, "31/11", "31->22", "These rules have no splits"),
        ({}, "11/11", "11->20", "No hand shows 2"),
        ({}, "21/11", "21->30", "needs merge"),
        ({}, "30/11", "30->21", "needs revive"),
        ({"swap": True}, "22/11", "22->22", "only with swap_equal"),
        ({"swap": True}, "30/11", "30->03", "merge, revive and swap together"),
        ({"swap": True, "lone_swap": "never"}, "30/11", "30->03", "does not change sides"),
        ({"extra_action": "any", "extra_action_must": True}, "31/11 acts again", "done", "must act again"),
    ],
)
def test_an_illegal_split_says_which_rule_forbids_it(rules, diagram, text, reason):
    with pytest.raises(MoveError, match=reason):
        Chopsticks(**rules).position(diagram).play(text)


def test_taps_with_the_same_result_are_one_move():
    position = Chopsticks().position("43/33")
    assert [(str(m), m.n_taps) for m in position.legal_moves()] == [("3>3", 4)]
    assert position.play("4>3") == position.play("3>3")
    assert str(position.play("4>3").last_move) == "4>3"
    assert len(position.taps()) == 4


@pytest.mark.parametrize("text", ["21->30", "12->03", " 2 1 -> 3 0 ", "2,1 → 3,0"])
def test_spellings_of_a_split(text):
    assert Chopsticks(merge=True).position("21/11").play(text).first == (3, 0)


@pytest.mark.parametrize(
    "text",
    ["1 1\n2 1\nsecond to move", "1 1 / 1 2 second", "11/21 second", "11-12 後攻", "1,1/2,1, second to move"],
)
def test_diagrams(text):
    position = Chopsticks().position(text)
    assert position == Chopsticks().start_position().play("1>1")
    assert str(position) == "1 1\n2 1\nsecond to move"


def test_a_diagram_of_a_turn_reads_back():
    game = Chopsticks(extra_action="any")
    position = game.position("31/11").play("31->22")
    assert game.position(str(position)) == position
    assert game.position(position.diagram()) == position
    assert repr(position) == "Chopsticks(extra_action='any').position('22/11 first, acts again')"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11", "the first player's hands above the second's"),
        ("11/1", "the first player's hands above the second's"),
        ("11/111", "the first player's hands above the second's"),
        ("15/11", "hands of 0 to 4 fingers"),
        ("00/00", "a live hand"),
        ("11/11 acts again", "Only after a split"),
        ("<b>/11", "the first player's hands"),
    ],
)
def test_a_diagram_that_is_none_is_refused(text, reason):
    with pytest.raises(RulesError, match=reason):
        Chopsticks().position(text)


def test_html_shows_the_matrix():
    shown = Chopsticks().position("11/21 second").matrix_html()
    assert shown.count("<td") == 4
    assert "aria-label='1 1, 2 1, second to move'" in shown


def test_a_move_list_is_replayed_and_its_wrong_move_numbered():
    game = Chopsticks(merge=True, extra_action="any")
    position = game.replay("1>1, 1>1 21 -> 30 done")
    assert position == game.start_position().play("1>1").play("1>1").play("21->30").play("done")
    assert game.replay("4>1", position.play("1>3")).plies == 5
    with pytest.raises(MoveError, match=r"^move 3: move: got '9>1'"):
        game.replay("1>1 1>1 9>1")


def test_positions_count_by_the_hands_of_the_mover():
    game = Chopsticks(merge=True, extra_action="any")
    first, second = game.position("21/31 first"), game.position("31/21 second")
    assert first.counted_as == second.counted_as == ((2, 1), (3, 1))
    assert game.position("31/21 first").counted_as != first.counted_as
    assert first.play("21->30").counted_as is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"limit": 8}, "limit: got 8; allowed: a whole number from 3 to 7"),
        ({"overflow": "rap"}, "Did you mean 'wrap'"),
        ({"extra_action": "atack"}, "Did you mean 'attack'"),
        ({"start": "1-1"}, "start: got '1-1'"),
        ({"start": "51-11"}, "hands of 0 to 4"),
        ({"start": "11-00"}, "for the second player"),
        ({"merge": 2}, "merge: got 2"),
        ({"mergers": True}, "Did you mean 'merge'"),
    ],
)
def test_rules_that_do_not_exist_are_refused(settings, message):
    with pytest.raises(RulesError, match=message):
        Chopsticks.from_settings(settings)


def test_the_start_is_written_in_one_way():
    assert Chopsticks(start="12 - 34") == Chopsticks(start="21-43")
    assert str(Chopsticks(start="12-34").start_position()) == "2 1\n4 3\nfirst to move"


def test_presets_are_the_article_s_rule_sets():
    assert {name: Chopsticks.preset(name).changed_settings() for name in PRESETS} == {
        "クソルール": {"merge": True, "extra_action": "any"},
        "分身なし": {"split": False},
        "終わらない": {"revive": True, "swap": True},
    }
    with pytest.raises(RulesError, match=r"preset: got '終わらなない'.*Did you mean '終わらない'"):
        Chopsticks.preset("終わらなない")


def test_the_game_has_its_name():
    settings = {"split": "true", "revive": "true", "swap": "true"}
    assert game_named("chopsticks", settings) == Chopsticks.preset("終わらない")
