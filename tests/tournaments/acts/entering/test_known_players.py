"""A player whom the portal knows already. At the event, what was typed adds to what stands and never replaces
it; from other events, what stands there adds to what was typed, and stays as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from portal.journal.models import JournalEntry
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast
from tests.factories import make_known
from tournaments.acts.entering.attendance import reinstate, withdraw
from tournaments.acts.entering.import_players import Fate, dismiss_doubts, import_players, plan_import
from tournaments.acts.entering.players import correct_player, enter_player, erase_player
from tournaments.acts.register.person_input import PersonInput
from tournaments.acts.sections import create_section
from tournaments.exchange.people import PersonRow, read_people
from tournaments.models import Entry, Event, Player, Section

TYPED = PersonInput(
    name="Li Wei", federation="CHN", native_name="李伟", club="Dawn", birth_year=1990, gender="m", rating=2100
)


@pytest.fixture
@remembered
def rapid(cast: Cast) -> Section:
    made = create_section(event=cast.event, slug="rapid", name="Rapid", rounds=3, seed="s", by=cast.alice)
    return Section.objects.select_related("event").get(pk=made["section"])


def known_player(event: Event, **more: object) -> Player:
    return make_known(event, name="Li Wei", federation_id="CHN", **more)


def rows(text: str) -> tuple[PersonRow, ...]:
    return read_people(text.encode(), federations={"CHN", "GER"}).rows


def test_what_was_typed_fills_what_is_empty(cast: Cast) -> None:
    player = known_player(cast.event)
    answer = enter_player(section=cast.section, person=TYPED, by=cast.alice)
    assert (answer["known"], answer["kept"]) == (True, [])
    player.refresh_from_db()
    assert (player.native_name, player.club, player.birth_year, player.gender, player.rating) == (
        "李伟",
        "Dawn",
        1990,
        "m",
        2100,
    )


def test_title_grade_club_and_province_are_kept_one_way(cast: Cast) -> None:
    """As lists write them: a title in words, a grade with its script; names with single blanks."""
    person = replace(
        TYPED,
        title=" 特级大师 ",
        grade="业余五段",
        native_club="棋  社",
        province="Guangdong",
        native_province="广东",
    )
    enter_player(section=cast.section, person=person, by=cast.alice)
    player = Player.objects.get(event=cast.event, name="Li Wei")
    assert (player.title, player.grade, player.native_club) == ("GM", "5d", "棋 社")
    assert (player.province, player.native_province) == ("Guangdong", "广东")
    again = replace(person, title="GM", grade="5 dan")
    entry = player.entries.get()
    corrected = correct_player(entry=entry, person=again, by=cast.alice)
    assert corrected["fields"] == []
    other = correct_player(entry=entry, person=replace(again, title="Meister", province=""), by=cast.alice)
    assert other["fields"] == ["title", "province"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("title", "x" * 21, "name-too-long"),
        ("grade", "a\ufe0f", "name-not-printable"),
        ("native_club", "x" * 81, "name-too-long"),
        ("province", "a\x00b", "name-not-printable"),
        ("native_province", "\u2800", "name-invisible"),
    ],
)
def test_nonsense_in_these_fields_names_the_field(cast: Cast, field: str, value: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        enter_player(section=cast.section, person=replace(TYPED, **{field: value}), by=cast.alice)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_what_stands_is_kept_and_told(cast: Cast) -> None:
    player = known_player(cast.event, native_name="李薇", rating=1800)
    answer = enter_player(section=cast.section, person=TYPED, by=cast.alice)
    assert (answer["known"], answer["kept"]) == (True, ["native_name", "rating"])
    player.refresh_from_db()
    assert (player.native_name, player.rating, player.club) == ("李薇", 1800, "Dawn")


def test_a_new_player_is_not_known(cast: Cast) -> None:
    answer = enter_player(section=cast.section, person=TYPED, by=cast.alice)
    assert (answer["known"], answer["kept"]) == (False, [])


def test_another_person_of_the_same_name(cast: Cast) -> None:
    entry = Entry.objects.get(pk=enter_player(section=cast.section, person=TYPED, by=cast.alice)["entry"])
    answer = enter_player(section=cast.section, person=TYPED, another=True, by=cast.alice)
    assert answer["known"] is False
    assert Entry.objects.get(pk=answer["entry"]).player != entry.player


def test_of_two_people_of_one_name_the_one_who_was_meant_is_found(cast: Cast) -> None:
    known_player(cast.event, native_name="李薇")
    other = known_player(cast.event, native_name="李伟")
    answer = enter_player(section=cast.section, person=TYPED, by=cast.alice)
    assert Entry.objects.get(pk=answer["entry"]).player == other


def test_a_player_who_has_withdrawn_is_not_entered_but_reinstated(cast: Cast) -> None:
    entry = Entry.objects.get(pk=enter_player(section=cast.section, person=TYPED, by=cast.alice)["entry"])
    withdraw(entries=[entry], reason="Ill.", by=cast.alice)
    with pytest.raises(Refusal) as caught:
        enter_player(section=cast.section, person=TYPED, by=cast.alice)
    assert caught.value.code == "withdrawn-already"
    [fate] = plan_import(cast.section, rows("name,federation\nLi Wei,CHN\n"))
    assert (fate.fate, fate.code) == (Fate.KNOWN, "withdrawn-already")


def test_a_list_fills_keeps_and_tells_without_names(cast: Cast) -> None:
    player = known_player(cast.event, native_name="李薇")
    text = "name,native name,federation,club\nLi Wei,李伟,CHN,Dawn\nLi Wei,李伟,CHN,\nSchmidt,,GER,\n"
    answer = import_players(section=cast.section, rows=rows(text), by=cast.alice)
    player.refresh_from_db()
    assert (player.native_name, player.club) == ("李薇", "Dawn")
    assert answer["entered"] == 2
    assert {"line": 2, "fate": "enter", "kept": ["native_name"]} in answer["rows"]  # type: ignore[operator]
    entry = JournalEntry.objects.get(act="import_players")
    assert "Li Wei" not in repr((entry.after, entry.answer))


def test_a_category_that_the_section_does_not_know_is_left_out_and_marked(cast: Cast) -> None:
    answer = import_players(
        section=cast.section, rows=rows("name,federation,categories\nLi,CHN,wonem\n"), by=cast.alice
    )
    assert (answer["entered"], answer["doubtful"]) == (1, 1)
    entry = cast.section.entries.get()
    assert [(fault.code, fault.place.text) for fault in entry.open_doubts] == [("category-unknown", "wonem")]
    assert not cast.section.categories.exists()


def test_a_mark_goes_when_the_value_is_filled_in_or_somebody_says_so(cast: Cast) -> None:
    import_players(
        section=cast.section,
        rows=read_people(b"name,fed,rating,sex\nLi,ATL,strong,?\nWu,XYZ,12,x\n", federations={"CHN"}).rows,
        by=cast.alice,
    )
    li, wu = cast.section.entries.order_by("player__name")
    assert [fault.column for fault in li.open_doubts] == ["federation", "rating"]
    correct_player(entry=li, person=PersonInput("Li", "CHN"), by=cast.alice)
    li = Entry.objects.get(pk=li.pk)
    assert [fault.column for fault in li.open_doubts] == ["rating"]
    assert [fault.column for fault in wu.open_doubts] == ["federation", "gender"]
    dismiss_doubts(entry=wu, by=cast.alice)
    assert Entry.objects.get(pk=wu.pk).doubts == []
    dismiss_doubts(entry=wu, by=cast.alice)
    journalled = JournalEntry.objects.get(act="dismiss_doubts")
    assert "XYZ" not in repr((journalled.before, journalled.after, journalled.answer))


def test_what_could_not_be_read_of_a_person_is_forgotten_with_the_person(cast: Cast) -> None:
    # A list whose columns are confused has a name anywhere.
    text = "name,fed\nLi Wei,Li Wei\n"
    import_players(
        section=cast.section, rows=read_people(text.encode(), federations={"CHN"}).rows, by=cast.alice
    )
    entry = cast.section.entries.get()
    assert "Li Wei" in repr(entry.doubts)
    erase_player(entry=entry, confirm="Li Wei", by=cast.admin)
    entry.refresh_from_db()
    assert entry.doubts == []


def test_filling_a_known_player_reaches_the_other_section(cast: Cast, rapid: Section) -> None:
    first = enter_player(section=cast.section, person=PersonInput("Li Wei", "CHN"), by=cast.alice)
    answer = enter_player(section=rapid, person=TYPED, by=cast.alice)
    assert answer["known"] is True
    assert Entry.objects.get(pk=first["entry"]).player.native_name == "李伟"


def test_whom_the_lots_left_out_is_reinstated_with_a_number(entered: Cast) -> None:
    entry = Entry.objects.create(
        section=entered.section,
        player=known_player(entered.event),
        status=Entry.Status.WITHDRAWN,
        withdrawn_after=0,
    )
    with pytest.raises(Refusal) as caught:
        reinstate(entries=[entry], reason=" ", by=entered.alice)
    assert caught.value.code == "reason-needed"
    answer = reinstate(entries=[entry], reason="Well again.", by=entered.alice, once="form")
    assert answer["numbers"] == {str(entry.pk): 9}
    assert reinstate(entries=[entry], reason="Well again.", by=entered.alice, once="form") == answer
    with pytest.raises(Refusal) as caught:
        reinstate(entries=[entry], reason="Well again.", by=entered.alice)
    assert caught.value.code == "entry-not-withdrawn"
