"""The package's root offers names, and loads them when they are first used."""

import inspect
import subprocess
import sys

import pytest

import variantlab
from variantlab.version import __version__


@pytest.mark.parametrize("name", variantlab.__all__)
def test_each_offered_name_is_there(name):
    assert getattr(variantlab, name) is not None
    assert name in dir(variantlab)


def test_simulate_is_the_function_in_whatever_order_names_are_imported():
    code = (
        "from variantlab import tally, simulate; import variantlab.simulate; "
        "print(variantlab.simulate is simulate)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "True"
    assert inspect.isfunction(variantlab.simulate)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="simulat"):
        variantlab.simulat  # noqa: B018


def test_the_version_is_the_one_of_the_build():
    assert variantlab.__version__ == __version__
