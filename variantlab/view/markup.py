"""HTML and SVG that notebooks show, and what makes typed text harmless inside it."""

from __future__ import annotations

import html
import re

__all__ = ["Markup", "escaped", "printable"]

# XML 1.0 allows no control characters but tab and line ends, no surrogates, and not the last two of plane 0.
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class Markup(str):
    """HTML or SVG as text; a notebook shows what it describes.

    Unlike ``IPython.display.HTML`` it is never taken for the path of a file.

    Examples
    --------
    >>> Markup("<p>3 plies</p>")._repr_html_()
    '<p>3 plies</p>'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str.__str__(self)


def escaped(text: object) -> str:
    """Return the text for use inside HTML or XML, also in an attribute between double or single quotes.

    Parameters
    ----------
    text : object
        Whatever a person may have typed; `Markup` is escaped like all else.

    Returns
    -------
    str
        With ``&``, ``<``, ``>`` and quotes escaped; what XML cannot hold is shown as U+FFFD.

    Examples
    --------
    >>> escaped("</script>")
    '&lt;/script&gt;'
    """
    return html.escape(printable(str.__str__(text) if isinstance(text, str) else str(text)))


def printable(text: str) -> str:
    r"""Return the text with U+FFFD in the place of what XML cannot hold and no font can show.

    Examples
    --------
    >>> printable("a\x00b") == "a\ufffdb"
    True
    """
    return NOT_IN_XML.sub("\ufffd", text)
