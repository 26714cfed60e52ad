"""What a go section still lacks for its federations, with names for who is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.exchange.congress.submission import Lack, SubmissionFederation, submission_lacks
from tournaments.exchange.go_documents import time_of
from tournaments.models import Entry, Section
from tournaments.queries.files import event_info_of
from tournaments.queries.public.public_ratings import closed_rounds
from tournaments.queries.tournament import named_tournament, numbered_entries
from tournaments.state.gotha.event_info import EventInfo


@dataclass(frozen=True, slots=True)
class Submission:
    """``entries`` by number."""

    occasion: EventInfo
    lacks: Mapping[SubmissionFederation, tuple[Lack, ...]]
    entries: Mapping[int, Entry]


def submission_of(section: Section) -> Submission:
    entries = numbered_entries(section)
    tournament = named_tournament(section)
    occasion, closed = occasion_with_time(section), closed_rounds(section)
    return Submission(
        occasion,
        {
            federation: submission_lacks(tournament, occasion, federation, closed)
            for federation in SubmissionFederation
        },
        {entry.number or 0: entry for entry in entries},
    )


def occasion_with_time(section: Section) -> EventInfo:
    return replace(event_info_of(section), time=time_of(section.time_control))
