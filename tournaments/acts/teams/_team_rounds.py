"""The matches of a round as rows: written from a pairing, and their boards seated by line-ups."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime

from portal.policy import Refusal
from tournaments.models import (
    Adjournment,
    ClockReading,
    Foul,
    Match,
    Pairing,
    PlayerReport,
    ResultReport,
    Round,
    Seat,
    Section,
)
from tournaments.pairing import PairedRound
from tournaments.pairing.scheveningen import scheveningen
from tournaments.queries.teams.line_ups import handed_in, last_line_ups
from tournaments.queries.teams.team_matches import (
    away_in,
    match_first_sides,
    match_tables,
    team_settings_of,
    teams_with_rosters,
)
from tournaments.state.line_ups import default_line_up

# The entry numbers at a board: who moves first, and second.
Seats = tuple[int, int]


# By the ids of two teams when they meet, where that is not when their round starts.
OwnStarts = Mapping[frozenset[int | None], datetime | None]


def own_starts(matches: Iterable[Match]) -> OwnStarts:
    """What stays when matches are made anew: two teams who still meet do so when it was arranged."""
    return {
        frozenset((match.first_id, match.second_id)): match.starts_at for match in matches if match.starts_at
    }


def write_matches(round_: Round, paired: PairedRound, arranged: OwnStarts) -> None:
    """The matches of a round, and their boards as the rosters have them."""
    teams = {team.number or 0: team.pk for team in round_.section.teams.filter(number__isnull=False)}
    matches = [
        Match(
            round=round_,
            table=pair.table,
            first_id=teams[pair.first],
            second_id=teams[pair.second],
            reasons=[reason.as_json() for reason in pair.reasons],
            notices=[notice.as_json() for notice in pair.notices],
            starts_at=arranged.get(frozenset((teams[pair.first], teams[pair.second]))),
        )
        for pair in paired.pairs
    ]
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    for number in alone:
        why = paired.bye_reasons if number == paired.bye else ()
        reasons = [reason.as_json() for reason in why]
        matches.append(Match(round=round_, first_id=teams[number], reasons=reasons))
    Match.objects.bulk_create(matches, batch_size=500)
    if team_settings_of(round_.section).deadline is None:
        seat_matches(round_, [match for match in matches if match.table is not None])


def seat_matches(round_: Round, matches: Sequence[Match]) -> None:
    """Seat every side of ``matches`` by its line-up."""
    rules = team_settings_of(round_.section).line_ups()
    rosters = {
        team.pk: tuple(entry.number for entry in team.entries.all() if entry.number)
        for team in teams_with_rosters(round_.section)
    }
    away = away_in(round_.section, round_.number)
    last = last_line_ups(round_)
    line_ups = handed_in(matches)
    # By Scheveningen the table of the round says who sits where.
    by_table = round_.section.system == Section.System.SCHEVENINGEN
    for match in matches:
        sides = _by_table(round_, match, rosters, away) if by_table else []
        for key in () if by_table else (match.first_id, match.second_id or 0):
            if line_up := line_ups.get((match.pk, key)):
                # Whoever has left the team since, or does not play this round, leaves the board empty.
                there = set(rosters[key]) - away
                sides.append([player if player in there else None for player in line_up.players])
            else:
                # T4: without a line-up, that of the last match, or of the roster.
                sides.append([*default_line_up(rules, rosters[key], last.get(key, ()), away)])
        match.first_line_up, match.second_line_up = sides
    Match.objects.bulk_update(matches, ["first_line_up", "second_line_up"], batch_size=500)
    seat_boards(round_, matches)


def _by_table(
    round_: Round, match: Match, rosters: Mapping[int, Sequence[int]], away: Container[int]
) -> list[list[int | None]]:
    """Seat the first team in the order of its roster, the second as the table of the round has it."""
    rows = scheveningen(team_settings_of(round_.section).boards, round_.number)
    places = [row[0] for row in rows], [row[1] for row in rows]
    sides: list[list[int | None]] = []
    for key, side in zip((match.first_id, match.second_id or 0), places, strict=True):
        there = dict(enumerate(rosters[key], 1))
        players = (there.get(place) for place in side)
        # Who is away leaves the board empty.
        sides.append([None if player in away else player for player in players])
    return sides


def seat_boards(round_: Round, matches: Iterable[Match]) -> None:
    """Make the boards of ``matches`` fit their line-ups."""
    section = round_.section
    by_key = {match.pk: match for match in matches}
    # A board that only one side has filled is none.
    wanted = {
        (match.pk, board): seats
        for match in by_key.values()
        for board, seats in _seats(match, match_first_sides(match, round_)).items()
    }
    held = {
        (pairing.match_id or 0, pairing.board or 0): pairing
        for pairing in Pairing.objects.filter(match__in=by_key).prefetch_related("seats__entry")
    }
    before = {
        key: (seats["first"], seats["second"])
        for key, pairing in held.items()
        if (seats := {seat.colour: seat.entry.number or 0 for seat in pairing.seats.all()})
    }
    changed = [held[key] for key in held if wanted.get(key) != before.get(key)]
    # Refused where something was said of a board whose players change.
    _check_untouched(changed)
    gone = [pairing for key, pairing in held.items() if key not in wanted]
    Seat.objects.filter(pairing__in=changed).delete()
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in gone]).delete()
    settings = team_settings_of(section)
    new = {
        key: Pairing(
            round=round_,
            match=by_key[key[0]],
            board=key[1],
            table=match_tables(section, settings, by_key[key[0]].table or 0)[key[1] - 1],
        )
        for key in wanted
        if key not in held
    }
    Pairing.objects.bulk_create(new.values(), batch_size=500)
    entries = dict(section.entries.filter(number__isnull=False).values_list("number", "pk"))
    places = {**{key: held[key] for key in held if key in wanted}, **new}
    Seat.objects.bulk_create(
        (
            Seat(round=round_, entry_id=entries[number], pairing=places[key], colour=colour)
            for key, seats in wanted.items()
            if seats != before.get(key)
            for number, colour in zip(seats, (Seat.Colour.FIRST, Seat.Colour.SECOND), strict=True)
        ),
        batch_size=500,
    )


def _seats(match: Match, begins: Sequence[bool]) -> dict[int, Seats]:
    """By board, of those that both sides have filled. ``begins``: as `match_first_sides` has it."""
    seats: dict[int, Seats] = {}
    sides = zip(match.first_line_up or (), match.second_line_up or (), strict=True)
    for board, (ours, theirs) in enumerate(sides, 1):
        if ours is not None and theirs is not None:
            seats[board] = (ours, theirs) if begins[board - 1] else (theirs, ours)
    return seats


def _check_untouched(pairings: Sequence[Pairing]) -> None:
    for model in (ResultReport, PlayerReport, Foul, Adjournment, ClockReading):
        reported = model._default_manager.filter(pairing__in=pairings).select_related("pairing").first()
        if reported is not None:
            raise Refusal("line-up-board-begun", board=reported.pairing.board, table=reported.pairing.table)
