"""The atlas of Chopsticks: every house rule solved, which one decides the winner, and which are lively and
fair.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from variantlab.games.chopsticks.chances import turn_chances
from variantlab.games.chopsticks.retrograde import smallest_winning_strategy, solve
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.game import Outcome

if TYPE_CHECKING:
    import pandas as pd

#: The options that the atlas goes through, with their values; those of a split need `split`.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "limit": (5, 6),
    "overflow": ("out", "wrap"),
    "split": (False, True),
    "revive": (False, True),
    "merge": (False, True),
    "swap": (False, True),
    "extra_action": ("none", "attack", "any"),
}
OF_SPLITS = ("revive", "merge", "swap", "extra_action")
#: Other readings of the article's words: a rule's other values, and the option without which they have no
#: effect.
READINGS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "merge_ones": ("merge", (True,)),
    "swap_equal": ("swap", (True,)),
    "lone_swap": ("swap", ("swap", "never")),
    "split_out": ("split", (True,)),
    "extra_action": ("extra_action", ("attack", "any")),
    "extra_action_must": ("extra_action", (True,)),
}


# --- the atlas --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AtlasRow:
    """One rule set, solved.

    Parameters
    ----------
    game : Chopsticks
        The rules.
    value : {'first', 'second', 'draw'}
        Who wins by best play; 'draw' where neither side can force a win.
    distance : int or None
        The turns that best play lasts; None for a draw.
    n_positions : int
        Positions that play can reach at the start of a turn, finished ones included, hands sorted, the side
        to move implied.
    share_drawn : Fraction
        The share of them in which neither side can force a win.
    acyclic : bool
        Whether no position can come up twice in a game.
    strategy_size : int or None
        The positions that the winner must know at the least, see
        `variantlab.games.chopsticks.retrograde.smallest_winning_strategy`; None for a draw.
    strategy_is_smallest : bool or None
        Whether it is proved that no smaller strategy wins.
    """

    game: Chopsticks
    value: Outcome
    distance: int | None
    n_positions: int
    share_drawn: Fraction
    acyclic: bool
    strategy_size: int | None
    strategy_is_smallest: bool | None

    @property
    def options(self) -> dict[str, Any]:
        """The values of the atlas's options."""
        return {name: getattr(self.game, name) for name in OPTIONS}

    def as_dict(self) -> dict[str, Any]:
        """Return the row ready for JSON, the rules under ``rules``, the share of drawn positions as text."""
        return {
            "game": self.game.name,
            "rules": self.game.settings(),
            "n_positions": self.n_positions,
            "acyclic": self.acyclic,
            "value": self.value,
            "distance": self.distance,
            "share_drawn": str(self.share_drawn),
            "strategy_size": self.strategy_size,
            "strategy_is_smallest": self.strategy_is_smallest,
        }


def rule_sets(**fixed: Any) -> list[Chopsticks]:
    """Return the rule sets of the atlas: all combinations of the options, without splits one for each limit.

    Parameters
    ----------
    **fixed
        Rules that are the same in all of them; an option named here keeps this value.

    Examples
    --------
    >>> len(rule_sets()), len(rule_sets(limit=5)), len(rule_sets(limit=5, overflow="out", split=False))
    (100, 50, 1)
    """
    values = {name: (fixed[name],) if name in fixed else values for name, values in OPTIONS.items()}
    others = {name: value for name, value in fixed.items() if name not in OPTIONS}
    games: dict[Chopsticks, None] = {}
    for chosen in itertools.product(*values.values()):
        rules = dict(zip(OPTIONS, chosen, strict=True))
        if not rules["split"]:
            rules = {name: value for name, value in rules.items() if name not in OF_SPLITS}
        games[Chopsticks.from_settings({**rules, **others})] = None
    return list(games)


def atlas_row(game: Chopsticks) -> AtlasRow:
    """Return a rule set solved.

    Examples
    --------
    >>> atlas_row(Chopsticks(limit=3, split=False)).n_positions
    16
    """
    solution = solve(game)
    strategy = smallest_winning_strategy(solution)
    return AtlasRow(
        game,
        solution.value,
        solution.distance,
        solution.n_positions,
        solution.share_drawn,
        solution.acyclic,
        None if strategy is None else strategy.size,
        None if strategy is None else strategy.is_smallest,
    )


