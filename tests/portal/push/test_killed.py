"""Workers that are killed while they send: nobody is forgotten, and what comes twice shows once."""

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
from tests.portal.push.service import Phone, PushService
from tests.services import wait_until
from tournaments.pages.followed_scopes import proof_of_link, scope_of_entry, under_event
from tournaments.pages.notifications import notify_followers_of_round

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
PLAYERS = 600
Worker = subprocess.Popen[bytes]


@pytest.fixture
def start_sender(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    """Starts real workers of the slow queue, which end with the test."""
    started: list[Worker] = []

    def start() -> Worker:
        with (tmp_path / f"sender-{len(started)}.log").open("wb") as log:
            more = {"WEBHOOK_NETWORKS": "127.0.0.0/8", "SSL_CERT_FILE": os.environ["SSL_CERT_FILE"]}
            worker = subprocess.Popen(
                worker_command("slow"),
                env=environment | more,
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


def test_workers_killed_while_they_send(
    service: PushService, start_sender: Callable[[], Worker], record_property: Callable[[str, object], None]
) -> None:
    section = factories.make_section(factories.make_event())
    phones = {}
    for entry in large.make_players(section, PLAYERS):
        link = factories.make_link(entry)
        phone = service.phone(str(entry.pk))
        device = PushDevice.objects.create(
            endpoint=phone.endpoint, digest=str(entry.pk), language="en", time_zone="UTC", **phone.keys
        )
        Subscription.objects.create(
            device=device,
            scope=scope_of_entry(entry.pk),
            under=under_event(section.event_id),
            proof=proof_of_link(link.pk),
            topics=["paired"],
        )
        phones[f"/{entry.pk}"] = phone
    round_ = large.publish(section, 1)
    service.pause = 0.5
    with transaction.atomic():
        notify_followers_of_round(round_.versions.select_related("round__section__event").get())
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
