"""Who may enter a section, and who has entered it without fitting."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.entering.open_to import set_open_to
from tournaments.forms.base import ActForm
from tournaments.forms.conditions import ConditionForm, OpenToForm
from tournaments.policy import Act
from tournaments.queries.categories import fit_of, open_to, verdicts_of
from tournaments.queries.entering.entries import listed_entries
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    section = access.section
    condition = open_to(section)
    verdicts = verdicts_of(section)
    entries = listed_entries(section).filter(pk__in=verdicts)
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "condition": condition,
        "form": failed or OpenToForm(section=section, initial=OpenToForm.of_condition(condition)),
        "fit": fit_of(section, condition),
        "rows": [(entry, verdicts[entry.pk]) for entry in entries],
    }
    return render(request, "tournaments/desk/open_to.html", context, status=failed.status if failed else 200)


def _count(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """How many of the entries would fit what stands in the fields of a condition, while somebody types."""
    form = ConditionForm(request.GET, section=access.section)
    fit = fit_of(access.section, form.condition()) if form.is_valid() else None
    return render(request, "tournaments/desk/_fit.html", {"fit": fit, "section": access.section})


SECTION = [
    page_url("entries/open-to/count/", "condition_count", _count, Act.SEE_DESK),
    page_url("entries/open-to/", "open_to", _page, Act.SEE_DESK),
    act_url(
        "entries/open-to/set/",
        set_open_to,
        OpenToForm,
        page=_page,
        to="open_to",
        success_message=gettext_lazy("Saved who may enter."),
    ),
]
