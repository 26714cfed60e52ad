"""A circuit up to its published standings, and what is corrected, deleted, merged or forgotten."""

from __future__ import annotations

import json
import re
from datetime import date
from fractions import Fraction

import pytest
from django.test import Client

from portal import published
from portal.policy import Conflict, Refusal
from tests.tournaments.circuit_world import Season, make_season
from tests.world import World
from tournaments.acts.entering.players import erase_player
from tournaments.acts.ratings.circuits import (
    add_circuit_category,
    change_circuit,
    change_circuit_section,
    copy_circuit,
    delete_circuit,
    disqualify_in_circuit,
    draw_circuit_lots,
    publish_circuit,
    remove_circuit_section,
    set_circuit_bonus,
    set_circuit_eligible,
)
from tournaments.models import (
    Circuit,
    CircuitSection,
    Entry,
    Event,
    Pairing,
    Person,
    Player,
    ResultReport,
    Seat,
    Section,
)
from tournaments.queries.ratings.circuits import (
    circuit_places_of,
    circuit_tables,
    offered_sections,
    points_text,
    read_circuit,
    same_days,
)
from tournaments.state.conditions import Condition

pytestmark = pytest.mark.django_db
MARCH, APRIL = date(2026, 3, 1), date(2026, 4, 1)


@pytest.fixture
def season(world: World) -> Season:
    return make_season(world.users["frank"])


def totals(season: Season, category: int = 0) -> dict[str, str]:
    tables = circuit_tables(read_circuit(season.circuit).document)
    return {
        row.person.name if row.person else "": f"{row.place} {row.total}"
        for row in tables.tables[category].rows
    }


def changed(season: Season, /, **values: object) -> None:
    arguments = {"name": "Grand Prix", "season": "2026", "points": "5, 3, 2, 1", "ties": ["highest"]} | values
    change_circuit(
        organisation=season.organisation, circuit=season.circuit.pk, by=season.officer, **arguments
    )


def test_places_of_two_events_are_added_up(season: Season) -> None:
    season.counted("spring", MARCH, "Ann", "Bo Cy")
    season.counted("summer", APRIL, "Bo", "Ann", factor="1.5")
    assert totals(season) == {"Bo": "1 54", "Ann": "2 52", "Cy": "3 16.50"}
    tables = circuit_tables(read_circuit(season.circuit).document)
    [spring, _summer] = tables.tables[0].rows[0].results
    assert (spring.first, spring.last, spring.sum, spring.points) == (2, 3, "(18 + 15) / 2", "16.50")


def test_an_event_that_is_not_over_or_not_public_brings_nothing_yet(season: Season) -> None:
    later = season.section("later", APRIL, "Ann", "Bo", state=Section.State.RUNNING)
    season.count(later)
    assert totals(season) == {}
    Section.objects.filter(pk=later.pk).update(state=Section.State.FINISHED)
    assert totals(season) == {"Ann": "1 25", "Bo": "2 18"}
    published.withhold("e/later/open/standings/1/")
    assert totals(season) == {}


def test_only_public_sections_of_players_of_the_organisation_are_offered(
    season: Season, world: World
) -> None:
    fits = season.section("spring", MARCH, "Ann")
    season.section("teams", MARCH, "Ann", team_rules={"boards": 2})
    hidden = season.section("hidden", MARCH, "Ann")
    hidden.event.listed = False
    hidden.event.save()
    assert list(offered_sections(season.circuit)) == [fits]
    with pytest.raises(Refusal, match="section-not-offered"):
        season.count(hidden)
    season.count(fits)
    with pytest.raises(Refusal, match="section-not-offered"):
        season.count(fits)


