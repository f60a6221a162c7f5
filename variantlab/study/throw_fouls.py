"""T2 and T5 of the throw study: where fouls on purpose are right, how often, and games fouled out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

from variantlab.errors import DataError, invalid
from variantlab.games.throw_othello.position import Aim, ThrowPosition
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.games.throw_othello.series import aim_numbered, aim_worths
from variantlab.simulate import tally
from variantlab.stats.intervals import Interval, mean
from variantlab.study.throw_curves import (
    GAME,
    SPREADS,
    Curve,
    by_line_and_spread,
    record_columns,
    thrown_games,
)

__all__ = [
    "LAST_THROW",
    "best_aim",
    "exact_scores",
    "foul_on_purpose",
    "foul_positions",
    "fouled_out",
    "scores_of_best_aims",
]

# What positions score for a side.
_Known = dict[tuple[str, ThrowPosition], Fraction]

#: A position met in play, before the last throw: white leads by a disc and has no foul yet.
LAST_THROW = (
    "....(XO)(OXX)../..O.O.../.O.XOO../(XO)OX(XO)(XX).../.(OX)..(OO)X../.X..O.X./..O.OO.X/....(XO).XX "
    "w; thrown: black 16, white 15"
)


def foul_on_purpose(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("expected", "expected"),
    spreads: Sequence[float] = SPREADS,
    n: int = 1000,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Curve, Curve]:
    """Return T2, how often: the mean of the fouls on purpose in a game, by throwing line and by spread.

    A thinker fouls where its own reckoning puts a foul above every aim: it is right by that reckoning.

    Examples
    --------
    >>> from_lines, at_spreads = foul_on_purpose(spreads=(0.0, 1.0), n=50)
    >>> len(from_lines.measured), len(at_spreads.measured)
    (3, 2)
    """

    def fouls(changed: ThrowOthello, number: int) -> Interval:
        columns = record_columns(changed, players, n, seed + number, threads)
        return mean(columns["deliberate_black"] + columns["deliberate_white"])

    return by_line_and_spread(game, spreads, fouls, "fouls", players)


def exact_scores(position: ThrowPosition, moves: Sequence[Aim | str] | None = None) -> dict[str, Fraction]:
    """Return what each move scores on average, exactly, to the end of the game: 1 a win, 1/2 a draw.

    By the exact landing law, with knocks, discs on edge and ties: the check of what the players reckon.

    Parameters
    ----------
    position : ThrowPosition
        With one disc left to throw, or two where the spread is 0: then the other side answers as well as can
        be.
    moves : sequence of Aim or str, optional
        Only these; by default all that are listed as legal. An aim with a spread takes a tenth of a second.

    Raises
    ------
    DataError
        Where more discs are left to throw, or none.

    Examples
    --------
    >>> game = ThrowOthello(size=4, discs_each=1, line="perfect", turnover=0.5, aims_per_square=1)
    >>> position = game.position("O.../.OX./.XO./.... w; thrown: black 1, white 0")
    >>> scores = exact_scores(position)
    >>> print(scores["d1"], scores["foul"])  # white leads, and the wrong face may cost that
    3/4 1
    """
    n_left = sum(position.left(colour) for colour in position.game.colours)
    most = 2 if position.game.physics.is_perfect else 1
    if position.is_over or n_left > most:
        hint = "With a spread only the last throw is followed to the end, without one the last two."
        raise invalid("position", f"{n_left} discs left", f"1 to {most} left to throw", hint, DataError)
    known: _Known = {}  # many aims lead to the same board
    chosen = position.legal_moves() if moves is None else [position.find_move(move) for move in moves]
    with ThreadPoolExecutor() as pool:  # the landing laws take most of the time, and are kept
        list(pool.map(position.landings, chosen))
    return {str(move): _score_of_move(position, move, known) for move in chosen}


def _score_of_move(position: ThrowPosition, move: Aim, known: _Known) -> Fraction:
    """Return what a move scores for the thrower, the other side answering as well as can be."""
    thrower = position.to_move
    return sum(
        (chance * _score_for(thrower, after, known) for chance, after in position.outcomes(move)), Fraction(0)
    )


def _score_for(colour: str, position: ThrowPosition, known: _Known) -> Fraction:
    """Return what a position scores for `colour`: the result of a finished game, else with best play."""
    key = colour, position
    if key not in known:
        if position.is_over:
            known[key] = Fraction(1, 2) if position.winner == "draw" else Fraction(position.winner == colour)
        else:
            best = max(_score_of_move(position, move, known) for move in position.legal_moves())
            known[key] = best if position.to_move == colour else 1 - best
    return known[key]


def best_aim(scores: Mapping[str, Fraction]) -> tuple[str, Fraction]:
    """Return the aim that scores most, a foul left out, and its score.

    Examples
    --------
    >>> best_aim({"d3": Fraction(1, 2), "c4": Fraction(3, 4), "foul": Fraction(1)})
    ('c4', Fraction(3, 4))
    """
    aims = {move: score for move, score in scores.items() if move != "foul"}
    best = max(aims, key=aims.__getitem__)
    return best, aims[best]


def scores_of_best_aims(
    position: ThrowPosition, player: str = "expected", n_aims: int = 4
) -> dict[str, Fraction]:
    """Return the exact scores of the foul and of the aims that a player reckons best, before the last throw.

    Parameters
    ----------
    position : ThrowPosition
        With one disc left to throw.
    player : str
        'expected' or 'reply'.
    n_aims : int
        How many aims.

    Examples
    --------
    >>> scores = scores_of_best_aims(ThrowOthello(line="perfect").position(LAST_THROW), n_aims=2)
    >>> len(scores), scores["foul"]
    (3, Fraction(1, 1))
    """
    worths, _ = aim_worths(position, player)
    best = (-worths).argsort(axis=None, kind="stable")[:n_aims]
    return exact_scores(position, [*(aim_numbered(position.game, int(i)) for i in best), "foul"])


def foul_positions(
    game: ThrowOthello = GAME, player: str = "expected", n: int = 200, seed: int = 0, most: int = 20
) -> list[tuple[ThrowPosition, float, float]]:
    """Return T2, where: positions in which a foul on purpose is worth more than every aim.

    They are met in games of the player against itself.

    Returns
    -------
    list of (ThrowPosition, float, float)
        At most `most` positions, with the worth of the foul and of the best aim to the thrower, in discs;
        before the last throw of a game in results, 64 for a win.

    Examples
    --------
    >>> found = foul_positions(n=100, most=1)
    >>> [worth_of_foul > worth_of_aim for _, worth_of_foul, worth_of_aim in found]
    [True]
    """
    found: list[tuple[ThrowPosition, float, float]] = []
    for throws in thrown_games(game, (player, player), n, seed):
        for position, landing, is_on_purpose in throws:
            if len(found) >= most:
                return found
            if is_on_purpose and landing.square is None:
                worths, foul = aim_worths(position, player)
                found.append((position, foul, float(worths.max())))
    return found


def fouled_out(
    game: ThrowOthello = GAME,
    players: tuple[str, str] = ("greedy", "greedy"),
    spreads: Sequence[float] = SPREADS,
    n: int = 5000,
    seed: int = 0,
    threads: int | None = None,
) -> tuple[Curve, Curve]:
    """Return T5: the share of games that a third foul ends, by throwing line and by spread.

    Examples
    --------
    >>> from_lines, at_spreads = fouled_out(spreads=(0.0, 2.0), n=200)
    >>> from_lines.values, [point.estimate > 0 for point in at_spreads.measured]
    (('beginner', 'intermediate', 'advanced'), [False, True])
    """

    def share(changed: ThrowOthello, number: int) -> Interval:
        return tally(changed, players, n, seed + number, threads=threads).end_rate("fouled_out")

    return by_line_and_spread(game, spreads, share, "fouled_out", players)
