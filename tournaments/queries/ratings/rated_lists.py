"""Answer the public pages of computed ratings, in a fixed number of questions; names are looked up (law
8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from django.core.paginator import Page, Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from portal.published.documents import Day, Hidden
from tournaments.exchange.ratings.rated_list_files import ExportedRating
from tournaments.models import (
    ListRow,
    ListVersion,
    PersonNumber,
    PersonTitle,
    RatedSection,
    RatingPeriod,
    RatingSystem,
)
from tournaments.models.organisations import Organisation
from tournaments.models.rated_lists import plain_rating
from tournaments.queries.public.public import PersonReference
from tournaments.queries.ratings.rated_games import input_in_force, system_with
from tournaments.queries.ratings.rating_desk import persons_of_numbers
from tournaments.ratings.rate import k_for, offers
from tournaments.ratings.tables import dp, per_cent
from tournaments.ratings.values import Formula, Performance, Rating, System

ON_A_PAGE = 100
MOST_MOVERS = 10
MOST_BEST = 5
# A list shows these by default.
RATED = (ListRow.State.ACTIVE, ListRow.State.PROVISIONAL)


@dataclass(frozen=True, slots=True)
class ListedSystem:
    """``newest``: its list in force."""

    system: RatingSystem
    newest: ListVersion


def listed_systems(organisation: Organisation | None = None) -> list[ListedSystem]:
    """Those with a published list. One query."""
    newest = ListVersion.objects.filter(period__system=OuterRef("pk"))
    first = newest.order_by("-period__first", "-number").values("pk")[:1]
    systems = RatingSystem.objects.annotate(newest=Subquery(first)).filter(newest__isnull=False)
    if organisation is not None:
        systems = systems.filter(organisation=organisation)
    rows = list(systems.select_related("organisation"))
    versions = ListVersion.objects.select_related("period__system", "rules").in_bulk(
        [row.newest for row in rows]
    )
    return [ListedSystem(row, versions[row.newest]) for row in rows]


@dataclass(frozen=True, slots=True)
class ListInForce:
    """The list of a system that is in force."""

    code: Annotated[str, _("Code of the rating system.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    on: Annotated[Day, _("The list's day.")]
    persons: Annotated[int, _("With a rating.")]
    path: Hidden[str]
    newest: Hidden[ListVersion]


def published_lists(organisation: Organisation) -> list[ListInForce]:
    """Those of an organisation. Two queries."""
    return [
        ListInForce(
            code=item.system.code,
            name=item.system.name,
            native_name=item.system.native_name,
            on=item.newest.period.list_date.isoformat(),
            persons=item.newest.persons,
            path=f"ratings/{item.system.code}/",
            newest=item.newest,
        )
        for item in listed_systems(organisation)
    ]


@dataclass(frozen=True, slots=True)
class RatedNumber:
    """A number of a person on the newest list of a system. ``rating``: as text, exactly."""

    code: Annotated[str, _("Code of the rating system.")]
    name: str
    native_name: Annotated[str, _("May be empty.")]
    number: str
    rating: Annotated[str, _("Empty while there is none.")]
    state: ListRow.State
    games: Annotated[int, _("Rated so far.")]
    k: Annotated[int | None, _("K of the next list; null in systems without one.")]
    on: Annotated[Day, _("The list's day.")]
    path: Hidden[str]


def rated_numbers(numbers: Mapping[str, str]) -> list[RatedNumber]:
    """List where somebody with these numbers, by issuer, stands on our lists; three queries at most."""
    systems = [item for item in listed_systems() if item.system.numbers in numbers]
    held = Q(pk__in=())
    for item in systems:
        held |= Q(version=item.newest, number=numbers[item.system.numbers])
    rows = {row.version_id: row for row in ListRow.objects.filter(held)} if systems else {}
    return [
        RatedNumber(
            code=item.system.code,
            name=item.system.name,
            native_name=item.system.native_name,
            number=row.number,
            rating="" if row.rating is None else plain_rating(row.rating),
            state=ListRow.State(row.state),
            games=row.games,
            k=row.k,
            on=item.newest.period.list_date.isoformat(),
            path=number_path(item.system, row.number),
        )
        for item in systems
        if (row := rows.get(item.newest.pk)) is not None
    ]


def exact_rating(rating: Decimal | None, *, whole: bool) -> Rating | None:
    return int(rating) if rating is not None and whole else rating


@dataclass(frozen=True, slots=True)
class NumberOnList:
    """A row as it is shown. ``band``: the name that the rating has; ``person``: if everybody may know."""

    row: ListRow
    rating: Rating | None
    change: Rating | None
    band: str
    person: PersonReference | None

    @property
    def signed(self) -> str:
        """The change."""
        if self.change is None:
            return ""
        return f"{self.change:+}".replace("-", "−") if self.change else "0"


def first_rated(version: ListVersion) -> list[NumberOnList]:
    """The highest of a list. Three queries."""
    rows = version.rows.defer("lines", "pool", "first").filter(state=ListRow.State.ACTIVE)
    highest = list(rows.order_by("position")[:MOST_BEST])
    return _lines(highest, version.period.system, system_with(version.rules))


@dataclass(frozen=True, slots=True)
class RatedListPage:
    """``versions``: of this period, the newest first; ``periods``: with a list, the newest first."""

    system: RatingSystem
    rules: System
    version: ListVersion
    versions: Sequence[ListVersion]
    periods: Sequence[RatingPeriod]
    input: str
    rows: Page[ListRow]
    lines: Sequence[NumberOnList]
    gains: Sequence[NumberOnList]
    losses: Sequence[NumberOnList]
    everybody: bool
    search: str

    @property
    def path(self) -> str:
        return version_path(self.version, self.system)

    @property
    def newest(self) -> ListVersion:
        return self.versions[0]

    @property
    def replaced(self) -> bool:
        return self.version.pk != self.newest.pk

    @property
    def newest_path(self) -> str:
        return version_path(self.newest, self.system)


def version_path(version: ListVersion, system: RatingSystem) -> str:
    return f"ratings/{system.code}/{version.period.list_date.isoformat()}/v{version.number}/"


def number_path(system: RatingSystem, number: str) -> str:
    return f"ratings/{system.code}/number/{number}/"


def find_version(code: str, on: date | None = None, number: int | None = None) -> ListVersion | None:
    """The newest list of a system, or that of a day, in its newest version or in one of them. One query."""
    versions = ListVersion.objects.filter(period__system__code=code)
    if on is not None:
        versions = versions.filter(period__list_date=on)
    if number is not None:
        versions = versions.filter(number=number)
    matches = versions.select_related("period__system__organisation", "rules")
    return matches.order_by("-period__first", "-number").first()


def _lines(rows: Sequence[ListRow], system: RatingSystem, rules: System) -> list[NumberOnList]:
    persons = persons_of_numbers(system.numbers, {row.number for row in rows})
    whole = rules.formula is not Formula.GOR
    return [
        NumberOnList(
            row,
            exact_rating(row.rating, whole=whole),
            exact_rating(row.change, whole=whole),
            band_of(rules, row.rating),
            persons.get(row.number),
        )
        for row in rows
    ]


def band_of(rules: System, rating: Decimal | None) -> str:
    """The name of the highest band that the rating reaches."""
    reached = [band for band in rules.bands if rating is not None and rating >= band.least]
    return max(reached, key=lambda band: band.least).name if reached else ""


def list_page(version: ListVersion, *, page: str, everybody: bool, search: str) -> RatedListPage:
    """``search``: a number or a part of a name. Eight queries at most."""
    system, rules = version.period.system, system_with(version.rules)
    rows = version.rows.defer("lines", "pool", "first").order_by("position")
    if not everybody:
        rows = rows.filter(state__in=RATED)
    if search:
        rows = rows.filter(Q(number=search) | Q(number__in=_numbers_of(search, system)))
    shown_page = Paginator(rows, ON_A_PAGE).get_page(page)
    lines = _lines(list(shown_page.object_list), system, rules)
    changed = version.rows.defer("lines", "pool", "first").filter(state__in=RATED)
    gains = list(changed.filter(change__gt=0).order_by("-change", "number")[:MOST_MOVERS])
    losses = list(changed.filter(change__lt=0).order_by("change", "number")[:MOST_MOVERS])
    moved = _lines([*gains, *losses], system, rules)
    return RatedListPage(
        system=system,
        rules=rules,
        version=version,
        versions=list(version.period.versions.order_by("-number")),
        periods=list(system.periods.filter(versions__isnull=False).distinct().order_by("-first")),
        input=input_in_force(version).digest,
        rows=shown_page,
        lines=lines,
        gains=moved[: len(gains)],
        losses=moved[len(gains) :],
        everybody=everybody,
        search=search,
    )


def _numbers_of(search: str, system: RatingSystem) -> QuerySet[PersonNumber, str]:
    """Of persons who may be found so."""
    held = PersonNumber.objects.filter(
        issuer=system.numbers, person__listed=True, person__erased_at=None
    ).filter(Q(person__name__icontains=search) | Q(person__native_name__icontains=search))
    return held.values_list("number", flat=True)


@dataclass(frozen=True, slots=True)
class Played:
    """Hold a game in the arithmetic; ``difference``: between the ratings, ``counted``: as it was cut."""

    round: int
    event: str
    path: str
    rating: str
    other: str
    opponent: str
    person: PersonReference | None
    score: str
    difference: int
    counted: int
    expected: str
    gain: str
    handicap: int

    @property
    def cut(self) -> bool:
        return self.difference != self.counted


@dataclass(frozen=True, slots=True)
class FirstRating:
    """The arithmetic of a first rating: B.02 8.2."""

    games: int
    drawn: int
    against: int
    average: str
    percent: int
    difference: int


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Of one list. ``total``: sum of the gains; ``product``: times K, before it is rounded."""

    version: ListVersion
    line: NumberOnList
    before: Rating | None
    games: Sequence[Played]
    total: str
    product: str
    k_limited: bool
    first: FirstRating | None
    path: str