def test_a_corrected_event_is_another_version_and_the_one_before_stays(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo")
    first = season.published()
    assert season.published() == first, "nothing has changed"
    seen = season.digest
    season.freeze(
        counted.section,
        [{"number": 2, "rank": 1, "points": "1"}, {"number": 1, "rank": 2, "points": "0"}],
    )
    with pytest.raises(Conflict, match="circuit-changed"):
        publish_circuit(
            organisation=season.organisation, circuit=season.circuit.pk, seen=seen, by=season.officer
        )
    second = season.published()
    assert (first.number, second.number) == (1, 2)
    names = [
        [row.person.name for row in circuit_tables(version.data).tables[0].rows if row.person]
        for version in (first, second)
    ]
    assert names == [["Ann", "Bo"], ["Bo", "Ann"]]


def test_a_deleted_section_keeps_what_it_brought_when_it_was_last_published(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo")
    season.published()
    digest = season.digest
    counted.section = None
    counted.save()
    assert totals(season) == {"Ann": "1 25", "Bo": "2 18"}
    assert season.digest != digest, "the section is not named any more"


def test_a_cancelled_event_goes_with_a_reason_and_the_published_version_stays(season: Season) -> None:
    season.counted("spring", MARCH, "Ann", "Bo")
    second = season.counted("summer", APRIL, "Bo", "Ann")
    version = season.published()

    def remove(reason: str) -> None:
        remove_circuit_section(
            organisation=season.organisation,
            circuit=season.circuit.pk,
            counted=second.pk,
            reason=reason,
            by=season.officer,
        )

    with pytest.raises(Refusal, match="reason-needed"):
        remove("")
    remove("Flood")
    assert totals(season) == {"Ann": "1 25", "Bo": "2 18"}
    assert [row.total for row in circuit_tables(version.data).tables[0].rows] == ["43", "43"]


def test_two_events_on_the_same_days_are_named(season: Season) -> None:
    season.counted("spring", MARCH, "Ann")
    season.counted("rapid", MARCH, "Bo")
    season.counted("summer", APRIL, "Ann")
    assert len(same_days(season.circuit)) == 1


def test_two_entries_of_a_person_who_was_merged_count_once_with_the_better_place(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo", "Annie")
    Person.objects.filter(pk=season.persons["Annie"].pk).update(merged_into=season.persons["Ann"])
    assert totals(season) == {"Ann": "1 25", "Bo": "2 18"}
    assert read_circuit(season.circuit).twice == {str(counted.pk): [season.persons["Ann"].pk]}


def test_who_is_forgotten_keeps_the_place_without_a_name(season: Season, world: World) -> None:
    season.counted("spring", MARCH, "Ann", "Bo")
    set_circuit_eligible(
        organisation=season.organisation,
        circuit=season.circuit.pk,
        condition=Condition(federations=("CHN",)),
        by=season.officer,
    )
    version = season.published()
    erase_player(entry=Entry.objects.get(player__name="Ann"), confirm="Ann", by=world.users["admin"])
    for document in (version.data, read_circuit(season.circuit).document):
        rows = circuit_tables(document).tables[0].rows
        assert [(row.place, row.person and row.person.name) for row in rows] == [(1, None), (2, "Bo")]
    page = Client().get(f"/en/circuits/{season.circuit.pk}/").content.decode()
    assert "Ann" not in page
    assert "personal data erased" in page


def test_bonus_points_are_added_and_taken_away(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo")

    def bonus(points: str, name: str = "Bo") -> None:
        set_circuit_bonus(
            organisation=season.organisation,
            circuit=season.circuit.pk,
            counted=counted.pk,
            person=season.person(name).pk,
            bonus=points,
            by=season.officer,
        )

    bonus("8.5")
    assert totals(season) == {"Bo": "1 26.50", "Ann": "2 25"}
    bonus("0")
    assert totals(season) == {"Ann": "1 25", "Bo": "2 18"}
    with pytest.raises(Refusal, match="bad-points"):
        bonus("many")
    with pytest.raises(Refusal, match="not-in-circuit"):
        bonus("1", "Nobody")


def test_categories_have_standings_of_their_own_and_a_new_season_moves_their_years(season: Season) -> None:
    season.counted("spring", MARCH, "Ann", "Bo")
    Player.objects.filter(name="Bo").update(birth_year=2010)
    add_circuit_category(
        organisation=season.organisation,
        circuit=season.circuit.pk,
        name="Under 18",
        condition=Condition(born_from=2008),
        by=season.officer,
    )
    assert totals(season, category=1) == {"Bo": "1 18"}
    changed(season, among=True)
    assert totals(season, category=1) == {"Bo": "1 5"}
    answer = copy_circuit(
        organisation=season.organisation, circuit=season.circuit.pk, season="2027", by=season.officer
    )
    copy = Circuit.objects.get(pk=answer["circuit"])
    assert (copy.season, copy.rule, copy.sections.count()) == ("2027", season.circuit.rule, 0)
    assert [row.rule for row in copy.categories.all()] == [{"born_from": 2009}]
    with pytest.raises(Refusal, match="circuit-named-already"):
        copy_circuit(
            organisation=season.organisation, circuit=season.circuit.pk, season="2027", by=season.officer
        )


def test_who_is_level_by_points_shares_where_the_rule_says_so(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo")
    season.freeze(
        counted.section,
        [{"number": 1, "rank": 1, "points": "7"}, {"number": 2, "rank": 2, "points": "7"}],
    )
    changed(season)
    assert totals(season) == {"Ann": "1 5", "Bo": "2 3"}
    changed(season, by_score=True)
    assert totals(season) == {"Ann": "1 4", "Bo": "1 4"}


def test_who_withdrew_gets_nothing_where_all_rounds_are_asked(season: Season) -> None:
    season.counted("spring", MARCH, "Ann", "Bo", "Cy")
    Entry.objects.filter(player__name="Bo").update(status="withdrawn", withdrawn_after=1)
    Entry.objects.filter(player__name="Cy").update(status="withdrawn", withdrawn_after=0)
    changed(season)
    assert totals(season) == {"Ann": "1 5", "Bo": "2 3"}
    changed(season, all_rounds=True)
    assert totals(season) == {"Ann": "1 5"}


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"points": ""}, "bad-points-line"),
        ({"points": "10, many"}, "bad-points-line"),
        ({"points": "10, -1"}, "bad-points-line"),
        ({"points": "10, NaN"}, "bad-points-line"),
        ({"points": "A: 10\nA: 8"}, "bad-points-line"),
        ({"beyond": "1e9"}, "bad-points"),
        ({"caps": "rapid"}, "bad-cap-line"),
        ({"caps": "rapid, many"}, "bad-cap-line"),
        ({"season": " "}, "season-needed"),
        ({"name": ""}, "name-needed"),
    ],
)
def test_a_bad_rule_is_refused_by_cause(season: Season, values: dict[str, str], code: str) -> None:
    with pytest.raises(Refusal, match=code):
        changed(season, **values)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"level": "B"}, "unknown-level"),
        ({"factor": "-1"}, "bad-points"),
        ({"kinds": "a, b, c, d, e"}, "bad-kind"),
    ],
)
def test_a_section_is_added_with_what_the_rule_knows(
    season: Season, values: dict[str, str], code: str
) -> None:
    changed(season, points="A: 5, 3\n10, 8", caps="Rapid，2")
    assert season.circuit.rule["tables"] == {"A": ["5", "3"], "": ["10", "8"]}
    assert season.circuit.rule["caps"] == {"rapid": 2}
    section = season.section("spring", MARCH, "Ann")
    with pytest.raises(Refusal, match=code):
        season.count(section, **values)
    row = season.count(section, level="A", kinds="Rapid")
    assert (row.level, row.kinds) == ("A", ["rapid"])


