"""Boards of Throw Othello as SVG: stacks, an aim and its spread, and what a throw comes to.

Nothing is told by colour alone. A stack has its height written on the top disc and a column beside it, its
discs from the top down: black ones full, white ones with a line through. The aim is a cross, the thrown disc
a dashed outline with a dot, knocked discs have arrows, captured ones a ring.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from variantlab.errors import invalid
from variantlab.games.throw_othello.position import (
    FOUL_MOVE,
    Aim,
    Landing,
    ThrowPosition,
    square_name,
)
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.throw_lessons import Effects, centre_of, effects, law_of_squares, origin_of, rest_at
from variantlab.view.boards import CARD, FONT, GOLD, LINE, boards_row
from variantlab.view.discs import BLACK, BLUE, HALO, SQUARE, WHITE, disc, felt, flip_mark, ring
from variantlab.view.labels import label, language
from variantlab.view.markup import Markup, escaped
from variantlab.view.places import Place
from variantlab.view.svg import Line, fitting_title, flowing_lines, size_attributes, svg_text
from variantlab.view.throw_shapes import (
    ORANGE,
    arrow,
    column_of_stack,
    cross,
    disc_on_edge,
    dot,
    ellipse,
    frame,
    slanted_cross,
)

__all__ = [
    "AimGrid", "aim_grid", "before_and_after", "law_svg", "places", "position_html", "throw_svg",
]  # fmt: skip

EDGE = 36  # the frame around the board, in the drawing's own unit: a disc may come to lie on it
DARK_GOLD = "#c79a00"  # gold on white
#: Landing points farther than this beyond the board are drawn at this distance, in squares.
FARTHEST_DRAWN = 0.75

WORDS: dict[str, dict[str, str]] = {
    "black_throws": {"en": "black to throw", "ja": "黒が投げる番"},
    "white_throws": {"en": "white to throw", "ja": "白が投げる番"},
    "hidden": {"en": "{n} ({hidden} hidden)", "ja": "{n}個（うち下に{hidden}個）"},
    "hidden_apart": {"en": "{n} (and {hidden} hidden)", "ja": "{n}個（ほか下に{hidden}個）"},
    "n_discs": {"en": "{n}", "ja": "{n}個"},
    "left": {"en": "{n} left", "ja": "残り{n}個"},
    "fouls": {"en": "fouls: {n} of {most}", "ja": "ファール {n}/{most}"},
    "from_the_top": {"en": "{square} from the top down {discs}", "ja": "{square} は上から{discs}"},
    "stacks": {"en": "stacks", "ja": "重なっている駒"},
    "aim": {"en": "aim", "ja": "ねらい"},
    "spread": {"en": "spread: 1 and 2 standard deviations", "ja": "ばらつき：標準偏差の1倍と2倍"},
    "point": {"en": "where the disc came to lie", "ja": "駒が止まったところ"},
    "rests": {"en": "where it is set down", "ja": "整えて置くマス"},
    "candidates": {"en": "too close to call", "ja": "判断できないマス"},
    "rim": {"en": "its far rim", "ja": "遠い側のふち"},
    "captured": {"en": "turned", "ja": "ひっくり返す駒"},
    "knocked": {"en": "knocked away", "ja": "動かされた駒"},
    "edge": {"en": "stands on edge", "ja": "立った駒"},
    "foul": {"en": "foul", "ja": "ファール"},
    "last": {"en": "last throw", "ja": "直前に投げた駒"},
    "off": {"en": "off the board", "ja": "盤の外"},
    "chances": {
        "en": "per cent of throws at this aim (an assumption)",
        "ja": "このねらいで置かれる割合％（仮定による）",
    },
    "foul_chance": {"en": "foul: {chance:.1%}", "ja": "ファール {chance:.1%}"},
    "board": {"en": "{game} board, {size} by {size}", "ja": "{game}の盤 {size}×{size}"},
    "before": {"en": "before the throw", "ja": "投げる前"},
    "throw": {"en": "the throw", "ja": "投げた駒"},
    "after": {"en": "after it", "ja": "投げた後"},
}


def word(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def throw_svg(
    position: ThrowPosition,
    *,
    aim: Aim | str | None = None,
    point: tuple[float, float] | None = None,
    landing: Landing | str | None = None,
    on_edge: str | None = None,
    chances: Mapping[str, float] | None = None,
    last_throw: str | None = None,
    lang: str | None = None,
    title: str | None = None,
    size_px: int | None = None,
    footer: bool = True,
) -> Markup:
    """Return a board as SVG: before a throw, or with a throw and what it would come to.

    Parameters
    ----------
    position : ThrowPosition
        The board, and who throws.
    aim : Aim or str, optional
        Where the disc is aimed: a cross, the line of the throw, and ellipses of the spread of the rules'
        throw, of one and two standard deviations, where it is not 0.
    point : (float, float), optional
        Where the disc's centre came to lie, in squares from the upper left corner of the board. One far
        beyond the board is drawn at the edge of the picture.
    landing : Landing or str, optional
        What the throw comes to, such as ``'c4:B*d4'``: the square it is set down on, the discs that it turns,
        and those that it knocks away. The board stays as it was before the throw.
    on_edge : str, optional
        The square on which the disc stands on edge before it is tipped over.
    chances : mapping of str to float, optional
        The chance of each square, written on it in per cent; see `law_svg`.
    last_throw : str, optional
        The square to mark as the last throw's: by default that which led to the position, where it is known;
        an empty text marks none.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    title : str, optional
        A heading above the board; escaped.
    size_px : int, optional
        The width in pixels; by default 48 for each square and the frame.
    footer : bool, optional
        Write the counts, the fouls, whose turn it is and what the marks mean below the board.

    Returns
    -------
    Markup
        Well-formed SVG. Discs carry ``data-square``, ``data-disc`` (the colour on top) and ``data-height``;
        marks carry ``data-mark``, one of ``last``, ``spread``, ``aim``, ``rests``, ``candidates``, ``point``,
        ``rim``, ``knocked``, ``captured``, ``edge`` and ``chances``, and where they have one ``data-square``.

    Raises
    ------
    MoveError
        When the aim or the landing cannot be.
    VariantlabError
        When the size is no whole number of pixels from 40 to 4000, or the language is unknown.

    Examples
    --------
    >>> svg = throw_svg(ThrowOthello().start_position(), landing="d3:B", lang="en")
    >>> 'data-mark="captured" data-square="d4"' in svg, "turned: d4" in svg
    (True, True)
    """
    lang = language(lang)
    marks = _marks(position, aim, point, landing, on_edge, chances, last_throw)
    scene = _Scene(position, lang, marks)
    side, top = scene.side, _top(title)
    lines = _footer(scene) if footer else []
    height = top + side + (LINE * len(lines) + 8 if footer else 0)
    heading = title or name_of_board(position, lang)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {height}" '
        f'{size_attributes(size_px, side, height)} role="img" '
        f'aria-label="{escaped(heading + label("stop", lang) + turn_words(position, lang))}" '
        f'font-family="{escaped(FONT)}">'
        f"<title>{escaped(heading)}</title><desc>{escaped(position_in_words(scene))}</desc>"
        f'<rect width="{side}" height="{height}" rx="6" fill="{CARD}"/>'
        f"{fitting_title(title, side) if title else ''}"
        # An inner SVG cuts off what reaches beyond the board's frame.
        f'<svg x="0" y="{top}" width="{side}" height="{side}" viewBox="0 0 {side} {side}">'
        f"{felt(position.game.size, EDGE, EDGE)}{_stacks(scene)}{_drawn_marks(scene)}</svg>"
        f"{_drawn_footer(lines, top + side)}</svg>"
    )


def position_html(position: ThrowPosition) -> Markup:
    """Return a position as a notebook shows it: its board, in the default language."""
    return throw_svg(position)


def law_svg(
    position: ThrowPosition,
    aim: Aim | str,
    *,
    lang: str | None = None,
    title: str | None = None,
    size_px: int | None = None,
) -> Markup:
    """Return a board with the chance of each square, in per cent, for a disc thrown at an aim.

    By the exact landing law of the rules' throw, which is an assumption, not a measurement.

    Examples
    --------
    >>> 'data-mark="chances"' in law_svg(ThrowOthello().start_position(), "d3")
    True
    """
    law = law_of_squares(position, aim)
    return throw_svg(
        position, aim=aim, chances={**law.squares, "": law.foul}, last_throw="", lang=lang, title=title,
        size_px=size_px,
    )  # fmt: skip


def before_and_after(
    position: ThrowPosition,
    landing: Landing | str,
    *,
    aim: Aim | str | None = None,
    point: tuple[float, float] | None = None,
    on_edge: str | None = None,
    lang: str | None = None,
    size_px: int | None = None,
) -> Markup:
    """Return three boards in a row: before a throw with the aim, with what it comes to, and after it.

    Where no aim is given the first board is left out: the second shows what was there.

    Parameters
    ----------
    position : ThrowPosition
        The board before the throw.
    landing : Landing or str
        What the throw comes to, such as ``'c4:B*d4'`` or ``'foul'``.
    aim, point, on_edge
        See `throw_svg`.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board; by default so that the row fits a page.

    Raises
    ------
    MoveError
        When the aim or the landing cannot be.

    Examples
    --------
    >>> start = ThrowOthello().start_position()
    >>> before_and_after(start, "c4:B", aim="d3", lang="en").count("<figure")
    3
    """
    lang = language(lang)
    found = _landing_of(landing)
    size_px = size_px or (320 if aim is None else 240)
    throw = throw_svg(
        position, point=point, landing=found, on_edge=on_edge, last_throw="", lang=lang, size_px=size_px
    )
    after = throw_svg(position.land(found), lang=lang, size_px=size_px)
    boards = [
        (f"{word('throw', lang)}{label('colon', lang)}{found}", throw),
        (word("after", lang), after),
    ]
    if aim is not None:
        before = throw_svg(position, aim=aim, last_throw="", lang=lang, size_px=size_px)
        boards.insert(0, (f"{word('before', lang)}{label('comma', lang)}{word('aim', lang)} {aim}", before))
    return boards_row(boards, lang=lang)


# --- pointing at a board


def places(position: ThrowPosition, *, title: str | None = None) -> tuple[Place, ...]:
    """Return where the squares are on the drawing that `throw_svg` makes of a position, from a1 on.

    Parameters
    ----------
    position : ThrowPosition
        The board.
    title : str, optional
        The heading that the drawing has.

    Examples
    --------
    >>> places(ThrowOthello(size=4).start_position())[-1].name
    'd4'
    """
    size, top = position.game.size, _top(title)
    return tuple(
        Place(
            square_name(8 * row + column),
            x=EDGE + SQUARE * column,
            y=top + EDGE + SQUARE * row,
            width=SQUARE,
            height=SQUARE,
            row=row,
            column=column,
        )
        for row in range(size)
        for column in range(size)
    )


@dataclass(frozen=True)
class AimGrid:
    """Where aims are on a drawing, and which aim is meant by pointing at it.

    Attributes
    ----------
    x, y : float
        The upper left corner of the board, in units of the drawing's ``viewBox``.
    unit : float
        The side of a square, in the same units.
    size : int
        Columns and rows of the board.
    step : float
        The distance of two aims, in squares: 0.5, or 1 where only the centres of squares are aims.
    spread : (float, float)
        One standard deviation of the throw across and along, in squares.

    Examples
    --------
    >>> grid = aim_grid(ThrowOthello().start_position())
    >>> str(grid.aim_at(grid.x + 2.1 * grid.unit, grid.y + 3.4 * grid.unit)), grid.drawn("d3")
    ('2,3.5', (176.0, 136.0))
    """

    x: float
    y: float
    unit: float
    size: int
    step: float
    spread: tuple[float, float] = (0.0, 0.0)

    def in_squares(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the drawing in squares from the upper left corner of the board."""
        return (x - self.x) / self.unit, (y - self.y) / self.unit

    def aim_at(self, x: float, y: float) -> Aim:
        """Return the aim of the grid that is nearest to a point of the drawing."""
        return Aim(*(self._snapped(coordinate) for coordinate in self.in_squares(x, y)))

    def drawn(self, aim: Aim | str) -> tuple[float, float]:
        """Return where an aim is on the drawing.

        Raises
        ------
        MoveError
            For a foul, which is aimed nowhere, and where the aim cannot be read.
        """
        found = ThrowOthello(size=self.size).start_position().find_move(aim)
        if found.x is None or found.y is None:
            raise invalid("aim", str(aim), "a point of the board: a foul is aimed nowhere")
        return self.x + self.unit * found.x, self.y + self.unit * found.y

    def scene(self) -> dict[str, Any]:
        """Return what a playing board needs to know, ready for JSON; the spread and the grid in squares."""
        width = self.unit * self.size
        return {
            "x": self.x, "y": self.y, "width": width, "height": width, "columns": self.size,
            "rows": self.size, "grid": self.step, "faces": list(ThrowOthello.colours),
            "spread": {"rx": self.spread[0], "ry": self.spread[1], "turn": 0},
        }  # fmt: skip

    def _snapped(self, coordinate: float) -> float:
        last = self.size - 0.5
        return min(max(0.5 + self.step * round((coordinate - 0.5) / self.step), 0.5), last)


