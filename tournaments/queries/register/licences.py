"""Licences: the kinds of an organisation, those of a person, and whether one is valid on a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Q

from tournaments.models import Licence, LicenceKind, Organisation, Person


@dataclass(frozen=True, slots=True)
class KindLine:
    """``valid``: how many licences of the kind are, on the day that was asked about."""

    kind: LicenceKind
    valid: int


def licence_kinds(organisation: Organisation, on: date) -> list[KindLine]:
    """One query."""
    valid = Q(licences__state=Licence.State.ISSUED, licences__starts__lte=on, licences__ends__gte=on)
    kinds = organisation.licence_kinds.annotate(count=Count("licences", filter=valid))
    return [KindLine(kind, kind.count) for kind in kinds]


def asked_licences(organisation: Organisation) -> Sequence[Licence]:
    """What the organisation has not decided on, the oldest first. One query."""
    rows = Licence.objects.filter(kind__organisation=organisation, state=Licence.State.ASKED)
    return list(rows.select_related("kind", "person").order_by("pk"))


def licences_of(person: Person) -> Sequence[Licence]:
    """The newest first. One query."""
    return list(person.licences.select_related("kind__organisation"))


def is_valid(kind: str, number: str, on: date) -> bool:
    """Whether the licence of this number is valid on a day. One query."""
    licences = Licence.objects.filter(kind__code=kind, number=number, state=Licence.State.ISSUED)
    return number != "" and licences.filter(starts__lte=on, ends__gte=on).exists()
