"""How often one may ask. A hall is one address for everybody in it, so the limit on addresses is wide.

What is published is not counted: the front answers it, and a refusal would cost as much as the answer.
"""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class ByCaller(SimpleRateThrottle):
    """Counts per token, or per address for who has none. The view says which ``rate`` is meant."""

    scope = "api"

    def __init__(self) -> None:
        """The rate is the view's, known only when it asks."""

    def allow_request(self, request: Request, view: Any) -> bool:
        self.scope = view.rate_scope
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return super().allow_request(request, view)

    def get_cache_key(self, request: Request, view: Any) -> str:
        token = getattr(request.auth, "pk", None)
        ident = f"token-{token}" if token else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": ident}
