"""What boards with discs share: the felt and its lines, discs told apart by shape, the mark of a flip."""

from __future__ import annotations

from variantlab.view.svg import INK

__all__ = ["disc", "felt", "flip_mark", "ring"]

SQUARE = 40  # all lengths are in the drawing's own unit
FELT, FELT_LINE, FRAME = "#2f7f5f", "#174f39", "#e9e4d8"
BLACK, WHITE, HALO, BLUE = "#161616", "#fbfbf7", "#ffffff", "#0b63c5"
COLUMNS = "abcdefgh"


def felt(size: int, edge: int, rim: int) -> str:
    """Return a board without discs: its frame, the felt, the lines, the letters and the numbers.

    Parameters
    ----------
    size : int
        Columns and rows.
    edge, rim : int
        How wide the frame is: left and above, where the letters are; right and below.

    Examples
    --------
    >>> felt(4, 26, 10).count("<text")
    8
    """
    inner = SQUARE * size
    side, low, high = edge + inner + rim, edge, edge + inner
    lines = "".join(
        f"M{edge + SQUARE * i} {low}V{high}M{low} {edge + SQUARE * i}H{high}" for i in range(size + 1)
    )
    signs = "".join(
        f'<text x="{edge + SQUARE * i + SQUARE // 2}" y="{edge - 8}">{COLUMNS[i]}</text>'
        f'<text x="{edge // 2}" y="{edge + SQUARE * i + SQUARE // 2 + 5}">{i + 1}</text>'
        for i in range(size)
    )
    return (
        f'<rect width="{side}" height="{side}" rx="6" fill="{FRAME}"/>'
        f'<rect x="{low}" y="{low}" width="{inner}" height="{inner}" fill="{FELT}"/>'
        f'<path d="{lines}" stroke="{FELT_LINE}" stroke-width="1.5" fill="none"/>'
        f'<g font-size="14" fill="{INK}" text-anchor="middle">{signs}</g>'
    )


def disc(x: float, y: float, colour: str, attributes: str, is_faded: bool = False, radius: float = 16) -> str:
    """Return a disc whose shape tells its colour: the white one has a ring inside.

    Parameters
    ----------
    x, y : float
        Its centre.
    colour : {'black', 'white'}
        The face that shows.
    attributes : str
        Of its SVG element, such as ``data-square``.
    is_faded : bool, optional
        Whether it is about to leave.
    radius : float, optional
        Half its width.

    Examples
    --------
    >>> [disc(20, 20, colour, "").count("<circle") for colour in ("black", "white")]
    [1, 2]
    """
    fill, rim = (BLACK, "#d9d9d9") if colour == "black" else (WHITE, "#1b1b1b")
    faded = ' opacity="0.6"' if is_faded else ""
    inside = "" if colour == "black" else ring(x, y, radius * 0.62, "#8a8a80", 1.2)
    drawn = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{rim}" stroke-width="1.5"/>'
    return f"<g {attributes}{faded}>{drawn}{inside}</g>"


def ring(x: float, y: float, radius: float, colour: str, width: float, dashes: str = "") -> str:
    """Return a circle that is not filled, its line dashed where `dashes` says how."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:g}"{dashed}/>'
    )


def flip_mark(x: float, y: float) -> str:
    """Return the mark of a disc that is turned: a ring."""
    return ring(x, y, 10, HALO, 6) + ring(x, y, 10, BLUE, 3.5)
