"""Why a file cannot be restored."""

from __future__ import annotations

from typing import Any


class BackupFault(Exception):  # noqa: N818  an answer about a file, not an error of the program
    """``code``: ``backup-foreign``, ``backup-damaged``, ``backup-newer``, ``backup-too-large``,
    ``backup-too-many-rows``."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def damaged(where: str) -> BackupFault:
    return BackupFault("backup-damaged", where=where)
