"""Many games between two players: a table of one row a game, or integer counts that stay small for any
number.

A series of games is named by its rules, its players and its seed; game number i of a series is the same
whatever the number of threads, the size of the parts or an interruption.
"""

from __future__ import annotations

import dataclasses
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import DataError, RulesError, invalid
from variantlab.games.game import Game, whole_number
from variantlab.stats.intervals import Interval, mean_from_sums, rate

if TYPE_CHECKING:
    import pandas as pd

#: More rows than this do not go into one table: `tally` counts without keeping the games.
MOST_ROWS = 50_000_000
MOST_GAMES = 10**15
#: Games of one part of the work, between players that do not think and between others: a part should take
#: less than a second or so, so that work can be interrupted. No result depends on it.
LARGEST_PART, LARGEST_THINKING_PART = 200_000, 2_000
#: Parts that each worker may be ahead of what was taken, so that finished parts do not fill the memory.
PARTS_AHEAD = 8

Columns = dict[str, np.ndarray]


# --- series of games
# ---------------------------------------------------------------------------------------------------


def simulate(
    game: Game,
    players: tuple[str, str] = ("random", "random"),
    n: int = 1000,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: bool = False,
) -> pd.DataFrame:
    """Return a table of `n` games between two players, one row a game.

    Parameters
    ----------
    game : Game
        The rules.
    players : (str, str)
        The first and the second colour's player: 'random', 'greedy', 'alphabeta:DEPTH'.
    n : int
        Number of games, at most 50 million; `tally` counts any number.
    seed : int
        The series, 0 to 2**64 - 1.
    first : int
        The number of the first game: a series is continued by giving the number of games played so far.
    threads : int, optional
        Threads to use, all cores if left out. Never changes a result.
    progress : bool
        Whether to show a progress bar.

    Returns
    -------
    pandas.DataFrame
        The columns of the game record: counts as integers; ``winner``, ``end_reason`` and ``first_stuck`` as
        ordered categories, missing where there is none (a capped game has no winner).

    Raises
    ------
    RulesError
        Where a number or a player is not allowed.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> table = simulate(Othello(capture="vanish"), n=100, seed=1)
    >>> table.shape[0], sorted(table.plies.unique().tolist())
    (100, [3, 4])
    """
    n = whole_number("n", n, 0, MOST_ROWS, "Use tally, which counts games without keeping them.")
    players, seed, first, threads = checked_series(players, seed, first, threads)
    parts = list(played_parts(game, players, n, seed, first, threads, progress))
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return table_of(game, players, columns, seed, first)


def tally(
    game: Game,
    players: tuple[str, str] = ("random", "random"),
    n: int = 1000,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
    progress: bool = False,
) -> Tally:
    """Return the counts of `n` games between two players, without keeping the games: memory stays flat.

    Parameters are those of `simulate`, save that `n` may be very large.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> counts = tally(Othello(capture="vanish"), n=1000, seed=1)
    >>> counts.n_games, counts.winner["white"], counts.n_capped
    (1000, 0, 0)
    """
    n = whole_number("n", n, 0, MOST_GAMES)
    players, seed, first, threads = checked_series(players, seed, first, threads)
    nothing = Tally.of_columns(game, players, seed, first, game.simulate(players, 0, seed))
    work = partial(_counted_part, game, players, seed)
    return reduce(operator.add, _worked_parts(work, game, players, n, first, threads, progress), nothing)


def played_parts(
    game: Game,
    players: tuple[str, str],
    n: int,
    seed: int,
    first: int = 0,
    threads: int | None = None,
    progress: bool = False,
    size: int | None = None,
) -> Iterator[Columns]:
    """Yield the record columns of a series part by part, in order; the first part has no game.

    The parts, of `size` games if given, run in joblib: threads, since the kernels release Python's lock, or
    whatever backend ``joblib.parallel_config`` names, such as Dask.
    """
    players, seed, first, threads = checked_series(players, seed, first, threads)
    yield game.simulate(players, 0, seed)  # the columns of no game; compiles before the threads start
    work = partial(_played_part, game, players, seed)
    yield from _worked_parts(work, game, players, n, first, threads, progress, size)


