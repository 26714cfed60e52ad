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
from tournaments.offices import SEE, looked_after
from tournaments.policy import acts_of
from tournaments.queries.organisations import look_up
from tournaments.queries.search import LONGEST, Found, Kind, Question, readable
from tournaments.queries.search import search as look_for
from tournaments.requests.frame import by_script, staff, user_of
from tournaments.requests.menus import (
    BESIDE_EVENT,
    BESIDE_SECTION,
    EVENT,
    SECTION,
    WHOLE_SITE,
    Link,
    labels_of,
    links_of,
    round_links,
    site_links,
)
from tournaments.state.name_search import fits, key_of, search_key
from tournaments.wording.names import both_names, plain_name

MOST, AT_ONCE = 60, 8
"""Lines of the page, and below the field."""
NEWEST = 5
"""Events whose pages are looked through where no event is open."""


@dataclass(frozen=True, slots=True)
class Line:
    """``title`` leads to ``url``; ``about`` says where it belongs, ``kind`` what it is."""

    title: str
    url: str
    about: str
    kind: str


@staff("GET")
def search(request: HttpRequest) -> HttpResponse:
    """``q``: what is looked for; ``event``, ``section``: on whose page. A single hit opens at once."""
    user = user_of(request)
    asked = "".join(filter(str.isprintable, request.GET.get("q", "")[:LONGEST]))
    question = Question(asked, request.GET.get("event", ""), request.GET.get("section", ""))
    event = readable(user).filter(slug=question.event).first()
    section = event.sections.filter(slug=question.section).first() if event else None
    if event:
        user.granted = {**user.granted, event.pk: acts_of(user, event)}
    lines = [
        *_pages(user, event, section, asked),
        *(_line(one, event) for one in look_for(user, question, gettext("Table %(table)s") % {"table": ""})),
        *_organisations(user, asked),
    ]
    if by_script(request):
        context = {"lines": lines[:AT_ONCE], "more": len(lines) > AT_ONCE, "search_text": asked}
        return render(request, "tournaments/desk/_found.html", context)
    if len(lines) == 1:
        return redirect(lines[0].url)
    context = {
        "lines": lines[:MOST],
        "more": len(lines) > MOST,
        "search_text": asked,
        "event": event,
        "section": section,
    }
    return render(request, "tournaments/desk/search.html", context)


def _pages(user: User, event: Event | None, section: Section | None, asked: str) -> Iterator[Line]:
    """Of the section and the event on whose page was asked, elsewhere of the newest events; then those that
    belong to no event."""
    if event and section:
        about = plain_name(section)
        own = links_of((*SECTION, *BESIDE_SECTION), user.granted[event.pk], event, section)
        yield from _named(own, asked, about)
        if not search_key(asked).isdigit():
            yield from _named(round_links(section), asked, about)
    if event or any(_is_asked(label, asked) for label in labels_of((*EVENT, *BESIDE_EVENT))):
        for one in [event] if event else readable(user)[:NEWEST]:
            links = links_of((*EVENT, *BESIDE_EVENT), acts_of(user, one), one)
            yield from _named(links, asked, plain_name(one))
    if any(_is_asked(label, asked) for label in labels_of(WHOLE_SITE)):
        yield from _named(site_links(user), asked, "")


def _organisations(user: User, asked: str) -> Iterator[Line]:
    """Those whose page at the desk the person may open."""
    for one in look_up(asked, looked_after(SEE, user)):
        names = " ".join(both_names(one))
        url = reverse("organisation", args=[one.slug])
        yield Line(names, url, one.get_level_display(), gettext("organisation"))


def _is_asked(label: str, asked: str) -> bool:
    return fits(key_of(label), asked)


def _named(links: Iterable[Link], asked: str, about: str) -> Iterator[Line]:
    for link in links:
        for one in _each(link):
            if _is_asked(one.label, asked):
                yield Line(one.label, one.url, about, gettext("page"))


def _each(link: Link) -> tuple[Link, ...]:
    """What an item gathers; a tab that is called like it is the same page."""
    tabs = tuple(tab for tab in link.tabs if tab.label != link.label)
    return (Link(link.label, link.url), *tabs)


def _line(found: Found, near: Event | None) -> Line:
    """The event is named where it is another one than that whose page was open."""
    event, section = plain_name(found.event), plain_name(found.section) if found.section else ""
    place = [found.event.slug, *([found.section.slug] if found.section else [])]
    within = section if found.event == near else f"{section} · {event}"
    match found.kind:
        case Kind.PLAYER if found.entry:
            number = gettext("No. %(number)s") % {"number": found.entry.number} if found.entry.number else ""
            names = " ".join(both_names(found.entry.player))
            about = " · ".join(filter(None, (number, within)))
            return Line(names, reverse("entry_desk", args=[*place, found.entry.pk]), about, gettext("player"))
        case Kind.TABLE if found.round:
            title = gettext("Table %(table)s") % {"table": found.table}
            names = " – ".join(plain_name(entry.player) for entry in found.entries)
            round_ = gettext("Round %(round)s") % {"round": found.round.number}
            url = reverse("result", args=[*place, found.round.number, found.table])
            heading = gettext("%(what)s: %(follows)s") % {"what": title, "follows": names}
            return Line(heading, url, f"{round_} · {within}", gettext("table"))
        case Kind.SECTION:
            return Line(section, reverse("section_desk", args=place), event, gettext("section"))
        case _:
            return Line(event, reverse("event_desk", args=place), found.event.place, gettext("event"))


SITE = [path("desk/-/search/", search, name="search")]
