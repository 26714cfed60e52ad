"""Certificates: one page for each prize, with everything that belongs on it."""

from __future__ import annotations

import pypdfium2
import pytest

from tests import factories
from tests.tournaments.paper.reading import Read, printed
from tournaments.models import Event, Official, Organisation, Player, Section
from tournaments.paper.certificates import chinese_numeral


@pytest.mark.parametrize(
    ("number", "written"),
    [(1, "一"), (10, "十"), (11, "十一"), (20, "二十"), (31, "三十一"), (99, "九十九"), (108, "一〇八")],
)
def test_places_are_written_as_they_are_read(number: int, written: str) -> None:
    assert chinese_numeral(number) == written


@pytest.mark.slow
def test_a_page_for_each_prize_with_both_names(section: Section) -> None:
    paper = printed(section, "certificates")
    assert len(paper.pages) == 4
    first = paper.pages[0]
    assert all(word in first for word in ("14th Test Championship", "Place 1", "4 points", "Chief referee"))
    assert "象" in first


@pytest.mark.slow
def test_who_signs_stands_below_the_lines_and_the_organisation_above(section: Section) -> None:
    section.event.organisation = Organisation.objects.create(slug="kxa", name="Kuching Xiangqi", level="club")
    section.event.save()
    for role, name, where in (
        (Official.Role.CHIEF, "Arbiter of the event", None),
        (Official.Role.CHIEF, "Tan Boon Hock", section),
        (Official.Role.ORGANISER, "Wong Siew Lan", None),
    ):
        Official.objects.create(event=section.event, section=where, role=role, name=name, shown=False)
    first = printed(section, "certificates").pages[0]
    assert all(name in first for name in ("Kuching Xiangqi", "Tan Boon Hock", "Wong Siew Lan"))
    assert "Arbiter of the event" not in first


@pytest.mark.slow
def test_in_chinese_it_is_a_commendation(section: Section) -> None:
    paper = printed(section, "certificates", language="zh-hans")
    paper.check_drawable()
    text = paper.pages[0].replace(" ", "")
    assert all(word in text for word in ("奖状", "第一名", "冠", "以资鼓励"))


def lines(paper: Read) -> list[str]:
    """Of the first page, as they are seen."""
    document = pypdfium2.PdfDocument(paper.body)
    page = document[0]
    text = page.get_textpage()
    collected = [line.strip() for line in text.get_text_range().splitlines()]
    text.close()
    page.close()
    document.close()
    return collected


@pytest.mark.parametrize("name", ["Wong Kwok Hing", "Konstantin Featherstonehaugh-Cholmondeley Villeneuve"])
@pytest.mark.slow
def test_a_federation_stands_behind_the_name_whatever_its_length(section: Section, name: str) -> None:
    Player.objects.filter(entries__section=section).update(name=name, native_name="黄国兴")
    result = lines(printed(section, "certificates", language="zh-hans"))
    [line] = [line for line in result if line.endswith("：")]
    assert name.rsplit(maxsplit=1)[-1] in line
    assert len(line.rpartition(" ")[2]) == len("HKG：")


@pytest.mark.parametrize("letters", [1, 24, 25, 40])
@pytest.mark.slow
def test_nor_does_it_stand_alone_below_a_long_second_name(section: Section, letters: int) -> None:
    Player.objects.filter(entries__section=section).update(native_name="黄" * letters, federation="HKG")
    [line] = [line for line in lines(printed(section, "certificates")) if line.endswith("HKG")]
    assert "黄" in line


@pytest.mark.parametrize("letters", range(1, 24))
@pytest.mark.slow
def test_no_word_at_the_end_of_the_sentence_is_broken(section: Section, letters: int) -> None:
    Event.objects.filter(pk=section.event_id).update(native_name="纪" * letters)
    result = lines(printed(section, "certificates", language="zh-hans"))
    assert any(line.endswith("荣获") for line in result), result


@pytest.mark.slow
def test_the_longest_names_stay_on_their_page(section: Section) -> None:
    Event.objects.filter(pk=section.event_id).update(name="Memorial " * 13, native_name="纪念赛" * 30)
    Player.objects.filter(entries__section=section).update(name="Konstantin " * 7, native_name="阿" * 40)
    assert len(printed(section, "certificates").pages) == 4


@pytest.mark.slow
def test_money_stands_on_its_own_and_the_section_is_said_once(section: Section) -> None:
    rich = factories.make_section(section.event, "rich", name="Masters")
    factories.make_entries(rich, 4)
    rich.prizes.create(name="Masters", places=1, amounts=[2416666], currency="MYR")
    factories.play(rich, 2)
    [first] = printed(rich, "certificates", 2).pages
    assert "Prize money: MYR 24,166.66" in first.replace("\xa0", " ")
    assert first.count("Masters") == 1


@pytest.mark.slow
def test_before_the_end_a_certificate_says_that_it_is_provisional(section: Section) -> None:
    for page in printed(section, "certificates", 2).pages:
        assert "Provisional, after round 2 of 5" in page
    over = factories.make_section(section.event, "over", rounds=2)
    factories.make_entries(over, 4)
    over.prizes.create(name="Over", places=1)
    factories.play(over, 2)
    assert "Provisional" not in printed(over, "certificates", 2).text
