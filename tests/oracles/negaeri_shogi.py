"""The rules of Negaeri Shogi, stated as plainly as possible.

This is the yardstick for the package's own Negaeri Shogi: slow loops over a dict of squares, sharing no code
with it, short enough to be checked against the rules by eye. A square is a pair (row, column) from 0, rows
from gote's side, columns from the left as sente sees them. A piece is a letter, capital for sente, with
a ``+`` in front when it is promoted. A move is a text: ``P*c3`` drops, ``c4c3`` moves, ``--`` passes.
"""

import random
from dataclasses import dataclass, field, replace

PASS = "--"  # noqa: S105 (a move, no secret)
SIZE = 6
SQUARES = [(row, column) for row in range(SIZE) for column in range(SIZE)]
KINDS = "PRB"
OTHER = {"sente": "gote", "gote": "sente"}
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
STRAIGHT = [(-1, 0), (0, -1), (0, 1), (1, 0)]
DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
# As sente moves, upwards.
GOLD = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)]


@dataclass(frozen=True)
class Rules:
    offset: int = 1
    sente_hand: str = "RB4P"
    gote_hand: str = "RB3P"
    edge_captures: bool = True
    loyalty: bool = True
    loyal_run: str = "blocks"  # blocks, closes, shields
    max_chain: int | None = 5
    zone_promotion: int = 0
    two_pawns: bool = True
    last_rank_pawn: bool = True
    max_plies: int = 300
    first: str = "sente"
    komi: float = 0
    repetition: int | None = 4


@dataclass
class State:
    rules: Rules
    board: dict  # square -> piece
    hands: dict  # side -> {kind: number}
    to_move: str
    passes_in_a_row: int = 0
    seen: list = field(default_factory=list)  # every position so far, the present one too
    record: dict = field(default_factory=dict)


# Squares and texts


def name_of(square):
    return "abcdef"[square[1]] + str(square[0] + 1)


def square_of(name):
    return int(name[1]) - 1, "abcdef".index(name[0])


def side_of(piece):
    return "sente" if piece[-1].isupper() else "gote"


def as_piece(kind, side):
    return kind.upper() if side == "sente" else kind.lower()


def hand_of(text):
    """The pieces of a hand such as "RB4P"; "-" is an empty one."""
    hand = dict.fromkeys(KINDS, 0)
    number = ""
    for sign in text.replace("-", "").upper():
        if sign.isdigit():
            number += sign
        else:
            hand[sign] += int(number or 1)
            number = ""
    return hand


def sfen(state):
    """The position in the shogi notation, with ply 1 always."""
    rows = []
    for row in range(SIZE):
        text, empty = "", 0
        for column in range(SIZE):
            piece = state.board.get((row, column))
            if piece is None:
                empty += 1
            else:
                text += (str(empty) if empty else "") + piece
                empty = 0
        rows.append(text + (str(empty) if empty else ""))
    held = ""
    for side in ("sente", "gote"):
        for kind in "RBP":
            number = state.hands[side][kind]
            if number:
                held += (str(number) if number > 1 else "") + as_piece(kind, side)
    return f"{'/'.join(rows)} {'b' if state.to_move == 'sente' else 'w'} {held or '-'} 1"


def read_sfen(text, rules=None):
    board_text, to_move, held, _ = text.split()
    board = {}
    for row, line in enumerate(board_text.split("/")):
        column, promoted = 0, ""
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            elif sign == "+":
                promoted = "+"
            else:
                board[row, column] = promoted + sign
                promoted = ""
                column += 1
    sente = "".join(held[i] for i in range(len(held)) if held[i] != "-" and not belongs_to_gote(held, i))
    gote = "".join(held[i] for i in range(len(held)) if held[i] != "-" and belongs_to_gote(held, i))
    hands = {"sente": hand_of(sente), "gote": hand_of(gote)}
    return begin(Rules(**(rules or {})), board, hands, "sente" if to_move == "b" else "gote")


def belongs_to_gote(held, i):
    """Whether the letter at place i, or the letter that a digit there counts, is gote's."""
    while held[i].isdigit():
        i += 1
    return held[i].islower()


# The start


