"""Lists of players at the desk: preview, columns, marks, namesakes, what is left out."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from openpyxl import Workbook, load_workbook

from portal.journal.models import JournalEntry
from tests.factories import make_known
from tests.world import World
from tournaments.exchange.spreadsheet import read_player_list
from tournaments.models import Membership, Player, Role
from tournaments.wording.people import TEMPLATE

Text = Callable[[Any], str]
LIST = """name,native name,federation,team,group,rating
Wu Lan,吴兰,CHN,China 1,1,2400
"Nguyễn, Ánh",阮映,VIE,,2,
Nobody,,ATL,,1,
Wu Lan,吴兰,CHN,,1,
,,CHN,,,
"""


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
    page = text(answer)
    assert f"Read as {encoding}." in page
    assert "Import 3 players" in page
    assert "1 row skipped" in page
    assert "1 player with a name that is there already" in page
    assert "1 row with something to check" in page
    assert "吴兰" in page
    assert "Unknown federation “ATL”; the federation stays empty." in page
    assert "is already in line 2" in page
    assert world.section.entries.count() == 0


def test_what_is_kept_as_a_code_is_shown_in_words(world: World, text: Text) -> None:
    page = text(preview(world, "姓名,等级称号,段位,性别\n许银川,国家大师,业余五段,男\n".encode()))
    assert all(words in page for words in ("National Master", "5 dan", "man"))


@pytest.mark.slow
def test_big5_is_read_as_such(world: World, text: Text) -> None:
    data = "姓名,協會\n謝靖,CHN\n".encode("big5")
    assert "謝靖" in text(preview(world, data))
    assert "謝靖" in text(preview(world, data, encoding="big5"))


def carried(answer: Any) -> str:
    """The list as the confirming page carries it."""
    return str(answer.context["form"]["text"].value())


@pytest.mark.slow
def test_a_confirmed_list_is_entered_once_and_reported(world: World, text: Text) -> None:
    text_ = carried(preview(world, LIST.encode("gb18030")))
    assert text_ == LIST
    for _ in range(2):
        answer = world.post("carol", "entries_import", text=text_, confirm="on", once="one")
        assert answer["Location"] == world.url("entries_imported")
    assert world.section.entries.count() == 3
    report = text(world.get("carol", "entries_imported"))
    assert "3 players imported." in report
    assert "1 player has values that could not be read." in report
    assert JournalEntry.objects.filter(act="import_players").count() == 1
    assert "federation: “ATL”?" in text(world.get("carol", "entries"))
    nobody = world.section.entries.get(player__name="Nobody")
    page = text(world.get("carol", "entry_desk", nobody.pk))
    assert "Unknown federation “ATL”; the federation stays empty." in page
    assert world.post("carol", "dismiss_doubts", nobody.pk).status_code == 302
    assert "ATL" not in text(world.get("carol", "entries"))


@pytest.mark.slow
def test_a_row_is_put_right_on_the_spot(world: World, text: Text) -> None:
    mended = carried(preview(world, LIST.encode())).replace("ATL", "GER")
    answer = world.post("carol", "entries_import", text=mended, preview="on")
    assert "Import 3 players" in text(answer)


@pytest.mark.slow
def test_who_is_entered_already_is_said(world: World, text: Text) -> None:
    world.post("carol", "entries_import", text=LIST, confirm="on")
    page = text(world.post("carol", "entries_import", text=LIST))
    assert "Already entered in this section." in page
    assert "No row can be imported" in page


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (b"name,federation\n", "The file has a header row but no data."),
        (b"\x00\x01\x02\xff\xfe", "No headings were found."),
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


@pytest.mark.slow
def test_five_thousand_rows_are_entered(world: World, text: Text) -> None:
    rows = "".join(f"Player {n},CHN\n" for n in range(5000))
    page = text(world.post("carol", "entries_import", text="name,federation\n" + rows))
    assert "Import 5000 players" in page
    assert "the first 2000 are shown" in page
    world.post("carol", "entries_import", text="name,federation\n" + rows, confirm="on")
    assert world.section.entries.count() == 5000


@pytest.mark.slow
def test_a_list_sent_twice_gets_the_same_report_twice(world: World, text: Text) -> None:
    make_known(world.event, name="Wu Lan", native_name="吴岚", federation_id="CHN")
    data = {"text": LIST, "confirm": "on", "once": "one"}
    world.post("carol", "entries_import", **data)
    page = world.get("carol", "entries_imported")
    world.post("carol", "entries_import", **data)
    assert world.get("carol", "entries_imported").context["kept"] == page.context["kept"]
    first = text(page)
    assert "3 players imported." in first
    assert "Already entered in this section." not in first
    assert "Known player; kept unchanged: native name." in first


def test_an_unknown_category_is_left_out_with_a_word_about_what_to_do(world: World, text: Text) -> None:
    page = text(world.post("carol", "entries_import", text="name,federation,categories\nLi,CHN,wonem\n"))
    assert "Import 1 player" in page
    assert "This section has no category “wonem”. Add it to the section" in page


NAMESAKES = "name,federation\nLi Wei,CHN\nLi Wei,CHN\nWu Lan,CHN\n,CHN\n"


@pytest.mark.slow
def test_namesakes_are_entered_when_somebody_says_so(world: World, text: Text) -> None:
    answer = world.post("carol", "entries_import", text=NAMESAKES)
    page = text(answer)
    assert "Import 2 players" in page
    assert page.count("Different player with the same name") == 1
    assert b'name="namesake" value="3"' in answer.content
    world.post("carol", "entries_import", text=NAMESAKES, confirm="on", namesake="3")
    names = list(world.section.entries.values_list("player__name", flat=True))
    assert sorted(names) == ["Li Wei", "Li Wei", "Wu Lan"]
    assert world.section.entries.values("player").distinct().count() == 3
    again = world.post("carol", "entries_import", text="name,federation\nWu Lan,CHN\n")
    assert "Import marked players" in text(again)
    world.post("carol", "entries_import", text="name,federation\nWu Lan,CHN\n", confirm="on", namesake="2")
    assert world.section.entries.filter(player__name="Wu Lan").count() == 2
    arguments = {"confirm": "on", "namesake": ["x", "99999999999999999999", "2"]}
    assert (
        world.post("carol", "entries_import", text="name,federation\n,CHN\n", **arguments).status_code == 302
    )
    assert world.section.entries.count() == 4, "a row with another fault is not taken"


SHORT = LIST.replace("Nobody", "").replace("ATL", "GER")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_rows_that_are_left_out_come_as_a_file_that_can_be_imported(world: World, kind: str) -> None:
    answer = world.post("carol", "entries_import", text=SHORT, left_out=kind)
    assert answer["Content-Disposition"] == f'attachment; filename="left-out.{kind}"'
    rows = table(kind, answer.content)
    assert rows[0] == [*SHORT.splitlines()[0].split(","), "line", "reason"]
    assert [(row[0], row[2], row[-2]) for row in rows[1:]] == [
        ("", "GER", "4"),
        ("Wu Lan", "CHN", "5"),
        ("", "CHN", "6"),
    ]
    assert rows[1][-1] == "The name is missing."
    assert world.section.entries.count() == 0
    world.post("carol", "entries_import", text=SHORT, confirm="on")
    response = world.client("carol").get(world.url("entries_imported") + f"?left_out={kind}")
    assert table(kind, response.content) == rows
    assert read_player_list(response.content, federations={"GER", "CHN"}).columns.keys() == {
        *("name", "native_name", "federation", "team", "group", "rating")
    }


def test_after_a_list_with_rows_left_out_lots_are_drawn(world: World) -> None:
    """By whoever may: the next step leads, as it does where nothing was left out."""
    referee = Membership.objects.filter(event=world.event, role=Role.CHIEF_REFEREE)
    referee.update(user=world.users["alice"])
    world.post("alice", "entries_import", text=SHORT, confirm="on")
    page = world.get("alice", "entries_imported").content.decode()
    assert f'<a class="btn btn-primary" href="{world.url("draw_lots")}">Draw lots</a>' in page
    assert page.count("btn-primary") == 1


def table(kind: str, data: bytes) -> list[list[str]]:
    if kind == "csv":
        return list(csv.reader(data.decode("utf-8-sig").splitlines()))
    sheet = load_workbook(io.BytesIO(data)).active
    return [
        ["" if value is None else str(value) for value in row] for row in sheet.iter_rows(values_only=True)
    ]


@pytest.mark.slow
def test_a_title_and_a_list_without_federation(world: World, text: Text) -> None:
    listed = "Berlin Open 2026\n\nName,Rating\nMax Muster,—\nErika Muster,2490*\n"
    page = text(world.post("carol", "entries_import", text=listed))
    assert "Lines omitted above the headings: 1. The first is “Berlin Open 2026”." in page
    assert "Import 2 players" in page
    answer = world.post("carol", "entries_import", text=listed, federation="GER")
    assert "The rating “2490*” was read as 2490." in text(answer)
    assert answer.context["form"]["federation"].value() == "GER"
    world.post("carol", "entries_import", text=listed, federation="GER", confirm="on")
    entries = world.section.entries.values_list("player__name", "player__federation", "rating")
    assert sorted(entries) == [("Erika Muster", "GER", 2490), ("Max Muster", "GER", None)]
    world.post("carol", "entries_import", text="Name\nJohn Nobody\n", confirm="on")
    nobody = world.section.entries.get(player__name="John Nobody")
    assert (nobody.player.federation_id, nobody.doubts) == ("", [])
    assert "John Nobody" in text(world.get("carol", "entries"))
    assert world.get("carol", "entry_desk", nobody.pk).status_code == 200


def test_without_a_report_the_entries_are_shown(world: World) -> None:
    assert world.get("carol", "entries_imported")["Location"] == world.url("entries")


# --- Columns -----------------------------------------------------------------------------------------------

FOREIGN = "Kto,Skąd,Ile\nWu Lan,CHN,1900\nLi Wei,GER,2000\n"


def as_shown(answer: Any, **changed: str) -> dict[str, Any]:
    """What a browser sends from the preview, with some fields changed."""
    form, preview = answer.context["form"], answer.context["preview"]
    fields = ("text", "federation", "headings", "seen")
    sent = {name: form[name].value() for name in fields} | {
        column.name: column.field for column in preview.columns
    }
    if len(form.carried) > 1:
        sent |= {
            "sheet_now": form.current,
            "sheet_name": [sheet.name for sheet in form.carried],
            "sheet_text": [sheet.text for sheet in form.carried],
        }
    return {name: "" if value is None else value for name, value in (sent | changed).items()}


@pytest.mark.slow
def test_columns_are_mapped_by_hand_once_for_an_event(world: World, text: Text) -> None:
    first = world.post("carol", "entries_import", text=FOREIGN)
    assert [column.field for column in first.context["preview"].columns] == ["name", "federation", "rating"]
    assert "No headings were found." in text(first)
    sent = as_shown(first, headings="1", **{"column-2": "birth_year"})
    again = world.post("carol", "entries_import", **sent, preview="on")
    assert "Import 2 players" in text(again)
    assert again.context["preview"].first[0].cells == ("CHN", "1900")
    world.post("carol", "entries_import", **as_shown(again), confirm="on")
    assert sorted(world.section.entries.values_list("player__name", "player__birth_year")) == [
        ("Li Wei", 2000),
        ("Wu Lan", 1900),
    ]
    second = world.post("carol", "entries_import", text=FOREIGN.replace("Li Wei", "Hu Yi"))
    assert [column.field for column in second.context["preview"].columns] == [
        "name",
        "federation",
        "birth_year",
    ]
    assert "Columns as in the last list with these headings." in text(second)
    assert JournalEntry.objects.filter(act="import_players").count() == 1


@pytest.mark.slow
def test_what_was_changed_since_the_preview_is_shown_before_it_is_imported(world: World, text: Text) -> None:
    page = world.post("carol", "entries_import", text="name,from,elo\nWu Lan,CHN,1900\n")
    sent = as_shown(page, **{"column-1": "federation"})
    again = world.post("carol", "entries_import", **sent, confirm="on")
    assert "Nothing has been imported yet." in text(again)
    assert world.section.entries.count() == 0
    windows = {"text": again.context["form"]["text"].value().replace("\n", "\r\n")}
    assert world.post("carol", "entries_import", **as_shown(again) | windows, confirm="on").status_code == 302
    assert world.section.entries.get().player.federation_id == "CHN"


@pytest.mark.slow
def test_a_letterhead_may_be_cut_away_in_the_page(world: World) -> None:
    text = "Our club\n\nList of 2026\nname,fed\nWu Lan,CHN\n"
    page = world.post("carol", "entries_import", text=text)
    assert page.context["preview"].heading_line == 4
    again = world.post("carol", "entries_import", **as_shown(page, text=text[10:]), preview="on")
    assert again.context["preview"].heading_line == 2
    assert [row.row.name for row in again.context["preview"].entering] == ["Wu Lan"]


@pytest.mark.slow
def test_another_sheet_is_chosen(world: World, text: Text) -> None:
    book = Workbook()
    book.active.title = "Men"
    women = book.create_sheet("Women")
    for sheet, name in ((book.active, "Li Wei"), (women, "Wu Lan")):
        sheet.append(("Name", "Fed"))
        sheet.append((name, "CHN"))
    out = io.BytesIO()
    book.save(out)
    page = world.post("carol", "entries_import", file=SimpleUploadedFile("list.xlsx", out.getvalue()))
    assert [row.row.name for row in page.context["preview"].entering] == ["Li Wei"]
    other = world.post("carol", "entries_import", **as_shown(page), sheet="1")
    assert [row.row.name for row in other.context["preview"].entering] == ["Wu Lan"]
    assert [sheet.name for sheet in other.context["form"].carried] == ["Men", "Women"]
    assert b'value="1" aria-current="true"' in b" ".join(other.content.split())
    world.post("carol", "entries_import", **as_shown(other), confirm="on")
    assert world.section.entries.get().player.name == "Wu Lan"


@pytest.mark.slow
def test_who_is_there_stands_beside_who_comes(world: World, text: Text) -> None:
    world.post("carol", "entries_import", text="name,fed,club,born\nWu Lan,CHN,Dawn,1990\n", confirm="on")
    page = text(
        world.post("carol", "entries_import", text="name,fed,club\nWu Lan,CHN,Dusk\nWu Lan,CHN,Dusk\n")
    )
    assert "Wu Lan · CHN · Dawn · 1990" in page
    assert "Dusk" in page
    assert "The same row as line 2." in page


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant", "vi"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_the_template_is_read_back_in_every_language(world: World, language: str, kind: str) -> None:
    there = world.url("entries_import").replace("/en/", f"/{language}/")
    answer = world.client("carol").get(there, {"template": kind})
    headings, *others = table(kind, answer.content)
    assert others == []
    with translation.override(language):
        assert headings == [str(item) for item in TEMPLATE.values()]
    filled = ",".join(headings) + "\nWu Lan,吴兰,CHN,Hubei,Dawn,A,GM,5d,2400,1990,f,u20,2\n"
    report = read_player_list(filled.encode(), federations={"CHN"})
    assert report.fields == tuple(TEMPLATE)
    assert report.problems == report.rows[0].problems == ()


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("list.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "an old Excel file (.xls)"),
        ("list.pdf", b"%PDF-1.7 ...", "This is a PDF, which cannot be read. Save the list as XLSX or CSV"),
    ],
)
def test_other_files_are_refused_by_their_name(
    world: World, text: Text, name: str, data: bytes, sentence: str
) -> None:
    answer = world.post("carol", "entries_import", file=SimpleUploadedFile(name, data))
    assert answer.status_code == 200
    assert sentence in text(answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [
        "x" * 120 + ",CHN,1",
        "😀 Li,CHN,99999999999999999999",
        "\x00\x1b[31mLi\u202e,CHN,-5",
        "=HYPERLINK(1),'=1+1,@SUM(A1)",
        ",,,,,,,,,",
        '"""",",",","',
    ],
)
def test_nonsense_is_answered_with_a_page(world: World, row: str) -> None:
    text = f"name,fed,rating\n{row}\nWu Lan,CHN,2400\n"
    page = world.post("carol", "entries_import", text=text)
    assert page.status_code == 200
    for kind in ("csv", "xlsx"):
        assert world.post("carol", "entries_import", **as_shown(page), left_out=kind).status_code == 200
    assert world.post("carol", "entries_import", **as_shown(page), confirm="on").status_code == 302
    assert world.get("carol", "entries_imported").status_code == 200
    assert world.section.entries.filter(player__name="Wu Lan").exists()
    for field in ("headings", "sheet", "sheet_now", "column-0", "seen", "namesake"):
        answer = world.post("carol", "entries_import", text=text, **{field: "9" * 30 + "é\x00"})
        assert answer.status_code in (200, 422)


