"""What a study's notebooks show and keep, and the report that a run of all of them makes.

The notebooks follow the conventions of `variantlab.view.notebooks`. Each makes one `Report` and shows through
it what the report keeps: charts, tables, result lines and conclusions. `reproduce` runs the notebooks
``NN-STUDY-*.ipynb`` in their order and writes ``reports/STUDY/``: a page for each, ``index.html``,
``summary.md``, ``figures/`` and ``tables/``.
"""

from __future__ import annotations

import base64
import csv
import io
import math
import numbers
import os
import platform
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from variantlab.errors import DataError, VariantlabError, invalid, unknown_choice
from variantlab.files import (
    project_path,
    project_root,
    read_text,
    safe_file_name,
    safe_path,
    write_bytes_atomically,
    write_text_atomically,
)
from variantlab.study.gate import Label, results_gate
from variantlab.study.ledger import lock, read_ledger
from variantlab.study.verdicts import Table
from variantlab.version import __version__
from variantlab.view.labels import label as words_of
from variantlab.view.labels import language, name
from variantlab.view.markup import escaped

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

__all__ = ["Report", "ReproducedStudy", "reproduce"]

WORDS = {
    "quick": {
        "en": "quick form, with fewer games than the study asks for",
        "ja": "簡易版：本来より少ない対局数です",
    },
    "report": {"en": "The {study} study: report", "ja": "{study} の研究：報告"},
    "index": {"en": "Contents", "ja": "目次"},
    "notebooks": {"en": "The notebooks, step by step", "ja": "ノートブック（順番に）"},
    "summary": {"en": "What came out", "ja": "結果のまとめ"},
    "made_with": {"en": "How it was made", "ja": "実行の条件"},
    "again": {"en": "To run it again", "ja": "もう一度実行するには"},
    "stopped": {
        "en": "Not complete: the run stopped. The pages listed are done.",
        "ja": "未完了：実行は途中で止まりました。一覧にあるページは完成しています。",
    },
    "beside_example": {
        "en": "No prediction of yours is locked, so the results stand beside the example, which is nobody's "
        "forecast. To write your own before you look: variantlab predict new {study}",
        "ja": "あなたの予想はまだ固定されていないので、結果は例（だれの予想でもありません）と並べて示します。"
        "結果を見る前に自分の予想を書くには：variantlab predict new {study}",
    },
    "open": {"en": "Open", "ja": "開くファイル"},
    "files": {"en": "Charts, tables and the summary", "ja": "図、表、まとめ"},
}

PNG_DPI = 150
LONGEST_FRACTION = 24
MISSING = "–"
WIDTH_OF_A_TERMINAL = 100
SECONDS_A_CELL = 900.0
USUAL_LEDGER = ("predictions", "ledger.jsonl")
UTF_8_MARK = "\ufeff"  # Excel takes a file that starts with it for UTF-8
#: A spreadsheet takes text that starts with one of these for a formula, some also in full width.
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
VERSIONS_OF = ("numpy", "numba", "scipy", "statsmodels", "pandas", "matplotlib", "seaborn")


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


# ---------------------------------------------------------------------- what one notebook shows