def checked_series(
    players: Sequence[str], seed: int, first: int, threads: int | None
) -> tuple[tuple[str, str], int, int, int | None]:
    """Return the players' names and the numbers of a series as the package writes them.

    Raises
    ------
    RulesError
        Where one is not allowed; the message names it. Whether the game knows the players it says itself.

    Examples
    --------
    >>> checked_series(["Greedy", "random "], 1.0, 0, None)
    (('greedy', 'random'), 1, 0, None)
    """
    if isinstance(players, str) or len(players) != 2:
        hint = "Such as ('random', 'greedy')."
        raise invalid("players", players, "two names, the first colour's in front", hint, RulesError)
    first_player, second_player = (str(player).strip().casefold() for player in players)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    first = whole_number("first", first, 0, 2**62)
    threads = None if threads is None else whole_number("threads", threads, 1, 1024)
    return (first_player, second_player), seed, first, threads


def _played_part(game: Game, players: tuple[str, str], seed: int, first: int, n: int) -> Columns:
    return game.simulate(players, n, seed, first)


def _counted_part(game: Game, players: tuple[str, str], seed: int, first: int, n: int) -> Tally:
    return Tally.of_columns(game, players, seed, first, game.simulate(players, n, seed, first))


def _worked_parts(
    work: Callable[[int, int], Any],
    game: Game,
    players: tuple[str, str],
    n: int,
    first: int,
    threads: int | None,
    progress: bool,
    size: int | None = None,
) -> Iterator[Any]:
    """Yield what `work` makes of each part, given the number of its first game and how many there are."""
    size = size or part_size(n, players)
    parts = ((at, min(size, first + n - at)) for at in range(first, first + n, size))
    if not progress:
        yield from (done for done, _ in _in_parallel(work, parts, threads))
        return
    from tqdm.auto import tqdm

    with tqdm(total=n, unit=" games", desc=rule_name(game)) as bar:
        for done, n_games in _in_parallel(work, parts, threads):
            yield done
            bar.update(n_games)


def _in_parallel(
    work: Callable[[int, int], Any], parts: Iterator[tuple[int, int]], threads: int | None
) -> Iterator[tuple[Any, int]]:
    """Yield what `work` makes of each part, in order, and the part's games; never far ahead of the reader."""
    from joblib import Parallel, delayed

    with Parallel(n_jobs=threads or -1, prefer="threads", return_as="generator") as workers:
        while wave := list(islice(parts, PARTS_AHEAD * max(1, workers.n_jobs))):
            results = workers(delayed(work)(first, n) for first, n in wave)
            yield from ((done, n) for done, (_, n) in zip(results, wave, strict=True))


def rule_name(game: Game) -> str:
    """Return the game's rule in a word or two, as tables and result lines show it."""
    return str(getattr(game, "rule", game.name))


def part_size(n: int, players: tuple[str, str] = ("random", "random")) -> int:
    """Return how many games of `n` between these players make one part of the work.

    Examples
    --------
    >>> part_size(1000), part_size(10**9), part_size(10**9, ("alphabeta:3", "random"))
    (32, 200000, 2000)
    """
    thinking = any(player != "random" for player in players)
    return max(1, min(LARGEST_THINKING_PART if thinking else LARGEST_PART, math.ceil(n / 32)))


