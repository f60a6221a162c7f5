"""The rules of Chopsticks, compiled: what one may do with two hands, and all that follows from it.

Hands are numbers of raised fingers, 0 for a hand that is out. A pair of hands has the number ``high * (high +
1) / 2 + low``, so that both hands out are pair 0. A state is seen from the side to move: ``(acts_again *
n_pairs + own) * n_pairs + opposing``, where `acts_again` is 1 after a split that leaves the same side one
more action. The states below ``n_pairs ** 2`` are the positions at the start of a turn.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from variantlab.games.bits import draw_below, game_key
from variantlab.games.compile import compiled, inlined

ATTACK, SPLIT, DONE = 0, 1, 2
NONE, ATTACK_ONLY, ANY = 0, 1, 2
NEVER, SWAP_ALONE, ALL_THREE = 0, 1, 2
#: Two by two taps, every number of fingers from either hand, an exchange of equal hands, the end of the turn.
MOST_ACTIONS = 18
#: What an action is: its kind, the hand that acts, the hand it acts on, the hands after it, whether the turn
#: goes on.
KIND, ACTS, ACTED_ON, OWN_LOW, OWN_HIGH, OPP_LOW, OPP_HIGH, GOES_ON = range(8)
WIN, LOSS, DRAW = 1, -1, 0
HANDS_OUT, CAPPED = 0, 1


class RuleWords(NamedTuple):
    """The rules as whole numbers, as the compiled functions take them."""

    limit: int
    wraps: int
    split: int
    revive: int
    merge: int
    merge_ones: int
    swap: int
    swap_equal: int
    lone_swap: int
    split_out: int
    extra_action: int
    extra_action_must: int


# --- one action ---------------------------------------------------------------------------------------------


@inlined
def raised(fingers, rules):
    """Return what a hand shows that has come to so many fingers."""
    if fingers < rules.limit:
        return fingers
    return fingers - rules.limit if rules.wraps else 0


@inlined
def may_move(gives, takes, moved, rules):
    """Return whether a split may move so many fingers from a hand to the other, in a pair that may split at
    all.
    """
    empties = moved == gives
    if takes == 0 and empties and rules.lone_swap == NEVER:
        return False
    if takes == 0 and empties and rules.lone_swap == SWAP_ALONE:
        return rules.swap == 1
    if empties and not rules.merge:
        return False
    if takes == 0 and not rules.revive:
        return False
    if gives - moved == takes and not rules.swap:
        return False
    return takes + moved < rules.limit or rules.split_out == 1


@inlined
def put_action(found, n, kind, acts, acted_on, own_a, own_b, opp_a, opp_b, goes_on):
    """Return the number of actions after one more is written down, the lower hand of each pair in front."""
    found[n, KIND], found[n, ACTS], found[n, ACTED_ON] = kind, acts, acted_on
    found[n, OWN_LOW], found[n, OWN_HIGH] = min(own_a, own_b), max(own_a, own_b)
    found[n, OPP_LOW], found[n, OPP_HIGH] = min(opp_a, opp_b), max(opp_a, opp_b)
    found[n, GOES_ON] = goes_on
    return n + 1


@compiled
def actions(own_low, own_high, opp_low, opp_high, acts_again, rules, found):
    """Write every physical action of the side to move into `found`, and return how many there are.

    Parameters
    ----------
    own_low, own_high, opp_low, opp_high : int
        The hands of the side to move and of the other side.
    acts_again : int
        1 after a split that leaves the side to move one more action.
    rules : RuleWords
        The rules.
    found : int64 array of shape (MOST_ACTIONS, 8)
        A row an action, with the columns KIND to GOES_ON: attacks first, then splits, then the end of the
        turn.
    """
    n = 0
    if own_high == 0 or opp_high == 0:
        return n
    for acts in (own_low, own_high):
        if acts > 0:
            if opp_low > 0:
                hit = raised(opp_low + acts, rules)
                n = put_action(found, n, ATTACK, acts, opp_low, own_low, own_high, hit, opp_high, 0)
            if opp_high > 0:
                hit = raised(opp_high + acts, rules)
                n = put_action(found, n, ATTACK, acts, opp_high, own_low, own_high, opp_low, hit, 0)
    if rules.split and (not acts_again or rules.extra_action == ANY):
        goes_on = 1 if rules.extra_action != NONE and not acts_again else 0
        ones = own_low == 1 and own_high == 1 and rules.merge and rules.merge_ones
        if own_high >= 2 or ones:
            for gives, takes in ((own_high, own_low), (own_low, own_high)):
                for moved in range(1, gives + 1):
                    if may_move(gives, takes, moved, rules):
                        left, grown = gives - moved, raised(takes + moved, rules)
                        further = goes_on if left + grown > 0 else 0
                        n = put_action(found, n, SPLIT, gives, takes, left, grown, opp_low, opp_high, further)
        if own_low == own_high and own_high >= 2 and rules.swap and rules.swap_equal:
            n = put_action(found, n, SPLIT, own_high, own_low, own_low, own_high, opp_low, opp_high, goes_on)
    if acts_again and not rules.extra_action_must:
        n = put_action(found, n, DONE, 0, 0, own_low, own_high, opp_low, opp_high, 0)
    return n


# --- all states ---------------------------------------------------------------------------------------------


@inlined
def pair_number(low, high):
    """Return the number of a pair of hands."""
    return high * (high + 1) // 2 + low


@inlined
def state_after(action, n_pairs):
    """Return the state that an action leads to, seen from the side that is then to move."""
    own = pair_number(action[OWN_LOW], action[OWN_HIGH])
    opp = pair_number(action[OPP_LOW], action[OPP_HIGH])
    if action[GOES_ON]:
        return (n_pairs + own) * n_pairs + opp
    return opp * n_pairs + own


@compiled
def action_table(rules):
    """Return every state's distinct moves: what they lead to, in how many ways, and of which kind.

    Returns
    -------
    targets : int16 array of shape (n_states, MOST_ACTIONS)
        The state after each move; moves stand in the order of `actions`, those with the same result once.
    ways : int8 array of the same shape
        How many physical actions have this result.
    kinds : int8 array of the same shape
        ATTACK, SPLIT or DONE.
    n_moves : int8 array of length n_states
    """
    n_pairs = rules.limit * (rules.limit + 1) // 2
    n_states = 2 * n_pairs * n_pairs
    targets = np.zeros((n_states, MOST_ACTIONS), np.int16)
    ways = np.zeros((n_states, MOST_ACTIONS), np.int8)
    kinds = np.zeros((n_states, MOST_ACTIONS), np.int8)
    n_moves = np.zeros(n_states, np.int8)
    found = np.zeros((MOST_ACTIONS, 8), np.int64)
    n_kinds_of_states = 1 if rules.extra_action == NONE or not rules.split else 2
    for acts_again in range(n_kinds_of_states):
        for own_high in range(rules.limit):
            for own_low in range(own_high + 1):
                for opp_high in range(rules.limit):
                    for opp_low in range(opp_high + 1):
                        own, opp = pair_number(own_low, own_high), pair_number(opp_low, opp_high)
                        state = (acts_again * n_pairs + own) * n_pairs + opp
                        n_found = actions(own_low, own_high, opp_low, opp_high, acts_again, rules, found)
                        for row in range(n_found):
                            target = state_after(found[row], n_pairs)
                            move = 0
                            while move < n_moves[state] and targets[state, move] != target:
                                move += 1
                            if move == n_moves[state]:
                                targets[state, move] = target
                                kinds[state, move] = found[row, KIND]
                                n_moves[state] += 1
                            ways[state, move] += 1
    return targets, ways, kinds, n_moves


@compiled
def reached(start, targets, n_moves):
    """Return which states play can come to from the state `start`, as an array of bool."""
    seen = np.zeros(len(n_moves), np.bool_)
    waiting = np.zeros(len(n_moves), np.int64)
    seen[start] = True
    waiting[0] = start
    n_waiting = 1
    while n_waiting > 0:
        n_waiting -= 1
        state = waiting[n_waiting]
        for move in range(n_moves[state]):
            target = targets[state, move]
            if not seen[target]:
                seen[target] = True
                waiting[n_waiting] = target
                n_waiting += 1
    return seen


# --- retrograde analysis ------------------------------------------------------------------------------------


@inlined
def value_by(state, turn, targets, n_moves, n_starts, values, distances):
    """Return what is known of a state's value when all games of up to `turn` more turns are known.

    A win needs one move to a position that is lost for the other side (or, where the turn goes on, won for
    the same side), a loss needs all moves to lead to the contrary.
    """
    lost = 0
    for move in range(n_moves[state]):
        target = targets[state, move]
        if distances[target] < 0 or distances[target] > turn:
            continue
        value = values[target] if target >= n_starts else -values[target]
        if value == WIN:
            return WIN
        lost += 1
    return LOSS if lost == n_moves[state] else DRAW


@compiled
def retrograde(n_pairs, targets, n_moves):
    """Return each state's value for its side to move, and its distance from the end in turns.

    Retrograde analysis, from the finished positions backwards, one turn at a time: so the winner's distance
    is the shortest, the loser's the longest. A state that never gets a value is a draw: best play does not
    end.

    Parameters
    ----------
    n_pairs : int
        Pairs of hands.
    targets, n_moves : arrays
        Of `action_table`.

    Returns
    -------
    values : int8 array of length n_states
        WIN, LOSS or DRAW.
    distances : int16 array of length n_states
        Turns to the end, those begun not counted; -1 for a draw.

    Notes
    -----
    H. J. van den Herik and I. S. Herschberg, *The construction of an omniscient endgame database*, ICCA
    Journal 8 (1985). The extra action belongs to its turn, so states within a turn are settled before the
    starts of turns.
    """
    n_starts = n_pairs * n_pairs
    n_states = len(n_moves)
    values = np.zeros(n_states, np.int8)
    distances = np.full(n_states, -1, np.int16)
    for state in range(n_starts):
        if state // n_pairs == 0 or state % n_pairs == 0:
            values[state] = LOSS if state // n_pairs == 0 else WIN
            distances[state] = 0
    turn = 0
    is_new = True
    while is_new:
        is_new = False
        for within_turn in (True, False):
            states = range(n_starts, n_states) if within_turn else range(n_starts)
            for state in states:
                if n_moves[state] > 0 and distances[state] < 0:
                    value = value_by(state, turn, targets, n_moves, n_starts, values, distances)
                    if value != DRAW:
                        values[state] = value
                        distances[state] = turn if within_turn else turn + 1
                        is_new = is_new or not within_turn
        turn += 1
    return values, distances


# --- series of games ----------------------------------------------------------------------------------------


@compiled
def play_games(
    seed, first, start, max_plies, n_pairs, targets, kinds, bounds,
    plies, splits, end_reason, own_pair, opp_pair, mover,
):  # fmt: skip
    """Play one game for each element of the output arrays, of the numbers `first`, `first` + 1, ...

    Parameters
    ----------
    seed, first : uint64
        The series and the number of its first game.
    start : int
        The state every game begins with.
    max_plies : int
        A game that goes on after so many turns is capped.
    n_pairs : int
        Pairs of hands.
    targets, kinds : arrays
        Of `action_table`.
    bounds : int64 array of shape (2, n_states, MOST_ACTIONS)
        For each player, state and move the sum of the weights up to the move; the last is the sum of all.
    plies, splits, end_reason, own_pair, opp_pair, mover : arrays to fill
        Turns; splits; HANDS_OUT or CAPPED; the pairs of hands at the end, of the side that would be to move
        and of the other; the side that would be to move, 0 for the first player.
    """
    n_starts = n_pairs * n_pairs
    for game in range(len(plies)):
        key = game_key(seed, first + np.uint64(game))
        state, side, n_plies, n_splits, reason = start, 0, 0, 0, CAPPED
        while True:
            if state < n_starts:
                if state // n_pairs == 0 or state % n_pairs == 0:
                    reason = HANDS_OUT
                    break
                if n_plies >= max_plies:
                    break
                n_plies += 1
            number, key = draw_below(key, np.uint64(bounds[side, state, MOST_ACTIONS - 1]))
            move = 0
            while bounds[side, state, move] <= np.int64(number):
                move += 1
            n_splits += 1 if kinds[state, move] == SPLIT else 0
            state = np.int64(targets[state, move])
            if state < n_starts:
                side = 1 - side
        plies[game], splits[game], end_reason[game], mover[game] = n_plies, n_splits, reason, side
        own_pair[game], opp_pair[game] = state // n_pairs, state % n_pairs
