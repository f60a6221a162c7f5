"""Tables and sentences of the Negaeri Shogi notebooks: what they hold, in both languages."""

import re
from functools import cache

import pytest

from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.stats.comparisons import rate_difference
from variantlab.stats.intervals import rate
from variantlab.study.gate import Label
from variantlab.study.negaeri import CLAIMS, COUNTINGS, OURS, PARTS, combinations, settle, specifications
from variantlab.study.negaeri_readings import DECISIONS
from variantlab.study.negaeri_results import run
from variantlab.study.negaeri_runs import WEIGHTS, Counts, Series, counts_of, player_text, stored_counts
from variantlab.view import negaeri_tables as view

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def nearest():
    """The combinations from the start itself, under our reading."""
    return combinations((OURS,))


@pytest.fixture(scope="module")
def make(nearest):
    """A function that makes every table in a language, by name."""

    @cache
    def made(lang):
        return {
            "reported": view.reported_table(CLAIMS, lang),
            **{f"figures {claim}": view.figures_table(claim, lang=lang) for claim in CLAIMS},
            **{f"settled {claim}": view.settled_in_words(settle(claim), lang) for claim in CLAIMS},
            "lengths": view.lengths_table({"1": NegaeriShogi()}, (0, 1), n=10, lang=lang),
            "chains": view.chain_lengths_table([(0, ""), (1, "pieces")], lang=lang),
            "sways": view.sways_table([("N1", "no_edge"), ("N3", "equal_hands")], lang),
            "conclusions": view.conclusions_table(CLAIMS, (OURS,), lang),
            "changes": view.changes_table("depth", 1, 2, readings=(OURS,), lang=lang),
            "pawns": view.pawn_effects_table((OURS,), lang),
            "combinations": view.combinations_table(nearest[:3], lang),
            "fresh": view.fresh_table(nearest[0], nearest[0], lang),
            "claims": view.claims_table(run(Label("negaeri")), lang),
        }

    return made


def test_tables_are_the_same_in_both_languages(make):
    english, japanese = make("en"), make("ja")
    for name, table in english.items():
        assert table.shape == japanese[name].shape, name
        assert len(table), name
        assert not any(JAPANESE.search(str(heading)) for heading in table.columns), name
        assert any(JAPANESE.search(str(heading)) for heading in japanese[name].columns), name
        assert len(set(table.columns)) == len(table.columns), name


def test_english_tables_have_no_japanese_cells(make):
    for name, table in make("en").items():
        cells = [str(cell) for row in table.itertuples(index=False) for cell in row]
        assert not any(JAPANESE.search(cell) for cell in cells), name


def test_every_claim_of_the_article_stands_once(make):
    table = make("en")["reported"]
    assert table["claim"].tolist() == ["N1", "N1", "N2", "N2", "N3", "N4", "N5", "N6"]
    assert table["its figure"].tolist() == ["2.51", "0.76", "85%", "15%", "40%", "59%", "–", "–"]
    assert table["interval of so many games"].iloc[2].split() == ["85.0%", "[70.9,", "92.9]"]


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_figures_are_those_of_the_study(claim, make):
    table = make("en")[f"figures {claim}"]
    assert len(table.columns) == 1 + len(PARTS[claim]) * len(COUNTINGS[claim])
    row = table[table["both players"].str.startswith("2 plies, pieces, n")].iloc[0]
    for part_number, part in enumerate(PARTS[claim]):
        for way_number, way in enumerate(COUNTINGS[claim]):
            cell = row.iloc[1 + part_number * len(COUNTINGS[claim]) + way_number]
            found = specifications(claim, part, way, readings=(OURS,))
            ours = next(one.ours for one in found if (one.depth, one.weights) == (2, "pieces"))
            if way == "turning_drops":
                limits = [f"{end:.5f}" for end in (ours.estimate, ours.low, ours.high)]
                assert re.findall(r"[\d.]+", cell) == limits
            else:
                assert cell == view.estimate_in_words(ours, "en", is_share=claim != "N1")


@pytest.mark.parametrize("claim", ["N3", "N4"])
def test_capped_games_stand_apart_from_the_score(claim):
    table = view.settled_in_words(settle(claim), "en")
    for row, n, capped in zip(settle(claim), table["games"], table["capped"], strict=True):
        assert n + capped == row.figures[0].counts.n_games
    assert table["capped"].sum() > 0


def test_a_player_without_games_leaves_its_cell_empty(monkeypatch):
    rows = specifications("N1", counting="per_move", readings=(OURS,))
    missing = [one for one in rows if (one.part, one.depth) != ("no_edge", 2)]
    monkeypatch.setattr(view, "specifications", lambda *_, **__: missing)
    table = view.figures_table("N1", ["per_move"], lang="en")
    row = table[table["both players"].str.startswith("2 plies, shape")].iloc[0]
    assert row["no edge captures, per move"] == "–"
    assert row["as it is, per move"] != "–"


