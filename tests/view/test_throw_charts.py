"""Charts and conclusions of the throw study: n, seed, label, the assumption, and the numbers they draw."""

import re

import matplotlib
import numpy as np
import pytest
from matplotlib.patches import Ellipse

from variantlab.errors import VariantlabError
from variantlab.games.throw_othello.law import landing_law
from variantlab.games.throw_othello.physics import LINES
from variantlab.stats.comparisons import mean_difference
from variantlab.stats.intervals import Interval, mean, rate
from variantlab.study.gate import Label
from variantlab.study.throw import HiddenDiscs, LevelField, discs_each, with_own_throws
from variantlab.study.throw_curves import GAME, Curve
from variantlab.study.throw_fit import fit_throws, made_throws, throws_csv
from variantlab.study.throw_fouls import foul_positions, fouled_out
from variantlab.study.throw_results import run
from variantlab.view import throw_charts, throw_conclusions, throw_words
from variantlab.view.throw_words import assumption, thinker

EXPLORATORY = Label("throw")
SPREADS = (0.0, 0.5, 1.0)


def field_of(percents, n=100):
    """A curve of which the share of n games won at each spread is known, in per cent."""
    points = tuple(rate(n * share // 100, n) for share in percents)
    return LevelField(Curve("spread", SPREADS, points), Curve("spread", SPREADS, points))


@pytest.fixture(scope="module")
def make():
    """A function that makes one chart of every kind in a language."""
    by_line, by_spread = fouled_out(spreads=SPREADS, n=40)
    curve, difference = discs_each(players=("greedy", "random"), numbers=(4, 8), n=30)
    values = [1, 2, 3]
    falling = field_of((90, 70, 50))
    hidden = HiddenDiscs(
        rate(3, 20), {}, {"all": mean(values), "top": mean(values)},
        {"all": mean(values), "top": mean(values)}, mean_difference(values, [0, 1, 2]),
    )  # fmt: skip

    def made(lang):
        common = {"lang": lang, "label": EXPLORATORY}
        seeded = common | {"seed": 5}
        cells = {(one, other): rate(50, 100) for one in SPREADS for other in SPREADS}
        return {
            "level": throw_charts.level_field_chart(falling, at_othello=rate(99, 100), **seeded),
            "thinkers": throw_charts.thinkers_chart([falling, field_of((60, 60, 60))], **seeded),
            "map": throw_charts.skill_map_chart(cells, **seeded),
            "curves": throw_charts.curves_chart({"greedy": by_spread}, y_label="fouled_out", **seeded),
            "lines": throw_charts.lines_chart({"greedy": by_line}, x_label="fouled_out", **seeded),
            "hidden": throw_charts.hidden_chart(hidden, **seeded),
            "discs": throw_charts.discs_chart(curve, difference, **seeded),
            "law": throw_charts.law_chart(GAME.start_position(), ["d3", "a1"], **common),
            "fit": throw_charts.fit_chart(fit_throws(made_throws(30, 0.4, 0.8)), **common),
        }

    return made


def texts(chart):
    return [text.get_text() for text in chart.findobj(matplotlib.text.Text) if text.get_visible()]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_chart_says_how_much_it_rests_on_an_assumption_and_carries_the_label(lang, make):
    for name, chart in make(lang).items():
        assert chart.png()[:4] == b"\x89PNG"
        assert chart.svg() == chart.svg()
        assert assumption(lang) in chart.caption, name
        assert EXPLORATORY.text(lang).casefold() in chart.caption.casefold()
        assert chart.title in chart.alt_text
        if name not in ("law", "fit"):
            assert {"en": "seed 5", "ja": "シード 5"}[lang] in chart.caption
            assert re.search(r"n = \d", chart.caption)


def test_no_japanese_chart_has_english_words(make):
    for name, chart in make("ja").items():
        drawn = " ".join(texts(chart))
        assert not re.search(r"[a-z]{3,}", drawn.replace(chart.caption, "")), name


def test_the_picture_of_the_study_shows_where_the_rate_falls_to_60():
    chart = throw_charts.level_field_chart(field_of((90, 70, 50), n=10_000), lang="en")
    assert any("falls to 60% at 0.75 squares" in text for text in texts(chart))
    assert "60% at 0.75 squares" in chart.alt_text
    marks = [line for line in chart.axes[0].lines if line.get_marker() == "D"]
    assert [tuple(line.get_xydata()[0]) for line in marks] == [pytest.approx((0.75, 0.6))]


def test_a_curve_that_stays_above_60_has_no_mark():
    chart = throw_charts.level_field_chart(field_of((90, 80, 70)), lang="en")
    assert not any("falls to" in text for text in texts(chart))


def test_each_line_of_the_article_has_its_bar():
    chart = throw_charts.level_field_chart(field_of((90, 70, 50)), lang="en")
    bars = [tuple(line.get_xdata()) for line in chart.axes[0].lines if line.get_linewidth() == 5]
    assert bars == [
        (line.sigma_across, min(line.sigma_along, 1.0)) for name, line in LINES.items() if name != "perfect"
    ]


def test_the_map_has_a_number_in_each_cell_and_a_border_where_the_two_are_level():
    wins = {(0.0, 0.0): 90, (0.0, 1.0): 100, (1.0, 0.0): 10, (1.0, 1.0): 60}
    chart = throw_charts.skill_map_chart({cell: rate(k, 100) for cell, k in wins.items()}, lang="en")
    assert {"90", "100", "10", "60"} <= set(texts(chart))
    borders = {tuple(map(tuple, line.get_xydata())) for line in chart.axes[0].lines}
    assert borders == {((1, 0), (1, 1)), ((1, 1), (2, 1))}
    with pytest.raises(VariantlabError, match="every pair"):
        throw_charts.skill_map_chart({(0.0, 1.0): rate(1, 2), (1.0, 0.0): rate(1, 2)})


def test_the_law_shows_the_chance_of_each_square_and_of_a_miss():
    position = GAME.start_position()
    chart = throw_charts.law_chart(position, ["a1"], lang="en")
    law = landing_law(0.5, 0.5, GAME.physics, position.occupied)
    drawn = texts(chart)
    for chance in law.by_square().values():
        if chance >= 0.005:
            assert f"{100 * chance:.0f}" in drawn
    assert f"off the board: {100 * law.foul:.3g}%" in drawn
    ellipses = [patch for patch in chart.axes[0].patches if isinstance(patch, Ellipse)]
    sizes = sorted(patch.width for patch in ellipses if type(patch) is Ellipse)
    assert sizes == pytest.approx([0.6, 1.2])
    with pytest.raises(VariantlabError, match="points of the board"):
        throw_charts.law_chart(position, ["foul"])


def test_the_fit_draws_every_throw_and_the_fitted_ellipse(tmp_path):
    throws = made_throws(20, 0.4, 0.8, seed=2)
    path = tmp_path / "mine.csv"
    path.write_text(throws_csv(throws, "synthetic") + "1,1,x,2\n", "utf-8")
    fitted = fit_throws(path)
    chart = throw_charts.fit_chart(fitted, lang="en")
    (dots,) = [line for line in chart.axes[0].lines if line.get_marker() == "o"]
    assert np.allclose(dots.get_xdata(), [throw.x - throw.aim_x for throw in throws])
    widths = [patch.width for patch in chart.axes[0].patches if isinstance(patch, Ellipse)]
    assert pytest.approx(2 * fitted.sigma_across.estimate) in widths
    assert "20 synthetic throws" in chart.caption
    assert "1 rows left out" in chart.caption


def test_many_seeds_are_named_by_their_ends():
    chart = throw_charts.thinkers_chart([field_of((90, 70, 50))], seed=range(1, 161), lang="en")
    assert chart.caption.startswith("n = 100 decided games a point, seeds 1 to 160.")


def test_thinkers_in_words():
    assert thinker("alphabeta:4", "en") == "looks 4 throws ahead"
    assert thinker("somebody", "en") == "somebody"


# Conclusions


@pytest.fixture(scope="module")
def results():
    return run(EXPLORATORY, n_games=100)


@pytest.mark.parametrize("claim", ["T1", "T2", "T3", "T4", "T5"])
def test_a_conclusion_has_the_same_numbers_in_both_languages_and_says_assumption(results, claim):
    english, japanese = (throw_conclusions.conclusion(results, claim, lang) for lang in ("en", "ja"))
    assert english.endswith(f"({assumption('en')})")
    assert japanese.endswith(f"（{assumption('ja')}）")
    numbers = [set(re.findall(r"\d+\.\d+", text)) for text in (english, japanese)]
    assert numbers[0] == numbers[1] != set()


def test_lines_of_numbers_are_the_same_in_both_languages(results):
    fitted = fit_throws(made_throws(10, 0.4, 0.8))
    parts = (results.level_field, results.by_line, results.fouled_out[1], results.hidden, fitted)
    for found in (*parts, results.discs_each[0], results.fouls_on_purpose[0]):
        texts = [throw_conclusions.in_lines(found, lang) for lang in ("en", "ja")]
        lines = [text.splitlines() for text in texts]
        assert len(lines[0]) == len(lines[1]) > 2
        for english, japanese in zip(*(of_lang[1:] for of_lang in lines), strict=True):
            number = re.compile(r"-?\d+\.\d+")
            assert sorted(number.findall(english)) == sorted(number.findall(japanese))
        if found is not fitted:
            assert assumption("en") in texts[0]
            assert assumption("ja") in texts[1]


@pytest.mark.parametrize(
    ("wins", "words"),
    [((90, 70, 50), "falls to 60%"), ((90, 80, 70), "does not fall"), ((55, 50, 50), "not above 60% even")],
)
def test_where_a_curve_falls_is_said_in_words(wins, words):
    field = field_of(wins)
    curve = Curve("spread", SPREADS, field.curve.measured, players=("greedy", "random"))
    assert words in throw_conclusions.in_lines(LevelField(curve, curve), "en")


def test_lines_say_what_else_is_known_about_the_games():
    curve = Curve("spread", SPREADS, field_of((90, 70, 50)).curve.measured, players=("greedy", "random"))
    plain, said = (throw_conclusions.in_lines(curve, "en", about=about) for about in ("", "seed 7"))
    assert said.splitlines()[0] == f"{plain.splitlines()[0]}: seed 7"
    assert said.splitlines()[1:] == plain.splitlines()[1:]


def test_the_map_says_how_far_its_intervals_reach():
    cells = {(x, y): rate(int(50 * x + 20), 100) for x in (0.0, 1.0) for y in (0.0, 1.0)}
    widest = max(max(one.high - one.estimate, one.estimate - one.low) for one in cells.values())
    assert f"further than {100 * widest:.1f} points" in throw_charts.skill_map_chart(cells, lang="en").caption


def test_the_table_of_claims_has_all_five(results):
    table = throw_conclusions.claims_table(results, "en")
    assert table["claim"].tolist() == ["T1", "T2", "T3", "T4", "T5"]
    assert table["what came out"].str.contains("assumption").all()


def test_level_terms_are_named_only_where_the_interval_says_so(results):
    def with_rates(*points):
        found = run(EXPLORATORY, n_games=1)
        found.__dict__.update(results.__dict__, by_line=Curve("line", tuple(LINES)[1:], points))
        return throw_conclusions.conclusion(found, "T1", "en")

    sure, unsure = rate(5000, 10000), Interval(0.5, 0.3, 0.7, 0.95, "wilson", 20)
    assert "Level terms (40% to 60%), by these games: advanced." in with_rates(rate(9, 10), unsure, sure)
    assert "from none of the lines" in with_rates(unsure, unsure, unsure)


def test_fouls_met_in_play_are_right_by_the_exact_law():
    found = [position for position, _, _ in foul_positions(n=60, most=2)]
    table = throw_conclusions.exact_fouls_table([*found, GAME.start_position()], lang="en")
    assert table["position"].tolist() == [1, 2]
    assert table["is the foul right?"].tolist() == ["yes", "yes"]


def test_own_throws_say_what_is_measured():
    measured = with_own_throws(fit_throws(made_throws(30, 0.4, 0.8)), n=20)
    assert measured.won.note == "the spread is measured, the other constants are not"
    table = throw_conclusions.own_throws_table(measured, "ja")
    assert len(table) == 3


@pytest.mark.parametrize("words", [throw_words.WORDS, throw_conclusions.WORDS])
def test_words_have_the_same_blanks_in_both_languages(words):
    for key, of_key in words.items():
        blanks = [set(re.findall(r"\{(\w+)", of_key[lang])) for lang in ("en", "ja")]
        assert blanks[0] == blanks[1], key
