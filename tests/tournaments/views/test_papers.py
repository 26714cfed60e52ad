"""Paper from the desk to the reader: asked for, made once, kept with its version, open to everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import outbox, published
from portal.outbox import Job
from tests import factories, machine
from tests.cached_worlds import remembered
from tests.tournaments.paper.reading import PACKAGES
from tests.world import World
from tournaments import pages
from tournaments.models import Paper, Player
from tournaments.paper import press
from tournaments.paper.starting_lists import ORDERS

PUBLIC = "/en/e/cup/men/paper/{}/{}/a4.pdf"


@pytest.fixture
@remembered
def played(drawn: World) -> World:
    if press.press_lacks():
        pytest.skip(machine.missing(PACKAGES))
    factories.play(drawn.section, 1)
    factories.publish(factories.pair(drawn.section, 2))
    drawn.section.refresh_from_db()
    factories.announce(drawn.section)
    return drawn


def test_before_a_round_is_public_none_is_asked_for(drawn: World, text: Callable[[Any], str]) -> None:
    page = text(drawn.get("carol", "papers"))
    assert "Starting list by name" in page
    assert "cannot be chosen" not in page
    assert "<select" in page
    assert 'id="choice-round"' not in page


@pytest.mark.slow
def test_from_the_desk(played: World, django_assert_num_queries: object) -> None:
    page = played.get("carol", "papers")
    assert page.status_code == 200
    assert "Pairings by table" in page.content.decode()
    assert "Standings" not in page.content.decode().partition("<tbody>")[2]
    sent = {"round": 2, "language": "en", "size": "a4", "once": "x"}
    answer = played.post("carol", "print_paper", **sent)
    assert answer["Location"].endswith("/paper/?round=2&language=en&size=a4")
    assert played.post("carol", "print_paper", **sent).status_code == 302
    assert Job.objects.filter(kind="paper").count() == 14
    page_text = played.client("carol").get(answer["Location"]).content.decode()
    assert "Preparing PDFs: 0 of 14 done" in page_text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page_text
    progress = played.url("papers_progress") + "?round=2&language=en&size=a4"
    outbox.run_next([outbox.SLOW])
    page_text = played.client("dave").get(progress).content.decode()
    assert "1 of 14 done" in page_text
    assert 'value="1" max="14"' in page_text
    outbox.drain()
    assert "HX-Refresh" in played.client("dave").get(progress)
    made = {paper.kind: paper for paper in Paper.objects.all()}
    whole = {"table-cards", "badges", *(f"starting-{order}" for order in ORDERS)}
    blank = {"scoresheets", "photo-sheets", "photo-halves"}
    assert set(made) == {"pairings", "by-name", "incidents", "bulletin"} | blank | whole
    assert made["pairings"].version == 1
    page_text = played.client("carol").get(answer["Location"]).content.decode()
    assert "No game of round 2 has been accepted yet, so there is nothing to print." in page_text
    assert played.url("paper", made["pairings"].pk) in page_text
    file = played.get("erin", "paper", made["pairings"].pk)
    assert (file["Content-Type"], file.content[:5]) == ("application/pdf", b"%PDF-")
    # Asked for again, nothing is set again; a corrected name is, and the desk says beforehand that it is due.
    assert "out of date" not in page_text
    at = made["pairings"].at
    for name, again in (("", True), ("Wu Lanlan", False)):
        Player.objects.filter(entries__number=1).update(**{"name": name} if name else {})
        page_text = played.client("carol").get(answer["Location"]).content.decode()
        assert ("out of date" in line_of(page_text, "pairings")) is bool(name)
        played.post("carol", "print_paper", **(sent | {"kind": "pairings", "once": name or "y"}))
        outbox.drain()
        assert (Paper.objects.get(kind="pairings").at == at) is again
    page_text = played.client("carol").get(answer["Location"]).content.decode()
    assert "out of date" not in line_of(page_text, "pairings")
    # Another version of the round is another paper, and the old one is kept.
    factories.publish(played.round(2))
    page_text = played.client("carol").get(answer["Location"]).content.decode()
    assert "out of date" in line_of(page_text, "pairings")
    played.post("carol", "print_paper", **(sent | {"kind": "pairings", "once": "z"}))
    outbox.drain()
    assert sorted(Paper.objects.filter(kind="pairings").values_list("version", flat=True)) == [1, 2]


@pytest.mark.slow
def test_results_make_no_list_of_pairings_out_of_date(played: World) -> None:
    kinds = ("pairings", "by-name", "scoresheets")
    sent = {"round": 2, "language": "en", "size": "a4"}
    for kind in kinds:
        played.post("carol", "print_paper", **sent, kind=kind, once=kind)
    outbox.drain()

    def outdated() -> list[str]:
        page = played.client("carol").get(played.url("papers"), sent).content.decode()
        return [kind for kind in kinds if "out of date" in line_of(page, kind)]

    assert outdated() == []
    for table in (1, 2):
        factories.report(played.round(2), table, "1-0")
    pages.results_changed(played.round(2))
    outbox.drain()
    assert outdated() == []
    Player.objects.filter(entries__number=1).update(name="Wu Lanlan")
    assert outdated() == list(kinds)


def line_of(page: str, kind: str) -> str:
    """What the desk's list says of one kind."""
    return page.partition(f'data-key="{kind}"')[2].partition("</tr>")[0]


