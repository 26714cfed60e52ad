"""The one frame of all acts (law 2): what is the same for everything that people do, written once.

An act is a function that is decorated with what it needs beyond its values::

    @act(on=SECTION, right=Act.SET_TEAMS)
    def add_team(*, section: Section, name: str, by: User, once: str = "") -> Done[TeamAdded]:
        …
        return Done({"team": team.pk}, after={"team": team.pk})

Called, it opens a transaction, takes the lock of its target, gives the first answer to a repeated ``once``,
reads anew who acts (`as_it_stands`: a link, an account or a role may have been revoked while it waited), asks
the tables (role, state of the section, state of the round, work in hand) and whether the round stands where
the person saw it, runs the body on the target as it stands under the lock, writes the journal and returns the
answer. What leaves the process (work, pages, webhooks, mail) goes into rows of the same transaction and is
acted upon after its commit. The body holds the rules and the writing, nothing else; it raises a `Refusal` or
a `Conflict` and nothing has happened.

*Target*: what the act is done to; which of its arguments that is, what is locked for it, and how the journal
calls it. Locks are taken in one order: event › section › round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from inspect import signature, unwrap
from typing import Any, Generic, ParamSpec, TypeVar, cast, get_args, get_origin, get_type_hints

from django.db import transaction

from portal import journal, published
from portal.accounts.models import User
from portal.policy import Refusal
from portal.web.words import Words
from tournaments.acts.common import (
    check_seen,
    lock_entries,
    lock_entry,
    lock_event,
    lock_result,
    lock_round,
    lock_section,
    lock_user,
    refuse_while_busy,
    refuse_while_closing,
    scope_of,
    target_of,
)
from tournaments.models import Event, Round, Section
from tournaments.pages.private_pages import one_touch
from tournaments.policy import PrivateLink, Scope, check_section_state, require, scope_event
from tournaments.queries.private_link_scope import as_it_stands, journal_party
from tournaments.queries.progress import round_revision
from tournaments.wording.acts import DONE

P = ParamSpec("P")
A = TypeVar("A")
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ActResult(Generic[A]):
    """What a body hands to the frame: its answer, and what the journal keeps of it.

    ``before``, ``after``: ids and entry numbers, never names (law 8). ``reason``: where it is not the act's
    own argument. ``made``: what an act without a target has made, as which the journal then knows it.
    """

    answer: A
    before: Mapping[str, Any] | None = None
    after: Mapping[str, Any] | None = None
    reason: str = ""
    made: Event | Section | None = None
    changed: bool = True


def no_change(answer: A) -> ActResult[A]:
    """What was asked for stands already: nothing was done, and the journal says nothing."""
    return ActResult(answer, changed=False)


@dataclass(frozen=True, slots=True)
class Locked:
    """Hold a target under its lock: the fresh row, by what the tables judge, and how the journal calls it."""

    target_row: Any
    scope: Scope | None
    target: str


@dataclass(frozen=True, slots=True)
class Target:
    """``argument``: which one of the act's it is; ``lock`` gets all of them."""

    argument: str
    lock: Callable[[Arguments], Locked]


def _simple(argument: str, lock: Callable[[Any], Scope]) -> Target:
    def locked(arguments: Arguments) -> Locked:
        target = lock(arguments[argument])
        return Locked(target, target, target_of(target))

    return Target(argument, locked)


def _entry(arguments: Arguments) -> Locked:
    entry = lock_entry(arguments["entry"])
    return Locked(entry, entry.section, f"entry:{entry.pk}")


def _entries(arguments: Arguments) -> Locked:
    entries = lock_entries(arguments["entries"])
    section = entries[0].section
    return Locked(entries, section, f"entry:{entries[0].pk}" if len(entries) == 1 else target_of(section))


def _site(arguments: Arguments) -> Locked:
    return Locked(lock_user(arguments["by"]), None, "")


EVENT = _simple("event", lock_event)
SECTION = _simple("section", lock_section)
ROUND = _simple("round_", lock_round)
# Results of a closed round change standings: then the section is locked before the round.
RESULT = _simple("round_", lock_result)
ENTRY = Target("entry", _entry)
# One entry or many of one section: all of them or none.
ENTRIES = Target("entries", _entries)
# No target: the act makes one, or concerns only the person.
SITE = Target("", _site)


