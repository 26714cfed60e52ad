"""What stands at an address that somebody typed: never at a private one, never more than was asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from portal.webhooks.sending import FetchedFile, fetch
from tests.portal.webhooks.page import WebPage, web_page

MOST, PATIENCE = 100_000, 3.0


@pytest.fixture
def page(settings) -> Iterator[WebPage]:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with web_page() as served:
        yield served


def ask(url: str, **headers: str) -> FetchedFile:
    return fetch(url, MOST, headers, patience=PATIENCE)


def test_what_stands_there_is_read_whole(page: WebPage) -> None:
    page.body, page.tag = b"x" * MOST, '"7"'
    assert ask(page.url) == FetchedFile(200, page.body, '"7"')
    assert ask(page.url, **{"if-none-match": '"7"'}) == FetchedFile(304)


def test_no_more_is_read_than_was_asked_for(page: WebPage) -> None:
    page.body = b"x" * (MOST + 1)
    assert ask(page.url).error == "webhook-too-large"


@pytest.mark.parametrize("private", ["https://10.0.0.1/", "http://169.254.169.254/latest/meta-data/"])
def test_an_address_that_leads_on_leads_nowhere(page: WebPage, private: str) -> None:
    page.status, page.location = 302, private
    assert ask(page.url) == FetchedFile(302)
    assert len(page.requests) == 1
    assert ask(private).error == "webhook-private"


def test_without_a_network_of_ours_nothing_here_is_asked(page: WebPage, settings) -> None:
    settings.WEBHOOK_NETWORKS = []
    assert ask(page.url).error == "webhook-private"
    assert page.requests == []


def test_nobody_waits_longer_than_was_said(page: WebPage) -> None:
    began = time.monotonic()
    assert fetch(page.url, MOST, {}, patience=0.0).error == "webhook-slow"
    assert time.monotonic() - began < PATIENCE
