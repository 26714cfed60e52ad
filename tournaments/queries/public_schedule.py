"""When the rounds of an event start, as plain values."""

from __future__ import annotations

from tournaments.models import Event, Round, Section
from tournaments.queries.moment import PUBLIC_STATES, Moment
from tournaments.queries.public import Data, event_titles, public_sections


def schedule(key: int, moment: Moment) -> Data:
    """Every section that is open with its time control and rounds. ``state`` of a round that is not public is
    empty: whether it is paired already is nobody's business."""
    found = Event.objects.get(pk=key)
    return {
        **event_titles(found),
        "sections": [_section(section, moment) for section in public_sections(found)],
    }


def _section(section: Section, moment: Moment) -> Data:
    return {
        "slug": section.slug,
        "name": section.name,
        "native": section.native_name,
        "base_seconds": section.base_seconds,
        "increment_seconds": section.increment_seconds,
        "move_limit": section.move_limit,
        "online": section.online,
        "rounds": [_round(round_, moment) for round_ in section.round_set.all()],
    }


def _round(round_: Round, moment: Moment) -> Data:
    state = moment.state(round_)
    return {
        "number": round_.number,
        "starts": round_.starts_at.isoformat() if round_.starts_at else "",
        "state": state if state in PUBLIC_STATES else "",
    }
