"""What is done to several entries at once: from the list, or from the page of those who were selected."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext, ngettext

from tournaments.acts.entering.attendance import (
    Attendance,
    OfAbsence,
    check_in,
    reinstate,
    set_absence,
    withdraw,
)
from tournaments.acts.entering.players import issue_links
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.register.grades import GradesSet, set_grades_by_rating
from tournaments.acts.teams.teams import place_in_teams
from tournaments.forms.base import ActForm
from tournaments.forms.entry_list import (
    AbsenceSelected,
    CategorySelected,
    CheckInSelected,
    GradesSelected,
    ReasonSelected,
    SelectedForm,
    TeamSelected,
    chosen,
)
from tournaments.models import Entry, Section
from tournaments.policy import Act
from tournaments.queries.entering.entries import listed_entries
from tournaments.queries.register.grades import Regrades, regrades
from tournaments.queries.register.rating_lists import may_set_grades
from tournaments.requests.access import SectionAccess, access_section
from tournaments.requests.act_urls import act_url
from tournaments.requests.frame import staff, user_of
from tournaments.views.teams.teams import placed_text

ON_THE_PAGE: dict[str, type[SelectedForm]] = {
    "check_in": CheckInSelected,
    "absence": AbsenceSelected,
    "reason": ReasonSelected,
    "team": TeamSelected,
    "category": CategorySelected,
    "links": SelectedForm,
    "grades": GradesSelected,
}


@staff("GET", "POST")
def _selected(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """The boxes that were ticked, or everybody in the list, are sent as a form: too many for an address."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    form = SelectedForm(chosen(request, access.section))
    if not form.is_valid():
        messages.warning(request, gettext("Select at least one player."))
        return _back(request, None, access)
    return _page(request, access, form)


def _page(request: HttpRequest, access: SectionAccess, sent: ActForm) -> HttpResponse:
    """Show the selected ones, and a form for all that can be done to them; ``sent``: the selection."""
    section = access.section
    keys = sent.cleaned_data.get("entries") or []
    entries = list(listed_entries(section).filter(pk__in=keys))
    together = ",".join(str(entry.pk) for entry in entries)
    forms: dict[str, ActForm] = {
        name: form(initial={"entries": together}, **form.choices(section))
        for name, form in ON_THE_PAGE.items()
    }
    for name, form in forms.items():
        if sent.is_bound and type(sent) is type(form) and sent.errors:
            forms[name] = sent
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "entries": entries,
        "waiting": [entry for entry in entries if entry.status == Entry.Status.ENTERED],
        "here": [entry for entry in entries if entry.status == Entry.Status.CHECKED_IN],
        "withdrawn": [entry for entry in entries if entry.status == Entry.Status.WITHDRAWN],
        "forms": forms,
        "regrades": _regrades(section, entries),
        "query": request.GET.urlencode(),
        "errors": [*sent.non_field_errors(), *sent.errors.get("entries", [])],
    }
    status = sent.status if sent.is_bound and sent.errors else 200
    return render(request, "tournaments/desk/selected.html", context, status=status)


def _regrades(section: Section, entries: Sequence[Entry]) -> Regrades | None:
    """What the ratings would make of the grades; None where grades no longer follow them."""
    if section.game != Section.Game.WEIQI or not entries or not may_set_grades(section, entries):
        return None
    return regrades(entries)


def _back(request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    """To the list as it was."""
    query = request.GET.urlencode()
    return redirect(reverse("entries", args=access.place) + (f"?{query}" if query else ""))


def _checked(answer: Attendance, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    words = (
        ngettext("%(count)s player checked in.", "%(count)s players checked in.", count)
        if answer["status"] == Entry.Status.CHECKED_IN
        else ngettext("Check-in of %(count)s player undone.", "Check-in of %(count)s players undone.", count)
    )
    return words % {"count": count}


def _absent(answer: OfAbsence, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    words = (
        ngettext(
            "%(count)s player marked absent in round %(round)s.",
            "%(count)s players marked absent in round %(round)s.",
            count,
        )
        if answer["absent"]
        else ngettext(
            "%(count)s player will play round %(round)s.",
            "%(count)s players will play round %(round)s.",
            count,
        )
    )
    return words % {"count": count, "round": answer["round"]}


def _withdrawn(answer: Any, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    return ngettext("%(count)s player withdrawn.", "%(count)s players withdrawn.", count) % {"count": count}


def _reinstated(answer: Any, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    return ngettext("%(count)s player reinstated.", "%(count)s players reinstated.", count) % {"count": count}


def _categorised(answer: Any, _access: SectionAccess) -> str:
    count = answer["changed"]
    return ngettext("%(count)s player changed.", "%(count)s players changed.", count) % {"count": count}


def _graded(answer: GradesSet, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    words = ngettext("Grade of %(count)s player changed.", "Grades of %(count)s players changed.", count)
    return words % {"count": count}


def _linked(answer: Any, _access: SectionAccess) -> str:
    count = answer["issued"]
    words = ngettext("%(count)s private link created.", "%(count)s private links created.", count)
    return words % {"count": count}


together = partial(act_url, page=_page, to=_back)
ENTRY = [
    path("selected/", _selected, name="entries_selected"),
    together(
        "selected/check-in/", check_in, CheckInSelected, name="check_in_selected", success_message=_checked
    ),
    together(
        "selected/absence/", set_absence, AbsenceSelected, name="absence_selected", success_message=_absent
    ),
    together(
        "selected/withdraw/", withdraw, ReasonSelected, name="withdraw_selected", success_message=_withdrawn
    ),
    together(
        "selected/reinstate/",
        reinstate,
        ReasonSelected,
        name="reinstate_selected",
        success_message=_reinstated,
    ),
    together(
        "selected/team/", place_in_teams, TeamSelected, name="team_selected", success_message=placed_text
    ),
    together(
        "selected/category/",
        set_categories,
        CategorySelected,
        name="category_selected",
        success_message=_categorised,
    ),
    together(
        "selected/grades/",
        set_grades_by_rating,
        GradesSelected,
        name="grades_selected",
        success_message=_graded,
    ),
    together("selected/links/", issue_links, SelectedForm, name="links_selected", success_message=_linked),
]
