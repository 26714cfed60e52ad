"""Rating systems of an organisation: made, their rules changed, their periods opened, ratings set by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Annotated, TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.fields import Field
from tournaments.acts.arguments import Id
from tournaments.acts.common import check_name
from tournaments.acts.entering.organisations import NAME_LENGTH, ORGANISATION, Name, NativeName
from tournaments.acts.frame import ActResult, act, no_change
from tournaments.acts.register.person_input import tidy
from tournaments.acts.register.person_particulars import issuer_of
from tournaments.models import (
    Organisation,
    PersonRating,
    RatingAdjustment,
    RatingPeriod,
    RatingSystem,
    Section,
    SystemRules,
)
from tournaments.models.rated_lists import CODE_LENGTH, NUMBER_LENGTH, PERIOD_LENGTH
from tournaments.organisation_roles import KEEP_RATINGS
from tournaments.queries.ratings.rated_games import newest_list_version, period_of, rules_on, system_with
from tournaments.ratings.files import system_document
from tournaments.ratings.flaws import SCALE
from tournaments.ratings.periods import flaws_of_periods
from tournaments.ratings.presets import PRESETS
from tournaments.ratings.values import (
    Band,
    Basis,
    Better,
    Cut,
    FlawCode,
    FloorRule,
    Formula,
    KStep,
    LateEvent,
    Start,
)

# At three in the morning hardly anybody waits for a worker.
NIGHT_KIND, NIGHT_HOUR = "rating-night", 3
# Ratings that are set at once.
MOST_LINES = 20_000
MOST_STEPS = 40
LONGEST_PRESET = 40
LONGEST_LINES = MOST_LINES * 40
COLUMNS_OF_K = ("k", "games_below", "rating_below", "highest_below", "age_at_most")


class OfSystem(TypedDict):
    organisation: int
    system: str


class OfPeriod(TypedDict):
    system: str
    period: int


class RatingsSet(TypedDict):
    """``rows``: ratings that were set, or set otherwise."""

    system: str
    rows: int


def find_system(organisation: Organisation, code: str) -> RatingSystem:
    """Raises the `Refusal` ``no-such-rating-system``."""
    target = organisation.rating_systems.filter(code=code).first()
    if target is None:
        raise Refusal("no-such-rating-system")
    return target


def find_period(system: RatingSystem, period: int, *, unpublished: bool = False) -> RatingPeriod:
    """Raises the `Refusal` ``no-such-rating-period`` or ``rating-period-published``."""
    target = system.periods.filter(pk=period).first()
    if target is None:
        raise Refusal("no-such-rating-period")
    if unpublished and target.versions.exists():
        raise Refusal("rating-period-published", period=target.name)
    return target


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rating system created"))
def make_rating_system(
    *,
    organisation: Organisation,
    code: Annotated[
        str,
        Field(longest=CODE_LENGTH, label=_("Code"), help=_("Small letters and figures, such as chn.")),
    ],
    name: Name,
    native_name: NativeName = "",
    game: Annotated[str, Field(choices=Section.Game.values)],
    preset: Annotated[str, Field(longest=LONGEST_PRESET)],
    numbers: Annotated[
        str,
        Field(
            longest=CODE_LENGTH,
            label=_("Numbers given by"),
            help=_("Whose numbers of persons the list has. Leave empty for numbers of its own."),
        ),
    ] = "",
    by: User,
    once: str = "",
) -> ActResult[OfSystem]:
    """Make a rating system that begins with the rules of a ``preset`` of `PRESETS`."""
    code, numbers = issuer_of(code), issuer_of(numbers or code)
    name, native_name = tidy(name), tidy(native_name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_name("name", name, most=NAME_LENGTH)
    check_name("native_name", native_name, most=NAME_LENGTH)
    rules = PRESETS.get(preset)
    if rules is None or game not in Section.Game.values:
        raise Refusal("unknown-rating-preset", field="preset")
    if rules.game not in ("", game):
        raise Refusal("rating-game-of-preset", field="preset")
    if PersonRating.objects.filter(issuer=code).exists():
        # Its ratings would stand among those of a list that is nobody's here.
        raise Refusal("rating-code-taken", field="code", code=code)
    made = RatingSystem(
        organisation=organisation, code=code, name=name, native_name=native_name, game=game, numbers=numbers
    )
    try:
        with transaction.atomic():
            made.save()
    except IntegrityError:
        raise Refusal("rating-code-taken", field="code", code=code) from None
    document = system_document(replace(rules, code=code, game=game))
    SystemRules.objects.create(system=made, version=1, valid_from=date.min, document=document)
    answer: OfSystem = {"organisation": organisation.pk, "system": code}
    return ActResult(answer, after={"rating_system": code})


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rules of a rating system changed"))
def change_rating_rules(
    *,
    organisation: Organisation,
    system: Annotated[str, Field(longest=CODE_LENGTH)],
    k: Annotated[str, Field(longest=2000)],
    k_games: Annotated[int | None, Field(least=1, most=100_000)] = None,
    cut: Annotated[int | None, Field(least=1, most=4000)] = None,
    floor: Annotated[int | None, Field(least=-900, most=4000)] = None,
    start: Annotated[int | None, Field(least=-900, most=4000)] = None,
    provisional_below: Annotated[int, Field(least=0, most=1000)] = 0,
    inactive_months: Annotated[int | None, Field(least=1, most=600)] = None,
    late: Annotated[str, Field(choices=[late.value for late in LateEvent])] = LateEvent.NEXT.value,
    bands: Annotated[str, Field(longest=2000)] = "",
    by: User,
    once: str = "",
) -> ActResult[OfSystem]:
    """Change the rules of an Elo system from the first period on whose list is not published.

    ``k``: a step a line, of K and, where they count, games below, rating below, highest rating below and age
    at most, with commas, ``-`` for what does not count; ``bands``: a least rating and a name a line;
    ``late``: where a section counts whose list is published."""
    row = find_system(organisation, system)
    valid_from, version = _next_rules(row)
    now = system_with(rules_on(row, date.max))
    # What FIDE and the EGF publish stays as it is.
    if now.formula is not Formula.ELO:
        raise Refusal("rules-of-preset")
    rules = replace(
        now,
        k=tuple(_steps(k)),
        k_games=k_games,
        cuts=() if cut is None else (Cut(cut),),
        floor=floor,
        floor_rule=FloorRule.HOLD,
        basis=Basis.PERIOD_START,
        newcomers=Start(default=start),
        provisional_below=provisional_below,
        inactive_months=inactive_months,
        late=LateEvent(late),
        bands=tuple(_bands(bands)),
    )
    answer: OfSystem = {"organisation": organisation.pk, "system": system}
    if rules == now:
        return no_change(answer)
    # Published periods keep the rules that they were computed by.
    rules = replace(rules, version=version, valid_from=valid_from)
    SystemRules.objects.create(
        system=row, version=version, valid_from=valid_from, document=system_document(rules)
    )
    return ActResult(
        answer, before={"version": now.version}, after={"rating_system": system, "version": version}
    )


def _next_rules(system: RatingSystem) -> tuple[date, int]:
    """From when new rules would be valid, and their version."""
    published = [row.end for row in system.periods.all() if newest_list_version(row) is not None]
    return max(published, default=date.min), system.rules.count() + 1


def _lines(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line.strip():
            yield [cell.strip() for cell in line.replace(";", ",").replace("，", ",").split(",")]


def _steps(text: str) -> Iterator[KStep]:
    rows = list(_lines(text))
    for cells in rows[: MOST_STEPS + 1]:
        try:
            values = [None if cell in ("", "-") else int(cell) for cell in cells]
            named = dict(zip(COLUMNS_OF_K, values, strict=False))
            if len(values) > len(COLUMNS_OF_K) or len(rows) > MOST_STEPS or not 0 < (named["k"] or 0) <= 1000:
                raise ValueError(cells)
        except ValueError:
            raise Refusal("bad-k-step", field="k", line=", ".join(cells)[:60]) from None
        yield KStep(**{key: value for key, value in named.items() if value is not None})


def _bands(text: str) -> Iterator[Band]:
    rows = list(_lines(text))
    for cells in rows[: MOST_STEPS + 1]:
        try:
            least, name = cells
            if not name or len(rows) > MOST_STEPS:
                raise ValueError(cells)
            band = Band(int(least), name)
        except ValueError:
            raise Refusal("bad-band", field="bands", line=", ".join(cells)[:60]) from None
        check_name("bands", name, most=40)
        yield band


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rating period opened"))
def open_rating_period(
    *,
    organisation: Organisation,
    system: Annotated[str, Field(longest=CODE_LENGTH)],
    name: Annotated[str, Field(longest=PERIOD_LENGTH, label=_("Name"), help=_("Such as 2026-11."))],
    first: Annotated[date, Field()],
    end: Annotated[date, Field()],
    list_date: Annotated[date | None, Field()] = None,
    by: User,
    once: str = "",
) -> ActResult[OfPeriod]:
    """``end``: the first day that is not in it; ``list_date``: without one, that day."""
    row = find_system(organisation, system)
    name = tidy(name)
    if not name:
        raise Refusal("name-needed", field="name")
    check_name("name", name, most=PERIOD_LENGTH)
    made = RatingPeriod(system=row, name=name, first=first, end=end, list_date=list_date or end)
    earlier = list(row.periods.all())
    codes = {flaw.code for flaw in flaws_of_periods(map(period_of, [*earlier, made]))}
    if FlawCode.LIST_BEFORE_END in codes:
        raise Refusal("rating-list-too-early", field="list_date")
    last = earlier[-1] if earlier else None
    if FlawCode.PERIODS_APART in codes or (last and first < last.end):
        raise Refusal("rating-periods-apart", field="first", day=last.end.isoformat() if last else "")
    if any(item.name == name for item in earlier):
        raise Refusal("rating-period-named", field="name")
    made.save()
    preview_tonight(row)
    answer: OfPeriod = {"system": system, "period": made.pk}
    return ActResult(answer, after={"rating_system": system, "period": made.pk})


def preview_tonight(system: RatingSystem) -> None:
    """Have the worker look tonight what the next list would be."""
    now = timezone.localtime()
    night = now.replace(hour=NIGHT_HOUR, minute=0, second=0, microsecond=0)
    if night <= now:
        night += timedelta(days=1)
    outbox.enqueue(
        NIGHT_KIND,
        # Asked for twice it is one look; it asks for the next night itself while a period waits for its list.
        key=f"rating-night:{system.pk}",
        payload={"system": system.pk},
        priority=outbox.PAPER,
        delay=(night - now).total_seconds(),
    )


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rating period deleted"))
def delete_rating_period(
    *,
    organisation: Organisation,
    system: Annotated[str, Field(longest=CODE_LENGTH)],
    period: Id,
    by: User,
    once: str = "",
) -> ActResult[OfPeriod]:
    """The last one, while its list is not published; what was to count in it counts nowhere."""
    row = find_system(organisation, system)
    target = find_period(row, period, unpublished=True)
    if row.periods.filter(first__gt=target.first).exists():
        raise Refusal("rating-period-not-last")
    answer: OfPeriod = {"system": system, "period": period}
    before = {"rating_system": system, "period": period, "sections": target.sections.count()}
    target.sections.all().delete()
    row.adjustments.filter(day__gte=target.first, day__lt=target.end).delete()
    target.delete()
    return ActResult(answer, before=before)


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("ratings set manually"))
def set_ratings(
    *,
    organisation: Organisation,
    system: Annotated[str, Field(longest=CODE_LENGTH)],
    period: Id,
    day: Annotated[date, Field()],
    ratings: Annotated[str, Field(longest=LONGEST_LINES)],
    reason_code: Annotated[str, Field(choices=RatingAdjustment.Reason.values)],
    by: User,
    once: str = "",
) -> ActResult[RatingsSet]:
    """Set ratings from a ``day`` of a period on; ``ratings``: a number and a rating a line."""
    row = find_system(organisation, system)
    # In a published period it is a correction, that is published like any other.
    target = find_period(row, period)
    if not target.first <= day < target.end:
        raise Refusal(
            *("rating-day-outside",), field="day", first=target.first.isoformat(), end=target.end.isoformat()
        )
    if reason_code not in RatingAdjustment.Reason.values:
        raise Refusal("unknown-rating-reason", field="reason_code")
    values = _ratings(ratings, system_with(rules_on(row, target.first)).better)
    stands = {item.number: item for item in row.adjustments.filter(day=day)}
    made = [
        RatingAdjustment(system=row, number=number, day=day, value=value, reason=reason_code)
        for number, value in values.items()
        if (now := stands.get(number)) is None or (now.value, now.reason) != (value, reason_code)
    ]
    answer: RatingsSet = {"system": system, "rows": len(made)}
    if not made:
        return no_change(answer)
    RatingAdjustment.objects.bulk_create(
        made,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["system", "number", "day"],
        update_fields=["value", "reason"],
    )
    return ActResult(answer, after={"rating_system": system, "period": period, "rows": len(made)})


def _ratings(text: str, better: Better) -> dict[str, Decimal]:
    values: dict[str, Decimal] = {}
    least, most = SCALE[better]
    for cells in _lines(text):
        if len(cells) != 2 or not cells[0] or len(cells[0]) > NUMBER_LENGTH or len(values) >= MOST_LINES:
            raise Refusal("bad-rating-line", field="ratings", line=", ".join(cells)[:60])
        number, written = cells
        check_name("ratings", number, most=NUMBER_LENGTH)
        if number in values:
            raise Refusal("rating-number-twice", field="ratings", number=number)
        try:
            value = Decimal(written)
            fits = value.is_finite() and value == value.quantize(Decimal("0.001"))
        except InvalidOperation:
            fits = False
        if not fits:
            raise Refusal("bad-rating-line", field="ratings", line=", ".join(cells)[:60])
        if not least <= value <= most:
            raise Refusal("rating-off-scale", field="ratings", number=number, rating=written[:12])
        values[number] = value
    if not values:
        raise Refusal("bad-rating-line", field="ratings", line="")
    return values


@act(on=ORGANISATION, right=KEEP_RATINGS, done=_("rating set manually taken back"))
def remove_set_rating(
    *,
    organisation: Organisation,
    system: Annotated[str, Field(longest=CODE_LENGTH)],
    adjustments: Annotated[Sequence[int], Field(longest=1000, item=Field(least=0))],
    by: User,
    once: str = "",
) -> ActResult[RatingsSet]:
    """Of a published period it is a correction."""
    row = find_system(organisation, system)
    chosen = row.adjustments.filter(pk__in=adjustments)
    answer: RatingsSet = {"system": system, "rows": chosen.count()}
    if not answer["rows"]:
        raise Refusal("nothing-chosen")
    chosen.delete()
    return ActResult(answer, before={"rating_system": system, "rows": answer["rows"]})
