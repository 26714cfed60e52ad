"""Every address of the project, and who may use it. A new one fails here until its row is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import translation

from tests.cached_worlds import remembered
from tests.tournaments.addresses import EXCLUDED, POST_DIFFERS, TABLE, UNNAMED, address
from tests.tournaments.rows import EVERYBODY, STAFF
from tests.world import World

KINDS = (("anonymous",), (*STAFF, "admin"), ("charlie", "nobody"))
"""Who is refused alike."""


def patterns(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, str]]:
    """(name with its namespace, name of the view) of every address."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "__name__", "")
            yield f"{namespace}{pattern.name or ''}", view
        else:
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from patterns(pattern, inner)


def test_every_address_stands_in_the_table() -> None:
    with translation.override("en"):
        collected = [(name, view) for name, view in patterns(get_resolver()) if not name.startswith(EXCLUDED)]
    unknown = {name or view for name, view in collected if name not in TABLE and view not in UNNAMED}
    assert unknown == set(), "a Row in tests/tournaments/addresses.py, or may= of the act's Case"
    assert set(TABLE) <= {name for name, _ in collected}


DONE_ONCE = frozenset(("my_withdraw_entry", "renew_own_link"))


def expected(name: str, who: str, method: str) -> int:
    row = TABLE[name]
    through = row.get if method == "get" else row.post
    if through == 405:
        # The views of the second factor ask for the sign-in first, then look at the method.
        return 302 if who == "anonymous" and name.startswith("mfa_") else 405
    may = POST_DIFFERS.get(name, row.may) if method == "post" else row.may
    if who in may:
        return through
    if row.public:
        return 302
    if who == "anonymous":
        return 302
    # Whoever has no role at the event is not told that it is there.
    stranger = row.kind not in ("site", "person", "organisation") and who in ("charlie", "nobody")
    return 404 if stranger else 403


@pytest.fixture
@remembered
def signed_in(drawn: World) -> World:
    """Everybody is."""
    for who in EVERYBODY:
        drawn.client(who)
    return drawn


def answered(name: str, method: str) -> bool:
    row = TABLE[name]
    return (row.get if method == "get" else row.post) != 405


def actors_for(name: str, method: str) -> list[str]:
    """One of those who get through, and of those who are refused who has no account, one who works at the
    event and one who does not; others for each address, and the rest in the long proof. To a method that is
    not answered all get the same: who has no account and who has one stand for them. On PostgreSQL only who
    gets through asks: who is refused is so before the page has asked anything of its own."""
    everywhere = connection.vendor != "postgresql"
    if not answered(name, method):
        return ["anonymous", "bob"] if everywhere else []
    row = TABLE[name]
    may = POST_DIFFERS.get(name, row.may) if method == "post" else row.may
    refused = [[who for who in kind if who not in may] for kind in KINDS] if everywhere else []
    number = list(TABLE).index(name)
    chosen = {people[number % len(people)] for people in [sorted(may), *refused] if people}
    return [who for who in EVERYBODY if who in chosen]


def check(world: World, name: str, method: str, people: Sequence[str]) -> None:
    url = address(world, name)
    values: dict[str, int] = {}
    for who in people:
        client = world.client(who)
        with transaction.atomic():
            response: HttpResponse = getattr(client, method)(url)
            # What one has deleted, or done that is done once, is there for the next.
            transaction.set_rollback(name.startswith("delete_") or name in DONE_ONCE)
        values[who] = response.status_code
        if TABLE[name].kind == "site" and name.startswith("account"):
            world.clients.pop(who)
        if response.status_code == 302 and who == "anonymous" and not TABLE[name].public:
            assert "/account/login/" in response["Location"] or name == "account_logout"
    # ``may`` of a `Case` says 422: where an empty form is accepted, the address has a `Row` instead.
    assert values == {who: expected(name, who, method) for who in people}, f"{name}: its Row, or its Case"


@pytest.mark.parametrize("name", TABLE)
@pytest.mark.slow
def test_who_may(signed_in: World, name: str) -> None:
    for method in ("get", "post"):
        check(signed_in, name, method, actors_for(name, method))


@pytest.mark.long
@pytest.mark.parametrize("name", TABLE)
def test_who_else_may(signed_in: World, name: str) -> None:
    for method in filter(partial(answered, name), ("get", "post")):
        check(signed_in, name, method, [who for who in EVERYBODY if who not in actors_for(name, method)])
