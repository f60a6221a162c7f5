"""The Negaeri Shogi study (寝返り将棋): what the article reports, N1 to N6, beside what our players find.

The article's figures come from its own players, whose evaluation it does not give; so each is measured with
players that look a number of plies ahead, with several sets of weights, under each reading of the rules and
each way of counting. Figures come from the stored games of `variantlab.study.negaeri_runs`; nothing here
states a result.

Every figure of the article stands with the interval of its own number of games. Of each claim two things
are asked. Are its figures ours: does the interval of the difference hold 0? And its conclusion, that edge
captures raise a number (N1, N2), that a side is ahead (N3, N4), that most games end early and more than with
the rule (N5): with our players it ``holds``, ``fails`` or is ``open``. The verdict is about the conclusion:

- ``reproduced`` where it holds with our players, and by the article's own games too, if it gives figures;
- ``not_reproduced`` where it fails with our players;
- ``undecidable`` otherwise: where it is open, or where the article's own games are too few to show it.

Who is ahead is decided by the score, a draw being half a point, and holds only if it would also hold with all
capped games counted for the other side. A share of games with a long chain, or with an early end, depends on
how long games are; per drop it would not. A mean per move weighs long games more than short ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import unknown_choice
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.simulate import played_parts
from variantlab.stats.comparisons import Difference, difference_of
from variantlab.stats.intervals import Interval, rate, two_sided_t
from variantlab.study.negaeri_runs import (
    CHAINS,
    EARLY,
    LOYAL_RUNS,
    OFFSETS,
    OPENINGS,
    VARIANTS,
    WEIGHTS,
    Counts,
    Series,
    counts_of,
    player_text,
    stored,
    stored_counts,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CLAIMS",
    "COUNTINGS",
    "DECISIONS",
    "OURS",
    "PARTS",
    "READINGS",
    "REPORTED",
    "STUDY",
    "VERDICTS",
    "Combination",
    "Reading",
    "Reported",
    "Settled",
    "Specification",
    "chain_lengths",
    "combination_table",
    "combinations",
    "decision_table",
    "figure",
    "replayed",
    "settle",
    "settled_table",
    "specification_table",
    "specifications",
]

STUDY = "negaeri"
CLAIMS = ("N1", "N2", "N3", "N4", "N5", "N6")
#: The rules that each claim compares, names of `variantlab.study.negaeri_runs.VARIANTS`; its subject first.
PARTS: Mapping[str, tuple[str, ...]] = {
    "N1": ("as_it_is", "no_edge"),
    "N2": ("as_it_is", "no_edge"),
    "N3": ("equal_hands",),
    "N4": ("as_it_is",),
    "N5": ("no_loyalty", "as_it_is"),
    "N6": ("as_it_is",),
}
#: The ways of counting what a claim says, the one we take first.
COUNTINGS: Mapping[str, tuple[str, ...]] = {
    "N1": ("per_move", "per_drop", "per_turning_drop"),
    "N2": ("from_the_drop", "after_the_drop"),
    "N3": ("score", "wins", "wins_of_all"),
    "N4": ("score", "wins", "wins_of_all"),
    "N5": ("by_30", *(f"by_{plies}" for plies in EARLY if plies != 30), "at_all"),
    "N6": ("games", "turning_drops"),
}
VERDICTS = ("reproduced", "not_reproduced", "undecidable")
#: A chain beyond the limit in so few games would be rare enough to call five stages the most in practice.
RARE = 0.01


# --- what the article reports
# -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reported:
    """A figure of the article.

    Parameters
    ----------
    claim, part : str
        What it belongs to.
    value : float
        The figure.
    n : int
        Games it comes from.
    k : int or None
        For a share of games, how many; None for a mean, of which the article gives no spread.
    """

    claim: str
    part: str
    value: float
    n: int
    k: int | None = None

    def interval(self, level: float = 0.95) -> Interval | None:
        """Return the figure with the interval of its own number of games; None for a mean.

        Examples
        --------
        >>> print(REPORTED["N3", "equal_hands"].interval())
        0.400 [0.286, 0.526] (95% Wilson, n = 60)
        """
        return None if self.k is None else rate(self.k, self.n, level)

    def interval_with_spread_of(self, counts: Counts, counting: str, level: float = 0.95) -> Interval:
        """Return the figure with the interval that its number of games would have if they varied as ours.

        For a mean the article tells no spread; this borrows ours, in proportion to the mean, and says so in
        its method. Games of one opening are taken to be independent for it.
        """
        known = self.interval(level)
        if known is not None:
            return known
        spread, ours = counts.spread_of_ratio("flips", PER[counting]), counts.ratio("flips", PER[counting])
        if spread is None or not ours.estimate:
            return Interval(self.value, -math.inf, math.inf, level, SPREAD_OF_OURS, self.n)
        games_a_unit = counts["games"] / counts["units"]
        relative = spread / ours.estimate * math.sqrt(games_a_unit / self.n)
        margin = two_sided_t(level, self.n - 1) * relative * self.value
        return Interval(self.value, self.value - margin, self.value + margin, level, SPREAD_OF_OURS, self.n)


SPREAD_OF_OURS = "with our spread"
PER = {"per_move": "plies", "per_drop": "drops", "per_turning_drop": "flipping_drops"}
REPORTED: Mapping[tuple[str, str], Reported] = {
    (one.claim, one.part): one
    for one in (
        Reported("N1", "as_it_is", 2.51, 40),
        Reported("N1", "no_edge", 0.76, 40),
        Reported("N2", "as_it_is", 0.85, 40, 34),
        Reported("N2", "no_edge", 0.15, 40, 6),
        Reported("N3", "equal_hands", 0.40, 60, 24),
        Reported("N4", "as_it_is", 0.59, 100, 59),
    )
}


# --- one figure
# --------------------------------------------------------------------------------------------


def figure(claim: str, counting: str, counts: Counts, level: float = 0.95) -> Interval:
    """Return what some games say about a claim, counted in one way, with its interval.

    Parameters
    ----------
    claim : str
        One of `CLAIMS`.
    counting : str
        One of the claim's `COUNTINGS`.

        - N1, pieces that change sides: ``per_move`` of any kind, ``per_drop``, or ``per_turning_drop``, one
          that turns anything.
        - N2, games with a chain of three stages or more: ``from_the_drop``, its own captures being the first;
          ``after_the_drop``, three more after them.
        - N3 and N4, sente's ``wins`` among finished games; its ``score``, a draw being half a point;
          ``wins_of_all`` games, capped ones too.
        - N5, games that end by the capture of a king: ``by_30`` plies and so on, or ``at_all``.
        - N6, how often the limit cuts a chain short: in how many ``games``, after how many ``turning_drops``.
    counts : Counts
        The games.
    level : float, optional
        The level of the interval.

    Examples
    --------
    >>> found = figure("N2", "from_the_drop", stored_counts(NegaeriShogi(), "random"))
    >>> found.n >= 1000, 0.5 < found.estimate < 0.56
    (True, True)
    """
    if claim not in COUNTINGS:
        raise unknown_choice("claim", claim, CLAIMS)
    if counting not in COUNTINGS[claim]:
        raise unknown_choice("counting", counting, COUNTINGS[claim])
    if claim == "N1":
        return counts.ratio("flips", PER[counting], level)
    if claim == "N2":
        return counts.share("chain_of_3" if counting == "from_the_drop" else "chain_of_4", level)
    if claim in ("N3", "N4"):
        of = {"wins": counts.win_rate, "score": counts.score, "wins_of_all": counts.wins_of_all}
        return of[counting](level)
    if claim == "N5":
        return counts.share("king" if counting == "at_all" else f"king_{counting}", level)
    return counts.share("cut", level) if counting == "games" else counts.cut_share(level)


@dataclass(frozen=True)
class Reading:
    """How the open decisions of the rules are read, and where games begin.

    Parameters
    ----------
    offset : int
        The columns of the start position.
    loyal_run : str
        What a run does that meets a piece which never changes sides.
    opening_plies : int
        Random turns before each game; 0 for the start itself.
    """

    offset: int = OFFSETS[0]
    loyal_run: str = LOYAL_RUNS[0]
    opening_plies: int = OPENINGS[0]

    def game(self, part: str = "as_it_is") -> NegaeriShogi:
        """Return the rules under this reading, of one of the `VARIANTS`."""
        return NegaeriShogi().replace(**vars(self), **VARIANTS[part])


OURS = Reading()
READINGS = tuple(Reading(*values) for values in product(OFFSETS, LOYAL_RUNS, OPENINGS))


# --- the specification curve
# --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Specification:
    """One figure of a claim under one combination of all decisions.

    Parameters
    ----------
    claim, part : str
        The claim, and the rules of it that are played.
    reading : Reading
        The open decisions of the rules.
    weights : str
        The players' weights; empty for random players.
    depth : int
        Plies that both players look ahead; 0 for random players.
    counting : str
        The way of counting.
    ours : Interval
        Our figure.
    source : Interval or None
        The article's, with its interval; None where it gives no figure.
    counts : Counts or None
        The games behind it.
    """

    claim: str
    part: str
    reading: Reading
    weights: str
    depth: int
    counting: str
    ours: Interval
    source: Interval | None
    counts: Counts | None = field(default=None, repr=False, compare=False)

    @property
    def difference(self) -> Difference | None:
        """Ours minus the article's; None where it gives no figure."""
        return None if self.source is None else difference_of(self.ours, self.source)

    @property
    def agrees(self) -> bool | None:
        """Whether the two are compatible: the interval of their difference holds 0."""
        if self.difference is None or not self.difference.has_data:
            return None
        return not self.difference.excludes_zero

    @property
    def distance(self) -> float:
        """How far ours is from the article's figure, in margins of the article's interval: up to 1 it holds
        ours. Not a number where the article gives none. Our number of games does not enter.
        """
        source, ours = self.source, self.ours.estimate
        if source is None or source.estimate is None or source.low is None or source.high is None:
            return math.nan
        if ours is None:
            return math.inf
        margin = source.high - source.estimate if ours > source.estimate else source.estimate - source.low
        return abs(ours - source.estimate) / margin

    def as_row(self) -> dict[str, Any]:
        """Return the row of `specification_table`."""
        ours, source = self.ours, self.source
        return {
            "claim": self.claim, "part": self.part, **vars(self.reading), "weights": self.weights,
            "depth": self.depth, "counting": self.counting, "estimate": ours.estimate, "low": ours.low,
            "high": ours.high, "n": ours.n, "source": source.estimate if source else None,
            "source_low": source.low if source else None, "source_high": source.high if source else None,
            "agrees": self.agrees,
        }  # fmt: skip


