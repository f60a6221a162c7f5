"""The shapes of throw boards: stacks seen from the side, crosses, arrows, ellipses, frames."""

from __future__ import annotations

from variantlab.view.boards import RED
from variantlab.view.discs import BLACK, HALO, WHITE
from variantlab.view.svg import INK, svg_text

__all__ = [
    "ORANGE", "arrow", "column_of_stack", "cross", "disc_on_edge", "dot", "ellipse", "frame", "slanted_cross",
]  # fmt: skip

ORANGE = "#e8590c"
#: Discs of a stack that its column shows.
MOST_SLICES = 8


def column_of_stack(x: float, y: float, stack: tuple[str, ...]) -> str:
    """Return a stack seen from the side, its top disc above; of a tall one the lowest are left out.

    Parameters
    ----------
    x, y : float
        The middle of its left side.
    stack : tuple of str
        The colours of its discs, from bottom to top.

    Examples
    --------
    >>> column_of_stack(0, 0, ("white", "black")).count("data-slice")
    2
    """
    shown = list(reversed(stack))[:MOST_SLICES]
    is_cut = len(stack) > len(shown)
    height = 4 * len(shown) + (3 if is_cut else 0)
    top = y - height / 2
    slices = "".join(_slice(x, top + 4 * number, colour) for number, colour in enumerate(shown))
    dots = svg_text("…", x + 4.5, top + height - 0.5, 8, anchor="middle", weight=700) if is_cut else ""
    plate = (
        f'<rect x="{x - 1.5:g}" y="{top - 1.5:g}" width="12" height="{height + 3:g}" rx="2" '
        f'fill="#c9d8cf" stroke="{INK}" stroke-width="0.6"/>'
    )
    return f'<g aria-hidden="true">{plate}{slices}{dots}</g>'


def _slice(x: float, y: float, colour: str) -> str:
    """Return a disc seen from the side; a white one has a line through it."""
    is_black = colour == "black"
    fill, line = (BLACK, "#d9d9d9") if is_black else (WHITE, INK)
    middle = f'<path d="M{x + 1.5:g} {y + 1.75:g}h6" stroke="#8a8a80" stroke-width="0.7"/>'
    return (
        f'<rect data-slice="{colour}" x="{x:g}" y="{y:g}" width="9" height="3.5" rx="1.2" fill="{fill}" '
        f'stroke="{line}" stroke-width="0.5"/>{"" if is_black else middle}'
    )


def disc_on_edge(x: float, y: float, radius: float) -> str:
    """Return a disc that stands on edge, seen from above: a bar, half black and half white."""
    width = 2 * radius
    return (
        f'<rect x="{x - radius:g}" y="{y - 3.5:g}" width="{width:g}" height="7" rx="3" fill="{WHITE}" '
        f'stroke="{ORANGE}" stroke-width="1.6"/>'
        f'<rect x="{x - radius + 1:g}" y="{y - 2.5:g}" width="{width - 2:g}" height="2.5" rx="1" '
        f'fill="{BLACK}"/>'
    )


def ellipse(x: float, y: float, across: float, along: float, is_solid: bool) -> str:
    """Return an ellipse of the spread, from its half widths, solid or dashed."""
    at = f'cx="{x:g}" cy="{y:g}" rx="{max(0.5, across):g}" ry="{max(0.5, along):g}"'
    width, dashes = (1.8, "") if is_solid else (1.4, ' stroke-dasharray="5 4"')
    return (
        f'<ellipse {at} fill="{HALO}" fill-opacity="0.13" stroke="{HALO}" stroke-width="{width + 1.6:g}"/>'
        f'<ellipse {at} fill="none" stroke="{RED}" stroke-width="{width}"{dashes}/>'
    )


def cross(x: float, y: float, arm: float = 9) -> str:
    """Return an upright cross: an aim."""
    path = f"M{x - arm:g} {y:g}h{2 * arm:g}M{x:g} {y - arm:g}v{2 * arm:g}"
    return "".join(
        f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'
        for colour, width in ((HALO, 5), (RED, 2.4))
    )


def slanted_cross(x: float, y: float) -> str:
    """Return a slanted cross: a disc that is out of the game."""
    path = f"M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10"
    return f'<path d="{path}" stroke="{RED}" stroke-width="2.6"/>'


def dot(x: float, y: float, colour: str) -> str:
    """Return a small dot."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="3.4" fill="{colour}" stroke="{HALO}" stroke-width="1.2"/>'


def frame(x: float, y: float, half: float, colour: str, width: float, dashes: str = "") -> str:
    """Return a square frame about a point, its line dashed where `dashes` says how."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" '
        f'rx="{half / 6:g}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
    )


def arrow(x: float, y: float, to_x: float, to_y: float, colour: str) -> str:
    """Return an arrow with a head of its own: markers would need names that are unique on the page."""
    dx, dy = to_x - x, to_y - y
    length = max(1e-9, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    foot_x, foot_y = to_x - 8 * ux, to_y - 8 * uy
    head = (
        f"M{to_x:g} {to_y:g}L{foot_x - 4.5 * uy:g} {foot_y + 4.5 * ux:g}"
        f"L{foot_x + 4.5 * uy:g} {foot_y - 4.5 * ux:g}Z"
    )
    shaft = f"M{x:g} {y:g}L{foot_x:g} {foot_y:g}"
    return (
        f'<path d="{shaft}" stroke="{HALO}" stroke-width="5"/>'
        f'<path d="{head}" stroke="{HALO}" stroke-width="2.4"/>'
        f'<path d="{shaft}" stroke="{colour}" stroke-width="2.6"/><path d="{head}" fill="{colour}"/>'
    )
