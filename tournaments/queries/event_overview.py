"""What the desk's start pages show: whose events these are, and how far each section is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from portal.accounts.models import User
from portal.outbox import Job
from tournaments.models import Entry, Event, Membership, ResultReport, Round, Section
from tournaments.queries.modes import RoundMode, modes_in
from tournaments.queries.progress import WORK_ON_ROUNDS, close_key, pair_key, round_publish_key
from tournaments.queries.teams.line_ups import boards_waiting
from tournaments.queries.teams.matches import has_matches, open_by_round


def memberships(event: Event) -> list[Membership]:
    """Who works for the event, by role as the documentation lists them, then by name."""
    order = list(Membership._meta.get_field("role").flatchoices)
    places = {value: place for place, (value, _) in enumerate(order)}
    rows = event.memberships.select_related("user")
    return sorted(rows, key=lambda held: (places[held.role], held.user.username))


def staff_of(event: Event) -> dict[int, str]:
    """Whoever works for the event, by the id of the account. One query."""
    return {held.user_id: str(held.user) for held in memberships(event)}


_HAS_TABLE = Q(pairings__table__isnull=False)
_HAS_RESULT = Q(pairings__reports__isnull=False, pairings__reports__superseded_by__isnull=True)
_IS_ADJOURNED = Q(pairings__adjourned=True)
_IS_OPEN = Q(pairings__reports__value=ResultReport.Value.OPEN)
_COUNTS = {
    "tables": Count("pairings", filter=_HAS_TABLE, distinct=True),
    "reported": Count(
        "pairings", filter=_HAS_TABLE & (_IS_ADJOURNED | _HAS_RESULT & ~_IS_OPEN), distinct=True
    ),
}


def with_counts(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Annotate rounds with ``tables`` and ``reported``: games, and those with a result or adjourned."""
    # Whether a match is decided `overviews` asks of the current rounds alone: closed ones are.
    return rounds.annotate(**_COUNTS)


@dataclass(frozen=True, slots=True)
class Overview:
    """How far a section is. ``current``: the first round that is not closed, None when all are.
    ``modes``: in which mode rounds were paired, by id."""

    section: Section
    entries: int
    checked_in: int
    rounds: tuple[Round, ...]
    current: Round | None
    job: Job | None
    modes: Mapping[int, RoundMode]

    @property
    def missing(self) -> int:
        """Results that the current round still lacks."""
        if self.current is None or not self.current.is_public:
            return 0
        return self.current.tables - self.current.reported


def overviews(sections: Iterable[Section]) -> list[Overview]:
    """One of each section, in order. Five queries for any number of sections."""
    sections = list(sections)
    playing = ~Q(status=Entry.Status.WITHDRAWN)
    counts = {
        section: (entries, checked_in)
        for section, entries, checked_in in Entry.objects.filter(section__in=sections)
        .values_list("section")
        .annotate(
            entries=Count("pk", filter=playing),
            checked_in=Count("pk", filter=Q(status=Entry.Status.CHECKED_IN)),
        )
    }
    # Before the rounds are read: what ends in between has changed them by then.
    jobs = of_rounds(Job.objects.filter(WORK_ON_ROUNDS))
    rounds: dict[int, list[Round]] = {section.pk: [] for section in sections}
    found_rounds = Round.objects.filter(section__in=sections).select_related("section")
    for round_ in with_counts(found_rounds).order_by("number"):
        rounds[round_.section_id].append(round_)
    current = {
        key: next((round_ for round_ in listed_rounds if round_.state != Round.State.CLOSED), None)
        for key, listed_rounds in rounds.items()
    }
    _count_decided([now for now in current.values() if now and now.is_public])
    for key, boards in boards_waiting([now for now in current.values() if now and now.is_public]).items():
        [waiting] = [now for now in current.values() if now and now.pk == key]
        waiting.tables += boards
    modes = modes_in([round_ for listed in rounds.values() for round_ in listed if round_.is_public])
    listed_rounds = []
    for section in sections:
        now = current[section.pk]
        entries, checked_in = counts.get(section.pk, (0, 0))
        if now is not None:
            now.section = section
        listed_rounds.append(
            Overview(
                section,
                entries,
                checked_in,
                tuple(rounds[section.pk]),
                now,
                jobs.get(now.pk) if now else None,
                modes,
            )
        )
    return listed_rounds


def _count_decided(rounds: Iterable[Round]) -> None:
    """A drawn game that is to be played again is no result yet: ``reported`` counts decided matches."""
    matched = [round_ for round_ in rounds if has_matches(round_)]
    for key, missing in open_by_round(matched).items() if matched else ():
        [round_] = [round_ for round_ in matched if round_.pk == key]
        round_.reported = round_.tables - len(missing)


def work_in_hand(rounds: Iterable[Round]) -> dict[int, Job]:
    """By id of the round, the job that somebody waits for."""
    keys = {key(round_): round_.pk for round_ in rounds for key in (pair_key, round_publish_key, close_key)}
    return of_rounds(Job.objects.filter(key__in=keys))


def of_rounds(jobs: QuerySet[Job]) -> dict[int, Job]:
    """The same of those of ``jobs`` that are work on rounds."""
    waiting = jobs.filter(state__in=(Job.State.NEW, Job.State.RUNNING)).order_by("pk")
    return {int(job.key.rpartition(":")[2]): job for job in waiting}


def last_refused(round_: Round) -> Job | None:
    """The newest work on the round, if it was refused or failed: then a person must hear why."""
    keys = (pair_key(round_), round_publish_key(round_), close_key(round_))
    newest = Job.objects.filter(key__in=keys).order_by("-pk").first()
    if newest is None or newest.state not in (Job.State.REFUSED, Job.State.FAILED):
        return None
    return newest


def others_at(event: Event, user: User) -> list[Membership]:
    """Who works at an event besides the person."""
    return [held for held in memberships(event) if held.user_id != user.pk]
