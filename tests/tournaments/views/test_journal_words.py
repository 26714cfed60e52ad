"""The journal is read in the reader's language: names, codes and origins too."""

from __future__ import annotations

from django.utils import translation

from portal.journal import record
from tests.world import World
from tournaments.models import Section
from tournaments.queries.journal import JournalLine, journal_lines, journal_of


def read(world: World, language: str) -> list[JournalLine]:
    with translation.override(language):
        return journal_lines(journal_of(world.event), "UTC")


def test_sections_are_named_in_the_language_of_the_reader(drawn: World) -> None:
    drawn.published()
    assert {line.target for line in read(drawn, "zh-hans") if "1" in line.target} == {"男子组，第 1 轮"}
    assert {line.target for line in read(drawn, "en") if "1" in line.target} == {"Men, round 1"}


def test_codes_and_origins_become_words(drawn: World) -> None:
    section = Section.objects.get(event=drawn.event)
    record(
        "create_section",
        by=None,
        scope=f"event:{drawn.event.pk}",
        target=f"section:{section.pk}",
        after={"section": section.pk, "system": "round-robin", "preset": "wmsg2008"},
    )
    for language, name, words, origin in (
        ("en", "Men", {"Men", "Round robin", "World Mind Sports Games 2008"}, "command"),
        ("zh-hans", "男子组", {"男子组", "单循环", "2008年世界智力运动会"}, "命令"),
    ):
        line = read(drawn, language)[0]
        assert line.target == name
        assert {fact.after for fact in line.facts} == words
        assert line.origin == origin


def test_an_origin_keeps_its_network_and_an_unknown_one_stays(drawn: World) -> None:
    drawn.published()
    entry = journal_of(drawn.event)[0]
    entry.origin = "web 192.0.2.0/24"
    unknown = journal_of(drawn.event)[0]
    unknown.origin = "telegraph"
    with translation.override("zh-hans"):
        assert [line.origin for line in journal_lines([entry, unknown], "UTC")] == [
            "网页 192.0.2.0/24",
            "telegraph",
        ]
