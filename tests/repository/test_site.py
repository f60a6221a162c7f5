"""The documentation builds without a warning, asks nothing of the network and shows no results."""

import re
import subprocess
import sys

from tests.repository.shipped import ROOT

LOADED_FROM_OUTSIDE = re.compile(
    r"<(?:script|img|iframe|source)[^>]*\ssrc=\"(?:https?:)?//|<link[^>]*\shref=\"(?:https?:)?//"
)


def test_the_site_builds_and_loads_nothing_from_outside(tmp_path):
    options = ["--quiet", "--fail-on-warning", "--keep-going", "--conf-dir", "docs"]
    folders = ["--doctree-dir", str(tmp_path / "trees"), ".", str(tmp_path / "site")]
    command = [sys.executable, "-m", "sphinx", *options, *folders]
    build = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert build.stderr == ""
    assert build.returncode == 0
    pages = list((tmp_path / "site").rglob("*.html"))
    assert tmp_path / "site" / "docs" / "index.html" in pages
    texts = {page.name: page.read_text(encoding="utf-8") for page in pages}
    assert [name for name, text in texts.items() if LOADED_FROM_OUTSIDE.search(text)] == []
    assert [name for name, text in texts.items() if 'class="cell_output' in text] == []
