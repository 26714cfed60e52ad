"""Count sections in a rating period, and have the worker compute and publish its list (`slow_tasks`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id, Reason
from tournaments.acts.entering.organisations import ORGANISATION
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.ratings.rating_systems import (
    OfPeriod,
    OfSystem,
    find_period,
    find_system,
    preview_tonight,
)
from tournaments.models import (
    Organisation,
    Pairing,
    Person,
    PersonNumber,
    RatedSection,
    RatingPeriod,
    RatingSystem,
    Section,
)
from tournaments.models.rated_lists import CODE_LENGTH
from tournaments.organisation_roles import KEEP_RATINGS
from tournaments.queries.ratings.rated_games import (
    corrects_late,
    newest_list_version,
    rated_players,
    rules_on,
    system_with,
)
from tournaments.queries.ratings.rating_desk import (
    KIND,
    check_key,
    correct_key,
    list_publish_key,
    not_accepted,
    offered_in,
    persons_without_number,
    preview_key,
)
from tournaments.wording.names import plain_name

System = Annotated[str, Field(longest=CODE_LENGTH)]
MOST_SECTIONS = 2000


class SectionsCounted(TypedDict):
    period: int
    sections: list[int]


class OfRatedSection(TypedDict):
    period: int
    counted: int


class NumbersGiven(TypedDict):
    """``persons``: who got a number."""

    period: int
    persons: int


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("sections counted for ratings"))
def count_sections(
    *,
    organisation: Organisation,
    system: System,
    period: Id,
    sections: Annotated[Sequence[int], Field(longest=MOST_SECTIONS, item=Field(least=0))],
    very_late: Annotated[bool, Field()] = False,
    by: User,
    once: str = "",
) -> ActResult[SectionsCounted]:
    """Count sections in a period; ``very_late``: those too that come later than three lists."""
    row = find_system(organisation, system)
    # In a published period late sections count with the next correction, where the system corrects them.
    corrects = corrects_late(row)
    target = find_period(row, period, unpublished=not corrects)
    rules = system_with(rules_on(row, target.first))
    offered = {item.section.pk: item for item in offered_in(target, rules, corrects=corrects)}
    wanted = sorted(set(sections))
    if not wanted:
        raise Refusal("nothing-chosen", field="sections")
    if set(wanted) - offered.keys():
        # Counted meanwhile, reopened, or handed to another organisation.
        raise Refusal("section-not-rateable", field="sections")
    # Only sections whose referee's report was accepted.
    for key in wanted:
        _check_accepted(None if offered[key].accepted else offered[key].section)
    latest = max((offered[key] for key in wanted), key=lambda item: item.lists)
    if latest.very_late and not very_late:
        raise Refusal(
            *("section-very-late",), field="very_late", section=plain_name(latest.section), lists=latest.lists
        )
    uids = set(row.sections.values_list("uid", flat=True))
    made = []
    for key in wanted:
        section = offered[key].section
        uid = f"{section.event.slug}/{section.slug}"
        # An address that another section had when it was counted is that one's for ever.
        while uid in uids:
            uid += "+"
        uids.add(uid)
        made.append(
            RatedSection(system=row, period=target, section=section, uid=uid, counted_at=timezone.now())
        )
    RatedSection.objects.bulk_create(made)
    numbers = rated_players(row, rules, made)[1]
    for item in made:
        item.numbers = numbers[item.section_id or 0]
    RatedSection.objects.bulk_update(made, ["numbers"], batch_size=100)
    preview_tonight(row)
    answer: SectionsCounted = {"period": period, "sections": wanted}
    return ActResult(answer, after={"rating_system": system, "period": period, "sections": len(wanted)})


def _check_accepted(section: Section | None) -> None:
    """Raises the `Refusal` ``section-report-not-accepted`` where there is one that lacks it."""
    if section is not None:
        names = f"{plain_name(section.event)} · {plain_name(section)}"
        raise Refusal("section-report-not-accepted", section=names)


def find_counted(period: RatingPeriod, key: int) -> RatedSection:
    """Raises the `Refusal` ``no-such-rated-section``."""
    target = period.sections.select_related("section").filter(pk=key).first()
    if target is None:
        raise Refusal("no-such-rated-section")
    return target


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("section no longer counted for ratings"))
def stop_counting_section(
    *, organisation: Organisation, system: System, period: Id, counted: Id, by: User, once: str = ""
) -> ActResult[OfRatedSection]:
    """Stop counting a section."""
    row = find_system(organisation, system)
    # Once its list is published, only where the system corrects late sections, with the next correction.
    target = find_counted(find_period(row, period, unpublished=not corrects_late(row)), counted)
    target.delete()
    answer: OfRatedSection = {"period": period, "counted": counted}
    return ActResult(answer, before={"rating_system": system, "period": period, "sections": 1})


@act(on=ORGANISATION, right=KEEP_RATINGS, needs_reason=True, done=_("game not rated, or rated again"))
def set_game_rated(
    *,
    organisation: Organisation,
    system: System,
    period: Id,
    counted: Id,
    round_number: Annotated[int, Field(least=1, label=_("Round"))],
    table: Annotated[int, Field(least=1, label=_("Table"))],
    rated: Annotated[bool, Field(label=_("The game is rated"))] = False,
    reason: Reason,
    by: User,
    once: str = "",
) -> ActResult[OfRatedSection]:
    """By ruling, such as for fair play. In a published period it is a correction."""
    row = find_system(organisation, system)
    target = find_counted(find_period(row, period), counted)
    pairing = Pairing.objects.filter(
        round__section=target.section_id, round__number=round_number, table=table
    ).first()
    if target.section_id is None or pairing is None:
        raise Refusal("no-such-table", field="table", table=table)
    answer: OfRatedSection = {"period": period, "counted": counted}
    if (pairing.pk in target.left_out) is not rated:
        return no_change(answer)
    left_out = {*target.left_out} ^ {pairing.pk}
    target.left_out = sorted(left_out)
    target.save(update_fields=["left_out"])
    return ActResult(answer, after={"rating_system": system, "period": period, "game_rated": rated})


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("numbers of a rating list given"))
def give_numbers(
    *, organisation: Organisation, system: System, period: Id, by: User, once: str = ""
) -> ActResult[NumbersGiven]:
    """To every person who plays in what counts and has none; only where the numbers are the system's own."""
    row = find_system(organisation, system)
    target = find_period(row, period)
    if row.numbers != row.code:
        raise Refusal("numbers-of-others", issuer=row.numbers)
    keys = persons_without_number(target)
    persons = list(Person.objects.select_for_update().filter(pk__in=keys, erased_at=None).order_by("pk"))
    answer: NumbersGiven = {"period": period, "persons": len(persons)}
    if not persons:
        return no_change(answer)
    following = _last_number(row) + 1
    made = [
        PersonNumber(person=person, issuer=row.numbers, number=str(following + at))
        for at, person in enumerate(persons)
    ]
    try:
        with transaction.atomic():
            PersonNumber.objects.bulk_create(made, batch_size=500)
    except IntegrityError:
        raise Refusal("numbers-given-meanwhile") from None
    return ActResult(answer, after={"rating_system": system, "period": period, "persons": len(persons)})


