"""Chopsticks positions as SVG: four hands with raised fingers, and the article's matrix beside them.

The first player's hands stand above, the second player's below, as in the article's matrix. Nothing is told
by colour alone: a hand that is out is crossed and dashed, and says so; the side to move has an arrow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from variantlab.errors import invalid
from variantlab.games.chopsticks.position import ChopsticksPosition
from variantlab.view.boards import CARD, FONT, INK, boards_row
from variantlab.view.labels import label, language
from variantlab.view.markup import Markup, escaped
from variantlab.view.places import Place

__all__ = ["hands_row", "hands_svg", "matrix_svg", "places", "position_html"]

WIDTH, HAND, LINE = 300, 118, 22  # all lengths are in the drawing's own unit
MIDDLE, TOP = 78, 26  # where the left hand's palm is, and what the players' names take
PALM = 25
SECOND_Y = HAND + TOP + 8  # where the second player's name begins, below the first player's hands
FIRST, SECOND, OUT, MOVER = "#f6dcc4", "#cfe3f1", "#efefef", "#b3261e"


def hands_svg(
    position: ChopsticksPosition,
    *,
    lang: str | None = None,
    title: str | None = None,
    size_px: int = 260,
) -> Markup:
    """Return a position as a drawing of four hands, with words for screen readers.

    Parameters
    ----------
    position : ChopsticksPosition
        The position.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    title : str, optional
        A heading; escaped.
    size_px : int, optional
        The width in pixels, 40 to 4000.

    Returns
    -------
    Markup
        Well-formed SVG. Each hand carries ``data-hand``, the player and the side, and ``data-fingers``.

    Raises
    ------
    VariantlabError
        When the size is no whole number of pixels from 40 to 4000, or the language is unknown.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> svg = hands_svg(Chopsticks().position("30/21 second"), lang="en")
    >>> svg.count('data-fingers="0"'), "second player to move" in svg
    (1, True)
    """
    lang = language(lang)
    if isinstance(size_px, bool) or not isinstance(size_px, int) or not 40 <= size_px <= 4000:
        raise invalid("size_px", size_px, "a whole number from 40 to 4000")
    top = _top(title)
    height = top + 2 * (HAND + TOP) + LINE + 18
    heading = _text(title, WIDTH / 2, LINE, 15, anchor="middle", weight="bold") if title else ""
    state = state_in_words(position, lang)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{size_px}" '
        f'height="{round(size_px * height / WIDTH)}" role="img" '
        f'aria-label="{escaped(position_in_words(position, lang))}" font-family="{escaped(FONT)}">'
        f"<title>{escaped(title or label('hands', lang))}</title>"
        f'<rect width="{WIDTH}" height="{height}" rx="6" fill="{CARD}"/>{heading}'
        f'<g transform="translate(0 {top})">{_player(position, "first", 0, lang)}'
        f'<line x1="12" x2="{WIDTH - 12}" y1="{SECOND_Y - 2}" y2="{SECOND_Y - 2}" stroke="#d9d9d9"/>'
        f"{_player(position, 'second', SECOND_Y, lang)}</g>"
        f"{_text(state, WIDTH / 2, height - 9, 14, anchor='middle')}</svg>"
    )


def matrix_svg(position: ChopsticksPosition, *, lang: str | None = None, size_px: int = 90) -> Markup:
    """Return a position as the article's 2x2 matrix, the first player above.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> matrix_svg(Chopsticks().start_position(), lang="en").count("<text")
    4
    """
    lang = language(lang)
    cells = "".join(
        _text(str(fingers), 36 + 48 * column, 42 + 44 * row, 30, anchor="middle")
        for row, hands in enumerate((position.first, position.second))
        for column, fingers in enumerate(hands)
    )
    brackets = "".join(
        f'<path d="M{x} 8 Q{x + bend} 54 {x} 100" fill="none" stroke="{INK}" stroke-width="2"/>'
        for x, bend in ((18, -16), (102, 16))
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 108" width="{size_px}" '
        f'height="{round(size_px * 0.9)}" role="img" '
        f'aria-label="{escaped(position_in_words(position, lang))}" font-family="{escaped(FONT)}">'
        f'<rect width="120" height="108" rx="6" fill="{CARD}"/>{brackets}{cells}</svg>'
    )


def places(position: ChopsticksPosition, *, title: str | None = None) -> tuple[Place, ...]:
    """Return where the four hands are on the drawing of `hands_svg`.

    Parameters
    ----------
    position : ChopsticksPosition
        The position; all have the same places.
    title : str, optional
        The heading of the drawing, which moves the hands down.

    Returns
    -------
    tuple of Place
        ``'first:L'``, ``'first:R'``, ``'second:L'``, ``'second:R'``: the left hand is the one with more
        fingers, as the position has it.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> [place.name for place in places(Chopsticks().start_position()) if place.row == 1]
    ['second:L', 'second:R']
    """
    half = WIDTH / 2
    return tuple(
        Place(f"{player}:{side}", half * column + 6, _top(title) + y + TOP, half - 12, HAND + 6, row, column)
        for row, (player, y) in enumerate(zip(position.game.colours, (0, SECOND_Y), strict=True))
        for column, side in enumerate("LR")
    )


def position_html(position: ChopsticksPosition) -> Markup:
    """Return a position as a notebook shows it: its hands, in the default language."""
    return hands_svg(position)


def hands_row(
    positions: Iterable[ChopsticksPosition | tuple[str, ChopsticksPosition]],
    *,
    as_matrix: bool = False,
    lang: str | None = None,
    size_px: int | None = None,
) -> Markup:
    """Return positions side by side as HTML, each with its caption where it has one.

    Parameters
    ----------
    positions : iterable of positions, or of pairs of a caption and a position
        Captions are escaped.
    as_matrix : bool, optional
        Draw the article's matrices in place of the hands.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of each.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> start = Chopsticks().start_position()
    >>> hands_row([("start", start), start.play("1>1")]).count("<svg")
    2
    """
    draw, usual = (matrix_svg, 90) if as_matrix else (hands_svg, 190)
    shown: list[Markup | tuple[str, Markup]] = []
    for one in positions:
        caption, position = one if isinstance(one, tuple) else (None, one)
        picture = draw(position, lang=lang, size_px=size_px or usual)
        shown.append(picture if caption is None else (caption, picture))
    return boards_row(shown, lang=lang)


def state_in_words(position: ChopsticksPosition, lang: str | None = None) -> str:
    """Return who is to move, or who has won, in words.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> state_in_words(Chopsticks().position("00/21"), "en")
    'second player wins'
    """
    lang = language(lang)
    if position.outcome is not None:
        return label(f"{position.outcome}_player_wins", lang)
    if position.is_over:
        return label("capped", lang)
    key = f"{position.to_move}_acts_again" if position.acts_again else f"{position.to_move}_to_move"
    return label(key, lang)


def position_in_words(position: ChopsticksPosition, lang: str | None = None) -> str:
    """Return a position in words: both players' hands and who is to move."""
    lang = language(lang)
    colon, comma = label("colon", lang), label("comma", lang)
    hands = [
        f"{label(f'{player}_player', lang)}{colon}{comma.join(map(str, position.hands(player)))}"
        for player in ("first", "second")
    ]
    return label("stop", lang).join([*hands, state_in_words(position, lang)])


