"""Charts of balance: searched and fresh games are told apart, the answer is said in both languages."""

import pytest

from variantlab.errors import VariantlabError
from variantlab.games.othello.rules import Othello
from variantlab.study.balance import balance, compare_methods
from variantlab.study.gate import Label
from variantlab.view.tuning import (
    CONFIRMED,
    RULED_OUT,
    SEARCHED,
    answer_in_words,
    balance_chart,
    methods_chart,
    search_in_lines,
)

SMALL = Othello(size=4)


@pytest.fixture(scope="module")
def found():
    """A search over the komi of the smallest board: far from fair at both ends."""
    return balance(SMALL, "komi", [-12, 0, 6, 12], target=0.5, budget=1200, seed=1)


def drawn(chart, colour):
    """Return how many points of a colour a chart has."""
    lines = [line for axes in chart.axes for line in axes.lines if line.get_color() == colour]
    return sum(len(line.get_xdata()) for line in lines if line.get_linestyle() == "None")


def words_of(chart):
    """Return the words at the axes and in the key of a chart."""
    ticks = [t.get_text() for axes in chart.axes for t in (*axes.get_xticklabels(), *axes.get_yticklabels())]
    return ticks + [handle.get_label() for handle in chart.key_handles]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_value_and_the_fresh_games_are_drawn(found, lang):
    chart = balance_chart(found, lang=lang, label=Label("negaeri"))
    assert drawn(chart, SEARCHED) == len(found.candidates)
    assert drawn(chart, RULED_OUT) == len(found.searched) - len(found.candidates) > 0
    assert drawn(chart, CONFIRMED) == 1
    for row in found.searched:
        assert f"{row.value:g}\n{row.counts.n_games:,}" in words_of(chart)
    assert Label("negaeri").text(lang)[1:] in chart.caption


def test_the_caption_gives_the_answer_and_both_numbers_of_games(found):
    chart = balance_chart(found, x_label="komi of white", lang="en")
    fresh = found.confirmed.counts.n_games
    assert f"{found.n_games - fresh:,} games searched, {fresh:,} fresh ones, seed 1" in chart.caption
    assert "komi of white" in chart.caption.casefold()
    assert f"{100 * found.rate.estimate:.1f}%" in chart.caption


def test_answers_of_each_kind_in_both_languages(found):
    in_band = balance(SMALL, "komi", [-12, 0, 12], band=(0.01, 0.99), budget=600, seed=1)
    none = balance(SMALL, "komi", [-12, 12], band=(0.45, 0.55), budget=600, seed=1)
    open_ = balance(SMALL, "komi", [2, 3], target=0.4, budget=60, seed=1)
    kinds = [one.kind for one in (in_band, none, open_)]
    assert kinds == ["value", "none", "undecided"]
    assert "in the band 1% – 99% is komi = 0;" in answer_in_words(in_band, lang="en")
    assert answer_in_words(none, lang="en").startswith("no komi of those tried is in the band 45% – 55%")
    assert answer_in_words(open_, lang="ja").startswith("区別できない：komi = 2、3")
    assert len(words_of(balance_chart(none, lang="ja"))) >= 4


def test_players_and_many_values_get_lines_of_their_own():
    players = [("random", "random"), ("greedy", "random")]
    chart = balance_chart(balance(SMALL, "players", players, budget=100, seed=1), lang="en")
    assert any(word.startswith("greedy / random (n = ") for word in words_of(chart))
    many = balance(SMALL, "komi", [x / 2 for x in range(-9, 10)], budget=400, seed=1)
    chart = balance_chart(many, lang="en")
    assert sum("(n = " in word for word in words_of(chart)) == 19
    assert "one of 19, -4.5 to 4.5" in chart.caption or many.kind == "value" or len(many.candidates) < 9


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_search_in_lines_has_a_line_for_each_value(found, lang):
    lines = search_in_lines(found, "komi", lang).splitlines()
    assert lines[0] == answer_in_words(found, "komi", lang)
    for row, line in zip(found.searched, lines[2:-1], strict=True):
        assert f"komi = {row.value:g}" in line
        assert f"{100 * row.score.low:.1f}" in line
    assert str(found.seed) in lines[-1]


def test_two_knobs_are_shown_as_pairs():
    chart = balance_chart(balance(SMALL, ("komi", "size"), [(0, 1), (4, 6)], budget=200, seed=1), lang="en")
    assert any(word.startswith("(1, 6)\n") for word in words_of(chart))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_methods_are_compared_with_intervals(lang):
    found = [compare_methods((0.3, 0.45, 0.6), budget=n, runs=20, seed=1) for n in (200, 400)]
    chart = methods_chart(found, values=("a", "b", "c"), seed=1, lang=lang)
    assert drawn(chart, SEARCHED) == 6
    assert {"a", "b", "c"} <= set(words_of(chart))
    for one in found:
        assert f"{100 * one['flat'].right.estimate:.1f}%" in chart.alt_text


def test_what_is_no_search_is_refused(found):
    with pytest.raises(VariantlabError, match="found"):
        balance_chart(compare_methods((0.4, 0.6), budget=100, runs=5))
    with pytest.raises(VariantlabError, match="comparisons"):
        methods_chart([])
    with pytest.raises(VariantlabError, match="values"):
        methods_chart(compare_methods((0.4, 0.6), budget=100, runs=5), values=(1, 2, 3))
