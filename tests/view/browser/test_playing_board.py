"""The playing board in a real JupyterLab and a real browser."""

import json
import os
import random
import signal
import subprocess
from base64 import b64decode

import nbformat
import pytest

from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.study.records import read_records
from variantlab.study.sitting import Sitting
from variantlab.view.scenes import scene

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


def test_a_click_plays_a_move_and_a_double_click_plays_one_too(lab, tab):
    tab.show(board("click"))
    for n, square in enumerate(("d3", "c5"), start=1):
        place = tab.place(square)
        (place.click if n == 1 else place.dblclick)()
        tab.wait_for_moves(n)
        tab.page.locator(".vl-play:not(.vl-busy)").wait_for()
        assert not tab.page.locator(".vl-message").is_visible()
        assert tab.moves() == logged_moves(lab, "click") == ["d3", "c5"][:n]
    assert "Black to move" in tab.text("status")


def test_a_place_that_is_not_legal_says_why_and_nothing_is_played(lab, tab):
    tab.show(board("why"))
    tab.place("d4").click()
    tab.wait_for_text("message", "d4 is taken")
    for _ in range(2):
        tab.place("a1").focus()
        tab.page.keyboard.press("?")
        tab.wait_for_text("message", "a1 brackets no disc")
        tab.page.locator(".vl-play:not(.vl-busy)").wait_for()
    assert tab.moves() == logged_moves(lab, "why") == []
    tab.place("a1").press("Escape")
    assert not tab.page.locator(".vl-message").is_visible()


@pytest.mark.parametrize(("rule", "n_plies"), [("vanish", 4), ("flip", 8)])
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
        assert VANISH.replay(row.moves).record() == expected
    assert [row.name_black for row in sheet.games] == ["Aki", "Ben"] * 5


def check_that_the_picture_is_seen_without_the_board(lab, tab, notebook):
    """Check it in a notebook that JupyterLab trusts, and in one that was changed on another computer."""
    nbformat.write(notebook, lab.root / "copied.ipynb")
    notebook.cells[0].id = "elsewhere"
    nbformat.write(notebook, lab.root / "from-elsewhere.ipynb")
    with tab.page.context.new_page() as page:
        page.goto(f"{lab.url}doc/tree/from-elsewhere.ipynb?token={lab.token}")
        check_picture(page, ".jp-RenderedHTML:not(.jp-mod-trusted) img")
        opens = "path => window.jupyterapp.commands.execute('docmanager:open', { path })"
        page.evaluate(opens, "copied.ipynb")
        check_picture(page, ".jp-RenderedHTML.jp-mod-trusted img")


def check_picture(page, selector):
    outputs = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea")
    picture = outputs.locator(selector)
    picture.wait_for()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert "d3 c5" in outputs.text_content()
    assert "run the cell again" in outputs.text_content()
    assert not outputs.get_by_text("Error displaying widget").is_visible()


def test_a_killed_kernel_loses_nothing(lab, tab):
    pid = tab.kernel_pid()
    tab.show(board("killed"))
    for n, square in enumerate(("d3", "c5"), start=1):
        tab.place(square).click()
        tab.wait_for_moves(n)
    tab.page.locator(".vl-note summary").click()
    tab.page.locator(".vl-note textarea").fill("before the end")
    tab.page.get_by_role("button", name="Keep this note").click()
    tab.page.locator(".vl-notes li").wait_for()
    notebook = tab.save()
    os.kill(pid, signal.SIGKILL)
    tab.page.locator(".jp-Dialog button").click()  # "it will restart automatically"
    tab.wait_for_kernel()
    assert tab.moves() == logged_moves(lab, "killed") == ["d3", "c5"]
    tab.place("e6").click()
    tab.wait_for_text("message", "run the cell again")
    assert tab.moves() == logged_moves(lab, "killed") == ["d3", "c5"]
    check_that_the_picture_is_seen_without_the_board(lab, tab, notebook)
    tab.show(board("killed"))
    tab.wait_for_moves(2)
    assert "goes on with game 1 at move 3" in tab.text("notice")
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
            picture = shown.locator("img")
            assert picture.is_visible()
            assert picture.evaluate("image => image.naturalWidth") > 0
            assert picture.count() == 1
            assert "Game over" in shown.text_content()
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


