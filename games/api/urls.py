"""Addresses for programs, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.api import check, public, records
from tournaments.api.urls import ROUND, SECTION

_TABLE = f"{ROUND}/tables/<int:table>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("records/check", check.Check.as_view(), name="api_check"),
    path(f"{SECTION}/games", public.Games.as_view(), name="api_games"),
    path(f"{_TABLE}/games/<int:game>", public.GameDocument.as_view(), name="api_game"),
    path(f"{_TABLE}/records", records.Records.as_view(), name="api_records"),
    path(f"{_TABLE}/records/<int:record>/accept", records.Accept.as_view(), name="api_record_accept"),
]
