"""The files of ``docs/deploy`` are what systemd and nginx accept, with the paths of this machine put in."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import machine

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "docs" / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))


def wanted(name: str, package: str) -> str:
    found = machine.program(name)
    if found is None:
        pytest.skip(machine.missing(package))
    return found


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_units_are_accepted_by_systemd(tmp_path: Path) -> None:
    systemd_analyze = wanted("systemd-analyze", "systemd")
    assert len(UNITS) == 3
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
    broken.write_text(UNITS[0].read_text().replace("/opt/qiyuan/.venv/bin/python", "/nowhere/python"))
    assert run(systemd_analyze, "verify", "--man=no", "--recursive-errors=no", str(broken)).returncode != 0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_the_modules_that_a_unit_starts_are_installed(unit: Path) -> None:
    modules = re.findall(r"python -m (\w+) ", unit.read_text())
    assert len(modules) == 1
    assert run(sys.executable, "-c", f"import {modules[0]}").returncode == 0


def test_the_site_is_accepted_by_nginx(tmp_path: Path) -> None:
    nginx, openssl = wanted("nginx", "nginx-light"), wanted("openssl", "openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = run(
        *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=qiyuan.example"),
        *("-days", "1", "-keyout", str(key), "-out", str(certificate)),
    )
    assert made.returncode == 0, made.stderr
    site = (DEPLOY / "nginx.conf").read_text()
    site = site.replace("/etc/letsencrypt/live/qiyuan.example", str(tmp_path))
    site = site.replace("/etc/nginx/snippets/qiyuan-proxy.conf", str(DEPLOY / "nginx-proxy.conf"))
    # Port 80 is only for root, and a test opens no public port.
    site = re.sub(r"listen (\[::\]:)?(80|443)", r"listen \g<1>18\2", site)
    (tmp_path / "site.conf").write_text(site)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/nginx.pid;\nevents {{}}\nhttp {{\n"
        f"access_log off;\nclient_body_temp_path {tmp_path}/body;\nproxy_temp_path {tmp_path}/proxy;\n"
        f"fastcgi_temp_path {tmp_path}/f;\nuwsgi_temp_path {tmp_path}/u;\nscgi_temp_path {tmp_path}/s;\n"
        f"include {tmp_path}/site.conf;\n}}\n"
    )
    verdict = run(nginx, "-t", "-q", "-e", "stderr", "-p", str(tmp_path), "-c", str(whole))
    assert (verdict.returncode, verdict.stderr) == (0, "")


def test_each_setting_is_in_the_example_and_each_example_is_a_setting() -> None:
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "portal" / "settings.py").read_text()))
    shown = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert shown == read


def test_the_deployment_pages_use_settings_that_exist() -> None:
    shown = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    used: set[str] = set()
    for page in DEPLOY.glob("*.md"):
        used |= set(re.findall(r"\b([A-Z][A-Z_]+)=\S", page.read_text()))
    assert used
    assert used <= shown, used - shown


def test_the_pages_name_the_files_that_are_there() -> None:
    index = (DEPLOY / "README.md").read_text()
    named = set(re.findall(r"^\| `([^`]+)` \|", index, re.MULTILINE))
    assert named == {path.name for path in DEPLOY.iterdir() if path.suffix != ".md"}
