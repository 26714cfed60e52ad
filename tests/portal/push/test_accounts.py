"""Following with an account: all of its devices hear, and nobody else's."""

from __future__ import annotations

import pytest

from portal.accounts.models import User
from portal.push import accounts
from portal.push.accounts import (
    join,
    list_of_account,
    may_share,
    put_on_list,
    share_with_devices,
    take_from_list,
    unshare,
)
from portal.push.models import AccountFollow, PushDevice, Subscription
from portal.push.subscribing import Followed, end_subscriptions, follow, leave
from tests.portal.push.service import PushService

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("thing_topics")]
MATCH, OTHER = Followed("thing:1", "thing:1"), Followed("thing:2", "thing:2")
PRIVATE = Followed("thing:3", "thing:3", "link:1")


@pytest.fixture
def alice(db: None) -> User:
    return User.objects.create(username="alice")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create(username="bob")


def begin(service: PushService, name: str, followed: Followed = MATCH, user: User | None = None) -> str:
    phone = service.phone(name)
    about = {"endpoint": phone.endpoint, **phone.keys, "topics": ["news"], "zone": "UTC"}
    row = follow(followed, about, language="en")
    if user is not None and may_share(followed, user):
        share_with_devices(user, row)
    return phone.endpoint


def heard(endpoint: str) -> list[str]:
    return sorted(Subscription.objects.filter(device__endpoint=endpoint).values_list("scope", flat=True))


def test_what_one_device_follows_all_do(service: PushService, alice: User) -> None:
    phone = begin(service, "phone", MATCH, alice)
    desk = begin(service, "desk", OTHER, alice)
    assert heard(phone) == heard(desk) == ["thing:1", "thing:2"]
    unshare(alice, MATCH)
    assert heard(phone) == heard(desk) == ["thing:2"]
    # It stays on the list until it is taken from there.
    assert [place.path for place in list_of_account(alice)] == ["e/1/", "e/2/"]


def test_a_device_that_joins_brings_what_it_followed_before(service: PushService, alice: User) -> None:
    before = begin(service, "phone", MATCH)
    desk = begin(service, "desk", OTHER, alice)
    assert join(alice, before)
    assert heard(before) == heard(desk) == ["thing:1", "thing:2"]
    assert not join(alice, "https://localhost/unknown")


def test_what_a_private_link_opened_stays_with_its_device(service: PushService, alice: User) -> None:
    phone = begin(service, "phone", PRIVATE, alice)
    desk = begin(service, "desk", MATCH, alice)
    join(alice, phone)
    assert heard(phone) == ["thing:1", "thing:3"]
    assert heard(desk) == ["thing:1"]
    # Who ends it on another device ends nothing here.
    unshare(alice, Followed("thing:3", ""))
    assert heard(phone) == ["thing:1", "thing:3"]


def test_who_signs_in_next_hears_nothing_of_the_last(service: PushService, alice: User, bob: User) -> None:
    shared = begin(service, "shared", MATCH, alice)
    begin(service, "own", OTHER, bob)
    join(bob, shared)
    assert heard(shared) == ["thing:2"]
    assert [row.scope for row in AccountFollow.objects.filter(account=alice)] == ["thing:1"]


def test_a_device_of_an_account_waits_for_what_that_follows_next(service: PushService, alice: User) -> None:
    phone = begin(service, "phone", MATCH, alice)
    unshare(alice, MATCH)
    leave(MATCH, phone)
    begin(service, "desk", OTHER, alice)
    assert heard(phone) == ["thing:2"]


def test_of_what_is_forgotten_nothing_is_left_with_accounts(service: PushService, alice: User) -> None:
    begin(service, "phone", MATCH, alice)
    end_subscriptions(scopes=["thing:1"])
    assert not AccountFollow.objects.exists()


def test_so_many_devices(service: PushService, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "MOST_DEVICES", 2)
    for name in ("a", "b", "c"):
        begin(service, name, MATCH, alice)
    assert PushDevice.objects.count() == 2
    assert not PushDevice.objects.filter(endpoint__endswith="/a").exists()


def test_the_list_is_one_thing_and_being_told_another(service: PushService, alice: User) -> None:
    put_on_list(alice, [MATCH, OTHER])
    phone = begin(service, "phone", MATCH, alice)
    assert heard(phone) == ["thing:1"]
    take_from_list(alice, ["thing:1", "thing:2"])
    assert list_of_account(alice) == []
    assert heard(phone) == ["thing:1"]
    unshare(alice, MATCH)
    assert not AccountFollow.objects.exists()
