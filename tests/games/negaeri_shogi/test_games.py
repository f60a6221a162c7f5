"""Whole games agree with the plain statement of the rules, turn by turn, for people and for kernels."""

import numpy as np
import pytest

from tests.games.negaeri_shogi.playing import GOLDEN, VARIANTS, oracle_rules, random_game
from tests.oracles import negaeri_shogi as oracle
from variantlab.errors import RulesError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.negaeri_shogi.series import simulate
from variantlab.simulate import simulate as table_of_games
from variantlab.simulate import tally

ALL_VARIANTS = pytest.mark.parametrize("game", VARIANTS, ids=str)
OF_A_RECORD = (
    "plies", "passes", "drops", "moves", "flips", "captures", "chain", "chain_cut", "flipping_drops",
    "pieces_sente", "pieces_gote",
)  # fmt: skip


def without_ply(sfen):
    return sfen.split()[:3]


# Positions


@ALL_VARIANTS
def test_positions_agree_with_the_oracle_turn_by_turn(game):
    for seed in range(2):
        state = oracle.start_state(oracle_rules(game))
        for position in random_game(game, seed):
            if position.last_move is not None:
                state = oracle.apply(state, str(position.last_move))
            assert without_ply(position.sfen()) == without_ply(oracle.sfen(state))
            assert sorted(map(str, position.legal_moves())) == sorted(oracle.legal_moves(state))
            assert position.end_reason == oracle.end_reason(state)
            for move in position.legal_moves():
                if move.drop == "P":
                    stages, _ = oracle.stages(state, oracle.square_of(move.to))
                    assert [list(stage) for stage in move.stages] == [
                        [oracle.name_of(square) for square in stage] for stage in stages
                    ]
        found, expected = position.record(), oracle.record(state)
        assert {name: found[name] for name in expected} == expected


def test_no_piece_is_ever_lost():
    for seed in range(6):
        game = VARIANTS[seed]
        totals = set()
        for position in random_game(game, seed)[:-1]:
            board = [piece[-1].upper() for piece in position.pieces.values()]
            hands = [position.hand_counts(side) for side in game.colours]
            totals.add(tuple(board.count(kind) + sum(hand.get(kind, 0) for hand in hands) for kind in "PRBK"))
        assert len(totals) == 1


def test_only_what_a_move_says_changes():
    for position in random_game(NegaeriShogi(), 3):
        for move in position.legal_moves():
            before, after = position.pieces, position.play(move).pieces
            changed = {square for square in {*before, *after} if before.get(square) != after.get(square)}
            assert changed == {move.to, *move.turned, *([move.origin] if move.origin else [])}
            for square in move.turned:
                assert after[square] == "+" + before[square][-1].swapcase()


# Known counts


@pytest.mark.parametrize("entry", GOLDEN["perft"], ids=lambda entry: entry["id"])
def test_perft(entry):
    game = NegaeriShogi(**entry["rules"])
    start = None if entry["start"] is None else game.position(entry["start"])
    assert game.perft(len(entry["counts"]), start) == entry["counts"]
    full_depth = entry["full_depth_counts"]
    if full_depth is not None:
        assert game.perft(len(full_depth), start, convention="full_depth") == full_depth


@pytest.mark.parametrize("entry", GOLDEN["drops"], ids=lambda entry: entry["id"])
def test_stages_of_a_drop(entry):
    position = NegaeriShogi(**entry["rules"]).position(entry["start"])
    assert [sorted(stage) for stage in position.stages(entry["move"])] == [
        sorted(stage) for stage in entry["stages"]
    ]
    assert position.play(entry["move"]).sfen() == entry["after"]


@pytest.mark.parametrize("entry", GOLDEN["ends"], ids=lambda entry: entry["id"])
def test_end_of_a_game(entry):
    game = NegaeriShogi(**entry["rules"])
    position = game.position(entry["start"])
    for move in entry["moves"]:
        assert not position.is_over
        position = position.play(move)
    record = position.record()
    for name in ("end_reason", "winner", "pieces_sente", "pieces_gote"):
        assert record[name] == entry[name]


# Series


@ALL_VARIANTS
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "alphabeta:1")], ids="-".join)
def test_games_of_the_kernels_agree_with_the_oracle(game, players):
    columns = simulate(game, players, n=3, seed=5, first=0, keep_turns=700)
    starts = [oracle.start_state(oracle_rules(game))] * 3
    assert_records_agree(game, columns, starts)


#: Positions from which games end in every way, and soon, where a repetition is the second occurrence.
ENDINGS = (
    "k5/6/6/6/6/5K b - 1",
    "k5/6/6/4p1/6/5K w Pp 1",
    "PP2pk/PP2pp/PP2pp/PP2pp/PP2pp/KP2pp w - 1",
    "PPP1pk/PP2pp/PP2pp/PP2pp/PP2pp/KP2pp b - 1",
    "PPP1pk/PP2pp/PP2pp/PP2pp/PP2pp/KP2pp w p 1",
)


def test_games_end_in_every_way_as_the_oracle_says():
    game = NegaeriShogi(max_plies=20, repetition=2)
    met = set()
    for start in ENDINGS:
        columns = simulate(game, ("random", "random"), 25, 1, 0, keep_turns=50, start=game.position(start))
        assert_records_agree(game, columns, [oracle.read_sfen(start, oracle_rules(game))] * 25)
        met |= {game.end_reasons[reason] for reason in columns["end_reason"]}
    assert met == set(game.end_reasons)


