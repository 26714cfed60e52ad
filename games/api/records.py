"""Records of games: what was handed in, handing in, accepting."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts.records import accept_record, submit_record
from games.api import shapes
from games.api.check import SourceBody, raw_of
from games.models import GameRecord
from games.policy import RecordAct
from games.requests import TableAccess, access_table
from portal.api.bodies import Number, Text
from portal.api.described import done, listed
from tournaments.api.access import StaffView
from tournaments.api.bodies import REASON, ConfirmBody
from tournaments.wording.grounds import reason_text


class RecordBody(SourceBody):
    filename = Text(max_length=120, default="", allow_blank=True)
    seen = Number(
        allow_null=True,
        default=None,
        help_text=_("The “record” you are correcting; null if there was none."),
    )
    reason = Text(max_length=REASON, default="", allow_blank=True, help_text=_("Required for a correction."))


class _TableView(StaffView):
    def table(self, parts: dict[str, Any], act: RecordAct) -> TableAccess:
        where = (parts["event"], parts["section"], parts["number"])
        return access_table(self.user, *where, table=parts["table"], game=parts["game"], act=act)


class Records(_TableView):
    scopes = {"GET": "read", "POST": "records"}
    queries = {"GET": ("limit", "cursor")}

    @listed("records_list", _("All records of a game, including superseded ones"), shapes.RecordShape)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.table(parts, RecordAct.SEE_RECORDS)
        found = GameRecord.objects.filter(pairing=access.pairing, game=parts["game"])
        found = found.select_related("by", "reading", "acceptance", "superseded_by").defer("reading__data")
        return self.page(found, _record)

    @done(
        "records_submit",
        _("Submit or correct the record of a game"),
        RecordBody,
        shapes.RecordRefShape,
        status=201,
    )
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.table(parts, RecordAct.SUBMIT_RECORD)
        values = self.body(RecordBody)
        answer = submit_record(
            pairing=access.pairing,
            raw=raw_of(values),
            kind=values["format"],
            by=self.user,
            once=self.once,
            game=parts["game"],
            **{name: values[name] for name in ("filename", "seen", "reason")},
        )
        return Response(answer, status=201)


def _record(record: GameRecord) -> dict[str, Any]:
    reading = getattr(record, "reading", None)
    return {
        "record": record.pk,
        "game": record.game,
        "by": record.by.username if record.by else None,
        "at": record.at,
        "reason": reason_text(record.reason),
        "state": reading.state if reading else None,
        "accepted": hasattr(record, "acceptance"),
        "current": not hasattr(record, "superseded_by"),
    }


class Accept(_TableView):
    scopes = {"POST": "records"}

    @done(
        "records_accept",
        _("Accept a record and publish the game"),
        ConfirmBody,
        shapes.RecordRefShape,
    )
    def post(self, request: Request, **parts: Any) -> Response:
        access = self.table(parts, RecordAct.ACCEPT_RECORD)
        values = self.body(ConfirmBody)
        record = GameRecord.objects.filter(
            pairing=access.pairing, game=parts["game"], pk=parts["record"]
        ).first()
        if record is None:
            raise Http404
        record.pairing = access.pairing
        return Response(accept_record(record=record, by=self.user, once=self.once, **values))
