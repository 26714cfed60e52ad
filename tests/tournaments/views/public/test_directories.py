"""What the site's menu leads to, and an organisation's players and documents."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import published
from portal.accounts.models import User
from tests import factories
from tests.factories import make_event
from tests.world import World
from tournaments.models import Event, Organisation, Person, Section
from tournaments.pages.paths import event_games_path
from tournaments.queries.entering.organisations import (
    OrganisationPage,
    OrganisationTabs,
    public_organisation,
)
from tournaments.queries.public.directories import PER_PAGE

pytestmark = pytest.mark.django_db


def read(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status
    return answer.content.decode()


@pytest.fixture
def club(drawn: World) -> Organisation:
    """Below a nation; the world's event is the club's, and everybody may know of it."""
    nation = Organisation.objects.create(slug="cxa", name="Chinese Xiangqi Association", level="nation")
    made = Organisation.objects.create(slug="club", name="Club", level="club", parent=nation)
    Event.objects.filter(pk=drawn.event.pk).update(organisation=made, listed=True)
    return made


@pytest.mark.slow
def test_an_organisation_lists_who_played_in_its_events_and_below(drawn: World, club: Organisation) -> None:
    person = Person.objects.filter(players__event=drawn.event, players__entries__isnull=False).first()
    assert person is not None
    line = f'href="/en/person/{person.uid}/"'
    assert line in read("/en/o/club/players/")
    assert line in read("/en/o/cxa/players/")
    Organisation.objects.create(slug="other", name="Other", level="club")
    other = read("/en/o/other/players/")
    assert line not in other
    assert "Nobody has played in its events yet" in other
    Person.objects.filter(pk=person.pk).update(listed=False)
    assert line not in read("/en/o/club/players/")
    Person.objects.filter(pk=person.pk).update(listed=True)
    Event.objects.filter(pk=drawn.event.pk).update(listed=False)
    assert line not in read("/en/o/club/players/")


def test_an_organisation_lists_the_documents_of_its_events(drawn: World, club: Organisation) -> None:
    assert "Its events have no documents yet" in read("/en/o/club/documents/")
    Event.objects.filter(pk=drawn.event.pk).update(documents="Hotels https://hotels.example/")
    drawn.event.files.create(
        kind="regulations",
        title="Rules of play",
        format="pdf",
        body=b"x",
        size=1,
        digest="sha256:" + "a" * 64,
    )
    for slug in ("club", "cxa"):
        page = read(f"/en/o/{slug}/documents/")
        assert 'href="https://hotels.example/"' in page
        assert "Rules of play" in page
        assert f'href="/en/e/{drawn.event.slug}/"' in page
    Event.objects.filter(pk=drawn.event.pk).update(listed=False)
    assert "hotels.example" not in read("/en/o/club/documents/")


def test_as_many_queries_however_many_events_have_documents(club: Organisation) -> None:
    day = timezone.localdate()

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            read("/en/o/cxa/documents/")
        return len(captured)

    counts = []
    for number in range(3):
        event = make_event(f"event-{number}", starts=day, ends=day + timedelta(1), listed=True)
        Event.objects.filter(pk=event.pk).update(organisation=club)
        event.files.create(
            kind="other", title="Paper", format="pdf", body=b"x", size=1, digest=f"sha256:{number:064}"
        )
        counts.append(queries())
    assert counts[0] == counts[2]


def test_organisations_stand_by_their_reach_and_in_pages(club: Organisation) -> None:
    page = read("/en/organisations/")
    assert page.index('href="/en/o/cxa/"') < page.index('href="/en/o/club/"')
    Organisation.objects.bulk_create(
        Organisation(slug=f"c{number}", name=f"Club {number:03}", level="club") for number in range(PER_PAGE)
    )
    assert 'rel="next"' in read("/en/organisations/")
    assert 'rel="prev"' in read("/en/organisations/?page=2")
    # What is no number is the first page, what is too large the last.
    assert 'rel="next"' in read("/en/organisations/?page=x")
    assert 'rel="prev"' in read("/en/organisations/?page=99")


@pytest.fixture
def read_back(club: Organisation) -> list[OrganisationPage]:
    """Pages of events of a nation with everything that there can be, and of its club with nothing."""
    nation = Organisation.objects.get(slug="cxa")
    user = User.objects.create_user("officer", password="x")
    nation.offices.create(user=user, role="officer", shown=True)
    series = nation.series.create(name="Masters")
    nation.series.create(name="Cups")
    day = timezone.localdate()
    over = make_event("over", starts=day - timedelta(9), ends=day - timedelta(8), listed=True)
    Event.objects.filter(pk=over.pk).update(organisation=nation, series=series)
    pages = [public_organisation("cxa"), public_organisation("club")]
    return [page for page in pages if page]


def test_the_tabs_of_an_organisation_are_those_parts_that_its_page_has(
    read_back: list[OrganisationPage],
) -> None:
    for page in read_back:
        assert page.tabs == OrganisationTabs(
            lists=bool(page.lists),
            officers=bool(page.officers),
            circuits=bool(page.circuits),
            parts=bool(page.parts),
            series=page.series[0].series if page.series else None,
        )
    full, bare = read_back
    assert (full.tabs.officers, full.tabs.parts, bare.tabs.parts) == (True, True, False)


def test_documents_read_no_more_of_an_organisation_than_its_head(read_back: list[OrganisationPage]) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert 'href="/en/o/cxa/#officers"' in read("/en/o/cxa/documents/")
    # The organisation, its mark and tabs; the events with documents are counted.
    assert len(captured) == 4


@pytest.mark.slow
def test_players_stand_beside_those_who_have_won(drawn: World, club: Organisation) -> None:
    factories.play(drawn.section, 2)
    Section.objects.filter(pk=drawn.section.pk).update(state="finished")
    for page in ("/en/players/", "/en/o/club/players/", "/en/o/cxa/players/"):
        assert "Latest champions" in read(page)
        assert f'href="/en/e/{drawn.event.slug}/"' in read(page)
    Event.objects.filter(pk=drawn.event.pk).update(listed=False)
    assert f'href="/en/e/{drawn.event.slug}/"' not in read("/en/players/")


def test_organisations_stand_beside_what_they_hold(club: Organisation) -> None:
    day = timezone.localdate()

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            read("/en/organisations/")
        return len(captured)

    counts = []
    for number in range(3):
        event = make_event(f"soon-{number}", starts=day + timedelta(9), ends=day + timedelta(9), listed=True)
        Event.objects.filter(pk=event.pk).update(organisation=club)
        counts.append(queries())
    make_event("of-nobody", starts=day + timedelta(9), ends=day + timedelta(9), listed=True)
    page = read("/en/organisations/")
    assert 'href="/en/e/soon-0/"' in page
    assert "e/of-nobody/" not in page
    assert counts[0] == counts[2]


def test_the_menu_says_where_one_is() -> None:
    for address in ("players/", "games/", "organisations/"):
        page = read(f"/en/{address}")
        assert f'<a href="/en/{address}" aria-current="page"' in " ".join(page.split())
    assert "No game is published yet" in read("/en/games/")


def test_events_lead_to_their_lists_of_games(drawn: World) -> None:
    Event.objects.filter(pk=drawn.event.pk).update(listed=True)
    published.announce(event_games_path(drawn.event), "event-games", {"event": drawn.event.pk}, eager=False)
    line = f'href="/en/{event_games_path(drawn.event)}"'
    assert line in read("/en/games/")
    published.unpublish(event_games_path(drawn.event))
    assert line not in read("/en/games/")


def test_pages_of_no_organisation_are_not_found() -> None:
    read("/en/o/none/players/", 404)
    read("/en/o/none/documents/", 404)


@pytest.mark.parametrize("below", ["", "players/", "documents/", "players/?page=2"])
def test_a_former_address_leads_to_the_same_page_of_the_new_one(club: Organisation, below: str) -> None:
    club.former_addresses.create(slug="verein")
    answer = Client().get(f"/en/o/verein/{below}")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/en/o/club/{below}")


PUBLIC = (
    "",
    "e/cup/",
    "e/cup/men/",
    "o/cxa/",
    "o/cxa/players/",
    "organisations/",
    "players/",
    "games/",
    "calendar/",
)


@pytest.mark.parametrize("address", PUBLIC)
def test_my_events_are_for_those_who_work_here(drawn: World, club: Organisation, address: str) -> None:
    factories.announce(drawn.section)
    assert "My events" not in read(f"/en/{address}")
    # A page that everybody gets does not know who reads it: it leads whoever signs in to them.
    assert 'href="/en/desk/"' in read(f"/en/{address}")


def test_the_desk_has_my_events_in_its_menu(drawn: World) -> None:
    assert "My events" in drawn.client("alice").get("/en/desk/cup/").content.decode()
