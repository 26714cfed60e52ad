from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class ProgramToken(Protocol):
    """By what a program acts for somebody: a token that the person has made, or one of an app."""

    @property
    def pk(self) -> Any: ...
    @property
    def scopes(self) -> Sequence[str]: ...
    @property
    def expires_at(self) -> datetime: ...

    def owner_as_it_stands(self) -> User | None:
        """Read anew whose it is; None where it opens nothing any more."""


class User(AbstractUser):
    """Somebody who signs in: staff of an event, a player with an account, a site administrator."""

    # What the views of this request have found that the person may do, by event, for what else it shows; acts
    # ask again under their lock.
    granted: Mapping[int, frozenset[str]] = MappingProxyType({})
    # By event, where they were read in one query with the account.
    memberships_read: Mapping[int, Sequence[Any]] = MappingProxyType({})
    # By which a program acts for the person.
    token: ProgramToken | None = None

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    @property
    def valid_tokens(self) -> QuerySet[AccessToken]:
        return self.tokens.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())


class TokenState(models.TextChoices):
    """Whether a token opens anything."""

    VALID = "valid", _("valid")
    EXPIRED = "expired", _("expired")
    REVOKED = "revoked", _("revoked")


class AccessToken(models.Model):
    """A token by which a program acts for a person, with the person's roles as far as its scopes reach."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(pgettext_lazy("of a thing", "name"), max_length=60)
    scopes = models.JSONField(default=list)
    # Only the digest of the secret is kept, and its beginning, by which the owner knows it again.
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=16)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "portal"
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.name}"

    @property
    def state(self) -> TokenState:
        if self.revoked_at is not None:
            return TokenState.REVOKED
        return TokenState.EXPIRED if self.expires_at <= timezone.now() else TokenState.VALID

    def owner_as_it_stands(self) -> User | None:
        token = AccessToken.objects.select_related("user").filter(pk=self.pk).first()
        return token.user if token is not None and token.state == TokenState.VALID else None
