"""The chief referee's report: what a section's rounds, rulings and journal say, without names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext

from portal.web.words import Words
from tournaments.models import (
    Appeal,
    AppealDecision,
    Entry,
    Foul,
    Organisation,
    RatedSection,
    RefereeReport,
    Section,
    SignedReport,
)
from tournaments.organisation_roles import organisations_within
from tournaments.queries.tournament import tournament_of
from tournaments.state.canonical import digest_of
from tournaments.state.tournament import Game, Result
from tournaments.wording.fouls import offence_name
from tournaments.wording.names import plain_name
from tournaments.wording.reasons import change_text
from tournaments.wording.referee_reports import ROUND_COLUMNS

Whom = TypeVar("Whom")


@dataclass(frozen=True, slots=True)
class ReportPart:
    """Hold what another app adds; ``lines``: each with its place, ``words``: what one says."""

    title: Words
    lines: Callable[[Section], Sequence[Mapping[str, Any]]]
    words: Callable[[Mapping[str, Any]], str]


# By the name under which the report keeps them.
PARTS: dict[str, ReportPart] = {}


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

    @property
    def stands(self) -> bool:
        """Whether it is signed as it is now: to sign it again would change nothing."""
        unsigned = (RefereeReport.State.DRAFT, RefereeReport.State.RETURNED)
        return self.signed is not None and not self.outdated and self.report.state not in unsigned


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
    """Gather the data of a referee's report; fourteen queries at most."""
    fouls = Foul.objects.in_force().filter(pairing__round__section=section, status=Foul.Status.CONFIRMED)
    appeals = Appeal.objects.filter(pairing__round__section=section).select_related(
        "pairing__round", "entry", "decision"
    )
    # Numbers of entries and tables, never names (law 8).
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


@dataclass(frozen=True, slots=True)
class ReportLine(Generic[Whom]):
    """One thing that happened at a table. ``about``: whom it was about."""

    round: int
    table: int | None
    about: Whom | None
    text: str


@dataclass(frozen=True, slots=True)
class ReportTable(Generic[Whom]):
    key: str
    title: object
    lines: tuple[ReportLine[Whom], ...]


def report_tables(data: Mapping[str, Any], people: Mapping[int, Whom]) -> Iterator[ReportTable[Whom]]:
    """In the language that is active. ``people``: whom the numbers mean, rendered in."""

    def line(row: Mapping[str, Any], text: str) -> ReportLine[Whom]:
        return ReportLine(row["round"], row.get("table"), people.get(row.get("entry") or 0), text)

    def name(number: int) -> str:
        return plain_name(people[number]) if number in people else str(number)

    adjusted = tuple(line(row, change_text(row, name)) for row in data["adjusted"])
    yield ReportTable("adjusted", gettext("Pairings changed by hand"), adjusted)
    fouls = tuple(line(row, offence_name(row["offence"], row["kind"])) for row in data["fouls"])
    yield ReportTable("fouls", gettext("Fouls"), fouls)
    for key, part in PARTS.items():
        yield ReportTable(key, part.title, tuple(line(row, part.words(row)) for row in data[key]))
    outcomes = dict(AppealDecision.Outcome.choices)
    appeals = tuple(line(row, str(outcomes.get(row["outcome"], gettext("open")))) for row in data["appeals"])
    yield ReportTable("appeals", gettext("Appeals"), appeals)


def round_lines(data: Mapping[str, Any]) -> list[tuple[int, list[int]]]:
    """Of each round its number and the counts in the order of `ROUND_COLUMNS`."""
    return [(row["round"], [row[name] for name in ROUND_COLUMNS]) for row in data["rounds"]]


def newest_signed(section: Section) -> SignedReport | None:
    """One query."""
    rows = SignedReport.objects.filter(report__section=section).select_related("by")
    return rows.order_by("-number").first()


def is_rated(section: Section) -> bool:
    """Whether it counts in a list of ratings that is published. One query."""
    return RatedSection.objects.filter(section=section, period__versions__isnull=False).exists()


def names_in(section: Section) -> dict[int, Entry]:
    """Whom a report's numbers mean, rendered in. One query."""
    rows = section.entries.filter(number__isnull=False).select_related("player")
    return {entry.number or 0: entry for entry in rows}


def reports_to_answer(organisation: Organisation) -> QuerySet[RefereeReport]:
    """Those that wait for an answer, of the organisation's events and of all below it. One query."""
    below = Organisation.objects.filter(organisations_within([organisation.pk]))
    rows = RefereeReport.objects.filter(section__event__organisation__in=below)
    waiting = rows.filter(state__in=(RefereeReport.State.SUBMITTED, RefereeReport.State.ACCEPTED))
    return waiting.select_related("section__event").order_by("pk")
