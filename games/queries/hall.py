"""A whole round as a referee sees it: which tables still play, which records are owed, what waits."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max

from games.models import BoardCount, Claim, ColourDecision, CountConsent, GameRecord, LiveGame
from games.policy import RecordAct
from games.queries.counts import counts_in_force, is_settled, result_not_entered
from games.queries.records import owing_side, records_in_force
from portal.journal.models import JournalEntry
from tournaments.models import Entry, Foul, Pairing, PlayerReport, ResultReport, Round, Seat, Section
from tournaments.policy import Act
from tournaments.queries.refereeing.contests import CONTEST, contests_by_round
from tournaments.queries.refereeing.fouls import is_counted, ladder_of
from tournaments.queries.refereeing.player_reports import ReportedResults
from tournaments.queries.tables import TableRow, table_rows, tables_revision


class Wait(StrEnum):
    """What a table waits for somebody to decide, the most urgent first."""

    DISPUTE = "dispute"
    CONTEST = "contest"
    WITHDRAWN = "withdrawn"
    FOUL = "foul"
    COUNT_RULING = "count-ruling"
    COUNT_ENTRY = "count-entry"
    RECORD = "record"


# The act that ends each waiting: whoever may do it is needed.
DECIDES: Mapping[Wait, str] = {
    Wait.DISPUTE: Act.CORRECT_RESULT,
    Wait.CONTEST: Act.CORRECT_RESULT,
    Wait.WITHDRAWN: Act.REPORT_RESULT,
    Wait.FOUL: Act.CONFIRM_FOUL,
    Wait.COUNT_RULING: RecordAct.RULE_COUNT,
    Wait.COUNT_ENTRY: Act.REPORT_RESULT,
    Wait.RECORD: RecordAct.ACCEPT_RECORD,
}


@dataclass(frozen=True, slots=True)
class HallTable:
    """One table of a round."""

    row: TableRow
    # The one that is due, else the last.
    game: int
    waits: tuple[Wait, ...]
    # ``first`` or ``second``, the side whose record of a finished game is missing.
    owes: str
    # How many were ruled on.
    claims: int
    # The game of which two results were reported, 0 for none.
    contested: int
    # By side, how many are confirmed in this game, and how many of them count towards losing it.
    fouls: tuple[tuple[str, int], ...]
    counted: tuple[tuple[str, int], ...]
    # The last one that came in from the table, 0 where none does.
    ply: int

    @property
    def is_playing(self) -> bool:
        return self.row.next_game is not None

    def needs(self, acts: Collection[str]) -> bool:
        """Whether somebody who may do ``acts`` is waited for here."""
        return any(DECIDES[wait] in acts for wait in self.waits)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """What one table waits for."""

    # How many are to be decided.
    fouls: int
    contested: bool
    # Before there is a result.
    withdrawn: bool
    counts: frozenset[Wait]
    unread: bool


def hall_of(round_: Round) -> list[HallTable]:
    """List the tables of a public round, in order, with as many queries for one as for all."""
    fouls = defaultdict[int, list[Foul]](list)
    for foul in Foul.objects.in_force().filter(pairing__round=round_):
        fouls[foul.pairing_id].append(foul)
    claims = Counter(Claim.objects.filter(pairing__round=round_).values_list("pairing", flat=True))
    records = {(item.table, item.game): item.accepted for item in records_in_force([round_])}
    plies = _plies_so_far(round_)
    rows = [row for row in table_rows(round_, None) if row.table is not None]
    counts = _counts_waiting(round_, rows) if round_.section.game == Section.Game.WEIQI else {}
    contests = {
        item.standing.pairing_id: item.game for item in contests_by_round([round_]).get(round_.pk, [])
    }
    unread = {table for (table, _), accepted in records.items() if not accepted}
    ladder = ladder_of(round_.section)
    tables = []
    for row in rows:
        contested = contests.get(row.pairing, 0)
        logged = sum(foul.status == Foul.Status.LOGGED for foul in fouls[row.pairing])
        waiting = _Waiting(
            logged,
            bool(contested),
            bool(row.withdrawn),
            counts.get(row.pairing, frozenset()),
            row.table in unread,
        )
        game = row.next_game or (row.reports[-1].game if row.reports else 1)
        waits = tuple(_waits(row.reported, waiting))
        tables.append(
            HallTable(
                row,
                game,
                waits,
                _owes(row, records),
                claims[row.pairing],
                contested,
                tuple(_confirmed(row, game, fouls[row.pairing])),
                tuple(
                    _confirmed(row, game, [foul for foul in fouls[row.pairing] if is_counted(foul, ladder)])
                ),
                plies.get((row.pairing, game), 0),
            )
        )
    return tables


def _plies_so_far(round_: Round) -> dict[tuple[int, int], int]:
    """Count by pairing and game the plies that have come in, one by one or in a record, in two queries."""
    records = GameRecord.objects.filter(pairing__round=round_, superseded_by__isnull=True)
    # Who was put at the table later plays it now.
    running = LiveGame.objects.filter(pairing__round=round_, head__gt=0).order_by("pk")
    rows = (
        *records.values_list("pairing", "game", "reading__data__plies"),
        *running.values_list("pairing", "game", "head"),
    )
    return {(pairing, game): plies or 0 for pairing, game, plies in rows}


def _confirmed(row: TableRow, game: int, fouls: Iterable[Foul]) -> Iterable[tuple[str, int]]:
    """The sides that have fouls in a game, who moves first in it first, and how many."""
    entries = Counter(
        foul.entry_id for foul in fouls if foul.game == game and foul.status == Foul.Status.CONFIRMED
    )
    seated = [entry for entry in (row.first, row.second) if entry is not None]
    colours = (Seat.Colour.FIRST, Seat.Colour.SECOND)
    for colour, entry in zip(colours, seated if game % 2 else seated[::-1], strict=False):
        if entries[entry.pk]:
            yield str(colour), entries[entry.pk]


def _waits(reports: ReportedResults, waiting: _Waiting) -> Iterable[Wait]:
    if reports.disputed:
        yield Wait.DISPUTE
    if waiting.contested:
        yield Wait.CONTEST
    if waiting.withdrawn:
        yield Wait.WITHDRAWN
    if waiting.fouls:
        yield Wait.FOUL
    yield from sorted(waiting.counts)
    if waiting.unread:
        yield Wait.RECORD


def _owes(row: TableRow, records: Mapping[tuple[int, int], bool]) -> str:
    """Of several games without a record the first one's side."""
    return next(
        (
            owing_side(report.value)
            for report in row.reports
            if not report.forfeit and (row.table or 0, report.game) not in records
        ),
        "",
    )


