"""What the playing board is told of a position: by the rules of its game, and in words too."""

import json
import random
from xml.etree import ElementTree

import pytest

from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.view import hands
from variantlab.view.scenes import COMPARISONS, REASONS, SCENES, comparison, scene, why_not
from variantlab.view.scenes_chopsticks import WORDS as CHOPSTICKS_WORDS
from variantlab.view.scenes_negaeri import WORDS as NEGAERI_WORDS
from variantlab.view.scenes_throw import WORDS as THROW_WORDS

CHOPSTICKS = [
    Chopsticks(),
    Chopsticks(merge=True, merge_ones=True, revive=True, swap=True, swap_equal=True, extra_action="any"),
    Chopsticks(revive=True, swap=True, lone_swap="swap", limit=6, overflow="wrap"),
    Chopsticks(merge=True, split_out=True, extra_action="attack", extra_action_must=True),
    Chopsticks(split_out=True, overflow="wrap", limit=4, merge=True, revive=True, swap=True),
    Chopsticks(split=False),
]
NEGAERI = [
    NegaeriShogi(),
    NegaeriShogi(edge_captures=False, zone_promotion=2, two_pawns=False, last_rank_pawn=False),
]


def walked(game, n, seed=0, most=40):
    """Yield the positions of random games."""
    rng = random.Random(seed)
    for _ in range(n):
        position = game.start_position()
        for _ in range(most):
            yield position
            if position.is_over:
                break
            move = rng.choice(position.legal_moves())
            outcomes = [after for _, after in position.outcomes(move)]
            position = rng.choice(outcomes)


def placed(shown):
    return {place["name"]: place for place in shown["places"]}


