"""The landing law: the exact chances of where a disc aimed at a point is set down, by integration.

Along a line of constant y the resting place changes only where the line crosses one of a few curves: sides
and diagonals of squares, circles about the lying discs, the curves on which the far rim of a leaning disc
crosses a side, and those on which two shares of the disc are just too close to call. Between crossings a
difference of the normal distribution function is exact. In y the integrand is smooth between the heights
where curves begin, end or meet (but for crossings of curves of different discs); between these the
Gauss-Legendre rule is used, after a change of variable that takes away the square roots at the
ends. Only the frame, where a disc is safe with a chance that varies, needs a second such rule in x.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from variantlab.games.bits import U0, U1
from variantlab.games.compile import compiled, inlined
from variantlab.games.throw_othello.landing import (
    quadrant_share,
    resting_place,
    share_on_board,
    square_under,
    touched_discs,
)
from variantlab.games.throw_othello.physics import Physics

#: Standard deviations from the aim beyond which nothing is integrated: the chance is below 1e-18.
FARTHEST = 9.0
#: Nodes of the Gauss-Legendre rule between two heights, and on the frame.
N_NODES = 12
_MOST_ATOMS = 4096


@inlined
def normal_chance(low, high, sigma):
    """Return the chance that a normal error of this spread lies from `low` to `high`, exact in the tails."""
    scale = 1.0 / (sigma * math.sqrt(2.0))
    if low > 0.0:
        return 0.5 * (math.erfc(low * scale) - math.erfc(high * scale))
    if high < 0.0:
        return 0.5 * (math.erfc(-high * scale) - math.erfc(-low * scale))
    return 0.5 * (math.erf(high * scale) - math.erf(low * scale))


def interval_chances(borders: np.ndarray, aim: float, sigma: float) -> np.ndarray:
    """Return the chance of each interval between two borders, for a coordinate aimed at one point.

    Without spread it is the limit of ever smaller ones: a point on a border is half on either side.

    Examples
    --------
    >>> interval_chances(np.array([0.0, 1.0, 2.0]), 1.0, 0.0).tolist()
    [0.5, 0.5]
    >>> chances = interval_chances(np.array([-9.0, 0.0, 9.0]), 0.0, 1.0)
    >>> float(chances.sum())
    1.0
    """
    if sigma == 0:
        low, high = borders[:-1], borders[1:]
        return ((low < aim) & (aim < high)) + 0.5 * ((low == aim) | (high == aim))
    return np.array([normal_chance(low - aim, high - aim, sigma) for low, high in pairwise(borders)])


@inlined
def _share_difference(kind, u, v):
    """Return by how much two shares of a disc differ that may tie, for its centre at (u, v) from a corner."""
    if kind == 0:
        return quadrant_share(u, v) - quadrant_share(-u, v)
    if kind == 1:
        return quadrant_share(u, v) - quadrant_share(u, -v)
    if kind == 2:
        return quadrant_share(u, v) - quadrant_share(-u, -v)
    if kind == 3:
        return quadrant_share(-u, v) - quadrant_share(-u, -v)
    return quadrant_share(u, -v) - quadrant_share(-u, -v)


@compiled
def _tie_crossings(v, tolerance, found):
    """Fill in the distances u at which two shares differ by just the tolerance, and return how many."""
    n = 0
    for kind in range(5):
        low, high = 0.0, 1.0
        rises = _share_difference(kind, high, v) > tolerance
        if (_share_difference(kind, low, v) > tolerance) == rises:
            continue
        for _ in range(52):
            middle = 0.5 * (low + high)
            if (_share_difference(kind, middle, v) > tolerance) == rises:
                high = middle
            else:
                low = middle
        found[n] = 0.5 * (low + high)
        n += 1
    return n


@inlined
def _rim_crossing(dy, radius):
    """Return how far beside a disc's centre another leans whose far rim is just half a square beside it."""
    low, high = 0.0, 0.5
    for _ in range(52):
        middle = 0.5 * (low + high)
        if middle + radius * middle / math.sqrt(middle * middle + dy * dy) > 0.5:
            high = middle
        else:
            low = middle
    return 0.5 * (low + high)


