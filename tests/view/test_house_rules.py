"""Charts of house rules: every rule set in its place, the right counts, every glyph in both languages."""

import matplotlib
import pytest
from matplotlib.patches import FancyArrowPatch, Rectangle

from variantlab.errors import VariantlabError
from variantlab.games.chopsticks.retrograde import solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.study.chopsticks_atlas import (
    atlas,
    changes,
    rule_sets,
    short_list,
    undecided_rule_sets,
    winners,
)
from variantlab.study.chopsticks_lessons import rounds
from variantlab.study.gate import Label
from variantlab.view.house_rules import (
    PALE_OF,
    WORDS,
    atlas_chart,
    balance_chart,
    changes_chart,
    rounds_chart,
    rule_graph_chart,
)

EXPLORATORY = Label("chopsticks")
SMALL = solve(Chopsticks(limit=3, revive=True))


@pytest.fixture(scope="module")
def rows():
    return atlas(rule_sets(limit=3))


@pytest.fixture(scope="module")
def make(rows):
    """A function that makes one chart of every kind in a language."""

    def made(lang):
        common = {"lang": lang, "label": EXPLORATORY}
        return {
            "atlas": atlas_chart(rows, **common),
            "graph": rule_graph_chart(rows, **common),
            "changes": changes_chart(rows, **common),
            "balance": balance_chart(
                undecided_rule_sets(rows), short_list(rows, most_advantage=0.5), **common
            ),
            "rounds": rounds_chart(SMALL, **common),
            "first_rounds": rounds_chart(SMALL, 1, **common),
        }

    return made


def texts(chart):
    return [text.get_text() for text in chart.findobj(matplotlib.text.Text) if text.get_visible()]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_chart_is_drawn_says_it_is_exact_and_carries_the_label(lang, make):
    for chart in make(lang).values():
        assert chart.png()[:4] == b"\x89PNG"
        assert chart.svg() == chart.svg()
        assert EXPLORATORY.text(lang).casefold() in chart.caption.casefold()
        assert {"en": "Exact", "ja": "厳密値"}[lang] in chart.caption
        assert chart.title in chart.alt_text


def test_the_heat_map_has_a_cell_for_each_rule_set_in_its_colour(rows):
    chart = atlas_chart(rows, lang="en")
    faces = [matplotlib.colors.to_hex(patch.get_facecolor()) for patch in chart.axes[0].patches]
    places = {(patch.get_x(), patch.get_y()) for patch in chart.axes[0].patches}
    assert len(places) == len(faces) == len(rows)
    counts = {value: faces.count(colour) for value, colour in PALE_OF.items()}
    assert counts == winners(rows)
    for row in rows:
        wanted = {"first": f"1st {row.distance}", "second": f"2nd {row.distance}", "draw": "draw"}[row.value]
        assert wanted in texts(chart)


def test_the_graph_has_a_line_for_each_pair_of_neighbours_within_a_panel(rows):
    chart = rule_graph_chart(rows, lang="en")
    lines = [patch for axes in chart.axes for patch in axes.patches if isinstance(patch, FancyArrowPatch)]
    within = [change for change in changes(rows) if change.option not in ("limit", "overflow")]
    dark = [line for line in lines if line.get_linewidth() > 1.2]
    assert len(lines) == len(within)
    assert len(dark) == sum(change.changes_winner for change in within)


def test_no_two_rule_sets_stand_at_the_same_place(rows):
    for axes in rule_graph_chart(rows, lang="en").axes:
        points = [(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in axes.lines]
        assert len(points) == len(set(points)) == 25


def test_changes_are_drawn_as_they_are_counted(rows):
    found = changes(rows)
    shown = texts(changes_chart(rows, lang="en"))
    for option in {change.option for change in found}:
        own = [change for change in found if change.option == option]
        assert f"{sum(change.changes_winner for change in own)} of {len(own)}" in shown


def cards(chart):
    return [patch for patch in chart.axes[0].patches if isinstance(patch, Rectangle)]


def arrows(chart):
    return [patch for patch in chart.axes[0].patches if isinstance(patch, FancyArrowPatch)]


def test_rounds_show_every_position_once():
    assert len(cards(rounds_chart(SMALL, lang="en"))) == SMALL.n_positions
    assert len(cards(rounds_chart(SMALL, 0, lang="en"))) == SMALL.n_positions


def test_an_undecided_position_has_no_dark_arrow():
    """What later rounds decide must not show."""
    after_one = rounds_chart(SMALL, 1, lang="en")
    dark = [arrow for arrow in arrows(after_one) if arrow.get_linewidth() > 1]
    assert len(dark) == len(rounds(SMALL)[1].won)
    assert len(dark) < sum(arrow.get_linewidth() > 1 for arrow in arrows(rounds_chart(SMALL, lang="en")))


def test_heads_of_rounds_are_in_words():
    assert rounds_chart(SMALL, 1, lang="ja").alt_text.startswith(
        "終わりから逆にたどる。終局：4; 1 回目：5; 未定：12"
    )


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(VariantlabError, match="at most 30 positions"):
        rounds_chart(solve(Chopsticks()))
    with pytest.raises(VariantlabError, match="rows"):
        atlas_chart([])
    with pytest.raises(VariantlabError, match="lives"):
        balance_chart([])


def test_words_have_the_same_blanks_in_both_languages():
    for key, words in WORDS.items():
        blanks = [{part.split("}")[0] for part in words[lang].split("{")[1:]} for lang in ("en", "ja")]
        assert blanks[0] == blanks[1], key
