"""Workers and brokers that are killed while they send: all hear, and what comes twice shows once."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import transaction

from portal.management.commands.run import worker as worker_command
from portal.ops.supervisor import die_with_parent
from portal.push.models import PushDevice, PushMessage, Subscription
from tests import factories, large
from tests.browser.letterbox import letterbox
from tests.portal.push.service import Phone, PushService
from tests.services import redis_server, wait_until
from tournaments.models import Entry, Section
from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, under_event
from tournaments.pages.notifications import notify_followers_of_round

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
PLAYERS = 600
Worker = subprocess.Popen[bytes]


@pytest.fixture
def start_sender(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Worker]]:
    """Starts real workers of the slow queue, which end with the test."""
    started: list[Worker] = []

    def start(**settings: str) -> Worker:
        certificate = {name: os.environ[name] for name in ("SSL_CERT_FILE",) if name in os.environ}
        with (tmp_path / f"sender-{len(started)}.log").open("wb") as log:
            more = {"WEBHOOK_NETWORKS": "127.0.0.0/8", **certificate}
            worker = subprocess.Popen(
                worker_command("slow"),
                env=environment | more | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509  it takes no lock
            )
        started.append(worker)
        return worker

    yield start
    for worker in started:
        worker.kill()
        worker.wait()


def follow_own_tables(section: Section, endpoints: Callable[[Entry], dict[str, str]]) -> None:
    """A device for each player, as ``endpoints`` say of it."""
    for entry in large.make_players(section, PLAYERS):
        link = factories.make_link(entry)
        device = PushDevice.objects.create(
            digest=str(entry.pk), language="en", time_zone="UTC", **endpoints(entry)
        )
        Subscription.objects.create(
            device=device,
            scope=scope_of_entry(entry.pk),
            under=under_event(section.event_id),
            proof=proof_of_link(link.pk),
            topics=["paired"],
        )


def publish(section: Section) -> None:
    round_ = large.publish(section, 1)
    with transaction.atomic():
        notify_followers_of_round(round_.versions.select_related("round__section__event").get())


def followed_by_phones(service: PushService) -> tuple[Section, dict[str, Phone]]:
    """A section of which each player follows the own table on a phone; the phones by the path of each."""
    section = factories.make_section(factories.make_event())
    phones = {}

    def phone_of(entry: Entry) -> dict[str, str]:
        phone = phones[f"/{entry.pk}"] = service.phone(str(entry.pk))
        return {"endpoint": phone.endpoint, **phone.keys}

    follow_own_tables(section, phone_of)
    return section, phones


def test_workers_killed_while_they_send(
    service: PushService, start_sender: Callable[..., Worker], record_property: Callable[[str, object], None]
) -> None:
    section, phones = followed_by_phones(service)
    service.pause = 0.5
    publish(section)
    for enough in (60, PLAYERS // 2):
        worker = start_sender()
        wait_until(lambda enough=enough: len(service.got) >= enough, "some have heard")
        worker.kill()
        worker.wait()
    service.pause = 0.0
    start_sender()
    wait_until(lambda: PushMessage.objects.filter(state="sent").count() == PLAYERS, "all are written down")
    assert set(service.counts()) == set(phones)
    tags = defaultdict(set)
    for path, headers, body in service.got:
        tags[path].add((headers["topic"], read_tag(phones[path], body)))
    assert {len(each) for each in tags.values()} == {1}
    assert PushMessage.objects.count() == PLAYERS
    record_property("phones", PLAYERS)
    record_property("sent", len(service.got))


def read_tag(phone: Phone, body: bytes) -> str:
    return str(phone.read(body)["tag"])


def test_workers_killed_while_they_send_letters(
    start_sender: Callable[..., Worker], record_property: Callable[[str, object], None]
) -> None:
    """A letter that is sent again is the same, by its Message-ID: a mail program shows it once."""
    section = factories.make_section(factories.make_event())
    addresses = {}

    def address_of(entry: Entry) -> dict[str, str]:
        address = addresses[entry.pk] = f"player-{entry.pk}@example.org"
        return {"endpoint": f"mailto:{address}"}

    follow_own_tables(section, address_of)
    publish(section)
    with letterbox() as post:
        for enough in (60, PLAYERS // 2):
            worker = start_sender(EMAIL_URL=post.url)
            wait_until(lambda enough=enough: len(post.letters) >= enough, "some have a letter", 180)
            worker.kill()
            worker.wait()
        start_sender(EMAIL_URL=post.url)
        wait_until(
            lambda: PushMessage.objects.filter(state="sent").count() == PLAYERS, "all are written down", 180
        )
    identities = defaultdict(set)
    for letter in post.letters:
        identities[letter["To"]].add(letter["Message-ID"])
    assert set(identities) == set(addresses.values())
    assert {len(each) for each in identities.values()} == {1}
    assert PushMessage.objects.count() == PLAYERS
    record_property("letters", PLAYERS)
    record_property("sent", len(post.letters))


def test_a_broker_killed_while_workers_send(
    service: PushService, start_sender: Callable[..., Worker], record_property: Callable[[str, object], None]
) -> None:
    """The broker carries wake-ups alone: without it, and with all that it held wiped, everybody hears."""
    section, phones = followed_by_phones(service)
    service.pause = 0.3
    with redis_server() as broker:
        publish(section)
        start_sender(BROKER_URL=broker.url)
        wait_until(lambda: len(service.got) >= 60, "some have heard")
        broker.die()
        wait_until(
            lambda: PushMessage.objects.filter(state="sent").count() == PLAYERS, "all are written down"
        )
    assert set(service.counts()) == set(phones)
    assert PushMessage.objects.count() == PLAYERS
    record_property("phones", PLAYERS)
    record_property("sent", len(service.got))
