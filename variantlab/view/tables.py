"""Small HTML tables: all text escaped, numbers at the right, a caption on top."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from variantlab.errors import invalid
from variantlab.stats.intervals import Estimate
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup, escaped

if TYPE_CHECKING:
    import pandas as pd

    from variantlab.view.figures import Chart

__all__ = ["captioned", "records_table", "table_html"]

MOST_ROWS = 20
CELL = "padding:2px 10px"
#: Columns of a record whose words are another key's: the column ``black`` counts discs.
COLUMN_KEYS = {"black": "black_discs", "white": "white_discs"}


def table_html(head: Sequence[object], rows: Sequence[Sequence[object]], caption: str = "") -> Markup:
    """Return a table as HTML.

    Parameters
    ----------
    head : sequence
        The names of the columns.
    rows : sequence of sequences
        The cells: numbers stand at the right and have at most four figures after the point; None is an empty
        cell.
    caption : str, optional
        Above the table.

    Raises
    ------
    VariantlabError
        When a row has not as many cells as the head.

    Examples
    --------
    >>> print(table_html(["winner", "games"], [["<black>", 510]], "seed 1").replace("<tr>", chr(10) + "<tr>"))
    <table><caption style="text-align:left">seed 1</caption><thead>
    <tr><th style="padding:2px 10px;text-align:left">winner</th><th style="padding:2px
    10px;text-align:right">\
games</th></tr></thead><tbody>
    <tr><td style="padding:2px 10px;text-align:left">&lt;black&gt;</td><td style="padding:2px 10px;\
text-align:right">510</td></tr></tbody></table>
    """
    for number, row in enumerate(rows):
        if len(row) != len(head):
            raise invalid(f"rows[{number}]", f"{len(row)} cells", f"{len(head)}, one for each column")
    sides = [_side([row[i] for row in rows]) for i in range(len(head))]
    title = f'<caption style="text-align:left">{escaped(caption)}</caption>' if caption else ""
    top = "".join(_cell("th", cell, side) for cell, side in zip(head, sides, strict=True))
    body = "".join(
        "<tr>" + "".join(_cell("td", cell, side) for cell, side in zip(row, sides, strict=True)) + "</tr>"
        for row in rows
    )
    return Markup(f"<table>{title}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>")


def _side(cells: Sequence[object]) -> str:
    """Return the side a column's cells stand at: right when all are numbers or empty."""
    filled = [cell for cell in cells if cell is not None]
    is_numeric = bool(filled) and all(isinstance(c, numbers.Real) and not isinstance(c, bool) for c in filled)
    return "right" if is_numeric else "left"


def _cell(tag: str, cell: object, side: str) -> str:
    return f'<{tag} style="{CELL};text-align:{side}">{escaped(cell_text(cell))}</{tag}>'


def cell_text(cell: object) -> str:
    """Return a cell's text.

    Examples
    --------
    >>> [cell_text(cell) for cell in (None, 1234, 0.5, 2 / 3, Fraction(7, 2), float("nan"), "a")]
    ['', '1,234', '0.5', '0.6667', '7/2', '', 'a']
    """
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, bool | str | Estimate | Fraction):
        return str(cell)
    if isinstance(cell, numbers.Integral):
        return f"{int(cell):,}"
    if isinstance(cell, numbers.Real):
        return f"{float(cell):.4f}".rstrip("0").rstrip(".")
    return str(cell)


def records_table(
    table: pd.DataFrame, *, caption: str = "", lang: str | None = None, n_rows: int = MOST_ROWS
) -> Markup:
    """Return the first games of a record as HTML, with the words of the language.

    Parameters
    ----------
    table : pandas.DataFrame
        One row a game, as `variantlab.simulate.simulate` returns it.
    caption : str, optional
        Above the table; how many of how many games are shown is added.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    n_rows : int, optional
        The most games to show.
    """
    lang = language(lang)
    columns = [str(column) for column in table.columns]
    head = [name(COLUMN_KEYS.get(column, column), lang) for column in columns]
    shown = table.head(n_rows).astype(object).to_numpy(dtype=object, na_value=None).tolist()
    rows = [
        [_record_cell(column, cell, lang) for column, cell in zip(columns, row, strict=True)] for row in shown
    ]
    count = label("rows_shown", lang, shown=len(rows), all=len(table))
    return table_html(head, rows, f"{caption}{label('stop', lang) if caption else ''}{count}")


def _record_cell(column: str, cell: object, lang: str) -> object:
    """Return a cell in the words of the language; a seed or a number of a game without separators."""
    if isinstance(cell, numbers.Integral) and column in ("seed", "game_index"):
        return str(int(cell))
    if not isinstance(cell, str):
        return cell
    if column == "winner" and cell in ("black", "white"):
        return label(f"{cell}_wins", lang)
    return name(cell, lang) if column in ("rule", "end_reason", "winner", "first_stuck") else cell


def captioned(shown: Markup | Chart, text: str) -> Markup:
    """Return a table, a board or a chart with a caption under it, as HTML.

    Parameters
    ----------
    shown : Markup or Chart
        What a function of this room returned; a chart is put in as a picture with its words.
    text : str
        The caption; escaped.

    Raises
    ------
    VariantlabError
        For anything else: plain text could hold anything.

    Examples
    --------
    >>> captioned(Markup("<svg/>"), "a < b")
    '<figure style="margin:0"><svg/><figcaption>a &lt; b</figcaption></figure>'
    """
    words = f"<figcaption>{escaped(text)}</figcaption>"
    return Markup(f'<figure style="margin:0">{_inner(shown)}{words}</figure>')


def _inner(shown: object) -> str:
    if isinstance(shown, Markup):
        return shown
    import base64

    from variantlab.view.figures import Chart

    if not isinstance(shown, Chart):
        raise invalid("shown", shown, "a table, a board or a chart of variantlab.view")
    picture = base64.b64encode(shown.png()).decode("ascii")
    width = round(shown.get_size_inches()[0] * 96)
    style = "max-width:100%;height:auto"
    source = f"data:image/png;base64,{picture}"
    return f'<img src="{source}" width="{width}" alt="{escaped(shown.alt_text)}" style="{style}">'
