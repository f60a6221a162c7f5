"""Is one extra pawn right? Sente's score by pawns, by other rules, and with help for the weaker player.

The article gives sente one more pawn than gote. Here are the scores for other numbers of pawns, with players
of several depths and weights, since a help that makes the game fair for one player need not do so for
another; what other rules do; and how much more in hand a player needs who looks less far ahead.
`variantlab.study.balance.balance` searches for a fair value itself; this reads the stored games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from variantlab.games.negaeri_shogi.rules import NegaeriShogi, hand_counts
from variantlab.stats.checks import level_between_0_and_1
from variantlab.stats.intervals import Interval, two_sided_z
from variantlab.stats.sample_size import score_games_needed
from variantlab.study.negaeri import OURS, Reading
from variantlab.study.negaeri_runs import (
    HANDICAPS,
    KNOBS,
    SENTE_PAWNS,
    UNEQUAL,
    WEIGHTS,
    Counts,
    Series,
    player_text,
    stored,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Handicap",
    "PawnScore",
    "fair_table",
    "games_to_tell_nearer",
    "handicap_table",
    "handicaps",
    "knob_table",
    "pawn_curve",
    "pawn_table",
]

FAIR = 0.5


@dataclass(frozen=True)
class PawnScore:
    """Sente's score with some pawns more than gote, between players of one strength.

    Parameters
    ----------
    depth : int
        Plies that both look ahead; 0 plays at random.
    weights : str
        Their weights; empty for random players.
    reading : Reading
        The open decisions of the rules.
    extra_pawns : int
        Sente's pawns in hand less gote's.
    counts : Counts
        The games.
    level : float
        The level of the interval.
    """

    depth: int
    weights: str
    reading: Reading
    extra_pawns: int
    counts: Counts
    level: float = 0.95

    @property
    def score(self) -> Interval:
        """Sente's score over the finished games, a draw half a point."""
        return self.counts.score(self.level)

    @property
    def may_be_fair(self) -> bool:
        """Whether the interval holds a half."""
        return self.score.has_data and self.score.contains(FAIR)

    @property
    def n_needed(self) -> int | None:
        """Games that would tell a score like this from a half, 8 times in 10; None for a half itself.

        Where it is larger than what was played, two numbers of pawns cannot be told apart either.
        """
        estimate = self.score.estimate
        if estimate is None or not 0 < estimate < 1 or abs(estimate - FAIR) < 1e-4:
            return None
        draws = self.counts["draw"] / self.counts["finished"]
        return score_games_needed(FAIR, estimate, min(draws, 2 * min(estimate, 1 - estimate)))

    def as_row(self) -> dict[str, Any]:
        """Return the row of `pawn_table`."""
        score = self.score
        return {
            "depth": self.depth, "weights": self.weights, "extra_pawns": self.extra_pawns,
            **vars(self.reading), "score": score.estimate, "low": score.low, "high": score.high,
            "n": score.n, "capped": self.counts["capped"], "may_be_fair": self.may_be_fair,
            "n_needed": self.n_needed,
        }  # fmt: skip


def games_to_tell_nearer(one: PawnScore, other: PawnScore, power: float = 0.8) -> int | None:
    """Return how many games of each would tell which of two scores is nearer to a half; None for a tie.

    This is why a search for the fair number of pawns may end with "cannot be told apart": two scores on
    different sides of a half, or near each other, may be about as far from it.

    Parameters
    ----------
    one, other : PawnScore
        Two numbers of pawns between players of one strength, their scores taken for the true ones.
    power : float, optional
        The probability with which it is told, by an interval of the level of `one`.

    Notes
    -----
    By the normal approximation; the difference of the two distances from a half varies as the difference of
    the scores.

    Examples
    --------
    >>> rows = [row for row in pawn_curve() if row.depth == 1 and row.weights == "material"]
    >>> games_to_tell_nearer(rows[0], rows[0]) is None
    True
    """
    from scipy.special import ndtri

    distances, variance = [], 0.0
    for row in (one, other):
        score = row.score.estimate
        if score is None:
            return None
        distances.append(abs(score - FAIR))
        variance += score * (1 - score) - row.counts["draw"] / row.counts["finished"] / 4
    gap = abs(distances[0] - distances[1])
    reach = two_sided_z(one.level) + float(ndtri(level_between_0_and_1(power, "power")))
    return math.ceil(reach**2 * variance / gap**2) if gap > 1e-4 else None


