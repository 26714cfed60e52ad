"""A small European go tournament in a browser: a list of the EGF, players matched with it, two McMahon rounds
with stones, results from the players' phones, estimated ratings, the class, and the database's table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import SOON, sign_in
from tests.browser.site import Site, running, wait_until
from tests.tournaments.exchange.ratings.rating_texts import egf, egf_row
from tournaments.exchange import h9
from tournaments.exchange.weiqi_codes import rating_of

pytestmark = [pytest.mark.browser, pytest.mark.matrix]  # a whole journey
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "reduce"}
GRADES = ("6d", "5d", "4d", "3d", "2d", "1d", "1k", "2k", "4k", "5k", "7k", "9k", "10k", "13k", "16k", "20k")
SET_UP = """
from datetime import date
from tournaments.acts.sections import create_section, open_section
from tournaments.demo import cast
from tournaments.demo.records import make_event
from tournaments.models import Section
users = cast.ensure_cast()
event = make_event(users, slug="open", name="Town Open", native_name="", place="Jena, Germany",
                   time_zone="Europe/Berlin", starts=date(2026, 11, 28), ends=date(2026, 11, 29))
create_section(event=event, slug="main", name="Main", rounds=2, seed="dice 4 2 6", game="weiqi",
               preset="mcmahon", settings={"handicap_correction": 0, "handicap_placement": "fixed"},
               by=users["chief"])
open_section(section=Section.objects.get(event=event), by=users["chief"])
answer = 0
"""
LAST_TABLE = """
from portal.accounts.models import User
from tournaments.acts.entering.players import issue_links
from tournaments.models import PlayerLink, Round, Section
from tournaments.queries.invitations import invitation_secret
section = Section.objects.get(slug="main")
issue_links(section=section, by=User.objects.get(username="desk"))
round_ = Round.objects.get(section=section, number={number})
table = round_.pairings.filter(table__isnull=False).order_by("-handicap", "-table").first()
seats = {{seat.colour: seat.entry for seat in table.seats.all()}}
links = [PlayerLink.objects.get(entry=seats[one], revoked_at=None) for one in ("first", "second")]
answer = [table.table, table.handicap, *map(invitation_secret, links)]
"""
OTHERS = """
from portal.accounts.models import User
from tournaments.acts.results import report_result
from tournaments.models import Round
round_ = Round.objects.select_related("section__event").get(section__slug="main", number={number})
for pairing in round_.pairings.filter(table__isnull=False, reports__isnull=True):
    report_result(round_=round_, table=pairing.table, value="0-1", seen=None,
                  by=User.objects.get(username="desk"))
answer = 0
"""


STATE = """
from tournaments.models import Round
answer = Round.objects.get(section__slug="main", number={number}).state
"""


def rating_list() -> bytes:
    """Everybody, in the EGF's way; somebody else besides."""
    rows = [
        egf_row(12345670 + n, f"Town{chr(97 + n)} Ann", "DE", f"Club{n % 4}", grade, rating_of(grade))
        for n, grade in enumerate(GRADES)
    ]
    return egf([*rows, egf_row(17000000, "Other Man", "FR", "Lyon", "4d", 2400)], len(GRADES) + 1)


def entry_list() -> bytes:
    """Names alone, the fourth spelled otherwise; the last player comes later."""
    names = [f"Town{chr(97 + n)}" for n in range(len(GRADES) - 1)]
    names[3] = "Towndt"
    return "\n".join(["Last name,First name,Country", *(f"{name},Ann,GER" for name in names), ""]).encode()


@pytest.fixture
def hall(site: Site) -> Iterator[Site]:
    site.install("ready")
    site.ask(SET_UP)
    with running(site):
        yield site


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).first.click()


