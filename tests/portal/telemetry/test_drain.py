"""A web server that is told to stop: balancers hear it first, who has begun to send a form still gets his
answer."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from portal.management.commands.run import web
from portal.ops.supervisor import die_with_parent
from tests.services import PATIENCE, free_port, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
FORM = b"login=somebody&password=not-the-password"


class Web:
    def __init__(self, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.environment = environment | {"PUBLIC_URL": f"http://127.0.0.1:{self.port}"}
        command = [*web(host="127.0.0.1", port=self.port, workers=2), "--workers-kill-timeout", "60"]
        # The application stands last.
        command.remove("portal.wsgi:application")
        self.process = subprocess.Popen(
            [*command, "portal.wsgi:application"],
            env=self.environment,
            start_new_session=True,
            preexec_fn=die_with_parent(),  # noqa: PLW1509  it takes no lock
        )

    def get(self, path: str) -> tuple[int, bytes]:
        h_t_t_p_connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            h_t_t_p_connection.request("GET", path)
            answer = h_t_t_p_connection.getresponse()
            return answer.status, answer.read()
        except OSError:
            return 0, b""
        finally:
            h_t_t_p_connection.close()

    def drain(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "django", "drain", *arguments]
        subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE)


@pytest.fixture
def site(environment: dict[str, str]) -> Iterator[Web]:
    site = Web(environment)
    wait_until(lambda: site.get("/health/write")[0] == 200, "the site answers")
    yield site
    site.drain("--over")
    # Its processes are a group of their own.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(site.process.pid, signal.SIGKILL)
    site.process.wait()


@pytest.mark.slow
def test_a_machine_that_drains_tells_balancers_and_goes_on_answering(site: Web) -> None:
    site.drain("--seconds", "0")
    for path in ("/health/pages", "/health/write"):
        status, answer = site.get(path)
        assert (status, b"draining" in answer) == (503, True)
    assert site.get("/health/live")[0] == 200
    assert site.get("/robots.txt")[0] == 200
    site.drain("--over")
    assert site.get("/health/pages")[0] == 200


@pytest.mark.slow
def test_who_is_sending_a_form_when_the_server_is_stopped_gets_an_answer(site: Web) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as sender:
        head = (
            f"POST /en/account/login/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nConnection: close\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(FORM)}\r\n\r\n"
        )
        sender.sendall(head.encode() + FORM[:10])
        wait_until(lambda: site.get("/health/live")[0] == 200, "it is at work")
        site.process.send_signal(signal.SIGTERM)
        wait_until(lambda: site.get("/health/live")[0] == 0, "nobody else is let in")
        sender.sendall(FORM[10:])
        answer = sender.makefile("rb").readline()
    # Without the token of a form it is refused; what matters is that it is answered.
    assert answer.startswith(b"HTTP/1.1 403"), answer
    assert site.process.wait(PATIENCE) == 0
