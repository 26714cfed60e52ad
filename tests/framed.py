"""What the frame promises of every act that stands in it (`tournaments.acts.frame`), for the acts of either
app; each has its walk over its own acts, with a `Case` for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal.accounts.models import User
from portal.journal import OnceReusedError
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from tests.cast import Cast
from tests.factories import make_link
from tournaments.acts.frame import ACTS, FramedAct
from tournaments.models import Event, PlayerLink, Seat, Section
from tournaments.policy import SECTIONS, party_of
from tournaments.wording.acts import done_name

LOCKS = ["portal_user", "tournaments_event", "tournaments_section", "tournaments_round"]
"""In the order in which they are taken."""


@dataclass(frozen=True)
class Case:
    """One act that can be done now. ``make``: its arguments but ``by`` and ``once``, in a world that it may
    prepare; ``who`` may do it, ``not_who`` may not: by name in the `Cast`, or ``first``, ``second`` for the
    private link of who sits there at table 1 of round 1. ``scope``: what the journal has it under, with the
    account for what belongs to no event; ``reason``: what it has there, where that is not an argument."""

    make: Callable[[Cast], dict[str, Any]]
    who: str = "alice"
    not_who: str = "dave"
    scope: str = "event"
    reason: str = ""


def acts_of(package: str) -> list[str]:
    """The names of all acts whose bodies stand in that package, as ``games.acts``."""
    for module in iter_modules(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    return sorted(name for name, act in ACTS.items() if act.body.__module__.startswith(f"{package}."))


def section_acts(names: list[str]) -> list[str]:
    """Those that ask for the state of the section."""
    return [name for name in names if {name, str(ACTS[name].right)} & SECTIONS.keys()]


def reasoned(names: list[str]) -> list[str]:
    """Those that need a reason."""
    return [name for name in names if ACTS[name].needs_reason]


def do(name: str, cast: Cast, who: str, once: str, /, **arguments: Any) -> Any:
    done: FramedAct[..., Any] = ACTS[name]
    return done(**arguments, by=person(cast, who), once=once)


def person(cast: Cast, who: str) -> User | PlayerLink:
    if who not in ("first", "second"):
        user: User = getattr(cast, who)
        return user
    return make_link(Seat.objects.get(round=cast.round(1), pairing__table=1, colour=who).entry)


def as_journalled(by: User | PlayerLink) -> dict[str, Any]:
    """The columns by which the journal knows somebody."""
    return {"by": None, "party": party_of(by)} if isinstance(by, PlayerLink) else {"by": by, "party": ""}


def check_complete(names: list[str], cases: Mapping[str, Case]) -> None:
    """Every act has its case, and its words in the journal."""
    assert names == sorted(cases)
    assert [name for name in names if done_name(ACTS[name].journalled_as) == name] == []


def check_once(cast: Cast, name: str, case: Case) -> None:
    """Who repeats it with the same key gets the first answer; the journal says it once, under its scope."""
    arguments = case.make(cast)
    lines = JournalEntry.objects.filter(act=ACTS[name].journalled_as)
    before = lines.count()
    first = do(name, cast, case.who, "tap", **arguments)
    assert do(name, cast, case.who, "tap", **arguments) == first
    assert lines.count() == before + 1
    entry = lines.latest("pk")
    assert {"by": entry.by, "party": entry.party} == as_journalled(person(cast, case.who))
    assert entry.answer == first
    assert entry.reason == arguments.get("reason", arguments.get("text", case.reason))
    kind, _, key = entry.scope.partition(":")
    assert kind == case.scope
    assert {"event": Event, "user": User}[kind].objects.filter(pk=key).exists()


def check_key_is_taken(cast: Cast, name: str, case: Case) -> None:
    """A key that was used for something else is refused."""
    arguments = case.make(cast)
    JournalEntry.objects.create(
        **as_journalled(person(cast, case.who)),
        act="another",
        scope=f"event:{cast.event.pk}",
        target="event:0",
        once="tap",
    )
    with pytest.raises(OnceReusedError):
        do(name, cast, case.who, "tap", **arguments)


def check_roles(cast: Cast, name: str, case: Case) -> None:
    """Only who may by the tables, and nobody from another event."""
    arguments = case.make(cast)
    before = JournalEntry.objects.count()
    for who in (case.not_who, "charlie"):
        with pytest.raises(Denied):
            do(name, cast, who, "tap", **arguments)
    assert JournalEntry.objects.count() == before
    do(name, cast, case.who, "tap", **arguments)


def check_section(cast: Cast, name: str, case: Case, state: Section.State) -> None:
    """The state of the section is asked."""
    arguments = case.make(cast)
    Section.objects.filter(pk=cast.section.pk).update(state=state)
    code = next(SECTIONS[key][state] for key in (name, str(ACTS[name].right)) if key in SECTIONS)
    if not code:
        do(name, cast, case.who, "", **arguments)
        return
    with pytest.raises(Refusal) as refused:
        do(name, cast, case.who, "", **arguments)
    assert refused.value.code == code


def check_reason(cast: Cast, name: str, case: Case) -> None:
    """An empty reason is refused, and so is one of blanks."""
    arguments = case.make(cast)
    for reason in ("", "  \n"):
        with pytest.raises(Refusal) as refused:
            do(name, cast, case.who, "", **arguments | {"reason": reason})
        assert (refused.value.code, refused.value.field) == ("reason-needed", "reason")


def check_locks(cast: Cast, name: str, case: Case) -> None:
    """They are taken from the event down. Only where the database locks rows."""
    arguments = case.make(cast)
    with CaptureQueriesContext(connection) as queries:
        do(name, cast, case.who, "", **arguments)
    locked = [
        LOCKS.index(table)
        for query in queries.captured_queries
        if "FOR UPDATE" in query["sql"]
        for table in [query["sql"].split('FROM "')[1].split('"')[0]]
        if table in LOCKS
    ]
    assert locked
    assert locked == sorted(locked)
