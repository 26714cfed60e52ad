"""The files of ``docs/deploy`` are what systemd and nginx accept, with the paths of this machine put in."""

import http.client
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.web.private_links import PLACES
from tests import machine
from tests import nginx as nginx_site
from tests.nginx import DEPLOY, Nginx
from tests.services import wait_until

ROOT = Path(__file__).resolve().parents[2]
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])


def wanted(name: str, package: str) -> str:
    result = machine.program(name)
    if result is None:
        pytest.skip(machine.missing(package))
    return result


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_units_are_accepted_by_systemd(tmp_path: Path) -> None:
    systemd_analyze = wanted("systemd-analyze", "systemd")
    # It looks whether what a unit starts is there.
    wanted("pgbackrest", "pgbackrest")
    assert len(UNITS) == 12
    copies = []
    for unit in UNITS:
        copy = tmp_path / unit.name
        copy.write_text(unit.read_text().replace("/opt/qiyuan", str(ROOT)))
        copies.append(str(copy))
    verdict = run(systemd_analyze, "verify", "--man=no", "--recursive-errors=no", *copies)
    about_ours = [line for line in verdict.stderr.splitlines() if "qiyuan" in line]
    assert (verdict.returncode, about_ours) == (0, [])


def test_systemd_would_notice_a_fault(tmp_path: Path) -> None:
    systemd_analyze = wanted("systemd-analyze", "systemd")
    broken = tmp_path / "qiyuan-broken.service"
    broken.write_text(STARTED[0].read_text().replace("/opt/qiyuan/.venv/bin/python", "/nowhere/python"))
    assert run(systemd_analyze, "verify", "--man=no", "--recursive-errors=no", str(broken)).returncode != 0


STARTED = [unit for unit in UNITS if "python -m" in unit.read_text()]


@pytest.mark.parametrize("unit", STARTED, ids=lambda unit: unit.stem)
def test_the_modules_that_a_unit_starts_are_installed(unit: Path) -> None:
    modules = re.findall(r"python -m (\w+) ", unit.read_text())
    assert len(modules) == 1
    assert run(sys.executable, "-c", f"import {modules[0]}").returncode == 0


@pytest.fixture
def nginx(tmp_path: Path) -> Nginx:
    if packages := nginx_site.missing():
        pytest.skip(machine.missing(" ".join(packages)))
    return nginx_site.make(tmp_path)


def test_the_site_is_accepted_by_nginx(nginx: Nginx) -> None:
    verdict = run(*nginx.command, "-t", "-q")
    assert (verdict.returncode, verdict.stderr) == (0, "")
    assert nginx.errors.read_text() == ""


@pytest.fixture
def running_nginx(nginx: Nginx) -> Iterator[Nginx]:
    with nginx_site.running(nginx):
        yield nginx


def status_and_location(
    connection: http.client.HTTPConnection, path: str, host: str
) -> tuple[int, str | None]:
    """Status and where it leads."""
    try:
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Location")
    finally:
        connection.close()


@pytest.mark.slow
def test_port_80_leads_to_our_name_and_to_no_other(running_nginx: Nginx) -> None:
    def plain() -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", running_nginx.http, timeout=60)

    assert status_and_location(plain(), "/en/", "qiyuan.example") == (301, "https://qiyuan.example/en/")
    with pytest.raises(http.client.RemoteDisconnected):
        status_and_location(plain(), "/en/", "elsewhere.example")


@pytest.mark.slow
def test_port_443_answers_no_other_name(running_nginx: Nginx) -> None:
    def secure() -> http.client.HTTPSConnection:
        unchecked = ssl._create_unverified_context()  # noqa: S323  our own certificate of a minute ago
        return http.client.HTTPSConnection("127.0.0.1", running_nginx.https, timeout=60, context=unchecked)

    assert status_and_location(secure(), "/en/", "qiyuan.example")[0] == 502
    for other in ("elsewhere.example", "127.0.0.1"):
        with pytest.raises(http.client.RemoteDisconnected):
            status_and_location(secure(), "/en/", other)


def test_no_value_of_a_settings_file_has_a_comment_behind_it() -> None:
    """systemd takes it for a part of the value."""
    pages = [*DEPLOY.parent.rglob("*.md"), ROOT / "README.md", ROOT / ".env.example"]
    assert [
        line
        for page in pages
        for line in page.read_text().splitlines()
        if re.match(r"[A-Z][A-Z_]*=\S*\s+#", line)
    ] == []


SECRET = "0123456789abcdefghjkmnpqrs"


