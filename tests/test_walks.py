"""``docs/walks.md`` tells three walks through the house: here each stay is passed in its turn."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from uuid import uuid4

import pytest

from portal import outbox
from tests.games.record_texts import GOOD
from tests.world import World
from tournaments.queries.progress import round_revision

ROOT = Path(__file__).parent.parent
OURS = tuple(f"{ROOT}/{app}/" for app in ("portal", "tournaments", "games"))
STAY = re.compile(r"^\d+\. `([^`]+)` `([^`]+)`", re.MULTILINE)
Stay = tuple[str, str]


def stays_under(heading: str) -> list[Stay]:
    """File and function of each stay."""
    text = (ROOT / "docs" / "walks.md").read_text()
    return STAY.findall(text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0])


@contextmanager
def walked() -> Iterator[list[Stay]]:
    """Every call of a function of ours, in order. What is made within a function goes by its name."""
    passed: list[Stay] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(OURS):
            passed.append((path.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname.partition(".<locals>")[0]))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield passed
    finally:
        sys.setprofile(before)


def check(heading: str, passed: list[Stay], most: int) -> None:
    stays = stays_under(heading)
    assert 0 < len(stays) <= most
    others = iter(passed)
    missed = next((stay for stay in stays if stay not in others), None)
    assert missed is None, f"{missed} is not passed where the page tells of it"


@pytest.mark.django_db
def test_a_submitted_record(drawn: World) -> None:
    drawn.published()
    with walked() as passed:
        assert drawn.post("carol", "submit_record", 1, 1, text=GOOD.decode()).status_code == 302
        outbox.drain()
        assert drawn.get("carol", "record", 1, 1).status_code == 200
    check("A submitted record", passed, 22)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_pressed_pair(drawn: World) -> None:
    seen = round_revision(drawn.round())
    with walked() as passed:
        drawn.client("bob").post(drawn.url("pair_round", 1), {"once": uuid4().hex, "round_seen": seen})
        outbox.drain()
        assert drawn.get("bob", "round_desk", 1).status_code == 200
    check("A pressed *Pair*", passed, 27)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_reported_result(drawn: World) -> None:
    drawn.published()
    outbox.drain()
    with walked() as passed:
        assert drawn.post("carol", "report_result", 1, line="2 1-0").status_code == 302
        outbox.drain()
        page = drawn.client("anonymous").get(f"/en/e/{drawn.event.slug}/{drawn.section.slug}/round/1/")
        assert "1–0" in page.content.decode()
    check("A reported result", passed, 23)
