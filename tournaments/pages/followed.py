"""What programs follow for their owners: the news of an event or a section (Atom), and when its rounds start
(iCalendar). Published pages like others, with the words of their language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext

from portal.outbox import Work
from portal.published import Renderer
from portal.published.documents import plain
from portal.published.renderers import FOR_ALL_SITES
from portal.templatetags.site import bcp47
from tournaments.models import Event as Listed
from tournaments.queries import announcements, calendars
from tournaments.queries.announcements import FeedPage, Happening
from tournaments.queries.calendars import CalendarPage, Sitting
from tournaments.queries.public import EventRef, event_ref
from tournaments.state.canonical import digest_of
from tournaments.wording.links import linked_text
from tournaments.wording.names import plain_name

if TYPE_CHECKING:
    from icalendar import Event

HAPPENINGS: Mapping[str, Callable[[Happening], str]] = {
    "pairings": lambda one: gettext("Pairings of round %(number)s") % {"number": one.number},
    "results": lambda one: gettext("Results of round %(number)s") % {"number": one.number},
}


class Followed(Renderer):
    """``question`` answers with what the whole file is made of."""

    content_type = ""

    def __init__(self, question: Callable[[Mapping[str, Any]], Any]) -> None:
        self.question = question

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = self.question(params)
        return Work(digest_of(plain(page, whole=True)), page)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        return {
            "Content-Type": f"{self.content_type}; charset=utf-8",
            "Content-Language": variant,
            **FOR_ALL_SITES,
        }


class Feed(Followed):
    """Announcements, pairings and results, the newest first."""

    content_type = "application/atom+xml"

    def html(self, data: FeedPage, *, language: str, version: int, path: str) -> str:
        site = settings.PUBLIC_URL
        there = f"{site}/{language}/{data.path}"
        feed = Atom1Feed(
            title=" · ".join(plain_name(one) for one in (data.event, data.section) if one),
            link=there,
            description=None,
            language=bcp47(language),
            feed_url=f"{site}/{language}/{path}",
            feed_guid=f"{site}/{data.path}",
        )
        items = [_announced(one, there, f"{site}/{data.path}") for one in data.notices]
        items += [_happened(one, data, f"{site}/{language}/", site) for one in data.happenings]
        for item in sorted(items, key=lambda one: one["pubdate"], reverse=True):
            feed.add_item(**item)
        return feed.writeString("utf-8")


def _announced(one: announcements.Notice, there: str, uid: str) -> dict[str, Any]:
    return {
        "title": one.headline,
        "link": f"{there}#announcement-{one.id}",
        "description": str(linked_text(one.shown.text)),
        "unique_id": f"{uid}#announcement-{one.id}",
        "pubdate": datetime.fromisoformat(one.at),
        "updateddate": datetime.fromisoformat(one.corrected or one.at),
    }


def _happened(one: Happening, data: FeedPage, root: str, site: str) -> dict[str, Any]:
    words = HAPPENINGS[one.what](one)
    return {
        "title": words if data.section else f"{plain_name(one.section)}: {words}",
        "link": f"{root}{one.path}",
        "description": words,
        "unique_id": f"{site}/{one.path}#{one.what}",
        "pubdate": datetime.fromisoformat(one.at),
        "updateddate": datetime.fromisoformat(one.changed),
    }


FIRST = 1_577_836_800_000
"""The year 2020 as a version of a page: a sequence has 31 bits (RFC 5545), a version is in milliseconds."""


class Calendar(Followed):
    """The days of the event and every round with a start. Times are in UTC: each calendar shows them in its
    reader's zone. Identifiers never change; the sequence grows with the page's version."""

    content_type = "text/calendar"

    def html(self, data: CalendarPage, *, language: str, version: int, path: str) -> str:
        title = " · ".join(plain_name(one) for one in (data.event, data.section) if one)
        host = urlsplit(settings.PUBLIC_URL).hostname
        whole = _whole(data.key, data.event, language)
        entries = [whole, *(_sitting(one, data, language, f"@{host}") for one in data.sittings)]
        for entry in entries:
            entry.add("dtstamp", data.stamp.astimezone(UTC))
            entry.add("sequence", max(0, version - FIRST) // 1000)
        return _written(entries, title)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        name = path.removesuffix("/-/calendar/").replace("/", "-").removeprefix("e-")
        return super().headers(variant, path) | {"Content-Disposition": f'inline; filename="{name}.ics"'}


def calendar_of_events(events: Iterable[Listed], title: str, *, language: str) -> str:
    """The days of each, as its own calendar has them."""
    now, entries = datetime.now(UTC).replace(microsecond=0), []
    for one in events:
        entry = _whole(one.pk, event_ref(one), language)
        entry.add("dtstamp", now)
        entries.append(entry)
    return _written(entries, title)


def _written(entries: Iterable[Event], title: str) -> str:
    from icalendar import Calendar as ICalendar
    from icalendar import vDuration

    calendar = ICalendar()
    calendar.add("prodid", "-//Qiyuan//Qiyuan//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    for name in ("name", "x-wr-calname"):
        calendar.add(name, title)
    calendar.add("refresh-interval", vDuration(timedelta(hours=1)), parameters={"VALUE": "DURATION"})
    for entry in entries:
        calendar.add_component(entry)
    return str(calendar.to_ical().decode())


def _whole(key: int, event: EventRef, language: str) -> Event:
    """All its days."""
    from icalendar import Event

    host = urlsplit(settings.PUBLIC_URL).hostname
    entry = Event()
    entry.add("uid", f"event-{key}@{host}")
    entry.add("summary", plain_name(event))
    entry.add("dtstart", date.fromisoformat(event.starts))
    entry.add("dtend", date.fromisoformat(event.ends) + timedelta(days=1))
    entry.add("url", f"{settings.PUBLIC_URL}/{language}/e/{event.slug}/")
    entry.add("transp", "TRANSPARENT")
    if event.place:
        entry.add("location", event.place)
    return entry


def _sitting(one: Sitting, data: CalendarPage, language: str, host: str) -> Event:
    from icalendar import Event

    entry = Event()
    name = f"section-{one.key}-round-{one.number}" + (f"-match-{one.match}" if one.match else "")
    entry.add("uid", f"{name}{host}")
    words = gettext("Round %(number)s") % {"number": one.number}
    if one.match:
        words = gettext("Match %(match)s, round %(number)s") % {"match": one.match, "number": one.number}
        words += ": " + " – ".join(map(plain_name, one.teams))
    entry.add("summary", f"{plain_name(data.event)} · {plain_name(one.section)} · {words}")
    entry.add("dtstart", one.starts.astimezone(UTC))
    entry.add("dtend", one.ends.astimezone(UTC))
    entry.add("description", one.control)
    entry.add("url", f"{settings.PUBLIC_URL}/{language}/{one.path}")
    entry.add("status", "CANCELLED" if one.cancelled else "CONFIRMED")
    if data.event.place:
        entry.add("location", data.event.place)
    return entry


FOLLOWED: Mapping[str, Followed] = {
    "event-feed": Feed(lambda params: announcements.event_feed(params["event"])),
    "section-feed": Feed(lambda params: announcements.section_feed(params["section"])),
    "event-calendar": Calendar(lambda params: calendars.event_calendar(params["event"])),
    "section-calendar": Calendar(lambda params: calendars.section_calendar(params["section"])),
}
