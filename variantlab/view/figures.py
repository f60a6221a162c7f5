"""What all charts share: their theme, colours and markers, title and caption, words for screen readers, and
files.
"""

from __future__ import annotations

import io
import os
import re
import unicodedata
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import matplotlib
import seaborn
from cycler import cycler
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from variantlab.errors import DataError, invalid
from variantlab.files import safe_file_name, safe_path, write_bytes_atomically
from variantlab.study.gate import Label
from variantlab.view.fonts import font_families
from variantlab.view.labels import label, language
from variantlab.view.markup import printable

__all__ = [
    "Chart",
    "alt_text",
    "caption_of",
    "chart_theme",
    "colour_of",
    "marker_of",
    "save",
    "theme_settings",
]

PNG_DPI = 150
INK, GREY, PALE, EXACT_INK = "#222222", "#6b6b6b", "#d9d9d9", "#111111"
TITLE_SIZE, CAPTION_SIZE = 15, 9.5

#: Colours that people with any colour vision can tell apart; a marker of its own goes with each.
COLOURS = {
    "flip": "#0173b2", "vanish": "#d55e00", "vanish_one": "#029e73", "mixed": "#9b59a8",
    "black": "#1f1f1f", "white": "#b58900", "draw": "#0173b2", "first": "#d55e00", "second": "#029e73",
    "wipeout": "#d55e00", "board_full": "#0173b2", "no_moves": "#029e73", "discs_spent": "#9b59a8",
    "capped": "#6b6b6b",
}  # fmt: skip
MARKERS = {
    "flip": "o",
    "vanish": "s",
    "vanish_one": "^",
    "mixed": "v",
    "black": "o",
    "white": "s",
    "draw": "^",
    "first": "o",
    "second": "s",
}
OTHER_COLOURS = ("#b0578d", "#7a5230", "#4aa3c9", "#8a7a00", "#3f51b5", "#b3261e")
OTHER_MARKERS = ("P", "X", "<", ">", "p", "h")


def theme_settings(lang: str | None = None) -> dict[str, Any]:
    """Return the settings of matplotlib that charts are drawn with; nothing is changed.

    Parameters
    ----------
    lang : {'en', 'ja'}, optional
        The default language if left out.
    """
    return {
        **seaborn.axes_style("whitegrid"),
        **seaborn.plotting_context("notebook"),
        "axes.prop_cycle": cycler(color=seaborn.color_palette("colorblind").as_hex()),
        "axes.edgecolor": GREY,
        "axes.labelcolor": INK,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlelocation": "left",
        "axes.titlesize": 12.5,
        "axes.unicode_minus": True,
        "font.family": font_families(lang),
        "grid.color": "#e6e6e6",
        "legend.frameon": False,
        "legend.fontsize": 10.5,
        "text.color": INK,
        "text.parse_math": False,  # a name that somebody typed is no formula
        "text.usetex": False,
        "xtick.color": INK,
        "ytick.color": INK,
        "xtick.labelsize": 10.5,
        "ytick.labelsize": 10.5,
        "axes.labelsize": 11.5,
    }


def chart_theme(lang: str | None = None) -> None:
    """Set the theme for charts of one's own from now on: seaborn's, in colours for any colour vision, then
    the font.

    The charts of `variantlab.view.charts` have it without this call.

    Parameters
    ----------
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     chart_theme("ja")
    ...     matplotlib.rcParams["font.family"][0]
    'IPAexGothic'
    """
    settings: Any = theme_settings(lang)
    seaborn.set_theme()
    matplotlib.rcParams.update(settings)


