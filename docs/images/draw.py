"""Draw the pictures of the README again: ``.venv/bin/python docs/images/draw.py``."""

from pathlib import Path

from variantlab.files import write_bytes_atomically, write_text_atomically
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.simulate import tally
from variantlab.view.boards import board_svg
from variantlab.view.charts import convergence_chart
from variantlab.view.shogi import shogi_svg

FOLDER = Path(__file__).parent
SIZES = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
ENDING = {"en": "", "ja": ".ja"}


def draw_board(lang: str) -> None:
    """Write the start position under the vanish rule, with what a disc on d3 would take away."""
    position = Othello(capture="vanish").start_position()
    write_text_atomically(FOLDER / f"board{ENDING[lang]}.svg", board_svg(position, preview="d3", lang=lang))


def draw_chain(lang: str) -> None:
    """Write a position of Negaeri Shogi, with the pieces that a dropped pawn would turn, stage by stage."""
    position = NegaeriShogi().position("2k3/Ppb+Prb/2p2p/1P2r1/2PPPp/1BRKB1 b 2Prp 23")
    drawing = shogi_svg(position, preview="P*e1", lang=lang)
    write_text_atomically(FOLDER / f"chain{ENDING[lang]}.svg", drawing)


def draw_how_many_games(lang: str) -> None:
    """Write how the interval of a win rate of the standard rule narrows with the number of games."""
    wins = [tally(Othello(), n=n, seed=1).winner["black"] for n in SIZES]
    chart = convergence_chart(SIZES, wins, seed=1, lang=lang)
    write_bytes_atomically(FOLDER / f"how-many-games{ENDING[lang]}.svg", chart.svg())


if __name__ == "__main__":
    for language in ENDING:
        draw_board(language)
        draw_chain(language)
        draw_how_many_games(language)
