"""The entries of a section as the desk lists them, who has checked them in, and their teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Prefetch, Q, QuerySet

from portal.journal.models import JournalEntry
from tournaments.models import Absence, Entry, Round, Section, Team
from tournaments.policy import Act
from tournaments.state.name_search import fits, key_of

NOT_PUBLIC = (Round.State.PLANNED, Round.State.DRAFT)


def listed_entries(section: Section) -> QuerySet[Entry]:
    """Every entry by number, then by name, with ``absences`` in order. Two queries for any number."""
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    return (
        section.entries.select_related("player__federation", "team")
        .prefetch_related(absences)
        .order_by(F("number").asc(nulls_last=True), "player__name", "pk")
    )


def found_entries(section: Section, words: str) -> QuerySet[Entry]:
    """`listed_entries` that fit every one of ``words``: in a name as `state.name_search` compares
    names, as the number or as the federation. One query more than that where something is asked for."""
    asked = words.split()
    found = listed_entries(section)
    if not asked:
        return found
    rows = section.entries.values_list(
        "pk", "number", "player__federation_id", "player__name", "player__native_name"
    )
    return found.filter(
        pk__in=[
            key
            for key, number, federation, *names in rows
            if all(
                fits(key_of(*names), word) or word.upper() == federation or word == str(number)
                for word in asked
            )
        ]
    )


def entry_counts(section: Section) -> dict[str, int]:
    """``all``, ``playing`` (not withdrawn), ``here`` (checked in), and ``second``: those in group 2."""
    return section.entries.aggregate(
        all=Count("pk"),
        playing=Count("pk", filter=~Q(status=Entry.Status.WITHDRAWN)),
        here=Count("pk", filter=Q(status=Entry.Status.CHECKED_IN)),
        second=Count("pk", filter=Q(group=2)),
    )


def takes_check_ins(section: Section) -> bool:
    """Whether players may still say to be here: the section is open, and round 1 is not paired. Staff may
    check in at any time."""
    if section.state != Section.State.OPEN:
        return False
    return section.round_set.filter(number=1, state=Round.State.PLANNED).exists()


def playing(round_: Round) -> list[Entry]:
    """Those who have a number and are to be paired in this round, by number."""
    return list(
        round_.section.entries.filter(number__isnull=False)
        .filter(Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=round_.number))
        .exclude(absences__round_number=round_.number)
        .select_related("player")
        .order_by("number")
    )


def away_from(round_: Round) -> list[Entry]:
    """Those who have a number and do not play this round though they have not withdrawn, by number."""
    return list(
        round_.section.entries.filter(number__isnull=False, absences__round_number=round_.number)
        .filter(Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=round_.number))
        .select_related("player")
        .order_by("number")
    )


def next_round(section: Section) -> int | None:
    """The first round that is not public yet; None after the last."""
    return section.round_set.filter(state__in=NOT_PUBLIC).values_list("number", flat=True).first()


def rounds_to_miss(section: Section) -> list[int]:
    """Rounds that are not public yet: a player can still be absent from them."""
    return list(section.round_set.filter(state__in=NOT_PUBLIC).values_list("number", flat=True))


def teams_of(section: Section) -> list[Team]:
    """By name, each with its entries by number. Two queries for any number."""
    members = Prefetch("entries", _entries(section))
    return list(section.teams.select_related("federation").prefetch_related(members))


def without_team(section: Section) -> QuerySet[Entry]:
    """Those who have none, by number, then by name."""
    return _entries(section).filter(team=None).exclude(status=Entry.Status.WITHDRAWN)


def _entries(section: Section) -> QuerySet[Entry]:
    entries = Entry.objects.filter(section=section).select_related("player")
    return entries.order_by("number", "player__name", "pk")


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """``by`` is empty where the player did it."""

    by: str
    at: datetime


def checked_in(entries: Iterable[Entry]) -> dict[int, CheckedIn]:
    """By id of the entry, for those who are here and were checked in one by one. One query."""
    here = {f"entry:{entry.pk}": entry.pk for entry in entries if entry.status == Entry.Status.CHECKED_IN}
    lines = JournalEntry.objects.filter(act=Act.CHECK_IN, target__in=here).select_related("by")
    return {
        here[one.target]: CheckedIn(str(one.by) if one.by else "", one.at) for one in lines.order_by("pk")
    }
