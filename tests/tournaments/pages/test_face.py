"""The public face: whose event it is heads its pages, and what is played leads."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from portal.accounts.models import User
from tests.tournaments.pages.rendered import KINDS, params_of, parsed, render, text_of
from tournaments.models import Organisation, Section

OF_EVENTS = sorted(set(KINDS) - {"home", "events", "schedule"})


@pytest.fixture
def hosted(section: Section) -> Section:
    host = Organisation.objects.create(
        slug="wxf", name="World Xiangqi Federation", native_name="世界象棋联合会", level="world"
    )
    section.event.organisation = host
    section.event.save()
    return section


@pytest.mark.parametrize("kind", OF_EVENTS)
def test_the_organisation_heads_the_pages_of_its_event(hosted: Section, kind: str) -> None:
    page = parsed(render(kind, params_of(hosted)[kind]))
    brand = page.find(".//a[@class='brand']")
    assert (brand.get("href"), text_of(brand)) == ("/en/o/wxf/", "世 World Xiangqi Federation")
    foot = page.find(".//footer")
    assert "/en/" in {link.get("href") for link in foot.iter("a")}


def test_an_event_of_nobody_is_headed_by_the_site(section: Section) -> None:
    brand = parsed(render("section", params_of(section)["section"])).find(".//a[@class='brand']")
    assert (brand.get("href"), text_of(brand)) == ("/en/", "Qiyuan 棋院")


def test_the_programme_says_which_round_is_played_and_leads_to_it(section: Section) -> None:
    event, start = section.event, datetime(2015, 9, 23, 1, tzinfo=UTC)
    event.time_zone = "Asia/Kuala_Lumpur"
    event.save()
    for round_ in section.round_set.all():
        round_.starts_at = start + timedelta(hours=12 * round_.number)
        round_.save()
    page = parsed(render("event", {"event": event.pk}))
    days = page.findall(".//ol[@class='programme plain-list']/li")
    assert text_of(days[0]).startswith("Wed 23 21:00 Round 1")
    [current] = [day for day in days if day.get("aria-current") == "true"]
    assert "Round 3 2 of 3" in " ".join(text_of(current).split())
    links = {link.get("href") for day in days for link in day.iter("a")}
    assert links == {f"{section.slug}/round/{number}/" for number in (1, 2, 3)}


def test_the_front_page_leads_with_what_is_played(section: Section) -> None:
    today = date.today()  # noqa: DTZ011  the page asks the clock too
    section.event.starts, section.event.ends = today - timedelta(days=2), today + timedelta(days=2)
    section.event.save()
    page = parsed(render("home", {}))
    assert text_of(page.find(".//h1")).startswith("14th Test Championship")
    act = page.find(".//a[@class='btn btn-primary']")
    assert (text_of(act), act.get("href")) == (
        "Watch round 3",
        f"/en/e/{section.event.slug}/{section.slug}/round/3/",
    )
    assert page.find(".//header//form[@role='search']") is not None


@pytest.mark.django_db
def test_a_site_with_nothing_on_it_leads_to_its_beginning() -> None:
    act = parsed(render("home", {})).find(".//a[@class='btn btn-primary']")
    assert act.get("href") == "/en/setup/"
    User.objects.create_superuser("root")
    assert parsed(render("home", {})).find(".//a[@href='/en/setup/']") is None


def test_a_list_of_a_choice_is_headed_by_what_it_lists(section: Section) -> None:
    page = parsed(render("events", params_of(section)["events"]))
    assert text_of(page.find(".//h1")) == "Events"
