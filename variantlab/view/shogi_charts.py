"""Charts of the Negaeri Shogi study: each claim under every reading of the rules, player and way of counting.

They take ``label``, ``title`` and ``lang`` as those of `variantlab.view.charts` do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from variantlab.errors import invalid
from variantlab.study.gate import Label
from variantlab.study.negaeri import COUNTINGS, OURS, Specification, specification_table
from variantlab.study.negaeri_runs import LOYAL_RUNS, WEIGHTS
from variantlab.view.figures import Chart
from variantlab.view.labels import language
from variantlab.view.shogi_words import WORDS_OF_STUDY, study_word
from variantlab.view.specifications import specification_chart

__all__ = ["claim_curve"]

DECISIONS = ("depth", "weights", "counting", "loyal_run", "offset", "opening_plies")


def claim_curve(
    rows: Sequence[Specification],
    *,
    label: Label | None = None,
    title: str | None = None,
    lang: str | None = None,
) -> Chart:
    """Return the specification curve of a claim: every figure of it, and which decisions each belongs to.

    Parameters
    ----------
    rows : sequence of Specification
        What `variantlab.study.negaeri.specifications` returned, of one claim and one part of it.
    label, title, lang : optional
        See `variantlab.view.charts`.

    Examples
    --------
    >>> from variantlab.study.negaeri import specifications
    >>> chart = claim_curve(specifications("N3", "equal_hands", "wins"), lang="en")
    >>> chart.title
    'N3: sente wins, equal hands'
    """
    if not rows or len({(row.claim, row.part) for row in rows}) > 1:
        raise invalid("rows", rows, "specifications of one claim and one part", "Such as N1, as_it_is.")
    lang, claim, part = language(lang), rows[0].claim, rows[0].part
    table = specification_table(rows)
    looks = ["random" if not depth else "odd" if depth % 2 else "even" for depth in table["depth"]]
    countings = [way for way in COUNTINGS[claim] if way in set(table["counting"])]
    table = table.assign(
        look=_in_order(looks, ("random", "odd", "even")),
        weights=_in_order(table["weights"].replace("", "no_weights"), ("no_weights", *WEIGHTS)),
        counting=_in_order(table["counting"], countings),
        loyal_run=_in_order(table["loyal_run"], LOYAL_RUNS),
    )
    words = {key: by_lang[lang] for key, by_lang in WORDS_OF_STUDY.items()}
    return specification_chart(
        table,
        DECISIONS,
        groups="look",
        ours={**vars(OURS), "counting": countings[0]},
        words=words,
        y_label=study_word(f"unit_{claim}", lang),
        is_share=claim != "N1" and "turning_drops" not in countings,
        label=label,
        title=title or f"{claim}: {study_word(f'{claim}.{part}', lang)}",
        lang=lang,
    )


def _in_order(values: Iterable[str], order: Sequence[str]) -> Any:
    """Return values as categories in an order of their own."""
    import pandas as pd

    return pd.Categorical(list(values), categories=list(order))
