"""What everybody may read: the documents of the published pages, and the list of events."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.described import document, listed
from portal.api.problems import Problem
from portal.api.views import DocumentView, PublicList
from tournaments.api import shapes
from tournaments.models import Event, Section
from tournaments.pages.addresses import api_address
from tournaments.pages.paths import event_path
from tournaments.queries.public import listed_events

_EVENT = "e/{event}/"
_SECTION = f"{_EVENT}{{section}}/"

GAME = OpenApiParameter(
    "game", enum=Section.Game.values, description=_("Events with a section of this game.")
)
FROM = OpenApiParameter(
    "from", {"type": "string", "format": "date"}, description=_("Events that end on this day or later.")
)
UNTIL = OpenApiParameter(
    "until", {"type": "string", "format": "date"}, description=_("Events that begin on this day or before.")
)


class Events(PublicList):
    queries = {"GET": ("limit", "cursor", "game", "from", "until")}

    @listed(
        "events_list", _("Events, the latest first"), shapes.EventLineShape, GAME, FROM, UNTIL, public=True
    )
    def get(self, request: Request) -> Response:
        return self.page(_events(request), _event, ordering=("-starts", "slug"))


def _events(request: Request) -> QuerySet[Event]:
    found = listed_events()
    asked = request.query_params
    if "game" in asked:
        if asked["game"] not in Section.Game.values:
            raise Problem(400, "bad-query", name="game")
        open_ = Section.objects.filter(game=asked["game"]).exclude(state=Section.State.DRAFT)
        found = found.filter(pk__in=open_.values("event"))
    if "from" in asked:
        found = found.filter(ends__gte=_day(asked["from"], "from"))
    if "until" in asked:
        found = found.filter(starts__lte=_day(asked["until"], "until"))
    return found


def _day(text: str, name: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem(400, "bad-query", name=name) from None


def _event(event: Event) -> dict[str, Any]:
    return {
        "slug": event.slug,
        "name": event.name,
        "native_name": event.native_name,
        "place": event.place,
        "starts": event.starts,
        "ends": event.ends,
        "url": api_address(event_path(event)),
    }


class EventDocument(DocumentView):
    path = _EVENT

    @document("events_read", _("An event with its sections"), shapes.EventShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class ScheduleDocument(DocumentView):
    path = f"{_EVENT}-/schedule/"

    @document("events_schedule", _("Start times of an event's rounds"), shapes.ScheduleShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class SectionDocument(DocumentView):
    path = _SECTION

    @document("sections_read", _("A section: format, rounds, players"), shapes.SectionShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class RoundDocument(DocumentView):
    path = f"{_SECTION}round/{{number}}/"

    @document("rounds_read", _("A published round: pairings and results"), shapes.RoundShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class StandingsDocument(DocumentView):
    path = f"{_SECTION}standings/{{after}}/"

    @document("standings_read", _("Frozen standings after a round, with calculations"), shapes.StandingsShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class CrosstableDocument(DocumentView):
    path = f"{_SECTION}crosstable/{{after}}/"

    @document("crosstables_read", _("The crosstable after a round"), shapes.CrosstableShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class BracketDocument(DocumentView):
    path = f"{_SECTION}bracket/"

    @document(
        "brackets_read",
        _("The bracket of a knock-out or a final, including matches to come"),
        shapes.BracketShape,
    )
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class TeamsDocument(DocumentView):
    path = f"{_SECTION}teams/"

    @document("sections_teams", _("The teams of a section with their players and ranks"), shapes.TeamsShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)


class PlayerDocument(DocumentView):
    path = f"{_SECTION}player/{{number}}/"

    @document("players_read", _("A player's page: every round with its score"), shapes.CardShape)
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)
