"""Throws of one's own: a table of aims and landing points, read row by row, and the spread fitted to it.

The constants of the model are an assumption; the spread that is fitted here is a measurement of its throws.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from variantlab.errors import DataError, invalid, unknown_choice
from variantlab.files import read_text
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.stats.intervals import Interval, mean

__all__ = [
    "FittedThrows",
    "Throw",
    "fit_throws",
    "made_throws",
    "read_throws",
    "spread_interval",
    "throw_sheet",
    "throws_csv",
    "throws_of_text",
]

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

    def game(self, game: ThrowOthello | None = None) -> ThrowOthello:
        """Return the rules with these spreads: the study can be run again with them.

        Without rules, the article's from the beginner's line: what throws do not tell stays the line's.
        """
        return (game or ThrowOthello()).replace(
            sigma_across=self.sigma_across.estimate, sigma_along=self.sigma_along.estimate
        )

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


def throw_sheet(n: int = 50, seed: int = 0) -> str:
    """Return a sheet for `n` throws of your own as the text of a CSV file: the aims, and room for the rest.

    The aims are centres of the inner squares, each as often as any other, in an order drawn from `seed`.

    Examples
    --------
    >>> throw_sheet(2, seed=1).splitlines()[-3:]
    ['aim_x,aim_y,x,y', '1.5,2.5,,', '1.5,1.5,,']
    """
    squares = [(column + 0.5, row + 0.5) for row in range(1, 7) for column in range(1, 7)]
    rng = np.random.default_rng(seed)
    rounds = [rng.permutation(len(squares)) for _ in range(-(-n // len(squares)))]
    order = np.concatenate([np.zeros(0, np.int64), *rounds])[:n]
    remark = (
        "Throws of your own. Lengths in squares from the upper left corner: the centre of d3 is 3.5, 2.5.\n"
        "Fill in x and y: where the centre of the disc came to lie, also beyond the board."
    )
    lines = [f"# {line}" for line in remark.splitlines()] + [",".join(THROW_COLUMNS)]
    return "\n".join([*lines, *(f"{squares[i][0]},{squares[i][1]},," for i in order)]) + "\n"


def throws_csv(throws: Sequence[Throw], remark: str = "") -> str:
    """Return throws as the text of a CSV file, below a remark."""
    out = io.StringIO()
    if remark:
        out.write("".join(f"# {line}\n" for line in remark.splitlines()))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(THROW_COLUMNS)
    writer.writerows((t.aim_x, t.aim_y, t.x, t.y) for t in throws)
    return out.getvalue()
