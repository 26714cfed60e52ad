"""Paper that everybody may have, of what is published.

It is made once, by a worker. The address without a digest leads to that of the paper as it is now, which
never changes and is asked for once by each reader; neither reads what the paper shows.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from portal import outbox, published
from portal.ops.fonts import APT
from portal.outbox import Job
from portal.policy import Refusal
from portal.published.answers import matches, quoted
from portal.published.attached import FOR_GOOD
from portal.published.views import gone
from tournaments.acts.papers import ask_for, wanted_of
from tournaments.models import Paper, Section
from tournaments.pages.attached import paper_headers, source_of
from tournaments.pages.paths import shown_path
from tournaments.paper.press import CannotPrint, print_fonts
from tournaments.queries.papers import WantedPaper, kind_of_paper, newest_paper, paper_of_contents, takes_back
from tournaments.wording.refusals import refusal_sentence

WAITING = (Job.State.NEW, Job.State.RUNNING)
REFUSED = (Job.State.REFUSED, Job.State.FAILED)
# Readers make the worker fail at the same paper no more often than this.
STANDS_FOR = timedelta(minutes=5)


@require_safe
def public_paper(
    request: HttpRequest, event: str, section: str, *, kind: str, number: int, size: str
) -> HttpResponse:
    """Lead to the paper as it is now, in the language of the address."""
    wanted = _wanted(event, section, kind, number, size)
    try:
        published.find(shown_path(wanted.section, kind, wanted.number))
    except published.NotPublishedError:
        raise Http404 from None
    except published.UnpublishedError:
        return gone(request)
    paper_row = newest_paper(wanted)
    if paper_row is not None and paper_row.source == source_of(wanted):
        response = redirect("printed_paper", event, section, kind, number, size, _name_of(paper_row))
        response.headers["Cache-Control"] = "no-cache"
        return response
    # It is made when it is first asked for; until then the answer is a page that asks again by itself.
    return have_it_made(request, wanted)


@require_safe
def printed_paper(
    request: HttpRequest, event: str, section: str, *, kind: str, number: int, size: str, digest: str
) -> HttpResponse:
    """Answer with one paper, for good."""
    wanted = _wanted(event, section, kind, number, size)
    if published.is_withheld(shown_path(wanted.section, kind, wanted.number)):
        return gone(request)
    paper_row = paper_of_contents(wanted, digest)
    # It is no more, or may quote what was taken back meanwhile: the address leads to what has taken its
    # place.
    if paper_row is None or (paper_row.source != source_of(wanted) and takes_back(wanted.section)):
        return redirect("public_paper", event, section, kind, number, size)
    etag = quoted(digest, compressed=False)
    if matches(request.headers.get("If-None-Match", ""), etag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = file_of(wanted.section, paper_row)
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = FOR_GOOD
    return response


def file_of(section: Section, paper_row: Paper) -> HttpResponse:
    """The bytes, under a name for whoever keeps them."""
    return HttpResponse(bytes(paper_row.body), headers=paper_headers(section, paper_row))


def _wanted(event: str, section: str, kind: str, number: int, size: str) -> WantedPaper:
    sections = Section.objects.filter(event__slug=event, slug=section).exclude(state=Section.State.DRAFT)
    of = sections.select_related("event").first()
    paper_kind = kind_of_paper(kind)
    if of is None or paper_kind is None or size not in Paper.Size.values:
        raise Http404
    if not (paper_kind.public and paper_kind.offered(of)):
        raise Http404
    return wanted_of(of, kind, number, language=get_language() or settings.LANGUAGE_CODE, size=size)


def _name_of(paper: Paper) -> str:
    """What stands in the address of just this paper."""
    return paper.digest.partition(":")[2]


def have_it_made(request: HttpRequest, wanted: WantedPaper) -> HttpResponse:
    """The page that waits for it, and asks the worker for it unless somebody has."""
    try:
        print_fonts()
    except CannotPrint as lack:
        return _wait(request, wanted, refusal_sentence(lack.code, {"apt": APT}), status=503)
    last = outbox.latest(wanted.key)
    if last is not None and _stands(last):
        return _wait(request, wanted, gettext("This PDF could not be created. Ask at the desk."), status=503)
    if last is None or last.state not in WAITING:
        try:
            with transaction.atomic():
                ask_for(wanted, by=None)
        except Refusal:
            raise Http404 from None
    return _wait(request, wanted, status=202)


def _stands(job: Job) -> bool:
    """Tell whether a reader's wish was refused a moment ago."""
    return (
        job.state in REFUSED
        and job.asked_by_id is None
        and job.finished_at is not None
        # Afterwards it is tried again: the paper may have another version by now, or the machine what it
        # lacked.
        and job.finished_at > timezone.now() - STANDS_FOR
    )


def _wait(request: HttpRequest, wanted: WantedPaper, why: str = "", *, status: int) -> HttpResponse:
    context = {
        "title": wanted.kind.title,
        "why": why,
        "section": wanted.section,
        "event": wanted.section.event,
    }
    response = render(request, "tournaments/public/paper.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return response