@pytest.mark.slow
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
    assert reader.get(address, follow=True)["Content-Type"] == "application/pdf"


@pytest.mark.slow
def test_for_everybody(played: World) -> None:
    reader = played.client("anonymous")
    for _ in range(2):
        waiting = reader.get(PUBLIC.format("pairings", 2))
        assert waiting.status_code == 202
        assert b'http-equiv="refresh"' in waiting.content
        assert not waiting.cookies
    assert Job.objects.filter(kind="paper").count() == 1
    outbox.drain()
    redirect = reader.get(PUBLIC.format("pairings", 2))
    assert (redirect.status_code, redirect["Cache-Control"]) == (302, "no-cache")
    ready = reader.get(redirect["Location"])
    assert (ready.status_code, ready["Content-Type"], ready.content[:5]) == (200, "application/pdf", b"%PDF-")
    assert ready["Cache-Control"] == "public, max-age=31536000, immutable"
    assert not ready.cookies
    not_modified = reader.get(redirect["Location"], headers={"If-None-Match": ready["ETag"]})
    assert (not_modified.status_code, not_modified.content, not_modified["ETag"]) == (304, b"", ready["ETag"])
    for kind, number in (("pairings", 3), ("standings", 2), ("scoresheets", 2), ("menu", 1)):
        assert reader.get(PUBLIC.format(kind, number)).status_code == 404
    assert reader.get("/en/e/cup/men/paper/pairings/2/a5.pdf").status_code == 404


@pytest.mark.slow
def test_what_a_reader_gets_is_not_read_again(
    played: World, django_assert_num_queries: Callable[[int], Any]
) -> None:
    """Whether a paper is current is asked of the published page, in as many queries for any field; two of
    them ask whether the address is still that of the paper as everybody sees it."""
    reader, address = played.client("anonymous"), PUBLIC.format("pairings", 2)
    reader.get(address)
    outbox.drain()
    with django_assert_num_queries(5):
        current = reader.get(address)["Location"]
    with django_assert_num_queries(6):
        assert reader.get(current).status_code == 200
    with django_assert_num_queries(5):
        assert reader.get(current, headers={"If-None-Match": "*"}).status_code == 304


@pytest.mark.slow
def test_when_the_page_moves_on_the_paper_is_made_anew(played: World) -> None:
    reader, address = played.client("anonymous"), PUBLIC.format("pairings", 2)
    reader.get(address)
    outbox.drain()
    before = reader.get(address)["Location"]
    factories.report(played.round(2), 1, "1-0")
    pages.results_changed(played.round(2))
    outbox.drain()
    # As on the page: there is a result now.
    assert reader.get(address).status_code == 202
    outbox.drain()
    after = reader.get(address)["Location"]
    assert after != before
    assert reader.get(after)["Content-Type"] == "application/pdf"
    # Who has the old address is led to what has taken its place.
    assert reader.get(before)["Location"] == address
    # Another version of the page that shows the same on paper is the same paper.
    published.purge("e/cup/men/")
    outbox.drain()
    assert reader.get(address).status_code == 202
    outbox.drain()
    assert reader.get(address)["Location"] == after


@pytest.mark.slow
@pytest.mark.parametrize("lack", ["paper-no-library", "paper-no-font"])
def test_a_machine_that_prints_no_paper(drawn: World, monkeypatch: pytest.MonkeyPatch, lack: str) -> None:
    factories.publish(factories.pair(drawn.section, 1))
    factories.announce(drawn.section)
    press.press_lacks.cache_clear()
    if lack == "paper-no-library":
        monkeypatch.setattr(press, "LIBRARIES", (("libpango-nowhere.so",),))
    else:
        monkeypatch.setattr(press, "fonts", lambda: None)
        monkeypatch.setattr(press, "LIBRARIES", ())
    try:
        page = drawn.get("carol", "papers").content.decode()
        assert "This server cannot create PDFs" in page
        assert "apt-get install libpango" in page
        drawn.post("carol", "print_paper", round=1, language="en", size="a4", kind="pairings")
        outbox.drain()
        assert Job.objects.get(kind="paper").state == Job.State.REFUSED
        assert drawn.client("anonymous").get(PUBLIC.format("pairings", 1)).status_code == 503
        assert drawn.get("anonymous", "papers").status_code == 302
    finally:
        press.press_lacks.cache_clear()
