"""Norms on pages: the tables of an organisation, forecasts before the last round and reports after it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from tests.factories import make_entries, make_event, make_section
from tests.world import World
from tournaments.acts.ratings.norm_tables import share_of
from tournaments.models import (
    Entry,
    Federation,
    Membership,
    NormTable,
    Organisation,
    Pairing,
    Player,
    ResultReport,
    Role,
    Round,
    Seat,
    Section,
)
from tournaments.queries.norms import norms_of
from tournaments.ratings.norms import CHINESE_SCALE, FIDE_NORMS, Outlook, rule_document, rule_of

pytestmark = pytest.mark.django_db
FEDERATIONS = ("CHN", "VIE", "MAS")


@pytest.fixture
def section(world: World) -> Section:
    """Ten players, of whom nine are international masters from three federations; the first has met eight of
    them in eight rounds and has the ninth before him."""
    owner = Organisation.objects.create(slug="xia", name="Xia", level="nation")
    club = Organisation.objects.create(slug="club", name="Club", level="club", parent=owner)
    for title in ("GM", "IM"):
        owner.norm_tables.create(title=title, document=rule_document(FIDE_NORMS[title]))
    event = make_event("norms", organisation=club)
    Membership.objects.create(event=event, user=world.users["alice"], role=Role.CHIEF_ORGANISER)
    for code in (*FEDERATIONS, "HKG"):
        Federation.objects.get_or_create(code=code, defaults={"name_en": code})
    section = make_section(event, "open", rounds=9)
    make_entries(section, 10)
    entries = list(section.entries.select_related("player").order_by("pk"))
    for place, entry in enumerate(entries):
        entry.number, entry.rating = place + 1, 2400
        entry.save()
        federation = FEDERATIONS[place % 3] if place else "HKG"
        Player.objects.filter(pk=entry.player_id).update(
            title="IM" if place else "", federation=federation, rating=2400
        )
    for number, round_ in enumerate(section.round_set.order_by("number"), start=1):
        round_.state = Round.State.CLOSED if number < 9 else Round.State.PLAYING
        round_.save()
        play(round_, entries[0], entries[number], "1-0" if number < 7 else "0-1" if number < 9 else "")
    return section


def play(round_: Round, first: Entry, second: Entry, value: str, **more: bool) -> None:
    pairing = Pairing.objects.create(round=round_, table=1)
    for colour, entry in (("first", first), ("second", second)):
        Seat.objects.create(round=round_, entry=entry, pairing=pairing, colour=colour)
    if value:
        ResultReport.objects.create(pairing=pairing, value=value, **more)


def fill(section: Section, value: str) -> None:
    """The last game, and the section is over."""
    ResultReport.objects.create(
        pairing=Pairing.objects.get(round__section=section, round__number=9), value=value
    )
    Section.objects.filter(pk=section.pk).update(state=Section.State.FINISHED)
    section.refresh_from_db()


def page(world: World, section: Section, query: str = "") -> str:
    address = reverse("norms", args=[section.event.slug, section.slug])
    answer = world.client("alice").get(address + query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_the_last_round_it_says_what_it_must_bring(world: World, section: Section) -> None:
    lines = {(line.entry.number, line.report.rule.title): line for line in norms_of(section).lines}
    # Six of eight against 2400: 2593 by eight games, and a ninth makes the norm whatever comes.
    assert lines[1, "IM"].outlook is Outlook.MUST_PLAY
    assert "has it in any case, but must play" in page(world, section)
    # Of grandmasters there is none.
    assert (1, "GM") not in lines or lines[1, "GM"].outlook is Outlook.IMPOSSIBLE


def test_afterwards_each_condition_stands_with_need_and_have(world: World, section: Section) -> None:
    fill(section, "0-1")
    lines = norms_of(section).lines
    norm = next(line for line in lines if line.report.rule.title == "IM")
    assert (norm.entry.number, norm.report.met, norm.report.performance) == (1, True, 2525)
    text = page(world, section)
    assert "fulfilled" in text
    assert text.count("at least 9") == len(lines)


def test_a_forfeit_is_no_game(world: World, section: Section) -> None:
    pairing = Pairing.objects.get(round__section=section, round__number=1)
    first = pairing.reports.get()
    ResultReport.objects.create(
        pairing=pairing, value="1-0", forfeit=True, supersedes=first, reason="Not there"
    )
    fill(section, "1-0")
    assert [line for line in norms_of(section).lines if line.entry.number == 1 and line.report.met] == []


def test_the_nearest_table_of_a_title_goes(section: Section) -> None:
    club = Organisation.objects.get(slug="club")
    rule = rule_document(FIDE_NORMS["IM"]) | {"performance": 2700}
    club.norm_tables.create(title="IM", document=rule)
    fill(section, "0-1")
    assert not any(line.report.met for line in norms_of(section).lines)


def test_as_many_queries_for_any_number_of_games(section: Section, django_assert_num_queries: object) -> None:
    with django_assert_num_queries(6):  # type: ignore[operator]
        norms_of(section)


def test_a_table_is_filled_in_and_comes_back_into_the_form(world: World, section: Section) -> None:
    admin = world.client("admin")
    address = reverse("norm_tables", args=["xia"])
    form = admin.get(f"{address}?like=WIM").context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"title": "Our master", "women": ""}
    sent |= {"of_title_share": "1/3", "once": "k"}
    answer = admin.post(reverse("set_norm_table", args=["xia"]), sent)
    assert answer.status_code == 302, answer.context["form"].errors
    rule = rule_of(NormTable.objects.get(title="Our master").document)
    assert (rule.performance, rule.of_title_share, rule.women) == (2250, Fraction(1, 3), False)
    assert "Our master" in admin.get(address).content.decode()
    refused = admin.post(reverse("set_norm_table", args=["xia"]), sent | {"score": "120", "once": "l"})
    assert refused.status_code in (409, 422)
    assert "no part of the games" in refused.content.decode()


@pytest.mark.parametrize("rule", FIDE_NORMS.values(), ids=FIDE_NORMS)
def test_a_rule_comes_back_from_its_document(rule: object) -> None:
    assert rule_of(rule_document(rule)) == rule  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "share"),
    [("35", Fraction(7, 20)), ("35 %", Fraction(7, 20)), ("1/3", Fraction(1, 3)), ("0", Fraction(0))],
)
def test_a_part_of_the_games_is_written_in_either_way(text: str, share: Fraction) -> None:
    assert share_of("score", text) == share


def test_a_title_by_percentage_is_shown_when_the_section_is_over(world: World, section: Section) -> None:
    Player.objects.filter(entries__section=section, entries__number=1).update(title="二级棋士")
    assert "二级棋士 → 一级棋士" not in page(world, section)
    fill(section, "0-1")
    # Six of nine: 66 per cent.
    assert "二级棋士 → 一级棋士" in page(world, section)


def test_the_scale_is_that_of_the_table(world: World) -> None:
    from tests.tournaments.ratings.worked import table

    rows = [
        (row["from"].removesuffix("及以下"), int(row["percent_at_least"]), row["to"])
        for row in table("cxa-percent")
    ]
    assert [(step.former, step.least, step.title) for step in CHINESE_SCALE] == rows


def test_without_a_table_the_page_leads_to_one(world: World) -> None:
    assert "No norms to make here" in page(world, world.section)
