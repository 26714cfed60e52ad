"""Who serves at an event or a section, as everybody reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Official, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficialLine:
    role: Official.Role
    duty: Annotated[str, _("The role in the event's own words; may be empty.")]
    title: Annotated[str, _("May be empty.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    federation: Annotated[str | None, _("Three-letter code.")]

    @property
    def duty_words(self) -> str:
        """What the role is called, in the reader's language where it is a usual one."""
        return self.duty or str(self.role.label)


@dataclass(frozen=True, slots=True)
class Duty:
    """Those who follow each other with the same duty."""

    words: str
    people: Sequence[OfficialLine]


def shown_officials(event: Event, section: Section | None = None) -> list[OfficialLine]:
    """List the officials of the section, or else of the whole event, that the event shows; one query."""
    if not event.officials_shown:
        return []
    return [_line(official) for official in event.officials.filter(section=section, shown=True)]


def signing_official(section: Section, role: Official.Role) -> OfficialLine | None:
    """Return who signs papers of a section as this; at most two queries."""
    # The section's own official, else the event's, whether or not the public reads who they are.
    for place in (section, None):
        if official := section.event.officials.filter(section=place, role=role).first():
            return _line(official)
    return None


def _line(official: Official) -> OfficialLine:
    return OfficialLine(
        role=Official.Role(official.role),
        duty=official.duty,
        title=official.title,
        name=official.name,
        native_name=official.native_name,
        federation=official.federation_id,
    )


def duties(officials: Sequence[OfficialLine]) -> list[Duty]:
    """For a page: each duty once, with its people."""
    groups = groupby(officials, lambda official: official.duty_words)
    return [Duty(words, list(people)) for words, people in groups]