def aim_grid(position: ThrowPosition, *, title: str | None = None) -> AimGrid:
    """Return where the aims are on the drawing that `throw_svg` makes of a position.

    Parameters
    ----------
    position : ThrowPosition
        The board; the rules' grid of aims and the rules' spread.
    title : str, optional
        The heading that the drawing has.
    """
    game, physics = position.game, position.game.physics
    spread = physics.sigma_across, physics.sigma_along
    return AimGrid(EDGE, _top(title) + EDGE, SQUARE, game.size, 1 / game.aims_per_square, spread)


# --- words


def name_of_board(position: ThrowPosition, lang: str) -> str:
    """Return the game and the size of its board in words.

    Examples
    --------
    >>> name_of_board(ThrowOthello().start_position(), "en")
    'Throw Othello board, 8 by 8'
    """
    return word("board", lang, game=label("throw_othello", lang), size=position.game.size)


def turn_words(position: ThrowPosition, lang: str) -> str:
    """Return in words who throws, or how the game ended.

    Examples
    --------
    >>> turn_words(ThrowOthello().start_position(), "en")
    'black to throw'
    """
    if not position.is_over:
        return word(f"{position.to_move}_throws", lang)
    winners = {"black": "black_wins", "white": "white_wins", "draw": "draw"}
    reason, winner = label(str(position.end_reason), lang), label(winners[str(position.winner)], lang)
    return f"{label('game_over', lang)}{label('colon', lang)}{reason}{label('comma', lang)}{winner}"


