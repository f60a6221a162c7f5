"""Shogi boards as SVG: pieces in kanji or letters, both hands, the last move, and what a drop would turn.

Nothing is told by colour alone: gote's pieces are darker and turned round; a promoted piece is red, has a
second rim and a name of its own; what a drop turns carries the number of its stage.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import PASS
from variantlab.games.negaeri_shogi.notation import FILES, SQUARES, move_text
from variantlab.games.negaeri_shogi.position import Move, NegaeriPosition
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.view.boards import CARD, FONT, GOLD, INK, LINE, RED, boards_row
from variantlab.view.labels import label, language
from variantlab.view.markup import Markup, escaped
from variantlab.view.places import Place
from variantlab.view.svg import fitting_title, flowing_lines, size_attributes, svg_text

__all__ = ["KANJI", "places", "position_html", "rules_row", "shogi_svg", "stages_row"]

SQUARE = 40  # all lengths are in the drawing's own unit
EDGE = 26  # around the board, where letters, numbers and the names of the sides are
STAND = 80  # the hands, at the right
INNER = 6 * SQUARE
SIDE = EDGE + INNER + EDGE
WIDTH = EDGE + INNER + 12 + STAND + 8
WOOD = {"sente": "#fff4d6", "gote": "#efd5a0"}
BOARD, BOARD_LINE, FRAME, STAND_FILL = "#e8bd6d", "#7a5a20", "#e9e4d8", "#d9c49a"
PIECE_LINE, BLUE, HALO = "#5f4312", "#0b63c5", "#ffffff"

#: What stands on each piece.
KANJI = {"K": "玉", "P": "歩", "R": "飛", "B": "角", "+P": "と", "+R": "竜", "+B": "馬"}
PIECES = ("kanji", "letters")
IN_HAND = "RBP"


def shogi_svg(
    position: NegaeriPosition,
    *,
    last_move: Move | str | None = None,
    preview: Move | str | None = None,
    select: str | None = None,
    pieces: str = "kanji",
    lang: str | None = None,
    title: str | None = None,
    explain: bool = True,
    size_px: int | None = None,
) -> Markup:
    """Return a board with both hands as SVG, with words for screen readers.

    Parameters
    ----------
    position : NegaeriPosition
        What stands where, the hands, and who is to move.
    last_move : Move or str, optional
        The move to mark as the last one: by default the one that led to the position, where it is known and
        no other is previewed; an empty text marks none.
    preview : Move or str, optional
        A legal move that is shown before it is made. What a drop would turn carries the number of its stage.
    select : str, optional
        A piece whose squares are marked: where it stands, such as ``'c5'``, or one in hand, such as
        ``'sente:P'``.
    pieces : {'kanji', 'letters'}, optional
        What stands on the pieces; letters are those of the notation, ``+`` before a promoted piece.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    title : str, optional
        A heading above the board; escaped.
    explain : bool, optional
        Say below a preview what its numbers are.
    size_px : int, optional
        The width in pixels; by default 48 for each square, the edge and the hands.

    Returns
    -------
    Markup
        Well-formed SVG. Pieces carry ``data-square`` and ``data-piece``, hands ``data-hand`` and
        ``data-count``, marks ``data-square`` and ``data-mark``: ``last``, ``from``, ``dropped``, ``moved``,
        ``taken``, ``reached`` and ``stage-1``, ``stage-2``, ...

    Raises
    ------
    MoveError
        When `preview` is not legal.
    VariantlabError
        When a square, a size, the kind of pieces or the language is unknown.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> position = NegaeriShogi().position("k5/6/6/pp4/6/5K b P 1")
    >>> svg = shogi_svg(position, preview="P*c4", lang="en")
    >>> 'data-square="a4" data-mark="stage-1"' in svg, "pawn" in svg
    (True, True)
    """
    if pieces not in PIECES:
        raise unknown_choice("pieces", pieces, PIECES)
    scene = _Scene.of_position(position, language(lang), pieces)
    last = "" if preview and last_move is None else last_move
    marks = _last_marks(position, last) | _preview_marks(position, preview) | _selected(position, select)
    notes = [label("numbers_are_stages", scene.lang)] if "stage-1" in marks and explain else []
    return _drawn(scene, marks, _turn(position, scene.lang), title, size_px, notes)


def position_html(position: NegaeriPosition) -> Markup:
    """Return a position as a notebook shows it: its board, in the default language."""
    return shogi_svg(position)


def stages_row(
    position: NegaeriPosition,
    move: Move | str,
    *,
    pieces: str = "kanji",
    lang: str | None = None,
    size_px: int = 245,
) -> Markup:
    """Return boards in a row: before a drop, with the piece dropped, then after each stage of its chain.

    Parameters
    ----------
    position : NegaeriPosition
        Where the move is legal.
    move : Move or str
        The move.
    pieces : {'kanji', 'letters'}, optional
        What stands on the pieces.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board in pixels.

    Raises
    ------
    MoveError
        When the move is not legal.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> position = NegaeriShogi().position("k5/6/6/pp4/6/5K b P 1")
    >>> stages_row(position, "P*c4", lang="en").count("<svg")
    2
    """
    lang, found = language(lang), position.find_move(move)
    colon = label("colon", lang)
    before = shogi_svg(position, preview=found, pieces=pieces, lang=lang, explain=False, size_px=size_px)
    boards = [(f"{label('before', lang)}{colon}{found}", before)]
    after = position.play(found)
    if not found.stages:
        drawn = shogi_svg(after, pieces=pieces, lang=lang, size_px=size_px)
        words = label("after", lang)
        if found.drop:
            words = f"{words}{colon}{label('turns_nothing', lang)}"
        return boards_row([*boards, (words, drawn)], lang=lang)
    scene = _Scene.of_position(after, lang, pieces)
    shown = position.pieces | {found.to: after.piece(found.to)}
    for number, stage in enumerate(found.stages, start=1):
        shown |= {square: after.piece(square) for square in stage}
        marks = {"dropped": (found.to,), f"stage-{number}": stage}
        words = label("stage", lang, number=number)
        turn = _turn(after, lang) if number == len(found.stages) else [words]
        board = _drawn(scene.with_pieces(shown), marks, turn, None, size_px)
        boards.append((f"{words}{colon}{label('comma', lang).join(stage)}", board))
    return boards_row(boards, lang=lang)


def rules_row(
    position: NegaeriPosition,
    move: Move | str,
    games: Mapping[str, NegaeriShogi],
    *,
    pieces: str = "kanji",
    lang: str | None = None,
    size_px: int = 245,
) -> Markup:
    """Return boards in a row: what the same drop would turn under different rules.

    Parameters
    ----------
    position : NegaeriPosition
        What stands where, whatever its own rules are.
    move : Move or str
        A move that is legal under all of them.
    games : mapping of str to NegaeriShogi
        The rules, by the caption of their board.
    pieces : {'kanji', 'letters'}, optional
        What stands on the pieces.
    lang : {'en', 'ja'}, optional
        The default language if left out.
    size_px : int, optional
        The width of a board in pixels.

    Raises
    ------
    MoveError
        When the move is not legal under one of the rules.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> game = NegaeriShogi()
    >>> position = game.position("k5/6/6/pp4/6/5K b P 1")
    >>> without = game.replace(edge_captures=False)
    >>> row = rules_row(position, "P*c4", {"edge": game, "no edge": without}, lang="en")
    >>> row.count('data-mark="stage-1"')
    2
    """
    lang, text, diagram = language(lang), str(move), position.sfen()
    boards = []
    for caption, game in games.items():
        same = game.position(diagram)
        n_turned = len(same.find_move(text).turned)
        words = label("n_turn", lang, n=n_turned) if n_turned else label("turns_nothing", lang)
        drawn = shogi_svg(same, preview=text, pieces=pieces, lang=lang, explain=False, size_px=size_px)
        boards.append((f"{caption}{label('colon', lang)}{words}", drawn))
    return boards_row(boards, lang=lang)


def places(position: NegaeriPosition, *, title: str | None = None) -> tuple[Place, ...]:
    """Return where the squares and the pieces in hand are on the drawing of `shogi_svg`.

    Parameters
    ----------
    position : NegaeriPosition
        The position; all have the same places.
    title : str, optional
        The heading of the drawing, which moves the board down.

    Returns
    -------
    tuple of Place
        The squares from a1 to f6, then the hands: ``'gote:R'``, ``'gote:B'``, ``'gote:P'``, ``'sente:R'``,
        ``'sente:B'``, ``'sente:P'``, in a column of their own at the right of the board.

    Examples
    --------
    >>> from variantlab.games.negaeri_shogi.rules import NegaeriShogi
    >>> found = places(NegaeriShogi().start_position())
    >>> len(found), found[0].name, found[-1].name, found[-1].row, found[-1].column
    (42, 'a1', 'sente:P', 5, 6)
    """
    top = _top(title) + EDGE
    squares = [
        Place(f"{file}{row + 1}", EDGE + SQUARE * column, top + SQUARE * row, SQUARE, SQUARE, row, column)
        for row in range(6)
        for column, file in enumerate(FILES)
    ]
    slots = [
        Place(f"{side}:{kind}", _stand_left(), top + SQUARE * row, STAND, SQUARE, row, 6)
        for row, (side, kind) in enumerate((side, kind) for side in ("gote", "sente") for kind in IN_HAND)
    ]
    return (*squares, *slots)


# ---------------------------------------------------------------------------------------- what is to be drawn


@dataclass(frozen=True)
class _Scene:
    """What stands on the board and lies beside it."""

    pieces: Mapping[str, str]
    hands: Mapping[str, Mapping[str, int]]
    mover: str
    kind: str
    lang: str

    @classmethod
    def of_position(cls, position: NegaeriPosition, lang: str, kind: str) -> _Scene:
        hands = {side: position.hand_counts(side) for side in ("gote", "sente")}
        mover = "" if position.is_over else position.to_move
        return cls(position.pieces, hands, mover, kind, lang)

    def with_pieces(self, pieces: Mapping[str, str]) -> _Scene:
        return _Scene(dict(pieces), self.hands, "", self.kind, self.lang)

    def count(self, side: str) -> int:
        """Return how many pieces of a side stand on the board."""
        return sum(_side(piece) == side for piece in self.pieces.values())


Marks = dict[str, tuple[str, ...]]


def _side(piece: str) -> str:
    return "sente" if piece[-1].isupper() else "gote"


def _last_marks(position: NegaeriPosition, last: Move | str | None) -> Marks:
    """Return the squares of the last move: where it ended, and where it came from."""
    last = position.last_move if last is None else last
    if not last:
        return {}
    text = move_text(last)
    if text == PASS:
        return {}
    to, origin = (text[2:], "") if "*" in text else (text[2:], text[:2])
    marks: Marks = {"last": (to,), "from": (origin,)}
    return marks if origin else {"last": (to,)}


def _preview_marks(position: NegaeriPosition, preview: Move | str | None) -> Marks:
    """Return the squares of a move that is not made yet, and of what it would turn or take."""
    if not preview:
        return {}
    found = position.find_move(preview)
    if found.is_pass:
        return {}
    if found.drop:
        stages = {f"stage-{number}": stage for number, stage in enumerate(found.stages, start=1)}
        return {f"ghost-{found.drop}": (found.to,), **stages}
    return {"from": (found.origin,), "taken" if found.takes else "moved": (found.to,)}


def _selected(position: NegaeriPosition, place: str | None) -> Marks:
    """Return the squares that a piece of the board or of a hand may go to."""
    if not place:
        return {}
    names = (*SQUARES, *(f"{side}:{kind}" for side in ("sente", "gote") for kind in IN_HAND))
    if place not in names:
        raise invalid("select", place, "a square such as c5, or a hand such as sente:P", error=RulesError)
    side, _, kind = place.partition(":")
    moves = [] if position.is_over else position.legal_moves()
    if kind:
        reached = [move.to for move in moves if move.drop == kind and side == position.to_move]
        return {"reached": tuple(reached)}
    return {
        "selected": (place,),
        "reached": tuple(move.to for move in moves if move.origin == place),
    }


def _turn(position: NegaeriPosition, lang: str) -> list[str]:
    """Return who is to move, or how the game ended and who won."""
    if not position.is_over:
        must_pass = position.legal_moves()[0].is_pass
        return [label(f"{position.to_move}_{'passes' if must_pass else 'to_move'}", lang)]
    reason = "both_passed" if position.end_reason == "no_moves" else str(position.end_reason)
    winners = {"sente": "sente_wins", "gote": "gote_wins", "draw": "draw"}
    return [label(reason, lang), label(winners.get(position.winner or "", "no_winner"), lang)]


def _piece_word(piece: str, lang: str) -> str:
    return label(f"piece_{piece.upper()}", lang)


def _description(scene: _Scene, marks: Marks, turn: list[str]) -> str:
    """Return the whole drawing in words."""
    lang, colon, comma = scene.lang, label("colon", scene.lang), label("comma", scene.lang)
    space = "" if lang == "ja" else " "
    sentences = [comma.join(turn)]
    for side in ("sente", "gote"):
        standing = [
            f"{_piece_word(piece, lang)}{space}{square}"
            for square, piece in scene.pieces.items()
            if _side(piece) == side
        ]
        held = [f"{_piece_word(kind, lang)} {n}" for kind, n in scene.hands[side].items() if n]
        sentences.append(f"{label(side, lang)}{colon}{comma.join(standing) or label('none', lang)}")
        sentences.append(f"{label(f'{side}_hand', lang)}{colon}{comma.join(held) or label('none', lang)}")
    for mark, squares in marks.items():
        if word := _mark_word(mark, lang):
            sentences.append(f"{word}{colon}{comma.join(squares) or label('none', lang)}")
    return label("stop", lang).join(sentences)


def _mark_word(mark: str, lang: str) -> str:
    kind, _, rest = mark.partition("-")
    if kind == "stage":
        return label("turns_at_stage", lang, number=rest)
    keys = {"last": "last_move", "ghost": "preview", "dropped": "dropped", "moved": "preview"}
    keys |= {"taken": "taken", "reached": "reached"}
    return label(keys[kind], lang) if kind in keys else ""


# -------------------------------------------------------------------------------------------- how it is drawn


def _drawn(
    scene: _Scene,
    marks: Marks,
    turn: list[str],
    title: str | None,
    size_px: int | None,
    notes: Iterable[str] = (),
) -> Markup:
    """Return the drawing; `notes` stand below the board only."""
    lang, comma = scene.lang, label("comma", scene.lang)
    top = _top(title)
    counts = label("on_board", lang, sente=scene.count("sente"), gote=scene.count("gote"))
    lines = flowing_lines([("", words) for words in (*turn, counts, *notes)], WIDTH)
    height = top + SIDE + LINE * len(lines) + 8
    name = title or label("shogi_board", lang)
    footer = "".join(
        svg_text(words, x, top + SIDE + LINE * number + LINE / 2 + 5, 14)
        for number, line in enumerate(lines)
        for x, _, words in line
    )
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'{size_attributes(size_px, WIDTH, height)} role="img" '
        f'aria-label="{escaped(name + label("stop", lang) + comma.join(turn))}" '
        f'font-family="{escaped(FONT)}">'
        f"<title>{escaped(name)}</title><desc>{escaped(_description(scene, marks, turn))}</desc>"
        f'<rect width="{WIDTH}" height="{height}" rx="6" fill="{CARD}"/>'
        f"{fitting_title(title, WIDTH) if title else ''}"
        f'<g transform="translate(0 {top})">{_frame(scene)}{_under_pieces(marks)}{_standing(scene, marks)}'
        f"{_hands(scene)}{_over_pieces(scene, marks)}</g>{footer}</svg>"
    )


def _top(title: str | None) -> int:
    return LINE + 6 if title else 0


def _stand_left() -> int:
    return EDGE + INNER + 12


def _centre(square: str) -> tuple[int, int]:
    column, row = FILES.index(square[0]), int(square[1]) - 1
    return EDGE + SQUARE * column + SQUARE // 2, EDGE + SQUARE * row + SQUARE // 2


def _frame(scene: _Scene) -> str:
    """Return the board without pieces: its lines, letters and numbers, and the stands of both hands."""
    low, high = EDGE, EDGE + INNER
    lines = "".join(f"M{EDGE + SQUARE * i} {low}V{high}M{low} {EDGE + SQUARE * i}H{high}" for i in range(7))
    signs = "".join(
        f'<text x="{EDGE + SQUARE * i + SQUARE // 2}" y="{EDGE - 8}">{FILES[i]}</text>'
        f'<text x="{EDGE // 2}" y="{EDGE + SQUARE * i + SQUARE // 2 + 5}">{i + 1}</text>'
        for i in range(6)
    )
    return (
        f'<rect width="{WIDTH}" height="{SIDE}" rx="6" fill="{FRAME}"/>'
        f'<rect x="{low}" y="{low}" width="{INNER}" height="{INNER}" fill="{BOARD}"/>'
        f'<path d="{lines}" stroke="{BOARD_LINE}" stroke-width="1.2" fill="none"/>'
        f'<g font-size="14" fill="{INK}" text-anchor="middle">{signs}</g>'
        f"{_stand(scene, 'gote', 0)}{_stand(scene, 'sente', 3)}"
    )


def _stand(scene: _Scene, side: str, row: int) -> str:
    """Return where a hand lies, with the side's name beyond it; an arrow at the side to move."""
    left, top = _stand_left(), EDGE + SQUARE * row
    name = f"{'▲' if side == 'sente' else '△'} {label(side, scene.lang)}"
    is_mover = scene.mover == side
    words = svg_text(
        f"▶ {name}" if is_mover else name, left + STAND / 2, EDGE - 8 if row == 0 else SIDE - 8, 13,
        anchor="middle", colour="#8f1d14" if is_mover else INK, weight=700 if is_mover else 400,
    )  # fmt: skip
    return (
        f'<rect x="{left}" y="{top + 1}" width="{STAND}" height="{3 * SQUARE - 2}" rx="4" '
        f'fill="{STAND_FILL}" stroke="{BOARD_LINE}" stroke-width="1"/>{words}'
    )


