"""Addresses for programs, below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from tournaments.api import public

SECTION = "events/<slug:event>/sections/<slug:section>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("events", public.Events.as_view(), name="api_events"),
    path("events/<slug:event>", public.EventDocument.as_view(), name="api_event"),
    path(SECTION, public.SectionDocument.as_view(), name="api_section"),
    path(f"{SECTION}/rounds/<int:number>", public.RoundDocument.as_view(), name="api_round"),
    path(f"{SECTION}/standings/<int:after>", public.StandingsDocument.as_view(), name="api_standings"),
    path(f"{SECTION}/crosstables/<int:after>", public.CrosstableDocument.as_view(), name="api_crosstable"),
    path(f"{SECTION}/players/<int:number>", public.PlayerDocument.as_view(), name="api_player"),
]
