"""The side-by-side record of the search: positions out of games, both searches, the table."""

import json

from benchmarks import negaeri_search
from benchmarks.negaeri_search import positions_of_games, report, save, searched, targets


def test_positions_come_out_of_games_that_go_on():
    found = positions_of_games(4, seed=3)
    assert len({position.sfen() for position in found}) == 4
    assert all(not position.is_over and 2 <= position.plies < 40 for position in found)
    assert [p.sfen() for p in positions_of_games(4, seed=3)] == [p.sfen() for p in found]


def test_plain_search_needs_more_nodes():
    row = searched(positions_of_games(1)[0], 3)
    assert row["plain_nodes"] > row["ours_nodes"] > row["moves"]
    assert row["nodes_ratio"] == row["plain_nodes"] / row["ours_nodes"]


def test_a_target_is_met_when_the_median_reaches_it():
    rows = [{"nodes_ratio": ratio} for ratio in (5.0, 9.0, 50.0)]
    found = targets(rows, [1e8, 2e8], [0.5, 0.9, 1.5], 6)
    assert [row["met"] for row in found] == [False, True, True]


def test_the_results_are_written_as_numbers_and_as_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(negaeri_search, "HERE", tmp_path)
    row = searched(positions_of_games(1)[0], 2)
    results = {
        "machine": {"cpu": "a machine"},
        "depth": 2,
        "positions": [row],
        "perft_leaves": 100,
        "perft_leaves_per_second": [2e7],
        "games": 1,
        "game_seconds": {"4": [0.5]},
        "targets": targets([row], [2e7], [0.5], 2),
    }
    save(results, "try")
    assert json.loads((tmp_path / "results" / "try.json").read_text())["positions"] == [row]
    page = (tmp_path / "results" / "try.md").read_text()
    assert page == report(results)
    assert f"| {row['moves']} | {row['ours_nodes']:,} | {row['plain_nodes']:,} |" in page
