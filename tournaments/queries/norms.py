"""Norms of a section: who has made one, who still can, and what each condition asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypedDict, TypeVar

from django.db.models import QuerySet

from portal.journal.models import JournalEntry
from tournaments.models import (
    Entry,
    Gender,
    NormTable,
    Organisation,
    Pairing,
    PercentNorm,
    PlaceNorm,
    Player,
    Round,
    Section,
)
from tournaments.organisation_roles import ABOVE
from tournaments.queries.ratings.rated_games import HALVES
from tournaments.ratings.norms import (
    ConditionCode,
    NormGame,
    NormReport,
    NormRule,
    Outlook,
    PercentStep,
    PlaceRule,
    is_possible,
    norm,
    norm_rule,
    outlook,
    promoted_title,
    titled_by_place,
)


@dataclass(frozen=True, slots=True)
class NormLine:
    """Hold one player and one title; ``outlook``: what the last game must bring."""

    entry: Entry
    rating: int | None
    report: NormReport
    opponents: tuple[NormOpponent, ...]
    outlook: Outlook | None = None


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """Of a game that counts over the board; ``halves``: None while it is played."""

    section: Section
    round: int
    entry: Entry
    game: NormGame
    halves: int | None


@dataclass(frozen=True, slots=True)
class Promotion:
    """A title by percentage."""

    entry: Entry
    percent: int
    title: str


@dataclass(frozen=True, slots=True)
class PlaceTitle:
    """A title by place: the rule, and the place that was taken."""

    entry: Entry
    rule: PlaceNorm
    rank: int


@dataclass(frozen=True, slots=True)
class NormsOfSection:
    """Hold a section's norms; ``together``: by title the sections whose games count with it."""

    tables: tuple[NormTable, ...]
    lines: tuple[NormLine, ...]
    promotions: tuple[Promotion, ...]
    by_place: tuple[PlaceTitle, ...]
    is_over: bool
    together: Mapping[str, Sequence[Section]]


@dataclass(slots=True)
class _Course:
    """Hold what somebody has played; ``ahead``: paired and not over, ``last``: the last round's."""

    played: list[NormOpponent] = field(default_factory=list)
    ahead: list[NormOpponent] = field(default_factory=list)
    last: NormOpponent | None = None


class _Waived(TypedDict):
    exempt: bool
    fixed: bool


_Who = tuple[str, int]
_Dated = TypeVar("_Dated", PlaceNorm, PercentNorm)


def norm_tables_of(section: Section) -> list[NormTable]:
    """List the tables of norms for a section, of a title the nearest; three queries."""
    owner = section.event.organisation_id
    if owner is None:
        return []
    chain = Organisation.objects.filter(pk=owner).values_list(*(f"{way}pk" for way in ABOVE))[0]
    near = {key: place for place, key in enumerate(chain) if key is not None}
    rows = NormTable.objects.filter(organisation__in=near).select_related("organisation")
    tables: dict[str, NormTable] = {}
    # A table that names sections goes for these alone, and before one that names none.
    for row in sorted(
        rows.prefetch_related("sections__event"),
        key=lambda row: (not row.sections.all(), near[row.organisation_id], row.pk),
    ):
        sections = row.sections.all()
        if not sections or section in sections:
            tables.setdefault(row.title, row)
    return list(tables.values())


def asks_for_norms(section: Section) -> bool:
    """Whether there is any to make in a section that is over."""
    return section.state == Section.State.FINISHED and bool(norm_tables_of(section))


def norms_of(section: Section, rounds: Collection[Round] | None = None) -> NormsOfSection:
    """Judge the norms of a section; ``rounds``: those whose games count, without them all that are public.

    Seven queries, and four for each table that names sections."""
    tables = norm_tables_of(section)
    alone = _courses([section], rounds)
    entries = alone.entries
    lines: list[NormLine] = []
    together: dict[str, Sequence[Section]] = {}
    for table in tables:
        sections = sorted(table.sections.all(), key=lambda item: (item.event.starts, item.pk))
        courses = _courses(sections, rounds, of=section) if sections else alone
        if sections:
            together[table.title] = tuple(sections)
        waived: _Waived = {
            "exempt": all(item.norms_exemption for item in sections or [section]),
            "fixed": all(item.norms_fixed or item.is_round_robin for item in sections or [section]),
        }
        rule = norm_rule(table.document)
        # Shown is who has a norm, can still have it, or has the performance and lacks something else.
        lines += [
            line
            for entry in entries.values()
            if _applies(rule, entry.player) and (line := _line(rule, entry, courses, waived))
        ]
    # Who has one first, then by title as the tables stand, the higher performance first.
    order = {table.title: place for place, table in enumerate(tables)}
    lines.sort(
        key=lambda line: (
            not line.report.met,
            order[line.report.rule.title],
            -line.report.performance,
            line.entry.number or 0,
        )
    )
    is_over = section.state == Section.State.FINISHED
    promotions = _promotions(alone, section) if is_over else ()
    places = _by_place(section, entries) if is_over else ()
    return NormsOfSection(tuple(tables), tuple(lines), tuple(promotions), tuple(places), is_over, together)


