"""Every act at its address by HTTP with a valid body, as each role: who may by the table of permissions does
it or hears why not now, nobody else does anything, and nothing is a fault of the server.

`test_urls` asks the same addresses with empty forms, which are refused before an act begins; the acts' own
tests (`tests.framed`) call them without a request. Then each once more with fields that it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from functools import cache
from inspect import signature
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import BooleanField, ForeignKey, IntegerField, Model
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import translation

from portal.accounts.models import User
from portal.accounts.tokens import SCOPES, make_token
from portal.journal.models import JournalEntry
from portal.published.models import Page
from tests.cast import Cast
from tests.framed import Case
from tests.games.acts.cases import CASES as GAMES
from tests.tournaments.acts.cases import CASES as TOURNAMENTS
from tests.tournaments.acts.register.cases_persons import PERSONS
from tests.tournaments.addresses import POST_DIFFERS, TABLE
from tests.tournaments.rows import EVERYBODY, STAFF
from tournaments.acts.frame import ACTS
from tournaments.models import Entry, Event, Membership, Pairing, RatingPeriod, Role, Round, Section
from tournaments.policy import TABLES
from tournaments.queries.progress import round_revision, stand_with_results

CASES: Mapping[str, Case] = TOURNAMENTS | GAMES
ELSEWHERE = {
    "back_up_event": "backup",
    "change_event": "event_settings",
    "change_section": "section_settings",
    "create_event": "event_create",
    "create_section": "section_create",
    "enter_player": "entry_add",
    "set_schedule": "schedule",
    "set_site": "site",
}
"""Acts whose form stands at an address that is called otherwise."""
ROLES = {
    "alice": Role.CHIEF_ORGANISER,
    "frank": Role.ORGANISER,
    "bob": Role.CHIEF_REFEREE,
    "dave": Role.REFEREE,
    "carol": Role.DESK,
    "erin": Role.SUPERVISOR,
}
NARROWER = {
    "remove_rating_list": frozenset({"admin"}),
    "api_remove_rating_list": frozenset({"admin"}),
    "show_office": frozenset({"frank"}),
}
"""Where the case is narrower than the address: the list that it removes is the whole site's, and an organiser
removes those of the own event; an office is shown as its holder wishes, and nobody else."""
CALLED = {"found_organisation": {"parent": "above"}}
"""Fields of a form that are called otherwise than the act's arguments."""
LINKS = {"private", "captain", "applicant", "quota", "quota_player"}
"""Behind them roles mean nothing; who has no valid one is refused by `test_closed_links`."""
DONE, REFUSED, TURNED_AWAY = {200, 201, 202, 204, 302}, {400, 409, 422}, {403, 404}


@cache
def parts_of(name: str) -> tuple[str, ...]:
    """The names of the parts of an address."""
    with translation.override("en"):
        possible = get_resolver().reverse_dict.getlist(name)
    return tuple(possible[0][0][0][1]) if possible else ()


def address_names() -> Iterator[tuple[str, str]]:
    """(act, name of its address): at the desk, and for programs where there is one."""
    for name in sorted(CASES):
        for address in (ELSEWHERE.get(name, name), f"api_{name}"):
            row = TABLE.get(address)
            if row is not None and row.post != 405 and row.kind not in LINKS:
                yield name, address


def people_of(cast: Cast) -> dict[str, User]:
    """One of each role, and who has none."""
    people: dict[str, User] = {name: getattr(cast, name) for name in EVERYBODY if name in vars(cast)}
    for name in ("erin", "nobody"):
        people[name] = User.objects.create_user(name)
    Membership.objects.create(event=cast.event, user=people["erin"], role=Role.SUPERVISOR)
    held = dict(cast.event.memberships.filter(user__username__in=STAFF).values_list("user__username", "role"))
    assert held == ROLES
    return people


