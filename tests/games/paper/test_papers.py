"""Papers about games: moves in the reader's notation, diagrams, fouls and claims, the bulletin."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest

from games.paper.diagrams import weiqi, xiangqi
from games.tasks import read_apart
from games.xiangqi.fen import START_POSITION
from games.xiangqi.values import Move
from portal.policy import Refusal
from tests import factories
from tests.cached_worlds import remembered
from tests.games.accepted import accepted
from tests.games.record_texts import GOOD, WEIQI
from tests.tournaments.paper.reading import printed
from tournaments.acts.papers import wanted_of
from tournaments.models import Foul, Section
from tournaments.paper.handler import plan_paper


@pytest.fixture
@remembered
def closed(press: None, db: None) -> Section:
    section = factories.make_section(factories.make_event())
    factories.make_entries(section, 6)
    factories.play(section, 2)
    section.refresh_from_db()
    return section


@pytest.mark.slow
def test_a_round_without_games_and_fouls(closed: Section) -> None:
    with pytest.raises(Refusal, match="paper-no-records"):
        plan_paper(wanted_of(closed, "records", 2, language="en", size="a4"))
    text = printed(closed, "incidents", 2).text
    assert "No fouls in this round." in text
    assert "No claims in this round." in text
    bulletin = printed(closed, "bulletin", 2)
    bulletin.check_drawable()
    assert "Results of round 2" in bulletin.text
    assert "Standings after round 2" in bulletin.text
    assert "Games" not in bulletin.text


@pytest.mark.slow
def test_the_bulletin_names_who_was_absent(press: None, db: None) -> None:
    section = factories.make_section(factories.make_event())
    away = factories.make_entries(section, 6)[4:]
    for entry in away:
        entry.absences.create(round_number=1)
    factories.play(section, 1)
    text = " ".join(printed(section, "bulletin", 1).text.split())
    absent = text.partition("Absent:")[2]
    assert all(entry.player.name in absent for entry in away), absent


@pytest.mark.slow
def test_fouls_stand_as_they_stand_now(closed: Section) -> None:
    pairing = closed.round_set.get(number=2).pairings.get(table=1)
    entry = pairing.seats.get(colour="first").entry
    logged = Foul.objects.create(
        pairing=pairing, entry=entry, kind="technical", offence="technical", article="WXC 5", ply=140
    )
    Foul.objects.create(
        pairing=pairing,
        entry=entry,
        kind="technical",
        offence="technical",
        article="WXC 5",
        ply=140,
        status="confirmed",
        supersedes=logged,
    )
    for language, word in (("en", "Technical foul"), ("zh-hans", "技术犯规"), ("zh-hant", "技術犯規")):
        paper = printed(closed, "incidents", 2, language=language)
        paper.check_drawable()
        assert paper.text.count(word) == 1
        assert "WXC 5" in paper.text
        assert entry.player.native_name in paper.text


@pytest.mark.slow
def test_the_foot_tells_what_is_live_apart(closed: Section) -> None:
    """Same round, same version: one more foul is another digest at the foot of the report, and its time."""

    def feet(kind: str) -> tuple[str, bool]:
        text = printed(closed, kind, 2).text
        result = re.search(r"Check sum ([0-9a-f]{16})( · as of \w+, .+?\d\d:\d\d)?", text)
        assert result is not None
        return result[1], bool(result[2])

    before, of_the_round, bulletin = feet("incidents"), feet("pairings"), feet("bulletin")
    assert (before[1], of_the_round[1], bulletin[1]) == (True, False, True)
    assert feet("incidents") == before
    pairing = closed.round_set.get(number=2).pairings.get(table=1)
    entry = pairing.seats.get(colour="first").entry
    Foul.objects.create(pairing=pairing, entry=entry, kind="technical", offence="technical", article="WXC 5")
    after = feet("incidents")
    assert after[0] != before[0]
    assert after[1]
    assert feet("pairings") == of_the_round


def test_diagrams_hold_every_piece(press: None) -> None:
    def lines(picture: str) -> str:
        return b64decode(picture.partition("base64,")[2].partition('"')[0]).decode()

    drawn = lines(xiangqi(START_POSITION, Move.parse("h2e2")))
    for glyph, count in (("帥", 1), ("將", 1), ("兵", 5), ("卒", 5), ("楚河", 1)):
        assert drawn.count(f">{glyph}<") == count
    assert drawn.count("<rect") == 2
    assert lines(weiqi(read_apart(WEIQI, "weiqi", game="weiqi")["final_fen"])).count('r=".46"') > 2


@pytest.mark.slow
@pytest.mark.parametrize("game", ["xiangqi", "weiqi"])
def test_records_with_their_moves_and_diagrams(press: None, db: None, game: str) -> None:
    rulebook = "weiqi" if game == "weiqi" else "wxc2015"
    section = factories.make_section(factories.make_event(), game=game, rulebook=rulebook)
    factories.make_entries(section, 6)
    factories.report(factories.publish(factories.pair(section, 1)), 1, "1-0")
    section.refresh_from_db()
    accepted(section, 1, WEIQI if game == "weiqi" else GOOD)
    english, chinese, taiwanese = (
        printed(section, "records", 1, language=code) for code in ("en", "zh-hans", "zh-hant")
    )
    for paper in (english, chinese, taiwanese, printed(section, "bulletin", 1)):
        paper.check_drawable()
    if game == "xiangqi":
        assert "1. C2=5" in english.text
        assert "1. 炮二平五" in chinese.text
        assert "马８进７" in chinese.text
        assert "馬８進７" in taiwanese.text
        assert "楚河" in english.text
    else:
        assert "1. B9" in english.text
