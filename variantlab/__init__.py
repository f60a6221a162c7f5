"""variantlab: predict, lock, run, judge: experiments with game rules.

The names below are loaded when first used (SPEC 1), so that ``import variantlab`` stays fast.
"""

import sys
from types import ModuleType

import lazy_loader

from variantlab.version import __version__ as __version__

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["games", "players", "stats", "study", "view"],
    submod_attrs={
        "errors": ["VariantlabError"],
        "exact": ["explore", "random_play", "solve"],
        "games.chopsticks.rules": ["Chopsticks"],
        "games.negaeri_shogi.rules": ["NegaeriShogi"],
        "games.othello.rules": ["Othello"],
        "games.throw_othello.rules": ["ThrowOthello"],
        "simulate": ["simulate", "summary", "tally"],
        "stats.comparisons": ["rate_difference"],
        "stats.intervals": ["mean", "rate"],
        "study.balance": ["balance"],
        "view.play": ["play"],
    },
)


class _Package(ModuleType):
    """The package, in which ``simulate`` is the function even after the module of that name is imported."""

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; the import system's ``simulate`` module gives way to the function in it."""
        if name == "simulate" and isinstance(value, ModuleType):
            value = value.simulate
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
