"""The Chopsticks study behind the gate: its forms, its answers, its verdicts; findings in both languages."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from variantlab.errors import PredictionError, VariantlabError
from variantlab.files import project_path
from variantlab.study.chopsticks import WORDS, advice, game_of, rule_text, settle
from variantlab.study.chopsticks_results import FINDINGS, ChopsticksResults, run
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock
from variantlab.study.predictions import load, new_form

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    """The results beside the locked example."""
    ledger = tmp_path_factory.mktemp("locked") / "ledger.jsonl"
    lock(project_path("data", "predictions", "chopsticks-example.en.toml"), ledger)
    return run(results_gate("chopsticks", ledger))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_forms_are_blank_and_examples_are_not(lang, tmp_path):
    form = load(new_form("chopsticks", lang, tmp_path / "mine.toml"))
    example = load(new_form("chopsticks", lang, tmp_path / "example.toml", example=True))
    n_blanks = 1 + sum(4 + 1 if q.kind == "number" else len(q.options) + 1 for q in form.questions)
    assert len(form.blanks) == n_blanks
    assert (example.blanks, example.is_example, form.is_example) == ((), True, False)
    assert [q.id for q in form.questions] == [q.id for q in example.questions]


def asked(prediction):
    """Return what a form asks, apart from its words."""
    options = [
        [(o.name, o.criterion.text if o.criterion else None) for o in q.options] for q in prediction.questions
    ]
    return [q.id for q in prediction.questions], options, prediction.plan.rules, prediction.plan.n_games


def test_the_forms_ask_the_same_in_both_languages():
    english, japanese = (
        load(project_path("data", "predictions", f"chopsticks-form.{lang}.toml")) for lang in ("en", "ja")
    )
    assert asked(english) == asked(japanese)


def test_the_planned_rules_are_the_article_s():
    plan = load(project_path("data", "predictions", "chopsticks-form.en.toml")).plan
    for name, claim in (("クソルール", "C1"), ("分身なし", "C2"), ("終わらない", "C3")):
        game = game_of(claim)
        assert game.replace(**plan.rules[name]) == game == type(game).from_settings(plan.rules[name])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_form_does_not_favour_an_answer(lang):
    """An example that gave its highest probabilities to what is true would tell the result."""
    example = load(project_path("data", "predictions", f"chopsticks-example.{lang}.toml"))
    label = Label("chopsticks")
    table = ChopsticksResults.verdicts  # the verdicts need a locked prediction
    with pytest.raises(PredictionError):
        table(run(label))
    answers = run(label).answers
    wrong = [q.id for q in example.questions if q.options and not is_right(q.answer, answers[q.id], q)]
    assert len(wrong) >= 4


def is_right(answer, result, question):
    if isinstance(result, dict):
        return answer == max(result, key=result.get)
    return (
        next(o for o in question.options if o.name == answer).criterion.contains(result) if answer else False
    )


def test_every_question_of_the_form_is_answered(locked):
    form = load(project_path("data", "predictions", "chopsticks-form.en.toml"))
    assert set(locked.answers) == {question.id for question in form.questions}
    for question in form.questions:
        result = locked.answers[question.id]
        if isinstance(result, dict):
            assert list(result) == [option.name for option in question.options]
            assert sorted(result.values()) == [0] * (len(result) - 1) + [1]


def test_the_answers_are_what_was_solved(locked):
    for question, claim in (("Q1", "C1"), ("Q2", "C2"), ("Q3", "C3")):
        settled = settle(claim)
        assert locked.answers[question][settled.solution.value] == 1
        assert locked.answers[claim] == {name: Fraction(name == settled.finding) for name in FINDINGS}
    advised = advice()
    extra, plain = advised.with_extra_action, advised.with_splits
    assert locked.answers["C4-extra"] == Fraction(extra["draw"], 64) - Fraction(plain["draw"], 32)
    assert locked.answers["C4-second"] == sum(c["second"] - c["first"] for c in (extra, plain))
    assert locked.answers["C4-draws"] == sum(row.value == "draw" for row in locked.rows)


def test_every_question_gets_a_verdict(locked):
    table = locked.verdicts()
    assert {row.verdict for row in table.rows} <= {"supported", "refuted"}
    assert "EXAMPLE" in table.text("en")
    assert all(row.score is not None for row in table.rows)


def test_nothing_runs_without_a_label_of_the_study():
    with pytest.raises(VariantlabError, match="results_gate"):
        run(Label("vanish"))
    with pytest.raises(PredictionError, match="no prediction is locked"):
        results_gate("chopsticks", "no-such-ledger.jsonl")


def test_a_proof_with_gaps_is_told_from_a_whole_one_and_from_a_wrong_claim():
    settled = settle("C1")
    assert settled.proof is not None
    whole = replace(settled.proof, missing=())
    assert settled.finding == "with_gaps"
    assert replace(settled, proof=whole).finding == "as_shown"
    assert replace(settled, is_right=False).finding == "wrong"


def test_a_procedure_whose_choices_matter_has_gaps():
    settled = settle("C3")
    assert settled.procedure is not None
    harmless = tuple(choice for choice in settled.procedure.choices if not choice.matters)
    assert settled.finding == "with_gaps"
    assert replace(settled, procedure=replace(settled.procedure, choices=harmless)).finding == "as_shown"


@pytest.mark.parametrize("claim", ["C1", "C2", "C3"])
def test_findings_say_the_same_in_both_languages(claim):
    settled = settle(claim)
    english, japanese = settled.findings("en"), settled.findings("ja")
    assert len(english) == len(japanese)
    assert not any(JAPANESE.search(sentence) for sentence in english)
    for one, other in zip(english, japanese, strict=True):
        assert JAPANESE.search(other)
        assert re.findall(r"\d\d/\d\d|\d>\d|\d\d->\d\d", one) == re.findall(
            r"\d\d/\d\d|\d>\d|\d\d->\d\d", other
        )


def test_advice_in_both_languages():
    english, japanese = advice().findings("en"), advice().findings("ja")
    assert [re.findall(r"\d+", one) for one in english] == [re.findall(r"\d+", one) for one in japanese]


def test_words_have_the_same_blanks_in_both_languages():
    for key, words in WORDS.items():
        blanks = [set(re.findall(r"\{(\w+)", words[lang])) for lang in ("en", "ja")]
        assert blanks[0] == blanks[1], key


def test_decisions_are_named_in_the_words_of_a_rule_set():
    assert (
        rule_text(game_of("C3").replace(swap_equal=True), "en")
        == "out at 5, split, revive, swap, swap_equal=True"
    )
