"""Add up every public game of a person, read as values: somebody may have played a thousand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import ADDRESS, Day, Hidden, component
from portal.published.models import Page
from tournaments.models import Entry, ResultReport, Seat, Section
from tournaments.queries.addresses import api_address
from tournaments.queries.public.public import Named, path_of
from tournaments.queries.public.public_state import PUBLIC_STATES
from tournaments.queries.teams.matches import best_of
from tournaments.standings.crosstable import CellOutcome
from tournaments.state.tournament import Side

CALLED = ("name", "native_name", "federation")
# What a value is to who moves first, and to the other.
WORTH = {
    "1-0": (CellOutcome.WIN, CellOutcome.LOSS),
    "0-1": (CellOutcome.LOSS, CellOutcome.WIN),
    "1/2": (CellOutcome.DRAW, CellOutcome.DRAW),
    "0-0": (CellOutcome.LOSS, CellOutcome.LOSS),
    "1/2-0": (CellOutcome.DRAW, CellOutcome.LOSS),
    "0-1/2": (CellOutcome.LOSS, CellOutcome.DRAW),
}


@component("Score")
@dataclass(slots=True)
class GamesScore:
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def add(self, outcome: str) -> None:
        self.wins += outcome == CellOutcome.WIN
        self.draws += outcome == CellOutcome.DRAW
        self.losses += outcome == CellOutcome.LOSS


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """``person``: the code; empty for who has no page; ``rating``: as entered at the event."""

    person: Annotated[str, _("Code of the person; empty without a public page.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    federation: Annotated[str, _("Three-letter code.")]
    key: Hidden[int]
    rating: Hidden[int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonGame:
    event: Named
    section: Named
    kind: Section.Game
    day: Annotated[Day, _("The first day of the event.")]
    round: int
    table: int
    side: Annotated[Side, _("On which the person played.")]
    opponent: Opponent
    outcome: Annotated[CellOutcome | None, _("null without a result.")]
    forfeit: bool
    record: Annotated[str | None, ADDRESS]
    round_path: Hidden[str]
    record_path: Hidden[str]


@dataclass(slots=True)
class Meetings:
    """With one opponent; ``first`` and ``second``: by the person's side. Forfeits are no games."""

    opponent: Opponent
    total: GamesScore = field(default_factory=GamesScore)
    first: GamesScore = field(default_factory=GamesScore)
    second: GamesScore = field(default_factory=GamesScore)


@dataclass(frozen=True, slots=True)
class PersonPlace:
    """A game's place: enough to say everything of it once it is shown."""

    entry: int
    number: int
    table: int
    game: int
    side: Side
    opponent: Opponent
    outcome: CellOutcome | None
    forfeit: bool


def public_games_of_person(entries: Mapping[int, Entry], withheld: tuple[str, ...]) -> list[PersonPlace]:
    """List the games in public rounds that are not taken back, the newest first; three queries."""
    # Asked by the few entries and not by the hundreds of their pairings: to write those into a question took
    # as long as the answer.
    seated = Seat.objects.filter(
        entry__in=entries, round__state__in=PUBLIC_STATES, pairing__table__isnull=False
    )
    rows = seated.order_by("-round__number", "pk").values_list(
        "pairing", "entry", "colour", "round__number", "pairing__table"
    )
    against = _opponents_of(entries)
    reports: dict[int, list[tuple[int, str, bool]]] = {}
    for pairing, game, value, forfeit in (
        ResultReport.objects.in_force()
        .filter(pairing__seats__entry__in=entries)
        .order_by("game")
        .values_list("pairing", "game", "value", "forfeit")
    ):
        reports.setdefault(pairing, []).append((game, value, forfeit))
    places: list[PersonPlace] = []
    for pairing, key, colour, number, table in rows:
        entry = entries[key]
        opponent, opponents_number = against.get(pairing, (None, 0))
        if opponent is None or _round_path(entry.section, number).startswith(withheld):
            continue
        pair = (entry.number or 0, opponents_number)
        played = reports.get(pairing, [])
        if best_of(entry.section, number, pair) is None:
            played = played[:1]
        for game, value, forfeit in played or [(1, "", False)]:
            # In an even game of a match the colours are exchanged.
            first = (colour == Seat.Colour.FIRST) == bool(game % 2)
            side = Side.FIRST if first else Side.SECOND
            outcome = WORTH[value][0 if first else 1] if value else None
            places.append(PersonPlace(key, number, table or 0, game, side, opponent, outcome, forfeit))
    order = {key: at for at, key in enumerate(entries)}
    places.sort(key=lambda place: (order[place.entry], -place.number))
    return places


