"""Answer what is left on the clocks of games that go on.

A replay starts with the time *of each player*, not of each colour (WMSG): who was first before is second
now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext_lazy as _

from portal.published.documents import component
from tournaments.models import ClockReading, Pairing
from tournaments.state.clocks import OvertimeLeft, clock_text


@component("RemainingTime")
@dataclass(frozen=True, slots=True)
class RemainingTime:
    """Of the players in the ``first`` and ``second`` seat of the table, as texts, empty where nobody looked;
    ``game``: in which it was noted."""

    first: Annotated[str, _("Such as 12:40, with overtime 0:00 + 3 × 30 s; may be empty.")]
    second: str
    game: Annotated[int, _("In which it was noted.")]

    def __str__(self) -> str:
        return f"{self.first or '–'} · {self.second or '–'}"


def last_reading(pairing: Pairing, game: int) -> ClockReading | None:
    """The newest of a game. One query."""
    return ClockReading.objects.filter(pairing=pairing, game=game).order_by("-pk").first()


def remaining_by_pairing(games: Mapping[int, int]) -> dict[int, RemainingTime]:
    """Return what is left on the clocks, by id of the pairing; ``games``: the game that is due at each."""
    if not games:
        return {}
    newest: dict[tuple[int, int], ClockReading] = {}
    for reading in ClockReading.objects.filter(pairing__in=list(games)).order_by("pk"):
        newest[reading.pairing_id, reading.game] = reading
    remaining = {}
    for pairing, game in games.items():
        # A replay goes on with what was left in the game before.
        reading_of_game = newest.get((pairing, game)) or newest.get((pairing, game - 1))
        if reading_of_game is not None:
            remaining[pairing] = remaining_of(reading_of_game)
    return remaining


def remaining_of(reading: ClockReading) -> RemainingTime:
    """By seat: in games 2, 4, … colours are exchanged."""
    texts = _text(reading, "first"), _text(reading, "second")
    first, second = texts if reading.game % 2 else texts[::-1]
    return RemainingTime(first, second, reading.game)


def without_clocks(due: Mapping[int, int]) -> set[int]:
    """Return the ids of tables whose drawn game is replayed and where nobody has noted what was left."""
    if not due:
        return set()
    noted = set(ClockReading.objects.filter(pairing__in=list(due)).values_list("pairing", "game"))
    return {pairing for pairing, game in due.items() if not {(pairing, game - 1), (pairing, game)} & noted}


def _text(reading: ClockReading, side: str) -> str:
    seconds = getattr(reading, side)
    overtime = OvertimeLeft.from_json(getattr(reading, f"overtime_{side}"))
    texts = [clock_text(seconds) if seconds is not None else "", str(overtime) if overtime else ""]
    return " + ".join(text for text in texts if text)
