"""Charts by depth and of single games: what they draw, in both languages."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from variantlab.errors import VariantlabError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.study.gate import Label
from variantlab.study.negaeri import OURS, specifications
from variantlab.study.negaeri_readings import played_game
from variantlab.study.negaeri_runs import player_text
from variantlab.view.shogi_depths import GOTE, ODD, SENTE, depths_chart, turns_chart


def rows_of(claim, counting):
    return specifications(claim, counting=counting, readings=(OURS,))


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    ("claim", "counting"),
    [("N1", "per_drop"), ("N2", "from_the_drop"), ("N5", "by_30"), ("N6", "turning_drops")],
)
def test_every_figure_is_drawn(claim, counting, lang):
    rows = rows_of(claim, counting)
    chart = depths_chart(rows, label=Label("negaeri"), lang=lang)
    marks = [line for line in chart.axes[0].lines if line.get_linestyle() == "None"]
    drawn = sorted(float(line.get_ydata()[0]) for line in marks)
    assert drawn == sorted(row.ours.estimate for row in rows)
    assert chart.alt_text.count("[") == len(rows)
    assert ("Exploratory" if lang == "en" else "探索的") in chart.caption


def test_odd_depths_stand_on_grey():
    rows = rows_of("N1", "per_move")
    depths = sorted({row.depth for row in rows})
    patches = [
        patch for patch in depths_chart(rows, lang="en").axes[0].patches if patch.get_facecolor()[0] > 0.9
    ]
    centres = sorted(round(patch.get_x() + 0.5) for patch in patches)
    assert centres == [place for place, depth in enumerate(depths) if depth % 2]
    assert ODD == "#efefef"


def test_the_articles_band_is_drawn_only_where_it_follows_from_its_games():
    assert "bands" in depths_chart(rows_of("N2", "from_the_drop"), lang="en").caption.casefold()
    assert "bands" not in depths_chart(rows_of("N1", "per_move"), lang="en").caption.casefold()
    texts = [text.get_text() for text in depths_chart(rows_of("N1", "per_move"), lang="en").axes[0].texts]
    assert texts == ["the article: 2.51", "the article: 0.76"]


def test_figures_of_one_kind_only():
    with pytest.raises(VariantlabError, match="rows"):
        depths_chart([*rows_of("N1", "per_move"), *rows_of("N1", "per_drop")])
    with pytest.raises(VariantlabError, match="rows"):
        depths_chart([])


def test_a_game_is_drawn_turn_by_turn():
    game = played_game(NegaeriShogi(loyalty=False), player_text(1))
    chart = turns_chart({"a": game}, lang="en")
    heights = {SENTE: 0.0, GOTE: 0.0}
    for bar in chart.axes[0].patches:
        heights[to_hex(bar.get_facecolor())] += bar.get_height()
    turned = [len(move.turned) for move in game.moves]
    assert heights[SENTE] == sum(turned[::2])
    assert heights[GOTE] == -sum(turned[1::2])
    stars = [line for line in chart.axes[0].lines if line.get_marker() == "*"]
    assert [star.get_xdata()[0] for star in stars] == [game.end.plies]
    assert f"seed {game.seed}" in chart.caption


def test_games_stand_on_one_scale():
    games = {name: played_game(NegaeriShogi(), "random", number) for name, number in (("a", 0), ("b", 1))}
    chart = turns_chart(games, lang="ja")
    assert len({axes.get_ylim() for axes in chart.axes}) == len({axes.get_xlim() for axes in chart.axes}) == 1
    assert chart.axes[0].get_xlim()[1] > max(game.end.plies for game in games.values())
    assert np.isclose(chart.axes[0].get_ylim()[0], -chart.axes[0].get_ylim()[1])
    with pytest.raises(VariantlabError, match="games"):
        turns_chart({})
