"""Predictions: what a file may say; an error names the file, the question, the field and the way on."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from variantlab.errors import PredictionError
from variantlab.files import project_path
from variantlab.study.predictions import (
    LANGUAGES,
    Criterion,
    check_study_id,
    load,
    new_form,
    parse_prediction,
    studies,
)

CHOICES = ("Q1", "Q2", "Q3", "Q4")

DIRECTION = """
[[question]]
id = "Q9"
kind = "direction"
text = "Do games become longer?"
measure = "mean plies, vanish minus flip"
reason = "a guess"
same_within = 2
[question.options]
up = 0.5
down = 0.25
same = 0.25
"""


# ----------------------------------------------------------------------------------------------------- forms


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_form_is_blank_and_names_every_blank(lang):
    form = load(project_path("data", "predictions", f"vanish-form.{lang}.toml"))
    assert not form.is_complete
    assert not form.is_example
    for question in form.questions:
        assert question.answer is None
        assert f"{question.id}: reason" in form.blanks
        for option in question.options:
            assert f"{question.id}: options.{option.name}" in form.blanks
    assert {"author", "Q4-plies: estimate", "Q4-plies: low", "Q4-plies: high", "Q4-plies: level"} < {
        *form.blanks
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_example_is_complete_and_says_that_it_is_one(lang):
    path = project_path("data", "predictions", f"vanish-example.{lang}.toml")
    example = load(path)
    assert example.is_complete
    assert example.is_example
    assert "EXAMPLE" in example.signature("en")
    assert "例" in example.signature("ja")
    assert re.match("# (EXAMPLE|【例】)", path.read_text(encoding="utf-8"))


def test_forms_and_examples_ask_the_same_in_both_languages():
    names = [f"vanish-{kind}.{lang}.toml" for kind in ("form", "example") for lang in LANGUAGES]
    predictions = [load(project_path("data", "predictions", name)) for name in names]
    asked = [
        [(q.id, q.kind, [(o.name, o.criterion) for o in q.options]) for q in prediction.questions]
        for prediction in predictions
    ]
    assert all(questions == asked[0] for questions in asked)
    assert [question[0] for question in asked[0]] == [*CHOICES, "Q4-plies"]
    plans = [(p.plan.game, p.plan.rules, p.plan.players, p.plan.n_games, p.plan.seed) for p in predictions]
    assert all(plan == plans[0] for plan in plans)


def test_a_new_form_never_overwrites(tmp_path):
    path = new_form("vanish", "ja", tmp_path)
    path.write_text("my work", encoding="utf-8")
    with pytest.raises(PredictionError, match="exists already"):
        new_form("vanish", "ja", path)
    with pytest.raises(PredictionError, match="exists already"):
        new_form("vanish", "en", tmp_path)
    assert path.read_text(encoding="utf-8") == "my work"
    with pytest.raises(PredictionError, match="Make the folder first"):
        new_form("vanish", "ja", tmp_path / "none" / "mine.toml")


@pytest.mark.parametrize(
    "study", ["../vanish", "vanish/../vanish", "..", "", "/etc/passwd", "Vanish", "vanish\n"]
)
def test_no_path_passes_as_a_study(study, tmp_path):
    with pytest.raises(PredictionError, match="study"):
        new_form(study, "en", tmp_path)
    with pytest.raises(PredictionError, match="study"):
        check_study_id(study)
    assert list(tmp_path.iterdir()) == []
    assert study not in studies()


def test_an_unknown_study_or_language_is_named(tmp_path):
    with pytest.raises(PredictionError, match="Did you mean 'vanish'"):
        new_form("vanihs", "en", tmp_path)
    with pytest.raises(PredictionError, match="allowed: en, ja"):
        new_form("vanish", "../en", tmp_path)


# -------------------------------------------------------------------------------------------------- encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_the_encodings_of_classrooms_read_alike(encoding, line_end, tmp_path):
    text = new_form("vanish", "ja", tmp_path, example=True).read_text(encoding="utf-8")
    text = text.replace("記入例", "山田 花子").replace("−", "-")
    path = tmp_path / "予想.toml"
    path.write_bytes(text.replace("\n", line_end).encode(encoding))
    assert load(path).author == "山田 花子"
    assert load(path).data == parse_prediction(text).data


def test_a_missing_or_unreadable_file_says_how_to_go_on(tmp_path):
    with pytest.raises(PredictionError, match=r"none\.toml.*new_form"):
        load(tmp_path / "none.toml")
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00\x81")
    with pytest.raises(PredictionError, match=r"x\.toml.*UTF-8"):
        load(tmp_path / "x.toml")


# ------------------------------------------------------------------------------------------------------ TOML


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('author = "Aya"', "author = 山田", r"line \d+, column 10: .*double quotes"),
        ('author = "Aya"', 'author ＝ "Aya"', r"line \d+, column 8: .*half-width: ＝"),
        ('author = "Aya"', "author = “Aya”", r"line \d+, column 10: .*half-width: “ ”"),
        ('author = "Aya"', 'author = "Aya"\nauthor = "Ben"', r"line \d+, column 15: .*remove one"),
        ('author = "Aya"', 'author = "Aya', r"line \d+, column 14"),
        ("[plan.rules]", "[plan.rules", r"line \d+, column"),
        ("yes = 0.55", "yes = 0.55\nyes = 0.55", r"remove one"),
        ("n_games = 1000", "n_games = " + "9" * 5000, "not a prediction"),
        ("n_games = 1000", "n_games = " + "[" * 5000, "not a prediction|not TOML"),
    ],
)
def test_a_slip_in_toml_is_placed(old, new, expected, prediction_text):
    with pytest.raises(PredictionError, match=rf"(?s)mine\.toml.*{expected}"):
        parse_prediction(prediction_text.replace(old, new, 1), "mine.toml")


def test_the_line_of_a_slip_is_the_line_in_the_file(prediction_text):
    lines = prediction_text.split("\n")
    place = lines.index("yes = 0.55")
    lines[place] = "yes = 0,55"
    with pytest.raises(PredictionError, match=rf"line {place + 1}, column 8: .*The line reads: yes = 0,55\."):
        parse_prediction("\n".join(lines))


def test_a_file_that_ends_too_early_is_placed_at_its_end():
    with pytest.raises(PredictionError, match="line 2, column 11"):
        parse_prediction('study = "vanish"\ntitle = ["')


# ------------------------------------------------------------------------------------------ keys and values


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("author =", "auther =", r"mine\.toml, key: got 'auther'.*Did you mean 'author'"),
        ("n_games =", "n_game =", r"mine\.toml, plan, key: got 'n_game'.*Did you mean 'n_games'"),
        ('\nreason = "A disc', '\nraeson = "A disc', r"mine\.toml, question Q1, key.*Did you mean 'reason'"),
        ('kind = "choice"', 'kind = "chioce"', r"question Q1, kind: got 'chioce'.*Did you mean 'choice'"),
        ('language = "en"', 'language = "jp"', r"language: got 'jp'; allowed: en, ja"),
        ('study = "vanish"', 'study = "../x"', r"study: got '\.\./x'"),
        ("level = 0.8", "", r"question Q4-plies: missing: level"),
        ('id = "Q2"', 'id = "Q1"', r"question id: got 'Q1'; allowed: an id that no other question has"),
        ('id = "Q2"', 'id = "../Q2"', r"question 2, id: got '\.\./Q2'"),
        ("yes = 0.55", 'yes = "60%"', r"question Q1, options\.yes: got '60%'; .*0 to 1.*mean 0\.6"),
        ("yes = 0.55", 'yes = "０．５５"', r"options\.yes: .*mean 0\.55"),
        ("yes = 0.55", "yes = 55", r"options\.yes: got 55; .*mean 0\.55"),
        ("yes = 0.55", "yes = true", r"options\.yes: got True"),
        ("yes = 0.55", "yes = nan", r"options\.yes: got nan"),
        ("yes = 0.55", "yes = -0.1", r"options\.yes: got -0\.1"),
        ("yes = 0.55", "yes = 2024-04-01", r"options\.yes"),
        ("yes = 0.55", "yes = 0.5", r"question Q1, options: .*sum to 0\.95 \(0\.5 \+ 0\.45\).*add 0\.05 to"),
        ("yes = 0.55", "yes = 0.75", r"sum to 1\.2 .*take 0\.2 from"),
        (
            "estimate = 75",
            "estimate = inf",
            r"question Q4-plies, estimate: got inf; allowed: a finite number",
        ),
        ("estimate = 75", "estimate = 30", r"estimate: got 30.*at least low, which is 45"),
        ("estimate = 75", "estimate = 151", r"estimate: got 151.*at most high, which is 150"),
        ("low = 45", "low = 200", r"low: got 200.*at most high, which is 150"),
        ("level = 0.8", "level = 1", r"level: got 1; allowed: a number between 0 and 1"),
        ("level = 0.8", "level = 80", r"level: got 80; .*mean 0\.8"),
        ("n_games = 1000", "n_games = 0", r"plan, n_games: got 0; allowed: a whole number from 1"),
        ("n_games = 1000", "n_games = 1000.5", r"n_games: got 1000\.5"),
        ("n_games = 1000", "n_games = true", r"n_games: got True"),
        ("seed = 1", "seed = -1", r"seed: got -1"),
        ('["random", "random"]', '["random"]', r"players: .*two names"),
        ('flip = { capture = "flip" }', 'flip = "flip"', r"rules\.flip: .*table of settings"),
        ('capture = "flip"', "capture = nan", r"rules\.flip\.capture: got nan"),
        ('yes = "> 0"', 'yes = "more"', r"question Q1, criteria\.yes: got 'more'"),
        ('yes = "> 0"', 'yes = ">= 0"', r"question Q1, criteria: .*without a gap or an overlap"),
        ('yes = "> 0"', 'yes = "> 0.1"', r"without a gap or an overlap"),
        ('yes = "> 0"', "", r"criteria: .*none for yes"),
        ('yes = "> 0"', 'yse = "> 0"', r"criteria, option: got 'yse'.*Did you mean 'yes'"),
        ('author = "Aya"', 'author = "A\\u001b[31mya"', r"author: .*control characters"),
        ('author = "Aya"', 'author = "A\\nya"', r"author: .*on one line"),
        ('author = "Aya"', "author = 7", r"author: got 7; allowed: text in"),
        ('author = "Aya"', f'author = "{"A" * 201}"', r"author: .*at most 200"),
    ],
)
def test_a_wrong_key_or_value_is_named(old, new, expected, prediction_text):
    assert old in prediction_text
    with pytest.raises(PredictionError, match=rf"(?s){expected}"):
        parse_prediction(prediction_text.replace(old, new, 1), "mine.toml")


def test_thirds_need_not_be_exact_to_the_last_digit(prediction_text):
    shares = "wipeout = 0.2\nno_moves = 0.3\nendless = 0.5"
    nearly = "wipeout = 0.3333333333\nno_moves = 0.3333333333\nendless = 0.3333333335"
    thirds = prediction_text.replace(shares, nearly)
    assert parse_prediction(thirds).question("Q2").answer == "endless"
    with pytest.raises(PredictionError, match=r"sum to 0\.999 .*add 0\.001"):
        parse_prediction(re.sub(r"0\.333333333\d", "0.333", thirds))


def test_equal_highest_probabilities_are_no_single_answer(prediction_text):
    even = prediction_text.replace("yes = 0.55\nno = 0.45", "yes = 0.5\nno = 0.5")
    assert parse_prediction(even).question("Q1").answer is None


def test_spaces_of_any_width_are_a_blank(prediction_text):
    blank = prediction_text.replace('author = "Aya"', 'author = " 　"').replace("yes = 0.55", 'yes = "　"')
    assert parse_prediction(blank).blanks == ("author", "Q1: options.yes")


def test_a_direction_is_a_choice_with_a_margin(prediction_text):
    question = parse_prediction(prediction_text + DIRECTION).question("Q9")
    assert question.answer == "up"
    criteria = {option.name: option.criterion for option in question.options}
    for value, expected in [(3, "up"), (2, "same"), (-2, "same"), (Fraction(-5, 2), "down")]:
        assert [name for name, criterion in criteria.items() if criterion.contains(value)] == [expected]
    with pytest.raises(PredictionError, match="exactly up, down, same"):
        parse_prediction(prediction_text + DIRECTION.replace("same = 0.25", "equal = 0.25"))
    with pytest.raises(PredictionError, match="same_within: got -1"):
        parse_prediction(prediction_text + DIRECTION.replace("same_within = 2", "same_within = -1"))


# -------------------------------------------------------------------------------------------------- criteria


@given(st.fractions(), st.fractions(), st.sampled_from(["<", "<=", "=", ">=", ">"]), st.integers(-9, 9))
def test_a_criterion_covers_what_all_values_meet(low, high, sign, edge):
    low, high = min(low, high), max(low, high)
    criterion = Criterion.parse(f"{sign} {edge}")
    inside = [value for value in (low, (low + high) / 2, high, Fraction(edge)) if low <= value <= high]
    holds = {"<": "__lt__", "<=": "__le__", "=": "__eq__", ">=": "__ge__", ">": "__gt__"}[sign]
    met = [getattr(value, holds)(edge) for value in inside]
    assert criterion.covers(low, high) == all(met)
    assert criterion.meets(low, high) == any(met)


@pytest.mark.parametrize("text", ["", ">", "> x", "1..0", "0.05", "> 1e3", "> ١", "> 1; import os", "1...2"])
def test_other_criteria_are_refused(text):
    with pytest.raises(PredictionError, match="criterion"):
        Criterion.parse(text)
