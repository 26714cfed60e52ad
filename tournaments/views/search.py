"""The search in the header: a page, and while one types the first of what it would show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext

from portal.accounts.models import User
from tournaments.models import Event, Section
from tournaments.organisation_roles import SEE, looked_after
from tournaments.policy import acts_of
from tournaments.queries.entering.organisations import look_up_organisations
from tournaments.queries.search import LONGEST, HitKind, SearchHit, SearchQuestion, readable
from tournaments.queries.search import desk_search as look_for
from tournaments.requests.frame import by_script, staff, user_of
from tournaments.requests.menus import (
    BESIDE_EVENT,
    BESIDE_SECTION,
    EVENT,
    SECTION,
    WHOLE_SITE,
    MenuLink,
    labels_of,
    menu_links,
    round_links,
    site_links,
)
from tournaments.text.name_search import fits_query, name_search_key, search_key
from tournaments.wording.names import both_names, plain_name

# Lines of the page, and below the field.
MOST, AT_ONCE = 60, 8
# Events whose pages are looked through where no event is open.
NEWEST = 5


@dataclass(frozen=True, slots=True)
class HitLine:
    """``title`` leads to ``url``; ``about`` says where it belongs, ``kind`` what it is."""

    title: str
    url: str
    about: str
    kind: str


@staff("GET")
def search(request: HttpRequest) -> HttpResponse:
    """``q``: what is looked for; ``event``, ``section``: on whose page. A single hit opens at once."""
    user = user_of(request)
    query = "".join(filter(str.isprintable, request.GET.get("q", "")[:LONGEST]))
    question = SearchQuestion(query, request.GET.get("event", ""), request.GET.get("section", ""))
    event = readable(user).filter(slug=question.event).first()
    section = event.sections.filter(slug=question.section).first() if event else None
    if event:
        user.granted = {**user.granted, event.pk: acts_of(user, event)}
    lines = [
        *_pages(user, event, section, query),
        *(
            _line(line, event)
            for line in look_for(user, question, gettext("Table %(table)s") % {"table": ""})
        ),
        *_organisations(user, query),
    ]
    if by_script(request):
        context = {"lines": lines[:AT_ONCE], "more": len(lines) > AT_ONCE, "search_text": query}
        return render(request, "tournaments/desk/_found.html", context)
    if len(lines) == 1:
        return redirect(lines[0].url)
    context = {
        "lines": lines[:MOST],
        "more": len(lines) > MOST,
        "search_text": query,
        "event": event,
        "section": section,
    }
    return render(request, "tournaments/desk/search.html", context)


def _pages(user: User, event: Event | None, section: Section | None, query: str) -> Iterator[HitLine]:
    """Yield pages whose names fit."""
    # Nearest first: of the section and the event on whose page was asked.
    if event and section:
        about = plain_name(section)
        section_links = menu_links((*SECTION, *BESIDE_SECTION), user.granted[event.pk], event, section)
        yield from _named(section_links, query, about)
        if not search_key(query).isdigit():
            yield from _named(round_links(section), query, about)
    if event or any(_is_asked(label, query) for label in labels_of((*EVENT, *BESIDE_EVENT))):
        # Elsewhere of the newest events.
        for listed_event in [event] if event else readable(user)[:NEWEST]:
            links = menu_links((*EVENT, *BESIDE_EVENT), acts_of(user, listed_event), listed_event)
            yield from _named(links, query, plain_name(listed_event))
    # Then those that belong to no event.
    if any(_is_asked(label, query) for label in labels_of(WHOLE_SITE)):
        yield from _named(site_links(user), query, "")


def _organisations(user: User, query: str) -> Iterator[HitLine]:
    """Those whose page at the desk the person may open."""
    for organisation in look_up_organisations(query, looked_after(SEE, user)):
        names = " ".join(both_names(organisation))
        url = reverse("organisation", args=[organisation.slug])
        yield HitLine(names, url, organisation.get_level_display(), gettext("organisation"))


def _is_asked(label: str, query: str) -> bool:
    return fits_query(name_search_key(label), query)


def _named(links: Iterable[MenuLink], query: str, about: str) -> Iterator[HitLine]:
    for link in links:
        for entry_link in _each(link):
            if _is_asked(entry_link.label, query):
                yield HitLine(entry_link.label, entry_link.url, about, gettext("page"))


def _each(link: MenuLink) -> tuple[MenuLink, ...]:
    """What an item gathers; a tab that is called like it is the same page."""
    tabs = tuple(tab for tab in link.tabs if tab.label != link.label)
    return (MenuLink(link.label, link.url), *tabs)


def _line(hit: SearchHit, near: Event | None) -> HitLine:
    """The event is named where it is another one than that whose page was open."""
    event, section = plain_name(hit.event), plain_name(hit.section) if hit.section else ""
    place = [hit.event.slug, *([hit.section.slug] if hit.section else [])]
    within = section if hit.event == near else f"{section} · {event}"
    match hit.kind:
        case HitKind.PLAYER if hit.entry:
            number = gettext("No. %(number)s") % {"number": hit.entry.number} if hit.entry.number else ""
            names = " ".join(both_names(hit.entry.player))
            about = " · ".join(filter(None, (number, within)))
            return HitLine(
                names, reverse("entry_desk", args=[*place, hit.entry.pk]), about, gettext("player")
            )
        case HitKind.TABLE if hit.round:
            title = gettext("Table %(table)s") % {"table": hit.table}
            names = " – ".join(plain_name(entry.player) for entry in hit.entries)
            round_ = gettext("Round %(round)s") % {"round": hit.round.number}
            url = reverse("result", args=[*place, hit.round.number, hit.table])
            heading = gettext("%(what)s: %(follows)s") % {"what": title, "follows": names}
            return HitLine(heading, url, f"{round_} · {within}", gettext("table"))
        case HitKind.SECTION:
            return HitLine(section, reverse("section_desk", args=place), event, gettext("section"))
        case _:
            return HitLine(event, reverse("event_desk", args=place), hit.event.place, gettext("event"))


SITE = [path("desk/-/search/", search, name="search")]
