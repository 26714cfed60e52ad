"""Standings of teams in European go. A *match* is what two teams play in a round: the games between players
of the same board. Board wins are times two.

``TEAMP`` 2, 1, 0 for a match by its board wins · ``SOST`` the TEAMP of the opponents · ``BDW`` board wins ·
``BDW2U`` those on the upper two boards · ``MNR`` the mean rating of the players of the last round.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.state.gotha.values import Event

CRITERIA = ("TEAMP", "SOST", "BDW", "BDW1U", "BDW2U", "BDW3U", "BDW4U", "MNR")
_UPPER = re.compile(r"BDW([1-9])U")

Lineup = Mapping[int, int]
"""Board → player of one team in one round."""


@dataclass(frozen=True, slots=True)
class Match:
    """``wins2``: of the own players, by board."""

    round: int
    opponent: int
    wins2: Mapping[int, int]
    lost2: int

    @property
    def points(self) -> int:
        own = sum(self.wins2.values())
        return 1 + (own > self.lost2) - (own < self.lost2)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """``values`` as the criteria say: TEAMP and SOST in points, board wins times two, MNR a rating."""

    place: int
    team: int
    values: tuple[int, ...]
    matches: tuple[Match, ...] = field(default=(), compare=False)


def matches(event: Event, lineups: Mapping[tuple[int, int], Lineup], after: int) -> dict[int, list[Match]]:
    """``lineups`` by (team, round). A game between different boards, or in a team, belongs to no match."""
    seats = {
        (n, player): (team, board)
        for (team, n), lineup in lineups.items()
        if n <= after
        for board, player in lineup.items()
    }
    wins: dict[tuple[int, int, int], dict[int, int]] = defaultdict(dict)
    for game in event.games:
        white, black = seats.get((game.round, game.white)), seats.get((game.round, game.black))
        if white is None or black is None or white[0] == black[0] or white[1] != black[1]:
            continue
        wins[game.round, white[0], black[0]][white[1]] = game.white2
        wins[game.round, black[0], white[0]][black[1]] = game.black2
    found: dict[int, list[Match]] = {team: [] for team, _ in lineups}
    for (n, team, opponent), own in sorted(wins.items()):
        found[team].append(Match(n, opponent, own, sum(wins[n, opponent, team].values())))
    return found


def team_table(
    event: Event, lineups: Mapping[tuple[int, int], Lineup], criteria: Sequence[str], after: int
) -> tuple[TeamRow, ...]:
    """Teams by the criteria, the larger first; equal ones share a place and stand by number."""
    played = matches(event, lineups, after)
    points = {team: sum(match.points for match in row) for team, row in played.items()}
    ratings = {player.number: player.rating for player in event.players}

    def value(team: int, criterion: str) -> int:
        if criterion == "TEAMP":
            return points[team]
        if criterion == "SOST":
            return sum(points[match.opponent] for match in played[team])
        if criterion == "MNR":
            last = max(n for other, n in lineups if other == team and n <= max(after, 1))
            there = [ratings[player] for player in lineups[team, last].values()]
            return round(sum(there) / len(there)) if there else 0
        upper = _UPPER.fullmatch(criterion)
        if criterion != "BDW" and upper is None:
            return 0
        most = int(upper[1]) if upper else 10**9
        return sum(wins for match in played[team] for board, wins in match.wins2.items() if board <= most)

    rows = {team: tuple(value(team, criterion) for criterion in criteria) for team in played}
    order = sorted(rows, key=lambda team: (tuple(-v for v in rows[team]), team))
    table: list[TeamRow] = []
    for i, team in enumerate(order, 1):
        equal = bool(table) and table[-1].values == rows[team]
        table.append(TeamRow(table[-1].place if equal else i, team, rows[team], tuple(played[team])))
    return tuple(table)
