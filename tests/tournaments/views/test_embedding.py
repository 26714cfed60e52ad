"""What other sites show of a section in frames of theirs."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from portal import outbox
from tests.world import World
from tournaments.acts.event_settings import change_event

EMBED = "/en/e/cup/men/-/embed/"


@pytest.fixture
def public(drawn: World) -> World:
    drawn.published()
    outbox.drain()
    return drawn


@pytest.mark.slow
def test_the_newest_is_shown_in_a_frame_at_one_address(public: World, client: Client) -> None:
    texts = {"pairings": "Pairings of round 1", "next": "Round 1", "standings": "Not published yet"}
    for part, words in texts.items():
        answer = client.get(f"{EMBED}{part}/")
        html = answer.content.decode()
        assert words in html, part
        assert '<base target="_blank">' in html
        assert not client.cookies
        # One header says who may frame it, and no second contradicts it.
        assert "frame-ancestors *" in answer["Content-Security-Policy"]
        assert "X-Frame-Options" not in answer
    assert "frame-ancestors 'none'" in client.get("/en/e/cup/men/")["Content-Security-Policy"]


@pytest.mark.slow
def test_the_event_says_which_sites_may(public: World, client: Client) -> None:
    for sites, policy in (
        ("https://club.example", "frame-ancestors 'self' https://club.example"),
        ("none", "frame-ancestors 'self'"),
    ):
        change_event(event=public.event, framed_by=sites, by=public.users["alice"])
        assert client.get(f"{EMBED}pairings/")["Content-Security-Policy"].endswith(policy)


def test_a_page_has_the_lines_to_copy(public: World, client: Client) -> None:
    html = unescape(unescape(client.get(EMBED).content.decode()))
    assert f'{EMBED}pairings/" width="100%"' in html
    assert f"{EMBED}standings/" not in html
    assert 'href="-/embed/"' in client.get("/en/e/cup/men/").content.decode()
    assert client.get("/en/e/cup/nowhere/-/embed/").status_code == 404
