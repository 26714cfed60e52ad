"""Render what programs follow for their owners: news (Atom), and when rounds start (iCalendar)."""

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
from portal.published.documents import plain_value
from portal.published.renderers import FOR_ALL_SITES
from portal.templatetags.site import bcp47
from tournaments.models import Event as Listed
from tournaments.queries.notices import announcements, calendars
from tournaments.queries.notices.announcements import FeedPage, Happening
from tournaments.queries.notices.calendars import CalendarPage, Sitting
from tournaments.queries.public.public import EventRef, event_ref
from tournaments.state.canonical import digest_of
from tournaments.wording.links import linked_text
from tournaments.wording.names import plain_name

if TYPE_CHECKING:
    from icalendar import Event

HAPPENINGS: Mapping[str, Callable[[Happening], str]] = {
    "pairings": lambda happening: gettext("Pairings of round %(number)s") % {"number": happening.number},
    "results": lambda happening: gettext("Results of round %(number)s") % {"number": happening.number},
}


class Followed(Renderer):
    """``question`` answers with what the whole file is made of."""

    content_type = ""

    def __init__(self, question: Callable[[Mapping[str, Any]], Any]) -> None:
        self.question = question

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        page = self.question(params)
        return Work(digest_of(plain_value(page, whole=True)), page)

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
            title=" · ".join(plain_name(part) for part in (data.event, data.section) if part),
            link=there,
            description=None,
            language=bcp47(language),
            feed_url=f"{site}/{language}/{path}",
            feed_guid=f"{site}/{data.path}",
        )
        items = [_announced(part, there, f"{site}/{data.path}") for part in data.notices]
        items += [_happened(part, data, f"{site}/{language}/", site) for part in data.happenings]
        for item in sorted(items, key=lambda part: part["pubdate"], reverse=True):
            feed.add_item(**item)
        return feed.writeString("utf-8")


def _announced(notice: announcements.PublicNotice, there: str, uid: str) -> dict[str, Any]:
    return {
        "title": notice.headline,
        "link": f"{there}#announcement-{notice.id}",
        "description": str(linked_text(notice.text_for_reader.text)),
        "unique_id": f"{uid}#announcement-{notice.id}",
        "pubdate": datetime.fromisoformat(notice.at),
        "updateddate": datetime.fromisoformat(notice.corrected or notice.at),
    }


def _happened(happening: Happening, data: FeedPage, root: str, site: str) -> dict[str, Any]:
    words = HAPPENINGS[happening.what](happening)
    return {
        "title": words if data.section else f"{plain_name(happening.section)}: {words}",
        "link": f"{root}{happening.path}",
        "description": words,
        "unique_id": f"{site}/{happening.path}#{happening.what}",
        "pubdate": datetime.fromisoformat(happening.at),
        "updateddate": datetime.fromisoformat(happening.changed),
    }


# The year 2020 as a version of a page: a sequence has 31 bits (RFC 5545), a version is in milliseconds.
FIRST = 1_577_836_800_000


class Calendar(Followed):
    """Write a calendar of the days of the event and every round with a start, in UTC."""

    content_type = "text/calendar"

    def html(self, data: CalendarPage, *, language: str, version: int, path: str) -> str:
        title = " · ".join(plain_name(item) for item in (data.event, data.section) if item)
        host = urlsplit(settings.PUBLIC_URL).hostname
        whole = _whole(data.key, data.event, language)
        entries = [whole, *(sitting_of(item, data, language, f"@{host}") for item in data.sittings)]
        for entry in entries:
            # Identifiers never change: the sequence tells a calendar that something is newer.
            entry.add("dtstamp", data.stamp.astimezone(UTC))
            entry.add("sequence", max(0, version - FIRST) // 1000)
        return write_calendar(entries, title)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        name = path.removesuffix("/-/calendar/").replace("/", "-").removeprefix("e-")
        return super().headers(variant, path) | {"Content-Disposition": f'inline; filename="{name}.ics"'}


def calendar_of_events(events: Iterable[Listed], title: str, *, language: str) -> str:
    """The days of each, as its own calendar has them."""
    now, entries = datetime.now(UTC).replace(microsecond=0), []
    for listed in events:
        entry = _whole(listed.pk, event_ref(listed), language)
        entry.add("dtstamp", now)
        entries.append(entry)
    return write_calendar(entries, title)


def write_calendar(entries: Iterable[Event], title: str) -> str:
    """As a file that calendars follow."""
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


def sitting_of(sitting: Sitting, data: CalendarPage, language: str, host: str) -> Event:
    """One round, or match, without the time at which that was said. ``host``: the end of its identifier."""
    from icalendar import Event

    entry = Event()
    name = f"section-{sitting.key}-round-{sitting.number}" + (
        f"-match-{sitting.match}" if sitting.match else ""
    )
    entry.add("uid", f"{name}{host}")
    words = gettext("Round %(number)s") % {"number": sitting.number}
    if sitting.match:
        words = gettext("Match %(match)s, round %(number)s") % {
            "match": sitting.match,
            "number": sitting.number,
        }
        words += ": " + " – ".join(map(plain_name, sitting.teams))
    entry.add("summary", f"{plain_name(data.event)} · {plain_name(sitting.section)} · {words}")
    entry.add("dtstart", sitting.starts.astimezone(UTC))
    entry.add("dtend", sitting.ends.astimezone(UTC))
    entry.add("description", sitting.control)
    entry.add("url", f"{settings.PUBLIC_URL}/{language}/{sitting.path}")
    entry.add("status", "CANCELLED" if sitting.cancelled else "CONFIRMED")
    if data.event.place:
        entry.add("location", data.event.place)
    return entry


FOLLOWED: Mapping[str, Followed] = {
    "event-feed": Feed(lambda params: announcements.event_feed(params["event"])),
    "section-feed": Feed(lambda params: announcements.section_feed(params["section"])),
    "event-calendar": Calendar(lambda params: calendars.event_calendar(params["event"])),
    "section-calendar": Calendar(lambda params: calendars.section_calendar(params["section"])),
}
