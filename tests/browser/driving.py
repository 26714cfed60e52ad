"""How tests and benchmarks drive Chromium: starting it, signing in, waiting."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests import machine
from tests.browser.site import Site

SOON = 20_000
"""Milliseconds after which something that should be there is missed."""
QUIET = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]


def launch_options() -> dict[str, Any]:
    """Arguments of ``chromium.launch``: Debian's Chromium, which asks nobody for anything."""
    return {"executable_path": machine.chromium(), "args": QUIET}


def sign_in(page: Page, site: Site, username: str) -> None:
    page.goto(f"{site.url}/en/account/login/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(site.password())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="My events")).to_be_visible(timeout=SOON)
