"""Pages that wait for the worker: it may end between any two of their questions, and they tell the truth.

A page asks whether the work is there, and whether somebody is at it. In the wrong order what ends in between
seems lost for good: neither there nor being made. So the work is done before the first statement of a page,
before the second, and so on; each time the page either still waits (and renews itself) or is the page of
somebody who came later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.color import no_style
from django.db import connection, transaction
from django.urls import reverse

from tests.games.record_texts import GOOD
from tests.games.scoresheets.making import GAMES, rows, texts_of
from tests.games.views.mine import page as own_page
from tests.games.views.mine import seats
from tests.tournaments.exchange.ratings.rating_texts import egf, egf_row
from tests.working import compute
from tests.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
RENEWS = re.compile(r'class="working"')
"""How a page that waits looks for itself again."""
Get = Callable[[], Any]


def a_record(world: World) -> Get:
    world.published()
    world.post("carol", "submit_record", 1, 1, text=GOOD.decode())
    return lambda: world.get("bob", "record", 1, 1)


def an_own_record(world: World) -> Get:
    a_record(world)
    address = own_page(seats(world)[0], "my_record", 1)
    return lambda: world.client("anonymous").get(address)


def scoresheets(world: World) -> Get:
    world.published()
    sent = {"first": rows(texts_of(GAMES[1], "chinese")), "second": rows(texts_of(GAMES[1]))}
    world.post("dave", "scoresheets_submit", 1, 1, **sent)
    return lambda: world.get("bob", "scoresheets", 1, 1)


def a_draft(world: World) -> Get:
    world.post("bob", "pair_round", 1)
    return lambda: world.client("bob").get(world.url("round_desk", 1), follow=True)


def an_overview(world: World) -> Get:
    world.post("bob", "pair_round", 1)
    return lambda: world.client("bob").get(f"/en/desk/{world.event.slug}/")


def a_backup(world: World) -> Get:
    world.client("alice").post(f"/en/desk/{world.event.slug}/-/backup/", {})
    return lambda: world.client("alice").get(f"/en/desk/{world.event.slug}/-/backup/")


def papers(world: World) -> Get:
    world.published()
    sent = {"kind": "pairings", "round": 1, "language": "en", "size": "a4"}
    world.post("carol", "print_paper", **sent)
    return lambda: world.get("carol", "papers")


def a_list_that_is_fetched(world: World) -> Get:
    """From where nothing may be fetched."""
    sent = {"source": "egf", "url": "http://127.0.0.1:9/list.txt", "days": "7", "once": "k"}
    assert world.client("admin").post(reverse("add_list_address"), sent).status_code == 302
    return lambda: world.client("admin").get(reverse("rating_lists"))


def a_list_that_was_sent(world: World) -> Get:
    rows = [egf_row("10000001", "Wu Lan", "CN", "Beij", "3d", 2300)]
    sent = {"source": "egf", "once": "k", "file": SimpleUploadedFile("list.txt", egf(rows, 1))}
    assert world.client("admin").post(reverse("rating_lists"), sent).status_code == 302
    return lambda: world.client("admin").get(reverse("rating_lists"))


WAITING = {
    **dict.fromkeys((a_record, an_own_record, scoresheets, a_draft, a_backup, papers), RENEWS),
    **dict.fromkeys((a_list_that_is_fetched, a_list_that_was_sent), RENEWS),
    an_overview: re.compile("Round 1 is being paired"),
}
"""What such a page says while it waits."""


# A form's token, a style sheet's version; the minute at which a file was made, and how large it came out.
ANOTHER_EACH_TIME = re.compile(
    r"[0-9a-zA-Z]{32,}|v=[0-9a-f]{16}|<time .*?</time>|[0-9.]+\s(?:bytes|KB)", re.DOTALL
)


def text_of(response: Any) -> str:
    """Without what is another for each reader, and each time."""
    assert response.status_code == 200
    return re.sub(r"\s+", " ", ANOTHER_EACH_TIME.sub("", response.content.decode()))


def page_when_done_before(get: Get, statement: int | None) -> tuple[str, int]:
    """Its text where the worker ends before this of its statements, and how many it has; None: before all.
    Afterwards nothing has happened."""
    question_count = 0

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal question_count
        question_count += 1
        if question_count == statement:
            with connection.execute_wrapper(lambda execute, *arguments: execute(*arguments)):
                taken.pop()
                compute()
        return execute(sql, params, many, context)

    taken = [True]
    with transaction.atomic():
        if statement is None:
            compute()
        with connection.execute_wrapper(note):
            text = text_of(get())
        transaction.set_rollback(True)
    with connection.cursor() as cursor:
        # PostgreSQL counts on after a rollback: the same paper would have another number in its address.
        for sql in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(sql)
    return text, question_count


@pytest.mark.parametrize("waiting", WAITING, ids=lambda w: w.__name__)
def test_whenever_the_worker_ends_the_page_tells_the_truth(
    drawn: World, press: None, waiting: Callable[[World], Get]
) -> None:
    get = waiting(drawn)
    before, statements = page_when_done_before(get, 0)
    done, _ = page_when_done_before(get, None)
    waits = WAITING[waiting]
    assert waits.search(before)
    assert not waits.search(done)
    lies = []
    for number in range(1, statements + 1):
        text, _ = page_when_done_before(get, number)
        if not waits.search(text) and text != done:
            lies.append(number)
    assert lies == [], f"of {statements} statements"
