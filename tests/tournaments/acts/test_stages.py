"""Stages through the acts: groups of a section, the bracket of who has qualified, consolation."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.policy import Refusal
from tests.cast import Cast, all_here
from tests.tournaments.acts.played import round_of, start
from tests.working import compute
from tournaments.acts.change_section import change_section
from tournaments.acts.entering.players import enter_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.results import report_result
from tournaments.acts.rounds import close_round
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.acts.stages import make_groups, set_sources
from tournaments.models import Entry, Section
from tournaments.pairing import verify
from tournaments.queries.public.public_sections import section as section_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.stages import stage_places
from tournaments.queries.tournament import tournament_of

CODES = ("CHN", "VIE", "GER")


def new(cast: Cast, name: str, preset: str = "knock-out") -> Section:
    made = create_section(
        event=cast.event, slug="", name=name, rounds=1, seed="s", preset=preset, by=cast.alice
    )
    return Section.objects.select_related("event").get(pk=made["section"])


def cup_of(cast: Cast, players: int) -> Section:
    cup = new(cast, "Cup")
    for n in range(1, players + 1):
        person = PersonInput(name=f"Guest {n:02}", federation=CODES[n % 3], rating=3000 - n)
        enter_player(section=cup, person=person, by=cast.alice)
    open_section(section=cup, by=cast.alice)
    return cup


def play(cast: Cast, section: Section) -> None:
    """To its end: whoever has the higher rating wins."""
    if not section.lots_drawn_at:
        draw_lots(section=section, by=cast.bob)
        section.refresh_from_db()
    all_here(round_of(section, 1), by=cast.bob)
    for number in range(1, section.rounds + 1):
        round_ = start(cast, section, number)
        for pairing in round_.pairings.exclude(table=None):
            ratings = dict(pairing.seats.values_list("colour", "entry__rating"))
            value = "1-0" if ratings["first"] > ratings["second"] else "0-1"
            report_result(round_=round_, table=pairing.table or 0, value=value, seen=None, by=cast.bob)
        close_round(round_=round_, by=cast.bob)
        compute()
    section.refresh_from_db()
    assert section.state == Section.State.FINISHED


def names(section: Section) -> list[str]:
    return list(
        section.entries.exclude(number=None).order_by("number").values_list("player__name", flat=True)
    )


@pytest.mark.slow
def test_groups_lead_to_a_bracket_and_its_losers_to_a_consolation(cast: Cast) -> None:
    cup = cup_of(cast, 6)
    make_groups(section=cup, groups=2, qualifiers=2, by=cast.alice)
    cup.refresh_from_db()
    a, b = Section.objects.filter(event=cast.event, name__in=("Cup A", "Cup B")).order_by("slug")
    assert cup.options["sources"] == [f"{a.slug}:1", f"{b.slug}:2", f"{b.slug}:1", f"{a.slug}:2"]
    assert (a.state, a.time_control, a.preset) == (cup.state, cup.time_control, "axf-round-robin")
    assert set(a.entries.values_list("player__name", flat=True)) == {"Guest 01", "Guest 04", "Guest 05"}
    with pytest.raises(Refusal, match="source-open"):
        draw_lots(section=cup, by=cast.bob)
    for group in (a, b):
        play(cast, group)

    stands = [(row.words, row.entry.player.name if row.entry else "") for row in stage_places(cup)]
    assert stands[:2] == [("Cup A, place 1", "Guest 01"), ("Cup B, place 2", "Guest 03")]
    draw_lots(section=cup, by=cast.bob)
    cup.refresh_from_db()
    assert names(cup) == ["Guest 01", "Guest 03", "Guest 02", "Guest 04"]
    assert cup.entries.filter(number=None).count() == 2
    assert (cup.rounds, cup.options["places"]) == (2, [1, 2, 3, 4])

    consolation = new(cast, "Consolation")
    sources = [f"{cup.slug}:L1", f"{cup.slug}:L2"]
    set_sources(section=consolation, sources=sources, by=cast.alice)
    open_section(section=consolation, by=cast.alice)
    round_ = start(cast, cup, 1)
    seated = [set(p.seats.values_list("entry__number", flat=True)) for p in round_.pairings.order_by("table")]
    assert seated == [{1, 2}, {3, 4}]
    with pytest.raises(Refusal, match="source-open"):
        draw_lots(section=consolation, by=cast.bob)
    for pairing in round_.pairings.all():
        ratings = dict(pairing.seats.values_list("colour", "entry__rating"))
        value = "1-0" if ratings["first"] > ratings["second"] else "0-1"
        report_result(round_=round_, table=pairing.table or 0, value=value, seen=None, by=cast.bob)
    draw_lots(section=consolation, by=cast.bob)
    assert names(consolation) == ["Guest 03", "Guest 04"]
    assert verify(tournament_of(cup), 1).ok
    page = section_page(cup.pk, PublicSnapshot())
    assert (page.places[0].words, page.places[0].number) == ("Cup A, place 1", 1)


def test_groups_by_lot_keep_federations_apart(cast: Cast) -> None:
    cup = cup_of(cast, 6)
    made = make_groups(section=cup, groups=3, method="drawn", apart=True, by=cast.alice)
    for group in made["groups"]:
        codes = list(Entry.objects.filter(section=group).values_list("player__federation", flat=True))
        assert len(set(codes)) == len(codes) == 2
    cup.refresh_from_db()
    assert "sources" not in cup.options


@pytest.mark.parametrize(
    ("code", "sources"),
    [
        ("source-unreadable", ["men", "men:1"]),
        ("no-such-source", ["nowhere:1", "men:1"]),
        ("no-such-source", ["cup:1", "men:1"]),
        ("source-twice", ["men:1", "men:1"]),
        ("stage-places", ["men:1"]),
        ("places-no-bracket", ["men:1", "men:2", "men:3"]),
        ("places-no-bracket", ["men:1", "men:2", "-", "-"]),
    ],
)
def test_places_that_cannot_be_are_refused(cast: Cast, code: str, sources: list[str]) -> None:
    cup = new(cast, "Cup")
    slug = cast.section.slug
    with pytest.raises(Refusal, match=code):
        set_sources(section=cup, sources=[text.replace("men", slug) for text in sources], by=cast.alice)


@pytest.mark.parametrize(
    ("code", "values"),
    [("groups-too-small", {"groups": 4}), ("no-usual-crossing", {"groups": 3, "qualifiers": 2})],
)
def test_groups_that_cannot_be_are_refused(cast: Cast, code: str, values: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match=code):
        make_groups(section=cup_of(cast, 6), by=cast.alice, **values)


def test_places_follow_a_section_to_its_new_address(cast: Cast) -> None:
    cup = new(cast, "Cup")
    slug = cast.section.slug
    set_sources(section=cup, sources=[f"{slug}:1", f"{slug}#2"], by=cast.alice)
    change_section(section=cast.section, wanted={"slug": "north"}, reason="moved", by=cast.alice)
    cup.refresh_from_db()
    assert cup.options["sources"] == ["north:1", "north#2"]


def test_the_desk_shows_who_comes_and_makes_groups(cast: Cast, client: Client) -> None:
    cup = cup_of(cast, 6)
    client.force_login(cast.alice)
    where = f"/en/desk/{cast.event.slug}/{cup.slug}/stages/"
    assert "Make groups" in client.get(where).content.decode()
    sent = {"groups": 2, "method": "snake", "preset": "axf-round-robin", "qualifiers": 2}
    assert client.post(f"{where}groups/", sent).status_code == 302
    page = client.get(where).content.decode()
    assert "Cup A, place 1" in page
    assert "not known yet" in page
    assert client.post(where, {"sources": "cup-a:1"}).status_code == 422
    assert client.post(where, {"sources": "cup-a:1\ncup-b:1"}).status_code == 302
