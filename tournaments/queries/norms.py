"""Norms of a section: who has made one, who still can, and what each condition asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Entry, Gender, NormTable, Organisation, Pairing, Player, Round, Section
from tournaments.organisation_roles import ABOVE
from tournaments.queries.ratings.rated_games import HALVES
from tournaments.ratings.norms import (
    CHINESE_SCALE,
    ConditionCode,
    NormGame,
    NormReport,
    NormRule,
    Outlook,
    norm,
    outlook,
    promoted,
    rule_of,
)


@dataclass(frozen=True, slots=True)
class NormLine:
    """One player and one title. ``outlook``: what the last game must bring, while it is played."""

    entry: Entry
    rating: int | None
    report: NormReport
    opponents: tuple[NormOpponent, ...]
    outlook: Outlook | None = None


@dataclass(frozen=True, slots=True)
class NormOpponent:
    """Of a game that counts over the board; ``halves``: None while it is played."""

    round: int
    entry: Entry
    game: NormGame
    halves: int | None


@dataclass(frozen=True, slots=True)
class Promotion:
    """A title by percentage, of the Chinese scale."""

    entry: Entry
    percent: int
    title: str


@dataclass(frozen=True, slots=True)
class NormsOfSection:
    tables: tuple[NormTable, ...]
    lines: tuple[NormLine, ...]
    promotions: tuple[Promotion, ...]
    is_over: bool


def norm_tables_of(section: Section) -> list[NormTable]:
    """Of the organisation of its event and of what that is a part of; of a title the nearest. Two queries."""
    owner = section.event.organisation_id
    if owner is None:
        return []
    chain = Organisation.objects.filter(pk=owner).values_list(*(f"{way}pk" for way in ABOVE))[0]
    near = {key: place for place, key in enumerate(chain) if key is not None}
    rows = NormTable.objects.filter(organisation__in=near).select_related("organisation")
    tables: dict[str, NormTable] = {}
    for row in sorted(rows, key=lambda row: (near[row.organisation_id], row.pk)):
        tables.setdefault(row.title, row)
    return list(tables.values())


def norms_of(section: Section, *, exempt: bool = False, fixed: bool = False) -> NormsOfSection:
    """``exempt``: foreign federations are not needed; ``fixed``: all pairings were known beforehand. Who is
    shown has a norm, can still have it, or has the performance and lacks something else. Six queries."""
    tables = norm_tables_of(section)
    entries = {entry.pk: entry for entry in section.entries.select_related("player")}
    played, last = _games(section, entries)
    rules = [rule_of(table.document) for table in tables]
    lines = [
        line
        for entry in entries.values()
        for rule in rules
        if _applies(rule, entry.player)
        and (line := _line(rule, entry, played[entry.pk], last.get(entry.pk), exempt=exempt, fixed=fixed))
    ]
    # Who has one first, then by title as the tables stand, the higher performance first.
    order = {rule.title: place for place, rule in enumerate(rules)}
    lines.sort(
        key=lambda line: (
            not line.report.met,
            order[line.report.rule.title],
            -line.report.performance,
            line.entry.number or 0,
        )
    )
    is_over = section.state == Section.State.FINISHED
    promotions = _promotions(entries.values(), played, section.rounds) if is_over else ()
    return NormsOfSection(tuple(tables), tuple(lines), tuple(promotions), is_over)


def _applies(rule: NormRule, player: Player) -> bool:
    """A title that is not the player's own already."""
    return player.title != rule.title and not (rule.women and player.gender != Gender.WOMAN)


def _line(
    rule: NormRule,
    entry: Entry,
    opponents: list[NormOpponent],
    last: NormOpponent | None,
    *,
    exempt: bool,
    fixed: bool,
) -> NormLine | None:
    games = [opponent.game for opponent in opponents]
    federation = entry.player.federation_id
    report = norm(rule, games, federation, exempt=exempt, fixed=fixed)
    forecast = None
    if last is not None:
        forecast = outlook(rule, games, federation, last.game, exempt=exempt, fixed=fixed)
    able = any(c.code is ConditionCode.PERFORMANCE and c.met for c in report.conditions)
    enough = any(c.code is ConditionCode.GAMES and c.met for c in report.conditions)
    if not (report.met or (able and enough) or forecast not in (None, Outlook.IMPOSSIBLE)):
        return None
    return NormLine(entry, rating_at_start(entry), report, tuple(opponents), forecast)


def rating_at_start(entry: Entry) -> int | None:
    return entry.player.rating if entry.rating is None else entry.rating


def _games(
    section: Section, entries: dict[int, Entry]
) -> tuple[dict[int, list[NormOpponent]], dict[int, NormOpponent]]:
    """What each has played over the board, by round, and the game of the last round that is not over. A
    replay is a game of its own event, and no forfeit counts."""
    played: dict[int, list[NormOpponent]] = {key: [] for key in entries}
    last: dict[int, NormOpponent] = {}
    pairings = (
        Pairing.objects.filter(round__section=section, table__isnull=False)
        .exclude(round__state__in=(Round.State.PLANNED, Round.State.DRAFT))
        .select_related("round")
        .prefetch_related("seats", "reports")
        .order_by("round__number", "table")
    )
    for pairing in pairings:
        seats = sorted(pairing.seats.all(), key=lambda seat: seat.colour != "first")
        superseded = {report.supersedes_id for report in pairing.reports.all()}
        report = next(
            (item for item in pairing.reports.all() if item.game == 1 and item.pk not in superseded), None
        )
        halves = HALVES.get(report.value) if report is not None and report.value != "0-0" else None
        if len(seats) != 2 or (report is not None and (report.forfeit or halves is None)):
            continue
        for seat, other in (seats, seats[::-1]):
            player = entries[other.entry_id].player
            mine = halves if halves is None or seat.colour == "first" else 2 - halves
            game = NormGame(
                rating_at_start(entries[other.entry_id]), player.title, player.federation_id, mine or 0
            )
            met = NormOpponent(pairing.round.number, entries[other.entry_id], game, mine)
            if mine is not None:
                played[seat.entry_id].append(met)
            elif pairing.round.number == section.rounds:
                last[seat.entry_id] = met
    return played, last


def _promotions(
    entries: Iterable[Entry], played: dict[int, list[NormOpponent]], rounds: int
) -> Iterable[Promotion]:
    """By the whole number of rounds: who has played less has scored less."""
    for entry in entries:
        halves = sum(met.halves or 0 for met in played[entry.pk])
        points = Fraction(halves)
        if title := promoted(CHINESE_SCALE, entry.player.title, points, Fraction(2 * rounds)):
            yield Promotion(entry, int(100 * points / (2 * rounds)), title)