def assert_records_agree(game, columns, states):
    """Play the turns of the kernels' games by the oracle, and compare what it has counted."""
    for i, state in enumerate(states):
        for number in columns["turns"][i]:
            if number == -2:
                break
            move = text_of(int(number))
            assert move in oracle.legal_moves(state)
            state = oracle.apply(state, move)
        record = oracle.record(state)
        assert record["end_reason"] == game.end_reasons[columns["end_reason"][i]]
        assert record["winner"] == (*game.colours, "draw", None)[columns["winner"][i]]
        assert {name: int(columns[name][i]) for name in OF_A_RECORD} == {
            name: record[name] for name in OF_A_RECORD
        }
        assert columns["games_with_chain_of_3"][i] == (record["chain"] >= 3)


def text_of(number):
    """The text of a move's number: 8 * (row + 1) + column + 1 for each square, 64 to 66 for drops."""
    if number == -1:
        return oracle.PASS
    to, origin = number % 64, number // 64
    name = "?abcdef"[to % 8] + str(to // 8)
    return f"{'PRB'[origin - 64]}*{name}" if origin >= 64 else f"{'?abcdef'[origin % 8]}{origin // 8}{name}"


@pytest.mark.parametrize("entry", GOLDEN["random"], ids=lambda entry: entry["id"])
def test_random_play_agrees_with_an_independent_program(entry):
    n = 8000
    columns = NegaeriShogi(**entry["rules"]).simulate(n=n, seed=11)
    winner = columns["winner"]
    for code, name in enumerate(("sente", "gote", "draw")):
        if name in entry["shares"]:
            share = entry["shares"][name]
            # 4 standard errors of 8,000 games, and what the reference rounds off
            assert np.mean(winner == code) == pytest.approx(share, abs=4 * (0.25 / n) ** 0.5 + 0.0005)
    if "mean_plies" in entry:
        error = 4 * columns["plies"].std() / n**0.5 + 0.05
        assert columns["plies"].mean() == pytest.approx(entry["mean_plies"], abs=error)
    per_drop = columns["flips"].sum() / columns["drops"].sum()
    assert per_drop == pytest.approx(entry["flips_per_drop"], rel=0.06)
    if "games_with_chain_of_3" in entry:
        share = entry["games_with_chain_of_3"]
        assert columns["games_with_chain_of_3"].mean() == pytest.approx(share, abs=0.03)


def test_thinking_players_play_the_same_games_whatever_the_parts():
    game = NegaeriShogi(opening_plies=3)
    for players in (("weak", "alphabeta:2,weights=shape"), ("alphabeta:3,nodes=500", "greedy")):
        whole = game.simulate(players, n=8, seed=2)
        parts = [game.simulate(players, n=k, seed=2, first=first) for first, k in ((0, 3), (3, 1), (4, 4))]
        for name, values in whole.items():
            assert (np.concatenate([part[name] for part in parts]) == values).all()


def test_random_games_are_the_same_from_both_kernels():
    """Random players draw alike beside a player that thinks."""
    game = NegaeriShogi(max_plies=1)
    alone = simulate(game, ("random", "random"), 30, 4, 0, keep_turns=1)
    beside = simulate(game, ("random", "greedy"), 30, 4, 0, keep_turns=1)
    assert (alone["turns"] == beside["turns"]).all()
    assert len(np.unique(alone["turns"])) > 5


def test_openings_come_in_pairs_with_the_players_exchanged():
    game = NegaeriShogi(opening_plies=5)
    columns = simulate(game, ("alphabeta:3", "random"), 12, 8, 0, keep_turns=400)
    assert columns["opening"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert columns["exchanged"].tolist() == [0, 1] * 6
    starts = [game.opening_position(8, i) for i in range(12)]
    assert all(starts[i] == starts[i + 1] for i in range(0, 12, 2))
    assert len(set(starts)) == 6
    for i, start in enumerate(starts):
        assert start.to_move == "gote"
        position = start
        for number in columns["turns"][i]:
            if number == -2:
                break
            position = position.play(position.move_of(int(number)))
        assert position.record()["plies"] == columns["plies"][i]
        assert position.end_reason == game.end_reasons[columns["end_reason"][i]]
    # The player that looks ahead wins with either colour, and is named first.
    assert (columns["winning_player"] == 0).sum() >= 11
    assert set(columns["winner"][columns["winning_player"] == 0]) == {0, 1}


def test_an_opening_leaves_no_king_to_be_taken():
    game = NegaeriShogi(opening_plies=9, loyalty=False)
    for index in range(0, 60, 2):
        start = game.opening_position(1, index)
        assert not start.is_over
        assert not [move for move in start.legal_moves() if move.takes.upper() == "K"]


def test_a_series_needs_players_that_do_not_depend_on_the_machine():
    with pytest.raises(RulesError, match=r"nodes=N limits"):
        NegaeriShogi().simulate(("alphabeta:4,ms=10", "random"), n=1)


def test_a_table_of_games_and_its_counts():
    game = NegaeriShogi()
    table = table_of_games(game, ("alphabeta:1", "random"), n=40, seed=1)
    counts = tally(game, ("alphabeta:1", "random"), n=40, seed=1)
    assert counts.sums["flips"] == table.flips.sum()
    assert counts.as_dict()["sums"]["games_with_chain_of_3"] == (table.chain >= 3).sum()
    assert set(counts.as_dict()["winner"]) == {"sente", "gote", "draw"}
    assert (table.winner == "sente").sum() == counts.winner["sente"] > 30
