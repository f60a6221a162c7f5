"""Games by hand beside the computer's: the right games, honest intervals, made-up ones named as such."""

import random
from dataclasses import replace

import pandas as pd
import pytest

from variantlab.errors import VariantlabError
from variantlab.files import project_path
from variantlab.games.othello.rules import Othello
from variantlab.simulate import simulate
from variantlab.stats.intervals import rate
from variantlab.study.records import HandGame, read_records, together
from variantlab.study.sitting import Sitting
from variantlab.view import by_hand
from variantlab.view.by_hand import (
    beside_each_other,
    columns_table,
    differences_table,
    games_so_far,
    hand_games,
    needed_in_words,
    players_table,
    plies_by_method,
    rates_by_method,
    remarks_table,
)

VANISH = Othello(capture="vanish")
RULES = (VANISH, Othello())


@pytest.fixture
def played(tmp_path):
    """A series of four games on the board, the last resigned."""
    rng = random.Random(3)
    with Sitting.open(VANISH, tmp_path / "by-hand", n_games=4, names=("<b>Aki", "=Ben")) as sitting:
        for number in range(1, 5):
            while not sitting.is_over:
                if number == 4 and len(sitting.moves) == 2:
                    sitting.resign()
                else:
                    sitting.play(rng.choice(sitting.position.legal_moves()))
            sitting.remark(f"remark {number}" if number < 3 else "")
            if number < 4:
                sitting.next_game()
    return sitting


@pytest.fixture(scope="module")
def both():
    hand = hand_games(played="nowhere", lang="en")
    code = [simulate(game, n=500, seed=4, progress=False) for game in RULES]
    return together(hand.sheet, code)


def test_the_nearest_games_are_taken_and_the_sample_says_that_it_is_made_up(played, tmp_path):
    own = project_path("data", "records", "sample-made-up.ja.csv")
    assert hand_games(own, played.folder).origin == "own"
    assert hand_games(None, played.folder).origin == "played"
    made_up = hand_games(None, tmp_path / "nothing", lang="ja")
    assert (made_up.origin, made_up.is_made_up) == ("sample", True)
    for lang, words in (("en", "MADE UP"), ("ja", "作り物")):
        assert words in made_up.text(lang)
        assert words.casefold().replace(" ", "-") in made_up.caption(lang).casefold()
    assert len(hand_games(None, played.folder).sheet.games) == 4


def test_games_on_the_board_go_on_in_the_newest_sheet(played):
    sheet = played.folder / "games.csv"
    for number in (2, 10):
        (played.folder / f"games-{number}.csv").write_bytes(sheet.read_bytes())
    assert hand_games(None, played.folder).sheet.source == "games-10.csv"


def test_a_series_without_a_finished_game_is_no_game(tmp_path):
    Sitting.open(VANISH, tmp_path / "by-hand").close()
    assert hand_games(None, tmp_path / "by-hand").is_made_up


def test_a_sheet_with_faults_is_not_half_read(tmp_path):
    sheet = tmp_path / "mine.csv"
    head = "rule,method,plies,passes,end reason,black,white,winner,remark"
    sheet.write_text(f"{head}\nflip,hand,61,0,board full,33,31,black,\n", encoding="utf-8")
    with pytest.raises(VariantlabError, match="at most 60 plies"):
        hand_games(sheet)


def test_every_column_of_the_article_is_explained():
    assert len(columns_table("en")) == len(columns_table("ja")) == 9
    assert columns_table("en").iloc[2, 1].startswith("how many discs were placed")


def test_the_rows_so_far_tell_what_the_board_knows(played):
    table = games_so_far(played, "en")
    assert table["game"].tolist() == [1, 2, 3, 4]
    assert table["plies"].tolist()[:3] == [len(play.moves) for play in played.plays[:3]]
    assert table["end reason"].tolist()[3] == "resigned"
    assert table["remark"].tolist() == ["remark 1", "remark 2", "", ""]
    assert games_so_far(played, "ja")["終局の理由"].tolist()[3] == "投了"


