"""Entries on line for programs: who has applied, and deciding it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.problems import Problem
from portal.api.schema import listed, read
from portal.published.documents import component, plain_value
from tournaments import models
from tournaments.acts.deleting import delete_application
from tournaments.acts.entering.applications import decide_applications, renew_application_link
from tournaments.api.access import StaffView, api_act_url
from tournaments.policy import Act

STATE = OpenApiParameter("state", enum=models.Application.State.values)


@component("Application")
@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationAnswer:
    application: Annotated[int, _("Identifies the application in URLs.")]
    state: models.Application.State
    turn: Annotated[int | None, _("Place in the order of confirmation; null before that.")]
    name: str
    federation: str
    late: bool
    entry: Annotated[int | None, _("The entry that it has become.")]
    confirmed: datetime | None
    note: Annotated[str, _("What the applicant is asked or told.")]
    particulars: Annotated[Mapping[str, Any], _("What the form asks about the player, by field.")]
    players: Annotated[
        Sequence[Mapping[str, Any]],
        _("Of a team, in the order of the boards: each with its name and what the form asks."),
    ]
    team: Annotated[int | None, _("The team that it has become.")]
    email: str
    phone: str
    guardian: Annotated[str, _("Who agrees for a player under age that name and results are published.")]
    answers: Annotated[Mapping[str, str], _("Answers to own questions, by question.")]


class Applications(StaffView):
    scopes = {"GET": "entries"}
    queries = {"GET": ("limit", "cursor", "state")}

    @listed("applications_list", _("Applications to enter a section"), ApplicationAnswer, STATE)
    def get(self, request: Request, **parts: Any) -> Response:
        """With addresses and answers: for those who enter players."""
        applications = self.access(Act.ENTER_PLAYER, parts).section.applications.all()
        if (state := request.query_params.get("state")) is not None:
            if state not in models.Application.State:
                raise Problem(400, "bad-query", name="state")
            applications = applications.filter(state=state)
        return self.page(applications, _application)


class OneApplication(StaffView):
    scopes = {"GET": "entries"}

    @read("applications_one", _("One application to enter a section"), ApplicationAnswer)
    def get(self, request: Request, **parts: Any) -> Response:
        return Response(plain_value(_application(self.access(Act.ENTER_PLAYER, parts).application)))


def _application(application: models.Application) -> ApplicationAnswer:
    return ApplicationAnswer(
        application=application.pk,
        state=models.Application.State(application.state),
        turn=application.turn,
        name=application.name,
        federation=application.federation_id,
        late=application.late,
        entry=application.entry_id,
        confirmed=application.confirmed_at,
        note=application.note,
        particulars=application.particulars,
        players=application.members,
        team=application.team_id,
        email=application.email,
        phone=application.phone,
        guardian=application.guardian,
        answers=application.answers,
    )


SECTION = [
    api_act_url(
        "applications/decide",
        decide_applications,
        "entries",
        "applications_decide",
        _("Decide about applications"),
        body="DecisionBody",
    ),
]
APPLICATION = [
    api_act_url("delete", delete_application, "entries", "applications_delete"),
    api_act_url("renew-link", renew_application_link, "entries", "applications_renew_link"),
]
