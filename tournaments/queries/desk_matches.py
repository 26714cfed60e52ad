"""The matches of a round as the desk shows them: what they stand at, and who sits at which board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, Match, Pairing, Round, Section, Team
from tournaments.pairing.reasons import Reason
from tournaments.queries.public import Result, results_of
from tournaments.queries.seats import seated_pairings
from tournaments.queries.tables import Name
from tournaments.queries.team_matches import (
    Score,
    boards_by_match,
    matches_in,
    roster_order,
    score_of,
    state_of,
    team_settings_of,
)
from tournaments.wording import reason_text
from tournaments.wording.names import plain_name


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board: who sits there for either team, whose turn is first, the table; ``results`` from the seats.
    ``pairing`` None: a side is empty."""

    number: int
    ours: Entry | None
    theirs: Entry | None
    first_team_begins: bool
    pairing: Pairing | None

    @property
    def table(self) -> int | None:
        return self.pairing.table if self.pairing else None

    @property
    def results(self) -> list[Result]:
        return results_of(self.pairing.current) if self.pairing else []


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match, or a team without an opponent: then it has no ``score``."""

    match: Match
    score: Score | None
    boards: tuple[BoardRow, ...]
    reasons: tuple[str, ...]

    @property
    def span(self) -> str:
        """Its tables, as one range."""
        tables = [board.table for board in self.boards if board.table]
        if not tables:
            return ""
        return str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"


def match_rows(round_: Round) -> list[MatchRow]:
    """By number, who has no opponent last; none where players meet players. As many queries for any number
    of matches."""
    if not round_.section.of_teams:
        return []
    boards = boards_by_match(seated_pairings([round_]))
    entries = {
        entry.number or 0: entry
        for entry in round_.section.entries.filter(number__isnull=False).select_related("player")
    }
    name = who_is_paired(round_.section, str)
    return [
        MatchRow(
            match,
            score_of(round_.section, state_of(round_.section, match, boards.get(match.pk, {})))
            if match.second
            else None,
            tuple(_boards(round_, match, boards.get(match.pk, {}), entries)),
            tuple(reason_text(Reason.from_json(one), name) for one in match.reasons),
        )
        for match in matches_in([round_])
    ]


def _boards(
    round_: Round, match: Match, boards: Mapping[int, Pairing], entries: Mapping[int, Entry]
) -> list[BoardRow]:
    settings = team_settings_of(round_.section)
    sides = zip(match.first_line_up or (), match.second_line_up or (), strict=True)
    return [
        BoardRow(
            number,
            entries.get(ours or 0),
            entries.get(theirs or 0),
            settings.first_team_begins(number),
            boards.get(number),
        )
        for number, (ours, theirs) in enumerate(sides, 1)
    ]


def match_row(round_: Round, table: int) -> MatchRow | None:
    """One match of a round."""
    return next((row for row in match_rows(round_) if row.match.table == table), None)


def who_is_paired(section: Section, name: Name) -> Name:
    """By whose numbers the pairing speaks: ``name`` of players, or the names of teams."""
    if not section.of_teams:
        return name
    teams = {team.number: plain_name(team) for team in section.teams.all()}
    return lambda number: teams.get(number, str(number))


def roster(team: Team) -> list[Entry]:
    """The members who have a number, in order."""
    found = Entry.objects.filter(team=team, number__isnull=False).select_related("player")
    return list(roster_order(found))
