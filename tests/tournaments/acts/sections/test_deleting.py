"""What was made by mistake can be deleted, and nothing that was ever played or public."""

from __future__ import annotations

from functools import partial
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.backup.archive import Reader
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.published.memory import memory
from portal.published.models import Page, Withheld
from tests import factories
from tests.cast import Cast, entry_of, last
from tests.races import together
from tests.tournaments.acts.cases import (
    confirmed,
    drafted,
    made_public,
    screen,
    undrawn,
    unopened,
)
from tests.tournaments.acts.event_cases import empty
from tests.world import World
from tournaments.acts.backups import restore_event, write_event
from tournaments.acts.deleting import delete_entry, delete_event, delete_section
from tournaments.acts.drafts import pair_round
from tournaments.acts.entering.players import enter_player
from tournaments.acts.events import create_event
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import open_section
from tournaments.models import Entry, Event, Player, Round, Section, Standing
from tournaments.models import Person as Registered


def code(act: Any) -> str:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.code


def test_an_empty_event_goes_with_all_that_is_of_it(entered: Cast) -> None:
    event = empty(entered)
    screen(entered)
    persons = set(Player.objects.filter(event=event).values_list("person", flat=True))
    assert persons
    key = event.pk
    assert delete_event(event=event, by=entered.alice) == {"deleted": key}
    assert not Event.objects.filter(pk=key).exists()
    assert not Player.objects.filter(event=key).exists()
    # Whom the register knows from there alone.
    assert [person for person in Registered.objects.all() if person.pk in persons] == []
    assert not Page.objects.filter(path__startswith="e/test/", withdrawn=False).exists()
    line = last("delete_event")
    assert (line.scope, line.target, line.by) == (f"event:{key}", f"event:{key}", entered.alice)
    assert line.before["slug"] == event.slug
    # Its address is free, and nobody has a role at what stands there now because of what was there.
    made = create_event(slug=event.slug, name="Again", starts=event.starts, ends=event.ends, by=entered.admin)
    assert made["event"] != key


def test_an_event_that_was_public_is_not_deleted(entered: Cast) -> None:
    deleting = partial(delete_event, event=entered.event, by=entered.alice)
    assert code(deleting) == "event-was-public"
    Section.objects.filter(event=entered.event).update(state=Section.State.DRAFT)
    Event.objects.filter(pk=entered.event.pk).update(listed=True)
    assert code(deleting) == "event-was-public"
    Event.objects.filter(pk=entered.event.pk).update(listed=False)
    Round.objects.filter(section=entered.section, number=1).update(state=Round.State.CLOSED)
    assert code(deleting) == "section-paired"


def test_only_the_chief_organiser_deletes_an_event(entered: Cast) -> None:
    event = empty(entered)
    for who in (entered.frank, entered.bob, entered.carol, entered.charlie):
        with pytest.raises(Denied):
            delete_event(event=event, by=who)


@pytest.mark.slow
def test_a_section_goes_and_its_pages_say_so(drawn: World) -> None:
    factories.announce(drawn.section)
    outbox.drain([outbox.FAST])
    memory.refresh()
    page = "/en/e/cup/men/"
    assert Client().get(page).status_code == 200
    drawn.post("alice", "delete_section")
    assert Section.objects.filter(pk=drawn.section.pk).exists()
    answer = drawn.post("alice", "delete_section", reason="it was made twice")
    assert answer.status_code == 302
    assert not Section.objects.filter(pk=drawn.section.pk).exists()
    assert not Player.objects.filter(event=drawn.event).exists()
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert Client().get(page).status_code == 410
    assert "/e/cup/men/" not in Client().get("/en/e/cup/").text
    journal = drawn.client("alice").get(reverse("journal", args=["cup"])).text
    assert "section deleted" in journal
    assert "it was made twice" in journal


@pytest.mark.slow
def test_a_new_section_takes_the_address_of_one_that_was_deleted(entered: Cast) -> None:
    old = entered.section
    Withheld.objects.create(prefix=f"e/{entered.event.slug}/{old.slug}/")
    delete_section(section=old, reason="twice", by=entered.alice)
    new = factories.make_section(entered.event, old.slug, state=Section.State.DRAFT)
    open_section(section=new, by=entered.alice)
    outbox.drain([outbox.FAST])
    memory.refresh()
    assert Client().get(f"/en/e/{entered.event.slug}/{new.slug}/").status_code == 200


def test_a_draft_section_needs_no_reason(entered: Cast) -> None:
    delete_section(section=unopened(entered), by=entered.frank)
    assert last("delete_section").before == {"slug": entered.section.slug, "state": "draft", "entries": 8}


