"""An event is put away, and taken out again."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from portal.backup.archive import Reader
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.published.memory import memory
from tests import factories
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.framed import do
from tests.tournaments.acts.cases import CASES, confirmed
from tests.world import World
from tournaments.acts.backups import restore_event, write_event
from tournaments.acts.drafts import pair_round
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.frame import ACTS
from tournaments.acts.undo.undo import undo
from tournaments.models import Event, Round
from tournaments.policy import RESTING, Act
from tournaments.queries.progress import pair_key

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
    outbox.drain([outbox.FAST])
    memory.refresh()
    return Client().get("/en/").text


def opened() -> list[int]:
    return [Client().get(address).status_code for address in PAGES]


def lists(world: World, who: str) -> tuple[bool, bool]:
    """Whether the event stands among those that run, and among the archived ones."""
    context = world.client(who).get(reverse("desk")).context
    return (
        any(world.event in result.events for result in (*dict(context["times"]).values(), context["others"])),
        world.event in context["archived"].events,
    )


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_desk_offers_what_can_be_done(over: World, text: Text) -> None:
    url = reverse("event_desk", args=[over.event.slug])
    assert "Archive event" in text(over.client("alice").get(url))
    assert "Archive event" not in text(over.client("frank").get(url))
    archive_event(event=over.event, by=over.users["alice"])
    page = text(over.client("alice").get(url))
    assert "Unarchive event" in page
    assert "Archive event" not in page
    start = text(over.client("bob").get(reverse("desk")))
    assert "All your events are archived." in start
    assert "Archived events: 1" in start
    assert "You have no role" not in start


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_lists_ask_as_much_as_before(over: World) -> None:
    """Archived ones cost the lists nothing of their own; nothing waits at one, so less is asked."""
    addresses = [reverse("desk"), reverse("event_desk", args=[over.event.slug])]

    def query_counts() -> list[int]:
        collected = []
        for address in addresses:
            with CaptureQueriesContext(connection) as queries:
                assert over.client("alice").get(address).status_code == 200
            collected.append(len(queries))
        return collected

    query_counts()
    before = query_counts()
    archive_event(event=over.event, by=over.users["alice"])
    assert all(now <= then for now, then in zip(query_counts(), before, strict=True))


def resting() -> list[str]:
    """An act for each right that rests while the event is archived."""
    by_key = {ACTS[name].right: name for name in sorted(CASES, reverse=True)}
    return sorted(name for right, name in by_key.items() if right in RESTING)


@pytest.mark.parametrize("name", resting())
@pytest.mark.slow
def test_what_rests_while_it_is_archived(entered: Cast, name: str) -> None:
    case = CASES[name]
    arguments, entered = case.made(name, entered)
    before = JournalEntry.objects.count()
    Event.objects.filter(pk=entered.event.pk).update(archived=True)
    with pytest.raises(Refusal) as refused:
        do(name, entered, case.who, "", **fresh(arguments))
    assert refused.value.code == "event-archived"
    assert JournalEntry.objects.count() == before
    Event.objects.filter(pk=entered.event.pk).update(archived=False)
    do(name, entered, case.who, "", **fresh(arguments))


def fresh(arguments: dict[str, Any]) -> dict[str, Any]:
    """The same, read again: as another request has it."""
    return {
        key: type(value).objects.get(pk=value.pk) if isinstance(value, Model) else value
        for key, value in arguments.items()
    }


def test_what_puts_right_goes_on() -> None:
    assert not {Act.CORRECT_RESULT, Act.CORRECT_PLAYER, Act.ERASE_PLAYER, Act.UNPUBLISH} & RESTING
    assert not {Act.ARCHIVE_EVENT, Act.GRANT_ROLE, Act.PRINT_PAPER, Act.BACK_UP_EVENT} & RESTING


def test_its_pages_say_how_to_go_on_and_offer_nothing_that_rests(over: World, text: Text) -> None:
    archive_event(event=over.event, by=over.users["alice"])
    page = text(over.get("alice", "entries"))
    assert "This event is archived: nothing is entered, paired or published." in page
    assert "Unarchive it on the overview" in page
    assert "Add player" not in page
    answer = over.post("bob", "draw_lots")
    assert "Its chief organiser can unarchive it on the overview" in text(answer)
    overview = over.client("alice").get(reverse("event_desk", args=["cup"]))
    assert "Create section" not in text(overview)
    assert not [*overview.context["mine"], *overview.context["others"]]


@pytest.mark.slow
def test_not_while_work_is_in_hand(entered: Cast) -> None:
    pair_round(round_=confirmed(entered), by=entered.bob)
    with pytest.raises(Refusal, match="still-pairing"):
        archive_event(event=entered.event, by=entered.alice)
    outbox.drain()
    archive_event(event=entered.event, by=entered.alice)


@pytest.mark.slow
def test_work_that_was_asked_for_at_the_same_moment_is_not_done(entered: Cast) -> None:
    pair_round(round_=confirmed(entered), by=entered.bob)
    Event.objects.filter(pk=entered.event.pk).update(archived=True)
    outbox.drain()
    assert entered.round(1).state == Round.State.PLANNED
    job = outbox.latest(pair_key(entered.round(1)))
    assert job is not None
    assert "event-archived" in str(job.outcome)


@pytest.mark.parametrize("archived", [True, False])
def test_a_backup_keeps_whether_it_is_archived(entered: Cast, *, archived: bool) -> None:
    Event.objects.filter(pk=entered.event.pk).update(archived=archived)
    file = BytesIO()
    write_event(entered.event, file)
    made = restore_event(reader=Reader(BytesIO(file.getvalue())), slug="again", by=entered.alice)
    assert Event.objects.get(pk=made["event"]).archived is archived
