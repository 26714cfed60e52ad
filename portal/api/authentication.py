"""Say who asks: the owner of an access token, with the token's scopes, and how often one may ask."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from portal.accounts.adapter import lacks_second_factor
from portal.accounts.models import AccessToken, User
from portal.accounts.proved import proofs
from portal.accounts.tokens import PREFIX, TokenState, find_token, note_use
from portal.api.problems import Problem
from portal.identity.granted import GrantedToken, find_granted

_CODES = {TokenState.EXPIRED: "expired-token", TokenState.REVOKED: "revoked-token"}


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer qiyuan_…``, or the token of an app."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken | GrantedToken] | None:
        kind, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not kind:
            return None
        token = _token_of(secret.strip()) if kind.lower() == "bearer" else None
        if token is None or not token.user.is_active:
            proofs.forget(secret.strip())
            raise Problem(401, "unknown-token")
        state = token.state
        if state != TokenState.VALID:
            proofs.forget(secret.strip())
            raise Problem(401, _CODES[state])
        if lacks_second_factor(token.user):
            # A token is made after signing in, which for such an account must take more than a password.
            raise Problem(403, "second-factor")
        if isinstance(token, AccessToken):
            note_use(token)
        token.user.token = token
        proofs.note(secret.strip())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _token_of(secret: str) -> AccessToken | GrantedToken | None:
    # The prefix says which of the two tables to ask.
    return find_token(secret) if secret.startswith(PREFIX) else find_granted(secret)


class TokenScheme(OpenApiAuthenticationExtension):
    """How the description says it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "qiyuan_…"}


class ByCaller(SimpleRateThrottle):
    """Count per token, or per address for who has none; the view says which ``rate`` is meant."""

    # A hall is one address for everybody in it, so the limit on addresses is wide. What is published is not
    # counted: the front answers it, and a refusal would cost as much as the answer.
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