@inlined
def _added(squares, contacts, unders, chances, n, candidates, touched, under, chance):
    """Add a chance to the atom of these squares, and return the number of atoms."""
    for i in range(n - 1, -1, -1):
        if squares[i] == candidates and contacts[i] == touched and unders[i] == under:
            chances[i] += chance
            return n
    squares[n], contacts[n], unders[n], chances[n] = candidates, touched, under, chance
    return n + 1


@compiled
def _crossings(y, column, occupied, size, radius, stack_within, ties, n_ties, found):
    """Fill in the x of one square at which the resting place may change at height y, and return how many."""
    row = math.floor(y)
    left, across = np.float64(column), y - row
    n = 0
    for i in range(n_ties):
        found[n], found[n + 1] = left + radius * ties[i], left + 1.0 - radius * ties[i]
        n += 2
    found[n], found[n + 1] = left + across, left + 1.0 - across
    n += 2
    for r in range(max(row - 1, 0), min(row + 2, size)):
        for c in range(max(column - 1, 0), min(column + 2, size)):
            if not occupied >> np.uint64(8 * r + c) & U1:
                continue
            x, dy = c + 0.5, abs(y - (r + 0.5))
            steps = np.zeros(4)
            for i in range(2):
                reach = stack_within if i == 0 else 2.0 * radius
                if dy < reach:
                    steps[i] = math.sqrt(reach * reach - dy * dy)
            steps[2] = _rim_crossing(dy, radius)
            if dy < 0.5:
                distance = radius * dy / (0.5 - dy)
                if distance > dy:
                    steps[3] = math.sqrt(distance * distance - dy * dy)
            for i in range(4):
                found[n], found[n + 1] = x - steps[i], x + steps[i]
                n += 2
    # The share over the board has its bends where the rim passes an edge or a corner.
    beyond = min(abs(y), abs(size - y))
    bend = math.sqrt(radius * radius - beyond * beyond) if beyond < radius else 0.0
    for step in (radius, bend):
        found[n], found[n + 1], found[n + 2], found[n + 3] = -step, step, size - step, size + step
        n += 4
    return n


@compiled
def _integrated(
    aim_x, sigma, ys, weights, occupied, size, radius, stack_within, tie_tolerance, nodes, node_weights,
    squares, contacts, unders, chances,
):  # fmt: skip
    """Fill in the atoms of the law and their chances; return how many there are, and the chance of a foul.

    An atom with no squares is a foul that touched discs; its ``under`` is the square of the frame, counted by
    ten from the corner beyond a1.
    """
    found, ties = np.zeros(128), np.zeros(5)
    n, missed = 0, 0.0
    for i in range(ys.size):
        y, weight = ys[i], weights[i]
        n_ties = _tie_crossings(abs(y - math.floor(y + 0.5)) / radius, tie_tolerance, ties)
        for column in range(-1, size + 1):
            left, right = np.float64(column), column + 1.0
            if sigma == 0.0:
                if left <= aim_x < right:
                    share = share_on_board(aim_x, y, size, radius)
                    missed += weight * (1.0 - share)
                    if 0.0 < share < 1.0:
                        touched = touched_discs(aim_x, y, occupied, size, radius)
                        if touched != U0:
                            under = 10 * (np.int64(math.floor(y)) + 1) + column + 1
                            slipped = weight * (1.0 - share)
                            n = _added(squares, contacts, unders, chances, n, U0, touched, under, slipped)
                    if share > 0.0:
                        place, touched = resting_place(
                            aim_x, y, occupied, size, radius, stack_within, tie_tolerance
                        )
                        r, c = square_under(aim_x, y, size)
                        n = _added(
                            squares, contacts, unders, chances, n, place, touched, 8 * r + c, weight * share
                        )
                continue
            if left - aim_x > FARTHEST * sigma or aim_x - right > FARTHEST * sigma:
                continue
            n_found = _crossings(y, column, occupied, size, radius, stack_within, ties, n_ties, found)
            for j in range(n_found):
                found[j] = min(max(found[j], left), right)
            found[n_found], found[n_found + 1] = left, right
            borders = np.sort(found[: n_found + 2])
            on_board = 0 <= column < size and 0.0 <= y <= size
            for j in range(n_found + 1):
                low, high = borders[j], borders[j + 1]
                if high - low <= 0.0:
                    continue
                middle = 0.5 * (low + high)
                whole = weight * normal_chance(low - aim_x, high - aim_x, sigma)
                safe = whole
                if not on_board:
                    if share_on_board(middle, y, size, radius) <= 0.0:
                        missed += whole
                        continue
                    safe = weight * _safe_chance(
                        low, high, y, aim_x, sigma, size, radius, nodes, node_weights
                    )
                    missed += whole - safe
                    touched = touched_discs(middle, y, occupied, size, radius)
                    if touched != U0:
                        under = 10 * (np.int64(math.floor(y)) + 1) + column + 1
                        slipped = whole - safe
                        n = _added(squares, contacts, unders, chances, n, U0, touched, under, slipped)
                place, touched = resting_place(middle, y, occupied, size, radius, stack_within, tie_tolerance)
                r, c = square_under(middle, y, size)
                n = _added(squares, contacts, unders, chances, n, place, touched, 8 * r + c, safe)
    return n, missed


