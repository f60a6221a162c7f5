"""The article's claims, lines and procedure, the atlas, other readings and balance."""

import itertools
import time

import pytest

from tests.oracles import chopsticks as oracle
from variantlab.errors import VariantlabError
from variantlab.games.chopsticks.retrograde import solve, table_of
from variantlab.games.chopsticks.rules import Chopsticks
from variantlab.study.chopsticks import (
    LINES,
    PROCEDURE,
    Line,
    Remark,
    advice,
    check_procedure,
    game_of,
    permitted,
    proof,
    replay,
    settle,
    turn_text,
    turns,
)
from variantlab.study.chopsticks_atlas import (
    OPTIONS,
    atlas,
    atlas_row,
    atlas_table,
    change_table,
    changes,
    deciding_readings,
    fragile_rule_sets,
    readings,
    short_list,
    undecided_rule_sets,
    winners,
    with_option,
)
from variantlab.study.verdicts import load_claims


@pytest.fixture(scope="module")
def rows():
    return atlas()


def texts(replies):
    return {f"{reply.position.diagram()}: {turn_text(reply.moves)}" for reply in replies}


# The claims


@pytest.mark.parametrize("claim", ["C1", "C2", "C3"])
def test_the_verdicts_are_the_oracle_s(claim):
    settled = settle(claim)
    game = settled.solution.game
    rules = {name: value for name, value in game.settings().items() if name in oracle.RULES}
    value, distance = oracle.winner(rules)
    assert (settled.solution.value, settled.solution.distance) == (value, distance)
    assert settled.is_right == (
        value in {"C1": ("first",), "C2": ("second",), "C3": ("second", "draw")}[claim]
    )


def test_every_claim_of_the_list_is_settled():
    of_rule_sets = [settle(claim).claim for claim in ("C1", "C2", "C3")]
    assert [claim.id for claim in load_claims("chopsticks")] == [*of_rule_sets, "C4"]


def test_a_claim_of_another_study_is_refused():
    with pytest.raises(VariantlabError, match="claim: got 'C9'; allowed: C1, C2, C3"):
        settle("C9")


# The lines


@pytest.mark.parametrize("claim", ["C1", "C2"])
def test_lines_lead_to_the_article_s_matrices(claim):
    for line in LINES[claim]:
        last = replay(game_of(claim), line)[-1][2]
        assert last.outcome == ("first" if claim == "C1" else "second")
        assert last.plies == solve(game_of(claim)).distance


def test_a_line_that_does_not_lead_to_its_matrix_is_found():
    with pytest.raises(VariantlabError, match="line x: 1>1 does not lead to 11/22"):
        replay(Chopsticks(), Line("x", "1>1 1>1", "11/11 11/22 22/22"))


def test_lines_of_best_play():
    for claim in ("C1", "C2"):
        checked = settle(claim).proof
        assert checked.is_right
        assert (checked.mistakes, checked.not_best, checked.lines_not_best()) == ((), (), ())
        assert not checked.is_complete


def test_replies_that_the_article_leaves_out():
    assert texts(settle("C1").proof.missing) == {"11/21 second: 21->30, 3>1", "11/21 second: 21->30, done"}
    assert texts(settle("C2").proof.missing) == {"40/32 first: 4>2", "30/42 first: 3>2"}


def test_replies_answered_in_brackets():
    for claim, n_remarks in (("C1", 1), ("C2", 3)):
        remarked = settle(claim).proof.remarked
        assert len(remarked) == n_remarks == sum(len(line.remarks) for line in LINES[claim])
        assert all(reply.remark_is_right for reply in remarked)


@pytest.mark.parametrize("claim", ["C1", "C2"])
def test_shown_bracketed_and_missing_replies_are_all_replies(claim):
    checked = settle(claim).proof
    shown = {(step.position, step.after) for step in checked.steps}
    losers = {step.position for step in checked.steps if step.position.to_move != checked.winner}
    others = {}
    for reply in (*checked.remarked, *checked.missing):
        here = reply.position
        for move in reply.moves:
            here = here.play(move)
        others[reply.position, here] = reply
    for position in losers:
        for _, after in turns(position):
            assert ((position, after) in shown) != ((position, after) in others)


