"""Appeals in pages: from the player's page to the desk's decision, and what everybody reads then."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_link
from tests.working import compute
from tests.world import ValidClient, World
from tournaments.acts.refereeing.appeals import set_appeal_rules
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.models import Appeal, Foul, Seat
from tournaments.queries.invitations import invitation_secret

pytestmark = pytest.mark.django_db


class Ruled:
    """A foul of Red at table 1, and the page of Red."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.round = world.published()
        red = Seat.objects.select_related("entry").get(round=self.round, pairing__table=1, colour="first")
        self.secret = invitation_secret(make_link(red.entry))
        done = log_foul(
            round_=self.round,
            table=1,
            player=red.entry.number or 0,
            kind="recording",
            offence="missed-moves",
            missed=8,
            confirm=True,
            by=world.users["bob"],
        )
        self.foul = Foul.objects.get(pk=done["foul"])
        self.client = ValidClient()

    def page(self, name: str = "my_page", query: str = "") -> str:
        address = reverse(name, args=[self.secret]) + query
        return self.client.get(address).content.decode()

    def send(self, statement: str) -> Client:
        values = {"round": 1, "foul": self.foul.pk, "statement": statement, "once": "a"}
        return self.client.post(reverse("my_submit_appeal", args=[self.secret]), values)


@pytest.fixture
def ruled(drawn: World) -> Ruled:
    return Ruled(drawn)


def test_from_the_players_page_to_the_decision(ruled: Ruled) -> None:
    world = ruled.world
    set_appeal_rules(
        section=world.section, minutes=30, deposit="MYR 200", public=True, by=world.users["alice"]
    )
    page = ruled.page()
    assert "Moves not recorded" in page
    assert "rulebooks/wxc2015/#article-4-3" in page
    assert "MYR 200" in page
    assert 'id="article-4-3"' in Client().get("/en/rulebooks/wxc2015/").content.decode()
    form = ruled.page("my_appeal", f"?foul={ruled.foul.pk}")
    assert "Submit appeal" in form
    answer = ruled.send("My sheet has every move.")
    assert (answer.status_code, answer["Location"].partition("#")[2]) == (302, "decided")
    assert "The decision will appear here" in ruled.page()
    place = [world.event.slug, world.section.slug]
    desk = world.client("bob").get(reverse("event_desk", args=[world.event.slug]))
    assert "appeal to decide" in desk.content.decode()
    assert "My sheet has every move." in world.get("dave", "appeals").content.decode()
    appeal = Appeal.objects.get()
    world.client("bob").post(
        reverse("note_deposit", args=place), {"appeal": appeal.pk, "deposit": "paid", "once": "b"}
    )
    values = {
        "appeal": appeal.pk,
        "outcome": "upheld",
        "panel": "Ho, Lee",
        "reasons": "They are all there.",
        "deposit": "returned",
        "once": "c",
    }
    assert world.client("bob").post(reverse("decide_appeal", args=place), values).status_code == 302
    decided = ruled.page()
    assert "Appeal upheld" in decided
    assert "They are all there." in decided
    compute()
    public = Client().get(f"/en/e/{world.event.slug}/{world.section.slug}/").content.decode()
    assert "Decisions on appeals" in public
    assert "My sheet has" not in public


def test_what_was_typed_stays_whatever_was_refused(ruled: Ruled) -> None:
    long_one = "x" * 10_000
    answer = ruled.send(long_one)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert long_one in page
    assert "10000" in page
    withdraw_foul(foul=ruled.foul, reason="wrong", by=ruled.world.users["bob"])
    answer = ruled.send("I wrote them all.")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "I wrote them all." in page
    assert "taken back or replaced" in page


def test_nobody_else_opens_the_ruling(ruled: Ruled) -> None:
    black = Seat.objects.get(round=ruled.round, pairing__table=1, colour="second").entry
    other = invitation_secret(make_link(black))
    address = reverse("my_appeal", args=[other]) + f"?foul={ruled.foul.pk}"
    assert Client().get(address).status_code == 404
    assert Client().get(reverse("my_appeal", args=[other]) + "?foul=x").status_code == 404
