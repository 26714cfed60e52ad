"""Machines as Debian makes them, for the deployment pages: folders in which its base system stands, entered
as root with processes, mounts and network of their own. No port of this machine is opened."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from portal.ops.supervisor import die_with_parent
from tests.installation import LISTED, ROOT
from tests.services import children, wait_until

PAGES = ROOT / "docs" / "deploy"
# There is no systemd in a folder: what it would start at boot, the package's own script starts.
SYSTEMCTL = """#!/bin/sh
case "$1" in restart | reload-or-restart) ;; *) exit 0 ;; esac
shift
for unit; do [ ! -x "/etc/init.d/$unit" ] || service "$unit" restart; done
"""
PASSED_ON = ("PIP_", "UV_", "SSL_CERT_FILE")


def blocks(page: str) -> list[str]:
    """The shell of a page, block by block."""
    return re.findall(r"^```sh\n(.*?)^```", (PAGES / page).read_text(), re.MULTILINE | re.DOTALL)


def block(page: str, holds: str) -> str:
    [result] = [item for item in blocks(page) if holds in item]
    return result


def debian(folder: Path, release: str = "bookworm") -> Path:
    """Debian's base system in ``folder``, from where this machine takes it."""
    run(["debootstrap", "--variant=minbase", release, str(folder)])
    return folder


def run(command: list[str], **more: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1500, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{shlex.join(command)}:\n{done.stdout[-3000:]}{done.stderr[-5000:]}"
    return str(done.stdout)


@dataclass(frozen=True)
class Network:
    """Processes and addresses that nobody outside reaches; they end with ``pid``. ``started``: units among
    them."""

    pid: int
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def enter(self) -> list[str]:
        return ["nsenter", "-t", str(self.pid), "--net", "--pid", "--"]


@contextmanager
def network(*addresses: str) -> Iterator[Network]:
    # The first process of them all buries whatever daemons leave behind: sleep alone would not.
    first = ["bash", "-c", "while :; do sleep 1; done"]
    command = ["unshare", "--net", "--pid", "--fork", "--kill-child", *first]
    with subprocess.Popen(command, preexec_fn=die_with_parent()) as holder:  # noqa: PLW1509  it takes no lock
        wait_until(lambda: bool(children(holder.pid)), "the network is there")
        made = Network(children(holder.pid)[0])
        try:
            run([*made.enter(), "ip", "link", "set", "lo", "up"])
            for address in addresses:
                run([*made.enter(), "ip", "address", "add", f"{address}/24", "dev", "lo"])
            yield made
        finally:
            holder.kill()
            for unit in made.started:
                unit.wait()


@dataclass(frozen=True)
class Root:
    """One machine: its folder, and the network in which it stands (None: this machine's, to install from)."""

    folder: Path
    network: Network | None = None

    def command(self, script: str) -> list[str]:
        mounts = (
            f"mount -t proc proc {self.folder}/proc && mount --rbind /dev {self.folder}/dev && "
            f'exec chroot {self.folder} /bin/bash -euc "$1"'
        )
        inside = [
            "unshare",
            "--mount",
            "sh",
            "-c",
            mounts,
            "sh",
            f"cd /opt/qiyuan 2>/dev/null || cd /\n{script}",
        ]
        return [*(self.network.enter() if self.network else []), *inside]

    @property
    def environment(self) -> dict[str, str]:
        """A root's shell there; how packages are found is this machine's business."""
        by_key = {name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)}
        path = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        return by_key | path | {"LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def sh(self, script: str, **more: str) -> str:
        return run(self.command(script), env=self.environment | more)

    def copy(self, to: Path) -> Root:
        run(["cp", "-a", "--reflink=auto", str(self.folder), str(to)])
        return Root(to, self.network)

    def within(self, network: Network) -> Root:
        return Root(self.folder, network)

    def write(self, name: str, text: str, mode: int = 0o644) -> None:
        path = self.folder / name.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)

    def prepare(self) -> None:
        """What a rented machine has: names are found, and here a repository to clone."""
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        self.write("/usr/local/sbin/systemctl", SYSTEMCTL, 0o755)
        # Without it Debian's packages start nothing in a folder.
        self.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 0\n", 0o755)
        repository = self.folder / "srv/qiyuan"
        for name in filter(None, run(LISTED, cwd=ROOT).split("\0")):
            if (ROOT / name).exists():
                (repository / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, repository / name)
        author = ["-c", "user.name=Qiyuan", "-c", "user.email=qiyuan@localhost"]
        for words in (["init", "-q"], ["add", "-A"], [*author, "commit", "-qm", "As it stands"]):
            run(["git", *words], cwd=repository)

    def start(self, unit: str) -> None:
        """What systemd would do with a unit that stands in its folder there."""
        text = (self.folder / f"etc/systemd/system/{unit}.service").read_text().replace("%%", "%")
        files = re.findall(r"^EnvironmentFile=-?(.+)$", text, re.MULTILINE)
        read = " ".join(f"[ ! -e {file} ] || . {file};" for file in files)
        settings = f"set -a; {read} set +a; umask 0027; cd /opt/qiyuan\n"
        self.sh("install -d -o qiyuan -g qiyuan /var/lib/qiyuan")
        for line in re.findall(r"^ExecStartPre=(.+)$", text, re.MULTILINE):
            self.sh(f"{settings}runuser -u qiyuan -- {line}")
        [line] = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
        assert self.network is not None
        with (self.folder / f"var/log/{unit}.log").open("wb") as log:
            started = subprocess.Popen(
                self.command(f"{settings}exec runuser -u qiyuan -- {line}"),
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
            )
        self.network.started.append(started)

    def manage(self, arguments: str, **more: str) -> str:
        settings = "set -a; . /etc/qiyuan.env; set +a; cd /opt/qiyuan\n"
        return self.sh(f"{settings}runuser -u qiyuan -- .venv/bin/python manage.py {arguments}", **more)
