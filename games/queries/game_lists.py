"""Every game of a section or an event that can be read, as a list to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.models import GameRecord
from games.queries.public_games import TableGame, opening_code, public_games, sides_of
from portal.published.documents import Hidden
from tournaments.models import Event, ResultReport
from tournaments.queries.public import (
    EventRef,
    Framed,
    Person,
    Result,
    ResultValue,
    SectionRef,
    event_ref,
    framing,
    person,
    section_of,
    section_ref,
)
from tournaments.queries.public_state import Moment
from tournaments.queries.seats import seats_and_players
from tournaments.state.name_search import variants


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One line of the list."""

    round: int
    table: int
    game: Annotated[int, _("In a match: which game.")]
    first: Person
    second: Person
    results: Annotated[Sequence[Result], _("Empty without a result.")]
    opening: Annotated[str, _("Xiangqi: code of the opening, by its first moves; empty if it has none.")]
    plies: int
    section: Hidden[SectionRef]

    @property
    def path(self) -> str:
        """The game's page, below the section's."""
        return f"round/{self.round}/{TableGame(self.table, self.game).path}"

    @property
    def moves(self) -> int:
        """As people count: a move of each side is one in xiangqi, each stone is one in weiqi."""
        return self.plies if self.section.game == "weiqi" else (self.plies + 1) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GameList(Framed):
    """The games of a section. ``variants``: other forms of the names' characters, for who looks for one."""

    games: Sequence[GameRow]
    variants: Hidden[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGameList:
    """The games of all sections of an event."""

    event: EventRef
    games: Sequence[GameRow]
    variants: Hidden[str]


def section_games(key: int, moment: Moment) -> GameList:
    section = section_of(key)
    rows = _rows(public_games().filter(pairing__round__section=section))
    return GameList(**framing(section, moment), games=rows, variants=_variants(rows))


def event_games(key: int) -> EventGameList:
    rows = _rows(public_games().filter(pairing__round__section__event=key))
    return EventGameList(event=event_ref(Event.objects.get(pk=key)), games=rows, variants=_variants(rows))


def _variants(rows: Sequence[GameRow]) -> str:
    people = (who for row in rows for who in (row.first, row.second))
    return variants(text for who in people for text in (who.name, who.native_name))


def _rows(found: QuerySet[GameRecord]) -> list[GameRow]:
    """By section, round and table. Of a reading only what the list shows leaves the database."""
    reports = ResultReport.objects.in_force().filter(pairing__in=found.values("pairing"))
    official = {(one.pairing_id, one.game): one for one in reports}
    records = (
        found.select_related("pairing__round__section__event")
        .defer("pairing__round__draft_input", "pairing__round__draft_changes")
        .prefetch_related(seats_and_players("pairing__seats"))
        .order_by("pairing__round__section__position", "pairing__round__number", "pairing__table", "game")
    )
    readings = {
        key: (plies, moves, start)
        for key, plies, moves, start in found.values_list(
            "pk", "reading__data__plies", "reading__data__moves__iccs", "reading__data__start_fen"
        )
    }
    return [
        _row(record, official.get((record.pairing_id, record.game)), *readings[record.pk])
        for record in records
    ]


def _row(
    record: GameRecord, report: ResultReport | None, plies: int, moves: Sequence[str] | None, start: str
) -> GameRow:
    pairing = record.pairing
    seats = {seat.colour: person(seat.entry) for seat in pairing.seats.all()}
    first, second = sides_of(record.game)
    iccs: Mapping[str, Sequence[str]] = {"iccs": moves or ()}
    return GameRow(
        round=pairing.round.number,
        table=pairing.table or 0,
        game=record.game,
        first=seats[first],
        second=seats[second],
        results=[Result(cast("ResultValue", report.value), report.forfeit)] if report else [],
        opening=opening_code(iccs, start),
        plies=plies,
        section=section_ref(pairing.round.section),
    )
