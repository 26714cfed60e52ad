"""List who does not play a round that is not paired yet, with the reason beside each name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from django.db.models import Prefetch, Q

from tournaments.models import Absence, Entry, Round, Seat, Section
from tournaments.queries.adjourned import unfinished
from tournaments.queries.entering.entries import playing
from tournaments.queries.presence import unconfirmed
from tournaments.queries.public.public_rounds import points_before
from tournaments.state.away import Away
from tournaments.wording.entering.away import away_text


@dataclass(frozen=True, slots=True)
class AwayRow:
    """``first``, ``last``: the rounds of an absence, those that were missed by who came late, or the round of
    an adjourned game; of who has withdrawn the round after which. ``by_player``: told by private link."""

    entry: Entry
    away: Away
    first: int
    last: int
    by_player: bool = False

    @property
    def text(self) -> str:
        return away_text(self.away, self.first, self.last)

    @property
    def plays(self) -> bool:
        """Whether the player is paired all the same: late, or in a game that is adjourned."""
        return self.away in (Away.LATE, Away.ADJOURNED)

    @property
    def is_absent(self) -> bool:
        """Whether there is an absence to take back."""
        return self.away in (Away.ABSENT, Away.HALF, Away.FULL)


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Count who plays with one score before the round; ``largest``: the size of the largest group.

    ``float_in``, ``float_out``: whether an odd number brings one down from above, or sends one down; what the
    rules need besides is known only when the round is paired."""

    points: str
    players: int
    largest: int
    float_in: bool
    float_out: bool


@dataclass(frozen=True, slots=True)
class WhoPlays:
    """Count who plays: ``playing`` of the ``entries`` that have a number and have not withdrawn.
    ``rows``: who does not; ``noted``: who does, and could be thought not to.
    ``unconfirmed``: who would play, but somebody has to say first that the player is here. ``groups``: from
    the top, empty where no scores are paired by."""

    rows: tuple[AwayRow, ...]
    noted: tuple[AwayRow, ...]
    playing: int
    entries: int
    unconfirmed: int
    groups: tuple[ScoreGroup, ...] = ()

    @property
    def tables(self) -> int:
        return self.playing // 2

    @property
    def is_odd(self) -> bool:
        return self.playing % 2 == 1


def who_plays(round_: Round) -> WhoPlays:
    """Six queries for any number of players, and those of `unconfirmed` where the page has not asked yet."""
    section, number = round_.section, round_.number
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    entries = section.entries.filter(number__isnull=False).select_related("player").order_by("number")
    rows = [*_rows(entries.prefetch_related(absences), number), *_adjourned(section)]
    left = Q(withdrawn_after__isnull=False, withdrawn_after__lt=number)
    unseen = {row.entry.number for row in unconfirmed(round_)}
    present = [n for n in playing(round_).values_list("number", flat=True) if n and n not in unseen]
    groups = _score_groups(round_, present) if section.is_swiss else ()
    away = tuple(row for row in rows if not row.plays)
    noted = tuple(row for row in rows if row.plays)
    return WhoPlays(away, noted, len(present), entries.exclude(left).count(), len(unseen), groups)


def _score_groups(round_: Round, numbers: Iterable[int]) -> tuple[ScoreGroup, ...]:
    """Empty in a first round that all begin with one score."""
    points = points_before(round_.section, round_.number)
    sizes = Counter(points[number] for number in numbers)
    if round_.number == 1 and len(sizes) < 2:
        return ()
    groups, largest = [], max(sizes.values(), default=0)
    floating = False
    for score in sorted(sizes, key=lambda text: Fraction(text or 0), reverse=True):
        above, floating = floating, (sizes[score] + floating) % 2 == 1
        groups.append(ScoreGroup(score, sizes[score], largest, above, floating))
    if groups and floating:
        # There is nobody below: whoever is left over has the bye.
        groups[-1] = replace(groups[-1], float_out=False)
    return tuple(groups)


def _rows(entries: Iterable[Entry], number: int) -> Iterable[AwayRow]:
    for entry in entries:
        if entry.withdrawn_after is not None and entry.withdrawn_after < number:
            yield AwayRow(entry, Away.WITHDRAWN, entry.withdrawn_after, entry.withdrawn_after)
            continue
        missed = {absence.round_number: absence for absence in entry.absences.all()}
        if absence := missed.get(number):
            away = Away.FULL if absence.full_point else Away.HALF if absence.half_point else Away.ABSENT
            last = number
            while (later := missed.get(last + 1)) and _kind(later) == _kind(absence):
                last += 1
            yield AwayRow(entry, away, number, last, absence.by_player)
        elif number > 1 and all(earlier in missed for earlier in range(1, number)):
            yield AwayRow(entry, Away.LATE, 1, number - 1)


def _kind(absence: Absence) -> tuple[bool, bool]:
    return absence.half_point, absence.full_point


def _adjourned(section: Section) -> Iterable[AwayRow]:
    """Both players of each game that is still to be finished. At most two queries."""
    rounds = {pairing.pk: pairing.round.number for pairing in unfinished([section.pk])}
    if not rounds or section.of_teams:
        return
    seats = Seat.objects.filter(pairing__in=rounds).select_related("entry__player").order_by("entry__number")
    for seat in seats:
        number = rounds[seat.pairing_id or 0]
        yield AwayRow(seat.entry, Away.ADJOURNED, number, number)