class Report:
    """What one notebook shows and, with a folder, keeps.

    With a folder, figures are saved as ``figures/NAME.png`` and ``.svg``, tables as ``tables/NAME.csv``, and
    what belongs into the summary, in its order, as ``summary.md``. Names are bare file names without suffix,
    unique in the study. Outside a notebook nothing is shown.

    Parameters
    ----------
    folder : path-like or None
        Where files go; None only shows.
    label : Label, optional
        What `variantlab.study.gate.results_gate` returned: every caption carries it.
    quick : bool, optional
        Whether the results are those of the quick form: every caption says so.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> import pandas as pd
    >>> folder = Path(tempfile.mkdtemp())
    >>> report = Report(folder)
    >>> winners = pd.DataFrame({"winner": ["black", "draw"], "games": [510, 490]})
    >>> report.table(winners, "winners", "Who won, n = 1,000 games, seed 1.")
    >>> read_text(folder / "tables" / "winners.csv").splitlines()
    ['winner,games', 'black,510', 'draw,490']
    >>> report.lines("vanish  plies 3.5  discs 4.0")
    >>> print(read_text(folder / "summary.md"))
    ```text
    vanish  plies 3.5  discs 4.0
    ```
    <BLANKLINE>
    """

    def __init__(
        self,
        folder: str | os.PathLike[str] | None,
        *,
        label: Label | None = None,
        quick: bool = False,
        lang: str | None = None,
    ) -> None:
        self.folder = None if folder is None else Path(folder)
        self.label = label
        self.quick = quick
        self.lang = language(lang)
        self.summary: list[str] = []

    def figure(self, picture: Figure | str, name: str, caption: str = "") -> None:
        """Show a chart or a board and, with a folder, save it as PNG and SVG, a board as SVG alone.

        Parameters
        ----------
        picture : matplotlib.figure.Figure or Markup
            A chart; one of `variantlab.view.charts` brings its caption and its words for those who do not see
            it. Or SVG, such as a board of `variantlab.view.boards`.
        name : str
            A bare file name without suffix.
        caption : str, optional
            Below the picture; needed for a figure of one's own, which has no words otherwise.

        Raises
        ------
        DataError
            When the name is not safe as a file name.
        VariantlabError
            When it is no picture, or has no words.
        """
        checked_name(name)
        shown = self.full_caption(caption, beside=str(getattr(picture, "caption", "")))
        if isinstance(picture, str) and picture.lstrip().startswith("<svg"):
            self.save("figures", f"{name}.svg", picture.encode("utf-8"))
            show(figure_html(str(picture), shown), caption or name)
            return
        alt_text = words_of_figure(picture, caption)
        png = png_of(picture)  # type: ignore[arg-type]
        self.save("figures", f"{name}.png", png)
        if self.folder is not None:
            self.save("figures", f"{name}.svg", svg_of(picture))  # type: ignore[arg-type]
        show(figure_html(image_html(png, width_of(picture), alt_text), shown), alt_text)  # type: ignore[arg-type]

    def table(
        self, table: pd.DataFrame | Table, name: str, caption: str = "", in_summary: bool = False
    ) -> None:
        """Show a table and, with a folder, save it as CSV for spreadsheets.

        The CSV is UTF-8 with a byte order mark. Numbers stay numbers; fractions have their decimal value
        beside them; text that a spreadsheet would take for a formula starts with an apostrophe.

        Parameters
        ----------
        table : pandas.DataFrame or VerdictTable or Standings
            The table; an index that is more than row numbers becomes its first columns.
        name : str
            A bare file name without suffix.
        caption : str, optional
            Above the table: say n and seed. Verdicts and standings bring their own.
        in_summary : bool, optional
            Whether it belongs into the summary too.

        Raises
        ------
        DataError
            When the name is not safe as a file name.
        VariantlabError
            When it is no table.
        """
        checked_name(name)
        if isinstance(table, Table):
            caption = caption or table.caption(self.lang)
        frame = frame_of(table, self.lang)
        shown = self.full_caption(caption)
        self.save("tables", f"{name}.csv", csv_bytes(frame))
        show(table_html(frame, shown, self.lang), f"{shown}\n{frame.to_string()}")
        if in_summary:
            self.add(f"{markdown_text(shown)}\n\n{table_markdown(frame, self.lang)}")

    def lines(self, *results: object) -> None:
        """Show result lines just as they are, and put them into the summary.

        Parameters
        ----------
        *results : object
            Whatever prints well, such as what `variantlab.simulate.summary` returns. The number of games and
            the seed belong into them.
        """
        text = "\n".join(str(result) for result in results)
        notes = self.notes(beside=text)
        whole = "\n".join([text, *(f"({note})" for note in notes)])
        show(f'<pre style="white-space: pre-wrap">{escaped(whole)}</pre>', whole)
        self.add(fenced(whole))

    def text(self, markdown: str) -> None:
        """Show a paragraph in Markdown, and put it into the summary: for what is concluded.

        Parameters
        ----------
        markdown : str
            The paragraph.
        """
        show_bundle({"text/markdown": markdown, "text/plain": markdown})
        self.add(markdown)

    def notes(self, beside: str = "") -> list[str]:
        """Return what every caption must say and this one does not: the label, and that this is quick."""
        notes = [] if self.label is None else [self.label.text(self.lang)]
        notes += [word("quick", self.lang)] if self.quick else []
        return [note for note in notes if note.casefold() not in beside.casefold()]

    def full_caption(self, caption: str, beside: str = "") -> str:
        """Return a caption with what every caption must say, unless what stands beside it says so already."""
        notes = [note[:1].upper() + note[1:] for note in self.notes(beside=caption + beside)]
        parts = [caption.strip().rstrip(".。"), *notes]
        stop = words_of("stop", self.lang)
        return stop.join(part for part in parts if part) + (stop.strip() if any(parts) else "")

    def add(self, markdown: str) -> None:
        """Add something to the summary, once, and write the summary anew."""
        if markdown not in self.summary:
            self.summary.append(markdown)
        if self.folder is not None:
            write_text_atomically(self.folder / "summary.md", "\n\n".join(self.summary) + "\n")

    def save(self, kind: str, file_name: str, content: bytes) -> None:
        """Write a file, when there is a folder."""
        if self.folder is not None:
            write_bytes_atomically(safe_path(self.folder / kind, file_name), content)


