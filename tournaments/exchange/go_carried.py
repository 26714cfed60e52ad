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

from tournaments.exchange.conversion import Flaws, Losses
from tournaments.exchange.opengotha.attributes import Attributes
from tournaments.exchange.opengotha.document import (
    PLAYER_TEXTS,
    SETTINGS,
    Board,
    Document,
    Setting,
    Team,
    key_of,
    taken_apart,
)
from tournaments.exchange.opengotha.document_writing import setting_text
from tournaments.exchange.opengotha.strange import Strange
from tournaments.exchange.weiqi_codes import federation_of, two_letters
from tournaments.exchange.xml_elements import Element
from tournaments.state.gotha.carried import OF_GAME, Carried
from tournaments.state.gotha.criteria import KNOWN
from tournaments.state.gotha.occasion import Occasion, Overtime, Time
from tournaments.state.gotha.ranks import grade_text
from tournaments.state.gotha.values import OUTCOMES, Event, Game, Outcome, Player
from tournaments.state.titles import grade_of

_KEPT_TEXTS = ("ffgLicenceStatus", "agaExpirationDate", "ratingOrigin")
_OF_PAIRING = ("scoring", "handicaps", "weights")
_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}
_OF_TIME = {
    Overtime.SUDDEN_DEATH: (),
    Overtime.BYO_YOMI: ("byo_yomi",),
    Overtime.CANADIAN: ("moves", "canadian"),
    Overtime.FISCHER: ("fischer",),
}
"""What a system of overtime says; the other numbers of a file mean nothing."""


def carried_of(document: Document) -> dict[str, Any]:
    """What a document holds besides its tournament; empty where that is nothing."""
    numbers = {key_of(p.surname, p.given): p.number for p in document.event.players}
    players: dict[str, dict[str, str]] = {}
    games: dict[tuple[int, int, int], dict[str, str]] = {}
    bag: dict[str, dict[str, str]] = {}
    for key, attributes in document.bag.items():
        what, _, rest = key.partition(" ")
        if what == "Player":
            players[str(numbers[rest])] = dict(attributes)
        elif what == "Game":
            n, white, black = map(int, rest.split())
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
    found = {
        "bag": bag,
        "criteria": [] if known_criteria(criteria) == criteria else list(criteria),
        "general": dict(_general(document.occasion)),
        "players": players,
        "games": [[*where, attributes] for where, attributes in games.items()],
        "teams": [
            [team.name, team.number, [list(board) for board in team.boards]] for team in document.teams
        ],
        "team_criteria": list(document.team_criteria),
        "clubs_groups": [[name, list(clubs)] for name, clubs in document.clubs_groups],
        "unpaired": sorted(_unpaired(document.event, last)),
        "strange": [list(one) for one in document.strange],
        "last": last,
        "known": len(document.event.players),
    }
    return {key: value for key, value in found.items() if value}


def _unpaired(event: Event, last: int) -> Iterator[list[int]]:
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
        setting.attribute: setting_text(getattr(values[setting.into[0]], setting.into[1]), setting.kind)
        for setting in SETTINGS
        if setting.into[0] in _OF_PAIRING
    }
    return {
        "settings": {attribute: text for attribute, text in texts.items() if text is not None},
        "categories": [grade_text(limit) for limit in document.event.scoring.categories],
        "criteria": list(document.event.criteria),
    }


def with_settings(event: Event, carried: Carried) -> Event:
    """The event with what `carried_settings` kept. Texts that somebody changed in the file since are as
    where they are missing."""
    reader, texts = Attributes(Flaws(), Losses()), carried.get("settings", {})
    found: dict[str, dict[str, Any]] = {part: {} for part in _OF_PAIRING}
    for setting in SETTINGS:
        if setting.into[0] in _OF_PAIRING:
            element = Element(setting.element, texts, (), 0, 0)
            found[setting.into[0]][setting.into[1]] = reader.setting(setting, element)
    place = Element("Category", {}, (), 0, 0)
    limits = tuple(reader.rank(place, "lowerLimit", text) for text in carried.get("categories", []))
    return replace(
        event,
        scoring=replace(event.scoring, **found["scoring"], categories=limits),
        handicaps=replace(event.handicaps, **found["handicaps"]),
        weights=replace(event.weights, **found["weights"]),
        criteria=known_criteria(carried.get("criteria", ())),
    )


def known_criteria(names: Sequence[str]) -> tuple[str, ...]:
    """Those that a section can have."""
    return tuple(name for name in names if name != "NULL" and name in KNOWN)


def _of_player(player: Player) -> Iterator[tuple[str, str]]:
    for attribute in _KEPT_TEXTS:
        if text := getattr(player, PLAYER_TEXTS[attribute]):
            yield attribute, text
    if player.grade != grade_text(player.rank):
        yield "grade", player.grade
    if two_letters(federation_of(player.country.strip())) != player.country:
        yield "country", player.country
    if player.away:
        yield "away", " ".join(map(str, sorted(player.away)))
    if not player.final:
        yield "registeringStatus", "PRE"


def _of_game(game: Game) -> Iterator[tuple[str, str]]:
    if not game.colour_known:
        yield "knownColor", "false"
    if (
        game.is_odd
        or game.outcome is Outcome.BOTH_LOSE
        or (game.outcome is Outcome.UNKNOWN and game.by_default)
    ):
        yield "result", _OUTCOMES[game.outcome] + ("_BYDEF" if game.by_default else "")


