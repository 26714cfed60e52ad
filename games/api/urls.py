"""Addresses for programs, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from games.api import public
from tournaments.api.urls import SECTION

_TABLE = f"{SECTION}/rounds/<int:number>/tables/<int:table>"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{_TABLE}/games/<int:game>", public.GameDocument.as_view(), name="api_game"),
]
