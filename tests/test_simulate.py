"""Series of games: the same whatever the work is cut into, counted in integers, at any size."""

import _thread
import importlib
import itertools
import signal
import time
import tracemalloc
from operator import add

import joblib
import numpy as np
import pandas as pd
import pytest

from variantlab.errors import DataError, RulesError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.othello.rules import Othello
from variantlab.simulate import Tally, health, part_size, played_parts, simulate, summary, tally

# The package shows the function under the module's name.
module = importlib.import_module("variantlab.simulate")

VANISH = Othello(capture="vanish")
GAMES = [
    Othello(),
    VANISH,
    Othello(capture="mixed", vanish_probability=0.25, size=6),
    Othello(capture="vanish_one", max_plies=30),
    Othello(capture="vanish", start="scattered", n_scattered=10),
]


class Stop(Exception):
    """Ends a series that would never end."""


class CountingGame(Othello):
    """Othello whose games cost nothing: all alike, until `stop` is called in its place."""

    calls = itertools.count()

    def simulate(self, players=("random", "random"), n=1, seed=0, first=0):
        if n and next(self.calls) >= 100:
            self.stop()
        return {name: np.zeros(n, column.dtype) for name, column in EMPTY.items()}

    def stop(self):
        raise Stop


EMPTY = Othello().simulate(n=0)


# --- the same games, however the work is cut ---------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_threads_and_parts_do_not_change_a_game(game, monkeypatch):
    expected = simulate(game, n=300, seed=7, threads=1)
    assert expected["game_index"].tolist() == list(range(300))
    for threads, size in [(2, 3), (4, 7), (1, 64), (2, 300), (4, 10_000)]:
        monkeypatch.setattr(module, "part_size", lambda n, players, size=size: size)
        pd.testing.assert_frame_equal(simulate(game, n=300, seed=7, threads=threads), expected)
        assert tally(game, n=300, seed=7, threads=threads) == Tally.of_table(game, expected)


def test_other_players_games_do_not_depend_on_parts_either(monkeypatch):
    players = ("greedy", "alphabeta:2")
    expected = simulate(Othello(size=6), players, n=20, seed=3, threads=1)
    monkeypatch.setattr(module, "part_size", lambda n, players: 3)
    pd.testing.assert_frame_equal(simulate(Othello(size=6), players, n=20, seed=3, threads=2), expected)


def test_a_series_is_continued_by_its_next_game():
    whole = simulate(Othello(), n=100, seed=5)
    pieces = [simulate(Othello(), n=n, seed=5, first=first) for first, n in [(0, 33), (33, 1), (34, 66)]]
    pd.testing.assert_frame_equal(pd.concat(pieces, ignore_index=True), whole)


def test_neighbouring_seeds_share_no_series():
    one, other = (simulate(Othello(), n=200, seed=seed)[["plies", "black", "white"]] for seed in (100, 101))
    for shift in range(5):
        shifted = one.iloc[shift:].reset_index(drop=True)
        assert not shifted.equals(other.iloc[: len(shifted)].reset_index(drop=True))


def test_a_part_of_a_huge_series_stays_small():
    assert part_size(10**15) == part_size(10**9)
    assert part_size(10**9, ("alphabeta:5", "random")) < part_size(10**9)
    assert part_size(0) == part_size(1) == 1


# --- whole numbers alone -----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [-1, float("inf"), float("nan"), True, np.True_, "1e6", "10", 1.5, None, [3]])
def test_what_is_no_number_of_games_is_refused_by_name(n):
    for play in (simulate, tally):
        with pytest.raises(RulesError, match=r"^n: got .*a whole number from 0"):
            play(VANISH, n=n)


def test_a_whole_float_will_do():
    assert tally(VANISH, n=1e3, seed=1) == tally(VANISH, n=1000, seed=1)
    assert tally(VANISH, n=np.int64(10)).n_games == 10


