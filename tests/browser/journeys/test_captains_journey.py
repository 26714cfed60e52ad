"""A match of teams before it is played: the organiser sets a deadline, one captain hands in on the phone, the
other is late; the line-ups are secret, then revealed to everybody, and corrected at the desk. Then the
captains say how their boards ended, and where they differ a referee decides."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from portal import outbox
from portal.outbox import Job
from tests.browser.pages import SOON, Open, accessible, accessible_everywhere, signed_in
from tests.browser.words import BOTH, Words
from tests.teams_world import CODES, drawn_teams, match_at, numbers, published, round_of
from tests.world import World
from tournaments.acts.results import report_result
from tournaments.models import CaptainLink, Federation, Round, Section, Team
from tournaments.queries.teams.captains import captain_secret

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]
WITHIN = """badges => badges.filter(badge => {
  const [mark, cell] = [badge, badge.closest("td, p, li")].map(box => box.getBoundingClientRect());
  return mark.right > cell.right + 1 || mark.right > innerWidth || badge.scrollWidth > badge.clientWidth + 1;
}).map(badge => badge.textContent)"""
"""Of badges those that are cut."""
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def section(world: World) -> Section:
    """Four teams of three with a reserve, their lots drawn."""
    for code in CODES:
        Federation.objects.get_or_create(code=code, defaults={"name_en": code})
    return drawn_teams(SimpleNamespace(event=world.event, **world.users))  # type: ignore[arg-type]


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name=words, exact=True).first.click()


def phone(open_page: Open, team: Team, language: str) -> Page:
    link = CaptainLink.objects.get(team=team, revoked_at=None)
    page = open_page(f"t/{captain_secret(link)}/", language, has_touch=True, bypass_csp=True)
    page.set_default_timeout(SOON)
    return page


def in_half_an_hour(round_: Round) -> None:
    """What was published two hours ago has its deadline now."""
    now = timezone.now()
    times = {"starts_at": now + timedelta(minutes=30), "published_at": now - timedelta(hours=2)}
    Round.objects.filter(pk=round_.pk).update(**times)


def the_worker_comes(round_: Round) -> None:
    Job.objects.filter(key=f"reveal:round:{round_.pk}").update(due_at=timezone.now())
    outbox.drain()


def seated(page: Page) -> list[str]:
    """The players of the tables, as the page has them."""
    return page.locator("tr[data-table] [data-player]").evaluate_all(
        "seats => seats.map(seat => seat.dataset.player)"
    )


def tell(page: Page, board: int, outcome: str) -> None:
    """A captain reports how a board ended."""
    page.locator("#tell summary").click()
    page.locator("#tell [name=board]").select_option(str(board))
    page.locator("#tell [name=outcome]").select_option(outcome)
    with page.expect_navigation():
        page.locator("#tell button").click()


@pytest.mark.parametrize("language", BOTH)
def test_line_ups_by_two_captains(
    live_server: Any, world: World, section: Section, open_page: Open, language: str
) -> None:
    say = Words(language)
    at = f"{live_server.url}/{language}/desk/{world.event.slug}/{section.slug}/"
    staff = {who: signed_in(open_page, live_server, world, who, **DESK) for who in ("alice", "bob", "carol")}
    for page in staff.values():
        page.set_default_timeout(SOON)

    # The organiser sets the deadline; the desk makes the links and prints them.
    organiser = staff["alice"]
    organiser.goto(f"{at}settings/")
    organiser.locator("[name=team_deadline]").fill("30")
    press(organiser, say("Save settings"))
    section.refresh_from_db()
    assert section.team_rules["deadline"] == 30
    section.round_set.filter(number=1).update(starts_at=timezone.now() + timedelta(hours=1))
    round_ = published(section, world.users["bob"])
    desk = staff["carol"]
    desk.goto(f"{at}links/captains/")
    press(desk, say("Create link for %(count)s captain", "Create links for %(count)s captains", count=4))
    expect(desk.locator(".link-card .qr")).to_have_count(4)
    accessible_everywhere(desk)

    # One captain hands in: the reserve on board 1.
    match = match_at(round_)
    first, second = match.first, match.second
    assert second
    four = numbers(first)
    first_one, other = phone(open_page, first, language), phone(open_page, second, language)
    expect(first_one.locator("#waits")).to_have_text(say("Waiting for your line-up."))
    accessible(first_one)
    first_one.locator("[name=board_1]").select_option(str(four[3]))
    first_one.locator("[name=board_3]").select_option(str(four[0]))
    first_one.locator("#hand-in").click()
    expect(first_one.locator("#hand-in")).to_have_text(say("Change line-up"))
    expect(first_one.locator("[name=board_1]")).to_have_value(str(four[3]))
    accessible(first_one)

    # The other learns of it by itself, and sees nothing of what it says; nor does anybody else.
    handed = say("The other team submitted its line-up at %(at)s.", at="@").split("@")[0]
    expect(other.locator("#mine")).to_contain_text(handed, timeout=SOON)
    expect(other.locator("#boards")).to_have_count(0)
    reader = open_page(f"e/{world.event.slug}/{section.slug}/round/1/", language, **DESK)
    expect(reader.locator("main")).to_contain_text(say("line-ups secret"))
    assert seated(reader) == []
    referee = staff["bob"]
    referee.goto(f"{at}round/1/")
    expect(referee.locator("main")).to_contain_text(say("line-up missing"))
    accessible_everywhere(referee)

    # The other hands in a moment too late.
    in_half_an_hour(round_)
    other.locator("#hand-in").click()
    late = say("The deadline was %(until)s: this line-up comes too late. Go to a referee.", until="@")
    expect(other.locator("#mine")).to_contain_text(late.split("@")[1])
    accessible(other)
    assert not match_at(round_).is_seated

    # The worker reveals: the one as handed in, the other in the order of the roster; everybody reads it.
    the_worker_comes(round_)
    reader.reload()
    theirs = numbers(second)
    colours = [(four[3], theirs[0]), (theirs[1], four[1]), (four[0], theirs[2])]
    assert seated(reader)[:6] == [str(number) for pair in colours for number in pair]
    expect(first_one.locator("#boards tbody tr")).to_have_count(3)
    expect(other.locator("#boards tbody tr")).to_have_count(3)
    accessible(first_one)

    # The desk corrects the late team's line-up, with a reason.
    desk.goto(f"{at}round/1/matches/1/")
    form = desk.locator(f"form:has([name=team][value='{second.pk}']):has([name=board_1])")
    form.locator("[name=board_3]").select_option(str(theirs[3]))
    form.locator("[name=reason]").fill("told the referee in time")
    with desk.expect_navigation():
        form.get_by_role("button", name=say("Change line-up"), exact=True).click()
    expect(desk.locator("#versions")).to_be_visible()
    accessible_everywhere(desk)
    outbox.drain()
    reader.reload()
    assert seated(reader)[5] == str(theirs[3])

    # The score grows on both phones, from each side; the match has started.
    Round.objects.filter(pk=round_.pk).update(starts_at=timezone.now())
    arguments = {"round_": round_of(section, 1), "table": 2, "value": "1-0", "seen": None}
    report_result(by=world.users["bob"], **arguments)
    expect(first_one.locator("#score")).to_have_text("0 : 2")
    expect(other.locator("#score")).to_have_text("2 : 0")

    # Both captains say how board 1 ended: that is the result, and spectators read it.
    tell(first_one, 1, "win")
    expect(first_one.locator("#boards")).to_contain_text(say("reported; not yet by the other side"))
    accessible(first_one)
    expect(other.locator("#boards")).not_to_contain_text(say("reported; not yet by the other side"))
    tell(other, 1, "loss")
    expect(first_one.locator("#score")).to_have_text("2 : 2")
    outbox.drain()
    reader.reload()
    expect(reader.locator("tr[data-key='m1']")).to_contain_text("2 : 2")

    # Of board 3 they say different things: a referee decides, and all three pages have it.
    tell(first_one, 3, "win")
    tell(other, 3, "win")
    for page in (first_one, other):
        expect(page.locator("#boards")).to_contain_text(say("reports differ: a referee decides"))
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.locator("#boards .badge").evaluate_all(WITHIN) == []
    accessible(other)
    report_result(by=world.users["bob"], **arguments | {"table": 3, "value": "1/2", "reason": "asked both"})
    for page in (first_one, other):
        expect(page.locator("#score")).to_have_text("3 : 3")
