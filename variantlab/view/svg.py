"""The parts that drawings of boards share: sizes, headings, texts, and lines of words that fit the width."""

from __future__ import annotations

from variantlab.errors import invalid
from variantlab.view.markup import escaped

__all__ = ["INK", "Line", "fitting_title", "flowing_lines", "size_attributes", "svg_text", "text_width"]

INK = "#222222"
Line = list[tuple[float, str, str]]


def size_attributes(size_px: int | None, width: float, height: float) -> str:
    """Return the attributes of an SVG element that is `size_px` wide, and shrinks with its page.

    Parameters
    ----------
    size_px : int or None
        Pixels, 40 to 4000; None: 1.2 for each unit of the drawing.
    width, height : float
        Of the drawing, in its own units.

    Raises
    ------
    VariantlabError
        When the size is no whole number of pixels from 40 to 4000.

    Examples
    --------
    >>> size_attributes(300, 100, 50)
    'width="300" height="150" style="max-width:100%;height:auto"'
    """
    pixels = round(width * 1.2) if size_px is None else size_px
    if isinstance(pixels, bool) or not isinstance(pixels, int) or not 40 <= pixels <= 4000:
        raise invalid("size_px", size_px, "a whole number of pixels from 40 to 4000")
    style = "max-width:100%;height:auto"
    return f'width="{pixels}" height="{round(pixels * height / width)}" style="{style}"'


def svg_text(
    text: str, x: float, y: float, size: float, *, anchor: str = "start", colour: str = INK, weight: int = 400
) -> str:
    """Return a text of a drawing; escaped.

    Examples
    --------
    >>> svg_text("a<b", 8, 20, 14)
    '<text x="8" y="20" font-size="14" text-anchor="start" font-weight="400" fill="#222222">a&lt;b</text>'
    """
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{colour}">{escaped(text)}</text>'
    )


def fitting_title(title: str, width: float) -> str:
    """Return a heading in the middle of a drawing's top, smaller or cut where it is long."""
    size = min(15.0, max(11.0, 15 * (width - 16) / max(1.0, text_width(title, 15))))
    shown = title
    while text_width(shown, size) > width - 16:
        shown = f"{shown.rstrip('…')[:-1]}…"
    return svg_text(shown, width / 2, 20, size, anchor="middle", weight=600)


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is; a font of the reader's may be a little wider or narrower.

    Examples
    --------
    >>> text_width("歩", 20), text_width("P", 20)
    (20.0, 11.6)
    """
    return size * sum(1.0 if ord(sign) > 0x2E7F else 0.58 for sign in text)


def flowing_lines(items: list[tuple[str, str]], width: float) -> list[Line]:
    """Return items, each the name of a small picture and its words, in lines not wider than the drawing.

    Returns
    -------
    list of list of (float, str, str)
        Where each item starts, its picture (22 units wide where it has one) and its words, 14 units high.

    Examples
    --------
    >>> flowing_lines([("", "sente to move"), ("", "sente 6, gote 6")], width=160)
    [[(10.0, '', 'sente to move')], [(10.0, '', 'sente 6, gote 6')]]
    """
    lines: list[Line] = []
    x = width
    for picture, words in items:
        needed = (22 if picture else 0) + text_width(words, 14)
        if x + needed > width - 6:
            lines.append([])
            x = 10.0
        lines[-1].append((x, picture, words))
        x += needed + 14
    return lines
