"""Every game of a section or an event that can be read, as a list to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar, cast

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.models import GameRecord
from games.queries.public_games import TableGame, game_sides, opening_code, public_games
from portal.published.documents import Hidden
from tournaments.models import Event, ResultReport
from tournaments.queries.public.public import (
    EventRef,
    Framed,
    Named,
    PartOfTable,
    PublicPerson,
    PublicResult,
    ResultValue,
    SectionRef,
    event_ref,
    framing,
    heading_host,
    person,
    public_result,
    section_of,
    section_ref,
)
from tournaments.queries.public.public_parts import part_rows, ranges, table_part
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.register.namesakes import namesakes_in
from tournaments.queries.seats import seats_and_players
from tournaments.state.namesakes import Apart
from tournaments.text.name_search import variants

_SECTION, _EVENT = "pairing__round__section", "pairing__round__section__event"
ORDER = (f"{_SECTION}__position", "pairing__round__number", "pairing__table", "game")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One line of the list."""

    round: int
    table: int
    game: Annotated[int, _("In a match: which game.")]
    first: PublicPerson
    second: PublicPerson
    results: Annotated[Sequence[PublicResult], _("Empty without a result.")]
    opening: Annotated[str, _("Xiangqi: code of the opening, by its first moves; empty if it has none.")]
    plies: int
    section: Hidden[SectionRef]

    @property
    def path(self) -> str:
        """The game's page, below the section's."""
        return f"round/{self.round}/{TableGame(self.table, self.game).path}"

    @property
    def moves(self) -> int:
        """Count moves as people do: a move of each side is one in xiangqi, each stone is one in weiqi."""
        return self.plies if self.section.game == "weiqi" else (self.plies + 1) // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKeys:
    """Which games a list has."""

    # Those whose record has this value there.
    scope: tuple[str, int]
    # The records' ids in the order of the list.
    records: Sequence[int]
    # Those that the records are of.
    rounds: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameList(Framed):
    """The games of a section."""

    # Of all parts; a part reads its own games alone.
    keys: Hidden[GameKeys]
    games: Sequence[GameRow] = ()
    # Other forms of the names' characters, for who looks for one.
    variants: Hidden[str] = ""
    part: PartOfTable = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGameList:
    """The games of all sections of an event."""

    event: EventRef
    host: Hidden[Named | None]
    keys: Hidden[GameKeys]
    games: Sequence[GameRow] = ()
    variants: Hidden[str] = ""
    part: PartOfTable = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGame:
    """A game of a list in parts."""

    path: Annotated[str, _("Its page, below the event's.")]
    section: Annotated[str, _("URL name.")]
    round: int
    table: int
    game: Annotated[int, _("In a match: which game.")]
    first: Annotated[int, _("Which of the people, from 0.")]
    second: int
    results: Annotated[Sequence[PublicResult], _("Empty without a result.")]
    opening: Annotated[str, _("Xiangqi: code of the opening, by its first moves; empty if it has none.")]
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGames:
    """All games of a list in parts, for who looks for some of them."""

    event: EventRef
    sections: Sequence[SectionRef]
    people: Sequence[PublicPerson]
    games: Sequence[FoundGame]
    variants: Annotated[str, _("Chinese characters of these names, each before the one it is found by.")]


def section_games(key: int, moment: PublicSnapshot) -> GameList:
    section = section_of(key)
    return GameList(**framing(section, moment), keys=_keys(_SECTION, key))


def event_games(key: int) -> EventGameList:
    event = Event.objects.select_related("organisation").get(pk=key)
    return EventGameList(event=event_ref(event), host=heading_host(event), keys=_keys(_EVENT, key))


L = TypeVar("L", GameList, EventGameList)


def cut_games(whole: L, number: int) -> L:
    """Read a part of the list by section, round and table; only what is shown."""
    records = whole.keys.records
    base = whole.section.url if isinstance(whole, GameList) else whole.event.url
    part = table_part(number, len(records), ranges(len(records)), f"{base}/games")
    records_shown = records if part is None else records[part_rows(number, len(records))]
    rows = _rows(GameRecord.objects.filter(pk__in=records_shown))
    names = "" if part else variants(text for row in rows for text in _texts(row))
    return replace(whole, part=part, games=rows, variants=names)


def all_games(whole: GameList | EventGameList) -> FoundGames:
    scope, key = whole.keys.scope
    rows = _rows(public_games().filter(**{scope: key}))
    at: dict[tuple[str, int | None], int] = {}
    people: list[PublicPerson] = []
    for row in rows:
        for who in (row.first, row.second):
            if (row.section.slug, who.number) not in at:
                at[row.section.slug, who.number] = len(people)
                people.append(who)
    return FoundGames(
        event=whole.event,
        sections=list({row.section.slug: row.section for row in rows}.values()),
        people=people,
        games=[
            FoundGame(
                path=f"{row.section.slug}/{row.path}",
                section=row.section.slug,
                round=row.round,
                table=row.table,
                game=row.game,
                first=at[row.section.slug, row.first.number],
                second=at[row.section.slug, row.second.number],
                results=row.results,
                opening=row.opening,
                moves=row.moves,
            )
            for row in rows
        ],
        variants=variants(text for who in people for text in (who.name, who.native_name)),
    )


def _texts(row: GameRow) -> Iterator[str]:
    for who in (row.first, row.second):
        yield from (who.name, who.native_name)


def _keys(scope: str, key: int) -> GameKeys:
    """Find the list's games by section, round and table, in one query."""
    games = public_games().filter(**{scope: key}).order_by(*ORDER)
    keys = list(games.values_list("pk", "pairing__round__number"))
    rounds = sorted({number for _pk, number in keys})
    return GameKeys(scope=(scope, key), records=[pk for pk, _round in keys], rounds=rounds)


def _rows(games: QuerySet[GameRecord]) -> list[GameRow]:
    """Read the lines by section, round and table."""
    reports = ResultReport.objects.in_force().filter(pairing__in=games.values("pairing"))
    official = {(record.pairing_id, record.game): record for record in reports}
    records = (
        games.select_related("pairing__round__section__event")
        .defer("pairing__round__draft_input", "pairing__round__draft_changes")
        .prefetch_related(seats_and_players("pairing__seats"))
        .order_by(*ORDER)
    )
    # Of a reading only what the list shows leaves the database.
    readings = {
        key: (plies, moves, start)
        for key, plies, moves, start in games.values_list(
            "pk", "reading__data__plies", "reading__data__moves__iccs", "reading__data__start_fen"
        )
    }
    apart = namesakes_in(games.values_list("pairing__round__section", flat=True))
    return [
        _row(record, readings[record.pk], apart, official.get((record.pairing_id, record.game)))
        for record in records
    ]


def _row(
    record: GameRecord,
    reading: tuple[int, Sequence[str] | None, str],
    apart: Mapping[int, Apart],
    report: ResultReport | None,
) -> GameRow:
    plies, moves, start = reading
    pairing = record.pairing
    seats = {seat.colour: person(seat.entry, apart) for seat in pairing.seated}
    first, second = game_sides(record.game)
    iccs: Mapping[str, Sequence[str]] = {"iccs": moves or ()}
    return GameRow(
        round=pairing.round.number,
        table=pairing.table or 0,
        game=record.game,
        first=seats[first],
        second=seats[second],
        results=[public_result(report, cast("ResultValue", report.value))] if report else [],
        opening=opening_code(iccs, start),
        plies=plies,
        section=section_ref(pairing.round.section),
    )
