"""Tables and sentences of the Negaeri Shogi notebooks: the numbers of the study, in both languages."""

import pytest

from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.simulate import tally
from variantlab.study.negaeri import REPORTED
from variantlab.study.negaeri_balance import fair_table, pawn_curve
from variantlab.study.negaeri_samples import effect_of_the_pawn, needed_table, sample_table
from variantlab.view import shogi_tables
from variantlab.view.shogi import KANJI

both_languages = pytest.mark.parametrize("lang", ["en", "ja"])


@both_languages
def test_every_piece_has_a_line(lang):
    table = shogi_tables.pieces_table(lang)
    assert table.iloc[:, 0].tolist() == list(KANJI.values())
    assert table.iloc[:, 2].tolist() == list(KANJI)
    assert table.iloc[1, 4].startswith(KANJI["+P"])


@both_languages
def test_the_articles_shares_keep_their_counts(lang):
    claims = shogi_tables.reported_claims(lang)
    assert sorted(claims.values()) == sorted((one.k, one.n) for one in REPORTED.values() if one.k is not None)
    assert all(name[:2] in ("N2", "N3", "N4") for name in claims)


@both_languages
def test_numbers_of_games_are_those_of_the_statistics(lang):
    samples, needed = sample_table(), needed_table()
    shown = shogi_tables.samples_table(lang)
    assert shown.iloc[:, 0].tolist() == samples["n"].tolist()
    assert shown.iloc[:, 3].tolist() == [f"{x:.0%}" for x in samples["power_at_0.59"]]
    table = shogi_tables.games_needed_table(lang)
    assert table.iloc[:, 1].tolist() == [f"{int(n):,}" for n in needed["n_games"]]


@both_languages
def test_lent_spreads_stand_around_the_articles_means(lang):
    table = shogi_tables.lent_spreads_table(lang)
    for column, part in zip(table.columns[2:], ("as_it_is", "no_edge"), strict=True):
        value = REPORTED["N1", part].value
        assert f"{value:g}" in column
        for cell in filter(None, table[column]):
            low, high = (float(end) for end in cell.replace("〜", " to ").split(" to "))
            assert low < value < high


def test_runs_are_the_games_of_their_seeds():
    game = NegaeriShogi(sente_pawns=3)
    runs = shogi_tables.wins_again(game, "random", 30, 3, 5, "en")
    for number, (k, n) in enumerate(runs.values()):
        counts = tally(game, ("random", "random"), 30, 5 + number)
        assert (k, n) == (counts.labels["winner"]["sente"], counts.n_finished)
    said = shogi_tables.say_again({"a": (30, 60), "b": (10, 60)}, "en")
    assert "from 10 to 30 wins of sente. 1 of the 2 intervals" in said


@both_languages
def test_fair_pawns_are_those_of_the_study(lang):
    rows = pawn_curve()
    found = fair_table(rows)
    table = shogi_tables.fair_pawns_table(rows, lang)
    assert table.iloc[:, 1].tolist() == found["nearest"].tolist()
    assert table.iloc[:, 4].tolist() == found["capped"].tolist()
    assert not (table.iloc[:, 5] == "").any()
    n_fair = int((found["may_be_fair"] != "").sum())
    assert str(n_fair) in shogi_tables.say_pawns(rows, lang)


@both_languages
def test_a_difference_is_said_with_its_sign(lang):
    effect = effect_of_the_pawn()
    said = shogi_tables.say("pawn_effect", lang, difference=effect, shown="")
    assert f"+{100 * effect.estimate:.1f}% [+{100 * effect.low:.1f}, +{100 * effect.high:.1f}]" in said


def test_all_words_are_there_in_both_languages():
    for words in (*shogi_tables.WORDS.values(), *shogi_tables.SENTENCES.values()):
        assert set(words) == {"en", "ja"}
        assert all(words.values())