def specifications(
    claim: str,
    part: str | None = None,
    counting: str | None = None,
    readings: Sequence[Reading] = READINGS,
    level: float = 0.95,
) -> tuple[Specification, ...]:
    """Return a claim's figure under every combination of the open decisions that was played, sorted by it.

    Parameters
    ----------
    claim : str
        One of `CLAIMS`.
    part : str, optional
        Only the figures of these rules, one of the claim's `PARTS`.
    counting : str, optional
        Only this way of counting.
    readings : sequence of Reading, optional
        Only these readings.
    level : float, optional
        The level of the intervals.

    Examples
    --------
    >>> found = specifications("N3", counting="wins")
    >>> found[0].ours.estimate <= found[-1].ours.estimate
    True
    """
    if claim not in CLAIMS:
        raise unknown_choice("claim", claim, CLAIMS)
    parts = PARTS[claim] if part is None else (part,)
    countings = COUNTINGS[claim] if counting is None else (counting,)
    if parts[0] not in PARTS[claim]:
        raise unknown_choice("part", part, PARTS[claim])
    found = [
        _specification(claim, one, reading, weights, depth, way, counts, level)
        for one, reading in product(parts, readings)
        for weights, depth, counts in _played(reading.game(one))
        for way in countings
    ]
    return tuple(sorted(found, key=lambda one: (one.ours.estimate is None, one.ours.estimate or 0.0)))


