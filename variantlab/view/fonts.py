"""The font of charts: one that has Japanese glyphs and a minus sign."""

from __future__ import annotations

import functools
import warnings

from variantlab.view.labels import language

__all__ = ["font_families", "use_font"]

BUNDLED = "IPAexGothic"
LATIN = "DejaVu Sans"
#: Japanese fonts that systems bring along, looked for when the bundled one is missing.
OF_SYSTEMS = (
    "Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Hiragino Maru Gothic Pro", "Yu Gothic", "Meiryo",
    "MS Gothic", "IPAGothic", "TakaoGothic", "VL Gothic",
)  # fmt: skip


def use_font(lang: str | None = None) -> str:
    """Return the name of the font that charts use from now on.

    ``seaborn.set_theme`` sets the font back: call this after it.

    Parameters
    ----------
    lang : {'en', 'ja'}, optional
        Japanese glyphs are there in both; the language says which font comes first.

    Returns
    -------
    str
        ``IPAexGothic`` for Japanese, from matplotlib-fontja, or a Japanese font of the system where that is
        missing; ``DejaVu Sans`` for English. A warning says when no Japanese font is there.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     use_font("ja")
    'IPAexGothic'
    """
    import matplotlib

    families = font_families(lang)
    matplotlib.rcParams["font.family"] = families
    matplotlib.rcParams["axes.unicode_minus"] = True
    return families[0]


def font_families(lang: str | None = None) -> list[str]:
    """Return the fonts to look for glyphs in, the first first; matplotlib falls back from one to the next.

    Parameters
    ----------
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    japanese = japanese_font()
    if japanese is None:
        if language(lang) == "ja":
            warnings.warn(
                "No Japanese font: labels would show empty boxes. Install matplotlib-fontja "
                "(pip install matplotlib-fontja) or one of these fonts: " + ", ".join(OF_SYSTEMS) + ".",
                stacklevel=2,
            )
        return [LATIN]
    return [japanese, LATIN] if language(lang) == "ja" else [LATIN, japanese]


@functools.cache
def japanese_font() -> str | None:
    """Return the name of a Japanese font that matplotlib can draw, or None."""
    import matplotlib
    from matplotlib import font_manager

    try:
        with matplotlib.rc_context():  # the import sets the font of every later chart
            import matplotlib_fontja
    except ImportError:
        known = set(font_manager.get_font_names())
        return next((font for font in OF_SYSTEMS if font in known), None)
    if BUNDLED not in font_manager.get_font_names():
        font_manager.fontManager.addfont(matplotlib_fontja.get_font_ttf_path())
    return BUNDLED
