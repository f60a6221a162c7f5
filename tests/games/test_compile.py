"""Compiled code: never yesterday's, on any disk, and a copy for each rule."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from variantlab.games import compile as compiling
from variantlab.games.compile import (
    _writable_cache_folder,
    cache_folder,
    compiled,
    inlined,
    kernel_sources,
    sources_hash,
    specialise,
)

PACKAGE = Path(compiling.__file__).parents[1]
needs_a_compiler = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="compiled code is switched off")

STEP = """
import numpy as np
from variantlab.games.compile import inlined

@inlined
def step(x):
    return x + {step}
"""
KERNEL = """
from variantlab.games.compile import compiled
from variantlab.games.step import step

@compiled
def stepped_twice(x):
    return step(step(x))
"""
RUN = """
import json
from variantlab.games.compile import cache_folder
from variantlab.games.kernel import stepped_twice
result = stepped_twice(0)
stats = stepped_twice.stats
print(json.dumps([result, sum(stats.cache_hits.values()), cache_folder("").name]))
"""


@pytest.fixture
def package(tmp_path):
    """A small package of this name: the compiler's module, a kernel and a rule that the kernel imports."""
    games = tmp_path / "package/variantlab/games"
    games.mkdir(parents=True)
    for folder in (games, games.parent):
        (folder / "__init__.py").touch()
    (games / "compile.py").write_bytes(Path(compiling.__file__).read_bytes())
    (games / "kernel.py").write_text(KERNEL, encoding="utf-8")
    set_step(games, 1)
    return games


def set_step(games, step):
    (games / "step.py").write_text(STEP.format(step=step), encoding="utf-8")


def python(games, program, cache, **environment):
    """Return what a program prints that meets the small package."""
    known = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    chosen = {"VARIANTLAB_CACHE_DIR": str(cache), "PYTHONPATH": str(games.parents[1]), **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], cwd=games.parents[1], env={**known, **chosen},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(games, cache, **environment):
    """Return the kernel's result, how often it came from the cache, and the name of the cache folder."""
    return json.loads(python(games, RUN, cache, **environment))


def test_an_edited_rule_is_compiled_anew_and_an_unchanged_one_is_not(package, tmp_path):
    cache = tmp_path / "cache"
    first, hits, folder = run(package, cache)
    assert (first, hits) == (2, 0)
    assert not list(package.rglob("*.nbc"))
    assert list((cache / folder).rglob("*.nbc"))
    assert run(package, cache) == [2, 1, folder]
    set_step(package, 3)  # the kernel's own file stays as it is
    changed, hits, other_folder = run(package, cache)
    assert (changed, hits) == (6, 0)
    assert other_folder != folder
    set_step(package, 1)
    assert run(package, cache)[2] == folder


def test_an_edit_in_one_game_leaves_the_compiled_code_of_others_in_use(package):
    for room in ("one", "another"):
        (package / room).mkdir()
        (package / room / "kernels.py").touch()
    rooms = ("one", "another", "", None)
    before = [hash_of(package, room) for room in rooms]
    (package / "one/kernels.py").write_text("# a rule\n", encoding="utf-8")
    after = [hash_of(package, room) for room in rooms]
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, True, True, False]
    set_step(package, 2)  # what all games share
    shared = [hash_of(package, room) for room in rooms]
    assert not set(after) & set(shared)


@needs_a_compiler
def test_kernels_lie_in_the_folder_of_their_room():
    from variantlab.games.chopsticks.kernels import action_table
    from variantlab.games.lines import captured_discs

    folders = {room: cache_folder(room).name for room in ("", "chopsticks")}
    assert Path(captured_discs._cache.cache_path).parent.name == folders[""]
    assert Path(action_table._cache.cache_path).parent.name == folders["chopsticks"]


def test_every_source_names_the_cache_folder(package):
    names = [hash_of(package)]
    (package / "__init__.py").write_text("# one comment more\n", encoding="utf-8")
    names.append(hash_of(package))
    (package / "new_game").mkdir()
    (package / "new_game/kernels.py").touch()
    names.append(hash_of(package))
    (package / "new_game/kernels.py").rename(package / "new_game/search.py")
    names.append(hash_of(package))
    assert len(set(names)) == 4
    assert hash_of(package) == names[-1]


def hash_of(games, room=None):
    """Return the hash that today's sources of the small package have, as a new process would find it."""
    spec = importlib.util.spec_from_file_location("compiling_anew", games / "compile.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.sources_hash(room)


def test_without_a_folder_to_write_to_everything_works_uncached(package, tmp_path):
    occupied = tmp_path / "a file"
    occupied.touch()
    assert run(package, occupied / "cache")[:2] == [2, 0]
    assert not list(tmp_path.rglob("*.nbc"))


def test_a_read_only_folder_is_left_alone(monkeypatch, tmp_path):
    monkeypatch.setenv("VARIANTLAB_CACHE_DIR", str(tmp_path))
    # The superuser may write everywhere, so that the answer of the system is put in its mouth.
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert _writable_cache_folder.__wrapped__() is None
    monkeypatch.undo()
    monkeypatch.setenv("VARIANTLAB_CACHE_DIR", str(tmp_path))
    assert _writable_cache_folder.__wrapped__() == str(cache_folder())


def test_the_sources_are_those_of_all_games():
    sources = kernel_sources()
    assert sources == sorted(sources)
    assert set(sources) == set((PACKAGE / "games").rglob("*.py"))
    assert {"bits.py", "kernels.py", "search.py"} <= {path.name for path in sources}


def test_the_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("VARIANTLAB_CACHE_DIR", str(tmp_path))
    assert cache_folder() == tmp_path / f"kernels-{sources_hash()}"
    monkeypatch.delenv("VARIANTLAB_CACHE_DIR")
    if sys.platform not in ("win32", "darwin"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
        assert cache_folder().parent == tmp_path / "xdg/variantlab"


def test_a_switched_off_compiler_gives_the_function_itself(package, tmp_path):
    program = "from variantlab.games.kernel import stepped_twice as f; print(type(f).__name__, f(0))"
    printed = python(package, program, tmp_path / "cache", NUMBA_DISABLE_JIT="1")
    assert printed.split() == ["function", "2"]
    assert not list(tmp_path.rglob("*.nbc"))


# --- copies


def _powered(x, n):
    return x if n == 0 else part(powered(x, n - 1))  # noqa: F821 (filled in by the copies)


@inlined
def plus_one(x):
    return x + 1


@inlined
def doubled(x):
    return x + x


def test_copies_of_one_template_differ_in_their_parts_and_names():
    plus = specialise(_powered, "plus_powered", part=plus_one)
    twice = specialise(_powered, "twice_powered", part=doubled)
    assert (plus(1, 5), twice(1, 5), plus(1, 5)) == (6, 32, 6)
    assert (plus.__name__, twice.__name__) == ("plus_powered", "twice_powered")
    assert plus.__module__ == __name__
    assert "part" not in globals()


@needs_a_compiler
def test_copies_have_cache_files_of_their_own():
    names = [
        specialise(_powered, name, part=plus_one)._cache._impl.filename_base for name in ("one", "another")
    ]
    assert names[0] != names[1]


@needs_a_compiler
def test_compiled_code_runs_beside_other_python_threads_and_divides_like_numpy():
    made = compiled(_divided)
    assert made.targetoptions["nogil"]
    assert np.isinf(made(1.0, 0.0))


def _divided(x, y):
    return x / y
