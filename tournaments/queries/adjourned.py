"""Adjourned games that have no result yet, and which of them go on."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from tournaments.models import Adjournment, Pairing, ResultReport, Seat, Section


def unfinished(sections: Iterable[int]) -> list[Pairing]:
    """Those of sections, by id, in order, with their rounds. One query."""
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    pairings = Pairing.objects.filter(adjourned=True, round__section__in=list(sections))
    pairings = pairings.select_related("round").filter(~Exists(reported))
    return list(pairings.order_by("round__number", "table"))


def resumed(pairings: Iterable[Pairing]) -> set[int]:
    """Return the ids of pairings whose adjourned game goes on; one query where one was adjourned."""
    adjourned = [pairing.pk for pairing in pairings if pairing.adjourned]
    if not adjourned:
        return set()
    # It counts as before until it has its result, but nobody who looks at it would call it adjourned.
    going_on = Adjournment.objects.filter(pairing__in=adjourned, resumed_at__isnull=False)
    return set(going_on.values_list("pairing", flat=True))


def is_adjourned(pairing: Pairing) -> bool:
    """Whether nobody plays at a table because its game is adjourned, and not resumed."""
    return pairing.adjourned and not resumed([pairing])


def resumed_places(section: Section) -> set[tuple[int, int]]:
    """(round, entry number) of everybody whose adjourned game goes on and has no result. One query."""
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pairing"))
    going_on = Seat.objects.filter(
        round__section=section,
        pairing__adjourned=True,
        pairing__adjournments__resumed_at__isnull=False,
    ).filter(~Exists(reported))
    return {
        (round_, number or 0) for round_, number in going_on.values_list("round__number", "entry__number")
    }


def adjournment_of(pairing: int) -> Adjournment | None:
    """What is noted of the adjourned game of a table, by the id of its pairing."""
    return Adjournment.objects.filter(pairing=pairing).first()
