"""Follow with an account: what it follows, each of its devices hears of, and *my list* has on each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import transaction

from portal.accounts.models import User
from portal.push.models import AccountFollow, PushDevice, Subscription
from portal.push.notices import MAILTO
from portal.push.subscribing import MOST_FOLLOWED, BadSubscriptionError, Followed, digest_of
from portal.push.topics import PLACES, Place

# Devices of one account: one more takes the place of the oldest.
MOST_DEVICES = 20


# Only what needs no private link is shared: pages that everybody reads, and the desk of an event at which the
# account works.
def may_share(followed: Followed, user: User) -> bool:
    """Whether what is followed is the account's, and not a private link's."""
    return followed.proof in ("", f"user:{user.pk}")


def share_with_devices(user: User, row: Subscription) -> None:
    """Let all devices of an account follow as this one has just begun to."""
    _follow(user, Followed(row.scope, row.under, row.proof), topics=row.topics)
    join(user, row.device.endpoint)


def unshare(user: User, followed: Followed) -> None:
    """Let no device of an account follow any longer; what is on its list stays there."""
    rows = AccountFollow.objects.filter(account=user, scope=followed.scope)
    with transaction.atomic():
        # What a private link has opened is the device's own.
        if rows.exists():
            Subscription.objects.filter(device__account=user, scope=followed.scope).delete()
            rows.update(topics=[])
            rows.filter(listed=False).delete()


def join(user: User, endpoint: str) -> bool:
    """Let a device be one of an account's: each follows what the other did. Say whether the device is
    known."""
    with transaction.atomic():
        device = PushDevice.objects.select_for_update().filter(digest=digest_of(endpoint)).first()
        if device is None:
            return False
        if device.account_id != user.pk:
            if device.account_id is not None:
                _take_back(device)
            device.account = user
            device.save(update_fields=["account"])
            for row in device.subscriptions.all():
                followed = Followed(row.scope, row.under, row.proof)
                if may_share(followed, user):
                    _follow(user, followed, topics=row.topics)
        devices = (
            PushDevice.objects.filter(account=user)
            .exclude(endpoint__startswith=MAILTO)
            .order_by("-created_at", "-pk")
        )
        PushDevice.objects.filter(pk__in=[row.pk for row in devices[MOST_DEVICES:]]).delete()
        _spread(user, devices[:MOST_DEVICES])
    return True


def _take_back(device: PushDevice) -> None:
    """Take from a device what the last account followed."""
    # Somebody else has signed in there: it is not theirs.
    scopes = AccountFollow.objects.filter(account=device.account_id).values("scope")
    device.subscriptions.filter(scope__in=scopes).delete()


def _follow(user: User, followed: Followed, *, topics: list[str]) -> None:
    follows = AccountFollow.objects.filter(account=user)
    if follows.exclude(scope=followed.scope).count() >= MOST_FOLLOWED:
        raise BadSubscriptionError("too-many")
    values = {"under": followed.under, "proof": followed.proof, "topics": topics}
    AccountFollow.objects.update_or_create(account=user, scope=followed.scope, defaults=values)


def _spread(user: User, devices: Iterable[PushDevice]) -> None:
    """Let each device follow all, in three queries, however many."""
    follows = list(AccountFollow.objects.filter(account=user).exclude(topics=[]))
    rows = Subscription.objects.filter(device__account=user, scope__in=[row.scope for row in follows])
    there = {(row.device_id, row.scope): row for row in rows}
    fresh, changed = [], []
    for device in devices:
        for follow in follows:
            row = there.get((device.pk, follow.scope))
            if row is None:
                fresh.append(
                    Subscription(
                        device=device,
                        scope=follow.scope,
                        under=follow.under,
                        proof=follow.proof,
                        topics=follow.topics,
                    )
                )
            elif (row.topics, row.proof) != (follow.topics, follow.proof):
                row.topics, row.proof = follow.topics, follow.proof
                changed.append(row)
    Subscription.objects.bulk_create(fresh, batch_size=200, ignore_conflicts=True)
    Subscription.objects.bulk_update(changed, ["topics", "proof"], batch_size=200)


def devices_of_account(user: User) -> list[PushDevice]:
    """The newest first."""
    return list(PushDevice.objects.filter(account=user).order_by("-created_at", "-pk"))


def remove_device_of_account(user: User, key: int) -> None:
    PushDevice.objects.filter(account=user).filter(pk=key).delete()


@dataclass(frozen=True, slots=True)
class ListedPlace:
    """A line of *my list*."""

    # As ``person``.
    kind: str
    name: str
    # The public page, below the language.
    path: str


def put_on_list(user: User, followed: Iterable[Followed]) -> None:
    """Raises `BadSubscriptionError`."""
    with transaction.atomic():
        by_scope = {row.scope: row for row in AccountFollow.objects.filter(account=user)}
        for entry in followed:
            if (row := by_scope.get(entry.scope)) is not None:
                if not row.listed:
                    row.listed = True
                    row.save(update_fields=["listed"])
            elif len(by_scope) >= MOST_FOLLOWED:
                raise BadSubscriptionError("too-many")
            else:
                by_scope[entry.scope] = AccountFollow.objects.create(
                    account=user, scope=entry.scope, under=entry.under
                )


def take_from_list(user: User, scopes: Collection[str]) -> None:
    """Who is told of it still is."""
    with transaction.atomic():
        rows = AccountFollow.objects.filter(account=user, scope__in=scopes)
        rows.update(listed=False)
        rows.filter(topics=[]).delete()


def list_of_account(user: User) -> list[ListedPlace]:
    """List it in the order in which it grew; what is no longer public is not in it."""
    rows = AccountFollow.objects.filter(account=user, listed=True).order_by("created_at", "pk")
    return places_of(rows.values_list("scope", flat=True))


def places_of(scopes: Iterable[str]) -> list[ListedPlace]:
    """List those that everybody may know of, in the order given, with one question for each kind."""
    parted = [(kind, int(key)) for kind, _, key in (scope.partition(":") for scope in scopes)]
    keys: defaultdict[str, set[int]] = defaultdict(set)
    for kind, key in parted:
        keys[kind].add(key)
    places = {kind: PLACES[kind](of_kind) for kind, of_kind in keys.items() if kind in PLACES}
    lines = []
    for kind, key in parted:
        place = places.get(kind, {}).get(key, Place("", ""))
        # A place without a public page is a private link's.
        if place.path:
            lines.append(ListedPlace(kind, place.name, place.path))
    return lines
