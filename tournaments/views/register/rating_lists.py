"""Show lists of ratings, match a section with one, and look somebody up for a new entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, reverse
from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext
from django_htmx.http import HttpResponseClientRefresh

from portal.accounts.models import User
from portal.outbox import Job
from portal.sandbox import parent
from tournaments.acts.register.list_addresses import (
    add_list_address,
    decide_on_fetched_list,
    fetch_list_now,
    now_key,
    remove_list_address,
)
from tournaments.acts.register.rating_lists import (
    ListSent,
    TakenFromList,
    read_sent_table,
    remove_rating_list,
    send_rating_list,
    sent_key,
    take_from_list,
)
from tournaments.exchange.conversion import MOST_BYTES, error_from_json
from tournaments.exchange.ratings.rating_list_changes import OddRow
from tournaments.exchange.ratings.rating_matches import MatchQuality, Taken
from tournaments.exchange.ratings.rating_tables import FIELDS, MOST_ROWS, first_lines, recognise_table
from tournaments.forms.base import ActForm, offer
from tournaments.forms.register.rating_lists import (
    COLUMN,
    AddressForm,
    ColumnsForm,
    DecideForm,
    FetchNowForm,
    RatingListForm,
    RemoveAddressForm,
    RemoveListForm,
    TakeForm,
)
from tournaments.models import Federation, ListAddress, ListedPlayer, RatingList, Section, SentList
from tournaments.policy import Act, may_anywhere
from tournaments.queries.register.rating_lists import (
    GRADES,
    entry_form_values,
    grade_by_rating,
    is_lower,
    look_up_rated,
    matches_of,
    may_remove,
    may_set_grades,
    newest_lists,
    remembered_tables,
)
from tournaments.requests.access import SectionAccess, SiteAccess
from tournaments.requests.act_urls import act_url, page_url
from tournaments.wording.exchange import problem_text
from tournaments.wording.refusals import refusal_sentence
from tournaments.wording.register.rating_lists import COLUMNS, ODDITIES, TAKEN, list_changes_text

LONGEST_KEY = 19
# Forms of one button.
ALONE = (RemoveListForm, RemoveAddressForm, FetchNowForm, DecideForm)
FAILED = gettext_noop("The job failed five times. The worker's log says why; try again once that is fixed.")
MOST_LISTS = 50


def _lists_page(request: HttpRequest, access: SiteAccess, failed: ActForm | None) -> HttpResponse:
    """Show the lists, what became of files that were sent, and the columns of a waiting table."""
    table = _table(request, access.user, failed if isinstance(failed, ColumnsForm) else None)
    # Before the lists that a fetch adds.
    addresses = _addresses() if may_anywhere(Act.SET_SITE, access.user) else None
    context = _uploads(access.user) | {
        "may": access.may,
        "form": failed if isinstance(failed, RatingListForm) else RatingListForm(),
        "table": table,
        "choices": [("skip", gettext("not imported")), *((key, COLUMNS[key]) for key in FIELDS)],
        "lists": [
            (rating_list, may_remove(access.user, rating_list), list_changes_text(rating_list.changed))
            for rating_list in RatingList.objects.select_related("loaded_by")[:MOST_LISTS]
        ],
        "remove": RemoveListForm(),
        "failed": failed if isinstance(failed, ALONE) else None,
        "most": MOST_BYTES >> 20,
        "most_rows": MOST_ROWS,
    }
    if addresses is not None:
        context |= {
            "addresses": addresses,
            "working": context["working"] or any(line.working for line in addresses),
            "address_form": failed if isinstance(failed, AddressForm) else AddressForm(),
            "once_again": FetchNowForm(),
        }
    status = failed.status if failed else 200
    return render(request, "tournaments/desk/rating_lists.html", context, status=status)


@dataclass(frozen=True, slots=True)
class AddressLine:
    """Show where a list is fetched from; ``why``: nothing came of it, ``odd``: what is unusual about the one
    that waits."""

    address: ListAddress
    working: bool
    why: str
    odd: tuple[str, ...]
    changes: str


def _addresses() -> list[AddressLine]:
    addresses = ListAddress.objects.all()
    jobs = Job.objects.filter(key__in=[now_key(address) for address in addresses])
    keys = {job.key for job in jobs if job.is_pending}
    # Only now what became of them: a fetch that ends in between has left its error, or its list.
    return [
        AddressLine(
            address,
            now_key(address) in keys,
            refusal_sentence(address.error, address.error_params) if address.error else "",
            tuple(str(ODDITIES[OddRow(code)]) for code in address.odd),
            list_changes_text(address.odd_changes),
        )
        for address in addresses.all()
    ]


def _progress(request: HttpRequest, access: SiteAccess) -> HttpResponse:
    """While one is read; when it is, htmx loads the page anew."""
    context = _uploads(access.user)
    fetched = may_anywhere(Act.SET_SITE, access.user) and any(line.working for line in _addresses())
    if not (context["working"] or fetched):
        return HttpResponseClientRefresh()
    return render(request, "tournaments/desk/_rating_list_working.html", context)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was sent. ``rows``: how many players it gave; ``flaws``: what could not be read."""

    sent: SentList
    waits: bool
    working: bool
    rows: int
    flaws: str
    why: str


