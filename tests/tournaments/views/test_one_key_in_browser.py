"""Results as fast as they come, in a browser: seventeen in at most forty keys, a slip undone, nothing lost
without a network; and how much of a round fits on a screen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from playwright.sync_api import Page, expect

from tests.browser import keyboard
from tests.browser.pages import SOON, Open, accessible_everywhere, signed_in
from tests.factories import make_entries
from tests.games.views.tapping import cut, panel, until
from tests.world import World
from tournaments.models import ResultReport, Round
from tournaments.wording.refusals import WORDS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 800}}
REFUSAL = WORDS["result-adjourned"]
VALUES = {"1": "1-0", "=": "1/2", "0": "0-1"}


class Keys:
    """Every key that is pressed, and every click, counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.number = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.number += 1

    def click(self, change: str) -> None:
        self.page.locator(change).click()
        self.number += 1


@pytest.fixture
def seventeen(world: World) -> World:
    """Seventeen tables are being played."""
    make_entries(world.section, 34)
    world.section.lots_drawn_at = "2026-01-01T00:00:00Z"
    world.section.save()
    world.published()
    return world


def desk(live_server: Any, world: World, open_page: Open, language: str = "en", **options: Any) -> Page:
    page = signed_in(open_page, live_server, world, "carol", **options)
    with translation.override(language):
        page.goto(live_server.url + world.url("round_desk", 1))
    return page


def results() -> dict[int, str]:
    result_reports = ResultReport.objects.in_force().values_list("pairing__table", "value")
    return {table or 0: value for table, value in result_reports}


@pytest.mark.slow
def test_the_keyboard_alone(live_server: Any, seventeen: World, open_page: Open) -> None:
    page = signed_in(open_page, live_server, seventeen, "carol", **DESK)
    keyboard.listen(page.context)
    page.goto(live_server.url + seventeen.url("round_desk", 1))
    assert keyboard.unreachable(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", pytest.param("zh-hans", marks=pytest.mark.long)])
def test_seventeen_results_in_forty_keys(
    live_server: Any, seventeen: World, open_page: Open, language: str
) -> None:
    page = desk(live_server, seventeen, open_page, language, **DESK)
    keys = Keys(page)
    typed = ("1", "=", "0") * 6
    keys.click("#one-key")
    expect(page.locator("#one-key-hint")).to_be_visible()
    expect(page.locator("tr.picked")).to_have_attribute("id", "t1")
    keys.press(*typed[:16])
    # The last of them was a slip: it is undone, and entered as it was.
    expect(page.locator("#u16")).to_be_visible(timeout=SOON)
    keys.press("u")
    expect(page.locator("#r16-1")).to_be_visible(timeout=SOON)
    expect(page.locator("tr.picked")).to_have_attribute("id", "t16")
    keys.press("0", "1")
    until(page, lambda: len(results()) == 17)
    wanted = {table: VALUES[key] for table, key in enumerate(typed[:15], start=1)} | {16: "0-1", 17: "1-0"}
    assert results() == wanted
    assert keys.number <= 40
    assert keys.number == 20


@pytest.mark.slow
def test_tables_are_chosen_by_arrows_and_by_click_and_those_with_a_result_are_passed(
    live_server: Any, seventeen: World, open_page: Open
) -> None:
    seventeen.post("dave", "report_result", 1, line="3 1")
    page = desk(live_server, seventeen, open_page, **DESK)
    keys = Keys(page)
    keys.click("#one-key")
    keys.press("j", "ArrowDown")
    expect(page.locator("tr.picked")).to_have_attribute("id", "t3")
    keys.press("0")
    expect(page.locator("#said")).to_have_text("Table 3 already has a result.")
    keys.press("k", "=")
    # Table 3 has one: on to table 4.
    expect(page.locator("tr.picked")).to_have_attribute("id", "t4")
    page.locator("#t9 .at").click()
    keys.press("0")
    until(page, lambda: results() == {2: "1/2", 3: "1-0", 9: "0-1"})
    keys.press("Escape")
    expect(page.locator("#line-line")).to_be_focused()
    page.keyboard.type("10 1")
    page.keyboard.press("Enter")
    until(page, lambda: results().get(10) == "1-0")
    expect(page.locator("#said")).to_have_text("Table 10: 1–0")


@pytest.mark.slow
def test_what_is_entered_without_a_network_is_kept_and_sent(
    live_server: Any, seventeen: World, open_page: Open
) -> None:
    page = desk(live_server, seventeen, open_page, **DESK)
    Keys(page).click("#one-key")
    cut(page.context)
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator("tr.picked")).to_have_attribute("id", "t3")
    page.keyboard.press("Escape")
    page.keyboard.type("5 =")
    page.keyboard.press("Enter")
    expect(panel(page).locator("li")).to_have_count(3, timeout=SOON)
    assert results() == {}
    cut(page.context, off=False)
    until(page, lambda: results() == {1: "1-0", 2: "0-1", 5: "1/2"})
    expect(page.locator("#u1")).to_be_visible(timeout=SOON)


