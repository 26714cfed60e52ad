"""Compute the list of a period, and all published ones anew: for preview, publication and correction."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from portal.journal.models import JournalEntry
from tournaments.models import ListRow, ListVersion, RatingPeriod, RatingSystem, SystemRules
from tournaments.queries.ratings.rated_games import (
    Counted,
    counted_in,
    input_in_force,
    newest_list_version,
    rules_on,
    system_with,
)
from tournaments.ratings.files import games_document, list_input_digest
from tournaments.ratings.periods import Mover, moved_players
from tournaments.ratings.rate import Rated, list_digest, rate
from tournaments.ratings.values import (
    FlawedInputError,
    Formula,
    ListFlaw,
    Pooled,
    Rating,
    RatingsOn,
    Row,
    State,
    System,
)
from tournaments.state.canonical import canonical_json, digest_of
from tournaments.state.gc_disabled import gc_disabled

# Movers, newcomers and flaws that are shown, of each.
MOST_SHOWN = 100
SCOPES_AT_ONCE = 400


@dataclass(slots=True)
class PeriodRun:
    """Hold a period that was computed.

    ``before``: the digest of the list before it; ``packed``: its public file of games; ``version``: as it is
    published, if it is; ``listed``: what people had in their hands before."""

    row: RatingPeriod
    rules: SystemRules
    system: System
    counted: Counted
    before: str
    input: str
    packed: bytes
    version: ListVersion | None
    rated: Rated
    digest: str
    listed: RatingsOn
    causes: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether its list is another one than was published."""
        return self.version is None or self.digest != self.version.digest

    @property
    def moved(self) -> list[Mover]:
        return moved_players(self.listed, self.rated.list)


@dataclass(slots=True)
class Run:
    """``flaws``: why nothing was computed; ``stand``: `journal_count` before anything was read."""

    system: RatingSystem
    stand: int
    periods: tuple[PeriodRun, ...] = ()
    flaws: tuple[ListFlaw, ...] = ()
    counted: Counted | None = None

    @property
    def input(self) -> str:
        return digest_of([run.input for run in self.periods])


def journal_count(system: RatingSystem) -> int:
    """Count the acts in the journal that a list of the system may rest on."""
    events = system.sections.exclude(section=None).values_list("section__event", flat=True)
    # What is done to a person meanwhile comes with the next correction.
    scopes = [f"organisation:{system.organisation_id}", *(f"event:{key}" for key in sorted(set(events)))]
    return sum(
        JournalEntry.objects.filter(scope__in=scopes[begin : begin + SCOPES_AT_ONCE]).count()
        for begin in range(0, len(scopes), SCOPES_AT_ONCE)
    )


def _rating(value: Decimal | None, *, whole: bool) -> Rating | None:
    return value if value is None or not whole else int(value)


def list_of_version(version: ListVersion, system: System) -> RatingsOn:
    """As the pure room takes it: what the next list is computed from."""
    whole = system.formula is not Formula.GOR
    columns = ("number", "rating", "k", "n", "games", "highest", "last", "state", "born", "pool", "started")
    rows = version.rows.order_by("number").values_list(*columns, "change").iterator()
    return RatingsOn(
        version.period.list_date,
        tuple(
            Row(
                number=number,
                rating=_rating(rating, whole=whole),
                k=k,
                n=n,
                games=games,
                highest=_rating(highest, whole=whole),
                last=last,
                state=State(state),
                born=born,
                pool=tuple(Pooled(date.fromisoformat(day), other, halves) for day, other, halves in pool),
                started=started,
                change=_rating(change, whole=whole),
            )
            for number, rating, k, n, games, highest, last, state, born, pool, started, change in rows
        ),
    )


class _Lists:
    """The lists of a system, loaded when they are needed and kept while they may be."""

    def __init__(self, periods: Iterable[RatingPeriod]) -> None:
        self._versions: dict[date, ListVersion] = {}
        for row in periods:
            if (version := newest_list_version(row)) is not None:
                self._versions[row.list_date] = version
        self._loaded: dict[date, RatingsOn] = {}
        self._anew: dict[date, RatingsOn] = {}

    def put(self, ratings: RatingsOn) -> None:
        """One that was computed anew, in place of what is published."""
        self._anew[ratings.date] = ratings

    def before(self, row: RatingPeriod, system: System, starts: Iterable[date]) -> list[RatingsOn]:
        """Return the list before the period, and those in force since the first of ``starts``."""
        dates = sorted(day for day in {*self._versions, *self._anew} if day <= row.first)
        earliest = min(starts, default=row.first)
        older = [day for day in dates if day <= earliest]
        needed = [day for day in dates if day >= (older[-1] if older else date.min)] or dates[-1:]
        # Older ones are let go, so that few lists are in memory at once.
        self._loaded = {
            day: self._anew.get(day) or self._loaded.get(day) or self.published(day, system) for day in needed
        }
        return [self._loaded[day] for day in needed]

    def published(self, day: date, system: System) -> RatingsOn:
        return list_of_version(self._versions[day], system)


def _starts(counted: Counted) -> list[date]:
    return [event.start for event in counted.games.events]


