"""Webhooks of events hear that a player is another one in the register, and that their organisation is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal.webhooks.models import Delivery, Webhook
from tests.cast import Cast
from tests.tournaments.acts.entering.cases_organisations import an_organisation, changed
from tests.tournaments.acts.register.cases_persons import a_person, another, proposed
from tournaments.acts.entering.organisations import change_organisation
from tournaments.acts.register.corrections import accept_correction
from tournaments.acts.register.person_particulars import set_person_title
from tournaments.acts.register.persons import merge_persons, undo_merger
from tournaments.models import Event, Person

pytestmark = pytest.mark.django_db
BOTH = ["person.changed", "organisation.changed"]


def listening(event: Event) -> None:
    url = f"https://{event.slug}.example/"
    Webhook.objects.create(scope=f"event:{event.pk}", url=url, topics=BOTH, salt="a" * 32)


def payloads() -> list[dict[str, Any]]:
    delivery = [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]
    Delivery.objects.all().delete()
    return delivery


def test_persons(entered: Cast) -> None:
    listening(entered.event)
    arguments = proposed(entered, name="Proposedname", birth_year=1971)
    person = arguments["person"]
    assert payloads() == []
    accept_correction(**arguments, by=entered.admin)
    set_person_title(person=person, title="GM", by=entered.admin)
    heard = payloads()
    assert [(item["topic"], item["event"], item["person"]) for item in heard] == [
        ("person.changed", entered.event.slug, str(person.uid))
    ] * 2
    assert heard[0]["url"].endswith(f"/api/v1/persons/{person.uid}")
    # Codes and addresses, never names.
    assert "Proposedname" not in json.dumps(heard)
    # Among the values: within an identifier the digits stand by chance.
    assert not {1971, "1971"} & {value for item in heard for value in item.values()}
    other = another(entered)
    twins = Event.objects.get(slug="twins")
    listening(twins)
    done = merge_persons(person=person, other=other, take=[], by=entered.admin)
    gone = Person.objects.get(pk=other)
    heard = payloads()
    assert {(item["event"], item["person"], item["merged_into"]) for item in heard} == {
        (slug, *row)
        for slug in (entered.event.slug, "twins")
        for row in ((str(person.uid), None), (str(gone.uid), str(person.uid)))
    }
    undo_merger(person=person, merger=done["merger"], by=entered.admin)
    assert {(item["event"], item["person"]) for item in payloads()} == {
        (entered.event.slug, str(person.uid)),
        ("twins", str(gone.uid)),
    }


def test_organisations(entered: Cast) -> None:
    listening(entered.event)
    change_organisation(**changed(entered), by=entered.frank)
    assert payloads() == []
    entered.event.organisation = an_organisation(entered, "new")
    entered.event.save()
    again = {"slug": "new", "ground": "#000000", "ink": "#ffffff", "by": entered.frank}
    change_organisation(organisation=entered.event.organisation, name="Newest", **again)
    [heard] = payloads()
    assert (heard["topic"], heard["organisation"]) == ("organisation.changed", "new")
    assert "Newest" not in json.dumps(heard)


def test_who_does_not_listen_hears_nothing(entered: Cast) -> None:
    listening(entered.event)
    Webhook.objects.update(topics=["round.published"])
    set_person_title(person=a_person(entered), title="GM", by=entered.admin)
    assert payloads() == []
