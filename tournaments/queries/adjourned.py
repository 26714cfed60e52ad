"""Adjourned games that have no result yet."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from tournaments.models import Adjournment, Pairing, ResultReport


def unfinished(sections: Iterable[int]) -> list[Pairing]:
    """Those of sections, by id, in order, with their rounds. One query."""
    reported = ResultReport.objects.in_force().filter(pairing=OuterRef("pk"))
    found = Pairing.objects.filter(adjourned=True, round__section__in=list(sections))
    found = found.select_related("round").filter(~Exists(reported))
    return list(found.order_by("round__number", "table"))


def adjournment_of(pairing: int) -> Adjournment | None:
    """What is noted of the adjourned game of a table, by the id of its pairing."""
    return Adjournment.objects.filter(pairing=pairing).first()
