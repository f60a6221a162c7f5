"""The playing board without a browser: what it does with a message, what it tells the page, what it keeps."""

import json
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

from variantlab.errors import DataError, VariantlabError
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.games.throw_othello.rules import ThrowOthello
from variantlab.study.sitting import Clock
from variantlab.view.play import DEEDS, next_folder, play, usual_folder
from variantlab.view.play_words import PAGE_WORDS, WORDS

VANISH = Othello(capture="vanish")
SCRIPT = "</script><script>alert(1)</script>"
HOSTILE = "<img src=x onerror=alert(1)>"
PICTURE = re.compile('<img[^>]* src="data:image/svg[+]xml;base64,([^"]*)"[^>]*>')


@pytest.fixture
def opened(tmp_path):
    """A function that opens a board in a folder of its own, and gives the series back in the end."""
    boards = []

    def board(game=VANISH, folder="series", **options):
        boards.append(play(game, folder=tmp_path / folder, **options))
        return boards[-1]

    yield board
    for found in boards:
        found.close()


def send(board, what, **fields):
    """Send the message of a page that shows the position as it is."""
    panel = board.state["panel"]
    board.do({"do": what, "game": panel["game"], "n_moves": len(panel["moves"]), **fields})
    return board.state["panel"]


def played_out(board):
    """Play the first legal moves until the game is over."""
    while not board.sitting.is_over:
        send(board, "play", text=board.state["scene"]["moves"][0]["text"])
    return board.state["panel"]


def test_what_the_page_is_told_is_plain_data(opened):
    for game in (VANISH, Chopsticks(), NegaeriShogi(), ThrowOthello()):
        state = opened(game, game.name).state
        assert json.loads(json.dumps(state, allow_nan=False)) == state
        names = [place["name"] for place in state["scene"]["places"]]
        assert len(set(names)) == len(names)
        assert {name for move in state["scene"]["moves"] for name in move["path"]} <= set(names)
        width, height = state["scene"]["view_box"]
        for place in state["scene"]["places"]:
            assert 0 <= place["x"] < place["x"] + place["width"] <= width
            assert 0 <= place["y"] < place["y"] + place["height"] <= height
        ElementTree.fromstring(state["scene"]["svg"])  # noqa: S314 (a drawing of our own)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_word_stands_in_both_languages(opened, lang):
    assert all(set(words) == {"en", "ja"} for words in [*PAGE_WORDS.values(), *WORDS.values()])
    assert opened(lang=lang).state["panel"]["lang"] == lang


@pytest.mark.parametrize("text", ["d3", " D3 ", "ｄ３", "Ｄ３"])
def test_a_move_may_be_typed_in_full_width(opened, text):
    board = opened()
    assert send(board, "play", text=text)["message"] == ""
    assert board.sitting.moves == ("d3",)


@pytest.mark.parametrize("given", ["othello", Othello, None])
def test_what_is_no_game_is_named(given, tmp_path):
    with pytest.raises(VariantlabError, match=r"^game: got .*such as Othello\(capture='vanish'\)"):
        play(given, folder=tmp_path / "series")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("en", "a1", "a1 brackets no disc"),
        ("ja", "d4", "d4 にはもう石があります"),
        ("en", "z9", "z9"),
        ("ja", "z9", "打てる手：d3、c4、f5、e6"),
        ("en", HOSTILE, HOSTILE),
    ],
)
def test_a_move_that_is_refused_says_why_and_changes_nothing(opened, lang, text, said):
    board = opened(lang=lang)
    before = board.state["scene"]
    assert said in send(board, "play", text=text)["message"]
    assert board.sitting.moves == ()
    assert board.state["scene"] == before


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ({"do": "undo"}, "戻せる手がありません"),
        ({"do": "redo"}, "やり直せる手がありません"),
        ({"do": "next"}, "この対局はまだ続いています"),
        ({"do": "reply"}, "人が打つ番です"),
        ({"do": "note", "text": "x" * 5000}, "5,000 文字"),
    ],
)
def test_a_japanese_page_says_in_japanese_what_cannot_be_done(opened, does, said):
    board = opened(lang="ja")
    board.do(does)
    assert said in board.state["panel"]["message"]
    assert "：" in board.state["panel"]["title"]


