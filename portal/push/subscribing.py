"""Let devices begin and stop to follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from portal.push.encryption import BadKeyError, checked_keys
from portal.push.models import AccountFollow, PushDevice, Subscription
from portal.push.topics import PLACES, Place, topics_for
from portal.web.dates import check_zone
from portal.webhooks.sending import BadAddressError, target_of

# Letters; those of Windows have up to a thousand.
MOST_ENDPOINT = 1500
MOST_FOLLOWED = 100
DAY = 24 * 60


class BadSubscriptionError(ValueError):
    """What a browser sent cannot be used; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Followed:
    """What is followed: its scope, the event it is under, and the proof that opened it."""

    scope: str
    under: str
    proof: str = ""

    @property
    def kind(self) -> str:
        return self.scope.partition(":")[0]


def follow(followed: Followed, wanted: dict[str, Any], *, language: str) -> Subscription:
    """Let a device follow, or follow otherwise, as its browser sends it; raise `BadSubscriptionError`."""
    topics = checked_topics(wanted.get("topics"), followed.kind)
    with transaction.atomic():
        device = add_device(wanted, language=language)
        others = device.subscriptions.exclude(scope=followed.scope)
        if others.count() >= MOST_FOLLOWED:
            raise BadSubscriptionError("too-many")
        return Subscription.objects.update_or_create(
            device=device,
            scope=followed.scope,
            defaults={"under": followed.under, "proof": followed.proof, "topics": topics},
        )[0]


def add_device(wanted: dict[str, Any], *, language: str) -> PushDevice:
    """Keep a device as its browser describes it now, known already or not; raise `BadSubscriptionError`."""
    endpoint = _endpoint(wanted)
    values = {
        "endpoint": endpoint,
        "language": language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE,
        "time_zone": _zone(wanted),
        **_keys(wanted),
        **_quiet_hours(wanted),
    }
    return PushDevice.objects.update_or_create(digest=digest_of(endpoint), defaults=values)[0]


def leave(followed: Followed, endpoint: str) -> bool:
    """Let a device follow no longer; say whether it did."""
    with transaction.atomic():
        device = PushDevice.objects.filter(digest=digest_of(endpoint)).first()
        if device is None:
            return False
        count, _ = device.subscriptions.filter(scope=followed.scope).delete()
        # One that follows nothing is forgotten.
        forget_idle([device.pk])
        return bool(count)


def topics_of(followed: Followed, endpoint: str) -> list[str] | None:
    """List what a device hears of a scope; None where it does not follow it."""
    follows = Subscription.objects.filter(
        device__digest=digest_of(endpoint), scope=followed.scope, proof=followed.proof
    )
    return follows.values_list("topics", flat=True).first()


@dataclass(frozen=True, slots=True)
class FollowedPlace:
    """A line of the list of a device."""

    scope: str
    # Empty where nobody may know of it any more.
    name: str
    path: str


def followed_places(endpoint: str) -> list[FollowedPlace]:
    """List what a device follows, in the order in which it began, in one query, and those of each kind."""
    rows = Subscription.objects.filter(device__digest=digest_of(endpoint)).order_by("pk")
    scopes = list(rows.values_list("scope", flat=True))
    keys: defaultdict[str, list[int]] = defaultdict(list)
    for kind, key in map(_parted, scopes):
        keys[kind].append(key)
    places = {kind: PLACES[kind](of_kind) for kind, of_kind in keys.items() if kind in PLACES}
    lines = []
    for scope, (kind, key) in zip(scopes, map(_parted, scopes), strict=True):
        place = places.get(kind, {}).get(key, Place("", ""))
        lines.append(FollowedPlace(scope, place.name, place.path))
    return lines


def _parted(scope: str) -> tuple[str, int]:
    kind, _, key = scope.partition(":")
    return kind, int(key)


def leave_everything(endpoint: str) -> bool:
    """Forget a device; say whether there was one."""
    return bool(PushDevice.objects.filter(digest=digest_of(endpoint)).delete()[0])


