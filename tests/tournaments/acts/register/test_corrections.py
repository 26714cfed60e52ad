"""What an event corrects waits for the register; what the register changes changes no event."""

from __future__ import annotations

import pytest

from portal.policy import Conflict, Refusal
from tests.cast import Cast
from tests.factories import make_event
from tests.tournaments.acts.register.cases_persons import a_person, changed, corrected
from tournaments.acts.entering.players import correct_player, erase_player
from tournaments.acts.register.corrections import accept_correction, reject_correction
from tournaments.acts.register.person_input import PersonInput as Typed
from tournaments.acts.register.person_particulars import set_person_number
from tournaments.acts.register.persons import change_person, split_person
from tournaments.models import Correction, Entry, Person, PersonNumber, Player
from tournaments.queries.register.corrections import waiting_corrections, with_corrections
from tournaments.queries.register.persons import MOST

pytestmark = pytest.mark.django_db


def test_a_correction_changes_the_event_alone_until_it_is_accepted(entered: Cast) -> None:
    before = a_person(entered)
    arguments = corrected(entered)
    person = Person.objects.get(pk=before.pk)
    copy = person.players.get()
    assert (copy.name, person.name) == ("Corrected", before.name)
    assert [with_correction.pk for with_correction in with_corrections()] == [person.pk]
    accept_correction(**arguments, by=entered.admin)
    person.refresh_from_db()
    assert person.name == "Corrected"
    assert "corrected" in person.words
    with pytest.raises(Refusal, match="no-such-correction"):
        reject_correction(**arguments, by=entered.admin)


def test_what_is_rejected_stays_at_the_event(entered: Cast) -> None:
    before = a_person(entered)
    reject_correction(**corrected(entered), by=entered.admin)
    person = Person.objects.get(pk=before.pk)
    assert (person.name, person.players.get().name) == (before.name, "Corrected")


def test_who_corrects_it_back_withdraws_the_correction(entered: Cast) -> None:
    before = a_person(entered)
    corrected(entered)
    entry = entered.section.entries.order_by("pk")[0]
    back = Typed(name=before.name, federation=before.federation_id, native_name=before.native_name)
    correct_player(entry=entry, person=back, by=entered.carol)
    assert not Correction.objects.filter(column="name").exists()


def test_the_register_changes_no_event(entered: Cast) -> None:
    arguments = changed(entered)
    person = arguments["person"]
    copy = person.players.get()
    change_person(**arguments, former=True, by=entered.admin)
    now = Person.objects.get(pk=person.pk)
    assert (now.name, now.birth_year) == ("Renamed", 1970)
    assert person.name in [name.name for name in now.names.filter(kind="former")]
    assert person.players.get().name == copy.name
    seen = {"name": person.name}
    with pytest.raises(Conflict, match="changed-meanwhile"):
        change_person(**{**arguments, "name": "Third"}, seen=seen, by=entered.admin)
    for wrong, code in (
        (" ", "name-needed"),
        ("x" * 81, "name-too-long"),
        ("a\u202eb", "name-not-printable"),
    ):
        with pytest.raises(Refusal, match=code):
            change_person(**{**arguments, "name": wrong}, by=entered.admin)
    with pytest.raises(Refusal, match="unknown-federation"):
        change_person(**{**arguments, "federation": "QQQ"}, by=entered.admin)


def test_a_new_number_makes_the_one_before_a_former_one(entered: Cast) -> None:
    person = a_person(entered)
    for number in ("1", "2"):
        set_person_number(person=person, issuer=" FIDE", number=number, by=entered.admin)
    held = PersonNumber.objects.filter(person=person, issuer="fide").values_list("number", "former")
    assert set(held) == {("1", True), ("2", False)}
    other = entered.section.entries.order_by("pk")[1].player.person
    for issuer, number, code in (
        ("fide", "1", "number-taken"),
        ("f i", "3", "bad-issuer"),
        ("fide", " ", "number-needed"),
    ):
        with pytest.raises(Refusal, match=code):
            set_person_number(person=other, issuer=issuer, number=number, by=entered.admin)


def test_a_correction_is_forgotten_with_whose_copy_it_is_by_now(entered: Cast) -> None:
    """The copy went to a row of its own after it was corrected."""
    person = corrected(entered)["person"]
    copy = person.players.get()
    Player.objects.create(event=make_event("far"), person=person, name="Kept", federation_id="CHN")
    split_person(person=person, players=[copy.pk], by=entered.admin)
    entry = Entry.objects.get(player=copy)
    erase_player(entry=entry, confirm="Corrected", by=entered.admin)
    assert not Correction.objects.exists()


def test_many_corrections_of_one_hide_nobody_and_what_is_settled_waits_no_more(entered: Cast) -> None:
    entries = entered.section.entries.select_related("player__person").order_by("pk")
    first, second = (entry.player for entry in entries[:2])
    Person.objects.filter(pk=first.person_id).update(name="Zz")
    Person.objects.filter(pk=second.person_id).update(name="Aa")
    for number in range(MOST + 1):
        copy = Player.objects.create(
            event=make_event(f"e{number}"), person=first.person, name="x", federation_id="CHN"
        )
        Correction.objects.create(player=copy, column="name", value="x")
    Correction.objects.create(player=second, column="name", value="y")
    assert [with_correction.pk for with_correction in with_corrections()] == [
        first.person_id,
        second.person_id,
    ]
    Person.objects.filter(pk=first.person_id).update(name="x")
    assert [with_correction.pk for with_correction in with_corrections()] == [second.person_id]
    assert waiting_corrections(first.person) == []
