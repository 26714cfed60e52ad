"""Half-point byes, rulings for several rounds, adjournments, awards and documents come back as they were."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.models import User
from portal.backup.archive import BackupFault, Reader
from tests import factories
from tests.tournaments.acts.cases import PIXEL
from tests.tournaments.backups.files import backup_of, edit, forged, restore
from tests.world import World
from tournaments.acts.notices.documents import add_document
from tournaments.models import Absence, Adjournment, Award, Document, Event, Pairing, PairRule
from tournaments.queries.files import section_as_file
from tournaments.queries.money.awards import prizes_page
from tournaments.queries.public.public_state import PublicSnapshot

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 the rules"


@pytest.fixture
def stored_world(full: World) -> World:
    section = full.section
    first, second, third = section.entries.order_by("number")[:3]
    Absence.objects.create(entry=first, round_number=4, half_point=True)
    PairRule.objects.create(
        section=section, kind="fixed", round_number=3, until_round=5, first=first, second=second, reason="TV"
    )
    PairRule.objects.create(section=section, kind="forbidden", first=first, second=third, reason="Family")
    Adjournment.objects.create(
        pairing=Pairing.objects.filter(round__section=section, table=1)[0],
        sealed_move="C2=5",
        resumes_at=timezone.now(),
        by=full.users["dave"],
    )
    factories.make_prizes(section)
    prizes = section.prizes.order_by("position")[0]
    prizes.currency, prizes.amounts, prizes.sharing = "CNY", [10000, 5000], "hort"
    prizes.save()
    for version, amount in ((1, 10000), (2, 7500)):
        places = [{"place": 1, "number": 2, "amount": amount}]
        data = [{"prize": prizes.pk, "places": places}]
        Award.objects.create(section=section, version=version, after_round=1, standing=1, data=data)
    for kind, raw in (("regulations", PDF), ("other", PIXEL)):
        add_document(event=full.event, kind=kind, title="Map of the hall", raw=raw, by=full.users["alice"])
    return full


def values(event: Event) -> dict[str, Any]:
    section = event.sections.get(slug="men")
    page = prizes_page(section.pk, PublicSnapshot())
    adjourned = Adjournment.objects.filter(pairing__round__section=section)
    rules = section.pair_rules.values_list(
        "kind", "round_number", "until_round", "first__number", "second__number", "reason"
    )
    return {
        "file": section_as_file(section),
        "adjourned": list(adjourned.values_list("pairing__table", "game", "sealed_move", "resumes_at", "at")),
        "rules": list(rules),
        "prizes": (page.awards_version, page.prizes, [correction.at for correction in page.corrections]),
        "documents": list(event.files.values_list("kind", "title", "format", "size", "digest", "body")),
    }


@pytest.mark.slow
def test_what_is_kept_is_restored(stored_world: World) -> None:
    before = values(stored_world.event)
    assert before["prizes"][1][0].places[0].amount == 7500
    again = restore(backup_of(stored_world.event), "again", User.objects.create_superuser("new-admin"))
    after = values(again)
    for key in ("adjourned", "rules", "prizes", "documents"):
        assert after[key] == before[key], key
    assert [entry.half_byes for entry in after["file"].entries] == [
        entry.half_byes for entry in before["file"].entries
    ]
    assert after["file"].fixed == before["file"].fixed
    assert Award.objects.filter(section__event=again).count() == 2
    assert Document.objects.filter(event=again).count() == len(before["documents"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "old", "new"),
    [
        ("tournaments/documents.jsonl", b'"pdf"', b'"txt"'),
        ("tournaments/awards.jsonl", b'"amount":7500', b'"amount":-750'),
    ],
)
def test_a_changed_file_is_damaged(stored_world: World, member: str, old: bytes, new: bytes) -> None:
    body = forged(backup_of(stored_world.event), edit(member, old, new))
    with pytest.raises(BackupFault):
        restore(body, "again", User.objects.create_superuser("new-admin"))
    assert Event.objects.filter(slug="again").count() == 0


def test_of_who_is_not_listed_a_backup_carries_what_the_event_has(full: World) -> None:
    """A chief organiser gets the file: it is to hold no more than the event's pages."""
    player = full.section.entries.select_related("player__person").get(number=2).player
    person = player.person
    person.names.create(name="Secret Former", kind="former")
    person.numbers.create(issuer="wxf", number="SECRET-7")
    person.titles.create(title="SECRET TITLE")
    person.ratings.create(issuer="chn", value=2711, on="2020-01-01", source="Secret list")
    type(person).objects.filter(pk=person.pk).update(name="Secret Name", birth_year=1907)
    read = Reader(BytesIO(backup_of(full.event)))
    answer = {line["uid"]: line for line in read.lines("tournaments/persons.jsonl")}[str(person.uid)]
    assert (answer["name"], answer["birth_year"]) == ("Secret Name", 1907)
    type(person).objects.filter(pk=person.pk).update(listed=False)
    read = Reader(BytesIO(backup_of(full.event)))
    text = str([list(read.lines(member)) for member in read.tables()])
    assert "Secret" not in text
    assert "SECRET" not in text
    answer = {line["uid"]: line for line in read.lines("tournaments/persons.jsonl")}[str(person.uid)]
    assert (answer["name"], answer["birth_year"], answer["listed"]) == (player.name, player.birth_year, False)
