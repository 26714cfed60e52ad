"""Addresses for programs, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.api import check, public, records
from tournaments.api.urls import ROUND, SECTION

_GAME = f"{ROUND}/tables/<int:table>/games/<int:game>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("records/check", check.Check.as_view(), name="api_check"),
    path(f"{SECTION}/games", public.Games.as_view(), name="api_games"),
    path(_GAME, public.GameDocument.as_view(), name="api_game"),
    path(f"{_GAME}/records", records.Records.as_view(), name="api_records"),
    path(f"{_GAME}/records/<int:record>/accept", records.Accept.as_view(), name="api_record_accept"),
]
