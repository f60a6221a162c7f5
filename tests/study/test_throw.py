"""The throw study: curves with intervals, where they cross a target, and the fit of throws."""

import math

import numpy as np
import pytest

from variantlab.errors import DataError, VariantlabError
from variantlab.files import project_path
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study import throw, throw_fit

QUIET = ThrowOthello(turnover=0.0, knock=0.0)
SIMPLE = ("greedy", "random")


def test_the_stronger_thinker_s_win_rate_falls_with_the_spread():
    field = throw.level_field(QUIET, SIMPLE, (0.0, 0.5, 2.5), n=400, target=0.8, seed=1)
    first, _, last = field.curve.measured
    assert first.low > last.high
    found = field.spread_at_target
    assert 0 < found.low <= found.estimate <= found.high <= 2.5
    assert throw.ASSUMPTION in str(field)


def test_a_target_that_is_not_reached_has_no_spread():
    field = throw.level_field(QUIET, SIMPLE, (0.0, 0.1), n=100, target=0.5)
    assert not field.spread_at_target.has_data
    assert "not reached" in str(field)


def test_equal_thinkers_are_level_over_both_colours():
    one, other = throw.both_colours(QUIET, ("greedy", "greedy"), 500, seed=2)
    assert one.winner == other.winner
    assert throw.score_rate(one, other).estimate == 0.5


def test_better_throwing_makes_up_for_thinking():
    found = throw.skill_map(QUIET, SIMPLE, (0.0, 2.0), n=200)
    assert found[0.0, 0.0].estimate > found[2.0, 0.0].estimate
    assert set(found) == {(0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (2.0, 2.0)}


def test_games_are_fouled_out_more_from_the_harder_lines():
    by_line, by_spread = throw.fouled_out(ThrowOthello(), ("greedy", "greedy"), (0.0, 1.0), n=2000)
    estimates = [point.estimate for point in by_line.measured]
    assert estimates == sorted(estimates)
    assert by_spread.measured[0].estimate == 0


def test_counting_the_tops_changes_some_results():
    found = throw.all_against_top(ThrowOthello(), n=300, n_replayed=100, seed=1)
    assert found.changed.low > 0
    assert found.more_on_own.low > 0
    for count in ("all", "top"):
        total = found.on_own[count].estimate + found.on_other[count].estimate
        assert found.stacked[count].low - 1 < total < found.stacked[count].high + 1


def test_discs_each_are_compared():
    curve, difference = throw.discs_each(QUIET, SIMPLE, (4, 16), n=200)
    first, last = curve.measured
    assert difference.estimate == pytest.approx(first.estimate - last.estimate)


def test_a_foul_by_reckoning_is_right_by_the_exact_law():
    game = ThrowOthello(size=4, discs_each=2, sigma_across=0.1, sigma_along=0.1, turnover=0.3, knock=0.2,
                        aims_per_square=1)  # fmt: skip
    found = throw.foul_positions(game, n=60, most=2)
    assert found
    for position, foul, aim in found:
        assert foul > aim
        scores = throw.exact_scores(position)
        assert scores["foul"] == max(scores.values())


def test_the_share_of_games_with_a_foul_on_purpose_has_an_interval():
    curves = throw.foul_on_purpose(ThrowOthello(size=4, discs_each=3), spreads=(0.1, 0.5), n=60)
    for curve in curves:
        assert all(point.low <= point.estimate <= point.high for point in curve.measured)
    assert curves[1].values == (0.1, 0.5)


@pytest.mark.parametrize("seed", range(3))
def test_falling_rates_are_the_nearest_that_fall(seed):
    rng = np.random.default_rng(seed)
    rates, weights = rng.random(6), rng.integers(1, 9, 6)
    found = throw.falling(rates, weights)
    assert (np.diff(found) <= 1e-12).all()
    assert (found * weights).sum() == pytest.approx((rates * weights).sum())
    assert throw.falling(found, weights) == pytest.approx(found)


def test_a_crossing_is_where_the_rates_meet_the_target():
    spreads, rates = np.array([0.0, 1.0, 2.0]), np.array([0.9, 0.7, 0.5])
    assert throw.crossing(spreads, rates, 0.6) == pytest.approx(1.5)
    assert throw.crossing(spreads, rates, 0.95) == 0
    assert math.isinf(throw.crossing(spreads, rates, 0.4))


# Throws of one's own


def test_the_sample_says_that_it_is_synthetic_and_is_made_again():
    path = project_path("data/records/throws-sample.csv")
    fitted = throw.fit_throws(path)
    assert fitted.synthetic
    assert fitted.bad_rows == ()
    assert fitted.throws == throw.made_throws(50, 0.45, 0.8, seed=1)
    assert "synthetic" in str(fitted)
    assert fitted.game().physics.sigma_along == fitted.sigma_along.estimate


def test_bad_rows_are_named_and_left_out(tmp_path):
    path = tmp_path / "throws.csv"
    good = "2.5,2.5,2.4,2.7\n" * 5
    path.write_text(f"# mine\nx,y,aim_x,aim_y,remark\n{good}1,,1,1\n\n1,nan,1,1\n400,300,1,1\n1\n", "utf-8")
    fitted = throw.fit_throws(path)
    assert len(fitted.throws) == 5
    assert [row.split(":")[0] for row in fitted.bad_rows] == ["line 8", "line 10", "line 11", "line 12"]
    assert "squares" in fitted.bad_rows[2]
    assert not fitted.synthetic


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column: got 'none'"),
        ("aim_x,aim_y,x\n1,1,1\n", "allowed: aim_x"),
        ("aim_x,aim_y,x,y\n1,1,1,1\n", "at least 5"),
    ],
)
def test_tables_that_cannot_be_fitted_are_refused(tmp_path, text, message):
    path = tmp_path / "throws.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=message):
        throw.fit_throws(path)


