"""Round robin by Berger tables, single and double (``pairing.md`` section 6).

With n players the schedule has n − 1 rounds (n odd: n, against a dummy whose opponent is *free*). Places are
the ranks of the numbers among all entries, withdrawn ones included, so the schedule never moves. Somebody who
has withdrawn or is absent is not paired; the opponent of the schedule is free, and a referee who gives that
game as a forfeit enters it as one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.pairing.players import check_round, present
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, ReasonCode
from tournaments.pairing.scheveningen import scheveningen
from tournaments.pairing.values import CannotPair, Pair, PairedRound, RefusalCode
from tournaments.state.tournament import Tournament

SINGLE = "round-robin"
DOUBLE = "double-round-robin"


# Where federations meet early, places are improved by exchanges up to so many players.
MOST_EXCHANGED = 60


def rounds_needed(players: int, *, double: bool) -> int:
    """Rounds of the whole schedule."""
    single = players - 1 if players % 2 == 0 else players
    return max(single, 0) * (2 if double else 1)


def berger(players: int, round_number: int) -> list[tuple[int, int]]:
    """Places (first, second) of a round of the single schedule for an even number of players, from 1.

    The last place moves through the tables with alternating colours; all others rotate (FIDE C.05 annex 1).

    >>> berger(6, 1)
    [(1, 6), (2, 5), (3, 4)]
    >>> berger(6, 2)
    [(6, 4), (5, 3), (1, 2)]
    """
    others = players - 1
    half = players // 2
    start = (round_number - 1) * half % others
    rotation = [(start + k) % others + 1 for k in range(others)]
    head = (rotation[0], players) if round_number % 2 else (players, rotation[0])
    return [head, *((rotation[k], rotation[-k]) for k in range(1, half))]


def schedule_round(players: int, round_number: int, *, double: bool) -> list[tuple[int, int]]:
    """Return the places of any round, the dummy of an odd field included as place n + 1."""
    size = players + players % 2
    single = size - 1
    if not double:
        return berger(size, round_number)
    within = (round_number - 1) % single + 1
    # The second half has the colours reversed.
    if round_number > single:
        return [(second, first) for first, second in berger(size, within)]
    # The last two rounds of the first half are exchanged, so that nobody has one colour three times running.
    if single >= 2 and within >= single - 1:
        within = 2 * single - 1 - within
    return berger(size, within)


def schedule(tournament: Tournament) -> list[list[tuple[int, int]]]:
    """Return the places of every round."""
    numbers = places(tournament)
    place = {number: at for at, number in enumerate(numbers, 1)}
    double = tournament.system == DOUBLE
    # A game that was carried from an earlier stage is not played again.
    over = Counter(
        frozenset((place[row.first], place[row.second]))
        for row in tournament.options.carried
        if row.first and row.second
    )
    # Groups of one size, an even number of them, meet by Berger tables, their players as two teams of
    # Scheveningen: nobody sits out.
    groups = _groups_met(len(numbers), over)
    if groups and not double:
        return _between(groups)
    rounds = []
    for number in range(1, rounds_needed(len(numbers), double=double) + 1):
        here = []
        for pair in schedule_round(len(numbers), number, double=double):
            if over[frozenset(pair)]:
                over[frozenset(pair)] -= 1
            else:
                here.append(pair)
        # A round without any game is left out.
        if any(max(pair) <= len(numbers) for pair in here):
            rounds.append(here)
    return rounds


def _groups_met(players: int, over: Mapping[frozenset[int], int]) -> list[list[int]]:
    """Those who have met each other and nobody else, if that makes an even number of groups of one size."""
    groups: list[list[int]] = []
    for place in range(1, players + 1):
        met = [other for other in range(1, players + 1) if over.get(frozenset((place, other)))]
        group = sorted([place, *met])
        if group[0] == place:
            groups.append(group)
        elif group not in groups:
            return []
    sizes = {len(group) for group in groups}
    return groups if len(sizes) == 1 and sizes != {1} and len(groups) % 2 == 0 else []


def _between(groups: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
    size = len(groups[0])
    rounds = []
    for number in range(1, len(groups)):
        for within in range(1, size + 1):
            here = []
            for group, other in berger(len(groups), number):
                for a, b, first in scheveningen(size, within):
                    pair = groups[group - 1][a - 1], groups[other - 1][b - 1]
                    here.append(pair if first else pair[::-1])
            rounds.append(here)
    return rounds


def places(tournament: Tournament) -> list[int]:
    """Return entry numbers by place: in order of numbers, or so that players of one federation meet early.

    Federation by federation each player gets the free place from which the latest meeting with a fellow comes
    earliest, then their sum, then the smallest; all others fill the places that remain in order of
    numbers."""
    entries = sorted(tournament.entries, key=lambda entry: entry.number)
    numbers = [entry.number for entry in entries]
    if not tournament.options.early_federation:
        return numbers
    fellows: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if entry.federation:
            fellows[entry.federation].append(entry.number)
    groups = sorted((group for group in fellows.values() if len(group) > 1), key=lambda g: (-len(g), g))
    rounds = _meetings(len(numbers), double=tournament.system == DOUBLE)
    belongs = {number: group for group in groups for number in group}
    # The largest federation first or the smallest first, whichever comes out better.
    tries = [_seated(numbers, few, rounds) for few in (groups, groups[::-1])]
    # Then two change places as long as the sum of the squares of the rounds in which fellows meet becomes
    # smaller.
    if len(numbers) <= MOST_EXCHANGED:
        tries = [_exchanged(order, belongs, rounds) for order in tries]
    return min(tries, key=lambda order: (_lateness(order, belongs, rounds), order))


def _seated(
    numbers: Sequence[int], groups: Sequence[Sequence[int]], rounds: Mapping[tuple[int, int], int]
) -> list[int]:
    free = list(range(1, len(numbers) + 1))
    held: dict[int, int] = {}
    for group in groups:
        choice = min(_nearest(start, len(group), free, rounds) for start in free)[-1]
        for number, place in zip(group, choice, strict=True):
            held[place] = number
            free.remove(place)
    seated = set(held.values())
    waiting = iter([number for number in numbers if number not in seated])
    return [held[place] if place in held else next(waiting) for place in range(1, len(numbers) + 1)]


def _lateness(
    order: Sequence[int], belongs: Mapping[int, Sequence[int]], rounds: Mapping[tuple[int, int], int]
) -> int:
    """The sum of the squares of the rounds in which fellows meet."""
    return sum(
        rounds[i, j] ** 2
        for (i, number), (j, other) in combinations(enumerate(order, 1), 2)
        if number in belongs and belongs[number] is belongs.get(other)
    )


def _exchanged(
    order: list[int], fellows: Mapping[int, Sequence[int]], rounds: Mapping[tuple[int, int], int]
) -> list[int]:
    """``order`` after all exchanges of two numbers that bring fellows together earlier."""
    place = {number: i for i, number in enumerate(order, 1)}

    def lateness(number: int) -> int:
        place_here = place[number]
        return sum(
            rounds[min(place_here, place[n]), max(place_here, place[n])] ** 2
            for n in fellows.get(number, ())
            if n != number
        )

    better = True
    while better:
        better = False
        for number, other in combinations(order, 2):
            if fellows.get(number) is fellows.get(other):
                continue
            before = lateness(number) + lateness(other)
            place[number], place[other] = place[other], place[number]
            if lateness(number) + lateness(other) < before:
                better = True
            else:
                place[number], place[other] = place[other], place[number]
    return sorted(place, key=lambda number: place[number])


def _meetings(players: int, *, double: bool) -> dict[tuple[int, int], int]:
    """The first round in which two places meet, by (smaller, larger)."""
    rounds: dict[tuple[int, int], int] = {}
    for round_number in range(1, rounds_needed(players, double=False) + 1):
        for number, other in schedule_round(players, round_number, double=double):
            rounds[min(number, other), max(number, other)] = round_number
    return rounds


def _nearest(
    start: int, count: int, free: Sequence[int], rounds: Mapping[tuple[int, int], int]
) -> tuple[list[int], list[int]]:
    """(rounds of their meetings, the latest first; places) of ``count`` places that begin with ``start``."""
    chosen = [start]
    met: list[int] = []
    while len(chosen) < count:
        options = []
        for place in free:
            if place not in chosen:
                rounds_here = [rounds[min(place, other), max(place, other)] for other in chosen]
                options.append((max(rounds_here), sum(rounds_here), place, rounds_here))
        *_, place, rounds_here = min(options)
        chosen.append(place)
        met += rounds_here
    return sorted(met, reverse=True), sorted(chosen)


def pair_round_robin(tournament: Tournament, round_number: int, *, explain: bool) -> PairedRound:
    """One round of the schedule. Raises `CannotPair` beyond its end, `PairingInputError` on a bad round."""
    check_round(tournament, round_number)
    numbers = places(tournament)
    playing = {entry.number for entry in present(tournament, round_number)}
    double = tournament.system == DOUBLE
    carried = schedule(tournament) if tournament.options.carried else None
    rounds = rounds_needed(len(numbers), double=double) if carried is None else len(carried)
    if round_number > rounds:
        raise CannotPair(RefusalCode.NO_SUCH_ROUND, round=round_number, rounds=rounds)
    if not playing:
        raise CannotPair(RefusalCode.NOBODY, round=round_number)
    pairs: list[Pair] = []
    notices: list[Notice] = []
    bye = None
    arranged = tournament.options.early_federation
    by_number = {entry.number: entry for entry in tournament.entries}
    here = carried[round_number - 1] if carried else schedule_round(len(numbers), round_number, double=double)
    # Whose game was carried sits out.
    free = [
        *playing.difference(numbers[place - 1] for pair in here for place in pair if place <= len(numbers))
    ]
    for seats in here:
        first, second = (numbers[place - 1] if place <= len(numbers) else None for place in seats)
        if first is None or second is None:
            alone = first or second
            bye = alone if alone in playing else None
        elif first in playing and second in playing:
            player, other = by_number[first], by_number[second]
            early = player.federation if arranged and player.federation == other.federation else ""
            pairs.append(_pair(len(pairs) + 1, first, second, round_number, early if explain else None))
        else:
            for number, opponent in ((first, second), (second, first)):
                if number in playing:
                    free.append(number)
                    notices.append(Notice(NoticeCode.FREE_OPPONENT, {"player": number, "opponent": opponent}))
    return PairedRound(
        round=round_number,
        system=tournament.system,
        pairs=tuple(pairs),
        bye=bye,
        free=tuple(sorted(free)),
        notices=tuple(notices) if explain else (),
        bye_reasons=(Reason(ReasonCode.BERGER, {"round": round_number}),) if explain and bye else (),
    )


def _pair(table: int, first: int, second: int, round_number: int, early: str | None) -> Pair:
    """``early``: the federation of both, if any; None where no reasons are wanted."""
    if early is None:
        return Pair(table, first, second)
    reasons = [Reason(ReasonCode.BERGER, {"round": round_number})]
    if early:
        reasons.append(Reason(ReasonCode.EARLY_FEDERATION, {"federation": early}))
    return Pair(table, first, second, (*reasons, Reason(ReasonCode.COLOUR_SCHEDULE, {"player": first})))