def place_norms_of(section: Section) -> list[PlaceNorm]:
    """Of a title the nearest, as `_in_force` orders them. Three queries at most."""
    norms: dict[str, PlaceNorm] = {}
    for row in _in_force(section, PlaceNorm.objects.all()):
        norms.setdefault(row.title, row)
    return list(norms.values())


def percent_norm_of(section: Section) -> PercentNorm | None:
    """The table that goes for a section. Three queries at most."""
    return next(iter(_in_force(section, PercentNorm.objects.all())), None)


def _in_force(section: Section, rules: QuerySet[_Dated]) -> list[_Dated]:
    """List rules in force on the first day of the event, the nearest first, and of these the newest."""
    owner = section.event.organisation_id
    if owner is None:
        return []
    chain = Organisation.objects.filter(pk=owner).values_list(*(f"{way}pk" for way in ABOVE))[0]
    near = {key: place for place, key in enumerate(chain) if key is not None}
    rows = rules.filter(organisation__in=near, since__lte=section.event.starts)
    fitting = [
        row
        for row in rows.prefetch_related("sections")
        if not row.sections.all() or section in row.sections.all()
    ]
    return sorted(
        fitting,
        # A rule that names sections goes for these alone, and before one that names none.
        key=lambda row: (not row.sections.all(), near[row.organisation_id], -row.since.toordinal()),
    )


def _by_place(section: Section, entries: Mapping[int, Entry]) -> Iterable[PlaceTitle]:
    """Of the newest final standings. Four queries at most."""
    norms = place_norms_of(section)
    standing = section.standings.order_by("-after_round", "-version").first() if norms else None
    if standing is None:
        return
    by_number = {entry.number: entry for entry in entries.values()}
    for norm_ in sorted(norms, key=lambda item: item.title):
        ranks = {
            row["number"]: row["rank"]
            for row in standing.data["rows"]
            if (entry := by_number.get(row["number"])) is not None
            and not (norm_.women and entry.player.gender != Gender.WOMAN)
        }
        if norm_.women:
            # Places are counted among women.
            order = sorted(ranks.values())
            ranks = {number: order.index(rank) + 1 for number, rank in ranks.items()}
        rule = PlaceRule(norm_.title, norm_.places, norm_.participants)
        for number in sorted(titled_by_place(rule, ranks), key=lambda number: (ranks[number], number)):
            entry = by_number[number]
            if entry.player.title != norm_.title:
                yield PlaceTitle(entry, norm_, ranks[number])


@dataclass(frozen=True, slots=True)
class NormsWaivedLast:
    at: str
    reason: str


def last_waived(section: Section) -> NormsWaivedLast | None:
    """When and why something was waived or restored last. One query."""
    entry = JournalEntry.objects.filter(target=f"section:{section.pk}", act="set_norm_exemption").first()
    return None if entry is None else NormsWaivedLast(entry.at.isoformat(), entry.reason)


def _applies(rule: NormRule, player: Player) -> bool:
    """A title that is not the player's own already."""
    return player.title != rule.title and not (rule.women and player.gender != Gender.WOMAN)


