"""The playing board in a real JupyterLab and a real browser."""

import json
import os
import random
import signal

import pytest

from variantlab.games.othello.rules import Othello
from variantlab.study.records import read_records

pytestmark = pytest.mark.browser

VANISH = Othello(capture="vanish")
HOSTILE = "<img src=x onerror=alert(1)>"
FORMULA = "=1+1"


def board(folder, game="Othello(capture='vanish')", **options):
    """Return the code that shows a board."""
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return (
        "from variantlab.games.othello.rules import Othello\n"
        "from variantlab.view.play import Clock, play\n"
        f"board = play({game}, folder={folder!r}{given})\nboard"
    )


def logged_moves(lab, folder, number=1):
    """Return the moves that a log on disk holds."""
    lines = (lab.root / folder / f"game-{number:02d}.jsonl").read_text().splitlines()
    return [event["text"] for event in map(json.loads, lines) if event["do"] == "move"]


def previewed(tab):
    """Return the squares that are marked as captured, and how."""
    return tab.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.vl-marks [data-mark^=captured]')]
            .map(mark => [mark.dataset.square, mark.dataset.mark]))"""
    )


def legal_on(tab):
    """Return the places that are marked as legal."""
    return tab.page.evaluate(
        "() => [...document.querySelectorAll('.vl-place[data-legal]')].map(place => place.dataset.place)"
    )


def test_a_click_plays_a_move(lab, tab):
    tab.show(board("click"))
    tab.place("d3").click()
    tab.wait_for_moves(1)
    assert tab.moves() == logged_moves(lab, "click") == ["d3"]
    assert "White to move" in tab.text("status")


def test_a_place_that_is_not_legal_says_why_and_nothing_is_played(lab, tab):
    tab.show(board("why"))
    tab.place("d4").click()
    tab.wait_for_text("message", "d4 is taken")
    tab.place("a1").focus()
    tab.page.keyboard.press("?")
    tab.wait_for_text("message", "a1 brackets no disc")
    assert tab.moves() == logged_moves(lab, "why") == []
    tab.place("a1").press("Escape")
    assert not tab.page.locator(".vl-message").is_visible()


@pytest.mark.parametrize(("rule", "n_plies"), [("vanish", 4), ("flip", 12)])
def test_the_preview_is_the_rule_s_captures_for_every_legal_move(tab, rule, n_plies):
    draw = random.Random(3)
    position = Othello(capture=rule).start_position()
    tab.show(board(f"preview-{rule}", f"Othello(capture={rule!r})"))
    for ply in range(n_plies):
        if position.is_over:
            break
        moves = {move.square: set(move.captures) for move in position.legal_moves()}
        assert set(legal_on(tab)) == set(moves)
        for square, captures in moves.items():
            tab.place(square).hover()
            expected = dict.fromkeys(captures, f"captured-{rule}")
            assert previewed(tab) == expected
            tab.page.mouse.move(0, 0)
            tab.place(square).focus()
            assert previewed(tab) == expected
            assert all(captured in tab.place(square).get_attribute("aria-label") for captured in captures)
        chosen = draw.choice(sorted(moves))
        tab.place(chosen).click()
        position = position.play(chosen)
        tab.wait_for_moves(ply + 1)


def play_by_mouse(tab, square):
    tab.place(square).click()


def play_by_keys(tab, square):
    """Walk to a square with the arrow keys, and play it."""
    here = tab.page.evaluate("() => document.querySelector('.vl-place[tabindex=\"0\"]').dataset.place")
    tab.place(here).focus()
    across, down = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    for _ in range(abs(across)):
        tab.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
    for _ in range(abs(down)):
        tab.page.keyboard.press("ArrowDown" if down > 0 else "ArrowUp")
    tab.page.keyboard.press("Enter")


def play_by_text(tab, square):
    """Type a square in full-width letters."""
    tab.page.locator(".vl-typed").fill("".join(chr(ord(sign) + 0xFEE0) for sign in square))
    tab.page.keyboard.press("Enter")


def test_ten_games_by_mouse_keys_and_text_give_ten_right_rows(lab, tab):
    draw = random.Random(10)
    tab.show(board("ten", names=("Aki", "Ben")))
    played = []
    for number in range(1, 11):
        how = (play_by_mouse, play_by_keys, play_by_text)[number % 3]
        position, texts = VANISH.start_position(), []
        while not position.is_over:
            moves = position.legal_moves()
            if moves[0].is_pass:
                position = position.play(moves[0])
                texts.append("pass")
                continue
            chosen = draw.choice(moves).square
            position = position.play(chosen)
            texts.append(chosen)
            how(tab, chosen)
            ahead = position
            n = len(texts)
            while not ahead.is_over and ahead.legal_moves()[0].is_pass:
                ahead, n = ahead.play("--"), n + 1
            tab.wait_for_moves(n)
            assert tab.moves()[: len(texts)] == texts
        assert f"Row {number} of the record sheet ten/games.csv" in tab.text("sheet")
        tab.page.locator(".vl-remark input").fill(f"remark {number}")
        tab.page.keyboard.press("Enter")
        tab.wait_for_text("status", "Kept.")
        played.append(position.record())
        if number < 10:
            tab.page.locator("[data-do=next]").click()
            tab.wait_for_text("title", f"game {number + 1} of 10")
    tab.wait_for_text("notice", "All 10 games")
    assert tab.page.locator(".vl-done").count() == 10

    sheet = read_records(lab.root / "ten" / "games.csv")
    assert sheet.is_good
    assert len(sheet.games) == 10
    for number, (row, expected) in enumerate(zip(sheet.games, played, strict=True), start=1):
        found = {key: getattr(row, key) for key in ("rule", "plies", "passes", "end_reason", "winner")}
        assert found == {key: expected[key] for key in found}
        assert (row.black, row.white, row.method) == (expected["black"], expected["white"], "hand")
        assert row.remark == f"remark {number}"
    assert [row.player_black for row in sheet.games] == ["Aki", "Ben"] * 5


def test_a_killed_kernel_loses_nothing(lab, new_tab):
    with new_tab("killed.ipynb") as tab:
        pid = tab.kernel_pid()
        tab.show(board("killed"))
        for n, square in enumerate(("d3", "c5"), start=1):
            tab.place(square).click()
            tab.wait_for_moves(n)
        tab.page.locator(".vl-note summary").click()
        tab.page.locator(".vl-note textarea").fill("before the end")
        tab.page.get_by_role("button", name="Keep this note").click()
        tab.page.locator(".vl-notes li").wait_for()
        os.kill(pid, signal.SIGKILL)
        tab.page.locator(".jp-Dialog button").click()  # "it will restart automatically"
        tab.wait_for_kernel()
        assert tab.moves() == logged_moves(lab, "killed") == ["d3", "c5"]
        tab.show(board("killed"))
        tab.wait_for_moves(2)
        assert "goes on with game 1 after 2 moves" in tab.text("notice")
        assert tab.page.locator(".vl-notes li").all_text_contents() == ["before the end"]
        tab.page.get_by_role("button", name="Go on with it").click()
        tab.page.locator(".vl-notice").wait_for(state="hidden")
        tab.place(legal_on(tab)[0]).click()
        tab.wait_for_moves(3)


def test_what_people_type_is_shown_as_typed_and_runs_nowhere(lab, tab):
    from nbconvert.exporters import HTMLExporter

    from variantlab.view.pages import notebook_page

    tab.show(board("typed", names=(HOSTILE, FORMULA)))
    assert tab.page.locator(".vl-name").all_text_contents() == [HOSTILE, FORMULA]
    tab.page.locator(".vl-note summary").click()
    tab.page.locator(".vl-note textarea").fill(HOSTILE)
    tab.page.get_by_role("button", name="Keep this note").click()
    tab.page.locator(".vl-notes li").wait_for()
    assert tab.page.locator(".vl-notes li").text_content() == HOSTILE
    play_by_text(tab, "<b>")
    tab.wait_for_text("message", "<b>")
    position = VANISH.start_position()
    while not position.is_over:
        chosen = str(position.legal_moves()[0])
        position = position.play(chosen)
        if chosen != "--":
            n = len(tab.moves())
            tab.place(chosen).click()
            tab.page.wait_for_function("n => document.querySelectorAll('.vl-moves li').length > n", arg=n)
    tab.page.locator(".vl-remark input").fill(f"{FORMULA} {HOSTILE}")
    tab.page.keyboard.press("Enter")
    tab.wait_for_text("status", "Kept.")
    assert tab.page.locator(".vl-play img").count() == 0

    csv = (lab.root / "typed" / "games.csv").read_text(encoding="utf-8-sig")
    assert ",=1+1" not in csv
    (row,) = read_records(lab.root / "typed" / "games.csv").games
    assert row.remark == f"{FORMULA} {HOSTILE}"

    notebook = tab.save()
    exported, _ = HTMLExporter().from_notebook_node(notebook)
    own = notebook_page(notebook, "typed", "en")
    for name, html in (("exported.html", exported), ("own.html", own)):
        (lab.root / name).write_text(html, encoding="utf-8")
        assert "&lt;img src=x onerror=alert(1)&gt;" in html
        with tab.page.context.new_page() as page:
            said = []
            page.on("dialog", lambda dialog, said=said: (said.append(dialog.message), dialog.dismiss()))
            page.route(
                "**/*", lambda route: route.continue_() if "file:" in route.request.url else route.abort()
            )
            page.goto((lab.root / name).as_uri())
            shown = page.locator("figure[data-variantlab-still]")
            assert shown.locator("svg").is_visible()
            assert "Game over" in shown.text_content()
            assert page.locator("figure img").count() == 0
            assert said == []


def cells_of(tab):
    """Return kind and content of the notebook's cells, as they are in the window."""
    return tab.page.evaluate(
        """() => window.jupyterapp.shell.currentWidget.content.model.toJSON().cells.map(
            cell => [cell.cell_type, cell.source])"""
    )


