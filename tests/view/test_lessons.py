"""What the notebooks before a result show says nothing of a result, in either language."""

import re

import numpy as np
import pytest

from variantlab.errors import MoveError, VariantlabError
from variantlab.files import project_path
from variantlab.games.othello.rules import Othello
from variantlab.simulate import simulate, tally
from variantlab.study.machine import Check
from variantlab.study.predictions import load
from variantlab.view.lessons import (
    article_table,
    captures_table,
    checks_table,
    expected_scores,
    games_table,
    honesty_chart,
    interval_scores_table,
    measures_table,
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
    assert table["answers"].tolist()[0] == "yes, it occurs: 55% / no, it never occurs: 45%"
    assert table["answers"].tolist()[-1] == "75 (45–150, 80% sure)"


def test_the_measures_say_when_each_answer_holds():
    table = measures_table(load(project_path("data", "predictions", "vanish-form.ja.toml")), "ja")
    assert table["答えの決め方"].tolist()[0] == "現れる：> 0 / 現れない：= 0"
    assert table["答えの決め方"].tolist()[1] == "最も大きい割合"
    assert "\n" not in "".join(table["測るもの"])


def test_games_are_shown_in_words():
    games = simulate(Othello(max_plies=60), n=4, seed=1)
    table = games_table(games, "ja")
    assert list(table)[:3] == ["対局番号", "手数", "パス回数"]
    assert set(table["勝敗"]) <= {"黒", "白", "引き分け"}
    capped = games_table(simulate(Othello(max_plies=5), n=2, seed=1), "en")
    assert capped["end reason"].tolist() == ["capped", "capped"]
    assert capped["winner"].isna().all()


def test_interval_scores_by_hand():
    table = interval_scores_table([(16, 18)], 0.8, [17, 20, 15.5], "en")
    assert table.to_numpy().tolist() == [[16, 18, 2, 22, 7]]


def test_the_chart_of_honesty_names_each_belief():
    assert "belief 70%" in honesty_chart([0.3, 0.7], "en").alt_text


def test_the_article_stands_beside_ours():
    table = article_table(tally(Othello(), n=2000, seed=1), "en")
    assert table["the article's page"].tolist()[:3] == ["20,000", "60.0", "64.0"]
    assert table["here"].tolist()[:3] == ["2,000", "60.0", "64.0"]


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
    assert table["standard errors apart"].tolist() == [9.0, 0.1]


def test_exact_checks_have_no_distance():
    table = checks_table([Check("3", 56, 56)], "depth", found="compiled", lang="ja")
    assert table.to_dict("records") == [
        {"深さ（手）": "3", "既知の値": 56, "高速版": 56, "一致するか": "一致"}
    ]