@gc_disabled()
def list_preview(period: RatingPeriod) -> Run:
    """The list of a period as it would be now."""
    system = period.system
    stand = journal_count(system)
    earlier = list(system.periods.filter(first__lt=period.first).order_by("first"))
    rules = rules_on(system, period.first)
    values, lists = system_with(rules), _Lists(earlier)
    counted = counted_in(period, values)
    last = newest_list_version(earlier[-1]) if earlier else None
    bases = lists.before(period, values, _starts(counted))
    try:
        rated = rate(values, counted.games.period, bases, counted.games.events, counted.games.adjustments)
    except FlawedInputError as error:
        return Run(system, stand, flaws=error.flaws, counted=counted)
    listed = bases[-1] if bases else RatingsOn(period.first, ())
    before = last.digest if last else ""
    run = _period_run(counted, rated, row=period, rules=rules, system=values, before=before, listed=listed)
    return Run(system, stand, (run,), counted=counted)


def _period_run(
    counted: Counted,
    rated: Rated,
    *,
    row: RatingPeriod,
    rules: SystemRules,
    system: System,
    before: str,
    listed: RatingsOn,
) -> PeriodRun:
    return PeriodRun(
        row=row,
        rules=rules,
        system=system,
        counted=counted,
        before=before,
        input=list_input_digest(system, counted.games, before),
        packed=packed_run(counted),
        version=None,
        rated=rated,
        digest=list_digest(system, rated.list.rows),
        listed=listed,
    )


def packed_run(counted: Counted) -> bytes:
    return zlib.compress(canonical_json(games_document(counted.games)).encode(), 6)


def unpacked_run(body: bytes) -> bytes:
    return zlib.decompress(body)


@gc_disabled()
def corrections_of(system: RatingSystem) -> Run:
    """Compute every published list as it would be now, from the first whose input has changed."""
    stand = journal_count(system)
    rows = list(system.periods.select_related("system").order_by("first"))
    # Always from what is in force, never by adding differences: the order of corrections cannot matter.
    lists = _Lists(rows)
    runs: list[PeriodRun] = []
    before = ""
    for row in rows:
        version = newest_list_version(row)
        if version is None:
            break
        rules = version.rules
        values = system_with(rules)
        counted = counted_in(row, values)
        stored = input_in_force(version)
        if list_input_digest(values, counted.games, before) == stored.digest:
            before = version.digest
            continue
        try:
            rated = rate(
                values,
                counted.games.period,
                lists.before(row, values, _starts(counted)),
                counted.games.events,
                counted.games.adjustments,
            )
        except FlawedInputError as error:
            return Run(system, stand, tuple(runs), error.flaws, counted)
        listed = lists.published(row.list_date, values)
        run = _period_run(
            *(counted, rated), row=row, rules=rules, system=values, before=before, listed=listed
        )
        run.version, run.causes = version, _causes(bytes(stored.games), run.packed)
        lists.put(rated.list)
        runs.append(run)
        before = run.digest
    return Run(system, stand, tuple(runs))


def _causes(stored: bytes, now: bytes) -> tuple[str, ...]:
    """List the uids of the sections of which another thing is counted."""
    earlier, later = (_events(body) for body in (stored, now))
    # Empty where only the list before is another, or an adjustment.
    return tuple(uid for uid in sorted(earlier.keys() | later.keys()) if earlier.get(uid) != later.get(uid))


def _events(body: bytes) -> Mapping[str, Any]:
    return {event["uid"]: event for event in json.loads(unpacked_run(bytes(body)))["events"]}


def decimal_rating(rating: Rating | None) -> str | None:
    """As the public files have it."""
    if rating is None:
        return None
    return f"{rating:.3f}" if isinstance(rating, Decimal) else str(rating)


def ordered(rated: Rated, system: System) -> Iterator[tuple[int, int | None, Row]]:
    """Yield position, place and row, by rating; equal ones by number of games, then number."""
    rows = sorted(
        rated.list.rows,
        key=lambda row: (row.rating is None, -(row.rating or 0), -row.games, row.number),
    )
    place, active, last = 0, 0, None
    for position, row in enumerate(rows, start=1):
        # Inactive and provisional ones have no place, and who has no rating stands behind.
        if row.state is State.ACTIVE and row.rating is not None:
            active += 1
            if row.rating != last:
                place, last = active, row.rating
            yield position, place, row
        else:
            yield position, None, row


def list_rows(run: PeriodRun, version: ListVersion) -> Iterator[ListRow]:
    """To be written, with the arithmetic."""
    decimals = run.system.formula is Formula.GOR
    for position, place, row in ordered(run.rated, run.system):
        lines = run.rated.lines.get(row.number, ())
        yield ListRow(
            version=version,
            number=row.number,
            position=position,
            place=place,
            rating=row.rating,
            k=row.k,
            n=row.n,
            games=row.games,
            highest=row.highest,
            last=row.last,
            state=row.state.value,
            born=row.born,
            pool=[(game.list_date.isoformat(), game.opponent, game.halves) for game in row.pool],
            started=row.started,
            before=row.before,
            change=row.change,
            k_used=row.k_used,
            total=row.total,
            first=[(game.list_date.isoformat(), game.opponent, game.halves) for game in row.first],
            lines=[
                (line[1], line[2], decimal_rating(line[3]), line[4], decimal_rating(line[5]), *line[6:])
                for line in lines
            ]
            if decimals
            else [line[1:] for line in lines],
        )
