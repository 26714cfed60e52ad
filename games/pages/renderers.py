"""Render the published pages of games: one game, the same for other sites' frames, and lists of games."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.pages import sharing  # noqa: F401  what the pages of games say of themselves
from games.pages.boards import record_board_context
from games.pages.files import files_of_game
from games.pages.paths import EMBEDDED, study_path
from games.pages.weiqi_count import of_page
from games.queries import public_games
from games.queries.game_lists import (
    EventGameList,
    GameList,
    all_games,
    cut_games,
    event_games,
    section_games,
)
from games.queries.public_games import GamePage
from games.wording.openings import OPENINGS
from portal.outbox import Work
from portal.published import Renderer
from portal.published.documents import plain_value
from portal.web.security import policy
from tournaments.models import Event, Section
from tournaments.pages.renderers import PlacesDocument, TournamentPage
from tournaments.state.canonical import digest_of

# The guide's page of a game and of lists of them.
GUIDE = "reader.md#games"


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
        self.guide = GUIDE

    def drawn(self, data: GamePage) -> dict[str, Any]:
        return {
            **record_board_context(data.section.game, data.record),
            "claimed": data.record.result,
            "differs": data.claims_another,
            "count": of_page(data.count) if data.count else None,
            "opening": OPENINGS.get(data.opening, ""),
            "downloads": files_of_game(data),
            "embed": _frame_of(data),
            "study_root": study_path(data),
        }


def _frame_of(page: GamePage) -> SafeString:
    """Write what another site writes to show the game; it must be escaped once more to be shown itself."""
    path = f"{page.of_section}{page.path}{EMBEDDED}"
    return format_html(
        '<iframe src="{}/{}/{}" width="400" height="620" title="{} – {}"></iframe>',
        settings.PUBLIC_URL,
        get_language(),
        path,
        page.first.name,
        page.second.name,
    )


class EmbeddedGame(GameRenderer):
    """Render the board and its moves alone, at the one address that other sites may show in a frame of
    theirs."""

    def __init__(self) -> None:
        super().__init__("games/public/embedded.html", shared=False)

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        work = super().read(params, preview=preview)
        # Its headers are asked for again with a new version only.
        return Work(digest_of([work.digest, _event_at(work.data.of_section).frame_ancestors]), work.data)

    def headers(self, variant: str, path: str) -> dict[str, str]:
        return {
            **super().headers(variant, path),
            "Content-Security-Policy": policy(frame_ancestors=_event_at(path).frame_ancestors),
        }


def _event_at(path: str) -> Event:
    """Find the event of a page's path without its language."""
    return Event.objects.get(slug=path.split("/")[1])


class GameForStudy(GameRenderer):
    """Render a public game judged by another rulebook than its section's. Nothing is kept."""

    def __init__(self) -> None:
        super().__init__("games/public/study.html", shared=False)

    def drawn(self, data: GamePage) -> dict[str, Any]:
        return super().drawn(data) | {"study": True, "game_path": f"{data.of_section}{data.path}"}


# Where the games are in parts, the page names all openings: a part does not know which of them were played
# elsewhere.
class GameListRenderer(TournamentPage):
    """Render the games of a section, or of an event by section, each with the name of its opening."""

    def __init__(self, *of_page: Any, **options: Any) -> None:
        super().__init__(*of_page, **options)
        self.guide = GUIDE

    def drawn(self, data: GameList | EventGameList) -> dict[str, Any]:
        codes = {row.opening for row in data.games if row.opening} if data.part is None else OPENINGS
        names = {code: str(OPENINGS[code]) for code in codes}
        return {
            "groups": [
                (section, [(row, names.get(row.opening, "")) for row in rows])
                for section, rows in groupby(data.games, attrgetter("section"))
            ],
            "openings": sorted((name, code) for code, name in names.items()),
            "rounds": data.keys.rounds,
            "kinds": Section.Game.values,
        }


class FoundGamesDocument(PlacesDocument):
    """Give all games of a list in parts: for its filter, which looks through all of them."""

    def read(self, params: dict[str, Any], *, preview: Any = None) -> Work:
        games = all_games(self.of.whole(params, preview))
        return Work(digest_of(plain_value(games)), games)


LISTS: Mapping[str, GameListRenderer] = {
    "games": GameListRenderer(
        "games/public/games.html",
        lambda params, moment: section_games(params["section"], moment),
        document=False,
        cut=cut_games,
        places="games",
    ),
    "event-games": GameListRenderer(
        "games/public/event_games.html",
        lambda params, moment: event_games(params["event"]),
        document=False,
        cut=cut_games,
        places="event-games",
    ),
}
# Not among the published pages: rendered when somebody asks.
STUDY = GameForStudy()
RENDERERS: Mapping[str, Renderer] = {
    "game": GameRenderer(),
    "game-embedded": EmbeddedGame(),
    **LISTS,
    **{f"{kind}-places": FoundGamesDocument(list_kind) for kind, list_kind in LISTS.items()},
}