KEYS = (
    "a",
    "b",
    "d",
    "d",
    "x",
    "m",
    "y",
    "r",
    "1",
    "Shift+M",
    "l",
    "o",
    "s",
    "z",
    "c",
    "v",
    "k",
    "j",
    "h",
    "i",
    "i",
)


@pytest.mark.parametrize(
    "where", [".vl-place[tabindex='0']", "[data-do=undo]", ".vl-record summary", ".vl-moves"]
)
def test_keys_on_the_board_are_no_commands_of_the_notebook(tab, where):
    tab.show(board("keys"))
    before = cells_of(tab)
    tab.page.locator(where).focus()
    for key in KEYS:
        tab.page.keyboard.press(key)
    if where == ".vl-place[tabindex='0']":
        tab.place("a1").focus()
        tab.page.keyboard.press("Enter")
        tab.page.keyboard.press("Shift+Enter")
        assert tab.page.evaluate("() => document.activeElement.dataset.place") == "a1"
    assert cells_of(tab) == before
    mode = tab.page.evaluate("() => window.jupyterapp.shell.currentWidget.content.mode")
    assert mode == "command"


def test_everything_that_takes_the_focus_keeps_the_notebook_s_keys_off_itself(tab):
    tab.show(board("focus"))
    bare = tab.page.evaluate(
        """() => [...document.querySelectorAll(
            '.vl-play, .vl-play :is(button, input, textarea, summary, [tabindex])'
        )].filter(element => element.dataset.lmSuppressShortcuts !== 'true').map(bare => bare.outerHTML)"""
    )
    assert bare == []
    assert tab.page.locator(".vl-place[tabindex='0']").count() == 1
    assert tab.page.locator(".vl-place:not([aria-label])").count() == 0


def test_saving_works_while_the_board_is_in_focus(tab):
    tab.show(board("saving"))
    tab.place("d3").click()
    tab.wait_for_moves(1)
    tab.page.wait_for_function("() => window.jupyterapp.shell.currentWidget.context.model.dirty")
    tab.place("d3").press("Control+s")
    tab.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.context.model.dirty")
    saved = json.loads((tab.lab.root / tab.name).read_text(encoding="utf-8"))
    stills = [output for output in saved["cells"][0]["outputs"] if "text/html" in output["data"]]
    assert len(stills) == 1
    assert "Black played d3" in "".join(stills[0]["data"]["text/html"])
