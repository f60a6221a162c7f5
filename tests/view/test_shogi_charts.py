"""Charts of the Negaeri Shogi study: every stored figure is drawn and said, in both languages."""

import pytest

from variantlab.errors import VariantlabError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.study.gate import Label
from variantlab.study.negaeri import CLAIMS, OURS, chain_lengths, settle, specifications
from variantlab.study.negaeri_balance import Handicap, knob_table, pawn_curve
from variantlab.study.negaeri_runs import KNOBS, stored_counts
from variantlab.view.marks import interval_in_words
from variantlab.view.shogi_charts import (
    chains_chart,
    endings_chart,
    handicaps_chart,
    knobs_chart,
    pawns_chart,
    settled_chart,
)
from variantlab.view.shogi_words import WORDS_OF_STUDY, player_words, rules_words, study_word

both_languages = pytest.mark.parametrize("lang", ["en", "ja"])


def texts_of(chart):
    """Return all words that stand on the axes of a chart."""
    found = []
    for axes in chart.axes:
        found += [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()]
        found += [text.get_text() for text in (*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels())]
    return found


@both_languages
def test_every_score_of_the_pawns_is_said(lang):
    rows = pawn_curve()
    chart = pawns_chart(rows, label=Label("negaeri"), lang=lang)
    assert len(chart.axes) == len({row.weights for row in rows if row.weights})
    for row in rows:
        who = player_words(row.depth, row.weights, lang)
        said = f"{who}, +{row.extra_pawns}: {interval_in_words(row.score, lang)}"
        assert said.casefold() in chart.alt_text.casefold()
    assert Label("negaeri").text(lang)[1:] in chart.caption


@both_languages
def test_other_rules_have_a_line_each_in_words(lang):
    table = knob_table()
    chart = knobs_chart(table, lang=lang)
    names = " ".join(texts_of(chart)).replace("\n", "")
    for rules in table["rules"]:
        assert rules_words(rules, lang).replace(" ", "") in names.replace(" ", "")


@both_languages
def test_all_rules_that_are_tried_have_words(lang):
    for rules in KNOBS:
        words = rules_words(" ".join(f"{field}={value}" for field, value in rules.items()), lang)
        assert "=" not in words
        assert "_" not in words
    assert rules_words("first=gote", "ja") == "後手から始める"


@both_languages
def test_handicaps_stand_by_players_and_colour(lang):
    counts = stored_counts(NegaeriShogi(), "random")
    rows = [
        Handicap(weaker, 3, more, "RB3P", colour, counts)
        for weaker in (1, 2)
        for more in ("RB3P", "RB8P")
        for colour in ("sente", "gote")
    ]
    chart = handicaps_chart(rows, lang=lang)
    assert len(chart.axes) == 2
    even, more = {"en": ("RB3P", "RB8P"), "ja": ("飛角歩3", "飛角歩8")}[lang]
    assert {f"{even}\n{even}", f"{more}\n{even}"} <= set(texts_of(chart))
    for row in rows:
        assert interval_in_words(row.score, lang) in chart.alt_text


@both_languages
@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_has_a_line_for_each_player(claim, lang):
    rows = settle(claim)
    chart = settled_chart(rows, lang=lang)
    said = texts_of(chart)
    for row in rows:
        assert player_words(row.depth, row.weights, lang) in said
        assert interval_in_words(row.measure, lang, is_share=claim != "N1") in said
    keys = {handle.get_label() for handle in chart.key_handles}
    assert {study_word(f"conclusion={row.conclusion}", lang) for row in rows} <= keys


@both_languages
def test_chains_beyond_the_limit_are_added_up(lang):
    lengths = chain_lengths(0)
    beyond = lengths.loc[lengths["stages"] > 5, "games"].sum() / lengths["n"].iloc[0]
    chart = chains_chart({"<random>": lengths}, lang=lang)
    assert f"{100 * beyond:.1f}%" in chart.alt_text
    bars = [patch.get_height() for patch in chart.axes[0].patches]
    assert sum(bars) == pytest.approx(1)


@both_languages
def test_endings_rise_with_the_plies(lang):
    chart = endings_chart(specifications("N5", readings=(OURS,)), lang=lang)
    for axes in chart.axes:
        for line in axes.lines:
            heights = list(line.get_ydata())
            if len(heights) == 7:
                assert heights == sorted(heights)
    assert study_word("part=no_loyalty", lang) in texts_of(chart)


def test_nothing_to_draw_is_said():
    for draw in (pawns_chart, handicaps_chart, settled_chart, endings_chart):
        with pytest.raises(VariantlabError, match="rows"):
            draw(())
    with pytest.raises(VariantlabError, match="N5"):
        endings_chart(specifications("N3"))


def test_all_words_are_there_in_both_languages():
    for key, words in WORDS_OF_STUDY.items():
        assert set(words) == {"en", "ja"}, key
        assert all(words.values()), key
    with pytest.raises(VariantlabError, match="key"):
        study_word("nothing")