def test_a_move_is_listed_once_among_those_that_can_be_played(opened):
    message = send(opened(Chopsticks(), lang="ja"), "play", text="zz")["message"]
    assert message.count("1>1") == 1


def test_a_disk_that_takes_nothing_is_told_in_the_page_s_language(opened, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    for lang, said in (("en", "not written, and so not done"), ("ja", "その手はなかったことになります")):
        board = opened(folder=lang, lang=lang)
        with monkeypatch.context() as patched:
            patched.setattr("variantlab.study.sitting_log.os.fsync", full)
            assert said in send(board, "play", text="d3")["message"]
        assert (board.sitting.moves, board.state["panel"]["moves"]) == ((), [])
        assert send(board, "play", text="d3")["message"] == ""
        with monkeypatch.context() as patched:
            patched.setattr("variantlab.study.sitting.write_text_atomically", full)
            assert "No space left on device" in send(board, "new_series")["message"]
        assert board.sitting.moves == ("d3",)


def test_a_folder_that_cannot_be_used_is_told_in_japanese(opened, tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "letter.txt").write_text("kept", encoding="utf-8")
    with pytest.raises(DataError, match="何も上書きしていません"):
        opened(folder="letters", lang="ja")
    with pytest.raises(DataError, match="フォルダー名 'CON' は使えません"):
        opened(folder="CON", lang="ja")
    opened(folder="series", n_games=3)
    with pytest.raises(DataError, match="n_games が 3 で、4 ではありません"):
        opened(folder="series", n_games=4, lang="ja")


def test_a_real_disc_knocks_away_what_lay_beside_it(opened):
    board = opened(ThrowOthello())
    assert board.state["scene"]["aim"]["lying"] == ["d4", "e4", "d5", "e5"]
    send(board, "landed", x=3.2, y=2.49, face="black", knocked=["d4", "e4"])
    assert board.sitting.moves == ("?>d3:B*d4e4",)
    panel = board.state["panel"]
    assert [move["text"] for move in panel["moves"]] == ["d3:B*d4e4"]
    assert panel["status"].startswith("Black played d3:B*d4e4.")
    assert board.sitting.position.stack("d4") == ()
    send(board, "landed", x=7.5, y=7.5, face="white", knocked=["d5"])
    assert "beside h8" in board.state["panel"]["message"]
    assert len(board.sitting.moves) == 1


@pytest.mark.parametrize("text", ["foo", "h8:W*d5"])
def test_what_is_no_throw_is_told_in_japanese_with_a_throw_as_it_is_written(opened, text):
    board = opened(ThrowOthello(), lang="ja")
    message = send(board, "play", text=text)["message"]
    assert f"「{text}」" in message
    assert "c4:B*d4" in message
    send(board, "play", text="c4:B*d4")
    assert board.sitting.moves == ("?>c4:B*d4",)
    send(board, "landed", x=7.5, y=7.5, face="white", knocked=["d5"])
    assert "となりの駒だけ" in board.state["panel"]["message"]


def test_a_comparison_that_is_of_no_other_rule_does_not_say_so(opened):
    for game, asked in ((VANISH, "other rule"), (NegaeriShogi(), "other rule"), (ThrowOthello(), "throw")):
        assert asked in opened(game, game.name).state["panel"]["words"]["other_rule"]


def test_the_title_has_the_rules_in_the_reader_s_words(opened):
    titles = {lang: opened(Chopsticks(), lang, lang=lang).state["panel"]["title"] for lang in ("en", "ja")}
    assert titles["en"] == "Chopsticks, out at 5, split: game 1 of 10"
    assert "5以上で戦闘不能、分身" in titles["ja"]


def test_a_move_is_in_the_still_picture_before_the_page_draws_it(opened, monkeypatch):
    board, order = opened(), []
    board._is_shown = True
    monkeypatch.setattr("IPython.display.display", lambda *_, **__: order.append("picture"))
    board.observe(lambda _: order.append("page"), "state")
    send(board, "play", text="d3")
    assert order == ["picture", "page"]


def test_a_move_meant_for_an_earlier_position_is_not_played(opened):
    board = opened()
    click = {"do": "play", "text": "d3", "game": 1, "n_moves": 0}
    board.do(click)
    board.do({**click, "text": "c3"})
    assert board.sitting.moves == ("d3",)
    assert "moved on" in board.state["panel"]["message"]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"do": "format the disk"},
        {"do": "play"},
        {"do": "play", "text": ["d3"]},
        {"do": "throw", "x": "1", "y": None},
        {"do": "landed", "x": float("nan"), "y": 1},
        {"do": "next"},
        {"do": "redo"},
        {"do": "reply"},
        {"do": "note", "text": "x" * 5000},
    ],
)
def test_a_message_that_makes_no_sense_is_answered_and_does_nothing(opened, message):
    board = opened()
    board.do(message)
    assert board.state["panel"]["message"] != ""
    assert (board.sitting.moves, board.sitting.notes) == ((), ())


