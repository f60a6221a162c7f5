"""Negaeri Shogi (寝返り将棋, "turncoat shogi"): the rules as data, and whole series of games.

Shogi on 6x6 squares in which a dropped piece turns the opposing pieces it sandwiches, as in Othello; turned
pieces promote, and look around for more. Each decision that the article leaves open is a field of
`NegaeriShogi`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from variantlab.errors import RulesError, invalid
from variantlab.games.game import Game, rule

if TYPE_CHECKING:
    import numpy as np

    from variantlab.games.negaeri_shogi.position import Move, NegaeriPosition

MOST_PLIES = 60_000
MOST_GAMES_IN_MEMORY = 20_000_000
#: The most pieces of each kind that a hand may begin with.
MOST_IN_HAND = {"R": 9, "B": 9, "P": 30}
HAND_TEXT = re.compile(r"(?:\d*[RBP])*", re.IGNORECASE)
HAND_FIELDS = {"sente_hand": "sente_pawns", "gote_hand": "gote_pawns"}


def hand_counts(text: str) -> dict[str, int]:
    """Return how many rooks, bishops and pawns a hand such as ``'RB4P'`` holds.

    Examples
    --------
    >>> hand_counts("RB14P")
    {'R': 1, 'B': 1, 'P': 14}
    >>> hand_counts("-")
    {'R': 0, 'B': 0, 'P': 0}
    """
    counts = {"R": 0, "B": 0, "P": 0}
    for number, letter in re.findall(r"(\d*)([RBP])", text.upper()):
        counts[letter] += int(number or 1)
    return counts


def hand_text(counts: Mapping[str, int]) -> str:
    """Return a hand in canonical order: rooks, bishops, pawns; ``'-'`` for an empty one.

    Examples
    --------
    >>> hand_text({"P": 14, "R": 1})
    'R14P'
    """
    held = [(kind, counts.get(kind, 0)) for kind in "RBP"]
    return "".join(f"{number if number > 1 else ''}{kind}" for kind, number in held if number) or "-"


def _read_hand(field: str) -> Any:
    allowed = "pieces such as RB4P (R rook, B bishop, P pawn; up to 9 R, 9 B, 30 P), or - for none"

    def read(given: Any) -> str:
        text = given.strip() if isinstance(given, str) else ""
        counts = hand_counts(text)
        too_many = any(counts[kind] > most for kind, most in MOST_IN_HAND.items())
        if not text or (text != "-" and not HAND_TEXT.fullmatch(text)) or too_many:
            raise invalid(field, given, allowed, error=RulesError)
        return hand_text(counts)

    return read


def _read_number(field: str, low: int, high: int) -> Any:
    def read(given: Any) -> int | None:
        number: Any = given.strip().casefold() if isinstance(given, str) else given
        if number is None or number == "none":
            return None
        if isinstance(number, str) and number.isascii() and number.isdigit():
            number = int(number)
        whole = isinstance(number, int) and not isinstance(number, bool)
        if not whole or not low <= number <= high:
            raise invalid(field, given, f"a whole number from {low} to {high}, or none", error=RulesError)
        return int(number)

    return read


@dataclass(frozen=True, repr=False)
class NegaeriShogi(Game):
    """Negaeri Shogi under one set of rules: the rules, the start position and series of games.

    Parameters
    ----------
    offset : int
        Where the pieces stand at the start: gote's bishop, king and rook on the columns `offset` to
        ``offset + 2`` of the top row, counted from 0 from the left as sente sees them; sente's turned by half
        a circle. The article's table lost its empty cells.
    sente_hand, gote_hand : str
        The pieces in hand at the start, such as ``'RB4P'``.
    sente_pawns, gote_pawns : int
        The pawns of `sente_hand` and `gote_hand` as numbers of their own, so that they can be varied alone.
        Whichever of the two is given decides.
    edge_captures : bool
        Whether the edge of the board closes a run as an own piece does.
    loyalty : bool
        Whether a piece beside its own king never changes sides.
    loyal_run : {'blocks', 'closes', 'shields'}
        What a run does that meets a piece which never changes sides, king or loyal: nothing in that direction
        changes; it closes the run as an own piece does; or the run goes on to its end as if it were like any
        other, and if that is closed, the pieces before it change.
    max_chain : int or None
        At most so many stages of a chain, the drop's own captures being the first; None: no limit.
    zone_promotion : int
        The far ranks in which a piece that moves in, inside or out promotes, always; 0: none.
    two_pawns : bool
        Whether a pawn may be dropped on a file with an unpromoted pawn of one's own.
    last_rank_pawn : bool
        Whether a pawn may be dropped on the last rank, where it cannot move.
    first : {'sente', 'gote'}
        Who moves first.
    komi : float
        Added to gote's pieces where pieces are counted; may be a half.
    repetition : int or None
        The same board, hands and side to move for this number of times, the start being its first, ends the
        game; None: never.
    max_plies : int
        A game stops, capped, at this number of drops and moves if it has not ended.
    opening_plies : int
        Random turns before each game of a series: game 2i and game 2i + 1 begin with the same ones, their
        players exchanged. They belong to the start: they are no plies of the game, and in none of its counts.

    Raises
    ------
    RulesError
        Where a value is not allowed; the message names the field.

    Examples
    --------
    >>> game = NegaeriShogi()
    >>> game.perft(2)
    [78, 5865]
    >>> game.replace(sente_pawns=5).sente_hand
    'RB5P'
    >>> NegaeriShogi(loyal_run="block")
    Traceback (most recent call last):
    variantlab.errors.RulesError: loyal_run: got 'block'; allowed: blocks, closes, shields. Did you mean \
