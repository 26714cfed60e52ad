"""Addresses of games, below the language. What everybody reads is published and has no address here."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.views import records

_record: list[URLPattern | URLResolver] = [
    path("", records.record, name="record"),
    path("submit/", records.record_submit, name="submit_record"),
    path("prefill/", records.record_prefill, name="prefill_record"),
    path("progress/", records.record_progress, name="record_progress"),
    path("accept/", records.record_accept, name="accept_record"),
    path("source/<int:key>/", records.record_source, name="record_source"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("desk/<slug:event>/<slug:section>/round/<int:number>/results/<int:table>/record/", include(_record)),
]
