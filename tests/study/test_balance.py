"""Balance tuning on a game whose true scores are known: right answers, fresh confirmation, honest labels."""

import json
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from variantlab.errors import VariantlabError
from variantlab.games.game import Game, rule
from variantlab.simulate import tally
from variantlab.study.balance import (
    ScoreCounts,
    balance,
    bisection,
    compare_methods,
    flat_grid,
)


@dataclass(frozen=True, repr=False)
class KnownGame(Game):
    """A game without moves: the first colour wins by its rules' chances, and every game is its own number's.

    Games of one opening go alike with `alike`; the player 'strong' adds 0.2 to its colour's chances.
    """

    handicap: int = rule(0, low=-9, high=9)
    slope: float = rule(0.05, low=0.0, high=0.1)
    draws: float = rule(0.0, low=0.0, high=1.0)
    capped: float = rule(0.0, low=0.0, high=1.0)
    opening_plies: int = rule(0, low=0, high=9)
    alike: bool = rule(False)

    name: ClassVar[str] = "known"
    colours: ClassVar[tuple[str, str]] = ("sente", "gote")
    end_reasons: ClassVar[tuple[str, ...]] = ("end", "capped")

    @property
    def categories(self):
        return {"end_reason": self.end_reasons, "winner": (*self.colours, "draw")}

    def simulate(self, players, n, seed, first=0):
        if set(players) - {"random", "strong"}:
            raise VariantlabError(f"player: got {players}; allowed: random, strong.")
        numbers = np.arange(first, first + n)
        exchanged = (numbers % 2 if self.opening_plies else 0 * numbers).astype(np.int8)
        chances = 0.5 + self.slope * self.handicap + 0 * numbers
        if players[0] != players[1]:
            chances = chances + np.where(exchanged == (players[0] == "strong"), -0.2, 0.2)
        own = numbers // 2 if self.alike else numbers
        u, v, w = (np.array([np.random.default_rng([seed, i, k]).random() for i in own]) for k in range(3))
        winner = np.where(u < chances, 0, 1)
        winner = np.where(v < self.draws, 2, winner)
        is_capped = w < self.capped
        return {
            "plies": np.ones(n, np.int32),
            "end_reason": is_capped.astype(np.int8),
            "winner": np.where(is_capped, -1, winner).astype(np.int8),
            "opening": numbers // 2 if self.opening_plies else 0 * numbers,
            "exchanged": exchanged,
        }

    def start_position(self):
        raise NotImplementedError

    def perft(self, depth, position=None, convention="leaves"):
        raise NotImplementedError


KNOWN = KnownGame()


def test_the_fair_value_is_found_and_confirmed_on_fresh_games():
    found = balance(KNOWN, "handicap", (-4, 0, 4), budget=2000, seed=1)
    assert (found.kind, found.value, found.candidates) == ("value", 0, (0,))
    assert found.rate.contains(0.5)
    assert found.rate.n == 400
    assert found.n_games < found.budget
    assert found.confirmed.seed not in {row.seed for row in found.searched}


def test_the_counts_are_those_of_plain_series():
    found = balance(KNOWN, "handicap", (-4, 0, 4), budget=1000, seed=2)
    for row in (*found.searched, found.confirmed):
        again = tally(row.game, row.players, row.counts.n_games, row.seed)
        assert dict(again.winner) == {
            "sente": row.counts.wins, "gote": row.counts.losses, "draw": row.counts.draws
        }  # fmt: skip
    assert found.n_games <= 1000


def test_nothing_depends_on_threads_and_all_on_the_seed():
    one, two, other = (
        balance(KNOWN, "handicap", (0, 3), budget=400, threads=threads, seed=seed).as_dict()
        for threads, seed in ((1, 3), (2, 3), (1, 4))
    )
    assert one == two
    assert one["searched"] != other["searched"]


def test_none_is_in_the_band():
    found = balance(KNOWN, "handicap", (4, 6, 8), band=(0.45, 0.55), budget=2000, seed=5)
    assert (found.kind, found.value) == ("none", None)
    assert found.candidates == ()
    assert "none is in the band" in str(found)
    assert found.confirmed.value == 4
    assert found.confirmation == "its interval lies outside the band"


