"""The foul register."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.described import done, listed
from portal.api.problems import Problem
from tournaments.acts.fouls import confirm_foul, log_foul, withdraw_foul
from tournaments.api import answers, bodies
from tournaments.api.access import StaffView
from tournaments.models import Foul
from tournaments.policy import Act
from tournaments.requests.access import RoundAccess
from tournaments.wording.grounds import reason_text

STATUS = OpenApiParameter("status", enum=Foul.Status.values)


class Fouls(StaffView):
    scopes = {"GET": "read", "POST": "fouls"}
    queries = {"GET": ("limit", "cursor", "status")}

    @listed("fouls_list", _("Fouls of a round in their current state"), answers.FoulShape, STATUS)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.round(parts, Act.SEE_DESK)
        found = Foul.objects.filter(pairing__round=access.round, superseded_by__isnull=True)
        if "status" in request.query_params:
            if request.query_params["status"] not in Foul.Status.values:
                raise Problem(400, "bad-query", name="status")
            found = found.filter(status=request.query_params["status"])
        return self.page(found.select_related("pairing", "entry"), _foul)

    @done("fouls_log", _("Log a foul"), bodies.FoulBody, answers.FoulAnswerShape, status=201)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.round(parts, Act.LOG_FOUL)
        values = self.body(bodies.FoulBody)
        return Response(log_foul(round_=access.round, by=self.user, once=self.once, **values), status=201)


def _foul(foul: Foul) -> dict[str, Any]:
    return {
        "foul": foul.pk,
        "table": foul.pairing.table,
        "game": foul.game,
        "player": foul.entry.number,
        "kind": foul.kind,
        "offence": foul.offence,
        "article": foul.article,
        "ply": foul.ply,
        "penalty": foul.penalty,
        "status": foul.status,
        "reason": reason_text(foul.reason),
        "at": foul.at,
    }


def _one(access: RoundAccess, key: int) -> Foul:
    found = Foul.objects.filter(pk=key, pairing__round=access.round).first()
    if found is None:
        raise Http404
    found.pairing.round = access.round
    return found


class ConfirmFoul(StaffView):
    scopes = {"POST": "fouls"}

    @done("fouls_confirm", _("Confirm a foul"), bodies.ConfirmBody, answers.FoulAnswerShape)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.round(parts, Act.CONFIRM_FOUL)
        values = self.body(bodies.ConfirmBody)
        foul = _one(access, parts["foul"])
        return Response(confirm_foul(foul=foul, by=self.user, once=self.once, **values))


class WithdrawFoul(StaffView):
    scopes = {"POST": "fouls"}

    @done("fouls_withdraw", _("Withdraw a foul"), bodies.WithdrawFoulBody, answers.FoulAnswerShape)
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.round(parts, Act.WITHDRAW_FOUL)
        values = self.body(bodies.WithdrawFoulBody)
        foul = _one(access, parts["foul"])
        return Response(withdraw_foul(foul=foul, by=self.user, once=self.once, **values))
