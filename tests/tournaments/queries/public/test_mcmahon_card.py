"""A player's card in a McMahon section: the McMahon score from its start on, and floats by it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_link
from tests.tournaments.acts.played import finish, number_of, round_of, section_of_grades, start
from tests.tournaments.pages.rendered import parsed, render, text_of
from tournaments.acts.entering.attendance import set_absence
from tournaments.models import Pairing, Section
from tournaments.queries.invitations import invitation_secret
from tournaments.queries.public.public_sections import PlayerCard, card
from tournaments.queries.public.public_standings import standings_page
from tournaments.queries.public.public_state import PublicSnapshot


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    """Two rounds played; 8k misses both, and of the others somebody has the bye in neither."""
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    entry = section.entries.get(player__grade="8k")
    for number in (1, 2):
        set_absence(entries=[entry], round_number=number, absent=True, by=cast.alice)
        finish(cast, start(cast, section, number))
    return section


def card_of(section: Section, grade: str) -> PlayerCard:
    return card(section.pk, number_of(section, grade), PublicSnapshot())


@pytest.mark.slow
def test_the_score_begins_with_the_start(section: Section) -> None:
    strongest = card_of(section, "4d")
    assert strongest.start == "31"
    totals = [item.total for item in strongest.rounds]
    wins = 0
    for item, total in zip(strongest.rounds, totals, strict=True):
        wins += item.outcome == "win"
        assert total == str(31 + wins)
    assert strongest.points == totals[-1]
    # Absences give a half each, and together a whole point.
    away = card_of(section, "8k")
    assert [(item.points, item.total) for item in away.rounds] == [("0", "22"), ("1", "23")]


@pytest.mark.slow
def test_floats_go_by_the_mcmahon_score(section: Section) -> None:
    weakest = card_of(section, "12k")
    assert [item.float for item in weakest.rounds if item.opponent] == [-1, -1]
    for item in weakest.rounds:
        assert item.opponent is not None
        other = card(section.pk, item.opponent.number or 0, PublicSnapshot())
        [same] = [line for line in other.rounds if line.round == item.round]
        assert same.float == 1


@pytest.mark.slow
def test_each_game_has_its_own_handicap(section: Section) -> None:
    """Though others were given stones in the same round."""
    seats = Pairing.objects.filter(round__section=section, table__isnull=False).values_list(
        "seats__entry__number", "round__number", "handicap"
    )
    stones_of = {(number, round_number): stones for number, round_number, stones in seats}
    stones_on_card = {
        (entry.number, item.round): item.handicap
        for entry in section.entries.all()
        for item in card(section.pk, entry.number or 0, PublicSnapshot()).rounds
        if item.opponent
    }
    assert len(set(stones_on_card.values())) > 1
    assert stones_on_card == stones_of


@pytest.mark.slow
def test_the_standings_add_the_score_up_from_the_start(section: Section) -> None:
    frozen = section.standings.filter(after_round=2).order_by("-version").first()
    assert frozen is not None
    for row in frozen.data["rows"]:
        start, *rounds = row["arithmetic"]["points"]
        assert (start["kind"], start["round"], [item["round"] for item in rounds]) == ("start", 0, [1, 2])
        assert sum(int(item["points"]) for item in [start, *rounds]) == int(row["points"])


@pytest.mark.slow
def test_the_stones_stand_in_the_sums(section: Section) -> None:
    """What White gave is added to the opponent's score, what Black took is taken off."""
    after = standings_page(section.pk, 2, PublicSnapshot())
    terms = [term for row in after.rows for term in row.arithmetic["SOSM"]]
    worked = [term for term in terms if term.working]
    assert {term.working.split()[1] for term in worked} == {"+", "−"}
    for term in worked:
        score, sign, stones = term.working.split()
        assert int(score) + int(stones) * (1 if sign == "+" else -1) == int(term.points)
    document = parsed(render("standings", {"section": section.pk, "after": 2}))
    assert f"{worked[0].working} = {worked[0].points}" in text_of(document.find(".//main"))
    assert {text_of(name) for name in document.iter("dt")} >= {
        "McMahon score",
        "sum of opponents' McMahon scores",
    }
    assert "MMS" in [text_of(head) for head in document.iter("th")]


@pytest.mark.slow
def test_direct_confrontation_says_who_beat_whom(cast: Cast) -> None:
    section = section_of_grades(cast, "swiss-opengotha")
    Section.objects.filter(pk=section.pk).update(tiebreaks=["NULL", "DC"])
    finish(cast, start(cast, section, 1))
    page = text_of(parsed(render("standings", {"section": section.pk, "after": 1})).find(".//main"))
    assert re.search(r"R1 beat Guest\d Given\d", page)
    assert re.search(r"R1 lost to Guest\d Given\d", page)
    assert "places below, among those who are level" in page


@pytest.mark.slow
def test_both_pages_of_the_player_show_it(section: Section) -> None:
    number = number_of(section, "4d")
    points = card_of(section, "4d").points
    public = text_of(parsed(render("player", {"section": section.pk, "number": number})).find(".//main"))
    assert f"McMahon score so far: {points} (start 31)" in public
    link = make_link(section.entries.get(number=number))
    private = Client().get(f"/en/p/{invitation_secret(link)}/").content.decode()
    assert f"McMahon score so far: {points} (start 31)" in " ".join(private.split())


@pytest.mark.slow
def test_a_swiss_by_value_shows_wins(cast: Cast) -> None:
    section = section_of_grades(cast, "swiss-opengotha")
    finish(cast, start(cast, section, 1))
    result = card_of(section, "4d")
    assert (result.start, result.rounds[0].total in {"0", "1"}) == (None, True)
    assert round_of(section, 1).is_public
