"""Both deployment pages, line by line, on fresh Debian: a whole round on each.

What is put in is what a person would: the repository, the passwords, the certificate. Packages come from
Debian and from the index of this machine; everything after the installation happens without a network.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import machine, whole_round
from tests.installation import HOST, ROOT
from tests.roots import Network, Root, block, blocks, debian, network, run
from tests.services import wait_until

Record = Callable[[str, object], None]
pytestmark = [
    pytest.mark.long,
    pytest.mark.xdist_group("fresh roots"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may enter another root"),
]
ONE, SEVERAL = "one-machine.md", "several-machines.md"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Root:
    """A fresh machine after the first block of the page, with every package of the pages fetched."""
    if machine.program("debootstrap") is None:
        pytest.skip(machine.missing("debootstrap"))
    root = Root(debian(tmp_path_factory.mktemp("roots") / "base"))
    root.prepare()
    bundle = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
    first = block(ONE, "git clone").replace("REPOSITORY", "/srv/qiyuan")
    root.sh("apt-get update -q")
    packages, rest = first.split("adduser", 1)
    root.sh(packages)
    (root.folder / "etc/ssl/certs/ca-certificates.crt").write_bytes(Path(bundle).read_bytes())
    root.sh(f"git config --global --add safe.directory '*'\nadduser{rest}")
    for page in (ONE, SEVERAL):
        for line in re.findall(r"^apt-get install .*$", "\n".join(blocks(page)), re.MULTILINE):
            root.sh(line.replace("install", "install --download-only", 1).partition("#")[0])
    return root


def certificate(root: Root) -> None:
    folder = root.folder / "etc/letsencrypt/live" / HOST
    folder.mkdir(parents=True)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}", "-days", "1"]
    run([*made, "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")])


def first_account(root: Root) -> None:
    line = block(ONE, "createsuperuser").rstrip()
    told = f"{line} --no-input --username {whole_round.ADMIN} --email admin@{HOST}"
    root.sh(told, DJANGO_SUPERUSER_PASSWORD=whole_round.PASSWORD)


def walk(root: Root, inside: Network, record_property: Record) -> None:
    """A whole round through nginx; what it takes."""
    code = whole_round.FOUND.replace("SLUG", "cup")
    token = root.manage(f"shell -v 0 -c {shlex.quote(code)}").split()[-1]
    steps = run([*inside.enter(), sys.executable, "-m", "tests.whole_round", HOST, "cup", token], cwd=ROOT)
    for name, seconds in json.loads(steps).items():
        record_property(name, seconds)


def listens(root: Root, port: int) -> bool:
    return "open" in root.sh(f"(: </dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo open || true")


def nginx(root: Root) -> None:
    certificate(root)
    root.sh(block(ONE, "sites-enabled"))
    if not listens(root, 443):
        root.sh("nginx")


def test_one_machine(installed: Root, tmp_path: Path, record_property: Record) -> None:
    with network() as inside:
        root = installed.copy(tmp_path / "one").within(inside)
        root.write("/etc/qiyuan.env", block(ONE, "DATA_DIR=/var/lib/qiyuan"), 0o600)
        root.sh(block(ONE, "DATABASE_URL=postgres:"))
        root.sh(block(ONE, "enable --now"))
        for unit in ("qiyuan-web", "qiyuan-worker", "qiyuan-slow-worker"):
            root.start(unit)
        nginx(root)
        wait_until(lambda: listens(root, 8000), "the web server listens", 60)
        first_account(root)
        walk(root, inside, record_property)


def test_several_machines(installed: Root, tmp_path: Path, record_property: Record) -> None:
    hosts = "127.0.0.1 localhost\n10.0.0.3 db.internal\n10.0.0.4 broker.internal\n"
    with network("10.0.0.2", "10.0.0.3", "10.0.0.4") as inside:
        settings = block(SEVERAL, "PROXIES=").replace("PASSWORD", "wooden").replace("RELEASE=…", "RELEASE=1")
        settings = settings.replace("SECRET_KEY=…", f"SECRET_KEY={'0123456789' * 6}")
        settings = re.sub(r" +#.*$", "", settings, flags=re.MULTILINE)
        # nginx stands on the web machine, so that is what the web server sees.
        settings = settings.replace("PROXIES=10.0.0.2", "PROXIES=127.0.0.1")
        machines = {name: installed.copy(tmp_path / name).within(inside) for name in ("db", "web", "workers")}
        for root in machines.values():
            root.write("/etc/hosts", hosts)
            root.write("/etc/qiyuan.env", settings, 0o600)
        for holds, before in (("ALTER ROLE", "PASSWORD '"), ("requirepass", "requirepass ")):
            machines["db"].sh(block(SEVERAL, holds).replace(f"{before}PASSWORD", f"{before}wooden"))
        web, workers = machines["web"], machines["workers"]
        for root in (web, workers):
            root.sh(block(ONE, "enable --now"))
        web.start("qiyuan-web")
        for unit in ("qiyuan-worker", "qiyuan-slow-worker"):
            workers.start(unit)
        nginx(web)
        wait_until(lambda: listens(web, 8000), "the web server listens", 60)
        first_account(web)
        walk(web, inside, record_property)
        said = (workers.folder / "var/log/qiyuan-worker.log").read_text()
    assert "Ready for fast work" in said
    assert "ERROR" not in said
