"""The playing board in a real JupyterLab and a real browser."""

import json

import pytest

pytestmark = pytest.mark.browser


def cell(folder, **options):
    """Return the code of a cell that shows a vanish board."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return (
        "from variantlab.games.othello.rules import Othello\nfrom variantlab.view.play import play\n"
        f"play(Othello(capture='vanish'), folder={folder!r}{given})"
    )


def moves_on(tab):
    return tab.locator(".vl-moves li").all_inner_texts()


def test_a_click_plays_a_move_that_is_on_disk_before_it_is_drawn(lab, new_tab):
    lab.write("first.ipynb", cell("first"))
    with new_tab() as tab:
        tab.open("first.ipynb")
        tab.run()
        tab.locator("[data-place=d3]").click()
        tab.locator(".vl-moves li").nth(0).wait_for()
        assert moves_on(tab) == ["d3"]
    log = (lab.root / "first" / "game-01.jsonl").read_text().splitlines()
    assert [json.loads(line).get("text") for line in log if "text" in line] == ["d3"]