# --- the parts of the drawing -----------------------------------------------------------------------------


def _top(title: str | None) -> int:
    """Return what the heading takes."""
    return LINE + 6 if title else 0


def _player(position: ChopsticksPosition, player: str, y: float, lang: str) -> str:
    """Return a player's name and two hands."""
    is_mover = position.to_move == player and not position.is_over
    again = "↻" if position.acts_again else "▶"
    name = label(f"{player}_player", lang)
    shown = f"{again} {name}" if is_mover else name
    heading = _text(
        shown, 12, y + 19, 14, colour=MOVER if is_mover else INK, weight="bold" if is_mover else "normal"
    )
    colour = FIRST if player == "first" else SECOND
    hands = "".join(
        _hand(fingers, x, y + TOP, colour, f"{player} {side}", lang)
        for fingers, x, side in zip(
            position.hands(player), (MIDDLE, WIDTH - MIDDLE), ("left", "right"), strict=True
        )
    )
    return heading + hands


def _hand(fingers: int, x: float, y: float, colour: str, name: str, lang: str) -> str:
    """Return a hand with so many fingers raised, and their number beside it."""
    palm = y + HAND - PALM - 14
    is_out = fingers == 0
    fill, stroke = (OUT, "#8a8a8a") if is_out else (colour, "#444444")
    dashes = ' stroke-dasharray="5 4"' if is_out else ""
    drawn = "".join(
        _finger(x, palm, angle, length, fill, stroke, dashes) for angle, length in _fingers(fingers)
    )
    drawn += (
        f'<circle cx="{x:g}" cy="{palm:g}" r="{PALM}" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="1.6"{dashes}/>'
    )
    if is_out:
        drawn += (
            f'<path d="M{x - 13:g} {palm - 13:g}l26 26m0 -26l-26 26" stroke="{stroke}" stroke-width="2"/>'
        )
        number = _text(label("out", lang), x, palm + PALM + 15, 13, anchor="middle", colour="#666666")
    else:
        number = _text(str(fingers), x, palm + 9, 25, anchor="middle", weight="bold")
    return f'<g data-hand="{name}" data-fingers="{fingers}">{drawn}{number}</g>'


def _fingers(raised: int) -> list[tuple[float, float]]:
    """Return the angle (degrees, to the right of upright) and the length of each finger; folded ones are
    short.

    Fingers are raised in the article's order: the index finger first, then its neighbours, the thumb last.
    """
    if raised <= 5:
        up = min(raised, 4)
        row = [(-30 + 20 * i, 64.0 if i < up else 31.0) for i in range(4)]
        return [*row, (-74, 56.0 if raised == 5 else 30.0)]
    n = raised - 1
    return [*((-34 + 68 * i / (n - 1), 64.0) for i in range(n)), (-80, 56.0)]


def _finger(x: float, y: float, angle: float, length: float, fill: str, stroke: str, dashes: str) -> str:
    """Return a finger that points away from the middle of the palm."""
    width = 13
    foot = PALM - 8
    shift = 0.0 if abs(angle) > 60 else math.sin(math.radians(angle)) * 4
    return (
        f'<rect x="{x + shift - width / 2:g}" y="{y - length:g}" width="{width}" height="{length - foot:g}" '
        f'rx="6.5" fill="{fill}" stroke="{stroke}" stroke-width="1.6"{dashes} '
        f'transform="rotate({angle:g} {x:g} {y:g})"/>'
    )


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    anchor: str = "start",
    colour: str = INK,
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}" '
        f'font-weight="{weight}">{escaped(text)}</text>'
    )
