"""The rulebook of a section on its public pages: named, alone in judging, another one only for who asks."""

from __future__ import annotations

import pytest
from django.test import Client

from games.queries.public_games import game as game_page
from games.rulebooks.registry import RULEBOOKS
from tests.games.accepted import accepted
from tests.tournaments.pages.rendered import parsed, render
from tournaments.models import Section
from tournaments.queries.public.public_state import PublicSnapshot
from tournaments.wording.options import rules_of_play

SERIES = b"1. C2=5 H8+7\n" + b" ".join([b"R1+1 R9+1 R1-1 R9-1"] * 3)
"""Nobody checks or chases: a draw at the third occurrence by some rulebooks, nothing yet by another."""


def set_rulebook(section: Section, rulebook: str, *, online: bool = False) -> None:
    section.rulebook, section.online = rulebook, online
    section.save(update_fields=["rulebook", "online"])


@pytest.mark.parametrize("judges", [[*RULEBOOKS], ["tiantian2020"]])
@pytest.mark.parametrize("rulebook", ["xiangqi-com", "axf", ""])
def test_a_game_has_the_findings_of_the_rulebook_in_force(
    section: Section, judges: list[str], rulebook: str
) -> None:
    """Of a reading that was judged by all of them, as of one from before the section changed its rules."""
    record = accepted(section, 1, SERIES)
    data = record.reading.data
    data["findings"] = [finding for finding in data["findings"] if finding["rulebook"] in judges]
    data["judged"] = judges
    record.reading.save(update_fields=["data"])
    set_rulebook(section, rulebook)
    page = game_page(record.pairing_id, 1, PublicSnapshot())
    assert {finding["rulebook"] for finding in page.record.findings} == ({rulebook} if rulebook else set())
    assert page.section.rulebook == rulebook


@pytest.mark.slow
def test_another_rulebook_judges_for_study_when_somebody_asks(client: Client, section: Section) -> None:
    set_rulebook(section, "axf")
    accepted(section, 1, SERIES)
    place = f"{section.event.slug}/{section.slug}/round/1/table/1"
    page = client.get(f"/en/e/{place}/").text
    address = f"/en/rulebooks/judge/{place}/1/xiangqi-com/"
    assert ("book-axf" in page, "book-xiangqi-com" in page) == (True, False)
    assert f'href="{address}"' in page
    answer = client.get(address)
    assert answer.status_code == 200
    parsed(answer.text)
    assert ("book-axf" in answer.text, "book-xiangqi-com" in answer.text) == (False, True)
    assert "For study" in answer.text
    assert "data-live" not in answer.text
    assert not answer.cookies
    for wrong in (address.replace("xiangqi-com", "fide"), address.replace("table/1", "table/2")):
        assert client.get(wrong).status_code == 404


@pytest.mark.parametrize(
    ("rulebook", "online", "words"),
    [
        ("wxc2015", False, "(the referee rules)"),
        ("tiantian2020", True, "(applied automatically)"),
        ("tiantian2020", False, "(the referee rules)"),
        ("axf", True, "(the referee rules)"),
        ("", False, "games are not judged"),
    ],
)
def test_the_public_pages_name_the_rules_of_play(
    section: Section, rulebook: str, online: bool, words: str
) -> None:
    set_rulebook(section, rulebook, online=online)
    params = {"section": section.pk}
    for kind, more in (("section", {}), ("round", {"round": 1})):
        text = render(kind, params | more)
        assert words in text, kind
        assert (f'href="/en/rulebooks/{rulebook}/"' in text) is bool(rulebook)


def test_a_european_section_cites_no_chinese_article_and_counts_in_points() -> None:
    for rulebook in ("weiqi", "weiqi-strict"):
        chinese, european = (rules_of_play("weiqi", key, rulebook, {}) for key in ("wmsg2008", "mcmahon"))
        assert "article" in " ".join(chinese)
        assert "article" not in " ".join(european)
        assert "Komi: 5½ points." in european
