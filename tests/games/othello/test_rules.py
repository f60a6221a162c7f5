"""The rules of Othello are checked field by field, and every refusal names the field and what is allowed."""

import json
from math import inf, nan

import pytest

from tests.games.othello.playing import VARIANTS
from variantlab.errors import RulesError
from variantlab.games.othello.rules import Othello, checked_colour

STARTS = "standard, parallel, scattered, a text diagram with the side to move, or a move list such as f5d6c3"
DISCS = "a whole number from 1 to 60000, or none"
CHANCE = "a number from 0 to 1"
KOMI = "a multiple of 0.5 from -64 to 64"


def test_the_defaults_are_the_standard_game():
    assert Othello().changed_settings() == {}
    assert Othello().settings() == {
        "size": 8,
        "capture": "flip",
        "vanish_choice": "random",
        "vanish_probability": 0.5,
        "start": "standard",
        "n_scattered": 4,
        "placement": "capturing",
        "discs_each": None,
        "max_plies": 500,
        "komi": 0.0,
        "empties_to_winner": False,
    }


@pytest.mark.parametrize(
    ("field", "given", "message"),
    [
        ("size", 5, "got 5; allowed: 4, 6, 8."),
        ("size", True, "got True; allowed: 4, 6, 8."),
        ("size", nan, "got nan; allowed: 4, 6, 8."),
        ("capture", "vansh", "got 'vansh'; allowed: flip, vanish, vanish_one, mixed. Did you mean 'vanish'?"),
        ("capture", None, "got None; allowed: flip, vanish, vanish_one, mixed."),
        (
            "vanish_choice",
            "chioce",
            "got 'chioce'; allowed: random, choice, nearest, farthest. Did you mean 'choice'?",
        ),
        ("vanish_probability", 1.5, f"got 1.5; allowed: {CHANCE}."),
        ("vanish_probability", -0.1, f"got -0.1; allowed: {CHANCE}."),
        ("vanish_probability", nan, f"got nan; allowed: {CHANCE}."),
        ("vanish_probability", True, f"got True; allowed: {CHANCE}."),
        ("vanish_probability", "0.5", f"got '0.5'; allowed: {CHANCE}."),
        ("start", "paralel", f"got 'paralel'; allowed: {STARTS}. Did you mean 'parallel'?"),
        ("start", " ", f"got ' '; allowed: {STARTS}."),
        ("start", 4, f"got 4; allowed: {STARTS}."),
        ("n_scattered", 0, "got 0; allowed: a whole number from 1 to 31."),
        ("n_scattered", 2.5, "got 2.5; allowed: a whole number from 1 to 31."),
        ("placement", "touch", "got 'touch'; allowed: capturing, touching, free. Did you mean 'touching'?"),
        ("discs_each", 0, f"got 0; allowed: {DISCS}."),
        ("discs_each", False, f"got False; allowed: {DISCS}."),
        ("discs_each", [3], f"got [3]; allowed: {DISCS}."),
        ("max_plies", 60001, "got 60001; allowed: a whole number from 1 to 60000."),
        ("max_plies", inf, "got inf; allowed: a whole number from 1 to 60000."),
        ("max_plies", None, "got None; allowed: a whole number from 1 to 60000."),
        ("komi", 0.3, f"got 0.3; allowed: {KOMI}."),
        ("komi", -64.5, f"got -64.5; allowed: {KOMI}."),
        ("komi", inf, f"got inf; allowed: {KOMI}."),
        ("komi", nan, f"got nan; allowed: {KOMI}."),
        ("empties_to_winner", 1, "got 1; allowed: True or False."),
        ("empties_to_winner", None, "got None; allowed: True or False."),
    ],
)
def test_a_value_that_is_not_allowed(field, given, message):
    with pytest.raises(RulesError) as caught:
        Othello(**{field: given})
    assert str(caught.value) == f"{field}: {message}"


