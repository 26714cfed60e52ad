"""What waits for a decision at an event, over all its sections: the first page of the desk.

A *decision* is one sentence with the address where it is taken and the act that takes it: whoever may do that
act is waited for. Apps add what they know: `register` takes a provider, a function of a `Situation` that asks
as many queries for ten sections as for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from tournaments.models import Event, Round, Section
from tournaments.queries.desk import Overview, overviews


@dataclass(frozen=True, slots=True)
class Decision:
    """``kind`` for programs, ``text`` for people; ``act``: whose decision it is, empty for everybody's who
    works there; ``url``: where it is taken, empty where no page of the site can; ``section`` None: of the
    whole event."""

    kind: str
    text: str
    url: str = ""
    link: str = ""
    act: str = ""
    section: Section | None = None


@dataclass(frozen=True, slots=True)
class Situation:
    """How far every section is. ``live``: the rounds that are being played, with section and event."""

    event: Event
    overviews: tuple[Overview, ...]
    live: tuple[Round, ...]

    def sections(self) -> dict[int, Section]:
        return {overview.section.pk: overview.section for overview in self.overviews}


Provider = Callable[[Situation], Iterable[Decision]]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Have ``provider`` asked about every event; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


def situation_of(event: Event) -> Situation:
    """Five queries for any number of sections."""
    found = tuple(overviews(event.sections.select_related("event")))
    live = []
    for overview in found:
        now = overview.current
        if now is not None:
            now.section = overview.section
            if now.is_public:
                live.append(now)
    return Situation(event, found, tuple(live))


def decisions_of(situation: Situation) -> list[Decision]:
    """Everything that waits, in the order of the providers: what holds the tournament up comes first."""
    return [decision for provider in _providers for decision in provider(situation)]


def version_of(decisions: Iterable[Decision]) -> str:
    """Changes when one of the sentences does: what an open page compares."""
    told = [(one.kind, one.section.pk if one.section else 0, one.text, one.url) for one in decisions]
    return sha256(repr(told).encode()).hexdigest()[:16]
