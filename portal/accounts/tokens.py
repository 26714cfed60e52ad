"""Access tokens: made once, shown once, revoked at any time.

*scope*   what a token is good for besides reading what is public; the apps register theirs
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise

from portal import journal
from portal.accounts.models import AccessToken, TokenState, User
from portal.identity.granted import end_granted
from portal.policy import Refusal

# By which a secret that was published by mistake can be found.
PREFIX = "qiyuan_"
MOST_TOKENS = 50
DAYS = (7, 30, 90, 366)
NOTED_EVERY = timedelta(minutes=10)
# Why all tokens of somebody end: another password was set, the account was made inactive.
PASSWORD, CLOSED = "password", "closed"

SCOPES: dict[str, str | Promise] = {}


def register_scope(name: str, words: str | Promise) -> None:
    """Have tokens with this scope; called from ``AppConfig.ready()``."""
    SCOPES[name] = words


@dataclass(frozen=True, slots=True)
class MadeToken:
    token: AccessToken
    # Empty for who repeats the request: it is shown once.
    secret: str


def make_token(*, by: User, name: str, scopes: Sequence[str], days: int, once: str = "") -> MadeToken:
    with transaction.atomic():
        by = User.objects.select_for_update().get(pk=by.pk)
        if not by.is_active:
            # Closed while this waited: `end_tokens` has ended all that there were.
            raise PermissionDenied
        target = f"user:{by.pk}"
        if earlier := journal.remembered_answer(by=by, once=once, act="make_token", target=target):
            return MadeToken(AccessToken.objects.get(pk=earlier["token"]), "")
        if not name.strip():
            raise Refusal("token-needs-name", field="name")
        if not scopes or not set(scopes) <= set(SCOPES):
            raise Refusal("token-needs-scope", field="scopes")
        if days not in DAYS:
            raise Refusal("token-days", field="days")
        if by.valid_tokens.count() >= MOST_TOKENS:
            raise Refusal("too-many-tokens", limit=MOST_TOKENS)
        secret = PREFIX + secrets.token_urlsafe(32)
        token = AccessToken.objects.create(
            user=by,
            name=name.strip(),
            scopes=sorted(set(scopes)),
            digest=_digest(secret),
            hint=secret[: len(PREFIX) + 4],
            expires_at=timezone.now() + timedelta(days=days),
        )
        journal.record(
            "make_token",
            by=by,
            scope=target,
            target=target,
            after={"token": token.pk, "scopes": token.scopes, "days": days},
            once=once,
            answer={"token": token.pk},
        )
        return MadeToken(token, secret)


def revoke_token(*, token: AccessToken, by: User, once: str = "") -> None:
    """Let a token open nothing from now on; revoking what is revoked changes nothing."""
    with transaction.atomic():
        token = AccessToken.objects.select_for_update().get(pk=token.pk, user=by)
        target = f"user:{by.pk}"
        if journal.remembered_answer(by=by, once=once, act="revoke_token", target=target) or token.revoked_at:
            return
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        journal.record(
            "revoke_token",
            by=by,
            scope=target,
            target=target,
            after={"token": token.pk},
            once=once,
            answer={"token": token.pk},
        )


def end_tokens(*, user: User, by: User | None, reason: str) -> list[int]:
    """Revoke every valid token of ``user``, and what apps may do, for ``reason`` (`PASSWORD` or `CLOSED`)."""
    with transaction.atomic():
        # `make_token` takes the same lock: no token is made between the two.
        User.objects.select_for_update().get(pk=user.pk)
        granted = end_granted(user)
        ended = sorted(user.valid_tokens.values_list("pk", flat=True))
        if not ended and not granted:
            return []
        AccessToken.objects.filter(pk__in=ended).update(revoked_at=timezone.now())
        # ``by`` is None at the command line.
        target = f"user:{user.pk}"
        facts = {"tokens": ended, "reason": reason, **({"of_apps": granted} if granted else {})}
        journal.record("end_tokens", by=by, scope=target, target=target, after=facts)
        return ended


def find_token(secret: str) -> AccessToken | None:
    """Find the token with this secret, whatever its state, with its owner, in one query."""
    if not secret.startswith(PREFIX):
        return None
    return AccessToken.objects.select_related("user").filter(digest=_digest(secret)).first()


def note_use(token: AccessToken) -> None:
    """That it was used now, written down at most every ten minutes."""
    now = timezone.now()
    if token.used_at is None or token.used_at < now - NOTED_EVERY:
        stale = Q(used_at__isnull=True) | Q(used_at__lt=now - NOTED_EVERY)
        AccessToken.objects.filter(stale, pk=token.pk).update(used_at=now)


def _digest(secret: str) -> str:
    # 256 random bits need no slow hash: nobody can guess them.
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()


__all__ = [
    "CLOSED",
    "DAYS",
    "PASSWORD",
    "SCOPES",
    "MadeToken",
    "TokenState",
    "end_tokens",
    "find_token",
    "make_token",
    "note_use",
    "register_scope",
    "revoke_token",
]
