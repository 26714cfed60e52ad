"""Webhooks of events hear that a player is another one in the register, and that their organisation is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal.webhooks.models import Delivery, Webhook
from tests.cast import Cast
from tests.tournaments.acts.cases_organisations import an_organisation, changed
from tests.tournaments.acts.cases_persons import a_person, another, proposed
from tournaments.acts.corrections import accept_correction
from tournaments.acts.organisations import change_organisation
from tournaments.acts.person_particulars import set_person_title
from tournaments.acts.persons import merge_persons, undo_merger
from tournaments.models import Event, Person

pytestmark = pytest.mark.django_db
BOTH = ["person.changed", "organisation.changed"]


def listening(event: Event) -> None:
    url = f"https://{event.slug}.example/"
    Webhook.objects.create(scope=f"event:{event.pk}", url=url, topics=BOTH, salt="a" * 32)


def told() -> list[dict[str, Any]]:
    found = [json.loads(one.body) for one in Delivery.objects.order_by("pk")]
    Delivery.objects.all().delete()
    return found


def test_persons(entered: Cast) -> None:
    listening(entered.event)
    asked = proposed(entered, name="Proposedname", birth_year=1971)
    person = asked["person"]
    assert told() == []
    accept_correction(**asked, by=entered.admin)
    set_person_title(person=person, title="GM", by=entered.admin)
    heard = told()
    assert [(one["topic"], one["event"], one["person"]) for one in heard] == [
        ("person.changed", entered.event.slug, str(person.uid))
    ] * 2
    assert heard[0]["url"].endswith(f"/api/v1/persons/{person.uid}")
    # Codes and addresses, never names.
    assert "Proposedname" not in json.dumps(heard)
    assert "1971" not in json.dumps(heard)
    other = another(entered)
    twins = Event.objects.get(slug="twins")
    listening(twins)
    done = merge_persons(person=person, other=other, take=[], by=entered.admin)
    gone = Person.objects.get(pk=other)
    heard = told()
    assert {(one["event"], one["person"], one["merged_into"]) for one in heard} == {
        (slug, *row)
        for slug in (entered.event.slug, "twins")
        for row in ((str(person.uid), None), (str(gone.uid), str(person.uid)))
    }
    undo_merger(person=person, merger=done["merger"], by=entered.admin)
    assert {(one["event"], one["person"]) for one in told()} == {
        (entered.event.slug, str(person.uid)),
        ("twins", str(gone.uid)),
    }


def test_organisations(entered: Cast) -> None:
    listening(entered.event)
    change_organisation(**changed(entered), by=entered.frank)
    assert told() == []
    entered.event.organisation = an_organisation(entered, "new")
    entered.event.save()
    again = {"slug": "new", "ground": "#000000", "ink": "#ffffff", "by": entered.frank}
    change_organisation(organisation=entered.event.organisation, name="Newest", **again)
    [heard] = told()
    assert (heard["topic"], heard["organisation"]) == ("organisation.changed", "new")
    assert "Newest" not in json.dumps(heard)


def test_who_does_not_listen_hears_nothing(entered: Cast) -> None:
    listening(entered.event)
    Webhook.objects.update(topics=["round.published"])
    set_person_title(person=a_person(entered), title="GM", by=entered.admin)
    assert told() == []
