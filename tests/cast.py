"""Alice organises, Bob is chief referee, Carol is at the desk, Dave is a referee, Charlie works elsewhere;
and what the tests of acts ask of the first table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.utils import timezone

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from tournaments.acts.drafts import confirm_players
from tournaments.acts.refereeing.fouls import log_foul
from tournaments.acts.results import current_report
from tournaments.models import Entry, Event, Foul, Pairing, Round, Seat, Section
from tournaments.queries.presence import unconfirmed

FEDERATIONS = ("CHN", "VIE", "GER", "HKG", "MAS", "SGP")


@dataclass
class Cast:
    """The people of one event, and the event."""

    admin: User
    alice: User
    bob: User
    carol: User
    dave: User
    frank: User
    charlie: User
    event: Event
    section: Section

    def round(self, number: int) -> Round:
        return Round.objects.select_related("section__event").get(section=self.section, number=number)


def all_here(round_: Round, by: User) -> None:
    """Whoever must be confirmed before ``round_`` is paired plays it."""
    unseen = [item.entry.number or 0 for item in unconfirmed(round_)]
    confirm_players(round_=round_, here=unseen, away=(), by=by)


def pairing_of(cast: Cast, table: int = 1) -> Pairing:
    return Pairing.objects.select_related("round__section__event").get(round=cast.round(1), table=table)


def number_at(cast: Cast, colour: str, table: int = 1) -> int:
    return int(pairing_of(cast, table).seats.get(colour=colour).entry.number or 0)


def foul_of(cast: Cast, colour: str = "second", **more: Any) -> dict[str, Any]:
    arguments = {"offence": "technical", "confirm": True, "by": cast.dave, "table": 1}
    arguments |= {"player": number_at(cast, colour)} | more
    return log_foul(round_=cast.round(1), **arguments)  # type: ignore[arg-type]


def row(answer: dict[str, Any]) -> Foul:
    return Foul.objects.get(pk=answer["foul"])


def value_of(cast: Cast) -> str:
    report = current_report(pairing_of(cast))
    return report.value if report else "none"


def begun(cast: Cast, *, minutes: float, online: bool = True) -> Round:
    """Round 1 has begun so many minutes ago."""
    Section.objects.filter(pk=cast.section.pk).update(online=online)
    at = timezone.now() - timedelta(minutes=minutes)
    Round.objects.filter(section=cast.section, number=1).update(starts_at=at)
    return cast.round(1)


def seat(round_: Round, table: int, colour: str) -> Entry:
    return Seat.objects.get(round=round_, pairing__table=table, colour=colour).entry


def last(act: str) -> JournalEntry:
    journal_entry = JournalEntry.objects.filter(act=act).first()
    assert journal_entry is not None
    return journal_entry


def entry_of(cast: Cast, number: int) -> Entry:
    return Entry.objects.select_related("section__event").get(section=cast.section, number=number)


def tables(round_: Round) -> dict[int | None, tuple[int, ...]]:
    """Entry numbers by table, first before second."""
    return {
        pairing.table: tuple(seat.entry.number for seat in pairing.seats.order_by("colour"))
        for pairing in round_.pairings.all()
    }
