"""``docs/develop/walks.md`` tells four walks through the house. Here each is walked, and the interpreter
itself
writes down what runs: who adds a function to a walk finds it in the way.

``tests/walks`` has every function of ours that a walk passes on the floors of `FLOORS`, in the order in which
each is passed first; with ``QIYUAN_WRITE_WALKS=1`` the tests write them anew. The page tells of some of them,
in the same order.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from portal import outbox
from tests.applying import settings as open_settings
from tests.games.record_texts import GOOD
from tests.world import World
from tournaments.acts.entering.entry_forms import set_entry_form
from tournaments.models import Application, Section
from tournaments.queries.entering.applications import applicant_address
from tournaments.queries.progress import round_revision

ROOT = Path(__file__).parents[2]
OURS = tuple(f"{ROOT}/{app}/" for app in ("portal", "tournaments", "games"))
WRITTEN = ROOT / "tests" / "walks"
FLOORS = (
    *("portal/accounts/", "portal/journal/", "portal/outbox/", "portal/push/", "portal/webhooks/"),
    *(f"portal/published/{name}.py" for name in ("announcing", "pages", "pictures", "prerender", "views")),
    *(
        f"{app}/{floor}"
        for app in ("tournaments", "games")
        for floor in (
            *("acts/", "forms/", "pages/", "policy.py", "queries/", "requests", "tasks.py"),
            *("todo", "views/"),
        )
    ),
)
"""Where something is decided, read or written: without words, names, paths, values and what is pure."""
STAY = re.compile(r"^\d+\. `([^`]+)` `([^`]+)`", re.MULTILINE)
Stay = tuple[str, str]


def stays_under(heading: str) -> list[Stay]:
    """File and function of each stay."""
    text = (ROOT / "docs" / "develop" / "walks.md").read_text()
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


def check(heading: str, walk: Callable[[], Any]) -> None:
    """Walk, compare with what is written, and look whether the page tells of it in this order."""
    # What is asked for once in the life of a process was asked for before.
    with transaction.atomic():
        walk()
        transaction.set_rollback(True)
    with walked() as passed:
        walk()
    first = [
        stay for stay in dict.fromkeys(passed) if stay[0].startswith(FLOORS) and not stay[1].startswith("<")
    ]
    text = "".join(f"{path} {name}\n" for path, name in first)
    file = WRITTEN / f"{re.sub('[^a-z]+', '_', heading.lower()).strip('_')}.txt"
    now = f"| {heading} | {len(stays_under(heading))} | {len(first)} |"
    page = PAGE.read_text()
    [row] = [line for line in page.splitlines() if line.startswith(f"| {heading} |")]
    if os.environ.get("QIYUAN_WRITE_WALKS"):
        file.write_text(text)
        PAGE.write_text(page.replace(row, now))
        return
    written = file.read_text()
    added = sorted({*text.splitlines()} - {*written.splitlines()})
    gone = sorted({*written.splitlines()} - {*text.splitlines()})
    assert (added, gone) == ([], []), f"the walk has changed: look whether it must, then {ANEW}"
    assert row == now
    others = iter(passed)
    missed = next((stay for stay in stays_under(heading) if stay not in others), None)
    assert missed is None, f"{missed} is not passed where the page tells of it"


PAGE = ROOT / "docs" / "develop" / "walks.md"
WALKS = "tests/house/test_walks.py tests/tournaments/views/test_costs.py"
ANEW = f"QIYUAN_WRITE_WALKS=1 ./go test -m 'not long' {WALKS}"


@pytest.fixture(autouse=True)
def renders_wait(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn of a walk hangs on how fast the machine is."""
    settings.PUBLISHED_RENDER_EVERY = 3600.0
    monkeypatch.setattr("portal.published.pages.AT_A_TIME", 60.0)
    monkeypatch.setattr("portal.published.pictures.AT_A_TIME", 60.0)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_submitted_record(drawn: World) -> None:
    drawn.published()
    drawn.client("carol")

    def walk() -> None:
        assert drawn.post("carol", "submit_record", 1, 1, text=GOOD.decode()).status_code == 302
        outbox.drain()
        assert drawn.get("carol", "record", 1, 1).status_code == 200

    check("A submitted record", walk)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_pressed_pair(drawn: World) -> None:
    seen = round_revision(drawn.round())
    drawn.client("bob")

    def walk() -> None:
        pressed = {"once": uuid4().hex, "round_seen": seen}
        assert drawn.client("bob").post(drawn.url("pair_round", 1), pressed).status_code == 302
        outbox.drain()
        assert drawn.get("bob", "round_desk", 1).status_code == 200

    check("A pressed *Pair*", walk)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_reported_result(drawn: World) -> None:
    drawn.published()
    drawn.client("carol")
    outbox.drain()

    def walk() -> None:
        assert drawn.post("carol", "report_result", 1, line="2 1-0").status_code == 302
        outbox.drain()
        page = drawn.client("anonymous").get(f"/en/e/{drawn.event.slug}/{drawn.section.slug}/round/1/")
        assert "1–0" in page.content.decode()

    check("A reported result", walk)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_confirmed_entry(drawn: World, settings: Any) -> None:
    settings.SENDS_MAIL = True
    Section.objects.filter(pk=drawn.section.pk).update(capacity=None)
    set_entry_form(
        section=drawn.section, values=open_settings(asks={"email": "required"}), by=drawn.users["alice"]
    )

    def walk() -> None:
        stranger = Client()
        typed = {"name": "New Comer", "federation": "GER", "email": "new@example.org"}
        assert stranger.post("/en/e/cup/men/enter/", typed).status_code == 200
        address = applicant_address(Application.objects.get()).partition("/a/")[2]
        assert stranger.post(f"/en/a/{address}confirm/").status_code == 302
        assert Application.objects.get().state == Application.State.ACCEPTED

    check("A confirmed entry", walk)
