"""Words: every key in both languages, with the same blanks; how the language is chosen."""

import string

import pytest

from variantlab.errors import VariantlabError
from variantlab.games.game import games
from variantlab.view.labels import LABELS, LANGUAGES, default_language, label, language, name, use_language


@pytest.fixture(autouse=True)
def _no_language_chosen(monkeypatch):
    monkeypatch.delenv("VARIANTLAB_LANG", raising=False)
    monkeypatch.setattr("variantlab.view.labels._chosen_language", None)


def blanks(text):
    """Return the names of a text's blanks."""
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("key", LABELS)
def test_every_key_has_both_languages_with_the_same_blanks(key):
    assert set(LABELS[key]) == set(LANGUAGES)
    assert all(LABELS[key].values())
    assert blanks(LABELS[key]["en"]) == blanks(LABELS[key]["ja"])


def test_rules_end_reasons_and_winners_of_othello_have_words():
    othello = games()["othello"]
    captures = othello.rule_fields()["capture"].metadata["allowed"]
    for key in (*captures, *othello.end_reasons, *othello.colours, "draw"):
        assert key in LABELS


def test_japanese_terms_are_those_of_the_article():
    terms = {
        "plies": "手数", "passes": "パス回数", "end_reason": "終局の理由", "wipeout": "全滅",
        "no_moves": "両者置けず", "board_full": "盤が埋まった",
        "black_wins": "黒勝", "white_wins": "白勝", "draw": "引き分け",
    }  # fmt: skip
    assert {key: label(key, "ja") for key in terms} == terms
    assert "打ち切り" in label("capped", "ja")
    assert "標準ルール" in label("flip", "ja")
    assert "消滅ルール" in label("vanish", "ja")


def test_language_is_the_one_given_then_the_one_chosen_then_the_environment_then_english(monkeypatch):
    assert default_language() == "en"
    monkeypatch.setenv("VARIANTLAB_LANG", "ja")
    assert label("draw") == "引き分け"
    assert use_language("en") == "en"
    assert label("draw") == "draw"
    assert label("draw", "ja") == "引き分け"
    assert use_language(None) == "ja"


def test_unknown_languages_and_keys_are_named(monkeypatch):
    with pytest.raises(VariantlabError, match="'fr'; allowed: en, ja"):
        language("fr")
    with pytest.raises(VariantlabError, match="allowed: en, ja"):
        use_language(3)
    with pytest.raises(VariantlabError, match=r"'wipout'.*'wipeout'"):
        label("wipout", "en")
    with pytest.raises(VariantlabError, match=r"n_games.*'n'"):
        label("n_games", "en")
    monkeypatch.setenv("VARIANTLAB_LANG", "de")
    with pytest.raises(VariantlabError, match="VARIANTLAB_LANG: got 'de'"):
        label("draw")


def test_a_refused_language_changes_nothing():
    use_language("ja")
    with pytest.raises(VariantlabError):
        use_language("JA")
    assert default_language() == "ja"


@pytest.mark.parametrize("typed", ["<b>", "{0}", "{n:,}", "run", "board", "mixed_up 3", ""])
def test_a_name_that_somebody_chose_stays_as_it_is(typed):
    assert name(typed, "ja") == typed


def test_rules_with_a_parameter_keep_it():
    assert name("mixed 0.25", "en") == "mixed 0.25"
    assert name("vanish_one nearest", "ja").startswith(label("vanish_one", "ja"))
    assert name("vanish_one nearest", "ja").endswith("nearest")
