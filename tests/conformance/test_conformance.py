"""What holds for every game: positions, moves, chances, records, series of games, counts, rules as data."""

import copy
import json
from dataclasses import FrozenInstanceError
from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest

from tests.conformance.cases import CASES, MOST_TURNS, begins, games_of, positions_of
from variantlab.errors import MoveError, RulesError
from variantlab.games.game import PASS, Position, games

#: Moves after moves that are looked at from one position.
MOST_MOVES = 7000
ALL_CASES = pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.game))


def provenance(game):
    """The columns of a record that say where the game came from: a position does not know them."""
    return {"method", "seed", "game_index", *(f"player_{colour}" for colour in game.colours)}


def square_of(text):
    """A move's text without what its rules leave open, which stands in parentheses."""
    return str(text).partition("(")[0]


def playable(position):
    """The texts that a position plays: of its legal moves, and of moves that come to the same."""
    with_same_result = [move for move, _ in getattr(position, "taps", tuple)()]
    return {square_of(move) for move in (*position.legal_moves(), *with_same_result)}


def test_every_game_has_a_case():
    assert {type(case.game) for case in CASES} == set(games().values())


# Positions


@ALL_CASES
def test_positions_follow_the_protocol(case):
    for position in positions_of(case):
        assert isinstance(position, Position)
        assert position.game == case.game
        assert position.to_move in case.game.colours


@ALL_CASES
def test_positions_do_not_change(case):
    position = begins(case)[0]
    for name in ("game", "to_move", "plies"):
        with pytest.raises(FrozenInstanceError):
            setattr(position, name, getattr(position, name))
    with pytest.raises(FrozenInstanceError):
        case.game.komi = 1


@ALL_CASES
def test_equal_positions_have_equal_hashes(case):
    positions = positions_of(case)
    again = [copy.copy(position) for position in positions]
    assert again == positions
    assert [hash(position) for position in again] == [hash(position) for position in positions]
    assert len({*positions, *again}) == len(positions)
    assert all(position != str(position) for position in positions)


@ALL_CASES
def test_a_diagram_reads_back(case):
    for position in positions_of(case):
        assert case.game.position(str(position)) == position


@ALL_CASES
def test_a_position_knows_whether_and_how_it_ended(case):
    for position in positions_of(case):
        if position.is_over:
            assert position.end_reason in case.game.end_reasons
            assert (position.outcome is None) == (position.end_reason == "capped")
            assert position.outcome in ("first", "second", "draw", None)
        else:
            assert (position.end_reason, position.outcome) == (None, None)


class _Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = []
        self.attributes = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs


@ALL_CASES
def test_html_holds_nothing_that_runs_or_loads(case):
    for position in positions_of(case)[:5]:
        html = position._repr_html_()
        found = _Tags()
        found.feed(html)
        assert html.lstrip().startswith("<")
        assert found.tags
        assert not {"script", "iframe", "object", "embed", "link", "img", "foreignobject"} & set(found.tags)
        assert not [name for name, _ in found.attributes if name.startswith("on") or name.endswith("href")]


# Moves


@ALL_CASES
def test_there_is_a_legal_move_until_the_game_is_over(case):
    for position in positions_of(case):
        moves = position.legal_moves()
        assert bool(moves) == (not position.is_over)
        assert len(set(moves)) == len(moves)
        assert len({str(move) for move in moves}) == len(moves)
        if PASS in map(str, moves):
            assert len(moves) == 1


@ALL_CASES
def test_chances_add_up_to_one(case):
    for position in positions_of(case):
        for move in position.legal_moves():
            outcomes = position.outcomes(move)
            assert all(isinstance(chance, Fraction) and chance > 0 for chance, _ in outcomes)
            assert sum(chance for chance, _ in outcomes) == 1
            assert len({after for _, after in outcomes}) == len(outcomes)


@ALL_CASES
def test_a_move_and_its_text_play_alike(case):
    for position in positions_of(case):
        for move in position.legal_moves():
            outcomes = position.outcomes(move)
            assert position.outcomes(str(move)) == outcomes
            if len(outcomes) == 1:
                assert position.play(move) == position.play(str(move)) == outcomes[0][1]
            else:
                with pytest.raises(MoveError):
                    position.play(move)


@ALL_CASES
def test_an_illegal_move_is_refused_and_leaves_the_position_as_it_was(case):
    positions = positions_of(case)
    everywhere = {str(move) for position in positions for move in position.legal_moves()}
    for position in positions[:40]:
        before = (str(position), hash(position))
        legal = playable(position)
        for text in {text for text in everywhere if square_of(text) not in legal} | {"", "?", "no such move"}:
            for play in (position.play, position.outcomes):
                with pytest.raises(MoveError, match="allowed: "):
                    play(text)
        assert (str(position), hash(position)) == before


@ALL_CASES
def test_no_move_after_the_end(case):
    finished = [position for position in positions_of(case) if position.is_over]
    anything = {str(move) for position in positions_of(case)[:3] for move in position.legal_moves()}
    for position in finished:
        for text in anything | {PASS}:
            with pytest.raises(MoveError):
                position.play(text)


# Whole games


