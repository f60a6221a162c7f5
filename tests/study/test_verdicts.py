"""Verdicts: what an exact or a measured result says about a prediction, and how a class compares."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import DataError, PredictionError
from variantlab.stats.comparisons import rate_difference
from variantlab.stats.intervals import Interval, rate
from variantlab.study.gate import results_gate
from variantlab.study.ledger import lock, read_ledger
from variantlab.study.predictions import Criterion, Option, Question, parse_prediction, studies
from variantlab.study.verdicts import VERDICTS, compare, judge, load_claims, outcome_of, verdict

NAUGHTY = "<img src=x onerror=alert(1)>"


def measured(low, high, estimate=None):
    """Return an interval with these ends."""
    return Interval((low + high) / 2 if estimate is None else estimate, low, high, 0.95, "wilson", 100)


def choice(answer, criteria):
    """Return a question answered with one of its options, each with a criterion or None."""
    options = tuple(
        Option(name, name, float(name == answer), None if text is None else Criterion.parse(text))
        for name, text in criteria.items()
    )
    return Question("Q", "choice", "?", "measure", "reason", options)


def number(low, high):
    """Return a question answered with an interval at level 0.8."""
    return Question("N", "number", "?", "measure", "reason", (), (low + high) / 2, low, high, 0.8)


THREE_WAYS = {"better": "> 0.05", "same": "-0.05..0.05", "worse": "< -0.05"}
REASONS = {"wipeout": None, "no_moves": None, "endless": None}


# ------------------------------------------------------------------------------------------------- the rules


@pytest.mark.parametrize(
    ("answer", "result", "expected"),
    [
        ("better", Fraction(1, 2), "supported"),
        ("better", Fraction(1, 20), "refuted"),
        ("same", Fraction(1, 20), "supported"),
        ("same", -1, "refuted"),
        ("worse", -1, "supported"),
        ("better", measured(0.06, 0.2), "supported"),
        ("better", measured(0.04, 0.2), "undecided"),
        ("same", measured(0.04, 0.2), "undecided"),
        ("worse", measured(0.04, 0.2), "refuted"),
        ("same", measured(-0.2, 0.2), "undecided"),
        ("better", Interval(0.5, None, None, 0.95, "student", 1), "undecided"),
        ("better", rate(0, 0), "undecided"),
        ("better", rate_difference(90, 100, 10, 100), "supported"),
        ("better", None, "undecided"),
    ],
)
def test_a_choice_with_criteria(answer, result, expected):
    assert verdict(choice(answer, THREE_WAYS), result) == expected


@pytest.mark.parametrize(
    ("answer", "result", "expected"),
    [
        ("wipeout", {"wipeout": Fraction(2, 3), "no_moves": Fraction(1, 3), "endless": 0}, "supported"),
        ("endless", {"wipeout": Fraction(2, 3), "no_moves": Fraction(1, 3), "endless": 0}, "refuted"),
        ("wipeout", {"wipeout": Fraction(1, 2), "no_moves": Fraction(1, 2), "endless": 0}, "undecided"),
        ("endless", {"wipeout": Fraction(1, 2), "no_moves": Fraction(1, 2), "endless": 0}, "refuted"),
        ("wipeout", {"wipeout": rate(55, 100), "no_moves": rate(45, 100), "endless": 0}, "undecided"),
        ("wipeout", {"wipeout": rate(600, 1000), "no_moves": rate(400, 1000), "endless": 0}, "supported"),
        ("no_moves", {"wipeout": rate(600, 1000), "no_moves": rate(400, 1000), "endless": 0}, "refuted"),
        ("wipeout", {"wipeout": rate(0, 0), "no_moves": rate(0, 0), "endless": rate(0, 0)}, "undecided"),
        # The main reason may be one that nobody offered.
        ("wipeout", {"wipeout": 0, "no_moves": 0, "endless": 0, "board_full": 1}, "refuted"),
    ],
)
def test_a_choice_of_the_largest_share(answer, result, expected):
    assert verdict(choice(answer, REASONS), result) == expected


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Fraction(7, 2), "supported"),
        (3, "supported"),
        (5, "supported"),
        (Fraction(501, 100), "refuted"),
        (measured(3.0, 5.0), "supported"),
        (measured(2.9, 4.0), "undecided"),
        (measured(0.0, 60.0), "undecided"),
        (measured(5.1, 60.0), "refuted"),
        (rate(0, 0), "undecided"),
        (None, "undecided"),
    ],
)
def test_a_number(result, expected):
    assert verdict(number(3.0, 5.0), result) == expected


def test_no_single_answer_is_undecided():
    options = tuple(Option(n, n, 0.5, Criterion.parse(c)) for n, c in {"yes": "> 0", "no": "<= 0"}.items())
    assert verdict(Question("Q", "choice", "?", "m", "r", options), 1) == "undecided"


@pytest.mark.parametrize("result", [0.5, True, "0.5", {"better": 1}])
def test_a_result_without_its_uncertainty_is_refused(result):
    with pytest.raises(PredictionError, match=r"result of Q.*exact value"):
        verdict(choice("better", THREE_WAYS), result)


@pytest.mark.parametrize(
    "result", [1, {"wipeout": 1, "no_moves": 0}, {**dict.fromkeys(REASONS, 0), "capped": 0.5}]
)
def test_shares_that_do_not_fit_the_question_are_refused(result):
    with pytest.raises(PredictionError, match="result of Q"):
        verdict(choice("wipeout", REASONS), result)


@given(st.fractions(-1, 1), st.fractions(0, 1))
def test_at_most_one_option_happened_and_only_its_answer_is_supported(low, width):
    result = measured(low, low + width)
    happened = outcome_of(choice("same", THREE_WAYS), result)
    verdicts = {name: verdict(choice(name, THREE_WAYS), result) for name in THREE_WAYS}
    assert [name for name, found in verdicts.items() if found == "supported"] == [happened] * (
        happened is not None
    )
    if happened is None:
        assert list(verdicts.values()).count("undecided") >= 2
    else:
        assert sorted(verdicts.values()) == ["refuted", "refuted", "supported"]


@given(st.lists(st.fractions(0, 9), min_size=4, max_size=4))
def test_a_wider_interval_never_turns_a_verdict_round(ends):
    low, inner_low, inner_high, high = sorted(ends)
    question = number(3.0, 5.0)
    narrow, wide = verdict(question, measured(inner_low, inner_high)), verdict(question, measured(low, high))
    assert wide in (narrow, "undecided")


# ------------------------------------------------------------------------------------------------ the tables


RESULTS = {
    "Q1": 0,
    "Q2": {"wipeout": rate(700, 1000), "no_moves": rate(300, 1000), "endless": rate(0, 1000)},
    "Q3": measured(-0.1, 0.1),
    "Q4": Fraction(50),
    "Q4-plies": measured(49.0, 51.0),
}


@pytest.fixture
def label(mine, book):
    """The label of a study in which Aya alone has locked a prediction."""
    lock(mine, book)
    return results_gate("vanish", book)


@pytest.fixture
def class_label(tmp_path, prediction_text, book):
    """The label of a class: three forecasts of the first question, from bad to good."""
    for author, yes in [("悪い", 0.9), ("Middle", 0.5), (NAUGHTY, 0.1)]:
        text = prediction_text.replace('"Aya"', f"'{author}'")
        text = text.replace("yes = 0.55\nno = 0.45", f"yes = {yes}\nno = {1 - yes:.1f}")
        path = tmp_path / f"{yes}.toml"
        path.write_text(text, encoding="utf-8")
        lock(path, book)
    codes = [entry.code for entry in read_ledger(book).entries]
    return results_gate("vanish", book, codes)


def test_each_question_has_its_verdict_and_score(label):
    rows = {row.question.id: row for row in judge(label, RESULTS).rows}
    assert {name: row.verdict for name, row in rows.items()} == {
        "Q1": "refuted",
        "Q2": "refuted",
        "Q3": "undecided",
        "Q4": "refuted",
        "Q4-plies": "supported",
    }
    # Brier scores by hand: (0.55, 0.45) when "no" happened; (0.2, 0.3, 0.5) when the first did;
    # (0.6, 0.05, 0.35) when the last did. The interval score of a hit is the width, 150 - 45.
    assert rows["Q1"].score == pytest.approx(0.55**2 + 0.55**2)
    assert rows["Q2"].score == pytest.approx(0.8**2 + 0.3**2 + 0.5**2)
    assert rows["Q3"].score is None
    assert rows["Q4"].score == pytest.approx(0.6**2 + 0.05**2 + 0.65**2)
    assert rows["Q4-plies"].score == pytest.approx(105)


def test_a_miss_costs_by_the_level(label):
    (row,) = [r for r in judge(label, {"Q4-plies": 40}).rows if r.question.id == "Q4-plies"]
    # 5 below the interval, at level 0.8: the width and 2 / 0.2 times the distance.
    assert row.score == pytest.approx(105 + 10 * 5)
    assert row.verdict == "refuted"


def test_a_question_without_a_result_is_undecided(label):
    rows = judge(label, {}).rows
    assert {row.verdict for row in rows} == {"undecided"}
    assert {row.result_text("en") for row in rows} == {"not measured"}
    assert {row.score for row in rows} == {None}


@pytest.mark.parametrize(
    ("lang", "heads", "words"),
    [
        ("en", ["question", "prediction", "result", "verdict", "score"], ["refuted", "exact", "50"]),
        ("ja", ["質問", "予想", "結果", "判定", "得点"], ["反証", "厳密値", "50"]),
    ],
)
def test_the_table_speaks_both_languages_and_carries_the_label(label, lang, heads, words):
    table = judge(label, RESULTS)
    frame = table.to_frame(lang)
    assert list(frame.columns) == heads
    assert len(frame) == len(table.rows)
    assert label.text(lang) in frame.attrs["caption"]
    assert label.text(lang) in table.text(lang).splitlines()[0]
    assert all(word in table.text(lang) for word in words)
    assert label.text(lang) in table.to_html(lang)


def test_an_exploratory_table_says_so(book, prediction_text):
    label = results_gate("vanish", book, exploratory=True)
    with pytest.raises(PredictionError, match="no prediction to judge"):
        judge(label, RESULTS)
    table = judge(label, RESULTS, [parse_prediction(prediction_text)])
    for shown in (
        table.text("en"),
        table.to_html("en"),
        table.to_frame().attrs["caption"],
        str(compare(table)),
    ):
        assert "exploratory: no prediction was locked before this result" in shown
    assert "探索的" in table.caption("ja")


def test_only_what_was_locked_is_judged_as_locked(label, prediction_text):
    changed = parse_prediction(prediction_text.replace("estimate = 75", "estimate = 76"), "mine.toml")
    with pytest.raises(PredictionError, match=r"mine\.toml: not what was locked"):
        judge(label, RESULTS, [changed])
    other = parse_prediction(prediction_text.replace('study = "vanish"', 'study = "other"'))
    with pytest.raises(PredictionError, match="a prediction for vanish"):
        judge(label, RESULTS, [other])


def test_a_blank_is_not_judged(book, prediction_text):
    label = results_gate("vanish", book, exploratory=True)
    blank = parse_prediction(prediction_text.replace("estimate = 75", 'estimate = ""'), "mine.toml")
    with pytest.raises(PredictionError, match=r"mine\.toml: .*Q4-plies: estimate"):
        judge(label, RESULTS, [blank])


def test_an_example_is_marked_in_the_table(prediction_text, book):
    label = results_gate("vanish", book, exploratory=True)
    example = parse_prediction(prediction_text.replace('language = "en"', 'language = "en"\nexample = true'))
    table = judge(label, RESULTS, [example])
    assert "EXAMPLE" in table.text("en")
    assert "例" in table.text("ja")
    assert "EXAMPLE" in compare(table).text("en")


# ------------------------------------------------------------------------------------------------- the class


def test_a_class_is_ordered_by_score(class_label):
    table = judge(class_label, RESULTS)
    standings = compare(table)
    assert [row.prediction.author for row in standings.rows] == [NAUGHTY, "Middle", "悪い"]
    assert [row.place for row in standings.rows] == [1, 2, 3]
    scores = [row.brier for row in standings.rows]
    assert scores == sorted(scores)
    first = [row for row in table.rows if row.question.id == "Q1"]
    assert [row.prediction.author for row in first] == [NAUGHTY, "Middle", "悪い"]
    assert all(sum(row.verdicts.values()) == len(RESULTS) for row in standings.rows)
    assert set(standings.rows[0].verdicts) == set(VERDICTS)
    # Q3 has no outcome yet, so nobody is compared on it.
    assert {row.n_questions for row in standings.rows} == {len(RESULTS) - 1}


def test_the_order_of_locking_does_not_matter(class_label):
    orders = itertools.permutations(class_label.predictions)
    tables = {compare(judge(class_label, RESULTS, list(order))).text() for order in orders}
    assert len(tables) == 1


def test_equal_scores_share_a_place(prediction_text, book):
    label = results_gate("vanish", book, exploratory=True)
    pair = [parse_prediction(prediction_text.replace('"Aya"', f'"{name}"')) for name in ("Aya", "Ben")]
    assert [row.place for row in compare(judge(label, RESULTS, pair)).rows] == [1, 1]


def test_only_the_same_questions_are_compared(prediction_text, book):
    label = results_gate("vanish", book, exploratory=True)
    moved = (
        prediction_text.replace('"> 60"', '"> 40"').replace('"= 60"', '"= 40"').replace('"< 60"', '"< 40"')
    )
    pair = [parse_prediction(prediction_text), parse_prediction(moved.replace('"Aya"', '"Ben"'))]
    rows = compare(judge(label, RESULTS, pair)).rows
    # Q4 asks another question in the second file; Q3 has no outcome.
    assert {row.n_questions for row in rows} == {3}
    assert [row.place for row in rows] == [1, 1]


def test_what_is_certain_is_said_in_a_word(label):
    certain = {"wipeout": 1, "no_moves": Fraction(0), "endless": 0}
    shared = {"wipeout": Fraction(1, 2), "no_moves": Fraction(1, 2), "endless": 0}
    shown = {name: judge(label, {"Q2": result}).text() for name, result in (("1", certain), ("2", shared))}
    assert "wiped out (exact)" in shown["1"]
    assert "0 (exact)" not in shown["1"]
    assert "1/2 = 0.5 (exact)" in shown["2"]


def test_names_are_escaped_in_html(class_label):
    table = judge(class_label, RESULTS)
    for page in (
        table.to_html("ja"),
        table._repr_html_(),
        compare(table).to_html("en"),
        table.to_frame().to_html(),
    ):
        assert "&lt;img src=x onerror=alert(1)&gt;" in page
        assert "<img" not in page


# ------------------------------------------------------------------------------------------------ the claims


def test_every_claim_is_open_and_named_once():
    claims = load_claims()
    ids = [claim.id for claim in claims]
    assert len(set(ids)) == len(ids)
    assert {claim.status for claim in claims} == {"unknown"}
    counts = {"C": ("chopsticks", 4), "T": ("throw", 5), "N": ("negaeri", 6)}
    for letter, (study, n_claims) in counts.items():
        found = load_claims(study)
        assert [claim.id for claim in found] == [f"{letter}{number}" for number in range(1, n_claims + 1)]
        assert {claim.is_later for claim in found} == {study not in studies()}
    assert not any(claim.is_later for claim in load_claims("vanish"))


@pytest.mark.parametrize(
    ("old", "new"), [("study =", "stduy ="), ('status = "unknown"', "status = 1"), ('id = "A"', "")]
)
def test_a_claim_with_a_slip_is_named(old, new, tmp_path):
    text = '[[claim]]\nid = "A"\nstudy = "vanish"\nstatement = "s"\nsource = "t"\nstatus = "unknown"\n'
    path = tmp_path / "claims.toml"
    path.write_text(text, encoding="utf-8")
    assert [claim.id for claim in load_claims(path=path)] == ["A"]
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=r"claims\.toml, claim"):
        load_claims(path=path)
