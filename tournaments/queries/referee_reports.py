"""The chief referee's report: what a section's rounds, rulings and journal say, without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from portal.web.words import Words
from tournaments.models import Appeal, Entry, Foul, Organisation, RefereeReport, Section, SignedReport
from tournaments.organisation_roles import within
from tournaments.queries.tournament import tournament_of
from tournaments.state.canonical import digest_of
from tournaments.state.tournament import Game, Result


@dataclass(frozen=True, slots=True)
class ReportPart:
    """What another app adds. ``lines``: each with ``round``, ``table`` and ``entry``; ``words``: what one of
    them says."""

    title: Words
    lines: Callable[[Section], Sequence[Mapping[str, Any]]]
    words: Callable[[Mapping[str, Any]], str]


PARTS: dict[str, ReportPart] = {}
"""By the name under which the report keeps them."""


def register_report_part(name: str, part: ReportPart) -> None:
    """Called in ``AppConfig.ready()``."""
    PARTS[name] = part


@dataclass(frozen=True, slots=True)
class ReportReading:
    """What the section says now. ``outdated``: the newest signed version says something else."""

    report: RefereeReport
    signed: SignedReport | None
    data: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return digest_of(self.data)

    @property
    def outdated(self) -> bool:
        return self.signed is not None and self.signed.digest != self.digest


def read_report(section: Section) -> ReportReading:
    report = report_of(section)
    signed = report.versions.order_by("-number").first() if report.pk else None
    return ReportReading(report, signed, report_data(section))


def report_of(section: Section) -> RefereeReport:
    """The report, or one that is not saved yet."""
    try:
        return section.referee_report
    except RefereeReport.DoesNotExist:
        return RefereeReport(section=section)


def report_data(section: Section) -> dict[str, Any]:
    """Players, rounds, fouls, adjusted pairings, appeals, and what other apps add: with numbers of entries
    and tables, never names. Fourteen queries at most, whatever there is of it."""
    fouls = Foul.objects.in_force().filter(pairing__round__section=section, status=Foul.Status.CONFIRMED)
    appeals = Appeal.objects.filter(pairing__round__section=section).select_related(
        "pairing__round", "entry", "decision"
    )
    return {
        "players": _players(section),
        "rounds": _rounds(section),
        "fouls": [
            {**_place(foul), "kind": foul.kind, "offence": foul.offence, "article": foul.article}
            for foul in fouls.select_related("pairing__round", "entry")
        ],
        "adjusted": [
            {"round": round_.number, "change": change["change"], "params": change["params"]}
            for round_ in section.round_set.all()
            for change in round_.draft_changes
        ],
        "appeals": [
            {**_place(appeal), "outcome": decision.outcome if decision is not None else ""}
            for appeal in appeals
            for decision in [getattr(appeal, "decision", None)]
        ],
        **{name: list(part.lines(section)) for name, part in PARTS.items()},
    }


def _place(row: Any) -> dict[str, Any]:
    return {"round": row.pairing.round.number, "table": row.pairing.table, "entry": row.entry.number}


def _players(section: Section) -> dict[str, int]:
    entries = list(section.entries.values_list("status", "number", "player__federation"))
    numbered = [row for row in entries if row[1] is not None]
    return {
        "entered": len(entries),
        "drawn": len(numbered),
        "withdrawn": sum(status == Entry.Status.WITHDRAWN for status, _number, _federation in entries),
        "federations": len({federation for _status, _number, federation in numbered if federation}),
    }


def _rounds(section: Section) -> list[dict[str, Any]]:
    by_round: dict[int, Counter[str]] = {}
    for game in tournament_of(section).games:
        by_round.setdefault(game.round, Counter())[_kind(game)] += 1
    return [
        {
            "round": number,
            **{kind: counts[kind] for kind in ("first", "second", "draw", "forfeit", "none", "open")},
        }
        for number, counts in sorted(by_round.items())
    ]


def _kind(game: Game) -> str:
    if game.result is None:
        return "open"
    if game.forfeit:
        return "forfeit"
    kinds = {Result.FIRST: "first", Result.SECOND: "second", Result.DRAW: "draw"}
    return kinds.get(game.result, "none")


def names_in(section: Section) -> dict[int, Entry]:
    """Whom a report's numbers mean, rendered in. One query."""
    rows = section.entries.filter(number__isnull=False).select_related("player")
    return {entry.number or 0: entry for entry in rows}


def reports_to_answer(organisation: Organisation) -> QuerySet[RefereeReport]:
    """Those that wait for an answer, of the organisation's events and of all below it. One query."""
    below = Organisation.objects.filter(within([organisation.pk]))
    rows = RefereeReport.objects.filter(section__event__organisation__in=below)
    waiting = rows.filter(state__in=(RefereeReport.State.SUBMITTED, RefereeReport.State.ACCEPTED))
    return waiting.select_related("section__event").order_by("pk")
