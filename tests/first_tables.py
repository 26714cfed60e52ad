"""The tables that tests begin with are made once for all processes that share them. The one that shares the
tests out makes them while the others look for theirs; each of those takes a copy: SQLite's file, PostgreSQL's
template."""

from __future__ import annotations

import fcntl
import multiprocessing
import shutil
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection, connections
from pytest_django import DjangoDbBlocker

from tests import machine

TEMPLATE = "test_qiyuan_first"


def _is_file() -> bool:
    return connection.vendor == "sqlite"


def _folder() -> Path:
    folder = machine.folder_of_run() / "made" / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _name() -> str:
    return str(_folder() / "sqlite3") if _is_file() else TEMPLATE


def _lock() -> IO[str]:
    lock = (_folder() / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def make_ahead(blocker: DjangoDbBlocker) -> None:
    """In a child, which has the lock from its parent: who asks from now on waits until it is done."""
    with _lock():
        multiprocessing.get_context("fork").Process(target=_make, args=(blocker,)).start()


def _make(blocker: DjangoDbBlocker) -> None:
    blocker.unblock()
    connection.settings_dict["TEST"]["NAME"] = _name()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    connections.close_all()
    (_folder() / "made").touch()


def take() -> None:
    """Where they could not be made, whoever makes its own hears why."""
    with _lock():
        if not (_folder() / "made").exists():
            return
    test_database = settings.DATABASES["default"]["TEST"]
    if _is_file():
        shutil.copyfile(_name(), test_database["NAME"])
    else:
        test_database["TEMPLATE"] = TEMPLATE


def remove(blocker: DjangoDbBlocker) -> None:
    """A server's, when all are done; a file goes with the folder of the run."""
    if not _is_file() and (_folder() / "made").exists():
        blocker.unblock()
        connection.creation._destroy_test_db(TEMPLATE, verbosity=0)