@pytest.mark.parametrize(
    ("points", "text"),
    [("43/2", "21.50"), ("1/3", "0.33"), ("1/200", "0.01"), ("0", "0"), ("25", "25"), ("301/4", "75.25")],
)
def test_points_are_shown_with_two_decimals_half_up(points: str, text: str) -> None:
    assert points_text(Fraction(points)) == text


@pytest.mark.slow
def test_the_officers_page_leads_to_the_public_one_and_its_file(season: Season) -> None:
    season.counted("spring", MARCH, "Ann", "Bo Cy")
    season.counted("summer", APRIL, "Bo", "Ann")
    Player.objects.filter(name__in=("Ann", "Bo")).update(gender="f")
    add_circuit_category(
        organisation=season.organisation,
        circuit=season.circuit.pk,
        name="Women",
        condition=Condition(gender="f"),
        by=season.officer,
    )
    client = Client()
    client.force_login(season.officer)
    desk = f"/en/desk/-/organisations/xia/circuits/{season.circuit.pk}/"
    organisation = client.get("/en/desk/-/organisations/xia/").content.decode()
    assert "/en/desk/-/organisations/xia/circuits/" in organisation
    page = client.get(desk).content.decode()
    assert "Publish standings" in page
    answer = client.post(f"{desk}publish/", {"seen": season.digest})
    assert answer.status_code == 302
    assert "Publish standings" not in client.get(desk).content.decode()
    stranger = Client()
    path = f"/en/circuits/{season.circuit.pk}/"
    assert path in stranger.get("/en/o/xia/").content.decode()
    for address in (path, f"{path}v1/"):
        public = stranger.get(address)
        assert "(18 + 15) / 2 = 16.50" in public.content.decode()
        ids = re.findall(r' id="(t[^"]*)"', public.content.decode())
        assert len(ids) == len(set(ids)) == 5, "three players, two of them in the category too"
        assert set(ids) <= set(re.findall(r'aria-controls="([^"]*)"', public.content.decode()))
        assert not public.cookies
    Event.objects.filter(slug="spring").update(native_name="春季赛")
    chinese = stranger.get(f"/zh-hans/circuits/{season.circuit.pk}/v1/").content.decode()
    assert "春季赛 · " in chinese
    document = json.loads(stranger.get(f"{path}v1/circuit.json").content)
    assert document["digest"] == season.circuit.versions.get().digest
    assert "Ann" not in json.dumps(document)
    assert stranger.get(f"{path}v2/").status_code == 404


