"""The matches of a round as the desk shows them: what they stand at, and who sits at which board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from tournaments.models import Entry, LineUp, Match, Pairing, Round, Section, Team
from tournaments.pairing.reasons import Reason, printed_reasons
from tournaments.queries.public.public import PublicResult, ResultValue, results_of
from tournaments.queries.tables import Name, entry_namer
from tournaments.queries.teams.line_ups import MatchWaiting, waiting_in
from tournaments.queries.teams.match_points import match_points_after
from tournaments.queries.teams.team_matches import (
    MatchScore,
    boards_by_match,
    boards_of,
    decision,
    lost_by,
    match_first_sides,
    match_state,
    matches_in,
    roster_order,
    score_of,
)
from tournaments.wording.names import plain_name
from tournaments.wording.reasons import reason_text
from tournaments.wording.teams.team_standings import decision_text, default_text


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Hold a board; ``results`` with the first team's points first, ``pairing`` None: a side is empty."""

    number: int
    ours: Entry | None
    theirs: Entry | None
    first_team_begins: bool
    pairing: Pairing | None

    @property
    def table(self) -> int | None:
        return self.pairing.table if self.pairing else None

    @property
    def results(self) -> list[PublicResult]:
        results = results_of(self.pairing.current) if self.pairing else []
        return results if self.first_team_begins else other_side_results(results)

    @property
    def second_team_begins(self) -> bool:
        return not self.first_team_begins

    @property
    def turned(self) -> BoardRow:
        """The same board, the second team first."""
        return replace(self, ours=self.theirs, theirs=self.ours, first_team_begins=not self.first_team_begins)


TURNED: Mapping[ResultValue, ResultValue] = {"1-0": "0-1", "0-1": "1-0"}


def other_side_results(results: Iterable[PublicResult]) -> list[PublicResult]:
    """Seen from the other side."""
    return [replace(result, value=TURNED.get(result.value, result.value)) for result in results]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Hold a match, or a team without an opponent: then it has no ``score``.

    ``waiting``: while it waits for line-ups; ``decision``: of a level match of a knock-out; ``lost``: who has
    lost it without play, in a sentence; ``match_points``: of both teams, where all matches of a round are
    asked for."""

    match: Match
    score: MatchScore | None
    boards: tuple[BoardRow, ...]
    reasons: tuple[str, ...]
    waiting: MatchWaiting | None = None
    decision: str = ""
    lost: str = ""
    match_points: tuple[str, str] = ("", "")

    @property
    def begun(self) -> bool:
        """Whether something was played at a board, or nothing is to be played any more."""
        pairings = [board.pairing for board in self.boards if board.pairing]
        played = any(pairing.current or pairing.adjourned for pairing in pairings)
        return played or bool(self.match.lost_by) or (self.score is not None and self.score.over)

    @property
    def span(self) -> str:
        """Its tables, as one range."""
        tables = [board.table for board in self.boards if board.table]
        if not tables:
            return ""
        return str(tables[0]) if len(tables) == 1 else f"{tables[0]}–{tables[-1]}"


def match_rows(round_: Round, *, only: int | None = None) -> list[MatchRow]:
    """List the matches by number, who has no opponent last; ``only``: the one match of this number."""
    if not round_.section.of_teams:
        return []
    wanted = [match for match in matches_in([round_]) if only is None or match.table == only]
    boards = boards_by_match(boards_of(wanted))
    entries = {
        entry.number or 0: entry
        for entry in round_.section.entries.filter(number__isnull=False).select_related("player")
    }
    name = who_is_paired(round_.section, str)
    waiting = (
        {waiting_match.match.pk: waiting_match for waiting_match in waiting_in([round_])[round_.pk]}
        if round_.is_public
        else {}
    )
    # Of one match alone nobody asks for the points, which all rounds are read for.
    points = match_points_after(round_) if only is None and wanted else {}
    return [
        MatchRow(
            match,
            score_of(round_.section, match_state(round_.section, match, boards.get(match.pk, {})))
            if match.second
            else None,
            tuple(_boards(round_, match, boards.get(match.pk, {}), entries)),
            tuple(
                reason_text(Reason.from_json(waiting_match), name)
                for waiting_match in printed_reasons(match.reasons, match=match.table)
            ),
            waiting.get(match.pk),
            _decision(round_.section, match, boards.get(match.pk, {})),
            _lost(round_.section, match, boards.get(match.pk, {})),
            (points.get(match.first.number or 0, ""), points.get(match.second.number or 0, ""))
            if match.second
            else ("", ""),
        )
        for match in wanted
    ]


def _decision(section: Section, match: Match, boards: Mapping[int, Pairing]) -> str:
    """Who goes on from a level match of a knock-out, and by what, in the reader's language."""
    side, how = decision(section, match, boards)
    team = {"first": match.first, "second": match.second}.get(side)
    return decision_text(plain_name(team), how) if team else ""


def _lost(section: Section, match: Match, boards: Mapping[int, Pairing]) -> str:
    lost = lost_by(section, match_state(section, match, boards)) if match.second else ""
    team = {"first": match.first, "second": match.second}.get(lost)
    return default_text(None, plain_name(team) if team else "") if lost else ""


def _boards(
    round_: Round, match: Match, boards: Mapping[int, Pairing], entries: Mapping[int, Entry]
) -> list[BoardRow]:
    begins = match_first_sides(match, round_)
    sides = zip(match.first_line_up or (), match.second_line_up or (), strict=True)
    return [
        BoardRow(
            number,
            entries.get(ours or 0),
            entries.get(theirs or 0),
            begins[number - 1],
            boards.get(number),
        )
        for number, (ours, theirs) in enumerate(sides, 1)
    ]


def match_row(round_: Round, table: int) -> MatchRow | None:
    """One match of a round."""
    return next(iter(match_rows(round_, only=table)), None)


@dataclass(frozen=True, slots=True)
class LineUpVersion:
    """Hold a line-up as it was handed in; ``by``: empty where the captain did it by the private link."""

    team: Team
    players: list[int | None]
    names: tuple[str, ...]
    by: str
    reason: str
    at: datetime


def line_up_versions(section: Section, match: Match) -> list[LineUpVersion]:
    """All of a match, the oldest first. What they say may be secret: who asks has checked that."""
    name = entry_namer(section)
    line_ups = LineUp.objects.filter(match=match).select_related("team", "by").order_by("at", "pk")
    return [
        LineUpVersion(
            team=line_up.team,
            players=line_up.players,
            names=tuple(name(number) if number else "–" for number in line_up.players),
            by=str(line_up.by or ""),
            reason=line_up.reason,
            at=line_up.at,
        )
        for line_up in line_ups
    ]


def by_default(match: Match, versions: Iterable[LineUpVersion]) -> list[Team]:
    """The teams that had given no line-up when those of the match were revealed."""
    if match.revealed_at is None or match.second is None:
        return []
    on_time = {version.team.pk for version in versions if version.at <= match.revealed_at}
    return [team for team in (match.first, match.second) if team.pk not in on_time]


def who_is_paired(section: Section, name: Name) -> Name:
    """By whose numbers the pairing speaks: ``name`` of players, or the names of teams."""
    if not section.of_teams:
        return name
    teams = {team.number: plain_name(team) for team in section.teams.all()}
    return lambda number: teams.get(number, str(number))


def roster(team: Team) -> list[Entry]:
    """The members who have a number, in order."""
    entries = Entry.objects.filter(team=team, number__isnull=False).select_related("player")
    return list(roster_order(entries))
