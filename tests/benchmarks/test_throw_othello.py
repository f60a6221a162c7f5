"""The speed record of Throw Othello: what is read off it, and that its parts run."""

from benchmarks import throw_othello as bench


def result_with(speeds):
    found = dict.fromkeys(bench.PLAYERS, speeds)
    return {
        "machine": "a machine", "python": "3", "load_before": 0.5, "games_per_second": found,
        "law_milliseconds": {"0.5": 75.25}, "table_milliseconds": {"resting": 6.0, "chances": 2.0},
        "table_bytes": {"resting": 205_000, "chances": 30_000},
    }  # fmt: skip


def test_a_target_is_met_by_the_median():
    text = bench.report(result_with([1.0, 150_000.0, 200_000.0]))
    assert "| greedy | 150,000 (1 to 200,000) | 100,000: yes |" in text
    assert "| expected | 1,999 (1 to 2,500) | 2,000: NO |" in bench.report(result_with([1.0, 1999.0, 2500.0]))


def test_the_tables_are_measured_and_left_as_they_were():
    milliseconds, sizes = bench.table_milliseconds()
    assert min(milliseconds.values()) > 0
    assert sizes["resting"] == 25 * 512 * 16
    assert bench.law_milliseconds(bench.SPREADS["0"]) >= 0


def test_games_are_counted_by_the_second_of_the_cpu():
    assert bench.games_per_second("greedy", 2000, 1) > 100
