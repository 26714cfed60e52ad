"""Both deployment pages, line by line, on fresh Debian: a whole round on each.

What is put in is what a person would: the repository, the passwords, the certificate. Packages come from
Debian and from the index of this machine; everything after the installation happens without a network.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
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
ONE_MACHINE, SEVERAL_MACHINES = "one-machine.md", "several-machines.md"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Root:
    """A fresh machine after the first block of the page, with every package of the pages fetched."""
    if machine.program("debootstrap") is None:
        pytest.skip(machine.missing("debootstrap"))
    root = Root(debian(tmp_path_factory.mktemp("roots") / "base"))
    root.prepare()
    bundle = os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")
    first = block(ONE_MACHINE, "git clone").replace("REPOSITORY", "/srv/qiyuan")
    root.sh("apt-get update -q")
    packages, others = first.split("adduser", 1)
    root.sh(packages)
    (root.folder / "etc/ssl/certs/ca-certificates.crt").write_bytes(Path(bundle).read_bytes())
    root.sh(f"git config --global --add safe.directory '*'\nadduser{others}")
    for page in (ONE_MACHINE, SEVERAL_MACHINES):
        for line in re.findall(r"^apt-get install .*$", "\n".join(blocks(page)), re.MULTILINE):
            root.sh(line.replace("install", "install --download-only", 1).partition("#")[0])
    return root


def certificate(root: Root) -> None:
    folder = root.folder / "etc/letsencrypt/live" / HOST
    folder.mkdir(parents=True)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={HOST}", "-days", "1"]
    run([*made, "-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")])


def first_account(root: Root) -> None:
    line = block(ONE_MACHINE, "createsuperuser").rstrip()
    text = f"{line} --no-input --username {whole_round.ADMIN} --email admin@{HOST}"
    root.sh(text, DJANGO_SUPERUSER_PASSWORD=whole_round.PASSWORD)


def walk(root: Root, inside: Network, record_property: Record) -> None:
    """A whole round through nginx; what it takes."""
    code = whole_round.SET_UP.replace("SLUG", "cup")
    token = root.manage(f"shell -v 0 -c {shlex.quote(code)}").split()[-1]
    steps = run([*inside.enter(), sys.executable, "-m", "tests.whole_round", HOST, "cup", token], cwd=ROOT)
    for name, seconds in json.loads(steps).items():
        record_property(name, seconds)


def listens(root: Root, port: int) -> bool:
    return "open" in root.sh(f"(: </dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo open || true")


def nginx(root: Root) -> None:
    certificate(root)
    root.sh(block(ONE_MACHINE, "sites-enabled"))
    if not listens(root, 443):
        root.sh("nginx")


def test_one_machine(installed: Root, tmp_path: Path, record_property: Record) -> None:
    with network() as inside:
        root = installed.copy(tmp_path / "one").within(inside)
        root.write("/etc/qiyuan.env", block(ONE_MACHINE, "DATA_DIR=/var/lib/qiyuan"), 0o600)
        root.sh(block(ONE_MACHINE, "DATABASE_URL=postgres:"))
        root.sh(block(ONE_MACHINE, "enable --now"))
        for unit in ("qiyuan-web", "qiyuan-worker", "qiyuan-slow-worker"):
            root.start(unit)
        nginx(root)
        wait_until(lambda: listens(root, 8000), "the web server listens", 60)
        first_account(root)
        walk(root, inside, record_property)


def test_several_machines(installed: Root, tmp_path: Path, record_property: Record) -> None:
    hosts = "127.0.0.1 localhost\n10.0.0.3 db.internal\n10.0.0.4 broker.internal\n"
    with network("10.0.0.2", "10.0.0.3", "10.0.0.4") as inside:
        settings = (
            block(SEVERAL_MACHINES, "PROXIES=")
            .replace("PASSWORD", "wooden")
            .replace("RELEASE=…", "RELEASE=1")
        )
        settings = settings.replace("SECRET_KEY=…", f"SECRET_KEY={'0123456789' * 6}")
        settings = re.sub(r" +#.*$", "", settings, flags=re.MULTILINE)
        # nginx stands on the web machine, so that is what the web server sees.
        settings = settings.replace("PROXIES=10.0.0.2", "PROXIES=127.0.0.1")
        machines = {name: installed.copy(tmp_path / name).within(inside) for name in ("db", "web", "workers")}
        for root in machines.values():
            root.write("/etc/hosts", hosts)
            root.write("/etc/qiyuan.env", settings, 0o600)
        for holds, before in (("ALTER ROLE", "PASSWORD '"), ("requirepass", "requirepass ")):
            machines["db"].sh(block(SEVERAL_MACHINES, holds).replace(f"{before}PASSWORD", f"{before}wooden"))
        web, workers = machines["web"], machines["workers"]
        for root in (web, workers):
            root.sh(block(ONE_MACHINE, "enable --now"))
        web.start("qiyuan-web")
        for unit in ("qiyuan-worker", "qiyuan-slow-worker"):
            workers.start(unit)
        nginx(web)
        wait_until(lambda: listens(web, 8000), "the web server listens", 60)
        first_account(web)
        walk(web, inside, record_property)
        reading = (workers.folder / "var/log/qiyuan-worker.log").read_text()
    assert "Ready for fast work" in reading
    assert "ERROR" not in reading


INSTALL = "docs/deploy/install"
ADMINISTRATORS = "shell -v 0 -c 'from portal.accounts.models import User; print(User.objects.count())'"
OPENSSL = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -keyout {0}.key -out {0}.pem -subj /CN={1}"


def refusal(root: Root, arguments: str) -> str:
    """The one sentence with which the installer refuses; it has ended with 2."""
    call = f"{INSTALL} {arguments} </dev/null"
    message = root.sh(f"status=0; {call} >/srv/said 2>&1 || status=$?; echo $status; cat /srv/said")
    status, sentence = message.splitlines()
    assert status == "2"
    return sentence


def state(root: Root) -> list[str]:
    """Everything that is set on the machine, by digest."""
    return root.sh("find /etc -type f -exec sha256sum {} + | sort -k 2; find /etc -type l | sort").split("\n")


def fresh(installed: Root, to: Path, inside: Network) -> Root:
    """With the code cloned and nothing else of the page done; two certificates."""
    root = installed.copy(to).within(inside)
    root.sh("deluser --quiet qiyuan; apt-get install -y --no-install-recommends openssl iproute2")
    for name, subject in (("/srv/own", HOST), ("/srv/other", "other.example")):
        root.sh(f"{OPENSSL.format(name, subject)} -addext subjectAltName=DNS:{subject} 2>/dev/null")
    return root


def test_the_installer_refuses_in_one_sentence(installed: Root, tmp_path: Path) -> None:
    with network() as inside:
        root = fresh(installed, tmp_path / "one", inside)
        before = state(root)
        mine, other = "/srv/own", "/srv/other"
        for arguments, words in {
            "": "Say the name of the site",
            "localhost": "is no name of a site",
            "'qiyuan.example; reboot'": "is no name of a site",
            f"{HOST} again.example": "One name at most",
            "--upgrade": "not installed here",
            "--fast": "no option --fast",
            "--admin": "--admin needs a value",
            f"{HOST} --admin alice": "belong together",
            f"{HOST} --certificate {mine}.pem": "belong together",
            f"{HOST} --certificate /nowhere --key {mine}.key": "There is no file /nowhere",
            f"{HOST} --certificate {mine}.pem --key {other}.key": "is not the key of",
            f"{HOST} --certificate {other}.pem --key {other}.key": f"is not for {HOST}",
            f"{HOST} --certificate {mine}.key --key {mine}.key": "is no certificate",
        }.items():
            assert words in refusal(root, arguments)
        root.sh("cp -L /usr/bin/python3 /srv/squatter; /srv/squatter -m http.server 8000 >/dev/null 2>&1 &")
        wait_until(lambda: listens(root, 8000), "the port is held", 60)
        assert "Port 8000 is held by squatter" in refusal(root, HOST)
        message = root.sh(f"runuser -u nobody -- sh {INSTALL} {HOST} 2>&1 || true")
        assert message == "This must be run as root.\n"
        assert sorted(set(state(root)) ^ set(before)) == []


def test_an_interpreter_that_no_unit_may_start_is_refused(installed: Root, tmp_path: Path) -> None:
    """The user of the units reaches nothing below ``/root``: they would not start."""
    with network() as inside:
        root = fresh(installed, tmp_path / "one", inside)
        away = f"{root.environment['HOME']}/.local/share/uv/python/bin/python3.11"
        root.sh(f"install -D -m 755 $(readlink -f .venv/bin/python) {away}; ln -sf {away} .venv/bin/python")
        message = root.sh(f"status=0; {INSTALL} {HOST} --sqlite </dev/null 2>&1 || status=$?; echo $status")
        assert message.split()[-1] == "2"
        assert f"The units may not start {away}" in message
        assert not (root.folder / "etc/systemd/system/qiyuan-web.service").exists()
        reading = "runuser -u nobody -- .venv/bin/python -c 1 2>&1 || true"
        assert "Permission denied" in root.sh(reading)


def test_the_broker_opens_the_ports_that_the_page_names(installed: Root, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "deploy" / SEVERAL_MACHINES).read_text()
    [about] = re.findall(r"RabbitMQ listens on every.*?\n\n", page, re.DOTALL)
    with network() as inside:
        root = installed.copy(tmp_path / "broker").within(inside)
        root.write("/etc/hosts", f"127.0.0.1 localhost {socket.gethostname()}\n")
        root.sh(block(SEVERAL_MACHINES, "rabbitmqctl").replace("PASSWORD", "wooden"))
        listening = run([*inside.enter(), "ss", "-Hltn"])
        accounts = root.sh("rabbitmqctl -q list_users --no-table-headers")
    addresses = [line.split()[3] for line in listening.splitlines()]
    assert {address.rpartition(":")[2] for address in addresses} == set(re.findall(r"\b\d{4,5}\b", about))
    assert not any(address.startswith("127.") for address in addresses), "on every address of its machine"
    assert accounts.split()[0] == "qiyuan"
    assert "guest" not in accounts


def test_the_installer(installed: Root, tmp_path: Path, record_property: Record) -> None:
    """Installs, changes nothing when it is run again, leaves alone what was changed by hand, upgrades with a
    backup, and takes itself away with and without the data."""
    arguments = {"DJANGO_SUPERUSER_PASSWORD": whole_round.PASSWORD}
    whole = f"{INSTALL} {HOST} --certificate /srv/own.pem --key /srv/own.key"
    whole += f" --admin {whole_round.ADMIN} --email admin@{HOST}"
    with network() as inside:
        root = fresh(installed, tmp_path / "one", inside)
        root.sh(whole, **arguments)
        assert (root.folder / "etc/qiyuan.env").stat().st_mode & 0o777 == 0o600
        before = state(root)
        assert "There is an administrator already" in root.sh(whole, **arguments)
        assert sorted(set(state(root)) ^ set(before)) == []
        assert f"serves https://{HOST}" in refusal(root, "again.example")

        root.sh("echo '# ours' >>/etc/nginx/sites-available/qiyuan; cd /srv/qiyuan; echo >>README.md")
        root.sh("cd /srv/qiyuan; git -c user.name=Q -c user.email=q@localhost commit -qam Newer")
        message = root.sh(f"{INSTALL} --upgrade")
        assert "Backup: /var/lib/qiyuan/backups/" in message
        assert "sites-available/qiyuan was changed by hand and stays" in message
        heads = root.sh("git -C /opt/qiyuan rev-parse HEAD; git -C /srv/qiyuan rev-parse HEAD").split()
        assert heads[0] == heads[1]
        assert (
            root.sh("pg_restore --list /var/lib/qiyuan/backups/*.dump | grep -c 'TABLE DATA'").strip() != "0"
        )

        assert "Say --keep-data or --delete-data" in refusal(root, "--remove")
        # There is no network from which the packages of Python could come again.
        root.sh(f"cp -a .venv /srv/venv; {INSTALL} --remove --keep-data")
        left = root.sh(
            "ls /etc/systemd/system /etc/nginx/sites-enabled /etc/nginx/snippets; ls -d /opt/* || true"
        )
        assert "qiyuan" not in left
        root.sh("git clone -q /srv/qiyuan /opt/qiyuan; mv /srv/venv /opt/qiyuan/.venv")
        root.sh(whole, **arguments)
        assert root.manage(ADMINISTRATORS).split()[-1] == "1"

        for unit in ("qiyuan-web", "qiyuan-worker", "qiyuan-slow-worker"):
            root.start(unit)
        wait_until(lambda: listens(root, 8000), "the web server listens", 60)
        walk(root, inside, record_property)

        # What systemd would stop.
        root.sh(
            'for one in /proc/[0-9]*; do [ "$(stat -c %U "$one")" != qiyuan ] || kill "${one#/proc/}"; done'
        )
        wait_until(lambda: not listens(root, 8000), "the web server ends", 60)
        root.sh(f"{INSTALL} --remove --delete-data")
        gone = "/opt/qiyuan /var/lib/qiyuan /etc/qiyuan.env /etc/ssl/qiyuan /etc/qiyuan.installed"
        assert root.sh(f"ls -d {gone} 2>/dev/null || true; getent passwd qiyuan || true").split() == []
        assert root.sh("runuser -u postgres -- psql -tAc 'SELECT datname FROM pg_database'").split() == [
            "postgres",
            "template1",
            "template0",
        ]


def test_the_installer_with_a_file_as_database(installed: Root, tmp_path: Path) -> None:
    """And with a certificate of its own making."""
    with network() as inside:
        root = fresh(installed, tmp_path / "one", inside)
        message = root.sh(f"{INSTALL} {HOST} --sqlite --pages")
        assert "The certificate is of our own making" in message
        assert "journalctl -u qiyuan-web" in message
        assert (root.folder / "var/lib/qiyuan/qiyuan.sqlite3").exists()
        root.sh(f"{INSTALL} --upgrade")
        assert root.sh("head -c 15 /var/lib/qiyuan/backups/*.sqlite3") == "SQLite format 3"
        assert root.sh("find /var/lib/qiyuan -name 'qiyuan.sqlite3*' ! -user qiyuan") == ""
        root.sh(f"{INSTALL} --remove --delete-data")
        assert root.sh("ls -d /var/lib/qiyuan /etc/qiyuan.env 2>/dev/null || true") == ""