def side_words(position: ThrowPosition, colour: str, lang: str) -> list[str]:
    """Return in words a colour's discs on the board, those it has left to throw, and its fouls.

    Examples
    --------
    >>> side_words(ThrowOthello().start_position(), "black", "en")
    ['2', '16 left', 'fouls: 0 of 3']
    """
    game, hidden = position.game, position.hidden(colour)
    key = "n_discs" if not hidden else "hidden" if game.count == "all" else "hidden_apart"
    fouls = position.fouls[game.colours.index(colour)]
    return [
        word(key, lang, n=position.count(colour), hidden=hidden),
        word("left", lang, n=position.left(colour)),
        word("fouls", lang, n=fouls, most=game.fouls_to_lose),
    ]


def stack_in_words(square: str, stack: tuple[str, ...], lang: str) -> str:
    """Return a stack in words, from the top down.

    Examples
    --------
    >>> stack_in_words("d3", ("white", "white", "black"), "en")
    'd3 from the top down black, white, white'
    """
    discs = label("comma", lang).join(label(colour, lang) for colour in reversed(stack))
    return word("from_the_top", lang, square=square, discs=discs)


def position_in_words(scene: _Scene) -> str:
    """Return the whole drawing in words: who throws, the discs, the stacks, the counts and the marks."""
    position, lang = scene.position, scene.lang
    colon, comma, stop = (label(key, lang) for key in ("colon", "comma", "stop"))
    stacks = position.stacks()
    sentences = [turn_words(position, lang)]
    for colour in position.game.colours:
        squares = [square for square, stack in stacks.items() if stack[-1] == colour]
        sentences.append(f"{label(colour, lang)}{colon}{comma.join(squares) or label('none', lang)}")
    tall = [stack_in_words(square, stack, lang) for square, stack in stacks.items() if len(stack) > 1]
    if tall:
        sentences.append(f"{word('stacks', lang)}{colon}{'; '.join(tall)}")
    for colour in position.game.colours:
        counts = comma.join(side_words(position, colour, lang))
        sentences.append(f"{label(colour, lang)}{colon}{counts}")
    return stop.join([*sentences, *_marks_in_words(scene)])


