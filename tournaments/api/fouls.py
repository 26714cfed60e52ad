"""The foul register."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import body_of
from portal.api.problems import Problem
from portal.api.schema import listed
from tournaments.acts.refereeing.fouls import confirm_foul, log_foul, note_table, withdraw_foul
from tournaments.acts.refereeing.recorded_misses import replace_misses
from tournaments.api import answers
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.models import Foul
from tournaments.policy import Act
from tournaments.wording.grounds import stored_reason_text

ConfirmBody = body_of("ConfirmBody", confirm_foul)
STATUS = OpenApiParameter("status", enum=Foul.Status.values)


class Fouls(StaffView):
    scopes = {"GET": "read", "POST": "fouls"}
    queries = {"GET": ("limit", "cursor", "status")}

    @listed("fouls_list", _("Fouls of a round in their current state"), answers.FoulAnswer, STATUS)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        fouls = Foul.objects.filter(pairing__round=access.round, superseded_by__isnull=True)
        if "status" in request.query_params:
            if request.query_params["status"] not in Foul.Status.values:
                raise Problem(400, "bad-query", name="status")
            fouls = fouls.filter(status=request.query_params["status"])
        return self.page(fouls.select_related("pairing", "entry"), _foul)

    post = api_operation(log_foul, "fouls_log", _("Log a foul"), body="FoulBody", status=201)


def _foul(foul: Foul) -> answers.FoulAnswer:
    return answers.FoulAnswer(
        foul=foul.pk,
        table=foul.pairing.table or 0,
        game=foul.game,
        player=foul.entry.number or 0,
        kind=Foul.Kind(foul.kind),
        offence=foul.offence,
        article=foul.article,
        ply=foul.ply,
        penalty=foul.penalty,
        status=Foul.Status(foul.status),
        reason=stored_reason_text(foul.reason),
        at=foul.at,
    )


ROUND = [
    api_act_url(
        "fouls/<int:foul>/confirm",
        confirm_foul,
        "fouls",
        "fouls_confirm",
        _("Confirm a foul"),
        body=ConfirmBody,
    ),
    api_act_url("fouls/<int:foul>/withdraw", withdraw_foul, "fouls", "fouls_withdraw", _("Withdraw a foul")),
    api_act_url("fouls/missed", replace_misses, "fouls", "fouls_replace"),
    api_act_url("notes", note_table, "fouls", "fouls_note"),
]
