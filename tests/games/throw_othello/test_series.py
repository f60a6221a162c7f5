"""Series of games: the same whatever the threads and parts, and by command."""

import json

import numpy as np
import pytest

from variantlab.cli import main
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.simulate import simulate


@pytest.mark.parametrize("players", [("random", "greedy"), ("expected@0.3", "greedy")])
def test_games_do_not_know_of_threads_or_parts(players):
    game = ThrowOthello()
    one = simulate(game, players, n=64, seed=3, threads=1)
    several = simulate(game, players, n=64, seed=3, threads=3)
    assert one.equals(several)
    columns = game.simulate(players, n=5, seed=3, first=40)
    assert (columns["black"] == one["black"].to_numpy()[40:45]).all()


def test_a_command_plays_a_series(capsys):
    settings = ["--set", "sigma_across=0.5", "--set", "sigma_along=0.5"]
    players = ["--players", "expected", "greedy", "--games", "60", "--seed", "1", "--json"]
    main(["simulate", "throw_othello", *settings, *players])
    found = json.loads(capsys.readouterr().out)
    assert sum(found["winner"].values()) == 60
    assert found["rules"]["sigma_across"] == 0.5


def test_a_table_has_the_columns_of_the_record_in_order():
    table = simulate(ThrowOthello(), n=20, seed=1)
    assert list(table.columns) == list(ThrowOthello.columns)


def test_the_same_game_number_throws_with_the_same_luck():
    """Who throws twice as far throws twice as far off, game by game, from the same draws."""
    from variantlab.games.throw_othello import series

    one, other = (
        series.simulate(
            ThrowOthello(sigma_across=s, sigma_along=s), ("random", "random"), 5, 1, 0, keep_turns=1
        )
        for s in (0.1, 0.2)
    )
    aims = one["turns"][:, 0, 0]
    assert (aims == other["turns"][:, 0, 0]).all()
    points = np.array([(0.5 + aim % 15 / 2, 0.5 + aim // 15 / 2) for aim in aims])
    assert other["points"][:, 0] - points == pytest.approx(2 * (one["points"][:, 0] - points))
