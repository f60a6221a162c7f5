"""Positions of Negaeri Shogi: rules that single positions show, texts, errors."""

import pytest

from tests.games.negaeri_shogi.playing import VARIANTS, random_game
from variantlab.errors import MoveError, RulesError
from variantlab.games.negaeri_shogi.kernels import position_word
from variantlab.games.negaeri_shogi.rules import NegaeriShogi

GAME = NegaeriShogi()


# Moves


@pytest.mark.parametrize(
    ("piece", "reached"),
    [
        ("P", "c2"),
        ("p", "c4"),
        ("+P", "b2 b3 c2 c4 d2 d3"),
        ("+p", "b3 b4 c2 c4 d3 d4"),
        ("R", "a3 b3 c1 c2 c4 c5 c6 d3 e3 f3"),
        ("+R", "a3 b2 b3 b4 c1 c2 c4 c5 c6 d2 d3 d4 e3 f3"),
        ("B", "a1 a5 b2 b4 d2 d4 e1 e5 f6"),
        ("+b", "a1 a5 b2 b3 b4 c2 c4 d2 d3 d4 e1 e5 f6"),
        ("K", "b2 b3 b4 c2 c4 d2 d3 d4"),
    ],
)
def test_where_each_piece_moves(piece, reached):
    """Both kings stand where no piece on c3 reaches."""
    own_king = "1" if piece == "K" else "K"
    rows = f"6/6/2{piece}3/6/5k/{own_king}5"
    if piece[-1].islower():
        rows = f"6/6/2{piece}3/6/5K/k5"
    position = GAME.position(f"{rows} {'w' if piece[-1].islower() else 'b'} - 1")
    assert sorted(move.to for move in position.legal_moves() if move.origin == "c3") == reached.split()


def test_a_taken_piece_turns_back():
    after = GAME.position("k5/6/2+p3/2R3/6/5K b - 1").play("c4c3")
    assert after.sfen() == "k5/6/2R3/6/6/5K w P 2"


def test_a_drop_is_not_promoted_and_what_it_turns_is():
    after = GAME.position("5k/6/pr4/6/6/5K b B 1").play("B*c3")
    assert after.sfen() == "5k/6/+P+RB3/6/6/5K w - 2"


def test_a_move_turns_nothing():
    after = GAME.position("5k/6/1pr3/3R2/6/5K b - 1").play("d4d3")
    assert after.piece("c3") == "r"
    assert not GAME.position("5k/6/1pr3/3R2/6/5K b - 1").stages("d4d3")


def test_zone_promotion_counts_moves_in_inside_and_out():
    game = NegaeriShogi(zone_promotion=2)
    position = game.position("6/R5/1B4/6/1k4/4PK b - 1")
    assert position.play("a2a4").piece("a4") == "+R"
    assert position.play("a2d2").piece("d2") == "+R"
    assert position.play("b3c2").piece("c2") == "+B"
    assert position.play("b3c4").piece("c4") == "B"
    assert game.position("K5/6/6/6/6/5k b - 1").play("a1b1").piece("b1") == "K"
    assert GAME.position("5k/R5/6/6/6/5K b - 1").play("a2a1").piece("a1") == "R"


def test_two_pawns_looks_at_own_unpromoted_pawns_alone():
    game = NegaeriShogi(two_pawns=False)
    position = game.position("5k/P5/1+P4/2p3/6/5K b P 1")
    files = {move.to[0] for move in position.legal_moves() if move.drop}
    assert files == set("bcdef")
    assert {move.to[0] for move in GAME.position(position.sfen()).legal_moves() if move.drop} == set("abcdef")


@pytest.mark.parametrize(("side", "rank"), [("b", "1"), ("w", "6")])
def test_a_pawn_on_the_last_rank_has_no_move(side, rank):
    text = f"k5/6/6/6/6/5K {side} Pp 1"
    drops = {move.to for move in GAME.position(text).legal_moves() if move.drop}
    strict = {
        move.to for move in NegaeriShogi(last_rank_pawn=False).position(text).legal_moves() if move.drop
    }
    assert {square for square in drops if square[1] == rank} == drops - strict != set()
    dropped = GAME.position(text).play(f"P*c{rank}")
    back = dropped.play("f6f5" if side == "w" else "a1a2")
    assert not [move for move in back.legal_moves() if move.origin == f"c{rank}"]