def _standing(scene: _Scene, marks: Marks) -> str:
    faded = {square for mark, found in marks.items() if mark == "taken" for square in found}
    return "".join(
        f'<g data-square="{square}" data-piece="{piece}"{_opacity(0.45 if square in faded else 1)}>'
        f"{_piece(piece, *_centre(square), scene.kind)}</g>"
        for square, piece in scene.pieces.items()
    )


def _opacity(share: float) -> str:
    return "" if share == 1 else f' opacity="{share:g}"'


def _piece(piece: str, x: float, y: float, kind: str, scale: float = 1.0) -> str:
    """Return a piece that points to its owner's opponent; a promoted one is red with a second rim."""
    is_promoted = piece[0] == "+"
    colour = "#b3170c" if is_promoted else "#1c1405"
    turned = " rotate(180)" if _side(piece) == "gote" else ""
    rim = ""
    if is_promoted:
        rim = (
            f'<path d="M0 -15L10 -10L12.8 13.2H-12.8L-10 -10Z" fill="none" stroke="{colour}" '
            f'stroke-width="1.2"/>'
        )
    word = KANJI[piece.upper()] if kind == "kanji" else piece.upper()
    size = 20 if kind == "kanji" else (13.5 if is_promoted else 17)
    upright = " rotate(180)" if turned and kind == "letters" else ""
    height = 8.5 if kind == "kanji" else (5 if upright else 8)
    text = (
        f'<text y="{height}" font-size="{size}" font-weight="600" text-anchor="middle" fill="{colour}"'
        f"{' transform=' + chr(34) + 'rotate(180)' + chr(34) if upright else ''}>{word}</text>"
    )
    return (
        f'<g transform="translate({x:g} {y:g}){turned} scale({scale:g})">'
        f'<path d="M0 -18L12 -12.5L15.5 15.5H-15.5L-12 -12.5Z" fill="{WOOD[_side(piece)]}" '
        f'stroke="{PIECE_LINE}" stroke-width="1.3" stroke-linejoin="round"/>{rim}{text}</g>'
    )


