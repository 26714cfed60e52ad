"""What a token's scopes reach: the table of rights, and every address asked with a token of every scope."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from portal.accounts.models import User
from portal.accounts.tokens import SCOPES as WORDS
from portal.api.authentication import ByCaller
from tests.portal.api.callers import Caller
from tests.tournaments.addresses import address
from tests.world import World
from tournaments.acts.frame import ACTS
from tournaments.models import Membership, Role
from tournaments.policy import TABLES, Act, rights_of, scopes_of


def views(resolver: URLResolver) -> Iterator[tuple[str, Any]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern)
        elif isinstance(pattern, URLPattern) and getattr(pattern.callback, "view_class", None):
            yield str(pattern.name), pattern.callback.view_class


def scoped() -> list[tuple[str, str, str, str]]:
    """(name of the address, method, its scope, the right of its act) of all that ask for a scope."""
    return [
        (name, method, scope, str(ACTS[act].right or "") if act in ACTS else "")
        for name, view in views(get_resolver())
        for method, scope in getattr(view, "scopes", {}).items()
        for act in [getattr(getattr(view, method.lower(), None), "act", "")]
    ]


def test_every_scope_is_a_row_of_the_tables() -> None:
    rows = {scope for tables in TABLES for scope in tables.scopes}
    assert rows == set(WORDS)
    assert {scope for _name, _method, scope, _right in scoped()} == rows


def test_what_an_address_does_its_scope_may_do() -> None:
    beyond = [
        (name, scope, right)
        for name, _method, scope, right in scoped()
        if right and right not in rights_of([scope])
    ]
    assert beyond == []


@pytest.mark.slow
def test_every_address_asked_with_a_token_of_every_scope(
    drawn: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token of another scope is told which one it lacks; the right one is not."""
    often = dict.fromkeys(("api", "public", "check", "live"), "1000000/min")
    monkeypatch.setattr(ByCaller, "THROTTLE_RATES", often)
    callers = {scope: Caller(drawn.users["bob"], scope) for scope in WORDS}
    wrong = []
    for name, method, wanted, _right in scoped():
        url = address(drawn, name)
        for scope, caller in callers.items():
            # A body that no act takes: nothing is done in this test.
            answer = caller.get(url) if method == "GET" else caller.post(url, {"no such field": 1})
            lacks = answer.status_code == 403 and answer.json()["code"] == "no-scope"
            if lacks != (scope != wanted):
                wrong.append((name, method, wanted, scope, answer.status_code))
    assert wrong == []


def test_the_scopes_that_an_account_has(drawn: World) -> None:
    """Of a referee, an administrator, and somebody with no role anywhere."""
    referee = scopes_of(drawn.users["dave"])
    assert {"read", "results", "fouls", "records"} <= referee
    assert referee.isdisjoint({"site", "fees", "announcements"})
    assert {"site", "persons", "organisations"} <= scopes_of(User.objects.create_superuser("root"))
    nobody = User.objects.create_user("passer-by")
    assert scopes_of(nobody) == frozenset()
    Membership.objects.create(event=drawn.event, user=nobody, role=Role.CHIEF_ORGANISER)
    assert "events" in scopes_of(nobody)


def test_an_act_asks_the_table_again(drawn: World) -> None:
    """A token for the events undoes no result, though its owner may correct it."""
    assert str(Act.CORRECT_RESULT) not in rights_of(["events", "read"])