def _played(game: NegaeriShogi) -> Iterator[tuple[str, int, Counts]]:
    """Yield weights, depth and counts of the stored games between equal players under some rules."""
    for depth, weights in product(range(7), WEIGHTS):
        player = player_text(depth, weights)
        counts = stored().get(Series(game, (player, player), 0).key)
        if counts is not None and (depth or weights == WEIGHTS[0]):
            yield weights if depth else "", depth, counts


def _specification(
    claim: str,
    part: str,
    reading: Reading,
    weights: str,
    depth: int,
    counting: str,
    counts: Counts,
    level: float,
) -> Specification:
    reported = REPORTED.get((claim, part))
    source = reported.interval_with_spread_of(counts, counting, level) if reported else None
    ours = figure(claim, counting, counts, level)
    return Specification(claim, part, reading, weights, depth, counting, ours, source, counts)


def specification_table(rows: Sequence[Specification]) -> pd.DataFrame:
    """Return a table with a row for each specification, in their order.

    Returns
    -------
    pandas.DataFrame
        ``claim``, ``part``; the decisions ``offset``, ``loyal_run``, ``opening_plies``, ``weights``,
        ``depth``, ``counting``; our ``estimate`` with ``low``, ``high`` and ``n``; the article's ``source``
        with ``source_low``, ``source_high``; whether the two ``agrees``, missing where it gives no figure.

    Examples
    --------
    >>> specification_table(specifications("N3"))["claim"].unique().tolist()
    ['N3']
    """
    import pandas as pd

    return pd.DataFrame([row.as_row() for row in rows])