def test_a_wrong_line_is_named():
    # The second player lets the win go at once, and wins in the end as the first player helps.
    game = Chopsticks(split=False)
    solution = solve(game)
    position = game.start_position().play("1>1")
    slip = next(m for m in position.legal_moves() if not solution.keeps_value(position, m))
    here, moves, matrices = position.play(slip), ["1>1", str(slip)], ["11/11", "11/21"]
    matrices.append(here.diagram().split()[0])
    while not here.is_over:
        wanted = [m for m in here.legal_moves() if here.play(m).outcome != "first"]
        if here.to_move == "first":
            wanted = [m for m in wanted if solution.value_of(here.play(m)) == "second"] or wanted
        move = min(wanted, key=lambda m: solution.distance_of(here.play(m)))
        here = here.play(move)
        moves.append(str(move))
        matrices.append(here.diagram().split()[0])
    assert here.outcome == "second"
    checked = proof(game, [Line("slip", " ".join(moves), " ".join(matrices))])
    assert not checked.is_right
    assert checked.mistakes[0].position == position
    assert "slip" in checked.lines_not_best()


def test_a_wrong_bracket_is_found():
    line = LINES["C2"][0]
    wrong = Line(line.name, line.moves, line.matrices, (Remark("20/41", "2>1", "1>2"),))
    checked = proof(game_of("C2"), [wrong])
    assert [reply.remark_is_right for reply in checked.remarked] == [False]
    assert not checked.is_right


# The procedure


def plays_of_procedure(game, choose):
    """Return what comes up when the second player lets `choose` pick among the permitted turns: positions,
    ends.
    """
    met, ends, waiting = set(), set(), [after for _, after in turns(game.start_position())]
    while waiting:
        position = waiting.pop()
        if position in met:
            continue
        met.add(position)
        if position.is_over:
            ends.add(position.outcome)
            continue
        _, options = permitted(position)
        if not options:
            ends.add("no step")
            continue
        after = choose(options)[1]
        waiting += [after] if after.is_over else [reply for _, reply in turns(after)]
    return met, ends


def test_the_procedure_never_loses_if_its_choices_are_made_well():
    game = game_of("C3")
    checked = check_procedure(game)
    safe = {(choice.position, moves) for choice in checked.choices for moves in choice.safe}
    open_ = {choice.position for choice in checked.choices}

    def choose_safe(options):
        here = [o for o in options if o[0] in {moves for _, moves in safe}]
        return (here or list(options))[0]

    assert checked.holds
    assert not checked.loses
    assert checked.can_be_endless
    assert checked.can_win
    assert checked.gives_away == ()
    assert open_ <= set(checked.steps)
    assert plays_of_procedure(game, choose_safe)[1] == {"second"}
    assert plays_of_procedure(game, lambda options: options[-1])[1] == {"second", "no step"}


def test_where_the_procedure_leaves_a_choice():
    checked = check_procedure(game_of("C3"))
    found = {"".join(map(str, c.position.second)): (c.matters, texts_of(c.unsafe)) for c in checked.choices}
    assert found == {"31": (False, set()), "32": (True, {"32->41"}), "41": (True, {"41->14"})}
    assert set(checked.silent.values()) == {"draw"}


def texts_of(moves):
    return set(map(turn_text, moves))


def test_the_procedure_speaks_of_the_opponent_s_ones_alone():
    for position in check_procedure(game_of("C3")).steps:
        assert set(position.first) <= {0, 1}


def test_every_step_of_the_procedure_is_met():
    met = {step for step, _ in check_procedure(game_of("C3")).steps.values()}
    assert met == {rule.step for rule in PROCEDURE}


def test_a_wrong_choice_loses_where_equal_hands_may_be_exchanged():
    checked = check_procedure(game_of("C3").replace(swap_equal=True))
    assert checked.holds
    assert checked.loses
    assert {turn_text(moves) for _, moves in checked.gives_away} == {"32->41", "41->14"}


def test_without_swap_the_procedure_cannot_be_kept_to():
    assert not check_procedure(Chopsticks(revive=True)).holds


# Other readings


def test_readings_are_all_combinations_that_have_an_effect():
    names = [sorted(reading.changed) for reading in readings(game_of("C1"))]
    assert len(names) == 2**4
    assert set(itertools.chain(*names)) == {"merge_ones", "split_out", "extra_action", "extra_action_must"}
    assert [reading.changed for reading in readings(Chopsticks(split=False))] == [{}]


def test_deciding_readings_change_the_verdict_and_are_smallest():
    for game in (game_of("C3"), Chopsticks(revive=True, merge=True, extra_action="attack")):
        value = solve(game).value
        found = deciding_readings(game)
        assert found
        for reading in found:
            assert solve(game.replace(**reading.changed)).value == reading.value != value
            for name in reading.changed if len(reading.changed) > 1 else ():
                fewer = {key: new for key, new in reading.changed.items() if key != name}
                assert solve(game.replace(**fewer)).value == value


def test_verdicts_that_turn_on_a_reading():
    assert {str(r) for r in deciding_readings(game_of("C3"))} == {
        "swap_equal=True: second in 20",
        "lone_swap='swap': second in 14",
    }
    assert [settle(claim).turns_on for claim in ("C1", "C2", "C3")] == [(), (), ()]


