"""Specification curves: sorted, each decision's marks where it belongs, the source's band, medians."""

import numpy as np
import pandas as pd
import pytest

from variantlab.errors import VariantlabError
from variantlab.study.gate import Label
from variantlab.study.negaeri import CLAIMS, PARTS, specifications
from variantlab.view.shogi_charts import claim_curve
from variantlab.view.specifications import DOT, specification_chart

ROWS = pd.DataFrame(
    {
        "rule": ["a", "b", "a", "b", "b"],
        "depth": [1, 1, 2, 2, 3],
        "same": [0] * 5,
        "estimate": [0.5, 0.7, 0.3, 0.6, np.nan],
        "low": [0.4, 0.6, 0.2, 0.5, np.nan],
        "high": [0.6, 0.8, 0.4, 0.7, np.nan],
        "n": [100, 100, 50, 100, 0],
        "source": [0.4] * 5,
        "source_low": [0.3] * 5,
        "source_high": [0.5] * 5,
        "agrees": [True, False, True, False, None],
    }
)


def marks_of(axes):
    """Return the places of the marks in each line of the lower part, from above."""
    lines = [line for line in axes.lines if line.get_color() == DOT]
    return [line.get_xdata().tolist() for line in lines]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_marks_stand_below_the_estimates_they_belong_to(lang):
    chart = specification_chart(ROWS, ["rule", "same", "depth"], ours={"rule": "a"}, lang=lang)
    upper, lower = chart.axes
    estimates = [line.get_ydata().tolist() for line in upper.lines if line.get_linestyle() == "None"]
    assert estimates[0] == [0.3, 0.5, 0.6, 0.7]
    assert estimates[1] == [0.3, 0.5]
    assert marks_of(lower) == [[0, 1], [2, 3], [1, 3], [0, 2]]
    texts = [text.get_text() for text in lower.texts]
    assert texts[:4] == ["40%", "65%", "60%", "45%"]


def test_the_caption_counts_agreement_and_what_is_left_out():
    chart = specification_chart(ROWS, ["rule", "depth"], label=Label("negaeri"), lang="en")
    assert "4 combinations of decisions" in chart.caption
    assert "2 of 4 are compatible with the source" in chart.caption
    assert "No data: 1." in chart.caption
    assert "Each of n = 50 to 100" in chart.caption
    assert "Exploratory" in chart.caption


def test_words_and_the_order_of_categories_are_used():
    table = ROWS.assign(rule=pd.Categorical(ROWS["rule"], categories=["b", "a"]))
    words = {"rule": "reading", "rule=a": "first <one>", "rule=b": "second"}
    chart = specification_chart(table, ["rule"], groups="rule", words=words, is_share=False, lang="en")
    names = [text.get_text() for text in chart.axes[1].get_yticklabels()]
    assert names == ["reading: second", "reading: first <one>"]
    assert [handle.get_label() for handle in chart.key_handles][:2] == ["second", "first <one>"]
    assert "from 0.3 to 0.7, median 0.55" in chart.alt_text.casefold()


def test_a_table_without_the_columns_is_refused():
    with pytest.raises(VariantlabError, match="Did you mean 'rule'"):
        specification_chart(ROWS, ["rules"])
    with pytest.raises(VariantlabError, match="without an estimate"):
        specification_chart(ROWS[4:], ["rule"])


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("claim", "part"), [(claim, part) for claim in CLAIMS for part in PARTS[claim]])
def test_every_claim_of_the_study_has_its_curve(claim, part, lang):
    rows = specifications(claim, part)
    chart = claim_curve(rows, lang=lang)
    assert chart.title.startswith(f"{claim}: ")
    assert len(marks_of(chart.axes[1])) >= 5
    names = [text.get_text() for text in chart.axes[1].get_yticklabels()]
    assert not any("=" in name or "_" in name for name in names)


def test_a_curve_is_of_one_claim():
    with pytest.raises(VariantlabError, match="one claim"):
        claim_curve(specifications("N1"))
    with pytest.raises(VariantlabError, match="one claim"):
        claim_curve(())
