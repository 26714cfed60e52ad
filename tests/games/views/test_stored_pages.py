"""A player's page is shown from what is stored, and never after anything was done that it shows."""

from __future__ import annotations

import re
import zlib
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.views import mine
from portal import outbox
from portal.accounts.models import User
from portal.outbox.work import kinds
from tests.games.views.counting import accept, mark, the_count
from tests.games.views.mine import page, seats
from tests.world import ValidClient, World
from tournaments.acts.entering.players import revoke_link
from tournaments.acts.results import report_result
from tournaments.models import Entry, PlayerLink, PrivatePage, PrivateStamp, Round, Section
from tournaments.pages import private_pages

pytestmark = pytest.mark.django_db
STORED = 2
"""Queries of a page that is stored: itself with its link, and the stamps of its places."""
KEY = re.compile(r'name="once" value="([0-9a-f]{32})"')


@pytest.fixture(autouse=True)
def stored_for_ten_minutes(settings: Any) -> None:
    settings.PRIVATE_PAGES_FOR = 600.0


@pytest.fixture
def address(playing: World) -> str:
    """Of who sits first at table 1, read once."""
    address = page(seats(playing)[0])
    ValidClient().get(address)
    return address


def queries_of(address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert ValidClient().get(address).status_code == 200
    return len(queries)


def texts() -> list[str]:
    return [zlib.decompress(body).decode() for body in PrivatePage.objects.values_list("body", flat=True)]


def result(world: World, table: int) -> None:
    report_result(
        round_=world.round(1), table=table, value="1-0", seen=None, by=User.objects.get(username="dave")
    )


@pytest.mark.slow
def test_the_second_reader_gets_the_same_with_keys_of_his_own(address: str) -> None:
    first, second = ValidClient().get(address), ValidClient().get(address)
    assert queries_of(address) == STORED
    keys = [KEY.findall(answer.content.decode()) for answer in (first, second)]
    assert keys[0]
    assert not set(keys[0]) & set(keys[1])
    assert KEY.sub("", first.content.decode()) == KEY.sub("", second.content.decode())
    now = ValidClient().get(address, {"past": "1"})
    headers = [dict(answer.headers.items()) for answer in (second, now)]
    for row in headers:
        for name in ("Content-Length", "X-Request-ID"):
            del row[name]
    assert headers[0] == headers[1]
    assert KEY.sub("", now.content.decode()) == KEY.sub("", second.content.decode())


@pytest.mark.slow
def test_the_database_alone_opens_nothing(address: str) -> None:
    """Neither the secret nor a key is stored."""
    secret = address.split("/")[-2]
    [text] = texts()
    assert secret not in text
    assert not KEY.search(text)
    typed = address.replace(secret, secret.upper())
    assert secret.upper() in ValidClient().get(typed).content.decode()


@pytest.mark.slow
def test_a_link_that_is_revoked_opens_nothing_at_once(playing: World, address: str) -> None:
    entry = seats(playing)[0]
    revoke_link(entry=entry, by=User.objects.get(username="alice"))
    assert ValidClient().get(address).status_code == 410
    assert ValidClient().get(address[:-4] + "zzz/").status_code == 404


@pytest.mark.slow
def test_without_an_act_nothing_opens_either(playing: World, address: str) -> None:
    Section.objects.filter(pk=playing.section.pk).update(state=Section.State.DRAFT)
    assert ValidClient().get(address).status_code == 404
    Section.objects.filter(pk=playing.section.pk).update(state=Section.State.RUNNING)
    PlayerLink.objects.update(revoked_at=timezone.now())
    assert ValidClient().get(address).status_code == 410


@pytest.mark.slow
def test_a_result_at_another_table_leaves_it(playing: World, address: str) -> None:
    result(playing, 2)
    assert queries_of(address) == STORED
    result(playing, 1)
    assert queries_of(address) > STORED
    assert queries_of(address) == STORED


@pytest.mark.slow
def test_what_is_done_while_it_is_read_keeps_it_from_being_stored(
    playing: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = page(seats(playing)[0])
    read = mine.own_page

    def meanwhile(entry: Entry) -> Any:
        answer = read(entry)
        if not PrivateStamp.objects.filter(place__startswith="table:").exists():
            result(playing, 1)
        return answer

    monkeypatch.setattr(mine, "own_page", meanwhile)
    assert "How did your game end?" in ValidClient().get(address).content.decode()
    assert not PrivatePage.objects.exists()
    assert "How did your game end?" not in ValidClient().get(address).content.decode()
    assert PrivatePage.objects.exists()


@pytest.mark.slow
def test_a_round_that_begins_makes_it_another(playing: World, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = timezone.now() + timedelta(minutes=5)
    Round.objects.filter(pk=playing.round(1).pk).update(starts_at=starts)
    address = page(seats(playing)[0])
    assert "How did your game end?" not in ValidClient().get(address).content.decode()
    assert PrivatePage.objects.get().until == starts
    monkeypatch.setattr("django.utils.timezone.now", lambda: starts)
    assert "How did your game end?" in ValidClient().get(address).content.decode()


@pytest.mark.slow
def test_nobody_is_shown_a_page_for_longer_than_it_is_sure(address: str, playing: World) -> None:
    """Processes of the release before tell nothing of what they do."""
    left = PrivatePage.objects.get().until - timezone.now()
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)
    PrivatePage.objects.update(release="before")
    assert queries_of(address) > STORED


@pytest.mark.slow
def test_the_record_of_the_own_game_is_stored_until_something_is_done_to_it(playing: World) -> None:
    first, second = seats(playing)
    addresses = [page(entry, "my_record", 1) for entry in (first, second)]
    for address in addresses:
        assert queries_of(address) > STORED
        assert queries_of(address) == STORED
    result(playing, 2)
    assert [queries_of(address) for address in addresses] == [STORED] * 2
    sent = ValidClient().post(page(first, "submit_my_record", 1), {"text": "1. C2=5 H8+7", "once": "r"})
    assert sent.status_code == 302
    # While the worker reads, and what becomes of it.
    reading = [ValidClient().get(address).content.decode() for address in addresses]
    assert all(queries_of(address) > STORED for address in addresses)
    outbox.drain()
    done = [ValidClient().get(address).content.decode() for address in addresses]
    assert ["/progress/" in text for text in (*reading, *done)] == [True, True, False, False]
    assert [queries_of(address) for address in addresses] == [STORED] * 2
    # Another game, another language and whatever else is asked for are pages of their own.
    assert "C2=5" not in ValidClient().get(page(seats(playing, 2)[0], "my_record", 1)).content.decode()
    assert queries_of(addresses[0].replace("/en/", "/vi/")) > STORED
    assert queries_of(f"{addresses[0]}?rulebook=axf") > STORED
    revoke_link(entry=first, by=User.objects.get(username="alice"))
    assert [ValidClient().get(address).status_code for address in addresses] == [410, 200]


@pytest.mark.slow
def test_the_count_of_the_own_game_is_stored_until_something_is_done_to_it(played: World) -> None:
    first, second = seats(played)
    address = page(second, "my_count", 1)
    assert queries_of(address) > STORED
    assert queries_of(address) == STORED
    mark(first)
    assert "Agree to this count" in ValidClient().get(address).content.decode()
    assert queries_of(address) == STORED
    accept(second, the_count())
    assert "Agree to this count" not in ValidClient().get(address).content.decode()
    assert queries_of(address) == STORED
    assert queries_of(f"{address}?new=1") > STORED


@pytest.mark.slow
def test_staff_get_a_page_of_the_moment(playing: World) -> None:
    address = page(seats(playing)[0])
    answer = playing.client("alice").get(address)
    assert "alice" in answer.content.decode()
    assert not PrivatePage.objects.exists()


@pytest.mark.slow
def test_an_open_page_hears_that_it_is_the_latest(address: str) -> None:
    [version] = set(re.findall(r'\?v=([0-9a-f]{16})"', ValidClient().get(address).content.decode()))
    with CaptureQueriesContext(connection) as queries:
        assert ValidClient().get(address, {"v": version}).status_code == 204
    assert len(queries) == STORED
    assert ValidClient().get(address, {"v": "0" * 16}).status_code == 200


@pytest.mark.slow
def test_the_worker_makes_pages_anew_when_a_round_is_published(drawn: World) -> None:
    """Before most players ask."""
    addresses = [page(entry) for entry in drawn.section.entries.order_by("number")]
    for address in addresses:
        ValidClient().get(address)
    drawn.published()
    outbox.drain()
    assert [queries_of(address) for address in addresses] == [STORED] * len(addresses)
    assert "Table</span> <b>1</b>" in "".join(
        ValidClient().get(address).content.decode() for address in addresses
    )


@pytest.mark.slow
def test_whoever_is_forgotten_stands_in_none(playing: World, address: str) -> None:
    """Neither in the own page nor in an opponent's, and what was read before is not stored afterwards."""
    first, second = seats(playing)
    ValidClient().get(page(second))
    assert any(first.player.name in text for text in texts())
    private_pages.forget_pages()
    assert texts() == []
    before = private_pages.stamps_of([private_pages.SITE])
    private_pages.forget_pages()
    assert private_pages.stamps_of([private_pages.SITE]) != before


def test_of_every_kind_of_work_it_is_said_what_it_changes() -> None:
    """What restores an event may change everything."""
    classified = private_pages.NOT_SHOWN | private_pages._by_kind.keys()
    assert set(kinds()) - classified == {"restore"}
    assert not private_pages.NOT_SHOWN & private_pages._by_kind.keys()
