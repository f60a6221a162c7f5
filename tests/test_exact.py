"""Exact analysis: the values of independent programs, the plain-loop oracle, and games solved by hand."""

import dataclasses
import json
import random
from dataclasses import dataclass, field
from fractions import Fraction as F
from functools import cache

import numpy as np
import pytest

from tests.oracles import othello as oracle
from variantlab import exact
from variantlab.errors import VariantlabError
from variantlab.exact import analysis, best_margin, curve, explore, random_play, reweighted, solve
from variantlab.games.othello.rules import Othello
from variantlab.stats.comparisons import goodness_of_fit

# --- a game given as a table ------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableGame:
    """A game given as a table: place -> (side to move, its moves) or the outcome of an end.

    A move is a place, or a tuple of (chance, place).
    """

    table: dict = field(compare=False, hash=False, repr=False)
    plies_of: dict = field(default_factory=dict, compare=False, hash=False, repr=False)
    weights_of: dict = field(default_factory=dict, compare=False, hash=False, repr=False)
    max_plies: int | None = None

    name = "table"
    colours = ("first", "second")
    end_reasons = ("end", "capped")
    counts = ("plies", "pauses", "length")

    def settings(self):
        return {"max_plies": self.max_plies}


@dataclass(frozen=True)
class TablePosition:
    """A place of a table game."""

    game: TableGame
    place: object

    @property
    def to_move(self):
        entry = self.game.table[self.place]
        return "first" if isinstance(entry, str) else entry[0]

    @property
    def is_over(self):
        return self.outcome is not None

    @property
    def outcome(self):
        entry = self.game.table[self.place]
        return entry if isinstance(entry, str) else None

    @property
    def end_reason(self):
        return "end" if self.is_over else None

    def legal_moves(self):
        return () if self.is_over else tuple(self.game.table[self.place][1])

    def outcomes(self, move):
        places = move if isinstance(move, tuple) else ((F(1), move),)
        return tuple((chance, dataclasses.replace(self, place=place)) for chance, place in places)

    def play(self, move):
        return self.outcomes(move)[0][1]

    def steps(self, move):
        plies = self.game.plies_of.get((self.place, move), 1)
        return {"plies": plies} if plies else {"pauses": 1}

    def random_weights(self):
        return self.game.weights_of.get(self.place)

    def uncapped(self):
        return self

    def record(self):
        return {"length": len(str(self.place))}


def graph_of(table, start, **rules):
    return explore(TablePosition(TableGame(table, **rules), start))


def walk(n, up=F(1, 2), **rules):
    """A walk on 0, 1, ..., n that moves up with a chance; the sides take turns, the first wants n."""
    table = {
        (k, side): (side, [(k - 1, other), (k + 1, other)])
        for k in range(1, n)
        for side, other in (("first", "second"), ("second", "first"))
    }
    table |= {(k, side): won for k, won in ((0, "second"), (n, "first")) for side in ("first", "second")}
    table = {place: _as_moves(entry) for place, entry in table.items()}
    weights = {place: (1 - up, up) for place, entry in table.items() if not isinstance(entry, str)}
    return table, {"weights_of": weights, **rules}


def _as_moves(entry):
    """The entry with its moves as lists of one certain place: a tuple would be read as chances."""
    return entry if isinstance(entry, str) else (entry[0], [((F(1), place),) for place in entry[1]])