def place_of(name: str, target: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the address ``name`` that leads to ``target``."""
    subject = target[0] if isinstance(target, list) else target
    # Entries that the act is told about, by their keys where it has more than one.
    chosen = arguments.get("entries") or [arguments.get("entry"), *arguments.get("categories", ())][-1:]
    entry = subject if isinstance(subject, Entry) else chosen[0]
    pairing = subject if isinstance(subject, Pairing) else getattr(subject, "pairing", None)
    round_ = subject if isinstance(subject, Round) else getattr(pairing or subject, "round", None)
    section = (
        subject if isinstance(subject, Section) else getattr(round_ or subject or entry, "section", None)
    )
    event = subject if isinstance(subject, Event) else getattr(section or subject, "event", None)
    organisation = getattr(subject, "organisation", None) or subject
    parts = {
        "event": getattr(event, "slug", None),
        "section": getattr(section, "slug", None),
        "number": getattr(round_, "number", None),
        "table": getattr(pairing, "table", None),
        "game": getattr(subject, "game", 1),
        "entry": getattr(entry, "pk", entry),
        "person": getattr(subject, "pk", None),
        "code": getattr(subject, "uid", None),
        "organisation": getattr(organisation, "slug", None),
        "period": getattr(RatingPeriod.objects.first(), "pk", None),
        **dict.fromkeys(("application", "foul", "handover", "record"), getattr(subject, "pk", None)),
    }
    named = {part: parts[part] if parts.get(part) is not None else arguments[part] for part in parts_of(name)}
    return {part: getattr(value, "pk", value) for part, value in named.items()}


def plain(value: Any) -> Any:
    """As it stands in a form or in JSON."""
    if isinstance(value, Model):
        return value.pk
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date | datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return value


def body_of(arguments: Mapping[str, Any], target: str) -> dict[str, Any]:
    """The arguments of an act but its target, as fields; a dataclass is its fields."""
    body: dict[str, Any] = {}
    for name, value in arguments.items():
        if name == target or value is None:
            continue
        if is_dataclass(value):
            body |= body_of({field.name: getattr(value, field.name) for field in fields(value)}, "")
        elif isinstance(value, bytes):
            body[name] = SimpleUploadedFile(f"{name}.txt", value)
        else:
            body[name.rstrip("_")] = plain(value)
    return body


def form_of(body: Mapping[str, Any], target: Any, name: str) -> dict[str, Any]:
    """What a page sends besides: where the round stood, the key of the form, entries that are selected."""
    called = CALLED.get(name, {})
    whole = {called.get(key, key): value for key, value in body.items()}
    sent = {key: value for key, value in whole.items() if value is not False and not isinstance(value, dict)}
    if isinstance(target, Round):
        sent["round_seen"] = (stand_with_results if name == "close_round" else round_revision)(target)
    return {"once": uuid4().hex} | sent


def ask(client: Client, url: str, name: str, target: Any, body: Mapping[str, Any]) -> Any:
    if url.startswith("/api/"):
        texts = {key: value for key, value in body.items() if not isinstance(value, SimpleUploadedFile)}
        return client.post(url, texts, content_type="application/json")
    return client.post(url, form_of(body, target, name))


def client_of(who: str, people: Mapping[str, User], *, program: bool) -> Client:
    client = Client(raise_request_exception=False)
    if who == "anonymous":
        return client
    if program:
        made = make_token(by=people[who], name=uuid4().hex, scopes=sorted(SCOPES), days=7)
        return Client(raise_request_exception=False, headers={"Authorization": f"Bearer {made.secret}"})
    client.force_login(people[who])
    return client


def may(name: str, address: str) -> frozenset[str]:
    """Who, by the table of addresses, and for roles by the table of rights that the act asks."""
    right = ACTS[name].right
    row = POST_DIFFERS.get(address, TABLE[address].may)
    if address in NARROWER:
        return NARROWER[address]
    if TABLE[address].kind == "organisation" or name in (
        "found_organisation",
        "issue_licence",
        "ask_for_licence",
        "set_licence_state",
        *PERSONS,
    ):
        # Whoever has an office there in the world of the case.
        return frozenset({"admin", CASES[name].who})
    if not address.startswith("api_"):
        return row
    # There the address lets in whoever has a token, and the act's right decides.
    roles = next((tables.roles[right] for tables in TABLES if right in tables.roles), frozenset())
    return frozenset(who for who, role in ROLES.items() if role in roles)


@pytest.fixture
def ready(request: pytest.FixtureRequest, name: str) -> Cast:
    cast: Cast = request.getfixturevalue("published" if name in GAMES else "entered")
    return cast


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("name", "address"), list(address_names()))
def test_a_valid_body_is_done_for_who_may_and_for_nobody_else(
    ready: Cast, name: str, address: str, record_property: Any
) -> None:
    act, program = ACTS[name], address.startswith("api_")
    arguments, ready = CASES[name].made(name, ready)
    people = people_of(ready)
    target = arguments.get(act.on.argument)
    with translation.override("en"):
        url = reverse(address, kwargs=place_of(address, target, arguments))
    body = body_of(arguments, act.on.argument)
    allowed = may(name, address)
    lines = JournalEntry.objects.filter(act=act.logged_as)
    before, answers, done = lines.count(), {}, {}
    for who in EVERYBODY:
        with transaction.atomic():
            answer = ask(client_of(who, people, program=program), url, name, target, body)
            answers[who], done[who] = answer.status_code, lines.count() - before
            transaction.set_rollback(True)
    for who, status in answers.items():
        assert status < 500, (who, answers)
        if who == "anonymous":
            assert status in {302, 401} or who in allowed, answers
        elif who == "charlie" and who in allowed:
            # Elsewhere a chief referee here, an organiser in the world of the table.
            assert status in DONE | REFUSED | TURNED_AWAY, answers
        elif who in allowed:
            assert status in DONE | REFUSED, (who, answers)
        elif who in STAFF or who == "nobody":
            assert status in TURNED_AWAY, (who, answers)
        if who not in allowed and who != "admin":
            assert not done[who], (who, answers)
    record_property("done by", ", ".join(who for who in EVERYBODY if done[who]) or "nobody")


SNEAKED = (
    *("is_superuser", "is_staff", "is_active", "password", "username", "user", "user_id", "by", "by_id"),
    *(
        "role",
        "membership",
        "scopes",
        "event",
        "event_id",
        "section",
        "section_id",
        "entry",
        "entry_id",
        "pk",
    ),
    *(
        "id",
        "state",
        "status",
        "published_at",
        "confirmed_at",
        "created_at",
        "supersedes",
        "paid",
        "approved",
    ),
)
"""What rows have and what a request may not say of itself: none of it becomes true by being sent."""


def sneaked(act: Any, body: Mapping[str, Any], cast: Cast) -> dict[str, Any]:
    """The fields that neither the act nor the body knows, with values that would be worth something."""
    stranger = User.objects.get(username="charlie").pk
    worth = {
        "role": Role.CHIEF_ORGANISER.value,
        "created_at": "2001-01-01T00:00:00Z",
        "published_at": "2001-01-01T00:00:00Z",
        "scopes": "all",
        **dict.fromkeys(("user", "user_id", "by", "by_id"), stranger),
        **dict.fromkeys(("event", "event_id"), cast.event.pk + 1),
    }
    proper = {*signature(act).parameters, *body}
    return {name: worth.get(name, 1) for name in SNEAKED if name not in proper}


def all_rows() -> dict[str, list[Any]]:
    """Of every model what says who, what of, how many and in which state; not when, and no secret."""
    rows: dict[str, list[Any]] = {}
    for model in apps.get_models():
        if model._meta.proxy or not model._meta.managed or model is Page:
            # A page says when it was rendered.
            continue
        columns = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, ForeignKey | BooleanField | IntegerField) or field.choices
        ]
        values = model._default_manager.values_list(*columns) if columns else []
        rows[model._meta.label] = sorted(map(repr, values))
    return rows


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("name", "address"), list(address_names()))
def test_fields_that_nobody_asked_for_change_nothing(ready: Cast, name: str, address: str) -> None:
    """A page takes no notice of them, and a program is told that there is no such field."""
    act, program = ACTS[name], address.startswith("api_")
    arguments, ready = CASES[name].made(name, ready)
    people = people_of(ready)
    target = arguments.get(act.on.argument)
    with translation.override("en"):
        url = reverse(address, kwargs=place_of(address, target, arguments))
    body = body_of(arguments, act.on.argument)
    allowed = may(name, address) & people.keys()
    who = CASES[name].who if CASES[name].who in allowed else min(allowed | {"admin"})
    more = sneaked(act, body, ready)
    assert len(more) > 15
    outcomes = []
    for sent in (body, body | more):
        with transaction.atomic():
            answer = ask(client_of(who, people, program=program), url, name, target, sent)
            outcomes.append((answer.status_code, all_rows()))
            transaction.set_rollback(True)
    (status, plain_rows), (status_with_more, rows_with_more) = outcomes
    if program and status in DONE:
        assert status_with_more == 422, answer.content
        refused = {error["field"] for error in answer.json()["errors"] if error["code"] == "unknown-field"}
        assert refused
        assert refused <= more.keys()
    else:
        assert status_with_more == status
        assert {model: rows for model, rows in rows_with_more.items() if rows != plain_rows[model]} == {}
