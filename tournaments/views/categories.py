"""Who belongs to a category, from the category's side: one is chosen, its entries are ticked."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.acts.prizes import set_categories
from tournaments.forms.categories import MOST_SHOWN, MembersForm
from tournaments.policy import Act
from tournaments.queries.entry_list import Asked, listing
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import acting, showing


def _page(request: HttpRequest, access: SectionAccess, failed: MembersForm | None = None) -> HttpResponse:
    section, asked = access.section, request.POST if failed else request.GET
    categories = list(section.categories.all())
    chosen = next((one for one in categories if one.key == asked.get("key")), None)
    if chosen is None and asked.get("key"):
        raise Http404
    chosen = chosen or next(iter(categories), None)
    words = asked.get("q", "")[:100]
    found = list(listing(section, Asked(words=words))[: MOST_SHOWN + 1]) if chosen else []
    shown = found[:MOST_SHOWN]
    inside = {entry.pk for entry in shown if chosen in entry.categories.all()}
    form = failed or MembersForm.of(shown, inside, key=chosen.key if chosen else "", q=words)
    ticked = set(str(form["entry"].value() or "").split(","))
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "categories": categories,
        "chosen": chosen,
        "words": words,
        "rows": [(entry, str(entry.pk) in ticked) for entry in shown],
        "members": chosen.entry_set.count() if chosen else 0,
        "cut": len(found) > MOST_SHOWN,
        "most": MOST_SHOWN,
        "form": form,
    }
    return render(
        request, "tournaments/desk/category_members.html", context, status=failed.status if failed else 200
    )


def _done(request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    asked = {name: request.POST.get(name, "") for name in ("key", "q")}
    return redirect(f"{reverse('category_members', args=access.place)}?{urlencode(asked)}")


SECTION = [
    showing("prizes/categories/", "category_members", _page, Act.SEE_DESK),
    acting(
        "prizes/categories/set/",
        set_categories,
        MembersForm,
        name="set_category_members",
        page=_page,
        to=_done,
        said=gettext_lazy("Categories set."),
    ),
]