# --- what is to be drawn

NO_EFFECTS = Effects((), {})


@dataclass(frozen=True)
class _Marks:
    """What is drawn over the board."""

    aim: Aim | None = None
    point: tuple[float, float] | None = None
    landing: Landing | None = None
    effects: Effects = NO_EFFECTS
    candidates: tuple[str, ...] = ()
    rim: tuple[float, float] | None = None
    edge: str | None = None
    chances: Mapping[str, float] | None = None
    last: str = ""


@dataclass(frozen=True)
class _Scene:
    """A position with its marks and the geometry of its drawing."""

    position: ThrowPosition
    lang: str
    marks: _Marks

    @property
    def side(self) -> int:
        return 2 * EDGE + SQUARE * self.position.game.size

    @property
    def radius(self) -> float:
        return SQUARE * self.position.game.physics.disc_radius

    def centre(self, square: str) -> tuple[float, float]:
        return drawn_at(centre_of(square))


def drawn_at(point: tuple[float, float]) -> tuple[float, float]:
    """Return where a point of the board is on the drawing without its heading.

    Examples
    --------
    >>> drawn_at((0.0, 1.0))
    (36.0, 76.0)
    """
    return EDGE + SQUARE * point[0], EDGE + SQUARE * point[1]


def _top(title: str | None) -> int:
    """Return how far below the upper edge the board's frame begins."""
    return LINE + 6 if title else 0


