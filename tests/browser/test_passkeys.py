"""A passkey from its making to signing in with it alone, with Chromium's own virtual authenticator; the site
is reached as the public reaches it, since browsers offer passkeys on encrypted connections only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.driving import SOON, sign_in
from tests.browser.site import running
from tests.browser.tls import PublicSite, at_an_https_address

pytestmark = [pytest.mark.browser, pytest.mark.long]

SET_UP = """
from tournaments.demo import cast
cast.ensure_cast()
answer = 0
"""
KEYS = """
from allauth.mfa.models import Authenticator
answer = [[key.user.username, key.type] for key in Authenticator.objects.all()]
"""
FINGER = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""A phone that knows its owner's finger, which is always there."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[PublicSite]:
    with at_an_https_address(tmp_path) as site:
        site.ask(SET_UP)
        with running(site):
            yield site


def test_a_passkey_signs_in_alone(site: PublicSite, new_page: Callable[..., Page]) -> None:
    page = new_page(ignore_https_errors=True, bypass_csp=True)
    phone = page.context.new_cdp_session(page)
    phone.send("WebAuthn.enable")
    made = phone.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER})
    sign_in(page, site, "referee")

    page.goto(f"{site.url}/en/account/factor/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Password").fill(site.password())
    page.locator("main form button.btn-primary").click()
    expect(page.get_by_role("heading", name="Add a passkey")).to_be_visible(timeout=SOON)
    assert faults(page) == []
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Use it to sign in without a password").check()
    page.get_by_role("button", name="Add key").click()
    page.wait_for_url(lambda url: "/add/" not in url)
    page.goto(f"{site.url}/en/account/factor/keys/")
    expect(page.locator(".entries .entry")).to_contain_text("passkey")
    assert faults(page) == []
    assert ["referee", "webauthn"] in site.ask(KEYS)
    [held] = phone.send("WebAuthn.getCredentials", made)["credentials"]
    assert (held["isResidentCredential"], held["rpId"]) == (True, "localhost")

    page.goto(f"{site.url}/en/account/logout/")
    page.locator("main form button.btn-primary").click()
    page.goto(f"{site.url}/en/desk/")
    assert "/account/login/" in page.url
    assert faults(page) == []
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="My events")).to_be_visible(timeout=SOON)
