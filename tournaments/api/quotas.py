"""Let programs set quotas, and enter the players or teams of an organisation under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Body, body_of
from portal.api.schema import listed
from portal.published.documents import component
from tournaments import models
from tournaments.acts.entering.applications import withdraw_application
from tournaments.acts.entering.delegates import name_delegate, remove_delegate
from tournaments.acts.entering.quota_entries import enter_one_under_quota
from tournaments.acts.entering.quotas import issue_quota_links, remove_quota, revoke_quota_link, set_quotas
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.teams.quota_teams import change_team_under_quota, enter_team_under_quota
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.policy import Act
from tournaments.queries.entering.quotas import players_of_team, room_of
from tournaments.state.team_settings import MOST_BOARDS, MOST_RESERVES

APART = ("group", "team", "categories")
OwnPlayerBody = body_of("OwnPlayerBody", enter_one_under_quota, apart=APART)
TeamPlayerBody = body_of("TeamPlayerBody", enter_one_under_quota, apart=("federation", *APART))


class WithPlayers(Body):
    players = TeamPlayerBody(  # type: ignore[call-arg]  # those of a list
        many=True,
        max_length=MOST_BOARDS + MOST_RESERVES,
        help_text=_("In the order of the boards, reserves last."),
    )

    def arguments(self) -> dict[str, Any]:
        """The federation is the team's."""
        values = super().arguments()
        return values | {"players": [PersonInput(federation="", **player) for player in values["players"]]}


OwnTeamBody = body_of("OwnTeamBody", enter_team_under_quota, base=WithPlayers)
ChangedTeamBody = body_of("ChangedTeamBody", change_team_under_quota, base=WithPlayers)


@component("Quota")
@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaAnswer:
    quota: Annotated[int, _("Identifies the quota in URLs.")]
    federation: str | None
    organisation: Annotated[str | None, _("URL name of an organisation.")]
    places: Annotated[int, _("Players; where teams meet teams, teams.")]
    used: Annotated[int, _("Places taken.")]
    left: Annotated[int, _("How many may be entered still; who is entered beyond is a reserve.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlayer:
    application: Annotated[int, _("Identifies the application in URLs.")]
    state: Annotated[models.Application.State, _("Who waits is a reserve.")]
    turn: Annotated[int | None, _("Place in the order of confirmation.")]
    name: str
    federation: str
    late: bool
    entry: Annotated[int | None, _("The entry that it has become.")]
    note: Annotated[str, _("What the office is asked or told.")]
    members: Annotated[Sequence[str], _("The players of a team, in the order of the boards.")]


class Quotas(StaffView):
    scopes = {"GET": "entries", "POST": "entries"}
    queries = {"GET": ("limit", "cursor")}

    @listed("quotas_list", _("Quotas of a section"), QuotaAnswer)
    def get(self, request: Request, **parts: Any) -> Response:
        section = self.access(Act.ENTER_PLAYER, parts).section
        room = room_of(section)

        def quota_answer(quota: models.Quota) -> QuotaAnswer:
            return QuotaAnswer(
                quota=quota.pk,
                federation=quota.federation_id,
                organisation=quota.organisation.slug if quota.organisation else None,
                places=quota.places,
                used=room.used.get(quota.pk, 0),
                left=room.free(quota.pk) or 0,
            )

        return self.page(section.quotas.select_related("organisation"), quota_answer)

    post = api_operation(set_quotas, "quotas_set", _("Set quotas"))


class OwnPlayers(StaffView):
    scopes = {"GET": "entries", "POST": "entries"}
    queries = {"GET": ("limit", "cursor")}

    @listed("quotas_players", _("Players whom one's own office has entered"), OwnPlayer)
    def get(self, request: Request, **parts: Any) -> Response:
        applications = self.access(Act.ENTER_OWN, parts).quota.applications
        return self.page(applications.select_related("team"), _player)

    post = api_operation(
        enter_one_under_quota,
        "quotas_enter",
        _("Enter a player of one's own federation or organisation"),
        body=OwnPlayerBody,
        status=201,
    )


class OwnTeams(StaffView):
    scopes = {"POST": "entries"}
    post = api_operation(
        enter_team_under_quota,
        "quotas_enter_team",
        _("Enter a team of one's own federation or organisation"),
        body=OwnTeamBody,
        status=201,
    )


class OneOwnTeam(StaffView):
    scopes = {"POST": "entries"}
    post = api_operation(
        change_team_under_quota,
        "quotas_change_team",
        _("Change a team of one's own federation or organisation"),
        body=ChangedTeamBody,
    )


class WithdrawOwn(StaffView):
    scopes = {"POST": "entries"}
    post = api_operation(
        withdraw_application,
        "quotas_withdraw",
        _("Withdraw a player of one's own federation or organisation"),
    )


def _player(application: models.Application) -> OwnPlayer:
    return OwnPlayer(
        application=application.pk,
        state=models.Application.State(application.state),
        turn=application.turn,
        name=application.name,
        federation=application.federation_id,
        late=application.late,
        entry=application.entry_id,
        note=application.note,
        members=[member["name"] for member in players_of_team(application)],
    )


QUOTA = [
    api_act_url(
        "delegation/name", name_delegate, "entries", "quotas_delegate", body="DelegateBody", status=201
    ),
    api_act_url("delegation/remove", remove_delegate, "entries", "quotas_delegate_remove"),
]
SECTION = [
    api_act_url("quotas/remove", remove_quota, "entries", "quotas_remove"),
    api_act_url("quotas/links/issue", issue_quota_links, "entries", "quotas_links"),
    api_act_url("quotas/links/revoke", revoke_quota_link, "entries", "quotas_links_revoke"),
]
