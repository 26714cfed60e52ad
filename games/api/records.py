"""Records of games: what was handed in, handing in, accepting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from games.acts.claims import rule_on_claim
from games.acts.findings import apply_finding, dismiss_finding, overturn_ruling
from games.acts.first_move import decide_colours, set_first_move
from games.acts.live_settings import show_live
from games.acts.photos import keep_photos
from games.acts.records import accept_record, submit_record
from games.acts.relays import follow_relay
from games.acts.table_links import issue_table_links, renew_table_link, revoke_table_link
from games.api import answers
from games.api.check import SourceBody
from games.models import GameRecord
from games.policy import RecordAct
from games.requests import TableAccess, reach_table
from portal.api.bodies import body_of
from portal.api.schema import listed
from tournaments.api.access import StaffView, api_act_url, api_operation
from tournaments.api.fouls import ConfirmBody
from tournaments.wording.grounds import stored_reason_text


class _TableView(StaffView):
    def access(self, right: str | None, place: Mapping[str, Any]) -> TableAccess:
        return reach_table(self.user, right, place)


class Records(_TableView):
    scopes = {"GET": "read", "POST": "records"}
    queries = {"GET": ("limit", "cursor")}

    @listed("records_list", _("All records of a game, including superseded ones"), answers.Record)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(RecordAct.SEE_RECORDS, parts)
        records = GameRecord.objects.filter(pairing=access.pairing, game=parts["game"])
        records = records.select_related("by", "reading", "acceptance", "superseded_by").defer(
            "reading__data"
        )
        return self.page(records, _record)

    post = api_operation(
        submit_record,
        "records_submit",
        _("Submit or correct the record of a game"),
        body=body_of("RecordBody", submit_record, base=SourceBody),
        answer=answers.RecordRef,
        status=201,
    )


def _record(record: GameRecord) -> answers.Record:
    reading = getattr(record, "reading", None)
    return answers.Record(
        record=record.pk,
        game=record.game,
        by=record.by.username if record.by else None,
        at=record.at,
        reason=stored_reason_text(record.reason),
        state=reading.state if reading else None,
        accepted=hasattr(record, "acceptance"),
        current=not hasattr(record, "superseded_by"),
    )


GAME = [
    api_act_url(
        "records/<int:record>/accept",
        accept_record,
        "records",
        "records_accept",
        _("Accept a record and publish the game"),
        body=ConfirmBody,
        answer=answers.RecordRef,
        view=_TableView,
    ),
    api_act_url(
        "colours",
        decide_colours,
        "results",
        "records_colours",
        _("Enter who moves first, where that is decided at the table"),
        view=_TableView,
    ),
    api_act_url("findings/apply", apply_finding, "fouls", "records_finding_apply", view=_TableView),
    api_act_url("findings/overturn", overturn_ruling, "fouls", "records_ruling_overturn", view=_TableView),
    api_act_url("findings/dismiss", dismiss_finding, "fouls", "records_finding_dismiss", view=_TableView),
]
ROUND = [
    api_act_url("live/address", follow_relay, "live", "live_address"),
    api_act_url("claims", rule_on_claim, "fouls", "fouls_claim"),
]
SECTION = [
    api_act_url("live", show_live, "live", "live_show"),
    api_act_url("photos", keep_photos, "events", "sections_photos"),
    api_act_url("first-move", set_first_move, "events", "sections_first_move"),
    api_act_url("table-links/issue", issue_table_links, "entries", "records_table_links"),
    api_act_url("table-links/renew", renew_table_link, "entries", "records_table_links_renew"),
    api_act_url("table-links/revoke", revoke_table_link, "entries", "records_table_links_revoke"),
]
