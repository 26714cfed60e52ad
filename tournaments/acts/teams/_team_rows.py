"""Write the rows of a section of team matches from a file, beside those of `_section_rows`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from portal.accounts.models import User
from tournaments.models import Match, Round, Section, Team, TeamAbsence, TeamPairRule, TeamPenalty
from tournaments.queries.teams.team_matches import THOUSAND
from tournaments.state.deciding import as_rows
from tournaments.state.points import Points
from tournaments.state.team_section import LineUps, TeamSection
from tournaments.state.tournament import FixedPair, ForbiddenPair

# A match, and which of its boards, counted from 1.
BoardKey = tuple[Match, int]
# Kind, first and last round, and the two numbers of a ruling.
Ruled = tuple[str, int | None, int | None, int, int]


def write_teams(section: Section, team_section: TeamSection) -> dict[str, Team]:
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
        for team in team_section.teams
    ]
    Team.objects.bulk_create(teams)
    TeamAbsence.objects.bulk_create(
        TeamAbsence(team=team, round_number=number, kind=kind)
        for team, source in zip(teams, team_section.teams, strict=True)
        for number, kind in source.absences.items()
    )
    return {team.name: team for team in teams}


def write_imported_matches(
    section: Section, team_section: TeamSection, rounds: Mapping[int, Round]
) -> dict[tuple[int, int], BoardKey]:
    """The matches and who has none; by round and number of a player, the board."""
    teams = {team.number: team for team in section.teams.filter(number__isnull=False)}
    matches = [
        Match(
            round=rounds[match_state.round],
            table=match_state.table,
            first=teams[match_state.first],
            second=teams[match_state.second],
            lost_by=match_state.lost_by,
            decided_for=match_state.decided_for,
            decided_by=match_state.decided_by,
            steps=as_rows(match_state.steps),
            colours=match_state.colours,
            starts_at=match_state.starts_at,
            first_line_up=_players(match_state.line_ups, 0),
            second_line_up=_players(match_state.line_ups, 1),
        )
        for match_state in team_section.matches
    ]
    alone = [Match(round=rounds[bye.round], first=teams[bye.team]) for bye in team_section.byes]
    Match.objects.bulk_create([*matches, *alone], batch_size=500)
    return {
        (match_state.round, player): (match, board)
        for match, match_state in zip(matches, team_section.matches, strict=True)
        for players in match_state.line_ups or ()
        for board, player in enumerate(players, 1)
        if player is not None
    }


def _players(line_ups: LineUps | None, side: int) -> list[int | None] | None:
    return None if line_ups is None else list(line_ups[side])


def write_penalties(
    section: Section, team_section: TeamSection, board: Points, *, by: User, reason: str
) -> None:
    """``board``: what a board gives."""
    match = team_section.settings.points
    teams = {team.number: team for team in section.teams.filter(number__isnull=False)}
    TeamPenalty.objects.bulk_create(
        TeamPenalty(
            team=teams[penalty.team],
            round_number=penalty.round,
            match_points=penalty.match * THOUSAND // match.unit,
            board_points=penalty.board * THOUSAND // board.unit,
            pairing=penalty.pairing,
            by=by,
            reason=reason,
        )
        for penalty in team_section.penalties
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
