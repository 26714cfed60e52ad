"""Players of a section: the list, one more, check-in, absences, withdrawal, lots."""

from __future__ import annotations

from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.attendance import OfAbsence, check_in, reinstate, set_absence, withdraw
from tournaments.acts.players import Entered, PlayerCorrected, correct_player, enter_player
from tournaments.acts.prizes import set_categories
from tournaments.acts.sections import LotsDrawn, draw_lots
from tournaments.forms.base import ActForm, ReasonForm
from tournaments.forms.entries import AbsenceForm, CategoriesForm, CheckInForm, EntryForm, PlayerForm
from tournaments.models import Entry
from tournaments.policy import Act
from tournaments.queries.entries import (
    checked_in,
    entry_counts,
    found_entries,
    listed_entries,
    rounds_to_miss,
)
from tournaments.requests.access import EntryAccess, SectionAccess
from tournaments.requests.acting import acting, showing
from tournaments.requests.frame import by_script
from tournaments.wording.people import fields_text, kept_text

ON_A_PAGE = 200
MOST_ASKED = 100
"""Characters of a search that are looked at."""


def _list(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """Found by ``q`` (names, number, federation), two hundred on a page."""
    words = request.GET.get("q", "").strip()[:MOST_ASKED]
    page = Paginator(found_entries(access.section, words), ON_A_PAGE).get_page(request.GET.get("page"))
    counts = entry_counts(access.section)
    checked = checked_in(page)
    return render(
        request,
        "tournaments/desk/entries.html",
        _frame(access)
        | {
            "page": page,
            "rows": [
                {"entry": entry, "form": _check_in_form(entry), "checked": checked.get(entry.pk)}
                for entry in page
            ],
            "counts": counts,
            "groups": counts["second"] > 0,
            "words": words,
            "here": _here(words, page.number),
        },
    )


def _here(words: str, page: int) -> str:
    """The query with which a part of the list is asked for again."""
    asked = {"q": words} if words else {}
    return urlencode(asked | ({"page": page} if page > 1 else {}))


def _check_in_form(entry: Entry) -> CheckInForm:
    return CheckInForm(auto_id=f"e{entry.pk}-%s")


def _add_page(request: HttpRequest, access: SectionAccess, failed: EntryForm | None) -> HttpResponse:
    """One player more; after the lots a late entry, which the page explains."""
    context = _frame(access) | {"form": failed or EntryForm(section=access.section)}
    return render(
        request, "tournaments/desk/entry_add.html", context, status=failed.status if failed else 200
    )


def _added(request: HttpRequest, answer: Entered, access: SectionAccess) -> HttpResponse:
    name = Entry.objects.select_related("player").get(pk=answer["entry"]).player.name
    messages.success(request, _entered(name, answer["number"]))
    if answer["kept"]:
        messages.warning(request, kept_text(answer["kept"]))
    return redirect("entry_add" if "another" in request.POST else "entries", *access.place)


def _entered(name: str, number: int | None) -> str:
    if number is None:
        return gettext("%(name)s added.") % {"name": name}
    return gettext("%(name)s added with number %(number)s.") % {"name": name, "number": number}


def _checked_in(request: HttpRequest, _answer: object, access: EntryAccess) -> HttpResponse:
    entry = access.entry
    query = request.META.get("QUERY_STRING", "")
    if not by_script(request):
        there = f"{reverse('entries', args=access.place[:2])}{'?' if query else ''}{query}"
        return redirect(f"{there}#e{entry.pk}")
    # A script of the page takes the one row out of the answer.
    [shown] = listed_entries(access.section).filter(pk=entry.pk)
    counts = entry_counts(access.section)
    context = _frame(access) | {
        "row": {"entry": shown, "form": _check_in_form(shown), "checked": checked_in([shown]).get(entry.pk)},
        "counts": counts,
        "groups": counts["second"] > 0,
        "here": query,
    }
    return render(request, "tournaments/desk/_entry_row_alone.html", context)


def _corrected(request: HttpRequest, answer: PlayerCorrected, access: EntryAccess) -> HttpResponse:
    if answer["fields"]:
        words = gettext("Corrected: %(fields)s.")
        messages.success(request, words % {"fields": fields_text(answer["fields"])})
    else:
        messages.info(request, gettext("Nothing was changed."))
    return redirect("entry_desk", *access.place)


def _entry_page(request: HttpRequest, access: EntryAccess, failed: ActForm | None = None) -> HttpResponse:
    rounds = rounds_to_miss(access.section)
    forms: dict[str, ActForm] = {
        "absence": AbsenceForm(rounds=rounds),
        "reason": ReasonForm(),
        "categories": CategoriesForm(
            section=access.section,
            initial={"categories": [category.key for category in access.entry.categories.all()]},
        ),
        "player": PlayerForm(initial=PlayerForm.about(access.entry)),
    }
    if failed is not None:
        forms[failed.ids] = failed
    context = _frame(access) | {
        "entry": access.entry,
        "absences": list(access.entry.absences.values_list("round_number", flat=True)),
        "rounds": rounds,
        "categories": list(access.entry.categories.all()),
        "all_categories": access.section.categories.exists(),
        "forms": forms,
        "opened": failed.ids if failed else "",
        "withdrawn": access.entry.status == Entry.Status.WITHDRAWN,
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/entry.html", context, status=status)


def _missed(answer: OfAbsence, access: EntryAccess) -> str:
    words = (
        gettext("%(name)s marked absent in round %(round)s.")
        if answer["absent"]
        else gettext("%(name)s will play round %(round)s.")
    )
    return words % {"name": access.entry.player.name, "round": answer["round"]}


def _withdrawn(_answer: object, access: EntryAccess) -> str:
    return gettext("%(name)s has withdrawn.") % {"name": access.entry.player.name}


def _reinstated(_answer: object, access: EntryAccess) -> str:
    return gettext("%(name)s reinstated.") % {"name": access.entry.player.name}


def _lots_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    """How the lots are drawn, and the button that draws them."""
    playing = access.section.entries.exclude(status=Entry.Status.WITHDRAWN)
    context = _frame(access) | {
        "form": failed or ActForm(),
        "playing": playing.count(),
        "here": playing.filter(status=Entry.Status.CHECKED_IN).count(),
    }
    return render(request, "tournaments/desk/lots.html", context, status=failed.status if failed else 200)


def _drawn(answer: LotsDrawn, _access: SectionAccess) -> str:
    words = gettext("Lots drawn: %(count)s players have their numbers.")
    return words % {"count": answer["drawn"]}


def _frame(access: SectionAccess) -> dict[str, object]:
    return {"event": access.event, "section": access.section, "may": access.may}


on_page = partial(acting, page=_entry_page, to="entry_desk")
ENTRY = [
    showing("", "entries", _list, Act.SEE_DESK),
    acting(
        "add/", enter_player, EntryForm, name="entry_add", page=_add_page, read=Act.ENTER_PLAYER, to=_added
    ),
    showing("<int:entry>/", "entry_desk", _entry_page, Act.SEE_DESK),
    acting("<int:entry>/check-in/", check_in, CheckInForm, to=_checked_in),
    on_page("<int:entry>/absence/", set_absence, AbsenceForm, said=_missed),
    on_page("<int:entry>/withdraw/", withdraw, ReasonForm, said=_withdrawn),
    on_page("<int:entry>/reinstate/", reinstate, ReasonForm, said=_reinstated),
    # A slip in the name, the wrong federation: put right in every section of the event.
    acting("<int:entry>/correct/", correct_player, PlayerForm, page=_entry_page, to=_corrected),
    on_page("<int:entry>/categories/", set_categories, CategoriesForm, said=gettext_lazy("Categories set.")),
]


SECTION = [
    acting("lots/", draw_lots, page=_lots_page, read=Act.SEE_DESK, to="entries", said=_drawn),
]