@pytest.mark.parametrize("ready", [drafted, made_public])
def test_a_section_that_was_paired_stays(entered: Cast, ready: Any) -> None:
    ready(entered)
    deleting = partial(delete_section, section=entered.section, reason="x", by=entered.alice)
    assert code(deleting) == "section-paired"


def test_nothing_goes_while_it_is_paired(entered: Cast) -> None:
    pair_round(round_=confirmed(entered), by=entered.bob)
    assert code(partial(delete_section, section=entered.section, reason="x", by=entered.alice)) == (
        "still-pairing"
    )
    assert code(partial(delete_entry, entry=entry_of(entered, 1), by=entered.carol)) == "still-pairing"


def test_an_entry_goes_with_its_player(entered: Cast) -> None:
    undrawn(entered)
    entry = entered.section.entries.order_by("pk")[0]
    player, count = entry.player_id, entered.section.entries.count()
    delete_entry(entry=entry, by=entered.carol)
    assert entered.section.entries.count() == count - 1
    assert not Player.objects.filter(pk=player).exists()
    assert last("delete_entry").before == {"number": None, "status": "checked-in"}


def test_a_player_of_another_section_stays(entered: Cast) -> None:
    entry = entry_of(entered, 1)
    other = factories.make_section(entered.event, "rapid")
    factories.enter_again(entry, other)
    delete_entry(entry=entry, by=entered.carol)
    assert Player.objects.filter(pk=entry.player_id).exists()


@pytest.mark.slow
def test_after_the_lots_a_swiss_is_paired_around_the_gap(entered: Cast) -> None:
    delete_entry(entry=entry_of(entered, 3), by=entered.carol)
    made_public(entered)
    seated = {seat.entry.number for seat in entered.round(1).seats.select_related("entry")}
    assert seated == {1, 2, 4, 5, 6, 7, 8}
    new = enter_player(section=entered.section, person=PersonInput("New Player", "GER"), by=entered.carol)
    assert new["number"] == 3


def test_who_sat_at_a_table_or_stands_in_what_is_public_stays(entered: Cast) -> None:
    made_public(entered)
    assert code(partial(delete_entry, entry=entry_of(entered, 1), by=entered.carol)) == "entry-seated"
    late = enter_player(section=entered.section, person=PersonInput("Late Player", "GER"), by=entered.carol)
    entry = Entry.objects.get(pk=late["entry"])
    rows = [{"number": entry.number}]
    Standing.objects.create(
        section=entered.section, after_round=1, version=1, data={"rows": rows}, digest="x"
    )
    assert code(partial(delete_entry, entry=entry, by=entered.carol)) == "entry-published"
    Section.objects.filter(pk=entered.section.pk).update(system=Section.System.ROUND_ROBIN)
    assert code(partial(delete_entry, entry=entry, by=entered.carol)) == "entry-numbers-fixed"


def test_a_late_entry_by_mistake_goes(entered: Cast) -> None:
    made_public(entered)
    late = enter_player(section=entered.section, person=PersonInput("Late Player", "GER"), by=entered.carol)
    delete_entry(entry=Entry.objects.get(pk=late["entry"]), by=entered.carol)
    assert not Player.objects.filter(name="Late Player").exists()


def test_the_journal_of_what_is_gone_is_backed_up_and_restored(entered: Cast) -> None:
    undrawn(entered)
    delete_entry(entry=entered.section.entries.order_by("pk")[0], by=entered.carol)
    file = BytesIO()
    write_event(entered.event, file)
    made = restore_event(reader=Reader(BytesIO(file.getvalue())), slug="again", by=entered.alice)
    assert JournalEntry.objects.filter(scope=f"event:{made['event']}", act="delete_entry").count() == 1


def test_the_page_says_what_goes(drawn: World, text: Any) -> None:
    page = text(drawn.get("alice", "delete_section"))
    assert "8 entries" in page
    assert "This cannot be undone." in page
    # What cannot be deleted says why instead.
    public = text(drawn.client("alice").get(reverse("delete_event", args=["cup"])))
    assert "Part of this event has been public" in public
    assert "Delete permanently" not in public
    entry = drawn.section.entries.order_by("pk")[0]
    answer = drawn.post("carol", "delete_entry", entry.pk)
    assert answer.status_code == 302
    assert not Entry.objects.filter(pk=entry.pk).exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_delete_the_same_section(entered: Cast) -> None:
    got = together(
        *(
            partial(delete_section, section=entered.section, reason="twice", by=who)
            for who in (entered.alice, entered.frank)
        )
    )
    assert sorted(getattr(outcome, "code", "done") for outcome in got) == ["deleted-already", "done"]
    assert JournalEntry.objects.filter(act="delete_section").count() == 1
