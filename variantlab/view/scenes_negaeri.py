"""The scene of Negaeri Shogi: one points at a piece of the board or of the hand, then at a square."""

from __future__ import annotations

from typing import Any

from variantlab.games.negaeri_shogi.notation import SQUARES, is_pass
from variantlab.games.negaeri_shogi.position import Move, NegaeriPosition
from variantlab.view import shogi
from variantlab.view.labels import label
from variantlab.view.scenes import place_dict, view_box

__all__ = ["negaeri_comparison", "negaeri_scene", "negaeri_why_not"]

WORDS: dict[str, dict[str, str]] = {
    "empty": {"en": "empty", "ja": "空き"},
    "of": {"en": "{side}'s {piece}", "ja": "{side}の{piece}"},
    "in_hand": {"en": "{side}'s hand, {piece}: {n}", "ja": "{side}の持ち駒、{piece} {n}枚"},
    "may_move": {"en": "may move", "ja": "動かせます"},
    "may_drop": {"en": "may be dropped", "ja": "打てます"},
    "may_come": {"en": "may be dropped on", "ja": "打てるマス"},
    "counts": {"en": "{n} on the board, in hand {held}", "ja": "盤上 {n} 枚、持ち駒 {held}"},
    "no_hand": {"en": "none", "ja": "なし"},
    "dropped": {"en": "{piece} on {to}", "ja": "{to} に{piece}を打つ"},
    "moved": {"en": "{piece} from {origin} to {to}", "ja": "{piece}を {origin} から {to} へ"},
    "turns": {"en": "stage {number} turns {squares}", "ja": "{number}段目に寝返る：{squares}"},
    "turns_nothing": {"en": "turns nothing", "ja": "寝返りなし"},
    "takes": {"en": "takes the {piece}", "ja": "{piece}を取る"},
    "game_over": {"en": "The game is over.", "ja": "この対局は終わっています。"},
    "must_pass": {
        "en": "{side} can neither drop nor move: the turn is a pass.",
        "ja": "{side}は打つことも動かすこともできないので、パスです。",
    },
    "no_such_place": {
        "en": "Point at a square a1 to f6 or at a piece in hand.",
        "ja": "a1 から f6 のマスか、持ち駒を指してください。",
    },
    "no_piece": {
        "en": "No piece stands on {name}. Point at a piece of yours first.",
        "ja": "{name} に駒はありません。先に自分の駒を指してください。",
    },
    "not_yours": {
        "en": "That piece is not {side}'s, who is to move.",
        "ja": "{side}の駒ではありません（{side}の番）。",
    },
    "none_in_hand": {"en": "{side} has no {piece} in hand.", "ja": "{side}の持ち駒に{piece}はありません。"},
    "no_move": {"en": "The {piece} on {name} has no move.", "ja": "{name} の{piece}は動けません。"},
    "no_drop": {"en": "The {piece} cannot be dropped anywhere.", "ja": "{piece}を打てるマスがありません。"},
    "choose_square": {
        "en": "Now point at the square it goes to.",
        "ja": "続けて、行き先のマスを指してください。",
    },
    "occupied": {
        "en": "A piece stands on {to}: a drop needs an empty square.",
        "ja": "{to} には駒があります。打てるのは空いたマスだけです。",
    },
    "last_rank": {
        "en": "A pawn may not be dropped on the last rank.",
        "ja": "歩は一番奥の段には打てません。",
    },
    "two_pawns": {
        "en": "An unpromoted pawn of {side} stands on file {file} already.",
        "ja": "{file} の筋には{side}の歩がもうあります（二歩）。",
    },
    "own_piece": {"en": "{side}'s own piece stands on {to}.", "ja": "{to} には自分の駒があります。"},
    "out_of_reach": {
        "en": "The {piece} on {name} does not reach {to}.",
        "ja": "{name} の{piece}は {to} に届きません。",
    },
    "is_legal": {"en": "That is legal.", "ja": "その手は指せます。"},
    "comparison": {
        "en": "{side}'s drop {move}, with and without captures at the edge",
        "ja": "{side}の {move}：端の挟みがあるときとないとき",
    },
    "with_edge": {"en": "with captures at the edge", "ja": "端の挟みあり"},
    "without_edge": {"en": "without captures at the edge", "ja": "端の挟みなし"},
    "here": {"en": "{rule}: as played", "ja": "{rule}：実際のルール"},
}


