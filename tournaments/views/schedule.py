"""When the rounds of a section start."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts.sections import set_schedule
from tournaments.forms.schedule import ScheduleForm
from tournaments.models import Section
from tournaments.pages.paths import schedule_path
from tournaments.policy import Act
from tournaments.requests.access import access_section
from tournaments.requests.frame import attempt, once_of, sent, staff, user_of
from tournaments.wording.play import time_control


@staff("GET", "POST")
def schedule(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """The rounds with their starts; a form for those that can still be moved."""
    wanted = Act.SET_SCHEDULE if request.method == "POST" else Act.SEE_DESK
    access = access_section(user_of(request), event, section, wanted)
    now = access.section
    rounds = list(now.round_set.defer("draft_input", "draft_changes"))
    form = ScheduleForm(sent(request), section=now, rounds=rounds)
    if request.method == "POST":
        answer = attempt(
            form,
            lambda: set_schedule(
                section=now,
                starts=form.starts(),
                online=form.online(),
                seen=form.seen_values(),
                by=access.user,
                once=once_of(request),
            ),
        )
        if answer is not None:
            messages.success(request, gettext("Schedule saved. Pages and screens update within seconds."))
            return redirect("schedule", event, section)
    context = {
        "event": access.event,
        "section": now,
        "may": access.may,
        "rounds": rounds,
        "form": form,
        "time": time_control(now.base_seconds, now.increment_seconds, now.move_limit),
        "public_path": schedule_path(access.event) if now.state != Section.State.DRAFT else "",
    }
    status = form.status if request.method == "POST" else 200
    return render(request, "tournaments/desk/schedule.html", context, status=status)