# --- Othello: the values of independent programs ----------------------------------------------------------


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_vanish_game_from_the_standard_start(size):
    graph = explore(Othello(capture="vanish", size=size).start_position())
    assert (graph.n_positions, graph.n_final, graph.acyclic, graph.longest) == (33, 12, True, 4)
    final = [p for p in graph.positions if p.is_over]
    discs = sorted((p.count("black"), p.count("white")) for p in final)
    assert discs == [(2, 2)] * 8 + [(3, 1)] * 4
    assert solve(graph).value == "draw"
    assert solve(graph).draw_by == "end"
    play = random_play(graph)
    assert play.exact
    assert play.winner == {"black": F(1, 2), "white": 0, "draw": F(1, 2)}
    assert play.plies == {3: F(1, 2), 4: F(1, 2)}
    assert play.mean["plies"] == F(7, 2)
    assert play.mean["black"] == F(5, 2)
    assert play.mean["passes"] == 0
    assert play.variance["plies"] == F(1, 4)
    assert (play.capped, play.never_ends) == (0, 0)


@pytest.fixture(scope="module")
def flip_4x4():
    return explore(Othello(size=4).start_position())


@pytest.fixture(scope="module")
def random_flip_4x4(flip_4x4):
    return random_play(flip_4x4)


def test_4x4_flip_under_best_play(flip_4x4):
    assert flip_4x4.n_positions == 62_789
    assert flip_4x4.acyclic
    solution = solve(flip_4x4)
    assert solution.value == "second"
    assert best_margin(flip_4x4) == -8
    assert best_margin(reweighted(flip_4x4, komi=2, empties_to_winner=True)) == -12


def test_the_lines_of_best_play_last_as_long_as_the_distance_says(flip_4x4):
    solution = solve(flip_4x4)
    lines = solution.best_lines(3)
    assert len({line.moves for line in lines}) == 3
    assert lines[0] == solution.principal_line()
    for line in lines:
        position = flip_4x4.game.start_position()
        for move in line.moves:
            assert move in [str(best) for best in solution.best_moves(position)]
            position = position.play(move)
        assert position.winner == "white"
        assert position.plies == solution.distance


def test_4x4_flip_under_random_play(random_flip_4x4):
    play = random_flip_4x4
    assert play.winner == {
        "black": F(11826177601, 33592320000),
        "white": F(3086673209, 5598720000),
        "draw": F(649220629, 6718464000),
    }
    assert play.mean["difference"] == F(-711997793, 466560000)
    assert play.mean["black"] - play.mean["white"] == play.mean["difference"]
    assert play.mean["passes"] == play.mean["passes_black"] + play.mean["passes_white"]
    for chances in (play.plies, play.differences, play.end_reason, play.first_stuck):
        assert sum(chances.values()) == 1


def test_simulated_games_agree_with_the_exact_chances(random_flip_4x4):
    play, n = random_flip_4x4, 40_000
    game = play.game
    columns = game.simulate(("random", "random"), n=n, seed=20)
    for name in ("winner", "end_reason", "first_stuck"):
        labels = game.categories[name]
        counts = {label: int((columns[name] == code).sum()) for code, label in enumerate(labels)}
        chances = {label: chance for label, chance in getattr(play, name).items() if label in labels}
        assert goodness_of_fit(counts, chances).p_value > 0.01
    values, counts = np.unique(columns["plies"], return_counts=True)
    assert (
        goodness_of_fit(dict(zip(values.tolist(), counts.tolist(), strict=True)), play.plies).p_value > 0.01
    )
    for name in ("plies", "passes", "passes_black", "black", "white"):
        error = columns[name].std() / n**0.5
        assert abs(columns[name].mean() - float(play.mean[name])) < 4 * error


# --- Othello: the oracle ----------------------------------------------------------------------------------

