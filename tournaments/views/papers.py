"""Paper at the desk: what can be printed, what has been, and how far the rest is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext
from django_htmx.http import HttpResponseClientRefresh

from portal.ops.fonts import APT
from portal.outbox import Job
from portal.policy import Refusal
from tournaments.acts.papers import print_paper, wanted_of
from tournaments.forms.base import CONTROLS
from tournaments.forms.notices.handouts import PaperChoice, PrintForm
from tournaments.models import Paper, Section
from tournaments.paper.handler import plan_paper
from tournaments.paper.press import CannotPrint, press_lacks
from tournaments.policy import Act
from tournaments.queries.papers import (
    PaperKind,
    Scope,
    WantedPaper,
    edition_of,
    kinds,
    newest_papers,
    versions_of,
    work_on,
)
from tournaments.requests.access import SectionAccess, access_section
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.views.public.public_papers import REFUSED, WAITING, file_of
from tournaments.wording.refusals import refusal_sentence


@dataclass(frozen=True, slots=True)
class PaperLine:
    """One paper in the list. ``why``: why it could not be made; ``request``: with which it was asked for."""

    wanted: WantedPaper
    paper: Paper | None
    working: bool
    why: str
    request: str

    @property
    def kind(self) -> PaperKind:
        return self.wanted.kind

    @property
    def title(self) -> str | Promise:
        return self.kind.title

    @property
    def outdated(self) -> bool:
        """Tell whether its contents, its version or how it is set are others by now. Results that came in
        make no list of pairings another."""
        if self.paper is None:
            return False
        # Asked only where it is shown, since all of it is read for that.
        try:
            planned = plan_paper(self.wanted)
        except Refusal:
            return True
        # This machine sets nothing: the version alone says it.
        except CannotPrint:
            return edition_of(self.wanted).version != self.paper.version
        if planned.pairings_digest and planned.pairings_digest == self.paper.pairings_digest:
            return False
        return planned.digest != self.paper.digest

    @property
    def outside(self) -> list[str]:
        """What the font could not draw, a sentence each."""
        if self.paper is None:
            return []
        return [
            gettext("No. %(number)s: %(characters)s") % report if report["number"] else report["characters"]
            for report in self.paper.reported
        ]


def _papers_progress(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """While papers are made: how far they are. When all are, htmx loads the page anew."""
    context = _context(access, request.GET)
    if not context["working"]:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_papers_working.html", context)


def _wanted(access: SectionAccess, form: PrintForm) -> dict[str, Any]:
    """One kind, or all that can be made now."""
    number, kind = form.cleaned_data["round"] or 0, form.cleaned_data["kind"]
    return {"kinds": [kind] if kind else [paper_kind.key for paper_kind in _possible(access.section, number)]}


def _printed(request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    chosen = {name: request.POST.get(name, "") for name in ("round", "language", "size")}
    return redirect(f"{reverse('papers', args=access.place)}?{urlencode(chosen)}")


@staff("GET")
def paper(request: HttpRequest, event: str, section: str, key: int) -> HttpResponse:
    """One that was made, to print or to keep."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    # Receipts are for who keeps the fees.
    paper_row = (
        Paper.objects.filter(section=access.section, pk=key).exclude(kind__startswith="receipt-").first()
    )
    if paper_row is None:
        raise Http404
    response = file_of(access.section, paper_row)
    response.headers["Cache-Control"] = "no-cache"
    return response


def _page(request: HttpRequest, access: SectionAccess, failed: PrintForm | None = None) -> HttpResponse:
    context = _context(access, request.POST if failed else request.GET)
    if failed:
        context["form"] = failed
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/papers.html", context, status=status)


def _context(access: SectionAccess, data: Any) -> dict[str, Any]:
    section = access.section
    versions = versions_of(section)
    rounds = sorted({number for _scope, number in versions})
    first: dict[str, Any] = {
        "round": rounds[-1] if rounds else "",
        "language": get_language(),
        "size": Paper.Size.A4,
    }
    # What is shown again must be text that a page can hold.
    typed = {name: CONTROLS.sub("", data.get(name, "")) for name in PaperChoice.base_fields}
    choice = PaperChoice(typed if "language" in data else first, rounds=rounds)
    values = first | choice.cleaned_data if choice.is_valid() else first
    lines = _lines(section, values, versions)
    return {
        "event": access.event,
        "section": section,
        "may": access.may,
        "choice": choice,
        "values": values,
        "query": urlencode(values),
        "lines": lines,
        **_progress(lines),
        "lacks": refusal_sentence(press_lacks(), {"apt": APT}) if press_lacks() else "",
        "form": PrintForm(initial=values),
    }


def _progress(lines: list[PaperLine]) -> dict[str, int]:
    """Count how many papers are ``working``, and how many asked for with them are ``ready``."""
    waiting = [line.request for line in lines if line.working]
    requested = [line for line in lines if line.working or (line.request and line.request in waiting)]
    return {"working": len(waiting), "asked": len(requested), "ready": len(requested) - len(waiting)}


def _lines(section: Section, values: dict[str, Any], versions: Any) -> list[PaperLine]:
    language, size, number = values["language"], values["size"], values["round"] or 0
    # The work first: what ends in between is among the papers, and never seems neither made nor being made.
    jobs = work_on(section)
    done = newest_papers(section, language, size)
    lines = []
    for kind in _possible(section, number, versions):
        wanted = wanted_of(section, kind.key, number, language=language, size=size)
        ready = done.get((kind.key, wanted.number, 0))
        job = jobs.get(wanted.key)
        lines.append(
            PaperLine(
                wanted,
                ready,
                working=job is not None and job.state in WAITING,
                why=_why(job),
                request=job.request if job else "",
            )
        )
    return lines


def _possible(section: Section, number: int, versions: Any = None) -> list[PaperKind]:
    """The papers that this round has something for; those of single tables are offered at their tables."""
    versions = versions_of(section) if versions is None else versions
    drawn = bool(section.lots_drawn_at)
    entered = drawn or section.entries.exclude(withdrawn_after=0).exists()
    return [
        kind
        for kind in kinds()
        if ((kind.scope, number) in versions or _before_a_round(kind, drawn=drawn, entered=entered))
        and kind.offered(section)
    ]


def _before_a_round(kind: PaperKind, *, drawn: bool, entered: bool) -> bool:
    return kind.scope is Scope.SECTION and (drawn if kind.numbered else entered)


def _why(job: Job | None) -> str:
    if job is None or job.state not in REFUSED:
        return ""
    outcome = job.outcome or {}
    if "code" not in outcome:
        return gettext("The job failed five times. The worker's log says why; try again once that is fixed.")
    return refusal_sentence(outcome["code"], outcome["params"])


SECTION = [
    page_url("paper/", "papers", _page, Act.SEE_DESK),
    act_url("paper/print/", print_paper, PrintForm, extra_arguments=_wanted, page=_page, to=_printed),
    page_url("paper/progress/", "papers_progress", _papers_progress, Act.SEE_DESK),
    path("paper/<int:key>/", paper, name="paper"),
]
