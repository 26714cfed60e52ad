"""Appeals in pages: from the player's page to the desk's decision, and what everybody reads then."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tests.factories import make_link
from tests.teams_world import captain_link, teams_playing
from tests.working import compute
from tests.world import ValidClient, World
from tournaments.acts.refereeing.appeals import set_appeal_rules, submit_appeal
from tournaments.acts.refereeing.fouls import log_foul, withdraw_foul
from tournaments.models import Appeal, Foul, PlayerLink, Seat
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.teams.captains import captain_secret

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


@pytest.mark.slow
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


def sentences(answer: Any) -> list[str]:
    """What a page says is wrong, above the form or at its field, without its tags."""
    parts = re.findall(
        r'(?:role="alert"|class="errorlist")[^>]*>(.*?)</(?:div|ul)>', answer.content.decode(), re.S
    )
    return [" ".join(re.sub(r"<[^>]*>", " ", part).split()) for part in parts]


def too_late(ruled: Ruled, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(timezone, "now", lambda: ruled.foul.at + timedelta(minutes=31))


def taken_back(ruled: Ruled, _patch: pytest.MonkeyPatch) -> None:
    withdraw_foul(foul=ruled.foul, reason="wrong", by=ruled.world.users["bob"])


def appealed(ruled: Ruled, _patch: pytest.MonkeyPatch) -> None:
    player = PlayerLink.objects.get(entry=ruled.foul.entry)
    submit_appeal(round_=ruled.round, foul=ruled.foul.pk, statement="The first.", by=player)


def taken_no_more(ruled: Ruled, _patch: pytest.MonkeyPatch) -> None:
    set_appeal_rules(section=ruled.world.section, minutes=0, by=ruled.world.users["alice"])


@pytest.mark.parametrize(
    ("before", "begins"),
    [
        (too_late, "Too late: this ruling could be appealed until"),
        (taken_back, "This ruling has been taken back or replaced meanwhile."),
        (appealed, "You have already appealed this ruling."),
        (taken_no_more, "This section takes no appeals."),
    ],
)
def test_one_sentence_says_why_an_appeal_is_not_taken(
    ruled: Ruled,
    monkeypatch: pytest.MonkeyPatch,
    before: Callable[[Ruled, pytest.MonkeyPatch], None],
    begins: str,
) -> None:
    """The form was open before; what was typed in it stays there."""
    before(ruled, monkeypatch)
    appeals = Appeal.objects.count()
    answer = ruled.send("I wrote them all.")
    assert answer.status_code in {409, 422}
    (sentence,) = sentences(answer)
    assert sentence.startswith(begins)
    assert "I wrote them all." in answer.content.decode()
    assert Appeal.objects.count() == appeals


def test_ten_thousand_characters_come_back_with_one_sentence(ruled: Ruled) -> None:
    answer = ruled.send("字" * 10_000)
    (sentence,) = sentences(answer)
    assert "10000 characters; the limit is 3000" in sentence
    assert "字" * 10_000 in answer.content.decode()
    # In the reader's own words too.
    address = reverse("my_submit_appeal", args=[ruled.secret]).replace("/en/", "/zh-hans/")
    values = {"round": 1, "foul": ruled.foul.pk, "statement": "字" * 10_000, "once": "b"}
    (chinese,) = sentences(ruled.client.post(address, values))
    assert "3000" in chinese
    assert not re.search("[a-z]{3}", chinese)
    assert not Appeal.objects.exists()


class OfATeam:
    """A foul of a player of the team at board 1, and the pages of both captains."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.round = teams_playing(cast)
        self.section = self.round.section
        self.seat = Seat.objects.select_related("entry__team").get(
            round=self.round, pairing__table=1, colour="first"
        )
        other = Seat.objects.select_related("entry__team").get(
            round=self.round, pairing__table=1, colour="second"
        )
        self.captain, self.opponent = (
            captain_secret(captain_link(seat.entry.team)) for seat in (self.seat, other)
        )
        done = log_foul(
            round_=self.round,
            table=1,
            player=self.seat.entry.number or 0,
            offence="missed-moves",
            missed=8,
            confirm=True,
            by=cast.bob,
        )
        self.foul = Foul.objects.get(pk=done["foul"])

    def send(self, secret: str, statement: str, once: str) -> Any:
        values = {"round": 1, "foul": self.foul.pk, "statement": statement, "once": once}
        return ValidClient().post(reverse("captain_submit_appeal", args=[secret]), values)


@pytest.fixture
def of_a_team(cast: Cast) -> OfATeam:
    return OfATeam(cast)


@pytest.mark.slow
def test_a_captain_appeals_from_the_own_page_to_the_correction(of_a_team: OfATeam) -> None:
    page = ValidClient().get(reverse("captain_page", args=[of_a_team.captain])).content.decode()
    assert "Moves not recorded" in page
    assert of_a_team.seat.entry.player.name in page
    address = reverse("captain_appeal", args=[of_a_team.captain])
    assert f"{address}?foul={of_a_team.foul.pk}" in page
    form = ValidClient().get(f"{address}?foul={of_a_team.foul.pk}").content.decode()
    assert "Submit appeal" in form
    answer = of_a_team.send(of_a_team.captain, "Our player wrote every move.", "a")
    assert answer.status_code == 302
    assert answer["Location"].endswith(reverse("captain_page", args=[of_a_team.captain]) + "#decided")
    appeal = Appeal.objects.get()
    assert (appeal.by_captain, appeal.entry) == (True, of_a_team.seat.entry)
    waiting = ValidClient().get(reverse("captain_page", args=[of_a_team.captain])).content.decode()
    assert "The decision will appear here" in waiting
    place = [of_a_team.section.event.slug, of_a_team.section.slug]
    chief = ValidClient()
    chief.force_login(of_a_team.cast.bob)
    desk = chief.get(reverse("appeals", args=place)).content.decode()
    assert "Our player wrote every move." in desk
    values = {
        "appeal": appeal.pk,
        "outcome": "upheld",
        "panel": "Ho, Lee",
        "reasons": "They are all there.",
        "once": "b",
    }
    assert chief.post(reverse("decide_appeal", args=place), values).status_code == 302
    assert Foul.objects.get(supersedes=of_a_team.foul).status == "withdrawn"
    decided = ValidClient().get(reverse("captain_page", args=[of_a_team.captain])).content.decode()
    assert "Appeal upheld" in decided
    assert "They are all there." in decided


@pytest.mark.slow
def test_the_other_captain_appeals_nothing_and_learns_nothing(of_a_team: OfATeam) -> None:
    page = ValidClient().get(reverse("captain_page", args=[of_a_team.opponent])).content.decode()
    assert "Moves not recorded" not in page
    answer = of_a_team.send(of_a_team.opponent, "Not one move is missing.", "a")
    assert answer.status_code in {403, 404}
    assert "<h1>" in answer.content.decode()
    assert "Not one move" not in answer.content.decode()
    assert not Appeal.objects.exists()
    # Twice by the own one: one appeal, and one sentence.
    of_a_team.send(of_a_team.captain, "Our player wrote every move.", "b")
    (sentence,) = sentences(of_a_team.send(of_a_team.captain, "And again.", "c"))
    assert sentence == "You have already appealed this ruling. Nothing has been sent twice."
    assert Appeal.objects.count() == 1
