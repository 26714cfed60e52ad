"""Players of a section: the list, one more, check-in, absences, withdrawal, lots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournaments.acts.change_section import correct_start, set_fixed_table
from tournaments.acts.entering.attendance import OfAbsence, check_in, reinstate, set_absence, withdraw
from tournaments.acts.entering.open_to import ConditionOverruled, overrule_condition
from tournaments.acts.entering.players import PlayerCorrected, PlayerEntered, correct_player, enter_player
from tournaments.acts.money.prizes import set_categories
from tournaments.acts.people import grant_role
from tournaments.acts.sections import LotsDrawn, draw_lots, open_section
from tournaments.forms.base import ActForm, ReasonForm, form_of
from tournaments.forms.conditions import OverruleForm
from tournaments.forms.entering.entries import AbsenceForm, CategoriesForm, CheckInForm, EntryForm, PlayerForm
from tournaments.forms.entry_list import EntryFilter
from tournaments.models import OF_PLAYERS, Entry, Player, Role, Section
from tournaments.policy import Act
from tournaments.queries.categories import keys_by_entry, open_to, verdicts_of
from tournaments.queries.entering.entries import (
    checked_in,
    entry_counts,
    listed_entries,
    rounds_to_miss,
)
from tournaments.queries.entry_list import listing
from tournaments.queries.register.rating_lists import may_set_grades
from tournaments.queries.tournament import full_byes_of, half_byes_of
from tournaments.requests.access import EntryAccess, SectionAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.requests.frame import by_script
from tournaments.views.entering.register_suggestions import chosen_person
from tournaments.views.register.rating_lists import lookup
from tournaments.wording.conditions import condition_text
from tournaments.wording.people import fault_text, fields_text, kept_text

ON_A_PAGE = 200


def _list(request: HttpRequest, access: SectionAccess) -> HttpResponse:
    """What `EntryFilter` asks for, two hundred on a page; ``all``: with every box ticked."""
    section = access.section
    filters = EntryFilter(request.GET, section=section)
    page = Paginator(listing(section, filters.selection), ON_A_PAGE).get_page(request.GET.get("page"))
    counts = entry_counts(section, absent_in=filters.selection.round)
    checked = checked_in(section, page)
    verdicts = verdicts_of(section, [entry.pk for entry in page])
    ticked = "all" in request.GET
    return render(
        request,
        "tournaments/desk/entries.html",
        _frame(access)
        | {
            "page": page,
            "rows": [
                {
                    "entry": entry,
                    "form": _check_in_form(entry),
                    "checked": checked.get(entry.pk),
                    "verdict": verdicts.get(entry.pk),
                }
                for entry in page
            ],
            "counts": counts,
            "groups": counts["second"] > 0,
            "filters": filters,
            "columns": [_column(name, filters) for name in _columns(counts)],
            "tabs": _tabs(filters, counts, access.section),
            "check_all": ActForm(auto_id="all-%s"),
            "ticked": ticked,
            "asked": f"?{filters.query()}" if filters.query() else "",
            "all_shown": filters.query(page=page.number, **({} if ticked else {"all": "on"})),
            "here": filters.query(**_page_of(page.number)),
            "filtered": filters.query(),
        },
    )


def _page_of(number: int) -> dict[str, int]:
    return {"page": number} if number > 1 else {}


@dataclass(frozen=True, slots=True)
class EntryColumn:
    """``query``: the list in its order, or in the opposite one; ``sorted``: as ``aria-sort`` says it."""

    name: str | Promise
    looks: str
    query: str
    sorted: str


NAMES: Mapping[str, str | Promise] = {
    "number": gettext_lazy("No."),
    "name": gettext_lazy("Name"),
    "federation": gettext_lazy("Federation"),
    "title": gettext_lazy("Title"),
    "grade": gettext_lazy("Grade"),
    "rating": gettext_lazy("Rating"),
    "team": gettext_lazy("Team"),
    "club": gettext_lazy("Club"),
    "province": gettext_lazy("Province"),
    "group": gettext_lazy("Group"),
    "absent": gettext_lazy("Absent"),
    "status": gettext_lazy("Status"),
}
LOOKS = {"number": "pick", "name": "", "status": "status", "rating": "wide fig", "group": "wide fig"}
OFTEN_EMPTY = frozenset({"title", "grade", "rating", "team", "club", "province"})


def _columns(counts: Mapping[str, int]) -> list[str]:
    """Those in which something stands."""
    empty = {name for name in OFTEN_EMPTY if not counts[name]}
    if not counts["second"]:
        empty.add("group")
    return [name for name in NAMES if name not in empty]


def _column(name: str, filters: EntryFilter) -> EntryColumn:
    selection = filters.selection
    mine = selection.sort == name or (name == "number" and not selection.sort)
    order = f"-{name}" if mine and not selection.down else name
    direction = ("descending" if selection.down else "ascending") if mine else ""
    return EntryColumn(NAMES[name], LOOKS.get(name, "wide"), filters.query(sort=order), direction)


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    query: str
    count: int
    chosen: bool


def _tabs(filters: EntryFilter, counts: Mapping[str, int], section: Section) -> list[Tab]:
    """The list by status; what nobody is has none, unless it is shown."""
    selection = filters.selection
    words = {
        "": gettext("All"),
        "entered": gettext("Not checked in"),
        "checked-in": gettext("Checked in"),
        "absent": gettext("Absent in round %(round)s") % {"round": selection.round},
        "withdrawn": gettext("Withdrawn"),
    }
    counts_by_tab = {
        "": counts["all"],
        "entered": counts["waiting"] if section.check_in_needed else 0,
        "checked-in": counts["here"],
        "absent": counts["absent"],
        "withdrawn": counts["all"] - counts["playing"],
    }
    return [
        Tab(name, filters.query(show=show), counts_by_tab[show], chosen=selection.show == show)
        for show, name in words.items()
        if counts_by_tab[show] or selection.show == show
    ]


def _check_in_form(entry: Entry) -> CheckInForm:
    return CheckInForm(auto_id=f"e{entry.pk}-%s")


def _add_page(request: HttpRequest, access: SectionAccess, failed: EntryForm | None) -> HttpResponse:
    """One player more; after the lots a late entry, which the page explains."""
    listed = lookup(request, access.section)
    form = failed or EntryForm(
        section=access.section, initial=listed.get("initial") or chosen_person(request)
    )
    context = _frame(access) | {"form": form, "listed": listed}
    return render(
        request, "tournaments/desk/entry_add.html", context, status=failed.status if failed else 200
    )


def _added(request: HttpRequest, answer: PlayerEntered, access: SectionAccess) -> HttpResponse:
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
    [entry_row] = listed_entries(access.section).filter(pk=entry.pk)
    counts = entry_counts(access.section)
    context = _frame(access) | {
        "row": {
            "entry": entry_row,
            "form": _check_in_form(entry_row),
            "checked": checked_in(access.section, [entry_row]).get(entry.pk),
            "verdict": verdicts_of(access.section, [entry.pk]).get(entry.pk),
        },
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
    categories = list(access.section.categories.all())
    keys = keys_by_entry(access.section, [access.entry.pk]).get(access.entry.pk, set())
    forms: dict[str, ActForm] = {
        "absence": AbsenceForm(section=access.section),
        "reason": ReasonForm(),
        "categories": CategoriesForm(
            entry=access.entry,
            initial={"categories": sorted(keys)},
        ),
        FixedTableForm.ids: FixedTableForm(initial={"table": access.entry.fixed_table}),
        StartForm.ids: StartForm(initial={"mms_correction": access.entry.mms_correction}),
        OverruleForm.ids: OverruleForm(),
        "player": PlayerForm(section=access.section, initial=PlayerForm.about(access.entry)),
    }
    if failed is not None:
        forms[failed.ids] = failed
    context = _frame(access) | {
        "entry": access.entry,
        "absences": list(
            access.entry.absences.filter(half_point=False, full_point=False).values_list(
                "round_number", flat=True
            )
        ),
        "half_byes": sorted(half_byes_of(access.entry)),
        "full_byes": sorted(full_byes_of(access.entry)),
        "doubts": [fault_text(fault) for fault in access.entry.open_doubts],
        "player_numbers": numbers_text(access.entry.player),
        "rounds": rounds,
        "categories": [category for category in categories if category.key in keys],
        "all_categories": bool(categories),
        "verdict": verdicts_of(access.section, [access.entry.pk]).get(access.entry.pk),
        "open_to": condition_text(open_to(access.section)),
        "forms": forms,
        "table_form": forms[FixedTableForm.ids],
        "start_form": forms[StartForm.ids],
        "opened": failed.ids if failed else "",
        "deletable": not access.entry.seats.exists(),
        "withdrawn": access.entry.status == Entry.Status.WITHDRAWN,
        "grade_follows": access.section.game == Section.Game.WEIQI
        and Act.CORRECT_PLAYER in access.may
        and may_set_grades(access.section, [access.entry]),
    }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/entry.html", context, status=status)


def numbers_text(player: Player) -> str:
    """By which federations the player is known: ``EGF 12345678 · FFG 1234567``."""
    numbers = [(issuer.upper(), getattr(player, column)) for issuer, column in OF_PLAYERS.items()]
    numbers.append((player.federation_id, player.national_id))
    return " · ".join(f"{issuer} {number}".strip() for issuer, number in numbers if number)


def _missed(answer: OfAbsence, access: EntryAccess) -> str:
    if answer["half_point"]:
        words = gettext("%(name)s takes a half-point bye in round %(round)s.")
    elif answer["full_point"]:
        words = gettext("%(name)s has a full-point bye in round %(round)s.")
    elif answer["absent"]:
        words = gettext("%(name)s marked absent in round %(round)s.")
    else:
        words = gettext("%(name)s will play round %(round)s.")
    return words % {"name": access.entry.player.name, "round": answer["round"]}


def _overruled(answer: ConditionOverruled, access: EntryAccess) -> str:
    if answer["overruled"]:
        words = gettext("%(name)s plays all the same.")
    else:
        words = gettext("%(name)s is no longer let in all the same.")
    return words % {"name": access.entry.player.name}


def _other_way(access: EntryAccess, _form: ActForm) -> dict[str, object]:
    return {"overruled": not access.entry.overruled}


def _withdrawn(_answer: object, access: EntryAccess) -> str:
    return gettext("%(name)s has withdrawn.") % {"name": access.entry.player.name}


def _reinstated(_answer: object, access: EntryAccess) -> str:
    return gettext("%(name)s reinstated.") % {"name": access.entry.player.name}


def _lots_page(request: HttpRequest, access: SectionAccess, failed: ActForm | None) -> HttpResponse:
    """How the lots are drawn, and the button that draws them."""
    playing = access.section.entries.exclude(status=Entry.Status.WITHDRAWN)
    context = _frame(access) | {
        "form": failed or ActForm(),
        "referee": access.event.memberships.filter(role=Role.CHIEF_REFEREE).select_related("user").first(),
        "playing": playing.count(),
        "here": playing.filter(status=Entry.Status.CHECKED_IN).count(),
        "from_stages": bool(access.section.options.get("sources")),
    }
    return render(request, "tournaments/desk/lots.html", context, status=failed.status if failed else 200)


def _drawn(answer: LotsDrawn, access: SectionAccess) -> str:
    if access.section.of_teams:
        return gettext("Lots drawn: %(count)s teams have their numbers.") % {"count": answer["drawn"]}
    words = gettext("Lots drawn: %(count)s players have their numbers.")
    return words % {"count": answer["drawn"]}


def _frame(access: SectionAccess) -> dict[str, object]:
    return {"event": access.event, "section": access.section, "may": access.may}


FixedTableForm = form_of(set_fixed_table)
StartForm = form_of(correct_start)
on_page = partial(act_url, page=_entry_page, to="entry_desk")
ENTRY = [
    page_url("", "entries", _list, Act.SEE_DESK),
    act_url(
        "add/", enter_player, EntryForm, name="entry_add", page=_add_page, read=Act.ENTER_PLAYER, to=_added
    ),
    page_url("<int:entry>/", "entry_desk", _entry_page, Act.SEE_DESK),
    act_url("<int:entry>/check-in/", check_in, CheckInForm, to=_checked_in),
    on_page(
        "<int:entry>/overrule/",
        overrule_condition,
        OverruleForm,
        extra_arguments=_other_way,
        success_message=_overruled,
    ),
    on_page("<int:entry>/absence/", set_absence, AbsenceForm, success_message=_missed),
    on_page("<int:entry>/withdraw/", withdraw, ReasonForm, success_message=_withdrawn),
    on_page("<int:entry>/reinstate/", reinstate, ReasonForm, success_message=_reinstated),
    # A slip in the name, the wrong federation: put right in every section of the event.
    act_url("<int:entry>/correct/", correct_player, PlayerForm, page=_entry_page, to=_corrected),
    on_page("<int:entry>/start/", correct_start, StartForm, success_message=gettext_lazy("Score saved.")),
    on_page(
        "<int:entry>/table/", set_fixed_table, FixedTableForm, success_message=gettext_lazy("Table saved.")
    ),
    on_page(
        "<int:entry>/categories/",
        set_categories,
        CategoriesForm,
        success_message=gettext_lazy("Categories set."),
    ),
]


def _to_round_1(_request: HttpRequest, _answer: LotsDrawn, access: SectionAccess) -> HttpResponse:
    return redirect("round_desk", *access.place, 1)


def _me_as_referee(access: SectionAccess, _form: ActForm) -> dict[str, object]:
    return {"user": access.user, "role": Role.CHIEF_REFEREE}


SECTION = [
    act_url("lots/", draw_lots, page=_lots_page, read=Act.SEE_DESK, to=_to_round_1, success_message=_drawn),
    # What is missing for the draw is done on its page, by one press, and comes back to it.
    act_url(
        "lots/open/",
        open_section,
        name="open_for_lots",
        to="draw_lots",
        success_message=gettext_lazy("Section published. Its pages are public now."),
    ),
    act_url(
        "lots/referee/",
        grant_role,
        name="referee_for_lots",
        to="draw_lots",
        extra_arguments=_me_as_referee,
        success_message=gettext_lazy("You are the chief referee now."),
    ),
]
