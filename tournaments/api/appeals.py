"""Appeals: those of a section, what holds for them, and what a panel decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.schema import listed, read
from portal.published.documents import plain_value
from tournaments.acts.refereeing.appeals import decide_appeal, note_deposit, set_appeal_rules
from tournaments.acts.refereeing.referee_reports import (
    answer_report,
    sign_report,
    submit_report,
    write_report,
)
from tournaments.api import answers
from tournaments.api.access import StaffView, api_act_url
from tournaments.models import Appeal, AppealDecision, RefereeReport
from tournaments.policy import Act
from tournaments.queries.refereeing.appeals import every_appeal
from tournaments.queries.refereeing.referee_reports import read_report


class Appeals(StaffView):
    scopes = {"GET": "read"}
    queries = {"GET": ("limit", "cursor")}

    @listed("appeals_list", _("Appeals of a section"), answers.AppealAnswer)
    def get(self, request: Request, **parts: Any) -> Response:
        access = self.access(Act.SEE_DESK, parts)
        return self.page(every_appeal().filter(pairing__round__section=access.section), _appeal)


def _appeal(appeal: Appeal) -> answers.AppealAnswer:
    decision: AppealDecision | None = getattr(appeal, "decision", None)
    return answers.AppealAnswer(
        appeal=appeal.pk,
        round=appeal.pairing.round.number,
        table=appeal.pairing.table or 0,
        game=appeal.game,
        player=appeal.entry.number or 0,
        foul=appeal.foul_id,
        report=appeal.report_id,
        statement=appeal.statement,
        deposit=Appeal.Deposit(appeal.deposit),
        outcome=AppealDecision.Outcome(decision.outcome) if decision else None,
        panel=decision.panel if decision else "",
        reason=decision.reason if decision else "",
        at=appeal.at,
    )


@dataclass(frozen=True, slots=True)
class RefereeReportAnswer:
    """``data``: what the section says now; ``signed``: what the newest signature stands for."""

    state: RefereeReport.State
    organisation: Annotated[str | None, _("URL name of the organisation that it was sent to.")]
    remarks: str
    words: Annotated[str, _("What the organisation answered.")]
    digest: Annotated[str, _("Of what the section says now; send it as “seen” when you sign.")]
    outdated: Annotated[bool, _("Something was corrected since it was signed.")]
    version: Annotated[int | None, _("Of the newest signature.")]
    signed_at: datetime | None
    signed_digest: str | None
    data: dict[str, Any]


class RefereeReportView(StaffView):
    scopes = {"GET": "read"}

    @read("report_get", _("The chief referee’s report"), RefereeReportAnswer)
    def get(self, request: Request, **parts: Any) -> Response:
        reading = read_report(self.access(Act.SEE_DESK, parts).section)
        report, signed = reading.report, reading.signed
        return Response(
            plain_value(
                RefereeReportAnswer(
                    state=RefereeReport.State(report.state),
                    organisation=report.organisation.slug if report.organisation else None,
                    remarks=report.remarks,
                    words=report.words,
                    digest=reading.digest,
                    outdated=reading.outdated,
                    version=signed.number if signed else None,
                    signed_at=signed.at if signed else None,
                    signed_digest=signed.digest if signed else None,
                    data=dict(reading.data),
                )
            )
        )


SECTION = [
    api_act_url("report/remarks", write_report, "results", "report_write", body="ReportRemarksBody"),
    api_act_url("report/sign", sign_report, "results", "report_sign"),
    api_act_url("report/submit", submit_report, "results", "report_submit"),
    api_act_url("report/answer", answer_report, "organisations", "report_answer", body="ReportAnswerBody"),
    api_act_url("appeal-rules", set_appeal_rules, "results", "appeals_rules"),
    api_act_url("appeals/<int:appeal>/deposit", note_deposit, "results", "appeals_deposit"),
    api_act_url("appeals/<int:appeal>/decide", decide_appeal, "results", "appeals_decide"),
]
