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
    """Who decides at a table who moves first."""

    how: str
    # The one of the lower number, who holds the stones.
    holder: Entry
    guesser: Entry
    # The one in force, None while it is open.
    decision: ColourDecision | None


def may_be_left_open(section: Section) -> bool:
    """Whether the section's system leaves colours to the tables."""
    return not section.of_teams and section.system in BY_NO_RULE


def seated_in_order(pairing: int) -> list[Entry]:
    """Find the two at a table by number, in one query."""
    seats = Seat.objects.filter(pairing=pairing).exclude(colour=Seat.Colour.BYE)
    entries = [seat.entry for seat in seats.select_related("entry__player")]
    return sorted(entries, key=lambda entry: entry.number or 0)


def decision_of(pairing: int, both: Sequence[Entry]) -> ColourDecision | None:
    """Find the decision in force for those who sit there, in one query."""
    decisions = ColourDecision.objects.filter(pairing=pairing, first__in=both, second__in=both)
    return decisions.select_related("first__player", "by", "by_entry__player").order_by("-pk").first()


def first_move_at(round_: Round, pairing: int, handicap: int) -> FirstMove | None:
    """Find how the first move is decided; None where colours are as paired, or given by a handicap."""
    how = round_.section.first_move
    if not how or handicap or round_.state not in OPEN:
        return None
    both = seated_in_order(pairing)
    return FirstMove(how, both[0], both[1], decision_of(pairing, both)) if len(both) == 2 else None


def has_begun(pairing: int) -> bool:
    """Say whether a ply has been played in the table's first game, in one query."""
    return LiveGame.objects.filter(pairing=pairing, game=1, head__gt=0).exists()
