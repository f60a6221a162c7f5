"""The checks of the machine: known counts, plain positions, other statements of the rules, known rates.

They come before any result of a study is read, and show none: whole games are those of the standard rule.
"""

from __future__ import annotations

import json
import math
import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, VariantlabError, invalid, unknown_choice
from variantlab.files import project_path, read_text
from variantlab.games.game import Position, whole_number
from variantlab.games.othello.position import OthelloPosition
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally
from variantlab.stats.intervals import Interval, mean_from_sums, rate
from variantlab.study.vanish import StudyStopped

__all__ = [
    "ARTICLE_FIGURES",
    "LARGEST_DISTANCE",
    "Check",
    "against_article",
    "against_chances",
    "against_reference",
    "article_figures",
    "chance_checks",
    "count_checks",
    "different_turns",
    "known",
    "known_chances",
    "perft_by_positions",
    "random_positions",
    "run_article",
    "stop_unless_all_agree",
]

#: In standard errors: a right machine is farther off in fewer than one comparison of ten thousand.
LARGEST_DISTANCE = 4.0
WINNERS = ("black", "white", "draw")

#: What the article's page shows for the standard rule: 20,000 games, run as the page stands, rounded.
ARTICLE_FIGURES: Mapping[str, str] = {
    "games": "20,000",
    "plies": "60.0",
    "discs": "64.0",
    "black_wins": "45%",
    "white_wins": "50%",
    "wipeout": "4 / 10,000",
}
PAGE_LINE = re.compile(
    r"手数(?P<plies>\d+\.\d) 石(?P<discs>\d+\.\d) 上限(?P<capped>\d+) "
    r"黒勝(?P<black>\d+) 白勝(?P<white>\d+) 全滅(?P<wipeout>\d+)"
)
PAGE_SECONDS = 300


@dataclass(frozen=True)
class Check:
    """Something known, and what this machine found.

    Parameters
    ----------
    name : str
        What is compared: a key of the labels, or any words.
    known, found : int, float, Fraction or Interval
        Both values.
    distance : float or None
        How far they lie apart, in standard errors; None where they must be the same.
    """

    name: str
    known: Any
    found: Any
    distance: float | None = None

    @property
    def agrees(self) -> bool:
        """Whether they are the same, or near enough where chance has its part."""
        return self.known == self.found if self.distance is None else abs(self.distance) < LARGEST_DISTANCE


def stop_unless_all_agree(checks: Iterable[Check]) -> int:
    """Return the number of checks, all of which agree; stop the study where one does not.

    Raises
    ------
    StudyStopped
        The message names what differs, and both values.

    Examples
    --------
    >>> stop_unless_all_agree([Check("perft 3", 56, 56)])
    1
    >>> stop_unless_all_agree([Check("perft 3", 56, 57)])
    Traceback (most recent call last):
    variantlab.study.vanish.StudyStopped: perft 3: known 56, found 57. Something is wrong with the program, \
and no result of it may be read.
    """
    checks = list(checks)
    if wrong := [check for check in checks if not check.agrees]:
        listed = "; ".join(f"{check.name}: known {check.known}, found {check.found}" for check in wrong)
        raise StudyStopped(f"{listed}. Something is wrong with the program, and no result of it may be read.")
    return len(checks)


def known(kind: str, name: str) -> dict[str, Any]:
    """Return a reference count or value that ships with the project, with its rules and its origin.

    Parameters
    ----------
    kind : str
        A list of ``data/golden/othello.json``: 'perft', 'exact', 'sampled' and others.
    name : str
        The id of the entry.

    Examples
    --------
    >>> known("perft", "flip, 8x8, from the start")["counts"][:4]
    [4, 12, 56, 244]
    """
    golden = json.loads(read_text(project_path("data", "golden", "othello.json")))
    if kind not in golden:
        raise unknown_choice("kind", kind, golden)
    entries = {entry["id"]: entry for entry in golden[kind]}
    if name not in entries:
        raise unknown_choice("name", name, entries)
    return dict(entries[name])


# ----------------------------------------------------------------------------------------------- exact counts


def count_checks(known_counts: Sequence[int], found: Sequence[int]) -> list[Check]:
    """Return a check for each depth from 1 on, as deep as both lists go.

    Examples
    --------
    >>> [check.agrees for check in count_checks([4, 12, 56], Othello().perft(2))]
    [True, True]
    """
    pairs = zip(known_counts, found, strict=False)
    return [Check(str(depth), *pair) for depth, pair in enumerate(pairs, start=1)]


def perft_by_positions(position: Position, depth: int) -> list[int]:
    """Return the number of lines of 1 to `depth` plies, counted with positions alone, without any kernel.

    A forced pass is a ply, and a finished game is one line at every depth, as engine authors count.

    Examples
    --------
    >>> perft_by_positions(Othello().start_position(), 3)
    [4, 12, 56]
    """
    counts, reached = [], [position]
    for _ in range(whole_number("depth", depth, 1, 20)):
        reached = [after for here in reached for after in _following(here)]
        counts.append(len(reached))
    return counts


