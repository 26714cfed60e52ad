"""A section as the pure rooms know it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict

from django.db.models import F, Prefetch, Q, QuerySet

from tournaments.exchange.go_documents import PINS
from tournaments.models import (
    Absence,
    Entry,
    Foul,
    Pairing,
    Player,
    Prize,
    Round,
    Ruling,
    Seat,
    Section,
)
from tournaments.pairing.registry import games_by
from tournaments.queries.seats import go_settings_of, options_of, with_results
from tournaments.queries.teams.matches import best_of, open_games_of
from tournaments.standings.categories import PrizeList, prizes_by_list
from tournaments.standings.money import Sharing
from tournaments.standings.ranking import RankedRow, Standings
from tournaments.standings.tiebreaks import value_text
from tournaments.state.gc_disabled import gc_disabled
from tournaments.state.gotha.of_tournament import main_courses, round_points
from tournaments.state.gotha.passthrough import Carried
from tournaments.state.points import Points
from tournaments.state.tournament import (
    Absence as AbsentRound,
)
from tournaments.state.tournament import (
    Bye,
    FixedPair,
    ForbiddenPair,
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

# By number a main score times two, by round from 0, before the first.
Courses = Mapping[int, Sequence[int]]
ADJOURNED_AS = {"draw": Result.DRAW, "nothing": Result.NONE}


def entry_state(entry: Entry, *, named: bool = False) -> StateEntry:
    """Return one entry as versions and digests keep it."""
    federation = entry.player.federation_id
    player = entry.player
    # Law 8: names only for a system that draws lots of their letters and keeps only numbers of these.
    names = {"name": player.name, "given_name": player.given_name, "declared_grade": player.declared_grade}
    return StateEntry(
        **(names if named else {}),
        number=entry.number or 0,
        federation=federation,
        team=entry.team.name if entry.team else "",
        group=entry.group,
        rating=entry.rating,
        categories=tuple(sorted(category.key for category in entry.categories.all())),
        withdrawn_after=entry.withdrawn_after,
        absences=frozenset(absence.round_number for absence in entry.absences.all()),
        half_byes=half_byes_of(entry),
        full_byes=full_byes_of(entry),
        grade=entry.player.grade,
        club=entry.player.club,
        mms_correction=entry.mms_correction,
        pins=pins_of(entry.player) if named else (),
    )


def pins_of(player: Player) -> tuple[tuple[str, str], ...]:
    """By which federations of go the player is known."""
    return tuple((key, number) for key, field in PINS.items() if (number := str(getattr(player, field))))


def half_byes_of(entry: Entry) -> frozenset[int]:
    """The rounds from which an entry with loaded absences is absent by a half-point bye."""
    return frozenset(absence.round_number for absence in entry.absences.all() if absence.half_point)


def full_byes_of(entry: Entry) -> frozenset[int]:
    """The same by a full-point bye."""
    return frozenset(absence.round_number for absence in entry.absences.all() if absence.full_point)


def missed_round(number: int, entry: Entry) -> AbsentRound:
    """What an entry with loaded absences did in a round that it did not play."""
    return AbsentRound(
        number, entry.number or 0, half=number in half_byes_of(entry), full=number in full_byes_of(entry)
    )


def numbered_entries(section: Section) -> list[Entry]:
    """Entries that have their lot, by number."""
    absences = Prefetch("absences", queryset=Absence.objects.order_by("round_number"))
    numbered = entries_with_players(section).filter(number__isnull=False)
    return list(numbered.prefetch_related("categories", absences))


def entries_with_players(section: Section) -> QuerySet[Entry]:
    """All entries by number, those without one last, with their players, federations and teams."""
    entries = section.entries.select_related("player__federation", "team")
    return entries.order_by(F("number").asc(nulls_last=True), "pk")


@gc_disabled()
def tournament_of(section: Section, *, before_round: int | None = None) -> Tournament:
    """Read the section as a value, with the published rounds as they stand; nothing of a draft."""
    rounds = section.round_set.filter(
        state__in=(Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED)
    )
    if before_round is not None:
        rounds = rounds.filter(number__lt=before_round)
    public = list(rounds.defer("draft_input", "draft_changes"))
    numbers = [round_.number for round_ in public]
    pairings = Pairing.objects.filter(round__in=public).order_by("round__number", "table")
    games, byes = _played(section, public, with_results(pairings))
    entries = numbered_entries(section)
    seated = _seated(games, byes)
    missed = {entry.pk: set(_missed(section, entry, numbers)) for entry in entries}
    absences = tuple(
        missed_round(number, entry)
        for number in numbers
        for entry in entries
        if number in missed[entry.pk] and (number, entry.number) not in seated and _is_in(entry, number)
    )
    return Tournament(
        system=_system_of_games(section),
        name=section.name,
        game=section.game,
        rounds=section.rounds,
        grouping=section.grouping,
        tiebreaks=tuple(section.tiebreaks),
        points=points_in(section),
        seed=section.seed,
        options=options_of(section),
        entries=tuple(entry_state(entry, named=section.is_by_value) for entry in entries),
        games=tuple(games),
        byes=tuple(byes),
        absences=absences if section.is_swiss else (),
        **ruled_pairs(section.pair_rules.all()),
        opengotha=carried_in(section),
        fouls=confirmed_fouls(section, numbers),
    )


def confirmed_fouls(section: Section, rounds: Iterable[int]) -> tuple[StateFoul, ...]:
    """Those of these rounds, in the order in which they were noted. One query."""
    fouls = Foul.objects.filter(
        pairing__round__section=section,
        pairing__round__number__in=rounds,
        superseded_by__isnull=True,
        status=Foul.Status.CONFIRMED,
    )
    rows = fouls.order_by("pk").values_list("pairing__round__number", "entry__number", "kind")
    return tuple(StateFoul(number, entry or 0, kind) for number, entry, kind in rows)


class RuledPairs(TypedDict):
    """The fields of a `Tournament`."""

    forbidden: tuple[tuple[int, int], ...]
    forbidden_once: tuple[ForbiddenPair, ...]
    fixed: tuple[FixedPair, ...]


def ruled_pairs(rulings: QuerySet[Any]) -> RuledPairs:
    """Pairs that were fixed or forbidden, of players or of teams by their numbers. One query."""
    rules: list[Ruling] = list(rulings.select_related("first", "second"))
    forbidden = [rule for rule in rules if rule.kind == Ruling.Kind.FORBIDDEN]
    return {
        "forbidden": tuple(
            (rule.first.number or 0, rule.second.number or 0)
            for rule in forbidden
            if rule.round_number is None
        ),
        "forbidden_once": tuple(
            ForbiddenPair(number, rule.first.number or 0, rule.second.number or 0)
            for rule in forbidden
            if rule.round_number is not None
            for number in range(rule.round_number, (rule.until_round or rule.round_number) + 1)
        ),
        "fixed": tuple(
            FixedPair(rule.round_number, rule.first.number or 0, rule.second.number or 0, rule.until_round)
            for rule in rules
            if rule.kind == Ruling.Kind.FIXED and rule.round_number
        ),
    }


def _system_of_games(section: Section) -> str:
    """By which the single games are counted."""
    return games_by(section.system) if section.of_teams else section.system


def named_tournament(section: Section) -> Tournament:
    """`tournament_of` with what is known of the players besides, for what leaves no trace (law 8)."""
    entries = tuple(entry_state(entry, named=True) for entry in numbered_entries(section))
    return replace(tournament_of(section), entries=entries)


def carried_in(section: Section) -> Carried:
    """Return what came with a file and counts here."""
    # A McMahon tournament has results that nobody can enter, and who was not paired.
    return section.opengotha if section.is_by_value else {}


def points_in(section: Section) -> Points:
    """What a round gives: as the organiser says, or by the settings of a McMahon tournament."""
    if section.is_by_value:
        return round_points(go_settings_of(section))
    return Points.parse(section.points)


def tournament_seen_by(section: Section, entry: Entry) -> Tournament:
    """Read as much of `tournament_of` as the `history` of one entry follows from; five queries.

    ``section`` comes with its rounds. What it holds of anybody else means nothing."""
    public = [round_ for round_ in section.round_set.all() if round_.is_public]
    pairings_of_entry = Pairing.objects.filter(round__in=public, seats__entry=entry)
    # The games of the entry and of its opponents, for what they had when they met: it costs by the number of
    # rounds, not of players.
    close = list(
        Entry.objects.filter(
            Q(pk=entry.pk) | Q(pk__in=Seat.objects.filter(pairing__in=pairings_of_entry).values("entry"))
        )
        .only("number", "withdrawn_after")
        .prefetch_related("absences")
    )
    theirs = Seat.objects.filter(round__in=public, entry__in=close).values("pairing")
    pairings = Pairing.objects.filter(pk__in=theirs).order_by("round__number", "table")
    games, byes = _played(section, public, with_results(pairings))
    seated = _seated(games, byes)
    numbers = [round_.number for round_ in public]
    absences = [
        missed_round(number, entry)
        for entry in close
        for number in _missed(section, entry, numbers)
        if (number, entry.number) not in seated
        and (not section.is_swiss or _is_in(entry, number) or number in _announced(entry))
    ]
    left = {entry.number: entry.withdrawn_after for entry in close}
    everybody = {number for _, number in seated} | {entry.number or 0 for entry in close}
    return Tournament(
        system=_system_of_games(section),
        game=section.game,
        rounds=section.rounds,
        points=points_in(section),
        options=options_of(section),
        opengotha=carried_in(section),
        entries=tuple(StateEntry(number, withdrawn_after=left.get(number)) for number in sorted(everybody)),
        games=tuple(games),
        byes=tuple(byes),
        absences=tuple(absences),
    )


def courses_around(section: Section, tournament: Tournament, numbers: Collection[int]) -> Courses:
    """Compute `main_courses` of these players; empty for other systems. Three queries."""
    if not section.is_by_value:
        return {}
    entries = section.entries.filter(number__in=numbers).select_related("player", "team")
    states_by_number = {
        entry.number: entry_state(entry) for entry in entries.prefetch_related("categories", "absences")
    }
    entries_known = tuple(states_by_number.get(entry.number, entry) for entry in tournament.entries)
    whole = replace(tournament, entries=entries_known, tiebreaks=tuple(section.tiebreaks))
    courses = main_courses(whole, tournament.last_round)
    return {number: courses[number] for number in numbers}


def _played(
    section: Section, rounds: Iterable[Round], pairings: Iterable[Pairing]
) -> tuple[list[Game], list[Bye]]:
    """The games and byes of pairings of these rounds with loaded seats and reports."""
    numbers = {round_.pk: round_.number for round_ in rounds}
    games: list[Game] = []
    byes: list[Bye] = []
    for pairing in pairings:
        number = numbers[pairing.round_id]
        seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seated}
        if pairing.table is None:
            byes.append(Bye(number, seats["bye"]))
            continue
        most = best_of(section, number, (seats["first"], seats["second"]))
        reports = pairing.current
        open_games = open_games_of(pairing, reports, number=number, most=most)
        if pairing.adjourned and most is None and open_games[0].result is None:
            open_games = [replace(open_games[0], result=ADJOURNED_AS[section.adjourned_as], adjourned=True)]
        games.extend(open_games)
    return games, byes


def _seated(games: Iterable[Game], byes: Iterable[Bye]) -> set[tuple[int, int]]:
    """(round, number) of everybody who has a place in a round."""
    at_tables = {(game.round, number) for game in games for number in (game.first, game.second)}
    return at_tables | {(bye.round, bye.number) for bye in byes}


def _missed(section: Section, entry: Entry, rounds: Sequence[int]) -> list[int]:
    """List the rounds from which an entry with loaded absences is absent."""
    # Where teams meet whoever sits at no board may be, in a McMahon tournament whoever was not paired.
    if section.of_teams or section.is_by_value:
        return list(rounds)
    announced = _announced(entry)
    # Of a round between a withdrawal and a reinstatement nothing is on record: it scores nothing, as while
    # the withdrawal stood.
    return [number for number in rounds if number in announced]


def _announced(entry: Entry) -> set[int]:
    return {absence.round_number for absence in entry.absences.all()}


def _is_in(entry: Entry, round_number: int) -> bool:
    return entry.withdrawn_after is None or round_number <= entry.withdrawn_after


def rules_in(round_: Round, until: int | None = None) -> QuerySet[Any]:
    """Select the rulings that count in a round, or in any up to ``until``."""
    within = Q(round_number__range=(round_.number, until or round_.number)) | Q(round_number=None)
    several = Q(round_number__lte=round_.number, until_round__gte=round_.number)
    return round_.section.rulings.filter(within | several)


def prize_lists(prizes: Iterable[Prize]) -> list[PrizeList]:
    """As they are awarded, by their ids."""
    return [
        PrizeList(
            key=str(prize.pk),
            places=prize.places,
            category=prize.category.key if prize.category else "",
            exclusive_with=(str(prize.exclusive_with_id),) if prize.exclusive_with_id else (),
            amounts=tuple(prize.amounts),
            sharing=Sharing(prize.sharing),
        )
        for prize in prizes
    ]


def standings_data(ranked: Standings, tournament: Tournament, prizes: Sequence[Prize]) -> dict[str, Any]:
    """``{"after", "criteria", "rows", "teams", "categories", "prizes"}``, all values as a person writes them.

    A row: ``rank``, ``number``, ``points``, ``tiebreaks`` (text by criterion), ``separated_by`` and
    ``arithmetic`` (by criterion the list of ``round``, ``opponent``, ``points``, ``kind``, ``counted``,
    ``working``).
    """
    return {
        "after": ranked.after,
        "criteria": list(ranked.criteria),
        "rows": [_row(row, tournament) for row in ranked.rows],
        "teams": [
            {
                "rank": team.rank,
                "team": team.team,
                "sum": team.sum,
                "best": team.best,
                "members": list(team.members[: team.counted]),
            }
            for team in ranked.teams
        ],
        "categories": {
            key: [{"rank": row.rank, "number": row.number, "overall": row.overall} for row in rows]
            for key, rows in ranked.categories.items()
        },
        "prizes": [
            {
                "prize": int(key),
                "places": [{"place": a.place, "number": a.number, "amount": a.amount} for a in awards],
            }
            for key, awards in prizes_by_list(
                prize_lists(prizes),
                tournament.entries,
                ranked.ranks,
                {row.number: row.points for row in ranked.rows},
            ).items()
        ],
    }


def _row(row: RankedRow, tournament: Tournament) -> dict[str, Any]:
    points = tournament.points
    return {
        "rank": row.rank,
        "number": row.number,
        "points": points.text(row.points),
        "tiebreaks": {key: value_text(key, value, points) for key, value in row.tiebreaks.items()},
        "separated_by": row.separated_by,
        "arithmetic": {
            key: [
                {
                    "round": term.round,
                    "opponent": term.opponent,
                    "points": value_text(key, term.points, points),
                    "kind": str(term.kind),
                    "counted": term.counted,
                    "working": term.working,
                }
                for term in terms
            ]
            for key, terms in row.arithmetic.items()
        },
    }