def _hands(scene: _Scene) -> str:
    """Return the pieces in hand, one slot a kind; an empty slot is dotted and says 0."""
    parts = []
    slots = [(side, kind) for side in ("gote", "sente") for kind in IN_HAND]
    for row, (side, kind) in enumerate(slots):
        number = scene.hands[side][kind]
        piece = kind if side == "sente" else kind.lower()
        x, y = _stand_left() + 20, EDGE + SQUARE * row + SQUARE / 2
        drawn = _piece(piece, x, y, scene.kind, 0.85)
        count = svg_text(f"×{number}", x + 17, y + 6, 15, weight=600 if number else 400)
        faded = _opacity(1 if number else 0.3)
        parts.append(f'<g data-hand="{side}:{kind}" data-count="{number}"{faded}>{drawn}{count}</g>')
    return "".join(parts)


def _under_pieces(marks: Marks) -> str:
    return "".join(
        f'<g data-square="{square}" data-mark="{mark}">{_under_mark(mark, square)}</g>'
        for mark, squares in marks.items()
        for square in squares
        if mark in ("last", "from", "selected")
    )


def _under_mark(mark: str, square: str) -> str:
    """Return a square's ground: full where a move ended, dashed where it began."""
    x, y = _centre(square)
    half = SQUARE // 2 - 2
    dashes = ' stroke-dasharray="5 4"' if mark == "from" else ""
    fill = "none" if mark == "from" else GOLD
    colour = BLUE if mark == "selected" else "#8a5a00"
    return (
        f'<rect x="{x - half}" y="{y - half}" width="{2 * half}" height="{2 * half}" rx="2" fill="{fill}" '
        f'stroke="{colour}" stroke-width="2"{dashes}/>'
    )


