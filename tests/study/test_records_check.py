"""Record sheets held against the rules: counts, winners, end reasons, moves; means of runs by code."""

import pytest

from variantlab.errors import DataError
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally, simulate
from variantlab.study.records import HandGame, games_table, records_of_bytes, together
from variantlab.study.records_check import game_findings, possible_records

HEADER = "rule,method,plies,passes,end reason,black discs,white discs,winner,remark,moves"


def faults(line: str) -> list[tuple[str, str]]:
    sheet = records_of_bytes(f"{HEADER}\n{line}\n".encode())
    assert len(sheet.games) + len(sheet.means) == (0 if sheet.faults else 1)
    return [(fault.column, fault.kind) for fault in sheet.faults]


@pytest.mark.parametrize(
    ("line", "column", "kind"),
    [
        ("flip,hand,63,0,board full,33,31,black wins,", "plies", "flip_too_long"),
        ("flip,hand,60,0,board full,33,30,black wins,", "black discs", "discs_flip"),
        ("flip,hand,60,0,board full,40,31,black wins,", "black discs", "too_many_discs"),
        ("flip,hand,60,0,board full,33,31,white wins,", "winner", "wrong_winner"),
        ("flip,hand,60,0,board full,32,32,black wins,", "winner", "wrong_winner"),
        ("flip,hand,60,0,board full,33,31,,", "winner", "no_winner"),
        ("flip,hand,60,0,wipeout,33,31,black wins,", "end reason", "wipeout_of_both"),
        ("flip,hand,60,0,board full,64,0,black wins,", "end reason", "is_wipeout"),
        ("flip,hand,50,0,board full,30,24,black wins,", "end reason", "not_full"),
        ("flip,hand,60,0,neither can move,33,31,black wins,", "end reason", "is_full"),
        ("flip,hand,60,0,capped,33,31,,", "end reason", "is_full"),
        ("flip,hand,50,0,discs spent,30,24,black wins,", "end reason", "no_disc_limit"),
        ("flip,hand,0,0,neither can move,2,2,draw,", "plies", "no_plies"),
        ("flip,hand,9,9,wipeout,13,0,black wins,", "passes", "too_many_passes"),
        ("vanish,hand,4,0,neither can move,3,2,black wins,", "black discs", "discs_vanish"),
        ("vanish,hand,3,0,wipeout,1,0,black wins,", "black discs", "too_few_discs"),
        ("vanish,hand,3,0,neither can move,2,1,black wins,", "plies", "impossible_record"),
        ("vanish_one nearest,hand,20,0,neither can move,3,2,black wins,", "black discs", "discs_vanish_one"),
        ("mixed 0.5,hand,20,0,neither can move,20,5,black wins,", "black discs", "discs_mixed"),
    ],
)
def test_what_cannot_be_is_named(line, column, kind):
    assert (column, kind) in faults(line)


@pytest.mark.parametrize(
    "line",
    [
        "flip,hand,60,0,board full,33,31,black wins,",
        "flip,hand,60,1,wipeout,64,0,black wins,",
        "flip,hand,9,0,wipeout,13,0,black wins,",
        "flip,hand,40,0,capped,20,24,,",
        "vanish,hand,3,0,neither can move,3,1,black wins,",
        "vanish,hand,4,0,neither can move,2,2,draw,",
        "vanish,hand,2,0,capped,2,2,,stopped",
        "vanish_one nearest,hand,20,0,neither can move,3,1,black wins,",
        "mixed 0.5,hand,20,0,neither can move,20,4,black wins,",
    ],
)
def test_what_can_be_is_let_through(line):
    assert faults(line) == []


def test_every_game_by_code_passes_the_checks():
    """The checks are right if they let through what the rules themselves produce."""
    for rules in (
        Othello(),
        Othello(capture="vanish"),
        Othello(capture="vanish_one", vanish_choice="nearest"),
    ):
        for row in simulate(rules, n=100, seed=5).itertuples():
            capped = row.end_reason == "capped"
            game = HandGame(
                1, rule=row.rule, method="code", plies=row.plies, passes=row.passes,
                end_reason=row.end_reason, black=row.black, white=row.white,
                winner=None if capped else row.winner, passes_black=row.passes_black,
                passes_white=row.passes_white, first_stuck=row.first_stuck,
            )  # fmt: skip
            assert game_findings(game) == []


