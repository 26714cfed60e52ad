"""Who sat where and what was reported, in few queries; a section's options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.models import Pairing, ResultReport, Round, RoundVersion, Seat, Section
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.gotha.settings import PROFILES, GoSettings, gotha_settings_from_json
from tournaments.state.options import CarriedMatch, CarriedResult, Final, Options


def current_reports() -> Prefetch[str, QuerySet[ResultReport], str]:
    """Prefetch for pairings: ``current`` is the list of the reports in force, one per game."""
    return _reports(ResultReport.objects.in_force().select_related("by"), "current")


def _reports(reports: QuerySet[ResultReport], to_attr: str) -> Prefetch[str, QuerySet[ResultReport], str]:
    return Prefetch("reports", reports.order_by("game"), to_attr=to_attr)


def seats_for(seats: QuerySet[Seat], lookup: str = "seats", at: str = "seated") -> Prefetch[str, Any, str]:
    """Prefetch ``seated``, the list of these seats, for pairings."""
    # For a list Django makes no query set of each pairing's own, which is a third of the time that reading
    # both takes.
    return Prefetch(lookup, seats, to_attr=at)


def seats_and_players(lookup: str = "seats") -> Prefetch[str, Any, str]:
    """Prefetch seats with entry and player, in one query of any size."""
    # SQLite refuses to look up a thousand players one after the other, as `seats__entry` does.
    return seats_for(Seat.objects.select_related("entry__player"), lookup)


@gc_disabled()
def seated_pairings(rounds: Iterable[Round], *, explained: bool = True, named: bool = True) -> list[Pairing]:
    """Read pairings of these rounds by round and table, with the rounds that were given."""
    by_id = {round_.pk: round_ for round_ in rounds}
    pairings = Pairing.objects.filter(round__in=list(by_id)).order_by("round__number", "table")
    pairings_seated = pairings.prefetch_related(_seats(named=named), current_reports())
    # Each reason and notice is decoded: only who shows them pays for that.
    seated = list(pairings_seated if explained else pairings_seated.defer("reasons", "notices"))
    for pairing in seated:
        pairing.round = by_id[pairing.round_id]
    return seated


def _seats(*, named: bool = True) -> Prefetch[str, Any, str]:
    seated = Seat.objects.select_related("entry__team", *(["entry__player"] if named else []))
    return seats_for(seated.defer("entry__doubts").order_by("colour"))


def table_at(round_: Round, **where: Any) -> Pairing | None:
    """Read one table of a round with who is ``seated``, ``last`` and ``current`` reports; three queries."""
    newest = ResultReport.objects.filter(superseded_by__isnull=True).select_related("by")
    tables = Pairing.objects.filter(round=round_, table__isnull=False, **where)
    pairing = tables.prefetch_related(_seats(), _reports(newest, "last")).first()
    if pairing is not None:
        pairing.round = round_
        pairing.current = [report for report in pairing.last if report.value != ResultReport.Value.OPEN]
    return pairing


def with_seats(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Each with who is ``seated`` (entry, player) and its ``current`` reports."""
    return (
        pairings.select_related("round")
        # Decoded once for every pairing they cost ten times the rest.
        .defer("round__draft_input", "round__draft_changes")
        .prefetch_related(_seats(), current_reports())
    )


def with_results(pairings: QuerySet[Pairing]) -> QuerySet[Pairing]:
    """Each with no more than who played and with what result: the numbers of ``seated``, and ``current``."""
    seats = Seat.objects.select_related("entry").only("pairing", "colour", "entry__number")
    reports = ResultReport.objects.in_force().only(
        "pairing", "game", "value", "forfeit", "cause", "article", "detail"
    )
    return pairings.only("round", "table", "adjourned", "handicap", "komi", "steps").prefetch_related(
        seats_for(seats), _reports(reports, "current")
    )


def go_settings_of(section: Section) -> GoSettings:
    """Of a McMahon tournament or its Swiss. Raises KeyError for other systems."""
    return options_of(section).go or PROFILES[section.system]


def _accelerated_to(section: Section) -> int:
    """Return the last number to which the acceleration lends points, 0 before round 1; one query."""
    versions = RoundVersion.objects.filter(round__section=section, round__number=1).order_by("-number")
    held = versions.exclude(round__state__in=(Round.State.PLANNED, Round.State.DRAFT))
    # As it was when round 1 was published.
    rests_on = held.values_list("input", flat=True).first() or {}
    return int(rests_on.get("options", {}).get("accelerated_to", 0))


def options_of(section: Section) -> Options:
    """What the organiser chose beyond the system's name."""
    options = section.options
    final = options.get("final")
    return Options(
        third_place=options.get("third_place", False),
        best_of=options.get("best_of", 1),
        seeds=tuple(options.get("seeds", ())),
        early_federation=options.get("early_federation", False),
        final=Final(**{**final, "players": tuple(final.get("players", ()))}) if final else None,
        practice_2009=options.get("practice_2009", False),
        acceleration=options.get("acceleration", ""),
        accelerated_to=_accelerated_to(section) if options.get("acceleration") else 0,
        elimination=options.get("elimination", ""),
        steps=tuple(options.get("steps", ())),
        places=tuple(options.get("places", ())) if section.system == Section.System.KNOCK_OUT else (),
        sources=tuple(options.get("sources", ())),
        carried=tuple(CarriedResult(**row) for row in options.get("carried", ())),
        carried_matches=tuple(
            CarriedMatch(**{**row, "boards": tuple(row.get("boards", ()))})
            for row in options.get("carried_matches", ())
        ),
        go=gotha_settings_from_json(options["go"], section.system) if "go" in options else None,
    )
