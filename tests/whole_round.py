"""One whole round of a site, as those who use it do it: over HTTP, with a session and with a token.

It begins where the deployment pages end, with the first account and nothing else. Players come by the
interface, lots and papers by the pages of the desk; pairing, publishing, closing, pages and papers are the
workers'. Whatever is asked for must come within `PATIENCE`.
"""

from __future__ import annotations

import http.client
import json
import re
import ssl
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

PATIENCE = 180.0
ADMIN, CHIEF, PASSWORD = "admin", "chief", "seven wooden horses"
FEDERATIONS = ("CHN", "VIE", "MAS", "SGP", "GER", "HKG")

SET_UP = f"""
from datetime import date
from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token
from tournaments.acts.sections import create_section
from tournaments.acts.events import create_event
from tournaments.acts.sections import open_section
from tournaments.acts.people import grant_role
from tournaments.models import Event, Role, Section
admin = User.objects.get(username="{ADMIN}")
chief = User.objects.filter(username="{CHIEF}").first()
chief = chief or User.objects.create_user("{CHIEF}", password="{PASSWORD}")
create_event(slug="SLUG", name="Open", starts=date(2026, 11, 20), ends=date(2026, 11, 21), by=admin)
event = Event.objects.get(slug="SLUG")
for role in (Role.ORGANISER, Role.CHIEF_REFEREE):
    grant_role(event=event, user=chief, role=role, by=admin)
create_section(event=event, slug="men", name="Men", rounds=3, seed="7", by=chief)
open_section(section=Section.objects.get(event=event), by=chief)
print(make_token(by=chief, name="round", scopes=list(SCOPES), days=7).secret)
"""
"""For ``manage.py shell``: an event ``SLUG`` with its chief, whose token is printed last."""


@dataclass
class Caller:
    """Somebody in front of a site: what it answers, cookies kept."""

    connect: Callable[[], http.client.HTTPConnection]
    host: str
    headers: dict[str, str] = field(default_factory=dict)
    """Of each request; what a proxy would say where there is none."""
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of one answer."""
        connection = self.connect()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        values = {"Host": self.host, "Cookie": cookies, "Referer": f"https://{self.host}{path}"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, values | self.headers | named)
            answer = connection.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, others = value.partition("=")
                    self.cookies[key] = others.partition(";")[0]
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def page(self, path: str) -> str:
        status, body, _ = self.ask("GET", path)
        assert status == 200, (path, status, body[:2000])
        return body.decode()

    def submit(self, path: str, form_at: str = "", **values: str) -> str:
        """Sends the form of ``path``, or one for it that stands at ``form_at``; returns where that leads."""
        hidden = dict(
            re.findall(r'name="(csrfmiddlewaretoken|once)" value="([^"]+)"', self.page(form_at or path))
        )
        sent = urlencode(hidden | values).encode()
        status, body, headers = self.ask(
            "POST",
            path,
            sent,
            Content_Type="application/x-www-form-urlencoded",
            Origin=f"https://{self.host}",
        )
        assert status == 302, (path, status, body.decode()[-3000:])
        return headers["location"]

    def call(self, path: str, token: str, body: Any = None) -> Any:
        """The interface for programs: its JSON."""
        sent = None if body is None else json.dumps(body).encode()
        more = {"Authorization": f"Bearer {token}"} | ({"Content_Type": "application/json"} if sent else {})
        status, answer, _ = self.ask("POST" if sent else "GET", f"/api/v1/{path}", sent, **more)
        assert 200 <= status < 300, (path, status, answer)
        return json.loads(answer)


def until(change: str, result: Callable[[], Any]) -> Any:
    """What ``result`` gives as soon as it is something."""
    deadline = time.monotonic() + PATIENCE
    while not (it := result()):
        assert time.monotonic() < deadline, f"not within {PATIENCE:g} s: {change}"
        time.sleep(0.1)
    return it


def play(caller: Caller, slug: str, token: str) -> dict[str, float]:
    """Six players, one round of them, from the first entry to the printed standings; seconds by step."""
    began, steps = time.monotonic(), {}

    def step(name: str) -> None:
        steps[name] = round(time.monotonic() - began, 1)

    section, desk = f"events/{slug}/sections/men", f"/en/desk/{slug}/men"
    caller.submit("/en/account/login/", login=CHIEF, password=PASSWORD)
    for federation in FEDERATIONS:
        person = {"name": f"Player of {federation}", "federation": federation}
        entered = caller.call(f"{section}/entries", token, person)
        caller.call(f"{section}/entries/{entered['entry']}/check-in", token, {"present": True})
    caller.submit(f"{desk}/lots/")
    step("entries and lots")

    def view() -> Any:
        return caller.call(f"{section}/rounds/1/desk", token)

    caller.call(f"{section}/rounds/1/pair", token, {})
    draft = until("the draft", lambda: view()["draft"])
    step("paired")
    caller.call(f"{section}/rounds/1/publish", token, {"seen": draft["digest"]})
    until("round 1 is public", lambda: view()["state"] == "published")
    text = caller.page(f"/en/e/{slug}/men/round/1/")
    assert all(f"Player of {federation}" in text for federation in FEDERATIONS)
    for name in re.findall(r'"(/static/[^"]+)"', text):
        assert caller.ask("GET", name)[0] == 200, name
    step("published")
    for table in (1, 2, 3):
        caller.call(f"{section}/rounds/1/results", token, {"table": table, "value": "1-0"})
    caller.call(f"{section}/rounds/1/close", token, {})
    until("round 1 is closed", lambda: view()["state"] == "closed")
    assert "Player of" in caller.page(f"/en/e/{slug}/men/standings/1/")
    step("closed")
    caller.submit(
        f"{desk}/paper/print/", f"{desk}/paper/", kind="standings", round="1", language="en", size="a4"
    )
    public = f"/en/e/{slug}/men/paper/standings/1/a4.pdf"

    def paper() -> bytes:
        status, body, headers = caller.ask("GET", public)
        if status == 302:
            # To the address of this version, which never changes.
            status, body, _ = caller.ask("GET", headers["location"])
        assert status in (200, 202), (status, body)
        return body if status == 200 else b""

    assert until("the standings on paper", paper).startswith(b"%PDF-")
    step("printed")
    return steps


def main(arguments: list[str]) -> None:
    """``python -m tests.whole_round HOST SLUG TOKEN``: of the site behind port 443 of this machine; prints
    the seconds by step."""
    host, slug, token = arguments
    unchecked = ssl._create_unverified_context()  # noqa: S323  the certificate is of a minute ago

    def connect() -> http.client.HTTPConnection:
        return http.client.HTTPSConnection("127.0.0.1", 443, timeout=60, context=unchecked)

    sys.stdout.write(json.dumps(play(Caller(connect, host), slug, token)))


if __name__ == "__main__":
    main(sys.argv[1:])