def test_counted_closing_passes_are_named_as_the_likely_reason():
    assert faults("vanish,hand,4,2,neither can move,2,2,draw,") == [("passes", "impossible_record")]
    sheet = records_of_bytes(f"{HEADER}\nvanish,hand,4,2,neither can move,2,2,draw,,\n".encode())
    assert "two passes that close a game" in sheet.faults[0].text()
    assert "write 0" in sheet.faults[0].text()
    assert "終局の二回のパス" in sheet.faults[0].text("ja")
    noted = records_of_bytes(f"{HEADER}\nvanish,hand,4,2,neither can move,2,2,draw,,f5f4f3d6----\n".encode())
    assert [fault.kind for fault in noted.faults] == ["moves_differ"]
    assert "two passes that close a game" in noted.faults[0].text()


def test_vanish_records_are_those_of_a_plain_search_over_the_board():
    """Every line of the vanish game, from an independent statement of the rules in plain loops."""

    def captures(board, square, mover):
        found = []
        for step in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            run, at = [], (square[0] + step[0], square[1] + step[1])
            while board.get(at) == -mover:
                run.append(at)
                at = (at[0] + step[0], at[1] + step[1])
            found += run if run and board.get(at) == mover else []
        return found

    def ends(board, mover, plies, passes, waiting):
        moves = [
            (square, taken)
            for square in [(r, c) for r in range(8) for c in range(8) if (r, c) not in board]
            if (taken := captures(board, square, mover))
        ]
        if not moves:
            if waiting:
                discs = list(board.values())
                yield plies, passes, discs.count(1), discs.count(-1)
            else:
                yield from ends(board, -mover, plies, passes, True)
            return
        for square, taken in moves:
            after = {at: colour for at, colour in board.items() if at not in taken} | {square: mover}
            yield from ends(after, -mover, plies + 1, passes + waiting, False)

    start = {(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1}
    ended = {(p, q, b, w) for p, q, reason, b, w in possible_records("vanish") if reason != "capped"}
    assert ended == set(ends(start, 1, 0, 0, False))


def test_noted_moves_are_replayed_and_fill_in_what_the_sheet_does_not_ask():
    line = "flip,hand,9,0,wipeout,13,0,black wins,,e6f4e3f6g5d6e7f5c5"
    assert faults(line) == []
    game = records_of_bytes(f"{HEADER}\n{line}\n".encode()).games[0]
    assert (game.passes_black, game.passes_white, game.first_stuck) == (0, 0, "white")


@pytest.mark.parametrize(
    ("line", "column", "kind"),
    [
        ("vanish,hand,4,0,neither can move,2,2,draw,,f5f4f3a1", "moves", "unreadable_moves"),
        ("vanish,hand,4,0,neither can move,2,2,draw,,f5 then f4", "moves", "unreadable_moves"),
        ("vanish,hand,3,0,neither can move,3,1,black wins,,f5f4f3d6", "plies", "moves_differ"),
        ("flip,hand,9,0,wipeout,13,0,black wins,,e6f4e3", "moves", "moves_stop"),
        ("flip,hand,9,0,capped,13,0,,,e6f4e3f6g5d6e7f5c5", "end reason", "moves_differ"),
    ],
)
def test_moves_that_say_otherwise_are_faults(line, column, kind):
    assert (column, kind) in faults(line)


def test_moves_of_the_other_rule_are_recognised():
    sheet = records_of_bytes(
        f"{HEADER}\nvanish,hand,4,0,neither can move,2,2,draw,,e6f4e3f6g5d6e7f5c5\n".encode()
    )
    assert "Under flip they can" in sheet.faults[0].text()


def test_a_capped_game_has_no_winner_and_what_was_written_is_noted():
    sheet = records_of_bytes(f"{HEADER}\nflip,hand,40,0,打ち切り,24,20,黒勝,,\n".encode())
    assert sheet.games[0].winner is None
    assert [(note.kind, note.given) for note in sheet.notes] == [("capped_winner", "黒勝")]


def test_means_of_runs_by_code_are_kept_apart_from_games():
    text = (
        "ルール,方法,手数,パス回数,終局の理由,黒石・白石,勝敗\n標準,コード,60.0,,全滅1,64.0,黒勝455 白勝503\n"
    )
    sheet = records_of_bytes(text.encode())
    assert (len(sheet.games), len(sheet.means), sheet.faults) == (0, 1, ())
    assert ("勝敗", "黒勝455 白勝503") in sheet.means[0].cells
    wrong = records_of_bytes(text.replace("60.0", "60.3").encode())
    assert [fault.kind for fault in wrong.faults] == ["flip_too_long"]


# --- tables


TEN = [("black", 3, 3, 1)] * 6 + [("draw", 4, 2, 2)] * 4


def ten_games() -> list[HandGame]:
    return [
        HandGame(
            row, rule="vanish", method="hand", plies=plies, passes=0, end_reason="no_moves", black=black,
            white=white, winner=winner, name_black="<b>Aya</b>",
        )
        for row, (winner, plies, black, white) in enumerate(TEN, start=2)
    ]  # fmt: skip


def test_the_table_of_hand_games_has_the_columns_and_kinds_of_simulated_ones():
    hand, code = games_table(ten_games()), simulate(Othello(capture="vanish"), n=10)
    assert list(hand.columns) == list(code.columns)
    for name in ("end_reason", "winner", "first_stuck"):
        assert hand[name].cat.categories.tolist() == code[name].cat.categories.tolist()
        assert hand[name].cat.ordered
    assert set(hand["method"]) == {"hand"}
    for name in ("plies", "passes", "black", "white"):
        assert hand[name].dtype.kind == "i"
    assert hand["seed"].isna().all()


def test_hand_and_code_stand_in_one_table_by_method_with_intervals():
    code = simulate(Othello(capture="vanish"), n=500, seed=2)
    both = together(ten_games(), code, interval="exact")
    assert [(group.rule, group.method, group.n_games) for group in both.groups] == [
        ("vanish", "hand", 10),
        ("vanish", "code", 500),
    ]
    hand, by_code = both.groups
    assert hand.winner == {"black": 6, "white": 0, "draw": 4}
    share = hand.win_rate("black", method="exact")
    assert (round(share.low, 4), round(share.high, 4)) == (0.2624, 0.8784)  # tables of binomial limits
    assert by_code.winner == dict(Tally.of_table(Othello(capture="vanish"), code).winner)
    assert len(both.table) == 510
    assert "Clopper-Pearson" in both.text()
    assert "別の問いに答えている" in both.warning("ja")


def test_capped_games_enter_no_win_rate():
    capped = HandGame(9, rule="vanish", method="hand", end_reason="capped", plies=100)
    (group,) = together([*ten_games()[:4], capped]).groups
    assert (group.n_games, group.n_capped, group.n_decided) == (5, 1, 4)
    assert group.win_rate("black").n == 4


def test_few_equal_values_are_given_no_interval():
    (group,) = together(ten_games()[:3]).groups
    assert group.mean("plies") is None
    assert "all 3" in together(ten_games()[:3]).text()


def test_games_of_unknown_rule_are_counted_too():
    groups = together([HandGame(2, black=33, white=31, winner="black")]).groups
    assert [(group.rule, group.method, group.n_games) for group in groups] == [("", "", 1)]


def test_tables_without_the_columns_are_refused_and_names_are_escaped():
    with pytest.raises(DataError, match="columns"):
        together(ten_games(), games_table(ten_games()).drop(columns="plies"))
    sheet = records_of_bytes(f"{HEADER}\n<img src=x onerror=alert(1)>,hand,1,0,capped,4,1,,\n".encode())
    assert "<img" not in sheet._repr_html_()
    assert "&lt;img" in sheet._repr_html_()
    assert "<b>" not in together([HandGame(2, rule="<b>")])._repr_html_()