def _landing_of(landing: Landing | str) -> Landing:
    return Landing.read(landing) if isinstance(landing, str) else landing


def _marks(
    position: ThrowPosition,
    aim: Aim | str | None,
    point: tuple[float, float] | None,
    landing: Landing | str | None,
    on_edge: str | None,
    chances: Mapping[str, float] | None,
    last: str | None,
) -> _Marks:
    _check_squares(position, {"on_edge": on_edge, "last_throw": last})
    _check_point(point)
    found = None if landing is None else _landing_of(landing)
    done = NO_EFFECTS if found is None else effects(position, found)
    came_from = position.last_landing.square if position.last_landing else None
    aimed = None if aim is None else position.find_move(aim)
    rest = None if point is None or on_edge else rest_at(position, *point)
    return _Marks(
        None if aimed == FOUL_MOVE else aimed,
        None if point is None else (float(point[0]), float(point[1])),
        found,
        done,
        rest.squares if rest and rest.way == "too_close" else (),
        rest.rim if rest and rest.way in ("leans", "stays") else None,
        on_edge,
        chances,
        (came_from or "") if last is None else last,
    )


def _check_squares(position: ThrowPosition, squares: Mapping[str, str | None]) -> None:
    """Raise where a field names no square of the board."""
    names = [place.name for place in places(position)]
    for field, square in squares.items():
        if square and square not in names:
            raise invalid(field, square, f"a square from a1 to {names[-1]}")


