"""What a pairing depends on, as data without names (law 8), and its digests.

The *input* of a round holds the system with its grouping and points, who is present, everything that happened
before in its form of that moment, and the arbiter's wishes for this round; federations and groups only where
the pairing looks at them (WXC 2.2, round 1), the tables of round 1 only where they are a knock-out's bracket
and stand in another order than their players' numbers. Its digest is `input_digest`; the digest of a
`PairedRound` covers the input, whether rematches were allowed, and the result: pairs with tables and colours,
byes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from tournaments.pairing.dutch.competitors import last_of_upper_half
from tournaments.pairing.dutch.pairing import NAME as DUTCH
from tournaments.pairing.gotha import engine
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.of_teams import competition
from tournaments.pairing.players import present
from tournaments.pairing.team_swiss import inputs as team_swiss
from tournaments.pairing.values import PairedRound
from tournaments.state.bracket import opening_games
from tournaments.state.canonical import digest_of
from tournaments.state.deciding import as_rows, played_from
from tournaments.state.lots import odd_begin, seed_of_colour
from tournaments.state.options import BAKU, NONE, CarriedResult, Final, Options
from tournaments.state.points import Points
from tournaments.state.team_matches import TeamEvent
from tournaments.state.tournament import Absence, Bye, Entry, FixedPair, Game, GivenPoints, Result, Tournament

FORMAT = "qiyuan-pairing-input/1"
# Their round 1 looks at federations and groups.
APART = ("wxc2015", KNOCKOUT)
# They never ask for somebody who neither plays nor has played.
CONCERNED_ONLY = ("wxc2015", "wmsg2008", DUTCH, KNOCKOUT)


def pairing_input(tournament: Tournament | TeamEvent, round_number: int) -> dict[str, Any]:
    """Return plain JSON values: equal inputs give equal pairings, and `tournament_from_input` reads them."""
    if isinstance(tournament, Tournament):
        tournament = competition(tournament, round_number)
    # FIDE's Swiss for teams pairs teams as they are; other systems pair them as players.
    if isinstance(tournament, TeamEvent):
        return team_swiss.pairing_input(tournament, round_number)
    if tournament.system in engine.SYSTEMS:
        return engine.input_of(tournament, round_number)
    before = tournament.as_paired_for(round_number)
    playing = [entry.number for entry in present(tournament, round_number)]
    concerned = _concerned(tournament, before, playing)
    data: dict[str, Any] = {
        "format": FORMAT,
        "system": tournament.system,
        "grouping": tournament.grouping,
        "points": tournament.points.as_table(),
        "round": round_number,
        "entries": sorted(concerned),
        "present": playing,
        "games": sorted(
            (g.round, g.game, g.first, g.second, None if g.result is None else g.result.value, g.forfeit)
            for g in before.games
        ),
        "byes": sorted([bye.round, bye.number] for bye in before.byes),
        "absences": sorted(
            [absence.round, absence.number]
            for absence in before.all_absences()
            if absence.number in concerned
        ),
        "forbidden": [list(pair) for pair in sorted(tournament.forbidden_in(round_number))],
        "fixed": sorted([f.first, f.second] for f in tournament.fixed_in(round_number)),
    }
    missed = [absence for absence in before.all_absences() if absence.number in concerned]
    rare = {
        "half_byes": sorted([absence.round, absence.number] for absence in missed if absence.half),
        "full_byes": sorted([absence.round, absence.number] for absence in missed if absence.full),
        "steps": sorted(
            [g.round, g.game, g.first, g.second, as_rows(g.steps)] for g in before.games if g.steps
        ),
    }
    data |= {key: rows for key, rows in rare.items() if rows}
    if before.given:
        data["given"] = sorted([*row] for row in before.given if row.number in concerned)
    chosen = _options(tournament, round_number)
    if chosen:
        data["options"] = chosen
    if tournament.system == KNOCKOUT or chosen.get("final") or chosen.get("first_round"):
        data["seed"] = tournament.seed  # game 1's colours, or opponents of round 1, are drawn with it
    if tournament.system == DUTCH:
        # The last round has topscorers, and the acceleration lasts as long as the tournament says.
        data |= {"rounds": tournament.rounds, "odd_first": odd_begin(tournament.seed)}
    if tournament.system == KNOCKOUT:
        tables = [sorted((game.first, game.second)) for game in opening_games(before)]
        if tables != sorted(tables):
            data["tables"] = tables
    looked_at = round_number == 1 and tournament.system in APART
    if looked_at or tournament.options.early_federation:
        data["federations"] = [
            [entry.number, entry.federation, entry.group]
            for entry in sorted(tournament.entries, key=lambda e: e.number)
            if entry.number in concerned
        ]
    return data


def _concerned(tournament: Tournament, before: Tournament, playing: Iterable[int]) -> frozenset[int]:
    """Return the entries that the pairing can depend on."""
    everybody = frozenset(entry.number for entry in tournament.entries)
    played = {game.round for game in before.games} | {bye.round for bye in before.byes}
    # Who enters later, or never came, must not change what the rounds without them were paired from. But
    # places of a round robin are ranks among all entries, and a round in which nobody played is on record by
    # the absences alone.
    if tournament.system not in CONCERNED_ONLY or played != before.rounds_on_record:
        return everybody
    seated = {number for game in before.games for number in (game.first, game.second)}
    return everybody & {*playing, *seated, *(bye.number for bye in before.byes)}


def _options(tournament: Tournament, round_number: int) -> dict[str, Any]:
    """Return the options that differ from their defaults, as JSON values."""
    options = tournament.options
    # Who plays the final is known only after the rounds before it, and must not change what those were paired
    # from.
    if options.final is not None and round_number <= options.final.after:
        options = replace(options, final=replace(options.final, players=()))
    # How round 1 was drawn is nothing to the later ones.
    if round_number > 1:
        options = replace(options, first_round="")
    if options.acceleration == BAKU and not options.accelerated_to:
        # Who enters later does not change who was lent points.
        options = replace(options, accelerated_to=last_of_upper_half(tournament))
    chosen = asdict(replace(options, sources=()))
    if options.final is not None and options.final.adds_points:
        del chosen["final"]["adds_points"]  # as inputs were written before there was a choice
    return {key: value for key, value in chosen.items() if value != getattr(NONE, key)}


def _options_from(data: Mapping[str, Any]) -> Options:
    chosen = {**data, **{key: tuple(data.get(key, ())) for key in ("seeds", "places", "steps")}}
    if data.get("final"):
        chosen["final"] = Final(**{**data["final"], "players": tuple(data["final"]["players"])})
    chosen["carried"] = tuple(CarriedResult(**row) for row in data.get("carried", ()))
    return Options(**chosen)


def input_digest(tournament: Tournament | TeamEvent, round_number: int) -> str:
    """``sha256:`` and the hash of `pairing_input`: it changes exactly when the pairing may."""
    return digest_of(pairing_input(tournament, round_number))


def pairing_digest(rests_on: Mapping[str, Any], paired: PairedRound, *, allow_rematch: bool) -> str:
    """``sha256:`` and the hash of input and result together. ``rests_on``: the `pairing_input`."""
    whole: dict[str, Any] = {
        "input": rests_on,
        "allow_rematch": allow_rematch,
        "pairs": [list(row) for row in paired.as_numbers()],
        "bye": paired.bye,
        "free": list(paired.free),
    }
    if paired.handicaps:
        whole["handicaps"] = sorted([table, stones] for table, stones in paired.handicaps.items())
    return digest_of(whole)


def tournament_from_input(data: Mapping[str, Any]) -> Tournament:
    """Return a tournament from which the round of ``data["round"]`` pairs exactly as it did.

    Where names decide lots, only from what it was paired (`registry.recompute`)."""
    if engine.is_input(data):
        return engine.tournament_from(data)
    playing = set(data["present"])
    half_byes = {(round_number, number) for round_number, number in data.get("half_byes", ())}
    full_byes = {(round_number, number) for round_number, number in data.get("full_byes", ())}
    steps = {tuple(where): played_from(rows) for *where, rows in data.get("steps", ())}
    tables = {frozenset(pair): table for table, pair in enumerate(data.get("tables", ()), 1)}
    by_number = {number: (federation, group) for number, federation, group in data.get("federations", [])}
    away = frozenset({data["round"]})
    entries = []
    for number in data["entries"]:
        federation, group = by_number.get(number, ("", 1))
        absences = frozenset() if number in playing else away
        entries.append(Entry(number, federation=federation, group=group, absences=absences))
    return Tournament(
        system=data["system"],
        entries=tuple(entries),
        games=tuple(
            Game(
                round=round_number,
                table=tables.get(frozenset((first, second)), 0) if round_number == 1 else 0,
                first=first,
                second=second,
                result=None if result is None else Result(result),
                forfeit=forfeit,
                game=game,
                steps=steps.get((round_number, game, first, second), ()),
            )
            for round_number, game, first, second, result, forfeit in data["games"]
        ),
        byes=tuple(Bye(round_number, number) for round_number, number in data["byes"]),
        absences=tuple(
            Absence(
                round_number,
                number,
                half=(round_number, number) in half_byes,
                full=(round_number, number) in full_byes,
            )
            for round_number, number in data["absences"]
        ),
        grouping=data["grouping"],
        points=Points.parse(data["points"]),
        seed=seed_of_colour(odd=data["odd_first"]) if "odd_first" in data else data.get("seed", ""),
        rounds=data.get("rounds", 0),
        options=_options_from(data.get("options", {})),
        given=tuple(GivenPoints(*row) for row in data.get("given", ())),
        forbidden=tuple((number, other) for number, other in data["forbidden"]),
        fixed=tuple(FixedPair(data["round"], first, second) for first, second in data["fixed"]),
    )
