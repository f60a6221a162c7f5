"""The commands: ``variantlab reproduce``, ``simulate``, ``exact``, ``atlas``, ``perft``, ``rules``,
``balance``, ``predict`` and ``records``.

A wrong field, value, file or move gets one message on the error stream and exit code 2. With ``--json`` a
command prints one JSON document for other programs; without it, text for people.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from variantlab.errors import DataError, RulesError, VariantlabError, invalid, unknown_choice
from variantlab.version import __version__

EXIT_WRONG_INPUT = 2
EXIT_INTERRUPTED = 130
DEFAULT_LEDGER = "predictions/ledger.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words of the command, those of the process if left out.

    Examples
    --------
    >>> main(["perft", "othello", "--depth", "4"])
    othello: lines of 1 to 4 plies (leaves)
    1  4
    2  12
    3  56
    4  244
    0
    """
    options = _parser().parse_args(_with_negative_values(sys.argv[1:] if arguments is None else arguments))
    try:
        options.run(options)
        sys.stdout.flush()
    except VariantlabError as error:
        print(f"variantlab: {error}", file=sys.stderr)
        return EXIT_WRONG_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        print(f"variantlab: {error.filename or 'file'}: {error.strerror or error}", file=sys.stderr)
        return EXIT_WRONG_INPUT
    except KeyboardInterrupt:
        print("variantlab: stopped; what was written so far is kept.", file=sys.stderr)
        return EXIT_INTERRUPTED
    return 0


