"""An event of 36 players from the site's first page to the pairings that hang on the wall, each action of the
organiser counted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import SOON, Clicks
from tests.browser.site import Site, running
from tests.browser.words import Words
from tests.services import free_port

pytestmark = [pytest.mark.browser, pytest.mark.matrix]

PLAYERS = 36
MOST = 25
FILLED, CLICKED = 5, 17
PASSWORD = "seven green bottles"
ORGANISER = f"""
from tournaments.acts.notices.site import begin_site, first_code
begin_site(
    code=first_code(), name="Malaysia Xiangqi Federation", creators="admins", username="chief",
    last_name="Tan", password={PASSWORD!r}, email="",
)
answer = 0
"""


class Organiser:
    """Whoever does all of it. What is typed into one field, chosen in it or sent from the disk is an action,
    and so is each click, of which the browser itself keeps count."""

    def __init__(self, page: Page, say: Words) -> None:
        self.page, self.say = page, say
        self.filled = 0
        self.clicks = Clicks(page)

    @property
    def actions(self) -> int:
        return self.filled + self.clicks.number

    def click(self, role: str, words: str) -> None:
        """The first of what is called so, as somebody sees it from above."""
        self.page.locator("main").get_by_role(role, name=words, exact=True).first.click()  # type: ignore[arg-type]

    def type(self, field: str, text: str) -> None:
        self.fill(self.page.locator(f"input[name={field}]"), text)

    def fill(self, field: Locator, text: str) -> None:
        self.filled += 1
        field.fill(text)

    def select(self, field: Locator, value: str) -> None:
        self.filled += 1
        field.select_option(value)

    def choose(self, name: str, data: str) -> None:
        self.filled += 1
        file = {"name": name, "mimeType": "text/csv", "buffer": data.encode()}
        self.page.locator("input[type=file]").set_input_files([file])  # type: ignore[list-item]

    def open(self, link: Locator) -> None:
        link.click()


def entry_list() -> str:
    rows = [f"Player {chr(65 + n % 26)}{chr(97 + n // 26)},CHN,{2500 - 10 * n}" for n in range(PLAYERS)]
    return "Name,Federation,Rating\n" + "\n".join(rows) + "\n"


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", pytest.param("zh-hans", marks=pytest.mark.long)])
def test_from_the_first_page_to_the_wall(
    language: str, tmp_path: Path, new_page: Callable[..., Page]
) -> None:
    say = Words(language)
    site = Site(tmp_path, free_port())
    site.install("ready")
    site.ask(ORGANISER)
    with running(site):
        page = new_page(viewport={"width": 1280, "height": 800}, accept_downloads=True)
        page.goto(f"{site.url}/{language}/")
        page.set_default_timeout(SOON)
        chief = Organiser(page, say)
        chief.open(page.get_by_role("link", name=say("Sign in")).first)
        chief.type("login", "chief")
        chief.type("password", PASSWORD)
        chief.click("button", say("Sign in"))

        chief.click("link", say("Create an event"))
        chief.type("name", "Grand Cup")
        chief.click("button", say("Create event"))
        chief.type("name", "Men")
        chief.click("button", say("Create section"))

        chief.click("link", say("Import players"))
        chief.choose("players.csv", entry_list())
        chief.click("button", say("Preview import"))
        many = say("Import %(count)s player", "Import %(count)s players", count=PLAYERS)
        expect(page.get_by_role("button", name=many, exact=True)).to_be_visible(timeout=SOON)
        chief.click("button", many)
        done = say("%(count)s player imported.", "%(count)s players imported.", count=PLAYERS)
        expect(page.get_by_text(done)).to_be_visible(timeout=SOON)
        chief.click("link", say("Draw lots"))
        chief.click("button", say("Publish section"))
        chief.click("button", say("Draw lots"))
        drawn = say("Lots drawn: %(count)s players have their numbers.", count=PLAYERS)
        expect(page.get_by_text(drawn)).to_be_visible(timeout=SOON)
        chief.click("button", say("Pair everyone without check-in"))
        chief.click("button", say("Pair round %(number)s", number=1))
        publish = say("Publish round %(number)s", number=1)
        expect(page.get_by_role("button", name=publish)).to_be_visible(timeout=SOON)
        chief.click("button", publish)
        tables = page.get_by_role("table", name=say("Tables, round %(number)s", number=1))
        expect(tables.locator("tbody tr")).to_have_count(PLAYERS // 2, timeout=SOON)

        chief.click("link", say("Print"))
        pairings = page.locator("tr[data-key=pairings]")
        chief.open(pairings.get_by_role("button"))
        pdf = pairings.get_by_role("link", name="PDF", exact=True)
        expect(pdf).to_be_visible(timeout=3 * SOON)
        with page.expect_download() as paper:
            chief.open(pdf)
        assert paper.value.path().read_bytes().startswith(b"%PDF-")
        assert (chief.filled, chief.clicks.number) == (FILLED, CLICKED)
        assert chief.actions <= MOST