COMBINATIONS = {
    "nearest": (
        {"capture": "vanish_one", "vanish_choice": "nearest", "max_plies": 5},
        "X.X./.XOO/OXOO/X.OX b",
    ),
    "farthest": (
        {"capture": "vanish_one", "vanish_choice": "farthest", "max_plies": 6},
        "XXO./.OX./.OOX/.... w",
    ),
    "random": ({"capture": "vanish_one", "max_plies": 4}, "XOO./O.../O.OX/X..X b"),
    "choice": ({"capture": "vanish_one", "vanish_choice": "choice", "max_plies": 4}, "XOO./O.../O.OX/X..X b"),
    "choice until the end": ({"capture": "vanish_one", "vanish_choice": "choice"}, "XOO./..../..../.... b"),
    "touching": ({"capture": "vanish", "placement": "touching", "discs_each": 2}, None),
    "free": ({"capture": "flip", "placement": "free", "discs_each": 1, "komi": 0.5}, None),
    "komi": ({"komi": 3}, "OOXO/XXX./XOOX/.O.X w"),
    "capped": ({"max_plies": 3}, "XXO./XOX./OOX./.... b"),
    "capped after a pass": ({"max_plies": 2}, "XXXO/XX../XXXX/XXX. w"),
    "parallel": ({"capture": "vanish", "start": "parallel"}, None),
    "mixed": ({"capture": "mixed", "vanish_probability": 0.25, "max_plies": 4}, "OOXO/XX.X/XO.X/O.XX w"),
    "mixed, spent": ({"capture": "mixed", "vanish_probability": 0.75, "discs_each": 2}, None),
    "repeating": ({"capture": "vanish", "max_plies": 12}, "XOX./OXOX/.XXO/XOOO b"),
    "repeating, with an end": ({"capture": "vanish", "max_plies": 9}, "X.O./.O.O/OXXX/OOXX b"),
}


@cache
def combination(name):
    """The start, the graph and the random play of one of the combinations."""
    rules, diagram = COMBINATIONS[name]
    game = Othello(size=4, **rules)
    start = game.start_position() if diagram is None else game.position(diagram)
    graph = explore(start)
    return start, graph, random_play(graph)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_random_play_agrees_with_the_oracle(name):
    rules, diagram = COMBINATIONS[name]
    start, _, play = combination(name)
    board, to_move = (None, "black") if diagram is None else (diagram[:-2], start.to_move)
    expected = oracle.exact_random_play(oracle.start_state({"size": 4, **rules}, board, to_move))

    def is_same(found, wanted):
        return found == wanted if play.exact else found == pytest.approx(float(wanted), rel=1e-11, abs=1e-14)

    names = {"winner": play.winner, "end_reason": play.end_reason, "first_stuck": play.first_stuck}
    for column, found in {**names, "plies": play.plies}.items():
        wanted = oracle.chances(expected, column)
        missing = {"winner": "capped", "first_stuck": "none"}
        found = {"" if key == missing.get(column) else key: chance for key, chance in found.items()}
        if column == "winner":
            found[""] = play.capped
        for key in {*found, *wanted}:
            assert is_same(found.get(key, 0), wanted.get(key, 0)), (column, key)
    for column in ("plies", "passes", "passes_black", "passes_white", "black", "white"):
        assert is_same(play.mean[column], oracle.mean(expected, column)), column
    squares = sum((row.black - row.white) ** 2 * chance for row, chance in expected.items())
    mean = oracle.mean(expected, "black") - oracle.mean(expected, "white")
    assert is_same(play.variance["difference"], squares - mean**2)


def test_the_combinations_reach_what_they_are_there_for():
    reasons, repeating, capped, stuck = set(), 0, 0, set()
    for name in COMBINATIONS:
        _, graph, play = combination(name)
        repeating += not graph.acyclic
        capped += 0 < play.capped < 1
        reasons |= {reason for reason, chance in play.end_reason.items() if chance}
        stuck |= {colour for colour, chance in play.first_stuck.items() if chance}
    assert reasons == set(Othello.end_reasons)
    assert stuck == {"black", "white", "none"}
    assert repeating >= 3
    assert capped >= 3


def test_a_cap_that_no_game_reaches_changes_nothing():
    start = Othello(size=4, capture="vanish", max_plies=4).start_position()
    assert random_play(explore(start)).winner == random_play(explore(start), capped=False).winner


