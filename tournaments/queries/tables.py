"""The tables of a round as the desk shows them: who sits where, why, and what was reported."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from django.db.models import Count, Max, Q, prefetch_related_objects

from tournaments.models import Entry, Pairing, PlayerReport, ResultReport, Round, Section
from tournaments.pairing.gotha.by_rule import RuleTerms
from tournaments.pairing.reasons import Notice, NoticeCode, Reason, numbers_in, printed_reasons
from tournaments.queries.adjourned import resumed
from tournaments.queries.entering.entries import playing
from tournaments.queries.handicaps import terms_by_rule, unlike_rule
from tournaments.queries.links import links_versions
from tournaments.queries.progress import round_revision
from tournaments.queries.public.public import PublicResult, results_of
from tournaments.queries.refereeing.player_reports import NOTHING, ReportedResults, reports_by_game
from tournaments.queries.seats import seated_pairings, table_at
from tournaments.queries.teams.matches import match_at
from tournaments.state.gotha.handicap import may_draw
from tournaments.wording.handicaps import confirming_text
from tournaments.wording.names import plain_name
from tournaments.wording.reasons import notice_text, reason_text

Name = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Remark:
    """A notice in words; ``breaks`` when a rule is broken, not only worth a look."""

    text: str
    breaks: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """Hold one table, or a bye: then ``table`` is None and ``first`` the one who has it.

    ``report``: of the last game; ``reports``: of all games of a match; ``next_game``: which one is to be
    reported, None when the table has all it needs; ``unlike_rule``: where handicap or colours are not the
    rule's, what that says; ``to_confirm``: what is confirmed with a result where the handicap is another."""

    pairing: int
    table: int | None
    first: Entry
    second: Entry | None
    report: ResultReport | None
    reasons: tuple[str, ...]
    remarks: tuple[Remark, ...]
    by_hand: bool
    reports: tuple[ResultReport, ...] = ()
    next_game: int | None = None
    is_match: bool = False
    reported: ReportedResults = NOTHING
    adjourned: bool = False
    resumed: bool = False
    handicap: int = 0
    komi: int | None = None
    unlike_rule: str = ""
    to_confirm: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether the round waits for a result of this table."""
        return self.next_game is not None and not self.adjourned

    @property
    def withdrawn(self) -> tuple[Entry, ...]:
        """Who has withdrawn while the game that they sit at has no result."""
        seated = (self.first, self.second) if self.second and self.next_game is not None else ()
        return tuple(entry for entry in seated if entry and entry.status == Entry.Status.WITHDRAWN)

    @property
    def is_broken_off(self) -> bool:
        """Whether nobody plays there: the game is adjourned, and not resumed."""
        return self.adjourned and not self.resumed

    @property
    def seats(self) -> str:
        """Who sits there, as a form says whom it showed (`tournaments.forms.results.SeatsField`)."""
        return f"{self.first.number},{self.second.number if self.second else 0}"

    @property
    def may_draw(self) -> bool:
        """Whether its handicap and its own komi leave room for a draw."""
        return may_draw(self.handicap, self.komi)

    @property
    def results(self) -> list[PublicResult]:
        """The results of all games, seen from the seats."""
        return results_of(self.reports)

    @property
    def won(self) -> str:
        """``first`` or ``second`` where the last game has a winner."""
        last = self.results[-1].value if self.reports else ""
        return {"1-0": "first", "0-1": "second"}.get(last, "")

    @property
    def is_replay(self) -> bool:
        """Whether the game that is due is not the first of its match."""
        return self.next_game is not None and self.next_game > 1

    @property
    def worst(self) -> str:
        """``bad`` when a rule is broken here, ``warn`` when something deserves a look, else nothing."""
        if any(remark.breaks for remark in self.remarks):
            return "bad"
        return "warn" if self.remarks else ""


def entry_namer(section: Section, among: Collection[int] | None = None) -> Name:
    """Make a function from entry number to ``12 Hong Zhi``, the name in the reader's language."""
    names: dict[int | None, str] = {}

    def name(number: int) -> str:
        # One query, and only once somebody is named.
        if not names:
            entries = section.entries.filter(number__isnull=False).select_related("player")
            if among is not None:
                entries = entries.filter(number__in=among)
            names.update({entry.number: f"{entry.number} {plain_name(entry.player)}" for entry in entries})
        return names.get(number, str(number))

    return name


def remarks(notices: list[dict[str, object]], name: Name) -> tuple[Remark, ...]:
    """Stored notices in words."""
    read = [Notice.from_json(notice) for notice in notices]
    return tuple(Remark(notice_text(notice, name), notice.breaks_rule) for notice in read)


def table_rows(round_: Round, name: Name | None, *, named: bool = True) -> list[TableRow]:
    """List the tables by number, the byes last; ``name`` None: without reasons and remarks."""
    # Not ``named``: `name_players` loads the players of those rows that are shown.
    pairings = seated_pairings([round_], explained=name is not None, named=named)
    if name is not None:
        _leave_out_the_only_federation(pairings)
    reports = reports_by_game(pairings) if round_.is_public else {}
    rules = terms_by_rule(round_, pairings)
    going_on = resumed(pairings)
    rows = [row_of(round_.section, pairing, name, reports, rules, going_on) for pairing in pairings]
    return sorted(rows, key=lambda row: (row.table is None, row.table or 0, row.first.number or 0))


