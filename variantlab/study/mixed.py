"""The road from the standard rule to the vanish rule on the 4x4 board, exactly: a stored curve.

Between the two ends each captured disc vanishes with a chance, else it flips. A chance takes up to a minute
of sweeping over millions of positions, so the curve is kept in ``data/exact/``; ``make curve`` makes it anew.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from variantlab.files import project_path, project_root, read_text, write_text_atomically
from variantlab.games.othello.rules import Othello
from variantlab.version import __version__

if TYPE_CHECKING:
    import pandas as pd

#: The chances of the stored curve: sixteenths, which floating point holds exactly.
CHANCES = tuple(sixteenths / 16 for sixteenths in range(17))
FOLDER, NAME = ("data", "exact"), "mixed-4x4"


def curve_of(chances: Sequence[float] = CHANCES, progress: bool = False) -> pd.DataFrame:
    """Return the exact figures of random play on 4x4 for each chance that a captured disc vanishes.

    Parameters
    ----------
    chances : sequence of float
        From 0, the standard rule, to 1, the vanish rule.
    progress : bool
        Whether to show a progress bar: a chance between takes up to a minute.

    Returns
    -------
    pandas.DataFrame
        One row a chance: ``vanish_probability``; the chances of black, white, draw and of each end reason;
        the means ``mean_plies``, ``mean_passes``, ...; ``left``, what they may be wrong by; ``n_turns``.

    Examples
    --------
    >>> curve_of([1.0]).loc[0, "no_moves"]
    np.float64(1.0)
    """
    import pandas as pd

    return pd.DataFrame([_row(chance) for chance in _watched(chances, progress)])


def _watched(chances: Sequence[float], progress: bool) -> Any:
    if not progress:
        return chances
    from tqdm.auto import tqdm

    return tqdm(chances, unit=" chances")


def _row(chance: float) -> dict[str, float]:
    from variantlab.games.othello.sweep import swept_random_play

    found = swept_random_play(Othello(size=4, capture="mixed", vanish_probability=chance))
    means = {f"mean_{count}": value for count, value in found.mean.items()}
    row = {"vanish_probability": chance, **found.winner, **found.end_reason, **means}
    return row | {"left": found.left, "n_turns": found.n_turns}


def stored_curve() -> pd.DataFrame:
    """Return the curve that ships with the project, as `curve_of` made it.

    Examples
    --------
    >>> stored_curve()["vanish_probability"].iloc[[0, -1]].tolist()
    [0.0, 1.0]
    """
    import pandas as pd

    return pd.read_csv(io.StringIO(read_text(project_path(*FOLDER, f"{NAME}.csv"))))


def store_curve(progress: bool = True) -> None:
    """Make the curve anew and put it in place of the stored one, with what it was made with."""
    from variantlab.games.compile import sources_hash

    table = curve_of(progress=progress)
    folder = project_root().joinpath(*FOLDER)
    write_text_atomically(folder / f"{NAME}.csv", table.to_csv(index=False, lineterminator="\n"))
    rules = Othello(size=4, capture="mixed").settings()
    del rules["vanish_probability"]
    manifest = {
        "what": "exact chances of random play, by sweeping over all positions",
        "game": "othello",
        "rules": rules,
        "players": ["random", "random"],
        "version": __version__,
        "kernels": sources_hash("othello"),
        "command": "python -m variantlab.study.mixed",
    }
    write_text_atomically(folder / f"{NAME}.json", json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    store_curve()
