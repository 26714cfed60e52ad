"""The cast of an event: Alice (chief organiser), Bob (chief referee), Carol (desk), Dave (referee), Erin
(supervisor), Frank (organiser), a site administrator, and Charlie, who is chief of another event; each with a
client that refuses invalid HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import html5lib
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from portal import outbox
from portal.accounts.models import User
from tests.cached_worlds import remember
from tournaments.acts.results import current_report
from tournaments.models import Event, Pairing, Role, Round, Section
from tournaments.queries.progress import round_revision, stand_with_results

ROUND_ACTS = frozenset(
    {
        *("confirm_players", "pair_round", "swap_players", "flip_colours", "give_bye", "rule_pair"),
        *("lift_rule", "miss_round", "set_away", "forfeit_absent", "close_round", "reopen_round"),
    }
)

PASSWORD = make_password("x")

ROLES = {
    "alice": Role.CHIEF_ORGANISER,
    "bob": Role.CHIEF_REFEREE,
    "carol": Role.DESK,
    "dave": Role.REFEREE,
    "erin": Role.SUPERVISOR,
    "frank": Role.ORGANISER,
}


class ValidClient(Client):
    """Fails on a page whose HTML is not valid."""

    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        if response.get("Content-Type", "").startswith("text/html") and response.content:
            check_html(response)
        return response


_valid: set[int] = set()
"""Digests of the skeletons of pages that were looked at."""
TEXT = re.compile(r'(="|>)([^"<]*)(?=["<])')
"""The value of an attribute, or what stands between two tags."""
REFERENCE = re.compile(r"&[^;]{0,8};?")


BESIDE = re.compile(r'<a\b[^>]*?\bhref="(?:e|o|person|search)/[^"]*')

ALIKE = re.compile(r"(<(option|tr)\b(?:(?!<\2\b).)*?</\2>\s*)\1+", re.DOTALL)
"""Choices or rows that are alike, one behind the other."""


def skeleton(html: str) -> str:
    """What decides whether HTML is valid: its elements, which attributes they have, where text stands and
    which character references; a page with other names on it, or with more rows, has the same."""
    empty = TEXT.sub(
        lambda matches: matches[1] + "x" * bool(matches[2].strip()) + "".join(REFERENCE.findall(matches[2])),
        html,
    )
    return ALIKE.sub(r"\1", empty)


def check_html(response: HttpResponse) -> None:
    html = response.content.decode()
    # What all pages share lies below the root of a language: without it, it leads below the page it is on.
    assert (beside := BESIDE.findall(html)) == [], beside
    text = skeleton(html)
    digest = hash(text)
    if digest in _valid:
        return
    parser = html5lib.HTMLParser()
    if text.lstrip().lower().startswith("<!doctype"):
        parser.parse(text)
    else:
        parser.parseFragment(text, container="body")
    assert parser.errors == [], [(place, code) for place, code, _ in parser.errors]
    _valid.add(digest)


@dataclass
class World:
    """An event with a section, another event with one, and everybody's client."""

    event: Event
    section: Section
    other: Section
    users: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """Of the clients, who is signed in with which session."""
        by_key = {
            name: client.cookies.get(settings.SESSION_COOKIE_NAME) for name, client in self.clients.items()
        }
        return vars(self) | {"clients": {name: cookie.value for name, cookie in by_key.items() if cookie}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        sessions = state.pop("clients")
        vars(self).update(state, clients={})
        self.sign_in(sessions)

    def sign_in(self, sessions: dict[str, str]) -> None:
        for name, session in sessions.items():
            self.clients.setdefault(name, ValidClient()).cookies[settings.SESSION_COOKIE_NAME] = session

    def client(self, name: str) -> Client:
        if name not in self.clients:
            self.clients[name] = ValidClient()
            if name != "anonymous":
                self.clients[name].force_login(self.users[name])
        return self.clients[name]

    def round(self, number: int = 1) -> Round:
        return Round.objects.select_related("section__event").get(section=self.section, number=number)

    def url(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.event.slug, self.section.slug, *more])

    def get(self, who: str, name: str, /, *more: Any) -> Any:
        return self.client(who).get(self.url(name, *more))

    def post(self, who: str, name: str, /, *more: Any, htmx: bool = False, **data: Any) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        sent = {"once": uuid4().hex} | self.shown_values(name, *more) | data
        return self.client(who).post(self.url(name, *more), sent, headers=headers)

    def shown_values(self, name: str, *more: Any) -> dict[str, str]:
        """What a page that was loaded just now says of the round."""
        if name not in ROUND_ACTS:
            return {}
        round_ = self.section.round_set.filter(number=more[0]).first()
        if round_ is None:
            return {}
        return {"round_seen": (stand_with_results if name == "close_round" else round_revision)(round_)}

    def remembered(self, done: Callable[[int], object], number: int) -> Round:
        """A round that ``done`` took on, and everybody still signed in."""

        def do() -> dict[str, str]:
            done(number)
            return self.__getstate__()["clients"]

        self.sign_in(remember(f"{__name__}.{done.__name__}", do, number))
        return self.round(number)

    def paired(self, number: int = 1) -> Round:
        """A draft, through the views."""
        return self.remembered(self._pair, number)

    def published(self, number: int = 1) -> Round:
        return self.remembered(self._publish, number)

    def played(self, number: int = 1) -> Round:
        return self.remembered(self._play, number)

    def closed(self, number: int = 1) -> Round:
        return self.remembered(self._close, number)

    def _pair(self, number: int) -> None:
        assert self.post("bob", "pair_round", number).status_code == 302
        outbox.drain()

    def _publish(self, number: int) -> None:
        round_ = self.paired(number)
        answer = self.post("bob", "publish_round", number, seen=round_.draft_digest)
        assert answer.status_code == 302
        outbox.drain()

    def _play(self, number: int) -> None:
        round_ = self.published(number)
        for table in tables(round_):
            answer = self.post("carol", "report_result", number, line=f"{table} 1-0", htmx=True)
            assert answer.status_code == 200

    def _close(self, number: int) -> None:
        self.played(number)
        assert self.post("bob", "close_round", number).status_code == 302
        outbox.drain()


def tables(round_: Round) -> list[int]:
    pairings = round_.pairings.filter(table__isnull=False).order_by("table")
    return [table for table in pairings.values_list("table", flat=True) if table]


def pairing_at(world: World, table: int) -> Pairing:
    return Pairing.objects.select_related("round__section__event").get(round=world.round(), table=table)


def entry_at(world: World, table: int, colour: str) -> Any:
    return pairing_at(world, table).seats.select_related("entry__player").get(colour=colour).entry


def value_at(world: World, table: int) -> str:
    report = current_report(pairing_at(world, table))
    return report.value if report else ""


def count(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url).status_code == 200
    return len(queries)
