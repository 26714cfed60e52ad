"""Which act undoes which: a table. Each inverse is an act of its own, with its own rights and refusals.

An inverse is only done while what the undone act did still stands: it looks, and refuses with
``undo-too-late`` where somebody has gone on from there. What has no inverse is not in the table: a published
version, an adjusted draft, frozen standings and a private link are replaced, never taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from portal.accounts.models import User
from portal.journal.models import JournalEntry
from portal.moments import is_showable
from portal.policy import Refusal
from tournaments.acts.attendance import check_in, reinstate, set_absence, withdraw
from tournaments.acts.common import target_of
from tournaments.acts.drafts import lift_rule, rule_pair
from tournaments.acts.events import archive_event, unarchive_event
from tournaments.acts.fouls import withdraw_foul
from tournaments.acts.people import delegate_pairing, grant_role, revoke_invitation, revoke_role
from tournaments.acts.results import report_result, take_back_result
from tournaments.acts.rounds import reopen_round
from tournaments.acts.sections import set_schedule
from tournaments.acts.teams import place_in_teams, remove_team
from tournaments.models import Entry, Event, Foul, PairRule, ResultReport, Role, Round, Section
from tournaments.policy import Act

Shape = Mapping[str, Callable[[Any], bool]]
MOST = 2**31


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST


def is_game(value: Any) -> bool:
    """Which game of a table; the first need not be said."""
    return value is None or (is_number(value) and value >= 1)


def is_text(value: Any) -> bool:
    return isinstance(value, str)


def is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def is_one_of(known: Container[str]) -> Callable[[Any], bool]:
    """One of these codes."""
    return lambda value: is_text(value) and value in known


def is_maybe(known: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """``known``, or none."""
    return lambda value: value is None or known(value)


def by_number(known: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """An object whose keys are numbers, written out, and whose values are all ``known``."""
    return lambda value: (
        isinstance(value, dict) and all(is_written(key) and known(one) for key, one in value.items())
    )


def is_written(text: str) -> bool:
    """Whether it is a number in digits."""
    return text.isascii() and text.isdigit() and len(text) < 10


def is_moment(value: Any) -> bool:
    """With a time zone, and on the calendar of every other one."""
    try:
        at = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return at.tzinfo is not None and is_showable(at)


def fits(facts: Any, shape: Shape) -> bool:
    """Whether ``facts`` have at least what ``shape`` names; what is not there is none."""
    if not shape:
        return True
    return isinstance(facts, dict) and all(known(facts.get(name)) for name, known in shape.items())


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Undo:
    """An act that is to be undone, by whom and why."""

    entry: JournalEntry
    event: Event
    by: User
    reason: str
    once: str

    @property
    def key(self) -> int:
        """The id of what it was done to."""
        return int(self.entry.target.partition(":")[2])

    @property
    def before(self) -> dict[str, Any]:
        return self.entry.before or {}

    @property
    def after(self) -> dict[str, Any]:
        return self.entry.after or {}

    def told(self, name: str) -> Any:
        """What its answer named. A backup carries no answers: what rests on one is not undone after it."""
        return self.found((self.entry.answer or {}).get(name))

    @property
    def who(self) -> dict[str, Any]:
        return {"by": self.by, "once": self.once}

    def stands(self, so: bool) -> None:
        """Raises the `Refusal` ``undo-too-late`` when it does not."""
        if not so:
            raise Refusal("undo-too-late")

    def entered(self) -> Entry:
        entries = Entry.objects.filter(section__event=self.event)
        return self.found(entries.select_related("section__event").filter(pk=self.key).first())

    def link_owner(self) -> int:
        """Whose private link it was done by."""
        kind, _, key = self.entry.party.partition(":")
        self.stands(kind == "entry" and is_written(key))
        return int(key)

    def section(self) -> Section:
        sections = Section.objects.filter(event=self.event)
        return self.found(sections.select_related("event").filter(pk=self.key).first())

    def round(self) -> Round:
        rounds = Round.objects.filter(section__event=self.event)
        return self.found(rounds.select_related("section__event").filter(pk=self.key).first())

    def found(self, thing: Thing | None) -> Thing:
        """What it was done to, as far as it is there: an event that was restored from a backup has a journal
        that may name what was not carried."""
        if thing is None:
            raise Refusal("undo-too-late")
        return thing


@dataclass(frozen=True, slots=True)
class Inverse:
    """``act``: the right that it takes. ``before`` and ``after``: the facts without which it cannot be
    done."""

    act: Act
    do: Callable[[Undo], Mapping[str, object]]
    before: Shape = field(default_factory=dict)
    after: Shape = field(default_factory=dict)

    def is_complete(self, entry: JournalEntry) -> bool:
        """Whether ``entry`` tells enough to be undone."""
        key = entry.target.partition(":")[2]
        return is_written(key) and fits(entry.before, self.before) and fits(entry.after, self.after)


def _of_event(opposite: Callable[..., Mapping[str, object]]) -> Callable[[Undo], Mapping[str, object]]:
    """Of an act on the event that takes nothing else: its opposite."""

    def do(undo: Undo) -> Mapping[str, object]:
        undo.stands(undo.entry.target == target_of(undo.event))
        return opposite(event=undo.event, **undo.who)

    return do


def _check_in(undo: Undo) -> Mapping[str, object]:
    entry = undo.entered()
    undo.stands(entry.status == undo.after["status"] != undo.before["status"])
    return check_in(entry=entry, present=undo.before["status"] == Entry.Status.CHECKED_IN, **undo.who)


def _set_absence(undo: Undo) -> Mapping[str, object]:
    entry, number, absent = undo.entered(), undo.after["round"], undo.after["absent"]
    undo.stands(entry.absences.filter(round_number=number).exists() == absent)
    return set_absence(entry=entry, round_number=number, absent=not absent, reason=undo.reason, **undo.who)


def _withdraw(undo: Undo) -> Mapping[str, object]:
    entry = undo.entered()
    undo.stands(entry.withdrawn_after == undo.after["withdrawn_after"])
    return reinstate(entry=entry, reason=undo.reason, **undo.who)


def _reinstate(undo: Undo) -> Mapping[str, object]:
    return withdraw(entry=undo.entered(), reason=undo.reason, **undo.who)


def _set_teams(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    before = {int(key): team for key, team in undo.before["teams"].items()}
    now = dict(section.entries.filter(pk__in=before).values_list("pk", "team"))
    undo.stands(now == {int(key): team for key, team in undo.after["teams"].items()})
    return place_in_teams(section=section, teams=before, **undo.who)


def _add_team(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    return remove_team(section=section, team=undo.after["team"], **undo.who)


def _rule_pair(undo: Undo) -> Mapping[str, object]:
    return lift_rule(round_=undo.round(), rule=undo.told("rule"), **undo.who)


def _lift_rule(undo: Undo) -> Mapping[str, object]:
    # One that was for every round stands for the rounds before: that cannot be put together again.
    undo.stands("from_round" not in undo.before)
    pair = {name: undo.before[name] for name in ("kind", "first", "second")}
    return rule_pair(round_=undo.round(), reason=undo.reason, **pair, **undo.who)


def _grant_role(undo: Undo) -> Mapping[str, object]:
    return revoke_role(event=undo.event, membership=undo.told("membership"), **undo.who)


def _revoke_role(undo: Undo) -> Mapping[str, object]:
    user = User.objects.filter(pk=undo.before["user"], is_active=True).first()
    return grant_role(event=undo.event, user=undo.found(user), role=Role(undo.before["role"]), **undo.who)


def _delegate_pairing(undo: Undo) -> Mapping[str, object]:
    held = undo.event.memberships.filter(pk=undo.told("membership")).first()
    undo.stands(held is not None and held.may_pair == undo.after["may_pair"] != undo.before["may_pair"])
    return delegate_pairing(
        event=undo.event,
        membership=undo.told("membership"),
        may_pair=undo.before["may_pair"],
        **undo.who,
    )


def _invite_person(undo: Undo) -> Mapping[str, object]:
    return revoke_invitation(event=undo.event, invitation=undo.told("invitation"), **undo.who)


def _set_schedule(undo: Undo) -> Mapping[str, object]:
    section = undo.section()
    times = {int(number): _moment(iso) for number, iso in undo.before["start_times"].items()}
    now = dict(section.round_set.filter(number__in=times).values_list("number", "starts_at"))
    undo.stands(now == {int(number): _moment(iso) for number, iso in undo.after["start_times"].items()})
    undo.stands(section.online == undo.after["online"])
    return set_schedule(section=section, starts=times, online=undo.before["online"], **undo.who)


def _moment(iso: str | None) -> datetime | None:
    return datetime.fromisoformat(iso) if iso else None


def _report_result(undo: Undo) -> Mapping[str, object]:
    """A correction brings the value before it back, a first report is taken back."""
    place = {
        "round_": undo.round(),
        "table": undo.after["table"],
        "game": undo.after.get("game") or 1,
        "seen": undo.told("report"),
        "reason": undo.reason,
    }
    if not undo.before:
        return take_back_result(**place, **undo.who)
    if not fits(undo.before, _RESULT):
        raise Refusal("undo-untold")
    return report_result(value=undo.before["value"], forfeit=undo.before["forfeit"], **place, **undo.who)


def _tell_result(undo: Undo) -> Mapping[str, object]:
    """What both players have said, as long as that is what stands: not what they have agreed on since, nor
    what others have who sit at that table now."""
    round_, table, game = undo.round(), undo.after["table"], undo.after.get("game") or 1
    undo.stands(undo.after["agreed"])
    since = JournalEntry.objects.filter(
        target=undo.entry.target,
        act__in=(Act.TELL_RESULT, Act.REPORT_RESULT, "take_back_result"),
        after__table=table,
        pk__gt=undo.entry.pk,
    )
    later = [line.after for line in since if line.after and (line.after.get("game") or 1) == game]
    undo.stands(all(after.get("agreed") is False for after in later))
    standing = ResultReport.objects.in_force().filter(
        pairing__round=round_,
        pairing__table=table,
        pairing__seats__entry=undo.link_owner(),
        game=game,
        by=None,
    )
    report = undo.found(standing.first())
    return take_back_result(
        round_=round_, table=table, game=game, seen=report.pk, reason=undo.reason, **undo.who
    )


def _take_back_result(undo: Undo) -> Mapping[str, object]:
    return report_result(
        round_=undo.round(),
        table=undo.before["table"],
        value=undo.before["value"],
        forfeit=undo.before["forfeit"],
        game=undo.before.get("game") or 1,
        seen=None,
        reason=undo.reason,
        **undo.who,
    )


def _log_foul(undo: Undo) -> Mapping[str, object]:
    fouls = Foul.objects.filter(pairing__round=undo.round())
    fouls = fouls.select_related("pairing__round__section__event")
    foul = undo.found(fouls.filter(pk=undo.told("foul")).first())
    return withdraw_foul(foul=foul, reason=undo.reason, **undo.who)


def _close_round(undo: Undo) -> Mapping[str, object]:
    return reopen_round(round_=undo.round(), reason=undo.reason, **undo.who)


_STATUS: Shape = {"status": is_one_of(Entry.Status.values)}
_TEAMS: Shape = {"teams": by_number(is_maybe(is_number))}
_PAIR: Shape = {"kind": is_one_of(PairRule.Kind.values), "first": is_number, "second": is_number}
_PLACE: Shape = {"table": is_number, "game": is_game}
_RESULT: Shape = {"value": is_one_of(ResultReport.Value.values), "forfeit": is_flag}
_MAY_PAIR: Shape = {"may_pair": is_flag}
_STARTS: Shape = {"start_times": by_number(is_maybe(is_moment)), "online": is_flag}
INVERSES: Mapping[str, Inverse] = {
    Act.ARCHIVE_EVENT: Inverse(Act.ARCHIVE_EVENT, _of_event(unarchive_event)),
    "unarchive_event": Inverse(Act.ARCHIVE_EVENT, _of_event(archive_event)),
    Act.CHECK_IN: Inverse(Act.CHECK_IN, _check_in, _STATUS, _STATUS),
    Act.SET_ABSENCE: Inverse(Act.SET_ABSENCE, _set_absence, after={"round": is_number, "absent": is_flag}),
    Act.WITHDRAW: Inverse(Act.REINSTATE, _withdraw, after={"withdrawn_after": is_number}),
    Act.REINSTATE: Inverse(Act.WITHDRAW, _reinstate),
    Act.SET_TEAMS: Inverse(Act.SET_TEAMS, _set_teams, _TEAMS, _TEAMS),
    "add_team": Inverse(Act.SET_TEAMS, _add_team, after={"team": is_number}),
    Act.RULE_PAIR: Inverse(Act.RULE_PAIR, _rule_pair),
    "lift_rule": Inverse(Act.RULE_PAIR, _lift_rule, _PAIR),
    Act.GRANT_ROLE: Inverse(Act.GRANT_ROLE, _grant_role),
    "revoke_role": Inverse(Act.GRANT_ROLE, _revoke_role, {"user": is_number, "role": is_one_of(Role.values)}),
    Act.DELEGATE_PAIRING: Inverse(Act.DELEGATE_PAIRING, _delegate_pairing, _MAY_PAIR, _MAY_PAIR),
    "invite_person": Inverse(Act.GRANT_ROLE, _invite_person),
    Act.SET_SCHEDULE: Inverse(Act.SET_SCHEDULE, _set_schedule, _STARTS, _STARTS),
    Act.REPORT_RESULT: Inverse(Act.CORRECT_RESULT, _report_result, after=_PLACE),
    Act.TELL_RESULT: Inverse(Act.CORRECT_RESULT, _tell_result, after={**_PLACE, "agreed": is_flag}),
    "take_back_result": Inverse(Act.REPORT_RESULT, _take_back_result, {**_PLACE, **_RESULT}),
    Act.LOG_FOUL: Inverse(Act.WITHDRAW_FOUL, _log_foul),
    Act.CLOSE_ROUND: Inverse(Act.REOPEN_ROUND, _close_round),
}
"""By the act as the journal names it."""