def table_of(game: Game, players: tuple[str, str], columns: Columns, seed: int, first: int) -> pd.DataFrame:
    """Return the record columns as a table, with where each game came from."""
    import pandas as pd

    n = len(columns["plies"])
    shown: dict[str, Any] = dict(columns)
    for name, labels in game.categories.items():
        shown[name] = pd.Categorical.from_codes(columns[name], categories=pd.Index(labels), ordered=True)
    shown["rule"] = pd.Categorical.from_codes(np.zeros(n, np.int8), categories=pd.Index([rule_name(game)]))
    shown["method"] = pd.Categorical.from_codes(np.zeros(n, np.int8), categories=pd.Index(["code", "hand"]))
    shown["seed"] = np.full(n, seed, np.uint64)
    shown["game_index"] = np.arange(first, first + n, dtype=np.int64)
    for place, colour in enumerate(game.colours):
        # Where the players are exchanged, the first of them has the second colour.
        who = columns.get("exchanged", np.zeros(n, np.int8)) ^ place
        names = list(dict.fromkeys(players if "exchanged" in columns else [players[place]]))
        codes = who if len(names) == 2 else np.zeros(n, np.int8)
        shown[f"player_{colour}"] = pd.Categorical.from_codes(codes, categories=pd.Index(names))
    order = [name for name in getattr(game, "columns", ()) if name in shown]
    return pd.DataFrame(
        {name: shown[name] for name in [*order, *(name for name in shown if name not in order)]}
    )