def checked_name(file_name: str) -> str:
    """Return the name of a figure or table, when it is a safe file name without suffix."""
    if safe_file_name(file_name).casefold().endswith((".png", ".svg", ".csv")):
        raise invalid("name", file_name, "a name without suffix", "The suffix is added.", DataError)
    return file_name


def show(html: str, plain: str) -> None:
    """Show HTML in a notebook, and text where there is no HTML."""
    show_bundle({"text/html": html, "text/plain": plain})


def show_bundle(bundle: Mapping[str, str]) -> None:
    """Show the same thing in whichever form the notebook can; outside a notebook nothing."""
    if "IPython" not in sys.modules:
        return
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is not None:
        display(dict(bundle), raw=True)


# ---------------------------------------------------------------------- pictures


def words_of_figure(figure: object, caption: str) -> str:
    """Return the words for those who do not see a figure."""
    if not hasattr(figure, "savefig"):
        raise invalid("picture", figure, "a matplotlib figure, or a board or other SVG as Markup")
    alt_text = str(getattr(figure, "alt_text", "")) or caption
    if not alt_text:
        raise invalid("caption", caption, "words that say what the figure shows")
    return alt_text


def png_of(figure: Figure) -> bytes:
    """Return a figure as PNG, the same bytes for the same figure; pyplot forgets it, and so shows it once."""
    from matplotlib import pyplot

    from variantlab.view.figures import Chart

    if isinstance(figure, Chart):
        return figure.png()
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=PNG_DPI, bbox_inches="tight", metadata={"Software": None})
    pyplot.close(figure)
    return stream.getvalue()


