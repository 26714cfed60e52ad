"""Quotas for programs: the organisers' set them, those of a federation or another organisation enter its own
players, or its teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Body, body_of
from portal.api.schema import listed
from tournaments import models
from tournaments.acts.applications import withdraw_application
from tournaments.acts.entering import Person
from tournaments.acts.quota_entries import enter_one_under_quota
from tournaments.acts.quota_teams import change_team_under_quota, enter_team_under_quota
from tournaments.acts.quotas import set_quotas
from tournaments.api.access import StaffView, doing
from tournaments.policy import Act
from tournaments.queries.quotas import players_of_team, room_of
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
        return values | {"players": [Person(federation="", **one) for one in values["players"]]}


OwnTeamBody = body_of("OwnTeamBody", enter_team_under_quota, base=WithPlayers)
ChangedTeamBody = body_of("ChangedTeamBody", change_team_under_quota, base=WithPlayers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
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

    @listed("quotas_list", _("Quotas of a section"), Quota)
    def get(self, request: Request, **parts: Any) -> Response:
        section = self.access(Act.ENTER_PLAYER, parts).section
        room = room_of(section)

        def shown(one: models.Quota) -> Quota:
            return Quota(
                quota=one.pk,
                federation=one.federation_id,
                organisation=one.organisation.slug if one.organisation else None,
                places=one.places,
                used=room.used.get(one.pk, 0),
                left=room.free(one.pk) or 0,
            )

        return self.page(section.quotas.select_related("organisation"), shown)

    post = doing(set_quotas, "quotas_set", _("Set quotas"))


class OwnPlayers(StaffView):
    scopes = {"GET": "entries", "POST": "entries"}
    queries = {"GET": ("limit", "cursor")}

    @listed("quotas_players", _("Players whom one's own office has entered"), OwnPlayer)
    def get(self, request: Request, **parts: Any) -> Response:
        own = self.access(Act.ENTER_OWN, parts).quota.applications
        return self.page(own.select_related("team"), _player)

    post = doing(
        enter_one_under_quota,
        "quotas_enter",
        _("Enter a player of one's own federation or organisation"),
        body=OwnPlayerBody,
        status=201,
    )


class OwnTeams(StaffView):
    scopes = {"POST": "entries"}
    post = doing(
        enter_team_under_quota,
        "quotas_enter_team",
        _("Enter a team of one's own federation or organisation"),
        body=OwnTeamBody,
        status=201,
    )


class OneOwnTeam(StaffView):
    scopes = {"POST": "entries"}
    post = doing(
        change_team_under_quota,
        "quotas_change_team",
        _("Change a team of one's own federation or organisation"),
        body=ChangedTeamBody,
    )


class WithdrawOwn(StaffView):
    scopes = {"POST": "entries"}
    post = doing(
        withdraw_application,
        "quotas_withdraw",
        _("Withdraw a player of one's own federation or organisation"),
    )


def _player(one: models.Application) -> OwnPlayer:
    return OwnPlayer(
        application=one.pk,
        state=models.Application.State(one.state),
        turn=one.turn,
        name=one.name,
        federation=one.federation_id,
        late=one.late,
        entry=one.entry_id,
        note=one.note,
        members=[member["name"] for member in players_of_team(one)],
    )