def _check_point(point: tuple[float, float] | None) -> None:
    if point is not None and not (len(point) == 2 and all(math.isfinite(c) for c in point)):
        allowed = "two numbers, in squares from the upper left corner of the board"
        raise invalid("point", point, allowed)


def _marks_in_words(scene: _Scene) -> list[str]:
    """Return the marks in words, one sentence each."""
    lang, colon, comma = scene.lang, label("colon", scene.lang), label("comma", scene.lang)
    marks = scene.marks
    said: dict[str, str] = {"last": marks.last, "aim": "" if marks.aim is None else str(marks.aim)}
    if marks.point:
        said["point"] = f"{marks.point[0]:.2f}, {marks.point[1]:.2f}"
    said["candidates"], said["edge"] = comma.join(marks.candidates), marks.edge or ""
    if marks.landing:
        said["rests"] = (
            word("foul", lang)
            if marks.landing.square is None
            else f"{marks.landing.square}{comma}{label(marks.landing.face, lang)}"
        )
    said["knocked"] = comma.join(
        f"{square} → {target or word('off', lang)}" for square, target in marks.effects.knocked.items()
    )
    said["captured"] = comma.join(marks.effects.captured)
    if marks.chances:
        said["chances"] = comma.join(
            f"{square or word('foul', lang)} {100 * chance:.1f}" for square, chance in marks.chances.items()
        )
    return [f"{word(key, lang)}{colon}{value}" for key, value in said.items() if value]


# --- how it is drawn


def _stacks(scene: _Scene) -> str:
    return "".join(_stack(scene, square, stack) for square, stack in scene.position.stacks().items())


def _stack(scene: _Scene, square: str, stack: tuple[str, ...]) -> str:
    """Return the disc on top of a square; of a stack also its height and the column of its discs."""
    x, y = scene.centre(square)
    top, height = stack[-1], len(stack)
    attributes = f'data-square="{square}" data-disc="{top}" data-height="{height}"'
    if height == 1:
        return disc(x, y, top, attributes, radius=scene.radius)
    number = svg_text(
        str(height), x - 3, y + 5, 14, anchor="middle", colour=WHITE if top == "black" else BLACK, weight=700
    )
    words = escaped(stack_in_words(square, stack, scene.lang))
    return (
        f"<g {attributes}><title>{words}</title>{disc(x, y, top, '', radius=scene.radius)}{number}"
        f"{column_of_stack(x + 9, y, stack)}</g>"
    )


def _drawn_marks(scene: _Scene) -> str:
    marks, parts = scene.marks, []
    if marks.last:
        parts.append(_mark("last", _framed(scene, marks.last, GOLD), marks.last))
    if marks.aim is not None:
        parts += [_mark("spread", _spread(scene, marks.aim)), _mark("aim", cross(*_aimed_at(marks.aim)))]
    if marks.chances:
        parts.append(_mark("chances", _chances(scene, marks.chances)))
    parts += [_mark("candidates", _framed(scene, s, ORANGE, "2 3"), s) for s in marks.candidates]
    if marks.edge:
        parts.append(_mark("edge", disc_on_edge(*scene.centre(marks.edge), scene.radius), marks.edge))
    if marks.landing is not None or marks.point is not None:
        parts.append(_thrown(scene))
    if marks.rim:
        parts.append(_mark("rim", dot(*drawn_at(marks.rim), ORANGE)))
    if marks.landing is not None:
        parts += [
            _mark("knocked", _knocked(scene, marks.landing, square, target), square)
            for square, target in marks.effects.knocked.items()
        ]
    parts += [
        _mark("captured", flip_mark(*scene.centre(square)), square) for square in marks.effects.captured
    ]
    return "".join(parts)


