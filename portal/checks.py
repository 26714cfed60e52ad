"""Settings that would be unsafe on a public site, refused by ``manage.py check --deploy``."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register


@register(Tags.security, deploy=True)
def public_site(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.SECURE:
        found.append(
            Error(
                f"PUBLIC_URL is {settings.PUBLIC_URL}: a public site needs https.",
                hint="Set PUBLIC_URL=https://your.site and let the proxy terminate TLS.",
                id="qiyuan.E001",
            )
        )
    if settings.BROKER_URL.startswith("filesystem") and settings.DATABASES["default"]["ENGINE"].endswith(
        "postgresql"
    ):
        found.append(
            checks.Warning(
                "PostgreSQL with the file-system broker: workers on other machines are only woken by "
                "their own sweeper, once a second.",
                hint="Set BROKER_URL to RabbitMQ or Redis.",
                id="qiyuan.W001",
            )
        )
    if not settings.BROKER_URL.startswith("filesystem") and _counts_alone():
        found.append(
            checks.Warning(
                "A broker for several machines without a cache for them: each web process counts failed "
                "sign-ins and requests to the API by itself, so the limits are as many times as wide.",
                hint="Set CACHE_URL to Redis.",
                id="qiyuan.W002",
            )
        )
    return found


def _counts_alone() -> bool:
    backend: str = settings.CACHES["default"]["BACKEND"]
    return backend.endswith("LocMemCache")
