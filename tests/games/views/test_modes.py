"""That a round departs from the regulations, and how, stands on every page of it that staff and players have,
on screens and on the sheets that lie on its tables; of a round that does not, nothing is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from portal import outbox
from tests import factories
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.tournaments.paper.reading import printed
from tests.world import World, tables
from tournaments.acts.adjust_round import Flip, adjust_round
from tournaments.acts.notices.screens import set_screen
from tournaments.acts.official import enter_official
from tournaments.models import Pairing, Screen

Text = Callable[[Any], str]
CHANGED = "With changes: pairings changed manually"
STAFF = (
    *(("referee", (1, 1)), ("referee_foul", (1, 1)), ("referee_claim", (1, 1)), ("record", (1, 1))),
    *(
        ("scoresheets", (1, 1)),
        ("hall", (1,)),
        ("records_owed", (1,)),
        ("result", (1, 1)),
        ("round_desk", (1,)),
    ),
)


@pytest.fixture
def official(drawn: World) -> World:
    """Round 1 is public, paired in official mode."""
    enter_official(section=drawn.section, by=drawn.users["bob"])
    drawn.published()
    return drawn


def staff_pages(world: World) -> dict[str, str]:
    number = seats(world)[0].number
    client = world.client("bob")
    return {
        name: str(
            client.get(world.url(name, *place), {"player": number, "offence": "technical"}).content, "utf-8"
        )
        for name, place in STAFF
    }


def leave(world: World) -> None:
    """The colours of a table that is not looked at are switched."""
    arguments = {"reason": "The lots were read wrongly.", "leave_official": True, "by": world.users["bob"]}
    adjust_round(round_=world.round(1), change=Flip(2), **arguments)  # type: ignore[arg-type]


@pytest.mark.slow
def test_staff_read_it_on_every_page_of_the_round(official: World) -> None:
    for name, page in staff_pages(official).items():
        assert "in official mode" not in page, name
        assert "outside official mode" not in page, name
        assert "With changes" not in page, name
    leave(official)
    for name, page in staff_pages(official).items():
        assert page.count(CHANGED) == 1, name
        assert "outside official mode" not in page, name


@pytest.mark.slow
def test_nothing_is_said_before_a_round_is_public_or_of_one_that_was_imported(
    drawn: World, text: Text
) -> None:
    assert "official mode" not in text(drawn.get("bob", "round_desk", 1))
    imported = factories.pair(drawn.section, 1)
    imported.draft_digest = ""
    factories.publish(imported)
    for name, page in staff_pages(drawn).items():
        assert "official mode" not in page, name


@pytest.mark.slow
def test_players_read_it_and_an_open_page_follows(official: World, text: Text) -> None:
    entry = seats(official)[0]
    client = official.client("anonymous")
    for name, more in (("my_page", ()), ("my_record", (1,))):
        address = own_page(entry, name, *more)
        assert CHANGED not in text(client.get(address))
    context = client.get(own_page(entry)).context["version"]
    assert client.get(own_page(entry), {"v": context}).status_code == 204
    leave(official)
    newer = client.get(own_page(entry), {"v": context})
    assert newer.status_code == 200
    assert CHANGED in text(newer)


def test_who_counts_the_own_board_reads_it(played: World, text: Text) -> None:
    address = own_page(seats(played)[0], "my_count", 1)
    assert "official mode" not in text(played.client("anonymous").get(address))
    Pairing.objects.filter(round=played.round(1), table=2).update(by_hand=True)
    assert text(played.client("anonymous").get(address)).count(CHANGED) == 1


@pytest.mark.slow
def test_screens_say_it_of_the_round_and_of_those_before(official: World, text: Text) -> None:
    shows = [show for show in Screen.Shows.values if show != Screen.Shows.ANNOUNCEMENTS]
    set_screen(event=official.event, shows=shows, seconds=10, by=official.users["alice"])
    outbox.drain()
    address = reverse("home") + "e/cup/-/screen/1/"
    page = text(official.client("anonymous").get(address))
    for kind, facts in (("pairings", "Results so far: 0 of 4"), ("by-name", "Results so far: 0 of 4")):
        assert f'data-key="men-{kind}"' in page
        assert f'data-facts="{facts}"' in page
    leave(official)
    for table in tables(official.round(1)):
        official.post("carol", "report_result", 1, line=f"{table} 1-0", htmx=True)
    assert official.post("bob", "close_round", 1).status_code == 302
    outbox.drain()
    page = text(official.client("anonymous").get(address))
    assert f'data-facts="Results so far: 4 of 4 · {CHANGED}"' in page
    assert 'data-facts="Round 1, with changes: pairings changed manually"' in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", CHANGED), ("zh-hans", "有改动"), ("zh-hant", "有改動")]
)
def test_blank_scoresheets_say_it(official: World, language: str, words: str) -> None:
    before = printed(official.section, "scoresheets", 1, language=language)
    assert words not in before.text
    leave(official)
    outbox.drain()
    sheets = printed(official.section, "scoresheets", 1, language=language)
    sheets.check_drawable()
    assert words in sheets.text
    assert len(sheets.pages) == 4
