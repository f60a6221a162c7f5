"""What the notebooks before a result show says nothing of a result, in either language."""

import re

import numpy as np
import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.files import project_path
from variantlab.games.othello.rules import Othello
from variantlab.study.machine import Check
from variantlab.study.predictions import load
from variantlab.view.lessons import (
    captures_table,
    checks_table,
    expected_scores,
    questions_table,
    scores_table,
    under_each_rule,
)

OPENING = "d3e3f5e6f4c3e7g5c4"


def discs(svg):
    """Return {square: colour} of a drawn board."""
    return dict(re.findall(r'data-square="(\w\d)" data-disc="(\w+)"', svg))


def test_one_move_is_shown_before_and_under_each_rule():
    before, flip, vanish = (
        discs(svg) for svg in str(under_each_rule(Othello().replay(OPENING), "c5")).split("<svg")[1:]
    )
    captured = {"c4", "d4", "d5", "e5", "f5"}
    assert {square for square in captured if before[square] == "black"} == captured
    assert {square for square in captured if flip[square] == "white"} == captured
    assert set(before) - set(vanish) == captured
    assert vanish["c5"] == "white"
    assert len(flip) == len(before) + 1


def test_a_move_that_is_not_legal_is_refused():
    with pytest.raises(MoveError):
        under_each_rule(Othello().replay(OPENING), "a1")


def test_the_vanish_column_is_left_to_the_reader():
    table = captures_table(Othello().replay(OPENING), "en")
    assert table["captured, k"].tolist() == [1, 2, 3, 4, 5]
    assert set(table["discs after, flip (standard)"]) == {14}
    assert set(table["discs after, vanish"]) == {"?"}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_questions_are_those_of_the_form(lang):
    form = load(project_path("data", "predictions", f"vanish-form.{lang}.toml"))
    table = questions_table(form, lang)
    assert table.iloc[:, 1].tolist() == [question.text for question in form.questions]
    assert "%" not in " ".join(table.iloc[:, 2])


def test_a_filled_in_form_shows_its_probabilities():
    table = questions_table(load(project_path("data", "predictions", "vanish-example.en.toml")), "en")
    assert table["answers"].tolist()[0] == "yes, it occurs 55% / no, it never occurs 45%"
    assert table["answers"].tolist()[-1] == "75 (45–150, 80% sure)"


def test_scores_by_hand():
    table = scores_table({"Ann": {"sun": 0.8, "rain": 0.2}, "Ben": {"sun": 0.5, "rain": 0.5}}, "en")
    assert table.to_numpy().tolist() == [["Ann", 0.08, 1.28], ["Ben", 0.5, 0.5]]


def test_probabilities_that_do_not_add_up_are_refused():
    with pytest.raises(VariantlabError):
        scores_table({"Ann": {"sun": 0.8, "rain": 0.8}}, "en")


@pytest.mark.parametrize("belief", [0.0, 0.3, 0.7])
def test_nobody_gains_by_writing_another_probability_than_the_own(belief):
    written = np.linspace(0, 1, 101)
    assert written[np.argmin(expected_scores(belief, written))] == pytest.approx(belief)


def test_a_failed_check_stands_out():
    table = checks_table([Check("black_wins", 0.5, 0.4, 9.0), Check("passes", 0.4, 0.4, 0.1)], lang="en")
    assert table["agrees?"].tolist() == ["NO", "yes"]
    assert table["figure"].tolist() == ["black wins", "passes"]
    assert table["distance in standard errors"].tolist() == [9.0, 0.1]


def test_exact_checks_have_no_distance():
    table = checks_table([Check("3", 56, 56)], "depth", found="kernel", lang="ja")
    assert table.to_dict("records") == [
        {"深さ（手）": "3", "既知の値": 56, "高速版": 56, "一致するか": "一致"}
    ]
