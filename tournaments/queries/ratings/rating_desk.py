"""What a rating officer sees: which sections can count, what a preview has come to, what waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import CharField, Exists, Max, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from portal.journal.models import JournalEntry
from portal.outbox import Job
from tournaments.models import (
    ListInput,
    Organisation,
    PersonNumber,
    Player,
    RatingPeriod,
    RatingSystem,
    RefereeReport,
    Section,
)
from tournaments.organisation_roles import organisations_within
from tournaments.queries.public.public import PersonReference, public_person
from tournaments.queries.ratings.rated_games import days_of
from tournaments.ratings.values import FlawCode, ListFlaw, System
from tournaments.state.gotha.event_info import NOT_RATED

MOST_OFFERED = 300
MOST_LISTS_LATE = 3
KIND = "rated-list"


def preview_key(period: RatingPeriod) -> str:
    return f"rated-list:{period.pk}"


def list_publish_key(period: RatingPeriod) -> str:
    return f"rated-list-published:{period.pk}"


def check_key(system: RatingSystem) -> str:
    return f"rated-lists:{system.pk}"


def correct_key(system: RatingSystem) -> str:
    return f"rated-lists-corrected:{system.pk}"


REPORT_ACCEPTED = RefereeReport.objects.filter(
    state__in=(RefereeReport.State.ACCEPTED, RefereeReport.State.RATED)
)


def not_accepted(period: RatingPeriod) -> Section | None:
    """Return a section that counts although the report on it is not accepted any more; one query."""
    sections = Section.objects.filter(rated_in__period=period)
    # It was returned, or signed anew after a correction.
    return sections.exclude(referee_report__in=REPORT_ACCEPTED).select_related("event").first()


def rateable(organisation: Organisation, game: str, system: System) -> QuerySet[Section]:
    """Select sections that can count: finished ones of the organisation and of everything below."""
    sections = Section.objects.filter(
        event__organisation__in=Organisation.objects.filter(organisations_within([organisation.pk])),
        state=Section.State.FINISHED,
        game=game,
    )
    if system.weights:
        # Where classes of events count, only of a class that does.
        sections = sections.filter(rating_class__in=system.weights)
    return sections.exclude(rating_class=NOT_RATED)


@dataclass(frozen=True, slots=True)
class Offered:
    """Hold a section that can count; ``lists``: how many were published since its last round.

    ``late``: it belongs to an earlier period; ``accepted``: whether the referee's report on it is, before
    which it does not count."""

    section: Section
    first: date
    last: date
    late: bool
    lists: int
    accepted: bool

    @property
    def very_late(self) -> bool:
        """Only an officer who says so has it counted (as FIDE's B.02 9.1)."""
        return self.lists > MOST_LISTS_LATE


def offered_in(period: RatingPeriod, system: System, *, corrects: bool) -> list[Offered]:
    """List sections that count nowhere yet and whose last round was before the period's end, newest first."""
    owner = period.system
    begun = owner.periods.order_by("first").values_list("first", flat=True)[0] if corrects else period.first
    counted = owner.sections.exclude(section=None).values("section")
    sections = rateable(owner.organisation, owner.game, system).exclude(pk__in=counted)
    rows = list(
        sections.filter(event__starts__lt=period.end)
        .select_related("event")
        .annotate(accepted=Exists(REPORT_ACCEPTED.filter(section=OuterRef("pk"))))
        .order_by("-event__ends", "pk")[:MOST_OFFERED]
    )
    days = days_of([row.pk for row in rows])
    ends = owner.periods.filter(versions__isnull=False).distinct().values_list("end", flat=True)
    published = list(ends)
    offered = []
    for row in rows:
        first, last = days.get(row.pk) or (row.event.starts, row.event.ends)
        # What belongs to an earlier period is late, or, where the system corrects, is offered there.
        if last < period.end and not begun <= last < period.first:
            lists = sum(last < end for end in published)
            offered.append(Offered(row, first, last, last < period.first, lists, row.accepted))
    return offered


@dataclass(frozen=True, slots=True)
class MovedNumber:
    """A number whose rating moves; None: without one. ``person``: who has it, if everybody may know."""

    number: str
    before: str | None
    after: str | None
    person: PersonReference | None


@dataclass(frozen=True, slots=True)
class MovedPeriod:
    """What a correction does to a period; ``same``: only its input is another one; ``causes``: uids."""

    name: str
    moved: int
    same: bool
    movers: Sequence[MovedNumber]
    causes: Sequence[str]


@dataclass(frozen=True, slots=True)
class Worked:
    """Say what became of the newest work; ``outcome``: as JSON, ``why``: its refusal."""

    job: Job | None
    outcome: Mapping[str, Any]
    why: tuple[str, Mapping[str, Any]] | None = None
    flaws: Sequence[ListFlaw] = ()
    movers: Sequence[MovedNumber] = ()
    periods: Sequence[MovedPeriod] = ()

    @property
    def working(self) -> bool:
        return self.job is not None and self.job.is_pending

    @property
    def failed(self) -> bool:
        return self.job is not None and self.job.state == Job.State.FAILED

    @property
    def ready(self) -> bool:
        """Whether it has come to a list that can be published as it was seen."""
        return bool(self.outcome.get("input")) and not self.flaws and not self.outcome.get("published")


def worked(issuer: str, *keys: str) -> Worked:
    """Of the work under ``keys``; ``issuer``: of the numbers. Two queries."""
    job = Job.objects.filter(key__in=keys).order_by("-pk").first()
    if job is None or job.is_pending:
        return Worked(job, {})
    outcome = job.outcome or {}
    if job.state != Job.State.DONE:
        why = (outcome["code"], outcome.get("params", {})) if "code" in outcome else None
        return Worked(job, {}, why)
    lists = [outcome.get("movers", ()), *(item["movers"] for item in outcome.get("periods", ()))]
    persons = persons_of_numbers(issuer, {number for movers in lists for number, _before, _after in movers})

    def with_persons(movers: Iterable[Sequence[Any]]) -> list[MovedNumber]:
        return [MovedNumber(number, before, after, persons.get(number)) for number, before, after in movers]

    return Worked(
        job,
        outcome,
        flaws=[ListFlaw(FlawCode(code), *more) for code, *more in outcome.get("flaws", ())],
        movers=with_persons(outcome.get("movers", ())),
        periods=[
            MovedPeriod(
                item["name"], item["moved"], item["same"], with_persons(item["movers"]), item["causes"]
            )
            for item in outcome.get("periods", ())
        ],
    )


def persons_of_numbers(issuer: str, numbers: Collection[str]) -> dict[str, PersonReference]:
    """Whom everybody may know of, by the numbers of an issuer, former ones too. One query."""
    held = PersonNumber.objects.filter(
        issuer=issuer, number__in=numbers, person__listed=True, person__erased_at=None
    )
    rows = held.select_related("person").only(
        "number", *(f"person__{column}" for column in ("uid", "name", "native_name", "federation"))
    )
    return {row.number: public_person(row.person) for row in rows}


def touched_since(system: RatingSystem) -> list[str]:
    """List the uids of sections at whose events something was done since; four queries."""
    inputs = ListInput.objects.filter(version__period__system=system).order_by()
    counted_at = dict(inputs.values_list("version__period").annotate(newest=Max("at")))
    chosen = system.sections.filter(period__in=counted_at).exclude(section=None)
    rows = list(chosen.values_list("uid", "period", "section__event"))
    done = JournalEntry.objects.filter(at__gte=min(counted_at.values(), default=timezone.now())).order_by()
    scopes = chosen.values(scope=Concat(Value("event:"), Cast("section__event", CharField())))
    last = dict(done.filter(scope__in=scopes).values_list("scope").annotate(last=Max("at")))
    # Whether it changes a rating, a check says.
    touched = {
        uid for uid, period, event in rows if (at := last.get(f"event:{event}")) and at > counted_at[period]
    }
    # What has been added to a published list, where late sections correct it.
    since = system.sections.filter(counted_at__isnull=False).values_list("uid", "period", "counted_at")
    touched |= {uid for uid, period, at in since if period in counted_at and at > counted_at[period]}
    return sorted(touched)


def missing_numbers(period: RatingPeriod) -> int:
    """How many persons who play in what counts have no number of the system. One query."""
    return len(persons_without_number(period))


def persons_without_number(period: RatingPeriod) -> list[int]:
    """Their ids, in order of the register. One query."""
    held = PersonNumber.objects.filter(issuer=period.system.numbers, former=False, person=OuterRef("person"))
    players = Player.objects.filter(
        ~Exists(held), entries__section__rated_in__period=period, person__erased_at=None
    )
    return sorted(set(players.values_list("person", flat=True)))
