"""Entries: the list, and what the desk does with them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Changes, body_of
from portal.api.idempotency import once_of
from portal.api.problems import Problem
from portal.api.schema import done, listed, read
from portal.published.documents import extended, plain_value
from tournaments.acts.change_section import correct_start, set_fixed_table
from tournaments.acts.deleting import delete_entry
from tournaments.acts.entering.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.entering.import_players import dismiss_doubts
from tournaments.acts.entering.open_to import overrule_condition
from tournaments.acts.entering.players import (
    PlayerCorrected,
    correct_player,
    enter_player,
    issue_links,
    revoke_link,
)
from tournaments.acts.register.grades import set_grades_by_rating
from tournaments.acts.register.person_input import PersonInput
from tournaments.api import answers
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.forms.entering.entries import PlayerForm
from tournaments.models import Entry, Membership, Role
from tournaments.policy import Act
from tournaments.queries.entering.entries import found_entries
from tournaments.queries.public.public import person
from tournaments.requests.act_urls import perform

ReasonBody = body_of("ReasonBody", withdraw)
PlayerBody = body_of("PlayerBody", correct_player, apart=("group", "team", "categories"), base=Changes)
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
        return Response(plain_value(answers.Me(self.user.username, token.scopes, token.expires_at, roles)))


class Entries(StaffView):
    scopes = {"GET": "read", "POST": "entries"}
    queries = {"GET": ("limit", "cursor", "status", "federation", "q")}

    @listed("entries_list", _("Entries of a section"), answers.EntryAnswer, STATUS, FEDERATION, WORDS)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        query = request.query_params
        entries = found_entries(access.section, query.get("q", ""))
        return self.page(_filtered(entries, query), _entry)

    post = api_operation(enter_player, "entries_add", _("Enter a player"), body="EntryBody", status=201)


def _filtered(entries: QuerySet[Entry], query: Any) -> QuerySet[Entry]:
    if "status" in query:
        if query["status"] not in Entry.Status.values:
            raise Problem(400, "bad-query", name="status")
        entries = entries.filter(status=query["status"])
    if "federation" in query:
        entries = entries.filter(player__federation_id=query["federation"])
    return entries


def _entry(entry: Entry) -> answers.EntryAnswer:
    return extended(
        answers.EntryAnswer,
        person(entry),
        entry=entry.pk,
        title=entry.player.title,
        grade=entry.player.grade,
        declared_grade=entry.player.declared_grade,
        given_name=entry.player.given_name,
        egf_pin=entry.player.egf_pin,
        ffg_licence=entry.player.ffg_licence,
        aga_id=entry.player.aga_id,
        wxf_id=entry.player.wxf_id,
        axf_id=entry.player.axf_id,
        fide_id=entry.player.fide_id,
        national_id=entry.player.national_id,
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


class Correct(StaffView):
    scopes = {"POST": "entries"}

    @done("entries_correct", _("Correct a player's details"), PlayerBody, PlayerCorrected)
    def post(self, request: Request, **place: Any) -> Response:
        """What is left out stays as it is."""
        access = self.access(correct_player.right, place)
        seen = PlayerForm.about(access.entry)
        stands = {name: value for name, value in seen.items() if name != "player_rating"}
        values = {"person": PersonInput(**stands | self.body(PlayerBody)), "seen": seen}
        return Response(perform(correct_player, access, place, values, once_of(request, self.user)))


SECTION = [
    api_act_url("links/issue", issue_links, "entries", "entries_links"),
]
ENTRY = [
    api_act_url("delete", delete_entry, "entries", "entries_delete"),
    api_act_url("revoke-link", revoke_link, "entries", "entries_revoke_link"),
    api_act_url("fixed-table", set_fixed_table, "entries", "entries_fixed_table"),
    api_act_url("mcmahon", correct_start, "entries", "entries_mcmahon"),
    api_act_url("dismiss-doubts", dismiss_doubts, "entries", "entries_dismiss_doubts"),
    api_act_url("overrule", overrule_condition, "entries", "entries_overrule"),
    api_act_url("check-in", check_in, "entries", "entries_check_in", _("Check a player in or out")),
    api_act_url(
        "absences",
        set_absence,
        "entries",
        "entries_absence",
        _("Mark or clear an absence"),
        body="AbsenceBody",
    ),
    api_act_url("withdraw", withdraw, "entries", "entries_withdraw", _("Withdraw a player"), body=ReasonBody),
    api_act_url(
        "reinstate", reinstate, "entries", "entries_reinstate", _("Reinstate a player"), body=ReasonBody
    ),
    api_act_url(
        "grade",
        set_grades_by_rating,
        "entries",
        "entries_grade",
        _("Set a player's grade by the rating"),
        body="GradeBody",
    ),
]