def test_the_focus_stays_on_the_board_when_what_had_it_is_gone(tab):
    tab.show(board("gone", cap=1))
    before = cells_of(tab)
    play_by_text(tab, "d3")
    tab.wait_for_text("result", "Game over")
    tab.page.keyboard.press("d")
    tab.page.keyboard.press("d")
    tab.page.locator("[data-do=next]").focus()
    tab.page.keyboard.press("Enter")
    tab.wait_for_text("title", "game 2 of 10")
    assert tab.page.evaluate("() => document.activeElement.dataset.place") is not None
    tab.page.keyboard.press("d")
    tab.page.keyboard.press("d")
    assert cells_of(tab) == before


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
    still = "".join(stills[0]["data"]["text/html"])
    picture = b64decode(still.partition("base64,")[2].partition('"')[0]).decode("utf-8")
    assert 'data-square="d3" data-disc="black"' in picture
    assert "White to move" in still


def test_what_came_last_the_pointer_or_the_focus_says_what_is_previewed(tab):
    tab.show(board("last"))
    tab.place("d3").hover()
    tab.place("f5").focus()
    assert set(previewed(tab)) == {"e5"}
    tab.place("c4").hover()
    assert set(previewed(tab)) == {"d4"}


def test_the_computer_answers_and_begins_the_next_game(lab, tab):
    tab.show(board("greedy", against="greedy"))
    while not tab.page.locator(".vl-finished").is_visible():
        n = len(tab.moves())
        if legal := legal_on(tab):
            tab.place(legal[0]).click()
        tab.page.wait_for_function(
            """n => document.querySelectorAll('.vl-moves li').length > n
                || !!document.querySelector('.vl-done')""",
            arg=n,
        )
    assert len(logged_moves(lab, "greedy")) in (3, 4)
    tab.page.locator("[data-do=next]").click()
    tab.wait_for_text("title", "game 2 of 10")
    tab.page.wait_for_function("() => document.querySelectorAll('.vl-moves li').length >= 1")
    assert "White to move" in tab.text("status")


def test_a_game_stopped_at_the_limit_is_recorded_as_capped_and_has_no_winner(lab, tab):
    tab.show(board("cap", cap=2))
    for square in ("d3", "c5"):
        n = len(tab.moves())
        tab.place(square).click()
        tab.wait_for_moves(n + 1)
    assert "no winner" in tab.text("result")
    assert "counted apart" in tab.text("result")
    (row,) = read_records(lab.root / "cap" / "games.csv").games
    assert (row.end_reason, row.winner or "", row.plies) == ("capped", "", 2)


def test_undo_redo_and_resigning_after_being_asked(lab, tab):
    tab.show(board("undo"))
    tab.place("d3").click()
    tab.wait_for_moves(1)
    tab.page.locator("[data-do=undo]").click()
    tab.wait_for_moves(0)
    assert tab.page.locator("[data-do=undo]").get_attribute("aria-disabled") == "true"
    tab.page.locator("[data-do=redo]").click()
    tab.wait_for_moves(1)
    tab.page.locator("[data-do=resign]").click()
    assert tab.text("finished") == ""
    tab.page.get_by_role("button", name="Really resign?").click()
    tab.wait_for_text("result", "White resigns, black wins")


def test_a_clock_that_runs_out_ends_the_game(tab):
    code = board("clock").replace("folder='clock'", "folder='clock', clock=Clock(0.02, 0)")
    tab.show(code)
    assert tab.page.locator(".vl-clock").all_text_contents() == ["0:02", "0:02"]
    tab.place("d3").click()
    tab.wait_for_text("status", "time")
    assert "black wins" in tab.text("result")


def test_the_other_rule_stands_beside_the_one_that_is_played(tab):
    tab.show(board("other"))
    tab.place("d3").click()
    tab.wait_for_moves(1)
    tab.page.locator("[data-do=other]").click()
    tab.page.locator(".vl-other svg").nth(1).wait_for()
    discs = [
        tab.page.locator(".vl-other figure").nth(number).locator("[data-disc=black]").count()
        for number in (0, 1)
    ]
    assert discs == [3, 4]
    captions = tab.page.locator(".vl-other figcaption").all_text_contents()
    assert "vanish" in captions[0]
    assert "flip" in captions[1]
    tab.page.locator("[data-do=other]").click()
    tab.page.locator(".vl-other").wait_for(state="hidden")


def test_a_cell_run_again_offers_to_go_on_or_to_begin_anew(lab, tab):
    tab.show(board("again"))
    tab.place("d3").click()
    tab.wait_for_moves(1)
    tab.show(board("again"))
    assert tab.moves() == ["d3"]
    tab.page.get_by_role("button", name="Begin a new series").click()
    tab.wait_for_moves(0)
    tab.place("c4").click()
    tab.wait_for_moves(1)
    assert (logged_moves(lab, "again"), logged_moves(lab, "again-series-2")) == (["d3"], ["c4"])


