"""The matches of a round as rows: written from a pairing, and their boards seated by line-ups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from portal.policy import Refusal
from tournaments.models import (
    Adjournment,
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
from tournaments.queries.team_matches import away_in, tables_of, team_settings_of, teams_with_rosters
from tournaments.state.line_ups import LineUp, default_line_up

Seats = tuple[int, int]
"""Entry numbers at a board: who moves first, and second."""


def write_matches(round_: Round, paired: PairedRound) -> None:
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
        )
        for pair in paired.pairs
    ]
    alone = [*([paired.bye] if paired.bye else []), *paired.free]
    for number in alone:
        why = paired.bye_reasons if number == paired.bye else ()
        reasons = [reason.as_json() for reason in why]
        matches.append(Match(round=round_, first_id=teams[number], reasons=reasons))
    Match.objects.bulk_create(matches, batch_size=500)
    seat_by_roster(round_, [match for match in matches if match.table is not None])


def seat_by_roster(round_: Round, matches: Sequence[Match]) -> None:
    """Every side of ``matches`` gets its line-up by default: of the last one, or of the roster (T4)."""
    rules = team_settings_of(round_.section).line_ups()
    rosters = {
        team.pk: tuple(entry.number for entry in team.entries.all() if entry.number)
        for team in teams_with_rosters(round_.section)
    }
    away = away_in(round_.section, round_.number)
    last = _last_line_ups(round_)
    for match in matches:
        sides = [
            list(default_line_up(rules, rosters[key], last.get(key, ()), away))
            for key in (match.first_id, match.second_id)
            if key is not None
        ]
        match.first_line_up, match.second_line_up = sides
    Match.objects.bulk_update(matches, ["first_line_up", "second_line_up"], batch_size=500)
    seat_boards(round_, matches)


def _last_line_ups(round_: Round) -> Mapping[int, LineUp]:
    """By id of the team, its line-up in the newest round before this one."""
    earlier = Match.objects.filter(
        round__section=round_.section, round__number__lt=round_.number, table__isnull=False
    ).order_by("round__number")
    found: dict[int, LineUp] = {}
    for first, second, ours, theirs in earlier.values_list(
        "first", "second", "first_line_up", "second_line_up"
    ):
        for key, players in ((first, ours), (second, theirs)):
            if key is not None and players is not None:
                found[key] = tuple(players)
    return found


def seat_boards(round_: Round, matches: Iterable[Match]) -> None:
    """Make the boards of ``matches`` fit their line-ups. A board that only one side has filled is none.

    Raises the `Refusal` ``line-up-board-begun`` where something was said of a board whose players change.
    """
    section = round_.section
    by_key = {match.pk: match for match in matches}
    wanted = {
        (match.pk, board): seats
        for match in by_key.values()
        for board, seats in _seats(section, match).items()
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
            table=tables_of(section, settings, by_key[key[0]].table or 0)[key[1] - 1],
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


def _seats(section: Section, match: Match) -> dict[int, Seats]:
    """By board, of those that both sides have filled."""
    settings = team_settings_of(section)
    found: dict[int, Seats] = {}
    sides = zip(match.first_line_up or (), match.second_line_up or (), strict=True)
    for board, (ours, theirs) in enumerate(sides, 1):
        if ours is not None and theirs is not None:
            found[board] = (ours, theirs) if settings.first_team_begins(board) else (theirs, ours)
    return found


def _check_untouched(pairings: Sequence[Pairing]) -> None:
    for model in (ResultReport, PlayerReport, Foul, Adjournment):
        told = model._default_manager.filter(pairing__in=pairings).select_related("pairing").first()
        if told is not None:
            raise Refusal("line-up-board-begun", board=told.pairing.board, table=told.pairing.table)
