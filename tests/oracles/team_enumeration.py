"""FIDE's Swiss for teams (C.04.6 of 2026) by listing: every set of upfloaters and every pairing of a bracket,
for ten teams or so. Written from the articles and the readings T8 to T11; it shares with the product only
what the event holds and what each team did (`team_history`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.state.team_matches import Alone, ColourModel, Primary, TeamEvent, TeamRound, team_history

FIRST, SECOND = 1, -1
Pairs = list[tuple[int, int]]


@dataclass
class TeamBefore:
    """A team as the round begins. ``turns``: 1 for a match as first team, -1 as second."""

    number: int
    score: int
    primary: int
    secondary: int
    turns: list[int]
    met: set[int]
    floated: bool
    bye_barred: bool
    wish: int
    strong: bool


def paired(event: TeamEvent, n: int) -> tuple[set[tuple[int, int]], int] | None:
    """The pairs, the first team first, and the bye, 0 for none; None: no pairing is legal."""
    teams = {team.number: _team_before(event, team.number, n) for team in event.teams if team.plays_in(n)}
    bye = 0
    if len(teams) % 2:
        free = [
            t for t in teams.values() if not t.bye_barred and _can(teams, [m for m in teams if m != t.number])
        ]
        if not free:
            return None
        # Article 3.4: lowest score, most matches played, largest number.
        bye = min(free, key=lambda t: (t.score, -len(t.turns), -t.number)).number
    left = [number for number in teams if number != bye]
    if not _can(teams, left):
        return None
    pairs: Pairs = []
    while left:
        bracket, floaters = _bracket(event, teams, left, n)
        pairs += _best_pairs(event, teams, bracket, floaters, n)
        left = [number for number in left if number not in bracket]
    return {_first(event, teams[pair], teams[other]) for pair, other in pairs}, bye


def _virtual(event: TeamEvent, number: int, n: int) -> int:
    """C.04.7: the first 2⌈N/4⌉ numbers have a win's points in the first half of the accelerated rounds."""
    if not event.accelerated:
        return 0
    accelerated = (event.rounds + 1) // 2
    full = (accelerated + 1) // 2
    upper = sorted(team.number for team in event.teams)[: 2 * ((len(event.teams) + 3) // 4)]
    if number not in upper or n > accelerated:
        return 0
    return event.rules.match_points.win if n <= full else event.rules.match_points.win // 2


def _sum(event: TeamEvent, rows: Sequence[TeamRound], of: Primary) -> int:
    return sum(row.match_points if of is Primary.MATCH else row.board_points for row in rows)


def _team_before(event: TeamEvent, number: int, n: int) -> TeamBefore:
    history = team_history(event, before=n)
    rows = history[number]
    main = event.rules.primary
    other = Primary.BOARD if main is Primary.MATCH else Primary.MATCH
    turns = [FIRST if str(row.side) == "first" else SECOND for row in rows if row.side is not None]
    wish, strong = _preference(event, turns, n)
    floated = False
    if rows and rows[-1].opponent is not None:
        before = {
            who: _sum(event, history[who][:-1], main) + _virtual(event, who, n - 1)
            for who in (number, rows[-1].opponent)
        }
        floated = before[number] != before[rows[-1].opponent]
    return TeamBefore(
        number=number,
        score=_sum(event, rows, main) + _virtual(event, number, n),
        primary=_sum(event, rows, main),
        secondary=_sum(event, rows, other),
        turns=turns,
        met={row.opponent for row in rows if row.opponent is not None},
        floated=floated,
        bye_barred=any(row.won_by_forfeit or row.alone in (Alone.BYE, Alone.FULL) for row in rows),
        wish=wish,
        strong=strong,
    )


def _preference(event: TeamEvent, turns: Sequence[int], n: int) -> tuple[int, bool]:
    model, cd = event.rules.model, sum(turns)
    if model is ColourModel.NONE or not turns:
        return 0, False
    last_two = list(turns[-2:])
    if cd <= -2 or (cd in (0, -1) and last_two == [SECOND, SECOND]):
        return FIRST, True
    if cd >= 2 or (cd in (0, 1) and last_two == [FIRST, FIRST]):
        return SECOND, True
    if model is ColourModel.STRONG:
        return 0, False
    if cd:
        return -cd, False
    return (0 if n == event.rounds else -turns[-1]), False


def _pairings(teams: dict[int, TeamBefore], numbers: Sequence[int]) -> Iterator[Pairs]:
    """All complete pairings without a rematch."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        if other not in teams[first].met:
            for pairing in _pairings(teams, [number for number in others if number != other]):
                yield [(first, other), *pairing]


def _can(teams: dict[int, TeamBefore], numbers: Sequence[int]) -> bool:
    return next(_pairings(teams, numbers), None) is not None


def _bracket(
    event: TeamEvent, teams: dict[int, TeamBefore], left: Sequence[int], n: int
) -> tuple[list[int], list[int]]:
    highest = max(teams[number].score for number in left)
    residents = [number for number in left if teams[number].score == highest]
    below = [number for number in left if teams[number].score < highest]
    # The next lower score among all who are to be paired, whoever is left of it (T9).
    lower = max((team.score for team in teams.values() if team.score < highest), default=None)
    for k in range(len(residents) % 2, len(below) + 1, 2):
        sets = [sorted(few, key=lambda x: (-teams[x].score, x)) for few in combinations(below, k)]
        scores = sorted({tuple(sorted(teams[x].score for x in few)) for few in sets}, reverse=True)
        for wanted in scores:
            level = sorted(few for few in sets if tuple(sorted(teams[x].score for x in few)) == wanted)
            collected = [
                few
                for few in level
                if _can(teams, residents + few) and _can(teams, [x for x in below if x not in few])
            ]
            if collected:
                best = min(
                    collected,
                    key=lambda few: (
                        _leaves_hole(teams, [x for x in below if x not in few], lower),
                        0 if n > event.rounds - 2 else sum(teams[x].floated for x in few),
                        few,
                    ),
                )
                return residents + best, best
    raise AssertionError("nobody completes the bracket")


def _leaves_hole(teams: dict[int, TeamBefore], remaining: Sequence[int], lower: int | None) -> bool:
    """C6."""
    group = [x for x in remaining if teams[x].score == lower]
    others = [x for x in remaining if teams[x].score != lower]
    if len(group) % 2 == 0:
        return not (_can(teams, group) and _can(teams, others))
    return not any(_can(teams, [*group, x]) and _can(teams, [y for y in others if y != x]) for x in others)


def _best_pairs(
    event: TeamEvent, teams: dict[int, TeamBefore], bracket: Sequence[int], floaters: Sequence[int], n: int
) -> Pairs:
    def cost(pairs: Pairs) -> tuple[int, int, int, list[int]]:
        both = [(teams[first], teams[other]) for first, other in pairs]
        same = [(a, b) for a, b in both if a.wish and a.wish == b.wish]
        again = sum(
            (a.number in floaters and b.floated) + (b.number in floaters and a.floated) for a, b in both
        )
        ordered = sorted((min(pair), max(pair)) for pair in pairs)
        identifier = [top for top, _ in ordered] + [bottom for _, bottom in ordered]
        return (
            len(same),
            sum(a.strong and b.strong for a, b in same),
            again * (n <= event.rounds - 2),
            identifier,
        )

    return min(_pairings(teams, sorted(bracket)), key=cost)


def _first(event: TeamEvent, first: TeamBefore, other: TeamBefore) -> tuple[int, int]:
    """Article 4."""
    with_other = event.rules.secondary_colours
    top, low = sorted((first, other), key=lambda t: (-t.primary, -t.secondary * with_other, t.number))
    turn = _turn(event, top, low)
    return (top.number, low.number) if turn == FIRST else (low.number, top.number)


def _turn(event: TeamEvent, top: TeamBefore, low: TeamBefore) -> int:
    """What the one that stands higher has."""
    if not top.turns and not low.turns:
        drawn = FIRST if event.begins_first else SECOND
        return drawn if top.number % 2 else -drawn
    if top.wish and not low.wish:
        return top.wish
    if low.wish and not top.wish:
        return -low.wish
    if top.wish != low.wish:
        return top.wish
    if top.strong != low.strong:
        return top.wish if top.strong else -low.wish
    if sum(top.turns) != sum(low.turns):
        return FIRST if sum(top.turns) < sum(low.turns) else SECOND
    for ours, theirs in zip(top.turns[::-1], low.turns[::-1], strict=False):
        if ours != theirs:
            return theirs
    if top.wish:
        return top.wish
    return -top.turns[-1] if top.turns else low.turns[-1]
