"""The rule of ``wxc2015`` (``pairing.md`` section 2): from the top, and who needs a colour chooses first.

Players are indexes from 0 in the *order of need*, sets of players are bit masks. The rule asks for the
lexicographically smallest key over all pairings, and with a group's items everything about its players is
decided; so the groups are settled one after another, each without a thought of how those below will pair,
as long as they still can.

*group*   here: the players of one score whom nobody above has taken; *below*: all players with lower scores.
*doors*   those below whom somebody can meet so that all others below can still be paired.

Nearly always the group itself explains who goes down: then the choices are the first complete pairing of the
group in its own order, with an exit for each who leaves (`_by_choice`). Where those below need more than
that, or where no pairing does without two who must have one colour, `packed.settle` finds the same key as
weights.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.completing import has_perfect, least_excess
from tournaments.pairing.lexicographic_matching import LexicographicMatching
from tournaments.pairing.matching import bits, largest
from tournaments.pairing.problem import NoPairing, RoundProblem, mask_of, masks_apart
from tournaments.pairing.weighted_matching import by_distance, group_pairs

Pairs = list[tuple[int, int]]


def solve(problem: RoundProblem) -> list[int]:
    """Each one's partner in the pairing with the smallest key. Raises `NoPairing` when there is none."""
    everybody = (1 << problem.size) - 1
    excess = least_excess(problem, everybody)
    if excess is None:
        raise NoPairing
    mate = [-1] * problem.size
    left = everybody
    for both in problem.ease.fixed:
        left &= ~both
        i, j = bits(both)
        mate[i], mate[j] = j, i
    for group in problem.groups:
        if not excess:
            problem = problem.without_excess()
        members = [i for i in group if left >> i & 1]
        if not members:
            continue
        below = left >> group[-1] + 1 << group[-1] + 1
        pairs = None if excess else _by_choice(problem, members, below)
        if pairs is None:
            pairs = group_pairs(problem, members, below)
        for i, j in pairs:
            mate[i], mate[j] = j, i
            left &= ~(1 << i | 1 << j)
            excess -= problem.excess_of(i, j)
    return mate


def _by_choice(problem: RoundProblem, members: Sequence[int], below: int) -> Pairs | None:
    """The pairs of the group's players, or None where who goes down takes more than choosing in turn."""
    start = members[0]
    size = members[-1] + 1 - start
    inside = mask_of(members) >> start
    adj = [0] * size
    for i in members:
        adj[i - start] = inside & ~_never(problem, i, start, size)
    down = len(members) % 2
    if down == 0 and not has_perfect(problem.clean, below, problem.ease):
        return None
    exits = _exits(problem, members, below) >> start if down else 0
    graph = _with_exits(problem, adj, inside, start, [exits] * down)
    if not graph.exists():
        # More have to go down than an odd number explains; whoever they are, those below must be able to take
        # them.
        down = len(members) - 2 * len(largest(adj, inside))
        if not below or down < 2 or not problem.ease.surely(below, joined=down):
            return None
        graph = _with_exits(problem, adj, inside, start, [inside] * down)
        if not graph.exists():
            return None
    pairs = []
    leaving = []
    for i, j in graph.pairs():
        if j < size:
            pairs.append((i + start, j + start))
        else:
            leaving.append(i + start)
    return pairs + _taken_below(problem, leaving, below)


def _with_exits(
    problem: RoundProblem, adj: Sequence[int], inside: int, start: int, exits: Sequence[int]
) -> LexicographicMatching:
    """The group's graph with one vertex more for each who goes down: ``exits`` says who may."""
    size = len(adj)
    graph = list(adj)
    for place, those in enumerate(exits, size):
        graph.append(those)
        for i in bits(those):
            graph[i] |= 1 << place
    outside = (1 << size + len(exits)) - (1 << size)
    tiers = {}
    for due in (-1, 0, 1):
        same = mask_of(i for i in bits(inside) if due and problem.dues[i + start] == due)
        tiers[due] = tuple(tier for tier in (inside & ~same, same, outside) if tier)
    dues = problem.dues
    return LexicographicMatching(graph, inside | outside, tiers=lambda i: tiers[dues[i + start]])


def _never(problem: RoundProblem, i: int, start: int, size: int) -> int:
    """Whom ``i`` may not be paired with inside the group, himself or herself too."""
    mask = 1 << i - start
    for kind in problem.ease.kinds:
        if kind >> i & 1:
            mask |= kind >> start
    for j in problem.barred[i]:
        if 0 <= j - start < size:
            mask |= 1 << j - start
    return mask


def _exits(problem: RoundProblem, members: Sequence[int], below: int) -> int:
    """The one player who goes down can be any of these: somebody below can take him or her."""
    if problem.ease.surely(below, joined=1):
        return mask_of(members)
    doors = _doors(problem, below)
    return mask_of(i for i in members if problem.clean[i] & doors)


def _doors(problem: RoundProblem, below: int) -> int:
    if not below:
        return 0
    guest = below.bit_length()
    adj = {i: problem.clean[i] & below | 1 << guest for i in bits(below)}
    adj[guest] = below
    graph = LexicographicMatching([adj.get(i, 0) for i in range(guest + 1)], below | 1 << guest)
    if not graph.exists():
        return 0
    return mask_of(i for i in bits(below) if graph.can_have(guest, i, below))


def _taken_below(problem: RoundProblem, leaving: Sequence[int], below: int) -> Pairs:
    """Item c: those who go down, by rank, each with the first below who leaves the others a pairing."""
    pairs = []
    waiting = sorted(leaving, key=problem.ranks.__getitem__)
    while waiting:
        i, *waiting = waiting
        adj = masks_apart(problem.clean, waiting) if len(waiting) > 1 else problem.clean
        guests = mask_of(waiting)
        for j in by_distance(problem, i, below):
            remaining = below & ~(1 << j) | guests
            if problem.clean[i] >> j & 1 and has_perfect(adj, remaining, problem.ease, len(waiting)):
                pairs.append((i, j))
                below &= ~(1 << j)
                break
        else:
            raise NoPairing
    return pairs