def test_the_preview_shows_every_row_of_a_usual_list(world: World, text: Text) -> None:
    rows = "".join(f"Player of Town {n},CHN\n" for n in range(1, 37))
    preview_text = text(
        world.post("carol", "entries_import", text=f"name,federation\n{rows}Total: 36 players,\n")
    )
    assert "Import 36 players" in preview_text
    assert "Player of Town 36" in preview_text
    assert "are shown" not in preview_text
    assert "“Total: 36 players” counts or numbers the list and is no player." in preview_text


@pytest.mark.slow
@pytest.mark.parametrize("column", ["birth year", "year", "born"])
def test_a_birth_year_that_cannot_be_is_told(world: World, text: Text, column: str) -> None:
    listed = f"name,federation,{column}\nWu Lan,CHN,1850\nLi Wei,CHN,1990\n"
    page = text(world.post("carol", "entries_import", text=listed))
    assert "1 row with something to check" in page
    sentence = "The year of birth stays empty: “1850” is not a number between 1900 and 2100."
    assert sentence in page
    done = world.post("carol", "entries_import", text=listed, confirm="on")
    assert "1 player has values that could not be read." in text(world.client("carol").get(done.url))
    years = dict(Player.objects.filter(event=world.event).values_list("name", "birth_year"))
    assert (years["Wu Lan"], years["Li Wei"]) == (None, 1990)