def test_without_its_cap_a_game_with_repetition_has_the_chances_it_tends_to():
    game = Othello(size=4, capture="vanish", max_plies=2000)
    play = random_play(explore(game.position("X.O./.O.O/OXXX/OOXX b")))
    assert play.uncapped.residual < 1e-12
    assert play.winner == pytest.approx(play.uncapped.winner)
    assert play.mean == pytest.approx(play.uncapped.mean)
    assert play.variance == pytest.approx(play.uncapped.variance)


def test_the_start_may_be_over():
    found = random_play(explore(Othello(size=4).position("XXXX/XXXX/XXXX/XXXO b")))
    assert found.winner == {"black": 1, "white": 0, "draw": 0}
    assert found.plies == {0: 1}
    assert found.first_stuck == {"black": 1, "white": 0, "none": 0}


# --- repetition, by hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "k"), [(2, 1), (5, 2), (9, 3)])
def test_a_fair_walk_is_the_gamblers_ruin(n, k):
    table, rules = walk(n)
    play = random_play(graph_of(table, (k, "first"), **rules))
    assert float(play.winner["first"]) == pytest.approx(k / n)
    assert float(play.mean["plies"]) == pytest.approx(k * (n - k))
    assert float(play.variance["plies"]) == pytest.approx(k * (n - k) * (k**2 + (n - k) ** 2 - 2) / 3)
    assert play.first_stuck == {}


def test_a_walk_that_leans_is_the_gamblers_ruin():
    table, rules = walk(6, up=F(1, 3))
    play = random_play(graph_of(table, (2, "first"), **rules))
    assert play.winner["first"] == pytest.approx((2**2 - 1) / (2**6 - 1))
    assert play.residual < 1e-12
    assert play.uncapped is None


@pytest.mark.parametrize("most_terms", [10_000, 3])
def test_large_systems_are_solved_like_small_ones(monkeypatch, most_terms):
    game = Othello(size=4, capture="vanish_one", vanish_choice="nearest")
    graph = explore(game.position("X.X./.XOO/OXOO/X.OX b"))
    small = random_play(graph, capped=False)
    monkeypatch.setattr(exact, "MOST_FACTORED", 10)
    monkeypatch.setattr(exact, "MOST_TERMS", most_terms)
    large = random_play(graph, capped=False)
    assert large.residual < 1e-12
    assert large.winner == pytest.approx(small.winner, rel=1e-12)
    assert large.mean == pytest.approx(small.mean, rel=1e-12)
    assert large.variance == pytest.approx(small.variance, rel=1e-12)


def test_a_capped_walk_counts_its_capped_games_apart():
    table, rules = walk(4, max_plies=3)
    play = random_play(graph_of(table, (2, "first"), **rules))
    # From 2: after two plies 0, 4 or back at 2, each with the chance of the binomial 1, 2, 1.
    assert play.winner == pytest.approx({"first": 0.25, "second": 0.25, "draw": 0})
    assert play.capped == pytest.approx(0.5)
    assert play.end_reason == pytest.approx({"end": 0.5, "capped": 0.5})
    assert play.win_rates == pytest.approx({"first": 0.5, "second": 0.5, "draw": 0})
    assert play.plies == pytest.approx({2: 0.5, 3: 0.5})
    assert play.mean["plies"] == pytest.approx(2.5)


def test_play_that_can_never_end_says_so():
    table = {"a": ("first", ["b", "win"]), "b": ("second", ["c"]), "c": ("first", ["b"]), "win": "first"}
    play = random_play(graph_of(table, "a"))
    assert play.winner["first"] == pytest.approx(0.5)
    assert play.never_ends == pytest.approx(0.5)
    assert play.mean["plies"] is None
    assert "never ends 0.5" in str(play)
    capped = random_play(graph_of(table, "a", max_plies=10))
    assert capped.capped == pytest.approx(0.5)
    assert capped.mean["plies"] == pytest.approx(0.5 * 1 + 0.5 * 10)
    forever = random_play(graph_of({"a": ("first", ["b"]), "b": ("second", ["a"])}, "a"))
    assert forever.never_ends == 1
    assert forever.win_rates == {"first": None, "second": None, "draw": None}


