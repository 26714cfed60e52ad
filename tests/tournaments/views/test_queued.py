"""What a page that keeps its forms is answered (``tournaments.requests.frame``)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from portal.journal.models import JournalEntry
from tests.cached_worlds import remembered
from tests.tournaments.views.forms import stale_form
from tests.world import World
from tournaments.models import Entry, Membership


def sent(world: World, client: Client, whose: str, *, late: bool = False, once: str = "k") -> Any:
    """A check-in, kept by ``whose`` page."""
    entry = world.section.entries.get(number=1)
    headers = {"X-Queued-For": str(world.users[whose].pk)} | ({"X-Queued-Late": "1"} if late else {})
    return client.post(world.url("check_in", entry.pk), {"present": "on", "once": once}, headers=headers)


@pytest.fixture
@remembered
def waiting(drawn: World) -> World:
    Entry.objects.update(status=Entry.Status.ENTERED)
    return drawn


def test_it_is_done_once_and_led_on(waiting: World) -> None:
    for _ in range(2):
        answer = sent(waiting, waiting.client("dave"), "dave")
        assert (answer.status_code, answer["X-Queued"]) == (200, "done")
        assert answer.json()["next"].startswith(waiting.url("entries"))
    assert JournalEntry.objects.filter(act="check_in").count() == 1


def test_who_is_signed_out_or_another_gets_401_and_nothing_is_done_or_kept(waiting: World) -> None:
    for who in ("anonymous", "carol"):
        client = waiting.client(who)
        answer = sent(waiting, client, "dave")
        assert answer.status_code == 401
        assert "X-Queued" not in answer
        assert client.get(reverse("kept")).status_code == 302
    assert not JournalEntry.objects.filter(act="check_in").exists()


def test_a_token_of_an_earlier_session_is_401_and_keeps_nothing_in_the_session(waiting: World) -> None:
    client, data = stale_form(waiting, "carol")
    data["name"] = "Zhu Xia"
    headers = {"X-Queued-For": str(waiting.users["carol"].pk)}
    answer = client.post(waiting.url("entry_add"), data, headers=headers)
    assert answer.status_code == 401
    assert client.get(reverse("kept"))["Location"] == reverse("desk")
    fresh = client.get(reverse("sender")).json()
    assert fresh["person"] == str(waiting.users["carol"].pk)
    again = client.post(waiting.url("entry_add"), data, headers={**headers, "X-CSRFToken": fresh["token"]})
    # A field goes before a header: the page that keeps forms leaves it out.
    assert again.status_code == 401
    del data["csrfmiddlewaretoken"]
    last = client.post(waiting.url("entry_add"), data, headers={**headers, "X-CSRFToken": fresh["token"]})
    assert last["X-Queued"] == "done"


def test_refusals_say_that_they_are_the_sites_own(waiting: World) -> None:
    waiting.section.entries.filter(number=1).update(status=Entry.Status.WITHDRAWN, withdrawn_after=0)
    answer = sent(waiting, waiting.client("dave"), "dave")
    assert (answer.status_code, answer["X-Queued"]) == (409, "refused")
    Membership.objects.filter(user=waiting.users["dave"]).delete()
    gone = sent(waiting, waiting.client("dave"), "dave")
    assert (gone.status_code, gone["X-Queued"]) == (404, "refused")


def test_what_is_refused_for_good_says_so_wherever_it_is_refused(waiting: World) -> None:
    """By an address that is not there, a view that takes no forms, a form that is too large or in pieces."""
    client = waiting.client("dave")
    whose = {"X-Queued-For": str(waiting.users["dave"].pk)}
    entries = waiting.url("entries")
    whole = {"content_type": "application/x-www-form-urlencoded", "headers": whose}
    for status, answer in (
        (404, client.post(entries + "nowhere/", headers=whose)),
        (405, client.post(entries, headers=whose)),
        (413, client.post(entries, {"text": "x" * 6_000_000}, headers=whose)),
        (413, client.post(entries, "text=" + "x" * 6_000_000, **whole)),
        (400, client.post(entries, b"in pieces", content_type="multipart/form-data", headers=whose)),
    ):
        assert (answer.status_code, answer.get("X-Queued")) == (status, "refused")
    unkept = client.post(entries + "nowhere/")
    assert (unkept.status_code, unkept.get("X-Queued")) == (404, None)


def test_a_form_that_was_cut_off_on_its_way_is_to_be_sent_again(waiting: World) -> None:
    """The network has gone in the middle: nothing is done, and nothing is decided."""
    entry = waiting.section.entries.get(number=1)
    answer = waiting.client("dave").post(
        waiting.url("check_in", entry.pk),
        content_type="application/x-www-form-urlencoded",
        headers={"X-Queued-For": str(waiting.users["dave"].pk)},
        **{"CONTENT_LENGTH": "48", "wsgi.input": BytesIO(b"present=on&once=")},
    )
    assert (answer.status_code, answer.get("X-Queued")) == (408, None)
    assert not JournalEntry.objects.filter(act="check_in").exists()
    assert sent(waiting, waiting.client("dave"), "dave")["X-Queued"] == "done"


def test_a_role_that_was_taken_away_meanwhile_is_refused_for_good(waiting: World) -> None:
    Membership.objects.filter(user=waiting.users["dave"]).update(role="supervisor")
    answer = sent(waiting, waiting.client("dave"), "dave")
    assert (answer.status_code, answer["X-Queued"]) == (403, "refused")
    assert "None of your roles" in answer.content.decode()
    assert not JournalEntry.objects.filter(act="check_in").exists()


def test_what_comes_late_brings_its_words_along(drawn: World) -> None:
    drawn.published()
    headers = {"X-Queued-For": str(drawn.users["dave"].pk), "X-Queued-Late": "1"}
    url = drawn.url("report_result", 1)
    answer = drawn.client("dave").post(url, {"line": "1 1-0", "once": "k"}, headers=headers)
    assert answer.json()["said"] == ["Table 1: 1–0"]
    assert "Table 1: 1–0</p>" not in drawn.get("dave", "round_desk", 1).content.decode()


def test_who_is_signed_in_is_said_with_a_token(world: World) -> None:
    assert world.client("anonymous").get(reverse("sender")).json() == {"person": ""}
    answer = world.client("dave").get(reverse("sender"))
    assert answer.json()["person"] == str(world.users["dave"].pk)
    assert "no-store" in answer["Cache-Control"]
    Session.objects.all().delete()
    world.client("dave").cookies.pop(settings.CSRF_COOKIE_NAME)
    assert world.client("dave").get(reverse("sender")).json() == {"person": ""}
