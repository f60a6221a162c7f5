"""The scene of Chopsticks: one points at a hand of one's own, then at the hand it touches or gives to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from variantlab.games.chopsticks.position import (
    DONE,
    ChopsticksPosition,
    Move,
    move_text,
    other_player,
)
from variantlab.view import hands
from variantlab.view.labels import label
from variantlab.view.markup import escaped
from variantlab.view.scenes import place_dict, view_box
from variantlab.view.svg import INK

__all__ = ["chopsticks_scene", "chopsticks_why_not"]

SIDES = "LR"
WORDS: dict[str, dict[str, str]] = {
    "board": {"en": "Chopsticks: four hands", "ja": "数字を増やす遊び：四つの手"},
    "L": {"en": "{player}, left hand", "ja": "{player}の左手"},
    "R": {"en": "{player}, right hand", "ja": "{player}の右手"},
    "fingers": {"en": "{n}", "ja": "{n}本"},
    "fingers_of": {"en": "fingers {high} and {low}", "ja": "{high}本と{low}本"},
    "out": {"en": "out", "ja": "戦闘不能"},
    "yours": {"en": "may act", "ja": "動かせます"},
    "attack": {
        "en": "{acts} touches {acted_on}: that hand shows {after}",
        "ja": "{acts} で {acted_on} を攻撃：相手の手は {after} 本",
    },
    "attack_out": {
        "en": "{acts} touches {acted_on}: that hand is out",
        "ja": "{acts} で {acted_on} を攻撃：相手の手は戦闘不能",
    },
    "split": {"en": "moves {n}: the hands show {after}", "ja": "指を {n} 本移す：{after}"},
    "exchange": {"en": "exchanges the hands", "ja": "左右を交換する"},
    "done": {"en": "end the turn", "ja": "手番を終える"},
    "game_over": {"en": "The game is over.", "ja": "この対局は終わっています。"},
    "no_such_place": {"en": "Point at one of the four hands.", "ja": "四つの手のどれかを指してください。"},
    "not_yours": {
        "en": "That is a hand of the other side. Point at a hand of yours first: {player} is to move.",
        "ja": "相手の手です。先に自分の手を指してください（{player}の番）。",
    },
    "is_out": {
        "en": "That hand is out: it neither attacks nor gives.",
        "ja": "戦闘不能の手なので、攻撃も分身もできません。",
    },
    "target_out": {"en": "A hand that is out is not attacked.", "ja": "戦闘不能の手は攻撃できません。"},
    "choose_target": {
        "en": "Now point at the hand it touches, or at your other hand.",
        "ja": "続けて、攻撃する相手の手か、自分のもう一方の手を指してください。",
    },
    "no_split": {"en": "These rules have no splits.", "ja": "このルールに分身はありません。"},
    "attack_only": {"en": "The extra action is an attack.", "ja": "再行動でできるのは攻撃だけです。"},
    "nothing_to_give": {"en": "No hand shows 2 or more.", "ja": "2本以上の手がないので、分身できません。"},
    "needs_revive": {
        "en": "It would give fingers to a hand that is out, which needs revive.",
        "ja": "戦闘不能の手に指を移すには、復活のルールが必要です。",
    },
    "no_split_so": {
        "en": "From this hand to that one no split is allowed: emptying a hand needs merge, exchanging "
        "needs swap, and each hand stays below {limit}.",
        "ja": "この手からその手への分身は認められません。手を空にするには融合、左右を入れ替えるには交換の"
        "ルールが必要で、どちらの手も {limit} 本未満です。",
    },
    "is_legal": {"en": "That is legal.", "ja": "その手は指せます。"},
}


def words(key: str, lang: str, **values: object) -> str:
    """Return the words of a key in the language."""
    return WORDS[key][lang].format(**values)


def chopsticks_scene(position: ChopsticksPosition, lang: str) -> dict[str, Any]:
    """Return the scene of a position of Chopsticks, see `variantlab.view.scenes.scene`."""
    svg = hands.hands_svg(position, lang=lang)
    legal = [
        move_dict(position, move, path, lang)
        for move in position.legal_moves()
        for path in paths(position, move)
    ]
    may_act = {move["path"][0] for move in legal if move["path"]}
    return {
        "svg": str(svg),
        "view_box": view_box(svg),
        "board_label": words("board", lang),
        "places": [
            place_dict(place, hand_words(position, place.name, place.name in may_act, lang))
            for place in hands.places(position)
        ],
        "moves": legal,
        "mark": "frame",
        "aim": None,
        "status": hands.state_in_words(position, lang),
        "counts": [
            {"colour": player, "words": words("fingers_of", lang, high=high, low=low)}
            for player in position.game.colours
            for high, low in [position.hands(player)]
        ],
    }


def paths(position: ChopsticksPosition, move: Move) -> tuple[tuple[str, ...], ...]:
    """Return the ways to point at a move: the hand that acts, then the hand it acts on; none for ``done``.

    Equal hands do the same, so that a move may have several ways.

    Examples
    --------
    >>> from variantlab.games.chopsticks.rules import Chopsticks
    >>> position = Chopsticks().position("21/11")
    >>> paths(position, position.find_move("2>1"))
    (('first:L', 'second:L'), ('first:L', 'second:R'))
    """
    mine, theirs, other = position.mine, position.theirs, other_player(position.to_move)
    if move.kind == "done":
        return ((),)
    if move.kind == "attack":
        acts, acted_on = map(int, move.text.split(">"))
        return tuple(
            (f"{position.to_move}:{own}", f"{other}:{opp}")
            for own, shown in zip(SIDES, mine, strict=True)
            for opp, target in zip(SIDES, theirs, strict=True)
            if shown == acts and target == acted_on
        )
    found = [
        (f"{position.to_move}:{SIDES[giver]}", f"{position.to_move}:{SIDES[1 - giver]}")
        for giver, _ in givers(position, move)
    ]
    return tuple(dict.fromkeys(found))


def givers(position: ChopsticksPosition, move: Move) -> Iterator[tuple[int, int]]:
    """Yield which hand may give in a split, 0 or 1 as the position has them, and how many fingers."""
    before = position.mine
    is_exchange = move.text == f"{before[0]}{before[1]}->{before[1]}{before[0]}"
    if is_exchange and before[0] == before[1]:  # no finger moves; the way is that of the larger hand
        yield 0, 0
        return
    for giver in (0, 1):
        for n in range(1, before[giver] + 1):
            after = [before[0] - n, before[1] + n] if giver == 0 else [before[0] + n, before[1] - n]
            shown = "".join(str(shows(position, fingers)) for fingers in after)
            text = f"{before[0]}{before[1]}->{shown}"
            is_same = sorted(shown) == sorted(f"{before[0]}{before[1]}")
            if is_same == is_exchange and move_text(text) == move.text:
                yield giver, n


def shows(position: ChopsticksPosition, fingers: int) -> int:
    """Return what a hand shows with so many fingers: 0 where that takes it out."""
    game = position.game
    if fingers < game.limit:
        return fingers
    return fingers - game.limit if game.overflow == "wrap" else 0


def move_dict(position: ChopsticksPosition, move: Move, path: tuple[str, ...], lang: str) -> dict[str, Any]:
    """Return a legal move: where to point, and what it would do."""
    if not path:
        return {"text": DONE, "path": [], "label": words("done", lang), "stages": []}
    found: dict[str, Any] = {"text": move.text, "path": list(path)}
    if move.kind == "attack":
        acts, acted_on = map(int, move.text.split(">"))
        becomes = shows(position, acts + acted_on)
        key = "attack" if becomes else "attack_out"
        found["label"] = words(key, lang, acts=acts, acted_on=acted_on, after=becomes)
        changes = {path[1]: becomes}
    else:
        changes = after_split(position, move, path)
        found["label"] = split_words(position, move, path, changes, lang)
    return {**found, "stages": [list(changes)], "overlay": overlay(position, changes)}


def after_split(position: ChopsticksPosition, move: Move, path: tuple[str, ...]) -> dict[str, int]:
    """Return what both hands show after a split, the giving one in front."""
    giver = SIDES.index(path[0][-1])
    n = next(n for hand, n in givers(position, move) if hand == giver)
    before = position.mine
    return {path[0]: before[giver] - n, path[1]: shows(position, before[1 - giver] + n)}


def split_words(
    position: ChopsticksPosition, move: Move, path: tuple[str, ...], changes: dict[str, int], lang: str
) -> str:
    """Return what a split would do, in words."""
    before = position.mine
    if move.text == f"{before[0]}{before[1]}->{before[1]}{before[0]}":
        return words("exchange", lang)
    after = label("comma", lang).join(str(changes[place]) for place in sorted(changes))
    return words("split", lang, n=before[SIDES.index(path[0][-1])] - changes[path[0]], after=after)


def overlay(position: ChopsticksPosition, changes: dict[str, int]) -> str:
    """Return the numbers that hands would show, beside them, as a piece of the drawing."""
    drawn = []
    for place in hands.places(position):
        if place.name in changes:
            x, y = place.x + place.width - 20, place.y + 18
            shown = str(changes[place.name] or "×")
            drawn.append(
                f'<g><circle cx="{x:g}" cy="{y:g}" r="17" fill="#ffffff" stroke="{hands.MOVER}" '
                f'stroke-width="2.5"/><text x="{x:g}" y="{y + 7:g}" font-size="20" font-weight="bold" '
                f'text-anchor="middle" fill="{INK}">{escaped(shown)}</text></g>'
            )
    return "".join(drawn)


def fingers_words(n: int, lang: str) -> str:
    """Return what a hand shows, in words."""
    return words("fingers", lang, n=n) if n else words("out", lang)


def hand_words(position: ChopsticksPosition, name: str, may_act: bool, lang: str) -> str:
    """Return the words for a hand: whose it is, what it shows, whether it may act."""
    player, side = name.split(":")
    n = position.hands(player)[SIDES.index(side)]
    parts = [words(side, lang, player=label(f"{player}_player", lang)), fingers_words(n, lang)]
    return label("comma", lang).join([*parts, *([words("yours", lang)] if may_act else [])])


def chopsticks_why_not(position: ChopsticksPosition, pointed: list[str], lang: str) -> str:
    """Return why the hands pointed at make no legal move."""
    return words(reason(position, pointed), lang, player=label(f"{position.to_move}_player", lang),
                 limit=position.game.limit)  # fmt: skip


def reason(position: ChopsticksPosition, pointed: list[str]) -> str:
    """Return the key of the sentence about the hands pointed at."""
    if position.is_over:
        return "game_over"
    if not pointed or not all(re.fullmatch("(first|second):[LR]", name) for name in pointed):
        return "no_such_place"
    own = pointed[0]
    if not own.startswith(position.to_move):
        return "not_yours"
    if position.mine[SIDES.index(own[-1])] == 0:
        return "is_out"
    if len(pointed) == 1 or pointed[1] == own:
        return "choose_target"
    known = [path for move in position.legal_moves() for path in paths(position, move)]
    if tuple(pointed[:2]) in known:
        return "is_legal"
    if not pointed[1].startswith(position.to_move):
        return "target_out"
    return reason_of_split(position, SIDES.index(pointed[1][-1]))


def reason_of_split(position: ChopsticksPosition, receiver: int) -> str:
    """Return why nothing goes to this hand of the side to move."""
    game, mine = position.game, position.mine
    if not game.split:
        return "no_split"
    if position.acts_again and game.extra_action != "any":
        return "attack_only"
    if mine[0] < 2:
        return "nothing_to_give"
    return "needs_revive" if mine[receiver] == 0 and not game.revive else "no_split_so"
