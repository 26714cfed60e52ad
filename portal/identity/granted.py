"""Say what apps may do: their tokens, whose rights they have, and the end of it all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from allauth.idp.oidc.models import Client, Token
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from portal import journal
from portal.accounts.models import TokenState, User
from portal.identity.models import DeviceGrant, IdentityKey

ALLOWED, REVOKED = "allow_app", "revoke_app"


@dataclass(frozen=True, slots=True)
class GrantedToken:
    """An access token of an app."""

    row: Token
    # The person who allowed it, or, where an app acts for itself, the account that answers for it.
    user: User

    @property
    def pk(self) -> str:
        """A name for the app and the person, which stays when the token is renewed."""
        return f"{self.row.client_id}-{self.user.pk}"

    @property
    def scopes(self) -> list[str]:
        return self.row.get_scopes()

    @property
    def expires_at(self) -> datetime:
        return self.row.expires_at

    @property
    def state(self) -> TokenState:
        return TokenState.EXPIRED if self.expires_at <= timezone.now() else TokenState.VALID

    def owner_as_it_stands(self) -> User | None:
        """Read anew whose it is, in one query; None where it opens nothing any more."""
        fresh = _of_row(Q(pk=self.row.pk))
        return fresh.user if fresh is not None and fresh.state == TokenState.VALID else None


def find_granted(secret: str) -> GrantedToken | None:
    """Find the app's token with this secret, whether or not it has expired, in one query."""
    return _of_row(Q(hash=token_digest(secret)))


def token_digest(secret: str) -> str:
    """As allauth keeps it."""
    return sha256(secret.encode(errors="surrogateescape")).hexdigest()


def _of_row(which: Q) -> GrantedToken | None:
    rows = Token.objects.select_related("user", "client__owner")
    row = rows.filter(which, type=Token.Type.ACCESS_TOKEN).exclude(client=None).first()
    if row is None:
        return None
    user = row.user or row.client.owner
    return GrantedToken(row, user) if isinstance(user, User) else None


@dataclass(frozen=True, slots=True)
class AllowedApp:
    """An app that somebody has allowed."""

    client: Client
    # All that its tokens have.
    scopes: tuple[str, ...]
    since: datetime


def apps_allowed_by(user: User) -> list[AllowedApp]:
    """List what has a token for ``user``, in one query."""
    tokens = Token.objects.valid().filter(user=user, type__in=_LASTING).select_related("client")
    by_client: dict[str, list[Token]] = {}
    for token in tokens.exclude(client=None).order_by("client__name", "client", "pk"):
        by_client.setdefault(token.client_id, []).append(token)
    return [
        AllowedApp(
            rows[0].client,
            tuple(sorted({scope for row in rows for scope in row.get_scopes()})),
            min(row.created_at for row in rows),
        )
        for rows in by_client.values()
    ]


_LASTING = (Token.Type.ACCESS_TOKEN, Token.Type.REFRESH_TOKEN, Token.Type.AUTHORIZATION_CODE)


def note_allowed(*, user: User, client: Client, scopes: Iterable[str]) -> None:
    """Write down that ``user`` lets the app in."""
    target = f"user:{user.pk}"
    after = {"app": client.pk, "scopes": sorted(scopes)}
    journal.record(ALLOWED, by=user, scope=target, target=target, after=after)


def revoke_app(*, client: str, by: User, once: str = "") -> None:
    """Let the app open nothing for ``by`` from now on; revoking what is revoked changes nothing."""
    target = f"user:{by.pk}"
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        if journal.remembered_answer(by=by, once=once, act=REVOKED, target=target):
            return
        mine = Token.objects.filter(user=by, client=client)
        DeviceGrant.objects.filter(user=by, client=client).delete()
        if mine.exists():
            mine.delete()
            answer = {"app": client}
            journal.record(
                REVOKED, by=by, scope=target, target=target, after=answer, once=once, answer=answer
            )


def end_granted(user: User) -> int:
    """End everything that apps may do for ``user``; return how many tokens."""
    DeviceGrant.objects.filter(user=user).delete()
    # Or by themselves while ``user`` answers for them.
    return Token.objects.filter(Q(user=user) | Q(user=None, client__owner=user)).delete()[0]


def prune() -> int:
    """Delete tokens, codes and keys that are over; return how many rows."""
    now = timezone.now()
    over = Token.objects.filter(expires_at__lte=now).delete()[0]
    over += DeviceGrant.objects.filter(ends_at__lte=now).delete()[0]
    return over + IdentityKey.objects.filter(ends_at__lte=now).delete()[0]