DECISIONS = ("depth", "weights", "offset", "loyal_run", "opening_plies", "counting")


def decision_table(rows: Sequence[Specification]) -> pd.DataFrame:
    """Return what each decision does to a figure: its median over all rows with each of the values.

    Parameters
    ----------
    rows : sequence of Specification
        Of one claim and one of its parts.

    Returns
    -------
    pandas.DataFrame
        ``decision`` and ``value``; ``rows``, how many; the ``median`` of their estimates with the quarters
        around it, ``low`` and ``high``; ``reach``, by how much the medians of this decision's values differ.
        The decision that matters most stands first. Random players, who have no weights, are left out.

    Examples
    --------
    >>> found = decision_table(specifications("N3", counting="wins"))
    >>> found["reach"].is_monotonic_decreasing
    True
    """
    import pandas as pd

    table = specification_table(rows).dropna(subset="estimate")
    pieces = []
    for decision in DECISIONS:
        of_value = table[table["weights"] != ""].groupby(decision)["estimate"]
        found = of_value.quantile(np.array([0.25, 0.5, 0.75])).unstack()
        found.columns = pd.Index(["low", "median", "high"])
        found["rows"] = of_value.size()
        found["reach"] = found["median"].max() - found["median"].min()
        found["value"] = [str(value) for value in found.index]
        pieces.append(found.assign(decision=decision))
    whole = pd.concat(pieces).sort_values("reach", ascending=False, kind="stable", ignore_index=True)
    return whole[["decision", "value", "rows", "median", "low", "high", "reach"]]


