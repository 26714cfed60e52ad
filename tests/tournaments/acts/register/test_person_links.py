"""Acts on the register that change where pages of events lead, in the journal of each event; and those that
change no page of an event, in none."""

from __future__ import annotations

from typing import Any

import pytest

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tests.factories import make_event, make_federations, make_known, make_section
from tournaments.acts.register._person_links import LINK_CHANGED
from tournaments.acts.register.corrections import accept_correction, offer_corrections
from tournaments.acts.register.persons import change_person, merge_persons, split_person, undo_merger
from tournaments.models import Correction, Entry, Event, Person, Player, Section
from tournaments.queries.journal import journal_lines, journal_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin(db: None) -> User:
    make_federations()
    return User.objects.create_superuser("admin")


def entered(slug: str, name: str, state: str = Section.State.RUNNING) -> Entry:
    event = make_event(slug)
    section = make_section(event, state=state)
    player = make_known(event, name=name, federation_id="CHN")
    return Entry.objects.create(section=section, player=player, number=1)


class Noted:
    """Reads what has been noted in the journals of events since it was last asked."""

    def __init__(self) -> None:
        self.seen = 0

    def __call__(self) -> dict[str, list[int]]:
        """The entries by the event of whose journal they stand."""
        slugs = {f"event:{event.pk}": event.slug for event in Event.objects.all()}
        noted = list(JournalEntry.objects.filter(act=LINK_CHANGED, pk__gt=self.seen).order_by("pk"))
        self.seen = max((item.pk for item in noted), default=self.seen)
        return {slugs[item.scope]: item.after["entries"] for item in noted}


def change(person: Person, by: User, **values: Any) -> None:
    now = {"name": person.name, "federation": "CHN", "birth_year": None, "listed": True}
    change_person(person=person, by=by, **now | values)
    person.refresh_from_db()


@pytest.mark.slow
def test_each_event_reads_that_its_pages_lead_elsewhere(admin: User) -> None:
    noted = Noted()
    first_one, other = entered("cup", "Xu Yinchuan"), entered("open", "Yin Chuan Xu")
    draft = entered("draft", "Xu Y. C.", Section.State.DRAFT)
    stored, row = first_one.player.person, other.player.person
    Player.objects.filter(pk=draft.player_id).update(person=row)
    merger = merge_persons(person=stored, other=row.pk, take=[], by=admin)["merger"]
    assert noted() == {"open": [other.pk]}
    stored.refresh_from_db()
    for listed in (False, True):
        change(stored, admin, listed=listed)
        assert noted() == {"cup": [first_one.pk], "open": [other.pk]}
    undo_merger(person=stored, merger=merger, by=admin)
    assert noted() == {"open": [other.pk]}
    merge_persons(person=stored, other=row.pk, take=[], by=admin)
    noted()
    split_person(person=stored, players=[first_one.player_id], by=admin)
    assert noted() == {"cup": [first_one.pk]}


def test_the_journal_says_whose_page_and_who_did_it_and_holds_no_name(admin: User) -> None:
    item = entered("cup", "Xu Yinchuan")
    change(item.player.person, admin, listed=False)
    event = Event.objects.get(slug="cup")
    [line] = journal_lines(journal_of(event), event.time_zone)
    assert (line.by, line.code) == ("admin", LINK_CHANGED)
    assert "Xu Yinchuan" in line.target
    [entry] = journal_of(event)
    assert "Xu" not in f"{entry.target} {entry.before} {entry.after}"


def test_what_changes_no_page_of_an_event_stands_in_no_events_journal(admin: User) -> None:
    """Names are the event's own copy; what was unlisted leads nowhere before and after."""
    noted = Noted()
    first_one, other = entered("cup", "Xu Yinchuan"), entered("open", "Xu Yinchuan")
    person = first_one.player.person
    change(person, admin, name="Xu Yin Chuan", birth_year=1975)
    Player.objects.filter(pk=first_one.player_id).update(native_name="许银川")
    first_one.player.refresh_from_db()
    offer_corrections(first_one.player, ["native_name"], admin)
    accept_correction(person=person, correction=Correction.objects.get().pk, by=admin)
    assert noted() == {}
    Person.objects.update(listed=False)
    merge_persons(person=person, other=other.player.person_id, take=[], by=admin)
    assert noted() == {}
