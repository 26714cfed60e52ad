"""The chief referee's report at the desk: made from the section, signed, sent, answered; its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.referee_reports import (
    ReportChanged,
    answer_report,
    sign_report,
    submit_report,
    write_report,
)
from tournaments.forms.base import ActForm
from tournaments.forms.referee_reports import AnswerForm, RemarksForm, SignForm
from tournaments.models import AppealDecision, Entry, RefereeReport, Section
from tournaments.policy import Act
from tournaments.queries.files import formats_of
from tournaments.queries.referee_reports import PARTS, ReportReading, names_in, read_report
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import act_url, page_url
from tournaments.wording.exchange import FORMATS as FORMAT_NAMES
from tournaments.wording.fouls import offence_name
from tournaments.wording.names import plain_name
from tournaments.wording.reasons import change_text
from tournaments.wording.referee_reports import ROUND_COLUMNS

FEDERATION_FILES = (("FIDE", "trf26"), ("EGF", "h9"), ("AGA", "aga"), ("FFG", "tou"))
"""Who takes which file."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One thing that happened at a table. ``entry``: whom it was about."""

    round: int
    table: int | None
    entry: Entry | None
    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    key: str
    title: object
    lines: tuple[ReportLine, ...]


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section, reading = access.section, read_report(access.section)
    context = _shown(section, reading.data, reading.report.remarks) | {
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
    context = _shown(access.section, version.data, version.remarks) | {
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


def _shown(section: Section, data: Mapping[str, Any], remarks: str) -> dict[str, Any]:
    return {
        "players": data["players"],
        "columns": ROUND_COLUMNS.values(),
        "rounds": [(row["round"], [row[name] for name in ROUND_COLUMNS]) for row in data["rounds"]],
        "tables": list(_tables(section, data)),
        "remarks": remarks,
    }


def _tables(section: Section, data: Mapping[str, Any]) -> Iterator[ReportTable]:
    """With names rendered in: the data has numbers."""
    names = names_in(section)

    def line(row: Mapping[str, Any], text: str) -> ReportLine:
        return ReportLine(row["round"], row.get("table"), names.get(row.get("entry") or 0), text)

    def name(number: int) -> str:
        return plain_name(names[number].player) if number in names else str(number)

    adjusted = tuple(line(row, change_text(row, name)) for row in data["adjusted"])
    yield ReportTable("adjusted", gettext("Pairings changed by hand"), adjusted)
    fouls = tuple(line(row, offence_name(row["offence"], row["kind"])) for row in data["fouls"])
    yield ReportTable("fouls", gettext("Fouls"), fouls)
    for key, part in PARTS.items():
        yield ReportTable(key, part.title, tuple(line(row, part.words(row)) for row in data[key]))
    outcomes = dict(AppealDecision.Outcome.choices)
    appeals = tuple(line(row, str(outcomes.get(row["outcome"], gettext("open")))) for row in data["appeals"])
    yield ReportTable("appeals", gettext("Appeals"), appeals)


def _answered(answer: ReportChanged, _access: SectionAccess) -> str:
    return gettext("Report: %(state)s.") % {"state": RefereeReport.State(answer["state"]).label}


on_page = partial(act_url, page=_page, to="referee_report")
SECTION = [
    page_url("report/", "referee_report", _page, Act.SEE_DESK),
    page_url("report/v<int:version>/", "signed_report", _version, Act.SEE_DESK),
    on_page("report/remarks/", write_report, RemarksForm, success_message=gettext_lazy("Remarks saved.")),
    on_page("report/sign/", sign_report, SignForm, success_message=gettext_lazy("Report signed.")),
    on_page("report/submit/", submit_report, success_message=gettext_lazy("Report sent.")),
    on_page("report/answer/", answer_report, AnswerForm, success_message=_answered),
]
