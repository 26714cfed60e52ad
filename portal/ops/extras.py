"""What is installed only by those who use it: an extra (``pip install 'qiyuan-portal[s3]'``)."""

from __future__ import annotations

from importlib.util import find_spec

from django.core.exceptions import ImproperlyConfigured

# Extra → the module that it brings.
MODULES = {
    "mail": "anymail",
    "postgres": "psycopg",
    "redis": "redis",
    "s3": "storages",
    "stripe": "stripe",
    "ocr": "cv2",
}


def require_extra(extra: str, *, for_what: str) -> None:
    """Raise ImproperlyConfigured with one sentence that names the extra, where it is not installed."""
    if find_spec(MODULES[extra]) is None:
        raise ImproperlyConfigured(missing_extra(extra, for_what))


def missing_extra(extra: str, for_what: str) -> str:
    return f"{for_what} needs more: pip install 'qiyuan-portal[{extra}]'."


def extra_of(error: ModuleNotFoundError) -> str | None:
    """Name the extra that brings what could not be imported; None where none does."""
    missing = (error.name or "").partition(".")[0]
    return next((extra for extra, module in MODULES.items() if module == missing), None)
