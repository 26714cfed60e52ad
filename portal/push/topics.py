"""Say what notifications tell of: each topic with who may have it, whom a notice concerns and what it
says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from portal.web.words import Words

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wording:
    """What one follower reads."""

    title: str
    body: str
    # The public page, below the language.
    path: str
    # A later message with the same one takes the place of an earlier.
    tag: str
    # The number on the installed page's icon.
    badge: int | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """What followers may hear of."""

    # Of the facts every topic knows ``starts``, ``not_before`` (ISO: nobody hears of it sooner) and
    # ``urgent`` (at once, in quiet hours too).
    words: Words
    # The kinds of scopes whose followers may have it, as ``entry``.
    scopes: frozenset[str]
    # The scopes that a notice concerns, each with the proof that its subscriptions need (empty for what is
    # public); nothing where the public does not get it.
    audience: Callable[[Facts], Mapping[str, str]]
    # What is said, by scope, in the language that is active and the reader's time zone; a scope without words
    # hears nothing.
    compose: Callable[[Facts, Collection[str], str], Mapping[str, Wording]]
    # Within five minutes only the newest is sent.
    merges: bool = True
    # A message within so many hours before ``starts`` (ISO, in the facts) breaks quiet hours.
    hours: int = 0
    # Nobody hears of it sooner.
    delay: timedelta = timedelta(0)


@dataclass(frozen=True, slots=True)
class Place:
    """What a scope is called on the list of a device."""

    name: str
    # Its public page below the language; empty where that is a private one, whose address the device keeps.
    path: str


TOPICS: dict[str, Topic] = {}
# By kind of scope how those are called that everybody may know of, in the language that is active.
PLACES: dict[str, Callable[[Collection[int]], Mapping[int, Place]]] = {}


def register_push_topic(name: str, topic: Topic) -> None:
    """Have followers told of this; called from ``AppConfig.ready()``."""
    TOPICS[name] = topic


def register_places(kind: str, places: Callable[[Collection[int]], Mapping[int, Place]]) -> None:
    """Have scopes of this kind named; called from ``AppConfig.ready()``."""
    PLACES[kind] = places


def topics_for(kind: str) -> dict[str, Words]:
    """The topics that followers of one kind of scope may have, with their words."""
    return {name: topic.words for name, topic in TOPICS.items() if kind in topic.scopes}
