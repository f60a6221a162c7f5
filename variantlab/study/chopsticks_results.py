"""The results of the Chopsticks study behind the gate: its claims settled, its atlas, its answers to the
form.

Nothing here runs without a label from `variantlab.study.gate.results_gate`, so that every result carries what
was predicted before it, or the word exploratory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from variantlab.errors import invalid
from variantlab.study.chopsticks import STUDY, Advice, Settled, settle
from variantlab.study.chopsticks_atlas import AtlasRow, atlas, winners
from variantlab.study.gate import Label
from variantlab.study.verdicts import VerdictTable, judge

__all__ = ["ChopsticksResults", "run"]

#: Which question of the form asks who wins under the rules of which claim.
WINNERS_OF = {"Q1": "C1", "Q2": "C2", "Q3": "C3"}
FINDINGS = ("as_shown", "with_gaps", "wrong")


@dataclass(frozen=True)
class ChopsticksResults:
    """What the study found, with the label it must be shown with.

    Parameters
    ----------
    label : Label
        The prediction that was locked before, or exploratory.
    settled : dict of str to Settled
        The claims C1 to C3.
    rows : tuple of AtlasRow
        The atlas.
    """

    label: Label
    settled: Mapping[str, Settled]
    rows: tuple[AtlasRow, ...]

    @property
    def advice(self) -> Advice:
        """The article's advice, C4, beside the atlas."""
        return Advice(self.rows)

    @cached_property
    def answers(self) -> dict[str, Any]:
        """What came out, by question; everything is exact."""
        found: dict[str, Any] = {
            question: one_of(("first", "second", "draw"), self.settled[claim].solution.value)
            for question, claim in WINNERS_OF.items()
        }
        found |= {claim: one_of(FINDINGS, settled.finding) for claim, settled in self.settled.items()}
        advice = self.advice
        with_splits = [row for row in self.rows if row.game.split]
        by_best_play = winners(with_splits)
        return found | {
            "C4-extra": share_drawn(advice.with_extra_action) - share_drawn(advice.with_splits),
            "C4-second": by_best_play["second"] - by_best_play["first"],
            "C4-splits": len(advice.splits_change_the_winner),
            "C4-draws": winners(self.rows)["draw"],
        }

    def verdicts(self) -> VerdictTable:
        """Return the table of question, prediction, result, verdict and score.

        Raises
        ------
        PredictionError
            For an exploratory look, which has no prediction to judge.
        """
        return judge(self.label, self.answers)


def one_of(options: tuple[str, ...], happened: str) -> dict[str, Fraction]:
    """Return the share of each option where one of them is certain.

    Examples
    --------
    >>> {option: int(share) for option, share in one_of(("first", "draw"), "draw").items()}
    {'first': 0, 'draw': 1}
    """
    return {option: Fraction(option == happened) for option in options}


def share_drawn(counts: Mapping[str, int]) -> Fraction:
    """Return the share of rule sets in which neither side can force a win.

    Examples
    --------
    >>> share_drawn({"first": 1, "second": 1, "draw": 2})
    Fraction(1, 2)
    """
    return Fraction(counts["draw"], sum(counts.values()))


def run(label: Label) -> ChopsticksResults:
    """Return the results of the whole study.

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
    >>> found = run(results_gate("chopsticks", "no-ledger.jsonl", exploratory=True))
    >>> len(found.rows), found.label.is_exploratory
    (100, True)
    """
    if not isinstance(label, Label) or label.study != STUDY:
        raise invalid("label", label, f"what results_gate({STUDY!r}, ...) returned")
    return ChopsticksResults(label, {claim: settle(claim) for claim in WINNERS_OF.values()}, tuple(atlas()))
