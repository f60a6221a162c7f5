"""The results of the Negaeri Shogi study behind the gate: its claims settled, its answers to the form.

Nothing here runs without a label from `variantlab.study.gate.results_gate`, so that every result carries what
was predicted before it, or the word exploratory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from variantlab.errors import DataError, invalid
from variantlab.stats.comparisons import difference_of
from variantlab.study.gate import Label
from variantlab.study.negaeri import CLAIMS, OURS, STUDY, VERDICTS, Settled, figure, settle
from variantlab.study.negaeri_balance import Handicap, PawnScore, handicaps, pawn_curve
from variantlab.study.negaeri_runs import WEIGHTS, player_text, stored_counts
from variantlab.study.verdicts import VerdictTable, judge

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["MEDIUM", "NegaeriResults", "run"]

#: The plies that the article's medium player looks ahead: the form asks about this one.
MEDIUM = 4
#: Its neighbour with an odd number of plies, for the question whether that matters.
NEIGHBOUR = 3


@dataclass(frozen=True)
class NegaeriResults:
    """What the study found, with the label it must be shown with.

    Parameters
    ----------
    label : Label
        The prediction that was locked before, or exploratory.
    settled : dict of str to tuple of Settled
        The claims N1 to N6, each with every one of our players.
    pawns : tuple of PawnScore
        Sente's score by extra pawns.
    handicaps : tuple of Handicap
        The weaker player's score with more in hand.
    """

    label: Label
    settled: Mapping[str, tuple[Settled, ...]]
    pawns: tuple[PawnScore, ...]
    handicaps: tuple[Handicap, ...]

    def with_player(self, claim: str, depth: int = MEDIUM, weights: str = WEIGHTS[0]) -> Settled:
        """Return what becomes of a claim with one of our players.

        Raises
        ------
        DataError
            Where this player has no games for the claim.
        """
        for row in self.settled[claim]:
            if (row.depth, row.weights) == (depth, weights):
                return row
        players = sorted({(row.depth, row.weights) for row in self.settled[claim]})
        raise invalid("player", (depth, weights), f"one of {players}", error=DataError)

    @cached_property
    def answers(self) -> dict[str, Any]:
        """What came out, by question of the form, each with its interval."""
        found: dict[str, Any] = {
            claim: self.with_player(claim).measure for claim in ("N1", "N2", "N3", "N4", "N5")
        }
        extra, equal = (self.with_player(claim).measure for claim in ("N4", "N3"))
        found["N4-gain"] = difference_of(extra, equal)  # type: ignore[arg-type]
        no_limit = stored_counts(OURS.game("no_limit"), player_text(NEIGHBOUR))
        found["N6"] = no_limit.share("chain_of_6")
        by_depth = [
            figure("N2", "from_the_drop", stored_counts(OURS.game(), player_text(depth)))
            for depth in (NEIGHBOUR, MEDIUM)
        ]
        found["depth"] = difference_of(*by_depth)
        return found

    def verdicts(self) -> VerdictTable:
        """Return the table of question, prediction, result, verdict and score.

        Raises
        ------
        PredictionError
            For an exploratory look, which has no prediction to judge.
        """
        return judge(self.label, self.answers)

    def claims_table(self) -> pd.DataFrame:
        """Return with how many of our players each claim of the article is reproduced, is not, or is open.

        Random players are left out: the article's games were played by players that look ahead.

        Returns
        -------
        pandas.DataFrame
            ``claim``, a column for each of the verdicts, ``players``, and ``article_shows_it``: whether the
            article's own number of games shows its conclusion, missing where it gives no figure.
        """
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for claim, settled in self.settled.items():
            thinking = [row for row in settled if row.depth]
            verdicts = Counter(row.verdict for row in thinking)
            shown = {row.article_shows_it for row in thinking}
            rows.append(
                {
                    "claim": claim, **{name: verdicts[name] for name in VERDICTS}, "players": len(thinking),
                    "article_shows_it": shown.pop() if len(shown) == 1 else None,
                }
            )  # fmt: skip
        return pd.DataFrame(rows)


def run(label: Label) -> NegaeriResults:
    """Return the results of the whole study, from the games stored with the project.

    Parameters
    ----------
    label : Label
        From `variantlab.study.gate.results_gate`.

    Raises
    ------
    VariantlabError
        When the label is that of another study.

    Examples
    --------
    >>> from variantlab.study.gate import results_gate
    >>> found = run(results_gate("negaeri", "no-ledger.jsonl", exploratory=True))
    >>> list(found.settled), found.label.is_exploratory
    (['N1', 'N2', 'N3', 'N4', 'N5', 'N6'], True)
    """
    if not isinstance(label, Label) or label.study != STUDY:
        raise invalid("label", label, f"what results_gate({STUDY!r}, ...) returned")
    return NegaeriResults(label, {claim: settle(claim) for claim in CLAIMS}, pawn_curve(), handicaps())
