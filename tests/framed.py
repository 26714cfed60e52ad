"""What the frame promises of every act that stands in it (`tournaments.acts.frame`), for the acts of either
app; each has its walk over its own acts, with a `Case` for each."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, ClassVar

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal import outbox
from portal.accounts.models import User
from portal.journal import OnceReusedError
from portal.journal.models import JournalEntry
from portal.policy import Denied, Refusal
from portal.web.private_links import new_secret
from tests import private_reading
from tests.cached_worlds import remember
from tests.cast import Cast
from tests.factories import make_link
from tests.waking import all_read, asleep
from tournaments.acts.frame import ACTS, FramedAct
from tournaments.models import (
    Application,
    Creator,
    Event,
    Membership,
    Office,
    Organisation,
    Person,
    Quota,
    Seat,
    Team,
)
from tournaments.policy import SECTIONS, TABLES
from tournaments.queries.journal import journal_lines
from tournaments.queries.private_link_scope import PrivateLink, journal_party
from tournaments.wording.acts import done_name

LOCKS = [
    *(
        "portal_user",
        "tournaments_site",
        "tournaments_organisation",
        "tournaments_event",
        "tournaments_section",
        "tournaments_round",
    ),
    *("tournaments_person", "tournaments_handover", "tournaments_federation"),
]
"""In the order in which they are taken."""
# A value as the program writes it: ``['Standard', 12000, '', None]``.
OF_A_PROGRAM = re.compile(r"\[[\['\"\d]|\{'|\bNone\b|\bTrue\b|\bFalse\b|''")
LOOKING = {
    "test_every_public_page_wakes_that_shows_what_it_did",
    "test_no_stored_page_behind_a_private_link_is_old",
}
DAILY = {
    *("announce", "change_event", "enter_player", "correct_player", "withdraw", "publish_round", "log_foul"),
    *("report_result", "take_back_result", "adjourn_game", "close_round", "hand_in_line_up", "accept_record"),
}
"""Acts after which continuous integration reads every public page; `./go prove` does after all of them."""


@dataclass(frozen=True)
class Case:
    """One act that can be done now. ``make``: its arguments but ``by`` and ``once``, in a world that it may
    prepare; ``who`` may do it, ``not_who`` may not: by name in the `Cast`, or ``first``, ``second`` for the
    private link of who sits there at table 1 of round 1, ``player`` and ``other player`` for those of the
    first entries, ``applicant`` for the newest application, ``office`` for the newest quota. ``scope``: what
    the journal has it under, with the account for what belongs to no event; ``reason``: what it has there,
    where that is not an argument. ``may``: who gets through to its address, if it has one at which an empty
    form is refused (`tests.tournaments.rows`). ``apart``: what it makes cannot be pickled."""

    make: Callable[[Cast], dict[str, Any]]
    who: str = "alice"
    not_who: str = "dave"
    scope: str = "event"
    reason: str = ""
    may: str = ""
    apart: bool = False

    def made(self, name: str, cast: Cast) -> tuple[dict[str, Any], Cast]:
        """The arguments of ``name``, and the cast as they left it. Every promise asks for them anew, so they
        are remembered; for ten minutes only, since a deadline may be half an hour away."""
        if self.apart:
            return self.make(cast), cast
        return remember(f"{__name__}.{name}", lambda: (self.make(cast), cast), int(time.time()) // 600)


def acts_of(package: str) -> list[str]:
    """The names of all acts whose bodies stand in that package, as ``games.acts``."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
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


def person(cast: Cast, who: str) -> User | PrivateLink:
    if who in ("applicant", "office"):
        return (Application if who == "applicant" else Quota).objects.latest("pk")
    if who in ("player", "other player"):
        return make_link(cast.section.entries.order_by("pk")[int(who != "player")])
    if who not in ("first", "second"):
        user: User = getattr(cast, who)
        return user
    return make_link(Seat.objects.get(round=cast.round(1), pairing__table=1, colour=who).entry)


