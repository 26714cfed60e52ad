"""Keep backups in object storage of their own (``BACKUP_STORE``), as ``store:`` and a name."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.base import File

if TYPE_CHECKING:
    from portal.ops.object_storage import ObjectStorage

PREFIX = "store:"
NAME = "backups"


def is_stored(file: str) -> bool:
    return file.startswith(PREFIX)


# What has a name stays as it is: nothing is written over a backup.
def keep(file: str, content: IO[bytes]) -> None:
    """Write a backup; raise OSError, which says in a sentence what is wrong, or ImproperlyConfigured."""
    storage, name = _storage(), file.removeprefix(PREFIX)
    with storage.named_errors():
        if storage.exists(name):
            raise FileExistsError(f"{name} is there, and no backup is written over")
        storage.write(name, File(content), {"ContentType": "application/zip"})


def open_backup(file: str) -> File[bytes]:
    """Open a backup to be read; raise what `keep` does."""
    storage = _storage()
    with storage.named_errors():
        return storage.open(file.removeprefix(PREFIX))


def _storage() -> ObjectStorage:
    if NAME not in settings.STORAGES:
        raise ImproperlyConfigured("BACKUP_STORE is not set: there is no object storage for backups.")
    # Amazon's client is large; who does not use it does not load it.
    from portal.ops.object_storage import storage

    return storage(NAME)
