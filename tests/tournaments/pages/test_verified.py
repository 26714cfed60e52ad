"""The page of a round says whether the rules give its pairing, and which tables they do not."""

from __future__ import annotations

from typing import Any

import pytest

from tests import factories
from tests.tournaments.pages.rendered import params_of, parsed, render, text_of
from tournaments.models import Section
from tournaments.queries.verified import pairing_holds

KINDS = ("round", "round-by-name")


def page(section: Section, kind: str = "round") -> str:
    return text_of(parsed(render(kind, params_of(section)[kind])).find(".//main"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_pairing_by_the_rules_is_verified(section: Section, kind: str) -> None:
    text = page(section, kind)
    assert "verified This is exactly the pairing the rules give." in text
    assert "verify_pairing men.json --round 3" in text
    assert "manual" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_tables_changed_by_hand_are_named(section: Section, kind: str) -> None:
    pairing = section.round_set.get(number=3).pairings.get(table=3)
    first, second = (pairing.seats.get(colour=colour) for colour in ("first", "second"))
    pairing.seats.all().delete()
    for seat, colour in ((first, "second"), (second, "first")):
        pairing.seats.create(round=pairing.round, entry=seat.entry, colour=colour)
    assert "not verified The rules give a different pairing." in page(section, kind)
    pairing.by_hand = True
    pairing.save()
    assert "changed manually Changed by the chief referee" in page(section, kind)
    assert "(WXC 2.4): table 3." in page(section, kind)


def test_a_rematch_is_marked_at_its_table(section: Section) -> None:
    assert "rematch" not in page(section)
    pairing = section.round_set.get(number=3).pairings.get(table=2)
    pairing.notices = [{"code": "rematch", "params": {"first": 1, "second": 2, "round": 1}}]
    pairing.save()
    text = page(section)
    assert "rematch Rematches: table 2." in text
    document = parsed(render("round", params_of(section)["round"]))
    [row] = [tr for tr in document.iter("tr") if tr.get("data-key") == "t2"]
    assert "rematch" in text_of(row)


def test_a_correction_of_an_earlier_round_changes_no_verdict(section: Section) -> None:
    report = section.round_set.get(number=1).pairings.get(table=1).reports.get()
    other = "0-1" if report.value == "1-0" else "1-0"
    report.pairing.reports.create(value=other, supersedes=report)
    assert "verified This is exactly the pairing the rules give." in page(section)


def test_a_round_from_a_file_is_not_judged(section: Section) -> None:
    round_ = section.round_set.get(number=3)
    round_.draft_digest = ""
    assert pairing_holds(round_, [], []) is None


@pytest.mark.parametrize("system", ["wmsg2008", "knock-out", "round-robin"])
def test_rounds_of_other_systems_are_verified_too(db: None, system: str) -> None:
    section = factories.make_section(factories.make_event(), system=system, tiebreaks=[])
    factories.make_entries(section, 5)
    factories.publish(factories.pair(section, 1))
    params: dict[str, Any] = {"section": section.pk, "round": 1}
    assert "verified This is exactly the pairing the rules give." in text_of(parsed(render("round", params)))
