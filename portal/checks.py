"""Refuse settings that would be unsafe on a public site, and databases that are too old for this version."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from portal import plugged
from portal.ops.object_stores import StoreError
from portal.payments.merchants import merchants


@register(Tags.security, deploy=True)
def public_site(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    messages: list[CheckMessage] = []
    if not settings.SECURE:
        messages.append(
            Error(
                f"PUBLIC_URL is {settings.PUBLIC_URL}: a public site needs https.",
                hint="Set PUBLIC_URL=https://your.site and let the proxy terminate TLS.",
                id="qiyuan.E001",
            )
        )
    if settings.BROKER_URL.startswith("filesystem") and settings.DATABASES["default"]["ENGINE"].endswith(
        "postgresql"
    ):
        messages.append(
            checks.Warning(
                "PostgreSQL with the file-system broker: workers on other machines are only woken by "
                "their own sweeper, once a second.",
                hint="Set BROKER_URL to RabbitMQ or Redis.",
                id="qiyuan.W001",
            )
        )
    if not settings.BROKER_URL.startswith("filesystem") and _counts_alone():
        messages.append(
            checks.Warning(
                "A broker for several machines without a cache for them: each web process counts failed "
                "sign-ins and requests to the API by itself, so the limits are as many times as wide.",
                hint="Set CACHE_URL to Redis.",
                id="qiyuan.W002",
            )
        )
    return messages


@register(Tags.security)
def payments(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Asked by every command, not only by ``check --deploy``."""
    messages: list[CheckMessage] = []
    if settings.PAYMENT_STAND_IN and not settings.ON_THIS_MACHINE:
        messages.append(
            Error(
                f"PAYMENT_STAND_IN pretends payments, and others reach {settings.PUBLIC_URL}.",
                hint="Take PAYMENT_STAND_IN away.",
                id="qiyuan.E003",
            )
        )
    try:
        merchants()
    except ImproperlyConfigured as error:
        messages.append(
            Error(str(error), hint="docs/guide/fees.md says what each provider needs.", id="qiyuan.E004")
        )
    return messages


@register(Tags.security)
def mail(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Check that letters could be handed over: nothing is sent, and no provider asked."""
    if not settings.MAIL_PROVIDER:
        return []
    try:
        get_connection()
    except (ImportError, ImproperlyConfigured) as error:
        words = f"MAIL_PROVIDER cannot be used: {' '.join(str(error).split())}"
        return [Error(words, hint="docs/guide/notifications.md says what it needs.", id="qiyuan.E006")]
    return []


@register(Tags.compatibility)
def plug_ins(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of plug-ins that were left out."""
    # Warnings: the site starts without them.
    return [
        checks.Warning(fault, hint="Install its newest version, or uninstall it.", id="qiyuan.W004")
        for fault in plugged.faults
    ]


@register(Tags.security, deploy=True)
def stores_answer(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    messages: list[CheckMessage] = []
    for name, setting in (("published", "PUBLISHED_STORE"), ("backups", "BACKUP_STORE")):
        if name in settings.STORAGES:
            from portal.ops.object_storage import check_readable

            try:
                check_readable(name)
            except StoreError as error:
                # Warnings: without its stores a site goes on, and must start.
                messages.append(checks.Warning(str(error), hint=f"Look at {setting}.", id="qiyuan.W003"))
    return messages


@register(Tags.security)
def backups_apart(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Asked by every command, the one that writes backups first of all."""
    stores: dict[str, dict[str, Any]] = settings.STORAGES
    if not {"published", "backups"} <= stores.keys():
        return []
    published, backups = (
        (stores[name]["OPTIONS"]["endpoint_url"], stores[name]["OPTIONS"]["bucket_name"])
        for name in ("published", "backups")
    )
    if published != backups:
        return []
    return [
        Error(
            f"BACKUP_STORE is the bucket of PUBLISHED_STORE, {backups[1]}, which everybody may read.",
            hint="Give backups a bucket of their own.",
            id="qiyuan.E005",
        )
    ]


@register(Tags.database)
def young_enough(
    app_configs: Sequence[Any] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Refuse a database that has some but not all of what a migration replaces."""
    loader = MigrationLoader(None)
    messages: list[CheckMessage] = []
    for alias in databases or ():
        applied = MigrationRecorder(connections[alias]).applied_migrations().keys()
        for (app, _), migration in sorted(loader.replacements.items()):
            has = [name for of, name in migration.replaces if (of, name) in applied]
            gone = not loader.disk_migrations.keys() & set(migration.replaces)
            if gone and 0 < len(has) < len(migration.replaces):
                # The steps between are gone here; ``through`` says what still has them.
                through = vars(type(migration))["through"]
                messages.append(
                    Error(
                        f"The database is too old for this version: {app} ends with {has[-1]}.",
                        hint=f"Install {through}, run its migrate, then install this version again.",
                        id="qiyuan.E002",
                    )
                )
    return messages


def _counts_alone() -> bool:
    backend: str = settings.CACHES["default"]["BACKEND"]
    return backend.endswith("LocMemCache")