def test_differences_carry_their_sign():
    assert view.estimate_in_words(rate_difference(34, 40, 6, 40), "en").startswith("+70.0%")
    assert view.estimate_in_words(rate_difference(6, 40, 34, 40), "en").startswith("-70.0%")
    assert view.estimate_in_words(rate(34, 40), "en").split(" ") == ["85.0%", f"[70.9,{view.NO_BREAK}92.9]"]
    assert view.estimate_in_words(None, "en") == "–"


def test_the_sentence_counts_players_that_look_ahead(make):
    for claim in CLAIMS:
        rows = [row for row in settle(claim) if row.depth]
        numbers = [
            int(n) for n in re.findall(r"\d+", view.claim_in_words(settle(claim), "en").split("shown by")[1])
        ]
        holds, n, fails, neither = numbers[:4]
        assert n == len(rows) == holds + fails + neither
        assert holds == sum(row.conclusion == "holds" for row in rows)


def test_the_lengths_are_those_of_the_games():
    table = view.lengths_table({"a": NegaeriShogi(loyalty=False)}, (1,), n=12, seed=5, lang="en")
    columns = NegaeriShogi(loyalty=False).simulate((player_text(1),) * 2, 12, 5)
    row = table.iloc[0]
    assert [row["shortest"], row["longest"]] == [columns["plies"].min(), columns["plies"].max()]
    assert row["different lengths"] == len(set(columns["plies"].tolist()))


def test_pairs_of_games_are_the_units_of_the_lengths():
    game = NegaeriShogi(opening_plies=8)
    table = view.lengths_table({"a": game}, (0,), n=40, seed=3, lang="en")
    columns = game.simulate(("random", "random"), 40, 3)
    counts = Counts(Series(game, ("random", "random"), 40), counts_of(columns, is_paired=True))
    assert counts["units"] == 20
    assert table["sente wins"].iloc[0] == view.estimate_in_words(counts.win_rate(), "en")


def test_figures_that_fit_are_named():
    rows = settle("N2")
    cells = view.settled_in_words(rows, "en")["figures compatible"].tolist()
    for row, cell in zip(rows, cells, strict=True):
        agreeing = [one.part for one in row.figures if one.agrees]
        words = {(): "none", ("as_it_is", "no_edge"): "both", ("as_it_is",): "only: as it is"}
        assert cell == words.get(tuple(agreeing), "only: no edge captures")


def test_chains_are_counted_from_a_length_on():
    table = view.chain_lengths_table([(0, "")], least=3, lang="en")
    counts = stored_counts(OURS.game("no_limit"), "random")
    assert table["3 or more"].iloc[0] == view.estimate_in_words(counts.share("chain_of_3"), "en")
    assert table["6 or more"].iloc[0] == view.estimate_in_words(counts.share("chain_of_6"), "en")


def test_conclusions_of_each_decision_add_up(make):
    table = make("en")["conclusions"]
    total = [int(n) for n in table["N4"].iloc[0].split("/")]
    for words in ("looks ahead: ", "weights: "):
        cells = table["N4"][table["decision"].str.startswith(words)].dropna()
        by_value = [[int(n) for n in cell.split("/")] for cell in cells]
        assert [sum(column) for column in zip(*by_value, strict=True)] == total
    depths = [name for name in table["decision"] if name.startswith("looks ahead")]
    assert depths == sorted(depths)


def test_ways_of_counting_stand_only_beside_one_claim():
    several, one = (
        view.conclusions_table(["N3", "N4"], (OURS,), "en"),
        view.conclusions_table(["N3"], (OURS,), "en"),
    )
    assert not several["decision"].str.startswith("counted").any()
    assert one["decision"].str.startswith("counted").sum() == len(COUNTINGS["N3"])


def test_changes_are_the_others_figures_less_the_ones():
    forth = view.changes_table("depth", 1, 2, ["N1"], (OURS,), "en")
    back = view.changes_table("depth", 2, 1, ["N1"], (OURS,), "en")
    assert forth["median change"].str.replace("-", "+").tolist() == back["median change"].tolist()
    assert forth["told apart"].tolist() == back["told apart"].tolist()
    assert forth["median change"].iloc[0].startswith("-")


def test_figures_in_brackets_are_not_compatible(nearest):
    table = view.combinations_table(nearest, "en")
    for row, combination in zip(table.iloc[1:].to_dict("records"), nearest, strict=True):
        cells = [cell for name, cell in row.items() if name[:2] in ("N1", "N2", "N3", "N4")]
        assert len(cells) == 6
        assert sum(not cell.startswith("(") for cell in cells) == combination.n_agreeing
        assert row["least n"] == min(one.ours.n for one in combination.figures)
    assert table["N4"].iloc[0] == "59%"


def test_every_decision_and_player_has_words(make):
    assert len(make("en")["sways"]) <= len(DECISIONS)
    players = make("en")["settled N1"]["both players"].tolist()
    assert players[0] == "random"
    assert {player.split(", ")[1] for player in players[1:]} == set(WEIGHTS)