def svg_of(figure: Figure) -> bytes:
    """Return a figure as SVG, the same bytes for the same figure."""
    import matplotlib

    from variantlab.view.figures import Chart

    if isinstance(figure, Chart):
        return figure.svg()
    stream = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "variantlab", "svg.fonttype": "path"}):
        figure.savefig(stream, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    return stream.getvalue()


def width_of(figure: Figure) -> int:
    """Return the width of a figure on a screen, in pixels."""
    return round(figure.get_size_inches()[0] * 96)


def image_html(png: bytes, width: int, alt_text: str) -> str:
    """Return a picture that holds its own bytes, never wider than the page."""
    source = f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"
    style = f"width: {width}px; max-width: 100%; height: auto"
    return f'<img src="{source}" alt="{escaped(alt_text)}" style="{style}">'


def figure_html(picture: str, caption: str) -> str:
    """Return a picture with its caption."""
    words = f"<figcaption>{escaped(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin: 0.5em 0">{picture}{words}</figure>'


# ---------------------------------------------------------------------- tables


def frame_of(table: object, lang: str) -> pd.DataFrame:
    """Return a table as a data frame whose index is nothing but row numbers."""
    import pandas as pd

    if isinstance(table, Table):
        return table.to_frame(lang)
    if not isinstance(table, pd.DataFrame):
        raise invalid("table", table, "a pandas DataFrame, or what judge or compare returned")
    is_numbered = isinstance(table.index, pd.RangeIndex) and table.index.name is None
    return table.reset_index(drop=is_numbered)


def is_missing(value: object) -> bool:
    """Return whether a cell is empty: None, NaN, or pandas' own mark."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def is_number(value: object) -> bool:
    """Return whether a cell is a number, which stands at the right."""
    return isinstance(value, numbers.Number) and not isinstance(value, bool)


def cell_text(value: object) -> str:
    """Return a cell for people.

    Examples
    --------
    >>> cell_text(1234567), cell_text(2 / 3), cell_text(Fraction(7, 2)), cell_text(None)
    ('1,234,567', '0.6667', '7/2 (3.5)', '–')
    """
    if is_missing(value):
        return MISSING
    if isinstance(value, Fraction) and len(str(value)) > LONGEST_FRACTION:
        return f"{float(value):.6g}"
    if isinstance(value, Fraction):
        return fraction_text(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return str(value)
    if isinstance(value, numbers.Integral):
        return f"{int(value):,}"
    number = float(value)
    return f"{number:,.1f}" if 1000 <= abs(number) < math.inf else f"{number:.4g}"


def fraction_text(value: Fraction) -> str:
    """Return an exact fraction with its decimal value; no spreadsheet takes it for a date."""
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.6g})"


def csv_cell(value: object) -> str:
    """Return a cell for a spreadsheet: numbers in full, text never a formula.

    Examples
    --------
    >>> csv_cell(-3), csv_cell("=1+1"), csv_cell(Fraction(1, 3)), csv_cell(0.1)
    ('-3', "'=1+1", '1/3 (0.333333)', '0.1')
    """
    if is_missing(value):
        return ""
    if isinstance(value, Fraction):
        return spreadsheet_text(fraction_text(value)) if value.denominator != 1 else str(value)
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return spreadsheet_text(str(value))
    return str(int(value)) if isinstance(value, numbers.Integral) else repr(float(value))


def spreadsheet_text(text: str) -> str:
    """Return text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(STARTS_A_FORMULA) else text


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """Return a table as CSV for spreadsheets."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)  # its line ends are those of RFC 4180, so that a bare return is quoted
    writer.writerow([spreadsheet_text(str(column)) for column in frame.columns])
    writer.writerows([csv_cell(value) for value in row] for row in rows_of(frame))
    return (UTF_8_MARK + stream.getvalue()).encode("utf-8")


def rows_of(frame: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table."""
    return frame.itertuples(index=False, name=None)


def headings(frame: pd.DataFrame, lang: str) -> list[str]:
    """Return the headings in the language, where they are words that the project knows."""
    return [name(str(column), lang) for column in frame.columns]


def table_html(frame: pd.DataFrame, caption: str, lang: str) -> str:
    """Return a table with its caption; all text is escaped."""
    head = "".join(f'<th scope="col">{escaped(heading)}</th>' for heading in headings(frame, lang))
    rows = "".join(f"<tr>{''.join(cell_html(value) for value in row)}</tr>" for row in rows_of(frame))
    table = f'<table aria-label="{escaped(caption)}">'
    table += f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    above = f"<figcaption>{escaped(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin: 0.5em 0">{above}{table}</figure>'


def cell_html(value: object) -> str:
    """Return a cell: numbers at the right, text at the left."""
    side = "right" if is_number(value) or is_missing(value) else "left"
    return f'<td style="text-align: {side}">{escaped(cell_text(value))}</td>'


def table_markdown(frame: pd.DataFrame, lang: str) -> str:
    """Return a table in Markdown; text stays text."""
    rows = list(rows_of(frame))
    columns = range(len(frame.columns))
    sides = ["---:" if all(is_number(row[i]) for row in rows) else "---" for i in columns]
    cells = [headings(frame, lang), *([cell_text(value) for value in row] for row in rows)]
    head, *body = (f"| {' | '.join(markdown_text(cell) for cell in row)} |" for row in cells)
    return "\n".join([head, f"| {' | '.join(sides)} |", *body])


def markdown_text(text: str) -> str:
    r"""Return text for Markdown, in one line, with nothing that it would take for its own signs or HTML.

    Examples
    --------
    >>> print(markdown_text("a|b <i>"))
    a\|b \<i>
    """
    return re.sub(r"([\\|<`*_\[\]])", r"\\\1", " ".join(text.split()))


def fenced(text: str) -> str:
    """Return text that Markdown shows as it is."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text}\n{fence}"


# ---------------------------------------------------------------------- the prediction beside it


@dataclass(frozen=True)
class Beside:
    """Which prediction the results stand beside.

    Parameters
    ----------
    label : Label
        What every result carries.
    ledger : pathlib.Path
        Where it is locked.
    code : str, sequence of str or None
        The code that names it there, or the codes of a class; None where it is the only one, or the look is
        exploratory.
    is_stand_in : bool
        Whether the example stands in, as the reader has locked nothing.
    """

    label: Label
    ledger: Path
    code: str | Sequence[str] | None = None
    is_stand_in: bool = False

    def notice(self, lang: str) -> str:
        """Return what the reader must know before any result."""
        sentences = [self.label.text(lang)]
        if self.is_stand_in:
            sentences.append(word("beside_example", lang, study=self.label.study))
        return words_of("stop", lang).join(sentences)


def prediction_beside(
    study: str,
    lang: str,
    folder: Path,
    ledger: str | os.PathLike[str] | None,
    code: str | Sequence[str] | None,
    exploratory: bool,
) -> Beside:
    """Return the reader's locked prediction; the example where none is locked and none was asked for."""
    chosen = project_root().joinpath(*USUAL_LEDGER) if ledger is None else Path(ledger).resolve()
    is_asked_for = ledger is not None or code is not None or exploratory
    found = read_ledger(chosen) if chosen.exists() else None
    if is_asked_for or (found is not None and (found.problems or found.of(study))):
        return Beside(results_gate(study, chosen, code, exploratory=exploratory), chosen, code)
    example = folder / "example-ledger.jsonl"
    receipt = lock(project_path("data", "predictions", f"{study}-example.{lang}.toml"), example)
    return Beside(results_gate(study, example, receipt.code), example, receipt.code, is_stand_in=True)


# ---------------------------------------------------------------------- a run of all of them


@dataclass(frozen=True)
class RunNotebook:
    """A notebook that was run, and what came of it.

    Parameters
    ----------
    name : str
        The file's name without suffix.
    title : str
        Its first heading.
    parameters : mapping
        Every parameter it ran with, by name.
    summary : str
        What it put into the summary, in Markdown.
    files : tuple of pathlib.Path
        What it made, as seen from the report's folder.
    seconds : float
        How long it took.
    """

    name: str
    title: str
    parameters: Mapping[str, Any]
    summary: str
    files: tuple[Path, ...]
    seconds: float


@dataclass(frozen=True)
class ReproducedStudy:
    """A study's report on disk; printed, it says beside which prediction the results stand, what came out,
    and where the files are.

    Parameters
    ----------
    study : str
        The study.
    folder : pathlib.Path
        Where the report is.
    beside : Beside
        The prediction beside it.
    notebooks : tuple of RunNotebook
        In their order.
    lang : {'en', 'ja'}
        The language.
    quick : bool
        Whether this is the quick form.
    command : str
        What runs it again.
    is_complete : bool
        Whether every notebook ran to its end.
    """

    study: str
    folder: Path
    beside: Beside
    notebooks: tuple[RunNotebook, ...]
    lang: str = "en"
    quick: bool = False
    command: str = ""
    is_complete: bool = True

    @property
    def label(self) -> Label:
        """What every result carries."""
        return self.beside.label

    @property
    def index(self) -> Path:
        """The page to open first."""
        return self.folder / "index.html"

    @property
    def summary(self) -> str:
        """What the notebooks put into the summary, in Markdown."""
        own = [f"### {one.title}\n\n{one.summary}" for one in self.notebooks if one.summary]
        return "\n\n".join(own)

    def notices(self) -> list[str]:
        """Return what the reader must know before any result."""
        return [self.beside.notice(self.lang), *([word("quick", self.lang)] if self.quick else [])]

    def stopped(self) -> list[str]:
        """Return that the run has stopped, if it has."""
        return [] if self.is_complete else [word("stopped", self.lang)]

    def text(self) -> str:
        """Return the notices, the summary and the places of the files, for a terminal."""
        places = [
            f"{word('open', self.lang)}: {shown_path(self.index)}",
            f"{word('files', self.lang)}: {shown_path(self.folder)}",
        ]
        parts = [
            "\n".join([*self.stopped(), *self.notices()]),
            terminal_text(self.summary),
            "\n".join(places),
        ]
        return "\n\n".join(part for part in parts if part)

    def __str__(self) -> str:
        return self.text()


def reproduce(
    study: str = "vanish",
    lang: str = "en",
    quick: bool = False,
    folder: str | os.PathLike[str] | None = None,
    ledger: str | os.PathLike[str] | None = None,
    code: str | None = None,
    exploratory: bool = False,
    progress: bool = True,
    *,
    timeout: float = SECONDS_A_CELL,
    notebooks: str | os.PathLike[str] | None = None,
) -> ReproducedStudy:
    """Return the report of a study, after its notebooks ran from top to bottom, each in a fresh kernel.

    A notebook's page, figures and tables come into the folder when it is done, each file in one step; nothing
    else there is touched. When a notebook fails, what those before it made stays, and the index says that the
    report is not complete.

    Parameters
    ----------
    study : str
        The study: its notebooks are those of one ten, run in the order of their numbers; the first of them
        is named ``NN-STUDY-*.ipynb``.
    lang : {'en', 'ja'}
        The language of charts, tables and pages.
    quick : bool
        Run the quick form, and say so in every caption.
    folder : path-like, optional
        Where the report goes; by default ``reports/STUDY`` in the checkout, and ``reports/STUDY-quick`` for
        the quick form, so that it replaces no full results.
    ledger : path-like, optional
        Where the prediction is locked; by default ``predictions/ledger.jsonl`` in the checkout. When that
        holds none for the study, the shipped example stands in, and every result says so.
    code : str or sequence of str, optional
        The prediction that counts, where several are locked; or several, for a class.
    exploratory : bool
        Show results without a locked prediction, labelled so.
    progress : bool
        Show on the error stream which cell of which notebook runs.
    timeout : float, optional
        The most seconds that one cell may take.
    notebooks : path-like, optional
        The folder of the notebooks; by default that of the checkout.

    Raises
    ------
    PredictionError
        When a ledger or code was given, or the usual ledger has entries for the study, and it is not clear
        which prediction counts.
    VariantlabError
        When there is no such study; or when a cell fails, takes too long, or its kernel dies: the message
        names the notebook and the cell.
    """
    lang = language(lang)
    paths = notebooks_of(study, project_path("notebooks") if notebooks is None else Path(notebooks))
    usual = project_root() / "reports" / (f"{study}-quick" if quick else study)
    target = (usual if folder is None else Path(folder)).resolve()
    target.mkdir(parents=True, exist_ok=True)
    beside = prediction_beside(study, lang, target, ledger, code, exploratory)
    settings = {
        "LANG": lang,
        "QUICK": quick,
        "LEDGER": path_from(beside.ledger, paths[0].parent),
        "CODE": beside.code,
        "EXPLORATORY": exploratory,
    }
    command = command_again(study, lang, quick, folder, ledger, code, exploratory)
    report = ReproducedStudy(study, target, beside, (), lang, quick, command, is_complete=False)
    with progress_over(paths, shown=progress) as bar:
        tell = partial(bar.write, file=sys.stderr) if progress else no_words
        tell("\n".join(report.notices()))
        for path in paths:
            tell(f"{path.stem} ...")
            try:
                done = run_into(report, path, paths, settings, timeout, bar)
            except VariantlabError:
                write_summary(report)
                raise
            report = replace(report, notebooks=(*report.notebooks, done))
    report = replace(report, is_complete=True)
    write_summary(report)
    return report


def notebooks_of(study: str, folder: Path) -> list[Path]:
    """Return the notebooks of a study in their order, each with all the parameters that a run sets.

    Tens are studies: the first notebook of each ten names the study, ``NN-STUDY-...``.
    """
    from variantlab.view.notebooks import (
        STANDARD_PARAMETERS,
        default_parameters,
        is_reproduced,
        read_notebook,
    )

    numbered = sorted(folder.glob("[0-9][0-9]-*-*.ipynb"))
    study_of_tens: dict[str, str] = {}
    for path in numbered:
        study_of_tens.setdefault(path.stem[0], path.stem.split("-")[1])
    if study not in study_of_tens.values():
        raise unknown_choice("study", study, sorted(study_of_tens.values()))
    paths = []
    for path in numbered:
        notebook = read_notebook(path)
        if study_of_tens[path.stem[0]] == study and is_reproduced(notebook):
            known = default_parameters(notebook, path.stem)
            missing = [key for key in STANDARD_PARAMETERS if key not in known]
            if missing:
                raise DataError(f"{path.stem}: its parameters cell lacks {', '.join(missing)}.")
            paths.append(path)
    return paths


def run_into(
    report: ReproducedStudy,
    path: Path,
    paths: Sequence[Path],
    settings: Mapping[str, Any],
    timeout: float,
    bar: Any,
) -> RunNotebook:
    """Return a notebook that was run, after its page, figures and tables came into the report's folder."""
    from variantlab.view.notebooks import default_parameters, execute, read_notebook, show_parameter
    from variantlab.view.pages import notebook_page

    def on_cell(number: int, n_cells: int, first_line: str) -> None:
        bar.set_description_str(f"{path.stem}  cell {number} of {n_cells}  {first_line[:40]}")
        bar.update()

    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix=".running-", dir=report.folder) as temporary:
        made = Path(temporary)
        own = {**settings, "OUT": path_from(made, path.parent)}
        notebook = execute(path, own, timeout=timeout, on_cell=on_cell)
        shown = {**settings, "OUT": path_from(report.folder, path.parent)}
        show_parameter(notebook, shown)
        title = title_of(notebook) or path.stem
        names = [one.stem for one in paths]
        html = notebook_page(
            notebook, title, report.lang, head=head_of(report, path.stem, names), pages=names
        )
        write_text_atomically(made / f"{path.stem}.html", html)
        summary = made / "summary.md"
        text = read_text(summary).strip() if summary.exists() else ""
        summary.unlink(missing_ok=True)
        parameters = {**default_parameters(read_notebook(path), path.stem), **shown}
        files = tuple(sorted(file.relative_to(made) for file in made.rglob("*") if file.is_file()))
        check_names(path.stem, files, report.notebooks)
        move_files(files, made, report.folder)
    return RunNotebook(path.stem, title, parameters, text, files, time.perf_counter() - start)


