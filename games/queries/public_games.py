"""A game as everybody may read it, as plain values: who played, what was decided, and the moves.

Of the record only the game itself is shown: its headers and comments may hold what is nobody's business.
"""

from __future__ import annotations

from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.models import CountConsent, GameRecord
from games.queries.counts import current_count, is_settled, ruling_of
from games.queries.records import accepted_record
from portal.published.pages import withheld
from tournaments.models import Pairing, Section
from tournaments.queries.moment import PUBLIC_STATES, Moment, NotPublicError, to_the_minute
from tournaments.queries.public import Data, frame, person, section_of
from tournaments.queries.seats import current_reports

SHOWN = (
    "plies",
    "moves",
    "start_fen",
    "final_fen",
    "ending",
    "result",
    "result_contradicted",
    "faults",
    "rest",
    "findings",
    "judged",
)
"""What of a reading the public sees."""
SHOWN_OF_WEIQI = (*SHOWN, "plays", "captures", "area", "handicap")


_ROUND = "pairing__round"
_SECTION = f"{_ROUND}__section"


def public_games() -> QuerySet[GameRecord]:
    """The last accepted record of every game that the public can read: of public rounds, without what was
    taken back from it with a round, a section or an event."""
    accepted = GameRecord.objects.filter(acceptance__isnull=False, pairing__round__state__in=PUBLIC_STATES)
    later = accepted.filter(pairing=OuterRef("pairing"), game=OuterRef("game"), pk__gt=OuterRef("pk"))
    path = Concat(
        *(Value("e/"), f"{_SECTION}__event__slug", Value("/"), f"{_SECTION}__slug"),
        *(Value("/round/"), Cast(f"{_ROUND}__number", CharField()), Value("/")),
    )
    return accepted.alias(path=path).filter(~Exists(later), ~withheld())


def sides_of(number: int) -> tuple[str, str]:
    """The colours that the first and the second of a pairing have in its game ``number``: they are
    exchanged in even ones."""
    return ("first", "second") if number % 2 else ("second", "first")


def game(key: int, number: int, moment: Moment) -> Data:
    """Game ``number`` of the pairing ``key``; colours are exchanged in even ones. Raises `NotPublicError`."""
    pairing = (
        Pairing.objects.select_related("round")
        .defer("round__draft_input", "round__draft_changes")
        .prefetch_related("seats__entry__player", current_reports())
        .get(pk=key)
    )
    section = section_of(pairing.round.section_id)
    round_ = moment.round(section, pairing.round.number)
    record = accepted_record(key, number)
    if record is None:
        raise NotPublicError(f"game {number} of pairing {key}")
    seats = {seat.colour: person(seat.entry) for seat in pairing.seats.all()}
    first, second = sides_of(number)
    reports = pairing.current
    return {
        "frame": frame(section, moment),
        "round": {"number": round_.number},
        "table": pairing.table,
        "number": number,
        "first": seats[first],
        "second": seats[second],
        "results": [
            {"value": report.value, "forfeit": report.forfeit} for report in reports if report.game == number
        ],
        "record": shown(record.reading.data),
        "count": settled_count(pairing, number) if section.game == Section.Game.WEIQI else None,
        "state": record.reading.state,
        "at": to_the_minute(record.acceptance.at.isoformat()),
    }


def settled_count(pairing: Pairing, number: int) -> Data | None:
    """The count of the final board, once both sides agree or the referee has ruled; ``ruling`` is empty, or
    ``holds`` or ``no-result``. Why the referee ruled so may name people: that stays at the desk."""
    count = current_count(pairing, number)
    if count is None or not is_settled(count):
        return None
    ruled = ruling_of(count)
    kept = ("position", "dead", "compensation", "handicap_return")
    return {
        **{name: getattr(count, name) for name in kept},
        "ruling": "" if ruled is None else ruled.ruling or CountConsent.Ruling.HOLDS.name.lower(),
    }


def shown(reading: dict[str, Any]) -> Data:
    """The part of a reading that the public sees; faults in variations, which are not shown, left out."""
    found = {key: reading[key] for key in (SHOWN_OF_WEIQI if reading["game"] == "weiqi" else SHOWN)}
    found["faults"] = [fault for fault in reading["faults"] if not fault["variation"]]
    return found
