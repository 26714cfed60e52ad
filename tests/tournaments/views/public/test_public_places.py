"""Something is unpublished, with a reason, and published again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.published.memory import memory
from tests import factories, machine
from tests.cached_worlds import remembered
from tests.tournaments.paper.reading import PACKAGES
from tests.world import World
from tournaments.acts.notices.screens import remove_screen, set_screen
from tournaments.acts.public.publication import republish, unpublish
from tournaments.models import Screen
from tournaments.pages.publication import published_places
from tournaments.paper import press

ROUND = "/en/e/cup/men/round/1/"
FILE = "/en/download/e/cup/men/files/men-round-1.csv"
PAPER = "/en/e/cup/men/paper/pairings/1/a4.pdf"


@pytest.fixture
@remembered
def public_world(drawn: World) -> World:
    factories.announce(drawn.section)
    drawn.closed()
    drawn.section.refresh_from_db()
    outbox.drain([outbox.FAST])
    return drawn


def status(*addresses: str) -> list[int]:
    return [Client().get(address).status_code for address in addresses]


def take(world: World, change: str, **more: Any) -> Any:
    return unpublish(event=world.event, what=change, by=world.users["alice"], **{"reason": "wrong"} | more)


@pytest.mark.slow
def test_a_round_is_taken_back_and_put_back(public_world: World) -> None:
    addresses = (
        ROUND,
        f"{ROUND}by-name/",
        "/zh-hans/e/cup/men/round/1/",
        FILE,
        "/api/v1/events/cup/sections/men/rounds/1",
    )
    before = status(*addresses)
    assert before == [200] * 5
    assert ROUND in memory.slots
    take(public_world, "men/round/1", once="k")
    assert take(public_world, "men/round/1", once="k") == {"what": "men/round/1"}
    memory.refresh()
    assert ROUND not in memory.slots
    assert status(*addresses, PAPER) == [410] * 6
    assert status("/en/e/cup/men/", "/en/e/cup/men/standings/1/", "/en/") == [200, 200, 200]
    # Neither a correction nor a new edition brings it back.
    public_world.post("bob", "reopen_round", 1, reason="x")
    public_world.post("bob", "close_round", 1)
    outbox.drain([outbox.FAST])
    assert status(*addresses[:4]) == [410] * 4
    republish(event=public_world.event, what="men/round/1", by=public_world.users["alice"])
    memory.refresh()
    assert status(*addresses) == before
    assert list(JournalEntry.objects.filter(act="unpublish").values_list("reason", "after__what")) == [
        ("wrong", "men/round/1")
    ]


@pytest.mark.slow
def test_the_whole_event(public_world: World) -> None:
    assert "The Cup" in Client().get("/en/").content.decode()
    take(public_world, "event")
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert status("/en/e/cup/", "/en/e/cup/men/", ROUND, FILE, PAPER) == [410] * 5
    assert "The Cup" not in Client().get("/en/").content.decode()
    events = Client().get("/api/v1/events").json()
    [listed] = [value for value in events.values() if isinstance(value, list)]
    assert [event["slug"] for event in listed] == ["away"]
    assert status("/api/v1/events/cup", "/api/v1/events/cup/sections/men/games") == [410, 410]
    # A round that is published meanwhile is not seen either.
    public_world.published(2)
    assert status("/en/e/cup/men/round/2/") == [410]
    republish(event=public_world.event, what="event", by=public_world.users["alice"])
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert status("/en/e/cup/", "/en/e/cup/men/round/2/") == [200, 200]
    assert "The Cup" in Client().get("/en/").content.decode()


@pytest.mark.slow
@pytest.mark.parametrize("change", ["men/standings/1", "men"])
def test_papers_of_standings_go_with_their_page(public_world: World, change: str) -> None:
    if press.press_lacks():
        pytest.skip(machine.missing(PACKAGES))
    standings, crosstable, pairings = (
        f"/en/e/cup/men/paper/{kind}/1/a4.pdf" for kind in ("standings", "crosstable", "pairings")
    )
    assert status(standings, crosstable, pairings) == [202, 202, 202]
    take(public_world, change)
    assert status(standings, crosstable, pairings) == [410, 410, 202 if "/" in change else 410]
    republish(event=public_world.event, what=change, by=public_world.users["alice"])
    assert status(standings, crosstable, pairings) == [202, 202, 202]


@pytest.mark.slow
def test_screens_leave_out_what_was_taken_back(public_world: World) -> None:
    alice = public_world.users["alice"]
    public_world.published(2)
    kinds = ["countdown", "pairings", "by-name", "standings"]
    set_screen(event=public_world.event, name="Hall", shows=kinds, seconds=10, by=alice)
    outbox.drain([outbox.FAST])

    def slides() -> list[str]:
        page = Client().get("/en/e/cup/-/screen/1/")
        assert page.status_code == 200
        return re.findall(r'<section data-key="([^"]+)"', page.content.decode())

    everything = [f"men-{kind}" for kind in kinds]
    assert slides() == everything
    for change, left in (
        ("men/standings/1", everything[:3]),
        ("men/round/1", everything[:3]),
        ("men/round/2", ["none"]),
        ("men", ["none"]),
    ):
        take(public_world, change)
        # At once, before any worker has come to it, and afterwards.
        assert slides() == left
        outbox.drain([outbox.FAST])
        assert slides() == left
    assert b"Nothing is published here at the moment." in Client().get("/en/e/cup/-/screen/1/").content
    for change, left in (("men", ["none"]), ("men/round/2", everything[:3]), ("men/standings/1", everything)):
        republish(event=public_world.event, what=change, by=alice)
        assert slides() == left


def test_a_screen_that_was_taken_away_does_not_come_back(public_world: World) -> None:
    alice = public_world.users["alice"]
    set_screen(event=public_world.event, name="Hall", shows=["standings"], seconds=10, by=alice)
    remove_screen(event=public_world.event, screen=Screen.objects.get().pk, by=alice)
    take(public_world, "event")
    republish(event=public_world.event, what="event", by=alice)
    assert status("/en/e/cup/-/screen/1/") == [410]


def test_what_is_refused(public_world: World) -> None:
    for change, more, code in (
        ("women", {}, "no-such-place"),
        ("men/round/2", {}, "no-such-place"),
        ("men", {"reason": " "}, "reason-needed"),
    ):
        with pytest.raises(Refusal) as refused:
            take(public_world, change, **more)
        assert refused.value.code == code
    with pytest.raises(Denied):
        unpublish(event=public_world.event, what="men", reason="x", by=public_world.users["carol"])
    with pytest.raises(Refusal) as refused:
        republish(event=public_world.event, what="men", by=public_world.users["alice"])
    assert refused.value.code == "not-withheld"
    take(public_world, "men")
    with pytest.raises(Refusal) as refused:
        take(public_world, "men")
    assert refused.value.code == "withheld-already"


@pytest.mark.slow
def test_at_the_desk(public_world: World, text: Callable[[Any], str], django_assert_num_queries: Any) -> None:
    address = "/en/desk/cup/-/public/"
    frank = public_world.client("frank")
    page = text(frank.get(address))
    assert "Men: round 1" in page
    assert "Men: standings after round 1" in page
    sent = {"what": "men/round/1", "reason": "wrong tables", "once": "k"}
    assert frank.post(f"{address}unpublish/", {**sent, "reason": ""}).status_code == 422
    assert frank.post(f"{address}unpublish/", sent).status_code == 302
    page = text(frank.get(address))
    assert "Publish again" in page
    assert status(ROUND) == [410]
    assert frank.post(f"{address}republish/", {"what": "men/round/1", "once": "l"}).status_code == 302
    assert status(ROUND) == [200]
    with django_assert_num_queries(10):
        frank.get(address)
    public_world.closed(2)
    public_world.closed(3)
    assert len(published_places(public_world.event)) == 8
    with django_assert_num_queries(10):
        frank.get(address)
