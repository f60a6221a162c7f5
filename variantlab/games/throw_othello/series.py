"""Whole series of Throw Othello games, players by name, and perft: from rules to the kernels and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from variantlab.errors import RulesError, invalid, unknown_choice
from variantlab.games.game import whole_number
from variantlab.games.throw_othello import kernels as k
from variantlab.games.throw_othello import search as s
from variantlab.games.throw_othello.landing import share_on_board
from variantlab.games.throw_othello.law import interval_chances
from variantlab.games.throw_othello.physics import LINES, Physics
from variantlab.games.throw_othello.position import (
    Aim,
    Landing,
    ThrowPosition,
    board_mask,
    frame_name,
    square_name,
    square_names,
    start_position,
)
from variantlab.games.throw_othello.rules import LARGEST_SIGMA, MOST_GAMES_IN_MEMORY, ThrowOthello

if TYPE_CHECKING:
    from collections.abc import Iterator

DEEPEST_SEARCH = 8
KINDS = {
    "random": s.RANDOM, "greedy": s.GREEDY, "expected": s.EXPECTED, "reply": s.REPLY,
    "alphabeta": s.ALPHA_BETA,
}  # fmt: skip
THINKERS = ("random", "greedy", "expected", "reply", "alphabeta:DEPTH")


@dataclass(frozen=True)
class ThrowPlayer:
    """How a player thinks, and how it throws.

    Attributes
    ----------
    thinking : str
        One of `KINDS`.
    depth : int
        Throws that ``alphabeta`` looks ahead, 0 for the others.
    physics : Physics
        The constants of its throw.
    """

    thinking: str
    depth: int
    physics: Physics


def player_of(name: str, game: ThrowOthello) -> ThrowPlayer:
    """Return the player that a name means, see `ThrowOthello.simulate`.

    Raises
    ------
    RulesError
        Where there is no such thinker, depth or spread.

    Examples
    --------
    >>> player = player_of("alphabeta:2@0.3x0.6", ThrowOthello())
    >>> player.thinking, player.depth, player.physics.sigma_across, player.physics.sigma_along
    ('alphabeta', 2, 0.3, 0.6)
    """
    thinking, at, throwing = str(name).strip().casefold().partition("@")
    kind, _, depth_text = thinking.partition(":")
    if kind not in KINDS:
        hint = "" if not at else "Such as expected@0.3."
        error = unknown_choice("player", name, THINKERS, RulesError)
        raise RulesError(f"{error} {hint}".strip())
    depth = 0
    if kind == "alphabeta":
        if not (depth_text.isascii() and depth_text.isdigit() and 1 <= int(depth_text) <= DEEPEST_SEARCH):
            allowed = f"alphabeta:DEPTH with a depth of 1 to {DEEPEST_SEARCH} throws"
            raise invalid("player", name, allowed, "Such as alphabeta:2.", RulesError)
        depth = int(depth_text)
    elif depth_text:
        raise invalid("player", name, f"{kind}, which takes no depth", error=RulesError)
    physics = game.physics
    if at:
        across, along = _spread_of(throwing, name)
        physics = replace(physics, sigma_across=across, sigma_along=along)
    return ThrowPlayer(kind, depth, physics)


def _spread_of(text: str, name: str) -> tuple[float, float]:
    if text in LINES:
        return LINES[text].sigma_across, LINES[text].sigma_along
    parts = text.split("x")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) not in (1, 2) or not all(0 <= number <= LARGEST_SIGMA for number in numbers):
        allowed = f"a spread of 0 to {LARGEST_SIGMA:g}, two such as 0.3x0.6 (across, along), or a line"
        raise invalid("player", name, f"{allowed} after the @", "Such as expected@0.3.", RulesError)
    return numbers[0], numbers[-1]


def simulate(
    game: ThrowOthello, players: tuple[str, str], n: int, seed: int, first: int, keep_turns: int = 0
) -> dict[str, np.ndarray]:
    """Return the record columns of a series of games, see `ThrowOthello.simulate`.

    With `keep_turns`, also the first so many throws of each game: ``turns`` (aim, square, face), ``points``
    and ``knocks``, as `variantlab.games.throw_othello.search` keeps them.
    """
    n = whole_number("n", n, 0, MOST_GAMES_IN_MEMORY)
    seed = whole_number("seed", seed, 0, 2**64 - 1)
    first = whole_number("first", first, 0, 2**63)
    chosen = tuple(player_of(player, game) for player in players)
    thinks = any(KINDS[player.thinking] > s.GREEDY for player in chosen)
    counts = np.zeros((n, len(k.COUNTS)), np.int64)
    reason, win = np.zeros(n, np.int8), np.zeros(n, np.int8)
    tops = np.zeros((2, n), np.int64)
    turns = np.full((n, keep_turns, 3), -2, np.int16)
    points, knocks = np.zeros((n, keep_turns, 2)), np.zeros((n, keep_turns), np.uint64)
    start = start_position(game)
    s.played_games(thinks)(
        np.uint64(seed), np.uint64(first), np.uint64(start.black), np.uint64(start.white),
        *rule_arguments(game), *player_arguments(game, chosen), counts, reason, *tops, win, turns, points,
        knocks,
    )  # fmt: skip
    columns = finished_columns(game, counts, tops)
    columns |= {"end_reason": reason, "winner": win}
    return columns | {"turns": turns, "points": points, "knocks": knocks} if keep_turns else columns


def landing_kept(
    game: ThrowOthello, square: int, face: int, knocked: int, point: tuple[float, float]
) -> Landing:
    """Return what a throw came to that a series kept: its square and face, the discs it knocked, its point.

    Examples
    --------
    >>> str(landing_kept(ThrowOthello(), 19, 1, 0, (3.3, 2.6)))
    'd3:W'
    """
    discs = square_names(int(knocked))
    if square >= 0:
        return Landing(square_name(square), game.colours[face], discs)
    frame = frame_name(int(s.whole_below(point[1])), int(s.whole_below(point[0]))) if discs else ""
    return Landing(None, "", discs, frame)


def finished_columns(game: ThrowOthello, counts: np.ndarray, tops: np.ndarray) -> dict[str, np.ndarray]:
    """Return the record columns from what the kernel counted."""
    columns = {name: counts[:, i].astype(np.int16) for i, name in enumerate(k.COUNTS)}
    columns["thrown"] = columns.pop("thrown_black") + columns.pop("thrown_white")
    for i, colour in enumerate(game.colours):
        hidden = columns[f"hidden_{colour}"] if game.count == "all" else 0
        columns[colour] = tops[i].astype(np.int16) + hidden
    return {name: columns[name] for name in game.counts}


def n_aims_a_side(game: ThrowOthello) -> int:
    """Return how many aims stand in one row of them."""
    return game.aims_per_square * (game.size - 1) + 1


def rule_arguments(game: ThrowOthello) -> tuple[Any, ...]:
    """Return what the kernels take of the rules."""
    return (
        np.uint64(board_mask(game.size)), game.size, game.aims_per_square, n_aims_a_side(game),
        game.discs_each, game.fouls_to_lose, game.count == "all", game.knock_on_foul,
    )  # fmt: skip


def player_arguments(game: ThrowOthello, players: tuple[ThrowPlayer, ...]) -> tuple[Any, ...]:
    """Return what the kernels take of the players, the disc and the landing law, and room to work in."""
    kinds = np.array([(KINDS[player.thinking], player.depth) for player in players], np.int64)
    throws = np.array(
        [
            (p.sigma_across, p.sigma_along, p.turnover, p.knock, p.upright)
            for p in (player.physics for player in players)
        ]
    )
    physics = game.physics
    disc = np.array([physics.disc_radius, physics.stack_within, physics.tie_tolerance])
    thinks = bool((kinds[:, 0] > s.GREEDY).any())
    tables = landing_tables(game, tuple(player.physics for player in players), thinks)
    n, n_cells = n_aims_a_side(game), s.CELLS * game.size + 2 * s.FRAME_CELLS
    room = np.zeros(64), np.zeros((n_cells, n_cells)), np.zeros((n_cells, n)), np.zeros((n, n))
    return kinds, throws, disc, tables, room


@cache
def resting_table(radius: float, stack_within: float, tie_tolerance: float) -> np.ndarray:
    """Return where a disc is set down from each cell of a square, see `search.fill_resting_table`."""
    table = np.zeros((25, 512, s.CELLS**2), np.int8)
    s.fill_resting_table(radius, stack_within, tie_tolerance, table)
    return table


@cache
def landing_tables(game: ThrowOthello, throws: tuple[Physics, ...], thinks: bool) -> tuple[np.ndarray, ...]:
    """Return the tabulated landing law: resting places, safe shares, and the chances of cells and squares.

    The chances of cells by aim have one table a player; 64 squares need 205 kilobytes and some milliseconds
    for the resting places, once for each disc, and 34 kilobytes for the chances.
    """
    n, size = n_aims_a_side(game), game.size
    edges = np.arange(-s.FRAME_CELLS, s.CELLS * size + s.FRAME_CELLS + 1) / s.CELLS
    aims = np.array([s.coordinate(i, game.aims_per_square) for i in range(n)])
    physics = game.physics
    if not thinks:
        nothing = np.zeros((2, 1, 1))
        return np.zeros((1, 1, 1), np.int8), nothing[0], nothing, nothing, nothing, nothing
    middles = (edges[:-1] + edges[1:]) / 2
    shares = np.array([[share_on_board(x, y, size, physics.disc_radius) for x in middles] for y in middles])
    table = resting_table(physics.disc_radius, physics.stack_within, physics.tie_tolerance)
    squares, centres = np.arange(size + 1.0), np.arange(size) + 0.5

    def chances(borders: np.ndarray, points: np.ndarray, sigmas: list[float]) -> np.ndarray:
        return (
            np.array([[interval_chances(borders, a, sigma) for a in points] for sigma in sigmas])
            .swapaxes(1, 2)
            .copy()
        )

    across = [physics.sigma_across for physics in throws]
    along = [physics.sigma_along for physics in throws]
    return (
        table, shares, chances(edges, aims, across), chances(edges, aims, along),
        chances(squares, centres, across), chances(squares, centres, along),
    )  # fmt: skip


def aim_numbered(game: ThrowOthello, number: int) -> Aim:
    """Return an aim from its number in the kernels."""
    n = n_aims_a_side(game)
    return Aim(*(float(s.coordinate(i, game.aims_per_square)) for i in (number % n, number // n)))


def best_moves(position: ThrowPosition, player: str) -> tuple[Aim, ...]:
    """Return the moves of a position that a player holds for best, see `ThrowOthello.best_moves`."""
    from variantlab.games.throw_othello.position import FOUL_MOVE

    game = position.game
    chosen = player_of(player, game)
    moves = position.legal_moves()
    if chosen.thinking == "random" or position.is_over:
        return tuple(move for move in moves if move != FOUL_MOVE)
    colour = game.colours.index(position.to_move)
    counts = position.counts_array()
    black, white = np.uint64(position.black), np.uint64(position.white)
    own, opp = (white, black) if colour == k.WHITE else (black, white)
    board = np.uint64(board_mask(game.size))
    if chosen.thinking == "greedy":
        return tuple(Aim.at(name) for name in square_names(int(k.most_capturing(own, opp, board))))
    if chosen.thinking == "alphabeta":
        left = position.left(position.to_move), position.left(game.colours[1 - colour])
        fouls = counts[k.FOULS + colour], counts[k.FOULS + 1 - colour]
        squares, misses = s.best_squares(
            own, opp, position.margin(position.to_move), *left, *fouls, game.fouls_to_lose, board,
            game.count == "all", chosen.depth,
        )  # fmt: skip
        return (FOUL_MOVE,) if misses else tuple(Aim.at(name) for name in square_names(int(squares)))
    worths, missed = aim_worths(position, player)
    best = worths.max()
    if missed > best + s.SAME:
        return (FOUL_MOVE,)
    return tuple(aim_numbered(game, int(i)) for i in np.flatnonzero(worths.ravel() >= best - s.SAME))


def aim_worths(position: ThrowPosition, player: str, opponent: str | None = None) -> tuple[np.ndarray, float]:
    """Return the expected worth of every aim, rows from the top, and of a foul, to 'expected' or 'reply'.

    Parameters
    ----------
    position : ThrowPosition
        A position that is not over.
    player, opponent : str
        The thrower and the other side, see `ThrowOthello.simulate`; the same if one is given.

    Returns
    -------
    worths : numpy.ndarray
        In discs of the margin; of the last throw of the game in results, 64 for a win. For 'reply' less what
        the other side expects of its best throw.
    foul : float
        The worth of a foul on purpose.

    Examples
    --------
    >>> worths, foul = aim_worths(ThrowOthello(line="perfect").start_position(), "expected")
    >>> float(worths.max()), foul
    (3.0, 0.0)
    """
    game = position.game
    chosen = player_of(player, game)
    if chosen.thinking not in ("expected", "reply"):
        raise unknown_choice("player", player, ("expected", "reply"), RulesError)
    colour = game.colours.index(position.to_move)
    pair = [chosen, player_of(opponent or player, game)]
    _, throws, _, tables, room = player_arguments(game, tuple(pair if colour == 0 else pair[::-1]))
    missed = s.aim_worths(
        np.uint64(position.black), np.uint64(position.white), position.counts_array(), colour,
        KINDS[chosen.thinking], game.size, game.discs_each, game.fouls_to_lose, game.count == "all", throws,
        tables, room,
    )  # fmt: skip
    return room[3], float(missed)


def perft(game: ThrowOthello, depth: int, position: ThrowPosition | None, convention: str) -> list[int]:
    """Return the number of lines of 1 to `depth` throws, see `ThrowOthello.perft`."""
    depth = whole_number("depth", depth, 1, 60)
    conventions = {"leaves": 1, "full_depth": 0}
    if convention not in conventions:
        raise unknown_choice("convention", convention, conventions, RulesError)
    level: Counter[ThrowPosition] = Counter([start_position(game) if position is None else position])
    finished, found = 0, []
    for _ in range(depth):
        following: Counter[ThrowPosition] = Counter()
        for at, n in level.items():
            for after in _after(at):
                following[after] += n
            if at.is_over:
                finished += n * conventions[convention]
        level = following
        found.append(sum(level.values()) + finished)
    return found


def _after(position: ThrowPosition) -> Iterator[ThrowPosition]:
    for move in position.legal_moves():
        yield from (after for _, after in position.outcomes(move))
