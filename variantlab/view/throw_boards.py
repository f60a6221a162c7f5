"""Boards of Throw Othello as SVG: stacks of discs, and who throws."""

from __future__ import annotations

from variantlab.games.throw_othello.position import ThrowPosition, square_number
from variantlab.view.boards import CARD, FELT, FELT_LINE, FONT, INK
from variantlab.view.markup import Markup, escaped
from variantlab.view.svg import size_attributes, svg_text

__all__ = ["position_html"]

SQUARE, EDGE = 40, 26


def position_html(position: ThrowPosition) -> Markup:
    """Return a position as a notebook shows it."""
    inner = SQUARE * position.game.size
    side = inner + 2 * EDGE
    discs = "".join(_stack(square, stack) for square, stack in position.stacks().items())
    grid = "".join(
        f"M{EDGE + SQUARE * i} {EDGE}v{inner}M{EDGE} {EDGE + SQUARE * i}h{inner}"
        for i in range(position.game.size + 1)
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'{size_attributes(None, side, side)} role="img" aria-label="{escaped(str(position))}" '
        f'font-family="{escaped(FONT)}"><rect width="{side}" height="{side}" fill="{CARD}"/>'
        f'<rect x="{EDGE}" y="{EDGE}" width="{inner}" height="{inner}" fill="{FELT}"/>'
        f'<path d="{grid}" stroke="{FELT_LINE}"/>{discs}</svg>'
    )


def _stack(square: str, stack: tuple[str, ...]) -> str:
    number = square_number(square)
    x, y = EDGE + SQUARE * (number % 8 + 0.5), EDGE + SQUARE * (number // 8 + 0.5)
    fill, ink = ("#161616", "#ffffff") if stack[-1] == "black" else ("#fbfbf7", INK)
    height = svg_text(str(len(stack)), x, y + 5, 14, anchor="middle", colour=ink) if stack[1:] else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{fill}" stroke="{INK}"/>{height}'
