"""Merging and splitting persons: nothing is lost over a thousand random ones, and what is refused."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.policy import Refusal
from tests.factories import make_event, make_federations, make_known, make_section
from tournaments.acts.entering.players import erase_player
from tournaments.acts.register.persons import FIELDS, merge_persons, split_person, undo_merger
from tournaments.models import (
    Correction,
    Entry,
    Erasure,
    Event,
    Merger,
    Person,
    PersonContact,
    PersonName,
    PersonNumber,
    PersonRating,
    PersonTitle,
    Player,
    Portrait,
)
from tournaments.queries.register.persons import TwinReason, likely_twins, look_up_persons, twins_of

pytestmark = pytest.mark.django_db
TABLES = (
    *(Person, PersonName, PersonNumber, PersonTitle, PersonRating, PersonContact, Portrait),
    *(Player, Correction),
)
SURNAMES, GIVEN_NAMES = (
    ("Wang", "Li", "Nguyễn", "Müller", "Tan"),
    ("Wei", "Yinchuan", "Thị Ánh", "Jörg", "Ka-ming"),
)
NATIVE = ("王偉", "許銀川", "", "阮氏映", "陳嘉明")


@pytest.fixture
def admin(db: None) -> User:
    make_federations()
    return User.objects.create_superuser("admin")


def people(chance: Random, count: int) -> list[Person]:
    """At random events, with whatever a register holds."""
    events = [make_event(f"e{number}", listed=False) for number in range(40)]
    persons = []
    for number in range(count):
        some = chance.sample(events, chance.randint(1, 3))
        name = f"{chance.choice(SURNAMES)} {chance.choice(GIVEN_NAMES)}"
        egf = str(number) if chance.random() < 0.3 else ""
        first = make_known(
            some[0],
            name=name,
            native_name=chance.choice(NATIVE),
            federation_id=chance.choice(("CHN", "VIE", "GER")),
            birth_year=chance.choice((None, 1970, 1980)),
            gender=chance.choice(("", "f", "m")),
            egf_pin=egf,
            title=chance.choice(("", "GM", "IM")),
        )
        person = first.person
        for event in some[1:]:
            Player.objects.create(event=event, person=person, name=name, federation=first.federation)
        for kind in ("wxf", "chn"):
            if chance.random() < 0.2:
                person.numbers.create(issuer=kind, number=str(number), former=chance.random() < 0.3)
            if chance.random() < 0.3:
                person.ratings.create(issuer=kind, value=chance.randint(1500, 2700), on=date(2020, 1, 1))
        if chance.random() < 0.3:
            person.names.create(
                name=f"{chance.choice(SURNAMES)} {chance.choice(GIVEN_NAMES)} II", kind="former"
            )
        if chance.random() < 0.3:
            # Asked for by an event or by the person; some of it is decided.
            Correction.objects.create(
                player=first,
                column=chance.choice(("name", "birth_year", "names")),
                value=str(number),
                own=chance.random() < 0.5,
                decided_at=chance.choice((None, timezone.now())),
                accepted=chance.random() < 0.5,
            )
        if chance.random() < 0.3:
            PersonContact.objects.create(person=person, contact=f"{number}@example.org")
        if chance.random() < 0.3:
            Portrait.objects.create(person=person, body=b"", width=1, height=1, digest=str(number))
        person.listed = chance.random() < 0.9
        person.fold(
            *person.names.values_list("name", flat=True), *person.numbers.values_list("number", flat=True)
        )
        person.save()
        persons.append(person)
    return persons


def everything() -> dict[str, Any]:
    return {table.__name__: list(table.objects.order_by("pk").values()) for table in TABLES}


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
@pytest.mark.slow
def test_merging_and_undoing_loses_nothing(admin: User, count: int) -> None:
    chance = Random(count)
    persons = people(chance, count)
    before = everything()
    done_: list[tuple[Person, int]] = []
    refused = set()
    for _ in range(count):
        first_one, other = chance.sample(persons, 2)
        take = [field for field in FIELDS if chance.random() < 0.5]
        try:
            done = merge_persons(person=first_one, other=other.pk, take=take, by=admin)
        except Refusal as refusal:
            refused.add(refusal.code)
            continue
        done_.append((first_one, done["merger"]))
        # Nothing vanishes, wherever it stands by now.
        assert Player.objects.filter(person=first_one, event__players__person=other).count() == 0
    assert len(done_) > count // 3
    assert refused == {"person-merged", "persons-meet", "numbers-differ"}
    assert Player.objects.count() == len(before["Player"])
    assert not Player.objects.filter(person__merged_into__isnull=False).exists()
    waits: set[str] = set()
    while done_:
        # In any order, but that whoever was merged on afterwards waits for that to be undone.
        first_one, merger = done_.pop(chance.randrange(len(done_)))
        try:
            left = undo_merger(person=first_one, merger=merger, by=admin)["left"]
        except Refusal as refusal:
            waits.add(refusal.code)
            done_.append((first_one, merger))
        else:
            assert left == []
    assert waits <= {"merged-since"}
    assert everything() == before


@pytest.mark.slow
def test_splitting_and_merging_again_loses_nothing(admin: User) -> None:
    chance = Random(5)
    persons = [person for person in people(chance, 60) if person.players.count() > 1]
    before = everything()["Player"]
    by_key = {person.pk: everything_of(person) for person in persons}
    for person in persons:
        going = list(person.players.values_list("pk", flat=True))[:1]
        other = split_person(person=person, players=going, by=admin)["other"]
        assert set(Player.objects.filter(person=other).values_list("pk", flat=True)) == set(going)
        merge_persons(person=person, other=other, take=[], by=admin)
    assert everything()["Player"] == before
    assert {person.pk: everything_of(person) for person in persons} == by_key


def everything_of(person: Person) -> list[Any]:
    row = Person.objects.values(*FIELDS).get(pk=person.pk)
    return [
        row,
        *(sorted(getattr(person, kind).values_list("pk", flat=True)) for kind in ("numbers", "ratings")),
    ]


@pytest.fixture
def two(admin: User) -> tuple[Person, Person]:
    cup, open_ = make_event("cup"), make_event("open")
    known_person = make_known(cup, name="Xu Yinchuan", native_name="許銀川", federation_id="CHN", egf_pin="1")
    other = make_known(open_, name="Yin Chuan Xu", native_name="许银川", federation_id="CHN")
    return known_person.person, other.person


def test_what_was_changed_since_stays_and_is_told(admin: User, two: tuple[Person, Person]) -> None:
    first_one, other = two
    number = other.numbers.create(issuer="wxf", number="7")
    gone = other.titles.create(title="GM")
    done = merge_persons(person=first_one, other=other.pk, take=["name"], by=admin)
    first_one.refresh_from_db()
    assert (first_one.name, first_one.native_name) == ("Yin Chuan Xu", "許銀川")
    assert {name.name for name in first_one.names.all()} == {"Xu Yinchuan", "许银川"}
    Person.objects.filter(pk=first_one.pk).update(name="Another")
    PersonTitle.objects.filter(pk=gone.pk).delete()
    late = Player.objects.create(event=make_event("late"), person=first_one, name="Xu", federation_id="CHN")
    undone = undo_merger(person=first_one, merger=done["merger"], by=admin)
    assert undone["left"] == ["name", f"PersonTitle:{gone.pk}"]
    first_one.refresh_from_db()
    late.refresh_from_db()
    number.refresh_from_db()
    assert (first_one.name, late.person_id, number.person_id) == ("Another", first_one.pk, other.pk)
    assert not first_one.names.exists()
    with pytest.raises(Refusal, match="no-such-merger"):
        undo_merger(person=first_one, merger=done["merger"], by=admin)


def test_what_is_refused(admin: User, two: tuple[Person, Person]) -> None:
    first_one, other = two
    with pytest.raises(Refusal, match="no-such-person"):
        merge_persons(person=first_one, other=first_one.pk, take=[], by=admin)
    with pytest.raises(Refusal, match="no-such-person"):
        merge_persons(person=first_one, other=other.pk, take=["uid"], by=admin)
    other.numbers.create(issuer="egf", number="2")
    with pytest.raises(Refusal, match="numbers-differ"):
        merge_persons(person=first_one, other=other.pk, take=[], by=admin)
    other.numbers.update(former=True)
    third = make_known(Event.objects.get(slug="cup"), name="Third", federation_id="CHN").person
    with pytest.raises(Refusal, match="persons-meet"):
        merge_persons(person=first_one, other=third.pk, take=[], by=admin)
    first = merge_persons(person=first_one, other=other.pk, take=[], by=admin)
    for pair in ((first_one, other), (other, first_one)):
        with pytest.raises(Refusal, match="person-merged"):
            merge_persons(person=pair[0], other=pair[1].pk, take=[], by=admin)
    fourth = make_known(make_event("far"), name="Fourth", federation_id="CHN").person
    second = merge_persons(person=first_one, other=fourth.pk, take=[], by=admin)
    with pytest.raises(Refusal, match="merged-since"):
        undo_merger(person=first_one, merger=first["merger"], by=admin)
    undo_merger(person=first_one, merger=second["merger"], by=admin)
    copies = list(first_one.players.values_list("pk", flat=True))
    for players in ([], copies, [copies[0], 0]):
        with pytest.raises(Refusal, match="nothing-to-split"):
            split_person(person=first_one, players=players, by=admin)


def test_who_is_forgotten_is_forgotten_with_what_was_merged(admin: User, two: tuple[Person, Person]) -> None:
    first_one, other = two
    merge_persons(person=first_one, other=other.pk, take=["name"], by=admin)
    copy = first_one.players.get(event__slug="open")
    entry = Entry.objects.create(section=make_section(copy.event), player=copy)
    erase_player(entry=Entry.objects.get(pk=entry.pk), confirm="Xu Yinchuan", by=admin)
    assert not Merger.objects.exists()
    assert not PersonName.objects.exists()
    assert not Person.objects.filter(pk__in=[first_one.pk, other.pk], erased_at=None).exists()
    assert {row.uid for row in Erasure.objects.all()} == {first_one.uid, other.uid}


def test_an_undone_merger_keeps_no_name_of_the_other_who_is_forgotten(
    admin: User, two: tuple[Person, Person]
) -> None:
    first_one, other = two
    done = merge_persons(person=first_one, other=other.pk, take=["name"], by=admin)
    undo_merger(person=first_one, merger=done["merger"], by=admin)
    copy = other.players.get()
    entry = Entry.objects.create(section=make_section(copy.event), player=copy)
    erase_player(entry=entry, confirm="Yin Chuan Xu", by=admin)
    assert not Merger.objects.exists()


def test_the_copy_that_stayed_with_the_merged_row_is_forgotten(
    admin: User, two: tuple[Person, Person]
) -> None:
    """As where an event is restored in which both rows play."""
    first_one, other = two
    merge_persons(person=first_one, other=other.pk, take=[], by=admin)
    cup = Event.objects.get(slug="cup")
    second = Player.objects.create(event=cup, person=other, name="Yin Chuan Xu", federation_id="CHN")
    entry = Entry.objects.create(section=make_section(cup), player=first_one.players.get(event=cup))
    erase_player(entry=entry, confirm="Xu Yinchuan", by=admin)
    second.refresh_from_db()
    assert second.erased_at
    assert second.name != "Yin Chuan Xu"


def test_a_name_in_characters_is_the_twin_of_its_pinyin(admin: User) -> None:
    made = [
        Person(name=name, native_name=native, federation_id="CHN").fold()
        for name, native in (("曾展鴻", ""), ("Zeng Zhanhong", ""), ("Lǚ Qin", "吕钦"), ("阮成保", ""))
    ]
    Person.objects.bulk_create(made)
    written, spelt, *others = Person.objects.order_by("pk")
    assert [(twin.other, twin.why) for twin in twins_of(written)] == [(spelt, TwinReason.PINYIN)]
    assert [(twin.other, twin.why) for twin in twins_of(spelt)] == [(written, TwinReason.PINYIN)]
    assert [(twin.person, twin.other, twin.why) for twin in likely_twins()] == [
        (written, spelt, TwinReason.PINYIN)
    ]
    assert [twins_of(other) for other in others] == [[], []]
    Person.objects.filter(pk=written.pk).update(federation="GER")
    assert likely_twins() == []


def test_twins_are_named_with_the_reason(admin: User, two: tuple[Person, Person]) -> None:
    first_one, other = two
    assert [(twin.other.pk, twin.why) for twin in twins_of(first_one)] == [(other.pk, TwinReason.NATIVE_NAME)]
    assert [(twin.person.pk, twin.other.pk, twin.why) for twin in likely_twins()] == [
        (first_one.pk, other.pk, TwinReason.NATIVE_NAME)
    ]
    Person.objects.filter(pk=first_one.pk).update(birth_year=1970)
    Person.objects.filter(pk=other.pk).update(birth_year=1980)
    first_one.refresh_from_db()
    assert twins_of(first_one) == likely_twins() == []
    # The number of one under which an event has the other is certain, whatever else differs.
    other.players.update(egf_pin="1")
    assert [(twin.other.pk, twin.why) for twin in twins_of(first_one)] == [(other.pk, TwinReason.NUMBER)]
    assert [(twin.other.pk, twin.why) for twin in twins_of(other)] == [(first_one.pk, TwinReason.NUMBER)]
    assert [twin.why for twin in likely_twins()] == [TwinReason.NUMBER]


def test_the_register_finds_by_any_name_and_number(admin: User, two: tuple[Person, Person]) -> None:
    first_one, other = two
    for arguments in ("xu yinchuan", "许银川", "xyc", "yinchuan"):
        assert {row.pk for row in look_up_persons(arguments)} == {first_one.pk, other.pk}, arguments
    assert look_up_persons("zzz") == []
    assert {row.pk for row in look_up_persons("")} == {first_one.pk, other.pk}
    assert look_up_persons("%") == []


def test_who_is_registered_with_a_number_is_found_by_it(admin: User) -> None:
    cup = make_event("cup")
    person = make_known(cup, name="One", federation_id="CHN", egf_pin="7654321").person
    make_known(cup, name="Other", federation_id="CHN", egf_pin="7654321")
    assert [row.pk for row in look_up_persons("7654321")] == [person.pk]
