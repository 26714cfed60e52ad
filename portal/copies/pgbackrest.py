"""Restore what pgBackRest keeps of a database of PostgreSQL beside the site, while somebody looks at it."""

from __future__ import annotations

import json
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from portal.copies.programs import (
    Environment,
    NoCopyError,
    folder_for_a_while,
    program,
    run_program,
    user_arguments,
)
from portal.ops.supervisor import die_with_parent

# Seconds that PostgreSQL may take to go through the log.
LONGEST = 6 * 3600.0


def newest(stanza: str) -> str:
    """Give the label of the last copy under ``stanza``, as pgBackRest is set up on this machine."""
    command = [program("pgbackrest"), f"--stanza={stanza}", "--output=json", "info"]
    [about] = json.loads(run_program(command, "pgBackRest does not answer", **user_arguments(_user())))
    if about["status"]["code"] != 0:
        raise NoCopyError(f"pgBackRest has no copy of {stanza}: {about['status']['message']}.")
    label: str = about["backup"][-1]["label"]
    return label


def _user() -> pwd.struct_passwd | None:
    """Say as whom root has PostgreSQL and pgBackRest run; everybody else stays who they are."""
    return pwd.getpwnam("postgres") if os.geteuid() == 0 else None


@contextmanager
def restored(stanza: str, label: str, *, database: str, role: str) -> Iterator[Environment]:
    """Give the variables of a process that works with ``database`` in that copy, up to date with the
    archive."""
    user = _user()
    with folder_for_a_while() as (folder, environment):
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = folder / "data"
        run_program(["mkdir", "-m", "700", data], "There is no room", **user_arguments(user))
        run_program(
            # It checks the digest of every file, and writes where PostgreSQL is to fetch the log.
            [
                *(program("pgbackrest"), f"--stanza={stanza}", f"--set={label}", f"--pg1-path={data}"),
                # The machine that keeps the copies may be another one than the database's.
                "--reset-pg1-host",
                # What a drill leaves is in its folder.
                *(f"--lock-path={folder}", "--log-level-file=off"),
                "restore",
            ],
            "The copy is damaged",
            cwd=folder,
            **user_arguments(user),
        )
        # Whoever reaches the folder is let in; nobody but its owner does.
        (folder / "hba.conf").write_text("local all all trust\n")
        (folder / "own.conf").write_text("")
        # Nobody else reaches it: PostgreSQL listens in a folder of its owner's alone, and what it writes is
        # thrown away.
        version = (data / "PG_VERSION").read_text().strip()
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603  our own words
                [program("postgres", version), *_settings(folder)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=folder,
                preexec_fn=die_with_parent(signal.SIGINT),  # noqa: PLW1509  it takes no lock
                **user_arguments(user),
            )
        try:
            _wait(process, folder)
            yield {**environment, "DATABASE_URL": f"postgres:///{folder}/{database}", "PGUSER": role}
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


def _settings(folder: Path) -> list[str]:
    """What stands in the copy's own files is for the machine that it is of."""
    chosen = {
        "data_directory": str(folder / "data"),
        "hba_file": str(folder / "hba.conf"),
        "ident_file": str(folder / "own.conf"),
        "config_file": str(folder / "own.conf"),
        "unix_socket_directories": str(folder),
        "listen_addresses": "",
        "ssl": "off",
        # Nothing of a drill may come among what is kept.
        "archive_mode": "off",
        "shared_preload_libraries": "",
        "synchronous_standby_names": "",
        "primary_conninfo": "",
        # What is thrown away needs not be safe; nobody looks before it is up to date.
        "fsync": "off",
        "hot_standby": "off",
        "recovery_target_action": "promote",
    }
    return [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]


def _wait(process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + LONGEST
    while True:
        if process.poll() is not None or time.monotonic() > end:
            log_lines = (folder / "log").read_text(errors="replace").strip().splitlines()
            raise NoCopyError(f"The copy does not start: {log_lines[-1] if log_lines else 'no word from it'}")
        command = [program("pg_isready"), "--quiet", "-h", str(folder)]
        if subprocess.run(command, check=False).returncode == 0:  # noqa: S603  our own words
            return
        time.sleep(0.1)
