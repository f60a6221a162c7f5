"""Tables and sentences of the Chopsticks notebooks: what they hold, in both languages."""

import re

import pytest

from variantlab.games.chopsticks.chances import chances
from variantlab.games.chopsticks.retrograde import solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.study.chopsticks import LINES, PROCEDURE, game_of, turns
from variantlab.study.chopsticks_atlas import fragile_rule_sets, short_list
from variantlab.study.chopsticks_results import run
from variantlab.study.gate import Label
from variantlab.view import chopsticks as view

JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
GAMES = {"plain": Chopsticks(split=False), "endless": game_of("C3")}


@pytest.fixture(scope="module")
def results():
    return run(Label("chopsticks"))


@pytest.fixture(scope="module")
def make(results):
    """A function that makes every table in a language, by name."""
    listed = short_list(results.rows)
    proof, procedure = results.settled["C2"].proof, results.settled["C3"].procedure

    def made(lang):
        return {
            "options": view.options_table(lang),
            "presets": view.presets_table(GAMES, lang),
            "turns": view.turns_table(game_of("C1").position("21/21"), lang),
            "rounds": view.rounds_table(solve(Chopsticks(limit=3)), lang),
            "orders": view.orders_table([Chopsticks(limit=4, swap=True)], lang),
            "claims": view.claims_table(results, lang),
            "steps": view.steps_table(proof, lang),
            "replies": view.replies_table(proof, lang),
            "procedure": view.procedure_table(procedure, lang),
            "choices": view.choices_table(procedure, lang),
            "readings": view.readings_table({"C3": results.settled["C3"].readings}, lang),
            "atlas": view.atlas_table(results.rows, lang),
            "fragile": view.fragile_table(results.rows, lang),
            "short_list": view.short_list_table(listed, lang),
            "chances": view.chances_table(GAMES, ["random"], 200, 1, lang),
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


def test_every_turn_of_a_position_has_its_row(make):
    position = game_of("C1").position("21/21")
    afters = [after.diagram().split()[0] for _, after in turns(position)]
    assert make("en")["turns"]["after"].tolist() == afters


def test_turns_count_the_physical_actions():
    table = view.turns_table(Chopsticks().position("11/11"), "en")
    assert table[["turn", "ways to do it"]].to_numpy().tolist() == [["1>1", 4]]


def test_each_turn_of_the_lines_stands_once(results, make):
    table = make("en")["steps"]
    pairs = {(step.position, step.after) for step in results.settled["C2"].proof.steps}
    assert len(table) == len(pairs) < len(results.settled["C2"].proof.steps)


def test_missing_replies_are_named(results, make):
    table = make("en")["replies"]
    proof = results.settled["C2"].proof
    kinds = table["in the article"].tolist()
    assert (kinds.count("in a bracket"), kinds.count("missing")) == (len(proof.remarked), len(proof.missing))


def test_the_procedure_is_shown_step_by_step(results, make):
    shown = list(dict.fromkeys(make("en")["procedure"]["step"]))
    assert shown == [PROCEDURE[-1].step, *(rule.step for rule in PROCEDURE[:-1])]
    assert len(make("ja")["procedure"]) == len(results.settled["C3"].procedure.steps)


def test_a_line_is_shown_with_every_position():
    line = LINES["C1"][0]
    shown = view.line_row(game_of("C1"), line, lang="en")
    assert shown.count("<svg") == 1 + solve(game_of("C1")).distance
    assert "21-&gt;30, 3&gt;2" in shown


def test_fragile_rule_sets_are_all_there(results, make):
    assert len(make("en")["fragile"]) == len(fragile_rule_sets(results.rows))


def test_chances_are_exact_beside_what_was_played(make):
    table = make("en")["chances"].set_index("rules")
    exact = chances(GAMES["plain"])
    assert table.loc["plain", "first wins (exact)"] == exact.first
    seen = re.fullmatch(r"(\d\.\d+) \[(\d\.\d+), (\d\.\d+)\]", table.loc["plain", "first wins (played)"])
    assert seen
    # Five standard errors of 200 games.
    assert abs(float(seen[1]) - exact.first) < 5 * 0.5 / 200**0.5
    assert float(seen[2]) < float(seen[1]) < float(seen[3])
    endless = table.loc["endless"]
    assert endless["first wins (exact)"] + endless["second wins (exact)"] == pytest.approx(1, abs=1e-5)


def test_between_perfect_players_an_endless_game_has_no_data():
    table = view.chances_table({"endless": game_of("C3")}, ["perfect"], 20, 1, "en")
    assert table["first wins (played)"].tolist() == ["no data"]
    assert table["never ends"].tolist() == [1.0]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_conclusions_hold_the_computed_numbers(lang, results):
    listed = short_list(results.rows)
    first, second, third = view.conclusions(results.rows, listed, lang)
    assert re.findall(r"\d+", first)[0] == str(len(results.rows))
    assert str(len([row for row in results.rows if row.value == "draw"])) in first
    assert re.findall(r"\d+", second)
    assert f"{listed[0].mean_plies:.1f}" in third
    assert len(view.conclusions(results.rows, [], lang)) == 2


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_claims_in_words(lang, results):
    for claim, settled in results.settled.items():
        text = view.claim_in_words(results, claim, lang)
        assert text.startswith(claim)
        n = len(settled.proof.missing) if settled.proof else sum(c.matters for c in settled.procedure.choices)
        assert re.search(rf"\b{n}\b|{n} ", text)


def test_words_have_the_same_blanks_in_both_languages():
    for key, words in view.WORDS.items():
        blanks = [set(re.findall(r"\{(\w+)", words[lang])) for lang in ("en", "ja")]
        assert blanks[0] == blanks[1], key
