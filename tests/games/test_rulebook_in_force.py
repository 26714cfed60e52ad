"""One rulebook is in force in a section: what is claimed by it, what its records show, what its pages name."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from games.models import Claim
from games.queries.claims import Asked
from games.rulebooks.registry import RULEBOOKS
from portal import outbox
from portal.policy import Refusal
from tests.cast import Cast, pairing_of, row, value_of
from tests.games.accepted import accepted
from tests.games.acts.claiming import QUIET, asked, handed_in, rule
from tournaments.models import Section

SERIES = b"1. C2=5 H8+7\n" + b" ".join([b"R1+1 R9+1 R1-1 R9-1"] * 3)
"""Nobody checks or chases: the third occurrence is a draw by one rulebook, nothing yet by another."""


def set_rulebook(section: Section, rulebook: str, *, online: bool = False) -> None:
    section.rulebook, section.online = rulebook, online
    section.save(update_fields=["rulebook", "online"])


@pytest.mark.parametrize("rulebook", ["tiantian2020", "xiangqi-com", ""])
def test_nothing_is_claimed_where_rules_act_by_themselves_or_are_not_there(
    published: Cast, rulebook: str
) -> None:
    set_rulebook(published.section, rulebook)
    with pytest.raises(Refusal, match="nothing-to-claim"):
        rule(published, asked(102, typed=" ".join(QUIET)))
    assert not Claim.objects.exists()


def test_by_the_asian_rules_a_repetition_is_claimed_and_no_natural_limit(published: Cast) -> None:
    set_rulebook(published.section, "axf")
    with pytest.raises(Refusal, match="claim-not-by-rules"):
        rule(published, asked(102, typed=" ".join(QUIET)))
    answer = rule(published, Asked("repetition", 10, typed=" ".join(QUIET)))
    assert (answer["right"], answer["outcome"], value_of(published)) == (True, "draw", "1/2")
    assert {finding["rulebook"] for finding in Claim.objects.get().verdict["findings"]} == {"axf"}


def test_by_the_asian_rules_a_wrong_claim_costs_what_the_ladder_says_and_no_time(published: Cast) -> None:
    set_rulebook(published.section, "axf")
    for ply in (5, 6):
        answer = rule(published, Asked("repetition", ply, typed=" ".join(QUIET)))
        assert (answer["outcome"], answer["lost"]) == ("technical", False)
        foul = row(answer)
        assert (foul.kind, foul.article, foul.penalty) == ("technical", "", "")
    assert value_of(published) == "none"


def test_a_record_is_judged_by_the_rulebook_of_its_section_alone(published: Cast) -> None:
    set_rulebook(published.section, "tiantian2020")
    record = handed_in(published, b"1. C2=5 H8+7 R1+1 R9+1")
    assert record.reading.data["judged"] == ["tiantian2020"]


def test_the_document_has_the_findings_of_the_rulebook_in_force(client: Client, section: Section) -> None:
    """Of a reading that was judged by all of them, as of one that its section's has not judged yet."""
    game = accepted(section, 1, SERIES)
    assert set(game.reading.data["judged"]) == set(RULEBOOKS)
    path = f"/api/v1/e/{section.event.slug}/{section.slug}/rounds/1/tables/1/games/1/"
    for judged in (game.reading.data["judged"], ["wxc2015"]):
        game.reading.data["judged"] = judged
        game.reading.save(update_fields=["data"])
        for rulebook in ("xiangqi-com", "axf", ""):
            set_rulebook(section, rulebook)
            from games.queries.public_games import game as game_page
            from tournaments.queries.public_state import Moment

            page = game_page(game.pairing_id, 1, Moment())
            assert {finding["rulebook"] for finding in page.record.findings} == ({rulebook} if rulebook else set())
            assert page.section.rulebook == rulebook
    assert path


def test_another_rulebook_judges_for_study_when_somebody_asks(client: Client, section: Section) -> None:
    set_rulebook(section, "axf")
    game = accepted(section, 1, SERIES)
    outbox.drain()
    place = f"{section.event.slug}/{section.slug}/round/1/table/1"
    shown = client.get(f"/en/e/{place}/").text
    assert "book-axf" in shown
    assert "book-xiangqi-com" not in shown
    address = f"/en/rulebooks/judge/{place}/1/xiangqi-com/"
    assert f'href="{address}"' in shown
    answer = client.get(address)
    assert answer.status_code == 200
    assert "book-xiangqi-com" in answer.text
    assert "For study" in answer.text
    assert "book-axf" not in answer.text
    assert "Cookie" not in answer.get("Vary", "")
    for wrong in (address.replace("xiangqi-com", "fide"), address.replace("table/1", "table/2")):
        assert client.get(wrong).status_code == 404
    assert game.reading.data == json.loads(json.dumps(game.reading.data))


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
    client: Client, section: Section, rulebook: str, online: bool, words: str
) -> None:
    set_rulebook(section, rulebook, online=online)
    place = f"/en/e/{section.event.slug}/{section.slug}/"
    for path in (place, f"{place}round/1/"):
        text = client.get(path).text
        assert words in text, path
        assert (f'href="/en/rulebooks/{rulebook}/"' in text) is bool(rulebook)