def test_the_page_hears_an_answer_even_where_nothing_changes(opened):
    board, answers = opened(), []
    board.observe(lambda change: answers.append(change["new"]["panel"]["message"]), "state")
    for _ in range(2):
        send(board, "why", places=["a1"])
    assert len(answers) == 2
    assert answers[0] == answers[1] != ""


def test_no_message_of_the_page_breaks_the_board(opened):
    board = opened(against="random")
    for deed in (*DEEDS, *reversed(DEEDS)):
        board.do({"do": deed})
    assert board.state["panel"]["title"] != ""


def line_to_a_pass(position, played=()):
    """Return the first line of moves after which a side has to pass and the game goes on."""
    for move in () if position.is_over else position.legal_moves():
        after, line = position.play(move), (*played, move.square)
        if not after.is_over and after.stuck:
            return line
        if found := line_to_a_pass(after, line):
            return found
    return ()


def test_passes_are_made_and_told(opened):
    line = line_to_a_pass(Othello(size=4).start_position())
    board = opened(Othello(size=4))
    for text in line:
        panel = send(board, "play", text=text)
    passing = ("black", "white")[len(line) % 2]
    assert [move["text"] for move in panel["moves"]] == [*line, "pass"]
    assert f"{passing.capitalize()} cannot move and passes." in panel["status"]
    assert send(board, "undo")["moves"][-1]["text"] == line[-2]


