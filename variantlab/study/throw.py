"""The throw study (投げオセロ): thinking against throwing, deliberate fouls, stacks, discs each, fouls.

The physics of the throw is a model: every result below carries `ASSUMPTION`, unless the spread is that of
throws of your own, which `fit_throws` reads from a table.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from variantlab.errors import DataError, invalid, unknown_choice
from variantlab.files import read_text
from variantlab.games.game import whole_number
from variantlab.games.throw_othello.physics import ASSUMPTION
from variantlab.games.throw_othello.position import ThrowPosition
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.games.throw_othello.series import aim_worths
from variantlab.simulate import Tally, played_parts, tally
from variantlab.stats.comparisons import Difference, rate_difference
from variantlab.stats.intervals import Interval, mean, rate

__all__ = [
    "ASSUMPTION",
    "Curve",
    "FittedThrows",
    "LevelField",
    "Throw",
    "all_against_top",
    "discs_each",
    "exact_scores", "fit_throws",
    "foul_on_purpose",
    "foul_positions",
    "fouled_out",
    "level_field",
    "made_throws",
    "read_throws",
    "skill_map",
    "throws_csv",
]  # fmt: skip

STUDY = "throw"
#: The rules of the article, thrown from the beginner's line.
GAME = ThrowOthello()
STRONGER, WEAKER = "alphabeta:3", "greedy"
#: The spreads, in squares and the same both ways, at which curves are measured.
SPREADS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0, 1.4, 2.0)
LINES = ("beginner", "intermediate", "advanced")


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
    label : str
        What was measured, in words.
    note : str
        What is to be shown beside it.
    """

    setting: str
    values: tuple[Any, ...]
    measured: tuple[Interval, ...]
    label: str
    note: str = ASSUMPTION

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
    game: ThrowOthello, players: tuple[str, str], n: int, seed: int, threads: int | None = None
) -> tuple[Tally, Tally]:
    """Return `n` games with the first player black, and `n` with the colours exchanged.

    Both series have the same seed: game by game the throws have the same luck.
    """
    n = whole_number("n", n, 0, 10**9)
    return (
        tally(game, players, n, seed, threads=threads),
        tally(game, players[::-1], n, seed, threads=threads),
    )


# --- T1: thinking against throwing


@dataclass(frozen=True)
class LevelField:
    """T1: the stronger thinker's win rate against the spread, and where it falls to a target.

    Attributes
    ----------
    curve : Curve
        Its share of the decided games at each spread, colours exchanged.
    draws : Curve
        The share of draws at each spread.
    target : float
        The rate asked for.
    """

    curve: Curve
    draws: Curve
    target: float = 0.6

    @cached_property
    def spread_at_target(self) -> Interval:
        """The spread at which the win rate falls to the target, with its interval.

        The rates are first made to fall by pooling neighbours that rise (isotonic regression, weighted by
        games), then joined by straight lines. The limits come from the same for 2000 curves redrawn around
        the measured rates. A limit is infinite where a redrawn curve does not reach the target in the range.
        """
        n = np.array([interval.n for interval in self.curve.measured])
        rates = np.array([interval.estimate or 0.0 for interval in self.curve.measured])
        if not n.all():
            return Interval(None, None, None, 0.95, "bootstrap", 0)
        spreads = np.array(self.curve.values, float)
        rng = np.random.default_rng(0)
        redrawn = rng.binomial(n, rates, size=(2000, len(n))) / n
        found = np.array([crossing(spreads, falling(row, n), self.target) for row in redrawn])
        low, high = np.quantile(found, [0.025, 0.975], method="nearest")
        estimate = crossing(spreads, falling(rates, n), self.target)
        if math.isinf(estimate):
            return Interval(None, None, None, 0.95, "bootstrap", 0)
        return Interval(float(estimate), float(low), float(high), 0.95, "bootstrap", int(n.sum()))

    def __str__(self) -> str:
        found = self.spread_at_target
        last = self.curve.values[-1]
        where = str(found) if found.estimate is not None else f"not reached from 0 to {last}"
        return f"{self.curve}\n  falls to {self.target:g} at a spread of {where}"


