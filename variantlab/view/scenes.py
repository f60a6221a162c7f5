"""What the playing board is told of a position: its drawing, its places, what each legal move would do.

The page that a person plays on knows no rule. It draws a scene, shows what is said about the place under the
pointer, and sends back the text of a move. A game has a scene when `SCENES` names the function that makes it.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from typing import Any

from variantlab.errors import VariantlabError, invalid
from variantlab.games.othello.position import Move, OthelloPosition, is_pass
from variantlab.games.othello.rules import other_colour
from variantlab.view import boards
from variantlab.view.labels import label, language, name
from variantlab.view.places import Place

__all__ = ["SCENES", "comparison", "othello_scene", "rule_words", "scene", "why_not"]

#: The function that makes a game's scene, as ``module:function``; looked up when the game is played.
SCENES: dict[str, str] = {
    "othello": "variantlab.view.scenes:othello_scene",
    "chopsticks": "variantlab.view.scenes_chopsticks:chopsticks_scene",
    "negaeri": "variantlab.view.scenes_negaeri:negaeri_scene",
    "throw_othello": "variantlab.view.scenes_throw:throw_scene",
}
#: The function that says why a place is not legal.
REASONS: dict[str, str] = {
    "othello": "variantlab.view.scenes:othello_why_not",
    "chopsticks": "variantlab.view.scenes_chopsticks:chopsticks_why_not",
    "negaeri": "variantlab.view.scenes_negaeri:negaeri_why_not",
    "throw_othello": "variantlab.view.scenes_throw:throw_why_not",
}
#: The function that draws what another rule would have made of a move; not every game has one.
COMPARISONS: dict[str, str] = {
    "othello": "variantlab.view.scenes:othello_comparison",
    "negaeri": "variantlab.view.scenes_negaeri:negaeri_comparison",
    "throw_othello": "variantlab.view.scenes_throw:throw_comparison",
}
#: The function that says a game's rules in a few words, where the record's word for them is not a reader's.
RULES_IN_WORDS: dict[str, str] = {"chopsticks": "variantlab.study.chopsticks:rule_text"}

WORDS: dict[str, dict[str, str]] = {
    "empty": {"en": "empty", "ja": "空き"},
    "black_disc": {"en": "black disc", "ja": "黒石"},
    "white_disc": {"en": "white disc", "ja": "白石"},
    "legal": {"en": "legal", "ja": "置けます"},
    "captures": {"en": "captures {squares}", "ja": "{squares} を挟む"},
    "captures_nothing": {"en": "captures nothing", "ja": "何も挟まない"},
    "not_legal": {"en": "not legal", "ja": "置けません"},
    "n_discs": {"en": "{n} discs", "ja": "{n} 石"},
    "one_disc": {"en": "1 disc", "ja": "1 石"},
    "game_over": {"en": "The game is over.", "ja": "この対局は終わっています。"},
    "off_board": {"en": "{square} is off the board.", "ja": "{square} は盤の外です。"},
    "taken": {"en": "{square} is taken: a disc lies there.", "ja": "{square} にはもう石があります。"},
    "no_disc_left": {
        "en": "{colour} has no disc left to place.",
        "ja": "{colour}には置ける石が残っていません。",
    },
    "no_neighbour": {"en": "No disc lies beside {square}.", "ja": "{square} のとなりに石がありません。"},
    "brackets_nothing": {
        "en": "{square} brackets no disc: no line from it runs over {other} discs to a {colour} one.",
        "ja": "{square} からは何も挟めません。どの方向にも、{other}石の列の先に{colour}石がありません。",
    },
    "no_such_place": {
        "en": "{square} is no square of this board, which ends at {last}.",
        "ja": "{square} というマスはありません。この盤は {last} までです。",
    },
    "is_legal": {"en": "{square} is legal.", "ja": "{square} には置けます。"},
    "as_played": {"en": "{rule}: as played", "ja": "{rule}：実際の盤"},
    "would_be": {"en": "{rule}: what it would have done", "ja": "{rule}：こちらのルールなら"},
    "after_move": {"en": "After {colour}'s {move}", "ja": "{colour}の {move} の後"},
}


def words(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def scene(position: Any, lang: str | None = None) -> dict[str, Any]:
    """Return what the page is told of a position, ready for JSON.

    Parameters
    ----------
    position : Position
        Where the game stands.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Returns
    -------
    dict
        ``svg``, the drawing, and ``view_box``, its width and height; ``places``, where a person points, each
        with ``name``, ``label``, ``x``, ``y``, ``width``, ``height``, ``row`` and ``column``; ``moves``, the
        legal ones, each with its ``text``, its ``path`` (the places to point at, in their order), a ``label``
        and ``stages`` (the places that would change, stage by stage) and, where the board draws the preview
        itself, its ``overlay`` as SVG; ``mark``, how a place that may be pointed at is shown, ``'dot'`` or
        ``'frame'``; ``aim``, what a freely aimed throw needs, or None; ``board_label``, ``status`` and
        ``counts`` in words.

    Raises
    ------
    VariantlabError
        When the game cannot be played on the page, or the language is unknown.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> shown = scene(Othello(capture="vanish").start_position(), "en")
    >>> [(move["path"], move["stages"], move["label"]) for move in shown["moves"]][0]
    (['d3'], [['d4']], 'd3: vanishes d4')
    """
    made: dict[str, Any] = named(SCENES, position.game.name)(position, language(lang))
    return made


def why_not(position: Any, pointed: Sequence[str], lang: str | None = None) -> str:
    """Return in a sentence why the places pointed at are no legal move.

    Parameters
    ----------
    position : Position
        Where the game stands.
    pointed : sequence of str
        The names of the places, in the order they were pointed at.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> why_not(Othello().start_position(), ["d4"], "en")
    'd4 is taken: a disc lies there.'
    """
    return str(named(REASONS, position.game.name)(position, list(pointed), language(lang)))


def comparison(before: Any, move: str, lang: str | None = None) -> dict[str, Any] | None:
    """Return what a move did and what another rule would have done with it, side by side.

    Parameters
    ----------
    before : Position
        The position in which the move was played.
    move : str
        Its text.
    lang : {'en', 'ja'}, optional
        The default language if left out.

    Returns
    -------
    dict or None
        ``title`` and ``boards``, each with a ``caption`` and its ``svg``; None where the game knows no other
        rule to hold beside it.
    """
    if before.game.name not in COMPARISONS:
        return None
    made: dict[str, Any] | None = named(COMPARISONS, before.game.name)(before, move, language(lang))
    return made


def rule_words(game: Any, lang: str | None = None) -> str:
    """Return a game's rules in a few words; empty where its name says them.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> from variantlab.games.othello.rules import Othello
    >>> rule_words(Othello(capture="vanish"), "ja"), rule_words(Chopsticks(revive=True), "ja")
    ('消滅ルール（vanish）', '5以上で戦闘不能、分身、復活')
    """
    if game.name in RULES_IN_WORDS:
        return str(named(RULES_IN_WORDS, game.name)(game, language(lang)))
    rule = str(getattr(game, "rule", ""))
    if game.name.startswith(rule):
        return ""
    return name(rule.removeprefix(f"{game.name}, "), language(lang))


def named(table: dict[str, str], game: str) -> Callable[..., Any]:
    """Return the function that a table names for a game."""
    if game not in table:
        playable = ", ".join(sorted(table))
        raise invalid("game", game, f"a game that has a playing board: {playable}")
    module, _, function = table[game].partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def place_dict(place: Place, words_of_place: str) -> dict[str, Any]:
    """Return a place with its words for screen readers, ready for JSON."""
    return {
        "name": place.name,
        "label": words_of_place,
        "x": place.x,
        "y": place.y,
        "width": place.width,
        "height": place.height,
        "row": place.row,
        "column": place.column,
    }


def view_box(svg: str) -> list[float]:
    """Return the width and height of a drawing in its own units.

    Examples
    --------
    >>> view_box('<svg viewBox="0 0 300 338.5">')
    [300.0, 338.5]
    """
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    if found is None:
        raise invalid("drawing", svg, "SVG with a viewBox that begins at 0 0")
    return [float(found[1]), float(found[2])]


# ------------------------------------------------------------------------------------------------- Othello


def othello_scene(position: OthelloPosition, lang: str) -> dict[str, Any]:
    """Return the scene of an Othello position."""
    svg = boards.board_svg(position, show_legal=False, lang=lang, footer=False)
    moves = [othello_move(position, move, lang) for move in position.legal_moves() if not move.is_pass]
    by_square: dict[str, str] = {}
    for move in moves:
        by_square.setdefault(move["path"][0], move["words"])
    squares = boards.places(position)
    right, below = squares[-1].x + squares[-1].width, squares[-1].y + squares[-1].height
    return {
        "svg": str(svg),
        "view_box": [right + boards.RIM, below + boards.RIM],
        "board_label": boards.name_of_board(position, lang),
        "places": [
            place_dict(place, square_words(position, place.name, by_square, lang)) for place in squares
        ],
        "moves": moves,
        "mark": "dot",
        "aim": None,
        "status": boards.turn_words(position, lang),
        "counts": [
            {"colour": colour, "words": n_discs_words(position.count(colour), lang)}
            for colour in position.game.colours
        ],
    }


def n_discs_words(n: int, lang: str) -> str:
    """Return a number of discs in words."""
    return words("one_disc" if n == 1 else "n_discs", lang, n=n)


def othello_move(position: OthelloPosition, move: Move, lang: str) -> dict[str, Any]:
    """Return a legal move: where to point, and what it would do."""
    fates = boards.fates_of_captures(position, move)
    chosen = list(move.removed or ()) if move.shows_removed and len(move.captures) > 1 else []
    parts = []
    for fate in ("flip", "vanish", "chance"):
        found = [square for square, given in fates.items() if given == fate]
        if found:
            parts.append(f"{label(f'captured-{fate}', lang)} {label('comma', lang).join(found)}")
    done = label("comma", lang).join(parts) or words("captures_nothing", lang)
    return {
        "text": str(move),
        "path": [move.square, *chosen],
        "label": f"{move.square}{label('colon', lang)}{done}",
        "words": done,
        "stages": [list(move.captures)] if move.captures else [],
        "overlay": str(boards.preview_svg(position, move)),
    }


def square_words(position: OthelloPosition, square: str, legal: dict[str, str], lang: str) -> str:
    """Return the words for a square: what lies there, and whether a disc may be placed."""
    comma = label("comma", lang)
    for colour in position.game.colours:
        if square in position.squares(colour):
            return f"{square}{comma}{words(f'{colour}_disc', lang)}"
    parts = [square, words("empty", lang)]
    if square in legal:
        parts += [words("legal", lang), legal[square]]
    elif not position.is_over:
        parts.append(words("not_legal", lang))
    return comma.join(parts)


def othello_why_not(position: OthelloPosition, pointed: list[str], lang: str) -> str:
    """Return why a disc may not go on a square."""
    square = pointed[0] if pointed else ""
    known = {place.name for place in boards.places(position)}
    if position.is_over:
        return words("game_over", lang)
    if square not in known:
        last = boards.places(position)[-1].name
        return words("no_such_place", lang, square=square, last=last)
    colour = position.to_move
    if square in position.squares("black") + position.squares("white"):
        return words("taken", lang, square=square)
    if square in position.legal_squares():
        return words("is_legal", lang, square=square)
    if getattr(position, f"{colour}_left") == 0:
        return words("no_disc_left", lang, colour=label(colour, lang))
    if position.game.placement == "touching":
        return words("no_neighbour", lang, square=square)
    other = label(other_colour(colour), lang)
    return words("brackets_nothing", lang, square=square, other=other, colour=label(colour, lang))


def othello_comparison(before: OthelloPosition, move: str, lang: str) -> dict[str, Any] | None:
    """Return the boards after a move under its own rule and under the other one of flip and vanish."""
    other_rule = {"vanish": "flip", "flip": "vanish"}.get(before.game.capture, "flip")
    if is_pass(move):
        return None
    found = before.find_move(move)
    try:
        other_game = before.game.replace(capture=other_rule)
        same_board = other_game.position_of(before.black, before.white, before.to_move)
        would_be = same_board.play(found.square)
    except VariantlabError:
        return None
    drawn = [
        (words("as_played", lang, rule=name(before.game.rule, lang)), before.play(move)),
        (words("would_be", lang, rule=name(other_game.rule, lang)), would_be),
    ]
    return {
        "title": words("after_move", lang, colour=label(before.to_move, lang), move=found.square),
        "boards": [
            {
                "caption": caption,
                "svg": str(boards.board_svg(after, show_legal=False, last_move=found.square, lang=lang)),
            }
            for caption, after in drawn
        ],
    }
