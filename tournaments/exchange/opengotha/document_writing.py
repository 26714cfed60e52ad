"""From a `Document` to the bytes of an OpenGotha file: data version 201, UTF-8, attributes in alphabetic
order, one element a line (M19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import quoteattr

from tournaments.exchange.opengotha.document import (
    MOST_CRITERIA,
    NEVER_KEPT,
    OUTCOMES,
    PLAYER_TEXTS,
    SETTINGS,
    Document,
    key_of,
    taken_apart,
)
from tournaments.state.gotha.ranks import grade_text
from tournaments.state.gotha.values import MOST_ROUNDS, Game, Player

VERSION = {"dataVersion": "201", "fullVersionNumber": "3.51"}
_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}


def write_document(document: Document) -> bytes:
    """What `read_document` reads as the same document."""
    lines = ['<?xml version="1.0" encoding="UTF-8" standalone="no"?>', *_Writer(document).lines()]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.event = document.event
        self.keys = {p.number: key_of(p.surname, p.given) for p in self.event.players}

    def lines(self) -> Iterator[str]:
        yield _open("Tournament", {**self._kept("Tournament"), **VERSION})
        yield from _within("Players", (self._player(player) for player in self.event.players))
        yield from _within("Games", (self._game(game) for game in self.event.games))
        byes = ({"player": self.keys[row.number], "roundNumber": str(row.round)} for row in self.event.byes)
        yield from _within("ByePlayers", (_element("ByePlayer", bye) for bye in byes))
        yield from _within("Teams", self._teams())
        yield from _within("TournamentParameterSet", self._settings())
        yield from _within("TeamTournamentParameterSet", self._team_settings())
        yield from _within("ClubsGroups", self._clubs_groups())
        yield "</Tournament>"

    def _kept(self, key: str) -> Mapping[str, str]:
        return {name: text for name, text in self.document.bag.get(key, {}).items() if name not in NEVER_KEPT}

    def _player(self, player: Player) -> str:
        away = "".join("0" if n in player.away else "1" for n in range(1, MOST_ROUNDS + 1))
        texts = {name: getattr(player, into) for name, into in PLAYER_TEXTS.items()}
        return _element(
            "Player",
            {
                **self._kept(f"Player {self.keys[player.number]}"),
                **texts,
                "name": player.surname,
                "firstName": player.given,
                "rank": grade_text(player.rank),
                "rating": str(player.rating),
                "smmsCorrection": str(player.mms_correction),
                "participating": away,
                "registeringStatus": "FIN" if player.final else "PRE",
            },
        )

    def _game(self, game: Game) -> str:
        result = f"RESULT_{_OUTCOMES[game.outcome]}{'_BYDEF' if game.by_default else ''}"
        return _element(
            "Game",
            {
                **self._kept(f"Game {game.round} {game.white} {game.black}"),
                "roundNumber": str(game.round),
                "tableNumber": str(game.table),
                "whitePlayer": self.keys[game.white],
                "blackPlayer": self.keys[game.black],
                "handicap": str(game.handicap),
                "knownColor": _yes(game.colour_known),
                "result": result,
            },
        )

    def _teams(self) -> Iterator[str]:
        for team in self.document.teams:
            boards = []
            for board in team.boards:
                row = {"boardNumber": str(board.board), "player": self.keys[board.player]}
                boards.append(
                    _element("Board", row | ({"roundNumber": str(board.round)} if board.round else {}))
                )
            names = {"teamName": team.name, "teamNumber": str(team.number)}
            yield from _around("Team", names, boards)

    def _settings(self) -> Iterator[str]:
        values = taken_apart(self.document)
        sets: dict[str, dict[str, str]] = {setting.element: {} for setting in SETTINGS}
        for setting in SETTINGS:
            text = setting_text(getattr(values[setting.into[0]], setting.into[1]), setting.kind)
            if text is not None:
                sets[setting.element][setting.attribute] = text
        limits = self.event.scoring.categories
        general = {**sets.pop("GeneralParameterSet"), "numberOfCategories": str(len(limits) + 1)}
        categories = (
            _element("Category", {"number": str(i), "lowerLimit": grade_text(limit)})
            for i, limit in enumerate(limits, 1)
        )
        yield from _around(
            "GeneralParameterSet",
            {**self._kept("GeneralParameterSet"), **general},
            list(_within("Categories", categories)),
        )
        name = "HandicapParameterSet"
        yield _element(name, {**self._kept(name), **sets[name]})
        yield from _within("PlacementParameterSet", _criteria(self.event.criteria))
        name = "PairingParameterSet"
        yield _element(name, {**self._kept(name), **sets[name]})
        for name in ("DPParameterSet", "PublishParameterSet"):
            if self._kept(name):
                yield _element(name, self._kept(name))

    def _team_settings(self) -> Iterator[str]:
        kept = self._kept("TeamGeneralParameterSet")
        if kept:
            yield _element("TeamGeneralParameterSet", kept)
        if self.document.team_criteria:
            yield from _within("TeamPlacementParameterSet", _criteria(self.document.team_criteria))

    def _clubs_groups(self) -> Iterator[str]:
        for name, clubs in self.document.clubs_groups:
            rows = [_element("Club", {"name": club}) for club in clubs]
            yield from _around("ClubsGroup", {"name": name}, rows)


def _criteria(names: Iterable[str]) -> Iterator[str]:
    filled = [*names]
    filled += ["NULL"] * (MOST_CRITERIA - len(filled))
    rows = (
        _element("PlacementCriterion", {"name": name, "number": str(i)}) for i, name in enumerate(filled, 1)
    )
    return _within("PlacementCriteria", rows)


def setting_text(value: Any, kind: Any) -> str | None:
    """As it stands in the file; None where it is not there."""
    if value is None:
        return None
    if kind == "rank":
        return grade_text(value)
    return _yes(value) if kind == "yes" else str(value)


def _yes(value: bool) -> str:
    return "true" if value else "false"


def _open(name: str, attributes: Mapping[str, str], end: str = "") -> str:
    rows = "".join(f" {key}={quoteattr(text)}" for key, text in sorted(attributes.items()))
    return f"<{name}{rows}{end}>"


def _element(name: str, attributes: Mapping[str, str]) -> str:
    return _open(name, attributes, "/")


def _around(name: str, attributes: Mapping[str, str], inner: list[str]) -> Iterator[str]:
    if not inner:
        yield _element(name, attributes)
        return
    yield _open(name, attributes)
    yield from inner
    yield f"</{name}>"


def _within(name: str, lines: Iterable[str]) -> Iterator[str]:
    inner = list(lines)
    if inner:
        yield from _around(name, {}, inner)
