"""Lists of ratings: the site's page of them, the players of a section matched with one, and somebody looked
up when an entry is added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.acts.rating_lists import (
    TakenFromList,
    load_rating_list,
    remove_rating_list,
    take_from_list,
)
from tournaments.exchange.rating_matches import How, Taken
from tournaments.exchange.rating_tables import FIELDS
from tournaments.forms.base import ActForm
from tournaments.forms.rating_lists import COLUMN, RatingListForm, RemoveListForm, TakeForm
from tournaments.models import Federation, ListedPlayer, RatingList, Section
from tournaments.policy import Act
from tournaments.queries.rating_lists import (
    GRADES,
    grade_by_rating,
    look_up,
    matches_of,
    may_set_grades,
    newest_lists,
    remembered_tables,
    values_of,
)
from tournaments.requests.access import SectionAccess, SiteAccess, reach
from tournaments.requests.acting import acting
from tournaments.requests.frame import attempt, once_of, staff, user_of
from tournaments.wording.exchange import flaws_text
from tournaments.wording.rating_lists import COLUMNS

MOST_LISTS = 50


@staff("GET", "POST")
def rating_lists(request: HttpRequest) -> HttpResponse:
    """Which there are, and one more. A table is loaded in two steps: its columns are chosen between them."""
    access = reach(user_of(request), Act.LOAD_RATING_LIST, {})
    if request.method != "POST":
        return _lists_page(request, access, None)
    form = RatingListForm.of(request, remembered_tables())
    answer = attempt(form, lambda: _load(form, access, once_of(request)))
    if form.table is not None and form.listed is None and (form.is_valid() or form.columns):
        fresh = form.shown_again(form.table)
        status = 200 if form.is_valid() else form.status
        return _lists_page(request, access, fresh, errors=form, status=status)
    if answer is None:
        return _lists_page(request, access, form, status=form.status)
    _told(request, form, answer)
    return redirect("rating_lists")


def _load(form: RatingListForm, access: SiteAccess, once: str) -> Any:
    """None while nobody has said what the columns of a table are."""
    if form.listed is None:
        return None
    values = form.cleaned_data
    return load_rating_list(
        listed=form.listed,
        dated=values["dated"],
        name=values["name"] if values["source"] == RatingList.Source.TABLE else "",
        columns=form.columns,
        shape=values["shape"],
        by=access.user,
        once=once,
    )


def _told(request: HttpRequest, form: RatingListForm, answer: Any) -> None:
    rows = answer["rows"]
    words = ngettext("List loaded: %(rows)s player.", "List loaded: %(rows)s players.", rows)
    messages.success(request, words % {"rows": rows})
    if form.listed is not None and form.listed.flaws:
        told = gettext("Not all of it could be read: %(why)s")
        messages.warning(request, told % {"why": flaws_text(form.listed.flaws)})


def _lists_page(
    request: HttpRequest,
    access: SiteAccess,
    form: ActForm | None,
    *,
    errors: RatingListForm | None = None,
    status: int | None = None,
) -> HttpResponse:
    shown = form if isinstance(form, RatingListForm) else RatingListForm()
    context = {
        "may": access.may,
        "form": shown,
        "errors": errors or shown,
        "columns": _columns(shown),
        "choices": [("skip", gettext("not imported")), *((key, COLUMNS[key]) for key in FIELDS)],
        "lists": list(RatingList.objects.select_related("loaded_by")[:MOST_LISTS]),
        "remove": RemoveListForm(),
        "failed": form if isinstance(form, RemoveListForm) else None,
    }
    code = status or (form.status if form else 200)
    return render(request, "tournaments/desk/rating_lists.html", context, status=code)


@dataclass(frozen=True, slots=True)
class Column:
    """Of a table: the field that says what it is, its heading, what it was taken for, its first cells."""

    field: str
    heading: str
    chosen: str
    sample: tuple[str, ...]


def _columns(form: RatingListForm) -> list[Column]:
    if form.table is None:
        return []
    table = form.table
    return [
        Column(
            COLUMN % place,
            table.headings[place] if place < len(table.headings) else str(place + 1),
            chosen,
            tuple(row[place] for row in table.sample if place < len(row)),
        )
        for place, chosen in enumerate(form.columns[: len(table.fields)])
    ]


def _matches_page(request: HttpRequest, access: SectionAccess, failed: TakeForm | None) -> HttpResponse:
    """Who of the section stands in a list: by number, by name, doubtful ones with everybody who may be
    meant."""
    lists = newest_lists()
    asked = request.POST.get("rating_list") or request.GET.get("list", "")
    chosen = next((one for one in lists if str(one.pk) == asked), lists[0] if lists else None)
    matched = matches_of(access.section, chosen) if chosen else []
    open_ = may_set_grades(access.section)
    initial = {
        "rating_list": chosen.pk if chosen else None,
        "fields_taken": [Taken.NUMBER, Taken.RATING],
    }
    form = failed or TakeForm(initial=initial)
    boxes = form.fields["fields_taken"]
    if not open_:
        boxes.choices = [one for one in boxes.choices if one[0] not in GRADES]  # type: ignore[attr-defined]
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "lists": lists,
        "chosen": chosen,
        "form": form,
        "grades_open": open_,
        "parts": [
            (how, [one for one in matched if one.how == how]) for how in (How.NUMBER, How.NAME, How.DOUBTFUL)
        ],
        "same": {one.entry.pk for one in matched if one.found and not any(f.changes for f in one.found)},
        "missing": [one.entry for one in matched if one.how is How.NONE],
        "ticked": form.chosen if failed else None,
        "all": "all" in request.GET,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/rating_matches.html", context, status=status)


def _taken(answer: TakenFromList, _access: SectionAccess) -> str:
    count = len(answer["entries"])
    return ngettext("%(count)s player updated.", "%(count)s players updated.", count) % {"count": count}


def _same_list(request: HttpRequest, _answer: TakenFromList, access: SectionAccess) -> HttpResponse:
    key = request.POST.get("rating_list", "")
    return redirect(f"{reverse('take_from_list', args=access.place)}?{urlencode({'list': key})}")


@dataclass(frozen=True, slots=True)
class LookedUp:
    """Who was found; ``grade``: what the rating would make of him or her, where the list has no grade."""

    row: ListedPlayer
    grade: str


def lookup(request: HttpRequest, section: Section) -> dict[str, Any]:
    """What the page of a new entry has of the lists: what was asked, who was found, and the values of who
    was chosen, with a grade by the rating where a person has asked for it."""
    if section.game != Section.Game.WEIQI:
        return {}
    lists = newest_lists()
    asked = request.GET.get("look", "")[:100]
    found = look_up(asked, lists)
    initial: dict[str, Any] = {}
    key = request.GET.get("listed", "")
    if key.isdecimal() and len(key) < 19:
        row = ListedPlayer.objects.select_related("rating_list").filter(pk=int(key)).first()
        if row is not None:
            initial = values_of(row, set(Federation.objects.values_list("code", flat=True)))
            if "by_rating" in request.GET:
                initial["grade"] = grade_by_rating(row)
    return {
        "lists": lists,
        "asked": asked,
        "found": [LookedUp(row, "" if row.grade else grade_by_rating(row)) for row in found],
        "initial": initial,
    }


SITE: list[URLPattern] = [
    path("desk/-/rating-lists/", rating_lists, name="rating_lists"),
    acting(
        "desk/-/rating-lists/remove/",
        remove_rating_list,
        RemoveListForm,
        page=_lists_page,
        to="rating_lists",
        said=gettext_lazy("Rating list deleted."),
    ),
]
ENTRY: list[URLPattern] = [
    acting(
        "ratings/",
        take_from_list,
        TakeForm,
        page=_matches_page,
        read=Act.CORRECT_PLAYER,
        to=_same_list,
        said=_taken,
    ),
]
