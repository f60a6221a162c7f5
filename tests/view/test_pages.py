"""Pages fetch nothing and run nothing, whatever a person typed; boards and charts stay visible."""

import base64
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from variantlab.games.othello.rules import Othello
from variantlab.view.boards import before_and_after, board_svg
from variantlab.view.pages import harmless_html, markdown_html, notebook_page, page

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
WIDGET = "application/vnd.jupyter.widget-view+json"

#: What somebody may type as a name, or a file may hold.
HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<IMG SRC=x OnError = alert(1)>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><use href="https://example.org/x.svg#a"/></svg>',
    "<svg><style>@import url(https://example.org/x.css);</style></svg>",
    "<svg><foreignObject><iframe srcdoc='<script>alert(1)</script>'></iframe></foreignObject></svg>",
    '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
    '<rect fill="url(https://example.org/a#b)"/>',
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "<a href=' data:text/html,<script>alert(1)</script>'>x</a>",
    "<p style='background: url(https://example.org/a.png)'>x</p>",
    r"<p style='fill: u\72l(https://example.org/a.png)'>x</p>",
    "<p style='border: 1px solid url(https://example.org/a.png)'>x</p>",
    "<link rel=stylesheet href=https://example.org/a.css>",
    "<iframe src=https://example.org></iframe>",
    "<form action=https://example.org><button formaction=javascript:alert(1)>x</button></form>",
    "<img src='https://example.org/a.png'>",
    "<img src='//example.org/a.png' srcset='//example.org/b.png'>",
    "<img src='data:text/html;base64,AAAA'>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;<img src=1 onerror=alert(1)>'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<style><img src=x onerror=alert(1)></style>",
    "<style>x</style ><script>alert(1)</script>",
    "<base href=https://example.org/>",
    "<object data=https://example.org/a></object><embed src=https://example.org/a>",
    "<meta http-equiv=refresh content='0;url=https://example.org'>",
    "<video poster=https://example.org/a><source src=https://example.org/b></video>",
]


