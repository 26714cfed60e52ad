"""Things that can be followed, with two topics, and who follows them by e-mail."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from portal import outbox
from portal.push import topics
from portal.push.letters import follow_by_mail
from portal.push.notices import notify_followers
from portal.push.subscribing import Followed
from portal.push.topics import Facts, Place, Topic, Wording, register_places, register_push_topic

ALICE = "Alice@Example.org"
MATCH = Followed("thing:1", "thing:1")


def audience(facts: Facts) -> Mapping[str, str]:
    return {f"thing:{key}": "" for key in facts["scopes"]}


def compose(facts: Facts, scopes: Collection[str], zone: str) -> Mapping[str, Wording]:
    return {scope: Wording(facts["text"], f"<{zone}>", "e/x/", f"tag-{scope}", 7) for scope in scopes}


def places(keys: Collection[int]) -> Mapping[int, Place]:
    return {key: Place(f"象棋 {key}", f"e/{key}/") for key in keys}


@contextmanager
def things_can_be_followed() -> Iterator[None]:
    before, places_before = dict(topics.TOPICS), dict(topics.PLACES)
    kinds = frozenset({"thing"})
    register_push_topic("news", Topic("news", kinds, audience, compose))
    register_push_topic("urgent", Topic("urgent", kinds, audience, compose, merges=False, hours=12))
    register_places("thing", places)
    yield
    for registered, old in ((topics.TOPICS, before), (topics.PLACES, places_before)):
        registered.clear()
        registered.update(old)


def ask(address: str = ALICE, followed: Followed = MATCH, chosen: Any = ("news", "urgent")) -> None:
    follow_by_mail(followed, address, list(chosen), language="vi", zone="Asia/Kuching")
    outbox.drain(early=False)


def say(topic: str, text: str, scopes: Collection[int] = (1,)) -> None:
    with transaction.atomic():
        notify_followers([topic], "thing:1", {"text": text, "scopes": list(scopes)})
    outbox.drain(early=False)