def test_a_value_inside_the_band():
    found = balance(KNOWN, "handicap", (-6, 0, 6), band=(0.4, 0.6), budget=2500, seed=6)
    assert (found.kind, found.value, found.target) == ("value", 0, 0.5)
    assert found.confirmation == "its interval lies inside the band"


@pytest.mark.parametrize("seed", range(4))
def test_values_at_one_distance_cannot_be_told_apart(seed):
    found = balance(KNOWN, "handicap", (-2, 2, 9), budget=2000, seed=seed)
    assert found.kind == "undecided"
    assert found.value is None
    assert set(found.candidates) == {-2, 2}
    assert "cannot be told apart: handicap = -2, 2" in str(found)
    assert 2000 - 2 <= found.n_games <= 2000


def test_one_value_at_the_edge_of_the_band_is_not_settled():
    found = balance(KNOWN, "handicap", (2,), band=(0.4, 0.6), budget=500, seed=7)
    assert found.kind == "undecided"
    assert found.answer.startswith("not settled: handicap = 2 may be in the band")


def test_a_target_other_than_one_half():
    found = balance(KNOWN, "handicap", (-4, 0, 4), target=0.7, budget=2000, seed=8)
    assert found.value == 4


def test_draws_are_half_a_point_and_capped_games_are_counted_apart():
    game = KNOWN.replace(draws=0.5, capped=0.25)
    found = balance(game, "handicap", (-8, 0, 8), budget=2000, seed=9)
    assert found.value == 0
    counts = found.confirmed.counts
    assert counts.draws > counts.losses > 0
    assert found.rate.n == counts.n_finished == counts.n_games - counts.n_capped
    assert found.rate.estimate == pytest.approx((counts.wins + counts.draws / 2) / counts.n_finished)
    assert found.n_capped > 0
    assert f"{found.n_capped:,} capped, in no rate" in str(found)


def test_games_that_never_end_give_no_rate():
    found = balance(KNOWN.replace(capped=1.0), "handicap", (0, 1), budget=100, seed=10)
    assert found.kind == "undecided"
    assert not found.rate.has_data
    assert found.as_dict()["rate"]["estimate"] is None


def test_pairs_that_go_alike_count_once():
    apart = balance(KNOWN, "handicap", (0,), budget=400, seed=11)
    alike = balance(KNOWN.replace(opening_plies=2, alike=True), "handicap", (0,), budget=400, seed=11)
    width = [found.rate.high - found.rate.low for found in (apart, alike)]
    assert width[1] == pytest.approx(2**0.5 * width[0], rel=0.1)
    assert alike.confirmed.counts.n_games % 2 == 0


def test_unequal_players_keep_their_colours_so_that_a_handicap_stays_with_one():
    game = KNOWN.replace(opening_plies=2)
    found = balance(game, "handicap", (0, 4), players=("random", "strong"), budget=1000, seed=12)
    assert found.value == 4
    assert found.rate.estimate == pytest.approx(0.5, abs=0.12)  # 0.7 if the players changed places


def test_two_knobs_and_the_players_as_a_knob():
    found = balance(
        KNOWN, ("handicap", "players"), ((-4, 4), ("random", ("strong", "random"))), budget=2400, seed=13
    )
    assert found.value == (-4, ("strong", "random"))
    assert len(found.searched) == 4
    frame = found.to_frame()
    assert frame.stage.tolist() == ["searched"] * 4 + ["confirmed"]
    assert frame.players.tolist()[-1] == "strong/random"
    assert "(handicap, players) = (-4, strong/random)" in found.answer


def test_json_labels_what_was_searched_and_what_was_confirmed():
    found = balance(KNOWN, "handicap", ("-4", "0"), budget=1000, seed=14)
    document = json.loads(json.dumps(found.as_dict(), allow_nan=False))
    assert document["values"] == [-4, 0]
    assert document["answer"] == "value"
    assert document["value"] == 0
    assert document["rate"]["label"] == "confirmed on fresh games"
    assert {row["label"] for row in document["searched"]} == {"searched, not a rate to report"}
    assert document["rate"]["n"] == document["confirmed"]["n_games"]
    assert "none of them is a rate to report" in str(found)
    assert "&lt;" not in found._repr_html_()


