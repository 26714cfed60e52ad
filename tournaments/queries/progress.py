"""Under which keys the outbox knows the work of a round, and how far it is."""

from __future__ import annotations

from tournaments.models import Round, Section


def pair_key(round_: Round) -> str:
    return f"pair:round:{round_.pk}"


def publish_key(round_: Round) -> str:
    return f"publish:round:{round_.pk}"


def close_key(round_: Round) -> str:
    return f"close:round:{round_.pk}"


def standings_key(section: Section, after: int) -> str:
    return f"standings:section:{section.pk}:{after}"
