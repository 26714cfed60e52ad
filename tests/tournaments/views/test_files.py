"""A section as a file and back; a correction of an earlier round leaves the published rounds verifying."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from tests.factories import make_entries, make_section
from tests.world import World
from tournaments.exchange import spreadsheet, tournament_file, trf
from tournaments.exchange.spreadsheet import is_workbook
from tournaments.exchange.writing import TABLES_OF_TEAMS
from tournaments.models import Player, ResultReport, Section
from tournaments.pairing import verify
from tournaments.queries.files import (
    FORMATS,
    ONLY_BY_VALUE,
    file_written,
    section_as_file,
    section_headings,
)
from tournaments.state.tournament import Tournament

Text = Callable[[Any], str]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NAMED = {"name": "Again", "slug": "again", "once": "k"}


def exported(world: World) -> Tournament:
    return tournament_file.loads(world.get("bob", "section_file", "json").content.decode())


def upload(world: World, name: str, data: bytes, **values: str) -> Any:
    file = SimpleUploadedFile(name, data)
    url = reverse("section_import", args=[world.event.slug])
    return world.client("alice").post(url, NAMED | {"file": file} | values)


@pytest.mark.slow
def test_a_correction_leaves_the_later_rounds_verifying(drawn: World) -> None:
    drawn.closed(1)
    drawn.closed(2)
    drawn.published(3)
    before = exported(drawn)
    report = ResultReport.objects.get(pairing__round=drawn.round(1), pairing__table=1)
    sent = {"table": 1, "seen": report.pk, "value": "0-1", "reason": "Misread"}
    assert drawn.post("bob", "report_result", 1, **sent).status_code == 302
    outbox.drain()
    after = exported(drawn)
    [corrected] = [game for game in after.games if game.history]
    assert (corrected.round, corrected.table, str(corrected.result)) == (1, 1, "0-1")
    assert [(str(old.result), old.until_round) for old in corrected.history] == [("1-0", 3)]
    assert [verify(after, number).ok for number in (1, 2, 3)] == [True, True, True]
    forgetful = replace(after, games=tuple(replace(game, history=()) for game in after.games))
    assert not all(verify(forgetful, number).ok for number in (2, 3))
    assert not any(game.history for game in before.games)
    # And a file of the section makes a section that says the same.
    answer = upload(drawn, "men.json", tournament_file.dumps(after).encode())
    text = answer.context["form"]["text"].value()
    url = reverse("section_import", args=[drawn.event.slug])
    assert drawn.client("alice").post(url, NAMED | {"text": text, "confirm": "on"}).status_code == 302
    section = Section.objects.get(slug="again")
    again = drawn.client("alice").get(reverse("section_file", args=[drawn.event.slug, "again", "json"]))
    back = tournament_file.loads(again.content.decode())
    assert back.games == after.games
    assert section.entries.count() == 8


@pytest.mark.slow
def test_titles_grades_clubs_and_provinces_go_out_and_come_back(drawn: World) -> None:
    about = {
        "title": "NM",
        "grade": "5d",
        "club": "Seagull",
        "native_club": "海鸥棋社",
        "province": "Guangdong",
        "native_province": "广东",
    }
    Player.objects.filter(event=drawn.event).update(**about)
    whole = exported(drawn)
    url = reverse("section_import", args=[drawn.event.slug])
    sent = {"text": tournament_file.dumps(whole), "confirm": "on"}
    Player.objects.filter(event=drawn.event).update(**dict.fromkeys(about, ""))
    assert drawn.client("alice").post(url, NAMED | sent).status_code == 302
    written = Player.objects.filter(entries__section__slug="again").values(*about).order_by().distinct()
    assert list(written) == [about]
    # The same by a list of players, which a section that takes entries is given.
    Player.objects.filter(event=drawn.event).update(**about)
    listed = drawn.get("bob", "section_file", "csv").content
    Section.objects.get(slug="again").delete()
    open_ = make_section(drawn.event, "open")
    Player.objects.filter(event=drawn.event).update(**dict.fromkeys(about, ""))
    address = reverse("entries_import", args=[drawn.event.slug, open_.slug])
    sent = {"text": listed.decode("utf-8-sig"), "confirm": "on", "once": "list"}
    assert drawn.client("carol").post(address, sent).status_code == 302
    assert list(Player.objects.filter(entries__section=open_).values(*about).order_by().distinct()) == [about]
    assert open_.entries.count() == drawn.section.entries.count()


@pytest.mark.parametrize("key", TABLES_OF_TEAMS)
def test_single_players_have_no_tables_of_teams(drawn: World, key: str) -> None:
    drawn.closed(1)
    assert drawn.get("erin", "section_file", key).status_code == 404


@pytest.mark.parametrize("key", [key for key in FORMATS if key not in TABLES_OF_TEAMS])
@pytest.mark.slow
def test_every_format_can_be_kept(drawn: World, key: str) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(game="weiqi")
    drawn.closed(1)
    if key in ONLY_BY_VALUE:
        assert drawn.get("erin", "section_file", key).status_code == 404
        Section.objects.filter(pk=drawn.section.pk).update(system="swiss-opengotha", tiebreaks=[])
    answer = drawn.get("erin", "section_file", key)
    assert answer.status_code == 200
    assert f".{FORMATS[key][0]}" in answer["Content-Disposition"]
    assert is_workbook(answer.content) is key.endswith("xlsx")
    assert answer.content


def test_go_formats_are_not_offered_for_xiangqi(drawn: World, text: Text) -> None:
    assert drawn.get("bob", "section_file", "h9").status_code == 404
    page = text(drawn.get("bob", "section_files"))
    assert "OpenGotha" not in page
    assert "items</summary><ul><li>" in page
    assert "<li>native names" in page


@pytest.mark.slow
def test_the_page_of_files_asks_the_same_number_of_questions(world: World) -> None:
    counts = []
    world.get("bob", "section_files")
    for _ in range(2):
        make_entries(world.section, 3)
        with CaptureQueriesContext(connection) as queries:
            assert world.get("bob", "section_files").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_section_without_numbers_has_no_file(world: World, text: Text) -> None:
    assert "draw lots first" in text(world.get("bob", "section_files"))
    answer = world.get("bob", "section_file", "json")
    assert answer.status_code == 409
    assert "Lots have not been drawn yet" in text(answer)


def test_a_foreign_file_is_looked_at_before_it_is_taken_in(drawn: World, text: Text) -> None:
    drawn.closed(1)
    whole = exported(drawn)
    answer = upload(drawn, "cup.trf", trf.write(whole, 26).data)
    assert answer.status_code == 200
    page = text(answer)
    assert "File contents" in page
    assert "4, 4 with a result" in page
    assert not Section.objects.filter(slug="again").exists()


def test_the_mode_of_pairing_is_seen_before_a_file_is_taken_in(world: World, text: Text) -> None:
    modes = {"official": {"1": True}, "results": [GAME]}
    page = text(upload(world, "cup.json", a_file(**modes)))
    assert "The section continues in official mode" in page
    assert "Not imported" not in page
    assert "official mode" not in text(upload(world, "cup.json", a_file(results=[GAME])))


ROWS = [{"number": n, "name": f"P{n}", "federation": "CHN"} for n in (1, 2)]


def a_file(**changes: Any) -> bytes:
    tournament = tournament_file.to_tournament(
        {"format": tournament_file.FORMAT, "system": "wxc2015", "rounds": 3, "entries": ROWS, "results": []}
    )
    data = tournament_file.from_tournament(tournament) | changes
    return tournament_file.json.dumps(data).encode()


GAME = {"round": 1, "table": 1, "first": 1, "second": 2, "result": "1-0"}


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.json", a_file(entries=[ROWS[0], ROWS[0]]), "two entries have number 1"),
        ("a.json", a_file(results=[GAME | {"second": 9}]), "results[0]: no entry has number 9"),
        ("a.json", a_file(results=[GAME | {"second": 1}]), "number 1 is paired with itself"),
        ("a.json", a_file(results=[GAME, GAME | {"table": 2}]), "number 1 appears twice in round 1"),
        (
            "a.json",
            a_file(results=[{"round": 1, "bye": 1}, {"round": 1, "bye": 2}]),
            "a second bye in round 1",
        ),
        (
            "a.json",
            a_file(
                entries=[*ROWS, ROWS[0] | {"number": 3}],
                options={"final": {"after": 1, "players": [1, 2, 3]}},
            ),
            "options.final.players: a final has two or four players, not 3",
        ),
        (
            "a.json",
            a_file(entries=[ROWS[0], ROWS[1] | {"federation": "XXX"}]),
            "No. 2: Unknown federation code",
        ),
        ("a.json", b'{"format": \n nonsense', "line 2"),
        ("a.json", b"\n\xff\xfe\xff", "line 2: this text is not valid UTF-8"),
        ("a.trf", b"012 Cup\n001    x1 m    Somebody\n", "line 2"),
        ("a.xml", b'<!DOCTYPE a [<!ENTITY b "bbb">]><Tournament>&b;</Tournament>', "document type"),
        ("a.h9", b"nothing\n", "line 1"),
        ("a.pdf", b"%PDF", "does not tell the format"),
        ("a.json", b"", "line 1"),
    ],
)
def test_a_bad_file_is_named_with_its_place_and_stores_nothing(
    world: World, text: Text, name: str, data: bytes, message: str
) -> None:
    sections = Section.objects.count()
    answer = upload(world, name, data, confirm="on")
    assert answer.status_code == 422
    errors = [str(error) for result in answer.context["form"].errors.values() for error in result]
    assert len(errors) == 1
    assert message in errors[0]
    assert Section.objects.count() == sections


@pytest.mark.slow
def test_players_come_from_a_workbook(world: World, text: Text) -> None:
    rows = [
        ("name", "native name", "federation", "rating"),
        ("Wu Lan", "吴兰", "CHN", 2100),
        ("No One", "", "XXX", 1),
    ]
    file = SimpleUploadedFile("list.xlsx", spreadsheet.to_xlsx(rows), content_type=XLSX)
    page = world.post("carol", "entries_import", file=file)
    assert page.status_code == 200
    assert "Wu Lan" in text(page)
    assert "Unknown federation “XXX”; the federation stays empty." in text(page)
    stored = page.context["form"]["text"].value()
    assert world.post("carol", "entries_import", text=stored, confirm="on").status_code == 302
    entry, _without_federation = world.section.entries.order_by("pk")
    assert (entry.player.name, entry.player.native_name, entry.rating) == ("Wu Lan", "吴兰", 2100)


def test_a_damaged_workbook_is_named(world: World, text: Text) -> None:
    file = SimpleUploadedFile("list.xlsx", b"PK\x03\x04 and nothing", content_type=XLSX)
    answer = world.post("carol", "entries_import", file=file)
    assert answer.status_code == 200
    assert "The workbook cannot be read" in text(answer)
    assert world.section.entries.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Go_Congress__2015", "_x_", "EGC 2015: Open_", "棋", "—", "x" * 80])
def test_the_url_name_that_is_proposed_is_taken(drawn: World, name: str) -> None:
    url = reverse("section_import", args=[drawn.event.slug])
    file = SimpleUploadedFile("go.json", tournament_file.dumps(replace(exported(drawn), name=name)).encode())
    offered = drawn.client("alice").post(url, {"file": file, "once": "k"}).context["form"]
    sent = {field: offered[field].value() or "" for field in ("text", "name", "slug")}
    answer = drawn.client("alice").post(url, sent | {"confirm": "on", "once": "l"})
    assert answer.status_code == 302
    assert Section.objects.filter(event=drawn.event, slug=offered["slug"].value()).exists()


def test_the_preview_proposes_the_name_in_the_file_and_keeps_what_was_read(drawn: World) -> None:
    url = reverse("section_import", args=[drawn.event.slug])
    page = drawn.client("alice").get(url).context["form"]
    assert not {"name", "native_name", "slug"} & page.fields.keys()
    whole = replace(exported(drawn), name="Cup of the North " + "x" * 80)
    file = SimpleUploadedFile("men.json", tournament_file.dumps(whole).encode())
    offered = drawn.client("alice").post(url, {"file": file, "once": "k"}).context["form"]
    assert offered["name"].value() == whole.name[:80]
    # Whole words only: the last one does not fit.
    assert offered["slug"].value() == "cup-of-the-north"
    # What cannot be its address is asked for again, beside what the file holds.
    sent = {"text": offered["text"].value(), "name": "North", "slug": "No Address", "confirm": "on"}
    answer = drawn.client("alice").post(url, sent)
    assert answer.status_code == 422
    assert answer.context["held"].tournament.entries == whole.entries
    assert list(answer.context["form"].errors) == ["slug"]
    assert not Section.objects.filter(name="North").exists()


@pytest.mark.slow
def test_the_page_before_a_file_is_taken_in_says_how_its_rounds_stand_to_the_rules(world: World) -> None:
    folder = Path(__file__).resolve().parents[2] / "fixtures" / "fide"

    def preview_of(name: str) -> str:
        data = (folder / f"{name}.trf").read_bytes().replace(b" FID ", b" CHN ")
        return str(upload(world, "open.trf", data).content.decode())

    right = preview_of("dutch/plain-01")
    assert "Paired as the rules pair: rounds 1–5." in right
    wrong = preview_of("wrong/colours-03")
    assert "Paired as the rules pair: rounds 1–5." in wrong
    assert "Round 6 differs from the rules at tables" in wrong


@pytest.mark.slow
def test_what_was_wrong_in_a_file_stands_in_the_trf_of_its_section(world: World) -> None:
    folder = Path(__file__).resolve().parents[2] / "fixtures" / "fide"
    data = (folder / "wrong/colours-03.trf").read_bytes().replace(b" FID ", b" CHN ")
    form = upload(world, "open.trf", data).context["form"]
    sent = {name: form[name].value() for name in ("text", "rule_known", "name", "slug")}
    url = reverse("section_import", args=[world.event.slug])
    answer = world.client("alice").post(url, {**sent, "confirm": "1", "once": "k"})
    assert answer.status_code == 302
    section = Section.objects.get(slug=sent["slug"])
    facts = section_headings(section, public=True)
    text = file_written(section_as_file(section), "trf26", facts).data.decode()
    [remark] = [line for line in text.splitlines() if line.startswith("### Import")]
    assert remark.startswith("### Import @ Round 6: ")
    assert remark.endswith(" (different)")