def play(site: Site, referee: Page, new_page: Callable[..., Page], number: int) -> int:
    """One round; gives the handicap of the table whose players report with their phones."""
    desk = f"{site.url}/en/desk/open/main"
    referee.goto(f"{desk}/")
    referee.locator("main").get_by_role("link", name=f"Pair round {number}", exact=True).first.click()
    press(referee, f"Pair round {number}")
    publish = referee.get_by_role("button", name=f"Publish round {number}", exact=True)
    expect(publish.first).to_be_visible(timeout=SOON)
    publish.first.click()
    rows = referee.get_by_role("table", name=f"Tables, round {number}").locator("tbody tr")
    expect(rows).to_have_count(len(GRADES) // 2, timeout=SOON)
    table, handicap, black, white = site.ask(LAST_TABLE.format(number=number))
    first_one, other = new_page(**PHONE), new_page(**PHONE)
    first_one.goto(f"{site.url}/en/p/{black}/")
    expect(first_one.locator(".table-number")).to_contain_text(str(table))
    if handicap > 1:
        expect(first_one.get_by_text(f"H{handicap}, komi ½").first).to_be_visible()
        expect(first_one.get_by_text("The stones are on the star points")).to_be_visible()
    if handicap:
        expect(first_one.get_by_role("button", name="Draw")).to_have_count(0)
    first_one.get_by_role("button", name="I won").tap()
    expect(first_one.get_by_text("that is what you reported")).to_be_visible(timeout=SOON)
    other.goto(f"{site.url}/en/p/{white}/")
    other.get_by_role("button", name="I lost").tap()
    expect(other.get_by_text("you lost")).to_be_visible(timeout=SOON)
    site.ask(OTHERS.format(number=number))
    referee.goto(f"{desk}/round/{number}/")
    press(referee, f"Close round {number}")
    wait_until(lambda: site.ask(STATE.format(number=number)) == "closed", pause=0.5)
    return handicap


def seen(page: Page, text: str) -> Locator:
    """The first place where it is shown; a table on a phone has others that are not."""
    return page.locator("main").get_by_text(text).locator("visible=true").first


def load_list(hall: Site, desk: Page) -> None:
    """The list of the federation, read by a worker."""
    desk.goto(f"{hall.url}/en/desk/-/rating-lists/")
    desk.get_by_label("List", exact=True).select_option("egf")
    file: Any = {"name": "allworld_lp.html", "mimeType": "text/html", "buffer": rating_list()}
    desk.locator("input[type=file]").set_input_files([file])
    press(desk, "Load list")
    expect(desk.get_by_text("List loaded: 17 players.")).to_be_visible(timeout=SOON)


def enter_players(hall: Site, desk: Page) -> None:
    """15 by a list of names, one looked up; numbers, ratings, grades and clubs from the federation's list."""
    entries = f"{hall.url}/en/desk/open/main/entries"
    desk.goto(f"{entries}/import/")
    file: Any = {"name": "list.csv", "mimeType": "text/csv", "buffer": entry_list()}
    desk.locator("input[type=file]").set_input_files([file])
    press(desk, "Preview import")
    press(desk, "Import 15 players")
    expect(desk.get_by_text("15 players imported.")).to_be_visible(timeout=SOON)
    desk.goto(f"{entries}/add/")
    desk.get_by_label("Look up in the rating lists").fill("ann townp")
    desk.get_by_label("Look up in the rating lists").press("Enter")
    desk.locator("main").get_by_role("link", name="Townp Ann").first.click()
    expect(desk.get_by_label("Grade", exact=True)).to_have_value("20k")
    press(desk, "Add player")
    desk.goto(f"{entries}/ratings/?all=on")
    expect(desk.get_by_role("heading", name="Similar name: choose who it is")).to_be_visible()
    desk.get_by_role("radio", name="Townd Ann").check()
    for change in ("grade", "club"):
        desk.get_by_role("checkbox", name=change, exact=True).check()
    press(desk, "Update chosen players")
    expect(desk.get_by_text("15 players updated.")).to_be_visible(timeout=SOON)


@pytest.mark.long
def test_from_a_list_to_the_database(hall: Site, new_page: Callable[..., Page]) -> None:
    chief, desk, referee = new_page(), new_page(), new_page(accept_downloads=True)
    for page, who in ((chief, "chief"), (desk, "desk"), (referee, "referee")):
        page.set_default_timeout(SOON)
        sign_in(page, hall, who)
    load_list(hall, chief)
    enter_players(hall, desk)
    desk.goto(f"{hall.url}/en/desk/open/main/entries/")
    press(desk, "Check in all")
    referee.goto(f"{hall.url}/en/desk/open/main/lots/")
    press(referee, "Draw lots")
    expect(referee.get_by_text("Lots drawn: 16 players have their numbers.")).to_be_visible(timeout=SOON)
    collected = [play(hall, referee, new_page, number) for number in (1, 2)]
    assert any(stones > 1 for stones in collected)
    files = f"{hall.url}/en/desk/open/main/files/"
    chief.goto(f"{files}ratings/")
    expect(chief.get_by_text("Only staff see this.")).to_be_visible()
    expect(seen(chief, "Towna Ann")).to_be_visible()
    chief.goto(f"{files}submission/")
    expect(chief.get_by_text("By this time: class A")).to_be_visible()
    chief.get_by_label("Country").fill("DE")
    press(chief, "Confirm rating class")
    expect(chief.get_by_text("confirmed: A")).to_be_visible(timeout=SOON)
    expect(chief.get_by_text("Nothing is missing.").first).to_be_visible()
    public = new_page(**PHONE)
    public.goto(f"{hall.url}/en/e/open/main/ratings/")
    expect(seen(public, "Towndt Ann")).to_be_visible(timeout=SOON)
    referee.goto(files)
    with referee.expect_download() as download:
        referee.locator("main a[href$='h9/'], main a[href*='=h9'], main a[href$='.h9']").first.click()
    data = download.value.path().read_bytes()
    text = data.decode("iso8859-15")
    assert "; CL[A]" in text
    assert "; PC[DE,Jena" in text
    lines = [line for line in text.splitlines() if not line.startswith(";")]
    assert len(lines) == len(GRADES)
    assert all(line.rstrip()[-9:-8] == "|" for line in lines)
    assert any(f"/b{collected[0]}" in line for line in lines)
    assert not h9.read(data).problems
