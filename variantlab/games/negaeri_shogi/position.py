"""Positions of Negaeri Shogi for people and for exact work, by the same rules as the fast kernels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from variantlab.errors import MoveError, RulesError, invalid
from variantlab.games.game import PASS, Outcome, html_of
from variantlab.games.negaeri_shogi import kernels as k
from variantlab.games.negaeri_shogi import notation
from variantlab.games.negaeri_shogi.rules import (
    MOST_PLIES,
    NegaeriShogi,
    hand_counts,
    hand_text,
    other_side,
)

LOYAL_RUNS = {"blocks": k.BLOCKS, "closes": k.CLOSES, "shields": k.SHIELDS}
WORDS = ("sente", "gote", "straight", "diagonal", "promoted", "hands")
HANDS_OF_SENTE = (1 << 32) - 1


def rule_words(game: NegaeriShogi) -> k.RuleWords:
    """Return the rules as the compiled functions take them."""
    return k.RuleWords(
        edge=k.RING if game.edge_captures else k.U0,
        loyalty=int(game.loyalty),
        loyal_run=LOYAL_RUNS[game.loyal_run],
        max_chain=k.MOST_STAGES if game.max_chain is None else game.max_chain,
        zone=game.zone_promotion,
        two_pawns=int(game.two_pawns),
        last_rank_pawn=int(game.last_rank_pawn),
        repetition=game.repetition or 0,
        twice_komi=round(2 * game.komi),
        max_plies=game.max_plies,
    )


@dataclass(frozen=True)
class Move:
    """A drop, a move on the board, or a forced pass.

    Parameters
    ----------
    to : str
        The square it ends on, such as ``'c3'``; ``'--'`` for a pass.
    origin : str
        The square it comes from; empty for a drop.
    drop : str
        The piece dropped: 'P', 'R' or 'B'; empty for a move on the board.
    stages : tuple of tuple of str
        The squares of the pieces a drop turns, stage by stage.
    takes : str
        The piece it takes off the board, as it stood there, such as ``'+p'``; empty where it takes none.
    """

    to: str
    origin: str = ""
    drop: str = ""
    stages: tuple[tuple[str, ...], ...] = ()
    takes: str = ""

    @property
    def is_pass(self) -> bool:
        """Whether the mover passes."""
        return self.to == PASS

    @property
    def turned(self) -> tuple[str, ...]:
        """The squares of all pieces it turns, stage after stage."""
        return tuple(square for stage in self.stages for square in stage)

    def __str__(self) -> str:
        return f"{self.drop}*{self.to}" if self.drop else f"{self.origin}{self.to}"


PASS_MOVE = Move(PASS)


@dataclass(frozen=True, eq=False)
class NegaeriPosition:
    """A position of Negaeri Shogi: what stands where, both hands, who is to move, and the history of play.

    Positions are equal when board, hands, side to move and the ends just made (`passes_in_a_row`,
    `has_repeated`) are. The history (`plies`, the counts of the record, and `seen`, by which a repetition is
    told) does not count: play goes on from a position with its own history, so that the fourth occurrence
    ends a game, while the graph of all positions knows none; `uncapped` is the same position in a game
    that no repetition ends.

    Parameters
    ----------
    game : NegaeriShogi
        The rules.
    sente, gote : int
        The squares of each side's pieces, as boards (see `variantlab.games.negaeri_shogi.kernels`).
    straight, diagonal, promoted : int
        The squares of rooks and kings, of bishops and kings, and of promoted pieces.
    hands : int
        Sente's hand in the lower 32 bits, gote's in the upper: 8 bits each for pawns, rooks, bishops.
    to_move : {'sente', 'gote'}
        The side to move; it may have to pass.
    passes_in_a_row : int
        The passes just made; the second ends the game.
    has_repeated : bool
        Whether the position has come so often that it ends the game.

    Examples
    --------
    >>> position = NegaeriShogi().start_position()
    >>> len(position.legal_moves())
    78
    >>> position.play("P*c3").hand("sente")
    'RB3P'
    """

    game: NegaeriShogi
    sente: int
    gote: int
    straight: int
    diagonal: int
    promoted: int
    hands: int
    to_move: str = "sente"
    passes_in_a_row: int = 0
    has_repeated: bool = False
    plies: int = 0
    counted: tuple[tuple[str, int], ...] = ()
    seen: tuple[tuple[Any, ...], ...] = ()
    last_move: Move | None = None

    # --- what is on the board

    def _board_key(self) -> tuple[Any, ...]:
        return (*(getattr(self, word) for word in WORDS), self.to_move)

    def _key(self) -> tuple[Any, ...]:
        return (*self._board_key(), self.passes_in_a_row, self.has_repeated)

    def __hash__(self) -> int:
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NegaeriPosition):
            return NotImplemented
        return self._key() == other._key() and self.game == other.game

    @property
    def pieces(self) -> dict[str, str]:
        """The pieces by square, from a1 to f6: capitals are sente's, ``+`` stands before a promoted one."""
        taken = self.sente | self.gote
        return {square: self.piece(square) for square in notation.square_names(taken)}

    def piece(self, square: str) -> str:
        """Return the piece on a square, such as ``'P'`` or ``'+r'``; empty where there is none.

        Examples
        --------
        >>> NegaeriShogi().start_position().piece("c6")
        'R'
        """
        bit = 1 << notation.square_number(square)
        if not bit & (self.sente | self.gote):
            return ""
        letter = "PRBK"[bool(bit & self.straight) + 2 * bool(bit & self.diagonal)]
        letter = letter if bit & self.sente else letter.lower()
        return f"+{letter}" if bit & self.promoted else letter

    def count(self, colour: str) -> int:
        """Return the number of pieces of a side on the board, kings and promoted ones counting one each."""
        return int(getattr(self, _checked_side(colour))).bit_count()

    def hand(self, colour: str) -> str:
        """Return a side's pieces in hand, such as ``'RB4P'``; ``'-'`` for none."""
        return hand_text(self.hand_counts(colour))

    def hand_counts(self, colour: str) -> dict[str, int]:
        """Return how many rooks, bishops and pawns a side has in hand."""
        word = self.hands >> 32 if _checked_side(colour) == "gote" else self.hands
        return {"R": word >> 8 & 0xFF, "B": word >> 16 & 0xFF, "P": word & 0xFF}

    def king(self, colour: str) -> str:
        """Return the square of a side's king; empty when it was taken."""
        kings = self.straight & self.diagonal & getattr(self, _checked_side(colour))
        return notation.square_names(kings)[0] if kings else ""

    @cached_property
    def state(self) -> k.State:
        """The position as the kernels take it, seen from the side to move."""
        own, opp = (self.sente, self.gote) if self.to_move == "sente" else (self.gote, self.sente)
        hands = self.hands if self.to_move == "sente" else _swapped(self.hands)
        words = (own, opp, self.straight, self.diagonal, self.promoted, hands)
        return k.State(*(np.uint64(word) for word in words))

    @property
    def side(self) -> int:
        """The side to move as the kernels number it."""
        return k.SENTE if self.to_move == "sente" else k.GOTE

    @cached_property
    def _rules(self) -> k.RuleWords:
        return rule_words(self.game)

    # --- the end

    @property
    def occurrences(self) -> int:
        """How often this position has stood on the board in this game, now included."""
        return max(1, self.seen.count(self._board_key()))

    @property
    def is_over(self) -> bool:
        """Whether a king was taken, both passed, the position came too often, or the game is capped."""
        return self.end_reason is not None

    @cached_property
    def end_reason(self) -> str | None:
        """Why the game is over, one of ``game.end_reasons``; None while it goes on."""
        if not (self.king("sente") and self.king("gote")):
            return "king"
        if self.passes_in_a_row >= 2:
            return "no_moves"
        if self.has_repeated:
            return "repetition"
        return "capped" if self.plies >= self.game.max_plies else None

    @property
    def winner(self) -> str | None:
        """'sente', 'gote' or 'draw'; None while the game goes on and when it is capped."""
        if self.end_reason is None:
            return None
        reason = self.game.end_reasons.index(self.end_reason)
        won = int(k.winner(self.state, self.side, reason, self._rules))
        return None if won == k.NOBODY else ("sente", "gote", "draw")[won]

    @property
    def outcome(self) -> Outcome | None:
        """'first' if sente won, 'second' if gote did, or 'draw'; None while it goes on and when capped."""
        outcomes: dict[str | None, Outcome] = {"sente": "first", "gote": "second", "draw": "draw"}
        return outcomes.get(self.winner)

    # --- moving

    def legal_moves(self) -> tuple[Move, ...]:
        """Return the legal moves with what they take and turn; the pass alone where it is forced.

        Drops come first, pawns, rooks, bishops, then moves on the board, by squares from a1 to f6.
        """
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        if self.is_over:
            return ()
        return tuple(self.move_of(number) for number in self._move_numbers()) or (PASS_MOVE,)

    def _move_numbers(self) -> list[int]:
        """Return the moves as the kernels number them: drops, then moves by origin and target."""
        numbers = np.zeros(k.MOST_MOVES, np.int64)
        n = k.list_moves(self.state, self.side, self._rules, numbers)
        moves = numbers[:n].tolist()
        n_drops = sum(move >> 6 >= k.FIRST_DROP for move in moves)
        return moves[:n_drops] + sorted(moves[n_drops:], key=lambda move: (move >> 6, move & 63))

    def move_of(self, number: int) -> Move:
        """Return the move of the kernels' number."""
        if number == k.PASS:
            return PASS_MOVE
        to = notation.square_name(number & 63)
        origin = number >> 6
        if origin >= k.FIRST_DROP:
            return Move(to, drop="PRB"[origin - k.FIRST_DROP], stages=self._stages_by_square[to])
        return Move(to, origin=notation.square_name(origin), takes=self.piece(to))

    def number_of(self, move: Move) -> int:
        """Return the kernels' number of a move."""
        if move.is_pass:
            return k.PASS
        origin = k.FIRST_DROP + "PRB".index(move.drop) if move.drop else notation.square_number(move.origin)
        return notation.square_number(move.to) + 64 * origin

    def stages(self, move: Move | str) -> tuple[frozenset[str], ...]:
        """Return the squares of the pieces that a drop turns, stage by stage; none for another move.

        Examples
        --------
        >>> position = NegaeriShogi().position("5k/6/6/2pp1P/6/K5 b P 1")
        >>> position.stages("P*b4")
        ()
        >>> NegaeriShogi().position("5k/6/6/2pp2/6/K5 b P 1").stages("P*e4")
        ()
        >>> NegaeriShogi().position("5k/6/6/pp4/6/5K b P 1").stages("P*c4") == (frozenset({"a4", "b4"}),)
        True
        """
        return tuple(frozenset(stage) for stage in self.find_move(move).stages)

    @cached_property
    def _stages_by_square(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        empty = int(k.BOARD) & ~(self.sente | self.gote)
        return {name: self._stages_of(name) for name in notation.square_names(empty)}

    def _stages_of(self, square: str) -> tuple[tuple[str, ...], ...]:
        found = np.zeros(k.MOST_STAGES, np.uint64)
        drop = np.uint64(1 << notation.square_number(square))
        n_stages = k.write_stages(self.state, drop, self._rules, found)
        return tuple(notation.square_names(int(stage)) for stage in found[:n_stages])

    def steps(self, move: Move | str) -> dict[str, int]:
        """Return what the turn adds to the counts of the record, the longest chain left out."""
        found = self.find_move(move)
        if found.is_pass:
            return {"passes": 1, f"passes_{self.to_move}": 1}
        if not found.drop:
            return {"plies": 1, "moves": 1, **({"captures": 1} if found.takes else {})}
        steps = {"plies": 1, "drops": 1}
        if found.stages:
            steps |= {"flips": len(found.turned), "flipping_drops": 1}
            number = notation.square_number(found.to)
            if k.turned_by(self.state, np.uint64(1 << number), self._rules)[2]:
                steps["chain_cut"] = 1
        return steps

    def outcomes(self, move: Move | str) -> tuple[tuple[Fraction, NegaeriPosition], ...]:
        """Return the one position that `move` leads to, with the chance 1."""
        return ((Fraction(1), self.play(move)),)

    def play(self, move: Move | str) -> NegaeriPosition:
        """Return the position after `move`.

        Parameters
        ----------
        move : Move or str
            A legal move, or its text: ``'P*c3'`` drops a pawn, ``'c4c3'`` moves, ``'--'`` passes.

        Raises
        ------
        MoveError
            Where the move is not legal; the message says why.
        """
        found = self.find_move(move)
        counted = dict(self.counted)
        for name, number in self.steps(found).items():
            counted[name] = counted.get(name, 0) + number
        counted["chain"] = max(counted.get("chain", 0), len(found.stages))
        after = replace(
            self,
            **self._words_after(found),
            to_move=other_side(self.to_move),
            passes_in_a_row=self.passes_in_a_row + 1 if found.is_pass else 0,
            plies=counted.get("plies", 0) + self._plies_before,
            counted=tuple(sorted(counted.items())),
            last_move=found,
        )
        if self.game.repetition is None:
            return after
        seen = (*(self.seen or (self._board_key(),)), after._board_key())
        return replace(after, seen=seen, has_repeated=seen.count(seen[-1]) >= self.game.repetition)

    @property
    def _plies_before(self) -> int:
        """The plies that a position began with, before those it has counted."""
        return self.plies - dict(self.counted).get("plies", 0)

    def _words_after(self, move: Move) -> dict[str, Any]:
        if move.is_pass:
            return {}
        turned = np.uint64(notation.board_of(move.turned))
        number = self.number_of(move)
        if move.drop:
            after = k.after_drop(self.state, "PRB".index(move.drop), number & 63, turned)
        else:
            after = k.after_move(self.state, self.side, number >> 6, number & 63, self._rules)
        return words_of_state(after, other_side(self.to_move))

    def find_move(self, move: Move | str) -> Move:
        """Return the legal move that `move` means.

        Raises
        ------
        MoveError
            Where there is none; the message says why.
        """
        legal = self.legal_moves()
        if isinstance(move, Move) and move in legal:
            return move
        if not legal:
            hint = f"It ended: {self.end_reason}."
            raise invalid("move", str(move), "none, the game is over", hint, MoveError)
        text = notation.move_text(move)
        for candidate in legal:
            if str(candidate) == text:
                return candidate
        raise invalid("move", str(move), self._allowed_text(), notation.why_not(self, text), MoveError)

    def _allowed_text(self) -> str:
        if self.legal_moves() == (PASS_MOVE,):
            return PASS
        return f"one of {len(self.legal_moves())} legal moves"

    # --- whole games

    def uncapped(self) -> NegaeriPosition:
        """Return the position in the same game without cap and repetition, its history forgotten."""
        game = self.game
        if game.max_plies != MOST_PLIES or game.repetition is not None:
            game = game.replace(max_plies=MOST_PLIES, repetition=None)
        words: dict[str, Any] = {word: getattr(self, word) for word in WORDS}
        ends: dict[str, Any] = {"passes_in_a_row": self.passes_in_a_row, "has_repeated": self.has_repeated}
        return NegaeriPosition(game, **words, to_move=self.to_move, **ends)

    def record(self) -> dict[str, Any]:
        """Return the columns of the record that the position knows; also of a game that still goes on."""
        counted = dict(self.counted)
        counts = {name: counted.get(name, 0) for name in self.game.counts}
        for stages in (3, 4):
            counts[f"games_with_chain_of_{stages}"] = int(counts["chain"] >= stages)
        return {
            "rule": self.game.rule,
            **counts,
            "plies": self.plies,
            "pieces_sente": self.count("sente"),
            "pieces_gote": self.count("gote"),
            "end_reason": self.end_reason,
            "winner": self.winner,
            "winning_player": self.outcome,
        }

    # --- showing

    def sfen(self) -> str:
        """Return the position in one line, as shogi programs write it, see `NegaeriShogi.position`.

        Examples
        --------
        >>> NegaeriShogi().start_position().sfen()
        '1bkr2/1ppp2/6/6/2PPP1/2RKB1 b RB4Prb3p 1'
        """
        return notation.sfen(self)

    diagram = sfen

    def __str__(self) -> str:
        return notation.diagram(self)

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.sfen()!r})"

    def _repr_html_(self) -> str:
        return html_of(self)


