"""Othello boards as SVG: discs, legal squares, the last move, and what a move would capture.

Nothing is told by colour alone: a black disc has a light rim, a white one a dark rim and a ring inside; a
disc that would flip carries a ring, one that would vanish a cross in a dashed outline.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from variantlab.errors import RulesError, invalid
from variantlab.games.game import PASS
from variantlab.games.othello.position import COLUMNS, Move, OthelloPosition, square_bit
from variantlab.view.discs import FELT, FELT_LINE, SQUARE, disc, felt, flip_mark, ring
from variantlab.view.labels import label, language, name
from variantlab.view.markup import Markup, escaped
from variantlab.view.places import Place
from variantlab.view.svg import Line, fitting_title, flowing_lines, size_attributes

__all__ = [
    "before_and_after",
    "board_svg",
    "boards_row",
    "fates_of_captures",
    "name_of_board",
    "places",
    "position_html",
    "preview_svg",
    "turn_words",
]

EDGE = 26  # left and above, where the numbers and letters are; all lengths in the drawing's own unit
RIM = 10  # right and below
LINE = 22
FONT = "system-ui, 'Hiragino Sans', 'Yu Gothic', Meiryo, 'Noto Sans JP', 'IPAexGothic', sans-serif"
CARD, INK, GOLD, RED = "#ffffff", "#222222", "#ffd54a", "#d1352b"


def board_svg(
    position: OthelloPosition,
    *,
    last_move: Move | str | None = None,
    show_legal: bool = True,
    preview: Move | str | None = None,
    lang: str | None = None,
    title: str | None = None,
    size_px: int | None = None,
    footer: bool = True,
) -> Markup:
    """Return a board as SVG, with words for screen readers.

    Parameters
    ----------
    position : OthelloPosition
        The board, 4, 6 or 8 squares wide, and who is to move.
    last_move : Move or str, optional
        The move to mark as the last one: by default the one that led to the position, where it is known; an
        empty text marks none.
    show_legal : bool, optional
        Mark the squares where the side to move may place a disc with a dot.
    preview : Move or str, optional
        A legal move whose captures are marked: which discs would flip, vanish, or, where chance decides, may
        vanish.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    title : str, optional
        A heading above the board; escaped.
    size_px : int, optional
        The width in pixels; by default 48 for each square and the edge.
    footer : bool, optional
        Write the counts, whose turn it is and what the marks mean below the board.

    Returns
    -------
    Markup
        Well-formed SVG. Discs carry ``data-square`` and ``data-disc``; marks carry ``data-square`` and
        ``data-mark``, one of ``legal``, ``last``, ``preview``, ``captured-flip``, ``captured-vanish`` and
        ``captured-chance``.

    Raises
    ------
    MoveError
        When `preview` is not legal.
    VariantlabError
        When the size is no whole number of pixels from 40 to 4000, or the language is unknown.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> svg = board_svg(Othello(size=4, capture="vanish").start_position(), preview="b1")
    >>> 'data-square="b2" data-mark="captured-vanish"' in svg
    True
    """
    lang = language(lang)
    board = _Board(position, lang)
    marks = _marks(board, last_move, show_legal, preview)
    lines = _footer(board, marks) if footer else []
    top = _top(title)
    side = board.side
    height = top + side + (LINE * len(lines) + 8 if footer else 0)
    heading = title or name_of_board(position, lang)
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {height}" '
        f'{size_attributes(size_px, side, height)} role="img" '
        f'aria-label="{escaped(heading + label("stop", lang) + _state(position, lang))}" '
        f'font-family="{escaped(FONT)}">'
        f"<title>{escaped(heading)}</title><desc>{escaped(_description(board, marks))}</desc>"
        f'<rect width="{side}" height="{height}" rx="6" fill="{CARD}"/>'
        f"{fitting_title(title, side) if title else ''}"
        f'<g transform="translate(0 {top})">'
        f"{felt(board.size, EDGE, RIM)}{_discs(board, marks)}{_drawn_marks(board, marks)}</g>"
        f"{_drawn_footer(lines, top + side)}</svg>"
    )


def preview_svg(position: OthelloPosition, move: Move | str) -> Markup:
    """Return what `board_svg` draws over the board to preview a legal move, as a piece of SVG.

    Raises
    ------
    MoveError
        When the move is not legal.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> 'data-square="b2" data-mark="captured-flip"' in preview_svg(Othello(size=4).start_position(), "b1")
    True
    """
    board = _Board(position, language(None))
    marks = _marks(board, "", show_legal=False, preview=move)
    return Markup(f"<g>{_drawn_marks(board, marks)}</g>")


def places(position: OthelloPosition, *, title: str | None = None) -> tuple[Place, ...]:
    """Return where the squares are on the drawing that `board_svg` makes of a position, from a1 on.

    Parameters
    ----------
    position : OthelloPosition
        The board.
    title : str, optional
        The heading that the drawing has.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> places(Othello(size=4).start_position())[-1].name
    'd4'
    """
    size, top = position.game.size, _top(title)
    return tuple(
        Place(
            f"{COLUMNS[column]}{row + 1}",
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


def _top(title: str | None) -> int:
    """Return how far below the upper edge the board begins."""
    return LINE + 6 if title else 0


def position_html(position: OthelloPosition) -> Markup:
    """Return a position as a notebook shows it: its board, in the default language."""
    return board_svg(position)


def boards_row(
    boards: Iterable[OthelloPosition | Markup | tuple[str, OthelloPosition | Markup]],
    *,
    lang: str | None = None,
    size_px: int = 230,
) -> Markup:
    """Return boards side by side as HTML, each with its caption.

    Parameters
    ----------
    boards : iterable of positions, of what `board_svg` returned, or of pairs of a caption and one of these
        Captions are escaped.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board that is given as a position.

    Raises
    ------
    VariantlabError
        For a plain text in place of a board, which could hold anything.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> start = Othello(size=4).start_position()
    >>> boards_row([("start", start), ("after b1", start.play("b1"))]).count("<svg")
    2
    """
    figures = "".join(_figure(board, lang, size_px) for board in boards)
    return Markup(f'<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start">{figures}</div>')


def before_and_after(
    position: OthelloPosition, move: Move | str, *, lang: str | None = None, size_px: int = 230
) -> Markup:
    """Return three boards in a row: before a move, with its captures marked, and after it.

    Where chance decides what vanishes, each board that may follow is shown, up to four.

    Parameters
    ----------
    position : OthelloPosition
        Where the move is legal.
    move : Move or str
        The move.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board.

    Raises
    ------
    MoveError
        When the move is not legal.
    """
    lang = language(lang)
    found = position.find_move(move)
    shown = board_svg(position, preview=found, show_legal=False, lang=lang, size_px=size_px)
    before = board_svg(position, lang=lang, size_px=size_px)
    after = _boards_after(position, found)
    return boards_row(
        [
            (label("before", lang), before),
            (f"{label('preview', lang)}{label('colon', lang)}{found}", shown),
            *((f"{label('after', lang)}{chance}", board) for chance, board in after),
        ],
        lang=lang,
        size_px=size_px,
    )


MOST_BOARDS_AFTER = 4


def _boards_after(position: OthelloPosition, move: Move) -> list[tuple[str, OthelloPosition]]:
    """Return the boards that may follow a move, each with its chance in words; none where it is certain."""
    if move.removed is not None:
        return [("", position.play(move))]
    if position.game.capture == "mixed" and len(move.captures) > 2:
        return []
    outcomes = position.outcomes(move)[:MOST_BOARDS_AFTER]
    return [(f" ({chance.limit_denominator(1000)})", after) for chance, after in outcomes]


def fates_of_captures(position: OthelloPosition, move: Move | str) -> dict[str, str]:
    """Return what becomes of each disc that a legal move captures, by square.

    Returns
    -------
    dict of str to {'flip', 'vanish', 'chance', 'stay'}
        ``chance`` where it may vanish or not; ``stay`` for the captured discs that ``vanish_one`` leaves
        alone.

    Raises
    ------
    MoveError
        When the move is not legal.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> fates_of_captures(Othello(size=4).start_position(), "b1")
    {'b2': 'flip'}
    """
    found = position.find_move(move)
    game = position.game
    certain = {"flip": "flip", "mixed": "flip", "vanish": "vanish", "vanish_one": "stay"}[game.capture]
    if found.removed is None:
        probability = game.vanish_probability if game.capture == "mixed" else 1 / len(found.captures)
        undecided = {0.0: certain, 1.0: "vanish"}.get(probability, "chance")
        return dict.fromkeys(found.captures, undecided)
    return {square: "vanish" if square in found.removed else certain for square in found.captures}


# ---------------------------------------------------------------------------------------- what is to be drawn


@dataclass(frozen=True)
class _Board:
    """A position with the geometry of its drawing."""

    position: OthelloPosition
    lang: str

    @property
    def size(self) -> int:
        return self.position.game.size

    @property
    def side(self) -> int:
        return EDGE + SQUARE * self.size + RIM

    def centre(self, square: str) -> tuple[int, int]:
        """Return the middle of a square."""
        bit = square_bit(square)
        return EDGE + SQUARE * (bit % 8) + SQUARE // 2, EDGE + SQUARE * (bit // 8) + SQUARE // 2

    def holder(self, square: str) -> str | None:
        """Return the colour of the disc on a square, or None."""
        bit = 1 << square_bit(square)
        if self.position.black & bit:
            return "black"
        return "white" if self.position.white & bit else None


Marks = dict[str, tuple[str, ...]]


def _marks(board: _Board, last: Move | str | None, show_legal: bool, preview: Move | str | None) -> Marks:
    """Return the squares of each mark, in the order the marks are drawn."""
    position = board.position
    squares: Marks = {}
    last = position.last_move if last is None else last
    last_square = str(getattr(last, "square", last)).split("(")[0] if last else PASS
    if last_square != PASS:
        squares["last"] = (_square_on(board, last_square),)
    placed = PASS
    if preview:
        placed = position.find_move(preview).square
        fates = fates_of_captures(position, preview)
        for fate in ("flip", "vanish", "chance"):
            squares[f"captured-{fate}"] = tuple(square for square, found in fates.items() if found == fate)
    if show_legal and not position.is_over:
        squares["legal"] = tuple(square for square in position.legal_squares() if square != placed)
    if placed != PASS:
        squares["preview"] = (placed,)
    return {mark: found for mark, found in squares.items() if found}


def _square_on(board: _Board, square: str) -> str:
    text = square.strip().casefold()
    columns = COLUMNS[: board.size]
    if len(text) == 2 and text[0] in columns and text[1] in "12345678"[: board.size]:
        return text
    raise invalid("last_move", square, f"a square from a1 to {columns[-1]}{board.size}", error=RulesError)


def name_of_board(position: OthelloPosition, lang: str) -> str:
    """Return the game, the size of its board and its rule in words."""
    game = position.game
    return label("board", lang, game=label(game.name, lang), size=game.size, rule=name(game.rule, lang))


def _state(position: OthelloPosition, lang: str) -> str:
    """Return in words how many discs there are and who is to move, or how the game ended."""
    comma, space = label("comma", lang), "" if lang == "ja" else " "
    discs = comma.join(
        f"{label(colour, lang)}{space}{position.count(colour)}" for colour in ("black", "white")
    )
    return f"{discs}{label('stop', lang)}{turn_words(position, lang)}"


def turn_words(position: OthelloPosition, lang: str) -> str:
    """Return in words whose turn it is, or how the game ended."""
    if not position.is_over:
        key = f"{position.to_move}_passes" if position.stuck else f"{position.to_move}_to_move"
        return label(key, lang)
    reason = label(str(position.end_reason), lang)
    winners = {"black": "black_wins", "white": "white_wins", "draw": "draw"}
    winner = label(winners.get(position.winner or "", "no_winner"), lang)
    return f"{label('game_over', lang)}{label('colon', lang)}{reason}{label('comma', lang)}{winner}"


def _description(board: _Board, marks: Marks) -> str:
    """Return the whole drawing in words."""
    lang, colon = board.lang, label("colon", board.lang)
    comma = label("comma", lang)
    parts = {label(colour, lang): board.position.squares(colour) for colour in ("black", "white")}
    parts |= {_mark_word(mark, lang): squares for mark, squares in marks.items()}
    sentences = [f"{key}{colon}{comma.join(found) or label('none', lang)}" for key, found in parts.items()]
    return label("stop", lang).join([turn_words(board.position, lang), *sentences])


def _mark_word(mark: str, lang: str) -> str:
    return label({"last": "last_move", "legal": "legal_moves"}.get(mark, mark), lang)


# -------------------------------------------------------------------------------------------- how it is drawn


def _discs(board: _Board, marks: Marks) -> str:
    vanishing = marks.get("captured-vanish", ())
    return "".join(
        disc(
            *board.centre(square), colour, f'data-square="{square}" data-disc="{colour}"', square in vanishing
        )
        for colour in ("black", "white")
        for square in board.position.squares(colour)
    )


def _drawn_marks(board: _Board, marks: Marks) -> str:
    return "".join(
        f'<g data-square="{square}" data-mark="{mark}">{_mark(board, mark, square)}</g>'
        for mark, squares in marks.items()
        for square in squares
    )


def _mark(board: _Board, mark: str, square: str) -> str:
    x, y = board.centre(square)
    if mark == "legal":
        return f'<circle cx="{x}" cy="{y}" r="5" fill="#bfe5d0" stroke="{FELT_LINE}"/>'
    if mark == "last":
        corner = SQUARE // 2 - 3
        return (
            f'<rect x="{x - corner}" y="{y - corner}" width="{2 * corner}" height="{2 * corner}" rx="3" '
            f'fill="none" stroke="{GOLD}" stroke-width="3"/>'
        )
    if mark == "preview":
        placed = disc(x, y, board.position.to_move, 'opacity="0.8"', radius=15)
        return placed + ring(x, y, 17, GOLD, 2.5, "5 3")
    return _capture_mark(x, y, mark)


def _capture_mark(x: float, y: float, mark: str) -> str:
    """Return the mark of a captured disc: a ring flips, a cross vanishes, a question mark leaves it to
    chance.
    """
    halo = "#ffffff"
    if mark == "captured-flip":
        return flip_mark(x, y)
    if mark == "captured-vanish":
        cross = f"M{x - 7:g} {y - 7:g}L{x + 7:g} {y + 7:g}M{x + 7:g} {y - 7:g}L{x - 7:g} {y + 7:g}"
        return (
            ring(x, y, 17, halo, 2.5, "4 3")
            + f'<path d="{cross}" stroke="{halo}" stroke-width="7" stroke-linecap="round"/>'
            + f'<path d="{cross}" stroke="{RED}" stroke-width="4" stroke-linecap="round"/>'
        )
    return (
        ring(x, y, 17, halo, 2.5, "4 3")
        + f'<circle cx="{x:g}" cy="{y:g}" r="9.5" fill="{halo}"/>'
        + f'<text x="{x:g}" y="{y + 6:g}" font-size="17" font-weight="700" text-anchor="middle" '
        f'fill="{RED}">?</text>'
    )


def _footer(board: _Board, marks: Marks) -> list[Line]:
    """Return the lines under the board: where each item starts, the name of its small picture, and its
    words.
    """
    position, lang = board.position, board.lang
    turn = turn_words(position, lang)
    if position.is_over:
        turn = turn.partition(label("colon", lang))[2]
    items = [(colour, str(position.count(colour))) for colour in ("black", "white")]
    items += [("", part) for part in turn.split(label("comma", lang))]
    captures = [(mark, label(mark, lang)) for mark in marks if mark.startswith("captured-")]
    return flowing_lines(items, board.side) + flowing_lines(captures, board.side)


def _drawn_footer(lines: list[Line], top: float) -> str:
    parts = []
    for number, line in enumerate(lines):
        y = top + LINE * number + LINE / 2 + 4
        for x, picture, words in line:
            text_x = x
            if picture:
                parts.append(_small_picture(picture, x + 8, y))
                text_x += 22
            parts.append(f'<text x="{text_x:g}" y="{y + 5:g}">{escaped(words)}</text>')
    return f'<g font-size="14" fill="{INK}">{"".join(parts)}</g>'


def _small_picture(picture: str, x: float, y: float) -> str:
    if picture in ("black", "white"):
        return disc(x, y, picture, 'aria-hidden="true"', radius=7)
    small = f'<g transform="translate({x:g} {y:g}) scale(0.5)">'
    return f'{small}<circle r="18" fill="{FELT}"/>{_capture_mark(0, 0, picture)}</g>'


def _figure(board: object, lang: str | None, size_px: int) -> str:
    """Return one board of a row with its caption."""
    caption, drawn = board if isinstance(board, tuple) else ("", board)
    if isinstance(drawn, OthelloPosition):
        drawn = board_svg(drawn, lang=lang, size_px=size_px)
    if not isinstance(drawn, Markup):
        hint = "A plain text is not shown, as it could hold anything."
        raise invalid("board", drawn, "a position, or what board_svg returned", hint)
    words = f'<figcaption style="text-align:center">{escaped(caption)}</figcaption>' if caption else ""
    return f'<figure style="margin:0">{drawn}{words}</figure>'
