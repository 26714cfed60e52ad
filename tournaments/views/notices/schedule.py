"""When the rounds of a section start."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.sections import set_schedule
from tournaments.forms.notices.schedule import ScheduleForm
from tournaments.models import Section
from tournaments.pages.paths import schedule_path
from tournaments.policy import Act
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url
from tournaments.wording.options import time_control


def _page(request: HttpRequest, access: SectionAccess, failed: ScheduleForm | None) -> HttpResponse:
    """The rounds with their starts; a form for those that can still be moved."""
    now = access.section
    rounds = list(now.round_set.defer("draft_input", "draft_changes"))
    context = {
        "event": access.event,
        "section": now,
        "may": access.may,
        "rounds": rounds,
        "form": failed or ScheduleForm(section=now, rounds=rounds),
        "time": time_control(now.time_control, now.move_limit),
        "public_path": schedule_path(access.event) if now.state != Section.State.DRAFT else "",
    }
    return render(request, "tournaments/desk/schedule.html", context, status=failed.status if failed else 200)


SECTION = [
    act_url(
        "schedule/",
        set_schedule,
        ScheduleForm,
        name="schedule",
        page=_page,
        read=Act.SEE_DESK,
        to="schedule",
        success_message=gettext_lazy("Schedule saved. Pages and screens update within seconds."),
    ),
]
