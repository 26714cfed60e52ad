"""Entering, importing, drawing lots, roles."""

from __future__ import annotations

from datetime import date

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tournaments.acts.entering.attendance import check_in
from tournaments.acts.entering.import_players import import_players, plan_import
from tournaments.acts.entering.players import enter_player
from tournaments.acts.events import create_event
from tournaments.acts.people import grant_role, revoke_role
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import create_section, draw_lots, open_section
from tournaments.exchange.people import read_people
from tournaments.models import Category, Entry, Player, Role, Section

LIST = """name,native_name,federation,team,group,categories
Zheng Weitong,郑惟桐,CHN,China,1,
Lai Ly Huynh,赖理兄,VIE,Viet Nam,2,ncnv
Zheng Weitong,郑惟桐,CHN,China,1,
Nobody,,XXX,,,
,,GER,,,
Schmidt,,GER,Germany,1,ncnv
"""


def enter(cast: Cast, name: str, **more: object) -> Entry:
    answer = enter_player(
        section=cast.section,
        person=PersonInput(name=name, **{"federation": "GER", **more}),  # type: ignore[arg-type]
        by=cast.alice,
    )
    return Entry.objects.get(pk=answer["entry"])


@pytest.mark.parametrize(
    ("person", "code"),
    [
        (PersonInput(name=" ", federation="GER"), "name-needed"),
        (PersonInput(name="x" * 81, federation="GER"), "name-too-long"),
        (PersonInput(name="x" * 200, federation="GER"), "name-too-long"),
        (PersonInput(name="A", native_name="中" * 200, federation="GER"), "name-too-long"),
        (PersonInput(name="Noa\u200f", federation="GER"), "name-not-printable"),
        (PersonInput(name="A", native_name="\u2067中\u2069", federation="GER"), "name-not-printable"),
        (PersonInput(name="a\x00b", federation="GER"), "name-not-printable"),
        (PersonInput(name="A", federation="GER", club="\u202eA"), "name-not-printable"),
        (PersonInput(name="Li\u2800Wei", federation="GER"), "name-not-printable"),
        (PersonInput(name="Li Wei\ufe0f", federation="GER"), "name-not-printable"),
        (PersonInput(name="A", native_name="李\u3164偉", federation="GER"), "name-not-printable"),
        (PersonInput(name="A\u2028B", federation="GER"), "name-not-printable"),
        (PersonInput(name="A\u2029B", federation="GER"), "name-not-printable"),
        (PersonInput(name="\u3164\u3164", federation="GER"), "name-invisible"),
        (PersonInput(name="A", native_name="\u2800", federation="GER"), "name-invisible"),
        (PersonInput(name="<b>", federation="GER"), "name-with-brackets"),
        (PersonInput(name="A", native_name="李>", federation="GER"), "name-with-brackets"),
        (PersonInput(name="A", federation="GER", birth_year=2100), "birth-year-ahead"),
        (PersonInput(name="A", federation="XXX"), "unknown-federation"),
        (PersonInput(name="A", federation="GER", group=3), "bad-group"),
        (PersonInput(name="A", federation="GER", categories=("nope",)), "unknown-category"),
    ],
)
def test_what_cannot_be_entered(cast: Cast, person: PersonInput, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        enter_player(section=cast.section, person=person, by=cast.alice)
    assert caught.value.code == code
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_nobody_is_entered_twice(cast: Cast) -> None:
    enter(cast, "Li  Wei")
    with pytest.raises(Refusal) as caught:
        enter(cast, "li wei")
    assert caught.value.code == "already-entered"


def test_a_repeated_form_enters_once(cast: Cast) -> None:
    person = PersonInput(name="Li Wei", federation="CHN")
    first = enter_player(section=cast.section, person=person, by=cast.alice, once="form")
    assert enter_player(section=cast.section, person=person, by=cast.alice, once="form") == first
    assert JournalEntry.objects.filter(act="enter_player").count() == 1


def test_a_player_is_the_same_person_in_the_next_section(cast: Cast) -> None:
    item = enter(cast, "Li Wei")
    made = create_section(event=cast.event, slug="rapid", name="Rapid", rounds=3, seed="s", by=cast.alice)
    answer = enter_player(
        section=Section.objects.get(pk=made["section"]),
        person=PersonInput(name="Li Wei", federation="GER"),
        by=cast.alice,
    )
    assert Entry.objects.get(pk=answer["entry"]).player == item.player


@pytest.fixture
def ncnv(cast: Cast) -> Category:
    return Category.objects.create(section=cast.section, key="ncnv", name="NCNV")


@pytest.mark.usefixtures("ncnv")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_list_is_imported_row_by_row(cast: Cast, encoding: str) -> None:
    report = read_people(LIST.encode(encoding), federations={"CHN", "VIE", "GER"})
    fates = [str(fate.fate) for fate in plan_import(cast.section, report.rows)]
    answer = import_players(section=cast.section, rows=report.rows, by=cast.alice, once="list")
    assert fates.count("enter") == answer["entered"] == 4
    assert answer == import_players(section=cast.section, rows=report.rows, by=cast.alice, once="list")
    names = set(Player.objects.values_list("name", "native_name"))
    assert names == {("Zheng Weitong", "郑惟桐"), ("Lai Ly Huynh", "赖理兄"), ("Schmidt", ""), ("Nobody", "")}
    nobody = Entry.objects.get(player__name="Nobody")
    assert (nobody.player.federation_id, [fault.place.text for fault in nobody.open_doubts]) == ("", ["XXX"])
    assert answer["doubtful"] == 1
    assert set(Entry.objects.filter(categories__key="ncnv").values_list("player__name", flat=True)) == {
        "Lai Ly Huynh",
        "Schmidt",
    }
    assert set(cast.section.teams.values_list("name", flat=True)) == {"China", "Viet Nam", "Germany"}


@pytest.mark.usefixtures("ncnv")
def test_the_same_list_again_enters_nobody(cast: Cast) -> None:
    rows = read_people(LIST.encode(), federations={"CHN", "VIE", "GER"}).rows
    import_players(section=cast.section, rows=rows, by=cast.alice)
    again = import_players(section=cast.section, rows=rows, by=cast.alice)
    assert (again["entered"], again["known"]) == (0, 4)


@pytest.mark.slow
def test_five_thousand_rows_are_entered(cast: Cast, django_assert_max_num_queries: object) -> None:
    text = "name,federation\n" + "".join(f"Player {n},GER\n" for n in range(5000))
    rows = read_people(text.encode(), federations={"GER"}).rows
    # SQLite takes a thousand values in a statement: every column more is a few statements more.
    with django_assert_max_num_queries(280):  # type: ignore[operator]
        answer = import_players(section=cast.section, rows=rows, by=cast.alice)
    assert answer["entered"] == 5000


def test_an_empty_list_is_refused(cast: Cast) -> None:
    with pytest.raises(Refusal) as caught:
        import_players(section=cast.section, rows=[], by=cast.alice)
    assert caught.value.code == "nothing-to-import"


def test_lots_are_drawn_once_and_can_be_repeated_by_anybody(cast: Cast) -> None:
    for n in range(6):
        enter(cast, f"P{n}", group=1 + n % 2)
    open_section(section=cast.section, by=cast.alice)
    draw_lots(section=cast.section, by=cast.bob)
    numbers = dict(Entry.objects.values_list("player__name", "number"))
    assert sorted(numbers.values()) == [1, 2, 3, 4, 5, 6]
    assert all(numbers[f"P{n}"] % 2 == (n + 1) % 2 for n in range(6))
    journalled = JournalEntry.objects.get(act="draw_lots").after
    assert journalled["seed"] == "lots"
    with pytest.raises(Refusal) as caught:
        draw_lots(section=cast.section, by=cast.bob)
    assert caught.value.code == "lots-drawn-already"


def test_lots_for_a_swiss_that_cannot_be_played_are_refused(cast: Cast) -> None:
    """Five rounds: four players have met after three, five or six after five, with the bye."""
    Section.objects.filter(pk=cast.section.pk).update(rounds=5)
    for n in range(4):
        enter(cast, f"P{n}")
    open_section(section=cast.section, by=cast.alice)
    with pytest.raises(Refusal) as caught:
        draw_lots(section=cast.section, by=cast.bob)
    assert caught.value.code == "too-few-for-rounds"
    assert caught.value.params == {"count": 4, "rounds": 5, "most": 3}
    enter(cast, "P4")
    draw_lots(section=cast.section, by=cast.bob)
    assert Entry.objects.filter(number=5).exists()


def test_rounds_of_a_final_ask_for_no_further_opponents(cast: Cast) -> None:
    final = {"final": {"after": 3, "third_place": False, "best_of": 1}, "final_size": 4}
    Section.objects.filter(pk=cast.section.pk).update(system="wmsg2008", options=final)
    for n in range(4):
        enter(cast, f"P{n}")
    open_section(section=cast.section, by=cast.alice)
    draw_lots(section=cast.section, by=cast.bob)
    assert Entry.objects.filter(number=4).exists()


def test_a_round_robin_gets_the_rounds_it_needs(cast: Cast) -> None:
    made = create_section(
        event=cast.event, slug="rr", name="RR", rounds=3, seed="s", preset="axf-round-robin", by=cast.alice
    )
    cast.section = Section.objects.select_related("event").get(pk=made["section"])
    for n in range(9):
        enter(cast, f"P{n}")
    open_section(section=cast.section, by=cast.alice)
    draw_lots(section=cast.section, by=cast.bob)
    cast.section.refresh_from_db()
    assert cast.section.rounds == cast.section.round_set.count() == 9


def test_checking_in_can_be_taken_back(cast: Cast) -> None:
    entry = enter(cast, "Li Wei")
    check_in(entries=[entry], present=True, by=cast.carol)
    entry.refresh_from_db()
    assert entry.status == "checked-in"
    check_in(entries=[entry], present=False, by=cast.carol)
    entry.refresh_from_db()
    assert entry.status == "entered"


def test_the_desk_does_not_draw_lots(cast: Cast) -> None:
    with pytest.raises(Denied):
        draw_lots(section=cast.section, by=cast.carol)


def test_only_site_administrators_create_events(cast: Cast) -> None:
    with pytest.raises(Denied):
        create_event(slug="x", name="X", starts=date(2026, 1, 1), ends=date(2026, 1, 2), by=cast.alice)


def test_an_event_ends_after_it_starts(cast: Cast) -> None:
    with pytest.raises(Refusal) as caught:
        create_event(slug="x", name="X", starts=date(2026, 1, 2), ends=date(2026, 1, 1), by=cast.admin)
    assert caught.value.field == "ends"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Cup\u202epuC", "name-not-printable"),
        ("\u200b\u200b", "name-not-printable"),
        ("\u3164", "name-invisible"),
        ("\ufe0f", "name-invisible"),
    ],
)
@pytest.mark.parametrize("field", ["name", "native_name"])
def test_events_and_sections_have_names_that_can_be_seen(
    cast: Cast, field: str, name: str, code: str
) -> None:
    names = {"name": "Cup", field: name}
    with pytest.raises(Refusal) as caught:
        create_event(slug="x", starts=date(2026, 1, 1), ends=date(2026, 1, 2), by=cast.admin, **names)
    assert (caught.value.code, caught.value.field) == (code, field)
    with pytest.raises(Refusal) as caught:
        create_section(event=cast.event, slug="x", rounds=3, seed="s", by=cast.alice, **names)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_there_is_one_chief_referee(cast: Cast) -> None:
    with pytest.raises(Refusal) as caught:
        grant_role(event=cast.event, user=cast.dave, role=Role.CHIEF_REFEREE, by=cast.admin)
    assert caught.value.code == "one-chief-referee"


def test_the_last_chief_organiser_stays(cast: Cast) -> None:
    chiefs = cast.event.memberships.filter(role=Role.CHIEF_ORGANISER).order_by("pk")
    first, last = chiefs
    revoke_role(event=cast.event, membership=first.pk, by=cast.admin)
    with pytest.raises(Refusal) as caught:
        revoke_role(event=cast.event, membership=last.pk, by=cast.admin)
    assert caught.value.code == "last-chief-organiser"


def test_a_section_comes_with_its_preset(cast: Cast) -> None:
    section = cast.section
    assert (str(section.time_control), section.move_limit) == ("60 min + 30 s", None)
    assert section.tiebreaks[:2] == ["buchholz", "direct"]
    assert section.round_set.count() == 3


def test_opening_a_section_makes_its_event_public(cast: Cast) -> None:
    assert not cast.event.listed
    open_section(section=cast.section, by=cast.alice)
    cast.event.refresh_from_db()
    assert cast.event.listed
