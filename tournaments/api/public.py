"""What everybody may read: the documents of the published pages, and the list of events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.problems import Problem
from portal.api.schema import document, listed, looked_up
from portal.api.views import DocumentView, PublicList, document_view
from portal.published.documents import plain_value
from tournaments import pages
from tournaments.forms.notices.calendar import EventsForm
from tournaments.models import Event, Organisation, Section
from tournaments.queries.money.awards import PrizesPage
from tournaments.queries.public.public_all_rounds import AllRoundsPage
from tournaments.queries.public.public_boards import BoardsPage
from tournaments.queries.public.public_bracket import BracketPage
from tournaments.queries.public.public_calendar import ListedEvent, chosen_events, listed_event, with_lines
from tournaments.queries.public.public_crosstable import CrosstablePage
from tournaments.queries.public.public_events import EventPage, SchedulePage
from tournaments.queries.public.public_front import FrontPage
from tournaments.queries.public.public_norms import NormsPage
from tournaments.queries.public.public_parts import PlacesPage
from tournaments.queries.public.public_ratings import RatingsPage
from tournaments.queries.public.public_rounds import RoundPage
from tournaments.queries.public.public_search import SearchPage, public_search_page
from tournaments.queries.public.public_sections import PlayerCard, SectionPage
from tournaments.queries.public.public_standings import StandingsPage
from tournaments.queries.public.public_teams import TeamsPage

_EVENT = "e/{event}/"
_SECTION = f"{_EVENT}{{section}}/"

GAME = OpenApiParameter(
    "game", enum=Section.Game.values, description=_("Events with a section of this game.")
)
WORDS = OpenApiParameter("q", description=_("A name, a town or a year in any writing."))
COUNTRY = OpenApiParameter("country", description=_("ISO 3166, two letters."))
LEVEL = OpenApiParameter(
    "level", enum=Organisation.Level.values, description=_("Of the organisation whose event it is.")
)
ORGANISATION = OpenApiParameter(
    "organisation", description=_("URL name: its events and those of everything below it.")
)
FROM = OpenApiParameter(
    "from", {"type": "string", "format": "date"}, description=_("Events that end on this day or later.")
)
UNTIL = OpenApiParameter(
    "until", {"type": "string", "format": "date"}, description=_("Events that begin on this day or before.")
)

SEARCH_PARAMETER = OpenApiParameter(
    "q",
    required=True,
    description=_("At least two letters or one Chinese character; a federation's code finds its players."),
)
MOST_PLAYERS = 60


class Events(PublicList):
    queries = {"GET": ("limit", "cursor", *EventsForm.base_fields, "from", "until")}

    @listed(
        "events_list",
        _("Events, the latest first"),
        ListedEvent,
        WORDS,
        GAME,
        COUNTRY,
        LEVEL,
        ORGANISATION,
        FROM,
        UNTIL,
        public=True,
    )
    def get(self, request: Request) -> Response:
        return self.page(with_lines(_events(request)), listed_event, ordering=("-starts", "slug"))


class Search(PublicList):
    queries = {"GET": ("q",)}

    @looked_up("events_search", _("Events, federations and players by name"), SearchPage, SEARCH_PARAMETER)
    def get(self, request: Request) -> Response:
        if "q" not in request.query_params:
            raise Problem(400, "bad-query", name="q")
        return Response(plain_value(public_search_page(request.query_params["q"], MOST_PLAYERS)))


def _events(request: Request) -> QuerySet[Event]:
    query, form = request.query_params, EventsForm(request.query_params)
    if not form.is_valid():
        raise Problem(400, "bad-query", name=next(iter(form.errors)))
    events = chosen_events(form.wanted())
    if "from" in query:
        events = events.filter(ends__gte=_day(query["from"], "from"))
    if "until" in query:
        events = events.filter(starts__lte=_day(query["until"], "until"))
    return events


def _day(text: str, name: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Problem(400, "bad-query", name=name) from None


class FrontDocument(DocumentView):
    __doc__ = DocumentView.__doc__

    @document("events_front", _("What is played now, comes soon and was last"), FrontPage)
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        return super().get(request, **parts)

    def path_of(self, parts: dict[str, Any]) -> str:
        return pages.front_path()


EventDocument = document_view(_EVENT, "events_read", _("An event with its sections"), EventPage)
ScheduleDocument = document_view(
    f"{_EVENT}-/schedule/", "events_schedule", _("Start times of an event's rounds"), SchedulePage
)
SectionDocument = document_view(
    _SECTION, "sections_read", _("A section: format, rounds, players"), SectionPage
)
RoundDocument = document_view(
    f"{_SECTION}round/{{number}}/", "rounds_read", _("A published round: pairings and results"), RoundPage
)
StandingsDocument = document_view(
    f"{_SECTION}standings/{{after}}/",
    "standings_read",
    _("Frozen standings after a round, with calculations"),
    StandingsPage,
)
CrosstableDocument = document_view(
    f"{_SECTION}crosstable/{{after}}/", "crosstables_read", _("The crosstable after a round"), CrosstablePage
)
BoardsDocument = document_view(
    f"{_SECTION}boards/{{after}}/",
    "standings_boards",
    _("The best players of each board where teams meet teams"),
    BoardsPage,
)
BracketDocument = document_view(
    f"{_SECTION}bracket/",
    "brackets_read",
    _("The bracket of a knock-out or a final, including matches to come"),
    BracketPage,
)
TeamsDocument = document_view(
    f"{_SECTION}teams/",
    "sections_teams",
    _("The teams of a section with their players and ranks"),
    TeamsPage,
)
PrizesDocument = document_view(
    f"{_SECTION}prizes/",
    "sections_prizes",
    _("The prizes of a section as awarded, with prize money and corrections"),
    PrizesPage,
)
RatingsDocument = document_view(
    f"{_SECTION}ratings/",
    "sections_ratings",
    _("Estimated ratings after a finished go section, with calculations"),
    RatingsPage,
)
NormsDocument = document_view(
    f"{_SECTION}norms/",
    "sections_norms",
    _("The norms of a section, where its event shows them, with each condition"),
    NormsPage,
)
AllRoundsDocument = document_view(
    f"{_SECTION}all-rounds/",
    "sections_all_rounds",
    _("The pairings of all rounds of a round robin"),
    AllRoundsPage,
)
PlayerDocument = document_view(
    f"{_SECTION}player/{{number}}/",
    "players_read",
    _("A player's page: every round with its score"),
    PlayerCard,
)
SectionPart = document_view(
    f"{_SECTION}part/{{part}}/", "sections_part", _("Further players of a large section"), SectionPage
)
SectionPlaces = document_view(
    f"{_SECTION}places/", "sections_places", _("In which part each player of a large section is"), PlacesPage
)
RoundPart = document_view(
    f"{_SECTION}round/{{number}}/part/{{part}}/",
    "rounds_part",
    _("Further tables of a round of a large section"),
    RoundPage,
)
RoundPlaces = document_view(
    f"{_SECTION}round/{{number}}/places/",
    "rounds_places",
    _("Table, opponent and part of each player of a large section"),
    PlacesPage,
)
StandingsPart = document_view(
    f"{_SECTION}standings/{{after}}/part/{{part}}/",
    "standings_part",
    _("Further standings of a large section"),
    StandingsPage,
)
StandingsPlaces = document_view(
    f"{_SECTION}standings/{{after}}/places/",
    "standings_places",
    _("Rank and part of each player of a large section"),
    PlacesPage,
)
CrosstablePart = document_view(
    f"{_SECTION}crosstable/{{after}}/part/{{part}}/",
    "crosstables_part",
    _("Further rows of the crosstable of a large section"),
    CrosstablePage,
)
# Other long tables of a section: by the beginning of their names, path and page.
LONG: Mapping[str, tuple[str, type]] = {
    "boards": ("boards/{after}/", BoardsPage),
    "teams": ("teams/", TeamsPage),
    "prizes": ("prizes/", PrizesPage),
    "ratings": ("ratings/", RatingsPage),
    "all_rounds": ("all-rounds/", AllRoundsPage),
}
# Of each a further part, and where everybody is.
FURTHER: Mapping[str, tuple[type[DocumentView], type[DocumentView]]] = {
    name: (
        document_view(f"{_SECTION}{path}part/{{part}}/", f"sections_{name}_part", _("Further rows"), page),
        document_view(
            f"{_SECTION}{path}places/", f"sections_{name}_places", _("Part of each player"), PlacesPage
        ),
    )
    for name, (path, page) in LONG.items()
}
