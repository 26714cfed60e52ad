"""Who belongs to a category, from the category's side: one is chosen, its entries are ticked."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.acts.money.prizes import set_categories
from tournaments.forms.categories import MOST_SHOWN, MembersForm
from tournaments.policy import Act
from tournaments.queries.entry_list import EntrySelection, listing
from tournaments.requests.access import SectionAccess
from tournaments.requests.acting import act_url, page_url


def _page(request: HttpRequest, access: SectionAccess, failed: MembersForm | None = None) -> HttpResponse:
    section, data = access.section, request.POST if failed else request.GET
    categories = list(section.categories.all())
    chosen = next((category for category in categories if category.key == data.get("key")), None)
    if chosen is None and data.get("key"):
        raise Http404
    chosen = chosen or next(iter(categories), None)
    words = data.get("q", "")[:100]
    entries = list(listing(section, EntrySelection(words=words))[: MOST_SHOWN + 1]) if chosen else []
    entries_here = entries[:MOST_SHOWN]
    inside = {entry.pk for entry in entries_here if chosen in entry.categories.all()}
    form = failed or MembersForm.of(entries_here, inside, key=chosen.key if chosen else "", q=words)
    ticked = set(str(form["entry"].value() or "").split(","))
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "categories": categories,
        "chosen": chosen,
        "words": words,
        "rows": [(entry, str(entry.pk) in ticked) for entry in entries_here],
        "members": chosen.entry_set.count() if chosen else 0,
        "cut": len(entries) > MOST_SHOWN,
        "most": MOST_SHOWN,
        "form": form,
    }
    return render(
        request, "tournaments/desk/category_members.html", context, status=failed.status if failed else 200
    )


def _done(request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    query = {name: request.POST.get(name, "") for name in ("key", "q")}
    return redirect(f"{reverse('category_members', args=access.place)}?{urlencode(query)}")


SECTION = [
    page_url("prizes/categories/", "category_members", _page, Act.SEE_DESK),
    act_url(
        "prizes/categories/set/",
        set_categories,
        MembersForm,
        name="set_category_members",
        page=_page,
        to=_done,
        success_message=gettext_lazy("Categories set."),
    ),
]
