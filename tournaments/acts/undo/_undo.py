"""An act that is to be undone, as its inverse reads it: what the journal holds of it, and what stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tournaments.acts.undo.journal_schema import Shape, fits_shape, is_written
from tournaments.models import Entry, Event, Round, Section
from tournaments.policy import Act

RowType = TypeVar("RowType")


@dataclass(frozen=True, slots=True)
class Undo:
    """An act that is to be undone, by whom and why."""

    entry: JournalEntry
    event: Event
    by: User
    reason: str
    once: str

    @property
    def key(self) -> int:
        """The id of what it was done to."""
        return int(self.entry.target.partition(":")[2])

    @property
    def before(self) -> dict[str, Any]:
        return self.entry.before or {}

    @property
    def after(self) -> dict[str, Any]:
        return self.entry.after or {}

    def answered(self, name: str) -> Any:
        """What its answer named. A backup carries no answers: what rests on one is not undone after it."""
        return self.existing((self.entry.answer or {}).get(name))

    @property
    def signed(self) -> dict[str, Any]:
        return {"by": self.by, "once": self.once}

    def stands(self, so: bool) -> None:
        """Raises the `Refusal` ``undo-too-late`` when it does not."""
        if not so:
            raise Refusal("undo-too-late")

    def entries(self) -> list[Entry]:
        """Who changed: the one whom it was done to, or the several whom the facts name. Of one section."""
        several = self.after.get("entries")
        self.stands((several is None) == self.entry.target.startswith("entry:"))
        keys = several or [self.key]
        rows = Entry.objects.filter(section__event=self.event, pk__in=keys)
        entries = list(rows.select_related("section__event"))
        self.stands(len(entries) == len(set(keys)) and len({entry.section_id for entry in entries}) == 1)
        return entries

    def link_owner(self) -> int:
        """Whose private link it was done by."""
        kind, _, key = self.entry.party.partition(":")
        self.stands(kind == "entry" and is_written(key))
        return int(key)

    def section(self) -> Section:
        sections = Section.objects.filter(event=self.event)
        return self.existing(sections.select_related("event").filter(pk=self.key).first())

    def round(self) -> Round:
        rounds = Round.objects.filter(section__event=self.event)
        return self.existing(rounds.select_related("section__event").filter(pk=self.key).first())

    def existing(self, row: RowType | None) -> RowType:
        """Return what it was done to, as far as it is there."""
        # An event that was restored from a backup has a journal that may name what was not carried.
        if row is None:
            raise Refusal("undo-too-late")
        return row


@dataclass(frozen=True, slots=True)
class Inverse:
    """Undo one act; ``act``: the right, ``before``, ``after``: the facts that it needs."""

    act: Act
    do: Callable[[Undo], Mapping[str, object]]
    before: Shape = field(default_factory=dict)
    after: Shape = field(default_factory=dict)

    def is_complete(self, entry: JournalEntry) -> bool:
        """Whether ``entry`` tells enough to be undone."""
        key = entry.target.partition(":")[2]
        return (
            is_written(key) and fits_shape(entry.before, self.before) and fits_shape(entry.after, self.after)
        )
