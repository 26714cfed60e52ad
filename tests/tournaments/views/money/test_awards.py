"""Prizes are awarded once, shown to everybody, and corrected in public."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from portal import outbox
from portal.journal.models import JournalEntry
from tests import factories
from tests.cached_worlds import remembered
from tests.tournaments.paper.reading import printed
from tests.world import World
from tournaments.models import Award, Prize

Text = Callable[[Any], str]
EURO = {"name": "Individual", "places": 2, "currency": "EUR", "amounts": "100\n50", "sharing": "equal"}


@pytest.fixture(autouse=True)
def rendered_at_once(settings: Any) -> None:
    settings.PUBLISHED_RENDER_EVERY = 0.0


@pytest.fixture
@remembered
def final(drawn: World) -> World:
    """The only round is closed; four winners are level."""
    drawn.section.rounds = 1
    drawn.section.save(update_fields=["rounds"])
    drawn.section.round_set.filter(number__gt=1).delete()
    assert drawn.post("alice", "add_prizes", **EURO).status_code == 302
    drawn.closed(1)
    drawn.section.refresh_from_db()
    factories.announce(drawn.section)
    return drawn


def prizes_page(world: World) -> Any:
    return Client().get(f"/en/e/{world.event.slug}/{world.section.slug}/prizes/")


@pytest.mark.slow
def test_prizes_are_awarded_shown_and_corrected(final: World, text: Text, press: None) -> None:
    section = final.section
    prize = Prize.objects.get(section=section)
    assert "Prizes can be awarded" not in text(final.get("bob", "winners"))
    assert prizes_page(final).status_code == 404
    assert final.post("dave", "award_prizes", standing=1).status_code == 403
    assert final.post("bob", "award_prizes", standing=1).status_code == 302
    outbox.drain()
    page = text(prizes_page(final))
    assert "€37.50" in page
    assert "Corrected" not in page
    assert "Prizes awarded" in text(final.client("alice").get(f"/en/desk/{final.event.slug}/"))

    # The lists are edited no more, and nobody awards twice.
    for name, values in (
        ("add_prizes", EURO),
        ("change_prizes", {**EURO, "prize": prize.pk}),
        ("remove_prizes", {"prize": prize.pk}),
    ):
        answer = final.post("alice", name, **values)
        assert answer.status_code == 409
        assert "The prizes have been awarded" in text(answer)
    assert final.post("alice", "award_prizes", standing=1).status_code == 409

    numbers = [place["number"] for place in Award.objects.get().data[0]["places"]]
    arguments = {"version": 1, "reason": "Tie broken by lot.", f"prize-{prize.pk}": f"1 {numbers[0]} 150"}
    assert final.post("alice", "correct_awards", **arguments | {"reason": ""}).status_code == 422
    assert final.post("alice", "correct_awards", **arguments).status_code == 302
    outbox.drain()
    page = text(prizes_page(final))
    assert "because: Tie broken by lot." in page
    assert "€150.00" in page
    assert "€37.50" not in page
    standings = text(Client().get(f"/en/e/{final.event.slug}/{section.slug}/standings/1/"))
    assert "€150.00" in standings
    document = Client().get(f"/api/v1/events/{final.event.slug}/sections/{section.slug}/prizes").json()
    assert (document["awards_version"], document["corrections"][0]["reason"]) == (2, "Tie broken by lot.")
    assert document["prizes"][0]["places"][0]["amount"] == 15000
    # Who has not seen that is told, and keeps what was typed.
    late = final.post("frank", "correct_awards", **arguments | {"reason": "Mine."})
    assert late.status_code == 409
    assert "Someone else has corrected the winners" in text(late)
    assert "Mine." in text(late)
    assert 'name="version" value="2"' in text(late)
    assert [
        journal_entry.act
        for journal_entry in JournalEntry.objects.filter(act__contains="award").order_by("pk")
    ] == [
        "award_prizes",
        "correct_awards",
    ]
    assert Award.objects.count() == 2

    paper = printed(section, "prize-list", number=1)
    paper.check_drawable()
    assert "€150.00" in paper.text
    assert "Received (signature)" in paper.text
    assert "€150.00" in printed(section, "certificates", number=1).text


@pytest.mark.slow
def test_standings_that_changed_are_told(final: World, text: Text) -> None:
    assert final.post("bob", "award_prizes", standing=7).status_code == 409
    assert final.post("bob", "award_prizes", standing=1).status_code == 302
    prize = Prize.objects.get(section=final.section)
    frozen = final.section.standings.get()
    frozen.pk, frozen.version = None, 2
    frozen.data["prizes"] = [{"prize": prize.pk, "places": [{"place": 1, "number": 3, "amount": 9900}]}]
    frozen.save(force_insert=True)
    page = text(final.get("bob", "winners"))
    assert "The standings have been corrected" in page
    assert "1 3 99.00" in page


@pytest.mark.slow
def test_nothing_is_awarded_before_the_end(drawn: World, text: Text) -> None:
    drawn.post("alice", "add_prizes", **EURO)
    drawn.closed(1)
    assert "Provisional, after round 1." in text(drawn.get("bob", "winners"))
    answer = drawn.post("bob", "award_prizes", standing=1)
    assert answer.status_code == 409
    assert "once the last round is closed" in text(answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("first Li", "“first Li” is not a winner."),
        ("1 99", "No entry has the number 99."),
        ("1 2\n2 2", "No. 2 is in this list twice."),
        ("999 2", "“999” is not a place."),
        ("1 2 1.234", "more than 2 decimals"),
        ("1 2 🏆", "is not an amount"),
        ("", "No prize list has a winner."),
    ],
)
def test_nonsense_about_winners_is_said(final: World, text: Text, lines: str, message: str) -> None:
    final.post("bob", "award_prizes", standing=1)
    prize = Prize.objects.get(section=final.section)
    answer = final.post("bob", "correct_awards", **{"version": 1, "reason": "x", f"prize-{prize.pk}": lines})
    assert answer.status_code in (409, 422)
    assert message in text(answer)
    assert Award.objects.count() == 1
