"""From a `Document` to the bytes of an OpenGotha file: data version 201, UTF-8, attributes in alphabetic
order, one element a line (M19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments.exchange.opengotha.document import (
    MOST_CRITERIA,
    NEVER_KEPT,
    PLAYER_TEXTS,
    SETTINGS,
    Document,
    key_of,
    taken_apart,
)
from tournaments.exchange.opengotha.lines import VERSION, around, as_file, element, opened, within
from tournaments.exchange.opengotha.strange import lines_in
from tournaments.state.gotha.ranks import grade_text
from tournaments.state.gotha.values import MOST_ROUNDS, OUTCOMES, Game, Player

_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}


def write_document(document: Document) -> bytes:
    """What `read_document` reads as the same document."""
    return as_file(_Writer(document).lines())


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.event = document.event
        self.keys = {p.number: key_of(p.surname, p.given) for p in self.event.players}

    def lines(self) -> Iterator[str]:
        yield opened("Tournament", {**self._kept("Tournament"), **VERSION})
        yield from within("Players", (self._player(player) for player in self.event.players))
        yield from within("Games", (self._game(game) for game in self.event.games))
        byes = (
            {
                **self._kept(f"ByePlayer {row.round} {row.number}"),
                "player": self.keys[row.number],
                "roundNumber": str(row.round),
            }
            for row in self.event.byes
        )
        yield from within("ByePlayers", (element("ByePlayer", bye) for bye in byes))
        yield from within("Teams", self._teams())
        yield from within("TournamentParameterSet", self._settings())
        yield from within("TeamTournamentParameterSet", self._team_settings())
        yield from within("ClubsGroups", self._clubs_groups())
        yield from lines_in(self.document.strange, "Tournament")
        yield "</Tournament>"

    def _kept(self, key: str) -> Mapping[str, str]:
        return {name: text for name, text in self.document.bag.get(key, {}).items() if name not in NEVER_KEPT}

    def _player(self, player: Player) -> str:
        away = "".join("0" if n in player.away else "1" for n in range(1, MOST_ROUNDS + 1))
        texts = {name: getattr(player, into) for name, into in PLAYER_TEXTS.items()}
        return element(
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
        return element(
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
                    element("Board", row | ({"roundNumber": str(board.round)} if board.round else {}))
                )
            kept = self._kept(f"Team {team.number}")
            names = {**kept, "teamName": team.name, "teamNumber": str(team.number)}
            yield from around("Team", names, boards)

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
            element("Category", {"number": str(i), "lowerLimit": grade_text(limit)})
            for i, limit in enumerate(limits, 1)
        )
        yield from around(
            "GeneralParameterSet",
            {**self._kept("GeneralParameterSet"), **general},
            list(within("Categories", categories)),
        )
        name = "HandicapParameterSet"
        yield element(name, {**self._kept(name), **sets[name]})
        yield from within("PlacementParameterSet", _criteria(self.event.criteria))
        name = "PairingParameterSet"
        yield element(name, {**self._kept(name), **sets[name]})
        for name in ("DPParameterSet", "PublishParameterSet"):
            if self._kept(name):
                yield element(name, self._kept(name))
        yield from lines_in(self.document.strange, "TournamentParameterSet")

    def _team_settings(self) -> Iterator[str]:
        kept = self._kept("TeamGeneralParameterSet")
        if kept:
            yield element("TeamGeneralParameterSet", kept)
        if self.document.team_criteria:
            yield from within("TeamPlacementParameterSet", _criteria(self.document.team_criteria))

    def _clubs_groups(self) -> Iterator[str]:
        for name, clubs in self.document.clubs_groups:
            rows = [element("Club", {"name": club}) for club in clubs]
            yield from around("ClubsGroup", {"name": name}, rows)


def _criteria(names: Iterable[str]) -> Iterator[str]:
    filled = [*names]
    filled += ["NULL"] * (MOST_CRITERIA - len(filled))
    rows = (
        element("PlacementCriterion", {"name": name, "number": str(i)}) for i, name in enumerate(filled, 1)
    )
    return within("PlacementCriteria", rows)


def setting_text(value: Any, kind: Any) -> str | None:
    """As it stands in the file; None where it is not there."""
    if value is None:
        return None
    if kind == "rank":
        return grade_text(value)
    return _yes(value) if kind == "yes" else str(value)


def _yes(value: bool) -> str:
    return "true" if value else "false"
