"""Charts: captions with n, seed and label; every glyph drawn; the right numbers; nothing left behind."""

from fractions import Fraction
from xml.etree import ElementTree

import matplotlib
import pytest
from matplotlib import pyplot

from variantlab.errors import DataError, VariantlabError
from variantlab.exact import explore
from variantlab.games.othello.rules import Othello
from variantlab.stats.intervals import mean, rate
from variantlab.study.gate import Label
from variantlab.view import charts
from variantlab.view.charts import RateRow
from variantlab.view.figures import Chart, alt_text, save

HOSTILE = ["<img src=x onerror=alert(1)>", "</script>", "$\\frac{x$", "a -- b --> c", "{n:,}", "\\unknown{x}"]
OTHER_SETTINGS = {"font.size": 30, "font.family": "serif", "axes.facecolor": "black"}
SAMPLED = ["rates", "plies", "runs", "convergence", "coverage", "curve"]


@pytest.fixture(scope="module")
def english(make_charts):
    """One chart of every kind in English."""
    return make_charts("en")


@pytest.fixture(scope="module")
def japanese(make_charts):
    """One chart of every kind in Japanese; a glyph that is missing fails."""
    return make_charts("ja")


@pytest.fixture(scope="module")
def under_other_settings(make_charts):
    """One chart of every kind in English, made by a reader who has other settings."""
    with matplotlib.rc_context(OTHER_SETTINGS):
        return make_charts("en")


def parsed(svg):
    """Return the root of a well-formed drawing of our own."""
    return ElementTree.fromstring(svg)  # noqa: S314


def shown_texts(chart):
    """Return the texts that a chart shows, line breaks as spaces."""
    texts = [text.get_text() for text in chart.findobj(matplotlib.text.Text) if text.get_visible()]
    return [" ".join(text.split()) for text in texts if text.strip()]


def points(axes, marker):
    """Return the points drawn with a marker."""
    return [
        (float(x), float(y))
        for line in axes.lines
        if line.get_marker() == marker
        for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
    ]


# --- captions


@pytest.mark.parametrize("kind", SAMPLED)
def test_captions_say_n_seed_and_label(english, japanese, kind):
    for chart, seed, label in (
        (english[kind], "seed", "Exploratory: no prediction was locked before this result"),
        (japanese[kind], "シード", "探索的：この結果より前に固定された予想はありません"),
    ):
        assert "n = " in chart.caption
        assert seed in chart.caption
        assert label in chart.caption


def test_captions_are_shown_below_the_chart_and_titles_above(english):
    for chart in english.values():
        places = {" ".join(t.get_text().split()): t.get_position()[1] for t in chart.texts}
        assert places[chart.caption] < 0.1
        assert places[chart.title] > 0.9


def test_numbers_of_games_are_counted(english, tallies):
    assert "n = 200 games of each rule, seed 1" in english["plies"].caption
    assert "n = 200 + 200 + 200 games" in english["runs"].caption
    assert "seeds 1, 2, 3" in english["runs"].caption
    uneven = charts.plies_chart({"flip": {60: 5}, "vanish": {3: 7}}, lang="en")
    assert uneven.caption.startswith("Flip (standard): n = 5 games, vanish: n = 7 games, seed not given")


def test_exact_charts_say_that_nothing_is_simulated(english):
    assert english["graph"].caption.startswith(
        "Exact: nothing is simulated. 33 positions, 32 moves, 12 finished"
    )
    only_exact = charts.rates_chart([RateRow("wipeout", "vanish", None, Fraction(1, 3))], lang="en")
    assert only_exact.caption.startswith("Exact: nothing is simulated")


def test_capped_games_are_counted_apart():
    run = {"black": 40, "white": 30, "draw": 10, "capped": 20}
    chart = charts.runs_chart({"mixed": [run, run]}, seed=[1, 2], lang="en")
    assert "mixed: 40 capped, counted apart" in chart.caption.casefold()
    shares = {y for marker in "os^" for _, y in points(chart.axes[0], marker)}
    assert shares == {0.5, 0.375, 0.125}