@pytest.mark.parametrize("rule", ["flip", "vanish"])
def test_an_othello_preview_is_what_the_move_changes(rule):
    most = 0
    for position in walked(Othello(capture=rule), 2, seed=4):
        for move in scene(position, "en")["moves"]:
            if not move["path"]:
                continue
            after = position.play(move["text"])
            theirs = position.white if position.to_move == "black" else position.black
            theirs_after = after.white if position.to_move == "black" else after.black
            lost = int(theirs) & ~int(theirs_after)  # turned or gone: not theirs any more
            squares = {"abcdefgh"[i % 8] + str(i // 8 + 1) for i in range(64) if lost >> i & 1}
            assert [set(stage) for stage in move["stages"]] == [squares]
            most = max(most, len(squares))
    assert most > 1 or rule == "vanish"


@pytest.mark.parametrize(
    "game", [*CHOPSTICKS, *NEGAERI, ThrowOthello(), ThrowOthello(line="perfect")], ids=str
)
def test_a_scene_is_json_and_its_places_lie_apart_in_the_drawing(game):
    for lang in ("en", "ja"):
        shown = scene(next(iter(walked(game, 1))), lang)
        assert json.loads(json.dumps(shown)) == shown
        width, height = shown["view_box"]
        root = ElementTree.fromstring(shown["svg"])  # noqa: S314 (a drawing of our own)
        assert root.get("viewBox") == f"0 0 {width:g} {height:g}"
        places = shown["places"]
        assert len(placed(shown)) == len(places) == len({(p["row"], p["column"]) for p in places})
        for place in places:
            assert 0 <= place["x"] < place["x"] + place["width"] <= width
            assert 0 <= place["y"] < place["y"] + place["height"] <= height
        assert [count["colour"] for count in shown["counts"]] == list(game.colours)


@pytest.mark.parametrize("game", CHOPSTICKS, ids=str)
def test_every_action_of_chopsticks_can_be_pointed_at_and_changes_what_it_says(game):
    kinds = set()
    for position in walked(game, 12):
        moves = scene(position, "en")["moves"]
        assert {move["text"] for move in moves} == {str(move) for move in position.legal_moves()}
        ways = [(move["text"], *move["path"]) for move in moves]
        assert len(set(ways)) == len(ways)
        ends = {}
        for move in moves:
            after = position.play(move["text"])
            kinds.add(position.find_move(move["text"]).kind)
            changed = {name for stage in move["stages"] for name in stage}
            before = {name: fingers_at(position, name) for name in all_hands(game)}
            kept = sorted(fingers for name, fingers in before.items() if name not in changed)
            now = sorted(fingers_at(after, name) for name in all_hands(game))
            left = list(now)
            for fingers in kept:
                left.remove(fingers)  # what is not among the changed places stays as it was
            drawn = move.get("overlay", "")
            assert sorted(texts_of(drawn)) == sorted(str(n) if n else "×" for n in left)
            if len(move["path"]) == 2 and position.find_move(move["text"]).kind == "attack":
                assert ends.setdefault(tuple(move["path"]), move["text"]) == move["text"]
    assert "attack" in kinds
    assert ("split" in kinds) == game.split


def all_hands(game):
    return [place.name for place in hands.places(game.start_position())]


def fingers_at(position, name):
    player, side = name.split(":")
    return position.hands(player)["LR".index(side)]


def texts_of(fragment):
    root = ElementTree.fromstring(f"<svg>{fragment}</svg>")  # noqa: S314
    return [text.text for text in root.iter("text")]


def test_hands_are_where_the_drawing_has_them():
    position = Chopsticks(limit=7).position("61/30 second")
    shown = scene(position, "en")
    numbers = [
        (float(text.get("x")), float(text.get("y")), text.text)
        for text in ElementTree.fromstring(shown["svg"]).iter()  # noqa: S314
        if text.tag.endswith("text")
    ]
    for name, fingers in {"first:L": "6", "first:R": "1", "second:L": "3", "second:R": "out"}.items():
        place = placed(shown)[name]
        inside = [
            words
            for x, y, words in numbers
            if place["x"] <= x <= place["x"] + place["width"]
            and place["y"] <= y <= place["y"] + place["height"]
        ]
        assert inside == [fingers]


@pytest.mark.parametrize(
    ("diagram", "pointed", "because"),
    [
        ("11/21", ["second:L"], "other side"),
        ("30/21", ["first:R"], "neither attacks nor gives"),
        ("21/30", ["first:L", "second:R"], "not attacked"),
        ("11/21", ["first:L", "first:R"], "No hand shows 2"),
        ("30/21", ["first:L", "first:R"], "needs revive"),
        ("21/11", ["first:R", "first:L"], "merge"),
        ("11/21", ["first:L"], "Now point"),
        ("11/21", ["here"], "four hands"),
        ("11/21", [], "four hands"),
        ("11/21", ["first:L", "second:L"], "is legal"),
        ("00/21", ["first:L"], "over"),
    ],
)
def test_chopsticks_says_why_not(diagram, pointed, because):
    position = Chopsticks().position(diagram)
    assert because in why_not(position, pointed, "en")
    assert why_not(position, pointed, "ja")


def test_without_splits_and_after_a_split_it_is_said():
    assert "no splits" in why_not(Chopsticks(split=False).position("21/11"), ["first:L", "first:R"], "en")
    again = Chopsticks(extra_action="attack", merge=True).position("30/11 first, acts again")
    assert "is an attack" in why_not(again, ["first:L", "first:R"], "en")


@pytest.mark.parametrize("game", NEGAERI, ids=str)
def test_every_move_of_negaeri_has_one_way_and_shows_the_rule_s_stages(game):
    n_stages = 0
    for position in walked(game, 4, seed=3, most=24):
        shown = scene(position, "ja")
        moves = {move["text"]: move for move in shown["moves"]}
        legal = [move for move in position.legal_moves() if not move.is_pass]
        assert list(moves) == [str(move) for move in legal]
        assert len({tuple(move["path"]) for move in moves.values()}) == len(legal)
        for move in legal:
            told = moves[str(move)]
            assert set(told["path"]) <= set(placed(shown))
            turned = [frozenset(stage) for stage in told["stages"]]
            if move.drop:
                assert turned == list(position.stages(move))
                n_stages += len(turned)
            else:
                taken = [square for square in position.pieces if square == move.to]
                assert [square for stage in told["stages"] for square in stage] == taken
    assert n_stages > 10


@pytest.mark.parametrize(
    ("pointed", "because"),
    [
        (["c3"], "No piece stands on c3"),
        (["b2"], "not sente's"),
        (["gote:P", "c3"], "not sente's"),
        (["sente:P", "c6"], "A piece stands on c6"),
        (["sente:P", "c1"], "A piece stands on c1"),
        (["sente:P", "a1"], "last rank"),
        (["sente:P", "c3"], "stands on file c already"),
        (["sente:P"], "Now point"),
        (["c6", "c5"], "own piece stands on c5"),
        (["c6", "f1"], "does not reach f1"),
        (["e6"], "has no move"),
        (["x9"], "a1 to f6"),
        ([], "a1 to f6"),
        (["c5", "c4"], "is legal"),
    ],
)
def test_negaeri_says_why_not(pointed, because):
    game = NegaeriShogi(two_pawns=False, last_rank_pawn=False)
    position = game.position("1bkr2/1ppp2/6/6/2PPP1/2RKB1 b RB4Prb3p 1")
    if pointed == ["e6"]:
        position = game.position("1bkr2/1ppp2/6/6/2PPPP/2RKBP b RB4Prb3p 1")
        pointed = ["f6"]
    assert because in why_not(position, pointed, "en")
    assert not why_not(position, pointed, "ja").isascii()


def test_negaeri_says_that_a_hand_is_empty_and_that_the_game_is_over():
    position = NegaeriShogi().position("k5/6/6/6/6/5K b P 1")
    assert why_not(position, ["sente:R", "c3"], "en") == "sente has no rook in hand."
    over = NegaeriShogi().position("k5/6/6/6/6/6 b P 1")
    assert why_not(over, ["sente:P", "c3"], "en") == "The game is over."
    assert scene(over, "en")["moves"] == []


def test_a_chain_is_told_stage_by_stage_in_words():
    position = NegaeriShogi().position("5k/6/6/pp4/6/K5 b P 1")
    told = next(move for move in scene(position, "en")["moves"] if move["text"] == "P*c4")
    assert told["stages"] == [["a4", "b4"]]
    assert told["label"] == "pawn on c4: stage 1 turns a4, b4"
    without = comparison(position, "P*c4", "en")
    assert [board["caption"] for board in without["boards"]] == [
        "with captures at the edge: as played",
        "without captures at the edge",
    ]
    marks = [board["svg"].count('data-mark="stage-1"') for board in without["boards"]]
    assert marks == [2, 0]
    assert comparison(position, "a6a5", "en") is None


# --- throws


def test_a_throw_may_be_aimed_at_every_aim_of_the_rules():
    for game in (ThrowOthello(), ThrowOthello(size=4, aims_per_square=1, line="perfect")):
        position = game.start_position()
        shown = scene(position, "en")
        aim = shown["aim"]
        assert [move["text"] for move in shown["moves"]] == ["foul"]
        for move in position.legal_moves():
            if move.x is None:
                continue
            for coordinate, most in ((move.x, aim["columns"]), (move.y, aim["rows"])):
                assert 0 <= coordinate <= most
                assert (coordinate - 0.5) % aim["grid"] == 0
        unit = aim["width"] / aim["columns"]
        for place in shown["places"]:
            assert place["x"] == aim["x"] + unit * place["column"]
            assert place["y"] == aim["y"] + unit * place["row"]
        assert (aim["spread"] is None) == (game.line == "perfect")
        assert [face["face"] for face in aim["faces"]] == ["black", "white"]


def test_squares_of_a_throw_say_what_lies_there_and_what_would_turn():
    position = ThrowOthello(line="perfect").start_position().play("d3").play("d3")
    shown = placed(scene(position, "en"))
    assert shown["d3"]["label"].startswith("d3 from the top down white, black")
    assert shown["a1"]["label"] == "a1, empty"
    assert shown["d4"]["label"].startswith("d4, ")
    for name, place in shown.items():
        turned = position.captured(name)
        assert ("would turn" in place["label"]) == bool(turned)
        assert place["label"].endswith(", ".join(turned))


def test_a_foul_that_loses_says_so():
    game = ThrowOthello(fouls_to_lose=2)
    before = game.start_position()
    after = before.play("foul").play("d3:W")
    words = [scene(position, "en")["moves"][0]["label"] for position in (before, after)]
    assert words == ["a foul on purpose", "a foul on purpose, which would lose the game"]
    lost = after.play("foul")
    assert lost.is_over
    assert scene(lost, "en")["moves"] == []
    assert scene(lost, "en")["aim"] is None
    assert why_not(lost, ["d3"], "en") == "The game is over."


def test_a_throw_is_shown_beside_what_it_may_have_come_to():
    start = ThrowOthello().start_position()
    shown = comparison(start, "d3>c4:B*d4", "en")
    assert [board["caption"] for board in shown["boards"]] == [
        "what such a throw may come to (an assumption)",
        "what came of it: c4:B*d4",
    ]
    assert 'data-mark="chances"' in shown["boards"][0]["svg"]
    assert 'data-mark="knocked"' in shown["boards"][1]["svg"]
    for text in ("foul", "?>c4:B", "nonsense"):
        assert comparison(start, text, "en") is None
    assert "z9" in why_not(start, ["z9"], "en")
    assert "anywhere" in why_not(start, ["d3"], "en")


def test_the_tables_name_functions_that_are_there_and_words_in_both_languages():
    assert set(SCENES) == set(REASONS) == {"othello", "chopsticks", "negaeri", "throw_othello"}
    assert set(COMPARISONS) < set(SCENES)
    for table in (CHOPSTICKS_WORDS, NEGAERI_WORDS, THROW_WORDS):
        for word in table.values():
            assert set(word) == {"en", "ja"}
            assert word["en"].isascii()
            assert set(fields(word["ja"])) <= set(fields(word["en"])) | {"to", "n"}


def fields(text):
    from string import Formatter

    return [name for _, name, _, _ in Formatter().parse(text) if name]