def test_a_series_that_another_program_plays_is_left_to_it_with_a_kind_message(lab, tab):
    with Sitting.open(VANISH, lab.root / "elsewhere"):
        tab.run(board("elsewhere"))
        error = tab.page.locator(
            ".jp-OutputArea-output", has_text="another notebook or program has this series"
        )
        error.wait_for()
    tab.show(board("elsewhere"))
    assert tab.moves() == []


def test_a_move_of_several_places_can_be_left_half_way(lab, tab):
    code = board("shogi", "NegaeriShogi()")
    tab.show(f"from variantlab.games.negaeri_shogi.rules import NegaeriShogi\n{code}")
    tab.place("sente:P").click()
    assert "a3" in legal_on(tab)
    tab.page.keyboard.press("Escape")
    assert "sente:P" in legal_on(tab)
    tab.place("sente:P").focus()
    tab.page.keyboard.press("Enter")
    tab.place("c3").click()
    tab.wait_for_moves(1)
    assert logged_moves(lab, "shogi") == ["P*c3"]


def test_a_chain_is_previewed_stage_by_stage(tab):
    code = board("chain", "NegaeriShogi()")
    tab.show(f"from variantlab.games.negaeri_shogi.rules import NegaeriShogi\n{code}")
    position = NegaeriShogi().start_position()
    for n, text in enumerate(("P*f4", "b2b3", "P*c3", "R*f3", "P*a5", "B*b4"), start=1):
        position = position.play(text)
        tab.page.locator(".vl-typed").fill(text)
        tab.page.keyboard.press("Enter")
        tab.wait_for_moves(n)
    tab.place("sente:P").click()
    tab.place("a3").hover()
    marks = tab.page.evaluate(
        """() => [...document.querySelectorAll('[data-mark=changed]')]
            .map(mark => [Number(mark.dataset.stage), mark.dataset.square])"""
    )
    stages = position.find_move("P*a3").stages
    assert len(stages) == 2
    assert sorted(map(tuple, marks)) == [(n, square) for n, stage in enumerate(stages, 1) for square in stage]


def test_a_throw_is_aimed_anywhere_drawn_by_the_model_or_taken_from_a_real_board(lab, tab):
    code = board("throw", "ThrowOthello()")
    tab.show(f"from variantlab.games.throw_othello.rules import ThrowOthello\n{code}")
    tab.place("d3").click(position={"x": 1, "y": 20})
    tab.wait_for_moves(1)
    assert logged_moves(lab, "throw")[0].startswith("3,2.5>")
    tab.page.locator(".vl-landed input").check()
    tab.place("a8").click()
    tab.page.get_by_role("button", name="white shows").click()
    tab.wait_for_moves(2)
    assert logged_moves(lab, "throw")[1] == "?>a8:W"
    tab.page.locator(".vl-landed input").uncheck()
    tab.place("e3").focus()
    tab.page.keyboard.press("Shift+ArrowRight")
    tab.page.keyboard.press("Enter")
    tab.wait_for_moves(3)
    assert logged_moves(lab, "throw")[2].startswith("5,2.5>")


def test_the_discs_that_a_real_one_knocked_away_are_pointed_at(lab, tab):
    code = board("knocked", "ThrowOthello()")
    tab.show(f"from variantlab.games.throw_othello.rules import ThrowOthello\n{code}")
    tab.page.locator(".vl-landed input").check()
    tab.place("d3").focus()
    tab.page.keyboard.press("Shift+ArrowRight")
    tab.page.keyboard.press("Enter")
    for name in ("d4", "e4", "e4"):
        tab.place(name).focus()
        tab.page.keyboard.press("Enter")
    knocked = tab.page.locator("[data-mark=knocked].vl-cross")
    assert [mark.get_attribute("data-square") for mark in knocked.all()] == ["d4"]
    assert "Knocked away: d4." in tab.text("message")
    tab.page.get_by_role("button", name="black shows").press("Enter")
    tab.wait_for_moves(1)
    assert logged_moves(lab, "knocked") == ["?>d3:B*d4"]
    events = map(json.loads, (lab.root / "knocked" / "game-01.jsonl").read_text().splitlines())
    assert next(event["point"] for event in events if event["do"] == "move") == [3.6, 2.5]
    tab.place("h8").click()
    tab.page.keyboard.press("Escape")
    assert tab.page.get_by_role("button", name="black shows").count() == 0


