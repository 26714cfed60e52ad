"""A section as the pure rooms know it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Prefetch, QuerySet

from tournaments.models import Absence, Entry, Foul, Pairing, PairRule, ResultReport, Round, Seat, Section
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence as AbsentRound,
)
from tournaments.state.tournament import (
    Bye,
    FixedPair,
    Game,
    Result,
    Tournament,
)
from tournaments.state.tournament import (
    Entry as StateEntry,
)
from tournaments.state.tournament import (
    Foul as StateFoul,
)


def current_reports() -> Prefetch[str, QuerySet[ResultReport], str]:
    """Prefetch for pairings: ``current`` is the list of the reports in force, one per game."""
    return Prefetch(
        "reports",
        queryset=ResultReport.objects.filter(superseded_by__isnull=True)
        .select_related("by")
        .order_by("game"),
        to_attr="current",
    )


def seated_pairings(rounds: Iterable[Round]) -> list[Pairing]:
    """Pairings of these rounds by round and table, with ``seats`` (entry, player) and ``current`` reports."""
    seats = Prefetch(
        "seats",
        queryset=Seat.objects.select_related("entry__player__federation", "entry__team").order_by("colour"),
    )
    return list(
        Pairing.objects.filter(round__in=list(rounds))
        .select_related("round")
        # Decoded once for every pairing they cost ten times the rest.
        .defer("round__draft_input", "round__draft_changes")
        .prefetch_related(seats, current_reports())
        .order_by("round__number", "table")
    )


def entry_state(entry: Entry) -> StateEntry:
    """One entry without its names (law 8): versions and digests are made of this."""
    federation = entry.player.federation_id
    return StateEntry(
        number=entry.number or 0,
        federation=federation,
        team=entry.team.name if entry.team else "",
        group=entry.group,
        rating=entry.rating,
        categories=tuple(sorted(category.key for category in entry.categories.all())),
        withdrawn_after=entry.withdrawn_after,
        absences=frozenset(absence.round_number for absence in entry.absences.all()),
    )


def numbered_entries(section: Section) -> list[Entry]:
    """Entries that have their lot, by number."""
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    return list(
        section.entries.filter(number__isnull=False)
        .select_related("player__federation", "team")
        .prefetch_related("categories", absences)
        .order_by("number")
    )


def tournament_of(section: Section, *, before_round: int | None = None) -> Tournament:
    """The section as a value: entries, published rounds (only those before ``before_round``, when given)
    with the results as they stand, fixed and forbidden pairs, confirmed fouls. Nothing of a draft."""
    rounds = section.round_set.filter(
        state__in=(Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
    )
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    games: list[Game] = []
    byes: list[Bye] = []
    numbers = list(rounds.values_list("number", flat=True))
    for pairing in seated_pairings(rounds):
        seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seats.all()}
        if pairing.table is None:
            byes.append(Bye(pairing.round.number, seats["bye"]))
            continue
        reports: list[ResultReport | None] = list(pairing.current) or [None]  # type: ignore[attr-defined]
        games.extend(
            Game(
                round=pairing.round.number,
                table=pairing.table,
                first=seats["first"],
                second=seats["second"],
                result=Result(report.value) if report else None,
                forfeit=report.forfeit if report else False,
                game=report.game if report else 1,
            )
            for report in reports
        )
    entries = numbered_entries(section)
    seated = {(g.round, n) for g in games for n in (g.first, g.second)} | {(b.round, b.number) for b in byes}
    absences = tuple(
        AbsentRound(number, entry.number or 0)
        for number in numbers
        for entry in entries
        if (number, entry.number) not in seated
        and (entry.withdrawn_after is None or number <= entry.withdrawn_after)
    )
    rules = list(section.pair_rules.select_related("first", "second"))
    fouls = (
        Foul.objects.filter(
            pairing__round__section=section,
            pairing__round__number__in=numbers,
            superseded_by__isnull=True,
            status=Foul.Status.CONFIRMED,
        )
        .order_by("pk")
        .values_list("pairing__round__number", "entry__number", "kind")
    )
    return Tournament(
        system=section.system,
        name=section.name,
        game=section.game,
        rounds=section.rounds,
        grouping=section.grouping,
        tiebreaks=tuple(section.tiebreaks),
        points=Points.parse(section.points),
        seed=section.seed,
        entries=tuple(entry_state(entry) for entry in entries),
        games=tuple(games),
        byes=tuple(byes),
        absences=absences if section.is_swiss else (),
        forbidden=tuple(
            (rule.first.number or 0, rule.second.number or 0)
            for rule in rules
            if rule.kind == PairRule.Kind.FORBIDDEN and rule.round_number in (None, before_round)
        ),
        fixed=tuple(
            FixedPair(rule.round_number, rule.first.number or 0, rule.second.number or 0)
            for rule in rules
            if rule.kind == PairRule.Kind.FIXED and rule.round_number
        ),
        fouls=tuple(StateFoul(number, entry or 0, kind) for number, entry, kind in fouls),
    )
