"""A game with a komi of its own: by decision of the chief referee, and known wherever its handicap is."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.queries.counts import BOARD
from games.views.record_forms import fresh_form
from games.weiqi.settings import Settings
from portal.policy import Refusal
from tests.cached_worlds import remembered
from tests.cast import Cast, last
from tests.tournaments.acts.played import round_of, section_of_grades, start
from tests.tournaments.pages.rendered import parsed, render, text_of
from tests.working import compute
from tournaments.acts.adjust_round import Swap, adjust_round
from tournaments.acts.handicaps import change_handicap
from tournaments.acts.results import report_result
from tournaments.acts.undo.undo import undo
from tournaments.exchange.formats import read_in_format
from tournaments.models import Pairing, RoundVersion, Screen, Section
from tournaments.queries.files import file_written, section_as_file, section_headings
from tournaments.queries.progress import round_revision
from tournaments.wording.refusals import refusal_sentence


@pytest.fixture
@remembered
def section(cast: Cast) -> Section:
    """Round 1 published: two even games, then two of 2 stones."""
    section = section_of_grades(cast, bar="2d", handicap_correction=0)
    start(cast, section, 1)
    return section


def changed(cast: Cast, section: Section, **wanted: Any) -> Any:
    arguments: dict[str, Any] = {"table": 3, "handicap": 2, "komi": 11, "reason": "agreed", "by": cast.bob}
    return change_handicap(round_=round_of(section, 1), **arguments | wanted)


def table_of(section: Section, table: int) -> Pairing:
    return Pairing.objects.get(round__section=section, round__number=1, table=table)


@pytest.mark.slow
def test_it_is_published_and_undone(cast: Cast, section: Section) -> None:
    assert changed(cast, section)["komi"] == 11
    changed(cast, section, table=1, handicap=0, komi=13)
    version = RoundVersion.objects.get(round=round_of(section, 1), number=3)
    assert [pair["komi"] for pair in version.pairs] == [13, None, 11, None, None]
    compute()
    page = text_of(parsed(render("round", {"section": section.pk, "round": 1})).find(".//main"))
    assert "H2, komi 5½" in page
    assert "komi 6½ (before: table 1, Black against" in page
    Screen.objects.create(event=section.event, number=1, shows=["by-name"])
    slide = text_of(parsed(render("screen", {"event": section.event_id, "number": 1})).find(".//ol"))
    assert slide.count("Black: H2, komi 5½") == 2
    assert slide.count("komi 6½") == 2
    # The draw of the pairing stands, the desk sees no other handicap than the rule's.
    undo(event=cast.event, entry=last("change_handicap").pk, reason="misread", by=cast.bob)
    assert table_of(section, 1).komi is None
    assert table_of(section, 3).komi == 11


@pytest.mark.parametrize("komi", [-1, 401])
def test_what_is_no_komi(cast: Cast, section: Section, komi: int) -> None:
    with pytest.raises(Refusal, match="komi-range") as refused:
        changed(cast, section, komi=komi)
    assert refusal_sentence(refused.value.code, refused.value.params) == "A komi is 0 to 200 points."


@pytest.mark.parametrize(
    ("handicap", "komi", "draws"),
    [(2, None, False), (2, 0, True), (2, 11, False), (0, 14, True), (0, 13, False)],
)
def test_whether_the_game_can_be_drawn(
    cast: Cast, section: Section, handicap: int, komi: int | None, draws: bool
) -> None:
    changed(cast, section, handicap=handicap, komi=komi)
    assert BOARD.may_draw(section, handicap, komi) is draws
    arguments = {"round_": round_of(section, 1), "table": 3, "value": "1/2", "seen": None, "confirmed": True}
    if draws:
        assert report_result(**arguments, by=cast.carol)["value"] == "1/2"
        return
    with pytest.raises(Refusal, match="draw-with-handicap") as refused:
        report_result(**arguments, by=cast.carol)
    assert "so it cannot be a draw." in refusal_sentence(refused.value.code, refused.value.params)


@pytest.mark.slow
def test_counting_records_and_files_know_it(cast: Cast, section: Section) -> None:
    changed(cast, section)
    pairing = table_of(section, 3)
    settings = Settings.of(section.options)
    # Half points are quarters of a stone.
    assert settings.price(2, pairing.komi) == (11, 0)
    assert settings.price(2) == (1, 0)
    text = fresh_form(None, pairing, section)["text"].value()
    assert "KM[5.5]" in text
    report_result(round_=round_of(section, 1), table=3, value="1-0", seen=None, by=cast.carol)
    writing = file_written(section_as_file(section), "json", section_headings(section, public=False))
    again = read_in_format(writing.data, "json").tournament
    assert again is not None
    assert {game.table: game.komi for game in again.games if game.komi is not None} == {3: 11}
    report = file_written(
        section_as_file(section), "aga", section_headings(section, public=False)
    ).data.decode()
    assert "\t2\t5\n" in report


def test_another_pair_at_the_table_has_the_usual_one(cast: Cast, section: Section) -> None:
    changed(cast, section)
    first = table_of(section, 3).seats.get(colour="first").entry.number or 0
    other = table_of(section, 4).seats.get(colour="first").entry.number or 0
    adjust_round(round_=round_of(section, 1), change=Swap(first, other), reason="x", by=cast.bob)
    assert table_of(section, 3).komi is None


@pytest.mark.slow
def test_the_page_of_the_table_takes_points(cast: Cast, section: Section) -> None:
    client = Client()
    client.force_login(cast.bob)
    place = [cast.event.slug, section.slug, 1]
    sent = {
        "round_seen": round_revision(round_of(section, 1)),
        "table": "3",
        "handicap": "2",
        "black": str(table_of(section, 3).seats.get(colour="first").entry.number),
        "reason": "agreed",
    }
    for wrong in ("x", "-1", "5.25", "999", "1e3", "٣"):
        answer = client.post(reverse("change_handicap", args=place), sent | {"komi": wrong})
        if wrong != "٣":
            assert answer.status_code == 422, wrong
    sent["round_seen"] = round_revision(round_of(section, 1))
    assert client.post(reverse("change_handicap", args=place), sent | {"komi": "5.5"}).status_code == 302
    assert table_of(section, 3).komi == 11
    page = client.get(reverse("result", args=[*place, 3])).content.decode()
    assert "H2, komi 5½" in page
    assert 'value="5.5"' in page
    assert "komi 5½" in client.get(reverse("round_desk", args=place)).content.decode()
    assert "komi 5½" in client.get(reverse("referee", args=[*place, 3])).content.decode()
