"""Addresses of games, below the language. Games themselves are published and have no address here."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.views import records, rulebooks

_record: list[URLPattern | URLResolver] = [
    path("", records.record, name="record"),
    path("submit/", records.record_submit, name="submit_record"),
    path("prefill/", records.record_prefill, name="prefill_record"),
    path("progress/", records.record_progress, name="record_progress"),
    path("accept/", records.record_accept, name="accept_record"),
]
_desk = "desk/<slug:event>/<slug:section>/round/<int:number>/results/<int:table>/record/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:name>/", rulebooks.rulebook, name="rulebook"),
    path(_desk, include(_record), {"game": 1}),
    path(f"{_desk}game/<int:game>/", include(_record)),
    path(f"{_desk}source/<int:key>/", records.record_source, name="record_source"),
]