def test_one_table_counts_as_the_games_do(both):
    table = beside_each_other(both, lang="en").set_index("what is counted")
    assert list(table.columns) == ["vanish, hand", "vanish, code", "flip, hand", "flip, code"]
    assert table.loc["games"].tolist() == ["10", "500", "2", "500"]
    group = both.groups[0]
    share = rate(group.winner["black"], 10)
    assert table.loc["black wins", "vanish, hand"].startswith(
        f"{group.winner['black']}: {share.estimate:.3f} ["
    )
    assert "discs spent" not in table.index  # happened nowhere
    counted = [int(table.loc[row, "flip, code"]) for row in ("board full", "neither can move")]
    assert sum(counted) <= 500


def test_differences_are_newcombe_s_and_say_what_they_tell(both):
    table = differences_table(both, "vanish", lang="en").set_index("share")
    hand, code = (group for group in both.groups if group.rule == "vanish")
    assert table.loc["black wins", "by hand"] == f"{hand.winner['black']} of 10"
    assert table.loc["black wins", "by code, at random"] == f"{code.winner['black']} of 500"
    assert "white wins" not in table.index
    assert set(table["what the games tell"]) == {"not told apart"}


def test_a_difference_that_is_there_is_told():
    won = HandGame(2, "vanish", "hand", plies=3, passes=0, end_reason="no_moves", black=3, white=1)
    games = [replace(won, row=row, winner="black") for row in range(2, 42)]
    code = simulate(VANISH, n=500, seed=4, progress=False)
    table = differences_table(together(games, code), "vanish", lang="en")
    told = dict(zip(table["share"], table["what the games tell"], strict=True))
    assert told["black wins"] == told["draw"] == "they differ"
    assert told["neither can move"] == "not told apart"


def test_how_many_games_it_takes_is_computed(both):
    sentence = needed_in_words(both, "vanish", lang="en")
    code = next(group for group in both.groups if (group.rule, group.method) == ("vanish", "code"))
    share = round(code.winner["black"] / 500, 2)
    other = share + 0.2 if share <= 0.5 else share - 0.2
    from variantlab.stats.sample_size import games_needed

    assert f"from {games_needed(share, other, 0.8)} games on" in sentence
    assert "You have 10." in sentence
    assert not needed_in_words(both, "vanish", measure="no_moves", lang="ja").isascii()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_charts_name_both_methods_and_their_games(both, lang):
    for draw in (rates_by_method, plies_by_method):
        chart = draw(both, "vanish", seed=4, lang=lang)
        for key in ("hand", "code"):
            assert by_hand.word(key, lang) in chart.alt_text
        assert "n = 10" in chart.caption
        assert "500" in chart.caption


@pytest.mark.parametrize(("lang", "said"), [("en", "by hand (made up)"), ("ja", "手作業（作り物）")])
def test_made_up_games_are_called_so_in_every_table_and_chart(both, lang, said):
    assert said in differences_table(both, "vanish", made_up=True, lang=lang).columns
    made_up = said[said.index("手" if lang == "ja" else "(") :].removeprefix("手作業")
    columns = beside_each_other(both, made_up=True, lang=lang).columns
    assert [made_up in column for column in columns] == [False, True, False, True, False]
    for draw in (rates_by_method, plies_by_method):
        assert said in draw(both, "vanish", made_up=True, seed=4, lang=lang).alt_text.casefold()


def test_a_rule_without_both_methods_is_named():
    only_hand = together(read_records(project_path("data", "records", "sample-made-up.en.csv")))
    with pytest.raises(VariantlabError, match="vanish by hand"):
        rates_by_method(only_hand, "vanish")


def test_each_player_has_their_seats_counted(played):
    table = players_table(hand_games(None, played.folder).sheet.games, "en")
    assert table["player"].tolist() == ["<b>Aki", "=Ben"]
    assert table["games as black"].tolist() == table["games as white"].tolist() == [2, 2]
    assert table["won as black"].sum() == sum(result["winner"] == "black" for result in played.results[:3])
    nameless = players_table([HandGame(2, winner="draw")], "en")
    assert nameless["player"].tolist() == ["(no name)"]


def test_remarks_keep_their_game():
    games = [HandGame(2, remark="  "), HandGame(3, remark="<img>", moves="d3")]
    assert remarks_table(games, "en").values.tolist() == [[2, "<img>", "d3"]]
    assert isinstance(remarks_table([], "ja"), pd.DataFrame)


def test_words_are_there_in_both_languages():
    for words in by_hand.WORDS.values():
        assert set(words) == {"en", "ja"}
        assert words["en"]
        assert words["ja"]
