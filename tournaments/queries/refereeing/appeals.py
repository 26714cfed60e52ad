"""Rulings that can be appealed, and the appeals against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from portal.accounts.models import User
from tournaments.models import (
    Appeal,
    AppealRules,
    Entry,
    Foul,
    Official,
    Pairing,
    ResultReport,
    Round,
    Seat,
    Section,
)
from tournaments.queries.teams.matches import as_seated
from tournaments.state.causes import OF_PLAYERS, ResultCause
from tournaments.wording.grounds import CODE

PUBLIC = (Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
_SLIP = f'{{"{CODE}":"slip"}}'
# By the value of a report, who has not won with it: they may appeal.
_LOST = {
    ResultReport.Value.FIRST: (Seat.Colour.SECOND,),
    ResultReport.Value.SECOND: (Seat.Colour.FIRST,),
    ResultReport.Value.DRAW: (Seat.Colour.FIRST, Seat.Colour.SECOND),
    ResultReport.Value.NONE: (Seat.Colour.FIRST, Seat.Colour.SECOND),
}


@dataclass(frozen=True, slots=True)
class RulingLine:
    """Hold a ruling; ``until``: to be appealed, ``appeal``: this side's own, ``stands``: in force."""

    entry: Entry
    pairing: Pairing
    row: Foul | ResultReport
    until: datetime | None
    appeal: Appeal | None
    stands: bool

    @property
    def foul(self) -> Foul | None:
        return self.row if isinstance(self.row, Foul) else None

    @property
    def report(self) -> ResultReport | None:
        return self.row if isinstance(self.row, ResultReport) else None

    @property
    def by(self) -> User | None:
        return self.row.logged_by if isinstance(self.row, Foul) else self.row.by

    @property
    def is_listed(self) -> bool:
        """Whether those whom it is about have it before their eyes."""
        return self.stands or self.appeal is not None

    @property
    def is_open(self) -> bool:
        """Whether it can be appealed now."""
        return self.stands and self.appeal is None and self.until is not None and timezone.now() <= self.until


def rules_of(section: Section) -> AppealRules:
    """Those of the section, or what holds where it says nothing."""
    try:
        return section.appeal_rules
    except AppealRules.DoesNotExist:
        return AppealRules(section=section)


def decided_reports(*, with_past: bool = False) -> QuerySet[ResultReport]:
    """Select results that somebody of the staff has decided: those in force, or also those of before."""
    # Merely entered is what has a cause that players may say too.
    by_referee = ~Q(cause__in=["", *OF_PLAYERS])
    decided = Q(supersedes__value=ResultReport.Value.OPEN) | Q(forfeit=True) | ~Q(reason="") | by_referee
    every = ResultReport.objects.exclude(value=ResultReport.Value.OPEN)
    # What the players agreed on has nobody's name.
    reports = (every if with_past else ResultReport.objects.in_force()).filter(decided, by__isnull=False)
    # What fouls decided is appealed with the foul.
    return reports.exclude(cause=ResultCause.FOULS).exclude(reason=_SLIP)


def has_not_won(report: ResultReport, colour: str) -> bool:
    """Whether the side of this seat has not won with the report."""
    value = ResultReport.Value(as_seated(report.value, report.game))
    return colour in _LOST.get(value, ())


def deadline(rules: AppealRules, at: datetime) -> datetime | None:
    """Until when a ruling of this moment can be appealed; None: not at all."""
    return at + timedelta(minutes=rules.minutes) if rules.minutes else None