def atlas(games: Iterable[Chopsticks] | None = None) -> list[AtlasRow]:
    """Return rule sets solved, one row each: those of `rule_sets` if left out."""
    return [atlas_row(game) for game in (rule_sets() if games is None else games)]


def atlas_table(rows: Sequence[AtlasRow]) -> pd.DataFrame:
    """Return the atlas as a table: the options, then what they make of the game."""
    import pandas as pd

    table = pd.DataFrame(
        [
            {
                **row.options,
                "value": row.value,
                "distance": row.distance,
                "n_positions": row.n_positions,
                "share_drawn": float(row.share_drawn),
                "strategy_size": row.strategy_size,
            }
            for row in rows
        ]
    )
    whole = {"distance": "Int64", "strategy_size": "Int64"}
    return table.astype({name: kind for name, kind in whole.items() if name in table})


def atlas_text(rows: Sequence[AtlasRow]) -> str:
    """Return the atlas as a text table, a line for each rule set, with the winners counted below.

    ``strategy`` is the fewest positions that the winner must know.

    Examples
    --------
    >>> print(atlas_text(atlas(rule_sets(limit=3, overflow="out", split=False))))
    limit overflow split revive merge swap extra_action | winner  in turns  positions  drawn  strategy
        3 out      no    -      -     -    -            | first          5         16   0.0%         6
    1 rule set: first 1, second 0, draw 0
    """
    lines = [_line_of_text(row) for row in rows]
    counts = ", ".join(f"{name} {n}" for name, n in winners(rows).items())
    plural = "" if len(rows) == 1 else "s"
    return "\n".join([_HEAD_OF_TEXT, *lines, f"{len(rows)} rule set{plural}: {counts}"])


_HEAD_OF_TEXT = (
    f"{' '.join(OPTIONS)} | {'winner':<6}  {'in turns':>8}  {'positions':>9}  {'drawn':>5}  {'strategy':>8}"
)


def _line_of_text(row: AtlasRow) -> str:
    words = {False: "no", True: "yes"}
    cells = []
    for name, value in row.options.items():
        shown = "-" if name in OF_SPLITS and not row.game.split else words.get(value, value)
        cells.append(f"{shown:>{len(name)}}" if name == "limit" else f"{shown:<{len(name)}}")
    distance, size = ("-" if n is None else n for n in (row.distance, row.strategy_size))
    drawn = f"{float(row.share_drawn):.1%}"
    return f"{' '.join(cells)} | {row.value:<6}  {distance:>8}  {row.n_positions:>9}  {drawn:>5}  {size:>8}"


