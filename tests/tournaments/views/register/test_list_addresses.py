"""Lists of ratings that are fetched by themselves."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone

from portal.accounts.models import User
from portal.outbox import Job
from tests.portal.webhooks.receiver import Receiver, receiving
from tests.tournaments.exchange.ratings.rating_texts import egf, egf_row
from tests.working import compute
from tests.world import World
from tournaments.acts.register.list_addresses import fetch_list_soon
from tournaments.exchange.ratings.rating_list_changes import ListChanges, OddRow, list_changes, oddities
from tournaments.exchange.ratings.rating_lists import RatedRow
from tournaments.models import Federation, ListAddress, Person, PersonNumber, PersonRating, RatingList


def a_list(ratings: list[int]) -> bytes:
    rows = [
        egf_row(f"1000{place:04}", f"Wu Lan{place}", "CN", "Beij", "3d", rating)
        for place, rating in enumerate(ratings)
    ]
    return egf(rows, len(rows)).decode().encode("latin-1")


RATINGS = [2000 + place for place in range(20)]
FIDE = b"""<playerslist>
<player><fideid>100013</fideid><name>Ng, Al</name><country>MAS</country><sex>M</sex><title></title>
<rating>2101</rating><rapid_rating>2050</rapid_rating><birthday>1990</birthday><flag></flag></player>
<player><fideid>100014</fideid><name>Ng, Bo</name><country>MAS</country><rating>1900</rating></player>
</playerslist>"""


@pytest.fixture
def server(settings: Any) -> Iterator[Receiver]:
    """On this machine, where it is allowed; it has a list of the EGF."""
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    with receiving() as receiver:
        receiver.status, receiver.answer = 200, a_list(RATINGS)
        yield receiver


def add(world: World, url: str, source: str = "egf", **more: Any) -> ListAddress:
    answer = world.client("admin").post(
        reverse("add_list_address"), {"source": source, "url": url, "days": "7", "once": "k", **more}
    )
    assert answer.status_code == 302, answer.content.decode()
    compute()
    return ListAddress.objects.get()


def again(address: ListAddress, **more: Any) -> ListAddress:
    fetch_list_soon(address, **more)
    compute()
    address.refresh_from_db()
    return address


def page(world: World) -> str:
    return world.client("admin").get(reverse("rating_lists")).content.decode()


@pytest.mark.django_db
def test_a_list_is_fetched_at_once_and_again_when_its_day_comes(world: World, server: Receiver) -> None:
    server.headers = {"ETag": '"a"', "Last-Modified": "Thu, 01 Oct 2026 00:00:00 GMT"}
    address = add(world, server.url)
    assert (RatingList.objects.get().rows, address.error, address.failures) == (20, "", 0)
    assert "Lists that are fetched" in page(world)
    waits = Job.objects.get(key=f"list-fetch:{address.pk}", state=Job.State.NEW)
    assert 6.9 < (waits.due_at - timezone.now()).total_seconds() / 86400 < 7.1
    server.status, server.answer = 304, b""
    again(address)
    headers = server.got[-1][1]
    assert (headers["if-none-match"], headers["if-modified-since"]) == (
        '"a"',
        "Thu, 01 Oct 2026 00:00:00 GMT",
    )
    assert (RatingList.objects.count(), address.failures) == (1, 0)


@pytest.mark.django_db
def test_the_same_bytes_are_no_new_list_and_others_say_what_changed(world: World, server: Receiver) -> None:
    address = add(world, server.url)
    again(address)
    assert RatingList.objects.count() == 1
    server.answer = a_list([*(rating + 1 for rating in RATINGS), 1500])
    again(address)
    newest = RatingList.objects.order_by("-pk")[0]
    assert newest.changed == {"before": 20, "new": 1, "rating": 20}
    assert "1 new · 20 ratings" in page(world)


@pytest.mark.slow
@pytest.mark.django_db
def test_an_odd_list_waits_until_somebody_has_looked_at_it(world: World, server: Receiver) -> None:
    address = add(world, server.url)
    server.answer = a_list(RATINGS[:5])
    again(address)
    assert (address.odd, RatingList.objects.count()) == (["shrunk"], 1)
    text = page(world)
    assert "More than half of the players of the list before are no longer in it." in text
    decide = {"address": address.pk, "seen": address.odd_digest, "once": "d"}
    # Whoever has seen another list decides nothing.
    answer = world.client("admin").post(
        reverse("decide_on_fetched_list"), {**decide, "seen": "x", "load": "on"}
    )
    assert answer.status_code == 409
    world.client("admin").post(reverse("decide_on_fetched_list"), {**decide, "load": "on"})
    compute()
    address.refresh_from_db()
    assert (address.odd, RatingList.objects.count()) == ([], 2)


@pytest.mark.django_db
def test_an_odd_list_that_was_passed_over_does_not_ask_again(world: World, server: Receiver) -> None:
    address = add(world, server.url)
    server.answer = a_list(RATINGS[:5])
    again(address)
    decide = {"address": address.pk, "seen": address.odd_digest, "once": "d"}
    world.client("admin").post(reverse("decide_on_fetched_list"), decide)
    again(address)
    assert (address.odd, RatingList.objects.count()) == ([], 1)
    server.answer = a_list(RATINGS)
    again(address)
    assert address.odd == []


@pytest.mark.django_db
def test_another_list_than_was_looked_at_is_not_loaded(world: World, server: Receiver) -> None:
    address = add(world, server.url)
    server.answer = a_list(RATINGS[:5])
    seen = again(address).odd_digest
    server.answer = a_list(RATINGS[:4])
    again(address, trusted=seen)
    assert RatingList.objects.count() == 1
    assert address.odd_digest != seen


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "body", "error"),
    [(404, b"", "fetch-status"), (302, b"", "fetch-status"), (200, b"<html>", "rating-list-unreadable")],
)
def test_what_fails_leaves_the_list_and_tells_after_three(
    world: World, server: Receiver, status: int, body: bytes, error: str
) -> None:
    address = add(world, server.url)
    server.status, server.answer, server.location = status, body, "http://10.0.0.1/"
    for failures in (1, 2, 3):
        again(address)
        assert (address.error, address.failures) == (error, failures)
        assert ("could not be fetched" in page(world)) is (failures == 3)
    state = world.client("admin").get(reverse("status")).content.decode()
    assert "could not be fetched" in state
    assert RatingList.objects.count() == 1
    server.status, server.answer = 200, a_list(RATINGS)
    assert again(address).failures == 0


@pytest.mark.django_db
def test_nothing_is_fetched_inside_a_private_network(world: World, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    address = add(world, "https://127.0.0.1:1/list")
    assert (address.error, RatingList.objects.count()) == ("fetch-private", 0)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_table_is_read_as_its_headings_were_chosen(world: World, server: Receiver) -> None:
    server.answer = b"name,rating\nWu Lan,2311\n"
    address = add(world, server.url, "csv", name="Our list")
    assert RatingList.objects.get().title == "Our list"
    server.answer = b"a,b\nWu Lan,2311\n"
    assert again(address).error == "fetch-columns"


@pytest.mark.django_db
def test_of_fides_list_only_persons_of_the_register_are_kept(world: World, server: Receiver) -> None:
    person = Person.objects.create(name="Ng Al", federation=Federation.objects.all()[0])
    PersonNumber.objects.create(person=person, issuer="fide", number="100013")
    server.answer = FIDE
    address = add(world, server.url, "fide")
    assert address.error == ""
    on = timezone.localdate().replace(day=1)
    entered = PersonRating.objects.values_list("person", "issuer", "value", "on").order_by("issuer")
    assert list(entered) == [(person.pk, "fide", 2101, on), (person.pk, "fide-rapid", 2050, on)]
    assert not RatingList.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_who_has_named_the_address_hears_by_mail_when_nothing_came_three_times(
    world: World, server: Receiver, mailoutbox: list[EmailMessage]
) -> None:
    User.objects.filter(username="admin").update(email="admin@example.org")
    address = add(world, server.url)
    server.status, server.answer = 404, b""
    again(again(address))
    assert mailoutbox == []
    again(again(address))
    (letter,) = mailoutbox
    assert letter.to == ["admin@example.org"]
    assert "EGF: all players" in letter.subject
    assert "The server answered 404" in letter.body
    assert letter.body.strip().endswith("/rating-lists/")
    # Once until it comes again.
    server.status, server.answer = 200, a_list(RATINGS)
    again(address)
    server.status = 404
    again(again(again(address)))
    assert len(mailoutbox) == 2


def in_register(number: str) -> Person:
    person = Person.objects.create(name="Ng Al", federation=Federation.objects.all()[0])
    PersonNumber.objects.create(person=person, issuer="fide", number=number)
    return person


def zipped(body: bytes, written: tuple[int, int, int]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("list.xml", (*written, 0, 0, 0)), body)
    return file.getvalue()


TEXT = b"".join(Path("tests/fixtures/ratings/fide-standard.txt").read_bytes().splitlines(True)[:3])
HOURS = {"Last-Modified": "Wed, 30 Sep 2026 22:10:00 GMT"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "number", "on"),
    [
        (TEXT, "900001", date(2026, 10, 1)),
        (zipped(FIDE, (2026, 8, 31)), "100013", date(2026, 9, 1)),
        (zipped(FIDE, (2026, 9, 1)), "100013", date(2026, 9, 1)),
        (FIDE, "100013", date(2026, 10, 1)),
    ],
    ids=["heading", "packed before its day", "packed on its day", "server"],
)
def test_fides_list_is_of_the_day_that_it_says(
    world: World, server: Receiver, body: bytes, number: str, on: date
) -> None:
    in_register(number)
    server.answer, server.headers = body, HOURS
    add(world, server.url, "fide")
    assert PersonRating.objects.get(issuer="fide").on == on


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "stands", "odd"),
    [
        (FIDE, (1700, date(2026, 9, 1)), ["moved"]),
        (FIDE, (2090, date(2026, 11, 1)), ["older"]),
        (FIDE.replace(b"100013", b"100015"), (2090, date(2026, 9, 1)), ["shrunk"]),
        (FIDE.replace(b"1900", b"99999"), (2090, date(2026, 9, 1)), ["left out"]),
        (FIDE, (2090, date(2026, 9, 1)), []),
    ],
    ids=["moved", "older", "shrunk", "left out", "as usual"],
)
def test_fides_list_waits_as_well_where_something_of_it_is_odd(
    world: World, server: Receiver, body: bytes, stands: tuple[int, date], odd: list[str]
) -> None:
    person = in_register("100013")
    PersonRating.objects.create(person=person, issuer="fide", value=stands[0], on=stands[1])
    server.answer, server.headers = body, HOURS
    address = add(world, server.url, "fide")
    assert address.odd == odd
    entered = PersonRating.objects.filter(issuer="fide", on=date(2026, 10, 1))
    assert entered.exists() is not bool(odd)
    if odd == ["moved"]:
        decide = {"address": address.pk, "seen": address.odd_digest, "load": "on", "once": "d"}
        world.client("admin").post(reverse("decide_on_fetched_list"), decide)
        compute()
        assert entered.get().value == 2101


@pytest.mark.django_db
def test_a_file_that_is_too_large_is_not_read_to_its_end(
    world: World, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.slow_tasks.MOST_BYTES", 100)
    assert add(world, server.url).error == "fetch-too-large"


def test_changes_are_counted_whatever_the_order() -> None:
    before = [RatedRow("1", "A", "a", rating=2000), RatedRow("2", "B", "b"), RatedRow("", "C", "c", "CN")]
    after = [
        RatedRow("", "C", "c", "CN", grade="1d"),
        RatedRow("1", "A", "a", "DE", rating=2301),
        RatedRow("3", "D", "d"),
    ]
    counted = ListChanges(before=3, new=1, gone=1, rating=1, grade=1, country=1, far=1)
    assert list_changes(before, after) == counted
    assert list_changes(before[::-1], after[::-1]) == counted


@pytest.mark.parametrize(
    ("changes", "rows", "left_out", "day", "odd"),
    [
        (ListChanges(before=10, gone=5), 5, 0, 1, ()),
        (ListChanges(before=10, gone=6), 4, 0, 1, (OddRow.SHRUNK,)),
        (ListChanges(), 90, 10, 1, ()),
        (ListChanges(), 89, 10, 1, (OddRow.LEFT_OUT,)),
        (ListChanges(before=10), 10, 0, 2, ()),
        (ListChanges(before=10), 10, 0, 0, (OddRow.OLDER,)),
        (ListChanges(before=20, far=2), 20, 0, 1, ()),
        (ListChanges(before=20, far=3), 20, 0, 1, (OddRow.MOVED,)),
    ],
)
def test_what_is_odd_of_a_list(
    changes: ListChanges, rows: int, left_out: int, day: int, odd: tuple[OddRow, ...]
) -> None:
    dated = date(2026, 10, 1 + day)
    assert oddities(changes, rows, left_out, dated, date(2026, 10, 2)) == odd