def _mark(kind: str, drawn: str, square: str = "") -> str:
    where = f' data-square="{escaped(square)}"' if square else ""
    return f'<g data-mark="{kind}"{where}>{drawn}</g>' if drawn else ""


def _aimed_at(aim: Aim) -> tuple[float, float]:
    return drawn_at((float(aim.x or 0), float(aim.y or 0)))


def _framed(scene: _Scene, square: str, colour: str, dashes: str = "") -> str:
    return frame(*scene.centre(square), SQUARE / 2 - 2, colour, 3, dashes)


def _spread(scene: _Scene, aim: Aim) -> str:
    """Return the ellipses of one and two standard deviations about the aim, and the line of the throw."""
    physics = scene.position.game.physics
    x, y = _aimed_at(aim)
    line = (
        f'<path d="M{x:g} {scene.side - 4}V{y + 10:g}" stroke="{HALO}" stroke-width="1.5" '
        f'stroke-dasharray="1 5" stroke-linecap="round"/>'
    )
    if physics.is_perfect:
        return line
    across, along = SQUARE * physics.sigma_across, SQUARE * physics.sigma_along
    ellipses = "".join(ellipse(x, y, n * across, n * along, n == 1) for n in (2, 1))
    return line + ellipses


def _thrown(scene: _Scene) -> str:
    """Return the thrown disc where it came to lie, and the square that it is set down on."""
    marks, landing = scene.marks, scene.marks.landing
    face = landing.face if landing and landing.face else scene.position.to_move
    target = landing.square if landing else None
    parts = []
    if target:
        parts.append(_mark("rests", _framed(scene, target, GOLD, "6 3"), target))
    if marks.edge and target:
        parts.append(arrow(*scene.centre(marks.edge), *scene.centre(target), GOLD))
    point = marks.point
    if point is None and landing and landing.frame:
        point = origin_of(landing)
    if point is not None and not marks.edge:
        parts.append(_mark("point", _lying(scene, point, face, target)))
    elif target and point is None:
        x, y = scene.centre(target)
        shape = disc(x, y, face, 'opacity="0.85"', radius=scene.radius * 0.8)
        parts.append(shape + ring(x, y, scene.radius * 0.8, GOLD, 2.5, "5 3"))
    return "".join(parts)


def _lying(scene: _Scene, point: tuple[float, float], face: str, target: str | None) -> str:
    """Return a disc at a landing point, with an arrow to the square it is set down on."""
    size = scene.position.game.size
    near_x, near_y = (min(max(c, -FARTHEST_DRAWN), size + FARTHEST_DRAWN) for c in point)
    x, y = drawn_at((near_x, near_y))
    shape = disc(x, y, face, 'opacity="0.78"', radius=scene.radius)
    outline = ring(x, y, scene.radius, ORANGE, 2.4, "5 3") + dot(x, y, ORANGE)
    if not target:
        return shape + outline
    to_x, to_y = scene.centre(target)
    if (to_x - x) ** 2 + (to_y - y) ** 2 < 36:
        return shape + outline
    return shape + outline + arrow(x, y, to_x, to_y, GOLD)


def _knocked(scene: _Scene, landing: Landing, square: str, target: str | None) -> str:
    """Return an arrow from a knocked disc to where it stops; one that leaves the board ends on the frame."""
    x, y = scene.centre(square)
    if target:
        return arrow(x, y, *scene.centre(target), BLUE)
    from_x, from_y = drawn_at(origin_of(landing))
    to_x, to_y = x + 0.85 * (x - from_x), y + 0.85 * (y - from_y)
    return arrow(x, y, to_x, to_y, BLUE) + slanted_cross(to_x, to_y)