def _following(position: Position) -> list[Position]:
    """Return the positions after each move of a position, and itself where the game is over."""
    if position.is_over:
        return [position]
    return [after for move in position.legal_moves() for _, after in position.outcomes(move)]


def random_positions(game: Othello, n_games: int, seed: int = 0) -> Iterator[OthelloPosition]:
    """Yield every position of some random games, played move by move without any kernel.

    Examples
    --------
    >>> len(list(random_positions(Othello(size=4), 1))) > 5
    True
    """
    rng = random.Random(seed)
    for _ in range(n_games):
        position = game.start_position()
        yield position
        while not position.is_over:
            position = position.play(rng.choice(position.legal_moves()))
            yield position


def different_turns(oracle: Any, positions: Iterable[OthelloPosition], capture: str) -> tuple[int, list[str]]:
    """Return how many single turns were compared with an independent statement of the rules, and those that
    differ.

    Each position is taken as the start of one turn under the capture rule: its legal squares are compared,
    and the board after each of them. Nothing is played on.

    Parameters
    ----------
    oracle : module
        The statement: ``start_state``, ``legal_squares`` and ``apply`` on rows of characters, such as
        ``tests.oracles.othello``.
    positions : iterable of OthelloPosition
        Boards with a side to move; finished ones are left out.
    capture : {'flip', 'vanish'}
        What becomes of captured discs.

    Returns
    -------
    (int, list of str)
        The number of turns, and a line for each that differs.
    """
    n_turns, different = 0, []
    for position in positions:
        if position.is_over or position.stuck:
            continue
        game = position.game.replace(capture=capture)
        ours = game.position_of(position.black, position.white, position.to_move)
        board = ours.diagram().split()[0]
        plain = oracle.start_state({"size": game.size, "capture": capture}, board, position.to_move)
        if set(ours.legal_squares()) != set(oracle.legal_squares(plain)):
            different.append(f"{ours.diagram()}: legal squares")
            continue
        for move in ours.legal_moves():
            n_turns += 1
            after = "/".join(oracle.apply(plain, move.square).board)
            if ours.play(move).diagram().split()[0] != after:
                different.append(f"{ours.diagram()}: {move}")
    return n_turns, different


# ---------------------------------------------------------------------------------------------- known chances


def against_reference(counts: Tally) -> list[Check]:
    """Return how far random games of the standard rule lie from 20 million games of an independent program.

    Parameters
    ----------
    counts : Tally
        Random games of standard Othello.

    Returns
    -------
    list of Check
        Wins, draws, wipeouts, passes and black's lead in discs; distances in standard errors of both samples
        together.

    Raises
    ------
    VariantlabError
        For games of other rules or players.
    """
    if counts.game != Othello() or counts.players != ("random", "random"):
        allowed = "random games of standard Othello"
        raise invalid("counts", f"{counts.game} {counts.players}", allowed)
    reference = known("sampled", "flip, 8x8, random play")
    n_reference = int(reference["n_games"])
    sampled = {"wipeout": counts.end_reason["wipeout"]} | {key: counts.winner[key] for key in WINNERS}
    checks = []
    for name in (*WINNERS, "wipeout"):
        share, n = float(reference["rates"][name]), counts.n_games
        error = math.sqrt(share * (1 - share) * (1 / n + 1 / n_reference))
        checks.append(_distant(_wins(name), share, rate(sampled[name], n), error))
    n = counts.n_games
    passes = mean_from_sums(counts.sums["passes"], counts.squares["passes"], n)
    margin = mean_from_sums(counts.products["margin"], counts.products["margin_squares"], n)
    spreads = {
        "passes": _spread(counts.sums["passes"], counts.squares["passes"], n),
        "margin": float(reference["standard_deviations"]["margin"]),
    }
    for name, found in (("passes", passes), ("margin", margin)):
        error = spreads[name] * math.sqrt(1 / n + 1 / n_reference)
        checks.append(_distant(name, float(reference["means"][name]), found, error))
    return checks


def known_chances(name: str) -> dict[str, Fraction]:
    """Return the known exact chances of the winners under random play.

    Parameters
    ----------
    name : str
        The id of an entry of the kind 'exact', see `known`.

    Examples
    --------
    >>> sum(known_chances("flip, 4x4, the whole game").values())
    Fraction(1, 1)
    """
    winner = known("exact", name)["expect"]["random_play"]["winner"]
    return {key: Fraction(winner.get(key, 0)) for key in WINNERS}


def chance_checks(chances: Mapping[str, Fraction], found: Mapping[str, Any]) -> list[Check]:
    """Return a check for each winner that two sets of exact chances are the same.

    Examples
    --------
    >>> half = {"black": Fraction(1, 2), "white": Fraction(1, 2), "draw": Fraction(0)}
    >>> stop_unless_all_agree(chance_checks(half, {**half, "draw": 0}))
    3
    """
    return [Check(_wins(key), chances[key], found[key]) for key in WINNERS]


