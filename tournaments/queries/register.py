"""The foul register of an event as rows of a page or a file: as it stands, with the running counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Event, Foul, Section
from tournaments.queries.fouls import ladder_of, register_of
from tournaments.wording.fouls import count_text, next_text, offence_name, penalty_text
from tournaments.wording.sides import side_word


@dataclass(frozen=True, slots=True)
class Line:
    """One foul. ``count``: its place among those of the player in this game that count, ``2 of 4``; empty
    where it does not count. ``following``: what the next one costs, at the last of them."""

    foul: Foul
    side: str
    name: str
    penalty: str
    count: str
    following: str


def filtered(event: Event, *, section: str = "", status: str = "") -> QuerySet[Foul]:
    """The register, of one section or with one status."""
    found = register_of(event).prefetch_related("pairing__seats")
    if section:
        found = found.filter(pairing__round__section__slug=section)
    if status:
        found = found.filter(status=status)
    return found


def lines(fouls: Iterable[Foul]) -> list[Line]:
    """Rows with their words; the fouls of a player in a game stand together. No query but theirs."""
    fouls = list(fouls)
    games = Counter((foul.pairing_id, foul.game, foul.entry_id) for foul in fouls if _counts(foul))
    so_far: Counter[tuple[int, int, int]] = Counter()
    found = []
    for foul in fouls:
        section: Section = foul.pairing.round.section
        key = (foul.pairing_id, foul.game, foul.entry_id)
        side = side_word(_moves(foul), section.game)
        count = following = ""
        if _counts(foul):
            so_far[key] += 1
            ladder = ladder_of(section)
            count = count_text(so_far[key], ladder)
            following = next_text(so_far[key], ladder, side) if so_far[key] == games[key] else ""
        found.append(
            Line(
                foul,
                side,
                offence_name(foul.offence, foul.kind),
                penalty_text(foul.penalty),
                count,
                following,
            )
        )
    return found


def _counts(foul: Foul) -> bool:
    return foul.status == Foul.Status.CONFIRMED and foul.kind in ladder_of(foul.pairing.round.section).counts


def _moves(foul: Foul) -> str:
    """``first`` or ``second``: how the player moves in the game of the foul."""
    seat = next((seat for seat in foul.pairing.seats.all() if seat.entry_id == foul.entry_id), None)
    first = (seat is None or seat.colour == "first") == bool(foul.game % 2)
    return "first" if first else "second"
