"""Lists of prizes of a section."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.money.prizes import add_prizes, change_prizes, remove_prizes
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.money.prizes import ChangePrizesForm, PrizesForm
from tournaments.models import Prize, Section
from tournaments.policy import Act
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "awarded": access.section.awards.exists(),
        "prizes": [_listed(prize, failed) for prize in _lists(access.section)],
        "prizes_form": failed
        if isinstance(failed, PrizesForm) and not isinstance(failed, ChangePrizesForm)
        else PrizesForm(section=access.section),
        "single": ActForm(),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/prizes.html", context, status=status)


def _lists(section: Section) -> QuerySet[Prize]:
    return section.prizes.select_related("category", "exclusive_with", "section")


@dataclass(frozen=True, slots=True)
class ListedPrize:
    """A prize list with its form; ``open``: whether that was refused and shows why."""

    prize: Prize
    form: ChangePrizesForm
    open: bool


def _listed(prize: Prize, failed: ActForm | None) -> ListedPrize:
    if isinstance(failed, ChangePrizesForm) and failed.data.get("prize") == str(prize.pk):
        return ListedPrize(prize, failed, True)
    return ListedPrize(prize, ChangePrizesForm.of(prize), False)


on_page = partial(act_url, page=_page, to="prizes")
SECTION = [
    page_url("prizes/", "prizes", _page, Act.SEE_DESK),
    on_page("prizes/add/", add_prizes, PrizesForm, success_message=gettext_lazy("Prize list added.")),
    on_page(
        "prizes/change/", change_prizes, ChangePrizesForm, success_message=gettext_lazy("Prize list saved.")
    ),
    on_page("prizes/remove/", remove_prizes, form_of(remove_prizes)),
]