@pytest.mark.slow
def test_what_is_refused_stands_on_the_page_with_its_choices(season: Season) -> None:
    season.section("spring", MARCH, "Ann")
    client = Client()
    client.force_login(season.officer)
    desk = f"/en/desk/-/organisations/xia/circuits/{season.circuit.pk}/"
    answer = client.post(f"{desk}sections/add/", {"section": "999999", "factor": "1"})
    assert answer.status_code == 422
    assert "This section cannot be added" in answer.content.decode()
    assert "14th Test Championship" in answer.content.decode()
    answer = client.post(
        f"{desk}change/",
        {"name": "Grand Prix", "season": "2026", "points": "x", "sharing": "average"},
    )
    assert answer.status_code == 422
    assert "is not a line of points" in answer.content.decode()


def test_level_and_factor_change_in_place(season: Season) -> None:
    row = season.counted("spring", MARCH, "Ann", "Bo")
    how = {"organisation": season.organisation, "circuit": season.circuit.pk, "by": season.officer}
    change_circuit_section(counted=row.pk, factor="2", kinds="Rapid", **how)
    assert totals(season) == {"Ann": "1 50", "Bo": "2 36"}
    with pytest.raises(Refusal, match="unknown-level"):
        change_circuit_section(counted=row.pk, level="A", **how)


@pytest.mark.slow
def test_a_circuit_is_deleted_before_its_standings_are_published(season: Season, client: Client) -> None:
    how = {"organisation": season.organisation, "circuit": season.circuit.pk, "by": season.officer}
    season.counted("spring", MARCH, "Ann", "Bo")
    address = f"/circuits/{season.circuit.pk}/"
    assert address not in client.get("/en/circuits/").content.decode()
    season.published()
    assert address in client.get("/en/circuits/").content.decode()
    with pytest.raises(Refusal, match="circuit-published"):
        delete_circuit(**how)
    season.made(season="2027")
    delete_circuit(**{**how, "circuit": Circuit.objects.get(season="2027").pk})
    assert Circuit.objects.get().season == "2026"