# --- counts -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tally:
    """The integer counts of a series of games.

    Attributes
    ----------
    game : Game
        The rules.
    players : (str, str)
        The first and the second colour's player.
    seed : int or None
        The series; None where the games are not of one series.
    first : int
        The number of the first game in its series.
    n_games : int
        All games, capped ones included.
    labels : dict of str to dict of str to int
        For each column of few labels (``winner``, ``end_reason``, ...) the games of each label.
    sums, squares : dict of str to int
        For each count column the sum over the games, and the sum of squares.
    products : dict of str to int
        ``margin`` and ``margin_squares``: the first colour's discs less the second's, summed, where the game
        has discs.
    plies : dict of int to int
        The games of each number of plies.
    """

    game: Game
    players: tuple[str, str]
    seed: int | None
    first: int
    n_games: int
    labels: Mapping[str, Mapping[str, int]]
    sums: Mapping[str, int]
    squares: Mapping[str, int]
    products: Mapping[str, int]
    plies: Mapping[int, int] = field(repr=False)

    @classmethod
    def of_columns(
        cls, game: Game, players: tuple[str, str], seed: int | None, first: int, columns: Columns
    ) -> Tally:
        """Return the counts of some record columns."""
        labels = {
            name: {
                label: int(n)
                for label, n in zip(
                    words, np.bincount(columns[name] + 1, minlength=len(words) + 1)[1:], strict=True
                )
            }
            for name, words in game.categories.items()
        }
        sums, squares = {}, {}
        whole = np.empty(len(columns["plies"]), np.int64)  # reused: fresh memory costs more than the sums
        for name in game.counts:
            whole[:] = columns[name]
            sums[name], squares[name] = int(whole.sum()), int(np.dot(whole, whole))
        products = {}
        if set(game.colours) <= set(game.counts):
            one, other = (columns[colour] for colour in game.colours)
            np.subtract(one, other, out=whole, dtype=np.int64, casting="unsafe")
            products = {"margin": int(whole.sum()), "margin_squares": int(np.dot(whole, whole))}
        return cls(
            game,
            players,
            seed,
            first,
            len(columns["plies"]),
            labels,
            sums,
            squares,
            products,
            {
                int(value): int(n)
                for value, n in zip(*np.unique(columns["plies"], return_counts=True), strict=True)
            },
        )

    @classmethod
    def of_table(cls, game: Game, table: pd.DataFrame) -> Tally:
        """Return the counts of a table of games, such as `simulate` returns.

        Raises
        ------
        DataError
            Where a column is missing.
        """
        missing = [name for name in (*game.counts, *game.categories) if name not in table]
        if missing:
            raise invalid(
                "columns", list(table.columns), f"a table with {', '.join(missing)}", error=DataError
            )
        columns = {name: table[name].to_numpy() for name in game.counts}
        for name, words in game.categories.items():
            columns[name] = (
                table[name].astype("category").cat.set_categories(list(words)).cat.codes.to_numpy()
            )
        one, other = _players_in(table, game)
        seed = _common_value(table, "seed")
        first = int(table["game_index"].min()) if "game_index" in table and len(table) else 0
        players = (str(one or "several"), str(other or "several"))
        return cls.of_columns(game, players, None if seed is None else int(seed), first, columns)

    def __add__(self, other: Tally) -> Tally:
        """Return the counts of both together: of one series in two pieces, or of different series.

        Raises
        ------
        DataError
            Where the rules or players differ, or the same game might be counted twice.
        """
        if not isinstance(other, Tally):
            return NotImplemented
        if (self.game, self.players) != (other.game, other.players):
            given = f"{other.game!r} {other.players}"
            raise invalid("tally", given, f"one of {self.game!r} {self.players}", error=DataError)
        if not self._is_apart_from(other):
            pieces = f"game {other.first} of seed {other.seed} and the {other.n_games - 1} after it"
            allowed = "pieces of a series that follow each other, or series of different seeds"
            raise invalid("tally", pieces, allowed, "No game is counted twice.", DataError)
        return dataclasses.replace(
            self,
            seed=self.seed if self.seed == other.seed else None,
            n_games=self.n_games + other.n_games,
            first=min(self.first, other.first),
            labels={name: _added(self.labels[name], other.labels[name]) for name in self.labels},
            sums=_added(self.sums, other.sums),
            squares=_added(self.squares, other.squares),
            products=_added(self.products, other.products),
            plies=_added(self.plies, other.plies),
        )

    def _is_apart_from(self, other: Tally) -> bool:
        """Return whether no game can be in both: other seeds, or pieces that follow each other."""
        if self.seed != other.seed or self.seed is None or not (self.n_games and other.n_games):
            return True
        return other.first == self.first + self.n_games or self.first == other.first + other.n_games

    @property
    def winner(self) -> Mapping[str, int]:
        """The games won by each colour, and drawn; capped games are in none."""
        return self.labels["winner"]

    @property
    def end_reason(self) -> Mapping[str, int]:
        """The games of each end reason, ``capped`` included."""
        return self.labels["end_reason"]

    @property
    def n_capped(self) -> int:
        """The games that were capped: they enter no rate."""
        return self.end_reason["capped"]

    @property
    def n_finished(self) -> int:
        """The games that ended by the rules."""
        return self.n_games - self.n_capped

    def mean(self, count: str, level: float = 0.95) -> Interval:
        """Return the mean of a count column over all games, with its interval."""
        return mean_from_sums(self.sums[count], self.squares[count], self.n_games, level)

    def win_rate(self, winner: str, level: float = 0.95, method: str = "wilson") -> Interval:
        """Return the share of the finished games that went to a colour, or were drawn, with its interval."""
        return rate(self.winner[winner], self.n_finished, level, method)

    def end_rate(self, reason: str, level: float = 0.95, method: str = "wilson") -> Interval:
        """Return the share of all games that ended for a reason (or were capped), with its interval."""
        return rate(self.end_reason[reason], self.n_games, level, method)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as the commands print them in JSON: all integers."""
        return {
            "game": self.game.name,
            "rules": self.game.settings(),
            "players": list(self.players),
            "n_games": self.n_games,
            "seed": self.seed,
            "first": self.first,
            "winner": dict(self.winner),
            "end_reason": dict(self.end_reason),
            "sums": dict(self.sums),
        }


def _players_in(table: pd.DataFrame, game: Game) -> tuple[Any, Any]:
    """Return the two players of all games of a table, in the order in which `simulate` was given them; None
    for one who differs from game to game.
    """
    columns = [f"player_{colour}" for colour in game.colours]
    if "exchanged" not in table or not set(columns) <= set(table):
        return _common_value(table, columns[0]), _common_value(table, columns[1])
    one, other = (table[column].astype(object) for column in columns)
    is_exchanged = table["exchanged"] == 1
    in_order = table.assign(
        **{columns[0]: one.mask(is_exchanged, other), columns[1]: other.mask(is_exchanged, one)}
    )
    return _common_value(in_order, columns[0]), _common_value(in_order, columns[1])


def _common_value(table: pd.DataFrame, column: str) -> Any:
    """Return the one value that all rows have in a column, or None."""
    values: Any = table[column].unique() if column in table else ()
    return values[0] if len(values) == 1 else None


def _added(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    return {
        name: one.get(name, 0) + other.get(name, 0)
        for name in sorted({*one, *other}, key=_order_of([*one, *other]))
    }


def _order_of(names: list[Any]) -> Any:
    """Return a sort key that keeps labels in the order they came, and sorts numbers."""
    if all(isinstance(name, int) for name in names):
        return lambda name: name
    return names.index


# --- the result line and the health of a rule
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Summary:
    """The result line of a series, with intervals; ``print`` it.

    Attributes
    ----------
    tally : Tally
        The counts behind it.
    level : float
        The level of the intervals.
    """

    tally: Tally
    level: float = 0.95

    @property
    def result_line(self) -> str:
        """The counts in the order of the article's result line."""
        t = self.tally
        parts = [rule_name(t.game), f"plies {self._mean('plies')}"]
        if set(t.game.colours) <= set(t.game.counts):
            discs = sum(t.sums[colour] for colour in t.game.colours)
            parts.append(f"discs {discs / t.n_games:.1f}" if t.n_games else "discs no data")
        parts.append(f"capped {t.n_capped}")
        parts += [f"{colour} wins {t.winner[colour]}" for colour in t.game.colours]
        parts.append(f"draws {t.winner['draw']}")
        if "wipeout" in t.end_reason:
            parts.append(f"wipeouts {t.end_reason['wipeout']}")
        return "  ".join(parts)

    def _mean(self, count: str) -> str:
        t = self.tally
        return f"{t.sums[count] / t.n_games:.1f}" if t.n_games else "no data"

    def rates(self) -> dict[str, Interval]:
        """Return the shares of the finished games by winner; capped games enter none."""
        return {winner: self.tally.win_rate(winner, self.level) for winner in self.tally.winner}

    def means(self) -> dict[str, Interval]:
        """Return the means of the count columns over all games."""
        return {count: self.tally.mean(count, self.level) for count in self.tally.game.counts}

    def __str__(self) -> str:
        t = self.tally
        lines = [self.result_line]
        lines += [f"  {winner:<8} {interval}" for winner, interval in self.rates().items()]
        lines.append(f"  {'plies':<8} {self.tally.mean('plies', self.level)}")
        capped = f"{t.n_capped} capped, in no rate" if t.n_capped else "none capped"
        seed = "no single seed" if t.seed is None else f"seed {t.seed}"
        lines.append(f"  {t.n_games:,} games, {capped}; {' against '.join(t.players)}; {seed}")
        return "\n".join(lines)