def test_two_hands_are_tapped_one_after_the_other(lab, tab):
    code = board("hands", "Chopsticks()", lang="ja")
    tab.show(f"from variantlab.games.chopsticks.rules import Chopsticks\n{code}")
    tab.place("first:L").click()
    tab.place("second:R").click()
    tab.wait_for_moves(1)
    assert "後攻の番" in tab.text("status")


def fonts_of(tab, selector):
    """Return the fonts that the browser draws the texts of an element with."""
    client = tab.page.context.new_cdp_session(tab.page)
    client.send("DOM.enable")
    client.send("CSS.enable")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    nodes = client.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    found = [client.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    client.detach()
    return {font["familyName"] for fonts in found for font in fonts}


def test_japanese_words_have_glyphs(tab):
    tab.show(board("glyphs", lang="ja", names=("あき", "寝返り")))
    listed = subprocess.run(
        ["fc-list", ":lang=ja", "family"], capture_output=True, check=True, text=True
    ).stdout
    japanese = {family.strip() for line in listed.splitlines() for family in line.split(",")}
    for selector in (".vl-title", ".vl-status", ".vl-colour", ".vl-name", ".vl-where", ".vl-play button"):
        assert fonts_of(tab, selector) & japanese, selector


CONTRASTS = """() => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const light = colour => {
        const [r, g, b] = channels(colour).map(c => linear(c / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = element => {
        while (element) {
            const colour = getComputedStyle(element).backgroundColor;
            if ((channels(colour)[3] ?? 1) > 0.5) return colour;
            element = element.parentElement;
        }
        return 'rgb(255, 255, 255)';
    };
    const texts = [...document.querySelectorAll('.vl-play *')].filter(element =>
        element.closest('svg') === null && element.getAttribute('aria-disabled') !== 'true'
        && element.checkVisibility()
        && [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()));
    return texts.map(element => {
        const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
        return [element.className || element.tagName, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    });
}"""


def use_theme(tab, theme):
    tab.page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", theme)
    is_light = str(theme.endswith("Light")).casefold()
    tab.page.wait_for_function("is => document.body.dataset.jpThemeLight === is", arg=is_light)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_words_can_be_read_in_light_and_dark(tab, theme):
    use_theme(tab, theme)
    tab.show(board("contrast"))
    tab.place("a1").click()
    tab.wait_for_text("message", "a1")
    contrasts = tab.page.evaluate(CONTRASTS)
    assert len(contrasts) > 20
    assert [(name, round(ratio, 2)) for name, ratio in contrasts if ratio < 4.5] == []
    use_theme(tab, "JupyterLab Light")


def test_a_narrow_cell_shows_the_whole_board(tab):
    tab.page.set_viewport_size({"width": 420, "height": 900})
    tab.show(board("narrow", names=("a" * 60, "b" * 60)))
    root, drawn, side = (
        tab.page.locator(selector).bounding_box() for selector in (".vl-play", ".vl-board", ".vl-side")
    )
    for box in (drawn, side):
        assert box["x"] >= root["x"]
        assert box["x"] + box["width"] <= root["x"] + root["width"] + 1
    assert side["y"] >= drawn["y"] + drawn["height"]
    tab.page.set_viewport_size({"width": 1200, "height": 900})


def first_position_with_a_choice(position):
    """Return the turns up to where two moves have the same places, the places, and the moves by label."""
    played = []
    while True:
        by_path = {}
        for move in scene(position, "en")["moves"]:
            by_path.setdefault(tuple(move["path"]), {})[move["label"]] = move["text"]
        for path, moves in by_path.items():
            if len(moves) > 1:
                return played, path, moves
        played.append(str(position.legal_moves()[0]))
        position = position.play(played[-1])


def test_where_the_places_do_not_say_which_move_it_is_the_moves_are_offered(lab, tab):
    code = board("split", "Chopsticks(merge=True)")
    tab.show(f"from variantlab.games.chopsticks.rules import Chopsticks\n{code}")
    played, path, moves = first_position_with_a_choice(Chopsticks(merge=True).start_position())
    for n, text in enumerate(played, start=1):
        play_by_text(tab, text)
        tab.wait_for_moves(n)
    for name in path:
        tab.place(name).click()
    assert tab.page.locator(".vl-choices button").all_text_contents() == list(moves)
    tab.page.keyboard.press("Escape")
    tab.page.locator(".vl-choices").wait_for(state="hidden")
    for name in path:
        tab.place(name).click()
    label, text = list(moves.items())[1]
    tab.page.get_by_role("button", name=label, exact=True).click()
    tab.wait_for_moves(len(played) + 1)
    assert logged_moves(lab, "split") == [*played, text]