class FramedAct(Generic[P, A]):
    """Put an act into its frame; it is called like the function that it was, always by keywords.

    Raises `portal.policy.Denied`, the body's refusals, the `Refusal` ``state``, what `SECTIONS` says,
    ``reason-needed``, those of work in hand; `portal.journal.OnceReusedError`."""

    __name__: str

    def __init__(self, body: Callable[P, ActResult[A]], *, name: str, on: Target, right: str | None) -> None:
        update_wrapper(self, body)
        self.body: Callable[..., ActResult[A]] = body
        self.name = name
        self.on = on
        self.right = right
        self.logged_as = name
        self.needs_reason = False
        self.refuse_while: Callable[[Round], object] | None = None
        self.revision: Callable[[Round], str] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> A:
        arguments: dict[str, Any] = dict(kwargs)
        by, once = arguments["by"], arguments.get("once", "")
        user, party = (None, journal_party(by)) if isinstance(by, PrivateLink) else (by, "")
        if "reason" in arguments:
            arguments["reason"] = arguments["reason"].strip()
        with transaction.atomic(), one_touch():
            locked = self.on.lock(arguments)
            earlier = journal.remembered_answer(
                by=user, party=party, once=once, act=self.logged_as, target=locked.target
            )
            if earlier is not None:
                return cast("A", earlier)
            event = scope_event(locked.scope) if locked.scope else None
            by = as_it_stands(by, self.right or self.name, event=event)
            arguments["by"], user = by, by if isinstance(by, User) else None
            self._ask(locked, by, arguments)
            if self.on.argument:
                arguments[self.on.argument] = locked.target_row
            with published.batched_invalidation():
                done = self.body(**arguments)
            if done.changed:
                journal.record(
                    self.logged_as,
                    by=user,
                    party=party,
                    scope=_scope(done.made or locked.scope, locked.target),
                    target=target_of(done.made) if done.made else locked.target,
                    before=done.before,
                    after=done.after,
                    reason=done.reason or arguments.get("reason", ""),
                    once=once,
                    answer=cast("dict[str, Any]", done.answer),
                    of=locked.scope,
                )
            return done.answer

    def _ask(self, locked: Locked, by: User | PrivateLink, arguments: Arguments) -> None:
        """The tables, work in hand, and whether a reason is given. Raises `Denied` and `Refusal`."""
        scope = locked.scope
        if self.right is not None:
            self._require(self.right, locked, by, arguments)
        section = scope.section if isinstance(scope, Round) else scope
        if isinstance(section, Section):
            check_section_state(self.name, section)
            check_section_state(str(self.right), section)
        if self.refuse_while is not None and isinstance(scope, Round):
            self.refuse_while(scope)
        if self.revision is not None and isinstance(scope, Round):
            check_seen(scope, arguments.get("seen"), self.revision(scope))
        if self.needs_reason and not arguments["reason"]:
            raise Refusal("reason-needed", field="reason")

    def _require(self, right: str, locked: Locked, by: User | PrivateLink, arguments: Arguments) -> None:
        """Ask the tables whether the person may."""
        scope = locked.scope
        try:
            require(right, by=by, scope=scope, target=locked.target_row)
        except Refusal as refused:
            # The state may forbid what the person's page still offered: then that the round has moved on is
            # the reason.
            seen = arguments.get("seen")
            if refused.code == "state" and isinstance(scope, Round) and isinstance(seen, str):
                check_seen(scope, seen, (self.revision or round_revision)(scope))
            raise


def _scope(scope: Scope | None, target: str) -> str:
    if scope is None:
        return target
    if isinstance(scope, Event):
        return scope_of(scope)
    return scope_of(scope.event if isinstance(scope, Section) else scope.section.event)


class OutsideTransaction(Generic[P, A]):
    """Wrap a function that stands before an act; a request treats it as the act."""

    __name__: str

    def __init__(
        self, function: Callable[P, A], framed: FramedAct[..., Any] | None, right: str | None
    ) -> None:
        # It does what must not wait for the act's locks, or what follows a refusal.
        update_wrapper(self, function)
        self.function = function
        self.right = right or (framed.right if framed else None)
        if framed and any(
            parameter.kind is parameter.VAR_KEYWORD for parameter in signature(function).parameters.values()
        ):
            self.__wrapped__ = framed.body

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> A:
        return self.function(*args, **kwargs)


def outside_transaction(
    framed: FramedAct[..., Any] | None = None, *, right: str | None = None
) -> Callable[[Callable[P, A]], OutsideTransaction[P, A]]:
    """Declare what stands before ``framed`` (None: the acts differ); ``**asked`` takes what the act takes."""
    return lambda function: OutsideTransaction(function, framed, right)


AnyAct = FramedAct[..., Any] | OutsideTransaction[..., Any]


def answer_of(act: AnyAct) -> Any:
    """The type of what ``act`` answers, as its signature says."""
    answer = get_type_hints(unwrap(act))["return"]
    return get_args(answer)[0] if get_origin(answer) is ActResult else answer


ACTS: dict[str, FramedAct[..., Any]] = {}


def act(
    *,
    on: Target,
    right: str | None,
    name: str = "",
    logged_as: str = "",
    needs_reason: bool = False,
    refuse_while: Callable[[Round], object] | None = None,
    revision: Callable[[Round], str] | None = None,
    done: Words = "",
) -> Callable[[Callable[P, ActResult[A]]], FramedAct[P, A]]:
    """Declare an act.

    ``right``: the row of the tables; None where the body asks itself, and says why. ``name``: in the journal,
    where it is not the function's. ``logged_as``: the act of which this is one way. ``refuse_while``:
    `NOT_CLOSING` or `IDLE`. ``revision``: how far the round is, as the act's ``seen`` says; who saw another
    gets the `Conflict` ``round-changed``. ``done``: what the journal calls it."""

    def framed(body: Callable[P, ActResult[A]]) -> FramedAct[P, A]:
        made = FramedAct(body, name=name or body.__name__, on=on, right=right)
        made.logged_as = logged_as or made.name
        made.needs_reason = needs_reason
        made.refuse_while = refuse_while
        made.revision = revision
        if ACTS.setdefault(made.name, made) is not made:
            raise ValueError(f"two acts are called {made.name}")
        if done:
            DONE[made.name] = done
        return made

    return framed


# The worker closes a round with what it read: until it is done, that stands still.
NOT_CLOSING = refuse_while_closing
# The worker pairs, publishes or closes with what it read: until it is done, the round stands still.
IDLE = refuse_while_busy
