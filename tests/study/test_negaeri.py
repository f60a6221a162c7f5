"""The Negaeri Shogi study: the article's figures with their intervals, every reading, the verdicts."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from variantlab.errors import PredictionError, VariantlabError
from variantlab.files import project_path
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.stats.comparisons import difference_of
from variantlab.stats.intervals import rate
from variantlab.study import negaeri
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock
from variantlab.study.negaeri import (
    CLAIMS,
    COUNTINGS,
    OURS,
    PARTS,
    READINGS,
    REPORTED,
    Reading,
    Settled,
    Specification,
    chain_lengths,
    combination_table,
    combinations,
    decision_table,
    figure,
    replayed,
    settle,
    settled_table,
    specification_table,
    specifications,
)
from variantlab.study.negaeri_balance import (
    fair_table,
    games_to_tell_nearer,
    handicap_table,
    handicaps,
    knob_table,
    pawn_curve,
    pawn_table,
)
from variantlab.study.negaeri_results import MEDIUM, NegaeriResults, run
from variantlab.study.negaeri_runs import WEIGHTS, Counts, Series, counts_of, player_text, stored_counts
from variantlab.study.negaeri_samples import (
    SAMPLES,
    comparison_power_table,
    effect_of_the_pawn,
    needed_table,
    power_table,
    reported_table,
    sample_table,
)
from variantlab.study.predictions import load, new_form
from variantlab.study.verdicts import load_claims

# --- what the article reports ------------------------------------------------------------------------------


def test_the_article_s_figures_stand_with_the_intervals_of_their_own_games():
    # 24 of 60: 0.40 [0.29, 0.53]; 59 of 100: 0.59 [0.49, 0.68]; by Wilson's formula.
    equal, extra = (REPORTED[key].interval() for key in (("N3", "equal_hands"), ("N4", "as_it_is")))
    assert (round(equal.low, 2), round(equal.high, 2)) == (0.29, 0.53)
    assert (round(extra.low, 2), round(extra.high, 2)) == (0.49, 0.68)
    for one in REPORTED.values():
        if one.k is not None:
            assert one.k / one.n == one.value
    assert SAMPLES == (40, 60, 100)


def test_a_mean_borrows_our_spread_and_says_so():
    reported = REPORTED["N1", "as_it_is"]
    assert reported.interval() is None
    counts = stored_counts(NegaeriShogi(), "random")
    found = reported.interval_with_spread_of(counts, "per_move")
    ours = counts.ratio("flips", "plies")
    assert (found.estimate, found.n) == (2.51, 40)
    assert "our spread" in str(found)
    # 40 games against our number of games: wider by the root of how many times fewer they are, in
    # proportion to the mean.
    wider = (found.high - found.low) / 2.51 / ((ours.high - ours.low) / ours.estimate)
    assert wider == pytest.approx((counts.n_games / 40) ** 0.5, rel=0.05)


def test_claims_of_the_list_are_the_study_s():
    assert tuple(claim.id for claim in load_claims("negaeri")) == CLAIMS == tuple(PARTS) == tuple(COUNTINGS)
    assert not any(claim.is_later for claim in load_claims("negaeri"))


# --- figures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "claim", "counting", "known", "rounding"),
    [
        ("as_it_is", "N4", "wins", 0.503, 0.0005),
        ("as_it_is", "N1", "per_drop", 1.15, 0.005),
        ("as_it_is", "N1", "per_move", 0.37, 0.005),
        ("as_it_is", "N2", "from_the_drop", 0.53, 0.005),
        ("no_edge", "N1", "per_drop", 0.27, 0.005),
    ],
)
def test_random_play_agrees_with_200000_games_of_an_independent_program(
    part, claim, counting, known, rounding
):
    found = figure(claim, counting, stored_counts(OURS.game(part), "random"), level=0.999)
    assert found.low - rounding < known < found.high + rounding


def test_ways_of_counting_are_in_order():
    for weights in WEIGHTS:
        counts = stored_counts(NegaeriShogi(), player_text(2, weights))
        means = [figure("N1", way, counts).estimate for way in COUNTINGS["N1"]]
        assert means == sorted(means)
        chains = [figure("N2", way, counts).estimate for way in COUNTINGS["N2"]]
        assert chains[0] >= chains[1]
        early = [figure("N5", f"by_{plies}", counts).estimate for plies in (10, 20, 30, 40, 60, 100)]
        assert early == sorted(early)
        assert early[-1] <= figure("N5", "at_all", counts).estimate


def test_unknown_words_are_answered_with_what_there_is():
    counts = stored_counts(NegaeriShogi(), "random")
    with pytest.raises(VariantlabError, match="Did you mean 'per_move'"):
        figure("N1", "per_moves", counts)
    with pytest.raises(VariantlabError, match="claim"):
        figure("N7", "wins", counts)
    with pytest.raises(VariantlabError, match="as_it_is, no_edge"):
        specifications("N1", "equal_hands")


# --- every combination -------------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_curve_holds_every_reading_and_each_way_of_counting_once(claim):
    rows = specifications(claim)
    keys = [(row.part, row.reading, row.weights, row.depth, row.counting) for row in rows]
    assert len(set(keys)) == len(keys)
    assert {row.part for row in rows} == set(PARTS[claim])
    assert {row.counting for row in rows} == set(COUNTINGS[claim])
    assert {row.reading for row in rows} == set(READINGS)
    for depth in (1, 2, 3):
        cells = {(row.part, row.reading, row.weights) for row in rows if row.depth == depth}
        assert len(cells) == len(PARTS[claim]) * len(READINGS) * len(WEIGHTS)
    estimates = [row.ours.estimate for row in rows]
    assert estimates == sorted(estimates)


def test_the_table_is_the_rows():
    rows = specifications("N2", "no_edge")
    table = specification_table(rows)
    assert len(table) == len(rows)
    assert (table["source"] == 0.15).all()
    assert (table["low"] <= table["estimate"]).all()
    near = table[table["agrees"].astype(bool)]
    assert ((near["estimate"] - 0.15).abs() < 0.25).all()
    assert 0 < len(near) < len(table)


def spec(claim, part, ours, source):
    return Specification(claim, part, OURS, "material", 4, COUNTINGS[claim][0], ours, source)


def test_figures_agree_where_the_interval_of_their_difference_holds_nothing():
    near = spec("N3", "equal_hands", rate(500, 1000), rate(24, 60))
    far = spec("N3", "equal_hands", rate(700, 1000), rate(24, 60))
    assert (near.agrees, far.agrees) == (True, False)
    assert near.distance < 1 < far.distance
    assert spec("N5", "no_loyalty", rate(1, 2), None).agrees is None
    assert spec("N3", "equal_hands", rate(0, 0), rate(24, 60)).agrees is None


def test_the_distance_does_not_know_our_number_of_games():
    source = rate(24, 60)
    few, many = (spec("N3", "equal_hands", rate(n // 2, n), source) for n in (10, 10_000))
    assert few.distance == many.distance == pytest.approx(0.1 / (source.high - 0.4))
    below = spec("N3", "equal_hands", rate(1, 4), source)
    assert below.distance == pytest.approx(0.15 / (0.4 - source.low))
    assert spec("N3", "equal_hands", rate(0, 0), source).distance == math.inf
    assert math.isnan(spec("N5", "no_loyalty", rate(1, 2), None).distance)


def test_combinations_have_all_the_article_s_figures_and_the_nearest_stands_first():
    found = combinations()
    assert all({(f.claim, f.part) for f in one.figures} == set(REPORTED) for one in found)
    distances = [one.distance for one in found]
    assert distances == sorted(distances)
    assert len(combination_table(found)) == len(found)
    for one in found[:20]:
        assert one.distance == max(figure.distance for figure in one.figures)
        assert one.n_least == min(figure.ours.n for figure in one.figures)
        if one.distance <= 1:  # the article's intervals hold all of ours
            assert one.n_agreeing == 6


def test_fresh_games_of_a_combination_are_played_by_its_rules():
    one = next(c for c in combinations() if c.depth == 0 and c.reading == Reading(0, "closes", 8))
    fresh = replayed(one, n=100, seed=9)
    assert [f.part for f in fresh.figures] == [f.part for f in one.figures]
    game = NegaeriShogi(offset=0, loyal_run="closes", opening_plies=8, sente_pawns=3)
    winners = game.simulate(("random", "random"), 100, 9)["winner"]
    wins, draws = (np.count_nonzero(winners == code) for code in (0, 2))
    by_hand = (wins + draws / 2) / np.count_nonzero(winners >= 0)
    assert next(f for f in fresh.figures if f.claim == "N3").ours.estimate == by_hand


def test_decisions_are_ordered_by_how_far_they_reach():
    table = decision_table(specifications("N2", "as_it_is"))
    assert set(table["decision"]) == set(negaeri.DECISIONS)
    for _, rows in table.groupby("decision"):
        assert rows["reach"].iloc[0] == pytest.approx(rows["median"].max() - rows["median"].min())
    assert table["decision"].iloc[0] == "depth"


# --- verdicts ----------------------------------------------------------------------------------------------


def settled(claim, *pairs):
    parts = PARTS[claim]
    figures = tuple(spec(claim, part, *pair) for part, pair in zip(parts, pairs, strict=True))
    return Settled(claim, "material", 4, COUNTINGS[claim][0], figures)


def test_a_claim_is_reproduced_when_both_show_its_conclusion_whatever_the_figures():
    same = settled("N2", (rate(86, 100), rate(34, 40)), (rate(14, 100), rate(6, 40)))
    other = settled("N2", (rate(86, 100), rate(34, 40)), (rate(55, 100), rate(6, 40)))
    assert (same.conclusion, same.article_shows_it, same.verdict) == ("holds", True, "reproduced")
    assert (other.conclusion, other.article_shows_it, other.verdict) == ("holds", True, "reproduced")
    assert (same.figures_agree, other.figures_agree) == (True, False)


def test_a_claim_whose_conclusion_fails_is_not_reproduced():
    assert settled("N4", (rate(400, 1000), rate(59, 100))).verdict == "not_reproduced"
    assert settled("N3", (rate(600, 1000), rate(24, 60))).verdict == "not_reproduced"
    fewer = settled("N2", (rate(14, 100), rate(34, 40)), (rate(55, 100), rate(6, 40)))
    assert fewer.verdict == "not_reproduced"


def test_too_few_games_of_the_article_leave_a_claim_undecidable():
    found = settled("N3", (rate(440, 1000), rate(24, 60)))
    assert (found.conclusion, found.article_shows_it, found.verdict) == ("holds", False, "undecidable")
    found = settled("N3", (rate(480, 1000), rate(24, 60)))
    assert (found.conclusion, found.verdict) == ("open", "undecidable")


def test_who_is_ahead_must_not_hang_on_capped_games():
    """60 wins, 20 losses and 20 capped of 100: ahead. 30 capped of 100 that may all be losses: not known."""
    for wins, losses, n_capped, conclusion in ((700, 100, 200, "holds"), (400, 300, 300, "open")):
        counts = games_of(wins, losses, n_capped)
        figures = (replace(spec("N4", "as_it_is", counts.score(), rate(59, 100)), counts=counts),)
        assert Settled("N4", "material", 4, "score", figures).conclusion == conclusion


def games_of(wins, losses, n_capped):
    """The counts of single games with a result each; what happens in them does not matter."""
    winner = np.repeat([0, 1, -1], [wins, losses, n_capped]).astype(np.int8)
    columns = NegaeriShogi(max_plies=3).simulate(("random", "random"), len(winner), 0)
    series = Series(NegaeriShogi(), ("random", "random"), len(winner))
    return Counts(series, counts_of({**columns, "winner": winner}, is_paired=False))


@pytest.mark.parametrize(("k", "verdict"), [(80, "reproduced"), (20, "not_reproduced"), (50, "undecidable")])
def test_without_a_figure_the_conclusion_decides(k, verdict):
    assert settled("N5", (rate(k, 100), None), (rate(5, 100), None)).verdict == verdict


def test_early_ends_must_be_more_than_with_loyalty():
    found = settled("N5", (rate(80, 100), None), (rate(78, 100), None))
    assert (found.conclusion, found.verdict) == ("open", "undecidable")


@pytest.mark.parametrize(("k", "conclusion"), [(0, "holds"), (100, "fails"), (10, "open")])
def test_long_chains_are_rare_or_not(k, conclusion):
    assert settled("N6", (rate(k, 1000), None)).conclusion == conclusion


def test_no_data_is_open():
    assert settled("N4", (rate(0, 0), rate(59, 100))).conclusion == "open"


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_are_settled_with_each_player_once(claim):
    rows = settle(claim)
    players = [(row.depth, row.weights) for row in rows]
    assert len(set(players)) == len(players)
    assert players == sorted(players, key=lambda one: (one[0], ("", *WEIGHTS).index(one[1])))
    assert {depth for depth, _ in players} >= {0, 1, 2, 3, 4}
    table = settled_table(rows)
    assert set(table["verdict"]) <= set(negaeri.VERDICTS)
    assert (table["low"] <= table["estimate"]).all()


def test_chains_of_every_length_add_up():
    limited, free = chain_lengths(3, part="as_it_is"), chain_lengths(3)
    assert limited["games"].sum() == limited["n"].iloc[0]
    assert limited.query("stages > 5")["games"].sum() == 0
    assert free["games"].sum() == free["n"].iloc[0]


# --- balance -----------------------------------------------------------------------------------------------


def test_the_pawn_curve_has_every_number_of_pawns_for_each_player():
    rows = pawn_curve()
    by_player = {}
    for row in rows:
        by_player.setdefault((row.depth, row.weights), []).append(row.extra_pawns)
    for depth, weights in product((1, 2, 3, 4), WEIGHTS):
        most = 3 if (depth, weights) != (4, "shape") else 1
        assert by_player[depth, weights] == list(range(most + 1))
    table = pawn_table(rows)
    assert (table["may_be_fair"] == ((table["low"] <= 0.5) & (table["high"] >= 0.5))).all()
    unfair = table[~table["may_be_fair"] & table["score"].between(0, 1, inclusive="neither")]
    assert unfair["n_needed"].notna().all()


def test_the_fair_number_is_the_nearest_of_a_player_s():
    rows = pawn_curve()
    for found in fair_table(rows).to_dict("records"):
        own = [r for r in rows if (r.depth, r.weights) == (found["depth"], found["weights"])]
        best = min(abs(row.score.estimate - 0.5) for row in own)
        assert abs(found["score"] - 0.5) == best


def test_games_to_tell_which_of_two_is_nearer_do_tell_it():
    """Simulated: with so many games of each, the difference of the distances is told about 8 times in 10."""
    rows = [row for row in pawn_curve() if (row.depth, row.weights) == (2, "pieces")][:2]
    n = games_to_tell_nearer(*rows)
    near, far = sorted((row.score.estimate for row in rows), key=lambda score: abs(score - 0.5))
    rng = np.random.default_rng(1)
    draws = [row.counts["draw"] / row.counts["finished"] for row in rows]
    order = sorted(range(2), key=lambda i: abs(rows[i].score.estimate - 0.5))
    sums = []
    for i in order:
        score, drawn = rows[i].score.estimate, draws[i]
        won, half, _ = rng.multinomial(n, [score - drawn / 2, drawn, 1 - score - drawn / 2], 4000).T
        sums.append((won + half / 2) / n - 0.5)
    sign = 1 if far > 0.5 else -1
    gap = sign * sums[1] - sign * sums[0] * (1 if (near > 0.5) == (far > 0.5) else -1)
    error = np.sqrt(
        sum(r.score.estimate * (1 - r.score.estimate) - d / 4 for r, d in zip(rows, draws, strict=True)) / n
    )
    assert 0.76 < (gap > 1.96 * error).mean() < 0.84
    assert games_to_tell_nearer(*rows, power=0.95) > n


def test_a_score_needs_more_games_the_nearer_it_is_to_a_half():
    known = [row for row in pawn_curve() if row.n_needed and abs(row.score.estimate - 0.5) > 0.01]
    known.sort(key=lambda row: abs(row.score.estimate - 0.5))
    assert known[0].n_needed > known[-1].n_needed
    clear = [row for row in known if not row.may_be_fair]
    assert all(row.n_needed < 4 * row.score.n for row in clear)


def test_the_weaker_player_s_score_is_told_for_both_colours():
    rows = handicaps()
    assert {row.colour for row in rows} == {"sente", "gote"}
    for row in rows:
        assert row.extra_pieces >= 0
        won = row.counts["sente" if row.colour == "sente" else "gote"]
        points = won + row.counts["draw"] / 2
        assert row.score.estimate == pytest.approx(points / row.counts["finished"])
        assert row.score.low <= row.score.estimate <= row.score.high
        at = 0 if row.colour == "sente" else 1
        assert row.counts.series.players[at] == player_text(row.weaker)
    assert len(handicap_table(rows)) == len(rows)


def test_more_plies_win_more_games():
    even = [row for row in handicaps() if row.extra_pieces == 0]
    assert len(even) >= 6
    assert all(row.score.estimate < 0.5 for row in even)


def test_other_rules_have_a_row_for_each_depth():
    table = knob_table()
    assert all(depths.tolist() == [2, 3] for _, depths in table.groupby("rules")["depth"])
    assert {"", "sente_pawns=3", "gote_pawns=2", "first=gote sente_pawns=3"} <= set(table["rules"])


# --- what so many games can tell ---------------------------------------------------------------------------


def test_neither_of_the_article_s_two_balance_figures_leaves_out_a_half():
    table = reported_table().set_index("claim")
    assert not table.loc["N3", "leaves_out_half"]
    assert not table.loc["N4", "leaves_out_half"]
    assert table.loc["N2", "leaves_out_half"].all()
    assert effect_of_the_pawn().excludes_zero


def test_power_grows_with_games_and_with_the_distance():
    table = power_table().pivot_table(index="truth", columns="n", values="power")
    assert (table.loc[0.6].diff().dropna() > 0).all()
    assert (table.loc[0.5] < 0.07).all()
    assert table.loc[0.7, 100] > table.loc[0.6, 100] > table.loc[0.5, 100]
    known = sample_table().set_index("n")
    assert known["margin"].is_monotonic_decreasing
    assert known.loc[60, "shown_from"] > 0.65


def test_more_games_are_needed_nearer_to_a_half():
    table = needed_table((0.4, 0.45, 0.48)).set_index("truth")
    assert table["n_games"].is_monotonic_increasing
    assert table.loc[0.4, "n_games"] > 60  # what the article played for N3


def test_forty_games_each_show_a_large_difference_and_miss_a_small_one():
    table = comparison_power_table().set_index("difference")["power"]
    assert table.loc[0.7] > 0.999
    assert table.loc[0.1] < 0.2
    assert table.is_monotonic_increasing


# --- behind the gate ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """The results beside the locked example."""
    ledger = tmp_path_factory.mktemp("locked") / "ledger.jsonl"
    lock(project_path("data", "predictions", "negaeri-example.en.toml"), ledger)
    return run(results_gate("negaeri", ledger))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_forms_are_blank_and_examples_are_not(lang, tmp_path):
    form = load(new_form("negaeri", lang, tmp_path / "mine.toml"))
    example = load(new_form("negaeri", lang, tmp_path / "example.toml", example=True))
    n_blanks = 1 + sum(4 + 1 if q.kind == "number" else len(q.options) + 1 for q in form.questions)
    assert len(form.blanks) == n_blanks
    assert (example.blanks, example.is_example, form.is_example) == ((), True, False)
    assert [q.id for q in form.questions] == [q.id for q in example.questions]


def asked(prediction):
    """Return what a form asks, apart from its words."""
    options = [
        [(o.name, o.criterion.text if o.criterion else None) for o in q.options] for q in prediction.questions
    ]
    plan = prediction.plan
    return [q.id for q in prediction.questions], options, plan.rules, plan.n_games, plan.seed, plan.players


def test_the_forms_ask_the_same_in_both_languages():
    names = [f"negaeri-{kind}.{lang}.toml" for kind in ("form", "example") for lang in ("en", "ja")]
    forms = [asked(load(project_path("data", "predictions", name))) for name in names]
    assert all(form == forms[0] for form in forms)


def test_the_plan_of_the_form_is_what_was_played():
    plan = load(project_path("data", "predictions", "negaeri-form.en.toml")).plan
    for part, rules in plan.rules.items():
        assert NegaeriShogi.from_settings(rules) == OURS.game(part)
    player = player_text(MEDIUM)
    counts = stored_counts(NegaeriShogi(), player)
    assert tuple(plan.players) == (player, player)
    assert (plan.n_games, plan.seed) == (counts.n_games, Series(NegaeriShogi(), (player, player), 2).seed)


def test_every_question_of_the_form_is_answered_and_judged(locked):
    form = load(project_path("data", "predictions", "negaeri-form.en.toml"))
    assert set(locked.answers) == {question.id for question in form.questions}
    table = locked.verdicts()
    assert len(table.rows) == len(form.questions)
    assert all(row.result is not None for row in table.rows)
    assert "EXAMPLE" in table.text("en")


def test_the_example_does_not_tell_the_results(locked):
    """An example that gave its highest probabilities to what came out would tell it."""
    assert sum(row.verdict == "refuted" for row in locked.verdicts().rows) >= 3


def test_the_answers_are_those_of_the_medium_player(locked):
    counts = stored_counts(NegaeriShogi(), player_text(MEDIUM))
    assert locked.answers["N4"] == counts.score()
    equal = stored_counts(OURS.game("equal_hands"), player_text(MEDIUM)).score()
    assert locked.answers["N4-gain"].estimate == pytest.approx(counts.score().estimate - equal.estimate)
    assert locked.answers["depth"].first.n == stored_counts(NegaeriShogi(), player_text(3)).n_games


def test_the_table_of_claims_counts_every_player_that_looks_ahead(locked):
    table = locked.claims_table().set_index("claim")
    for claim in CLAIMS:
        row = table.loc[claim]
        assert row[list(negaeri.VERDICTS)].sum() == row["players"]
        assert row["players"] == sum(one.depth > 0 for one in locked.settled[claim])
    assert not table.loc["N3", "article_shows_it"]


def test_nothing_runs_without_a_label_of_the_study():
    with pytest.raises(VariantlabError, match="results_gate"):
        run(Label("vanish"))
    with pytest.raises(PredictionError, match="no prediction is locked"):
        results_gate("negaeri", "no-such-ledger.jsonl")
    exploratory = run(Label("negaeri"))
    with pytest.raises(PredictionError):
        NegaeriResults.verdicts(exploratory)
    with pytest.raises(VariantlabError, match="player"):
        exploratory.with_player("N1", depth=9)
    assert replace(exploratory, pawns=()).settled == exploratory.settled


def test_a_chain_that_the_limit_cuts_would_have_gone_on():
    """Random players do not mind the limit: cut chains and chains past five stages are the same event."""
    cut = stored_counts(OURS.game(), "random").share("cut")
    longer = stored_counts(OURS.game("no_limit"), "random").share("chain_of_6")
    assert cut.has_data
    assert not difference_of(cut, longer).excludes_zero
