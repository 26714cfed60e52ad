"""What the frame promises, over every act of games."""

from __future__ import annotations

from typing import Any

import pytest

from tests import framed
from tests.framed import Case
from tests.games.acts.test_proposals import handed_in as sheets_of
from tests.games.acts.test_records import handed_in, pairing_of
from tests.games.record_texts import GOOD
from tests.tournaments.acts.conftest import Cast
from tests.tournaments.acts.test_fouls import number_at


def a_proposal(cast: Cast) -> dict[str, Any]:
    sheets = sheets_of(cast, 5)
    return {"sheets": sheets, "player": number_at(cast, "second"), "left": 1, "confirm": True}


CASES: dict[str, Case] = {
    "submit_record": Case(lambda cast: {"pairing": pairing_of(cast), "raw": GOOD}, "carol", "charlie"),
    "accept_record": Case(lambda cast: {"record": handed_in(cast, GOOD)}, "dave", "carol"),
    "submit_scoresheets": Case(
        lambda cast: {"pairing": pairing_of(cast), "first": "1. C2=5 H8+7", "second": ""}, "carol", "charlie"
    ),
    "rule_on_proposal": Case(a_proposal, "dave", "carol"),
}
NAMES = framed.acts_of("games.acts")
EACH = pytest.mark.parametrize("name", NAMES)


def test_every_act_has_its_case_and_its_words() -> None:
    framed.check_complete(NAMES, CASES)


@EACH
def test_it_is_done_once_and_journalled(published: Cast, name: str) -> None:
    framed.check_once(published, name, CASES[name])


@EACH
def test_a_key_that_was_used_for_something_else_is_refused(published: Cast, name: str) -> None:
    framed.check_key_is_taken(published, name, CASES[name])


@EACH
def test_only_who_may_by_the_tables(published: Cast, name: str) -> None:
    framed.check_roles(published, name, CASES[name])


@pytest.mark.postgres
@EACH
def test_locks_are_taken_from_the_event_down(published: Cast, name: str) -> None:
    framed.check_locks(published, name, CASES[name])
