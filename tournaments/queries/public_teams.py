"""The teams of a section as plain values: their players, and their rank in the newest frozen standings."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tournaments.models import Entry
from tournaments.queries.moment import Moment
from tournaments.queries.public import Data, frame, person, section_of


def teams(key: int, moment: Moment) -> Data:
    """``after`` 0: no standings are frozen yet. Teams by rank, then by name; members by individual rank, then
    by number. Five queries more than the frame for any number."""
    section = section_of(key)
    after = max(moment.standings_after(section), default=0)
    frozen = moment.standing(section, after)[1] if after else {"rows": [], "teams": []}
    ranks = {row["number"]: row["rank"] for row in frozen["rows"]}
    ranked = {row["team"]: row for row in frozen["teams"]}
    members: dict[int, list[Entry]] = defaultdict(list)
    for entry in section.entries.filter(team__isnull=False).select_related("player").order_by("number", "pk"):
        members[entry.team_id or 0].append(entry)
    found = [
        _team(team.name, team.federation_id or "", members[team.pk], ranked.get(team.name, {}), ranks)
        for team in section.teams.order_by("name")
    ]
    return {
        "frame": frame(section, moment),
        "after": after,
        "counted": section.counted_players,
        "teams": sorted(found, key=lambda team: team["rank"] or len(found) + 1),
    }


def _team(name: str, federation: str, entries: list[Entry], row: Data, ranks: dict[int, int]) -> Data:
    counted = set(row.get("members", ()))
    members: list[dict[str, Any]] = [
        {
            **person(entry),
            "rank": ranks.get(entry.number or 0),
            # A team of too few players adds nothing up (WXC 6.2 (2)).
            "counted": row.get("rank") is not None and entry.number in counted,
        }
        for entry in entries
    ]
    return {
        "name": name,
        "federation": federation,
        "rank": row.get("rank"),
        "sum": row.get("sum"),
        "members": sorted(members, key=lambda one: (one["rank"] is None, one["rank"] or 0)),
    }