@compiled
def _safe_chance(low, high, y, aim, sigma, size, radius, nodes, node_weights):
    """Return the chance to come to lie from `low` to `high` on the frame at height y, and be safe there."""
    low, high = max(low, aim - FARTHEST * sigma), min(high, aim + FARTHEST * sigma)
    if high <= low:
        return 0.0
    n_panels = np.int64(math.ceil((high - low) / sigma))
    width = (high - low) / n_panels
    total = 0.0
    for i in range(n_panels):
        for j in range(nodes.size):
            x = low + width * (i + nodes[j])
            z = (x - aim) / sigma
            density = math.exp(-0.5 * z * z) / (sigma * math.sqrt(2.0 * math.pi))
            total += width * node_weights[j] * density * share_on_board(x, y, size, radius)
    return total


@lru_cache(maxsize=8)
def _rule(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights from 0 to 1 that are exact for smooth functions of a root at either end."""
    nodes, weights = np.polynomial.legendre.leggauss(n)
    t = (nodes + 1) / 2
    return t * t * (3 - 2 * t), weights / 2 * 6 * t * (1 - t)


def _critical_heights(physics: Physics) -> np.ndarray:
    """Return the heights within a square, 0 to 1, at which curves begin, end or meet."""
    r, s = physics.disc_radius, min(physics.stack_within, 1.0)
    tie = 2 * physics.tie_tolerance * r
    from_centre = [0.5 - r, 1 / 3, 0.5 * s / (r + s)]
    for reach in (s, 2 * r):
        steps = [reach, reach / math.sqrt(2)]
        sides = (0.5, 1.0, 0.5 * reach / (r + reach), 0.5 - r)
        steps += [math.sqrt(reach**2 - side**2) for side in sides if reach > side]
        from_centre += steps
    heights = [0.0, 0.5, r, 1 - r, tie / 4, tie / 2, tie, 1 - tie / 4, 1 - tie / 2, 1 - tie]
    heights += [sign * step + 0.5 + shift for step in from_centre for sign in (1, -1) for shift in (-1, 0, 1)]
    return np.unique(np.round([h for h in heights if 0 <= h < 1], 15))


def _heights(aim: float, sigma: float, size: int, physics: Physics, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the heights at which the law is evaluated, and the chance that each stands for."""
    if sigma == 0:
        return np.array([aim]), np.array([1.0])
    low, high = max(-1.0, aim - FARTHEST * sigma), min(size + 1.0, aim + FARTHEST * sigma)
    borders = (np.arange(-1, size + 1)[:, None] + _critical_heights(physics)).ravel()
    borders = np.concatenate([borders, aim + sigma * np.arange(-FARTHEST, FARTHEST + 1), [low, high]])
    borders = np.unique(borders[(borders >= low) & (borders <= high)])
    if borders.size < 2:
        return np.zeros(0), np.zeros(0)
    nodes, weights = _rule(n)
    widths = np.diff(borders)[:, None]
    ys = (borders[:-1, None] + widths * nodes).ravel()
    density = np.exp(-0.5 * ((ys - aim) / sigma) ** 2) / (sigma * math.sqrt(2 * math.pi))
    return ys, (widths * weights).ravel() * density


@dataclass(frozen=True)
class LandingLaw:
    """Where a disc aimed at a point is set down, with the chance of each place.

    Attributes
    ----------
    places : tuple of (candidates, contacts, under, chance)
        Bitboards of the squares it may be set down on (several where it is too close to call) and of the
        discs that it touched and may knock; the number of the square under its centre; and the chance.
    foul : float
        The chance that it does not come to rest on the board.
    slips : tuple of (row, column, contacts, chance)
        The part of the fouls that touches discs: the square of the frame under its centre, a row or column of
        -1 or the size of the board; the bitboard of the discs it touched; and the chance.
    """

    places: tuple[tuple[int, int, int, float], ...]
    foul: float
    slips: tuple[tuple[int, int, int, float], ...] = ()

    def by_square(self) -> Mapping[int, float]:
        """Return the chance of each square, by its number; ties are shared out evenly."""
        found: dict[int, float] = {}
        for candidates, _, _, chance in self.places:
            squares = [i for i in range(64) if candidates >> i & 1]
            for square in squares:
                found[square] = found.get(square, 0.0) + chance / len(squares)
        return dict(sorted(found.items()))

    @property
    def total(self) -> float:
        """The sum of all chances: 1, to within 1e-12."""
        return self.foul + math.fsum(chance for *_, chance in self.places)


@lru_cache(maxsize=8192)
def landing_law(
    x: float, y: float, physics: Physics, occupied: int = 0, size: int = 8, n_nodes: int = N_NODES
) -> LandingLaw:
    """Return the exact law of where a disc aimed at (x, y) is set down, before it knocks or turns over.

    Parameters
    ----------
    x, y : float
        The aim, in squares from the upper left corner of the board.
    physics : Physics
        The constants of the throw; turning over, knocks and standing on edge play no part.
    occupied : int
        Bitboard of the squares with a disc.
    size : int
        Columns and rows of the board.
    n_nodes : int
        Nodes of the integration between two heights.

    Returns
    -------
    LandingLaw
        All chances together are 1 within 1e-12, each being integrated by itself and nothing scaled. Those of
        squares and of a foul are right to about 1e-6, those of ties and contacts, which are cut finer, to
        about 1e-4; more nodes make them better. A spread of half a square costs a tenth of a second.

    Examples
    --------
    >>> law = landing_law(2.5, 2.5, Physics(sigma_across=0.5, sigma_along=0.5))
    >>> round(law.by_square()[18], 6), abs(law.total - 1) < 1e-12  # 18 is c3; the board is empty
    (0.465955, True)
    """
    ys, weights = _heights(y, physics.sigma_along, size, physics, n_nodes)
    squares, contacts = np.zeros(_MOST_ATOMS, np.uint64), np.zeros(_MOST_ATOMS, np.uint64)
    unders, chances = np.zeros(_MOST_ATOMS, np.int64), np.zeros(_MOST_ATOMS)
    n, missed = _integrated(
        float(x), physics.sigma_across, ys, weights, np.uint64(occupied), size, physics.disc_radius,
        physics.stack_within, physics.tie_tolerance, *_rule(N_NODES), squares, contacts, unders, chances,
    )  # fmt: skip
    along = interval_chances(np.array([-1.0, size + 1.0]), y, physics.sigma_along)[0]
    across = interval_chances(np.array([-1.0, size + 1.0]), x, physics.sigma_across)[0]
    missed += (1 - along) + along * (1 - across)
    found = zip(squares[:n].tolist(), contacts[:n].tolist(), unders[:n].tolist(), chances[:n], strict=True)
    atoms = sorted((a, b, c, float(chance)) for a, b, c, chance in found if chance > 0)
    places = tuple(atom for atom in atoms if atom[0])
    slips = tuple((c // 10 - 1, c % 10 - 1, b, chance) for a, b, c, chance in atoms if not a)
    return LandingLaw(places, float(missed), slips)


def whole_square_law(x: float, y: float, physics: Physics, size: int = 8) -> np.ndarray:
    """Return the chance that the centre of a disc aimed at (x, y) comes to lie over each square of the board.

    Discs that lie there, the frame and ties play no part: rows from the top, shape (size, size), in closed
    form.

    Examples
    --------
    >>> law = whole_square_law(4.0, 4.0, Physics(sigma_across=0.5, sigma_along=0.5))
    >>> float(law[3, 3]) == float(law[4, 4]), bool(law.sum() <= 1)
    (True, True)
    """
    borders = np.arange(size + 1.0)
    along = interval_chances(borders, y, physics.sigma_along)
    return np.outer(along, interval_chances(borders, x, physics.sigma_across))


__all__ = ["U0", "LandingLaw", "interval_chances", "landing_law", "whole_square_law"]
