"""Who moves first at a table where the section leaves it to the players: what is decided, what is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import ColourDecision, LiveGame
from tournaments.models import Entry, Round, Seat, Section

# Systems whose regulations leave colours open; the others allot them with the pairing.
BY_NO_RULE = frozenset(
    {
        Section.System.ROUND_ROBIN,
        Section.System.KNOCK_OUT,
        Section.System.MCMAHON,
        Section.System.SWISS_OPENGOTHA,
    }
)
OPEN = (Round.State.PUBLISHED, Round.State.PLAYING)


@dataclass(frozen=True, slots=True)
class FirstMove:
    """``holder``: who holds the stones, the one of the lower number; ``guesser``: the other; ``decision``:
    the one in force, None while it is open."""

    how: str
    holder: Entry
    guesser: Entry
    decision: ColourDecision | None


def may_be_left_open(section: Section) -> bool:
    """Whether the section's system leaves colours to the tables."""
    return not section.of_teams and section.system in BY_NO_RULE


def seated_in_order(pairing: int) -> list[Entry]:
    """The two at a table by number. One query."""
    seats = Seat.objects.filter(pairing=pairing).exclude(colour=Seat.Colour.BYE)
    entries = [seat.entry for seat in seats.select_related("entry__player")]
    return sorted(entries, key=lambda entry: entry.number or 0)


def decision_of(pairing: int, both: Sequence[Entry]) -> ColourDecision | None:
    """In force for those who sit there. One query."""
    decisions = ColourDecision.objects.filter(pairing=pairing, first__in=both, second__in=both)
    return decisions.select_related("first__player", "by", "by_entry__player").order_by("-pk").first()


def first_move_at(round_: Round, pairing: int, handicap: int) -> FirstMove | None:
    """At a table of a round; None where colours are as paired, or given by a handicap. Two queries, none
    where they are as paired."""
    how = round_.section.first_move
    if not how or handicap or round_.state not in OPEN:
        return None
    both = seated_in_order(pairing)
    return FirstMove(how, both[0], both[1], decision_of(pairing, both)) if len(both) == 2 else None


def has_begun(pairing: int) -> bool:
    """Whether a ply has been played in its first game. One query."""
    return LiveGame.objects.filter(pairing=pairing, game=1, head__gt=0).exists()
