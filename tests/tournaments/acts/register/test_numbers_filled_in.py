"""Numbers that a form asks for: checked as far as their form is known, carried to the entry, and offered to
the register."""

from __future__ import annotations

from typing import Any

import pytest

from portal.policy import Refusal
from tests.applying import confirmed, drafted, open_form
from tests.cast import Cast
from tests.factories import make_event, make_known
from tournaments.acts.register.corrections import accept_correction, reject_correction, reopen_correction
from tournaments.models import Application, Correction, EntryForm, Person, Player
from tournaments.queries.register.corrections import waiting_corrections
from tournaments.queries.register.persons import TwinReason, twins_of
from tournaments.wording.refusals import refusal_sentence

pytestmark = pytest.mark.django_db
NUMBERS = {
    "wxf_id": "W-77",
    "axf_id": "A 1",
    "fide_id": "8600051",
    "national_id": "CN-2009-0001-77",
    "egf_pin": "12345678",
    "ffg_licence": "0512345",
    "aga_id": "77",
}
ISSUERS = {"wxf", "axf", "fide", "chn", "egf", "ffg", "aga"}


def ask_for(cast: Cast, *columns: str) -> None:
    open_form(cast, asks=dict.fromkeys(columns or NUMBERS, "asked"), approval=EntryForm.Approval.AUTOMATIC)


def applied(cast: Cast, **numbers: Any) -> Application:
    return confirmed(cast.section, "Xu Yinchuan", federation="CHN", particulars=numbers)


def typed(cast: Cast, **numbers: Any) -> Application:
    return drafted(cast.section, "Xu Yinchuan", federation="CHN", particulars=numbers)


def in_force(person: Person) -> dict[str, str]:
    return dict(person.numbers.filter(former=False).values_list("issuer", "number"))


def test_somebody_new_is_registered_with_them(cast: Cast) -> None:
    ask_for(cast)
    player = applied(cast, **NUMBERS).entry.player  # type: ignore[union-attr]
    assert {column: getattr(player, column) for column in NUMBERS} == NUMBERS
    assert in_force(player.person).keys() == ISSUERS
    assert in_force(player.person)["chn"] == NUMBERS["national_id"]
    assert not Correction.objects.exists()


@pytest.mark.parametrize(
    ("column", "number"),
    [("egf_pin", "1234567"), ("ffg_licence", "12345678"), ("aga_id", "A1"), ("fide_id", "CHN 1")],
)
def test_a_number_of_another_form_is_refused_at_its_field(cast: Cast, column: str, number: str) -> None:
    ask_for(cast)
    with pytest.raises(Refusal, match="number-form") as refused:
        typed(cast, **{column: number})
    assert refused.value.field == column
    assert number in refusal_sentence(refused.value.code, refused.value.params)


def test_what_the_form_does_not_ask_is_not_kept(cast: Cast) -> None:
    ask_for(cast, "wxf_id")
    assert typed(cast, **NUMBERS).particulars == {"wxf_id": NUMBERS["wxf_id"]}


def known_person(**more: Any) -> Person:
    return make_known(make_event("far"), name="Xu Yinchuan", federation_id="CHN", **more).person


def test_of_somebody_known_it_waits_until_an_officer_accepts(cast: Cast) -> None:
    ask_for(cast)
    person = known_person()
    person.numbers.create(issuer="wxf", number="W-1")
    person.numbers.create(issuer="fide", number=NUMBERS["fide_id"])
    application = applied(cast, wxf_id="W-77", fide_id=NUMBERS["fide_id"])
    assert application.entry is not None
    assert application.entry.player.person == person
    # What the register says already waits for nobody.
    [waits] = waiting_corrections(person)
    assert (waits.column, waits.value, in_force(person)["wxf"]) == ("wxf_id", "W-77", "W-1")
    accept_correction(person=person, correction=waits.pk, by=cast.admin)
    assert in_force(person)["wxf"] == "W-77"
    assert person.numbers.get(number="W-1").former
    reopen_correction(person=person, correction=waits.pk, by=cast.admin)
    assert in_force(person)["wxf"] == "W-1"
    assert [waiting_correction.pk for waiting_correction in waiting_corrections(person)] == [waits.pk]
    reject_correction(person=person, correction=waits.pk, by=cast.admin)
    assert (in_force(person)["wxf"], waiting_corrections(person)) == ("W-1", [])


def test_a_decision_is_not_taken_back_over_a_later_number(cast: Cast) -> None:
    ask_for(cast)
    person = known_person()
    applied(cast, wxf_id="W-77")
    [waits] = waiting_corrections(person)
    accept_correction(person=person, correction=waits.pk, by=cast.admin)
    person.numbers.update(former=True)
    person.numbers.create(issuer="wxf", number="W-78")
    with pytest.raises(Refusal, match="register-changed-since"):
        reopen_correction(person=person, correction=waits.pk, by=cast.admin)


@pytest.mark.parametrize(("column", "issuer"), [("wxf_id", "wxf"), ("national_id", "chn")])
def test_somebody_elses_number_makes_likely_twins(cast: Cast, column: str, issuer: str) -> None:
    ask_for(cast)
    person, number = known_person(), NUMBERS[column]
    other = make_known(make_event("third"), name="Another", federation_id="CHN").person
    other.numbers.create(issuer=issuer, number=number)
    applied(cast, **{column: number})
    assert waiting_corrections(person) == []
    assert [(item.other, item.why) for item in twins_of(person)] == [(other, TwinReason.NUMBER)]
    assert [(item.other, item.why) for item in twins_of(other)] == [(person, TwinReason.NUMBER)]
    assert Player.objects.get(person=person, event=cast.event).person == person
