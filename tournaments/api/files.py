"""Let programs take events out and bring events, sections and players in, as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from django.http import HttpResponse, JsonResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.bodies import Body, File, Number, Text, ValueList, body_of
from portal.api.idempotency import once_of
from portal.api.schema import done, looked_up, read
from portal.api.views import PublicView
from portal.policy import Refusal
from portal.sandbox import parent
from tournaments.acts.entering.import_players import PlayersImported, import_players
from tournaments.acts.import_event import EventImported, import_event
from tournaments.acts.import_section import SectionImported, import_section
from tournaments.api.access import StaffView, act_heading
from tournaments.exchange.event_file import EventInFile, SectionInFile, event_schema, written_event
from tournaments.exchange.federations import FederationRow, codes_by_name
from tournaments.exchange.spreadsheet import read_player_list
from tournaments.exchange.tournament_file import TournamentFileError, to_tournament
from tournaments.models import Event, Federation
from tournaments.policy import Act
from tournaments.presets import PRESETS, preset_of
from tournaments.queries.entering.entries import remembered_columns
from tournaments.queries.files import section_as_file
from tournaments.requests.act_urls import perform
from tournaments.wording.exchange import problem_text
from tournaments.wording.people import fault_text

MOST_BYTES = 1_000_000
# Seconds of processor time for reading a list.
SECONDS = 10


class EventFile(TypedDict):
    """As its JSON Schema says: `/api/v1/event.schema.json`."""

    format: str
    name: str
    native_name: str
    starts: str
    ends: str
    place: str
    time_zone: str
    sections: list[dict[str, Any]]
    undrawn: list[str]


class JSONSchema(TypedDict):
    """A JSON Schema."""

    title: str


class EventSchema(PublicView):
    @looked_up("events_schema", _("The JSON Schema of the export of an event"), JSONSchema)
    def get(self, request: Request) -> HttpResponse:
        return JsonResponse(event_schema())


class EventExport(StaffView):
    scopes = {"GET": "read"}

    @read("events_export", _("The whole event as one JSON document"), EventFile)
    def get(self, request: Request, **place: Any) -> Response:
        return Response(written_event(exported(self.access(Act.SEE_DESK, place).event)))


def exported(event: Event) -> EventInFile:
    """The event as its file has it."""
    sections = list(event.sections.order_by("position", "pk"))
    return EventInFile(
        name=event.name,
        native_name=event.native_name,
        starts=event.starts,
        ends=event.ends,
        place=event.place,
        time_zone=event.time_zone,
        sections=tuple(
            SectionInFile(
                section.slug, section.name, section.native_name, section.preset, section_as_file(section)
            )
            for section in sections
            if section.lots_drawn_at
        ),
        undrawn=tuple(section.slug for section in sections if not section.lots_drawn_at),
    )


class ImportEventBody(body_of("ImportEventFields", import_event)):  # type: ignore[misc]  # made of the act
    file = serializers.DictField(help_text=_("The event, as the export has it."))


class ImportEvent(StaffView):
    scopes = {"POST": "events"}

    @done("events_import", _("Make an event of an export"), ImportEventBody, EventImported, status=201)
    def post(self, request: Request) -> Response:
        access = self.access(import_event.right, {})
        values = self.body(ImportEventBody)
        return Response(perform(import_event, access, {}, values, once_of(request, self.user)), status=201)


class ImportSectionBody(Body):
    slug = Text(max_length=50)
    name = Text(max_length=120)
    native_name = Text(max_length=120, default="", allow_blank=True)
    preset = serializers.ChoiceField(sorted(PRESETS), required=False)
    tournament = serializers.DictField(help_text=_("The tournament file."))


class ImportSection(StaffView):
    scopes = {"POST": "events"}

    @done("sections_import", act_heading(import_section), ImportSectionBody, SectionImported, status=201)
    def post(self, request: Request, **place: Any) -> Response:
        access = self.access(import_section.right, place)
        values = self.body(ImportSectionBody)
        try:
            tournament = to_tournament(values["tournament"])
        except TournamentFileError as error:
            raise Refusal("event-file", field="tournament", defect=problem_text(error.problems[0])) from None
        values |= {
            "tournament": tournament,
            "preset": values.get("preset") or _preset_of(tournament.paired_by),
        }
        return Response(
            perform(import_section, access, place, values, once_of(request, self.user)), status=201
        )


def _preset_of(system: str) -> str:
    try:
        return preset_of(system)
    except KeyError:
        raise Refusal("unsupported-system", field="tournament", system=system) from None


class PlayerListBody(Body):
    file = File(
        required=False, max_length=MOST_BYTES * 4 // 3 + 4, help_text=_("CSV or XLSX, base64-encoded.")
    )
    text = Text(required=False, max_length=MOST_BYTES, help_text=_("Or the list as text, comma-separated."))
    federation = Text(max_length=3, default="", allow_blank=True)
    namesakes = ValueList(
        child=Number(),
        max_length=10_000,
        default=list,
        help_text=_("Lines of players who are others of the same name."),
    )


class ImportPlayers(StaffView):
    scopes = {"POST": "entries"}

    @done("entries_import", act_heading(import_players), PlayerListBody, PlayersImported, status=201)
    def post(self, request: Request, **place: Any) -> Response:
        access = self.access(import_players.right, place)
        sent = self.body(PlayerListBody)
        values = {**_list_read(sent, access.event), "namesakes": frozenset(sent["namesakes"])}
        return Response(
            perform(import_players, access, place, values, once_of(request, self.user)), status=201
        )


def _list_read(sent: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """The list as the act takes it. Read in a child, as whatever comes from strangers."""
    rows = Federation.objects.exclude(code="")
    listed = [
        FederationRow(**values)
        for values in rows.values("code", "name_en", "name_zh_hans", "name_zh_hant", "name_vi")
    ]
    data, encoding = sent.get("file", b""), None
    if "text" in sent:
        data, encoding = sent["text"].encode(), "utf-8"
    report = parent.run_sandboxed(
        read_player_list,
        data,
        field="file",
        seconds=SECONDS,
        federations={federation.code for federation in listed},
        federation_names=codes_by_name(listed),
        federation=sent["federation"],
        remembered=remembered_columns(event),
        encoding=encoding,
    )
    if report.problems and not report.rows:
        raise Refusal("player-list", field="file", fault=fault_text(report.problems[0]))
    return {"rows": report.rows, "shape": report.shape, "columns": report.fields}


OF_SITE = [
    path("event.schema.json", EventSchema.as_view(), name="api_event_schema"),
    path("events/import", ImportEvent.as_view(), name="api_import_event"),
]
EVENT = [
    path("export", EventExport.as_view(), name="api_event_export"),
    path("import-section", ImportSection.as_view(), name="api_import_section"),
]
SECTION = [path("import-players", ImportPlayers.as_view(), name="api_import_players")]
