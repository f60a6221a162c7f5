"""The checks of the machine agree where it is right, and find planted faults."""

import dataclasses
import os
import shutil
from fractions import Fraction

import pytest

from tests.oracles import othello as oracle
from variantlab.errors import DataError, VariantlabError
from variantlab.games.othello.notation import played
from variantlab.games.othello.rules import Othello
from variantlab.simulate import tally
from variantlab.study.machine import (
    Check,
    against_article,
    against_chances,
    against_reference,
    article_figures,
    count_checks,
    different_turns,
    known,
    perft_by_positions,
    run_article,
    stop_unless_all_agree,
)
from variantlab.study.vanish import StudyStopped

needs_node = pytest.mark.skipif(
    shutil.which("node") is None and "CI" not in os.environ, reason="node is not installed"
)

#: A page in the form of the article's, whose games are made up: their number and rule decide the counts.
PAGE = """
words before <script>
function run(mode,N){return mode+" 手数60.0 石64.0 上限0 黒勝"+N/2+" 白勝"+(mode==="flip"?N/4:0)+" 全滅1";}
const N=1000;
document.getElementById("o").textContent=run("flip",N);
</script> words after
"""


@pytest.fixture(scope="module")
def flip_games():
    return tally(Othello(), n=40_000, seed=3)


def with_more_wins(counts, n):
    """Return the counts with n games moved from white to black."""
    winner = {"black": counts.winner["black"] + n, "white": counts.winner["white"] - n}
    labels = {**counts.labels, "winner": {**counts.winner, **winner}}
    return dataclasses.replace(counts, labels=labels)


def test_the_known_counts_name_what_there_is():
    with pytest.raises(VariantlabError, match="Did you mean 'perft'"):
        known("perf", "flip, 8x8, from the start")
    with pytest.raises(VariantlabError, match="flip, 8x8, from the start"):
        known("perft", "flip, 8x8, from the star")


def test_a_wrong_count_stops_the_study():
    checks = count_checks([4, 12, 56], Othello().perft(3))
    assert stop_unless_all_agree(checks) == 3
    with pytest.raises(StudyStopped, match="2: known 12, found 13"):
        stop_unless_all_agree(count_checks([4, 12, 56], [4, 13, 56]))


@pytest.mark.parametrize("diagram", ["X.../.XO./.OXO/.... w", "XXXX/XXXX/XXXX/OO.. b"])
def test_positions_alone_count_what_the_kernels_count(diagram):
    position = Othello(size=4).position(diagram)
    assert perft_by_positions(position, 5) == position.game.perft(5, position)


def test_a_forced_pass_is_a_ply_of_the_count():
    position = Othello().replay("f5f6d3g5h5h4f7h6")
    assert position.stuck
    assert perft_by_positions(position, 1) == [1]


@pytest.mark.parametrize("capture", ["flip", "vanish"])
def test_single_turns_are_those_of_the_plain_rules(capture):
    positions = played(Othello(), "d3e3f5e6f4c3e7g5c4")
    n_turns, different = different_turns(oracle, positions, capture)
    assert n_turns == sum(len(p.legal_moves()) for p in positions)
    assert different == []


def test_a_turn_of_other_rules_is_found():
    class FlipsUnderVanish:
        legal_squares, apply = staticmethod(oracle.legal_squares), staticmethod(oracle.apply)

        @staticmethod
        def start_state(rules, board, to_move):
            return oracle.start_state({**rules, "capture": "flip"}, board, to_move)

    start = Othello().start_position()
    n_turns, different = different_turns(FlipsUnderVanish, [start], "vanish")
    assert len(different) == n_turns == 4


def test_random_games_lie_near_the_reference(flip_games):
    checks = against_reference(flip_games)
    assert [check.name for check in checks] == [
        "black_wins", "white_wins", "draw", "wipeout", "passes", "margin",
    ]  # fmt: skip
    assert stop_unless_all_agree(checks) == 6


def test_a_bias_of_two_percent_is_found(flip_games):
    checks = against_reference(with_more_wins(flip_games, flip_games.n_games // 50))
    assert [check.agrees for check in checks[:2]] == [False, False]


def test_the_reference_is_for_the_standard_rule_alone():
    with pytest.raises(VariantlabError, match="standard Othello"):
        against_reference(tally(Othello(size=4), n=10))


def test_random_games_lie_near_exact_chances():
    chances = {"black": Fraction(11826177601, 33592320000), "white": Fraction(3086673209, 5598720000)}
    chances["draw"] = 1 - sum(chances.values())
    counts = tally(Othello(size=4), n=20_000, seed=5)
    assert stop_unless_all_agree(against_chances(counts, chances)) == 3
    with pytest.raises(StudyStopped, match="black_wins"):
        stop_unless_all_agree(against_chances(with_more_wins(counts, 400), chances))


def test_what_cannot_happen_is_infinitely_far_off():
    counts = tally(Othello(size=4), n=100, seed=5)
    impossible = {"black": Fraction(1), "white": Fraction(0), "draw": Fraction(0)}
    assert not any(check.agrees for check in against_chances(counts, impossible)[:2])
    assert Check("nothing", 0, 0.0, 0.0).agrees


def test_our_figures_are_rounded_as_the_articles(flip_games):
    figures = article_figures(flip_games)
    assert (figures["games"], figures["plies"], figures["discs"]) == ("40,000", "60.0", "64.0")


def test_the_page_counts_are_compared_as_two_samples(flip_games):
    shares = {key: n / flip_games.n_games for key, n in flip_games.winner.items()}
    page = {"games": 4000.0, "black": 4000 * shares["black"], "white": 4000 * shares["white"], "wipeout": 2.0}
    black, white, wipeout = against_article(page, flip_games)
    assert (abs(black.distance) < 1e-9, abs(white.distance) < 1e-9, wipeout.agrees) == (True, True, True)
    assert not against_article({**page, "black": page["black"] + 400}, flip_games)[0].agrees


@needs_node
def test_the_page_is_run_as_it_stands(tmp_path):
    article = tmp_path / "article.txt"
    article.write_text(PAGE, encoding="utf-8")
    assert run_article(article, 400) == {
        "games": 400, "plies": 60, "discs": 64, "capped": 0, "black": 200, "white": 100, "wipeout": 1,
    }  # fmt: skip
    assert run_article(article, 400, "vanish")["white"] == 0


@needs_node
def test_a_text_without_the_page_is_refused(tmp_path):
    article = tmp_path / "article.txt"
    article.write_text("no page here", encoding="utf-8")
    with pytest.raises(DataError, match="the article holds no <script>"):
        run_article(article, 10)


def test_a_missing_article_is_named(tmp_path):
    with pytest.raises(DataError, match="as a text file in UTF-8"):
        run_article(tmp_path / "none.txt", 10)


def test_without_node_the_way_on_is_named(tmp_path, monkeypatch):
    article = tmp_path / "article.txt"
    article.write_text(PAGE, encoding="utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(VariantlabError, match="Install Node"):
        run_article(article, 10)