def check_names(name: str, files: Sequence[Path], before: Sequence[RunNotebook]) -> None:
    """Raise an error when a notebook has made a file that one before it made too."""
    for one in before:
        for file in set(files) & set(one.files):
            hint = f"Give the figure or table another name in {name}."
            allowed = f"a name of its own; {one.name} makes this file too"
            raise invalid(f"file of {name}", file.as_posix(), allowed, hint, DataError)


def move_files(files: Sequence[Path], source: Path, target: Path) -> None:
    """Move files from one folder to the same places in another, one by one; what else is there stays."""
    for file in files:
        place = target / file
        place.parent.mkdir(parents=True, exist_ok=True)
        (source / file).replace(place)


@contextmanager
def progress_over(paths: Sequence[Path], shown: bool) -> Iterator[Any]:
    """Yield a progress bar over the code cells of the notebooks; a log file gets no bar."""
    from tqdm import tqdm

    from variantlab.view.notebooks import read_notebook

    n_cells = sum(cell.cell_type == "code" for path in paths for cell in read_notebook(path).cells)
    layout = "{percentage:3.0f}%|{bar:20}| {elapsed}  {desc}"
    with tqdm(total=n_cells, disable=None if shown else True, bar_format=layout, leave=False) as bar:
        yield bar


def no_words(text: str) -> None:
    """Say nothing."""