def _uploads(user: User) -> dict[str, Any]:
    mine = list(SentList.objects.filter(by=user).defer("body").order_by("-pk"))
    keys = [sent_key(sent_list) for sent_list in mine]
    jobs = {job.key: job for job in Job.objects.filter(key__in=keys).order_by("pk")}
    # Of what was read long ago nothing is known any more: its job is gone.
    uploads = [
        _upload(sent_list, job)
        for sent_list in mine
        if (job := jobs.get(sent_key(sent_list))) or sent_list.waits_for_columns
    ]
    return {"uploads": uploads, "working": any(sent_list.working for sent_list in uploads)}


def _upload(sent: SentList, job: Job | None) -> Upload:
    if job is None or job.is_pending:
        return Upload(sent, waits=job is None, working=job is not None, rows=0, flaws="", why="")
    outcome = job.outcome or {}
    params = outcome.get("params", outcome)
    errors = [error_from_json(stored) for stored in params.get("flaws", ())]
    errors_text = " ".join(problem_text(problem) + "." for problem in errors)
    if more := params.get("count", 0) - len(errors):
        errors_text += " " + gettext("(and %(count)s more)") % {"count": more}
    why = ""
    if job.state in (Job.State.REFUSED, Job.State.FAILED):
        why = refusal_sentence(outcome["code"], params) if "code" in outcome else gettext(FAILED)
    return Upload(sent, waits=False, working=False, rows=outcome.get("rows", 0), flaws=errors_text, why=why)


@dataclass(frozen=True, slots=True)
class ListColumn:
    """Of a table: the field that says what it is, its heading, what it was taken for, its first cells."""

    field: str
    heading: str
    chosen: str
    sample: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """One whose columns are to be chosen. ``why``: it cannot be looked at."""

    sent: SentList
    form: ColumnsForm
    columns: tuple[ListColumn, ...] = ()
    why: str = ""


def _table(request: HttpRequest, user: User, failed: ColumnsForm | None) -> WaitingTable | None:
    query = failed.data.get("sent_list", "") if failed else request.GET.get("table", "")
    if not (query.isdecimal() and len(query) < LONGEST_KEY):
        return None
    tables = SentList.objects.filter(by=user, source=RatingList.Source.TABLE, columns=[])
    sent = tables.filter(pk=int(query)).first()
    if sent is None:
        return None
    try:
        look_at = first_lines(bytes(sent.body))
        looked = parent.run_sandboxed(recognise_table, look_at, remembered_tables())
    except parent.Stopped as stopped:
        return WaitingTable(sent, ColumnsForm(), why=refusal_sentence(stopped.code, stopped.params))
    chosen = failed.columns if failed and failed.columns else looked.fields
    form = failed or ColumnsForm(
        initial={
            "sent_list": sent.pk,
            "shape": looked.shape,
            "lower": is_lower(sent.name, looked.shape),
        }
    )
    columns = tuple(
        ListColumn(
            COLUMN % place,
            looked.headings[place] if place < len(looked.headings) else str(place + 1),
            name_of_column,
            tuple(row[place] for row in looked.sample if place < len(row)),
        )
        for place, name_of_column in enumerate(chosen[: len(looked.fields)])
    )
    return WaitingTable(
        sent, form, columns, why="" if looked.rows else gettext("There is nothing in this file.")
    )


