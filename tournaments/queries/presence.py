"""Who would be paired though nobody has said that the player is here, and which tables of a round that is
played on line show no sign of play ten minutes after its start.

Somebody who was never checked in, or has lost the last game by not coming, is neither paired nor given a bye
before a person has said that he or she plays (`acts.confirm_players`). Where a section does without check-in
(`Section.check_in_needed`), only the second is asked about.

"Those who fail to take seats within 10 minutes will be penalized with a loss" (Tiantian 2020, 3). The site
does not see the game: it knows of results, what players say, fouls, and what other apps tell of a table.
`register_activity` takes a provider, a function of rounds that gives the ids of pairings at which something
has happened. That nothing has is a reason to look, not a verdict: a person decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from portal.published.reading import read_once
from tournaments.models import Entry, Foul, Match, Pairing, PlayerReport, ResultReport, Round, Seat, Section
from tournaments.pairing.knockout import remaining
from tournaments.pairing.values import PairingInputError
from tournaments.queries.entering.entries import playing
from tournaments.queries.progress import open_before
from tournaments.queries.teams.matches import as_seated
from tournaments.queries.tournament import tournament_of
from tournaments.state.causes import ResultCause


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """``missed``: the round that the player has lost by not coming; None: never checked in."""

    entry: Entry
    missed: int | None


def unconfirmed(round_: Round) -> list[Unconfirmed]:
    """List those who are to be paired and whom nobody has seen, by number; at most six queries."""
    # Before the lots, and while an earlier round is open, who comes may still change. Asked once for the page
    # and its list of what is to be done.
    if round_.section.lots_drawn_at is None:
        return []
    key = ("unconfirmed", round_.pk)
    return read_once(key, lambda: [] if open_before(round_) else to_confirm(round_))


def to_confirm(round_: Round) -> list[Unconfirmed]:
    """The same, the rounds before it being closed. Of teams nobody is: who sits where a line-up says."""
    section = round_.section
    if section.of_teams:
        return []
    missed = _missed(section, before=round_.number)
    doubtful = Q(pk__in=list(missed))
    if section.check_in_needed:
        doubtful |= ~Q(status=Entry.Status.CHECKED_IN)
    unconfirmed = []
    for entry in playing(round_).filter(doubtful):
        lost = missed.get(entry.pk)
        if lost is not None and (entry.here_from is None or entry.here_from <= lost):
            unconfirmed.append(Unconfirmed(entry, lost))
        elif section.check_in_needed and entry.status != Entry.Status.CHECKED_IN:
            unconfirmed.append(Unconfirmed(entry, None))
    if unconfirmed and section.system == Section.System.KNOCK_OUT and round_.number > 1:
        return _still_in(round_, unconfirmed)
    return unconfirmed


def _still_in(round_: Round, unconfirmed: list[Unconfirmed]) -> list[Unconfirmed]:
    """Those whom a knock-out has not put out."""
    tournament = tournament_of(round_.section, before_round=round_.number)
    try:
        going_on = remaining(tournament, round_.number)
    except PairingInputError:
        # A bracket that cannot be read is refused by whoever pairs it; until then everybody is asked about.
        return unconfirmed
    return [row for row in unconfirmed if row.entry.number in going_on]


def _missed(section: Section, *, before: int) -> Mapping[int, int]:
    """Return the round of the last game, by id of the entry, of those who have lost it by not coming."""
    if before == 1:
        return {}
    forfeits = ResultReport.objects.in_force().filter(
        pairing__round__section=section,
        pairing__round__number__lt=before,
        forfeit=True,
        # A game that fouls, a claim or an arbiter have decided is none of them.
        cause__in=(ResultCause.PLAY, ResultCause.LATE, ResultCause.ABSENT),
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


# Tiantian 2020, 3.
PATIENCE = timedelta(minutes=10)

Provider = Callable[[Sequence[Round]], Iterable[int]]
_providers: list[Provider] = []


def register_activity(provider: Provider) -> None:
    """Have ``provider`` asked about every round played on line; called in ``AppConfig.ready()``."""
    if provider not in _providers:
        _providers.append(provider)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A side of such a table. ``taken_at``: when the player has said to be there, else None."""

    colour: str
    entry: Entry
    taken_at: datetime | None


@dataclass(frozen=True, slots=True)
class IdleTable:
    """A table without a sign of play."""

    pairing: int
    table: int
    first: Waiting
    second: Waiting


def _plays_online(round_: Round) -> bool:
    return round_.section.online and round_.is_public and round_.state != Round.State.CLOSED


def is_due(round_: Round, match: Match | None = None) -> bool:
    """Tell whether the ten minutes of this round, or of a match of it, are over."""
    starts = round_.start_of(match)
    return _plays_online(round_) and starts is not None and timezone.now() >= starts + PATIENCE


def idle_tables(round_: Round) -> list[IdleTable]:
    """Those at which at least one side has not said to be there, by table."""
    return idle_by_round([round_])[round_.pk]


def idle_by_round(rounds: Iterable[Round]) -> dict[int, list[IdleTable]]:
    """List tables without a sign of play, by id of the round; as many queries as for one."""
    return {
        key: [table for table in tables if not (table.first.taken_at and table.second.taken_at)]
        for key, tables in silent_by_round(rounds).items()
    }


def silent_by_round(rounds: Iterable[Round]) -> dict[int, list[IdleTable]]:
    """Those too at which both have said to be there; one query more than `active_pairings`."""
    rounds = list(rounds)
    idle: dict[int, list[IdleTable]] = {round_.pk: [] for round_ in rounds}
    due = {
        round_.pk: round_
        for round_ in rounds
        if is_due(round_) or (round_.section.of_teams and _plays_online(round_))
    }
    if not due:
        return idle
    seats = Seat.objects.filter(round__in=due, pairing__table__isnull=False)
    seats = seats.exclude(pairing__in=active_pairings([*due.values()]))
    seats = seats.select_related("pairing__match", "entry__player")
    sides: dict[int, dict[str, Waiting]] = {}
    tables: dict[int, Pairing] = {}
    for seat in seats.order_by("pairing__table"):
        if not is_due(due[seat.round_id], seat.pairing.match):
            continue
        sides.setdefault(seat.pairing_id, {})[seat.colour] = Waiting(seat.colour, seat.entry, seat.taken_at)
        tables[seat.pairing_id] = seat.pairing
    for key, both in sides.items():
        idle[tables[key].round_id].append(IdleTable(key, tables[key].table or 0, **both))
    return idle


def active_pairings(rounds: Sequence[Round]) -> set[int]:
    """The ids of the pairings at which something has happened. A result that was taken back is no sign."""
    at = {"pairing__round__in": rounds}
    signs = set(ResultReport.objects.in_force().filter(**at).values_list("pairing", flat=True))
    signs |= set(PlayerReport.objects.filter(**at).values_list("pairing", flat=True))
    signs |= set(Foul.objects.filter(**at).values_list("pairing", flat=True))
    return signs.union(*(provider(rounds) for provider in _providers))


def silent_table(round_: Round, table: int) -> IdleTable | None:
    """One of them."""
    return next((table_idle for table_idle in idle_tables(round_) if table_idle.table == table), None)


def seat_to_confirm(entry: Entry, round_: Round) -> Seat | None:
    """The player's seat at a table that still plays on line, taken or not."""
    if not round_.section.online or not round_.is_public or round_.state == Round.State.CLOSED:
        return None
    seats = Seat.objects.filter(round=round_, entry=entry, pairing__table__isnull=False)
    reported = ResultReport.objects.in_force().values("pairing")
    return seats.exclude(pairing__in=reported).select_related("pairing").first()
