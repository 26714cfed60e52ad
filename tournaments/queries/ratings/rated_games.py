"""Read what counts in a rating period as plain values, some sections at a time: there may be a million
games."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from django.db.models import Max, Min

from tournaments.models import (
    Entry,
    ListInput,
    ListVersion,
    Pairing,
    PersonNumber,
    RatedSection,
    RatingPeriod,
    RatingSystem,
    ResultReport,
    Seat,
    Section,
    SystemRules,
)
from tournaments.ratings.files import PeriodGames, rated_event, system_of
from tournaments.ratings.values import (
    Adjustment,
    Entrant,
    Formula,
    LateEvent,
    Period,
    RatedEvent,
    RatedGame,
    Start,
    System,
)
from tournaments.standings.ratings import newcomer_rating
from tournaments.state.causes import NOT_BY_PLAY

# Sections whose games are read together.
AT_ONCE = 100
# Such games do not count: nobody played, or a ruling.
FORFEIT, NOT_RATED = "forfeit", "not rated"
# Of what is ruled other than a win or a draw both would not have one point together.
HALVES = {"1-0": 2, "1/2": 1, "0-1": 0, "0-0": 0}


@dataclass(slots=True)
class Counted:
    """Count what a period holds; ``without``: players without a number, ``dropped``: their games."""

    games: PeriodGames
    numbers: dict[int, dict[str, str]] = field(default_factory=dict)
    without: int = 0
    dropped: int = 0


def rules_on(system: RatingSystem, day: date) -> SystemRules:
    """The rules for a period that begins then."""
    rows = list(system.rules.order_by("version"))
    in_force = [row for row in rows if row.valid_from <= day]
    return (in_force or rows)[-1 if in_force else 0]


def system_with(rules: SystemRules) -> System:
    return system_of(rules.document)


def corrects_late(system: RatingSystem) -> bool:
    """Whether an event whose list is published already counts there, by a correction, and not in the next."""
    return system_with(rules_on(system, date.max)).late is LateEvent.CORRECT


def period_of(row: RatingPeriod) -> Period:
    return Period(row.name, row.first, row.end, row.list_date)


def newest_list_version(period: RatingPeriod) -> ListVersion | None:
    return period.versions.order_by("-number").first()


def input_in_force(version: ListVersion) -> ListInput:
    return version.inputs.order_by("-pk")[0]


def counted_in(row: RatingPeriod, system: System) -> Counted:
    """Read the games of a period as they stand, in a fixed number of queries for every `AT_ONCE` sections."""
    chosen = list(row.sections.select_related("section__event"))
    counted = Counted(PeriodGames(period_of(row), ()))
    events: list[RatedEvent] = []
    # A section that is gone counts as it was last published.
    lost = [item for item in chosen if item.section is None]
    if lost:
        events += _as_last_published(row, {item.uid for item in lost})
    present = [item for item in chosen if item.section is not None]
    for begin in range(0, len(present), AT_ONCE):
        events += _events_of(row, system, present[begin : begin + AT_ONCE], counted)
    whole = system.formula is not Formula.GOR
    adjustments = row.system.adjustments.filter(day__gte=row.first, day__lt=row.end)
    counted.games = PeriodGames(
        period_of(row),
        tuple(events),
        tuple(
            Adjustment(item.number, item.day, int(item.value) if whole else item.value, item.reason)
            for item in adjustments
        ),
    )
    return counted


def _as_last_published(row: RatingPeriod, uids: set[str]) -> Iterator[RatedEvent]:
    """Sections that were deleted since: what they counted stays."""
    version = newest_list_version(row)
    if version is None:
        return
    document = json.loads(zlib.decompress(bytes(input_in_force(version).games)))
    for event in document["events"]:
        if event["uid"] in uids:
            yield rated_event(event)


@dataclass(slots=True)
class NumberedPlayer:
    number: str
    entrant: Entrant


def _events_of(
    row: RatingPeriod, system: System, group: Sequence[RatedSection], counted: Counted
) -> Iterator[RatedEvent]:
    keys = [item.section_id for item in group]
    players, numbers, without = rated_players(row.system, system, group)
    counted.without += len(without)
    for item in group:
        counted.numbers[item.pk] = numbers[item.section_id or 0]
    days = days_of(keys)
    left_out = {pairing for item in group for pairing in item.left_out}
    games: dict[int, list[RatedGame]] = {key or 0: [] for key in keys}
    for key, game in _games(keys, players, left_out):
        if game is None:
            counted.dropped += 1
        else:
            games[key].append(game)
    for item in group:
        if (section := item.section) is None:
            continue
        start, end = days.get(section.pk) or (section.event.starts, section.event.ends)
        met = {number for game in games[section.pk] for number in (game.first, game.second)}
        entrants = {
            player.number: player.entrant
            for entry in numbers[section.pk]
            if (player := players[int(entry)]).number in met
        }
        yield RatedEvent(
            uid=item.uid,
            start=start,
            end=end,
            games=tuple(games[section.pk]),
            kind=section.rating_class if system.weights else "",
            entrants=tuple(entrants.values()),
            late=end < row.first,
        )


def rated_players(
    owner: RatingSystem, system: System, group: Iterable[RatedSection]
) -> tuple[dict[int, NumberedPlayer], dict[int, dict[str, str]], set[int]]:
    """Return the players by entry, their numbers by section and entry, and the entries without one."""
    noted = {key: number for item in group for key, number in item.numbers.items()}
    keys = [item.section_id for item in group]
    # Asked by a question within, persons are looked up one by one; joined, an issuer's numbers are all read.
    play = Entry.objects.filter(section__in=keys).order_by().values("player__person")
    held = PersonNumber.objects.filter(issuer=owner.numbers, former=False, person__in=play).order_by()
    number_of = dict(held.values_list("person", "number"))
    by_age = any(step.age_at_most is not None for step in system.k)
    players: dict[int, NumberedPlayer] = {}
    numbers: dict[int, dict[str, str]] = {key or 0: {} for key in keys}
    without: set[int] = set()
    rows = Entry.objects.filter(section__in=keys).values_list(
        *("pk", "section", "player__person", "player__birth_year", "player__grade", "player__declared_grade")
    )
    for pk, section, person, born, grade, declared in rows:
        # The number in force of the person; of who was forgotten the one that was noted.
        number = number_of.get(person) or noted.get(str(pk))
        if number is None:
            without.add(pk)
            continue
        start = start_of(system, grade, declared)
        players[pk] = NumberedPlayer(number, Entrant(number, born if by_age else None, start))
        numbers[section][str(pk)] = number
    return players, numbers, without


def start_of(system: System, grade: str, declared: str) -> int | None:
    """At what somebody of this grade begins, where the system says so."""
    rule = system.newcomers
    if not isinstance(rule, Start):
        return None
    if system.formula is not Formula.GOR:
        return next((rule.grades[item] for item in (grade, declared) if item and item in rule.grades), None)
    for item in (declared, grade):
        try:
            return newcomer_rating(item)
        except ValueError:
            continue
    return None


def days_of(sections: Iterable[int | None]) -> dict[int, tuple[date, date]]:
    """Return on which days the first and the last round of these sections began; one query."""
    rows = Section.objects.filter(pk__in=[*sections], round_set__starts_at__isnull=False)
    rounds = rows.annotate(begun=Min("round_set__starts_at"), over=Max("round_set__starts_at"))
    # By the event's clock.
    return {
        pk: (begun.astimezone(ZoneInfo(zone)).date(), over.astimezone(ZoneInfo(zone)).date())
        for pk, zone, begun, over in rounds.values_list("pk", "event__time_zone", "begun", "over")
    }


def _games(
    keys: Sequence[int | None], players: Mapping[int, NumberedPlayer], left_out: set[int]
) -> Iterator[tuple[int, RatedGame | None]]:
    """Section and game; None for a game of somebody without a number. Three queries."""
    seats: dict[int, list[int]] = {}
    taken = Seat.objects.filter(round__section__in=keys).exclude(colour=Seat.Colour.BYE)
    for pairing, colour, entry in taken.values_list("pairing", "colour", "entry").iterator():
        seats.setdefault(pairing, [0, 0])[colour == Seat.Colour.SECOND] = entry
    reports: dict[int, list[tuple[int, str, bool]]] = {}
    # What a result counts as for ratings alone stands beside it.
    in_force = ResultReport.objects.in_force().filter(pairing__round__section__in=keys).order_by()
    for pairing, game, value, forfeit, detail in in_force.values_list(
        "pairing", "game", "value", "forfeit", "detail"
    ).iterator():
        reports.setdefault(pairing, []).append((game, detail.get("rated") or value, forfeit))
    tables = Pairing.objects.filter(round__section__in=keys, table__isnull=False).order_by()
    for pairing, section, number, handicap in tables.values_list(
        "pk", "round__section", "round__number", "handicap"
    ).iterator():
        first, second = (players.get(entry) for entry in seats[pairing])
        for game, value, forfeit in reports.get(pairing, [(1, "", False)]):
            if first is None or second is None:
                yield section, None
                continue
            # In each further game of a match colours are exchanged (R10).
            red, black = (first, second) if game % 2 else (second, first)
            ruled = value in NOT_BY_PLAY and not forfeit
            kind = NOT_RATED if ruled or pairing in left_out else FORFEIT if forfeit else "played"
            yield (
                section,
                RatedGame(number, red.number, black.number, HALVES.get(value), kind, -handicap, game),
            )