def _leave_out_the_only_federation(pairings: Iterable[Pairing]) -> None:
    """Where all players are of one federation, no table is remarkable for that."""
    tables = [pairing for pairing in pairings if pairing.table is not None]
    federations = [_shared_federation(pairing) for pairing in tables]
    if None in federations or len(set(federations)) != 1:
        return
    for pairing in tables:
        pairing.notices = [
            notice for notice in pairing.notices if notice["code"] != NoticeCode.SAME_FEDERATION
        ]


def _shared_federation(pairing: Pairing) -> str | None:
    shared = (n["params"]["federation"] for n in pairing.notices if n["code"] == NoticeCode.SAME_FEDERATION)
    return next(shared, None)


def name_players(rows: Iterable[TableRow]) -> None:
    """Load who sits there. One query."""
    prefetch_related_objects(
        [player for row in rows for player in (row.first, row.second) if player], "player"
    )


def table_row(round_: Round, table: int, *, explained: bool = False) -> TableRow | None:
    """One table, without its reasons and remarks unless it is ``explained``; the others are not read."""
    pairing = table_at(round_, table=table)
    if pairing is None:
        return None
    reports = reports_by_game([pairing]) if round_.is_public else {}
    rules = terms_by_rule(round_, [pairing])
    name = None
    if explained:
        numbers = {number for reason in pairing.reasons for number in numbers_in(reason["params"])}
        name = entry_namer(round_.section, numbers)
    return row_of(round_.section, pairing, name, reports, rules, resumed([pairing]))


def row_of(  # noqa: PLR0917 - what a row shows
    section: Section,
    pairing: Pairing,
    name: Name | None,
    reports_by_game: Mapping[tuple[int, int], ReportedResults] = MappingProxyType({}),
    rules: Mapping[int, RuleTerms] = MappingProxyType({}),
    going_on: Collection[int] = (),
) -> TableRow:
    """Make one row; ``pairing`` comes from `with_seats`, ``rules`` and ``going_on`` from their questions."""
    seats = {seat.colour: seat.entry for seat in pairing.seated}
    reports, following, most = match_at(section, pairing)
    rule = rules.get(pairing.pk)
    asks = rule is not None and rule.handicap != pairing.handicap and not reports
    return TableRow(
        pairing=pairing.pk,
        table=pairing.table,
        first=seats["first"] if pairing.table is not None else seats["bye"],
        second=seats.get("second"),
        report=reports[-1] if reports else None,
        reasons=tuple(
            reason_text(Reason.from_json(reason), name)
            for reason in printed_reasons(pairing.reasons, table=pairing.table)
        )
        if name
        else (),
        remarks=remarks(pairing.notices, name) if name else (),
        by_hand=pairing.by_hand,
        reports=tuple(reports),
        next_game=following,
        is_match=most is not None,
        reported=reports_by_game.get((pairing.pk, following or 0), NOTHING),
        handicap=pairing.handicap,
        komi=pairing.komi,
        unlike_rule=unlike_rule(pairing, rule),
        to_confirm=confirming_text(pairing.handicap, pairing.komi, rule.handicap) if rule and asks else "",
        adjourned=pairing.adjourned and most is None and following is not None,
        resumed=pairing.pk in going_on,
    )


@dataclass(frozen=True, slots=True)
class TablesRevision:
    """Hold a round as a page shows it; ``version``: what an open list compares."""

    stand: str
    with_results: str
    version: str


def tables_revision(round_: Round) -> TablesRevision:
    """Return the revision of a round's tables; four queries, and those of other apps.

    Read it before the rows that it stands for: a report that comes in between is then shown again with the
    next version, where the other order would hide it from that page until the one after it."""
    # Counted, because ids are given out before the commit: the newest id may be seen before an older one.
    reports = ResultReport.objects.filter(pairing__round=round_).count()
    told_results = PlayerReport.objects.filter(pairing__round=round_).count()
    tables = Pairing.objects.filter(round=round_).aggregate(
        adjourned=Count("pk", filter=Q(adjourned=True), distinct=True),
        resumed=Count("adjournments", filter=Q(adjournments__resumed_at__isnull=False), distinct=True),
        # Line-ups that are revealed, and reserves who come in, seat the boards of a version that stands.
        sitting=Count("seats"),
        withdrawn=Count("seats", filter=Q(seats__entry__status=Entry.Status.WITHDRAWN)),
        newest=Max("seats"),
    )
    stand = round_revision(round_)
    state = [round_.state, stand, reports, told_results, *tables.values(), *links_versions(round_)]
    return TablesRevision(stand, f"{stand}.{reports}", "-".join(map(str, state)))


def players_at(round_: Round, rows: Sequence[TableRow] | None = None) -> list[Entry]:
    """Who can be chosen in a change by hand: those who sit, else those who are to be paired."""
    rows = table_rows(round_, None) if rows is None else rows
    if not rows:
        return list(playing(round_))
    seated = [entry for row in rows for entry in (row.first, row.second) if entry is not None]
    return sorted(seated, key=lambda entry: entry.number or 0)


def numbers_of(rows: Iterable[TableRow]) -> list[int]:
    """Of the tables; a bye has none."""
    return [row.table for row in rows if row.table is not None]
