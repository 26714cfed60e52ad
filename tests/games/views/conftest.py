from __future__ import annotations

from tests.tournaments.views.conftest import drawn, text, world

__all__ = ["drawn", "text", "world"]
