"""The results of the throw study behind the gate: its five claims measured, its answers to the form.

Nothing here runs without a label from `variantlab.study.gate.results_gate`, so that every result carries what
was predicted before it, or the word exploratory. Each part is played when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from variantlab.errors import invalid, unknown_choice
from variantlab.games.game import whole_number
from variantlab.games.throw_othello.position import ThrowPosition
from variantlab.stats.comparisons import Difference
from variantlab.stats.intervals import Interval
from variantlab.study.gate import Label
from variantlab.study.throw import (
    GAME,
    HiddenDiscs,
    LevelField,
    all_against_top,
    at_othello,
    by_line,
    discs_each,
    level_field,
)
from variantlab.study.throw_curves import LINES, SPREADS, STRONGER, STUDY, WEAKER, Curve
from variantlab.study.throw_fouls import LAST_THROW, best_aim, exact_scores, foul_on_purpose, fouled_out
from variantlab.study.verdicts import VerdictTable, judge

__all__ = ["LastThrow", "ThrowResults", "last_throw", "run"]

PLAYERS = (STRONGER, WEAKER)
#: Each part's series begin so far from the seed, so that no two share their luck; and how many there are.
SERIES = {"T1": 0, "lines": 100, "othello": 200, "T2": 300, "T3": 400, "T4": 500, "T5": 600}
N_SETTINGS = {
    "T1": len(SPREADS), "lines": len(LINES), "othello": 1, "T2": len(LINES) + len(SPREADS), "T3": 1, "T4": 1,
    "T5": len(LINES) + len(SPREADS),
}  # fmt: skip
#: The most games that are replayed throw by throw, which takes a thousand times as long.
MOST_REPLAYED = 300


@dataclass(frozen=True)
class LastThrow:
    """T2, exactly: what each move of one last throw scores on average, 1 for a win, 1/2 for a draw.

    Attributes
    ----------
    position : ThrowPosition
        Met in play; the thrower leads.
    scores : dict of str to Fraction
        For the centre of every square, and for a foul on purpose.
    """

    position: ThrowPosition
    scores: Mapping[str, Fraction]

    @property
    def foul(self) -> Fraction:
        """What a foul on purpose scores."""
        return self.scores["foul"]

    @property
    def aim(self) -> str:
        """The best square to aim at."""
        return best_aim(self.scores)[0]

    @property
    def score(self) -> Fraction:
        """What the best aim scores."""
        return best_aim(self.scores)[1]

    @property
    def foul_is_right(self) -> bool:
        """Whether the foul scores more than every aim."""
        return self.foul > self.score


@cache
def last_throw(line: str = "beginner") -> LastThrow:
    """Return the exact scores of the last throw of a game that was met in play, from a throwing line.

    Examples
    --------
    >>> found = last_throw("perfect")
    >>> found.foul_is_right, found.scores["a1"]
    (False, Fraction(1, 1))
    """
    position = GAME.replace(line=line, aims_per_square=1).position(LAST_THROW)
    return LastThrow(position, exact_scores(position))


@dataclass(frozen=True)
class ThrowResults:
    """What the study found, with the label it must be shown with.

    Parameters
    ----------
    label : Label
        The prediction that was locked before, or exploratory.
    n_games : int
        Games at each setting, with each colour where two players differ.
    seed : int
        The first series.
    threads : int or None
        See `variantlab.simulate.tally`.
    """

    label: Label
    n_games: int = 1000
    seed: int = 1
    threads: int | None = None

    def seeds(self, part: str) -> range:
        """Return the seeds of the series of a part, one of `SERIES`: for captions.

        Raises
        ------
        VariantlabError
            Where there is no such part.

        Examples
        --------
        >>> ThrowResults(Label("throw"), seed=1).seeds("T1")
        range(1, 11)
        """
        if part not in SERIES:
            raise unknown_choice("part", part, SERIES)
        first = self.seed + SERIES[part]
        return range(first, first + N_SETTINGS[part])

    def _series(self, part: str) -> dict[str, Any]:
        """Return the games and the series of one part of the study."""
        return {"n": self.n_games, "seed": self.seed + SERIES[part], "threads": self.threads}

    @cached_property
    def level_field(self) -> LevelField:
        """T1: the stronger thinker's win rate by spread, from 0 on."""
        return level_field(GAME, PLAYERS, SPREADS, **self._series("T1"))

    @cached_property
    def by_line(self) -> Curve:
        """T1: the stronger thinker's win rate from each throwing line."""
        return by_line(GAME, PLAYERS, **self._series("lines"))

    @cached_property
    def at_othello(self) -> Interval:
        """T1: the same thinkers at Othello, where nothing is thrown."""
        return at_othello(PLAYERS, **self._series("othello"))

    @cached_property
    def last_throw(self) -> LastThrow:
        """T2: a position in which a foul on purpose may be right, exactly."""
        return last_throw()

    @cached_property
    def fouls_on_purpose(self) -> tuple[Curve, Curve]:
        """T2: fouls on purpose a game, by line and by spread, of thinkers that reckon with their throw."""
        return foul_on_purpose(GAME, **self._series("T2"))

    @cached_property
    def hidden(self) -> HiddenDiscs:
        """T3: what counting hidden discs changes."""
        return all_against_top(GAME, **self._series("T3"), n_replayed=min(self.n_games, MOST_REPLAYED))

    @cached_property
    def discs_each(self) -> tuple[Curve, Difference]:
        """T4: the stronger thinker's win rate with 16 discs each and with 30, and the difference."""
        return discs_each(GAME, PLAYERS, **self._series("T4"))

    @cached_property
    def fouled_out(self) -> tuple[Curve, Curve]:
        """T5: the share of games fouled out, by line and by spread, of players that do not reckon with it."""
        return self.fouled_out_of("greedy")

    def fouled_out_of(self, player: str) -> tuple[Curve, Curve]:
        """Return T5 for another player against itself, such as 'expected', which reckons with the frame."""
        return fouled_out(GAME, (player, player), **self._series("T5"))

    @cached_property
    def answers(self) -> dict[str, Any]:
        """What came out, by question: with its interval, or exact."""
        is_right = self.last_throw.foul_is_right
        return {
            "T1-zero": self.level_field.curve.at(0.0),
            "T1-spread": self.level_field.spread_at_target,
            "T1-beginner": self.by_line.at("beginner"),
            "T1-advanced": self.by_line.at("advanced"),
            "T2": {"yes": Fraction(is_right), "no": Fraction(not is_right)},
            "T2-often": self.fouls_on_purpose[0].at("beginner"),
            "T3": self.hidden.changed,
            "T3-own": self.hidden.more_on_own,
            "T4": self.discs_each[1],
            "T5-beginner": self.fouled_out[0].at("beginner"),
            "T5-advanced": self.fouled_out[0].at("advanced"),
        }

    def verdicts(self) -> VerdictTable:
        """Return the table of question, prediction, result, verdict and score.

        Raises
        ------
        PredictionError
            For an exploratory look, which has no prediction to judge.
        """
        return judge(self.label, self.answers)


def run(label: Label, n_games: int = 1000, seed: int = 1, threads: int | None = None) -> ThrowResults:
    """Return the results of the whole study; each part is played when it is first asked for.

    Parameters
    ----------
    label : Label
        From `variantlab.study.gate.results_gate`.
    n_games : int
        Games at each setting, with each colour where two players differ.
    seed : int
        The first series.
    threads : int, optional
        See `variantlab.simulate.tally`; results do not depend on it.

    Raises
    ------
    VariantlabError
        When the label is that of another study.

    Examples
    --------
    >>> from variantlab.study.gate import results_gate
    >>> found = run(results_gate("throw", "no-ledger.jsonl", exploratory=True), n_games=20)
    >>> found.label.is_exploratory, found.by_line.values
    (True, ('beginner', 'intermediate', 'advanced'))
    """
    if not isinstance(label, Label) or label.study != STUDY:
        raise invalid("label", label, f"what results_gate({STUDY!r}, ...) returned")
    return ThrowResults(
        label, whole_number("n_games", n_games, 1, 10**7), whole_number("seed", seed, 0, 2**63), threads
    )
