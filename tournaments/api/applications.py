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
from portal.published.documents import plain
from tournaments import models
from tournaments.acts.deciding import decide_applications
from tournaments.api.access import StaffView, acting
from tournaments.policy import Act

STATE = OpenApiParameter("state", enum=models.Application.State.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
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

    @listed("applications_list", _("Applications to enter a section"), Application, STATE)
    def get(self, request: Request, **parts: Any) -> Response:
        """With addresses and answers: for those who enter players."""
        found = self.access(Act.ENTER_PLAYER, parts).section.applications.all()
        if (state := request.query_params.get("state")) is not None:
            if state not in models.Application.State:
                raise Problem(400, "bad-query", name="state")
            found = found.filter(state=state)
        return self.page(found, _application)


class OneApplication(StaffView):
    scopes = {"GET": "entries"}

    @read("applications_one", _("One application to enter a section"), Application)
    def get(self, request: Request, **parts: Any) -> Response:
        return Response(plain(_application(self.access(Act.ENTER_PLAYER, parts).application)))


def _application(one: models.Application) -> Application:
    return Application(
        application=one.pk,
        state=models.Application.State(one.state),
        turn=one.turn,
        name=one.name,
        federation=one.federation_id,
        late=one.late,
        entry=one.entry_id,
        confirmed=one.confirmed_at,
        note=one.note,
        particulars=one.particulars,
        players=one.members,
        team=one.team_id,
        email=one.email,
        phone=one.phone,
        guardian=one.guardian,
        answers=one.answers,
    )


SECTION = [
    acting(
        "applications/decide",
        decide_applications,
        "entries",
        "applications_decide",
        _("Decide about applications"),
        body="DecisionBody",
    ),
]