def _over_pieces(scene: _Scene, marks: Marks) -> str:
    return "".join(
        f'<g data-square="{square}" data-mark="{_name_of_mark(mark)}">{_over_mark(scene, mark, square)}</g>'
        for mark, squares in marks.items()
        for square in squares
        if mark not in ("last", "from", "selected")
    )


def _name_of_mark(mark: str) -> str:
    return "dropped" if mark.startswith("ghost") else mark


def _over_mark(scene: _Scene, mark: str, square: str) -> str:
    x, y = _centre(square)
    kind, _, rest = mark.partition("-")
    if kind == "stage":
        return _badge(x + 12, y - 12, rest)
    if kind == "reached":
        if square in scene.pieces:
            return f'<circle cx="{x}" cy="{y}" r="17.5" fill="none" stroke="{BLUE}" stroke-width="3.5"/>'
        return f'<circle cx="{x}" cy="{y}" r="6" fill="{BLUE}" stroke="{HALO}" stroke-width="1.5"/>'
    ring = (
        f'<circle cx="{x}" cy="{y}" r="18.5" fill="none" stroke="{GOLD}" stroke-width="3"/>'
        f'<circle cx="{x}" cy="{y}" r="18.5" fill="none" stroke="{INK}" stroke-width="1.2" '
        f'stroke-dasharray="4 3"/>'
    )
    if kind == "ghost":
        piece = rest if scene.mover == "sente" else rest.lower()
        return f'<g opacity="0.85">{_piece(piece, x, y, scene.kind)}</g>{ring}'
    if kind == "taken":
        cross = f"M{x - 9} {y - 9}L{x + 9} {y + 9}M{x + 9} {y - 9}L{x - 9} {y + 9}"
        return "".join(
            f'<path d="{cross}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
            for colour, width in ((HALO, 7), (RED, 4))
        )
    return ring


def _badge(x: float, y: float, number: str) -> str:
    """Return the number of a stage in a disc."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="{BLUE}" stroke="{HALO}" stroke-width="1.5"/>'
        f"{svg_text(number, x, y + 4.8, 13, anchor='middle', colour=HALO, weight=700)}"
    )
