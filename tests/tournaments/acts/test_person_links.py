"""Acts on the register that change where pages of events lead, in the journal of each event; and those that
change no page of an event, in none."""

from __future__ import annotations

from typing import Any

import pytest

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tests.factories import make_event, make_federations, make_known, make_section
from tournaments.acts._person_links import LINK_CHANGED
from tournaments.acts.corrections import accept_correction, offer_corrections
from tournaments.acts.persons import change_person, merge_persons, split_person, undo_merger
from tournaments.models import Correction, Entry, Event, Person, Player, Section
from tournaments.queries.journal import journal_of, lines

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
        self.seen = max((one.pk for one in noted), default=self.seen)
        return {slugs[one.scope]: one.after["entries"] for one in noted}


def change(person: Person, by: User, **values: Any) -> None:
    now = {"name": person.name, "federation": "CHN", "birth_year": None, "listed": True}
    change_person(person=person, by=by, **now | values)
    person.refresh_from_db()


def test_each_event_reads_that_its_pages_lead_elsewhere(admin: User) -> None:
    told = Noted()
    one, other = entered("cup", "Xu Yinchuan"), entered("open", "Yin Chuan Xu")
    draft = entered("draft", "Xu Y. C.", Section.State.DRAFT)
    kept, row = one.player.person, other.player.person
    Player.objects.filter(pk=draft.player_id).update(person=row)
    merger = merge_persons(person=kept, other=row.pk, take=[], by=admin)["merger"]
    assert told() == {"open": [other.pk]}
    kept.refresh_from_db()
    for listed in (False, True):
        change(kept, admin, listed=listed)
        assert told() == {"cup": [one.pk], "open": [other.pk]}
    undo_merger(person=kept, merger=merger, by=admin)
    assert told() == {"open": [other.pk]}
    merge_persons(person=kept, other=row.pk, take=[], by=admin)
    told()
    split_person(person=kept, players=[one.player_id], by=admin)
    assert told() == {"cup": [one.pk]}


def test_the_journal_says_whose_page_and_who_did_it_and_holds_no_name(admin: User) -> None:
    one = entered("cup", "Xu Yinchuan")
    change(one.player.person, admin, listed=False)
    event = Event.objects.get(slug="cup")
    [line] = lines(journal_of(event), event.time_zone)
    assert (line.by, line.code) == ("admin", LINK_CHANGED)
    assert "Xu Yinchuan" in line.target
    [entry] = journal_of(event)
    assert "Xu" not in f"{entry.target} {entry.before} {entry.after}"


def test_what_changes_no_page_of_an_event_stands_in_no_events_journal(admin: User) -> None:
    """Names are the event's own copy; what was unlisted leads nowhere before and after."""
    told = Noted()
    one, other = entered("cup", "Xu Yinchuan"), entered("open", "Xu Yinchuan")
    person = one.player.person
    change(person, admin, name="Xu Yin Chuan", birth_year=1975)
    Player.objects.filter(pk=one.player_id).update(native_name="许银川")
    one.player.refresh_from_db()
    offer_corrections(one.player, ["native_name"], admin)
    accept_correction(person=person, correction=Correction.objects.get().pk, by=admin)
    assert told() == {}
    Person.objects.update(listed=False)
    merge_persons(person=person, other=other.player.person_id, take=[], by=admin)
    assert told() == {}
