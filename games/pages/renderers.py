"""The published page of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from games.pages.boards import shaped
from games.pages.weiqi_count import of_document, of_page
from games.queries import public_games
from portal.published import Renderer
from tournaments.pages.documents import frame_of, person_of
from tournaments.pages.renderers import TournamentPage

Data = dict[str, Any]

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2": "1/2-1/2"}
"""A table's result as records write it."""


def _game(data: Data) -> Data:
    record = data["record"]
    told = [RESULTS.get(result["value"]) for result in data["results"] if not result["forfeit"]]
    return {
        **shaped(data["frame"]["section"]["game"], record),
        "replay": gettext("game %(number)s") % {"number": data["number"]} if data["number"] > 1 else "",
        "differs": record["result"] not in ("*", *told) if told else False,
        "claimed": record["result"],
        "count": of_page(data["count"]) if data["count"] else None,
    }


FOR_PROGRAMS = (
    *("plies", "moves", "start_fen", "final_fen", "ending", "result", "result_contradicted", "faults"),
    *("rest", "findings"),
)
"""What of a record stands in the document: names that stay."""


def _document(data: Data) -> Data:
    return {
        **frame_of(data),
        "round": data["round"]["number"],
        "table": data["table"],
        "game": data["number"],
        "first": person_of(data["first"]),
        "second": person_of(data["second"]),
        "results": data["results"],
        "record": {key: data["record"][key] for key in FOR_PROGRAMS},
        "count": of_document(data["count"]) if data["count"] else None,
        "state": data["state"],
        "accepted_at": data["at"],
    }


class GamePage(TournamentPage):
    """Like the pages of tournaments, with a template of our own."""

    def __init__(self) -> None:
        super().__init__(
            "game",
            lambda params, moment: public_games.game(params["pairing"], params["game"], moment),
            _game,
            _document,
        )
        self.template = "games/public/game.html"
        self.here = "round"


RENDERERS: Mapping[str, Renderer] = {"game": GamePage()}