def play(season: Season, slug: str, first: str, second: str, value: str) -> None:
    """A game of the section, with its result."""
    section = Section.objects.get(event__slug=slug)
    round_ = section.round_set.create(number=section.round_set.count() + 1, state="closed")
    pairing = Pairing.objects.create(round=round_, table=1)
    for name, colour in ((first, "first"), (second, "second")):
        entry = section.entries.get(player__person=season.persons[name])
        Seat.objects.create(round=round_, entry=entry, pairing=pairing, colour=colour)
    ResultReport.objects.create(pairing=pairing, value=value)


def test_games_between_them_are_read_and_stay_when_the_section_is_deleted(season: Season) -> None:
    changed(season, ties=["between"])
    counted = season.counted("spring", MARCH, "Ann Bo", "Cy")
    play(season, "spring", "Bo", "Ann", "1-0")
    play(season, "spring", "Cy", "Ann", "1-0")
    assert totals(season) == {"Bo": "1 4", "Ann": "2 4", "Cy": "3 2"}
    season.published()
    CircuitSection.objects.filter(pk=counted.pk).update(section=None)
    assert totals(season) == {"Bo": "1 4", "Ann": "2 4", "Cy": "3 2"}


def test_lots_are_drawn_once_for_who_is_level_and_stay(season: Season) -> None:
    changed(season, ties=["lots"])
    season.counted("spring", MARCH, "Ann Bo", "Cy")
    draw = {"organisation": season.organisation, "circuit": season.circuit.pk, "by": season.officer}
    draw_circuit_lots(**draw)
    after = totals(season)
    assert sorted(line.partition(" ")[0] for line in after.values()) == ["1", "2", "3"]
    assert set(season.circuit.lots) == {str(season.persons[name].pk) for name in ("Ann", "Bo")}
    with pytest.raises(Refusal, match="nobody-to-draw"):
        draw_circuit_lots(**draw)
    assert totals(season) == after
    assert season.published().data["lots"]


def test_who_is_disqualified_keeps_the_place_from_others_and_gets_nothing(season: Season) -> None:
    counted = season.counted("spring", MARCH, "Ann", "Bo", "Cy")
    first = season.published()

    def say(person: str, *, disqualified: bool) -> None:
        disqualify_in_circuit(
            organisation=season.organisation,
            circuit=season.circuit.pk,
            counted=counted.pk,
            person=season.person(person).pk,
            disqualified=disqualified,
            reason="Fair play",
            by=season.officer,
        )

    with pytest.raises(Refusal, match="not-in-circuit"):
        say("Nobody", disqualified=True)
    say("Ann", disqualified=True)
    assert totals(season) == {"Bo": "1 18", "Cy": "2 15"}
    assert first.data["rows"][0]["person"] == season.persons["Ann"].pk, "history stays"
    Person.objects.filter(pk=season.persons["Ann"].pk).update(merged_into=season.person("Anne"))
    assert "Anne" not in totals(season), "nor who she was merged into"
    say("Ann", disqualified=False)
    assert totals(season)["Anne"] == "1 25"


def test_the_page_of_a_person_says_the_place_in_published_standings(season: Season) -> None:
    changed(season, least_events=1)
    season.counted("spring", MARCH, "Ann", "Bo")
    ann = season.persons["Ann"]
    assert circuit_places_of(ann) == []
    season.published()
    [line] = circuit_places_of(ann)
    assert (line.name, line.season, line.place, line.of) == ("Grand Prix", "2026", 1, 2)
    page = Client().get(f"/en/person/{ann.uid}/").content.decode()
    assert "Grand Prix" in page
    assert "Place 1 of 2" in page
    Person.objects.filter(pk=ann.pk).update(merged_into=season.persons["Bo"])
    assert [line.place for line in circuit_places_of(season.persons["Bo"])] == [1, 2]
