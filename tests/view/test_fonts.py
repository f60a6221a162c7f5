"""Fonts: Japanese glyphs and the minus sign are there; without a Japanese font the reader is told."""

import matplotlib
import pytest
import seaborn
from fontTools.ttLib import TTFont
from matplotlib import font_manager

from variantlab.view import fonts
from variantlab.view.figures import chart_theme
from variantlab.view.labels import LABELS


@pytest.fixture(autouse=True)
def _settings_of_the_reader():
    with matplotlib.rc_context():
        yield


def glyphs(font):
    """Return the characters that a font has."""
    return set(TTFont(font_manager.findfont(font)).getBestCmap())


def test_japanese_charts_have_every_glyph_of_every_label_and_the_minus_sign():
    signs = {ord(sign) for words in LABELS.values() for sign in words["ja"] + words["en"]} | {0x2212}
    families = fonts.font_families("ja")
    assert families[0] == "IPAexGothic"
    assert signs <= set().union(*(glyphs(font) for font in families))


def test_japanese_names_can_be_shown_in_english_charts_too():
    assert fonts.font_families("en") == ["DejaVu Sans", "IPAexGothic"]


def test_asking_for_the_fonts_changes_no_setting(monkeypatch):
    fonts.japanese_font.cache_clear()
    matplotlib.rcParams["font.family"] = ["serif"]
    fonts.font_families("ja")
    assert matplotlib.rcParams["font.family"] == ["serif"]


def test_the_theme_sets_the_font_after_seaborn_has_set_it_back():
    fonts.use_font("ja")
    seaborn.set_theme()
    assert matplotlib.rcParams["font.family"] != ["IPAexGothic", "DejaVu Sans"]
    chart_theme("ja")
    assert matplotlib.rcParams["font.family"] == ["IPAexGothic", "DejaVu Sans"]
    assert matplotlib.rcParams["axes.unicode_minus"]


def test_without_a_japanese_font_the_reader_is_told(monkeypatch):
    monkeypatch.setattr(fonts, "japanese_font", lambda: None)
    with pytest.warns(UserWarning, match="pip install matplotlib-fontja"):
        assert fonts.use_font("ja") == "DejaVu Sans"
    assert fonts.use_font("en") == "DejaVu Sans"
