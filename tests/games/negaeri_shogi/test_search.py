"""The search gives the value of minimax, whatever its parts; players find what is to be found."""

import time

import pytest

from tests.games.negaeri_shogi.playing import VARIANTS, middle_positions, oracle_rules
from tests.oracles import negaeri_shogi as oracle
from variantlab.errors import RulesError
from variantlab.games.negaeri_shogi.rules import NegaeriShogi
from variantlab.games.negaeri_shogi.search import WEIGHTS, WON, player_of
from variantlab.games.negaeri_shogi.series import search_position

FULL = ("prune", "order", "table", "deepen", "quiet", "futility")
PARTS = (
    ("prune", "quiet"),
    ("prune", "quiet", "reverse"),
    ("prune", "quiet", "order"),
    ("prune", "quiet", "order", "futility"),
    ("prune", "quiet", "table"),
    ("prune", "quiet", "table", "reverse"),
    ("prune", "quiet", "order", "table"),
    FULL,
)


def worth_by_loops(state, weights):
    """The worth of a position for its mover, counted piece by piece."""
    total = 0
    for side, sign in ((state.to_move, 1), (oracle.OTHER[state.to_move], -1)):
        own_king = oracle.as_piece("K", side)
        king = next(square for square, piece in state.board.items() if piece == own_king)
        for square, piece in state.board.items():
            if oracle.side_of(piece) != side or square == king:
                continue
            names = {"P": "pawn", "R": "rook", "B": "bishop", "+P": "tokin", "+R": "dragon", "+B": "horse"}
            total += sign * getattr(weights, names[piece.upper()])
            is_beside = max(abs(square[0] - king[0]), abs(square[1] - king[1])) == 1
            is_on_edge = not (0 < square[0] < 5 and 0 < square[1] < 5)
            total += sign * (weights.loyal * is_beside + weights.edge * (is_on_edge and not is_beside))
        for kind, name in (("P", "hand_pawn"), ("R", "hand_rook"), ("B", "hand_bishop")):
            total += sign * getattr(weights, name) * state.hands[side][kind]
    return total


def minimax_by_loops(state, depth, weights):
    """The worth of a position for its mover, by the plain rules; a win counts the plies that are left."""
    if oracle.end_reason(state) is not None:
        won = oracle.winner(state)
        return 0 if won == "draw" else (1 if won == state.to_move else -1) * (WON + depth)
    if depth == 0:
        return worth_by_loops(state, weights)
    return max(
        -minimax_by_loops(oracle.apply(state, move), depth - 1, weights) for move in oracle.legal_moves(state)
    )


@pytest.mark.parametrize("weights", WEIGHTS)
def test_minimax_is_that_of_plain_loops(weights):
    for game in VARIANTS[:4]:
        endless = game.replace(max_plies=60_000)
        for position in middle_positions(endless, 4, seed=2):
            state = oracle.read_sfen(position.sfen(), oracle_rules(endless))
            expected = minimax_by_loops(state, 2, WEIGHTS[weights])
            fresh = endless.position(position.sfen())
            assert search_position(fresh, 2, weights, parts=()).value == expected


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_alpha_beta_is_minimax_in_every_order_with_and_without_a_table(game):
    for number, position in enumerate(middle_positions(game, 25, seed=1)):
        if str(position.legal_moves()[0]) == "--":
            continue
        weights = list(WEIGHTS)[number % 3]
        depth = 3 if len(position.legal_moves()) < 35 else 2
        plain = search_position(position, depth, weights, parts=("quiet",))
        assert search_position(position, depth, weights, parts=("quiet", "reverse")).value == plain.value
        for parts in PARTS:
            found = search_position(position, depth, weights, parts=parts)
            assert (found.value, found.best_moves) == (plain.value, plain.best_moves)
            one = search_position(position, depth, weights, parts=parts, all_best=False)
            assert one.value == plain.value


SHUFFLES = (
    ("k5/6/6/6/6/5K b - 1", "f6f5 a1a2 f5f6 a2a1"),
    ("k5/6/3p2/6/6/4RK b - 1", "e6e5 a1b1 e5e6 b1a1"),
    ("kb4/6/6/6/4P1/4RK w - 1", "b1c2 f6f5 c2b1 f5f6"),
)


@pytest.mark.parametrize("repetition", [2, 3, 4])
@pytest.mark.parametrize(("start", "moves"), SHUFFLES)
def test_repetition_is_worth_what_minimax_says(start, moves, repetition):
    """With positions behind and before it that stand for the last time."""
    game = NegaeriShogi(repetition=repetition)
    position = game.position(start)
    for move in (moves.split() * 3)[: 4 * (repetition - 1) - 1]:
        for depth in (1, 2, 3, 4, 5):
            if depth == 5 and len(position.legal_moves()) > 10:
                continue
            plain = search_position(position, depth, parts=("quiet",))
            for parts in PARTS:
                found = search_position(position, depth, parts=parts)
                assert (found.value, found.best_moves) == (plain.value, plain.best_moves)
        position = position.play(move)


