"""Paper from the desk to the reader: asked for, made once, kept with its version, open to everybody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from portal import outbox
from portal.outbox import Job
from tests import factories, machine
from tests.remembered import remembered
from tests.tournaments.paper.conftest import PACKAGES
from tests.tournaments.views.conftest import World
from tournaments.models import Paper, Player
from tournaments.paper import press

PUBLIC = "/en/e/cup/men/paper/{}/{}/a4.pdf"


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    if press.lacks():
        pytest.skip(machine.missing(PACKAGES))
    factories.play(drawn.section, 1)
    factories.publish(factories.pair(drawn.section, 2))
    drawn.section.refresh_from_db()
    return drawn


def test_from_the_desk(played: World, django_assert_num_queries: object) -> None:
    page = played.get("carol", "papers")
    assert page.status_code == 200
    assert "Pairings by table" in page.content.decode()
    assert "Standings" not in page.content.decode().partition("<tbody>")[2]
    sent = {"round": 2, "language": "en", "size": "a4", "once": "x"}
    answer = played.post("carol", "print_paper", **sent)
    assert answer["Location"].endswith("/paper/?round=2&language=en&size=a4")
    assert played.post("carol", "print_paper", **sent).status_code == 302
    assert Job.objects.filter(kind="paper").count() == 8
    shown = played.client("carol").get(answer["Location"]).content.decode()
    assert "8 papers are being made" in shown
    progress = played.url("papers_progress") + "?round=2&language=en&size=a4"
    assert b"8 papers" in played.client("dave").get(progress).content
    outbox.drain()
    assert "HX-Refresh" in played.client("dave").get(progress)
    made = {paper.kind: paper for paper in Paper.objects.all()}
    whole = {"table-cards", "badges"}
    assert set(made) == {"pairings", "by-name", "scoresheets", "incidents", "bulletin"} | whole
    assert made["pairings"].version == 1
    shown = played.client("carol").get(answer["Location"]).content.decode()
    assert "No game of round 2 is accepted yet: there is nothing to print." in shown
    assert played.url("paper", made["pairings"].pk) in shown
    file = played.get("erin", "paper", made["pairings"].pk)
    assert (file["Content-Type"], file.content[:5]) == ("application/pdf", b"%PDF-")
    # Asked for again, nothing is set again; a corrected name is, and the desk says beforehand that it is due.
    assert "out of date" not in shown
    at = made["pairings"].at
    for name, again in (("", True), ("Wu Lanlan", False)):
        Player.objects.filter(entries__number=1).update(**{"name": name} if name else {})
        shown = played.client("carol").get(answer["Location"]).content.decode()
        assert ("out of date" in line_of(shown, "pairings")) is bool(name)
        played.post("carol", "print_paper", **(sent | {"kind": "pairings", "once": name or "y"}))
        outbox.drain()
        assert (Paper.objects.get(kind="pairings").at == at) is again
    shown = played.client("carol").get(answer["Location"]).content.decode()
    assert "out of date" not in line_of(shown, "pairings")
    # Another version of the round is another paper, and the old one is kept.
    factories.publish(played.round(2))
    shown = played.client("carol").get(answer["Location"]).content.decode()
    assert "out of date" in line_of(shown, "pairings")
    played.post("carol", "print_paper", **(sent | {"kind": "pairings", "once": "z"}))
    outbox.drain()
    assert sorted(Paper.objects.filter(kind="pairings").values_list("version", flat=True)) == [1, 2]


def line_of(page: str, kind: str) -> str:
    """What the desk's list says of one kind."""
    return page.partition(f'data-key="{kind}"')[2].partition("</tr>")[0]


def test_a_failure_does_not_close_a_public_paper(played: World) -> None:
    reader, address = played.client("anonymous"), PUBLIC.format("pairings", 2)
    assert reader.get(address).status_code == 202
    failed = Job.objects.filter(kind="paper")
    for age, status, jobs in ((0, 503, 1), (4, 503, 1), (6, 202, 2)):
        at = timezone.now() - timedelta(minutes=age)
        failed.update(state=Job.State.FAILED, finished_at=at, outcome={"error": "x"})
        assert reader.get(address).status_code == status
        assert failed.count() == jobs
    outbox.drain()
    assert reader.get(address)["Content-Type"] == "application/pdf"


def test_for_everybody(played: World) -> None:
    reader = played.client("anonymous")
    for _ in range(2):
        waiting = reader.get(PUBLIC.format("pairings", 2))
        assert waiting.status_code == 202
        assert b'http-equiv="refresh"' in waiting.content
        assert not waiting.cookies
    assert Job.objects.filter(kind="paper").count() == 1
    outbox.drain()
    ready = reader.get(PUBLIC.format("pairings", 2))
    assert (ready.status_code, ready["Content-Type"]) == (200, "application/pdf")
    assert not ready.cookies
    assert "sessionid" not in str(ready.cookies)
    for kind, number in (("pairings", 3), ("standings", 2), ("scoresheets", 2), ("menu", 1)):
        assert reader.get(PUBLIC.format(kind, number)).status_code == 404
    assert reader.get("/en/e/cup/men/paper/pairings/2/a5.pdf").status_code == 404


@pytest.mark.parametrize("lack", ["paper-no-library", "paper-no-font"])
def test_a_machine_that_prints_no_paper(drawn: World, monkeypatch: pytest.MonkeyPatch, lack: str) -> None:
    factories.publish(factories.pair(drawn.section, 1))
    press.lacks.cache_clear()
    if lack == "paper-no-library":
        monkeypatch.setattr(press, "LIBRARIES", (("libpango-nowhere.so",),))
    else:
        monkeypatch.setattr(press, "fonts", lambda: None)
        monkeypatch.setattr(press, "LIBRARIES", ())
    try:
        page = drawn.get("carol", "papers").content.decode()
        assert "This machine prints no paper" in page
        assert "apt-get install libpango" in page
        drawn.post("carol", "print_paper", round=1, language="en", size="a4", kind="pairings")
        outbox.drain()
        assert Job.objects.get(kind="paper").state == Job.State.REFUSED
        assert drawn.client("anonymous").get(PUBLIC.format("pairings", 1)).status_code == 503
        assert drawn.get("anonymous", "papers").status_code == 302
    finally:
        press.lacks.cache_clear()
