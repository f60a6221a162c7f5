"""Every kind of chart, small, in a language, and results to draw."""

from fractions import Fraction

import pytest

from variantlab.exact import explore, solve
from variantlab.games.othello.rules import Othello
from variantlab.simulate import tally
from variantlab.stats.intervals import rate
from variantlab.study.gate import Label
from variantlab.study.predictions import load, new_form
from variantlab.study.verdicts import judge
from variantlab.view import charts

EXPLORATORY = Label("vanish")


@pytest.fixture(scope="session")
def tallies():
    """Three runs of 200 games of each rule, seeds 1 to 3."""
    rules = {"flip": Othello(), "vanish": Othello(capture="vanish")}
    return {rule: [tally(game, n=200, seed=seed) for seed in (1, 2, 3)] for rule, game in rules.items()}


@pytest.fixture(scope="session")
def verdicts(tmp_path_factory):
    """A function that gives the verdicts on the example prediction, for results that are made up."""

    def judged(lang, n_predictions=1):
        folder = tmp_path_factory.mktemp("forms")
        example = load(new_form("vanish", lang, folder / "example.toml", example=True))
        results = {
            question.id: Fraction(7, 2)
            if question.kind == "number" or question.options[0].criterion is not None
            else {option.name: rate(10 * (i + 1), 100) for i, option in enumerate(question.options)}
            for question in example.questions
        }
        return judge(EXPLORATORY, results, [example] * n_predictions)

    return judged


@pytest.fixture(scope="session")
def make_charts(tallies, verdicts):
    """A function that gives one chart of every kind, by name."""

    def made(lang, **common):
        first = {rule: runs[0] for rule, runs in tallies.items()}
        exact = {"vanish": {3: Fraction(1, 2), 4: Fraction(1, 2)}}
        rows = charts.rate_rows("end_reason", first, {"vanish": {"no_moves": Fraction(1)}})
        of_games = {"seed": 1, "label": EXPLORATORY, "lang": lang, **common}
        graph = explore(Othello(capture="vanish", size=4).start_position())
        points = {"black_wins": [(0.5, rate(45, 100))]}
        curves = {"black_wins": [0.4, 0.45, 0.5], "draw": [0.1, 0.2, 0.5]}
        of_exact = {name: value for name, value in of_games.items() if name != "seed"}
        of_question = {name: value for name, value in of_games.items() if name != "label"}
        table = verdicts(lang)
        return {
            "rates": charts.rates_chart(rows, **of_games),
            "plies": charts.plies_chart(first, exact, **of_games),
            "runs": charts.runs_chart(tallies, **{**of_games, "seed": [1, 2, 3]}),
            "convergence": charts.convergence_chart([10, 100, 1000], [6, 48, 455], 0.46, **of_games),
            "coverage": charts.coverage_chart([rate(k, 60) for k in (20, 30, 31, 45)], 0.5, **of_games),
            "curve": charts.curve_chart([0, 0.5, 1], curves, points, **of_games),
            "graph": charts.graph_chart(graph, solve(graph), **of_exact),
            "choice": charts.prediction_chart(table, "Q2", **of_question),
            "number": charts.prediction_chart(table, "Q4-plies", **of_question),
        }

    return made
