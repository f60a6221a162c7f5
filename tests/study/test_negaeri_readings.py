"""What a decision changes, what survives it, and games replayed."""

import dataclasses

import pytest

from variantlab.errors import VariantlabError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.stats.intervals import rate
from variantlab.study import negaeri_readings as readings
from variantlab.study.negaeri import OURS, settle, specifications
from variantlab.study.negaeri_runs import Series, player_text, stored_counts

GAME = NegaeriShogi()


@pytest.fixture(scope="module")
def rows():
    """The figures of N1 from the start itself."""
    return specifications("N1", "as_it_is", readings=(OURS,))


def test_a_group_differs_in_its_decision_alone(rows):
    for decision in ("depth", "weights", "counting"):
        for group in readings._groups(rows, decision):
            decided = [readings._decisions_of(row) for row in group]
            assert len({one[decision] for one in decided}) == len(group) > 1
            others = {tuple((k, v) for k, v in one.items() if k != decision) for one in decided}
            assert len(others) == 1


def test_a_sway_is_the_range_of_its_groups(rows):
    per_move = [row for row in rows if row.counting == "per_move" and row.weights == "material"]
    (sway,) = readings.sways(per_move, ["depth"])
    estimates = [row.ours.estimate for row in per_move]
    assert (sway.n_groups, sway.n_told) == (1, 1)
    assert sway.typical == sway.largest == max(estimates) - min(estimates)


def test_few_games_tell_no_values_apart(rows, monkeypatch):
    few = dataclasses.replace
    pair = [row for row in rows if row.counting == "per_move" and row.weights == "material"][:2]
    assert len({row.depth for row in pair}) == 2
    monkeypatch.setattr(readings, "_again", lambda row, level: few(rate(1, 2, level), estimate=0.5))
    assert readings.sways(pair, ["depth"])[0].n_told == 0


def test_a_decision_that_nothing_differs_in_is_left_out(rows):
    assert "offset" not in [one.decision for one in readings.sways(rows)]


def test_an_unknown_decision_is_named(rows):
    with pytest.raises(VariantlabError, match=r"decision: got 'ofset'.*Did you mean 'offset'"):
        readings.sways(rows, ["ofset"])
    with pytest.raises(VariantlabError, match="decision"):
        readings.pairs_by(rows, "columns", 0, 1)


def test_pairs_differ_in_one_decision(rows):
    pairs = readings.pairs_by(rows, "depth", 1, 2)
    assert len(pairs) == 9
    for one, other in pairs:
        assert (one.depth, other.depth) == (1, 2)
        assert (one.weights, one.counting, one.reading) == (other.weights, other.counting, other.reading)


def test_conclusions_are_counted_once_by_each_decision():
    table = readings.conclusion_table("N2", readings=(OURS,))
    counts = table[list(readings.CONCLUSIONS)]
    total = counts[table["decision"] == ""].iloc[0]
    n_players = len([row for row in settle("N2") if row.depth])
    assert total.sum() == 2 * n_players
    for decision in ("depth", "weights", "counting"):
        assert counts[table["decision"] == decision].sum().tolist() == total.tolist()


def test_random_players_settle_nothing():
    assert all(settled.depth for _, settled in readings.settled_everywhere("N4", readings=(OURS,)))
    with pytest.raises(VariantlabError, match="claim"):
        readings.settled_everywhere("N9")


def test_conclusions_are_compared_all_else_equal():
    pairs = readings.conclusion_pairs("N3", "depth", 1, 2, readings=(OURS,))
    assert len(pairs) == 9
    for one, other in pairs:
        assert (one.depth, other.depth) == (1, 2)
        assert (one.weights, one.counting) == (other.weights, other.counting)
    with pytest.raises(VariantlabError, match="decision"):
        readings.conclusion_pairs("N3", "colour", 1, 2)


def test_a_pawn_is_worth_the_difference_of_two_scores():
    effects = {(one.depth, one.weights): one.gain for one in readings.pawn_effects((OURS,))}
    extra = stored_counts(GAME, player_text(2, "pieces")).score().estimate
    equal = stored_counts(GAME.replace(sente_pawns=3), player_text(2, "pieces")).score().estimate
    assert effects[2, "pieces"].estimate == pytest.approx(extra - equal)
    assert 0 not in {depth for depth, _ in effects}


@pytest.mark.parametrize("player", ["random", player_text(2)])
def test_a_replayed_game_is_the_game_of_the_series(player):
    for number in (0, 3):
        game = readings.played_game(GAME, player, number, seed=11)
        columns = GAME.simulate((player, player), 1, 11, number)
        end = game.end
        assert end.plies == columns["plies"][0]
        assert end.end_reason == GAME.end_reasons[columns["end_reason"][0]]
        assert end.record()["flips"] == columns["flips"][0] == sum(len(move.turned) for move in game.moves)
        assert len(game.moves[game.longest].stages) == columns["chain"][0]


def test_the_games_shown_are_those_that_were_counted():
    player = player_text(1)
    counts = stored_counts(GAME, player)
    assert (
        readings.played_game(GAME, player).seed == counts.series.seed == Series(GAME, (player,) * 2, 0).seed
    )


def test_the_longest_chain_is_the_longest_of_its_series():
    found = readings.game_with_the_longest_chain(GAME, player_text(1), n=10)
    chains = GAME.simulate((player_text(1),) * 2, 10, found.seed)["chain"]
    assert len(found.moves[found.longest].stages) == chains.max()
    move = found.moves[found.longest]
    assert found.before(found.longest).find_move(str(move)) == move


def test_a_move_that_the_game_does_not_have():
    with pytest.raises(VariantlabError, match=r"number: got 999"):
        readings.played_game(GAME, "random").before(999)


def test_games_with_random_openings_begin_elsewhere():
    with pytest.raises(VariantlabError, match="opening_plies"):
        readings.played_game(GAME.replace(opening_plies=8), "random")


def test_that_no_chain_was_cut_is_not_certain():
    for row in specifications("N6", counting="turning_drops", readings=(OURS,)):
        assert row.ours.low <= row.ours.estimate < row.ours.high
        assert row.ours.n == row.counts.n_games
        drops = row.counts["flipping_drops"]
        assert row.ours.estimate == row.counts["chain_cut"] / drops
        assert row.ours.high > 1 / drops