def _line(rule: NormRule, entry: Entry, courses: _Courses, waived: _Waived) -> NormLine | None:
    course = courses.of(entry)
    games = [opponent.game for opponent in course.played]
    federation = entry.player.federation_id
    report = norm(rule, games, federation, **waived)
    forecast = None
    if course.last is not None:
        forecast = outlook(rule, games, federation, course.last.game, **waived)
    elif not report.met and courses.unpaired and entry.withdrawn_after is None:
        ahead = [opponent.game for opponent in course.ahead]
        if is_possible(rule, games, federation, ahead, courses.unpaired, **waived):
            forecast = Outlook.POSSIBLE
    able = any(c.code is ConditionCode.PERFORMANCE and c.met for c in report.conditions)
    enough = any(c.code is ConditionCode.GAMES and c.met for c in report.conditions)
    if not (report.met or (able and enough) or forecast not in (None, Outlook.IMPOSSIBLE)):
        return None
    return NormLine(entry, rating_at_start(entry), report, tuple(course.played), forecast)


def rating_at_start(entry: Entry) -> int | None:
    return entry.player.rating if entry.rating is None else entry.rating


@dataclass(slots=True)
class _Courses:
    """Hold the courses of everybody; ``unpaired``: rounds still to be paired, from two before the last on."""

    entries: dict[int, Entry]
    courses: dict[_Who, _Course]
    unpaired: int = 0

    def of(self, entry: Entry) -> _Course:
        return self.courses.get(_who(entry.player), _Course())


def _who(player: Player) -> _Who:
    """A person of the register is one in all events; of others only the event knows."""
    return ("player", player.pk) if player.person_id is None else ("person", player.person_id)


def _courses(
    sections: Sequence[Section], rounds: Collection[Round] | None, of: Section | None = None
) -> _Courses:
    """Read courses by round, over the board; ``rounds``: of the section ``of``. Four queries."""
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(section__in=sections).select_related("player", "section")
    }
    place = {section.pk: place for place, section in enumerate(sections)}
    final, newest = sections[-1], 0
    courses: dict[_Who, _Course] = {}
    pairings = (
        Pairing.objects.filter(round__section__in=sections, table__isnull=False)
        .exclude(round__state__in=(Round.State.PLANNED, Round.State.DRAFT))
        .select_related("round")
        .prefetch_related("seats", "reports")
    )
    if rounds is not None:
        hidden = Round.objects.filter(section=of or final).exclude(pk__in=[item.pk for item in rounds])
        pairings = pairings.exclude(round__in=hidden)
    by_name = {section.pk: section for section in sections}
    for pairing in sorted(
        pairings, key=lambda row: (place[row.round.section_id], row.round.number, row.table or 0)
    ):
        number = pairing.round.number
        in_final = pairing.round.section_id == final.pk
        newest = max(newest, number if in_final else 0)
        seats = sorted(pairing.seats.all(), key=lambda seat: seat.colour != "first")
        superseded = {report.supersedes_id for report in pairing.reports.all()}
        report = next(
            (item for item in pairing.reports.all() if item.game == 1 and item.pk not in superseded), None
        )
        value = "" if report is None else report.detail.get("rated") or report.value
        halves = HALVES.get(value) if value != "0-0" else None
        if len(seats) != 2 or (report is not None and (report.forfeit or halves is None)):
            continue
        for seat, other in (seats, seats[::-1]):
            course = courses.setdefault(_who(entries[seat.entry_id].player), _Course())
            player = entries[other.entry_id].player
            mine = halves if halves is None or seat.colour == "first" else 2 - halves
            game = NormGame(
                rating_at_start(entries[other.entry_id]), player.title, player.federation_id, mine or 0
            )
            section = by_name[pairing.round.section_id]
            met = NormOpponent(section, number, entries[other.entry_id], game, mine)
            if mine is not None:
                course.played.append(met)
                continue
            course.ahead.append(met)
            if in_final and number == final.rounds:
                course.last = met
    left = final.rounds - newest
    near = final.state != Section.State.FINISHED and 0 < left <= 2
    return _Courses(
        {key: entry for key, entry in entries.items() if entry.section_id == (of or final).pk},
        courses,
        left if near else 0,
    )


def _promotions(alone: _Courses, section: Section) -> Iterable[Promotion]:
    """By the whole number of rounds: who has played less has scored less."""
    table = percent_norm_of(section)
    if table is None:
        return
    steps = [PercentStep(*step) for step in table.steps]
    most = Fraction(2 * section.rounds)
    for entry in alone.entries.values():
        points = Fraction(sum(met.halves or 0 for met in alone.of(entry).played))
        if title := promoted_title(steps, entry.player.title, points, most):
            yield Promotion(entry, int(100 * points / most), title)