def test_a_king_may_be_left_to_be_taken():
    position = GAME.position("k5/6/6/6/R5/5K w - 1")
    assert "a1a2" in map(str, position.legal_moves())
    ended = position.play("a1a2").play("a5a2")
    assert (ended.end_reason, ended.winner, ended.outcome) == ("king", "sente", "first")
    assert ended.hand("sente") == "-"


# Repetition


def shuffled(position, moves, times):
    for _ in range(times):
        for move in moves.split():
            position = position.play(move)
    return position


def test_the_fourth_occurrence_ends_the_game_after_ply_12():
    start = GAME.position("k5/6/6/6/6/5K b - 1")
    moves = "f6f5 a1a2 f5f6 a2a1"
    third = shuffled(start, moves, 2)
    assert (third.occurrences, third.is_over) == (3, False)
    fourth = shuffled(third, moves, 1)
    assert (fourth.plies, fourth.end_reason, fourth.winner) == (12, "repetition", "draw")
    assert fourth != start
    assert not NegaeriShogi(repetition=None).position(start.sfen()).play("f6f5").seen


def test_hands_tell_positions_apart():
    """The same board and side to move, but a pawn has gone from hand to hand each time."""
    start = GAME.position("k5/6/6/6/6/5K b 4P 1")
    cycle = "P*a2 a1a2 f6f5 a2b1 f5f6 b1a1"
    end = shuffled(start, cycle, 3)
    assert end.pieces == start.pieces
    assert end.to_move == start.to_move
    assert (end.occurrences, end.is_over) == (1, False)
    assert (end.hand("sente"), end.hand("gote")) == ("P", "3P")


def test_the_kernels_tell_positions_apart_by_board_hands_and_side():
    """One word a position: none of these is like another, and each is like itself."""
    texts = [
        "k5/6/6/6/6/5K b 2P 1", "k5/6/6/6/6/5K b Pp 1", "k5/6/6/6/6/5K b 2p 1", "k5/6/6/6/6/5K w 2P 1",
        "k5/6/6/6/6/P4K b P 1", "k5/6/6/6/6/p4K b P 1", "k5/6/6/6/6/+P4K b P 1", "k5/6/6/6/6/R4K b P 1",
        "k5/6/6/6/6/B4K b P 1",
    ]  # fmt: skip
    words = [
        int(position_word(position.state, GAME.colours.index(position.to_move)))
        for position in (GAME.position(text) for text in texts + texts)
    ]
    assert len(set(words)) == len(texts)
    assert words[: len(texts)] == words[len(texts) :]


# Texts


def test_the_start_and_back():
    assert GAME.start_position().sfen() == "1bkr2/1ppp2/6/6/2PPP1/2RKB1 b RB4Prb3p 1"
    assert NegaeriShogi(offset=3).start_position().sfen() == "3bkr/3ppp/6/6/PPP3/RKB3 b RB4Prb3p 1"


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_texts_read_back(game):
    for position in random_game(game, 1):
        assert game.position(position.sfen()) == position
        assert game.position(position.sfen()).sfen() == position.sfen()
        assert game.position(str(position)) == position


def test_hands_of_ten_and_more_keep_their_digits():
    text = "k5/6/6/6/6/5K w R17Prb2b10p 1"
    position = GAME.position(text)
    assert position.hand_counts("sente") == {"R": 1, "B": 0, "P": 17}
    assert position.sfen() == "k5/6/6/6/6/5K w R17Pr3b10p 1"
    assert GAME.position(str(position)) == position


