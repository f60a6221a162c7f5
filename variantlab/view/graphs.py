"""The graph of a small game as a chart: every position as a little board, with who wins under best play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.collections import PatchCollection
from matplotlib.patches import Circle, Rectangle

from variantlab.errors import invalid
from variantlab.exact import Graph, Solution
from variantlab.games.game import Position
from variantlab.games.othello.position import OthelloPosition
from variantlab.study.gate import Label
from variantlab.view.figures import INK, Chart, caption_of, colour_of, legend_mark, marker_of, sentences
from variantlab.view.labels import label as word
from variantlab.view.labels import language, name

__all__ = ["graph_chart"]

MOST_POSITIONS_DRAWN = 400
MOST_ROWS_OF_BOARDS = 24
MOST_WITH_DARK_LINES = 100
COLUMN = 2.05  # the distance of two columns, in widths of a board
ROW = 1.18
FELT, FELT_LINE, UNKNOWN = "#cfe6da", "#8fb8a3", "#9a9a9a"
WINNERS = {"first": 0, "second": 1}


def graph_chart(
    graph: Graph,
    solution: Solution | None = None,
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return a chart of a whole game: the positions in columns, turn by turn, with the moves between them.

    Othello positions are little boards, cut to the squares that are ever used, while there are not too many;
    other positions are marks. Frames and marks say who wins under best play.

    Parameters
    ----------
    graph : Graph
        What `variantlab.exact.explore` returned, of at most 400 positions.
    solution : Solution, optional
        What `variantlab.exact.solve` returned for the graph.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Raises
    ------
    VariantlabError
        Where the graph has more than 400 positions.

    Examples
    --------
    >>> from variantlab.exact import explore, solve
    >>> from variantlab.games.othello.rules import Othello
    >>> graph = explore(Othello(size=4, capture="vanish").start_position())
    >>> graph_chart(graph, solve(graph), lang="en").caption.split(". ")[1]
    '33 positions, 32 moves, 12 finished'
    """
    lang = language(lang)
    if graph.n_positions > MOST_POSITIONS_DRAWN:
        text = word("graph_too_large", lang, positions=graph.n_positions)
        raise invalid(
            "graph", text, f"at most {MOST_POSITIONS_DRAWN} positions", "Explore from a later position."
        )
    layout = _layout(graph)
    n_rows, n_columns = int(max(layout[:, 1])) + 1, int(graph.levels.max()) + 1
    window = _window(graph) if n_rows <= MOST_ROWS_OF_BOARDS else None
    row = 0.76 if window else min(0.3, 12 / n_rows)
    column = 1.62 if window else 1.0
    chart = Chart(max(6.5, column * n_columns + 1.2), 2.0 + row * n_rows, lang)
    with chart.theme():
        axes = chart.subplots()
        drawing = _Drawing(axes, graph, solution, layout * [COLUMN, ROW], window, lang)
        drawing.draw()
        chart.key(drawing.key())
    counts = word(
        "graph_counts", lang, positions=graph.n_positions, edges=graph.n_moves, terminal=graph.n_final
    )
    notes = [counts] if solution is None else [counts, word("graph_frames", lang)]
    caption = caption_of(lang, is_exact=True, label_of_results=label, notes=notes)
    return chart.finish(title or word("graph_title", lang), caption, sentences(drawing.in_words(), lang))


def _layout(graph: Graph) -> np.ndarray:
    """Return the column and the row of each position: each stands amid those that it was the first to lead
    to.
    """
    children: dict[int, list[int]] = {number: [] for number in range(graph.n_positions)}
    first_parent: dict[int, int] = {}
    for source, target in zip(graph.sources.tolist(), graph.targets.tolist(), strict=True):
        if target not in first_parent and graph.levels[target] == graph.levels[source] + 1:
            first_parent[target] = source
            children[source].append(target)
    rows = np.zeros(graph.n_positions)
    n_ends = 0
    stack = [(graph.start, False)]
    while stack:
        number, is_placed = stack.pop()
        if is_placed:
            rows[number] = (rows[children[number][0]] + rows[children[number][-1]]) / 2
        elif children[number]:
            stack.append((number, True))
            stack.extend((child, False) for child in reversed(children[number]))
        else:
            rows[number] = n_ends
            n_ends += 1
    return np.column_stack([graph.levels.astype(float), rows])


