"""Where messages go, where they never go, and how long one waits."""

from __future__ import annotations

import hmac
import json
import socket
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from ipaddress import ip_address

import pytest
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from portal.webhooks import events, sending
from portal.webhooks.models import Delivery, Webhook
from portal.webhooks.sending import BadAddressError, is_public, send, target_of
from portal.webhooks.work import webhook_secret
from tests.portal.webhooks.receiver import Receiver, receiving

PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1"),
    *("224.0.0.1", "255.255.255.255", "240.0.0.1", "::1", "::", "fe80::1", "fc00::1", "ff02::1"),
    *(
        "fec0::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
    ),
)
PUBLIC = ("1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "64:ff9b::101:101")


def test_only_addresses_of_the_world_are_public() -> None:
    assert [text for text in PRIVATE if is_public(ip_address(text))] == []
    assert [text for text in PUBLIC if not is_public(ip_address(text))] == []


BAD = {
    "webhook-url": (
        *("", "x", "ftp://example.org/", "https://", "https://u:p@example.org/", "https://example.org/#x"),
        *("https://exa mple.org/", "https://example.org:99999/", "https://[::1/", "javascript:alert(1)"),
        *("https://@example.org/", "https://example.org:0/", "https://example.org/" + "x" * 500),
    ),
    "webhook-private": (
        *("https://127.0.0.1/", "https://localhost/", "https://[::1]/", "https://2130706433/"),
        *("https://0x7f.1/", "https://169.254.169.254/latest/meta-data/", "http://10.0.0.1:8000/"),
    ),
    "webhook-https": ("http://1.1.1.1/",),
    "webhook-unresolved": ("https://no-such-name.invalid/", f"https://{'a' * 64}.example/"),
}


@pytest.mark.parametrize("code", BAD)
def test_a_bad_address_is_refused(code: str) -> None:
    for url in BAD[code]:
        with pytest.raises(BadAddressError) as bad:
            target_of(url)
        assert bad.value.code == code, url
        assert send(url, b"{}", {}).error == code


def test_a_name_is_judged_once_and_the_connection_goes_where_it_was_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that is public when it is looked at and private a moment later leads nowhere private."""
    collected: list[str] = []
    connected: list[tuple[str, int]] = []

    def resolved(host: str) -> list[sending.Address]:
        collected.append(host)
        return [ip_address("1.1.1.1" if len(collected) == 1 else "127.0.0.1")]

    def connect(address: tuple[str, int], timeout: float) -> None:
        connected.append(address)
        raise OSError

    monkeypatch.setattr(sending, "resolved", resolved)
    monkeypatch.setattr(sending.socket, "create_connection", connect)
    assert send("https://rebinding.example/", b"{}", {}).error == "webhook-unreachable"
    assert (collected, connected) == (["rebinding.example"], [("1.1.1.1", 443)])


@pytest.fixture
def receiver(settings) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with receiving() as stored:
        yield stored


def test_no_redirect_is_followed(receiver: Receiver) -> None:
    receiver.status, receiver.location = 302, receiver.url
    sent = send(receiver.url, b"{}", {})
    assert (sent.status, sent.arrived, len(receiver.got)) == (302, False, 1)


@pytest.mark.slow
def test_a_receiver_that_never_ends_is_left(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "PATIENCE", 0.4)
    receiver.trickle = 0.05
    began = time.monotonic()
    assert send(receiver.url, b"{}", {}).error == "webhook-slow"
    assert time.monotonic() - began < 5


def test_a_receiver_may_say_that_it_goes_on(receiver: Receiver) -> None:
    receiver.continues = 3
    assert send(receiver.url, b"{}", {}).arrived


def test_a_receiver_that_only_goes_on_is_left_before_the_time_is_up(receiver: Receiver) -> None:
    receiver.continues = None
    # Left for its time, it would have been "webhook-slow".
    assert send(receiver.url, b"{}", {}).error == "webhook-unreachable"


@pytest.fixture
def hook(db: None, receiver: Receiver) -> Webhook:
    return Webhook.objects.create(scope="event:1", url=receiver.url, topics=["a", "b"], salt="salt")


def numbers(receiver: Receiver) -> list[int]:
    return [json.loads(body)["number"] for _, _, body in receiver.got]


def test_messages_are_signed_and_come_in_order(hook: Webhook, receiver: Receiver) -> None:
    for topic, number in (("a", 1), ("b", 2), ("c", 3)):
        events.notify("event:1", topic, {"number": number})
    events.notify("event:2", "a", {"number": 4})
    outbox.drain()
    assert numbers(receiver) == [1, 2]
    path, headers, body = receiver.got[0]
    assert path == "/hook?from=qiyuan"
    assert headers["webhook-id"] == json.loads(body)["id"]
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = b64decode(webhook_secret("salt").removeprefix("whsec_"))
    assert headers["webhook-signature"] == "v1," + b64encode(hmac.digest(key, signed, sha256)).decode()
    assert set(Delivery.objects.values_list("state", flat=True)) == {"delivered"}


def test_what_does_not_arrive_is_tried_again_and_nothing_is_lost(hook: Webhook, receiver: Receiver) -> None:
    receiver.status = 500
    events.notify("event:1", "a", {"number": 1})
    outbox.drain(early=False)
    events.notify("event:1", "a", {"number": 2})
    outbox.drain(early=False)
    assert len(receiver.got) == 1, "it rests, also for what comes meanwhile"
    hook.refresh_from_db()
    assert hook.failures == 1
    assert hook.rests_until is not None
    assert Delivery.objects.order_by("pk")[0].last["status"] == 500
    receiver.status = 200
    Job.objects.filter(state="new").update(due_at=timezone.now())
    Webhook.objects.update(rests_until=None)
    outbox.drain(early=False)
    assert numbers(receiver) == [1, 1, 2]
    hook.refresh_from_db()
    assert (hook.failures, hook.rests_until) == (0, None)


def test_a_message_is_given_up_after_a_day_and_can_be_repeated(hook: Webhook, receiver: Receiver) -> None:
    receiver.status = 410
    events.notify("event:1", "a", {"number": 1})
    Delivery.objects.update(waits_since=timezone.now() - timedelta(days=2))
    outbox.drain()
    given_up = Delivery.objects.get()
    assert given_up.state == "given-up"
    assert not Job.objects.filter(state="new").exists()
    receiver.status = 200
    events.repeat(given_up)
    outbox.drain()
    given_up.refresh_from_db()
    assert (given_up.state, given_up.attempts) == ("delivered", 2)
    assert receiver.got[0][1]["webhook-id"] == receiver.got[1][1]["webhook-id"]


def test_an_address_that_has_become_private_gets_nothing(hook: Webhook, receiver: Receiver, settings) -> None:
    settings.WEBHOOK_NETWORKS = []
    events.notify("event:1", "a", {"number": 1})
    outbox.drain()
    assert receiver.got == []
    assert Delivery.objects.get().last["error"] == "webhook-private"


def test_an_ended_webhook_hears_nothing_more(hook: Webhook, receiver: Receiver) -> None:
    events.notify("event:1", "a", {"number": 1})
    Webhook.objects.update(ended_at=timezone.now())
    events.notify("event:1", "a", {"number": 2})
    outbox.drain()
    assert (receiver.got, Delivery.objects.count()) == ([], 1)


def test_a_connection_that_comes_when_the_time_is_up_is_not_used(receiver: Receiver) -> None:
    connection = sending._Connection(target_of(receiver.url))
    connection.until = time.monotonic()
    with pytest.raises(TimeoutError):
        connection.request("POST", "/", body=b"{}")
    connection.close()
    assert receiver.got == []


@pytest.mark.slow
def test_a_receiver_that_never_shakes_hands_is_left(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "PATIENCE", 0.6)
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    stopping = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def trickle() -> None:
            incoming, _ = listening.accept()
            with incoming, suppress(OSError):
                # The head of a TLS record that goes on and on.
                incoming.sendall(b"\x16\x03\x03\x40\x00")
                while not stopping.wait(0.05):
                    incoming.sendall(b"\x02")

        thread = threading.Thread(target=trickle)
        thread.start()
        began = time.monotonic()
        assert send(f"https://127.0.0.1:{listening.getsockname()[1]}/", b"{}", {}).error == "webhook-slow"
        assert time.monotonic() - began < 5
        stopping.set()
        thread.join()