def test_a_table_has_its_limit_and_names_the_way_on():
    with pytest.raises(RulesError, match="Use tally"):
        simulate(VANISH, n=1e12)
    with pytest.raises(RulesError, match=r"^n: "):
        tally(VANISH, n=10**16)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": 0.5}, "seed"),
        ({"first": -1}, "first"),
        ({"threads": 0}, "threads"),
        ({"threads": True}, "threads"),
        ({"players": "random"}, "players"),
        ({"players": ("random",)}, "players"),
        ({"players": ("random", "greedi")}, "player"),
        ({"players": ("random", "alphabeta:0")}, "player"),
    ],
)
def test_other_faults_are_named_too(arguments, field):
    for play in (simulate, tally):
        with pytest.raises(RulesError, match=f"^{field}: got"):
            play(VANISH, n=10, **arguments)


def test_the_largest_seed_is_a_seed():
    table = simulate(VANISH, n=10, seed=2**64 - 1)
    assert set(table["seed"].tolist()) == {2**64 - 1}
    assert Tally.of_table(VANISH, table).seed == 2**64 - 1


def test_names_of_players_are_written_one_way():
    table = simulate(Othello(size=4), [" Greedy", "RANDOM"], n=10)
    assert table[["player_black", "player_white"]].iloc[0].tolist() == ["greedy", "random"]
    assert tally(Othello(size=4), [" Greedy", "RANDOM"], n=10) == Tally.of_table(Othello(size=4), table)


# --- counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_counts_are_those_of_the_table(game):
    table = simulate(game, n=500, seed=11)
    counts = tally(game, n=500, seed=11)
    assert counts == Tally.of_table(game, table)
    assert counts.n_games == 500
    for label in ("winner", "end_reason", "first_stuck"):
        assert counts.labels[label] == {
            word: int((table[label] == word).sum()) for word in game.categories[label]
        }
    for name in game.counts:
        values = [int(value) for value in table[name]]
        assert counts.sums[name] == sum(values)
        assert counts.squares[name] == sum(value**2 for value in values)
    margins = [int(black) - int(white) for black, white in zip(table["black"], table["white"], strict=True)]
    assert counts.products == {"margin": sum(margins), "margin_squares": sum(m * m for m in margins)}
    assert counts.plies == table["plies"].value_counts().sort_index().to_dict()


def test_counts_are_python_integers():
    counts = tally(Othello(), n=100, seed=1)
    maps = [*counts.labels.values(), counts.sums, counts.squares, counts.products, counts.plies]
    assert {type(value) for values in maps for value in values.values()} == {int}
    assert {type(plies) for plies in counts.plies} == {int}


def test_squares_do_not_overflow():
    games = 100_000
    columns = {name: np.zeros(games, column.dtype) for name, column in EMPTY.items()}
    columns["plies"] += 60_000
    counts = Tally.of_columns(Othello(), ("random", "random"), 0, 0, columns)
    assert counts.squares["plies"] == games * 60_000**2


def test_pieces_add_up_to_the_whole():
    pieces = [tally(Othello(), n=n, seed=2, first=first) for first, n in [(0, 40), (40, 0), (40, 60)]]
    whole = tally(Othello(), n=100, seed=2)
    assert add(add(pieces[0], pieces[1]), pieces[2]) == whole
    assert add(pieces[2], pieces[0]) == whole


def test_different_series_add_up_without_a_seed():
    both = tally(VANISH, n=40, seed=1) + tally(VANISH, n=60, seed=2)
    assert (both.n_games, both.seed) == (100, None)
    assert sum(both.plies.values()) == 100
    assert "no single seed" in str(summary(both))


def test_exchanged_players_stand_under_the_colour_they_had():
    game = NegaeriShogi(opening_plies=4)
    table = simulate(game, ("greedy", "random"), n=40, seed=1)
    assert table["player_sente"].tolist() == ["greedy", "random"] * 20
    assert table["player_gote"].tolist() == ["random", "greedy"] * 20
    decided = table[table["winner"].isin(["sente", "gote"])]
    by_colour = (
        decided["player_sente"]
        .astype(object)
        .where(decided["winner"] == "sente", decided["player_gote"].astype(object))
    )
    by_player = decided["winning_player"].astype(object).map({"first": "greedy", "second": "random"})
    assert len(decided) > 30
    assert by_colour.tolist() == by_player.tolist()
    assert Tally.of_table(game, table) == tally(game, ("greedy", "random"), n=40, seed=1)


