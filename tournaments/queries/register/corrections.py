"""What the register is asked to say of persons, by events that have corrected their copies or by them."""

from __future__ import annotations

from django.db.models import Q

from tournaments.models import Correction, Person, Player, issuer_of_column
from tournaments.queries.register.persons import EVERYBODY, MOST, counted, registered
from tournaments.wording.register.persons import field_name, particular_text

MOST_DECIDED = 10


def waiting_corrections(person: Person) -> list[Correction]:
    """What nobody has decided."""
    corrections = Correction.objects.filter(player__person=person, decided_at=None)
    return [
        correction
        for correction in corrections.select_related("player__event", "player__person", "by")
        if differs(correction)
    ]


def decided_corrections(person: Person) -> list[Correction]:
    """The newest decisions first."""
    corrections = Correction.objects.filter(player__person=person, decided_at__isnull=False)
    return list(corrections.select_related("player__event").order_by("-decided_at")[:MOST_DECIDED])


def waiting_of(player: Player) -> list[Correction]:
    """What the person asks for with the private link at this event, and nobody has decided."""
    corrections = Correction.objects.filter(player=player, own=True, decided_at=None)
    return [correction for correction in corrections.select_related("player__person") if differs(correction)]


def answered_of(player: Player) -> list[Correction]:
    """What became of what the person has asked for there, the newest answers first."""
    corrections = Correction.objects.filter(player=player, own=True, decided_at__isnull=False)
    return list(corrections.order_by("-decided_at")[:MOST_DECIDED])


def asked_for(correction: Correction) -> tuple[Correction, str, str]:
    """What the register is asked to say, with the words for it."""
    column = correction.column
    return correction, field_name(column), particular_text(column, correction.value)


def differs(correction: Correction) -> bool:
    """Not what the register has come to say otherwise: by an edit, another event, a merger."""
    person = correction.player.person
    if correction.column == Correction.FURTHER:
        names = {person.name, person.native_name, *person.names.values_list("name", flat=True)}
        return correction.value not in names
    return bool(standing_value(correction) != correction.value)


def standing_value(correction: Correction) -> object:
    """What the register says now; of a further name nothing."""
    person, column = correction.player.person, correction.column
    if issuer := issuer_of_column(column, correction.player.federation_id):
        numbers = person.numbers.filter(issuer=issuer, former=False)
        return numbers.values_list("number", flat=True).first() or ""
    return None if column == Correction.FURTHER else getattr(person, column)


def with_corrections(federation: str = "", within: Q = EVERYBODY) -> list[Person]:
    """For whom something waits, the longest first, as many as `look_up` has."""
    waiting = Correction.objects.filter(decided_at=None, player__person__erased_at=None).order_by("pk")
    if within:
        waiting = waiting.filter(player__person__in=registered().filter(within))
    if federation:
        waiting = waiting.filter(player__person__federation=federation)
    order: dict[int, int] = {}
    for correction in waiting.select_related("player__person").iterator():
        if len(order) > MOST:
            break
        if differs(correction):
            order.setdefault(correction.player.person_id, len(order))
    return sorted(counted(order), key=lambda person: order[person.pk])
