"""Forgetting a person: the applications that are theirs go, at every event; those of others stay."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.applying import HOUR, confirmed, drafted, open_form
from tests.cast import Cast
from tournaments.acts.entering.applications import decide_applications
from tournaments.acts.entering.players import enter_player, erase_player
from tournaments.acts.events import create_event
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import create_section
from tournaments.models import Entry, EntryForm, Event, Section
from tournaments.state.applications import Question

ORGANISER = EntryForm.Approval.ORGANISER
NAME = "Xaver Yinchuan"


def entered(section: Section, cast: Cast) -> Entry:
    person = PersonInput(NAME, "GER", birth_year=1975)
    made = enter_player(section=section, person=person, by=cast.alice)
    return Entry.objects.select_related("player", "section__event").get(pk=made["entry"])


def left(section: Section) -> set[str]:
    return set(section.applications.values_list("name", flat=True))


@pytest.mark.slow
def test_of_others_only_what_quotes_the_person_goes(cast: Cast) -> None:
    section = open_form(
        cast, approval=ORGANISER, asks={"birth_year": "asked"}, questions=[Question("Who comes with you?")]
    )
    entry = entered(section, cast)
    confirmed(section, NAME)
    confirmed(section, "Yinchuan, Xaver", particulars={"birth_year": 1975})
    confirmed(section, NAME, particulars={"birth_year": 2001})
    confirmed(section, NAME, federation="CHN")
    friend = confirmed(section, "Berta", answers={"Who comes with you?": NAME})
    decide_applications(
        section=section, applications=[friend.pk], decision="ask", reason=f"as {NAME}?", by=cast.alice
    )
    stranger = confirmed(section, "Clara Yinchuan", answers={"Who comes with you?": "nobody"})
    erase_player(entry=entry, confirm=NAME, by=cast.admin)
    applications = section.applications.order_by("turn")
    assert [(item.name, item.federation_id, item.particulars) for item in applications[:2]] == [
        (NAME, "GER", {"birth_year": 2001}),
        (NAME, "CHN", {}),
    ]
    friend.refresh_from_db()
    assert (friend.name, friend.state, friend.answers, friend.note) == ("Berta", "correction", {}, "")
    stranger.refresh_from_db()
    assert (stranger.name, stranger.state) == ("Clara Yinchuan", "submitted")


def test_at_events_where_the_person_was_never_entered(cast: Cast) -> None:
    section = open_form(cast)
    entry = entered(section, cast)
    starts, ends = cast.event.starts, cast.event.ends
    made = create_event(slug="open", name="Open", starts=starts, ends=ends, by=cast.admin)
    event = Event.objects.get(pk=made["event"])
    made_section = create_section(event=event, slug="men", name="Men", rounds=3, seed="s", by=cast.admin)
    elsewhere = Section.objects.select_related("event").get(pk=made_section["section"])
    Section.objects.filter(pk=elsewhere.pk).update(state=Section.State.OPEN)
    now = timezone.now()
    EntryForm.objects.create(section=elsewhere, opens_at=now - HOUR, closes_at=now + HOUR, approval=ORGANISER)
    elsewhere.refresh_from_db()
    confirmed(elsewhere, NAME)
    drafted(elsewhere, NAME)
    confirmed(elsewhere, "Berta")
    erase_player(entry=entry, confirm=NAME, by=cast.admin)
    assert left(elsewhere) == {"Berta"}
