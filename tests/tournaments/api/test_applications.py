"""Applications for programs: read and decided by those who enter players, and told to webhooks."""

from __future__ import annotations

import json

import pytest
from django.conf import settings as django_settings

from portal import webhooks
from portal.webhooks.models import Delivery, Webhook
from tests.applying import confirmed, settings
from tests.portal.api.callers import Caller
from tests.portal.api.described import faults
from tests.tournaments.api.addresses import CUP
from tests.world import World
from tournaments.acts.entering.applications import withdraw_application
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.models import Application, EntryForm, Section

pytestmark = pytest.mark.django_db
LIST = f"{CUP}/applications"
TOPICS = [f"application.{state}" for state in ("submitted", "accepted", "waiting", "rejected", "withdrawn")]


def applied(drawn: World, *names: str, room: int) -> list[Application]:
    section = drawn.section
    Section.objects.filter(pk=section.pk).update(capacity=section.entries.count() + room)
    values = settings(approval=EntryForm.Approval.ORGANISER, asks={"phone": "asked"})
    set_entry_form(section=section, values=values, by=drawn.users["alice"])
    return [confirmed(section, name, phone="555123") for name in names]


@pytest.mark.slow
def test_a_program_reads_and_decides(drawn: World) -> None:
    anna, berta, clara = applied(drawn, "Anna", "Berta", "Clara", room=1)
    alice = Caller(drawn.users["alice"])
    page = alice.get(f"{LIST}?state=submitted&limit=2").json()
    assert [row["name"] for row in page["results"]] == ["Anna", "Berta"]
    assert [row["name"] for row in alice.get(page["next"]).json()["results"]] == ["Clara"]
    row = alice.get(f"{LIST}/{anna.pk}").json()
    assert (faults("Application", row), row["phone"], row["turn"]) == ([], "555123", 1)
    assert alice.get(f"{LIST}?state=lost").json()["code"] == "bad-query"
    assert alice.get(f"{LIST}/{clara.pk + 1}").status_code == 404
    assert Caller(drawn.users["dave"]).get(f"{LIST}/{anna.pk}").status_code == 403
    body = {"applications": [anna.pk, berta.pk], "decision": "accept"}
    first = alice.post(f"{LIST}/decide", body, Idempotency_Key="one")
    assert (first.status_code, faults("ApplicationsDecided", first.json())) == (200, [])
    assert first.json()["states"] == {str(anna.pk): "accepted", str(berta.pk): "waiting"}
    assert alice.post(f"{LIST}/decide", body, Idempotency_Key="one").json() == first.json()
    refused = alice.post(f"{LIST}/decide", {"applications": [clara.pk], "decision": "reject"})
    assert refused.json()["code"] == "reason-needed"
    assert alice.post(f"{LIST}/decide", {"applications": [clara.pk], "decision": "eat"}).status_code == 422
    assert alice.get(f"{LIST}/{anna.pk}").json()["entry"] is not None


@pytest.mark.slow
def test_webhooks_hear_what_becomes_of_applications(drawn: World) -> None:
    assert set(TOPICS) <= set(webhooks.events.TOPICS)
    Webhook.objects.create(
        scope=f"event:{drawn.event.pk}",
        url="https://example.org/",
        topics=TOPICS,
        salt="0" * 32,
        created_by=drawn.users["alice"],
    )
    anna, berta, clara = applied(drawn, "Anna", "Berta", "Clara", room=1)
    alice = Caller(drawn.users["alice"])
    alice.post(f"{LIST}/decide", {"applications": [anna.pk, berta.pk], "decision": "accept"})
    alice.post(f"{LIST}/decide", {"applications": [clara.pk], "decision": "reject", "reason": "juniors"})
    withdraw_application(application=berta, by=berta)
    delivery = [json.loads(delivery.body) for delivery in Delivery.objects.order_by("pk")]
    assert [(delivery["topic"].partition(".")[2], delivery["application"]) for delivery in delivery] == [
        ("submitted", anna.pk),
        ("submitted", berta.pk),
        ("submitted", clara.pk),
        ("accepted", anna.pk),
        ("waiting", berta.pk),
        ("rejected", clara.pk),
        ("withdrawn", berta.pk),
    ]
    assert "Anna" not in str(delivery)
    address = delivery[3]["url"].removeprefix(django_settings.PUBLIC_URL)
    assert alice.get(address).status_code == 200