def title_of(notebook: Any) -> str:
    """Return the first heading of a notebook."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = re.search(r"^#\s+(.+)$", "\n".join(texts), re.MULTILINE)
    return found[1].strip() if found else ""


def path_from(path: Path, folder: Path) -> str:
    """Return the path as seen from a folder when both lie in the checkout, else the whole path."""
    root = project_root()
    if path.resolve().is_relative_to(root) and folder.resolve().is_relative_to(root):
        return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()
    return str(path.resolve())


def shown_path(path: Path) -> str:
    """Return a path as short as it can be from the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def command_again(
    study: str,
    lang: str,
    quick: bool,
    folder: str | os.PathLike[str] | None,
    ledger: str | os.PathLike[str] | None,
    code: str | Sequence[str] | None,
    exploratory: bool,
) -> str:
    """Return the command that makes the same report.

    Examples
    --------
    >>> command_again("vanish", "ja", True, None, None, ["a1b2", "c3d4"], False)
    'variantlab reproduce vanish --lang ja --quick --code a1b2 --code c3d4'
    """
    words = ["variantlab", "reproduce", study, "--lang", lang]
    words += [f"--{flag}" for flag, is_set in (("quick", quick), ("exploratory", exploratory)) if is_set]
    for option, value in (("folder", folder), ("ledger", ledger)):
        words += [] if value is None else [f"--{option}", str(value)]
    for one in [code] if isinstance(code, str) else code or ():
        words += ["--code", one]
    return shlex.join(words)


