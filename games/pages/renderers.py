"""The published page of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.pages.boards import shaped
from games.pages.weiqi_count import of_page
from games.queries import public_games
from games.queries.public_games import GamePage
from portal.published import Renderer
from tournaments.pages.renderers import TournamentPage


class GameRenderer(TournamentPage):
    """Like the pages of tournaments, with a board that is drawn."""

    def __init__(self) -> None:
        super().__init__(
            "games/public/game.html",
            lambda params, moment: public_games.game(params["pairing"], params["game"], moment),
        )
        self.here = "round"

    def drawn(self, data: GamePage) -> dict[str, Any]:
        return {
            **shaped(data.section.game, data.record),
            "claimed": data.record.result,
            "differs": data.claims_another,
            "count": of_page(data.count) if data.count else None,
        }


RENDERERS: Mapping[str, Renderer] = {"game": GameRenderer()}
