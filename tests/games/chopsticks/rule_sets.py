"""The rule sets the tests go through, and how a position of the package is written in the oracle."""

import itertools

from tests.oracles import chopsticks as oracle
from variantlab.games.chopsticks.rules import Chopsticks

OPTIONS = {
    "revive": (False, True),
    "merge": (False, True),
    "swap": (False, True),
    "extra_action": ("none", "attack", "any"),
}
DECISIONS = {
    "merge_ones": (False, True),
    "swap_equal": (False, True),
    "lone_swap": ("all", "swap", "never"),
    "split_out": (False, True),
    "extra_action_must": (False, True),
}


def combinations(choices, **fixed):
    """Return the games of every combination of some rules' values."""
    return [
        Chopsticks(**fixed, **dict(zip(choices, values, strict=True)))
        for values in itertools.product(*choices.values())
    ]


def option_games(limit, overflow):
    """Return the games of all options that the article names, for one limit."""
    fixed = {"limit": limit, "overflow": overflow}
    return [Chopsticks(split=False, **fixed), *combinations(OPTIONS, **fixed)]


def oracle_rules(game):
    """Return a game's rules as the oracle takes them."""
    return {name: value for name, value in game.settings().items() if name in oracle.RULES}


def oracle_position(position):
    """Return a position of the package as the oracle writes it."""
    return tuple(sorted(position.mine)), tuple(sorted(position.theirs)), position.acts_again


def game_position(game, position, to_move="first"):
    """Return an oracle's position as one of the package."""
    mine, theirs, owes = position
    rows = (mine, theirs) if to_move == "first" else (theirs, mine)
    text = "/".join("".join(map(str, hands)) for hands in rows)
    return game.position(f"{text} {to_move}{' acts again' * owes}")