def words(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def piece_words(piece: str, lang: str) -> str:
    """Return what a piece is called, whosever it is."""
    return label(f"piece_{piece.upper()}", lang)


def side_of(piece: str) -> str:
    """Return whose piece it is."""
    return "sente" if piece[-1].isupper() else "gote"


def path_of(position: NegaeriPosition, move: Move) -> list[str]:
    """Return where to point for a move: the piece in hand or on the board, then the square it goes to."""
    return [f"{position.to_move}:{move.drop}" if move.drop else move.origin, move.to]


def negaeri_scene(position: NegaeriPosition, lang: str) -> dict[str, Any]:
    """Return the scene of a position of Negaeri Shogi, see `variantlab.view.scenes.scene`."""
    svg = shogi.shogi_svg(position, lang=lang)
    moves = [move_dict(position, move, lang) for move in position.legal_moves() if not move.is_pass]
    may_act = {move["path"][0] for move in moves}
    return {
        "svg": str(svg),
        "view_box": view_box(svg),
        "board_label": label("shogi_board", lang),
        "places": [
            place_dict(place, place_words(position, place.name, place.name in may_act, lang))
            for place in shogi.places(position)
        ],
        "moves": moves,
        "mark": "frame",
        "aim": None,
        "status": status(position, lang),
        "counts": [
            {"colour": side, "words": count_words(position, side, lang)} for side in position.game.colours
        ],
    }


def move_dict(position: NegaeriPosition, move: Move, lang: str) -> dict[str, Any]:
    """Return a legal move: where to point, and what it would turn, stage by stage, or take."""
    comma = label("comma", lang)
    if move.drop:
        parts = [words("dropped", lang, piece=piece_words(move.drop, lang), to=move.to)]
        parts += [
            words("turns", lang, number=number, squares=comma.join(stage))
            for number, stage in enumerate(move.stages, start=1)
        ] or [words("turns_nothing", lang)]
        stages = [list(stage) for stage in move.stages]
    else:
        piece = piece_words(position.piece(move.origin), lang)
        parts = [words("moved", lang, piece=piece, origin=move.origin, to=move.to)]
        parts += [words("takes", lang, piece=piece_words(move.takes, lang))] if move.takes else []
        stages = [[move.to]] if move.takes else []
    return {
        "text": str(move),
        "path": path_of(position, move),
        "label": label("stop", lang).join(parts) if len(parts) > 2 else label("colon", lang).join(parts),
        "stages": stages,
    }


def place_words(position: NegaeriPosition, name: str, may_act: bool, lang: str) -> str:
    """Return the words for a square or a piece in hand: what is there, and whether it may move."""
    comma = label("comma", lang)
    side, _, kind = name.partition(":")
    if kind:
        n = position.hand_counts(side)[kind]
        shown = words("in_hand", lang, side=label(side, lang), piece=piece_words(kind, lang), n=n)
        return comma.join([shown, *([words("may_drop", lang)] if may_act else [])])
    piece = position.piece(name)
    if not piece:
        return f"{name}{comma}{words('empty', lang)}"
    shown = words("of", lang, side=label(side_of(piece), lang), piece=piece_words(piece, lang))
    return comma.join([name, shown, *([words("may_move", lang)] if may_act else [])])


def status(position: NegaeriPosition, lang: str) -> str:
    """Return who is to move, or how the game ended and who won, in words."""
    if not position.is_over:
        must_pass = position.legal_moves()[0].is_pass
        return label(f"{position.to_move}_{'passes' if must_pass else 'to_move'}", lang)
    reason = "both_passed" if position.end_reason == "no_moves" else str(position.end_reason)
    winner = {"sente": "sente_wins", "gote": "gote_wins", "draw": "draw"}.get(
        position.winner or "", "no_winner"
    )
    return label("comma", lang).join((label(reason, lang), label(winner, lang)))


def count_words(position: NegaeriPosition, side: str, lang: str) -> str:
    """Return how many pieces a side has on the board and which in hand."""
    held = [f"{piece_words(kind, lang)} {n}" for kind, n in position.hand_counts(side).items() if n]
    shown = label("comma", lang).join(held) or words("no_hand", lang)
    return words("counts", lang, n=position.count(side), held=shown)


def negaeri_why_not(position: NegaeriPosition, pointed: list[str], lang: str) -> str:
    """Return why the places pointed at make no legal move."""
    key, values = reason(position, pointed)
    if "piece" in values:
        values["piece"] = piece_words(values["piece"], lang)
    return words(key, lang, **{"side": label(position.to_move, lang), **values})


def reason(position: NegaeriPosition, pointed: list[str]) -> tuple[str, dict[str, str]]:
    """Return the key of the sentence about the places pointed at, and what it names."""
    known = {place.name for place in shogi.places(position)}
    if position.is_over:
        return "game_over", {}
    if position.legal_moves()[0].is_pass:
        return "must_pass", {}
    if not pointed or not set(pointed) <= known:
        return "no_such_place", {}
    ways = [path_of(position, move) for move in position.legal_moves()]
    if pointed[:2] in ways:
        return "is_legal", {}
    begins = any(path[0] == pointed[0] for path in ways)
    side, _, kind = pointed[0].partition(":")
    return _of_hand(position, side, kind, pointed, begins) if kind else _of_piece(position, pointed, begins)


def _of_hand(
    position: NegaeriPosition, side: str, kind: str, pointed: list[str], begins: bool
) -> tuple[str, dict[str, str]]:
    if side != position.to_move:
        return "not_yours", {}
    if not position.hand_counts(side)[kind]:
        return "none_in_hand", {"piece": kind}
    if not begins:
        return "no_drop", {"piece": kind}
    to = pointed[1] if len(pointed) > 1 else ""
    if to not in SQUARES:
        return "choose_square", {}
    if position.piece(to):
        return "occupied", {"to": to}
    if to[1] == ("1" if side == "sente" else "6") and not position.game.last_rank_pawn:
        return "last_rank", {}
    return "two_pawns", {"file": to[0]}


def _of_piece(position: NegaeriPosition, pointed: list[str], begins: bool) -> tuple[str, dict[str, str]]:
    name, piece = pointed[0], position.piece(pointed[0])
    if not piece:
        return "no_piece", {"name": name}
    if side_of(piece) != position.to_move:
        return "not_yours", {}
    if not begins:
        return "no_move", {"piece": piece, "name": name}
    to = pointed[1] if len(pointed) > 1 else ""
    if to not in SQUARES or to == name:
        return "choose_square", {}
    other = position.piece(to)
    if other and side_of(other) == position.to_move:
        return "own_piece", {"to": to}
    return "out_of_reach", {"piece": piece, "name": name, "to": to}


def negaeri_comparison(before: NegaeriPosition, move: str, lang: str) -> dict[str, Any] | None:
    """Return what a drop turned, and what it would have turned with the edge's captures the other way."""
    if is_pass(move) or not before.find_move(move).drop:
        return None
    game = before.game
    shown = []
    for has_edge in (game.edge_captures, not game.edge_captures):
        position = game.replace(edge_captures=has_edge).position(before.sfen())
        rule = words("with_edge" if has_edge else "without_edge", lang)
        caption = words("here", lang, rule=rule) if has_edge == game.edge_captures else rule
        shown.append({"caption": caption, "svg": str(shogi.shogi_svg(position, preview=move, lang=lang))})
    title = words("comparison", lang, side=label(before.to_move, lang), move=move)
    return {"title": title, "boards": shown}
