"""Turn what has happened into the messages that wait: whom it concerns, and when each may hear of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Exists, Q
from django.utils import timezone

from portal import outbox
from portal.outbox import Handler, Job, Work
from portal.push.models import ANYWHERE, Notice, PushDevice, PushMessage, Subscription
from portal.push.topics import TOPICS, Facts, Topic

FAN_OUT, SEND, SEND_MAIL = "notice", "push", "notice-letters"
# Between two messages of a subscription that are not urgent.
MERGED = timedelta(minutes=5)
KEEP_FOR = timedelta(days=14)

# The push services of the usual browsers: each has a lane of its own. All other addresses, which anybody may
# have made up, share one, and hold up nobody but each other.
SERVICES = (
    "googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
MAKERS = dict(zip(SERVICES, ("Google", "Mozilla", "Microsoft", "Apple"), strict=True))
OTHERS, AGAIN, MAIL = "others", "again", "mail"
MAILTO = "mailto:"


def notify_followers(topics: Iterable[str], under: str, facts: Facts) -> None:
    """Tell whoever follows any of ``topics``, in the transaction of an act; one query where nobody
    follows."""
    wanted = {topic: TOPICS[topic].scopes for topic in topics}
    anybody = Subscription.objects.filter(under__in=(under, ANYWHERE))
    kinds = frozenset[str]().union(*wanted.values())
    of_kinds = {kind: Exists(anybody.filter(scope__startswith=f"{kind}:")) for kind in sorted(kinds)}
    followed = anybody.annotate(**of_kinds).values(*of_kinds).first() or {}
    for topic, scopes in wanted.items():
        if not any(followed.get(kind) for kind in scopes):
            continue
        # Numbers and codes, never names.
        notice = Notice.objects.create(topic=topic, under=under, facts=facts)
        outbox.enqueue(
            FAN_OUT,
            key=f"notice:{notice.pk}",
            payload={"notice": notice.pk},
            priority=outbox.NOTICES,
        )


# Scopes by which a database is asked; where more are concerned, all that is followed is looked through.
MOST_NAMED = 500


def followers_of(topic: str, under: str, facts: Facts) -> list[Subscription]:
    """Find whom a notice concerns, in one query, and those of the audience."""
    audience = TOPICS[topic].audience(facts)
    if not audience:
        return []
    concerned = Q(under=under) | Q(under=ANYWHERE, scope__in=list(audience))
    if len(audience) <= MOST_NAMED:
        concerned &= Q(scope__in=list(audience))
    rows = Subscription.objects.filter(concerned, confirmed=True).select_related("device").order_by("pk")
    return [row for row in rows if topic in row.topics and audience.get(row.scope, _NOBODY) == row.proof]


_NOBODY = "-"


class FanOutHandler(Handler):
    """Write the messages of ``{"notice": id}``, each once however often this runs."""

    def read(self, payload: dict[str, Any]) -> Work:
        notice = Notice.objects.filter(pk=payload["notice"]).first()
        return Work("", notice and (notice, followers_of(notice.topic, notice.under, notice.facts)))

    def holds(self, payload: dict[str, Any], work: Work) -> bool:
        # Who begins to follow meanwhile hears of the next notice.
        return True

    def write(self, job: Job, data: tuple[Notice, list[Subscription]] | None, result: None) -> dict[str, Any]:
        if data is None:
            return {"recipients": 0}
        notice, followers = data
        keys = [row.pk for row in followers]
        standing = {
            key
            for begin in range(0, len(keys), 1000)
            for key in Subscription.objects.filter(pk__in=keys[begin : begin + 1000]).values_list(
                "pk", flat=True
            )
        }
        followers = [row for row in followers if row.pk in standing]
        write_messages(notice, followers, timezone.now())
        Notice.objects.filter(pk=notice.pk).update(recipients=len(followers))
        Notice.objects.filter(at__lt=timezone.now() - KEEP_FOR).delete()
        return {"recipients": len(followers)}


def write_messages(notice: Notice, followers: list[Subscription], now: datetime) -> None:
    """The messages of one notice, and the work of sending them."""
    topic = TOPICS[notice.topic]
    messages = [
        PushMessage(
            notice=notice,
            subscription=row,
            lane=lane_of(row.device.endpoint),
            due_at=due_at(topic, row, now, notice.facts),
        )
        for row in followers
    ]
    if topic.merges:
        keys = [row.pk for row in followers]
        earlier = PushMessage.objects.filter(notice__topic=notice.topic, state=PushMessage.State.WAITING)
        for begin in range(0, len(keys), 500):
            earlier.filter(subscription__in=keys[begin : begin + 500]).exclude(notice=notice).update(
                state=PushMessage.State.DROPPED
            )
        for row, message in zip(followers, messages, strict=True):
            row.rests_until = message.due_at + MERGED
        Subscription.objects.bulk_update(followers, ["rests_until"], batch_size=300)
    PushMessage.objects.bulk_create(messages, batch_size=1000, ignore_conflicts=True)
    ask_to_send((message.lane, message.due_at) for message in messages)


def due_at(topic: Topic, row: Subscription, now: datetime, facts: Facts) -> datetime:
    """When a follower may hear of it."""
    not_before = read_moment(facts, "not_before")
    at = max(now + topic.delay, not_before) if not_before else now + topic.delay
    due = max(at, row.rests_until) if topic.merges and row.rests_until else at
    starts = read_moment(facts, "starts")
    is_soon = starts is not None and starts - at <= timedelta(hours=topic.hours)
    return at if is_urgent(facts) else due if topic.hours and is_soon else after_quiet_hours(row.device, due)


def read_moment(facts: Facts, name: str) -> datetime | None:
    text = facts.get(name)
    return datetime.fromisoformat(text) if text else None


def is_urgent(facts: Facts) -> bool:
    return bool(facts.get("urgent"))


def after_quiet_hours(device: PushDevice, at: datetime) -> datetime:
    """``at``, or the end of the device's quiet hours in which it lies."""
    begin, until = device.quiet_from, device.quiet_until
    if begin is None or until is None or begin == until:
        return at
    there = at.astimezone(ZoneInfo(device.time_zone))
    minute = there.hour * 60 + there.minute
    is_quiet = begin <= minute < until if begin < until else minute >= begin or minute < until
    if not is_quiet:
        return at
    day = there.date() + timedelta(days=1 if minute >= until else 0)
    return datetime.combine(day, time(*divmod(until, 60)), there.tzinfo)


def lane_of(endpoint: str) -> str:
    if endpoint.startswith(MAILTO):
        return MAIL
    host = endpoint.split("/", 3)[2].partition(":")[0].lower()
    return next((name for name in SERVICES if host == name or host.endswith(f".{name}")), OTHERS)


def service_of(endpoint: str) -> str:
    """Say whose push service it is, as people call it; of one that nobody knows the host."""
    lane = lane_of(endpoint)
    if lane == MAIL:
        return endpoint.removeprefix(MAILTO)
    return MAKERS.get(lane, endpoint.split("/", 3)[2])


def ask_to_send(waiting: Iterable[tuple[str, datetime]]) -> None:
    """Have lanes sent, each when the first of its messages is due."""
    first: dict[str, datetime] = {}
    for lane, due in waiting:
        first[lane] = min(due, first.get(lane, due))
    now = timezone.now()
    for lane, due in sorted(first.items()):
        outbox.enqueue(
            SEND_MAIL if lane == MAIL else SEND,
            key=f"push:{lane}",
            payload={"lane": lane},
            priority=outbox.NOTICES,
            delay=max(0.0, (due - now).total_seconds()),
        )
