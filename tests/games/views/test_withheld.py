"""Whatever can be withheld stands on no public page afterwards, and nothing leads to where it stood."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from games.acts.live import write_game
from games.acts.live_settings import show_live
from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from games.queries import running_rounds
from portal import outbox
from portal.published.memory import memory
from tests import factories
from tests.cached_worlds import remembered
from tests.crawling import crawled
from tests.games.record_texts import GOOD
from tests.world import World
from tournaments.acts.entering.organisations import show_office
from tournaments.acts.event_settings import change_event
from tournaments.acts.notices.announcements import Texts, announce, withdraw_announcement
from tournaments.acts.notices.documents import add_document, remove_document
from tournaments.acts.notices.officials import remove_official, set_official
from tournaments.acts.refereeing.appeals import decide_appeal, set_appeal_rules, submit_appeal
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.register.persons import change_person
from tournaments.models import Appeal, Office, Organisation, Person, Seat

HIDDEN = "0f1d6f0a-6a44-4c39-9c5d-0a8a4b1b9c35"
PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
LINE = ["h2e2", "h9g7", "h0g2", "i9h9"]


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_rounds.rounds, "_seconds", -1.0)
    monkeypatch.setattr(running_rounds.files, "_seconds", -1.0)
    running_rounds.running.clear()


@pytest.fixture
@remembered
def all_public(drawn: World) -> World:
    """Everything that can be withheld is public, each with a mark of its own."""
    factories.announce(drawn.section)
    factories.announce(drawn.other)
    alice, bob, event = drawn.users["alice"], drawn.users["bob"], drawn.event
    round_ = drawn.published()
    announce(event=event, texts=Texts(en="Marked announcement"), by=alice)
    announce(event=event, section=drawn.section, texts=Texts(en="Marked notice"), by=alice)
    add_document(event=event, kind="other", title="Marked document", raw=PDF, by=alice)
    change_event(event=event, officials_shown=True, by=alice)
    set_official(event=event, name="Marked Official", role="arbiter", by=alice)
    show_live(section=drawn.section, public=True, delay=0, comments=True, by=alice)
    tables = {p.table: p for p in round_.pairings.select_related("round__section__event")}
    write_game(pairing=tables[3], moves=LINE, by=drawn.users["carol"])
    drawn.post("carol", "report_result", 1, line="2 1-0", htmx=True)
    submit_record(pairing=tables[2], raw=GOOD, by=drawn.users["carol"])
    outbox.drain()
    accept_record(record=GameRecord.objects.get(), by=bob)
    set_appeal_rules(section=drawn.section, minutes=30, public=True, by=alice)
    red = Seat.objects.select_related("entry").get(round=round_, pairing__table=1, colour="first").entry
    logged = log_foul(
        round_=drawn.round(),
        table=1,
        player=red.number or 0,
        kind="recording",
        offence="missed-moves",
        missed=8,
        confirm=True,
        by=bob,
    )
    submit_appeal(
        round_=drawn.round(), statement="None is missing.", foul=logged["foul"], by=factories.make_link(red)
    )
    decide_appeal(
        appeal=Appeal.objects.get(),
        outcome="rejected",
        panel="Marked Panel",
        reasons="Marked reasons",
        by=bob,
    )
    organisation = Organisation.objects.create(slug="marked", name="Marked Association", level="club")
    Office.objects.create(organisation=organisation, user=alice, role=Office.Role.OFFICER, shown=True)
    Person.objects.filter(players__entries__section=drawn.section, players__entries__number=1).update(
        uid=HIDDEN
    )
    alice.first_name, alice.last_name = "Marked", "Officer"
    alice.save()
    outbox.drain()
    memory.refresh()
    return drawn


def withdraw_notice(world: World, text: str) -> None:
    row = world.event.announcements.get(texts__text=text)
    withdraw_announcement(event=world.event, announcement=row.pk, by=world.users["alice"])


def set_live(world: World) -> None:
    show_live(section=world.section, public=False, delay=0, comments=True, by=world.users["alice"])


def supersede(world: World) -> None:
    """Another record of the game is accepted in its place."""
    record = GameRecord.objects.get()
    raw = GOOD.replace(b"R1=2", b"R1+1")
    submit_record(pairing=record.pairing, raw=raw, seen=record.pk, reason="misread", by=world.users["carol"])
    outbox.drain()
    accept_record(
        record=GameRecord.objects.exclude(pk=record.pk).get(), reason="misread", by=world.users["bob"]
    )


def hide_decisions(world: World) -> None:
    set_appeal_rules(section=world.section, minutes=30, public=False, by=world.users["alice"])


def hide_person(world: World) -> None:
    person = Person.objects.get(uid=HIDDEN)
    change_person(
        person=person,
        name=person.name,
        federation=person.federation_id,
        birth_year=person.birth_year,
        listed=False,
        by=world.users["admin"],
    )


class Case(NamedTuple):
    """``mark``: of text or address, that stands on some page before and on none afterwards."""

    mark: str
    withhold: Callable[[World], object]


CASES = {
    "announcement": Case("Marked announcement", lambda w: withdraw_notice(w, "Marked announcement")),
    "announcement of a section": Case("Marked notice", lambda w: withdraw_notice(w, "Marked notice")),
    "document": Case(
        "Marked document",
        lambda w: remove_document(event=w.event, document=w.event.files.get().pk, by=w.users["alice"]),
    ),
    "official": Case(
        "Marked Official",
        lambda w: remove_official(event=w.event, official=w.event.officials.get().pk, by=w.users["alice"]),
    ),
    "all officials": Case(
        "Marked Official", lambda w: change_event(event=w.event, officials_shown=False, by=w.users["alice"])
    ),
    "running games": Case("/en/boards/cup/", set_live),
    "record": Case("R1=2", supersede),
    "appeals": Case("Marked reasons", hide_decisions),
    "officer": Case(
        "Marked Officer",
        lambda w: show_office(
            organisation=Organisation.objects.get(slug="marked"),
            office=Office.objects.get(organisation__slug="marked").pk,
            shown=False,
            by=w.users["alice"],
        ),
    ),
    "person": Case(f"/en/person/{HIDDEN}/", hide_person),
}


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_nothing_of_it_stands_anywhere_and_nothing_leads_to_it(all_public: World, name: str) -> None:
    mark, withhold = CASES[name]
    before = crawled()
    assert {at: status for at, (status, _) in before.items() if status != 200} == {}
    assert places(before, mark) != []
    withhold(all_public)
    outbox.drain()
    memory.refresh()
    after = crawled()
    assert {at: status for at, (status, _) in after.items() if status != 200} == {}
    assert places(after, mark) == []


def places(pages: dict[str, tuple[int, str]], mark: str) -> list[str]:
    """The addresses that have the mark, or whose page has it."""
    return [address for address, (_, text) in pages.items() if mark in address or mark in text]
