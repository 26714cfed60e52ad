"""Games that everybody may read."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from games.api import shapes
from portal.api.described import document
from portal.api.views import DocumentView


class GameDocument(DocumentView):
    @document(
        "games_read", _("A game that was accepted: its moves and what the reader found"), shapes.GameShape
    )
    def get(self, request: Request, **parts: Any) -> Any:
        return super().get(request, **parts)

    def path_of(self, parts: dict[str, Any]) -> str:
        replay = f"{parts['game']}/" if parts["game"] != 1 else ""
        return "e/{event}/{section}/round/{number}/table/{table}/".format(**parts) + replay
