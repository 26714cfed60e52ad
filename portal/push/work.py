"""Send the messages of a lane: a batch at a time, many at once."""

from __future__ import annotations

import json
import logging
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any

from django.db.models import F, Min
from django.utils import timezone, translation

from portal.outbox import Handler, Job, Work
from portal.push.encryption import MOST, encrypted
from portal.push.keys import SiteKey, base64url, site_key
from portal.push.models import PushDevice, PushMessage
from portal.push.notices import AGAIN, ask_to_send, is_urgent, read_moment
from portal.push.subscribing import MOST_ENDPOINT
from portal.push.topics import TOPICS, Wording
from portal.webhooks.sending import Sender, Sent, origin_of

logger = logging.getLogger(__name__)

BATCH = 1000
AT_ONCE = 64
# After so many no further message of a batch is begun: what is left waits for the next.
SECONDS = 5.0
# Seconds until a message is tried again, after its first, second, … failure.
PAUSES = (30.0, 120.0, 600.0, 1800.0, 3600.0)
# What is older is told to nobody: the round is over.
OLDEST = timedelta(hours=24)
# Failures in a row after which a device is forgotten.
DEAD = 40
# The subscription has ended (RFC 8030, 7.3).
GONE = (404, 410)
# It will not be taken later either.
REFUSED = (400, 401, 403, 413)


@dataclass(frozen=True, slots=True)
class Outgoing:
    message: int
    endpoint: str
    p256dh: str
    auth: str
    text: bytes
    # The same whenever it is sent again.
    tag: str
    urgent: bool


@dataclass(frozen=True, slots=True)
class Batch:
    outgoing: list[Outgoing]
    # Messages that have nothing to say any more.
    dropped: list[int]
    key: SiteKey


# A message may be sent twice, when a worker dies between sending it and writing that down: it has the same
# topic and tag then, so that the push service keeps one and a phone shows one.
class SendHandler(Handler):
    """Send a batch of ``{"lane": name}``."""

    def read(self, payload: dict[str, Any]) -> Work:
        waiting = PushMessage.objects.filter(
            lane=payload["lane"], state=PushMessage.State.WAITING, due_at__lte=timezone.now()
        )
        # A notice is read once, not with each of its thousand messages.
        messages = waiting.select_related("subscription__device").prefetch_related("notice")
        rows = list(messages.order_by("due_at", "pk")[:BATCH])
        return Work("", batch_of(rows) if rows else None)

    def compute(self, data: Batch | None) -> dict[int, Sent] | None:
        return None if data is None else sent_all(data.outgoing, data.key)

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        # What was sent was sent, whatever else has happened meanwhile.
        return True

    def write(self, job: Job, data: Batch | None, result: dict[int, Sent] | None) -> dict[str, Any]:
        counts: dict[str, int] = {}
        if data is not None and result is not None:
            PushMessage.objects.filter(pk__in=data.dropped).update(state=PushMessage.State.DROPPED)
            counts = record_deliveries(result) | {"dropped": len(data.dropped)}
        left = PushMessage.objects.filter(lane=job.payload["lane"], state=PushMessage.State.WAITING)
        if (first := left.aggregate(first=Min("due_at"))["first"]) is not None:
            ask_to_send([(job.payload["lane"], first)])
        return counts


def batch_of(rows: list[PushMessage]) -> Batch:
    wordings, dropped = notices_in_words(rows)
    outgoing = [
        _outgoing(
            row,
            wording,
            language,
            urgent=bool(TOPICS[row.notice.topic].hours) or is_urgent(row.notice.facts),
        )
        for row, wording, language in wordings
    ]
    return Batch(outgoing, dropped, site_key())


def notices_in_words(rows: list[PushMessage]) -> tuple[list[tuple[PushMessage, Wording, str]], list[int]]:
    """Say what ``rows`` say now, each with its language, and which of them say nothing any more."""
    # One question for each notice in each language and time zone.
    groups: defaultdict[tuple[int, str, str], list[PushMessage]] = defaultdict(list)
    for row in rows:
        device = row.subscription.device
        groups[row.notice_id, device.language, device.time_zone].append(row)
    wordings, dropped = [], []
    for (_notice, language, zone), members in groups.items():
        notice = members[0].notice
        topic = TOPICS[notice.topic]
        audience = topic.audience(notice.facts)
        entitled = {
            row.pk for row in members if audience.get(row.subscription.scope) == row.subscription.proof
        }
        since = max(notice.at, read_moment(notice.facts, "not_before") or notice.at)
        with translation.override(language):
            scopes = {row.subscription.scope for row in members if row.pk in entitled}
            words = topic.compose(notice.facts, scopes, zone)
        for row in members:
            wording = words.get(row.subscription.scope) if row.pk in entitled else None
            if wording is None or since < timezone.now() - OLDEST:
                dropped.append(row.pk)
            else:
                wordings.append((row, wording, language))
    return wordings, dropped