def rulings_about(
    section: Section,
    entries: Collection[Entry],
    *,
    rules: AppealRules | None = None,
    with_past: bool = False,
) -> list[RulingLine]:
    """List what was ruled at the tables of these entries of one section, the newest first.

    ``with_past``: also what was taken back since. As many queries for many entries as for one."""
    rules = rules or rules_of(section)
    seats = {
        (seat.entry_id, seat.pairing_id): seat.colour
        for seat in Seat.objects.filter(
            entry__in=entries, pairing__table__isnull=False, round__state__in=PUBLIC
        )
    }
    pairings = {pairing for _, pairing in seats}
    if not pairings:
        return []
    by_key = {entry.pk: entry for entry in entries}
    appeals = list(every_appeal().filter(entry__in=entries))
    foul_appeals = {(appeal.entry_id, appeal.foul_id): appeal for appeal in appeals if appeal.foul_id}
    report_appeals = {(appeal.entry_id, appeal.report_id): appeal for appeal in appeals if appeal.report_id}
    every_foul = Foul.objects.all() if with_past else Foul.objects.in_force()
    fouls = _with_round(every_foul).filter(
        pairing__in=pairings, entry__in=entries, status=Foul.Status.CONFIRMED
    )
    taken_back = set(
        Foul.objects.filter(supersedes__in=fouls).values_list("supersedes", flat=True) if with_past else ()
    )
    lines = [
        RulingLine(
            by_key[foul.entry_id],
            foul.pairing,
            foul,
            deadline(rules, foul.at),
            foul_appeals.get((foul.entry_id, foul.pk)),
            stands=foul.pk not in taken_back,
        )
        for foul in fouls.select_related("logged_by")
    ]
    reports = _with_round(decided_reports(with_past=with_past)).filter(pairing__in=pairings)
    replaced = set(
        ResultReport.objects.filter(supersedes__in=reports).values_list("supersedes", flat=True)
        if with_past
        else ()
    )
    for report in reports.select_related("by"):
        for (entry, pairing), colour in seats.items():
            if pairing != report.pairing_id:
                continue
            until = deadline(rules, report.at) if has_not_won(report, colour) else None
            appeal = report_appeals.get((entry, report.pk))
            lines.append(
                RulingLine(
                    by_key[entry], report.pairing, report, until, appeal, stands=report.pk not in replaced
                )
            )
    listed = {(line.entry.pk, line.row) for line in lines}
    # What was appealed stays in view when the ruling stands no more.
    lines += [
        RulingLine(by_key[appeal.entry_id], appeal.pairing, appeal.ruling, None, appeal, stands=False)
        for appeal in appeals
        if (appeal.entry_id, appeal.ruling) not in listed
    ]
    return sorted(lines, key=lambda line: line.row.at, reverse=True)


def _with_round(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.select_related("pairing__round").defer(
        "pairing__round__draft_input", "pairing__round__draft_changes"
    )


def every_appeal() -> QuerySet[Appeal]:
    """With what its page shows."""
    return _with_round(Appeal.objects.all()).select_related(
        "decision__by", "entry__player", "foul__logged_by", "report__by"
    )


def fouls_beside(appeals: Iterable[Appeal]) -> Collection[Foul]:
    """Select of the games in which a foul was appealed the fouls that stand, and those that were appealed."""
    pairings = {appeal.pairing_id for appeal in appeals if appeal.foul_id}
    if not pairings:
        return ()
    of_interest = Q(superseded_by__isnull=True) | Q(appeals__isnull=False)
    return Foul.objects.filter(of_interest, pairing__in=pairings, status=Foul.Status.CONFIRMED).distinct()


def appeals_in(section: Section) -> list[Appeal]:
    """Those of a section: first what waits, the oldest first, then what is decided, the newest first."""
    rows = list(every_appeal().filter(pairing__round__section=section).order_by("pk"))
    waiting = [appeal for appeal in rows if not hasattr(appeal, "decision")]
    return waiting + [appeal for appeal in reversed(rows) if hasattr(appeal, "decision")]


def appeal_of(section: Section, key: int) -> Appeal | None:
    return every_appeal().filter(pairing__round__section=section, pk=key).first()


def waiting_by_round(rounds: Iterable[Round]) -> dict[int, list[Appeal]]:
    """Undecided appeals by id of the round. One query."""
    rows: dict[int, list[Appeal]] = {}
    waiting = Appeal.objects.filter(pairing__round__in=list(rounds), decision__isnull=True)
    for appeal in waiting.select_related("pairing").order_by("pk"):
        rows.setdefault(appeal.pairing.round_id, []).append(appeal)
    return rows


def still_stands(appeal: Appeal) -> bool:
    """Whether the ruling is in force: nobody has taken it back or replaced it since."""
    if appeal.foul_id:
        return not Foul.objects.filter(supersedes=appeal.foul_id).exists()
    return not ResultReport.objects.filter(supersedes=appeal.report_id).exists()


def committee(section: Section) -> str:
    """The names of the appeals committee, as the programme has them."""
    mine = Q(section=section) | Q(section=None)
    members = Official.objects.filter(mine, event=section.event_id, role=Official.Role.APPEALS)
    return ", ".join(members.values_list("name", flat=True))[:200]