def falling(rates: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the rates that never rise and are nearest to those given (pool adjacent violators).

    Examples
    --------
    >>> falling(np.array([0.9, 0.6, 0.8]), np.array([1, 1, 1])).tolist()
    [0.9, 0.7, 0.7]
    """
    pools: list[list[float]] = []
    for value, weight in zip(rates, weights, strict=True):
        pools.append([float(value), float(weight), 1])
        while len(pools) > 1 and pools[-2][0] < pools[-1][0]:
            (a, wa, na), (b, wb, nb) = pools[-2:]
            pools[-2:] = [[(a * wa + b * wb) / (wa + wb), wa + wb, na + nb]]
    return np.concatenate([np.full(int(n), value) for value, _, n in pools])


def crossing(spreads: np.ndarray, rates: np.ndarray, target: float) -> float:
    """Return where falling rates joined by straight lines reach a target; infinite where they do not.

    Examples
    --------
    >>> crossing(np.array([0.0, 1.0]), np.array([0.8, 0.5]), 0.65)
    0.5
    """
    if rates[0] <= target:
        return float(spreads[0])
    for i in range(1, len(rates)):
        if rates[i] <= target:
            share = (rates[i - 1] - target) / (rates[i - 1] - rates[i])
            return float(spreads[i - 1] + share * (spreads[i] - spreads[i - 1]))
    return math.inf


def level_field(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    spreads: Sequence[float] = SPREADS,
    n: int = 2000,
    target: float = 0.6,
    seed: int = 0,
    threads: int | None = None,
) -> LevelField:
    """Return T1: how the stronger thinker's win rate falls as both throw less well.

    Parameters
    ----------
    game : ThrowOthello
        The rules; both players have each of the spreads in turn, the same across and along.
    players : (str, str)
        The stronger and the weaker thinker.
    spreads : sequence of float
        From 0 up, in squares.
    n : int
        Games at each spread with each colour.
    target : float
        The win rate whose spread is asked for.
    seed : int
        The series.

    Examples
    --------
    >>> field = level_field(players=("greedy", "random"), spreads=(0, 2), n=200)
    >>> [point.estimate > 0.9 for point in field.curve.measured]
    [True, False]
    """
    pairs = [
        both_colours(game.replace(sigma_across=s, sigma_along=s), players, n, seed, threads) for s in spreads
    ]
    draws = [rate(a.winner["draw"] + b.winner["draw"], a.n_finished + b.n_finished) for a, b in pairs]
    label = f"{players[0]} against {players[1]}: share of decided games won"
    return LevelField(
        Curve("spread", tuple(spreads), tuple(score_rate(*pair) for pair in pairs), label),
        Curve("spread", tuple(spreads), tuple(draws), "share of draws"),
        target,
    )


def skill_map(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    spreads: Sequence[float] = SPREADS,
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> dict[tuple[float, float], Interval]:
    """Return how much throwing makes up for how much thinking: win rates by both players' spreads.

    Returns
    -------
    dict of (float, float) to Interval
        For the spread of the better thinker and that of the other, the share of the decided games that the
        better thinker won, colours exchanged.

    Examples
    --------
    >>> found = skill_map(players=("greedy", "random"), spreads=(0.0, 2.0), n=100)
    >>> found[0.0, 2.0].estimate > found[2.0, 0.0].estimate
    True
    """
    return {
        (one, other): score_rate(
            *both_colours(game, (f"{players[0]}@{one:g}", f"{players[1]}@{other:g}"), n, seed, threads)
        )
        for one in spreads
        for other in spreads
    }


# --- T2: fouls on purpose


def foul_on_purpose(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("expected", "expected"),
    spreads: Sequence[float] = SPREADS,
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> Curve:
    """Return T2, how often: the mean of the fouls on purpose in a game, by spread.

    A thinker fouls where its own reckoning puts a foul above every aim: it is right by that reckoning.
    """
    measured = []
    for spread in spreads:
        columns = _columns(game.replace(sigma_across=spread, sigma_along=spread), players, n, seed, threads)
        measured.append(mean(columns["deliberate_black"] + columns["deliberate_white"]))
    label = f"fouls on purpose a game, {' against '.join(players)}"
    return Curve("spread", tuple(spreads), tuple(measured), label)


def _columns(
    game: ThrowOthello, players: tuple[str, str], n: int, seed: int, threads: int | None
) -> dict[str, np.ndarray]:
    """Return the record columns of a series."""
    parts = list(played_parts(game, players, n, seed, threads=threads))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def exact_scores(position: ThrowPosition) -> dict[str, Fraction]:
    """Return what each move of the last throw of a game scores on average: 1 for a win, 1/2 for a draw.

    By the exact landing law, with knocks, discs on edge and ties: the check of what the players reckon.

    Raises
    ------
    DataError
        Where more than one disc is left to throw.

    Examples
    --------
    >>> game = ThrowOthello(size=4, discs_each=1, line="perfect", turnover=0.5, aims_per_square=1)
    >>> position = game.position("O.../.OX./.XO./.... w; thrown: black 1, white 0")
    >>> scores = exact_scores(position)
    >>> print(scores["d1"], scores["foul"])  # white leads, and the wrong face may cost that
    3/4 1
    """
    n_left = sum(position.left(colour) for colour in position.game.colours)
    if n_left != 1 or position.is_over:
        hint = "Only of the last throw is every result an end of the game."
        raise invalid("position", f"{n_left} discs left", "one disc left to throw", hint, DataError)
    worth = {position.to_move: Fraction(1), "draw": Fraction(1, 2)}
    return {
        str(move): sum(
            (chance * worth.get(after.winner or "", 0) for chance, after in position.outcomes(move)),
            Fraction(0),
        )
        for move in position.legal_moves()
    }


def foul_positions(
    game: ThrowOthello = GAME, player: str = "expected", n: int = 200, seed: int = 0, most: int = 20
) -> list[tuple[ThrowPosition, float, float]]:
    """Return T2, where: positions in which a foul on purpose is worth more than every aim.

    They are met in games of the player against itself.

    Returns
    -------
    list of (ThrowPosition, float, float)
        At most `most` positions, with the worth of the foul and of the best aim to the thrower, in discs;
        before the last throw of a game in results, 64 for a win.

    Examples
    --------
    >>> found = foul_positions(n=100, most=1)
    >>> [worth_of_foul > worth_of_aim for _, worth_of_foul, worth_of_aim in found]
    [True]
    """
    from variantlab.games.throw_othello.position import Landing, square_name, square_names
    from variantlab.games.throw_othello.series import simulate

    columns = simulate(game, (player, player), n, seed, 0, keep_turns=2 * game.discs_each)
    found: list[tuple[ThrowPosition, float, float]] = []
    for number in range(n):
        position = game.start_position()
        throws = zip(columns["turns"][number].tolist(), columns["knocks"][number].tolist(), strict=True)
        for (aim, square, face), knocked in throws:
            if position.is_over or len(found) >= most:
                break
            if aim == -1:
                worths, foul = aim_worths(position, player)
                found.append((position, foul, float(worths.max())))
            landing = (
                Landing(None)
                if square < 0
                else Landing(square_name(square), game.colours[face], square_names(knocked))
            )
            position = position.land(landing)
    return found


# --- T3, T4, T5


def all_against_top(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("expected", "expected"),
    n: int = 2000,
    seed: int = 0,
    threads: int | None = None,
) -> dict[str, Any]:
    """Return T3: what counting hidden discs changes.

    Returns
    -------
    dict
        ``changed``: the share of games played by the rule ``all`` whose result is another where only the
        tops count; ``stacked``: throws that come to rest on a disc a game, for players who know that all
        discs count and for players who know that only the tops do; ``note``.
    """
    changed, stacked = 0, {}
    for count in ("all", "top"):
        columns = _columns(game.replace(count=count), players, n, seed, threads)
        stacked[count] = mean(columns["stacked"])
        if count == "all":
            margin = columns["black"].astype(np.int64) - columns["white"]
            tops = margin - columns["hidden_black"] + columns["hidden_white"]
            thrown = columns["end_reason"] == game.end_reasons.index("all_thrown")
            changed = int((thrown & (np.sign(margin) != np.sign(tops))).sum())
    return {"changed": rate(changed, n), "stacked": stacked, "note": ASSUMPTION}


def discs_each(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = (STRONGER, WEAKER),
    numbers: Sequence[int] = (16, 30),
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Curve, Difference]:
    """Return T4: the stronger thinker's win rate by the discs each player throws, and first less last.

    With 16 discs each enough, the longer game would not tell the players apart much better.
    """
    pairs = [both_colours(game.replace(discs_each=d), players, n, seed, threads) for d in numbers]
    found = tuple(score_rate(*pair) for pair in pairs)
    label = f"{players[0]} against {players[1]}: share of decided games won"
    first, last = ((round((point.estimate or 0) * point.n), point.n) for point in (found[0], found[-1]))
    return Curve("discs_each", tuple(numbers), found, label), rate_difference(*first, *last)


def fouled_out(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("greedy", "greedy"),
    spreads: Sequence[float] = SPREADS,
    n: int = 5000,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Curve, Curve]:
    """Return T5: the share of games that a third foul ends, by throwing line and by spread.

    Examples
    --------
    >>> by_line, by_spread = fouled_out(spreads=(0.0, 2.0), n=200)
    >>> by_line.values, [point.estimate > 0 for point in by_spread.measured]
    (('beginner', 'intermediate', 'advanced'), [False, True])
    """

    def share(changed: ThrowOthello) -> Interval:
        return tally(changed, players, n, seed, threads=threads).end_rate("fouled_out")

    label = f"share of games fouled out, {' against '.join(players)}"
    lines = tuple(share(game.replace(line=line, sigma_across=None, sigma_along=None)) for line in LINES)
    at = tuple(share(game.replace(sigma_across=s, sigma_along=s)) for s in spreads)
    return Curve("line", LINES, lines, label), Curve("spread", tuple(spreads), at, label)


# --- your own throws

THROW_COLUMNS = ("aim_x", "aim_y", "x", "y")
#: Throws that miss their aim by more than this many squares are taken for slips of the pen.
FARTHEST_MISS = 20.0
FEWEST_THROWS = 5


@dataclass(frozen=True)
class Throw:
    """One throw of a table: where it was aimed and where its centre came to lie, in squares."""

    aim_x: float
    aim_y: float
    x: float
    y: float


@dataclass(frozen=True)
class FittedThrows:
    """The spread of some throws, with its interval.

    Attributes
    ----------
    throws : tuple of Throw
        The throws that were read.
    bad_rows : tuple of str
        The rows that were left out, each with the reason.
    offset_across, offset_along : Interval
        The mean error, towards higher columns and rows: the model's aim has none.
    sigma_across, sigma_along : Interval
        Standard deviations about the mean error, with chi-square intervals.
    synthetic : bool
        Whether the table says that its throws were made by a computer.
    """

    throws: tuple[Throw, ...]
    bad_rows: tuple[str, ...]
    offset_across: Interval
    offset_along: Interval
    sigma_across: Interval
    sigma_along: Interval
    synthetic: bool = False
    source: str = field(default="", compare=False)

    def game(self, game: ThrowOthello = GAME) -> ThrowOthello:
        """Return the rules with these spreads: the study can be run again with them."""
        return game.replace(sigma_across=self.sigma_across.estimate, sigma_along=self.sigma_along.estimate)

    def __str__(self) -> str:
        kind = "synthetic throws, made by a computer" if self.synthetic else "throws"
        lines = [
            f"{len(self.throws)} {kind}, {len(self.bad_rows)} rows left out",
            f"  spread across {self.sigma_across}",
            f"  spread along  {self.sigma_along}",
            f"  mean error across {self.offset_across}",
            f"  mean error along  {self.offset_along}",
        ]
        return "\n".join([*lines, *(f"  left out: {row}" for row in self.bad_rows)])


def read_throws(path: str | Path) -> tuple[tuple[Throw, ...], tuple[str, ...], bool]:
    """Return the throws of a CSV file, the rows left out with the reasons, and whether it is synthetic.

    Parameters
    ----------
    path : str or Path
        Columns ``aim_x, aim_y, x, y`` in squares from the upper left corner of the board, in any order among
        others; lines that begin with ``#`` are remarks, one that says ``synthetic`` marks the file so.

    Raises
    ------
    DataError
        Where the file cannot be read or a column is missing.
    """
    return throws_of_text(read_text(Path(path)))


def throws_of_text(text: str) -> tuple[tuple[Throw, ...], tuple[str, ...], bool]:
    r"""Return the throws of a CSV text, see `read_throws`.

    Examples
    --------
    >>> throws, bad, _ = throws_of_text("aim_x,aim_y,x,y\n3.5,2.5,3.7,2.2\n3.5,2.5,three,2\n")
    >>> len(throws), bad
    (1, ("line 3: x is 'three'; allowed: a number",))
    """
    numbered = [(i, line) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
    remarks = [line for _, line in numbered if line.lstrip().startswith("#")]
    lines = [(i, line) for i, line in numbered if not line.lstrip().startswith("#")]
    rows = list(csv.reader(line for _, line in lines))
    header = [name.strip().casefold() for name in rows[0]] if rows else []
    for name in THROW_COLUMNS:
        if name not in header:
            raise unknown_choice("column", ", ".join(header) or "none", THROW_COLUMNS, DataError)
    throws, bad = [], []
    for (number, _), row in zip(lines[1:], rows[1:], strict=True):
        fault, throw = _throw_of_row(dict(zip(header, row, strict=False)))
        if throw is None:
            bad.append(f"line {number}: {fault}")
        else:
            throws.append(throw)
    return tuple(throws), tuple(bad), any("synthetic" in remark.casefold() for remark in remarks)


def _throw_of_row(row: Mapping[str, str]) -> tuple[str, Throw | None]:
    """Return what is wrong with a row, or its throw."""
    numbers = {}
    for name in THROW_COLUMNS:
        given = row.get(name, "").strip()
        try:
            numbers[name] = float(given)
        except ValueError:
            return f"{name} is {given!r}; allowed: a number", None
        if not math.isfinite(numbers[name]):
            return f"{name} is {given!r}; allowed: a finite number", None
    throw = Throw(**numbers)
    if math.hypot(throw.x - throw.aim_x, throw.y - throw.aim_y) > FARTHEST_MISS:
        return f"the disc lies more than {FARTHEST_MISS:g} squares from its aim; lengths are in squares", None
    return "", throw


def spread_interval(errors: Sequence[float], level: float = 0.95) -> Interval:
    """Return the standard deviation of normal errors about their mean, with its chi-square interval.

    Notes
    -----
    The sum of squares about the mean, over the variance, follows the chi-square distribution with n - 1
    degrees of freedom.

    Examples
    --------
    >>> print(spread_interval([-1.0, 0.0, 1.0]))
    1.000 [0.521, 6.285] (95% chi-square, n = 3)
    """
    from scipy.stats import chi2

    n = len(errors)
    if n < 2:
        return Interval(None, None, None, level, "chi-square", 0)
    squares = float(((np.array(errors) - np.mean(errors)) ** 2).sum())
    low, high = (math.sqrt(squares / chi2.ppf(q, n - 1)) for q in ((1 + level) / 2, (1 - level) / 2))
    return Interval(math.sqrt(squares / (n - 1)), low, high, level, "chi-square", n)


def fit_throws(source: str | Path | Sequence[Throw], level: float = 0.95) -> FittedThrows:
    """Return the spread of your own throws, with its interval, from a CSV file or from throws.

    Raises
    ------
    DataError
        Where the file cannot be read, or fewer than 5 rows are good.

    Examples
    --------
    >>> fitted = fit_throws(made_throws(50, 0.5, 0.9, seed=3))
    >>> fitted.sigma_across.low < 0.5 < fitted.sigma_across.high
    True
    """
    bad: tuple[str, ...] = ()
    synthetic, name = False, ""
    if isinstance(source, (str, Path)):
        throws, bad, synthetic = read_throws(source)
        name = str(source)
    else:
        throws = tuple(source)
    if len(throws) < FEWEST_THROWS:
        hint = f"Rows left out: {'; '.join(bad)}." if bad else "Throw some more."
        raise invalid("throws", len(throws), f"at least {FEWEST_THROWS} good rows", hint, DataError)
    across = [throw.x - throw.aim_x for throw in throws]
    along = [throw.y - throw.aim_y for throw in throws]
    return FittedThrows(
        throws, bad, mean(across, level), mean(along, level), spread_interval(across, level),
        spread_interval(along, level), synthetic, name,
    )  # fmt: skip


def made_throws(n: int, sigma_across: float, sigma_along: float, seed: int = 0) -> tuple[Throw, ...]:
    """Return `n` synthetic throws at the centres of the inner squares: normal errors of these spreads.

    Examples
    --------
    >>> made_throws(2, 0.0, 0.0)[0]
    Throw(aim_x=6.5, aim_y=4.5, x=6.5, y=4.5)
    """
    rng = np.random.default_rng(seed)
    aims = rng.integers(1, 7, size=(n, 2)) + 0.5
    points = aims + rng.normal(size=(n, 2)) * (sigma_across, sigma_along)
    return tuple(
        Throw(*map(float, aim), *(round(float(c), 2) for c in point))
        for aim, point in zip(aims, points, strict=True)
    )


def throws_csv(throws: Sequence[Throw], remark: str = "") -> str:
    """Return throws as the text of a CSV file, below a remark."""
    out = io.StringIO()
    if remark:
        out.write("".join(f"# {line}\n" for line in remark.splitlines()))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(THROW_COLUMNS)
    writer.writerows((t.aim_x, t.aim_y, t.x, t.y) for t in throws)
    return out.getvalue()


#: The questions of the study, by claim.
QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "T1": level_field, "T2": foul_on_purpose, "T3": all_against_top, "T4": discs_each, "T5": fouled_out,
}  # fmt: skip
