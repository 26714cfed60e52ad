"""A player's open page follows: the opponent's report, a dispute, the referee's decision, the next round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from playwright.sync_api import Page, expect

from portal import outbox
from tests.browser.pages import SOON, Open, accessible
from tests.games.views.counting import accept, mark, the_count
from tests.games.views.mine import page as address
from tests.games.views.mine import say, seats
from tests.world import ValidClient, World
from tournaments.models import Entry, PlayerLink, Round


class Poll:
    """An open page: asks with the version that it shows."""

    def __init__(self, entry: Entry, name: str = "my_page", *more: Any) -> None:
        self.url = address(entry, name, *more)
        self.version = self._version(ValidClient().get(self.url))

    def _version(self, answer: Any) -> str:
        [matches] = re.findall(r'\?v=([0-9a-f]+)"', answer.content.decode())
        return str(matches)

    def changed(self) -> bool:
        answer = ValidClient().get(self.url, {"v": self.version})
        if answer.status_code == 204:
            assert answer.content == b""
            return False
        assert answer.status_code == 200
        self.version = self._version(answer)
        return True


@pytest.mark.slow
@pytest.mark.django_db
def test_it_changes_with_what_it_shows_and_only_then(playing: World) -> None:
    first, second = seats(playing)
    mine, theirs = Poll(first), Poll(second)
    assert not mine.changed()
    say(first, "win")
    assert mine.changed()
    # Who has said nothing does not learn that the other has.
    assert not theirs.changed()
    say(second, "win", once="k")
    assert mine.changed()
    assert theirs.changed()
    playing.post("dave", "report_result", 1, table=1, value="1-0", seen="", game=1, reason="asked both")
    assert mine.changed()
    # What happens at another table is not on the page.
    playing.post("carol", "report_result", 1, line="2 1-0")
    assert not mine.changed()
    playing.post("carol", "submit_record", 1, 1, text="1. C2=5 H8+7", seen="")
    assert mine.changed()
    outbox.drain()
    assert mine.changed()
    assert not mine.changed()
    assert ValidClient().get(mine.url, {"v": "x"}).status_code == 200


@pytest.mark.django_db
@pytest.mark.slow
def test_it_changes_with_the_round(playing: World) -> None:
    first, _ = seats(playing)
    mine = Poll(first)
    Round.objects.filter(section=playing.section, number=1).update(state=Round.State.CLOSED)
    assert mine.changed()
    # A draft is not public: how it goes on does not show.
    Round.objects.filter(section=playing.section, number=2).update(state=Round.State.DRAFT)
    assert not mine.changed()
    Round.objects.filter(section=playing.section, number=2).update(state=Round.State.PUBLISHED)
    assert mine.changed()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_page_of_a_count_follows_as_well(played: World) -> None:
    first, second = seats(played)
    mark(first)
    count, mine = Poll(first, "my_count", 1), Poll(first)
    assert not count.changed()
    accept(second, the_count())
    assert count.changed()
    assert mine.changed()


@pytest.mark.slow
@pytest.mark.django_db
def test_it_says_what_it_waits_for_and_who_owes_the_record(playing: World, text: Any) -> None:
    first, second = seats(playing)

    def text_of_page(entry: Entry, name: str = "my_page", *more: Any, **arguments: Any) -> str:
        return str(text(ValidClient().get(address(entry, name, *more), arguments)))

    assert "Waiting for your report of the result" in text_of_page(first)
    say(first, "win")
    assert f"Waiting for {second.player.name} to report the result." in text_of_page(first)
    say(second, "draw", once="k")
    assert "Waiting for a referee to decide the result." in text_of_page(second)
    playing.post("dave", "report_result", 1, table=1, value="1-0", seen="", game=1, reason="asked both")
    assert "Waiting for your record of round 1." in text_of_page(first)
    assert "due from your opponent" in text_of_page(second)
    assert "This record is due from you" in text_of_page(first, "my_record", 1)
    # The page on which the other one taps the same game.
    assert "you may submit it as well" in text_of_page(second, "my_record", 1)
    playing.post("carol", "submit_record", 1, 1, text="1. C2=5 H8+7", seen="")
    assert "has submitted a record of this game in the meantime" in text_of_page(
        second, "my_record", 1, v="x", sight="0-0"
    )


@pytest.mark.django_db
def test_asking_costs_a_few_queries(playing: World) -> None:
    first, _ = seats(playing)
    mine = Poll(first)
    with CaptureQueriesContext(connection) as queries:
        assert not mine.changed()
    assert len(queries) <= 8


def opened(open_page: Open, entry: Entry) -> Page:
    page = open_page(address(entry).split("/", 2)[2], bypass_csp=True)
    # A quarter of a minute is too long for a test: the clock is turned.
    page.clock.install()
    page.reload()
    return page


def later(page: Page) -> None:
    page.clock.run_for(16_000)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_the_phone(playing: World, open_page: Open) -> None:
    first, second = seats(playing)
    type(second.player).objects.filter(pk=second.player_id).update(name="Wickramasinghe Tharanga Bandara")
    page = opened(open_page, first)
    page.get_by_role("button", name="I won").click()
    expect(page.get_by_text("that is what you reported")).to_be_visible(timeout=SOON)
    say(second, "win")
    later(page)
    expect(page.get_by_text("You and your opponent reported different results")).to_be_visible(timeout=SOON)
    # Beside the longest name it can be read what each has reported.
    assert page.locator("#differ dd").evaluate_all(
        "all => all.map(one => one.scrollWidth > one.clientWidth)"
    ) == [
        False,
        False,
    ]
    accessible(page)
    playing.post("dave", "report_result", 1, table=1, value="1-0", seen="", game=1, reason="asked both")
    later(page)
    expect(page.get_by_text("you won")).to_be_visible(timeout=SOON)
    expect(page.get_by_role("button", name="Share my public page")).to_be_visible()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_form_that_waits_for_a_connection_stays(playing: World, open_page: Open) -> None:
    first, _ = seats(playing)
    page = opened(open_page, first)
    page.route("**/sender/", lambda route: route.abort())
    page.get_by_role("button", name="I won").click()
    expect(page.get_by_text("No connection. What you entered is saved here")).to_be_visible(timeout=SOON)
    playing.post("carol", "submit_record", 1, 1, text="1. C2=5 H8+7", seen="")
    later(page)
    expect(page.get_by_role("button", name="I won")).to_be_visible()
    page.unroute_all()
    later(page)
    expect(page.get_by_text("that is what you reported")).to_be_visible(timeout=SOON)


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("gone", ["revoked", "erased"])
def test_an_open_page_clears_itself_when_its_link_opens_nothing(
    playing: World, open_page: Open, gone: str
) -> None:
    first, _ = seats(playing)
    name = first.player.name
    page = opened(open_page, first)
    expect(page.locator("main")).to_contain_text(name)
    if gone == "revoked":
        PlayerLink.objects.filter(entry=first).update(revoked_at=timezone.now())
    else:
        PlayerLink.objects.filter(entry=first).delete()
    later(page)
    words = "This private link was revoked" if gone == "revoked" else "This private link is not valid"
    expect(page.get_by_role("alert")).to_have_text(words, timeout=SOON)
    assert name not in page.content()
    assert name not in page.title()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    later(page)
    assert not [url for url in requests if "/p/" in url]
