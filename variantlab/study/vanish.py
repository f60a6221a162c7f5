"""The vanish study (石が消えるオセロ): its games, its own check, its exact values, its answers.

The order is the article's: predict, check the standard rule first, run three times 1000 games, read. Nothing
here runs without a label from `variantlab.study.gate.results_gate`, so that every result carries what was
predicted before it, or the word exploratory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from variantlab.errors import VariantlabError, invalid
from variantlab.exact import Graph, RandomPlay, Solution, explore, random_play, solve
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally, tally, whole_number
from variantlab.stats.intervals import Interval, mean_from_sums
from variantlab.study.gate import Label
from variantlab.study.verdicts import VerdictTable, judge

STUDY = "vanish"
PLAYERS = ("random", "random")
N_RUNS = 3
#: The rules that are compared: the standard one, and the one in which captured discs vanish.
RULES: Mapping[str, Othello] = {"flip": Othello(), "vanish": Othello(capture="vanish")}


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
        n_squares = self.graph.game.size**2  # type: ignore[attr-defined]
        return sum(
            position.count("black") + position.count("white") == n_squares
            for position in self.graph.positions
        )

    @property
    def black_less_white(self) -> Fraction:
        """The chance that black wins less the chance that white does."""
        winner = self.random_play.winner
        return Fraction(winner["black"]) - Fraction(winner["white"])


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
            "Q4": Fraction(exact.mean["plies"]),
            "Q4-plies": Fraction(exact.mean["plies"]),
        }

    def change_for_black(self) -> Interval:
        """Return by how much black's surplus of wins is larger under vanish, per finished game.

        The vanish part is exact; the interval is that of the standard rule's long run.
        """
        flip = surplus_of_black(self.long_runs["flip"], self.level)
        exact = float(self.exact.black_less_white)
        if flip.estimate is None or flip.low is None or flip.high is None:
            return flip
        method = f"exact less {flip.method}"
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
    black, white = counts.winner["black"], counts.winner["white"]
    return mean_from_sums(black - white, black + white, counts.n_finished, level)


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
