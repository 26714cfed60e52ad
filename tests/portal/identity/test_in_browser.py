"""In a browser: an app is registered, a person allows it and is led back to another site, a device is
connected. The policy of contents must let a form lead there, and nowhere else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
import requests
from allauth.idp.oidc.models import Client

from portal.accounts.models import User
from portal.identity.registered import AppKind
from tests.browser.axe import faults
from tests.portal.identity.clients import VERIFIER, Person, Site, app, part, session_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def back() -> Iterator[str]:
    """An app's own address, which says that one has come."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>back</title><p>here")

        def log_message(self, *_arguments: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/back"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("shape", [("en", 1280), ("zh-hans", 360)])
def test_from_registering_to_being_led_back(
    live_server: Any, settings: Any, open_page: Any, back: str, shape: tuple[str, int]
) -> None:
    language, width = shape
    settings.PUBLIC_URL = live_server.url
    site, admin = Site(live_server.url), User.objects.create_superuser("admin")
    [cookie] = Person(site, admin).browser.cookies
    page = open_page("account/login/", language, viewport={"width": width, "height": 900})
    page.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": live_server.url}])
    page.goto(f"{live_server.url}/{language}/desk/-/apps/")
    page.fill("#app-name", "Hall board")
    page.fill("#app-addresses", back)
    page.check("input[name=scopes][value=site]")
    assert faults(page) == []
    page.click("form[action$='register/'] button")
    client = Client.objects.get()
    assert faults(page) == []
    assert client.pk in page.inner_text("main")
    session = session_of(client, site, scope="openid profile site")
    session.redirect_uri = back
    address, _state = session.create_authorization_url(
        site.metadata["authorization_endpoint"], code_verifier=VERIFIER, ui_locales=language
    )
    page.goto(address)
    assert f"/{language}/identity/authorize/" in page.url
    assert faults(page) == []
    page.click("button[value=grant]")
    page.wait_for_url(f"{back}?**")
    assert page.inner_text("p") == "here"
    token = session.fetch_token(
        site.metadata["token_endpoint"], authorization_response=page.url, code_verifier=VERIFIER
    )
    assert part(page.url, "code")
    assert site.asks(token["access_token"], "/api/v1/openapi.yaml").status_code == 200
    # A device: its code is in the address, and still the person presses twice.
    clock = app(admin, AppKind.DEVICE, ("site",), name="Clock")
    begun = requests.post(
        site.metadata["device_authorization_endpoint"],
        {"client_id": clock.pk, "scope": "site"},
        timeout=10,
    ).json()
    page.goto(f"{live_server.url}/{language}/identity/device/?code={begun['user_code']}")
    assert faults(page) == []
    page.click("main form button")
    assert "Clock" in page.inner_text("h1")
    assert faults(page) == []
    page.click("button[value=allow]")
    page.click("main a")
    assert "Hall board" in page.inner_text("main")
    assert faults(page) == []