# --- one option changed -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """Two rule sets that differ by one option.

    Parameters
    ----------
    option : str
        The option.
    before, after : AtlasRow
        The rule sets; `before` has the option's earlier value.
    """

    option: str
    before: AtlasRow
    after: AtlasRow

    @property
    def changes_winner(self) -> bool:
        """Whether the option alone changes who wins, or whether anybody can force it."""
        return self.before.value != self.after.value

    def __str__(self) -> str:
        one, other = (getattr(row.game, self.option) for row in (self.before, self.after))
        values = f"{self.before.value} -> {self.after.value}"
        return f"{self.before.game.rule}; {self.option} {one} -> {other}: {values}"


def changes(rows: Sequence[AtlasRow]) -> list[Change]:
    """Return the graph of rule sets: every two of them that differ by one option of the atlas.

    A rule set without splits is a neighbour of the one with splits and no further option.

    Examples
    --------
    >>> rows = atlas(rule_sets(limit=3, overflow="out", swap=False, merge=False))
    >>> sorted({change.option for change in changes(rows)})
    ['extra_action', 'revive', 'split']
    """
    by_options = {tuple(row.options.values()): row for row in rows}
    found = []
    for options, row in by_options.items():
        for place, (name, values) in enumerate(OPTIONS.items()):
            known = values.index(options[place]) if options[place] in values else len(values)
            for value in values[known + 1 :]:
                other = by_options.get((*options[:place], value, *options[place + 1 :]))
                if other is not None:
                    found.append(Change(name, row, other))
    return found


def change_table(rows: Sequence[AtlasRow]) -> pd.DataFrame:
    """Return for each option between how many rule sets it is the only difference, and how it changes the
    winner.

    Returns
    -------
    pandas.DataFrame
        Row by option; ``n`` pairs, ``changed`` of them with another winner, then a column for each change.
    """
    import pandas as pd

    all_changes = changes(rows)
    kinds = [f"{one} -> {other}" for one, other in itertools.permutations(("first", "second", "draw"), 2)]
    counts = {
        name: {"n": 0, "changed": 0, **dict.fromkeys(kinds, 0)}
        for name in OPTIONS
        if any(change.option == name for change in all_changes)
    }
    for change in all_changes:
        row = counts[change.option]
        row["n"] += 1
        if change.changes_winner:
            row["changed"] += 1
            row[f"{change.before.value} -> {change.after.value}"] += 1
    return pd.DataFrame.from_dict(counts, orient="index").rename_axis("option")


# --- other readings of the words --------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """A rule set with some of the decisions that the article leaves open taken otherwise.

    Parameters
    ----------
    changed : dict of str to value
        The rules that differ.
    value, distance : str, int or None
        What best play then leads to.
    """

    changed: dict[str, Any]
    value: Outcome
    distance: int | None

    def __str__(self) -> str:
        words = ", ".join(f"{name}={value!r}" for name, value in self.changed.items()) or "as decided"
        return f"{words}: {self.value}" + ("" if self.distance is None else f" in {self.distance}")


def readings(game: Chopsticks) -> list[Reading]:
    """Return all combinations of readings that can have an effect under a game's options, the game's own
    first.

    Examples
    --------
    >>> [sorted(reading.changed) for reading in readings(Chopsticks(merge=True))]
    [[], ['split_out'], ['merge_ones'], ['merge_ones', 'split_out']]
    """
    choices = {}
    for name, (option, values) in READINGS.items():
        if game.split and getattr(game, option) not in (False, "none"):
            own = getattr(game, name)
            choices[name] = (own, *(value for value in values if value != own))
    found = []
    for chosen in itertools.product(*choices.values()):
        changed = {n: v for n, v in zip(choices, chosen, strict=True) if v != getattr(game, n)}
        solution = solve(game.replace(**changed))
        found.append(Reading(changed, solution.value, solution.distance))
    return found


def deciding_readings(game: Chopsticks, wanted: Iterable[str] | None = None) -> list[Reading]:
    """Return the readings on which a verdict turns: the smallest sets of changed decisions that change it.

    Parameters
    ----------
    game : Chopsticks
        The rules as decided.
    wanted : iterable of {'first', 'second', 'draw'}, optional
        The values that come to the same verdict as the game's own; this value alone if left out.
    """
    all_readings = readings(game)
    same = {all_readings[0].value} if wanted is None else set(wanted)
    holds = all_readings[0].value in same
    changing = [reading for reading in all_readings if (reading.value in same) != holds]
    return [
        reading
        for reading in changing
        if not any(other.changed.items() < reading.changed.items() for other in changing)
    ]


def fragile_rule_sets(rows: Iterable[AtlasRow]) -> list[tuple[AtlasRow, Reading]]:
    """Return the rule sets whose winner one decision alone changes, each with that reading.

    Examples
    --------
    >>> rows = atlas(rule_sets(limit=5, overflow="out", extra_action="none"))
    >>> len(fragile_rule_sets(rows)) < len(rows)
    True
    """
    found = []
    for row in rows:
        for name, (option, values) in READINGS.items():
            if not row.game.split or getattr(row.game, option) in (False, "none") or name in OPTIONS:
                continue
            for value in values:
                solution = solve(row.game.replace(**{name: value}))
                if solution.value != row.value:
                    found.append((row, Reading({name: value}, solution.value, solution.distance)))
    return found


# --- balance ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Liveliness:
    """How games go under a rule set where neither side can force a win.

    Parameters
    ----------
    row : AtlasRow
        The rule set.
    most_plies : int
        A game that goes on after so many turns counts as undecided.
    decided, greedy_decided : float
        The share of games that are decided by then, between random and between greedy players.
    mean_plies, greedy_mean_plies : float
        Their mean length in turns.
    first, greedy_first : float
        The first player's share of the decided games.
    """

    row: AtlasRow
    most_plies: int
    decided: float
    mean_plies: float
    first: float
    greedy_decided: float
    greedy_mean_plies: float
    greedy_first: float

    @property
    def advantage(self) -> float:
        """The larger distance of the first player's two shares from a half."""
        return max(abs(self.first - 0.5), abs(self.greedy_first - 0.5))

    @property
    def reasons(self) -> str:
        """What speaks for the rule set and against it, in a sentence."""
        return (
            f"neither side can force a win; {self.decided:.0%} of random games are decided within "
            f"{self.most_plies} turns, after {self.mean_plies:.1f} on average; the first player wins "
            f"{self.first:.0%} of them, {self.greedy_first:.0%} between greedy players; "
            f"{float(self.row.share_drawn):.0%} of the positions are drawn"
        )