@pytest.mark.parametrize("make", [Othello.from_settings, lambda rules: Othello().replace(**rules)])
def test_a_rule_that_does_not_exist(make):
    with pytest.raises(RulesError, match=r"^rule of othello: got 'captrue'; .*Did you mean 'capture'\?$"):
        make({"captrue": "flip"})


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("size", " 6 ", 6),
        ("capture", "Vanish", "vanish"),
        ("vanish_probability", "0.25", 0.25),
        ("start", " Parallel", "parallel"),
        ("n_scattered", "7", 7),
        ("discs_each", "none", None),
        ("discs_each", "5", 5),
        ("max_plies", "60000", 60000),
        ("komi", "-1.5", -1.5),
        ("empties_to_winner", "Yes", True),
        ("empties_to_winner", "0", False),
    ],
)
def test_values_as_a_command_line_gives_them(field, text, value):
    read = getattr(Othello.from_settings({field: text}), field)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("size", "5", "size: got '5'; allowed: 4, 6, 8."),
        ("max_plies", "1e3", "max_plies: got '1e3'; allowed: a whole number from 1 to 60000."),
        ("discs_each", "5.5", f"discs_each: got '5.5'; allowed: {DISCS}."),
        ("komi", "half", f"komi: got 'half'; allowed: {KOMI}."),
        ("komi", "nan", f"komi: got nan; allowed: {KOMI}."),
        ("empties_to_winner", "maybe", "empties_to_winner: got 'maybe'; allowed: true, false."),
    ],
)
def test_text_that_is_not_allowed(field, text, message):
    with pytest.raises(RulesError) as caught:
        Othello.from_settings({field: text})
    assert str(caught.value) == message


def test_numbers_come_into_the_type_of_their_field():
    game = Othello(size=8.0, max_plies=60.0, komi=1, vanish_probability=1)
    assert [type(value) for value in (game.size, game.max_plies)] == [int, int]
    assert [type(value) for value in (game.komi, game.vanish_probability)] == [float, float]
    assert hash(game) == hash(Othello(max_plies=60, komi=1.0, vanish_probability=1.0))


def test_scattered_discs_must_fit_the_board():
    assert Othello(start="scattered", size=4, n_scattered=7).n_scattered == 7
    with pytest.raises(RulesError, match=r"^n_scattered: got 8; allowed: 1 to 7 on size 4\. .*16 squares"):
        Othello(start="scattered", size=4, n_scattered=8)


def test_a_scattered_start_is_each_game_s_own():
    with pytest.raises(RulesError, match=r"^start: got 'scattered'; .*Each game draws its own"):
        Othello(start="scattered").start_position()


@pytest.mark.parametrize(
    ("start", "message"),
    [
        (
            "..../.XO./.OX./....",
            r"^start: diagram: got .*; allowed: 8 rows of 8 squares\. Squares a row: 4 4 4 4",
        ),
        ("f5 f5", r"^start: ply 2, white to move: move: got 'f5'; .*f5 is taken\.$"),
        ("f5 ?", r"^start: move list, ply 2: got '\?'"),
        ("a1h8", r"^start: ply 1, black to move: move: got 'a1'; allowed: d3, c4, f5, e6\."),
    ],
)
def test_a_start_that_cannot_be_set_up_is_refused_when_the_rules_are_made(start, message):
    with pytest.raises(RulesError, match=message):
        Othello(start=start)


def test_standard_and_parallel_starts():
    standard, parallel = Othello().start_position(), Othello(start="parallel").start_position()
    assert (standard.squares("black"), standard.squares("white")) == (("e4", "d5"), ("d4", "e5"))
    assert (parallel.squares("black"), parallel.squares("white")) == (("d4", "e4"), ("d5", "e5"))
    assert standard.to_move == parallel.to_move == "black"


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "flip"),
        ({"capture": "vanish"}, "vanish"),
        ({"capture": "vanish_one", "vanish_choice": "nearest"}, "vanish_one nearest"),
        ({"capture": "mixed", "vanish_probability": 0.25}, "mixed 0.25"),
    ],
)
def test_the_rule_s_name_in_the_record(rules, name):
    assert Othello(**rules).rule == name
    assert Othello(**rules).start_position().record()["rule"] == name


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_rules_survive_json_and_text(game):
    assert Othello.from_settings(json.loads(json.dumps(game.settings()))) == game
    assert Othello.from_settings({name: str(value) for name, value in game.settings().items()}) == game


@pytest.mark.parametrize("field", sorted(Othello.rule_fields()))
def test_every_rule_says_what_it_means_and_where_it_comes_from(field):
    told = Othello.rule_fields()[field].metadata
    assert len(told["note"]) > 10
    assert told["source"] in ("article", "decision", "ours")
    assert f"    {field} : " in Othello.__doc__


@pytest.mark.parametrize("given", ["b", "B", "X", "black", " Black "])
def test_black_in_every_spelling(given):
    assert checked_colour(given) == "black"


def test_a_colour_that_does_not_exist():
    with pytest.raises(RulesError, match=r"^side to move: got 'whit'; .*Did you mean 'white'\?$"):
        checked_colour("whit")
