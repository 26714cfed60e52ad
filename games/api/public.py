"""Games that everybody may read."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers
from games.models import GameRecord
from games.pages.paths import game_path
from games.queries.game_lists import FoundGames
from games.queries.public_games import GamePage, game_sides, public_games
from portal import published
from portal.api.problems import Problem
from portal.api.schema import document, listed
from portal.api.views import DocumentView, PublicList, document_view
from tournaments.models import Section
from tournaments.queries.addresses import api_address
from tournaments.queries.public.public import person
from tournaments.queries.seats import seats_and_players

ROUND = OpenApiParameter("round", int)
PLAYER = OpenApiParameter("player", int, description=_("The entry's pairing number."))
MOST_DIGITS = 6


FoundInSection = document_view(
    "e/{event}/{section}/games/places/",
    "games_places",
    _("All games of a section whose list is in parts"),
    FoundGames,
)
FoundInEvent = document_view(
    "e/{event}/-/games/places/",
    "games_places_of_event",
    _("All games of an event whose list is in parts"),
    FoundGames,
)


class Games(PublicList):
    queries = {"GET": ("limit", "cursor", "round", "player")}

    @listed(
        "games_list",
        _("Published games of a section"),
        answers.GameLine,
        ROUND,
        PLAYER,
        public=True,
    )
    def get(self, request: Request, **parts: Any) -> Response:
        section = Section.objects.filter(event__slug=parts["event"], slug=parts["section"]).first()
        if section is None or section.state == Section.State.DRAFT:
            raise Http404
        if published.is_withheld("e/{event}/{section}/".format(**parts)):
            raise published.UnpublishedError
        return self.page(_games(section, request), _game)


def _games(section: Section, request: Request) -> QuerySet[GameRecord]:
    """List what the filters ask for; raise `Problem` for one that cannot be understood."""
    games = public_games().filter(pairing__round__section=section)
    if (number := _number(request, "round")) is not None:
        games = games.filter(pairing__round__number=number)
    if (number := _number(request, "player")) is not None:
        games = games.filter(pairing__seats__entry__number=number)
    return games.select_related("acceptance", "pairing__round__section__event").prefetch_related(
        seats_and_players("pairing__seats")
    )


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Problem(400, "bad-query", name=name)
    return int(text)


def _game(record: GameRecord) -> answers.GameLine:
    pairing = record.pairing
    seats = {seat.colour: person(seat.entry) for seat in pairing.seated}
    first, second = game_sides(record.game)
    return answers.GameLine(
        round=pairing.round.number,
        table=pairing.table or 0,
        game=record.game,
        first=seats[first],
        second=seats[second],
        accepted_at=record.acceptance.at,
        url=api_address(game_path(pairing, record.game)),
    )


class GameDocument(DocumentView):
    @document("games_read", _("An accepted game: moves and findings"), GamePage)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)

    def path_of(self, parts: dict[str, Any]) -> str:
        replay = f"{parts['game']}/" if parts["game"] != 1 else ""
        return "e/{event}/{section}/round/{number}/table/{table}/".format(**parts) + replay
