"""Entries: the list, and what the desk does with them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.described import done, listed, read
from portal.api.problems import Problem
from tournaments.acts.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.entering import Person
from tournaments.acts.players import enter_player
from tournaments.api import answers, bodies
from tournaments.api.access import StaffView
from tournaments.models import Entry, Membership
from tournaments.policy import Act
from tournaments.queries.entries import found_entries

STATUS = OpenApiParameter("status", enum=Entry.Status.values)
FEDERATION = OpenApiParameter("federation")
WORDS = OpenApiParameter("q", description=_("Matches name, number or federation."))


class Me(StaffView):
    scopes = {"GET": "read"}

    @read("me_read", _("Whose token this is, and what it allows"), answers.MeShape)
    def get(self, request: Request) -> Response:
        token = self.token
        held = Membership.objects.filter(user=self.user).order_by("event__slug", "role")
        return Response(
            {
                "user": self.user.username,
                "scopes": token.scopes,
                "expires": token.expires_at,
                "roles": [
                    {"event": event, "role": role} for event, role in held.values_list("event__slug", "role")
                ],
            }
        )


class Entries(StaffView):
    scopes = {"GET": "read", "POST": "entries"}
    queries = {"GET": ("limit", "cursor", "status", "federation", "q")}

    @listed("entries_list", _("Entries of a section"), answers.EntryShape, STATUS, FEDERATION, WORDS)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.section(parts, Act.SEE_DESK)
        asked = request.query_params
        found = found_entries(access.section, asked.get("q", ""))
        return self.page(_filtered(found, asked), _entry)

    @done("entries_add", _("Enter a player"), bodies.EntryBody, answers.EnteredShape, status=201)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.section(parts, Act.ENTER_PLAYER)
        values = self.body(bodies.EntryBody)
        another = values.pop("another")
        person = Person(**{**values, "categories": tuple(values["categories"])})
        answer = enter_player(
            section=access.section, person=person, another=another, by=self.user, once=self.once
        )
        return Response(answer, status=201)


def _filtered(found: QuerySet[Entry], asked: Any) -> QuerySet[Entry]:
    if "status" in asked:
        if asked["status"] not in Entry.Status.values:
            raise Problem(400, "bad-query", name="status")
        found = found.filter(status=asked["status"])
    if "federation" in asked:
        found = found.filter(player__federation_id=asked["federation"])
    return found


def _entry(entry: Entry) -> dict[str, Any]:
    player = entry.player
    return {
        "entry": entry.pk,
        "number": entry.number,
        "name": player.name,
        "native_name": player.native_name,
        "federation": player.federation_id,
        "club": player.club,
        "team": entry.team.name if entry.team else None,
        "group": entry.group,
        "rating": entry.rating,
        "status": entry.status,
        "withdrawn_after": entry.withdrawn_after,
        "absences": [absence.round_number for absence in entry.absences.all()],
    }


class CheckIn(StaffView):
    scopes = {"POST": "entries"}

    @done(
        "entries_check_in",
        _("Check a player in or out"),
        bodies.CheckInBody,
        answers.EntryStandingShape,
    )
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.entry(parts, Act.CHECK_IN)
        values = self.body(bodies.CheckInBody)
        return Response(check_in(entry=access.entry, by=self.user, once=self.once, **values))


class Absences(StaffView):
    scopes = {"POST": "entries"}

    @done(
        "entries_absence",
        _("Mark or clear an absence"),
        bodies.AbsenceBody,
        answers.AbsenceShape,
    )
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.entry(parts, Act.SET_ABSENCE)
        values = self.body(bodies.AbsenceBody)
        number = values.pop("round")
        return Response(
            set_absence(entry=access.entry, round_number=number, by=self.user, once=self.once, **values)
        )


class Withdraw(StaffView):
    scopes = {"POST": "entries"}

    @done("entries_withdraw", _("Withdraw a player"), bodies.ReasonBody, answers.WithdrawnShape)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.entry(parts, Act.WITHDRAW)
        values = self.body(bodies.ReasonBody)
        return Response(withdraw(entry=access.entry, by=self.user, once=self.once, **values))


class Reinstate(StaffView):
    scopes = {"POST": "entries"}

    @done("entries_reinstate", _("Reinstate a player"), bodies.ReasonBody, answers.ReinstatedShape)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.entry(parts, Act.REINSTATE)
        values = self.body(bodies.ReasonBody)
        return Response(reinstate(entry=access.entry, by=self.user, once=self.once, **values))