def _window(graph: Graph) -> tuple[int, int, int] | None:
    """Return the first column, the first row and the width of the square part of the board that is ever
    used.
    """
    used = 0
    for position in graph.positions:
        if not isinstance(position, OthelloPosition):
            return None
        used |= position.black | position.white
    bits = [bit for bit in range(64) if used >> bit & 1] or [0]
    columns, rows = [bit % 8 for bit in bits], [bit // 8 for bit in bits]
    width = max(max(columns) - min(columns), max(rows) - min(rows)) + 1
    return min(columns), min(rows), width


@dataclass
class _Drawing:
    """A graph on its way to the axes."""

    axes: Any
    graph: Graph
    solution: Solution | None
    places: np.ndarray
    window: tuple[int, int, int] | None
    lang: str

    def draw(self) -> None:
        self._draw_moves()
        for number, position in enumerate(self.graph.positions):
            if self.window is not None and isinstance(position, OthelloPosition):
                self._draw_board(number, position, self.window)
            self._draw_value(number)
            if self.graph.is_final[number]:
                self._draw_end(number, position)
        self._draw_heads()
        self.axes.set_axis_off()
        if self.window is not None:
            self.axes.set_aspect("equal")

    def _draw_moves(self) -> None:
        half = 0.5 if self.window is not None else 0.1
        is_dense = self.window is None and self.graph.n_positions > MOST_WITH_DARK_LINES
        texts = [str(move) for i in range(self.graph.n_positions) for move, _ in self.graph.moves(i)]
        by_chance = np.diff(self.graph.first_edge) > 1
        edges = zip(self.graph.sources, self.graph.targets, self.graph.move_of_edge, strict=True)
        for source, target, move in edges:
            (x0, y0), (x1, y1) = self.places[source], self.places[target]
            line = ":" if by_chance[move] else "-"
            gap = half if x1 > x0 else 0.0
            style = ("#c4c4c4", 0.6) if is_dense else ("#8a8a8a", 1.1)
            self.axes.plot([x0 + gap, x1 - gap], [y0, y1], line, color=style[0], linewidth=style[1], zorder=1)
            if self.window is not None:
                at = 0.62
                x, y = x0 + half + at * (x1 - x0 - 2 * half), y0 + at * (y1 - y0)
                self.axes.text(
                    x, y, texts[move], fontsize=9, ha="center", va="center", color=INK, zorder=2,
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
                )  # fmt: skip

    def _draw_board(self, number: int, position: OthelloPosition, window: tuple[int, int, int]) -> None:
        """Draw the discs on the part of the board that is ever used."""
        first_column, first_row, width = window
        x, y = self.places[number] - 0.5
        cell = 1 / width
        self.axes.add_patch(Rectangle((x, y), 1, 1, facecolor=FELT, edgecolor="none", zorder=3))
        for i in range(1, width):
            self.axes.plot([x + i * cell] * 2, [y, y + 1], color=FELT_LINE, linewidth=0.6, zorder=3)
            self.axes.plot([x, x + 1], [y + i * cell] * 2, color=FELT_LINE, linewidth=0.6, zorder=3)
        for colour, face in (("black", "#161616"), ("white", "#ffffff")):
            board = getattr(position, colour)
            bits = [bit for bit in range(64) if board >> bit & 1]
            centres = [
                (x + (bit % 8 - first_column + 0.5) * cell, y + (bit // 8 - first_row + 0.5) * cell)
                for bit in bits
            ]
            discs = [Circle(centre, 0.4 * cell) for centre in centres]
            self.axes.add_collection(
                PatchCollection(discs, facecolor=face, edgecolor="#161616", linewidth=0.9, zorder=4)
            )

    def _value(self, number: int) -> str | None:
        """Return the colour that wins under best play, or draw; None where it is not known."""
        value = None if self.solution is None else self.solution.value_of(number)
        return self.graph.game.colours[WINNERS[value]] if value in WINNERS else value

    def _draw_value(self, number: int) -> None:
        """Draw a frame and a mark that say who wins; without boards the mark alone."""
        x, y = self.places[number]
        value = self._value(number)
        colour = UNKNOWN if value is None else colour_of(value)
        mark = "o" if value is None else marker_of(value)
        if self.window is None:
            edge = INK if self.graph.is_final[number] else "none"
            self.axes.plot(x, y, mark, color=colour, markersize=7, markeredgecolor=edge, zorder=5)
            return
        width = 2.6 if self.graph.is_final[number] else 1.5
        frame = Rectangle(
            (x - 0.5, y - 0.5), 1, 1, facecolor="none", edgecolor=colour, linewidth=width, zorder=5
        )
        self.axes.add_patch(frame)
        if value is not None:
            self.axes.plot(
                x - 0.64, y - 0.42, mark, color=colour, markersize=8.5, markeredgecolor="white", zorder=6
            )

    def _draw_end(self, number: int, position: Position) -> None:
        if self.window is None or position.end_reason is None:
            return
        text = name(position.end_reason, self.lang)
        if isinstance(position, OthelloPosition):
            text = f"{text}\n{position.count('black')}–{position.count('white')}"
        x, y = self.places[number]
        self.axes.annotate(text, (x + 0.66, y), va="center", fontsize=9.5, color=INK, linespacing=1.25)

    def _draw_heads(self) -> None:
        """Write above each column which turn it is, and let the axes hold everything."""
        levels = range(int(self.graph.levels.max()) + 1)
        top = -1.05
        for level in levels:
            text = word("start", self.lang) if level == 0 else word("turn", self.lang, number=level)
            self.axes.text(level * COLUMN, top, text, ha="center", fontsize=11, color=INK)
        self.axes.set_ylim(max(self.places[:, 1]) + 0.7, top - 0.2)
        self.axes.set_xlim(-0.85, levels[-1] * COLUMN + (1.75 if self.window is not None else 0.5))

    def key(self) -> list[Any]:
        """Return what the marks mean, of those that occur."""
        values = {self._value(number) for number in range(self.graph.n_positions)}
        order = [*self.graph.game.colours, "draw"]
        shown = [value for value in order if value in values]
        marks = [legend_mark(self._words_of(value), colour_of(value), marker_of(value)) for value in shown]
        if self.solution is not None and None in values:
            marks.append(legend_mark(word("by_chance", self.lang), UNKNOWN, "o"))
        return marks

    def _words_of(self, value: str) -> str:
        if value == "draw":
            return word("draw", self.lang)
        if value in ("black", "white"):
            return word(f"{value}_wins", self.lang)
        if value in WINNERS:
            return word(f"{value}_player_wins", self.lang)
        return word(("first", "second")[self.graph.game.colours.index(value)], self.lang)

    def in_words(self) -> list[str]:
        """Return the number of positions of each turn, and of each value, in words."""
        colon, comma = word("colon", self.lang), word("comma", self.lang)
        levels = comma.join(str(n) for n in self.graph.n_by_level)
        known = [
            value for number in range(self.graph.n_positions) if (value := self._value(number)) is not None
        ]
        values = Counter(map(self._words_of, known))
        by_turn = f"{word('by_turn', self.lang)}{colon}{levels}"
        return [by_turn, comma.join(f"{words}{colon}{n}" for words, n in values.items())]