def _general(occasion: Occasion) -> Iterator[tuple[str, Any]]:
    for setting, value in _settings(occasion):
        yield setting.attribute, value


def _settings(occasion: Occasion) -> Iterator[tuple[Setting, Any]]:
    parts = {"occasion": occasion, "time": occasion.time}
    for setting in SETTINGS:
        if setting.into[0] in parts:
            yield setting, getattr(parts[setting.into[0]], setting.into[1])


def with_carried(document: Document, carried: Carried, away: Mapping[int, bool]) -> Document:
    """The document of a tournament that came from a file, with what that held besides. ``away``: who is there
    for no round at all, by number."""
    every = range(1, document.event.rounds + 1)
    own, listed = every[carried.get("last", 0) :], carried.get("known", len(document.event.players))
    about = carried.get("players", {})
    players = tuple(
        _player(
            player,
            about.get(str(player.number), {}),
            # Of who was entered here the section alone says it.
            own if player.number <= listed else every,
            gone=away.get(player.number, False),
        )
        for player in document.event.players
    )
    keys = {player.number: key_of(player.surname, player.given) for player in players}
    bag = {key: dict(attributes) for key, attributes in carried.get("bag", {}).items()}
    for player in players:
        known = {*_KEPT_TEXTS, "grade", "country", "away", "registeringStatus"}
        if rest := {k: v for k, v in about.get(str(player.number), {}).items() if k not in known}:
            bag[f"Player {keys[player.number]}"] = rest
    told = {(n, white, black): attributes for n, white, black, attributes in carried.get("games", [])}
    games = []
    for game in document.event.games:
        attributes = told.get((game.round, game.white, game.black), {})
        games.append(_game(game, attributes))
        if rest := {k: v for k, v in attributes.items() if k not in OF_GAME}:
            bag[f"Game {game.round} {game.white} {game.black}"] = rest
    criteria = tuple(carried.get("criteria", ()))
    if known_criteria(criteria) != document.event.criteria:
        criteria = document.event.criteria
    return replace(
        document,
        event=replace(document.event, players=players, games=tuple(games), criteria=criteria),
        occasion=_occasion(document.occasion, carried.get("general", {})),
        teams=tuple(
            Team(name, number, tuple(Board(*board) for board in boards if board[2] in keys))
            for name, number, boards in carried.get("teams", [])
        ),
        team_criteria=tuple(carried.get("team_criteria", ())),
        clubs_groups=_clubs(document, carried),
        bag=bag,
        strange=tuple(Strange(*one) for one in carried.get("strange", ())),
    )


def _player(player: Player, told: Mapping[str, str], own: range, *, gone: bool) -> Player:
    """``own``: the rounds of which the section says who is there; of the others the file does."""
    texts: dict[str, Any] = {PLAYER_TEXTS[key]: told[key] for key in _KEPT_TEXTS if key in told}
    usual = grade_text(player.rank).lower()
    if "grade" in told and (grade_of(told["grade"].strip()) or usual) == player.grade.lower():
        texts["grade"] = told["grade"]
    if "country" in told and two_letters(federation_of(told["country"].strip())) == player.country:
        texts["country"] = told["country"]
    away = frozenset(map(int, told.get("away", "").split()))
    preliminary = gone and told.get("registeringStatus") == "PRE"
    if not preliminary:
        away = frozenset(n for n in player.away if n in own) | frozenset(n for n in away if n not in own)
    return replace(player, **texts, away=away, final=not preliminary)


def _game(game: Game, told: Mapping[str, str]) -> Game:
    if told.get("tableNumber", "").isdecimal():
        game = replace(game, table=int(told["tableNumber"]))
    if told.get("knownColor") == "false":
        game = replace(game, colour_known=False)
    return game


def _occasion(now: Occasion, told: Mapping[str, Any]) -> Occasion:
    """As the file had it, but for the time if another one is played here."""
    if not told:
        return now
    texts = {s.into[1]: told[s.attribute] for s, _ in _settings(now) if s.attribute in told}
    of_time = {one.name for one in fields(Time)}
    time = told_time({"general": told}, now.time)
    same = (time.basic, time.system) == (now.time.basic, now.time.system) and all(
        getattr(time, name) == getattr(now.time, name) for name in _OF_TIME[time.system]
    )
    rest = {name: value for name, value in texts.items() if name not in of_time}
    return replace(now, **rest, time=time if same else now.time)


def told_time(carried: Carried, now: Time) -> Time:
    """The time of the file."""
    told = carried.get("general", {})
    names = {s.attribute: s.into[1] for s in SETTINGS if s.into[0] == "time"}
    texts = {name: told[attribute] for attribute, name in names.items() if attribute in told}
    if "system" in texts:
        texts["system"] = Overtime(texts["system"])
    return replace(now, **texts)


def _clubs(document: Document, carried: Carried) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Under the file's names, while the groups are the same."""
    told = tuple((name, tuple(clubs)) for name, clubs in carried.get("clubs_groups", []))
    if {frozenset(clubs) for _, clubs in told} == {frozenset(clubs) for _, clubs in document.clubs_groups}:
        return told
    return document.clubs_groups