# --- the words of the commands
# ---------------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="variantlab", description="Change one rule of a board game: predict, lock, run, judge."
    )
    parser.add_argument("--version", action="version", version=f"variantlab {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_reproduce(commands)
    _add_simulate(commands)
    _add_exact(commands)
    _add_atlas(commands)
    _add_perft(commands)
    _add_rules(commands)
    _add_balance(commands)
    _add_predict(commands)
    _add_records(commands)
    return parser


def _add_reproduce(commands: Any) -> None:
    command = commands.add_parser("reproduce", help="run a study's notebooks and write its report")
    command.add_argument("study", nargs="?", default="vanish", help="which study (default: vanish)")
    command.add_argument("--lang", default="en", help="en or ja: labels of tables and charts")
    command.add_argument("--quick", action="store_true", help="fewer games; the report says so")
    command.add_argument("--folder", help="where the report goes (default: reports/STUDY)")
    _add_prediction_options(command)
    command.set_defaults(run=_reproduce)


def _add_prediction_options(command: Any) -> None:
    command.add_argument("--ledger", help=f"the ledger of predictions (default: {DEFAULT_LEDGER})")
    command.add_argument(
        "--code",
        action="append",
        help="the code of the prediction that counts; give it again for each of a class",
    )
    command.add_argument(
        "--exploratory", action="store_true", help="show results without a locked prediction, labelled so"
    )


def _add_simulate(commands: Any) -> None:
    command = commands.add_parser("simulate", help="play many games between two players and count them")
    _add_game(command)
    command.add_argument(
        "--players", nargs=2, default=["random", "random"], metavar="PLAYER",
        help="such as random, greedy or alphabeta:DEPTH, for the first and the second colour",
    )  # fmt: skip
    command.add_argument("--games", default="1000", help="number of games (default: 1000)")
    command.add_argument("--seed", default="0", help="the series of games (default: 0)")
    command.add_argument(
        "--first", default="0", help="number of the first game: continues a series (default: 0)"
    )
    command.add_argument("--threads", help="threads to use; never changes a result")
    command.add_argument("--csv", metavar="FILE", help="also write the games to a new file, one row a game")
    command.add_argument("--json", action="store_true", help="print the integer counts as JSON")
    command.set_defaults(run=_simulate)


def _add_exact(commands: Any) -> None:
    command = commands.add_parser("exact", help="analyse a small game from start to end, without sampling")
    _add_game(command)
    _add_position(command)
    command.add_argument("--limit", default="2000000", help="most positions to reach (default: 2000000)")
    command.add_argument(
        "--json", action="store_true", help="print the values as JSON, exact numbers as text"
    )
    command.set_defaults(run=_exact)


def _add_atlas(commands: Any) -> None:
    command = commands.add_parser("atlas", help="solve every house rule of a game, a row for each rule set")
    _add_game(command)
    command.add_argument("--json", action="store_true", help="print the rows as JSON, each with its rules")
    command.set_defaults(run=_atlas)


def _add_perft(commands: Any) -> None:
    command = commands.add_parser("perft", help="count the lines of play up to a depth")
    _add_game(command)
    _add_position(command)
    command.add_argument("--depth", required=True, help="plies")
    command.add_argument(
        "--convention", default="leaves",
        help="leaves: a finished game is one line at every depth (default); full_depth: it is none",
    )  # fmt: skip
    command.add_argument("--json", action="store_true", help="print the counts as JSON")
    command.set_defaults(run=_perft)


def _add_rules(commands: Any) -> None:
    command = commands.add_parser(
        "rules", help="list a game's rules: what each means, its default, its source"
    )
    command.add_argument("game", help="such as othello")
    command.add_argument("--json", action="store_true", help="print the rules as JSON")
    command.set_defaults(run=_rules)


def _add_balance(commands: Any) -> None:
    command = commands.add_parser("balance", help="find the value of a rule that makes a game fair")
    _add_game(command)
    command.add_argument(
        "--knob", action="append", required=True, metavar="RULE",
        help="the rule to vary, such as komi, or players; give two for all combinations",
    )  # fmt: skip
    command.add_argument(
        "--values", action="append", required=True, nargs="+", metavar="VALUE",
        help="values to try, such as 3,4,5; once for each knob. Players are parted by spaces, a pair of them "
        "is written ONE/OTHER",
    )  # fmt: skip
    command.add_argument(
        "--players", nargs="+", default=["random"], metavar="PLAYER",
        help="one for both colours, or two (default: random)",
    )  # fmt: skip
    command.add_argument("--target", help="the first colour's score to come near to (default: 0.5)")
    command.add_argument("--band", metavar="LOW,HIGH", help="scores that count as fair, such as 0.45,0.55")
    command.add_argument("--budget", default="5000", help="most games to play (default: 5000)")
    command.add_argument("--level", default="0.95", help="how sure an answer must be (default: 0.95)")
    command.add_argument(
        "--method", default="top_two", help="how games are allocated: top_two (default), flat or bisection"
    )
    command.add_argument("--seed", default="0", help="names the search (default: 0)")
    command.add_argument("--threads", help="threads to use; never changes a result")
    command.add_argument("--json", action="store_true", help="print the answer as JSON")
    command.set_defaults(run=_balance)


def _add_predict(commands: Any) -> None:
    predict = commands.add_parser("predict", help="write, lock and verify a prediction before the result")
    steps = predict.add_subparsers(dest="step", required=True, metavar="STEP")
    new = steps.add_parser("new", help="make a form to fill in; never overwrites a file")
    new.add_argument("study", nargs="?", default="vanish", help="which study (default: vanish)")
    new.add_argument("--lang", default="en", help="en or ja")
    new.add_argument("--file", help="where the form goes (default: predictions/STUDY.toml)")
    new.set_defaults(run=_predict_new)
    for name, help_text, run in (
        ("lock", "lock a filled-in form: it is entered in the ledger with a code", _predict_lock),
        ("verify", "check that a locked form and the ledger have not changed", _predict_verify),
    ):
        step = steps.add_parser(name, help=help_text)
        step.add_argument("file", help="the form, such as predictions/vanish.toml")
        step.add_argument("--ledger", default=DEFAULT_LEDGER, help=f"default: {DEFAULT_LEDGER}")
        step.add_argument("--lang", default="en", help="en or ja")
        step.add_argument("--json", action="store_true", help="print the outcome as JSON")
        step.set_defaults(run=run)
    steps.choices["verify"].add_argument("--code", help="the code that was published")


def _add_records(commands: Any) -> None:
    records = commands.add_parser("records", help="check and collect record sheets of games played by hand")
    steps = records.add_subparsers(dest="step", required=True, metavar="STEP")
    check = steps.add_parser("check", help="hold a sheet against the rules: every fault by row and column")
    check.set_defaults(run=_records_check)
    collect = steps.add_parser("import", help="add a sheet's games to a folder, each game once")
    collect.add_argument("--into", required=True, metavar="DIR", help="the folder, made when missing")
    collect.add_argument(
        "--faulty", default="refuse",
        help="refuse: a sheet with faults is not imported (default); leave: its faulty rows are left out",
    )  # fmt: skip
    collect.add_argument(
        "--alike", default="ask",
        help="a game without id just like one from another file: ask (default), skip or add it",
    )  # fmt: skip
    collect.add_argument(
        "--pseudonyms", action="store_true", help="replace names; see private/ in the folder"
    )
    collect.set_defaults(run=_records_import)
    for step in (check, collect):
        step.add_argument("file", help="CSV or XLSX, such as data/records/record-sheet.en.csv filled in")
        step.add_argument("--rule", help="the rule of all rows, for a sheet without such a column")
        step.add_argument("--method", help="the method of all rows: hand or code")
        step.add_argument("--lang", default="en", help="en or ja")
        step.add_argument("--json", action="store_true", help="print the outcome as JSON")


def _add_game(command: Any) -> None:
    command.add_argument("game", help="such as othello")
    command.add_argument(
        "--set", action="append", default=[], metavar="RULE=VALUE", dest="settings",
        help="change a rule, such as --set capture=vanish; may be repeated; see: variantlab rules GAME",
    )  # fmt: skip


def _add_position(command: Any) -> None:
    command.add_argument(
        "--position", metavar="FILE_OR_TEXT", help="another start: a diagram, or a file with one"
    )
    command.add_argument("--moves", help="moves played from the start, such as f5d6c3 or '1>1 1>2'")


def _with_negative_values(words: Sequence[str]) -> list[str]:
    """Return the words with a list such as ``-2,0,2`` tied to its ``--values``, or it would be an option."""
    found: list[str] = []
    for word in words:
        if found and found[-1] == "--values" and word[:1] == "-" and "," in word:
            found[-1] = f"--values={word}"
        else:
            found.append(word)
    return found


# --- what the words mean
# ---------------------------------------------------------------------------------------------------


def _settings(words: Sequence[str]) -> dict[str, str]:
    """Return the rules that ``--set`` changes.

    Raises
    ------
    RulesError
        Where a word is not ``RULE=VALUE``, or a rule is given twice.
    """
    settings: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise invalid("--set", word, "RULE=VALUE, such as capture=vanish", error=RulesError)
        if name.strip() in settings:
            raise invalid("--set", word, "each rule once", f"{name.strip()} is given twice.", RulesError)
        settings[name.strip()] = value.strip()
    return settings


def _game(options: argparse.Namespace) -> Any:
    from variantlab.games.game import game_named

    return game_named(options.game, _settings(options.settings))


def _number(field: str, text: str, low: int, high: int) -> int:
    """Return a whole number from a command's word; ``1e6`` will do."""
    from variantlab.games.game import whole_number

    try:
        number: float = int(text)
    except ValueError:
        try:
            number = float(text)
        except ValueError:
            raise invalid(field, text, f"a whole number from {low} to {high}", error=RulesError) from None
    return whole_number(field, number, low, high)


def _fraction(field: str, text: str) -> float:
    """Return a number from a command's word."""
    try:
        return float(text)
    except ValueError:
        raise invalid(field, text, "a number, such as 0.5", error=RulesError) from None


def _position(options: argparse.Namespace, game: Any) -> Any:
    """Return the position that ``--position`` and ``--moves`` name, the start position where neither is
    given.
    """
    position = game.position(_text_of(options.position)) if options.position else game.start_position()
    return game.replay(options.moves, position) if options.moves else position


def _text_of(file_or_text: str) -> str:
    """Return the text of a file of this name, else the text itself."""
    from variantlab.files import read_text

    try:
        is_file = Path(file_or_text).is_file()
    except (OSError, ValueError):  # too long or too strange for a name
        is_file = False
    if is_file:
        return read_text(file_or_text)
    if file_or_text.casefold().endswith((".txt", ".sfen")):
        raise invalid("--position", file_or_text, "a diagram, or a file that exists", error=DataError)
    return file_or_text


def _print_json(document: Any) -> None:
    print(json.dumps(document, ensure_ascii=False, allow_nan=False))


# --- the commands
# ------------------------------------------------------------------------------------------------------------


def _reproduce(options: argparse.Namespace) -> None:
    from variantlab.view.reports import reproduce

    report = reproduce(
        options.study,
        lang=options.lang,
        quick=options.quick,
        folder=options.folder,
        ledger=options.ledger,
        code=options.code,
        exploratory=options.exploratory,
    )
    print(report)


def _simulate(options: argparse.Namespace) -> None:
    from variantlab.simulate import MOST_GAMES, summary, tally

    game = _game(options)
    players = (options.players[0], options.players[1])
    n = _number("--games", options.games, 0, MOST_GAMES)
    seed = _number("--seed", options.seed, 0, 2**64 - 1)
    first = _number("--first", options.first, 0, 2**62)
    threads = None if options.threads is None else _number("--threads", options.threads, 1, 1024)
    progress = sys.stderr.isatty()
    if options.csv:
        counts = _write_games(options.csv, game, players, n, seed, first, threads, progress)
    else:
        counts = tally(game, players, n, seed, first, threads, progress)
    if options.json:
        _print_json(counts.as_dict())
    else:
        print(summary(counts))


def _write_games(file: str, game: Any, players: tuple[str, str], n: int, *series: Any) -> Any:
    """Write a table of games to a file that does not exist yet, and return its counts."""
    from variantlab.files import writing_atomically
    from variantlab.simulate import Tally, simulate

    if Path(file).exists():
        raise invalid("--csv", file, "a file that does not exist yet", "Nothing was overwritten.", DataError)
    seed, first, threads, progress = series
    table = simulate(game, players, n, seed, first, threads, progress)
    with writing_atomically(file) as temporary:
        table.to_csv(temporary, index=False, encoding="utf-8")
    return Tally.of_table(game, table)


def _exact(options: argparse.Namespace) -> None:
    from variantlab.exact import analysis

    game = _game(options)
    found = analysis(_position(options, game), limit=_number("--limit", options.limit, 1, 10**9))
    if options.json:
        _print_json(found)
        return
    kind = "no position can repeat" if found["acyclic"] else "positions can repeat"
    print(f"{game}: {found['n_positions']:,} positions; {kind}")
    print(f"best play: {_best_play(found)}")
    for name, values in found["random_play"].items():
        if isinstance(values, dict):
            print(f"random play, {name}: {', '.join(f'{label} {value}' for label, value in values.items())}")
        else:
            print(f"random play, {name}: {values}")


def _best_play(found: dict[str, Any]) -> str:
    """Return in words how a game ends when both sides play their best."""
    if found["distance"] is not None:
        return f"{found['value']} wins in {found['distance']} plies"
    if found["draw_by"] == "repetition":
        return "a draw: neither side can force an end"
    return "a draw" if found["value"] == "draw" else f"expected score {found['score']} for the first side"


def _atlas(options: argparse.Namespace) -> None:
    game = _game(options)
    if game.name != "chopsticks":
        raise unknown_choice("game with an atlas", game.name, ("chopsticks",), RulesError)
    from variantlab.study.chopsticks_atlas import atlas, atlas_text, rule_sets

    rows = atlas(rule_sets(**{name: getattr(game, name) for name in _settings(options.settings)}))
    if options.json:
        _print_json([row.as_dict() for row in rows])
    else:
        print(atlas_text(rows))


def _perft(options: argparse.Namespace) -> None:
    game = _game(options)
    depth = _number("--depth", options.depth, 1, 60)
    counts = game.perft(depth, _position(options, game), convention=options.convention)
    if options.json:
        _print_json(
            {
                "game": game.name,
                "rules": game.settings(),
                "counts": counts,
                "convention": options.convention,
            }
        )
        return
    print(f"{game.name}: lines of 1 to {depth} plies ({options.convention})")
    for plies, n in enumerate(counts, start=1):
        print(f"{plies}  {n}")


def _balance(options: argparse.Namespace) -> None:
    from variantlab.study.balance import MOST_GAMES, balance

    if len(options.values) != len(options.knob):
        raise invalid("--values", options.values, f"once for each of {', '.join(options.knob)}")
    rows = [_values(knob, words) for knob, words in zip(options.knob, options.values, strict=True)]
    found = balance(
        _game(options),
        options.knob,
        rows if len(rows) > 1 else rows[0],
        target=None if options.target is None else _fraction("--target", options.target),
        band=None if options.band is None else _band(options.band),
        players=options.players,
        budget=_number("--budget", options.budget, 1, MOST_GAMES),
        level=_fraction("--level", options.level),
        method=options.method,
        threads=None if options.threads is None else _number("--threads", options.threads, 1, 1024),
        progress=sys.stderr.isatty(),
        seed=_number("--seed", options.seed, 0, 2**64 - 1),
    )
    if options.json:
        _print_json(found.as_dict())
    else:
        print(found)


def _values(knob: str, words: Sequence[str]) -> list[Any]:
    """Return the values of a knob; the names of players may hold commas."""
    if knob == "players":
        return [tuple(word.split("/")) for word in words]
    return [value.strip() for word in words for value in word.split(",")]


def _band(text: str) -> tuple[float, float]:
    """Return the two ends of a band."""
    low, comma, high = text.partition(",")
    if not comma:
        raise invalid("--band", text, "two scores, such as 0.45,0.55", error=RulesError)
    return _fraction("--band", low), _fraction("--band", high)


def _rules(options: argparse.Namespace) -> None:
    from variantlab.games.game import games

    if options.game not in games():
        raise unknown_choice("game", options.game, games(), RulesError)
    rows = []
    for name, field in games()[options.game].rule_fields().items():
        how = field.metadata
        allowed = ", ".join(map(str, how["allowed"])) if how["allowed"] else _range(how)
        rows.append(
            {
                "rule": name,
                "default": field.default,
                "allowed": allowed,
                "meaning": how["note"],
                "source": how["source"],
            }
        )
    if options.json:
        _print_json(rows)
        return
    for row in rows:
        allowed = f" ({row['allowed']})" if row["allowed"] else ""
        print(f"{row['rule']} = {row['default']}{allowed}: {row['meaning']} [{row['source']}]")


def _range(how: Any) -> str:
    return "" if how["low"] is None else f"{how['low']} to {how['high']}"


def _predict_new(options: argparse.Namespace) -> None:
    from variantlab.study.predictions import check_study_id, new_form

    study = check_study_id(options.study)
    target = Path(options.file or f"predictions/{study}.toml")
    target.parent.mkdir(parents=True, exist_ok=True)
    path = new_form(study, options.lang, target)
    print(f"A form to fill in: {path}")
    print(f"Then lock it, before any result: variantlab predict lock {path}")


def _predict_lock(options: argparse.Namespace) -> None:
    from variantlab.study.ledger import lock

    receipt = lock(options.file, options.ledger)
    if options.json:
        _print_json({"code": receipt.code, "is_new": receipt.is_new, "entry": receipt.entry.fields()})
    else:
        print(receipt.text(options.lang))


def _predict_verify(options: argparse.Namespace) -> None:
    from variantlab.study.ledger import verify

    verification = verify(options.file, options.ledger, options.code)
    if options.json:
        problems = [problem.text() for problem in verification.problems]
        _print_json({"is_intact": verification.is_intact, "problems": problems})
    else:
        print(verification.text(options.lang))
    if not verification.is_intact:
        raise SystemExit(EXIT_WRONG_INPUT)


def _records_check(options: argparse.Namespace) -> None:
    from variantlab.study.records import read_records
    from variantlab.study.records_words import checked_language

    checked_language(options.lang)
    sheet = read_records(options.file, options.rule, options.method)
    if options.json:
        _print_json(sheet.as_dict())
    else:
        print(sheet.text(options.lang))
    if not sheet.is_good:
        raise SystemExit(EXIT_WRONG_INPUT)


def _records_import(options: argparse.Namespace) -> None:
    from variantlab.study.records_import import import_records
    from variantlab.study.records_words import checked_language

    checked_language(options.lang)
    report = import_records(
        options.file,
        options.into,
        options.rule,
        options.method,
        faulty=options.faulty,
        alike=options.alike,
        pseudonyms=options.pseudonyms,
    )
    if options.json:
        _print_json(report.as_dict())
    else:
        print(report.text(options.lang))


if __name__ == "__main__":
    sys.exit(main())