def test_fragile_rule_sets(rows):
    found = fragile_rule_sets(rows)
    assert {name for _, reading in found for name in reading.changed} == {
        "merge_ones", "swap_equal", "lone_swap", "extra_action_must",
    }  # fmt: skip
    for row, reading in found:
        assert solve(row.game.replace(**reading.changed)).value == reading.value != row.value


# The atlas


def test_the_atlas_has_every_combination_once(rows):
    assert len(rows) == len({row.game for row in rows}) == 4 * (1 + 2 * 2 * 2 * 3)
    assert all(row.strategy_is_smallest is not False for row in rows)
    for row in rows:
        assert (row.value == "draw") == (row.distance is None) == (row.strategy_size is None)


def test_the_atlas_agrees_with_the_oracle(rows):
    for row in with_option(rows, overflow="out", limit=5):
        rules = {name: value for name, value in row.game.settings().items() if name in oracle.RULES}
        graph = oracle.reachable(rules)
        solved = oracle.solved(graph)
        starts = [position for position in graph if not position[2]]
        drawn = sum(solved[position][0] == "draw" for position in starts)
        assert oracle.winner(rules) == (row.value, row.distance)
        assert (row.n_positions, row.share_drawn * row.n_positions) == (len(starts), drawn)


def test_the_atlas_takes_less_than_two_seconds_warm(rows):
    def seconds():
        table_of.__globals__["_table_of"].cache_clear()
        begin = time.process_time()
        atlas()
        return time.process_time() - begin

    assert min(seconds() for _ in range(3)) < 2


def test_the_atlas_as_a_table(rows):
    table = atlas_table(rows)
    assert list(table.columns[: len(OPTIONS)]) == list(OPTIONS)
    assert table["value"].value_counts().to_dict() == winners(rows)
    assert table.loc[table["value"] == "draw", "distance"].isna().all()
    assert rows[0].as_dict()["rules"] == rows[0].game.settings()


def test_limits_from_three_to_seven():
    values = {limit: atlas_row(Chopsticks(limit=limit, split=False)).value for limit in range(3, 8)}
    rules = [oracle.rules_with(limit=limit, split=False) for limit in values]
    assert list(values.values()) == [oracle.winner(r)[0] for r in rules]


def test_neighbours_differ_by_one_option(rows):
    for change in changes(rows):
        one, other = change.before.options, change.after.options
        assert [name for name in OPTIONS if one[name] != other[name]] == [change.option]


def test_the_graph_has_every_pair_of_neighbours_once(rows):
    found = [frozenset((c.before.game, c.after.game)) for c in changes(rows)]
    expected = {
        frozenset((a.game, b.game))
        for a, b in itertools.combinations(rows, 2)
        if sum(a.options[name] != b.options[name] for name in OPTIONS) == 1
    }
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_changes_are_counted(rows):
    table = change_table(rows)
    assert table["n"].sum() == len(changes(rows))
    assert table["changed"].sum() == sum(change.changes_winner for change in changes(rows))
    assert (table.drop(columns=["n", "changed"]).sum(axis=1) == table["changed"]).all()


# Advice and balance


def test_the_article_s_advice_beside_the_atlas(rows):
    found = advice(rows)
    assert sum(found.without_splits.values()) == 4
    assert sum(found.with_splits.values()) == 4 * 8
    assert sum(found.with_extra_action.values()) == 4 * 16
    assert found.second_is_favoured
    assert found.splits_change_the_winner == []
    assert found.with_extra_action["draw"] / 64 < found.with_splits["draw"] / 32


def test_the_short_list_is_fair_and_ordered(rows):
    listed = short_list(rows, most_advantage=0.1, n=5)
    assert 0 < len(listed) <= 5
    assert all(live.row.value == "draw" and live.advantage <= 0.1 for live in listed)
    assert [live.decided for live in listed] == sorted((live.decided for live in listed), reverse=True)
    assert len({(live.decided, live.mean_plies) for live in listed}) == len(listed)
    others = [live for live in undecided_rule_sets(rows) if live.advantage <= 0.1 and live not in listed]
    assert all(live.decided <= listed[-1].decided for live in others)


def test_liveliness_agrees_with_games(rows):
    live = short_list(rows)[0]
    game = live.row.game.replace(max_plies=live.most_plies)
    columns = game.simulate(n=20_000, seed=2)
    decided = columns["winner"] >= 0
    # Six standard errors of 20,000 games.
    assert abs(decided.mean() - live.decided) < 6 * 0.5 / 20_000**0.5
    assert abs((columns["winner"][decided] == 0).mean() - live.first) < 6 * 0.5 / 20_000**0.5
    assert live.reasons.startswith("neither side can force a win")
