"""The team ranking (WXC 6.2): the ranks of the best players added, the smaller sum ahead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.state.tournament import Entry


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team. ``members``: all its entry numbers, best first; the first ``counted`` of them make ``sum``.

    A team with fewer players than are counted has rank, sum and best None (6.2 (2)).
    """

    rank: int | None
    team: str
    sum: int | None
    best: int | None
    members: tuple[int, ...]
    counted: int


def rank_teams(
    entries: Iterable[Entry], ranks: Mapping[int, int], *, counted: int = 2
) -> tuple[TeamRow, ...]:
    """Teams by rank, those without a rank last, equal ones by name. Entries without a team are left out.

    Equal sums: the better of the two best individual ranks is ahead; if those are equal as well, the teams
    share the rank. Raises ValueError when ``counted`` is below 1.
    """
    if counted < 1:
        raise ValueError(f"teams: at least one player counts, not {counted}")
    members: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if entry.team:
            members[entry.team].append(entry.number)
    ranked: list[tuple[int, int, str]] = []
    unranked: list[str] = []
    for team, numbers in members.items():
        numbers.sort(key=lambda number: (ranks[number], number))
        if len(numbers) < counted:
            unranked.append(team)
        else:
            ranked.append((sum(ranks[n] for n in numbers[:counted]), ranks[numbers[0]], team))
    ranked.sort()
    rows: list[TeamRow] = []
    for place, (total, best, team) in enumerate(ranked, start=1):
        above = rows[-1] if rows else None
        shared = above is not None and (above.sum, above.best) == (total, best)
        rank = above.rank if above is not None and shared else place
        rows.append(TeamRow(rank, team, total, best, tuple(members[team]), counted))
    rows.extend(TeamRow(None, team, None, None, tuple(members[team]), counted) for team in sorted(unranked))
    return tuple(rows)
