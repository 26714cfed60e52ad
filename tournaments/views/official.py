"""Official mode of a section: what it is, what leaves it, how it is entered and left."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.official import enter_official, leave_official
from tournaments.forms.base import ActForm, form_of
from tournaments.policy import Act
from tournaments.queries.modes import modes_of
from tournaments.queries.official import LEAVES, is_left_for_good
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.official import LEAVING

LeaveForm = form_of(leave_official)
EnterForm = form_of(enter_official)


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    if failed is not None:
        access.section.refresh_from_db()
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "form": failed,
        "enter": failed if isinstance(failed, EnterForm) else EnterForm(),
        "leave": failed if isinstance(failed, LeaveForm) else LeaveForm(),
        "leaving": isinstance(failed, LeaveForm),
        "leaves": [(LEAVING[leaving], rule.from_start) for leaving, rule in LEAVES.items()],
        "modes": modes_of(access.section),
        "left_for_good": is_left_for_good(access.section),
    }
    return render(request, "tournaments/desk/official.html", context, status=failed.status if failed else 200)


SECTION = [
    page_url("official/", "official", _page, Act.SEE_DESK),
    act_url(
        "official/enter/",
        enter_official,
        EnterForm,
        page=_page,
        to="official",
        success_message=gettext_lazy("Official mode entered."),
    ),
    act_url(
        "official/leave/",
        leave_official,
        LeaveForm,
        page=_page,
        to="official",
        success_message=gettext_lazy("Official mode left."),
    ),
]