@pytest.mark.slow
def test_one_message_at_a_time(live_server: Any, seventeen: World, open_page: Open) -> None:
    page = desk(live_server, seventeen, open_page, **DESK)
    message = page.locator("#said")
    for typed, answer in (
        ("99 1", "Round 1 has no table 99."),
        ("🙂", "Cannot read"),
        ("1 1", "Table 1: 1–0"),
    ):
        page.locator("#line-line").fill(typed)
        page.keyboard.press("Enter")
        expect(message).to_contain_text(answer, timeout=SOON)
    expect(message).not_to_have_class("said-wrong")
    accessible_everywhere(page)


@pytest.mark.slow
def test_the_message_leads_to_the_question(live_server: Any, seventeen: World, open_page: Open) -> None:
    """On a phone what is asked of a table far down stands out of sight, above the first."""
    Round.objects.filter(number=1).update(starts_at=timezone.now() + timedelta(hours=5))
    page = desk(live_server, seventeen, open_page, viewport={"width": 360, "height": 740})
    page.locator("#t15 .three button").first.click()
    question = page.locator("#about-15")
    expect(page.locator("#said a")).to_have_text("Table 15 has not started yet", timeout=SOON)
    expect(question).not_to_be_in_viewport()
    page.locator("#said a").click()
    expect(question.get_by_role("button")).to_be_in_viewport()
    accessible_everywhere(page)


@pytest.mark.slow
def test_seventeen_tables_fit_on_a_screen(live_server: Any, seventeen: World, open_page: Open) -> None:
    page = desk(live_server, seventeen, open_page, **DESK)
    page.evaluate(
        "scrollBy(0, document.getElementById('t1').getBoundingClientRect().top"
        " - document.querySelector('.round-bar').offsetHeight)"
    )
    seen = page.evaluate(
        """() => {
            const below = document.querySelector(".round-bar").getBoundingClientRect().bottom;
            const rows = [...document.querySelectorAll("#results tbody tr")];
            const places = rows.map(row => row.getBoundingClientRect());
            return places.filter(row => row.top >= below - 1 && row.bottom <= innerHeight + 1).length;
        }"""
    )
    assert seen == 17
    page.set_viewport_size({"width": 360, "height": 740})
    heights = page.locator("#results tbody tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert set(heights) == {56}
    page.evaluate("scrollTo(0, 0)")
    bottom = page.evaluate(
        "document.getElementById('t1').getBoundingClientRect().bottom <= "
        "(document.querySelector('.menu')?.getBoundingClientRect().top || innerHeight)"
    )
    assert bottom


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", pytest.param("zh-hans", marks=pytest.mark.long)])
def test_an_adjourned_table_is_passed_over(
    live_server: Any, seventeen: World, open_page: Open, language: str
) -> None:
    """A stray key ends no adjourned game, and the keys after it go where they are meant."""
    for table in (2, 3):
        seventeen.post("dave", "adjourn_game", 1, table=table, sealed_move="C2=5")
    page = desk(live_server, seventeen, open_page, language, **DESK)
    with translation.override(language):
        adjourned = translation.gettext("Table %%s is adjourned. Enter its result on its page.")
    page.locator("#one-key").click()
    expect(page.locator("tr.picked")).to_have_attribute("id", "t1")
    page.keyboard.press("1")
    expect(page.locator("tr.picked")).to_have_attribute("id", "t4")
    page.keyboard.press("=")
    until(page, lambda: results() == {1: "1-0", 4: "1/2"})
    # Chosen all the same: the key says why it does nothing.
    page.locator("#t2 td.at").click()
    page.keyboard.press("0")
    expect(page.locator("#said")).to_have_text(adjourned.replace("%%s", "2"))
    expect(page.locator("tr.picked")).to_have_attribute("id", "t2")
    page.keyboard.press("Escape")
    line = page.locator("form[data-line] input[name=line]")
    line.fill("3 1")
    line.press("Enter")
    with translation.override(language):
        asks = translation.gettext(REFUSAL) % {"table": 3}
    expect(page.locator("#said")).to_contain_text(asks)
    assert results() == {1: "1-0", 4: "1/2"}
    accessible_everywhere(page)
    page.set_viewport_size(DESK["viewport"])
    # Resumed, it is a table like the others; what has ended before that is entered with the mark.
    seventeen.post("dave", "resume_game", 1, table=2)
    expect(page.locator("#t2 .three")).to_be_visible(timeout=SOON)
    expect(page.locator("#t2 .badge-warn")).to_have_count(0)
    expect(page.locator("#t3 .badge-warn")).to_have_count(1)
    line.fill("3 1!")
    line.press("Enter")
    until(page, lambda: results() == {1: "1-0", 3: "1-0", 4: "1/2"})