def _last_number(system: RatingSystem) -> int:
    """Return the greatest whole number that anybody has or ever had."""
    held = PersonNumber.objects.filter(issuer=system.numbers).values_list("number", flat=True)
    # The number of who was forgotten stands in what was counted, and must become nobody else's.
    sections = system.sections.values_list("numbers", flat=True)
    noted = (number for numbers in sections for number in numbers.values())
    adjusted = system.adjustments.values_list("number", flat=True)
    return max((int(item) for item in (*held, *noted, *adjusted) if item.isdecimal()), default=0)


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rating list previewed"))
def preview_rating_list(
    *, organisation: Organisation, system: System, period: Id, by: User, once: str = ""
) -> ActResult[OfPeriod]:
    """The worker computes what the list would be now."""
    target = _next_period(find_system(organisation, system), period)
    _ask(target, by, publish=False)
    answer: OfPeriod = {"system": system, "period": period}
    return ActResult(answer, after={"rating_system": system, "period": period})


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("publication of a rating list ordered"))
def publish_rating_list(
    *,
    organisation: Organisation,
    system: System,
    period: Id,
    seen: Annotated[str, Field(longest=80)],
    by: User,
    once: str = "",
) -> ActResult[OfPeriod]:
    """Have the worker compute a list anew and publish it; ``seen``: the input of the preview."""
    target = _next_period(find_system(organisation, system), period)
    if target.end > timezone.localdate():
        raise Refusal("rating-period-not-over", day=target.end.isoformat())
    if not seen:
        raise Refusal("rating-preview-needed")
    _check_accepted(not_accepted(target))
    _ask(target, by, publish=True, digest=seen)
    answer: OfPeriod = {"system": system, "period": period}
    return ActResult(answer, after={"rating_system": system, "period": period})


