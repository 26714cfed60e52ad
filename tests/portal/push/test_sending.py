"""From a notice to the phones: each once, when it may, and what becomes of those that do not answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from portal.push import notices, subscribing, topics, work
from portal.push.models import Notice, PushDevice, PushMessage, Subscription
from portal.push.notices import after_quiet_hours, lane_of, notify_followers
from portal.push.subscribing import BadSubscriptionError, Followed, end_subscriptions, follow, leave
from portal.push.topics import Facts, Topic, Wording, register_push_topic
from portal.webhooks import sending
from tests.portal.push.service import Phone, PushService

pytestmark = pytest.mark.django_db
EVERYBODY = Followed("thing:1", "event:1")


def audience(facts: Facts) -> Mapping[str, str]:
    return {f"thing:{key}": proof for key, proof in facts["scopes"].items()}


def compose(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    return {scope: Wording(facts["text"], zone, "e/x/", f"tag-{scope}", 7) for scope in scopes}


@pytest.fixture(autouse=True)
def _topics(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(topics, "TOPICS", topics.TOPICS)
    before = dict(topics.TOPICS)
    kinds = frozenset({"thing"})
    register_push_topic("news", Topic("news", kinds, audience, compose))
    register_push_topic("urgent", Topic("urgent", kinds, audience, compose, merges=False, hours=12))
    yield
    topics.TOPICS.clear()
    topics.TOPICS.update(before)


def begin(phone: Phone, followed: Followed = EVERYBODY, **more: Any) -> Subscription:
    wanted = {"endpoint": phone.endpoint, **phone.keys, "topics": ["news", "urgent"], "zone": "Asia/Kuching"}
    return follow(followed, {**wanted, **more}, language="vi")


def say(topic: str, text: str, scopes: Mapping[str, str] | None = None, **more: Any) -> None:
    with transaction.atomic():
        facts = {"text": text, "scopes": scopes or {"1": ""}, **more}
        notify_followers([topic], "event:1", facts)
    outbox.drain(early=False)


def test_a_phone_reads_what_was_said(service: PushService) -> None:
    phone = service.phone("a")
    begin(phone)
    say("urgent", "Table 7")
    [message] = service.messages(phone)
    assert message == {
        "title": "Table 7",
        "body": "Asia/Kuching",
        "tag": "tag-thing:1",
        "lang": "vi",
        "scope": "thing:1",
        "url": "/vi/e/x/",
        "badge": 7,
    }
    _, headers, _ = service.got[0]
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["urgency"] == "high"
    assert len(headers["topic"]) == 32
    assert headers["authorization"].startswith("vapid t=")


@pytest.mark.slow
def test_each_of_many_hears_it_once_over_few_connections(service: PushService) -> None:
    phones = [service.phone(str(number)) for number in range(150)]
    for phone in phones:
        begin(phone)
    say("urgent", "x")
    assert service.counts() == {f"/{number}": 1 for number in range(150)}
    assert service.connections <= work.AT_ONCE
    assert Notice.objects.get().recipients == 150


def test_where_nobody_follows_nothing_is_written(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        notify_followers(["news"], "event:1", {})
    assert not Notice.objects.exists()


def test_what_runs_twice_writes_each_message_once(service: PushService) -> None:
    begin(service.phone("a"))
    say("urgent", "x")
    notice = Notice.objects.get()
    outbox.enqueue(notices.FAN_OUT, key="again", payload={"notice": notice.pk}, priority=1)
    outbox.drain(early=False)
    assert PushMessage.objects.count() == 1
    assert len(service.got) == 1


def test_what_is_sent_again_has_the_same_topic_and_tag(service: PushService) -> None:
    phone = service.phone("a")
    begin(phone)
    say("urgent", "x")
    # A worker that died after sending and before writing it down.
    PushMessage.objects.update(state=PushMessage.State.WAITING)
    outbox.enqueue(notices.SEND, key="push:others", payload={"lane": "others"}, priority=1)
    outbox.drain(early=False)
    first, second = service.got
    assert first[1]["topic"] == second[1]["topic"]
    assert len({message["tag"] for message in service.messages(phone)}) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_goes(service: PushService, status: int) -> None:
    service.status["/a"] = status
    begin(service.phone("a"))
    begin(service.phone("b"))
    say("urgent", "x")
    assert [row.endpoint[-1] for row in PushDevice.objects.all()] == ["b"]


def test_what_does_not_arrive_is_tried_again_and_holds_up_nobody(service: PushService) -> None:
    service.status["/a"] = 503
    begin(service.phone("a"))
    say("urgent", "x")
    row = PushMessage.objects.get()
    assert (row.state, row.lane, row.attempts, row.status) == ("waiting", notices.AGAIN, 1, 503)
    assert Job.objects.filter(key="push:again", state="new", due_at__gt=timezone.now()).exists()
    service.status.clear()
    PushMessage.objects.update(due_at=timezone.now())
    Job.objects.filter(state="new").update(due_at=timezone.now())
    outbox.drain(early=False)
    row.refresh_from_db()
    assert row.state == "sent"
    assert PushDevice.objects.get().failures == 0


@pytest.mark.slow
def test_who_answers_after_a_minute_is_left(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "PATIENCE", 0.4)
    service.pause = 1.5
    begin(service.phone("a"))
    say("urgent", "x")
    assert PushMessage.objects.get().lane == notices.AGAIN


def test_a_dead_device_is_forgotten(service: PushService) -> None:
    service.status["/a"] = 500
    begin(service.phone("a"))
    PushDevice.objects.update(failures=work.DEAD - 1)
    say("urgent", "x")
    assert not PushDevice.objects.exists()


def test_who_has_no_proof_any_more_hears_nothing(service: PushService) -> None:
    begin(service.phone("a"), Followed("thing:1", "event:1", "link:1"))
    begin(service.phone("b"), Followed("thing:1", "event:1"))
    say("urgent", "x", {"1": "link:2"})
    assert service.got == []
    say("urgent", "x", {"1": "link:1"})
    assert service.counts() == {"/a": 1}


def test_proof_that_is_lost_while_a_message_waits(service: PushService) -> None:
    begin(service.phone("a"), Followed("thing:1", "event:1", "link:1"))
    with transaction.atomic():
        notify_followers(["urgent"], "event:1", {"text": "x", "scopes": {"1": "link:1"}})
    Job.objects.filter(kind=notices.FAN_OUT).first()
    outbox.run_next()
    Notice.objects.update(facts={"text": "x", "scopes": {}})
    outbox.drain(early=False)
    assert service.got == []
    assert PushMessage.objects.get().state == "dropped"


def test_within_five_minutes_only_the_newest(service: PushService) -> None:
    phone = service.phone("a")
    begin(phone)
    for text in "123":
        say("news", text)
    assert [message["title"] for message in service.messages(phone)] == ["1"]
    PushMessage.objects.filter(state="waiting").update(due_at=timezone.now())
    Job.objects.filter(state="new").update(due_at=timezone.now())
    outbox.drain(early=False)
    assert [message["title"] for message in service.messages(phone)] == ["1", "3"]


def test_urgent_ones_wait_for_nothing(service: PushService) -> None:
    phone = service.phone("a")
    begin(phone)
    say("news", "1")
    say("urgent", "2")
    assert [message["title"] for message in service.messages(phone)] == ["1", "2"]


NIGHT = {"quiet_from": 22 * 60, "quiet_until": 7 * 60}


@pytest.mark.parametrize(
    ("hours", "until"),
    [
        (NIGHT, "2026-01-02T07:00+08:00"),
        ({"quiet_from": 60, "quiet_until": 6 * 60}, "2026-01-01T23:30+08:00"),
        ({"quiet_from": None, "quiet_until": None}, "2026-01-01T23:30+08:00"),
        ({"quiet_from": 23 * 60, "quiet_until": 23 * 60 + 45}, "2026-01-01T23:45+08:00"),
    ],
)
def test_quiet_hours_by_the_clock_of_the_device(hours: dict[str, int], until: str) -> None:
    device = PushDevice(time_zone="Asia/Kuching", **hours)
    at = datetime(2026, 1, 1, 15, 30, tzinfo=UTC)
    assert after_quiet_hours(device, at) == datetime.fromisoformat(until)


def test_a_pairing_breaks_quiet_hours_when_the_round_is_near(service: PushService) -> None:
    now = timezone.now().astimezone(UTC)
    minute = now.hour * 60 + now.minute
    quiet = {"quiet_from": (minute - 60) % 1440, "quiet_until": (minute + 60) % 1440, "zone": "UTC"}
    phone = service.phone("a")
    begin(phone, **quiet)
    say("urgent", "far", starts=(now + timedelta(hours=20)).isoformat())
    say("news", "quiet")
    assert service.messages(phone) == []
    say("urgent", "near", starts=(now + timedelta(hours=3)).isoformat())
    assert [message["title"] for message in service.messages(phone)] == ["near"]


BAD = {
    "endpoint": (
        {"endpoint": None},
        {"endpoint": 7},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "https://169.254.169.254/latest"},
        {"endpoint": "http://localhost/x"},
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": "https://localhost/" + "x" * subscribing.MOST_ENDPOINT},
    ),
    "keys": ({"auth": "AAAA"}, {"p256dh": "AAAA"}, {"auth": None}, {"p256dh": ["x"]}),
    "topics": ({"topics": []}, {"topics": ["other"]}, {"topics": "news"}, {"topics": [["news"]]}),
    "quiet-hours": (
        {"quiet_from": -1, "quiet_until": 0},
        {"quiet_from": 5},
        {"quiet_from": 0, "quiet_until": 1440},
    ),
}


@pytest.mark.parametrize("code", BAD)
def test_what_cannot_be_is_refused(service: PushService, code: str) -> None:
    for more in BAD[code]:
        with pytest.raises(BadSubscriptionError) as bad:
            begin(service.phone("a"), **more)
        assert bad.value.code == code, more
    assert not PushDevice.objects.exists()


def test_one_device_follows_a_hundred_scopes_at_most(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscribing, "MOST_FOLLOWED", 2)
    phone = service.phone("a")
    for key in (1, 2, 2):
        begin(phone, Followed(f"thing:{key}", "event:1"))
    with pytest.raises(BadSubscriptionError):
        begin(phone, Followed("thing:3", "event:1"))


def test_who_leaves_is_forgotten(service: PushService) -> None:
    phone = service.phone("a")
    begin(phone)
    begin(phone, Followed("thing:2", "event:1"))
    leave(EVERYBODY, phone.endpoint)
    assert PushDevice.objects.count() == 1
    assert end_subscriptions(scopes=["thing:2"]) == 1
    assert not PushDevice.objects.exists()
    assert leave(EVERYBODY, phone.endpoint) is False


def test_each_usual_push_service_has_its_lane() -> None:
    assert lane_of("https://fcm.googleapis.com/fcm/send/x") == "googleapis.com"
    assert lane_of("https://updates.push.services.mozilla.com/x") == "push.services.mozilla.com"
    assert lane_of("https://evilgoogleapis.com/x") == notices.OTHERS