def summary(games: Tally | pd.DataFrame, game: Game | None = None, level: float = 0.95) -> Summary:
    """Return the result line of a series of games, with intervals.

    Parameters
    ----------
    games : Tally or pandas.DataFrame
        Counts, or a table of games; a table needs its `game`.
    game : Game, optional
        The rules of the table.
    level : float
        The level of the intervals.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> print(summary(tally(Othello(capture="vanish"), n=0)))
    vanish  plies no data  discs no data  capped 0  black wins 0  white wins 0  draws 0  wipeouts 0
      black    no data (n = 0)
      white    no data (n = 0)
      draw     no data (n = 0)
      plies    no data (n = 0)
      0 games, none capped; random against random; seed 0
    """
    if isinstance(games, Tally):
        return Summary(games, level)
    if game is None:
        raise invalid("game", None, "the rules of the table's games", "Give game= with the table.", DataError)
    return Summary(Tally.of_table(game, games), level)


@dataclass(frozen=True)
class Health:
    """What kind of game a rule makes, under random play; ``print`` it before any win rate.

    Attributes
    ----------
    tally : Tally
        The games behind it.
    lines : int or None
        Lines of play from start to end, what chance may do counted as so many lines: exact, or estimated from
        random games (Knuth 1975); None with a random start.
    lines_are_exact : bool
        Which of the two.
    branching : Interval
        Legal moves a turn, over turns that are no pass.
    """

    tally: Tally
    lines: int | None
    lines_are_exact: bool
    branching: Interval

    def __str__(self) -> str:
        t = self.tally
        n = t.n_games
        if self.lines is None:
            size = "lines of play: not known"
        elif self.lines_are_exact:
            size = f"{self.lines:,} lines of play (exact)"
        else:
            size = f"about 10^{math.log10(self.lines):.0f} lines of play (estimated)"
        plies = sorted(t.plies)
        shares = [f"draws {_percent(t.winner['draw'], n)}", f"capped {_percent(t.n_capped, n)}"]
        if "wipeout" in t.end_reason:
            shares.append(f"wipeouts {_percent(t.end_reason['wipeout'], n)}")
        passes = f", passes {t.sums['passes'] / n:.2f} a game" if "passes" in t.sums and n else ""
        length = f"plies {plies[0]} to {plies[-1]}, mean {t.sums['plies'] / n:.1f}" if n else "plies: no data"
        branching = self.branching.estimate
        moves = "moves a turn: not known" if branching is None else f"{branching:.1f} moves a turn"
        return (
            f"Rule health of {rule_name(t.game)} ({n:,} random games): {size}; {length}; "
            f"{moves}{passes}; {', '.join(shares)}"
        )


