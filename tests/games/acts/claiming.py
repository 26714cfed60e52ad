"""Records, claims and scoresheets as the tests of acts hand them in."""

from __future__ import annotations

from typing import Any

from games.acts.claims import rule_on_claim
from games.acts.records import submit_record
from games.models import GameRecord
from games.queries.claims import ClaimTyped
from games.queries.records import current_record
from portal import outbox
from tests.cast import Cast, number_at, pairing_of


def handed_in(cast: Cast, raw: bytes, *, table: int = 1, **more: object) -> GameRecord:
    """A record of that table, read."""
    current = current_record(pairing_of(cast, table))
    arguments = {
        "seen": current.pk if current else None,
        "by": cast.carol,
        "reason": "typed wrong" if current else "",
    }
    answer = submit_record(pairing=pairing_of(cast, table), raw=raw, **(arguments | more))  # type: ignore[arg-type]
    outbox.drain()
    return GameRecord.objects.get(pk=answer["record"])


CAPTURES = ["h2h9", "i9h9"]

SHUFFLE = ["a0a1", "a9a8", "a1a0", "a8a9"]

QUIET = CAPTURES + SHUFFLE * 30
"""The last capture at ply 2, then nobody does anything."""


def claim_at(ply: int, clock: int | None = 1800, **more: Any) -> ClaimTyped:
    return ClaimTyped("natural-limit", ply, clock, **more)


def rule(cast: Cast, answer: ClaimTyped, colour: str = "first", **more: Any) -> dict[str, Any]:
    values = {"table": 1, "player": number_at(cast, colour), "by": cast.dave} | more
    return rule_on_claim(round_=cast.round(1), asked=answer, **values)  # type: ignore[arg-type]
