"""pyproject.toml, environment.yml and requirements.lock ask for the same packages."""

import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.repository.shipped import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PYTHONS = ["3.11.7", "3.12.1", "3.13.0"]


def specifiers_by_name(lines: list[str]) -> dict[str, str]:
    """Return the version specifier of each requirement under its canonical name."""
    requirements = [Requirement(line) for line in lines]
    return {canonicalize_name(needed.name): str(needed.specifier) for needed in requirements}


def everything_needed() -> list[Requirement]:
    """Return what the package, its extras and its build need."""
    lines = PROJECT["dependencies"] + PYPROJECT["build-system"]["requires"]
    for extra in PROJECT["optional-dependencies"].values():
        lines = lines + extra
    return [Requirement(line) for line in lines]


def pins() -> list[tuple[Requirement, int]]:
    """Return each pinned requirement of the lock with the number of its hashes."""
    joined = re.sub(r"\\\n\s*", " ", LOCK)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(Requirement(line.split(" --hash=")[0]), line.count(" --hash=sha256:")) for line in lines]


def test_environment_yml_asks_for_what_pyproject_asks():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))["dependencies"]
    from_conda = [line for line in listed if isinstance(line, str)]
    (from_pip,) = [line["pip"] for line in listed if isinstance(line, dict)]
    assert "-e ." in from_pip
    found = specifiers_by_name(from_conda + [line for line in from_pip if line != "-e ."])
    assert found.pop("python") == PROJECT["requires-python"]
    assert found.pop("pip") == ""
    assert found == specifiers_by_name(PROJECT["dependencies"])


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_the_lock_pins_each_needed_package_once(python, system):
    markers = {"python_full_version": python, "python_version": python[:4], "sys_platform": system}
    pinned: dict[str, list[str]] = {}
    for pin, _ in pins():
        if pin.marker is None or pin.marker.evaluate(markers):
            pinned.setdefault(canonicalize_name(pin.name), []).append(str(pin.specifier).removeprefix("=="))
    assert {name: versions for name, versions in pinned.items() if len(versions) > 1} == {}
    unmet = [
        str(needed)
        for needed in everything_needed()
        if not needed.specifier.contains(pinned.get(canonicalize_name(needed.name), ["0"])[0])
    ]
    assert unmet == []


def test_every_pin_has_hashes():
    assert len(pins()) > len(everything_needed())
    assert [str(pin) for pin, n_hashes in pins() if n_hashes == 0] == []


def test_the_lock_names_no_host():
    assert "sha256" in LOCK
    assert re.findall(r".*(?:://|index-url|find-links).*", LOCK) == []