def start_state(rules=None):
    rules = Rules(**(rules or {}))
    board = {}
    for i in range(3):
        board[0, rules.offset + i] = "bkr"[i]
        board[1, rules.offset + i] = "p"
        board[SIZE - 1, 3 - rules.offset + i] = "RKB"[i]
        board[SIZE - 2, 3 - rules.offset + i] = "P"
    return begin(rules, board, {side: hand_of(getattr(rules, f"{side}_hand")) for side in OTHER}, rules.first)


def begin(rules, board, hands, to_move):
    names = ("plies", "passes", "drops", "moves", "flips", "captures", "chain", "chain_cut", "flipping_drops")
    state = State(rules, board, hands, to_move, record=dict.fromkeys(names, 0))
    state.seen = [snapshot(state)]
    return state


def snapshot(state):
    """What must be the same for a position to be the same: board, both hands as counts, side to move."""
    hands = [state.hands[side][kind] for side in ("sente", "gote") for kind in KINDS]
    return tuple(sorted(state.board.items())), tuple(hands), state.to_move


# Moving


def on_board(square):
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def add(square, step):
    return square[0] + step[0], square[1] + step[1]


def targets(state, square):
    """The squares the piece on a square may move to."""
    piece = state.board[square]
    side = side_of(piece)
    forward = 1 if side == "sente" else -1
    kind = piece.upper()
    steps = {
        "K": DIRECTIONS, "P": [(-1, 0)], "+P": GOLD, "R": [], "+R": DIAGONAL, "B": [], "+B": STRAIGHT
    }[kind]  # fmt: skip
    slides = {"R": STRAIGHT, "B": DIAGONAL}.get(kind[-1], [])
    found = []
    for row_step, column_step in steps:
        target = add(square, (row_step * forward, column_step * forward))
        if on_board(target):
            found.append(target)
    for step in slides:
        target = add(square, step)
        while on_board(target):
            found.append(target)
            if target in state.board:
                break
            target = add(target, step)
    return [t for t in found if t not in state.board or side_of(state.board[t]) != side]


def far_rank(side):
    return 0 if side == "sente" else SIZE - 1


def may_drop(state, kind, square):
    if square in state.board or state.hands[state.to_move][kind] == 0:
        return False
    if kind == "P" and not state.rules.last_rank_pawn and square[0] == far_rank(state.to_move):
        return False
    if kind == "P" and not state.rules.two_pawns:
        own_pawn = as_piece("P", state.to_move)
        for row in range(SIZE):
            if state.board.get((row, square[1])) == own_pawn:
                return False
    return True


def legal_moves(state):
    """All drops and moves; the pass alone where there is none; nothing when the game is over."""
    if end_reason(state) is not None:
        return []
    moves = [f"{kind}*{name_of(to)}" for kind in KINDS for to in SQUARES if may_drop(state, kind, to)]
    for square in SQUARES:
        if square in state.board and side_of(state.board[square]) == state.to_move:
            moves += [name_of(square) + name_of(target) for target in targets(state, square)]
    return moves or [PASS]


def apply(state, move):
    """The state after a legal move; the state before stays as it was."""
    side = state.to_move
    board, record = dict(state.board), dict(state.record)
    hands = {s: dict(state.hands[s]) for s in OTHER}
    if move == PASS:
        record["passes"] += 1
    elif "*" in move:
        kind, to = move[0], square_of(move[2:])
        found, goes_on = stages(state, to)
        hands[side][kind] -= 1
        board[to] = as_piece(kind, side)
        for square in [s for stage in found for s in stage]:
            board[square] = "+" + as_piece(board[square][-1], side)
        n_flips = sum(len(stage) for stage in found)
        record["plies"] += 1
        record["drops"] += 1
        record["flips"] += n_flips
        record["flipping_drops"] += n_flips > 0
        record["chain"] = max(record["chain"], len(found))
        record["chain_cut"] += goes_on
    else:
        origin, to = square_of(move[:2]), square_of(move[2:])
        piece = board.pop(origin)
        if to in board:
            record["captures"] += 1
            taken = board[to][-1].upper()
            if taken != "K":
                hands[side][taken] += 1
        if in_zone(state, origin) or in_zone(state, to):
            piece = piece if piece.upper() == "K" else "+" + piece[-1]
        board[to] = piece
        record["plies"] += 1
        record["moves"] += 1
    passes = state.passes_in_a_row + 1 if move == PASS else 0
    after = State(state.rules, board, hands, OTHER[side], passes, list(state.seen), record)
    after.seen.append(snapshot(after))
    return after


