"""What stands in an OpenGotha file and in no tournament here, kept beside it and written back (M18): settings
that this program does not know, teams, registrations that are not final, colours that are not on record.

Kept are plain values by number, never a player's name: ``bag`` by element; ``general`` texts of the event and
its time; ``criteria`` where some mean nothing here; ``players`` attributes by number; ``games`` (round,
White, Black, attributes); ``teams`` (name, number, boards of round, board and player); ``team_criteria``;
where teams are paired, ``settings`` of the players' pairing by attribute and the limits of ``categories``;
``clubs_groups`` (name, clubs); ``unpaired`` (round, number), who was there without opponent and bye (M3);
``strange`` elements (level, place, name, attributes, text); ``last``, the last round of the file; ``known``,
how many players it has. What has changed here since then is written as it stands here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from tournaments.exchange.conversion import Losses, Problems
from tournaments.exchange.opengotha.attributes import Attributes
from tournaments.exchange.opengotha.document import (
    PLAYER_TEXTS,
    SETTINGS,
    BoardSeat,
    Document,
    GothaSetting,
    GothaTeam,
    player_key,
    taken_apart,
)
from tournaments.exchange.opengotha.document_writing import written_setting
from tournaments.exchange.opengotha.unknown_elements import UnknownElement
from tournaments.exchange.weiqi_codes import federation_code, two_letters
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.criteria import ALL_CRITERIA
from tournaments.state.gotha.event_info import EventInfo, Overtime, Time
from tournaments.state.gotha.passthrough import OF_GAME, Carried
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.values import OUTCOMES, GoEvent, GoGame, GoOutcome, GoPlayer
from tournaments.text.titles import grade_of

_KEPT_TEXTS = ("ffgLicenceStatus", "agaExpirationDate", "ratingOrigin")
_OF_PAIRING = ("scoring", "handicaps", "weights")
_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}
# A system of overtime says only these; the other numbers of a file mean nothing.
_OF_TIME = {
    Overtime.SUDDEN_DEATH: (),
    Overtime.BYO_YOMI: ("byo_yomi",),
    Overtime.CANADIAN: ("moves", "canadian"),
    Overtime.FISCHER: ("fischer",),
}


def passthrough_of(document: Document) -> dict[str, Any]:
    """What a document holds besides its tournament; empty where that is nothing."""
    numbers = {player_key(p.surname, p.given_name): p.number for p in document.event.players}
    players: dict[str, dict[str, str]] = {}
    games: dict[tuple[int, int, int], dict[str, str]] = {}
    bag: dict[str, dict[str, str]] = {}
    for key, attributes in document.extra_attributes.items():
        kind, _, remainder = key.partition(" ")
        if kind == "Player":
            players[str(numbers[remainder])] = dict(attributes)
        elif kind == "Game":
            n, white, black = map(int, remainder.split())
            games[n, white, black] = dict(attributes)
        else:
            bag[key] = dict(attributes)
    rounds = [game.round for game in document.event.games]
    last = max([*rounds, *(bye.round for bye in document.event.byes)], default=0)
    for player in document.event.players:
        if more := dict(_of_player(player)):
            players.setdefault(str(player.number), {}).update(more)
    for game in document.event.games:
        if more := dict(_of_game(game)):
            games.setdefault((game.round, game.white, game.black), {}).update(more)
    criteria = document.event.criteria
    gathered = {
        "bag": bag,
        "criteria": [] if known_criteria(criteria) == criteria else list(criteria),
        "general": dict(_general(document.event_info)),
        "players": players,
        "games": [[*where, attributes] for where, attributes in games.items()],
        "teams": [
            [team.name, team.number, [list(board) for board in team.boards]] for team in document.teams
        ],
        "team_criteria": list(document.team_criteria),
        "clubs_groups": [[name, list(clubs)] for name, clubs in document.clubs_groups],
        "unpaired": sorted(_unpaired(document.event, last)),
        "strange": [list(element) for element in document.unknown_elements],
        "last": last,
        "known": len(document.event.players),
    }
    return {key: value for key, value in gathered.items() if value}


def _unpaired(event: GoEvent, last: int) -> Iterator[list[int]]:
    seated = {(game.round, number) for game in event.games for number in (game.white, game.black)}
    seated |= {(bye.round, bye.number) for bye in event.byes}
    came = {number for _, number in seated}
    for player in event.players:
        if player.final or player.number in came:
            rounds = set(range(1, last + 1)) - player.away
            yield from ([n, player.number] for n in rounds if (n, player.number) not in seated)


def carried_settings(document: Document) -> dict[str, Any]:
    """The settings by which players are paired, where teams are: their section has no such."""
    values = taken_apart(document)
    texts = {
        setting.attribute: written_setting(getattr(values[setting.into[0]], setting.into[1]), setting.kind)
        for setting in SETTINGS
        if setting.into[0] in _OF_PAIRING
    }
    return {
        "settings": {attribute: text for attribute, text in texts.items() if text is not None},
        "categories": [rank_text(limit) for limit in document.event.scoring.categories],
        "criteria": list(document.event.criteria),
    }


def with_settings(event: GoEvent, carried: Carried) -> GoEvent:
    """Return the event with what `carried_settings` kept."""
    reader, texts = Attributes(Problems(), Losses()), carried.get("settings", {})
    values: dict[str, dict[str, Any]] = {part: {} for part in _OF_PAIRING}
    for setting in SETTINGS:
        if setting.into[0] in _OF_PAIRING:
            element = Element(setting.element, texts, (), 0, 0)
            # A text that somebody has spoilt in the file since is read as where it is missing.
            values[setting.into[0]][setting.into[1]] = reader.setting(setting, element)
    place = Element("Category", {}, (), 0, 0)
    limits = tuple(reader.rank(place, "lowerLimit", text) for text in carried.get("categories", []))
    return replace(
        event,
        scoring=replace(event.scoring, **values["scoring"], categories=limits),
        handicaps=replace(event.handicaps, **values["handicaps"]),
        weights=replace(event.weights, **values["weights"]),
        criteria=known_criteria(carried.get("criteria", ())),
    )


def known_criteria(names: Sequence[str]) -> tuple[str, ...]:
    """Those that a section can have."""
    return tuple(name for name in names if name != "NULL" and name in ALL_CRITERIA)


def _of_player(player: GoPlayer) -> Iterator[tuple[str, str]]:
    for attribute in _KEPT_TEXTS:
        if text := getattr(player, PLAYER_TEXTS[attribute]):
            yield attribute, text
    if player.grade != rank_text(player.rank):
        yield "grade", player.grade
    if two_letters(federation_code(player.country.strip())) != player.country:
        yield "country", player.country
    if player.away:
        yield "away", " ".join(map(str, sorted(player.away)))
    if not player.final:
        yield "registeringStatus", "PRE"


def _of_game(game: GoGame) -> Iterator[tuple[str, str]]:
    if not game.colour_known:
        yield "knownColor", "false"
    if (
        game.is_odd
        or game.outcome is GoOutcome.BOTH_LOSE
        or (game.outcome is GoOutcome.UNKNOWN and game.by_default)
    ):
        yield "result", _OUTCOMES[game.outcome] + ("_BYDEF" if game.by_default else "")


def _general(occasion: EventInfo) -> Iterator[tuple[str, Any]]:
    for setting, value in _settings(occasion):
        yield setting.attribute, value


def _settings(occasion: EventInfo) -> Iterator[tuple[GothaSetting, Any]]:
    parts = {"occasion": occasion, "time": occasion.time}
    for setting in SETTINGS:
        if setting.into[0] in parts:
            yield setting, getattr(parts[setting.into[0]], setting.into[1])


def with_passthrough(document: Document, carried: Carried, away: Mapping[int, bool]) -> Document:
    """Return the document with what its file held besides; ``away``: there for no round at all."""
    every = range(1, document.event.rounds + 1)
    rounds_here, listed = every[carried.get("last", 0) :], carried.get("known", len(document.event.players))
    about = carried.get("players", {})
    players = tuple(
        _player(
            player,
            about.get(str(player.number), {}),
            # Of who was entered here the section alone says it.
            rounds_here if player.number <= listed else every,
            gone=away.get(player.number, False),
        )
        for player in document.event.players
    )
    keys = {player.number: player_key(player.surname, player.given_name) for player in players}
    bag = {key: dict(attributes) for key, attributes in carried.get("bag", {}).items()}
    for player in players:
        handled = {*_KEPT_TEXTS, "grade", "country", "away", "registeringStatus"}
        if others := {k: v for k, v in about.get(str(player.number), {}).items() if k not in handled}:
            bag[f"Player {keys[player.number]}"] = others
    attributes_by_game = {
        (n, white, black): attributes for n, white, black, attributes in carried.get("games", [])
    }
    games = []
    for game in document.event.games:
        attributes = attributes_by_game.get((game.round, game.white, game.black), {})
        games.append(_game(game, attributes))
        if others := {k: v for k, v in attributes.items() if k not in OF_GAME}:
            bag[f"Game {game.round} {game.white} {game.black}"] = others
    criteria = tuple(carried.get("criteria", ()))
    if known_criteria(criteria) != document.event.criteria:
        criteria = document.event.criteria
    return replace(
        document,
        event=replace(document.event, players=players, games=tuple(games), criteria=criteria),
        event_info=_occasion(document.event_info, carried.get("general", {})),
        teams=tuple(
            GothaTeam(name, number, tuple(BoardSeat(*board) for board in boards if board[2] in keys))
            for name, number, boards in carried.get("teams", [])
        ),
        team_criteria=tuple(carried.get("team_criteria", ())),
        clubs_groups=_clubs(document, carried),
        extra_attributes=bag,
        unknown_elements=tuple(UnknownElement(*element) for element in carried.get("strange", ())),
    )


def _player(
    player: GoPlayer, texts_carried: Mapping[str, str], rounds_here: range, *, gone: bool
) -> GoPlayer:
    """``rounds_here``: the rounds of which the section says who is there; of the others the file does."""
    texts: dict[str, Any] = {
        PLAYER_TEXTS[key]: texts_carried[key] for key in _KEPT_TEXTS if key in texts_carried
    }
    usual = rank_text(player.rank).lower()
    if (
        "grade" in texts_carried
        and (grade_of(texts_carried["grade"].strip()) or usual) == player.grade.lower()
    ):
        texts["grade"] = texts_carried["grade"]
    if (
        "country" in texts_carried
        and two_letters(federation_code(texts_carried["country"].strip())) == player.country
    ):
        texts["country"] = texts_carried["country"]
    away = frozenset(map(int, texts_carried.get("away", "").split()))
    preliminary = gone and texts_carried.get("registeringStatus") == "PRE"
    if not preliminary:
        away = frozenset(n for n in player.away if n in rounds_here) | frozenset(
            n for n in away if n not in rounds_here
        )
    return replace(player, **texts, away=away, final=not preliminary)


def _game(game: GoGame, texts_carried: Mapping[str, str]) -> GoGame:
    if texts_carried.get("tableNumber", "").isdecimal():
        game = replace(game, table=int(texts_carried["tableNumber"]))
    if texts_carried.get("knownColor") == "false":
        game = replace(game, colour_known=False)
    return game


def _occasion(now: EventInfo, texts_carried: Mapping[str, Any]) -> EventInfo:
    """As the file had it, but for the time if another one is played here."""
    if not texts_carried:
        return now
    texts = {s.into[1]: texts_carried[s.attribute] for s, _ in _settings(now) if s.attribute in texts_carried}
    of_time = {field.name for field in fields(Time)}
    time = told_time({"general": texts_carried}, now.time)
    same = (time.basic, time.system) == (now.time.basic, now.time.system) and all(
        getattr(time, name) == getattr(now.time, name) for name in _OF_TIME[time.system]
    )
    others = {name: value for name, value in texts.items() if name not in of_time}
    return replace(now, **others, time=time if same else now.time)


def told_time(carried: Carried, now: Time) -> Time:
    """The time of the file."""
    general = carried.get("general", {})
    names = {s.attribute: s.into[1] for s in SETTINGS if s.into[0] == "time"}
    texts = {name: general[attribute] for attribute, name in names.items() if attribute in general}
    if "system" in texts:
        texts["system"] = Overtime(texts["system"])
    return replace(now, **texts)


def _clubs(document: Document, carried: Carried) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Under the file's names, while the groups are the same."""
    groups = tuple((name, tuple(clubs)) for name, clubs in carried.get("clubs_groups", []))
    if {frozenset(clubs) for _, clubs in groups} == {frozenset(clubs) for _, clubs in document.clubs_groups}:
        return groups
    return document.clubs_groups