def test_a_repetition_that_wins_is_found():
    """Gote has more pieces: the fourth occurrence is a loss for sente, and a win for gote."""
    game = NegaeriShogi()
    position = game.position("k5/6/6/6/3p2/5K b - 1")
    for move in ("f6f5 a1a2 f5f6 a2a1 " * 3).split()[:-1]:
        position = position.play(move)
    assert str(position.legal_moves()[0]) != "--"
    found = search_position(position, 3)
    assert found.value == WON + 2
    assert [str(move) for move in found.best_moves] == ["a2a1"]


def test_a_king_that_can_be_taken_is_taken():
    position = NegaeriShogi().position("k5/6/6/R2r2/6/5K b RBPrbp 1")
    for player in ("greedy", "weak", "alphabeta:1", "medium"):
        assert [str(move) for move in position.game.best_moves(position, player)] == ["a4a1"]


def test_the_horizon_sees_a_king_that_can_be_taken():
    """Taking the rook leaves the king to the other rook: one ply ahead only the quiet search sees it."""
    position = NegaeriShogi().position("k4r/6/r5/5r/6/4PK b R 1")
    blind = search_position(position, 1, parts=("prune",))
    seeing = search_position(position, 1, parts=("prune", "quiet"))
    assert seeing.value < WON // 2
    assert seeing.value != blind.value or seeing.best_moves != blind.best_moves


def test_greedy_turns_or_takes_most():
    position = NegaeriShogi().position("5k/6/pp4/6/2r3/2R2K b P 1")
    assert [str(move) for move in position.game.best_moves(position, "greedy")] == ["P*c3"]


def test_a_node_limit_gives_the_last_depth_that_was_finished():
    position = NegaeriShogi().start_position()
    limited = search_position(position, 6, nodes=3000)
    assert 1 <= limited.depth < 6
    assert limited.nodes <= 3000
    assert limited.best_moves == search_position(position, limited.depth).best_moves
    assert search_position(position, 3, nodes=1).depth == 1


def test_a_time_limit_ends_a_search():
    position = NegaeriShogi().start_position()
    search_position(position, 1)  # compiles
    begin = time.perf_counter()
    found = search_position(position, 20, ms=100)
    assert time.perf_counter() - begin < 5
    assert 1 <= found.depth < 20


@pytest.mark.parametrize(("depth", "least"), [(4, 5), pytest.param(6, 10, marks=pytest.mark.long)])
def test_the_parts_of_the_search_save_nodes(depth, least):
    """Against alpha-beta without any of them; in positions of games that alpha-beta played."""
    from tests.games.negaeri_shogi.playing import thinking_positions

    nodes = {"plain": 0, "full": 0}
    for position in thinking_positions(30 if depth == 6 else 15):
        nodes["plain"] += search_position(position, depth, parts=("prune",), all_best=False).nodes
        nodes["full"] += search_position(position, depth, all_best=False).nodes
    assert nodes["plain"] >= least * nodes["full"]


def test_the_noise_belongs_to_the_game():
    game = NegaeriShogi()
    noisy = [game.simulate(("alphabeta:1,noise=5000", "random"), n=20, seed=seed) for seed in (1, 1, 2)]
    assert (noisy[0]["plies"] == noisy[1]["plies"]).all()
    assert (noisy[0]["plies"] != noisy[2]["plies"]).any()
    paired = NegaeriShogi(opening_plies=4)
    against_sober = paired.simulate(("alphabeta:2,noise=5000", "alphabeta:2"), n=40, seed=3)
    assert (against_sober["winning_player"] == 1).sum() > 25


def test_deeper_players_are_stronger():
    game = NegaeriShogi(opening_plies=4)
    columns = game.simulate(("alphabeta:3", "alphabeta:1"), n=30, seed=4)
    assert (columns["winning_player"] == 0).sum() > 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alphabeta", "alphabeta:DEPTH"),
        ("alphabeta:0", "depth of 1 to 20"),
        ("alphabeta:21", "depth of 1 to 20"),
        ("random:2", "takes no depth"),
        ("greedy,noise=3", "takes no options"),
        ("alphabeta:2,noize=3", "Did you mean 'noise'"),
        ("alphabeta:2,weights=materiel", "Did you mean 'material'"),
        ("alphabeta:2,noise=", "whole number"),
        ("mediun", "Did you mean 'medium'"),
    ],
)
def test_players_that_do_not_exist(text, message):
    with pytest.raises(RulesError, match=message):
        player_of(text)