# --- which combination comes near all of the article's figures
# ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Combination:
    """All the article's figures beside ours, under one combination of decisions, players and counting.

    Parameters
    ----------
    reading, weights, depth
        As in `Specification`.
    countings : mapping of str to str
        The way of counting for each claim.
    figures : tuple of Specification
        One for each figure of the article.
    """

    reading: Reading
    weights: str
    depth: int
    countings: Mapping[str, str]
    figures: tuple[Specification, ...]

    @property
    def n_agreeing(self) -> int:
        """How many of the article's figures ours are compatible with."""
        return sum(bool(one.agrees) for one in self.figures)

    @property
    def distance(self) -> float:
        """The largest of the distances, in margins of the article's intervals: up to 1, all ours are in."""
        return max(one.distance for one in self.figures)

    @property
    def n_least(self) -> int:
        """The games of the figure that has fewest."""
        return min(one.ours.n for one in self.figures)

    def as_row(self) -> dict[str, Any]:
        """Return the row of `combination_table`."""
        ours = {f"{one.claim} {one.part}": one.ours.estimate for one in self.figures}
        ways = {f"counting {claim}": self.countings[claim] for claim in ("N1", "N2")}
        return {
            **vars(self.reading), "weights": self.weights, "depth": self.depth, **ways, **ours,
            "n_agreeing": self.n_agreeing, "distance": self.distance, "n_least": self.n_least,
        }  # fmt: skip


def combinations(readings: Sequence[Reading] = READINGS, level: float = 0.95) -> tuple[Combination, ...]:
    """Return every combination of decisions, players and counting, the nearest to the article first.

    Only those for which each of the article's figures has games; sente's score is counted in one way. The
    nearest of so many has luck on its side: see `replayed`. With few games, ours differ from the article's
    only if they are far off: see `Combination.n_least`.

    Examples
    --------
    >>> found = combinations()
    >>> found[0].distance <= found[-1].distance
    True
    """
    found = []
    for reading, depth, weights in product(readings, range(7), WEIGHTS):
        player = player_text(depth, weights)
        counts = {
            part: stored().get(Series(reading.game(part), (player, player), 0).key) for _, part in REPORTED
        }
        if (not depth and weights != WEIGHTS[0]) or None in counts.values():
            continue
        for per, chain in product(COUNTINGS["N1"], COUNTINGS["N2"]):
            ways = {"N1": per, "N2": chain, "N3": "score", "N4": "score"}
            figures = tuple(
                _specification(
                    claim, part, reading, weights if depth else "", depth, ways[claim], known, level
                )
                for claim, part in REPORTED
                if (known := counts[part]) is not None
            )
            found.append(Combination(reading, weights if depth else "", depth, ways, figures))
    return tuple(sorted(found, key=lambda one: (one.distance, -one.n_agreeing)))


def replayed(
    combination: Combination,
    n: int | Mapping[str, int] = 200,
    seed: int = 1,
    progress: bool = False,
    level: float = 0.95,
) -> Combination:
    """Return a combination with figures from fresh games.

    The nearest of hundreds of combinations is flattered by the picking: some come near by luck. Games of
    another seed tell.

    Parameters
    ----------
    combination : Combination
        What to play.
    n : int or mapping of str to int, optional
        Games of each of its rules; of ``as_it_is``, ``no_edge`` and ``equal_hands`` in a mapping.
    seed : int, optional
        The series.
    progress : bool, optional
        Whether to show a progress bar.
    level : float, optional
        The level of the intervals.

    Examples
    --------
    >>> random = next(one for one in combinations() if one.depth == 0)
    >>> [one.ours.n for one in replayed(random, {"as_it_is": 30, "no_edge": 20, "equal_hands": 10}).figures]
    [30, 20, 30, 20, 10, 30]
    """
    player = player_text(combination.depth, combination.weights or WEIGHTS[0])
    fresh = {}
    for part in dict.fromkeys(part for _, part in REPORTED):
        game = combination.reading.game(part)
        n_games = n if isinstance(n, int) else n[part]
        parts = list(played_parts(game, (player, player), n_games, seed, progress=progress))
        columns = {name: np.concatenate([one[name] for one in parts]) for name in parts[0]}
        series = Series(game, (player, player), n_games)
        fresh[part] = Counts(series, counts_of(columns, series.is_paired))
    figures = tuple(
        _specification(
            one.claim, one.part, one.reading, one.weights, one.depth, one.counting, fresh[one.part], level
        )
        for one in combination.figures
    )
    return replace(combination, figures=figures)


