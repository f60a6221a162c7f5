"""How discs fly and come to rest: the constants of the model. An assumption, not a measurement.

The article gives the rules and three throwing lines; how well people throw it does not say. Every constant
here is ours, and `variantlab.study.throw.fit_throws` puts your own in their place.
"""

from __future__ import annotations

from dataclasses import dataclass

#: To be shown wherever a result depends on the constants.
ASSUMPTION = "assumption, not measurement"


@dataclass(frozen=True)
class Physics:
    """The constants of one way to throw; lengths are in squares. An assumption, not a measurement.

    Parameters
    ----------
    sigma_across, sigma_along : float
        Standard deviations of the landing point about the aim, across the line of the throw (columns) and
        along it (rows): independent normal errors.
    turnover : float
        The chance that a disc lands with its other face up.
    knock : float
        The chance that a disc is knocked away that the thrown disc's path ends in contact with.
    upright : float
        The chance that a disc that is safe stands on edge.
    disc_radius : float
        Half the width of a disc, 0.05 to 0.5.
    stack_within : float
        A disc rests on top of another where their centres are at most so far apart.
    tie_tolerance : float
        Squares are too close to call where the shares of the disc over them differ by at most this.

    Examples
    --------
    >>> LINES["advanced"].stretch
    2.0
    """

    sigma_across: float = 0.0
    sigma_along: float = 0.0
    turnover: float = 0.0
    knock: float = 0.0
    upright: float = 0.0
    disc_radius: float = 0.44
    stack_within: float = 0.44
    tie_tolerance: float = 0.02

    @property
    def stretch(self) -> float:
        """How many times the spread along the throw is that across it; 1 where there is none."""
        return self.sigma_along / self.sigma_across if self.sigma_across else 1.0

    @property
    def is_perfect(self) -> bool:
        """Whether every disc comes to rest at the point it was aimed at."""
        return self.sigma_across == 0 == self.sigma_along


#: The article's throwing lines: the hand stays outside the frame (beginner), also below the stand's height
#: (intermediate), and throws from the near side only, below its line (advanced). ``perfect`` is no line of
#: the article: no error of any kind.
LINES = {
    "perfect": Physics(),
    "beginner": Physics(sigma_across=0.3, sigma_along=0.4, turnover=0.05, knock=0.2),
    "intermediate": Physics(sigma_across=0.45, sigma_along=0.7, turnover=0.1, knock=0.3),
    "advanced": Physics(sigma_across=0.6, sigma_along=1.2, turnover=0.15, knock=0.4),
}
