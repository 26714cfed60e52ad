"""Categories: their rules, and who belongs to one: it is chosen, its entries are ticked."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tournaments.acts.money.prizes import add_category, change_category, remove_category, set_categories
from tournaments.forms.base import ActForm, form_of
from tournaments.forms.categories import MOST_SHOWN, CategoryForm, ChangeCategoryForm, MembersForm
from tournaments.models import Category
from tournaments.policy import Act
from tournaments.queries.categories import category_counts, fit_of, keys_by_entry
from tournaments.queries.entry_list import EntrySelection, listing
from tournaments.requests.access import SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.state.conditions import Condition


def _page(request: HttpRequest, access: SectionAccess, failed: ActForm | None = None) -> HttpResponse:
    """All of them, or the one that is chosen."""
    section, data = access.section, request.POST if failed else request.GET
    rows = category_counts(section)
    chosen = next((row for row in rows if row.category.key == data.get("key")), None)
    if isinstance(failed, ChangeCategoryForm):
        chosen = next((row for row in rows if str(row.category.pk) == data.get("category")), None)
    elif chosen is None and data.get("key") and not isinstance(failed, CategoryForm):
        raise Http404
    context = {
        "event": access.event,
        "section": section,
        "may": access.may,
        "rows": rows,
        "chosen": None if isinstance(failed, CategoryForm) else chosen,
        "single": ActForm(),
        "failed": failed,
        "form": failed if isinstance(failed, CategoryForm) else CategoryForm(section=section),
        "fit": fit_of(section, chosen.condition if chosen else Condition()),
    }
    if context["chosen"] and chosen:
        context |= _chosen(access, chosen.category, data.get("q", "")[:100], failed)
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/category_members.html", context, status=status)


def _chosen(
    access: SectionAccess, category: Category, words: str, failed: ActForm | None
) -> dict[str, object]:
    """Its form, and the entries to tick."""
    section = access.section
    entries = list(listing(section, EntrySelection(words=words))[: MOST_SHOWN + 1])
    entries_here = entries[:MOST_SHOWN]
    keys = keys_by_entry(section)
    inside = {entry.pk for entry in entries_here if category.key in keys.get(entry.pk, ())}
    form = failed if isinstance(failed, MembersForm) else None
    form = form or MembersForm.of(entries_here, inside, key=category.key, q=words)
    ticked = set(str(form["entry"].value() or "").split(","))
    names = {row.key: row for row in section.categories.all()}
    return {
        "words": words,
        "members": [
            (entry, str(entry.pk) in ticked, [names[key] for key in sorted(keys.get(entry.pk, ()))])
            for entry in entries_here
        ],
        "cut": len(entries) > MOST_SHOWN,
        "most": MOST_SHOWN,
        "members_form": form,
        "change_form": failed if isinstance(failed, ChangeCategoryForm) else ChangeCategoryForm.of(category),
    }


def _to_members(request: HttpRequest, _answer: object, access: SectionAccess) -> HttpResponse:
    query = {name: request.POST.get(name, "") for name in ("key", "q")}
    return redirect(f"{reverse('category_members', args=access.place)}?{urlencode(query)}")


def _to_category(request: HttpRequest, answer: dict[str, int], access: SectionAccess) -> HttpResponse:
    category = access.section.categories.get(pk=answer["category"])
    return redirect(f"{reverse('category_members', args=access.place)}?{urlencode({'key': category.key})}")


on_page = partial(act_url, page=_page)
SECTION = [
    page_url("prizes/categories/", "category_members", _page, Act.SEE_DESK),
    on_page(
        "prizes/categories/set/",
        set_categories,
        MembersForm,
        name="set_category_members",
        to=_to_members,
        success_message=gettext_lazy("Categories set."),
    ),
    on_page(
        "prizes/category/",
        add_category,
        CategoryForm,
        to=_to_category,
        success_message=gettext_lazy("Category added. Below is who belongs to it."),
    ),
    on_page(
        "prizes/category/change/",
        change_category,
        ChangeCategoryForm,
        to=_to_category,
        success_message=gettext_lazy("Category saved."),
    ),
    on_page(
        "prizes/category/remove/",
        remove_category,
        form_of(remove_category),
        to="category_members",
        success_message=gettext_lazy("Category deleted."),
    ),
]