'blocks'?
    """

    offset: int = rule(1, low=0, high=3, note="the columns of the start position", source="decision")
    sente_hand: str = rule("RB4P", note="sente's hand at the start", read=_read_hand("sente_hand"))
    gote_hand: str = rule("RB3P", note="gote's hand at the start", read=_read_hand("gote_hand"))
    sente_pawns: int = rule(4, low=0, high=MOST_IN_HAND["P"], note="the pawns of sente_hand")
    gote_pawns: int = rule(3, low=0, high=MOST_IN_HAND["P"], note="the pawns of gote_hand")
    edge_captures: bool = rule(True, note="the edge of the board closes a run")
    loyalty: bool = rule(True, note="a piece beside its own king never changes sides")
    loyal_run: str = rule(
        "blocks",
        allowed=("blocks", "closes", "shields"),
        note="what a run does that meets a piece which never changes sides",
        source="decision",
    )
    max_chain: int | None = rule(
        5, read=_read_number("max_chain", 1, 36), note="stages of a chain, 1 to 36, or none"
    )
    zone_promotion: int = rule(0, low=0, high=6, note="far ranks that promote", source="decision")
    two_pawns: bool = rule(True, note="two own pawns may be dropped on a file", source="decision")
    last_rank_pawn: bool = rule(True, note="a pawn may be dropped where it cannot move", source="decision")
    first: str = rule("sente", allowed=("sente", "gote"), note="who moves first")
    komi: float = rule(0.0, low=-36, high=36, step=0.5, note="added to gote's pieces", source="ours")
    repetition: int | None = rule(
        4, read=_read_number("repetition", 2, 1000), note="the occurrence that ends the game, or none"
    )
    max_plies: int = rule(
        300, low=1, high=MOST_PLIES, note="a game is capped at so many drops and moves", source="decision"
    )
    opening_plies: int = rule(
        0, low=0, high=100, note="random turns before each game; games in pairs", source="ours"
    )

    name: ClassVar[str] = "negaeri"
    drawing: ClassVar[str] = "variantlab.view.shogi:position_html"
    colours: ClassVar[tuple[str, str]] = ("sente", "gote")
    end_reasons: ClassVar[tuple[str, ...]] = ("king", "no_moves", "repetition", "capped")
    counts: ClassVar[tuple[str, ...]] = (
        "plies", "passes", "passes_sente", "passes_gote", "drops", "moves", "flips", "captures",
        "flipping_drops", "chain", "chain_cut", "games_with_chain_of_3", "games_with_chain_of_4",
        "pieces_sente", "pieces_gote",
    )  # fmt: skip
    columns: ClassVar[tuple[str, ...]] = (
        "rule", "method", "plies", "passes", "passes_sente", "passes_gote", "drops", "moves", "flips",
        "captures", "flipping_drops", "chain", "chain_cut", "games_with_chain_of_3", "games_with_chain_of_4",
        "end_reason", "pieces_sente", "pieces_gote", "winner", "winning_player", "seed", "game_index",
        "player_sente", "player_gote",
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Check the rules one by one, then bring the hands and their pawns together."""
        super().__post_init__()
        fields = self.rule_fields()
        for hand, pawns in HAND_FIELDS.items():
            in_hand = hand_counts(getattr(self, hand))["P"]
            by_number = getattr(self, pawns)
            if in_hand == by_number:
                continue
            if by_number == fields[pawns].default:
                object.__setattr__(self, pawns, in_hand)
            elif getattr(self, hand) == fields[hand].default:
                object.__setattr__(self, hand, _with_pawns(getattr(self, hand), by_number))
            else:
                allowed = f"the {in_hand} pawns of {hand}={getattr(self, hand)!r}"
                raise invalid(pawns, by_number, allowed, "Give one of the two.", RulesError)

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Self:
        """Return the game with the rules of `settings`; values may be text, as a command line gives them.

        Raises
        ------
        RulesError
            Where a name is no rule of the game, or a value is not allowed.
        """
        values = dict(settings)
        for hand, pawns in HAND_FIELDS.items():
            default = str(cls.rule_fields()[hand].default)
            if pawns in values and hand not in values:
                whole = super().from_settings({pawns: values[pawns]})
                values[hand] = _with_pawns(default, getattr(whole, pawns))
            elif pawns in values and isinstance(values[hand], str):
                given = super().from_settings({pawns: values[pawns]})
                held = hand_counts(values[hand])["P"]
                if getattr(given, pawns) != held:
                    allowed = f"the {held} pawns of {hand}={values[hand]!r}"
                    raise invalid(pawns, values[pawns], allowed, "Give one of the two.", RulesError)
        return super().from_settings(values)

    def replace(self, **rules: Any) -> Self:
        """Return the game with some rules changed."""
        kept = self.settings()
        for hand, pawns in HAND_FIELDS.items():
            if hand in rules and pawns not in rules:
                del kept[pawns]
            elif pawns in rules and hand not in rules:
                number = getattr(self.from_settings({pawns: rules[pawns]}), pawns)
                kept[hand] = _with_pawns(getattr(self, hand), number)
        return self.from_settings({**kept, **rules})

    @property
    def rule(self) -> str:
        """The rules that differ from the default, as the record's column ``rule`` shows them."""
        changed = self.changed_settings()
        for hand, pawns in HAND_FIELDS.items():
            if hand in changed and pawns in changed:
                del changed[pawns]
        return ", ".join([self.name, *(f"{name}={value}" for name, value in changed.items())])

    @property
    def categories(self) -> dict[str, tuple[str, ...]]:
        """The record's columns of few labels, with their labels in order."""
        return {
            "end_reason": self.end_reasons,
            "winner": (*self.colours, "draw"),
            "winning_player": ("first", "second", "draw"),
        }

    def start_position(self) -> NegaeriPosition:
        """Return the position every game begins with."""
        from variantlab.games.negaeri_shogi.position import start_position

        return start_position(self)

    def opening_position(self, seed: int, game_index: int) -> NegaeriPosition:
        """Return the position after the random turns that a game of a series begins with.

        Examples
        --------
        >>> game = NegaeriShogi(opening_plies=4)
        >>> game.opening_position(seed=1, game_index=6) == game.opening_position(seed=1, game_index=7)
        True
        """
        from variantlab.games.negaeri_shogi.series import opening_position

        return opening_position(self, seed, game_index)

    def position(self, text: str) -> NegaeriPosition:
        """Return the position of an SFEN text or of a text diagram, see
        `variantlab.games.negaeri_shogi.notation.position_of`.

        Examples
        --------
        >>> position = NegaeriShogi().position("k5/6/6/2pp2/6/K5 b P 1")
        >>> position.play("P*b4").sfen()
        'k5/6/6/1Ppp2/6/K5 w - 2'
        """
        from variantlab.games.negaeri_shogi.notation import position_of

        return position_of(self, text)

    def replay(self, moves: str, start: NegaeriPosition | None = None) -> NegaeriPosition:
        """Return the position after moves such as ``P*c3 b2b3 --``, parted by spaces or commas.

        Examples
        --------
        >>> NegaeriShogi().replay("P*c3 b2b3").plies
        2
        """
        from variantlab.games.negaeri_shogi.notation import replay

        return replay(self, moves, start)

    def simulate(
        self, players: tuple[str, str] = ("random", "random"), n: int = 1, seed: int = 0, first: int = 0
    ) -> dict[str, np.ndarray]:
        """Return the record columns of `n` games between two players, one array a column.

        Parameters
        ----------
        players : (str, str)
            Sente's and gote's player: 'random', 'greedy', 'weak', 'medium', 'strong' or 'alphabeta:DEPTH',
            see `variantlab.games.negaeri_shogi.search.player_of`. With `opening_plies` they are exchanged in
            games of odd numbers.
        n : int
            Number of games.
        seed : int
            The series of games, 0 to 2**64 - 1.
        first : int
            The number of the first game in its series: ``simulate(n=10, first=10)`` goes on where
            ``simulate(n=10)`` ended. The same seed and number give the same game, whatever the other numbers
            are.

        Returns
        -------
        dict of str to numpy.ndarray
            Columns of length `n`: whole numbers; a column of `categories` holds the index of its label, -1
            for none. ``chain`` is the longest chain of a game in stages, the drop's own captures being the
            first; ``chain_cut`` the drops whose chain `max_chain` cut short; ``winning_player`` which of
            `players` won. ``opening`` numbers the game's random opening, two games to each, and ``exchanged``
            is 1 where gote was played by the first of `players`; both are 0 without `opening_plies`.

        Examples
        --------
        >>> columns = NegaeriShogi().simulate(n=100, seed=1)
        >>> bool((columns["plies"] == columns["drops"] + columns["moves"]).all())
        True
        """
        from variantlab.games.negaeri_shogi.series import simulate

        return simulate(self, players, n, seed, first)

    def best_moves(self, position: NegaeriPosition, player: str) -> tuple[Move, ...]:
        """Return the moves of a position that a player holds for best, all of them.

        Parameters
        ----------
        position : NegaeriPosition
            A position that is not over.
        player : str
            As in `simulate`. The noise of a player is left out: it belongs to a game's own stream.

        Examples
        --------
        >>> game = NegaeriShogi()
        >>> position = game.position("k5/6/6/R5/6/5K b - 1")
        >>> [str(move) for move in game.best_moves(position, "alphabeta:1")]
        ['a4a1']
        """
        from variantlab.games.negaeri_shogi.series import best_moves

        return best_moves(position, player)

    def perft(
        self, depth: int, position: NegaeriPosition | None = None, convention: str = "leaves"
    ) -> list[int]:
        """Return the number of lines of 1 to `depth` plies.

        Parameters
        ----------
        depth : int
            1 or more.
        position : NegaeriPosition, optional
            Where the lines begin; the start position if left out.
        convention : {'leaves', 'full_depth'}
            'leaves' counts a finished game as one line at every depth, as engine authors do; 'full_depth'
            counts only the lines that reach the depth.

        Notes
        -----
        Identical pieces in hand are one drop; a forced pass is a ply. Repetition and cap are ignored.

        Examples
        --------
        >>> NegaeriShogi().perft(3)
        [78, 5865, 364522]
        """
        from variantlab.games.negaeri_shogi.series import perft

        return perft(self, depth, position, convention)


def _with_pawns(hand: str, pawns: int) -> str:
    return hand_text({**hand_counts(hand), "P": pawns})


def other_side(colour: str) -> str:
    """Return the side that is not `colour`.

    Examples
    --------
    >>> other_side("sente")
    'gote'
    """
    return NegaeriShogi.colours[colour == "sente"]