def test_passes_are_written_down():
    stuck = GAME.position("PP..pk/PP..pp/PP..pp/PP..pp/PP..pp/KP..pp b - 1".replace("..", "2"))
    assert list(map(str, stuck.legal_moves())) == ["--"]
    passed = stuck.play("--")
    assert passed.sfen().endswith("w - 1 --")
    assert GAME.position(passed.sfen()) == passed != stuck
    assert passed.play("pass").end_reason == "no_moves"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("6/6/6/6/6/5K", "None"),
        ("6/6/6/6/6 b - 1", "6 rows"),
        ("k5/6/6/6/6/4K b - 1", r"Row 6 has 5"),
        ("k5/6/6/6/6/5X b - 1", "piece in the position"),
        ("k5/6/6/6/6/4+K b - 1", "piece in the position"),
        ("kk4/6/6/6/6/5K b - 1", "one king of gote"),
        ("6/6/6/6/6/6 b - 1", "a king on at least one side"),
        ("k5/6/6/6/6/5K x - 1", "side to move"),
        ("k5/6/6/6/6/5K b K 1", "hands in the position"),
        ("k5/6/6/6/6/5K b - 0", "ply in the position"),
        ("k5/6/6/6/6/5K b 99P 1", "P in sente's hand"),
    ],
)
def test_what_is_wrong_with_a_position(text, message):
    if message == "None":
        assert GAME.position(text).end_reason == "king"
        return
    with pytest.raises(RulesError, match=message):
        GAME.position(text)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c6c5", "own piece stands on c5"),
        ("P*c5", "A piece stands on c5"),
        ("b2b3", "is not sente's"),
        ("c6a4", "does not reach a4; it reaches a6, b6"),
        ("a3a4", "No piece stands on a3"),
        ("--", "no voluntary pass"),
        ("K*a3", "a drop such as"),
        ("g1g2", "Files are a to f"),
    ],
)
def test_why_a_move_is_not_legal(move, why):
    with pytest.raises(MoveError, match=why):
        GAME.start_position().play(move)


def test_why_a_drop_is_not_legal():
    strict = NegaeriShogi(two_pawns=False, last_rank_pawn=False)
    position = strict.position("k5/6/P5/6/6/5K b PR 1")
    for move, why in (("P*a5", "two_pawns"), ("P*b1", "last_rank_pawn"), ("B*b3", "no bishop in hand")):
        with pytest.raises(MoveError, match=why):
            position.play(move)
    stuck = GAME.position("PP2pk/PP2pp/PP2pp/PP2pp/PP2pp/KP2pp b - 1")
    with pytest.raises(MoveError, match="the turn is a pass"):
        stuck.play("P*c3")


# Rules


def test_a_hand_and_its_pawns_are_one_thing():
    assert NegaeriShogi(sente_pawns=5) == NegaeriShogi(sente_hand="RB5P")
    assert NegaeriShogi(gote_hand="2R").gote_pawns == 0
    assert GAME.replace(sente_pawns=0).replace(sente_pawns="4") == GAME
    assert GAME.replace(sente_hand="PPBR").settings()["sente_hand"] == "RB2P"
    assert GAME.replace(sente_hand="2R3P").replace(sente_pawns=12).sente_hand == "2R12P"
    assert NegaeriShogi.from_settings({"sente_pawns": "3"}).start_position().hand("sente") == "RB3P"
    with pytest.raises(RulesError, match="sente_pawns: got 2; allowed: the 5 pawns"):
        NegaeriShogi(sente_hand="RB5P", sente_pawns=2)
    with pytest.raises(RulesError, match="the 5 pawns"):
        NegaeriShogi.from_settings({"sente_hand": "RB5P", "sente_pawns": "4"})


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"sente_hand": "RBK"}, "pieces such as RB4P"),
        ({"sente_hand": "31P"}, "30 P"),
        ({"max_chain": 0}, "1 to 36, or none"),
        ({"repetition": 1}, "2 to 1000, or none"),
        ({"loyal_run": "close"}, "Did you mean 'closes'"),
        ({"offset": 4}, "0 to 3"),
    ],
)
def test_rules_that_are_not_allowed(rules, message):
    with pytest.raises(RulesError, match=message):
        NegaeriShogi(**rules)


def test_rules_read_from_text():
    game = NegaeriShogi.from_settings({"max_chain": "none", "edge_captures": "false", "repetition": "None"})
    assert (game.max_chain, game.edge_captures, game.repetition) == (None, False, None)
