"""Entries: the list, and what the desk does with them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import body_of
from portal.api.problems import Problem
from portal.api.schema import listed, read
from portal.published.documents import extended, plain
from tournaments.acts.attendance import (
    Attendance,
    OfAbsence,
    Reinstated,
    Withdrawn,
    check_in,
    reinstate,
    set_absence,
    withdraw,
)
from tournaments.acts.players import Entered, enter_player
from tournaments.api import answers
from tournaments.api.access import StaffView, doing
from tournaments.models import Entry, Membership, Role
from tournaments.policy import Act
from tournaments.queries.entries import found_entries
from tournaments.queries.public import person

ReasonBody = body_of("ReasonBody", withdraw)
STATUS = OpenApiParameter("status", enum=Entry.Status.values)
FEDERATION = OpenApiParameter("federation")
WORDS = OpenApiParameter("q", description=_("Matches name, number or federation."))


class Me(StaffView):
    scopes = {"GET": "read"}

    @read("me_read", _("Whose token this is, and what it allows"), answers.Me)
    def get(self, request: Request) -> Response:
        token = self.token
        held = Membership.objects.filter(user=self.user).order_by("event__slug", "role")
        roles = [answers.Role(event, Role(role)) for event, role in held.values_list("event__slug", "role")]
        return Response(plain(answers.Me(self.user.username, token.scopes, token.expires_at, roles)))


class Entries(StaffView):
    scopes = {"GET": "read", "POST": "entries"}
    queries = {"GET": ("limit", "cursor", "status", "federation", "q")}

    @listed("entries_list", _("Entries of a section"), answers.Entry, STATUS, FEDERATION, WORDS)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        asked = request.query_params
        found = found_entries(access.section, asked.get("q", ""))
        return self.page(_filtered(found, asked), _entry)

    post = doing(enter_player, "EntryBody", Entered, "entries_add", _("Enter a player"), status=201)


def _filtered(found: QuerySet[Entry], asked: Any) -> QuerySet[Entry]:
    if "status" in asked:
        if asked["status"] not in Entry.Status.values:
            raise Problem(400, "bad-query", name="status")
        found = found.filter(status=asked["status"])
    if "federation" in asked:
        found = found.filter(player__federation_id=asked["federation"])
    return found


def _entry(entry: Entry) -> answers.Entry:
    return extended(
        answers.Entry,
        person(entry),
        entry=entry.pk,
        title=entry.player.title,
        grade=entry.player.grade,
        declared_grade=entry.player.declared_grade,
        given_name=entry.player.given_name,
        egf_pin=entry.player.egf_pin,
        ffg_licence=entry.player.ffg_licence,
        aga_id=entry.player.aga_id,
        club=entry.player.club,
        native_club=entry.player.native_club,
        province=entry.player.province,
        native_province=entry.player.native_province,
        team=entry.team.name if entry.team else None,
        group=entry.group,
        rating=entry.rating,
        status=Entry.Status(entry.status),
        withdrawn_after=entry.withdrawn_after,
        absences=[absence.round_number for absence in entry.absences.all()],
    )


class CheckIn(StaffView):
    scopes = {"POST": "entries"}
    post = doing(
        check_in,
        "CheckInBody",
        Attendance,
        "entries_check_in",
        _("Check a player in or out"),
    )


class Absences(StaffView):
    scopes = {"POST": "entries"}
    post = doing(
        set_absence,
        "AbsenceBody",
        OfAbsence,
        "entries_absence",
        _("Mark or clear an absence"),
    )


class Withdraw(StaffView):
    scopes = {"POST": "entries"}
    post = doing(withdraw, ReasonBody, Withdrawn, "entries_withdraw", _("Withdraw a player"))


class Reinstate(StaffView):
    scopes = {"POST": "entries"}
    post = doing(reinstate, ReasonBody, Reinstated, "entries_reinstate", _("Reinstate a player"))
