"""Files that everybody can keep: of what is published, the same for all, announced by their first reader."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from portal import outbox, published
from tests import factories
from tests.cached_worlds import remembered
from tournaments import pages
from tournaments.exchange import trf
from tournaments.exchange.tournament_file import loads
from tournaments.models import Absence, Event, Official, PairRule, Player, Section
from tournaments.pages.files import files_of
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.tournament import tournament_of

FILES = "/en/download/e/test-2015/men/files"


@pytest.fixture
def announced(section: Section, settings) -> Section:
    settings.PUBLISHED_RENDER_EVERY = 0.0
    factories.announce(section)
    return section


@pytest.fixture
@remembered
def section(db: None) -> Section:
    """Two rounds played, the third a draft; every page announced."""
    section = factories.make_section(factories.make_event(), lots_drawn_at=factories.AT)
    factories.make_entries(section, 8)
    Player.objects.filter(name="Wu Lan").update(club="=HYPERLINK(1)", birth_year=1999, name="=Wu Lan")
    factories.play(section, 2)
    section.refresh_from_db()
    return section


def get(client: Client, path: str) -> Any:
    answer = client.get(path)
    assert answer.status_code == 200, path
    assert "Set-Cookie" not in answer
    return answer


@pytest.mark.slow
def test_every_file_can_be_had_without_signing_in_and_says_what_it_is(
    announced: Section, client: Client
) -> None:
    page = get(client, "/en/e/test-2015/men/").content.decode()
    for spec in files_of(announced.event, announced):
        path = f"/en/download/{spec.spec.path}"
        assert f'href="{path}"' in page
        answer = get(client, path)
        name = path.rpartition("/")[2]
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        assert answer["ETag"]
        assert get(client, path).content == answer.content
        assert client.get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        assert b"1999" not in answer.content
    whole = loads(get(client, f"{FILES}/men.json").content.decode())
    assert (len(whole.entries), whole.last_round) == (8, 2)
    assert trf.read(get(client, f"{FILES}/men-trf26.trf").content).tournament is not None


@pytest.mark.slow
def test_formulas_are_guarded(announced: Section, client: Client) -> None:
    rows = list(csv.reader(io.StringIO(get(client, f"{FILES}/men.csv").content.decode("utf-8-sig"))))
    assert rows[1][1] == "'=Wu Lan"
    pairings = get(client, f"{FILES}/men-round-2.csv").content.decode("utf-8-sig")
    assert "'=Wu Lan" in pairings
    assert ",=Wu" not in pairings
    sheet = load_workbook(io.BytesIO(get(client, f"{FILES}/men-round-2.xlsx").content)).worksheets[0]
    iter_rows = [cell for row in sheet.iter_rows() for cell in row if cell.value == "=Wu Lan"]
    assert [cell.data_type for cell in iter_rows] == ["s"]


@pytest.mark.slow
def test_nothing_of_what_is_being_prepared_is_in_a_file(announced: Section, client: Client) -> None:
    before = get(client, f"{FILES}/men.json").content
    entries = {entry.number: entry for entry in announced.entries.all()}
    met = {frozenset((g.first, g.second)) for g in tournament_of(announced).games}
    pairs = [(entries[1], entries[n]) for n in range(2, 9) if frozenset((1, n)) not in met]
    (first_one, two), (three, four) = pairs[:2]
    Absence.objects.create(entry=first_one, round_number=4)
    PairRule.objects.create(section=announced, kind="forbidden", first=three, second=four, reason="brothers")
    PairRule.objects.create(
        section=announced, kind="fixed", round_number=3, first=first_one, second=two, reason="television"
    )
    factories.pair(announced, 3)
    pages.section_changed(announced)
    outbox.drain()
    assert get(client, f"{FILES}/men.json").content == before
    assert client.get(f"{FILES}/men-round-3.csv").status_code == 404


@pytest.mark.slow
def test_a_file_follows_what_is_published(announced: Section, client: Client) -> None:
    path = f"{FILES}/men-round-3.csv"
    assert client.get(path).status_code == 404
    round_ = factories.publish(factories.pair(announced, 3))
    factories.announce(announced)
    before = get(client, path)
    factories.report(round_, 1, "1-0")
    pages.results_changed(round_)
    outbox.drain()
    after = client.get(path, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert "1-0" in after.content.decode()
    published.unpublish("e/test-2015/men/")
    assert client.get(path).status_code == 410
    assert client.get(f"{FILES}/men-standings.csv").status_code == 410


@pytest.mark.parametrize("path", ["men.exe", "../men.json", "women.json", "men-round-9.csv", "x/y/z"])
def test_what_is_no_file_is_not_there(path: str, announced: Section, client: Client) -> None:
    assert client.get(f"{FILES}/{path}").status_code == 404
    assert client.get("/en/download/e/no-such/men/files/men.json").status_code == 404
    assert client.get("/en/download/desk/").status_code == 404


@pytest.mark.slow
def test_files_say_of_the_event_what_is_public(announced: Section, client: Client) -> None:
    """Sex and year of birth stand in the desk's file alone, officials who are not shown nowhere in public."""
    event = announced.event
    Event.objects.filter(pk=event.pk).update(officials_shown=True)
    make = partial(Official.objects.create, event=event)
    make(role=Official.Role.CHIEF, name="Carol Chief", title="IA")
    make(role=Official.Role.ARBITER, name="Dan Hidden", shown=False)
    Player.objects.filter(name="=Wu Lan").update(gender="f", fide_id="8600051")
    text = get(client, f"{FILES}/men-trf26.trf").content.decode()
    assert f"022 {event.place}" in text
    assert f"042 {event.starts:%Y/%m/%d}" in text
    assert "102 IA Carol Chief" in text
    assert "Dan Hidden" not in text
    row = next(line for line in text.splitlines() if "=Wu Lan" in line)
    assert (row[9], row[57:68].strip(), row[69:79].strip()) == (" ", "8600051", "")
    plain = get(client, f"{FILES}/men-trf26-ascii.trf").content
    assert plain.isascii()
    desk = file_written(
        section_as_file(announced), "trf26", section_headings(announced, public=False)
    ).data.decode()
    row = next(line for line in desk.splitlines() if "=Wu Lan" in line)
    assert (row[9], row[57:68].strip(), row[69:79]) == ("w", "8600051", "1999/00/00")
    assert "112 Dan Hidden" in desk
    officials = Official.objects.filter(name="Carol Chief")
    official = officials.get()
    officials.update(name="Carol Other")
    pages.officials_changed(event, official.section)
    outbox.drain()
    assert "102 IA Carol Other" in get(client, f"{FILES}/men-trf26.trf").content.decode()
    Event.objects.filter(pk=event.pk).update(officials_shown=False)
    pages.event_renamed(event)
    outbox.drain()
    assert "Carol Other" not in get(client, f"{FILES}/men-trf26.trf").content.decode()


def test_dates_of_rounds_stand_ten_columns_apart(section: Section) -> None:
    section.event.time_zone = "Asia/Shanghai"
    first = section.round_set.get(number=1)
    first.starts_at = datetime(2015, 5, 1, 17, tzinfo=UTC)
    first.save()
    section.round_set.filter(number=3).update(starts_at=datetime(2015, 5, 3, 1, tzinfo=UTC))
    section.round_set.filter(number=2).update(starts_at=None)
    data = file_written(
        section_as_file(section), "trf26", section_headings(section, public=True)
    ).data.decode()
    (row,) = (line for line in data.splitlines() if line.startswith("132"))
    assert (row[91:99], row[101:109].strip(), row[111:119]) == ("15/05/02", "", "15/05/03")
