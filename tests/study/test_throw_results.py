"""The throw study behind the gate: its forms, its answers, its verdicts, its stored series."""

import json

import pytest

from variantlab.errors import PredictionError, VariantlabError
from variantlab.files import project_path, read_text
from variantlab.games.throw_othello.physics import LINES
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock
from variantlab.study.predictions import load, new_form
from variantlab.study.throw_curves import GAME, SPREADS
from variantlab.study.throw_results import SERIES, last_throw, run
from variantlab.study.throw_series import PAIRS, counted, planned, stored_field, stored_map, stored_series
from variantlab.study.verdicts import load_claims


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """Few games, beside the locked example."""
    ledger = tmp_path_factory.mktemp("locked") / "ledger.jsonl"
    lock(project_path("data", "predictions", "throw-example.en.toml"), ledger)
    return run(results_gate("throw", ledger), n_games=60)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_forms_are_blank_and_examples_are_not(lang, tmp_path):
    form = load(new_form("throw", lang, tmp_path / "mine.toml"))
    example = load(new_form("throw", lang, tmp_path / "example.toml", example=True))
    n_blanks = 1 + sum(5 if q.kind == "number" else len(q.options) + 1 for q in form.questions)
    assert len(form.blanks) == n_blanks
    assert (example.blanks, example.is_example, form.is_example) == ((), True, False)


def asked(prediction):
    """Return what a form asks, apart from its words."""
    options = [
        [(o.name, o.criterion.text if o.criterion else None) for o in q.options] for q in prediction.questions
    ]
    return [q.id for q in prediction.questions], options, prediction.plan.rules, prediction.plan.n_games


def test_the_forms_ask_the_same_in_both_languages():
    names = [f"throw-{kind}.{lang}.toml" for kind in ("form", "example") for lang in ("en", "ja")]
    found = [asked(load(project_path("data", "predictions", name))) for name in names]
    assert all(one == found[0] for one in found)


def test_the_planned_rules_are_the_article_s_from_its_lines():
    plan = load(project_path("data", "predictions", "throw-form.en.toml")).plan
    assert set(plan.rules) == set(LINES) - {"perfect"}
    for line, rules in plan.rules.items():
        assert type(GAME).from_settings(rules).physics == LINES[line]


def test_each_claim_has_its_questions(locked):
    claims = {claim.id for claim in load_claims("throw")}
    form = load(project_path("data", "predictions", "throw-form.en.toml"))
    assert {question.id.split("-")[0] for question in form.questions} == claims
    assert set(locked.answers) == {question.id for question in form.questions}


def test_every_question_gets_a_verdict_or_says_that_it_is_open(locked):
    table = locked.verdicts()
    assert len(table.rows) == len(locked.answers)
    assert {row.verdict for row in table.rows} <= {"supported", "refuted", "undecided"}
    assert "EXAMPLE" in table.text("en")


def test_the_example_is_right_in_some_places_and_wrong_in_others():
    """One that gave its highest probabilities to what is true, or never did, would tell the result."""
    example = load(project_path("data", "predictions", "throw-example.en.toml"))
    by_id = {question.id: question for question in example.questions}
    assert by_id["T2"].answer == "no"
    assert last_throw().foul_is_right
    assert by_id["T1-advanced"].answer == "level"
    assert 0.4 < run(Label("throw"), n_games=400).by_line.at("advanced").estimate < 0.6


def test_a_foul_on_purpose_is_right_before_the_last_throw():
    found = last_throw()
    assert found.foul == 1
    assert 0.9 < found.score < 1
    assert found.position.margin("white") == 1
    assert len(found.scores) == 65


def test_with_perfect_throws_no_foul_is_right():
    """A disc on one of one's own adds one to the count and changes nothing else."""
    assert not last_throw("perfect").foul_is_right


def test_no_two_parts_share_a_series():
    results = run(Label("throw"), n_games=1, seed=7)
    seeds = [seed for part in SERIES for seed in results.seeds(part)]
    assert len(set(seeds)) == len(seeds)
    assert results.seeds("T2") == range(307, 320)


def test_results_do_not_depend_on_threads():
    label = results_gate("throw", "no-ledger.jsonl", exploratory=True)
    one, other = (run(label, n_games=30, threads=threads) for threads in (1, 3))
    assert one.by_line == other.by_line


def test_nothing_runs_without_a_label_of_the_study():
    with pytest.raises(VariantlabError, match="results_gate"):
        run(Label("vanish"))
    with pytest.raises(PredictionError, match="no prediction is locked"):
        results_gate("throw", "no-such-ledger.jsonl")


# The stored series


def test_the_stored_series_are_those_planned():
    table = stored_series()
    rows = list(zip(table["player_black"], table["player_white"], table["seed"], strict=True))
    assert rows == list(planned())
    assert (table[["black", "white", "draw"]].sum(axis=1) == table["n"]).all()
    manifest = json.loads(read_text(project_path("data", "throw", "series.json")))
    assert type(GAME).from_settings(manifest["rules"]) == GAME
    assert set(table["n"]) == {manifest["n"]}


@pytest.mark.parametrize("number", [0, 95, 201, 245, 319, pytest.param(230, marks=pytest.mark.long)])
def test_a_stored_series_is_made_again(number):
    """Two of the map, then one each of other pairs of thinkers: the very same counts."""
    row = stored_series().iloc[number].to_dict()
    again = counted(row["player_black"], row["player_white"], row["n"], row["seed"])
    assert again == row


@pytest.mark.long
def test_all_quick_stored_series_are_made_again():
    for row in stored_series().to_dict("records"):
        if "alphabeta:4" not in row["player_black"] + row["player_white"]:
            assert counted(row["player_black"], row["player_white"], row["n"], row["seed"]) == row


def test_the_stored_map_holds_the_stored_curve_on_its_diagonal():
    cells, curve = stored_map(), stored_field().curve
    assert len(cells) == len(SPREADS) ** 2
    for spread in SPREADS:
        assert cells[spread, spread] == curve.at(spread)


@pytest.mark.parametrize("players", PAIRS)
def test_every_pair_has_its_curve(players):
    curve = stored_field(players).curve
    assert curve.values == SPREADS
    assert all(point.n > 3000 for point in curve.measured)
