"""Addresses for programs, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from games.api import archives, check, live, public, records
from tournaments.api.urls import ROUND, SECTION

_GAME = f"{ROUND}/tables/<int:table>/games/<int:game>"
_COLLECTION = "collections/<int:collection>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("records/check", check.Check.as_view(), name="api_check"),
    path("archives", archives.Archives.as_view(), name="api_archives"),
    path("archives/<int:archive>", archives.Archive.as_view(), name="api_archive"),
    path("archives/<int:archive>/report", archives.Report.as_view(), name="api_archive_report"),
    path("collections", archives.Collections.as_view(), name="api_collections"),
    path(f"{_COLLECTION}/games", archives.CollectedGames.as_view(), name="api_collected_games"),
    path(f"{_COLLECTION}/games/<int:game>", archives.OneCollectedGame.as_view(), name="api_collected_game"),
    path(f"{SECTION}/games", public.Games.as_view(), name="api_games"),
    path(f"{SECTION}/games/places", public.FoundInSection.as_view(), name="api_games_places"),
    path("events/<slug:event>/games/places", public.FoundInEvent.as_view(), name="api_event_games_places"),
    path(_GAME, public.GameDocument.as_view(), name="api_game"),
    path(f"{_GAME}/records", records.Records.as_view(), name="api_records"),
    path(f"{SECTION}/", include([*archives.SECTION, *records.SECTION])),
    path(f"{ROUND}/", include(records.ROUND)),
    path(f"{_GAME}/", include(records.GAME)),
    path(f"{_GAME}/live", live.OneGame.as_view(), name="api_live"),
    path(f"{_GAME}/live/take-back", live.TakeBack.as_view(), name="api_take_back_plies"),
    path(f"{_GAME}/live/flag", live.Flag.as_view(), name="api_note_flag"),
    path(f"{ROUND}/live", live.RoundGames.as_view(), name="api_live_games"),
]
