"""Webhooks at the desk: added with a secret that is shown once, told of a round, repeated, ended."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import reverse

from portal import outbox, published
from portal.journal.models import JournalEntry
from portal.webhooks.models import Delivery, Webhook
from portal.webhooks.work import webhook_secret
from tests.portal.webhooks.receiver import receiving
from tests.world import World
from tournaments.acts.entering.handovers import accept_event
from tournaments.acts.event_settings import change_event
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.models import Event, Handover, Organisation, Player, Seat

TOPICS = ["round.published", "result.reported", "foul.changed", "standings.frozen"]


def post(world: World, name: str, who: str = "alice", **data: Any) -> Any:
    return world.client(who).post(reverse(name, args=["cup"]), {"once": uuid4().hex, "kind": "signed"} | data)


@pytest.mark.slow
def test_a_receiver_is_told_of_a_whole_round_without_a_name(drawn: World, settings) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with receiving() as receiver:
        sent = {"url": receiver.url, "topics": TOPICS, "once": "tap"}
        text = post(drawn, "add_webhook", **sent)
        hook = Webhook.objects.get()
        [secret] = set(re.findall(r"whsec_[\w+/=]+", text.content.decode()))
        assert secret == webhook_secret(hook.salt)
        again = post(drawn, "add_webhook", **sent).content.decode()
        assert Webhook.objects.count() == 1
        # A double tap must not lose what is shown only now.
        assert secret in again
        assert secret not in drawn.client("alice").get(reverse("webhooks", args=["cup"])).content.decode()
        round_ = drawn.published()
        drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
        seat = Seat.objects.get(pairing__round=round_, pairing__table=2, colour="first")
        reports_of = {"table": 2, "player": seat.entry.number or 0, "kind": "technical", "confirm": True}
        log_foul(round_=round_, by=drawn.users["bob"], **reports_of)
        for table in (2, 3, 4):
            drawn.post("carol", "report_result", 1, line=f"{table} 1/2", htmx=True)
        drawn.post("bob", "close_round", 1)
        outbox.drain()
        collected = [json.loads(body) for _, _, body in receiver.got]
        assert [item["topic"] for item in collected] == [
            *("round.published", "result.reported", "foul.changed", "foul.changed"),
            *(["result.reported"] * 3),
            "standings.frozen",
        ]
        assert {item["event"] for item in collected} == {"cup"}
        assert collected[1] | {"id": "", "at": "", "report": 0} == {
            "id": "",
            "topic": "result.reported",
            "at": "",
            "event": "cup",
            "section": "men",
            "round": 1,
            "table": 1,
            "game": 1,
            "value": "1-0",
            "forfeit": False,
            "cause": "",
            "article": "",
            "report": 0,
            "supersedes": None,
            "url": "http://127.0.0.1:8000/api/v1/events/cup/sections/men/rounds/1",
        }
        everything = b"".join(body for _, _, body in receiver.got).decode()
        assert not any(name in everything for name in Player.objects.values_list("name", flat=True))
        delivery = Delivery.objects.order_by("pk")[0]
        assert post(drawn, "repeat_delivery", delivery=delivery.pk).status_code == 302
        outbox.drain()
        assert receiver.got[-1][1]["webhook-id"] == delivery.uid
    assert secret not in str(list(JournalEntry.objects.values())) + str(list(Webhook.objects.values()))
    page = drawn.client("alice").get(reverse("webhooks", args=["cup"])).content.decode()
    assert "Answered 204" in page
    assert post(drawn, "end_webhook", webhook=hook.pk).status_code == 302
    assert post(drawn, "end_webhook", webhook=hook.pk).status_code == 409
    assert post(drawn, "repeat_delivery", delivery=delivery.pk).status_code == 409


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("https://127.0.0.1/", "private network"),
        ("https://169.254.169.254/", "private network"),
        ("http://1.1.1.1/", "must begin with https://"),
        ("gopher://x", "Messages cannot be sent to this URL"),
    ],
)
def test_an_address_that_nothing_may_be_sent_to_is_refused(url: str, message: str, world: World) -> None:
    answer = post(world, "add_webhook", url=url, topics=TOPICS)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not Webhook.objects.exists()


@pytest.mark.slow
def test_what_is_told_must_be_chosen_and_another_event_has_other_webhooks(world: World) -> None:
    assert post(world, "add_webhook", url="https://1.1.1.1/", topics=[]).status_code == 422
    assert post(world, "add_webhook", url="https://1.1.1.1/", topics=["everything"]).status_code == 422
    hook = Webhook.objects.create(scope="event:999", url="https://1.1.1.1/", topics=TOPICS, salt="x")
    assert post(world, "end_webhook", webhook=hook.pk).status_code == 409
    delivery = Delivery.objects.create(webhook=hook, uid="x", topic="a", body="{}")
    assert post(world, "repeat_delivery", delivery=delivery.pk).status_code == 409
    page = world.client("alice").get(reverse("webhooks", args=["cup"])).content.decode()
    assert "https://1.1.1.1/" not in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_the_same_for_any_number(count: int, world: World, django_assert_num_queries) -> None:
    for number in range(count):
        hook = Webhook.objects.create(
            scope=f"event:{world.event.pk}", url=f"https://1.1.1.1/{number}", topics=TOPICS, salt="x"
        )
        Delivery.objects.create(webhook=hook, uid=str(number), topic=TOPICS[0], body="{}")
    client = world.client("alice")
    address = reverse("webhooks", args=["cup"])
    client.get(address)
    with django_assert_num_queries(8):
        client.get(address)


def test_a_receiver_hears_of_the_event_itself(drawn: World) -> None:
    hook = Webhook.objects.create(
        scope=f"event:{drawn.event.pk}", url="https://1.1.1.1/", topics=["event.changed"], salt="x"
    )

    def payloads() -> list[Any]:
        collected = [json.loads(delivery.body) for delivery in hook.deliveries.order_by("pk")]
        hook.deliveries.all().delete()
        return [(delivery["withheld"], delivery["organisation"], delivery["url"]) for delivery in collected]

    alice, url = drawn.users["alice"], f"{settings.PUBLIC_URL}/api/v1/events/cup"
    change_event(event=drawn.event, place="Hanoi", reason="moved", by=alice)
    assert payloads() == [(False, None, url)]
    owner = Organisation.objects.create(slug="wxf", name="World", level="world")
    offer = Handover.objects.create(event=drawn.event, organisation=owner)
    accept_event(handover=offer, by=drawn.users["admin"])
    assert payloads() == [(False, "wxf", url)]
    drawn.event.refresh_from_db()
    Event.objects.filter(pk=drawn.event.pk).update(listed=False)
    drawn.event.refresh_from_db()
    change_event(event=drawn.event, place="Hue", reason="moved", by=alice)
    assert payloads() == []


@pytest.fixture
def networks(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]


@pytest.mark.slow
@pytest.mark.usefixtures("networks")
def test_a_group_reads_of_a_round_in_its_language(drawn: World) -> None:
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, b'{"errcode":0}'
        sent = {
            "url": receiver.url,
            "kind": "wecom",
            "language": "zh-hans",
            "topics": [*TOPICS[:2], TOPICS[3]],
        }
        page = post(drawn, "add_webhook", **sent).content.decode()
        assert "whsec_" not in page
        # The address of a group is its secret.
        assert receiver.url not in page
        drawn.published()
        drawn.post("carol", "report_result", 1, line="1 1-0", htmx=True)
        outbox.drain()
        contents = [json.loads(body)["text"]["content"] for _, _, body in receiver.got]
        assert len(contents) == 2
        assert contents[0].startswith("第 1 轮对阵")
        assert contents[0].endswith("/zh-hans/e/cup/men/round/1/")
        assert "1–0" in contents[1] or "1-0" in contents[1]
        first = Seat.objects.get(pairing__round__number=1, pairing__table=1, colour="first").entry.player
        assert (first.native_name or first.name) in contents[1]
        assert not any(first.name in delivery.body for delivery in Delivery.objects.all())
        headers = receiver.got[0][1]
        assert "webhook-signature" not in headers


@pytest.mark.slow
@pytest.mark.usefixtures("networks")
def test_a_group_reads_nothing_that_is_not_public(drawn: World) -> None:
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, b'{"errcode":0}'
        post(drawn, "add_webhook", url=receiver.url, kind="wecom", language="en", topics=[TOPICS[0]])
        published.withhold("e/cup/men/")
        drawn.published()
        outbox.drain()
        assert receiver.got == []
        delivery = Delivery.objects.get()
        assert (delivery.state, delivery.last["error"]) == ("given-up", "webhook-not-public")
        assert Webhook.objects.get().failures == 0
        page = drawn.client("alice").get(reverse("webhooks", args=["cup"])).content.decode()
        assert "It was no longer public, so nothing was sent." in page


@pytest.mark.slow
@pytest.mark.usefixtures("networks")
def test_a_group_that_did_not_take_it_is_asked_again(drawn: World) -> None:
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, b'{"errcode":45009}'
        post(drawn, "add_webhook", url=receiver.url, kind="wecom", language="en", topics=[TOPICS[0]])
        drawn.published()
        outbox.drain(early=False)
        assert Webhook.objects.get().failures >= 1
        assert Delivery.objects.get().state == "waiting"


@pytest.mark.usefixtures("networks")
@pytest.mark.parametrize(
    ("kind", "topics", "code"),
    [
        ("telegram", ["round.published"], "The URL must name the group"),
        ("discord", ["foul.changed"], "Groups can be told of"),
        ("pager", ["round.published"], "pager"),
    ],
)
def test_what_a_group_cannot_have_is_refused(drawn: World, kind: str, topics: list[str], code: str) -> None:
    answer = post(
        drawn, "add_webhook", url="http://127.0.0.1:9/hook", kind=kind, language="en", topics=topics
    )
    assert answer.status_code == 422
    assert code in answer.content.decode()
    assert not Webhook.objects.exists()