# ---------------------------------------------------------------------- index and summary


def write_summary(report: ReproducedStudy) -> None:
    """Write ``summary.md`` and ``index.html`` of a report."""
    from variantlab.view.pages import markdown_html, page

    title = word("report", report.lang, study=report.study)
    write_text_atomically(report.folder / "summary.md", summary_markdown(report, title))
    notices = [*report.stopped(), *report.notices()]
    links = "".join(f"<li>{links_of(one)}</li>" for one in report.notebooks)
    body = (
        f"<h1>{escaped(title)}</h1>{''.join(f'<p>{escaped(notice)}</p>' for notice in notices)}"
        f"<h2>{escaped(word('notebooks', report.lang))}</h2><ol>{links}</ol>"
        f"<h2>{escaped(word('summary', report.lang))}</h2>{markdown_html(report.summary)}"
        f"{markdown_html(made_with(report))}"
    )
    write_text_atomically(report.index, page(title, body, report.lang))


def links_of(notebook: RunNotebook) -> str:
    """Return the links to the page, the charts and the tables of a notebook."""
    files = [file for file in notebook.files if file.parent != Path()]
    own = f'<a href="{escaped(notebook.name)}.html">{escaped(notebook.title)}</a>'
    shown = " · ".join(f'<a href="{escaped(file.as_posix())}">{escaped(file.name)}</a>' for file in files)
    return f"{own}<br><small>{shown}</small>" if shown else own