def liveliness(row: AtlasRow, most_plies: int = 50) -> Liveliness:
    """Return how random and greedy games go under a rule set, exactly but for rounding."""
    decided, means, firsts = [], [], []
    for player in ("random", "greedy"):
        ended, _ = turn_chances(row.game, (player, player), most_plies)
        by_turn = ended.sum(axis=1)
        total = float(by_turn.sum())
        decided.append(total)
        means.append(float(by_turn @ range(most_plies + 1)) / total)
        firsts.append(float(ended[:, 0].sum()) / total)
    return Liveliness(row, most_plies, decided[0], means[0], firsts[0], decided[1], means[1], firsts[1])


def undecided_rule_sets(rows: Sequence[AtlasRow], most_plies: int = 50) -> list[Liveliness]:
    """Return the rule sets where neither side can force a win, the liveliest first.

    The liveliest has the largest share of random games that are decided within `most_plies` turns.
    """
    found = [liveliness(row, most_plies) for row in rows if row.value == "draw"]
    return sorted(found, key=lambda live: (-live.decided, live.row.game.rule))


def short_list(
    rows: Sequence[AtlasRow], most_plies: int = 50, most_advantage: float = 0.1, n: int = 5
) -> list[Liveliness]:
    """Return the liveliest rule sets that are fair by best play and between weak players.

    Parameters
    ----------
    rows : sequence of AtlasRow
        The atlas.
    most_plies : int
        The turns within which a game should be decided.
    most_advantage : float
        How far the first player's share of decided games may be from a half, between random and between
        greedy players.
    n : int
        The length of the list at most.

    Returns
    -------
    list of Liveliness
        Rule sets where neither side can force a win, without those that differ only in an option that changes
        nothing in these games; the liveliest first.
    """
    found: dict[tuple[float, ...], Liveliness] = {}
    for live in undecided_rule_sets(rows, most_plies):
        if live.advantage <= most_advantage:
            figures = (live.decided, live.mean_plies, live.first, live.greedy_decided, live.greedy_first)
            found.setdefault(tuple(round(figure, 9) for figure in figures), live)
    return list(itertools.islice(found.values(), n))


def winners(rows: Iterable[AtlasRow]) -> dict[str, int]:
    """Return in how many rule sets each side can force a win, and in how many neither."""
    counts = {"first": 0, "second": 0, "draw": 0}
    for row in rows:
        counts[row.value] += 1
    return counts


def with_option(rows: Sequence[AtlasRow], **options: Any) -> Iterator[AtlasRow]:
    """Yield the rows whose rules have these values."""
    for row in rows:
        if all(getattr(row.game, name) == value for name, value in options.items()):
            yield row
