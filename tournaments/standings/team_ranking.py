"""Who stands where among teams that meet teams: criteria in turn, each splitting the groups that are left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.team_tiebreaks import (
    SPLITS,
    Partition,
    TeamField,
    Value,
    board_rate,
    by_value,
    value_of,
)
from tournaments.state.team_matches import TeamEvent

# Lists of criteria by regulations; whoever is level after the last one shares the rank, or draws lots.
PRESETS: Mapping[str, tuple[str, ...]] = {
    "axf-team": ("match-points", "board-points", "team-direct", "top-boards", "team-lot"),
    "cxa-team": ("match-points", "board-points", "team-direct", "board-rate:1"),
    "olympiad": ("match-points", "emgsb/cut-1", "board-points", "team-buchholz:match/cut-1"),
    "fide-team": ("match-points", "other-score", "emgsb/cut-1", "team-buchholz:match/cut-1", "ede-t"),
    "round-robin-team": ("match-points", "board-points", "team-direct", "board-count"),
}


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One team's line. ``values``: of each criterion that is a value of one team, by key; ``separated_by``:
    what puts the team below the one above it, None where they share the rank."""

    rank: int
    team: int
    values: Mapping[str, Fraction]
    separated_by: str | None


def rank_team_matches(
    event: TeamEvent, after: int, criteria: Sequence[str], stages: Mapping[int, int] | None = None
) -> tuple[TeamStanding, ...]:
    """The standings of teams after round ``after``; ``criteria`` from the points on, such as a preset. In a
    knock-out ``stages``, how far each team came, rank the teams alone (K6).

    Raises `CriteriaError` for a key that is no criterion.
    """
    field = TeamField(event, after)
    values = {key: value_of(key) for key in criteria}
    parts: Partition = [sorted(team.number for team in event.teams)]
    cause: dict[int, str] = {}
    if stages is not None:
        reached = sorted(set(stages.values()), reverse=True)
        parts = [[number for number in parts[0] if stages[number] == stage] for stage in reached]
        cause = {part[0]: "knock-out" for part in parts[1:]}
    for key in criteria if stages is None else ():
        smaller: Partition = []
        for part in parts:
            pieces = _split(field, part, key, values[key]) if len(part) > 1 else [part]
            for piece in pieces[1:]:
                cause[piece[0]] = key
            smaller += pieces
        parts = smaller
    rows = []
    rank = 1
    for part in parts:
        for place, number in enumerate(part):
            values_known = {key: value(field, number) for key, value in values.items() if value is not None}
            rows.append(TeamStanding(rank, number, values_known, None if place else cause.get(part[0])))
        rank += len(part)
    return tuple(rows)


def _split(field: TeamField, group: Sequence[int], key: str, value: Value | None) -> Partition:
    if value is not None:
        return by_value(field, group, lambda number: value(field, number))
    if key in SPLITS:
        return SPLITS[key](field, group)
    first = int(key.removeprefix("board-rate:"))
    boards = range(first, field.rules.boards + 1)
    return by_value(field, group, lambda number: tuple(board_rate(field, number, b) for b in boards))
