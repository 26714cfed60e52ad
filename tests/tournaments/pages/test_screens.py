"""Screens in the hall: what they show, and that they run for a day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, Route

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tests import factories
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.teams_world import all_reported, closed, teams_playing, waiting_round
from tests.tournaments.pages.rendered import parsed, render
from tournaments import pages
from tournaments.acts.notices.screens import MOST_SCREENS, remove_screen, set_screen
from tournaments.models import Membership, Player, Role, Screen, Section

CUT_OFF = """() => [...document.querySelectorAll(".stage .row")].filter((row) => {
  const box = row.getBoundingClientRect(), stage = row.closest(".stage").getBoundingClientRect();
  const last = row.lastElementChild.getBoundingClientRect();
  return Math.max(box.right, last.right) > stage.right || box.bottom > stage.bottom;
}).map((row) => row.textContent)"""
"""The rows that are not wholly on the stage."""
LEFT_OVER = """() => {
  const last = document.querySelector(".stage .row:last-child").getBoundingClientRect();
  return (document.querySelector(".stage").getBoundingClientRect().bottom - last.bottom) / last.height;
}"""
"""How many rows would stand below the last."""
IDLE = "() => document.querySelector('[data-screen]').ariaBusy !== 'true'"
"""What was asked for has come: the clock may go on, which would else be the request's patience."""
EVERYTHING = ["countdown", "pairings", "by-name", "standings"]


@pytest.fixture
def chief(section: Section) -> User:
    user = User.objects.create(username="alice")
    Membership.objects.create(event=section.event, user=user, role=Role.CHIEF_ORGANISER)
    return user


