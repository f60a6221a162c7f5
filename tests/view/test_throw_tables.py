"""The tables of the notebooks on Throw Othello: what they hold, in both languages."""

from fractions import Fraction

import pytest

from variantlab.games.throw_othello.physics import LINES
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.throw_results import last_throw
from variantlab.view.throw_tables import (
    WORDS,
    counts_table,
    foul_positions_table,
    law_table,
    lines_table,
    score_line,
    scores_table,
    shares_table,
)

START = ThrowOthello().start_position()


@pytest.mark.parametrize(("lang", "along"), [("en", "spread along, squares"), ("ja", "縦のばらつき（マス）")])
def test_lines_have_their_constants(lang, along):
    table = lines_table(lang)
    wanted = [LINES[line].sigma_along for line in ("beginner", "intermediate", "advanced")]
    assert table[along].tolist() == wanted


def test_chances_grow_worse_from_line_to_line():
    table = law_table(START, ["a1"], lang="en")
    fouls = [float(text.rstrip("%")) for text in table["foul"]]
    assert fouls == sorted(fouls)
    assert len(set(fouls)) == 3


def test_shares_of_a_tie_are_halves():
    assert shares_table([(3.0, 2.5)], lang="ja")["掛かった割合"].tolist() == ["50.0%", "50.0%"]


@pytest.mark.parametrize(
    ("lang", "results"), [("en", ["black wins", "white wins"]), ("ja", ["黒勝", "白勝"])]
)
def test_one_board_is_counted_in_two_ways(lang, results):
    position = ThrowOthello(size=4).position("(XXXO)O../..../..../....")
    table = counts_table(position, lang)
    assert table.iloc[:, 1:3].to_numpy().tolist() == [[3, 2], [0, 2]]
    assert table.iloc[:, 3].tolist() == results


def test_scores_are_listed_from_the_best_with_the_foul_wherever_it_stands():
    scores = {f"{column}1": Fraction(9 - number, 10) for number, column in enumerate("abcdefgh")}
    table = scores_table({**scores, "foul": Fraction(0)}, most=3, lang="en")
    assert table["move"].tolist() == ["aim at a1", "aim at b1", "aim at c1", "foul on purpose"]
    assert table["score on average"].tolist() == ["0.9000", "0.8000", "0.7000", "0.0000"]


def test_a_last_throw_in_one_line():
    assert score_line(last_throw("perfect"), "ja") == (
        "わざとファール 1.0000、最善のねらい a1 1.0000（厳密値、完璧な投げ）"
    )


def test_positions_with_a_foul_have_their_worths_and_none_is_an_empty_table():
    table = foul_positions_table([(START.play("foul"), 0.5, -0.25)], "en")
    assert table.iloc[0].tolist() == [1, "white", "16, 15", 0, 0.5, -0.25]
    assert list(foul_positions_table([], "en").columns) == list(table.columns)


@pytest.mark.parametrize("key", WORDS)
def test_every_word_is_there_in_both_languages(key):
    assert all(WORDS[key][lang] for lang in ("en", "ja"))
