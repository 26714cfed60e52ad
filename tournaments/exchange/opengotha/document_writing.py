"""Write a `Document` as OpenGotha does: data version 201, UTF-8, attributes in alphabetic order (M19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from tournaments.exchange.opengotha.document import (
    MOST_CRITERIA,
    PLAYER_TEXTS,
    SETTINGS,
    Document,
    player_key,
    taken_apart,
)
from tournaments.exchange.opengotha.lines import VERSION, as_file, wrapped_element
from tournaments.exchange.opengotha.unknown_elements import NEVER_KEPT, element_lines, grouped_elements
from tournaments.state.gotha.ranks import rank_text
from tournaments.state.gotha.values import MOST_ROUNDS, OUTCOMES, GoGame, GoPlayer
from tournaments.state.tournament import Bye

_OUTCOMES = {outcome: name for name, outcome in OUTCOMES.items()}


def write_document(document: Document) -> bytes:
    """What `read_document` reads as the same document."""
    return as_file(_Writer(document).lines())


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.event = document.event
        self.keys = {p.number: player_key(p.surname, p.given_name) for p in self.event.players}
        self.strange = grouped_elements(document.unknown_elements)

    def lines(self) -> Iterator[str]:
        sets = (
            *self._outer("Players", chain.from_iterable(map(self._player, self.event.players))),
            *self._outer("Games", chain.from_iterable(map(self._game, self.event.games))),
            *self._outer("ByePlayers", chain.from_iterable(map(self._bye, self.event.byes))),
            *self._outer("Teams", self._teams()),
            *self._outer("TournamentParameterSet", self._settings()),
            *self._outer("TeamTournamentParameterSet", self._team_settings()),
            *self._outer("ClubsGroups", self._clubs_groups()),
        )
        return self._whole("Tournament", VERSION, sets)

    def _extra_attributes(self, key: str) -> Mapping[str, str]:
        return {
            name: text
            for name, text in self.document.extra_attributes.get(key, {}).items()
            if name not in NEVER_KEPT
        }

    def _whole(
        self,
        name: str,
        attributes: Mapping[str, str],
        inner: Iterable[str] = (),
        key: str = "",
        place: str = "",
    ) -> Iterator[str]:
        """Wrap an element with what nobody here knows, by ``key``, ``place`` or name."""
        key = key or name
        rows = [*inner, *element_lines(self.strange.get(place or key, ()))]
        return wrapped_element(name, {**self._extra_attributes(key), **attributes}, rows)

    def _outer(self, name: str, inner: Iterable[str] = (), key: str = "") -> Iterator[str]:
        """Only where something stands in it."""
        rows = list(inner)
        if rows or self._extra_attributes(key or name) or (key or name) in self.strange:
            yield from self._whole(name, {}, rows, key)

    def _player(self, player: GoPlayer) -> Iterator[str]:
        away = "".join("0" if n in player.away else "1" for n in range(1, MOST_ROUNDS + 1))
        texts = {name: getattr(player, into) for name, into in PLAYER_TEXTS.items()}
        return self._whole(
            "Player",
            {
                **texts,
                "name": player.surname,
                "firstName": player.given_name,
                "rank": rank_text(player.rank),
                "rating": str(player.rating),
                "smmsCorrection": str(player.mms_correction),
                "participating": away,
                "registeringStatus": "FIN" if player.final else "PRE",
            },
            key=f"Player {self.keys[player.number]}",
            place=f"Player {player.number}",
        )

    def _game(self, game: GoGame) -> Iterator[str]:
        result = f"RESULT_{_OUTCOMES[game.outcome]}{'_BYDEF' if game.by_default else ''}"
        return self._whole(
            "Game",
            {
                "roundNumber": str(game.round),
                "tableNumber": str(game.table),
                "whitePlayer": self.keys[game.white],
                "blackPlayer": self.keys[game.black],
                "handicap": str(game.handicap),
                "knownColor": _yes(game.colour_known),
                "result": result,
            },
            key=f"Game {game.round} {game.white} {game.black}",
        )

    def _bye(self, bye: Bye) -> Iterator[str]:
        attributes = {"player": self.keys[bye.number], "roundNumber": str(bye.round)}
        return self._whole("ByePlayer", attributes, key=f"ByePlayer {bye.round} {bye.number}")

    def _teams(self) -> Iterator[str]:
        for team in self.document.teams:
            boards: list[str] = []
            for board in team.boards:
                row = {"boardNumber": str(board.board), "player": self.keys[board.player]}
                row |= {"roundNumber": str(board.round)} if board.round else {}
                boards += self._whole("Board", row, key=board.key(team.number))
            names = {"teamName": team.name, "teamNumber": str(team.number)}
            yield from self._whole("Team", names, boards, f"Team {team.number}")

    def _settings(self) -> Iterator[str]:
        values = taken_apart(self.document)
        sets: dict[str, dict[str, str]] = {setting.element: {} for setting in SETTINGS}
        for setting in SETTINGS:
            text = written_setting(getattr(values[setting.into[0]], setting.into[1]), setting.kind)
            if text is not None:
                sets[setting.element][setting.attribute] = text
        limits = self.event.scoring.categories
        general = {**sets["GeneralParameterSet"], "numberOfCategories": str(len(limits) + 1)}
        categories = chain.from_iterable(
            self._whole("Category", {"number": str(i), "lowerLimit": rank_text(limit)}, key=f"Category {i}")
            for i, limit in enumerate(limits, 1)
        )
        yield from self._whole("GeneralParameterSet", general, self._outer("Categories", categories))
        yield from self._whole("HandicapParameterSet", sets["HandicapParameterSet"])
        yield from self._outer("PlacementParameterSet", self._criteria(self.event.criteria))
        yield from self._whole("PairingParameterSet", sets["PairingParameterSet"])
        for name in ("DPParameterSet", "PublishParameterSet"):
            yield from self._outer(name)

    def _team_settings(self) -> Iterator[str]:
        yield from self._outer("TeamGeneralParameterSet")
        names = self.document.team_criteria
        criteria = self._criteria(names, "Team") if names else ()
        yield from self._outer("TeamPlacementParameterSet", criteria)

    def _criteria(self, names: Iterable[str], whose: str = "") -> Iterator[str]:
        filled = [*names]
        filled += ["NULL"] * (MOST_CRITERIA - len(filled))
        rows = chain.from_iterable(
            self._whole(
                "PlacementCriterion",
                {"name": name, "number": str(i)},
                key=f"{whose}PlacementCriterion {name}",
            )
            for i, name in enumerate(filled, 1)
        )
        return self._outer("PlacementCriteria", rows, f"{whose}PlacementCriteria")

    def _clubs_groups(self) -> Iterator[str]:
        for name, clubs in self.document.clubs_groups:
            rows = chain.from_iterable(
                self._whole("Club", {"name": club}, key=f"Club {name} {club}") for club in clubs
            )
            yield from self._whole("ClubsGroup", {"name": name}, rows, f"ClubsGroup {name}")


def written_setting(value: Any, kind: Any) -> str | None:
    """As it stands in the file; None where it is not there."""
    if value is None:
        return None
    if kind == "rank":
        return rank_text(value)
    return _yes(value) if kind == "yes" else str(value)


def _yes(value: bool) -> str:
    return "true" if value else "false"