def test_a_locked_label_names_its_code():
    class Locked(Label):
        def text(self, lang="en"):
            return {"en": "locked, code ABCD", "ja": "予想を固定済み、コード ABCD"}[lang]

    chart = charts.plies_chart({"vanish": {3: 1}}, label=Locked("vanish"), lang="ja")
    assert "コード ABCD" in chart.caption


# --- what is drawn


def test_rates_are_drawn_where_they_are():
    rows = [
        RateRow("wipeout", "vanish", rate(30, 100), Fraction(1, 3)),
        RateRow("no_moves", "vanish", rate(0, 0)),
    ]
    chart = charts.rates_chart(rows, lang="en")
    axes = chart.axes[0]
    assert [x for x, _ in points(axes, "s")] == [0.3]
    assert [x for x, _ in points(axes, "D")] == [pytest.approx(1 / 3)]
    assert "30.0% [21.9, 39.6]" in shown_texts(chart)
    assert "no data" in shown_texts(chart)


def test_rate_rows_leave_out_what_never_happens_and_keep_capped_games_out_of_wins(tallies):
    first = {rule: runs[0] for rule, runs in tallies.items()}
    ends = charts.rate_rows("end_reason", first)
    assert {row.category for row in ends} == {
        key for tally in first.values() for key, n in tally.end_reason.items() if n
    }
    wins = charts.rate_rows("winner", first, {"vanish": {"draw": Fraction(1, 2)}})
    by_key = {(row.category, row.rule): row for row in wins}
    assert by_key["black_wins", "flip"].interval.n == first["flip"].n_finished
    assert by_key["draw", "vanish"].exact == Fraction(1, 2)
    assert by_key["black_wins", "vanish"].exact == 0
    assert by_key["black_wins", "flip"].exact is None
    with pytest.raises(VariantlabError, match="column: got 'wins'"):
        charts.rate_rows("wins", first)


def test_bars_of_plies_are_shares_of_the_counts_and_diamonds_exact():
    chart = charts.plies_chart({"vanish": {3: 30, 4: 70}}, {"vanish": {3: 0.5, 4: 0.5}}, lang="en")
    panel = chart.axes[1]
    assert [bar.get_height() for bar in panel.patches] == [0.3, 0.7]
    assert points(panel, "D") == [(3.0, 0.5), (4.0, 0.5)]


def test_the_yardstick_stands_in_the_common_scale():
    chart = charts.plies_chart({"flip": {58: 1, 60: 9}, "vanish": {3: 10}}, lang="en")
    common, flip, vanish = chart.axes
    has_line = [any(set(line.get_xdata()) == {60} for line in axes.lines) for axes in (common, flip, vanish)]
    assert has_line == [True, True, False]
    assert common.get_xlim()[0] == 0
    assert common.get_xlim()[1] > 60


def test_many_numbers_of_plies_are_drawn_in_wider_bars_that_lose_no_game():
    counts = {plies: plies % 7 + 1 for plies in range(3, 500)}
    panel = charts.plies_chart({"mixed": counts}, lang="en").axes[1]
    assert len(panel.patches) <= 40
    assert sum(bar.get_height() for bar in panel.patches) == pytest.approx(1)
    assert "to a bar" in panel.get_xlabel()


def test_runs_stand_beside_their_sum():
    runs = [{"black": 50, "white": 40, "draw": 10}, {"black": 30, "white": 60, "draw": 10}]
    axes = charts.runs_chart({"flip": runs}, lang="en").axes[0]
    assert [y for _, y in points(axes, "o")] == [0.5, 0.3, 0.4]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["run 1", "run 2", "all"]


def test_coverage_counts_and_marks_the_misses():
    intervals = [rate(k, 60) for k in (12, 30, 31, 48, 29)]
    chart = charts.coverage_chart(intervals, 0.5, lang="en")
    assert "3 of 5 intervals (60%)" in chart.caption
    assert sorted(x for x, _ in points(chart.axes[0], "X")) == [1, 4]


def test_the_anytime_band_holds_the_other_one():
    axes = charts.convergence_chart([10, 100, 1000], [5, 50, 500], lang="en").axes[0]
    anytime, fixed = (band.get_paths()[0].get_extents() for band in axes.collections)
    assert anytime.y0 < fixed.y0
    assert anytime.y1 > fixed.y1


