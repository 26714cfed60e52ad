"""Categories and lists of prizes of a section."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments.acts.add_category import add_category
from tournaments.acts.add_prizes import add_prizes
from tournaments.forms.prizes import CategoryForm, PrizesForm
from tournaments.policy import Act
from tournaments.views.access import SectionAccess, access_section
from tournaments.views.frame import attempt, once_of, staff, user_of


@staff("GET")
def prizes(request: HttpRequest, event: str, section: str) -> HttpResponse:
    """What there is; for organisers the two forms."""
    access = access_section(user_of(request), event, section, Act.SEE_DESK)
    return _page(request, access)


@staff("POST")
def category_add(request: HttpRequest, event: str, section: str) -> HttpResponse:
    access = access_section(user_of(request), event, section, Act.EDIT_EVENT)
    form = CategoryForm(request.POST)
    answer = attempt(
        form,
        lambda: add_category(
            section=access.section,
            key=form.cleaned_data["key"],
            name=form.cleaned_data["name"],
            native_name=form.cleaned_data["native_name"],
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, category=form, status=form.status)
    messages.success(request, gettext("The category is there: mark the entries that belong to it."))
    return redirect("prizes", event, section)


@staff("POST")
def prizes_add(request: HttpRequest, event: str, section: str) -> HttpResponse:
    access = access_section(user_of(request), event, section, Act.EDIT_EVENT)
    form = PrizesForm(request.POST, section=access.section)
    answer = attempt(
        form,
        lambda: add_prizes(
            section=access.section,
            **{name: value for name, value in form.cleaned_data.items() if name != "once"},
            by=access.user,
            once=once_of(request),
        ),
    )
    if answer is None:
        return _page(request, access, listed=form, status=form.status)
    messages.success(request, gettext("The list of prizes is there."))
    return redirect("prizes", event, section)


def _page(
    request: HttpRequest,
    access: SectionAccess,
    *,
    category: CategoryForm | None = None,
    listed: PrizesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "categories": access.section.categories.all(),
        "prizes": access.section.prizes.select_related("category", "exclusive_with"),
        "category_form": category or CategoryForm(),
        "prizes_form": listed or PrizesForm(section=access.section),
    }
    return render(request, "tournaments/desk/prizes.html", context, status=status)