def _opponents_of(entries: Mapping[int, Entry]) -> dict[int, tuple[Opponent, int]]:
    """Return opponents by pairing, with the number that each has there; one query."""
    player, person = "entry__player", "entry__player__person"
    others = Seat.objects.filter(pairing__seats__entry__in=entries).exclude(entry__in=entries).order_by()
    # Six hundred rows of three tables each, as objects, were a third of what the page cost.
    rows = others.values_list(
        "pairing",
        "entry__number",
        "entry__rating",
        f"{person}__pk",
        f"{person}__uid",
        f"{person}__listed",
        *(f"{whose}__{column}" for whose in (person, player) for column in CALLED),
    )
    return {
        pairing: (
            Opponent(
                # Who has a public page is called as there, anybody else as at the event.
                **dict(zip(CALLED, called[:3] if listed else called[3:], strict=True)),
                person=str(code) if listed else "",
                key=who,
                rating=rating,
            ),
            number or 0,
        )
        for pairing, number, rating, who, code, listed, *called in rows
    }


def meetings_of(places: Iterable[PersonPlace]) -> list[Meetings]:
    """The score against each opponent, the most games first."""
    meetings_by_person: dict[int, Meetings] = {}
    for place in places:
        if place.outcome is None or place.forfeit:
            continue
        who = place.opponent
        meetings = meetings_by_person.get(who.key)
        if meetings is None:
            meetings = meetings_by_person[who.key] = Meetings(who)
        meetings.total.add(place.outcome)
        (meetings.first if place.side is Side.FIRST else meetings.second).add(place.outcome)
    return sorted(meetings_by_person.values(), key=lambda place: (-place.total.games, place.opponent.name))


def person_games(places: Collection[PersonPlace], entries: Mapping[int, Entry]) -> list[PersonGame]:
    """Those of ``places``, with their records where these are public. One query."""
    records = [_record_path(entries[place.entry].section, place) for place in places]
    public = Page.objects.filter(path__in=set(records), withdrawn=False)
    there = set(public.values_list("path", flat=True))
    return [
        _game(place, entries[place.entry], record, there)
        for place, record in zip(places, records, strict=True)
    ]


def _game(place: PersonPlace, entry: Entry, record: str, there: Collection[str]) -> PersonGame:
    section, event = entry.section, entry.section.event
    return PersonGame(
        event=Named(slug=event.slug, name=event.name, native_name=event.native_name),
        section=Named(slug=section.slug, name=section.name, native_name=section.native_name),
        kind=Section.Game(section.game),
        day=event.starts.isoformat(),
        round=place.number,
        table=place.table,
        side=place.side,
        opponent=place.opponent,
        outcome=place.outcome,
        forfeit=place.forfeit,
        record=api_address(record) if record in there else None,
        round_path=_round_path(section, place.number),
        record_path=record if record in there else "",
    )


def _round_path(section: Section, number: int) -> str:
    return f"{path_of(section)}round/{number}/"


def _record_path(section: Section, place: PersonPlace) -> str:
    """Where the app of games publishes a record."""
    replay = f"{place.game}/" if place.game > 1 else ""
    return f"{_round_path(section, place.number)}table/{place.table}/{replay}"


def sides_of(
    places: Sequence[PersonPlace], entries: Mapping[int, Entry]
) -> dict[Section.Game, dict[Side, GamesScore]]:
    """The score by game and side; forfeits are no games."""
    scores: dict[Section.Game, dict[Side, GamesScore]] = {}
    for place in places:
        if place.outcome is None or place.forfeit:
            continue
        sides = scores.setdefault(
            Section.Game(entries[place.entry].section.game), {side: GamesScore() for side in Side}
        )
        sides[place.side].add(place.outcome)
    return scores