def test_turns_of_no_plies_are_played_within_a_ply():
    table = {"a": ("first", ["b", "end"]), "b": ("first", ["a"]), "end": "draw"}
    graph = graph_of(table, "a", plies_of={("a", "b"): 0}, max_plies=2)
    play = random_play(graph)
    # Half of the games end in the first ply, half of the others in the second.
    assert play.plies == pytest.approx({1: 0.5, 2: 0.5})
    assert play.winner["draw"] == pytest.approx(0.75)
    assert play.mean["pauses"] == pytest.approx(0.75)
    assert play.uncapped.mean["pauses"] == pytest.approx(1)
    assert play.uncapped.mean["plies"] == pytest.approx(2)
    endless = graph_of(table, "a", plies_of={("a", "b"): 0, ("b", "a"): 0}, max_plies=2)
    with pytest.raises(VariantlabError, match="0 plies"):
        random_play(endless)


# --- best play, by hand and by plain iteration ------------------------------------------------------------


def plain_values(table, plies_of):
    """The places won within 0, 1, 2, ... plies, until nothing changes: (winner, plies) or draw."""
    found = {place: (entry, 0) for place, entry in table.items() if entry in ("first", "second")}
    for bound in range(1, 20 * len(table)):
        while True:
            new = {}
            for place, entry in table.items():
                if place in found or isinstance(entry, str):
                    continue
                side, moves = entry
                ends = [(found[m][0], found[m][1] + plies_of.get((place, m), 1)) for m in moves if m in found]
                wins = [plies for winner, plies in ends if winner == side and plies <= bound]
                losses = [plies for winner, plies in ends if winner != side]
                if wins:
                    new[place] = (side, min(wins))
                elif len(losses) == len(moves) and max(losses) <= bound:
                    new[place] = ({"first": "second", "second": "first"}[side], max(losses))
            if not new:
                break
            found |= new
    return {place: found.get(place, ("draw", None)) for place in table}


@pytest.mark.parametrize("seed", range(30))
def test_values_and_distances_agree_with_plain_iteration(seed):
    rng = random.Random(seed)
    n = 14
    table = {}
    for place in range(n):
        moves = rng.sample(range(n), rng.randint(1, 3))
        table[place] = (rng.choice(["first", "second"]), moves)
    for place in rng.sample(range(1, n), 3):
        table[place] = rng.choice(["first", "second", "draw"])
    # Plies of 0 only towards higher places, so that they cannot go round in a circle.
    plies_of = {(a, b): 0 for a in range(n) for b in range(a + 1, n) if rng.random() < 0.2}
    graph = graph_of(table, 0, plies_of=plies_of)
    solution = solve(graph)
    wanted = plain_values(table, plies_of)
    for position in graph.positions:
        assert (solution.value_of(position), solution.distance_of(position)) == wanted[position.place]
    shuffled = {
        place: entry if isinstance(entry, str) else (entry[0], rng.sample(entry[1], len(entry[1])))
        for place, entry in table.items()
    }
    again = solve(graph_of(shuffled, 0, plies_of=plies_of))
    for position in graph.positions:
        assert again.value_of(TablePosition(TableGame(shuffled), position.place)) == solution.value_of(
            position
        )


def test_a_repetition_is_no_reason_to_miss_a_win():
    table = {
        "a": ("first", ["b", "x"]),
        "b": ("second", ["a", "c"]),
        "c": ("first", ["b", "won"]),
        "x": ("second", ["lost", "y"]),
        "y": ("first", ["won"]),
        "won": "first",
        "lost": "second",
    }
    solution = solve(graph_of(table, "a"))
    # The second side goes back to a rather than on to c, the first never enters x: nobody can make progress.
    assert solution.value == "draw"
    assert solution.draw_by == "repetition"
    assert solution.value_of(TablePosition(TableGame(table), "c")) == "first"
    assert [str(move) for move in solution.best_moves()] == ["b"]
    line = solution.principal_line()
    assert (line.moves, line.ends, str(line)) == (("b", "a"), "repeats", "b a ...")
    assert solution.n_by_value == {"first": 3, "second": 2, "draw": 2}


