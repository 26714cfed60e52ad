"""Write the logs: lines for people, or JSON for programs that collect them."""

from __future__ import annotations

from typing import Any


def configuration(level: str, form: str) -> dict[str, Any]:
    """Say what Django's ``LOGGING`` says; ``form``: ``line`` or ``json``."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s%(where)s"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": "%(levelname)s %(name)s %(message)s %(request)s %(job)s",
                "rename_fields": {"levelname": "level", "name": "logger", "exc_info": "exception"},
                "timestamp": "at",
                "json_ensure_ascii": False,
            },
        },
        "filters": {
            "secrets": {"()": "portal.web.private_links.HideSecrets"},
            "where": {"()": "portal.telemetry.context.SayWhere"},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["secrets", "where"],
            },
            "nowhere": {"class": "logging.NullHandler"},
        },
        "root": {"handlers": ["console"], "level": level},
        # What Celery carries are wake-ups; the jobs themselves are logged by the outbox.
        "loggers": {
            "celery": {"level": "WARNING"},
            "weasyprint.progress": {"level": "WARNING"},
            "fontTools": {"level": "WARNING"},
            # It names the address of whatever it refuses.
            "django.request": {"filters": ["secrets"]},
            # Scanners ask for hosts that this is not; the answer 400 is in the server's log.
            "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        },
    }