def _chances(scene: _Scene, chances: Mapping[str, float]) -> str:
    """Return the chance of each square in per cent on a plate that is the fuller the likelier it is."""
    squares = {square: chance for square, chance in chances.items() if square and chance >= 0.0005}
    most = max(squares.values(), default=1.0)
    parts = []
    for square, chance in squares.items():
        x, y = scene.centre(square)
        percent = 100 * chance
        shown = f"{percent:.0f}" if percent >= 9.95 else f"{percent:.1f}"
        parts.append(
            f'<g data-square="{square}"><rect x="{x - 15:g}" y="{y + 7:g}" width="30" height="13" rx="3" '
            f'fill="{HALO}" fill-opacity="{0.84 + 0.16 * chance / most:.3g}"/>'
            f"{svg_text(shown, x, y + 18, 12, anchor='middle', weight=700 if chance > most / 3 else 400)}</g>"
        )
    return "".join(parts)


# --- the lines below the board


def _footer(scene: _Scene) -> list[Line]:
    """Return the lines below the board: each side's counts, whose turn it is, and what the marks mean."""
    position, lang = scene.position, scene.lang
    lines: list[Line] = []
    for colour in position.game.colours:
        first, *others = side_words(position, colour, lang)
        lines += flowing_lines([(colour, first), *(("", words) for words in others)], scene.side)
    turn = turn_words(position, lang)
    if position.is_over:
        turn = turn.partition(label("colon", lang))[2]
    key = [(kind, word(kind, lang)) for kind in _kinds_of_marks(scene.marks, position)]
    turn_items = [("", part) for part in turn.split(label("comma", lang))]
    if scene.marks.chances:
        turn_items.append(("", word("foul_chance", lang, chance=scene.marks.chances.get("", 0.0))))
    return lines + flowing_lines(turn_items, scene.side) + flowing_lines(key, scene.side)


def _kinds_of_marks(marks: _Marks, position: ThrowPosition) -> list[str]:
    """Return the kinds of marks on the board, in the order in which they are explained."""
    landing = marks.landing
    there = {
        "aim": marks.aim is not None,
        "spread": marks.aim is not None and not position.game.physics.is_perfect,
        "edge": marks.edge,
        "point": marks.point is not None and not marks.edge,
        "rim": marks.rim,
        "candidates": marks.candidates,
        "rests": landing is not None and landing.square is not None,
        "foul": landing is not None and landing.square is None,
        "knocked": marks.effects.knocked,
        "captured": marks.effects.captured,
        "last": marks.last,
        "chances": marks.chances,
    }
    return [kind for kind, is_there in there.items() if is_there]


def _drawn_footer(lines: list[Line], top: float) -> str:
    parts = []
    for number, line in enumerate(lines):
        y = top + LINE * number + LINE / 2 + 4
        for x, picture, words in line:
            if picture:
                parts.append(_small_picture(picture, x + 8, y))
            parts.append(svg_text(words, x + (22 if picture else 0), y + 5, 14))
    return "".join(parts)


def _small_picture(kind: str, x: float, y: float) -> str:
    if kind in ("black", "white"):
        return disc(x, y, kind, 'aria-hidden="true"', radius=7)
    drawn = {
        "aim": cross(x, y, 6),
        "spread": ellipse(x, y, 4.5, 7, True),
        "point": ring(x, y, 7, ORANGE, 2, "4 2") + dot(x, y, ORANGE),
        "rim": dot(x, y, ORANGE),
        "candidates": frame(x, y, 6, ORANGE, 2.4, "2 2"),
        "rests": frame(x, y, 6, DARK_GOLD, 2.4, "4 2"),
        "last": frame(x, y, 6, DARK_GOLD, 2.4),
        "knocked": arrow(x - 8, y, x + 8, y, BLUE),
        "captured": ring(x, y, 6, BLUE, 3),
        "edge": disc_on_edge(x, y, 8),
        "foul": slanted_cross(x, y),
        "chances": svg_text("%", x, y + 5, 13, anchor="middle", weight=700),
    }
    return f'<g aria-hidden="true">{drawn[kind]}</g>'
