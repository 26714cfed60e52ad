"""What of a round is not as the regulations pair it: it alone is told to readers, normal is silent.

It is read from the round as it stands (the newest version is that), so a round says the same whether or not
its section was in official mode (`queries.official`). Settings that changed are told where they stand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, Value, When
from django.db.models.functions import Coalesce

from tournaments.models import Match, Pairing, PairRule, Round, Ruling, TeamPairRule


class Departure(StrEnum):
    """How a round departs from the regulations."""

    ADJUSTED = "adjusted"
    REMATCH = "rematch"
    FIXED = "fixed"
    FORBIDDEN = "forbidden"


def departing(path: str = "") -> dict[str, Any]:
    """Columns by `Departure`, for rounds or, below ``path``, for what belongs to one."""
    key, section, number = (OuterRef(f"{path}{column}") for column in ("pk", "section", "number"))
    by_hand = Exists(Pairing.objects.filter(round=key, by_hand=True))
    rematch = Case(When(Q(**{f"{path}allow_rematch": True}), then=Value(True)), default=Value(False))
    in_force = {"section": section, "round_number__lte": number, "last__gte": number}
    # A pair that was forbidden from the start is part of the regulations.
    forbidden = _any_ruling(**in_force, kind=Ruling.Kind.FORBIDDEN, round_number__gt=1)
    return {
        f"is_{Departure.ADJUSTED}": by_hand | Exists(Match.objects.filter(round=key, by_hand=True)),
        f"is_{Departure.REMATCH}": rematch,
        f"is_{Departure.FIXED}": _any_ruling(**in_force, kind=Ruling.Kind.FIXED),
        f"is_{Departure.FORBIDDEN}": forbidden,
    }


def departures(row: Any) -> tuple[Departure, ...]:
    """Of a row with the columns of `departing`."""
    return tuple(kind for kind in Departure if getattr(row, f"is_{kind}"))


def departures_of(round_: Round) -> tuple[Departure, ...]:
    """One query."""
    return departures(Round.objects.only("pk").annotate(**departing()).get(pk=round_.pk))


def _any_ruling(**wanted: Any) -> Any:
    """Whether such a ruling of two players, or of two teams, is in force."""
    last = Coalesce(F("until_round"), F("round_number"))
    players, teams = (
        model.objects.annotate(last=last).filter(**wanted) for model in (PairRule, TeamPairRule)
    )
    return Exists(players) | Exists(teams)