def pawn_curve(reading: Reading = OURS, level: float = 0.95) -> tuple[PawnScore, ...]:
    """Return sente's score by extra pawns for each of the players, from the stored games.

    Parameters
    ----------
    reading : Reading, optional
        The open decisions of the rules, ours if left out; the others have fewer numbers of pawns.
    level : float, optional
        The level of the intervals.

    Returns
    -------
    tuple of PawnScore
        By depth, weights and extra pawns.

    Examples
    --------
    >>> [row.extra_pawns for row in pawn_curve() if row.depth == 0]
    [0, 1, 2, 3]
    """
    game = reading.game()
    found = []
    for depth, weights, pawns in product(range(7), WEIGHTS, SENTE_PAWNS):
        counts = _stored_between(game.replace(sente_pawns=pawns), player_text(depth, weights))
        if counts is not None and (depth or weights == WEIGHTS[0]):
            extra = pawns - game.gote_pawns
            found.append(PawnScore(depth, weights if depth else "", reading, extra, counts, level))
    return tuple(found)


def _stored_between(game: NegaeriShogi, player: str) -> Counts | None:
    return stored().get(Series(game, (player, player), 0).key)


def pawn_table(rows: Sequence[PawnScore]) -> pd.DataFrame:
    """Return a table with a row for each score.

    Returns
    -------
    pandas.DataFrame
        ``depth``, ``weights``, ``extra_pawns``, the reading's ``offset``, ``loyal_run`` and
        ``opening_plies``; sente's ``score`` with ``low``, ``high`` and ``n`` finished games, ``capped``
        games; ``may_be_fair``: the interval holds a half; ``n_needed``: games that would tell such a score
        from a half.

    Examples
    --------
    >>> pawn_table(pawn_curve())["extra_pawns"].max()
    np.int64(3)
    """
    import pandas as pd

    table = pd.DataFrame([row.as_row() for row in rows])
    return table.astype({"n_needed": "Int64"}) if len(table) else table


def fair_table(rows: Sequence[PawnScore]) -> pd.DataFrame:
    """Return for each player which number of extra pawns is nearest to a fair game, and which may be fair.

    Returns
    -------
    pandas.DataFrame
        ``depth``, ``weights``; ``nearest``, the number whose score is nearest to a half, with its ``score``,
        ``low``, ``high``, ``n`` finished and ``capped`` games; ``may_be_fair``, all numbers whose interval
        holds a half, as text; ``second``, the next nearest number, and ``n_to_tell``, how many games of
        each would tell which of the two is nearer.

    Examples
    --------
    >>> len(fair_table(pawn_curve())) == len({(row.depth, row.weights) for row in pawn_curve()})
    True
    """
    import pandas as pd

    by_player: dict[tuple[int, str], list[PawnScore]] = {}
    for row in rows:
        if row.score.has_data:
            by_player.setdefault((row.depth, row.weights), []).append(row)
    found: list[dict[str, Any]] = []
    for (depth, weights), scores in by_player.items():
        ordered = sorted(scores, key=lambda one: abs((one.score.estimate or 0.0) - FAIR))
        nearest, score = ordered[0], ordered[0].score
        second = ordered[1] if len(ordered) > 1 else None
        found.append(
            {
                "depth": depth, "weights": weights, "nearest": nearest.extra_pawns, "score": score.estimate,
                "low": score.low, "high": score.high, "n": score.n,
                "capped": nearest.counts["capped"],
                "may_be_fair": ", ".join(str(one.extra_pawns) for one in scores if one.may_be_fair),
                "second": second.extra_pawns if second else None,
                "n_to_tell": games_to_tell_nearer(nearest, second) if second else None,
            }
        )  # fmt: skip
    table = pd.DataFrame(found)
    return table.astype({"second": "Int64", "n_to_tell": "Int64"}) if found else table


# --- other rules
# -------------------------------------------------------------------------------------------