def _percent(k: int, n: int) -> str:
    return f"{100 * k / n:.1f}%" if n else "no data"


def health(game: Game, n: int = 2000, n_walks: int = 30, seed: int = 0) -> Health:
    """Return what kind of game the rules make: size of its tree, length, branching, passes, draws, capped,
    wipeouts.

    Parameters
    ----------
    game : Game
        The rules.
    n : int
        Random games for the shares.
    n_walks : int
        Random games, position by position, for branching and the size of the tree.
    seed : int
        The series.

    Notes
    -----
    The mean of one over the chance of each random game, which is the product of the numbers of moves along
    it, is an unbiased estimate of the number of lines: D. E. Knuth, "Estimating the efficiency of backtrack
    programs", Mathematics of Computation 29 (1975), 121-136. Its spread is large.

    Examples
    --------
    >>> from variantlab.games.othello.rules import Othello
    >>> health(Othello(capture="vanish")).lines
    12
    """
    n_walks = whole_number("n_walks", n_walks, 1, 10**6)
    counts = tally(game, n=n, seed=seed)
    try:
        start = game.start_position()
    except RulesError:  # a start that each game draws for itself
        return Health(counts, None, False, mean_from_sums(0, 0, 0))
    exact = _number_of_lines(start)
    estimates, branchings = [], []
    for i in range(n_walks):
        estimate, numbers = _random_walk(start, np.random.default_rng([seed, i]))
        estimates.append(estimate)
        branchings += numbers
    total, squares = sum(branchings), sum(b * b for b in branchings)
    branching = mean_from_sums(total, squares, len(branchings))
    lines = exact if exact is not None else round(sum(estimates) / n_walks)
    return Health(counts, lines, exact is not None, branching)


def _random_walk(position: Any, rng: np.random.Generator) -> tuple[Fraction, list[int]]:
    """Return one over the chance of a random game, and the numbers of moves at its turns that are no pass."""
    rarity, numbers = Fraction(1), []
    while not position.is_over:
        moves = position.legal_moves()
        if not (len(moves) == 1 and "plies" not in position.steps(moves[0])):
            numbers.append(len(moves))
        outcomes = position.outcomes(moves[rng.integers(len(moves))])
        chances = [float(chance) for chance, _ in outcomes]
        chance, position = outcomes[rng.choice(len(outcomes), p=chances)]
        rarity *= len(moves) / chance
    return rarity, numbers


def _number_of_lines(start: Any, most: int = 20_000) -> int | None:
    """Return the number of lines from a position to the end of the game; None above `most` turns looked
    at.
    """
    looked_at = 0
    n_lines = 0
    stack = [start]
    while stack:
        position = stack.pop()
        looked_at += 1
        if looked_at > most:
            return None
        if position.is_over:
            n_lines += 1
        for move in position.legal_moves():
            stack += [after for _, after in position.outcomes(move)]
    return n_lines
