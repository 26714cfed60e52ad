"""Stages through the acts: groups of a section, the bracket of who has qualified, consolation."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from portal.journal.models import JournalEntry
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
from tournaments.acts.undo.undo import undo
from tournaments.exchange.tournament_file import dumps, loads
from tournaments.models import Entry, Section
from tournaments.pairing import verify
from tournaments.queries.files import section_as_file
from tournaments.queries.public.public_bracket import bracket
from tournaments.queries.public.public_sections import section as section_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.queries.stages import stage_places
from tournaments.queries.tournament import tournament_of
from tournaments.standings.ranking import standings

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
    if (
        section.entries.filter(status=Entry.Status.ENTERED, withdrawn_after=None)
        .exclude(number=None)
        .exists()
    ):
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
def test_groups_lead_to_a_bracket_and_its_losers_to_a_consolation(cast: Cast, client: Client) -> None:
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

    stands = [(row.words, row.entrant.player.name if row.entrant else "") for row in stage_places(cup)]
    assert stands[:2] == [("Cup A, place 1", "Guest 01"), ("Cup B, place 2", "Guest 03")]
    draw_lots(section=cup, by=cast.bob)
    cup.refresh_from_db()
    assert names(cup) == ["Guest 01", "Guest 03", "Guest 02", "Guest 04"]
    assert cup.entries.filter(number=None).count() == 2
    assert (cup.rounds, cup.options["places"]) == (2, [1, 2, 3, 4])

    drawn = bracket(cup.pk, PublicSnapshot())
    assert [
        [seat.person.number for seat in match.seats if seat.person] for match in drawn.levels[0].matches
    ] == [
        [1, 2],
        [3, 4],
    ]
    assert drawn.levels[1].matches[0].seats[0].waiting == "Winner of match 1"
    client.force_login(cast.alice)
    public = client.get(f"/en/e/{cast.event.slug}/{cup.slug}/bracket/").content.decode()
    desk = client.get(f"/en/desk/{cast.event.slug}/{cup.slug}/").content.decode()
    for page in (public, desk):
        assert "Guest 01" in page
        assert "Winner of match 2" in page

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


@pytest.mark.slow
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


def group_and_final(cast: Cast, carries: str) -> tuple[Section, Section, Section]:
    """Two groups of three, of which two each play a round robin; the groups are over."""
    final = new(cast, "Final", "axf-round-robin")
    for n in range(1, 7):
        enter_player(
            section=final,
            person=PersonInput(name=f"Guest {n:02}", federation="CHN", rating=3000 - n),
            by=cast.alice,
        )
    open_section(section=final, by=cast.alice)
    made = make_groups(section=final, groups=2, by=cast.alice)
    a, b = Section.objects.select_related("event").filter(pk__in=made["groups"]).order_by("slug")
    sources = [f"{a.slug}:1", f"{b.slug}:1", f"{b.slug}:2", f"{a.slug}:2"]
    set_sources(section=final, sources=sources, carries=carries, by=cast.alice)
    final.refresh_from_db()
    for group in (a, b):
        play(cast, group)
    draw_lots(section=final, by=cast.bob)
    final.refresh_from_db()
    return final, a, b


@pytest.mark.slow
def test_who_has_met_in_a_group_does_not_meet_again_where_that_counts(cast: Cast, client: Client) -> None:
    final, _a, _b = group_and_final(cast, "mutual")
    assert names(final) == ["Guest 01", "Guest 02", "Guest 03", "Guest 04"]
    assert (final.rounds, final.round_set.count()) == (2, 2)
    carried = {(row["first"], row["second"], row["result"]) for row in final.options["carried"]}
    assert {(frozenset(row[:2]), row[2]) for row in carried} <= {
        (frozenset(pair), value) for pair in ((1, 4), (2, 3)) for value in ("1-0", "0-1")
    }
    play(cast, final)
    tournament = tournament_of(final)
    assert {frozenset((game.first, game.second)) for game in tournament.games} == {
        frozenset(pair) for pair in ((1, 2), (3, 4), (1, 3), (2, 4))
    }
    assert verify(tournament, 1).ok
    assert [(row.number, row.points) for row in standings(tournament).rows] == [
        (1, 6),
        (2, 4),
        (3, 2),
        (4, 0),
    ]
    file = dumps(section_as_file(final))
    assert standings(loads(file)).ranks == standings(tournament).ranks
    assert loads(file).options.sources == tuple(final.options["sources"])
    path = f"/en/e/{cast.event.slug}/{final.slug}/"
    assert "6" in client.get(f"{path}standings/2/").content.decode()
    card = client.get(f"{path}player/1/").content.decode()
    assert "What those who come here have played against each other" in client.get(path).content.decode()
    assert "6" in card
    table = client.get(f"{path}crosstable/2/")
    assert table.status_code == 200


@pytest.mark.slow
def test_all_points_of_a_group_can_count(cast: Cast) -> None:
    final, a, b = group_and_final(cast, "all")
    points = {row.number: row.points for row in standings(tournament_of(final), 0).rows}
    before = {}
    for group in (a, b):
        table = standings(tournament_of(group))
        people = dict(group.entries.values_list("number", "player__name"))
        before |= {people[row.number]: row.points for row in table.rows}
    assert points == {number: before[name] for number, name in enumerate(names(final), 1)}


def test_results_do_not_count_where_nobody_comes_from_elsewhere(cast: Cast) -> None:
    cup = new(cast, "Cup")
    slug = cast.section.slug
    for section, sources in ((cup, [f"{slug}:1", f"{slug}:2"]), (new(cast, "Final", "axf-round-robin"), [])):
        with pytest.raises(Refusal, match="carries-not-here"):
            set_sources(section=section, sources=sources, carries="mutual", by=cast.alice)


@pytest.mark.slow
def test_groups_and_places_are_taken_back(cast: Cast) -> None:
    cup = cup_of(cast, 6)
    made = make_groups(section=cup, groups=2, qualifiers=2, by=cast.alice)
    set_sources(section=cup, sources=["cup-a:1", "cup-b:1"], by=cast.alice)
    cup.refresh_from_db()
    undone = {"event": cast.event, "reason": "a slip", "by": cast.alice}

    def last(act: str) -> int:
        return JournalEntry.objects.filter(act=act).latest("pk").pk

    with pytest.raises(Refusal, match="undo-too-late"):
        undo(entry=last("make_groups"), **undone)
    undo(entry=last("set_sources"), **undone)
    cup.refresh_from_db()
    assert len(cup.options["sources"]) == 4
    undo(entry=last("make_groups"), **undone)
    cup.refresh_from_db()
    assert "sources" not in cup.options
    assert not Section.objects.filter(pk__in=made["groups"]).exists()
    assert cup.entries.count() == 6