def test_a_finished_game_tells_its_end_and_its_row(opened, tmp_path):
    board = opened()
    panel = played_out(board)
    assert panel["finished"]["words"] == "Game over: neither can move, draw. Black: 2 discs. White: 2 discs"
    assert "Row 1 of the record sheet" in panel["finished"]["where"]
    assert [game["state"] for game in panel["progress"]] == ["done", *["to_come"] * 9]
    assert panel["can"]["next"]
    rows = (tmp_path / "series" / "games.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 2
    assert send(board, "next")["title"].endswith("game 2 of 10")


def test_the_series_ends_with_its_standing_and_another_can_be_begun(opened, tmp_path):
    board = opened(n_games=2, names=("Aki", "Ben"))
    played_out(board)
    send(board, "next")
    panel = played_out(board)
    won = board.sitting.standing()
    assert f"Won: Aki {won['first']}, Ben {won['second']}; drawn {won['draw']}" in panel["notice"]["words"]
    assert not panel["can"]["next"]
    panel = send(board, "new_series")
    assert (panel["notice"], panel["moves"], panel["game"]) == (None, [], 1)
    assert (tmp_path / "series-series-2" / "series.json").exists()


def test_a_series_begun_before_is_offered_and_goes_on_with_the_first_move(opened):
    first = opened()
    send(first, "play", text="d3")
    again = opened()
    assert "game 1 at move 2" in again.state["panel"]["notice"]["words"]
    assert send(again, "play", text="c5")["notice"] is None
    assert "closed" in send(first, "play", text="e3")["message"]
    assert again.sitting.moves == ("d3", "c5")


def test_the_clock_is_told_only_where_there_is_one(opened):
    assert opened().state["panel"]["clock"] is None
    clock = opened(folder="clock", clock=Clock(3, 5)).state["panel"]["clock"]
    assert clock == {"seconds": {"black": 180.0, "white": 180.0}, "running": None}


def test_the_computer_is_asked_by_the_page_and_answers_once(opened):
    board = opened(against="greedy")
    assert not board.state["panel"]["can"]["reply"]
    send(board, "play", text="d3")
    assert board.state["panel"]["can"]["reply"]
    assert not board.state["panel"]["can"]["play"]
    send(board, "reply")
    assert len(board.sitting.moves) >= 2
    answered = board.sitting.moves
    board.do({"do": "reply", "game": 1, "n_moves": 1})  # of a second view of the same board
    assert (board.sitting.moves, board.state["panel"]["message"]) == (answered, "")


def test_the_other_rule_is_drawn_beside_the_last_move(opened):
    board = opened()
    assert not board.state["panel"]["can"]["compare"]
    send(board, "play", text="d3")
    played, other = send(board, "other", on=True)["other"]["boards"]
    assert played["svg"].count('data-disc="black"') == 3
    assert other["svg"].count('data-disc="black"') == 4
    assert send(board, "other", on=False)["other"] is None


def test_the_still_picture_shows_the_board_and_escapes_what_was_typed(opened):
    board = opened(names=(HOSTILE, "=1+1"))
    send(board, "play", text="d3")
    bundle, _ = board._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    (picture,) = PICTURE.finditer(bundle["text/html"])
    drawn = ElementTree.fromstring(b64decode(picture[1]))  # noqa: S314 (a drawing of our own)
    assert len(drawn.findall(".//*[@data-disc='black']")) == 3
    html = PICTURE.sub("", bundle["text/html"]).replace("<br>", "<br/>")
    still = ElementTree.fromstring(html)  # noqa: S314
    assert HOSTILE in "".join(still.itertext())
    assert "run the cell again" in "".join(still.itertext())
    assert still.find(".//img") is None


def test_a_page_of_an_executed_notebook_shows_the_still_picture_once(tmp_path):
    import nbformat
    from nbconvert.exporters import HTMLExporter

    from variantlab.view.notebooks import execute
    from variantlab.view.pages import notebook_page

    cells = [
        nbformat.v4.new_code_cell("SEED = 1", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell(
            "from variantlab.games.othello.rules import Othello\nfrom variantlab.view.play import play\n"
            f"play(Othello(capture='vanish'), names=({SCRIPT!r}, 'B'))"
        ),
    ]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "board.ipynb")
    executed = execute(tmp_path / "board.ipynb")
    html = notebook_page(executed, "board", "en")
    assert html.count("data-variantlab-still") == 1
    assert len(PICTURE.findall(html)) == 1
    assert "<script" not in html
    exported, _ = HTMLExporter().from_notebook_node(executed)
    assert len(PICTURE.findall(exported)) == 1
    assert SCRIPT not in exported
    assert (tmp_path / "played" / "vanish-10" / "series.json").exists()


def test_the_usual_folder_is_a_safe_name_for_every_game():
    for game in (VANISH, Othello(capture="mixed"), Chopsticks(), NegaeriShogi(), ThrowOthello()):
        name = usual_folder(game, 10, "alphabeta:3").name
        assert name == "".join(sign for sign in name if sign.isalnum() or sign in "._-")


def test_another_series_gets_a_folder_of_its_own(tmp_path):
    folder = tmp_path / "vanish-10"
    assert next_folder(folder).name == "vanish-10-series-2"
    (tmp_path / "vanish-10-series-2").mkdir()
    assert (
        next_folder(folder).name == next_folder(tmp_path / "vanish-10-series-2").name == "vanish-10-series-3"
    )


def test_what_cannot_be_played_says_so_before_anything_is_written(opened, tmp_path):
    with pytest.raises(VariantlabError, match="players"):
        opened(against="gredy")
    with pytest.raises(VariantlabError, match="lang"):
        opened(lang="fr")
    assert not (tmp_path / "series" / "series.json").exists()
    opened()
    with pytest.raises(DataError, match="holds a series"):
        opened(n_games=3)


def test_the_wheel_ships_the_page(tmp_path):
    root = Path(__file__).resolve().parents[2]
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    shipped = set(ZipFile(wheel).namelist())
    assert {"variantlab/view/static/play.js", "variantlab/view/static/play.css"} <= shipped


def test_the_page_asks_no_other_computer_and_sets_no_typed_text_as_html():
    static = Path(__file__).resolve().parents[2] / "variantlab" / "view" / "static"
    script = (static / "play.js").read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    style = (static / "play.css").read_text(encoding="utf-8")
    for word in ("http:", "https:", "fetch(", "XMLHttpRequest", "import(", "eval(", "@import", "url("):
        assert word not in script + style
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write"):
        assert word not in script