def test_a_short_scale_of_games_has_no_raw_labels():
    axes = charts.convergence_chart([100, 300, 1000], [48, 135, 449], lang="en").axes[0]
    axes.figure.canvas.draw()
    assert not any(tick.get_text() for tick in axes.get_xticklabels(minor=True))
    assert "1,000" in [tick.get_text() for tick in axes.get_xticklabels()]


def test_curves_run_through_their_values():
    x = [Fraction(0), Fraction(1, 2), Fraction(1)]
    chart = charts.curve_chart(x, {"draw": [0, Fraction(3, 4), 1]}, lang="en")
    assert chart.axes[0].lines[0].get_ydata().tolist() == [0, 0.75, 1]
    assert "draw" in shown_texts(chart)


def test_points_of_several_sizes_are_counted_from_the_smallest_to_the_largest():
    measured = {"draw": [(0, rate(1, 1990)), (0.5, rate(1, 2000)), (1, rate(1, 1980))]}
    chart = charts.curve_chart([0, 0.5, 1], {"draw": [0, 0, 0]}, measured, seed=2, lang="en")
    assert chart.caption.startswith("n = 1,980 to 2,000 games, seed 2.")


def test_the_graph_shows_every_position_and_names_every_move(english):
    graph = explore(Othello(capture="vanish", size=4).start_position())
    moves = sorted(str(move) for i in range(graph.n_positions) for move, _ in graph.moves(i))
    squares = sorted(text for text in shown_texts(english["graph"]) if len(text) == 2)
    assert squares == moves
    assert "25" in english["graph"].alt_text  # drawn positions of the 33, the others are won by black


def test_positions_with_the_same_turn_stand_apart():
    for game in (Othello(size=4, discs_each=2), Othello(size=4, capture="mixed", discs_each=1)):
        layout = charts.graph_chart.__globals__["_layout"](explore(game.start_position()))
        assert len({tuple(place) for place in layout.tolist()}) == len(layout)


def test_predictions_show_probabilities_and_what_happened(verdicts):
    table = verdicts("en")
    row = next(row for row in table.rows if row.question.id == "Q2")
    chart = charts.prediction_chart(table, "Q2", seed=5, lang="en")
    assert "seed 5" in chart.caption.casefold()
    shares = list(row.question.probabilities.values())
    assert [x for x, _ in points(chart.axes[0], "o")] == pytest.approx(shares)
    assert row.verdict in chart.caption.casefold()
    number = charts.prediction_chart(table, "Q4-plies", seed=5, lang="en")
    assert "7/2 = 3.5 (exact)" in number.caption
    assert "seed" not in number.caption.casefold()  # what is exact comes from no games
    assert any(set(line.get_xdata()) == {3.5} for line in number.axes[0].lines)


def test_a_class_of_predictions_is_counted(verdicts):
    chart = charts.prediction_chart(verdicts("en", n_predictions=7), "Q4-plies", lang="en")
    assert "refuted 7" in chart.caption.casefold()
    assert len(chart.axes[0].get_yticklabels()) == 7


# --- words, glyphs, bytes, leftovers


def test_every_chart_is_drawn_without_a_missing_glyph(japanese):
    for chart in japanese.values():
        assert chart.png(dpi=40).startswith(b"\x89PNG")


def test_minus_signs_are_drawn(recwarn):
    chart = charts.curve_chart([-1, 0, 1], {"mean": [-2.5, 0, 2.5]}, as_percent=False, lang="ja")
    chart.png(dpi=40)
    ticks = [text.get_text() for text in chart.axes[0].get_xticklabels()]
    assert any(text.startswith("\u2212") for text in ticks)
    assert not [warning for warning in recwarn if "Glyph" in str(warning.message)]


@pytest.mark.parametrize("kind", ["rates", "plies", "graph", "choice"])
def test_the_same_chart_gives_the_same_bytes_whatever_the_reader_has_set(english, under_other_settings, kind):
    with matplotlib.rc_context(OTHER_SETTINGS):
        svg, png = under_other_settings[kind].svg(), under_other_settings[kind].png(dpi=50)
    assert svg == english[kind].svg() == english[kind].svg()
    assert png == english[kind].png(dpi=50)


def test_charts_tell_in_words_what_they_show(english):
    for chart in english.values():
        assert chart.title in alt_text(chart)
        assert chart.caption in alt_text(chart)
        assert len(chart.alt_text) > len(chart.title) + len(chart.caption)


