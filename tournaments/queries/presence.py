"""Who would be paired though nobody has said that the player is here.

Somebody who was never checked in, or has lost the last game by not coming, is neither paired nor given a bye
before a person has said that he or she plays (`acts.confirm_players`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.models import Entry, ResultReport, Round, Seat, Section
from tournaments.pairing.knockout import remaining
from tournaments.pairing.values import PairingInputError
from tournaments.queries.entries import playing
from tournaments.queries.matches import as_seated
from tournaments.queries.progress import open_before
from tournaments.queries.tournament import tournament_of


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """``missed``: the round that the player has lost by not coming; None: never checked in."""

    entry: Entry
    missed: int | None


def unconfirmed(round_: Round) -> list[Unconfirmed]:
    """Of those who are to be paired, by number. Nobody while an earlier round is open: it may still change
    who comes. At most six queries."""
    return [] if open_before(round_) else to_confirm(round_)


def to_confirm(round_: Round) -> list[Unconfirmed]:
    """The same, the rounds before it being closed."""
    section = round_.section
    missed = _missed(section, before=round_.number)
    found = []
    for entry in playing(round_):
        lost = missed.get(entry.pk)
        if lost is not None and (entry.here_from is None or entry.here_from <= lost):
            found.append(Unconfirmed(entry, lost))
        elif entry.status != Entry.Status.CHECKED_IN:
            found.append(Unconfirmed(entry, None))
    if found and section.system == Section.System.KNOCK_OUT and round_.number > 1:
        return _still_in(round_, found)
    return found


def _still_in(round_: Round, found: list[Unconfirmed]) -> list[Unconfirmed]:
    """Those whom a knock-out has not put out."""
    tournament = tournament_of(round_.section, before_round=round_.number)
    try:
        going_on = remaining(tournament, round_.number)
    except PairingInputError:
        # A bracket that cannot be read is refused by whoever pairs it; until then everybody is asked about.
        return found
    return [one for one in found if one.entry.number in going_on]


def _missed(section: Section, *, before: int) -> Mapping[int, int]:
    """By id of the entry, the round of the last game, for those who have lost it by not coming. A game that
    fouls or a claim have decided is none of them."""
    if before == 1:
        return {}
    forfeits = ResultReport.objects.in_force().filter(
        pairing__round__section=section,
        pairing__round__number__lt=before,
        forfeit=True,
        cause=ResultReport.Cause.PLAY,
    )
    lost: dict[int, set[str]] = {}
    for pairing, game, value in forfeits.values_list("pairing", "game", "value"):
        seated = as_seated(value, game)
        lost.setdefault(pairing, set()).update(
            colour for colour, winner in (("first", "1-0"), ("second", "0-1")) if seated != winner
        )
    if not lost:
        return {}
    sitting = Seat.objects.filter(entry__seats__pairing__in=lost, round__section=section)
    sitting = sitting.filter(round__number__lt=before, pairing__table__isnull=False).distinct()
    last = {
        entry: (number, pairing, colour)
        for entry, number, pairing, colour in sitting.order_by("round__number").values_list(
            "entry", "round__number", "pairing", "colour"
        )
    }
    return {
        entry: number for entry, (number, pairing, colour) in last.items() if colour in lost.get(pairing, ())
    }
