"""The estimate of the ratings: at the desk at any time, before the public once the class is confirmed."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from tests import factories
from tests.cached_worlds import remembered
from tests.portal.api.described import faults
from tests.tournaments.pages.rendered import parsed, render
from tests.world import World
from tournaments.acts.register.rating_class import confirm_rating_class
from tournaments.models import Player, Section
from tournaments.pages.renderers import RENDERERS
from tournaments.queries.public.public_ratings import performance_ratings
from tournaments.queries.public.public_state import NotPublicError

GRADES = ("3d", "1d", "1k", "2k", "4k", "5k", "8k", "12k")


def congress(world: World, players: int = 8, *, rounds: int = 1, slug: str = "go") -> Section:
    """McMahon, played to its end."""
    section = factories.make_section(
        world.event,
        slug,
        name="Go",
        game="weiqi",
        system="mcmahon",
        preset="mcmahon",
        rounds=rounds,
        tiebreaks=["MMS", "SOSM", "SOSOSM"],
        base_seconds=3600,
        increment_seconds=0,
        overtime_periods=1,
        overtime_seconds=30,
        lots_drawn_at=factories.AT,
    )
    entries = factories.make_entries(section, players)
    for entry, grade in zip(entries, GRADES, strict=False):
        Player.objects.filter(pk=entry.player_id).update(grade=grade, rating=None)
    section.entries.update(rating=None)
    factories.play(section, rounds)
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    section.refresh_from_db()
    return section


@pytest.fixture
@remembered
def played(world: World) -> World:
    factories.announce(congress(world))
    return world


def go(world: World) -> Section:
    return Section.objects.select_related("event").get(event=world.event, slug="go")


def page(world: World, name: str, who: str = "alice") -> Any:
    return world.client(who).get(reverse(name, args=[world.event.slug, "go"]))


def test_before_the_class_is_confirmed_only_staff_see_it(played: World, client: Client) -> None:
    section = go(played)
    assert client.get(f"/en/e/{section.event.slug}/go/ratings/").status_code == 404
    with pytest.raises(NotPublicError):
        RENDERERS["ratings"].read({"section": section.pk})
    page_text = page(played, "rating_preview", "erin").content.decode()
    assert "Only staff see this." in page_text
    assert "Class A, weight 1." in " ".join(page_text.split())
    ratings = performance_ratings(section, "A")
    assert len(ratings.players) == 8
    first = ratings.players[0]
    assert (first.newcomer, first.before in page_text, first.change in page_text) == (True, True, True)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant", "vi"])
def test_confirmed_it_is_public_with_its_arithmetic(played: World, client: Client, language: str) -> None:
    section = go(played)
    confirm_rating_class(section=section, rating_class="B", country=" fr", by=played.users["alice"])
    outbox.drain()
    section.refresh_from_db()
    assert (section.rating_class, section.rating_country) == ("B", "FR")
    address = f"e/{section.event.slug}/go/"
    assert client.get(f"/{language}/{address}ratings/").status_code == 200
    assert f'href="/{language}/{address}ratings/"' in client.get(f"/{language}/{address}").content.decode()
    document = parsed(render("ratings", {"section": section.pk}, language))
    rows = [row for row in document.iter("tr") if row.get("data-key")]
    assert len(rows) == 8
    sums = [" ".join("".join(dd.itertext()).split()) for dd in document.iter("dd")]
    ratings = performance_ratings(section, "B")
    players = ratings.players[0]
    [game] = players.games
    assert sums[0] == (
        f"0.75 × ({players.factor} × ({game.score} − {game.expected}) + {players.bonus}) = {game.change}"
    )


@pytest.mark.slow
def test_programs_read_the_document(played: World, client: Client) -> None:
    confirm_rating_class(section=go(played), rating_class="A", by=played.users["alice"])
    outbox.drain()
    answer = client.get(f"/api/v1/events/{played.event.slug}/sections/go/ratings")
    assert (answer.status_code, faults("Ratings", answer.json())) == (200, [])
    assert answer.json()["ratings"]["rating_class"] == "A"


@pytest.mark.slow
def test_who_is_not_rated_any_more_has_no_page(played: World, client: Client) -> None:
    for chosen, status in (("A", 200), ("X", 410), ("C", 200)):
        confirm_rating_class(section=go(played), rating_class=chosen, by=played.users["alice"])
        outbox.drain()
        assert client.get(f"/en/e/{played.event.slug}/go/ratings/").status_code == status


def test_a_reopened_section_says_that_it_may_change(played: World) -> None:
    section = go(played)
    confirm_rating_class(section=section, rating_class="A", by=played.users["alice"])
    assert "these ratings may change" not in render("ratings", {"section": section.pk})
    Section.objects.filter(pk=section.pk).update(state=Section.State.RUNNING)
    assert "these ratings may change" in render("ratings", {"section": section.pk})


@pytest.mark.slow
def test_the_submission_says_what_is_missing_and_where(played: World) -> None:
    page_text = page(played, "submission").content.decode()
    entry = go(played).entries.get(number=1)
    player = reverse("entry_desk", args=[played.event.slug, "go", entry.pk])
    for link in (f'href="{player}#player"', 'href="#rating-class"', "go/files/h9/", "go/files/tou/"):
        assert link in page_text
    flat = " ".join(page_text.split())
    for words in ("Adjusted time 82.5 min", "By this time: class A", "Country of the event missing"):
        assert words in flat
    answer = played.client("frank").post(
        reverse("confirm_rating_class", args=[played.event.slug, "go"]),
        {"rating_class": "A", "country": "MY", "once": "k"},
    )
    assert answer.status_code == 302
    assert "Country of the event missing" not in page(played, "submission").content.decode()
    file = played.client("frank").get(reverse("section_file", args=[played.event.slug, "go", "h9"]))
    assert file.content.decode("iso8859-15").splitlines()[:3:2] == [
        "; CL[A]",
        f"; PC[MY,{played.event.place}]",
    ]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"rating_class": "Z"}, "Choose one of those offered."),
        ({"rating_class": "A", "country": "1!"}, "is not a country: two letters"),
    ],
)
def test_nonsense_is_refused_with_its_cause(played: World, sent: dict[str, str], words: str) -> None:
    address = reverse("confirm_rating_class", args=[played.event.slug, "go"])
    answer = played.client("alice").post(address, sent | {"once": "k"})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert go(played).rating_class == ""


def test_a_round_robin_is_rated_too_and_its_table_has_the_headings(world: World) -> None:
    section = congress(world, 4)
    Section.objects.filter(pk=section.pk).update(system="round-robin", tiebreaks=[], rating_country="MY")
    section.refresh_from_db()
    Player.objects.filter(entries__section=section, grade="1d").update(declared_grade="2d")
    declared = next(row for row in performance_ratings(section, "A").players if row.player.number == 2)
    assert (declared.before, declared.newcomer) == ("2200.000", True)
    assert world.client("bob").get(reverse("submission", args=[world.event.slug, "go"])).status_code == 200
    file = world.client("bob").get(reverse("section_file", args=[world.event.slug, "go", "h9"]))
    assert file.content.decode().splitlines()[:7:2] == [
        *("; CL[A]", f"; PC[MY,{world.event.place}]", "; HA[h9]", "; TM[82]"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["submission", "rating_preview"])
def test_as_many_queries_for_any_number_of_players(world: World, name: str) -> None:
    counts = []
    for players in (4, 8):
        slug = f"go{players}"
        congress(world, players, slug=slug)
        address = reverse(name, args=[world.event.slug, slug])
        client = world.client("alice")
        client.get(address)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