@ALL_CASES
def test_games_come_to_an_end_and_their_steps_add_up(case):
    assert any(positions[-1].is_over for positions, _ in games_of(case))
    for positions, moves in games_of(case):
        totals = dict.fromkeys(case.game.counts, 0)
        for position, move in zip(positions, moves, strict=False):
            for column, count in position.steps(move).items():
                totals[column] += count
        before, after = positions[0].record(), positions[-1].record()
        stepped = {
            column
            for position in positions[:-1]
            for m in position.legal_moves()
            for column in position.steps(m)
        }
        added = {column: after[column] - before[column] for column in case.game.counts}
        assert {column: totals[column] for column in stepped} == {column: added[column] for column in stepped}
        # A throw may miss the board: whether it is a ply, only its outcome says.
        turns = "thrown" if "thrown" in added else "plies"
        assert added[turns] == totals[turns] <= MOST_TURNS


@ALL_CASES
def test_a_record_has_every_column_and_agrees_with_the_position(case):
    game = case.game
    for positions, _ in games_of(case):
        final = positions[-1]
        record = final.record()
        assert set(record) == set(game.columns) - provenance(game)
        assert all(isinstance(record[column], int) and record[column] >= 0 for column in game.counts)
        for column, labels in game.categories.items():
            assert record[column] in (*labels, None)
        assert record["end_reason"] == final.end_reason
        winners = {"first": game.colours[0], "second": game.colours[1], "draw": "draw", None: None}
        assert record["winner"] == winners[final.outcome]


def test_every_reason_to_end_is_met():
    met = {position.end_reason for case in CASES for position in positions_of(case)} - {None}
    assert met == {reason for case in CASES for reason in case.game.end_reasons}


def test_a_game_s_categories_are_its_labels():
    for case in CASES:
        assert case.game.categories["end_reason"] == case.game.end_reasons
        assert case.game.categories["winner"] == (*case.game.colours, "draw")
        assert case.game.end_reasons[-1] == "capped"


@ALL_CASES
def test_without_its_cap_the_game_goes_on_from_the_same_board(case):
    for position in positions_of(case):
        free = position.uncapped()
        assert str(free) == str(position)
        assert free.end_reason != "capped"
        assert free.is_over == (position.is_over and position.end_reason != "capped")
        if not position.is_over:
            assert list(map(str, free.legal_moves())) == list(map(str, position.legal_moves()))


# Series of games


@ALL_CASES
def test_a_series_has_every_column_in_its_range(case):
    game, n = case.game, 50
    columns = game.simulate(n=n, seed=3)
    assert set(game.columns) - provenance(game) - {"rule"} <= set(columns)
    for name, values in columns.items():
        assert values.shape == (n,)
        assert np.issubdtype(values.dtype, np.integer)
        if name in game.categories:
            assert values.min() >= -1
            assert values.max() < len(game.categories[name])
        else:
            assert values.min() >= 0
    assert columns["end_reason"].min() >= 0
    capped = columns["end_reason"] == game.end_reasons.index("capped")
    assert ((columns["winner"] == -1) == capped).all()


@ALL_CASES
def test_a_series_does_not_depend_on_how_it_is_split(case):
    whole = case.game.simulate(n=40, seed=11)
    parts = [
        case.game.simulate(n=n, seed=11, first=first) for first, n in ((0, 1), (1, 0), (1, 16), (17, 23))
    ]
    for name, values in whole.items():
        joined = np.concatenate([part[name] for part in parts])
        assert joined.dtype == values.dtype
        assert (joined == values).all()


@ALL_CASES
def test_another_seed_gives_other_games(case):
    one, same, other = (case.game.simulate(n=60, seed=seed) for seed in (1, 1, 2))
    assert all((one[name] == same[name]).all() for name in one)
    games_differ = any(np.ptp(values) for values in one.values())
    assert any((one[name] != other[name]).any() for name in one) == games_differ


# Counting lines


@ALL_CASES
def test_lines_of_one_ply_are_the_moves_with_what_may_come_of_them(case):
    for position in positions_of(case)[:30]:
        free = position.uncapped()
        n_moves = sum(len(free.outcomes(move)) for move in free.legal_moves())
        assert case.game.perft(1, free, convention="full_depth") == [n_moves]
        assert case.game.perft(1, free) == [max(n_moves, 1)]


@ALL_CASES
def test_lines_of_two_plies_are_the_sum_over_the_positions_after_one(case):
    n_compared = 0
    for position in positions_of(case)[:12]:
        free = position.uncapped()
        after = [child for move in free.legal_moves() for _, child in free.outcomes(move)]
        going_on = sum(not child.is_over for child in after)
        if going_on * len(free.legal_moves()) > MOST_MOVES:  # the law of a throw takes its time
            continue
        n_compared += 1
        if after:
            expected = sum(case.game.perft(1, child)[0] for child in after)
            assert case.game.perft(2, free) == [len(after), expected]
    assert n_compared > 0


# Rules as data


@ALL_CASES
def test_rules_survive_json_and_text(case):
    settings = case.game.settings()
    assert set(settings) == set(case.game.rule_fields())
    assert type(case.game).from_settings(json.loads(json.dumps(settings))) == case.game
    as_text = {name: str(value) for name, value in settings.items()}
    assert type(case.game).from_settings(as_text) == case.game
    assert games()[case.game.name].from_settings(case.game.changed_settings()) == case.game
    assert hash(case.game.replace()) == hash(case.game)


@ALL_CASES
def test_a_rule_that_does_not_exist_is_refused(case):
    with pytest.raises(RulesError, match=rf"^rule of {case.game.name}: got 'no_such_rule'; allowed: "):
        case.game.replace(no_such_rule=1)
