"""What the scripts of public pages do, and what is left without them; accessibility in both schemes."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Q
from playwright.sync_api import Browser, expect

from portal import outbox, published
from tests import factories
from tests.browser import keyboard, lines
from tests.browser.looking import everywhere
from tests.browser.pages import SOON, Open, accessible
from tests.cached_worlds import remembered
from tournaments.models import Section
from tournaments.pages import paths

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
@remembered
def played(browser: Browser, live_server: Any) -> Section:
    """Round 2 is published and has one result."""
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 7, teams=True)
    factories.make_prizes(section)
    factories.play(section, 1)
    factories.report(factories.publish(factories.pair(section, 2)), 1, "1-0")
    factories.announce(section)
    return section


def rendered_anew(path: str) -> None:
    """What a worker does after a touch."""
    published.store(published.render_many([path]))


@pytest.mark.slow
def test_a_few_letters_find_me(played: Section, open_page: Open) -> None:
    page = open_page(paths.round_path(played, 2))
    seat = (
        played.round_set.get(number=2).seats.select_related("pairing").get(entry__player__name="Chan Ka-ming")
    )
    side = {"first": "Red", "second": "Black"}[seat.colour]
    search = page.get_by_label("Find your table")
    search.fill("c")
    expect(page.locator(".card")).to_have_count(0)
    search.fill("cha")
    expect(page.locator(".card")).to_have_count(1)
    search.fill("chanx")
    expect(page.get_by_text("No player with this name in this round.")).to_be_visible()
    for letters in ("ming", "Chan K", "ming chan", "陈", "陳嘉", "chan 嘉"):
        search.fill(letters)
        card = page.locator(".card")
        expect(card).to_have_count(1)
        expect(card.locator(".table-number")).to_have_text(f"Table {seat.pairing.table}")
        expect(card.locator(".against")).to_contain_text(f"{side} against ")
        expect(card.locator(".table-number b")).to_have_css("font-size", "40px")
    expect(page.locator("tr.mine")).to_have_count(1)


@pytest.mark.slow
def test_names_of_any_length(played: Section, open_page: Open) -> None:
    """On a few pages, in every width; `tests.browser.test_every_page` looks at all of them."""
    exec(lines.LONG, {})  # noqa: S102  written for another process
    outbox.drain()
    for path in (
        "",
        paths.round_path(played, 2),
        paths.standings_path(played, 1),
        paths.player_path(played, 1),
    ):
        page = open_page(path, bypass_csp=True, reduced_motion="reduce")
        assert everywhere(page, overview=False, axe_at=(360,)) == [], path


@pytest.mark.slow
def test_the_keyboard_alone(played: Section, open_page: Open) -> None:
    """On a few pages; `tests.browser.test_accessibility` walks through all of them."""
    page = open_page("account/login/", bypass_csp=True, reduced_motion="reduce")
    keyboard.listen(page.context)
    for path in ("", "account/login/", paths.round_path(played, 2), paths.standings_path(played, 1)):
        page.goto(f"{page.url.partition('/en/')[0]}/en/{path}")
        assert keyboard.unreachable(page) == [], path


@pytest.mark.slow
def test_who_looks_at_a_round_that_is_over_has_played(played: Section, open_page: Open) -> None:
    page = open_page(paths.round_path(played, 1))
    page.get_by_label("Find your table").fill("wu l")
    expect(page.locator(".card .against")).to_contain_text("You played")


@pytest.mark.slow
def test_accents_need_not_be_typed_and_the_bye_is_found(played: Section, open_page: Open) -> None:
    page = open_page(paths.by_name_path(played, 2))
    page.get_by_label("Find your table").fill("dang")
    expect(page.locator(".card")).to_contain_text("Đặng Minh Đức")
    bye = played.round_set.get(number=2).seats.get(colour="bye").entry.player.name
    page.get_by_label("Find your table").fill(bye)
    expect(page.locator(".card")).to_contain_text("You have the bye")


@pytest.mark.slow
def test_the_name_is_remembered_for_the_next_round(played: Section, open_page: Open) -> None:
    page = open_page(paths.round_path(played, 1))
    page.get_by_label("Find your table").fill("wu lan")
    page.get_by_role("navigation", name="Round").get_by_role("link", name="2").click()
    expect(page.get_by_label("Find your table")).to_have_value("wu lan")
    expect(page.locator(".card")).to_have_count(1)


@pytest.mark.slow
def test_the_arithmetic_of_one_rank_stands_beside_the_table(played: Section, open_page: Open) -> None:
    page = open_page(paths.standings_path(played, 1), viewport={"width": 1280, "height": 800})
    table, explanation = page.locator(".explained"), page.locator("tr.more.shown .more-body")
    expect(explanation).to_have_count(1)
    expect(explanation).to_contain_text("Why this rank")
    page.get_by_role("button", name="Show calculation").nth(1).press("Enter")
    expect(explanation).to_have_count(1)
    expect(page.locator(".more-body").nth(1)).to_be_visible()
    left, right = table.bounding_box(), explanation.bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] < right["x"]
    assert right["x"] + right["width"] <= 1280
    # All tie-breaks have the room of the whole page.
    hidden = page.locator(".explained th.idle").first
    expect(hidden).to_be_hidden()
    page.get_by_label("tie-breaks").check()
    expect(hidden).to_be_visible()


@pytest.mark.slow
def test_a_row_unfolds_by_key_and_by_tap(played: Section, open_page: Open) -> None:
    page = open_page(paths.standings_path(played, 1))
    button = page.get_by_role("button", name="Show calculation").first
    details = page.locator("tr.more").first
    expect(details).to_be_hidden()
    button.press("Enter")
    expect(details).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.locator("tr.unfolds").first.locator("td").first.click()
    expect(details).to_be_hidden()


@pytest.mark.slow
def test_without_scripts_everything_stands_open(played: Section, open_page: Open) -> None:
    page = open_page(paths.standings_path(played, 1), java_script_enabled=False)
    expect(page.locator("tr.more").first).to_be_visible()
    expect(page.locator(".toggle").first).to_be_hidden()
    page = open_page(paths.round_path(played, 2), java_script_enabled=False)
    expect(page.locator("form[data-find]")).to_be_hidden()
    page.get_by_role("link", name="By name").click()
    expect(page.locator("tr[data-key=p1]")).to_contain_text("Wu Lan")


@pytest.mark.slow
def test_an_open_page_shows_a_new_result_and_keeps_what_the_reader_did(
    played: Section, open_page: Open
) -> None:
    page = open_page(paths.round_path(played, 2))
    page.get_by_label("Find your table").fill("wu lan")
    page.locator("tr.unfolds").first.locator(".toggle").click()
    page.get_by_label("Find your table").focus()
    row = page.locator("tr[data-key=t2]")
    expect(row.locator(".result")).to_contain_text("no result yet")
    round_ = played.round_set.select_related("section__event").get(number=2)
    factories.report(round_, 2, "1/2")
    rendered_anew(paths.round_path(played, 2))
    expect(row.locator(".result")).to_have_text("½–½", timeout=SOON)
    expect(row).to_have_class("unfolds changed")
    expect(page.get_by_text("Lines changed: 1")).to_be_attached()
    expect(page.get_by_label("Find your table")).to_have_value("wu lan")
    expect(page.get_by_label("Find your table")).to_be_focused()
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator("tr.more").first).to_be_visible()
    expect(row).not_to_have_class("changed", timeout=SOON)


@pytest.mark.slow
def test_a_reader_without_network_is_told_how_old_the_page_is(played: Section, open_page: Open) -> None:
    page = open_page(paths.round_path(played, 2))
    page.context.set_offline(True)
    expect(page.get_by_text("No connection. Showing data from this minute.")).to_be_visible(timeout=SOON)
    page.context.set_offline(False)
    expect(page.get_by_text("No connection.")).to_be_hidden(timeout=SOON)


@pytest.mark.slow
def test_a_withdrawn_page_says_so_and_stays_readable(played: Section, open_page: Open) -> None:
    page = open_page(paths.round_path(played, 2))
    published.unpublish(paths.round_path(played, 2))
    expect(page.get_by_text("This page is no longer published.")).to_be_visible(timeout=SOON)
    expect(page.locator("table.pairings")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "width", "scheme"),
    [
        ("en", 360, "light"),
        pytest.param("zh-hans", 1280, "dark", marks=pytest.mark.long),
        pytest.param("en", 1280, "light", marks=pytest.mark.long),
        pytest.param("zh-hans", 360, "dark", marks=pytest.mark.long),
    ],
)
def test_no_page_breaks_the_accessibility_rules(
    played: Section, open_page: Open, language: str, width: int, scheme: str
) -> None:
    """WCAG 2.2 AA by axe, with a row unfolded and a card found; no page scrolls sideways."""
    page = open_page("", viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    home = page.url.removesuffix("en/") + f"{language}/"
    others = Q(path__contains="/player/") | Q(path__endswith="/feed/") | Q(path__endswith="/calendar/")
    addresses = published.Page.objects.exclude(others).values_list("path", flat=True)
    for path in [*addresses, paths.player_path(played, 1), "account/login/", "e/nothing/"]:
        page.goto(f"{home}{path}")
        if toggles := page.locator(".toggle:visible").all():
            toggles[0].click()
        if page.get_by_label("Find your table").count():
            page.fill("#find-me", "wu lan")
        accessible(page)