def summary_markdown(report: ReproducedStudy, title: str) -> str:
    """Return the summary: the prediction beside it, what came out, and how it was made."""
    said = [*report.stopped(), *report.notices()]
    notices = "\n".join(f"- {markdown_text(notice)}" for notice in said)
    parts = [f"# {title}", notices, f"## {word('summary', report.lang)}", report.summary, made_with(report)]
    return "\n\n".join(part for part in parts if part) + "\n"


def made_with(report: ReproducedStudy) -> str:
    """Return the versions, the parameters of each notebook and the command that makes the report again."""
    versions = {"variantlab": __version__, "Python": platform.python_version(), **versions_of_packages()}
    lines = [f"## {word('made_with', report.lang)}", ""]
    lines += [f"- {', '.join(f'{key} {value}' for key, value in versions.items())}"]
    for one in report.notebooks:
        own = {key: value for key, value in one.parameters.items() if key not in ("OUT", "LEDGER")}
        values = ", ".join(f"{key} = {value!r}" for key, value in own.items())
        lines.append(f"- {markdown_text(f'{one.name} ({one.seconds:.0f} s): {values}')}")
    return "\n".join([*lines, "", f"{word('again', report.lang)}:", "", fenced(report.command)])


def versions_of_packages() -> dict[str, str]:
    """Return the versions of the packages that results rest on, by name."""
    return {package: metadata.version(package) for package in VERSIONS_OF}


def head_of(report: ReproducedStudy, own: str, names: Sequence[str]) -> str:
    """Return the head of a notebook's page: the way to its neighbours, and what every result carries."""
    at = list(names).index(own)
    before, after = names[at - 1] if at else None, names[at + 1] if at + 1 < len(names) else None
    links = [
        f'<a href="{escaped(before)}.html">← {escaped(before)}</a>' if before else "<span></span>",
        f'<a href="index.html">{escaped(word("index", report.lang))}</a>',
        f'<a href="{escaped(after)}.html">{escaped(after)} →</a>' if after else "<span></span>",
    ]
    notes = "".join(f"<div>{escaped(notice)}</div>" for notice in report.notices())
    return f"<nav>{''.join(links)}</nav>{notes}"


def terminal_text(markdown: str) -> str:
    r"""Return Markdown for a terminal: tables in columns where they fit, row by row where they do not.

    Examples
    --------
    >>> print(terminal_text("| winner | games |\n| --- | ---: |\n| black | 510 |"))
    winner  games
    black   510
    """
    parts: list[str] = []
    rows: list[list[str]] = []
    for line in [*markdown.splitlines(), ""]:
        if line.startswith("| "):
            rows.append([unescaped(cell) for cell in re.split(r"(?<!\\) \| ", line[2:].removesuffix(" |"))])
            continue
        if rows:
            parts.append(terminal_table(rows[0], rows[2:]))
            rows = []
        if not line.startswith("```"):
            parts.append(unescaped(line.lstrip("#").lstrip() if line.startswith("#") else line))
    return "\n".join(parts).strip("\n")


def unescaped(markdown: str) -> str:
    """Return text without the backslashes and the stars that Markdown needs."""
    markdown = markdown.replace("**", "")
    return re.sub(r"\\([\\|<`*_\[\]])", r"\1", markdown)


def terminal_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in columns, or row by row where that would be too wide."""
    from variantlab.view.figures import display_width

    def padded(text: str, width: int) -> str:
        return text + " " * (width - display_width(text))

    widths = [max(display_width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    if sum(widths) + 2 * (len(widths) - 1) <= WIDTH_OF_A_TERMINAL:
        lines = (
            "  ".join(padded(cell, w) for cell, w in zip(row, widths, strict=True)) for row in [head, *rows]
        )
        return "\n".join(line.rstrip() for line in lines)
    side = max(display_width(heading) for heading in head)
    blocks = (
        "\n".join(f"  {padded(heading, side)}  {cell}" for heading, cell in zip(head, row, strict=True))
        for row in rows
    )
    return "\n\n".join(blocks)
