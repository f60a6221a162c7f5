"""The stored games of the Negaeri Shogi study: they are what the plan says, and play again as they stand."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from variantlab.errors import DataError
from variantlab.files import project_path, read_text
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.simulate import simulate
from variantlab.stats.elo import pair_counts, pair_score, score
from variantlab.stats.intervals import rate
from variantlab.study import negaeri_runs
from variantlab.study.negaeri_runs import (
    CHAINS,
    COUNTS,
    EARLY,
    FIRST_GAMES,
    Counts,
    Series,
    counts_of,
    differences,
    plan,
    play_plan,
    player_text,
    rows_in,
    stored,
    stored_counts,
)

RANDOM = ("random", "random")
#: A few quick series for the tests of playing and of going on.
FEW = tuple(
    Series(NegaeriShogi(max_plies=60, **changed), RANDOM, n)
    for changed, n in (({}, 6), ({"opening_plies": 2}, 8), ({"edge_captures": False}, 2))
)


# --- what is stored ----------------------------------------------------------------------------------------


def test_every_series_of_the_plan_is_stored_whole():
    rows = rows_in()
    by_place = {(row["rules"], row["sente_player"], row["gote_player"], row["first"]): row for row in rows}
    planned = [(*one.key, first, n, one.seed) for one in plan() for first, n in one.blocks()]
    found = [(*place, row["games"], row["seed"]) for place, row in by_place.items()]
    assert len(by_place) == len(rows)
    assert sorted(found) == sorted(planned)


def test_the_manifest_says_what_is_there():
    manifest = json.loads(read_text(project_path("data", "negaeri", "manifest.json")))
    assert manifest["n_series"] == len(stored())
    assert manifest["n_games"] == sum(counts.n_games for counts in stored().values())
    assert manifest["rules"] == NegaeriShogi().settings()
    assert manifest["command"].endswith("variantlab.study.negaeri_runs")
    assert len(manifest["kernels"]) == 16


def quick_rows():
    """First games of series of every kind, the shallow ones; and a few of the slow ones."""
    first = [row for row in rows_in() if row["first"] == 0]
    depths = [max(depth_of(row["sente_player"]), depth_of(row["gote_player"])) for row in first]
    quick = [row for row, depth in zip(first, depths, strict=True) if depth < 3][::4]
    quick += [row for row, depth in zip(first, depths, strict=True) if depth == 3][::12]
    return quick + [row for row, depth in zip(first, depths, strict=True) if depth == 4][::40]


def depth_of(player):
    return int(player.split(":")[1][0]) if ":" in player else 0


def test_stored_games_play_again_as_they_stand():
    rows = quick_rows()
    assert len(rows) > 80
    assert {depth_of(row["sente_player"]) for row in rows} >= {0, 1, 2, 3, 4}
    assert {"edge_captures", "loyalty", "offset", "loyal_run", "sente_hand", "opening_plies"} <= {
        word.split("=")[0] for row in rows for word in row["rules"].split()
    }
    assert differences(rows) == []


def later_rows(most_plies):
    """Return the rows of the games after the first ones, of players that look so far ahead."""
    rows = [row for row in rows_in() if row["first"] >= FIRST_GAMES]
    return [row for row in rows if depth_of(row["sente_player"]) <= most_plies]


def test_the_games_after_the_first_ones_too():
    rows = later_rows(1)
    assert len(rows) > 200
    chosen = rows[::20]
    assert {depth_of(row["sente_player"]) for row in chosen} == {0, 1}
    assert min(row["games"] for row in chosen) > FIRST_GAMES
    assert differences(chosen) == []


@pytest.mark.long
def test_more_of_the_games_after_the_first_ones():
    quick = later_rows(1)
    assert differences([*quick, *(row for row in later_rows(3) if row not in quick)][::3]) == []


def test_a_changed_count_is_found():
    row = next(row for row in rows_in() if row["sente_player"] == "random")
    assert differences([{**row, "flips": row["flips"] + 1}])[0].endswith(
        f"flips {row['flips'] + 1}, now {row['flips']}"
    )


def test_counts_fit_each_other():
    for counts in stored().values():
        assert counts["sente"] + counts["gote"] + counts["draw"] == counts["finished"]
        assert counts["finished"] + counts["capped"] == counts.n_games
        ended = sum(counts[name] for name in ("king", "no_moves", "repetition", "capped"))
        longest = [counts[f"longest_{stages}"] for stages in CHAINS]
        by_ply = [counts[f"king_by_{plies}"] for plies in EARLY]
        assert ended == sum(longest) == counts.n_games
        assert counts["chain_of_3"] == sum(longest[3:])
        assert counts["chain_of_4"] == sum(longest[4:])
        assert counts["chain_of_6"] == sum(longest[6:])
        assert by_ply == sorted(by_ply)
        assert by_ply[-1] <= counts["king"]
        assert counts["drops"] + counts["moves"] == counts["plies"]
        assert counts["units"] == counts.n_games // (2 if counts.series.is_paired else 1)
        if counts.series.game.max_chain == 5:
            assert counts["chain_of_6"] == 0


# --- what is counted ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("opening_plies", [0, 6])
def test_counts_are_those_of_the_table_of_games(opening_plies):
    game = NegaeriShogi(opening_plies=opening_plies, max_plies=80)
    table = simulate(game, RANDOM, n=200, seed=3)
    found = counts_of(game.simulate(RANDOM, 200, 3), opening_plies > 0)
    unit = table["opening"] if opening_plies else table["game_index"]
    assert tuple(found) == COUNTS
    for name in ("plies", "drops", "flips", "captures", "flipping_drops", "chain_cut"):
        assert found[name] == table[name].sum()
    assert found["chain_of_3"] == (table["chain"] >= 3).sum()
    assert found["cut"] == (table["chain_cut"] > 0).sum()
    assert found["king_by_40"] == ((table["end_reason"] == "king") & (table["plies"] <= 40)).sum()
    by_unit = table.groupby(unit)[["flips", "plies"]].sum()
    assert found["flips*plies"] == (by_unit["flips"] * by_unit["plies"]).sum()
    assert found["flips*flips"] == (by_unit["flips"] ** 2).sum()
    points = (2 * (table["winner"] == "sente") + (table["winner"] == "draw")).groupby(unit).sum()
    assert found["half_points*half_points"] == (points**2).sum()


def counted(game, n=200, seed=5):
    series = Series(game, RANDOM, n)
    return Counts(series, counts_of(game.simulate(RANDOM, n, seed), series.is_paired))


def test_rates_of_single_games_are_plain_rates():
    found = counted(NegaeriShogi(max_plies=80))
    for interval, k, n in (
        (found.share("chain_of_3"), found["chain_of_3"], 200),
        (found.win_rate(), found["sente"], found["finished"]),
        (found.wins_of_all(), found["sente"], 200),
    ):
        known = rate(k, n)
        assert (interval.estimate, interval.n) == (known.estimate, n)
        assert interval.low == pytest.approx(known.low, abs=1e-9)
        assert interval.high == pytest.approx(known.high, abs=1e-9)
    known = score(found["sente"], found["draw"], found["gote"])
    assert found.score().low == pytest.approx(known.low)


@pytest.mark.parametrize("opening_plies", [0, 6])
def test_capped_games_bound_the_score_from_both_sides(opening_plies):
    found = counted(NegaeriShogi(max_plies=40, opening_plies=opening_plies))
    assert found["capped"] > 20
    least, most = (found.score_with_capped(lost) for lost in (True, False))
    points = found["sente"] + found["draw"] / 2
    assert least.estimate == pytest.approx(points / 200)
    assert most.estimate == pytest.approx((points + found["capped"]) / 200)
    assert least.n == most.n == 200
    if not opening_plies and not found["draw"]:
        known = rate(found["sente"] + found["capped"], 200)
        assert (most.low, most.high) == pytest.approx((known.low, known.high))
        assert least.low == pytest.approx(rate(found["sente"], 200).low)


def test_without_capped_games_the_bounds_are_the_score():
    game = NegaeriShogi(opening_plies=6, repetition=None, max_plies=3000)
    found = counted(game)
    for lost in (True, False):
        bound = found.score_with_capped(lost)
        score_of_all = found.score()
        assert (bound.estimate, bound.low, bound.high) == pytest.approx(
            (score_of_all.estimate, score_of_all.low, score_of_all.high), abs=2e-3
        )


def test_pairs_are_the_units_where_games_share_an_opening():
    game = NegaeriShogi(opening_plies=6, repetition=None, max_plies=3000)
    table = simulate(game, RANDOM, n=300, seed=5)
    pairs = pair_counts(table, winner="winner")
    assert pairs.n_left_out == 0
    known = pair_score(pairs)
    found = counted(game, 300).score()
    assert (found.estimate, found.low, found.high) == pytest.approx((known.estimate, known.low, known.high))


def test_pairs_that_agree_tell_as_much_as_half_the_games():
    columns = NegaeriShogi(opening_plies=2, max_plies=60).simulate(RANDOM, 400, 1)
    alike = {name: np.repeat(column[::2], 2) for name, column in columns.items()}
    series = Series(NegaeriShogi(opening_plies=2), RANDOM, 400)
    found = Counts(series, counts_of(alike, is_paired=True)).share("chain_of_3")
    half = rate(int(np.count_nonzero(columns["chain"][::2] >= 3)), 200)
    assert found.estimate == half.estimate
    assert found.high - found.low == pytest.approx(half.high - half.low, rel=0.02)


def test_ratios_are_totals_over_totals():
    found = counted(NegaeriShogi())
    per_move = found.ratio("flips", "plies")
    assert per_move.estimate == found["flips"] / found["plies"]
    assert per_move.low < per_move.estimate < per_move.high
    assert found.spread_of_ratio("flips", "plies") == pytest.approx(
        (per_move.high - per_move.estimate) * math.sqrt(200) / 1.972, rel=1e-3
    )


# --- the plan ----------------------------------------------------------------------------------------------


def test_series_have_seeds_of_their_own_that_rules_and_players_decide():
    series = plan()
    assert len({one.seed for one in series}) == len(series)
    one = series[0]
    assert replace(one, n=2).seed == one.seed
    assert replace(one, players=("random", "greedy")).seed != one.seed


def test_every_series_has_whole_pairs_and_a_first_block():
    for one in plan():
        (first, few), *others = one.blocks()
        assert (first, few) == (0, FIRST_GAMES)
        assert few + sum(n for _, n in others) == one.n
        assert one.n % 2 == 0


def test_rules_in_words_read_back():
    for one in plan():
        assert negaeri_runs._series_of(one.rules, one.players, one.n).game == one.game


# --- playing and going on ----------------------------------------------------------------------------------


def test_all_is_played_and_put_in_place(tmp_path):
    path = play_plan(tmp_path / "data", tmp_path / "unfinished", FEW, progress=False)
    rows = rows_in(path)
    assert [row["games"] for row in rows] == [2, 4, 2, 6, 2]
    assert differences(rows) == []
    assert json.loads(read_text(tmp_path / "data" / "manifest.json"))["n_games"] == 16
    assert list((tmp_path / "unfinished").iterdir()) == []


def test_an_interrupted_call_is_continued_to_the_same_file(tmp_path, monkeypatch):
    whole = play_plan(tmp_path / "whole", tmp_path / "none", FEW, progress=False).read_bytes()
    played, turn = Series.played, []

    def interrupted(self, first=0, n=None):
        turn.append(self.key)
        if len(turn) == 4:
            raise KeyboardInterrupt
        return played(self, first, n)

    monkeypatch.setattr(Series, "played", interrupted)
    with pytest.raises(KeyboardInterrupt):
        play_plan(tmp_path / "data", tmp_path / "unfinished", FEW, progress=False)
    assert not (tmp_path / "data").exists()
    assert len(rows_in(tmp_path / "unfinished" / "counts.csv")) == 3
    path = play_plan(tmp_path / "data", tmp_path / "unfinished", FEW, progress=False)
    assert path.read_bytes() == whole
    assert len(turn) == 4 + 2


def test_what_other_kernels_left_is_not_used(tmp_path, monkeypatch):
    folder = tmp_path / "unfinished"
    path = play_plan(tmp_path / "data", folder, FEW, progress=False)
    false = [{**row, "flips": row["flips"] + 1} for row in rows_in(path)]
    (folder / "counts.csv").write_text(negaeri_runs._csv(false), encoding="utf-8")
    (folder / "manifest.json").write_text('{"version": "0", "kernels": "0"}', encoding="utf-8")
    again = play_plan(tmp_path / "data", folder, FEW, progress=False)
    assert differences(rows_in(again)) == []


def test_a_series_that_was_not_played_is_named():
    with pytest.raises(DataError, match="opening_plies=77"):
        stored_counts(NegaeriShogi(opening_plies=77), player_text(2))


def test_a_damaged_file_names_the_way_to_mend_it(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("rules,flips\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"python -m variantlab\.study\.negaeri_runs"):
        rows_in(path)
    head = read_text(project_path("data", "negaeri", "counts.csv")).splitlines()[:2]
    path.write_text(f"{head[0]}\n{head[1]}x\n", encoding="utf-8")
    with pytest.raises(DataError, match="no whole number"):
        rows_in(path)
