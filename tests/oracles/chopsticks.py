"""Chopsticks by the letter of the rules, for tests: plain tuples and dictionaries, slow, nothing of the
package.

A position is ``(mine, theirs, owes)``: two sorted pairs of raised fingers, seen from the side to move, and
whether the side to move has just split and may (or must) act once more in the same turn. ``rules`` is a plain
dictionary.
"""

from fractions import Fraction

RULES = {
    "split": True, "revive": False, "merge": False, "merge_ones": False, "swap": False, "swap_equal": False,
    "lone_swap": "all", "split_out": False, "extra_action": "none", "extra_action_must": False, "limit": 5,
    "overflow": "out",
}  # fmt: skip
START = ((1, 1), (1, 1), False)
OUT = (0, 0)


def rules_with(**changes):
    """Return the default rules with some changed."""
    assert set(changes) <= set(RULES)
    return {**RULES, **changes}


def raised(fingers, rules):
    """Return what a hand shows that has come to so many fingers."""
    if fingers < rules["limit"]:
        return fingers
    return fingers - rules["limit"] if rules["overflow"] == "wrap" else 0


def attacks(mine, theirs, rules):
    """Yield the opponent's hands after each tap, once for every pair of live hands."""
    for m in mine:
        for which in (0, 1):
            if m > 0 and theirs[which] > 0:
                yield tuple(sorted((raised(theirs[which] + m, rules), theirs[1 - which])))


def splits(mine, rules):
    """Yield the mover's hands after each way to move fingers from one hand to the other."""
    if not rules["split"]:
        return
    if mine == (1, 1) and rules["merge"] and rules["merge_ones"]:
        yield (0, 2)
        yield (0, 2)
    if max(mine) < 2:
        return
    for giver in (0, 1):
        gives, takes = mine[giver], mine[1 - giver]
        for moved in range(1, gives + 1):
            lone = takes == 0
            emptied = moved == gives
            same = sorted((gives - moved, takes + moved)) == sorted(mine)
            if lone and emptied:
                permitted = {
                    "all": rules["swap"] and rules["merge"] and rules["revive"],
                    "swap": rules["swap"],
                    "never": False,
                }[rules["lone_swap"]]
            else:
                permitted = (
                    (not same or rules["swap"])
                    and (not emptied or rules["merge"])
                    and (not lone or rules["revive"])
                )
            too_many = takes + moved >= rules["limit"]
            if permitted and (not too_many or rules["split_out"]):
                yield tuple(sorted((gives - moved, raised(takes + moved, rules))))
    if mine[0] == mine[1] and rules["swap"] and rules["swap_equal"]:
        yield mine


def is_over(position):
    """Return whether a side has both hands out."""
    return OUT in position[:2]


def taps(position, rules):
    """Return the position after each physical action, one entry an action."""
    mine, theirs, owes = position
    if is_over(position):
        return []
    after = [(hands, mine, False) for hands in attacks(mine, theirs, rules)]
    if not owes or rules["extra_action"] == "any":
        for hands in splits(mine, rules):
            goes_on = rules["extra_action"] != "none" and not owes and hands != OUT
            after.append((hands, theirs, True) if goes_on else (theirs, hands, False))
    if owes and not rules["extra_action_must"]:
        after.append((theirs, mine, False))
    return after


def reachable(rules, start=START):
    """Return the successors of every position that can come up, as a dictionary of sets."""
    graph, waiting = {}, [start]
    while waiting:
        position = waiting.pop()
        if position not in graph:
            graph[position] = set(taps(position, rules))
            waiting.extend(graph[position])
    return graph


def all_positions(rules):
    """Return every position there is at the start of a turn, both sides out at once left aside."""
    pairs = [(low, high) for high in range(rules["limit"]) for low in range(high + 1)]
    return [(mine, theirs, False) for mine in pairs for theirs in pairs if (mine, theirs) != (OUT, OUT)]


def solved(graph):
    """Return ``(value, turns)`` of each position for its side to move: 'win', 'loss', or ('draw', None).

    A fixpoint from the finished positions backwards; a position that never gets a value is a draw. The winner
    hurries, the loser delays; the second action of a turn takes no turn of its own.
    """
    value = {p: ("loss" if p[0] == OUT else "win", 0) for p in graph if is_over(p)}
    changed = True
    while changed:
        changed = False
        for position, successors in graph.items():
            if is_over(position):
                continue
            known = [_seen(value[s], position, s) for s in successors if s in value]
            wins = [turns for result, turns in known if result == "win"]
            found = None
            if wins:
                found = ("win", min(wins))
            elif len(known) == len(successors):
                found = ("loss", max(turns for _, turns in known))
            if found is not None and value.get(position) != found:
                value[position] = found
                changed = True
    return {position: value.get(position, ("draw", None)) for position in graph}


def _seen(known, position, successor):
    """Return a successor's value for the side to move in `position`."""
    result, turns = known
    if not successor[2]:
        result = {"win": "loss", "loss": "win"}[result]
    return result, turns + (0 if position[2] else 1)


def winner(rules, start=START):
    """Return 'first', 'second' or 'draw' for the start, and the turns."""
    result, turns = solved(reachable(rules, start))[start]
    return {"win": "first", "loss": "second", "draw": "draw"}[result], turns


def games_by_length(rules, start=START):
    """Return how many different games there are of each number of turns, where none can go on for ever."""
    counts = {}
    layer = {start: 1}
    for turn in range(1000):
        following = {}
        for position, n in layer.items():
            if is_over(position):
                counts[turn] = counts.get(turn, 0) + n
            for successor in set(taps(position, rules)):
                following[successor] = following.get(successor, 0) + n
        layer = following
        if not layer:
            return counts
    raise AssertionError("play can go on for ever")


def random_play(rules, physical, start=START):
    """Return the chance that the first player wins and the mean number of turns, where games cannot go on for
    ever.

    With `physical` each tap is as likely as any other, else each position that a tap leads to.
    """
    first_wins = mean = Fraction(0)
    layer = {start: Fraction(1)}
    turn = 0
    while layer:
        following = {}
        for position, chance in layer.items():
            if is_over(position):
                loser_moves = position[0] == OUT
                first_wins += chance * ((turn % 2 == 1) == loser_moves)
                mean += chance * turn
                continue
            after = taps(position, rules)
            after = after if physical else sorted(set(after))
            for successor in after:
                following[successor] = following.get(successor, 0) + chance / len(after)
        layer = following
        turn += 1
    return first_wins, mean