def _swapped(hands: int) -> int:
    return hands >> 32 | (hands & HANDS_OF_SENTE) << 32


def words_of_state(state: Any, to_move: str) -> dict[str, Any]:
    """Return the fields of a position from a kernel's state whose mover is `to_move`."""
    own, opp, straight, diagonal, promoted, hands = (int(word) for word in state)
    sente, gote = (own, opp) if to_move == "sente" else (opp, own)
    hands = hands if to_move == "sente" else _swapped(hands)
    return dict(zip(WORDS, (sente, gote, straight, diagonal, promoted, hands), strict=True))


def _checked_side(given: Any) -> str:
    if given not in NegaeriShogi.colours:
        raise invalid("side", given, "sente, gote", error=RulesError)
    return str(given)


def position_of_pieces(
    game: NegaeriShogi,
    pieces: dict[str, str],
    hands: dict[str, dict[str, int]],
    to_move: str,
    plies: int = 0,
    passes_in_a_row: int = 0,
    has_repeated: bool = False,
) -> NegaeriPosition:
    """Return the position of some pieces by square, and the hands of both sides.

    Raises
    ------
    RulesError
        Where a side has two kings, neither has one, or a hand cannot be held.
    """
    for colour, letter in (("sente", "K"), ("gote", "k")):
        kings = [square for square, piece in pieces.items() if piece == letter]
        if len(kings) > 1:
            raise invalid("position", ", ".join(kings), f"one king of {colour}", error=RulesError)
    if not {"K", "k"} & set(pieces.values()):
        raise invalid("position", "no king", "a king on at least one side", error=RulesError)
    word = 0
    for colour, shift in (("sente", 0), ("gote", 32)):
        for kind, place in (("P", 0), ("R", 8), ("B", 16)):
            number = hands[colour].get(kind, 0)
            if not 0 <= number <= 60:
                raise invalid(f"{kind} in {colour}'s hand", number, "0 to 60", error=RulesError)
            word |= number << place + shift
    boards: dict[str, Any] = dict.fromkeys(WORDS[:-1], 0)
    for square, piece in pieces.items():
        bit, kind = 1 << notation.square_number(square), piece[-1].upper()
        boards["sente" if piece[-1].isupper() else "gote"] |= bit
        boards["straight"] |= bit if kind in "RK" else 0
        boards["diagonal"] |= bit if kind in "BK" else 0
        boards["promoted"] |= bit if piece[0] == "+" else 0
    return NegaeriPosition(
        game,
        **boards,
        hands=word,
        to_move=to_move,
        passes_in_a_row=passes_in_a_row,
        has_repeated=has_repeated,
        plies=plies,
    )


def start_position(game: NegaeriShogi) -> NegaeriPosition:
    """Return the position every game of these rules begins with, see `NegaeriShogi.start_position`."""
    pieces: dict[str, str] = {}
    for i, gote_piece, sente_piece in ((0, "b", "R"), (1, "k", "K"), (2, "r", "B")):
        left, right = "abcdef"[game.offset + i], "abcdef"[3 - game.offset + i]
        pieces |= {f"{left}1": gote_piece, f"{left}2": "p", f"{right}6": sente_piece, f"{right}5": "P"}
    hands = {colour: hand_counts(getattr(game, f"{colour}_hand")) for colour in game.colours}
    return position_of_pieces(game, pieces, hands, game.first)