def in_zone(state, square):
    """Whether a square lies in the far ranks where the side to move promotes."""
    from_far = square[0] if state.to_move == "sente" else SIZE - 1 - square[0]
    return from_far < state.rules.zone_promotion


# Sandwiches


def stages(state, drop):
    """The stages of a drop's chain, each a sorted list of squares; and whether max_chain cut it short."""
    board = dict(state.board)
    board[drop] = as_piece("P", state.to_move)  # which piece is dropped does not matter
    found = []
    looking = [drop]
    while True:
        stage = set()
        for square in looking:
            for step in DIRECTIONS:
                stage |= set(changed_in_line(state.rules, board, state.to_move, square, step))
        if not stage:
            return found, False
        if state.rules.max_chain is not None and len(found) == state.rules.max_chain:
            return found, True
        for square in stage:
            board[square] = "+" + as_piece(board[square][-1], state.to_move)
        found.append(sorted(stage))
        looking = sorted(stage)


def changed_in_line(rules, board, side, square, step):
    """The opposing pieces that change sides when the piece on a square looks in one direction."""
    run = []
    at = add(square, step)
    while at in board and side_of(board[at]) != side:
        run.append(at)
        at = add(at, step)
    fast = [s for s in run if cannot_change(rules, board, s)]
    before = run[: run.index(fast[0])] if fast else run
    closed = at in board or (not on_board(at) and rules.edge_captures)
    if not fast:
        return run if closed else []
    if rules.loyal_run == "blocks":
        return []
    if rules.loyal_run == "closes":
        return before
    return before if closed else []  # shields


def cannot_change(rules, board, square):
    piece = board[square]
    if piece.upper() == "K":
        return True
    own_king = as_piece("K", side_of(piece))
    return rules.loyalty and any(board.get(add(square, step)) == own_king for step in DIRECTIONS)


# The end


def count(state, side):
    return sum(1 for piece in state.board.values() if side_of(piece) == side)


def end_reason(state):
    if "K" not in state.board.values() or "k" not in state.board.values():
        return "king"
    if state.passes_in_a_row == 2:
        return "no_moves"
    if state.rules.repetition is not None and state.seen.count(state.seen[-1]) >= state.rules.repetition:
        return "repetition"
    if state.record["plies"] >= state.rules.max_plies:
        return "capped"
    return None


def winner(state):
    reason = end_reason(state)
    if reason is None or reason == "capped":
        return None
    if reason == "king":
        return "sente" if "K" in state.board.values() else "gote"
    margin = count(state, "sente") - count(state, "gote") - state.rules.komi
    if margin == 0:
        return "draw"
    return "sente" if margin > 0 else "gote"


def record(state):
    """The record of a game, finished or not."""
    return {
        **state.record,
        "end_reason": end_reason(state),
        "winner": winner(state),
        "pieces_sente": count(state, "sente"),
        "pieces_gote": count(state, "gote"),
    }


# Whole games and counting


def random_game(rules, seed, start=None):
    """The moves of a random game and its last state."""
    rng = random.Random(seed)
    state = start or start_state(rules)
    moves = []
    while end_reason(state) is None:
        moves.append(rng.choice(legal_moves(state)))
        state = apply(state, moves[-1])
    return moves, state


def replay(state, moves):
    for move in moves:
        state = apply(state, move)
    return state


def perft(state, depth, finished_counts=1):
    """Lines of so many plies, passes too; a finished game counts finished_counts. No repetition, no cap."""
    endless = replace(state.rules, repetition=None, max_plies=10**9)
    return _perft(replace(state, rules=endless), depth, finished_counts)


def _perft(state, depth, finished_counts):
    if depth == 0:
        return 1
    moves = legal_moves(state)
    if not moves:
        return finished_counts
    if depth == 1:
        return len(moves)
    return sum(_perft(apply(state, move), depth - 1, finished_counts) for move in moves)
