"""The published pages of games: one game, the same to be shown within other sites, and lists of games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.conf import settings

from games.pages import sharing  # noqa: F401  what the pages of games say of themselves
from games.pages.boards import shaped
from games.pages.files import files_of_game
from games.pages.weiqi_count import of_page
from games.queries import public_games
from games.queries.game_lists import EventGameList, GameList, event_games, section_games
from games.queries.public_games import GamePage
from games.wording.openings import OPENINGS
from portal.published import Renderer
from portal.security import policy
from tournaments.pages.renderers import TournamentPage


class GameRenderer(TournamentPage):
    """Like the pages of tournaments, with a board that is drawn."""

    def __init__(self, template: str = "games/public/game.html", *, shared: bool = True) -> None:
        super().__init__(
            template,
            lambda params, moment: public_games.game(params["pairing"], params["game"], moment),
            document=shared,
            shared=shared,
        )
        self.here = "round"

    def drawn(self, data: GamePage) -> dict[str, Any]:
        return {
            **shaped(data.section.game, data.record),
            "claimed": data.record.result,
            "differs": data.claims_another,
            "count": of_page(data.count) if data.count else None,
            "opening": OPENINGS.get(data.opening, ""),
            "downloads": files_of_game(data),
            "site": settings.PUBLIC_URL,
        }


class EmbeddedGame(GameRenderer):
    """The board and its moves alone, at the one address that other sites may show in a frame of theirs."""

    def __init__(self) -> None:
        super().__init__("games/public/embedded.html", shared=False)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        return {
            **super().headers(variant, path),
            "Content-Security-Policy": policy(frame_ancestors="*"),
        }


class GameListRenderer(TournamentPage):
    """The games of a section, or of an event by section, each with the name of its opening."""

    def drawn(self, data: GameList | EventGameList) -> dict[str, Any]:
        names = {row.opening: str(OPENINGS[row.opening]) for row in data.games if row.opening}
        return {
            "groups": [
                (section, [(row, names.get(row.opening, "")) for row in rows])
                for section, rows in groupby(data.games, attrgetter("section"))
            ],
            "openings": sorted((name, code) for code, name in names.items()),
            "rounds": sorted({row.round for row in data.games}),
        }


RENDERERS: Mapping[str, Renderer] = {
    "game": GameRenderer(),
    "game-embedded": EmbeddedGame(),
    "games": GameListRenderer(
        "games/public/games.html",
        lambda params, moment: section_games(params["section"], moment),
        document=False,
    ),
    "event-games": GameListRenderer(
        "games/public/event_games.html",
        lambda params, moment: event_games(params["event"]),
        document=False,
    ),
}
