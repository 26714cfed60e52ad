"""What a page says of a table names it by the number that is printed, whatever the rule counts by."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.cast import Cast
from tests.teams_world import drawn_teams, published
from tests.world import ValidClient, World

Text = Any


@pytest.fixture
def numbered(drawn: World) -> World:
    """A section whose tables begin with 28; the first round is decided by odd and even tables."""
    drawn.section.first_table = 28
    drawn.section.save()
    return drawn


def tables_in(page: str) -> set[int]:
    return {int(number) for number in re.findall(r"Table (\d+)", page)}


@pytest.mark.slow
def test_a_draft_and_a_round_name_printed_tables(numbered: World, text: Text) -> None:
    numbered.paired(1)
    draft = text(numbered.get("bob", "round_desk", 1))
    assert tables_in(draft) <= {28, 29, 30, 31}
    assert "Table 28 is number 1 by the count of the pairing" in draft
    assert "Table 31 is number 4 by the count of the pairing" in draft
    first, second = (
        numbered.round().pairings.get(table=table).seats.get(colour="first").entry.number
        for table in (29, 30)
    )
    swapped = numbered.post("bob", "swap_players", 1, first=first, second=second, reason="Brothers.")
    assert swapped.status_code == 302
    assert "Table 29 is number 2 by the count of the pairing" in text(numbered.get("bob", "round_desk", 1))

    numbered.published(1)
    page = text(numbered.client("anonymous").get("/en/e/cup/men/round/1/"))
    assert tables_in(page) <= {28, 29, 30, 31}
    assert "Table 28 is number 1 by the count of the pairing" in page
    chinese = text(numbered.client("anonymous").get("/zh-hans/e/cup/men/round/1/"))
    assert "第 28 台" in chinese
    document = numbered.client("anonymous").get("/api/v1/events/cup/sections/men/rounds/1").json()
    for table in document["tables"]:
        (why,) = [reason["params"] for reason in table["reasons"] if reason["code"] == "colour-number"]
        assert (why["table"], why["place"]) == (table["table"], table["table"] - 27)


@pytest.mark.slow
def test_who_always_sits_at_one_table_has_its_number_in_the_reasons(drawn: World, text: Text) -> None:
    entry = drawn.section.entries.get(number=1)
    entry.fixed_table = 4
    entry.save()
    drawn.published(1)
    page = text(drawn.client("anonymous").get("/en/e/cup/men/round/1/"))
    assert "Table 4 is number 1 by the count of the pairing" in page
    assert "Table 1 is number 2 by the count of the pairing" in page


def test_tables_that_are_counted_from_one_are_what_the_rule_says(drawn: World, text: Text) -> None:
    drawn.published(1)
    page = text(drawn.client("anonymous").get("/en/e/cup/men/round/1/"))
    assert "Table 1: the lower number moves first at odd tables" in page
    assert "by the count of the pairing" not in page


@pytest.mark.slow
def test_a_match_of_teams_is_called_a_match(cast: Cast, text: Text) -> None:
    section = drawn_teams(cast, preset="wxc2015")
    section.first_table = 28
    section.save()
    round_ = published(section, cast.bob)
    client = ValidClient()
    page = text(client.get(f"/en/e/{section.event.slug}/teams/round/1/"))
    assert "Match 1: the lower number moves first on board 1 of odd matches" in page
    assert "odd tables" not in page
    client.force_login(cast.bob)
    desk = text(client.get(reverse("match_desk", args=[section.event.slug, "teams", round_.number, 1])))
    assert "Match 1: the lower number moves first on board 1 of odd matches" in desk
    document = client.get(f"/api/v1/events/{section.event.slug}/sections/teams/rounds/1").json()
    params = [why["params"] for match in document["matches"] for why in match["reasons"]]
    assert [(p["match"], p["place"]) for p in params if "place" in p] == [(1, 1), (2, 2)]
