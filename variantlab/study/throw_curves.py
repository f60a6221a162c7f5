"""What the throw study's questions share: rules and thinkers, curves with intervals, series of games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from variantlab.errors import invalid
from variantlab.games.game import whole_number
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.physics import ASSUMPTION
from variantlab.games.throw_othello.position import Landing, ThrowPosition
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.games.throw_othello.series import landing_kept
from variantlab.games.throw_othello.series import simulate as simulated_throws
from variantlab.simulate import Tally, played_parts, tally
from variantlab.stats.intervals import Interval, rate

__all__ = [
    "ASSUMPTION",
    "GAME",
    "LINES",
    "SPREADS",
    "STRONGER",
    "STUDY",
    "WEAKER",
    "Curve",
    "at_line",
    "at_spread",
    "both_colours",
    "by_line_and_spread",
    "record_columns",
    "score_rate",
    "thrown_games",
    "win_rate",
]

STUDY = "throw"
#: The rules of the article, thrown from the beginner's line.
GAME = ThrowOthello()
STRONGER, WEAKER = "alphabeta:3", "greedy"
#: The spreads, in squares and the same both ways, at which curves are measured.
SPREADS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4, 2.0)
LINES = ("beginner", "intermediate", "advanced")

MEASURES = {
    "share_won": "share of decided games won",
    "draws": "share of draws",
    "fouls": "fouls on purpose a game",
    "fouled_out": "share of games fouled out",
}


@dataclass(frozen=True)
class Curve:
    """A rate or mean measured at several values of one setting, each with its interval.

    Attributes
    ----------
    setting : str
        What was varied.
    values : tuple
        Its values, in order.
    measured : tuple of Interval
        What was measured at each.
    measure : {'share_won', 'draws', 'fouls', 'fouled_out'}
        What was measured: the first player's share of the decided games, the share of draws, fouls on purpose
        a game, the share of games that a third foul ended.
    players : tuple of str
        Who played whom.
    note : str
        What is to be shown beside it.
    """

    setting: str
    values: tuple[Any, ...]
    measured: tuple[Interval, ...]
    measure: str = "share_won"
    players: tuple[str, ...] = ()
    note: str = ASSUMPTION

    @property
    def label(self) -> str:
        """What was measured between whom, in words."""
        against = " against ".join(self.players)
        return f"{against}: {MEASURES[self.measure]}" if against else MEASURES[self.measure]

    def at(self, value: Any) -> Interval:
        """Return what was measured at a value of the setting.

        Raises
        ------
        VariantlabError
            Where nothing was measured at it.
        """
        if value not in self.values:
            raise invalid(self.setting, value, f"one of {', '.join(map(str, self.values))}")
        return self.measured[self.values.index(value)]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row a point, ready for a table."""
        for value, interval in zip(self.values, self.measured, strict=True):
            yield {self.setting: value, **interval.as_dict(), "note": self.note}

    def __str__(self) -> str:
        lines = [f"{self.label} ({self.note})"]
        lines += [
            f"  {self.setting} {value}: {interval}"
            for value, interval in zip(self.values, self.measured, strict=True)
        ]
        return "\n".join(lines)


def score_rate(one: Tally, other: Tally, level: float = 0.95) -> Interval:
    """Return the share of decided games won by a player that had black in `one` and white in `other`.

    Draws enter neither side; they have their own count in the tallies.
    """
    won = one.winner["black"] + other.winner["white"]
    lost = one.winner["white"] + other.winner["black"]
    return rate(won, won + lost, level)


def both_colours(
    game: ThrowOthello | Othello, players: tuple[str, str], n: int, seed: int, threads: int | None = None
) -> tuple[Tally, Tally]:
    """Return `n` games with the first player black, and `n` with the colours exchanged.

    Both series have the same seed: game by game the throws have the same luck.
    """
    n = whole_number("n", n, 0, 10**9)
    return (
        tally(game, players, n, seed, threads=threads),
        tally(game, players[::-1], n, seed, threads=threads),
    )


def win_rate(
    game: ThrowOthello | Othello,
    players: tuple[str, str] = (STRONGER, WEAKER),
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> Interval:
    """Return the share of decided games that the first of two players wins, colours exchanged.

    Parameters
    ----------
    game : ThrowOthello or Othello
        The rules.
    players : (str, str)
        See `ThrowOthello.simulate`.
    n : int
        Games with each colour.
    seed : int
        The series.

    Examples
    --------
    >>> win_rate(GAME, ("greedy", "random"), n=100, seed=1).estimate > 0.9
    True
    """
    return score_rate(*both_colours(game, players, n, seed, threads))


def at_spread(game: ThrowOthello, spread: float) -> ThrowOthello:
    """Return the rules with this spread both ways."""
    return game.replace(sigma_across=spread, sigma_along=spread)


def at_line(game: ThrowOthello, line: str) -> ThrowOthello:
    """Return the rules with all constants of the throw from a line.

    Examples
    --------
    >>> at_line(ThrowOthello(sigma_across=0.1), "advanced").physics.sigma_across
    0.6
    """
    return game.replace(line=line, sigma_across=None, sigma_along=None, turnover=None, knock=None)


def by_line_and_spread(
    game: ThrowOthello,
    spreads: Sequence[float],
    measured: Callable[[ThrowOthello, int], Interval],
    measure: str,
    players: tuple[str, str],
) -> tuple[Curve, Curve]:
    """Return what is measured from each line, and at each spread; each has a series of its own."""
    lines = tuple(measured(at_line(game, line), i) for i, line in enumerate(LINES))
    points = tuple(measured(at_spread(game, s), len(LINES) + i) for i, s in enumerate(spreads))
    return (
        Curve("line", LINES, lines, measure, players),
        Curve("spread", tuple(spreads), points, measure, players),
    )


def record_columns(
    game: ThrowOthello, players: tuple[str, str], n: int, seed: int, threads: int | None
) -> dict[str, np.ndarray]:
    """Return the record columns of a series."""
    parts = list(played_parts(game, players, n, seed, threads=threads))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def thrown_games(
    game: ThrowOthello, players: tuple[str, str], n: int, seed: int
) -> Iterator[list[tuple[ThrowPosition, Landing, bool]]]:
    """Yield `n` games throw by throw: the position before, what came of it, and whether it was meant to be
    a foul.

    Examples
    --------
    >>> throws = next(thrown_games(ThrowOthello(line="perfect"), ("greedy", "greedy"), 1, seed=1))
    >>> len(throws), throws[0][0] == ThrowOthello(line="perfect").start_position()
    (32, True)
    """
    columns = simulated_throws(game, players, n, seed, 0, keep_turns=2 * game.discs_each)
    for number in range(n):
        position, throws = game.start_position(), []
        kept = (columns[name][number].tolist() for name in ("turns", "knocks", "points"))
        for (aim, square, face), knocked, point in zip(*kept, strict=True):
            if position.is_over:
                break
            landing = landing_kept(game, square, face, knocked, point)
            throws.append((position, landing, aim == -1))
            position = position.land(landing)
        yield throws
