"""An event is put away, and taken out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.published.memory import memory
from tests import factories
from tests.cached_worlds import remembered
from tests.cast import last
from tests.world import World
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.undo import undo
from tournaments.models import Round

Text = Callable[[Any], str]
PAGES = ["/en/e/cup/", "/en/e/cup/men/", "/en/e/cup/men/round/1/"]


@pytest.fixture
@remembered
def over(drawn: World) -> World:
    """Round 1 is closed, the others are not paired."""
    factories.announce(drawn.section)
    drawn.closed()
    outbox.drain([outbox.FAST])
    return drawn


def press(world: World, name: str, who: str = "alice") -> Any:
    return world.client(who).post(reverse(name, args=[world.event.slug]), follow=True)


def front() -> str:
    outbox.drain([outbox.FAST], early=True)
    memory.refresh()
    return Client().get("/en/").text


def opened() -> list[int]:
    return [Client().get(address).status_code for address in PAGES]


def lists(world: World, who: str) -> tuple[bool, bool]:
    """Whether the event stands among those that run, and among the archived ones."""
    shown = world.client(who).get(reverse("desk")).context
    return (
        world.event in [*shown["events"], *shown["others"]],
        world.event in shown["archived"],
    )


def test_it_leaves_the_lists_and_its_pages_stay(over: World, text: Text) -> None:
    assert "The Cup" in front()
    assert lists(over, "bob") == lists(over, "admin") == (True, False)
    assert "Event archived. Its public pages keep their addresses." in text(press(over, "archive_event"))
    assert "The Cup" not in front()
    assert opened() == [200] * 3
    assert over.client("anonymous").get("/api/v1/events/cup").status_code == 200
    assert lists(over, "bob") == lists(over, "admin") == (False, True)
    assert lists(over, "charlie") == (False, False)
    assert "Event unarchived." in text(press(over, "unarchive_event"))
    assert "The Cup" in front()
    assert lists(over, "bob") == lists(over, "admin") == (True, False)


def test_the_desk_offers_what_can_be_done(over: World, text: Text) -> None:
    url = reverse("event_desk", args=[over.event.slug])
    assert "Archive event" in text(over.client("alice").get(url))
    assert "Archive event" not in text(over.client("frank").get(url))
    archive_event(event=over.event, by=over.users["alice"])
    shown = text(over.client("alice").get(url))
    assert "Unarchive event" in shown
    assert "Archive event" not in shown
    start = text(over.client("bob").get(reverse("desk")))
    assert "All your events are archived." in start
    assert "Archived events: 1" in start
    assert "You have no role" not in start


@pytest.mark.parametrize("state", [Round.State.PUBLISHED, Round.State.PLAYING])
def test_not_while_a_round_is_open(over: World, text: Text, state: Round.State) -> None:
    Round.objects.filter(section=over.section, number=1).update(state=state)
    answer = press(over, "archive_event")
    assert answer.status_code == 409
    assert "Round 1 of “Men” must be closed before the event can be archived." in text(answer)
    with pytest.raises(Refusal, match="archive-round-open"):
        archive_event(event=over.event, by=over.users["alice"])
    over.event.refresh_from_db()
    assert not over.event.archived
    assert "The Cup" in front()


def test_only_its_chief_organiser(over: World) -> None:
    for who in ("bob", "carol", "dave", "erin", "frank", "admin", "charlie"):
        for act in (archive_event, unarchive_event):
            with pytest.raises(Denied):
                act(event=over.event, by=over.users[who])


def test_who_presses_twice_has_done_it_once(over: World) -> None:
    for _ in range(2):
        assert archive_event(event=over.event, by=over.users["alice"]) == {"archived": True}
    assert JournalEntry.objects.filter(act="archive_event").count() == 1


def test_each_undoes_the_other(over: World) -> None:
    alice = over.users["alice"]
    archive_event(event=over.event, by=alice)

    def undone(act: str) -> bool:
        undo(event=over.event, entry=last(act).pk, reason="by mistake", by=alice)
        over.event.refresh_from_db()
        return over.event.archived

    assert not undone("archive_event")
    assert undone("unarchive_event")
    unarchive_event(event=over.event, by=alice)
    archived = JournalEntry.objects.filter(act="archive_event").latest("pk")
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(event=over.event, entry=archived.pk, reason="again", by=alice)


def test_a_line_of_something_else_undoes_nothing(over: World) -> None:
    """As a journal may say that was restored from a file of elsewhere."""
    line = JournalEntry.objects.create(
        act="unarchive_event", scope=f"event:{over.event.pk}", target=f"section:{over.event.pk}"
    )
    with pytest.raises(Refusal, match="undo-too-late"):
        undo(event=over.event, entry=line.pk, reason="x", by=over.users["alice"])
    over.event.refresh_from_db()
    assert not over.event.archived


def test_the_lists_ask_as_much_as_before(over: World) -> None:
    """Archived ones cost the lists nothing of their own."""
    addresses = [reverse("desk"), reverse("event_desk", args=[over.event.slug])]

    def asked() -> list[int]:
        found = []
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                assert over.client("alice").get(address).status_code == 200
            found.append(len(queries))
        return found

    asked()
    before = asked()
    archive_event(event=over.event, by=over.users["alice"])
    assert asked() == before
