"""Notebooks and summaries as web pages: each one file that fetches nothing and runs no script.

Two walls keep what a person typed harmless. What a page shows is rebuilt from a short list of elements and
attributes, and everything else becomes visible text. And each page tells the browser to run no script and to
fetch nothing.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection
from functools import cache
from typing import Any

from nbformat import NotebookNode, from_dict

from variantlab.view.markup import escaped

__all__ = ["harmless_html", "markdown_html", "notebook_page", "page"]

WIDGET = "application/vnd.jupyter.widget-view+json"
FORBID = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
#: The kinds of output that a page shows, the best first. A widget shows its picture.
SHOWN_KINDS = (
    "image/svg+xml",
    "text/html",
    "text/markdown",
    "image/png",
    "image/jpeg",
    "text/plain",
)


def names(text: str) -> frozenset[str]:
    """Return the names that a text lists."""
    return frozenset(text.split())


TEXT_ELEMENTS = names("""
    a abbr b blockquote br caption code col colgroup dd del details div dl dt em figcaption figure h1 h2
    h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q ruby rp rt s samp section small span strong sub
    summary sup table tbody td tfoot th thead tr tt u ul var
""")
SVG_ELEMENTS = names("""
    svg g defs desc title symbol use path rect circle ellipse line polyline polygon text tspan textPath
    marker clipPath mask pattern linearGradient radialGradient stop
""")
TEXT_ATTRIBUTES = names("""
    align class colspan dir headers height id lang open role rowspan scope start style title width
""")
SVG_ATTRIBUTES = names("""
    clip-path clip-rule clipPathUnits cx cy d dominant-baseline dx dy fill fill-opacity fill-rule
    font-family font-size font-style font-weight gradientTransform gradientUnits letter-spacing marker-end
    marker-mid marker-start markerHeight markerUnits markerWidth mask offset opacity orient paint-order
    pathLength patternTransform patternUnits points preserveAspectRatio r refX refY rx ry stop-color
    stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration textLength transform
    vector-effect viewBox visibility x x1 x2 xmlns xmlns:xlink y y1 y2
""")
STYLES = names("""
    align-items border border-bottom border-collapse border-color border-left border-radius border-right
    border-spacing border-style border-top border-width box-sizing clear color column-gap display
    dominant-baseline fill fill-opacity flex flex-direction flex-wrap float font font-family font-size
    font-style font-variant font-weight gap height justify-content letter-spacing line-height margin
    margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width opacity
    overflow overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top
    paint-order stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration
    text-indent vertical-align visibility white-space width word-break