def test_players_who_keep_their_colours_are_named_as_before():
    table = simulate(NegaeriShogi(), ("greedy", "random"), n=4, seed=1)
    assert set(table["player_sente"]) == {"greedy"}
    assert set(table["player_gote"]) == {"random"}


def test_no_game_is_counted_twice():
    counts = tally(VANISH, n=40, seed=1)
    for again in (counts, tally(VANISH, n=40, seed=1, first=39)):
        with pytest.raises(DataError, match="No game is counted twice"):
            counts + again


def test_other_rules_or_players_do_not_add_up():
    counts = tally(VANISH, n=10, seed=1)
    for other in (tally(Othello(), n=10, seed=2), tally(VANISH, ("greedy", "random"), n=10, seed=2)):
        with pytest.raises(DataError, match=r"^tally: got"):
            counts + other
    with pytest.raises(TypeError):
        counts + 1


def test_a_table_of_several_series_has_no_single_seed():
    table = pd.concat([simulate(VANISH, n=10, seed=1), simulate(VANISH, ("greedy", "random"), n=10, seed=2)])
    counts = Tally.of_table(VANISH, table)
    assert (counts.seed, counts.players, counts.n_games) == (None, ("several", "random"), 20)


def test_a_table_without_a_column_is_named():
    table = simulate(VANISH, n=10)
    for column in ("plies", "passes", "winner"):
        with pytest.raises(DataError, match=f"a table with {column}"):
            Tally.of_table(VANISH, table.drop(columns=column))
    with pytest.raises(DataError, match=r"^game: .*Give game="):
        summary(table)


def test_a_table_by_hand_needs_no_seed():
    table = simulate(VANISH, n=10, seed=4).drop(columns=["seed", "game_index", "player_black"])
    counts = Tally.of_table(VANISH, table)
    assert (counts.seed, counts.first, counts.players) == (None, 0, ("several", "random"))
    assert counts.plies == tally(VANISH, n=10, seed=4).plies


def test_capped_games_have_no_winner_and_enter_no_rate():
    game = Othello(max_plies=59)
    table, counts = simulate(game, n=400, seed=1), tally(game, n=400, seed=1)
    capped = table["end_reason"] == "capped"
    assert 0 < capped.sum() < 400
    assert table.loc[capped, "winner"].isna().all()
    assert table.loc[~capped, "winner"].notna().all()
    assert counts.n_capped == capped.sum()
    assert sum(counts.winner.values()) == counts.n_finished == 400 - counts.n_capped
    assert counts.win_rate("black").n == counts.n_finished
    assert sum(rate.estimate for rate in summary(counts).rates().values()) == pytest.approx(1)
    assert f"{counts.n_capped} capped, in no rate" in str(summary(counts))


def test_only_capped_games_are_no_data():
    text = str(summary(tally(Othello(max_plies=5), n=50)))
    assert text.count("no data (n = 0)") == 3
    assert "capped 50  black wins 0  white wins 0  draws 0" in text


# --- no game at all, and far too many -----------------------------------------------------------------


def test_no_game_is_no_data():
    table, counts = simulate(Othello(), n=0), tally(Othello(), n=0)
    full = simulate(Othello(), n=1)
    assert table.shape == (0, full.shape[1])
    assert table.dtypes.equals(full.dtypes)
    assert counts.n_games == 0
    assert not any(interval.has_data for interval in summary(counts).rates().values())
    assert not any(interval.has_data for interval in summary(counts).means().values())
    for text in (str(summary(counts)), str(summary(table, Othello())), str(health(Othello(), n=0))):
        assert "no data" in text
        assert not any(wrong in text.casefold() for wrong in ("nan", "inf", "0.5", "50"))