def _outgoing(row: PushMessage, wording: Wording, language: str, *, urgent: bool) -> Outgoing:
    device = row.subscription.device
    about = {
        "title": wording.title,
        "body": wording.body,
        "tag": wording.tag,
        "lang": language,
        # Whose page to open is known to the device alone: no private link is in here.
        "scope": row.subscription.scope,
        "url": f"/{language}/{wording.path}",
        "badge": wording.badge,
    }
    return Outgoing(row.pk, device.endpoint, device.p256dh, device.auth, payload(about), wording.tag, urgent)


def payload(about: dict[str, Any]) -> bytes:
    """Write it as JSON, at most `MOST` bytes: what is too long is cut at the end of its body."""
    text = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) <= MOST:
        return text
    body = about["body"].encode()[: max(0, len(about["body"].encode()) - (len(text) - MOST) - 8)]
    return payload({**about, "body": body.decode(errors="ignore").rstrip() + "…"})


def sent_all(outgoing: list[Outgoing], key: SiteKey) -> dict[int, Sent]:
    """What came of each that was begun in time, by message."""
    waiting: SimpleQueue[Outgoing] = SimpleQueue()
    for message in outgoing:
        waiting.put(message)
    tokens = {origin: key.authorization("://".join(origin)) for origin in _origins(outgoing)}
    until = time.monotonic() + SECONDS
    answers: dict[int, Sent] = {}

    def send_some() -> None:
        with closing(Sender(MOST_ENDPOINT)) as sender:
            while time.monotonic() < until:
                try:
                    message = waiting.get_nowait()
                except Empty:
                    return
                body = encrypted(message.text, message.p256dh, message.auth)
                headers = headers_of(message, tokens[origin_of(message.endpoint)])
                answers[message.message] = sender.send(message.endpoint, body, headers)

    with ThreadPoolExecutor(max(1, min(AT_ONCE, len(outgoing)))) as pool:
        for running in [pool.submit(send_some) for _ in range(min(AT_ONCE, len(outgoing)))]:
            running.result()
    return answers


def _origins(outgoing: list[Outgoing]) -> set[tuple[str, str]]:
    return {origin_of(message.endpoint) for message in outgoing}


def headers_of(message: Outgoing, authorization: str) -> dict[str, str]:
    return {
        "content-type": "application/octet-stream",
        "content-encoding": "aes128gcm",
        "ttl": str(int(OLDEST.total_seconds())),
        "urgency": "high" if message.urgent else "normal",
        "topic": topic_header(message.tag),
        "authorization": authorization,
        "user-agent": "Qiyuan-Push/1",
    }


def topic_header(tag: str) -> str:
    """At most 32 letters of base64url (RFC 8030, 5.4)."""
    return base64url(sha256(tag.encode()).digest())[:32]


def record_deliveries(answers: dict[int, Sent], again: str = AGAIN) -> dict[str, int]:
    """Write down what came of messages; return how many arrived, failed and ended a device."""
    arrived = [key for key, sent in answers.items() if sent.arrived]
    gone = [key for key, sent in answers.items() if sent.status in GONE]
    refused = [key for key, sent in answers.items() if sent.status in REFUSED]
    failed = sorted(set(answers) - {*arrived, *gone, *refused})
    rows = PushMessage.objects.filter(pk__in=arrived)
    rows.update(state=PushMessage.State.SENT, attempts=F("attempts") + 1)
    PushDevice.objects.filter(subscriptions__messages__in=arrived, failures__gt=0).update(failures=0)
    PushDevice.objects.filter(subscriptions__messages__in=gone).delete()
    PushMessage.objects.filter(pk__in=refused).update(state=PushMessage.State.GIVEN_UP)
    if failed or refused:
        _count_failures(failed, refused, answers, again)
    return {"arrived": len(arrived), "gone": len(gone), "failed": len(failed) + len(refused)}


def _count_failures(failed: list[int], refused: list[int], answers: dict[int, Sent], again: str) -> None:
    logger.warning("Of %s notifications %s did not arrive.", len(answers), len(failed) + len(refused))
    PushDevice.objects.filter(subscriptions__messages__in=[*failed, *refused]).update(
        failures=F("failures") + 1
    )
    PushDevice.objects.filter(failures__gte=DEAD).delete()
    now = timezone.now()
    rows = list(PushMessage.objects.filter(pk__in=failed))
    for row in rows:
        row.due_at = now + timedelta(seconds=PAUSES[min(row.attempts, len(PAUSES) - 1)])
        row.attempts += 1
        row.lane, row.status = again, answers[row.pk].status
    PushMessage.objects.bulk_update(rows, ["due_at", "attempts", "lane", "status"], batch_size=500)
    ask_to_send((row.lane, row.due_at) for row in rows)