@pytest.mark.parametrize(
    "path",
    [
        f"/zh-hans/p/{SECRET}/round/1/",
        *(f"{language}/{place}/{SECRET}/" for place in PLACES for language in ("", "/EN")),
    ],
)
def test_no_log_has_a_private_link_even_when_the_web_server_is_away(running_nginx: Nginx, path: str) -> None:
    def secure() -> http.client.HTTPSConnection:
        unchecked = ssl._create_unverified_context()  # noqa: S323  our own certificate of a minute ago
        return http.client.HTTPSConnection("127.0.0.1", running_nginx.https, timeout=60, context=unchecked)

    assert status_and_location(secure(), path, "qiyuan.example")[0] == 502
    assert status_and_location(secure(), "/en/some-page/", "qiyuan.example")[0] == 502
    wait_until(lambda: "some-page" in running_nginx.errors.read_text(), "the error is logged")
    for log in running_nginx.errors.parent.glob("*.log"):
        assert SECRET not in log.read_text()


def test_debians_nginx_takes_the_lines_of_the_page(tmp_path: Path) -> None:
    """The connections that a process may hold, by the page's own commands on Debian's own file."""
    program, debians = wanted("nginx", "nginx-light"), Path("/etc/nginx/nginx.conf")
    (tmp_path / "modules-enabled").mkdir()
    (tmp_path / "nginx.conf").write_text(debians.read_text())
    page = (DEPLOY / "one-machine.md").read_text()
    lines = [
        line for line in page.splitlines() if "worker_connections 8192" in line or "worker_rlimit" in line
    ]
    assert len(lines) == 2
    for line in lines:
        assert run("sh", "-c", line.replace("/etc/nginx", str(tmp_path))).returncode == 0
    assert "worker_connections 8192;" in (tmp_path / "nginx.conf").read_text()
    text = (tmp_path / "nginx.conf").read_text().replace("/run/nginx.pid", f"{tmp_path}/nginx.pid")
    text = re.sub(r"include /etc/nginx/(modules|sites)", rf"include {tmp_path}/\1", text)
    (tmp_path / "nginx.conf").write_text(re.sub(r"/var/log/nginx", str(tmp_path), text))
    verdict = run(program, "-t", "-q", "-e", "stderr", "-c", str(tmp_path / "nginx.conf"))
    assert (verdict.returncode, verdict.stderr) == (0, "")


def test_the_address_of_the_database_says_how_to_reach_it() -> None:
    """What stands behind its question mark is heeded beside our own options."""
    program = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings", "ENV_FILE": os.devnull}
    environment["DATABASE_URL"] = "postgres://qiyuan:word@db.internal/qiyuan?sslmode=require"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "'sslmode': 'require'" in done.stdout
    assert "'pool'" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "header"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SUBDOMAINS": "true"}, "max-age=31536000; includeSubDomains"),
        ({"HSTS_PRELOAD": "true"}, "max-age=31536000; preload"),
    ],
)
def test_names_below_ours_are_bound_to_https_only_when_asked_for(
    tmp_path: Path, more: dict[str, str], header: str
) -> None:
    program = (
        "import django; django.setup()\n"
        "from portal.published.memory import site_headers\n"
        "print(dict(site_headers(secure=True))['Strict-Transport-Security'])"
    )
    settings = {"PUBLIC_URL": "https://qiyuan.example", "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "portal.settings"} | settings | more,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == header


def test_each_setting_is_in_the_example_and_each_example_is_a_setting() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "portal" / "settings.py").read_text()))
    page = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert page == read


def test_the_deployment_pages_use_settings_that_exist() -> None:
    text = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    used: set[str] = set()
    for page in DEPLOY.glob("*.md"):
        used |= set(re.findall(r"\b([A-Z][A-Z_]+)=\S", page.read_text()))
    assert used
    assert used <= text, used - text


RULES = DEPLOY / "prometheus-rules.yml"


def test_the_alerts_are_accepted_by_prometheus(tmp_path: Path) -> None:
    promtool = wanted("promtool", "prometheus")
    verdict = run(promtool, "check", "rules", str(RULES))
    assert (verdict.returncode, "SUCCESS" in verdict.stdout) == (0, True), verdict.stdout + verdict.stderr
    broken = tmp_path / "rules.yml"
    broken.write_text(RULES.read_text().replace("qiyuan_database_up == 0", "qiyuan_database_up = = 0"))
    assert run(promtool, "check", "rules", str(broken)).returncode != 0


def test_the_pages_name_the_files_that_are_there() -> None:
    index = (DEPLOY / "README.md").read_text()
    named = set(re.findall(r"^\| `([\w.-]+)` \|", index, re.MULTILINE))
    assert named == {path.name for path in DEPLOY.iterdir() if path.suffix != ".md"}
