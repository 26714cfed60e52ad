"""Choose the boards of a wall that somebody wants to see: those that play, of a team, of a name."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from games.queries.public_live import PublicGame
from tournaments.models import Entry, Team

FILTERS: Final = ("", "playing", "over")
LONGEST: Final = 40


@dataclass(frozen=True, slots=True)
class WallFilter:
    # One of `FILTERS`, empty for all.
    show: str = ""
    # Its number, of either side.
    team: int | None = None
    # A part of a player's name, a federation or a team's name.
    name: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> WallFilter:
        """Read a filter from an address; what cannot be read filters nothing."""
        show, team = query.get("show", ""), query.get("team", "")
        is_number = team.isascii() and team.isdigit() and len(team) < 6
        name = " ".join(query.get("q", "")[:LONGEST].split())
        return cls(show if show in FILTERS else "", int(team) if is_number else None, name)

    @property
    def query(self) -> str:
        """Write it as it stands in an address, with its question mark; empty where nothing is filtered."""
        parts = {"show": self.show, "team": self.team, "q": self.name}
        text = urlencode({key: value for key, value in parts.items() if value})
        return f"?{text}" if text else ""

    def among(self, games: Sequence[PublicGame]) -> Sequence[PublicGame]:
        return [game for game in games if self._wants(game)] if self.query else games

    def _wants(self, game: PublicGame) -> bool:
        if self.show and (self.show == "over") != game.over:
            return False
        both = (game.first, game.second)
        if self.team is not None and all(_team_number(entry) != self.team for entry in both):
            return False
        return not self.name or any(_plain(self.name) in _words(entry) for entry in both)


def teams_in(games: Sequence[PublicGame]) -> list[Team]:
    """List the teams that play in a round, by number; none where player meets player."""
    teams = {
        entry.team.pk: entry.team
        for game in games
        for entry in (game.first, game.second)
        if entry.team is not None and entry.team.number is not None
    }
    return sorted(teams.values(), key=lambda team: team.number or 0)


def _team_number(entry: Entry) -> int | None:
    return entry.team.number if entry.team is not None else None


def _words(entry: Entry) -> str:
    player, team = entry.player, entry.team
    of_team = f"\n{team.name}\n{team.native_name}" if team is not None else ""
    return _plain(f"{player.name}\n{player.native_name}\n{player.federation_id or ''}{of_team}")


def _plain(text: str) -> str:
    """Write a text without accents and capitals: whoever searches types neither."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).replace("đ", "d")
