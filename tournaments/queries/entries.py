"""The entries of a section as the desk lists them."""

from __future__ import annotations

from django.db.models import F, Prefetch, Q, QuerySet

from tournaments.models import Absence, Entry, Round, Section


def listed_entries(section: Section) -> QuerySet[Entry]:
    """Every entry by number, then by name, with ``absences`` in order. Two queries for any number."""
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    return (
        section.entries.select_related("player__federation", "team")
        .prefetch_related(absences)
        .order_by(F("number").asc(nulls_last=True), "player__name", "pk")
    )


def playing(round_: Round) -> list[Entry]:
    """Those who have a number and are to be paired in this round, by number."""
    return list(
        round_.section.entries.filter(number__isnull=False)
        .filter(Q(withdrawn_after__isnull=True) | Q(withdrawn_after__gte=round_.number))
        .exclude(absences__round_number=round_.number)
        .select_related("player")
        .order_by("number")
    )


def rounds_to_miss(section: Section) -> list[int]:
    """Rounds that are not public yet: a player can still be absent from them."""
    states = (Round.State.PLANNED, Round.State.DRAFT)
    return list(section.round_set.filter(state__in=states).values_list("number", flat=True))