def devices_of(followed: Followed) -> list[PushDevice]:
    """Those that follow a scope with its proof, the newest first."""
    rows = PushDevice.objects.filter(subscriptions__scope=followed.scope, subscriptions__proof=followed.proof)
    return list(rows.order_by("-created_at", "-pk"))


def remove_device(followed: Followed, device: int) -> bool:
    """Let another device follow a scope no longer; say whether it did."""
    rows = Subscription.objects.filter(device=device, scope=followed.scope, proof=followed.proof)
    with transaction.atomic():
        count, _ = rows.delete()
        forget_idle([device])
    return bool(count)


def end_subscriptions(*, scopes: Collection[str] = (), proofs: Collection[str] = ()) -> int:
    """Let nobody follow ``scopes`` any more, or with one of ``proofs``; return how many did."""
    ending = Subscription.objects.filter(scope__in=scopes) | Subscription.objects.filter(proof__in=proofs)
    rows = list(ending.values_list("pk", "device"))
    Subscription.objects.filter(pk__in=[key for key, _ in rows]).delete()
    AccountFollow.objects.filter(Q(scope__in=scopes) | Q(proof__in=proofs)).delete()
    forget_idle({device for _, device in rows})
    return len(rows)


def forget_devices(scopes: Collection[str]) -> int:
    """Forget the devices that follow ``scopes``, with all else that they follow; return how many."""
    devices = PushDevice.objects.filter(subscriptions__scope__in=scopes).values_list("pk", flat=True)
    rows = set(devices)
    PushDevice.objects.filter(pk__in=rows).delete()
    return len(rows)


def forget_idle(devices: Collection[int]) -> None:
    """Forget those that follow nothing; a device of an account waits for what that follows next."""
    PushDevice.objects.filter(pk__in=devices, subscriptions=None, account=None).delete()


def digest_of(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()


def _endpoint(wanted: dict[str, Any]) -> str:
    endpoint = wanted.get("endpoint")
    if not isinstance(endpoint, str):
        raise BadSubscriptionError("endpoint")
    try:
        # RFC 8030, 8: a push service is reached over TLS.
        target = target_of(endpoint, MOST_ENDPOINT)
    except BadAddressError:
        raise BadSubscriptionError("endpoint") from None
    if target.url.scheme != "https":
        raise BadSubscriptionError("endpoint")
    return endpoint


def _keys(wanted: dict[str, Any]) -> dict[str, str]:
    p256dh, auth = wanted.get("p256dh"), wanted.get("auth")
    if not (isinstance(p256dh, str) and isinstance(auth, str)):
        raise BadSubscriptionError("keys")
    try:
        checked_keys(p256dh, auth)
    except BadKeyError:
        raise BadSubscriptionError("keys") from None
    return {"p256dh": p256dh, "auth": auth}


def _zone(wanted: dict[str, Any]) -> str:
    zone = wanted.get("zone")
    try:
        check_zone(zone if isinstance(zone, str) else "")
    except ValidationError:
        # A browser may know one that this machine does not; the site's own is better than no notification.
        return settings.TIME_ZONE
    return str(zone)


def _quiet_hours(wanted: dict[str, Any]) -> dict[str, int | None]:
    begin, until = wanted.get("quiet_from"), wanted.get("quiet_until")
    if begin is None and until is None:
        return {"quiet_from": None, "quiet_until": None}
    if type(begin) is not int or type(until) is not int or not (0 <= begin < DAY and 0 <= until < DAY):
        raise BadSubscriptionError("quiet-hours")
    return {"quiet_from": begin, "quiet_until": until}


def checked_topics(topics: Any, kind: str) -> list[str]:
    """Check those of a kind of scope, in their order; raise `BadSubscriptionError`."""
    allowed = list(topics_for(kind))
    if not isinstance(topics, list) or not topics or not all(topic in allowed for topic in topics):
        raise BadSubscriptionError("topics")
    return [name for name in allowed if name in topics]