def as_journalled(by: User | PrivateLink) -> dict[str, Any]:
    """The columns by which the journal knows somebody."""
    return {"by": by, "party": ""} if isinstance(by, User) else {"by": None, "party": journal_party(by)}


EVERY_RIGHT = frozenset(str(right) for tables in TABLES for right in tables.roles)


def revoke(by: User | PrivateLink) -> None:
    """By others, while ``by`` waits: what a request had in its hands stays as it was."""
    rows: Any = type(by).objects.filter(pk=by.pk)
    if isinstance(by, User):
        rows.update(is_active=False)
    elif isinstance(by, Application | Quota):
        rows.update(**new_secret("another"))
    else:
        rows.update(revoked_at=timezone.now())


def dismiss(user: User) -> None:
    """Without role, office, team and administration, with an account that is valid."""
    User.objects.filter(pk=user.pk).update(is_active=True, is_superuser=False)
    Creator.objects.filter(user=user).delete()
    Membership.objects.filter(user=user).delete()
    Office.objects.filter(user=user).delete()
    Team.objects.filter(captain=user).update(captain=None)


class Promises:
    """What the frame promises of every act of a package, each with its case; ``ready`` is a fixture with the
    world in which cases are made."""

    NAMES: ClassVar[list[str]]
    CASES: ClassVar[Mapping[str, Case]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        only = {
            "test_only_who_may_by_the_tables": [name for name in self.NAMES if self.CASES[name].not_who],
            "test_the_state_of_the_section_is_asked": section_acts(self.NAMES),
            "test_a_reason_is_asked_for": reasoned(self.NAMES),
        }
        if "name" in metafunc.fixturenames:
            names: list[Any] = only.get(metafunc.function.__name__, self.NAMES)
            if metafunc.function.__name__ in LOOKING:
                marks = {name: [pytest.mark.long] * (name not in DAILY) for name in names}
                names = [pytest.param(name, marks=marks[name]) for name in names]
            metafunc.parametrize("name", names)

    def test_every_act_has_its_case_and_its_words(self) -> None:
        assert sorted(self.CASES) == self.NAMES
        assert [name for name in self.NAMES if done_name(ACTS[name].logged_as) == name] == []

    def test_it_is_done_once_and_journalled(self, ready: Cast, name: str) -> None:
        """Who repeats it with the same key gets the first answer; the journal says it once, in its scope."""
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        lines = JournalEntry.objects.filter(act=ACTS[name].logged_as)
        before, existing = lines.count(), set(Event.objects.values_list("pk", flat=True))
        first = do(name, ready, case.who, "tap", **arguments)
        assert do(name, ready, case.who, "tap", **arguments) == first
        assert lines.count() == before + 1
        entry = lines.latest("pk")
        assert {"by": entry.by, "party": entry.party} == as_journalled(person(ready, case.who))
        assert entry.answer == first
        assert entry.reason == arguments.get("reason", arguments.get("text", case.reason))
        kind, _, key = entry.scope.partition(":")
        assert kind == case.scope
        # What has deleted an event stays in its scope.
        existing |= set(Event.objects.values_list("pk", flat=True))
        assert (
            int(key)
            in {
                "site": {1},
                "event": existing,
                "user": set(User.objects.values_list("pk", flat=True)),
                "organisation": set(Organisation.objects.values_list("pk", flat=True)),
                "person": set(Person.objects.values_list("pk", flat=True)),
            }[kind]
        )

    @pytest.mark.anywhere
    @pytest.mark.slow
    def test_the_journal_tells_it_in_words(self, ready: Cast, name: str) -> None:
        """No list, no dictionary and no ``None`` of the program stands on the page of the journal."""
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        last = JournalEntry.objects.order_by("pk").last()
        do(name, ready, case.who, "k", **arguments)
        entries = JournalEntry.objects.filter(pk__gt=last.pk if last else 0)
        assert entries
        facts = [fact for line in journal_lines(list(entries), "UTC") for fact in line.facts]
        texts = [f"{fact.name}: {text}" for fact in facts for text in (fact.before, fact.after)]
        assert [text for text in texts if OF_A_PROGRAM.search(text)] == []

    def test_a_key_that_was_used_for_something_else_is_refused(self, ready: Cast, name: str) -> None:
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        JournalEntry.objects.create(
            **as_journalled(person(ready, case.who)),
            act="another",
            scope=f"event:{ready.event.pk}",
            target="event:0",
            once="tap",
        )
        with pytest.raises(OnceReusedError):
            do(name, ready, case.who, "tap", **arguments)

    @pytest.mark.anywhere
    def test_only_who_may_by_the_tables(self, ready: Cast, name: str) -> None:
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        before = JournalEntry.objects.count()
        for who in (case.not_who, "charlie"):
            with pytest.raises(Denied):
                do(name, ready, who, "tap", **arguments)
        assert JournalEntry.objects.count() == before
        do(name, ready, case.who, "tap", **arguments)

    @pytest.mark.anywhere
    def test_what_was_revoked_meanwhile_opens_nothing(self, ready: Cast, name: str) -> None:
        """A link, an account, a role, an office, whatever the request had seen before it had the lock."""
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        by = person(ready, case.who)
        before = JournalEntry.objects.count()
        revoke(by)
        with pytest.raises(Denied):
            ACTS[name](**arguments, by=by, once="tap")
        if isinstance(by, User) and ACTS[name].right is not None:
            by.granted = dict.fromkeys(Event.objects.values_list("pk", flat=True), frozenset(EVERY_RIGHT))
            dismiss(by)
            with pytest.raises(Denied):
                ACTS[name](**arguments, by=by, once="tap")
        assert JournalEntry.objects.count() == before

    @pytest.mark.anywhere
    def test_a_reason_is_asked_for(self, ready: Cast, name: str) -> None:
        """An empty reason is refused, and so is one of blanks."""
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        for reason in ("", "  \n"):
            with pytest.raises(Refusal) as refused:
                do(name, ready, case.who, "", **arguments | {"reason": reason})
            assert (refused.value.code, refused.value.field) == ("reason-needed", "reason")

    @pytest.mark.postgres
    def test_locks_are_taken_from_the_event_down(self, ready: Cast, name: str) -> None:
        """They are taken from the event down. Only where the database locks rows."""
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        with CaptureQueriesContext(connection) as queries:
            do(name, ready, case.who, "", **arguments)
        locked = [
            LOCKS.index(table)
            for query in queries.captured_queries
            if "FOR UPDATE" in query["sql"] or "FOR NO KEY UPDATE" in query["sql"]
            for table in [query["sql"].split('FROM "')[1].split('"')[0]]
            if table in LOCKS
        ]
        assert locked
        # What is held already may be locked again.
        taken = list(dict.fromkeys(locked))
        assert taken == sorted(taken)

    @pytest.mark.slow
    def test_every_public_page_wakes_that_shows_what_it_did(self, ready: Cast, name: str) -> None:
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        before = all_read()
        do(name, ready, case.who, "", **arguments)
        assert asleep(before) == []

    @pytest.mark.slow
    def test_no_stored_page_behind_a_private_link_is_old(self, ready: Cast, name: str, settings: Any) -> None:
        """Before the worker has done what follows, and after it."""
        settings.PRIVATE_PAGES_FOR = 600.0
        case = self.CASES[name]
        arguments, ready = case.made(name, ready)
        addresses = private_reading.addresses(ready.event)
        outbox.drain()
        before = [private_reading.read(address) for address in addresses]
        assert before == [private_reading.read(address) for address in addresses]
        assert private_reading.stored() == sum(status == 200 for status, _ in before)
        do(name, ready, case.who, "", **arguments)
        assert not (lines := private_reading.old(addresses)), "\n".join(lines)
        outbox.drain()
        assert not (lines := private_reading.old(addresses)), "\n".join(lines)