def combination_table(rows: Sequence[Combination]) -> pd.DataFrame:
    """Return a table with a row for each combination: our figures, how many agree, the largest distance.

    Examples
    --------
    >>> "n_agreeing" in combination_table(combinations())
    True
    """
    import pandas as pd

    return pd.DataFrame([row.as_row() for row in rows])


# --- what becomes of the claims
# -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settled:
    """What the games between players of one strength say about a claim.

    Parameters
    ----------
    claim : str
        The claim.
    weights, depth
        The players, as in `Specification`.
    counting : str
        The way of counting.
    figures : tuple of Specification
        A figure for each of the claim's `PARTS`, its subject first.
    level : float
        The level of the intervals.
    """

    claim: str
    weights: str
    depth: int
    counting: str
    figures: tuple[Specification, ...]
    level: float = 0.95

    @property
    def measure(self) -> Interval | Difference:
        """What the claim's conclusion is about, from our games.

        N1 and N2: with edge captures less without. N3 and N4: sente's share. N5: the share of games that
        end early by the king's capture, without loyalty. N6: how often the limit cuts a chain short.
        """
        if self.claim in ("N1", "N2"):
            return difference_of(self.figures[0].ours, self.figures[1].ours)
        return self.figures[0].ours

    @property
    def reported_measure(self) -> Interval | Difference | None:
        """The same from the article's figures, with the intervals of its own numbers of games."""
        sources = [one.source for one in self.figures if one.source is not None]
        if self.claim in ("N1", "N2"):
            return difference_of(sources[0], sources[1])
        return sources[0] if sources else None

    @property
    def figures_agree(self) -> bool | None:
        """Whether all of the article's figures are compatible with ours; None where it gives none."""
        agreeing = [one.agrees for one in self.figures if one.agrees is not None]
        return all(agreeing) if agreeing else None

    @property
    def conclusion(self) -> str:
        """Whether our games show the article's conclusion: ``holds``, ``fails`` or ``open``."""
        shown = self._shown_by(self._limits)
        if self.claim == "N5" and shown == "holds":
            more = difference_of(self.figures[0].ours, self.figures[1].ours)
            return "holds" if more.low is not None and more.low > 0 else "open"
        return shown

    @property
    def _limits(self) -> tuple[float | None, float | None]:
        """The limits that decide: of the measure; for N3 and N4 of the score with capped games either way."""
        counts = self.figures[0].counts
        if self.claim not in ("N3", "N4") or counts is None:
            return self.measure.low, self.measure.high
        least, most = (counts.score_with_capped(lost, self.level) for lost in (True, False))
        return least.low, most.high

    @property
    def article_shows_it(self) -> bool | None:
        """Whether the article's own number of games shows its conclusion; None where it gives no figure."""
        reported = self.reported_measure
        return None if reported is None else self._shown_by((reported.low, reported.high)) == "holds"

    def _shown_by(self, limits: tuple[float | None, float | None]) -> str:
        """Return what an interval says about: N1 and N2, above 0; N3, below a half; N4 and N5, above a half;
        N6, below `RARE`.
        """
        low, high = limits
        if low is None or high is None:
            return "open"
        border = {"N1": 0.0, "N2": 0.0, "N6": RARE}.get(self.claim, 0.5)
        above, below = low > border, high < border
        if self.claim in ("N3", "N6"):
            above, below = below, above
        return "holds" if above else "fails" if below else "open"

    @property
    def verdict(self) -> str:
        """What becomes of the claim's conclusion, one of `VERDICTS`, by the rules of this module."""
        if self.conclusion == "fails":
            return "not_reproduced"
        is_shown = self.conclusion == "holds" and self.article_shows_it is not False
        return "reproduced" if is_shown else "undecidable"

    def as_row(self) -> dict[str, Any]:
        """Return the row of `settled_table`."""
        ours, reported = self.measure, self.reported_measure
        return {
            "claim": self.claim, "depth": self.depth, "weights": self.weights, "counting": self.counting,
            "estimate": ours.estimate, "low": ours.low, "high": ours.high, "n": self.figures[0].ours.n,
            "source": reported.estimate if reported else None,
            "source_low": reported.low if reported else None,
            "source_high": reported.high if reported else None,
            "figures_agree": self.figures_agree,
            "conclusion": self.conclusion, "article_shows_it": self.article_shows_it,
            "verdict": self.verdict,
        }  # fmt: skip


