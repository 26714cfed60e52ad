"""Categories and lists of prizes of a section."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from tournaments.acts.prizes import add_category, add_prizes
from tournaments.forms.base import ActForm
from tournaments.forms.prizes import CategoryForm, PrizesForm
from tournaments.policy import Act
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import acting, showing


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "categories": access.section.categories.all(),
        "prizes": access.section.prizes.select_related("category", "exclusive_with"),
        "category_form": failed if isinstance(failed, CategoryForm) else CategoryForm(),
        "prizes_form": failed if isinstance(failed, PrizesForm) else PrizesForm(section=access.section),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/prizes.html", context, status=status)


on_page = partial(acting, page=_page, to="prizes")
SECTION = [
    showing("prizes/", "prizes", _page, Act.SEE_DESK),
    on_page("prizes/add/", add_prizes, PrizesForm, said=gettext_lazy("Prize list added.")),
    on_page(
        "prizes/category/",
        add_category,
        CategoryForm,
        said=gettext_lazy("Category added. Now mark the entries that belong to it."),
    ),
]
