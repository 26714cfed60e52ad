"""The chief referee's report at the desk: made from the section, signed, sent, answered; its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.refereeing.referee_reports import (
    ReportChanged,
    answer_report,
    sign_report,
    submit_report,
    write_report,
)
from tournaments.exchange.conversion import CannotWrite
from tournaments.exchange.writing import in_one_archive
from tournaments.forms.base import ActForm
from tournaments.forms.referee_reports import AnswerForm, RemarksForm, SignForm
from tournaments.models import Paper, RefereeReport, Section, SignedReport
from tournaments.policy import Act
from tournaments.queries.files import FORMATS, file_written, formats_of, section_as_file, section_headings
from tournaments.queries.refereeing.referee_reports import (
    ReportReading,
    names_in,
    newest_signed,
    read_report,
    report_tables,
    round_lines,
)
from tournaments.requests.access import SectionAccess, access_section
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.wording.exchange import FORMATS as FORMAT_NAMES
from tournaments.wording.referee_reports import ROUND_COLUMNS

# Who takes which file.
FEDERATION_FILES = (("FIDE", "trf26"), ("EGF", "h9"), ("AGA", "aga"), ("FFG", "tou"))


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section, reading = access.section, read_report(access.section)
    context = _report_context(section, reading.data, reading.report.remarks) | {
        "event": access.event,
        "section": section,
        "may": access.may,
        "reading": reading,
        "report": reading.report,
        "versions": list(reading.report.versions.select_related("by")) if reading.report.pk else [],
        "over": section.state == Section.State.FINISHED,
        "remarks_form": failed if isinstance(failed, RemarksForm) else RemarksForm(initial=_remarks(reading)),
        "sign": SignForm(initial={"seen": reading.digest}),
        "submit": ActForm(auto_id="submit-%s"),
        "answer": failed if isinstance(failed, AnswerForm) else AnswerForm(),
        "answered": reading.report.state in (RefereeReport.State.SUBMITTED, RefereeReport.State.ACCEPTED),
        "files": [
            (name, key, FORMAT_NAMES[key]) for name, key in FEDERATION_FILES if key in _formats(section)
        ],
        "failed": failed if not isinstance(failed, RemarksForm | AnswerForm) else None,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/referee_report.html", context, status=status)


def _version(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """As it was signed."""
    match = request.resolver_match
    report = read_report(access.section).report
    number = match.kwargs["version"] if match else 0
    version = report.versions.filter(number=number).select_related("by").first() if report.pk else None
    if version is None:
        raise Http404
    context = _report_context(access.section, version.data, version.remarks) | {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "version": version,
    }
    return render(request, "tournaments/desk/signed_report.html", context)


def _remarks(reading: ReportReading) -> dict[str, Any]:
    return {"remarks": reading.report.remarks}


def _formats(section: Section) -> list[str]:
    return formats_of(section) if section.lots_drawn_at else []


def _report_context(section: Section, data: Mapping[str, Any], remarks: str) -> dict[str, Any]:
    """With names rendered in: the data has numbers."""
    players = {number: entry.player for number, entry in names_in(section).items()}
    return {
        "players": data["players"],
        "columns": ROUND_COLUMNS.values(),
        "rounds": round_lines(data),
        "tables": list(report_tables(data, players)),
        "remarks": remarks,
    }


@staff("GET")
def report_bundle(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """Answer with the newest signed report, federations' files and the printed report in an archive."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    signed = newest_signed(access.section)
    if signed is None:
        raise Http404
    files = {"report.json": json.dumps(_document(signed), ensure_ascii=False, indent=1).encode()}
    keys = [key for _name, key in FEDERATION_FILES if key in _formats(access.section)]
    whole, facts = section_as_file(access.section), section_headings(access.section, public=False)
    for key in ("json", *keys):
        with suppress(CannotWrite):
            name = f"{access.section.slug}-{key}.{FORMATS[key][0]}"
            files[name] = file_written(whole, key, facts).data
    for paper in Paper.objects.filter(section=access.section, kind="referee-report").order_by("at"):
        files[f"report-{paper.language}-{paper.size}.pdf"] = bytes(paper.body)
    response = HttpResponse(in_one_archive(files), content_type="application/zip")
    name = f"{access.section.slug}-report-v{signed.number}.zip"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _document(signed: SignedReport) -> dict[str, Any]:
    return {
        "version": signed.number,
        "at": signed.at.isoformat(),
        "digest": signed.digest,
        "remarks": signed.remarks,
        **signed.data,
    }


def _answered(answer: ReportChanged, _access: SectionAccess) -> str:
    return gettext("Report: %(state)s.") % {"state": RefereeReport.State(answer["state"]).label}


on_page = partial(act_url, page=_page, to="referee_report")
SECTION = [
    page_url("report/", "referee_report", _page, Act.SEE_DESK),
    path("report/bundle.zip", report_bundle, name="report_bundle"),
    page_url("report/v<int:version>/", "signed_report", _version, Act.SEE_DESK),
    on_page("report/remarks/", write_report, RemarksForm, success_message=gettext_lazy("Remarks saved.")),
    on_page("report/sign/", sign_report, SignForm, success_message=gettext_lazy("Report signed.")),
    on_page("report/submit/", submit_report, success_message=gettext_lazy("Report sent.")),
    on_page("report/answer/", answer_report, AnswerForm, success_message=_answered),
]
