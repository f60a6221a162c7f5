"""Compiled functions, and a cache that never outlives an edited rule.

Numba's file cache looks only at the file a function stands in: an edit in an imported function leaves
yesterday's machine code in use. Here the cache folder carries a hash of every source that can end up in a
kernel, so that an edited rule is compiled anew, and an unchanged one starts from disk. Games never import
each other: the kernels of one depend on its own room and on the files that all games share.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba


def kernel_sources(room: str | None = None) -> list[Path]:
    """Return the files whose text decides what compiled code does, sorted.

    Parameters
    ----------
    room : str, optional
        The folder of a game, such as ``"othello"``: its files and those that all games share. ``""`` stands
        for the shared files alone, None for the files of every game.

    Returns
    -------
    list of pathlib.Path
        Python files below ``variantlab/games``.

    Examples
    --------
    >>> rooms = {path.parent.name for path in kernel_sources("chopsticks")}
    >>> sorted(rooms)
    ['chopsticks', 'games']
    """
    games = Path(__file__).parent
    if room is None:
        return sorted(games.rglob("*.py"))
    return sorted([*games.glob("*.py"), *((games / room).rglob("*.py") if room else ())])


@cache
def sources_hash(room: str | None = None) -> str:
    """Return 16 hexadecimal digits that change with any kernel source, Numba or Python version.

    Parameters
    ----------
    room : str, optional
        As for `kernel_sources`.

    Examples
    --------
    >>> len(sources_hash())
    16
    >>> sources_hash("othello") == sources_hash("chopsticks")
    False
    """
    digest = hashlib.sha256(f"{numba.__version__} {sys.version_info[:3]}".encode())
    for path in kernel_sources(room):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def room_of(module: str) -> str | None:
    """Return whose sources a function of this module can be made of, as `kernel_sources` takes it.

    Parameters
    ----------
    module : str
        The full name of a module.

    Returns
    -------
    str or None
        The folder of a game, ``""`` for a module that all games share, None for a module from elsewhere.

    Examples
    --------
    >>> room_of("variantlab.games.othello.kernels"), room_of("variantlab.games.bits"), room_of("__main__")
    ('othello', '', None)
    """
    inside = module.removeprefix("variantlab.games.")
    if inside == module:
        return None
    room = inside.split(".")[0]
    return room if (Path(__file__).parent / room).is_dir() else ""


def cache_folder(room: str | None = None) -> Path:
    """Return the folder of the compiled code that belongs to today's sources.

    The parent is ``$VARIANTLAB_CACHE_DIR``, else ``$XDG_CACHE_HOME/variantlab``, else the platform's own
    place for caches. It may be deleted at any time.

    Parameters
    ----------
    room : str, optional
        As for `kernel_sources`.
    """
    return _cache_root() / f"kernels-{sources_hash(room)}"


def _cache_root() -> Path:
    if chosen := os.environ.get("VARIANTLAB_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "variantlab"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "variantlab"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "variantlab"


@cache
def _writable_cache_folder(room: str | None = None) -> str | None:
    try:
        folder = cache_folder(room)
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home folder
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


def compiled(function: Callable[..., Any], inlined: bool = False) -> Any:
    """Return `function` compiled on first use, released from Python's lock while it runs, cached on disk.

    Parameters
    ----------
    function : function
        Numba's subset of Python, free of global state.
    inlined : bool
        Whether the function's code always becomes a part of its caller's, as a loop needs that is to be
        vector code.

    Notes
    -----
    With ``NUMBA_DISABLE_JIT=1`` the function itself is returned and runs as plain Python.

    Examples
    --------
    >>> @compiled
    ... def doubled(x):
    ...     return x + x
    >>> doubled(21)
    42
    """
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=inlined)(function)
    folder = _writable_cache_folder(room_of(function.__module__))
    defined_in_a_file = Path(function.__code__.co_filename).is_file()
    if folder is None or not defined_in_a_file or not hasattr(dispatcher, "enable_caching"):
        return dispatcher
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]
    try:
        dispatcher.enable_caching()
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
    return dispatcher


def inlined(function: Callable[..., Any]) -> Any:
    """Return `function` compiled, to become a part of each compiled caller: for rules in loops over games.

    Examples
    --------
    >>> @inlined
    ... def doubled(x):
    ...     return x + x
    >>> doubled(21)
    42
    """
    return compiled(function, inlined=True)


def specialise(template: Callable[..., Any], name: str, inlined: bool = False, **parts: Any) -> Any:
    """Return a compiled copy of the function `template` whose global names of `parts` stand for these parts.

    A kernel written once is so compiled for each rule with nothing left to decide inside its loops.

    Parameters
    ----------
    template : function
        A plain function; the names it takes from `parts` need not exist in its module.
    name : str
        The copy's name, unique among the copies: it names the copy's cache files.
    inlined : bool
        As for `compiled`.
    **parts
        What each name stands for: compiled functions or constants. A template ``_f`` that calls ``f`` calls
        the copy.

    Examples
    --------
    >>> def twice(x):
    ...     return part(part(x))
    >>> @compiled
    ... def add_one(x):
    ...     return x + 1
    >>> specialise(twice, "add_two", part=add_one)(5)
    7
    """
    names = {**template.__globals__, **parts}
    copy = types.FunctionType(template.__code__, names, name, template.__defaults__, template.__closure__)
    copy.__qualname__ = name
    copy.__module__ = template.__module__
    copy.__doc__ = template.__doc__
    made = compiled(copy, inlined)
    names[template.__name__.lstrip("_")] = made  # a template that calls itself by its own name
    return made