def test_saved_files_hold_picture_and_words_and_no_date(english, tmp_path):
    png, svg = save(english["coverage"], tmp_path / "figures", "coverage")
    assert png.read_bytes().startswith(b"\x89PNG")
    root = parsed(svg.read_bytes())
    assert root.find("{*}title").text == english["coverage"].alt_text
    assert b"<dc:date>" not in svg.read_bytes()
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == ["coverage.png", "coverage.svg"]


@pytest.mark.parametrize("file_name", ["../coverage", "a/b", "", "CON", "coverage.png"])
def test_unsafe_file_names_are_refused(english, tmp_path, file_name):
    with pytest.raises(DataError):
        save(english["coverage"], tmp_path, file_name)
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.parametrize("typed", HOSTILE)
def test_typed_names_are_shown_as_they_are_and_harmless_in_svg(typed):
    rows = [RateRow(typed, typed, rate(1, 2), Fraction(1, 2))]
    chart = charts.rates_chart(rows, title=typed, lang="ja")
    root = parsed(chart.svg())
    tags = {element.tag.rpartition("}")[2].casefold() for element in root.iter()}
    assert not tags & {"img", "script", "image", "foreignobject"}
    assert typed in chart.alt_text
    assert typed in shown_texts(chart)
    assert chart.png(dpi=40).startswith(b"\x89PNG")


def test_signs_that_xml_cannot_hold_are_replaced():
    typed = "a\x00\x1b\ud800b"
    chart = charts.rates_chart([RateRow(typed, typed, rate(1, 2))], title=typed, lang="en")
    assert "a\ufffd\ufffd\ufffdb" in parsed(chart.svg()).find("{*}title").text


def test_a_notebook_gets_the_picture_and_its_words(english):
    data, metadata = english["runs"]._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert metadata["image/png"]["alt"] == english["runs"].alt_text


def test_charts_leave_no_window_and_no_setting_behind(make_charts):
    with matplotlib.rc_context():
        matplotlib.rcParams["font.size"] = 7.5
        before, windows = dict(matplotlib.rcParams), pyplot.get_fignums()
        for chart in make_charts("ja").values():
            assert isinstance(chart, Chart)
            chart.png(dpi=30)
        assert dict(matplotlib.rcParams) == before
        assert pyplot.get_fignums() == windows


# --- errors


def test_what_cannot_be_drawn_is_named():
    with pytest.raises(VariantlabError, match="at least one RateRow"):
        charts.rates_chart([])
    with pytest.raises(VariantlabError, match="counts_by_rule"):
        charts.plies_chart({"vanish": {}})
    with pytest.raises(VariantlabError, match="runs_by_rule"):
        charts.runs_chart({"vanish": []})
    with pytest.raises(VariantlabError, match="'wins'; allowed: black"):
        charts.runs_chart({"vanish": [{"wins": 3}]})
    with pytest.raises(VariantlabError, match="n_games"):
        charts.convergence_chart([100, 10], [5, 6])
    with pytest.raises(VariantlabError, match="intervals"):
        charts.coverage_chart([rate(0, 0)], 0.5)
    with pytest.raises(VariantlabError, match="truth"):
        charts.coverage_chart([rate(1, 2)], 1.5)
    with pytest.raises(VariantlabError, match=r"columns\['draw'\]"):
        charts.curve_chart([0, 1], {"draw": [0.5]})
    with pytest.raises(VariantlabError, match="simulated: got 'drew'"):
        charts.curve_chart([0, 1], {"draw": [0.5, 0.5]}, {"drew": [(0, mean([1, 2]))]})
    with pytest.raises(VariantlabError, match="chart"):
        alt_text(pyplot.Figure())


def test_a_question_that_was_not_asked_is_named(verdicts):
    with pytest.raises(VariantlabError, match="question: got 'Q9'"):
        charts.prediction_chart(verdicts("en"), "Q9")


def test_a_graph_that_is_too_large_is_refused():
    graph = explore(Othello(size=4, discs_each=3).start_position())
    with pytest.raises(VariantlabError, match="at most 400 positions"):
        charts.graph_chart(graph)