def test_intervals_of_the_spread_cover_it():
    covered = sum(
        found.low <= 0.7 <= found.high
        for found in (
            throw.fit_throws(throw.made_throws(20, 0.7, 0.7, seed)).sigma_across for seed in range(200)
        )
    )
    assert 180 <= covered <= 198


def test_throws_read_back():
    throws = throw.made_throws(6, 0.3, 0.5)
    read, bad, synthetic = throw.throws_of_text(throw.throws_csv(throws, "synthetic"))
    assert (read, bad, synthetic) == (throws, (), True)


def test_an_empty_sheet_has_the_aims_and_names_what_is_to_be_filled_in():
    sheet = throw_fit.throw_sheet(50, seed=2)
    throws, bad_rows, synthetic = throw.throws_of_text(sheet)
    assert (throws, len(bad_rows), synthetic) == ((), 50, False)
    assert bad_rows[0].endswith("x is ''; allowed: a number")
    aims = [line.split(",")[:2] for line in sheet.splitlines()[3:]]
    assert len({tuple(aim) for aim in aims[:36]}) == 36
    filled = "\n".join([*sheet.splitlines()[:3], *(f"{x},{y},{x},{y}" for x, y in aims)])
    assert len(throw.throws_of_text(filled)[0]) == 50


def test_the_study_with_own_throws_is_that_of_the_rules_with_their_spread():
    fitted = throw.fit_throws(throw.made_throws(40, 0.3, 0.6, seed=5))
    own = throw.with_own_throws(fitted, QUIET, SIMPLE, n=200, seed=3)
    assert own.won.at("fitted") == throw.win_rate(fitted.game(QUIET), SIMPLE, 200, seed=3)
    assert own.won.at("low").estimate >= own.won.at("high").estimate
    assert 0.3 < own.spread < 0.6


def test_the_exact_scores_of_two_throws_are_those_of_the_best_answers():
    """With perfect hands, one throw each: what black scores is 1 less the best that white can answer."""
    game = ThrowOthello(size=4, discs_each=1, line="perfect", turnover=0.25, aims_per_square=1)
    start = game.start_position()
    scores = throw.exact_scores(start)
    for move in ("b1", "a1", "foul"):
        expected = sum(
            chance * (1 - max(throw.exact_scores(after).values())) for chance, after in start.outcomes(move)
        )
        assert scores[move] == expected
    with pytest.raises(DataError, match="1 to 2 left"):
        throw.exact_scores(ThrowOthello(size=4, discs_each=2, line="perfect").start_position())
    with pytest.raises(DataError, match="1 to 1 left"):
        throw.exact_scores(ThrowOthello(size=4, discs_each=1).start_position())


def test_a_point_of_a_curve_is_found_by_its_value():
    curve = throw.by_line(QUIET, SIMPLE, n=20)
    assert curve.at("advanced") == curve.measured[2]
    with pytest.raises(VariantlabError, match="line: got 'expert'"):
        curve.at("expert")


def test_the_shipped_sheet_is_made_again():
    path = project_path("data/records/throws-sheet.csv")
    assert path.read_text("utf-8") == throw_fit.throw_sheet(50, seed=1)


def test_games_replayed_throw_by_throw_are_those_of_the_series_also_where_fouls_knock():
    game = ThrowOthello(size=4, line="advanced", knock=1.0, knock_on_foul=True, fouls_to_lose=31)
    columns = game.simulate(("random", "random"), 30, seed=2)
    knocking = 0
    for number, throws in enumerate(throw.thrown_games(game, ("random", "random"), 30, seed=2)):
        position, landing, _ = throws[-1]
        knocking += sum(bool(at.frame) for _, at, _ in throws)
        record = position.land(landing).record()
        for name in ("black", "white", "knocked_off", "fouls_black", "fouls_white"):
            assert record[name] == columns[name][number]
    assert knocking > 10
