"""Each capture rule is compared with the plain rules and has a golden count: nothing is left out."""

import json

from tests.games.othello.replays import CAPTURES as COMPARED
from variantlab.files import project_path
from variantlab.games.othello import kernels
from variantlab.games.othello.position import capture_name
from variantlab.games.othello.rules import Othello


def names_of(rule_sets):
    """Return the kernels' names of the capture rules that these rules use."""
    return {capture_name(Othello(**rules)) for rules in rule_sets}


def test_every_capture_rule_is_compared_with_the_plain_rules():
    assert set(kernels.CAPTURES) - names_of(COMPARED.values()) == set()


def test_every_capture_rule_has_a_golden_count():
    golden = json.loads(project_path("data", "golden", "othello.json").read_text(encoding="utf-8"))
    counted = [{"capture": "flip", **line["rules"]} for line in golden["perft"] if line["start"] is None]
    assert set(kernels.CAPTURES) - names_of(counted) == set()


def test_every_capture_rule_can_be_asked_for_by_its_fields():
    fields = Othello.rule_fields()
    captures, choices = (fields[name].metadata["allowed"] for name in ("capture", "vanish_choice"))
    rule_sets = [{"capture": c, "vanish_choice": choice} for c in captures for choice in choices]
    assert names_of(rule_sets) == set(kernels.CAPTURES)
