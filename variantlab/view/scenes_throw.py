"""The scene of Throw Othello: one aims anywhere on the board; what comes of it, Python draws."""

from __future__ import annotations

from typing import Any

from variantlab.errors import VariantlabError
from variantlab.games.throw_othello.position import FOUL, ThrowPosition
from variantlab.games.throw_othello.rules import other_colour
from variantlab.study.sitting_throw import NOT_KNOWN, throw_of_text
from variantlab.view import throw_boards
from variantlab.view.labels import label
from variantlab.view.scenes import place_dict, view_box

__all__ = ["throw_comparison", "throw_scene", "throw_why_not"]

WORDS: dict[str, dict[str, str]] = {
    "empty": {"en": "empty", "ja": "空き"},
    "disc": {"en": "{colour} disc", "ja": "{colour}の駒"},
    "would_turn": {"en": "a disc here would turn {squares}", "ja": "ここに止まれば {squares} を返す"},
    "foul": {"en": "a foul on purpose", "ja": "わざとファールする"},
    "foul_loses": {
        "en": "a foul on purpose, which would lose the game",
        "ja": "わざとファールする（負けになります）",
    },
    "shows": {"en": "{colour} shows", "ja": "{colour}が上"},
    "off": {"en": "a foul: the disc is off the board", "ja": "ファール：駒が盤の外"},
    "game_over": {"en": "The game is over.", "ja": "この対局は終わっています。"},
    "anywhere": {
        "en": "A disc may be thrown anywhere on the board, also where it captures nothing.",
        "ja": "盤の上ならどこにでも投げられます。何も挟めないところでもかまいません。",
    },
    "no_such_place": {
        "en": "{square} is no square of this board, which ends at {last}.",
        "ja": "{square} というマスはありません。この盤は {last} までです。",
    },
    "after_throw": {"en": "{colour}'s throw at {aim}", "ja": "{colour}が {aim} をねらって投げた駒"},
    "law": {
        "en": "what such a throw may come to (an assumption)",
        "ja": "このねらいで起こりうること（仮定による）",
    },
    "came": {"en": "what came of it: {landing}", "ja": "実際の結果：{landing}"},
}


def words(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def throw_scene(position: ThrowPosition, lang: str) -> dict[str, Any]:
    """Return the scene of a position of Throw Othello, see `variantlab.view.scenes.scene`.

    Its moves are the foul on purpose alone: every other is an aim, a point of the board.
    """
    svg = throw_boards.throw_svg(position, lang=lang, footer=False)
    return {
        "svg": str(svg),
        "view_box": view_box(svg),
        "board_label": throw_boards.name_of_board(position, lang),
        "places": [
            place_dict(place, square_words(position, place.name, lang))
            for place in throw_boards.places(position)
        ],
        "moves": [] if position.is_over else [foul_dict(position, lang)],
        "mark": "dot",
        "aim": None if position.is_over else aim_dict(position, lang),
        "status": throw_boards.turn_words(position, lang),
        "counts": [
            {
                "colour": colour,
                "words": label("comma", lang).join(throw_boards.side_words(position, colour, lang)),
            }
            for colour in position.game.colours
        ],
    }


def foul_dict(position: ThrowPosition, lang: str) -> dict[str, Any]:
    """Return the foul on purpose as a move."""
    fouls = position.fouls[position.game.colours.index(position.to_move)]
    key = "foul_loses" if fouls + 1 >= position.game.fouls_to_lose else "foul"
    return {"text": FOUL, "path": [], "label": words(key, lang), "stages": []}


def aim_dict(position: ThrowPosition, lang: str) -> dict[str, Any]:
    """Return what a freely aimed throw needs: the board on the drawing, the grid, the spread, the faces, and
    the squares where discs lie, which a real disc may have knocked away.
    """
    grid = throw_boards.aim_grid(position).scene()
    spread = None if position.game.physics.is_perfect else grid["spread"]
    faces = [
        {"face": colour, "words": words("shows", lang, colour=label(colour, lang))}
        for colour in (position.to_move, other_colour(position.to_move))
    ]
    lying = [place.name for place in throw_boards.places(position) if position.stack(place.name)]
    return {**grid, "spread": spread, "faces": faces, "foul": words("off", lang), "lying": lying}


def square_words(position: ThrowPosition, square: str, lang: str) -> str:
    """Return the words for a square: what lies there, and what the thrower's disc would turn there."""
    comma, stack = label("comma", lang), position.stack(square)
    if len(stack) > 1:
        parts = [throw_boards.stack_in_words(square, stack, lang)]
    else:
        lies = words("disc", lang, colour=label(stack[0], lang)) if stack else words("empty", lang)
        parts = [square, lies]
    turned = () if position.is_over else position.captured(square)
    if turned:
        parts.append(words("would_turn", lang, squares=comma.join(turned)))
    return comma.join(parts)


def throw_why_not(position: ThrowPosition, pointed: list[str], lang: str) -> str:
    """Return what there is to say about a square: every aim on the board is legal."""
    if position.is_over:
        return words("game_over", lang)
    known = [place.name for place in throw_boards.places(position)]
    if pointed and pointed[0] not in known:
        return words("no_such_place", lang, square=pointed[0], last=known[-1])
    return words("anywhere", lang)


def throw_comparison(before: ThrowPosition, move: str, lang: str) -> dict[str, Any] | None:
    """Return what a throw at its aim may come to, beside what came of it; None where nobody knows the aim."""
    try:
        thrown = throw_of_text(move)
    except VariantlabError:
        return None
    if thrown.on_purpose or thrown.aim == NOT_KNOWN:
        return None
    law = throw_boards.law_svg(before, thrown.aim, lang=lang)
    came = throw_boards.throw_svg(before, aim=thrown.aim, landing=thrown.landing, last_throw="", lang=lang)
    return {
        "title": words("after_throw", lang, colour=label(before.to_move, lang), aim=thrown.aim),
        "boards": [
            {"caption": words("law", lang), "svg": str(law)},
            {"caption": words("came", lang, landing=thrown.landing), "svg": str(came)},
        ],
    }
