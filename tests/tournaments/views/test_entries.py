"""Players at the desk: one by one, as a list, check-in, absence, withdrawal, lots."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from portal.journal.models import JournalEntry
from tests.factories import make_entries, make_known
from tests.world import World
from tournaments.models import Entry

Text = Callable[[Any], str]
PLAYER = {"name": "Đặng Văn A", "native_name": "鄧文", "federation": "VIE", "group": "1"}
LIST = """name,native name,federation,team,group,rating
Wu Lan,吴兰,CHN,China 1,1,2400
"Nguyễn, Ánh",阮映,VIE,,2,
Nobody,,ATL,,1,
Wu Lan,吴兰,CHN,,1,
,,CHN,,,
"""


def test_a_player_is_entered(world: World, text: Text) -> None:
    assert world.post("carol", "entry_add", **PLAYER)["Location"] == world.url("entries")
    entry = world.section.entries.get()
    assert (str(entry.player), entry.number) == ("Đặng Văn A 鄧文", None)
    shown = text(world.get("carol", "entries"))
    assert "Đặng Văn A added." in shown
    assert "鄧文" in shown


def test_after_enter_another_one_is_asked_for(world: World) -> None:
    assert world.post("carol", "entry_add", another="on", **PLAYER)["Location"] == world.url("entry_add")


def test_a_player_is_not_entered_twice(world: World, text: Text) -> None:
    world.post("carol", "entry_add", **PLAYER)
    answer = world.post("carol", "entry_add", **PLAYER)
    assert answer.status_code == 422
    assert "Đặng Văn A (VIE) is already entered in this section." in text(answer)
    assert 'value="鄧文"' in text(answer)
    assert world.section.entries.count() == 1


def test_a_late_entry_is_explained(drawn: World, text: Text) -> None:
    drawn.closed()
    assert "Late entry" in text(drawn.get("carol", "entry_add"))
    drawn.post("carol", "entry_add", **PLAYER)
    late = drawn.section.entries.get(player__name="Đặng Văn A")
    assert late.number == 9
    assert "with number 9" in text(drawn.get("carol", "entries"))
    assert list(late.absences.values_list("round_number", flat=True)) == [1]


def test_check_in_and_back(drawn: World) -> None:
    entry = drawn.section.entries.get(number=1)
    Entry.objects.update(status=Entry.Status.ENTERED)
    assert drawn.post("dave", "check_in", entry.pk, present="on")["Location"].endswith(f"#e{entry.pk}")
    entry.refresh_from_db()
    assert entry.status == Entry.Status.CHECKED_IN
    drawn.post("dave", "check_in", entry.pk)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ENTERED


def test_the_list_counts_whom_it_checks_in(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    Entry.objects.update(status=Entry.Status.ENTERED)
    url = reverse("check_in", args=[drawn.event.slug, drawn.section.slug, entry.pk])
    answer = drawn.client("dave").post(url, {"present": "on"}, headers={"HX-Request": "true"})
    assert re.search(r'<p [^>]*id="counts"[^>]*data-hx-swap-oob', answer.content.decode())
    assert "1 checked in" in text(answer)
    assert 'id="counts"' in drawn.get("dave", "entries").content.decode()


def test_an_absence_is_noted_and_taken_back(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("carol", "set_absence", entry.pk, round=2, absent="yes", reason="A funeral")
    assert answer.status_code == 302
    assert "marked absent in round 2" in text(drawn.get("carol", "entry_desk", entry.pk))
    assert entry.absences.count() == 1
    drawn.post("carol", "set_absence", entry.pk, round=2, absent="no")
    assert entry.absences.count() == 0


def test_a_public_round_cannot_be_missed_any_more(drawn: World, text: Text) -> None:
    drawn.published()
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("carol", "set_absence", entry.pk, round=1, absent="yes")
    assert answer.status_code == 422
    assert "Select a valid choice" in text(answer)


def test_a_player_withdraws_with_a_reason(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    answer = drawn.post("alice", "withdraw", entry.pk, reason="")
    assert answer.status_code == 422
    assert drawn.post("alice", "withdraw", entry.pk, reason="Ill").status_code == 302
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN
    shown = text(drawn.get("alice", "entry_desk", entry.pk))
    assert "Withdrawn after round 0" in shown
    again = drawn.post("alice", "withdraw", entry.pk, reason="Ill again")
    assert again.status_code == 409
    assert drawn.post("dave", "check_in", entry.pk, present="on").status_code == 409


def test_the_lots_are_drawn_once(world: World, text: Text) -> None:
    make_entries(world.section, 5)
    world.section.entries.update(number=None)
    assert world.section.seed in text(world.get("carol", "draw_lots"))
    assert world.post("carol", "draw_lots").status_code == 403
    assert world.post("bob", "draw_lots").status_code == 302
    assert sorted(world.section.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    answer = world.post("bob", "draw_lots")
    assert answer.status_code == 409
    assert "Lots have already been drawn" in text(answer)


def test_a_known_player_keeps_what_stands(world: World, text: Text) -> None:
    make_known(world.event, name="Đặng Văn A", native_name="鄧", federation_id="VIE")
    world.post("carol", "entry_add", club="Dawn", **PLAYER)
    assert "Known player; kept unchanged: native name." in text(world.get("carol", "entries"))
    player = world.section.entries.get().player
    assert (player.native_name, player.club) == ("鄧", "Dawn")


def test_another_person_of_the_same_name_is_entered(world: World, text: Text) -> None:
    world.post("carol", "entry_add", **PLAYER)
    assert "This is a different person with the same name" in text(world.post("carol", "entry_add", **PLAYER))
    assert world.post("carol", "entry_add", namesake="on", **PLAYER).status_code == 302
    assert len(set(world.section.entries.values_list("player", flat=True))) == 2


def test_a_withdrawal_is_taken_back(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    drawn.post("alice", "withdraw", entry.pk, reason="Ill")
    drawn.closed()
    assert "Reinstate player" in text(drawn.get("alice", "entry_desk", entry.pk))
    assert drawn.post("carol", "reinstate", entry.pk, reason="Well").status_code == 403
    assert drawn.post("alice", "reinstate", entry.pk, reason="").status_code == 422
    assert drawn.post("alice", "reinstate", entry.pk, reason="Well").status_code == 302
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == (Entry.Status.ENTERED, None)
    assert list(entry.absences.values_list("round_number", flat=True)) == [1]
    assert drawn.post("alice", "reinstate", entry.pk, reason="Well").status_code == 409


def test_a_slip_in_a_name_is_corrected(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    values = {"name": "Le Thi B", "native_name": "黎氏", "federation": "VIE", "rating": "2000"}
    answer = drawn.post("carol", "correct_player", entry.pk, **values | {"name": "\u202eB"})
    assert answer.status_code == 422
    assert drawn.post("bob", "correct_player", entry.pk, **values).status_code == 302
    shown = text(drawn.get("bob", "entry_desk", entry.pk))
    assert "Corrected: name, native name" in shown
    entry.refresh_from_db()
    assert (str(entry.player), entry.player.federation_id, entry.rating) == ("Le Thi B 黎氏", "VIE", 2000)
    journalled = JournalEntry.objects.get(act="correct_player")
    assert "name" in journalled.after["fields"]
    assert "Le Thi" not in repr((journalled.before, journalled.after, journalled.answer))
    drawn.post("bob", "correct_player", entry.pk, **values)
    assert "Nothing was changed." in text(drawn.get("bob", "entry_desk", entry.pk))


# --- Lists -------------------------------------------------------------------------------------------------


def preview(world: World, data: bytes, **more: str) -> Any:
    return world.post("carol", "entries_import", file=SimpleUploadedFile("list.csv", data), **more)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode(), "UTF-8"),
        (LIST.encode("utf-8-sig"), "UTF-8"),
        (LIST.encode("gb18030"), "GB18030 (GBK, GB2312)"),
    ],
)
def test_a_list_is_shown_before_it_is_entered(world: World, text: Text, data: bytes, encoding: str) -> None:
    answer = preview(world, data)
    assert answer.status_code == 200
    shown = text(answer)
    assert f"Read as {encoding}." in shown
    assert "Import 2 players" in shown
    assert "3 rows skipped" in shown
    assert "吴兰" in shown
    assert "Unknown federation “ATL”." in shown
    assert "is already in line 2" in shown
    assert world.section.entries.count() == 0


def test_big5_is_read_as_such(world: World, text: Text) -> None:
    data = "姓名,協會\n謝靖,CHN\n".encode("big5")
    assert "謝靖" in text(preview(world, data))
    assert "謝靖" in text(preview(world, data, encoding="big5"))


def carried(answer: Any) -> str:
    """The list as the confirming page carries it."""
    return str(answer.context["form"]["text"].value())


def test_a_confirmed_list_is_entered_once_and_reported(world: World, text: Text) -> None:
    text_ = carried(preview(world, LIST.encode("gb18030")))
    assert text_ == LIST
    for _ in range(2):
        answer = world.post("carol", "entries_import", text=text_, confirm="on", once="one")
        assert answer["Location"] == world.url("entries_imported")
    assert world.section.entries.count() == 2
    report = text(world.get("carol", "entries_imported"))
    assert "2 players imported." in report
    assert "Unknown federation “ATL”." in report


def test_a_row_is_put_right_on_the_spot(world: World, text: Text) -> None:
    mended = carried(preview(world, LIST.encode())).replace("ATL", "GER")
    answer = world.post("carol", "entries_import", text=mended, preview="on")
    assert "Import 3 players" in text(answer)


def test_who_is_entered_already_is_said(world: World, text: Text) -> None:
    world.post("carol", "entries_import", text=LIST, confirm="on")
    shown = text(world.post("carol", "entries_import", text=LIST))
    assert "Already entered in this section." in shown
    assert "No row can be imported" in shown


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"name,federation\n", "The file has a header row but no data."),
        (b"\x00\x01\x02\xff\xfe", "ignored"),
    ],
    ids=["empty", "only a mark", "only headings", "no text"],
)
def test_a_bad_file_gets_a_sentence(world: World, text: Text, data: bytes, sentence: str) -> None:
    answer = preview(world, data)
    assert answer.status_code == 200
    assert sentence in text(answer)


def test_nothing_chosen_and_nothing_pasted(world: World, text: Text) -> None:
    answer = world.post("carol", "entries_import", text="  ")
    assert answer.status_code == 422
    assert "Choose a file or paste a list." in text(answer)


def test_five_thousand_rows_are_entered(world: World, text: Text) -> None:
    rows = "".join(f"Player {n},CHN\n" for n in range(5000))
    shown = text(world.post("carol", "entries_import", text="name,federation\n" + rows))
    assert "Import 5000 players" in shown
    assert "the first 300 are shown" in shown
    world.post("carol", "entries_import", text="name,federation\n" + rows, confirm="on")
    assert world.section.entries.count() == 5000


def test_a_list_sent_twice_gets_the_same_report_twice(world: World, text: Text) -> None:
    make_known(world.event, name="Wu Lan", native_name="吴岚", federation_id="CHN")
    data = {"text": LIST, "confirm": "on", "once": "one"}
    world.post("carol", "entries_import", **data)
    page = world.get("carol", "entries_imported")
    world.post("carol", "entries_import", **data)
    assert world.get("carol", "entries_imported").context["kept"] == page.context["kept"]
    first = text(page)
    assert "2 players imported." in first
    assert "Already entered in this section." not in first
    assert "Known player; kept unchanged: native name." in first


def test_an_unknown_category_is_a_fault_that_says_what_to_do(world: World, text: Text) -> None:
    shown = text(world.post("carol", "entries_import", text="name,federation,categories\nLi,CHN,wonem\n"))
    assert "This section has no category “wonem”." in shown
    assert "Add this category to the section first" in shown


NAMESAKES = "name,federation\nLi Wei,CHN\nLi Wei,CHN\nWu Lan,CHN\n,CHN\n"


def test_namesakes_are_entered_when_somebody_says_so(world: World, text: Text) -> None:
    answer = world.post("carol", "entries_import", text=NAMESAKES)
    shown = text(answer)
    assert "Import 2 players" in shown
    assert shown.count("Different player with the same name") == 1
    assert b'name="namesake" value="3"' in answer.content
    world.post("carol", "entries_import", text=NAMESAKES, confirm="on", namesake="3")
    names = list(world.section.entries.values_list("player__name", flat=True))
    assert sorted(names) == ["Li Wei", "Li Wei", "Wu Lan"]
    assert world.section.entries.values("player").distinct().count() == 3
    again = world.post("carol", "entries_import", text="name,federation\nWu Lan,CHN\n")
    assert "Import marked players" in text(again)
    world.post("carol", "entries_import", text="name,federation\nWu Lan,CHN\n", confirm="on", namesake="2")
    assert world.section.entries.filter(player__name="Wu Lan").count() == 2
    told = {"confirm": "on", "namesake": ["x", "99999999999999999999", "2"]}
    assert world.post("carol", "entries_import", text="name,federation\n,CHN\n", **told).status_code == 302
    assert world.section.entries.count() == 4, "a row with another fault is not taken"


def test_rows_that_are_left_out_come_as_a_file_that_can_be_imported(world: World, text: Text) -> None:
    answer = world.post("carol", "entries_import", text=LIST, left_out="on")
    assert answer["Content-Disposition"] == 'attachment; filename="left-out.csv"'
    rows = list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))
    assert rows[0] == [*LIST.splitlines()[0].split(","), "line", "reason"]
    assert [(row[0], row[2], row[-2]) for row in rows[1:]] == [
        ("Nobody", "ATL", "4"),
        ("Wu Lan", "CHN", "5"),
        ("", "CHN", "6"),
    ]
    assert "Unknown federation “ATL”." in rows[1][-1]
    assert world.section.entries.count() == 0
    world.post("carol", "entries_import", text=LIST, confirm="on")
    kept = world.client("carol").get(world.url("entries_imported") + "?file=left-out")
    assert kept.content == answer.content
    mended = kept.content.decode("utf-8-sig").replace("ATL", "GER")
    world.post("carol", "entries_import", text=mended, confirm="on")
    assert world.section.entries.filter(player__name="Nobody", player__federation="GER").exists()


def test_a_title_and_a_list_without_federation(world: World, text: Text) -> None:
    listed = "Berlin Open 2026\n\nName,Rating\nMax Muster,—\nErika Muster,2490*\n"
    shown = text(world.post("carol", "entries_import", text=listed))
    assert "Lines omitted above the headings: 1. The first is “Berlin Open 2026”." in shown
    assert shown.count("The federation is missing.") == 2
    answer = world.post("carol", "entries_import", text=listed, federation="GER")
    shown = text(answer)
    assert "Import 2 players" in shown
    assert "The rating “2490*” was read as 2490." in shown
    assert answer.context["form"]["federation"].value() == "GER"
    world.post("carol", "entries_import", text=listed, federation="GER", confirm="on")
    entries = world.section.entries.values_list("player__name", "player__federation", "rating")
    assert sorted(entries) == [("Erika Muster", "GER", 2490), ("Max Muster", "GER", None)]


def test_without_a_report_the_entries_are_shown(world: World) -> None:
    assert world.get("carol", "entries_imported")["Location"] == world.url("entries")