class Chart(Figure):
    """A figure with a title, a caption and words for screen readers, drawn in its own theme.

    It belongs to no window and need not be closed. A notebook shows it as a picture with its words.

    Parameters
    ----------
    width, height : float
        In inches.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Attributes
    ----------
    title, caption : str
        What stands above and below the chart.
    alt_text : str
        The chart in words.
    """

    title = ""
    caption = ""
    alt_text = ""
    key_handles: Sequence[Any] = ()

    def __init__(self, width: float, height: float, lang: str | None = None) -> None:
        self.lang = language(lang)
        self.settings = theme_settings(self.lang)
        with self.theme():
            super().__init__(figsize=(width, height), layout="constrained", facecolor="white")

    def theme(self) -> AbstractContextManager[None]:
        """Return the context in which the chart's parts are made."""
        settings: Any = self.settings
        return matplotlib.rc_context(settings)

    def key(self, handles: Sequence[Any]) -> None:
        """Set the marks that are explained between the title and the axes."""
        self.key_handles = list(handles)

    def finish(self, title: str, caption: str, alt_text: str) -> Chart:
        """Return the chart with its title, key, caption and words in place, its layout fixed.

        Parameters
        ----------
        title : str
            Above the chart, at the left; wrapped to its width.
        caption : str
            Below the chart; wrapped to its width.
        alt_text : str
            What the chart shows, between the title and the caption.
        """
        title, caption, alt_text = (printable(text) for text in (title, caption, alt_text))
        self.title, self.caption = title, caption
        self.alt_text = sentences([title, alt_text, caption], self.lang)
        width, height = self.get_size_inches()
        left, gap = 0.09 / width, 0.09 / height
        with self.theme():
            shown = wrapped(title, width * 72 / TITLE_SIZE * 1.7)
            heading = self.text(left, 1 - gap, shown, va="top", fontsize=TITLE_SIZE, color=INK)
            shown = wrapped(caption, width * 72 / CAPTION_SIZE * 1.75)
            foot = self.text(
                left, gap, shown, va="bottom", fontsize=CAPTION_SIZE, color="#444444", linespacing=1.4
            )
            top = self._low_end(heading) - gap
            if self.key_handles:
                top = self._place_key(top) - gap
            for text in (heading, foot):
                text.set_in_layout(False)
            bottom = self._box(foot).y1 + 0.6 * gap
            self.set_gaps(rect=(0, bottom, 1, top - bottom))
            self.draw_without_rendering()
        self.set_layout_engine("none")
        return self

    def set_gaps(self, **settings: Any) -> None:
        """Set what the layout of the axes keeps free, see matplotlib's ``ConstrainedLayoutEngine.set``."""
        engine: Any = self.get_layout_engine()
        engine.set(**settings)

    def _box(self, artist: Any) -> Any:
        """Return where something is drawn, in shares of the figure."""
        return artist.get_window_extent().transformed(self.transSubfigure.inverted())

    def _low_end(self, artist: Any) -> float:
        return float(self._box(artist).y0)

    def _place_key(self, top: float) -> float:
        """Return the lower end of the key, in as many columns as the width holds."""
        for columns in range(len(self.key_handles), 0, -1):
            legend = self.legend(
                handles=self.key_handles,
                loc="upper left",
                bbox_to_anchor=(0, top),
                ncols=columns,
                borderaxespad=0.3,
            )
            legend.set_in_layout(False)
            box = self._box(legend)
            if box.x1 <= 1 or columns == 1:
                break
            legend.remove()
        return float(box.y0)

    def draw(self, renderer: Any) -> None:
        """Draw in the chart's own theme, whatever the reader's settings are."""
        with self.theme():
            super().draw(renderer)

    def png(self, dpi: float = PNG_DPI) -> bytes:
        """Return the chart as PNG."""
        metadata = {"Title": self.title, "Description": self.alt_text, "Software": None}
        stream = io.BytesIO()
        self.savefig(stream, format="png", dpi=dpi, metadata=metadata)
        return stream.getvalue()

    def svg(self) -> bytes:
        """Return the chart as SVG: the same bytes for the same chart, its words in the element ``title``."""
        metadata = {"Title": self.alt_text, "Creator": "variantlab", "Date": None}
        stream = io.BytesIO()
        with matplotlib.rc_context({"svg.hashsalt": "variantlab", "svg.fonttype": "path"}):
            self.savefig(stream, format="svg", metadata=metadata)
        return stream.getvalue()

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the picture and, for pages made of the notebook, its words."""
        width = round(self.get_size_inches()[0] * 96)
        metadata = {"image/png": {"width": width, "alt": self.alt_text}}
        return {"image/png": self.png(), "text/plain": self.alt_text}, metadata


# Matplotlib writes this docstring anew for each subclass, in markup that only its own manual knows.
Chart.set.__doc__ = "Set several properties at once, see matplotlib's ``Figure.set``."


def alt_text(chart: Chart) -> str:
    """Return a chart in words, for those who do not see it."""
    return _checked_chart(chart).alt_text


def _checked_chart(chart: object) -> Chart:
    if isinstance(chart, Chart):
        return chart
    raise invalid("chart", chart, "what a function of variantlab.view.charts returned")


def caption_of(
    lang: str,
    *,
    counts: Sequence[str] = (),
    seed: int | Sequence[int] | None = None,
    label_of_results: Label | None = None,
    is_exact: bool = False,
    notes: Sequence[str] = (),
) -> str:
    """Return a caption: how many games, which seed, what the marks mean, and whether a prediction was locked
    before.

    Parameters
    ----------
    lang : {'en', 'ja'}
        The language.
    counts : sequence of str
        The numbers of games, in words.
    seed : int or sequence of int, optional
        Of the games.
    label_of_results : Label, optional
        What `variantlab.study.gate.results_gate` returned.
    is_exact : bool
        Whether no game was simulated, so that there is no seed.
    notes : sequence of str
        What else is to be said.
    """
    sample = label("is_exact", lang)
    if not is_exact:
        sample = label("comma", lang).join([*counts, seed_in_words(seed, lang)])
    parts = [sample, *notes]
    if label_of_results is not None:
        parts.append(label_of_results.text(lang))
    return sentences(parts, lang)


def sentences(parts: Sequence[str], lang: str) -> str:
    """Return the parts as sentences; an empty part is left out.

    Examples
    --------
    >>> sentences(["How often?", "", "n = 60 games", "exploratory"], "en")
    'How often? n = 60 games. Exploratory.'
    """
    stop = label("stop", lang)
    text = ""
    for part in (part.strip() for part in parts):
        if part:
            is_ended = part.endswith((".", "?", "!", "。", "？", "！"))
            text += _with_capital(part) + (stop[1:] if is_ended else stop)
    return text.strip()


def _with_capital(sentence: str) -> str:
    """Return the sentence with a capital where it begins with a word, and not with a symbol such as n."""
    first_word = re.match(r"[a-z]{2,}", sentence)
    return sentence[0].upper() + sentence[1:] if first_word else sentence


def seed_in_words(seed: int | Sequence[int] | None, lang: str) -> str:
    """Return the seed or the seeds in words, or that none was given."""
    if seed is None:
        return label("no_seed", lang)
    if isinstance(seed, int):
        return label("with_seed", lang, seed=seed)
    return label("with_seeds", lang, seed=label("comma", lang).join(str(one) for one in seed))


def percent(x: float, places: int | None = None) -> str:
    """Return a share in percent, with as many decimals as it needs, or the given number of them.

    Examples
    --------
    >>> percent(0.95), percent(0.0003), percent(2 / 3), percent(0.98, 1)
    ('95%', '0.03%', '66.7%', '98.0%')
    """
    return f"{100 * x:.3g}%" if places is None else f"{100 * x:.{places}f}%"


def colour_of(key: str, number: int = 0) -> str:
    """Return the colour of a rule, a side or an end reason; for other names that of a number."""
    for known in (key, key.split(" ")[0], key.removesuffix("_wins")):
        if known in COLOURS:
            return COLOURS[known]
    return OTHER_COLOURS[number % len(OTHER_COLOURS)]


def marker_of(key: str, number: int = 0) -> str:
    """Return the marker of a rule or a side; for other names that of a number. A diamond is left to exact
    values.
    """
    for known in (key, key.split(" ")[0], key.removesuffix("_wins")):
        if known in MARKERS:
            return MARKERS[known]
    return OTHER_MARKERS[number % len(OTHER_MARKERS)]


def legend_mark(text: str, colour: str, marker: str, line: Any = "") -> Line2D:
    """Return an entry of a chart's key."""
    return Line2D([], [], color=colour, marker=marker, linestyle=line, markersize=8, linewidth=2, label=text)