def _next_period(system: RatingSystem, period: int) -> RatingPeriod:
    """One whose list is the next to be published."""
    target = find_period(system, period, unpublished=True)
    before = system.periods.filter(first__lt=target.first).order_by("-first").first()
    if before is not None and newest_list_version(before) is None:
        raise Refusal("rating-period-before", period=before.name)
    return target


def _ask(period: RatingPeriod, by: User | None, *, publish: bool, digest: str = "") -> None:
    """Under a key of its own, so that who looks again takes nobody's publication away."""
    outbox.enqueue(
        KIND,
        key=list_publish_key(period) if publish else preview_key(period),
        payload={"system": period.system_id, "period": period.pk, "publish": publish},
        digest=digest,
        by=by,
        priority=outbox.PAPER,
        scope=f"rating-system:{period.system_id}",
    )


def preview_next_list(system: RatingSystem) -> bool:
    """Have the next list computed once its period has begun; return whether a period waits for its list."""
    waiting = system.periods.filter(versions__isnull=True).order_by("first").first()
    if waiting is not None and waiting.first <= timezone.localdate():
        _ask(waiting, None, publish=False)
    return waiting is not None


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("published rating lists checked"))
def check_rating_lists(
    *, organisation: Organisation, system: System, by: User, once: str = ""
) -> ActResult[OfSystem]:
    """The worker computes every published list from what is in force now, and says who would move."""
    _ask_corrections(find_system(organisation, system), by, publish=False)
    answer: OfSystem = {"organisation": organisation.pk, "system": system}
    return ActResult(answer, after={"rating_system": system})


@act(
    on=ORGANISATION,
    right=KEEP_RATINGS,
    needs_reason=True,
    done=_("correction of rating lists ordered"),
)
def correct_rating_lists(
    *,
    organisation: Organisation,
    system: System,
    seen: Annotated[str, Field(longest=80)],
    reason: Reason,
    by: User,
    once: str = "",
) -> ActResult[OfSystem]:
    """Have the worker publish a new version of every list that is another one now; ``seen``: as checked."""
    row = find_system(organisation, system)
    if not seen:
        raise Refusal("rating-preview-needed")
    _ask_corrections(row, by, publish=True, digest=seen)
    answer: OfSystem = {"organisation": organisation.pk, "system": system}
    return ActResult(answer, after={"rating_system": system})


def _ask_corrections(system: RatingSystem, by: User, *, publish: bool, digest: str = "") -> None:
    if not system.periods.filter(versions__isnull=False).exists():
        raise Refusal("no-rating-list")
    outbox.enqueue(
        KIND,
        key=correct_key(system) if publish else check_key(system),
        payload={"system": system.pk, "period": None, "publish": publish},
        digest=digest,
        by=by,
        priority=outbox.PAPER,
        scope=f"rating-system:{system.pk}",
    )
