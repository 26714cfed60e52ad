"""Teams that meet teams: who they are, how their matches stand, and what the desk does with them."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import AwareDateTime, Body, Number
from portal.api.schema import listed
from tournaments.acts.teams.captains import issue_captain_links, name_captain, revoke_captain_link
from tournaments.acts.teams.decider_boards import play_decider
from tournaments.acts.teams.line_ups import give_line_up, reveal_line_ups, set_roster
from tournaments.acts.teams.match_starts import move_match
from tournaments.acts.teams.team_absences import set_team_absence
from tournaments.acts.teams.team_forfeits import forfeit_boards, lift_forfeit
from tournaments.acts.teams.team_matches import (
    decide_match,
    forfeit_match,
    penalise_team,
    reinstate_team,
    withdraw_decision,
    withdraw_team,
)
from tournaments.acts.teams.teams import add_team, describe_team, place_in_teams, rank_teams, remove_team
from tournaments.api import answers
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.models import Entry, Match, Pairing, Round, Section, Team
from tournaments.policy import Act
from tournaments.queries.seats import with_seats
from tournaments.queries.teams.team_matches import (
    MatchScore,
    boards_by_match,
    lost_by,
    match_state,
    roster_order,
    score_of,
    winner_of,
)
from tournaments.state.team_matches import TeamMatch


class Rosters(StaffView):
    scopes = {"GET": "read", "POST": "entries"}
    queries = {"GET": ("limit", "cursor")}

    @listed("teams_list", _("Teams that meet teams, with their rosters"), answers.ListedTeam)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        if not access.section.of_teams:
            raise Http404
        members = Prefetch("entries", roster_order(Entry.objects.all()))
        return self.page(
            access.section.teams.prefetch_related("absences", members), _team, ordering=("name",)
        )

    post = api_operation(
        set_roster, "teams_roster", _("Put a team's members in the order of the boards"), body="RosterBody"
    )


def _team(team: Team) -> answers.ListedTeam:
    return answers.ListedTeam(
        team=team.pk,
        number=team.number,
        name=team.name,
        native_name=team.native_name,
        short_name=team.short_name,
        captain_name=team.captain_name,
        strength=team.strength,
        federation=team.federation_id or "",
        withdrawn_after=team.withdrawn_after,
        last_rank=team.last_rank,
        absences=[absence.round_number for absence in team.absences.all()],
        members=[entry.pk for entry in team.entries.all()],
    )


class Matches(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor")}

    @listed("matches_list", _("Matches of teams with their boards"), answers.TeamMatchAnswer)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        round_: Round = access.round
        if not round_.section.of_teams or not round_.is_public:
            raise Http404
        boards = Prefetch("boards", with_seats(Pairing.objects.order_by("board")))
        matches = round_.matches.filter(table__isnull=False).select_related("first", "second", "round")
        matches = matches.prefetch_related(boards)
        return self.page(matches, lambda match: _match(round_.section, match), ordering=("table",))


def _match(section: Section, match: Match) -> answers.TeamMatchAnswer:
    """Without players while its line-ups are secret. ``match``: with its loaded ``boards``."""
    boards = boards_by_match(match.boards.all()).get(match.pk, {})
    state = match_state(section, match, boards)
    score = score_of(section, state)
    return answers.TeamMatchAnswer(
        match=match.table or 0,
        first=match.first_id,
        second=match.second_id or 0,
        first_points=score.first,
        second_points=score.second,
        winner=winner_of(section, state),
        lost_by=lost_by(section, state),
        revealed=match.is_seated,
        starts=match.starts_at,
        boards=_boards(state, score, {number: pairing.table for number, pairing in boards.items()}),
    )


def _boards(state: TeamMatch, score: MatchScore, tables: dict[int, int | None]) -> list[answers.BoardAnswer]:
    return [
        answers.BoardAnswer(
            board=number,
            table=tables.get(number),
            first=board.players[0],
            second=board.players[1],
            value=None if board.result is None else str(board.result),
            points=[points_of_board for points_of_board in score.by_board[number - 1] if points_of_board],
            forfeit=board.forfeit,
        )
        for number, board in enumerate(state.boards, 1)
    ]


class TeamRankBody(Body):
    team = Number(min_value=1)
    rank = Number(allow_null=True, help_text=_("At the last event; null for none."))

    def arguments(self) -> dict[str, Any]:
        """One rank, as the act takes several."""
        return {"ranks": {self.validated_data["team"]: self.validated_data["rank"]}}


class MoveMatchBody(Body):
    match = Number(min_value=1, help_text=_("Number of the match."))
    starts = AwareDateTime(allow_null=True, help_text=_("With a time zone; null: with its round."))


SECTION = [
    api_act_url("teams/add", add_team, "entries", "teams_add", status=201),
    api_act_url("teams/remove", remove_team, "entries", "teams_remove"),
    api_act_url("teams/place", place_in_teams, "entries", "teams_place"),
    api_act_url("teams/links/issue", issue_captain_links, "entries", "teams_links"),
    api_act_url("teams/links/revoke", revoke_captain_link, "entries", "teams_links_revoke"),
    api_act_url("teams/captain", name_captain, "entries", "teams_captain"),
    api_act_url(
        "teams/absences",
        set_team_absence,
        "entries",
        "teams_absence",
        _("Say that a team does not play a round, or that it does"),
        body="TeamAbsenceBody",
    ),
    api_act_url(
        "teams/ranks",
        rank_teams,
        "entries",
        "teams_ranks",
        _("Set a team's rank at the last event"),
        body=TeamRankBody,
    ),
    api_act_url(
        "teams/details",
        describe_team,
        "entries",
        "teams_details",
        _("Say more of a team"),
        body="TeamDetailsBody",
    ),
    api_act_url("teams/withdraw", withdraw_team, "entries", "teams_withdraw", _("Withdraw a team")),
    api_act_url("teams/reinstate", reinstate_team, "entries", "teams_reinstate", _("Have a team play again")),
    api_act_url(
        "teams/penalties",
        penalise_team,
        "results",
        "teams_penalty",
        _("Take points from a team, or give some"),
        body="PenaltyBody",
    ),
]


ROUND = [
    api_act_url(
        "line-ups",
        give_line_up,
        "rounds",
        "matches_line_up",
        _("Say who sits at the boards of a match for a team"),
        body="LineUpBody",
    ),
    api_act_url(
        "line-ups/reveal",
        reveal_line_ups,
        "rounds",
        "matches_reveal",
        _("Reveal the line-ups of a round now"),
        body="RevealBody",
    ),
    api_act_url(
        "matches/start",
        move_match,
        "rounds",
        "matches_start",
        _("Set the start of a match of teams"),
        body=MoveMatchBody,
    ),
    api_act_url(
        "matches/forfeit", forfeit_match, "results", "matches_forfeit", _("Forfeit a match of teams")
    ),
    api_act_url(
        "matches/decide",
        decide_match,
        "results",
        "matches_decide",
        _("Say who goes on from a level match of teams"),
    ),
    api_act_url(
        "matches/decider-boards",
        play_decider,
        "results",
        "matches_decider_boards",
        _("Name the players of a step of decider boards, and enter its results"),
    ),
    api_act_url(
        "matches/forfeit/boards",
        forfeit_boards,
        "results",
        "matches_forfeit_boards",
        _("Forfeit boards of a match of teams"),
    ),
    api_act_url(
        "matches/forfeit/lift",
        lift_forfeit,
        "results",
        "matches_lift_forfeit",
        _("Have a forfeited match of teams played after all"),
    ),
    api_act_url(
        "matches/decide/withdraw",
        withdraw_decision,
        "results",
        "matches_withdraw_decision",
        _("Withdraw who goes on from a level match of teams"),
    ),
]
