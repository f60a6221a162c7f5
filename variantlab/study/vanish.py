"""The vanish study (石が消えるオセロ): its games, its own check, its exact values, its answers.

The order is the article's: predict, check the standard rule first, run three times 1000 games, read. Nothing
here runs without a label from `variantlab.study.gate.results_gate`, so that every result carries what was
predicted before it, or the word exploratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import VariantlabError, invalid
from variantlab.exact import Graph, RandomPlay, Solution, explore, random_play, solve
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally, tally, whole_number
from variantlab.stats.comparisons import Difference, mean_difference_from_sums
from variantlab.stats.intervals import METHOD_NAMES, Interval, mean_from_sums
from variantlab.study.gate import Label
from variantlab.study.verdicts import VerdictTable, judge

if TYPE_CHECKING:
    import pandas as pd

STUDY = "vanish"
PLAYERS = ("random", "random")
N_RUNS = 3
#: The rules that are compared: the standard one, and the one in which captured discs vanish.
RULES: Mapping[str, Othello] = {"flip": Othello(), "vanish": Othello(capture="vanish")}
#: Rules a step or two from the vanish rule: where does a real game begin?
FAMILY: tuple[Othello, ...] = (
    RULES["flip"],
    RULES["vanish"],
    RULES["vanish"].replace(start="parallel"),
    RULES["vanish"].replace(start="scattered", n_scattered=16),
    RULES["vanish"].replace(placement="touching"),
    RULES["vanish"].replace(placement="touching", discs_each=30),
    RULES["vanish"].replace(placement="free", discs_each=30),
    Othello(capture="vanish_one", placement="touching"),
)


class StudyStopped(VariantlabError):
    """A check failed that must hold before any result is read."""


def most_plies(game: Othello) -> int:
    """Return the most plies a game of the standard rule can have: one for each square that is empty at the
    start.

    Examples
    --------
    >>> most_plies(Othello())
    60
    """
    start = game.start_position()
    return game.size**2 - start.count("black") - start.count("white")


def check_sixty_plies(counts: Tally) -> int:
    """Return the longest game of the standard rule in plies; stop the study where one is longer than can be.

    The article's own check, before any line of the vanish rule is read: under the standard rule each disc
    placed fills a square, so that a game has at most as many plies as there are empty squares.

    Raises
    ------
    StudyStopped
        Where a game has more plies.

    Examples
    --------
    >>> check_sixty_plies(tally(Othello(), n=100, seed=1)) <= 60
    True
    """
    if counts.game.capture != "flip":  # type: ignore[attr-defined]
        raise invalid("game", str(counts.game), "games of the standard rule, capture flip")
    most = most_plies(counts.game)  # type: ignore[arg-type]
    longest = max(counts.plies, default=0)
    if longest > most:
        n_too_long = sum(n for plies, n in counts.plies.items() if plies > most)
        raise StudyStopped(
            f"{n_too_long} of {counts.n_games} games of the standard rule have more than {most} plies, the "
            f"longest {longest}. Each disc placed fills a square, so that cannot be: something is wrong with "
            "the program, and no result of it may be read. Look first at what a capture does under flip."
        )
    return longest


@dataclass(frozen=True)
class ExactVanish:
    """The whole game under the vanish rule, without sampling.

    Attributes
    ----------
    graph : Graph
        Every position that can be reached.
    solution : Solution
        Its value under best play, and best lines.
    random_play : RandomPlay
        Every figure of the article's result line, exactly.
    """

    graph: Graph
    solution: Solution
    random_play: RandomPlay

    @property
    def n_full_boards(self) -> int:
        """The number of reachable positions with a disc on every square."""
        positions: Any = self.graph.positions
        n_squares = RULES["vanish"].size ** 2
        return sum(position.count("black") + position.count("white") == n_squares for position in positions)

    @property
    def black_less_white(self) -> Fraction:
        """The chance that black wins less the chance that white does."""
        winner = self.random_play.winner
        return Fraction(winner["black"]) - Fraction(winner["white"])

    def mean(self, count: str) -> Fraction:
        """Return the exact mean of a count over all games."""
        mean = self.random_play.mean[count]
        assert mean is not None  # no position repeats, so that every game ends
        return Fraction(mean)

    @property
    def result_line(self) -> str:
        """The article's result line with what it comes to on average, for one game.

        Examples
        --------
        >>> exact_vanish().result_line[:33]
        'vanish  plies 7/2  discs 4  cappe'
        """
        play = self.random_play
        discs = self.mean("black") + self.mean("white")
        parts = [
            RULES["vanish"].rule,
            f"plies {self.mean('plies')}",
            f"discs {discs}",
            f"capped {play.capped}",
            f"black wins {play.winner['black']}",
            f"white wins {play.winner['white']}",
            f"draws {play.winner['draw']}",
            f"wipeouts {play.end_reason['wipeout']}",
        ]
        return "  ".join([*parts, "(exact, of one game)"])


def exact_vanish() -> ExactVanish:
    """Return the exact analysis of the vanish rule from the standard start."""
    graph = explore(RULES["vanish"].start_position())
    return ExactVanish(graph, solve(graph), random_play(graph))


@dataclass(frozen=True)
class VanishResults:
    """What the study found, with the label it must be shown with.

    Attributes
    ----------
    label : Label
        The prediction that was locked before, or exploratory.
    runs : dict of str to tuple of Tally
        By rule, the three runs.
    long_runs : dict of str to Tally
        By rule, one long run.
    exact : ExactVanish
        The truth about the vanish rule.
    level : float
        The level of the intervals.
    """

    label: Label
    runs: Mapping[str, tuple[Tally, ...]]
    long_runs: Mapping[str, Tally]
    exact: ExactVanish
    level: float = 0.95

    @cached_property
    def answers(self) -> dict[str, Any]:
        """What came out, by question: exact where it can be, else with its interval."""
        exact = self.exact.random_play
        wipeout, endless = Fraction(exact.end_reason["wipeout"]), Fraction(exact.end_reason["capped"])
        return {
            "Q1": self.exact.n_full_boards,
            "Q2": {"wipeout": wipeout, "no_moves": 1 - wipeout - endless, "endless": endless},
            "Q3": self.change_for_black(),
            "Q4": self.exact.mean("plies"),
            "Q4-plies": self.exact.mean("plies"),
        }

    def change_for_black(self) -> Interval:
        """Return by how much black's surplus of wins is larger under vanish, per finished game.

        The vanish part is exact; the interval is that of the standard rule's long run.
        """
        flip = surplus_of_black(self.long_runs["flip"], self.level)
        exact = float(self.exact.black_less_white)
        if flip.estimate is None or flip.low is None or flip.high is None:
            return flip
        method = f"exact less {METHOD_NAMES[flip.method]}"
        return Interval(
            exact - flip.estimate, exact - flip.high, exact - flip.low, flip.level, method, flip.n
        )

    def verdicts(self) -> VerdictTable:
        """Return the table of question, prediction, result, verdict and score.

        Raises
        ------
        PredictionError
            For an exploratory look, which has no prediction to judge.
        """
        return judge(self.label, self.answers)


def surplus_of_black(counts: Tally, level: float = 0.95) -> Interval:
    """Return black's wins less white's per finished game, with its interval.

    Examples
    --------
    >>> surplus_of_black(tally(Othello(), n=0)).has_data
    False
    """
    return mean_from_sums(*_surplus_sums(counts), level)


def surplus_difference(one: Tally, other: Tally, level: float = 0.95) -> Difference:
    """Return by how much black's surplus of wins per finished game is larger in `one` than in `other`.

    Examples
    --------
    >>> counts = tally(Othello(), n=100, seed=1)
    >>> surplus_difference(counts, counts).estimate
    0.0
    """
    return mean_difference_from_sums(*_surplus_sums(one), *_surplus_sums(other), level)


def _surplus_sums(counts: Tally) -> tuple[int, int, int]:
    """Return the sum, the sum of squares and the number of +1 (black won), -1 (white won) and 0."""
    black, white = counts.winner["black"], counts.winner["white"]
    return black - white, black + white, counts.n_finished


def surpluses(game: Othello, n_games: int, n_runs: int, seed: int) -> list[int]:
    """Return black's wins less white's in each of many runs: one series of games, cut into pieces.

    Parameters
    ----------
    game : Othello
        The rules; both sides play at random.
    n_games, n_runs : int
        Games of a run, and runs.
    seed : int
        The series.

    Examples
    --------
    >>> sum(surpluses(Othello(), 100, 3, seed=1)) == sum(surpluses(Othello(), 300, 1, seed=1))
    True
    """
    winner = game.simulate(PLAYERS, n_games * n_runs, seed)["winner"].reshape(n_runs, n_games)
    black, white = (np.count_nonzero(winner == code, axis=1) for code in (0, 1))
    return [int(difference) for difference in black - white]


def n_same_sign(found: list[int], n_together: int = N_RUNS) -> int:
    """Return in how many groups of runs the same side is ahead in every run, as the article asks of three.

    Examples
    --------
    >>> n_same_sign([-3, -5, -1, -3, 2, -1])
    1
    """
    groups = np.sign(found[: len(found) // n_together * n_together]).reshape(-1, n_together)
    return int(np.count_nonzero(np.abs(groups.sum(axis=1)) == n_together))


def counted_as_the_article(games: pd.DataFrame) -> dict[str, int]:
    """Return the winners as the article's program counts them: a capped game is won by more discs.

    The article's text says the opposite, that capped games are counted apart; so does everything else here.

    Examples
    --------
    >>> from variantlab.simulate import simulate
    >>> sum(counted_as_the_article(simulate(Othello(max_plies=9), n=20, seed=1)).values())
    20
    """
    margin = games["black"] - games["white"]
    return {
        "black": int((margin > 0).sum()),
        "white": int((margin < 0).sum()),
        "draw": int((margin == 0).sum()),
    }


def planned(label: Label, n_games: int, seed: int) -> tuple[int, int]:
    """Return the games of a run and the first seed that the locked predictions plan; else those given.

    Where several predictions plan different series, or none is locked, there is no one plan.

    Examples
    --------
    >>> planned(Label("vanish"), 1000, 1)
    (1000, 1)
    """
    plans = {(p.plan.n_games, p.plan.seed) for p in label.predictions}
    plan = plans.pop() if len(plans) == 1 else (None, None)
    return (n_games if plan[0] is None else plan[0], seed if plan[1] is None else plan[1])


def captures_in(graph: Graph) -> Counter[int]:
    """Return how many moves of a graph capture 0, 1, 2, ... discs.

    Examples
    --------
    >>> captures_in(exact_vanish().graph)
    Counter({1: 32})
    """
    return Counter(len(move.captures) for i in range(graph.n_positions) for move, _ in graph.moves(i))


def different_moves(one: Graph, other: Graph) -> list[str]:
    """Return where two graphs of Othello differ, walked side by side; nothing for the same game.

    From the starts on, their moves must be the same: the squares, the captured discs, and the boards that may
    follow with their chances.

    Parameters
    ----------
    one, other : Graph
        Of two capture rules.

    Examples
    --------
    >>> one, other = (explore(Othello(size=4, discs_each=1, capture=c).start_position()) for c in RULES)
    >>> different_moves(one, one), different_moves(one, other)[0]
    ([], 'a2 captures b2: other boards follow')
    """
    found, seen, waiting = [], {(0, 0)}, [(0, 0)]
    while waiting:
        pair = waiting.pop()
        pairs, differences = _compared(one, other, *pair)
        found += differences
        waiting += [new for new in pairs if new not in seen]
        seen.update(pairs)
    return found


def _compared(one: Graph, other: Graph, i: int, j: int) -> tuple[list[tuple[int, int]], list[str]]:
    """Return the pairs of positions that the same moves of two positions lead to, and what differs."""
    mine, theirs = (
        {(move.square, move.captures): edges for move, edges in graph.moves(number)}
        for graph, number in ((one, i), (other, j))
    )
    differences = [f"{square} is a move of one alone" for square, _ in sorted(mine.keys() ^ theirs.keys())]
    pairs: list[tuple[int, int]] = []
    for square, captures in sorted(mine.keys() & theirs.keys()):
        after, other_after = (
            {_seen(graph, target): (chance, target) for chance, target in edges}
            for graph, edges in ((one, mine[square, captures]), (other, theirs[square, captures]))
        )
        if {key: chance for key, (chance, _) in after.items()} == {
            key: chance for key, (chance, _) in other_after.items()
        }:
            pairs += [(after[key][1], other_after[key][1]) for key in after]
        else:
            differences.append(f"{square} captures {' '.join(captures)}: other boards follow")
    return pairs, differences


def _seen(graph: Graph, number: int) -> tuple[int, int, str]:
    """Return what one sees of a position: the discs and the side to move."""
    position: Any = graph.positions[number]
    return position.black, position.white, position.to_move


def series(n_games: int, seed: int, n_long: int) -> Iterator[tuple[str, int, int]]:
    """Yield the rule, number of games and seed of every series of the study, the standard rule's first.

    Examples
    --------
    >>> list(series(1000, 1, 10**6))[3]
    ('flip', 1000000, 4)
    """
    for rule in RULES:
        for i in range(N_RUNS):
            yield rule, n_games, seed + i
        yield rule, n_long, seed + N_RUNS


def run(
    label: Label,
    n_games: int = 1000,
    seed: int = 1,
    n_long: int = 1_000_000,
    level: float = 0.95,
    progress: bool = False,
) -> VanishResults:
    """Return the results of the whole study: the standard rule checked first, three runs, a long one, and the
    truth.

    Parameters
    ----------
    label : Label
        From `variantlab.study.gate.results_gate`.
    n_games : int
        Games of each of the three runs.
    seed : int
        The seed of the first run; the next runs take the numbers after it.
    n_long : int
        Games of the long run.
    level : float
        The level of the intervals.
    progress : bool
        Whether to show progress bars.

    Raises
    ------
    StudyStopped
        Where the standard rule fails the article's check.

    Examples
    --------
    >>> from variantlab.study.gate import results_gate
    >>> look = results_gate("vanish", "no-ledger.jsonl", exploratory=True)
    >>> found = run(look, n_games=10, n_long=10)
    >>> len(found.runs["flip"]), found.label.is_exploratory
    (3, True)
    """
    if not isinstance(label, Label) or label.study != STUDY:
        raise invalid("label", label, f"what results_gate({STUDY!r}, ...) returned")
    seed = whole_number("seed", seed, 0, 2**63)
    found: dict[str, list[Tally]] = {rule: [] for rule in RULES}
    for rule, n, run_seed in series(n_games, seed, n_long):
        counts = tally(RULES[rule], PLAYERS, n, run_seed, progress=progress)
        if rule == "flip":
            check_sixty_plies(counts)
        found[rule].append(counts)
    runs = {rule: tuple(counts[:-1]) for rule, counts in found.items()}
    long_runs = {rule: counts[-1] for rule, counts in found.items()}
    return VanishResults(label, runs, long_runs, exact_vanish(), level)