@pytest.mark.parametrize(
    ("table", "draw_by"),
    [
        ({"a": ("first", ["b"]), "b": ("second", ["a", "lost"]), "lost": "first"}, "repetition"),
        ({"a": ("first", ["b"]), "b": ("second", ["a", "even"]), "even": "draw"}, "either"),
        ({"a": ("first", ["b", "c"]), "b": ("second", ["even"]), "c": ("second", ["a", "lost"]),
          "even": "draw", "lost": "second"}, "end"),
    ],
)  # fmt: skip
def test_a_draw_tells_how(table, draw_by):
    assert solve(graph_of(table, "a")).draw_by == draw_by


def test_the_winner_hurries_and_the_loser_delays_over_turns_of_one_side():
    table = {
        "a": ("first", ["b", "c"]),
        "b": ("first", ["d"]),  # the first side again
        "c": ("second", ["won", "e"]),
        "d": ("first", ["won"]),
        "e": ("first", ["won"]),
        "won": "first",
    }
    solution = solve(graph_of(table, "a"))
    assert (solution.value, solution.distance) == ("first", 3)
    assert {str(line) for line in solution.best_lines()} == {"b d won", "c e won"}
    quick = solve(graph_of(table, "a", plies_of={("b", "d"): 0}))
    assert (quick.distance, str(quick.principal_line())) == (2, "b d won")


def test_best_play_with_moves_of_chance_maximises_the_expected_score():
    gamble, safe = ((F(1, 3), "won"), (F(2, 3), "lost")), "even"
    table = {
        "a": ("second", [((F(1, 2), "b"), (F(1, 2), "won"))]),
        "b": ("first", [gamble, safe]),
        "won": "first",
        "lost": "second",
        "even": "draw",
    }
    graph = graph_of(table, "a")
    solution = solve(graph)
    assert solution.score == F(3, 4)
    assert solution.value is None
    assert solution.best_moves(TablePosition(TableGame(table), "b")) == ("even",)
    assert solution.principal_line().ends == "chance"
    play = random_play(graph)
    assert play.winner == {"first": F(1, 2) + F(1, 12), "second": F(1, 6), "draw": F(1, 4)}


def test_best_play_is_refused_where_positions_repeat_by_chance():
    table = {"a": ("first", [((F(1, 2), "a"), (F(1, 2), "won"))]), "won": "first"}
    with pytest.raises(VariantlabError, match="not solved where positions can repeat"):
        solve(graph_of(table, "a"))
    assert random_play(graph_of(table, "a")).mean["plies"] == pytest.approx(2)


def test_outcomes_that_lead_to_one_position_count_as_one():
    table = {
        "a": ("first", [((F(1, 4), "won"), (F(1, 2), "even"), (F(1, 4), "won"))]),
        "won": "first",
        "even": "draw",
    }
    graph = graph_of(table, "a")
    assert [edges for _, edges in graph.moves()] == [((F(1, 2), 1), (F(1, 2), 2))]


# --- graphs too large -------------------------------------------------------------------------------------


def test_a_graph_that_is_too_large_says_how_to_go_on():
    start = Othello().start_position()
    with pytest.raises(VariantlabError, match=r"more than 2,000 positions.*turn \d.*smaller board.*simulate"):
        explore(start, limit=2000)
    with pytest.raises(VariantlabError, match=r"\d,000 positions, more than 1 MiB.*turn \d.*simulate"):
        explore(start, max_bytes=2**20)
    with pytest.raises(VariantlabError, match="limit: got 0"):
        explore(start, limit=0)


