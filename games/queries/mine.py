"""What a player sees of the own tournament, behind the private link."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import GameRecord
from tournaments.models import Entry, Pairing, Round, Seat
from tournaments.queries.moment import PUBLIC_STATES
from tournaments.queries.tables import TableRow, table_row
from tournaments.queries.told import outcome_of


@dataclass(frozen=True, slots=True)
class MyTable:
    """The player's place in a round: ``row`` is None for the bye and for an absence. ``said`` and ``theirs``
    are outcomes as each side has said them of the game that is due."""

    round: Round
    row: TableRow | None
    colour: str
    said: str = ""
    theirs: str = ""

    @property
    def opponent(self) -> Entry | None:
        if self.row is None:
            return None
        return self.row.second if self.colour == Seat.Colour.FIRST else self.row.first

    @property
    def may_report(self) -> bool:
        """Whether the round takes results and this table's next game still lacks one."""
        open_ = self.round.state in (Round.State.PUBLISHED, Round.State.PLAYING)
        return open_ and self.row is not None and self.row.next_game is not None

    @property
    def outcome(self) -> str:
        """How the last game ended for the player; empty while it has no result."""
        last = self.row.results[-1]["value"] if self.row and self.row.reports else ""
        return outcome_of(str(last), self.colour)


def current_round(entry: Entry) -> Round | None:
    """The newest round that everybody sees."""
    rounds = Round.objects.filter(section=entry.section_id, state__in=PUBLIC_STATES)
    return rounds.defer("draft_input", "draft_changes").order_by("-number").first()


def my_table(entry: Entry, round_: Round) -> MyTable:
    """Where the player sits in a public round."""
    round_.section = entry.section
    seat = Seat.objects.filter(round=round_, entry=entry).select_related("pairing").first()
    row = table_row(round_, seat.pairing.table) if seat and seat.pairing.table else None
    if seat is None or row is None:
        return MyTable(round_, None, seat.colour if seat else "")
    mine, theirs = row.told.first, row.told.second
    other = Seat.Colour.SECOND
    if seat.colour == Seat.Colour.SECOND:
        mine, theirs, other = theirs, mine, Seat.Colour.FIRST
    # Nobody sees what the other has said before having said something.
    return MyTable(
        round_,
        row,
        seat.colour,
        said=outcome_of(mine, seat.colour),
        theirs=outcome_of(theirs, other) if mine else "",
    )


@dataclass(frozen=True, slots=True)
class MyGame:
    """A game of the player that has, or should have, a record."""

    round: int
    table: int
    record: GameRecord | None


def my_games(entry: Entry) -> list[MyGame]:
    """Every table at which the player has sat, the newest first, each with the record in force. Two
    queries."""
    pairings = list(
        Pairing.objects.filter(seats__entry=entry, table__isnull=False, round__state__in=PUBLIC_STATES)
        .select_related("round")
        .defer("round__draft_input", "round__draft_changes")
        .order_by("-round__number")
    )
    records = (
        GameRecord.objects.filter(pairing__in=pairings, game=1, superseded_by__isnull=True)
        .select_related("reading", "acceptance")
        .defer("reading__data")
    )
    by_pairing = {record.pairing_id: record for record in records}
    return [
        MyGame(pairing.round.number, pairing.table or 0, by_pairing.get(pairing.pk)) for pairing in pairings
    ]


def my_pairing(entry: Entry, number: int) -> Pairing | None:
    """The player's table in a public round, its round and section loaded."""
    found = Pairing.objects.filter(
        seats__entry=entry,
        table__isnull=False,
        round__number=number,
        round__section=entry.section_id,
        round__state__in=PUBLIC_STATES,
    )
    return found.select_related("round__section__event").first()
