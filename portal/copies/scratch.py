"""A copy restored beside the site, for as long as somebody looks at it. Nobody else reaches it: PostgreSQL
listens in a folder of its owner's alone, and what it writes is thrown away."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from portal.copies.kept import DUMP_ENDING, FILE_ENDING, MANIFEST, Copy
from portal.copies.programs import NoCopyError, become, program, run, user_of
from portal.ops.supervisor import die_with_parent

LONGEST = 6 * 3600.0
"""Seconds that PostgreSQL may take to go through the log."""
Environment = dict[str, str]


@contextmanager
def restored(copy: Copy, *, database: str, role: str) -> Iterator[Environment]:
    """The variables of a process that is to work with the copy: of PostgreSQL with its ``database`` as
    ``role``. Raises `NoCopyError`."""
    with tempfile.TemporaryDirectory(prefix="qiyuan-drill-") as name:
        folder = Path(name)
        own_settings = {
            "DATA_DIR": str(folder / "own"),
            "ENV_FILE": os.devnull,
            "PUBLIC_URL": "http://127.0.0.1",
        }
        if copy.path.suffix == FILE_ENDING:
            shutil.copyfile(copy.path, folder / "qiyuan.sqlite3")
            yield {**own_settings, "DATABASE_URL": f"sqlite:///{folder / 'qiyuan.sqlite3'}"}
            return
        server = _Server(folder, copy, role)
        with server.running(database):
            yield {**own_settings, "DATABASE_URL": f"postgres:///{folder}/{database}", "PGUSER": role}


class _Server:
    """PostgreSQL of the copy's own version, in ``folder``."""

    def __init__(self, folder: Path, copy: Copy, role: str) -> None:
        self.folder, self.copy, self.role = folder, copy, role
        self.data = folder / "data"
        self.user = user_of(copy.path)
        if self.user is not None:
            os.chown(folder, self.user.pw_uid, self.user.pw_gid)
        self.version = "*"

    def run(self, command: Sequence[str | Path], failure: str) -> str:
        return run(command, failure, cwd=self.folder, **become(self.user))

    @contextmanager
    def running(self, database: str) -> Iterator[None]:
        if self.copy.path.suffix == DUMP_ENDING:
            self._make_empty()
        else:
            self._unpack()
        # Whoever reaches the folder is let in; nobody but its owner does.
        (self.folder / "hba.conf").write_text("local all all trust\n")
        (self.folder / "own.conf").write_text("")
        with (self.folder / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603  our own words
                [program("postgres", self.version), *self._settings()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=die_with_parent(signal.SIGINT),  # noqa: PLW1509  it takes no lock
                **become(self.user),
            )
        try:
            self._wait(process)
            if self.copy.path.suffix == DUMP_ENDING:
                self._load(database)
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()

    def _make_empty(self) -> None:
        shape = ["-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "-U", self.role]
        self.run([program("initdb"), "-D", self.data, *shape], "No empty database could be made")

    def _load(self, database: str) -> None:
        place = ["-h", str(self.folder), "-U", self.role]
        self.run([program("createdb"), *place, database], "No empty database could be made")
        load = [program("pg_restore"), "--no-owner", "--no-privileges", "--exit-on-error"]
        self.run([*load, *place, "-d", database, str(self.copy.path)], "The dump is damaged")

    def _unpack(self) -> None:
        packed = self.copy.path
        self.run(["mkdir", "-m", "700", self.data], "There is no room")
        for archive, to in (("base.tar.gz", self.data), ("pg_wal.tar.gz", self.data / "pg_wal")):
            self.run(["tar", "-xzf", packed / archive, "-C", to], "The copy is damaged")
        self.version = (self.data / "PG_VERSION").read_text().strip()
        verify = [program("pg_verifybackup", self.version), "--quiet"]
        self.run([*verify, "-m", packed / MANIFEST, self.data], "The copy is damaged")
        self.run(["touch", self.data / "recovery.signal"], "There is no room")

    def _settings(self) -> list[str]:
        """What stands in the copy's own files is for the machine that it is of."""
        chosen = {
            "data_directory": str(self.data),
            "hba_file": str(self.folder / "hba.conf"),
            "ident_file": str(self.folder / "own.conf"),
            "config_file": str(self.folder / "own.conf"),
            "unix_socket_directories": str(self.folder),
            "listen_addresses": "",
            "ssl": "off",
            "archive_mode": "off",
            "shared_preload_libraries": "",
            "synchronous_standby_names": "",
            "primary_conninfo": "",
            # What is thrown away needs not be safe; nobody looks before it is up to date.
            "fsync": "off",
            "hot_standby": "off",
            "recovery_target_action": "promote",
            "restore_command": self._restore_command(),
        }
        return [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]

    def _restore_command(self) -> str:
        """The file that is being written has another ending, until it is full."""
        if self.copy.log is None:
            return "false"
        log = shlex.quote(str(self.copy.log.resolve())).replace("%", "%%")
        return f"cp {log}/%f %p 2>/dev/null || cp {log}/%f.partial %p 2>/dev/null"

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + LONGEST
        while True:
            if process.poll() is not None or time.monotonic() > end:
                log_lines = (self.folder / "log").read_text(errors="replace").strip().splitlines()
                raise NoCopyError(
                    f"The copy does not start: {log_lines[-1] if log_lines else 'no word from it'}"
                )
            command = [program("pg_isready"), "--quiet", "-h", str(self.folder)]
            if subprocess.run(command, check=False).returncode == 0:  # noqa: S603  our own words
                return
            time.sleep(0.1)
