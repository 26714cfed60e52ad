"""What pages say of themselves where their addresses are shared or found, and what programs follow."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import feedparser
import html5lib
import pytest
import vobject
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from icalendar import Calendar
from PIL import Image

from portal import outbox, published
from portal.outbox.models import Job
from portal.published import crawlers, pictures
from portal.published.models import Page, Picture
from portal.published.renderers import release
from tests import factories
from tests.cached_worlds import remembered
from tests.world import World
from tournaments.acts.event_settings import change_event
from tournaments.acts.notices.announcements import Texts, announce
from tournaments.acts.public.publication import republish, unpublish
from tournaments.acts.sections import set_schedule
from tournaments.models import Event, Organisation

MAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
COMPUTED = f"-{crawlers.COMPUTED}."


@pytest.fixture(autouse=True)
def at_once(settings: Any) -> None:
    """Pictures are drawn in the languages of the pages that are made ahead."""
    settings.PUBLISHED_RENDER_EVERY = 0
    settings.PUBLISHED_AHEAD = ["en"]


@pytest.fixture
@remembered
def public_world(drawn: World) -> World:
    """Two closed rounds with their standings are before the public."""
    factories.play(drawn.section, 2)
    drawn.section.round_set.filter(state="closed").update(closed_at=datetime(2015, 9, 24, 18, tzinfo=UTC))
    factories.announce(drawn.section)
    outbox.drain([outbox.FAST])
    return drawn


def head(path: str) -> tuple[dict[str, list[str]], Any]:
    """What the head of a page says, by name, and the document."""
    answer = Client().get(path)
    assert (answer.status_code, len(answer.cookies)) == (200, 0), path
    document = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.content.decode())
    values: dict[str, list[str]] = {}
    for item in document.iter():
        if item.tag in ("meta", "link"):
            name = item.get("property") or item.get("name") or item.get("rel")
            values.setdefault(name, []).append(item.get("content") or item.get("href"))
    return values, document


def local(address: str) -> str:
    assert address.startswith(f"{settings.PUBLIC_URL}/"), address
    return address.removeprefix(settings.PUBLIC_URL)


@pytest.mark.slow
def test_every_page_says_what_it_is_and_has_its_picture(public_world: World) -> None:
    base = f"e/{public_world.event.slug}/"
    paths = [page.path for page in Page.objects.filter(kind__in=crawlers.kinds_with_cards())]
    assert {base, f"{base}men/round/2/", f"{base}men/standings/2/"} <= set(paths)
    for path in ["", base, f"{base}men/", f"{base}men/round/2/", f"{base}men/standings/2/"]:
        message, document = head(f"/zh-hans/{path}")
        title = " ".join(document.find(".//title").text.split())
        assert message["og:title"] == [title] == message["og:image:alt"]
        assert message["description"] == message["og:description"] != [""]
        assert message["canonical"] == [f"{settings.PUBLIC_URL}/zh-hans/{path}"] == message["og:url"]
        links = [link for link in document.iter("link") if link.get("hreflang")]
        others = {link.get("hreflang"): link.get("href") for link in links}
        assert others.keys() == {"en", "zh-Hans", "zh-Hant", "vi", "x-default"}
        assert local(others.pop("x-default")) == f"/{path}"
        assert {Client().get(local(link)).status_code for link in others.values()} == {200}
        answer = Client().get(local(message["og:image"][0]))
        assert (answer.status_code, answer["Content-Type"], len(answer.cookies)) == (200, "image/png", 0)
        assert "immutable" in answer["Cache-Control"]
        with Image.open(BytesIO(answer.content)) as image:
            assert (image.format, image.size) == ("PNG", (1200, 630))


@pytest.mark.slow
def test_a_picture_is_drawn_anew_only_when_it_shows_something_else(public_world: World) -> None:
    job = Job.objects.get(kind=pictures.KIND, key__endswith="/men")
    assert (job.queue, job.priority) == (outbox.SLOW, max(Job.objects.values_list("priority", flat=True)))
    Job.objects.filter(kind=pictures.KIND).update(due_at=datetime.now(UTC) - timedelta(seconds=1))
    outbox.drain()
    path = f"e/{public_world.event.slug}/men/standings/2/"
    before = Picture.objects.get(page__path=path, language="en")
    page = Page.objects.get(path=path)
    Page.objects.filter(pk=page.pk).update(version=page.version + 1)
    after = pictures.get(published.find(path), "en")
    assert after is not None
    assert (after.pk, after.digest, after.version) == (before.pk, before.digest, page.version + 1)
    # Whoever has an earlier address is led to the present one; what was taken back has none.
    there = Client().get(f"/en/picture/{path}{'0' * 16}.png")
    assert (there.status_code, there["Location"]) == (302, pictures.address(path, "en", after.digest))
    unpublish(event=public_world.event, what="men", reason="x", by=public_world.users["alice"])
    assert Client().get(there["Location"]).status_code == 410


@pytest.mark.slow
def test_a_name_that_is_changed_leaves_no_picture(public_world: World) -> None:
    path = f"e/{public_world.event.slug}/men/standings/2/"
    assert pictures.get(published.find(path), "en") is not None
    published.purge(f"e/{public_world.event.slug}/")
    assert not Picture.objects.filter(page__path__startswith=f"e/{public_world.event.slug}/").exists()


def structured(path: str) -> Any:
    _answer, document = head(path)
    [script] = [item for item in document.iter("script") if item.get("type") == "application/ld+json"]
    return json.loads(script.text)


def check_event(result: dict[str, Any]) -> None:
    """What search engines ask of a SportsEvent, and no field that schema.org does not give it."""
    required = {"@type", "name", "startDate", "location"}
    allowed = required | {
        *("@context", "endDate", "eventStatus", "eventAttendanceMode", "sport", "url", "image"),
        *("superEvent", "subEvent", "competitor", "organizer", "offers"),
    }
    assert required <= result.keys() <= allowed
    assert result["@type"] == "SportsEvent"
    assert result["name"]
    assert datetime.fromisoformat(result["startDate"])
    assert result["eventStatus"] == "https://schema.org/EventScheduled"
    place = result["location"]
    assert (place["@type"] == "Place" and place["name"] and place["address"]) or (
        place["@type"] == "VirtualLocation" and place["url"]
    )


@pytest.mark.parametrize("path", ["", "men/", "men/round/2/", "-/schedule/"])
def test_search_engines_read_a_sports_event(public_world: World, path: str) -> None:
    Event.objects.filter(pk=public_world.event.pk).update(place="Kuching </script><b> & Co")
    published.purge(f"e/{public_world.event.slug}/")
    result = structured(f"/en/e/{public_world.event.slug}/{path}")
    assert result["@context"] == "https://schema.org"
    check_event(result)
    assert result["location"]["name"] == "Kuching </script><b> & Co"
    assert local(result["url"]) == f"/en/e/{public_world.event.slug}/{path}"
    if path.startswith("men"):
        assert result["sport"] == "Xiangqi"
        assert result["superEvent"]["@type"] == "SportsEvent"


@pytest.mark.slow
def test_search_engines_read_whose_event_it_is_and_that_it_was_moved(public_world: World) -> None:
    owner = Organisation.objects.create(slug="wxf", name="World Xiangqi Federation")
    Event.objects.filter(pk=public_world.event.pk).update(place="Kuching", organisation=owner)
    change_event(
        event=public_world.event,
        ends=public_world.event.ends + timedelta(days=1),
        reason="one day more",
        by=public_world.users["alice"],
    )
    published.purge(f"e/{public_world.event.slug}/")
    event = structured(f"/en/e/{public_world.event.slug}/")
    assert event["organizer"]["name"] == "World Xiangqi Federation"
    assert local(event["organizer"]["url"]) == "/o/wxf/"
    assert event["eventAttendanceMode"] == "https://schema.org/OfflineEventAttendanceMode"
    assert event["eventStatus"] == "https://schema.org/EventRescheduled"
    section = structured(f"/en/e/{public_world.event.slug}/men/")
    assert section["organizer"] == section["superEvent"]["organizer"] == event["organizer"]
    assert "offers" not in section


@pytest.mark.slow
def test_a_former_address_leads_to_the_page_and_its_picture(public_world: World) -> None:
    slug = public_world.event.slug
    change_event(event=public_world.event, slug="kuching", reason="it moved", by=public_world.users["alice"])
    Event.objects.filter(pk=public_world.event.pk).update(archived=True)
    outbox.drain([outbox.FAST])
    message, _ = head("/en/e/kuching/men/")
    assert local(message["canonical"][0]) == "/en/e/kuching/men/"
    digest = message["og:image"][0].rpartition("/")[2]
    moved = Client().get(f"/en/picture/e/{slug}/men/{digest}")
    assert (moved.status_code, moved["Location"]) == (301, f"/en/picture/e/kuching/men/{digest}")


def test_crawlers_are_told_where_to_go(public_world: World) -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    closed = {"/en/desk/", "/vi/p/", "/p/", "/zh-hant/search/"}
    assert {f"Disallow: {path}" for path in closed} <= set(lines)
    assert lines[-1] == f"Sitemap: {settings.PUBLIC_URL}/sitemap.xml"


def addresses(part: str) -> list[str]:
    tree = ElementTree.fromstring(Client().get(part).content)  # noqa: S314  our own
    collected = {
        local(item.findtext(f"{MAPS}loc") or ""): item.findtext(f"{MAPS}lastmod") or "" for item in tree
    }
    # What is made when somebody asks has no time of its own.
    published_rows = [] if COMPUTED in part else [at for to, at in collected.items() if COMPUTED not in to]
    assert all(datetime.fromisoformat(at).tzinfo for at in published_rows)
    return list(collected)


@pytest.mark.slow
def test_the_site_map_names_what_may_be_found(public_world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawlers, "MOST", 12)  # three pages in each part
    parts = addresses("/sitemap.xml")
    assert len(parts) > 2
    addresses_found = [addresses(part) for part in parts]
    assert all(len(address) <= 12 for address in addresses_found)
    every = {address for part in addresses_found for address in part}
    base = f"e/{public_world.event.slug}/"
    assert {f"/en/{base}", f"/vi/{base}men/round/2/", f"/zh-hans/{base}men/player/1/"} <= every
    not_meant = ("/feed/", "/calendar/", "/screen/", "/download/")
    assert not any(word in address for address in every for word in not_meant)
    assert {Client().get(address).status_code for address in list(every)[:9]} == {200}
    unpublish(event=public_world.event, what="men/round/2", reason="x", by=public_world.users["alice"])
    assert f"/en/{base}men/round/2/" not in {address for part in parts for address in addresses(part)}
    republish(event=public_world.event, what="men/round/2", by=public_world.users["alice"])
    Event.objects.filter(pk=public_world.event.pk).update(listed=False)
    assert not any(base in address for part in parts for address in addresses(part))


@pytest.mark.slow
def test_the_site_map_asks_as_much_for_any_number_of_pages(public_world: World) -> None:
    part, _computed = addresses("/sitemap.xml")
    with CaptureQueriesContext(connection) as few:
        addresses("/sitemap.xml"), addresses(part)
    Page.objects.bulk_create(Page(path=f"e/x-{n}/", kind="event", params={}) for n in range(500))
    with CaptureQueriesContext(connection) as many:
        assert len(addresses(part)) > 2000
        addresses("/sitemap.xml")
    assert len(few) == len(many) == 3


@pytest.mark.slow
def test_feeds_tell_of_announcements_pairings_and_results(public_world: World) -> None:
    event = public_world.event
    announce(event=event, texts=Texts(en="Lunch & <more>", zh_hans="用餐"), by=public_world.users["alice"])
    outbox.drain([outbox.FAST])
    for path in (f"/en/e/{event.slug}/-/feed/", f"/en/e/{event.slug}/men/-/feed/"):
        feed = feedparser.parse(BytesIO(Client().get(path).content))
        assert (feed.bozo, feed.version, feed.feed.language) == (False, "atom10", "en")
        titles = [entry.title for entry in feed.entries]
        assert titles[0] == "Lunch & <more>"
        assert sum("Pairings of round" in entry for entry in titles) == 2
        assert sum("Results of round" in entry for entry in titles) == 2
        assert len({entry.id for entry in feed.entries}) == 5
        assert {Client().get(local(entry.link).partition("#")[0]).status_code for entry in feed.entries} == {
            200
        }
    unpublish(event=event, what="men/round/2", reason="x", by=public_world.users["alice"])
    outbox.drain([outbox.FAST])
    text = Client().get(f"/en/e/{event.slug}/-/feed/").content.decode()
    assert ("round/1/" in text, "round/2/" in text) == (True, False)


def calendar(path: str) -> dict[str, Any]:
    """Its entries by what their identifiers begin with."""
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    ical = Calendar.from_ical(answer.content)
    assert (ical["version"], ical["method"]) == ("2.0", "PUBLISH")
    assert not ical.errors
    entries = {str(entry["uid"]).partition("@")[0]: entry for entry in ical.walk("VEVENT")}
    assert all(entry.get("dtstamp") and not entry.errors for entry in entries.values())
    # What others make of it: a reader that is not the library that has written it.
    other = vobject.readOne(answer.content.decode())
    other.validate(raiseException=True)
    assert {(entry.uid.value, entry.summary.value, entry.dtstart.value) for entry in other.vevent_list} == {
        (str(entry["uid"]), str(entry["summary"]), entry.decoded("dtstart")) for entry in entries.values()
    }
    return entries


@pytest.mark.slow
def test_a_calendar_follows_the_schedule(public_world: World) -> None:
    event, section, alice = public_world.event, public_world.section, public_world.users["alice"]
    first = datetime.combine(event.starts, datetime.min.time(), UTC) + timedelta(hours=6)
    starts = {3: first, 4: first + timedelta(hours=5)}
    set_schedule(section=section, starts=starts, by=alice)
    outbox.drain([outbox.FAST])
    path = f"/en/e/{event.slug}/men/-/calendar/"
    before = calendar(path)
    third, fourth = (f"section-{section.pk}-round-{number}" for number in (3, 4))
    assert before.keys() == {f"event-{event.pk}", third, fourth}
    assert before[third].decoded("dtstart") == first
    assert before[third].decoded("dtend") > first
    whole = before[f"event-{event.pk}"]
    assert whole.decoded("dtstart") == event.starts
    assert whole.decoded("dtend") == event.ends + timedelta(days=1)
    time.sleep(1)  # a sequence counts the seconds of the page's versions
    set_schedule(section=section, starts={3: first + timedelta(hours=1), 4: None}, by=alice)
    outbox.drain([outbox.FAST])
    after = calendar(path)
    assert after.keys() == before.keys() == calendar(f"/zh-hans/e/{event.slug}/-/calendar/").keys()
    assert after[third].decoded("dtstart") == first + timedelta(hours=1)
    assert (after[third]["status"], after[fourth]["status"]) == ("CONFIRMED", "CANCELLED")
    assert after[fourth].decoded("dtstart") == starts[4]
    assert all(after[key]["sequence"] > before[key]["sequence"] for key in before)


@pytest.mark.slow
def test_links_of_a_page_lead_to_where_the_site_is_now(public_world: World, settings: Any) -> None:
    """A demonstration that was made before it was served, a site that has moved: no page leads back."""
    path = "/en/e/cup/men/standings/2/"
    assert head(path)[0]["og:url"] == [f"{settings.PUBLIC_URL}{path}"]
    before = settings.PUBLIC_URL
    settings.PUBLIC_URL = "http://127.0.0.1:8017"
    # As in a process that begins there.
    release.cache_clear()
    try:
        page = Client().get(path).content.decode()
        assert f"{settings.PUBLIC_URL}{path}" in page
        assert before not in page.replace(settings.PUBLIC_URL, "")
    finally:
        release.cache_clear()