def _after_sending(_request: HttpRequest, answer: ListSent, _access: SiteAccess) -> HttpResponse:
    query = f"?{urlencode({'table': answer['sent']})}#columns" if answer["waits"] else ""
    return redirect(reverse("rating_lists") + query)


def _said_of_sending(answer: ListSent, _access: SiteAccess) -> str:
    return "" if answer["waits"] else gettext("File uploaded. Reading the list.")


def _matches_page(request: HttpRequest, access: SectionAccess, failed: TakeForm | None) -> HttpResponse:
    """Show who of the section stands in a list, doubtful ones with all who may be meant."""
    lists = newest_lists()
    query = request.POST.get("rating_list") or request.GET.get("list", "")
    chosen = next((item for item in lists if str(item.pk) == query), lists[0] if lists else None)
    matched = matches_of(access.section, chosen) if chosen else []
    open_ = may_set_grades(access.section)
    initial = {
        "rating_list": chosen.pk if chosen else None,
        "fields_taken": [Taken.NUMBER, Taken.RATING],
    }
    form = failed or TakeForm(initial=initial)
    if not open_:
        offer(
            form, "fields_taken", [(str(item), words) for item, words in TAKEN.items() if item not in GRADES]
        )
    context = {
        "event": access.event,
        "section": access.section,
        "may": access.may,
        "lists": lists,
        "chosen": chosen,
        "form": form,
        "grades_open": open_,
        "parts": [
            (how, [item for item in matched if item.how == how])
            for how in (MatchQuality.NUMBER, MatchQuality.NAME, MatchQuality.DOUBTFUL, MatchQuality.NEAR)
        ],
        "same": {item.entry.pk for item in matched if item.rows and not any(f.changes for f in item.rows)},
        "missing": [item.entry for item in matched if item.how is MatchQuality.NONE],
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
    """Gather what the page of a new entry has of the lists."""
    if section.game != Section.Game.WEIQI:
        return {}
    lists = newest_lists()
    query = request.GET.get("look", "")[:100]
    players = look_up_rated(query, lists)
    initial: dict[str, Any] = {}
    key = request.GET.get("listed", "")
    if key.isdecimal() and len(key) < LONGEST_KEY:
        row = ListedPlayer.objects.select_related("rating_list").filter(pk=int(key)).first()
        if row is not None:
            initial = entry_form_values(row, set(Federation.objects.values_list("code", flat=True)))
            # A grade by the rating only where a person has asked for it.
            if "by_rating" in request.GET:
                initial["grade"] = grade_by_rating(row)
    return {
        "lists": lists,
        "asked": query,
        "found": [LookedUp(row, "" if row.grade else grade_by_rating(row)) for row in players],
        "initial": initial,
    }


SITE: list[URLPattern] = [
    act_url(
        "desk/-/rating-lists/",
        send_rating_list,
        RatingListForm,
        name="rating_lists",
        page=_lists_page,
        read=Act.LOAD_RATING_LIST,
        to=_after_sending,
        success_message=_said_of_sending,
    ),
    act_url(
        "desk/-/rating-lists/columns/",
        read_sent_table,
        ColumnsForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("Reading the list."),
    ),
    page_url("desk/-/rating-lists/progress/", "rating_lists_progress", _progress, Act.LOAD_RATING_LIST),
    act_url(
        "desk/-/rating-lists/remove/",
        remove_rating_list,
        RemoveListForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("Rating list deleted."),
    ),
    act_url(
        "desk/-/rating-lists/addresses/add/",
        add_list_address,
        AddressForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("The list is being fetched."),
    ),
    act_url(
        "desk/-/rating-lists/addresses/remove/",
        remove_list_address,
        RemoveAddressForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("Address removed."),
    ),
    act_url(
        "desk/-/rating-lists/addresses/fetch/",
        fetch_list_now,
        FetchNowForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("The list is being fetched."),
    ),
    act_url(
        "desk/-/rating-lists/addresses/decide/",
        decide_on_fetched_list,
        DecideForm,
        page=_lists_page,
        to="rating_lists",
        success_message=gettext_lazy("Saved."),
    ),
]
ENTRY: list[URLPattern] = [
    act_url(
        "ratings/",
        take_from_list,
        TakeForm,
        page=_matches_page,
        read=Act.CORRECT_PLAYER,
        to=_same_list,
        success_message=_taken,
    ),
]
