"""What a round depends on, as data without names (law 8), and the round computed from it.

Names decide three things: the order of equals, the lot of colours and, where the round's settings ask for it,
the lot of the pairs. The input holds these as numbers. Of the lot of colours only parities are needed: unless
a round draws pairs by names, nothing more of a name is in it. Countries and clubs are numbers too, for they
are only compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from tournaments.pairing.gotha.entering import PARITY, Letters, concerned, letters_of
from tournaments.pairing.gotha.rounds import DrawnRound, draw, forbidden_in
from tournaments.state.gotha.settings import Additional, FloatMode, Handicaps, Scoring, Seeding, Weights
from tournaments.state.gotha.values import GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.state.tournament import Bye, FixedPair

FORMAT = "qiyuan-gotha-input/1"
_ENUMS: Mapping[str, Callable[[str], Any]] = {
    "upper": FloatMode,
    "lower": FloatMode,
    "first_seeding": Seeding,
    "second_seeding": Seeding,
    "first_additional": Additional,
    "second_additional": Additional,
}


def recompute(data: Mapping[str, Any], *, allow_rematch: bool = False) -> DrawnRound:
    """The round of a stored `pairing_input`."""
    event, letters = event_from_input(data)
    return draw(event, data["round"], bye=data["bye"], allow_rematch=allow_rematch, letters=letters)


def pairing_input(event: GoEvent, round_number: int, *, bye: int | None = None) -> dict[str, Any]:
    """Plain JSON values; `event_from_input` reads them."""
    event_before = concerned(event, round_number)
    players = sorted(event_before.players, key=lambda player: player.number)
    countries = _numbered(player.country.lower() for player in players)
    clubs = _numbered(player.club.lower() for player in players)
    there = {player.number for player in players if player.plays_in(round_number)}
    near = [sorted({clubs[c.lower()] for c in group if c.lower() in clubs}) for group in event.clubs_groups]
    return {
        "format": FORMAT,
        "round": round_number,
        "rounds": event.rounds,
        "criteria": list(event.criteria),
        "scoring": _plain(asdict(event.scoring)),
        "handicaps": asdict(event.handicaps),
        "weights": _plain(asdict(event.weights)),
        "players": [
            [
                p.number,
                p.rank,
                p.rating,
                p.mms_correction,
                countries[p.country.lower()],
                clubs[p.club.lower()],
            ]
            for p in players
        ],
        "letters": _letters(event_before, round_number),
        "present": sorted(there),
        "games": sorted(
            [g.round, g.white, g.black, str(g.outcome), g.by_default, g.handicap] for g in event_before.games
        ),
        "byes": sorted([row.round, row.number] for row in event_before.byes),
        "absences": [[p.number, sorted(n for n in p.away if n < round_number)] for p in players],
        "clubs_groups": sorted(group for group in near if len(group) > 1),
        "forbidden": sorted(sorted(pair) for pair in forbidden_in(event, round_number)),
        "fixed": sorted([f.first, f.second] for f in event.fixed if f.round == round_number),
        "tables": sorted([number, table] for number, table in event.tables if number in there),
        "bye": bye,
    }


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in data.items()}


def _numbered(texts: Iterable[str]) -> dict[str, int]:
    """Numbers from 0 in the order of first appearance."""
    return {text: place for place, text in enumerate(dict.fromkeys(texts))}


def _letters(event: GoEvent, round_number: int) -> list[list[int]]:
    """Return [number, order, joined order, weighted sum, plain sum, length] of every player."""
    weights = event.weights
    whole = weights.random or weights.seeding(round_number) is Seeding.RANDOM
    return [
        [number, row.order, row.joined]
        # Law 8: where only colours are drawn their parity is enough, and no more of a name is kept.
        + [value if whole else value % PARITY for value in (row.weighted, row.plain, row.length)]
        for number, row in sorted(letters_of(event).items())
    ]


def event_from_input(data: Mapping[str, Any]) -> tuple[GoEvent, dict[int, Letters]]:
    """An event that pairs this round exactly as it did, and the letters of its players."""
    present, n = set(data["present"]), data["round"]
    away = {number: frozenset(rounds) for number, rounds in data["absences"]}
    players = tuple(
        GoPlayer(
            number=number,
            surname=str(number),
            rank=rank,
            rating=rating,
            country=str(country),
            club=str(club),
            mms_correction=correction,
            away=away[number] | (frozenset() if number in present else {n}),
        )
        for number, rank, rating, correction, country, club in data["players"]
    )
    scoring = {**data["scoring"], "categories": tuple(data["scoring"]["categories"])}
    weights = {key: _ENUMS[key](value) if key in _ENUMS else value for key, value in data["weights"].items()}
    event = GoEvent(
        players=players,
        games=tuple(
            GoGame(round_of, 0, white, black, GoOutcome(outcome), by_default, handicap)
            for round_of, white, black, outcome, by_default, handicap in data["games"]
        ),
        byes=tuple(Bye(*row) for row in data["byes"]),
        rounds=data["rounds"],
        criteria=tuple(data["criteria"]),
        scoring=Scoring(**scoring),
        handicaps=Handicaps(**data["handicaps"]),
        weights=Weights(**weights),
        clubs_groups=tuple(frozenset(str(club) for club in group) for group in data["clubs_groups"]),
        forbidden=tuple((number, other) for number, other in data["forbidden"]),
        fixed=tuple(FixedPair(n, first, second) for first, second in data["fixed"]),
        tables=tuple((number, table) for number, table in data["tables"]),
    )
    return event, {number: Letters(*row) for number, *row in data["letters"]}