""")
PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|svg\+xml);base64,[A-Za-z0-9+/=\s]*\Z")
ADDRESS_IN_STYLE = re.compile(r"""url\s*\(\s*["']?(?!#)|\\""", re.IGNORECASE)
STYLE_BLOCK = re.compile(r"<style\b[^>]*>.*?</style\s*>", re.IGNORECASE | re.DOTALL)
LINK_TO_NOTEBOOK = re.compile(r' href="([\w.-]+)\.ipynb(#[^"]*)?"')

STYLE = """
:root { color-scheme: light; --ink: #222; --soft: #666; --line: #ddd; --tint: #f6f6f4; --mark: #0b6e99; }
body { margin: 0 auto; max-width: 50rem; padding: 1rem 1.2rem 4rem; color: var(--ink); background: #fff;
  font: 1rem/1.6 system-ui, "Hiragino Sans", "Yu Gothic", Meiryo, "Noto Sans JP", sans-serif; }
header { color: var(--soft); font-size: 0.9rem; padding-bottom: 0.4rem;
  border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; justify-content: space-between; }
h1, h2, h3 { line-height: 1.25; margin: 1.6em 0 0.5em; } h1 { font-size: 1.8rem; } h2 { font-size: 1.35rem; }
a { color: var(--mark); }
pre { background: var(--tint); padding: 0.6rem 0.8rem; border-radius: 4px; white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: 0.85rem/1.5 ui-monospace, Menlo, Consolas, "Noto Sans Mono CJK JP", monospace; }
code { background: var(--tint); border-radius: 3px; padding: 0 0.2em;
  font-family: ui-monospace, Menlo, Consolas, monospace; }
pre code { padding: 0; }
table { border-collapse: collapse; margin: 0.8rem 0; font-size: 0.92rem; display: block; overflow-x: auto; }
caption, figcaption { text-align: left; color: var(--soft); font-size: 0.88rem; padding: 0.2rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.7rem; text-align: left;
  vertical-align: top; }
thead th { border-bottom: 2px solid #999; }
img, svg { max-width: 100%; height: auto; }
figure { margin: 0.8rem 0; }
details.code { margin: 0.4rem 0; }
details.code > summary { color: var(--soft); font-size: 0.8rem; cursor: pointer; }
blockquote { border-left: 3px solid var(--line); margin-left: 0; padding-left: 1rem; color: #444; }
@media print { details.code > summary { display: none; } body { max-width: none; } }
"""

TEMPLATE = """
{%- extends 'basic/index.html.j2' -%}
{%- block input -%}
<details class="code" open><summary>Python</summary>
{{ cell.source | highlight_code(metadata=cell.metadata) }}</details>
{%- endblock input -%}
{%- block stream_stderr -%}{%- endblock stream_stderr -%}
{%- block data_javascript -%}{%- endblock data_javascript -%}
{%- block data_widget_view -%}{%- endblock data_widget_view -%}
"""


# ------------------------------------------------------------------------------------------ harmless HTML


def harmless_html(html: str) -> str:
    """Return HTML in which only what shows text and pictures is left; all else is visible as text.

    Boards and charts in SVG stay as they are. Pictures hold their own bytes; no address is fetched.

    Parameters
    ----------
    html : str
        A piece of a page.

    Examples
    --------
    >>> harmless_html('<p onclick="steal()">3 plies<script>steal()</script></p>')
    '<p>3 plies&lt;script&gt;steal()&lt;/script&gt;</p>'
    >>> harmless_html('<svg viewBox="0 0 9 9"><circle r="4" onload="steal()"></circle></svg>')
    '<svg viewBox="0 0 9 9"><circle r="4"></circle></svg>'
    """
    return str(cleaner().clean(STYLE_BLOCK.sub("", html)))


@cache
def cleaner() -> Any:
    """Return what rebuilds HTML from the lists above."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from bleach.css_sanitizer import CSSSanitizer  # type: ignore[import-untyped]
        from bleach.sanitizer import Cleaner  # type: ignore[import-untyped]

    return Cleaner(
        tags=TEXT_ELEMENTS | SVG_ELEMENTS,
        attributes=is_kept,
        protocols={"http", "https", "mailto", "data"},
        css_sanitizer=CSSSanitizer(allowed_css_properties=sorted(STYLES), allowed_svg_properties=[]),
        strip_comments=True,
    )


ATTRIBUTES = TEXT_ATTRIBUTES | SVG_ATTRIBUTES


def is_kept(element: str, attribute: str, value: str) -> bool:
    """Return whether an attribute of an element is kept."""
    if attribute in ("href", "xlink:href"):
        is_inside = value.startswith("#")
        return is_inside or (element == "a" and not value.strip().casefold().startswith("data:"))
    if attribute == "src":
        return element == "img" and PICTURE.match(value) is not None
    if attribute == "style" and ADDRESS_IN_STYLE.search(value):
        return False
    return attribute == "alt" or attribute.startswith(("aria-", "data-")) or attribute in ATTRIBUTES


# ------------------------------------------------------------------------------------------ pages


def page(title: str, body: str, lang: str, *, head: str = "", style: str = "") -> str:
    """Return a whole page around HTML that is harmless.

    Parameters
    ----------
    title : str
        The page's title.
    body : str
        Its content.
    lang : {'en', 'ja'}
        Its language.
    head : str, optional
        What stands above the content, HTML.
    style : str, optional
        More style sheet.
    """
    return (
        f'<!DOCTYPE html>\n<html lang="{escaped(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escaped(FORBID)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n"
        f"<header>{head}</header>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def markdown_html(markdown: str) -> str:
    """Return Markdown as HTML that is harmless.

    Examples
    --------
    >>> markdown_html("**3** plies")
    '<p><strong>3</strong> plies</p>'
    """
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    renderer = IPythonRenderer(escape=False, exclude_anchor_links=True)
    return harmless_html(str(MarkdownWithMath(renderer=renderer).render(markdown))).strip()


def notebook_page(
    notebook: NotebookNode, title: str, lang: str, *, head: str = "", pages: Collection[str] = ()
) -> str:
    """Return a notebook that was run as a page: its texts, its code, which can be folded, and its outputs.

    Progress bars and warnings on the error stream are left out. A widget shows its picture.

    Parameters
    ----------
    notebook : NotebookNode
        From `variantlab.view.notebooks.execute`.
    title : str
        The page's title.
    lang : {'en', 'ja'}
        The page's language.
    head : str, optional
        What stands above the notebook, HTML.
    pages : collection of str, optional
        The names, without suffix, of the notebooks that are pages too: links to these lead to the page. Links
        to other notebooks stay text.
    """
    from nbconvert.exporters import HTMLExporter
    from traitlets.config import Config

    kinds = Config({"NbConvertBase": {"display_data_priority": list(SHOWN_KINDS)}})
    exporter = HTMLExporter(raw_template=TEMPLATE, config=kinds)
    exporter.exclude_input_prompt = exporter.exclude_output_prompt = exporter.exclude_anchor_links = True
    body, _ = exporter.from_notebook_node(without_progress_bars(notebook))
    html = LINK_TO_NOTEBOOK.sub(lambda link: link_to_page(link, pages), harmless_html(body))
    return page(title, html, lang, head=head, style=code_style())


def without_progress_bars(notebook: NotebookNode) -> NotebookNode:
    """Return a copy of a notebook without widgets that have no picture, and without the widgets' state."""
    copy = from_dict(notebook)
    copy.metadata.pop("widgets", None)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not is_bare_widget(output)]
    return copy


def is_bare_widget(output: NotebookNode) -> bool:
    """Return whether an output is a widget that has nothing to show on a page but its name."""
    kinds = set(output.get("data", {}))
    return WIDGET in kinds and kinds <= {WIDGET, "text/plain"}


def link_to_page(link: re.Match[str], pages: Collection[str]) -> str:
    """Return the link to the page of a notebook; nothing where it has none."""
    return f' href="{link[1]}.html{link[2] or ""}"' if link[1] in pages else ""


@cache
def code_style() -> str:
    """Return the colours of code."""
    from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

    return str(HtmlFormatter(style="default").get_style_defs(".highlight"))