def against_chances(counts: Tally, chances: Mapping[str, Fraction]) -> list[Check]:
    """Return how far the winners of random games lie from their exact chances, in standard errors.

    Examples
    --------
    >>> from variantlab.simulate import tally
    >>> even = {"black": Fraction(1, 2), "white": Fraction(0), "draw": Fraction(1, 2)}
    >>> checks = against_chances(tally(Othello(capture="vanish", size=4), n=400, seed=1), even)
    >>> all(check.agrees for check in checks)
    True
    """
    checks = []
    for name in WINNERS:
        chance, n = float(chances[name]), counts.n_games
        error = math.sqrt(chance * (1 - chance) / n)
        checks.append(_distant(_wins(name), chances[name], rate(counts.winner[name], n), error))
    return checks


def _distant(name: str, expected: Any, found: Interval, error: float) -> Check:
    """Return a check whose distance is the difference over its standard error."""
    difference = float(found.estimate or 0) - float(expected)
    if error == 0:
        return Check(name, expected, found, 0.0 if difference == 0 else math.copysign(math.inf, difference))
    return Check(name, expected, found, difference / error)


def _wins(name: str) -> str:
    """Return the label of a winner's share."""
    return f"{name}_wins" if name in ("black", "white") else name


def _spread(total: int, total_of_squares: int, n: int) -> float:
    """Return the standard deviation from sums."""
    return math.sqrt(max(0.0, (total_of_squares - total * total / n) / max(1, n - 1)))


# ----------------------------------------------------------------------------------------- the article's page


def run_article(article: str | Path, n_games: int, rule: str = "flip") -> dict[str, float]:
    """Return what the article's own page shows for a number of games, run by node.

    Parameters
    ----------
    article : path-like
        The article's text, with its ``<script> ... </script>``, as a text file. Its script is run, as a
        browser would run it: give the article, and nothing else.
    n_games : int
        Games to play, 1 to 1,000,000.
    rule : {'flip', 'vanish'}
        Which of the page's two rules.

    Returns
    -------
    dict of str to float
        games, plies, discs, capped, black, white, wipeout.

    Raises
    ------
    DataError
        When there is no such file, or it is not the article.
    VariantlabError
        When node is not there, or takes too long.
    """
    n_games = whole_number("n_games", n_games, 1, 1_000_000)
    path = Path(article).expanduser()
    if not path.is_file():
        hint = "Save the article's text, with its script, as a text file in UTF-8."
        raise invalid("article", str(article), "a file that can be read", hint, DataError)
    node = shutil.which("node")
    if node is None:
        raise VariantlabError("node: not found. Install Node.js, or leave the article out.")
    program = project_path("benchmarks", "article_page.mjs")
    command = [node, str(program), str(path.resolve()), rule, str(n_games)]
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="utf-8", check=False, timeout=PAGE_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise VariantlabError(f"article: {PAGE_SECONDS} seconds were not enough. Try fewer games.") from None
    line = json.loads(done.stdout.splitlines()[-1])["line"] if done.returncode == 0 and done.stdout else ""
    found = PAGE_LINE.search(line)
    if found is None:
        said = next((text for text in done.stderr.splitlines() if "Error" in text), line)[:300]
        hint = f"Its program said: {said}" if said else "Its program said nothing."
        raise invalid("article", str(article), "the article's text with its page's script", hint, DataError)
    return {"games": float(n_games)} | {name: float(value) for name, value in found.groupdict().items()}


def article_figures(counts: Tally) -> dict[str, str]:
    """Return our games in the figures that the article's page shows, rounded as `ARTICLE_FIGURES` are."""
    n = counts.n_games
    discs = counts.sums["black"] + counts.sums["white"]
    return {
        "games": f"{n:,}",
        "plies": f"{counts.sums['plies'] / n:.1f}",
        "discs": f"{discs / n:.1f}",
        "black_wins": f"{counts.winner['black'] / n:.0%}",
        "white_wins": f"{counts.winner['white'] / n:.0%}",
        "wipeout": f"{10_000 * counts.end_reason['wipeout'] / n:.0f} / 10,000",
    }


def against_article(page: Mapping[str, float], counts: Tally) -> list[Check]:
    """Return how far our random games lie from those of the article's page.

    Parameters
    ----------
    page : mapping
        What `run_article` returned.
    counts : Tally
        Our games of the same rule.

    Returns
    -------
    list of Check
        Wins and wipeouts, as shares of all games. The page counts capped games in the wins, so that the two
        can be compared where no game is capped. The standard error is that of a difference of two shares,
        from both samples together.
    """
    n, n_page = counts.n_games, round(page["games"])
    ours = {
        "black": counts.winner["black"],
        "white": counts.winner["white"],
        "wipeout": counts.end_reason["wipeout"],
    }
    checks = []
    for name, k in ours.items():
        together = (k + page[name]) / (n + n_page)
        error = math.sqrt(together * (1 - together) * (1 / n + 1 / n_page))
        checks.append(_distant(_wins(name), page[name] / n_page, rate(k, n), error))
    return checks
