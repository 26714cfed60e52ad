"""An answer that is late is late for whoever has asked for it, and for nobody else: nginx as documented goes
on sending readers to the servers that it waits for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import machine
from tests import nginx as nginx_site
from tests.nginx import DEPLOY, Nginx
from tests.services import PATIENCE

LATE, SOON = "/en/p/late/", "/en/desk/"


class Server(ThreadingHTTPServer):
    """Answers at once, but at `LATE` only when it is let go."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.let_go = threading.Event()
        self.requests: list[str] = []


class _Answers(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        if self.path == LATE:
            self.server.let_go.wait(PATIENCE)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Nothing."""


@pytest.fixture
def servers() -> Iterator[list[Server]]:
    made = [Server(), Server()]
    for server in made:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield made
    for server in made:
        server.let_go.set()
        server.shutdown()
        server.server_close()


@pytest.fixture
def nginx(servers: list[Server], tmp_path: Path) -> Iterator[Nginx]:
    """As documented, but it waits a second where the documents say thirty."""
    if packages := nginx_site.missing():
        pytest.skip(machine.missing(" ".join(packages)))
    made = nginx_site.make(tmp_path, portals=[server.server_port for server in servers])
    impatient = tmp_path / "proxy.conf"
    documented = (DEPLOY / "nginx-proxy.conf").read_text()
    assert "proxy_read_timeout 30s;" in documented
    impatient.write_text(
        documented.replace("proxy_read_timeout 30s;", "proxy_read_timeout 1s;").replace(
            "proxy_next_upstream_timeout 5s;", "proxy_next_upstream_timeout 500ms;"
        )
    )
    site = tmp_path / "site.conf"
    site.write_text(site.read_text().replace(str(DEPLOY / "nginx-proxy.conf"), str(impatient)))
    with nginx_site.running(made):
        yield made


@pytest.mark.slow
def test_one_late_answer_takes_the_site_from_nobody(nginx: Nginx, servers: list[Server]) -> None:
    with ThreadPoolExecutor(4) as readers:
        late = [readers.submit(nginx.get, LATE) for _ in range(4)]
        assert {f.result()[0] for f in late} == {504}
    # Each was asked of one server only, and both are asked for everything else.
    assert sorted(path for server in servers for path in server.requests) == [LATE] * 4
    assert [nginx.get(SOON)[0] for _ in range(6)] == [200] * 6
    assert all(SOON in server.requests for server in servers)


@pytest.mark.slow
def test_a_server_that_is_gone_is_passed_over(nginx: Nginx, servers: list[Server]) -> None:
    servers[0].shutdown()
    servers[0].server_close()
    assert [nginx.get(SOON)[0] for _ in range(6)] == [200] * 6
