"""A backup of an event, to take away; and an event from a backup."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext, gettext_lazy
from django_htmx.http import HttpResponseClientRefresh

from portal import outbox
from portal.accounts.models import User
from portal.outbox import Job
from tournaments.acts.backups import (
    MOST_BYTES,
    ask_restoring,
    back_up_event,
    backup_key,
    keep_event,
    kept_key,
    restore_key,
)
from tournaments.forms.base import ActForm
from tournaments.forms.files import RestoreForm
from tournaments.models import Backup, KeptEvent, Restoration, Section
from tournaments.policy import Act
from tournaments.requests.access import EventAccess, SiteAccess, access_event
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import staff, user_of
from tournaments.wording.refusals import refusal_sentence

# Restorations in the list.
MOST_RESTORATIONS = 10


@staff("GET")
def backup_file(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.BACK_UP_EVENT)
    backup = Backup.objects.filter(event=access.event).first()
    if backup is None:
        raise Http404
    response = HttpResponse(bytes(backup.body), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.event.slug}.qiyuan.zip"'
    return response


@staff("GET")
def kept_file(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.BACK_UP_EVENT)
    kept_event = KeptEvent.objects.filter(event=access.event).first()
    if kept_event is None:
        raise Http404
    response = HttpResponse(bytes(kept_event.body), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.event.slug}.kept.zip"'
    return response


def _backup(access: EventAccess) -> dict[str, Any]:
    job, keeping = (outbox.latest(key(access.event)) for key in (backup_key, kept_key))
    return {
        "event": access.event,
        "may": access.may,
        "kept": Backup.objects.filter(event=access.event).defer("body").first(),
        "in_one_file": KeptEvent.objects.filter(event=access.event).defer("body").first(),
        "working": any(work is not None and work.is_pending for work in (job, keeping)),
        "why": _why(job) or _why(keeping),
        "over": all(section.state == Section.State.FINISHED for section in access.event.sections.all()),
        "form": RestoreForm(),
    }


def _restorations(user: User) -> dict[str, Any]:
    mine = (
        Restoration.objects.filter(by=user)
        .select_related("event")
        .defer("body")
        .order_by("-pk")[:MOST_RESTORATIONS]
    )
    keys = [restore_key(restoration) for restoration in mine]
    jobs = {job.key: job for job in Job.objects.filter(key__in=keys).order_by("pk")}
    # Only now what became of them: what ends in between has left its event.
    restorations = list(mine.all())
    rows = [
        {
            "restoration": restoration,
            "working": (job := jobs.get(restore_key(restoration))) is not None and job.is_pending,
            "why": _why(job),
            "became": (job.outcome or {}) if job else {},
        }
        for restoration in restorations
    ]
    return {"restorations": rows, "working": any(restoration["working"] for restoration in rows)}


def _why(job: Job | None) -> str:
    """Why it could not be done."""
    if job is None or job.state not in (Job.State.REFUSED, Job.State.FAILED):
        return ""
    outcome = job.outcome or {}
    if "code" not in outcome:
        return gettext("The job failed five times. The worker's log says why; try again once that is fixed.")
    return refusal_sentence(outcome["code"], outcome["params"])


def _backup_page(request: HttpRequest, access: EventAccess, failed: ActForm | None) -> HttpResponse:
    """The one that is kept."""
    if failed and failed.refusal:
        raise failed.refusal
    return render(request, "tournaments/desk/backup.html", _backup(access))


def _backup_progress(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """While it is made; when it is, htmx loads the page anew."""
    context = _backup(access)
    if not context["working"]:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_backup_working.html", context)


def _restore_page(request: HttpRequest, access: SiteAccess, failed: RestoreForm | None) -> HttpResponse:
    """A file and an address; below, what became of the files that this person has sent."""
    context = _restorations(access.user) | {"form": failed or RestoreForm(), "most": MOST_BYTES >> 20}
    return render(request, "tournaments/desk/restore.html", context, status=failed.status if failed else 200)


def _restore_progress(request: HttpRequest, access: SiteAccess) -> HttpResponse:
    context = _restorations(access.user)
    if not context["working"]:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_restore_working.html", context)


EVENT = [
    act_url(
        "-/backup/", back_up_event, name="backup", page=_backup_page, read=Act.BACK_UP_EVENT, to="backup"
    ),
    page_url("-/backup/progress/", "backup_progress", _backup_progress, Act.BACK_UP_EVENT),
    act_url("-/backup/keep/", keep_event, page=_backup_page, to="backup"),
    path("-/backup/kept/", kept_file, name="kept_file"),
    path("-/backup/file/", backup_file, name="backup_file"),
]
SITE = [
    act_url(
        "desk/-/restore/",
        ask_restoring,
        RestoreForm,
        name="restore",
        page=_restore_page,
        read=Act.RESTORE_EVENT,
        to="restore",
        success_message=gettext_lazy("File uploaded. Restoring the event."),
    ),
    page_url("desk/-/restore/progress/", "restore_progress", _restore_progress, Act.RESTORE_EVENT),
]
