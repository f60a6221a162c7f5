"""Positions of Othello play by the rules, say why a move is refused, and read back what they show."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.othello.playing import GOLDEN, VARIANTS, random_game
from tests.oracles import othello as oracle
from variantlab.errors import MoveError, RulesError
from variantlab.games.othello.notation import moves_of, played, replay
from variantlab.games.othello.position import board_of, square_bit, square_name
from variantlab.games.othello.rules import Othello, other_colour

STANDARD = Othello()
FULL_BOARD = "XOXOXOXO/OXOXOXOX/" * 3 + "XOXOXOXO/OXOXOXOX"


def facts(position, movers):
    """What a scripted game may state of its last position."""
    record = position.record()
    last = position.last_move
    return record | {
        "winner": record["winner"] or "",
        "first_stuck": record["first_stuck"] or "",
        "over": position.is_over,
        "to_move": position.to_move,
        "empty": position.game.size**2 - record["black"] - record["white"],
        "margin": position.margin,
        "board": position.diagram().split(" ")[0],
        "legal_black": list(position.legal_squares("black")),
        "legal_white": list(position.legal_squares("white")),
        "last_captures": [] if last is None else sorted(last.captures),
        "last_mover": movers[-1] if movers else None,
    }


@pytest.mark.parametrize("entry", GOLDEN["scripted"], ids=lambda entry: entry["id"])
def test_scripted_game(entry):
    game = Othello(**entry["rules"])
    start = entry["start"] and game.position(f"{entry['start']} {entry['to_move'][0]}")
    moves = list(moves_of(entry["moves"]))
    for ply, removed in enumerate(entry.get("removed", [])):
        moves[ply] += f"({''.join(removed)})"
    positions = played(game, moves, start or None)
    movers = [other_colour(after.to_move) for after in positions[1:] if not after.last_move.is_pass]
    expect = dict(entry["expect"])
    for square in expect.pop("illegal", []):
        with pytest.raises(MoveError):
            positions[-1].play(square)
    found = facts(positions[-1], movers)
    assert {name: found[name] for name in expect} == expect
    assert movers == entry.get("movers", movers)
    if expect.get("over"):
        assert positions[-1].legal_moves() == ()


@pytest.mark.parametrize("game", VARIANTS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_agree_with_the_plain_statement_of_the_rules(game, seed):
    chance_unit = Fraction(round(game.vanish_probability * 2**53), 2**53)
    state = oracle.start_state(game.settings() | {"vanish_probability": str(chance_unit)})
    for position in random_game(game, seed, most_turns=60):
        if position.last_move is not None:
            state = oracle.apply(state, position.last_move.square, position.last_move.removed)
        assert position.diagram().split()[0] == oracle.diagram(state)
        assert position.to_move == state.to_move
        assert position.is_over == oracle.is_over(state)
        if position.is_over:
            record = {name: "" if value is None else value for name, value in position.record().items()}
            assert record == oracle.record(state)._asdict() | {"rule": game.rule}
        expected = {
            (square, tuple(sorted(removed, key=square_bit)))
            for square, removed in oracle.moves(state)
            if square != oracle.PASS
        }
        outcomes = [
            (move.square, after.last_move.removed, chance)
            for move in position.legal_moves()
            if not move.is_pass
            for chance, after in position.outcomes(move)
        ]
        assert {outcome[:2] for outcome in outcomes} == expected
        if game.vanish_choice != "choice":
            assert all(
                chance == oracle.removal_options(state, square)[frozenset(removed)]
                for square, removed, chance in outcomes
            )


# Captures and lines


def test_a_capture_far_into_a_game_turns_two_lines_and_no_third():
    position = replay(STANDARD, "d3c5b6e3f2c2f6b5a5e2f3e6d2c4f4g1b4g7h8g2")
    assert position.last_move.captures == ("f3", "e4")
    assert (position.count("black"), position.count("white"), position.passes) == (15, 9, 0)


# One disc of each colour on the two sides of an edge, and the square that a line round the edge would close.
ROUND_THE_EDGE = [
    ("a5", "h4", "g4"),
    ("h3", "a4", "b4"),
    ("a6", "h4", "g3"),
    ("h4", "a4", "b3"),
    ("a4", "h4", "g5"),
    ("h2", "a4", "b5"),
    ("d8", "d1", "d2"),
]


@pytest.mark.parametrize(("black", "white", "tried"), ROUND_THE_EDGE)
@pytest.mark.parametrize("capture", ["flip", "vanish", "vanish_one", "mixed"])
def test_no_line_goes_round_an_edge(black, white, tried, capture):
    position = Othello(capture=capture).position_of(board_of([black]), board_of([white]))
    assert position.captured(tried) == ()
    assert position.why_not(tried).startswith(f"{tried} brackets no disc")
    assert (position.is_over, position.legal_squares("black"), position.legal_squares("white")) == (
        True,
        (),
        (),
    )


@pytest.mark.parametrize("to_move", ["black", "white"])
def test_a_full_board_is_over_and_offers_no_pass(to_move):
    position = STANDARD.position(f"{FULL_BOARD} {to_move[0]}")
    assert (position.is_over, position.legal_moves(), position.end_reason) == (True, (), "board_full")
    with pytest.raises(MoveError, match=r"allowed: none, the game is over\. It ended: board_full\.$"):
        position.play("--")


def test_the_whole_vanish_game_has_33_positions():
    known, new = set(), {Othello(capture="vanish").start_position()}
    while new:
        known |= new
        new = {position.play(move) for position in new for move in position.legal_moves()} - known
    finished = [position for position in known if position.is_over]
    assert (len(known), len(finished), max(position.plies for position in known)) == (33, 12, 4)
    assert {position.winner for position in finished} == {"black", "draw"}


# Scores


def test_the_same_difference_may_be_two_scores():
    full = STANDARD.position("X" * 8 + "/" + "XXXXXXXX/" * 4 + "XXOOOOOO/OOOOOOOO/OOOOOOOO b")
    wipeout = STANDARD.position("XXXXXXXX/XXXXXXXX/XXXX..../" + "/".join(["........"] * 5))
    assert [(p.count("black"), p.count("white"), p.margin) for p in (full, wipeout)] == [
        (42, 22, 20),
        (20, 0, 20),
    ]
    official = [
        STANDARD.replace(empties_to_winner=True).position(p.diagram()).margin for p in (full, wipeout)
    ]
    assert official == [20, 64]


def test_a_draw_leaves_the_empty_squares_to_nobody():
    moves = (
        "c4c5e6f5g6d3c6b5c2g5c3b6a6e7e3b2g4a7d6f2f3c7e8h7a2d2b8g2f4a1g3d8b3f8c1a4g1a3f6b1d1e1c8h4h6a5d7h1f7e2g8f1"
        "h3h5b4g7h8b7"
    )
    final = replay(STANDARD.replace(empties_to_winner=True), moves)
    assert (final.count("black"), final.count("white"), final.winner, final.margin) == (31, 31, "draw", 0)
    assert (final.outcome, final.end_reason, final.passes) == ("draw", "no_moves", 0)


def test_komi_may_turn_the_result_and_a_capped_game_has_none():
    game = Othello(capture="vanish", komi=2.5)
    final = replay(game, "d3c5e6")
    assert (final.winner, final.outcome, final.margin) == ("white", "second", -0.5)
    capped = replay(game.replace(max_plies=2), "d3c5")
    assert (capped.end_reason, capped.winner, capped.outcome, capped.margin) == ("capped", None, None, None)


# Symmetry

TRANSFORMS = {  # row and column, from 0, and the last of them
    "identity": lambda r, c, last: (r, c),
    "rotate_90": lambda r, c, last: (c, last - r),
    "rotate_180": lambda r, c, last: (last - r, last - c),
    "rotate_270": lambda r, c, last: (last - c, r),
    "flip_vertical": lambda r, c, last: (last - r, c),
    "flip_horizontal": lambda r, c, last: (r, last - c),
    "transpose": lambda r, c, last: (c, r),
    "antitranspose": lambda r, c, last: (last - c, last - r),
}
KEEP_THE_START = GOLDEN["symmetries"]["of_the_start"]
SWAP_THE_COLOURS = GOLDEN["symmetries"]["of_the_start_with_colours_swapped"]


def image_of(square, transform, size=8):
    row, column = TRANSFORMS[transform](int(square[1]) - 1, "abcdefgh".index(square[0]), size - 1)
    return square_name(8 * row + column)


def image(position, transform):
    """The position moved over the board, with the colours swapped where the start needs it."""
    squares = {
        colour: [image_of(square, transform, position.game.size) for square in position.squares(colour)]
        for colour in ("black", "white")
    }
    swapped = transform in SWAP_THE_COLOURS
    black, white = ("white", "black") if swapped else ("black", "white")
    to_move = other_colour(position.to_move) if swapped else position.to_move
    return position.game.position_of(board_of(squares[black]), board_of(squares[white]), to_move)


def test_the_eight_images_of_f5_and_which_need_the_colours_swapped():
    assert sorted([*KEEP_THE_START, *SWAP_THE_COLOURS]) == sorted(TRANSFORMS)
    start = STANDARD.start_position()
    for transform, square in (KEEP_THE_START | SWAP_THE_COLOURS).items():
        assert image_of("f5", transform) == square
        by = "black" if transform in KEEP_THE_START else "white"
        assert square in start.legal_squares(by)
        assert square not in start.legal_squares(other_colour(by))
        moved = image(start, transform)
        assert (moved.black, moved.white) == (start.black, start.white)


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("capture", ["flip", "vanish", "vanish_one"])
def test_moves_go_with_the_board(transform, capture):
    game = Othello(size=6, capture=capture, vanish_choice="choice")
    for position in random_game(game, seed=5)[:25]:
        moved = image(position, transform)
        expected = {image_of(square, transform, 6) for square in position.legal_squares()}
        assert set(moved.legal_squares()) == expected
        images = {
            image(after, transform) for move in position.legal_moves() for _, after in position.outcomes(move)
        }
        assert images == {after for move in moved.legal_moves() for _, after in moved.outcomes(move)}


# Moves and errors

HOW_TO_WRITE = "A move is a column and a row, such as d3; -- is a pass."


@pytest.mark.parametrize(
    ("rules", "diagram", "square", "sentence"),
    [
        ({}, "..../.XO./.OX./.... b", "b2", "b2 is taken."),
        ({}, "..../.XO./.OX./.... b", "e5", "e5 is off the board, which ends at d4."),
        ({}, "..../.XO./.OX./.... b", "d2", ""),
        (
            {},
            "..../.XO./.OX./.... w",
            "d2",
            "d2 brackets no disc: no line from it runs over black discs to a white one.",
        ),
        ({"placement": "touching"}, "X.../..../..../.... w", "d4", "No disc lies beside d4."),
        ({"placement": "free"}, "X.../..../..../.... w", "d4", ""),
        (
            {"discs_each": 2},
            "..../.XO./.OX./.... b, discs left: black 0, white 2",
            "d2",
            "black has no disc left to place.",
        ),
    ],
)
def test_why_a_square_is_not_legal(rules, diagram, square, sentence):
    assert Othello(size=4, **rules).position(diagram).why_not(square) == sentence


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("d4", "move: got 'd4'; allowed: d3, c4, f5, e6. d4 is taken."),
        (
            "a1",
            "move: got 'a1'; allowed: d3, c4, f5, e6. a1 brackets no disc: "
            "no line from it runs over white discs to a black one.",
        ),
        ("--", "move: got '--'; allowed: d3, c4, f5, e6. There is no voluntary pass."),
        ("z9", f"move: got 'z9'; allowed: d3, c4, f5, e6. {HOW_TO_WRITE}"),
        ("", f"move: got ''; allowed: d3, c4, f5, e6. {HOW_TO_WRITE}"),
    ],
)
def test_an_illegal_move_says_why_and_what_is_legal(move, message):
    with pytest.raises(MoveError) as caught:
        STANDARD.start_position().play(move)
    assert str(caught.value) == message


def test_many_ways_to_vanish_are_cut_short_in_a_message():
    start = "XXXXXX/XOOOOX/XO..OX/XO..OX/XOOOOX/XXXXXX b"
    position = Othello(size=6, capture="mixed", start=start).start_position()
    with pytest.raises(MoveError) as caught:
        position.play("c3")
    assert len(position.captured("c3")) == 5
    assert str(caught.value).count("c3(") == 8
    assert ", .... Name the discs" in str(caught.value)


def test_mixed_between_its_ends_has_every_set_of_captured_discs():
    position = Othello(capture="mixed", vanish_probability=0.25, start="d3()").start_position()
    chances = {str(after.last_move): chance for chance, after in position.outcomes("c3")}
    assert chances == {"c3()": Fraction(3, 4), "c3(d4)": Fraction(1, 4)}


@pytest.mark.parametrize(("probability", "capture"), [(0, "flip"), (1, "vanish")])
def test_mixed_at_its_ends_is_the_plain_rule(probability, capture):
    mixed, plain = Othello(capture="mixed", vanish_probability=probability), Othello(capture=capture)
    for position in random_game(plain, seed=2):
        same = mixed.position(position.diagram())
        moves = [move for move in position.legal_moves() if not move.is_pass]
        assert [move.square for move in same.legal_moves() if not move.is_pass] == [
            move.square for move in moves
        ]
        for move in moves:
            ((chance, after),) = same.outcomes(move.square)
            assert (chance, after.diagram()) == (1, position.play(move).diagram())


# Showing and reading back


@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.data())
@settings(max_examples=60, deadline=None)
def test_diagrams_read_back(game, seed, data):
    position = data.draw(st.sampled_from(random_game(game, seed)))
    for text in (
        str(position),
        position.diagram(),
        position.diagram().lower(),
        position.diagram().replace("/", "\n"),
    ):
        assert game.position(text) == position
    assert position.diagram() in repr(position)


@pytest.mark.parametrize(
    "text",
    [
        "....\n.XO.\n.OX.\n....\nwhite to move",
        "  a b c d\n1 . . . . 1\n2 . X O . 2\n3 . O X . 3\n4 . . . . 4\n  a b c d\nwhite to move",
        "----/-*O-/-O*-/---- w",
        "・・・・\n・●○・\n・○●・\n・・・・\nw",
        "..../.xo./.ox./.... W",
        "____/_XO_/_OX_/____ White",
    ],
)
def test_diagrams_in_other_hands(text):
    position = Othello(size=4).position(text)
    assert position.diagram() == "..../.XO./.OX./.... w"


def test_discs_left_are_part_of_the_diagram():
    game = Othello(size=4, discs_each=5)
    position = replay(game, "d3 d4")
    assert position.diagram().endswith(" b, discs left: black 4, white 4")
    fewer = game.position(position.diagram().replace("black 4", "black 3"))
    assert (fewer.black_left, fewer.white_left) == (3, 4)
    assert fewer != position


def test_a_position_where_no_disc_is_left_is_stuck_from_the_start():
    position = Othello(size=4, discs_each=5).position("..../.XO./.OX./.... w, discs left: black 0, white 0")
    assert (position.end_reason, position.first_stuck) == ("discs_spent", "white")


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (
            Othello(size=4),
            "..../.XO./.OX./... b",
            r"^diagram: .*allowed: 4 rows of 4 squares\. Squares a row: 4 4 4 3",
        ),
        (Othello(size=4), "..../.XO./.OX.", r"Squares a row: 4 4 4\. Signs: \. X O\."),
        (Othello(size=4), "..../.XO./.OX./..../.... b", r"Squares a row: 4 4 4 4 4"),
        (Othello(), "..../.XO./.OX./....", r"allowed: 8 rows of 8 squares"),
        (Othello(size=4), "", r"Squares a row: none"),
        (Othello(size=4), "..../.XB./.OX./....", r"^sign in the diagram: got 'B'; allowed: \., X, O"),
        (
            Othello(size=4),
            "..../.XO./.OX./.... b, discs left: black 1, white 1",
            r"^discs left: .*without discs_each",
        ),
        (
            Othello(size=4, discs_each=3),
            "..../.XO./.OX./.... b, discs left: black 1, white 4",
            r"^discs left: got \(1, 4\); allowed: at most 3 each",
        ),
    ],
)
def test_a_diagram_that_cannot_be_read(game, text, message):
    with pytest.raises(RulesError, match=message):
        game.position(text)


@pytest.mark.parametrize(
    ("black", "white", "message"),
    [
        (0b111, 0b110, r"^black and white: got 'b1, c1'; allowed: one disc a square"),
        (1 << 4, 0, r"^black: got 16; allowed: a bitboard of squares a1 to d4"),
        (0, 1 << 32, r"^white: got 4294967296; allowed"),
        (-1, 0, r"^black: got -1"),
        (1.0, 0, r"^black: got 1\.0"),
        (True, 0, r"^black: got True"),
        ("a1", 0, r"^black: got 'a1'"),
    ],
)
def test_bitboards_that_are_no_position(black, white, message):
    with pytest.raises(RulesError, match=message):
        Othello(size=4).position_of(black, white)


def test_the_side_to_move_must_be_one():
    with pytest.raises(RulesError, match=r"^side to move: got 'green'; allowed: black, white"):
        STANDARD.position_of(1, 2, "green")


# What a position is


def test_positions_are_equal_when_their_future_is():
    one, other = replay(STANDARD, "d3c3c4c5"), STANDARD.position(replay(STANDARD, "d3c3c4c5").diagram())
    assert (one, hash(one)) == (other, hash(other))
    assert (one.plies, other.plies) == (4, 0)
    assert replay(STANDARD, "f5d6c5") != replay(STANDARD, "f5d6c5").uncapped()
    assert STANDARD.start_position() != STANDARD.replace(komi=1).start_position()
    assert STANDARD.start_position() != STANDARD.start_position().diagram()


def test_positions_do_not_change():
    position = STANDARD.start_position()
    before = position.diagram()
    with pytest.raises(FrozenInstanceError):
        position.black = 0
    position.play("d3")
    assert position.diagram() == before


def test_a_capped_game_goes_on_without_its_cap():
    capped = replay(Othello(capture="vanish", max_plies=2), "d3c5")
    assert capped.legal_moves() == ()
    assert capped.uncapped().legal_squares() == replay(Othello(capture="vanish"), "d3c5").legal_squares()