@pytest.mark.slow
def test_a_screen_is_public_and_follows(section: Section, chief: User, settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0
    pages.announce_event(section.event)
    pages.announce_section(section)
    arguments = {"event": section.event, "section": section, "seconds": 10, "by": chief, "once": "x"}
    answer = set_screen(shows=["pairings", "standings"], **arguments)
    assert set_screen(shows=["pairings"], **arguments) == answer
    outbox.drain()
    reader = Client()
    page = reader.get("/zh-hans/e/test-2015/-/screen/1/")
    assert (page.status_code, len(page.cookies)) == (200, 0)
    slides = parsed(page.content.decode()).findall(".//section")
    assert [slide.get("data-key") for slide in slides] == ["men-pairings", "men-standings"]
    assert slides[0].get("data-facts") == "目前成绩：2 / 3"
    version = parsed(page.content.decode()).find(".//main").get("data-version")
    assert reader.get(f"/zh-hans/e/test-2015/-/screen/1/?v={version}").status_code == 204
    factories.report(section.round_set.get(number=3), 3, "1-0")
    pages.results_changed(section.round_set.get(number=3))
    outbox.drain()
    fresh = reader.get(f"/zh-hans/e/test-2015/-/screen/1/?v={version}")
    assert "目前成绩：3 / 3" in fresh.content.decode()
    remove_screen(event=section.event, screen=Screen.objects.get().pk, by=chief)
    assert reader.get("/zh-hans/e/test-2015/-/screen/1/").status_code == 410


def test_what_is_refused(section: Section, chief: User) -> None:
    def code(**values: Any) -> str:
        with pytest.raises(Refusal) as refused:
            set_screen(**{"event": section.event, "shows": EVERYTHING, "seconds": 10, "by": chief} | values)
        return refused.value.code

    assert code(shows=["weather"]) == "screen-shows-nothing"
    assert code(seconds=4) == code(seconds=121) == "screen-seconds"
    assert code(name="\u202ehall") == "name-not-printable"
    assert code(screen=1) == "no-such-screen"
    Screen.objects.bulk_create(Screen(event=section.event, number=n) for n in range(1, MOST_SCREENS + 1))
    assert code() == "too-many-screens"
    with pytest.raises(Refusal, match="no-such-screen"):
        remove_screen(event=section.event, screen=99, by=chief)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_valid_before_and_during_a_round(section: Section, language: str) -> None:
    params = {"event": section.event_id, "number": 1}
    Screen.objects.create(event=section.event, number=1, shows=EVERYTHING)

    def slides() -> list[str]:
        collected = [
            slide.get("data-key") for slide in parsed(render("screen", params, language)).iter("section")
        ]
        return [key for key in collected if not key.startswith(("cup", "league"))]

    # Results are in: no countdown any more.
    assert slides() == ["men-pairings", "men-by-name", "men-standings"]
    waiting = factories.make_section(section.event, "women", name="Women")
    factories.make_entries(waiting, 4)
    factories.publish(factories.pair(waiting, 1))
    assert slides()[3:] == ["women-countdown", "women-pairings", "women-by-name"]
    Section.objects.update(state=Section.State.DRAFT)
    assert slides() == ["none"]


@pytest.fixture
@remembered
def hall(section: Section) -> Section:
    """A section of 54 whose round 4 is published."""
    factories.make_entries(section, 47)
    Screen.objects.create(event=section.event, number=1, shows=EVERYTHING, seconds=10)
    return section


@pytest.fixture
def open_screen(request: pytest.FixtureRequest, live_server: Any) -> Iterator[Any]:
    """Opens the screen on a clock that the test turns; ``answers`` answers what the page asks."""
    browser_: Browser = request.getfixturevalue("browser")
    contexts = []

    def opened(html: str, answers: Any, width: int = 1920, height: int = 1080) -> Page:
        context = browser_.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        page = context.new_page()
        page.clock.install(time=0)
        address = f"{live_server.url}/en/e/test-2015/-/screen/1/"

        def answer(route: Route) -> None:
            if "v=" in route.request.url:
                answers(route)
            else:
                route.fulfill(body=html, content_type="text/html; charset=utf-8")

        page.route(f"{address}*", answer)
        page.goto(address)
        page.clock.pause_at(1)
        page.clock.run_for(1_000)
        return page

    yield opened
    for context in contexts:
        context.close()


def heap(page: Page) -> int:
    """Bytes that scripts hold after everything that can go has gone."""
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    used: int = session.send("Runtime.getHeapUsage")["usedSize"]
    nodes: int = session.send("Memory.getDOMCounters")["nodes"]
    session.detach()
    return used + nodes * 100


def run(page: Page, html: str, refreshes: int, answered: list[int]) -> None:
    """So many refreshes on the fake clock, each waited for: every third brings a newer page."""
    for _ in range(refreshes):
        before = len(answered)
        # In steps shorter than the patience of a request, which is counted on the same clock.
        for _ in range(400):
            idle = page.evaluate(IDLE)
            if idle and len(answered) > before:
                break
            if idle:
                page.clock.run_for(4_000)
            else:
                page.wait_for_timeout(2)
        assert len(answered) > before


def newer(html: str, answered: list[int]) -> Any:
    def answers(route: Route) -> None:
        answered.append(1)
        if len(answered) % 3:
            route.fulfill(status=204)
        else:
            body = html.replace('data-version="7"', f'data-version="{7 + len(answered)}"')
            route.fulfill(body=body, content_type="text/html; charset=utf-8")

    return answers


@pytest.mark.browser
@pytest.mark.matrix
@pytest.mark.django_db(transaction=True)
def test_a_foot_of_two_lines_leaves_every_row_whole(hall: Section, open_screen: Any) -> None:
    both = "Round 3, with changes: rematches allowed, a fixed pair · Round 5, with changes: a forbidden pair"
    html = render("screen", {"event": hall.event_id, "number": 1})
    html = re.sub('data-facts="[^"]*"', f'data-facts="{both}"', html)
    page = open_screen(html, newer(html, []), 1920, 1080)
    foot = page.locator(".screen-foot")
    two_lines = page.evaluate("2 * parseFloat(getComputedStyle(document.documentElement).fontSize)")
    for _ in range(6):
        assert both in foot.text_content()
        assert foot.bounding_box()["height"] > two_lines
        assert page.evaluate(CUT_OFF) == []
        page.clock.run_for(11_000)


@pytest.mark.browser
@pytest.mark.matrix
@pytest.mark.django_db(transaction=True)
def test_on_the_wall(browser: Browser, hall: Section, open_screen: Any) -> None:
    html = render("screen", {"event": hall.event_id, "number": 1})
    answered: list[int] = []
    for width, height in ((1920, 1080), (3840, 2160)):
        page = open_screen(html, newer(html, answered), width, height)
        least = 40 * width / 1920
        sizes = page.eval_on_selector_all(
            ".stage .row, .stage .row *, .screen-head *, .screen-foot *",
            "found => found.filter(e => e.textContent).map(e => parseFloat(getComputedStyle(e).fontSize))",
        )
        assert min(sizes) >= least
        seen: set[str] = set()
        for _ in range(12):
            assert page.evaluate(CUT_OFF) == []
            seen |= {text.strip() for text in page.locator(".stage .row .who").all_text_contents()}
            page.clock.run_for(11_000)
        assert any("Nguyễn Thị Ánh" in text for text in seen)
        assert page.locator("footer [data-turn]").text_content().startswith("Page ")
    run(page, html, 4, answered)
    first = heap(page)
    run(page, html, 40, answered)
    assert heap(page) < 1.2 * first
    # The network goes: what is shown stays, and its age is told; it comes back by itself.
    page.unroute_all()
    page.route("**/screen/**", lambda route: route.abort())
    for _ in range(12):
        page.clock.run_for(16_000)
        page.wait_for_timeout(5)
    content = page.locator("[data-note]").text_content()
    assert re.fullmatch(r"No connection: last update [2-6] minutes ago", content)
    assert page.locator(".stage > *").count()
    page.unroute_all()
    page.route("**/screen/**", newer(html, answered))
    run(page, html, 2, answered)
    page.clock.run_for(2_000)
    assert page.locator("[data-note]").text_content() == ""


@pytest.mark.django_db
@pytest.mark.slow
def test_results_are_not_counted_before_anybody_sits_at_a_board(cast: Cast) -> None:
    round_ = waiting_round(cast)
    Screen.objects.create(event=cast.event, number=1, section=round_.section, shows=EVERYTHING)
    html = render("screen", {"event": cast.event.pk, "number": 1})
    assert "Matches of round 1" in html
    assert "Results so far" not in html


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_matches_of_teams_with_long_names_are_whole(cast: Cast, open_screen: Any) -> None:
    round_ = teams_playing(cast, teams=8)
    for team in round_.section.teams.all():
        team.name = f"Confederation of the Northern Provinces and Islands {team.number}"
        team.save()
    all_reported(round_, cast.bob)
    closed(round_, cast.bob)
    Screen.objects.create(event=cast.event, number=1, section=round_.section, shows=EVERYTHING)
    html = render("screen", {"event": cast.event.pk, "number": 1})
    for width, height in ((1920, 1080), (1280, 720)):
        page = open_screen(html, newer(html, []), width, height)
        seen = set()
        for _ in range(8):
            assert page.evaluate(CUT_OFF) == []
            seen.add(page.locator("h1[data-title]").text_content())
            page.clock.run_for(11_000)
        assert seen >= {"Matches of round 1", "Standings after round 1", "Standings after round 1 · Players"}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_taken_back_and_given_back(browser: Browser, hall: Section, open_screen: Any) -> None:
    html = render("screen", {"event": hall.event_id, "number": 1})
    answered: list[int] = []
    answer: dict[str, Any] = {"status": 410}

    def answers(route: Route) -> None:
        answered.append(int(route.request.url.partition("v=")[2]))
        route.fulfill(content_type="text/html; charset=utf-8", **answer)

    page = open_screen(html, answers)
    names = page.locator("[data-stage] .who, [data-source] .who")
    note, title = page.locator("[data-note]"), page.locator("h1[data-title]")
    existing = int(page.locator("[data-screen]").get_attribute("data-version"))
    assert names.count() > 0
    run(page, html, 1, answered)
    page.clock.run_for(2_000)
    assert (names.count(), title.text_content()) == (0, "")
    assert note.text_content() == "This screen is no longer in use."
    run(page, html, 3, answered)
    # What comes back is taken, be it of the version that stood here before.
    answer.update(status=200, body=html)
    run(page, html, 1, answered)
    assert answered == [existing, 0, 0, 0, 0]
    page.clock.run_for(1_000)
    assert names.count() > 0
    assert title.text_content() != ""
    assert note.text_content() == ""
    assert page.evaluate(CUT_OFF) == []
    # A password asked for, a limit, or somebody else's page is no sign that this one is current.
    for wrong in (
        {"status": 403, "body": "no"},
        {"status": 404, "body": "no"},
        {"status": 429, "body": "later"},
        {"status": 200, "body": "<p>Welcome to the hall's network</p>"},
    ):
        answer.clear()
        answer.update(wrong)
        run(page, html, 5, answered)
        page.clock.run_for(1_000)
        assert note.text_content().startswith("No connection"), wrong
        assert names.count() > 0
        answer.clear()
        answer.update(status=204)
        run(page, html, 1, answered)
        page.clock.run_for(2_000)
        assert note.text_content() == ""


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_eight_hours(
    browser: Browser,
    hall: Section,
    open_screen: Any,
    record_property: Any,
) -> None:
    """2,000 refreshes, 8 hours 53 minutes on the page's clock; a third of them bring a newer page."""
    html = render("screen", {"event": hall.event_id, "number": 1})
    answered: list[int] = []
    page = open_screen(html, newer(html, answered))
    run(page, html, 20, answered)
    first = heap(page)
    run(page, html, 2_000, answered)
    last = heap(page)
    record_property("refreshes", len(answered))
    record_property("hours on the page's clock", round(page.evaluate("Date.now()") / 3_600_000, 1))
    record_property("heap and nodes after 20 refreshes, bytes", first)
    record_property("growth, percent", round(100 * (last / first - 1), 1))
    assert last < 1.2 * first


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_pages_of_a_list_are_even(hall: Section, open_screen: Any) -> None:
    html = render("screen", {"event": hall.event_id, "number": 1})
    page = open_screen(html, newer(html, []), 1280, 720)
    by_list: dict[str, list[int]] = {}
    for _ in range(12):
        title = page.locator("header").first.text_content() or ""
        footer = page.locator("footer [data-turn]").text_content() or ""
        rows = by_list.setdefault(title, [])
        if (count := page.locator(".stage .row").count()) and footer not in by_list:
            rows.append(count)
            by_list[footer] = []
        page.clock.run_for(11_000)
    several = [rows for rows in by_list.values() if len(rows) > 1]
    assert several
    for rows in several:
        columns = page.locator(".stage .column").count() or 1
        assert max(rows) - min(rows) <= 2 * max(columns, 2), by_list


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("width", "height", "tables"), [(1920, 1080, [14, 13]), (1280, 720, [14, 13]), (1920, 1200, [14, 13])]
)
def test_27_tables_stand_on_even_pages_with_the_names_in_both_scripts(
    section: Section, open_screen: Any, width: int, height: int, tables: list[int]
) -> None:
    open_section = factories.make_section(section.event, "open")
    factories.make_entries(open_section, 54)
    names = "王天一", "李少庚", "赵鑫鑫", "许银川"
    for number, player in enumerate(Player.objects.filter(entries__section=open_section)):
        player.native_name = names[number % len(names)]
        player.save()
    factories.publish(factories.pair(open_section, 1))
    Screen.objects.create(event=section.event, number=1, shows=["pairings"], seconds=10, section=open_section)
    html = render("screen", {"event": section.event_id, "number": 1})
    page = open_screen(html, newer(html, []), width, height)
    counted = []
    for _ in tables:
        counted.append(page.locator(".stage .row").count())
        native = page.locator(".stage .row .name > span + span")
        assert native.count() == 2 * counted[-1]
        assert all(name.is_visible() for name in native.all())
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(LEFT_OVER) < 1
        page.clock.run_for(11_000)
    assert counted == tables
