"""A small hall for journeys of people with phones: six players, round 1 public, private links for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.site import Site

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"}
SET_UP = """
from dataclasses import replace
from datetime import date
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.players import enter_player, issue_links
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.demo import cast, roster
from tournaments.demo.playing import publish
from tournaments.demo.records import make_event
from tournaments.models import PlayerLink, Section
from tournaments.queries.invitations import invitation_secret
users = cast.ensure_cast()
event = make_event(users, slug="open", name="Town Open", native_name="城市公开赛", place="Jena, Germany",
                   time_zone="Europe/Berlin", starts=date(2026, 11, 28), ends=date(2026, 11, 29))
create_section(event=event, slug="main", name="Main", rounds=3, seed="dice 426", by=users["chief"], **{more})
section = Section.objects.select_related("event").get(event=event)
open_section(section=section, by=users["chief"])
for invited in roster.invited_players(9)[:8]:
    enter_player(section=section, person=replace(invited.person, categories=(), group=1), by=users["desk"])
check_in(entries=list(section.entries.all()), present=True, by=users["desk"])
draw_lots(section=section, by=users["referee"])
publish(section, 1, users)
issue_links(section=section, by=users["desk"])
links = {{link.entry_id: link for link in PlayerLink.objects.filter(revoked_at=None)}}
seats = section.round_set.get(number=1).pairings.get(table=1).seats.order_by("colour")
answer = [[seat.entry.player.name, invitation_secret(links[seat.entry_id])] for seat in seats]
"""
"""``more``: further settings of the section. The answer: name and secret of both players at table 1."""


def complaints_of_phones(site: Site, **more: Any) -> list[list[str]]:
    site.install("ready")
    answer: list[list[str]] = site.ask(SET_UP.format(more=more), timeout=300)
    return answer


def stays(page: Page) -> Callable[[], None]:
    """``page`` is marked; what is returned checks that it has not been loaded again since."""
    page.evaluate("globalThis.neverLoadedAgain = true")

    def check() -> None:
        assert page.evaluate("globalThis.neverLoadedAgain") is True

    return check


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).first.tap()


def jump(page: Page, table: int) -> None:
    """To a table by its number."""
    page.get_by_role("textbox", name="Table").fill(str(table))
    page.get_by_role("button", name="Go").tap()
    expect(page.get_by_role("heading", name=f"Table {table}", exact=True)).to_be_visible()
