"""nginx with the files of ``docs/deploy``, the paths and ports of a test put in, on 127.0.0.1."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPSConnection
from pathlib import Path

from portal.ops.supervisor import die_with_parent, port_is_free
from tests import machine
from tests.services import free_port, wait_until

DEPLOY = Path(__file__).resolve().parent.parent / "docs" / "deploy"
HOST = "qiyuan.example"
CROWD = 8192
"""Connections at once, as *One machine* has it."""
BROTLI = Path("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so")
Answer = tuple[int, dict[str, str], bytes]


@dataclass(frozen=True)
class Nginx:
    """The site of the page with this machine's ports."""

    command: list[str]
    errors: Path
    http: int
    https: int

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Status, headers by their names in small letters, and bytes, as a reader gets them over TLS."""
        unchecked = ssl._create_unverified_context()  # noqa: S323  our own certificate of a minute ago
        connection = HTTPSConnection("127.0.0.1", self.https, timeout=60, context=unchecked)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers={"Host": HOST, "Accept-Encoding": "gzip", **named})
            answer = connection.getresponse()
            by_key = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, by_key, answer.read()
        finally:
            connection.close()


def missing() -> list[str]:
    """Packages that are not there."""
    wanted = {"nginx": "nginx-light", "openssl": "openssl"}
    return [package for program, package in wanted.items() if machine.program(program) is None]


def make(
    folder: Path, *, portals: Sequence[int] = (), pages: Path | None = None, brotli: bool = False
) -> Nginx:
    """The site before portals on these ports, and with this folder of pages; by itself before nothing.
    ``brotli``: as *Many readers* switches it on."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    # As certbot makes them: a handshake with RSA costs the server several times as much.
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    openssl = [str(machine.program("openssl")), "req", "-x509", *curve, "-nodes"]
    subprocess.run(
        [*openssl, "-subj", f"/CN={HOST}", "-days", "1", "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    # Ports below 1024 are only for root, and a test opens none to the public.
    ports = {"80": free_port(), "443": free_port()}
    (folder / "site.conf").write_text(_site(folder, ports, portals or [free_port()], pages))
    whole, errors = folder / "nginx.conf", folder / "error.log"
    user = "user root;\n" if os.geteuid() == 0 else ""
    loaded = f"load_module {BROTLI};\n" if brotli else ""
    static = "brotli_static on;\n" if brotli else ""
    whole.write_text(
        f"{loaded}{user}pid {folder}/nginx.pid;\nerror_log {errors};\nworker_rlimit_nofile {CROWD};\n"
        f"events {{ worker_connections {CROWD}; }}\nhttp {{\n"
        f"{static}access_log off;\nclient_body_temp_path {folder}/body;\nproxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f;\nuwsgi_temp_path {folder}/u;\nscgi_temp_path {folder}/s;\n"
        f"types {{ text/html html; }}\ninclude {folder}/site.conf;\n}}\n"
    )
    command = [str(machine.program("nginx")), "-e", str(errors), "-p", str(folder), "-c", str(whole)]
    return Nginx(command, errors, ports["80"], ports["443"])


def _site(folder: Path, ports: dict[str, int], portals: Sequence[int], pages: Path | None) -> str:
    site = (DEPLOY / "nginx.conf").read_text()
    site = site.replace("/etc/letsencrypt/live/qiyuan.example", str(folder))
    for name in ("proxy", "pages"):
        site = site.replace(f"/etc/nginx/snippets/qiyuan-{name}.conf", str(DEPLOY / f"nginx-{name}.conf"))
    site = site.replace("/var/lib/qiyuan/pages", str(pages or folder / "pages"))
    site = re.sub(r"listen \[::\]:.*;", "", site)
    site = re.sub(r"listen (80|443)", lambda result: f"listen 127.0.0.1:{ports[result[1]]}", site)
    servers = "\n".join(f"    server 127.0.0.1:{port} max_fails=0;" for port in portals)
    return site.replace("    server 127.0.0.1:8000 max_fails=0;", servers)


@contextmanager
def running(nginx: Nginx) -> Iterator[Nginx]:
    process = subprocess.Popen([*nginx.command, "-g", "daemon off;"], preexec_fn=die_with_parent())  # noqa: PLW1509  it takes no lock
    try:
        wait_until(lambda: not port_is_free("127.0.0.1", nginx.http), "nginx listens")
        yield nginx
    finally:
        process.terminate()
        process.wait(60)