class Live(HTMLParser):
    """What of a page a browser would run or fetch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "iframe", "object", "embed", "link", "base", "form", "style", "foreignobject"):
            self.found.append(tag)
        for key, value in attrs:
            plain = re.sub(r"[\x00-\x20]", "", value or "").lower()
            if key.startswith("on") or plain.startswith(("javascript:", "vbscript:", "data:text")):
                self.found.append(f"{tag} {key}")
            fetches = key in ("src", "srcset", "poster", "data", "xlink:href") or (
                key == "href" and tag != "a"
            )
            if fetches and not plain.startswith(("data:image/", "#")):
                self.found.append(f"{tag} {key} {plain}")
            if re.search(r"url\((?!['\"]?#)|\\", plain) and tag != "meta" and key != "href":
                self.found.append(f"{tag} {key} {plain}")

    def handle_data(self, data):
        self.words += data


def live_parts(html: str) -> list[str]:
    """Return what of a piece of a page is live."""
    return Live(html).found


@pytest.mark.parametrize("text", HOSTILE)
def test_the_test_sees_what_is_live_in_hostile_text(text):
    assert live_parts(text) or "animate" in text or "math" in text or "noscript" in text or "meta" in text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_html_is_not_live(text):
    assert live_parts(harmless_html(f"<p>before {text} after</p>")) == []


@pytest.mark.parametrize("text", HOSTILE)
def test_cleaning_what_is_clean_changes_nothing(text):
    once = harmless_html(text)
    assert harmless_html(once) == once


def test_what_is_taken_away_is_visible():
    assert "<script>alert(1)</script>" in Live(harmless_html(HOSTILE[0])).words


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_markdown_is_not_live(text):
    assert live_parts(markdown_html(f"Some **words** {text}\n\n{text}\n")) == []
    assert live_parts(markdown_html(f"[{text}]({text}) ![x]({text})")) == []


def test_a_board_stays_as_it_is():
    svg = board_svg(Othello(capture="vanish").start_position(), preview="d3")
    assert parts_of(harmless_html(svg)) == parts_of(svg)
    row = before_and_after(Othello().start_position(), "d3")
    assert parts_of(harmless_html(row)) == parts_of(row)


def parts_of(html: str) -> list[tuple]:
    """Return the elements of a piece of a page, with their attributes in a standard form, and its words."""
    parts: list = []

    class Parts(HTMLParser):
        def handle_starttag(self, tag, attrs):
            own = sorted((key, re.sub(r"\s|;$", "", value or "")) for key, value in attrs if key != "xmlns")
            parts.append((tag, *own))

        def handle_data(self, data):
            parts.append(("words", data))

    Parts().feed(html)
    return parts


# ---------------------------------------------------------------------- pages


def page_of(*outputs, text="Words.") -> str:
    """Return the page of a notebook whose one code cell has these outputs."""
    cell = new_code_cell("show(board)", outputs=list(outputs), execution_count=1)
    return notebook_page(new_notebook(cells=[new_markdown_cell(text), cell]), "Title", "en")


def display(**data):
    """Return an output with data by kind, slashes written as double underscores."""
    kinds = {key.replace("__", "/").replace("_plus_", "+"): value for key, value in data.items()}
    return new_output("display_data", data=kinds)


def body_of(html: str) -> str:
    """Return a page from its body on: the style sheet above is our own."""
    return html[html.index("<body>") :]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_page_shows_hostile_outputs_as_text(text):
    html = page_of(
        display(text__html=f"<p>{text}</p>"),
        display(text__markdown=text),
        display(text__plain=text),
        display(image__svg_plus_xml=f'<svg xmlns="http://www.w3.org/2000/svg"><title>{text}</title></svg>'),
        new_output("stream", name="stdout", text=text),
        new_output("error", ename=text, evalue=text, traceback=[text]),
        text=text,
    )
    assert live_parts(body_of(html)) == []


def test_a_page_runs_no_script_of_an_output_or_a_widget():
    state = {"state": {"a": {"state": {"name": "</script><script>alert(1)</script>"}}}}
    notebook = new_notebook(
        cells=[new_code_cell("x", outputs=[display(application__javascript="alert(1)", text__plain="x")])],
        metadata={"widgets": {"application/vnd.jupyter.widget-state+json": state}},
    )
    html = notebook_page(notebook, "</title><script>alert(1)</script>", "en")
    assert "<script" not in html


def test_every_page_tells_the_browser_to_fetch_and_run_nothing():
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page("t", "<p>x</p>", "en"))
    rules = dict(rule.split(" ", 1) for rule in policy[1].replace("&#x27;", "'").split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    assert "script-src" not in rules


def test_a_page_names_no_address_to_load_from():
    html = page_of(display(text__html="<p>x</p>"), display(image__png=PNG))
    assert re.findall(r"""(?:src|href)=["']?(?:https?:)?//[^"' ]*""", html) == []
    assert "@import" not in html
    assert "url(" not in html


def test_a_widget_shows_its_picture_and_a_bare_one_nothing():
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>board</title></svg>'
    shown = page_of(new_output("display_data", data={WIDGET: {"model_id": "a"}, "image/svg+xml": svg}))
    assert base64.b64encode(svg.encode()).decode() in shown
    bare = page_of(new_output("display_data", data={WIDGET: {"model_id": "a"}, "text/plain": "HBox(...)"}))
    assert "HBox" not in bare


def test_progress_on_the_error_stream_is_left_out():
    html = page_of(new_output("stream", name="stderr", text="37%|###"))
    assert "37%" not in html


def test_pictures_keep_their_words():
    output = new_output(
        "display_data", data={"image/png": PNG}, metadata={"image/png": {"alt": 'black "wins"', "width": 300}}
    )
    pictures = [dict(part[1:]) for part in parts_of(page_of(output)) if part[0] == "img"]
    assert pictures[0]["alt"] == 'black"wins"'
    assert pictures[0]["width"] == "300"


def test_links_between_notebooks_lead_to_pages_that_are_there():
    text = "[next](11-vanish-b.ipynb#why) [start](00-start-here.ipynb) [article](https://example.org/a)"
    notebook = new_notebook(cells=[new_markdown_cell(text)])
    html = body_of(notebook_page(notebook, "Title", "en", pages=["11-vanish-b"]))
    assert re.findall(r'<a href="([^"]*)"', html) == ["11-vanish-b.html#why", "https://example.org/a"]
    assert "start" in html


def test_code_can_be_folded_and_the_style_of_a_table_is_not_shown_as_text():
    html = page_of(
        display(text__html="<style scoped>.dataframe {}</style><table><tr><td>3</td></tr></table>")
    )
    assert re.search(r'<details class="code" open(="")?><summary>Python</summary>', html)
    assert ".dataframe" not in html
    assert "<td>3</td>" in html


@pytest.mark.browser
def test_a_browser_runs_and_fetches_nothing_even_without_the_page_telling_it():
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        say = pytest.fail if "CI" in os.environ else pytest.skip
        say("Chromium is not installed (on Debian: apt-get install chromium)")
    body = "".join(f"<div>{harmless_html(text)}</div>{markdown_html(text)}" for text in HOSTILE)
    with ThreadPoolExecutor(1) as apart:  # one driver a thread: other tests may keep theirs open
        text, told = apart.submit(seen_in_a_browser, path, f"<!DOCTYPE html><body>{body}</body>").result()
    assert "alert(1)" in text
    assert [url for url in told if not url.startswith("data:image/")] == []


def seen_in_a_browser(path, page):
    """Return a page's text, and every address it asked for and every dialog it opened."""
    from playwright.sync_api import sync_playwright

    told = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        tab = browser.new_page()
        tab.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
        tab.on("request", lambda request: told.append(request.url))
        tab.set_content(page, wait_until="load")
        text = tab.inner_text("body")
        tab.wait_for_timeout(300)
        browser.close()
    return text, told