@dataclass(frozen=True, slots=True)
class GameOffer:
    """What a win, a draw and a loss against somebody would give; None where such a game is not rated."""

    opponent: str
    values: tuple[str, str, str] | None


@dataclass(frozen=True, slots=True)
class NumberPage:
    system: RatingSystem
    rules: System
    number: str
    person: PersonReference | None
    newest: NumberOnList
    course: Sequence[tuple[ListVersion, Rating | None, str]]
    lists: Sequence[Arithmetic]
    k: int | None
    offer: GameOffer | None
    path: str

    @property
    def values(self) -> list[Rating]:
        return [rating for _version, rating, _state in self.course if rating is not None]

    @property
    def width(self) -> int:
        return 40 * (len(self.values) - 1)

    @property
    def dots(self) -> list[tuple[int, int]]:
        highest, least = max(self.values), min(self.values)
        span = max(Decimal(1), Decimal(highest) - Decimal(least))
        return [
            (40 * at, round(60 * (Decimal(highest) - Decimal(value)) / span))
            for at, value in enumerate(self.values)
        ]

    @property
    def line(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


# The arithmetic of so many lists stands on the page of a number.
MOST_LISTS = 24


def number_page(code: str, number: str, opponent: str = "") -> NumberPage | None:
    """None where no list has the number. Six queries."""
    system = RatingSystem.objects.select_related("organisation").filter(code=code).first()
    if system is None:
        return None
    rows = ListRow.objects.filter(number=number, version__period__system=system)
    rows = rows.exclude(version__in=_replaced(system)).select_related("version__period", "version__rules")
    matches = list(rows.order_by("version__period__first"))
    if not matches:
        return None
    recent = matches[-MOST_LISTS:]
    others = {line[3] for row in recent for line in row.lines}
    persons = persons_of_numbers(system.numbers, {number, *others})
    uids = {line[0] for row in recent for line in row.lines}
    sections = {
        item.uid: item
        for item in RatedSection.objects.filter(system=system, uid__in=uids).select_related("section__event")
    }
    last = matches[-1]
    rules = system_with(last.version.rules)
    whole = rules.formula is not Formula.GOR
    newest = _line(last, rules, persons)
    k = k_now(rules, last)
    return NumberPage(
        system=system,
        rules=rules,
        number=number,
        person=persons.get(number),
        newest=newest,
        course=[
            (row.version, exact_rating(row.rating, whole=whole), row.get_state_display()) for row in matches
        ],
        lists=[_arithmetic(row, system, persons, sections) for row in reversed(recent)],
        k=k,
        offer=_offer(rules, newest.rating, k, opponent),
        path=number_path(system, number),
    )


def _replaced(system: RatingSystem) -> QuerySet[ListVersion, int]:
    """Versions of which there is a newer one."""
    newer = ListVersion.objects.filter(period=OuterRef("period"), number__gt=OuterRef("number"))
    versions = ListVersion.objects.filter(period__system=system)
    return (
        versions.annotate(newer=Subquery(newer.values("pk")[:1]))
        .filter(newer__isnull=False)
        .values_list("pk", flat=True)
    )


def _line(row: ListRow, rules: System, persons: Mapping[str, PersonReference]) -> NumberOnList:
    whole = rules.formula is not Formula.GOR
    rating, change = exact_rating(row.rating, whole=whole), exact_rating(row.change, whole=whole)
    return NumberOnList(row, rating, change, band_of(rules, row.rating), persons.get(row.number))


def k_now(rules: System, row: ListRow) -> int | None:
    """K of the next games."""
    if rules.formula is Formula.GOR or row.rating is None:
        return None
    if rules.k_published:
        return row.k
    year = row.version.period.list_date.year
    highest = None if row.highest is None else int(row.highest)
    return k_for(rules, games=row.games, rating=int(row.rating), highest=highest, born=row.born, year=year)


def _signed(value: Decimal | float, places: int) -> str:
    return f"{value:+.{places}f}".replace("-", "−")


def _arithmetic(
    row: ListRow,
    system: RatingSystem,
    persons: Mapping[str, PersonReference],
    sections: Mapping[str, RatedSection],
) -> Arithmetic:
    rules = system_with(row.version.rules)
    whole = rules.formula is not Formula.GOR
    places = 2 if rules.formula is Formula.FIDE else 4
    scale = Decimal(rules.scale)
    games = [_played(line, rules, places, persons, sections) for line in row.lines]
    total = product = ""
    if row.total is not None and whole:
        total = _signed(row.total / scale, places)
        product = _signed((row.k_used or 0) * row.total / scale, places)
    elif row.lines:
        total = product = _signed(sum(line[8] for line in row.lines), 3)
    limited = (
        bool(rules.k_games)
        and whole
        and row.k_used is not None
        and row.n * (row.k_used + 1) > (rules.k_games or 0)
    )
    return Arithmetic(
        version=row.version,
        line=_line(row, rules, persons),
        before=exact_rating(row.before, whole=whole),
        games=games,
        total=total,
        product=product,
        k_limited=limited,
        first=_first(row, rules),
        path=version_path(row.version, system),
    )


def _played(
    line: Sequence[Any],
    rules: System,
    places: int,
    persons: Mapping[str, PersonReference],
    sections: Mapping[str, RatedSection],
) -> Played:
    uid, round_, rating, other, opponent, halves, counted, expected, gain, handicap = line
    section = sections[uid].section if uid in sections else None
    public = section is not None and section.event.listed
    gor = rules.formula is Formula.GOR
    scale = Decimal(rules.scale)
    return Played(
        round=round_,
        event=section.event.name if section is not None and public else uid,
        path=f"e/{section.event.slug}/{section.slug}/" if section is not None and public else "",
        rating=str(rating),
        other=other,
        opponent=str(opponent),
        person=persons.get(other),
        score={0: "0", 1: "½", 2: "1"}[halves],
        difference=0 if gor else rating - opponent,
        counted=counted,
        expected=f"{expected:.3f}" if gor else f"{expected / scale:.{places}f}",
        gain=_signed(gain, 3) if gor else _signed(gain / scale, places),
        handicap=handicap,
    )


def _first(row: ListRow, rules: System) -> FirstRating | None:
    rule = rules.newcomers
    if not row.first or not isinstance(rule, Performance):
        return None
    games = len(row.first) + rule.drawn
    total = sum(opponent for _day, opponent, _halves in row.first) + rule.drawn * rule.against
    percent = per_cent(sum(halves for *_more, halves in row.first) + rule.drawn, games)
    return FirstRating(
        len(row.first), rule.drawn, rule.against, f"{Decimal(total) / games:.2f}", percent, dp(percent)
    )


def _offer(rules: System, rating: Rating | None, k: int | None, opponent: str) -> GameOffer | None:
    try:
        value = int(opponent)
    except ValueError:
        return None
    if rating is None or not -900 <= value <= 4000:
        return None
    matches = offers(rules, rating, value, k=k or 0)
    places = 3 if rules.formula is Formula.GOR else 2
    if matches is None:
        return GameOffer(str(value), None)
    win, draw, loss = (_signed(item, places) for item in matches)
    return GameOffer(str(value), (win, draw, loss))


def exported(version: ListVersion) -> Iterator[ExportedRating]:
    """All of a list, with what everybody may know of the persons. Three queries."""
    system, rules = version.period.system, system_with(version.rules)
    whole = rules.formula is not Formula.GOR
    held = PersonNumber.objects.filter(
        issuer=system.numbers, person__listed=True, person__erased_at=None
    ).values_list("number", "person", "person__name", "person__native_name", "person__federation")
    persons = {number: (person, name, native, code) for number, person, name, native, code in held}
    titles: dict[int, str] = {}
    of_persons = PersonTitle.objects.filter(person__numbers__issuer=system.numbers)
    for holder, title in of_persons.values_list("person", "title"):
        titles.setdefault(holder, title)
    columns = ("place", "number", "rating", "before", "change", "k", "n", "games", "state")
    for row in version.rows.order_by("position").values(*columns).iterator():
        person, name, native, code = persons.get(row["number"], (0, "", "", ""))
        for column in ("rating", "before", "change"):
            row[column] = exact_rating(row[column], whole=whole)
        title = titles.get(person, "")
        yield ExportedRating(**row, name=name, native_name=native, federation=code, title=title)