def settle(
    claim: str,
    reading: Reading = OURS,
    counting: str | None = None,
    level: float = 0.95,
) -> tuple[Settled, ...]:
    """Return what becomes of a claim with each of our players that played all of its parts.

    Parameters
    ----------
    claim : str
        One of `CLAIMS`.
    reading : Reading, optional
        The open decisions of the rules, ours if left out.
    counting : str, optional
        One of the claim's `COUNTINGS`, the first if left out.
    level : float, optional
        The level of the intervals.

    Returns
    -------
    tuple of Settled
        By depth, then weights; random players (depth 0) first.

    Examples
    --------
    >>> found = settle("N2")
    >>> found[0].depth, found[0].article_shows_it
    (0, True)
    """
    if claim not in CLAIMS:
        raise unknown_choice("claim", claim, CLAIMS)
    counting = COUNTINGS[claim][0] if counting is None else counting
    rows = specifications(claim, counting=counting, readings=(reading,), level=level)
    by_player: dict[tuple[int, str], dict[str, Specification]] = {}
    for row in rows:
        by_player.setdefault((row.depth, row.weights), {})[row.part] = row
    order = sorted(by_player, key=lambda one: (one[0], ("", *WEIGHTS).index(one[1])))
    return tuple(
        Settled(claim, weights, depth, counting, tuple(found[part] for part in PARTS[claim]), level)
        for depth, weights in order
        if set(found := by_player[depth, weights]) == set(PARTS[claim])
    )


def settled_table(rows: Sequence[Settled]) -> pd.DataFrame:
    """Return a table with a row for each player: the claim's measure, the article's, and the verdict.

    Examples
    --------
    >>> set(settled_table(settle("N3"))["verdict"]) <= set(VERDICTS)
    True
    """
    import pandas as pd

    return pd.DataFrame([row.as_row() for row in rows])


# --- how long chains get
# --------------------------------------------------------------------------------------------


def chain_lengths(
    depth: int, weights: str = WEIGHTS[0], part: str = "no_limit", level: float = 0.95
) -> pd.DataFrame:
    """Return how many games have a longest chain of 0, 1, 2, ... stages, without the limit of five.

    Parameters
    ----------
    depth, weights
        The players, as in `Specification`.
    part : str, optional
        One of `variantlab.study.negaeri_runs.VARIANTS`.
    level : float, optional
        The level of the intervals.

    Returns
    -------
    pandas.DataFrame
        ``stages``, the last standing for itself and all longer chains; ``games``; their ``share`` with
        ``low`` and ``high``, and ``n``.

    Examples
    --------
    >>> found = chain_lengths(0)
    >>> int(found["games"].sum()) == int(found["n"].iloc[0])
    True
    """
    import pandas as pd

    counts = stored_counts(OURS.game(part), player_text(depth, weights))
    rows = []
    for stages in CHAINS:
        k = counts[f"longest_{stages}"]
        share = rate(k, counts.n_games, level)
        rows.append((stages, k, share.estimate, share.low, share.high, share.n))
    return pd.DataFrame(rows, columns=["stages", "games", "share", "low", "high", "n"])