def test_a_position_is_looked_up_whatever_its_history():
    game = Othello(size=4, capture="vanish")
    graph = explore(game.start_position())
    played = game.start_position().play("b1")
    assert graph.positions[graph.number_of(played)] == played.uncapped()
    with pytest.raises(VariantlabError, match="one that the start leads to"):
        graph.number_of(game.position("XXXX/..../..../.... b"))


def test_a_position_without_moves_must_be_over():
    with pytest.raises(VariantlabError, match="no legal move"):
        graph_of({"a": ("first", [])}, "a")


# --- families of rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0, 0.25, 0.9, 1])
def test_a_graph_reweighted_is_the_graph_of_the_other_rules(p):
    game = Othello(size=4, capture="mixed", discs_each=2)
    other = game.replace(vanish_probability=p, komi=1)
    found = reweighted(explore(game.start_position()), vanish_probability=p, komi=1)
    wanted = explore(other.start_position())
    assert found.game == other
    assert solve(found).score == solve(wanted).score
    assert random_play(found).as_dict() == random_play(wanted).as_dict()


def test_rules_that_change_more_than_chances_are_refused():
    graph = explore(Othello(size=4, capture="mixed", discs_each=2).start_position())
    for rules in ({"placement": "touching"}, {"capture": "vanish_one"}):
        with pytest.raises(VariantlabError, match="explore that game anew"):
            reweighted(graph, **rules)


def test_a_curve_runs_from_flip_to_vanish():
    start = Othello(size=4, capture="mixed", discs_each=2).start_position()
    table = curve(start, "vanish_probability", [0, 0.5, 1], same_graph=True)
    assert list(table["vanish_probability"]) == [0, 0.5, 1]
    for row, capture in ((0, "flip"), (2, "vanish")):
        play = random_play(explore(Othello(size=4, capture=capture, discs_each=2).start_position()))
        assert table["random_black"][row] == float(play.winner["black"])
        assert table["mean_plies"][row] == float(play.mean["plies"])


def test_a_curve_of_another_rule_explores_each_value():
    start = Othello(size=4, capture="vanish").start_position()
    table = curve(start, "komi", [-2.5, 0, 2.5], floats=False)
    assert list(table["random_black"]) == [1, F(1, 2), 0]
    assert list(table["n_positions"]) == [33, 33, 33]


# --- for the commands -------------------------------------------------------------------------------------


def test_the_analysis_is_json_with_exact_numbers_as_text():
    found = json.loads(json.dumps(analysis(Othello(capture="vanish").start_position())))
    assert found["game"] == "othello"
    assert found["rules"]["capture"] == "vanish"
    assert (found["n_positions"], found["acyclic"], found["value"], found["distance"]) == (
        33,
        True,
        "draw",
        None,
    )
    play = found["random_play"]
    assert play["winner"] == {"black": "1/2", "white": "0", "draw": "1/2"}
    assert play["plies"] == {"3": "1/2", "4": "1/2"}
    assert {name: play["mean"][name] for name in ("plies", "passes", "black")} == {
        "plies": "7/2", "passes": "0", "black": "5/2",
    }  # fmt: skip


def test_the_analysis_of_a_game_with_repetition_has_numbers():
    game = Othello(size=4, capture="vanish")
    found = json.loads(json.dumps(analysis(game.position("XOX./OXOX/.XXO/XOOO b"))))
    assert found["value"] == "draw"
    assert found["draw_by"] == "repetition"
    assert isinstance(found["random_play"]["winner"]["black"], float)
    assert found["random_play"]["uncapped"]["never_ends"] == pytest.approx(0.5)
    chancy = Othello(size=4, capture="mixed", max_plies=50).position("OOXO/XX.X/XO.X/O.XX w")
    assert analysis(chancy)["value"] is None
