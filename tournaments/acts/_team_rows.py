"""The rows of a section of team matches that comes from a tournament file, beside those of its players and
boards (`_section_rows`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from portal.accounts.models import User
from tournaments.models import Match, Round, Section, Team, TeamAbsence, TeamPairRule, TeamPenalty
from tournaments.queries.team_matches import THOUSAND
from tournaments.state.deciding import as_rows
from tournaments.state.points import Points
from tournaments.state.team_section import LineUps, TeamSection
from tournaments.state.tournament import FixedPair, ForbiddenPair

Board = tuple[Match, int]
"""A match, and which of its boards, from 1."""
Ruled = tuple[str, int | None, int | None, int, int]
"""Kind, first and last round, and the two numbers of a ruling."""


def write_teams(section: Section, told: TeamSection) -> dict[str, Team]:
    """Those of the file by name, with the rounds that they do not play."""
    teams = [
        Team(
            section=section,
            name=team.name,
            native_name=team.native_name,
            federation_id=team.federation or None,
            number=team.number,
            withdrawn_after=team.withdrawn_after,
            last_rank=team.last_rank,
            short_name=team.short_name,
            captain_name=team.captain,
            strength=team.strength,
        )
        for team in told.teams
    ]
    Team.objects.bulk_create(teams)
    TeamAbsence.objects.bulk_create(
        TeamAbsence(team=team, round_number=number, kind=kind)
        for team, one in zip(teams, told.teams, strict=True)
        for number, kind in one.absences.items()
    )
    return {team.name: team for team in teams}


def write_matches(
    section: Section, told: TeamSection, rounds: Mapping[int, Round]
) -> dict[tuple[int, int], Board]:
    """The matches and who has none; by round and number of a player, the board."""
    teams = {team.number: team for team in section.teams.filter(number__isnull=False)}
    matches = [
        Match(
            round=rounds[one.round],
            table=one.table,
            first=teams[one.first],
            second=teams[one.second],
            lost_by=one.lost_by,
            decided_for=one.decided_for,
            decided_by=one.decided_by,
            steps=as_rows(one.steps),
            colours=one.colours,
            starts_at=one.starts_at,
            first_line_up=_players(one.line_ups, 0),
            second_line_up=_players(one.line_ups, 1),
        )
        for one in told.matches
    ]
    alone = [Match(round=rounds[bye.round], first=teams[bye.team]) for bye in told.byes]
    Match.objects.bulk_create([*matches, *alone], batch_size=500)
    return {
        (one.round, player): (match, board)
        for match, one in zip(matches, told.matches, strict=True)
        for players in one.line_ups or ()
        for board, player in enumerate(players, 1)
        if player is not None
    }


def _players(line_ups: LineUps | None, side: int) -> list[int | None] | None:
    return None if line_ups is None else list(line_ups[side])


def write_penalties(section: Section, told: TeamSection, board: Points, *, by: User, reason: str) -> None:
    """``board``: what a board gives."""
    match = told.settings.points
    teams = {team.number: team for team in section.teams.filter(number__isnull=False)}
    TeamPenalty.objects.bulk_create(
        TeamPenalty(
            team=teams[one.team],
            round_number=one.round,
            match_points=one.match * THOUSAND // match.unit,
            board_points=one.board * THOUSAND // board.unit,
            pairing=one.pairing,
            by=by,
            reason=reason,
        )
        for one in told.penalties
    )


def write_rulings(section: Section, rulings: Iterable[Ruled], *, reason: str) -> None:
    """Pairs of teams that are fixed or forbidden."""
    teams = {team.number: team for team in section.teams.filter(number__isnull=False)}
    TeamPairRule.objects.bulk_create(
        TeamPairRule(
            section=section,
            kind=kind,
            round_number=number,
            until_round=until,
            first=teams[first],
            second=teams[second],
            reason=reason,
        )
        for kind, number, until, first, second in rulings
    )


def rulings_in(
    fixed: Iterable[FixedPair],
    forbidden: Iterable[tuple[int, int]],
    forbidden_once: Iterable[ForbiddenPair],
) -> list[Ruled]:
    """Of players or of teams, each once."""
    kinds = TeamPairRule.Kind
    rows: list[Ruled] = [(kinds.FIXED, f.round, f.until, f.first, f.second) for f in fixed]
    rows += [(kinds.FORBIDDEN, None, None, min(pair), max(pair)) for pair in forbidden]
    rows += [
        (kinds.FORBIDDEN, f.round, None, min(f.one, f.other), max(f.one, f.other)) for f in forbidden_once
    ]
    return list(dict.fromkeys(rows))