def _counts_waiting(round_: Round, rows: Iterable[TableRow]) -> dict[int, frozenset[Wait]]:
    """Find by pairing the counts that are not agreed on, and settled ones without their result."""
    reports = {(row.pairing, report.game): report for row in rows for report in row.reports}
    waits_by_pairing: dict[int, frozenset[Wait]] = {}
    for count in counts_in_force(round_):
        standing = reports.get((count.pairing_id, count.game))
        if not is_settled(count):
            waits = {Wait.COUNT_RULING} if standing is None else set()
        else:
            waits = {Wait.COUNT_ENTRY} if result_not_entered(count, standing) else set()
        waits_by_pairing[count.pairing_id] = waits_by_pairing.get(count.pairing_id, frozenset()) | waits
    return waits_by_pairing


def hall_version(round_: Round) -> str:
    """Name what `hall_of` shows, so that any change changes it. Read it before the rows, as
    `tables_revision`."""
    of_round = {"pairing__round": round_}
    seen = LiveGame.objects.filter(**of_round).aggregate(last=Max("sight"))["last"] or 0
    counts = (
        Foul.objects.filter(**of_round).count(),
        Claim.objects.filter(**of_round).count(),
        BoardCount.objects.filter(**of_round).count(),
        CountConsent.objects.filter(count__pairing__round=round_).count(),
        JournalEntry.objects.filter(target=f"round:{round_.pk}", act__in=(CONTEST, "uphold_result")).count(),
    )
    return "-".join([tables_revision(round_).version, *map(str, counts), str(seen)])


def table_version(pairing: Pairing) -> str:
    """Name what the referee's page of a table shows, so that any change changes it. Read it before the
    rest."""
    there = {"pairing": pairing}
    counts = [
        model._default_manager.filter(**there).count() for model in (ResultReport, PlayerReport, Foul, Claim)
    ]
    records = GameRecord.objects.filter(**there)
    at_table = JournalEntry.objects.filter(target=f"round:{pairing.round_id}", after__table=pairing.table)
    return "-".join(
        map(
            str,
            [
                pairing.round.state,
                pairing.round.versions.count(),
                *counts,
                records.count(),
                pairing.seats.filter(entry__status=Entry.Status.WITHDRAWN).count(),
                records.filter(acceptance__isnull=False).count(),
                ColourDecision.objects.filter(**there).count() if pairing.round.section.first_move else 0,
                at_table.filter(act__in=(Act.NOTE_TABLE, CONTEST, "uphold_result")).count(),
            ],
        )
    )