def test_a_huge_series_begins_at_once_and_keeps_memory_flat(monkeypatch):
    monkeypatch.setattr(CountingGame, "calls", itertools.count())
    before = time.perf_counter()
    tracemalloc.start()
    with pytest.raises(Stop):
        tally(CountingGame(), n=10**12, threads=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert next(CountingGame.calls) < 110
    assert time.perf_counter() - before < 30
    assert peak < 200e6


def test_finished_parts_do_not_pile_up_when_the_reader_is_slow(monkeypatch):
    monkeypatch.setattr(CountingGame, "calls", itertools.count(-10_000))
    parts = played_parts(CountingGame(), ("random", "random"), 10**12, 0, threads=2)
    for _ in range(3):
        next(parts)
    time.sleep(0.3)
    parts.close()
    assert next(CountingGame.calls) + 10_000 <= 2 * module.PARTS_AHEAD + 1


@pytest.fixture
def interruptible():
    """Let an interrupt raise KeyboardInterrupt here, also where a test worker ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_huge_series_can_be_interrupted(monkeypatch):
    monkeypatch.setattr(CountingGame, "calls", itertools.count())
    monkeypatch.setattr(CountingGame, "stop", lambda self: _thread.interrupt_main())
    before = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        tally(CountingGame(), n=10**12, threads=2)
    assert time.perf_counter() - before < 30


def test_progress_is_shown_only_when_asked_for(capsys):
    expected = simulate(VANISH, n=100, seed=1, progress=False)
    tally(VANISH, n=100, seed=1)
    assert capsys.readouterr() == ("", "")
    pd.testing.assert_frame_equal(simulate(VANISH, n=100, seed=1, progress=True), expected)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "100/100" in shown.err


# --- other ways to work -------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["sequential", "threading"])
def test_the_backend_of_joblib_does_not_matter(backend):
    expected, counts = simulate(Othello(), n=200, seed=9), tally(Othello(), n=200, seed=9)
    with joblib.parallel_config(backend=backend):
        pd.testing.assert_frame_equal(simulate(Othello(), n=200, seed=9), expected)
        assert tally(Othello(), n=200, seed=9) == counts


@pytest.mark.long
def test_processes_play_the_same_games():
    expected = simulate(Othello(), n=200, seed=9)
    with joblib.parallel_config(backend="loky", n_jobs=2):
        pd.testing.assert_frame_equal(simulate(Othello(), n=200, seed=9, threads=2), expected)


def test_dask_plays_the_same_games():
    distributed = pytest.importorskip("dask.distributed")
    expected, counts = simulate(Othello(), n=200, seed=9), tally(Othello(), n=200, seed=9)
    # In this process; what dask serves for its pages stays on this computer.
    here = "127.0.0.1:0"
    workers = {"n_workers": 1, "threads_per_worker": 2, "worker_dashboard_address": here}
    with (
        distributed.LocalCluster(processes=False, dashboard_address=here, **workers) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        assert client.scheduler.address.startswith("inproc://")
        pd.testing.assert_frame_equal(simulate(Othello(), n=200, seed=9), expected)
        assert tally(Othello(), n=200, seed=9) == counts


# --- the result line ----------------------------------------------------------------------------------


@pytest.fixture
def five_games():
    """Five games to be counted by hand: black wins two, white one, one is drawn, one is capped."""
    game = Othello(max_plies=60)
    rows = [
        # plies, black's and white's passes, first stuck, end, black, white, winner
        (60, 0, 1, "white", "board_full", 40, 24, "black"),
        (12, 0, 0, "white", "wipeout", 16, 0, "black"),
        (60, 2, 0, "black", "board_full", 30, 34, "white"),
        (58, 1, 1, "black", "no_moves", 31, 31, "draw"),
        (60, 0, 0, None, "capped", 20, 25, None),
    ]
    names = [
        "plies",
        "passes_black",
        "passes_white",
        "first_stuck",
        "end_reason",
        "black",
        "white",
        "winner",
    ]
    table = pd.DataFrame(rows, columns=names)
    table["passes"] = table["passes_black"] + table["passes_white"]
    table["seed"], table["game_index"] = 77, range(5)
    table["player_black"], table["player_white"] = "greedy", "random"
    return game, table


def test_the_result_line_holds_the_numbers_counted_by_hand(five_games):
    game, table = five_games
    line = summary(table, game).result_line
    # plies (60 + 12 + 60 + 58 + 60) / 5 = 50; discs (64 + 16 + 64 + 62 + 45) / 5 = 50.2
    assert line == ("flip  plies 50.0  discs 50.2  capped 1  black wins 2  white wins 1  draws 1  wipeouts 1")


def test_the_summary_says_what_was_played(five_games):
    game, table = five_games
    text = str(summary(table, game))
    assert text.splitlines()[-1] == "  5 games, 1 capped, in no rate; greedy against random; seed 77"
    rates = summary(table, game).rates()
    assert {winner: (rate.estimate, rate.n) for winner, rate in rates.items()} == {
        "black": (0.5, 4),
        "white": (0.25, 4),
        "draw": (0.25, 4),
    }
    assert all(str(rate) in text for rate in rates.values())
    assert summary(table, game).means()["passes"].estimate == 1.0
    assert summary(table, game, level=0.9).rates()["black"].level == 0.9


def test_counts_for_json_are_the_same_counts(five_games):
    game, table = five_games
    found = summary(table, game).tally.as_dict()
    assert found["winner"] == {"black": 2, "white": 1, "draw": 1}
    assert found["end_reason"] == {
        "wipeout": 1, "board_full": 2, "discs_spent": 0, "no_moves": 1, "capped": 1
    }  # fmt: skip
    assert (found["sums"]["plies"], found["sums"]["passes"], found["n_games"]) == (250, 5, 5)


# --- the health of a rule -----------------------------------------------------------------------------


def test_the_vanish_rule_has_twelve_lines_of_play():
    found = health(VANISH, n=500)
    assert (found.lines, found.lines_are_exact) == (12, True)
    assert str(found).startswith(
        "Rule health of vanish (500 random games): 12 lines of play (exact); plies 3 to 4, mean 3."
    )


def test_random_walks_estimate_the_size_of_a_tree():
    # 4x4 Othello has 60,060 complete games.
    found = health(Othello(size=4), n=100, n_walks=2000)
    assert not found.lines_are_exact
    assert 60_060 / 1.25 < found.lines < 60_060 * 1.25
    assert "about 10^5 lines of play (estimated)" in str(found)


@pytest.mark.parametrize(
    "game",
    [
        Othello(size=4, capture="mixed", discs_each=2),
        Othello(size=4, capture="vanish_one", discs_each=2),
    ],
    ids=str,
)
def test_what_chance_may_do_counts_as_so_many_lines(game, monkeypatch):
    lines = game.perft(12)[-1]
    assert health(game, n=10, n_walks=1).lines == lines
    monkeypatch.setattr(module, "_number_of_lines", lambda start: None)
    estimated = health(game, n=10, n_walks=600)
    assert not estimated.lines_are_exact
    assert lines / 1.2 < estimated.lines < lines * 1.2


def test_a_tree_too_large_for_a_float_has_a_size():
    found = health(Othello(capture="vanish", placement="free", max_plies=300), n=20, n_walks=1)
    assert found.lines > 10**310
    assert "inf" not in str(found)


def test_health_counts_moves_at_turns_that_are_no_pass():
    # The start has 4 moves, each reply of the vanish rule 2 (perft 4, 8).
    found = health(Othello(capture="vanish", discs_each=1), n=10)
    assert found.branching.estimate == 3.0


def test_a_random_start_has_no_tree():
    text = str(health(Othello(start="scattered"), n=20))
    assert "lines of play: not known" in text
    assert "moves a turn: not known" in text


def test_health_needs_a_walk():
    with pytest.raises(RulesError, match=r"^n_walks: got 0"):
        health(VANISH, n_walks=0)