def knob_table(level: float = 0.95) -> pd.DataFrame:
    """Return sente's score under other rules that might even out the sides, with players of two depths.

    Returns
    -------
    pandas.DataFrame
        ``rules``, those that differ from the default; ``depth``; sente's ``score`` with ``low``, ``high``
        and ``n`` finished games, and ``capped`` games; the default rules with equal hands and with the extra
        pawn stand in front.

    Examples
    --------
    >>> knob_table()["depth"].unique().tolist()
    [2, 3]
    """
    import pandas as pd

    rows = []
    for changed, depth in product(({"sente_pawns": 3}, {}, *KNOBS), (2, 3)):
        counts = _stored_between(NegaeriShogi().replace(**changed), player_text(depth))
        if counts is not None:
            score = counts.score(level)
            rules = " ".join(f"{name}={value}" for name, value in changed.items())
            rows.append(
                {
                    "rules": rules, "depth": depth, "score": score.estimate, "low": score.low,
                    "high": score.high, "n": score.n, "capped": counts["capped"],
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


# --- help for the weaker player
# ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Handicap:
    """How the weaker of two players does with more in hand than the stronger has.

    Parameters
    ----------
    weaker, stronger : int
        The plies that each looks ahead.
    weaker_hand, stronger_hand : str
        What each has in hand at the start.
    colour : str
        The weaker player's colour.
    counts : Counts
        The games.
    level : float
        The level of the interval.
    """

    weaker: int
    stronger: int
    weaker_hand: str
    stronger_hand: str
    colour: str
    counts: Counts
    level: float = 0.95

    @property
    def score(self) -> Interval:
        """The weaker player's score over the finished games, a draw half a point."""
        of_sente = self.counts.score(self.level)
        if self.colour == "sente" or of_sente.estimate is None:
            return of_sente
        low, high = of_sente.low or 0.0, 1.0 if of_sente.high is None else of_sente.high
        return Interval(1 - of_sente.estimate, 1 - high, 1 - low, of_sente.level, of_sente.method, of_sente.n)

    @property
    def extra_pieces(self) -> int:
        """The pieces in hand that the weaker player has more than the stronger."""
        return sum(hand_counts(self.weaker_hand).values()) - sum(hand_counts(self.stronger_hand).values())

    def as_row(self) -> dict[str, Any]:
        """Return the row of `handicap_table`."""
        score = self.score
        return {
            "weaker": self.weaker, "stronger": self.stronger, "weaker_hand": self.weaker_hand,
            "stronger_hand": self.stronger_hand, "extra_pieces": self.extra_pieces, "colour": self.colour,
            "score": score.estimate, "low": score.low, "high": score.high, "n": score.n,
            "capped": self.counts["capped"],
        }  # fmt: skip


def handicaps(level: float = 0.95) -> tuple[Handicap, ...]:
    """Return how the weaker player does with each help, as sente and as gote, for each pair of depths.

    Examples
    --------
    >>> all(row.weaker < row.stronger for row in handicaps())
    True
    """
    return tuple(_stored_handicaps(level))


def _stored_handicaps(level: float) -> Iterator[Handicap]:
    for (weaker, stronger), (more, less), colour in product(UNEQUAL, HANDICAPS, NegaeriShogi.colours):
        players, hands = (player_text(weaker), player_text(stronger)), (more, less)
        if colour == "gote":
            players, hands = players[::-1], hands[::-1]
        game = NegaeriShogi(sente_hand=hands[0], gote_hand=hands[1])
        counts = stored().get(Series(game, players, 0).key)
        if counts is not None:
            yield Handicap(weaker, stronger, more, less, colour, counts, level)


def handicap_table(rows: Sequence[Handicap]) -> pd.DataFrame:
    """Return a table with a row for each help and colour.

    Returns
    -------
    pandas.DataFrame
        ``weaker`` and ``stronger``, the plies each looks ahead; ``weaker_hand``, ``stronger_hand``,
        ``extra_pieces``; the weaker player's ``colour`` and ``score`` with ``low``, ``high``, ``n`` finished
        games, and ``capped`` games.

    Examples
    --------
    >>> len(handicap_table(handicaps())) == len(handicaps())
    True
    """
    import pandas as pd

    return pd.DataFrame([row.as_row() for row in rows])
