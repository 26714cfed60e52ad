"""Norms on pages: the tables of an organisation, forecasts before the last round and reports after it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal import outbox
from portal.accounts.models import User
from portal.policy import Refusal
from tests.factories import make_entries, make_event, make_section
from tests.tournaments.norm_world import fill, make_norms, play
from tests.tournaments.pages.rendered import parsed, text_of
from tests.tournaments.paper.reading import printed
from tests.world import World
from tournaments.acts.ratings.norm_tables import (
    remove_percent_norm,
    remove_place_norm,
    set_norm_table,
    set_percent_norm,
    set_place_norm,
    share_of,
)
from tournaments.acts.ratings.norms import set_norm_exemption, show_norms
from tournaments.forms.norm_tables import NormForm
from tournaments.models import (
    NormTable,
    Official,
    Organisation,
    Pairing,
    Person,
    Player,
    ResultReport,
    Round,
    Section,
)
from tournaments.pages import announce_section
from tournaments.queries.norms import norms_of, percent_norm_of, place_norms_of
from tournaments.queries.public.public_norms import norms_page
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.ratings.norms import CHINESE_SCALE, FIDE_NORMS, Outlook, norm_rule, rule_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(world: World) -> Section:
    return make_norms(world)


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
    with django_assert_num_queries(7):  # type: ignore[operator]
        norms_of(section)


def test_from_two_rounds_before_the_last_it_says_who_still_can(section: Section) -> None:
    Pairing.objects.get(round__section=section, round__number=9).delete()
    Round.objects.filter(section=section, number=9).update(state=Round.State.PLANNED)
    lines = {line.entry.number: line for line in norms_of(section).lines}
    assert lines[1].outlook is Outlook.POSSIBLE
    # Two of eight come to no score that is enough.
    assert 8 not in lines
    Round.objects.filter(section=section, number__gte=6).update(state=Round.State.PLANNED)
    assert norms_of(section).lines == ()


def waive(section: Section, by: User, **more: Any) -> None:
    set_norm_exemption(section=section, reason="Zone 3.5", by=by, **more)
    section.refresh_from_db()


def compatriots(section: Section) -> None:
    """Nobody plays for another federation."""
    Player.objects.filter(entries__section=section).update(federation="HKG")


@pytest.mark.slow
def test_a_championship_of_a_zone_needs_no_foreign_players(world: World, section: Section) -> None:
    compatriots(section)
    fill(section, "1-0")
    assert not any(line.report.met for line in norms_of(section).lines)
    assert "Other federations 0 (at least 2)" in page(world, section)
    waive(section, world.users["alice"], exemption="zonal")
    assert [line.entry.number for line in norms_of(section).lines if line.report.met] == [1]
    text = page(world, section)
    assert "No opponents of other federations are needed: championship of a zone." in text
    assert "Zone 3.5" in text
    with pytest.raises(Refusal, match="reason"):
        set_norm_exemption(section=section, reason="", by=world.users["alice"])


def test_where_pairings_were_fixed_no_later_game_is_left_out(world: World, section: Section) -> None:
    """Ten games of which nine would do."""
    fill(section, "0-1")
    Section.objects.filter(pk=section.pk).update(rounds=10, state=Section.State.RUNNING)
    more = section.round_set.create(number=10, state=Round.State.CLOSED)
    entries = list(section.entries.order_by("number"))
    rule = rule_document(FIDE_NORMS["IM"]) | {"performance": 2500}
    NormTable.objects.filter(title="IM").update(document=rule)
    play(more, entries[0], entries[9], "0-1")
    section.refresh_from_db()
    first = next(line for line in norms_of(section).lines if line.entry.number == 1)
    assert (first.report.met, first.report.left_out) == (True, (10,))
    waive(section, world.users["alice"], fixed=True)
    assert not any(line.report.met for line in norms_of(section).lines)


def league(section: Section) -> tuple[Section, Person]:
    """The first has played his last game in another section, where the register knows him as well."""
    who = Person.objects.create(name="Player 0", federation_id="HKG")
    Player.objects.filter(entries__section=section, entries__number=1).update(person=who)
    event = make_event("autumn", organisation=section.event.organisation)
    later = make_section(event, "open", rounds=1)
    make_entries(later, 2)
    entries = list(later.entries.select_related("player").order_by("pk"))
    for place, entry in enumerate(entries):
        entry.number, entry.rating = place + 1, 2400
        entry.save()
    Player.objects.filter(pk=entries[0].player_id).update(person=who, federation="HKG")
    Player.objects.filter(pk=entries[1].player_id).update(title="IM", federation="CHN")
    round_ = later.round_set.get()
    round_.state = Round.State.CLOSED
    round_.save()
    play(round_, entries[0], entries[1], "1-0")
    pairing = Pairing.objects.get(round__section=section, round__number=9)
    ResultReport.objects.create(pairing=pairing, value="1-0", forfeit=True)
    for item in (section, later):
        Section.objects.filter(pk=item.pk).update(state=Section.State.FINISHED)
        item.refresh_from_db()
    return later, who


@pytest.mark.slow
def test_games_of_several_sections_count_together_where_the_table_names_them(
    world: World, section: Section
) -> None:
    later, _who = league(section)
    assert not any(line.report.met for line in norms_of(section).lines)
    form = NormForm.about(FIDE_NORMS["IM"]) | {"sections": "norms/open\n/autumn/open/\n"}
    owner = Organisation.objects.get(slug="xia")
    set_norm_table(organisation=owner, by=world.users["admin"], **form)
    for place in (section, later):
        (line,) = (line for line in norms_of(place).lines if line.report.met)
        assert (line.entry.section_id, line.entry.number, len(line.report.games)) == (place.pk, 1, 9)
    assert "The games of these sections count together: 14th Test Championship · Men," in page(world, section)
    with pytest.raises(Refusal, match="no-such-norm-section"):
        set_norm_table(organisation=owner, by=world.users["admin"], **form | {"sections": "spring/open"})


@pytest.mark.slow
def test_everybody_reads_them_where_the_event_says_so(world: World, section: Section) -> None:
    fill(section, "0-1")
    announce_section(section)
    address = "/en/e/norms/open/norms/"
    everybody = Client()
    assert everybody.get(address).status_code == 404
    show_norms(section=section, public=True, by=world.users["alice"])
    outbox.drain()
    answer = everybody.get(address)
    assert answer.status_code == 200
    read = parsed(answer.content.decode())
    assert "fulfilled" in text_of(read)
    assert read.find(".//nav[@class='strip']") is not None
    document = everybody.get("/api/v1/events/norms/sections/open/norms").json()
    first = document["norms"][0]
    assert (first["title"], first["met"], first["performance"]) == ("IM", True, 2525)
    # A table that asks for more changes what everybody reads.
    owner = Organisation.objects.get(slug="xia")
    rule = NormForm.about(FIDE_NORMS["IM"]) | {"performance": 2700}
    set_norm_table(organisation=owner, by=world.users["admin"], **rule)
    outbox.drain()
    assert "fulfilled" not in everybody.get(address).content.decode()
    show_norms(section=section, by=world.users["alice"])
    outbox.drain()
    assert everybody.get(address).status_code == 410


@pytest.mark.slow
def test_of_games_of_several_sections_everybody_reads_only_what_all_of_them_show(
    world: World, section: Section
) -> None:
    later, _who = league(section)
    table = NormTable.objects.get(title="IM")
    table.sections.set([section, later])
    Section.objects.filter(pk=section.pk).update(norms_public=True)
    assert norms_page(section.pk, PublicSnapshot()).norms == []
    Section.objects.filter(pk=later.pk).update(norms_public=True)
    assert [norm.title for norm in norms_page(section.pk, PublicSnapshot()).norms] == ["IM"]


@pytest.mark.slow
def test_report_and_certificate_are_printed_once_the_section_is_over(
    press: None, world: World, section: Section
) -> None:
    with pytest.raises(Refusal, match="paper-no-norms"):
        printed(section, "norm-certificates")
    Player.objects.filter(entries__section=section, entries__number=1).update(fide_id="9000017")
    Official.objects.create(
        event=section.event, role=Official.Role.CHIEF, name="Tan Boon Hock", title="IA", shown=False
    )
    fill(section, "0-1")
    show_norms(section=section, public=True, by=world.users["alice"])
    certificate = " ".join(printed(section, "norm-certificates").pages)
    for words in ("norms/open/IM/1", "9000017", "2525", "Tan Boon Hock", "6 of 9", "/e/norms/open/norms/"):
        assert words in certificate
    report = " ".join(printed(section, "norm-report").pages)
    assert "the registration of the event with the issuer" in report
    assert "international arbiter" not in report


def test_a_table_is_filled_in_and_comes_back_into_the_form(world: World, section: Section) -> None:
    admin = world.client("admin")
    address = reverse("norm_tables", args=["xia"])
    form = admin.get(f"{address}?like=WIM").context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"title": "Our master", "women": ""}
    sent |= {"of_title_share": "1/3", "once": "k"}
    answer = admin.post(reverse("set_norm_table", args=["xia"]), sent)
    assert answer.status_code == 302, answer.context["form"].errors
    rule = norm_rule(NormTable.objects.get(title="Our master").document)
    assert (rule.performance, rule.of_title_share, rule.women) == (2250, Fraction(1, 3), False)
    assert "Our master" in admin.get(address).content.decode()
    refused = admin.post(reverse("set_norm_table", args=["xia"]), sent | {"score": "120", "once": "l"})
    assert refused.status_code in (409, 422)
    assert "no part of the games" in refused.content.decode()


@pytest.mark.parametrize("rule", FIDE_NORMS.values(), ids=FIDE_NORMS)
def test_a_rule_comes_back_from_its_document(rule: object) -> None:
    assert norm_rule(rule_document(rule)) == rule  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "share"),
    [("35", Fraction(7, 20)), ("35 %", Fraction(7, 20)), ("1/3", Fraction(1, 3)), ("0", Fraction(0))],
)
def test_a_part_of_the_games_is_written_in_either_way(text: str, share: Fraction) -> None:
    assert share_of("score", text) == share


Text = Callable[[Any], str]
CHINESE = "\n".join(f"{step.former}; {step.least} %; {step.title}" for step in CHINESE_SCALE)


def percentages(world: World, since: date, **values: Any) -> None:
    values = {"steps": CHINESE} | values
    owner = Organisation.objects.get(slug="xia")
    set_percent_norm(organisation=owner, since=since.isoformat(), by=world.users["admin"], **values)


@pytest.mark.slow
def test_a_title_by_percentage_is_shown_when_the_section_is_over(world: World, section: Section) -> None:
    Player.objects.filter(entries__section=section, entries__number=1).update(title="二级棋士")
    words = "Player of grade 2 (CHN) → Player of grade 1 (CHN)"
    assert words not in page(world, section)
    fill(section, "0-1")
    assert words not in page(world, section), "no organisation has a table"
    percentages(world, section.event.starts)
    # Six of nine: 66 per cent.
    assert words in page(world, section)


def test_the_table_of_the_day_counts_and_one_of_named_sections_for_these_alone(
    world: World, section: Section
) -> None:
    day, later = section.event.starts, section.event.starts + timedelta(days=1)
    percentages(world, later)
    assert percent_norm_of(section) is None, "not in force yet"
    percentages(world, day - timedelta(days=9))
    percentages(world, day, steps="C2；60；C1")
    norm = percent_norm_of(section)
    assert norm is not None
    assert norm.steps == [["C2", 60, "C1"]]
    other = make_section(section.event, "other", state=Section.State.FINISHED)
    percentages(world, day, steps="C2; 60; C1", sections=f"{section.event.slug}/other")
    chosen = percent_norm_of(section), percent_norm_of(other)
    assert [len(row.steps) for row in chosen if row is not None] == [len(CHINESE_SCALE), 1]
    owner, admin = Organisation.objects.get(slug="xia"), world.users["admin"]
    for row in owner.percent_norms.all():
        remove_percent_norm(organisation=owner, percent_norm=row.pk, by=admin)
    assert percent_norm_of(section) is None


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ("", "percent-steps-needed"),
        ("C2; 55", "bad-percent-step"),
        ("C2; 101; C1", "bad-percent-step"),
        ("C2; half; C1", "bad-percent-step"),
        ("C2; 55; 二级棋士", "bad-percent-step"),
        ("; 55; C1", "bad-percent-step"),
        ("C2; ²; C1", "bad-percent-step"),
    ],
)
def test_a_step_that_cannot_be_read_is_refused(world: World, section: Section, steps: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        percentages(world, section.event.starts, steps=steps)


def test_the_officer_begins_with_the_chinese_scale(world: World, section: Section, text: Text) -> None:
    admin = world.client("admin")
    address = reverse("norm_tables", args=["xia"])
    begun = admin.get(address, {"percent": "chinese"}).content.decode()
    assert "二级棋士; 55; 一级棋士" in begun
    sent = {"since": "2026-01-01", "steps": CHINESE}
    assert admin.post(reverse("set_percent_norm", args=["xia"]), sent).status_code == 302
    assert "34 steps" in text(admin.get(address))
    again = admin.get(address, {"percent": "2026-01-01"}).content.decode()
    assert "C2; 55; C1" in again
    refused = admin.post(reverse("set_percent_norm", args=["xia"]), sent | {"steps": "二级"})
    assert refused.status_code == 422
    assert "“二级” is no step." in text(refused)
    row = Organisation.objects.get(slug="xia").percent_norms.get()
    removed = admin.post(reverse("remove_percent_norm", args=["xia"]), {"percent_norm": row.pk})
    assert removed.status_code == 302
    assert not Organisation.objects.get(slug="xia").percent_norms.exists()


def test_the_scale_is_that_of_the_table(world: World) -> None:
    from tests.tournaments.ratings.worked import table

    rows = [
        (row["from"].removesuffix("及以下"), int(row["percent_at_least"]), row["to"])
        for row in table("cxa-percent")
    ]
    assert [(step.former, step.least, step.title) for step in CHINESE_SCALE] == rows


def test_without_a_table_the_page_leads_to_one(world: World) -> None:
    assert "No norms to make here" in page(world, world.section)


@pytest.mark.slow
def test_a_place_gives_a_title_once_the_section_is_over(world: World, section: Section) -> None:
    admin, owner = world.users["admin"], Organisation.objects.get(slug="xia")
    day = section.event.starts
    rule: dict[str, Any] = {"organisation": owner, "title": "棋协大师", "by": admin}
    set_place_norm(places=3, since=day.isoformat(), participants=10, **rule)
    rows = [{"number": n, "rank": rank} for n, rank in enumerate((1, 2, 3, 3, 5, 6, 7, 8, 9, 10), start=1)]
    standing = section.standings.create(after_round=9, version=1, data={"rows": rows}, digest="sha256:1")
    assert norms_of(section).by_place == ()
    fill(section, "0-1")
    section = Section.objects.select_related("event").get(pk=section.pk)
    # The third place is shared beyond the last one.
    assert [(item.entry.number, item.rank) for item in norms_of(section).by_place] == [(1, 1), (2, 2)]
    assert "Association Master (CHN)" in page(world, section)
    later = (day + timedelta(days=1)).isoformat()
    set_place_norm(places=8, since=later, **rule)
    assert len(norms_of(section).by_place) == 2, "the later text is not in force yet"
    set_place_norm(places=8, since=day.isoformat(), **rule)
    assert [item.rank for item in norms_of(section).by_place] == [1, 2, 3, 3, 5, 6, 7, 8]
    set_place_norm(places=8, since=day.isoformat(), participants=11, **rule)
    assert norms_of(section).by_place == (), "too few took part"
    set_place_norm(places=2, since=day.isoformat(), women=True, **rule)
    assert norms_of(section).by_place == ()
    Player.objects.filter(entries__section=section, entries__number__in=(4, 6)).update(gender="f")
    assert [(item.entry.number, item.rank) for item in norms_of(section).by_place] == [(4, 1), (6, 2)]
    Player.objects.filter(entries__section=section, entries__number=4).update(title="CAM")
    assert [item.entry.number for item in norms_of(section).by_place] == [6], "who holds it gets none"
    assert standing.pk
    remove_place_norm(organisation=owner, place_norm=owner.place_norms.get(since=day).pk, by=admin)
    assert norms_of(section).by_place == ()


def test_a_rule_by_place_that_names_sections_goes_for_these_alone(world: World, section: Section) -> None:
    admin, owner = world.users["admin"], Organisation.objects.get(slug="xia")
    other = make_section(section.event, "other", rounds=1)
    rule: dict[str, Any] = {"organisation": owner, "title": "CAM", "since": "2000-01-01", "by": admin}
    set_place_norm(places=1, sections=f"{section.event.slug}/other", **rule)
    assert place_norms_of(section) == []
    assert [row.places for row in place_norms_of(other)] == [1]
    with pytest.raises(Refusal, match="no-such-norm-section"):
        set_place_norm(places=1, sections="nothing/there", **rule)
    with pytest.raises(Refusal, match="bad-day"):
        set_place_norm(places=1, **(rule | {"since": "soon"}))


def test_rules_by_place_are_set_and_removed_at_the_desk(world: World, section: Section) -> None:
    admin, address = world.client("admin"), reverse("norm_tables", args=["xia"])
    sent = {"title": "地方大师", "places": "8", "participants": "", "since": "2020-01-01", "sections": ""}
    assert admin.post(reverse("set_place_norm", args=["xia"]), sent).status_code == 302
    row = Organisation.objects.get(slug="xia").place_norms.get()
    assert (row.title, row.places, row.participants) == ("CLM", 8, 0)
    rules = admin.get(address).content.decode()
    assert "Regional Master (CHN)" in rules
    assert "places 1 to 8" in rules
    removed = admin.post(reverse("remove_place_norm", args=["xia"]), {"place_norm": row.pk})
    assert removed.status_code == 302
    assert not Organisation.objects.get(slug="xia").place_norms.exists()
