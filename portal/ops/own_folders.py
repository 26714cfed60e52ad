"""Make what a machine has of its own in ``DATA_DIR``: folders and a secret key."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


class CannotWriteError(OSError):
    """The data folder cannot be made or written; the text is one sentence for whoever started."""


# Reading the settings makes nothing of it; whatever serves, works or is run by a person makes it first.
def own_secret_key(path: Path) -> str:
    """Read the key that this machine keeps; where there is none, make the one that `make_own_folders` will
    keep."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (FileNotFoundError, NotADirectoryError):
        return secrets.token_urlsafe(50)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be read ({error.strerror}): run this as the account that keeps DATA_DIR, or set "
            "SECRET_KEY."
        ) from None


def make_own_folders() -> None:
    """Make the data folder and what always stands in it, or raise `CannotWriteError`."""
    from django.conf import settings

    folder = Path(settings.DATA_DIR)
    try:
        for name in ("", "static", *(["broker"] if settings.BROKER_URL.startswith("filesystem") else [])):
            (folder / name).mkdir(parents=True, exist_ok=True)
        if settings.SECRET_KEY_FILE is not None:
            file = Path(settings.SECRET_KEY_FILE)
            if not file.exists():
                _keep(file, settings.SECRET_KEY)
            # Another process may have kept its own since the settings were read here.
            settings.SECRET_KEY = own_secret_key(file)
    except OSError as error:
        raise CannotWriteError(
            f"{folder} cannot be written ({error.strerror}): set DATA_DIR to a folder that can."
        ) from None


def _keep(path: Path, key: str) -> None:
    fresh = path.with_suffix(f".{secrets.token_hex(4)}")
    fresh.touch(mode=0o600)
    fresh.write_text(key, encoding="utf-8")
    # Two processes may start at once: link() lets the first win and the second read its key.
    with contextlib.suppress(FileExistsError):
        path.hardlink_to(fresh)
    fresh.unlink()
