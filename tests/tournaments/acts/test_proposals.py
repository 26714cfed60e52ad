"""What persons ask the register to say of themselves, with the private link; and decisions taken back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tests.factories import make_event, make_link
from tests.tournaments.acts.register.cases_persons import corrected, own_entry, proposed
from tournaments.acts.entering.players import erase_player
from tournaments.acts.register.corrections import (
    accept_correction,
    propose_particulars,
    reject_correction,
    reopen_correction,
)
from tournaments.acts.register.persons import change_person, merge_persons, undo_merger
from tournaments.models import Correction, Office, Organisation, Person, PersonName, Player
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.register.corrections import (
    answered_of,
    waiting_corrections,
    waiting_of,
    with_corrections,
)

pytestmark = pytest.mark.django_db


def fresh(person: Person) -> Person:
    return Person.objects.get(pk=person.pk)


def asked_by(cast: Cast, **values: Any) -> dict[str, Any]:
    entry = own_entry(cast)
    return dict(propose_particulars(entry=entry, by=make_link(entry), **values))


def test_nothing_is_changed_before_it_is_accepted(entered: Cast) -> None:
    person = own_entry(entered).player.person
    arguments = proposed(entered, name="Proposed", birth_year=1971)
    assert {waiting_correction.column for waiting_correction in waiting_corrections(person)} == {
        "name",
        "birth_year",
    }
    assert (fresh(person).name, person.players.get().name) == (person.name, person.name)
    assert [waiting_correction.pk for waiting_correction in with_corrections()] == [person.pk]
    for waiting_correction in waiting_corrections(person):
        accept_correction(person=person, correction=waiting_correction.pk, by=entered.admin)
    assert (fresh(person).name, fresh(person).birth_year) == ("Proposed", 1971)
    # No event changes.
    assert person.players.get().name == person.name
    with pytest.raises(Refusal, match="no-such-correction"):
        accept_correction(**arguments, by=entered.admin)


def test_who_proposes_again_replaces_and_who_empties_withdraws(entered: Cast) -> None:
    player = own_entry(entered).player
    assert asked_by(entered, name="One", further_name="Уинчуань")["fields"] == ["name", "names"]
    asked_by(entered, name="Two")
    assert [(item.column, item.value) for item in waiting_of(player)] == [("name", "Two")]
    before = JournalEntry.objects.count()
    asked_by(entered, name="Two")
    assert JournalEntry.objects.count() == before
    assert asked_by(entered, name=player.person.name)["fields"] == []
    assert waiting_of(player) == []


def test_the_journal_holds_no_names(entered: Cast) -> None:
    arguments = proposed(entered, name="Secretname", birth_year=1971)
    accept_correction(**arguments, by=entered.admin)
    for line in JournalEntry.objects.all():
        text = f"{line.before} {line.after} {line.answer}"
        assert "Secretname" not in text
        assert "1971" not in text


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"name": "x" * 81}, "name-too-long"),
        ({"native_name": "a\u202eb"}, "name-not-printable"),
        ({"federation": "QQQ"}, "unknown-federation"),
    ],
)
def test_what_cannot_be_proposed(entered: Cast, values: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        asked_by(entered, **values)


def test_the_link_of_another_proposes_nothing(entered: Cast) -> None:
    entry = own_entry(entered)
    other = entered.section.entries.order_by("pk")[1]
    with pytest.raises(Denied):
        propose_particulars(entry=entry, name="Mine", by=make_link(other))


def test_who_decides(entered: Cast) -> None:
    """Officers and registrars of whoever keeps the person, administrators; nobody at the event."""
    arguments = proposed(entered)
    keeper = Organisation.objects.create(slug="keeper", name="Keeper", level="club")
    Person.objects.filter(pk=arguments["person"].pk).update(organisation=keeper)
    for who in (entered.alice, entered.carol, entered.frank):
        with pytest.raises(Denied):
            accept_correction(**arguments, by=who)
    held = Office.objects.create(organisation=keeper, user=entered.frank, role="treasurer")
    with pytest.raises(Denied):
        reject_correction(**arguments, reason="no", by=entered.frank)
    Office.objects.filter(pk=held.pk).update(role="registrar")
    reject_correction(**arguments, reason="no", by=entered.frank)
    reopen_correction(**arguments, by=entered.frank)
    Office.objects.filter(pk=held.pk).update(role="officer")
    accept_correction(**arguments, by=entered.frank)


def test_who_is_rejected_reads_why(entered: Cast) -> None:
    arguments = proposed(entered)
    with pytest.raises(Refusal, match="reason-needed"):
        reject_correction(**arguments, by=entered.admin)
    reject_correction(**arguments, reason="send a passport", by=entered.admin)
    [answer] = answered_of(own_entry(entered).player)
    assert (answer.accepted, answer.reason) == (False, "send a passport")
    assert fresh(arguments["person"]).name != "Proposed"
    # An event's correction is rejected without one: nobody reads it there.
    reject_correction(**corrected(entered), by=entered.admin)


def test_a_decision_is_taken_back_while_the_register_still_says_so(entered: Cast) -> None:
    arguments = proposed(entered, name="Proposed")
    person, before = arguments["person"], arguments["person"].name
    accept_correction(**arguments, by=entered.admin)
    reopen_correction(**arguments, by=entered.admin)
    assert fresh(person).name == before
    assert [waiting_correction.pk for waiting_correction in waiting_corrections(fresh(person))] == [
        arguments["correction"]
    ]
    accept_correction(**arguments, by=entered.admin)
    change_person(
        person=person, name="Later", federation=person.federation_id, birth_year=None, by=entered.admin
    )
    with pytest.raises(Refusal, match="register-changed-since"):
        reopen_correction(**arguments, by=entered.admin)
    with pytest.raises(Refusal, match="no-such-correction"):
        reopen_correction(person=person, correction=0, by=entered.admin)


def test_what_was_asked_anew_is_decided_instead(entered: Cast) -> None:
    arguments = proposed(entered, name="Proposed")
    reject_correction(**arguments, reason="no", by=entered.admin)
    proposed(entered, name="Proposed once more")
    with pytest.raises(Refusal, match="correction-asked-anew"):
        reopen_correction(**arguments, by=entered.admin)


def test_a_further_name_comes_and_goes(entered: Cast) -> None:
    arguments = proposed(entered, further_name="Уинчуань")
    accept_correction(**arguments, by=entered.admin)
    person = arguments["person"]
    assert [name.name for name in person.names.all()] == ["Уинчуань"]
    reopen_correction(**arguments, by=entered.admin)
    assert not person.names.exists()
    accept_correction(**arguments, by=entered.admin)
    PersonName.objects.all().delete()
    with pytest.raises(Refusal, match="register-changed-since"):
        reopen_correction(**arguments, by=entered.admin)


def test_proposals_go_with_the_copy_and_come_back(entered: Cast) -> None:
    """Merged, they wait at the surviving row; undone, at the own one."""
    arguments = proposed(entered, name="Proposed")
    person = arguments["person"]
    other = Person.objects.create(name="Twin", federation_id="CHN")
    Player.objects.create(event=make_event("twins"), person=other, name="Twin", federation_id="CHN")
    before = list(Correction.objects.values())
    done = merge_persons(person=other, other=person.pk, take=[], by=entered.admin)
    assert [waiting_correction.pk for waiting_correction in waiting_corrections(other)] == [
        arguments["correction"]
    ]
    undo_merger(person=other, merger=done["merger"], by=entered.admin)
    assert [waiting_correction.pk for waiting_correction in waiting_corrections(person)] == [
        arguments["correction"]
    ]
    assert list(Correction.objects.values()) == before


def test_who_is_forgotten_is_forgotten_with_every_proposal(entered: Cast) -> None:
    arguments = proposed(entered, name="Proposed")
    reject_correction(**arguments, reason="Proposed is somebody else", by=entered.admin)
    proposed(entered, name="Proposed again", further_name="Further")
    entry = own_entry(entered)
    link = make_link(entry)
    erase_player(entry=entry, confirm=entry.player.name, by=entered.admin)
    assert not Correction.objects.exists()
    with pytest.raises(Denied):
        propose_particulars(entry=own_entry(entered), name="Back", by=link)


def test_the_page_behind_the_link(entered: Cast) -> None:
    entry = own_entry(entered)
    person = entry.player.person
    Person.objects.filter(pk=person.pk).update(birth_year=1950)
    secret = invitation_secret(make_link(entry))
    page, client = reverse("my_person", args=[secret]), Client()
    page_text = client.get(page).content.decode()
    assert f'value="{person.name}"' in page_text
    # The register may know more than the event has.
    assert "1950" not in page_text
    send = reverse("propose_particulars", args=[secret])
    refused = client.post(send, {"name": "x" * 90, "birth_year": "abc"})
    assert refused.status_code == 422
    assert client.post(send, {"name": "From the link", "birth_year": "1951"}).status_code == 302
    page_text = client.get(page).content.decode()
    assert "From the link" in page_text
    assert 'value="1951"' in page_text
    Correction.objects.all().delete()
    Person.objects.filter(pk=person.pk).update(listed=False, native_name="藏名")
    assert "藏名" not in client.get(page).content.decode()
