"""A backup of an event, to take away; and an event from a backup."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from portal import outbox
from portal.accounts.models import User
from portal.outbox import Job
from portal.policy import Denied
from tournaments.acts.backups import MOST_BYTES, ask_restoring, back_up_event, backup_key, restore_key
from tournaments.forms.files import RestoreForm
from tournaments.models import Backup, Restoration
from tournaments.policy import Act, may_anywhere
from tournaments.requests.access import EventAccess, access_event
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of
from tournaments.wording.refusals import refusal_sentence

SHOWN = 10
"""Restorations in the list."""


@staff("GET", "POST")
def backup(request: HttpRequest, event: str) -> HttpResponse:
    """GET: the one that is kept. POST: have one made."""
    access = access_event(user_of(request), event, Act.BACK_UP_EVENT)
    if request.method == "POST":
        back_up_event(event=access.event, by=access.user, once=once_of(request))
        return redirect("backup", event)
    return render(request, "tournaments/desk/backup.html", _backup(access))


@staff("GET")
def backup_progress(request: HttpRequest, event: str) -> HttpResponse:
    """While it is made; when it is, htmx loads the page anew."""
    access = access_event(user_of(request), event, Act.BACK_UP_EVENT)
    context = _backup(access)
    if not context["working"]:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_backup_working.html", context)


@staff("GET")
def backup_file(request: HttpRequest, event: str) -> HttpResponse:
    access = access_event(user_of(request), event, Act.BACK_UP_EVENT)
    found = Backup.objects.filter(event=access.event).first()
    if found is None:
        raise Http404
    response = HttpResponse(bytes(found.body), content_type="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{access.event.slug}.qiyuan.zip"'
    return response


def _backup(access: EventAccess) -> dict[str, Any]:
    job = outbox.latest(backup_key(access.event))
    return {
        "event": access.event,
        "may": access.may,
        "kept": Backup.objects.filter(event=access.event).defer("body").first(),
        "working": bool(job and job.is_pending),
        "why": _why(job),
        "form": RestoreForm(),
    }


@staff("GET", "POST")
def restore(request: HttpRequest) -> HttpResponse:
    """A file and an address; below, what became of the files that this person has sent."""
    user = _restorer(request)
    form = RestoreForm(sent(request), request.FILES or None)
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: ask_restoring(
                body=form.cleaned_data["file"].read(MOST_BYTES + 1),
                slug=form.cleaned_data["slug"],
                by=user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            messages.success(request, gettext("File uploaded. Restoring the event."))
            return redirect("restore")
    context = _restorations(user) | {"form": form, "most": MOST_BYTES >> 20}
    status = form.status if request.method == "POST" else 200
    return render(request, "tournaments/desk/restore.html", context, status=status)


@staff("GET")
def restore_progress(request: HttpRequest) -> HttpResponse:
    context = _restorations(_restorer(request))
    if not context["working"]:
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_restore_working.html", context)


def _restorer(request: HttpRequest) -> User:
    user = user_of(request)
    if not may_anywhere(Act.RESTORE_EVENT, user):
        raise Denied(Act.RESTORE_EVENT)
    return user


def _restorations(user: User) -> dict[str, Any]:
    mine = Restoration.objects.filter(by=user).select_related("event").defer("body").order_by("-pk")[:SHOWN]
    found = list(mine)
    keys = [restore_key(one) for one in found]
    jobs = {job.key: job for job in Job.objects.filter(key__in=keys).order_by("pk")}
    shown = [
        {
            "restoration": one,
            "working": (job := jobs.get(restore_key(one))) is not None and job.is_pending,
            "why": _why(job),
            "became": (job.outcome or {}) if job else {},
        }
        for one in found
    ]
    return {"restorations": shown, "working": any(one["working"] for one in shown)}


def _why(job: Job | None) -> str:
    """Why it could not be done."""
    if job is None or job.state not in (Job.State.REFUSED, Job.State.FAILED):
        return ""
    outcome = job.outcome or {}
    if "code" not in outcome:
        return gettext("The job failed five times. The worker's log says why; try again once that is fixed.")
    return refusal_sentence(outcome["code"], outcome["params"])
