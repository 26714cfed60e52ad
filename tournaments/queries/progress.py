"""Under which keys the outbox knows the work of a round, and how far the round is."""

from __future__ import annotations

from tournaments.models import ResultReport, Round, Section


def pair_key(round_: Round) -> str:
    return f"pair:round:{round_.pk}"


def publish_key(round_: Round) -> str:
    return f"publish:round:{round_.pk}"


def close_key(round_: Round) -> str:
    return f"close:round:{round_.pk}"


def standings_key(section: Section, after: int) -> str:
    return f"standings:section:{section.pk}:{after}"


def stand_of(round_: Round) -> str:
    """Where the round stands, as a text that changes with every step of it and every change of its tables: a
    draft's is its digest."""
    match round_.state:
        case Round.State.PLANNED:
            return "planned"
        case Round.State.DRAFT:
            return round_.draft_digest
        case Round.State.CLOSED:
            return f"closed.{round_.closed_at.isoformat() if round_.closed_at else ''}"
        case _:
            return f"public.{round_.versions.count()}"


def stand_with_results(round_: Round) -> str:
    """The same, which changes with every report as well: what closing rests on."""
    return f"{stand_of(round_)}.{ResultReport.objects.filter(pairing__round=round_).count()}"
