"""What the article's 40, 60 and 100 games of Negaeri Shogi can tell, and what they cannot.

Its figures come from so few games that their intervals are wide: here is how wide, what such samples would
have noticed, and how many games the questions need. All of it follows from the numbers of games alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.stats.comparisons import Difference, rate_difference
from variantlab.stats.sample_size import (
    difference_power,
    games_for_margin,
    games_needed,
    power,
    smallest_shown,
)
from variantlab.study.negaeri import REPORTED

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "SAMPLES",
    "comparison_power_table",
    "effect_of_the_pawn",
    "needed_table",
    "power_table",
    "reported_table",
    "sample_table",
]

#: The article's numbers of games.
SAMPLES = tuple(sorted({one.n for one in REPORTED.values()}))
FAIR = 0.5


def reported_table(level: float = 0.95) -> pd.DataFrame:
    """Return the article's shares of games, each with the interval of its own number of games.

    Returns
    -------
    pandas.DataFrame
        ``claim``, ``part``, ``k`` of ``n`` games, ``estimate``, ``low``, ``high``, and whether the interval
        leaves out a half (``leaves_out_half``).

    Examples
    --------
    >>> reported_table().query("claim == 'N4'")[["k", "n", "leaves_out_half"]].values.tolist()
    [[59, 100, False]]
    """
    import pandas as pd

    rows: list[dict[str, Any]] = []
    for one in REPORTED.values():
        interval = one.interval(level)
        if interval is not None:
            rows.append(
                {
                    "claim": one.claim, "part": one.part, "k": one.k, "n": one.n,
                    "estimate": interval.estimate, "low": interval.low, "high": interval.high,
                    "leaves_out_half": not interval.contains(FAIR),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def power_table(
    samples: Sequence[int] = (*SAMPLES, 400, 1000), truths: Sequence[float] | None = None, level: float = 0.95
) -> pd.DataFrame:
    """Return how likely it is that n games show a game to be unfair, for each true share of sente's wins.

    Parameters
    ----------
    samples : sequence of int, optional
        Numbers of games; the article's, 400 and 1000 if left out.
    truths : sequence of float, optional
        True shares; 0.30 to 0.70 in steps of 0.01 if left out.
    level : float, optional
        The level of the interval that has to leave out a half.

    Returns
    -------
    pandas.DataFrame
        ``n``, ``truth``, ``power``: exact, from 0 to 1.

    Examples
    --------
    >>> power_table((60,), (0.4, 0.5)).round(3).values.tolist()
    [[60.0, 0.4, 0.349], [60.0, 0.5, 0.052]]
    """
    import pandas as pd

    chosen = np.round(np.arange(0.3, 0.705, 0.01), 2) if truths is None else truths
    rows = [(n, float(p), power(n, FAIR, float(p), level)) for n in samples for p in chosen]
    return pd.DataFrame(rows, columns=["n", "truth", "power"])


def sample_table(samples: Sequence[int] = SAMPLES, at: float = 0.8, level: float = 0.95) -> pd.DataFrame:
    """Return what so many games can tell: the widest margin, and the smallest share that is told from a half.

    Parameters
    ----------
    samples : sequence of int, optional
        Numbers of games, the article's if left out.
    at : float, optional
        The probability with which a share is to be told from a half.
    level : float, optional
        The level of the intervals.

    Returns
    -------
    pandas.DataFrame
        ``n``; ``margin``, half the width of the interval at a share of a half; ``shown_from``, the smallest
        true share above a half that is noticed with probability `at`; ``power_at_0.59``, how likely it is
        that a true share of 0.59, the article's figure with an extra pawn, is told from a half.

    Examples
    --------
    >>> sample_table((100,)).round(3).values.tolist()
    [[100.0, 0.096, 0.635, 0.462]]
    """
    import pandas as pd

    from variantlab.stats.intervals import rate

    rows = []
    for n in samples:
        interval = rate(n // 2, n // 2 * 2, level)
        margin = (float(interval.high or 0.0) - float(interval.low or 0.0)) / 2
        rows.append((n, margin, smallest_shown(n, FAIR, at, level), power(n, FAIR, 0.59, level)))
    return pd.DataFrame(rows, columns=["n", "margin", "shown_from", "power_at_0.59"])


def needed_table(
    truths: Sequence[float] = (0.40, 0.45, 0.48, 0.52, 0.55, 0.59), at: float = 0.8, level: float = 0.95
) -> pd.DataFrame:
    """Return how many games tell a true share from a half, and how many give as narrow an interval.

    Returns
    -------
    pandas.DataFrame
        ``truth``; ``n_games``, from which on the share is told from a half with probability `at`;
        ``n_for_margin``, after which the interval is no wider than the distance to a half.

    Examples
    --------
    >>> needed_table((0.4,)).values.tolist()
    [[0.4, 198.0, 93.0]]
    """
    import pandas as pd

    rows = [
        (p, games_needed(FAIR, p, at, level), games_for_margin(round(abs(p - FAIR), 12), level))
        for p in truths
    ]
    return pd.DataFrame(rows, columns=["truth", "n_games", "n_for_margin"])


def comparison_power_table(
    n: int = 40, first: float = 0.5, differences: Sequence[float] | None = None, level: float = 0.95
) -> pd.DataFrame:
    """Return how likely it is that two samples of n games show that two rules differ, by the true difference.

    The article compares the rule with and without edge captures on 40 games each.

    Parameters
    ----------
    n : int, optional
        Games of each sample.
    first : float, optional
        The middle of the two true shares.
    differences : sequence of float, optional
        True differences; 0 to 0.8 in steps of 0.05 if left out.
    level : float, optional
        The level of the interval that has to leave out 0.

    Returns
    -------
    pandas.DataFrame
        ``n``, ``difference``, ``power``.

    Examples
    --------
    >>> comparison_power_table(40, differences=(0.2, 0.7)).round(2).values.tolist()
    [[40.0, 0.2, 0.46], [40.0, 0.7, 1.0]]
    """
    import pandas as pd

    chosen = np.round(np.arange(0.0, 0.805, 0.05), 2) if differences is None else differences
    rows = [
        (n, float(d), difference_power(n, n, first + float(d) / 2, first - float(d) / 2, level))
        for d in chosen
    ]
    return pd.DataFrame(rows, columns=["n", "difference", "power"])


def effect_of_the_pawn(level: float = 0.95) -> Difference:
    """Return sente's share of wins with the extra pawn less that without, from the article's games.

    Neither of the two is told from a half; their difference can be.

    Examples
    --------
    >>> print(effect_of_the_pawn())
    +0.190 [+0.030, +0.336] (95% Newcombe, n = 100 and 60)
    """
    more, equal = REPORTED["N4", "as_it_is"], REPORTED["N3", "equal_hands"]
    return rate_difference(more.k or 0, more.n, equal.k or 0, equal.n, level)
