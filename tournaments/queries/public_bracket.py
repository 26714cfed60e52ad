"""The bracket of a knock-out, or of the final of a Swiss, as plain values."""

from __future__ import annotations

from typing import Any

from tournaments.models import Round, Section
from tournaments.pairing.knockout import KNOCKOUT
from tournaments.pairing.tree import Level, Node, tree
from tournaments.queries.links import Link, table_links
from tournaments.queries.matches import best_of, games_of
from tournaments.queries.moment import Moment, NotPublicError
from tournaments.queries.public import Data, frame, has_bracket, people, section_of
from tournaments.queries.seats import options_of, seated_pairings
from tournaments.state.tournament import Bye, Game, Tournament

Links = dict[tuple[int, int], list[Link]]
"""What other apps show of a table, by round and table."""


def bracket(key: int, moment: Moment) -> Data:
    """Rounds of the bracket with their matches, those to come included; none where the first round, as a file
    may hold it, makes no bracket. Raises `NotPublicError` before somebody is knocked out in public."""
    section = section_of(key)
    if not has_bracket(section, moment):
        raise NotPublicError(f"section {section.pk} has no bracket")
    rounds = {round_.number: round_ for round_ in moment.rounds(section)}
    levels = tree(_tournament(section, list(rounds.values())))
    numbers = {round_.pk: number for number, round_ in rounds.items()}
    links: Links = {
        (numbers[key], table): found
        for (key, table), found in table_links(rounds.values(), staff=False).items()
    }
    starts = {r.number: r.starts_at.isoformat() for r in section.round_set.all() if r.starts_at}
    return {
        "frame": frame(section, moment),
        "final_only": section.system != KNOCKOUT,
        "best_of": best_of(section, levels[0].round, _finalists(section)) or 1 if levels else 1,
        "rounds": [
            {
                "number": level.round,
                "public": level.round in rounds,
                "starts": starts.get(level.round, ""),
                "slots": len(level.nodes),
                "matches": [_match(node, level, links) for node in level.nodes],
                "third_place": _match(level.third_place, level, links) if level.third_place else None,
                "beside": [_game(game) | {"table": game.table} for game in level.beside],
            }
            for level in levels
        ],
        "people": people(section),
    }


def _finalists(section: Section) -> tuple[int, ...]:
    final = options_of(section).final
    return final.players if final else ()


def _tournament(section: Section, rounds: list[Round]) -> Tournament:
    """As much of the section as the bracket looks at. `tournament_of` knows no round that is only about to
    be published."""
    games: list[Game] = []
    byes: list[Bye] = []
    for pairing in seated_pairings(rounds):
        seats = {seat.colour: seat.entry.number or 0 for seat in pairing.seats.all()}
        number = pairing.round.number
        if pairing.is_bye:
            byes.append(Bye(number, seats["bye"]))
            continue
        most = best_of(section, number, (seats["first"], seats["second"]))
        games += games_of(pairing, pairing.current, number=number, most=most)
    return Tournament(
        section.system,
        (),
        games=tuple(games),
        byes=tuple(byes),
        options=options_of(section),
        seed=section.seed,
    )


def _match(node: Node, level: Level, links: Links) -> Data:
    match = node.match
    following = match.next_game if match else None
    table = match.games[0].table if match else None
    return {
        "one": node.one,
        "other": node.other,
        "winner": node.winner,
        "walkover": node.walkover,
        "table": table,
        "games": [_game(game) for game in match.games if game.result is not None] if match else [],
        "first": _first(node),
        "next_game": following[0] if following else None,
        "links": [
            {"text": link.text, "path": link.path} for link in links.get((level.round, table or 0), ())
        ],
    }


def _first(node: Node) -> int | None:
    """Who moves first in the game that is to be played, or was played last."""
    if node.match is None:
        return None
    following = node.match.next_game
    return following[1] if following else node.match.games[-1].first


def _game(game: Game) -> dict[str, Any]:
    return {
        "first": game.first,
        "second": game.second,
        "value": str(game.result) if game.result is not None else "",
        "forfeit": game.forfeit,
    }
