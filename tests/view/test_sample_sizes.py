"""Charts of what numbers of games can show: the numbers in their words are those of the statistics."""

import pytest
from scipy.stats import binomtest

from variantlab.errors import VariantlabError
from variantlab.stats.intervals import rate
from variantlab.stats.sample_size import games_needed, power
from variantlab.view.sample_sizes import chance_chart, claims_chart, games_needed_chart, power_chart


def texts_of(chart):
    """Return the words that stand on the axes of a chart."""
    return [text.get_text() for axes in chart.axes for text in axes.texts]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_games_needed_are_written_and_said(lang):
    chart = games_needed_chart((0.53, 0.6), powers=(0.5, 0.8), played={"N3": 60}, lang=lang)
    for p in (0.53, 0.6):
        assert f"{games_needed(0.5, p):,}" in texts_of(chart)
        assert f"{games_needed(0.5, p, 0.5):,}" in chart.alt_text
    assert any(text.startswith("N3") and "60" in text for text in texts_of(chart))


def test_rates_on_both_sides_of_a_half_are_refused():
    for rates in ((0.4, 0.6), (), (0.5, 0.6)):
        with pytest.raises(VariantlabError, match="rates"):
            games_needed_chart(rates)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_power_curve_for_each_number_of_games(lang):
    chart = power_chart((40, 100), lang=lang)
    curves = [line for line in chart.axes[0].lines if len(line.get_xdata()) > 2]
    assert len(curves) == 2
    for line, n in zip(curves, (40, 100), strict=True):
        assert line.get_ydata()[0] == pytest.approx(power(n, 0.5, 0.25))
    assert f"{power(100, 0.5, 0.4):.3f}" in chart.alt_text


def test_chance_alone_has_the_probability_of_the_binomial_test():
    chart = chance_chart([(24, 60), (59, 100)], lang="en")
    for k, n in ((24, 60), (59, 100)):
        share = binomtest(k, n, 0.5).pvalue
        assert f"reported: {k} of {n}" in chart.alt_text.casefold()
        assert f"{100 * share:.1f}%" in chart.alt_text
    assert len(chart.axes) == 2


@pytest.mark.parametrize("reported", [[], [(61, 60)], [(1, 0)], [(-1, 5)]])
def test_counts_that_cannot_be_are_refused(reported):
    with pytest.raises(VariantlabError):
        chance_chart(reported)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_claims_stand_with_their_intervals(lang):
    claims = {"<b>sente</b>": (24, 60), "$x_1$": (34, 40)}
    chart = claims_chart(claims, lang=lang)
    for k, n in claims.values():
        interval = rate(k, n)
        assert f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]" in chart.alt_text
    assert all(name in chart.alt_text for name in claims)
    with pytest.raises(VariantlabError, match="claims"):
        claims_chart({})