def wrapped(text: str, width: float) -> str:
    r"""Return the text in lines of at most `width` Latin letters; a Japanese letter counts twice.

    Examples
    --------
    >>> wrapped("n = 1,000 games, seed 1", 14)
    'n = 1,000\ngames, seed 1'
    >>> wrapped("打ち切り、全滅。", 8)
    '打ち切\nり、全\n滅。'
    """
    return "\n".join(line for part in text.splitlines() for line in _lines(part, width)) or text


NOT_AT_LINE_START = "、。，．・：；？！）」』】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ％"


def _lines(text: str, width: float) -> list[str]:
    lines = [""]
    for piece in _unbroken_pieces(text):
        if display_width(lines[-1] + piece.rstrip()) > width and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [line.rstrip() for line in lines]


def _unbroken_pieces(text: str) -> list[str]:
    """Return the text in pieces that stay in one line: Latin words, and Japanese letters one by one."""
    pieces: list[str] = []
    for sign in text:
        is_first = not pieces or pieces[-1].endswith(" ")
        breaks = is_first or ((_is_wide(sign) or _is_wide(pieces[-1][-1])) and sign not in NOT_AT_LINE_START)
        if breaks and sign != " " and not (pieces and pieces[-1][-1] in "（「『【"):
            pieces.append(sign)
        else:
            pieces[-1:] = [(pieces[-1] if pieces else "") + sign]
    return pieces


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def display_width(text: str) -> int:
    """Return the width of a text in Latin letters.

    Examples
    --------
    >>> display_width("手数 60")
    7
    """
    return sum(2 if _is_wide(sign) else 1 for sign in text)


def shortened(text: str, width: int) -> str:
    """Return the text in one line, cut with an ellipsis where it is wider than `width` Latin letters."""
    line = printable(" ".join(text.split()))
    if display_width(line) <= width:
        return line
    while line and display_width(line) > width - 1:
        line = line[:-1]
    return f"{line}…"


def save(chart: Chart, folder: str | os.PathLike[str], name: str) -> tuple[Path, Path]:
    """Return the paths of the PNG (150 dots an inch) and the SVG that the chart is saved as.

    The same chart gives the same bytes: no date and no random name is written.

    Parameters
    ----------
    chart : Chart
        What a function of `variantlab.view.charts` returned.
    folder : path-like
        Made when missing.
    name : str
        A bare file name without suffix, see `variantlab.files.safe_file_name`.

    Raises
    ------
    DataError
        When the name is not allowed, or ends in a suffix.
    """
    chart = _checked_chart(chart)
    if safe_file_name(name).casefold().endswith((".png", ".svg")):
        raise invalid(
            "file name", name, "a name without suffix", "Both .png and .svg are written.", DataError
        )
    png, svg = (safe_path(folder, f"{name}.{suffix}") for suffix in ("png", "svg"))
    return write_bytes_atomically(png, chart.png()), write_bytes_atomically(svg, chart.svg())
