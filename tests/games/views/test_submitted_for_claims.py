"""A claim where a record was submitted and nobody has accepted it: it is offered. Only the rulebook by which
the section is played says something on a game's pages, and a verdict stands on its page once."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.acts.records import accept_record, submit_record
from games.models import GameRecord
from portal import outbox
from tests.games.acts.claiming import SHUFFLE
from tests.world import World, pairing_at
from tournaments.models import Section


def submitted(drawn: World, moves: list[str]) -> GameRecord:
    drawn.published()
    raw = " ".join(moves).encode()
    answer = submit_record(pairing=pairing_at(drawn, 1), raw=raw, by=drawn.users["bob"])
    outbox.drain()
    return GameRecord.objects.get(pk=answer["record"])


@pytest.mark.slow
def test_a_record_that_waits_is_offered(drawn: World, text: Any) -> None:
    submitted(drawn, SHUFFLE * 3)
    player = drawn.round().pairings.get(table=1).seats.get(colour="first").entry.number
    sent: dict[str, Any] = {"player": player, "kind": "repetition", "ply": 12}
    page = text(drawn.get("dave", "referee_claim", 1, 1))
    assert "A record up to move 6 of Black" in page
    refused = drawn.post("dave", "referee_claim", 1, 1, **sent)
    assert refused.status_code == 422
    assert "has been submitted, but not accepted" in text(refused)
    taken = drawn.client("dave").get(drawn.url("referee_claim", 1, 1), {"moves": "submitted"})
    form = taken.context["form"]
    sent |= {name: form[name].value() for name in ("ply", "typed", "fen")}
    assert sent["ply"] == 12
    counted = drawn.post("dave", "referee_claim", 1, 1, **sent)
    assert counted.status_code == 200
    assert counted.context["verdict"]["right"]


@pytest.mark.slow
def test_a_verdict_stands_once(drawn: World, text: Any) -> None:
    submitted(drawn, SHUFFLE * 3)
    player = drawn.round().pairings.get(table=1).seats.get(colour="first").entry.number
    sent: dict[str, Any] = {"player": player, "kind": "repetition", "ply": 12}
    accept_record(record=GameRecord.objects.get(), by=drawn.users["dave"])
    assert "waits to be accepted" not in text(drawn.get("dave", "referee_claim", 1, 1))
    # Behind each link waits the text of its article, which may speak of draws.
    page = re.sub("<template.*?</template>", "", text(drawn.post("dave", "referee_claim", 1, 1, **sent)))
    assert page.lower().count("claim upheld") == 1
    assert page.lower().count("a draw") == 0
    assert page.count("The game is drawn.") == 1


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", ["wxc2015", "axf", "tiantian2020", "xiangqi-com"])
def test_only_the_rulebook_of_the_section_is_heard(drawn: World, rulebook: str) -> None:
    Section.objects.filter(pk=drawn.section.pk).update(rulebook=rulebook)
    submitted(drawn, SHUFFLE * 6)
    page = drawn.get("dave", "record", 1, 1)
    assert {book["name"] for book in page.context["rulebooks"]} == {rulebook}
    assert page.content.decode().count('id="book-') == 1
