"""A section as the pure rooms know it."""

from __future__ import annotations

from django.db.models import Prefetch

from tournaments.models import Absence, Entry, Foul, PairRule, ResultReport, Round, Section
from tournaments.queries.matches import best_of, games_of
from tournaments.queries.seats import options_of, seated_pairings
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence as AbsentRound,
)
from tournaments.state.tournament import (
    Bye,
    FixedPair,
    ForbiddenPair,
    Game,
    Tournament,
)
from tournaments.state.tournament import (
    Entry as StateEntry,
)
from tournaments.state.tournament import (
    Foul as StateFoul,
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
        most = best_of(section, pairing.round.number, (seats["first"], seats["second"]))
        reports: list[ResultReport] = pairing.current  # type: ignore[attr-defined]
        games.extend(games_of(pairing, reports, number=pairing.round.number, most=most))
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
        options=options_of(section),
        entries=tuple(entry_state(entry) for entry in entries),
        games=tuple(games),
        byes=tuple(byes),
        absences=absences if section.is_swiss else (),
        forbidden=tuple(
            (rule.first.number or 0, rule.second.number or 0)
            for rule in rules
            if rule.kind == PairRule.Kind.FORBIDDEN and rule.round_number is None
        ),
        forbidden_once=tuple(
            ForbiddenPair(rule.round_number, rule.first.number or 0, rule.second.number or 0)
            for rule in rules
            if rule.kind == PairRule.Kind.FORBIDDEN and rule.round_number is not None
        ),
        fixed=tuple(
            FixedPair(rule.round_number, rule.first.number or 0, rule.second.number or 0)
            for rule in rules
            if rule.kind == PairRule.Kind.FIXED and rule.round_number
        ),
        fouls=tuple(StateFoul(number, entry or 0, kind) for number, entry, kind in fouls),
    )