def test_baselines_have_the_same_interface():
    flat = flat_grid(KNOWN, "handicap", (-8, 0, 8), budget=600, seed=15)
    halved = bisection(KNOWN, "handicap", (-6, -3, 0, 3, 6), budget=1500, seed=15)
    played = [row.counts.n_games for row in flat.searched]
    assert max(played) - min(played) <= 1
    assert (flat.method, flat.value) == ("flat", 0)
    assert halved.method == "bisection"
    assert halved.confirmed.value == 0


def test_settled_answers_are_rarely_wrong():
    """Many searches on two values nearly at one distance: few settle, and fewer on the wrong one."""
    found = compare_methods((0.41, 0.58), budget=3000, runs=300, seed=16)
    for shares in found.methods:
        assert shares.settled_wrong.low <= 0.05


@pytest.mark.parametrize("draw_rate", [0.0, 0.3])
def test_top_two_finds_the_right_value_more_often_than_a_flat_grid(draw_rate):
    scores = (0.2, 0.3, 0.38, 0.45, 0.51, 0.57, 0.64, 0.72, 0.8)
    found = compare_methods(scores, budget=2000, runs=150, draw_rate=draw_rate, seed=17)
    assert found["top_two"].right.high >= found["flat"].right.low
    assert found["top_two"].right.estimate > found["flat"].right.estimate
    assert found.to_frame().method.tolist() == ["top_two", "flat", "bisection"]
    assert str(found).count("right") == 6


def test_comparisons_follow_their_seed():
    one, same, other = (compare_methods((0.4, 0.5), budget=100, runs=50, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_counts_of_units_add_up():
    winner = np.array([0, 1, 0, 0, 2, -1])
    unit = np.array([0, 0, 1, 1, 2, 2])
    whole = ScoreCounts.of_games(winner, unit)
    pieces = ScoreCounts.of_games(winner[:2], unit[:2]) + ScoreCounts.of_games(winner[2:], unit[2:])
    assert whole == pieces
    assert (whole.wins, whole.draws, whole.losses, whole.n_capped) == (3, 1, 1, 1)
    assert (whole.squares, whole.products, whole.sizes) == (1 + 4 + 0.25, 2 + 4 + 0.5, 4 + 4 + 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"knob": "handycap"}, "Did you mean 'handicap'"),
        ({"knob": ("handicap", "handicap"), "values": ((0,), (1,))}, "knob"),
        ({"values": ()}, "values"),
        ({"values": "3,4"}, "values"),
        ({"values": (0, "0")}, "each value once"),
        ({"values": (0, 99)}, "handicap"),
        ({"target": 1}, "target"),
        ({"band": (0.6, 0.4)}, "band"),
        ({"band": (0.4, 0.6), "target": 0.7}, "target"),
        ({"players": ("random", "random", "random")}, "players"),
        ({"players": "nobody"}, "player"),
        ({"budget": 10}, "budget"),
        ({"budget": 1000.5}, "budget"),
        ({"level": 95}, "Write 95% as 0.95"),
        ({"method": "topp_two"}, "Did you mean 'top_two'"),
        ({"confirm_share": 0}, "confirm_share"),
        ({"seed": -1}, "seed"),
        ({"knob": ("handicap", "slope"), "values": ((0, 1), (0.0, 0.1)), "method": "bisection"}, "no order"),
    ],
)
def test_wrong_input_is_named_before_a_game_is_played(changes, message):
    options = {"knob": "handicap", "values": (0, 1), **changes}
    with pytest.raises(VariantlabError, match=message):
        balance(KNOWN, **options)


def test_wrong_scores_to_compare_on_are_named():
    with pytest.raises(VariantlabError, match="scores"):
        compare_methods((0.4, 1.5))
    with pytest.raises(VariantlabError, match="draw_rate"):
        compare_methods((0.1, 0.5), draw_rate=0.5)
