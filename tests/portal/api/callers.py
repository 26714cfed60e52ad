"""Programs that ask with a token."""

from __future__ import annotations

from typing import Any

from django.test import Client

from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token


class Caller:
    """Asks as ``user``, with a token of ``scopes`` (all of them when none are named)."""

    def __init__(self, user: User, *scopes: str) -> None:
        self.made = make_token(by=user, name="test", scopes=scopes or list(SCOPES), days=7)
        self.client = Client()

    def get(self, address: str, **headers: str) -> Any:
        return self.client.get(address, headers=self._headers(headers))

    def post(self, address: str, body: Any = None, **headers: str) -> Any:
        sent = {} if body is None else body
        return self.client.post(
            address, sent, content_type="application/json", headers=self._headers(headers)
        )

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.made.secret}"} | named
